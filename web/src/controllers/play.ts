// The game in play: selection, modes, entries, history and timer.

import type { App } from '../app.ts';
import { ruleName } from '../engine/names.ts';
import { t } from '../i18n.ts';
import { has } from '../model/bits.ts';
import { equalCells, MODES } from '../model/game.ts';
import type { Game, Mode, ToolName } from '../model/game.ts';
import type { Command, TypedDigit } from '../model/keys.ts';
import { DigitInput } from '../model/keys.ts';
import type { Layout } from '../model/layout.ts';
import type { Filter } from '../model/picture.ts';
import { Recording } from '../model/recording.ts';
import { Restarts } from '../model/restarts.ts';
import type { Ending } from '../model/restarts.ts';
import { Selection } from '../model/selection.ts';
import { clock, Timer } from '../model/timer.ts';
import { storeResult } from '../store.ts';
import type { Result } from '../store.ts';
import { AutoCandidates } from './candidates.ts';
import { checkRequest, repeatedText } from './conflicts.ts';
import type { RuleChanges } from './rule-changes.ts';
import type { Tools } from './tools.ts';
import { Zoom } from './zoom.ts';

const NO_FILTER: Filter = { digits: [], bivalue: false };

export class PlayController {
  game: Game;
  selection: Selection;
  /** The mode of entries. */
  mode: Mode = 'digit';
  /** The mode while a key is held. */
  heldMode: Mode | null = null;
  /** What Highlight shows. */
  filter = NO_FILTER;
  /** The next digit becomes the filter, or its second digit. */
  isChoosingFilter = false;
  /** The drawing tool in use. */
  tool: ToolName | null = null;
  /** The mode before the drawing tool. */
  private modeBefore: Mode = 'digit';
  /** The drawing tools, once the page has loaded them. */
  tools: Tools | null = null;
  /** The changes of the rules of a created puzzle, once their editor is loaded. */
  rules: RuleChanges | null = null;
  /** All moves of the game. */
  readonly recording = new Recording();
  /** Number of changes since the page started. */
  private changes = 0;
  /** The last time that the entries changed, in milliseconds since 1970, or 0. */
  changedAt = 0;
  /** Every tap adds to the selection. */
  multiSelect = false;
  /** Digits are clues of a new puzzle. */
  isCreating = false;
  isPaused = false;
  isDone = false;
  /**
   * How the game ended first. Undo leaves it, so that a full grid after redo is no second end in the
   * statistics.
   */
  ended: Ending | null = null;
  /** What undone restarts bring back besides the entries. */
  readonly restarts = new Restarts();
  /** The player solved the puzzle in this session: the time of the end, or 0. */
  finishedAt = 0;
  /** The result of this session, also if there was no room to store it. */
  result: Result | null = null;
  /** Number of wrong digits that were entered, as far as the solution is known. */
  mistakes = 0;
  /** The digit of the next pressed cells, if digits come first, or 0. */
  firstDigit = 0;
  /** The time of each entered digit and each hint, in seconds. */
  pace: { readonly at: number; readonly isHint: boolean }[] = [];
  /** The visible part of a large grid. */
  readonly zoom: Zoom;
  readonly auto: AutoCandidates;
  /** What hides the game from the player. */
  private readonly hiddenBy = new Set<'part' | 'dialog' | 'window'>();
  timer = new Timer();
  private readonly app: App;
  /** The keys of a number. The tools use it, too. */
  readonly digitInput = new DigitInput();
  /** Cells whose digits break a rule other than a house. */
  ruleConflicts: ReadonlySet<number> = new Set();
  /** The last announced conflicts. */
  private conflicts = '';

  constructor(app: App, game: Game) {
    this.app = app;
    this.zoom = new Zoom(app);
    this.auto = new AutoCandidates(app);
    this.game = game;
    this.selection = new Selection(game.layout);
    this.record();
  }

  /** Records all moves of the game. */
  private record(): void {
    const { game, recording } = this;
    recording.start(game);
    this.changedAt = game.isTouched() ? Date.now() : 0;
    game.watcher = (kind, move) => {
      recording.add(this.timer.elapsed(this.app.now()) / 100, kind, move);
      this.changedAt = Date.now();
      this.changes++;
    };
  }

  /**
   * Returns a function that tells if the game is still as it is now. The player may enter something
   * or open another game while the engine works.
   */
  watch(): () => boolean {
    const { game, changes } = this;
    return () => game === this.game && changes === this.changes;
  }

  /** Returns a function that tells if the puzzle is still as it is now. Its clues may change. */
  watchPuzzle(): () => boolean {
    const { game } = this;
    const clues = game.field('clue').join();
    return () => game === this.game && clues === game.field('clue').join();
  }

  /** Restores entries and drawings. History and recording begin with them. */
  restore(...all: Parameters<Game['restore']>): void {
    this.game.restore(...all);
    this.changes++;
    this.recording.start(this.game, this.timer.elapsed(this.app.now()) / 100);
    this.changedAt = Date.now();
  }

  get layout(): Layout {
    return this.game.layout;
  }

  /** Starts another game. */
  start(game: Game): void {
    if (game.layout !== this.layout) this.selection = new Selection(game.layout);
    this.game = game;
    this.record();
    if (this.tool) this.mode = this.modeBefore;
    this.tool = null;
    this.tools?.reset();
    this.filter = NO_FILTER;
    this.isChoosingFilter = false;
    this.conflicts = '';
    this.ruleConflicts = new Set();
    this.digitInput.reset();
    this.timer = new Timer();
    this.isPaused = false;
    this.isDone = false;
    this.ended = null;
    this.restarts.forget();
    this.finishedAt = 0;
    this.result = null;
    this.mistakes = 0;
    this.firstDigit = 0;
    this.pace = [];
    this.zoom.reset();
  }

  /** The end of the game is shown instead of the tools. */
  get isFinishShown(): boolean {
    return this.isDone && this.finishedAt > 0 && !this.app.path.shown && !this.app.replay;
  }

  /** The page filled in the solution that is shown. */
  get isFilledIn(): boolean {
    return this.isDone && this.ended === 'filled';
  }

  /** A pause or a replay hides the game, and what belongs to it. */
  get isHidden(): boolean {
    return this.isPaused || !!this.app.replay;
  }

  /** The game can be changed: neither paused nor hidden by a path or a replay. */
  get isPlayable(): boolean {
    return !this.app.path.shown && !this.isHidden;
  }

  /** Returns the current mode of entries. */
  get currentMode(): Mode {
    return this.isCreating ? 'digit' : (this.heldMode ?? this.mode);
  }

  run(command: Command): void {
    if (this.tool && this.tools?.run(command)) return;
    switch (command.type) {
      case 'enter':
        return this.typeDigit(command.digit, command.mode ?? this.currentMode, command.mode);
      case 'clear':
        return this.clear();
      case 'zero':
        return this.enterZero();
      case 'move':
        return this.select(() => this.selection.move(command.direction, command.extend));
      case 'jump':
        return this.select(() => this.selection.jump(command.to, command.whole));
      case 'mode':
        return this.setMode(command.mode);
      case 'next-mode':
        if (this.isCreating) return this.skip();
        return this.setMode(MODES[(MODES.indexOf(this.mode) + 1) % MODES.length]);
      case 'choose-filter':
        return this.chooseFilterNext();
      case 'tool':
        return void this.startTool(command.tool);
      case 'replay':
        return void this.app.startReplay();
      case 'zoom':
        return this.zoom.set(command.on);
      case 'undo':
        return this.undo();
      case 'redo':
        return this.redo();
      case 'select-all':
        this.select(() => this.selection.all());
        return this.announceSelection();
      case 'select-equal':
        return this.selectEqual(this.selection.cursor, false);
      case 'invert-selection':
        this.select(() => this.selection.invert());
        return this.announceSelection();
      case 'dismiss':
        return this.dismiss();
      case 'hint':
        void this.app.hint.ask();
        return;
      case 'mark-candidates':
        return this.markCandidates();
      case 'pause':
        return this.pause(!this.isPaused);
      case 'solve':
        void this.app.analysis.showSolution();
        return;
    }
  }

  // --- entries ---

  /**
   * Enters a digit, mark or color into the selected cells. `more` means that Highlight waits for
   * one more digit.
   */
  enter(digit: number, mode: Mode, more = false): void {
    if (!this.isPlayable || this.chooseFilter(digit, more)) return;
    if (this.tool === 'paint') return this.tools?.chooseColor(digit);
    if (this.app.settings.digitFirst && !this.isCreating) return this.chooseFirst(digit);
    this.edited(this.enterIntoSelection(digit, mode));
  }

  /** Chooses the digit that the next pressed cells get. The same digit again ends this. */
  private chooseFirst(digit: number): void {
    this.firstDigit = digit === this.firstDigit ? 0 : digit;
    if (this.firstDigit) this.selection.none();
    const symbol = this.layout.symbol(digit);
    const text = t(this.firstDigit ? 'message.first' : 'message.first.off', { digit: symbol });
    this.app.announceQuietly(text);
    this.app.changed();
  }

  /** Handles a digit key, which may extend the last one to a number. */
  private typeDigit(digit: number, mode: Mode, held: Mode | null): void {
    if (!this.isPlayable) return;
    if (this.isChoosingFilter && this.chooseFilter(digit, held === 'corner')) return;
    if (this.app.settings.digitFirst && this.selection.size === 0) return this.chooseFirst(digit);
    const { game, layout } = this;
    const now = this.app.now();
    this.enterTyped(this.digitInput.press(layout, digit, mode, now, game.undoCount), mode, now);
  }

  /** Sets the filter if the next digit is for it. Returns `true` then. */
  private chooseFilter(digit: number, more: boolean): boolean {
    const { isChoosingFilter } = this;
    // With Shift, a pad key adds the second digit also later.
    if (!isChoosingFilter && !(more && this.filter.digits.length === 1)) return false;
    this.isChoosingFilter = more && isChoosingFilter && this.filter.digits.length === 0;
    this.setFilter(digit);
    return true;
  }

  /** Completes 10 or 20, or else clears. */
  private enterZero(): void {
    const { game, layout, currentMode: mode } = this;
    const now = this.app.now();
    const typed = this.digitInput.extend(layout, 0, mode, now, game.undoCount);
    if (typed && this.isPlayable) return this.enterTyped(typed, mode, now);
    if (this.isCreating) this.skip();
    else this.clear();
  }

  /** Leaves a cell of a puzzle that is typed in open. */
  private skip(): void {
    this.clear();
    this.advance();
  }

  /** Enters a digit into the selected cells, instead of the digit that it extends. */
  private enterTyped({ digit, retracts }: TypedDigit, mode: Mode, now: number): void {
    const { game } = this;
    if (retracts) game.retract();
    const isMove = this.enterIntoSelection(digit, mode);
    this.digitInput.remember({ digit, mode, at: now, moves: game.undoCount, isMove });
    this.edited(isMove || retracts);
    if (this.isCreating && !this.layout.isWide) this.advance();
  }

  /** Goes to the next cell, so that a puzzle can be typed in. */
  private advance(): void {
    const { selection, layout } = this;
    if (selection.size !== 1) return;
    selection.only((selection.cursor + 1) % layout.count);
    this.app.changed();
  }

  private enterIntoSelection(digit: number, mode: Mode): boolean {
    const cells = this.selection.list();
    if (cells.length === 0) this.app.announce(t('message.noCell'));
    if (this.isCreating) return digit <= this.layout.size && this.game.setClue(digit, cells);
    const givens = cells.filter((cell) => this.game.isClue(cell));
    if (mode !== 'color' && givens.length > 0 && givens.length === cells.length) {
      const name = this.layout.name(givens[0]);
      this.app.announce(t('message.given', { cell: name, count: givens.length }));
      return false;
    }
    return this.enterInto(cells, digit, mode);
  }

  /** Enters a digit, mark or color, and counts digits that the solution contradicts. */
  private enterInto(cells: readonly number[], digit: number, mode: Mode): boolean {
    const changed = this.game.enter(mode, digit, cells, this.app.settings);
    if (!changed || mode !== 'digit') return changed;
    const entered = cells.filter((cell) => this.game.get('digit', cell) === digit);
    const { solution } = this.app;
    if (solution) this.mistakes += entered.filter((cell) => solution[cell] !== digit).length;
    if (entered.length > 0) this.keepPace(false);
    return changed;
  }

  /** Remembers the time of a digit or a hint. */
  keepPace(isHint: boolean): void {
    this.pace.push({ at: this.timer.elapsed(this.app.now()) / 1000, isHint });
  }

  clear(): void {
    if (!this.isPlayable) return;
    const cells = this.selection.list();
    const changed = this.isCreating
      ? this.game.change((set) => cells.forEach((cell) => set('clue', cell, 0)))
      : this.game.clear(cells, this.app.settings);
    if (changed) this.app.announceQuietly(t('message.cleared'));
    if (!changed && !this.isCreating && cells.length > 0 && cells.every((c) => this.game.isClue(c)))
      this.app.announce(
        t('message.given', { cell: this.layout.name(cells[0]), count: cells.length }),
      );
    this.edited(changed);
  }

  /** Updates everything that depends on the game after a change. */
  edited(changed: boolean): void {
    if (!changed) return;
    // A digit that was changed after the end makes it a running game again.
    if (this.isDone && !this.looksSolved) this.isDone = false;
    this.app.hint.shown = null;
    this.app.analysis.overlay = null;
    this.app.endReminders();
    if (!this.isPaused) this.startTimer();
    this.announceConflicts();
    this.app.practice.check();
    void this.findRuleConflicts();
    this.app.storage.saveSoon();
    if (!this.isDone && !this.isCreating && this.game.isFull()) void this.finish();
    this.app.changed();
  }

  private announceConflicts(): void {
    if (!this.app.settings.repeats) return;
    const text = repeatedText(this.game) ?? '';
    if (text !== this.conflicts && text !== '') this.app.announce(text, 'bad');
    this.conflicts = text;
  }

  /** Asks the engine for digits that break a rule other than a house. */
  async findRuleConflicts(): Promise<void> {
    const { app, game, layout } = this;
    if (layout.decorations.length === 0) return;
    const request = checkRequest(this.app.grid, this.game);
    const { clues } = request.puzzle;
    const answer = await app.api.check(request).catch(() => null);
    const isCurrent =
      game === this.game && clues.every((digit, cell) => digit === game.digit(cell));
    if (!answer || !isCurrent) return;
    const before = this.ruleConflicts;
    this.ruleConflicts = new Set(answer.conflicts.flatMap(({ cells }) => cells));
    const isNew = [...this.ruleConflicts].some((cell) => !before.has(cell));
    // The page finds repeated digits itself.
    const broken = answer.conflicts.find(({ message }) => message.startsWith('rule '));
    if (isNew && broken && app.settings.repeats) {
      const [, rule, cells] = /^rule (.+) broken ?(.*)$/.exec(broken.message) ?? [];
      const text = rule ? t('message.broken', { rule: ruleName(rule), cells }) : broken.message;
      app.announce(text.trim(), 'bad');
    }
    app.changed();
  }

  /** Returns `true` if the grid is full, and right as far as it shows without the engine. */
  get looksSolved(): boolean {
    return this.game.isFull() && this.game.repeats().size === 0;
  }

  /** Returns whether the grid is full and right. */
  async isSolved(): Promise<boolean> {
    if (!this.looksSolved || this.layout.decorations.length === 0) return this.looksSolved;
    return (await this.app.api.check(checkRequest(this.app.grid, this.game))).status === 'ok';
  }

  /** Checks a full grid, and ends the game if it is right. */
  private async finish(): Promise<void> {
    const { app } = this;
    const isCurrent = this.watch();
    try {
      const { status } = await app.api.check(checkRequest(this.app.grid, this.game));
      if (!isCurrent()) return;
      if (status !== 'ok') return app.announce(t('message.check.full'), 'bad');
    } catch (error) {
      return app.reportError(error);
    }
    this.end();
    if (!this.ended) this.solved();
    app.storage.saveSoon();
    app.changed();
  }

  /** Adds the puzzle to the statistics, and says so. */
  private solved(): void {
    const { app } = this;
    this.ended = 'solved';
    this.finishedAt = Date.now();
    this.selection.none();
    if (this.keepResult()) app.announce(this.doneText(), 'good');
    else app.announce(t('message.unstored'), 'bad');
  }

  /** Adds the solved puzzle to the statistics. Returns `false` if there is no room. */
  private keepResult(): boolean {
    const { app } = this;
    const { shown } = app.rating;
    this.result = {
      key: app.key,
      when: this.finishedAt,
      level: shown?.level ?? '',
      rating: shown?.rating ?? null,
      seconds: Math.floor(this.timer.elapsed(app.now()) / 1000),
      hints: app.hint.count,
      mistakes: this.mistakes,
      ...(app.daily ? { daily: app.daily } : {}),
    };
    return storeResult(this.result);
  }

  /** Ends the game and stops the timer. */
  private end(): void {
    this.isDone = true;
    // The player may have paused while the engine checked the grid.
    this.isPaused = false;
    this.timer.pause(this.app.now());
  }

  private doneText(): string {
    const { count } = this.app.hint;
    const solved = this.app.settings.timer
      ? t('message.solved', { time: this.time })
      : t('message.solved.untimed');
    return count > 0 ? `${solved} ${t('message.solved.hints', { count })}` : solved;
  }

  /** Enters all candidates as center marks: in the selected cells if there are several. */
  markCandidates(): void {
    if (!this.isPlayable || this.isCreating) return;
    const { size } = this.selection;
    this.edited(this.game.markCandidates(size > 1 ? this.selection.list() : this.layout.cells));
  }

  /** Enters a solution, and ends the game. */
  enterSolution(digits: readonly number[]): void {
    this.app.analysis.overlay = null;
    this.end();
    const field = this.isCreating ? 'clue' : 'digit';
    const changed = this.game.change((set) => {
      digits.forEach((digit, cell) => {
        if (!this.game.isClue(cell)) set(field, cell, digit);
      });
    });
    if (changed && !this.isCreating) this.ended ??= 'filled';
    this.edited(changed);
    this.app.announce(t('message.filled'));
    this.app.changed();
  }

  /** Removes all candidates outside these sets, one set per cell. */
  restrictCandidates(sets: readonly number[]): void {
    this.app.analysis.overlay = null;
    const changed = this.game.change((set) => {
      sets.forEach((left, cell) => {
        if (!this.game.isClue(cell)) set('removed', cell, this.layout.all & ~left);
      });
    });
    this.edited(changed);
    this.app.change({ autoCandidates: true });
  }

  // --- history ---

  undo(): void {
    this.step('undo');
  }

  redo(): void {
    this.step('redo');
  }

  private step(kind: 'undo' | 'redo'): void {
    this.tools?.reset();
    if (!this.isPlayable) return;
    if (this.isCreating && this.rules) this.rules.step(kind);
    else if (kind === 'undo' && this.auto.canUndo) this.auto.undo();
    else this.stepEntries(kind);
  }

  /** Undoes or redoes the last change of entries or clues. */
  stepEntries(kind: 'undo' | 'redo'): void {
    this.stepHistory(this.game[kind](), t(`message.${kind}`));
  }

  private stepHistory(cells: number[], text: string): void {
    if (cells.length === 0) return this.app.announceQuietly(t('message.noMove'));
    if (cells.length <= this.layout.size) this.selection.set(cells);
    this.isDone = this.game.isFull() && this.isDone;
    this.undoRestart();
    this.edited(true);
    this.app.announce(text);
  }

  /** Brings the time, the counts and the end back, if a restart was undone. */
  private undoRestart(): void {
    const before = this.restarts.takeUndone(this.game.undoCount);
    if (!before) return;
    this.isDone = before.isDone;
    this.ended = before.ended;
    this.timer = new Timer(before.elapsed + this.timer.elapsed(this.app.now()));
    this.mistakes += before.mistakes;
    this.pace = [...before.pace];
    this.recording.continue(before.moves);
    this.app.hint.count += before.hints;
  }

  restart(): void {
    if (!this.isPlayable) return;
    const { isDone, ended, mistakes, pace } = this;
    const moves = [...this.recording.moves];
    const elapsed = this.timer.elapsed(this.app.now());
    const { count: hints } = this.app.hint;
    const changed = this.game.restart();
    if (changed)
      this.restarts.add(
        { isDone, ended, mistakes, pace, moves, elapsed, hints },
        this.game.undoCount,
      );
    this.edited(changed);
    this.isDone = false;
    this.ended = null;
    this.finishedAt = 0;
    this.result = null;
    this.mistakes = 0;
    this.pace = [];
    this.timer = new Timer();
    this.startTimer();
    this.recording.start(this.game);
    this.app.hint.count = 0;
    this.app.announce(t('message.restarted'));
    this.app.changed();
  }

  // --- selection ---

  /** Selects a pressed cell, or deselects it and returns `true`. */
  press(cell: number, add: boolean, toggle: boolean): boolean {
    const { selection, multiSelect, firstDigit } = this;
    if (firstDigit && !add && this.isPlayable) {
      this.select(() => selection.only(cell));
      this.edited(this.enterIntoSelection(firstDigit, this.currentMode));
      return false;
    }
    this.select(() => selection.press(cell, add || multiSelect, toggle || multiSelect));
    return !selection.has(cell);
  }

  /** Selects a cell that got the focus, unless it had it. Unlike a press, this enters nothing. */
  focusCell(cell: number): void {
    const { selection } = this;
    if (selection.cursor !== cell || selection.size === 0) this.select(() => selection.only(cell));
  }

  /**
   * Removes or restores a pressed candidate, in center mode with automatic candidates. Returns
   * `false` if the press means the cell.
   */
  pressCandidate(cell: number, digit: number): boolean {
    const { autoCandidates } = this.app.settings;
    const isOn = autoCandidates && this.currentMode === 'center' && !this.isCreating;
    const isCandidate = this.game.isBlank(cell) && has(this.game.possible(cell), digit);
    if (!isOn || !this.isPlayable || !isCandidate) return false;
    this.select(() => this.selection.only(cell));
    this.edited(this.game.enter('center', digit, [cell], this.app.settings));
    return true;
  }

  drag(cell: number, remove: boolean): void {
    const { selection } = this;
    this.select(() => (remove ? selection.remove(cell) : selection.add(cell)));
  }

  /** Selects all cells with the same content as this one. */
  selectEqual(cell: number, add: boolean): void {
    const { selection } = this;
    const cells = equalCells(this.game, cell, this.app.settings);
    this.select(() => selection.set(add ? [...selection.list(), ...cells] : cells));
    this.announceSelection();
  }

  /** Changes the selection. The next key does not extend a digit in another cell. */
  private select(change: () => void): void {
    if (this.app.replay) return;
    this.digitInput.reset();
    change();
    this.app.changed();
  }

  private announceSelection(): void {
    this.app.announceQuietly(t('message.selected', { count: this.selection.size }));
  }

  /** Clears the selection. */
  deselect(): void {
    this.select(() => this.selection.none());
  }

  /** Ends the filter, or else hides a hint, path or answer, or else clears the selection. */
  dismiss(): void {
    if (this.isFiltering || this.isChoosingFilter) return this.endFilter();
    if (this.firstDigit) return this.chooseFirst(this.firstDigit);
    if (this.app.hasOverlay) return this.app.close();
    this.deselect();
  }

  /** Some cells are highlighted. */
  get isFiltering(): boolean {
    return this.filter.bivalue || this.filter.digits.length > 0;
  }

  /**
   * Lets the next digit choose the highlight. Before any digit, again means cells with two
   * candidates. After one, it means a second digit, and then the end.
   */
  chooseFilterNext(): void {
    const { digits } = this.filter;
    if (this.isChoosingFilter && digits.length === 0) return this.findPairs();
    if (this.isChoosingFilter || this.filter.bivalue || digits.length > 1) return this.endFilter();
    // Their pads have no digits.
    if (this.tool === 'link' || this.tool === 'pen') this.endTool();
    this.isChoosingFilter = true;
    this.app.announce(t(digits.length === 0 ? 'message.filter.choose' : 'message.filter.second'));
    this.app.changed();
  }

  /** Highlights the cells with two candidates. */
  findPairs(): void {
    if (!this.isPlayable) return;
    this.isChoosingFilter = false;
    this.filter = { digits: [], bivalue: true };
    this.app.announce(t('message.filter.bivalue'));
    this.app.changed();
  }

  private endFilter(): void {
    this.isChoosingFilter = false;
    this.filter = NO_FILTER;
    this.app.announce(t('message.filter.off'));
    this.app.changed();
  }

  setMode(mode: Mode): void {
    this.tool = null;
    this.tools?.reset();
    this.mode = mode;
    this.app.announceQuietly(t(`mode.${mode}`));
    this.app.changed();
  }

  /** Chooses a mode. The color mode again switches between cells and candidates. */
  chooseMode(mode: Mode): void {
    const isAgain = mode === 'color' && this.mode === 'color' && !this.tool;
    if (isAgain && !this.isCreating) void this.startTool('paint');
    else this.setMode(mode);
  }

  /** Starts a drawing tool. The same tool again ends it. */
  async startTool(tool: ToolName): Promise<void> {
    if (!this.isPlayable || this.isCreating) return;
    if (tool === this.tool) return this.endTool();
    const { game } = this;
    try {
      this.tools ??= await this.loadTools();
    } catch (error) {
      return this.app.reportError(error);
    }
    // The player may have paused or opened another game while the tools loaded.
    if (!this.isPlayable || this.isCreating || game !== this.game) return;
    this.tools.reset();
    this.firstDigit = 0;
    this.isChoosingFilter = false;
    this.heldMode = null;
    if (!this.tool) this.modeBefore = this.mode;
    if (tool === 'paint') this.mode = 'color';
    this.tool = tool;
    this.app.close();
    this.app.announce(t(`tool.${tool}.start`));
  }

  private async loadTools(): Promise<Tools> {
    const { Tools: Loaded } = await import('./tools.ts');
    return this.tools ?? new Loaded(this.app);
  }

  /** Ends the drawing tool, and returns to the mode before it. */
  endTool(): void {
    if (this.tool) this.setMode(this.modeBefore);
  }

  /** Highlights the cells where a digit is possible, or two digits. A known digit ends this. */
  setFilter(digit: number): void {
    const { digits } = this.filter;
    if (digits.includes(digit) || digit > this.layout.size) return this.endFilter();
    this.filter = { digits: [...digits.slice(-1), digit], bivalue: false };
    const [first, second] = this.filter.digits.map((one) => this.layout.symbol(one));
    this.app.announce(
      second === undefined
        ? t('message.filter', { digit: first })
        : t('message.filter.pair', { first, second }),
    );
    this.app.changed();
  }

  // --- time ---

  /** Starts the timer, unless it is off, the game is over, or the player cannot see it. */
  startTimer(): void {
    const { settings, replay } = this.app;
    if (settings.timer && this.hiddenBy.size === 0 && !this.isDone && !this.isCreating && !replay)
      this.timer.start(this.app.now());
  }

  pause(paused: boolean): void {
    // A pause can always end.
    if (paused && (this.isDone || this.isCreating || !this.app.settings.timer)) return;
    this.isPaused = paused;
    if (paused) this.timer.pause(this.app.now());
    else this.startTimer();
    this.app.announceQuietly(t(paused ? 'grid.paused' : 'timer.resume'));
    this.app.changed();
  }

  /** Returns the time played, as text. */
  get time(): string {
    return clock(this.timer.elapsed(this.app.now()));
  }

  /**
   * Stops the timer while another part of the page, a dialog or another window hides the game. A
   * hidden window may end without a further event.
   */
  setHidden(by: 'part' | 'dialog' | 'window', hidden: boolean): void {
    if (hidden === this.hiddenBy.has(by)) return;
    if (!hidden) {
      this.hiddenBy.delete(by);
      if (!this.isPaused) this.startTimer();
      return;
    }
    this.hiddenBy.add(by);
    this.timer.pause(this.app.now());
    if (by === 'dialog') return;
    void this.app.storage.saveNow();
    if (by === 'window') this.app.storage.saveAtOnce();
  }
}
