// What a player sees while a game goes on: marks, rules, mistakes, and the end.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { at, button, play, url } from './play.ts';
import { EASY } from './puzzles.ts';
import { cell, nextFrame, paste, press, ready } from './setup.ts';

/** A 4×4 puzzle with one cage. */
const KILLER =
  '{"schema":"ndoku/1","size":4,"box":[2,2],"givens":"................","rules":{"killer":["5: r1c1 r1c2"]}}';

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
  await play(url, async (page) => {
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
  await play(url, async (page) => {
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
