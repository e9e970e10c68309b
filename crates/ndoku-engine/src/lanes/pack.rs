//! Between the two ways to write a grid: 81 bytes row by row, and the 27 words of a lane.
//!
//! ```text
//!   words[9·band + 3·i + row]   bit 9·cc + 3·j + cb:    digit 3·j + i in this row of the band, column cc of box cb            (see sweep.rs)
//!   words[9·band + digit]       bit 9·cc + 3·row + cb:  the same digit by digit
//! ```

use super::sweep::{ALL, by_digit, by_row};
use crate::simd::{Lanes, Pair, WORDS, Words};

/// For each bit of a band the cell in reading order.
pub(super) const CELL: [u8; 27] = {
    let mut cells = [0; 27];
    let mut bit = 0;
    while bit < 27 {
        let (cc, rr, cb) = (bit / 9, bit / 3 % 3, bit % 3);
        cells[bit] = (9 * rr + 3 * cb + cc) as u8;
        bit += 1;
    }
    cells
};

/// For each cell of a band, in reading order, its bit.
pub(super) const BIT: [u8; 27] = {
    let mut bits = [0; 27];
    let mut bit = 0;
    while bit < 27 {
        bits[CELL[bit] as usize] = bit as u8;
        bit += 1;
    }
    bits
};

/// [`CELL`] and [`BIT`] for bytes in a vector.
const ORDERS: [[u8; 32]; 2] = {
    let mut orders = [[31; 32]; 2];
    let mut bit = 0;
    while bit < 27 {
        orders[0][bit] = CELL[bit];
        orders[1][bit] = BIT[bit];
        bit += 1;
    }
    orders
};

/// The word of a state and its bit that say whether a digit, 0 to 8, may stand in a cell.
pub(super) const fn place(cell: usize, digit: usize) -> (usize, u32) {
    let (band, row, column) = (cell / 27, cell / 9 % 3, cell % 9);
    (9 * band + 3 * (digit % 3) + row, (9 * (column % 3) + 3 * (digit / 3) + column / 3) as u32)
}

/// Whether the words, digit by digit, are a full valid grid: each digit once in each row, column and box, one digit in each cell.
#[inline(always)]
pub(super) fn is_solution(words: &Words) -> bool {
    let mut wrong = 0;
    for band in 0..3 {
        let mut cells = 0;
        for word in &words[9 * band..9 * band + 9] {
            // Three cells in all three rows and all three boxes; 27 such cells fill a band only if none is taken twice.
            let flags = word | word >> 9 | word >> 18;
            let boxes = flags | flags >> 3 | flags >> 6;
            let rows = flags | flags >> 1 | flags >> 2;
            wrong |= (word.count_ones() ^ 3) | (!boxes & 0o007) | (!rows & 0o111);
            cells |= word;
        }
        wrong |= cells ^ ALL;
    }
    for digit in 0..9 {
        let columns = words[digit] | words[9 + digit] | words[18 + digit];
        wrong |= !(columns | columns >> 3 | columns >> 6) & 0o007_007_007;
    }
    wrong == 0
}

/// Digits of cells, bit by bit: for each band, which cells have a digit with bit 0, bit 1, bit 2, bit 3. Cells without a digit have none.
pub(super) const PLANES: usize = 12;

/// The digits of clues. A byte 1 to 9 or `1` to `9` is a clue, any other is none.
#[inline(always)]
pub(super) fn planes_of<L: Lanes>(clues: &[u8; 81]) -> [u32; PLANES] {
    let mut planes = [0; PLANES];
    for band in 0..3 {
        let mut bytes = [0; 32];
        bytes[..27].copy_from_slice(&clues[27 * band..27 * band + 27]);
        let bits = L::digit_bits(&L::shuffle(&bytes, &ORDERS[0]));
        planes[4 * band..4 * band + 4].copy_from_slice(&bits);
    }
    planes
}

/// The candidates that clues leave, for a puzzle alone.
pub(super) fn words_of(clues: &[u8; 81]) -> Words {
    let planes = planes_of::<Pair>(clues).map(Pair::splat);
    Pair::words(&by_row(&candidates(&planes)), 0)
}

/// The candidates that clues leave, digit by digit: their own digit, or all.
#[inline(always)]
pub(super) fn candidates<L: Lanes>(planes: &[L; PLANES]) -> [L; WORDS] {
    let mut words = [L::splat(0); WORDS];
    let all = L::splat(ALL);
    for band in 0..3 {
        let [p0, p1, p2, p3] = [planes[4 * band], planes[4 * band + 1], planes[4 * band + 2], planes[4 * band + 3]];
        let high = p1.or3(p2, p3);
        let open = all.without(p0.or(high));
        let digits = [
            all.without(high),
            p1.without(p0).without(p2).or(open),
            p0.and(p1).without(p2).or(open),
            p2.without(p0).without(p1).or(open),
            p0.and(p2).without(p1).or(open),
            p1.and(p2).without(p0).or(open),
            p0.and(p1).and(p2).or(open),
            p3.without(p0).or(open),
            p3.and(p0).or(open),
        ];
        for digit in 0..9 {
            words[9 * band + digit] = digits[digit];
        }
    }
    words
}

/// The digits of full grids.
#[inline(always)]
pub(super) fn planes_of_grid<L: Lanes>(state: &[L; WORDS]) -> [L; PLANES] {
    let words = by_digit(state);
    let mut planes = [words[0]; PLANES];
    for band in 0..3 {
        let digit = |number: usize| words[9 * band + number - 1];
        planes[4 * band] = digit(1).or3(digit(3), digit(5)).or3(digit(7), digit(9));
        planes[4 * band + 1] = digit(2).or3(digit(3), digit(6)).or(digit(7));
        planes[4 * band + 2] = digit(4).or3(digit(5), digit(6)).or(digit(7));
        planes[4 * band + 3] = digit(8).or(digit(9));
    }
    planes
}

/// Writes digits, 0 where there is none.
#[inline(always)]
pub(super) fn store<L: Lanes>(planes: &[u32; PLANES], grid: &mut [u8; 81]) {
    for band in 0..3 {
        let bytes = L::digits(&[planes[4 * band], planes[4 * band + 1], planes[4 * band + 2], planes[4 * band + 3]]);
        grid[27 * band..27 * band + 27].copy_from_slice(&L::shuffle(&bytes, &ORDERS[1])[..27]);
    }
}

/// The candidates that pencilmarks leave: nine bytes a cell, where byte d counts if it is the digit d + 1, as number or as character.
fn words_of_marks(marks: &[u8; 729]) -> [u32; WORDS] {
    let mut words = [0; WORDS];
    for (cell, marks) in marks.chunks_exact(9).enumerate() {
        for (place, byte) in marks.iter().enumerate() {
            let digit = place as u8 + 1;
            let (word, bit) = self::place(cell, place);
            words[word] |= u32::from(*byte == digit || *byte == digit | b'0') << bit;
        }
    }
    words
}

/// Puzzles of a batch.
#[derive(Copy, Clone)]
pub(super) enum Puzzles<'a> {
    /// Clues.
    Clues(&'a [[u8; 81]]),
    /// Pencilmarks.
    Marks(&'a [[u8; 729]]),
}

impl Puzzles<'_> {
    #[inline(always)]
    pub(super) const fn len(&self) -> usize {
        match self {
            Self::Clues(clues) => clues.len(),
            Self::Marks(marks) => marks.len(),
        }
    }

    /// Whether a grid holds what a puzzle demands.
    pub(super) fn keeps(&self, number: usize, grid: &[u8; 81]) -> bool {
        match self {
            Self::Clues(clues) => keeps_clues(&clues[number], grid),
            Self::Marks(marks) => marks[number]
                .chunks_exact(9)
                .zip(grid)
                .all(|(marks, digit)| matches!(marks[usize::from(digit - 1)], byte if byte & 15 == *digit)),
        }
    }
}

/// Puzzles that wait for a lane, with their clues already taken apart: sixteen at once, since the lanes that are free take theirs together.
pub(super) struct Waiting {
    /// Planes of clues, or words of pencilmarks.
    words: [[u32; 32]; WORDS],
    from: usize,
    to: usize,
}

impl Waiting {
    /// How many are prepared at once.
    const COUNT: usize = 16;

    #[inline(always)]
    pub(super) const fn none() -> Self {
        Self { words: [[0; 32]; WORDS], from: 0, to: 0 }
    }

    /// How many wait.
    #[inline(always)]
    pub(super) const fn len(&self) -> usize {
        self.to - self.from
    }

    /// Prepares the next puzzles from number `next` on; says how many. Those that wait are forgotten.
    #[inline(always)]
    pub(super) fn prepare<L: Lanes>(&mut self, puzzles: &Puzzles<'_>, next: usize) -> usize {
        self.from = 0;
        self.to = (puzzles.len() - next).min(Self::COUNT);
        match puzzles {
            Puzzles::Clues(clues) => {
                for (place, clues) in clues[next..next + self.to].iter().enumerate() {
                    for (words, plane) in self.words.iter_mut().zip(planes_of::<L>(clues)) {
                        words[place] = plane;
                    }
                }
            }
            Puzzles::Marks(marks) => {
                for (place, marks) in marks[next..next + self.to].iter().enumerate() {
                    for (words, word) in self.words.iter_mut().zip(words_of_marks(marks)) {
                        words[place] = word;
                    }
                }
            }
        }
        self.to
    }

    /// Gives one of those that were prepared from `puzzles` to each lane of the mask; there must be enough.
    #[inline(always)]
    pub(super) fn deal<L: Lanes>(&mut self, puzzles: &Puzzles<'_>, state: &mut [L; WORDS], mask: u32) {
        let here = L::lanes(mask);
        if let Puzzles::Clues(_) = puzzles {
            let mut planes = [here; PLANES];
            for (plane, words) in planes.iter_mut().zip(&self.words) {
                *plane = L::deal(words, self.from, mask);
            }
            let new = by_row(&candidates(&planes));
            for (word, new) in state.iter_mut().zip(new) {
                *word = new.select(here, *word);
            }
        } else {
            for (word, words) in state.iter_mut().zip(&self.words) {
                *word = L::deal(words, self.from, mask).select(here, *word);
            }
        }
        self.from += mask.count_ones() as usize;
    }
}

/// Whether every clue stands in the grid.
#[inline(always)]
fn keeps_clues(clues: &[u8; 81], grid: &[u8; 81]) -> bool {
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
    use crate::simd::{Isa, Kernel};

    const CLUES: &[u8; 81] = b"4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
    const GRID: &[u8; 81] = b"417369825632158947958724316825437169791586432346912758289643571573291684164875293";

    /// The candidates of clues, in the last lane.
    fn load<L: Lanes>(clues: &[u8; 81]) -> Words {
        let mut waiting = Waiting::none();
        let clues = [[0; 81], *clues];
        let puzzles = Puzzles::Clues(&clues);
        assert_eq!(waiting.prepare::<L>(&puzzles, 0), 2);
        let mut state = [L::splat(0); WORDS];
        if L::WIDTH == 1 {
            waiting.deal(&puzzles, &mut state, 1);
            waiting.deal(&puzzles, &mut state, 1);
        } else {
            waiting.deal(&puzzles, &mut state, 1 | 1 << (L::WIDTH - 1));
        }
        assert_eq!(waiting.len(), 0);
        L::words(&state, L::WIDTH - 1)
    }

    struct ThereAndBack;

    impl Kernel for ThereAndBack {
        type Output = (Words, [u8; 81]);

        #[inline(always)]
        fn run<L: Lanes>(self) -> Self::Output {
            let mut grid = [0; 81];
            let mut state = [L::splat(0); WORDS];
            L::set_words(&mut state, L::WIDTH - 1, &load::<L>(GRID));
            store::<L>(&L::column(&planes_of_grid(&state), L::WIDTH - 1), &mut grid);
            (load::<L>(CLUES), grid)
        }
    }

    #[test]
    fn grids_are_packed_and_unpacked() {
        for isa in Isa::ALL {
            let (words, grid) = isa.run(ThereAndBack);
            assert_eq!(words, load::<Pair>(CLUES), "{isa}");
            assert_eq!(grid, GRID.map(|byte| byte - b'0'), "{isa}");
            for (cell, clue) in CLUES.iter().enumerate() {
                for digit in 0..9_u8 {
                    let (word, bit) = place(cell, usize::from(digit));
                    let possible = words[word] >> bit & 1 == 1;
                    assert_eq!(possible, *clue == b'.' || *clue == b'1' + digit, "{isa}: cell {cell}, digit {digit}");
                }
            }
        }
    }

    #[test]
    fn only_valid_grids_are_solutions() {
        let digits = |clues: &[u8; 81]| {
            let mut state = [Pair::splat(0); WORDS];
            Pair::set_words(&mut state, 0, &load::<Pair>(clues));
            Pair::words(&by_digit(&state), 0)
        };
        let words = digits(GRID);
        assert!(is_solution(&words));
        assert!(!is_solution(&digits(CLUES)));
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
            assert!(!is_solution(&digits(&wrong)), "cells {a} and {b}");
        }
    }

    #[test]
    fn clues_are_compared() {
        let grid = GRID.map(|byte| byte - b'0');
        assert!(keeps_clues(CLUES, &grid) && keeps_clues(&grid, &grid) && keeps_clues(&[b'x'; 81], &grid) && keeps_clues(&[0; 81], &grid));
        let mut other = grid;
        other.swap(0, 1);
        assert!(!keeps_clues(CLUES, &other));
    }
}
