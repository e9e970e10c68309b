// The pad beside the grid: modes, digits, undo, redo, erase, check, and quieter assistance.

import type { App } from '../app.ts';
import type { ToolKey } from '../controllers/tools.ts';
import { colorName, t } from '../i18n.ts';
import { bit, setOf } from '../model/bits.ts';
import { MODES } from '../model/game.ts';
import type { Mode, ToolName } from '../model/game.ts';
import { COLOR_COUNT } from '../model/sketch.ts';
import { button, fill, h, icon, s } from './dom.ts';
import { text, tintShape } from './shapes.ts';

/** More remaining digits than this are a bar instead of points. */
const MAX_POINTS = 9;

export class Pad {
  readonly element: HTMLElement;
  private readonly app: () => App;
  private readonly modes: HTMLElement;
  private readonly digits: HTMLElement;
  private readonly buttons = new Map<Mode, HTMLButtonElement>();
  private readonly undo: HTMLButtonElement;
  private readonly redo: HTMLButtonElement;
  private readonly assist: ReturnType<typeof assistButtons>;
  private key = '';

  /**
   * `back` returns the focus to the grid after a click. `more` opens the further tools. While a
   * puzzle is created, `inPlaceOfModes` is shown instead of the modes.
   */
  constructor(
    app: () => App,
    back: (event: MouseEvent) => void,
    more: () => void,
    inPlaceOfModes: HTMLElement,
  ) {
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
          onclick: press((app) => app.play.chooseMode(mode)),
        },
        sample(mode),
        mode === 'color' && tintSample(),
        h('span', {}, t(`mode.${mode}`)),
      );
      this.buttons.set(mode, one);
      this.modes.append(one);
    }
    this.digits = h('div', { class: 'digits', role: 'group', 'aria-label': t('pad.digits') });
    const act = (name: 'undo' | 'redo' | 'erase' | 'check', run: (app: App) => void) =>
      button({
        text: t(`pad.${name}`),
        icon: name,
        class: `act act-${name}`,
        click: press(run),
      });
    this.undo = act('undo', (app) => app.play.undo());
    this.redo = act('redo', (app) => app.play.redo());
    const acts = h(
      'div',
      { class: 'acts' },
      this.undo,
      this.redo,
      act('erase', (app) => app.play.clear()),
      act('check', (app) => void app.hint.check()),
    );
    this.assist = assistButtons(app, 'chip', back);
    this.element = h(
      'section',
      { class: 'pad', 'aria-label': t('pad.label') },
      this.modes,
      inPlaceOfModes,
      this.digits,
      acts,
      h(
        'div',
        { class: 'chips' },
        ...this.assist.elements,
        button({
          text: t('pad.more'),
          icon: 'more',
          class: 'chip assist-more',
          'aria-haspopup': 'dialog',
          click: more,
        }),
      ),
    );
    this.digits.addEventListener('click', (event) => {
      const own = (event.target as Element).closest<HTMLElement>('[data-tool]');
      if (own) {
        app().play.tools?.press(own.dataset.tool!);
        return back(event);
      }
      const key = (event.target as Element).closest<HTMLElement>('[data-digit]');
      if (!key) return;
      const digit = Number(key.dataset.digit);
      if (digit === 0) app().play.clear();
      else app().play.enter(digit, app().play.currentMode, event.shiftKey);
      back(event);
    });
  }

  render(): void {
    const app = this.app();
    const { play } = app;
    const mode = play.currentMode;
    for (const [of, one] of this.buttons) {
      const { tool } = play;
      const isOn = of === mode && (!tool || tool === 'paint');
      one.setAttribute('aria-pressed', String(isOn));
      if (of === 'color')
        one.setAttribute('aria-label', t(tool === 'paint' ? 'tool.paint' : 'mode.color'));
    }
    this.modes.hidden = play.isCreating;
    this.undo.disabled = !play.auto.canUndo && play.game.undoCount === 0;
    this.redo.disabled = play.game.redoCount === 0;
    this.assist.render();
    const { layout } = play.game;
    const counts = play.game.counts();
    const left = mode === 'digit' ? counts.map((count) => Math.max(0, layout.size - count)) : [];
    const set = mode === 'corner' || mode === 'center' ? commonMarks(app, mode) : 0;
    const lit = this.litDigits(app);
    const tool = play.tool && play.tools ? play.tool : null;
    const own = tool ? play.tools!.keys() : [];
    const color = play.tools?.color;
    const state = [mode, layout.symbols, left, set, lit, play.isCreating, tool, own, color];
    const key = JSON.stringify(state);
    if (key === this.key) return;
    this.key = key;
    this.digits.setAttribute('aria-label', t(tool ? `tool.${tool}` : 'pad.digits'));
    if (tool && tool !== 'paint') return this.renderTool(tool);
    const focused = (document.activeElement as HTMLElement | null)?.dataset.digit;
    const inside = this.digits.contains(document.activeElement);
    const keys = mode === 'color' ? COLOR_COUNT : layout.size;
    this.digits.dataset.keys = String(keys);
    const clear = h(
      'button',
      { type: 'button', class: 'key clear', 'data-digit': 0 },
      icon('erase'),
      h('span', {}, t('pad.erase')),
    );
    fill(
      this.digits,
      ...Array.from({ length: keys }, (_, n) =>
        this.digit(n + 1, mode, left[n + 1], (set & bit(n + 1)) !== 0, (lit & bit(n + 1)) !== 0),
      ),
      clear,
    );
    if (inside && focused)
      this.digits.querySelector<HTMLElement>(`[data-digit="${focused}"]`)?.focus();
  }

  /** Shows the keys of a tool instead of the digits. */
  private renderTool(tool: ToolName): void {
    const focused = (document.activeElement as HTMLElement | null)?.dataset.tool;
    const inside = this.digits.contains(document.activeElement);
    this.digits.dataset.keys = tool;
    const keys = this.app().play.tools!.keys();
    const key = ({ id, text: name, isOn, color }: ToolKey) =>
      h(
        'button',
        {
          type: 'button',
          class: `key own${isOn ? ' is-lit' : ''}`,
          'data-tool': id,
          'aria-pressed': isOn === undefined ? undefined : String(isOn),
        },
        color === undefined ? toolSample(id) : penSample(color),
        h('span', {}, name),
      );
    const colors = keys.filter(({ color }) => color !== undefined);
    fill(
      this.digits,
      ...keys.filter(({ color }) => color === undefined).map(key),
      colors.length > 0 &&
        h(
          'div',
          { class: 'pen-colors', role: 'group', 'aria-label': t('pen.colors') },
          ...colors.map(key),
        ),
      colors.length === 0 && h('p', { class: 'tool-help' }, t(`tool.${tool}.start`)),
    );
    if (inside && focused)
      this.digits.querySelector<HTMLElement>(`[data-tool="${focused}"]`)?.focus();
  }

  /** Returns the digits whose cells are highlighted, as a set. */
  private litDigits(app: App): number {
    const { play } = app;
    if (play.firstDigit) return bit(play.firstDigit);
    if (play.isFiltering) return setOf(play.filter.digits);
    if (!app.settings.sameDigit || play.selection.size !== 1) return 0;
    const digit = play.game.digit(play.selection.list()[0]);
    return digit ? bit(digit) : 0;
  }

  private digit(
    digit: number,
    mode: Mode,
    left: number | undefined,
    isSet: boolean,
    isLit: boolean,
  ): HTMLElement {
    const { play } = this.app();
    const { layout } = play.game;
    if (mode === 'color') {
      const name = colorName(digit);
      const paints = play.tool === 'paint';
      const isChosen = paints && play.tools?.color === digit;
      return h(
        'button',
        {
          type: 'button',
          'data-digit': digit,
          class: `key color${isChosen ? ' is-lit' : ''}`,
          'aria-label': `${digit}, ${name}`,
          'aria-pressed': paints ? String(isChosen) : undefined,
        },
        paints
          ? s(
              'svg',
              { viewBox: '0 0 48 24', class: 'swatch', 'aria-hidden': 'true' },
              tintShape(digit, 24, 12, 8.6),
            )
          : null,
        !paints &&
          s(
            'svg',
            { viewBox: '0 0 48 24', class: 'swatch', 'aria-hidden': 'true' },
            s('rect', { class: `color-${digit}`, x: 1, y: 1, width: 46, height: 22, rx: 5 }),
          ),
        h('span', { class: 'color-name' }, name),
      );
    }
    const symbol = layout.symbol(digit);
    const counts = mode === 'digit' && left !== undefined;
    const isDone = counts && left === 0;
    const classes = [
      'key',
      mode,
      isDone ? 'is-done' : '',
      isSet ? 'is-set' : '',
      isLit && mode === 'digit' ? 'is-lit' : '',
    ];
    return h(
      'button',
      {
        type: 'button',
        'data-digit': digit,
        class: classes.filter(Boolean).join(' '),
        'aria-label': counts
          ? t('pad.digit', { digit: symbol, left })
          : t('pad.mark', { mode: t(`mode.${mode}`), digit: symbol }),
      },
      h('span', { class: 'symbol' }, symbol),
      counts &&
        (isDone ? h('span', { class: 'done' }, t('pad.done')) : remaining(left, layout.size)),
    );
  }
}

/** Creates the points or the bar for the digits that are left. */
function remaining(left: number, size: number): SVGElement {
  if (size <= MAX_POINTS) {
    const points = Array.from({ length: left }, (_, n) =>
      s('rect', { x: n * 6, y: 0, width: 4, height: 4, rx: 1 }),
    );
    const width = Math.max(1, left * 6 - 2);
    return s('svg', { class: 'points', viewBox: `0 0 ${width} 4`, width, height: 4 }, ...points);
  }
  const width = 30;
  return s(
    'svg',
    { class: 'points', viewBox: `0 0 ${width} 3`, width, height: 3 },
    s('rect', { class: 'rail', width, height: 3, rx: 1.5 }),
    s('rect', { width: (width * left) / size, height: 3, rx: 1.5 }),
  );
}

/** Creates the switches that help: candidates, highlight, several cells. */
export function assistButtons(
  app: () => App,
  name: string,
  back: (event: MouseEvent) => void = () => {},
): { elements: HTMLElement[]; render(): void } {
  const make = (
    key: 'auto' | 'highlight' | 'multiSelect' | 'zoom',
    run: (app: App) => void,
    isOn: (app: App) => boolean,
  ) => ({
    isOn,
    element: button({
      text: t(`pad.${key}`),
      icon: key,
      title: t(`pad.${key}.long`),
      class: `${name} assist-${key}`,
      'aria-pressed': 'false',
      click: (event) => {
        run(app());
        back(event);
      },
    }),
  });
  const all = [
    make(
      'auto',
      (app) => app.play.auto.switch(),
      (app) => app.settings.autoCandidates,
    ),
    make(
      'highlight',
      (app) => app.play.chooseFilterNext(),
      ({ play }) => play.isChoosingFilter || play.isFiltering,
    ),
    make(
      'multiSelect',
      (app) => {
        app.play.multiSelect = !app.play.multiSelect;
        app.changed();
      },
      ({ play }) => play.multiSelect,
    ),
    make(
      'zoom',
      ({ play }) => play.zoom.set(!play.zoom.isOn),
      ({ play }) => play.zoom.isOn,
    ),
  ];
  return {
    elements: all.map(({ element }) => element),
    render: () => {
      for (const { element, isOn } of all)
        element.setAttribute('aria-pressed', String(isOn(app())));
    },
  };
}

/** Returns the marks that all selected open cells have. */
function commonMarks(app: App, mode: 'corner' | 'center'): number {
  if (mode === 'center' && app.settings.autoCandidates) return 0;
  const open = app.play.selection.list().filter((cell) => app.play.game.digit(cell) === 0);
  return open.length === 0
    ? 0
    : open.reduce((all, cell) => all & app.play.game.get(mode, cell), app.play.game.layout.all);
}

const drawSample = (name: string, ...content: SVGElement[]) =>
  s('svg', { viewBox: '0 0 24 24', class: `sample ${name}`, 'aria-hidden': 'true' }, ...content);

/** Creates the icon of the color mode while it colors candidates. */
const tintSample = (): SVGElement =>
  drawSample('tint-sample', tintShape(7, 7.5, 8, 6), tintShape(4, 16, 16, 5.2));

/** Creates the icon of a color of the pen. */
const penSample = (color: number): SVGElement =>
  drawSample('', s('path', { class: `pen pen-line pen-color-${color}`, d: 'M2 12H22' }));

/** Creates the icon of a key of a tool. */
function toolSample(id: string): SVGElement {
  const path = (name: string, d: string) => drawSample('', s('path', { class: name, d }));
  const paths: Record<string, SVGElement> = {
    line: path('pen pen-line', 'M3 19L12 10H22'),
    border: drawSample(
      '',
      s('path', { class: 'sample-box', d: 'M3 3H21V21H3z' }),
      s('path', { class: 'pen pen-border', d: 'M3 21H21V3' }),
    ),
    cross: path('pen pen-cross', 'M5 5L19 19M19 5L5 19'),
    dot: path('pen pen-dot', 'M6 12a6 6 0 1 0 12 0a6 6 0 1 0 -12 0z'),
    strong: path('link strong', 'M2 12H22'),
    weak: path('link weak', 'M2 12H22'),
  };
  const known = paths[id];
  if (known) return known;
  return icon(id === 'done' ? 'check' : 'erase');
}

/** Creates the icon of a mode. */
function sample(mode: Mode): SVGElement {
  const box = s('rect', { x: 1.5, y: 1.5, width: 21, height: 21, rx: 5, class: 'sample-box' });
  const sign = (content: string, x: number, y: number, size: number) =>
    text(content, x, y, size, 'sample-text');
  const content = {
    digit: [sign('5', 12, 12, 15)],
    corner: [sign('1', 7, 7.5, 8.5), sign('2', 17, 7.5, 8.5), sign('3', 7, 17, 8.5)],
    center: [sign('123', 12, 12, 9.5)],
    color: [
      s('path', {
        d: 'M12 2.3H6.500a4 4 0 0 0-4.200 4v11.400a4 4 0 0 0 4.200 4H12z',
        class: 'color-7',
      }),
      s('path', {
        d: 'M12 2.3h5.500a4 4 0 0 1 4.200 4v11.400a4 4 0 0 1-4.200 4H12z',
        class: 'color-4',
      }),
    ],
  }[mode];
  return s(
    'svg',
    { viewBox: '0 0 24 24', class: 'sample', 'aria-hidden': 'true' },
    ...(mode === 'color' ? [...content, box] : [box, ...content]),
  );
}
