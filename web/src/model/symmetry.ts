// Symmetries of the pattern of clues: which cells belong together.

/** The symmetries, with the names of the engine. */
export const SYMMETRIES = [
  'none',
  'rotational',
  'quarter',
  'horizontal',
  'vertical',
  'both-mirrors',
  'diagonal',
  'anti-diagonal',
  'both-diagonals',
  'full',
] as const;

export type Symmetry = (typeof SYMMETRIES)[number];

type Move = (row: number, column: number, last: number) => readonly [number, number];

const HALF_TURN: Move = (row, column, last) => [last - row, last - column];
const QUARTER_TURN: Move = (row, column, last) => [column, last - row];
const ROWS: Move = (row, column, last) => [last - row, column];
const COLUMNS: Move = (row, column, last) => [row, last - column];
const DOWN: Move = (row, column) => [column, row];
const UP: Move = (row, column, last) => [last - column, last - row];

/** Moves that lead from a cell to all others of its symmetry, one after the other. */
const MOVES: Readonly<Record<Symmetry, readonly Move[]>> = {
  none: [],
  rotational: [HALF_TURN],
  quarter: [QUARTER_TURN],
  horizontal: [ROWS],
  vertical: [COLUMNS],
  'both-mirrors': [ROWS, COLUMNS],
  diagonal: [DOWN],
  'anti-diagonal': [UP],
  'both-diagonals': [DOWN, UP],
  full: [ROWS, DOWN],
};

/** Returns the cells that a clue in a cell asks for, with the cell itself first. */
export function partners(size: number, symmetry: Symmetry, cell: number): number[] {
  const found = [cell];
  // The list grows while it is read, until no move leads to a new cell.
  for (const one of found)
    for (const move of MOVES[symmetry]) {
      const [row, column] = move(Math.floor(one / size), one % size, size - 1);
      const other = row * size + column;
      if (!found.includes(other)) found.push(other);
    }
  return found;
}

/** Returns the cells without a clue that need one, so that the clues have the symmetry. */
export function withoutPartner(
  size: number,
  symmetry: Symmetry,
  clues: readonly number[],
): number[] {
  const has = new Set(clues);
  const asked = new Set(clues.flatMap((cell) => partners(size, symmetry, cell)));
  return [...asked].filter((cell) => !has.has(cell)).sort((a, b) => a - b);
}
