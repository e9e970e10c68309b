// The page as a whole: its parts, keys, pasting and dropping, and what is read out.

import type { App, Listener } from '../app.ts';
import { t } from '../i18n.ts';
import { command } from '../model/keys.ts';
import type { Key } from '../model/keys.ts';
import type { Mode } from '../model/game.ts';
import { picture } from '../model/picture.ts';
import { Board } from './board.ts';
import { button, fill, h, newId } from './dom.ts';
import type { icon } from './dom.ts';
import { Pad } from './pad.ts';
import { Panels } from './panels.ts';
import { textOf } from './text.ts';

/** How long something may last before it is said, with a way to cancel it: in milliseconds. */
const PATIENCE = 300;
/** Which keys hold a mode for as long as they are down; released sooner than this they choose it. */
const TAP = 250;

/** The windows come when the first is opened, or when there is nothing else to do. */
const windows = (run: (all: typeof import('./dialogs.ts')) => void): void => {
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

  constructor(root: HTMLElement, make: (listener: Listener) => App) {
    this.app = make(this);
    const app = () => this.app;
    this.pad = new Pad(app, (event) => {
      // A press with a pointer leaves the keyboard with the grid; a press by keyboard stays where it is.
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
          item('new', 'plus', () => windows((all) => all.openNew(this.app))),
          item('open', 'open', () => windows((all) => all.openOpen(this.app))),
          item('set', 'pen', () => windows((all) => all.openSet(this.app))),
          item('share', 'share', () => windows((all) => all.openShare(this.app))),
          item('print', 'print', () => this.print()),
          item('settings', 'gear', () => windows((all) => all.openSettings(this.app))),
          item('help', 'help', () => windows((all) => all.openHelp())),
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
    setTimeout(() => windows(() => {}), 1500);
  }

  // --- what the app says ---

  changed(): void {
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.render();
    });
  }

  say(text: string, quiet = false): void {
    // The same text twice is read twice.
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
        double: (cell, add) => app.play.selectAlike(cell, add),
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
    this.board.render(
      picture({ game, selection, filter, settings, overlay: app.overlay, solution }),
    );
    if (hadFocus && before === app.play.selection.cursor) this.board.focus();
    this.place.classList.toggle('is-paused', app.play.paused);
    this.place.classList.toggle('is-done', app.play.isDone);
    this.place.classList.toggle(
      'is-shown',
      app.overlay !== null && app.overlay.cells === undefined,
    );
    document.body.classList.toggle('is-reading', app.hint.shown !== null);
    document.body.classList.toggle('is-walking', app.path.shown !== null);
    const curtain = this.place.querySelector<HTMLElement>('.curtain')!;
    const wasHidden = curtain.hidden;
    curtain.hidden = !app.play.paused;
    this.board.element.inert = app.play.paused;
    if (app.play.paused && wasHidden) curtain.querySelector('button')!.focus();
    if (!app.play.paused && !wasHidden) this.board.focus();
    this.title.textContent = app.puzzle.title || app.grid.description;
    this.renderBanner();
    this.pad.render();
    this.panels.render();
    this.renderBusy();
    this.tick();
  }

  private renderBanner(): void {
    const { app } = this;
    const key = app.play.setting ? 'set' : '';
    this.banner.hidden = key === '';
    if (this.banner.dataset.key === key) return;
    this.banner.dataset.key = key;
    fill(
      this.banner,
      h('span', {}, t('set.on')),
      button({ text: t('set.test'), click: () => void app.analysis.isUnique() }),
      button({
        text: t('set.play'),
        class: 'main',
        click: () => void app.playSet().catch((error) => app.failed(error)),
      }),
    );
  }

  private renderBusy(): void {
    const job = this.app.jobs.current;
    const slow = job !== null && performance.now() - job.since >= PATIENCE;
    if (slow === !this.busy.hidden) return;
    this.busy.hidden = !slow;
    if (!job || !slow) return;
    const text = t('analyze.working', { what: job.what });
    fill(
      this.busy,
      h('span', { class: 'spinner', 'aria-hidden': 'true' }),
      h('span', {}, text),
      button({ text: t('analyze.cancel'), 'data-cancel': '', click: () => this.app.jobs.cancel() }),
    );
    this.live.textContent = text;
  }

  /** What changes with time alone. */
  private tick(): void {
    const { app } = this;
    this.renderBusy();
    if (this.toastUntil && performance.now() > this.toastUntil) {
      this.toastUntil = 0;
      this.toast.classList.remove('is-shown');
    }
    const { settings } = app;
    const shown = settings.timer && !app.play.setting;
    const key = JSON.stringify([shown, settings.timerHidden, app.play.paused, app.play.isDone]);
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
            text: t(app.play.paused ? 'timer.resume' : 'timer.pause'),
            icon: app.play.paused ? 'play' : 'pause',
            iconOnly: true,
            class: 'flat',
            click: () => app.play.pause(!app.play.paused),
          }),
      );
      if (inside) this.timer.querySelector('button')?.focus();
    }
    const time = this.timer.querySelector('.time');
    if (time && time.textContent !== app.play.time) time.textContent = app.play.time;
  }

  // --- keys, pasting, dropping ---

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
      const meant = command(keyOf(event), app.play.game.layout);
      if (!meant) return;
      // Elsewhere on the page, keys that work the page keep their meaning.
      const isElse = !onGrid && target !== document.body;
      if (isElse && ['cycle', 'alike', 'move', 'jump'].includes(meant.do)) return;
      if (!onGrid && meant.do === 'filter') return;
      if (app.path.shown && (meant.do === 'move' || meant.do === 'jump')) {
        event.preventDefault();
        return this.walk(meant);
      }
      event.preventDefault();
      if (event.repeat && (meant.do === 'mode' || meant.do === 'hint' || meant.do === 'cycle'))
        return;
      if (meant.do === 'mode') {
        this.heldAt = event.timeStamp;
        this.heldWas = meant.mode;
        app.play.held = meant.mode;
        return this.changed();
      }
      app.play.do(meant);
      if (!isElse && (meant.do === 'move' || meant.do === 'jump')) {
        this.render();
        this.board.focus();
      }
    });
    document.addEventListener('keyup', (event) => {
      if (this.heldWas && /^[zxcv]$/i.test(event.key)) {
        app.play.held = null;
        if (event.timeStamp - this.heldAt < TAP) app.play.setMode(this.heldWas);
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
      else if (file) void this.take(textOf(file));
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
      if (file) void this.take(textOf(file));
      else if (text) void this.take(Promise.resolve(text));
    });
    document.addEventListener('visibilitychange', () =>
      app.play.setVisible(document.visibilityState === 'visible'),
    );
    window.addEventListener('pagehide', () => void app.storage.saveNow());
    window.addEventListener('blur', () => {
      app.play.held = null;
      this.heldWas = null;
    });
  }

  /** Opens what was pasted or dropped; what cannot be read is shown in the window, with the reason. */
  private async take(text: Promise<string>): Promise<void> {
    const content = await text;
    try {
      const grids = await this.app.read(content);
      if (grids.length === 1) return await this.app.open(grids[0]);
      windows((all) => {
        all.openOpen(this.app, content);
        document.querySelector<HTMLFormElement>('dialog[open] form')?.requestSubmit();
      });
    } catch (error) {
      this.app.failed(error);
    }
  }

  /** Arrows step through a path. */
  private walk(meant: { do: 'move'; direction: string } | { do: 'jump'; to: string }): void {
    const at = this.app.path.shown!.at;
    if (meant.do === 'jump') this.app.path.go(meant.to === 'start' ? 0 : Infinity);
    else
      this.app.path.go(at + (meant.direction === 'right' || meant.direction === 'down' ? 1 : -1));
  }

  private print(): void {
    this.render();
    window.print();
  }
}
