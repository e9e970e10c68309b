//! `Solver`: picks the engine for a puzzle and asks it.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ndoku_core::{Digit, DigitSet, Puzzle};
use ndoku_solver::{
    Budget, Engine, Interrupted, Isa, Simd9, SolutionCount, Solutions, SolveReport, Stats,
    StopReason, Verdict,
};

use crate::engine_selection::{EngineKind, HybridSolver};
use crate::thread_budget::ThreadBudget;

/// Solves puzzles of any layout. Keep one for many puzzles: it remembers the tables of the last layout.
#[derive(Debug, Default)]
pub struct Solver {
    engine_kind: EngineKind,
    simd9: Simd9,
    hybrid: HybridSolver,
}

impl Solver {
    /// A solver that has seen nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The same with this instruction set for 9×9, or the fastest of the machine. It changes the speed of batches and no answer.
    #[must_use]
    pub fn with_isa(self, isa: Option<Isa>) -> Self {
        Self {
            simd9: Simd9::new(isa),
            ..self
        }
    }

    /// The same with this engine for all puzzles. One that does not support a layout says so: [`StopReason::Unsupported`].
    #[must_use]
    pub fn with_engine(self, engine_kind: EngineKind) -> Self {
        Self {
            engine_kind,
            ..self
        }
    }

    /// The threads that this solver shares with others, none at first. Where guessing does not get there helpers then search beside the engine that learns as soon as threads are free:
    /// first CaDiCaL, if the build has it (feature `cadical`), then the same engine with other [seeds](ndoku_solver::Learning::with_seed); the first to end says the answer. Whoever calls the solver
    /// [takes](ThreadBudget::acquire) the thread that it does so on. Answers stay the same, but of several solutions it depends on the clock which comes first.
    pub fn share_threads(&mut self, threads: Option<Arc<ThreadBudget>>) {
        self.hybrid.share_threads(threads);
    }

    /// The engine for a puzzle: [`Simd9`] for the classic layout, and with diagonals if there are many clues; for any other one that guesses, and above 9×9 goes over to
    /// learning from contradictions if guessing does not get there. The choice depends on the puzzle alone, so that answers are the same everywhere.
    /// [`Engine::name`] says after a search what it went through.
    pub fn engine(&mut self, puzzle: &Puzzle) -> &mut dyn Engine {
        match self.engine_kind {
            EngineKind::Auto if self.simd9.suits(puzzle) => &mut self.simd9,
            EngineKind::Auto => &mut self.hybrid,
            EngineKind::Simd => &mut self.simd9,
            EngineKind::Backtrack => self.hybrid.backtrack(),
            EngineKind::Learning => self.hybrid.learning(),
            #[cfg(feature = "cadical")]
            EngineKind::Cadical => self.hybrid.cadical(),
        }
    }

    /// The engine that takes many classic puzzles at once. It answers as [`engine`](Self::engine) does for each of them.
    pub fn batch_engine(&mut self) -> &mut Simd9 {
        &mut self.simd9
    }

    /// Whether there is no solution, exactly one, or more; takes as long as that takes.
    ///
    /// # Errors
    /// [`Interrupted`] only if the engine finds a fault of its own.
    pub fn solve(&mut self, puzzle: &Puzzle) -> Result<Verdict, Interrupted> {
        self.solve_within(puzzle, &Budget::default())
            .map(|answer| answer.verdict)
    }

    /// The same within a budget, with what it cost.
    ///
    /// # Errors
    /// [`Interrupted`] if the budget runs out first; it holds the solutions found until then.
    pub fn solve_within(
        &mut self,
        puzzle: &Puzzle,
        budget: &Budget<'_>,
    ) -> Result<SolveReport, Interrupted> {
        self.engine(puzzle).solve(puzzle, budget)
    }

    /// Up to `n` solutions, and whether there are more.
    ///
    /// # Errors
    /// As [`solve`](Self::solve).
    pub fn find_first(&mut self, puzzle: &Puzzle, n: usize) -> Result<Solutions, Interrupted> {
        self.engine(puzzle)
            .find_first(puzzle, n, &Budget::default())
    }

    /// How many solutions there are, one by one, up to `limit`.
    ///
    /// # Errors
    /// As [`solve`](Self::solve).
    pub fn count(&mut self, puzzle: &Puzzle, limit: u64) -> Result<SolutionCount, Interrupted> {
        self.engine(puzzle).count(puzzle, limit, &Budget::default())
    }

    /// For each cell the digits that it has in some solution: the *true candidates*. If the budget runs out, those that are known, and why.
    ///
    /// Every solution that is found shows a digit of each cell; a candidate that none has shown yet is tried by itself. So there are at most as many searches as
    /// candidates, most of them short.
    pub fn true_candidates(
        &mut self,
        puzzle: &Puzzle,
        budget: &Budget<'_>,
    ) -> (Vec<DigitSet>, Option<StopReason>) {
        let layout = puzzle.layout();
        let mut known = vec![DigitSet::default(); layout.cell_count()];
        let show = |known: &mut [DigitSet], found: &Solutions| {
            for (cell, digit) in found
                .solutions
                .iter()
                .flat_map(|solution| solution.digits().iter().copied().enumerate())
            {
                known[cell].insert(digit);
            }
        };
        match self.engine(puzzle).find_first(puzzle, 2, budget) {
            Ok(found) if found.solutions.is_empty() => return (known, None),
            Ok(found) => show(&mut known, &found),
            Err(stopped) => return (known, Some(stopped.reason)),
        }
        for cell in layout.cells() {
            for digit in puzzle.candidates(cell).iter() {
                let index = layout.index(cell);
                if known[index].contains(digit) || puzzle.clue(cell).is_some() {
                    continue;
                }
                let mut tried = puzzle.clone();
                // The digit is one of the layout.
                let _ = tried.set_clue(cell, Some(digit));
                match self.engine(&tried).find_first(&tried, 1, budget) {
                    Ok(found) => show(&mut known, &found),
                    Err(stopped) => return (known, Some(stopped.reason)),
                }
            }
        }
        (known, None)
    }

    /// Calls `found` with each solution, row by row, until it breaks or there are no more. Nothing is kept.
    ///
    /// # Errors
    /// [`Interrupted`] if the budget runs out first.
    pub fn for_each_solution(
        &mut self,
        puzzle: &Puzzle,
        budget: &Budget<'_>,
        found: &mut dyn FnMut(&[Digit]) -> ControlFlow<()>,
    ) -> Result<Stats, Interrupted> {
        self.engine(puzzle).search(puzzle, budget, found)
    }

    /// The same in blocks of bytes: `found` is given one solution behind the other, each a byte for each cell, row by row, with the number of its digit. The
    /// fastest way to see all solutions of a puzzle that has many: millions a second on one core for classic 9×9.
    ///
    /// ```
    /// use ndoku::{Budget, Puzzle, Solver};
    /// use std::ops::ControlFlow;
    ///
    /// let puzzle: Puzzle = "...6.23.............8.41...57....619...9.5738.8....2..8.7...5.6.....68...........".parse()?;
    /// let (mut count, mut sum) = (0, 0);
    /// let stats = Solver::new().for_each_block(&puzzle, &Budget::default(), &mut |block| {
    ///     for solution in block.as_chunks::<81>().0 {
    ///         count += 1;
    ///         sum += u64::from(solution[0]);
    ///     }
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!((count, stats.solutions, stats.exhausted), (155_899, 155_899, true));
    /// # assert!(sum > count && sum < 9 * count);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// The solutions and their order are those of [`for_each_solution`](Self::for_each_solution), whatever the machine; how many come in a block, at least one, is left open.
    /// They come soon: a block is handed over after some milliseconds at most once it holds a solution, full or not.
    ///
    /// # Errors
    /// [`Interrupted`] if the budget runs out first. What was found before that was given to `found`.
    pub fn for_each_block(
        &mut self,
        puzzle: &Puzzle,
        budget: &Budget<'_>,
        found: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    ) -> Result<Stats, Interrupted> {
        self.engine(puzzle).search_blocks(puzzle, budget, found)
    }
}

/// A moment after which a search shall stop: the clock for a [`Budget`].
///
/// ```
/// use ndoku::{Budget, Deadline, Layout, Puzzle, Solver};
/// use std::time::Duration;
///
/// let deadline = Deadline::after(Duration::from_millis(20));
/// let expired = || deadline.has_passed();
/// let budget = Budget::default().expired(&expired);
/// let counted = Solver::new().engine(&Puzzle::empty(&Layout::classic())).count(&Puzzle::empty(&Layout::classic()), u64::MAX, &budget);
/// assert!(counted.is_err(), "6.67e21 grids take longer than that");
/// ```
#[derive(Copy, Clone, Debug)]
pub struct Deadline(Option<Instant>);

impl Deadline {
    /// So long from now. A time beyond what the clock can hold never passes.
    #[must_use]
    pub fn after(time: Duration) -> Self {
        Self(Instant::now().checked_add(time))
    }

    /// Whether it is over.
    #[must_use]
    pub fn has_passed(&self) -> bool {
        self.0.is_some_and(|moment| Instant::now() >= moment)
    }
}

#[cfg(test)]
mod tests {
    use ndoku_core::Layout;

    use super::*;

    #[test]
    fn true_candidates_are_those_of_all_solutions() {
        let layouts = [
            Layout::with_boxes(2, 2).unwrap(),
            Layout::builder(4).boxes(2, 2).x().build().unwrap(),
        ];
        let mut solver = Solver::new();
        for layout in layouts {
            for clues in [
                &[(0, 1)][..],
                &[(0, 1), (5, 4)],
                &[(0, 1), (3, 2), (9, 1)],
                &[(0, 1), (1, 2), (2, 3), (7, 4)],
            ] {
                let mut numbers = [0; 16];
                clues
                    .iter()
                    .for_each(|(cell, digit)| numbers[*cell] = *digit);
                let mut puzzle = Puzzle::from_array(&layout, &numbers).unwrap();
                puzzle
                    .remove(ndoku_core::Candidate::new(
                        layout.cell(15),
                        Digit::new(2).unwrap(),
                    ))
                    .unwrap();
                let all = solver.find_first(&puzzle, 1_000).unwrap().solutions;
                let mut naive = vec![DigitSet::default(); 16];
                for solution in &all {
                    for (set, digit) in naive.iter_mut().zip(solution.digits()) {
                        set.insert(*digit);
                    }
                }
                assert_eq!(
                    solver.true_candidates(&puzzle, &Budget::default()),
                    (naive, None),
                    "{numbers:?}"
                );
            }
        }
        let flag = std::sync::atomic::AtomicBool::new(true);
        let stopped = solver.true_candidates(
            &Puzzle::empty(&Layout::classic()),
            &Budget::default().stop_flag(&flag),
        );
        assert_eq!(stopped.1, Some(StopReason::Cancelled));
    }
}
