// Defects that players met once, each with what must be true instead.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { at, button, menu, openTab, play, reveal, typedRule, url } from './play.ts';
import { EASY, EXTREME, FOUR, SIXTEEN } from './puzzles.ts';
import { announced, cell, digits, nextFrame, paste, press, ready, waitAnnounced } from './setup.ts';

const selected = (page: Page) => page.locator('[role=gridcell][aria-selected=true]').count();

test('only levels that exist are offered, and each can be made', async () => {
  await play(at(EASY), async (page) => {
    await menu(page, 'new');
    await page.getByLabel('Size', { exact: true }).selectOption('4');
    const levels = page.getByLabel('Difficulty', { exact: true }).locator('option');
    assert.deepEqual(await levels.allTextContents(), ['Any', 'Beginner']);
    await page.getByLabel('Size', { exact: true }).selectOption('6');
    assert.ok(!(await levels.allTextContents()).includes('Extreme'));
    await page.getByLabel('Size', { exact: true }).selectOption('4');
    await button(page, 'Generate').click();
    await waitAnnounced(page, /^New puzzle with \d+ clues/);
    assert.equal((await digits(page)).length, 16);
    await page.evaluate(() => (location.hash = '#/home'));
    await button(page, '16×16').click();
    assert.ok(await page.locator('.scale').isHidden(), 'a puzzle without a rating needs no scale');
    await button(page, '4×4').click();
    assert.match(await page.locator('.level').innerText(), /^Beginner\s+box by box\s+up to 1.2$/);
    assert.equal(await page.locator('.level').count(), 1);
    await page.locator('.level').click();
    await waitAnnounced(page, /^New puzzle with \d+ clues/);
  });
});

test('a path that was found by mouse is walked by keys at once', async () => {
  await play(at(EASY), async (page) => {
    await openTab(page, 'Path');
    await button(page, 'Find solution path').click();
    await page.locator('.steps li').first().waitFor();
    await page.waitForFunction(
      () => (document.activeElement as HTMLElement).dataset.key === 'next',
    );
    const place = () => page.locator('.time').textContent();
    assert.match((await place()) ?? '', /^Step 1 of/);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() =>
      document.querySelector('.time')?.textContent?.startsWith('Step 3 of'),
    );
    await page.keyboard.press('End');
    await page.waitForFunction(
      () => document.querySelector('.time')?.textContent === 'End of the path',
    );
    await page.keyboard.press('Home');
    await page.waitForFunction(() =>
      document.querySelector('.time')?.textContent?.startsWith('Step 1 of'),
    );
  });
});

test('messages and progress cover neither grid nor keys, in any window', async () => {
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
    [390, 844],
    [390, 664],
    [844, 390],
  ] as const) {
    await play(
      at(EASY),
      async (page) => {
        const isApart = async (name: string) => {
          const message = (await page.locator(name).boundingBox())!;
          assert.ok(message, `${width}×${height}: ${name} is visible`);
          for (const part of ['.board', '.pad', '.coach:not(.set)']) {
            const box = (await page.locator(part).boundingBox())!;
            const apart =
              message.x + message.width <= box.x + 1 ||
              box.x + box.width <= message.x + 1 ||
              message.y + message.height <= box.y + 1 ||
              box.y + box.height <= message.y + 1;
            assert.ok(apart, `${width}×${height}: ${name} covers ${part}`);
          }
        };
        const before = await page.locator('.board').boundingBox();
        await press(page, 1, 1);
        await page.keyboard.press('2');
        await page.locator('.msg.bad').waitFor();
        await isApart('.msg.bad');
        await page.keyboard.press('Control+z');
        await page.evaluate(() => {
          const app = document.querySelector('.busy')!;
          app.removeAttribute('hidden');
        });
        assert.deepEqual(await page.locator('.board').boundingBox(), before, 'the grid stays');
      },
      { viewport: { width, height }, hasTouch: width < 900, isMobile: width < 900 },
    );
  }
});

test('the empty grid is counted, and work shows what it does, since when, and Cancel', async () => {
  await play(at('.'.repeat(81)), async (page) => {
    await openTab(page, 'Analysis');
    await button(page, 'Count solutions').click();
    const newest = page.locator('.findings .is-new');
    await newest.filter({ hasText: /^6.670.903.752.021.072.936.960 solutions/ }).waitFor();
  });
  const rows = Array.from({ length: 25 }, () => Array(25).fill('.').join(' ')).join('\n');
  await play(at(rows, '&symbols=dec'), async (page) => {
    await openTab(page, 'Analysis');
    await button(page, 'Count solutions').click();
    await page.locator('.busy', { hasText: /^Count solutions, [2-9] s…/ }).waitFor();
    await button(page, 'Cancel').click();
    await waitAnnounced(page, /^Canceled/);
  });
});

test('after a hint was applied, the announcement says what was done', async () => {
  await play(at(EASY), async (page) => {
    await reveal(page, 4);
    await page.keyboard.press('h');
    await waitAnnounced(page, /^Placed: \d in r\dc\d$/);
    await page.waitForTimeout(300);
    assert.match((await announced(page)) ?? '', /^Placed: /, 'nothing else follows');
  });
});

test('function keys belong to the browser', async () => {
  await play(at(EASY), async (page) => {
    await press(page, 1, 1);
    const kept = await page.evaluate(() =>
      Array.from({ length: 12 }, (_, n) =>
        document.activeElement!.dispatchEvent(
          new KeyboardEvent('keydown', { key: `F${n + 1}`, bubbles: true, cancelable: true }),
        ),
      ),
    );
    assert.ok(kept.every(Boolean), 'no key is taken');
    await nextFrame(page);
    assert.equal(await page.locator('.fits').count(), 0);
  });
});

test('a puzzle with unknown rules can be opened without them', async () => {
  await play(at(EASY), async (page) => {
    await paste(page, `{"size":4,"givens":"${FOUR}","rules":["fog-of-war"]}`);
    const dialog = page.locator('dialog[open]');
    await dialog.waitFor();
    const text = (await dialog.textContent()) ?? '';
    assert.match(text, /Fog of war/);
    assert.doesNotMatch(text, /--|ndoku help/, 'no option of a command');
    await button(page, 'Open without them').click();
    await page.waitForSelector('#grid[data-size="4"]');
    assert.equal(await digits(page), FOUR);
  });
});

test('a puzzle is typed in, survives a reload, and a step back leads to the game', async () => {
  await play(at(EASY), async (page) => {
    await press(page, 1, 1);
    await page.keyboard.press('1');
    await page.waitForFunction(() => location.hash.includes('&s='));
    await page.locator('.top [data-menu=set]').click();
    await button(page, 'Empty grid').click();
    await page.locator('.set:not([hidden])').waitFor();
    await page.keyboard.type('530070000600195');
    await nextFrame(page);
    assert.equal((await digits(page)).slice(0, 15), '53..7....6..195');
    await page.waitForFunction(
      () => location.hash.includes('set=1') && /p=53..7....6..195/.test(location.hash),
    );
    await page.reload();
    await ready(page);
    await page.locator('.set:not([hidden])').waitFor();
    assert.equal((await digits(page)).slice(0, 15), '53..7....6..195');
    await page.goBack();
    await page.locator('.set').waitFor({ state: 'hidden' });
    await page.waitForFunction(() =>
      document.querySelector('[role=gridcell]')?.getAttribute('aria-label')?.endsWith(', 1'),
    );
    assert.ok(page.url().startsWith(url), 'the page is still open');
  });
});

test('Back closes a dialog, and leaves what is below it', async () => {
  await play(
    at(EASY),
    async (page) => {
      const back = async () => {
        await page.goBack();
        await page.locator('dialog').waitFor({ state: 'detached' });
      };
      const address = await page.evaluate(() => location.hash);
      await page.locator('.top [data-menu=settings]').click();
      await page.locator('dialog').waitFor();
      await back();
      assert.ok(await page.locator('#grid').isVisible());
      assert.equal(await page.evaluate(() => location.hash), address);
      // A closed dialog leaves no step.
      await page.evaluate(() => (location.hash = '#/learn'));
      await page.locator('.at-learn').waitFor();
      await page.keyboard.press('Tab');
      await page.locator('.top [data-menu=settings]').click();
      await page.locator('dialog').waitFor();
      await page.keyboard.press('Escape');
      // The step is taken back a moment later, and can be repeated from then on.
      await page.waitForFunction(() => navigation.canGoForward);
      await page.locator('.top [data-menu=help]').click();
      await page.locator('dialog').waitFor();
      await back();
      assert.ok(await page.locator('.at-learn').isVisible());
      assert.equal(await page.evaluate(() => location.hash), '#/learn');
      await page.goBack();
      await page.locator('#grid').waitFor();
      assert.equal(await page.evaluate(() => location.hash), address);
      assert.equal(await digits(page), EASY);
    },
    { viewport: { width: 1024, height: 768 } },
  );
});

test('rules without cells are switched on and off while a puzzle is created', async () => {
  await play(at(`5${'.'.repeat(80)}`, '&set=1'), async (page) => {
    await button(page, 'Rules').click();
    const [list, alert] = [page.locator('.rule-list'), page.locator('.rule-editor .alert')];
    const rule = page.getByLabel('Rule', { exact: true });
    await page.locator('.rule-editor option[value=anti-knight]').waitFor({ state: 'attached' });
    await rule.selectOption('anti-knight');
    assert.ok(await page.locator('.rule-typed').isHidden());
    await button(page, 'Add rule').click();
    await list.filter({ hasText: 'Anti-knight' }).waitFor();
    await button(page, 'Add rule').click();
    await alert.filter({ hasText: 'already in the list' }).waitFor();
    assert.equal(await list.locator('li').count(), 1);
    // What changes nothing is refused. What may not be meant is said.
    await rule.selectOption('killer');
    const argument = await typedRule(page);
    await argument.fill('r1c1');
    await button(page, 'Add rule').click();
    await alert.filter({ hasText: 'One cell needs a sum' }).waitFor();
    await argument.fill('12: r1c1 r1c3');
    await button(page, 'Add rule').click();
    await alert.filter({ hasText: 'do not touch' }).waitFor();
    assert.equal(await list.locator('li').count(), 2);
    await waitAnnounced(page, /^Added Killer 12/);
    await argument.fill('99: r1c1 r1c2');
    await button(page, 'Add rule').click();
    await alert.filter({ hasText: 'from 3 to 17' }).waitFor();
    await page.waitForFunction(() => document.querySelector('[role=status]')?.textContent === '');
    await list.getByRole('button', { name: /Anti-knight/ }).click();
    await waitAnnounced(page, /^Removed Anti-knight/i);
    assert.equal(await list.locator('li').count(), 1);
  });
});

test('a new puzzle is among the last played ones before its first entry', async () => {
  await play(at(EASY), async (page) => {
    await menu(page, 'new');
    await button(page, 'Generate').click();
    await waitAnnounced(page, /^New puzzle/);
    const made = await digits(page);
    await page.waitForFunction(
      (text) => (localStorage.getItem('ndoku.games') ?? '').includes(text),
      made,
    );
    await menu(page, 'open');
    await page.locator('dialog .recent li').first().waitFor();
    assert.equal(await page.locator('dialog .recent li').count(), 1);
  });
});

test('title, rating, path and level use one scale', async () => {
  await play(at(EXTREME), async (page) => {
    const tag = page.locator('.nm .tag');
    await tag.filter({ hasText: /^Expert 6\.9$/ }).waitFor();
    assert.match(await page.title(), /^Expert · 6\.9, Sudoku – ndoku$/);
    await openTab(page, 'Analysis');
    await button(page, 'Rate difficulty').click();
    await page.locator('.findings .is-new', { hasText: /^Expert 6\.9\./ }).waitFor();
    await openTab(page, 'Path');
    await button(page, 'Find solution path').click();
    await page.locator('.steps li').first().waitFor();
    assert.equal(await tag.textContent(), 'Expert 6.9');
    const ratings = await page.locator('.steps .rating').allTextContents();
    assert.equal(Math.max(...ratings.map(Number)), 6.9, 'the hardest step of the path');
    const signs = (await page.locator('.steps .follows').allTextContents()).join(' ');
    assert.doesNotMatch(signs, /≠/);
    assert.match(signs, /r\dc\d-\d/);
  });
  await play(at(EASY), async (page) => {
    await menu(page, 'new');
    await page.getByLabel('Difficulty', { exact: true }).selectOption('hard');
    await button(page, 'Generate').click();
    await waitAnnounced(page, /^New puzzle/);
    await page.locator('.nm .tag', { hasText: /^Hard \d\.\d$/ }).waitFor();
    await openTab(page, 'Analysis');
    await button(page, 'Rate difficulty').click();
    await page.locator('.findings .is-new', { hasText: /^Hard \d\.\d\./ }).waitFor();
  });
});

test('16×16 has keys for all modes, with Alt where a letter is a digit', async () => {
  await play(at(SIXTEEN), async (page) => {
    await press(page, 1, 1);
    await page.keyboard.press('Alt+c');
    await page.waitForFunction(
      () => document.querySelector('.mode-center')?.getAttribute('aria-pressed') === 'true',
    );
    await page.keyboard.press('c');
    await nextFrame(page);
    assert.match(await cell(page, 1, 1), /center C$/);
    await page.keyboard.press('z');
    await page.waitForFunction(
      () => document.querySelector('.mode-digit')?.getAttribute('aria-pressed') === 'true',
    );
  });
});

test('a digit on a clue says so, and a click beside the grid ends the selection', async () => {
  await play(at(EASY), async (page) => {
    await press(page, 1, 7);
    await page.keyboard.press('5');
    await waitAnnounced(page, /^r1c7 is a clue$/);
    assert.equal(await selected(page), 1);
    const title = (await page.locator('.title').boundingBox())!;
    await page.mouse.click(title.x + title.width / 2, title.y + 4);
    await nextFrame(page);
    assert.equal(await selected(page), 0);
  });
});

test('a long press selects all cells with the same content', async () => {
  await play(
    at(EASY),
    async (page) => {
      const box = (await page.locator('#grid').boundingBox())!;
      const [x, y] = [box.x + (6.5 * box.width) / 9, box.y + (0.5 * box.height) / 9];
      const session = await page.context().newCDPSession(page);
      await session.send('Input.dispatchTouchEvent', {
        type: 'touchStart',
        touchPoints: [{ x, y }],
      });
      await page.waitForTimeout(800);
      await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
      await nextFrame(page);
      assert.equal(await selected(page), [...EASY].filter((digit) => digit === '2').length);
    },
    { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  );
});

test('screen readers know the region for messages of the library before the first one', async () => {
  await play(`${url}#/library`, async (page) => {
    // A role is found only if screen readers find it.
    const region = page.locator('.lib-note').getByRole('status');
    await region.waitFor({ state: 'attached' });
    assert.equal(await region.textContent(), '');
  });
});
