// From an answer of the engine to a game, and from a game to what the engine is asked. Pure.

import type { Ask, Grid, State, Step } from '../engine/api.ts';
import { bit, digitsOf, setOf } from './bits.ts';
import { Game } from './game.ts';
import { Layout } from './layout.ts';
import type { Overlay } from './picture.ts';
import type { LayoutAsk } from './share.ts';

/** A puzzle that is played, as it is written in links and asked about. */
export interface Puzzle {
  /** Its text, with `layout` readable by the engine. */
  readonly text: string;
  readonly layout: LayoutAsk;
  readonly title: string;
}

export const layoutOf = (grid: Grid): Layout =>
  new Layout({
    size: grid.size,
    symbols: grid.symbols,
    regions: grid.regions,
    jigsaw: grid.layout.regions !== undefined,
    houses: grid.houses,
    down: grid.layout.diagonals?.includes('main') ?? false,
    up: grid.layout.diagonals?.includes('anti') ?? false,
    rules: grid.layout.rules ?? [],
  });

/** Clues as a text: a line of symbols, or numbers with spaces between where a symbol has several characters. */
export function written(clues: ArrayLike<number>, symbols: readonly string[]): string {
  const wide = symbols.some((symbol) => symbol.length > 1);
  const cells = Array.from(clues, (digit) => (digit === 0 ? '.' : symbols[digit - 1]));
  if (!wide) return cells.join('');
  const size = Math.sqrt(cells.length);
  return Array.from({ length: size }, (_, row) =>
    cells.slice(row * size, (row + 1) * size).join(' '),
  ).join('\n');
}

/** The layout as it has to be said beside a line of clues; for the classic one nothing. */
export function layoutBeside(grid: Pick<Grid, 'size' | 'layout' | 'symbols'>): LayoutAsk {
  const { box, regions, diagonals, rules } = grid.layout;
  const ask: LayoutAsk = {};
  if (regions) ask.regions = regions.replace(/\s+/g, '');
  else if (box && !(grid.size === 9 && box === '3x3')) ask.box = box;
  if (diagonals?.length) ask.diagonals = diagonals;
  if (rules?.length) ask.rules = rules;
  const symbols = alphabet(grid.symbols);
  if (symbols) ask.symbols = symbols;
  return ask;
}

/** The engine's name for symbols that clues alone do not tell for certain. */
function alphabet(symbols: readonly string[]): string | null {
  if (symbols.length <= 9 && symbols[0] === '1') return null;
  const known: Record<string, (n: number) => string> = {
    dec: (n) => String(n + 1),
    alnum: (n) => (n < 9 ? String(n + 1) : String.fromCharCode(56 + n)),
    alpha: (n) => String.fromCharCode(65 + n),
    hex0: (n) => n.toString(16).toUpperCase(),
  };
  return (
    Object.keys(known).find((name) => symbols.every((symbol, n) => symbol === known[name](n))) ??
    null
  );
}

/** A puzzle of nothing but pencilmarks has no other text than the engine's own. */
const isPencilmarked = (grid: Grid): boolean =>
  grid.candidates !== undefined && grid.clues.every((clue) => clue === 0) && !grid.placed;

export function puzzleOf(grid: Grid): Puzzle {
  const title = grid.title ?? '';
  if (isPencilmarked(grid)) return { text: grid.text, layout: {}, title };
  return { text: written(grid.clues, grid.symbols), layout: layoutBeside(grid), title };
}

/** The game that begins with a puzzle; what a text says of a player's digits and candidates is entered. */
export function gameOf(grid: Grid): Game {
  const layout = layoutOf(grid);
  const game = new Game(layout, grid.clues);
  const removed = grid.candidates?.map((digits, cell) =>
    game.isClue(cell) || grid.placed?.[cell] ? 0 : layout.all & ~setOf(digits),
  );
  game.restore({ digit: grid.placed ?? [], removed: removed ?? [] });
  return game;
}

export const askOf = (puzzle: Puzzle): Ask => ({ puzzle: puzzle.text, layout: puzzle.layout });

/** How far the player has come. Candidates are told only if some were ruled out. */
export function stateOf(game: Game): State {
  const cells = Array.from({ length: game.layout.count }, (_, cell) => cell);
  const digits = cells.map((cell) => game.digit(cell));
  if (!game.field('removed').some((set) => set !== 0)) return { digits };
  return { digits, candidates: cells.map((cell) => digitsOf(game.candidates(cell))) };
}

/** All positions of a path: before each step, and after the last. */
export function positions(
  layout: Layout,
  digits: readonly number[],
  candidates: readonly number[],
  steps: readonly Step[],
): Overlay[] {
  const now = { digits: [...digits], candidates: [...candidates] };
  const shown: Overlay[] = [];
  const keep = (step?: Step) =>
    shown.push({
      replaces: true,
      digits: [...now.digits],
      candidates: [...now.candidates],
      marks: step?.marks,
      cells: [],
    });
  for (const step of steps) {
    keep(step);
    for (const { cell, digit } of step.placements) {
      now.digits[cell] = digit;
      now.candidates[cell] = 0;
      for (const peer of layout.peers[cell]) now.candidates[peer] &= ~bit(digit);
    }
    for (const { cell, digit } of step.eliminations) now.candidates[cell] &= ~bit(digit);
  }
  keep();
  return shown;
}

/** The cells to look at for a step: its houses, else the cells that it is about. */
export function lookAt(step: Step): number[] {
  const houses = step.marks.flatMap((mark) => (mark.kind === 'house' ? mark.cells : []));
  if (houses.length > 0) return [...new Set(houses)];
  const cells = step.marks.flatMap((mark) =>
    mark.kind === 'cell' || mark.kind === 'candidate' ? [mark.cell] : [],
  );
  return [...new Set(cells.length > 0 ? cells : step.placements.map(({ cell }) => cell))];
}

/** Marks of a step, with those of its effect added if the engine left them out. */
export function withEffect(step: Step): Step['marks'] {
  const has = (cell: number, digit: number, role: string) =>
    step.marks.some(
      (mark) =>
        mark.kind === 'candidate' &&
        mark.cell === cell &&
        mark.digit === digit &&
        mark.role === role,
    );
  const effect = (of: Step['placements'], role: string) =>
    of
      .filter(({ cell, digit }) => !has(cell, digit, role))
      .map(({ cell, digit }) => ({ kind: 'candidate' as const, cell, digit, role }));
  return [
    ...step.marks,
    ...effect(step.placements, 'placed'),
    ...effect(step.eliminations, 'eliminated'),
  ];
}
