// The drawing tools: colors of candidates, links, and the pen. The page loads this file when a tool
// is first used. Keys and presses come here before they enter digits or select cells.
//
// | tool | press or drag | digit | Space | Shift and an arrow | Enter |
// |---|---|---|---|---|---|
// | paint | colors a candidate | colors that candidate of the selected cells | next color | – | – |
// | link | from candidate to candidate | end of a link at the cursor | strong or weak | – | – |
// | pen | draws, or erases what is there | kind or color | next kind | draws | cross or dot |
//
// With Alt, too, an arrow draws a slanted line: the one that is next to the arrow, clockwise.

import type { App } from '../app.ts';
import { colorName, penColorName, t } from '../i18n.ts';
import type { Candidate, ToolName } from '../model/game.ts';
import type { Command, TypedDigit } from '../model/keys.ts';
import type { ToolView } from '../model/picture.ts';
import type { Direction } from '../model/selection.ts';
import {
  centerOf,
  COLOR_COUNT,
  drawSigns,
  hasSign,
  PEN,
  PEN_COLOR_COUNT,
  PEN_KINDS,
  penWith,
  segmentOf,
  spotKey,
  toggleLink,
  toggleTint,
} from '../model/sketch.ts';
import type { DragPhase, GridPoint, PenKind, PenSign, Spot } from '../model/sketch.ts';

/** A key of the pad while a tool is used. */
export interface ToolKey {
  readonly id: string;
  readonly text: string;
  /** The key is a choice, and it is chosen or not. Other keys are commands. */
  readonly isOn?: boolean;
  /** The color of the pen that the key chooses. */
  readonly color?: number;
}

/** A stroke of the pen that has not ended. */
interface Stroke {
  readonly signs: PenSign[];
  /** The first sign decides between drawing and erasing. */
  draws: boolean | null;
  /** The last spot of a line or border. */
  spot: Spot | null;
  last: GridPoint;
}

const PEN_COLORS = Array.from({ length: PEN_COLOR_COUNT }, (_, color) => color);

type Step = readonly [dx: number, dy: number];

const STEPS: Record<Direction, Step> = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] };
/** The slanted steps, each turned clockwise from its arrow. */
const SLANTED: Record<Direction, Step> = {
  up: [1, -1],
  right: [1, 1],
  down: [-1, 1],
  left: [-1, -1],
};

/** The distance from a spot at which a line reaches it, in cells. Slanted lines pass the others. */
const REACH = 0.36;
/** A press nearer than this to the center of a cell means the center, in cells. */
const CENTER = 0.28;

export class Tools {
  private readonly app: App;
  /** The color of candidates. */
  color = 2;
  /** New links are strong. */
  strong = true;
  pen: PenKind = 'line';
  /** The color of the pen. */
  penColor = 0;
  /** The candidate where a link starts. */
  private from: Candidate | null = null;
  /** The start of the link before the last digit key. A second key returns to it. */
  private fromBefore: Candidate | null = null;
  /** The candidate that was pressed last, and the one under the pointer. */
  private pressed: Candidate | null = null;
  private target: Candidate | null = null;
  private stroke: Stroke | null = null;

  constructor(app: App) {
    this.app = app;
  }

  private get tool(): ToolName | null {
    return this.app.play.tool;
  }

  /** Discards an unfinished link or stroke. */
  reset(): void {
    this.from = this.pressed = this.target = null;
    this.stroke = null;
    this.app.play.digitInput.reset();
  }

  /** Returns what the grid shows while a tool is used. */
  view(): ToolView {
    const { game } = this.app.play;
    const from = this.pressed ?? this.from;
    const link = from && this.target ? { from, to: this.target, strong: this.strong } : null;
    const pen = this.stroke
      ? penWith(game.drawing('pen'), this.stroke.signs, this.stroke.draws ?? true)
      : null;
    return {
      showsCandidates: this.tool === 'paint' || this.tool === 'link',
      start: from,
      link,
      pen,
    };
  }

  // --- the pad ---

  /** Returns the keys of the pad. */
  keys(): ToolKey[] {
    const done = { id: 'done', text: t('tool.done') };
    if (this.tool === 'pen')
      return [
        ...PEN_KINDS.map((kind) => ({ id: kind, text: t(`pen.${kind}`), isOn: this.pen === kind })),
        { id: 'clear', text: t('tool.clear') },
        done,
        ...PEN_COLORS.map((color) => ({
          id: `color-${color}`,
          text: penColorName(color),
          isOn: this.penColor === color,
          color,
        })),
      ];
    return [
      { id: 'strong', text: t('tool.strong'), isOn: this.strong },
      { id: 'weak', text: t('tool.weak'), isOn: !this.strong },
      { id: 'clear', text: t('tool.clear') },
      done,
    ];
  }

  /** Does what a key of the pad says. */
  press(id: string): void {
    const { play } = this.app;
    if (id === 'done') return play.endTool();
    if (id === 'strong' || id === 'weak') return this.choose(() => (this.strong = id === 'strong'));
    const kind = PEN_KINDS.find((one) => one === id);
    if (kind) return this.choose(() => (this.pen = kind));
    const color = PEN_COLORS.find((one) => id === `color-${one}`);
    if (color !== undefined) return this.choosePenColor(color);
    if (!play.isPlayable) return;
    this.reset();
    play.edited(play.game.clearDrawing(this.tool === 'pen' ? 'pen' : 'link'));
    this.app.announceQuietly(t('message.cleared'));
  }

  /** Chooses the color of candidates. */
  chooseColor(color: number): void {
    if (color <= COLOR_COUNT) this.choose(() => (this.color = color));
  }

  /** Chooses the color of the pen. */
  private choosePenColor(color: number): void {
    this.choose(() => (this.penColor = color), penColorName(color));
  }

  private choose(change: () => void, name?: string): void {
    change();
    this.app.announceQuietly(name ?? this.option());
    this.app.changed();
  }

  /** Returns the name of what the tool draws. */
  option(): string {
    if (this.tool === 'paint') return colorName(this.color);
    if (this.tool === 'link') return t(this.strong ? 'role.strong' : 'role.weak');
    return t(`pen.${this.pen}`);
  }

  // --- keys ---

  /** Runs a command of the tool. Returns `false` for all others. */
  run(command: Command): boolean {
    // The next digit is for Highlight, and Escape ends it.
    const { isChoosingFilter } = this.app.play;
    if (isChoosingFilter && (command.type === 'enter' || command.type === 'dismiss')) return false;
    switch (command.type) {
      case 'dismiss':
        return this.dismiss();
      case 'next-mode':
        this.nextOption();
        return true;
      case 'enter':
        return this.enter(command.digit, command.mode);
      case 'zero':
        return this.enterZero();
      case 'move':
        if (this.tool !== 'pen' || !command.extend) return false;
        this.drawTo(STEPS[command.direction]);
        return true;
      case 'slant':
        if (this.tool === 'pen') this.drawTo(SLANTED[command.direction]);
        return true;
      case 'select-equal':
        if (this.tool !== 'pen') return false;
        this.markCenter();
        return true;
      default:
        return false;
    }
  }

  private dismiss(): boolean {
    const isBegun = this.from !== null || this.stroke !== null;
    this.reset();
    if (!isBegun) this.app.play.endTool();
    this.app.changed();
    return true;
  }

  private nextOption(): void {
    this.choose(() => {
      if (this.tool === 'paint') this.color = (this.color % COLOR_COUNT) + 1;
      else if (this.tool === 'link') this.strong = !this.strong;
      else this.pen = PEN_KINDS[(PEN_KINDS.indexOf(this.pen) + 1) % PEN_KINDS.length];
    });
  }

  /** Handles a digit. With Shift or Ctrl it is a mark as usual. */
  private enter(digit: number, mode: string | null): boolean {
    const { play } = this.app;
    if (play.heldMode || (mode !== null && mode !== 'color')) return false;
    if (this.tool === 'paint' && mode === 'color') this.chooseColor(digit);
    if (mode === 'color') return this.tool === 'paint';
    if (this.tool === 'pen') {
      const color = digit - PEN_KINDS.length - 1;
      if (color < 0) this.choose(() => (this.pen = PEN_KINDS[digit - 1]));
      else if (color < PEN_COLOR_COUNT) this.choosePenColor(color);
      return true;
    }
    const { layout, undoCount } = play.game;
    if (digit > layout.size) return true;
    const typed = play.digitInput.press(layout, digit, 'digit', this.app.now(), undoCount);
    this.enterTyped(typed, typed.digit !== digit);
    return true;
  }

  /** Completes 10 or 20. Returns `false` if the key clears. */
  private enterZero(): boolean {
    const { play } = this.app;
    const { layout, undoCount } = play.game;
    const typed = play.digitInput.extend(layout, 0, 'digit', this.app.now(), undoCount);
    if (typed) this.enterTyped(typed, true);
    return typed !== null;
  }

  /** Uses a digit in the selected cells. If it is a number, it replaces what its first key did. */
  private enterTyped({ digit, retracts }: TypedDigit, isNumber: boolean): void {
    const { play } = this.app;
    const { selection, game, digitInput } = play;
    const cells = selection.list().filter((cell) => game.isBlank(cell));
    if (!play.isPlayable || cells.length === 0) return;
    if (retracts) {
      game.retract();
      play.edited(true);
    }
    if (isNumber) this.from = this.fromBefore;
    this.fromBefore = this.from;
    const before = game.undoCount;
    if (this.tool === 'paint') this.paint(cells.map((cell) => ({ cell, digit })));
    else if (cells.includes(selection.cursor)) this.addEnd({ cell: selection.cursor, digit });
    const isMove = game.undoCount > before;
    const at = this.app.now();
    digitInput.remember({ digit, mode: 'digit', at, moves: game.undoCount, isMove });
  }

  /** Draws from the cursor with the arrow keys. */
  private drawTo([dx, dy]: Step): void {
    const { play } = this.app;
    const { selection, layout } = play;
    if (selection.size === 0) return play.focusCell(selection.cursor);
    const from = centerOf(layout, selection.cursor);
    if (this.pen !== 'line') {
      // Only lines are slanted.
      if (dx !== 0 && dy !== 0) return;
      const key = spotKey(layout.size, { x: from.x + dx, y: from.y + dy });
      return this.commit([{ key, sign: PEN[this.pen] }]);
    }
    const next = { x: from.x + 2 * dx, y: from.y + 2 * dy };
    const isInside = [next.x, next.y].every((at) => at > 0 && at < 2 * layout.size);
    const segment = isInside ? segmentOf(layout.size, from, next) : null;
    if (!segment) return;
    this.commit([segment]);
    selection.only(((next.y - 1) / 2) * layout.size + (next.x - 1) / 2);
    this.app.changed();
  }

  /** Draws a cross or a dot in the selected cells. */
  private markCenter(): void {
    const { selection, layout } = this.app.play;
    const sign = this.pen === 'dot' ? PEN.dot : PEN.cross;
    const signs = selection
      .list()
      .map((cell) => ({ key: spotKey(layout.size, centerOf(layout, cell)), sign }));
    this.commit(signs);
  }

  /** Draws signs, or erases them if all are there. */
  private commit(plain: readonly PenSign[]): void {
    const { play } = this.app;
    if (!play.isPlayable || plain.length === 0) return;
    const signs = plain.map((one) => ({ ...one, color: this.penColor }));
    const drawing = play.game.drawing('pen');
    const draws = !signs.every((one) => hasSign(drawing, one));
    play.edited(drawSigns(play.game, signs, draws));
    this.app.announceQuietly(t(draws ? 'message.drawn' : 'message.erased'));
  }

  // --- candidates ---

  private paint(candidates: readonly Candidate[]): void {
    const { play } = this.app;
    if (play.isPlayable) play.edited(toggleTint(play.game, this.color, candidates));
  }

  /** Starts a link at a candidate, or ends it there. */
  private addEnd(one: Candidate): void {
    const { from } = this;
    if (!from) {
      this.from = one;
      this.app.announceQuietly(t('message.link.from', { node: this.nameOf(one) }));
      return this.app.changed();
    }
    this.from = null;
    if (!isSame(from, one)) this.link(from, one);
    this.app.changed();
  }

  private link(from: Candidate, to: Candidate): void {
    const { play } = this.app;
    if (!play.isPlayable) return;
    const before = play.game.drawing('link').size;
    play.edited(toggleLink(play.game, { from, to, strong: this.strong }));
    const isGone = play.game.drawing('link').size < before;
    const values = { link: this.option(), from: this.nameOf(from), to: this.nameOf(to) };
    this.app.announceQuietly(t(isGone ? 'message.link.gone' : 'message.link.drawn', values));
  }

  private nameOf({ cell, digit }: Candidate): string {
    const { layout } = this.app.play;
    return t('hint.placement', { digit: layout.symbol(digit), cell: layout.name(cell) });
  }

  // --- the pointer ---

  /** Handles the pointer. Returns `true` if the tool takes the press. */
  drag(phase: DragPhase, point: GridPoint): boolean {
    if (!this.app.play.isPlayable || this.app.hasOverlay) return false;
    this.app.play.digitInput.reset();
    if (phase === 'cancel') {
      this.reset();
      this.app.changed();
      return true;
    }
    const isTaken = this.tool === 'pen' ? this.dragPen(phase, point) : this.dragNode(phase, point);
    if (isTaken) this.app.changed();
    return isTaken;
  }

  private dragNode(phase: DragPhase, { cell, digit }: GridPoint): boolean {
    const { play } = this.app;
    const node = digit ? { cell, digit } : null;
    if (phase === 'start') {
      if (!node) return false;
      play.selection.only(cell);
      if (this.tool === 'paint') this.paint([node]);
      else this.pressed = node;
      return true;
    }
    const { pressed } = this;
    if (this.tool !== 'link' || !pressed) return true;
    if (phase === 'move') {
      this.target = node && !isSame(node, pressed) ? node : null;
      return true;
    }
    this.pressed = this.target = null;
    if (node && !isSame(node, pressed)) {
      this.from = null;
      this.link(pressed, node);
    } else if (node) this.addEnd(node);
    return true;
  }

  private dragPen(phase: DragPhase, point: GridPoint): boolean {
    if (phase === 'start') this.stroke = { signs: [], draws: null, spot: null, last: point };
    const { stroke } = this;
    if (!stroke) return false;
    this.advance(stroke, point);
    if (phase !== 'end') return true;
    this.stroke = null;
    const { play } = this.app;
    // A press without a drag draws the border that is nearest.
    if (this.pen === 'border' && stroke.signs.length === 0)
      this.extend(stroke, { key: this.nearest(point.x, point.y, false), sign: PEN.border });
    if (stroke.signs.length > 0)
      play.edited(drawSigns(play.game, stroke.signs, stroke.draws ?? true));
    return true;
  }

  /** Continues a stroke to a point. A fast pointer passes several spots between two events. */
  private advance(stroke: Stroke, point: GridPoint): void {
    const { last } = stroke;
    const steps = Math.max(1, Math.ceil(Math.hypot(point.x - last.x, point.y - last.y) / 0.1));
    for (let n = 1; n <= steps; n++) {
      const x = last.x + ((point.x - last.x) * n) / steps;
      const y = last.y + ((point.y - last.y) * n) / steps;
      if (this.pen === 'cross' || this.pen === 'dot') this.reachSign(stroke, x, y, PEN[this.pen]);
      else this.reachSpot(stroke, x, y);
    }
    stroke.last = point;
  }

  /** Adds the segment to a spot that the stroke reaches. */
  private reachSpot(stroke: Stroke, x: number, y: number): void {
    const { size } = this.app.play.layout;
    const odd = this.pen === 'line' ? 1 : 0;
    const near = (at: number) =>
      odd ? Math.min(size - 1, Math.floor(at)) * 2 + 1 : Math.round(at) * 2;
    const spot = { x: near(x), y: near(y) };
    const isFirst = stroke.spot === null;
    if (!isFirst && Math.hypot(x - spot.x / 2, y - spot.y / 2) > REACH) return;
    const before = stroke.spot ?? spot;
    stroke.spot = spot;
    const segment = segmentOf(size, before, spot);
    if (segment) this.extend(stroke, segment);
  }

  /** Adds a cross or dot at the nearest center or border. */
  private reachSign(stroke: Stroke, x: number, y: number, sign: number): void {
    const isCenter = Math.hypot((x % 1) - 0.5, (y % 1) - 0.5) < CENTER;
    // A drag marks centers only, so that it does not mark each border that it crosses.
    if (stroke.signs.length === 0 || isCenter)
      this.extend(stroke, { key: this.nearest(x, y, isCenter), sign });
  }

  /** Returns the key of the center of a cell, or of the nearest of its sides. */
  private nearest(x: number, y: number, isCenter: boolean): number {
    const { size } = this.app.play.layout;
    const [dx, dy] = [(x % 1) - 0.5, (y % 1) - 0.5];
    const center = { x: Math.floor(x) * 2 + 1, y: Math.floor(y) * 2 + 1 };
    if (isCenter) return spotKey(size, center);
    const isAside = Math.abs(dx) > Math.abs(dy);
    return spotKey(size, {
      x: center.x + (isAside ? Math.sign(dx) : 0),
      y: center.y + (isAside ? 0 : Math.sign(dy) || 1),
    });
  }

  private extend(stroke: Stroke, plain: PenSign): void {
    const sign = { ...plain, color: this.penColor };
    stroke.draws ??= !hasSign(this.app.play.game.drawing('pen'), sign);
    if (!stroke.signs.some(({ key, sign: known }) => key === sign.key && known === sign.sign))
      stroke.signs.push(sign);
  }
}

const isSame = (one: Candidate, other: Candidate): boolean =>
  one.cell === other.cell && one.digit === other.digit;
