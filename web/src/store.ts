// The storage of the browser: settings, and the latest games. The page also works without storage,
// for example in a private window.

import { MAX_GAMES, MAX_RESULTS } from './model/library-limits.ts';
import type { LibraryEntry } from './model/library.ts';
import { settingsFrom } from './model/settings.ts';
import type { Settings } from './model/settings.ts';
import type { HintLevel } from './model/hint-view.ts';
import type { Ending, StoredRestart } from './model/restarts.ts';
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
  /** The game before each restart, so that undo brings it back. */
  readonly restarts?: readonly StoredRestart[];
  /** The last time it was open, in milliseconds since 1970. */
  readonly when: number;
  /** The last time its entries changed. Older pages stored none. */
  readonly changed?: number;
  readonly done: boolean;
  /** The page filled in the solution, so the player has not solved it. */
  readonly filledIn?: boolean;
  /** How the game ended, if that was undone. */
  readonly ended?: Ending;
  /** The name above the grid, if it is not the title. */
  readonly name?: string;
  /** The day and level of a daily puzzle. */
  readonly daily?: string;
  readonly rated?: Rated;
  /** The tags that the player gave it. */
  readonly tags?: readonly string[];
  /** The player has entered something. */
  readonly begun?: boolean;
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

function read(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null');
  } catch {
    return null;
  }
}

/** Returns `false` if the storage is full, or if the browser allows none. */
function write(name: string, value: unknown): boolean {
  try {
    localStorage.setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** The state that the page shows again after it has started in another language. */
export interface Reload {
  /** The selected cells. The dialog of the settings is open, too. */
  readonly selected: readonly number[];
  /** How much of a hint is revealed, if there is one. */
  readonly level?: HintLevel;
}

const RELOAD = 'ndoku.reload';

export function keepForReload(state: Reload): void {
  try {
    sessionStorage.setItem(RELOAD, JSON.stringify(state));
  } catch {
    // Without storage, the page starts as usual.
  }
}

/** Returns once what was kept for this start, or null. */
export function takeReload(): Reload | null {
  try {
    const text = sessionStorage.getItem(RELOAD);
    sessionStorage.removeItem(RELOAD);
    return JSON.parse(text ?? 'null') as Reload | null;
  } catch {
    return null;
  }
}

export const loadSettings = (): Settings => settingsFrom(read(SETTINGS));
export const saveSettings = (settings: Settings): boolean => write(SETTINGS, settings);

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

/** Calls a function whenever another window has stored games. */
export const onStoredElsewhere = (run: () => void): void =>
  window.addEventListener('storage', ({ key }) => {
    if (key === GAMES) run();
  });

/** Returns the stored game of a puzzle. */
export const findGame = (key: string): StoredGame | undefined =>
  games().find(([known]) => known === key)?.[1];

/** Returns the last time that the player changed the entries of a game, or 0 before that. */
export const lastChange = ({ changed, begun, when }: StoredGame): number =>
  changed ?? (begun === false ? 0 : when);

const isRecorded = ([, { moves, restarts }]: LibraryEntry) =>
  moves !== undefined || restarts !== undefined;

/** Returns the games without the moves of the oldest `count` of those that have some. */
function withoutMoves(entries: readonly LibraryEntry[], count: number): readonly LibraryEntry[] {
  const recorded = entries.filter(isRecorded);
  const oldest = new Set(recorded.slice(Math.max(0, recorded.length - count)));
  return entries.map((entry) => {
    if (!oldest.has(entry)) return entry;
    const { moves: _, restarts: __, ...game } = entry[1];
    return [entry[0], game];
  });
}

/**
 * Stores games, the latest first. Without room for all, the moves of the oldest ones go: twice as
 * many with each attempt, because each one writes everything. `more` stores what else belongs to
 * them. Returns `false` if there is no room without any moves.
 */
function saveWithRoom(entries: readonly LibraryEntry[], more = () => true): boolean {
  const recorded = entries.filter(isRecorded).length;
  for (let count = 0; ; count = Math.min(2 * count || 1, recorded)) {
    if (saveGames(withoutMoves(entries, count)) && more()) return true;
    if (count === recorded) return false;
  }
}

/** Stores a game as the latest one. Its tags stay. Returns `false` if there is no room. */
export function storeGame(key: string, game: StoredGame): boolean {
  const all = games();
  const tags = all.find(([known]) => known === key)?.[1].tags;
  const others = all.filter(([known]) => known !== key);
  // Beyond the maximum, the games without tags go first.
  while (others.length >= MAX_GAMES) {
    const last = others.findLastIndex(([, { tags: own }]) => !own?.length);
    others.splice(last < 0 ? others.length - 1 : last, 1);
  }
  return saveWithRoom([[key, { ...(tags ? { tags } : {}), ...game }], ...others]);
}

/** Stores these games instead of all others. Returns `false` if that fails. */
export const saveGames = (entries: readonly LibraryEntry[]): boolean =>
  write(GAMES, Object.fromEntries(entries));

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

/** Stores a solved puzzle. Returns `false` if there is no room. */
export function storeResult(result: Result): boolean {
  const all = [result, ...results()].slice(0, MAX_RESULTS);
  const save = () => write(RESULTS, all);
  return save() || saveWithRoom(games(), save);
}

/**
 * Stores games and results instead of all others. Returns `false` if there is no room for both.
 * Then nothing has changed.
 */
export function saveAll(entries: readonly LibraryEntry[], all: readonly Result[]): boolean {
  const before = games();
  if (!saveGames(entries)) return false;
  if (write(RESULTS, all)) return true;
  saveGames(before);
  return false;
}
