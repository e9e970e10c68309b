// The states of the page for screenshots.

import type { BrowserContextOptions, Page } from 'playwright-core';
import { EASY, EXTREME, JIGSAW_6, MAIN, SIXTEEN, VARIANT_6 } from './puzzles.ts';
import { menu, openTab, reveal } from './actions.ts';
import { candidate, drag } from './pointer.ts';
import { paste, press, nextFrame } from './setup.ts';

export interface State {
  readonly name: string;
  /** The fragment of the address. */
  readonly fragment: string;
  readonly settings?: object;
  readonly options?: BrowserContextOptions;
  /** The actions before the screenshot. */
  readonly run?: (page: Page) => Promise<void>;
}

const p = (puzzle: string, more = '') => `p=${encodeURIComponent(puzzle)}${more}`;
const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
};
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Enters digits, marks, colors and a repeated digit, and selects several cells. */
async function notes(page: Page): Promise<void> {
  const keys = async (row: number, column: number, ...pressed: string[]) => {
    await press(page, row, column);
    for (const key of pressed) await page.keyboard.press(key);
  };
  await keys(1, 1, 'Shift+Digit1', 'Shift+Digit3', 'Shift+Digit6', 'Shift+Digit8');
  await keys(1, 2, 'Control+Digit3', 'Control+Digit8', 'Control+Digit9');
  await keys(
    1,
    3,
    'Shift+Digit1',
    'Shift+Digit6',
    'Control+Digit3',
    'Control+Digit8',
    'Alt+Digit2',
  );
  await keys(2, 1, '3');
  await keys(2, 3, 'Alt+Digit2', 'Alt+Digit7');
  await keys(3, 2, 'Alt+Digit4', 'Alt+Digit5', 'Alt+Digit6', 'Alt+Digit8');
  await keys(3, 5, '5');
  await keys(8, 1, 'Alt+Digit9', '2');
  await press(page, 5, 4);
  for (const column of [5, 6]) await press(page, 5, column, ['Control']);
  await press(page, 6, 5, ['Control']);
}

/** Colors candidates, draws links, and leaves the pen with what it drew. */
async function tools(page: Page): Promise<void> {
  const at = (row: number, column: number, digit = 5) => candidate(page, row, column, digit);
  const tool = async (name: string) => {
    await menu(page, name);
    await page.locator(`.app.tool-${name}`).waitFor();
  };
  await tool('paint');
  for (const [color, row, column, digit] of [
    [1, 1, 1, 1],
    [2, 1, 1, 3],
    [3, 1, 1, 6],
    [4, 1, 1, 8],
    [5, 1, 3, 8],
    [6, 1, 4, 5],
    [7, 1, 3, 6],
    [8, 1, 2, 3],
    [9, 1, 2, 9],
  ]) {
    await page.locator(`[data-digit="${color}"]`).click();
    await page.mouse.click(...(await at(row, column, digit)));
  }
  await tool('link');
  await drag(page, await at(1, 1, 3), await at(1, 3, 3));
  await page.keyboard.press('Space');
  await drag(page, await at(1, 1, 8), await at(7, 3, 2));
  await tool('pen');
  await drag(page, await at(5, 2), await at(5, 4), await at(7, 6), await at(9, 6));
  await page.keyboard.press('2');
  const [x, y] = await at(6, 7);
  const width = (await at(6, 8))[0] - x;
  await drag(page, [x - width / 2, y - width / 2], [x + width / 2, y - width / 2]);
  await page.keyboard.press('3');
  await page.mouse.click(...(await at(6, 8)));
  await page.keyboard.press('4');
  await page.mouse.click(...(await at(8, 9)));
}

/** Shows a hint up to its reason. */
async function hint(page: Page): Promise<void> {
  await reveal(page, 4);
  await page.locator('.hint .effect').waitFor();
}

/** Opens a puzzle with rules of variants. */
async function variant(page: Page): Promise<void> {
  await paste(page, VARIANT_6);
  await page.locator('.rule-legend li').first().waitFor({ state: 'attached' });
  await nextFrame(page);
}

/** Shows the first step of the path with this name. */
const path = (name: RegExp) => async (page: Page) => {
  await openTab(page, 'Path');
  await button(page, 'Find solution path').click();
  await page.locator('.steps li').first().waitFor();
  await page
    .locator('.steps li button', { hasText: name })
    .first()
    .evaluate((one) => (one as HTMLElement).click());
};

const dialog = (name: string) => async (page: Page) => {
  await menu(page, name);
  await page.locator('dialog[open]').waitFor();
};

export const STATES: readonly State[] = [
  { name: 'fresh', fragment: p(EASY) },
  { name: 'notes', fragment: p(EASY), run: notes },
  { name: 'tools', fragment: p(EASY), run: tools },
  { name: 'hint', fragment: p(EASY), run: hint },
  { name: 'path', fragment: p(EXTREME), run: path(/Alternating Inference Chain/) },
  {
    name: 'analysis',
    fragment: p(EASY),
    run: async (page) => {
      await openTab(page, 'Analysis');
      for (const [name, answer] of [
        ['Check uniqueness', 'exactly one'],
        ['Count solutions', '1 solution'],
        ['Rate difficulty', 'Hardest step'],
        ['True candidates', 'open cells'],
      ]) {
        await button(page, name).click();
        await page.locator('.findings .is-new', { hasText: answer }).waitFor();
      }
    },
  },
  { name: 'new', fragment: p(EASY), run: dialog('new') },
  { name: 'settings', fragment: p(EASY), run: dialog('change') },
  { name: 'dark-notes', fragment: p(EASY), settings: { theme: 'dark' }, run: notes },
  {
    name: 'dark-path',
    fragment: p(EXTREME),
    settings: { theme: 'dark' },
    run: path(/Finned Swordfish/),
  },
  {
    name: 'contrast',
    fragment: p(EASY),
    settings: { theme: 'contrast', colorLabels: true },
    run: notes,
  },
  { name: 'phone', fragment: p(EASY), options: PHONE, run: notes },
  { name: 'phone-hint', fragment: p(EASY), settings: { theme: 'dark' }, options: PHONE, run: hint },
  { name: 'sixteen', fragment: p(SIXTEEN), settings: { autoCandidates: true } },
  {
    name: 'diagonal',
    fragment: p(MAIN, '&diagonal=main'),
    settings: { autoCandidates: true },
    run: (page) => press(page, 5, 5),
  },
  {
    name: 'jigsaw',
    fragment: p(EASY),
    settings: { autoCandidates: true },
    run: async (page) => {
      await paste(page, JIGSAW_6);
      await page.waitForSelector('#grid[data-size="6"]');
      await nextFrame(page);
      await hint(page);
    },
  },
  {
    name: 'variant',
    fragment: p(EASY),
    settings: { autoCandidates: true },
    run: async (page) => {
      await variant(page);
      await hint(page);
    },
  },
  {
    name: 'dark-variant',
    fragment: p(EASY),
    settings: { theme: 'dark', autoCandidates: true },
    run: variant,
  },
  { name: 'phone-variant', fragment: p(EASY), options: PHONE, run: variant },
  {
    name: 'print',
    fragment: p(EASY),
    settings: { theme: 'dark' },
    run: async (page) => {
      await notes(page);
      await page.emulateMedia({ media: 'print' });
    },
  },
];
