// The state of the page without a page: opening, creating and ending games, with an engine that a
// test answers for.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { App } from '../../src/app.ts';
import { RuleChanges } from '../../src/controllers/rule-changes.ts';
import type { Listener } from '../../src/app.ts';
import type { Api, Grid, LayoutRequest } from '../../src/engine/api.ts';
import { plainGrid } from '../../src/model/puzzle.ts';
import { findGame, results } from '../../src/store.ts';
import { FakeStorage } from './fake-storage.ts';

const stored = new FakeStorage();
beforeEach(() => stored.reset());
// Saves run only when a test asks for them.
Object.assign(globalThis, {
  window: { setTimeout: () => 1 },
  location: { hash: '' },
  history: { replaceState: () => {}, pushState: () => {} },
});

const EASY = '......2.4.7..28.5.5..7...89....93.1.9.......5.5.18....46...9..8.1.86..4.7.9......';
const SOLVED = '198356274374928651526714389842593716931647825657182493465279138213865947789431562';
const digits = Array.from(SOLVED, Number);
const EMPTY = '.'.repeat(81);
const unique = { status: 'unique', solutions: [digits] };

const gridOf = (text: string): Grid => plainGrid(text, {})!;
/** Returns a grid with a rule that its digits do not show. */
const withRule = (text: string): Grid => ({
  ...gridOf(text),
  layout: { size: 9, box: '3x3', rules: ['anti-knight'] },
  decorations: [{ kind: 'note', rule: '', cells: [], text: 'anti-knight' }],
});

/** Lets all tasks run that wait for nothing else. */
const settle = () => new Promise((done) => setTimeout(done, 20));

type Answers = { [Method in keyof Api]?: (...request: never[]) => unknown };

/** Creates an app whose engine gives these answers, or none. */
function createApp(answers: Answers = {}, grid = gridOf(EASY)) {
  const said: string[] = [];
  const reminders: [text: string, kind: string][] = [];
  const ignore = () => {};
  const listener: Listener = {
    changed: ignore,
    announce: (text) => said.push(text),
    warn: ignore,
    remind: (text, kind) => reminders.push([text, kind]),
    opened: ignore,
  };
  const api = {
    check: () => ({ status: 'ok', conflicts: [] }),
    solve: () => unique,
    rate: () => ({ level: null }),
    read: (text: string) => ({ puzzles: [gridOf(text)], errors: [] }),
    ...answers,
  };
  const asked = Object.entries(api).map(([name, answer]) => [
    name,
    async (...request: never[]) => (answer as (...all: never[]) => unknown)(...request),
  ]);
  let time = 0;
  const app = new App(Object.fromEntries(asked), grid, listener, () => time);
  const enter = (cell: number) => {
    const changed = app.play.game.enter('digit', digits[cell], [cell], app.settings);
    app.play.edited(changed);
  };
  const solve = async () => {
    for (const cell of app.play.layout.cells) if (app.play.game.isBlank(cell)) enter(cell);
    await settle();
  };
  return { app, play: app.play, said, reminders, enter, solve, wait: (ms: number) => (time += ms) };
}

// --- the end of a game ---

test('undo and redo after the end are no second end', async () => {
  const { app, play, solve } = createApp();
  await app.open(gridOf(EASY));
  await solve();
  assert.deepEqual([play.isDone, results().length], [true, 1]);
  play.undo();
  assert.equal(play.isDone, false);
  play.redo();
  await settle();
  assert.deepEqual([play.isDone, play.timer.runs, results().length], [true, false, 1]);
  play.restart();
  await solve();
  assert.equal(results().length, 2, 'a restarted game ends once more');
});

test('a solution that the page filled in is never solved, also after undo and a reload', async () => {
  const { app, play, enter } = createApp();
  await app.open(gridOf(EASY));
  enter(0);
  play.enterSolution(digits);
  play.undo();
  assert.equal(play.isFilledIn, false);
  play.redo();
  await settle();
  assert.deepEqual([play.isDone, play.isFilledIn, results().length], [true, true, 0]);
  play.undo();
  await app.storage.saveNow();
  assert.deepEqual([findGame(app.key)!.done, findGame(app.key)!.ended], [false, 'filled']);
  const later = createApp();
  await later.app.open(gridOf(EASY));
  later.play.redo();
  await settle();
  assert.deepEqual([later.play.isDone, later.play.isFilledIn, results().length], [true, true, 0]);
});

test('a solution that is taken from a path is filled in', async () => {
  const placements = digits.map((digit, cell) => ({ cell, digit }));
  const solving = { ...step, placements };
  const { app, play } = createApp({ path: () => ({ status: 'found', steps: [solving] }) });
  await app.open(gridOf(EASY));
  await app.path.find(true);
  app.path.goTo(Infinity);
  app.path.adopt();
  await settle();
  assert.deepEqual([play.isDone, play.isFilledIn, results().length], [true, true, 0]);
});

test('a wrong digit after the end is not the end', async () => {
  let status = 'ok';
  const { app, play, solve, said } = createApp({ check: () => ({ status, conflicts: [] }) });
  await app.open(gridOf(EASY));
  await solve();
  play.undo();
  status = 'conflict';
  play.edited(play.game.enter('digit', 1, [80], app.settings));
  await settle();
  assert.equal(play.isDone, false);
  assert.match(said.at(-1)!, /something is wrong/);
});

test('the result of a game is kept if there is no room to store it', async () => {
  const { app, play, wait, enter, solve } = createApp();
  await app.open(gridOf(EASY));
  enter(0);
  wait(5000);
  stored.limit = 0;
  await solve();
  assert.deepEqual([play.result?.seconds, results().length], [5, 0]);
  await app.open(gridOf(EMPTY));
  assert.equal(play.result, null);
});

test('a full grid that breaks a rule is not done when it is opened again', async () => {
  let status = 'conflict';
  const { app, play } = createApp({ check: () => ({ status, conflicts: [] }) });
  await app.open(withRule(EASY));
  play.edited(
    play.game.change((set) =>
      digits.forEach((digit, cell) => !play.game.isClue(cell) && set('digit', cell, digit)),
    ),
  );
  await settle();
  await app.storage.saveNow();
  await app.open(gridOf(EMPTY));
  await app.open(withRule(EASY));
  assert.deepEqual([play.game.isFull(), play.isDone, play.timer.runs], [true, false, true]);
  status = 'ok';
  await app.open(withRule(EASY));
  assert.equal(play.isDone, true);
});

test('without a timer, a pause ends', async () => {
  const { app, play } = createApp();
  await app.open(gridOf(EASY));
  play.pause(true);
  app.change({ timer: false });
  assert.deepEqual([play.isPaused, play.timer.runs], [false, false]);
  play.pause(true);
  assert.equal(play.isPaused, false);
});

// --- opening ---

test('of two puzzles that are opened at the same time, none gets entries of the other', async () => {
  const { app, play, enter } = createApp();
  await app.open(gridOf(EASY));
  enter(0);
  const state = await app.storage.progress();
  await app.open(gridOf(EMPTY));
  await Promise.all([app.open(gridOf(EASY), { state }), app.open(gridOf(EMPTY), { state: '' })]);
  assert.equal(app.puzzle.text, EMPTY);
  assert.equal(play.game.isTouched(), false);
  await Promise.all([app.open(gridOf(EASY), { state }), app.set(null)]);
  assert.deepEqual([play.isCreating, play.game.isTouched()], [true, false]);
});

test('the solution is asked for once more if another request was canceled', async () => {
  let asked = 0;
  const { app } = createApp({
    solve: () => {
      if (asked++ === 0) throw new DOMException('canceled', 'AbortError');
      return unique;
    },
  });
  await app.open(gridOf(EASY));
  await settle();
  assert.deepEqual([asked, app.solution], [2, digits]);
});

test('a puzzle that cannot be opened does not stop the next one', async () => {
  const { app } = createApp();
  const large = { ...gridOf(EASY), size: 99 };
  await assert.rejects(app.open(large));
  await app.open(gridOf(EMPTY));
  assert.equal(app.puzzle.text, EMPTY);
});

test('a later state replaces one that began with the entries of the text', async () => {
  const grid = { ...gridOf(EASY), placed: digits.map((digit, cell) => (cell === 0 ? digit : 0)) };
  const here = createApp({}, grid);
  await here.app.open(grid);
  assert.equal(here.play.game.digit(1), 0);
  const elsewhere = createApp({}, grid);
  await elsewhere.app.open(grid);
  elsewhere.wait(1);
  await settle();
  elsewhere.enter(1);
  await elsewhere.app.storage.saveNow();
  await here.app.takeLater();
  assert.deepEqual([here.play.game.digit(0), here.play.game.digit(1)], digits.slice(0, 2));
});

// --- creating ---

test('an empty grid to create a puzzle has no entries of a stored game', async () => {
  const { app, play } = createApp();
  await app.open(gridOf(EMPTY));
  play.edited(play.game.enter('digit', 1, [0], app.settings));
  await app.storage.saveNow();
  await app.set({ size: 9 });
  assert.deepEqual([play.isCreating, play.game.isTouched()], [true, false]);
});

test('a changed rule keeps clues that were entered meanwhile, and starts no rating', async () => {
  let ratings = 0;
  let typed = 0;
  const { app, play } = createApp({
    rate: () => ({ level: null, ratings: ratings++ }),
    read: (text: string) => {
      if (typed++ === 1) play.game.setClue(5, [1]);
      return { puzzles: [withRule(text)], errors: [] };
    },
  });
  await app.set({ size: 9 });
  play.game.setClue(4, [0]);
  await new RuleChanges(app).set((rules) => [...rules, 'anti-knight']);
  await settle();
  assert.deepEqual(Array.from(play.game.field('clue').slice(0, 3)), [4, 5, 0]);
  assert.deepEqual([play.isCreating, ratings], [true, 0]);
});

/** Creates an app that reads rules, and runs a task while it reads the next puzzle. */
async function createRules() {
  let meanwhile: (() => void) | null = null;
  const { app, play } = createApp({
    read: (text: string, layout: LayoutRequest) => {
      meanwhile?.();
      meanwhile = null;
      return { puzzles: [{ ...gridOf(text), layout: { size: 9, ...layout } }], errors: [] };
    },
  });
  await app.set({ size: 9 });
  return { play, changes: new RuleChanges(app), during: (run: () => void) => (meanwhile = run) };
}

test('quick changes of rules build on each other', async () => {
  const { changes } = await createRules();
  const add = (rule: string) => changes.set((rules) => [...rules, rule]);
  await Promise.all([add('anti-knight'), add('anti-king')]);
  assert.deepEqual(changes.all, ['anti-knight', 'anti-king']);
  const remove = (rule: string) => changes.set((rules) => rules.filter((one) => one !== rule));
  await Promise.all([remove('anti-knight'), remove('anti-knight'), remove('anti-king')]);
  assert.deepEqual(changes.all, []);
});

test('a clue that is entered while a rule is undone is no part of this', async () => {
  const { play, changes, during } = await createRules();
  await changes.set(() => ['anti-knight']);
  during(() => play.game.setClue(5, [1]));
  changes.step('undo');
  await settle();
  assert.deepEqual([changes.all, play.game.field('clue')[1]], [['anti-knight'], 5]);
  changes.step('undo');
  changes.step('undo');
  await settle();
  assert.deepEqual([changes.all, play.game.field('clue')[1]], [[], 0]);
});

// --- answers that come late ---

/** Returns an answer that waits, and a function that gives it. */
function late<Answer>(answer: Answer) {
  let give = () => {};
  const asked = () => new Promise<Answer>((done) => (give = () => done(answer)));
  return { asked, give: () => (give(), settle()) };
}

const noMistakes = { status: 'found', mistakes: [], steps: [] };
const step = {
  ...{ technique: 'x', name: 'X', rating: 1, nudge: '', where: '', what: '', text: '' },
  ...{ placements: [{ cell: 0, digit: 1 }], eliminations: [], marks: [] },
};

test('a hint or a path of the grid is dropped after another entry', async () => {
  for (const method of ['hint', 'path'] as const) {
    const { asked, give } = late({ ...noMistakes, step, steps: [step] });
    const { app, enter } = createApp({ [method]: asked });
    await app.open(gridOf(EASY));
    const ask = () => (method === 'hint' ? app.hint.ask() : app.path.find(false));
    void ask();
    await settle();
    enter(0);
    await give();
    assert.equal(app[method].shown, null, method);
    void ask();
    await settle();
    await give();
    assert.notEqual(app[method].shown, null, method);
  }
});

test('a path from the clues stays after another entry', async () => {
  const { asked, give } = late({ ...noMistakes, steps: [step] });
  const { app, enter } = createApp({ path: asked });
  await app.open(gridOf(EASY));
  void app.path.find(true);
  await settle();
  enter(0);
  await give();
  assert.notEqual(app.path.shown, null);
});

test('the number of solutions of a created puzzle is dropped after another clue', async () => {
  for (const isTest of [true, false]) {
    const { asked, give } = late(unique);
    const { app, play } = createApp({ solve: asked });
    await app.set({ size: 9 });
    const ask = () => (isTest ? app.analysis.testSet() : app.analysis.isUnique());
    const found = () => app.analysis.findings.length + Number(app.verdict.status === 'unique');
    void ask();
    await settle();
    play.edited(play.game.setClue(1, [0]));
    await give();
    assert.equal(found(), 0);
    void ask();
    await settle();
    await give();
    assert.equal(found(), 1);
  }
});

test('a path or hint without a step says how many entries are wrong, or that none is', async () => {
  const wrong = { kind: 'digit', cell: 0, digit: 2 };
  for (const [mistakes, text] of [
    [[wrong, wrong], '2 entries are wrong:'],
    [[], 'This position has no solution. Undo some entries.'],
  ] as const) {
    const answer = () => ({ status: 'wrong', mistakes, steps: [] });
    const { app, said } = createApp({ hint: answer, path: answer });
    await app.open(gridOf(EASY));
    await app.path.find(false);
    assert.equal(said.at(-1), text);
    await app.hint.ask();
    assert.equal(said.at(-1), text);
    await app.hint.check();
    if (mistakes.length === 0) assert.equal(said.at(-1), text);
  }
});

test('a reminder that warns stays one, whatever joins it', () => {
  const { app, reminders } = createApp();
  app.remind('First.');
  app.remind('Second.', 'plain');
  assert.deepEqual(reminders.at(-1), ['First. Second.', 'bad']);
  app.endReminders();
  app.remind('Third.', 'plain');
  assert.deepEqual(reminders.at(-1), ['Third.', 'plain']);
});
