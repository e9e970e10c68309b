// Texts by key. One language so far; another one is another file of the shape of `texts/en.ts` and a line here.

import { en } from './texts/en.ts';

export type TextKey = keyof typeof en;
export type Texts = { readonly [key in TextKey]: string };

const LANGUAGES: Record<string, Texts> = { en };

/** The language of the page: the first that the browser asks for and that there is, else English. */
export const language =
  (typeof navigator === 'undefined' ? [] : navigator.languages)
    .map((tag) => tag.split('-')[0])
    .find((tag) => tag in LANGUAGES) ?? 'en';

const texts = LANGUAGES[language];

/** A text with its places filled in. `{count, step, steps}` is a number with its word, singular or plural. */
export function t(key: TextKey, values: Record<string, string | number> = {}): string {
  return texts[key].replace(
    /\{(\w+)(?:, ([^,}]+), ([^}]+))?\}/g,
    (_, name: string, one?: string, many?: string) => {
      const value = values[name] ?? '';
      if (one === undefined) return String(value);
      return `${value} ${String(value) === '1' ? one : many}`;
    },
  );
}

/** Whether there is a text: for names that come from the engine. */
export const isText = (key: string): key is TextKey => key in texts;
