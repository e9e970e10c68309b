// What the player draws on the grid: colors of candidates, links between them, lines of the pen.
//
// Each layer is a map from a key to a number. So a drawing is a change like any entry.
//
// | layer | key | value |
// |---|---|---|
// | tint | a candidate | a color |
// | link | two candidates, the lower one first | strong or weak, and the direction |
// | pen | a spot | a set of signs, and the color of each |
//
// A spot has coordinates in half cells. Odd ones are centers of cells, even ones are borders. A
// line or a border lies at its middle.

import type { Candidate, Game } from './game.ts';
import type { Layout } from './layout.ts';

export type Layer = 'tint' | 'link' | 'pen';

export const LAYERS: readonly Layer[] = ['tint', 'link', 'pen'];

/** A layer: numbers by key. Missing keys are 0. */
export type Drawing = ReadonlyMap<number, number>;

/** Room for the digits of a cell in a key. */
const DIGITS = 32;
/** Number of colors of cells and of candidates. */
export const COLOR_COUNT = 9;

export const candidateKey = ({ cell, digit }: Candidate): number => cell * DIGITS + digit;

export const candidateOf = (key: number): Candidate => ({
  cell: Math.floor(key / DIGITS),
  digit: key % DIGITS,
});

// --- links ---

/** A link of the player. */
export interface OwnLink {
  readonly from: Candidate;
  readonly to: Candidate;
  readonly strong: boolean;
}

/** Values of links: strong, strong backwards, weak, weak backwards. */
const [STRONG, WEAK] = [1, 3];

const span = (layout: Layout): number => layout.count * DIGITS;

/** Returns the key and the value of a link. Both directions have the same key. */
function linkEntry(layout: Layout, { from, to, strong }: OwnLink): [key: number, value: number] {
  const [a, b] = [candidateKey(from), candidateKey(to)];
  const key = Math.min(a, b) * span(layout) + Math.max(a, b);
  return [key, (strong ? STRONG : WEAK) + (a < b ? 0 : 1)];
}

/** Returns the candidates of the key of a link. */
const endsOf = (layout: Layout, key: number): [Candidate, Candidate] => [
  candidateOf(Math.floor(key / span(layout))),
  candidateOf(key % span(layout)),
];

/** Returns the links of a drawing. */
export function linksOf(layout: Layout, drawing: Drawing): OwnLink[] {
  return [...drawing].map(([key, value]) => {
    const [low, high] = endsOf(layout, key);
    const isBack = value % 2 === 0;
    return { from: isBack ? high : low, to: isBack ? low : high, strong: value < WEAK };
  });
}

/** Draws a link. A link of the same kind is removed, and one of the other kind changes. */
export function toggleLink(game: Game, link: OwnLink): boolean {
  const [key, value] = linkEntry(game.layout, link);
  const before = game.drawing('link').get(key) ?? 0;
  const isSame = before !== 0 && before < WEAK === link.strong;
  return game.change((set) => set('link', key, isSame ? 0 : value));
}

// --- colors of candidates ---

/** Colors candidates. Removes the color if all of them have it. */
export function toggleTint(game: Game, color: number, candidates: readonly Candidate[]): boolean {
  const keys = candidates.map(candidateKey);
  const tints = game.drawing('tint');
  const isRemoved = keys.every((key) => tints.get(key) === color);
  return game.change((set) => keys.forEach((key) => set('tint', key, isRemoved ? 0 : color)));
}

// --- the pen ---

/** A place of the pen, in half cells from the upper left corner. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}

/** The signs at a spot: a line through centers, upright or slanted, a border, a cross, a dot. */
export const PEN = { line: 1, border: 2, cross: 4, dot: 8, down: 16, up: 32 } as const;

/** Number of colors of the pen. They are numbers from 0. */
export const PEN_COLOR_COUNT = 5;
/** Bits of the set of signs. The colors follow, with three bits for each sign in its order. */
const SIGN_BITS = 6;
const COLOR_BITS = 3;
const ALL_SIGNS = 2 ** SIGN_BITS - 1;

const colorShift = (sign: number): number => SIGN_BITS + COLOR_BITS * Math.log2(sign);

/** Returns the color of a sign at a spot. */
export const penColor = (value: number, sign: number): number =>
  (value >> colorShift(sign)) & (2 ** COLOR_BITS - 1);

/** Returns the value of a spot without some of its signs. */
function withoutSigns(value: number, signs: number): number {
  let left = value & ~signs;
  for (const sign of Object.values(PEN))
    if (signs & sign) left &= ~((2 ** COLOR_BITS - 1) << colorShift(sign));
  return left;
}

/** Returns `true` if a value has signs, each with a color, and no colors without signs. */
const isPenValue = (value: number): boolean =>
  withoutSigns(value, value & ALL_SIGNS) === 0 &&
  Object.values(PEN).every((sign) => penColor(value, sign) < PEN_COLOR_COUNT);

export type PenKind = 'line' | 'border' | 'cross' | 'dot';

export const PEN_KINDS: readonly PenKind[] = ['line', 'border', 'cross', 'dot'];

/** A sign at a spot. */
export interface PenSign {
  readonly key: number;
  readonly sign: number;
  /** The color from 0, which is the default. */
  readonly color?: number;
}

export const spotKey = (size: number, { x, y }: Spot): number => y * (2 * size + 1) + x;

export const spotOf = (size: number, key: number): Spot => ({
  x: key % (2 * size + 1),
  y: Math.floor(key / (2 * size + 1)),
});

export const centerOf = (layout: Layout, cell: number): Spot => ({
  x: 2 * layout.column(cell) + 1,
  y: 2 * layout.row(cell) + 1,
});

/** Returns the sign between two neighboring spots, or null if they are no neighbors. */
export function segmentOf(size: number, from: Spot, to: Spot): PenSign | null {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  if (Math.max(Math.abs(dx), Math.abs(dy)) !== 2 || dx % 2 !== 0 || dy % 2 !== 0) return null;
  const isBorder = from.x % 2 === 0;
  const isSlanted = dx !== 0 && dy !== 0;
  if (isBorder && isSlanted) return null;
  const sign = isBorder ? PEN.border : !isSlanted ? PEN.line : dx * dy > 0 ? PEN.down : PEN.up;
  return { key: spotKey(size, { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }), sign };
}

/** Returns `true` if a sign is there in its color. */
export function hasSign(drawing: Drawing, { key, sign, color = 0 }: PenSign): boolean {
  const value = drawing.get(key) ?? 0;
  return (value & sign) !== 0 && penColor(value, sign) === color;
}

/** Returns the value of a spot after a sign was drawn or erased. A spot has a cross or a dot. */
function withSign(before: number, { sign, color = 0 }: PenSign, draws: boolean): number {
  const others = sign === PEN.cross ? PEN.dot : sign === PEN.dot ? PEN.cross : 0;
  const left = withoutSigns(before, sign | (draws ? others : 0));
  return draws ? left | sign | (color << colorShift(sign)) : left;
}

/** Returns a drawing with further signs, or without them. */
export function penWith(drawing: Drawing, signs: readonly PenSign[], draws: boolean): Drawing {
  const next = new Map(drawing);
  for (const one of signs) next.set(one.key, withSign(next.get(one.key) ?? 0, one, draws));
  return next;
}

/** Draws or erases signs as one move. */
export function drawSigns(game: Game, signs: readonly PenSign[], draws: boolean): boolean {
  const next = penWith(game.drawing('pen'), signs, draws);
  return game.change((set) => signs.forEach(({ key }) => set('pen', key, next.get(key) ?? 0)));
}

/** The neighbors of a spot, by name. */
const SIDES = { left: [-1, 0], right: [1, 0], above: [0, -1], below: [0, 1] } as const;

export type Side = keyof typeof SIDES;

/** A sign of the pen at a cell, for its description. */
export interface PenNote {
  readonly kind: PenKind;
  readonly color: number;
  /** The sides of the cell, or none for its center. */
  readonly sides: readonly Side[];
}

/** Returns the signs of the pen at a cell. */
export function penNotes(layout: Layout, drawing: Drawing, cell: number): PenNote[] {
  if (drawing.size === 0) return [];
  const { x, y } = centerOf(layout, cell);
  const at = (dx: number, dy: number) =>
    drawing.get(spotKey(layout.size, { x: x + dx, y: y + dy })) ?? 0;
  const notes: PenNote[] = [];
  const note = (kind: PenKind, signs: number, ...sides: Side[]) => {
    if (signs & PEN[kind]) notes.push({ kind, color: penColor(signs, PEN[kind]), sides });
  };
  note('dot', at(0, 0));
  note('cross', at(0, 0));
  for (const [side, [dx, dy]] of Object.entries(SIDES))
    for (const kind of PEN_KINDS) note(kind, at(dx, dy), side as Side);
  const slanted: [number, number, number, Side, Side][] = [
    [-1, -1, PEN.down, 'above', 'left'],
    [1, 1, PEN.down, 'below', 'right'],
    [1, -1, PEN.up, 'above', 'right'],
    [-1, 1, PEN.up, 'below', 'left'],
  ];
  for (const [dx, dy, sign, ...sides] of slanted)
    if (at(dx, dy) & sign) notes.push({ kind: 'line', color: penColor(at(dx, dy), sign), sides });
  return notes;
}

// --- the pointer ---

/** A place in the grid under the pointer. */
export interface GridPoint {
  /** In cells from the upper left corner. */
  readonly x: number;
  readonly y: number;
  readonly cell: number;
  /** The digit of the visible candidate, or of the nearest one of an open cell without any. */
  readonly digit: number;
}

export type DragPhase = 'start' | 'move' | 'end' | 'cancel';

// --- all layers ---

/** Returns `true` for a key and a value that a player can draw. Those of an address may differ. */
export function isDrawable(layout: Layout, layer: Layer, key: number, value: number): boolean {
  const { size, count } = layout;
  const isCandidate = ({ cell, digit }: Candidate) => cell < count && digit > 0 && digit <= size;
  if (layer === 'tint') return isCandidate(candidateOf(key)) && value <= COLOR_COUNT;
  if (layer === 'pen') return key < (2 * size + 1) ** 2 && isPenValue(value);
  const [low, high] = endsOf(layout, key);
  const isOrdered = candidateKey(low) < candidateKey(high);
  return isOrdered && isCandidate(low) && isCandidate(high) && value <= WEAK + 1;
}

/** Returns `true` if the key of a drawing belongs to one of these cells. */
export function isAt(
  layout: Layout,
  layer: Layer,
  key: number,
  cells: ReadonlySet<number>,
): boolean {
  return cellsAt(layout, layer, key).some((cell) => cells.has(cell));
}

/** Returns the cells that the key of a drawing belongs to. */
export function cellsAt(layout: Layout, layer: Layer, key: number): number[] {
  if (layer === 'tint') return [candidateOf(key).cell];
  if (layer === 'link') return endsOf(layout, key).map(({ cell }) => cell);
  const { size } = layout;
  const { x, y } = spotOf(size, key);
  const around = (at: number) =>
    (at % 2 === 1 ? [(at - 1) / 2] : [at / 2 - 1, at / 2]).filter((n) => n >= 0 && n < size);
  return around(y).flatMap((row) => around(x).map((column) => row * size + column));
}
