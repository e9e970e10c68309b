// The library: the puzzles that were played or made in this browser, with tags.

import type { App } from '../app.ts';
import { allTags, filtered, nameOf, NO_FILTER } from '../model/library.ts';
import type { LibraryEntry, LibraryFilter } from '../model/library.ts';
import { LEVELS } from '../model/stats.ts';
import { findGame, games, saveGames } from '../store.ts';
import { button, checkbox, field, fill, h, newId, selectBox } from './dom.ts';
import { gameButton, ratingOf } from './game-entry.ts';
import { libraryFiles } from './library-file.ts';
import { openTags } from './library-tags.ts';
import type { PartContext } from './parts.ts';
import { t } from './part-texts.ts';

/** Opens a stored game, and replays it. */
async function replayGame(app: App, entry: LibraryEntry): Promise<void> {
  await app.openStored(entry);
  await app.startReplay();
}

/** The filter stays while the page is open. */
let filter: LibraryFilter = NO_FILTER;

export const libraryPart = (context: PartContext): Node => new Library(context).element;

class Library {
  readonly element: HTMLElement;
  private readonly app: App;
  private readonly list = h('ul', { class: 'lib-list' });
  private readonly count = h('p', { class: 'quiet', role: 'status' });
  private readonly note = h('p', { class: 'quiet', role: 'status' });
  private readonly undoButton: HTMLButtonElement;
  private readonly bulk: HTMLElement;
  private readonly selectAll: HTMLLabelElement;
  private readonly tag = h('select');
  /** Opens the filters on phones. Elsewhere they are always open. */
  private readonly foldButton = h('button', {
    type: 'button',
    class: 'btn lib-fold',
    'aria-expanded': 'false',
  });
  private readonly selected = new Set<string>();
  /** The games that were deleted last. */
  private deleted: readonly LibraryEntry[] = [];
  private shown: readonly LibraryEntry[] = [];
  /** Number of all stored games. */
  private storedCount = 0;

  constructor({ app, actions }: PartContext) {
    this.app = app;
    this.undoButton = button({
      text: t('library.undo'),
      icon: 'undo',
      class: 'btn',
      hidden: true,
      click: () => this.undo(),
    });
    this.selectAll = checkbox(t('library.selectAll'), false, (isOn) => {
      this.selected.clear();
      if (isOn) for (const [key] of this.shown) this.selected.add(key);
      this.draw();
    });
    this.bulk = h(
      'div',
      { class: 'lib-bulk' },
      button({ text: t('library.tags'), class: 'btn', click: () => this.edit(this.chosen()) }),
      button({ text: t('library.delete'), class: 'btn', click: () => this.remove(this.chosen()) }),
    );
    this.tag.addEventListener('change', () => this.show({ tag: this.tag.value }));
    this.element = h(
      'div',
      { class: 'part library' },
      h('h1', {}, t('library.title')),
      this.tools(actions.open),
      h('div', { class: 'lib-state' }, this.selectAll, this.bulk, this.count),
      h('div', { class: 'lib-note' }, this.note, this.undoButton),
      h('div', { class: 'card' }, this.list),
      libraryFiles(this.app, this.note, () => this.draw()),
    );
    this.element.addEventListener('keydown', (event) => this.key(event));
    this.draw();
  }

  // --- tools ---

  private tools(open: () => void): HTMLElement {
    const search = h('input', { type: 'search', autocomplete: 'off', value: filter.search });
    search.addEventListener('input', () => this.show({ search: search.value }));
    const select = (
      name: 'state' | 'level' | 'order',
      options: readonly (readonly [string, string])[],
    ) => selectBox(options, filter[name], (value) => this.show({ [name]: value }));
    const state = select('state', [
      ['all', t('library.all')],
      ['unsolved', t('library.unsolved')],
      ['running', t('library.open')],
      ['solved', t('library.done')],
    ]);
    const level = select('level', [
      ['all', t('library.all')],
      ...LEVELS.map((name) => [name, t(`level.${name}`)] as const),
      ['none', t('library.own')],
    ]);
    const order = select('order', [
      ['played', t('library.order.played')],
      ['name', t('library.order.name')],
      ['rating', t('library.order.rating')],
      ['time', t('library.order.time')],
    ]);
    const filters = h(
      'div',
      { class: 'lib-filters', id: newId() },
      field(t('library.state'), state),
      field(t('library.level'), level),
      field(t('library.tag'), this.tag),
      field(t('library.order'), order),
    );
    this.foldButton.setAttribute('aria-controls', filters.id);
    this.foldButton.addEventListener('click', () => {
      const isOpen = filters.classList.toggle('is-open');
      this.foldButton.setAttribute('aria-expanded', String(isOpen));
    });
    return h(
      'div',
      { class: 'lib-tools' },
      field(t('library.search'), search),
      this.foldButton,
      filters,
      button({ text: t('home.open'), class: 'btn primary', click: open }),
    );
  }

  private show(change: Partial<LibraryFilter>): void {
    filter = { ...filter, ...change };
    this.draw();
  }

  // --- the list ---

  private draw(): void {
    const all = games();
    this.storedCount = all.length;
    this.drawTags(all);
    this.shown = filtered(all, filter, ratingOf);
    const keys = new Set(this.shown.map(([key]) => key));
    // What is not visible is not selected.
    for (const key of this.selected) if (!keys.has(key)) this.selected.delete(key);
    fill(this.list, ...this.shown.map((entry) => this.row(entry)));
    this.drawState();
  }

  private drawTags(all: readonly LibraryEntry[]): void {
    const options = [
      ['all', t('library.all')],
      ['none', t('library.untagged')],
      ...allTags(all).map((tag) => [`#${tag}`, tag]),
    ];
    if (!options.some(([value]) => value === filter.tag)) filter = { ...filter, tag: 'all' };
    fill(
      this.tag,
      ...options.map(([value, text]) =>
        h('option', { value, selected: value === filter.tag }, text),
      ),
    );
  }

  private drawState(): void {
    const { size } = this.selected;
    this.count.textContent =
      this.storedCount === 0
        ? t('library.empty')
        : size > 0
          ? t('library.selected', { count: size })
          : this.shown.length === 0
            ? t('library.none')
            : t('library.count', { count: this.shown.length });
    const count = [filter.state, filter.level, filter.tag].filter((one) => one !== 'all').length;
    this.foldButton.textContent = t(count > 0 ? 'library.filters.on' : 'library.filters', {
      count,
    });
    const box = this.selectAll.querySelector('input')!;
    box.checked = size > 0 && size === this.shown.length;
    box.indeterminate = size > 0 && size < this.shown.length;
    this.selectAll.hidden = this.shown.length === 0;
    this.bulk.hidden = size === 0;
  }

  private row(entry: LibraryEntry): HTMLElement {
    const [key, game] = entry;
    const name = nameOf(game);
    const label = checkbox(t('library.select', { name }), this.selected.has(key), (isOn) => {
      if (isOn) this.selected.add(key);
      else this.selected.delete(key);
      this.drawState();
    });
    label.querySelector('span')!.className = 'heard';
    return h(
      'li',
      { 'data-key': key },
      label,
      gameButton(this.app, entry),
      game.moves !== undefined &&
        button({
          text: t('library.replay', { name }),
          icon: 'play',
          iconOnly: true,
          class: 'btn plain',
          click: () =>
            void replayGame(this.app, entry).catch((error) => this.app.reportError(error)),
        }),
      button({
        text: t('library.edit', { name }),
        icon: 'pen',
        iconOnly: true,
        class: 'btn plain edit',
        click: () => this.edit([entry]),
      }),
      button({
        text: t('library.remove', { name }),
        icon: 'remove',
        iconOnly: true,
        class: 'btn plain',
        'aria-keyshortcuts': 'Delete',
        click: () => this.remove([entry]),
      }),
    );
  }

  private rowOf(key: string): HTMLElement | undefined {
    return [...this.list.children].find(
      (row): row is HTMLElement => (row as HTMLElement).dataset.key === key,
    );
  }

  /** Returns the selected games. */
  private chosen(): readonly LibraryEntry[] {
    return this.shown.filter(([key]) => this.selected.has(key));
  }

  private key(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if (target.matches('input[type=search]')) return;
    const isUndo = event.key === 'z' && (event.ctrlKey || event.metaKey);
    if (isUndo && this.deleted.length > 0) {
      event.preventDefault();
      return this.undo();
    }
    if (event.key !== 'Delete') return;
    const focused = target.closest('li')?.dataset.key;
    const isOther = focused !== undefined && !this.selected.has(focused);
    const gone = isOther ? this.shown.filter(([key]) => key === focused) : this.chosen();
    if (gone.length > 0) this.remove(gone);
  }

  // --- changes ---

  /** Changes games, and shows what was done. */
  private change(entries: readonly LibraryEntry[], text: string): boolean {
    const isSaved = saveGames(entries);
    this.note.textContent = isSaved ? text : t('library.bad.storage');
    this.draw();
    return isSaved;
  }

  private remove(gone: readonly LibraryEntry[]): void {
    const keys = new Set(gone.map(([key]) => key));
    if (keys.has(this.app.key)) this.app.storage.forget();
    // The latest state, which the list may not show yet.
    const all = games();
    const rest = all.filter(([key]) => !keys.has(key));
    const [first] = gone;
    const text =
      gone.length === 1
        ? t('library.removed', { name: nameOf(first[1]) })
        : t('library.deleted', { count: gone.length });
    if (!this.change(rest, text)) return;
    this.deleted = all.filter(([key]) => keys.has(key));
    this.undoButton.hidden = false;
    this.undoButton.focus();
  }

  private undo(): void {
    const back = this.deleted;
    const known = new Set(back.map(([key]) => key));
    const others = games().filter(([key]) => !known.has(key));
    if (!this.change([...back, ...others], t('library.undone', { count: back.length }))) return;
    this.deleted = [];
    this.undoButton.hidden = true;
    const first = back.map(([key]) => this.rowOf(key)).find(Boolean);
    (first?.querySelector('button') ?? this.selectAll.querySelector('input'))?.focus();
  }

  /** Changes the name and the tags of one game, or the tags of several. */
  private edit(some: readonly LibraryEntry[]): void {
    openTags(some, allTags(games()), (change) => {
      const keys = new Set(some.map(([key]) => key));
      // The games may have changed while the dialog was open.
      const all = games().map(([key, game]): LibraryEntry => [
        key,
        keys.has(key) ? change(game) : game,
      ]);
      const count = all.filter(([key]) => keys.has(key)).length;
      const isSaved = this.change(all, t('library.saved', { count }));
      if (isSaved && keys.has(this.app.key)) {
        this.app.name = findGame(this.app.key)?.name ?? '';
        this.app.changed();
      }
      const row = some.length === 1 ? this.rowOf(some[0][0]) : undefined;
      (row?.querySelector<HTMLElement>('.edit') ?? this.bulk.querySelector('button'))?.focus();
    });
  }
}
