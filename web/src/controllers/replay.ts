// The replay of a game: every move in order, on a game of its own. The played game does not change.
// The page loads this file when a replay starts.

import type { App } from '../app.ts';
import { colorName, t } from '../i18n.ts';
import { digitsOf } from '../model/bits.ts';
import type { Game } from '../model/game.ts';
import type { Command } from '../model/keys.ts';
import { replayMove } from '../model/recording.ts';
import type { RecordedMove } from '../model/recording.ts';
import { Selection } from '../model/selection.ts';
import { candidateOf, cellsAt, LAYERS } from '../model/sketch.ts';
import type { Layer } from '../model/sketch.ts';

/** Factors of the speed of the game. */
export const SPEEDS = [1, 2, 5, 10, 25] as const;
/** The speed at the start. */
const USUAL_SPEED = 5;
/** The least and the longest time between two moves, in milliseconds. Pauses are shortened. */
const [MIN_DELAY, MAX_DELAY] = [80, 3000];

export class Replay {
  /** The shown game. */
  readonly game: Game;
  /** The cells of the last move. */
  readonly selection: Selection;
  /** The moves that change something. */
  readonly moves: readonly RecordedMove[];
  speed: number = USUAL_SPEED;
  /** Number of moves that are shown. */
  at = 0;
  isPlaying = false;
  private timeout = 0;
  private readonly app: App;

  constructor(app: App) {
    this.app = app;
    const { game, recording } = app.play;
    this.game = game.copyStart();
    this.selection = new Selection(game.layout);
    this.moves = recording.moves.filter((move) => replayMove(this.game, move));
    this.moves.forEach(() => this.game.undo());
  }

  /** Returns the time of the shown position, in milliseconds. */
  get time(): number {
    return this.at === 0 ? 0 : this.moves[this.at - 1].at * 100;
  }

  /** Shows the position after a number of moves. */
  goTo(at: number): void {
    const wanted = Math.max(0, Math.min(this.moves.length, at));
    while (this.at < wanted) {
      this.game.redo();
      this.at++;
    }
    while (this.at > wanted) {
      this.game.undo();
      this.at--;
    }
    this.selection.set(this.at > 0 ? this.cellsOf(this.moves[this.at - 1]) : []);
    this.app.changed();
  }

  private cellsOf({ changes }: RecordedMove): number[] {
    const { layout } = this.game;
    const isLayer = (field: string): field is Layer => LAYERS.includes(field as Layer);
    const cells = changes.flatMap(({ field, cell }) =>
      isLayer(field) ? cellsAt(layout, field, cell) : [cell],
    );
    // A move of the whole grid has no cells to look at.
    return new Set(cells).size > layout.size ? [] : cells;
  }

  /** Shows the next or the previous position, and says what it is. */
  step(by: number): void {
    this.show(this.at + by);
  }

  /** Shows the position after a number of moves, stays there, and says what it is. */
  show(at: number): void {
    this.pause();
    this.goTo(at);
    this.app.announceQuietly(`${this.place()}. ${this.describe()}`);
  }

  play(): void {
    if (this.at === this.moves.length) this.goTo(0);
    this.isPlaying = true;
    this.schedule();
    this.app.changed();
  }

  pause(): void {
    clearTimeout(this.timeout);
    this.isPlaying = false;
    this.app.changed();
  }

  toggle(): void {
    if (this.isPlaying) this.show(this.at);
    else this.play();
  }

  setSpeed(speed: number): void {
    this.speed = speed;
    clearTimeout(this.timeout);
    if (this.isPlaying) this.schedule();
    this.app.changed();
  }

  private schedule(): void {
    const next = this.moves[this.at];
    if (!next) return this.show(this.at);
    const gap = next.at * 100 - this.time;
    const delay = Math.max(MIN_DELAY, Math.min(MAX_DELAY, gap) / this.speed);
    this.timeout = window.setTimeout(() => {
      this.goTo(this.at + 1);
      this.schedule();
    }, delay);
  }

  /** Returns the number of the shown move, as text. */
  place(): string {
    return t('replay.place', { at: this.at, count: this.moves.length });
  }

  /** Describes a move, by its number from 1: `5 in r3c4`. */
  describe(at = this.at): string {
    const move = this.moves[at - 1];
    if (!move) return t('replay.start');
    if (move.kind !== 'move') return t(move.kind === 'undo' ? 'message.undo' : 'message.redo');
    const { layout } = this.game;
    const [digit, ...others] = move.changes.filter(
      ({ field, value }) => field === 'digit' && value !== 0,
    );
    if (digit && others.length > 0) return t('replay.digit');
    if (digit)
      return t('hint.placement', {
        digit: layout.symbol(digit.value),
        cell: layout.name(digit.cell),
      });
    const what = this.describeMarks(move);
    const text = what.charAt(0).toUpperCase() + what.slice(1);
    const cells = new Set(this.cellsOf(move));
    const [cell] = cells;
    return cells.size === 1 ? t('replay.in', { what: text, cell: layout.name(cell) }) : text;
  }

  /** Describes marks, colors and drawings: `corner 3 8`, or `corner marks` of several cells. */
  private describeMarks({ changes }: RecordedMove): string {
    const [{ field, cell, value }] = changes;
    if (changes.every((one) => one.value === 0)) return t('replay.erase');
    const { layout } = this.game;
    const digits = digitsOf(value);
    const isOne = value !== 0 && changes.every((one) => one.cell === cell);
    if ((field === 'corner' || field === 'center') && isOne)
      return t(`grid.${field}`, { digits: digits.map((one) => layout.symbol(one)).join(' ') });
    if (field === 'color' && isOne)
      return t('grid.color', { colors: digits.map(colorName).join(', ') });
    if (field === 'tint' && isOne)
      return t('grid.tints', {
        list: `${layout.symbol(candidateOf(cell).digit)} ${colorName(value)}`,
      });
    return t(`replay.${field}` as 'replay.link');
  }

  /** Runs a command. Returns `false` for those that a replay does not have. */
  run(command: Command): boolean {
    switch (command.type) {
      case 'move':
        this.step(command.direction === 'left' || command.direction === 'up' ? -1 : 1);
        return true;
      case 'jump':
        this.show(command.to === 'start' ? 0 : this.moves.length);
        return true;
      case 'next-mode':
        this.toggle();
        return true;
      case 'zoom': {
        const next = SPEEDS.indexOf(this.speed as 1) + (command.on ? 1 : -1);
        this.setSpeed(SPEEDS[next] ?? this.speed);
        return true;
      }
      case 'dismiss':
      case 'replay':
        this.app.endReplay();
        return true;
      default:
        return false;
    }
  }

  /** Stops the time of the replay. */
  end(): void {
    clearTimeout(this.timeout);
  }
}
