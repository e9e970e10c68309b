// What the page does with a photograph, without a camera or the reader: sizes, outlines, steadiness,
// corrections; and the reader itself as a module.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { callPhoto, instantiatePhoto } from '../../src/engine/photo-module.ts';
import {
  outlinePath,
  perspective,
  PhotoPuzzle,
  reduced,
  Steadiness,
} from '../../src/model/photo.ts';
import type { CellReport, Corners } from '../../src/model/photo.ts';

test('large pictures are reduced, and small ones are not enlarged', () => {
  assert.deepEqual(reduced(4000, 3000, 1600), { width: 1600, height: 1200 });
  assert.deepEqual(reduced(3000, 4000, 1600), { width: 1200, height: 1600 });
  assert.deepEqual(reduced(640, 480, 1600), { width: 640, height: 480 });
  assert.deepEqual(reduced(8000, 1, 1600), { width: 1600, height: 1 });
  assert.deepEqual(reduced(0, 0, 1600), { width: 1, height: 1 });
});

const SQUARE: Corners = [
  [10, 20],
  [110, 20],
  [110, 120],
  [10, 120],
];
/** A square that is seen from the side. */
const TILTED: Corners = [
  [30, 10],
  [90, 0],
  [120, 100],
  [0, 90],
];

const isNear = ([x, y]: readonly [number, number], [u, v]: readonly [number, number]) =>
  Math.hypot(x - u, y - v) < 1e-9;

test('a perspective maps corners to corners, lines to lines, and its middle to the crossing', () => {
  for (const corners of [SQUARE, TILTED]) {
    const place = perspective(corners);
    for (const [at, [x, y]] of [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ].entries())
      assert.ok(isNear(place(x, y), corners[at]), `corner ${at}`);
    // The middle of the square is where the diagonals cross.
    const [[ax, ay], [bx, by], [cx, cy], [dx, dy]] = corners;
    const [x, y] = place(0.5, 0.5);
    const cross = (x1: number, y1: number, x2: number, y2: number) =>
      (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1);
    assert.ok(Math.abs(cross(ax, ay, cx, cy)) < 1e-6);
    assert.ok(Math.abs(cross(bx, by, dx, dy)) < 1e-6);
  }
  assert.ok(isNear(perspective(SQUARE)(1 / 3, 2 / 3), [10 + 100 / 3, 20 + 200 / 3]));
});

test('an outline has the border and the lines of the boxes', () => {
  const path = outlinePath({ corners: SQUARE, size: 9 });
  assert.ok(path.startsWith('M10.0 20.0L110.0 20.0L110.0 120.0L10.0 120.0Z'), path);
  assert.equal(path.match(/M/g)?.length, 5);
  assert.match(path, /M43\.3 20\.0L43\.3 120\.0/);
});

const moved = (corners: Corners, by: number): Corners =>
  corners.map(([x, y]) => [x + by, y]) as unknown as Corners;

test('a camera is steady after four frames with the same corners', () => {
  const steadiness = new Steadiness();
  const seen = [0, 1, 0.5, 1.2].map((by) => steadiness.add(moved(SQUARE, by)));
  assert.deepEqual(seen, [false, false, false, true]);
  assert.equal(steadiness.add(moved(SQUARE, 2.8)), false, 'too far from the earlier ones');
  steadiness.reset();
  assert.equal(steadiness.add(SQUARE), false);
});

test('a frame without a grid, or a slow movement, is not steady', () => {
  const steadiness = new Steadiness();
  for (let n = 0; n < 3; n++) steadiness.add(SQUARE);
  assert.equal(steadiness.add(null), false);
  assert.equal(steadiness.add(SQUARE), false);
  const moving = new Steadiness();
  for (let n = 0; n < 9; n++) assert.equal(moving.add(moved(SQUARE, n)), false);
});

test('the first corner may be another one in each frame', () => {
  const steadiness = new Steadiness();
  const [a, b, c, d] = TILTED;
  const frames: Corners[] = [
    [a, b, c, d],
    [b, c, d, a],
    [a, b, c, d],
    [d, a, b, c],
  ];
  assert.deepEqual(
    frames.map((corners) => steadiness.add(corners)),
    [false, false, false, true],
  );
});

const PUZZLE = `12${'.'.repeat(79)}`;

/** A reading of `PUZZLE` in which the cells 1 and 40 are doubtful, and cell 80 has handwriting. */
function reading(): PhotoPuzzle {
  const cells = Array.from(PUZZLE, (symbol, cell): CellReport => {
    if (cell === 1)
      return {
        kind: 'printed',
        digit: 2,
        probability: 0.6,
        alternatives: [
          { digit: 7, probability: 0.35 },
          { digit: 0, probability: 0.05 },
        ],
      };
    if (cell === 40)
      return { kind: 'empty', probability: 0.7, alternatives: [{ digit: 4, probability: 0.3 }] };
    if (cell === 80) return { kind: 'other', probability: 0.9 };
    return symbol === '.'
      ? { kind: 'empty', probability: 1 }
      : { kind: 'printed', digit: Number(symbol), probability: 1 };
  });
  const look = { is_certain: false, certainty: 0.4, doubtful: [] };
  const report = { size: 9, corners: SQUARE, cells, ...look };
  return new PhotoPuzzle({ puzzle: PUZZLE, report });
}

test('doubtful cells are open until their digit is chosen, also with the same digit', () => {
  const puzzle = reading();
  assert.deepEqual(puzzle.open, [1, 40]);
  assert.equal(puzzle.next(-1), 1);
  assert.equal(puzzle.next(1), 40);
  assert.equal(puzzle.next(40), 1, 'from the start again');
  puzzle.set(1, 2);
  assert.deepEqual(puzzle.open, [40]);
  assert.equal(puzzle.text, PUZZLE);
  puzzle.set(40, 4);
  assert.equal(puzzle.next(40), null);
  assert.deepEqual(puzzle.doubtful, [1, 40]);
});

test('a doubtful cell offers its reading first, and others offer nothing', () => {
  const puzzle = reading();
  const digits = (cell: number) => puzzle.choices(cell).map(({ digit }) => digit);
  assert.deepEqual(digits(1), [2, 7, 0]);
  assert.deepEqual(digits(40), [0, 4]);
  assert.deepEqual(digits(0), []);
  puzzle.set(1, 7);
  assert.deepEqual(digits(1), [2, 7, 0], 'the order stays');
  assert.ok(puzzle.isWritten(80));
  assert.ok(!puzzle.isWritten(0));
});

test('corrections are apart from what was read', () => {
  const puzzle = reading();
  puzzle.set(0, 9);
  puzzle.set(1, 0);
  puzzle.set(2, 3);
  assert.equal(puzzle.text, `9.3${'.'.repeat(78)}`);
  assert.deepEqual(puzzle.clues.slice(0, 3), [0, 0, 0]);
  assert.deepEqual(puzzle.corrected.slice(0, 3), [9, 0, 3]);
  puzzle.set(0, 1);
  assert.deepEqual([puzzle.clues[0], puzzle.corrected[0]], [1, 0], 'the reading is restored');
});

const PHOTO = join(import.meta.dirname, '../../../src/wasm/photo.wasm');

test(
  'the module reports problems with a code',
  { skip: existsSync(PHOTO) ? false : 'not built' },
  async () => {
    const reader = await instantiatePhoto(await WebAssembly.compile(readFileSync(PHOTO)));
    const ask = (method: 'find_grid' | 'read_photo', value: number, width = 300) => {
      const pixels = new Uint8Array(4 * 300 * 200).fill(value);
      const answer = callPhoto(reader, { method, width, height: 200, pixels: pixels.buffer });
      assert.equal(answer.ok, false);
      assert.equal(answer.rectified, null);
      return JSON.parse(answer.json).code;
    };
    assert.equal(ask('read_photo', 255), 'no_grid');
    assert.equal(ask('find_grid', 255), 'no_grid');
    assert.equal(ask('read_photo', 255, 301), 'malformed');
  },
);
