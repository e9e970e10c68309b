// Shapes of the drawing: outlines of cells, borders of regions, signs of roles, links.

import type { Candidate } from '../model/game.ts';
import type { Layout } from '../model/layout.ts';
import type { Role } from '../model/picture.ts';
import { roleClass } from './board.ts';
import { s } from './dom.ts';

const UNIT = 100;

/** Returns the outline of a set of cells, moved inwards by `inset`. */
export function outline(size: number, inside: (cell: number) => boolean, inset: number): string {
  const is = (row: number, column: number) =>
    row >= 0 && column >= 0 && row < size && column < size && inside(row * size + column);
  let path = '';
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      if (!is(row, column)) continue;
      const [x, y] = [column * UNIT, row * UNIT];
      // Each side without a neighbor. It is shorter at an outer corner of the set.
      for (const [dr, dc] of [
        [-1, 0],
        [0, 1],
        [1, 0],
        [0, -1],
      ] as const) {
        if (is(row + dr, column + dc)) continue;
        // (ar, ac) is the direction of the side, clockwise.
        const [ar, ac] = [dc, -dr];
        const end = (sign: number) => {
          const beside = is(row + sign * ar, column + sign * ac);
          const beyond = is(row + sign * ar + dr, column + sign * ac + dc);
          return beside ? (beyond ? inset : 0) : -inset;
        };
        const cx = x + UNIT / 2 + dc * (UNIT / 2 - inset);
        const cy = y + UNIT / 2 + dr * (UNIT / 2 - inset);
        const from = UNIT / 2 + end(-1);
        const to = UNIT / 2 + end(1);
        path += `M${cx - ac * from} ${cy - ar * from}L${cx + ac * to} ${cy + ar * to}`;
      }
    }
  }
  return path;
}

/** Returns the borders between regions. */
export function segments(size: number, regions: readonly number[]): string {
  let path = '';
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const here = regions[row * size + column];
      if (column + 1 < size && regions[row * size + column + 1] !== here)
        path += `M${(column + 1) * UNIT} ${row * UNIT}v${UNIT}`;
      if (row + 1 < size && regions[(row + 1) * size + column] !== here)
        path += `M${column * UNIT} ${(row + 1) * UNIT}h${UNIT}`;
    }
  }
  return path;
}

/**
 * Creates a text with its middle at (x, y). The vertical middle of SVG depends on the font. The
 * height of capitals and digits does not: it is about 0.72 of the size.
 */
export function text(
  content: string,
  x: number,
  y: number,
  size: number,
  classes: string,
): SVGElement {
  const element = s('text', {
    x: x.toFixed(1),
    y: (y + 0.36 * size).toFixed(1),
    'font-size': size.toFixed(1),
    class: classes,
  });
  element.textContent = content;
  return element;
}

const GROUP_SHAPES = ['circle', 'square', 'diamond', 'up', 'hexagon', 'down'] as const;

const SHAPES: Record<string, (typeof GROUP_SHAPES)[number] | 'double'> = {
  pattern: 'circle',
  base: 'circle',
  cover: 'square',
  fin: 'diamond',
  pivot: 'double',
  on: 'circle',
  off: 'square',
  placed: 'double',
  eliminated: 'square',
};

/** Creates the sign of a role. Its form differs, not only its color. */
export function shape(role: Role, x: number, y: number, r: number): SVGElement {
  const [name, number] = role.split(' ');
  const form =
    number === undefined
      ? (SHAPES[name] ?? 'circle')
      : GROUP_SHAPES[(Number(number) - 1) % GROUP_SHAPES.length];
  const classes = `sign ${roleClass(role)}`;
  const polygon = (corners: number, turn: number, radius: number) => {
    const points = Array.from({ length: corners }, (_, n) => {
      const angle = ((n + turn) * 2 * Math.PI) / corners;
      return `${(x + radius * Math.sin(angle)).toFixed(1)},${(y - radius * Math.cos(angle)).toFixed(1)}`;
    });
    return s('polygon', { class: classes, points: points.join(' ') });
  };
  switch (form) {
    case 'square':
      return s('rect', {
        class: classes,
        x: x - r * 0.92,
        y: y - r * 0.92,
        width: r * 1.84,
        height: r * 1.84,
        rx: r * 0.2,
      });
    case 'diamond':
      return polygon(4, 0, r * 1.2);
    case 'up':
      return polygon(3, 0, r * 1.25);
    case 'down':
      return polygon(3, 0.5, r * 1.25);
    case 'hexagon':
      return polygon(6, 0, r * 1.1);
    case 'double':
      return s(
        'g',
        { class: classes },
        s('circle', { cx: x, cy: y, r }),
        s('circle', { class: 'ring', cx: x, cy: y, r: r * 0.78 }),
      );
    default:
      return s('circle', { class: classes, cx: x, cy: y, r });
  }
}

/** Returns the position of a candidate in the drawing. */
function position(layout: Layout, { cell, digit }: Candidate): [number, number] {
  const [x, y] = layout.candidateAt(digit);
  return [(layout.column(cell) + x) * UNIT, (layout.row(cell) + y) * UNIT];
}

/** Returns a curve between the signs of the nearest candidates of two groups. */
export function linkPath(
  layout: Layout,
  from: readonly Candidate[],
  to: readonly Candidate[],
): { path: string; length: number } {
  let best: [number, number, number, number] | null = null;
  let least = Infinity;
  for (const one of from) {
    for (const other of to) {
      const [x1, y1] = position(layout, one);
      const [x2, y2] = position(layout, other);
      const distance = Math.hypot(x2 - x1, y2 - y1);
      if (distance < least) [least, best] = [distance, [x1, y1, x2, y2]];
    }
  }
  if (!best || least === 0) return { path: '', length: 0 };
  const [x1, y1, x2, y2] = best;
  const step = UNIT * layout.candidateStep;
  const radius = step * 0.52;
  const [ux, uy] = [(x2 - x1) / least, (y2 - y1) / least];
  // The curve does not hide the cells in between, and separates two links of the same candidates.
  // If the signs touch, the curve goes around them.
  const near = least < 1.3 * step;
  const bend = near ? step : Math.min(60, least * 0.14);
  const [mx, my] = [(x1 + x2) / 2 - uy * bend, (y1 + y2) / 2 + ux * bend];
  const shorten = (x: number, y: number): [number, number] => {
    const d = Math.hypot(mx - x, my - y) || 1;
    const r = near ? radius : Math.min(radius, least * 0.35);
    return [x + ((mx - x) / d) * r, y + ((my - y) / d) * r];
  };
  const [sx, sy] = shorten(x1, y1);
  const [ex, ey] = shorten(x2, y2);
  const n = (value: number) => value.toFixed(1);
  return { path: `M${n(sx)} ${n(sy)}Q${n(mx)} ${n(my)} ${n(ex)} ${n(ey)}`, length: least };
}
