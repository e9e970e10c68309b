// A puzzle and what was entered, in the fragment of an address: `#p=53..7…&diagonal=main&s=PROGRESS`.
//
// The puzzle stays readable, in a format that every Sudoku program knows; what such a text cannot say of the layout has parameters of its own. The progress is packed:
// one byte for its form, then digits, corner marks, center marks, ruled-out candidates and colors of all cells as numbers of variable length, the seconds and the hints,
// all of it deflated and in base64url. Nothing of it is sent to a server: browsers keep fragments to themselves.

import { FIELDS } from './game.ts';
import type { Field } from './game.ts';

/** The layout of a puzzle, as far as its text cannot say it; as the engine takes it. */
export interface LayoutAsk {
  size?: number;
  box?: string;
  regions?: string;
  diagonals?: ('main' | 'anti')[];
  rules?: string[];
  symbols?: string;
}

export interface Progress {
  readonly fields: Partial<Record<Field, ArrayLike<number>>>;
  readonly seconds: number;
  readonly hints: number;
}

export interface Shared {
  readonly puzzle: string;
  readonly layout: LayoutAsk;
  /** Packed progress, see `unpack`. */
  readonly state: string | null;
}

const PLAYED: readonly Field[] = FIELDS.filter((field) => field !== 'clue');
const FORM = 1;

export function toFragment({ puzzle, layout, state }: Shared): string {
  const parts = new URLSearchParams();
  parts.set('p', puzzle);
  if (layout.box) parts.set('box', layout.box);
  if (layout.regions) parts.set('regions', layout.regions);
  for (const diagonal of layout.diagonals ?? []) parts.append('diagonal', diagonal);
  for (const rule of layout.rules ?? []) parts.append('rule', rule);
  if (layout.symbols) parts.set('symbols', layout.symbols);
  if (state) parts.set('s', state);
  return parts.toString();
}

/** What a fragment says, with or without `#`; null if it holds no puzzle. A fragment that is nothing but a puzzle is one, too. */
export function fromFragment(fragment: string): Shared | null {
  const text = fragment.replace(/^#/, '');
  if (text === '') return null;
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
  const layout: LayoutAsk = {};
  const box = parts.get('box');
  const regions = parts.get('regions');
  const symbols = parts.get('symbols');
  const diagonals = parts.getAll('diagonal').filter((name) => name === 'main' || name === 'anti');
  if (box) layout.box = box;
  if (regions) layout.regions = regions;
  if (symbols) layout.symbols = symbols;
  if (diagonals.length > 0) layout.diagonals = diagonals;
  if (parts.has('rule')) layout.rules = parts.getAll('rule');
  return { puzzle, layout, state: parts.get('s') };
}

/** What identifies a puzzle among those that are kept. */
export const keyOf = (puzzle: string, layout: LayoutAsk): string =>
  toFragment({ puzzle, layout, state: null });

export async function pack(progress: Progress, count: number): Promise<string> {
  const bytes = [FORM];
  const number = (value: number) => {
    let rest = value >>> 0;
    while (rest > 127) {
      bytes.push((rest & 127) | 128);
      rest >>>= 7;
    }
    bytes.push(rest);
  };
  for (const field of PLAYED) {
    const values = progress.fields[field];
    for (let cell = 0; cell < count; cell++) number(values?.[cell] ?? 0);
  }
  number(Math.floor(progress.seconds));
  number(progress.hints);
  return toBase64(await through(Uint8Array.from(bytes), new CompressionStream('deflate-raw')));
}

/** The progress of a puzzle with so many cells; null if the text is damaged or belongs to another size. */
export async function unpack(text: string, count: number): Promise<Progress | null> {
  try {
    const bytes = await through(fromBase64(text), new DecompressionStream('deflate-raw'));
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
    if (number() !== FORM) return null;
    const fields: Progress['fields'] = {};
    for (const field of PLAYED) fields[field] = Array.from({ length: count }, number);
    const progress = { fields, seconds: number(), hints: number() };
    return at === bytes.length ? progress : null;
  } catch {
    return null;
  }
}

/** The largest progress that is unpacked, in bytes: that of the largest puzzle is some thousand. */
const LARGEST = 1 << 16;

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  const writer = stream.writable.getWriter();
  // What is wrong with the bytes is said where they are read.
  writer.write(bytes).catch(() => {});
  writer.close().catch(() => {});
  const reader = (stream.readable as ReadableStream<Uint8Array>).getReader();
  const parts: number[] = [];
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return Uint8Array.from(parts);
    if (parts.length + value.length > LARGEST) {
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
