//! Selection of the branching candidate when propagation finds nothing more.
//!
//! Among cells with two candidates (bivalue cells), the one with the most effect is selected. It
//! sees many other cells with one of its digits and, above all, many bivalue cells among them,
//! since these become decided. If there is no bivalue cell, the open cell with the
//! fewest candidates is selected.
//!
//! Of the two digits, the search tries the one that sees more candidates first. With one solution
//! both are searched anyway; with several solutions this order saves guesses.
//! `docs/experiments/simd-solver.md` compares it with other selections.

use super::propagate::ALL;
use super::transpose::candidate_position;
use super::{WORDS, vectorized};
use crate::simd::{LaneWords, SimdVector};

/// Weight of a bivalue cell that shares a digit, in addition to that of any cell that does.
pub(super) const BIVALUE_WEIGHT: u32 = 3;

/// Number of bivalue cells that are scored in each band. It limits the time of a guess.
pub(super) const BIVALUES_PER_BAND: u32 = 4;

/// A candidate: bit `bit` of word `word` of a state.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Guess {
    word: usize,
    bit: u32,
}

impl Guess {
    /// Creates the guess of `digit`, 0 to 8, in a cell: bit `cell` of the words of `band`, digit by
    /// digit.
    #[inline(always)]
    pub(super) const fn new(band: usize, cell: u32, digit: u32) -> Self {
        let (cc, row, cb) = (cell / 9, cell / 3 % 3, cell % 3);
        Self {
            word: 9 * band + 3 * row as usize + digit as usize % 3,
            bit: 9 * cc + 3 * (digit / 3) + cb,
        }
    }

    /// Creates the guess of bit `bit`, below 27, of word `word`, below [`WORDS`].
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub(super) const fn from_position(word: usize, bit: u32) -> Self {
        Self { word, bit }
    }

    /// Returns the word of the lowest digits of its row, and its bit without j.
    #[inline(always)]
    const fn cell(self) -> (usize, u32) {
        /// For each number below 27: the number rounded down to a multiple of three, and the number
        /// with its middle place of three cleared.
        const WITHOUT: [[u8; 32]; 2] = {
            let mut without = [[0; 32]; 2];
            let mut number = 0;
            while number < 27 {
                without[0][number] = (number / 3 * 3) as u8;
                without[1][number] = (number / 9 * 9 + number % 3) as u8;
                number += 1;
            }
            without
        };
        (
            WITHOUT[0][self.word % 32] as usize,
            WITHOUT[1][self.bit as usize % 32] as u32,
        )
    }

    /// Returns the peers that a placed digit excludes: nine words, and their candidates.
    #[inline(always)]
    fn peers(self) -> [(usize, u32); 9] {
        let (first, low) = self.cell();
        let (own_band, own_row, i) = (first / 9, first / 3 % 3, self.word - first);
        let place = self.bit - low;
        let row = (0o007_007_007 & !(1 << low)) << place;
        let in_box = 0o001_001_001 << (low % 3 + place);
        std::array::from_fn(|at| {
            let candidates = match (at / 3 == own_band, at % 3 == own_row) {
                (true, true) => row,
                (true, false) => in_box,
                (false, _) => 1 << self.bit,
            };
            (3 * at + i, candidates)
        })
    }

    /// Returns the only candidate of the cell, if there is one only.
    #[inline(always)]
    fn only_candidate(self, words: &LaneWords) -> Option<Self> {
        let (first, low) = self.cell();
        let held = |i: usize| words[(first + i) % 32] >> low & 0o111;
        let digits = held(0) | held(1) << 1 | held(2) << 2;
        let digit = digits.trailing_zeros();
        digits.is_power_of_two().then(|| Self {
            word: first + digit as usize % 3,
            bit: low + digit / 3 * 3,
        })
    }

    /// Makes the candidate the only one of its cell, in one lane of a state, and removes its digit
    /// from the peers.
    #[inline(always)]
    pub(super) fn place<V: SimdVector>(self, state: &mut [V; WORDS], lane: usize) {
        let here = V::from_lane_mask(1 << lane);
        let (first, low) = self.cell();
        // The nine digits of a cell: three words, three places in each.
        let cell = here.and(V::splat(0o111 << low));
        for word in &mut state[first..first + 3] {
            *word = word.and_not(cell);
        }
        state[self.word] = state[self.word].or(here.and(V::splat(1 << self.bit)));
        for (word, peers) in self.peers() {
            state[word] = state[word].and_not(here.and(V::splat(peers)));
        }
    }

    /// Returns a state in which the candidate is the only one of its cell, without its digit in the
    /// peers.
    pub(super) fn placed(self, words: &LaneWords) -> LaneWords {
        let mut placed = *words;
        let (first, low) = self.cell();
        for word in &mut placed[first..first + 3] {
            *word &= !(0o111 << low);
        }
        placed[self.word] |= 1 << self.bit;
        for (word, peers) in self.peers() {
            placed[word] &= !peers;
        }
        placed
    }

    /// Removes the candidate from the words of a state. If one candidate remains in the cell,
    /// removes its digit from the peers.
    #[inline(always)]
    pub(super) fn remove(self, words: &mut LaneWords) {
        words[self.word] &= !(1 << self.bit);
        if let Some(only) = self.only_candidate(words) {
            for (word, peers) in only.peers() {
                words[word] &= !peers;
            }
        }
    }
}

/// The masks of a cell for scoring: bit 9·cc + 3·rr + cb of a band, digit by digit.
#[derive(Copy, Clone)]
pub(super) struct CellMasks {
    /// First word of its row in the band, 3·rr.
    pub(super) row: u32,
    /// Bit of digit 1 in that word.
    pub(super) low: u32,
    /// Other cells of its row and its box.
    pub(super) seen: u32,
    /// Cells of its column in any other band.
    pub(super) column: u32,
}

/// All cells of a band, and five dummies.
pub(super) const CELLS: [CellMasks; 32] = {
    let mut cells = [CellMasks {
        row: 0,
        low: 0,
        seen: 0,
        column: 0,
    }; 32];
    let mut bit = 0;
    while bit < 27 {
        let (cc, rr, cb) = (bit / 9, bit / 3 % 3, bit % 3);
        let row = 0o007_007_007 << (3 * rr);
        let in_box = 0o111_111_111 << cb;
        cells[bit as usize] = CellMasks {
            row: 3 * rr,
            low: 9 * cc + cb,
            seen: (row | in_box) & !(1 << bit),
            column: 0o111 << (9 * cc + cb),
        };
        bit += 1;
    }
    cells
};

/// Returns the words of a state digit by digit: word `9·band + digit`, bit `9·cc + 3·row + cb`. All
/// candidates that a digit sees are then in three words.
#[inline(always)]
pub(super) fn by_digit(words: &LaneWords) -> LaneWords {
    /// For each difference row − j, from −2, and each word of digit 3·j + i: the middle place of
    /// that row.
    const ROW: [[u32; 32]; 5] = {
        let mut masks = [[0; 32]; 5];
        let mut word = 0;
        while word < WORDS {
            let mut row = 0;
            while row < 3 {
                masks[row + 2 - word / 3 % 3][word] = 0o007_007_007 << (3 * row);
                row += 1;
            }
            word += 1;
        }
        masks
    };
    // Word 9·band + 3·j + i takes its bits of a row from word 9·band + 3·row + i, where they stand
    // in the middle place j.
    let mut padded = [0; 44];
    padded[6..6 + WORDS].copy_from_slice(&words[..WORDS]);
    let mut digits = LaneWords::NONE;
    for word in 0..32 {
        digits[word] = (padded[word] >> 6 & ROW[0][word])
            | (padded[word + 3] >> 3 & ROW[1][word])
            | (padded[word + 6] & ROW[2][word])
            | (padded[word + 9] << 3 & ROW[3][word])
            | (padded[word + 12] << 6 & ROW[4][word]);
    }
    digits
}

/// Returns the bivalue cells of a band, from its words digit by digit.
#[inline(always)]
fn bivalue_cells(v: &[u32; 9]) -> u32 {
    // Counts three groups of three digits in binary.
    let majority = |a: u32, b: u32, c: u32| (a & b) | (c & (a | b));
    let s = [v[0] ^ v[1] ^ v[2], v[3] ^ v[4] ^ v[5], v[6] ^ v[7] ^ v[8]];
    let c = [
        majority(v[0], v[1], v[2]),
        majority(v[3], v[4], v[5]),
        majority(v[6], v[7], v[8]),
    ];
    let odd = s[0] ^ s[1] ^ s[2];
    let carried = majority(s[0], s[1], s[2]);
    let any = c[0] | c[1] | c[2];
    let several = majority(c[0], c[1], c[2]) | (any & carried);
    (any | carried) & !several & !odd
}

/// Selects the candidate to guess. Returns `None` if each cell has at most one candidate.
#[inline(always)]
pub(super) fn select_branch<V: SimdVector>(words: &LaneWords) -> Option<Guess> {
    if let Some(guess) = vectorized::best_bivalue_guess::<V>(words) {
        Some(guess)
    } else {
        select_fewest(&by_digit(words))
    }
}

/// Returns the best guess among the lowest bivalue cells of each band, if there is a bivalue cell.
/// The lowest are those of the lowest bits.
///
/// Masks keep numbers below 32 where that saves a bounds check.
#[inline(always)]
pub(super) fn best_bivalue_guess(words: &LaneWords) -> Option<Guess> {
    let digits = by_digit(words);
    let mut all = [0; 3];
    for (pairs_of, words) in all.iter_mut().zip(digits.as_chunks::<9>().0) {
        *pairs_of = bivalue_cells(words);
    }
    // The score, the word and bit of digit 1 of its cell, and the digit.
    let mut best = (0, 0, 0, 0);
    for (near, next, after) in [(0, 1, 2), (1, 2, 0), (2, 0, 1)] {
        let mut left = all[near];
        for _ in 0..BIVALUES_PER_BAND {
            if left == 0 {
                break;
            }
            let CellMasks {
                row,
                low,
                seen,
                column,
            } = CELLS[left.trailing_zeros() as usize & 31];
            left &= left - 1;
            let first = 9 * near + row as usize;
            let held = |i: usize| words[(first + i) & 31] >> (low & 31) & 0o111;
            let held = held(0) | held(1) << 1 | held(2) << 2;
            let (a, b) = (
                held.trailing_zeros() as usize,
                31 - held.leading_zeros() as usize,
            );
            let of = |band: usize, digit: usize| digits[(9 * band + digit) & 31];
            // The column's cells of the last band are shifted by one bit, so that they stand
            // between those of the other band.
            let far = |next: u32, after: u32| (next & column) + 2 * (after & column);
            let (near_a, near_b) = (of(near, a) & seen, of(near, b) & seen);
            let (far_a, far_b) = (
                far(of(next, a), of(after, a)),
                far(of(next, b), of(after, b)),
            );
            let (of_a, of_b) = (
                near_a.count_ones() + far_a.count_ones(),
                near_b.count_ones() + far_b.count_ones(),
            );
            let (near_cells, far_cells) = (near_a | near_b, far_a | far_b);
            let near_bivalues = all[near] & near_cells;
            let far_bivalues = far(all[next], all[after]) & far_cells;
            let score = near_cells.count_ones()
                + far_cells.count_ones()
                + BIVALUE_WEIGHT * (near_bivalues.count_ones() + far_bivalues.count_ones());
            let digit = if of_b > of_a { b } else { a };
            best = if score >= best.0 {
                (score + 1, first, low, digit)
            } else {
                best
            };
        }
    }
    let (score, first, low, digit) = best;
    (score > 0).then(|| Guess {
        word: first + digit % 3,
        bit: low + 3 * (digit as u32 / 3),
    })
}

/// Selects the first candidate of a cell with the fewest above one; takes words digit by digit.
#[cold]
pub(super) fn select_fewest(digits: &LaneWords) -> Option<Guess> {
    // Cells of each band with at least 1, 2, … candidates.
    let mut least = [[0; 3]; 10];
    for digit in 0..9 {
        for count in (1..=digit).rev() {
            for band in 0..3 {
                least[count][band] |= least[count - 1][band] & digits[9 * band + digit];
            }
        }
        for band in 0..3 {
            least[0][band] |= digits[9 * band + digit];
        }
    }
    (1..9).find_map(|count| {
        (0..3).find_map(|band| {
            let cells = least[count][band] & !least[count + 1][band];
            if cells == 0 {
                None
            } else {
                smallest_digit(digits, band, cells.trailing_zeros())
            }
        })
    })
}

/// Selects the smallest digit of the first open cell in reading order.
pub(super) fn select_first_open(words: &LaneWords) -> Option<Guess> {
    (0..81).find_map(|cell| {
        let mut digits = (0..9).filter(|digit| {
            let (word, bit) = candidate_position(cell, *digit);
            words[word] >> bit & 1 == 1
        });
        let (digit, _) = (digits.next()?, digits.next()?);
        let (word, bit) = candidate_position(cell, digit);
        Some(Guess { word, bit })
    })
}

fn smallest_digit(digits: &LaneWords, band: usize, cell: u32) -> Option<Guess> {
    (0..9)
        .find(|digit| digits[9 * band + *digit] >> cell & 1 == 1)
        .map(|digit| Guess::new(band, cell, digit as u32))
}

const _: () = assert!(WORDS == 27 && ALL.count_ones() == 27);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::U32x2;

    #[test]
    fn a_cell_sees_twenty_others() {
        for cell in &CELLS[..27] {
            assert_eq!((cell.seen.count_ones(), cell.column.count_ones()), (14, 3));
        }
    }

    #[test]
    fn words_are_split_by_digit() {
        let mut words = LaneWords::NONE;
        for (cell, digit) in [(0, 0), (0, 8), (12, 4), (40, 5), (53, 1), (80, 8)] {
            words = LaneWords::NONE;
            let (word, bit) = candidate_position(cell, digit);
            words[word] = 1 << bit;
            let (row, column) = (cell / 9 % 3, cell % 9);
            let mut expected = LaneWords::NONE;
            expected[9 * (cell / 27) + digit] = 1 << (9 * (column % 3) + 3 * row + column / 3);
            assert_eq!(by_digit(&words), expected, "cell {cell}, digit {digit}");
            assert_eq!(
                smallest_digit(
                    &expected,
                    cell / 27,
                    expected[9 * (cell / 27) + digit].trailing_zeros()
                ),
                Some(Guess { word, bit })
            );
        }
        assert_eq!(select_first_open(&words), None);
    }

    #[test]
    fn a_guess_partitions_the_candidates_of_a_cell() {
        let mut words = LaneWords::NONE;
        words[..WORDS].fill(ALL);
        let guess = select_branch::<U32x2>(&words).unwrap();
        let mut without = words;
        guess.remove(&mut without);
        let mut state = [U32x2::splat(0); WORDS];
        U32x2::store_lane(&mut state, 0, &words);
        guess.place(&mut state, 0);
        let with = U32x2::load_lane(&state, 0);
        let (first, low) = guess.cell();
        let left = |words: &LaneWords| {
            words[first..first + 3]
                .iter()
                .map(|word| (word >> low & 0o111).count_ones())
                .sum::<u32>()
        };
        assert_eq!((left(&with), left(&without)), (1, 8));
        assert_eq!(
            (
                with[guess.word] >> guess.bit & 1,
                without[guess.word] >> guess.bit & 1
            ),
            (1, 0)
        );
        assert_eq!(
            with[..WORDS]
                .iter()
                .map(|word| word.count_ones())
                .sum::<u32>(),
            729 - 8 - 20
        );
        assert_eq!(select_first_open(&words), Some(Guess { word: 0, bit: 0 }));
        assert_eq!(select_branch::<U32x2>(&LaneWords::NONE), None);
    }
}
