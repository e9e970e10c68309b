// Entries, clearing and history.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { digitsOf, setOf } from '../../src/model/bits.ts';
import { equalCells, FIELDS, Game } from '../../src/model/game.ts';
import type { Options } from '../../src/model/game.ts';
import { plainLayout } from '../../src/model/layout.ts';

const plain: Options = { autoCandidates: false, autoRemove: false };
const layout = plainLayout(4, 2, 2);
// 1 . | . .
// . . | 2 .
// ----+----
// . 3 | . .
// . . | . 4
const clues = [1, 0, 0, 0, 0, 0, 2, 0, 0, 3, 0, 0, 0, 0, 0, 4];
const game = () => new Game(layout, clues);
const marks = (of: Game, field: 'corner' | 'center', cell: number) => digitsOf(of.get(field, cell));
const candidates = (of: Game, cell: number, options = plain) =>
  digitsOf(of.candidates(options)[cell]);
const snapshot = (of: Game) => JSON.stringify(FIELDS.map((field) => [...of.field(field)]));

test('sets of digits', () => {
  for (const digits of [[], [1], [9, 16, 25], [31], [32]])
    assert.deepEqual(digitsOf(setOf(digits)), digits);
});

test('a digit that all selected cells have is removed, and clues do not change', () => {
  const of = game();
  assert.ok(of.enter('digit', 2, [0, 1, 2], plain));
  assert.deepEqual(
    [0, 1, 2].map((cell) => of.digit(cell)),
    [1, 2, 2],
  );
  of.enter('digit', 3, [1], plain);
  of.enter('digit', 2, [1, 2], plain);
  assert.deepEqual(
    [1, 2].map((cell) => of.digit(cell)),
    [2, 2],
    'not all cells had it',
  );
  of.enter('digit', 2, [1, 2], plain);
  assert.deepEqual(
    [1, 2].map((cell) => of.digit(cell)),
    [0, 0],
    'all cells had it',
  );
  assert.equal(of.enter('digit', 5, [1], plain), false, 'the size is 4');
  assert.equal(of.enter('digit', 2, [0], plain), false, 'a clue');
});

test('marks toggle in all open cells together', () => {
  const of = game();
  of.enter('corner', 4, [1], plain);
  of.enter('corner', 4, [0, 1, 2], plain);
  assert.deepEqual(
    [0, 1, 2].map((cell) => marks(of, 'corner', cell)),
    [[], [4], [4]],
  );
  of.enter('corner', 4, [1, 2], plain);
  assert.deepEqual(
    [1, 2].map((cell) => marks(of, 'corner', cell)),
    [[], []],
  );
  of.enter('center', 1, [1], plain);
  of.enter('color', 7, [0, 1], plain);
  assert.deepEqual(digitsOf(of.get('color', 0)), [7], 'a clue');
  assert.equal(of.enter('color', 10, [1], plain), false, 'there are nine colors');
});

test('a cell is cleared layer by layer, and marks stay under a digit', () => {
  const of = game();
  of.enter('corner', 3, [1], plain);
  of.enter('center', 4, [1], plain);
  of.enter('color', 1, [1], plain);
  of.enter('digit', 2, [1], plain);
  for (const field of ['digit', 'center', 'corner', 'color'] as const) {
    assert.notEqual(of.get(field, 1), 0, field);
    assert.ok(of.clear([0, 1], plain));
    assert.equal(of.get(field, 1), 0, field);
  }
  assert.equal(of.clear([0, 1], plain), false);
});

test('a digit removes marks from its peers if the option is set, and undo restores them', () => {
  const of = game();
  for (const cell of [1, 2, 5, 13]) of.enter('corner', 2, [cell], plain);
  of.enter('center', 2, [3], plain);
  const before = snapshot(of);
  of.enter('digit', 2, [1], { ...plain, autoRemove: true });
  assert.deepEqual(
    [2, 3, 5, 13].map((cell) => of.get('corner', cell) | of.get('center', cell)),
    [0, 0, 0, 0],
    'row, box and column',
  );
  of.undo();
  assert.equal(snapshot(of), before);
});

test('with automatic candidates, center marks remove candidates', () => {
  const of = game();
  const auto = { ...plain, autoCandidates: true };
  assert.deepEqual(candidates(of, 1, auto), [2, 4]);
  of.enter('center', 2, [1], auto);
  assert.deepEqual(candidates(of, 1, auto), [4]);
  assert.equal(of.enter('center', 3, [1], auto), false, 'a clue rules out 3');
  of.enter('center', 2, [1], auto);
  assert.deepEqual(candidates(of, 1, auto), [2, 4]);
});

test('random moves are undone and redone', () => {
  let seed = 1;
  const random = (n: number) => (seed = (seed * 48271) % 2147483647) % n;
  const of = game();
  const states = [snapshot(of)];
  for (let n = 0; n < 400; n++) {
    const cells = Array.from({ length: 1 + random(4) }, () => random(16));
    const options = { autoCandidates: random(2) === 0, autoRemove: random(2) === 0 };
    const mode = (['digit', 'corner', 'center', 'color'] as const)[random(4)];
    const changed =
      random(6) === 0 ? of.clear(cells, options) : of.enter(mode, 1 + random(4), cells, options);
    assert.equal(changed, snapshot(of) !== states[states.length - 1]);
    if (changed) states.push(snapshot(of));
  }
  assert.equal(of.undoCount, states.length - 1);
  for (let n = states.length - 2; n >= 0; n--) {
    assert.ok(of.undo().length > 0);
    assert.equal(snapshot(of), states[n]);
  }
  assert.equal(of.undoCount, 0);
  assert.deepEqual(of.undo(), []);
  for (let n = 1; n < states.length; n++) {
    of.redo();
    assert.equal(snapshot(of), states[n]);
  }
  assert.equal(of.redoCount, 0);
});

test('a new move discards undone moves', () => {
  const of = game();
  of.enter('digit', 2, [1], plain);
  of.undo();
  of.enter('digit', 4, [1], plain);
  assert.equal(of.redoCount, 0);
});

test('repeated digits are found, clues included', () => {
  const of = game();
  assert.equal(of.repeats().size, 0);
  of.enter('digit', 1, [5], plain);
  assert.deepEqual(
    [...of.repeats()].sort((a, b) => a - b),
    [0, 5],
    'box',
  );
  of.enter('digit', 2, [5], plain);
  assert.deepEqual(
    [...of.repeats()].sort((a, b) => a - b),
    [5, 6],
    'row',
  );
});

test('cells with the same content', () => {
  const of = game();
  of.enter('digit', 1, [6, 7, 10], plain);
  assert.deepEqual(equalCells(of, 0, plain), [0, 7, 10]);
  of.enter('corner', 3, [1, 2], plain);
  assert.deepEqual(equalCells(of, 1, plain), [1, 2]);
  assert.deepEqual(equalCells(of, 14, plain), [14], 'an open cell');
});

test('a step also changes marks', () => {
  const of = game();
  of.enter('center', 2, [1, 2], plain);
  of.enter('center', 4, [1, 2], plain);
  of.apply([{ cell: 5, digit: 4 }], [{ cell: 1, digit: 2 }], { ...plain, autoRemove: true });
  assert.equal(of.digit(5), 4);
  assert.deepEqual(marks(of, 'center', 1), [], '2 is eliminated, and the digit removes 4');
  assert.deepEqual(candidates(of, 1), []);
  of.undo();
  assert.deepEqual(marks(of, 'center', 1), [2, 4]);
});

test('stored entries are restored, but not over clues', () => {
  const of = game();
  const digit = new Array(16).fill(0);
  digit[0] = 3;
  digit[1] = 2;
  of.restore({ digit });
  assert.deepEqual([of.digit(0), of.digit(1)], [1, 2]);
  assert.equal(of.undoCount, 0);
});

test('a wrong digit is cleared, and a removed candidate is restored', () => {
  const of = game();
  of.enter('digit', 4, [1], plain);
  of.apply([], [{ cell: 2, digit: 3 }], plain);
  assert.ok(of.correct([{ cell: 1, digit: 4 }], [{ cell: 2, digit: 3 }], plain));
  assert.deepEqual([of.digit(1), of.get('removed', 2), of.get('center', 2)], [0, 0, 0]);
  of.markCandidates(layout.cells);
  of.enter('center', 4, [2], plain);
  assert.deepEqual(candidates(of, 2), [3], 'marks count as candidates');
  of.correct([], [{ cell: 2, digit: 4 }], plain);
  assert.deepEqual(candidates(of, 2), [3, 4]);
});

test('unmarked candidates are removed from marked cells', () => {
  const of = game();
  of.enter('center', 4, [1], plain);
  assert.ok(of.removeUnmarked());
  assert.deepEqual([candidates(of, 1), candidates(of, 2)], [[4], [3, 4]]);
});
