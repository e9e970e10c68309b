// The storage of the browser: settings, and the latest games. The page also works without storage,
// for example in a private window.

import { settingsFrom } from './model/settings.ts';
import type { Settings } from './model/settings.ts';
import type { Rated } from './controllers/rating.ts';
import type { LayoutRequest } from './engine/api.ts';

/** A stored game. */
export interface StoredGame {
  readonly text: string;
  readonly layout: LayoutRequest;
  readonly title: string;
  /** The packed progress. */
  readonly state: string;
  /** The packed moves, for a replay. */
  readonly moves?: string;
  /** The last time it was played, in milliseconds since 1970. */
  readonly when: number;
  readonly done: boolean;
  /** The name above the grid, if it is not the title. */
  readonly name?: string;
  /** The day and level of a daily puzzle. */
  readonly daily?: string;
  readonly rated?: Rated;
  /** Number of cells with a digit. */
  readonly filled?: number;
  readonly seconds?: number;
}

/** A solved puzzle, for the statistics. */
export interface Result {
  readonly key: string;
  /** The time of the end, in milliseconds since 1970. */
  readonly when: number;
  readonly level: string;
  readonly rating: number | null;
  readonly seconds: number;
  readonly hints: number;
  readonly mistakes: number;
  readonly daily?: string;
}

const SETTINGS = 'ndoku.settings';
const GAMES = 'ndoku.games';
const RESULTS = 'ndoku.results';
/** Number of stored games. */
const MAX_GAMES = 200;
/** Number of stored results. */
const MAX_RESULTS = 5000;

function read(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null');
  } catch {
    return null;
  }
}

function write(name: string, value: unknown): void {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // The storage is full, or the browser allows none.
  }
}

export const loadSettings = (): Settings => settingsFrom(read(SETTINGS));
export const saveSettings = (settings: Settings): void => write(SETTINGS, settings);

/** Returns the stored games by key, the latest first. */
export function games(): [key: string, game: StoredGame][] {
  const stored = read(GAMES);
  if (typeof stored !== 'object' || stored === null) return [];
  const entries = Object.entries(stored as Record<string, StoredGame>).filter(
    ([, game]) =>
      typeof game?.text === 'string' &&
      typeof game.layout === 'object' &&
      typeof game.when === 'number',
  );
  return entries.sort(([, a], [, b]) => b.when - a.when);
}

/** Returns the stored game of a puzzle. */
export const findGame = (key: string): StoredGame | undefined =>
  games().find(([known]) => known === key)?.[1];

/** Stores a game as the latest one. */
export function storeGame(key: string, game: StoredGame): void {
  const others = games().filter(([known]) => known !== key);
  write(GAMES, Object.fromEntries([[key, game] as const, ...others].slice(0, MAX_GAMES)));
}

const isResult = (one: unknown): one is Result =>
  typeof one === 'object' &&
  one !== null &&
  typeof (one as Result).key === 'string' &&
  typeof (one as Result).when === 'number' &&
  typeof (one as Result).seconds === 'number';

/** Returns the solved puzzles, the latest first. */
export function results(): Result[] {
  const stored = read(RESULTS);
  return Array.isArray(stored) ? stored.filter(isResult) : [];
}

/** Stores a solved puzzle. */
export function storeResult(result: Result): void {
  write(RESULTS, [result, ...results()].slice(0, MAX_RESULTS));
}

/** Returns games and results as text, for a file. */
export const exportAll = (): string =>
  JSON.stringify({
    schema: 'ndoku-page/1',
    games: Object.fromEntries(games()),
    results: results(),
  });

/** Adds the games and results of an exported text. Returns the number of each, or null. */
export function importAll(text: string): { games: number; results: number } | null {
  let data: { schema?: unknown; games?: unknown; results?: unknown };
  try {
    data = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof data !== 'object' || data === null || data.schema !== 'ndoku-page/1') return null;
  const known = new Set(results().map(({ key, when }) => `${when} ${key}`));
  const added = (Array.isArray(data.results) ? data.results.filter(isResult) : []).filter(
    ({ key, when }) => !known.has(`${when} ${key}`),
  );
  const merged = [...results(), ...added].sort((a, b) => b.when - a.when);
  write(RESULTS, merged.slice(0, MAX_RESULTS));
  const others = Object.entries((data.games ?? {}) as Record<string, StoredGame>);
  const before = new Map(games());
  const newer = others.filter(
    ([key, game]) => typeof game?.text === 'string' && (before.get(key)?.when ?? 0) < game.when,
  );
  for (const [key, game] of newer) before.set(key, game);
  const latest = [...before].sort(([, a], [, b]) => b.when - a.when).slice(0, MAX_GAMES);
  write(GAMES, Object.fromEntries(latest));
  return { games: newer.length, results: added.length };
}

/** Removes a stored game. */
export function removeGame(key: string): void {
  write(GAMES, Object.fromEntries(games().filter(([known]) => known !== key)));
}
