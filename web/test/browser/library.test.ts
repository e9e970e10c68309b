// The library as a player uses it: tags, filters, names, deletion with undo, the file.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { browser, url, button } from './play.ts';
import { EASY, EXTREME, FOUR } from './puzzles.ts';
import { open, nextFrame } from './setup.ts';

const stored = (text: string, name: string, when: number, more = {}) => [
  `p=${text}`,
  { text, layout: {}, title: '', state: '', when, done: false, name, ...more },
];
const GAMES = Object.fromEntries([
  stored(EASY, 'First', 3000, { rated: { level: 'easy', rating: 1.2, hardest: '' } }),
  stored(EXTREME, 'Second', 2000, { tags: ['to do'], begun: true }),
  stored(FOUR, 'Third', 1000, { done: true, tags: ['small', 'to do'] }),
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

test('puzzles are filtered by state, level, tag and text, and sorted', async () => {
  await inLibrary(async (page) => {
    assert.deepEqual(await names(page), ['First', 'Second', 'Third']);
    const shows = async (label: string, choice: string, expected: string[]) => {
      await page.getByLabel(label, { exact: true }).selectOption(choice);
      assert.deepEqual(await names(page), expected, `${label}: ${choice}`);
    };
    await shows('State', 'In progress', ['Second']);
    await shows('State', 'Solved', ['Third']);
    await shows('State', 'Not started', ['First']);
    await shows('State', 'All', ['First', 'Second', 'Third']);
    await shows('Level', 'Easy', ['First']);
    await shows('Level', 'All', ['First', 'Second', 'Third']);
    await shows('Tag', 'to do', ['Second', 'Third']);
    await shows('Tag', 'Without tags', ['First']);
    await shows('Tag', 'All', ['First', 'Second', 'Third']);
    await shows('Sort by', 'Rating', ['First', 'Second', 'Third']);
    await shows('Sort by', 'Name', ['First', 'Second', 'Third']);
    await page.getByLabel('Search').fill('small');
    assert.deepEqual(await names(page), ['Third']);
  });
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

test('several puzzles get and lose tags together', async () => {
  await inLibrary(async (page) => {
    await page.getByLabel('Select Second').check();
    await page.getByLabel('Select Third').check();
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
    assert.deepEqual(await names(page), ['First', 'Third']);
    await page.getByText('Removed Second').waitFor();
    assert.equal(await page.evaluate(() => document.activeElement!.textContent), 'Undo');
    await page.keyboard.press('Enter');
    assert.deepEqual(await storedGames(page), before);
    assert.deepEqual(await names(page), ['First', 'Second', 'Third']);
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
  });
});
