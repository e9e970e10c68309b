// What was read from a photograph, beside the picture: the player compares and corrects it.
//
//   picture   the grid without its perspective, with the same cells as the board
//   board     the digits; doubtful cells have a frame
//   cell      the selected cell, large, with the digits that it may hold
//   keys      digits and erase

import type { App } from '../app.ts';
import type { PhotoReading } from '../engine/photo.ts';
import { EngineError } from '../engine/engine.ts';
import { CONTRADICTORY, errorText } from '../engine/problems.ts';
import { command } from '../model/keys.ts';
import { Game } from '../model/game.ts';
import type { Layout } from '../model/layout.ts';
import { picture } from '../model/picture.ts';
import { PhotoPuzzle } from '../model/photo.ts';
import type { SolutionCount } from '../model/photo.ts';
import { Selection } from '../model/selection.ts';
import { DEFAULTS } from '../model/settings.ts';
import { Board } from './board.ts';
import { button, fill, h, icon, keyOf, s } from './dom.ts';
import { language } from '../i18n.ts';
import { t } from './dialog-texts.ts';
import type { DialogTextKey } from './dialog-texts.ts';
import { canvasOf } from './photo-pixels.ts';

/** Width of the picture of the selected cell, in pixels of the drawing. */
const CELL_SIDE = 192;
/** Width of the surroundings of the selected cell, in cells. */
const AROUND = 0.12;

/** The known number of solutions, or the reason why it is unknown. */
type Verdict = SolutionCount | 'checking' | 'contradictory';

const VERDICTS: Record<Verdict, DialogTextKey> = {
  unique: 'analyze.is.unique',
  multiple: 'analyze.is.multiple',
  none: 'analyze.is.none',
  checking: 'photo.is.checking',
  contradictory: 'photo.is.contradictory',
};

export interface ResultEvents {
  play(text: string): void;
  edit(text: string): void;
  again(): void;
  cancel(): void;
}

export class PhotoResult {
  readonly element: HTMLElement;
  private readonly app: App;
  private readonly puzzle: PhotoPuzzle;
  private readonly layout: Layout;
  private readonly selection: Selection;
  private readonly board: Board;
  private readonly rectified: HTMLCanvasElement;
  private readonly margin: number;
  private readonly signs = s('g');
  private readonly cellPicture = h('canvas', { width: CELL_SIDE, height: CELL_SIDE });
  private readonly cellText = h('div', { class: 'photo-cell-text' });
  private readonly choices = h('div', { class: 'photo-choices', role: 'group' });
  private readonly nextButton: HTMLButtonElement;
  private readonly verdict = h('p', { class: 'photo-verdict', role: 'status' });
  private readonly said = h('p', { class: 'heard', 'aria-live': 'polite' });
  private checks = 0;

  /** `layout` is that of the puzzle that was read. */
  constructor(app: App, reading: PhotoReading, layout: Layout, events: ResultEvents) {
    this.app = app;
    this.layout = layout;
    this.selection = new Selection(layout);
    this.puzzle = new PhotoPuzzle(reading.answer);
    this.margin = reading.answer.rectified.margin;
    this.rectified = canvasOf(reading.rectified);
    this.board = new Board(
      this.layout,
      {
        press: (cell) => this.select(cell),
        drag: () => {},
        double: () => {},
        focus: (cell) => this.select(cell),
      },
      t('photo.board'),
    );
    this.board.element.addEventListener('keydown', (event) => this.press(event));
    this.nextButton = button({
      text: t('photo.next'),
      icon: 'next',
      class: 'photo-next',
      title: t('photo.next.long'),
      'aria-label': t('photo.next.long'),
      click: () => this.selectNext(),
    });
    this.selection.only(this.puzzle.next(-1) ?? 0);
    this.cellPicture.setAttribute('aria-hidden', 'true');
    this.choices.setAttribute('aria-label', t('photo.choices'));
    this.element = h('div', { class: 'photo-result' }, this.parts(), this.foot(events), this.said);
    this.render();
    this.showVerdict(reading.answer.solutions);
  }

  /** Focuses the first cell, and says what was read. */
  start(): void {
    this.board.focus();
    const digits = this.puzzle.digits.filter((digit) => digit !== 0).length;
    const open = this.puzzle.open.length;
    this.said.textContent = `${t('photo.read', { digits })} ${this.openText(open)}`;
  }

  private openText(open: number): string {
    return open > 0 ? t('photo.doubtful', { open }) : t('photo.clear');
  }

  // --- the parts ---

  private parts(): HTMLElement {
    return h(
      'div',
      { class: 'photo-parts' },
      this.pictureElement(),
      h('div', { class: 'photo-board' }, this.board.element),
      h(
        'div',
        { class: 'photo-cell' },
        this.cellPicture,
        this.cellText,
        this.nextButton,
        this.choices,
      ),
      this.keys(),
    );
  }

  /** Creates the verdict and the buttons. */
  private foot({ cancel, again, edit, play }: ResultEvents): HTMLElement {
    const text = () => this.puzzle.text;
    return h(
      'div',
      { class: 'photo-foot' },
      this.verdict,
      h(
        'div',
        { class: 'actions end' },
        button({ text: t('open.cancel'), class: 'photo-cancel', click: () => cancel() }),
        button({ text: t('photo.again'), 'data-photo': 'again', click: () => again() }),
        button({ text: t('photo.edit'), 'data-photo': 'edit', click: () => edit(text()) }),
        button({
          text: t('photo.play'),
          class: 'main',
          'data-photo': 'play',
          click: () => play(text()),
        }),
      ),
    );
  }

  /** Creates the picture of the grid. A press selects the cell at its place. */
  private pictureElement(): HTMLElement {
    const { margin } = this;
    const { size } = this.layout;
    const side = size + 2 * margin;
    this.rectified.setAttribute('role', 'img');
    this.rectified.setAttribute('aria-label', t('photo.picture'));
    const overlay = s(
      'svg',
      { viewBox: `${-margin * 100} ${-margin * 100} ${side * 100} ${side * 100}` },
      this.signs,
    );
    overlay.setAttribute('aria-hidden', 'true');
    const element = h('div', { class: 'photo-picture' }, this.rectified, overlay);
    element.addEventListener('pointerdown', (event) => {
      const box = element.getBoundingClientRect();
      const at = (from: number, width: number) => Math.floor((from / width) * side - margin);
      const column = at(event.clientX - box.left, box.width);
      const row = at(event.clientY - box.top, box.height);
      if (Math.min(row, column) < 0 || Math.max(row, column) >= size) return;
      event.preventDefault();
      this.select(row * size + column);
      this.board.focus();
    });
    return element;
  }

  private keys(): HTMLElement {
    const key = (digit: number) =>
      h(
        'button',
        {
          type: 'button',
          class: 'photo-key',
          'data-key': digit,
          'aria-label': digit === 0 ? t('pad.erase') : undefined,
          onclick: () => this.enter(digit),
        },
        digit === 0 ? icon('erase') : String(digit),
      );
    return h(
      'div',
      {
        class: 'photo-keys',
        role: 'group',
        'aria-label': t('pad.digits'),
        'data-keys': this.layout.size,
      },
      ...Array.from({ length: this.layout.size }, (_, at) => key(at + 1)),
      key(0),
    );
  }

  // --- what the player does ---

  private press(event: KeyboardEvent): void {
    const pressed = command(keyOf(event), this.layout);
    if (pressed?.type === 'enter' && pressed.mode === null) this.enter(pressed.digit);
    else if (pressed?.type === 'clear' || pressed?.type === 'zero') this.enter(0);
    else if (pressed?.type === 'select-equal') this.selectNext();
    else if (pressed?.type === 'move') {
      this.selection.move(pressed.direction, false);
      this.select(this.selection.cursor);
      this.board.focus();
    } else if (pressed?.type === 'jump') {
      this.selection.jump(pressed.to, pressed.whole);
      this.select(this.selection.cursor);
      this.board.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  private select(cell: number): void {
    this.selection.only(cell);
    this.render();
    const choices = this.puzzle.choices(cell);
    this.said.textContent = choices.length > 0 ? this.describe(cell) : '';
  }

  /** Selects the next doubtful cell, and goes there. */
  private selectNext(): void {
    const next = this.puzzle.next(this.selection.cursor);
    if (next === null) return;
    this.select(next);
    this.board.focus();
  }

  /** Sets the digit of the selected cell. */
  private enter(digit: number): void {
    const { puzzle } = this;
    const before = puzzle.text;
    puzzle.set(this.selection.cursor, digit);
    this.render();
    const where = this.name(this.selection.cursor);
    const what = digit === 0 ? t('photo.empty') : String(digit);
    this.said.textContent = `${where}: ${what}. ${this.openText(puzzle.open.length)}`;
    if (puzzle.text !== before) void this.check();
  }

  /** Sets the digit of a doubtful cell, and goes on to the next one. */
  private choose(digit: number): void {
    this.enter(digit);
    const next = this.puzzle.next(this.selection.cursor);
    if (next !== null) {
      this.selection.only(next);
      this.render();
    }
    // The button that was pressed is gone.
    const first = this.choices.querySelector('button');
    if (next !== null && first) first.focus();
    else this.board.focus();
  }

  /** Counts the solutions with the engine. Only the last answer counts. */
  private async check(): Promise<void> {
    const own = ++this.checks;
    const slow = setTimeout(() => own === this.checks && this.showVerdict('checking'), 300);
    try {
      const { status } = await this.app.api.solve({ puzzle: this.puzzle.text });
      if (own !== this.checks) return;
      if (status === 'unique' || status === 'multiple' || status === 'none')
        this.showVerdict(status);
      else this.showError(t('analyze.is.stopped'));
    } catch (error) {
      if (own !== this.checks) return;
      if (error instanceof EngineError && error.type === CONTRADICTORY)
        this.showVerdict('contradictory');
      else this.showError(errorText(error));
    } finally {
      clearTimeout(slow);
    }
  }

  // --- rendering ---

  private showVerdict(verdict: Verdict): void {
    const isGood = verdict === 'unique';
    this.verdict.dataset.verdict = verdict;
    fill(
      this.verdict,
      verdict === 'checking' ? null : icon(isGood ? 'check' : 'warn'),
      h('span', {}, t(VERDICTS[verdict])),
    );
  }

  /** Says why nothing is known of the solutions. */
  private showError(text: string): void {
    delete this.verdict.dataset.verdict;
    this.verdict.textContent = text;
  }

  private render(): void {
    const { layout, puzzle, selection } = this;
    const { open } = puzzle;
    const game = new Game(layout, puzzle.clues, { digit: puzzle.corrected });
    const settings = { ...DEFAULTS, peers: false, sameDigit: false };
    const overlay = { look: open.map((cell) => [cell]) };
    this.board.render(picture({ game, selection, settings, overlay, solution: null }));
    const cells = this.board.element.querySelectorAll('.cell');
    for (const cell of puzzle.doubtful) {
      if (open.includes(cell)) cells[cell].setAttribute('aria-description', this.describe(cell));
      else cells[cell].removeAttribute('aria-description');
    }
    const frame = (cell: number, name: string, inset: number) =>
      s('rect', {
        class: name,
        x: layout.column(cell) * 100 + inset,
        y: layout.row(cell) * 100 + inset,
        width: 100 - 2 * inset,
        height: 100 - 2 * inset,
        rx: 10,
      });
    const at = selection.cursor;
    this.signs.replaceChildren(
      ...open.flatMap((cell) => [frame(cell, 'house-halo look', 0), frame(cell, 'house look', 0)]),
      frame(at, 'selection-halo', 2.5),
      frame(at, 'selection', 2.5),
    );
    this.renderCell(at);
    this.nextButton.hidden = open.length === 0 || (open.length === 1 && open[0] === at);
  }

  /** Shows the selected cell: its picture, and what it may hold. */
  private renderCell(cell: number): void {
    const { puzzle, margin, layout } = this;
    const step = this.rectified.width / (layout.size + 2 * margin);
    const from = (at: number) => (at + margin - AROUND) * step;
    const width = (1 + 2 * AROUND) * step;
    this.cellPicture
      .getContext('2d')!
      .drawImage(
        this.rectified,
        ...[from(layout.column(cell)), from(layout.row(cell)), width, width],
        ...([0, 0, CELL_SIDE, CELL_SIDE] as [number, number, number, number]),
      );
    const digit = puzzle.digits[cell];
    const choices = puzzle.choices(cell);
    const isOpen = puzzle.open.includes(cell);
    const note = isOpen
      ? t('photo.which')
      : digit === 0 && puzzle.isWritten(cell)
        ? t('photo.written')
        : t('photo.holds', { what: digit === 0 ? t('photo.empty') : digit });
    fill(this.cellText, h('b', {}, this.name(cell)), h('span', { class: 'quiet' }, note));
    const percent = new Intl.NumberFormat(language, { style: 'percent' });
    fill(
      this.choices,
      ...choices.map(({ digit: one, probability }) =>
        h(
          'button',
          {
            type: 'button',
            class: 'photo-choice',
            'data-choice': one,
            'aria-pressed': String(one === digit),
            onclick: () => this.choose(one),
          },
          h('b', {}, one === 0 ? t('photo.empty') : String(one)),
          h('span', { class: 'quiet' }, percent.format(probability)),
        ),
      ),
    );
    this.choices.hidden = choices.length === 0;
  }

  private name(cell: number): string {
    const { layout } = this;
    return t('photo.cell', { row: layout.row(cell) + 1, column: layout.column(cell) + 1 });
  }

  /** Describes a doubtful cell for screen readers. */
  private describe(cell: number): string {
    const [read, ...others] = this.puzzle.choices(cell).map(({ digit }) => digit);
    const what = (digit: number) => (digit === 0 ? t('photo.empty') : String(digit));
    return t('photo.may', { read: what(read), others: others.map(what).join(', ') });
  }
}
