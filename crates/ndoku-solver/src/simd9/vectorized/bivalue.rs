//! The choice of a bivalue cell to guess, with a lane for each scored cell. It gives the guess of
//! `guess::best_bivalue_guess`.
//!
//! ```text
//!   27 words of one puzzle ─▶ digit by digit ─▶ bivalue cells of each band
//!
//!   lane   0  1  2  3  │ 4  5  6  7  │ 8  9 10 11  │ 12 13 14 15
//!   cell   four lowest │ four lowest │ four lowest │ unused
//!          of band 0   │ of band 1   │ of band 2   │
//!
//!   for each lane: two digits, the cells and bivalue cells with them that it sees ─▶ a key
//!   key    score · 2¹⁴ + (15 − lane) · 2¹⁰ + 32 · word + bit of the candidate
//! ```
//!
//! The greatest key wins. It holds its candidate, so that no lane has to be looked up.

use super::super::WORDS;
use super::super::guess::{BIVALUE_WEIGHT, BIVALUES_PER_BAND, CELLS, CellMasks, Guess};
use super::super::propagate::ALL;
use crate::simd::avx512::{Avx512, Table};
use crate::simd::{LaneWords, SimdVector};

/// Returns for each of twelve lanes, four for each band, a number that depends on its band. The
/// last four lanes are never used.
const fn by_band([a, b, c]: [u32; 3]) -> [u32; 16] {
    [a, a, a, a, b, b, b, b, c, c, c, c, a, a, a, a]
}

/// Returns all bits in the first `count` lanes of each band, and none in the others.
const fn first_lanes(count: usize) -> [u32; 16] {
    let mut lanes = [0; 16];
    let mut lane = 0;
    while lane < 12 {
        if lane % 4 < count {
            lanes[lane] = u32::MAX;
        }
        lane += 1;
    }
    lanes
}

/// For each digit from 0, 3·j + i, its offset to the number 32·word + bit of the digit 0.
static DIGIT_OFFSETS: [u32; 16] = {
    let mut offsets = [0; 16];
    let mut digit = 0;
    while digit < 9 {
        offsets[digit as usize] = 32 * (digit % 3) + 3 * (digit / 3);
        digit += 1;
    }
    offsets
};

/// The fields of [`CellMasks`] for all cells, field by field.
struct CellTables {
    row: [u32; 32],
    low: [u32; 32],
    seen: [u32; 32],
    column: [u32; 32],
}

static CELL_TABLES: CellTables = {
    let mut tables = CellTables {
        row: [0; 32],
        low: [0; 32],
        seen: [0; 32],
        column: [0; 32],
    };
    let mut cell = 0;
    while cell < 32 {
        let CellMasks {
            row,
            low,
            seen,
            column,
        } = CELLS[cell];
        tables.row[cell] = row;
        tables.low[cell] = low;
        tables.seen[cell] = seen;
        tables.column[cell] = column;
        cell += 1;
    }
    tables
};

/// A step from the words of a state to words digit by digit: word 9·band + 3·j + i takes the bits
/// of a row from word 9·band + 3·row + i, up by 3·(row − j).
struct RowMove {
    from: [u32; 32],
    by: [u32; 32],
    /// The destination of the row's bits.
    mask: [u32; 32],
}

/// Returns the step for row = (j + `distance`) mod 3.
const fn row_move(distance: u32) -> RowMove {
    let mut step = RowMove {
        from: [0; 32],
        by: [0; 32],
        mask: [0; 32],
    };
    let mut word = 0;
    while word < WORDS {
        let j = word as u32 / 3 % 3;
        let row = (j + distance) % 3;
        step.from[word] = word as u32 + 3 * row - 3 * j;
        step.by[word] = (32 + 3 * row - 3 * j) % 32;
        step.mask[word] = 0o007_007_007 << (3 * row);
        word += 1;
    }
    step
}

/// The destination of the rows that are in place already.
const HERE: [u32; 32] = row_move(0).mask;
/// The steps of the next row, and of the one after it.
static ROW_MOVES: [RowMove; 2] = [row_move(1), row_move(2)];

/// The first of the nine words of each lane's band, of the next band, and of the one after it.
static BAND_WORDS: [[u32; 16]; 3] = [
    by_band([0, 9, 18]),
    by_band([9, 18, 0]),
    by_band([18, 0, 9]),
];
/// A lane of the next band, and of the one after it.
static OTHER_BANDS: [[u32; 16]; 2] = [by_band([4, 8, 0]), by_band([8, 0, 4])];

/// Finds the best guess among the four lowest bivalue cells of each band. Returns `None` if there
/// is no bivalue cell.
#[inline(always)]
pub(super) fn best_bivalue_guess(words: &LaneWords) -> Option<Guess> {
    let words = Table::load_lane(words);
    let digits = by_digit(words);
    let bivalues = bivalue_cells(digits);
    let (cells, used) = four_lowest(bivalues);
    let scored = ScoredCells::new(words, cells);
    let best = scored.keys(digits, bivalues).max_of_lanes(used);
    (best != 0).then(|| Guess::from_position(best as usize >> 5 & 31, best & 31))
}

/// Returns the words of a state digit by digit; see `by_digit` in [`guess`](crate::simd9::guess).
#[inline(always)]
fn by_digit(words: Table) -> Table {
    let moved =
        |step: &RowMove| words.lookup_rotated(Table::load(&step.from), Table::load(&step.by));
    let (next, after) = (moved(&ROW_MOVES[0]), moved(&ROW_MOVES[1]));
    let (here, there) = (Table::load(&HERE), Table::load(&ROW_MOVES[0].mask));
    let others = next.zip3(there, after, Avx512::select);
    words.zip3(here, others, Avx512::select)
}

/// Returns for each lane the bivalue cells of its band. Counts the digits of each cell in binary,
/// first over i, then over j.
#[inline(always)]
fn bivalue_cells(digits: Table) -> Avx512 {
    let (second, third) = (digits.skip::<1>(), digits.skip::<2>());
    let ones = digits.zip3(second, third, Avx512::xor3);
    let twos = digits.zip3(second, third, Avx512::majority);
    let [j0, j1, j2] = const {
        &[
            by_band([0, 9, 18]),
            by_band([3, 12, 21]),
            by_band([6, 15, 24]),
        ]
    };
    let of_three = |counts: Table| [j0, j1, j2].map(|j| counts.lookup(Avx512::load_table(j)));
    let ([a, b, c], [d, e, f]) = (of_three(ones), of_three(twos));
    let odd = a.xor3(b, c);
    // A two from the ones, and twos from the groups: exactly one of them for 2 or 3 digits.
    let carried = a.majority(b, c);
    let any = d.or3(e, f);
    let several = d.majority(e, f).or_and(any, carried);
    let two_or_three = any.or(carried).and_not(several);
    two_or_three.and(Avx512::splat(ALL)).and_not(odd)
}

/// Returns the four lowest cells of each band, one in each lane, and the lanes that have a cell.
#[inline(always)]
fn four_lowest(bivalues: Avx512) -> (Avx512, u32) {
    let mut left = bivalues;
    // Each step removes the lowest cell from the later lanes of each band.
    for kept in &const { [first_lanes(1), first_lanes(2), first_lanes(3)] } {
        left = left.and_or(left.minus_one(), Avx512::load_table(kept));
    }
    (left.lowest_bit(), left.nonzero_lanes() & 0x0fff)
}

/// The cells that are scored, one in each lane.
struct ScoredCells {
    /// The cell: its bit in the words of its band, digit by digit.
    cell: Avx512,
    /// The first of the three words of its row in the state.
    first_word: Avx512,
    /// The bit of its digit 0 in that word.
    low_bit: Avx512,
    /// Its two digits.
    digits: [Avx512; 2],
}

impl ScoredCells {
    #[inline(always)]
    fn new(words: Table, cell: Avx512) -> Self {
        let row = Table::load(&CELL_TABLES.row).lookup(cell);
        let first_word = Avx512::load_table(&BAND_WORDS[0]).add(row);
        let low_bit = Table::load(&CELL_TABLES.low).lookup(cell);
        // The digits 0, 3, 6 of the cell, moved to these bits, or those one or two above.
        let held = |i: u32| {
            words
                .lookup(first_word.add(Avx512::splat(i)))
                .rotate_right(low_bit.sub(Avx512::splat(i)))
        };
        let held_digits = held(0)
            .and(Avx512::splat(0o111))
            .or_and(held(1), Avx512::splat(0o222))
            .or_and(held(2), Avx512::splat(0o444));
        Self {
            cell,
            first_word,
            low_bit,
            digits: [held_digits.lowest_bit(), held_digits.highest_bit()],
        }
    }

    /// Returns the keys: the score, then the place of the cell, then the candidate to guess.
    #[inline(always)]
    fn keys(&self, digits: Table, bivalues: Avx512) -> Avx512 {
        const { assert!(BIVALUES_PER_BAND == 4 && BIVALUE_WEIGHT == 3) };
        let [d, e] = self.digits;
        let SeenCells {
            candidates: [of_d, of_e],
            cells,
            bivalues,
        } = self.count_seen(digits, bivalues);
        let score = cells.add(bivalues).add(bivalues.shl::<1>());
        let digit = d.if_at_least(of_d, of_e, e);
        // A number 32·word + bit. Its digit adds to both at the same time.
        let candidate = self
            .first_word
            .shl::<5>()
            .or(self.low_bit)
            .add(Avx512::load_table(&DIGIT_OFFSETS).lookup(digit));
        // Never 0, so that each key differs from "none".
        let place =
            Avx512::load_table(&const { [15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0] });
        score.shl::<14>().or3(place.shl::<10>(), candidate)
    }

    /// Counts the candidates that each of both digits sees, the cells with at least one of them,
    /// and the bivalue cells among these.
    #[inline(always)]
    fn count_seen(&self, digits: Table, bivalues: Avx512) -> SeenCells {
        let [d, e] = self.digits;
        let in_own_band = Table::load(&CELL_TABLES.seen).lookup(self.cell);
        let in_column = Table::load(&CELL_TABLES.column).lookup(self.cell);
        let none = Avx512::splat(0);
        let mut count = SeenCells {
            candidates: [none; 2],
            cells: none,
            bivalues: none,
        };
        let bands = [
            (in_own_band, bivalues),
            (in_column, bivalues.permute(&OTHER_BANDS[0])),
            (in_column, bivalues.permute(&OTHER_BANDS[1])),
        ];
        for (band_words, (seen, bivalues)) in BAND_WORDS.iter().zip(bands) {
            let first = Avx512::load_table(band_words);
            let of_d = digits.lookup(first.add(d)).and(seen);
            let of_e = digits.lookup(first.add(e)).and(seen);
            count.candidates = [
                count.candidates[0].add(of_d.count_ones()),
                count.candidates[1].add(of_e.count_ones()),
            ];
            count.cells = count.cells.add(of_d.or(of_e).count_ones());
            count.bivalues = count.bivalues.add(bivalues.and_or(of_d, of_e).count_ones());
        }
        count
    }
}

/// The cells that the scored cells see.
struct SeenCells {
    /// Number of candidates of each of both digits.
    candidates: [Avx512; 2],
    /// Number of cells with at least one of both digits.
    cells: Avx512,
    /// Number of bivalue cells among them.
    bivalues: Avx512,
}
