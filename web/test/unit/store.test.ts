// The storage of the browser, also a full one.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { findGame, games, lastChange, results, storeGame, storeResult } from '../../src/store.ts';
import type { Result, StoredGame } from '../../src/store.ts';
import { FakeStorage } from './fake-storage.ts';

const storage = new FakeStorage();
beforeEach(() => storage.reset());

const game = (when: number, more: Partial<StoredGame> = {}): StoredGame => ({
  text: '.'.repeat(81),
  layout: {},
  title: '',
  state: 'A'.repeat(20),
  when,
  done: false,
  ...more,
});
const result = { key: '1', when: 1, level: '', rating: 1, seconds: 1, hints: 0, mistakes: 0 };
/** The keys of the games that have moves, the latest first. */
const recorded = () => games().flatMap(([key, { moves }]) => (moves ? [key] : []));

/** Stores six games with moves. Then the storage has room for `more` characters. */
function fill(more: number): void {
  for (let n = 1; n <= 6; n++)
    assert.ok(storeGame(`game ${n}`, game(n, { moves: 'M'.repeat(1000) })));
  storage.limit = storage.size + more;
}

test('without room, the moves of the oldest games go first', () => {
  fill(100);
  const state = 'B'.repeat(150);
  assert.ok(storeGame('game 7', game(7, { state, moves: 'N'.repeat(400) })));
  assert.deepEqual(recorded(), ['game 7', 'game 6', 'game 5', 'game 4', 'game 3', 'game 2']);
  assert.equal(findGame('game 7')!.state, state);
  assert.equal(games().length, 7, 'no game goes');
  assert.ok(storeGame('game 8', game(8, { moves: 'N'.repeat(2500) })));
  assert.deepEqual(recorded(), ['game 8', 'game 7', 'game 6'], '1, 2, then 4 of them');
});

test('the state of the latest game stays without its own moves, if nothing else helps', () => {
  fill(100);
  const state = 'B'.repeat(5000);
  assert.ok(storeGame('game 7', game(7, { state, moves: 'N'.repeat(9000) })));
  assert.deepEqual(recorded(), []);
  assert.equal(findGame('game 7')!.state, state);
});

test('moves before a restart go like all others', () => {
  const restarts = [{ moves: 'M'.repeat(1000), seconds: 1, hints: 0 }];
  assert.ok(storeGame('restarted', game(1, { restarts })));
  storage.limit = storage.size + 100;
  assert.ok(storeGame('later', game(2, { moves: 'N'.repeat(400) })));
  assert.equal(findGame('restarted')!.restarts, undefined);
  assert.ok(findGame('later')!.moves);
});

test('a game that does not fit changes nothing', () => {
  fill(100);
  const before = games();
  assert.equal(storeGame('game 7', game(7, { state: 'B'.repeat(9000) })), false);
  assert.deepEqual(games(), before);
});

test('a result makes room too', () => {
  fill(10);
  assert.ok(storeResult(result as Result));
  assert.deepEqual(results(), [result]);
  assert.deepEqual(recorded(), ['game 6', 'game 5', 'game 4', 'game 3', 'game 2']);
  storage.limit = 0;
  assert.equal(storeResult(result as Result), false);
  assert.equal(results().length, 1);
});

test('a game that was opened has not changed', () => {
  assert.equal(lastChange(game(5, { begun: false })), 0, 'nothing was entered');
  assert.equal(lastChange(game(5, { begun: true, changed: 3 })), 3);
  assert.equal(lastChange(game(5, { begun: true })), 5, 'as older pages stored it');
  assert.equal(lastChange(game(5)), 5);
  assert.equal(lastChange(game(5, { begun: false, changed: 4 })), 4, 'a restarted game');
});
