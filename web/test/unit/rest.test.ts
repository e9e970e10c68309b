// Selection, timer, settings, view of the grid, puzzles from responses, regions, texts.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Grid, Step } from '../../src/engine/api.ts';
import { t } from '../../src/i18n.ts';
import { digitsOf } from '../../src/model/bits.ts';
import { Game } from '../../src/model/game.ts';
import { plainLayout } from '../../src/model/layout.ts';
import { legend, picture } from '../../src/model/picture.ts';
import { levelOf } from '../../src/model/levels.ts';
import {
  createGame,
  layoutRequest,
  listPositions,
  createPuzzle,
  createState,
  marksWithEffect,
  formatClues,
} from '../../src/model/puzzle.ts';
import { cellCounts, firstRegions, regionMap } from '../../src/model/regions.ts';
import { Selection } from '../../src/model/selection.ts';
import { DEFAULTS, settingsFrom } from '../../src/model/settings.ts';
import { clock, Timer } from '../../src/model/timer.ts';

const layout = plainLayout(4, 2, 2);

test('the cursor goes around the edges, and extends', () => {
  const selection = new Selection(layout);
  selection.move('up', false);
  assert.deepEqual(selection.list(), [0], 'the first key shows where it is');
  selection.move('up', false);
  assert.deepEqual(selection.list(), [12]);
  selection.move('left', false);
  assert.equal(selection.cursor, 15);
  selection.move('right', true);
  assert.deepEqual(selection.list(), [12, 15]);
  selection.invert();
  assert.equal(selection.size, 14);
  selection.all();
  assert.equal(selection.size, 16);
  selection.none();
  assert.equal(selection.size, 0);
  selection.jump('end', true);
  assert.deepEqual(selection.list(), [15]);
  selection.jump('start', false);
  assert.deepEqual(selection.list(), [12]);
});

test('the timer counts while it runs', () => {
  const timer = new Timer(1000);
  timer.start(5000);
  timer.start(6000);
  assert.equal(timer.elapsed(7000), 3000);
  timer.pause(8000);
  assert.equal(timer.elapsed(99000), 4000);
  timer.start(100000);
  assert.equal(timer.elapsed(100500), 4500);
  assert.deepEqual([0, 61_000, 3_723_000].map(clock), ['0:00', '1:01', '1:02:03']);
});

test('settings that make no sense are as by default', () => {
  assert.deepEqual(settingsFrom(null), DEFAULTS);
  assert.deepEqual(settingsFrom({ repeats: 'no', theme: 'pink', nonsense: 1, wrong: true }), {
    ...DEFAULTS,
    wrong: true,
  });
});

const grid = (over: Partial<Grid> = {}): Grid => ({
  size: 4,
  description: '4×4, boxes 2×2',
  layout: { size: 4, box: '2x2' },
  symbols: ['1', '2', '3', '4'],
  regions: [...layout.regions!],
  houses: [...layout.houses],
  clues: [1, 0, 0, 0, 0, 0, 2, 0, 0, 3, 0, 0, 0, 0, 0, 4],
  text: '{}',
  line: '1.....2..3.....4',
  ...over,
});

test('a grid becomes a game, with what its text says of digits and candidates', () => {
  const candidates = grid().clues.map((clue) => (clue ? [clue] : [1, 2, 3, 4]));
  candidates[1] = [4];
  const placed = new Array(16).fill(0);
  placed[15] = 0;
  placed[3] = 3;
  const game = createGame(grid({ candidates, placed }));
  assert.equal(game.digit(3), 3);
  assert.equal(game.isClue(3), false);
  assert.deepEqual(digitsOf(game.candidates(DEFAULTS)[1]), [4]);
  assert.deepEqual(
    digitsOf(game.candidates(DEFAULTS)[2]),
    [4],
    'the others as their peers leave them',
  );
  assert.deepEqual(createState(game, DEFAULTS).digits[3], 3);
  assert.deepEqual(createState(game, DEFAULTS).candidates?.[1], [4]);
  assert.equal(
    createState(createGame(grid()), DEFAULTS).candidates,
    undefined,
    'nothing was ruled out',
  );
});

test('a puzzle is written as shortly as it can be read again', () => {
  assert.deepEqual(createPuzzle(grid()), {
    text: '1.....2..3.....4',
    layout: { box: '2x2' },
    title: '',
  });
  assert.deepEqual(
    layoutRequest({
      size: 9,
      layout: { size: 9, box: '3x3', diagonals: ['main'] },
      symbols: [...'123456789'],
    }),
    { diagonals: ['main'] },
  );
  assert.deepEqual(
    layoutRequest({ size: 16, layout: { box: '4x4' }, symbols: [...'ABCDEFGHIJKLMNOP'] }),
    { box: '4x4', symbols: 'alpha' },
  );
  assert.equal(
    formatClues(
      [10, 0, 0, 1, ...new Array(12).fill(0)],
      Array.from({ length: 10 }, (_, n) => String(n + 1)),
    ).split('\n')[0],
    '10 . . 1',
  );
  const marked = grid({ clues: new Array(16).fill(0), candidates: new Array(16).fill([1, 2]) });
  assert.equal(createPuzzle(marked).text, '{}', 'pencilmarks alone need the own format');
});

const step = (over: Partial<Step>): Step => ({
  technique: 'x',
  name: 'X',
  rating: 1,
  placements: [],
  eliminations: [],
  nudge: '',
  where: '',
  what: '',
  text: '',
  marks: [],
  ...over,
});

test('the positions of a path follow from its steps', () => {
  const game = createGame(grid());
  const cells = Array.from({ length: 16 }, (_, cell) => cell);
  const steps = [
    step({ eliminations: [{ cell: 1, digit: 2 }] }),
    step({ placements: [{ cell: 1, digit: 4 }] }),
  ];
  const all = listPositions(
    layout,
    cells.map((cell) => game.digit(cell)),
    game.candidates(DEFAULTS),
    steps,
  );
  assert.equal(all.length, 3);
  assert.deepEqual(
    all.map((one) => digitsOf(one.candidates![1])),
    [[2, 4], [4], []],
  );
  assert.deepEqual(
    all.map((one) => one.digits![1]),
    [0, 0, 4],
  );
  assert.equal(digitsOf(all[2].candidates![2]).includes(4), false, 'peers lose it');
});

test('what a step does is marked once', () => {
  const marks = marksWithEffect(
    step({
      placements: [{ cell: 1, digit: 4 }],
      marks: [{ kind: 'candidate', cell: 1, digit: 4, role: 'placed' }],
    }),
  );
  assert.equal(marks.length, 1);
  const noted = step({
    eliminations: [{ cell: 2, digit: 1 }],
    marks: [
      { kind: 'link', from: [], to: [], strong: false },
      { kind: 'cell', cell: 0, role: 'group 2' },
      { kind: 'cell', cell: 3, role: 'group 2' },
      { kind: 'cell', cell: 0, role: 'fin' },
    ],
  });
  assert.deepEqual(
    legend(marksWithEffect(noted)).map(({ kind, role }) => `${kind} ${role}`),
    ['cell fin', 'cell group 2', 'candidate eliminated', 'link weak'],
  );
});

test('the picture: marks, candidates, conflicts, overlays', () => {
  const game = createGame(grid());
  const selection = new Selection(layout);
  const view = { game, selection, settings: DEFAULTS, overlay: null, solution: null };
  game.enter('center', 2, [1], { autoCandidates: false, autoRemove: false });
  game.enter('digit', 1, [2], { autoCandidates: false, autoRemove: false });
  selection.only(0);
  let cells = picture(view).cells;
  assert.deepEqual([cells[0].kind, cells[2].kind, cells[1].kind], ['given', 'entered', 'empty']);
  assert.deepEqual(
    cells.flatMap((cell, at) => (cell.conflict ? [at] : [])),
    [0, 2],
  );
  assert.ok(cells[2].same && cells[1].peer && !cells[10].peer);
  assert.deepEqual([cells[1].center, cells[1].candidates], [[2], null]);
  cells = picture({
    ...view,
    settings: { ...DEFAULTS, repeats: false, autoCandidates: true },
  }).cells;
  assert.equal(cells[0].conflict, false);
  assert.deepEqual([cells[1].center, cells[1].candidates], [[2], [2, 4]], 'marks stay');
  cells = picture({ ...view, solution: new Array(16).fill(3) }).cells;
  assert.deepEqual(
    cells.flatMap((cell, at) => (cell.wrong ? [at] : [])),
    [2],
    'clues are never wrong',
  );
  cells = picture({ ...view, overlay: { replaces: true, digits: new Array(16).fill(4) } }).cells;
  assert.deepEqual([cells[0].digit, cells[2].digit, cells[2].kind], [1, 4, 'shown']);
  cells = picture({ ...view, filter: { digits: [4], bivalue: false } }).cells;
  assert.ok(cells[15].fits && !cells[0].fits);
  assert.ok(!cells[1].fits, 'its center marks exclude the digit');
});

test('regions', () => {
  for (const size of [4, 5, 6, 9, 12, 16, 25])
    assert.deepEqual(cellCounts(firstRegions(size), size), new Array(size).fill(size), `${size}`);
  assert.equal(regionMap([0, 1, 24]), 'ABY');
});

test('texts are filled in, with singular and plural', () => {
  assert.equal(t('hint.used', { count: 1 }), '1 hint used');
  assert.equal(t('hint.used', { count: 2 }), '2 hints used');
  assert.equal(t('grid.row', { row: 3, column: 5 }), 'row 3 column 5');
});

test('a game without clues and one that is full', () => {
  const game = new Game(layout, new Array(16).fill(0));
  assert.equal(game.isFull(), false);
  assert.equal(game.isTouched(), false);
  game.setClue(2, [0, 1]);
  assert.deepEqual([game.digit(0), game.digit(1)], [2, 2]);
  game.setClue(2, [0, 1]);
  assert.equal(game.digit(0), 0);
});

test('a rating has the level of the scale', () => {
  assert.deepEqual([1, 1.2, 1.3, 4, 5.6, 7.5, 7.6, 11].map(levelOf), [
    'beginner',
    'beginner',
    'easy',
    'medium',
    'hard',
    'expert',
    'extreme',
    'extreme',
  ]);
});
