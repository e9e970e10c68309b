// The storage of the browser: settings, and the latest games. The page also works without storage,
// for example in a private window.

import { settingsFrom } from './model/settings.ts';
import type { Settings } from './model/settings.ts';
import type { LayoutRequest } from './engine/api.ts';

/** A stored game. */
export interface StoredGame {
  readonly text: string;
  readonly layout: LayoutRequest;
  readonly title: string;
  /** The packed progress. */
  readonly state: string;
  /** The last time it was played, in milliseconds since 1970. */
  readonly when: number;
  readonly done: boolean;
}

const SETTINGS = 'ndoku.settings';
const GAMES = 'ndoku.games';
/** Number of stored games. */
const MAX_GAMES = 30;

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
