// The symmetry of the clues of a puzzle that is being created: a choice, and dots in the cells that
// still need a clue.

import type { App } from '../app.ts';
import { SYMMETRIES, withoutPartner } from '../model/symmetry.ts';
import type { Symmetry } from '../model/symmetry.ts';
import type { Draft } from './decorations.ts';
import { t } from './dialog-texts.ts';
import { field, h, selectBox } from './dom.ts';

export class ClueSymmetry {
  readonly element: HTMLElement;
  /** What the grid shows, or undefined for nothing. */
  draft: Draft | undefined;
  private readonly app: App;
  private readonly redraw: () => void;
  private readonly status = h('p', { class: 'help', role: 'status' });
  private marked = '';

  constructor(app: App, redraw: () => void) {
    this.app = app;
    this.redraw = redraw;
    const choice = selectBox(
      SYMMETRIES.map((name) => [name, t(`symmetry.${name}`)] as const),
      this.symmetry,
      (name) => {
        app.change({ clueSymmetry: name });
        this.update();
      },
    );
    this.element = h(
      'div',
      { class: 'clue-symmetry' },
      field(t('new.symmetry'), choice),
      this.status,
    );
  }

  private get symmetry(): Symmetry {
    const { clueSymmetry } = this.app.settings;
    return SYMMETRIES.find((name) => name === clueSymmetry) ?? 'none';
  }

  /** Shows what the clues of the grid lack. */
  update(): void {
    const { layout, game } = this.app.play;
    const clues = layout.cells.filter((cell) => game.isClue(cell));
    const open = withoutPartner(layout.size, this.symmetry, clues);
    const count = t('set.clues', { count: clues.length });
    const isChosen = this.symmetry !== 'none' && clues.length > 0;
    const state = open.length > 0 ? t('set.partners', { count: open.length }) : t('set.symmetric');
    this.status.textContent = isChosen ? `${count}, ${state}` : count;
    const marked = `${layout.size} ${open.join(' ')}`;
    if (marked === this.marked) return;
    this.marked = marked;
    const dots = { kind: 'cells', rule: 'partner', cells: open, text: '' } as const;
    this.draft = open.length > 0 ? { decorations: [dots], hasRoom: false } : undefined;
    this.redraw();
  }
}
