// The game before each restart. Undo brings it back, also after a reload.

import { movesFrom, numbersOf, replayed } from './recording.ts';
import type { RecordedMove } from './recording.ts';
import type { Game } from './game.ts';

/** How a game ended: the player solved it, or the page filled in the solution. */
export type Ending = 'solved' | 'filled';

/** The values that a restart sets to zero. */
export interface Played {
  /** All moves up to the restart. */
  readonly moves: readonly RecordedMove[];
  /** The time played, in milliseconds. */
  readonly elapsed: number;
  readonly hints: number;
  readonly mistakes: number;
  readonly pace: readonly { readonly at: number; readonly isHint: boolean }[];
  readonly isDone: boolean;
  readonly ended: Ending | null;
}

/** The stored form of the game before a restart. */
export interface StoredRestart {
  /** The packed moves. */
  readonly moves: string;
  readonly seconds: number;
  readonly hints: number;
  readonly done?: boolean;
  readonly filledIn?: boolean;
  /** How the game ended, if that was undone. */
  readonly ended?: Ending;
}

/** Returns how a stored game ended, or null. */
export function endingOf({
  done = false,
  filledIn = false,
  ended = null,
}: {
  readonly done?: boolean;
  readonly filledIn?: boolean;
  readonly ended?: Ending | null;
}): Ending | null {
  return filledIn ? 'filled' : done ? 'solved' : ended;
}

/** Maximum number of restarts that are stored. */
const MAX_STORED = 3;

export class Restarts {
  private all: { readonly played: Played; readonly undoCount: number }[] = [];

  forget(): void {
    this.all = [];
  }

  /** Adds a restart. `undoCount` is the number of moves with it. */
  add(played: Played, undoCount: number): void {
    this.all.push({ played, undoCount });
  }

  /** Takes the last restart if it was undone: fewer moves are left than it had. */
  takeUndone(undoCount: number): Played | null {
    const last = this.all.at(-1);
    if (!last || undoCount >= last.undoCount) return null;
    this.all.pop();
    return last.played;
  }

  /** Returns what is stored, except for the moves, which are numbers to pack. */
  stored(): { readonly facts: Omit<StoredRestart, 'moves'>[]; readonly moves: number[][] } {
    const latest = this.all.slice(-MAX_STORED).map(({ played }) => played);
    const facts = latest.map(({ elapsed, hints, isDone, ended }) => ({
      seconds: Math.floor(elapsed / 1000),
      hints,
      ...(isDone ? { done: true } : {}),
      ...(isDone && ended === 'filled' ? { filledIn: true } : {}),
      ...(ended && !isDone ? { ended } : {}),
    }));
    return { facts, moves: latest.map(({ moves }) => numbersOf(moves)) };
  }

  /**
   * Continues stored restarts. `unpacked` has the numbers of the moves of each one. Returns a game
   * that has made all these moves and restarts, or null if one of them is damaged.
   */
  continue(
    stored: readonly StoredRestart[],
    unpacked: readonly (readonly number[] | null)[],
    start: Game,
  ): Game | null {
    this.forget();
    let game = start.copyStart();
    for (const [at, { seconds, hints, done = false, ...end }] of stored.entries()) {
      const numbers = unpacked[at];
      const moves = numbers && movesFrom(numbers);
      if (!moves) return null;
      game = replayed(moves, start, game);
      if (!game.restart()) continue;
      const counts = { elapsed: seconds * 1000, hints, mistakes: 0, pace: [] };
      this.add(
        { moves, ...counts, isDone: done, ended: endingOf({ done, ...end }) },
        game.undoCount,
      );
    }
    return game;
  }
}
