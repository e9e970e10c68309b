// Texts that players paste: links of the page, and what is wrong with a text without a puzzle.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, test } from 'node:test';
import { EngineError } from '../../src/engine/engine.ts';
import { callModule, instantiate } from '../../src/engine/module.ts';
import { errorText, readError } from '../../src/engine/problems.ts';
import { setLanguage } from '../../src/i18n.ts';
import { MAX_TEXT, firstLines } from '../../src/model/pasted.ts';
import { sharedIn } from '../../src/model/share.ts';

const LINE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';

beforeEach(() => setLanguage('en'));

test('a link of the page is known from any host and within a text', () => {
  const shared = { puzzle: LINE, layout: { diagonals: ['main'] }, state: 'x-_9' };
  const link = `https://example.org/app/#p=${LINE}&diagonal=main&s=x-_9`;
  assert.deepEqual(sharedIn(link), shared);
  assert.deepEqual(sharedIn(`\nndoku: ${link} \n`), shared);
  assert.deepEqual(sharedIn(`localhost:8080/#diagonal=main&p=${LINE}&s=x-_9`), shared);
  for (const other of [LINE, `# p=${LINE}`, 'https://example.org/#/learn', `p=${LINE}`, ''])
    assert.equal(sharedIn(other), null, other);
});

const unreadable = (detail: string, hint?: string) => ({
  type: 'urn:ndoku:unreadable',
  title: 'The puzzle cannot be read',
  status: 422,
  detail,
  hint,
});

const said = (text: string, detail = 'no puzzle found') =>
  errorText(readError(text, unreadable(detail)));

test('what is wrong with a pasted text is a sentence about it', () => {
  assert.match(said('  \n'), /^There is no text yet\./);
  assert.match(said('Dear Bob, how are you?'), /^This text holds no puzzle\./);
  assert.match(said('<html><body>1</body></html>'), /^This text holds no puzzle\./);
  assert.equal(
    said(LINE.slice(0, 21)),
    'The text has 21 characters. A 9×9 puzzle has 81.',
    'not a row of a puzzle 21×21',
  );
  assert.equal(said(`${LINE}1`), 'The text has 82 characters. A 9×9 puzzle has 81.');
  assert.equal(said('1..4.2..3.....'), 'The text has 14 characters. A 4×4 puzzle has 16.');
  assert.match(said('1'.repeat(1_000_000)), /^The text has 1000000 characters\./);
  assert.match(said(`${LINE.slice(1)}é`, '`é` is not a cell'), /^“é” cannot/);
  assert.match(said('https://example.org/', '`/` is not a cell'), /^This link holds no puzzle\./);
  const cut = 'the data of this link is cut off';
  assert.match(said('https://f-puzzles.com/?load=N4Ig', cut), /^This link is cut off\./);
});

test('problems of the engine are sentences in each language', async () => {
  const conflict = new EngineError({
    ...unreadable('value 1 repeated in row 2 (r2c1, r2c2)'),
    type: 'urn:ndoku:contradictory',
  });
  const rule = (detail: string, hint?: string) =>
    errorText(new EngineError(unreadable(`rule \`arrow\`: ${detail}`, hint)));
  const form = 'the rule arrow takes CIRCLE; CELLS (several cells of a circle form a number)';
  assert.equal(errorText(conflict), 'The puzzle contradicts itself (1 twice in row 2).');
  assert.match(rule('it takes two lists of cells', form), /^The rule needs this form: CIRCLE;/);
  assert.match(rule('it names no cell', form), /^Select the cells of the rule/);
  assert.equal(
    rule('2 different digits have a sum from 3 to 17, not 99', form),
    'In this rule, the sum of 2 cells is from 3 to 17.',
  );
  const unknown = new EngineError(unreadable('unknown rule `fog`'));
  assert.equal(errorText(unknown), 'ndoku does not know the rule “Fog”.');
  const none = new EngineError(unreadable('rule `anti-knight`: it takes no argument'));
  assert.equal(errorText(none), 'The rule “Anti-knight” takes neither cells nor a number.');
  const file = new TypeError('Failed to fetch dynamically imported module: https://x/tools.js');
  const sentence = 'A file of the page cannot be loaded. Check the connection.';
  assert.equal(errorText(file), sentence);
  await setLanguage('de');
  assert.equal(errorText(conflict), 'Das Rätsel widerspricht sich (1 doppelt: Zeile 2).');
  assert.match(said('hello there'), /^Dieser Text enthält kein Rätsel\./);
  await setLanguage('es');
  assert.match(errorText(conflict), / \(1 repetido en la fila 2\)\.$/);
  assert.equal(said(LINE.slice(1)), 'El texto tiene 80 caracteres. Un puzle de 9×9 tiene 81.');
});

const FULL = join(import.meta.dirname, '../../../src/wasm/full.wasm');

/** Texts and rules that the engine refuses, and the start of the sentence for each. */
const REFUSED: readonly (readonly [text: string, rule: string, sentence: RegExp])[] = [
  ['hello world', '', /^This text holds no puzzle\./],
  [`${LINE.slice(1)}é`, '', /^“é” cannot be part/],
  [`${LINE}1`, '', /^The text has 82 characters\. A 9×9 puzzle has 81\.$/],
  ['123\n456', '', /^The text has 2 rows of 3 cells\./],
  [`${'123456789\n'.repeat(8)}12345678`, '', /^Row 9 has 8 cells\. The other rows have 9\.$/],
  ['https://f-puzzles.com/?load=N4Ig', '', /^This link is cut off\./],
  ['https://f-puzzles.com/?id=abc', '', /^This link does not hold the puzzle itself\./],
  [LINE, 'killer=99: r1c3 r1c4', /^In this rule, the sum of 2 cells is from 3 to 17\.$/],
  [LINE, 'killer=', /^Select the cells of the rule/],
  [LINE, 'fog', /^ndoku does not know the rule “Fog”\.$/],
  [LINE, 'little-killer=r1c1', /^This rule needs a number and a colon/],
  [LINE, 'thermo=foo', /^“foo” is not a cell\./],
  [LINE, 'killer=r1c1 r1c1', /^The rule names the cell r1c1 twice\.$/],
  [LINE, 'arrow=r1c1', /^The rule needs this form: CIRCLE; CELLS/],
  [`55${LINE.slice(2)}`, '', /^The puzzle contradicts itself \(5 twice in row 1\)\.$/],
];

test(
  'each problem that the engine has with a text is a known sentence',
  { skip: existsSync(FULL) ? false : 'not built' },
  async () => {
    const engine = await instantiate(await WebAssembly.compile(readFileSync(FULL)));
    for (const [puzzle, rule, sentence] of REFUSED) {
      const layout = rule ? { rules: [rule] } : {};
      const { ok, json } = callModule(engine, 'solve', JSON.stringify({ puzzle, layout }));
      assert.ok(!ok, `${puzzle} ${rule} is solved`);
      assert.match(errorText(new EngineError(JSON.parse(json))), sentence);
    }
  },
);

test('of a long text, whole lines at its beginning are read', () => {
  const line = `${'1'.repeat(99)}\n`;
  assert.equal(firstLines(line.repeat(5)), line.repeat(5));
  const [whole, part] = [line.repeat(MAX_TEXT / 100), `${line.repeat(MAX_TEXT / 100)}1`];
  assert.equal(firstLines(whole), whole);
  assert.equal(firstLines(part), whole);
  assert.equal(firstLines(`1${whole}`), `1${line.repeat(MAX_TEXT / 100 - 1)}`);
  assert.equal(firstLines('1'.repeat(MAX_TEXT + 1)), '');
});
