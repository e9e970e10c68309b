//! Solutions of large grids without clues: each row is the one above, shifted.
//!
//! ```text
//!   boxes 3×2:   1 2 3 │ 4 5 6
//!                4 5 6 │ 1 2 3      within a band by the width of a box
//!                ──────┼──────
//!                2 3 4 │ 5 6 1      and by one more from band to band
//!                5 6 1 │ 2 3 4
//! ```
//!
//! A search finds these the later the larger the grid is: of 64×64 within a second, of 100×100 not within twenty. Other digits for the same pattern make more solutions than anyone asks
//! for, N! of them.

use std::ops::ControlFlow;

use ndoku_core::layout::Boxes;
use ndoku_core::{Digit, Puzzle, Solution};
use ndoku_solver::{Budget, Stats, Stopped};

/// Up to this size the search is quick, and its solutions look less alike.
const SEARCHED: u8 = 64;

/// The pattern, if it solves the puzzle: one without clues in a large grid with boxes of bricks or none, and rules that it happens to obey.
pub(crate) fn of(puzzle: &Puzzle) -> Option<Vec<Digit>> {
    let layout = puzzle.layout();
    let size = usize::from(layout.size());
    if layout.size() <= SEARCHED
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

/// Tells the pattern, and then the same with other digits, until there are enough.
///
/// # Errors
/// If the flag or the clock of the budget says so.
pub(crate) fn tell(
    pattern: &[Digit],
    budget: &Budget<'_>,
    found: &mut dyn FnMut(&[Digit]) -> ControlFlow<()>,
) -> Result<Stats, Stopped> {
    let mut stats = Stats::default();
    let most = pattern.iter().map(|digit| digit.index()).max().unwrap_or(0);
    let mut names: Vec<usize> = (0..=most).collect();
    let mut grid = pattern.to_vec();
    loop {
        if let Some(reason) = budget.poll() {
            return Err(Stopped::new(reason, stats));
        }
        stats.solutions += 1;
        if found(&grid).is_break() {
            return Ok(stats);
        }
        if !next_permutation(&mut names) {
            // Not all of its solutions, but nobody waits for the last of N!.
            return Ok(stats);
        }
        for (digit, old) in grid.iter_mut().zip(pattern) {
            *digit = Digit::from_index(names[old.index()]);
        }
    }
}

/// The next in ascending order; false after the last.
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
    use ndoku_solver::StopReason;

    use super::*;

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
            let pattern = of(&puzzle).unwrap();
            let mut told: Vec<Vec<Digit>> = Vec::new();
            let stats = tell(&pattern, &Budget::default(), &mut |digits| {
                assert!(Solution::new(&layout, digits).unwrap().solves(&puzzle));
                told.push(digits.to_vec());
                if told.len() < 5 {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            });
            assert_eq!(stats.unwrap().solutions, 5);
            told.sort();
            told.dedup();
            assert_eq!(told.len(), 5, "{layout}");
        }
    }

    #[test]
    fn what_it_does_not_solve_it_leaves() {
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
            assert!(of(&puzzle).is_none(), "{}", puzzle.layout());
        }
    }

    #[test]
    fn it_stops_when_it_is_told() {
        let pattern = of(&Puzzle::empty(&Layout::with_boxes(9, 9).unwrap())).unwrap();
        let flag = std::sync::atomic::AtomicBool::new(true);
        let stopped = tell(&pattern, &Budget::default().stop_flag(&flag), &mut |_| {
            ControlFlow::Continue(())
        })
        .unwrap_err();
        assert_eq!(
            (stopped.reason, stopped.stats.solutions),
            (StopReason::Flag, 0)
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
