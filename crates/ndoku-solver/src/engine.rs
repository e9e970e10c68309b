//! What every engine offers: [`Engine`], with one method that searches and three built on it.
//!
//! ```text
//!   Puzzle ─ search ─▶ found(digits), found(digits), …  ─▶ Ok(Stats): all seen, or `found` had enough
//!      └──── Budget ──────────────────────────────────── ─▶ Err(Interrupted): guesses, flag or time ran out
//!
//!   solve  looks for two solutions   ─▶ Verdict: Unsolvable, Unique, Multiple
//!   first  looks for n + 1           ─▶ Solutions: up to n of them, and whether there are more
//!   count  looks for limit + 1       ─▶ SolutionCount: how many, and whether there are more
//! ```

mod budget;
mod report;

use std::ops::ControlFlow;

pub use budget::{Budget, Order};
use ndoku_core::{Digit, Layout, Puzzle, Solution};
pub use report::{Interrupted, SolutionCount, Solutions, SolveReport, Stats, StopReason, Verdict};

/// Finds solutions. An engine may keep tables and memory between calls; what it kept never changes an answer or its order.
pub trait Engine: Send {
    /// The name to choose it by, in lower case; of one that hands puzzles on to others, the names of those that the last search went through.
    fn name(&self) -> &'static str;

    /// Whether it can search puzzles of this layout.
    fn supports(&self, layout: &Layout) -> bool;

    /// Calls `found` with the digits, row by row, of each solution exactly once, in the order that the budget asks for, until there are no more
    /// or `found` says [`Break`](ControlFlow::Break). Each has been checked against every house, constraint, clue and pencilmark.
    ///
    /// Clues that contradict each other are no error: there is no solution then.
    ///
    /// # Errors
    /// [`Interrupted`], if the budget ran out first, the layout is not [supported](Self::supports), or the engine found a fault of its own. What was given to
    /// `found` before that stands; [`Interrupted::solutions`] is left empty.
    fn search(
        &mut self,
        puzzle: &Puzzle,
        budget: &Budget<'_>,
        found: &mut dyn FnMut(&[Digit]) -> ControlFlow<()>,
    ) -> Result<Stats, Interrupted>;

    /// The same with solutions as bytes, the numbers of their digits, several at a time: `found` is given one solution behind the other, each as long as the
    /// grid has cells. Where solutions come fast, this costs less for each of them than [`search`](Self::search).
    ///
    /// A block holds at least one solution, and no more than an engine finds in some milliseconds. How many there are in each may differ from one machine to
    /// another; the solutions and their order do not. After a [`Break`](ControlFlow::Break) the statistics hold for the whole of the last block.
    ///
    /// # Errors
    /// As [`search`](Self::search).
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

    /// Whether there is no solution, exactly one, or more: searches until two are found.
    ///
    /// # Errors
    /// As [`search`](Self::search); the solutions found before are in [`Interrupted::solutions`].
    fn solve(&mut self, puzzle: &Puzzle, budget: &Budget<'_>) -> Result<SolveReport, Interrupted> {
        let (mut solutions, stats) = collect(self, puzzle, budget, 2)?;
        let verdict = match (solutions.pop(), solutions.pop()) {
            (None, _) => Verdict::Unsolvable,
            (Some(solution), None) => Verdict::Unique(solution),
            (Some(second), Some(first)) => Verdict::Multiple(first, second),
        };
        Ok(SolveReport { verdict, stats })
    }

    /// Up to `n` solutions, and whether there are more: searches until `n + 1` are found. With `n` = 0 it says whether there is any.
    ///
    /// # Errors
    /// As [`search`](Self::search); the solutions found before, at most `n`, are in [`Interrupted::solutions`].
    fn find_first(
        &mut self,
        puzzle: &Puzzle,
        n: usize,
        budget: &Budget<'_>,
    ) -> Result<Solutions, Interrupted> {
        let wanted = n.saturating_add(1);
        match collect(self, puzzle, budget, wanted) {
            Ok((mut solutions, stats)) => {
                let more = solutions.len() == wanted;
                solutions.truncate(n);
                Ok(Solutions {
                    solutions,
                    more,
                    stats,
                })
            }
            Err(mut stopped) => {
                stopped.solutions.truncate(n);
                Err(stopped)
            }
        }
    }

    /// How many solutions there are, one by one, up to `limit` (`u64::MAX` for all), and whether there are more.
    /// Costs the time of finding each; nothing is kept.
    ///
    /// # Errors
    /// As [`search`](Self::search); the number found before is in [`Interrupted::stats`].
    fn count(
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
            count: seen.min(limit),
            more: seen > limit,
            stats,
        })
    }
}

/// The first solutions, at most `wanted`.
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
