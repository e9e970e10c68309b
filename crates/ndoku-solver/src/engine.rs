//! The interface of every engine: [`Engine`], with one search method and four methods built on it.
//!
//! ```text
//!   Puzzle ─ search ─▶ found(digits), found(digits), …  ─▶ Ok(Stats): all seen, or `found` broke
//!      └──── Budget ───────────────────────────────── ─▶ Err(Interrupted): guesses, flag or clock
//!
//!   solve           searches for two solutions ─▶ Verdict: Unsolvable, Unique, Multiple
//!   find_solutions  searches for limit + 1     ─▶ Solutions: those found, and if there are more
//!   count_up_to     searches for limit + 1     ─▶ SolutionCount: a number, and if there are more
//! ```

mod budget;
mod report;

use std::ops::ControlFlow;

pub use budget::{Budget, Order};
use ndoku_core::{Digit, Layout, Puzzle, Solution};
pub use report::{Interrupted, SolutionCount, Solutions, SolveReport, Stats, StopReason, Verdict};

/// A solver. An engine may keep tables and memory between calls; they never change an answer or the
/// order of solutions.
pub trait Engine: Send {
    /// Returns the name that selects the engine, in lower case. An engine that delegates to others
    /// returns the names of those that ran in the last search.
    fn name(&self) -> &'static str;

    /// Returns `true` if the engine can search puzzles of this layout.
    fn supports(&self, layout: &Layout) -> bool;

    /// Calls `found` with the digits of each solution, row by row, exactly once and in the order of
    /// the budget. The search ends when there are no more solutions or `found` returns
    /// [`Break`](ControlFlow::Break). Every solution has been checked against all houses,
    /// constraints, clues and pencilmarks.
    ///
    /// Contradicting clues are not an error: such a puzzle has no solution.
    ///
    /// # Errors
    /// Returns [`Interrupted`] if the budget ran out first, the layout is not
    /// [supported](Self::supports), or an internal check of the engine failed. The solutions given
    /// to `found` before that are valid. [`Interrupted::solutions`] is empty.
    fn search(
        &mut self,
        puzzle: &Puzzle,
        budget: &Budget<'_>,
        found: &mut dyn FnMut(&[Digit]) -> ControlFlow<()>,
    ) -> Result<Stats, Interrupted>;

    /// Calls `found` with blocks of solutions as bytes. A byte is the number of a digit; the
    /// solutions of a block follow each other, each as long as the grid has cells. If solutions
    /// come fast, this costs less per solution than [`search`](Self::search).
    ///
    /// A block holds at least one solution, and at most as many as the engine finds in a few
    /// milliseconds. The size of the blocks may differ between machines; the solutions and their
    /// order do not. After a [`Break`](ControlFlow::Break) the statistics include the whole last
    /// block.
    ///
    /// # Errors
    /// See [`search`](Self::search).
    fn search_blocks(
        &mut self,
        puzzle: &Puzzle,
        budget: &Budget<'_>,
        found: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    ) -> Result<Stats, Interrupted> {
        let mut bytes = Vec::new();
        self.search(puzzle, budget, &mut |digits| {
            bytes.clear();
            bytes.extend(digits.iter().map(|digit| digit.get()));
            found(&bytes)
        })
    }

    /// Searches until two solutions are found, and returns whether there is none, exactly one, or
    /// more.
    ///
    /// # Errors
    /// See [`search`](Self::search). [`Interrupted::solutions`] holds the solutions found before.
    fn solve(&mut self, puzzle: &Puzzle, budget: &Budget<'_>) -> Result<SolveReport, Interrupted> {
        let (mut solutions, stats) = collect(self, puzzle, budget, 2)?;
        let verdict = match (solutions.pop(), solutions.pop()) {
            (None, _) => Verdict::Unsolvable,
            (Some(solution), None) => Verdict::Unique(solution),
            (Some(second), Some(first)) => Verdict::Multiple(first, second),
        };
        Ok(SolveReport { verdict, stats })
    }

    /// Returns up to `limit` solutions (`usize::MAX` for all), and whether there are more: searches
    /// until `limit + 1` are found. With a limit of 0 it only checks whether a solution exists.
    ///
    /// # Errors
    /// See [`search`](Self::search). [`Interrupted::solutions`] holds the solutions found before,
    /// at most `limit`.
    fn find_solutions(
        &mut self,
        puzzle: &Puzzle,
        limit: usize,
        budget: &Budget<'_>,
    ) -> Result<Solutions, Interrupted> {
        let wanted = limit.saturating_add(1);
        match collect(self, puzzle, budget, wanted) {
            Ok((mut solutions, stats)) => {
                let has_more = solutions.len() == wanted;
                solutions.truncate(limit);
                Ok(Solutions {
                    solutions,
                    has_more,
                    stats,
                })
            }
            Err(mut stopped) => {
                stopped.solutions.truncate(limit);
                Err(stopped)
            }
        }
    }

    /// Counts solutions one by one up to `limit` (`u64::MAX` for all), and returns whether there
    /// are more. The time is that of finding every solution; no solution is stored.
    ///
    /// # Errors
    /// See [`search`](Self::search). [`Interrupted::stats`] holds the number of solutions found
    /// before.
    fn count_up_to(
        &mut self,
        puzzle: &Puzzle,
        limit: u64,
        budget: &Budget<'_>,
    ) -> Result<SolutionCount, Interrupted> {
        let mut seen = 0_u64;
        let stats = self.search(puzzle, budget, &mut |_| {
            seen += 1;
            if seen > limit {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })?;
        Ok(SolutionCount {
            number: seen.min(limit),
            has_more: seen > limit,
            stats,
        })
    }
}

/// Collects the first solutions, at most `wanted`.
fn collect<E: Engine + ?Sized>(
    engine: &mut E,
    puzzle: &Puzzle,
    budget: &Budget<'_>,
    wanted: usize,
) -> Result<(Vec<Solution>, Stats), Interrupted> {
    let mut solutions = Vec::new();
    let mut wrong = false;
    let ended = engine.search(puzzle, budget, &mut |digits| match Solution::new(
        puzzle.layout(),
        digits,
    ) {
        Ok(solution) => {
            solutions.push(solution);
            if solutions.len() < wanted {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        }
        Err(_) => {
            wrong = true;
            ControlFlow::Break(())
        }
    });
    match ended {
        Ok(stats) if wrong => Err(Interrupted {
            reason: StopReason::Internal,
            stats,
            solutions,
        }),
        Ok(stats) => Ok((solutions, stats)),
        Err(stopped) => Err(Interrupted {
            solutions,
            ..stopped
        }),
    }
}
