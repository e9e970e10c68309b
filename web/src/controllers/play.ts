// The game in play: selection, modes, entering digits and marks, undo, the timer.

import type { App } from '../app.ts';
import { t } from '../i18n.ts';
import { alike, MODES } from '../model/game.ts';
import type { Game, Mode } from '../model/game.ts';
import type { Command } from '../model/keys.ts';
import { Pairing } from '../model/keys.ts';
import type { Layout } from '../model/layout.ts';
import { stateOf } from '../model/puzzle.ts';
import { Selection } from '../model/selection.ts';
import { clock, Timer } from '../model/timer.ts';

export class PlayController {
  game: Game;
  selection: Selection;
  /** The meaning of digits. */
  mode: Mode = 'digit';
  /** The mode while a key is held. */
  held: Mode | null = null;
  /** The highlighted digit; 0 for none. */
  filter = 0;
  /** The next digit becomes the filter. */
  filtering = false;
  /** Each press adds to the selection. */
  many = false;
  /** Digits are clues of a puzzle in the making. */
  setting = false;
  paused = false;
  isDone = false;
  timer = new Timer();
  private readonly app: App;
  private readonly pairing = new Pairing();
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

  /** Begins another game. */
  begin(game: Game): void {
    if (game.layout !== this.layout) this.selection = new Selection(game.layout);
    this.game = game;
    this.filter = 0;
    this.filtering = false;
    this.conflicts = '';
    this.pairing.reset();
    this.timer = new Timer();
    this.paused = false;
    this.isDone = false;
  }

  /** The game can be changed now: nothing else is shown in its place. */
  get isPlayable(): boolean {
    return !this.app.path.shown && !this.paused;
  }

  /** Returns the current meaning of digits. */
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
        return this.app.changed();
      case 'jump':
        this.selection.jump(command.to, command.whole);
        return this.app.changed();
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
        return this.selectAlike(this.selection.cursor, false);
      case 'hint':
        void this.app.hint.ask();
        return;
      case 'fill':
        return this.fill();
      case 'pause':
        return this.pause(!this.paused);
      case 'solve':
        void this.app.analysis.showSolution();
        return;
    }
  }

  // --- entering ---

  enter(digit: number, mode: Mode): void {
    if (!this.isPlayable) return;
    if (this.filtering) {
      this.filtering = false;
      return this.setFilter(digit);
    }
    const { digit: number, joins } = this.pairing.press(this.layout, digit, mode, this.app.now());
    if (joins) this.game.undo();
    this.edited(this.write(number, mode));
  }

  /** Writes a digit into the selected cells. */
  private write(digit: number, mode: Mode): boolean {
    const cells = this.selection.list();
    if (!this.setting) return this.game.enter(mode, digit, cells, this.app.settings);
    return digit <= this.layout.size && this.game.setClue(digit, cells);
  }

  clear(): void {
    if (!this.isPlayable) return;
    const ten = this.pairing.zero(this.layout, this.currentMode, this.app.now());
    if (ten !== null) {
      this.game.undo();
      return this.edited(this.write(ten, this.currentMode));
    }
    const cells = this.selection.list();
    const changed = this.setting
      ? this.game.change((set) => cells.forEach((cell) => set('clue', cell, 0)))
      : this.game.clear(cells, this.app.settings);
    if (changed) this.app.murmur(t('say.cleared'));
    this.edited(changed);
  }

  /** Handles a change of the game. */
  edited(changed: boolean): void {
    if (!changed) return;
    this.app.hint.shown = null;
    this.app.analysis.overlay = null;
    if (!this.paused) this.startTimer();
    this.announceConflicts();
    this.app.storage.saveSoon();
    if (!this.isDone && !this.setting && this.game.isFull()) void this.finish();
    this.app.changed();
  }

  /** Returns repeated digits in words, or null if there are none. */
  repeatedText(): string | null {
    const { layout } = this;
    const cells = [...this.game.repeats()].sort((a, b) => a - b);
    if (cells.length === 0) return null;
    const digits = [...new Set(cells.map((cell) => layout.symbol(this.game.digit(cell))))];
    const names = cells.map((cell) => layout.name(cell));
    return t('say.conflict', { digits: digits.join(', '), cells: names.join(', ') });
  }

  private announceConflicts(): void {
    if (!this.app.settings.repeats) return;
    const text = this.repeatedText() ?? '';
    if (text !== this.conflicts && text !== '') this.app.say(text);
    this.conflicts = text;
  }

  /** Checks a full grid and ends the game if it is right. */
  private async finish(): Promise<void> {
    const { app } = this;
    const { digits } = stateOf(this.game);
    const layout = { ...app.grid.layout, size: app.grid.size };
    try {
      const { status } = await app.api.check({ puzzle: { clues: digits }, layout });
      if (!this.game.isFull()) return;
      if (status !== 'ok') return app.say(t('say.check.full'));
    } catch (error) {
      return app.failed(error);
    }
    this.end();
    this.selection.none();
    app.say(this.doneText());
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
      ? t('say.solved', { time: this.time })
      : t('say.solved.untimed');
    return count > 0 ? `${solved} ${t('say.solved.hints', { count })}` : solved;
  }

  fill(): void {
    if (!this.isPlayable || this.setting) return;
    const all = () => Array.from({ length: this.layout.count }, (_, cell) => cell);
    this.edited(this.game.fillCenter(this.selection.size > 1 ? this.selection.list() : all()));
  }

  /** Fills in a solution and ends the game. */
  fillIn(digits: number[]): void {
    this.app.analysis.overlay = null;
    this.end();
    const field = this.setting ? 'clue' : 'digit';
    const changed = this.game.change((set) => {
      digits.forEach((digit, cell) => {
        if (!this.game.isClue(cell)) set(field, cell, digit);
      });
    });
    this.edited(changed);
    this.app.say(t('say.filled'));
    this.app.changed();
  }

  /** Removes all candidates outside of these sets, one for each cell. */
  leaveOnly(sets: readonly number[]): void {
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
    if (this.isPlayable) this.travel(this.game.undo(), t('say.undo'));
  }

  redo(): void {
    if (this.isPlayable) this.travel(this.game.redo(), t('say.redo'));
  }

  private travel(cells: number[], text: string): void {
    if (cells.length === 0) return this.app.murmur(t('say.nothing'));
    this.pairing.reset();
    if (cells.length <= this.layout.size) this.selection.set(cells);
    this.isDone = this.game.isFull() && this.isDone;
    this.app.murmur(text);
    this.edited(true);
  }

  restart(): void {
    this.edited(this.game.restart());
    this.isDone = false;
    this.timer = new Timer();
    this.startTimer();
    this.app.hint.count = 0;
    this.app.say(t('say.again'));
    this.app.changed();
  }

  // --- selecting ---

  press(cell: number, add: boolean, toggle: boolean): void {
    this.pairing.reset();
    if (!add && !this.many) this.selection.only(cell);
    else if ((toggle || this.many) && this.selection.has(cell)) this.selection.remove(cell);
    else this.selection.add(cell);
    this.app.changed();
  }

  drag(cell: number, remove: boolean): void {
    if (remove) this.selection.remove(cell);
    else this.selection.add(cell);
    this.app.changed();
  }

  selectAlike(cell: number, add: boolean): void {
    const cells = alike(this.game, cell);
    this.selection.set(add ? [...this.selection.list(), ...cells] : cells);
    this.selected();
  }

  private selected(): void {
    this.app.murmur(t('say.selected', { count: this.selection.size }));
    this.app.changed();
  }

  /** Closes what is on display, one thing at a time; last, clears the selection. */
  escape(): void {
    if (this.filter || this.filtering) {
      this.filtering = false;
      return this.setFilter(0);
    }
    if (this.app.isShowing) return this.app.close();
    this.selection.none();
    this.app.changed();
  }

  setMode(mode: Mode): void {
    this.mode = mode;
    this.app.murmur(t(`mode.${mode}`));
    this.app.changed();
  }

  /** Shows where a digit can go. The same digit again switches it off. */
  setFilter(digit: number): void {
    this.filter = digit === this.filter || digit > this.layout.size ? 0 : digit;
    const symbol = this.layout.symbol(this.filter);
    this.app.murmur(this.filter ? t('say.filter', { digit: symbol }) : t('say.filter.off'));
    this.app.changed();
  }

  // --- time ---

  /** Starts the timer, unless the player does not want one or the game is over. */
  startTimer(): void {
    if (this.app.settings.timer && !this.isDone && !this.setting) this.timer.start(this.app.now());
  }

  resetTimer(): void {
    this.timer = new Timer();
  }

  pause(paused: boolean): void {
    if (this.isDone || this.setting || !this.app.settings.timer) return;
    this.paused = paused;
    if (paused) this.timer.pause(this.app.now());
    else this.startTimer();
    this.app.murmur(t(paused ? 'grid.paused' : 'timer.resume'));
    this.app.changed();
  }

  /** Returns the time played, as text. */
  get time(): string {
    return clock(this.timer.elapsed(this.app.now()));
  }

  /** Stops the timer while the page is out of sight. */
  setVisible(visible: boolean): void {
    if (!visible) {
      this.timer.pause(this.app.now());
      void this.app.storage.saveNow();
    } else if (!this.paused) {
      this.startTimer();
    }
  }
}
