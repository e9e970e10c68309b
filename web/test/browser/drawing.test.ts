// The tools of experts in a browser, by mouse, touch and keyboard: colors of candidates, links, the
// pen, pairs, and the replay.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { violations } from './axe.ts';
import { at, button, menu, play } from './play.ts';
import { EASY, FOUR } from './puzzles.ts';
import { candidate, drag, tapAt, touchDrag } from './pointer.ts';
import { announced, cell, nextFrame, press, ready, waitAnnounced } from './setup.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Starts a tool from the menu. */
async function start(page: Page, tool: 'paint' | 'link' | 'pen'): Promise<void> {
  await menu(page, tool);
  await page.waitForFunction((name) => document.querySelector(`.app.tool-${name}`), tool);
}

/** Waits until the label of a cell matches. */
async function labeled(page: Page, row: number, column: number, label: RegExp): Promise<void> {
  await nextFrame(page);
  assert.match(await cell(page, row, column), label);
}

/** Waits until the game is stored. The address is written after that. */
const stored = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((done) => {
        const { replaceState } = History.prototype;
        history.replaceState = (...values) => {
          replaceState.apply(history, values);
          done();
        };
        window.dispatchEvent(new Event('pagehide'));
      }),
  );

/** Waits for the end of all movements. */
const settled = (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    const timed = document.getAnimations().filter((one) => one.timeline === document.timeline);
    return Promise.allSettled(timed.map((one) => one.finished));
  });

/** Loads the page again, once it has stored the game. */
async function reload(page: Page): Promise<void> {
  await stored(page);
  await page.reload();
  await ready(page);
}

const count = (page: Page, selector: string) => page.locator(selector).count();

test('candidates are colored by mouse', async () => {
  await play(at(EASY), async (page) => {
    await start(page, 'paint');
    await page.mouse.click(...(await candidate(page, 1, 1, 3)));
    await labeled(page, 1, 1, /colored: 3 green/);
    assert.equal(await count(page, '#grid .tint.color-2'), 1);
    await button(page, '5, red').click();
    await page.mouse.click(...(await candidate(page, 1, 1, 8)));
    await labeled(page, 1, 1, /colored: 3 green, 8 red/);
    const shapes = await page
      .locator('#grid .tint')
      .evaluateAll((all) => all.map((one) => one.tagName + (one.getAttribute('points') ?? '')));
    assert.notEqual(shapes[0], shapes[1], 'the shape differs, not only the color');
    await page.mouse.click(...(await candidate(page, 1, 1, 8)));
    await labeled(page, 1, 1, /colored: 3 green$/);
    await page.keyboard.press('Control+z');
    await labeled(page, 1, 1, /8 red/);
    await page.keyboard.press('Control+y');
    await reload(page);
    await labeled(page, 1, 1, /colored: 3 green$/);
    await menu(page, 'clear-colors');
    await labeled(page, 1, 1, /empty$/);
    await page.keyboard.press('Control+z');
    await labeled(page, 1, 1, /colored: 3 green$/);
  });
});

test('candidates are colored by keyboard, also those that are marks', async () => {
  await play(at(EASY), async (page) => {
    await press(page, 1, 1);
    for (const key of ['Shift+Digit3', 'Shift+Digit8', 'v', 'v']) await page.keyboard.press(key);
    await waitAnnounced(page, /^Choose a color/);
    assert.equal(await button(page, 'Color candidates').getAttribute('aria-pressed'), 'true');
    await page.keyboard.press('Alt+Digit7');
    await page.keyboard.press('3');
    await labeled(page, 1, 1, /corner 3 8, colored: 3 blue/);
    const places = await page.evaluate(() => {
      const middle = (element: Element) => {
        const box = element.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2];
      };
      const tint = document.querySelector('#grid .tint')!;
      return [middle(tint), middle(document.querySelector('#grid .is-tinted')!)];
    });
    assert.ok(Math.hypot(places[0][0] - places[1][0], places[0][1] - places[1][1]) < 4);
    await page.keyboard.press('Space');
    await page.keyboard.press('8');
    await labeled(page, 1, 1, /3 blue, 8 pink/);
    for (const left of [/candidates 1 3 6 8, colored/, /candidates 1 3 6 8$/]) {
      await page.keyboard.press('Backspace');
      await labeled(page, 1, 1, left);
    }
    await page.keyboard.press('Escape');
    await nextFrame(page);
    assert.equal(await count(page, '.app.tool'), 0);
    await page.keyboard.press('4');
    await labeled(page, 1, 1, /color sand$/);
  });
});

test('candidates are colored by touch', async () => {
  await play(
    at(EASY),
    async (page) => {
      const before = await page.locator('.pad').boundingBox();
      const color = page.locator('.mode-color');
      await color.tap();
      await color.tap();
      await page.locator('[data-digit="9"]').tap();
      await tapAt(page, await candidate(page, 1, 2, 9));
      await labeled(page, 1, 2, /colored: 9 teal/);
      assert.deepEqual(await page.locator('.pad').boundingBox(), before, 'the pad does not grow');
      await color.tap();
      await page.locator('.app:not(.tool)').waitFor();
    },
    PHONE,
  );
});

test('links are drawn and removed by mouse', async () => {
  await play(at(EASY), async (page) => {
    await start(page, 'link');
    const [a, b] = [await candidate(page, 1, 1, 3), await candidate(page, 2, 1, 3)];
    await drag(page, a, b);
    await labeled(page, 1, 1, /strong link from 3 to 3 in r2c1/);
    await labeled(page, 2, 1, /strong link from 3 to 3 in r1c1/);
    assert.equal(await count(page, '#grid .own .link.strong'), 1);
    await button(page, 'Weak link').click();
    await page.mouse.click(...a);
    await nextFrame(page);
    assert.equal(await count(page, '.node-ring'), 1);
    await page.mouse.click(...b);
    await labeled(page, 1, 1, /weak link from 3/);
    assert.equal(await count(page, '#grid .own .link.weak'), 1);
    await reload(page);
    await labeled(page, 1, 1, /weak link from 3/);
    await page.keyboard.press('l');
    await waitAnnounced(page, /^Drag between/);
    await button(page, 'Weak link').click();
    await drag(page, b, a);
    await labeled(page, 1, 1, /empty, candidates [\d ]+$/);
    await page.keyboard.press('Control+z');
    await nextFrame(page);
    assert.equal(await count(page, '#grid .own .link'), 1);
    await button(page, 'Clear').click();
    await nextFrame(page);
    assert.equal(await count(page, '#grid .own .link'), 0);
    await button(page, 'Done').click();
    await page.locator('.app:not(.tool)').waitFor();
  });
});

test('links are drawn by keyboard and by touch', async () => {
  await play(at(EASY), async (page) => {
    await press(page, 1, 1);
    await page.keyboard.press('l');
    await waitAnnounced(page, /^Drag between/);
    await page.keyboard.press('8');
    await waitAnnounced(page, /^Link from 8 in r1c1$/);
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('8');
    await waitAnnounced(page, /^Drawn: weak link from 8 in r1c1 to 8 in r1c2$/);
    await page.keyboard.press('8');
    await page.keyboard.press('Escape');
    await nextFrame(page);
    assert.equal(await count(page, '.node-ring'), 0);
    assert.equal(await count(page, '.app.tool-link'), 1, 'Escape first ends the link');
    await page.keyboard.press('Shift+Digit3');
    await labeled(page, 1, 2, /corner 3/);
  });
  await play(
    at(EASY),
    async (page) => {
      await start(page, 'link');
      const [a, b] = [await candidate(page, 1, 1, 3), await candidate(page, 1, 3, 3)];
      await tapAt(page, a);
      await tapAt(page, b);
      await labeled(page, 1, 1, /strong link from 3 to 3 in r1c3/);
      await touchDrag(page, [a, b]);
      await nextFrame(page);
      assert.equal(await count(page, '#grid .own .link'), 0);
    },
    PHONE,
  );
});

test('the pen draws and erases by mouse', async () => {
  await play(at(EASY), async (page) => {
    await start(page, 'pen');
    const middle = (row: number, column: number) => candidate(page, row, column, 5);
    const [first, second, third] = [await middle(4, 1), await middle(4, 3), await middle(5, 4)];
    await drag(page, first, second, third);
    await labeled(page, 4, 2, /pen: line left, line right/);
    await labeled(page, 5, 4, /pen: line above left/);
    await page.keyboard.press('Control+z');
    await labeled(page, 4, 2, /empty$/);
    await page.keyboard.press('Control+y');
    await drag(page, first, second);
    await labeled(page, 4, 2, /empty$/);
    await labeled(page, 5, 4, /pen: line above left/);
    await button(page, 'Borders').click();
    const [x, y] = await middle(1, 1);
    const width = (await middle(1, 2))[0] - x;
    const corner = (row: number, column: number): [number, number] => [
      x + (column - 0.5) * width,
      y + (row - 0.5) * width,
    ];
    await drag(page, corner(1, 1), corner(1, 3));
    await labeled(page, 1, 2, /pen: border below/);
    await labeled(page, 2, 3, /pen: border above/);
    await page.mouse.click(x + width * 0.46, y);
    await labeled(page, 1, 1, /pen: border right/);
    await button(page, 'Crosses').click();
    await page.mouse.click(...(await middle(6, 6)));
    await labeled(page, 6, 6, /pen: cross$/);
    await button(page, 'Dots').click();
    await page.mouse.click(...(await middle(6, 6)));
    await page.mouse.click(x + width / 2, y + 8 * width);
    await labeled(page, 6, 6, /pen: dot$/);
    await labeled(page, 9, 1, /pen: dot right$/);
    await reload(page);
    await labeled(page, 6, 6, /pen: dot$/);
    await menu(page, 'clear-pen');
    await nextFrame(page);
    assert.equal(await count(page, '#grid .pen'), 0);
  });
});

test('the pen draws by keyboard and by touch', async () => {
  await play(at(EASY), async (page) => {
    await press(page, 4, 1);
    await page.keyboard.press('n');
    await waitAnnounced(page, /^Drag to draw/);
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowDown');
    await labeled(page, 4, 2, /pen: line left, line below/);
    await page.keyboard.press('Shift+ArrowUp');
    await labeled(page, 4, 2, /pen: line left$/);
    await page.keyboard.press('2');
    await waitAnnounced(page, /^Borders$/);
    await page.keyboard.press('Shift+ArrowUp');
    await labeled(page, 4, 2, /line left, border above$/);
    await page.keyboard.press('Enter');
    await labeled(page, 4, 2, /pen: cross, /);
    await page.keyboard.press('Enter');
    await labeled(page, 4, 2, /pen: line left, border above$/);
    await page.keyboard.press('Escape');
    await page.locator('.app:not(.tool)').waitFor();
  });
  await play(
    at(EASY),
    async (page) => {
      await start(page, 'pen');
      const way = [await candidate(page, 4, 1, 5), await candidate(page, 4, 3, 5)];
      await touchDrag(page, way);
      await labeled(page, 4, 2, /pen: line left, line right/);
      await touchDrag(page, way);
      await labeled(page, 4, 2, /empty$/);
      // A tap right after a drag is no click.
      const dot = page.locator('[data-tool=dot]');
      while ((await dot.getAttribute('aria-pressed')) !== 'true') await dot.tap();
      await tapAt(page, await candidate(page, 4, 2, 5));
      await labeled(page, 4, 2, /pen: dot$/);
    },
    PHONE,
  );
});

test('the pen has colors, by mouse, keys and touch', async () => {
  const colored = (page: Page, color: number) => count(page, `#grid .pen-line.pen-color-${color}`);
  await play(at(EASY), async (page) => {
    await start(page, 'pen');
    const way = [await candidate(page, 4, 1, 5), await candidate(page, 4, 3, 5)] as const;
    await drag(page, ...way);
    await button(page, 'green').click();
    await drag(page, ...way);
    await labeled(page, 4, 2, /pen: line left \(green\), line right \(green\)/);
    assert.deepEqual([await colored(page, 0), await colored(page, 1)], [0, 1]);
    await page.keyboard.press('Control+z');
    await labeled(page, 4, 2, /pen: line left, line right/);
    await page.keyboard.press('Control+y');
    await page.locator('[role=row]:nth-child(4) [role=gridcell]:nth-child(3)').focus();
    await page.keyboard.press('8');
    await waitAnnounced(page, /^violet$/);
    await page.keyboard.press('Shift+ArrowDown');
    await labeled(page, 4, 3, /pen: line left \(green\), line below \(violet\)/);
    const [green, violet] = await page
      .locator('#grid .pen')
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).stroke));
    assert.notEqual(green, violet);
    await reload(page);
    await labeled(page, 4, 3, /pen: line left \(green\), line below \(violet\)/);
  });
  await play(
    at(EASY),
    async (page) => {
      await start(page, 'pen');
      const teal = page.locator('[data-tool=color-4]');
      while ((await teal.getAttribute('aria-pressed')) !== 'true') await teal.tap();
      await touchDrag(page, [await candidate(page, 4, 1, 5), await candidate(page, 4, 3, 5)]);
      await labeled(page, 4, 2, /pen: line left \(teal\), line right \(teal\)/);
    },
    PHONE,
  );
});

test('pairs are highlighted: two candidates, and two digits', async () => {
  await play(at(EASY), async (page) => {
    await page.keyboard.press('g');
    await page.keyboard.press('g');
    await waitAnnounced(page, /two candidates$/);
    const bivalue = await count(page, '.fits');
    assert.ok(bivalue > 0 && bivalue < 40, `${bivalue}`);
    await page.keyboard.press('g');
    await waitAnnounced(page, /^Highlight off$/);
    for (const key of ['g', 'Shift+Digit3', '2']) await page.keyboard.press(key);
    await waitAnnounced(page, /^Highlighting cells for 3 and 2$/);
    const both = await count(page, '.fits');
    const pairs = await count(page, '.fits.is-pair');
    assert.ok(pairs > 0 && pairs < both);
    assert.equal(await count(page, '.key.is-lit'), 2);
    await page.keyboard.press('Escape');
    await nextFrame(page);
    assert.equal(await count(page, '.fits'), 0);
    // The same with the pad, one digit after the other.
    for (const digit of [3, 2]) {
      await button(page, 'Highlight').click();
      await page.locator(`[data-digit="${digit}"]`).click();
    }
    await nextFrame(page);
    assert.equal(await count(page, '.fits'), both);
    await button(page, 'Highlight').click();
    await nextFrame(page);
    assert.equal(await count(page, '.fits'), 0);
    await menu(page, 'pairs');
    await nextFrame(page);
    assert.equal(await count(page, '.fits'), bivalue);
  });
});

/** Enters a digit, a mark, and a digit that is undone. */
async function someMoves(page: Page): Promise<void> {
  await press(page, 1, 1);
  await page.keyboard.press('1');
  await press(page, 1, 2);
  await page.keyboard.press('Shift+Digit8');
  await page.keyboard.press('3');
  await page.keyboard.press('Control+z');
  await nextFrame(page);
}

test('a game is replayed by keyboard, and a reload keeps its moves', async () => {
  await play(at(EASY), async (page) => {
    await page.keyboard.press('r');
    await waitAnnounced(page, /^No moves to replay$/);
    await someMoves(page);
    await reload(page);
    await press(page, 1, 3);
    await page.keyboard.press('Control+Digit6');
    await page.keyboard.press('r');
    await page.locator('.replay-slider').waitFor();
    await page.keyboard.press('Home');
    await labeled(page, 1, 1, /empty$/);
    const steps: [RegExp, string][] = [
      [/1, 1$|box 1, 1$/, '1 in r1c1'],
      [/corner 8$/, 'Corner 8 in r1c2'],
      [/box 1, 3$/, '3 in r1c2'],
      [/corner 8$/, 'Undone'],
      [/center 6$/, 'Center 6 in r1c3'],
    ];
    for (const [n, [label, text]] of steps.entries()) {
      await page.keyboard.press('ArrowRight');
      await labeled(page, 1, [1, 2, 2, 2, 3][n], label);
      assert.equal(await announced(page), `Move ${n + 1} of 5. ${text}`);
    }
    await page.keyboard.press('ArrowLeft');
    await labeled(page, 1, 3, /empty$/);
    await page.keyboard.press('9');
    await page.keyboard.press('Escape');
    await page.locator('.replay').waitFor({ state: 'hidden' });
    await labeled(page, 1, 3, /center 6$/);
    await labeled(page, 1, 2, /corner 8$/);
  });
});

test('a replay plays, pauses and goes anywhere with its controls', async () => {
  await play(at(EASY), async (page) => {
    await someMoves(page);
    await menu(page, 'replay');
    const slider = page.locator('.replay-slider');
    await slider.waitFor();
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('.replay-slider')?.value === '4',
    );
    await page.locator('.replay').getByText('Play', { exact: true }).waitFor();
    await button(page, 'First').click();
    await labeled(page, 1, 1, /empty$/);
    await slider.focus();
    await page.keyboard.press('ArrowRight');
    await labeled(page, 1, 1, /box 1, 1$/);
    assert.match((await slider.getAttribute('aria-valuetext')) ?? '', /^Move 1 of 4, .*1 in r1c1$/);
    await page.getByLabel('Speed').selectOption('25');
    await page.locator('[data-replay=toggle]').click();
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('.replay-slider')?.value === '4',
    );
    // The game itself did not change.
    await button(page, 'Back to the game').click();
    await page.keyboard.press('Control+z');
    await labeled(page, 1, 2, /empty$/);
  });
});

test('a solved game is replayed from its finish and from the library', async () => {
  await play(at(FOUR), async (page) => {
    const solution = '4132321423411423'.split('');
    const open = [...FOUR].flatMap((digit, n) => (digit === '.' ? [n] : []));
    for (const n of open) {
      await press(page, Math.floor(n / 4) + 1, (n % 4) + 1);
      await page.keyboard.press(solution[n]);
    }
    await button(page, 'Replay').click();
    await page.locator('.replay-slider').waitFor();
    assert.equal(await page.locator('.replay-slider').getAttribute('max'), String(open.length));
    await button(page, 'Back to the game').click();
    await page.locator('.fin h2').waitFor();
    await stored(page);
    await page.evaluate(() => (location.hash = '#/library'));
    await page.getByRole('button', { name: /^Replay / }).click();
    await page.locator('.replay-slider').waitFor();
    assert.equal(await page.locator('.replay-slider').getAttribute('max'), String(open.length));
  });
});

// look.test.ts checks the light and dark themes.
test('axe-core finds no problem with the tools open, in high contrast', async () => {
  await play(at(EASY), async (page) => {
    const check = async (where: string) => {
      await nextFrame(page);
      await settled(page);
      assert.deepEqual(await violations(page), [], where);
    };
    await page.evaluate(() =>
      localStorage.setItem('ndoku.settings', JSON.stringify({ theme: 'contrast' })),
    );
    await reload(page);
    for (const tool of ['paint', 'link', 'pen'] as const) {
      await start(page, tool);
      await check(tool);
    }
    await button(page, 'More').click();
    await page.locator('dialog[open]').waitFor();
    await check('more tools');
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await page.locator('.app:not(.tool)').waitFor();
    await someMoves(page);
    await menu(page, 'replay');
    await page.locator('.replay-slider').waitFor();
    await check('replay');
  });
});
