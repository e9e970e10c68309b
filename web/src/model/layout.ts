// What the page has to know of a puzzle's layout: size, symbols, houses, and what follows from them. Cells are numbers in reading order from 0, digits are 1 to N.

/** A set of cells that holds no digit twice. */
export interface House {
  readonly name: string;
  readonly kind: 'row' | 'column' | 'box' | 'diagonal' | 'extra';
  readonly cells: readonly number[];
}

/** The layout as the engine describes it. */
export interface LayoutInfo {
  readonly size: number;
  /** How each digit is written, from digit 1. */
  readonly symbols: readonly string[];
  /** The box or region of each cell, counted from 0; null if the layout has none. */
  readonly regions: readonly number[] | null;
  /** Whether these are the regions of a jigsaw, and no boxes. */
  readonly jigsaw: boolean;
  readonly houses: readonly House[];
  /** The diagonals that are houses. */
  readonly down: boolean;
  readonly up: boolean;
  /** The names of further rules. */
  readonly rules: readonly string[];
}

/** The largest size that the page plays: sets of digits are bits of one number. */
export const LARGEST = 25;

export class Layout implements LayoutInfo {
  readonly size: number;
  readonly count: number;
  readonly symbols: readonly string[];
  readonly regions: readonly number[] | null;
  readonly jigsaw: boolean;
  readonly houses: readonly House[];
  readonly down: boolean;
  readonly up: boolean;
  readonly rules: readonly string[];
  /** The cells that share a house with a cell, itself left out. */
  readonly peers: readonly (readonly number[])[];
  /** All digits. */
  readonly all: number;

  constructor(info: LayoutInfo) {
    this.size = info.size;
    this.count = info.size * info.size;
    this.symbols = info.symbols;
    this.regions = info.regions;
    this.jigsaw = info.jigsaw;
    this.houses = info.houses;
    this.down = info.down;
    this.up = info.up;
    this.rules = info.rules;
    this.all = 2 ** info.size - 1;
    const peers = Array.from({ length: this.count }, () => new Set<number>());
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

  /** A cell as texts call it: `r3c5`. */
  name(cell: number): string {
    return `r${this.row(cell) + 1}c${this.column(cell) + 1}`;
  }

  symbol(digit: number): string {
    return this.symbols[digit - 1] ?? String(digit);
  }

  /** Whether some digit is written with more than one character. */
  get isWide(): boolean {
    return this.symbols.some((symbol) => symbol.length > 1);
  }

  /** How the candidates of a cell are arranged: those of a 3×2 layout three in a row. */
  get candidateColumns(): number {
    return Math.ceil(Math.sqrt(this.size));
  }

  /** The room for each candidate in a cell, whose width is 1: a little less than there is, so that none touches a line. */
  get candidateStep(): number {
    return 0.94 / this.candidateColumns;
  }

  /** Where a candidate stands in its cell, whose width and height are 1. Rows that are not needed leave room above and below alike. */
  candidateAt(digit: number): [x: number, y: number] {
    const columns = this.candidateColumns;
    const rows = Math.ceil(this.size / columns);
    const from = (at: number, count: number) => 0.5 + (at - (count - 1) / 2) * this.candidateStep;
    return [from((digit - 1) % columns, columns), from(Math.floor((digit - 1) / columns), rows)];
  }
}

/** Rows, columns and boxes of a plain layout, for tests and before the engine has answered. */
export function plainLayout(size: number, width: number, height: number): Layout {
  const cells = Array.from({ length: size * size }, (_, cell) => cell);
  const across = size / width;
  const region = (cell: number) =>
    Math.floor(Math.floor(cell / size) / height) * across + Math.floor((cell % size) / width);
  const lines = (kind: House['kind'], of: (cell: number) => number): House[] =>
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
      ...lines('row', (c) => Math.floor(c / size)),
      ...lines('column', (c) => c % size),
      ...lines('box', region),
    ],
    down: false,
    up: false,
    rules: [],
  });
}
