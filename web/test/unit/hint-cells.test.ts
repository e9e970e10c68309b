// The sentences of the third level of a hint, for the examples of the handbook.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, test } from 'node:test';
import { cellsText } from '../../src/controllers/hint-cells.ts';
import { loadTexts, setLanguage } from '../../src/i18n.ts';
import type { Language } from '../../src/i18n.ts';
import { readPosition, withTexts } from '../../src/model/handbook.ts';
import type { HandbookSource } from '../../src/model/handbook.ts';
import { plainLayout } from '../../src/model/layout.ts';

const FILE = join(import.meta.dirname, '../../../../crates/ndoku-api/testdata/handbook.json');
const PAGES = withTexts(JSON.parse(readFileSync(FILE, 'utf8')) as HandbookSource[], {});
const layout = plainLayout(9, 3, 3);

afterEach(() => setLanguage('en'));

/** Returns the sentence for the first example of a technique, in a language. */
async function sentence(id: string, language: Language = 'en'): Promise<string> {
  await setLanguage(language);
  await loadTexts('dialogs');
  const [example] = PAGES.find((page) => page.id === id)!.examples;
  const { clues, entered } = readPosition(example);
  const digits = clues.map((clue, cell) => clue || entered[cell]);
  return cellsText(layout, example.step, digits);
}

test('a sentence says what the cells of a step do', async () => {
  const expected: [string, RegExp][] = [
    ['full-house', /^One cell of row 8 is open: r8c\d$/],
    ['naked-single', /^This cell has one candidate left: r\dc\d$/],
    ['hidden-single-box', /^Three \ds block box 3: r\dc\d, r\dc\d, r\dc\d$/],
    ['pointing', /^In box 4, only these cells can hold \d: r\dc\d, r\dc\d$/],
    ['direct-hidden-pair', /^In row 8, only these cells can hold \d and \d: r\dc\d, r\dc\d$/],
    ['hidden-pair', /^In column 4, only these cells can hold \d and \d: r\dc\d, r\dc\d$/],
    ['naked-triple', /^These cells can hold only \d, \d and \d: r\dc\d, r\dc\d, r\dc\d$/],
    ['x-wing', /^In row 6 and row 7, only these cells can hold \d: (r\dc\d(, )?){4}$/],
    ['finned-x-wing', /^In row 5 and row 9, only these cells can hold \d: (r\dc\d(, )?){5}$/],
    ['skyscraper', /^In row 6 and row 7, only these cells can hold \d: (r\dc\d(, )?){4}$/],
    ['xy-wing', /^The cell r\dc\d joins these: r\dc\d, r\dc\d$/],
    ['unique-rectangle-1', /^These cells form a rectangle: (r\dc\d(, )?){4}$/],
    ['aic', /^Follow the links through these cells: r\dc\d(, r\dc\d)+$/],
    ['als-xz', /^Compare these groups of cells: (r\dc\d(, )?)+; (r\dc\d(, )?)+$/],
    ['bug-1', /^Look at these cells: r\dc\d$/],
  ];
  for (const [id, text] of expected) assert.match(await sentence(id), text, id);
  assert.match(
    await sentence('hidden-single-box', 'de'),
    /^Die \d sperrt Box 3 aus drei Zellen: r/,
  );
  assert.match(await sentence('hidden-single-box', 'es'), /^Tres \d bloquean la caja 3: r/);
});

test('every technique has a sentence that ends with the names of its cells', async () => {
  for (const language of ['en', 'de', 'es'] as const)
    for (const { id } of PAGES) {
      const text = await sentence(id, language);
      assert.match(text, /^[\p{Lu}].*: (r\dc\d[,;]? ?)+$/u, `${language}, ${id}: ${text}`);
      assert.doesNotMatch(text, /undefined|\{|\}| {2}/, `${language}, ${id}`);
    }
});

test('the names are those of the places where a digit is', async () => {
  for (const { id, examples } of PAGES) {
    const [{ step }] = examples;
    const text = await sentence(id);
    const places = /only these cells can hold ([\d, and]+): (.+)$/.exec(text);
    if (!places) continue;
    const digits = new Set(places[1].match(/\d/g)!.map(Number));
    for (const name of places[2].split(', ')) {
      const isMarked = step.marks.some(
        (mark) =>
          mark.kind === 'candidate' && digits.has(mark.digit) && layout.name(mark.cell) === name,
      );
      assert.ok(isMarked, `${id}: ${text}`);
    }
  }
});
