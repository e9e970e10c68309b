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
import { chainLines, stepOverlay } from '../model/hint-view.ts';
import type { ChainLine } from '../model/hint-view.ts';
import { linkReason } from '../model/link-reason.ts';
import { hintStatusText } from './hint.ts';
import { ratingText } from './rating.ts';

/** A path with all its positions. */
export interface ShownPath {
  readonly answer: PathResponse;
  readonly positions: readonly Overlay[];
  /** The path starts from the clues, not from the current grid. */
  readonly fromClues: boolean;
  /** Index of the visible position. */
  at: number;
  /** Index of the explained link of a chain, or -1 for the whole step. */
  link: number;
}

export class PathController {
  shown: ShownPath | null = null;
  private readonly app: App;

  constructor(app: App) {
    this.app = app;
  }

  /** Returns the visible position. */
  get overlay(): Overlay | null {
    if (!this.shown) return null;
    const { positions, at, link } = this.shown;
    if (link < 0) return positions[at];
    // Nodes that the explanation has not reached have no sign yet.
    const links = (positions[at].marks ?? []).filter((mark) => mark.kind === 'link');
    const nameOf = (one: { cell: number; digit: number }) => `${one.cell} ${one.digit}`;
    const namesOf = (some: typeof links) =>
      new Set(some.flatMap(({ from, to }) => [...from, ...to].map(nameOf)));
    const reached = namesOf(links.slice(0, link + 1));
    const later = namesOf(links.slice(link + 1));
    const marks = positions[at].marks?.filter(
      (mark) => mark.kind !== 'candidate' || reached.has(nameOf(mark)) || !later.has(nameOf(mark)),
    );
    return { ...positions[at], marks, link };
  }

  /** The level and the rating of the path. */
  get rating(): string {
    const { rating, level } = this.shown?.answer ?? {};
    return level ? ratingText(level, rating ?? null) : '';
  }

  /** Returns the place in the path: `Step 3 of 40`. */
  get place(): string {
    if (!this.shown) return '';
    const { steps } = this.shown.answer;
    const { at } = this.shown;
    if (at >= steps.length) return t('path.end');
    return t('path.count', { step: at + 1, count: steps.length });
  }

  /** Number of links of the visible step, if it is a chain. */
  get links(): number {
    return this.chain().length;
  }

  /** Returns the links of the visible step with their reasons, if it is a chain. */
  chain(): (ChainLine & { readonly reason: string })[] {
    if (!this.shown) return [];
    const { answer, positions, at } = this.shown;
    const { layout } = this.app.play;
    const step = answer.steps[at];
    if (!step) return [];
    const links = step.marks.filter((mark) => mark.kind === 'link');
    const { candidates = [] } = positions[at];
    return chainLines(layout, step).map((line, n) => ({
      ...line,
      reason: linkReason(layout, links[n], candidates),
    }));
  }

  /** Finds the path from the clues or from the current grid. */
  async find(fromClues: boolean): Promise<void> {
    const { app } = this;
    const { game, layout, isCreating } = app.play;
    if (isCreating) return;
    const state = fromClues ? null : createState(game, app.settings);
    const request = { ...puzzleRequest(app.puzzle), state };
    const isCurrent = fromClues ? app.play.watchPuzzle() : app.play.watch();
    const answer = await app.jobs.run(t('path.find'), (signal) => app.api.path(request, signal));
    if (!answer || !isCurrent() || app.play.isHidden) return;
    if (answer.steps.length === 0) return app.announce(hintStatusText(answer));
    const base = fromClues ? createGame(app.grid) : game;
    if (fromClues) base.restore({ digit: new Array(layout.count).fill(0) });
    const { steps: found } = answer;
    const steps = found.map((step) => ({ ...step, marks: marksWithEffect(step) }));
    const digits = layout.cells.map((cell) => base.digit(cell));
    const candidates = base.candidates(app.settings);
    app.hideOverlays();
    const all = listPositions(layout, digits, candidates, steps).map((one, at) => ({
      ...one,
      ...(found[at] ? stepOverlay(layout, found[at], one.digits, one.candidates) : {}),
    }));
    this.shown = { answer: { ...answer, steps }, positions: all, fromClues, at: 0, link: -1 };
    this.announce();
    app.changed();
  }

  /** Shows a position. Numbers outside the path mean its ends. */
  goTo(at: number): void {
    if (!this.shown) return;
    this.shown.at = Math.max(0, Math.min(at, this.shown.positions.length - 1));
    this.shown.link = -1;
    this.announce();
    this.app.changed();
  }

  /** Goes a link of a chain forwards or backwards, or else a step. */
  step(by: 1 | -1): void {
    const { shown } = this;
    if (!shown) return;
    if (shown.link < 0) return this.goTo(shown.at + by);
    const next = shown.link + by;
    if (next < 0 || next >= this.links) return this.goTo(shown.at + by);
    this.showLink(next);
  }

  /** Explains one link of a chain. -1 shows the whole step. */
  showLink(link: number): void {
    if (!this.shown) return;
    this.shown.link = link;
    const line = this.chain()[link];
    if (line) {
      const { node, end, reason } = line;
      const values = { link: link + 1, count: this.links, node, end, reason };
      this.app.announceQuietly(t('path.link.said', values));
    }
    this.app.changed();
  }

  private announce(): void {
    const { shown } = this;
    if (!shown) return;
    const { steps } = shown.answer;
    const step = steps[shown.at];
    this.app.announceQuietly(step ? `${this.place}: ${step.what}` : t('path.end'));
  }

  /** Continues the game from the visible position. */
  adopt(): void {
    const { overlay } = this;
    if (!overlay) return;
    const { digits, candidates } = overlay;
    const { play } = this.app;
    const { game } = play;
    this.shown = null;
    // The player has not found the solution.
    const all = Array.from(digits ?? [0]);
    if (all.every(Boolean)) return play.enterSolution(all);
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
