// Stores the game in the browser and in the address of the page, and restores it.

import type { App } from '../app.ts';
import { PLAYER_FIELDS } from '../model/game.ts';
import { formatClues, layoutRequest } from '../model/puzzle.ts';
import { isRecordOf, movesFrom } from '../model/recording.ts';
import { pack, packNumbers, partOf, toFragment, unpack, unpackNumbers } from '../model/share.ts';
import { LAYERS } from '../model/sketch.ts';
import { Timer } from '../model/timer.ts';
import { findGame, storeGame } from '../store.ts';

/** Delay between a change and its storage, in milliseconds. */
const SAVE_DELAY = 400;

export class Storage {
  private readonly app: App;
  private timeout = 0;
  /** The puzzle is listed among the last played ones, also without entries. */
  private isKept = false;

  constructor(app: App) {
    this.app = app;
  }

  /** Returns the packed progress of the game. */
  async progress(): Promise<string> {
    const { play, hint } = this.app;
    const fields = Object.fromEntries(
      PLAYER_FIELDS.map((field) => [field, play.game.field(field)]),
    );
    const drawings = Object.fromEntries(LAYERS.map((layer) => [layer, play.game.drawing(layer)]));
    const seconds = play.timer.elapsed(this.app.now()) / 1000;
    return pack({ fields, seconds, hints: hint.count, drawings }, play.layout.count);
  }

  /** Restores packed progress. Ignores a text that does not fit the layout. */
  async restore(state: string): Promise<void> {
    const { play, hint } = this.app;
    const progress = await unpack(state, play.layout.count);
    if (!progress) return;
    play.game.restore(progress.fields, progress.drawings);
    hint.count = progress.hints;
    play.timer = new Timer(progress.seconds * 1000);
    await this.restoreMoves();
  }

  /** Continues the stored moves if they lead to the restored game. An address has none. */
  private async restoreMoves(): Promise<void> {
    const { play, key } = this.app;
    play.recording.start(play.game, play.timer.elapsed(this.app.now()) / 100);
    const stored = findGame(key)?.moves;
    const numbers = stored ? await unpackNumbers(stored) : null;
    const moves = numbers && movesFrom(numbers);
    if (moves && isRecordOf(moves, play.game)) play.recording.continue(moves);
  }

  /** Returns the address of this game. */
  async link(withProgress: boolean): Promise<string> {
    const state = withProgress && this.app.play.game.isTouched() ? await this.progress() : null;
    const { text, layout } = await this.app.current();
    return `${location.href.replace(/#.*$/, '')}#${toFragment({ puzzle: text, layout, state })}`;
  }

  /** Drops changes that are not stored yet, because their game was deleted. */
  forget(): void {
    clearTimeout(this.timeout);
    this.timeout = 0;
  }

  /** Lists the puzzle among the last played ones, also before the first entry. */
  keep(): void {
    this.isKept = true;
    this.saveSoon();
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
    const { key, puzzle, play } = this.app;
    if (play.isSetting) return this.writeAddress(false);
    const touched = play.game.isTouched();
    const { isKept } = this;
    this.isKept = false;
    const moves = await packNumbers(play.recording.toNumbers());
    const state = await this.progress();
    // A restarted game replaces its stored progress.
    if (touched || isKept || findGame(key)) {
      const { name, daily, rating } = this.app;
      storeGame(key, {
        ...puzzle,
        state,
        ...(play.recording.moves.length > 0 ? { moves } : {}),
        when: Date.now(),
        done: play.isDone,
        begun: touched,
        filled: play.layout.cells.filter((cell) => !play.game.isBlank(cell)).length,
        seconds: Math.floor(play.timer.elapsed(this.app.now()) / 1000),
        ...(name ? { name } : {}),
        ...(daily ? { daily } : {}),
        ...(rating.shown ? { rated: rating.shown } : {}),
      });
    }
    if (key === this.app.key) await this.writeAddress(false);
  }

  /** Writes the puzzle and the progress to the address. `adds` keeps the one before as a step back. */
  async writeAddress(adds: boolean): Promise<void> {
    const { grid, play, puzzle } = this.app;
    let fragment: string;
    if (play.isSetting) {
      const clues = formatClues(play.game.field('clue'), grid.symbols);
      const layout = layoutRequest(grid);
      fragment = toFragment({ puzzle: clues, layout, state: null, isSetting: true });
    } else {
      const state = play.game.isTouched() ? await this.progress() : null;
      fragment = toFragment({ puzzle: puzzle.text, layout: puzzle.layout, state });
    }
    if (adds) history.pushState(null, '', `#${fragment}`);
    else if (!partOf(location.hash)) history.replaceState(null, '', `#${fragment}`);
  }
}
