// The formats of texts that the page writes, with names for people: the common ones first.

import type { Entry } from '../engine/api.ts';
import { engineText, language } from '../i18n.ts';
import { t } from './dialog-texts.ts';
import type { DialogTextKey } from './dialog-texts.ts';
import { h } from './dom.ts';

const COMMON: readonly string[] = ['line', 'grid', 'pm', 'sudokupad', 'fpuzzles-url', 'hodoku'];

/** Formats that have the name of a program or of a file. */
const NAMES: Readonly<Record<string, string>> = {
  sudokupad: 'SudokuPad',
  'fpuzzles-url': 'f-puzzles',
  fpuzzles: 'f-puzzles (JSON)',
  hodoku: 'HoDoKu',
  opensudoku: 'OpenSudoku',
  sdk: 'SadMan Sudoku (.sdk)',
  sdx: 'SudoCue (.sdx)',
  ss: 'Simple Sudoku (.ss)',
  iss: 'Interactive Sudoku Solver',
  tatham: 'Simon Tatham',
  dimacs: 'DIMACS CNF (SAT)',
  cpan: 'Games::Sudoku::Solver (Perl)',
  s0: 'Perl (s0)',
  csv: 'CSV',
  tsv: 'TSV',
  json: 'JSON (ndoku)',
  ndjson: 'NDJSON (ndoku)',
};

/** Formats that are named by what they look like. */
const KINDS: readonly string[] = [
  'line',
  'grid',
  'rows',
  'spaced',
  'pm',
  'pair',
  'jigsaw',
  'sukaku',
  'rules',
];

/** Returns the name of a format. */
export const formatName = (id: string): string =>
  KINDS.includes(id) ? t(`share.format.${id}` as DialogTextKey) : (NAMES[id] ?? id);

/** Returns what a format is for. */
export const formatSummary = ({ id, summary }: Entry): string =>
  engineText(`format.${id}`, summary.replace(' (write only)', '')).replace(/`/g, '');

/** Creates the entries of a list of formats. */
export function formatOptions(all: readonly Entry[]): Node[] {
  const written = all.filter(({ write }) => write).map(({ id }) => id);
  const byName = (a: string, b: string) => formatName(a).localeCompare(formatName(b), language);
  const others = written.filter((id) => !COMMON.includes(id)).sort(byName);
  const group = (label: DialogTextKey, ids: readonly string[]) =>
    h(
      'optgroup',
      { label: t(label) },
      ...ids.map((value) => h('option', { value }, formatName(value))),
    );
  const common = COMMON.filter((id) => written.includes(id));
  return [group('share.common', common), group('share.others', others)];
}
