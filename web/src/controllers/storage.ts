// Stores the game in the browser and in the address of the page, and restores it.

import type { App } from '../app.ts';
import { PLAYER_FIELDS } from '../model/game.ts';
import { formatClues, layoutRequest } from '../model/puzzle.ts';
import { pack, toFragment, unpack } from '../model/share.ts';
import { Timer } from '../model/timer.ts';
import { findGame, storeGame } from '../store.ts';

/** Delay between a change and its storage, in milliseconds. */
const SAVE_DELAY = 400;

export class Storage {
  private readonly app: App;
  private timeout = 0;

  constructor(app: App) {
    this.app = app;
  }

  /** Returns the packed progress of the game. */
  async progress(): Promise<string> {
    const { play, hint } = this.app;
    const fields = Object.fromEntries(
      PLAYER_FIELDS.map((field) => [field, play.game.field(field)]),
    );
    const seconds = play.timer.elapsed(this.app.now()) / 1000;
    return pack({ fields, seconds, hints: hint.count }, play.layout.count);
  }

  /** Restores packed progress. Ignores a text that does not fit the layout. */
  async restore(state: string): Promise<void> {
    const { play, hint } = this.app;
    const progress = await unpack(state, play.layout.count);
    if (!progress) return;
    play.game.restore(progress.fields);
    hint.count = progress.hints;
    play.timer = new Timer(progress.seconds * 1000);
  }

  /** Returns the stored progress of this puzzle. */
  stored(): string | undefined {
    return findGame(this.app.key)?.state;
  }

  /** Returns the address of this game. */
  async link(withProgress: boolean): Promise<string> {
    const state = withProgress && this.app.play.game.isTouched() ? await this.progress() : null;
    const { text, layout } = await this.app.current();
    return `${location.href.replace(/#.*$/, '')}#${toFragment({ puzzle: text, layout, state })}`;
  }

  /** Stores the game after a short delay, so that quick changes are stored once. */
  saveSoon(): void {
    clearTimeout(this.timeout);
    this.timeout = window.setTimeout(() => void this.saveNow(), SAVE_DELAY);
  }

  /** Stores the game. Does nothing before the first change. */
  async saveNow(): Promise<void> {
    clearTimeout(this.timeout);
    if (this.timeout === 0) return;
    const { key, puzzle, grid, play } = this.app;
    const touched = play.game.isTouched();
    if (play.isSetting) {
      // A new puzzle is restored as a puzzle with these clues.
      const clues = formatClues(play.game.field('clue'), grid.symbols);
      return replaceFragment({ puzzle: clues, layout: layoutRequest(grid), state: null });
    }
    const done = play.isDone;
    const state = await this.progress();
    // A restarted game replaces its stored progress.
    if (touched || findGame(key)) storeGame(key, { ...puzzle, state, when: Date.now(), done });
    if (key !== this.app.key) return;
    replaceFragment({ puzzle: puzzle.text, layout: puzzle.layout, state: touched ? state : null });
  }
}

function replaceFragment(shared: Parameters<typeof toFragment>[0]): void {
  history.replaceState(null, '', `#${toFragment(shared)}`);
}
