// Presses and drags in the grid, by mouse, stylus or finger. The pointer of the first press counts.
// Until it ends, further fingers do nothing.

import type { DragPhase, GridPoint } from '../model/sketch.ts';

export interface PressEvents {
  /**
   * A cell was pressed. `add` keeps the selection. `toggle` deselects a selected cell. Returns
   * `true` if the cell was deselected.
   */
  press(cell: number, add: boolean, toggle: boolean): unknown;
  /** The pointer was dragged over a cell. `remove` means that the press deselected a cell. */
  drag(cell: number, remove: boolean): void;
  /** A cell was double-clicked. */
  double(cell: number, add: boolean): void;
  /** A cell was pressed for a long time. */
  hold?(cell: number): void;
  /** A candidate was pressed. Returns `true` if the press has no other meaning. */
  candidate?(cell: number, digit: number): boolean;
  /** The pointer was used. Returns `true` if a tool takes the press, and all until its end. */
  draw?(phase: DragPhase, point: GridPoint): boolean;
}

/** A grid, as the presses use it. */
export interface PressPlace {
  /** The element that has the events of the pointer. */
  readonly grid: HTMLElement;
  cellAt(event: PointerEvent): number | null;
  candidateAt(event: PointerEvent): number;
  /** Returns the place of an event. Outside of the grid it is null, or else the nearest place. */
  pointAt(event: PointerEvent, isInside: boolean): GridPoint | null;
  /** Gives the focus to the grid. */
  focus(): void;
}

/** Maximum time between the presses of a double click, in milliseconds. */
const DOUBLE_CLICK_TIMEOUT = 400;
/** Time after which a press is a long one, in milliseconds. */
const HOLD_TIMEOUT = 550;

export class Presses {
  private readonly place: PressPlace;
  private readonly events: PressEvents;
  /** The pointer whose press has not ended. */
  private pointer: number | null = null;
  /** What the pointer does until its press ends. */
  private action: 'draw' | 'drag' | null = null;
  /** The press added to the selection, or removed a cell from it. */
  private adds = false;
  private removes = false;
  /** The press is the second one of a double click. */
  private isSecond = false;
  private lastCell = -1;
  private lastPress = { cell: -1, at: -Infinity };
  private holding = 0;

  constructor(place: PressPlace, events: PressEvents) {
    this.place = place;
    this.events = events;
    const { grid } = place;
    grid.addEventListener('pointerdown', (event) => this.down(event));
    grid.addEventListener('pointermove', (event) => this.isOwn(event) && this.move(event));
    grid.addEventListener('pointerup', (event) => this.isOwn(event) && this.up(event));
    grid.addEventListener('pointercancel', (event) => this.isOwn(event) && this.cancel(event));
  }

  private isOwn({ pointerId }: PointerEvent): boolean {
    return pointerId === this.pointer;
  }

  private down(event: PointerEvent): void {
    if (event.button !== 0) return;
    const { place, pointer } = this;
    const isBusy = pointer !== null && place.grid.hasPointerCapture(pointer);
    if (isBusy && !this.isOwn(event)) return event.preventDefault();
    const cell = place.cellAt(event);
    if (cell === null) return;
    event.preventDefault();
    const point = place.pointAt(event, true);
    if (point && this.events.draw?.('start', point)) return this.begin('draw', event);
    const digit = place.candidateAt(event);
    if (digit && this.events.candidate?.(cell, digit)) return;
    this.pressCell(cell, event);
  }

  private pressCell(cell: number, event: PointerEvent): void {
    const { events, lastPress } = this;
    const add = event.ctrlKey || event.metaKey || event.shiftKey;
    // A second press counts when it ends, because it may start a drag.
    this.isSecond =
      lastPress.cell === cell && event.timeStamp - lastPress.at < DOUBLE_CLICK_TIMEOUT;
    this.lastPress = { cell, at: event.timeStamp };
    this.lastCell = cell;
    this.adds = add;
    this.removes = !!events.press(cell, add, add);
    this.begin('drag', event);
    clearTimeout(this.holding);
    if (event.pointerType === 'mouse' || !events.hold) return;
    this.holding = window.setTimeout(() => {
      this.action = null;
      events.hold?.(cell);
    }, HOLD_TIMEOUT);
  }

  private begin(action: 'draw' | 'drag', { pointerId }: PointerEvent): void {
    this.pointer = pointerId;
    this.action = action;
    this.place.focus();
    this.place.grid.setPointerCapture(pointerId);
  }

  private move(event: PointerEvent): void {
    if (this.action === 'draw') this.draw('move', event);
    if (this.action !== 'drag') return;
    const cell = this.place.cellAt(event);
    if (cell === null || cell === this.lastCell) return;
    this.lastCell = cell;
    clearTimeout(this.holding);
    this.lastPress.at = -Infinity;
    this.isSecond = false;
    this.events.drag(cell, this.removes);
  }

  private up(event: PointerEvent): void {
    const { action } = this;
    this.end();
    if (action === 'draw') return this.draw('end', event);
    if (action !== 'drag' || !this.isSecond) return;
    this.lastPress.at = -Infinity;
    this.events.double(this.lastCell, this.adds);
  }

  private cancel(event: PointerEvent): void {
    const { action } = this;
    this.end();
    if (action === 'draw') this.draw('cancel', event);
  }

  private end(): void {
    clearTimeout(this.holding);
    this.pointer = this.action = null;
  }

  private draw(phase: DragPhase, event: PointerEvent): void {
    this.events.draw?.(phase, this.place.pointAt(event, false)!);
  }
}
