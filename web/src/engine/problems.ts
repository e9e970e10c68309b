// The problems of the engine as sentences for players, in the language of the page. The engine words
// its details in English and for the command line.

import { engineText, t } from '../i18n.ts';
import type { TextKey } from '../i18n.ts';
import { faultOf, isLink } from '../model/pasted.ts';
import type { Problem } from './api.ts';
import { EngineError } from './engine.ts';
import { houseName, ruleName, withCellNames } from './names.ts';

/** The type of the problem of clues that repeat a digit. */
export const CONTRADICTORY = 'urn:ndoku:contradictory';

/** What browsers say of a file that they cannot load. */
const UNLOADED =
  /dynamically imported|module script|preload css|failed to fetch|networkerror|load failed/i;

/** Details that players meet, with the texts for them. The named groups are the values. */
const DETAILS: readonly (readonly [RegExp, TextKey])[] = [
  [/^no puzzle found$/, 'read.words'],
  [/^(?:this line is not a puzzle|.* in no known format)/, 'read.words'],
  [/^`(?<symbol>[^]+?)` is not (?:a cell|a symbol of .*)$/, 'read.symbol'],
  [/^(?<count>\d+) characters do not make a grid; (?<cells>\d+) make (?<size>\d+)×/, 'read.count'],
  [/^the grid has (?<rows>\d+) rows? of (?<cells>\d+) cells?, but/, 'read.rows'],
  [/^row (?<row>\d+) has (?<cells>\d+) cells?, the other rows have (?<size>\d+)/, 'read.row'],
  [/^the data of this link is cut off/, 'read.link.cut'],
  [/^this link contains only the ID/, 'read.link.id'],
  [/(?<count>\d+) different digits have a sum from (?<from>\d+) to (?<to>\d+)/, 'read.rule.sum'],
  [/it names no cell$/, 'read.rule.cells'],
  [/^unknown rule `(?<rule>[^`]+)`/, 'read.rule.unknown'],
  [/^rule `(?<rule>[^`]+)`: it takes no argument$/, 'read.rule.none'],
  [/ names (?<cell>r\d+c\d+), which is not in a grid/, 'read.rule.outside'],
  [/^rule .*a value is missing/, 'read.rule.value'],
  [/^rule .*: `(?<cell>[^`]+)` is not a cell:/, 'read.rule.cell'],
  [/ names (?<cell>r\d+c\d+) twice$/, 'read.rule.twice'],
];

/** Returns the sentence for a detail, or an empty text for one without a sentence. */
function detailText(detail: string): string {
  const [, digit, house] = /^value (\S+) repeated in (.+?) \(/.exec(detail) ?? [];
  if (digit && house) {
    const what = t('message.conflict', { digit, places: houseName(house) });
    return t('read.conflict', { what });
  }
  for (const [pattern, key] of DETAILS) {
    const found = pattern.exec(detail);
    if (!found) continue;
    const { rule, ...values } = found.groups ?? {};
    return t(key, rule ? { ...values, rule: ruleName(rule) } : values);
  }
  return '';
}

/** Returns the sentence for a rule whose argument has another form, or an empty text. */
function ruleText({ message, hint = '' }: EngineError): string {
  const [, rule] = /^rule `([a-z-]+)`: /.exec(message) ?? [];
  const [, form] = /^the rule \S+ takes ([^]+)$/.exec(hint) ?? [];
  return rule && form ? t('read.rule', { form: engineText(`rule.${rule}.argument`, form) }) : '';
}

/** Returns the message of an error. Problems of the engine become sentences. */
export function errorText(error: unknown): string {
  if (!(error instanceof EngineError)) {
    const text = error instanceof Error ? error.message : String(error);
    return UNLOADED.test(text) ? `${t('engine.file')} ${t('engine.connection')}` : text;
  }
  const { type, title, message, hint } = error;
  if (!type) return [message, hint].filter(Boolean).join(' ');
  const known = detailText(message) || ruleText(error);
  if (known) return withCellNames(known);
  const kind = engineText(`problem.${type.replace('urn:ndoku:', '')}`, title ?? '');
  const detail = message.replace(/`([^`]*)`/g, '“$1”');
  return withCellNames(kind ? `${kind} (${detail}).` : detail);
}

/** Returns the error for a text without a puzzle. */
export function readError(text: string, problem: Problem | undefined): EngineError {
  const fault = faultOf(text);
  if (fault) return new EngineError({ detail: t(fault.key, fault.values) });
  if (!problem) return new EngineError({ detail: t('read.words') });
  const isKnown = /this link/.test(problem.detail);
  if (isLink(text) && !isKnown) return new EngineError({ detail: t('read.link.other') });
  return new EngineError(problem);
}
