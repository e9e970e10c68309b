// The changes of the rules of a puzzle that is being created. Each one is a move of the game, so that
// undo and redo take clues and rules in the order in which they were changed.

import type { App } from '../app.ts';
import type { Grid, LayoutRequest } from '../engine/api.ts';
import { t } from '../i18n.ts';
import type { Move } from '../model/game.ts';
import { formatClues, layoutRequest } from '../model/puzzle.ts';

/** The rules that undo and redo of a move bring. */
interface RuleChange {
  readonly undo: readonly string[];
  readonly redo: readonly string[];
}

/** Returns the request for a grid with other rules. The engine takes diagonals as rules, too. */
export function withRules(grid: Grid, rules: readonly string[]): LayoutRequest {
  const { rules: _, diagonals: __, ...layout } = layoutRequest(grid);
  return { ...layout, ...(rules.length ? { rules } : {}) };
}

export class RuleChanges {
  private readonly app: App;
  /** The changes, by the moves that stand for them. */
  private readonly changes = new WeakMap<Move, RuleChange>();
  /** The end of the last change. They run in order, because each one builds on the one before. */
  private turn: Promise<void> = Promise.resolve();

  constructor(app: App) {
    this.app = app;
  }

  /** The rules of the puzzle, diagonals among them. */
  get all(): readonly string[] {
    const { diagonals = [], rules = [] } = this.app.grid.layout;
    const lines = diagonals.length > 1 ? ['x'] : diagonals.map((one) => `diagonal-${one}`);
    return [...lines, ...rules];
  }

  /** Changes the rules that are there after the changes before. The clues stay. */
  set(edit: (rules: readonly string[]) => readonly string[]): Promise<void> {
    return this.inTurn(async () => {
      const before = this.all;
      const rules = edit(before);
      // A second press for the same change has nothing left to do.
      if (rules.join() === before.join()) return;
      if (!(await this.open(rules))) return;
      this.changes.set(this.app.play.game.addMark(), { undo: before, redo: rules });
      this.app.changed();
    });
  }

  /** Undoes or redoes the last change of rules or clues. */
  step(kind: 'undo' | 'redo'): void {
    this.app.attempt(
      this.inTurn(async () => {
        const { play } = this.app;
        const move = play.game.last(kind);
        const change = move && this.changes.get(move);
        if (!change) return play.stepEntries(kind);
        // The player may enter a clue while the engine reads. Then this is not the last move any more.
        const isLast = () => play.game.last(kind) === move;
        if (!(await this.open(change[kind], isLast))) return;
        if (isLast()) play.game[kind]();
        this.app.announce(t(`message.${kind}`));
        this.app.changed();
      }),
    );
  }

  private inTurn(task: () => Promise<void>): Promise<void> {
    const done = this.turn.then(task);
    this.turn = done.catch(() => {});
    return done;
  }

  /**
   * Opens the puzzle with other rules. Its clues, the selection and the history stay. Returns `false`
   * if the player has left the puzzle meanwhile, or if the change is not wanted any more.
   */
  private async open(rules: readonly string[], isWanted = () => true): Promise<boolean> {
    const { app } = this;
    const { play } = app;
    const { game, selection } = play;
    const request = withRules(app.grid, rules);
    const clues = () => formatClues(game.field('clue'), app.grid.symbols);
    let text: string;
    let grid: Grid;
    // The player may enter further clues while the engine reads.
    do {
      text = clues();
      [grid] = await app.read(text, request);
    } while (text !== clues());
    if (game !== play.game || !isWanted()) return false;
    await app.open(grid, { quiet: true, isCreating: true });
    play.game.takeHistory(game);
    // The cells are the same ones.
    play.selection = selection;
    return true;
  }
}
