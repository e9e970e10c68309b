// Conversions between responses of the engine, games, and requests.

import type {
  Grid,
  Highlight,
  LayoutRequest,
  PuzzleRequest,
  State,
  Step,
  SymbolsName,
} from '../engine/api.ts';
import { ruleName } from '../engine/names.ts';
import { t } from '../i18n.ts';
import { bit, digitsOf, setOf } from './bits.ts';
import { Game } from './game.ts';
import type { Options } from './game.ts';
import { Layout, plainLayout } from './layout.ts';
import type { Overlay } from './picture.ts';

/** A puzzle in links and requests. */
export interface Puzzle {
  /** The text. The engine reads it together with `layout`. */
  readonly text: string;
  readonly layout: LayoutRequest;
  readonly title: string;
}

export const createLayout = (grid: Grid): Layout =>
  new Layout({
    size: grid.size,
    symbols: grid.symbols,
    regions: grid.regions ?? null,
    jigsaw: Boolean(grid.layout.regions),
    houses: grid.houses,
    down: grid.layout.diagonals?.includes('main') ?? false,
    up: grid.layout.diagonals?.includes('anti') ?? false,
    rules: grid.layout.rules ?? [],
    decorations: grid.decorations ?? [],
  });

/**
 * Returns the grid of a line of 81 digits and dots, as the engine reads it. So the page starts
 * before the engine is loaded. Returns null for every other puzzle.
 */
export function plainGrid(text: string, request: LayoutRequest): Grid | null {
  if (!/^[.0-9]{81}$/.test(text) || Object.keys(request).length > 0) return null;
  const { size, symbols, regions, houses } = plainLayout(9, 3, 3);
  const line = text.replaceAll('0', '.');
  return {
    size,
    symbols,
    regions,
    houses,
    line,
    text: line,
    clues: Array.from(line, (symbol) => Number(symbol) || 0),
    description: '9×9, boxes 3×3',
    layout: { size, box: '3x3' },
  };
}

/** Returns the name that players use for a size and its rules: `X-Sudoku`, `Jigsaw 6×6`. */
export function layoutName(grid: Grid): string {
  const { size, layout } = grid;
  const diagonals = layout.diagonals?.length ?? 0;
  const names = [
    layout.regions ? t('layout.jigsaw') : '',
    diagonals === 2 ? t('layout.x') : diagonals === 1 ? t('layout.diagonal') : '',
    ...new Set((layout.rules ?? []).map(ruleName)),
  ].filter(Boolean);
  const shape = t(!grid.regions ? 'layout.latin' : 'layout.sudoku');
  const kind = names.length > 3 ? t('layout.variant') : names.join(', ') || shape;
  return size === 9 ? kind : `${kind} ${size}×${size}`;
}

/** Formats clues as a line, or as rows with spaces if symbols have several characters. */
export function formatClues(clues: ArrayLike<number>, symbols: readonly string[]): string {
  const wide = symbols.some((symbol) => symbol.length > 1);
  const cells = Array.from(clues, (digit) => (digit === 0 ? '.' : symbols[digit - 1]));
  if (!wide) return cells.join('');
  const size = Math.sqrt(cells.length);
  return Array.from({ length: size }, (_, row) =>
    cells.slice(row * size, (row + 1) * size).join(' '),
  ).join('\n');
}

/** Returns the parts of the layout that a line of clues does not show. */
export function layoutRequest(grid: Pick<Grid, 'size' | 'layout' | 'symbols'>): LayoutRequest {
  const { box, regions, diagonals, rules } = grid.layout;
  const isUsualBox = grid.size === 9 && box === '3x3';
  const symbols = alphabet(grid.symbols);
  return {
    ...(regions ? { regions: regions.replace(/\s+/g, '') } : box && !isUsualBox ? { box } : {}),
    ...(diagonals?.length ? { diagonals } : {}),
    ...(rules?.length ? { rules } : {}),
    ...(symbols ? { symbols } : {}),
  };
}

/** Returns the engine's name for symbols that clues may not show. */
function alphabet(symbols: readonly string[]): SymbolsName | null {
  if (symbols.length <= 9 && symbols[0] === '1') return null;
  const known: Partial<Record<SymbolsName, (n: number) => string>> = {
    dec: (n) => String(n + 1),
    alnum: (n) => (n < 9 ? String(n + 1) : String.fromCharCode(56 + n)),
    alpha: (n) => String.fromCharCode(65 + n),
    hex0: (n) => n.toString(16).toUpperCase(),
  };
  for (const [name, symbol] of Object.entries(known))
    if (symbols.every((one, n) => one === symbol(n))) return name as SymbolsName;
  return null;
}

/** Returns `true` for a puzzle of pencilmarks only. Only the engine's own format represents it. */
const isPencilmarked = (grid: Grid): boolean =>
  Boolean(grid.candidates) && grid.clues.every((clue) => clue === 0) && !grid.placed;

export function createPuzzle(grid: Grid): Puzzle {
  const title = grid.title ?? '';
  if (isPencilmarked(grid)) return { text: grid.text, layout: {}, title };
  return { text: formatClues(grid.clues, grid.symbols), layout: layoutRequest(grid), title };
}

/** Starts a game. Digits and candidates of the player in the text are entries. */
export function createGame(grid: Grid): Game {
  const layout = createLayout(grid);
  const removed = grid.candidates?.map((digits, cell) =>
    grid.clues[cell] || grid.placed?.[cell] ? 0 : layout.all & ~setOf(digits),
  );
  return new Game(layout, grid.clues, { digit: grid.placed ?? [], removed: removed ?? [] });
}

export const puzzleRequest = ({ text, layout }: Puzzle): PuzzleRequest => ({
  puzzle: text,
  layout,
});

/** Returns the progress of the player. Contains candidates only if some were removed. */
export function createState(game: Game, options: Options): State {
  const digits = game.layout.cells.map((cell) => game.digit(cell));
  const isRemoved = game.field('removed').some((set) => set !== 0);
  if (!isRemoved && !game.areMarksCandidates(options)) return { digits };
  return { digits, candidates: game.candidates(options).map(digitsOf) };
}

/** A position of a path, without the signs of its step. */
export interface PathPosition extends Overlay {
  readonly digits: readonly number[];
  readonly candidates: readonly number[];
}

/** Returns the positions of a path: before each step, and after the last. */
export function listPositions(
  layout: Layout,
  digits: readonly number[],
  candidates: readonly number[],
  steps: readonly Step[],
): PathPosition[] {
  const now = { digits: [...digits], candidates: [...candidates] };
  const shown: PathPosition[] = [];
  const keep = () =>
    shown.push({
      replaces: true,
      digits: [...now.digits],
      candidates: [...now.candidates],
      cells: [],
    });
  for (const step of steps) {
    keep();
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

/** Returns the marks of a step, with marks for its placements and eliminations. */
export function marksWithEffect(step: Step): readonly Highlight[] {
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
