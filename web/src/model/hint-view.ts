// What the grid shows at each level of a hint: where to look, the pattern, the conclusion.

import type { Highlight, Step } from '../engine/api.ts';
import { houseName } from '../engine/names.ts';
import type { Layout } from './layout.ts';
import type { Overlay } from './picture.ts';
import { marksWithEffect } from './puzzle.ts';

/** The levels of a hint: 1 where to look, 2 which technique, 3 which cells, 4 why. */
export type HintLevel = 1 | 2 | 3 | 4;

type HouseMark = Extract<Highlight, { kind: 'house' }>;

/** The roles of houses in which a pattern lies, as opposed to those that it covers. */
const LOOK_ROLES = new Set(['pattern', 'base']);

/** Returns the houses to look at, each once: those of the pattern, or else all of the step. */
function housesOf(step: Step): HouseMark[] {
  const all = step.marks.filter((mark): mark is HouseMark => mark.kind === 'house');
  const own = all.filter(({ role }) => LOOK_ROLES.has(role));
  return own.length > 0 ? own : all;
}

const changes = (step: Step) => [...step.placements, ...step.eliminations];

/** Returns the cells to look at: those of the houses, or else the boxes around the changes. */
function placeOf(layout: Layout, step: Step): number[][] {
  const houses = housesOf(step).map(({ cells }) => [...cells]);
  if (houses.length > 0) return houses;
  const first = changes(step)[0];
  if (!first) return [];
  const { regions } = layout;
  const is = (cell: number) =>
    regions ? regions[cell] === regions[first.cell] : layout.row(cell) === layout.row(first.cell);
  return [layout.cells.filter(is)];
}

/** Returns the names of the houses to look at, or of the box around the changes. */
export function placeNames(layout: Layout, step: Step): string[] {
  const houses = housesOf(step).map(({ house }) => houseName(house));
  if (houses.length > 0) return [...new Set(houses)];
  const first = changes(step)[0];
  if (!first) return [];
  const { regions } = layout;
  if (!regions) return [houseName(`row ${layout.row(first.cell) + 1}`)];
  return [houseName(`${layout.jigsaw ? 'region' : 'box'} ${regions[first.cell] + 1}`)];
}

/** Returns the digit that stands in one place of a house, for steps that need no candidates. */
function singleOf(step: Step): { cell: number; digit: number } | null {
  const { placements, eliminations, marks } = step;
  const isPlain = marks.every(({ kind }) => kind === 'house' || kind === 'cell');
  return placements.length === 1 && eliminations.length === 0 && isPlain ? placements[0] : null;
}

/** Returns the part of a step that a level shows. `digits` are those of the game. */
export function hintOverlay(
  layout: Layout,
  step: Step,
  level: HintLevel,
  digits: readonly number[],
  candidates: readonly number[],
): Overlay {
  const place = placeOf(layout, step);
  const looked = new Set(place.flat());
  if (level < 3) return { spot: [...looked], look: place };
  const single = singleOf(step);
  const marks = marksWithEffect(step);
  const spot = new Set([...looked, ...marks.flatMap(cellsOfMark)]);
  if (!single) {
    const shown = marks.filter(
      (mark) =>
        level === 4 ||
        mark.kind !== 'candidate' ||
        (mark.role !== 'placed' && mark.role !== 'eliminated'),
    );
    return { candidates, marks: shown, spot: [...spot] };
  }
  // A digit in a cell rules out every open cell of the house that it sees.
  const blockers = step.marks.flatMap((mark) =>
    mark.kind === 'cell' && digits[mark.cell] === single.digit ? [mark.cell] : [],
  );
  const blocked = [...looked].filter((cell) => digits[cell] === 0 && cell !== single.cell);
  const rays: [number, number][] = [];
  const hatched = blocked.filter((cell) => {
    const by = blockers.filter((blocker) => layout.peers[blocker].includes(cell));
    return by.length > 0;
  });
  for (const blocker of blockers) {
    const seen = hatched.filter((cell) => layout.peers[blocker].includes(cell));
    const row = seen.filter((cell) => layout.row(cell) === layout.row(blocker));
    const column = seen.filter((cell) => layout.column(cell) === layout.column(blocker));
    for (const line of [row, column]) {
      const far = farthest(layout, blocker, line);
      if (far !== null) rays.push([blocker, far]);
    }
  }
  const roles: Highlight[] = blockers.map((cell) => ({ kind: 'cell', cell, role: 'cover' }));
  const others = step.marks.filter(
    (mark) => mark.kind === 'cell' && !blockers.includes(mark.cell) && mark.cell !== single.cell,
  );
  const placed: Highlight[] = level === 4 ? [{ kind: 'candidate', ...single, role: 'placed' }] : [];
  return {
    marks: [...roles, ...others, ...placed],
    look: place,
    spot: [...spot],
    rays,
    hatched,
  };
}

/** Returns the signs of a whole step, as its last level shows them, without the veil of a hint. */
export function stepOverlay(
  layout: Layout,
  step: Step,
  digits: readonly number[],
  candidates: readonly number[],
): Overlay {
  const { marks, look, rays, hatched } = hintOverlay(layout, step, 4, digits, candidates);
  return { marks, look, rays, hatched };
}

function cellsOfMark(mark: Highlight): readonly number[] {
  switch (mark.kind) {
    case 'house':
      return mark.cells;
    case 'link':
      return [...mark.from, ...mark.to].map(({ cell }) => cell);
    default:
      return [mark.cell];
  }
}

/** Returns the cell of a line that is farthest from another one. */
function farthest(layout: Layout, from: number, cells: readonly number[]): number | null {
  const distance = (cell: number) =>
    Math.abs(layout.row(cell) - layout.row(from)) +
    Math.abs(layout.column(cell) - layout.column(from));
  return cells.reduce<number | null>(
    (best, cell) => (best === null || distance(cell) > distance(best) ? cell : best),
    null,
  );
}

/** A node of a chain: the link, and what follows from it. */
export interface ChainLine {
  /** The start of the link, as in `r2c2-7` for "7 is not in r2c2". */
  readonly node: string;
  readonly strong: boolean;
  /** The end of the link. */
  readonly end: string;
}

/** Returns the links of a step in order, if they form one chain. */
export function chainLines(layout: Layout, step: Step): ChainLine[] {
  const links = step.marks.filter((mark) => mark.kind === 'link');
  if (links.length < 3) return [];
  const name = (group: readonly { cell: number; digit: number }[], sign: string) => {
    const cells = group.map(({ cell }) => layout.name(cell)).join(',');
    return `${cells}${sign}${layout.symbol(group[0].digit)}`;
  };
  return links.map(({ from, to, strong }) => ({
    node: name(from, strong ? '-' : '='),
    strong,
    end: name(to, strong ? '=' : '-'),
  }));
}
