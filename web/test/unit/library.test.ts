// The library: tags, filters, order, and the file.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_GAMES, MAX_RESULTS } from '../../src/model/library-limits.ts';
import {
  allTags,
  filtered,
  formatLibrary,
  LibraryError,
  mergeLibrary,
  nameOf,
  NO_FILTER,
  parseLibrary,
  parseTags,
  progressOf,
  stateOf,
  withTags,
} from '../../src/model/library.ts';
import type { LibraryEntry, LibraryFilter, LibraryContent } from '../../src/model/library.ts';
import { keyOf } from '../../src/model/share.ts';
import type { Result, StoredGame } from '../../src/store.ts';

const EMPTY = '.'.repeat(80);

/** Creates a game with one clue. */
function game(clue: number, more: Partial<StoredGame> = {}): LibraryEntry {
  const text = `${clue}${EMPTY}`;
  const all = { text, layout: {}, title: '', state: 'A-_', when: clue, done: false, ...more };
  return [keyOf(all.text, all.layout), all];
}

const result = (when: number): Result => ({
  key: `p=${when}`,
  when,
  level: 'easy',
  rating: 1.2,
  seconds: 60,
  hints: 0,
  mistakes: 1,
});

const names = (entries: readonly LibraryEntry[]) => entries.map(([, one]) => nameOf(one));

test('tags are separated by commas, and each occurs once', () => {
  assert.deepEqual(parseTags(' to do,  X-wing , To Do,, two  words'), [
    'to do',
    'X-wing',
    'two words',
  ]);
  assert.equal(parseTags('x'.repeat(100))[0].length, 40);
  const [, tagged] = game(1, { tags: ['b'] });
  assert.deepEqual(withTags(tagged, ['a', 'B']).tags, ['b', 'a']);
  assert.equal('tags' in withTags(tagged, [], ['B']), false, 'the last tag leaves no list');
  assert.deepEqual(allTags([game(1, { tags: ['b', 'C'] }), game(2, { tags: ['c', 'a'] })]), [
    'a',
    'b',
    'C',
  ]);
});

test('a game is unsolved, running or solved', () => {
  const state = (more: Partial<StoredGame>) => stateOf(game(1, more)[1]);
  assert.equal(state({}), 'unsolved');
  assert.equal(state({ filled: 1 }), 'unsolved', 'one cell is a clue');
  assert.equal(state({ filled: 2 }), 'running', 'as older pages stored it');
  assert.equal(state({ filled: 1, begun: true }), 'running', 'marks only');
  assert.equal(state({ filled: 2, done: true }), 'solved');
});

test('progress counts the cells without a clue', () => {
  const [, one] = game(1, { filled: 3 });
  const { count } = progressOf(one);
  assert.deepEqual(progressOf(one), { filled: 2, count });
  assert.equal(count, [...one.text].length - 1);
});

test('a list is filtered by search, state, level and tag, and sorted', () => {
  const rated = (level: string, rating: number) => ({ level, rating, hardest: '' });
  // Each order gives another list.
  const all = [
    game(1, { name: 'Other', begun: true, seconds: 20, tags: ['old', 'new'] }),
    game(3, { name: 'Ten 10', rated: rated('hard', 4.2), seconds: 5, tags: ['Old'] }),
    game(2, { name: 'ten 9', done: true, rated: rated('easy', 1.2), seconds: 50 }),
  ];
  const of = (change: Partial<LibraryFilter>) =>
    names(filtered(all, { ...NO_FILTER, ...change }, ({ rated: one }) => one?.level ?? ''));
  assert.deepEqual(of({}), ['Ten 10', 'ten 9', 'Other'], 'the latest first');
  assert.deepEqual(of({ search: 'TEN' }), ['Ten 10', 'ten 9']);
  assert.deepEqual(of({ search: 'hard' }), ['Ten 10']);
  assert.deepEqual(of({ search: 'new' }), ['Other'], 'a tag');
  assert.deepEqual(of({ state: 'running' }), ['Other']);
  assert.deepEqual(of({ state: 'solved' }), ['ten 9']);
  assert.deepEqual(of({ state: 'unsolved' }), ['Ten 10']);
  assert.deepEqual(of({ level: 'easy' }), ['ten 9']);
  assert.deepEqual(of({ level: 'none' }), ['Other']);
  assert.deepEqual(of({ tag: '#OLD' }), ['Ten 10', 'Other']);
  assert.deepEqual(of({ tag: 'none' }), ['ten 9']);
  assert.deepEqual(of({ order: 'name' }), ['Other', 'ten 9', 'Ten 10'], 'numbers by value');
  assert.deepEqual(of({ order: 'rating' }), ['ten 9', 'Ten 10', 'Other']);
  assert.deepEqual(of({ order: 'time' }), ['ten 9', 'Other', 'Ten 10']);
});

const LIBRARY: LibraryContent = {
  games: [
    game(1, {
      name: 'Mine',
      tags: ['a', 'ü, quoted "x"'],
      daily: '2026-11-25 hard',
      moves: 'abc',
      restarts: [{ moves: 'def', seconds: 9, hints: 1, done: true }],
      rated: { level: 'hard', rating: 4.2, hardest: 'X-Wing' },
      filled: 5,
      seconds: 7,
      begun: true,
    }),
    game(2, { layout: { box: '3x3', diagonals: ['main'], rules: ['windoku'] } }),
  ],
  results: [{ ...result(9), daily: '2026-11-25 easy' }, result(8)],
};

test('a file loses nothing', () => {
  const read = parseLibrary(formatLibrary(LIBRARY));
  assert.deepEqual(read, LIBRARY);
  const all = { content: LIBRARY, games: 2, updated: 0, results: 2 };
  assert.deepEqual(mergeLibrary({ games: [], results: [] }, read), all);
  const same = { content: LIBRARY, games: 0, updated: 0, results: 0 };
  assert.deepEqual(mergeLibrary(LIBRARY, read), same, 'twice is once');
});

test('of two states of a game the later one stays, with the tags of both', () => {
  const own = { games: [game(1, { when: 5, state: 'own', tags: ['a'] })], results: [result(1)] };
  const added = {
    games: [game(1, { when: 4, state: 'old', tags: ['b'] }), game(2)],
    results: [result(2), result(1)],
  };
  const { content: all, ...counts } = mergeLibrary(own, added);
  assert.deepEqual(counts, { games: 1, updated: 1, results: 1 }, 'a tag is an update');
  assert.deepEqual(
    all.games.map(([, { state, tags }]) => [state, tags]),
    [
      ['own', ['a', 'b']],
      ['A-_', undefined],
    ],
  );
  assert.deepEqual(
    all.results.map(({ when }) => when),
    [2, 1],
  );
  const back = mergeLibrary(added, own);
  assert.equal(back.content.games[0][1].state, 'own');
  assert.deepEqual([back.games, back.updated, back.results], [0, 1, 0]);
  assert.equal(mergeLibrary(own, { games: [game(1)], results: [] }).updated, 0, 'an older state');
});

test('of two states the one that changed last stays, whenever it was opened', () => {
  const of = (when: number, state: string, more: Partial<StoredGame>) => ({
    games: [game(1, { when, state, ...more })],
    results: [],
  });
  const played = of(5, 'played', { changed: 4, begun: true });
  const opened = of(9, 'opened', { changed: 3, begun: true });
  const empty = of(9, 'empty', { begun: false });
  for (const older of [opened, empty]) {
    assert.equal(mergeLibrary(older, played).content.games[0][1].state, 'played');
    assert.equal(mergeLibrary(played, older).content.games[0][1].state, 'played');
  }
});

test('a time in the future wins over none', () => {
  const now = Date.UTC(2026, 10, 26);
  const state = (own: number, added: number) => {
    const of = (when: number, name: string) => ({ games: [game(1, { when, name })], results: [] });
    return names(mergeLibrary(of(own, 'own'), of(added, 'added'), now).content.games)[0];
  };
  const [hour, year] = [3_600_000, 31_536_000_000];
  assert.equal(state(now, now + hour), 'added', 'clocks differ a little');
  assert.equal(state(now - year, now + year), 'own');
  assert.equal(state(now + year, now - year), 'added');
});

test('a merge keeps the latest results, up to the maximum', () => {
  const many = (from: number) => Array.from({ length: MAX_RESULTS }, (_, n) => result(from - n));
  const own = { games: [], results: many(2 * MAX_RESULTS) };
  const added = { games: [], results: many(3 * MAX_RESULTS - 10).slice(-20) };
  const merged = mergeLibrary(own, added);
  assert.equal(merged.content.results.length, MAX_RESULTS);
  assert.equal(merged.results, 10, 'ten are known');
  assert.equal(merged.content.results.at(-1)!.when, MAX_RESULTS + 11);
  const old = mergeLibrary(own, { games: [], results: [result(1)] });
  assert.deepEqual([old.content, old.results], [own, 0], 'an old result is not counted');
});

test('foreign, newer and damaged files are refused with the reason', () => {
  const good = formatLibrary(LIBRARY);
  const changed = (change: (data: Record<string, never>) => void) => {
    const data = JSON.parse(good);
    change(data);
    return JSON.stringify(data);
  };
  const [key] = LIBRARY.games[1];
  const gameWith = (field: string, value: unknown) =>
    changed((data) => Object.assign(data.games[key], { [field]: value }));
  const files: [text: string, reason: string, detail?: string][] = [
    ['', 'foreign'],
    ['53..7....', 'foreign'],
    ['[]', 'foreign'],
    ['{"schema":"other/1"}', 'foreign'],
    [good.slice(0, -20), 'damaged'],
    [good.replace('ndoku-page/1', 'ndoku-page/2'), 'newer'],
    [changed((data) => delete data.results), 'damaged'],
    [changed((data) => Object.assign(data.results[1], { seconds: -1 })), 'damaged'],
    [changed((data) => Object.assign(data.results[1], { when: null })), 'damaged'],
    [gameWith('text', '12'), 'entry', '2'],
    [gameWith('when', '5'), 'entry', '2'],
    [gameWith('state', 'not base64!'), 'entry', '2'],
    [gameWith('layout', null), 'entry', '2'],
    [gameWith('layout', { box: '3x3', rules: [1] }), 'entry', '2'],
    [gameWith('tags', [7]), 'entry', '2'],
    [gameWith('rated', { level: 'hard' }), 'entry', '2'],
    [gameWith('rated', { level: 'foo', rating: 1, hardest: '' }), 'entry', '2'],
    [gameWith('rated', { level: 'hard', rating: 4.2 }), 'entry', '2'],
    [gameWith('when', 1e20), 'entry', '2'],
    [gameWith('changed', 1e20), 'entry', '2'],
    [gameWith('restarts', [{ moves: 'a', seconds: -1, hints: 0 }]), 'entry', '2'],
    [gameWith('restarts', [{ moves: 'a', seconds: 1, hints: 0, ended: 'no' }]), 'entry', '2'],
    [gameWith('ended', 'no'), 'entry', '2'],
    [changed((data) => Object.assign(data.results[1], { when: 1e20 })), 'damaged'],
    [changed((data) => Object.assign(data.results[1], { level: 'foo' })), 'damaged'],
  ];
  for (const [text, reason, detail = ''] of files)
    assert.throws(
      () => parseLibrary(text),
      (error) => {
        assert.ok(error instanceof LibraryError);
        assert.deepEqual([error.reason, error.detail], [reason, detail], text.slice(0, 200));
        return true;
      },
    );
});

test('a file with more games than the library holds is refused', () => {
  const many = Array.from({ length: MAX_GAMES }, (_, at): LibraryEntry => {
    const text = `${String(at).padStart(4, '0')}${'.'.repeat(77)}`;
    return [keyOf(text, {}), { ...game(1)[1], text }];
  });
  const full = { games: many, results: [] };
  assert.equal(
    mergeLibrary(full, { games: [many[0]], results: [] }).content.games.length,
    MAX_GAMES,
  );
  assert.throws(
    () => mergeLibrary(full, { games: [game(1)], results: [] }),
    (error) => error instanceof LibraryError && error.reason === 'full',
  );
});
