// Colors of candidates, links, the pen, and how the picture shows them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { digitsOf } from '../../src/model/bits.ts';
import { Game } from '../../src/model/game.ts';
import type { Options } from '../../src/model/game.ts';
import { plainLayout } from '../../src/model/layout.ts';
import { picture } from '../../src/model/picture.ts';
import type { ToolView } from '../../src/model/picture.ts';
import { Selection } from '../../src/model/selection.ts';
import { DEFAULTS } from '../../src/model/settings.ts';
import {
  candidateKey,
  cellsAt,
  centerOf,
  drawSigns,
  isDrawable,
  LAYERS,
  linksOf,
  PEN,
  hasSign,
  penColor,
  penNotes,
  segmentOf,
  spotKey,
  toggleLink,
  toggleTint,
} from '../../src/model/sketch.ts';

const plain: Options = { autoCandidates: false, autoRemove: false };
const layout = plainLayout(4, 2, 2);
const clues = [1, 0, 0, 0, 0, 0, 2, 0, 0, 3, 0, 0, 0, 0, 0, 4];
const game = () => new Game(layout, clues);
const snapshot = (of: Game) => JSON.stringify(LAYERS.map((layer) => [...of.drawing(layer)].sort()));
const [from, to] = [
  { cell: 1, digit: 4 },
  { cell: 13, digit: 2 },
];

test('candidates are colored together, and the same color removes it', () => {
  const of = game();
  assert.ok(toggleTint(of, 3, [from]));
  assert.ok(toggleTint(of, 5, [from, to]));
  assert.deepEqual(
    [from, to].map((one) => of.drawing('tint').get(candidateKey(one))),
    [5, 5],
    'another color replaces the first',
  );
  assert.ok(of.isTouched());
  toggleTint(of, 5, [from, to]);
  assert.equal(of.drawing('tint').size, 0);
  of.undo();
  of.undo();
  assert.deepEqual([...of.drawing('tint')], [[candidateKey(from), 3]]);
  of.redo();
  assert.equal(of.drawing('tint').size, 2);
});

test('a link is drawn, changes its kind, and is removed from either end', () => {
  const of = game();
  for (const [one, other] of [
    [from, to],
    [to, from],
  ]) {
    toggleLink(of, { from: one, to: other, strong: true });
    assert.deepEqual(linksOf(layout, of.drawing('link')), [{ from: one, to: other, strong: true }]);
    toggleLink(of, { from: one, to: other, strong: false });
    assert.deepEqual(linksOf(layout, of.drawing('link')), [
      { from: one, to: other, strong: false },
    ]);
    toggleLink(of, { from: other, to: one, strong: false });
    assert.equal(of.drawing('link').size, 0);
  }
  const large = new Game(plainLayout(25, 5, 5), new Array(625).fill(0));
  const ends = { from: { cell: 624, digit: 25 }, to: { cell: 623, digit: 25 }, strong: false };
  toggleLink(large, ends);
  assert.deepEqual(linksOf(large.layout, large.drawing('link')), [ends]);
});

test('the pen draws between neighbors only', () => {
  const center = (cell: number) => centerOf(layout, cell);
  const sign = (a: number, b: number) => segmentOf(4, center(a), center(b))?.sign;
  assert.deepEqual([sign(0, 1), sign(0, 4)], [PEN.line, PEN.line]);
  assert.deepEqual([sign(0, 5), sign(5, 0), sign(1, 4)], [PEN.down, PEN.down, PEN.up]);
  assert.deepEqual([sign(0, 0), sign(0, 2), sign(0, 6), sign(3, 4)], new Array(4).fill(undefined));
  const border = (x: number, y: number) => segmentOf(4, { x: 2, y: 2 }, { x, y });
  assert.deepEqual(border(4, 2), { key: spotKey(4, { x: 3, y: 2 }), sign: PEN.border });
  assert.equal(border(4, 4), null, 'borders are not slanted');
});

test('a spot has a cross or a dot, beside a line', () => {
  const of = game();
  const key = spotKey(4, centerOf(layout, 5));
  const draw = (sign: number, draws = true) => drawSigns(of, [{ key, sign }], draws);
  draw(PEN.cross);
  draw(PEN.dot);
  draw(PEN.line);
  assert.equal(of.drawing('pen').get(key), PEN.dot | PEN.line);
  draw(PEN.dot, false);
  assert.equal(of.drawing('pen').get(key), PEN.line);
  assert.equal(draw(PEN.line), false, 'it is there');
});

test('each sign of the pen has its color, and another color replaces it', () => {
  const of = game();
  const key = spotKey(4, { x: 3, y: 2 });
  const draw = (sign: number, color: number) => drawSigns(of, [{ key, sign, color }], true);
  draw(PEN.line, 2);
  draw(PEN.border, 4);
  draw(PEN.cross, 1);
  const colors = () => {
    const value = of.drawing('pen').get(key)!;
    return [PEN.line, PEN.border, PEN.cross, PEN.dot].map((sign) =>
      value & sign ? penColor(value, sign) : null,
    );
  };
  assert.deepEqual(colors(), [2, 4, 1, null]);
  assert.equal(hasSign(of.drawing('pen'), { key, sign: PEN.line, color: 2 }), true);
  assert.equal(hasSign(of.drawing('pen'), { key, sign: PEN.line }), false, 'in another color');
  draw(PEN.line, 3);
  draw(PEN.dot, 0);
  assert.deepEqual(colors(), [3, 4, null, 0]);
  assert.deepEqual(
    penNotes(layout, of.drawing('pen'), 1).map(({ kind, color }) => `${kind} ${color}`),
    ['line 3', 'border 4', 'dot 0'],
  );
  of.undo();
  assert.deepEqual(colors(), [3, 4, 1, null]);
  drawSigns(of, [{ key, sign: PEN.border, color: 4 }], false);
  assert.deepEqual(colors(), [3, null, 1, null]);
  const copy = game();
  copy.restore({}, { pen: of.drawing('pen') });
  assert.deepEqual([...copy.drawing('pen')], [...of.drawing('pen')], 'the colors are stored');
});

test('the signs of a cell are described by their sides', () => {
  const of = game();
  const between = (a: number, b: number) => segmentOf(4, centerOf(layout, a), centerOf(layout, b))!;
  drawSigns(of, [between(5, 6), between(5, 0), between(5, 8)], true);
  drawSigns(of, [{ key: spotKey(4, { x: 3, y: 2 }), sign: PEN.border }], true);
  const notes = (cell: number) =>
    penNotes(layout, of.drawing('pen'), cell).map(({ kind, sides }) => [kind, ...sides].join(' '));
  assert.deepEqual(notes(5), ['line right', 'border above', 'line above left', 'line below left']);
  assert.deepEqual(notes(6), ['line left']);
  assert.deepEqual(notes(1), ['border below']);
  assert.deepEqual(notes(15), []);
});

test('erasing clears candidate colors before colors, then links, then the pen', () => {
  const of = game();
  of.enter('color', 2, [1], plain);
  toggleTint(of, 1, [from, to]);
  toggleLink(of, { from, to, strong: true });
  drawSigns(of, [{ key: spotKey(4, { x: 2, y: 1 }), sign: PEN.line }], true);
  const sizes = () => [of.get('color', 1), ...LAYERS.map((layer) => of.drawing(layer).size)];
  const wanted = [
    [2, 1, 1, 1],
    [0, 1, 1, 1],
    [0, 1, 0, 1],
    [0, 1, 0, 0],
  ];
  for (const state of wanted) {
    assert.ok(of.clear([1], plain));
    assert.deepEqual(sizes(), state);
  }
  assert.equal(of.clear([1], plain), false, 'the other cell keeps its color');
});

test('colors and links are cleared together, the pen alone, and a restart clears all', () => {
  const of = game();
  const draw = () => {
    of.enter('color', 2, [1], plain);
    toggleTint(of, 1, [from]);
    toggleLink(of, { from, to, strong: true });
    drawSigns(of, [{ key: 0, sign: PEN.dot }], true);
  };
  draw();
  const drawn = snapshot(of);
  assert.ok(of.clearColors());
  assert.deepEqual(
    [of.get('color', 1), ...LAYERS.map((one) => of.drawing(one).size)],
    [0, 0, 0, 1],
  );
  assert.ok(of.clearDrawing('pen'));
  assert.equal(of.isTouched(), false);
  of.undo();
  of.undo();
  assert.equal(snapshot(of), drawn);
  assert.ok(of.restart());
  assert.equal(of.isTouched(), false);
  of.undo();
  assert.equal(snapshot(of), drawn);
});

test('undo returns the cells of a drawing', () => {
  const of = game();
  toggleLink(of, { from, to, strong: true });
  assert.deepEqual(of.undo(), [1, 13]);
  assert.deepEqual(cellsAt(layout, 'pen', spotKey(4, { x: 2, y: 2 })), [0, 1, 4, 5]);
  assert.deepEqual(cellsAt(layout, 'pen', spotKey(4, { x: 8, y: 1 })), [3]);
});

test('drawings that no player can make are not restored', () => {
  const bad: [Parameters<typeof isDrawable>[1], number, number][] = [
    ['tint', candidateKey({ cell: 16, digit: 1 }), 1],
    ['tint', candidateKey({ cell: 1, digit: 5 }), 1],
    ['tint', candidateKey({ cell: 1, digit: 0 }), 1],
    ['tint', candidateKey(from), 10],
    ['link', candidateKey(from), 1],
    ['link', 2 ** 40, 1],
    ['pen', 81, 1],
    ['pen', 3, 64],
    ['pen', 3, PEN.line + (5 << 6)],
    ['pen', 3, 2 ** 24],
  ];
  const of = game();
  for (const [layer, key, value] of bad) {
    assert.equal(isDrawable(layout, layer, key, value), false, `${layer} ${key} ${value}`);
    of.restore({}, { [layer]: new Map([[key, value]]) });
    assert.equal(of.isTouched(), false);
  }
  of.restore({}, { tint: new Map([[candidateKey(from), 9]]) });
  assert.ok(of.isTouched());
  of.restore({});
  assert.equal(of.isTouched(), false, 'another state replaces the drawings');
});

test('the picture shows drawings at open cells, and candidates while a tool needs them', () => {
  const of = game();
  toggleTint(of, 4, [from]);
  toggleLink(of, { from, to, strong: false });
  const selection = new Selection(layout);
  const view = { game: of, selection, settings: DEFAULTS, overlay: null, solution: null };
  let shown = picture(view);
  assert.deepEqual(shown.cells[1].tints, [[4, 4]]);
  assert.deepEqual([shown.cells[1].nodes, shown.cells[13].nodes], [[4], [2]]);
  assert.deepEqual([shown.ownLinks.length, shown.cells[13].ownLinks.length], [1, 1]);
  assert.equal(shown.cells[1].candidates, null);
  const tool: ToolView = { showsCandidates: true, start: to, link: null, pen: new Map([[1, 1]]) };
  shown = picture({ ...view, tool });
  assert.deepEqual(shown.cells[1].candidates, [2, 4]);
  assert.deepEqual([shown.cells[13].start, shown.cells[1].start, shown.pen.size], [2, 0, 1]);
  of.enter('center', 4, [2], plain);
  assert.equal(picture({ ...view, tool }).cells[2].candidates, null, 'its own marks stay');
  of.enter('center', 2, [1], plain);
  assert.ok(picture(view).cells[1].isSpread, 'center marks make room for what is drawn');
  of.enter('corner', 2, [1], plain);
  assert.ok(!picture(view).cells[1].isSpread && !picture(view).cells[2].isSpread);
  assert.equal(picture({ ...view, overlay: {} }).ownLinks.length, 0, 'a hint has links of its own');
  of.enter('digit', 2, [13], plain);
  assert.equal(picture(view).ownLinks.length, 0, 'a digit hides the links of its cell');
});

test('highlight: two digits at once, and cells with two candidates', () => {
  const of = game();
  const selection = new Selection(layout);
  const view = { game: of, selection, settings: DEFAULTS, overlay: null, solution: null };
  const shown = (digits: number[], bivalue = false) =>
    picture({ ...view, filter: { digits, bivalue } });
  const fits = (of: ReturnType<typeof shown>) =>
    of.cells.flatMap((cell, at) => (cell.fits ? [at] : []));
  const open = layout.cells.filter((cell) => of.isBlank(cell));
  const two = open.filter((cell) => [2, 4].some((n) => of.possible(cell) & (1 << (n - 1))));
  const pair = shown([2, 4]);
  assert.deepEqual(
    fits(pair),
    [...two, 6, 15].sort((a, b) => a - b),
  );
  assert.equal(pair.filter, 0b1010);
  assert.deepEqual(
    pair.cells.flatMap((cell, at) => (cell.isPair ? [at] : [])),
    open.filter((cell) => of.possible(cell) === 0b1010),
  );
  const bivalue = shown([], true);
  assert.ok(bivalue.isFiltered);
  assert.deepEqual(
    fits(bivalue),
    open.filter((cell) => [3, 5, 6, 9, 10, 12].includes(of.possible(cell))),
  );
  const [first] = fits(bivalue);
  const [digit] = digitsOf(of.possible(first));
  of.enter('center', digit, [first], plain);
  assert.ok(!fits(shown([], true)).includes(first), 'marks of the player count');
  assert.equal(shown([]).isFiltered, false);
});
