// The hint on display and how much of it is revealed, and the check for mistakes.

import type { App } from '../app.ts';
import type { HintAnswer, Step } from '../engine/api.ts';
import { t } from '../i18n.ts';
import type { TextKey } from '../i18n.ts';
import { setOf } from '../model/bits.ts';
import type { Overlay } from '../model/picture.ts';
import { askOf, lookAt, stateOf, withEffect } from '../model/puzzle.ts';

/** Revealed parts of a hint: 1 a nudge, 2 the place, 3 the whole step. */
export type Level = 1 | 2 | 3;

export interface ShownHint {
  readonly answer: HintAnswer;
  level: Level;
}

const STATUS: Record<string, TextKey> = {
  solved: 'hint.solved',
  none: 'hint.none',
  stuck: 'hint.stuck',
  several: 'hint.several',
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

  /** Returns what the hint adds to the grid. */
  get overlay(): Overlay | null {
    const step = this.shown?.answer.step;
    if (!this.shown || !step || this.shown.level === 1) return null;
    if (this.shown.level === 2) return { cells: lookAt(step) };
    const { game, layout } = this.app.play;
    const candidates = Array.from({ length: layout.count }, (_, cell) => game.candidates(cell));
    return { candidates, marks: withEffect(step) };
  }

  /** Asks for a hint, reveals more of it, or applies its step once it is fully revealed. */
  async ask(): Promise<void> {
    const { app, shown } = this;
    if (app.play.setting || !app.play.isPlayable) return;
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
    app.murmur(answer.step?.nudge ?? statusText(answer.status));
    app.changed();
  }

  private reveal(shown: ShownHint, step: Step): void {
    shown.level = shown.level === 1 ? 2 : 3;
    this.app.murmur(shown.level === 2 ? step.where : `${step.what} ${step.text}`);
    this.app.changed();
  }

  private request(what: string): Promise<HintAnswer | null> {
    const { app } = this;
    const question = { ...askOf(app.puzzle), state: stateOf(app.play.game) };
    return app.jobs.run(what, (signal) => app.api.hint(question, signal));
  }

  apply(): void {
    const step = this.shown?.answer.step;
    if (!step) return;
    const { play, settings } = this.app;
    play.selection.set(step.placements.map(({ cell }) => cell));
    const changed = play.game.apply(step.placements, step.eliminations, settings);
    this.app.murmur(t('hint.applied', { step: step.what }));
    play.edited(changed);
  }

  /** Takes back everything that contradicts the solution. */
  fixMistakes(): void {
    const mistakes = this.shown?.answer.mistakes ?? [];
    const { play } = this.app;
    const changed = play.game.change((set) => {
      for (const { kind, cell, digit } of mistakes) {
        if (kind === 'digit') set('digit', cell, 0);
        else set('removed', cell, play.game.get('removed', cell) & ~setOf([digit]));
      }
    });
    play.edited(changed);
  }

  /** Looks for mistakes: the button "Check". */
  async check(): Promise<void> {
    const { app } = this;
    if (app.play.setting) return app.analysis.isUnique();
    const repeated = app.play.repeatedText();
    if (repeated || !app.settings.check) return app.say(repeated ?? t('say.clean'));
    const answer = await this.request(t('pad.check'));
    if (!answer) return;
    if (answer.status === 'none') return app.say(t('hint.none'));
    if (answer.status !== 'wrong') return app.say(t('say.check.ok'));
    const count = (kind: string) =>
      answer.mistakes.filter((mistake) => mistake.kind === kind).length;
    const [digits, marks] = [count('digit'), count('candidate')];
    const parts = [
      digits > 0 ? t('say.check.wrong', { count: digits }) : '',
      marks > 0 ? t('say.check.removed', { count: marks }) : '',
    ];
    app.say(parts.join(' ').trim() || t('say.check.full'));
  }
}
