// Small drawings: a board as squares, the sign of a level, the emblem.

import '../style/mini.css';
import type { LevelName } from '../model/stats.ts';
import { LEVELS } from '../model/stats.ts';
import { s } from './dom.ts';

/** Draws a board with a square for each digit, given or entered. */
export function mini(clues: ArrayLike<number>, entered: ArrayLike<number> = []): SVGElement {
  const size = Math.round(Math.sqrt(clues.length));
  const end = size * 10;
  const squares = Array.from(clues, (clue, cell) => {
    if (!clue && !entered[cell]) return null;
    return s('rect', {
      class: clue ? 'mini-given' : 'mini-entered',
      x: (cell % size) * 10 + 1.5,
      y: Math.floor(cell / size) * 10 + 1.5,
      width: 7,
      height: 7,
      rx: 1.5,
    });
  });
  const box = Math.round(Math.sqrt(size)) ** 2 === size ? Math.sqrt(size) : 0;
  const lines = Array.from({ length: box ? size / box - 1 : 0 }, (_, n) => {
    const at = (n + 1) * box * 10;
    return `M${at} 0V${end}M0 ${at}H${end}`;
  });
  return s(
    'svg',
    { class: 'mini', viewBox: `-1 -1 ${end + 2} ${end + 2}`, 'aria-hidden': 'true' },
    s('rect', { class: 'mini-paper', width: end, height: end, rx: 5 }),
    ...squares,
    s('path', { class: 'mini-line', d: lines.join('') }),
    s('rect', { class: 'mini-line', width: end, height: end, rx: 5 }),
  );
}

/** The order in which the cells of a level's sign are filled. */
const FILL_ORDER = [0, 8, 2, 6, 4, 1, 7, 3, 5];

/** Draws the sign of a level: the harder, the fewer cells are filled. */
export function levelSign(level: LevelName): SVGElement {
  const filled = [9, 8, 6, 5, 3, 2][LEVELS.indexOf(level)];
  return s(
    'svg',
    { class: 'level-sign', viewBox: '0 0 30 30', 'aria-hidden': 'true' },
    ...Array.from({ length: 9 }, (_, at) =>
      s('rect', {
        class: FILL_ORDER.indexOf(at) < filled ? 'is-filled' : '',
        x: (at % 3) * 10 + 0.6,
        y: Math.floor(at / 3) * 10 + 0.6,
        width: 8.8,
        height: 8.8,
        rx: 2,
      }),
    ),
  );
}

/** Draws the emblem: an n in 3×3, its middle open. */
export function emblem(name = 'emblem'): SVGElement {
  const cells = ['###', '#*#', '# #'].flatMap((row, y) =>
    [...row].flatMap((mark, x) =>
      mark === ' '
        ? []
        : s('rect', {
            class: mark === '*' ? 'open-cell' : '',
            x: x * 10 + 0.6,
            y: y * 10 + 0.6,
            width: 8.8,
            height: 8.8,
            rx: 2,
          }),
    ),
  );
  return s('svg', { class: name, viewBox: '0 0 30 30', 'aria-hidden': 'true' }, ...cells);
}
