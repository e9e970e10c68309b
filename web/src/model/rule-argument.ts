// Arguments of rules, written from selected cells.

import { withCellNames } from '../engine/names.ts';
import type { Layout } from './layout.ts';

/**
 * Returns the cells of a rule as its argument writes them, without the number before the colon. The
 * placeholder of the rule decides the form: a line, a diagonal, two groups or a list. Returns an
 * empty text for a form without cells.
 */
export function cellsOfRule(layout: Layout, placeholder: string, cells: readonly number[]): string {
  if (cells.length === 0 || !/CELL|LINE/.test(placeholder)) return '';
  const { size } = layout;
  const names = cells.map((cell) => layout.name(cell));
  if (placeholder.includes('LINE')) return lineOf(layout, cells);
  if (placeholder.includes('DIRECTION')) {
    // The second cell shows the direction. Without it, the diagonal leads into the grid.
    const [row, column] = [layout.row(cells[0]), layout.column(cells[0])];
    const aim = cells[1] ?? (size >> 1) * size + (size >> 1);
    const down = layout.row(aim) === row ? row === 0 : layout.row(aim) > row;
    const right = layout.column(aim) === column ? column === 0 : layout.column(aim) > column;
    return `${names[0]} ${down ? 'down' : 'up'}-${right ? 'right' : 'left'}`;
  }
  if (placeholder.startsWith('CIRCLE')) return `${names[0]}; ${names.slice(1).join(' ')}`;
  if (placeholder === 'CELLS; CELLS') {
    const half = Math.ceil(names.length / 2);
    return `${names.slice(0, half).join(' ')}; ${names.slice(half).join(' ')}`;
  }
  if (placeholder.includes('upper left')) {
    const [up, left] = [
      Math.min(...cells.map((c) => layout.row(c))),
      Math.min(...cells.map((c) => layout.column(c))),
    ];
    return layout.name(up * size + left);
  }
  return names.join(' ');
}

/**
 * Returns the line of a clue beside the grid, and its end if that is not the first one. The clue
 * stands beside the first cell, and the second cell shows the direction. Without it, or if it is in
 * no line of the first, the clue leads into the grid: along the row at its left and right edges, and
 * else along the column.
 */
function lineOf(layout: Layout, [first, second = first]: readonly number[]): string {
  const { size } = layout;
  const [row, column] = [layout.row(first), layout.column(first)];
  let [down, right] = [layout.row(second) - row, layout.column(second) - column];
  if ((down === 0) === (right === 0)) {
    right = column === 0 ? 1 : column === size - 1 ? -1 : 0;
    down = row > 0 && row >= size / 2 ? -1 : 1;
  }
  if (right !== 0) return `row ${row + 1}${right < 0 ? ' from right' : ''}`;
  return `column ${column + 1}${down < 0 ? ' from below' : ''}`;
}

/** Returns an argument with other cells. The number before the colon stays. */
export const withCells = (argument: string, cells: string): string =>
  withValue(cells, valueOf(argument));

/** Returns the number before the colon of an argument, or an empty text. */
export const valueOf = (argument: string): string => /^([^:]*):/.exec(argument)?.[1].trim() ?? '';

/** Returns an argument with another number before the colon, or without one. */
export function withValue(argument: string, value: string): string {
  const cells = argument.replace(/^[^:]*:\s*/, '');
  return value ? `${value}: ${cells}` : cells;
}

/** Returns `true` for an argument that selected cells cannot give: a map or a table. */
export const isTyped = (placeholder: string): boolean => /^(MAP|TABLE)\b/.test(placeholder);

/** Returns `true` for a rule with a number before its cells. */
export const hasValue = (placeholder: string): boolean =>
  /^\[?[A-Z]+:/.test(placeholder) && !isTyped(placeholder);

/** Returns the word for the number of a rule, from its placeholder in any language: `Sum`. */
export function valueWord(placeholder: string): string {
  const [, word = ''] = /^\[?(\p{Lu}+):/u.exec(placeholder) ?? [];
  return word.charAt(0) + word.slice(1).toLowerCase();
}

/** Returns a number as the engine reads it: digits of a quadruple are apart. A colon would end it. */
export function typedValue(id: string, typed: string): string {
  const value = typed.replaceAll(':', '').trim();
  return id === 'quadruple' && /^\d{2,4}$/.test(value) ? [...value].join(' ') : value.toUpperCase();
}

/**
 * Returns the least and the greatest number that a rule can have at so many cells. Returns null for
 * a rule without a number, and for cells that it cannot have.
 */
export function valueRange(id: string, size: number, count: number): [number, number] | null {
  const all = (size * (size + 1)) / 2;
  const ranges: Readonly<Record<string, [number, number]>> = {
    sum: [count, count * size],
    'little-killer': [count, count * size],
    'sum-line': [1, 63],
    difference: [1, size - 1],
    whisper: [1, size - 1],
    lockout: [1, size - 1],
    ratio: [2, size],
    modular: [2, size],
    sandwich: [0, Math.max(0, all - size - 1)],
    'x-sum': [1, all],
    skyscraper: [1, size],
    'numbered-room': [1, size],
  };
  if (id !== 'killer') return ranges[id] ?? null;
  if (count > size) return null;
  const least = (count * (count + 1)) / 2;
  return [least, count * (size + 1) - least];
}

/** The steps of the directions of diagonals, by row and column. */
const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  'down-right': [1, 1],
  'down-left': [1, -1],
  'up-right': [-1, 1],
  'up-left': [-1, -1],
};

/** Returns the cells of a rule, each once, in their order. Those of a clue are its whole line. */
export function cellsIn(layout: Layout, rule: string): number[] {
  const { size } = layout;
  const argument = rule.slice(rule.indexOf('=') + 1).replace(/^[^:]*:/, '');
  const found: number[] = [];
  const walk = (row: number, column: number, down: number, right: number, count: number) => {
    for (let n = 0; n < count; n++) {
      const [y, x] = [row + down * n, column + right * n];
      if (Math.min(y, x) >= 0 && Math.max(y, x) < size) found.push(y * size + x);
    }
  };
  if (!rule.includes('=')) return found;
  const [, line, number] = /\b(row|column) (\d+)/.exec(argument) ?? [];
  if (line === 'row') walk(Number(number) - 1, 0, 0, 1, size);
  if (line === 'column') walk(0, Number(number) - 1, 1, 0, size);
  const [, direction] = /\b((?:up|down)-(?:left|right))\b/.exec(argument) ?? [];
  let before: [number, number] | null = null;
  for (const [, dash, y, x] of argument.matchAll(/((?<=\d)-)?r(\d+)c(\d+)/gi)) {
    const [row, column]: [number, number] = [Number(y) - 1, Number(x) - 1];
    if (direction) walk(row, column, ...STEPS[direction], size);
    else if (dash && before) {
      const [down, right] = [row - before[0], column - before[1]];
      const length = Math.max(Math.abs(down), Math.abs(right));
      walk(...before, Math.sign(down), Math.sign(right), length);
    }
    walk(row, column, 0, 0, 1);
    before = [row, column];
  }
  if (/^quadruple=/.test(rule) && before) walk(before[0], before[1] + 1, 1, 0, 2);
  if (/^quadruple=/.test(rule) && before) walk(before[0] + 1, before[1], 0, 0, 1);
  return [...new Set(found)];
}

/** Returns the argument of a rule, or an empty text. */
export const argumentOf = (rule: string): string => withCellNames(/=(.*)$/s.exec(rule)?.[1] ?? '');

/** Returns a rule with its name for people: `Killer 9: r1c1 r1c2`. */
export function notation(rule: string, name: string): string {
  const argument = argumentOf(rule);
  if (!argument) return name;
  return argument.includes(':') ? `${name} ${argument}` : `${name}: ${argument}`;
}

/** A likely mistake in a rule. The first two add nothing to the puzzle. */
export type Remark = 'twice' | 'single' | 'apart';

/** Returns the likely mistake in a rule, beside the other rules of the puzzle. */
export function remarkOf(layout: Layout, rule: string, others: readonly string[]): Remark | null {
  if (others.includes(rule)) return 'twice';
  const [, argument] = /^killer=(.*)$/s.exec(rule) ?? [];
  if (argument === undefined) return null;
  // Lines such as `r1c1-r1c5` are not examined.
  if (!/^([^:]*:)?([\s,]*r\d+c\d+)+\s*$/i.test(argument)) return null;
  const cells = [...argument.matchAll(/r(\d+)c(\d+)/gi)].map(
    ([, row, column]) => (Number(row) - 1) * layout.size + Number(column) - 1,
  );
  if (cells.length === 1 && !argument.includes(':')) return 'single';
  return isConnected(layout.size, cells) ? null : 'apart';
}

/** Returns whether steps between neighbors lead from any cell to any other. */
function isConnected(size: number, cells: readonly number[]): boolean {
  const rest = new Set(cells);
  const open = cells.slice(0, 1);
  for (let cell = open.pop(); cell !== undefined; cell = open.pop()) {
    rest.delete(cell);
    const column = cell % size;
    const near = [cell - size, cell + size];
    if (column > 0) near.push(cell - 1);
    if (column < size - 1) near.push(cell + 1);
    open.push(...near.filter((other) => rest.has(other)));
  }
  return rest.size === 0;
}
