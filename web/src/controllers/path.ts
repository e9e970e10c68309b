// The solution path on display: all steps from a position to the solution.

import type { App } from '../app.ts';
import type { PathAnswer } from '../engine/api.ts';
import { t } from '../i18n.ts';
import type { Overlay } from '../model/picture.ts';
import { askOf, gameOf, positions, stateOf, withEffect } from '../model/puzzle.ts';
import { statusText } from './hint.ts';

/** A path with all its positions. */
export interface ShownPath {
  readonly answer: PathAnswer;
  readonly positions: readonly Overlay[];
  /** It begins at the clues, not at the state of the game. */
  readonly fromClues: boolean;
  /** Index of the position on display. */
  at: number;
}

export class PathController {
  shown: ShownPath | null = null;
  private readonly app: App;

  constructor(app: App) {
    this.app = app;
  }

  /** Returns the position on display. */
  get overlay(): Overlay | null {
    return this.shown ? this.shown.positions[this.shown.at] : null;
  }

  /** Finds the path from the clues or from the state of the game. */
  async find(fromClues: boolean): Promise<void> {
    const { app } = this;
    const { game, layout, setting } = app.play;
    if (setting) return;
    const question = { ...askOf(app.puzzle), ...(fromClues ? {} : { state: stateOf(game) }) };
    const answer = await app.jobs.run(t('path.find'), (signal) => app.api.path(question, signal));
    if (!answer || game !== app.play.game) return;
    if (answer.steps.length === 0) return app.say(statusText(answer.status));
    const base = fromClues ? gameOf(app.grid) : game;
    if (fromClues) base.restore({ digit: new Array(layout.count).fill(0) });
    const cells = Array.from({ length: layout.count }, (_, cell) => cell);
    const steps = answer.steps.map((step) => ({ ...step, marks: withEffect(step) }));
    const digits = cells.map((cell) => base.digit(cell));
    const candidates = cells.map((cell) => base.candidates(cell));
    app.putAway();
    const all = positions(layout, digits, candidates, steps);
    this.shown = { answer: { ...answer, steps }, positions: all, fromClues, at: 0 };
    this.announce();
    app.changed();
  }

  /** Shows a position. Numbers outside of the path mean its ends. */
  go(at: number): void {
    if (!this.shown) return;
    this.shown.at = Math.max(0, Math.min(at, this.shown.positions.length - 1));
    this.announce();
    this.app.changed();
  }

  private announce(): void {
    const { shown } = this;
    if (!shown) return;
    const { steps } = shown.answer;
    const step = steps[shown.at];
    const place = t('path.count', { step: shown.at + 1, count: steps.length });
    this.app.murmur(step ? `${place}: ${step.what}` : t('path.last'));
  }

  /** Continues the game from the position on display. */
  adopt(): void {
    const { overlay } = this;
    if (!overlay) return;
    const { digits, candidates } = overlay;
    const { play } = this.app;
    const { game } = play;
    this.shown = null;
    const open = Array.from({ length: play.layout.count }, (_, cell) => cell).filter(
      (cell) => !game.isClue(cell),
    );
    const changed = game.change((set) => {
      for (const cell of open) set('digit', cell, digits?.[cell] ?? 0);
      for (const cell of open) {
        if (game.digit(cell) === 0)
          set('removed', cell, game.possible(cell) & ~(candidates?.[cell] ?? 0));
      }
    });
    play.edited(changed);
    this.app.changed();
  }
}
