// The state of the page and all its changes, without rendering. Each controller has one part.
//
//   App ─┬─ play      the game: selection, digits, undo, timer
//        ├─ hint      the current hint, and the check
//        ├─ path      the visible solution path
//        ├─ analysis  uniqueness, solutions, difficulty
//        ├─ rating    level and rating of the title
//        ├─ verdict   solutions and rating of a puzzle that is being created
//        ├─ practice  positions that need a technique
//        ├─ replay    the moves of the game, once more
//        ├─ storage   the storage of the browser, and the address
//        └─ jobs      requests that may take long

import { Analysis } from './controllers/analysis.ts';
import { HintController } from './controllers/hint.ts';
import { Jobs } from './controllers/jobs.ts';
import { PathController } from './controllers/path.ts';
import { PlayController } from './controllers/play.ts';
import { PracticeController } from './controllers/practice.ts';
import { RatingController } from './controllers/rating.ts';
import type { Rated } from './controllers/rating.ts';
import type { Replay } from './controllers/replay.ts';
import { Storage } from './controllers/storage.ts';
import { VerdictController } from './controllers/verdict.ts';
import type { Api, GenerateRequest, Grid, LayoutRequest } from './engine/api.ts';
import { EngineError } from './engine/engine.ts';
import { CONTRADICTORY, errorText, readError } from './engine/problems.ts';
import { t } from './i18n.ts';
import { Game } from './model/game.ts';
import { MAX_SIZE } from './model/layout.ts';
import { firstLines } from './model/pasted.ts';
import { ownNameOf } from './model/library.ts';
import type { LibraryEntry } from './model/library.ts';
import type { Overlay } from './model/picture.ts';
import {
  createGame,
  createPuzzle,
  formatClues,
  layoutName,
  layoutRequest,
  puzzleRequest,
} from './model/puzzle.ts';
import type { Puzzle } from './model/puzzle.ts';
import { endingOf } from './model/restarts.ts';
import type { Settings } from './model/settings.ts';
import { keyOf, sharedIn } from './model/share.ts';
import type { Shared } from './model/share.ts';
import { findGame, games, lastChange, loadSettings, saveSettings } from './store.ts';
import type { StoredGame } from './store.ts';

/** The time to solve a large puzzle in the background, in milliseconds. */
const SOLVE_LIMIT = 5000;

/** The kind of a visible message. */
export type MessageKind = 'plain' | 'good' | 'bad';

/** How a puzzle is opened. */
export interface OpenOptions {
  /** The packed progress. The default is the stored one. */
  readonly state?: string | null;
  readonly solution?: readonly number[];
  /** The name above the grid, instead of the title in the text. */
  readonly name?: string;
  readonly rated?: Rated;
  /** The day and level of a daily puzzle. */
  readonly daily?: string;
  /** List the puzzle among the last played ones, also without entries. */
  readonly keep?: boolean;
  /** Open without a message. */
  readonly quiet?: boolean;
  /** Create the puzzle instead of playing it. */
  readonly isCreating?: boolean;
  /** The address names the puzzle already, as after a step back. */
  readonly isAddressed?: boolean;
}

/** The part of the page that shows the state. */
export interface Listener {
  /** The state has changed. */
  changed(): void;
  /** Announces a text. Quiet ones are for screen readers only. */
  announce(text: string, kind?: MessageKind | 'quiet'): void;
  /** Shows a warning until it is empty. */
  warn(text: string): void;
  /** Shows a text until another call ends it with an empty one. Warnings come first. */
  remind(text: string, kind: MessageKind): void;
  /** Another puzzle was opened, so the grid is created again. */
  opened(): void;
}

export class App {
  readonly api: Api;
  settings: Settings = loadSettings();
  puzzle: Puzzle;
  grid: Grid;
  /** The name above the grid, if it differs from the title of the puzzle. */
  name = '';
  /** The day and level of a daily puzzle, as in `2026-11-25 hard`. */
  daily = '';
  /** The solution to compare digits with, if it is known and unique. */
  solution: readonly number[] | null = null;
  readonly play: PlayController;
  readonly hint = new HintController(this);
  readonly path = new PathController(this);
  readonly analysis = new Analysis(this);
  readonly rating = new RatingController(this);
  readonly verdict = new VerdictController(this);
  readonly practice = new PracticeController(this);
  readonly storage = new Storage(this);
  readonly jobs = new Jobs(this);
  /** The replay that is shown instead of the game. */
  replay: Replay | null = null;
  /** Returns the time in milliseconds. */
  readonly now: () => number;
  private readonly listener: Listener;
  private readonly reminders: string[] = [];
  private reminderKind: MessageKind = 'plain';
  /** A puzzle was opened before. */
  private isBegun = false;
  /** Leads from a created puzzle to the game before it, or else to the latest one. */
  private toGame: (() => Promise<void>) | null = null;
  /** The end of the last task that starts a game. */
  private turn: Promise<void> = Promise.resolve();

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
    this.puzzle = createPuzzle(grid);
    this.play = new PlayController(this, createGame(grid));
  }

  // --- the listener ---

  /** Announces a text to everyone. */
  announce(text: string, kind: MessageKind = 'plain'): void {
    this.listener.announce(text, kind);
  }

  /** Announces a text to screen readers only. */
  announceQuietly(text: string): void {
    this.listener.announce(text, 'quiet');
  }

  /** Shows a warning until it is empty. Other messages come before it. */
  warn(text: string): void {
    this.listener.warn(text);
  }

  /** Shows a text until the player changes the game or opens another one. */
  remind(text: string, kind: MessageKind = 'bad'): void {
    if (this.reminders.includes(text)) return;
    this.reminders.push(text);
    // Of several, the worst decides.
    const isBad = this.reminders.length > 1 && this.reminderKind === 'bad';
    this.reminderKind = isBad ? 'bad' : kind;
    this.listener.remind(this.reminders.join(' '), this.reminderKind);
  }

  /** Ends what `remind` shows. */
  endReminders(): void {
    if (this.reminders.length === 0) return;
    this.reminders.length = 0;
    this.listener.remind('', 'plain');
  }

  /** The name of the puzzle: its own, or that of its size and rules. */
  get title(): string {
    return ownNameOf(this) || this.puzzle.title || layoutName(this.grid);
  }

  changed(): void {
    this.listener.changed();
  }

  /** Announces an error. */
  reportError(error: unknown): void {
    const why = errorText(error);
    this.announce(error instanceof EngineError ? why : t('message.failed', { why }), 'bad');
  }

  /** Runs a task that nobody waits for, and reports its error. */
  attempt(task: Promise<unknown>): void {
    task.catch((error) => this.reportError(error));
  }

  // --- opening puzzles ---

  /** Returns the key of the puzzle in the storage. */
  get key(): string {
    return keyOf(this.puzzle.text, this.puzzle.layout);
  }

  /** Opens a puzzle, with the given or the stored progress. */
  open(grid: Grid, options: OpenOptions = {}): Promise<void> {
    this.jobs.current?.cancel();
    return this.inTurn(() => this.openNext(grid, options));
  }

  /** Runs a task that starts a game after those before it, so that no two games mix. */
  private inTurn(task: () => Promise<void>): Promise<void> {
    const done = this.turn.then(task);
    this.turn = done.catch(() => {});
    return done;
  }

  private async openNext(grid: Grid, options: OpenOptions): Promise<void> {
    if (grid.size > MAX_SIZE)
      throw new EngineError({ detail: t('open.large', { size: MAX_SIZE }) });
    const { isAddressed = false, isCreating = false } = options;
    await this.storage.saveNow(!isAddressed);
    // Without room, this game gets a warning of its own.
    this.warn('');
    const { key, isBegun } = this;
    this.grid = grid;
    this.puzzle = createPuzzle(grid);
    this.isBegun = true;
    await this.begin(options);
    if (isBegun && !isCreating && key !== this.key) this.play.auto.begin();
    // A step back leads to the game before.
    const adds = isBegun && !isAddressed && !isCreating && key !== this.key;
    if (adds) await this.storage.writeAddress(true);
    this.listener.opened();
    if (!options.quiet) this.announce(t('open.opened', { title: this.title }));
    if (options.keep) this.storage.keep();
    else this.storage.saveSoon();
    void this.rating.run();
  }

  /** Starts the game of the grid, with the given or the stored progress. */
  private async begin(options: OpenOptions): Promise<void> {
    const { play } = this;
    const { isCreating = false } = options;
    this.startGame(createGame(this.grid), isCreating);
    this.solution = options.solution ?? null;
    const known = findGame(this.key) ?? null;
    this.name = options.name ?? known?.name ?? '';
    this.daily = options.daily ?? known?.daily ?? '';
    this.rating.start(isCreating ? null : (options.rated ?? known?.rated ?? null));
    if (isCreating) return;
    const state = options.state ?? (play.game.isTouched() ? null : (known?.state ?? null));
    if (state && !(await this.storage.restore(state))) await this.restoreStored(known, state);
    await this.findEnd(known);
    play.startTimer();
    void this.findSolution();
    void play.findRuleConflicts();
  }

  /** Finds out whether the restored game is over, and how it ended. */
  private async findEnd(known: StoredGame | null): Promise<void> {
    const { play } = this;
    // Without the engine, the page believes what it has stored.
    const isOver = known?.done === true || known?.filledIn === true;
    play.isDone = await play.isSolved().catch(() => isOver);
    const isKnown = known !== null && lastChange(known) === play.changedAt;
    play.ended = play.isDone || isKnown ? endingOf(known ?? {}) : null;
    if (play.isDone) play.ended ??= 'solved';
  }

  /** Restores the stored progress instead of a damaged one, and says so. */
  private async restoreStored(known: StoredGame | null, damaged: string): Promise<void> {
    if (known && known.state !== damaged) await this.storage.restore(known.state);
    this.storage.holdAddress();
    this.remind(t('open.noProgress'));
  }

  /** Opens a stored game in its latest state. A list may show an earlier one. */
  async openStored([key, listed]: LibraryEntry): Promise<void> {
    const [grid] = await this.read(listed.text, listed.layout);
    await this.storage.saveNow();
    const { state } = findGame(key) ?? listed;
    await this.open(grid, { state: state || null, keep: true });
  }

  /** Takes the state of the open game that another window stored, if it is later. */
  takeLater(): Promise<void> {
    return this.inTurn(async () => {
      const stored = findGame(this.key);
      if (stored && lastChange(stored) > this.play.changedAt) await this.beginStored();
    });
  }

  /** Takes the stored state of the open game, after a file or a window has replaced it. */
  takeStored(): Promise<void> {
    return this.inTurn(() => this.beginStored());
  }

  private async beginStored(): Promise<void> {
    if (this.play.isCreating) return;
    this.storage.forget();
    // The text of the puzzle may have entries, too.
    await this.begin({ state: findGame(this.key)?.state });
    void this.rating.run();
    this.changed();
  }

  private startGame(game: Game, isCreating: boolean): void {
    this.hideOverlays();
    this.endReminders();
    this.replay?.end();
    this.replay = null;
    this.analysis.findings = [];
    this.solution = null;
    this.practice.target = null;
    this.hint.forget();
    this.play.start(game);
    this.play.isCreating = isCreating;
    this.hint.count = 0;
  }

  /** Returns the first puzzles of a text. Throws the first error if there is none. */
  async read(text: string, layout: LayoutRequest = {}): Promise<readonly Grid[]> {
    return (await this.readList(text, layout)).puzzles;
  }

  /**
   * Like `read`, for a list. `skipped` is the number of read lines that are no puzzle. `more` means
   * that the text has lines that were not read.
   */
  async readList(
    text: string,
    layout: LayoutRequest = {},
  ): Promise<{
    readonly puzzles: readonly Grid[];
    readonly skipped: number;
    readonly more: boolean;
  }> {
    const lines = firstLines(text);
    if (lines === '' && text !== '') throw new EngineError({ detail: t('read.long') });
    // Some programs begin a text with a mark of its encoding.
    const { puzzles, errors, more } = await this.api.read(lines.replace(/^\uFEFF/, ''), layout);
    const goesOn = more || lines.length < text.length;
    if (puzzles.length > 0) return { puzzles, skipped: errors.length, more: goesOn };
    // With a layout, the text is one that the page itself wrote.
    const isOwn = Object.keys(layout).length > 0 && errors[0];
    throw isOwn ? new EngineError(errors[0]) : readError(text, errors[0]);
  }

  /** Returns the puzzles of a text without the rules that are not supported, or none. */
  async readWithoutRules(text: string): Promise<readonly Grid[]> {
    const answer = await this.api.read(firstLines(text), {}, 20, true).catch(() => null);
    return answer?.puzzles ?? [];
  }

  /**
   * Opens what a link holds, or the address. `latest` prefers the stored progress to that of the
   * address.
   */
  async openShared(shared: Shared, { latest = false, isAddressed = false } = {}): Promise<void> {
    const { puzzle, layout, state, isCreating } = shared;
    const grids = await this.read(puzzle, layout);
    await this.open(grids[0], { state: latest ? null : state, keep: true, isAddressed });
    if (isCreating) return this.set(null, true);
    if (grids.length > 1) this.announce(t('open.several', { count: grids.length }));
  }

  /** Opens a pasted link of this page. Returns `false` for another text. */
  async openLink(text: string): Promise<boolean> {
    const shared = sharedIn(text);
    if (shared) await this.openShared(shared);
    return shared !== null;
  }

  /**
   * Starts to create a puzzle, from an empty grid or from the current clues. `restores` means that
   * the address is that of the created puzzle already.
   */
  async set(layout: LayoutRequest | null, restores = false): Promise<void> {
    if (!this.play.isCreating) {
      const { grid } = this;
      const [last] = games();
      if (!restores) this.toGame = () => this.open(grid);
      else this.toGame = last ? () => this.openStored(last) : null;
    }
    if (layout) {
      const size = layout.size ?? 9;
      const request = { ...layout, ...(size > 9 ? { symbols: 'alnum' as const } : {}) };
      const empty = formatClues(new Array(size * size).fill(0), ['1']);
      const [grid] = await this.read(empty, request);
      await this.open(grid, { quiet: true, name: '', daily: '', isCreating: true });
    } else {
      await this.inTurn(async () => {
        if (!restores) await this.storage.saveNow();
        const { game } = this.play;
        this.startGame(new Game(game.layout, Array.from(game.field('clue'))), true);
        this.rating.start(null);
      });
    }
    if (this.play.selection.size === 0) this.play.selection.only(0);
    this.listener.opened();
    // A step back leads to the puzzle before, and not away from the page.
    void this.storage.writeAddress(!restores);
    this.announceQuietly(t('set.on'));
  }

  /** Leaves the created puzzle for the game, or is null without a puzzle or a game. */
  get leaveSet(): (() => Promise<void>) | null {
    return this.play.isCreating ? this.toGame : null;
  }

  /** Returns the created puzzle. */
  private async setGrid(): Promise<Grid> {
    const text = formatClues(this.play.game.field('clue'), this.grid.symbols);
    return (await this.read(text, layoutRequest(this.grid)))[0];
  }

  /** Plays the created puzzle. */
  async playSet(): Promise<void> {
    await this.open(await this.setGrid(), { keep: true });
  }

  /** Returns the puzzle that is created or played. */
  async current(): Promise<Puzzle> {
    return this.play.isCreating ? createPuzzle(await this.setGrid()) : this.puzzle;
  }

  /** Generates a puzzle and opens it. Returns `false` if there is none. */
  async generate(
    request: GenerateRequest,
    options: Pick<OpenOptions, 'name' | 'daily'> = {},
  ): Promise<boolean> {
    // Levels are those of the title.
    const measured = request.level ? { ...request, profile: 'ndoku' as const } : request;
    const answer = await this.jobs.run(t('new.working'), (signal) =>
      this.api.generate(measured, signal),
    );
    if (!answer) return false;
    const made = answer.puzzles[0];
    if (!made) {
      this.announce(t('new.none'), 'bad');
      return false;
    }
    const { level, rating, solution } = made;
    const rated = level && rating ? { rated: { level, rating, hardest: '' } } : {};
    await this.open(made.puzzle, { solution, quiet: true, keep: true, ...rated, ...options });
    const clues = made.puzzle.clues.filter((clue) => clue !== 0).length;
    this.announce(
      options.daily ? t('daily.made', { name: this.title, clues }) : t('new.made', { clues }),
    );
    return true;
  }

  /** Finds the solution that digits are compared with, and says if there is not exactly one. */
  private async findSolution(): Promise<void> {
    const { key, grid } = this;
    const isOpen = !grid.clues.some(Boolean);
    // An empty grid without rules needs no search: it has many solutions.
    if (this.solution || (isOpen && !grid.layout.rules?.length)) return;
    const request = puzzleRequest(this.puzzle);
    // What may take long does not hold up other requests.
    const isLong = grid.size > 9 || isOpen;
    const ask = () =>
      (isLong ? this.api.solveAside(request, SOLVE_LIMIT) : this.api.solve(request)).catch(
        (error: unknown) => error as Error,
      );
    let answer = await ask();
    // A canceled request ends the others of its worker.
    if ((answer as Error).name === 'AbortError' && key === this.key) answer = await ask();
    if (key !== this.key || this.play.isCreating) return;
    if (answer instanceof Error) {
      const isConflict = answer instanceof EngineError && answer.type === CONTRADICTORY;
      if (isConflict) this.remind(errorText(answer));
    } else if (answer.status === 'unique') {
      this.solution = answer.solutions[0];
      this.changed();
    } else if (answer.status === 'none' || answer.status === 'multiple') {
      this.remind(t(`analyze.is.${answer.status}`), 'plain');
    }
  }

  // --- settings and overlays ---

  change(settings: Partial<Settings>): void {
    this.settings = { ...this.settings, ...settings };
    saveSettings(this.settings);
    if (settings.timer === false) {
      // Without a timer, no button ends a pause.
      if (this.play.isPaused) this.play.pause(false);
      this.play.timer.pause(this.now());
    }
    if (settings.timer && !this.play.isPaused) this.play.startTimer();
    if (settings.wrong) void this.findSolution();
    this.changed();
  }

  /** Returns the overlay of the grid. */
  get overlay(): Overlay | null {
    if (this.path.shown) return this.path.overlay;
    if (this.hint.shown?.answer.step) return this.hint.overlay;
    return this.analysis.overlay;
  }

  /** A hint, a path or an answer is visible. */
  get hasOverlay(): boolean {
    return this.path.shown !== null || this.hint.shown !== null || this.analysis.overlay !== null;
  }

  /** Shows all moves of the game once more. Does nothing before the first move. */
  async startReplay(): Promise<void> {
    const { play } = this;
    if (play.isHidden || play.isCreating) return;
    if (play.recording.moves.length === 0) return this.announce(t('replay.none'));
    const { game } = play;
    try {
      const { Replay } = await import('./controllers/replay.ts');
      // The player may have paused or opened another game while the file loaded.
      if (play.isHidden || play.isCreating || game !== play.game) return;
      this.hideOverlays();
      play.endTool();
      play.timer.pause(this.now());
      this.replay = new Replay(this);
    } catch (error) {
      return this.reportError(error);
    }
    this.replay.play();
    this.announceQuietly(t('replay.on'));
  }

  /** Returns from the replay to the game. */
  endReplay(): void {
    this.replay?.end();
    this.replay = null;
    this.play.startTimer();
    this.changed();
  }

  /** Hides hint, path and answer. */
  close(): void {
    this.hideOverlays();
    this.changed();
  }

  /** Hides hint, path and answer without rendering. */
  hideOverlays(): void {
    this.hint.shown = null;
    this.path.shown = null;
    this.analysis.overlay = null;
  }
}
