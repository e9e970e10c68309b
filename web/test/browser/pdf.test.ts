// PDF files of the print window and of the share dialog.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { inflateSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { at, browser, play, button, requests } from './play.ts';
import { EASY, FOUR, SIXTEEN, VARIANT_6 } from './puzzles.ts';
import { open, paste, nextFrame, press } from './setup.ts';

/** The files of the tests, to look at. */
const KEPT = join(import.meta.dirname, '../../../test/.failed');

interface Pdf {
  readonly pages: number;
  readonly boxes: string[];
  /** The texts, in the order of the file. */
  readonly texts: string[];
  readonly title: string;
  /** The pictures, and their places. Texts that the fonts lack are pictures. */
  readonly images: { readonly x: number; readonly width: number }[];
}

/** Reads a PDF file that ndoku wrote. */
function parse(bytes: Buffer): Pdf {
  const text = bytes.toString('latin1');
  assert.match(text, /^%PDF-1\.5/);
  const contents = [...text.matchAll(/\/Length (\d+)>>\nstream\n/g)].map(
    ({ 0: head, 1: size, index }) =>
      inflateSync(bytes.subarray(index + head.length, index + head.length + +size)).toString(
        'latin1',
      ),
  );
  const maps = contents
    .filter((one) => one.includes('begincmap'))
    .map((one) =>
      Object.fromEntries(
        [...one.matchAll(/^<(\w{4})><(\w{4})>$/gm)].map(([, glyph, code]) => [
          glyph,
          String.fromCharCode(parseInt(code, 16)),
        ]),
      ),
    );
  const texts = contents.flatMap((one) =>
    [...one.matchAll(/\/F(\d) .* <(\w+)> Tj/g)].map(([, font, glyphs]) =>
      glyphs
        .match(/.{4}/g)!
        .map((glyph) => maps[+font - 1][glyph])
        .join(''),
    ),
  );
  const images = contents.flatMap((one) =>
    [...one.matchAll(/^q ([\d.]+) 0 0 -[\d.]+ ([\d.]+) [\d.]+ cm \/I\d+ Do Q$/gm)].map(
      ([, width, x]) => ({ x: Number(x), width: Number(width) }),
    ),
  );
  const [, title] = /\/Title<feff(\w+)>/.exec(text)!;
  return {
    pages: text.match(/\/Type\/Page\//g)?.length ?? 0,
    boxes: [...text.matchAll(/\/MediaBox\[([^\]]*)\]/g)].map(([, box]) => box),
    texts,
    images,
    title: title
      .match(/.{4}/g)!
      .map((code) => String.fromCharCode(parseInt(code, 16)))
      .join(''),
  };
}

/** Saves a PDF file, and reads it. */
async function saved(page: Page, name: string, click: () => Promise<void>): Promise<Pdf> {
  const [download] = await Promise.all([page.waitForEvent('download'), click()]);
  assert.equal(download.suggestedFilename(), 'sudoku.pdf');
  const bytes = readFileSync(await download.path());
  if (process.env.NDOKU_BLESS !== undefined) {
    mkdirSync(KEPT, { recursive: true });
    writeFileSync(join(KEPT, `${name}.pdf`), bytes);
  }
  return parse(bytes);
}

const clues = (puzzle: string) => [...puzzle].filter((one) => one !== '.').length;
const digitsIn = (texts: readonly string[]) => texts.filter((one) => /^[1-9A-G]$/.test(one));

test('the print window saves a PDF file with its choices', async () => {
  await play(at(EASY), async (page) => {
    const before = requests.length;
    await press(page, 1, 1);
    await page.keyboard.press('1');
    await nextFrame(page);
    const save = async (name: string, choose: () => Promise<unknown>) => {
      await page.locator('.top [data-menu=print]').click();
      await choose();
      return saved(page, name, () => page.locator('dialog [data-pdf]').click());
    };
    const plain = await save('pdf-plain', () => page.getByLabel('Paper').selectOption('A4'));
    assert.deepEqual(plain.boxes, ['0 0 595.28 841.89']);
    assert.equal(digitsIn(plain.texts).length, clues(EASY) + 1, 'the clues and the entry');
    assert.ok(plain.texts.includes('Sudoku') && plain.title === 'Sudoku');
    assert.ok(
      requests.slice(before).some((path) => path.includes('Figtree-Bold')),
      'the fonts load with the first file',
    );
    const choices = await save('pdf-choices', async () => {
      await page.getByLabel('Puzzles', { exact: true }).selectOption('4 on a page');
      await page.getByLabel('Title and level').uncheck();
      await page.getByLabel('My entries and marks').uncheck();
      await page.getByLabel('All candidates').check();
      await page.getByLabel('Solutions on a page').check();
      await page.getByLabel('Paper').selectOption('Letter');
    });
    assert.deepEqual(choices.boxes, ['0 0 612 792', '0 0 612 792']);
    assert.ok(!choices.texts.includes('Sudoku'), 'no titles');
    assert.deepEqual(
      choices.texts.filter((one) => /^\d\.$/.test(one)),
      ['1.', '2.', '3.', '4.', '1.', '2.', '3.', '4.'],
    );
    assert.ok(choices.texts.includes('Solutions'));
    const digits = digitsIn(choices.texts).length;
    assert.ok(digits > 8 * 81 && digits < 8 * 81 + 4 * 500, `${digits} digits and candidates`);
  });
});

test('the share dialog saves the puzzle as PDF', async () => {
  await play(at(SIXTEEN), async (page) => {
    await button(page, 'Share').click();
    const { pages, texts } = await saved(page, 'pdf-sixteen', () =>
      button(page, 'Save as PDF').click(),
    );
    assert.equal(pages, 1);
    assert.equal(digitsIn(texts).length, clues(SIXTEEN));
    assert.ok(texts.includes('Sudoku 16×16'));
  });
});

test('rules of variants, marks and titles in any script are in the file', async () => {
  await play(at(EASY), async (page) => {
    await paste(page, VARIANT_6.replace('{', '{"meta":{"title":"数独"},'));
    await page.locator('.rule-legend li').first().waitFor({ state: 'attached' });
    await page.locator('#grid [role=gridcell]').nth(14).focus();
    await page.keyboard.press('Shift+Digit5');
    await nextFrame(page);
    await button(page, 'Share').click();
    const { texts, title, images } = await saved(page, 'pdf-variant', () =>
      button(page, 'Save as PDF').click(),
    );
    assert.equal(title, '数独');
    assert.equal(images.length, 1, 'the fonts lack the characters of the title');
    assert.ok(images[0].width > 12 && images[0].width < 60, `${images[0].width}`);
    assert.ok(texts.includes('5'));
    assert.ok(
      texts.some((one) => /^\d\d$/.test(one)),
      'the sum of a cage or a line',
    );
  });
});

test('a long title ends at the width of its puzzle', async () => {
  for (const part of ['A title of many words, ', '数独の題名']) {
    await play(at(EASY), async (page) => {
      await paste(page, VARIANT_6.replace('{', `{"meta":{"title":"${part.repeat(40)}"},`));
      await page.locator('.rule-legend li').first().waitFor({ state: 'attached' });
      await nextFrame(page);
      await page.locator('.top [data-menu=print]').click();
      await page.getByLabel('Paper').selectOption('A4');
      const { texts, images } = await saved(page, 'pdf-long', () =>
        page.locator('dialog [data-pdf]').click(),
      );
      const cut = texts.find((one) => one.startsWith(part));
      if (images.length === 0) return assert.match(cut ?? '', /^.{40,150}…$/);
      const [{ x, width }] = images;
      assert.ok(width > 300 && x + width <= 595.28 - x, `${x} ${width}`);
    });
  }
});

test('a puzzle is solved for solutions only, with the clues that it has now', async () => {
  const watch = () => {
    const asked: string[] = ((window as { asked?: string[] }).asked ??= []);
    const post = Worker.prototype.postMessage as (message: unknown) => void;
    Worker.prototype.postMessage = function (message: { method?: string }) {
      if (message.method) asked.push(message.method);
      post.call(this, message);
    };
  };
  const page = await open(browser, at(FOUR, '&set=1'), {}, (fresh) => fresh.addInitScript(watch));
  const asked = () => page.evaluate(() => (window as { asked?: string[] }).asked!.splice(0));
  const print = async (withSolution: boolean) => {
    await page.locator('.top [data-menu=print]').click();
    if (withSolution) await page.getByLabel('Solutions on a page').check();
    return saved(page, 'pdf-set', () => page.locator('dialog [data-pdf]').click());
  };
  await press(page, 1, 1);
  // The same digit again would clear a clue of the puzzle.
  const clues = '2314142332414132';
  for (const digit of clues) await page.keyboard.press(digit);
  // The verdict of the title solves it, too.
  await page.locator('.nm .tag[data-verdict=unique]').waitFor();
  await asked();
  const plain = await print(false);
  assert.equal(digitsIn(plain.texts).join(''), clues);
  assert.ok(!(await asked()).includes('solve'));
  const solved = await print(true);
  assert.equal(digitsIn(solved.texts).join(''), clues + clues);
  assert.ok((await asked()).includes('solve'));
  await page.context().close();
});
