// A stored game in the lists of the first page and of the library.

import type { App } from '../app.ts';
import { ratingText } from '../controllers/rating.ts';
import { formatDate } from '../i18n.ts';
import { nameOf } from '../model/library.ts';
import type { LibraryEntry } from '../model/library.ts';
import type { StoredGame } from '../store.ts';
import { h } from './dom.ts';
import { emblem, mini } from './mini.ts';
import { t } from './part-texts.ts';

/** Returns the level and the rating of a game, or an empty text. */
export const ratingOf = ({ rated }: StoredGame): string =>
  rated ? ratingText(rated.level, rated.rating) : '';

/** Draws a stored game. Its clues are a line of symbols. */
export function miniOf(game: StoredGame): SVGElement {
  const cells =
    game.text.includes('\n') || game.text.includes(' ') ? game.text.split(/\s+/) : [...game.text];
  const clues = cells.map((symbol) => (symbol === '.' || symbol === '0' ? 0 : 1));
  const isSquare = Number.isInteger(Math.sqrt(clues.length));
  if (!isSquare) return emblem('mini');
  return mini(clues, game.done ? clues.map(() => 1) : []);
}

/** Returns the name, the rating and the tags of a game. */
export function gameItem(game: StoredGame): Node[] {
  const tags = (game.tags ?? []).map((tag) => h('span', { class: 'lib-tag' }, tag));
  return [
    h('b', {}, nameOf(game)),
    h('span', { class: 'game-facts quiet' }, ratingOf(game) || t('library.own'), ...tags),
  ];
}

/** Creates the entry of a list that opens a game. A game that is done has a tick. */
export function gameButton(app: App, entry: LibraryEntry): HTMLElement {
  const [, game] = entry;
  const when = formatDate(new Date(game.when));
  return h(
    'button',
    {
      type: 'button',
      class: 'lib-entry',
      onclick: () => void app.openStored(entry).catch((error) => app.reportError(error)),
    },
    miniOf(game),
    h('span', {}, ...gameItem(game)),
    h('span', { class: 'quiet' }, game.done ? `${when} ✓` : when),
  );
}
