// What is kept in the browser: settings, and the games that were played last. Where nothing can be kept (a private window), the page works without.

import { settingsFrom } from './model/settings.ts';
import type { Settings } from './model/settings.ts';
import type { LayoutAsk } from './model/share.ts';

export interface Kept {
  readonly text: string;
  readonly layout: LayoutAsk;
  readonly title: string;
  /** Packed progress. */
  readonly state: string;
  /** When it was played, in milliseconds since 1970. */
  readonly when: number;
  readonly done: boolean;
}

const SETTINGS = 'ndoku.settings';
const GAMES = 'ndoku.games';
/** How many games are kept. */
const MOST = 30;

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
    // There is no room, or none is given: playing goes on.
  }
}

export const loadSettings = (): Settings => settingsFrom(read(SETTINGS));
export const saveSettings = (settings: Settings): void => write(SETTINGS, settings);

/** The games that are kept, by key, the last one first. */
export function games(): [key: string, kept: Kept][] {
  const kept = read(GAMES);
  if (typeof kept !== 'object' || kept === null) return [];
  const entries = Object.entries(kept as Record<string, Kept>).filter(
    ([, game]) => typeof game?.text === 'string' && typeof game.layout === 'object' && typeof game.when === 'number',
  );
  return entries.sort(([, a], [, b]) => b.when - a.when);
}

export const game = (key: string): Kept | undefined => games().find(([known]) => known === key)?.[1];

export function keep(key: string, kept: Kept): void {
  const others = games().filter(([known]) => known !== key);
  write(GAMES, Object.fromEntries([[key, kept] as const, ...others].slice(0, MOST)));
}
