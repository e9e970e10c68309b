// Texts by key, in the language of the page. English is part of the code. The texts of another
// language are in files of their own, which load before the first of them is needed:
//
//   texts/en.ts          texts/de.ts          the page, and names that the engine has in English
//   texts/en-dialogs.ts  texts/de-dialogs.ts  the dialogs, and the engine's lists of rules and formats
//   texts/en-parts.ts    texts/de-parts.ts    home, learn, library, statistics, finish
//
// Another language is three such files, and a line each in `LANGUAGES` and `FILES`.

import { en } from './texts/en.ts';

export type TextKey = keyof typeof en;

/** The languages of the page, each with its name for itself. */
export const LANGUAGES = { en: 'English', de: 'Deutsch', es: 'Español' } as const;

export type Language = keyof typeof LANGUAGES;

/** The parts of the texts, which load at different times. */
export type TextPart = 'page' | 'dialogs' | 'parts';

/** Texts by key. */
export type Texts<Key extends string = string> = Readonly<Record<Key, string>>;

/** The file of each part of a language. It exports one or more tables. */
const FILES: Record<
  Exclude<Language, 'en'>,
  Record<TextPart, () => Promise<Record<string, Texts>>>
> = {
  de: {
    page: () => import('./texts/de.ts'),
    dialogs: () => import('./texts/de-dialogs.ts'),
    parts: () => import('./texts/de-parts.ts'),
  },
  es: {
    page: () => import('./texts/es.ts'),
    dialogs: () => import('./texts/es-dialogs.ts'),
    parts: () => import('./texts/es-parts.ts'),
  },
};

/** The language of the page. */
export let language: Language = 'en';

/** The loaded texts of the language, unless it is English. */
let translated: Record<string, string> = {};

/** Returns the language of a setting: itself, or the first one that the browser prefers. */
export function languageOf(setting: string, preferred: readonly string[]): Language {
  const wanted = [setting, ...preferred].map((tag) => tag.split('-')[0].toLowerCase());
  return (wanted.find((tag) => tag in LANGUAGES) as Language | undefined) ?? 'en';
}

/** Sets the language of the page, and loads the texts of the page. */
export async function setLanguage(chosen: Language): Promise<void> {
  language = chosen;
  translated = {};
  decimals = formatOf(chosen);
  await loadTexts('page');
}

/** Loads a part of the texts. English texts remain if they cannot be loaded. */
export async function loadTexts(part: TextPart): Promise<void> {
  if (language === 'en') return;
  try {
    Object.assign(translated, ...Object.values(await FILES[language][part]()));
  } catch {
    // Without a connection, the next part tries again.
  }
}

/**
 * Creates the function that returns a text with its values. `{count, step, steps}` is a number
 * with a noun, singular or plural.
 */
export function createTranslator<Key extends string>(english: Texts<Key>) {
  return (key: Key, values: Record<string, string | number> = {}): string =>
    (translated[key] ?? english[key]).replace(
      /\{(\w+)(?:, ([^,}]+), ([^}]+))?\}/g,
      (_, name: string, one?: string, many?: string) => {
        const value = values[name] ?? '';
        if (one === undefined) return String(value);
        return `${value} ${String(value) === '1' ? one : many}`;
      },
    );
}

/** Returns a text of the page. */
export const t = createTranslator<TextKey>(en);

/** Joins names to a list: `row 1, row 4 and box 2`. */
export function listOf(names: readonly string[]): string {
  if (names.length < 2) return names[0] ?? '';
  return t('list.and', { first: names.slice(0, -1).join(', '), last: names[names.length - 1] });
}

/** Returns the name of a color, by its number from 1. */
export const colorName = (color: number): string => t(`color.${color}` as 'color.1');

/** Returns the name of a color of the pen, by its number from 0. */
export const penColorName = (color: number): string => t(`pen.color.${color}` as 'pen.color.0');

/** Returns a text that the engine has in English, in the language of the page if that has it. */
export const engineText = (key: string, english: string): string => translated[key] ?? english;

const formatOf = (of: Language): Intl.NumberFormat =>
  new Intl.NumberFormat(of, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

let decimals = formatOf('en');

/** Formats a rating: `4.2`, or `4,2`. */
export const decimal = (value: number): string => decimals.format(value);

/** Formats a day or another part of a date. */
export const formatDate = (date: Date, parts?: Intl.DateTimeFormatOptions): string =>
  date.toLocaleDateString(language, parts);
