// What a player sees while a game goes on: marks, rules, mistakes, and the end.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { agree, at, button, closeDialog, menu, openTab, play, reveal, url } from './play.ts';
import { EASY, FOUR } from './puzzles.ts';
import { cell, digits, nextFrame, paste, press, ready, waitAnnounced } from './setup.ts';

/** A 4×4 puzzle with one cage. */
const KILLER =
  '{"schema":"ndoku/1","size":4,"box":[2,2],"givens":"................","rules":{"killer":["5: r1c1 r1c2"]}}';

/** An empty grid with a cage of three cells and the sum 24, so 7, 8 and 9. */
const CAGE_OF_24 = `{"schema":"ndoku/1","size":9,"box":[3,3],"givens":"${'.'.repeat(81)}","rules":{"killer":["24: r1c1 r1c2 r1c3"]}}`;

/** Returns what a cell draws above its fills, as `class text`. */
const drawn = (page: Page, at: number, name: string) =>
  page
    .locator('#grid .tops > g')
    .nth(at)
    .locator(name)
    .evaluateAll((all) => all.map((one) => one.textContent ?? ''));

test('own marks stand among the automatic candidates, and none vanishes', async () => {
  await play(at(EASY), async (page) => {
    await press(page, 1, 1);
    for (const key of ['Shift+Digit1', 'Shift+Digit2', 'Control+Digit6', 'Control+Digit8'])
      await page.keyboard.press(key);
    await press(page, 1, 2);
    await page.keyboard.press('Control+Digit9');
    await button(page, 'Auto candidates').click();
    await press(page, 1, 3);
    await page.keyboard.press('Shift+Digit6');
    await nextFrame(page);
    assert.match(await cell(page, 1, 1), /corner 1 2, center 6 8, candidates 1 3 6 8$/);
    assert.match(await cell(page, 1, 3), /corner 6, candidates 1 3 6 8$/);
    assert.deepEqual(await drawn(page, 0, '.mark.own'), ['1', '6', '8', '2']);
    assert.deepEqual(await drawn(page, 0, '.mark.candidate'), ['3']);
    assert.equal((await drawn(page, 0, '.own-bar.is-corner')).length, 2);
    assert.equal((await drawn(page, 0, '.own-bar.is-center')).length, 2);
    assert.deepEqual(await drawn(page, 1, '.mark.own'), ['9']);
    assert.deepEqual(await drawn(page, 2, '.mark.candidate'), ['1', '3', '8']);
  });
});

test('Undo hides automatic candidates again, and leaves the move before', async () => {
  await play(at(EASY), async (page) => {
    const auto = button(page, 'Auto candidates');
    const isOn = () => auto.getAttribute('aria-pressed');
    await auto.click();
    await waitAnnounced(page, /^Candidates are shown\.$/);
    await page.keyboard.press('Control+z');
    await nextFrame(page);
    assert.equal(await isOn(), 'false');
    assert.ok(await button(page, 'Undo').isDisabled());
    await press(page, 1, 1);
    await page.keyboard.press('Shift+Digit1');
    await auto.click();
    await waitAnnounced(page, /^Candidates are shown. Yours have a bar/);
    await button(page, 'Undo').click();
    await nextFrame(page);
    assert.equal(await isOn(), 'false');
    assert.match(await cell(page, 1, 1), /corner 1/);
    await auto.click();
    await press(page, 1, 2);
    await page.keyboard.press('9');
    await page.keyboard.press('Control+z');
    await nextFrame(page);
    assert.equal(await isOn(), 'true', 'a move came after the switch');
    await page.keyboard.press('Control+z');
    await nextFrame(page);
    assert.equal(await isOn(), 'true');
    assert.doesNotMatch(await cell(page, 1, 1), /corner 1/);
  });
});

test('another puzzle hides automatic candidates, except for a player who always wants them', async () => {
  await play(at(EASY), async (page) => {
    const isOn = () => button(page, 'Auto candidates').getAttribute('aria-pressed');
    const other = async (puzzle: string, size: number) => {
      await paste(page, puzzle);
      await page.waitForSelector(`#grid[data-size="${size}"]`);
      await nextFrame(page);
    };
    await button(page, 'Auto candidates').click();
    await page.reload();
    await ready(page);
    assert.equal(await isOn(), 'true', 'the same puzzle');
    await press(page, 1, 1);
    await page.keyboard.press('Control+Digit3');
    await other(FOUR, 4);
    assert.equal(await isOn(), 'false');
    await page.goBack();
    await page.waitForSelector('#grid[data-size="9"]');
    await nextFrame(page);
    assert.equal(await isOn(), 'true', 'a removed candidate is part of the game');
    await page.locator('.top [data-menu=settings]').click();
    await page.getByLabel('Show candidates from the start of each puzzle').check();
    await closeDialog(page);
    await other(FOUR, 4);
    assert.equal(await isOn(), 'true');
  });
});

test('Highlight fills only cells that can show the digit', async () => {
  await play(at(EASY), async (page) => {
    await press(page, 1, 1);
    await page.keyboard.press('Control+Digit1');
    await page.keyboard.press('Control+Digit3');
    await page.keyboard.press('g');
    await page.keyboard.press('6');
    await nextFrame(page);
    const fits = page.locator('#grid .drawing g[transform="translate(0 0)"] .fits');
    assert.equal(await fits.count(), 0, 'its center marks exclude the digit');
    await button(page, 'Auto candidates').click();
    await nextFrame(page);
    assert.equal(await fits.count(), 1);
    assert.ok((await drawn(page, 0, '.mark')).includes('6'), 'the digit is visible');
  });
});

test('the legend of rules belongs to the puzzle that is open', async () => {
  await play(at(EASY), async (page) => {
    await paste(page, KILLER);
    await page.waitForSelector('#grid[data-size="4"] .rule-cage');
    const legend = page.locator('.rest .rule-legend');
    await legend.waitFor();
    assert.match((await legend.textContent()) ?? '', /killer/i);
    const dashes = await legend
      .locator('.rule-cage')
      .evaluate((one) => getComputedStyle(one).strokeDasharray);
    assert.match(dashes, /^20/);
    await paste(page, EASY);
    await page.waitForSelector('#grid[data-size="9"]');
    await nextFrame(page);
    assert.equal(await legend.count(), 0);
  });
});

test('candidates and signs stand below the sum of a cage', async () => {
  await play(at(EASY), async (page) => {
    await paste(page, KILLER);
    await page.waitForSelector('#grid[data-size="4"] .rule-sum');
    await button(page, 'Auto candidates').click();
    await nextFrame(page);
    const bottom = await page.locator('#grid .rule-sum').evaluate((one) => {
      const { y, height } = (one as SVGGraphicsElement).getBBox();
      return y + height;
    });
    const first = await page
      .locator('#grid .tops > g .mark')
      .first()
      .evaluate((one) => Number(one.getAttribute('y')));
    const step = (72 / 2) * 0.46;
    assert.ok(first - step >= bottom - 7, `${first} below ${bottom}`);
  });
});

test('undo goes on after a reload', async () => {
  await play(at(EASY), async (page) => {
    await press(page, 1, 1);
    await page.keyboard.press('1');
    await press(page, 1, 2);
    await page.keyboard.press('9');
    await page.waitForFunction(() => localStorage.getItem('ndoku.games')?.includes('"moves"'));
    await page.waitForFunction(() => location.hash.includes('&s='));
    await page.waitForTimeout(700);
    await page.reload();
    await ready(page);
    assert.match(await cell(page, 1, 2), /, 9$/);
    await page.keyboard.press('Control+z');
    await nextFrame(page);
    assert.match(await cell(page, 1, 2), /, empty$/);
    assert.match(await cell(page, 1, 1), /, 1$/);
    assert.ok(await button(page, 'Undo').isEnabled());
    assert.ok(await button(page, 'Redo').isEnabled());
  });
});

test('a move right before a reload or the end of the window is kept', async () => {
  await play(at(EASY), async (page) => {
    await press(page, 1, 1);
    await page.keyboard.press('1');
    // Its address is written. That of the next move is not.
    await page.waitForFunction(() => location.hash.includes('&s='));
    await press(page, 1, 2);
    await page.keyboard.press('9');
    await page.reload();
    await ready(page);
    assert.match(await cell(page, 1, 2), /, 9$/);
    await press(page, 1, 3);
    await page.keyboard.press('8');
    const next = await page.context().newPage();
    await page.close({ runBeforeUnload: true });
    await next.goto(url);
    await ready(next);
    assert.match(await cell(next, 1, 3), /, 8$/);
    await next.keyboard.press('Control+z');
    await nextFrame(next);
    assert.match(await cell(next, 1, 3), /, empty$/, 'with its history');
    assert.match(await cell(next, 1, 2), /, 9$/);
  });
});

test('wrong entries are marked by Check and by the hint, until they change', async () => {
  await play(at(EASY), async (page) => {
    await press(page, 1, 1);
    await page.keyboard.press('3');
    await nextFrame(page);
    assert.match(await cell(page, 1, 1), /, 3$/);
    await button(page, 'Check').first().click();
    await waitAnnounced(page, /^1 digit is wrong/);
    await nextFrame(page);
    assert.match(await cell(page, 1, 1), /, 3, wrong$/);
    assert.deepEqual(await drawn(page, 0, '.digit.is-bad'), ['3']);
    await openTab(page, 'Hint');
    await page.locator('.hint .plain').waitFor();
    assert.match((await page.locator('.hint .cbody').textContent()) ?? '', /^1 entry is wrong:/);
    assert.match(await cell(page, 1, 1), /, 3, wrong$/);
    await press(page, 1, 1);
    await page.keyboard.press('1');
    await nextFrame(page);
    assert.match(await cell(page, 1, 1), /, 1$/);
  });
});

test('a restart is asked for, and undo brings the entries and the time back', async () => {
  await play(at(EASY), async (page) => {
    await press(page, 1, 1);
    await page.keyboard.press('1');
    await page.waitForFunction(() =>
      /0:0[2-9]/.test(document.querySelector('.time')?.textContent ?? ''),
    );
    await menu(page, 'restart');
    await button(page, 'Cancel').click();
    await nextFrame(page);
    assert.match(await cell(page, 1, 1), /, 1$/);
    await menu(page, 'restart');
    await page.locator('dialog [data-go]').click();
    await waitAnnounced(page, /^Puzzle restarted/);
    await nextFrame(page);
    assert.match(await cell(page, 1, 1), /, empty$/);
    assert.match((await page.locator('.time').textContent()) ?? '', /0:0[01]/);
    await page.keyboard.press('Control+z');
    await nextFrame(page);
    assert.match(await cell(page, 1, 1), /, 1$/);
    assert.match((await page.locator('.time').textContent()) ?? '', /0:0[2-9]/);
    await menu(page, 'restart');
    await page.locator('dialog [data-go]').click();
    await page.waitForFunction(() => localStorage.getItem('ndoku.games')?.includes('"restarts"'));
    await page.reload();
    await ready(page);
    assert.match(await cell(page, 1, 1), /, empty$/);
    assert.match((await page.locator('.time').textContent()) ?? '', /0:0[01]/);
    await page.keyboard.press('Control+z');
    await nextFrame(page);
    assert.match(await cell(page, 1, 1), /, 1$/, 'also after a reload');
    assert.match((await page.locator('.time').textContent()) ?? '', /0:0[2-9]|0:1/);
  });
});

test('a solved game goes on when a digit is changed', async () => {
  await play(at(FOUR), async (page) => {
    await menu(page, 'solution');
    await page.locator('dialog [data-go]').click();
    await button(page, 'Fill in').click();
    await waitAnnounced(page, /^Solution filled in/);
    await page.locator('.place.is-done').waitFor();
    await press(page, 1, FOUR.indexOf('.') + 1);
    await page.keyboard.press('Delete');
    await page.locator('.place.is-done').waitFor({ state: 'detached' });
  });
});

test('a solution that was filled in is not a solved puzzle', async () => {
  await play(at(EASY), async (page) => {
    await menu(page, 'solution');
    assert.equal(await page.locator('.digit.shown').count(), 0, 'it asks first');
    await page.locator('dialog [data-go]').click();
    await button(page, 'Fill in').click();
    await waitAnnounced(page, /^Solution filled in/);
    const stored = () =>
      page.waitForFunction(() => {
        const games = JSON.parse(localStorage.getItem('ndoku.games') ?? '{}') as object;
        const [game] = Object.values(games) as { done: boolean; filledIn?: boolean }[];
        return game?.filledIn === true && !game.done;
      });
    await stored();
    await page.reload();
    await ready(page);
    await page.evaluate(() => (location.hash = '#/home'));
    const card = page.locator('.home .card', { has: page.locator('.cont') });
    await card.waitFor();
    assert.match((await card.textContent()) ?? '', /Last played.*filled in.*Look at it/);
    await stored();
  });
});

test('a puzzle that is generated shows its progress outside the game, and Cancel', async () => {
  let go = () => {};
  const held = new Promise<void>((done) => (go = done));
  // The module is held from the beginning, because the page loads it when it is ready.
  const hold = (page: Page) =>
    page.route('**/full*.wasm', (route) => void held.then(() => route.continue()));
  await play(
    `${url}#/home`,
    async (page) => {
      const card = page.locator('.daily').last();
      await card.click();
      const busy = page.locator('.busy.is-apart');
      await busy.waitFor();
      assert.match((await busy.textContent()) ?? '', /^Generating a puzzle/);
      assert.equal(await card.getAttribute('aria-busy'), 'true');
      await busy.getByRole('button', { name: 'Cancel' }).click();
      await busy.waitFor({ state: 'hidden' });
      go();
      await page.waitForFunction(() => !document.querySelector('[aria-busy]'));
      assert.ok(await page.locator('.home').isVisible());
    },
    {},
    hold,
  );
});

test('another day of the calendar is opened and left, and only a game is shared or printed', async () => {
  await play(`${url}#/home`, async (page) => {
    const today = await page.locator('.today h1').innerText();
    await button(page, 'Previous month').click();
    await page.locator('button.cal-day').last().click();
    await page.waitForFunction(
      (title) => document.querySelector<HTMLElement>('.today h1')?.innerText !== title,
      today,
    );
    await button(page, 'Back to today').click();
    await button(page, 'Back to today').waitFor({ state: 'detached' });
    assert.equal(await page.locator('.today h1').innerText(), today);
    const shown = () =>
      Promise.all(
        ['share', 'print'].map((name) => page.locator(`.r [data-menu=${name}]`).isVisible()),
      );
    assert.deepEqual(await shown(), [false, false]);
    await page.evaluate(() => (location.hash = '#/learn'));
    await page.locator('.home').waitFor({ state: 'detached' });
    assert.deepEqual(await shown(), [false, false]);
    await page.evaluate((to) => (location.hash = to), new URL(at(EASY)).hash);
    await page.waitForSelector('#grid[data-size="9"]', { state: 'visible' });
    assert.deepEqual(await shown(), [true, true]);
  });
});

test('many eliminations are one short sentence, by digits and cells', async () => {
  await play(at(EASY), async (page) => {
    await paste(page, CAGE_OF_24);
    await page.waitForSelector('#grid[data-size="9"] .rule-cage');
    await reveal(page, 4);
    const effect = (await page.locator('.hint .effect').textContent()) ?? '';
    assert.match(effect, /^Rule out 1, 2, 3, 4, 5 and 6 in r1c1, r1c2 and r1c3\./);
  });
});

test('a replay shows no message of the game', async () => {
  await play(at(EASY), async (page) => {
    await press(page, 1, 1);
    await page.keyboard.press('1');
    await menu(page, 'pairs');
    await page.locator('.msg', { hasText: 'two candidates' }).waitFor();
    await page.keyboard.press('r');
    await page.locator('.replay-slider').waitFor();
    assert.equal(await page.locator('.title .msg:visible').count(), 0);
  });
});

/** The solution of `FOUR`. */
const FOUR_SOLVED = '4132321423411423';

/** Enters the digits of the small puzzle. */
async function solveFour(page: Page): Promise<void> {
  for (const [n, digit] of [...FOUR_SOLVED].entries()) {
    if (FOUR[n] !== '.') continue;
    await press(page, Math.floor(n / 4) + 1, (n % 4) + 1);
    await page.keyboard.press(digit);
  }
}

test('a solution that was filled in is no solved puzzle after undo and redo', async () => {
  await play(at(FOUR), async (page) => {
    await openTab(page, 'Analysis');
    await agree(page, 'Show solution');
    await button(page, 'Fill in').click();
    await page.locator('.app.done').waitFor();
    await page.keyboard.press('Control+z');
    await page.locator('.app:not(.done)').waitFor();
    await page.keyboard.press('Control+y');
    await page.locator('.app.done').waitFor();
    assert.equal(await page.locator('.fin:visible').count(), 0);
    assert.equal(await page.evaluate(() => localStorage.getItem('ndoku.results')), null);
  });
});

test('without room, the finish shows the time of this game, and the week what was solved', async () => {
  await play(at(FOUR), async (page) => {
    await page.evaluate(() => {
      const other = { key: 'x', when: 1, level: '', rating: null, seconds: 3599 };
      localStorage.setItem('ndoku.results', JSON.stringify([{ ...other, hints: 7, mistakes: 8 }]));
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    });
    await solveFour(page);
    await page.locator('.fin .stats').waitFor();
    assert.match(await page.locator('.fin .stats').innerText(), /^0:\d\d\s+time\s+0\s/);
    const days = page.locator('.fin .week li');
    assert.match(await days.first().innerText(), /^Su/);
    assert.equal(await days.filter({ hasText: 'solved' }).count(), 1);
    await page.locator('.fin-foot').getByRole('button', { name: 'Share' }).click();
    await page.waitForFunction(() =>
      /\b0:\d\d\b/.test(
        document.querySelector<HTMLTextAreaElement>('dialog textarea')?.value ?? '',
      ),
    );
  });
});

test('a pause ends when the timer is turned off', async () => {
  await play(at(EASY), async (page) => {
    await page.keyboard.press('p');
    await page.locator('.curtain:not([hidden])').waitFor();
    await page.locator('.top [data-menu=settings]').click();
    await page.getByLabel('Enable timer').uncheck();
    await page.keyboard.press('Escape');
    await page.locator('.curtain').waitFor({ state: 'hidden' });
    await press(page, 1, 1);
    await page.keyboard.press('1');
    await nextFrame(page);
    assert.match(await cell(page, 1, 1), /, 1$/);
  });
});

test('the look changes in all parts of the page', async () => {
  await play(`${url}#/home`, async (page) => {
    await page.locator('.top [data-menu=settings]').click();
    await page.getByLabel('Theme').selectOption('dark');
    await page.waitForSelector('html[data-theme=dark]', { state: 'attached' });
  });
});

test('the time stands still while a dialog covers the game, and goes on after it', async () => {
  await play(at(EASY), async (page) => {
    const time = page.locator('.time');
    const seconds = async () => {
      const [minutes, rest] = (await time.textContent())!.split(':').map(Number);
      return 60 * minutes + rest;
    };
    const later = () =>
      page.evaluate(() => {
        const now = performance.now.bind(performance);
        performance.now = () => now() + 600_000;
      });
    const dialogs: (() => Promise<unknown>)[] = [
      () => page.locator('.clock [data-menu=menu]').click(),
      () => menu(page, 'new'),
      () => menu(page, 'open'),
      () => page.locator('.top [data-menu=settings]').click(),
      () => page.locator('.top [data-menu=share]').click(),
      () => page.locator('.top [data-menu=help]').click(),
    ];
    for (const [at, show] of dialogs.entries()) {
      await show();
      // The first dialog is the menu. Later it leaves before the dialog that it opens comes.
      const other = at === 0 ? 'dialog[open]' : 'dialog[open]:not(.menu)';
      await page.locator(other).waitFor();
      const before = await seconds();
      await later();
      await page.keyboard.press('Escape');
      await page.locator('dialog').waitFor({ state: 'detached' });
      await page.waitForFunction(
        (was) => document.querySelector('.time')!.textContent !== was,
        await time.textContent(),
      );
      const after = await seconds();
      assert.ok(after > before && after < before + 300, `${before}, ${after}`);
    }
    // A pause lasts, also after a dialog.
    await page.keyboard.press('p');
    const paused = await seconds();
    await page.locator('.top [data-menu=settings]').click();
    await page.locator('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    await later();
    await button(page, 'Resume').first().click();
    await nextFrame(page);
    assert.ok((await seconds()) < paused + 300);
  });
});

test('a digit without a selected cell says what to do', async () => {
  await play(at(EASY), async (page) => {
    const message = page.locator('.title .msg', { hasText: 'Select a cell first' });
    await page.locator('[data-digit="5"]').click();
    await message.waitFor();
    await waitAnnounced(page, /^Select a cell first$/);
    await press(page, 1, 1);
    await page.locator('[data-digit="1"]').click();
    await nextFrame(page);
    assert.match(await cell(page, 1, 1), /, 1$/);
    await page.keyboard.press('Escape');
    await page.keyboard.press('7');
    await message.waitFor();
  });
});

test('practice begins with the position, and its technique with a look', async () => {
  await play(at(EASY), async (page) => {
    await reveal(page, 3);
    await page.evaluate(() => (location.hash = '#/learn/full-house'));
    const step = page.locator('.fig .seg [aria-pressed=true]');
    assert.equal(await step.textContent(), '1 Look');
    assert.equal(await page.locator('.fig .legend').count(), 0, 'nothing is found yet');
    await page.locator('[data-practice]').click();
    await waitAnnounced(page, /^Find the Full House\.$/);
    await page.locator('.rest-c .coach-b').waitFor();
    await nextFrame(page);
    assert.equal(await page.locator('.app.open').count(), 0, 'the coach is at rest');
    assert.equal(await page.locator('#grid .veil, #grid .look').count(), 0);
    assert.notEqual(await digits(page), EASY);
  });
});
