// The puzzles of the browser tests. `ndoku generate` made them.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const EASY =
  '......2.4.7..28.5.5..7...89....93.1.9.......5.5.18....46...9..8.1.86..4.7.9......';
export const EASY_SOLVED =
  '198356274374928651526714389842593716931647825657182493465279138213865947789431562';
export const FOUR = '..3.3.1......4..';
export const JIGSAW_6 =
  '{"schema":"ndoku/1","size":6,"regions":"111223141223441223544333545666555666","givens":"........13.....15..2....3.42........"}';
export const SIXTEEN =
  '........EAC....1..5.9.E..7......6A.........5D.7......58..19G..2.F.....D...8B.C.A8....G5....2.31E5.E..3...4..7DF...23..A..G7..8.42..D..9F4.B8A..G.GB81...D....9.......D...3....8..9.FA.3....1..E..EA.B...5....73..6.....9..G.2...B3...E....2F..C875..28......1BD.';
/** Needs chains, fish and almost locked sets. */
export const EXTREME =
  '..17..5......49.8.24...1.3.75..1...6....8...3.....24...26....4.4.......8.83.....1';
/** Has the main diagonal. */
export const MAIN =
  '..6....7.....2.........6.9.2...4.6.9..7..1..5....6..1.8..7.........12.....5...7.4';

/** A 6×6 puzzle with cages, lines, dots and clues beside the grid. */
export const VARIANT_6 = readFileSync(
  join(import.meta.dirname, '../../../../puzzles/variant-6x6.ndjson'),
  'utf8',
);
