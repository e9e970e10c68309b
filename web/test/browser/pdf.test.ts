// PDF files of the print window and of the share dialog.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { inflateSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { at, play, button, requests } from './play.ts';
import { EASY, SIXTEEN, VARIANT_6 } from './puzzles.ts';
import { paste, nextFrame, press } from './setup.ts';

/** The files of the tests, to look at. */
const KEPT = join(import.meta.dirname, '../../../test/.failed');

interface Pdf {
  readonly pages: number;
  readonly boxes: string[];
  /** The texts, in the order of the file. */
  readonly texts: string[];
  readonly title: string;
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
  const [, title] = /\/Title<feff(\w+)>/.exec(text)!;
  return {
    pages: text.match(/\/Type\/Page\//g)?.length ?? 0,
    boxes: [...text.matchAll(/\/MediaBox\[([^\]]*)\]/g)].map(([, box]) => box),
    texts,
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
    const { texts, title } = await saved(page, 'pdf-variant', () =>
      button(page, 'Save as PDF').click(),
    );
    assert.equal(title, '数独');
    assert.ok(texts.includes('5'));
    assert.ok(
      texts.some((one) => /^\d\d$/.test(one)),
      'the sum of a cage or a line',
    );
  });
});
