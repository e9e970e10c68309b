// QR codes: read back by an independent decoder of the layout.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { qrCode } from '../../src/model/qr.ts';

/** Reads the text of a code that fits into one block: versions 1 to 5. */
function readSmall(grid: boolean[][]): string {
  const size = grid.length;
  const version = (size - 17) / 4;
  const mask = [2, 3, 4].reduce((all, x) => all * 2 + Number(grid[8][x]), 0) ^ 0b101;
  const isFixed = (x: number, y: number) =>
    (x < 9 && y < 9) ||
    (x >= size - 8 && y < 9) ||
    (x < 9 && y >= size - 8) ||
    x === 6 ||
    y === 6 ||
    (version > 1 && Math.abs(x - (size - 7)) <= 2 && Math.abs(y - (size - 7)) <= 2);
  const masks = [
    (x: number, y: number) => (x + y) % 2,
    (_: number, y: number) => y % 2,
    (x: number) => x % 3,
    (x: number, y: number) => (x + y) % 3,
    (x: number, y: number) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
    (x: number, y: number) => ((x * y) % 2) + ((x * y) % 3),
    (x: number, y: number) => (((x * y) % 2) + ((x * y) % 3)) % 2,
    (x: number, y: number) => (((x + y) % 2) + ((x * y) % 3)) % 2,
  ];
  const stream: number[] = [];
  let upward = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right--;
    for (let step = 0; step < size; step++) {
      const y = upward ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (isFixed(x, y)) continue;
        stream.push(Number(grid[y][x]) ^ (masks[mask](x, y) === 0 ? 1 : 0));
      }
    }
    upward = !upward;
  }
  const take = (from: number, count: number) =>
    stream.slice(from, from + count).reduce((all, bit) => all * 2 + bit, 0);
  assert.equal(take(0, 4), 4, 'byte mode');
  const length = take(4, 8);
  const bytes = Array.from({ length }, (_, n) => take(12 + 8 * n, 8));
  return new TextDecoder().decode(Uint8Array.from(bytes));
}

test('small codes hold their text', () => {
  for (const text of ['a', 'https://example.org/', 'Sudoku 9×9, r1c2+3', 'x'.repeat(100)]) {
    const grid = qrCode(text)!;
    assert.equal(readSmall(grid), text);
  }
});

test('finders, timing and sizes follow the standard', () => {
  for (const [length, size] of [
    [17, 21],
    [18, 25],
    [106, 37],
    [107, 41],
    [271, 57],
    [272, 61],
    [2953, 177],
  ]) {
    const grid = qrCode('x'.repeat(length))!;
    assert.equal(grid.length, size, `${length} bytes`);
    for (const [x, y] of [
      [0, 0],
      [size - 7, 0],
      [0, size - 7],
    ])
      for (let n = 0; n < 7; n++)
        assert.ok(grid[y][x + n] && grid[y + 6][x + n] && grid[y + n][x], 'a finder is framed');
    for (let n = 8; n < size - 8; n++) assert.equal(grid[6][n], n % 2 === 0, 'timing');
    assert.equal(grid[size - 8][8], true, 'the dark module');
  }
  assert.equal(qrCode('x'.repeat(2954)), null, 'too long');
});
