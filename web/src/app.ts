// The state of the page and everything that can be done to it, without drawing. Each controller
// holds one part of it.
//
//   App ─┬─ play      the game: selection, digits, undo, timer
//        ├─ hint      the hint on display, and the check
//        ├─ path      the solution path on display
//        ├─ analysis  questions about the puzzle, and their answers
//        ├─ storage   the browser's memory and the address
//        └─ jobs      requests that may take long

import { Analysis } from './controllers/analysis.ts';
import { HintController } from './controllers/hint.ts';
import { Jobs } from './controllers/jobs.ts';
import { PathController } from './controllers/path.ts';
import { PlayController } from './controllers/play.ts';
import { Storage } from './controllers/storage.ts';
import type { Api, Grid } from './engine/api.ts';
import { EngineError } from './engine/engine.ts';
import { t } from './i18n.ts';
import { Game } from './model/game.ts';
import { LARGEST } from './model/layout.ts';
import type { Overlay } from './model/picture.ts';
import { askOf, gameOf, layoutBeside, puzzleOf, written } from './model/puzzle.ts';
import type { Puzzle } from './model/puzzle.ts';
import type { Settings } from './model/settings.ts';
import { keyOf } from './model/share.ts';
import type { LayoutAsk } from './model/share.ts';
import { loadSettings, saveSettings } from './store.ts';

/** The part of the page that shows the state. */
export interface Listener {
  /** Something on display has changed. */
  changed(): void;
  /** Announces a text; a quiet one to screen readers only. */
  say(text: string, quiet?: boolean): void;
  /** Another puzzle was opened, so that the grid has to be built again. */
  opened(): void;
}

export class App {
  readonly api: Api;
  settings: Settings = loadSettings();
  puzzle: Puzzle;
  grid: Grid;
  /** The solution to compare digits with, if it is known and unique. */
  solution: number[] | null = null;
  readonly play: PlayController;
  readonly hint = new HintController(this);
  readonly path = new PathController(this);
  readonly analysis = new Analysis(this);
  readonly storage = new Storage(this);
  readonly jobs = new Jobs(this);
  /** Returns the time in milliseconds. */
  readonly now: () => number;
  private readonly listener: Listener;

  constructor(
    api: Api,
    grid: Grid,
    listener: Listener,
    now: () => number = () => performance.now(),
  ) {
    this.api = api;
    this.listener = listener;
    this.now = now;
    this.grid = grid;
    this.puzzle = puzzleOf(grid);
    this.play = new PlayController(this, gameOf(grid));
  }

  // --- the listener ---

  /** Announces a text that nobody should miss. */
  say(text: string): void {
    this.listener.say(text);
  }

  /** Announces a text to those who do not see the page. */
  murmur(text: string): void {
    this.listener.say(text, true);
  }

  changed(): void {
    this.listener.changed();
  }

  /** Announces an error. */
  failed(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    const hint = error instanceof EngineError && error.hint ? ` (${error.hint})` : '';
    this.say(t('say.failed', { why: message + hint }));
  }

  // --- opening puzzles ---

  /** Returns the key of the puzzle in the storage. */
  get key(): string {
    return keyOf(this.puzzle.text, this.puzzle.layout);
  }

  /** Opens a puzzle, with the given or the stored progress. */
  async open(
    grid: Grid,
    options: { state?: string | null; solution?: number[]; quiet?: boolean } = {},
  ): Promise<void> {
    if (grid.size > LARGEST) throw new EngineError({ detail: t('open.large', { size: LARGEST }) });
    this.jobs.current?.cancel();
    await this.storage.saveNow();
    this.grid = grid;
    this.puzzle = puzzleOf(grid);
    this.begin(gameOf(grid), false);
    this.solution = options.solution ?? null;
    const { game } = this.play;
    const state = options.state ?? (game.isTouched() ? null : this.storage.stored());
    if (state) await this.storage.restore(state);
    this.play.isDone = game.isFull() && game.repeats().size === 0;
    this.play.startTimer();
    if (this.settings.wrong) void this.findSolution();
    this.listener.opened();
    if (!options.quiet)
      this.say(t('open.opened', { title: this.puzzle.title || grid.description }));
    this.storage.saveSoon();
  }

  private begin(game: Game, setting: boolean): void {
    this.putAway();
    this.analysis.findings = [];
    this.play.begin(game);
    this.play.setting = setting;
    this.hint.count = 0;
  }

  /** Returns all puzzles of a text. Throws the first error if there is none. */
  async read(text: string, layout: LayoutAsk = {}): Promise<Grid[]> {
    const { puzzles, errors } = await this.api.read(text, layout);
    if (puzzles.length === 0) throw new EngineError(errors[0] ?? { detail: t('open.none') });
    return puzzles;
  }

  async openText(text: string, layout: LayoutAsk = {}, state: string | null = null): Promise<void> {
    const grids = await this.read(text, layout);
    await this.open(grids[0], { state });
    if (grids.length > 1) this.say(t('open.several', { count: grids.length }));
  }

  /** Starts to set a puzzle: in an empty grid, or from the clues of this one. */
  async set(layout: LayoutAsk | null): Promise<void> {
    if (layout) {
      const size = layout.size ?? 9;
      const ask = { ...layout, ...(size > 9 ? { symbols: 'alnum' } : {}) };
      const empty = written(new Array(size * size).fill(0), ['1']);
      await this.open((await this.read(empty, ask))[0], { quiet: true });
      this.play.setting = true;
    } else {
      const { game } = this.play;
      this.begin(new Game(game.layout, Array.from(game.field('clue'))), true);
    }
    this.play.isDone = false;
    this.play.resetTimer();
    this.listener.opened();
    this.storage.saveSoon();
    this.murmur(t('set.on'));
  }

  /** Returns the clues that were set, as a puzzle. */
  private async setGrid(): Promise<Grid> {
    const text = written(this.play.game.field('clue'), this.grid.symbols);
    return (await this.read(text, layoutBeside(this.grid)))[0];
  }

  /** Ends setting and plays the puzzle. */
  async playSet(): Promise<void> {
    await this.open(await this.setGrid());
  }

  /** Returns the puzzle that is being set, or the one in play. */
  async current(): Promise<Puzzle> {
    return this.play.setting ? puzzleOf(await this.setGrid()) : this.puzzle;
  }

  /** Generates a puzzle and opens it. */
  async generate(ask: Parameters<Api['generate']>[0]): Promise<boolean> {
    const answer = await this.jobs.run(t('new.working'), (signal) =>
      this.api.generate(ask, signal),
    );
    if (!answer) return false;
    const made = answer.puzzles[0];
    if (!made) {
      this.say(t('new.none'));
      return false;
    }
    await this.open(made.puzzle, { solution: made.solution, quiet: true });
    this.say(t('new.made', { clues: made.puzzle.clues.filter((clue) => clue !== 0).length }));
    return true;
  }

  /** Finds the solution that digits are compared with, in the background. */
  private async findSolution(): Promise<void> {
    if (this.solution) return;
    const { key } = this;
    const answer = await this.api.solve(askOf(this.puzzle)).catch(() => null);
    if (answer?.status !== 'unique' || key !== this.key) return;
    this.solution = answer.solutions[0];
    this.changed();
  }

  // --- display ---

  change(settings: Partial<Settings>): void {
    this.settings = { ...this.settings, ...settings };
    saveSettings(this.settings);
    if (settings.timer === false) this.play.timer.pause(this.now());
    if (settings.timer && !this.play.paused) this.play.startTimer();
    if (settings.wrong) void this.findSolution();
    this.changed();
  }

  /** Returns what is shown on top of the game. */
  get overlay(): Overlay | null {
    if (this.path.shown) return this.path.overlay;
    if (this.hint.shown?.answer.step) return this.hint.overlay;
    return this.analysis.overlay;
  }

  /** Something is on display that can be closed. */
  get isShowing(): boolean {
    return this.path.shown !== null || this.hint.shown !== null || this.analysis.overlay !== null;
  }

  /** Closes everything that is on display. */
  close(): void {
    this.putAway();
    this.changed();
  }

  /** Closes everything without drawing, because something else follows. */
  putAway(): void {
    this.hint.shown = null;
    this.path.shown = null;
    this.analysis.overlay = null;
  }
}
