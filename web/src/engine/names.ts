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

const KNOWN_RULES: Record<string, string> = {
  x: 'X-Sudoku',
  killer: 'Killer',
  thermo: 'Thermometer',
};

/**
 * Returns the name of a rule for people: `anti-knight` is `Anti knight`. A number or cells after
 * the ID stay.
 */
export function ruleName(rule: string): string {
  const [english, id, rest] = /^([^=:\s]*)([^=]*)/.exec(rule) ?? ['', '', ''];
  const name = engineText(`rule.${id}`, '');
  if (name) return name + rest;
  const words = english.charAt(0).toUpperCase() + english.slice(1).replace(/-/g, ' ');
  return KNOWN_RULES[english] ?? words;
}

/** Returns the name of a rule at a cell for screen readers, which is its ID in English. */
export const spokenRule = (rule: string): string =>
  engineText(`rule.${rule.split(' ')[0]}`, '') ? ruleName(rule) : rule;
