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
//
// Numbers have seven bits per byte, the lowest first.

import type { LayoutRequest } from '../engine/api.ts';
import { PLAYER_FIELDS } from './game.ts';
import type { Entries } from './game.ts';

export interface Progress {
  readonly fields: Entries;
  readonly seconds: number;
  readonly hints: number;
}

export interface Shared {
  readonly puzzle: string;
  readonly layout: LayoutRequest;
  /** The packed progress. */
  readonly state: string | null;
  /** The clues of a puzzle that is being created. */
  readonly isSetting?: boolean;
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

export function toFragment({ puzzle, layout, state, isSetting }: Shared): string {
  const parts = new URLSearchParams();
  parts.set('p', puzzle);
  if (layout.box) parts.set('box', layout.box);
  if (layout.regions) parts.set('regions', layout.regions);
  for (const diagonal of layout.diagonals ?? []) parts.append('diagonal', diagonal);
  for (const rule of layout.rules ?? []) parts.append('rule', rule);
  if (layout.symbols) parts.set('symbols', layout.symbols);
  if (state) parts.set('s', state);
  if (isSetting) parts.set('set', '1');
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
  const symbols = parts.get('symbols');
  const diagonals = parts.getAll('diagonal').filter((name) => name === 'main' || name === 'anti');
  const layout: LayoutRequest = {
    ...(box ? { box } : {}),
    ...(regions ? { regions } : {}),
    ...(symbols ? { symbols } : {}),
    ...(diagonals.length > 0 ? { diagonals } : {}),
    ...(parts.has('rule') ? { rules: parts.getAll('rule') } : {}),
  };
  const setting = parts.has('set') ? { isSetting: true } : {};
  return { puzzle, layout, state: parts.get('s'), ...setting };
}

/** Returns the key of a puzzle among the stored games. */
export const keyOf = (puzzle: string, layout: LayoutRequest): string =>
  toFragment({ puzzle, layout, state: null });

export async function pack(progress: Progress, count: number): Promise<string> {
  const bytes = [VERSION];
  const number = (value: number) => {
    let rest = value >>> 0;
    while (rest > 127) {
      bytes.push((rest & 127) | 128);
      rest >>>= 7;
    }
    bytes.push(rest);
  };
  for (const field of PLAYER_FIELDS) {
    const values = progress.fields[field];
    for (let cell = 0; cell < count; cell++) number(values?.[cell] ?? 0);
  }
  number(Math.floor(progress.seconds));
  number(progress.hints);
  return toBase64(await transform(Uint8Array.from(bytes), new CompressionStream('deflate-raw')));
}

/** Unpacks progress. Returns null if the text is damaged or has another number of cells. */
export async function unpack(text: string, count: number): Promise<Progress | null> {
  try {
    const bytes = await transform(fromBase64(text), new DecompressionStream('deflate-raw'));
    let at = 0;
    const number = (): number => {
      let value = 0;
      for (let shift = 0; shift < 35; shift += 7) {
        if (at >= bytes.length) throw new RangeError('too short');
        const byte = bytes[at++];
        value += (byte & 127) * 2 ** shift;
        if (byte < 128) return value;
      }
      throw new RangeError('too large');
    };
    if (number() !== VERSION) return null;
    const fields: Entries = {};
    for (const field of PLAYER_FIELDS) fields[field] = Array.from({ length: count }, number);
    const progress = { fields, seconds: number(), hints: number() };
    return at === bytes.length ? progress : null;
  } catch {
    return null;
  }
}

/** Maximum size of unpacked progress, in bytes. The largest puzzle has a few thousand. */
const MAX_PROGRESS_BYTES = 1 << 16;

async function transform(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
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
    if (parts.length + value.length > MAX_PROGRESS_BYTES) {
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
