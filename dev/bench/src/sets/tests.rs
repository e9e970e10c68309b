//! Verifies each set with the reference solver, which shares no code with the engine that generated
//! it.

use super::*;
use crate::board::{BLANK, clue_count, has_clash};
use crate::reference_solver::{naked_singles_finish, search};

fn solutions(clues: &Clues) -> usize {
    search(clues, 2).solutions
}

fn is_minimal(clues: &Clues) -> bool {
    let without = |cell| std::array::from_fn(|i| if i == cell { BLANK } else { clues[i] });
    solutions(clues) == 1
        && (0..81)
            .filter(|cell| clues[*cell] != BLANK)
            .all(|cell| solutions(&without(cell)) == 2)
}

#[test]
fn the_reference_solver_finds_known_numbers() {
    let published =
        b"4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
    assert_eq!(search(published, 2).solutions, 1);
    assert_eq!(search(&[BLANK; 81], 5).solutions, 5);
    // Without two of its digits, a grid has at least two solutions: the digits can be swapped.
    let mut grid =
        *b"123456789456789123789123456231674895875912364694538217317265948542897631968341572";
    assert_eq!(search(&grid, 9).solutions, 1);
    for cell in (0..81)
        .filter(|cell| matches!(grid[*cell], b'1' | b'2'))
        .collect::<Vec<_>>()
    {
        grid[cell] = BLANK;
    }
    assert!(search(&grid, 1000).solutions >= 2);
    let mut clash = [BLANK; 81];
    (clash[0], clash[8]) = (b'1', b'1');
    assert_eq!(search(&clash, 1).solutions, 0);
}

#[test]
fn every_set_has_its_length_and_numbers_of_solutions() {
    for set in Set::ALL {
        let puzzles = set.generate(25, 3);
        assert_eq!(puzzles.len(), 25);
        for clues in puzzles {
            let expected = match set.outcome() {
                BatchOutcome::Unsolvable => 0,
                BatchOutcome::Unique | BatchOutcome::Solvable => 1,
                BatchOutcome::Multiple => 2,
            };
            assert_eq!(
                solutions(&clues),
                expected,
                "{set:?} {}",
                String::from_utf8_lossy(&clues)
            );
        }
    }
}

#[test]
fn minimal_puzzles_need_each_clue() {
    for set in [Set::Minimal, Set::LowClue, Set::Hard] {
        assert!(set.generate(25, 4).iter().all(is_minimal), "{set:?}");
    }
}

#[test]
fn no_clues_of_invalid_puzzles_clash() {
    for clues in Set::Invalid.generate(50, 5) {
        assert!((0..81).all(|cell| clues[cell] == BLANK || !has_clash(&clues, cell, clues[cell])));
    }
}

#[test]
fn easy_puzzles_have_clues_to_spare_and_need_no_guess() {
    let puzzles = Set::Easy.generate(50, 6);
    assert!(puzzles.iter().all(naked_singles_finish));
    assert!(puzzles.iter().all(|clues| search(clues, 2).guesses == 0));
    assert!(!puzzles.iter().any(is_minimal));
}

#[test]
fn hard_and_low_clue_differ_from_minimal() {
    let sum = |puzzles: &[Clues], of: fn(&Clues) -> usize| puzzles.iter().map(of).sum::<usize>();
    let (minimal, low, hard) = (
        Set::Minimal.generate(50, 8),
        Set::LowClue.generate(50, 8),
        Set::Hard.generate(50, 8),
    );
    let guesses = |clues: &Clues| usize::try_from(search(clues, 2).guesses).unwrap_or(usize::MAX);
    assert!(sum(&hard, guesses) > 2 * sum(&minimal, guesses));
    assert!(sum(&low, clue_count) + 50 < sum(&minimal, clue_count));
}

#[test]
fn the_same_seed_gives_the_same_bytes() {
    for set in Set::ALL {
        assert_eq!(text(*set, 10, 1), text(*set, 10, 1), "{set:?}");
        assert_ne!(set.generate(10, 1), set.generate(10, 2), "{set:?}");
    }
}

#[test]
fn generated_sets_do_not_change() {
    // FNV-1a. A new version of the random number generator might draw other numbers. All figures
    // that name a seed would be void, so this must not go unnoticed.
    let hash = |bytes: Vec<u8>| {
        bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3)
        })
    };
    let hashes: Vec<u64> = Set::ALL
        .iter()
        .map(|set| hash(set.generate(10, 1).concat()))
        .collect();
    let known = [
        0x1a62_2439_8b49_9d8c,
        0x68a3_d915_4d74_3e16,
        0x6cf9_5dac_1cb7_bbb8,
        0xee44_5a16_d16b_9363,
        0x9af9_6d74_fcb4_871f,
        0xc04f_012e_bec6_522b,
    ];
    assert_eq!(hashes, known);
}
