// The current view of the grid, from the game, the selection, the settings and an overlay.
// `view/board` draws it.

import type { Highlight } from '../engine/api.ts';
import { bit, digitsOf, has } from './bits.ts';
import type { Game } from './game.ts';
import type { Selection } from './selection.ts';
import type { Settings } from './settings.ts';

/** The role of a highlight in a hint, such as `pattern`, `fin` or `group 2`. */
export type Role = string;

/** Something on top of the entries of the player. */
export interface Overlay {
  /** Digits. 0 does not change a cell. */
  readonly digits?: ArrayLike<number>;
  /** Sets of candidates, instead of the marks of the player. */
  readonly candidates?: ArrayLike<number>;
  readonly marks?: readonly Highlight[];
  /** Highlighted cells. */
  readonly cells?: readonly number[];
  /** The cells that a hint looks at. All others are veiled. */
  readonly spot?: readonly number[];
  /** The outlines of a hint that say where to look. */
  readonly look?: readonly (readonly number[])[];
  /** Cells where the digit of a hint cannot go. */
  readonly hatched?: readonly number[];
  /** Lines from a digit to the cells that it blocks, from cell to cell. */
  readonly rays?: readonly (readonly [from: number, to: number])[];
  /** The digits of the player are hidden. */
  readonly replaces?: boolean;
  /** The link that is explained. Later ones are pale. */
  readonly link?: number;
}

export interface CellPicture {
  readonly digit: number;
  readonly kind: 'given' | 'entered' | 'shown' | 'empty';
  readonly corner: readonly number[];
  readonly center: readonly number[];
  /** The visible candidates, or null if candidates are hidden. */
  readonly candidates: readonly number[] | null;
  readonly colors: readonly number[];
  readonly conflict: boolean;
  readonly wrong: boolean;
  readonly selected: boolean;
  readonly cursor: boolean;
  readonly same: boolean;
  readonly peer: boolean;
  /** The digit of the filter is possible here. */
  readonly fits: boolean;
  readonly highlighted: boolean;
  /** The cell is outside of what a hint looks at. */
  readonly veiled: boolean;
  /** The digit of a hint cannot go here. */
  readonly hatched: boolean;
  /** The roles of the cell in a hint. */
  readonly roles: readonly Role[];
  /** The roles of candidates in a hint, by digit. */
  readonly candidateRoles: ReadonlyMap<number, readonly Role[]>;
}

export interface Picture {
  readonly cells: readonly CellPicture[];
  readonly houses: readonly { readonly cells: readonly number[]; readonly role: Role }[];
  readonly links: readonly Extract<Highlight, { kind: 'link' }>[];
  /** The outlines that say where to look. */
  readonly look: readonly (readonly number[])[];
  readonly rays: readonly (readonly [from: number, to: number])[];
  /** The link that is explained, or -1 for all. */
  readonly link: number;
  readonly filter: number;
}

export interface View {
  readonly game: Game;
  readonly selection: Selection;
  readonly settings: Settings;
  readonly overlay: Overlay | null;
  /** The digit of the filter, or 0. */
  readonly filter: number;
  /** The solution, if wrong digits are shown. */
  readonly solution: ArrayLike<number> | null;
  /** Cells whose digits break a rule other than a house. */
  readonly breaches?: ReadonlySet<number>;
}

export function picture(view: View): Picture {
  const { game, selection, settings, overlay, filter, solution, breaches } = view;
  const { layout } = game;
  const digitAt = (cell: number) =>
    (overlay?.replaces ? game.get('clue', cell) : game.digit(cell)) ||
    (overlay?.digits?.[cell] ?? 0);
  const conflicts = settings.repeats && !overlay?.replaces ? game.repeats() : new Set<number>();
  if (settings.repeats && !overlay?.replaces)
    for (const cell of breaches ?? []) if (!game.isBlank(cell)) conflicts.add(cell);
  const focus = selection.size === 1 ? selection.list()[0] : -1;
  const sameDigit = settings.sameDigit && focus >= 0 ? digitAt(focus) : 0;
  const isPeerShown = settings.peers && focus >= 0 && !overlay?.spot;
  const peers = new Set(isPeerShown ? layout.peers[focus] : []);
  const spot = overlay?.spot && new Set(overlay.spot);
  const hatched = new Set(overlay?.hatched);
  const highlighted = new Set(overlay?.cells);
  const open = overlay?.candidates ?? game.candidates(settings);

  const roles = new Map<number, Role[]>();
  const candidateRoles = new Map<number, Map<number, Role[]>>();
  for (const mark of overlay?.marks ?? []) {
    if (mark.kind === 'cell') push(roles, mark.cell, mark.role);
    if (mark.kind === 'candidate') {
      let cell = candidateRoles.get(mark.cell);
      if (!cell) candidateRoles.set(mark.cell, (cell = new Map()));
      push(cell, mark.digit, mark.role);
    }
  }

  const none: ReadonlyMap<number, readonly Role[]> = new Map();
  const cells = layout.cells.map((cell): CellPicture => {
    const digit = digitAt(cell);
    const isClue = game.isClue(cell);
    const isOwn = !overlay?.replaces && game.digit(cell) !== 0;
    const hasCandidates = overlay?.candidates !== undefined || settings.autoCandidates;
    // A cell shows the corner marks of the player or the automatic candidates, never both.
    const hasOwn = !overlay?.candidates && game.get('corner', cell) !== 0;
    const candidates = digit === 0 && hasCandidates && !hasOwn ? digitsOf(open[cell]) : null;
    const marks = digit === 0 && !overlay?.candidates;
    const colors = digitsOf(game.get('color', cell));
    return {
      digit,
      kind: digit === 0 ? 'empty' : isClue ? 'given' : isOwn ? 'entered' : 'shown',
      corner: marks ? digitsOf(game.get('corner', cell)) : [],
      center: marks && !settings.autoCandidates ? digitsOf(game.get('center', cell)) : [],
      candidates,
      colors,
      conflict: conflicts.has(cell),
      wrong: isOwn && !isClue && solution !== null && solution[cell] !== digit,
      selected: selection.has(cell),
      cursor: selection.cursor === cell,
      same:
        sameDigit !== 0 &&
        cell !== focus &&
        !overlay?.spot &&
        (digit === sameDigit || marksHave(game, cell, sameDigit, marks)),
      peer: peers.has(cell) && colors.length === 0,
      fits: filter !== 0 && (digit === filter || (digit === 0 && has(open[cell], filter))),
      highlighted: highlighted.has(cell),
      veiled: spot !== undefined && !spot.has(cell),
      hatched: hatched.has(cell),
      roles: roles.get(cell) ?? [],
      candidateRoles: candidateRoles.get(cell) ?? none,
    };
  });
  const houses = (overlay?.marks ?? [])
    .filter((mark) => mark.kind === 'house')
    .map(({ cells, role }) => ({ cells, role }));
  const links = (overlay?.marks ?? []).filter((mark) => mark.kind === 'link');
  const { look = [], rays = [], link = -1 } = overlay ?? {};
  return { cells, houses, links, look, rays, link, filter };
}

function marksHave(game: Game, cell: number, digit: number, shown: boolean): boolean {
  return shown && ((game.get('corner', cell) | game.get('center', cell)) & bit(digit)) !== 0;
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (!list) map.set(key, [value]);
  else if (!list.includes(value)) list.push(value);
}

/** Returns the entries of a legend, each sign once. */
export function legend(marks: readonly Highlight[]): { kind: Highlight['kind']; role: Role }[] {
  const kinds = ['house', 'cell', 'candidate', 'link'];
  const roles = [
    'pattern',
    'base',
    'cover',
    'fin',
    'pivot',
    'on',
    'off',
    'group',
    'placed',
    'eliminated',
    'strong',
    'weak',
  ];
  const signs = new Map<string, { kind: Highlight['kind']; role: Role }>();
  for (const mark of marks) {
    const role = mark.kind === 'link' ? (mark.strong ? 'strong' : 'weak') : mark.role;
    signs.set(`${mark.kind} ${role}`, { kind: mark.kind, role });
  }
  const rank = ({ kind, role }: { kind: string; role: Role }) =>
    kinds.indexOf(kind) * 10_000 +
    roles.indexOf(role.replace(/ .*/, '')) * 100 +
    Number(role.split(' ')[1] ?? 0);
  return [...signs.values()].sort((a, b) => rank(a) - rank(b));
}
