// The layout of a puzzle: size, symbols, houses and peers. Cells are numbers from 0, row by row.
// Digits are numbers from 1 to N.

import type { Decoration, House } from '../engine/api.ts';

/** The description of a layout. */
export interface LayoutInfo {
  readonly size: number;
  /** The symbols of the digits from 1 to N. */
  readonly symbols: readonly string[];
  /** The box or region of each cell, from 0, or null without boxes. */
  readonly regions: readonly number[] | null;
  /** The regions are those of a jigsaw, not boxes. */
  readonly jigsaw: boolean;
  readonly houses: readonly House[];
  /** The diagonal from the upper left is a house. */
  readonly down: boolean;
  /** The diagonal from the upper right is a house. */
  readonly up: boolean;
  /** The IDs of additional rules. */
  readonly rules: readonly string[];
  /** The pictures of rules, if there are rules other than houses. */
  readonly decorations?: readonly Decoration[];
}

/** The kinds of pictures that need room beside candidates. */
const SIGNS = ['cage', 'dot', 'border', 'inequality', 'vertex'];

/** Maximum size of a puzzle on the page. Sets of digits are bits of one number. */
export const MAX_SIZE = 25;

export class Layout implements LayoutInfo {
  readonly size: number;
  /** Number of cells. */
  readonly count: number;
  /** All cells. */
  readonly cells: readonly number[];
  readonly symbols: readonly string[];
  readonly regions: readonly number[] | null;
  readonly jigsaw: boolean;
  readonly houses: readonly House[];
  readonly down: boolean;
  readonly up: boolean;
  readonly rules: readonly string[];
  readonly decorations: readonly Decoration[];
  /** The names of the rules at a cell, by cell. */
  readonly rulesAt: readonly ReadonlySet<string>[];
  /** Cells whose upper left corner has the sum of a cage. */
  readonly sums: ReadonlySet<number>;
  /** The other cells that share a house with a cell, by cell. */
  readonly peers: readonly (readonly number[])[];
  /** The set of all digits. */
  readonly all: number;
  /** Some cells have signs at their borders. */
  private readonly hasSigns: boolean;

  constructor(info: LayoutInfo) {
    this.size = info.size;
    this.count = info.size * info.size;
    this.cells = Array.from({ length: this.count }, (_, cell) => cell);
    this.symbols = info.symbols;
    this.regions = info.regions;
    this.jigsaw = info.jigsaw;
    this.houses = info.houses;
    this.down = info.down;
    this.up = info.up;
    this.rules = info.rules;
    this.decorations = info.decorations ?? [];
    this.all = 2 ** info.size - 1;
    const rulesAt = this.cells.map(() => new Set<string>());
    for (const { rule, text, cells } of this.decorations)
      for (const cell of cells) rulesAt[cell].add(text ? `${rule} ${text}` : rule);
    this.rulesAt = rulesAt;
    const cages = this.decorations.filter(({ kind, text }) => kind === 'cage' && text);
    this.sums = new Set(cages.map(({ cells }) => Math.min(...cells)));
    this.hasSigns = this.decorations.some(
      ({ kind, rule }) => SIGNS.includes(kind) || /m[au]m$|indexer|clone/.test(rule),
    );
    const peers = this.cells.map(() => new Set<number>());
    for (const house of info.houses) {
      for (const cell of house.cells)
        for (const other of house.cells) if (other !== cell) peers[cell].add(other);
    }
    this.peers = peers.map((set) => [...set].sort((a, b) => a - b));
  }

  row(cell: number): number {
    return Math.floor(cell / this.size);
  }

  column(cell: number): number {
    return cell % this.size;
  }

  /** Returns the name of a cell, such as `r3c5`. */
  name(cell: number): string {
    return `r${this.row(cell) + 1}c${this.column(cell) + 1}`;
  }

  symbol(digit: number): string {
    return this.symbols[digit - 1] ?? String(digit);
  }

  /** `true` if a symbol has more than one character. */
  get isWide(): boolean {
    return this.symbols.some((symbol) => symbol.length > 1);
  }

  /** Number of candidates in a row of a cell. */
  get candidateColumns(): number {
    return Math.ceil(Math.sqrt(this.size));
  }

  /** Width of a candidate in a cell of width 1. The candidates do not touch the lines. */
  get candidateStep(): number {
    return (this.sums.size > 0 ? 0.72 : this.hasSigns ? 0.76 : 0.94) / this.candidateColumns;
  }

  /** Returns the position of a candidate in a cell of width 1. The rows are centered vertically. */
  candidateAt(digit: number): [x: number, y: number] {
    const columns = this.candidateColumns;
    const rows = Math.ceil(this.size / columns);
    const from = (at: number, count: number) => 0.5 + (at - (count - 1) / 2) * this.candidateStep;
    // Sums of cages are above the candidates.
    const below = this.sums.size > 0 ? 0.08 : 0;
    return [
      from((digit - 1) % columns, columns),
      from(Math.floor((digit - 1) / columns), rows) + below,
    ];
  }
}

/** Creates a layout with rows, columns and boxes. */
export function plainLayout(size: number, width: number, height: number): Layout {
  const cells = Array.from({ length: size * size }, (_, cell) => cell);
  const across = size / width;
  const region = (cell: number) =>
    Math.floor(Math.floor(cell / size) / height) * across + Math.floor((cell % size) / width);
  const houses = (kind: House['kind'], of: (cell: number) => number): House[] =>
    Array.from({ length: size }, (_, n) => ({
      name: `${kind} ${n + 1}`,
      kind,
      cells: cells.filter((cell) => of(cell) === n),
    }));
  return new Layout({
    size,
    symbols: cells.slice(0, size).map((n) => (n < 9 ? String(n + 1) : String.fromCharCode(56 + n))),
    regions: cells.map(region),
    jigsaw: false,
    houses: [
      ...houses('row', (c) => Math.floor(c / size)),
      ...houses('column', (c) => c % size),
      ...houses('box', region),
    ],
    down: false,
    up: false,
    rules: [],
  });
}
