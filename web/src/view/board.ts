// The grid: an SVG drawing, and above it the cells for screen readers and the keyboard. These have
// the role grid, and one of them is in the tab order.
//
// A cell is 100 units wide. The layers from the back: paper, extra houses, fills and chips, diagonals,
// lines of rules, lines of the grid, cages and other signs of rules, frames and links of a hint, the
// ring of the selection, digits and candidates. docs/design/page.md gives the sizes. Only changed
// cells are redrawn.

import { bit, has } from '../model/bits.ts';
import type { Candidate } from '../model/game.ts';
import type { Layout } from '../model/layout.ts';
import type { CellPicture, Picture, Role } from '../model/picture.ts';
import type { GridPoint } from '../model/sketch.ts';
import type { drawRules } from './decorations.ts';
import { h, newId, s } from './dom.ts';
import { describe } from './describe.ts';
import { penElements } from './pen.ts';
import { Presses } from './presses.ts';
import type { PressEvents, PressPlace } from './presses.ts';
import { roleClass } from './roles.ts';
import { linkPath, outline, position, segments, shape, text, tintShape } from './shapes.ts';
import type { LinkPath, Obstacle, Point } from './shapes.ts';

export interface BoardEvents extends PressEvents {
  /** A cell got the focus by a key or a screen reader. */
  focus(cell: number): void;
}

const UNIT = 100;
/** Room around the cells in the drawing, for the outer line. */
const RIM = 2.4;
/** Radius of the corners of the grid. */
const ROUND = 12;
/** Size below which candidates are unreadable, in CSS pixels. */
const TINY = 6;
/** Width of a digit of size 1. */
const DIGIT_WIDTH = 0.6;

/** The positions of corner marks in a cell of width 1, in the order of use. */
const CORNERS = [
  [0.2, 0.21],
  [0.8, 0.21],
  [0.2, 0.79],
  [0.8, 0.79],
  [0.5, 0.21],
  [0.5, 0.79],
  [0.2, 0.5],
  [0.8, 0.5],
] as const;

export class Board {
  readonly element: HTMLElement;
  readonly layout: Layout;
  private readonly cells: HTMLElement[] = [];
  private readonly fills: SVGElement[] = [];
  private readonly tops: SVGElement[] = [];
  private readonly keys: string[] = [];
  private readonly marks = s('g', { class: 'marks' });
  private readonly links = s('g', { class: 'links' });
  private readonly ownLinks = s('g', { class: 'links own' });
  private readonly pen = s('g', { class: 'pen-signs' });
  private penKey = '';
  private ownKey = '';
  /** The lines of the links of the player, by their ends. */
  private ownPaths = new Map<string, LinkPath>();
  private shown: readonly CellPicture[] = [];
  private readonly rays = s('g', { class: 'rays' });
  private readonly halo = s('path', { class: 'selection-halo' });
  private readonly selection = s('path', { class: 'selection' });
  private readonly focused = s('path', { class: 'focused' });
  private readonly borders = s('path', { class: 'thick' });
  /** The pictures of rules: backgrounds, below and above the lines of the grid. */
  private readonly shaded = s('g');
  private readonly under = s('g');
  private readonly over = s('g');
  /** The sums of cages, which the selection does not cover. */
  private readonly sums = s('g');
  private readonly grid: HTMLElement;
  private readonly hatch: string;
  private marksKey = '';
  private cursor = 0;
  private isFocusing = false;
  /** Number of visible cells in a row, or 0 for all; and the first visible row and column. */
  private span = 0;
  private corner: [row: number, column: number] = [0, 0];
  /** The cell that the visible part has followed, or -1 if it has to move to the cursor. */
  private followed = -1;
  /** The candidates of the whole grid are too small to read. */
  isTiny = false;
  private wholeView: string | null = null;
  private wholeInset = '';

  constructor(layout: Layout, events: BoardEvents, label: string, describedBy?: string) {
    this.layout = layout;
    const { size, count } = layout;
    const fills = s('g');
    const tops = s('g', { class: 'tops' });
    for (let cell = 0; cell < count; cell++) {
      const at = `translate(${layout.column(cell) * UNIT} ${layout.row(cell) * UNIT})`;
      this.fills.push(s('g', { transform: at }));
      this.tops.push(s('g', { transform: at }));
      this.keys.push('');
    }
    fills.append(...this.fills);
    tops.append(...this.tops);
    const end = size * UNIT;
    const ids = newId();
    const clip = s(
      'clipPath',
      { id: `${ids}c` },
      s('rect', { width: end, height: end, rx: ROUND }),
    );
    this.hatch = `url(#${ids}h)`;
    const drawing = s(
      'svg',
      {
        viewBox: `${-RIM} ${-RIM} ${end + 2 * RIM} ${end + 2 * RIM}`,
        class: 'drawing',
        'aria-hidden': 'true',
        focusable: 'false',
      },
      s('defs', {}, clip, hatching(`${ids}h`)),
      s(
        'g',
        { 'clip-path': `url(#${ids}c)` },
        s('rect', { class: 'paper', width: end, height: end }),
        this.shades(),
        this.shaded,
        fills,
        this.diagonals(),
        this.under,
        this.lines(),
      ),
      this.borders,
      s('rect', { class: 'thick', width: end, height: end, rx: ROUND }),
      this.over,
      this.pen,
      this.marks,
      this.rays,
      this.links,
      this.ownLinks,
      this.halo,
      this.selection,
      this.focused,
      this.sums,
      tops,
    );
    this.grid = h('div', {
      role: 'grid',
      class: 'cells',
      'aria-label': label,
      'aria-multiselectable': 'true',
      'aria-rowcount': size,
      'aria-colcount': size,
      'aria-describedby': describedBy,
    });
    for (let row = 0; row < size; row++) {
      const line = h('div', { role: 'row', class: 'row' });
      for (let column = 0; column < size; column++) {
        const cell = h('div', {
          role: 'gridcell',
          class: 'cell',
          tabindex: -1,
          'aria-colindex': column + 1,
          'aria-selected': 'false',
        });
        this.cells.push(cell);
        line.append(cell);
      }
      line.setAttribute('aria-rowindex', String(row + 1));
      this.grid.append(line);
    }
    this.cells[0].tabIndex = 0;
    this.element = h('div', { class: 'board', 'data-size': size }, this.grid);
    this.element.prepend(drawing);
    this.listen(events);
  }

  /** Focuses the cell with the cursor, without the event for it. The next frame may move both. */
  focus(): void {
    this.isFocusing = true;
    this.cells[this.cursor].focus({ preventScroll: true });
    this.isFocusing = false;
  }

  get hasFocus(): boolean {
    return this.grid.contains(document.activeElement);
  }

  render(picture: Picture): void {
    const { layout } = this;
    this.shown = picture.cells;
    picture.cells.forEach((cell, at) => {
      const key = keyOf(cell, picture);
      if (key !== this.keys[at]) {
        this.keys[at] = key;
        this.fills[at].replaceChildren(...this.fillOf(cell, picture.isFiltered));
        this.tops[at].replaceChildren(...this.topOf(at, cell, picture.filter));
        const element = this.cells[at];
        element.setAttribute('aria-selected', String(cell.selected));
        element.setAttribute('aria-label', describe(layout, at, cell));
        if (cell.conflict || cell.wrong) element.setAttribute('aria-invalid', 'true');
        else element.removeAttribute('aria-invalid');
        element.tabIndex = cell.cursor ? 0 : -1;
        // An entry is visible.
        if (cell.cursor) this.followed = -1;
      }
      if (cell.cursor) this.cursor = at;
    });
    this.renderSelection(picture);
    this.renderSketch(picture);
    this.pan();
    this.element.classList.toggle(
      'is-spotted',
      picture.cells.some((cell) => cell.veiled),
    );
    const { houses, links, look, rays, link } = picture;
    const marksKey = JSON.stringify([houses, links, look, rays, link]);
    if (marksKey === this.marksKey) return;
    this.marksKey = marksKey;
    this.marks.replaceChildren(
      ...houses.flatMap(({ cells, role }) => this.frame(cells, roleClass(role))),
      ...look.flatMap((cells) => this.frame(cells, 'look')),
    );
    this.rays.replaceChildren(...rays.map(([from, to]) => this.ray(from, to)));
    this.renderLinks(picture);
  }

  /** Draws the ring around the selected cells, and in it the mark of the cell with the focus. */
  private renderSelection({ cells }: Picture): void {
    const { size } = this.layout;
    const d = outline(size, (cell) => cells[cell].selected, 2.5, 8);
    this.halo.setAttribute('d', d);
    this.selection.setAttribute('d', d);
    const several = cells.filter((cell) => cell.selected).length > 1;
    const at = several ? cells.findIndex((cell) => cell.cursor && cell.selected) : -1;
    const [x, y] = [(at % size) * UNIT, Math.floor(at / size) * UNIT];
    this.focused.setAttribute('d', at < 0 ? '' : `M${x + 34} ${y + 94}v-4q0 -4 4 -4h24q4 0 4 4v4z`);
  }

  /** Draws the outline of cells, over a halo. */
  private frame(cells: readonly number[], name: string): SVGElement[] {
    const inside = new Set(cells);
    const d = outline(this.layout.size, (cell) => inside.has(cell), 0.5, 10);
    return [
      s('path', { class: `house-halo ${name}`, d }),
      s('path', { class: `house ${name}`, d }),
    ];
  }

  /** Draws the line from a digit to a cell that it blocks. */
  private ray(from: number, to: number): SVGElement {
    const { layout } = this;
    const at = (cell: number) => [layout.column(cell) * UNIT + 50, layout.row(cell) * UNIT + 50];
    const [[x1, y1], [x2, y2]] = [at(from), at(to)];
    const length = Math.hypot(x2 - x1, y2 - y1) || 1;
    const start = `M${x1 + ((x2 - x1) / length) * 42} ${y1 + ((y2 - y1) / length) * 42}`;
    return s('path', { class: 'ray', d: `${start}L${x2} ${y2}` });
  }

  /** Draws the links and the pen of the player. */
  private renderSketch({ ownLinks, isDrawing, pen, cells, links, rays }: Picture): void {
    const lines = ownLinks.length + pen.size + links.length + rays.length;
    this.element.classList.toggle('has-links', lines > 0);
    const penKey = [...pen].join();
    if (penKey !== this.penKey) {
      this.penKey = penKey;
      this.pen.replaceChildren(...penElements(this.layout.size, pen));
    }
    const place = ({ cell, digit }: Candidate): Point => {
      const [x, y] = this.placeIn(cells[cell], cell, digit);
      return [x + this.layout.column(cell) * UNIT, y + this.layout.row(cell) * UNIT];
    };
    const keys = ownLinks.map((link) => `${place(link.from)} ${place(link.to)}`);
    const ownKey = JSON.stringify([keys, ownLinks.map(({ strong }) => strong), isDrawing]);
    if (ownKey === this.ownKey) return;
    this.ownKey = ownKey;
    const before = this.ownPaths;
    this.ownPaths = new Map();
    let obstacles: Obstacle[] | null = null;
    const elements = ownLinks.flatMap(({ from, to, strong }, at) => {
      // Only new links are routed, so that each press costs the same.
      const path =
        before.get(keys[at]) ??
        linkPath(this.layout, [from], [to], (obstacles ??= this.obstacles(cells)), place);
      this.ownPaths.set(keys[at], path);
      const isLast = isDrawing && at === ownLinks.length - 1;
      return linkElements(path, `${strong ? 'strong' : 'weak'}${isLast ? ' is-drawn' : ''}`);
    });
    this.ownLinks.replaceChildren(...elements);
  }

  private renderLinks({ links, link: now, cells }: Picture): void {
    const obstacles = links.length > 0 ? this.obstacles(cells) : [];
    this.links.replaceChildren(
      ...links.flatMap((link, at) => {
        const state = now < 0 ? '' : at === now ? ' is-now' : at < now ? '' : ' is-next';
        const kind = `${link.strong ? 'strong' : 'weak'}${state}`;
        return linkElements(linkPath(this.layout, link.from, link.to, obstacles), kind);
      }),
    );
  }

  /** Returns the digits that links avoid. Nodes of a chain matter most, then digits of cells. */
  private obstacles(cells: readonly CellPicture[]): Obstacle[] {
    const { layout } = this;
    const radius = UNIT * layout.candidateStep * 0.5;
    return cells.flatMap((cell, at): Obstacle[] => {
      if (cell.digit !== 0)
        return [[layout.column(at) * UNIT + 50, layout.row(at) * UNIT + 50, 34, 40]];
      return (cell.candidates ?? []).map((digit) => {
        const [x, y] = position(layout, { cell: at, digit });
        return [x, y, radius, cell.candidateRoles.has(digit) ? 90 : 14];
      });
    });
  }

  /** Draws the borders of regions, which may differ from those of the layout. */
  drawRegions(regions: readonly number[]): void {
    this.borders.setAttribute('d', segments(this.layout.size, regions));
  }

  /** Shows the pictures of rules, with room for clues beside the grid. */
  showRules({ shades, under, over, margins }: ReturnType<typeof drawRules>): void {
    this.shaded.replaceChildren(...shades);
    this.under.replaceChildren(...under);
    this.over.replaceChildren(...over);
    this.sums.replaceChildren(...this.over.querySelectorAll('.rule-sum, .is-draft'));
    this.element.classList.add('has-rules');
    const { left, top, right, bottom } = margins;
    const end = this.layout.size * UNIT + 2 * RIM;
    const side = end + Math.max(left + right, top + bottom);
    if (side === end && !this.wholeInset) return;
    const x = left + (side - end - left - right) / 2;
    const y = top + (side - end - top - bottom) / 2;
    this.wholeView = `${-RIM - x} ${-RIM - y} ${side} ${side}`;
    this.element.querySelector('.drawing')!.setAttribute('viewBox', this.wholeView);
    const share = (part: number) => `${(100 * part) / side}%`;
    this.wholeInset =
      side === end ? '' : [y, side - end - x, side - end - y, x].map(share).join(' ');
    this.grid.style.inset = this.wholeInset;
    if (this.span > 0) this.showPart();
  }

  // --- the fixed layers ---

  /** Shades the cells of extra houses, unless these are all cells. */
  private shades(): SVGElement {
    const { layout } = this;
    const cells = new Set(
      layout.houses.filter(({ kind }) => kind === 'extra').flatMap((house) => house.cells),
    );
    const shade = (cell: number) =>
      s('rect', {
        class: 'extra',
        x: layout.column(cell) * UNIT,
        y: layout.row(cell) * UNIT,
        width: UNIT,
        height: UNIT,
      });
    return s('g', {}, ...(cells.size < layout.count ? [...cells].map(shade) : []));
  }

  private diagonals(): SVGElement {
    const end = this.layout.size * UNIT;
    const group = s('g');
    if (this.layout.down)
      group.append(s('line', { class: 'diagonal', x1: 0, y1: 0, x2: end, y2: end }));
    if (this.layout.up)
      group.append(s('line', { class: 'diagonal', x1: 0, y1: end, x2: end, y2: 0 }));
    return group;
  }

  private lines(): SVGElement {
    const { layout } = this;
    const { size } = layout;
    const end = size * UNIT;
    let thin = '';
    for (let n = 1; n < size; n++) thin += `M0 ${n * UNIT}H${end}M${n * UNIT} 0V${end}`;
    if (layout.regions) this.drawRegions(layout.regions);
    return s('path', { class: 'thin', d: thin });
  }

  // --- the content of a cell ---

  private fillOf(cell: CellPicture, isFiltered: boolean): SVGElement[] {
    const parts: SVGElement[] = [];
    const rect = (name: string) => s('rect', { class: name, width: UNIT, height: UNIT });
    /** A chip stands for something computed. A full cell of color is the player's. */
    const chip = (name: string, inset: number) =>
      s('rect', {
        class: name,
        x: inset,
        y: inset,
        width: UNIT - 2 * inset,
        height: UNIT - 2 * inset,
        rx: 16,
      });
    if (cell.veiled) parts.push(rect('veil'));
    if (cell.peer) parts.push(rect('peer'));
    if (isFiltered && !cell.fits) parts.push(rect('unfit'));
    const width = UNIT / Math.max(1, cell.colors.length);
    cell.colors.forEach((color, at) => {
      parts.push(s('rect', { class: `color color-${color}`, x: at * width, width, height: UNIT }));
      parts.push(
        text(String(color), (at + 0.5) * width, 88, Math.min(18, width * 0.9), 'color-label'),
      );
    });
    if (cell.highlighted) parts.push(chip('highlighted', 7));
    if (isFiltered && cell.fits) parts.push(chip(cell.isPair ? 'fits is-pair' : 'fits', 9));
    if (cell.same && !cell.conflict) parts.push(chip('same', 9));
    if (cell.conflict || cell.wrong) parts.push(chip('bad', 7));
    if (cell.hatched)
      parts.push(s('rect', { class: 'hatched', fill: this.hatch, width: UNIT, height: UNIT }));
    for (const role of cell.roles)
      parts.push(
        s('rect', {
          class: `whole ${roleClass(role)}`,
          x: 10,
          y: 10,
          width: 80,
          height: 80,
          rx: 14,
        }),
      );
    return parts;
  }

  private topOf(at: number, cell: CellPicture, filter: number): SVGElement[] {
    const parts: SVGElement[] = [];
    const { layout } = this;
    // Digits on a fill are darker, and those on the veil have its color as their halo.
    const on = `${cell.colors.length || cell.same ? ' on-fill' : ''}${cell.veiled ? ' on-veil' : ''}`;
    if (cell.digit !== 0) {
      const symbol = layout.symbol(cell.digit);
      const bad = cell.conflict || cell.wrong ? ' is-bad' : '';
      const name = `digit ${cell.kind}${bad}${on}`;
      parts.push(text(symbol, 50, 50, symbol.length > 1 ? 52 : 64, name));
      if (bad)
        parts.push(s('path', { class: 'underline', d: 'M24 88q6.5 -9 13 0t13 0t13 0t13 0' }));
    }
    for (const [digit, color] of cell.tints)
      parts.push(tintShape(color, ...this.placeIn(cell, at, digit)));
    if (cell.start) parts.push(...nodeRing(...this.placeIn(cell, at, cell.start)));
    const tinted = new Set(cell.tints.map(([digit]) => digit));
    const tint = (digit: number) => (tinted.has(digit) ? ' is-tinted' : '');
    for (const digit of cell.candidates ? [] : cell.corner) {
      const [x, y] = this.cornerAt(cell, at, digit);
      const name = mark(`corner${on}${tint(digit)}`, digit, filter);
      parts.push(text(layout.symbol(digit), x, y, this.cornerSize(cell), name));
    }
    if (cell.center.length > 0 && !cell.isSpread && !cell.candidates) {
      const { rows, size } = centerLines(layout, cell.center);
      const hot = cell.center.find((digit) => (bit(digit) & filter) !== 0) ?? 0;
      const symbols = (row: readonly number[]) => row.map((digit) => layout.symbol(digit));
      rows.forEach((row, n) => {
        const y = centerY(n, rows.length, size);
        const line = symbols(row).join(layout.isWide ? ' ' : '');
        parts.push(text(line, 50, y, size, mark(`center${on}`, hot, filter)));
      });
    }
    if (!cell.candidates) {
      // Something is drawn at these candidates.
      for (const digit of new Set([...cell.nodes, ...(cell.isSpread ? cell.center : [])])) {
        const isMark = cell.center.includes(digit);
        if (cell.corner.includes(digit) || (isMark && !cell.isSpread)) continue;
        const [x, y] = layout.candidateAt(digit).map((part) => part * UNIT);
        const size = this.candidateSize;
        const name = mark(`${isMark ? 'center' : 'candidate'}${on}${tint(digit)}`, digit, filter);
        parts.push(text(layout.symbol(digit), x, y, size, name));
      }
    }
    if (cell.candidates) {
      parts.push(...this.candidatesOf(cell, (digit) => `${on}${tint(digit)}`, filter));
    } else if (cell.digit === 0) {
      // Placements are also visible if candidates are hidden.
      for (const [digit, roles] of cell.candidateRoles) {
        for (const role of roles) parts.push(...signOf(role, 50, 50, 38));
        const name = `digit has-role ${roleClass(roles[roles.length - 1])}`;
        parts.push(text(layout.symbol(digit), 50, 50, 52, name));
        if (roles.includes('eliminated')) parts.push(strike(50, 50, 30));
      }
    }
    return parts;
  }

  /** Draws the candidates of a cell, with the marks of the player at their places. */
  private candidatesOf(
    cell: CellPicture,
    classOf: (digit: number) => string,
    filter: number,
  ): SVGElement[] {
    const { layout } = this;
    const parts: SVGElement[] = [];
    const step = UNIT * layout.candidateStep;
    const size = this.candidateSize;
    const { candidates, corner, center, candidateRoles, nodes } = cell;
    const own = [...corner, ...center];
    const shown = new Set([...(candidates ?? []), ...candidateRoles.keys(), ...nodes, ...own]);
    for (const digit of shown) {
      const [x, y] = layout.candidateAt(digit).map((part) => part * UNIT);
      const roles = candidateRoles.get(digit) ?? [];
      for (const role of roles) parts.push(...signOf(role, x, y, step * 0.46));
      const role = roles.length ? ` has-role ${roleClass(roles[roles.length - 1])}` : '';
      const kind = own.includes(digit) ? 'own' : 'candidate';
      const name = `${mark(`${kind}${classOf(digit)}`, digit, filter)}${role}`;
      parts.push(text(layout.symbol(digit), x, y, size, name));
      const bar = (name: string, at: number) =>
        s('path', { class: `own-bar ${name}`, d: `M${x - step * 0.24} ${at}h${step * 0.48}` });
      if (corner.includes(digit)) parts.push(bar('is-corner', y + size * 0.52));
      if (center.includes(digit)) parts.push(bar('is-center', y - size * 0.52));
      if (roles.includes('eliminated')) parts.push(strike(x, y, step * 0.37));
    }
    return parts;
  }

  /** Returns the position of a corner mark. The sum of a cage takes the first corner. */
  private cornerAt({ corner }: CellPicture, cell: number, digit: number): Point {
    const corners = this.layout.sums.has(cell) ? CORNERS.slice(1) : CORNERS;
    const at = corner.indexOf(digit);
    const [x, y] =
      corner.length <= corners.length ? corners[at] : cornerPosition(at, corner.length);
    return [x * UNIT, y * UNIT];
  }

  private cornerSize({ corner }: CellPicture): number {
    return this.layout.isWide || corner.length > 8 ? 17 : 26;
  }

  /** Returns the place and the radius of a candidate in its cell: a mark, or its usual place. */
  private placeIn(cell: CellPicture, at: number, digit: number): [x: number, y: number, r: number] {
    const { layout } = this;
    if (!cell.candidates && cell.corner.includes(digit))
      return [...this.cornerAt(cell, at, digit), this.cornerSize(cell) * 0.54];
    if (!cell.candidates && !cell.isSpread && cell.center.includes(digit)) {
      const { rows, size } = centerLines(layout, cell.center);
      const row = rows.findIndex((one) => one.includes(digit));
      const width = layout.isWide ? 3 * DIGIT_WIDTH : DIGIT_WIDTH;
      const x = 50 + (rows[row].indexOf(digit) - (rows[row].length - 1) / 2) * size * width;
      return [x, centerY(row, rows.length, size), size * 0.46];
    }
    const [x, y] = layout.candidateAt(digit);
    return [x * UNIT, y * UNIT, layout.candidateStep * UNIT * 0.46];
  }

  // --- pointers ---

  /** Returns the place of an event in the grid, or null outside of it. */
  private pointAt(event: PointerEvent, isInside: boolean): GridPoint | null {
    const box = this.grid.getBoundingClientRect();
    const { size } = this.layout;
    const within = (n: number) => Math.min(size - 0.001, Math.max(0, n));
    const [px, py] = [
      ((event.clientX - box.left) / box.width) * size,
      ((event.clientY - box.top) / box.height) * size,
    ];
    const [x, y] = [within(px), within(py)];
    if (isInside && (x !== px || y !== py)) return null;
    const cell = Math.floor(y) * size + Math.floor(x);
    return { x, y, cell, digit: this.nodeAt(cell, (x % 1) * UNIT, (y % 1) * UNIT) };
  }

  /** Returns the nearest candidate at a point of a cell, or 0. */
  private nodeAt(at: number, x: number, y: number): number {
    const cell = this.shown[at];
    if (!cell || cell.digit !== 0) return 0;
    const marks = [
      ...new Set([...(cell.candidates ?? []), ...cell.corner, ...cell.center, ...cell.nodes]),
    ];
    const all = Array.from({ length: this.layout.size }, (_, n) => n + 1);
    let [best, least] = [0, Infinity];
    for (const digit of marks.length > 0 ? marks : all) {
      const [dx, dy, r] = this.placeIn(cell, at, digit);
      const distance = Math.hypot(dx - x, dy - y);
      if (distance < least && distance < Math.max(r * 1.5, 16)) [best, least] = [digit, distance];
    }
    return best;
  }

  private cellAt(event: { clientX: number; clientY: number }): number | null {
    const box = this.grid.getBoundingClientRect();
    const { size } = this.layout;
    const column = Math.floor(((event.clientX - box.left) / box.width) * size);
    const row = Math.floor(((event.clientY - box.top) / box.height) * size);
    return column < 0 || row < 0 || column >= size || row >= size ? null : row * size + column;
  }

  /** Returns the digit whose candidate is at a point of a cell, or 0. */
  private candidateAt(event: { clientX: number; clientY: number }): number {
    const { layout } = this;
    const box = this.grid.getBoundingClientRect();
    const inCell = (part: number, from: number, length: number) =>
      (((part - from) / length) * layout.size) % 1;
    const x = inCell(event.clientX, box.left, box.width);
    const y = inCell(event.clientY, box.top, box.height);
    for (let digit = 1; digit <= layout.size; digit++) {
      const [dx, dy] = layout.candidateAt(digit);
      if (Math.hypot(dx - x, dy - y) < layout.candidateStep / 2) return digit;
    }
    return 0;
  }

  /** Notes the width of the grid in CSS pixels. Returns `true` if it matters for candidates. */
  measure(width: number): boolean {
    const isTiny = width > 0 && (width / this.layout.size / UNIT) * this.candidateSize < TINY;
    const isOther = isTiny !== this.isTiny;
    this.isTiny = isTiny;
    this.element.classList.toggle('is-tiny', isTiny);
    return isOther;
  }

  /** Height of a candidate. */
  private get candidateSize(): number {
    return UNIT * this.layout.candidateStep * (this.layout.isWide ? 0.62 : 0.78);
  }

  /** Adds the numbers of rows and columns outside the grid, unless clues stand there. */
  addNumbers(): void {
    for (const old of this.element.querySelectorAll('.numbers')) old.remove();
    if (this.wholeInset) return;
    const numbers = (name: string) =>
      h(
        'div',
        { class: `numbers ${name}`, 'aria-hidden': 'true' },
        ...Array.from({ length: this.layout.size }, (_, n) => h('span', {}, n + 1)),
      );
    this.element.classList.add('is-numbered');
    this.element.append(numbers('of-rows'), numbers('of-columns'));
  }

  /**
   * Shows a part of the grid, `span` cells wide, with the cell of the cursor in it. 0 shows the
   * whole grid.
   */
  zoom(span: number): void {
    const before = this.span;
    this.span = span >= this.layout.size ? 0 : span;
    if (this.span !== before) this.followed = -1;
    this.element.classList.toggle('is-zoomed', this.span > 0);
    const drawing = this.element.querySelector('.drawing')!;
    this.wholeView ??= drawing.getAttribute('viewBox');
    if (this.span === 0) {
      drawing.setAttribute('viewBox', this.wholeView!);
      this.grid.style.inset = this.wholeInset;
      return;
    }
    this.pan();
  }

  /** The visible part of a large grid, or null if all of it is visible. */
  get part(): { row: number; column: number; span: number } | null {
    const [row, column] = this.corner;
    return this.span > 0 ? { row, column, span: this.span } : null;
  }

  /** Shows the part around a cell, until the cursor moves or its cell changes. */
  showAround(row: number, column: number): void {
    const last = this.layout.size - this.span;
    const first = (at: number) => Math.max(0, Math.min(at - (this.span >> 1), last));
    this.corner = [first(row), first(column)];
    this.showPart();
  }

  /** Moves the visible part so that the cursor has a margin around it. */
  private pan(): void {
    const { layout, span, cursor } = this;
    if (span === 0 || cursor === this.followed) return;
    this.followed = cursor;
    const follow = (at: number, from: number) => {
      const margin = Math.min(2, Math.floor((span - 1) / 2));
      const first = Math.min(from, at - margin);
      const moved = Math.max(first, at + margin + 1 - span);
      return Math.max(0, Math.min(moved, layout.size - span));
    };
    const [row, column] = this.corner;
    this.corner = [follow(layout.row(cursor), row), follow(layout.column(cursor), column)];
    this.showPart();
  }

  private showPart(): void {
    const { layout, span } = this;
    const [top, left] = this.corner;
    this.element
      .querySelector('.drawing')!
      .setAttribute('viewBox', [left, top, span, span].map((n) => n * UNIT).join(' '));
    const share = (cells: number) => `${(-100 * cells) / span}%`;
    const { size } = layout;
    this.grid.style.inset = [top, size - span - left, size - span - top, left].map(share).join(' ');
  }

  private listen(events: BoardEvents): void {
    const place: PressPlace = {
      grid: this.grid,
      cellAt: (event) => this.cellAt(event),
      candidateAt: (event) => this.candidateAt(event),
      pointAt: (event, isInside) => this.pointAt(event, isInside),
      focus: () => this.focus(),
    };
    new Presses(place, events);
    // A long press of touch selects equal cells. The menu of the browser would cover them.
    this.grid.addEventListener('contextmenu', (event) => {
      if ((event as PointerEvent).pointerType !== 'mouse') event.preventDefault();
    });
    // Screen readers click without a pointer.
    this.grid.addEventListener('click', (event) => {
      const cell = this.cells.indexOf(event.target as HTMLElement);
      if (cell >= 0 && event.detail === 0) events.press(cell, false, false);
    });
    this.grid.addEventListener('focusin', (event) => {
      const cell = this.cells.indexOf(event.target as HTMLElement);
      if (cell >= 0 && !this.isFocusing) events.focus(cell);
    });
  }
}

const mark = (name: string, digit: number, filter: number): string =>
  `mark ${name}${digit !== 0 && has(filter, digit) ? ' is-filter' : ''}`;

/** Returns center marks by row, and their size. More than five need two rows to be readable. */
function centerLines(
  layout: Layout,
  digits: readonly number[],
): { rows: number[][]; size: number } {
  const line = (row: readonly number[]) =>
    row.map((digit) => layout.symbol(digit)).join(layout.isWide ? ' ' : '');
  const count = line(digits).length > 5 && digits.length > 3 ? 2 : 1;
  const half = Math.ceil(digits.length / count);
  const rows = Array.from({ length: count }, (_, row) =>
    digits.slice(row * half, (row + 1) * half),
  );
  const longest = Math.max(...rows.map((row) => line(row).length));
  return { rows, size: Math.min(29, 88 / (DIGIT_WIDTH * longest)) };
}

/** Returns the middle of a row of center marks. */
const centerY = (row: number, rows: number, size: number): number =>
  50 + (row - (rows - 1) / 2) * size * 1.05;

/** Creates the line of a link over its halo, and its arrowhead. */
const linkElements = ({ path, head }: LinkPath, kind: string): SVGElement[] => [
  s('path', { class: 'link-halo', d: path }),
  s('path', { class: `link ${kind}`, d: path }),
  ...(head ? [s('path', { class: `arrow ${kind}`, d: head })] : []),
];

/** Creates the sign of a role, over a halo that keeps links away from it. */
function signOf(role: Role, x: number, y: number, r: number): SVGElement[] {
  const halo = shape(role, x, y, r);
  halo.setAttribute('class', 'sign-halo');
  return [halo, shape(role, x, y, r)];
}

/** Creates the ring around the candidate where a link starts. */
const nodeRing = (cx: number, cy: number, r: number): SVGElement[] =>
  ['node-halo', 'node-ring'].map((name) => s('circle', { class: name, cx, cy, r: r * 1.15 }));

/** Returns the position of a corner mark if there are more than eight. */
function cornerPosition(at: number, count: number): [number, number] {
  const rows = Math.ceil(count / 5);
  return [0.14 + (at % 5) * 0.18, 0.17 + (Math.floor(at / 5) * 0.66) / Math.max(1, rows - 1)];
}

/** Creates the pattern of cells where a digit cannot go. */
function hatching(id: string): SVGElement {
  return s(
    'pattern',
    {
      id,
      width: 14,
      height: 14,
      patternUnits: 'userSpaceOnUse',
      patternTransform: 'rotate(45)',
    },
    s('path', { class: 'hatch-line', d: 'M0 0V14' }),
  );
}

/** Creates the stroke through an eliminated candidate. */
const strike = (x: number, y: number, r: number): SVGElement =>
  s('path', { class: 'strike', d: `M${x - r} ${y + r}L${x + r} ${y - r}` });

const keyOf = (cell: CellPicture, { filter, isFiltered }: Picture): string =>
  JSON.stringify([{ ...cell, candidateRoles: [...cell.candidateRoles] }, filter, isFiltered]);
