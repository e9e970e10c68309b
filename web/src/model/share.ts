// A puzzle and the progress of the player in the fragment of an address:
// `#p=53..7…&diagonal=main&s=PROGRESS`. Browsers do not send fragments to servers.
//
// The puzzle is a line of clues, which every Sudoku program reads. The layout has its own
// parameters. The progress is binary data, compressed by deflate, in base64url:
//
// | part | encoding |
// |---|---|
// | version | one byte |
// | digits, corner marks, center marks, colors, removed candidates | one number per cell each |
// | seconds, hints | numbers |
// | in version 2: colors of candidates, links, pen | number of entries, then two numbers each |
//
// Version 2 is written only if there are such drawings. Numbers have seven bits per byte, the
// lowest first.

import type { LayoutRequest, SymbolsName } from '../engine/api.ts';
import { PLAYER_FIELDS } from './game.ts';
import type { Entries } from './game.ts';
import { LAYERS } from './sketch.ts';
import type { Drawing, Layer } from './sketch.ts';

export interface Progress {
  readonly fields: Entries;
  readonly seconds: number;
  readonly hints: number;
  /** What the player drew, if anything. */
  readonly drawings?: Partial<Record<Layer, Drawing>>;
}

export interface Shared {
  readonly puzzle: string;
  readonly layout: LayoutRequest;
  /** The packed progress. */
  readonly state: string | null;
  /** The clues of a puzzle that is being created. */
  readonly isCreating?: boolean;
}

/** A part of the page. Its address is `#/NAME`, and that of a technique `#/learn/ID`. */
export interface Part {
  readonly name: 'play' | 'home' | 'learn' | 'set' | 'library' | 'stats';
  /** The technique, for `learn`. */
  readonly id?: string;
}

const PARTS: readonly string[] = ['home', 'learn', 'library', 'stats'];

/** Returns the part of the page that a fragment names, or null for a puzzle. */
export function partOf(fragment: string): Part | null {
  const [, name, id] = /^#?\/([a-z]+)(?:\/([a-z0-9-]+))?$/.exec(fragment) ?? [];
  if (!name || !PARTS.includes(name)) return null;
  return { name: name as Part['name'], ...(id ? { id } : {}) };
}

const VERSION = 1;
/** The version with drawings. */
const DRAWN_VERSION = 2;

export function toFragment({ puzzle, layout, state, isCreating }: Shared): string {
  const parts = new URLSearchParams();
  parts.set('p', puzzle);
  if (layout.box) parts.set('box', layout.box);
  if (layout.regions) parts.set('regions', layout.regions);
  for (const diagonal of layout.diagonals ?? []) parts.append('diagonal', diagonal);
  for (const rule of layout.rules ?? []) parts.append('rule', rule);
  if (layout.symbols) parts.set('symbols', layout.symbols);
  if (state) parts.set('s', state);
  if (isCreating) parts.set('set', '1');
  return parts.toString();
}

/**
 * Parses a fragment, with or without `#`. Returns null without a puzzle. A fragment without
 * parameters is a puzzle.
 */
export function fromFragment(fragment: string): Shared | null {
  const text = fragment.replace(/^#/, '');
  if (text === '' || text.startsWith('/')) return null;
  if (!text.includes('=')) {
    try {
      return { puzzle: decodeURIComponent(text), layout: {}, state: null };
    } catch {
      return null;
    }
  }
  const parts = new URLSearchParams(text);
  const puzzle = parts.get('p');
  if (!puzzle) return null;
  const box = parts.get('box');
  const regions = parts.get('regions');
  const symbols = parts.get('symbols') as SymbolsName | null;
  const diagonals = parts.getAll('diagonal').filter((name) => name === 'main' || name === 'anti');
  const layout: LayoutRequest = {
    ...(box ? { box } : {}),
    ...(regions ? { regions } : {}),
    ...(symbols ? { symbols } : {}),
    ...(diagonals.length > 0 ? { diagonals } : {}),
    ...(parts.has('rule') ? { rules: parts.getAll('rule') } : {}),
  };
  const setting = parts.has('set') ? { isCreating: true } : {};
  return { puzzle, layout, state: parts.get('s'), ...setting };
}

/** Returns what a link of this page holds, from any host, or null for another text. */
export function sharedIn(text: string): Shared | null {
  const [, fragment] = /#((?:[^\s#]*&)?p=[^\s#]+)/.exec(text) ?? [];
  return fragment ? fromFragment(fragment) : null;
}

/** Returns the key of a puzzle among the stored games. */
export const keyOf = (puzzle: string, layout: LayoutRequest): string =>
  toFragment({ puzzle, layout, state: null });

export const pack = (progress: Progress, count: number): Promise<string> =>
  packNumbers(progressNumbers(progress, count));

/** Returns progress as numbers. */
export function progressNumbers(progress: Progress, count: number): number[] {
  const drawings = LAYERS.map((layer) => [...(progress.drawings?.[layer] ?? [])]);
  const isDrawn = drawings.some((entries) => entries.length > 0);
  const numbers = [isDrawn ? DRAWN_VERSION : VERSION];
  for (const field of PLAYER_FIELDS) {
    const values = progress.fields[field];
    for (let cell = 0; cell < count; cell++) numbers.push(values?.[cell] ?? 0);
  }
  numbers.push(Math.floor(progress.seconds), progress.hints);
  if (isDrawn) for (const entries of drawings) numbers.push(entries.length, ...entries.flat());
  return numbers;
}

/** Unpacks progress. Returns null if the text is damaged or has another number of cells. */
export async function unpack(text: string, count: number): Promise<Progress | null> {
  const numbers = await unpackNumbers(text);
  if (!numbers) return null;
  let at = 1;
  const take = (length: number) => numbers.slice(at, (at += length));
  const fields: Entries = {};
  for (const field of PLAYER_FIELDS) fields[field] = take(count);
  const [seconds, hints] = take(2);
  const progress: Progress = { fields, seconds, hints };
  if (numbers[0] === VERSION) return at === numbers.length ? progress : null;
  if (numbers[0] !== DRAWN_VERSION) return null;
  const drawings: Partial<Record<Layer, Drawing>> = {};
  for (const layer of LAYERS) {
    const entries = take(2 * (take(1)[0] ?? 0));
    const keys = entries.filter((_, n) => n % 2 === 0);
    drawings[layer] = new Map(keys.map((key, n) => [key, entries[2 * n + 1]]));
  }
  return at === numbers.length ? { ...progress, drawings } : null;
}

/** Packs numbers as text. */
export async function packNumbers(numbers: readonly number[]): Promise<string> {
  const bytes = Uint8Array.from(bytesOf(numbers));
  return toBase64(await transform(bytes, new CompressionStream('deflate-raw')));
}

/** Maximum number of bytes in a block of deflate that is not compressed. */
const MAX_BLOCK = 65_535;

/**
 * Packs numbers as text at once, for a page that ends. The blocks of deflate hold the bytes as they
 * are, so `unpackNumbers` reads the text, which is longer than that of `packNumbers`.
 */
export function packAtOnce(numbers: readonly number[]): string {
  const bytes = bytesOf(numbers);
  const packed: number[] = [];
  for (let at = 0; at === 0 || at < bytes.length; at += MAX_BLOCK) {
    const block = bytes.slice(at, at + MAX_BLOCK);
    const isLast = at + MAX_BLOCK >= bytes.length;
    packed.push(isLast ? 1 : 0);
    for (const length of [block.length, ~block.length])
      packed.push(length & 255, (length >> 8) & 255);
    for (const byte of block) packed.push(byte);
  }
  return toBase64(Uint8Array.from(packed));
}

function bytesOf(numbers: readonly number[]): number[] {
  const bytes: number[] = [];
  for (const value of numbers) {
    let rest = value >>> 0;
    while (rest > 127) {
      bytes.push((rest & 127) | 128);
      rest >>>= 7;
    }
    bytes.push(rest);
  }
  return bytes;
}

/** Unpacks numbers. Returns null if the text is damaged. */
export async function unpackNumbers(text: string): Promise<number[] | null> {
  try {
    const stream = new DecompressionStream('deflate-raw');
    const bytes = await transform(fromBase64(text), stream, MAX_UNPACKED_BYTES);
    const numbers: number[] = [];
    let [value, shift] = [0, 0];
    for (const byte of bytes) {
      if (shift > 28) return null;
      value += (byte & 127) * 2 ** shift;
      shift += 7;
      if (byte > 127) continue;
      numbers.push(value);
      [value, shift] = [0, 0];
    }
    return shift === 0 ? numbers : null;
  } catch {
    return null;
  }
}

/**
 * Maximum size of unpacked numbers, in bytes, against texts that unpack to any size. The largest
 * recording has about 192,000.
 */
const MAX_UNPACKED_BYTES = 1 << 18;

/** Sends bytes through a stream. Throws if more than `limit` come out. */
async function transform(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
  limit = Infinity,
): Promise<Uint8Array> {
  const writer = stream.writable.getWriter();
  // Reading reports invalid bytes.
  writer.write(bytes).catch(() => {});
  writer.close().catch(() => {});
  const reader = (stream.readable as ReadableStream<Uint8Array>).getReader();
  const parts: number[] = [];
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return Uint8Array.from(parts);
    if (parts.length + value.length > limit) {
      await reader.cancel();
      throw new RangeError('too large');
    }
    for (const byte of value) parts.push(byte);
  }
}

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replace(/-/g, '+').replace(/_/g, '/'));
  return Uint8Array.from(plain, (character) => character.charCodeAt(0));
}
