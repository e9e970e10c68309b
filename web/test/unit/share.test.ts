// Addresses with a puzzle and entries.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  fromFragment,
  keyOf,
  pack,
  partOf,
  toFragment,
  unpack,
  packAtOnce,
  unpackNumbers,
} from '../../src/model/share.ts';
import type { Progress, Shared } from '../../src/model/share.ts';

const classic = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';

test('fragments are read as they were written', () => {
  const all: Shared[] = [
    { puzzle: classic, layout: {}, state: null },
    {
      puzzle: '1 2 . 10\n. . 3 4',
      layout: { box: '4x3', symbols: 'dec', rules: ['windoku', 'anti-knight'] },
      state: 'AbC-_1',
    },
    { puzzle: '....', layout: { regions: 'AABB&=#ü', diagonals: ['main', 'anti'] }, state: null },
  ];
  for (const shared of all) assert.deepEqual(fromFragment(`#${toFragment(shared)}`), shared);
});

test('a fragment may be a puzzle without parameters', () => {
  assert.deepEqual(fromFragment(`#${classic}`), { puzzle: classic, layout: {}, state: null });
  for (const none of ['', '#', '#%', '#s=abc', '#p=']) assert.equal(fromFragment(none), null, none);
  assert.deepEqual(fromFragment('#p=1&diagonal=sideways')?.layout, {});
});

test('parts of the page have addresses that are no puzzles', () => {
  assert.deepEqual(partOf('#/home'), { name: 'home' });
  assert.deepEqual(partOf('#/learn/x-wing'), { name: 'learn', id: 'x-wing' });
  for (const none of ['', '#', `#p=${classic}`, '#/nowhere', '#/learn/<b>', '/home/x/y'])
    assert.equal(partOf(none), null, none);
  assert.equal(fromFragment('#/home'), null);
  const setting = { puzzle: '1...', layout: {}, state: null, isCreating: true };
  assert.deepEqual(fromFragment(toFragment(setting)), setting, 'a created puzzle survives');
});

test('the same puzzle has the same key, with or without progress', () => {
  assert.equal(keyOf(classic, {}), toFragment({ puzzle: classic, layout: {}, state: null }));
  assert.notEqual(keyOf(classic, {}), keyOf(classic, { diagonals: ['main'] }));
});

test('progress is packed and unpacked, and empty progress is short', async () => {
  const cells = 16 * 16;
  const values = (of: (cell: number) => number) =>
    Array.from({ length: cells }, (_, cell) => of(cell));
  const progress: Progress = {
    fields: {
      digit: values((cell) => cell % 17),
      corner: values((cell) => (cell * 2654435761) % 2 ** 25),
      center: values((cell) => (cell === 7 ? 2 ** 32 - 1 : 0)),
      removed: values(() => 0),
      color: values((cell) => cell % 512),
    },
    seconds: 4711,
    hints: 3,
  };
  const packed = await pack(progress, cells);
  assert.match(packed, /^[\w-]+$/);
  assert.deepEqual(await unpack(packed, cells), progress);
  const empty = await pack({ fields: {}, seconds: 0, hints: 0 }, 81);
  assert.ok(empty.length < 24, `${empty.length} characters`);
});

test('progress with drawings is packed, and without them the text stays as it was', async () => {
  const progress = { fields: { digit: [1, 2, 3, 4] }, seconds: 5, hints: 0 };
  const drawings = {
    tint: new Map([[33, 2]]),
    link: new Map([[4_000_000_000, 4]]),
    pen: new Map([
      [7, 63],
      [8, 1],
    ]),
  };
  const plain = await pack(progress, 4);
  const empty = { tint: new Map(), link: new Map(), pen: new Map() };
  assert.equal(await pack({ ...progress, drawings: empty }, 4), plain);
  assert.equal((await unpack(plain, 4))!.drawings, undefined);
  const drawn = await pack({ ...progress, drawings }, 4);
  assert.deepEqual((await unpack(drawn, 4))!.drawings, drawings);
  assert.equal(await unpack(drawn, 9), null, 'another size');
});

test('damaged progress is ignored', async () => {
  const packed = await pack({ fields: { digit: new Array(81).fill(5) }, seconds: 1, hints: 0 }, 81);
  assert.equal(await unpack(packed, 16), null, 'another size');
  assert.equal(await unpack('', 81), null);
  assert.equal(await unpack('!!!', 81), null);
  for (let at = 0; at < packed.length; at++) {
    await unpack(packed.slice(0, at), 81);
    await unpack(packed.slice(0, at) + (packed[at] === 'A' ? 'B' : 'A') + packed.slice(at + 1), 81);
  }
  const bomb = await pack({ fields: {}, seconds: 0, hints: 0 }, 3_000_000);
  assert.equal(await unpack(bomb, 3_000_000), null, 'larger than any puzzle');
});

test('numbers that are packed at once are read like all others', async () => {
  const few = [1, 0, 127, 128, 2 ** 32 - 1];
  const many = Array.from({ length: 90_000 }, (_, n) => n % 300);
  for (const numbers of [[], few, many])
    assert.deepEqual(await unpackNumbers(packAtOnce(numbers)), numbers);
});
