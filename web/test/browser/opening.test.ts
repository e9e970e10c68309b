// Opening what players paste: links, texts without a puzzle, puzzles that cannot be solved.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { violations } from './axe.ts';
import { at, button, menu, play, reveal, typedRule, url } from './play.ts';
import { EASY, EXTREME, FOUR } from './puzzles.ts';
import { cell, digits, paste, press, ready, waitAnnounced } from './setup.ts';

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
    await play(at(EASY), async (page) => {
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
      at(EASY),
      async (page) => {
        await openIn(page, text);
        const alert = page.locator('dialog .alert');
        await alert.filter({ hasText: said }).waitFor();
        assert.doesNotMatch(await alert.innerText(), /`/);
      },
      { locale },
    );
});

/** Waits until the line beside the title shows a text that stays. */
const lasting = (page: Page, said: string | RegExp) =>
  page.locator('.msg:not(.busy)', { hasText: said }).waitFor();

test('a puzzle that is not sound is opened with a reminder, until it is changed', async () => {
  const nothing = `1234${EASY.slice(4)}`;
  const several = `${'.'.repeat(72)}123456789`;
  const large = `12${'.'.repeat(254)}`;
  for (const [puzzle, said] of [
    [`44${EASY.slice(2)}`, /^The puzzle contradicts itself \(4 twice in row 1\)\.$/],
    [nothing, /^The puzzle (contradicts itself|has no solution)/],
    [several, 'The puzzle has more than one solution.'],
    [large, 'The puzzle has more than one solution.'],
  ] as const)
    await play(at(puzzle), async (page) => {
      await lasting(page, said);
      await press(page, 5, 5);
      await page.keyboard.press('9');
      await page.locator('.msg:not(.busy)', { hasText: said }).waitFor({ state: 'hidden' });
    });
});

test('a hint on a puzzle with many solutions says that there is no step', async () => {
  await play(at(`1${'.'.repeat(80)}`), async (page) => {
    await page.locator('.rest-c .coach-b').click();
    await page
      .getByText(/more than one solution. No step was found here/)
      .first()
      .waitFor();
  });
});

test('a damaged address stays until the player acts, and the page says so', async () => {
  const cut = `#p=${EASY.slice(0, 60)}`;
  const damaged = `#p=${EASY}&s=damaged`;
  for (const [hash, said] of [
    [cut, /^This link cannot be opened\. .* The text has 60 characters/],
    [damaged, /^The saved progress is damaged/],
    ['#/nonsense', /^There is nothing at this address/],
  ] as const)
    await play(`${url}${hash}`, async (page) => {
      await lasting(page, said);
      await page.waitForTimeout(600);
      assert.equal(new URL(page.url()).hash, hash);
      await press(page, 1, 1);
      await page.keyboard.press('1');
      await page.waitForFunction((before) => location.hash !== before, hash);
    });
});

test('a damaged address of an open page leaves its game, and is reported', async () => {
  await play(at(EASY), async (page) => {
    await page.evaluate(() => (location.hash = '#/nonsense'));
    await waitAnnounced(page, /^There is nothing at this address/);
    await page.evaluate(() => (location.hash = '#p=nonsense'));
    await waitAnnounced(page, /^This link cannot be opened/);
    assert.equal(await digits(page), EASY);
    await page.goto(`${url}#/learn/nonsense`);
    await ready(page);
    await page.getByText('There is no technique “nonsense”.').waitFor();
  });
});

test('a created puzzle has visible errors, and a verdict that follows its changes', async () => {
  await play(at(EASY), async (page) => {
    const verdict = (text: string) => page.locator('.nm .tag', { hasText: text }).waitFor();
    await menu(page, 'edit');
    await verdict('One solution · Easy 2.0');
    await button(page, 'Rules').click();
    await page.waitForFunction(
      () => document.querySelector<HTMLSelectElement>('.rule-form select')?.value === 'killer',
    );
    const argument = await typedRule(page);
    await argument.fill('99: r1c3 r1c4');
    await button(page, 'Add rule').click();
    const alert = page.locator('.rule-editor .alert');
    await alert.filter({ hasText: 'the sum of 2 cells is from 3 to 17.' }).waitFor();
    const bottom = (selector: string) =>
      page.locator(selector).evaluate((one) => one.getBoundingClientRect().bottom);
    assert.ok((await bottom('.rule-editor .alert')) <= (await bottom('.coach.set .cbody')));
    await button(page, 'Check uniqueness').click();
    await lasting(page, /^The puzzle has exactly one solution/);
    await verdict('One solution · Easy 2.0');
    await argument.fill('3: r1c3 r1c4');
    await button(page, 'Add rule').click();
    await page.locator('.rule-list', { hasText: 'Killer 3: r1c3 r1c4' }).waitFor();
    await verdict('No solution');
    await page.locator('.rule-list .rule-remove').click();
    await verdict('One solution · Easy 2.0');
    await argument.fill('3: r1c3 r1c4');
    await button(page, 'Add rule').click();
    await verdict('No solution');
    await button(page, 'Play it').click();
    await lasting(page, 'The puzzle has no solution.');
  });
});

test('the next technique is that of the list, and other languages have no English words', async () => {
  await play(`${url}#/learn/x-wing`, async (page) => {
    await button(page, 'Next: Swordfish').waitFor();
  });
  await play(
    `${url}#/learn/x-wing`,
    async (page) => {
      await page.getByRole('heading', { name: 'X-Wing' }).waitFor();
      assert.equal(await page.getByText('fish of size 2').count(), 0);
    },
    { locale: 'de' },
  );
});

test('formats have names, the common ones first, and the shared puzzle is named', async () => {
  await play(at(EASY), async (page) => {
    await button(page, 'Share').click();
    await page.locator('dialog .share-name', { hasText: 'Sudoku' }).waitFor();
    const format = page.getByLabel('Text format').first();
    await page.waitForFunction(() => document.querySelectorAll('dialog option').length > 20);
    const names = await format.locator('option').allInnerTexts();
    assert.deepEqual(names.slice(0, 3), ['One line', 'Drawn grid', 'Grid with candidates']);
    const others = names.slice(6);
    assert.deepEqual(
      others,
      [...others].sort((a, b) => a.localeCompare(b, 'en')),
    );
    for (const name of names) assert.ok(name.length < 30, name);
  });
});

test('another language keeps the selection and the settings, and names dailies anew', async () => {
  const game = { text: EASY, layout: {}, title: '', state: '', when: 1, done: false };
  const daily = { ...game, name: 'Daily, November 26', daily: '2026-11-26 easy' };
  await play(at(EASY), async (page) => {
    // Before the page reads the storage, and after the one before has stored its own game.
    await page.addInitScript(
      (games) => {
        if (!sessionStorage.getItem('filled')) localStorage.setItem('ndoku.games', games);
        sessionStorage.setItem('filled', 'yes');
      },
      JSON.stringify({ [`p=${EASY}`]: daily }),
    );
    await page.goto(at(EASY));
    await page.reload();
    await ready(page);
    await press(page, 5, 5);
    await page.locator('.top [data-menu=settings]').click();
    await page.getByLabel('Language').selectOption('es');
    await page.locator('dialog', { hasText: 'Ajustes' }).waitFor();
    assert.equal(await page.locator('h1').innerText(), 'Puzle del día, 26 de noviembre');
    assert.equal(await page.locator('[role=gridcell][aria-selected=true]').count(), 1);
  });
});

test('without storage, the language stays, and the settings say so', async () => {
  await play(at(EASY), async (page) => {
    await page.evaluate(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('none', 'SecurityError');
      };
    });
    await page.locator('.top [data-menu=settings]').click();
    await page.getByLabel('Language').selectOption('es');
    await page.locator('dialog .alert', { hasText: 'so the language stays.' }).waitFor();
    assert.equal(await page.getByLabel('Language').inputValue(), 'auto');
  });
});

test('another language shows the same hint, and does not count it again', async () => {
  await play(at(EASY), async (page) => {
    await reveal(page, 3);
    await page.locator('.top [data-menu=settings]').click();
    await page.getByLabel('Language').selectOption('es');
    await page.locator('dialog', { hasText: 'Ajustes' }).waitFor();
    await page.locator('.hint .hint-progress .on').nth(2).waitFor({ state: 'attached' });
    assert.equal(await page.locator('.hint .hint-progress .on').count(), 3);
    await page.keyboard.press('Escape');
    await page.locator('.hint h2', { hasText: 'Único oculto' }).waitFor();
  });
});

test('a week begins with the day of the place', async () => {
  for (const [locale, first] of [
    ['en-US', 'Su'],
    ['en-GB', 'Mo'],
  ])
    await play(
      `${url}#/home`,
      async (page) => assert.equal(await page.locator('.cal-head').first().innerText(), first),
      { locale },
    );
});

/** Drops a text on the page. */
const drop = (page: Page, text: string): Promise<void> =>
  page.evaluate((content) => {
    const data = new DataTransfer();
    data.setData('text/plain', content);
    document.body.dispatchEvent(
      new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }),
    );
  }, text);

test('several dropped puzzles are listed, whatever dialog is open', async () => {
  await play(at(EASY), async (page) => {
    await menu(page, 'new');
    await page.locator('dialog', { hasText: 'Generate' }).waitFor();
    await drop(page, `${EASY}\n${EXTREME}\n`);
    await page.locator('dialog .found button').nth(1).click();
    await page.waitForFunction((text) => location.hash.includes(text), EXTREME);
    assert.equal(await page.locator('dialog', { hasText: 'Generate' }).count(), 1);
  });
});

test('one dropped puzzle closes the dialogs, and a text over a field is for the field', async () => {
  await play(at(EASY), async (page) => {
    await menu(page, 'new');
    await page.locator('dialog', { hasText: 'Generate' }).waitFor();
    await drop(page, EXTREME);
    await page.waitForFunction((text) => location.hash.includes(text), EXTREME);
    await page.locator('dialog').waitFor({ state: 'detached' });
    await menu(page, 'open');
    const isTaken = (type: string, file: boolean) =>
      page.locator('dialog textarea').evaluate(
        (field, [name, hasFile]) => {
          const dataTransfer = new DataTransfer();
          if (hasFile) dataTransfer.items.add(new File([''], 'puzzle.txt'));
          else dataTransfer.setData('text/plain', '1');
          const init = { dataTransfer, bubbles: true, cancelable: true };
          return !field.dispatchEvent(new DragEvent(name, init));
        },
        [type, file] as const,
      );
    assert.deepEqual(
      [await isTaken('dragover', false), await isTaken('drop', false)],
      [false, false],
    );
    assert.equal(await isTaken('dragover', true), true, 'a file is opened');
  });
});

test('a link with other progress of the open puzzle brings this progress', async () => {
  await play(at(EASY), async (page) => {
    const enter = async (column: number, digit: string) => {
      const before = await page.evaluate(() => location.hash);
      await press(page, 1, column);
      await page.keyboard.press(digit);
      await page.waitForFunction((hash) => location.hash !== hash, before);
      return page.evaluate(() => location.hash);
    };
    const first = await enter(1, '1');
    await enter(2, '9');
    assert.match(await digits(page), /^19/);
    await page.evaluate((hash) => (location.hash = hash), first);
    await page.waitForFunction(() =>
      document.querySelectorAll('[role=gridcell]')[1].ariaLabel?.endsWith('empty'),
    );
    assert.match(await digits(page), /^1[.]/);
  });
});

test('a puzzle of another size is opened from the first page, the dialog and the library', async () => {
  await play(`${url}#/home`, async (page) => {
    const opened = (text: string) => page.locator('.msg', { hasText: text }).waitFor();
    for (const [text, size] of [
      ['.'.repeat(256), '16×16'],
      [EASY, '9×9'],
      ['.'.repeat(36), '6×6'],
    ]) {
      await page.evaluate(() => (location.hash = '#/home'));
      await page.locator('.home:visible').waitFor();
      await page.locator('.home').getByText('Open a puzzle').first().click();
      await page.locator('dialog textarea').fill(text);
      await page.locator('dialog [type=submit]').click();
      await page.locator('dialog').waitFor({ state: 'detached' });
      await opened(size === '9×9' ? 'Opened Sudoku' : `Opened Sudoku ${size}`);
    }
    await page.evaluate(() => (location.hash = '#/library'));
    await page.locator('.lib-list .lib-entry', { hasText: '16×16' }).first().click();
    await page.locator('#grid[data-size="16"]').waitFor();
    assert.equal(await page.locator('.msg.bad:visible').count(), 0);
  });
});

test('a file that is no text, and a text that is no puzzle by its length, have a sentence', async () => {
  await play(at(EASY), async (page) => {
    await menu(page, 'open');
    const alert = page.locator('dialog .alert');
    const choose = (buffer: Buffer) =>
      page
        .locator('dialog input[type=file]')
        .setInputFiles({ name: 'puzzle.txt', mimeType: 'text/plain', buffer });
    const noise = Buffer.alloc(3_000_000);
    for (let at = 0; at < noise.length; at++) noise[at] = (at * 7919 + (at >> 8)) % 256;
    await choose(noise);
    await alert.filter({ hasText: 'This file is not text.' }).waitFor();
    await choose(Buffer.from('1'.repeat(2_000_000)));
    await alert.filter({ hasText: 'This text is too long for a puzzle.' }).waitFor();
    assert.equal(await page.locator('dialog textarea').inputValue(), '');
    // Of a long list, the first puzzles are offered.
    await choose(Buffer.from(`${'.'.repeat(256)}\n`.repeat(3000)));
    await page.locator('dialog').getByText('There are more puzzles than these.').waitFor();
    assert.equal(await alert.innerText(), '');
    // An old encoding has accents that are no UTF-8, but it is text.
    await choose(Buffer.from(`# ${'naïve café '.repeat(20)}\n${EASY}\n${EXTREME}\n`, 'latin1'));
    await page.waitForFunction(() => document.querySelectorAll('dialog .found li').length === 2);
    // The mark of an encoding is no part of a puzzle.
    await page.locator('dialog textarea').fill(`\uFEFF${EXTREME}`);
    await page.locator('dialog [type=submit]').click();
    await page.waitForFunction((text) => location.hash.includes(text), EXTREME);
  });
});

test('the same file can be chosen again', async () => {
  await play(at(EASY), async (page) => {
    await menu(page, 'open');
    for (const text of ['nothing', `${EASY}\n${EXTREME}\n`]) {
      const file = { name: 'one.txt', mimeType: 'text/plain', buffer: Buffer.from(text) };
      await page.locator('dialog input[type=file]').setInputFiles(file);
      const isRead = (wanted: string) => document.querySelector('textarea')?.value === wanted;
      await page.waitForFunction(isRead, text);
      const left = await page
        .locator('dialog input[type=file]')
        .evaluate((one) => (one as HTMLInputElement).files!.length);
      assert.equal(left, 0, 'the next choice is a change, also of the same file');
    }
    await page.locator('dialog .found button').nth(1).waitFor();
  });
});

test('any level stays chosen for another size or type', async () => {
  await play(at(EASY), async (page) => {
    await menu(page, 'new');
    const level = page.getByLabel('Difficulty', { exact: true });
    const size = page.getByLabel('Size', { exact: true });
    assert.equal(await level.inputValue(), 'easy');
    await size.selectOption('4');
    assert.equal(await level.inputValue(), 'beginner');
    await size.selectOption('9');
    assert.equal(await level.inputValue(), 'easy');
    await level.selectOption('Any');
    await size.selectOption('6');
    assert.equal(await level.inputValue(), '');
  });
});

test('a created puzzle is shared in each format, and a space leaves a cell open', async () => {
  await play(at('.'.repeat(81), '&set=1'), async (page) => {
    await press(page, 1, 1);
    for (const key of ['1', ' ', '0', '4']) await page.keyboard.press(key);
    await press(page, 1, 4);
    await page.keyboard.press(' ');
    await page.keyboard.press('5');
    await button(page, 'Share').click();
    const line = `1${'.'.repeat(3)}5${'.'.repeat(76)}`;
    await page.waitForFunction(
      (wanted) =>
        document.querySelector<HTMLTextAreaElement>('dialog textarea')?.value.trim() === wanted,
      line,
    );
  });
});

test('a first visit shows the first page, with a puzzle that is ready', async () => {
  await play(url, async (page) => {
    const start = page.locator('[data-start]');
    await start.waitFor();
    assert.equal(new URL(page.url()).hash, '#/home');
    assert.deepEqual(await violations(page), []);
    await start.click();
    await press(page, 1, 1);
    await page.keyboard.press('1');
    await page.waitForFunction(() => location.hash.includes('&s='));
    // The next visit shows the game.
    await page.goto('about:blank');
    await page.goto(url);
    await ready(page);
    assert.match(await cell(page, 1, 1), /, 1$/);
    await page.goto('about:blank');
    await page.goto(`${url}#/home`);
    await page.locator('[data-continue]').waitFor();
    assert.equal(await start.count(), 0);
  });
});

test('a step back leads from another puzzle to the game before, and forwards again', async () => {
  await play(at(EASY), async (page) => {
    await press(page, 1, 1);
    await page.keyboard.press('1');
    await openIn(page, EXTREME);
    const shows = (puzzle: string) =>
      page.waitForFunction((text) => location.hash.includes(`p=${text}`), puzzle);
    await shows(EXTREME);
    await page.locator('dialog').waitFor({ state: 'detached' });
    await paste(page, FOUR);
    await shows(FOUR);
    await page.waitForTimeout(600);
    await page.goBack();
    await shows(EXTREME);
    await page.waitForFunction(
      (count) => document.querySelectorAll('#grid .digit').length === count,
      EXTREME.replace(/[.]/g, '').length,
    );
    await page.waitForTimeout(600);
    await page.goBack();
    await shows(EASY);
    await page.waitForFunction(() =>
      document.querySelector('[role=gridcell]')?.getAttribute('aria-label')?.endsWith(', 1'),
    );
    await page.waitForTimeout(600);
    assert.ok(page.url().includes(`p=${EASY}`), 'the address stays that of the game');
    await page.goForward();
    await shows(EXTREME);
    await page.goForward();
    await shows(FOUR);
    await page.waitForSelector('#grid[data-size="4"]');
  });
});

test('the wordmark stays at its place in all parts of the page', async () => {
  for (const [width, height] of [
    [1440, 900],
    [1920, 1080],
    [1280, 720],
    [1024, 768],
    [820, 1180],
  ])
    await play(
      at(EASY),
      async (page) => {
        const place = async () => (await page.locator('.top .wordmark').boundingBox())!;
        const before = await place();
        for (const name of ['home', 'learn', 'library']) {
          await page.locator(`.top [data-menu=${name}]`).click();
          await page.locator(`.app.at-${name}`).waitFor();
          const { x, y } = await place();
          assert.ok(Math.abs(x - before.x) < 0.6, `${width}, ${name}: ${before.x}, ${x}`);
          assert.equal(y, before.y);
        }
      },
      { viewport: { width, height } },
    );
});
