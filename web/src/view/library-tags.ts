// The dialog for the name and the tags of stored games.

import { hasTag, MAX_NAME, nameOf, parseTags, withTags } from '../model/library.ts';
import type { LibraryEntry } from '../model/library.ts';
import type { StoredGame } from '../store.ts';
import { openDialog } from './dialog.ts';
import { button, checkbox, field, h } from './dom.ts';
import { t } from './part-texts.ts';

/**
 * Opens the dialog. One game has its name in it. A tag that only some of several games have stays
 * as it is until its box is used. `save` gets the change of each game.
 */
export function openTags(
  some: readonly LibraryEntry[],
  known: readonly string[],
  save: (change: (game: StoredGame) => StoredGame) => void,
): void {
  const [[, first]] = some;
  const isOne = some.length === 1;
  const name = h('input', { type: 'text', value: nameOf(first), maxlength: MAX_NAME });
  const added = h('input', { type: 'text', autocomplete: 'off' });
  const boxes = known.map((tag) => {
    const count = some.filter(([, game]) => hasTag(game, tag)).length;
    const label = checkbox(tag, count === some.length);
    label.querySelector('input')!.indeterminate = count > 0 && count < some.length;
    return label;
  });
  const tagsWith = (isOn: boolean) =>
    known.filter((_, at) => {
      const box = boxes[at].querySelector('input')!;
      return !box.indeterminate && box.checked === isOn;
    });
  const form = h(
    'form',
    { class: 'form' },
    isOne && field(t('library.edit.name'), name),
    boxes.length > 0 &&
      h('fieldset', { class: 'lib-tags' }, h('legend', {}, t('library.tags')), ...boxes),
    field(t('library.tags.new'), added, t('library.tags.help')),
    h(
      'div',
      { class: 'actions end' },
      button({ text: t('library.save'), class: 'main', type: 'submit', click: () => {} }),
    ),
  );
  const title = isOne ? t('library.edit.title') : t('library.tags.of', { count: some.length });
  const dialog = openDialog(title, form);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const more = [...tagsWith(true), ...parseTags(added.value)];
    const fewer = tagsWith(false).filter((tag) => !more.includes(tag));
    const wanted = name.value.trim();
    const isRenamed = isOne && wanted !== nameOf(first);
    dialog.close();
    save((game) => ({
      ...withTags(game, more, fewer),
      ...(isRenamed ? { name: wanted } : {}),
    }));
  });
}
