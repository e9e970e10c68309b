// How a step looks wherever it is shown: in a hint, in the solution path and in the handbook. Its
// technique with the difficulty, what it does and why, and the legend of its signs.

import type { App } from '../app.ts';
import { ratingText } from '../controllers/rating.ts';
import type { Highlight, Step } from '../engine/api.ts';
import { listOf, t } from '../i18n.ts';
import type { TextKey } from '../i18n.ts';
import type { Candidate } from '../model/game.ts';
import type { Layout } from '../model/layout.ts';
import { levelOf } from '../model/levels.ts';
import { legend } from '../model/picture.ts';
import type { Overlay } from '../model/picture.ts';
import { roleClass, roleName } from './roles.ts';
import { h, s } from './dom.ts';
import { shape } from './shapes.ts';

/** Creates the tag of a difficulty on the scale of the page: `Hard 3.2`. */
export const ratingTag = (level: string, rating: number): HTMLElement =>
  h('span', { class: 'tag' }, ratingText(level, rating));

/** Creates the heading of a step: its technique with the difficulty. */
export const techniqueHeading = ({ name, rating }: Step): HTMLElement =>
  h('h2', { class: 'technique' }, h('span', {}, name), ratingTag(levelOf(rating), rating));

/** Creates the conclusion of a step and the reason for it. */
export const conclusionOf = (app: App, step: Step): HTMLElement[] => [
  h('h3', { class: 'effect' }, effectOf(app.play.layout, step)),
  h('p', { class: 'reason' }, step.text || step.what),
];

/** Returns what a step does as a heading: `9 goes in r1c2`. */
function effectOf(layout: Layout, { placements, eliminations }: Step): string {
  if (placements.length === 1) {
    const [{ cell, digit }] = placements;
    return t('hint.goes', { digit: layout.symbol(digit), cell: layout.name(cell) });
  }
  const places = placements.map((one) => formatCandidate(layout, 'hint.placement', one)).join(', ');
  return [
    places ? t('hint.places', { list: places }) : '',
    eliminations.length ? t('hint.eliminates', { list: grouped(layout, eliminations) }) : '',
  ]
    .join(' ')
    .trim();
}

/** Returns eliminations as text, with all digits of the same cells together: `1 and 2 from r1c4`. */
function grouped(layout: Layout, eliminations: readonly Candidate[]): string {
  const cellsOf = new Map<number, string[]>();
  for (const { cell, digit } of eliminations)
    cellsOf.set(digit, [...(cellsOf.get(digit) ?? []), layout.name(cell)]);
  const digitsOf = new Map<string, string[]>();
  for (const [digit, cells] of [...cellsOf].sort(([a], [b]) => a - b)) {
    const names = listOf(cells);
    digitsOf.set(names, [...(digitsOf.get(names) ?? []), layout.symbol(digit)]);
  }
  return [...digitsOf]
    .map(([cell, digits]) => t('hint.elimination', { digit: listOf(digits), cell }))
    .join('; ');
}

/** Returns the text for a placement or a removed candidate. */
export function formatCandidate(
  layout: Layout,
  key: 'hint.placement' | 'hint.removed',
  { cell, digit }: Candidate,
): string {
  return t(key, { cell: layout.name(cell), digit: layout.symbol(digit) });
}

// --- the legend ---

/** The roles whose words a beginner does not know. The legend explains them. */
const EXPLAINED = new Set(['fin', 'pivot', 'strong', 'weak']);

/** Creates the legend of the signs in use. */
export function legendOf({ marks = [], hatched = [] }: Overlay): HTMLElement {
  return h(
    'ul',
    { class: 'legend', 'aria-label': t('hint.legend') },
    ...legend(marks).map(({ kind, role }) =>
      h(
        'li',
        {},
        kind === 'link' ? linkSign(role, 34) : sign(...drawSign(kind, role)),
        h('span', {}, legendText(kind, role, marks, hatched.length > 0)),
      ),
    ),
  );
}

/** Returns the words for a sign: `2 rows with the pattern (base)`. */
function legendText(
  kind: Highlight['kind'],
  role: string,
  marks: readonly Highlight[],
  isBlocking: boolean,
): string {
  if (kind === 'house' && ['pattern', 'base', 'cover'].includes(role))
    return t(`legend.${role}.house` as TextKey, { houses: countHouses(role, marks) });
  if (role === 'cover' && isBlocking) return t('legend.blocker');
  if (role === 'base' || role === 'cover') return t(`legend.${role}`);
  if (EXPLAINED.has(role)) return t(`legend.${role}` as TextKey);
  return roleName(role as Parameters<typeof roleName>[0]);
}

const LINES = ['row', 'column', 'box', 'region'];

/** Returns the number of houses with a role, and what they are: `2 rows`. */
function countHouses(role: string, marks: readonly Highlight[]): string {
  const names = new Set(
    marks.flatMap((mark) => (mark.kind === 'house' && mark.role === role ? [mark.house] : [])),
  );
  const kinds = new Set([...names].map((name) => name.split(' ')[0]));
  const [kind] = kinds;
  const known = kinds.size === 1 && LINES.includes(kind) ? kind : 'house';
  return t(`legend.${known}` as TextKey, { count: names.size });
}

const sign = (...content: Node[]) =>
  s('svg', { viewBox: '0 0 24 24', class: 'legend-sign', 'aria-hidden': 'true' }, ...content);

/** Creates the line of a strong or weak link. */
export function linkSign(kind: string, width: number): SVGElement {
  return s(
    'svg',
    { viewBox: `0 0 ${width} 14`, class: 'legend-link', 'aria-hidden': 'true' },
    s('path', { class: `link ${kind}`, d: `M1 7H${width - 1}` }),
  );
}

/** Creates a sign of the legend. */
function drawSign(kind: Highlight['kind'], role: string): Node[] {
  switch (kind) {
    case 'link':
      return [];
    case 'cell':
      return [
        s('rect', { class: `whole ${roleClass(role)}`, x: 3, y: 3, width: 18, height: 18, rx: 4 }),
      ];
    case 'house':
      return [
        s('rect', { class: `house ${roleClass(role)}`, x: 2, y: 6, width: 20, height: 12, rx: 3 }),
      ];
    case 'candidate':
      return [
        shape(role, 12, 12, 8.5),
        ...(role === 'eliminated' ? [s('path', { class: 'strike', d: 'M4 20L20 4' })] : []),
      ];
  }
}
