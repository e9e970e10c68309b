//! Conversion between two representations of a grid: 81 bytes row by row, and the 27 words of a
//! lane.
//!
//! ```text
//!   words[9·band + 3·row + i]   bit 9·cc + 3·j + cb: the digit 3·j + i (from 0) may stand
//!                               in this row of the band, column cc of box cb (see propagate.rs)
//!
//!   puzzle ─▶ nine bytes of a row, each three times ─▶ compared with the digits of word i ─▶ word
//!   words ─▶ planes: for each band, the cells with i = 1, i = 2, j = 1, j = 2
//!         ─▶ bytes 1 + i + 3·j ─▶ solution
//! ```

use super::candidate_grid9::CandidateGrid9;
use super::propagate::{ALL, MIDDLE, fold_high, join};
use super::{WORDS, vectorized};
use crate::simd::{DealtWords, Kernel, LaneWords, SimdVector};

/// Returns the word of a state, and its bit, for a digit, 0 to 8, in a cell.
pub(super) const fn candidate_position(cell: usize, digit: usize) -> (usize, u32) {
    let (band, row, column) = (cell / 27, cell / 9 % 3, cell % 9);
    (
        9 * band + 3 * row + digit % 3,
        (9 * (column % 3) + 3 * (digit / 3) + column / 3) as u32,
    )
}

/// For each bit of a word, the column of its cell. Vector loads read the rest of the 32 bytes.
#[cfg(target_arch = "x86_64")]
pub(super) const COLUMN: [u8; 32] = {
    let mut columns = [0; 32];
    let mut bit = 0;
    while bit < 27 {
        columns[bit] = (3 * (bit % 3) + bit / 9) as u8;
        bit += 1;
    }
    columns
};

/// For each digit from 0, a byte with two bits; no two digits share both bits.
#[cfg(target_arch = "x86_64")]
const PAIR_OF_BITS: [u8; 9] = [0x03, 0x05, 0x06, 0x09, 0x0a, 0x0c, 0x11, 0x12, 0x14];

/// For each digit from 1, a byte that shares no bit with the digit's own key, but one with every
/// other key. For 0, an open cell, a byte without bits. A digit is at the index 6 higher: there it
/// is after 0x76 was added and only the lowest four bits count.
#[cfg(target_arch = "x86_64")]
pub(super) const LOCKS: [u8; 16] = {
    let mut locks = [0; 16];
    let mut digit = 0;
    while digit < 9 {
        locks[digit + 7] = !PAIR_OF_BITS[digit];
        digit += 1;
    }
    locks
};

/// For each i and each bit of word i, the key of its digit. The bits above the lowest 27 are
/// undefined.
#[cfg(target_arch = "x86_64")]
pub(super) const KEYS: [[u8; 32]; 3] = {
    let mut keys = [[0xff; 32]; 3];
    let mut at = 0;
    while at < 81 {
        let (i, bit) = (at / 27, at % 27);
        keys[i][bit] = PAIR_OF_BITS[3 * (bit / 3 % 3) + i];
        at += 1;
    }
    keys
};

/// For each cell of a band, in reading order, its bit in a plane: 9·cc + 3·row + cb.
pub(super) const PLACE: [u8; 32] = {
    let mut places = [31; 32];
    let mut cell = 0;
    while cell < 27 {
        let (row, column) = (cell / 9, cell % 9);
        places[cell] = (9 * (column % 3) + 3 * row + column / 3) as u8;
        cell += 1;
    }
    places
};

/// Returns the digit of a clue, 1 to 9 as a number or as a character; 0 for any other byte.
#[inline(always)]
const fn parse_clue(byte: u8) -> usize {
    let digit = if byte < byte ^ b'0' {
        byte
    } else {
        byte ^ b'0'
    };
    if digit <= 9 { digit as usize } else { 0 }
}

/// Calls `put` with the number of each word of a puzzle given by clues, and with the word: for each
/// cell the digit of the clue, or all digits.
#[inline(always)]
pub(super) fn load_clues(clues: &[u8; 81], mut put: impl FnMut(usize, u32)) {
    /// For each digit the three places of word 0, and 32 bits higher those of word 1; then those of
    /// word 2.
    const CANDIDATES: [[u64; 2]; 10] = {
        let mut candidates = [[0o111 | 0o111 << 32, 0o111]; 10];
        let mut digit = 0;
        while digit < 9 {
            let mut words = [0; 3];
            words[digit % 3] = 1 << (3 * (digit / 3));
            candidates[digit + 1] = [words[0] | words[1] << 32, words[2]];
            digit += 1;
        }
        candidates
    };
    for (row, clues) in clues.as_chunks::<9>().0.iter().enumerate() {
        let (mut low, mut high) = (0, 0);
        for (column, clue) in clues.iter().enumerate() {
            let [l, h] = CANDIDATES[parse_clue(*clue)];
            let bit = 9 * (column % 3) + column / 3;
            low |= l << bit;
            high |= h << bit;
        }
        for (i, word) in [low as u32, (low >> 32) as u32, high as u32]
            .into_iter()
            .enumerate()
        {
            put(3 * row + i, word);
        }
    }
}

/// Converts the clues of a single puzzle to words.
pub(super) fn words_from_clues(clues: &[u8; 81]) -> LaneWords {
    let mut words = LaneWords::NONE;
    load_clues(clues, |index, word| words[index] = word);
    words
}

/// [`words_from_clues`] with vectors.
pub(super) struct WordsFromClues<'a>(pub(super) &'a [u8; 81]);

impl Kernel for WordsFromClues<'_> {
    type Output = LaneWords;

    #[inline(always)]
    fn run<V: SimdVector>(self) -> LaneWords {
        let mut words = LaneWords::NONE;
        vectorized::load_clues::<V>(self.0, |index, word| words[index] = word);
        words
    }
}

/// Converts pencilmarks to words, nine bytes for each cell: byte d counts if it is the digit d + 1,
/// as number or as character.
pub(super) fn words_from_pencilmarks(pencilmarks: &[u8; 729]) -> [u32; WORDS] {
    let mut words = [0; WORDS];
    for (cell, pencilmarks) in pencilmarks.as_chunks::<9>().0.iter().enumerate() {
        for (digit, byte) in pencilmarks.iter().enumerate() {
            let (word, bit) = candidate_position(cell, digit);
            words[word] |= u32::from(parse_clue(*byte) == digit + 1) << bit;
        }
    }
    words
}

/// Number of planes of a solution, see the head of this file: four for each band, with rows in the
/// middle place of three.
pub(super) const PLANES: usize = 12;

/// Returns the planes of full grids, and the lanes whose grid is valid. The lanes must be neither
/// open nor failed after the last sweep.
///
/// The sweep has found one place for each digit in each box, so that there are 81 candidates. Each
/// mini-column is part of a matching with one mini-column in each band and each column; with one to
/// a box, the mini-columns are this matching. So columns are valid. Rows may be invalid, since
/// mini-columns may have removed what made a matching of mini-rows possible.
///
/// It remains to check for a digit in each cell, and for each digit in each row. A digit has three
/// places in the three rows of a band: it stands in each row if it has an odd number of places in
/// two of them.
#[inline(always)]
pub(super) fn solution_planes<V: SimdVector>(state: &[V; WORDS]) -> ([V; PLANES], u32) {
    let all = V::splat(ALL);
    let mut planes = [all; PLANES];
    let (mut cells, mut odd) = (all, all);
    for band in 0..3 {
        let mut rows = [[all; 3]; 3];
        let mut any = [all; 3];
        for row in 0..3 {
            for i in 0..3 {
                rows[row][i] = state[9 * band + 3 * row + i];
            }
            any[row] = rows[row][0].or3(rows[row][1], rows[row][2]);
        }
        for i in 1..3 {
            let [a, b, c] = [rows[0][i], rows[1][i], rows[2][i]];
            let places = [
                a.or3(a.shr::<3>(), a.shr::<6>()),
                b.or3(b.shl::<3>(), b.shr::<3>()),
                c.or3(c.shl::<3>(), c.shl::<6>()),
            ];
            planes[4 * band + i - 1] = join(MIDDLE, places[0], places[1], places[2]);
        }
        let [a, b, c] = any;
        let j0 = join(MIDDLE, a, b.shl::<3>(), c.shl::<6>());
        let j1 = join(MIDDLE, a.shr::<3>(), b, c.shl::<3>());
        let j2 = join(MIDDLE, a.shr::<6>(), b.shr::<3>(), c);
        planes[4 * band + 2] = j1;
        planes[4 * band + 3] = j2;
        cells = cells.and(j0.or3(j1, j2));
        for row in &rows[..2] {
            let flags = fold_high(*row);
            odd = odd.and(flags.xor3(flags.shr::<1>(), flags.shr::<2>()));
        }
    }
    let wrong = all.and_not(cells).or(V::splat(0o111_111_111).and_not(odd));
    (planes, !wrong.nonzero_lanes())
}

/// Writes the 27 digits of a band of a full grid. A digit is 1, plus 1, 2, 3 and 6 for a bit of the
/// first, second, third and fourth plane.
#[inline(always)]
pub(super) fn store_band(planes: &[u32; 4], cells: &mut [u8; 27]) {
    /// One in each of eight bytes.
    const ONES: u64 = 0x0101_0101_0101_0101;
    let mut bytes = [0; 32];
    for (group, bytes) in bytes.as_chunks_mut::<8>().0.iter_mut().enumerate() {
        let mut digits = ONES;
        for (plane, worth) in planes.iter().zip([1, 2, 3, 6]) {
            // Each byte keeps its own of eight bits; adding 127 carries it to the highest place.
            let own = (u64::from(plane >> (8 * group) & 0xff) * ONES) & 0x8040_2010_0804_0201;
            digits += ((own + 0x7f * ONES) >> 7 & ONES) * worth;
        }
        *bytes = digits.to_le_bytes();
    }
    for (cell, place) in cells.iter_mut().zip(PLACE) {
        *cell = bytes[usize::from(place)];
    }
}

/// Writes the digits of a full grid.
#[inline(always)]
pub(super) fn store_grid<V: SimdVector>(planes: &[u32; PLANES], grid: &mut [u8; 81]) {
    for (planes, cells) in planes
        .as_chunks::<4>()
        .0
        .iter()
        .zip(grid.as_chunks_mut::<27>().0)
    {
        vectorized::store_band::<V>(planes, cells);
    }
}

/// Returns `true` if the words are a full valid grid: one digit in each cell, each digit once in
/// each row, column and box.
pub(super) fn is_solution(words: &LaneWords) -> bool {
    let mut houses = [0_u32; 27];
    for cell in 0..81 {
        let mut digits = (0..9).filter(|digit| {
            let (word, bit) = candidate_position(cell, *digit);
            words[word] >> bit & 1 == 1
        });
        let (Some(digit), None) = (digits.next(), digits.next()) else {
            return false;
        };
        let (row, column) = (cell / 9, cell % 9);
        for house in [row, 9 + column, 18 + row / 3 * 3 + column / 3] {
            houses[house] |= 1 << digit;
        }
    }
    houses == [0o777; 27]
}

/// The puzzles of a batch.
#[derive(Copy, Clone)]
pub(super) enum BatchPuzzles<'a> {
    /// Clues.
    Clues(&'a [[u8; 81]]),
    /// Pencilmarks.
    Pencilmarks(&'a [[u8; 729]]),
    /// Candidates.
    Candidates(&'a [CandidateGrid9]),
}

impl BatchPuzzles<'_> {
    #[inline(always)]
    pub(super) const fn len(&self) -> usize {
        match self {
            Self::Clues(clues) => clues.len(),
            Self::Pencilmarks(pencilmarks) => pencilmarks.len(),
            Self::Candidates(candidates) => candidates.len(),
        }
    }

    /// Returns `true` if a grid satisfies the puzzle.
    pub(super) fn allows_solution(&self, number: usize, grid: &[u8; 81]) -> bool {
        match self {
            Self::Clues(clues) => matches_clues(&clues[number], grid),
            Self::Pencilmarks(pencilmarks) => pencilmarks[number]
                .chunks_exact(9)
                .zip(grid)
                .all(|(pencilmarks, digit)| matches!(pencilmarks[usize::from(digit - 1)], byte if byte & 15 == *digit)),
            Self::Candidates(candidates) => grid.iter().enumerate().all(|(cell, digit)| candidates[number].allows(cell, *digit)),
        }
    }
}

/// A queue of puzzles that wait for a lane, converted to words. It holds sixteen, since free lanes
/// take theirs together.
pub(super) struct PuzzleQueue {
    words: [DealtWords; WORDS],
    from: usize,
    to: usize,
}

impl PuzzleQueue {
    /// Number of puzzles prepared at a time.
    const COUNT: usize = 16;

    #[inline(always)]
    pub(super) const fn new() -> Self {
        Self {
            words: [DealtWords([0; 32]); WORDS],
            from: 0,
            to: 0,
        }
    }

    /// Returns the number of waiting puzzles.
    #[inline(always)]
    pub(super) const fn len(&self) -> usize {
        self.to - self.from
    }

    /// Prepares the next puzzles from number `next` on and returns how many. Drops those that still
    /// wait.
    #[inline(always)]
    pub(super) fn prepare<V: SimdVector>(
        &mut self,
        puzzles: &BatchPuzzles<'_>,
        next: usize,
    ) -> usize {
        self.from = 0;
        self.to = (puzzles.len() - next).min(Self::COUNT);
        match puzzles {
            BatchPuzzles::Clues(clues) => {
                for (place, clues) in clues[next..next + self.to].iter().enumerate() {
                    let put = |index: usize, word| self.words[index].0[place] = word;
                    vectorized::load_clues::<V>(clues, put);
                }
            }
            BatchPuzzles::Pencilmarks(pencilmarks) => {
                for (place, pencilmarks) in pencilmarks[next..next + self.to].iter().enumerate() {
                    for (words, word) in self
                        .words
                        .iter_mut()
                        .zip(words_from_pencilmarks(pencilmarks))
                    {
                        words.0[place] = word;
                    }
                }
            }
            BatchPuzzles::Candidates(candidates) => {
                for (place, candidates) in candidates[next..next + self.to].iter().enumerate() {
                    for (words, word) in self.words.iter_mut().zip(candidates.words()) {
                        words.0[place] = *word;
                    }
                }
            }
        }
        self.to
    }

    /// Gives one prepared puzzle to each lane of the mask; there must be enough.
    #[inline(always)]
    pub(super) fn deal<V: SimdVector>(&mut self, state: &mut [V; WORDS], mask: u32) {
        for (word, words) in state.iter_mut().zip(&self.words) {
            *word = word.deal(words, self.from, mask);
        }
        self.from += mask.count_ones() as usize;
    }
}

/// Returns `true` if every clue stands in the grid.
#[inline(always)]
fn matches_clues(clues: &[u8; 81], grid: &[u8; 81]) -> bool {
    let mut wrong = 0;
    for (clue, digit) in clues.iter().zip(grid) {
        let clue = (*clue).min(clue ^ b'0');
        wrong |= u8::from(clue != *digit) & u8::from(clue.wrapping_sub(1) < 9);
    }
    wrong == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::{Isa, U32x2};

    const CLUES: &[u8; 81] =
        b"4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
    const GRID: &[u8; 81] =
        b"417369825632158947958724316825437169791586432346912758289643571573291684164875293";

    /// Loads the candidates of clues in the last lane.
    fn load_words<V: SimdVector>(clues: &[u8; 81]) -> LaneWords {
        let mut waiting = PuzzleQueue::new();
        let clues = [[0; 81], *clues];
        let puzzles = BatchPuzzles::Clues(&clues);
        assert_eq!(waiting.prepare::<V>(&puzzles, 0), 2);
        let mut state = [V::splat(0); WORDS];
        if V::WIDTH == 1 {
            waiting.deal(&mut state, 1);
            waiting.deal(&mut state, 1);
        } else {
            waiting.deal(&mut state, 1 | 1 << (V::WIDTH - 1));
        }
        assert_eq!(waiting.len(), 0);
        V::load_lane(&state, V::WIDTH - 1)
    }

    struct RoundTrip;

    impl Kernel for RoundTrip {
        type Output = (LaneWords, [u8; 81]);

        #[inline(always)]
        fn run<V: SimdVector>(self) -> Self::Output {
            let mut grid = [0; 81];
            let mut state = [V::splat(0); WORDS];
            V::store_lane(&mut state, V::WIDTH - 1, &load_words::<V>(GRID));
            store_grid::<V>(
                &V::extract_lane(&solution_planes(&state).0, V::WIDTH - 1),
                &mut grid,
            );
            (load_words::<V>(CLUES), grid)
        }
    }

    #[test]
    fn grids_survive_the_conversion_to_words_and_back() {
        for isa in Isa::ALL {
            let (words, grid) = isa.run(RoundTrip);
            assert_eq!(words, load_words::<U32x2>(CLUES), "{isa}");
            assert_eq!(grid, GRID.map(|byte| byte - b'0'), "{isa}");
            for (cell, clue) in CLUES.iter().enumerate() {
                for digit in 0..9_u8 {
                    let (word, bit) = candidate_position(cell, usize::from(digit));
                    let possible = words[word] >> bit & 1 == 1;
                    assert_eq!(
                        possible,
                        *clue == b'.' || *clue == b'1' + digit,
                        "{isa}: cell {cell}, digit {digit}"
                    );
                }
            }
        }
    }

    /// A kernel that loads every byte value, each in a cell of its own.
    struct EveryByte;

    impl Kernel for EveryByte {
        type Output = Vec<LaneWords>;

        #[inline(always)]
        fn run<V: SimdVector>(self) -> Vec<LaneWords> {
            (0..4)
                .map(|part| load_words::<V>(&std::array::from_fn(|cell| (64 * part + cell) as u8)))
                .collect()
        }
    }

    #[test]
    fn bytes_other_than_digits_are_open_cells() {
        for isa in Isa::ALL {
            for (part, words) in isa.run(EveryByte).iter().enumerate() {
                for cell in 0..81 {
                    let byte = (64 * part + cell) as u8;
                    let clue = if byte.is_ascii_digit() {
                        byte - b'0'
                    } else {
                        byte
                    };
                    for digit in 0..9 {
                        let (word, bit) = candidate_position(cell, digit);
                        let possible = !(1..=9).contains(&clue) || usize::from(clue) == digit + 1;
                        assert_eq!(
                            words[word] >> bit & 1 == 1,
                            possible,
                            "{isa}: byte {byte:#x}, digit {digit}"
                        );
                    }
                }
                assert!(words.iter().all(|word| *word < 1 << 27), "{isa}");
            }
        }
    }

    #[test]
    fn only_valid_grids_are_solutions() {
        let words = load_words::<U32x2>(GRID);
        assert!(is_solution(&words));
        assert!(!is_solution(&load_words::<U32x2>(CLUES)));
        for word in 0..WORDS {
            for bit in 0..27 {
                let mut wrong = words;
                wrong[word] ^= 1 << bit;
                assert!(!is_solution(&wrong), "word {word}, bit {bit}");
            }
        }
        for (a, b) in [(0, 1), (0, 9), (0, 27), (3, 5), (40, 80)] {
            let mut wrong = *GRID;
            wrong.swap(a, b);
            assert!(
                !is_solution(&load_words::<U32x2>(&wrong)),
                "cells {a} and {b}"
            );
        }
    }

    #[test]
    fn grids_that_contradict_clues_are_detected() {
        let grid = GRID.map(|byte| byte - b'0');
        assert!(
            matches_clues(CLUES, &grid)
                && matches_clues(&grid, &grid)
                && matches_clues(&[b'x'; 81], &grid)
                && matches_clues(&[0; 81], &grid)
        );
        let mut other = grid;
        other.swap(0, 1);
        assert!(!matches_clues(CLUES, &other));
    }
}
