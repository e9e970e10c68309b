// The visible part of a large grid. It follows the selected cell.

import type { App } from '../app.ts';
import { t } from '../i18n.ts';

/** Number of cells in a row of the visible part of a large grid. */
export const ZOOM_SPAN = 9;

export class Zoom {
  /** The candidates of the whole grid are too small to read. The page measures it. */
  isTiny = false;
  /** What the player chose, or null: small candidates decide. */
  private chosen: boolean | null = null;
  /** The player chose a part while a hint, a path or an answer is shown. */
  private isClose = false;
  private readonly app: App;

  constructor(app: App) {
    this.app = app;
  }

  /** Only a part is visible. Hints and paths are about the whole grid. */
  get isOn(): boolean {
    const { play, settings, hasOverlay } = this.app;
    if (play.layout.size <= ZOOM_SPAN) return false;
    if (hasOverlay) return this.isClose;
    this.isClose = false;
    const hasCandidates = settings.autoCandidates || ['paint', 'link'].includes(play.tool ?? '');
    return this.chosen ?? (this.isTiny && hasCandidates);
  }

  /** Shows a part, or all of the grid. */
  set(on: boolean): void {
    if (this.app.hasOverlay) this.isClose = on;
    else this.chosen = on;
    this.app.announceQuietly(t(this.isOn ? 'message.zoom' : 'message.zoom.off'));
    this.app.changed();
  }

  /** Forgets what the player chose. */
  reset(): void {
    this.chosen = null;
    this.isClose = false;
  }
}
