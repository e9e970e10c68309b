// The library: the stored games with their tags, filters and order, and the file that holds all of
// them. The file is JSON:
//
// | field | content |
// |---|---|
// | `schema` | `ndoku-page/1` |
// | `games` | the games by key |
// | `results` | the solved puzzles, for the statistics |

import { formatDate, t } from '../i18n.ts';
import { lastChange } from '../store.ts';
import type { Result, StoredGame } from '../store.ts';
import { MAX_GAMES, MAX_RESULTS } from './library-limits.ts';
import type { StoredRestart } from './restarts.ts';
import { keyOf } from './share.ts';
import { dateOf, LEVELS } from './stats.ts';
import type { LevelName } from './stats.ts';

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

/** The names of daily puzzles that older pages stored, in the language of their time. */
const DAILY_NAME = /^(?:Daily|Rätsel des Tages|Puzle del día), /;

/** Returns the name that a game has from the player or from its day, or an empty text. */
export function ownNameOf({ name = '', daily }: Pick<StoredGame, 'name' | 'daily'>): string {
  if (!daily || (name && !DAILY_NAME.test(name))) return name;
  const date = formatDate(dateOf(daily.slice(0, 10)), { day: 'numeric', month: 'long' });
  return t('daily.name', { date });
}

/** Returns the name of a game: its own, its title, or that of its size. */
export function nameOf(game: StoredGame): string {
  const size = Math.round(Math.sqrt(cellsOf(game).length));
  return ownNameOf(game) || game.title || `${t('layout.sudoku')} ${size}×${size}`;
}

export type GameState = 'unsolved' | 'running' | 'solved';

/** Returns the number of clues of a game. */
function cluesOf(game: StoredGame): number {
  return cellsOf(game).filter((symbol) => symbol !== '.' && symbol !== '0').length;
}

/** Returns how many of the cells without a clue have a digit, and how many there are. */
export function progressOf(game: StoredGame): { filled: number; count: number } {
  const clues = cluesOf(game);
  return { filled: Math.max((game.filled ?? 0) - clues, 0), count: cellsOf(game).length - clues };
}

/** Returns the state of a game. Older games do not tell whether they have marks. */
export function stateOf(game: StoredGame): GameState {
  if (game.done) return 'solved';
  return (game.begun ?? (game.filled ?? 0) > cluesOf(game)) ? 'running' : 'unsolved';
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

/** Two libraries in one, and the numbers of what the second one brought. */
export interface MergedLibrary {
  readonly content: LibraryContent;
  /** Number of new games. */
  readonly games: number;
  /** Number of games with a later state or more tags. */
  readonly updated: number;
  /** Number of new results. */
  readonly results: number;
}

/** Allowed difference between the clocks of two devices, in milliseconds. */
const CLOCK_TOLERANCE = 86_400_000;

/**
 * Adds a library to another one. A game of both keeps its later state and all tags. Beyond the
 * maximum, the oldest results go. Throws a `LibraryError` if there are too many games.
 */
export function mergeLibrary(
  own: LibraryContent,
  added: LibraryContent,
  now = Date.now(),
): MergedLibrary {
  // A time in the future comes from a wrong clock. It would win against all later states.
  const timeOf = (game: StoredGame) => {
    const time = lastChange(game);
    return time <= now + CLOCK_TOLERANCE ? time : 0;
  };
  const games = new Map(own.games);
  let updated = 0;
  for (const [key, game] of added.games) {
    const known = games.get(key);
    const isLater = !known || timeOf(game) > timeOf(known);
    const [later, earlier] = isLater ? [game, known] : [known, game];
    const merged = earlier?.tags ? withTags(later, earlier.tags) : later;
    const hasMoreTags = (merged.tags?.length ?? 0) > (known?.tags?.length ?? 0);
    if (known && (isLater || hasMoreTags)) updated++;
    games.set(key, merged);
  }
  if (games.size > MAX_GAMES) throw new LibraryError('full', String(MAX_GAMES));
  const names = new Set(own.results.map(({ key, when }) => `${when} ${key}`));
  const fresh = added.results.filter(({ key, when }) => !names.has(`${when} ${key}`));
  const results = [...own.results, ...fresh].sort((a, b) => b.when - a.when).slice(0, MAX_RESULTS);
  const kept = new Set(results);
  return {
    content: { games: [...games], results },
    games: games.size - own.games.length,
    updated,
    results: fresh.filter((one) => kept.has(one)).length,
  };
}

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isOptional = (value: unknown, type: string) => value === undefined || typeof value === type;
const isNumber = (value: unknown) =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0;
/** The last time of a date, in milliseconds since 1970. */
const MAX_TIME = 8.64e15;
const isTime = (value: unknown) => isNumber(value) && (value as number) <= MAX_TIME;
const isLevel = (value: unknown) => LEVELS.includes(value as LevelName);
const isTexts = (value: unknown) =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

const isEnding = (value: unknown) => [undefined, 'solved', 'filled'].includes(value as string);

function isGame(value: unknown): value is StoredGame {
  if (!isObject(value)) return false;
  const { text, layout, title, state, when, done, tags, rated } = value;
  const isRated =
    rated === undefined ||
    (isObject(rated) &&
      isLevel(rated.level) &&
      isNumber(rated.rating) &&
      typeof rated.hardest === 'string');
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
    (value.restarts === undefined || isRestarts(value.restarts)) &&
    isOptional(value.begun, 'boolean') &&
    isOptional(value.filledIn, 'boolean') &&
    isEnding(value.ended) &&
    (value.changed === undefined || isTime(value.changed)) &&
    [value.filled, value.seconds].every((one) => one === undefined || isNumber(one))
  );
}

const isRestarts = (value: unknown): value is StoredRestart[] =>
  Array.isArray(value) &&
  value.every(
    (one) =>
      isObject(one) &&
      typeof one.moves === 'string' &&
      [one.seconds, one.hints].every(isNumber) &&
      [one.done, one.filledIn].every((is) => isOptional(is, 'boolean')) &&
      isEnding(one.ended),
  );

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
    (level === '' || isLevel(level)) &&
    (rating === null || isNumber(rating)) &&
    isTime(when) &&
    [seconds, hints, mistakes].every(isNumber) &&
    isOptional(value.daily, 'string')
  );
}
