// Texts by key. Another language is another file like `texts/en.ts`, and a line in the table here.
// The texts of the dialogs are in `texts/en-dialogs.ts` and `view/dialog-texts.ts`.

import { en } from './texts/en.ts';

export type TextKey = keyof typeof en;

/** Texts by key. */
type Texts<Key extends string> = { readonly [key in Key]: string };

const LANGUAGES: Record<string, Texts<TextKey>> = { en };

/** The language of the page: the first available one that the browser prefers, or else English. */
export const language =
  (typeof navigator === 'undefined' ? [] : navigator.languages)
    .map((tag) => tag.split('-')[0])
    .find((tag) => tag in LANGUAGES) ?? 'en';

/**
 * Creates the function that returns a text with its values. `{count, step, steps}` is a number
 * with a noun, singular or plural.
 */
export function createTranslator<Key extends string>(languages: Record<string, Texts<Key>>) {
  const texts = languages[language];
  return (key: Key, values: Record<string, string | number> = {}): string =>
    texts[key].replace(
      /\{(\w+)(?:, ([^,}]+), ([^}]+))?\}/g,
      (_, name: string, one?: string, many?: string) => {
        const value = values[name] ?? '';
        if (one === undefined) return String(value);
        return `${value} ${String(value) === '1' ? one : many}`;
      },
    );
}

/** Returns a text of the page. */
export const t = createTranslator(LANGUAGES);
