// A puzzle with the entries of the player, and the history of moves. Uses no page, clock or engine.
//
// The rules are those of the crate `ndoku-game`. The games in `crates/ndoku-game/testdata/games`
// are tests of both. All changes go through `change`, which makes them one move for undo and redo.

import { bit, has } from './bits.ts';
import type { Layout } from './layout.ts';
import { cellsAt, COLOR_COUNT, isAt, isDrawable, LAYERS } from './sketch.ts';
import type { Drawing, Layer } from './sketch.ts';

/**
 * A layer of a cell: the clue, the digit of the player, marks in the corners, marks in the center,
 * colors, and removed candidates. All but the first two are sets of numbers as bits.
 */
export type Field = 'clue' | 'digit' | 'corner' | 'center' | 'color' | 'removed';

export const FIELDS: readonly Field[] = ['clue', 'digit', 'corner', 'center', 'color', 'removed'];

/** The layers that the player changes. */
export const PLAYER_FIELDS: readonly Field[] = FIELDS.filter((field) => field !== 'clue');

const MARK_FIELDS = ['corner', 'center'] as const;

/** The kind of an entry. */
export type Mode = 'digit' | 'corner' | 'center' | 'color';

export const MODES: readonly Mode[] = ['digit', 'corner', 'center', 'color'];

/** What a press in the grid does instead of a selection: color candidates, draw links or lines. */
export type ToolName = 'paint' | 'link' | 'pen';

export interface Options {
  /** Show all candidates automatically. Center marks then remove candidates. */
  autoCandidates: boolean;
  /** An entered digit removes its marks from the peers of its cell. */
  autoRemove: boolean;
}

/** The entries of a player, by field. Missing fields are empty. */
export type Entries = Partial<Record<Field, ArrayLike<number>>>;

/** A digit in a cell. */
export interface Candidate {
  readonly cell: number;
  readonly digit: number;
}

export interface Change {
  readonly field: Field | Layer;
  /** The cell of a field, or the key of a drawing. */
  readonly cell: number;
  readonly before: number;
  readonly after: number;
}

/** Changes that are undone together. */
export type Move = readonly Change[];

type Setter = (field: Field | Layer, cell: number, value: number) => void;

/** The way in which values changed. */
export type ChangeKind = 'move' | 'undo' | 'redo';

/** Receives a change. Those of an undone move lead from its `after` to its `before`. */
export type Watcher = (kind: ChangeKind, move: readonly Change[]) => void;

/** Returns the changes of a move in their order, as undo makes them or as they were made. */
const valuesOf = (kind: ChangeKind, move: Move): Move =>
  kind === 'undo'
    ? [...move].reverse().map((one) => ({ ...one, before: one.after, after: one.before }))
    : move;

const isLayer = (field: Field | Layer): field is Layer => LAYERS.includes(field as Layer);

export class Game {
  readonly layout: Layout;
  private readonly values: Record<Field, Uint32Array>;
  private readonly start: Entries;
  private done: Move[] = [];
  private undone: Move[] = [];
  private readonly drawings: Record<Layer, Map<number, number>> = {
    tint: new Map(),
    link: new Map(),
    pen: new Map(),
  };
  /** Called after every change except `restore`. */
  watcher: Watcher | null = null;

  /** Starts a game from clues, and from entries that the text of the puzzle contains. */
  constructor(layout: Layout, clues: ArrayLike<number>, start: Entries = {}) {
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
    this.restore(start);
    this.start = Object.fromEntries(PLAYER_FIELDS.map((field) => [field, this.copy(field)]));
  }

  private copy(field: Field): Uint32Array {
    return this.values[field].slice();
  }

  get(field: Field, cell: number): number {
    return this.values[field][cell];
  }

  /** Returns all values of a field. Callers do not change them. */
  field(field: Field): Uint32Array {
    return this.values[field];
  }

  /** Returns another game with the start of this one. */
  copyStart(): Game {
    return new Game(this.layout, this.values.clue, this.start);
  }

  /** Returns a drawing of the player. Callers do not change it. */
  drawing(layer: Layer): Drawing {
    return this.drawings[layer];
  }

  private read(field: Field | Layer, key: number): number {
    return isLayer(field) ? (this.drawings[field].get(key) ?? 0) : this.values[field][key];
  }

  private write(field: Field | Layer, key: number, value: number): void {
    if (!isLayer(field)) this.values[field][key] = value;
    else if (value === 0) this.drawings[field].delete(key);
    else this.drawings[field].set(key, value);
  }

  /** Restores stored entries and drawings, without a history. */
  restore(entries: Entries, drawings: Partial<Record<Layer, Drawing>> = {}): void {
    for (const layer of LAYERS) {
      this.drawings[layer].clear();
      for (const [key, value] of drawings[layer] ?? [])
        if (isDrawable(this.layout, layer, key, value)) this.write(layer, key, value);
    }
    for (const field of PLAYER_FIELDS) {
      const values = entries[field];
      if (values) this.values[field].set(Array.from(values).slice(0, this.layout.count));
    }
    for (const cell of this.layout.cells) if (this.isClue(cell)) this.values.digit[cell] = 0;
    this.done = [];
    this.undone = [];
  }

  isClue(cell: number): boolean {
    return this.values.clue[cell] !== 0;
  }

  /** Returns the digit of a cell, clue or not, or 0 for an open cell. */
  digit(cell: number): number {
    return this.values.clue[cell] || this.values.digit[cell];
  }

  isBlank(cell: number): boolean {
    return this.digit(cell) === 0;
  }

  isFull(): boolean {
    return !this.layout.cells.some((cell) => this.isBlank(cell));
  }

  /** Returns `true` if there are entries of the player. */
  isTouched(): boolean {
    return (
      PLAYER_FIELDS.some((field) => this.values[field].some((value) => value !== 0)) ||
      LAYERS.some((layer) => this.drawings[layer].size > 0)
    );
  }

  /** Returns the digits that the peers of a cell allow. */
  possible(cell: number): number {
    let taken = 0;
    for (const peer of this.layout.peers[cell]) {
      const digit = this.digit(peer);
      if (digit) taken |= bit(digit);
    }
    return this.layout.all & ~taken;
  }

  /**
   * Returns `true` if center marks count as candidates: every open cell has some, and automatic
   * candidates are off.
   */
  areMarksCandidates({ autoCandidates }: Options): boolean {
    if (autoCandidates) return false;
    const blank = this.layout.cells.filter((cell) => this.isBlank(cell));
    return blank.length > 0 && blank.every((cell) => this.values.center[cell] !== 0);
  }

  /** Returns the candidates of every open cell. Other cells have none. */
  candidates(options: Options): number[] {
    const marked = this.areMarksCandidates(options);
    const { center, removed } = this.values;
    return this.layout.cells.map((cell) => {
      if (!this.isBlank(cell)) return 0;
      return this.possible(cell) & ~removed[cell] & (marked ? center[cell] : ~0);
    });
  }

  /** Returns the number of occurrences of each digit. */
  counts(): number[] {
    const counts = new Array<number>(this.layout.size + 1).fill(0);
    for (const cell of this.layout.cells) counts[this.digit(cell)]++;
    return counts;
  }

  /** Returns the cells whose digit is repeated in a house. */
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

  /** Number of moves that can be undone. */
  get undoCount(): number {
    return this.done.length;
  }

  /** Number of moves that can be redone. */
  get redoCount(): number {
    return this.undone.length;
  }

  /** Returns the changes that undo or redo would make, in their order. */
  next(kind: 'undo' | 'redo'): readonly Change[] {
    return valuesOf(kind, this.last(kind) ?? []);
  }

  /** Returns the move that undo or redo would take. */
  last(kind: 'undo' | 'redo'): Move | undefined {
    return (kind === 'undo' ? this.done : this.undone).at(-1);
  }

  /** Adds a move that changes no value, and returns it. It stands for something else. */
  addMark(): Move {
    const move: Move = [];
    this.done.push(move);
    this.undone = [];
    return move;
  }

  /** Takes the clues and the history of another game that has the same entries. */
  takeHistory({ done, undone, values }: Game): void {
    this.values.clue.set(values.clue);
    this.done = [...done];
    this.undone = [...undone];
  }

  /** Undoes the last move, and returns the cells that it changed. */
  undo(): number[] {
    const move = this.done.pop();
    if (!move) return [];
    for (const { field, cell, before } of [...move].reverse()) this.write(field, cell, before);
    this.undone.push(move);
    this.watcher?.('undo', move);
    return this.cellsOf(move);
  }

  /** Redoes the last undone move, and returns the cells that it changed. */
  redo(): number[] {
    const move = this.undone.pop();
    if (!move) return [];
    for (const { field, cell, after } of move) this.write(field, cell, after);
    this.done.push(move);
    this.watcher?.('redo', move);
    return this.cellsOf(move);
  }

  /** Returns the cells of a move in ascending order. */
  private cellsOf(move: Move): number[] {
    const cells = move.flatMap(({ field, cell }) =>
      isLayer(field) ? cellsAt(this.layout, field, cell) : [cell],
    );
    return [...new Set(cells)].sort((a, b) => a - b);
  }

  /** Undoes the last move and removes it from the history. */
  retract(): void {
    this.undo();
    this.undone = [];
  }

  /** Makes one move of all changes. Returns `true` if a value changed. */
  change(edit: (set: Setter) => void): boolean {
    const move: Change[] = [];
    edit((field, cell, value) => {
      const before = this.read(field, cell);
      const after = value >>> 0;
      if (before === after) return;
      this.write(field, cell, after);
      move.push({ field, cell, before, after });
    });
    if (move.length === 0) return false;
    this.done.push(move);
    this.undone = [];
    this.watcher?.('move', move);
    return true;
  }

  // --- entries ---

  /** Enters a digit, mark or color into cells. Removes it if all of them have it. */
  enter(mode: Mode, number: number, cells: Iterable<number>, options: Options): boolean {
    const all = [...cells];
    if (mode === 'color') return number <= COLOR_COUNT && this.toggle('color', all, number);
    if (number > this.layout.size) return false;
    if (mode === 'digit') {
      const open = all.filter((cell) => !this.isClue(cell));
      return this.enterDigit(number, open, options);
    }
    const blank = all.filter((cell) => this.isBlank(cell));
    if (mode === 'center' && options.autoCandidates) {
      const possible = blank.filter((cell) => has(this.possible(cell), number));
      return this.toggle('removed', possible, number);
    }
    return this.toggle(mode, blank, number);
  }

  private enterDigit(digit: number, cells: number[], options: Options): boolean {
    const isRemoved = cells.every((cell) => this.values.digit[cell] === digit);
    return this.change((set) => {
      for (const cell of cells) {
        set('digit', cell, isRemoved ? 0 : digit);
        if (!isRemoved && options.autoRemove) this.removePeerMarks(set, cell, digit);
      }
    });
  }

  private removePeerMarks(set: Setter, cell: number, digit: number): void {
    for (const peer of this.layout.peers[cell]) {
      for (const field of MARK_FIELDS) set(field, peer, this.values[field][peer] & ~bit(digit));
    }
  }

  private toggle(
    field: 'corner' | 'center' | 'color' | 'removed',
    cells: number[],
    number: number,
  ): boolean {
    const { center, removed } = this.values;
    const isRemoved = cells.every((cell) => has(this.values[field][cell], number));
    return this.change((set) => {
      for (const cell of cells) {
        const value = this.values[field][cell];
        set(field, cell, isRemoved ? value & ~bit(number) : value | bit(number));
        // A candidate that is marked again is no longer removed.
        const isMark = field === 'corner' || field === 'center';
        if (isMark && has(center[cell], number)) set('removed', cell, removed[cell] & ~bit(number));
      }
    });
  }

  /**
   * Clears one layer of cells: digits, or else center marks (removed candidates if candidates are
   * automatic), corner marks, colors of candidates, colors, links, or signs of the pen.
   */
  clear(cells: Iterable<number>, options: Options): boolean {
    const all = new Set(cells);
    const fields: (Field | Layer)[] = [
      'digit',
      options.autoCandidates ? 'removed' : 'center',
      'corner',
      'tint',
      'color',
      'link',
      'pen',
    ];
    return fields.some((field) =>
      this.change((set) => {
        if (isLayer(field)) this.eraseDrawing(set, field, all);
        else all.forEach((cell) => set(field, cell, 0));
      }),
    );
  }

  /** Erases a drawing, or the part of it at these cells. */
  private eraseDrawing(set: Setter, layer: Layer, cells: ReadonlySet<number> | null = null): void {
    for (const key of [...this.drawings[layer].keys()])
      if (!cells || isAt(this.layout, layer, key, cells)) set(layer, key, 0);
  }

  /** Restores the start of the game. This can be undone like any move. */
  restart(): boolean {
    return this.change((set) => {
      for (const field of PLAYER_FIELDS)
        for (const cell of this.layout.cells) set(field, cell, this.start[field]?.[cell] ?? 0);
      for (const layer of LAYERS) this.eraseDrawing(set, layer);
    });
  }

  /** Clears the colors of cells and candidates, and the links. */
  clearColors(): boolean {
    return this.change((set) => {
      for (const cell of this.layout.cells) set('color', cell, 0);
      for (const layer of ['tint', 'link'] as const) this.eraseDrawing(set, layer);
    });
  }

  /** Clears one drawing. */
  clearDrawing(layer: Layer): boolean {
    return this.change((set) => this.eraseDrawing(set, layer));
  }

  /** Enters all candidates of open cells as center marks. */
  markCandidates(cells: Iterable<number>): boolean {
    const blank = [...cells].filter((cell) => this.isBlank(cell));
    return this.change((set) => {
      for (const cell of blank)
        set('center', cell, this.possible(cell) & ~this.values.removed[cell]);
    });
  }

  /** Removes all candidates without a center mark. Cells without center marks do not change. */
  removeUnmarked(): boolean {
    return this.change((set) => {
      for (const cell of this.layout.cells) {
        const marks = this.values.center[cell];
        if (this.isBlank(cell) && marks !== 0) set('removed', cell, this.layout.all & ~marks);
      }
    });
  }

  /** Applies a step: places digits, and removes candidates and their marks. */
  apply(
    placements: readonly Candidate[],
    eliminations: readonly Candidate[],
    options: Options,
  ): boolean {
    return this.change((set) => {
      for (const { cell, digit } of placements) {
        if (this.isClue(cell)) continue;
        set('digit', cell, digit);
        if (options.autoRemove) this.removePeerMarks(set, cell, digit);
      }
      for (const { cell, digit } of eliminations) {
        set('removed', cell, this.values.removed[cell] | bit(digit));
        for (const field of MARK_FIELDS) set(field, cell, this.values[field][cell] & ~bit(digit));
      }
    });
  }

  /** Clears wrong digits, and restores candidates of the solution that were removed. */
  correct(
    digits: readonly Candidate[],
    candidates: readonly Candidate[],
    options: Options,
  ): boolean {
    const marked = this.areMarksCandidates(options);
    const { center, removed } = this.values;
    return this.change((set) => {
      for (const { cell } of digits) set('digit', cell, 0);
      for (const { cell, digit } of candidates) {
        set('removed', cell, removed[cell] & ~bit(digit));
        if (marked) set('center', cell, center[cell] | bit(digit));
      }
    });
  }

  /** Enters or removes a clue, and removes the entries of its cell. */
  setClue(digit: number, cells: Iterable<number>): boolean {
    const all = [...cells];
    const isRemoved = all.every((cell) => this.values.clue[cell] === digit);
    return this.change((set) => {
      for (const cell of all) {
        set('clue', cell, isRemoved ? 0 : digit);
        for (const field of ['digit', 'corner', 'center', 'removed'] as const) set(field, cell, 0);
      }
    });
  }
}

/**
 * Returns all cells with the same content as this one: the same digit, or else the same center
 * marks, corner marks or colors.
 */
export function equalCells(game: Game, cell: number, options: Options): number[] {
  const { cells } = game.layout;
  const digit = game.digit(cell);
  if (digit) return cells.filter((other) => game.digit(other) === digit);
  const center = options.autoCandidates ? game.candidates(options) : game.field('center');
  for (const marks of [center, game.field('corner')]) {
    if (marks[cell])
      return cells.filter((other) => game.isBlank(other) && marks[other] === marks[cell]);
  }
  const colors = game.field('color');
  if (colors[cell]) return cells.filter((other) => colors[other] === colors[cell]);
  return [cell];
}
