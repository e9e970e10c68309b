// The selected cells, and the cursor, which is the last used cell.

import type { Layout } from './layout.ts';

export type Direction = 'up' | 'down' | 'left' | 'right';

export class Selection {
  private cells = new Set<number>();
  private at = 0;
  private readonly layout: Layout;

  constructor(layout: Layout) {
    this.layout = layout;
  }

  /** The last used cell. It may be outside the selection. */
  get cursor(): number {
    return this.at;
  }

  get size(): number {
    return this.cells.size;
  }

  has(cell: number): boolean {
    return this.cells.has(cell);
  }

  /** Returns the selected cells in ascending order. */
  list(): number[] {
    return [...this.cells].sort((a, b) => a - b);
  }

  /** Returns the selected cells in the order in which they were selected. */
  inOrder(): number[] {
    return [...this.cells];
  }

  /** Selects only this cell. */
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

  /** Selects a pressed cell: alone, or added to the others. `toggle` deselects a selected one. */
  press(cell: number, add: boolean, toggle: boolean): void {
    if (!add) this.only(cell);
    else if (toggle && this.has(cell)) this.remove(cell);
    else this.add(cell);
  }

  /** Selects exactly these cells. The cursor moves if it is outside of them. */
  set(cells: Iterable<number>): void {
    this.cells = new Set(cells);
    if (!this.cells.has(this.at) && this.cells.size > 0) this.at = Math.min(...this.cells);
  }

  all(): void {
    this.cells = new Set(this.layout.cells);
  }

  none(): void {
    this.cells.clear();
  }

  invert(): void {
    this.cells = new Set(this.layout.cells.filter((cell) => !this.cells.has(cell)));
  }

  /** Moves the cursor by a cell. The edges wrap around. `extend` keeps the selection. */
  move(direction: Direction, extend: boolean): void {
    // Without a selection the cursor is invisible, so the first key only shows it.
    if (this.cells.size === 0) return this.only(this.at);
    const { size } = this.layout;
    const wrap = (n: number) => (n + size) % size;
    let row = this.layout.row(this.at);
    let column = this.layout.column(this.at);
    if (direction === 'up') row = wrap(row - 1);
    if (direction === 'down') row = wrap(row + 1);
    if (direction === 'left') column = wrap(column - 1);
    if (direction === 'right') column = wrap(column + 1);
    const cell = row * size + column;
    if (extend) this.add(cell);
    else this.only(cell);
  }

  /** Moves the cursor to an end of its row, or of the grid if `whole` is set. */
  jump(to: 'start' | 'end', whole: boolean): void {
    const { size, count } = this.layout;
    const row = this.layout.row(this.at) * size;
    if (whole) this.only(to === 'start' ? 0 : count - 1);
    else this.only(to === 'start' ? row : row + size - 1);
  }
}
