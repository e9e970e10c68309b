// The page: its parts, keyboard, clipboard, drag and drop, and announcements.

import type { App, Listener } from '../app.ts';
import { t } from '../i18n.ts';
import { command } from '../model/keys.ts';
import type { Command, Key } from '../model/keys.ts';
import type { Mode } from '../model/game.ts';
import { picture } from '../model/picture.ts';
import { describeLayout } from '../model/puzzle.ts';
import { Board } from './board.ts';
import { button, fill, h, newId } from './dom.ts';
import type { icon } from './dom.ts';
import { Pad } from './pad.ts';
import { Panels } from './panels.ts';
import type { RuleEditor } from './rule-editor.ts';
import { readText } from './text.ts';

/** Delay before a running request is shown, in milliseconds. */
const BUSY_DELAY = 300;
/** Maximum time between press and release of a tapped mode key, in milliseconds. */
const TAP_TIMEOUT = 250;

/** Loads the dialogs when one is opened, or when the page is idle. */
const withDialogs = (run: (all: typeof import('./dialogs.ts')) => void): void => {
  void import('./dialogs.ts').then(run);
};

export class Page implements Listener {
  readonly app: App;
  private board!: Board;
  private readonly place = h('div', { class: 'place' });
  private readonly pad: Pad;
  private readonly panels: Panels;
  private readonly live = h('p', { class: 'heard', role: 'status', 'aria-live': 'polite' });
  private readonly toast = h('p', { class: 'toast', 'aria-hidden': 'true' });
  private readonly busy = h('div', { class: 'busy', hidden: true });
  private readonly banner = h('div', { class: 'banner', hidden: true });
  private readonly timer = h('div', { class: 'timer' });
  private readonly title = h('p', { class: 'title' });
  private frame = 0;
  private toastUntil = 0;
  private heldAt = 0;
  private heldWas: Mode | null = null;
  private timerKey = '';
  private ruleEditor: RuleEditor | null = null;

  constructor(root: HTMLElement, make: (listener: Listener) => App) {
    this.app = make(this);
    const app = () => this.app;
    this.pad = new Pad(app, (event) => {
      // A click returns the focus to the grid. A key press does not move it.
      if (event.detail > 0) this.board.focus();
    });
    this.panels = new Panels(app);
    const item = (
      name: 'new' | 'open' | 'set' | 'share' | 'print' | 'settings' | 'help',
      of: Parameters<typeof icon>[0],
      run: () => void,
    ) => {
      const long = { new: t('menu.new.long'), open: t('menu.open.long'), set: t('menu.set.long') }[
        name as 'new'
      ];
      return button({
        text: t(`menu.${name}`),
        icon: of,
        title: long,
        class: 'flat',
        'data-menu': name,
        click: run,
      });
    };
    root.replaceChildren(
      h(
        'a',
        {
          class: 'skip',
          href: '#grid',
          onclick: (event: Event) => (event.preventDefault(), this.board.focus()),
        },
        t('app.skip'),
      ),
      h(
        'header',
        { class: 'top' },
        h('h1', {}, t('app.name')),
        h(
          'nav',
          { 'aria-label': t('menu.label') },
          item('new', 'plus', () => withDialogs((all) => all.openNew(this.app))),
          item('open', 'open', () => withDialogs((all) => all.openOpen(this.app))),
          item('set', 'pen', () => withDialogs((all) => all.openSet(this.app))),
          item('share', 'share', () => withDialogs((all) => all.openShare(this.app))),
          item('print', 'print', () => this.print()),
          item('settings', 'gear', () => withDialogs((all) => all.openSettings(this.app))),
          item('help', 'help', () => withDialogs((all) => all.openHelp())),
        ),
      ),
      h(
        'main',
        {},
        h(
          'div',
          { class: 'left' },
          h('div', { class: 'above' }, this.title, this.timer),
          this.banner,
          this.place,
        ),
        h('div', { class: 'right' }, this.pad.element, this.busy, this.panels.element),
      ),
      this.live,
      this.toast,
    );
    this.opened();
    this.listen();
    setInterval(() => this.tick(), 250);
    setTimeout(() => withDialogs(() => {}), 1500);
  }

  // --- the listener ---

  changed(): void {
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.render();
    });
  }

  announce(text: string, quiet = false): void {
    // Screen readers announce a repeated text only if it was removed in between.
    this.live.textContent = '';
    requestAnimationFrame(() => (this.live.textContent = text));
    if (quiet) return;
    this.toast.textContent = text;
    this.toast.classList.add('is-shown');
    this.toastUntil = performance.now() + 2500 + text.length * 45;
  }

  opened(): void {
    if (!this.app) return;
    const { app } = this;
    const keysId = newId();
    this.board = new Board(
      app.play.game.layout,
      {
        press: (cell, add, toggle) => app.play.press(cell, add, toggle),
        drag: (cell, remove) => app.play.drag(cell, remove),
        double: (cell, add) => app.play.selectEqual(cell, add),
        focus: (cell) => {
          if (app.play.selection.cursor !== cell || app.play.selection.size === 0)
            app.play.press(cell, false, false);
        },
      },
      t('grid.label', { size: app.play.game.layout.size }),
      keysId,
    );
    const resume = h(
      'div',
      { class: 'curtain', hidden: true },
      h('p', {}, t('grid.paused')),
      button({
        text: t('grid.resume'),
        icon: 'play',
        class: 'main',
        click: () => app.play.pause(false),
      }),
    );
    fill(
      this.place,
      this.board.element,
      resume,
      h('p', { class: 'heard', id: keysId }, t('grid.keys')),
    );
    this.board.element.id = 'grid';
    const { decorations } = app.play.layout;
    if (decorations.length > 0) void this.drawRules(this.board);
    this.render();
  }

  private render(): void {
    const { app } = this;
    const { settings } = app;
    document.documentElement.dataset.theme = settings.theme;
    document.documentElement.classList.toggle('color-labels', settings.colorLabels);
    const hadFocus = this.board.hasFocus;
    const before = app.play.selection.cursor;
    const { game, selection, filter } = app.play;
    const solution = settings.wrong ? app.solution : null;
    const { overlay } = app;
    const { breaches } = app.play;
    this.board.render(picture({ game, selection, filter, settings, overlay, solution, breaches }));
    if (hadFocus && before === app.play.selection.cursor) this.board.focus();
    this.place.classList.toggle('is-paused', app.play.isPaused);
    this.place.classList.toggle('is-done', app.play.isDone);
    this.place.classList.toggle(
      'is-shown',
      app.overlay !== null && app.overlay.cells === undefined,
    );
    document.body.classList.toggle('is-reading', app.hint.shown !== null);
    document.body.classList.toggle('is-walking', app.path.shown !== null);
    const curtain = this.place.querySelector<HTMLElement>('.curtain')!;
    const wasHidden = curtain.hidden;
    curtain.hidden = !app.play.isPaused;
    this.board.element.inert = app.play.isPaused;
    if (app.play.isPaused && wasHidden) curtain.querySelector('button')!.focus();
    if (!app.play.isPaused && !wasHidden) this.board.focus();
    this.title.textContent = app.puzzle.title || describeLayout(app.grid);
    this.renderBanner();
    this.pad.render();
    this.panels.render();
    this.renderBusy();
    this.tick();
  }

  /** Draws the rules of the puzzle, and their legend below the grid. */
  private async drawRules(board: Board): Promise<void> {
    const { drawRules, legendOf } = await import('./decorations.ts');
    const { layout } = this.app.play;
    if (board !== this.board) return;
    board.addRules(drawRules(layout));
    this.place.append(legendOf(layout.decorations));
  }

  private renderBanner(): void {
    const { app } = this;
    const key = app.play.isSetting ? 'set' : '';
    this.banner.hidden = key === '';
    this.ruleEditor?.update();
    if (this.banner.dataset.key === key) return;
    this.banner.dataset.key = key;
    fill(
      this.banner,
      h('span', {}, t('set.on')),
      button({ text: t('set.test'), click: () => void app.analysis.isUnique() }),
      button({
        text: t('set.play'),
        class: 'main',
        click: () => void app.playSet().catch((error) => app.reportError(error)),
      }),
    );
    if (key) void this.showRuleEditor();
  }

  /** Adds the editor of rules to the banner. */
  private async showRuleEditor(): Promise<void> {
    const { RuleEditor } = await import('./rule-editor.ts');
    this.ruleEditor ??= new RuleEditor(this.app);
    if (this.app.play.isSetting) this.banner.append(this.ruleEditor.element);
  }

  private renderBusy(): void {
    const job = this.app.jobs.current;
    const slow = job !== null && performance.now() - job.startedAt >= BUSY_DELAY;
    if (slow === !this.busy.hidden) return;
    this.busy.hidden = !slow;
    if (!job || !slow) return;
    const text = t('analyze.working', { what: job.label });
    fill(
      this.busy,
      h('span', { class: 'spinner', 'aria-hidden': 'true' }),
      h('span', {}, text),
      button({ text: t('analyze.cancel'), 'data-cancel': '', click: () => this.app.jobs.cancel() }),
    );
    this.live.textContent = text;
  }

  /** Updates everything that depends on time. */
  private tick(): void {
    const { app } = this;
    this.renderBusy();
    if (this.toastUntil && performance.now() > this.toastUntil) {
      this.toastUntil = 0;
      this.toast.classList.remove('is-shown');
    }
    const { settings } = app;
    const shown = settings.timer && !app.play.isSetting;
    const key = JSON.stringify([shown, settings.timerHidden, app.play.isPaused, app.play.isDone]);
    if (key !== this.timerKey) {
      this.timerKey = key;
      const inside = this.timer.contains(document.activeElement);
      fill(
        this.timer,
        shown &&
          !settings.timerHidden &&
          h('span', { class: 'time', role: 'timer', 'aria-label': t('timer.label') }),
        shown &&
          button({
            text: t(settings.timerHidden ? 'timer.show' : 'timer.hide'),
            icon: 'eye',
            iconOnly: true,
            class: 'flat',
            click: () => app.change({ timerHidden: !settings.timerHidden }),
          }),
        shown &&
          !app.play.isDone &&
          button({
            text: t(app.play.isPaused ? 'timer.resume' : 'timer.pause'),
            icon: app.play.isPaused ? 'play' : 'pause',
            iconOnly: true,
            class: 'flat',
            click: () => app.play.pause(!app.play.isPaused),
          }),
      );
      if (inside) this.timer.querySelector('button')?.focus();
    }
    const time = this.timer.querySelector('.time');
    if (time && time.textContent !== app.play.time) time.textContent = app.play.time;
  }

  // --- keyboard, clipboard, drag and drop ---

  private listen(): void {
    const { app } = this;
    const keyOf = (event: KeyboardEvent): Key => ({
      key: event.key,
      code: event.code,
      shift: event.shiftKey,
      ctrl: event.ctrlKey || event.metaKey,
      alt: event.altKey,
    });
    document.addEventListener('keydown', (event) => {
      const target = event.target as HTMLElement;
      if (event.defaultPrevented || event.isComposing || document.querySelector('dialog[open]'))
        return;
      if (target.closest('input, textarea, select')) return;
      const onGrid = this.board.hasFocus;
      if (!onGrid && !app.settings.keysAnywhere) return;
      const pressed = command(keyOf(event), app.play.game.layout);
      if (!pressed) return;
      // Outside the grid, these keys control the page.
      const isElse = !onGrid && target !== document.body;
      if (isElse && ['next-mode', 'select-equal', 'move', 'jump'].includes(pressed.type)) return;
      if (!onGrid && pressed.type === 'filter') return;
      if (app.path.shown && (pressed.type === 'move' || pressed.type === 'jump')) {
        event.preventDefault();
        return this.stepPath(pressed);
      }
      event.preventDefault();
      if (
        event.repeat &&
        (pressed.type === 'mode' || pressed.type === 'hint' || pressed.type === 'next-mode')
      )
        return;
      if (pressed.type === 'mode') {
        this.heldAt = event.timeStamp;
        this.heldWas = pressed.mode;
        app.play.heldMode = pressed.mode;
        return this.changed();
      }
      app.play.run(pressed);
      if (!isElse && (pressed.type === 'move' || pressed.type === 'jump')) {
        this.render();
        this.board.focus();
      }
    });
    document.addEventListener('keyup', (event) => {
      if (this.heldWas && /^[zxcv]$/i.test(event.key)) {
        app.play.heldMode = null;
        if (event.timeStamp - this.heldAt < TAP_TIMEOUT) app.play.setMode(this.heldWas);
        this.heldWas = null;
        this.changed();
      }
    });
    document.addEventListener('paste', (event) => {
      if (
        (event.target as HTMLElement).closest('input, textarea') ||
        document.querySelector('dialog[open]')
      )
        return;
      const file = event.clipboardData?.files[0];
      const text = event.clipboardData?.getData('text/plain');
      event.preventDefault();
      if (text) void this.take(Promise.resolve(text));
      else if (file) void this.take(readText(file));
    });
    document.addEventListener('dragover', (event) => {
      event.preventDefault();
      document.body.classList.add('is-dropping');
    });
    document.addEventListener('dragleave', (event) => {
      if (!event.relatedTarget) document.body.classList.remove('is-dropping');
    });
    document.addEventListener('drop', (event) => {
      event.preventDefault();
      document.body.classList.remove('is-dropping');
      const file = event.dataTransfer?.files[0];
      const text = event.dataTransfer?.getData('text/plain');
      if (file) void this.take(readText(file));
      else if (text) void this.take(Promise.resolve(text));
    });
    document.addEventListener('visibilitychange', () =>
      app.play.setVisible(document.visibilityState === 'visible'),
    );
    window.addEventListener('pagehide', () => void app.storage.saveNow());
    window.addEventListener('blur', () => {
      app.play.heldMode = null;
      this.heldWas = null;
    });
  }

  /** Opens a pasted or dropped text. If it holds several puzzles, the dialog lists them. */
  private async take(text: Promise<string>): Promise<void> {
    const content = await text;
    try {
      const grids = await this.app.read(content);
      if (grids.length === 1) return await this.app.open(grids[0]);
      withDialogs((all) => {
        all.openOpen(this.app, content);
        document.querySelector<HTMLFormElement>('dialog[open] form')?.requestSubmit();
      });
    } catch (error) {
      this.app.reportError(error);
    }
  }

  /** Steps through the path with the arrow keys. */
  private stepPath(pressed: Extract<Command, { type: 'move' | 'jump' }>): void {
    const at = this.app.path.shown!.at;
    if (pressed.type === 'jump') this.app.path.goTo(pressed.to === 'start' ? 0 : Infinity);
    else
      this.app.path.goTo(
        at + (pressed.direction === 'right' || pressed.direction === 'down' ? 1 : -1),
      );
  }

  private print(): void {
    this.render();
    window.print();
  }
}
