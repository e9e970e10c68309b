// Entering, marking, clearing, and taking it all back.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { digitsOf, setOf } from '../../src/model/bits.ts';
import { alike, FIELDS, Game } from '../../src/model/game.ts';
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
const snapshot = (of: Game) => JSON.stringify(FIELDS.map((field) => [...of.field(field)]));

test('sets of digits', () => {
  for (const digits of [[], [1], [9, 16, 25], [31], [32]])
    assert.deepEqual(digitsOf(setOf(digits)), digits);
});

test('a digit goes into all selected cells that are no clues, and out again', () => {
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
    'not all had it: it is entered',
  );
  of.enter('digit', 2, [1, 2], plain);
  assert.deepEqual(
    [1, 2].map((cell) => of.digit(cell)),
    [0, 0],
    'all had it: it goes',
  );
  assert.equal(of.enter('digit', 5, [1], plain), false, 'there is no 5');
  assert.equal(of.enter('digit', 2, [0], plain), false, 'a clue stays');
});

test('marks toggle for all cells together, and not where digits stand', () => {
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
  assert.deepEqual(digitsOf(of.get('color', 0)), [7], 'clues take colors');
  assert.equal(of.enter('color', 10, [1], plain), false, 'there are nine');
});

test('marks come back under a digit that is cleared; clearing goes layer by layer', () => {
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

test('a digit takes marks of its peers if that is wanted, and undo gives them back', () => {
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

test('with candidates kept by the page, center marks rule out', () => {
  const of = game();
  const auto = { ...plain, autoCandidates: true };
  assert.deepEqual(digitsOf(of.candidates(1)), [2, 4]);
  of.enter('center', 2, [1], auto);
  assert.deepEqual(digitsOf(of.candidates(1)), [4]);
  assert.equal(of.enter('center', 3, [1], auto), false, 'a 3 was not possible anyway');
  of.enter('center', 2, [1], auto);
  assert.deepEqual(digitsOf(of.candidates(1)), [2, 4]);
});

test('everything can be undone, and done again, in any order of random moves', () => {
  let seed = 1;
  const chance = (n: number) => (seed = (seed * 48271) % 2147483647) % n;
  const of = game();
  const states = [snapshot(of)];
  for (let n = 0; n < 400; n++) {
    const cells = Array.from({ length: 1 + chance(4) }, () => chance(16));
    const options = { autoCandidates: chance(2) === 0, autoRemove: chance(2) === 0 };
    const mode = (['digit', 'corner', 'center', 'color'] as const)[chance(4)];
    const changed =
      chance(6) === 0 ? of.clear(cells, options) : of.enter(mode, 1 + chance(4), cells, options);
    assert.equal(changed, snapshot(of) !== states[states.length - 1]);
    if (changed) states.push(snapshot(of));
  }
  assert.equal(of.moves, states.length - 1);
  for (let n = states.length - 2; n >= 0; n--) {
    assert.ok(of.undo().length > 0);
    assert.equal(snapshot(of), states[n]);
  }
  assert.equal(of.canUndo, false);
  assert.deepEqual(of.undo(), []);
  for (let n = 1; n < states.length; n++) {
    of.redo();
    assert.equal(snapshot(of), states[n]);
  }
  assert.equal(of.canRedo, false);
});

test('a new move ends what could be done again', () => {
  const of = game();
  of.enter('digit', 2, [1], plain);
  of.undo();
  of.enter('digit', 4, [1], plain);
  assert.equal(of.canRedo, false);
});

test('repeated digits are found in rows, columns and boxes, clues included', () => {
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

test('cells that hold the same', () => {
  const of = game();
  of.enter('digit', 1, [6, 7, 10], plain);
  assert.deepEqual(alike(of, 0), [0, 7, 10]);
  of.enter('corner', 3, [1, 2], plain);
  assert.deepEqual(alike(of, 1), [1, 2]);
  assert.deepEqual(alike(of, 14), [14], 'nothing there');
});

test('a step is made in the marks as well', () => {
  const of = game();
  of.enter('center', 2, [1, 2], plain);
  of.enter('center', 4, [1, 2], plain);
  of.apply([{ cell: 5, digit: 4 }], [{ cell: 1, digit: 2 }], { ...plain, autoRemove: true });
  assert.equal(of.digit(5), 4);
  assert.deepEqual(marks(of, 'center', 1), [], '2 is ruled out, 4 is taken by the digit');
  assert.deepEqual(digitsOf(of.candidates(1)), []);
  of.undo();
  assert.deepEqual(marks(of, 'center', 1), [2, 4]);
});

test('what is kept comes back; clues are not overwritten', () => {
  const of = game();
  const digit = new Array(16).fill(0);
  digit[0] = 3;
  digit[1] = 2;
  of.restore({ digit });
  assert.deepEqual([of.digit(0), of.digit(1)], [1, 2]);
  assert.equal(of.canUndo, false);
});
