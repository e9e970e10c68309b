// All moves of a game in order, with their times, so that it can be replayed. The storage keeps
// them as numbers:
//
// | part | numbers |
// |---|---|
// | version | 1 |
// | each move | tenths of a second since the move before; kind + 4 × number of changes |
// | each change | field + 8 × cell; the value |
//
// A change has the value after it. So an undone move is recorded as the changes that undo it.

import { PLAYER_FIELDS } from './game.ts';
import type { Change, ChangeKind, Field, Game } from './game.ts';
import { isDrawable, LAYERS } from './sketch.ts';
import type { Layer } from './sketch.ts';

/** A value that a move sets. */
export interface RecordedChange {
  readonly field: Field | Layer;
  /** The cell of a field, or the key of a drawing. */
  readonly cell: number;
  readonly value: number;
}

export interface RecordedMove {
  /** The time since the start of the game, in tenths of a second. */
  readonly at: number;
  readonly kind: ChangeKind;
  readonly changes: readonly RecordedChange[];
}

const VERSION = 1;
const KINDS: readonly ChangeKind[] = ['move', 'undo', 'redo'];
const RECORDED: readonly (Field | Layer)[] = [...PLAYER_FIELDS, ...LAYERS];

/** Maximum number of stored changes. The first moves become one if there are more. */
export const MAX_CHANGES = 12_000;

export class Recording {
  private all: RecordedMove[] = [];
  private count = 0;

  get moves(): readonly RecordedMove[] {
    return this.all;
  }

  /** Adds what a game did to its values. */
  add(at: number, kind: ChangeKind, move: readonly Change[]): void {
    const ordered = kind === 'undo' ? [...move].reverse() : move;
    const changes = ordered
      .filter(({ field }) => RECORDED.includes(field))
      .map(({ field, cell, before, after }) => ({
        field,
        cell,
        value: kind === 'undo' ? before : after,
      }));
    if (changes.length === 0) return;
    const last = this.all[this.all.length - 1]?.at ?? 0;
    this.all.push({ at: Math.max(last, Math.floor(at)), kind, changes });
    this.count += changes.length;
    while (this.count > MAX_CHANGES && this.all.length > 1) this.shorten();
  }

  /** Starts again: empty, or with one move that leads to the values of the game. */
  start(game: Game, at = 0): void {
    const changes = differences(game.copyStart(), game);
    this.all = changes.length > 0 ? [{ at, kind: 'move', changes }] : [];
    this.count = changes.length;
  }

  /** Continues recorded moves. */
  continue(moves: readonly RecordedMove[]): void {
    this.all = [...moves];
    this.count = moves.reduce((sum, { changes }) => sum + changes.length, 0);
  }

  /** Makes one move of the first half, or of the first two moves. */
  private shorten(): void {
    const half = Math.max(2, Math.ceil(this.all.length / 2));
    const values = new Map<string, RecordedChange>();
    for (const { changes } of this.all.slice(0, half))
      for (const change of changes) values.set(`${change.field} ${change.cell}`, change);
    const first = this.all[half - 1];
    const merged: RecordedMove = { at: first.at, kind: 'move', changes: [...values.values()] };
    this.continue([merged, ...this.all.slice(half)]);
  }

  /** Returns the moves as numbers. */
  toNumbers(): number[] {
    return numbersOf(this.all);
  }
}

/** Returns moves as numbers. */
export function numbersOf(moves: readonly RecordedMove[]): number[] {
  const numbers = [VERSION];
  let last = 0;
  for (const { at, kind, changes } of moves) {
    numbers.push(at - last, KINDS.indexOf(kind) + 4 * changes.length);
    last = at;
    for (const { field, cell, value } of changes)
      numbers.push(RECORDED.indexOf(field) + 8 * cell, value);
  }
  return numbers;
}

/** Returns the moves of stored numbers, or null if they are damaged. */
export function movesFrom(numbers: readonly number[]): RecordedMove[] | null {
  if (numbers[0] !== VERSION) return null;
  const moves: RecordedMove[] = [];
  let time = 0;
  let at = 1;
  while (at < numbers.length) {
    time += numbers[at];
    const head = numbers[at + 1];
    const kind = KINDS[head % 4];
    const end = at + 2 + 2 * Math.floor(head / 4);
    if (kind === undefined || !(end <= numbers.length)) return null;
    const changes: RecordedChange[] = [];
    for (at += 2; at < end; at += 2) {
      const [place, value] = [numbers[at], numbers[at + 1]];
      changes.push({ field: RECORDED[place % 8], cell: Math.floor(place / 8), value });
    }
    moves.push({ at: time, kind, changes });
  }
  return moves;
}

/** Makes a recorded move in a game. Returns `false` if it changes nothing. */
export const replayMove = (game: Game, { changes }: RecordedMove): boolean =>
  game.change((set) => {
    const { layout } = game;
    for (const { field, cell, value } of changes) {
      const isKnown = LAYERS.includes(field as Layer)
        ? isDrawable(layout, field as Layer, cell, value)
        : cell < layout.count;
      if (isKnown) set(field, cell, value);
    }
  });

/**
 * Returns another game that made recorded moves, with their history. It begins at the start of this
 * one, or goes on with `other`. An undone move that became a part of the first recorded one counts
 * as a move of its own.
 */
export function replayed(
  moves: readonly RecordedMove[],
  game: Game,
  other = game.copyStart(),
): Game {
  const isNext = (kind: 'undo' | 'redo', { changes }: RecordedMove) => {
    const next = other.next(kind);
    return (
      next.length === changes.length &&
      next.every(({ field, cell, after }, at) => {
        const change = changes[at];
        return field === change.field && cell === change.cell && after === change.value;
      })
    );
  };
  for (const move of moves) {
    const { kind } = move;
    if (kind === 'move' || !isNext(kind, move)) replayMove(other, move);
    else if (kind === 'undo') other.undo();
    else other.redo();
  }
  return other;
}

/** Returns `true` if recorded moves lead from the start of a game to its values. */
export const isRecordOf = (moves: readonly RecordedMove[], game: Game): boolean =>
  differences(replayed(moves, game), game).length === 0;

/** Returns the changes that lead from one game to another. */
export function differences(from: Game, to: Game): RecordedChange[] {
  const changes: RecordedChange[] = [];
  const compare = (field: Field | Layer, cell: number, before: number, value: number) => {
    if (before !== value) changes.push({ field, cell, value });
  };
  for (const field of PLAYER_FIELDS)
    for (const cell of to.layout.cells)
      compare(field, cell, from.get(field, cell), to.get(field, cell));
  for (const layer of LAYERS) {
    const [old, now] = [from.drawing(layer), to.drawing(layer)];
    for (const key of new Set([...old.keys(), ...now.keys()]))
      compare(layer, key, old.get(key) ?? 0, now.get(key) ?? 0);
  }
  return changes;
}
