// The handbook of techniques as data: crates/ndoku-api/testdata/handbook.json. A test of that crate
// keeps the file current. A position is a grid of 81 characters with `+` before entered digits, and
// a list of removed candidates such as `r1c4-27`.

import type { Step } from '../engine/api.ts';
import { engineText } from '../i18n.ts';
import { bit } from './bits.ts';
import type { Layout } from './layout.ts';

export interface HandbookPosition {
  readonly grid: string;
  readonly gone: string;
  readonly rules?: readonly string[];
}

/** A page of the file, in English. */
export interface HandbookSource {
  readonly id: string;
  readonly name: string;
  readonly aliases: readonly string[];
  readonly family: string;
  readonly summary: string;
  readonly rating: number;
  readonly level: string;
  readonly needsUnique: boolean;
  readonly text: readonly string[];
  readonly examples: readonly (HandbookPosition & { readonly step: Step })[];
  readonly nearMisses: readonly (HandbookPosition & { readonly why: string })[];
}

/** A page in the language of the page. */
export interface HandbookPage extends HandbookSource {
  /** The name in English, which ratings use. */
  readonly english: string;
}

/** The texts of another language, by the IDs of the techniques. */
export type HandbookTexts = Readonly<
  Record<
    string,
    Pick<HandbookSource, 'name' | 'summary' | 'text'> & {
      /** The explanations of the examples. */
      readonly examples: readonly string[];
      readonly nearMisses: readonly string[];
    }
  >
>;

/** Lays the texts of another language over the pages. Pages without one keep the English text. */
export function withTexts(
  pages: readonly HandbookSource[],
  texts: HandbookTexts,
): readonly HandbookPage[] {
  return pages.map((page) => {
    const { examples: explanations = [], nearMisses: reasons = [], ...own } = texts[page.id] ?? {};
    return {
      ...page,
      ...own,
      examples: page.examples.map((example, at) => ({
        ...example,
        step: { ...example.step, text: explanations[at] ?? example.step.text },
      })),
      english: page.name,
      family: engineText(`family.${page.family}`, page.family),
      nearMisses: page.nearMisses.map((miss, at) => ({ ...miss, why: reasons[at] ?? miss.why })),
    };
  });
}

/** A position in numbers. */
export interface Position {
  readonly clues: number[];
  /** The entered digits, 0 for a clue or an open cell. */
  readonly entered: number[];
  /** Sets of removed candidates. */
  readonly removed: number[];
}

/** Reads a position. */
export function readPosition({ grid, gone }: HandbookPosition): Position {
  const clues: number[] = [];
  const entered: number[] = [];
  let isEntered = false;
  for (const letter of grid) {
    if (letter === '+') {
      isEntered = true;
      continue;
    }
    const digit = letter === '.' ? 0 : Number(letter);
    clues.push(isEntered ? 0 : digit);
    entered.push(isEntered ? digit : 0);
    isEntered = false;
  }
  const removed = new Array<number>(clues.length).fill(0);
  for (const [, row, column, digits] of gone.matchAll(/r(\d+)c(\d+)-(\d+)/g)) {
    const cell = (Number(row) - 1) * 9 + Number(column) - 1;
    for (const digit of digits) removed[cell] |= bit(Number(digit));
  }
  return { clues, entered, removed };
}

/** Returns the candidates of all cells of a position. */
export function candidatesOf(layout: Layout, { clues, entered, removed }: Position): number[] {
  const digits = clues.map((clue, cell) => clue || entered[cell]);
  return digits.map((digit, cell) => {
    if (digit) return 0;
    let taken = removed[cell];
    for (const peer of layout.peers[cell]) if (digits[peer]) taken |= bit(digits[peer]);
    return layout.all & ~taken;
  });
}

/** Returns the families in the order of their easiest technique, each with its pages. */
export function familiesOf(
  pages: readonly HandbookPage[],
): { family: string; pages: HandbookPage[]; hasRules: boolean }[] {
  const families = new Map<string, HandbookPage[]>();
  for (const page of pages) families.set(page.family, [...(families.get(page.family) ?? []), page]);
  const all = [...families].map(([family, own]) => ({
    family,
    pages: own,
    hasRules: own.every(({ examples }) => examples[0]?.rules !== undefined),
  }));
  // Techniques for rules of variants come last.
  return [...all.filter(({ hasRules }) => !hasRules), ...all.filter(({ hasRules }) => hasRules)];
}

/** An equivalent position: other digits, rows and columns. */
export function transformed(position: Position, random: () => number): Position {
  const shuffled = (count: number) => {
    const list = Array.from({ length: count }, (_, n) => n);
    for (let at = count - 1; at > 0; at--) {
      const other = Math.floor(random() * (at + 1));
      [list[at], list[other]] = [list[other], list[at]];
    }
    return list;
  };
  const lines = () => {
    const bands = shuffled(3);
    return bands.flatMap((band) => shuffled(3).map((line) => band * 3 + line));
  };
  const [rows, columns, digits] = [lines(), lines(), shuffled(9)];
  const isTransposed = random() < 0.5;
  const digit = (of: number) => (of === 0 ? 0 : digits[of - 1] + 1);
  const set = (of: number) => {
    let result = 0;
    for (let n = 1; n <= 9; n++) if (of & bit(n)) result |= bit(digit(n));
    return result;
  };
  const from = Array.from({ length: 81 }, (_, cell) => {
    const [row, column] = [rows[Math.floor(cell / 9)], columns[cell % 9]];
    return isTransposed ? column * 9 + row : row * 9 + column;
  });
  return {
    clues: from.map((cell) => digit(position.clues[cell])),
    entered: from.map((cell) => digit(position.entered[cell])),
    removed: from.map((cell) => set(position.removed[cell])),
  };
}
