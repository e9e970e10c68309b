// The keyboard focus stays at its place when a press draws its button again.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { at, button, play, url } from './play.ts';
import { EASY } from './puzzles.ts';

/** Focuses a button, presses it with a key, and waits until another element has this text. */
async function pressTo(page: Page, from: string, to: string): Promise<void> {
  await button(page, from).focus();
  await page.keyboard.press('Enter');
  await focused(page, to);
}

/** Waits until the focused element has a label or a text. */
const focused = (page: Page, text: string): Promise<unknown> =>
  page.waitForFunction((wanted) => {
    const one = document.activeElement as HTMLElement;
    return [one.getAttribute('aria-label'), one.innerText.trim()].includes(wanted);
  }, text);

test('the focus goes from a removed rule to the next one, and then to the choice', async () => {
  const rules = ['anti-knight', 'anti-king', 'nonconsecutive'].map((one) => `&rule=${one}`);
  await play(at('.'.repeat(81), `${rules.join('')}&set=1`), async (page) => {
    await button(page, 'Rules').click();
    await page.locator('.rule-list li').nth(2).waitFor();
    const names = await page
      .locator('.rule-list .rule-remove')
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')!));
    await pressTo(page, names[1], names[2]);
    await pressTo(page, names[2], names[0]);
    await button(page, names[0]).focus();
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.matches('.rule-form select'));
  });
});

test('the focus stays in the calendar, and goes to the day that is shown', async () => {
  await play(`${url}#/home`, async (page) => {
    const today = await page.locator('.today h1').innerText();
    await pressTo(page, 'Previous month', 'Previous month');
    await page.locator('button.cal-day').last().click();
    await pressTo(page, 'Back to today', today);
    await button(page, 'Next month').focus();
    await page.keyboard.press('Enter');
    // There is no later month, so the button is disabled.
    await page.waitForFunction(() => document.activeElement?.closest('.calendar h2') !== null);
    assert.equal(await page.evaluate(() => document.activeElement?.localName), 'h2');
  });
});

test('the focus stays in the coach when a hint comes and when it is applied', async () => {
  await play(at(EASY), async (page) => {
    const onButton = () =>
      page.waitForFunction(() => document.activeElement?.matches('.coach .coach-b.main'));
    await page.locator('.rest-c .coach-b').focus();
    for (let level = 1; level <= 4; level++) {
      await page.keyboard.press('Enter');
      await page
        .locator('.hint .hint-progress .on')
        .nth(level - 1)
        .waitFor({ state: 'attached' });
      await onButton();
    }
    await page.keyboard.press('Enter');
    await page.locator('.rest-c').waitFor();
    await page.waitForFunction(() => document.activeElement?.matches('.rest-c .coach-b.main'));
  });
});

test('the focus stays on the buttons of examples and near misses', async () => {
  await play(`${url}#/learn/x-wing`, async (page) => {
    await pressTo(page, 'Show the near miss', 'Back to the example');
    await pressTo(page, 'Back to the example', 'Show the near miss');
  });
});
