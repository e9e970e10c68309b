// The pictures of rules: shapes of cells, lines, cages, signs on borders, clues beside the grid, and
// their legend. Only puzzles with such rules load this file.
//
// A cell is 100 units wide, as in `board.ts`. The colors are in `style/rules.css`. Widths, cores and
// ends differ from rule to rule, so that nobody needs the colors. The crate `ndoku-render` draws the
// same pictures.

import '../style/rules.css';
import type { Decoration } from '../engine/api.ts';
import type { Layout } from '../model/layout.ts';
import { ruleName } from '../engine/names.ts';
import { h, s } from './dom.ts';
import { outline, text } from './shapes.ts';

type Point = readonly [x: number, y: number];
type Ends = 'bulb' | 'arrow' | 'open' | 'circles' | 'diamonds' | '';

/** Width, core and ends of lines. */
const LINES: Record<string, readonly [width: number, core: string, ends: Ends]> = {
  line: [6, '', ''],
  thermo: [30, '', 'bulb'],
  'slow-thermo': [30, 'dashed', 'bulb'],
  arrow: [5.5, '', 'arrow'],
  'double-arrow': [5.5, '', 'open'],
  whisper: [18.75, '', ''],
  'dutch-whisper': [18.75, 'dashed', ''],
  renban: [25, 'solid', ''],
  nabner: [25, 'dotted', ''],
  palindrome: [25, 'hollow', ''],
  entropic: [25, 'dashed', ''],
  modular: [25, 'mixed', ''],
  between: [10, '', 'circles'],
  lockout: [10, '', 'diamonds'],
  'region-sum': [25, '', ''],
  zipper: [15.6, 'hollow', ''],
  'sum-line': [15.6, 'mixed', ''],
};
const CIRCLE = 37;
/** The distance between clues behind each other. */
const DEPTH = 72;

interface Margins {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The layers of the pictures, and the room beside the grid. */
interface Pictures {
  readonly shades: SVGElement[];
  readonly under: SVGElement[];
  readonly over: SVGElement[];
  readonly margins: Margins;
}

/** A rule that is being made. */
export interface Draft {
  readonly decorations: readonly Decoration[];
  /** There is room for clues beside the grid, so that it keeps its size when they appear. */
  readonly hasRoom: boolean;
}

/** Draws all rules of a layout, and above them the one that is being made. */
export function drawRules(layout: Layout, draft?: Draft): Pictures {
  const { size } = layout;
  const drafts = new Set(draft?.decorations);
  const decorations = [...layout.decorations, ...drafts];
  const room = draft?.hasRoom ? DEPTH : 0;
  const margins = { left: room, top: room, right: room, bottom: room };
  const marked = (one: Decoration, parts: SVGElement[]) => {
    if (drafts.has(one)) for (const part of parts) part.classList.add('is-draft');
    return parts;
  };
  const rank = ({ kind, rule }: Decoration) =>
    kind === 'cells' ? 0 : kind === 'line' ? (LINES[rule][0] > 8 ? 1 : 2) : 3;
  const below = decorations
    .filter(({ kind }) => ['cells', 'line', 'pill'].includes(kind))
    .sort((a, b) => rank(a) - rank(b));
  const over = decorations.flatMap((one) => marked(one, pictureAbove(one, size)));
  over.push(...outside(decorations, size, margins));
  const shades = decorations.filter(({ kind }) => kind === 'shade');
  return {
    shades: shades.flatMap((one) => shade(one, size)),
    under: below.flatMap((one) => marked(one, pictureBelow(one, size))),
    over,
    margins,
  };
}

const center = (cell: number, size: number): Point => [
  (cell % size) * 100 + 50,
  Math.floor(cell / size) * 100 + 50,
];
const path = (d: string, name: string, width?: number) =>
  s('path', { d, class: name, ...(width === undefined ? {} : { 'stroke-width': width }) });
const polyline = (points: readonly Point[]) => `M${points.map((at) => at.join(' ')).join('L')}`;
const circle = ([cx, cy]: Point, r: number, name: string) =>
  s('circle', { cx, cy, r, class: name });
const direction = ([x1, y1]: Point, [x2, y2]: Point): Point => {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  return [(x2 - x1) / length, (y2 - y1) / length];
};
const moved = ([x, y]: Point, [dx, dy]: Point, by: number): Point => [x + dx * by, y + dy * by];
/** Returns the corners of a wedge with its tip at a point. */
const wedge = (tip: Point, along: Point, long: number, half: number): Point[] => {
  const [x, y] = moved(tip, along, -long);
  return [
    [x - along[1] * half, y + along[0] * half],
    tip,
    [x + along[1] * half, y - along[0] * half],
  ];
};

function pictureBelow({ kind, rule, cells, text: label }: Decoration, size: number): SVGElement[] {
  if (kind === 'line') return line(rule, cells, size);
  if (kind === 'pill') return [pill(cells, size)];
  return cells.flatMap((cell) => {
    const [x, y] = center(cell, size);
    const parts = [shape(rule, x, y)];
    if (rule === 'row-indexer') parts.push(doubleArrow([x - 41, y + 14], [x - 41, y + 42]));
    if (rule === 'column-indexer') parts.push(doubleArrow([x - 42, y + 41], [x - 14, y + 41]));
    if (rule === 'box-indexer')
      parts.push(path(`M${x + 30} ${y + 30}h14v14h-14zm7 0v14m-7-7h14`, 'rule-thin'));
    if (label) parts.push(text(label, x - 38, y + 37, 20, 'rule-label'));
    return parts;
  });
}

/** Draws the background of an area that touches others. Its letter names it. */
function shade({ cells, text: label }: Decoration, size: number): SVGElement[] {
  const color = ((label.charCodeAt(0) - 97) % 9) + 1;
  return cells.flatMap((cell) => {
    const [x, y] = center(cell, size);
    const square = {
      x: x - 50,
      y: y - 50,
      width: 100,
      height: 100,
      class: `rule-area color-${color}`,
    };
    return [s('rect', square), text(label, x + 40, y + 38, 18, 'rule-letter')];
  });
}

function shape(rule: string, x: number, y: number): SVGElement {
  const name = `rule-shape rule-${rule}`;
  if (rule === 'partner') return circle([x, y], 9, name);
  if (rule === 'odd') return circle([x, y], 39, name);
  if (rule === 'counting-circles') return circle([x, y], 41, 'rule-ring');
  const half = rule === 'even' ? 36 : 50;
  return s('rect', { class: name, x: x - half, y: y - half, width: 2 * half, height: 2 * half });
}

function doubleArrow(from: Point, to: Point): SVGElement {
  const along = direction(from, to);
  const back: Point = [-along[0], -along[1]];
  const heads = polyline(wedge(to, along, 6, 4.5)) + polyline(wedge(from, back, 6, 4.5));
  return path(polyline([from, to]) + heads, 'rule-thin');
}

function line(rule: string, cells: readonly number[], size: number): SVGElement[] {
  const [width, core, ends] = LINES[rule] ?? LINES.line;
  const points = cells.map((cell) => center(cell, size));
  const [first, last] = [points[0], points[points.length - 1]];
  const [second, before] = [points[1], points[points.length - 2]];
  const isOpen = ends === 'arrow' || ends === 'open';
  const shaft = points.slice();
  if (isOpen) shaft[0] = moved(first, direction(first, second), CIRCLE);
  if (ends === 'open') shaft[shaft.length - 1] = moved(last, direction(last, before), CIRCLE);
  const d = polyline(shaft);
  const name = `rule-${rule}`;
  const parts: SVGElement[] = [];
  if (width > 8) parts.push(path(d, 'rule-halo', width + 6));
  if (ends === 'bulb')
    parts.push(circle(first, 39, 'rule-paper'), circle(first, 36, `rule-shape ${name}`));
  parts.push(path(d, `rule-line ${name}`, width));
  if (core === 'hollow') parts.push(path(d, 'rule-halo', width * 0.45));
  else if (core) parts.push(path(d, `rule-core rule-core-${core}`));
  if (ends === 'arrow')
    parts.push(
      path(polyline(wedge(last, direction(before, last), 20, 15)), `rule-line ${name}`, width),
    );
  for (const end of [first, last]) {
    if (ends === 'open')
      parts.push(
        s('circle', {
          cx: end[0],
          cy: end[1],
          r: CIRCLE,
          class: `rule-line ${name}`,
          'stroke-width': width,
        }),
      );
    if (ends === 'circles') parts.push(circle(end, CIRCLE, `rule-shape rule-end ${name}`));
    if (ends === 'diamonds') {
      const [x, y] = end;
      parts.push(path(`M${x} ${y - 45}l45 45l-45 45l-45-45z`, `rule-shape rule-end ${name}`));
    }
  }
  return parts;
}

/** Draws the circle of an arrow around one cell, or around several side by side. */
function pill(cells: readonly number[], size: number): SVGElement {
  const [a, b] = [center(Math.min(...cells), size), center(Math.max(...cells), size)];
  const [left, right] = [Math.min(a[0], b[0]), Math.max(a[0], b[0])];
  const isStraight = a[0] === b[0] || a[1] === b[1];
  if (!isStraight) {
    const inside = new Set(cells);
    return path(
      outline(size, (cell) => inside.has(cell), 13),
      'rule-line rule-arrow',
      5.5,
    );
  }
  return s('rect', {
    class: 'rule-line rule-arrow',
    'stroke-width': 5.5,
    x: left - CIRCLE,
    y: a[1] - CIRCLE,
    width: right - left + 2 * CIRCLE,
    height: b[1] - a[1] + 2 * CIRCLE,
    rx: CIRCLE,
  });
}

function pictureAbove({ kind, rule, cells, text: label }: Decoration, size: number): SVGElement[] {
  const middle = (): Point => {
    const [a, b] = [center(cells[0], size), center(cells[1], size)];
    return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  };
  switch (kind) {
    case 'cells':
      return rule === 'minimum' || rule === 'maximum' ? extremes(rule, cells, size) : [];
    case 'cage': {
      const inside = new Set(cells);
      const border = path(
        outline(size, (cell) => inside.has(cell), 7),
        'rule-cage',
      );
      if (!label) return [border];
      const [x, y] = center(Math.min(...cells), size);
      const width = label.length * 13 + 6;
      const tab = s('rect', { class: 'rule-paper', x: x - 47, y: y - 47, width, height: 25 });
      return [border, tab, text(label, x - 44, y - 35, 23, 'rule-sum')];
    }
    case 'dot': {
      const dot = circle(middle(), 13, `rule-dot rule-${rule}`);
      return label ? [dot, text(label, ...middle(), 17, `rule-dot-text rule-${rule}`)] : [dot];
    }
    case 'border':
      return [
        circle(middle(), 14, 'rule-paper'),
        text(label, ...middle(), label.length > 2 ? 19 : 26, 'rule-sign'),
      ];
    case 'inequality': {
      const along = direction(center(cells[0], size), center(cells[1], size));
      return wedgeAt(moved(middle(), along, 7), along);
    }
    case 'vertex': {
      const [x, y] = moved(center(cells[0], size), [1, 1], 50);
      const digits = label.split(' ');
      const rows = digits.length > 2 ? [digits.slice(0, 2), digits.slice(2)] : [digits];
      const height = rows.length > 1 ? 20 : digits.length > 1 ? 23 : 28;
      return [
        circle([x, y], 25, 'rule-vertex'),
        ...rows.map((row, at) =>
          text(row.join(' '), x, y + (at - (rows.length - 1) / 2) * 19, height, 'rule-vertex-text'),
        ),
      ];
    }
    default:
      return [];
  }
}

function wedgeAt(tip: Point, along: Point): SVGElement[] {
  const d = polyline(wedge(tip, along, 11, 9.5));
  return [path(d, 'rule-halo', 9), path(d, 'rule-wedge')];
}

/** Draws wedges at the borders of minimum or maximum cells to cells that are not among them. */
function extremes(rule: string, cells: readonly number[], size: number): SVGElement[] {
  const steps: Point[] = [
    [0, -1],
    [-1, 0],
    [1, 0],
    [0, 1],
  ];
  return cells.flatMap((cell) =>
    steps.flatMap((step) => {
      const [column, row] = [(cell % size) + step[0], Math.floor(cell / size) + step[1]];
      const isInside = column >= 0 && row >= 0 && column < size && row < size;
      if (!isInside || cells.includes(row * size + column)) return [];
      const edge = moved(center(cell, size), step, 50);
      return rule === 'maximum'
        ? wedgeAt(moved(edge, step, -4), step)
        : wedgeAt(moved(edge, step, -15), [-step[0], -step[1]]);
    }),
  );
}

/** Draws the clues beside the grid. Those of little killers are next to it. */
function outside(decorations: readonly Decoration[], size: number, margins: Margins): SVGElement[] {
  const clues = decorations
    .filter(({ kind }) => kind === 'outside')
    .sort((a, b) => Number(b.rule === 'little-killer') - Number(a.rule === 'little-killer'));
  const isFramed = hasSeveral(clues);
  const counts = new Map<string, number>();
  return clues.flatMap(({ rule, cells, text: label, direction: step }) => {
    const [rows, columns] = step ?? [0, 0];
    const row = Math.floor(cells[0] / size) - rows;
    const column = (cells[0] % size) - columns;
    const place = `${row} ${column}`;
    const behind = counts.get(place) ?? 0;
    counts.set(place, behind + 1);
    const room = DEPTH * (behind + 1);
    if (column < 0) margins.left = Math.max(margins.left, room);
    if (row < 0) margins.top = Math.max(margins.top, room);
    if (column >= size) margins.right = Math.max(margins.right, room);
    if (row >= size) margins.bottom = Math.max(margins.bottom, room);
    const along = (at: number) => {
      if (at < 0) return -room + DEPTH / 2;
      return at >= size ? size * 100 + room - DEPTH / 2 : at * 100 + 50;
    };
    const [x, y] = [along(column), along(row)];
    if (rule !== 'little-killer') return number(label, x, y, isFramed ? rule : '');
    const corner: Point = [
      (columns > 0 ? column + 1 : column) * 100,
      (rows > 0 ? row + 1 : row) * 100,
    ];
    const aim: Point = [columns * Math.SQRT1_2, rows * Math.SQRT1_2];
    return [
      ...number(label, x - columns * 7, y - rows * 7, ''),
      arrow(moved(corner, aim, -30), aim, 26),
    ];
  });
}

/** Returns `true` if numbers beside the grid belong to several rules. */
const hasSeveral = (clues: readonly Decoration[]): boolean =>
  new Set(clues.map(({ rule }) => rule).filter((rule) => rule !== 'little-killer')).size > 1;

function arrow(from: Point, along: Point, length: number): SVGElement {
  const tip = moved(from, along, length);
  return path(polyline([from, tip]) + polyline(wedge(tip, along, 11, 8)), 'rule-wedge');
}

/** Draws a number in the frame of its rule: slices of bread, a circle, a tower or a door. */
function number(label: string, x: number, y: number, frame: string): SVGElement[] {
  const size = Math.min(frame ? 32 : 38, 96 / Math.max(1, label.length));
  const half = Math.max(14, label.length * 0.3 * size) + 6;
  const frames: Record<string, string> = {
    sandwich: `M${x - half} ${y - 21}h${2 * half}m0 42h${-2 * half}`,
    'x-sum': `M${x - 26} ${y}a26 26 0 1 0 52 0a26 26 0 1 0-52 0`,
    skyscraper: `M${x - half} ${y + 21}v-38l${half}-13l${half} 13v38z`,
    'numbered-room': `M${x - half} ${y - 21}h${2 * half}v42h${-2 * half}z`,
  };
  const parts = [text(label, x, y, size, 'rule-number')];
  if (frames[frame]) parts.unshift(path(frames[frame], 'rule-frame'));
  return parts;
}

/** Creates a list of the rules with a small picture of each, and the notes. */
export function legendOf(decorations: readonly Decoration[]): HTMLElement {
  const entries = new Map<string, Sample>();
  const isFramed = hasSeveral(decorations.filter(({ kind }) => kind === 'outside'));
  for (const one of decorations) {
    const { kind, rule, text: label } = one;
    const name = kind === 'note' ? label : kind === 'line' && label ? `${rule} ${label}` : rule;
    if (name && name !== 'line' && !entries.has(name)) entries.set(name, sample(one, isFramed));
  }
  return h(
    'ul',
    { class: 'rule-legend' },
    ...[...entries].map(([name, { width, parts }]) =>
      h(
        'li',
        {},
        parts.length > 0 &&
          s(
            'svg',
            {
              viewBox: `100 100 ${width} 100`,
              'aria-hidden': 'true',
              class: width > 100 ? 'sample is-wide' : 'sample',
            },
            ...parts,
          ),
        ruleName(name),
      ),
    ),
  );
}

/** Enlarges signs, which would be too small in a legend. */
const larger = (parts: readonly SVGElement[]): SVGElement =>
  s('g', { transform: 'translate(200 150)scale(1.8)translate(-200 -150)' }, ...parts);

/** A small picture of a rule in one or two cells: its width and its parts. */
interface Sample {
  readonly width: 100 | 200;
  readonly parts: readonly SVGElement[];
}

/** Draws a rule in one or two cells of a grid with four columns. */
function sample({ kind, rule, text: label }: Decoration, isFramed: boolean): Sample {
  const cells = [5, 6];
  const one = (...parts: SVGElement[]): Sample => ({ width: 100, parts });
  const two = (...parts: SVGElement[]): Sample => ({ width: 200, parts });
  switch (kind) {
    case 'note':
    case 'shade':
      return one();
    case 'line':
      return rule === 'arrow'
        ? two(...line(rule, cells, 4), pill([5], 4))
        : two(...line(rule, cells, 4));
    case 'pill':
      return two(...line('arrow', cells, 4), pill([5], 4));
    case 'cells': {
      const cell: Decoration = { kind, rule, cells: [5], text: '' };
      const frame = path('M100 100h100v100h-100z', 'rule-frame');
      return one(...pictureBelow(cell, 4), frame, ...pictureAbove(cell, 4));
    }
    case 'outside':
      return rule === 'little-killer'
        ? one(arrow([129, 129], [Math.SQRT1_2, Math.SQRT1_2], 60))
        : two(larger(number(/room|sky/.test(rule) ? '3' : '12', 200, 150, isFramed ? rule : '')));
    case 'vertex':
      return one(circle([150, 150], 30, 'rule-vertex'));
    default: {
      const parts = pictureAbove({ kind, rule, cells, text: kind === 'border' ? label : '' }, 4);
      const frame = path('M100 100h200v100h-200zm100 0v100', 'rule-frame');
      // Sums are too small in a legend, too.
      if (kind === 'cage' && label) parts.push(text(label, 150, 152, 54, 'rule-sum'));
      return kind === 'cage' ? two(...parts) : two(frame, larger(parts));
    }
  }
}
