//! Reads puzzles and solves them within a small budget. Every answer is checked, on small grids
//! against the naive oracle.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ndoku::format::{ReadOptions, decode};
use ndoku::{Budget, Order, Puzzle, Solution, Solver, StopReason, Verdict};
use ndoku_testkit::oracle;

/// The maximum size. Larger grids cost more time than they reveal.
const MAX_SIZE: u8 = 25;

fuzz_target!(|bytes: &[u8]| {
    let Some((first, rest)) = bytes.split_first() else {
        return;
    };
    let Ok(text) = decode(rest) else { return };
    let mut options = ReadOptions {
        ignore_unsupported: true,
        ..ReadOptions::default()
    };
    if first & 1 != 0 {
        options.rules.extend("x".parse());
    }
    if first & 2 != 0 {
        options.rules.extend("anti-knight".parse());
    }
    if first & 4 != 0 {
        options.rules.extend("non-consecutive".parse());
    }
    let order = if first & 8 != 0 {
        Order::Sorted
    } else {
        Order::Search
    };
    let mut solver = Solver::new();
    for record in ndoku_fuzz::read_checked(&text, &options)
        .iter()
        .filter(|record| record.puzzle.size() <= MAX_SIZE)
        .take(3)
    {
        solve(&mut solver, &record.puzzle, order);
    }
});

fn solve(solver: &mut Solver, puzzle: &Puzzle, order: Order) {
    let budget = Budget::default().max_guesses(50).order(order);
    let is_right = |solution: &Solution| {
        assert!(Solution::new(puzzle.layout(), solution.digits()).is_ok());
        assert!(
            solution.solves(puzzle),
            "{solution:?} does not solve {puzzle:?}"
        );
    };
    let answer = match solver.solve_within(puzzle, &budget) {
        Ok(answer) => answer,
        Err(stopped) => {
            assert_eq!(stopped.reason, StopReason::GuessLimit);
            stopped.solutions.iter().for_each(is_right);
            return;
        }
    };
    assert!(answer.stats.guesses <= 50);
    match &answer.verdict {
        Verdict::Unsolvable => {}
        Verdict::Unique(solution) => is_right(solution),
        Verdict::Multiple(one, other) => {
            assert_ne!(one.digits(), other.digits());
            is_right(one);
            is_right(other);
        }
    }
    if !puzzle.conflicts().is_empty() {
        assert_eq!(answer.verdict, Verdict::Unsolvable);
    }
    if puzzle.size() <= 4
        && let Some(all) = oracle::solutions(puzzle, 2, 5_000)
    {
        let found = match &answer.verdict {
            Verdict::Unsolvable => 0,
            Verdict::Unique(_) => 1,
            Verdict::Multiple(..) => 2,
        };
        assert_eq!(found, all.len(), "{puzzle:?}");
    }
}
