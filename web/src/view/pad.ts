// The pad below the grid: modes, digits, clear, undo, redo and other tools.

import type { App } from '../app.ts';
import { t } from '../i18n.ts';
import { bit } from '../model/bits.ts';
import { COLOR_COUNT, MODES } from '../model/game.ts';
import type { Mode } from '../model/game.ts';
import { button, fill, h, s } from './dom.ts';
import { text } from './shapes.ts';

export class Pad {
  readonly element: HTMLElement;
  private readonly app: () => App;
  private readonly modes: HTMLElement;
  private readonly digits: HTMLElement;
  private readonly buttons = new Map<Mode, HTMLButtonElement>();
  private readonly undo: HTMLButtonElement;
  private readonly redo: HTMLButtonElement;
  private readonly filter: HTMLButtonElement;
  private readonly multiSelect: HTMLButtonElement;
  private readonly auto: HTMLButtonElement;
  private key = '';

  /** `back` returns the focus to the grid after a click. */
  constructor(app: () => App, back: (event: MouseEvent) => void) {
    this.app = app;
    const press = (run: (app: App) => void) => (event: MouseEvent) => {
      run(app());
      back(event);
    };
    this.modes = h('div', { class: 'modes', role: 'group', 'aria-label': t('mode.label') });
    for (const mode of MODES) {
      const one = h(
        'button',
        {
          type: 'button',
          class: `mode mode-${mode}`,
          'aria-pressed': 'false',
          onclick: press((app) => app.play.setMode(mode)),
        },
        sample(mode),
        h('span', {}, t(`mode.${mode}`)),
      );
      this.buttons.set(mode, one);
      this.modes.append(one);
    }
    this.digits = h('div', { class: 'digits', role: 'group', 'aria-label': t('pad.label') });
    this.undo = button({
      text: t('pad.undo'),
      icon: 'undo',
      click: press((app) => app.play.undo()),
    });
    this.redo = button({
      text: t('pad.redo'),
      icon: 'redo',
      click: press((app) => app.play.redo()),
    });
    this.filter = button({
      text: t('pad.filter'),
      icon: 'filter',
      title: t('pad.filter.long'),
      'aria-pressed': 'false',
      click: press((app) => toggleFilter(app)),
    });
    this.multiSelect = button({
      text: t('pad.multiSelect'),
      icon: 'multiSelect',
      title: t('pad.multiSelect.long'),
      'aria-pressed': 'false',
      click: press((app) => toggleMultiSelect(app)),
    });
    this.auto = button({
      text: t('pad.auto'),
      icon: 'auto',
      title: t('settings.autoCandidates'),
      'aria-pressed': 'false',
      click: press((app) => app.change({ autoCandidates: !app.settings.autoCandidates })),
    });
    const tools = h(
      'div',
      { class: 'tools' },
      this.undo,
      this.redo,
      button({ text: t('pad.check'), icon: 'check', click: press((app) => void app.hint.check()) }),
      button({ text: t('tab.hint'), icon: 'bulb', click: press((app) => void app.hint.ask()) }),
      this.filter,
      this.multiSelect,
      button({
        text: t('pad.fill'),
        icon: 'fill',
        title: t('pad.fill.long'),
        click: press((app) => app.play.markCandidates()),
      }),
      this.auto,
    );
    this.element = h(
      'section',
      { class: 'pad', 'aria-label': t('pad.label') },
      this.modes,
      this.digits,
      tools,
    );
    this.digits.addEventListener('click', (event) => {
      const key = (event.target as Element).closest<HTMLElement>('[data-digit]');
      if (!key) return;
      const digit = Number(key.dataset.digit);
      if (digit === 0) app().play.clear();
      else app().play.enter(digit, app().play.currentMode);
      back(event);
    });
  }

  render(): void {
    const app = this.app();
    const mode = app.play.currentMode;
    for (const [of, one] of this.buttons) {
      one.setAttribute('aria-pressed', String(of === mode));
      one.disabled = app.play.isSetting && of !== 'digit';
    }
    this.undo.disabled = app.play.game.undoCount === 0;
    this.redo.disabled = app.play.game.redoCount === 0;
    this.filter.setAttribute(
      'aria-pressed',
      String(app.play.isChoosingFilter || app.play.filter !== 0),
    );
    this.multiSelect.setAttribute('aria-pressed', String(app.play.multiSelect));
    this.auto.setAttribute('aria-pressed', String(app.settings.autoCandidates));
    const { layout } = app.play.game;
    const counts = app.play.game.counts();
    const left = mode === 'digit' ? counts.map((count) => Math.max(0, layout.size - count)) : [];
    const set = mode === 'corner' || mode === 'center' ? commonMarks(app, mode) : 0;
    const key = JSON.stringify([mode, layout.symbols, left, set, app.play.filter]);
    if (key === this.key) return;
    this.key = key;
    const focused = (document.activeElement as HTMLElement | null)?.dataset.digit;
    const inside = this.digits.contains(document.activeElement);
    const keys = mode === 'color' ? COLOR_COUNT : layout.size;
    this.digits.dataset.keys = String(keys);
    const clear = button({
      text: t('pad.clear'),
      icon: 'erase',
      iconOnly: true,
      class: 'key clear',
      'data-digit': 0,
      click: () => {},
    });
    fill(
      this.digits,
      ...Array.from({ length: keys }, (_, n) =>
        this.digit(n + 1, mode, left[n + 1], (set & bit(n + 1)) !== 0),
      ),
      clear,
    );
    if (inside && focused)
      this.digits.querySelector<HTMLElement>(`[data-digit="${focused}"]`)?.focus();
  }

  private digit(digit: number, mode: Mode, left: number | undefined, isSet: boolean): HTMLElement {
    const { layout } = this.app().play.game;
    if (mode === 'color') {
      const name = t(`color.${digit}` as 'color.1');
      return h(
        'button',
        {
          type: 'button',
          'data-digit': digit,
          class: 'key',
          'aria-label': `${digit}, ${name}`,
          title: name,
        },
        s(
          'svg',
          { viewBox: '0 0 24 24', class: 'swatch', 'aria-hidden': 'true' },
          s('rect', { class: `color-${digit}`, x: 2, y: 2, width: 20, height: 20, rx: 5 }),
        ),
      );
    }
    const symbol = layout.symbol(digit);
    const counts = mode === 'digit';
    return h(
      'button',
      {
        type: 'button',
        'data-digit': digit,
        class: `key ${mode}${counts && left === 0 ? ' is-done' : ''}${isSet ? ' is-set' : ''}`,
        'aria-label': counts
          ? undefined
          : t('pad.mark', { mode: t(`mode.${mode}`), digit: symbol }),
      },
      h('span', { class: 'symbol' }, symbol),
      // Screen readers announce the two numbers as "7, 2 left".
      counts && h('span', { class: 'heard' }, ', '),
      counts && h('span', { class: 'remain' }, left ?? 0),
      counts && h('span', { class: 'heard' }, ` ${t('pad.left')}`),
    );
  }
}

/** Returns the marks that all selected open cells have. */
function commonMarks(app: App, mode: 'corner' | 'center'): number {
  if (mode === 'center' && app.settings.autoCandidates) return 0;
  const open = app.play.selection.list().filter((cell) => app.play.game.digit(cell) === 0);
  return open.length === 0
    ? 0
    : open.reduce((all, cell) => all & app.play.game.get(mode, cell), app.play.game.layout.all);
}

function toggleFilter(app: App): void {
  if (app.play.filter || app.play.isChoosingFilter) {
    app.play.isChoosingFilter = false;
    app.play.setFilter(0);
  } else {
    app.play.isChoosingFilter = true;
    app.play.setFilter(0);
  }
}

function toggleMultiSelect(app: App): void {
  app.play.multiSelect = !app.play.multiSelect;
  app.changed();
}

/** Creates the icon of a mode. */
function sample(mode: Mode): SVGElement {
  const box = s('rect', { x: 2, y: 2, width: 20, height: 20, rx: 3, class: 'sample-box' });
  const sign = (content: string, x: number, y: number, size: number) =>
    text(content, x, y, size, 'sample-text');
  const content = {
    digit: [sign('5', 12, 12, 17)],
    corner: [sign('1', 7, 7.5, 9), sign('2', 17, 7.5, 9), sign('3', 7, 16.5, 9)],
    center: [sign('123', 12, 12, 9)],
    color: [
      s('rect', { x: 3, y: 3, width: 9, height: 18, class: 'color-7' }),
      s('rect', { x: 12, y: 3, width: 9, height: 18, class: 'color-6' }),
    ],
  }[mode];
  return s(
    'svg',
    { viewBox: '0 0 24 24', class: 'sample', 'aria-hidden': 'true' },
    box,
    ...content,
  );
}
