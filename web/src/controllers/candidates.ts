// The switch of automatic candidates. It is no move, but Undo takes it back as well.

import type { App } from '../app.ts';
import { t } from '../i18n.ts';

export class AutoCandidates {
  private readonly app: App;
  /** Returns `true` as long as the switch was the last thing that the player did. */
  private isLast = () => false;

  constructor(app: App) {
    this.app = app;
  }

  /** Shows automatic candidates or hides them. */
  switch(): void {
    const { app } = this;
    this.set(!app.settings.autoCandidates);
    this.isLast = app.play.watch();
    app.changed();
  }

  /** Undo takes the switch back. */
  get canUndo(): boolean {
    return this.isLast();
  }

  /** Takes the switch back. */
  undo(): void {
    this.isLast = () => false;
    this.set(!this.app.settings.autoCandidates);
  }

  /**
   * Returns to what the player prefers, in another game. Removed candidates are part of a game, so
   * one that has some shows them.
   */
  begin(): void {
    const { app } = this;
    const { autoAlways, autoCandidates } = app.settings;
    const isOn = autoAlways || app.play.game.field('removed').some(Boolean);
    if (isOn !== autoCandidates) app.change({ autoCandidates: isOn });
  }

  private set(autoCandidates: boolean): void {
    const { app } = this;
    const { game, zoom } = app.play;
    zoom.reset();
    app.change({ autoCandidates });
    const isMarked = game.field('corner').some(Boolean) || game.field('center').some(Boolean);
    if (!autoCandidates) app.announceQuietly(t('message.auto.off'));
    else app.announce(t(isMarked ? 'message.auto.marks' : 'message.auto'));
  }
}
