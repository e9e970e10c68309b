// How a game is saved while it goes on.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { App } from '../../src/app.ts';
import { PlayController } from '../../src/controllers/play.ts';
import { PracticeController } from '../../src/controllers/practice.ts';
import { Storage } from '../../src/controllers/storage.ts';
import type { HandbookPage } from '../../src/model/handbook.ts';
import { Game } from '../../src/model/game.ts';
import type { Entries } from '../../src/model/game.ts';
import { plainLayout } from '../../src/model/layout.ts';
import { differences, isRecordOf, movesFrom, replayMove } from '../../src/model/recording.ts';
import { DEFAULTS } from '../../src/model/settings.ts';
import { pack, packNumbers, unpack, unpackNumbers } from '../../src/model/share.ts';
import { findGame, storeGame } from '../../src/store.ts';
import { FakeStorage } from './fake-storage.ts';

const stored = new FakeStorage();
beforeEach(() => stored.reset());
// Saves run only when a test asks for them.
Object.assign(globalThis, {
  window: { setTimeout: () => 1 },
  location: { hash: '' },
  history: { replaceState: () => {} },
});

const layout = plainLayout(4, 2, 2);
const clues = [1, 0, 0, 0, 0, 0, 2, 0, 0, 3, 0, 0, 0, 0, 0, 4];

/** Creates an app with the parts that saving needs. */
function createApp() {
  const ignore = () => {};
  const warnings: string[] = [];
  const app = {
    key: 'key',
    name: 'First',
    puzzle: { text: '1', layout: {}, title: '' },
    settings: { ...DEFAULTS, timer: false },
    now: () => 0,
    changed: ignore,
    announce: ignore,
    announceQuietly: ignore,
    endReminders: ignore,
    warn: (text: string) => warnings.push(text),
    hint: { count: 0 },
    rating: { shown: null },
    path: { shown: null },
    replay: null,
    analysis: { overlay: null },
    practice: { check: ignore },
    jobs: { run: (_: string, find: () => unknown) => find() },
  } as unknown as App;
  const play = new PlayController(app, new Game(layout, clues));
  const storage = new Storage(app);
  Object.assign(app, { play, storage });
  const enter = (digit: number, cell: number) => {
    play.game.enter('digit', digit, [cell], app.settings);
    storage.saveSoon();
  };
  return { app, play, storage, enter, warnings };
}

/** Returns the stored game, and the one that its moves lead to. */
async function read(): Promise<{ state: Game; replayed: Game; digits: string }> {
  const { state: packed, moves } = findGame('key')!;
  const { fields } = (await unpack(packed, layout.count))!;
  const [state, replayed] = [new Game(layout, clues), new Game(layout, clues)];
  state.restore(fields);
  const numbers = (await unpackNumbers(moves!))!;
  for (const move of movesFrom(numbers)!) replayMove(replayed, move);
  return { state, replayed, digits: Array.from(state.field('digit')).join('') };
}

test('the moves and the state of a stored game are of the same time', async () => {
  const { app, play, storage, enter } = createApp();
  enter(2, 1);
  const saved = storage.saveNow();
  // The player goes on, and even opens another game, while the numbers are packed.
  enter(3, 2);
  play.start(new Game(layout, clues));
  app.name = 'Second';
  await saved;
  const { state, replayed, digits } = await read();
  assert.equal(digits, '0200000000000000');
  assert.deepEqual(differences(state, replayed), []);
  assert.equal(findGame('key')!.name, 'First');
});

test('of two saves at once, the later state stays', async () => {
  const { storage, enter } = createApp();
  enter(2, 1);
  // The first one takes longer.
  const slow = async (numbers: readonly number[]) => {
    await new Promise((done) => setTimeout(done, 50));
    return packNumbers(numbers);
  };
  Object.assign(storage, { pack: slow });
  const first = storage.saveNow();
  Object.assign(storage, { pack: packNumbers });
  enter(3, 2);
  await Promise.all([storage.saveNow(), first]);
  assert.equal((await read()).digits, '0230000000000000');
});

test('the last move is stored at once when the page ends', async () => {
  const { storage, enter } = createApp();
  enter(2, 1);
  const saved = storage.saveNow();
  enter(3, 2);
  storage.saveAtOnce();
  assert.equal((await read()).digits, '0230000000000000');
  await saved;
  const { state, replayed, digits } = await read();
  assert.equal(digits, '0230000000000000', 'a save that began before does not replace it');
  assert.deepEqual(differences(state, replayed), []);
});

test('a window without a change of its own leaves the later state of another one', async () => {
  const [first, second] = [createApp(), createApp()];
  first.enter(2, 1);
  await first.storage.saveNow();
  await second.storage.restore(findGame('key')!.state);
  storeGame('key', { ...findGame('key')!, changed: Date.now() + 5000, name: 'Later' });
  for (const { storage } of [first, second]) {
    storage.saveSoon();
    storage.saveAtOnce();
    await storage.saveNow();
    assert.equal(findGame('key')!.name, 'Later');
  }
  first.enter(3, 2);
  first.storage.saveAtOnce();
  assert.equal((await read()).digits, '0230000000000000', 'a move comes before a wrong clock');
});

test('a puzzle that is only listed is not stored by the end of the page', () => {
  const { storage } = createApp();
  storage.saveSoon();
  storage.saveAtOnce();
  assert.equal(findGame('key'), undefined);
  storage.keep();
  storage.saveAtOnce();
  assert.ok(findGame('key'));
});

test('a save that runs does not bring a deleted game back', async () => {
  const { storage, enter } = createApp();
  enter(2, 1);
  const saved = storage.saveNow();
  storage.forget();
  await saved;
  assert.equal(findGame('key'), undefined);
  enter(3, 2);
  await storage.saveNow();
  assert.ok(findGame('key'), 'a later entry is stored');
});

test('a game that the browser has no room for is no silent loss', async () => {
  const { storage, enter, warnings } = createApp();
  enter(2, 1);
  stored.limit = 0;
  await storage.saveNow();
  assert.match(warnings.at(-1)!, /cannot store this game/);
  stored.limit = Infinity;
  await storage.saveNow();
  assert.equal(warnings.at(-1), '', 'the warning ends with the next save');
  assert.ok(findGame('key'));
});

test('a save without an entry does not make a game newer', async () => {
  const { play, storage, enter } = createApp();
  enter(2, 1);
  play.changedAt = 1234;
  await storage.saveNow();
  await storage.saveNow();
  const game = findGame('key')!;
  assert.equal(game.changed, 1234);
  assert.ok(game.when > 1234);
  enter(3, 2);
  await storage.saveNow();
  assert.ok(findGame('key')!.changed! > 1234);
});

test('a restored game and its stored moves continue', async () => {
  const { play, storage, enter } = createApp();
  enter(2, 1);
  enter(3, 2);
  await storage.saveNow();
  const { state } = findGame('key')!;
  play.start(new Game(layout, clues));
  await storage.restore(state);
  assert.equal(play.recording.moves.length, 2);
  storeGame('key', { ...findGame('key')!, moves: 'AA' });
  await storage.restore(state);
  assert.equal(play.recording.moves.length, 1, 'damaged moves: one move leads to the state');
});

test('an address with the entries of the stored game changes nothing, another one does', async () => {
  const { play, storage, enter } = createApp();
  enter(2, 1);
  await storage.saveNow();
  storeGame('key', { ...findGame('key')!, changed: 1234 });
  const digit = Array.from(play.game.field('digit'));
  const address = (fields: Entries) => pack({ fields, seconds: 99, hints: 0 }, layout.count);
  await storage.restore(await address({ digit }));
  assert.equal(play.changedAt, 1234);
  await storage.restore(await address({ digit: digit.with(2, 3) }));
  assert.ok(play.changedAt > 1234);
});

test('the recording of a practice begins with its position', async () => {
  const { app, play, storage } = createApp();
  app.open = () => Promise.resolve(play.start(new Game(layout, clues)));
  const practice = new PracticeController(app);
  const entered = layout.cells.map((cell) => (cell === 1 ? 2 : 0));
  const found = { grid: {}, entered, removed: layout.cells.map(() => 0), step: {} };
  Object.assign(app.jobs, { run: () => Promise.resolve(found) });
  const page = { name: 'Naked Pair', rating: 1 } as HandbookPage;
  await practice.start(page, { working: '', name: '', go: '', done: '' });
  assert.ok(isRecordOf(play.recording.moves, play.game));
  play.game.enter('digit', 3, [2], app.settings);
  const [first] = play.recording.moves;
  assert.equal(play.recording.moves.length, 2);
  assert.deepEqual(first.changes, [{ field: 'digit', cell: 1, value: 2 }]);
  await storage.saveNow();
  const { state, replayed } = await read();
  assert.deepEqual(differences(state, replayed), []);
});

test('a restored game can undo and redo the moves before', async () => {
  const { storage, enter } = createApp();
  enter(2, 1);
  enter(3, 2);
  await storage.saveNow();
  const later = createApp();
  await later.storage.restore(findGame('key')!.state);
  const { game } = later.play;
  assert.equal(game.undoCount, 2);
  game.undo();
  assert.equal(game.digit(2), 0);
  later.storage.saveSoon();
  await later.storage.saveNow();
  const last = createApp();
  await last.storage.restore(findGame('key')!.state);
  assert.equal(last.play.game.undoCount, 1);
  last.play.game.redo();
  assert.equal(last.play.game.digit(2), 3);
});

/** Creates an app with a clock, on which time passes with each entry. */
function createTimedApp() {
  const app = createApp();
  let time = 0;
  Object.assign(app.app, { now: () => time });
  app.app.settings.timer = true;
  const wait = (seconds: number) => (time += seconds * 1000);
  const elapsed = () => Math.floor(app.play.timer.elapsed(time) / 1000);
  return { ...app, wait, elapsed };
}

test('undo of a restart brings entries, time and hints back, also after it was stored', async () => {
  const first = createTimedApp();
  first.play.startTimer();
  first.enter(2, 1);
  first.wait(70);
  first.enter(3, 2);
  first.app.hint.count = 2;
  first.play.restart();
  first.wait(5);
  first.enter(4, 3);
  first.play.restart();
  first.wait(1);
  first.enter(2, 1);
  await first.storage.saveNow();
  const later = createTimedApp();
  await later.storage.restore(findGame('key')!.state);
  const { play } = later;
  assert.equal(later.elapsed(), 1);
  assert.deepEqual([play.game.digit(1), play.recording.moves.length], [2, 1]);
  play.undo();
  assert.deepEqual([play.game.isTouched(), later.elapsed()], [false, 1]);
  play.undo();
  assert.deepEqual([play.game.digit(3), later.elapsed()], [4, 6], 'the second restart is undone');
  play.undo();
  play.undo();
  assert.deepEqual([play.game.digit(1), play.game.digit(2)], [2, 3]);
  assert.equal(later.elapsed(), 76, 'the time before and after each restart');
  assert.equal(later.app.hint.count, 2);
  assert.ok(isRecordOf(play.recording.moves, play.game), 'a replay begins with the first game');
  await later.storage.saveNow();
  const last = createTimedApp();
  await last.storage.restore(findGame('key')!.state);
  assert.equal(findGame('key')!.restarts, undefined);
  assert.equal(last.play.game.undoCount, 2);
});

test('a second restart without entries leaves the first one to undo', () => {
  const { play, enter, wait, elapsed } = createTimedApp();
  play.startTimer();
  enter(2, 1);
  wait(70);
  play.restart();
  play.restart();
  play.undo();
  assert.deepEqual([play.game.digit(1), elapsed()], [2, 70]);
});

test('undo of the restart of a solved game is no second end', async () => {
  const { app, play, storage, enter } = createTimedApp();
  const solution = [1, 2, 4, 3, 3, 4, 2, 1, 4, 3, 1, 2, 2, 1, 3, 4].map((digit, at) =>
    clues[at] ? 0 : digit,
  );
  for (const [cell, digit] of solution.entries()) if (digit) enter(digit, cell);
  play.isDone = true;
  play.restart();
  await storage.saveNow();
  const later = createTimedApp();
  await later.storage.restore(findGame('key')!.state);
  let checks = 0;
  Object.assign(later.app, { api: { check: () => Promise.resolve({ status: checks++ }) } });
  later.play.undo();
  assert.equal(later.play.isDone, true);
  assert.equal(checks, 0);
  assert.equal(later.play.timer.runs, false);
  assert.ok(app.play.game.undoCount > 0);
});

test('damaged moves before a restart are ignored', async () => {
  const { play, storage, enter } = createTimedApp();
  enter(2, 1);
  play.restart();
  enter(3, 2);
  await storage.saveNow();
  const stored = findGame('key')!;
  storeGame('key', { ...stored, restarts: [{ ...stored.restarts![0], moves: 'AA' }] });
  const later = createTimedApp();
  await later.storage.restore(stored.state);
  assert.equal(later.play.game.digit(2), 3);
  assert.equal(later.play.recording.moves.length, 1);
  assert.equal(later.play.game.undoCount, 0);
});
