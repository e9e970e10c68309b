// The verdict on a puzzle that is being created: its number of solutions and its rating. It stands
// in the title line. The page asks for it in the background after each change.

import type { App } from '../app.ts';
import type { PuzzleRequest } from '../engine/api.ts';
import { EngineError } from '../engine/engine.ts';
import { CONTRADICTORY } from '../engine/problems.ts';
import { t } from '../i18n.ts';
import { puzzleRequest } from '../model/puzzle.ts';
import { MAX_RATED_SIZE, ratingText } from './rating.ts';

/** Delay between a change and the request, in milliseconds. */
const DELAY = 500;
/** The time to solve a large puzzle, in milliseconds. */
const SOLVE_LIMIT = 5000;

/** What is known of the puzzle. `checking` means that a request is to come, or runs. */
export type VerdictStatus = 'unique' | 'multiple' | 'none' | 'checking' | 'unknown';

export class VerdictController {
  status: VerdictStatus = 'unknown';
  /** The level and the rating of a puzzle with one solution, or an empty text. */
  rating = '';
  private readonly app: App;
  private timeout = 0;
  private running: AbortController | null = null;
  /** Returns `true` until the puzzle differs from the one that the verdict is about. */
  private isSame: () => boolean = () => false;

  constructor(app: App) {
    this.app = app;
  }

  /** The verdict in words, or an empty text: `One solution · Easy 2.0`. */
  get text(): string {
    if (this.status === 'unknown') return '';
    return [t(`set.verdict.${this.status}`), this.rating].filter(Boolean).join(' · ');
  }

  /** Asks for the verdict if the puzzle has changed, or if another request came first. */
  watch(): void {
    const { app } = this;
    if (!app.play.isCreating) return this.stop();
    const isWaiting = this.timeout !== 0 || this.running !== null;
    if (this.isSame() && (this.status !== 'checking' || isWaiting)) return;
    if (app.jobs.current) return;
    this.stop();
    this.isSame = app.play.watchPuzzle();
    [this.status, this.rating] = ['checking', ''];
    this.timeout = window.setTimeout(() => {
      this.timeout = 0;
      void this.ask();
    }, DELAY);
  }

  /** Takes the answer to a request of the player. */
  show(status: VerdictStatus, rating = ''): void {
    this.stop();
    this.isSame = this.app.play.watchPuzzle();
    [this.status, this.rating] = [status, rating];
    this.app.changed();
  }

  /** Ends the request, so that another one is answered sooner. */
  stop(): void {
    clearTimeout(this.timeout);
    this.timeout = 0;
    this.running?.abort(new DOMException('canceled', 'AbortError'));
    this.running = null;
  }

  private async ask(): Promise<void> {
    const { app, isSame } = this;
    const stop = new AbortController();
    this.running = stop;
    const take = (status: VerdictStatus, rating = '') => {
      if (this.running !== stop || !isSame()) return;
      [this.status, this.rating] = [status, rating];
      app.changed();
    };
    try {
      const puzzle = puzzleRequest(await app.current());
      const status = await this.solve(puzzle, stop.signal);
      const isRated = status === 'unique' && app.grid.size <= MAX_RATED_SIZE;
      if (!isRated) return take(status);
      const { level, er } = await app.api.rate({ ...puzzle, profile: 'ndoku' }, stop.signal);
      take(status, level ? ratingText(level, er ?? null) : '');
    } catch {
      // Without an answer, the title has no verdict. The button reports what is wrong.
      take('unknown');
    } finally {
      if (this.running === stop) this.running = null;
    }
  }

  private async solve(puzzle: PuzzleRequest, signal: AbortSignal): Promise<VerdictStatus> {
    const { api, grid } = this.app;
    const isLarge = grid.size > MAX_RATED_SIZE;
    try {
      const asked = isLarge ? api.solveAside(puzzle, SOLVE_LIMIT) : api.solve(puzzle, signal);
      const { status } = await asked;
      return status === 'unique' || status === 'multiple' || status === 'none' ? status : 'unknown';
    } catch (error) {
      // Clues that repeat a digit.
      if (error instanceof EngineError && error.type === CONTRADICTORY) return 'none';
      throw error;
    }
  }
}
