// Recorded moves, for a replay.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { App } from '../../src/app.ts';
import { Replay } from '../../src/controllers/replay.ts';
import { Game } from '../../src/model/game.ts';
import type { Options } from '../../src/model/game.ts';
import { plainLayout } from '../../src/model/layout.ts';
import {
  differences,
  isRecordOf,
  MAX_CHANGES,
  movesFrom,
  Recording,
  replayed,
  replayMove,
} from '../../src/model/recording.ts';
import { packNumbers, unpackNumbers } from '../../src/model/share.ts';
import { toggleLink, toggleTint } from '../../src/model/sketch.ts';

const plain: Options = { autoCandidates: false, autoRemove: true };
const layout = plainLayout(4, 2, 2);
const clues = [1, 0, 0, 0, 0, 0, 2, 0, 0, 3, 0, 0, 0, 0, 0, 4];

/** Starts a game whose moves are recorded, one per second. */
function recorded(): { game: Game; recording: Recording } {
  const game = new Game(layout, clues, { digit: [0, 4] });
  const recording = new Recording();
  let at = 0;
  game.watcher = (kind, move) => recording.add((at += 10), kind, move);
  return { game, recording };
}

test('every change is recorded in order: marks, drawings, undo and redo', () => {
  const { game, recording } = recorded();
  game.enter('corner', 3, [2, 3], plain);
  game.enter('digit', 3, [2], plain);
  toggleTint(game, 7, [{ cell: 5, digit: 4 }]);
  toggleLink(game, { from: { cell: 5, digit: 4 }, to: { cell: 3, digit: 4 }, strong: true });
  game.undo();
  game.redo();
  game.restart();
  game.undo();
  const kinds = recording.moves.map(({ kind }) => kind).join(' ');
  assert.equal(kinds, 'move move move move undo redo move undo');
  assert.deepEqual(
    recording.moves.map(({ at }) => at),
    [10, 20, 30, 40, 50, 60, 70, 80],
  );
  const copy = game.copyStart();
  const states = recording.moves.map((move) => {
    assert.ok(replayMove(copy, move));
    return differences(copy, game).length;
  });
  assert.equal(states[states.length - 1], 0, 'it ends where the game ended');
  assert.ok(states[0] > 0 && states[6] > 0);
  recording.moves.forEach(() => copy.undo());
  assert.deepEqual(differences(copy, game.copyStart()), []);
  assert.equal(copy.get('digit', 1), 4, 'the start contains the digits of the puzzle');
});

test('recorded moves are stored and read', async () => {
  const { game, recording } = recorded();
  for (let n = 0; n < 60; n++) game.enter('center', (n % 4) + 1, [1, 2, 3, 4], plain);
  const text = await packNumbers(recording.toNumbers());
  assert.ok(text.length < 600, `${text.length} characters`);
  const moves = movesFrom((await unpackNumbers(text))!);
  assert.deepEqual(moves, recording.moves);
  assert.ok(isRecordOf(moves!, game));
  game.enter('digit', 1, [5], { ...plain, autoRemove: false });
  assert.equal(isRecordOf(moves!, game), false, 'another state');
  const other = new Recording();
  other.continue(moves!);
  other.add(5, 'move', [{ field: 'digit', cell: 5, before: 0, after: 1 }]);
  const [last] = other.moves.slice(-1);
  assert.equal(last.at, moves![moves!.length - 1].at, 'time does not run back');
  assert.ok(isRecordOf(other.moves, game));
});

test('a restored game begins with one move', () => {
  const { game, recording } = recorded();
  recording.start(game);
  assert.equal(recording.moves.length, 0, 'nothing was entered');
  game.restore({ digit: [0, 0, 3], color: [5] });
  recording.start(game, 120);
  assert.equal(recording.moves.length, 1);
  assert.equal(recording.moves[0].at, 120);
  assert.ok(isRecordOf(recording.moves, game));
});

test('long recordings keep their end', () => {
  const { game, recording } = recorded();
  for (let n = 0; n < MAX_CHANGES + 10; n++) game.enter('color', (n % 9) + 1, [1], plain);
  const stored = recording.moves.reduce((sum, { changes }) => sum + changes.length, 0);
  assert.ok(stored <= MAX_CHANGES);
  assert.ok(recording.moves.length > MAX_CHANGES / 3);
  assert.ok(isRecordOf(recording.moves, game));
});

test('the largest recording is stored and read', async () => {
  const recording = new Recording();
  const [days, link] = [2 ** 28, 2 ** 28];
  for (let n = 1; n <= MAX_CHANGES; n++)
    recording.add(n * (days + n), 'move', [
      { field: 'link', cell: link + 7919 * n, before: 0, after: 2 ** 31 + 104729 * n },
    ]);
  assert.equal(recording.moves.length, MAX_CHANGES);
  const text = await packNumbers(recording.toNumbers());
  assert.ok(text.length > 1 << 16, 'packed, it is longer than 64 KB');
  assert.deepEqual(movesFrom((await unpackNumbers(text))!), recording.moves);
});

test('a large move after small ones does not exceed the maximum', () => {
  const recording = new Recording();
  const changes = Array.from({ length: MAX_CHANGES }, (_, cell) => ({
    field: 'tint' as const,
    cell,
    before: 0,
    after: 1,
  }));
  recording.add(1, 'move', changes.slice(0, 10));
  recording.add(2, 'move', changes);
  assert.equal(recording.moves.length, 1);
  assert.equal(recording.moves[0].changes.length, MAX_CHANGES);
});

test('damaged recordings are ignored', () => {
  const { game, recording } = recorded();
  game.enter('digit', 3, [2, 3], plain);
  const numbers = recording.toNumbers();
  assert.equal(movesFrom([]), null);
  assert.equal(movesFrom([9, ...numbers.slice(1)]), null, 'another version');
  for (let end = 2; end < numbers.length; end++)
    assert.equal(movesFrom(numbers.slice(0, end)), null, `${end}`);
  const far = movesFrom([1, 0, 4 * 2, 0 + 8 * 99, 1, 5 + 8 * 4000, 3])!;
  assert.equal(replayMove(game, far[0]), false, 'a cell and a candidate outside the grid');
});

test('a replay names the digits and marks of one cell, and only the kind for several', () => {
  const { game, recording } = recorded();
  game.enter('center', 1, [2], plain);
  game.enter('center', 3, [2, 3], plain);
  game.enter('color', 2, [2, 3], plain);
  game.enter('digit', 3, [2, 3], plain);
  game.enter('digit', 4, [2], plain);
  const app = { play: { game, recording } };
  const replay = new Replay(app as unknown as App);
  assert.deepEqual(
    replay.moves.map((_, n) => replay.describe(n + 1)),
    ['Center 1 in r1c3', 'Center marks', 'Color', 'Digits', '4 in r1c3'],
  );
});

test('a replay shows each position, and describes its move', () => {
  const { game, recording } = recorded();
  const link = { from: { cell: 5, digit: 4 }, to: { cell: 3, digit: 4 }, strong: true };
  game.enter('corner', 3, [2], plain);
  game.enter('corner', 4, [2], plain);
  game.enter('digit', 3, [2], plain);
  game.undo();
  game.enter('color', 2, [3], plain);
  toggleTint(game, 7, [{ cell: 5, digit: 4 }]);
  toggleLink(game, link);
  toggleLink(game, link);
  const before = differences(game.copyStart(), game);
  let said = '';
  const app = {
    play: { game, recording },
    changed: () => {},
    announceQuietly: (text: string) => (said = text),
  };
  const replay = new Replay(app as unknown as App);
  assert.deepEqual([replay.at, replay.time, replay.describe()], [0, 0, 'Start']);
  assert.deepEqual(
    replay.moves.map((_, n) => replay.describe(n + 1)),
    [
      'Corner 3 in r1c3',
      'Corner 3 4 in r1c3',
      '3 in r1c3',
      'Undone',
      'Color green in r1c4',
      'Colored: 4 blue in r2c2',
      'Link',
      'Erased',
    ],
  );
  replay.step(1);
  replay.step(1);
  replay.step(1);
  assert.equal(said, 'Move 3 of 8. 3 in r1c3');
  assert.deepEqual([replay.game.get('digit', 2), replay.time], [3, 3000]);
  assert.deepEqual(replay.selection.list(), [2]);
  replay.run({ type: 'jump', to: 'end', whole: false });
  assert.equal(said, 'Move 8 of 8. Erased');
  assert.deepEqual(differences(replay.game, game), []);
  replay.run({ type: 'move', direction: 'left', extend: false });
  assert.equal(replay.game.drawing('link').size, 1);
  assert.deepEqual(replay.selection.list(), [3, 5]);
  replay.goTo(-5);
  assert.equal(replay.game.get('digit', 2), 0);
  assert.deepEqual(differences(game.copyStart(), game), before, 'the played game stays');
  for (const on of [true, true, true, true]) replay.run({ type: 'zoom', on });
  assert.equal(replay.speed, 25, 'the fastest');
});

test('recorded moves give undo and redo back', () => {
  const { game, recording } = recorded();
  game.enter('digit', 2, [1], plain);
  game.enter('corner', 3, [2, 3], plain);
  game.enter('digit', 3, [2], plain);
  game.undo();
  game.undo();
  game.redo();
  const copy = replayed(recording.moves, game);
  assert.deepEqual(differences(copy, game), []);
  assert.equal(copy.undoCount, 2);
  assert.equal(copy.redoCount, 1);
  game.takeHistory(copy);
  game.redo();
  assert.equal(game.digit(2), 3);
  while (game.undoCount > 0) game.undo();
  assert.deepEqual(differences(game, game.copyStart()), []);
});

test('an undone move whose move was merged counts as a move', () => {
  const { game, recording } = recorded();
  game.enter('corner', 3, [2], plain);
  game.enter('corner', 4, [2], plain);
  const [one, two] = recording.moves;
  game.undo();
  const merged = { ...two, changes: [...one.changes, ...two.changes] };
  const copy = replayed([merged, recording.moves[2]], game);
  assert.deepEqual(differences(copy, game), []);
  assert.equal(copy.undoCount, 2);
});
