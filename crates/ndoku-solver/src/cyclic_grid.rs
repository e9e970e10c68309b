//! Cyclic grids: solutions of large grids without clues, in which each row is the previous one,
//! shifted.
//!
//! ```text
//!   boxes 3×2:   1 2 3 │ 4 5 6
//!                4 5 6 │ 1 2 3      shifted within a band by the width of a box
//!                ──────┼──────
//!                2 3 4 │ 5 6 1      and by one more from band to band
//!                5 6 1 │ 2 3 4
//! ```
//!
//! The larger such a grid is, the longer a search takes: 64×64 takes less than a second, 100×100
//! more than twenty. Relabelings of the digits give more solutions than needed: N! of them.

use std::ops::ControlFlow;

use ndoku_core::layout::Boxes;
use ndoku_core::{Digit, Puzzle, Solution};

use crate::{Budget, Interrupted, Stats};

/// Maximum size that is searched instead: the search is fast, and its solutions look less alike.
const MAX_SEARCHED_SIZE: u8 = 64;

/// Returns the cyclic grid if it solves the puzzle. It does so for a large grid without clues, with
/// rectangular boxes or none, and with rules that the grid happens to obey.
pub(crate) fn for_puzzle(puzzle: &Puzzle) -> Option<Vec<Digit>> {
    let layout = puzzle.layout();
    let size = usize::from(layout.size());
    if layout.size() <= MAX_SEARCHED_SIZE
        || puzzle.clues().iter().any(Option::is_some)
        || puzzle.pencilmarks().is_some()
    {
        return None;
    }
    let (width, height) = match layout.boxes() {
        Boxes::Rectangles { width, height } => (usize::from(*width), usize::from(*height)),
        Boxes::None => (1, size),
        Boxes::Regions(_) => return None,
    };
    let shift = |row: usize| row % height * width + row / height;
    let digits: Vec<Digit> = (0..size * size)
        .map(|cell| Digit::from_index((cell % size + shift(cell / size)) % size))
        .collect();
    Solution::new(layout, &digits)
        .ok()?
        .solves(puzzle)
        .then_some(digits)
}

/// Reports the cyclic grid and its relabelings, until `found` breaks.
///
/// # Errors
/// Returns the reason if the flag or the clock of the budget stops the search.
pub(crate) fn emit_relabelings(
    base: &[Digit],
    budget: &Budget<'_>,
    found: &mut dyn FnMut(&[Digit]) -> ControlFlow<()>,
) -> Result<Stats, Interrupted> {
    let mut stats = Stats::default();
    let most = base.iter().map(|digit| digit.index()).max().unwrap_or(0);
    let mut names: Vec<usize> = (0..=most).collect();
    let mut grid = base.to_vec();
    loop {
        if let Some(reason) = budget.poll() {
            return Err(Interrupted::new(reason, stats));
        }
        stats.solutions += 1;
        if found(&grid).is_break() {
            return Ok(stats);
        }
        if !next_permutation(&mut names) {
            // These are not all solutions, but nobody waits for the last of N!.
            return Ok(stats);
        }
        for (digit, old) in grid.iter_mut().zip(base) {
            *digit = Digit::from_index(names[old.index()]);
        }
    }
}

/// Steps to the next permutation in ascending order. Returns `false` after the last one.
fn next_permutation(names: &mut [usize]) -> bool {
    let Some(rise) = names.windows(2).rposition(|pair| pair[0] < pair[1]) else {
        return false;
    };
    let larger = names
        .iter()
        .rposition(|name| *name > names[rise])
        .unwrap_or(rise);
    names.swap(rise, larger);
    names[rise + 1..].reverse();
    true
}

#[cfg(test)]
mod tests {
    use ndoku_core::Layout;

    use super::*;
    use crate::StopReason;

    #[test]
    fn large_grids_without_clues_have_many_solutions() {
        let layouts = [
            Layout::with_boxes(10, 10).unwrap(),
            Layout::with_boxes(6, 12).unwrap(),
            Layout::with_boxes(15, 15).unwrap(),
            Layout::builder(67).no_boxes().build().unwrap(),
            Layout::builder(255).boxes(17, 15).build().unwrap(),
        ];
        for layout in layouts {
            let puzzle = Puzzle::empty(&layout);
            let base = for_puzzle(&puzzle).unwrap();
            let mut reported: Vec<Vec<Digit>> = Vec::new();
            let stats = emit_relabelings(&base, &Budget::default(), &mut |digits| {
                assert!(Solution::new(&layout, digits).unwrap().solves(&puzzle));
                reported.push(digits.to_vec());
                if reported.len() < 5 {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            });
            assert_eq!(stats.unwrap().solutions, 5);
            reported.sort();
            reported.dedup();
            assert_eq!(reported.len(), 5, "{layout}");
        }
    }

    #[test]
    fn puzzles_that_the_grid_does_not_solve_are_refused() {
        let large = Layout::with_boxes(9, 9).unwrap();
        let mut clued = Puzzle::empty(&large);
        clued.set_clue(large.cell(5), Digit::new(1)).unwrap();
        let ruled = Layout::builder(100)
            .boxes(10, 10)
            .rule("non-consecutive")
            .build()
            .unwrap();
        for puzzle in [
            clued,
            Puzzle::empty(&ruled),
            Puzzle::empty(&Layout::with_boxes(8, 8).unwrap()),
        ] {
            assert!(for_puzzle(&puzzle).is_none(), "{}", puzzle.layout());
        }
    }

    #[test]
    fn the_flag_stops_the_reports() {
        let base = for_puzzle(&Puzzle::empty(&Layout::with_boxes(9, 9).unwrap())).unwrap();
        let flag = std::sync::atomic::AtomicBool::new(true);
        let stopped = emit_relabelings(&base, &Budget::default().stop_flag(&flag), &mut |_| {
            ControlFlow::Continue(())
        })
        .unwrap_err();
        assert_eq!(
            (stopped.reason, stopped.stats.solutions),
            (StopReason::Canceled, 0)
        );
    }

    #[test]
    fn permutations_come_in_order() {
        let (mut names, mut count) = (vec![0, 1, 2, 3], 1);
        let mut before = names.clone();
        while next_permutation(&mut names) {
            assert!(before < names);
            before.clone_from(&names);
            count += 1;
        }
        assert_eq!(count, 24);
    }
}
