// The rating of the puzzle, in the background: `Hard 4.2`. It uses the scale of the solution path,
// so that title, path, levels and techniques agree. A request of the player comes first.

import type { App } from '../app.ts';
import { decimal, t } from '../i18n.ts';
import type { TextKey } from '../i18n.ts';
import { puzzleRequest } from '../model/puzzle.ts';

/** Larger puzzles are rated on request only, because it takes long. */
export const MAX_RATED_SIZE = 9;

export interface Rated {
  readonly level: string;
  readonly rating: number;
  /** The name of the hardest technique. */
  readonly hardest: string;
}

/** Returns a level and a rating as text: `Hard 4.2`. */
export function ratingText(level: string, rating: number | null): string {
  const name = t(`level.${level}` as TextKey);
  return rating === null ? name : `${name} ${decimal(rating)}`;
}

export class RatingController {
  shown: Rated | null = null;
  private readonly app: App;
  private running: AbortController | null = null;
  private isWanted = false;

  constructor(app: App) {
    this.app = app;
  }

  /** The level and the rating, or an empty text. */
  get text(): string {
    return this.shown ? ratingText(this.shown.level, this.shown.rating) : '';
  }

  /** Starts over for another puzzle, with its rating if that is known. */
  start(known: Rated | null): void {
    this.running?.abort(new DOMException('canceled', 'AbortError'));
    this.running = null;
    this.shown = known;
    this.isWanted =
      known === null && this.app.grid.size <= MAX_RATED_SIZE && this.app.grid.clues.some(Boolean);
  }

  /** Ends the request, so that another one is answered sooner. */
  yield(): void {
    this.running?.abort(new DOMException('canceled', 'AbortError'));
    this.running = null;
  }

  /** Asks for the rating, unless it is known or another request runs. */
  async run(): Promise<void> {
    const { app } = this;
    if (!this.isWanted || this.running || app.jobs.current || app.play.isCreating) return;
    const { key } = app;
    const stop = new AbortController();
    this.running = stop;
    try {
      const request = { ...puzzleRequest(app.puzzle), profile: 'ndoku' as const };
      const answer = await app.api.rate(request, stop.signal);
      if (key !== app.key) return;
      this.isWanted = false;
      const { level, er, hardest } = answer;
      if (!level || er === null || er === undefined) return;
      this.shown = { level, rating: er, hardest: hardest ?? '' };
      app.storage.saveSoon();
      app.changed();
    } catch {
      // The title has no rating then. A canceled request runs again after the other one.
    } finally {
      if (this.running === stop) this.running = null;
    }
  }
}
