// Loads the handbook of techniques, with its texts in the language of the page. A language without a
// file `handbook.LANGUAGE.json` has the English texts.

import handbookUrl from '../../../crates/ndoku-api/testdata/handbook.json?url';
import { language } from '../i18n.ts';
import { withTexts } from '../model/handbook.ts';
import type { HandbookPage, HandbookSource, HandbookTexts } from '../model/handbook.ts';

/** The addresses of the texts in other languages, by path. */
const TRANSLATIONS = import.meta.glob<string>(
  '../../../crates/ndoku-api/testdata/handbook.*.json',
  { query: '?url', import: 'default', eager: true },
);

let loaded: Promise<readonly HandbookPage[]> | null = null;

async function fetchJson<Content>(address: string): Promise<Content> {
  const response = await fetch(new URL(address, document.baseURI));
  if (!response.ok) throw new Error(response.statusText);
  return response.json() as Promise<Content>;
}

async function load(): Promise<readonly HandbookPage[]> {
  const name = `/handbook.${language}.json`;
  const [, address] = Object.entries(TRANSLATIONS).find(([path]) => path.endsWith(name)) ?? [];
  const [pages, texts] = await Promise.all([
    fetchJson<readonly HandbookSource[]>(handbookUrl),
    address ? fetchJson<HandbookTexts>(address) : {},
  ]);
  return withTexts(pages, texts);
}

/** Loads the handbook once. */
export function loadHandbook(): Promise<readonly HandbookPage[]> {
  loaded ??= load();
  // Without a connection, the next visit tries again.
  loaded.catch(() => (loaded = null));
  return loaded;
}

/** Returns the name of a technique in the language of the page, or the English one. */
export async function techniqueName(english: string): Promise<string> {
  const pages = await loadHandbook().catch(() => []);
  return pages.find((page) => page.english === english)?.name ?? english;
}
