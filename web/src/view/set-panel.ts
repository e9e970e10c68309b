// The panel for creating a puzzle, beside the grid. It has two views: clues, with the keypad of the
// pad, and rules.

import type { App } from '../app.ts';
import { loadTexts, t } from '../i18n.ts';
import type { Draft } from './decorations.ts';
import { button, fill, h } from './dom.ts';
import type { ClueSymmetry } from './clue-symmetry.ts';
import type { RuleEditor } from './rule-editor.ts';

const VIEWS = ['clues', 'rules'] as const;
type View = (typeof VIEWS)[number];

export class SetPanel {
  readonly element = h('section', {
    class: 'coach set',
    hidden: true,
    'aria-label': t('set.title.panel'),
  });
  /** The buttons of the views. They have the place of the modes in the pad. */
  readonly switch = h('div', {
    class: 'modes views',
    role: 'group',
    'aria-label': t('set.views'),
  });
  private readonly app: () => App;
  /** Draws the rules of the grid anew. */
  private readonly redraw: () => void;
  /** Gives the focus to the grid. */
  private readonly focusGrid: () => void;
  private readonly buttons = new Map<View, HTMLButtonElement>();
  private shown: View = 'clues';
  private editor: RuleEditor | null = null;
  private symmetry: ClueSymmetry | null = null;
  private isLoading = false;
  /** Taps add cells to those of a rule, as long as the rules are shown. */
  private addsCells = false;

  constructor(app: () => App, redraw: () => void, focusGrid: () => void) {
    this.app = app;
    this.redraw = redraw;
    this.focusGrid = focusGrid;
    for (const view of VIEWS) {
      const click = () => this.show(view);
      const one = h(
        'button',
        { type: 'button', class: 'mode', onclick: click },
        t(`set.view.${view}`),
      );
      this.buttons.set(view, one);
      this.switch.append(one);
    }
  }

  /** The view that is shown. */
  get view(): View {
    return this.shown;
  }

  /** What the grid shows besides the puzzle: a rule that is being made, or the dots of a symmetry. */
  get draft(): Draft | undefined {
    if (!this.app().play.isCreating) return undefined;
    return (this.shown === 'rules' ? this.editor : this.symmetry)?.draft;
  }

  /** Shows a view. */
  show(view: View): void {
    const { isCreating, selection } = this.app().play;
    this.shown = view;
    this.addCells(view === 'rules' && window.matchMedia('(pointer: coarse)').matches);
    if (view === 'rules') {
      // The selected cells become those of a rule, so none are left from before.
      selection.none();
      // Without a connection, the editor or its rules may not have come before.
      this.loadEditor();
      this.editor?.load();
    } else if (isCreating && selection.size === 0) selection.only(selection.cursor);
    // The dots of the symmetry belong to the view of the clues.
    if (isCreating && this.symmetry?.draft) this.redraw();
    this.app().changed();
  }

  /** Fingers have no key that adds cells to a selection, so taps do. */
  private addCells(adds: boolean): void {
    if (adds || this.addsCells) this.app().play.multiSelect = adds;
    this.addsCells = adds;
  }

  /** Shows the panel while a puzzle is created. */
  render(): void {
    const { isCreating } = this.app().play;
    if (!isCreating) this.addCells(false);
    this.element.hidden = !isCreating;
    this.switch.hidden = !isCreating;
    for (const [view, one] of this.buttons)
      one.setAttribute('aria-pressed', String(view === this.shown));
    this.editor?.update(isCreating && this.shown === 'rules');
    if (isCreating) this.symmetry?.update();
    if (isCreating && this.element.childElementCount === 0) this.fill();
  }

  private fill(): void {
    const app = this.app();
    const play = () => {
      // The next puzzle begins with its clues.
      this.show('clues');
      app.attempt(app.playSet());
    };
    const body = h(
      'div',
      { class: 'cbody' },
      h('h2', {}, t('set.title.panel')),
      h('p', { class: 'set-help' }, t('set.on')),
    );
    const foot = h(
      'div',
      { class: 'cfoot' },
      button({ text: t('set.play'), class: 'btn primary main', click: play }),
      button({ text: t('set.test'), class: 'btn', click: () => void app.analysis.testSet() }),
    );
    fill(this.element, body, foot);
    this.loadEditor();
  }

  private loadEditor(): void {
    if (this.editor || this.isLoading) return;
    this.isLoading = true;
    this.app().attempt(this.addEditor().finally(() => (this.isLoading = false)));
  }

  /** Adds the editor of rules, and the choice of a symmetry. */
  private async addEditor(): Promise<void> {
    const [{ RuleEditor, ClueSymmetry }] = await Promise.all([
      import('./rule-editor.ts'),
      loadTexts('dialogs'),
    ]);
    this.editor = new RuleEditor(this.app(), this.redraw, this.focusGrid);
    this.symmetry = new ClueSymmetry(this.app(), this.redraw);
    this.element.querySelector('.cbody')?.append(this.symmetry.element, this.editor.element);
    this.app().changed();
  }
}
