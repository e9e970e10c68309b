// The library as a player uses it: tags, filters, names, deletion with undo, the file.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { pack } from '../../src/model/share.ts';
import { violations } from './axe.ts';
import { at, browser, button, menu, play, url } from './play.ts';
import { EASY, EXTREME, FOUR } from './puzzles.ts';
import { digits, nextFrame, open, press, ready } from './setup.ts';
import { libraryFile } from './states.ts';

const stored = (text: string, name: string, when: number, more = {}) => [
  `p=${text}`,
  { text, layout: {}, title: '', state: '', when, done: false, name, ...more },
];
/** Each order gives another list of these games. */
const GAMES = Object.fromEntries([
  stored(EASY, 'First', 3000, {
    rated: { level: 'easy', rating: 1.2, hardest: '' },
    seconds: 1,
  }),
  stored(EXTREME, 'Second', 2000, {
    rated: { level: 'extreme', rating: 9, hardest: '' },
    tags: ['to do'],
    begun: true,
    seconds: 3,
  }),
  stored(FOUR, 'Fourth', 1000, {
    rated: { level: 'beginner', rating: 1, hardest: '' },
    done: true,
    tags: ['small', 'to do'],
    seconds: 2,
  }),
]);

/** Opens the library with three games, and checks that nothing was written to the console. */
async function inLibrary(run: (page: Page) => Promise<void>): Promise<void> {
  const page = await open(browser, `${url}#/library`, {}, (fresh) =>
    fresh.addInitScript((games) => {
      if (!localStorage.getItem('ndoku.games'))
        localStorage.setItem('ndoku.games', JSON.stringify(games));
    }, GAMES),
  );
  await page.locator('.lib-list li').first().waitFor();
  await run(page);
  assert.deepEqual(page.consoleErrors, []);
  await page.context().close();
}

const names = (page: Page) => page.locator('.lib-list b').allTextContents();
const storedGames = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('ndoku.games')!));

/** Packs the state with these first digits of the player. */
const stateWith = (text: string, first: readonly number[]) =>
  pack({ fields: { digit: first }, seconds: 61, hints: 0 }, text.length);

/** Changes a stored game, as another window does. */
const changeStored = (page: Page, text: string, change: object) =>
  page.evaluate(
    ([key, more]) => {
      const games = JSON.parse(localStorage.getItem('ndoku.games')!);
      Object.assign(games[key], more);
      localStorage.setItem('ndoku.games', JSON.stringify(games));
    },
    [`p=${text}`, change] as const,
  );

const waitDigits = (page: Page, from: number, expected: string) =>
  page.waitForFunction(
    ([first, wanted]) => {
      const cells = [...document.querySelectorAll('#grid [role=gridcell]')].slice(first);
      return [...wanted].every((digit, n) =>
        new RegExp(`, ${digit === '.' ? 'empty' : digit}$`).test(cells[n].ariaLabel ?? ''),
      );
    },
    [from, expected] as const,
  );

test('puzzles are filtered by state, level, tag and text, and sorted', async () => {
  await inLibrary(async (page) => {
    assert.deepEqual(await names(page), ['First', 'Second', 'Fourth']);
    const shows = async (label: string, choice: string, expected: string[]) => {
      await page.getByLabel(label, { exact: true }).selectOption(choice);
      assert.deepEqual(await names(page), expected, `${label}: ${choice}`);
    };
    await shows('State', 'In progress', ['Second']);
    await shows('State', 'Solved', ['Fourth']);
    await shows('State', 'Not started', ['First']);
    await shows('State', 'All', ['First', 'Second', 'Fourth']);
    await shows('Level', 'Easy', ['First']);
    await shows('Level', 'All', ['First', 'Second', 'Fourth']);
    await shows('Tag', 'to do', ['Second', 'Fourth']);
    await shows('Tag', 'Without tags', ['First']);
    await shows('Tag', 'All', ['First', 'Second', 'Fourth']);
    await shows('Sort by', 'Rating', ['Fourth', 'First', 'Second']);
    await shows('Sort by', 'Name', ['First', 'Fourth', 'Second']);
    await shows('Sort by', 'Time', ['Second', 'Fourth', 'First']);
    await shows('Sort by', 'Last played', ['First', 'Second', 'Fourth']);
    await page.getByLabel('Search').fill('small');
    assert.deepEqual(await names(page), ['Fourth']);
  });
});

test('on phones the filters are in a fold that counts those in use', async () => {
  await play(
    `${url}#/library`,
    async (page) => {
      const fold = page.locator('.lib-fold');
      await fold.filter({ hasText: /^Filters$/ }).waitFor();
      assert.ok(await page.getByLabel('Level').isHidden());
      await fold.click();
      assert.equal(await fold.getAttribute('aria-expanded'), 'true');
      await page.getByLabel('Level').selectOption('easy');
      await fold.filter({ hasText: 'Filters (1)' }).waitFor();
      await fold.click();
      assert.ok(await page.getByLabel('Level').isHidden());
      assert.deepEqual(await violations(page), []);
    },
    { viewport: { width: 390, height: 844 }, hasTouch: true },
  );
});

test('a puzzle is renamed and tagged by keyboard', async () => {
  await inLibrary(async (page) => {
    await button(page, 'Name and tags of First').focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Name', { exact: true }).fill('Changed');
    await page.getByLabel('small').focus();
    await page.keyboard.press('Space');
    await page.getByLabel('New tags').fill('two words, TO DO,');
    await page.keyboard.press('Enter');
    await page.locator('dialog').waitFor({ state: 'detached' });
    assert.equal((await names(page))[0], 'Changed');
    const { name, tags } = (await storedGames(page))[`p=${EASY}`];
    assert.deepEqual([name, tags], ['Changed', ['small', 'two words', 'TO DO']]);
    assert.equal(
      await page.evaluate(() => document.activeElement!.getAttribute('aria-label')),
      'Name and tags of Changed',
      'the focus comes back',
    );
    assert.equal(await page.locator('.lib-note [role=status]').textContent(), 'Saved 1 puzzle');
    // Playing goes on with the new name and keeps the tags.
    await page.locator('.lib-entry').first().click();
    await page.locator('.nm h1', { hasText: 'Changed' }).waitFor();
    await page.locator('#grid [role=gridcell]').first().click({ force: true });
    await page.keyboard.press('1');
    await page.waitForFunction(
      (key) => JSON.parse(localStorage.getItem('ndoku.games')!)[key].begun,
      `p=${EASY}`,
    );
    const after = (await storedGames(page))[`p=${EASY}`];
    assert.deepEqual([after.name, after.tags], [name, tags]);
  });
});

test('the name is saved with the state that is stored then', async () => {
  await inLibrary(async (page) => {
    await button(page, 'Name and tags of Second').click();
    await page.getByLabel('Name', { exact: true }).fill('Changed');
    await changeStored(page, EXTREME, { state: 'LATER', tags: ['to do', 'other'] });
    await button(page, 'Save').click();
    await page.locator('dialog').waitFor({ state: 'detached' });
    const { name, state, tags } = (await storedGames(page))[`p=${EXTREME}`];
    assert.deepEqual([name, state, tags], ['Changed', 'LATER', ['to do', 'other']]);
  });
});

test('a list opens the latest state, also one that it does not show yet', async () => {
  await inLibrary(async (page) => {
    await changeStored(page, EXTREME, { state: await stateWith(EXTREME, [9, 6]) });
    await page.locator('.lib-entry').nth(1).click();
    await waitDigits(page, 0, '96');
    await menu(page, 'open');
    const listed = page.locator('dialog .recent .entry', { hasText: 'Fourth' });
    await listed.waitFor();
    await changeStored(page, FOUR, { state: await stateWith(FOUR, [4, 1]) });
    await listed.click();
    await waitDigits(page, 0, '41');
  });
});

test('a step back opens the latest state of a game', async () => {
  await inLibrary(async (page) => {
    await page.locator('.lib-entry').nth(1).click();
    await page.locator('.nm h1', { hasText: 'Second' }).waitFor();
    await press(page, 1, 1);
    await page.keyboard.press('9');
    await page.waitForFunction(() => location.hash.includes('&s='));
    await page.locator('[data-menu=library]').first().click();
    await page.locator('.lib-entry', { hasText: 'First' }).click();
    await page.waitForFunction((text) => location.hash.includes(text), EASY);
    await changeStored(page, EXTREME, { state: await stateWith(EXTREME, [9, 6]) });
    await page.evaluate(() => history.go(-2));
    await waitDigits(page, 0, '96');
  });
});

test('Delete removes the focused puzzle, or the selection that it belongs to', async () => {
  await inLibrary(async (page) => {
    const remove = async (name: string) => {
      await page.locator('.lib-entry', { hasText: name }).focus();
      await page.keyboard.press('Delete');
    };
    await page.getByLabel('Select First').check();
    await remove('Second');
    assert.deepEqual(await names(page), ['First', 'Fourth']);
    await page.getByText('1 puzzle selected').waitFor();
    await page.getByLabel('Select Fourth').check();
    await remove('First');
    assert.deepEqual(await names(page), []);
  });
});

test('several puzzles get and lose tags together', async () => {
  await inLibrary(async (page) => {
    await page.getByLabel('Select Second').check();
    await page.getByLabel('Select Fourth').check();
    await page.getByText('2 puzzles selected').waitFor();
    const all = page.getByLabel('Select all');
    assert.ok(await all.evaluate((box) => (box as HTMLInputElement).indeterminate));
    await button(page, 'Tags').click();
    const box = (name: string) => page.getByRole('dialog').getByLabel(name);
    assert.ok(await box('to do').isChecked());
    assert.ok(await box('small').evaluate((one) => (one as HTMLInputElement).indeterminate));
    await box('to do').uncheck();
    await box('New tags').fill('done');
    await button(page, 'Save').click();
    const games = await storedGames(page);
    assert.deepEqual(games[`p=${EXTREME}`].tags, ['done']);
    assert.deepEqual(games[`p=${FOUR}`].tags, ['small', 'done'], 'a mixed tag stays as it was');
  });
});

test('deleted puzzles come back, with the keyboard alone', async () => {
  await inLibrary(async (page) => {
    const before = await storedGames(page);
    await page.locator('.lib-entry').nth(1).focus();
    await page.keyboard.press('Delete');
    assert.deepEqual(await names(page), ['First', 'Fourth']);
    await page.getByText('Deleted Second').waitFor();
    assert.equal(await page.evaluate(() => document.activeElement!.textContent), 'Undo');
    await page.keyboard.press('Enter');
    assert.deepEqual(await storedGames(page), before);
    assert.deepEqual(await names(page), ['First', 'Second', 'Fourth']);
    await page.getByLabel('Select all').check();
    await button(page, 'Delete').click();
    assert.deepEqual(await names(page), []);
    await page.getByText('Deleted 3 puzzles').waitFor();
    await page.keyboard.press('Control+z');
    assert.deepEqual(await storedGames(page), before);
    // A filter hides puzzles from the selection.
    await page.getByLabel('Select all').check();
    await page.getByLabel('Search').fill('First');
    await button(page, 'Delete').click();
    assert.deepEqual(Object.keys(await storedGames(page)), [`p=${EXTREME}`, `p=${FOUR}`]);
  });
});

test('a file holds the whole library, and a bad one changes nothing', async () => {
  await inLibrary(async (page) => {
    const before = await storedGames(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      button(page, 'Save as file').click(),
    ]);
    const text = readFileSync(await download.path(), 'utf8');
    await page.getByLabel('Select all').check();
    await button(page, 'Delete').click();
    assert.deepEqual(await storedGames(page), {});
    const note = page.locator('.lib-note [role=status]');
    const add = async (content: string, expected: RegExp) => {
      await page.setInputFiles('.library input[type=file]', {
        name: 'library.json',
        mimeType: 'application/json',
        buffer: Buffer.from(content),
      });
      await page.waitForFunction(
        (source) =>
          new RegExp(source).test(document.querySelector('.lib-note [role=status]')!.textContent!),
        expected.source,
      );
      await nextFrame(page);
    };
    await add(text.slice(0, -30), /^This file is damaged\. Nothing was changed\.$/);
    await add('{"puzzles":[]}', /^This file is not an ndoku library\./);
    await add(text.replace('page/1', 'page/9'), /^A newer version/);
    await add(text.replace('"when":2000', '"when":"x"'), /^Puzzle 2 of this file is damaged\./);
    assert.deepEqual(await storedGames(page), {});
    await add(text, /^Added 3 puzzles/);
    assert.deepEqual(await storedGames(page), before);
    assert.equal(await note.textContent(), 'Added 3 puzzles and 0 results');
    // A file that the browser has no room for changes nothing.
    await page.evaluate(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    });
    await add(text, /^The browser has no room/);
    assert.deepEqual(await storedGames(page), before);
    // The file may be gone by the time it is read.
    await page.evaluate(() => {
      File.prototype.text = () => Promise.reject(new DOMException('gone', 'NotFoundError'));
    });
    await add(text, /^Error: gone$/);
  });
});

test('the library of the screenshots is a valid file', async () => {
  await play(`${url}#/library`, async (page) => {
    await page.locator('.library').waitFor();
    await page.setInputFiles('.library input[type=file]', {
      name: 'library.json',
      mimeType: 'application/json',
      buffer: Buffer.from(libraryFile()),
    });
    await page.getByText('Added 5 puzzles and 24 results').waitFor();
    assert.equal((await names(page))[0], 'Sudoku 9×9');
  });
});

test('statistics of another device are added to those of this one', async () => {
  const page = await open(browser, `${url}#/stats`);
  const texts = () => page.locator('.stats-part').innerText();
  await page.locator('.stats-part').waitFor();
  assert.match(await texts(), /No solved puzzles/);
  const results = [
    {
      key: `p=${EASY}`,
      level: 'easy',
      rating: 1.2,
      seconds: 75,
      hints: 0,
      mistakes: 0,
      when: 1000,
    },
    {
      key: `p=${EXTREME}`,
      level: 'extreme',
      rating: 9,
      seconds: 600,
      hints: 2,
      mistakes: 1,
      when: 2000,
    },
  ];
  await page.setInputFiles('.stats-part input[type=file]', {
    name: 'library.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ schema: 'ndoku-page/1', games: {}, results })),
  });
  await page.locator('.stats-part [role=status]', { hasText: /^Added 0 puzzles/ }).waitFor();
  assert.match(await texts(), /Added 0 puzzles and 2 results/);
  assert.equal(await page.locator('.stats .stat').first().innerText(), '2\nsolved');
  assert.deepEqual(await page.locator('.times th[scope=row]').allInnerTexts(), ['Easy', 'Extreme']);
  assert.deepEqual(page.consoleErrors, []);
  await page.context().close();
});

test('the open game takes a later state of a file', async () => {
  await play(at(EASY), async (page) => {
    await press(page, 1, 1);
    await page.keyboard.press('1');
    await page.waitForFunction(() => location.hash.includes('&s='));
    await page.locator('[data-menu=library]').first().click();
    await page.locator('.lib-list li').waitFor();
    const key = `p=${EASY}`;
    const add = async (change: object, note: RegExp) => {
      const games = { [key]: { ...(await storedGames(page))[key], ...change } };
      await page.setInputFiles('.library input[type=file]', {
        name: 'library.json',
        mimeType: 'application/json',
        buffer: Buffer.from(JSON.stringify({ schema: 'ndoku-page/1', games, results: [] })),
      });
      await page.locator('.lib-note [role=status]', { hasText: note }).waitFor();
    };
    const changed = Date.now();
    await add({ state: await stateWith(EASY, [5]), changed: changed - 60_000 }, /^Added 0 puzzles/);
    const later = { state: await stateWith(EASY, [1, 9, 8]), changed: changed + 60_000 };
    await add({ ...later, name: 'Played' }, /^Updated 1 puzzle$/);
    await page.goBack();
    await waitDigits(page, 0, '198');
    await page.locator('.nm h1', { hasText: 'Played' }).waitFor();
    // The next entry of the player adds to it.
    await press(page, 1, 4);
    await page.keyboard.press('3');
    await page.waitForFunction(
      ([of, state]) => JSON.parse(localStorage.getItem('ndoku.games')!)[of].state !== state,
      [key, later.state] as const,
    );
    await page.goto('about:blank');
    await page.goto(url);
    await ready(page);
    assert.match(await digits(page), /^1983/);
  });
});

test('two windows with the same game show the latest state', async () => {
  await play(at(EASY), async (first) => {
    const second = await first.context().newPage();
    await second.goto(at(EASY));
    await ready(second);
    await press(first, 1, 1);
    await first.keyboard.press('1');
    await waitDigits(second, 0, '1');
    // Each window adds to what the other one has stored.
    await press(second, 1, 2);
    await second.keyboard.press('9');
    await waitDigits(first, 0, '19');
    await press(first, 1, 3);
    await first.keyboard.press('8');
    await waitDigits(second, 0, '198');
    await second.close();
  });
});

test('a full storage is a lasting warning until there is room', async () => {
  await play(at(EASY), async (page) => {
    await page.evaluate(() => {
      for (let size = 1 << 23; size >= 1; size >>= 1) {
        const before = localStorage.getItem('filler') ?? '';
        try {
          localStorage.setItem('filler', before + 'x'.repeat(size));
        } catch {
          // The rest is smaller.
        }
      }
    });
    await press(page, 1, 1);
    await page.keyboard.press('1');
    const message = page.locator('.stage .msg.bad', { hasText: 'cannot store this game' });
    await message.waitFor();
    await page.keyboard.press('Control+z');
    await page.locator('.stage .msg', { hasText: 'Undone' }).waitFor();
    await message.waitFor();
    await page.evaluate(() => localStorage.removeItem('filler'));
    await page.keyboard.press('Control+y');
    await page.waitForFunction(() => localStorage.getItem('ndoku.games') !== null);
    await page.locator('.stage .msg').first().waitFor({ state: 'hidden' });
  });
});
