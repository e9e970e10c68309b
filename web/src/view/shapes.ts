// Shapes of the drawing: outlines of cells, borders of regions, signs of roles, links.

import type { Candidate } from '../model/game.ts';
import type { Layout } from '../model/layout.ts';
import type { Role } from '../model/picture.ts';
import { roleClass } from './roles.ts';
import { s } from './dom.ts';

const UNIT = 100;

/**
 * Returns the outline of a set of cells, moved inwards by `inset`, with corners of radius `round`.
 * Each loop is closed, so that dashes and round joins run around it.
 */
export function outline(
  size: number,
  inside: (cell: number) => boolean,
  inset: number,
  round = 0,
): string {
  const is = (x: number, y: number) =>
    x >= 0 && y >= 0 && x < size && y < size && inside(y * size + x);
  // The sides without a neighbor, clockwise, by their start.
  const next = new Map<string, Point[]>();
  const add = (from: Point, to: Point) => {
    const key = from.join();
    const list = next.get(key);
    if (list) list.push(to);
    else next.set(key, [to]);
  };
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (!is(x, y)) continue;
      if (!is(x, y - 1)) add([x, y], [x + 1, y]);
      if (!is(x + 1, y)) add([x + 1, y], [x + 1, y + 1]);
      if (!is(x, y + 1)) add([x + 1, y + 1], [x, y + 1]);
      if (!is(x - 1, y)) add([x, y + 1], [x, y]);
    }
  }
  let path = '';
  for (;;) {
    const first = next.keys().next().value;
    if (first === undefined) return path;
    path += cornersOf(loopFrom(first, next))
      .map(([x, y, [bx, by], [ax, ay]], at) => {
        const cx = x * UNIT - inset * (by + ay);
        const cy = y * UNIT + inset * (bx + ax);
        const start = `${at === 0 ? 'M' : 'L'}${cx - bx * round} ${cy - by * round}`;
        return round === 0 ? start : `${start}Q${cx} ${cy} ${cx + ax * round} ${cy + ay * round}`;
      })
      .join('');
    path += 'Z';
  }
}

export type Point = readonly [x: number, y: number];

/** Takes a closed loop out of the sides: each start with the direction of its side. */
function loopFrom(first: string, next: Map<string, Point[]>): [at: Point, along: Point][] {
  const loop: [Point, Point][] = [];
  let at = first.split(',').map(Number) as unknown as Point;
  let along: Point | null = null;
  do {
    const key = at.join();
    const list = next.get(key)!;
    // Where two corners touch, the loop turns right, so that it does not cross itself.
    const turn: Point | null = along;
    const right: number = turn
      ? list.findIndex((to) => turn[0] * (to[1] - at[1]) - turn[1] * (to[0] - at[0]) > 0)
      : 0;
    const [to]: Point[] = list.splice(Math.max(0, right), 1);
    if (list.length === 0) next.delete(key);
    along = [to[0] - at[0], to[1] - at[1]];
    loop.push([at, along]);
    at = to;
  } while (at.join() !== first);
  return loop;
}

/** Returns the corners of a loop, each with the directions before and after it. */
function cornersOf(loop: readonly [Point, Point][]): [number, number, Point, Point][] {
  return loop.flatMap(([[x, y], after], at): [number, number, Point, Point][] => {
    const before = loop[(at + loop.length - 1) % loop.length][1];
    return before[0] === after[0] && before[1] === after[1] ? [] : [[x, y, before, after]];
  });
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
 * height of digits does not: it is about 0.7 of the size.
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
    y: (y + 0.352 * size).toFixed(1),
    'font-size': size.toFixed(1),
    class: classes,
  });
  element.textContent = content;
  return element;
}

const GROUP_SHAPES = ['circle', 'square', 'diamond', 'up', 'hexagon', 'down'] as const;

const SHAPES: Record<string, (typeof GROUP_SHAPES)[number]> = {
  pattern: 'circle',
  base: 'circle',
  cover: 'circle',
  fin: 'up',
  pivot: 'diamond',
  on: 'circle',
  off: 'square',
  placed: 'circle',
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
  const polygon = (corners: number, turn: number, radius: number) =>
    s('polygon', { class: classes, points: polygonPoints(x, y, corners, turn, radius) });
  switch (form) {
    case 'square':
      return s('rect', {
        class: classes,
        x: x - r * 0.92,
        y: y - r * 0.92,
        width: r * 1.84,
        height: r * 1.84,
        rx: r * 0.36,
      });
    case 'diamond':
      return polygon(4, 0, r * 1.2);
    case 'up':
      return polygon(3, 0, r * 1.25);
    case 'down':
      return polygon(3, 0.5, r * 1.25);
    case 'hexagon':
      return polygon(6, 0, r * 1.1);
    default:
      return s('circle', { class: classes, cx: x, cy: y, r });
  }
}

/** The signs of the nine colors: number of corners, or 0 for a circle; turn; size. */
const TINT_SHAPES: readonly (readonly [corners: number, turn: number, radius: number])[] = [
  [4, 0.5, 1.3],
  [0, 0, 1],
  [4, 0, 1.2],
  [3, 0, 1.35],
  [3, 0.5, 1.35],
  [6, 0, 1.1],
  [3, 0.25, 1.35],
  [3, 0.75, 1.35],
  [5, 0, 1.15],
];

/** Creates the sign of a colored candidate. Each color has another form. */
export function tintShape(color: number, x: number, y: number, r: number): SVGElement {
  const [corners, turn, radius] = TINT_SHAPES[color - 1];
  const classes = `tint color-${color}`;
  if (corners === 0) return s('circle', { class: classes, cx: x, cy: y, r });
  return s('polygon', { class: classes, points: polygonPoints(x, y, corners, turn, r * radius) });
}

/** Returns the corners of a regular polygon. */
function polygonPoints(x: number, y: number, corners: number, turn: number, r: number): string {
  return Array.from({ length: corners }, (_, n) => {
    const angle = ((n + turn) * 2 * Math.PI) / corners;
    return `${(x + r * Math.sin(angle)).toFixed(1)},${(y - r * Math.cos(angle)).toFixed(1)}`;
  }).join(' ');
}

/** Returns the position of a candidate in the drawing. */
export function position(layout: Layout, { cell, digit }: Candidate): Point {
  const [x, y] = layout.candidateAt(digit);
  return [(layout.column(cell) + x) * UNIT, (layout.row(cell) + y) * UNIT];
}

/** A digit that a link avoids: its place, the radius it needs, and the cost of crossing it. */
export type Obstacle = readonly [x: number, y: number, radius: number, cost: number];

/** Sideways shifts of the two control points of a curve, in units. */
const SHIFTS = [0, 10, -10, 22, -22, 36, -36, 55, -55, 80, -80];

/** Links shorter than this are straight and have no arrowhead. */
const SHORT_LINK = 75;

/** The line of a link, and its arrowhead if there is room for one. */
export interface LinkPath {
  readonly path: string;
  readonly head: string | null;
}

/**
 * Returns the link between the nearest candidates of two groups: the cubic curve that crosses the
 * fewest digits.
 */
export function linkPath(
  layout: Layout,
  from: readonly Candidate[],
  to: readonly Candidate[],
  obstacles: readonly Obstacle[],
  place: (one: Candidate) => Point = (one) => position(layout, one),
): LinkPath {
  let best: readonly [Point, Point] | null = null;
  let length = Infinity;
  for (const one of from) {
    for (const other of to) {
      const [a, b] = [place(one), place(other)];
      const distance = Math.hypot(b[0] - a[0], b[1] - a[1]);
      if (distance < length) [length, best] = [distance, [a, b]];
    }
  }
  if (!best || length === 0) return { path: '', head: null };
  const [a, b] = best;
  const n = ([x, y]: Point) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  const radius = UNIT * layout.candidateStep * 0.5;
  if (length < SHORT_LINK) {
    const along: Point = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
    const gap = Math.min(radius, length * 0.42);
    return { path: `M${n(moved(a, along, gap))}L${n(moved(b, along, -gap))}`, head: null };
  }
  const [c, d] = controlPoints(a, b, length, layout.size * UNIT, obstacles);
  const start = moved(a, direction(a, c), Math.min(radius, length * 0.42));
  const tip = moved(b, direction(b, d), Math.min(radius + 2, length * 0.42));
  const along = direction(d, tip);
  const end = moved(tip, along, -13);
  const across: Point = [-along[1], along[0]];
  return {
    path: `M${n(start)}C${n(c)} ${n(d)} ${n(end)}`,
    head: `M${n(tip)}L${n(moved(end, across, 7))}L${n(moved(end, across, -7))}Z`,
  };
}

const moved = ([x, y]: Point, [dx, dy]: Point, by: number): Point => [x + dx * by, y + dy * by];

const direction = ([x1, y1]: Point, [x2, y2]: Point): Point => {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  return [(x2 - x1) / length, (y2 - y1) / length];
};

/** Returns the control points of the cheapest curve. */
function controlPoints(
  a: Point,
  b: Point,
  length: number,
  end: number,
  obstacles: readonly Obstacle[],
): [Point, Point] {
  const along = direction(a, b);
  const across: Point = [-along[1], along[0]];
  const reach = Math.min(length * 0.33, 110);
  const near = obstacles.filter(([x, y]) => {
    const [dx, dy] = [x - a[0], y - a[1]];
    const ahead = dx * along[0] + dy * along[1];
    const aside = Math.abs(dx * across[0] + dy * across[1]);
    const isEnd = Math.hypot(dx, dy) <= 4 || Math.hypot(x - b[0], y - b[1]) <= 4;
    return !isEnd && ahead > -60 && ahead < length + 60 && aside < 115;
  });
  const shifts = SHIFTS.filter((shift) => Math.abs(shift) <= length * 0.45);
  const steps = Math.max(16, Math.ceil(length / 14));
  let least = Infinity;
  let best: [Point, Point] = [a, b];
  for (const one of shifts) {
    for (const other of shifts) {
      const c = moved(moved(a, along, reach), across, one);
      const d = moved(moved(b, along, -reach), across, other);
      let cost = (Math.abs(one) + Math.abs(other)) * 0.35 + Math.abs(one - other) * 0.25;
      for (let at = 1; at < steps && cost < least; at++) {
        const t = at / steps;
        const q = 1 - t;
        const x = q ** 3 * a[0] + 3 * q * q * t * c[0] + 3 * q * t * t * d[0] + t ** 3 * b[0];
        const y = q ** 3 * a[1] + 3 * q * q * t * c[1] + 3 * q * t * t * d[1] + t ** 3 * b[1];
        if (x < 4 || y < 4 || x > end - 4 || y > end - 4) cost += 60;
        for (const [ox, oy, radius, weight] of near) {
          const distance = Math.hypot(x - ox, y - oy);
          if (distance < radius) cost += weight * (1.15 - distance / radius);
        }
      }
      if (cost < least) [least, best] = [cost, [c, d]];
    }
  }
  return best;
}
