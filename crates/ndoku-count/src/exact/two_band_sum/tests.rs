//! Tests of the counts for boxes with two rows.

use ndoku_core::{Layout, Puzzle};
use ndoku_solver::{Backtrack, Engine};
use ndoku_testkit::random::SplitMix64;

use super::*;

const SHAPES: [(u8, u8); 5] = [(2, 2), (3, 2), (2, 3), (4, 2), (2, 4)];

fn prepared(width: u8, height: u8, clues: &[u8]) -> Option<TwoBandSum> {
    TwoBandSum::new(width, height, clues, Isa::best(), &Budget::default()).unwrap()
}

fn counted(width: u8, height: u8, clues: &[u8]) -> u128 {
    let (sum, mut scratch) = (prepared(width, height, clues).unwrap(), Scratch::default());
    (0..sum.task_count())
        .map(|task| sum.run(task, &mut scratch, &Budget::default()).unwrap())
        .sum()
}

#[test]
fn empty_grids_have_the_published_numbers() {
    let empty = |width: u8, height: u8| {
        counted(width, height, &vec![0; usize::from(width * height).pow(2)])
    };
    assert_eq!(empty(2, 2), 288);
    assert_eq!([empty(3, 2), empty(2, 3)], [28_200_960; 2]);
    assert_eq!(empty(2, 4), 29_136_487_207_403_520);
}

#[test]
fn other_sizes_are_refused() {
    for (width, height, cells) in [(3, 3, 81), (2, 5, 100), (1, 4, 16), (2, 2, 15)] {
        assert!(prepared(width, height, &vec![0; cells]).is_none());
    }
    assert!(prepared(2, 2, &[5; 16]).is_none());
}

/// Counts clues of random grids with few enough solutions to enumerate, some with a wrong clue.
#[test]
fn counts_agree_with_enumeration() {
    let mut rng = SplitMix64::new(11);
    let mut engine = Backtrack::new();
    let mut checked = 0;
    for (width, height) in SHAPES {
        let layout = Layout::with_boxes(width, height).unwrap();
        let cells = layout.cell_count();
        // These clues leave a few thousand solutions.
        let fewest = [0, 7, 21][usize::from(layout.size() / 2 - 2)];
        for round in 0..60 {
            let Some(grid) = ndoku_testkit::random::grid(&mut rng, &layout) else {
                continue;
            };
            let kept = fewest + rng.below(cells - fewest + 1);
            let mut clues = vec![0; cells];
            for cell in rng.permutation(cells).into_iter().take(kept) {
                clues[cell] = grid[cell].get();
            }
            if round % 8 == 7 {
                clues[rng.below(cells)] = 1 + rng.below(usize::from(layout.size())) as u8;
            }
            let puzzle = Puzzle::from_array(&layout, &clues).unwrap();
            let tally = engine
                .count_up_to(&puzzle, 50_000, &Budget::default())
                .unwrap();
            if !tally.has_more {
                assert_eq!(
                    counted(width, height, &clues),
                    u128::from(tally.number),
                    "{layout} {clues:?}"
                );
                checked += 1;
            }
        }
    }
    assert!(checked > 150, "{checked}");
}

/// The counts for the digits of an open cell add up; transposition changes nothing.
#[test]
fn cell_sums_and_transposition_agree() {
    let mut rng = SplitMix64::new(12);
    for (width, height, kept) in [(3, 2, 2), (2, 3, 4), (2, 3, 1), (2, 4, 14), (4, 2, 18)] {
        let layout = Layout::with_boxes(width, height).unwrap();
        let (size, cells) = (usize::from(layout.size()), layout.cell_count());
        let grid = ndoku_testkit::random::grid(&mut rng, &layout).unwrap();
        let mut clues = vec![0; cells];
        for cell in rng.permutation(cells).into_iter().take(kept) {
            clues[cell] = grid[cell].get();
        }
        let whole = counted(width, height, &clues);
        let open = clues.iter().position(|clue| *clue == 0).unwrap();
        let sum: u128 = (1..=layout.size())
            .map(|digit| {
                let mut with = clues.clone();
                with[open] = digit;
                counted(width, height, &with)
            })
            .sum();
        assert_eq!(sum, whole);
        let transposed: Vec<u8> = (0..cells)
            .map(|cell| clues[cell % size * size + cell / size])
            .collect();
        assert_eq!(counted(height, width, &transposed), whole);
    }
}

#[test]
fn the_budget_stops_it() {
    let expired = || true;
    let budget = Budget::default().stop_when(&expired);
    assert_eq!(
        TwoBandSum::new(2, 4, &[0; 64], Isa::Portable, &budget).err(),
        Some(StopReason::Timeout)
    );
    let sum = prepared(2, 3, &[0; 36]).unwrap();
    assert_eq!(
        sum.run(0, &mut Scratch::default(), &budget),
        Err(StopReason::Timeout)
    );
    assert_eq!(
        sum.run(sum.task_count(), &mut Scratch::default(), &budget),
        Ok(0)
    );
}
