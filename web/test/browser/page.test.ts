// The page in a browser, as a player uses it. Needs `npm run build` and Chromium.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { violations } from './axe.ts';
import {
  browser,
  url,
  requests,
  at,
  play,
  agree,
  button,
  menu,
  openTab,
  reveal,
  undo,
} from './play.ts';
import { dragCells } from './pointer.ts';
import { EASY, EASY_SOLVED, FOUR } from './puzzles.ts';
import {
  cell,
  digits,
  announced,
  open,
  paste,
  press,
  ready,
  nextFrame,
  waitAnnounced,
} from './setup.ts';

test('digits are entered with keys and undone', async () => {
  await play(at(FOUR), async (page) => {
    assert.equal(await digits(page), FOUR);
    assert.ok(await button(page, 'Undo').isDisabled());
    await openTab(page, 'Analysis');
    await agree(page, 'Show solution');
    await page.getByText('The grid shows the solution.').first().waitFor();
    const solved = await digits(page);
    await button(page, 'Hide').click();
    await nextFrame(page);
    assert.equal(await digits(page), FOUR);
    await press(page, 1, 1);
    for (let n = 0; n < 16; n++) {
      if (FOUR[n] === '.') await page.keyboard.press(solved[n]);
      await page.keyboard.press('ArrowRight');
      if (n % 4 === 3) await page.keyboard.press('ArrowDown');
    }
    await nextFrame(page);
    assert.equal(await digits(page), solved);
    await waitAnnounced(page, /^Solved in/);
    await undo(page);
    assert.equal(await digits(page), FOUR);
    await page.keyboard.press('Control+y');
    await nextFrame(page);
    assert.notEqual(await digits(page), FOUR);
  });
});

test('marks, colors, selections', async () => {
  await play(at(EASY), async (page) => {
    await press(page, 1, 1);
    await page.keyboard.press('Shift+Digit1');
    await page.keyboard.press('Shift+Digit6');
    await page.keyboard.press('Control+Digit8');
    await page.keyboard.press('Alt+Digit2');
    await page.keyboard.press('Alt+Digit7');
    await nextFrame(page);
    assert.match(
      await cell(page, 1, 1),
      /^row 1 column 1, box 1, empty, corner 1 6, center 8, color green, blue$/,
    );
    // Held modes, tapped modes.
    await press(page, 1, 2);
    await page.keyboard.down('c');
    await page.keyboard.press('3');
    await page.waitForTimeout(300);
    await page.keyboard.up('c');
    await page.keyboard.press('9');
    await nextFrame(page);
    assert.match(await cell(page, 1, 2), /, 9$/);
    await page.keyboard.press('Backspace');
    await nextFrame(page);
    assert.match(await cell(page, 1, 2), /empty, center 3$/);
    await page.keyboard.press('x');
    await page.keyboard.press('4');
    await nextFrame(page);
    assert.match(await cell(page, 1, 2), /corner 4/);
    await page.keyboard.press('z');
    // Ctrl and dragging add cells, and a double click selects all cells with a digit.
    await press(page, 3, 2);
    await press(page, 3, 3, ['Control']);
    await page.keyboard.press('Control+Digit2');
    await nextFrame(page);
    for (const column of [2, 3]) assert.match(await cell(page, 3, column), /center 2/);
    const box = (await page.locator('#grid').boundingBox())!;
    const unit = box.width / 9;
    await page.mouse.move(box.x + unit * 0.5, box.y + unit * 4.5);
    await page.mouse.down();
    await page.mouse.move(box.x + unit * 3.5, box.y + unit * 4.5, { steps: 8 });
    await page.mouse.up();
    await nextFrame(page);
    assert.equal(await page.locator('[role=gridcell][aria-selected=true]').count(), 4);
    await page.mouse.dblclick(box.x + unit * 6.5, box.y + unit * 0.5);
    await nextFrame(page);
    assert.equal(
      await page.locator('[role=gridcell][aria-selected=true]').count(),
      [...EASY].filter((digit) => digit === '2').length,
    );
    await page.keyboard.press('Control+a');
    await nextFrame(page);
    assert.equal(await page.locator('[role=gridcell][aria-selected=true]').count(), 81);
    await page.keyboard.press('Escape');
    await nextFrame(page);
    assert.equal(await page.locator('[role=gridcell][aria-selected=true]').count(), 0);
  });
});

test('a click selects its cell, wherever the focus was', async () => {
  await play(at(EASY), async (page) => {
    const selected = () =>
      page
        .locator('[role=gridcell][aria-selected=true]')
        .evaluateAll((cells) => cells.map((one) => one.getAttribute('aria-label')!.split(', ')[0]));
    await press(page, 5, 5);
    await nextFrame(page);
    assert.deepEqual(await selected(), ['row 5 column 5']);
    await button(page, 'Settings').focus();
    await press(page, 9, 8);
    await nextFrame(page);
    assert.deepEqual(await selected(), ['row 9 column 8']);
    await button(page, 'Settings').focus();
    await press(page, 9, 9, ['Control']);
    await nextFrame(page);
    assert.deepEqual(await selected(), ['row 9 column 8', 'row 9 column 9']);
    await button(page, 'Settings').focus();
    await press(page, 9, 8, ['Control']);
    await nextFrame(page);
    assert.deepEqual(await selected(), ['row 9 column 9']);
  });
});

test('a drag from a selected cell deselects further ones, if presses add cells', async () => {
  await play(at(EASY), async (page) => {
    await menu(page, 'several');
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    for (const column of [1, 2, 3]) await press(page, 1, column);
    await nextFrame(page);
    await dragCells(page, [1, 2], [1, 3]);
    await nextFrame(page);
    assert.deepEqual(
      await page
        .locator('[role=gridcell][aria-selected=true]')
        .evaluateAll((cells) => cells.map((one) => one.getAttribute('aria-label')!.split(', ')[0])),
      ['row 1 column 1'],
    );
  });
});

test('the selection stays where the player or a move left it, and not where the focus was', async () => {
  await play(at(EASY), async (page) => {
    const selected = async () => {
      await nextFrame(page);
      return page
        .locator('[role=gridcell][aria-selected=true]')
        .evaluateAll((cells) => cells.map((one) => one.getAttribute('aria-label')!.split(', ')[0]));
    };
    await press(page, 1, 1);
    await page.keyboard.press('5');
    await press(page, 5, 5);
    await nextFrame(page);
    await button(page, 'Undo').click();
    assert.deepEqual(await selected(), ['row 1 column 1']);
    // No two presses in a row are at the same cell, because these would be a double click.
    await press(page, 9, 8);
    for (const column of [9, 8, 9]) await press(page, 9, column, ['Control']);
    assert.deepEqual(await selected(), []);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+Tab');
    assert.deepEqual(await selected(), ['row 9 column 9'], 'the keyboard moved the focus');
    await page.keyboard.press('Escape');
    await page.locator('.skip').focus();
    await page.keyboard.press('Enter');
    assert.deepEqual(await selected(), ['row 9 column 9'], 'the link leads to the cell');
    await menu(page, 'change');
    await page.getByLabel('Digit first').check();
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    await page.locator('[data-digit="5"]').click();
    await waitAnnounced(page, /\b5\b/);
    await page.keyboard.press('7');
    await waitAnnounced(page, /\b7\b/);
    assert.deepEqual(await selected(), []);
    assert.match(await cell(page, 9, 9), /empty$/);
  });
});

test('hints lead to the solution', async () => {
  await play(at(EASY), async (page) => {
    await page.keyboard.press('h');
    await page.locator('.hint .lead').waitFor();
    const nudge = await page.locator('.hint .lead').textContent();
    assert.match(nudge ?? '', /^Look at (row|column|box) \d$/, 'the first level names no digit');
    assert.ok((await page.locator('.house.look').count()) > 0, 'a frame shows where to look');
    assert.ok((await page.locator('.veil').count()) > 40, 'everything else is veiled');
    assert.equal(await page.locator('.drawing .sign').count(), 0);
    await page.keyboard.press('h');
    await page.keyboard.press('h');
    await page.keyboard.press('h');
    await page.locator('.hint .effect').waitFor();
    assert.ok((await page.locator('.drawing .sign').count()) > 0);
    assert.ok((await page.locator('.legend li').count()) > 0);
    const before = await digits(page);
    await page.keyboard.press('h');
    await page.locator('.hint .effect').waitFor({ state: 'detached' });
    await nextFrame(page);
    assert.notEqual(await digits(page), before, 'an easy puzzle begins with a digit');
    await waitAnnounced(page, /^Placed: \d in r\dc\d$/);
    for (let steps = 0; steps < 120 && (await digits(page)) !== EASY_SOLVED; steps++) {
      await reveal(page, 4);
      await page.locator('.hint [data-key=more]').click();
      await page.locator('.hint .effect').waitFor({ state: 'detached' });
      await nextFrame(page);
    }
    assert.equal(await digits(page), EASY_SOLVED);
    await waitAnnounced(page, /^Solved in .* You used \d+ hints\.$/);
    await undo(page);
    assert.equal(await digits(page), EASY);
  });
});

test('a mistake is announced and corrected', async () => {
  await play(at(EASY), async (page) => {
    await press(page, 1, 1);
    await page.keyboard.press('3');
    await button(page, 'Check').click();
    await waitAnnounced(page, /^1 digit is wrong/);
    await page.keyboard.press('h');
    await button(page, 'Take these back').click();
    await nextFrame(page);
    assert.equal(await digits(page), EASY);
    // A repeated digit is shown immediately.
    await press(page, 1, 1);
    await page.keyboard.press('2');
    await waitAnnounced(page, /^2 twice in row 1$/);
    assert.match(await cell(page, 1, 1), /conflict$/);
    assert.equal(await page.locator('.drawing .underline').count(), 2);
  });
});

test('the address contains the puzzle and the entries', async () => {
  await play(at(EASY), async (page) => {
    await press(page, 1, 1);
    await page.keyboard.press('1');
    await page.waitForFunction(() => location.hash.includes('&s='));
    const first = page.url();
    await press(page, 1, 2);
    await page.keyboard.press('Shift+Digit9');
    await page.waitForFunction((before) => location.href !== before, first);
    const link = page.url();
    await button(page, 'Share').click();
    const shown = page.getByLabel('Link to the puzzle');
    await shown.waitFor();
    const linkOf = (shows: 'all' | 'puzzle') =>
      page.waitForFunction((entered) => {
        const { value } = document.querySelector('dialog input') as HTMLInputElement;
        return value !== '' && value.includes('&s=') === entered;
      }, shows === 'all');
    await linkOf('all');
    assert.match(await shown.inputValue(), /#p=.*&s=/);
    await page.getByLabel('Include my progress').click();
    await linkOf('puzzle');
    const other = await open(browser, link);
    assert.equal(await cell(other, 1, 1), 'row 1 column 1, box 1, 1');
    assert.match(await cell(other, 1, 2), /corner 9/);
    await other.context().close();
  });
});

test('the browser stores the entries', async () => {
  await play(at(EASY), async (page) => {
    await press(page, 1, 1);
    await page.keyboard.press('1');
    await page.waitForFunction(() => localStorage.getItem('ndoku.games') !== null);
    await page.goto('about:blank');
    await page.goto(url);
    await ready(page);
    assert.equal(await cell(page, 1, 1), 'row 1 column 1, box 1, 1');
    await page.goto('about:blank');
    await page.goto(at(EASY));
    await ready(page);
    assert.equal(
      await cell(page, 1, 1),
      'row 1 column 1, box 1, 1',
      'also for an address without progress',
    );
  });
});

test('options: wrong digits, candidates, removal of marks, filter', async () => {
  await play(at(EASY), async (page) => {
    await page.locator('.top [data-menu=settings]').click();
    for (const name of [
      'Show wrong digits immediately',
      'Remove marks automatically when you enter a digit',
    ])
      await page.getByLabel(name).check();
    await page.keyboard.press('Escape');
    await press(page, 1, 1);
    await page.keyboard.press('3');
    await page.waitForFunction(() =>
      /wrong$/.test(document.querySelector('[role=gridcell]')!.getAttribute('aria-label')!),
    );
    await page.keyboard.press('Control+z');
    // All candidates, and a removed one. The other click prevents a double click.
    await button(page, 'Auto candidates').click();
    await press(page, 5, 5);
    await press(page, 1, 1);
    await nextFrame(page);
    assert.match(await cell(page, 1, 1), /candidates 1 3 6 8$/);
    await page.keyboard.press('Control+Digit3');
    await nextFrame(page);
    assert.match(await cell(page, 1, 1), /candidates 1 6 8$/);
    await button(page, 'Auto candidates').click();
    // All center marks. A digit removes some.
    await page.keyboard.press('f');
    await nextFrame(page);
    assert.match(await cell(page, 1, 1), /center 1 6 8$/);
    assert.match(await cell(page, 1, 3), /center 1 3 6 8$/);
    await press(page, 1, 1);
    await page.keyboard.press('1');
    await nextFrame(page);
    assert.match(await cell(page, 1, 3), /center 3 6 8$/);
    await page.keyboard.press('g');
    await page.keyboard.press('9');
    await nextFrame(page);
    const fits = await page.locator('.fits').count();
    assert.ok(fits > 4 && fits < 40);
    await page.keyboard.press('Escape');
    await nextFrame(page);
    assert.equal(await page.locator('.fits').count(), 0);
    await button(page, 'Highlight').click();
    await page.locator('[data-digit="9"]').click();
    await nextFrame(page);
    assert.equal(await page.locator('.fits').count(), fits);
  });
});

test('an address without a playable puzzle opens another one and shows the reason', async () => {
  const large = Array.from({ length: 36 }, () => Array(36).fill('.').join(' ')).join('\n');
  for (const [address, reason] of [
    [`${url}#p=nonsense`, /^This link cannot be opened\. .* This text holds no puzzle/],
    [at(large, '&symbols=dec'), /largest size on this page is 25×25/],
  ] as const) {
    await play(address, async (page) => {
      await waitAnnounced(page, reason);
      assert.equal(await page.locator('#grid').getAttribute('data-size'), '9');
    });
  }
});

test('a dropped UTF-16 file is opened', async () => {
  await play(at(EASY), async (page) => {
    await page.evaluate((puzzle) => {
      const bytes = new Uint8Array(2 + puzzle.length * 2);
      bytes.set([0xff, 0xfe]);
      [...puzzle].forEach((character, at) => (bytes[2 + at * 2] = character.charCodeAt(0)));
      const data = new DataTransfer();
      data.items.add(new File([bytes], 'puzzle.txt'));
      document.body.dispatchEvent(
        new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }),
      );
    }, FOUR);
    await page.waitForSelector('#grid[data-size="4"]');
    assert.equal(await digits(page), FOUR);
  });
});

test('two keys enter a number', async () => {
  const rows = Array.from({ length: 16 }, (_, row) =>
    Array.from({ length: 16 }, (__, column) => (row === 15 && column < 15 ? column + 1 : '.')).join(
      ' ',
    ),
  );
  await play(at(rows.join('\n'), '&symbols=dec'), async (page) => {
    assert.equal(await page.locator('#grid').getAttribute('data-size'), '16');
    await press(page, 1, 1);
    await page.keyboard.press('1');
    await page.keyboard.press('2');
    await nextFrame(page);
    assert.match(await cell(page, 1, 1), /, 12$/);
    await page.keyboard.press('Control+z');
    await nextFrame(page);
    assert.match(await cell(page, 1, 1), /empty$/, 'one move');
    await page.keyboard.press('1');
    await page.keyboard.press('0');
    await nextFrame(page);
    assert.match(await cell(page, 1, 1), /, 10$/);
  });
});

test('keyboard only', async () => {
  await play(at(FOUR), async (page) => {
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    assert.equal(
      await page.evaluate(() => document.activeElement?.getAttribute('role')),
      'gridcell',
      'the first link leads to the grid',
    );
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await nextFrame(page);
    assert.match(
      (await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))) ?? '',
      /^row 1 column 3/,
      'the focus goes with the cursor',
    );
    assert.equal(
      await page.locator('[role=gridcell][tabindex="0"]').count(),
      1,
      'one cell in the order of tabs',
    );
    // Tab reaches everything else. It has a visible focus and a name.
    const reached = new Set<string>();
    for (let n = 0; n < 60; n++) {
      await page.keyboard.press('Tab');
      const here = await page.evaluate(() => {
        const element = document.activeElement as HTMLElement;
        const style = getComputedStyle(element);
        return {
          name: element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '',
          ring: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2,
          tag: element.tagName,
        };
      });
      if (here.tag === 'BODY') continue;
      assert.ok(here.ring, `no ring on ${here.name}`);
      reached.add(here.name);
    }
    for (const name of ['Menu', 'Share', 'Check', 'Hint', 'Settings', 'Pause', 'Library']) {
      assert.ok(
        [...reached].some((one) => one.includes(name)),
        `${name} is not reached: ${[...reached].join(', ')}`,
      );
    }
    // A dialog keeps the focus, and Escape closes it.
    await page.locator('.top [data-menu=settings]').focus();
    await page.keyboard.press('Enter');
    await page.locator('dialog[open]').waitFor();
    assert.ok(
      await page.evaluate(() => document.querySelector('dialog')!.contains(document.activeElement)),
    );
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    assert.equal(
      await page.evaluate(() => (document.activeElement as HTMLElement).dataset.menu),
      'settings',
      'the focus comes back',
    );
  });
});

test('the page and its engine work offline', async () => {
  await play(at(EASY), async (page) => {
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(async () => {
      const names = await caches.keys();
      const cache = names[0] && (await caches.open(names[0]));
      return cache ? (await cache.keys()).some(({ url }) => /full.*\.wasm$/.test(url)) : false;
    });
    await page.context().setOffline(true);
    const before = requests.length;
    await page.reload();
    await ready(page);
    await page.keyboard.press('h');
    await page.locator('.hint .lead').waitFor();
    assert.deepEqual(requests.slice(before), [], 'nothing was asked of the server');
    await page.context().setOffline(false);
  });
});

test('the engine of a server gives the same results', async () => {
  await play(`${url}?engine=http#p=${EASY}`, async (page) => {
    const before = requests.length;
    await reveal(page, 4);
    await page.locator('.hint .effect').waitFor();
    await openTab(page, 'Analysis');
    await agree(page, 'Show solution');
    await page.getByText('The grid shows the solution.').first().waitFor();
    assert.equal(await digits(page), EASY_SOLVED);
    await paste(page, 'this is no puzzle');
    await waitAnnounced(page, /^This text holds no puzzle/);
    for (const method of ['hint', 'solve', 'read'])
      assert.ok(requests.slice(before).includes(`/v1/${method}`), method);
    // The browser writes a failed request to the console.
    (page as Page & { consoleErrors: string[] }).consoleErrors.length = 0;
  });
});

test('a pause stops the timer and hides the grid', async () => {
  await play(at(EASY), async (page) => {
    await button(page, 'Pause').click();
    await page.locator('.curtain').waitFor();
    assert.equal(
      await page.locator('.tops').evaluate((one) => getComputedStyle(one).visibility),
      'hidden',
    );
    assert.equal(
      await page.locator('.selection').evaluate((one) => getComputedStyle(one).visibility),
      'hidden',
      'the ring is gone',
    );
    const isOff = (part: string) =>
      page.locator(part).evaluate((one) => (one as HTMLElement).inert);
    assert.ok((await isOff('.pad')) && (await isOff('.coach:not(.set)')), 'keys and tools are off');
    const time = await page.locator('.time').textContent();
    await page.waitForTimeout(1200);
    assert.equal(await page.locator('.time').textContent(), time);
    await page.locator('.curtain button').click();
    await menu(page, 'change');
    await page.getByLabel('Hide the time').check();
    await page.keyboard.press('Escape');
    await page.locator('.time').waitFor({ state: 'hidden' });
  });
});

test('print shows the grid on white without tools', async () => {
  await play(at(EASY), async (page) => {
    await page.emulateMedia({ media: 'print' });
    for (const gone of ['.top', '.panel', '.clock', '.selection'])
      assert.equal(await page.locator(gone).first().isVisible(), false, gone);
    assert.ok(await page.locator('.board').isVisible());
    const pdf = await page.pdf({ format: 'A4' });
    assert.ok(pdf.length > 5_000);
    const pages = pdf.toString('latin1').match(/\/Type\s*\/Page[^s]/g) ?? [];
    assert.equal(pages.length, 1, 'one page');
    await page.emulateMedia({ media: 'screen' });
  });
});

test('narrow and zoomed screens scroll in one direction and have large targets', async () => {
  for (const [width, height, touch] of [
    [320, 640, true],
    [390, 844, true],
    [768, 1024, true],
    [300, 215, false],
  ] as const) {
    await play(
      at(EASY),
      async (page) => {
        const wide = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        assert.ok(wide <= 0, `${width}: ${wide} too wide`);
        const least = touch ? 44 : 24;
        const small = await page.locator('button:visible, [role=tab]:visible').evaluateAll(
          (all, size) =>
            all
              .map(
                (one) =>
                  [
                    one.getBoundingClientRect(),
                    one.getAttribute('aria-label') ?? one.textContent,
                  ] as const,
              )
              .filter(([box]) => box.width < size || box.height < size)
              .map(([box, name]) => `${name}: ${box.width}×${box.height}`),
          width < 384 ? 24 : least,
        );
        assert.deepEqual(small, [], `${width}`);
        await menu(page, 'new');
        // The menu stays open until the code of the dialog is loaded.
        const dialog = page.locator('dialog[open]:not(:has([data-menu]))');
        await dialog.waitFor();
        const window = (await dialog.boundingBox())!;
        assert.ok(window.width <= width && window.height <= height);
      },
      { viewport: { width, height }, hasTouch: touch, isMobile: touch },
    );
  }
});

test('taps select cells, and the pad enters digits', async () => {
  await play(
    at(FOUR),
    async (page) => {
      const box = (await page.locator('#grid').boundingBox())!;
      await page.touchscreen.tap(box.x + box.width / 8, box.y + box.height / 8);
      await page.locator('[data-digit="2"]').tap();
      await nextFrame(page);
      assert.match(await cell(page, 1, 1), /, 2$/);
      await page.getByRole('button', { name: 'Select many' }).tap();
      await page.touchscreen.tap(box.x + (3 * box.width) / 8, box.y + box.height / 8);
      await nextFrame(page);
      assert.equal(await page.locator('[role=gridcell][aria-selected=true]').count(), 2);
    },
    { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  );
});

/** Opens each dialog, and checks it. */
async function checkDialogs(page: Page, check: (where: string) => Promise<void>): Promise<void> {
  for (const name of ['new', 'open', 'create', 'share-this', 'print-this', 'change', 'keys']) {
    await menu(page, name);
    await page.locator('dialog[open]').waitFor();
    await page.waitForTimeout(300);
    await check(name);
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
  }
  await page.locator('[data-menu=menu]').click();
  await page.waitForTimeout(300);
  await check('the menu');
  await page.keyboard.press('Escape');
}

// look.test.ts checks the states of states.ts in the light and dark themes.
test('axe-core finds no problem in dialogs, and in any state in high contrast', async () => {
  for (const theme of ['light', 'dark', 'contrast']) {
    await play(at(EASY), async (page) => {
      const check = async (where: string) =>
        assert.deepEqual(await violations(page), [], `${theme}, ${where}`);
      await page.evaluate(
        (name) => localStorage.setItem('ndoku.settings', JSON.stringify({ theme: name })),
        theme,
      );
      await page.reload();
      await ready(page);
      await checkDialogs(page, check);
      if (theme !== 'contrast') return;
      await check('the game');
      await press(page, 1, 1);
      await page.keyboard.press('2');
      await page.waitForTimeout(200);
      await check('a conflict');
      await page.keyboard.press('Control+z');
      await reveal(page, 4);
      await check('a hint');
      await openTab(page, 'Path');
      await page.keyboard.press('Escape');
      await button(page, 'Find solution path').click();
      await page.locator('.steps li').first().waitFor();
      await check('a path');
      for (const [part, inside] of [
        ['#/home', '.today'],
        ['#/learn', '.families'],
        ['#/learn/x-wing', '.fig'],
        ['#/library', '.library'],
        ['#/stats', '.part'],
      ]) {
        await page.evaluate((hash) => (location.hash = hash), part);
        await page.locator(inside).first().waitFor();
        await page.waitForTimeout(200);
        await check(part);
      }
    });
  }
});

test('the accessibility tree has roles and labels', async () => {
  await play(at(FOUR), async (page) => {
    const tree = await page.locator('#grid').ariaSnapshot();
    assert.match(tree, /grid "Sudoku grid, 4 by 4"/);
    assert.match(tree, /gridcell "row 1 column 3, box 2, clue 3"/);
    assert.match(tree, /gridcell "row 1 column 1, box 1, empty"/);
    await press(page, 1, 1);
    await page.keyboard.press('Shift+Digit2');
    await page.keyboard.press('Control+z');
    await nextFrame(page);
    assert.equal(await announced(page), 'Undone');
  });
});

test('the security policy forbids other servers and inline scripts', async () => {
  const page = await open(browser, at(EASY));
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('blob:'))
      foreign.push(request.url());
  });
  await page.reload();
  await ready(page);
  const result = await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'document.documentElement.dataset.broken = ""';
    document.body.append(script);
    return 'broken' in document.documentElement.dataset;
  });
  assert.equal(result, false);
  assert.deepEqual(foreign, []);
  await page.context().close();
});
