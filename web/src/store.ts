// The browser's memory: settings, and the latest games. The page also works where nothing can be
// stored, as in a private window.

import { settingsFrom } from './model/settings.ts';
import type { Settings } from './model/settings.ts';
import type { LayoutAsk } from './model/share.ts';

/** A stored game. */
export interface StoredGame {
  readonly text: string;
  readonly layout: LayoutAsk;
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
    // There is no room, or the browser allows none.
  }
}

export const loadSettings = (): Settings => settingsFrom(read(SETTINGS));
export const saveSettings = (settings: Settings): void => write(SETTINGS, settings);

/** Returns the stored games by key, the latest first. */
export function games(): [key: string, kept: StoredGame][] {
  const kept = read(GAMES);
  if (typeof kept !== 'object' || kept === null) return [];
  const entries = Object.entries(kept as Record<string, StoredGame>).filter(
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
export function storeGame(key: string, kept: StoredGame): void {
  const others = games().filter(([known]) => known !== key);
  write(GAMES, Object.fromEntries([[key, kept] as const, ...others].slice(0, MAX_GAMES)));
}
