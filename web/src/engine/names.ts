// Names that the engine has in English, in the language of the page. The tables are at
// the end of the files of texts of each language. English ones are those of the engine.

import { engineText } from '../i18n.ts';

/** Returns the name of a house: `box 2` is `Box 2` in German. Other names stay. */
export function houseName(name: string): string {
  const whole = engineText(`house.${name}`, '');
  if (whole) return whole;
  const [, kind, which] = /^(.+) (\S+)$/.exec(name) ?? [];
  const known = kind && engineText(`house.${kind}`, '');
  return known ? `${known} ${which}` : name;
}

/** Returns a text with the names of cells as ndoku writes them: `r1c3` for `R1C3`. */
export const withCellNames = (text: string): string => text.replace(/\bR(\d+)C(\d+)/gi, 'r$1c$2');

/** The English names of rules that are not those of their IDs. */
const RULES: Readonly<Record<string, string>> = {
  x: 'X-Sudoku',
  'diagonal-main': 'Main diagonal',
  'diagonal-anti': 'Anti-diagonal',
  'center-dot': 'Center dots',
  house: 'Extra region',
  'anti-knight': 'Anti-knight',
  'anti-king': 'Anti-king',
  'non-consecutive': 'Nonconsecutive',
  'region-sum': 'Region sum line',
  zipper: 'Zipper line',
  'sum-line': 'Sum line',
  difference: 'White dot',
  ratio: 'Black dot',
  xv: 'XV',
  'difference-negative': 'Negative white dots',
  'ratio-negative': 'Negative black dots',
  'xv-negative': 'Negative XV',
  thermo: 'Thermometer',
  'slow-thermo': 'Slow thermometer',
  whisper: 'Whispers',
  renban: 'Renban line',
  nabner: 'Nabner line',
  entropic: 'Entropic line',
  modular: 'Modular line',
  between: 'Between line',
  lockout: 'Lockout line',
  pairs: 'Pair table',
  greater: 'Greater than',
  'x-sum': 'X-sums',
  skyscraper: 'Skyscrapers',
  'numbered-room': 'Numbered rooms',
  'global-mod': 'Global modularity',
};

/**
 * Returns the name of a rule for people: `disjoint-groups` is `Disjoint groups`. A number or cells
 * after the ID stay.
 */
export function ruleName(rule: string): string {
  const [english, id, rest] = /^([^=:\s]*)([^=]*)/.exec(rule) ?? ['', '', ''];
  const name = engineText(`rule.${id}`, '');
  if (name) return name + rest;
  if (id in RULES) return RULES[id] + rest;
  return english.charAt(0).toUpperCase() + english.slice(1).replace(/-/g, ' ');
}
