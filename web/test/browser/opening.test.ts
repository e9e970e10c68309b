// Opening what players paste: links, texts without a puzzle, puzzles that cannot be solved.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { at, menu, play, url } from './play.ts';
import { EASY } from './puzzles.ts';
import { cell, paste, press } from './setup.ts';

/** Pastes a text into the dialog for opening puzzles. */
async function openIn(page: Page, text: string): Promise<void> {
  await menu(page, 'open');
  await page.locator('dialog textarea').fill(text);
  await page.locator('dialog [type=submit]').click();
}

/** Returns the address of the game, with its progress. */
async function linkWithProgress(page: Page): Promise<string> {
  await press(page, 1, 1);
  await page.keyboard.press('1');
  await page.waitForFunction(() => location.hash.includes('&s='));
  return page.url().replace(/^.*#/, 'https://example.org/sudoku/#');
}

test('a link of the page opens with its progress, pasted in the dialog or on the page', async () => {
  let link = '';
  await play(at(EASY), async (page) => {
    link = await linkWithProgress(page);
  });
  for (const open of [openIn, paste])
    await play(url, async (page) => {
      await open(page, link);
      await page.locator('dialog').waitFor({ state: 'detached' });
      await page.waitForFunction(() => location.hash.includes('&s='));
      assert.equal(await cell(page, 1, 1), 'row 1 column 1, box 1, 1');
    });
});

test('the dialog says what is wrong with a text, in each language', async () => {
  const short = EASY.slice(0, 21);
  for (const [locale, text, said] of [
    ['en', short, 'The text has 21 characters. A 9×9 puzzle has 81.'],
    ['de', short, 'Der Text hat 21 Zeichen. Ein Rätsel mit 9×9 Zellen hat 81.'],
    ['es', 'hola a todos', /^Este texto no contiene ningún puzle\./],
    ['en', '', /^There is no text yet\./],
  ] as const)
    await play(
      url,
      async (page) => {
        await openIn(page, text);
        const alert = page.locator('dialog .alert');
        await alert.filter({ hasText: said }).waitFor();
        assert.doesNotMatch(await alert.innerText(), /`/);
      },
      { locale },
    );
});
