// Stores the game in the browser and in the address of the page, and restores it.

import type { App } from '../app.ts';
import { t } from '../i18n.ts';
import { PLAYER_FIELDS } from '../model/game.ts';
import { formatClues, layoutRequest } from '../model/puzzle.ts';
import { differences, movesFrom, replayed } from '../model/recording.ts';
import type { StoredRestart } from '../model/restarts.ts';
import {
  packAtOnce,
  packNumbers,
  partOf,
  progressNumbers,
  toFragment,
  unpack,
  unpackNumbers,
} from '../model/share.ts';
import { LAYERS } from '../model/sketch.ts';
import { Timer } from '../model/timer.ts';
import { steps } from '../steps.ts';
import { findGame, lastChange, storeGame } from '../store.ts';
import type { StoredGame } from '../store.ts';

/** Delay between a change and its storage, in milliseconds. */
const SAVE_DELAY = 400;
/** Marks the entries of the history whose address the page wrote. */
const OWN_ADDRESS = 'own';

/**
 * Returns the last change in an address of the page, in milliseconds since 1970, from the state of
 * its entry of the history. Returns null for another address.
 */
export function changeOfAddress(state: unknown): number | null {
  const [, change] = new RegExp(`^${OWN_ADDRESS} (\\d+)$`).exec(String(state)) ?? [];
  return change === undefined ? null : Number(change);
}

/** The stored values of a game without the packed parts. */
interface Facts extends Omit<StoredGame, 'state' | 'moves' | 'restarts'> {
  readonly hasMoves: boolean;
  readonly restarts: readonly Omit<StoredRestart, 'moves'>[];
}

/** A game at the time of a save. */
interface State {
  readonly key: string;
  /** The game and its last change. */
  readonly version: string;
  readonly isKept: boolean;
  readonly facts: Facts;
  /** The numbers to pack: progress, moves, and the moves before each restart. */
  readonly numbers: readonly number[][];
}

/** Returns a game to store. The packed parts are its progress, its moves, and those of restarts. */
function storedFrom(
  { hasMoves, restarts, ...facts }: Facts,
  [state, moves, ...before]: readonly string[],
): StoredGame {
  const all = restarts.map((restart, at) => ({ ...restart, moves: before[at] }));
  return {
    ...facts,
    state,
    ...(hasMoves ? { moves } : {}),
    ...(all.length > 0 ? { restarts: all } : {}),
  };
}

export class Storage {
  private readonly app: App;
  private timeout = 0;
  /** The puzzle is listed among the last played ones, also without entries. */
  private isKept = false;
  /** The end of the last save. They run in order, so that a later state stays. */
  private saved: Promise<void> = Promise.resolve();
  /** Number of reasons to end the saves that run: their game was deleted, or stored later. */
  private forgotten = 0;
  /** The game and its last change that this window stored. */
  private stored = '';
  /** The game and its last change while the address stays that of something else. */
  private held = '';

  constructor(app: App) {
    this.app = app;
  }

  /** Returns the packed progress of the game. */
  progress(): Promise<string> {
    return packNumbers(this.progressNumbers());
  }

  private progressNumbers(): number[] {
    const { play, hint } = this.app;
    const fields = Object.fromEntries(
      PLAYER_FIELDS.map((field) => [field, play.game.field(field)]),
    );
    const drawings = Object.fromEntries(LAYERS.map((layer) => [layer, play.game.drawing(layer)]));
    const seconds = play.timer.elapsed(this.app.now()) / 1000;
    return progressNumbers({ fields, seconds, hints: hint.count, drawings }, play.layout.count);
  }

  /** Restores packed progress. Returns `false` if it is damaged or of another size. */
  async restore(state: string): Promise<boolean> {
    const { play, hint, key } = this.app;
    const progress = await unpack(state, play.layout.count);
    if (!progress) return false;
    hint.count = progress.hints;
    play.timer = new Timer(progress.seconds * 1000);
    play.restore(progress.fields, progress.drawings);
    const stored = findGame(key);
    if (!stored) return true;
    await this.continueMoves(stored);
    // The address has its own state. With the same entries, nothing has changed.
    if (await this.hasEntriesOf(stored.state)) {
      play.changedAt = lastChange(stored);
      this.stored = this.version;
    }
    return true;
  }

  /** Continues the stored moves, with undo and redo, if they lead to the restored game. */
  private async continueMoves({ moves: packed, restarts = [] }: StoredGame): Promise<void> {
    const { game, recording, restarts: before } = this.app.play;
    const moves = packed ? movesFrom((await unpackNumbers(packed)) ?? []) : [];
    const unpacked = await Promise.all(restarts.map(({ moves: one }) => unpackNumbers(one)));
    const start = before.continue(restarts, unpacked, game);
    const other = moves && start && replayed(moves, game, start);
    if (!other || differences(other, game).length > 0) return before.forget();
    recording.continue(moves);
    game.takeHistory(other);
  }

  /** Returns `true` if packed progress has the entries of the game, at any time. */
  private async hasEntriesOf(state: string): Promise<boolean> {
    const { game, layout } = this.app.play;
    const progress = await unpack(state, layout.count);
    if (!progress) return false;
    const other = game.copyStart();
    other.restore(progress.fields, progress.drawings);
    return differences(other, game).length === 0;
  }

  /** Returns the address of this game. */
  async link(withProgress: boolean): Promise<string> {
    const state = withProgress && this.app.play.game.isTouched() ? await this.progress() : null;
    const { text, layout } = await this.app.current();
    return `${location.href.replace(/#.*$/, '')}#${toFragment({ puzzle: text, layout, state })}`;
  }

  /** Keeps the address until the player changes the game or opens another one. */
  holdAddress(): void {
    this.held = this.version;
  }

  /** The game and its last change. */
  private get version(): string {
    return `${this.app.key} ${this.app.play.changedAt}`;
  }

  /** Drops changes that are not stored yet: their game was deleted, or a file replaced it. */
  forget(): void {
    clearTimeout(this.timeout);
    this.timeout = 0;
    this.isKept = false;
    this.forgotten++;
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

  /** Stores the game, and writes its address. Does nothing before the first change. */
  async saveNow(isAddressed = true): Promise<void> {
    clearTimeout(this.timeout);
    if (this.timeout === 0) return this.saved;
    const { key, play } = this.app;
    if (play.isCreating) return isAddressed ? this.writeAddress(false) : undefined;
    const { forgotten } = this;
    // All parts are read before the first wait, so that they are of the same time.
    const state = this.read();
    const packed = Promise.all(state.numbers.map((one) => this.pack(one)));
    this.saved = this.saved.then(async () => {
      const texts = await packed;
      if (forgotten === this.forgotten) this.store(state, texts);
    });
    await this.saved;
    if (isAddressed && key === this.app.key) await this.writeAddress(false);
  }

  /**
   * Stores the game before the page may end, without any wait. If it goes on, the game is stored
   * once more, with less room and with its address.
   */
  saveAtOnce(): void {
    if (this.timeout === 0) return;
    if (this.app.play.isCreating) return void this.writeAddress(false);
    // A save that runs has an earlier state.
    this.forgotten++;
    const state = this.read();
    this.store(state, state.numbers.map(packAtOnce));
    this.saveSoon();
  }

  /** Stores a packed state, unless another window has a later one or the game has none to store. */
  private store({ key, version, facts, isKept }: State, texts: readonly string[]): void {
    const stored = findGame(key);
    const isChanged = facts.changed !== undefined && version !== this.stored;
    if (!isChanged && stored && lastChange(stored) > (facts.changed ?? 0)) return;
    // A restarted game replaces its stored progress.
    const isBegun = facts.begun || facts.restarts.length > 0;
    if (!isBegun && !isKept && !stored) return;
    if (isKept) this.isKept = false;
    const isStored = storeGame(key, storedFrom(facts, texts));
    if (isStored) this.stored = version;
    this.app.warn(isStored ? '' : t('message.unstored'));
  }

  /** Packs numbers as text. */
  private pack(numbers: readonly number[]): Promise<string> {
    return packNumbers(numbers);
  }

  /** Returns what is stored of the game: facts, and numbers to pack. */
  private read(): State {
    const { recording, restarts } = this.app.play;
    const { facts, moves } = restarts.stored();
    return {
      key: this.app.key,
      version: this.version,
      isKept: this.isKept,
      facts: { ...this.facts(), hasMoves: recording.moves.length > 0, restarts: facts },
      numbers: [this.progressNumbers(), recording.toNumbers(), ...moves],
    };
  }

  /** Returns what is stored of the game besides its progress and moves. */
  private facts(): Omit<Facts, 'hasMoves' | 'restarts'> {
    const { puzzle, play, name, daily, rating } = this.app;
    return {
      ...puzzle,
      when: Date.now(),
      ...(play.changedAt ? { changed: play.changedAt } : {}),
      done: play.isDone && !play.isFilledIn,
      ...(play.isFilledIn ? { filledIn: true } : {}),
      ...(play.ended && !play.isDone ? { ended: play.ended } : {}),
      begun: play.game.isTouched(),
      filled: play.layout.cells.filter((cell) => !play.game.isBlank(cell)).length,
      seconds: Math.floor(play.timer.elapsed(this.app.now()) / 1000),
      ...(name ? { name } : {}),
      ...(daily ? { daily } : {}),
      ...(rating.shown ? { rated: rating.shown } : {}),
    };
  }

  /** Writes the puzzle and the progress to the address. `adds` keeps the one before as a step back. */
  async writeAddress(adds: boolean): Promise<void> {
    if (!adds && this.held === this.version) return;
    this.held = '';
    const { grid, play, puzzle } = this.app;
    const mark = `${OWN_ADDRESS} ${play.changedAt}`;
    let fragment: string;
    if (play.isCreating) {
      const clues = formatClues(play.game.field('clue'), grid.symbols);
      const layout = layoutRequest(grid);
      fragment = toFragment({ puzzle: clues, layout, state: null, isCreating: true });
    } else {
      const state = play.game.isTouched() ? await this.progress() : null;
      fragment = toFragment({ puzzle: puzzle.text, layout: puzzle.layout, state });
    }
    if (adds) steps.push(mark, `#${fragment}`);
    else if (!partOf(location.hash)) steps.replace(mark, `#${fragment}`);
  }
}
