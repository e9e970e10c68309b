// Practice of a technique: a position in which it is the next step, and whether the player makes it.

import type { App } from '../app.ts';
import type { Step } from '../engine/api.ts';
import { bit } from '../model/bits.ts';
import type { HandbookPage } from '../model/handbook.ts';

export class PracticeController {
  /** The step to find, or null. */
  target: { readonly step: Step; readonly name: string; readonly done: string } | null = null;
  private readonly app: App;

  constructor(app: App) {
    this.app = app;
  }

  /** Opens a position for a technique. Returns `false` if the search was canceled. */
  async start(
    page: HandbookPage,
    texts: { working: string; name: string; go: string; done: string },
  ): Promise<boolean> {
    const { app } = this;
    const found = await app.jobs.run(texts.working, async (signal) => {
      const { findPosition } = await import('./practice-search.ts');
      return findPosition(app, page, signal);
    });
    if (!found) return false;
    await app.open(found.grid, { state: '', quiet: true, name: texts.name, daily: '' });
    app.play.restore({ digit: found.entered, removed: found.removed });
    this.target = { step: found.step, name: page.name, done: texts.done };
    if (!app.settings.autoCandidates && page.rating > 2.3) app.change({ autoCandidates: true });
    app.storage.saveSoon();
    app.announce(texts.go);
    app.changed();
    return true;
  }

  /** Says so if the player has made the step. */
  check(): void {
    const { target, app } = this;
    if (!target) return;
    const { game } = app.play;
    const { placements, eliminations } = target.step;
    const isMade =
      placements.every(({ cell, digit }) => game.digit(cell) === digit) &&
      eliminations.every(
        ({ cell, digit }) =>
          !game.isBlank(cell) || (game.candidates(app.settings)[cell] & bit(digit)) === 0,
      );
    if (!isMade) return;
    this.target = null;
    app.announce(target.done, 'good');
  }
}
