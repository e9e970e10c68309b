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
  const [row, column] = [layout.row(cells[0]), layout.column(cells[0])];
  if (placeholder.includes('LINE')) {
    if (column === 0) return `row ${row + 1}`;
    if (column === size - 1) return `row ${row + 1} from right`;
    const below = row > 0 && row >= size / 2;
    return `column ${column + 1}${below ? ' from below' : ''}`;
  }
  if (placeholder.includes('DIRECTION')) {
    // The second cell shows the direction. Without it, the diagonal leads into the grid.
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

/** Returns an argument with other cells. The number before the colon stays. */
export function withCells(argument: string, cells: string): string {
  const colon = argument.indexOf(':');
  return colon < 0 ? cells : `${argument.slice(0, colon)}: ${cells}`;
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
