// Which cells are selected, and which of them has the cursor. Pure.

import type { Layout } from './layout.ts';

export type Direction = 'up' | 'down' | 'left' | 'right';

export class Selection {
  private cells = new Set<number>();
  private at = 0;
  private readonly layout: Layout;

  constructor(layout: Layout) {
    this.layout = layout;
  }

  /** The cell with the cursor; it keeps the keyboard's place even if nothing is selected. */
  get cursor(): number {
    return this.at;
  }

  get size(): number {
    return this.cells.size;
  }

  has(cell: number): boolean {
    return this.cells.has(cell);
  }

  /** The selected cells in reading order. */
  list(): number[] {
    return [...this.cells].sort((a, b) => a - b);
  }

  /** Selects one cell only. */
  only(cell: number): void {
    this.cells = new Set([cell]);
    this.at = cell;
  }

  add(cell: number): void {
    this.cells.add(cell);
    this.at = cell;
  }

  remove(cell: number): void {
    this.cells.delete(cell);
    this.at = cell;
  }

  set(cells: Iterable<number>): void {
    this.cells = new Set(cells);
    if (!this.cells.has(this.at) && this.cells.size > 0) this.at = Math.min(...this.cells);
  }

  all(): void {
    this.cells = new Set(Array.from({ length: this.layout.count }, (_, cell) => cell));
  }

  none(): void {
    this.cells.clear();
  }

  invert(): void {
    const rest = Array.from({ length: this.layout.count }, (_, cell) => cell).filter(
      (cell) => !this.cells.has(cell),
    );
    this.set(rest);
  }

  /** Moves the cursor by a cell, around the edges; `extend` keeps what is selected. */
  move(direction: Direction, extend: boolean): void {
    // The first key only shows where the cursor is.
    if (this.cells.size === 0 && !extend) return this.only(this.at);
    const { size } = this.layout;
    const wrap = (n: number) => (n + size) % size;
    let row = this.layout.row(this.at);
    let column = this.layout.column(this.at);
    if (direction === 'up') row = wrap(row - 1);
    if (direction === 'down') row = wrap(row + 1);
    if (direction === 'left') column = wrap(column - 1);
    if (direction === 'right') column = wrap(column + 1);
    const cell = row * size + column;
    if (extend) {
      this.cells.add(this.at);
      this.add(cell);
    } else {
      this.only(cell);
    }
  }

  /** Moves the cursor to an end of its row (or of the grid). */
  jump(to: 'start' | 'end', whole: boolean): void {
    const { size, count } = this.layout;
    const row = this.layout.row(this.at) * size;
    if (whole) this.only(to === 'start' ? 0 : count - 1);
    else this.only(to === 'start' ? row : row + size - 1);
  }
}
