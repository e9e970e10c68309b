// What a pasted text shows by itself: how much of it is read, and why it holds no puzzle.

import type { TextKey } from '../i18n.ts';

/** A fault: the key of its sentence, and the values. */
export interface Fault {
  readonly key: TextKey;
  readonly values?: Record<string, number>;
}

/** Maximum number of characters that are read. The engine takes seconds for a longer line. */
export const MAX_TEXT = 500_000;

/**
 * Returns the lines at the beginning of a text, with at most `MAX_TEXT` characters. Returns an empty
 * text if the first line is longer.
 */
export const firstLines = (text: string): string =>
  text.length <= MAX_TEXT ? text : text.slice(0, text.lastIndexOf('\n', MAX_TEXT - 1) + 1);

/** The usual sizes of puzzles. */
const SIZES = [4, 6, 9, 16];

/** Returns whether a text is the address of a page. */
export const isLink = (text: string): boolean => /^\s*https?:\/\/\S+\s*$/i.test(text);

/** Returns the fault of a line of cells: the usual size that is nearest has another length. */
function lengthFault(line: string): Fault | null {
  const cells = line.replace(/\s+/g, '');
  const highest = [...cells].reduce((most, cell) => Math.max(most, Number(cell) || 0), 0);
  const distance = (size: number) => Math.abs(size * size - cells.length);
  const [size] = SIZES.filter((one) => one >= highest).sort((a, b) => distance(a) - distance(b));
  if (distance(size) === 0) return null;
  return { key: 'read.count', values: { count: cells.length, size, cells: size * size } };
}

/** Returns the fault of a text that was not read, or null if the text does not show it. */
export function faultOf(text: string): Fault | null {
  const content = text.trim();
  if (content === '') return { key: 'read.nothing' };
  if (/^[\d.*_? -]+$/.test(content)) return lengthFault(content);
  if (isLink(content) || /^[{[]/.test(content)) return null;
  const letters = content.match(/\p{L}/gu)?.length ?? 0;
  const isProse = letters > content.replace(/\s+/g, '').length / 2;
  const hasCells = /[\d.*_?]{16,}/.test(content);
  if (content.startsWith('<') || (isProse && !hasCells)) return { key: 'read.words' };
  return null;
}
