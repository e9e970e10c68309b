// The library: the puzzles that were played or made in this browser.

import type { App } from '../app.ts';
import { ratingText } from '../controllers/rating.ts';
import { formatDate } from '../i18n.ts';
import { exportAll, games, importAll, removeGame } from '../store.ts';
import type { StoredGame } from '../store.ts';
import { button, field, fill, h, selectBox } from './dom.ts';
import { miniOf } from './home.ts';
import type { PartContext } from './parts.ts';
import { t } from './part-texts.ts';
import { readText } from './text.ts';

/** Opens a stored game. */
export const openGame = (app: App, game: StoredGame): Promise<void> =>
  app.openText(game.text, game.layout, game.state || null);

const nameOf = (game: StoredGame): string => {
  const size = Math.round(
    Math.sqrt(game.text.split(/\s+/).length > 1 ? game.text.split(/\s+/).length : game.text.length),
  );
  return game.name || game.title || `${t('layout.sudoku')} ${size}×${size}`;
};

/** Returns the name and the rating of a game. */
export function gameItem(game: StoredGame): Node[] {
  const { rated } = game;
  return [
    h('b', {}, nameOf(game)),
    h('span', { class: 'quiet' }, rated ? ratingText(rated.level, rated.rating) : t('library.own')),
  ];
}

/** Creates the entry of a list that opens a game. A game that is done has a tick. */
export function gameButton(app: App, game: StoredGame): HTMLElement {
  const when = formatDate(new Date(game.when));
  return h(
    'button',
    {
      type: 'button',
      class: 'lib-entry',
      onclick: () => void openGame(app, game).catch((error) => app.reportError(error)),
    },
    miniOf(game),
    h('span', {}, ...gameItem(game)),
    h('span', { class: 'quiet' }, game.done ? `${when} ✓` : when),
  );
}

/** Saves a text as a file. */
export function saveFile(content: string | Blob, name: string): void {
  const blob = typeof content === 'string' ? new Blob([content], { type: 'text/plain' }) : content;
  const url = URL.createObjectURL(blob);
  h('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

export function libraryPart({ app, actions }: PartContext): Node {
  const list = h('ul', { class: 'lib-list' });
  const count = h('p', { class: 'quiet', role: 'status' });
  const search = h('input', { type: 'text', autocomplete: 'off' });
  const filter = selectBox(
    [
      ['all', t('library.all')],
      ['open', t('library.open')],
      ['done', t('library.done')],
    ],
    'all',
    () => draw(),
  );
  search.addEventListener('input', () => draw());
  const draw = () => {
    const wanted = search.value.trim().toLowerCase();
    const shown = games().filter(([, game]) => {
      const text = `${nameOf(game)} ${game.rated ? ratingText(game.rated.level, game.rated.rating) : ''}`;
      const isOfState = filter.value === 'all' || game.done === (filter.value === 'done');
      return isOfState && text.toLowerCase().includes(wanted);
    });
    count.textContent =
      games().length === 0 ? t('library.empty') : t('library.count', { count: shown.length });
    fill(
      list,
      ...shown.map(([key, game]) =>
        h(
          'li',
          {},
          gameButton(app, game),
          button({
            text: t('library.remove', { name: nameOf(game) }),
            icon: 'close',
            iconOnly: true,
            class: 'btn plain',
            click: () => {
              removeGame(key);
              app.announceQuietly(t('library.removed', { name: nameOf(game) }));
              draw();
            },
          }),
        ),
      ),
    );
  };
  const file = h('input', {
    type: 'file',
    class: 'hidden-input',
    tabindex: -1,
    'aria-hidden': 'true',
  });
  const note = h('p', { class: 'quiet', role: 'status' });
  file.addEventListener('change', async () => {
    const chosen = file.files?.[0];
    if (!chosen) return;
    const added = importAll(await readText(chosen));
    note.textContent = added ? t('library.imported', added) : t('library.import.bad');
    draw();
  });
  draw();
  return h(
    'div',
    { class: 'part library' },
    h('h1', {}, t('library.title')),
    h(
      'div',
      { class: 'lib-tools' },
      field(t('library.search'), search),
      field(t('library.show'), filter),
      button({ text: t('home.open'), class: 'btn primary', click: actions.open }),
    ),
    count,
    h('div', { class: 'card' }, list),
    h(
      'div',
      { class: 'actions' },
      button({
        text: t('library.export'),
        class: 'btn',
        click: () => saveFile(exportAll(), 'ndoku-library.json'),
      }),
      button({ text: t('library.import'), class: 'btn', click: () => file.click() }),
      file,
    ),
    note,
  );
}
