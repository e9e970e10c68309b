// The library: the stored games with their tags, filters and order, and the file that holds all of
// them. The file is JSON:
//
// | field | content |
// |---|---|
// | `schema` | `ndoku-page/1` |
// | `games` | the games by key |
// | `results` | the solved puzzles, for the statistics |

import { t } from '../i18n.ts';
import type { Result, StoredGame } from '../store.ts';
import { MAX_GAMES } from './library-limits.ts';
import { keyOf } from './share.ts';

export type LibraryEntry = readonly [key: string, game: StoredGame];

/** The content of a library. */
export interface LibraryContent {
  readonly games: readonly LibraryEntry[];
  readonly results: readonly Result[];
}

const SCHEMA = 'ndoku-page/1';
/** The longest tag and the longest name, in characters. */
export const MAX_TAG = 40;
export const MAX_NAME = 100;

// --- games ---

/** Returns the symbols of the cells of a game. */
export const cellsOf = ({ text }: StoredGame): string[] =>
  /\s/.test(text) ? text.trim().split(/\s+/) : [...text];

/** Returns the name of a game: its own, its title, or that of its size. */
export function nameOf(game: StoredGame): string {
  const size = Math.round(Math.sqrt(cellsOf(game).length));
  return game.name || game.title || `${t('layout.sudoku')} ${size}×${size}`;
}

export type GameState = 'unsolved' | 'running' | 'solved';

/** Returns the state of a game. Older games do not tell whether they have marks. */
export function stateOf(game: StoredGame): GameState {
  if (game.done) return 'solved';
  const clues = cellsOf(game).filter((symbol) => symbol !== '.' && symbol !== '0').length;
  return (game.begun ?? (game.filled ?? 0) > clues) ? 'running' : 'unsolved';
}

// --- tags ---

const alphabetical = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
const isSameTag = (one: string, other: string) => alphabetical.compare(one, other) === 0;

/** Returns the tags of a text with commas, each once. */
export function parseTags(text: string): string[] {
  return uniqueTags(text.split(',').map((tag) => tag.trim().replace(/\s+/g, ' ')));
}

function uniqueTags(tags: readonly string[]): string[] {
  const all: string[] = [];
  for (const tag of tags) {
    const short = tag.slice(0, MAX_TAG).trim();
    if (short && !all.some((known) => isSameTag(known, short))) all.push(short);
  }
  return all;
}

/** Returns all tags in use, in alphabetical order. */
export const allTags = (entries: readonly LibraryEntry[]): string[] =>
  uniqueTags(entries.flatMap(([, { tags = [] }]) => tags)).sort(alphabetical.compare);

/** Returns a game with tags added and removed. */
export function withTags(
  game: StoredGame,
  added: readonly string[],
  removed: readonly string[] = [],
): StoredGame {
  const kept = (game.tags ?? []).filter((tag) => !removed.some((one) => isSameTag(one, tag)));
  const tags = uniqueTags([...kept, ...added]);
  const { tags: _, ...rest } = game;
  return tags.length > 0 ? { ...rest, tags } : rest;
}

export const hasTag = ({ tags = [] }: StoredGame, tag: string): boolean =>
  tags.some((own) => isSameTag(own, tag));

// --- filters and order ---

export type Order = 'played' | 'name' | 'rating' | 'time';

/** What a list of games shows. `all` shows every game. */
export interface LibraryFilter {
  /** A part of a name, a level or a tag. */
  readonly search: string;
  readonly state: GameState | 'all';
  /** A level, or `none` for games without one. */
  readonly level: string;
  /** `#` and a tag, or `none` for games without tags. */
  readonly tag: string;
  readonly order: Order;
}

export const NO_FILTER: LibraryFilter = {
  search: '',
  state: 'all',
  level: 'all',
  tag: 'all',
  order: 'played',
};

/** Returns the games that pass a filter, in its order. `ratingOf` is the level as text. */
export function filtered(
  entries: readonly LibraryEntry[],
  filter: LibraryFilter,
  ratingOf: (game: StoredGame) => string,
): LibraryEntry[] {
  const wanted = filter.search.trim().toLowerCase();
  const passes = (game: StoredGame) =>
    (filter.state === 'all' || stateOf(game) === filter.state) &&
    (filter.level === 'all' || (game.rated?.level ?? 'none') === filter.level) &&
    (filter.tag === 'all' ||
      (filter.tag === 'none' ? !game.tags?.length : hasTag(game, filter.tag.slice(1)))) &&
    [nameOf(game), ratingOf(game), ...(game.tags ?? [])].join(' ').toLowerCase().includes(wanted);
  return entries
    .filter(([, game]) => passes(game))
    .sort(([, a], [, b]) => ORDERS[filter.order](a, b));
}

/** Games without a rating come last. Equal ones are in the order of play. */
const ORDERS: Record<Order, (a: StoredGame, b: StoredGame) => number> = {
  played: (a, b) => b.when - a.when,
  name: (a, b) => alphabetical.compare(nameOf(a), nameOf(b)) || b.when - a.when,
  rating: (a, b) => (a.rated?.rating ?? 99) - (b.rated?.rating ?? 99) || b.when - a.when,
  time: (a, b) => (b.seconds ?? 0) - (a.seconds ?? 0) || b.when - a.when,
};

// --- the file ---

/** Returns a library as the text of a file. */
export const formatLibrary = ({ games, results }: LibraryContent): string =>
  `${JSON.stringify({ schema: SCHEMA, games: Object.fromEntries(games), results })}\n`;

/** The reason why a file is refused. */
export type Refusal = 'foreign' | 'newer' | 'damaged' | 'entry' | 'full';

export class LibraryError extends Error {
  readonly reason: Refusal;
  /** The name of the damaged entry, or the number of games that fit. */
  readonly detail: string;

  constructor(reason: Refusal, detail = '') {
    super(`${reason} ${detail}`);
    this.reason = reason;
    this.detail = detail;
  }
}

/** Parses a file. Throws a `LibraryError` if any part of it is not as ndoku writes it. */
export function parseLibrary(text: string): LibraryContent {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    throw new LibraryError(text.includes('"ndoku-page/') ? 'damaged' : 'foreign');
  }
  if (!isObject(data) || typeof data.schema !== 'string') throw new LibraryError('foreign');
  if (data.schema !== SCHEMA)
    throw new LibraryError(/^ndoku-page\/\d+$/.test(data.schema) ? 'newer' : 'foreign');
  const { games, results } = data;
  if (!isObject(games) || !Array.isArray(results)) throw new LibraryError('damaged');
  const entries = Object.entries(games).map(([key, game], at): LibraryEntry => {
    if (!isGame(game) || key !== keyOf(game.text, game.layout))
      throw new LibraryError('entry', String(at + 1));
    return [key, game];
  });
  if (!results.every(isResult)) throw new LibraryError('damaged');
  return { games: entries, results };
}

/**
 * Adds a library to another one. A game of both keeps its later state and all tags. Throws a
 * `LibraryError` if there are too many games.
 */
export function mergeLibrary(own: LibraryContent, added: LibraryContent): LibraryContent {
  const games = new Map(own.games);
  for (const [key, game] of added.games) {
    const known = games.get(key);
    const [later, earlier] = known && known.when >= game.when ? [known, game] : [game, known];
    games.set(key, earlier?.tags ? withTags(later, earlier.tags) : later);
  }
  if (games.size > MAX_GAMES) throw new LibraryError('full', String(MAX_GAMES));
  const names = new Set(own.results.map(({ key, when }) => `${when} ${key}`));
  const fresh = added.results.filter(({ key, when }) => !names.has(`${when} ${key}`));
  return {
    games: [...games],
    results: [...own.results, ...fresh].sort((a, b) => b.when - a.when),
  };
}

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isOptional = (value: unknown, type: string) => value === undefined || typeof value === type;
const isTime = (value: unknown) =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0;
const isTexts = (value: unknown) =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

function isGame(value: unknown): value is StoredGame {
  if (!isObject(value)) return false;
  const { text, layout, title, state, when, done, tags, rated } = value;
  const isRated =
    rated === undefined ||
    (isObject(rated) && typeof rated.level === 'string' && typeof rated.rating === 'number');
  return (
    [text, title, state].every((one) => typeof one === 'string') &&
    text !== '' &&
    /^[\w-]*$/.test(state as string) &&
    isLayout(layout) &&
    isTime(when) &&
    typeof done === 'boolean' &&
    (tags === undefined || isTexts(tags)) &&
    isRated &&
    isOptional(value.name, 'string') &&
    isOptional(value.daily, 'string') &&
    isOptional(value.moves, 'string') &&
    isOptional(value.begun, 'boolean') &&
    [value.filled, value.seconds].every((one) => one === undefined || isTime(one))
  );
}

function isLayout(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { box, regions, symbols, diagonals, rules, size } = value;
  return (
    [box, regions, symbols].every((one) => one === null || isOptional(one, 'string')) &&
    [diagonals, rules].every((one) => one === undefined || one === null || isTexts(one)) &&
    (size === null || isOptional(size, 'number'))
  );
}

function isResult(value: unknown): value is Result {
  if (!isObject(value)) return false;
  const { key, when, level, rating, seconds, hints, mistakes } = value;
  return (
    typeof key === 'string' &&
    typeof level === 'string' &&
    (rating === null || typeof rating === 'number') &&
    [when, seconds, hints, mistakes].every(isTime) &&
    isOptional(value.daily, 'string')
  );
}
