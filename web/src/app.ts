// The page's state and all that can be done to it. Draws nothing: `changed` says that something is to be drawn anew, `say` that something is to be heard.

import { Analysis } from './analysis.ts';
import type { Finding } from './analysis.ts';
import type { Api, Grid, HintAnswer, PathAnswer, Step } from './engine/api.ts';
import { EngineError } from './engine/engine.ts';
import { t } from './i18n.ts';
import type { TextKey } from './i18n.ts';
import { setOf } from './model/bits.ts';
import { alike, Game, MODES } from './model/game.ts';
import type { Mode } from './model/game.ts';
import type { Command } from './model/keys.ts';
import { Pairing } from './model/keys.ts';
import { LARGEST } from './model/layout.ts';
import type { Overlay } from './model/picture.ts';
import { askOf, gameOf, lookAt, positions, puzzleOf, stateOf, withEffect, written, layoutBeside } from './model/puzzle.ts';
import type { Puzzle } from './model/puzzle.ts';
import { Selection } from './model/selection.ts';
import { keyOf, pack, toFragment, unpack } from './model/share.ts';
import type { LayoutAsk, Progress } from './model/share.ts';
import { clock, Timer } from './model/timer.ts';
import { keep, loadSettings, saveSettings, game as kept } from './store.ts';
import type { Settings } from './model/settings.ts';

/** A hint that was asked for, and how much of it is told: 1 a nudge, 2 where, 3 all. */
export interface Hint {
  readonly answer: HintAnswer;
  level: 1 | 2 | 3;
}

/** A path that is looked at. */
export interface Path {
  readonly answer: PathAnswer;
  readonly positions: readonly Overlay[];
  /** Whether it begins at the clues, and not at the state of the game. */
  readonly fromClues: boolean;
  at: number;
}

/** Something the engine is busy with. */
export interface Job {
  readonly what: string;
  readonly since: number;
  cancel(): void;
}

export interface Listener {
  changed(): void;
  /** Something to be heard; `quiet` if it need not be read as well. */
  say(text: string, quiet?: boolean): void;
  /** Another puzzle: the grid has to be made anew. */
  opened(): void;
}

export class App {
  readonly api: Api;
  settings: Settings = loadSettings();
  puzzle: Puzzle;
  grid: Grid;
  game: Game;
  selection: Selection;
  mode: Mode = 'digit';
  /** The mode while a key is held. */
  held: Mode | null = null;
  filter = 0;
  /** The next digit is for the filter. */
  filtering = false;
  /** Each press adds to the selection. */
  many = false;
  /** Digits are clues. */
  setting = false;
  hint: Hint | null = null;
  hints = 0;
  path: Path | null = null;
  /** What an analysis shows in the grid. */
  shown: Overlay | null = null;
  findings: Finding[] = [];
  solution: number[] | null = null;
  job: Job | null = null;
  timer = new Timer();
  paused = false;
  isDone = false;
  readonly analysis = new Analysis(this);
  private readonly pairing = new Pairing();
  private readonly listener: Listener;
  private readonly now: () => number;
  private saving = 0;
  private conflicts = '';
  private jobs = 0;

  constructor(api: Api, grid: Grid, listener: Listener, now: () => number = () => performance.now()) {
    this.api = api;
    this.listener = listener;
    this.now = now;
    this.grid = grid;
    this.puzzle = puzzleOf(grid);
    this.game = gameOf(grid);
    this.selection = new Selection(this.game.layout);
  }

  // --- puzzles ---

  get key(): string {
    return keyOf(this.puzzle.text, this.puzzle.layout);
  }

  /** Opens a puzzle; with progress if some is given or kept. */
  async open(grid: Grid, options: { state?: string | null; solution?: number[]; quiet?: boolean } = {}): Promise<void> {
    if (grid.size > LARGEST) throw new EngineError({ detail: t('open.large', { size: LARGEST }) });
    this.job?.cancel();
    await this.saveNow();
    this.grid = grid;
    this.puzzle = puzzleOf(grid);
    this.game = gameOf(grid);
    this.selection = new Selection(this.game.layout);
    this.reset();
    this.solution = options.solution ?? null;
    this.setting = false;
    this.hints = 0;
    this.timer = new Timer();
    const state = options.state ?? (this.game.isTouched() ? null : kept(this.key)?.state);
    if (state) this.restore(await unpack(state, this.game.layout.count));
    this.isDone = this.game.isFull() && this.game.repeats().size === 0;
    this.paused = false;
    if (!this.isDone && this.settings.timer) this.timer.start(this.now());
    if (this.settings.wrong) void this.solve();
    this.listener.opened();
    if (!options.quiet) this.say(t('open.opened', { title: this.puzzle.title || grid.description }));
    this.saveSoon();
  }

  private restore(progress: Progress | null): void {
    if (!progress) return;
    this.game.restore(progress.fields);
    this.hints = progress.hints;
    this.timer = new Timer(progress.seconds * 1000);
  }

  private reset(): void {
    this.hint = null;
    this.path = null;
    this.shown = null;
    this.findings = [];
    this.filter = 0;
    this.filtering = false;
    this.conflicts = '';
    this.pairing.reset();
  }

  /** All puzzles of a text. Throws what is wrong with it if there is none. */
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

  /** An empty grid, or the clues of this puzzle, to be set. */
  async set(layout: LayoutAsk | null): Promise<void> {
    if (layout) {
      const size = layout.size ?? 9;
      const ask = { ...layout, ...(size > 9 ? { symbols: 'alnum' } : {}) };
      await this.open((await this.read(written(new Array(size * size).fill(0), ['1']), ask))[0], { quiet: true });
    } else {
      const clues = Array.from(this.game.field('clue'));
      this.game = new Game(this.game.layout, clues);
      this.reset();
    }
    this.setting = true;
    this.isDone = false;
    this.timer = new Timer();
    this.listener.opened();
    this.saveSoon();
    this.murmur(t('set.on'));
  }

  /** The clues that are set, as a puzzle. */
  async setGrid(): Promise<Grid> {
    const text = written(this.game.field('clue'), this.grid.symbols);
    return (await this.read(text, layoutBeside(this.grid)))[0];
  }

  /** Ends setting: what was set is played. */
  async playSet(): Promise<void> {
    await this.open(await this.setGrid());
  }

  /** The puzzle that is asked about: the one that is set, or the one that is played. */
  async current(): Promise<Puzzle> {
    return this.setting ? puzzleOf(await this.setGrid()) : this.puzzle;
  }

  // --- keeping ---

  async progress(): Promise<string> {
    const fields = Object.fromEntries((['digit', 'corner', 'centre', 'colour', 'removed'] as const).map((field) => [field, this.game.field(field)]));
    return pack({ fields, seconds: this.timer.elapsed(this.now()) / 1000, hints: this.hints }, this.game.layout.count);
  }

  /** The address of this game. */
  async link(withProgress: boolean): Promise<string> {
    const state = withProgress && this.game.isTouched() ? await this.progress() : null;
    const { text, layout } = await this.current();
    return `${location.href.replace(/#.*$/, '')}#${toFragment({ puzzle: text, layout, state })}`;
  }

  private saveSoon(): void {
    clearTimeout(this.saving);
    this.saving = window.setTimeout(() => void this.saveNow(), 400);
  }

  /** Keeps the game in the browser and in the address. */
  async saveNow(): Promise<void> {
    clearTimeout(this.saving);
    if (this.saving === 0) return;
    if (this.setting) {
      // What is set comes back as a puzzle, whose clues can be changed again.
      const fragment = toFragment({ puzzle: written(this.game.field('clue'), this.grid.symbols), layout: layoutBeside(this.grid), state: null });
      return history.replaceState(null, '', `#${fragment}`);
    }
    const { key, puzzle, isDone } = this;
    const touched = this.game.isTouched();
    const state = await this.progress();
    // A game that was begun again replaces what was kept of it.
    if (touched || kept(key)) keep(key, { ...puzzle, state, when: Date.now(), done: isDone });
    if (key === this.key) history.replaceState(null, '', `#${toFragment({ puzzle: puzzle.text, layout: puzzle.layout, state: touched ? state : null })}`);
  }

  change(settings: Partial<Settings>): void {
    this.settings = { ...this.settings, ...settings };
    saveSettings(this.settings);
    if (settings.timer === false) this.timer.pause(this.now());
    if (settings.timer && !this.isDone && !this.paused) this.timer.start(this.now());
    if (settings.wrong) void this.solve();
    this.changed();
  }

  // --- what is shown ---

  /** What is laid over the game at the moment. */
  get overlay(): Overlay | null {
    if (this.path) return this.path.positions[this.path.at];
    if (this.hint?.answer.step) return this.hintOverlay(this.hint.answer.step, this.hint.level);
    return this.shown;
  }

  private hintOverlay(step: Step, level: number): Overlay | null {
    if (level === 1) return null;
    if (level === 2) return { cells: lookAt(step) };
    const candidates = Array.from({ length: this.game.layout.count }, (_, cell) => this.game.candidates(cell));
    return { candidates, marks: withEffect(step) };
  }

  /** Whether the game can be changed now: not while something else is shown in its place. */
  get isPlayable(): boolean {
    return !this.path && !this.paused;
  }

  private say(text: string): void {
    this.listener.say(text);
  }

  /** Says what everybody who sees the page sees anyway. */
  private murmur(text: string): void {
    this.listener.say(text, true);
  }

  private changed(): void {
    this.listener.changed();
  }

  /** Something outside the game has changed that is shown. */
  redraw(): void {
    this.changed();
  }

  // --- playing ---

  /** Digits mean this now. */
  get currentMode(): Mode {
    return this.setting ? 'digit' : (this.held ?? this.mode);
  }

  do(command: Command): void {
    switch (command.do) {
      case 'enter':
        return this.enter(command.digit, command.mode ?? this.currentMode);
      case 'clear':
        return this.clear();
      case 'move':
        this.selection.move(command.direction, command.extend);
        return this.changed();
      case 'jump':
        this.selection.jump(command.to, command.whole);
        return this.changed();
      case 'mode':
        return this.setMode(command.mode);
      case 'cycle':
        return this.setMode(MODES[(MODES.indexOf(this.mode) + 1) % MODES.length]);
      case 'filter':
        return this.setFilter(command.digit);
      case 'undo':
        return this.undo();
      case 'redo':
        return this.redo();
      case 'all':
        this.selection.all();
        return this.selected();
      case 'none':
        return this.escape();
      case 'invert':
        this.selection.invert();
        return this.selected();
      case 'alike':
        this.selectAlike(this.selection.cursor, false);
        return;
      case 'hint':
        void this.askHint();
        return;
      case 'fill':
        return this.fill();
      case 'pause':
        return this.pause(!this.paused);
      case 'solve':
        void this.analysis.showSolution();
        return;
    }
  }

  enter(digit: number, mode: Mode): void {
    if (!this.isPlayable) return;
    if (this.filtering) {
      this.filtering = false;
      return this.setFilter(digit);
    }
    const { digit: number, joins } = this.pairing.press(this.game.layout, digit, mode, this.now());
    if (joins) this.game.undo();
    const cells = this.selection.list();
    const changed = this.setting
      ? number <= this.game.layout.size && this.game.setClue(number, cells)
      : this.game.enter(mode, number, cells, this.settings);
    this.edited(changed);
  }

  clear(): void {
    if (!this.isPlayable) return;
    const ten = this.pairing.zero(this.game.layout, this.currentMode, this.now());
    if (ten !== null) {
      this.game.undo();
      const cells = this.selection.list();
      return this.edited(this.setting ? this.game.setClue(ten, cells) : this.game.enter(this.currentMode, ten, cells, this.settings));
    }
    const cells = this.selection.list();
    const changed = this.setting
      ? this.game.change((set) => cells.forEach((cell) => set('clue', cell, 0)))
      : this.game.clear(cells, this.settings);
    if (changed) this.murmur(t('say.cleared'));
    this.edited(changed);
  }

  /** Something was entered or taken away. */
  edited(changed: boolean): void {
    if (!changed) return;
    this.hint = null;
    this.shown = null;
    if (!this.paused && !this.isDone && this.settings.timer && !this.setting) this.timer.start(this.now());
    this.sayConflicts();
    this.saveSoon();
    if (!this.isDone && !this.setting && this.game.isFull()) void this.finish();
    this.changed();
  }

  /** What stands twice where it may not, in words. */
  private repeated(): string | null {
    const { layout } = this.game;
    const cells = [...this.game.repeats()].sort((a, b) => a - b);
    if (cells.length === 0) return null;
    const digits = [...new Set(cells.map((cell) => layout.symbol(this.game.digit(cell))))];
    return t('say.conflict', { digits: digits.join(', '), cells: cells.map((cell) => layout.name(cell)).join(', ') });
  }

  private sayConflicts(): void {
    if (!this.settings.repeats) return;
    const text = this.repeated() ?? '';
    if (text !== this.conflicts && text !== '') this.say(text);
    this.conflicts = text;
  }

  /** The grid is full: is it right? */
  private async finish(): Promise<void> {
    const digits = stateOf(this.game).digits;
    try {
      const { status } = await this.api.check({ puzzle: { clues: digits }, layout: { ...this.grid.layout, size: this.grid.size } });
      if (!this.game.isFull()) return;
      if (status !== 'ok') return this.say(t('say.check.full'));
    } catch (error) {
      return this.failed(error);
    }
    this.isDone = true;
    this.timer.pause(this.now());
    this.selection.none();
    this.say(this.doneText());
    this.saveSoon();
    this.changed();
  }

  doneText(): string {
    const time = clock(this.timer.elapsed(this.now()));
    const solved = this.settings.timer ? t('say.solved', { time }) : t('say.solved.untimed');
    return this.hints > 0 ? `${solved} ${t('say.solved.hints', { count: this.hints })}` : solved;
  }

  undo(): void {
    if (this.isPlayable) this.travel(this.game.undo(), t('say.undo'));
  }

  redo(): void {
    if (this.isPlayable) this.travel(this.game.redo(), t('say.redo'));
  }

  private travel(cells: number[], text: string): void {
    if (cells.length === 0) return this.murmur(t('say.nothing'));
    this.pairing.reset();
    if (cells.length <= this.game.layout.size) this.selection.set(cells);
    this.isDone = this.game.isFull() && this.isDone;
    this.murmur(text);
    this.edited(true);
  }

  press(cell: number, add: boolean, toggle: boolean): void {
    this.pairing.reset();
    if (!add && !this.many) {
      this.selection.only(cell);
    } else if ((toggle || this.many) && this.selection.has(cell)) {
      this.selection.remove(cell);
    } else {
      this.selection.add(cell);
    }
    this.changed();
  }

  drag(cell: number, remove: boolean): void {
    if (remove) this.selection.remove(cell);
    else this.selection.add(cell);
    this.changed();
  }

  selectAlike(cell: number, add: boolean): void {
    const cells = alike(this.game, cell);
    this.selection.set(add ? [...this.selection.list(), ...cells] : cells);
    this.selected();
  }

  private selected(): void {
    this.murmur(t('say.selected', { count: this.selection.size }));
    this.changed();
  }

  /** Puts away what is shown, step by step; last the selection. */
  escape(): void {
    if (this.filter || this.filtering) {
      this.filtering = false;
      return this.setFilter(0);
    }
    if (this.hint || this.shown || this.path) return this.putAway();
    this.selection.none();
    this.changed();
  }

  setMode(mode: Mode): void {
    this.mode = mode;
    this.murmur(t(`mode.${mode}`));
    this.changed();
  }

  /** Shows where a digit can go; the same one again: not any more. */
  setFilter(digit: number): void {
    this.filter = digit === this.filter || digit > this.game.layout.size ? 0 : digit;
    this.murmur(this.filter ? t('say.filter', { digit: this.game.layout.symbol(this.filter) }) : t('say.filter.off'));
    this.changed();
  }

  fill(): void {
    if (!this.isPlayable || this.setting) return;
    const cells = this.selection.size > 1 ? this.selection.list() : Array.from({ length: this.game.layout.count }, (_, cell) => cell);
    this.edited(this.game.fillCentre(cells));
  }

  restart(): void {
    this.edited(this.game.restart());
    this.isDone = false;
    this.timer = new Timer();
    if (this.settings.timer) this.timer.start(this.now());
    this.hints = 0;
    this.say(t('say.again'));
    this.changed();
  }

  pause(paused: boolean): void {
    if (this.isDone || this.setting || !this.settings.timer) return;
    this.paused = paused;
    if (paused) this.timer.pause(this.now());
    else this.timer.start(this.now());
    this.murmur(t(paused ? 'grid.paused' : 'timer.resume'));
    this.changed();
  }

  /** The time that was played, as text. */
  get time(): string {
    return clock(this.timer.elapsed(this.now()));
  }

  /** The page goes out of sight, or comes back. */
  setVisible(visible: boolean): void {
    if (!visible) {
      this.timer.pause(this.now());
      void this.saveNow();
    } else if (this.settings.timer && !this.paused && !this.isDone && !this.setting) {
      this.timer.start(this.now());
    }
  }

  // --- the engine ---

  /** Asks the engine something that may last: it can be cancelled, and ends what was asked before. */
  async work<Answer>(what: string, ask: (signal: AbortSignal) => Promise<Answer>): Promise<Answer | null> {
    this.job?.cancel();
    const stop = new AbortController();
    const number = ++this.jobs;
    const end = () => {
      if (this.jobs === number) this.job = null;
      this.changed();
    };
    this.job = {
      what,
      since: this.now(),
      cancel: () => {
        stop.abort(new DOMException('cancelled', 'AbortError'));
        this.job = null;
      },
    };
    this.changed();
    try {
      const answer = await ask(stop.signal);
      end();
      return answer;
    } catch (error) {
      end();
      if (!stop.signal.aborted) this.failed(error);
      return null;
    }
  }

  /** The player does not want to wait any longer. */
  cancel(): void {
    if (!this.job) return;
    this.job.cancel();
    this.say(t('analyse.cancelled'));
    this.changed();
  }

  failed(error: unknown): void {
    const why = error instanceof EngineError && error.hint ? `${error.message} (${error.hint})` : error instanceof Error ? error.message : String(error);
    this.say(t('say.failed', { why }));
  }

  /** Looks for the solution that digits are compared with, if there is just one. Nobody waits for it. */
  private async solve(): Promise<void> {
    if (this.solution) return;
    const { key } = this;
    const answer = await this.api.solve(askOf(this.puzzle)).catch(() => null);
    if (answer?.status !== 'unique' || key !== this.key) return;
    this.solution = answer.solutions[0];
    this.changed();
  }

  /** The button "Check". */
  async check(): Promise<void> {
    if (this.setting) return this.analysis.isUnique();
    const repeated = this.repeated();
    if (repeated || !this.settings.check) return this.say(repeated ?? t('say.clean'));
    const answer = await this.work(t('pad.check'), (signal) => this.api.hint({ ...askOf(this.puzzle), state: stateOf(this.game) }, signal));
    if (!answer) return;
    const count = (kind: string) => answer.mistakes.filter((mistake) => mistake.kind === kind).length;
    const [digits, marks] = [count('digit'), count('candidate')];
    if (answer.status === 'none') return this.say(t('hint.none'));
    if (answer.status !== 'wrong') return this.say(t('say.check.ok'));
    const parts = [digits > 0 ? t('say.check.wrong', { count: digits }) : '', marks > 0 ? t('say.check.removed', { count: marks }) : ''];
    this.say(parts.join(' ').trim() || t('say.check.full'));
  }

  /** A hint; if one is there, more of it, and at last the step is made. */
  async askHint(): Promise<void> {
    if (this.setting || !this.isPlayable) return;
    this.shown = null;
    const { hint } = this;
    if (hint?.answer.step) {
      if (hint.level === 3) return this.applyHint();
      hint.level = hint.level === 1 ? 2 : 3;
      this.murmur(hint.level === 2 ? hint.answer.step.where : `${hint.answer.step.what} ${hint.answer.step.text}`);
      return this.changed();
    }
    const moves = this.game;
    const answer = await this.work(t('tab.hint'), (signal) => this.api.hint({ ...askOf(this.puzzle), state: stateOf(this.game) }, signal));
    if (!answer || moves !== this.game) return;
    if (answer.step) this.hints++;
    this.hint = { answer, level: 1 };
    this.murmur(answer.step?.nudge ?? this.hintText(answer));
    this.changed();
  }

  /** What a hint without a step says. */
  hintText({ status }: HintAnswer): string {
    const texts: Record<string, TextKey> = { solved: 'hint.solved', none: 'hint.none', stuck: 'hint.stuck', several: 'hint.several', wrong: 'hint.wrong' };
    return t(texts[status] ?? 'analyse.is.stopped');
  }

  applyHint(): void {
    const step = this.hint?.answer.step;
    if (!step) return;
    this.selection.set(step.placements.length > 0 ? step.placements.map(({ cell }) => cell) : []);
    const changed = this.game.apply(step.placements, step.eliminations, this.settings);
    this.murmur(t('hint.applied', { step: step.what }));
    this.edited(changed);
  }

  /** Takes back what contradicts the solution. */
  fixMistakes(): void {
    const mistakes = this.hint?.answer.mistakes ?? [];
    this.edited(
      this.game.change((set) => {
        for (const { kind, cell, digit } of mistakes) {
          if (kind === 'digit') set('digit', cell, 0);
          else set('removed', cell, this.game.get('removed', cell) & ~setOf([digit]));
        }
      }),
    );
  }

  putAway(): void {
    this.hint = null;
    this.shown = null;
    this.path = null;
    this.changed();
  }

  async findPath(fromClues: boolean): Promise<void> {
    if (this.setting) return;
    const { game } = this;
    const { layout } = game;
    const answer = await this.work(t('path.find'), (signal) =>
      this.api.path({ ...askOf(this.puzzle), ...(fromClues ? {} : { state: stateOf(game) }) }, signal),
    );
    if (!answer || game !== this.game) return;
    if (answer.steps.length === 0) {
      this.say(this.hintText({ status: answer.status, mistakes: [], step: null }));
      return;
    }
    const base = fromClues ? gameOf(this.grid) : game;
    if (fromClues) base.restore({ digit: new Array(layout.count).fill(0) });
    const cells = Array.from({ length: layout.count }, (_, cell) => cell);
    const steps = answer.steps.map((step) => ({ ...step, marks: withEffect(step) }));
    const all = positions(layout, cells.map((cell) => base.digit(cell)), cells.map((cell) => base.candidates(cell)), steps);
    this.hint = null;
    this.shown = null;
    this.path = { answer: { ...answer, steps }, positions: all, fromClues, at: 0 };
    this.sayPath();
    this.changed();
  }

  /** Goes to a position of the path. */
  goPath(at: number): void {
    if (!this.path) return;
    this.path.at = Math.max(0, Math.min(at, this.path.positions.length - 1));
    this.sayPath();
    this.changed();
  }

  private sayPath(): void {
    const { path } = this;
    const step = path?.answer.steps[path.at];
    if (path) this.murmur(step ? `${t('path.count', { step: path.at + 1, count: path.answer.steps.length })}: ${step.what}` : t('path.last'));
  }

  /** The game goes on from the position that is shown. */
  adoptPath(): void {
    if (!this.path) return;
    const { digits, candidates } = this.path.positions[this.path.at];
    const { game } = this;
    this.path = null;
    this.edited(
      game.change((set) => {
        for (let cell = 0; cell < game.layout.count; cell++) {
          if (game.isClue(cell)) continue;
          set('digit', cell, digits?.[cell] ?? 0);
        }
        for (let cell = 0; cell < game.layout.count; cell++) {
          if (game.digit(cell) === 0) set('removed', cell, game.possible(cell) & ~(candidates?.[cell] ?? 0));
        }
      }),
    );
    this.changed();
  }

  /** Fills a solution in, which ends the game. */
  fillIn(digits: number[]): void {
    this.shown = null;
    this.isDone = true;
    this.timer.pause(this.now());
    this.edited(
      this.game.change((set) => digits.forEach((digit, cell) => (this.game.isClue(cell) ? undefined : set(this.setting ? 'clue' : 'digit', cell, digit)))),
    );
    this.say(t('say.filled'));
    this.changed();
  }

  /** Shows something in the grid. */
  show(overlay: Overlay): void {
    this.putAway();
    this.shown = overlay;
  }

  /** Rules all other candidates out. */
  leaveOnly(sets: readonly number[]): void {
    const { game } = this;
    this.shown = null;
    this.edited(game.change((set) => sets.forEach((left, cell) => game.isClue(cell) || set('removed', cell, game.layout.all & ~left))));
    this.change({ autoCandidates: true });
  }

  /** Something was found out: it is told and listed. */
  find(finding: Finding): void {
    this.findings = [finding, ...this.findings].slice(0, 8);
    this.say(finding.text);
    this.changed();
  }

  // --- making ---

  /** Makes a puzzle and opens it. */
  async generate(ask: Parameters<Api['generate']>[0]): Promise<boolean> {
    const answer = await this.work(t('new.working'), (signal) => this.api.generate(ask, signal));
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
}
