// The visible solution path: all steps from a position to the solution.

import type { App } from '../app.ts';
import type { PathResponse } from '../engine/api.ts';
import { t } from '../i18n.ts';
import type { Overlay } from '../model/picture.ts';
import {
  createGame,
  createState,
  listPositions,
  marksWithEffect,
  puzzleRequest,
} from '../model/puzzle.ts';
import { statusText } from './hint.ts';

/** A path with all its positions. */
export interface ShownPath {
  readonly answer: PathResponse;
  readonly positions: readonly Overlay[];
  /** The path starts from the clues, not from the current grid. */
  readonly fromClues: boolean;
  /** Index of the visible position. */
  at: number;
}

export class PathController {
  shown: ShownPath | null = null;
  private readonly app: App;

  constructor(app: App) {
    this.app = app;
  }

  /** Returns the visible position. */
  get overlay(): Overlay | null {
    return this.shown ? this.shown.positions[this.shown.at] : null;
  }

  /** Finds the path from the clues or from the current grid. */
  async find(fromClues: boolean): Promise<void> {
    const { app } = this;
    const { game, layout, isSetting } = app.play;
    if (isSetting) return;
    const state = fromClues ? null : createState(game, app.settings);
    const request = { ...puzzleRequest(app.puzzle), state };
    const answer = await app.jobs.run(t('path.find'), (signal) => app.api.path(request, signal));
    if (!answer || game !== app.play.game) return;
    if (answer.steps.length === 0) return app.announce(statusText(answer.status));
    const base = fromClues ? createGame(app.grid) : game;
    if (fromClues) base.restore({ digit: new Array(layout.count).fill(0) });
    const steps = answer.steps.map((step) => ({ ...step, marks: marksWithEffect(step) }));
    const digits = layout.cells.map((cell) => base.digit(cell));
    const candidates = base.candidates(app.settings);
    app.hideOverlays();
    const all = listPositions(layout, digits, candidates, steps);
    this.shown = { answer: { ...answer, steps }, positions: all, fromClues, at: 0 };
    this.announce();
    app.changed();
  }

  /** Shows a position. Numbers outside the path mean its ends. */
  goTo(at: number): void {
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
    this.app.announceQuietly(step ? `${place}: ${step.what}` : t('path.end'));
  }

  /** Continues the game from the visible position. */
  adopt(): void {
    const { overlay } = this;
    if (!overlay) return;
    const { digits, candidates } = overlay;
    const { play } = this.app;
    const { game } = play;
    this.shown = null;
    const open = play.layout.cells.filter((cell) => !game.isClue(cell));
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
