// Presses and drags at candidates, by mouse and by touch.

import type { Page } from 'playwright-core';

export type Place = readonly [x: number, y: number];

/** Returns the place of a candidate of a 9×9 grid in the window. */
export async function candidate(
  page: Page,
  row: number,
  column: number,
  digit: number,
): Promise<[x: number, y: number]> {
  const box = (await page.locator('#grid').boundingBox())!;
  const width = box.width / 9;
  const step = 0.94 / 3;
  const offset = (at: number) => 0.5 + (at - 1) * step;
  return [
    box.x + (column - 1 + offset((digit - 1) % 3)) * width,
    box.y + (row - 1 + offset(Math.floor((digit - 1) / 3))) * width,
  ];
}

/** Drags the mouse through places. */
export async function drag(page: Page, first: Place, ...rest: readonly Place[]): Promise<void> {
  await page.mouse.move(...first);
  await page.mouse.down();
  for (const place of rest) await page.mouse.move(...place, { steps: 4 });
  await page.mouse.up();
}

/** Returns the middle of a cell, by row and column from 1, also beside clues outside the grid. */
export async function middle(page: Page, row: number, column: number): Promise<Place> {
  const cell = page.locator(`[role=row]:nth-child(${row}) [role=gridcell]:nth-child(${column})`);
  const { x, y, width, height } = (await cell.boundingBox())!;
  return [x + width / 2, y + height / 2];
}

/** Drags the mouse through cells, by row and column from 1. */
export async function dragCells(page: Page, ...cells: readonly Place[]): Promise<void> {
  const [first, ...rest] = await Promise.all(cells.map((cell) => middle(page, ...cell)));
  await drag(page, first, ...rest);
}

export const tapAt = (page: Page, [x, y]: Place): Promise<void> => page.touchscreen.tap(x, y);

/** Drags a finger through places. */
export async function touchDrag(page: Page, places: readonly Place[]): Promise<void> {
  const between = places.slice(1).flatMap((to, n) => {
    const from = places[n];
    return Array.from({ length: 6 }, (_, step): Place[] => [
      [
        from[0] + ((to[0] - from[0]) * (step + 1)) / 6,
        from[1] + ((to[1] - from[1]) * (step + 1)) / 6,
      ],
    ]);
  });
  await fingers(page, [[places[0]], ...between, []]);
}

/** Moves fingers: each step has the places of those on the screen, in the order of their start. */
export async function fingers(page: Page, steps: readonly (readonly Place[])[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  for (const [n, places] of steps.entries()) {
    const before = steps[n - 1]?.length ?? 0;
    const type =
      places.length > before ? 'touchStart' : places.length < before ? 'touchEnd' : 'touchMove';
    const touchPoints = places.map(([x, y], id) => ({ x, y, id }));
    await session.send('Input.dispatchTouchEvent', { type, touchPoints });
  }
  await session.detach();
}
