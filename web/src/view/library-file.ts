// The library as a file: saves it, and adds one to it.

import type { App } from '../app.ts';
import { errorText } from '../engine/problems.ts';
import { formatLibrary, LibraryError, mergeLibrary, parseLibrary } from '../model/library.ts';
import type { MergedLibrary } from '../model/library.ts';
import { findGame, games, results, saveAll } from '../store.ts';
import { button, h } from './dom.ts';
import { t } from './part-texts.ts';
import { saveFile } from './save.ts';

/** Saves all stored games and results as a file. */
const saveLibrary = (): void =>
  saveFile(formatLibrary({ games: games(), results: results() }), 'ndoku-library.json');

/** Returns what a file brought, as text. */
function importText({ games: added, updated, results: solved }: MergedLibrary): string {
  const isNew = added > 0 || solved > 0 || updated === 0;
  return [
    isNew && t('library.imported', { games: added, results: solved }),
    updated > 0 && t('library.updated', { count: updated }),
  ]
    .filter(Boolean)
    .join('. ');
}

/** Adds the content of a file. A file that is refused changes nothing. Returns what happened. */
async function add(app: App, text: string): Promise<string> {
  const { storage, key } = app;
  try {
    const added = parseLibrary(text);
    // The open game may be newer than its stored state.
    await storage.saveNow();
    const before = findGame(key);
    const merged = mergeLibrary({ games: games(), results: results() }, added);
    const isSaved = saveAll(merged.content.games, merged.content.results);
    const after = findGame(key);
    if (after?.state !== before?.state || after?.name !== before?.name) await app.takeStored();
    return isSaved ? importText(merged) : t('library.bad.storage');
  } catch (error) {
    if (!(error instanceof LibraryError)) throw error;
    const { reason, detail } = error;
    return t(`library.bad.${reason}`, { detail });
  }
}

/**
 * Creates the buttons that save the library as a file, and add one. `note` gets what happened, and
 * `added` is called then.
 */
export function libraryFiles(app: App, note: HTMLElement, added: () => void): HTMLElement {
  const file = h('input', {
    type: 'file',
    class: 'hidden-input',
    accept: '.json,application/json',
    tabindex: -1,
    'aria-hidden': 'true',
  });
  const read = async (chosen: File): Promise<void> => {
    note.textContent = await add(app, await chosen.text());
    added();
  };
  file.addEventListener('change', () => {
    const [chosen] = file.files ?? [];
    const failed = (why: unknown) =>
      (note.textContent = t('message.failed', { why: errorText(why) }));
    if (chosen) read(chosen).catch(failed);
    file.value = '';
  });
  return h(
    'div',
    { class: 'actions' },
    button({ text: t('library.export'), class: 'btn', click: saveLibrary }),
    button({ text: t('library.import'), class: 'btn', click: () => file.click() }),
    file,
  );
}
