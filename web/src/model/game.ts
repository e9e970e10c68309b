// A puzzle and everything a player wrote into it, with a history that has no end. Pure: knows no page, no clock, no engine.
//
// Whatever changes goes through `change`, as a list of single changes that belong together; undo takes such a list back.

import { bit, digitsOf, has } from './bits.ts';
import type { Layout } from './layout.ts';

/** What a cell holds: a clue, a player's digit, marks in the corner and in the center, colors, and candidates the player has ruled out. */
export type Field = 'clue' | 'digit' | 'corner' | 'center' | 'color' | 'removed';

export const FIELDS: readonly Field[] = ['clue', 'digit', 'corner', 'center', 'color', 'removed'];

/** What digits mean when they are entered. */
export type Mode = 'digit' | 'corner' | 'center' | 'color';

export const MODES: readonly Mode[] = ['digit', 'corner', 'center', 'color'];

/** How many colors there are. */
export const COLORS = 9;

export interface Options {
  /** All candidates are shown and kept by the page; marks in the center rule candidates out. */
  autoCandidates: boolean;
  /** A digit that is entered takes the marks of its peers away. */
  autoRemove: boolean;
}

interface Change {
  readonly field: Field;
  readonly cell: number;
  readonly before: number;
  readonly after: number;
}

/** Changes that are undone together. */
type Move = readonly Change[];

export class Game {
  readonly layout: Layout;
  private readonly values: Record<Field, Uint32Array>;
  private done: Move[] = [];
  private undone: Move[] = [];

  constructor(layout: Layout, clues: ArrayLike<number>) {
    this.layout = layout;
    const empty = () => new Uint32Array(layout.count);
    this.values = {
      clue: Uint32Array.from(clues),
      digit: empty(),
      corner: empty(),
      center: empty(),
      color: empty(),
      removed: empty(),
    };
  }

  get(field: Field, cell: number): number {
    return this.values[field][cell];
  }

  /** All values of a field; not to be written to. */
  field(field: Field): Uint32Array {
    return this.values[field];
  }

  /** Replaces everything a player wrote, without history: for what was saved. */
  restore(saved: Partial<Record<Field, ArrayLike<number>>>): void {
    for (const field of FIELDS) {
      const values = saved[field];
      if (values && field !== 'clue')
        this.values[field].set(Array.from(values).slice(0, this.layout.count));
    }
    // A clue stays what it is.
    for (let cell = 0; cell < this.layout.count; cell++)
      if (this.isClue(cell)) this.values.digit[cell] = 0;
    this.done = [];
    this.undone = [];
  }

  isClue(cell: number): boolean {
    return this.values.clue[cell] !== 0;
  }

  /** The digit of a cell, clue or not; 0 if it is empty. */
  digit(cell: number): number {
    return this.values.clue[cell] || this.values.digit[cell];
  }

  isFull(): boolean {
    for (let cell = 0; cell < this.layout.count; cell++) if (this.digit(cell) === 0) return false;
    return true;
  }

  /** Whether the player has written anything. */
  isTouched(): boolean {
    return FIELDS.some(
      (field) => field !== 'clue' && this.values[field].some((value) => value !== 0),
    );
  }

  /** The candidates of an empty cell: what its peers leave, less what the player has ruled out. */
  candidates(cell: number): number {
    if (this.digit(cell) !== 0) return 0;
    return this.possible(cell) & ~this.values.removed[cell];
  }

  /** What the peers of a cell leave. */
  possible(cell: number): number {
    let taken = 0;
    for (const peer of this.layout.peers[cell]) {
      const digit = this.digit(peer);
      if (digit) taken |= bit(digit);
    }
    return this.layout.all & ~taken;
  }

  /** How often each digit stands in the grid, by digit. */
  counts(): number[] {
    const counts = new Array<number>(this.layout.size + 1).fill(0);
    for (let cell = 0; cell < this.layout.count; cell++) counts[this.digit(cell)]++;
    return counts;
  }

  /** Cells whose digit stands twice in a house. */
  repeats(): Set<number> {
    const found = new Set<number>();
    for (const house of this.layout.houses) {
      const first = new Map<number, number>();
      for (const cell of house.cells) {
        const digit = this.digit(cell);
        if (!digit) continue;
        const other = first.get(digit);
        if (other === undefined) first.set(digit, cell);
        else found.add(cell).add(other);
      }
    }
    return found;
  }

  // --- history ---

  get canUndo(): boolean {
    return this.done.length > 0;
  }

  get canRedo(): boolean {
    return this.undone.length > 0;
  }

  /** How many moves can be taken back. */
  get moves(): number {
    return this.done.length;
  }

  /** Takes the last move back; the cells that changed. */
  undo(): number[] {
    const move = this.done.pop();
    if (!move) return [];
    for (const { field, cell, before } of [...move].reverse()) this.values[field][cell] = before;
    this.undone.push(move);
    return cellsOf(move);
  }

  redo(): number[] {
    const move = this.undone.pop();
    if (!move) return [];
    for (const { field, cell, after } of move) this.values[field][cell] = after;
    this.done.push(move);
    return cellsOf(move);
  }

  /** Joins the last two moves, so that they are undone together. */
  join(): void {
    const last = this.done.pop();
    const before = this.done.pop();
    if (last) this.done.push([...(before ?? []), ...last]);
    else if (before) this.done.push(before);
  }

  /** Makes changes, which are undone together; what changes nothing is left out. Returns whether anything changed. */
  change(edit: (set: (field: Field, cell: number, value: number) => void) => void): boolean {
    const move: Change[] = [];
    edit((field, cell, value) => {
      const before = this.values[field][cell];
      const after = value >>> 0;
      if (before === after) return;
      this.values[field][cell] = after;
      move.push({ field, cell, before, after });
    });
    if (move.length === 0) return false;
    this.done.push(move);
    this.undone = [];
    return true;
  }

  // --- what players do ---

  /** Enters a digit, mark or color into cells. If all of them have it already, it goes. */
  enter(mode: Mode, number: number, cells: Iterable<number>, options: Options): boolean {
    const all = [...cells];
    if (mode === 'color') return number <= COLORS && this.toggle('color', all, number);
    if (number > this.layout.size) return false;
    if (mode === 'digit')
      return this.enterDigit(
        number,
        all.filter((cell) => !this.isClue(cell)),
        options,
      );
    const open = all.filter((cell) => this.digit(cell) === 0);
    if (mode === 'center' && options.autoCandidates) {
      const possible = open.filter((cell) => has(this.possible(cell), number));
      return this.toggle('removed', possible, number);
    }
    return this.toggle(mode, open, number);
  }

  private enterDigit(digit: number, cells: number[], options: Options): boolean {
    const goes = cells.length > 0 && cells.every((cell) => this.values.digit[cell] === digit);
    return this.change((set) => {
      for (const cell of cells) {
        set('digit', cell, goes ? 0 : digit);
        if (!goes && options.autoRemove) this.clearPeers(set, cell, digit);
      }
    });
  }

  private clearPeers(
    set: (field: Field, cell: number, value: number) => void,
    cell: number,
    digit: number,
  ): void {
    for (const peer of this.layout.peers[cell]) {
      for (const field of ['corner', 'center'] as const)
        set(field, peer, this.values[field][peer] & ~bit(digit));
    }
  }

  private toggle(
    field: 'corner' | 'center' | 'color' | 'removed',
    cells: number[],
    number: number,
  ): boolean {
    const goes = cells.every((cell) => has(this.values[field][cell], number));
    return this.change((set) => {
      for (const cell of cells) {
        const value = this.values[field][cell];
        set(field, cell, goes ? value & ~bit(number) : value | bit(number));
      }
    });
  }

  /** Clears one layer of cells: digits first, then marks in the center (or what was ruled out), corners, colors. */
  clear(cells: Iterable<number>, options: Options): boolean {
    const all = [...cells];
    const open = all.filter((cell) => this.digit(cell) === 0);
    const layers: [Field, number[]][] = [
      ['digit', all.filter((cell) => !this.isClue(cell))],
      [options.autoCandidates ? 'removed' : 'center', open],
      ['corner', open],
      ['color', all],
    ];
    for (const [field, where] of layers) {
      if (where.some((cell) => this.values[field][cell] !== 0)) {
        return this.change((set) => where.forEach((cell) => set(field, cell, 0)));
      }
    }
    return false;
  }

  /** Takes away everything a player wrote. */
  restart(): boolean {
    return this.change((set) => {
      for (const field of FIELDS) {
        if (field !== 'clue')
          for (let cell = 0; cell < this.layout.count; cell++) set(field, cell, 0);
      }
    });
  }

  clearColors(): boolean {
    return this.change((set) => {
      for (let cell = 0; cell < this.layout.count; cell++) set('color', cell, 0);
    });
  }

  /** Writes all candidates of open cells as marks in the center. */
  fillCenter(cells: Iterable<number>): boolean {
    const open = [...cells].filter((cell) => this.digit(cell) === 0);
    return this.change((set) => open.forEach((cell) => set('center', cell, this.candidates(cell))));
  }

  /** Takes the marks in the center as candidates: what is not marked is ruled out. Cells without marks stay as they are. */
  adoptCenter(): boolean {
    return this.change((set) => {
      for (let cell = 0; cell < this.layout.count; cell++) {
        const marks = this.values.center[cell];
        if (this.digit(cell) === 0 && marks !== 0) set('removed', cell, this.layout.all & ~marks);
      }
    });
  }

  /** Makes a step: places digits and rules candidates out, in the marks of the player as well. */
  apply(
    placements: readonly Candidate[],
    eliminations: readonly Candidate[],
    options: Options,
  ): boolean {
    return this.change((set) => {
      for (const { cell, digit } of placements) {
        if (this.isClue(cell)) continue;
        set('digit', cell, digit);
        if (options.autoRemove) this.clearPeers(set, cell, digit);
      }
      for (const { cell, digit } of eliminations) {
        set('removed', cell, this.values.removed[cell] | bit(digit));
        for (const field of ['corner', 'center'] as const)
          set(field, cell, this.values[field][cell] & ~bit(digit));
      }
    });
  }

  /** Enters or clears a clue; what a player wrote there goes. For setting puzzles. */
  setClue(digit: number, cells: Iterable<number>): boolean {
    const all = [...cells];
    const goes = all.every((cell) => this.values.clue[cell] === digit);
    return this.change((set) => {
      for (const cell of all) {
        set('clue', cell, goes ? 0 : digit);
        for (const field of ['digit', 'corner', 'center', 'removed'] as const) set(field, cell, 0);
      }
    });
  }
}

/** A digit in a cell. */
export interface Candidate {
  readonly cell: number;
  readonly digit: number;
}

const cellsOf = (move: Move): number[] =>
  [...new Set(move.map(({ cell }) => cell))].sort((a, b) => a - b);

/** What makes two cells alike for a double click: the digit, else all marks in the center, the corner, the colors. */
export function alike(game: Game, cell: number): number[] {
  const cells = Array.from({ length: game.layout.count }, (_, other) => other);
  const digit = game.digit(cell);
  if (digit) return cells.filter((other) => game.digit(other) === digit);
  for (const field of ['center', 'corner', 'color'] as const) {
    const value = game.get(field, cell);
    if (value)
      return cells.filter((other) => game.digit(other) === 0 && game.get(field, other) === value);
  }
  return [cell];
}

export { digitsOf };
