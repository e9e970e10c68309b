// What the grid looks like at a moment: from the game, the selection, the settings and what is laid over it. Pure; `view/board` draws it.

import { bit, digitsOf, has } from './bits.ts';
import type { Candidate, Game } from './game.ts';
import type { Selection } from './selection.ts';
import type { Settings } from './settings.ts';

/** What something that is pointed at stands for, as the engine names it: `pattern`, `fin`, `group 2`… */
export type Role = string;

export type Mark =
  | { readonly kind: 'cell'; readonly cell: number; readonly role: Role }
  | {
      readonly kind: 'candidate';
      readonly cell: number;
      readonly digit: number;
      readonly role: Role;
    }
  | { readonly kind: 'house'; readonly cells: readonly number[]; readonly role: Role }
  | {
      readonly kind: 'link';
      readonly from: readonly Candidate[];
      readonly to: readonly Candidate[];
      readonly strong: boolean;
    };

/** Something that is shown instead of what the player wrote. */
export interface Overlay {
  /** Digits, where they differ from the game; 0 leaves a cell as it is. */
  readonly digits?: ArrayLike<number>;
  /** Sets of candidates; where there are none, the player's marks go as well. */
  readonly candidates?: ArrayLike<number>;
  readonly marks?: readonly Mark[];
  /** Cells to look at. */
  readonly cells?: readonly number[];
  /** The game's own digits are not shown. */
  readonly replaces?: boolean;
}

export interface CellPicture {
  readonly digit: number;
  readonly kind: 'given' | 'entered' | 'shown' | 'empty';
  readonly corner: readonly number[];
  readonly center: readonly number[];
  /** Candidates at their places in the cell; null if none are shown. */
  readonly candidates: readonly number[] | null;
  readonly colors: readonly number[];
  readonly conflict: boolean;
  readonly wrong: boolean;
  readonly selected: boolean;
  readonly cursor: boolean;
  readonly same: boolean;
  readonly peer: boolean;
  /** The filter's digit can go here. */
  readonly fits: boolean;
  readonly look: boolean;
  /** Roles of the whole cell and, by digit, of its candidates. */
  readonly roles: readonly Role[];
  readonly candidateRoles: ReadonlyMap<number, readonly Role[]>;
}

export interface Picture {
  readonly cells: readonly CellPicture[];
  readonly houses: readonly { readonly cells: readonly number[]; readonly role: Role }[];
  readonly links: readonly Extract<Mark, { kind: 'link' }>[];
  readonly filter: number;
}

export interface View {
  readonly game: Game;
  readonly selection: Selection;
  readonly settings: Settings;
  readonly overlay: Overlay | null;
  /** The digit whose places are shown; 0 for none. */
  readonly filter: number;
  /** The solution, if it is known and wrong digits are to be shown. */
  readonly solution: ArrayLike<number> | null;
}

export function picture({ game, selection, settings, overlay, filter, solution }: View): Picture {
  const { layout } = game;
  const digitAt = (cell: number) =>
    (overlay?.replaces ? game.get('clue', cell) : game.digit(cell)) ||
    (overlay?.digits?.[cell] ?? 0);
  const conflicts = settings.repeats && !overlay?.replaces ? game.repeats() : new Set<number>();
  const focus = selection.size === 1 ? selection.list()[0] : -1;
  const sameDigit = settings.sameDigit && focus >= 0 ? digitAt(focus) : 0;
  const peers = new Set(settings.peers && focus >= 0 ? layout.peers[focus] : []);
  const look = new Set(overlay?.cells);

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
  const cells = Array.from({ length: layout.count }, (_, cell): CellPicture => {
    const digit = digitAt(cell);
    const isClue = game.isClue(cell);
    const isOwn = !overlay?.replaces && game.digit(cell) !== 0;
    const shown = overlay?.candidates;
    let candidates: number[] | null = null;
    if (digit === 0) {
      if (shown) candidates = digitsOf(shown[cell]);
      else if (settings.autoCandidates) candidates = digitsOf(game.candidates(cell));
    }
    const marks = digit === 0 && !shown;
    const open = digit === 0 ? (shown ? shown[cell] : game.candidates(cell)) : 0;
    return {
      digit,
      kind: digit === 0 ? 'empty' : isClue ? 'given' : isOwn ? 'entered' : 'shown',
      corner: marks ? digitsOf(game.get('corner', cell)) : [],
      center: marks && !settings.autoCandidates ? digitsOf(game.get('center', cell)) : [],
      candidates,
      colors: digitsOf(game.get('color', cell)),
      conflict: conflicts.has(cell),
      wrong: isOwn && !isClue && solution !== null && solution[cell] !== digit,
      selected: selection.has(cell),
      cursor: selection.cursor === cell,
      same:
        sameDigit !== 0 &&
        cell !== focus &&
        (digit === sameDigit || marksHave(game, cell, sameDigit, marks)),
      peer: peers.has(cell),
      fits: filter !== 0 && (digit === filter || has(open, filter)),
      look: look.has(cell),
      roles: roles.get(cell) ?? [],
      candidateRoles: candidateRoles.get(cell) ?? none,
    };
  });
  const houses = (overlay?.marks ?? [])
    .filter((mark) => mark.kind === 'house')
    .map(({ cells, role }) => ({ cells, role }));
  const links = (overlay?.marks ?? []).filter((mark) => mark.kind === 'link');
  return { cells, houses, links, filter };
}

function marksHave(game: Game, cell: number, digit: number, shown: boolean): boolean {
  return shown && ((game.get('corner', cell) | game.get('center', cell)) & bit(digit)) !== 0;
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (!list) map.set(key, [value]);
  else if (!list.includes(value)) list.push(value);
}

/** What a legend has to explain, each sign once, in the order in which it is told. */
export function legend(marks: readonly Mark[]): { kind: Mark['kind']; role: Role }[] {
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
  const signs = new Map<string, { kind: Mark['kind']; role: Role }>();
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
