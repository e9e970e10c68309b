// The third level of a hint: a sentence about the cells of a step, with their names after it. It loads
// with the first hint.

import type { Highlight, Step } from '../engine/api.ts';
import { houseName } from '../engine/names.ts';
import { createTranslator, listOf } from '../i18n.ts';
import type { Layout } from '../model/layout.ts';
import { enDialogs } from '../texts/en-dialogs.ts';

// The sentences are among the texts of the dialogs, which the page has soon after its start.
const t = createTranslator<keyof typeof enDialogs>(enDialogs);

type CandidateMark = Extract<Highlight, { kind: 'candidate' }>;

/** The parts of a step that its sentence needs. */
interface Parts {
  readonly layout: Layout;
  readonly step: Step;
  /** The digits of the game. */
  readonly digits: readonly number[];
  readonly candidates: readonly CandidateMark[];
}

const NAKED = /^(naked|locked)-(pair|triple|quad)$/;
const HIDDEN = /^(direct-)?hidden-(pair|triple|quad)$/;
const RECTANGLE = /^(unique|hidden|avoidable)-rectangle/;
/** The roles of the places of a digit. */
const PLACES = new Set(['pattern', 'base', 'fin']);

/** Returns the names of cells, each once, in their order: `r1c3, r3c6`. */
const namesOf = (layout: Layout, cells: Iterable<number>): string =>
  [...new Set(cells)].map((cell) => layout.name(cell)).join(', ');

/** Returns the digits of candidates as a list: `2 and 4`. */
const digitsOf = (layout: Layout, all: readonly CandidateMark[]): string =>
  listOf(
    [...new Set(all.map(({ digit }) => digit))]
      .sort((a, b) => a - b)
      .map((digit) => layout.symbol(digit)),
  );

/** Returns the names of the houses that a step marks with a role. */
const housesOf = ({ marks }: Step, wanted: string): string[] => [
  ...new Set(
    marks.flatMap((mark) =>
      mark.kind === 'house' && mark.role === wanted ? [houseName(mark.house)] : [],
    ),
  ),
];

/** Returns the cells that a step marks with a role. */
const cellsWith = ({ marks }: Step, wanted: string): number[] =>
  marks.flatMap((mark) => (mark.kind === 'cell' && mark.role === wanted ? [mark.cell] : []));

/** Returns the cells of the pattern, without those that only change. */
function patternCells(step: Step): number[] {
  const cells = step.marks.flatMap((mark) =>
    mark.kind === 'cell' || mark.kind === 'candidate' ? [mark.cell] : [],
  );
  return [...new Set(cells)].sort((a, b) => a - b);
}

/** Describes a digit that has one place left: the cells that block the others. */
function single({ layout, step, digits }: Parts): string {
  const { marks, placements, technique } = step;
  const isKnown = /^(full-house|naked-single|hidden-single.*)$/.test(technique);
  const [placed] = placements;
  if (!isKnown || !placed) return '';
  const own = namesOf(layout, [placed.cell]);
  if (technique === 'naked-single') return t('hint.cells.single', { cells: own });
  const [house = ''] = housesOf(step, 'pattern');
  if (technique === 'full-house') return t('hint.cells.full', { house, cells: own });
  const blockers = marks.flatMap((mark) =>
    mark.kind === 'cell' && digits[mark.cell] === placed.digit ? [mark.cell] : [],
  );
  const number = t('hint.cells.numbers').split(' ')[blockers.length - 1];
  if (!number) return '';
  const values = { house, digit: layout.symbol(placed.digit), cells: namesOf(layout, blockers) };
  return blockers.length === 1
    ? t('hint.cells.blocker', values)
    : t('hint.cells.blockers', { ...values, number });
}

/** Describes the only places of digits in houses, or cells that can hold only some digits. */
function places({ layout, step, candidates }: Parts): string {
  const { marks, technique } = step;
  const isHidden = HIDDEN.test(technique);
  // These techniques also mark what follows for the other candidates.
  const own = technique.startsWith('direct-')
    ? candidates.filter(({ role }) => role === 'pattern')
    : candidates;
  const values = { digits: digitsOf(layout, own), cells: namesOf(layout, patternOf(own)) };
  if (NAKED.test(technique)) return t('hint.cells.naked', values);
  const houses = housesOf(step, 'base');
  const isOneDigit = new Set(own.map(({ digit }) => digit)).size === 1;
  const isPlain =
    own.every(({ role }) => PLACES.has(role)) && marks.every(({ kind }) => kind !== 'cell');
  if (houses.length === 0 || !isPlain || !(isOneDigit || isHidden)) return '';
  return t('hint.cells.places', { ...values, houses: listOf(houses) });
}

const patternOf = (all: readonly CandidateMark[]): number[] =>
  all.map(({ cell }) => cell).sort((a, b) => a - b);

/** Describes a pattern of links, groups or a rectangle. */
function pattern({ layout, step, candidates }: Parts): string {
  const { marks, technique } = step;
  if (RECTANGLE.test(technique))
    return t('hint.cells.rectangle', { cells: namesOf(layout, cellsWith(step, 'pattern')) });
  const links = marks.filter(({ kind }) => kind === 'link').length;
  const roles = new Set(candidates.map(({ role }) => role));
  const inOrder = candidates.map(({ cell }) => cell);
  if (roles.has('on') && roles.has('off') && links > 2)
    return t('hint.cells.chain', { cells: namesOf(layout, inOrder) });
  const [pivot, ...others] = cellsWith(step, 'pivot');
  if (pivot !== undefined && others.length === 0) {
    const rest = patternCells(step).filter((cell) => cell !== pivot);
    return t('hint.cells.pivot', { pivot: layout.name(pivot), cells: namesOf(layout, rest) });
  }
  const groups = [...roles].filter((role) => role.startsWith('group '));
  if (groups.length < 2 || groups.length < roles.size) return '';
  const cellsOf = (group: string) => patternOf(candidates.filter(({ role }) => role === group));
  const list = groups.map((group) => namesOf(layout, cellsOf(group))).join('; ');
  return t('hint.cells.groups', { cells: list });
}

/**
 * Returns a sentence about the cells of a step, with their names at its end. A step without any cells
 * has an empty one.
 */
export function cellsText(layout: Layout, step: Step, digits: readonly number[]): string {
  const candidates = step.marks.filter((mark): mark is CandidateMark => mark.kind === 'candidate');
  const parts = { layout, step, digits, candidates };
  const cells = namesOf(layout, patternCells(step));
  const known = single(parts) || (candidates.length > 0 && places(parts)) || pattern(parts);
  return known || (cells && t('hint.cells.look', { cells }));
}
