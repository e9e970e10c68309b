// The menu of the page, and that of the further tools. Entries that have no effect are off. What has
// a visible button elsewhere has no entry, so the menus are short on wide windows.

import type { App } from '../app.ts';
import type { ToolName } from '../model/game.ts';
import { openDialog } from './dialog.ts';
import { t } from './dialog-texts.ts';
import type { DialogTextKey } from './dialog-texts.ts';
import { button, h, icon } from './dom.ts';
import type { IconName } from './dom.ts';

/** Creates an entry of a menu, which closes the dialog around it. */
function menuItem(
  text: string,
  name: IconName,
  run: () => void,
  id: string,
  disabled = false,
): HTMLElement {
  const item = h(
    'button',
    {
      type: 'button',
      class: 'menu-item',
      'data-menu': id,
      disabled,
      onclick: () => {
        item.closest('dialog')?.close();
        run();
      },
    },
    icon(name),
    h('span', {}, text),
  );
  return item;
}

/** Returns a function that creates entries for the game. They are off while it cannot change. */
const gameItem =
  ({ play }: App) =>
  (text: string, name: IconName, run: () => void, id: string): HTMLElement =>
    menuItem(text, name, run, id, !play.isPlayable);

/** Returns `true` if a part of the page is visible. */
const isShown = (selector: string): boolean =>
  [...document.querySelectorAll(selector)].some((one) => one.getClientRects().length > 0);

/** Creates the entries of the tools: candidate colors, links, pen, pairs, and clearing. */
function toolItems(app: App): HTMLElement[] {
  const { play } = app;
  const start = (tool: ToolName) => () => void play.startTool(tool);
  const clear = (changed: boolean) => {
    play.edited(changed);
    app.announce(t('message.cleared'));
  };
  const item = gameItem(app);
  return [
    item(t('tool.paint'), 'palette', start('paint'), 'paint'),
    item(t('tool.link'), 'link', start('link'), 'link'),
    item(t('tool.pen'), 'pen', start('pen'), 'pen'),
    item(t('tool.pairs'), 'highlight', () => play.findPairs(), 'pairs'),
    item(t('settings.colors'), 'erase', () => clear(play.game.clearColors()), 'clear-colors'),
    item(t('tool.pen.clear'), 'erase', () => clear(play.game.clearDrawing('pen')), 'clear-pen'),
  ];
}

/** Opens the further tools. */
export function openTools(app: App): void {
  const { play } = app;
  const toggle = () => {
    play.multiSelect = !play.multiSelect;
    app.changed();
  };
  const pressed = (isOn: boolean, ...[text, name, run, id]: Parameters<typeof menuItem>) => {
    if (isShown(`.assist-${name}`)) return false;
    const item = menuItem(text, name, run, id, !play.isPlayable);
    item.setAttribute('aria-pressed', String(isOn));
    return item;
  };
  const { autoCandidates } = app.settings;
  const isHighlighting = play.isChoosingFilter || play.isFiltering;
  const auto = () => play.auto.switch();
  const highlight = () => play.chooseFilterNext();
  const group = h(
    'div',
    { class: 'menu-group', role: 'group', 'aria-label': t('tool.title') },
    pressed(autoCandidates, t('pad.auto'), 'auto', auto, 'auto'),
    pressed(isHighlighting, t('pad.highlight'), 'highlight', highlight, 'filter'),
    pressed(play.multiSelect, t('pad.multiSelect'), 'multiSelect', toggle, 'several'),
    ...toolItems(app),
  );
  openDialog(t('tool.title'), group).classList.add('menu');
}

/** Asks before something happens that the player may not want. */
function ask(title: string, text: string, go: string, run: () => void): void {
  const dialog = openDialog(
    title,
    h('p', {}, text),
    h(
      'div',
      { class: 'actions end' },
      button({ text: t('open.cancel'), class: 'btn', click: () => dialog.close() }),
      button({
        text: go,
        class: 'btn primary main',
        'data-go': '',
        click: () => {
          dialog.close();
          run();
        },
      }),
    ),
  );
}

/** Asks whether the game starts again. A game without entries needs no question. */
export function askRestart(app: App): void {
  const run = () => app.play.restart();
  if (!app.play.game.isTouched()) return run();
  ask(t('menu.restart'), t('restart.text'), t('restart.go'), run);
}

/** Asks whether the solution is shown. A solved game, or a created puzzle, needs no question. */
export function askSolution(app: App): void {
  const run = () => void app.analysis.showSolution();
  if (isOpenSecret(app)) return run();
  ask(t('menu.solution'), t('solution.text'), t('solution.go'), run);
}

/** Asks whether the true candidates are shown, which may be the solution. */
export function askTrueCandidates(app: App): void {
  const run = () => void app.analysis.trueCandidates();
  if (isOpenSecret(app)) return run();
  ask(t('analyze.candidates'), t('solution.candidates'), t('solution.go'), run);
}

/** The player knows the solution already, or creates the puzzle. */
const isOpenSecret = ({ play }: App): boolean => play.isDone || play.isCreating;

/** Creates the entries for a puzzle that is being created. */
function setItems(app: App): (HTMLElement | false)[] {
  const { play, leaveSet } = app;
  const clear = () => {
    play.edited(
      play.game.change((set) => play.layout.cells.forEach((cell) => set('clue', cell, 0))),
    );
    app.announce(t('message.cleared'));
  };
  const clearRules = () => app.attempt(play.rules?.set(() => []) ?? Promise.resolve());
  const isClear = !play.layout.cells.some((cell) => play.game.isClue(cell));
  return [
    leaveSet !== null &&
      menuItem(t('replay.end'), 'back', () => app.attempt(leaveSet()), 'to-game'),
    menuItem(t('set.clear'), 'erase', clear, 'clear-clues', isClear),
    menuItem(t('set.clear.rules'), 'remove', clearRules, 'clear-rules', !play.rules?.all.length),
  ];
}

/** The actions of the menu. */
export type MenuActions = Record<
  | 'new'
  | 'open'
  | 'photo'
  | 'set'
  | 'share'
  | 'print'
  | 'settings'
  | 'help'
  | 'learn'
  | 'library'
  | 'stats'
  | 'tools',
  () => void
>;

/** Opens the menu of the game. */
export function openMenu(app: App, actions: MenuActions): void {
  const { play } = app;
  const item = menuItem;
  const ofGame = gameItem(app);
  const group = (title: DialogTextKey, ...items: (HTMLElement | false)[]) =>
    h('div', { class: 'menu-group', role: 'group', 'aria-label': t(title) }, ...items);
  const hasParts = isShown('.top nav');
  const dialog = openDialog(
    t('menu.menu'),
    group(
      'menu.puzzles',
      item(t('menu.new.long'), 'plus', actions.new, 'new'),
      item(t('menu.open.long'), 'open', actions.open, 'open'),
      item(t('menu.photo'), 'camera', actions.photo, 'photo'),
      !hasParts && item(t('menu.set.long'), 'pen', actions.set, 'create'),
      !hasParts && item(t('menu.library'), 'library', actions.library, 'all'),
      !hasParts && item(t('menu.learn'), 'book', actions.learn, 'techniques'),
      item(t('menu.stats'), 'grid', actions.stats, 'stats'),
    ),
    play.isCreating && group('set.menu', ...setItems(app)),
    !play.isCreating &&
      group(
        'menu.game',
        ofGame(t('menu.fill'), 'fill', () => play.markCandidates(), 'fill'),
        !isShown('.act-check, .assist-check') &&
          ofGame(t('pad.check'), 'check', () => void app.hint.check(), 'check'),
        item(t('menu.edit'), 'pen', () => void app.set(null), 'edit'),
        item(t('menu.solution'), 'bulb', () => askSolution(app), 'solution', play.isHidden),
        item(t('replay.title'), 'play', () => void app.startReplay(), 'replay', play.isHidden),
        ofGame(t('menu.restart'), 'undo', () => askRestart(app), 'restart'),
        !isShown('.assist-more') && item(t('tool.title'), 'more', actions.tools, 'tools'),
      ),
    !isShown('.top .r') &&
      group(
        'menu.page',
        item(t('menu.share'), 'share', actions.share, 'share-this'),
        item(t('menu.print'), 'print', actions.print, 'print-this'),
        item(t('menu.settings'), 'gear', actions.settings, 'change'),
        item(t('menu.help'), 'help', actions.help, 'keys'),
      ),
  );
  dialog.classList.add('menu');
}
