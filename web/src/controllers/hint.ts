// The current hint with its level, and the check for mistakes.

import type { App } from '../app.ts';
import type { HintResponse, Step } from '../engine/api.ts';
import { t } from '../i18n.ts';
import type { TextKey } from '../i18n.ts';
import type { Overlay } from '../model/picture.ts';
import { createState, marksWithEffect, puzzleRequest, stepCells } from '../model/puzzle.ts';

/** The revealed part of a hint: 1 the technique, 2 the place, 3 the whole step. */
export type Level = 1 | 2 | 3;

export interface ShownHint {
  readonly answer: HintResponse;
  level: Level;
}

const STATUS: Record<string, TextKey> = {
  solved: 'hint.solved',
  none: 'hint.none',
  stuck: 'hint.stuck',
  multiple: 'hint.multiple',
  wrong: 'hint.wrong',
};

/** Returns the sentence for a hint without a step. */
export function statusText(status: string): string {
  return t(STATUS[status] ?? 'analyze.is.stopped');
}

export class HintController {
  shown: ShownHint | null = null;
  /** Number of hints in this game. */
  count = 0;
  private readonly app: App;

  constructor(app: App) {
    this.app = app;
  }

  /** Returns the overlay of the hint. */
  get overlay(): Overlay | null {
    const step = this.shown?.answer.step;
    if (!this.shown || !step || this.shown.level === 1) return null;
    if (this.shown.level === 2) return { cells: stepCells(step) };
    const candidates = this.app.play.game.candidates(this.app.settings);
    return { candidates, marks: marksWithEffect(step) };
  }

  /** Asks for a hint, reveals more of it, or applies its step once it is fully revealed. */
  async ask(): Promise<void> {
    const { app, shown } = this;
    if (app.play.isSetting || !app.play.isPlayable) return;
    app.analysis.overlay = null;
    if (shown?.answer.step) {
      if (shown.level === 3) return this.apply();
      return this.reveal(shown, shown.answer.step);
    }
    const { game } = app.play;
    const answer = await this.request(t('tab.hint'));
    if (!answer || game !== app.play.game) return;
    if (answer.step) this.count++;
    this.shown = { answer, level: 1 };
    app.announceQuietly(answer.step?.nudge ?? statusText(answer.status));
    app.changed();
  }

  private reveal(shown: ShownHint, step: Step): void {
    shown.level = shown.level === 1 ? 2 : 3;
    this.app.announceQuietly(shown.level === 2 ? step.where : `${step.what} ${step.text}`);
    this.app.changed();
  }

  private request(label: string): Promise<HintResponse | null> {
    const { app } = this;
    const state = createState(app.play.game, app.settings);
    const request = { ...puzzleRequest(app.puzzle), state };
    return app.jobs.run(label, (signal) => app.api.hint(request, signal));
  }

  apply(): void {
    const step = this.shown?.answer.step;
    if (!step) return;
    const { play, settings } = this.app;
    play.selection.set(step.placements.map(({ cell }) => cell));
    const changed = play.game.apply(step.placements, step.eliminations, settings);
    this.app.announceQuietly(t('hint.applied', { step: step.what }));
    play.edited(changed);
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
    if (app.play.isSetting) return app.analysis.isUnique();
    const repeated = app.play.repeatedText();
    if (repeated || !app.settings.check) return app.announce(repeated ?? t('message.noRepeats'));
    const answer = await this.request(t('pad.check'));
    if (!answer) return;
    if (answer.status === 'none') return app.announce(t('hint.none'));
    if (answer.status !== 'wrong') return app.announce(t('message.check.ok'));
    const count = (kind: string) =>
      answer.mistakes.filter((mistake) => mistake.kind === kind).length;
    const [digits, marks] = [count('digit'), count('candidate')];
    const parts = [
      digits > 0 ? t('message.check.wrong', { count: digits }) : '',
      marks > 0 ? t('message.check.removed', { count: marks }) : '',
    ];
    app.announce(parts.join(' ').trim() || t('message.check.full'));
  }
}
