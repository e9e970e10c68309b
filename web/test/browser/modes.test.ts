// Tools, Highlight, pause, replay and hints at the same time, and what ends what.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { at, browser, button, menu, openTab, openTools, play } from './play.ts';
import { candidate, fingers } from './pointer.ts';
import { EASY, FOUR } from './puzzles.ts';
import { cell, nextFrame, open, paste, press, waitAnnounced } from './setup.ts';

const count = (page: Page, selector: string) => page.locator(selector).count();

/** Waits until the label of a cell matches. */
async function labeled(page: Page, row: number, column: number, label: RegExp): Promise<void> {
  await nextFrame(page);
  assert.match(await cell(page, row, column), label);
}

/** Presses keys in turn. */
async function type(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Presses keys with no time in between, however slow the machine is. */
const typeAtOnce = (page: Page, ...keys: string[]): Promise<void> =>
  page.evaluate((all) => {
    for (const key of all)
      document.activeElement!.dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
      );
  }, keys);

type Answer = (how: 'send' | 'fail') => Promise<void>;

/** Opens the page without the files of this name, until the given function decides about them. */
async function withoutFile(
  name: RegExp,
  run: (page: Page & { consoleErrors: string[] }, answer: Answer) => Promise<void>,
): Promise<void> {
  const waiting: Route[] = [];
  let decided: 'send' | 'fail' | null = null;
  const settle = (route: Route) => (decided === 'send' ? route.continue() : route.abort());
  const page = await open(browser, at(EASY), { serviceWorkers: 'block' }, (fresh) =>
    fresh.route(name, (route) => (decided ? settle(route) : void waiting.push(route))),
  );
  await run(page, async (how) => {
    for (const deadline = Date.now() + 20_000; waiting.length === 0;) {
      assert.ok(Date.now() < deadline, `no request for ${name}`);
      await page.waitForTimeout(20);
    }
    decided = how;
    await Promise.all(waiting.map(settle));
  });
  await page.context().close();
}

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const TOOLS = /assets\/tools-.*\.js/;

test('a digit after Highlight is for Highlight, also while a tool is on', async () => {
  await play(at(EASY), async (page) => {
    await press(page, 1, 1);
    for (const [key, tool] of [
      ['l', /^Drag between/],
      ['n', /^Drag to draw/],
    ] as const) {
      await type(page, key);
      await waitAnnounced(page, tool);
      await type(page, 'g');
      await waitAnnounced(page, /^Choose a digit/);
      assert.equal(await count(page, '.app.tool'), 0, 'the pad has digits again');
      await page.locator('[data-digit="5"]').click();
      await waitAnnounced(page, /^Highlighting cells for 5$/);
      await type(page, 'Escape');
      await waitAnnounced(page, /^Highlight off$/);
    }
    await menu(page, 'paint');
    await waitAnnounced(page, /^Choose a color/);
    await type(page, 'g', '3');
    await waitAnnounced(page, /^Highlighting cells for 3$/);
    assert.equal(await count(page, '#grid .tint'), 0);
    await type(page, 'g', 'Escape');
    await waitAnnounced(page, /^Highlight off$/);
    assert.equal(await count(page, '.app.tool-paint'), 1, 'Escape ends Highlight before the tool');
    await type(page, '3');
    await labeled(page, 1, 1, /colored: 3 green$/);
    // A tool ends the choice of a digit.
    await type(page, 'g', 'l');
    await waitAnnounced(page, /^Drag between/);
    await type(page, '3');
    await waitAnnounced(page, /^Link from 3 in r1c1$/);
  });
});

test('two keys are a number in the tools, too', async () => {
  const rows = Array.from({ length: 16 }, (_, row) =>
    Array.from({ length: 16 }, (__, column) => (row === 15 && column < 9 ? column + 1 : '.')).join(
      ' ',
    ),
  );
  await play(at(rows.join('\n'), '&symbols=dec'), async (page) => {
    // Later, the verdict would replace another announcement.
    await waitAnnounced(page, /^The puzzle has more than one solution/);
    await press(page, 1, 12);
    await type(page, 'l');
    await waitAnnounced(page, /^Drag between/);
    await typeAtOnce(page, '1', '0');
    await waitAnnounced(page, /^Link from 10 in r1c12$/);
    await type(page, 'ArrowRight');
    await typeAtOnce(page, '1', '0');
    await waitAnnounced(page, /^Drawn: strong link from 10 in r1c12 to 10 in r1c13$/);
    await labeled(page, 1, 12, /, strong link from 10 to 10 in r1c13$/);
    await typeAtOnce(page, '1', '1');
    await waitAnnounced(page, /^Link from 11 in r1c13$/);
    await type(page, 'Escape');
    await menu(page, 'paint');
    await waitAnnounced(page, /^Choose a color/);
    await typeAtOnce(page, '1', '2');
    await labeled(page, 1, 13, /colored: 12 green, /);
    await type(page, 'Control+z');
    await labeled(page, 1, 13, /16, strong link from 10 to 10 in r1c12$/);
    // Alone, the key clears as usual.
    await type(page, '0');
    await labeled(page, 1, 13, /16$/);
  });
});

test('a pause, a path and a replay turn off what changes the hidden game', async () => {
  await play(at(EASY), async (page) => {
    const drawing = ['paint', 'link', 'pen', 'pairs', 'clear-colors', 'clear-pen'];
    const isOff = async (names: string[], where: string) => {
      for (const name of names)
        assert.ok(await page.locator(`dialog [data-menu=${name}]`).isDisabled(), where + name);
      await type(page, 'Escape');
      await page.locator('dialog').waitFor({ state: 'detached' });
    };
    const check = async (where: string) => {
      await page.locator('[data-menu=menu]').click();
      await isOff(['restart', 'fill'], where);
      if ((await page.locator('.pad[inert]').count()) === 0) {
        await openTools(page);
        await isOff(drawing, where);
      }
      await page.locator('.top [data-menu=settings]').click();
      for (const name of ['Use center marks as', 'Clear colors', 'Restart'])
        assert.ok(await page.getByRole('button', { name }).isDisabled(), where + name);
      await type(page, 'Escape');
      await page.locator('dialog').waitFor({ state: 'detached' });
    };
    await press(page, 1, 1);
    await type(page, '1', 'g', '5');
    await waitAnnounced(page, /^Highlighting/);
    assert.ok((await count(page, '.fits')) > 0);
    await type(page, 'p');
    await check('a pause: ');
    await button(page, 'Resume').first().click();
    await openTab(page, 'Path');
    await button(page, 'Find solution path').click();
    await page.locator('.steps li').first().waitFor();
    await check('a path: ');
    await button(page, 'Back to the game').click();
    await page.locator('.app:not(.path)').waitFor();
    await type(page, 'r');
    await page.locator('.replay-slider').waitFor();
    await nextFrame(page);
    assert.equal(await count(page, '.fits'), 0, 'the replay has no highlight of the game');
    await check('a replay: ');
    await type(page, 'Escape');
    await page.locator('.replay').waitFor({ state: 'hidden' });
    assert.ok((await count(page, '.fits')) > 0);
    await labeled(page, 1, 1, /, 1$/);
  });
});

test('a tool does not start in a game that was paused while the tool loaded', async () => {
  await withoutFile(TOOLS, async (page, answer) => {
    await type(page, 'l', 'p');
    await page.locator('.curtain:not([hidden])').waitFor();
    await answer('send');
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => /\/tools-/.test(name)),
    );
    await nextFrame(page);
    await button(page, 'Resume').first().click();
    await nextFrame(page);
    assert.equal(await count(page, '.app.tool'), 0);
    assert.deepEqual(page.consoleErrors, []);
  });
});

test('a file that cannot be loaded is reported', async () => {
  await withoutFile(TOOLS, async (page, answer) => {
    await type(page, 'l');
    await answer('fail');
    await waitAnnounced(page, /^Error: /);
    assert.ok(!page.consoleErrors.some((text) => /TypeError/.test(text)), 'no unhandled error');
  });
  await withoutFile(/assets\/parts-.*\.js/, async (page, answer) => {
    await press(page, 1, 1);
    await page.evaluate(() => (location.hash = '#/library'));
    await answer('fail');
    await waitAnnounced(page, /^Error: /);
    assert.ok(!page.consoleErrors.some((text) => /TypeError/.test(text)), 'no unhandled error');
    await press(page, 1, 1);
    await type(page, '1');
    await labeled(page, 1, 1, /, 1$/);
  });
  await withoutFile(/assets\/replay-.*\.js/, async (page, answer) => {
    await press(page, 1, 1);
    await type(page, '1', 'r');
    await answer('fail');
    await waitAnnounced(page, /^Error: /);
    assert.ok(!page.consoleErrors.some((text) => /TypeError/.test(text)), 'no unhandled error');
    await labeled(page, 1, 1, /, 1$/);
    assert.equal(await count(page, '.app.replaying'), 0);
  });
});

test('a hint that arrives during a replay is not shown', async () => {
  await withoutFile(/full.*\.wasm/, async (page, answer) => {
    await press(page, 1, 1);
    await type(page, '1', 'h', 'r');
    await page.locator('.replay-slider').waitFor();
    await page.locator('.busy:not([hidden])').waitFor();
    await answer('send');
    await page.locator('.busy').waitFor({ state: 'hidden' });
    await nextFrame(page);
    assert.equal(await count(page, '.house.look, .veil, .drawing .sign'), 0);
    await type(page, 'Escape');
    await page.locator('.replay').waitFor({ state: 'hidden' });
    assert.equal(await count(page, '.hint .hint-progress'), 0);
  });
});

test('a solution that arrives in a pause is not shown', async () => {
  await withoutFile(/full.*\.wasm/, async (page, answer) => {
    await press(page, 1, 1);
    await type(page, 'Control+Shift+Enter');
    await page.locator('[data-go]').click();
    await page.locator('.busy:not([hidden])').waitFor();
    await type(page, 'p');
    await page.locator('.curtain:not([hidden])').waitFor();
    await answer('send');
    await page.locator('.busy').waitFor({ state: 'hidden' });
    await button(page, 'Resume').first().click();
    await nextFrame(page);
    await labeled(page, 1, 1, /empty$/);
  });
});

test('a pause right after the last digit does not hide the finish', async () => {
  await play(at(FOUR), async (page) => {
    const solution = '4132321423411423';
    const open = [...FOUR].flatMap((digit, n) => (digit === '.' ? [n] : []));
    for (const n of open) {
      await press(page, Math.floor(n / 4) + 1, (n % 4) + 1);
      if (n !== open.at(-1)) await type(page, solution[n]);
    }
    await typeAtOnce(page, solution[open.at(-1)!], 'p');
    await page.locator('.fin h2').waitFor();
    assert.equal(await count(page, '.curtain:not([hidden])'), 0);
  });
});

test('another puzzle has the mode before the tool', async () => {
  await play(at(EASY), async (page) => {
    await menu(page, 'paint');
    await page.locator('.app.tool-paint').waitFor();
    await paste(page, FOUR);
    await page.waitForSelector('#grid[data-size="4"]');
    await press(page, 1, 1);
    await type(page, '1');
    await labeled(page, 1, 1, /box 1, 1/);
  });
});

test('only the first finger draws', async () => {
  await play(
    at(EASY),
    async (page) => {
      await menu(page, 'pen');
      await page.locator('.app.tool-pen').waitFor();
      const middle = (row: number, column: number) => candidate(page, row, column, 5);
      const [first, second, third] = [await middle(4, 1), await middle(4, 2), await middle(4, 3)];
      const other = [await middle(8, 8), await middle(8, 9)];
      await fingers(page, [
        [first],
        [second],
        [second, other[0]],
        [second, other[1]],
        [third, other[1]],
        [third],
        [],
      ]);
      await labeled(page, 4, 2, /pen: line left, line right$/);
      for (const [row, column] of [
        [5, 3],
        [6, 5],
        [7, 7],
        [8, 8],
        [8, 9],
      ])
        assert.match(await cell(page, row, column), /empty$|\d$/, `r${row}c${column}`);
    },
    PHONE,
  );
});

test('only the first finger selects', async () => {
  await play(
    at(EASY),
    async (page) => {
      const middle = (row: number, column: number) => candidate(page, row, column, 5);
      const way = [await middle(4, 1), await middle(4, 2), await middle(4, 3)];
      const other = [await middle(8, 8), await middle(8, 9)];
      await fingers(page, [
        [way[0]],
        [way[1]],
        [way[1], other[0]],
        [way[1], other[1]],
        [way[2], other[1]],
        [way[2]],
        [],
      ]);
      await nextFrame(page);
      const selected = await page
        .locator('#grid [aria-selected=true]')
        .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')!.slice(0, 14)));
      assert.deepEqual(selected, ['row 4 column 1', 'row 4 column 2', 'row 4 column 3']);
    },
    PHONE,
  );
});

test('slanted lines are drawn with the keyboard', async () => {
  await play(at(EASY), async (page) => {
    await press(page, 4, 1);
    await type(page, 'n');
    await waitAnnounced(page, /^Drag to draw/);
    await type(page, 'Shift+Alt+ArrowRight', 'Shift+Alt+ArrowUp');
    await labeled(page, 4, 1, /pen: line below right$/);
    await labeled(page, 5, 2, /pen: line above left, line above right$/);
    await labeled(page, 4, 3, /pen: line below left$/);
    await type(page, 'Shift+Alt+ArrowDown', 'Shift+Alt+ArrowLeft');
    await labeled(page, 5, 2, /empty$/);
    await labeled(page, 4, 1, /empty$/);
    await type(page, 'Shift+Alt+ArrowLeft');
    assert.equal(await count(page, '#grid .pen'), 0, 'nothing leaves the grid');
    await type(page, '2', 'Shift+Alt+ArrowRight');
    await nextFrame(page);
    assert.equal(await count(page, '#grid .pen'), 0, 'borders are upright');
  });
});

test('a replay says each position that is chosen, and Escape ends it anywhere', async () => {
  await play(at(EASY), async (page) => {
    await press(page, 1, 1);
    await type(page, '1', 'ArrowRight', 'Shift+Digit8', 'ArrowRight', '6');
    await type(page, 'r');
    await page.locator('.replay-slider').waitFor();
    const says = async (text: string) => {
      await waitAnnounced(page, new RegExp(`^${text}$`));
      assert.equal(await page.locator('[data-replay=toggle]').innerText(), 'Play', 'it stays');
    };
    await says('Move 3 of 3. 6 in r1c3');
    await page.locator('[data-replay=toggle]').click();
    await button(page, 'First').click();
    await says('Move 0 of 3. Start');
    await page.locator('[data-replay=toggle]').click();
    await button(page, 'Last').click();
    await says('Move 3 of 3. 6 in r1c3');
    await page.locator('.replay .steps button').nth(1).click();
    await says('Move 2 of 3. Corner 8 in r1c2');
    await type(page, 'Home');
    await says('Move 0 of 3. Start');
    await type(page, 'End');
    await says('Move 3 of 3. 6 in r1c3');
    for (const control of ['.replay-slider', '.replay select']) {
      await page.locator(control).focus();
      await type(page, 'Escape');
      await page.locator('.replay').waitFor({ state: 'hidden' });
      await type(page, 'r');
      await page.locator('.replay-slider').waitFor();
      await page.waitForFunction(() => document.activeElement?.matches('[data-replay=toggle]'));
    }
  });
});

test('a file that could not be loaded is asked for again', async () => {
  await withoutFile(/assets\/rule-editor-.*\.js/, async (page, answer) => {
    await menu(page, 'edit');
    await answer('fail');
    // The browser may ask twice, to load ahead and to run, so each request fails until the message.
    await page.locator('.msg.bad').waitFor();
    await page.unroute(/assets\/rule-editor-.*\.js/);
    await button(page, 'Rules').click();
    await page.locator('.rule-editor option[value=killer]').waitFor({ state: 'attached' });
  });
});

test('two clicks while the dialogs load open one', async () => {
  await withoutFile(/assets\/dialogs-.*\.js/, async (page, answer) => {
    await button(page, 'Settings').click();
    await button(page, 'Settings').click();
    await answer('send');
    await page.locator('dialog', { hasText: 'Language' }).waitFor();
    await nextFrame(page);
    assert.equal(await count(page, 'dialog'), 1);
  });
});

test('a held mode key ends where its letter has another place, and a held P pauses once', async () => {
  await play(at(EASY), async (page) => {
    const send = (type: 'keydown' | 'keyup', key: string, code: string, repeat = false) =>
      page.evaluate(
        ([name, init]) =>
          document.body.dispatchEvent(
            new KeyboardEvent(name, { ...init, bubbles: true, cancelable: true }),
          ),
        [type, { key, code, repeat }] as const,
      );
    const mode = async () => {
      await nextFrame(page);
      return page.locator('[class*=mode-][aria-pressed=true]').getAttribute('class');
    };
    await button(page, 'Center').click();
    // QWERTZ has Z at the place of Y.
    await send('keydown', 'z', 'KeyY');
    assert.equal(await mode(), 'mode mode-digit');
    await page.waitForTimeout(300);
    await send('keyup', 'x', 'KeyX');
    assert.equal(await mode(), 'mode mode-digit', 'another key was released');
    await send('keyup', 'z', 'KeyY');
    assert.equal(await mode(), 'mode mode-center');
    await send('keydown', 'z', 'KeyY');
    await send('keyup', 'Z', 'KeyY');
    assert.equal(await mode(), 'mode mode-digit', 'a tap chooses the mode');
    await send('keydown', 'p', 'KeyP');
    for (let n = 0; n < 3; n++) await send('keydown', 'p', 'KeyP', true);
    await nextFrame(page);
    assert.ok(await page.locator('.curtain').isVisible());
  });
});
