// The grid: an SVG drawing, and above it the cells for screen readers and the keyboard. These have
// the role grid, and one of them is in the tab order.
//
// A cell is 100 units wide. The layers from the back: fills, diagonals, lines of rules, lines of the
// grid, cages and other signs of rules, houses of a hint, selection, links, digits and candidates.
// Only changed cells are redrawn.

import { t } from '../i18n.ts';
import type { Layout } from '../model/layout.ts';
import type { CellPicture, Picture, Role } from '../model/picture.ts';
import type { drawRules } from './decorations.ts';
import { h, s } from './dom.ts';
import { describe } from './describe.ts';
import { linkPath, outline, segments, shape, text } from './shapes.ts';

export interface BoardEvents {
  /** A cell was pressed. `add` keeps the selection. `toggle` deselects a selected cell. */
  press(cell: number, add: boolean, toggle: boolean): void;
  /** The pointer was dragged over a cell. `remove` means that the press deselected a cell. */
  drag(cell: number, remove: boolean): void;
  /** A cell was double-clicked. */
  double(cell: number, add: boolean): void;
  focus(cell: number): void;
}

const UNIT = 100;
/** Maximum time between the presses of a double click, in milliseconds. */
const DOUBLE_CLICK_TIMEOUT = 400;

/** The positions of corner marks in a cell of width 1, in the order of use. */
const CORNERS = [
  [0.17, 0.18],
  [0.83, 0.18],
  [0.17, 0.82],
  [0.83, 0.82],
  [0.5, 0.18],
  [0.5, 0.82],
  [0.17, 0.5],
  [0.83, 0.5],
] as const;

export class Board {
  readonly element: HTMLElement;
  private readonly layout: Layout;
  private readonly cells: HTMLElement[] = [];
  private readonly fills: SVGElement[] = [];
  private readonly tops: SVGElement[] = [];
  private readonly keys: string[] = [];
  private readonly marks = s('g', { class: 'marks' });
  private readonly links = s('g', { class: 'links' });
  private readonly selection = s('path', { class: 'selection' });
  private readonly borders = s('path', { class: 'thick' });
  /** The pictures of rules: backgrounds, below and above the lines of the grid. */
  private readonly shaded = s('g');
  private readonly under = s('g');
  private readonly over = s('g');
  private readonly grid: HTMLElement;
  private marksKey = '';
  private cursor = 0;

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
    const drawing = s(
      'svg',
      {
        viewBox: `-4 -4 ${end + 8} ${end + 8}`,
        class: 'drawing',
        'aria-hidden': 'true',
        focusable: 'false',
      },
      s('defs', {}, arrow('strong'), arrow('weak')),
      s('rect', { class: 'paper', width: end, height: end }),
      this.shades(),
      this.shaded,
      fills,
      this.diagonals(),
      this.under,
      this.lines(),
      this.over,
      this.marks,
      this.selection,
      this.links,
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

  /** Focuses the cell with the cursor. */
  focus(): void {
    this.cells[this.cursor].focus({ preventScroll: true });
  }

  get hasFocus(): boolean {
    return this.grid.contains(document.activeElement);
  }

  render(picture: Picture): void {
    const { layout } = this;
    picture.cells.forEach((cell, at) => {
      const key = keyOf(cell, picture.filter);
      if (key !== this.keys[at]) {
        this.keys[at] = key;
        this.fills[at].replaceChildren(...this.fillOf(cell, picture.filter));
        this.tops[at].replaceChildren(...this.topOf(at, cell, picture.filter));
        const element = this.cells[at];
        element.setAttribute('aria-selected', String(cell.selected));
        element.setAttribute('aria-label', describe(layout, at, cell));
        if (cell.conflict || cell.wrong) element.setAttribute('aria-invalid', 'true');
        else element.removeAttribute('aria-invalid');
        element.tabIndex = cell.cursor ? 0 : -1;
      }
      if (cell.cursor) this.cursor = at;
    });
    const selected = picture.cells.map((cell) => cell.selected);
    this.selection.setAttribute(
      'd',
      outline(layout.size, (cell) => selected[cell], 4),
    );
    const marksKey = JSON.stringify([picture.houses, picture.links]);
    if (marksKey !== this.marksKey) {
      this.marksKey = marksKey;
      this.marks.replaceChildren(
        ...picture.houses.map(({ cells, role }) => {
          const inside = new Set(cells);
          return s('path', {
            class: `house ${roleClass(role)}`,
            d: outline(layout.size, (cell) => inside.has(cell), 0),
          });
        }),
      );
      this.links.replaceChildren(
        ...picture.links.map((link) => {
          const kind = link.strong ? 'strong' : 'weak';
          const { path, length } = linkPath(layout, link.from, link.to);
          // There is no room for an arrowhead between neighbors.
          return s('path', {
            class: `link ${kind}`,
            d: path,
            ...(length > UNIT / 2 ? { 'marker-end': `url(#arrow-${kind})` } : {}),
          });
        }),
      );
    }
  }

  /** Draws the borders of regions, which may differ from those of the layout. */
  drawRegions(regions: readonly number[]): void {
    this.borders.setAttribute('d', segments(this.layout.size, regions));
  }

  /** Adds the pictures of rules, with room for clues beside the grid. */
  addRules({ shades, under, over, margins }: ReturnType<typeof drawRules>): void {
    this.shaded.append(...shades);
    this.under.append(...under);
    this.over.append(...over);
    this.element.classList.add('has-rules');
    const { left, top, right, bottom } = margins;
    const end = this.layout.size * UNIT + 8;
    const side = end + Math.max(left + right, top + bottom);
    if (side === end) return;
    const x = left + (side - end - left - right) / 2;
    const y = top + (side - end - top - bottom) / 2;
    this.element
      .querySelector('.drawing')!
      .setAttribute('viewBox', `${-4 - x} ${-4 - y} ${side} ${side}`);
    const share = (part: number) => `${(100 * part) / side}%`;
    this.grid.style.inset = [y, side - end - x, side - end - y, x].map(share).join(' ');
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
    return s(
      'g',
      { class: 'lines' },
      s('path', { class: 'thin', d: thin }),
      this.borders,
      s('rect', { class: 'thick', width: end, height: end, rx: 2 }),
    );
  }

  // --- the content of a cell ---

  private fillOf(cell: CellPicture, filter: number): SVGElement[] {
    const parts: SVGElement[] = [];
    const rect = (name: string) => s('rect', { class: name, width: UNIT, height: UNIT });
    if (cell.peer) parts.push(rect('peer'));
    if (cell.same) parts.push(rect('same'));
    if (filter !== 0) parts.push(rect(cell.fits ? 'fits' : 'unfit'));
    const width = UNIT / Math.max(1, cell.colors.length);
    cell.colors.forEach((color, at) => {
      parts.push(s('rect', { class: `color color-${color}`, x: at * width, width, height: UNIT }));
      parts.push(
        text(String(color), (at + 0.5) * width, 88, Math.min(18, width * 0.9), 'color-label'),
      );
    });
    if (cell.selected) parts.push(rect('selected'));
    if (cell.highlighted) parts.push(rect('highlighted'));
    if (cell.conflict || cell.wrong) parts.push(rect('bad'));
    for (const role of cell.roles)
      parts.push(
        s('rect', { class: `whole ${roleClass(role)}`, x: 7, y: 7, width: 86, height: 86, rx: 8 }),
      );
    return parts;
  }

  private topOf(at: number, cell: CellPicture, filter: number): SVGElement[] {
    const parts: SVGElement[] = [];
    const { layout } = this;
    if (cell.digit !== 0) {
      const symbol = layout.symbol(cell.digit);
      const bad = cell.conflict || cell.wrong ? ' is-bad' : '';
      parts.push(text(symbol, 50, 50, symbol.length > 1 ? 50 : 66, `digit ${cell.kind}${bad}`));
      if (bad) parts.push(s('path', { class: 'underline', d: 'M26 88H74' }));
    }
    // The sum of a cage takes the first corner.
    const corners = layout.sums.has(at) ? CORNERS.slice(1) : CORNERS;
    cell.corner.forEach((digit, at) => {
      const [x, y] =
        cell.corner.length <= corners.length ? corners[at] : cornerPosition(at, cell.corner.length);
      parts.push(
        text(
          layout.symbol(digit),
          x * UNIT,
          y * UNIT,
          layout.isWide || cell.corner.length > 8 ? 17 : 24,
          mark('corner', digit, filter),
        ),
      );
    });
    if (cell.center.length > 0) {
      const symbols = cell.center.map((digit) => layout.symbol(digit));
      const line = symbols.join(layout.isWide ? ' ' : '');
      // More than five marks need two lines to be readable.
      const rows = line.length > 5 && symbols.length > 3 ? 2 : 1;
      const half = Math.ceil(symbols.length / rows);
      const parted = Array.from({ length: rows }, (_, row) =>
        symbols.slice(row * half, (row + 1) * half).join(layout.isWide ? ' ' : ''),
      );
      const size = Math.min(28, 88 / (0.58 * Math.max(...parted.map((part) => part.length))));
      parted.forEach((part, row) => {
        const y = 50 + (row - (rows - 1) / 2) * size * 1.05;
        parts.push(
          text(
            part,
            50,
            y,
            size,
            mark('center', filter !== 0 && cell.center.includes(filter) ? filter : 0, filter),
          ),
        );
      });
    }
    if (cell.candidates) {
      const step = UNIT * layout.candidateStep;
      const shown = new Set([...cell.candidates, ...cell.candidateRoles.keys()]);
      for (const digit of shown) {
        const [x, y] = layout.candidateAt(digit).map((part) => part * UNIT);
        const roles = cell.candidateRoles.get(digit) ?? [];
        for (const role of roles) parts.push(shape(role, x, y, step * 0.46));
        const size = step * (layout.isWide ? 0.58 : 0.78);
        parts.push(
          text(
            layout.symbol(digit),
            x,
            y,
            size,
            `${mark('candidate', digit, filter)}${roles.length ? ` has-role ${roleClass(roles[roles.length - 1])}` : ''}`,
          ),
        );
        if (roles.includes('eliminated'))
          parts.push(
            s('path', {
              class: 'strike',
              d: `M${x - step * 0.4} ${y + step * 0.4}L${x + step * 0.4} ${y - step * 0.4}`,
            }),
          );
      }
    } else if (cell.digit === 0) {
      // Placements are also visible if candidates are hidden.
      for (const [digit, roles] of cell.candidateRoles) {
        for (const role of roles) parts.push(shape(role, 50, 50, 36));
        parts.push(text(layout.symbol(digit), 50, 50, 50, 'digit shown'));
      }
    }
    return parts;
  }

  // --- pointers ---

  private cellAt(event: { clientX: number; clientY: number }): number | null {
    const box = this.grid.getBoundingClientRect();
    const { size } = this.layout;
    const column = Math.floor(((event.clientX - box.left) / box.width) * size);
    const row = Math.floor(((event.clientY - box.top) / box.height) * size);
    return column < 0 || row < 0 || column >= size || row >= size ? null : row * size + column;
  }

  private listen(events: BoardEvents): void {
    let dragging = false;
    let pressing = false;
    let removes = false;
    let adds = false;
    let second = false;
    let last = -1;
    let lastPress = { cell: -1, at: -Infinity };
    this.grid.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      const cell = this.cellAt(event);
      if (cell === null) return;
      event.preventDefault();
      const add = event.ctrlKey || event.metaKey || event.shiftKey;
      // A second press counts when it ends, because it may start a drag.
      second = lastPress.cell === cell && event.timeStamp - lastPress.at < DOUBLE_CLICK_TIMEOUT;
      lastPress = { cell, at: event.timeStamp };
      adds = add;
      const was = this.cells[cell].getAttribute('aria-selected') === 'true';
      events.press(cell, add, add);
      // The cursor moves with the next frame, so this focus event is for the previous cell.
      pressing = true;
      this.focus();
      pressing = false;
      dragging = true;
      removes = add && was;
      last = cell;
      this.grid.setPointerCapture(event.pointerId);
    });
    this.grid.addEventListener('pointermove', (event) => {
      if (!dragging) return;
      const cell = this.cellAt(event);
      if (cell === null || cell === last) return;
      last = cell;
      lastPress.at = -Infinity;
      second = false;
      events.drag(cell, removes);
    });
    this.grid.addEventListener('pointerup', () => {
      if (dragging && second) events.double(last, adds);
      if (second) lastPress.at = -Infinity;
      dragging = second = false;
    });
    this.grid.addEventListener('pointercancel', () => (dragging = second = false));
    // Screen readers click without a pointer.
    this.grid.addEventListener('click', (event) => {
      const cell = this.cells.indexOf(event.target as HTMLElement);
      if (cell >= 0 && event.detail === 0) events.press(cell, false, false);
    });
    this.grid.addEventListener('focusin', (event) => {
      const cell = this.cells.indexOf(event.target as HTMLElement);
      if (cell >= 0 && !pressing) events.focus(cell);
    });
  }
}

/** Returns the class of a role: `role-fin`, `role-group-3`. There are six groups, used in turn. */
export function roleClass(role: Role): string {
  const [name, number] = role.split(' ');
  return number === undefined ? `role-${name}` : `role-${name}-${((Number(number) - 1) % 6) + 1}`;
}

/** Returns the name of a role. */
export function roleName(role: Role): string {
  const [name, number] = role.split(' ');
  if (name === 'group')
    return t('role.group', { letter: String.fromCharCode(64 + Number(number)) });
  const key = `role.${name}` as Parameters<typeof t>[0];
  return t(key);
}

const mark = (name: string, digit: number, filter: number): string =>
  `mark ${name}${filter !== 0 && digit === filter ? ' is-filter' : ''}`;

/** Returns the position of a corner mark if there are more than eight. */
function cornerPosition(at: number, count: number): [number, number] {
  const rows = Math.ceil(count / 5);
  return [0.14 + (at % 5) * 0.18, 0.17 + (Math.floor(at / 5) * 0.66) / Math.max(1, rows - 1)];
}

function arrow(kind: string): SVGElement {
  return s(
    'marker',
    {
      id: `arrow-${kind}`,
      viewBox: '0 0 10 10',
      refX: 8,
      refY: 5,
      markerWidth: 14,
      markerHeight: 14,
      markerUnits: 'userSpaceOnUse',
      orient: 'auto-start-reverse',
    },
    s('path', { d: 'M0 0L10 5L0 10z', class: `arrow ${kind}` }),
  );
}

const keyOf = (cell: CellPicture, filter: number): string =>
  JSON.stringify([{ ...cell, candidateRoles: [...cell.candidateRoles] }, filter]);
