//! Between the two ways to write a grid: 81 bytes row by row, and the 27 words of a lane.
//!
//! ```text
//!   words[9·band + digit]     bit 9·cc + 3·rr + cb: the digit may stand in row rr of the band, column cc of box cb      (see sweep.rs)
//! ```

use super::sweep::ALL;
use crate::simd::{Lanes, WORDS};

/// The words of a lane.
pub(super) type Words = [u32; WORDS];

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

/// Whether the words are a full valid grid: each digit once in each row, column and box, one digit in each cell.
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

/// The candidates that clues leave. A byte 1 to 9 or `1` to `9` is a clue; any other leaves all digits.
#[inline(always)]
pub(super) fn load<L: Lanes>(clues: &[u8; 81]) -> Words {
    let mut words = [0; WORDS];
    for band in 0..3 {
        let mut bytes = [0; 32];
        bytes[..27].copy_from_slice(&clues[27 * band..27 * band + 27]);
        // A loop and not `map`: that is compiled by itself, without the instructions of the lanes.
        for byte in &mut bytes {
            *byte = (*byte).min(*byte ^ b'0');
        }
        let bytes = L::shuffle(&bytes, &ORDERS[0]);
        let mut open = ALL;
        for digit in 0..9 {
            let mask = L::equal(&bytes, digit as u8 + 1);
            words[9 * band + digit] = mask;
            open &= !mask;
        }
        words[9 * band..9 * band + 9].iter_mut().for_each(|word| *word |= open);
    }
    words
}

/// Writes the digits, 1 to 9, of words with one candidate in each cell.
#[inline(always)]
pub(super) fn store<L: Lanes>(words: &Words, grid: &mut [u8; 81]) {
    for band in 0..3 {
        let bytes = L::digits(&std::array::from_fn(|digit| words[9 * band + digit]));
        grid[27 * band..27 * band + 27].copy_from_slice(&L::shuffle(&bytes, &ORDERS[1])[..27]);
    }
}

/// Whether every clue stands in the grid.
#[inline(always)]
pub(super) fn keeps_clues(clues: &[u8; 81], grid: &[u8; 81]) -> bool {
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
    use crate::simd::{Isa, Kernel, Portable};

    const CLUES: &[u8; 81] = b"4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
    const GRID: &[u8; 81] = b"417369825632158947958724316825437169791586432346912758289643571573291684164875293";

    struct ThereAndBack;

    impl Kernel for ThereAndBack {
        type Output = (Words, [u8; 81]);

        #[inline(always)]
        fn run<L: Lanes>(self) -> Self::Output {
            let mut grid = [0; 81];
            store::<L>(&load::<L>(GRID), &mut grid);
            (load::<L>(CLUES), grid)
        }
    }

    #[test]
    fn grids_are_packed_and_unpacked() {
        for isa in Isa::ALL {
            let (words, grid) = isa.run(ThereAndBack);
            assert_eq!(words, load::<Portable<1>>(CLUES), "{isa}");
            assert_eq!(grid, GRID.map(|byte| byte - b'0'), "{isa}");
            for (cell, clue) in CLUES.iter().enumerate() {
                for digit in 0..9_u8 {
                    let possible = words[9 * (cell / 27) + usize::from(digit)] >> BIT[cell % 27] & 1 == 1;
                    assert_eq!(possible, *clue == b'.' || *clue == b'1' + digit, "{isa}: cell {cell}, digit {digit}");
                }
            }
        }
    }

    #[test]
    fn only_valid_grids_are_solutions() {
        let words = load::<Portable<1>>(GRID);
        assert!(is_solution(&words));
        assert!(!is_solution(&load::<Portable<1>>(CLUES)));
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
            assert!(!is_solution(&load::<Portable<1>>(&wrong)), "cells {a} and {b}");
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
