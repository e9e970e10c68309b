// The current view of the grid, from the game, the selection, the settings and an overlay.
// `view/board` draws it.

import type { Highlight } from '../engine/api.ts';
import { digitsOf, has, setOf } from './bits.ts';
import type { Candidate, Game } from './game.ts';
import type { Selection } from './selection.ts';
import type { Settings } from './settings.ts';
import { candidateOf, linksOf, penNotes } from './sketch.ts';
import type { Drawing, OwnLink, PenNote } from './sketch.ts';

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
  /** A digit of the filter is possible here, or the cell has two candidates if these are sought. */
  readonly fits: boolean;
  /** The candidates of the cell are exactly the two of the filter. */
  readonly isPair: boolean;
  /** The colors of candidates. */
  readonly tints: readonly (readonly [digit: number, color: number])[];
  /** Candidates that are visible because something is drawn at them. */
  readonly nodes: readonly number[];
  /** Center marks take the places of candidates, because something is drawn at them. */
  readonly isSpread: boolean;
  /** The candidate where a link starts, or 0. */
  readonly start: number;
  /** The links of the player from this cell. */
  readonly ownLinks: readonly OwnLink[];
  /** The signs of the pen at this cell. */
  readonly pen: readonly PenNote[];
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
  /** The digits of the filter as a set. */
  readonly filter: number;
  /** Cells that do not fit the filter are veiled. */
  readonly isFiltered: boolean;
  /** The links of the player. The last one is still drawn if `isDrawing` is set. */
  readonly ownLinks: readonly OwnLink[];
  readonly isDrawing: boolean;
  /** The signs of the pen by spot. */
  readonly pen: Drawing;
}

/** What a tool shows while it is used. */
export interface ToolView {
  /** Cells without marks show their candidates. */
  readonly showsCandidates: boolean;
  /** The candidate where a link starts. */
  readonly start: Candidate | null;
  /** The link to the candidate under the pointer. */
  readonly link: OwnLink | null;
  /** The signs of the pen with those that are being drawn. */
  readonly pen: Drawing | null;
}

/** What Highlight shows: no digit, one, or two at once; or cells with two candidates. */
export interface Filter {
  readonly digits: readonly number[];
  readonly bivalue: boolean;
}

/** A picture without cells. */
export const EMPTY_PICTURE: Picture = {
  cells: [],
  houses: [],
  links: [],
  look: [],
  rays: [],
  link: -1,
  filter: 0,
  isFiltered: false,
  ownLinks: [],
  isDrawing: false,
  pen: new Map(),
};

export interface View {
  readonly game: Game;
  readonly selection: Selection;
  readonly settings: Settings;
  readonly overlay: Overlay | null;
  readonly filter?: Filter;
  readonly tool?: ToolView | null;
  /** The solution, if wrong digits are shown. */
  readonly solution: ArrayLike<number> | null;
  /** Cells whose digits break a rule other than a house. */
  readonly ruleConflicts?: ReadonlySet<number>;
  /** Cells that a check or a hint called wrong. */
  readonly mistakes?: ReadonlySet<number>;
}

export function picture(view: View): Picture {
  const { game, selection, settings, overlay, solution, ruleConflicts, mistakes } = view;
  const filter = filterOf(view);
  const sketch = sketchOf(view);
  const { layout } = game;
  const digitAt = (cell: number) =>
    (overlay?.replaces ? game.get('clue', cell) : game.digit(cell)) ||
    (overlay?.digits?.[cell] ?? 0);
  const conflicts = settings.repeats && !overlay?.replaces ? game.repeats() : new Set<number>();
  if (settings.repeats && !overlay?.replaces)
    for (const cell of ruleConflicts ?? []) if (!game.isBlank(cell)) conflicts.add(cell);
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
    const marks = digit === 0 && !overlay?.candidates;
    const corner = marks ? game.get('corner', cell) : 0;
    // Center mode removes automatic candidates, and so a removed one has no center mark.
    const gone = settings.autoCandidates ? game.get('removed', cell) : 0;
    const center = marks ? game.get('center', cell) & ~gone : 0;
    const isFree = sketch.showsCandidates && corner === 0 && center === 0;
    const hasCandidates = overlay?.candidates !== undefined || settings.autoCandidates || isFree;
    const candidates = digit === 0 && hasCandidates ? digitsOf(open[cell]) : null;
    const colors = digitsOf(game.get('color', cell));
    return {
      digit,
      kind: digit === 0 ? 'empty' : isClue ? 'given' : isOwn ? 'entered' : 'shown',
      corner: digitsOf(corner),
      center: digitsOf(center),
      candidates,
      colors,
      conflict: conflicts.has(cell),
      wrong:
        (isOwn && !isClue && solution !== null && solution[cell] !== digit) ||
        (!overlay?.replaces && mistakes?.has(cell) === true),
      selected: selection.has(cell),
      cursor: selection.cursor === cell,
      same:
        sameDigit !== 0 &&
        cell !== focus &&
        !overlay?.spot &&
        (digit === sameDigit || has(corner | center, sameDigit)),
      peer: peers.has(cell) && colors.length === 0,
      ...filter.at(cell, digit, open[cell]),
      tints: marks ? (sketch.tints.get(cell) ?? []) : [],
      nodes: marks ? [...(sketch.nodes.get(cell) ?? [])] : [],
      isSpread: marks && sketch.nodes.has(cell) && game.get('corner', cell) === 0,
      start: sketch.start?.cell === cell ? sketch.start.digit : 0,
      ownLinks: sketch.links.filter(({ from, to }) => from.cell === cell || to.cell === cell),
      pen: penNotes(layout, sketch.pen, cell),
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
  return {
    cells,
    houses,
    links,
    look,
    rays,
    link,
    filter: filter.set,
    isFiltered: filter.isOn,
    ownLinks: sketch.links,
    isDrawing: sketch.isDrawing,
    pen: sketch.pen,
  };
}

/** Returns the test of the filter for a cell. */
function filterOf({ game, settings, filter, overlay }: View) {
  const { digits, bivalue } = filter ?? { digits: [], bivalue: false };
  const set = setOf(digits);
  return {
    set,
    isOn: digits.length > 0 || bivalue,
    at: (cell: number, digit: number, open: number): Pick<CellPicture, 'fits' | 'isPair'> => {
      const center = settings.autoCandidates || overlay ? 0 : game.get('center', cell);
      const candidates = digit === 0 ? (center ? open & center : open) : 0;
      if (bivalue) return { fits: digitsOf(candidates).length === 2, isPair: false };
      const fits = digit !== 0 ? has(set, digit) : (candidates & set) !== 0;
      return { fits: set !== 0 && fits, isPair: digits.length === 2 && candidates === set };
    },
  };
}

/** Returns what the player drew, as far as it is visible. Hints and paths show only the pen. */
function sketchOf({ game, overlay, tool }: View) {
  const { layout } = game;
  const isOwn = overlay === null;
  const isOpen = ({ cell }: Candidate) => game.isBlank(cell);
  const stored = isOwn ? linksOf(layout, game.drawing('link')) : [];
  const drawn = isOwn && tool?.link ? [tool.link] : [];
  const links = [...stored, ...drawn].filter(({ from, to }) => isOpen(from) && isOpen(to));
  const tints = new Map<number, [number, number][]>();
  const nodes = new Map<number, Set<number>>();
  const show = ({ cell, digit }: Candidate) => {
    const set = nodes.get(cell);
    if (set) set.add(digit);
    else nodes.set(cell, new Set([digit]));
  };
  for (const [key, color] of game.drawing('tint')) {
    const one = candidateOf(key);
    push(tints, one.cell, [one.digit, color]);
    show(one);
  }
  const start = (isOwn && tool?.start) || null;
  for (const { from, to } of links) [from, to].forEach(show);
  if (start) show(start);
  return {
    links,
    tints,
    nodes,
    start,
    isDrawing: drawn.length > 0,
    showsCandidates: tool?.showsCandidates ?? false,
    pen: overlay?.replaces ? EMPTY_PICTURE.pen : (tool?.pen ?? game.drawing('pen')),
  };
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
