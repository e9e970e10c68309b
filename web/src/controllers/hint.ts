// The current hint with its level, and the check for mistakes.

import type { App } from '../app.ts';
import type { HintResponse, Step } from '../engine/api.ts';
import { EngineError } from '../engine/engine.ts';
import { CONTRADICTORY, errorText } from '../engine/problems.ts';
import { listOf, loadTexts, t } from '../i18n.ts';
import type { TextKey } from '../i18n.ts';
import { has } from '../model/bits.ts';
import { hintOverlay, placeNames } from '../model/hint-view.ts';
import type { HintLevel } from '../model/hint-view.ts';
import type { Overlay } from '../model/picture.ts';
import { createState, puzzleRequest } from '../model/puzzle.ts';
import { repeatedText } from './conflicts.ts';

/** An answer to a request for a hint. */
type Answer = HintResponse & {
  /** How the clues contradict each other. */
  readonly conflict?: string;
};

/** An answer without a step. */
interface Unexplained extends Pick<Answer, 'mistakes' | 'conflict'> {
  readonly status: string;
}

/** A hint, and how much of it is revealed. */
export interface ShownHint {
  readonly answer: Answer;
  level: HintLevel;
}

const STATUS: Record<string, TextKey> = {
  solved: 'hint.solved',
  none: 'hint.none',
  stuck: 'hint.stuck',
  multiple: 'hint.multiple.stuck',
  wrong: 'hint.wrong',
};

/** Returns the sentence for a hint without a step. */
export function hintStatusText({ status, mistakes, conflict }: Unexplained): string {
  if (conflict) return conflict;
  const count = mistakes.length;
  // No entry contradicts a known solution, but together they leave none.
  if (status === 'wrong' && count === 0) return t('hint.deadEnd');
  return t(STATUS[status] ?? 'analyze.is.stopped', { count });
}

export class HintController {
  shown: ShownHint | null = null;
  /** Number of hints in this game. */
  count = 0;
  /** What the last check or hint called wrong. */
  private mistakes: HintResponse['mistakes'] = [];
  /** Returns the sentence of the third level. It loads with the first hint. */
  private cellsText: typeof import('./hint-cells.ts').cellsText | null = null;
  private readonly app: App;

  constructor(app: App) {
    this.app = app;
  }

  /** Returns the overlay of the hint. */
  get overlay(): Overlay | null {
    const step = this.shown?.answer.step;
    if (!this.shown || !step) return null;
    const { layout, game } = this.app.play;
    const digits = layout.cells.map((cell) => game.digit(cell));
    const candidates = game.candidates(this.app.settings);
    return hintOverlay(layout, step, this.shown.level, digits, candidates);
  }

  /** Returns the cells that the last check or hint called wrong, as long as they are unchanged. */
  get wrongCells(): ReadonlySet<number> {
    if (this.mistakes.length === 0) return new Set();
    const { game } = this.app.play;
    const candidates = game.candidates(this.app.settings);
    const isStill = ({ kind, cell, digit }: HintResponse['mistakes'][number]) =>
      kind === 'digit'
        ? game.get('digit', cell) === digit
        : game.isBlank(cell) && !has(candidates[cell], digit);
    return new Set(this.mistakes.filter(isStill).map(({ cell }) => cell));
  }

  /** Forgets what was wrong in another game. */
  forget(): void {
    this.mistakes = [];
  }

  /** Returns the text of a revealed level. */
  text(level: HintLevel): string {
    const step = this.shown?.answer.step;
    if (!step) return '';
    const { layout, game } = this.app.play;
    switch (level) {
      case 1:
        return t('hint.look', { place: listOf(placeNames(layout, step)) });
      case 2:
        return step.nudge;
      case 3:
        return (
          this.cellsText?.(
            layout,
            step,
            layout.cells.map((cell) => game.digit(cell)),
          ) || step.where
        );
      case 4:
        return step.text || step.what;
    }
  }

  /** Asks for a hint, reveals more of it, or applies its step once it is fully revealed. */
  async ask(): Promise<void> {
    const { app, shown } = this;
    if (app.play.isCreating || !app.play.isPlayable) return;
    app.analysis.overlay = null;
    if (shown?.answer.step) {
      if (shown.level === 4) return this.apply();
      return this.reveal(shown);
    }
    await this.show(1);
  }

  /** Shows the hint again up to a level, in another language. It does not count once more. */
  async resume(level: HintLevel): Promise<void> {
    await this.show(level, false);
  }

  /** Asks for a hint, and shows it up to a level. */
  private async show(level: HintLevel, isNew = true): Promise<void> {
    const { app } = this;
    const isCurrent = app.play.watch();
    const [answer] = await Promise.all([this.request(t('tab.hint')), this.loadCells()]);
    // The player may have paused, started a replay or changed the game meanwhile.
    if (!answer || !isCurrent() || !app.play.isPlayable) return;
    if (answer.step && isNew) {
      this.count++;
      app.play.keepPace(true);
    }
    this.mistakes = answer.mistakes;
    this.shown = { answer, level };
    app.announceQuietly(answer.step ? this.text(level) : hintStatusText(answer));
    app.changed();
  }

  /** Loads the sentences of the third level. Without them, the engine's own sentence is shown. */
  private async loadCells(): Promise<void> {
    const load = Promise.all([import('./hint-cells.ts'), loadTexts('dialogs')]);
    const [loaded] = await load.catch(() => []);
    this.cellsText = loaded?.cellsText ?? null;
  }

  private reveal(shown: ShownHint): void {
    shown.level = (shown.level + 1) as HintLevel;
    this.app.announceQuietly(this.text(shown.level));
    this.app.changed();
  }

  private request(label: string): Promise<Answer | null> {
    const { app } = this;
    const state = createState(app.play.game, app.settings);
    const request = { ...puzzleRequest(app.puzzle), state };
    return app.jobs.run<Answer>(label, (signal) =>
      app.api.hint(request, signal).catch((error: unknown) => {
        if (!(error instanceof EngineError && error.type === CONTRADICTORY)) throw error;
        return { status: 'none', mistakes: [], conflict: errorText(error) };
      }),
    );
  }

  apply(): void {
    const step = this.shown?.answer.step;
    if (!step) return;
    const { play, settings } = this.app;
    play.selection.set(step.placements.map(({ cell }) => cell));
    const changed = play.game.apply(step.placements, step.eliminations, settings);
    play.edited(changed);
    // The announcement says what was done. Conflicts and the end of the game come first.
    if (!play.isDone && !play.game.isFull()) this.app.announce(this.doneText(step));
  }

  /** Returns what a step did: `Placed: 9 in r1c2`, `Ruled out: 5 in r3c4`. */
  doneText({ placements, eliminations }: Pick<Step, 'placements' | 'eliminations'>): string {
    const { layout } = this.app.play;
    const list = (all: Step['placements'], key: 'hint.placement' | 'hint.elimination') =>
      all
        .map(({ cell, digit }) => t(key, { digit: layout.symbol(digit), cell: layout.name(cell) }))
        .join(', ');
    if (placements.length > 0)
      return t('hint.placed', { list: list(placements, 'hint.placement') });
    return t('hint.removedFrom', { list: list(eliminations, 'hint.elimination') });
  }

  /** Corrects everything that contradicts the solution. */
  fixMistakes(): void {
    const mistakes = this.shown?.answer.mistakes ?? [];
    const { play, settings } = this.app;
    const digits = mistakes.filter(({ kind }) => kind === 'digit');
    const candidates = mistakes.filter(({ kind }) => kind === 'candidate');
    play.edited(play.game.correct(digits, candidates, settings));
  }

  /** Checks the grid for mistakes. */
  async check(): Promise<void> {
    const { app } = this;
    if (app.play.isCreating) return app.analysis.isUnique();
    if (!app.play.isPlayable) return;
    const repeated = repeatedText(app.play.game);
    if (repeated || !app.settings.check)
      return app.announce(repeated ?? t('message.noRepeats'), repeated ? 'bad' : 'good');
    const isCurrent = app.play.watch();
    const answer = await this.request(t('pad.check'));
    if (!answer || !isCurrent() || !app.play.isPlayable) return;
    this.mistakes = answer.mistakes;
    app.changed();
    if (answer.status === 'none') return app.announce(t('hint.none'), 'bad');
    if (answer.status !== 'wrong') return app.announce(t('message.check.ok'), 'good');
    const count = (kind: string) =>
      answer.mistakes.filter((mistake) => mistake.kind === kind).length;
    const [digits, marks] = [count('digit'), count('candidate')];
    const parts = [
      digits > 0 ? t('message.check.wrong', { count: digits }) : '',
      marks > 0 ? t('message.check.removed', { count: marks }) : '',
    ];
    app.announce(
      parts.join(' ').trim() || t(app.play.game.isFull() ? 'message.check.full' : 'hint.deadEnd'),
      'bad',
    );
  }
}
