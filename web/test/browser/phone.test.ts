// What stands beside the grid, above it and below it in small windows: numbers, messages, progress,
// the end of a game, the first page.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { pack } from '../../src/model/share.ts';
import { de } from '../../src/texts/de.ts';
import { en } from '../../src/texts/en.ts';
import { es } from '../../src/texts/es.ts';
import { at, browser, menu, play, reveal, url } from './play.ts';
import { EASY, EASY_SOLVED, EXTREME, SIXTEEN } from './puzzles.ts';
import { nextFrame, open } from './setup.ts';

const window = (width: number, height: number) => ({
  viewport: { width, height },
  hasTouch: true,
  isMobile: width < 900,
});
const PHONES = [
  [320, 568],
  [375, 667],
  [360, 740],
  [390, 844],
  [667, 375],
  [844, 390],
] as const;
const LOCALES = ['en', 'de', 'es'] as const;

const box = async (page: Page, name: string) => (await page.locator(name).boundingBox())!;

/** Returns the boxes of the digits of all numbers, and the size of their letters. */
const numbers = (page: Page) =>
  page.locator('.numbers span').evaluateAll((all) =>
    all
      .filter((one) => getComputedStyle(one).visibility === 'visible')
      .map((one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        const { left, right, top, bottom } = range.getBoundingClientRect();
        const size = parseFloat(getComputedStyle(one).fontSize);
        // The digits of the font are 0.7 times as high as its letters are large.
        const cut = (bottom - top - 0.7 * size) / 2;
        return { left, right, top: top + cut, bottom: bottom - cut, size };
      }),
  );

test('numbers of rows and columns stand beside a hint on phones, and the grid stays', async () => {
  for (const [width, height] of [...PHONES, [820, 1180], [1024, 768], [1440, 900]] as const)
    for (const puzzle of [EXTREME, SIXTEEN])
      await play(
        at(puzzle),
        async (page) => {
          const where = `${width}×${height}, ${puzzle.length} cells`;
          const before = await box(page, '#grid');
          await reveal(page, 1);
          await page.locator('.is-explained .numbers').first().waitFor();
          await nextFrame(page);
          const grid = await box(page, '#grid');
          // Low upright phones have room for a hint only if the grid is smaller.
          if (height >= 760 || width > height) assert.deepEqual(grid, before, where);
          const coach = await box(page, '.coach:not(.set)');
          const all = await numbers(page);
          assert.equal(all.length, 2 * Math.sqrt(puzzle.length), where);
          all.forEach((one, n) => {
            const which = `${where}, number ${n}: ${JSON.stringify([one, grid, coach])}`;
            assert.ok(one.size >= (height < 520 ? 11 : 12), which);
            assert.ok(one.left >= 0 && one.bottom <= height, which);
            assert.ok(one.right <= grid.x || one.top >= grid.y + grid.height, which);
            const isAbove = one.bottom <= coach.y || one.right <= coach.x;
            assert.ok(isAbove || one.left >= coach.x + coach.width, which);
            const next = all[n + 1];
            if (next) assert.ok(next.top >= one.bottom - 1 || next.left >= one.right, which);
          });
          await page.locator('.tabs .x').click();
          await page.locator('.numbers').first().waitFor({ state: 'hidden' });
          assert.deepEqual(await box(page, '#grid'), before, `${where}: after the hint`);
        },
        window(width, height),
      );
});

test('numbers do not touch in the largest grids', async () => {
  const rows = Array.from({ length: 25 }, () => Array(25).fill('.').join(' ')).join('\n');
  for (const [width, height] of PHONES)
    await play(
      at(rows, '&symbols=dec'),
      async (page) => {
        await page.locator('.place').evaluate((one) => one.classList.add('is-explained'));
        const all = await numbers(page);
        const columns = all.slice(25);
        assert.ok(columns.length > 10);
        columns.slice(1).forEach((one, n) => assert.ok(one.left > columns[n].right + 2));
      },
      window(width, height),
    );
});

/** The longest texts that the line of messages can show. */
const LONGEST = Object.entries({ en, de, es } as Record<string, Record<string, string>>).flatMap(
  ([locale, texts]) =>
    Object.entries(texts)
      .filter(([key]) => /^(message|new|daily|open|read|engine|hint\.(none|deadEnd))\b/.test(key))
      .map(([, text]) => [locale, text.replace(/\{\w+, \S+, (\S+)\}/g, '81 $1')] as const)
      .map(([language, text]) => [language, text.replace(/\{\w+\}/g, 'r1c1 r2c2')] as const)
      .sort(([, a], [, b]) => b.length - a.length)
      .slice(0, 12),
);

test('a message has two lines on a phone, and a tap shows all of it above the grid', async () => {
  for (const [width, height] of PHONES)
    await play(
      at(EASY),
      async (page) => {
        const line = page.locator('.msg:not(.busy)');
        await page.locator('.digits .key').first().click();
        await line.waitFor();
        // It stays, and shows other words.
        await page.evaluate(() => (performance.now = () => 0));
        for (const [locale, text] of LONGEST) {
          const where = `${width}×${height}, ${locale}: ${text}`;
          await line.evaluate((one: HTMLElement, words) => {
            one.className = 'msg bad';
            one.querySelector('span')!.textContent = words;
          }, text);
          const words = line.locator('span');
          const [high, step] = await words.evaluate((one) => [
            one.getBoundingClientRect().height,
            parseFloat(getComputedStyle(one).lineHeight),
          ]);
          assert.ok(high <= 2 * step + 1, `${where}: ${high}`);
          const isCut = await words.evaluate((one) => one.scrollHeight > one.clientHeight);
          if (!isCut) continue;
          await line.click();
          await page.locator('.msg.is-whole').waitFor();
          const [whole, title] = [await box(page, '.msg.is-whole'), await box(page, '.title')];
          assert.ok(whole.x >= title.x - 1 && whole.y >= title.y - 1, where);
          assert.ok(whole.x + whole.width <= title.x + title.width + 1, where);
          assert.ok(whole.y + whole.height <= title.y + title.height + 1, where);
          const isScrolled = await line.evaluate((one) => {
            one.scrollTop = 1000;
            return one.scrollHeight - one.clientHeight - one.scrollTop < 2;
          });
          assert.ok(isScrolled, `${where}: its end can be read`);
        }
      },
      window(width, height),
    );
});

/** Asserts that progress shows all of its words and Cancel in the window. */
async function isProgressWhole(page: Page, where: string): Promise<void> {
  const [words, cancel, outer] = await page.evaluate(() => {
    const text = document.querySelector('.busy-text')!;
    const button = document.querySelector('[data-cancel]')!.getBoundingClientRect();
    const isCut = text.scrollHeight > text.clientHeight || text.scrollWidth > text.clientWidth;
    return [isCut, [button.left, button.right, button.bottom], [innerWidth, innerHeight]] as const;
  });
  assert.ok(!words, `${where}: the words are cut off`);
  assert.ok(cancel[0] >= 0 && cancel[1] <= outer[0] && cancel[2] <= outer[1], `${where}: Cancel`);
}

test('progress shows all of its words and Cancel, in any language and window', async () => {
  const sizes = [...PHONES, [701, 1000], [768, 1024], [1024, 768], [1181, 800]] as const;
  for (const locale of LOCALES) {
    // The engine never answers, and the clock is late.
    const late = (page: Page) => page.route(/full.*\.wasm/, () => {});
    const page = await open(browser, at(EASY), { locale, hasTouch: true }, late);
    const look = async (what: string) => {
      await page.locator('.busy:not([hidden])').waitFor();
      await page.evaluate(() => {
        const now = performance.now.bind(performance);
        performance.now = () => now() + 120_000;
      });
      await page.locator('.busy-text', { hasText: / 12\d s ?…$/ }).waitFor();
      for (const [width, height] of sizes) {
        await page.setViewportSize({ width, height });
        await nextFrame(page);
        await isProgressWhole(page, `${locale}, ${width}×${height}, ${what}`);
      }
      await page.setViewportSize({ width: 1200, height: 860 });
      await page.locator('[data-cancel]').click();
      await page.locator('.busy').waitFor({ state: 'hidden' });
    };
    await page.locator('.rest-c .cfoot .btn').nth(1).click();
    await page.locator('.path [data-key=find]').click();
    await look('a path');
    await page.locator('.tablist button').nth(2).click();
    await page.locator('.analyze .actions .btn').nth(2).click();
    await look('a rating');
    await menu(page, 'new');
    await page.locator('dialog [type=submit]').click();
    await page.locator('dialog').waitFor({ state: 'detached' });
    await look('a new puzzle');
    await page.goto(`${url}#/learn/grouped-continuous-nice-loop`);
    await page.locator('[data-practice]').click();
    await look('practice');
    await page.context().close();
  }
});

/** The progress of a game in which only the first cell is open. */
const NEARLY_SOLVED = await pack(
  {
    fields: {
      digit: Array.from(EASY_SOLVED, (digit, cell) =>
        cell === 0 || EASY[cell] !== '.' ? 0 : Number(digit),
      ),
    },
    seconds: 312,
    hints: 1,
  },
  81,
);

test('the end of a game leaves the grid as it is, and the next puzzle in sight', async () => {
  for (const locale of LOCALES)
    for (const [width, height] of PHONES)
      await play(
        at(EASY, `&s=${NEARLY_SOLVED}`),
        async (page) => {
          const where = `${locale}, ${width}×${height}`;
          const before = await box(page, '#grid');
          await page.locator('#grid [role=gridcell]').first().focus();
          await page.keyboard.press(EASY_SOLVED[0]);
          await page.locator('.fin h2').waitFor();
          await page.locator('.play.done').waitFor();
          await page.locator('.boardbox').evaluate((one) => (one.style.animation = 'none'));
          assert.deepEqual(await box(page, '#grid'), before, where);
          for (const name of [
            '.fin .stats',
            '.fin-foot [data-next]',
            '.fin-foot .btn:last-child',
          ]) {
            const part = await box(page, name);
            assert.ok(part.y >= 0 && part.y + part.height <= height, `${where}: ${name}`);
            assert.ok(part.x + part.width <= width, `${where}: ${name}`);
          }
          for (const button of await page.locator('.fin-foot .btn').all()) {
            const [room, words] = await button.evaluate((one) => {
              const text = one.querySelector('span')!.getBoundingClientRect();
              return [one.getBoundingClientRect().width, text.width];
            });
            assert.ok(words <= room - 6, `${where}: ${await button.textContent()}`);
          }
          const [stats, foot] = [await box(page, '.fin .stats'), await box(page, '.fin-foot')];
          assert.ok(stats.y + stats.height <= foot.y + 1, `${where}: no figure is hidden`);
          // The week can be reached, with the meaning of its signs.
          const legend = page.locator('.week p');
          await legend.scrollIntoViewIfNeeded();
          assert.match((await legend.textContent())!, /\w{4}/, where);
        },
        { ...window(width, height), locale },
      );
});

test('on a lying phone, the first page shows the button that starts a game', async () => {
  for (const locale of LOCALES)
    for (const [width, height] of [
      [667, 375],
      [640, 360],
      [844, 390],
    ] as const)
      await play(
        `${url}#/home`,
        async (page) => {
          const start = await box(page, '[data-start]');
          assert.ok(start.y + start.height <= height, `${locale}, ${width}×${height}: ${start.y}`);
        },
        { ...window(width, height), locale },
      );
});

test('the state of a daily puzzle has one line, in any language and window', async () => {
  for (const locale of LOCALES)
    await play(
      `${url}#/home`,
      async (page) => {
        await page.locator('.daily').first().waitFor();
        for (const [width, height] of [...PHONES, [820, 1180], [1024, 768], [1440, 900]] as const) {
          await page.setViewportSize({ width, height });
          await nextFrame(page);
          const lines = await page
            .locator('.daily-text > .quiet')
            .evaluateAll((all) =>
              all.map((one) => one.clientHeight / parseFloat(getComputedStyle(one).lineHeight)),
            );
          assert.equal(lines.length, 3);
          assert.ok(Math.max(...lines) < 1.5, `${locale}, ${width}×${height}: ${lines}`);
        }
      },
      { locale },
    );
});
