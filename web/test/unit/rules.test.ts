// Pictures and arguments of rules: room beside candidates, sums of cages, conflicts, notation.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Decoration, Grid } from '../../src/engine/api.ts';
import { Game } from '../../src/model/game.ts';
import { Layout, plainLayout } from '../../src/model/layout.ts';
import { picture } from '../../src/model/picture.ts';
import { layoutName } from '../../src/model/puzzle.ts';
import * as rules from '../../src/model/rule-argument.ts';
import { FAMILIES, familyOf, inFamily } from '../../src/model/rule-families.ts';
import { Selection } from '../../src/model/selection.ts';
import { DEFAULTS } from '../../src/model/settings.ts';

const { cellsIn, cellsOfRule, hasValue, notation, remarkOf, typedValue } = rules;
const { valueRange, valueWord, withCells, withValue } = rules;
const plain = plainLayout(4, 2, 2);

function withRules(decorations: readonly Decoration[]): Layout {
  return new Layout({ ...plain, decorations });
}

test('candidates leave room for sums and signs only where there are any', () => {
  const line = withRules([{ kind: 'line', rule: 'thermo', cells: [0, 1], text: '' }]);
  assert.equal(line.candidateStep, plain.candidateStep);
  const dots = withRules([{ kind: 'dot', rule: 'ratio', cells: [0, 1], text: '' }]);
  assert.ok(dots.candidateStep < plain.candidateStep);
  const cage = withRules([{ kind: 'cage', rule: 'killer', cells: [5, 1], text: '5' }]);
  assert.ok(cage.candidateAt(1)[1] > dots.candidateAt(1)[1]);
  assert.deepEqual([...cage.sums], [1]);
  assert.deepEqual(cage.rulesAt.map((rules) => [...rules].join()).slice(0, 2), ['', 'killer 5']);
});

test('digits that break a rule are conflicts, unless conflicts are hidden', () => {
  const game = new Game(plain, [1, 0, ...new Array<number>(14).fill(0)]);
  const view = {
    game,
    selection: new Selection(plain),
    overlay: null,
    solution: null,
    ruleConflicts: new Set([0, 1]),
  };
  const conflicts = (repeats: boolean) =>
    picture({ ...view, settings: { ...DEFAULTS, repeats } }).cells.flatMap(({ conflict }, cell) =>
      conflict ? [cell] : [],
    );
  assert.deepEqual(conflicts(true), [0], 'an open cell has no digit to show');
  assert.deepEqual(conflicts(false), []);
});

test('selected cells become the cells of a rule', () => {
  const of = (placeholder: string, ...cells: number[]) => cellsOfRule(plain, placeholder, cells);
  assert.equal(of('[SUM: ]CELLS', 1, 0, 4), 'r1c2 r1c1 r2c1');
  assert.equal(of('SUM: LINE (such as 12: row 3)', 4), 'row 2');
  assert.equal(of('SUM: LINE (such as 12: row 3)', 7), 'row 2 from right');
  assert.equal(of('SUM: LINE (such as 12: row 3)', 1), 'column 2');
  assert.equal(of('SUM: LINE (such as 12: row 3)', 14), 'column 3 from below');
  // The second cell shows the direction, which counts in corners and inside.
  assert.equal(of('SUM: LINE (such as 12: row 3)', 0, 1), 'row 1');
  assert.equal(of('SUM: LINE (such as 12: row 3)', 0, 4), 'column 1');
  assert.equal(of('SUM: LINE (such as 12: row 3)', 3, 7, 11), 'column 4');
  assert.equal(of('SUM: LINE (such as 12: row 3)', 12, 8), 'column 1 from below');
  assert.equal(of('SUM: LINE (such as 12: row 3)', 6, 5), 'row 2 from right');
  assert.equal(of('SUM: LINE (such as 12: row 3)', 4, 9), 'row 2');
  const diagonal = 'SUM: CELL DIRECTION (the first cell, and down-left, up-right, …)';
  assert.equal(of(diagonal, 1), 'r1c2 down-right');
  assert.equal(of(diagonal, 2, 5), 'r1c3 down-left');
  assert.equal(of(diagonal, 12, 9), 'r4c1 up-right');
  assert.equal(
    of('CIRCLE; CELLS (several cells of a circle form a number)', 0, 1, 2),
    'r1c1; r1c2 r1c3',
  );
  assert.equal(of('CELLS; CELLS', 0, 1, 10, 11), 'r1c1 r1c2; r3c3 r3c4');
  assert.equal(of('DIGITS: CELL (the upper left cell, such as 1 2 2: r1c1)', 6, 9), 'r2c2');
  assert.equal(of('CELLS'), '');
  const map = 'MAP (one character for each cell row by row; `.` is no color)';
  assert.equal(of(map, 1, 2), '', 'a typed map stays');
  assert.equal(withCells('9: r1c1', 'r2c2'), '9: r2c2');
  assert.equal(withCells('r1c1', 'r2c2'), 'r2c2');
});

test('the number of a rule is apart from its cells, and has a word and a range', () => {
  assert.equal(withValue('9: r1c1', '8'), '8: r1c1');
  assert.equal(withValue('r1c1', '8'), '8: r1c1');
  assert.equal(withValue('9: r1c1', ''), 'r1c1');
  assert.equal(typedValue('quadruple', '122'), '1 2 2');
  assert.equal(typedValue('xv', 'x'), 'X');
  const placeholders = ['[SUM: ]CELLS', '[VERHÄLTNIS: ]ZELLE ZELLE', 'SUMA: CELDAS', 'CELLS'];
  assert.deepEqual(placeholders.map(valueWord), ['Sum', 'Verhältnis', 'Suma', '']);
  const forms = ['TABLE: CELLS', 'MAP (one character)', 'CELLS (or NAME:r1c1)', 'COUNT: LINE'];
  assert.deepEqual(forms.map(hasValue), [false, false, false, true]);
  assert.deepEqual(valueRange('killer', 9, 3), [6, 24]);
  assert.deepEqual(valueRange('killer', 9, 9), [45, 45]);
  assert.equal(valueRange('killer', 9, 10), null);
  assert.deepEqual(valueRange('sandwich', 9, 9), [0, 35]);
  assert.equal(valueRange('thermo', 9, 3), null);
});

test('the cells of a rule are those of its argument', () => {
  const of = (rule: string) => cellsIn(plain, rule);
  assert.deepEqual(of('killer=9: r1c2 r1c1'), [1, 0]);
  assert.deepEqual(of('thermo=r1c1-r3c3 r3c4'), [0, 5, 10, 11]);
  assert.deepEqual(of('sum=3: r1c1 2*r1c2 -r1c4'), [0, 1, 3]);
  assert.deepEqual(of('sandwich=2: row 2 from right'), [4, 5, 6, 7]);
  assert.deepEqual(of('x-sum=2: column 3'), [2, 6, 10, 14]);
  assert.deepEqual(of('little-killer=9: r1c2 down-right'), [1, 6, 11]);
  assert.deepEqual(of('quadruple=1 2: r2c2'), [5, 6, 10, 9]);
  assert.deepEqual(of('anti-king'), []);
});

test('each rule is in one family', () => {
  assert.deepEqual(
    ['killer', 'arrow', 'xv', 'little-killer', 'odd', 'anti-king', 'unknown'].map(familyOf),
    ['cages', 'lines', 'dots', 'outside', 'cells', 'grid', 'grid'],
  );
  const all = [{ id: 'house' }, { id: 'odd' }, { id: 'killer' }];
  assert.deepEqual(inFamily('cages', all), [{ id: 'killer' }, { id: 'house' }]);
  assert.equal(new Set(FAMILIES).size, FAMILIES.length);
});

test('rules are written with their names, and named once in a title', () => {
  assert.equal(notation('killer=9: r1c1 r1c2', 'Killer'), 'Killer 9: r1c1 r1c2');
  assert.equal(notation('thermo=r1c1-r1c3', 'Thermometer'), 'Thermometer: r1c1-r1c3');
  assert.equal(notation('anti-king', 'Anti-king'), 'Anti-king');
  assert.equal(notation('killer=9: R1C1 R12c3', 'Killer'), 'Killer 9: r1c1 r12c3');
});

test('rules that a player may not have meant have a remark', () => {
  const of = (rule: string, ...others: string[]) => remarkOf(plain, rule, others);
  assert.equal(of('killer=3: r1c1 r1c2'), null);
  assert.equal(of('killer=r1c1 r1c2'), null);
  assert.equal(of('killer=3: r1c1'), null);
  assert.equal(of('killer=r1c1'), 'single');
  assert.equal(of('killer=5: r1c1 r4c4'), 'apart');
  // The cells of a row end at the border of the grid.
  assert.equal(of('killer=5: r1c4 r2c1'), 'apart');
  assert.equal(of('killer=9: r1c1 r2c1 r2c2 r2c3'), null);
  assert.equal(of('killer=9: R1C1, r1c2'), null);
  assert.equal(of('killer=10: r1c1-r1c4'), null);
  assert.equal(of('thermo=r1c1 r4c4'), null);
  assert.equal(of('anti-king'), null);
  assert.equal(of('anti-king', 'anti-king'), 'twice');
});

test('a puzzle is named by its size and rules', () => {
  const grid = (size: number, layout: object) =>
    ({ size, layout, regions: [0] }) as unknown as Grid;
  assert.equal(layoutName(grid(9, {})), 'Sudoku');
  assert.equal(layoutName(grid(16, {})), 'Sudoku 16×16');
  assert.equal(layoutName(grid(9, { diagonals: ['main', 'anti'] })), 'X-Sudoku');
  assert.equal(layoutName(grid(6, { regions: 'AABB' })), 'Jigsaw 6×6');
  const rules = ['killer=3: r1c1 r1c2', 'killer=r2c1 r2c2', 'anti-king'];
  assert.equal(layoutName(grid(4, { rules })), 'Killer, Anti-king 4×4');
});

test('cells are remembered in the order of their selection', () => {
  const selection = new Selection(plain);
  [5, 1, 4].forEach((cell) => selection.add(cell));
  assert.deepEqual(selection.inOrder(), [5, 1, 4]);
  assert.deepEqual(selection.list(), [1, 4, 5]);
});
