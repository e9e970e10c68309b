// The game in play: selection, modes, entries, history and timer.

import type { App } from '../app.ts';
import { t } from '../i18n.ts';
import { equalCells, MODES } from '../model/game.ts';
import type { Game, Mode } from '../model/game.ts';
import type { Command, TypedDigit } from '../model/keys.ts';
import { DigitInput } from '../model/keys.ts';
import type { Layout } from '../model/layout.ts';
import { Selection } from '../model/selection.ts';
import { clock, Timer } from '../model/timer.ts';

export class PlayController {
  game: Game;
  selection: Selection;
  /** The mode of entries. */
  mode: Mode = 'digit';
  /** The mode while a key is held. */
  heldMode: Mode | null = null;
  /** The digit of the filter, or 0. */
  filter = 0;
  /** The next digit becomes the filter. */
  isChoosingFilter = false;
  /** Every tap adds to the selection. */
  multiSelect = false;
  /** Digits are clues of a new puzzle. */
  isSetting = false;
  isPaused = false;
  isDone = false;
  timer = new Timer();
  private readonly app: App;
  private readonly digitInput = new DigitInput();
  /** Cells whose digits break a rule other than a house. */
  breaches: ReadonlySet<number> = new Set();
  /** The last announced conflicts. */
  private conflicts = '';

  constructor(app: App, game: Game) {
    this.app = app;
    this.game = game;
    this.selection = new Selection(game.layout);
  }

  get layout(): Layout {
    return this.game.layout;
  }

  /** Starts another game. */
  start(game: Game): void {
    if (game.layout !== this.layout) this.selection = new Selection(game.layout);
    this.game = game;
    this.filter = 0;
    this.isChoosingFilter = false;
    this.conflicts = '';
    this.breaches = new Set();
    this.digitInput.reset();
    this.timer = new Timer();
    this.isPaused = false;
    this.isDone = false;
  }

  /** The game can be changed: neither paused nor hidden by a path. */
  get isPlayable(): boolean {
    return !this.app.path.shown && !this.isPaused;
  }

  /** Returns the current mode of entries. */
  get currentMode(): Mode {
    return this.isSetting ? 'digit' : (this.heldMode ?? this.mode);
  }

  run(command: Command): void {
    switch (command.type) {
      case 'enter':
        return this.typeDigit(command.digit, command.mode ?? this.currentMode);
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
        return this.setMode(MODES[(MODES.indexOf(this.mode) + 1) % MODES.length]);
      case 'filter':
        return this.setFilter(command.digit);
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

  /** Enters a digit, mark or color into the selected cells. */
  enter(digit: number, mode: Mode): void {
    if (!this.isPlayable || this.chooseFilter(digit)) return;
    this.edited(this.enterIntoSelection(digit, mode));
  }

  /** Handles a digit key, which may extend the last one to a number. */
  private typeDigit(digit: number, mode: Mode): void {
    if (!this.isPlayable || this.chooseFilter(digit)) return;
    const { game, layout } = this;
    const now = this.app.now();
    this.enterTyped(this.digitInput.press(layout, digit, mode, now, game.undoCount), mode, now);
  }

  /** Sets the filter if the next digit is for it. Returns `true` then. */
  private chooseFilter(digit: number): boolean {
    const { isChoosingFilter } = this;
    this.isChoosingFilter = false;
    if (isChoosingFilter) this.setFilter(digit);
    return isChoosingFilter;
  }

  /** Completes 10 or 20, or else clears. */
  private enterZero(): void {
    const { game, layout, currentMode: mode } = this;
    const now = this.app.now();
    const typed = this.digitInput.extend(layout, 0, mode, now, game.undoCount);
    if (typed && this.isPlayable) this.enterTyped(typed, mode, now);
    else this.clear();
  }

  /** Enters a digit into the selected cells, instead of the digit that it extends. */
  private enterTyped({ digit, retracts }: TypedDigit, mode: Mode, now: number): void {
    const { game } = this;
    if (retracts) game.retract();
    const isMove = this.enterIntoSelection(digit, mode);
    this.digitInput.remember({ digit, mode, at: now, moves: game.undoCount, isMove });
    this.edited(isMove || retracts);
  }

  private enterIntoSelection(digit: number, mode: Mode): boolean {
    const cells = this.selection.list();
    if (!this.isSetting) return this.game.enter(mode, digit, cells, this.app.settings);
    return digit <= this.layout.size && this.game.setClue(digit, cells);
  }

  clear(): void {
    if (!this.isPlayable) return;
    const cells = this.selection.list();
    const changed = this.isSetting
      ? this.game.change((set) => cells.forEach((cell) => set('clue', cell, 0)))
      : this.game.clear(cells, this.app.settings);
    if (changed) this.app.announceQuietly(t('message.cleared'));
    this.edited(changed);
  }

  /** Updates everything that depends on the game after a change. */
  edited(changed: boolean): void {
    if (!changed) return;
    this.app.hint.shown = null;
    this.app.analysis.overlay = null;
    if (!this.isPaused) this.startTimer();
    this.announceConflicts();
    void this.findBreaches();
    this.app.storage.saveSoon();
    if (!this.isDone && !this.isSetting && this.game.isFull()) void this.finish();
    this.app.changed();
  }

  /** Returns a text about repeated digits, or null. */
  repeatedText(): string | null {
    const { layout } = this;
    const cells = [...this.game.repeats()].sort((a, b) => a - b);
    if (cells.length === 0) return null;
    const digits = [...new Set(cells.map((cell) => layout.symbol(this.game.digit(cell))))];
    const names = cells.map((cell) => layout.name(cell));
    return t('message.conflict', { digits: digits.join(', '), cells: names.join(', ') });
  }

  private announceConflicts(): void {
    if (!this.app.settings.repeats) return;
    const text = this.repeatedText() ?? '';
    if (text !== this.conflicts && text !== '') this.app.announce(text);
    this.conflicts = text;
  }

  /** Asks the engine for digits that break a rule other than a house. */
  async findBreaches(): Promise<void> {
    const { app, game, layout } = this;
    if (layout.decorations.length === 0) return;
    const clues = layout.cells.map((cell) => game.digit(cell));
    const request = { puzzle: { clues }, layout: { ...app.grid.layout, size: app.grid.size } };
    const answer = await app.api.check(request).catch(() => null);
    const isCurrent =
      game === this.game && clues.every((digit, cell) => digit === game.digit(cell));
    if (!answer || !isCurrent) return;
    const before = this.breaches;
    this.breaches = new Set(answer.conflicts.flatMap(({ cells }) => cells));
    const isNew = [...this.breaches].some((cell) => !before.has(cell));
    // The page finds repeated digits itself.
    const broken = answer.conflicts.find(({ message }) => message.startsWith('rule '));
    if (isNew && broken && app.settings.repeats) app.announce(broken.message);
    app.changed();
  }

  /** Checks a full grid, and ends the game if it is right. */
  private async finish(): Promise<void> {
    const { app } = this;
    const digits = this.layout.cells.map((cell) => this.game.digit(cell));
    const layout = { ...app.grid.layout, size: app.grid.size };
    try {
      const { status } = await app.api.check({ puzzle: { clues: digits }, layout });
      if (!this.game.isFull()) return;
      if (status !== 'ok') return app.announce(t('message.check.full'));
    } catch (error) {
      return app.reportError(error);
    }
    this.end();
    this.selection.none();
    app.announce(this.doneText());
    app.storage.saveSoon();
    app.changed();
  }

  /** Ends the game and stops the timer. */
  private end(): void {
    this.isDone = true;
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
    if (!this.isPlayable || this.isSetting) return;
    const { size } = this.selection;
    this.edited(this.game.markCandidates(size > 1 ? this.selection.list() : this.layout.cells));
  }

  /** Enters a solution, and ends the game. */
  enterSolution(digits: readonly number[]): void {
    this.app.analysis.overlay = null;
    this.end();
    const field = this.isSetting ? 'clue' : 'digit';
    const changed = this.game.change((set) => {
      digits.forEach((digit, cell) => {
        if (!this.game.isClue(cell)) set(field, cell, digit);
      });
    });
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
    if (this.isPlayable) this.stepHistory(this.game.undo(), t('message.undo'));
  }

  redo(): void {
    if (this.isPlayable) this.stepHistory(this.game.redo(), t('message.redo'));
  }

  private stepHistory(cells: number[], text: string): void {
    if (cells.length === 0) return this.app.announceQuietly(t('message.noMove'));
    if (cells.length <= this.layout.size) this.selection.set(cells);
    this.isDone = this.game.isFull() && this.isDone;
    this.app.announceQuietly(text);
    this.edited(true);
  }

  restart(): void {
    this.edited(this.game.restart());
    this.isDone = false;
    this.timer = new Timer();
    this.startTimer();
    this.app.hint.count = 0;
    this.app.announce(t('message.restarted'));
    this.app.changed();
  }

  // --- selection ---

  press(cell: number, add: boolean, toggle: boolean): void {
    const { selection, multiSelect } = this;
    this.select(() => {
      if (!add && !multiSelect) selection.only(cell);
      else if ((toggle || multiSelect) && selection.has(cell)) selection.remove(cell);
      else selection.add(cell);
    });
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
    this.digitInput.reset();
    change();
    this.app.changed();
  }

  private announceSelection(): void {
    this.app.announceQuietly(t('message.selected', { count: this.selection.size }));
  }

  /** Ends the filter, or else hides a hint, path or answer, or else clears the selection. */
  dismiss(): void {
    if (this.filter || this.isChoosingFilter) {
      this.isChoosingFilter = false;
      return this.setFilter(0);
    }
    if (this.app.hasOverlay) return this.app.close();
    this.select(() => this.selection.none());
  }

  setMode(mode: Mode): void {
    this.mode = mode;
    this.app.announceQuietly(t(`mode.${mode}`));
    this.app.changed();
  }

  /** Highlights the cells where a digit is possible. The same digit again ends this. */
  setFilter(digit: number): void {
    this.filter = digit === this.filter || digit > this.layout.size ? 0 : digit;
    const symbol = this.layout.symbol(this.filter);
    this.app.announceQuietly(
      this.filter ? t('message.filter', { digit: symbol }) : t('message.filter.off'),
    );
    this.app.changed();
  }

  // --- time ---

  /** Starts the timer, unless it is off or the game is over. */
  startTimer(): void {
    if (this.app.settings.timer && !this.isDone && !this.isSetting)
      this.timer.start(this.app.now());
  }

  resetTimer(): void {
    this.timer = new Timer();
  }

  pause(paused: boolean): void {
    if (this.isDone || this.isSetting || !this.app.settings.timer) return;
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

  /** Stops the timer while the page is hidden. */
  setVisible(visible: boolean): void {
    if (!visible) {
      this.timer.pause(this.app.now());
      void this.app.storage.saveNow();
    } else if (!this.isPaused) {
      this.startTimer();
    }
  }
}
