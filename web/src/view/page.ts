// The page: its parts, keyboard, clipboard, drag and drop, and messages.
//
//   header                 name, parts of the page, tools
//   stage ─┬─ title        name and rating, and the place of messages and progress
//          ├─ clock        time, Pause, Menu
//          ├─ boardbox     the grid; nothing ever covers or moves it
//          └─ panel        pad and coach, or the finish
//   other parts            home, learn, library, statistics; each loads when it is shown
//
// This has over 800 lines because all of it listens to one game and shares one frame.

import type { App, Listener, MessageKind } from '../app.ts';
import { ZOOM_SPAN } from '../controllers/zoom.ts';
import { loadTexts, t } from '../i18n.ts';
import { command } from '../model/keys.ts';
import type { Command } from '../model/keys.ts';
import type { Mode } from '../model/game.ts';
import { MAX_TEXT } from '../model/pasted.ts';
import { picture } from '../model/picture.ts';
import { partOf } from '../model/share.ts';
import type { Part } from '../model/share.ts';
import { clock } from '../model/timer.ts';
import { steps } from '../steps.ts';
import type { Reload } from '../store.ts';
import { Board } from './board.ts';
import { Busy } from './busy.ts';
import { Coach } from './coach.ts';
import type { Revealed } from './coach.ts';
import { button, fill, h, icon, keyOf, newId, wordmark } from './dom.ts';
import type { IconName } from './dom.ts';
import { Messages } from './messages.ts';
import { Pad } from './pad.ts';
import type { ReplayPanel } from './replay.ts';
import { SetPanel } from './set-panel.ts';
import { readText } from './text.ts';
import { pictureIn, readPicture } from './photo-open.ts';
import { WayBack } from './way-back.ts';

/** Maximum time between press and release of a tapped mode key, in milliseconds. */
const TAP_TIMEOUT = 250;

type Dialogs = typeof import('./dialogs.ts');

/** Loads the dialogs, when one is opened or the page is idle. */
const loadDialogs = (): Promise<Dialogs> =>
  Promise.all([import('./dialogs.ts'), loadTexts('dialogs')]).then(([all]) => all);

/** Returns `true` for a text over a field, which takes it itself. */
const isForField = ({ target, dataTransfer }: DragEvent): boolean =>
  !dataTransfer?.types.includes('Files') && !!(target as Element).closest('input, textarea');

export class Page implements Listener {
  readonly app: App;
  private board!: Board;
  private readonly frameElement: HTMLElement;
  private readonly stage: HTMLElement;
  private readonly other = h('div', { class: 'other', hidden: true });
  private readonly place = h('div', { class: 'place' });
  private readonly pad: Pad;
  private readonly coach: Coach;
  private readonly finish = h('section', { class: 'fin', hidden: true });
  private readonly replayPanel = h('section', {
    class: 'replay',
    hidden: true,
    'aria-label': t('replay.title'),
  });
  private replayControls: ReplayPanel | null = null;
  private replayShown: App['replay'] = null;
  private readonly setPanel = new SetPanel(
    () => this.app,
    () => this.app.attempt(this.drawRules(this.board)),
    () => this.board.focus(),
  );
  private readonly messages = new Messages(() => this.renderMessage());
  private readonly busy = new Busy();
  private readonly name = h('h1');
  private readonly tag = h('span', { class: 'tag', hidden: true });
  private readonly title: HTMLElement;
  private readonly time = h('time', {
    class: 'time',
    role: 'timer',
    'aria-label': t('timer.label'),
  });
  private readonly pauseTime = h('span', { class: 't' });
  private readonly pauseWord = h('span', { class: 'w' });
  private readonly pauseButton: HTMLButtonElement;
  private readonly wayBack = new WayBack(
    () => this.app,
    () => this.show({ name: 'home' }),
  );
  private readonly links = new Map<Part['name'], HTMLElement>();
  private readonly gameTools: HTMLElement[] = [];
  private part: Part = { name: 'play' };
  private frame = 0;
  /** The mode key that is held, its code, and the time of its press. */
  private held: { readonly mode: Mode; readonly code: string; readonly at: number } | null = null;
  private finishKey = '';
  /** Number of dialogs that were asked for. */
  private asked = 0;
  private wasOpen = '';

  constructor(root: HTMLElement, make: (listener: Listener) => App) {
    this.app = make(this);
    const app = () => this.app;
    this.pad = new Pad(
      app,
      (event) => {
        // A click returns the focus to the grid. A key press does not move it.
        if (event.detail > 0) this.board.focus();
      },
      () => this.actions().tools(),
      this.setPanel.switch,
    );
    this.coach = new Coach(
      app,
      (id) => this.show({ name: 'learn', id }),
      (what) => this.ask(what),
    );
    this.pauseButton = h(
      'button',
      { type: 'button', class: 'btn plain tm', onclick: () => this.togglePause() },
      icon('pause'),
      this.pauseWord,
      this.pauseTime,
    );
    this.title = h(
      'div',
      { class: 'title' },
      this.wayBack.up,
      h('div', { class: 'nm' }, this.name, this.tag),
      this.messages.line,
      this.busy.element,
    );
    this.stage = h(
      'div',
      { class: 'stage' },
      this.title,
      h(
        'div',
        { class: 'clock' },
        this.time,
        this.pauseButton,
        this.wayBack.toGame,
        button({
          text: t('menu.menu'),
          class: 'btn plain',
          'data-menu': 'menu',
          click: () => this.withDialogs((all) => all.openMenu(this.app, this.actions())),
        }),
      ),
      h('div', { class: 'boardbox' }, this.place),
      h(
        'aside',
        { class: 'panel', 'aria-label': t('panel.label') },
        this.pad.element,
        this.coach.element,
        this.setPanel.element,
        this.finish,
        this.replayPanel,
      ),
    );
    this.frameElement = h(
      'div',
      { class: 'app play' },
      this.header(),
      h('main', { id: 'main' }, this.stage, this.other),
    );
    root.replaceChildren(
      h(
        'a',
        {
          class: 'skip',
          href: '#grid',
          onclick: (event: Event) => {
            event.preventDefault();
            this.board.focus();
            this.app.play.focusCell(this.app.play.selection.cursor);
          },
        },
        t('app.skip'),
      ),
      this.messages.live,
      this.frameElement,
    );
    this.opened();
    this.listen();
    new ResizeObserver(([{ contentRect }]) => {
      if (this.board.measure(contentRect.width)) this.changed();
    }).observe(this.place);
    setInterval(() => this.tick(), 250);
    // Without a connection, the next dialog tries again.
    setTimeout(() => loadDialogs().catch(() => {}), 1500);
  }

  // --- the frame ---

  private header(): HTMLElement {
    const part = (name: Part['name'], text: string, run: () => void) => {
      const link = h(
        'button',
        { type: 'button', 'data-menu': name === 'play' ? 'home' : name, onclick: run },
        text,
      );
      this.links.set(name, link);
      return link;
    };
    const tool = (name: 'share' | 'print' | 'settings' | 'help', of: IconName) =>
      h(
        'button',
        { type: 'button', 'data-menu': name, onclick: () => this.actions()[name]() },
        icon(of),
        h('span', {}, t(`menu.${name}`)),
      );
    this.gameTools.push(tool('share', 'share'), tool('print', 'print'));
    return h(
      'header',
      { class: 'top' },
      h(
        'button',
        {
          type: 'button',
          class: 'home-link',
          'aria-label': t('menu.home.long'),
          onclick: () => this.show({ name: 'home' }),
        },
        wordmark(),
      ),
      h(
        'nav',
        { 'aria-label': t('menu.label') },
        part('play', t('menu.play'), () => this.show({ name: 'home' })),
        part('learn', t('menu.learn'), () => this.show({ name: 'learn' })),
        part('set', t('menu.set'), () => this.actions().set()),
        part('library', t('menu.library'), () => this.show({ name: 'library' })),
      ),
      h(
        'div',
        { class: 'r', role: 'group', 'aria-label': t('menu.tools') },
        ...this.gameTools,
        tool('settings', 'gear'),
        tool('help', 'help'),
      ),
    );
  }

  /** Opens a dialog. Of several that are asked for while their file loads, the last one comes. */
  private withDialogs(run: (all: Dialogs) => void): void {
    const number = ++this.asked;
    this.app.attempt(loadDialogs().then((all) => number === this.asked && run(all)));
  }

  /** Returns what the menus do. */
  private actions() {
    return {
      new: () => this.withDialogs((all) => all.openNew(this.app)),
      open: () => this.withDialogs((all) => all.openOpen(this.app)),
      photo: () => this.app.attempt(readPicture(this.app)),
      set: () =>
        this.withDialogs((all) =>
          all.openSet(this.app, {
            hasGame: this.part.name === 'play' || this.app.play.game.isTouched(),
            begun: () => this.setPanel.show('clues'),
          }),
        ),
      share: () => this.withDialogs((all) => all.openShare(this.app)),
      print: () => this.withDialogs((all) => all.openPrint(this.app)),
      settings: () => this.withDialogs((all) => all.openSettings(this.app)),
      help: () => this.withDialogs((all) => all.openHelp()),
      learn: () => this.show({ name: 'learn' }),
      library: () => this.show({ name: 'library' }),
      stats: () => this.show({ name: 'stats' }),
      tools: () => this.withDialogs((all) => all.openTools(this.app)),
    } as const;
  }

  /** Shows the selection, the hint and the settings again, after a start in another language. */
  resume({ selected, level }: Reload): void {
    this.app.play.selection.set(selected);
    if (level) this.app.attempt(this.app.hint.resume(level));
    this.changed();
    this.actions().settings();
  }

  // --- the parts of the page ---

  /** Shows a part of the page, and writes it to the address. */
  show(part: Part): void {
    if (part.name === 'play') return this.showGame();
    const id = part.name === 'learn' && part.id ? `/${part.id}` : '';
    const hash = `#/${part.name}${id}`;
    if (location.hash !== hash) steps.push(null, hash);
    this.app.attempt(this.showPart(part));
  }

  /** Shows the game. The address gets it if that names another part, unless `isAddressed`. */
  showGame(isAddressed = false): void {
    if (!isAddressed && partOf(location.hash)) void this.app.storage.writeAddress(true);
    this.app.attempt(this.showPart({ name: 'play' }));
  }

  /** Shows the part that the address names. Returns `false` for a puzzle. */
  followAddress(): boolean {
    const part = partOf(location.hash);
    if (part) this.app.attempt(this.showPart(part));
    return part !== null;
  }

  private async showPart(part: Part): Promise<void> {
    this.part = part;
    const isPlay = part.name === 'play';
    this.app.play.setHidden('part', !isPlay);
    if (isPlay) {
      this.stage.hidden = false;
      this.other.hidden = true;
      this.frameElement.className = 'app play';
      this.wasOpen = '';
      this.render();
      return;
    }
    const content = await this.contentOf(part).catch((error) => {
      // Without the part, the game is shown.
      if (part === this.part) void this.showPart({ name: 'play' });
      throw error;
    });
    if (part !== this.part) return;
    this.stage.hidden = true;
    this.other.hidden = false;
    this.frameElement.className = `app at-${part.name}`;
    fill(this.other, content);
    this.renderLinks();
    window.scrollTo(0, 0);
    const heading = this.other.querySelector<HTMLElement>('h1');
    if (heading) {
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    }
  }

  private async contentOf(part: Part): Promise<Node> {
    const [{ createPart }] = await Promise.all([import('./parts.ts'), loadTexts('parts')]);
    return createPart(part, this.app, (next) => this.show(next), this.actions());
  }

  private renderLinks(): void {
    const { name } = this.part;
    const current =
      name === 'play'
        ? this.app.play.isCreating
          ? 'set'
          : 'play'
        : name === 'home'
          ? 'play'
          : name;
    // They are about the game, which is not shown.
    for (const tool of this.gameTools) tool.hidden = name !== 'play';
    for (const [of, link] of this.links) {
      if (of === current) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    }
  }

  // --- the listener ---

  changed(): void {
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.render();
    });
  }

  announce(text: string, kind: MessageKind | 'quiet' = 'plain'): void {
    this.messages.announce(text, kind);
  }

  warn(text: string): void {
    this.messages.warn(text);
  }

  remind(text: string, kind: MessageKind): void {
    this.messages.remind(text, kind);
  }

  /** Shows the message, the progress of a request, or else the title alone. */
  private renderMessage(): void {
    const isBusy = this.busy.isShown;
    this.messages.render(isBusy || this.app.play.isPaused);
    this.title.classList.toggle('has-msg', isBusy || !this.messages.line.hidden);
  }

  opened(): void {
    if (!this.app) return;
    const { app } = this;
    if (this.part.name !== 'play') this.showGame(app.play.isCreating);
    const keysId = newId();
    this.board = new Board(
      app.play.game.layout,
      {
        press: (cell, add, toggle) => app.play.press(cell, add, toggle),
        drag: (cell, remove) => app.play.drag(cell, remove),
        double: (cell, add) => app.play.selectEqual(cell, add),
        hold: (cell) => app.play.selectEqual(cell, false),
        candidate: (cell, digit) => app.play.pressCandidate(cell, digit),
        draw: (phase, point) =>
          (app.play.tool !== null && app.play.tools?.drag(phase, point)) || false,
        focus: (cell) => app.play.focusCell(cell),
      },
      t('grid.label', { size: app.play.game.layout.size }),
      keysId,
    );
    const resume = h(
      'div',
      { class: 'curtain', hidden: true },
      h('p', { class: 'curtain-time' }),
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
    this.board.measure(this.place.clientWidth);
    const { decorations } = app.play.layout;
    this.coach.showLegend(null);
    if (decorations.length > 0 || this.setPanel.draft) app.attempt(this.drawRules(this.board));
    else this.board.addNumbers();
    this.render();
  }

  private render(): void {
    this.renderLook();
    const { app } = this;
    // A game begins before its grid is there: `opened` comes later.
    const isOpening = this.board.layout.size !== app.play.layout.size;
    if (this.part.name !== 'play' || isOpening) return;
    const hadFocus = this.board.hasFocus;
    const before = app.play.selection.cursor;
    // A new result selects its tab, and the tab decides what the grid shows.
    this.coach.render();
    this.board.render(picture(this.shown()));
    const { zoom } = app.play;
    zoom.isTiny = this.board.isTiny;
    this.board.zoom(zoom.isOn ? ZOOM_SPAN : 0);
    this.coach.renderMap(this.board);
    if (hadFocus && before === app.play.selection.cursor) this.board.focus();
    this.renderState();
    this.renderTitle();
    this.renderLinks();
    this.renderSet();
    this.pad.render();
    this.renderFinish();
    this.renderReplay();
    this.renderBusy();
    this.tick();
  }

  /** Applies the settings that all parts of the page share. */
  private renderLook(): void {
    const { settings } = this.app;
    const root = document.documentElement;
    root.dataset.theme = settings.theme;
    root.classList.toggle('color-labels', settings.colorLabels);
    root.classList.toggle('left-hand', settings.leftHand);
    root.dataset.digits = settings.digitSize;
  }

  /** The path, while its tab is open. */
  private get visiblePath(): App['path']['shown'] {
    const { tab } = this.coach;
    return tab === 'hint' || tab === 'analyze' ? null : this.app.path.shown;
  }

  /** Returns what the grid shows: the game with all that belongs to it, or a replay alone. */
  private shown(): Parameters<typeof picture>[0] {
    const { replay, play, settings, path, solution } = this.app;
    const overlay = path.shown && !this.visiblePath ? null : this.app.overlay;
    if (replay) {
      const { game, selection } = replay;
      return { game, selection, settings, overlay: null, solution: null };
    }
    const { game, selection, filter, ruleConflicts, tool, tools } = play;
    return {
      ...{ game, selection, settings, overlay, filter, ruleConflicts },
      solution: settings.wrong ? solution : null,
      mistakes: this.app.hint.wrongCells,
      tool: tool && tools ? tools.view() : null,
    };
  }

  /** Sets the classes that decide the layout, and what a pause turns off. */
  private renderState(): void {
    const { play } = this.app;
    const { size } = play.layout;
    const classes = [
      'app play',
      this.coach.isOpen && !play.isCreating ? 'open' : '',
      this.app.path.shown ? 'path' : '',
      play.isDone ? 'done' : '',
      play.isCreating ? `setting at-${this.setPanel.view}` : '',
      size > 9 ? 'large' : '',
      play.isPaused ? 'paused' : '',
      play.layout.decorations.length > 0 ? 'ruled' : '',
      play.tool ? `tool tool-${play.tool}` : '',
      this.app.replay ? 'replaying' : '',
    ].filter(Boolean);
    const name = classes.join(' ');
    if (name !== this.wasOpen) this.frameElement.className = this.wasOpen = name;
    this.place.classList.toggle('is-paused', play.isPaused);
    this.place.classList.toggle('is-done', play.isDone);
    const isExplained = this.visiblePath !== null || (this.app.hasOverlay && !this.app.path.shown);
    this.place.classList.toggle('is-explained', isExplained);
    const curtain = this.place.querySelector<HTMLElement>('.curtain')!;
    const wasHidden = curtain.hidden;
    curtain.hidden = !play.isPaused;
    this.board.element.inert = play.isPaused;
    this.pad.element.inert = play.isPaused;
    this.coach.element.inert = play.isPaused;
    if (play.isPaused && wasHidden) {
      curtain.querySelector('.curtain-time')!.textContent = play.time;
      curtain.querySelector('button')!.focus();
    }
    if (play.isPaused === wasHidden) this.messages.end();
    if (!play.isPaused && !wasHidden) this.board.focus();
  }

  private renderTitle(): void {
    const { app } = this;
    const path = this.visiblePath;
    const { isCreating } = app.play;
    app.verdict.watch();
    const rating = path ? app.path.rating : app.rating.text;
    const tag = isCreating ? app.verdict.text : rating;
    const name = path
      ? t('path.title')
      : isCreating
        ? app.puzzle.title || t('set.untitled')
        : app.title;
    if (this.name.textContent !== name) this.name.textContent = name;
    this.tag.hidden = !tag;
    if (this.tag.textContent !== tag) this.tag.textContent = tag;
    this.tag.dataset.verdict = isCreating ? app.verdict.status : '';
    const title = `${[rating.replace(/ (?=[\d.,]+$)/, ' · '), name].filter(Boolean).join(', ')} – ${t('app.name')}`;
    if (document.title !== title) document.title = title;
  }

  /** Draws the rules of the puzzle, and their legend below the grid. */
  private async drawRules(board: Board): Promise<void> {
    const { drawRules, legendOf } = await import('./decorations.ts');
    const { layout } = this.app.play;
    if (board !== this.board) return;
    board.showRules(drawRules(layout, this.setPanel.draft));
    board.addNumbers();
    this.coach.showLegend(legendOf(layout.decorations));
    this.coach.render();
  }

  /** Shows the tools for creating a puzzle instead of the coach. */
  private renderSet(): void {
    const { play, replay } = this.app;
    this.coach.element.hidden = play.isCreating || play.isFinishShown || replay !== null;
    this.wayBack.render();
    this.setPanel.render();
  }

  /** Shows how the game went, once it is solved. */
  private renderFinish(): void {
    const { play } = this.app;
    const isShown = play.isFinishShown;
    this.finish.hidden = !isShown;
    const { path, replay } = this.app;
    this.pad.element.hidden = isShown || path.shown !== null || replay !== null;
    const key = isShown ? `${this.app.key} ${play.finishedAt}` : '';
    if (key === this.finishKey) return;
    this.finishKey = key;
    if (!isShown) return fill(this.finish);
    const show = ({ finishContent }: typeof import('./finish.ts')) => {
      if (this.finishKey !== key) return;
      fill(this.finish, ...finishContent(this.app, (part) => this.show(part)));
      if (!this.board.hasFocus) return;
      const heading = this.finish.querySelector('h2');
      heading?.setAttribute('tabindex', '-1');
      heading?.focus({ preventScroll: true });
    };
    const load = Promise.all([import('./finish.ts'), loadTexts('parts')]);
    this.app.attempt(load.then(([parts]) => show(parts)));
  }

  /** Shows the controls of a replay instead of the tools. */
  private renderReplay(): void {
    const { replay } = this.app;
    this.replayPanel.hidden = replay === null;
    this.replayControls?.render();
    if (replay === this.replayShown) return;
    this.replayShown = replay;
    // A message belongs to what was shown before.
    this.messages.end();
    this.replayControls = null;
    fill(this.replayPanel);
    if (!replay) return this.board.focus();
    const show = ({ createReplayPanel }: typeof import('./replay.ts')) => {
      if (replay !== this.app.replay) return;
      this.replayControls = createReplayPanel(this.app, replay);
      fill(this.replayPanel, ...this.replayControls.content);
      this.replayPanel.querySelector<HTMLElement>('[data-replay=toggle]')?.focus();
    };
    import('./replay.ts').then(show).catch((error) => {
      if (replay === this.app.replay) this.app.endReplay();
      this.app.reportError(error);
    });
  }

  private renderBusy(): void {
    // Without the stage, the progress has a place of its own.
    const isApart = this.part.name !== 'play';
    this.busy.moveTo(isApart ? this.frameElement : this.title, isApart);
    const said = this.busy.render(this.app);
    if (said === null) return;
    this.renderMessage();
    if (said) this.messages.live.textContent = said;
  }

  /** Updates everything that depends on time. */
  private tick(): void {
    const { app } = this;
    this.renderBusy();
    this.messages.tick();
    const { settings, play } = app;
    const path = this.visiblePath;
    const hasTimer = settings.timer && !play.isCreating && !app.path.shown && !app.replay;
    const isReplay = app.replay !== null;
    const text = isReplay
      ? clock(app.replay!.time)
      : path
        ? app.path.place
        : hasTimer && !settings.timerHidden
          ? play.time
          : '';
    if (this.time.textContent !== text) this.time.textContent = text;
    this.time.hidden = text === '';
    this.time.setAttribute('role', path || isReplay ? 'note' : 'timer');
    this.pauseButton.hidden = !hasTimer || play.isDone;
    const word = t(play.isPaused ? 'timer.resume' : 'timer.pause');
    if (this.pauseWord.textContent !== word) {
      this.pauseWord.textContent = word;
      this.pauseButton.replaceChild(
        icon(play.isPaused ? 'play' : 'pause'),
        this.pauseButton.firstChild!,
      );
    }
    // The name of the button is the word and, on phones, the time. Neither is said twice.
    const short = settings.timerHidden ? word : text;
    if (this.pauseTime.textContent !== short) this.pauseTime.textContent = short;
    this.pauseTime.ariaHidden = String(settings.timerHidden);
  }

  /** Asks before the solution is shown, or what may be the solution. */
  private ask(what: Revealed): void {
    if (this.app.play.isHidden) return;
    this.withDialogs(({ askSolution, askTrueCandidates }) =>
      (what === 'solution' ? askSolution : askTrueCandidates)(this.app),
    );
  }

  private togglePause(): void {
    this.app.play.pause(!this.app.play.isPaused);
  }

  // --- keyboard, clipboard, drag and drop ---

  private listen(): void {
    const { app } = this;
    document.addEventListener('keydown', (event) => {
      const target = event.target as HTMLElement;
      if (event.defaultPrevented || event.isComposing || document.querySelector('dialog[open]'))
        return;
      if (this.part.name !== 'play') return;
      // Escape ends a replay also from its slider and its speed.
      const ends = app.replay !== null && event.key === 'Escape';
      if (!ends && target.closest('input, textarea, select')) return;
      const onGrid = this.board.hasFocus;
      const pressed = command(keyOf(event), app.play.game.layout);
      if (!pressed) return;
      // While a path is shown, the arrow keys walk along it wherever the focus is.
      const isStep = pressed.type === 'move' || pressed.type === 'jump';
      const isMove = isStep || pressed.type === 'slant';
      if (app.replay) {
        const isOwn = pressed.type === 'next-mode' && target.closest('button') !== null;
        if (!isOwn && app.replay.run(pressed)) event.preventDefault();
        return;
      }
      if (this.visiblePath && isStep) {
        event.preventDefault();
        return this.stepPath(pressed);
      }
      if (!onGrid && !app.settings.keysAnywhere) return;
      // Outside the grid, these keys control the page.
      const isElse = !onGrid && target !== document.body;
      if (isElse && (isMove || ['next-mode', 'select-equal'].includes(pressed.type))) return;
      event.preventDefault();
      const isOnce = ['mode', 'hint', 'next-mode', 'tool', 'replay', 'choose-filter', 'pause'];
      if (event.repeat && isOnce.includes(pressed.type)) return;
      if (pressed.type === 'mode') {
        const { mode } = pressed;
        this.held = { mode, code: event.code, at: event.timeStamp };
        app.play.heldMode = mode;
        return this.changed();
      }
      if (pressed.type === 'solve') return this.ask('solution');
      app.play.run(pressed);
      if (!isElse && isMove) {
        this.render();
        this.board.focus();
      }
    });
    document.addEventListener('keyup', (event) => {
      const { held } = this;
      // The code stays the same if Shift or Alt changes the letter meanwhile. Autofill sends none.
      if (!held || held.code !== event.code) return;
      this.held = app.play.heldMode = null;
      if (event.timeStamp - held.at < TAP_TIMEOUT) app.play.chooseMode(held.mode);
      this.changed();
    });
    // A press beside the board and its tools ends the selection.
    document.addEventListener('pointerdown', (event) => {
      const target = event.target as HTMLElement;
      const isBeside = target.matches(
        'html, body, .app, main, .stage, .title, .nm, .clock, .panel, .boardbox, .place',
      );
      if (isBeside && this.part.name === 'play' && app.play.selection.size > 0) app.play.deselect();
    });
    document.addEventListener('paste', (event) => {
      const picture = pictureIn(event.clipboardData?.files);
      // A copied table has its text, too.
      if (picture && !event.clipboardData?.getData('text/plain')) {
        event.preventDefault();
        return app.attempt(readPicture(app, picture));
      }
      if (
        (event.target as HTMLElement).closest('input, textarea') ||
        document.querySelector('dialog[open]')
      )
        return;
      const file = event.clipboardData?.files[0];
      const text = event.clipboardData?.getData('text/plain');
      event.preventDefault();
      if (text) app.attempt(this.take(Promise.resolve(text)));
      else if (file) app.attempt(this.take(readText(file)));
    });
    document.addEventListener('dragover', (event) => {
      if (isForField(event)) return;
      event.preventDefault();
      document.body.classList.add('is-dropping');
    });
    document.addEventListener('dragleave', (event) => {
      if (!event.relatedTarget) document.body.classList.remove('is-dropping');
    });
    document.addEventListener('drop', (event) => {
      document.body.classList.remove('is-dropping');
      if (isForField(event)) return;
      event.preventDefault();
      const picture = pictureIn(event.dataTransfer?.files);
      if (picture) return app.attempt(readPicture(app, picture));
      const file = event.dataTransfer?.files[0];
      const text = event.dataTransfer?.getData('text/plain');
      if (file) app.attempt(this.take(readText(file)));
      else if (text) app.attempt(this.take(Promise.resolve(text)));
    });
    document.addEventListener('visibilitychange', () =>
      app.play.setHidden('window', document.visibilityState !== 'visible'),
    );
    steps.changed = (count) => app.play.setHidden('dialog', count > 0);
    window.addEventListener('pagehide', () => app.storage.saveAtOnce());
    window.addEventListener('blur', () => {
      this.held = app.play.heldMode = null;
    });
  }

  /** Opens a pasted or dropped text. If it holds several puzzles, the dialog lists them. */
  private async take(text: Promise<string>): Promise<void> {
    const content = await text;
    if (content.length > MAX_TEXT)
      return this.withDialogs((all) => all.openOpen(this.app, content));
    try {
      if (!(await this.app.openLink(content))) {
        const grids = await this.app.read(content);
        if (grids.length > 1) return this.withDialogs((all) => all.openOpen(this.app, content));
        await this.app.open(grids[0], { keep: true });
      }
      steps.closeAll();
    } catch (error) {
      const grids = await this.app.readWithoutRules(content);
      if (grids.length === 0) return this.app.reportError(error);
      this.withDialogs((all) => all.openWithoutRules(this.app, grids[0], error));
    }
  }

  /** Steps through the path with the arrow keys. */
  private stepPath(pressed: Extract<Command, { type: 'move' | 'jump' }>): void {
    const { path } = this.app;
    if (pressed.type === 'jump') return path.goTo(pressed.to === 'start' ? 0 : Infinity);
    const isForward = pressed.direction === 'right' || pressed.direction === 'down';
    path.step(isForward ? 1 : -1);
  }
}
