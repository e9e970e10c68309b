// Lists of puzzles: all lines are checked, and their solutions are saved.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { violations } from './axe.ts';
import { at, button, menu, play } from './play.ts';
import { EASY, EASY_SOLVED, EXTREME } from './puzzles.ts';
import { digits, paste, ready } from './setup.ts';

const OPEN = '.'.repeat(81);
const REPEATED = `11${'.'.repeat(79)}`;

/** Waits until all lines are checked, and returns the numbers of the table. */
async function counts(page: Page): Promise<string[]> {
  await page.waitForFunction(
    () => document.querySelector<HTMLElement>('dialog progress')?.hidden === true,
  );
  return page.locator('.check-counts dd').allTextContents();
}

/** Chooses a file in the dialog for opening puzzles. */
async function openFile(page: Page, text: string): Promise<void> {
  await menu(page, 'open');
  await page
    .locator('dialog input[type=file]')
    .setInputFiles({ name: 'list.txt', mimeType: 'text/plain', buffer: Buffer.from(text) });
}

test('all lines of a list are checked, opened and saved', async () => {
  await play(at(EXTREME), async (page) => {
    await menu(page, 'open');
    const list = ['# two comments', '', `${EASY} easy`, OPEN, 'hello', `  ${REPEATED}`, EASY];
    await page.locator('dialog textarea').fill(list.join('\n'));
    await page.locator('dialog [type=submit]').click();
    await page.locator('dialog').getByText('1 line is no puzzle').waitFor();
    await button(page, 'Check all lines').click();
    assert.deepEqual(await counts(page), ['2', '1', '1', '1']);
    assert.match(await page.locator('dialog [role=status]').innerText(), /^5 lines in \d/);
    assert.deepEqual(await violations(page), []);
    const download = page.waitForEvent('download');
    await button(page, 'Save solutions').click();
    const path = await (await download).path();
    const lines = [EASY_SOLVED, 'multiple', 'invalid', 'none', EASY_SOLVED];
    assert.equal(readFileSync(path, 'utf8'), `${lines.join('\n')}\n`);
    assert.deepEqual(await page.locator('dialog .recent li').allTextContents(), [
      'Line 4: several solutions',
      'Line 5: not a 9×9 puzzle: hello',
      'Line 6: no solution',
    ]);
    await button(page, 'Line 4: several solutions').click();
    await page.locator('dialog').waitFor({ state: 'detached' });
    await page.waitForFunction((open) => location.hash.includes(open), OPEN);
    await page.reload();
    await ready(page);
    assert.equal(await digits(page), OPEN);
  });
});

test('a file with many puzzles is checked at once, by several workers', async () => {
  await play(at(EXTREME), async (page) => {
    // More than 4 MB.
    const count = 60_000;
    await openFile(page, `${`${EASY}\n`.repeat(count)}${OPEN}\n`);
    assert.deepEqual(await counts(page), ['60,000', '1', '0', '0']);
    assert.deepEqual(await page.locator('dialog .recent li').allTextContents(), [
      'Line 60,001: several solutions',
    ]);
  });
});

test('a long list that is pasted is checked at once, too', async () => {
  await play(at(EXTREME), async (page) => {
    await paste(page, `${EASY}\n`.repeat(1500));
    assert.deepEqual(await counts(page), ['1,500', '0', '0', '0']);
    assert.match(await page.locator('dialog [role=status]').innerText(), /^1,500 lines in \d/);
  });
});

test('a failed module ends the check with a sentence', async () => {
  await play(at(EASY), async (page) => {
    await page.evaluate(() => {
      const { postMessage } = Worker.prototype;
      Worker.prototype.postMessage = function (message: { method?: string }) {
        postMessage.call(this, message.method === 'lines' ? { ...message, method: 'no' } : message);
      };
    });
    await openFile(page, `${EXTREME}\n`.repeat(20_000));
    const status = page.locator('dialog [role=status]', { hasText: 'The engine failed' });
    await status.waitFor();
    while (page.workers().length > 2) await page.waitForTimeout(20);
  });
});

test('a closed dialog ends the check, and the page goes on', async () => {
  await play(at(EASY), async (page) => {
    await openFile(page, `${EXTREME}\n`.repeat(400_000));
    await page.locator('dialog progress').waitFor();
    await page.waitForFunction(() => document.querySelector('progress')!.value > 0);
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    const names = () => page.workers().length;
    while (names() > 2) await page.waitForTimeout(20);
    await page.locator('.coach-b.main:visible').click();
    await page.locator('.hint .lead').waitFor();
  });
});
