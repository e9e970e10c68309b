//! `Solver`: selects the engine for a puzzle and runs it. [`SolveOptions`] sets how.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ndoku_core::{Digit, DigitSet, Puzzle};
use ndoku_solver::{
    Budget, Engine, EngineKind, HybridEngine, Interrupted, Isa, Order, Simd9, SolutionCount,
    Solutions, SolveReport, Stats, StopReason, ThreadBudget, Verdict,
};

/// The options of a [`Solver`]. The default finds all solutions, without limits, on one thread.
///
/// ```
/// use ndoku::{Order, Puzzle, SolveOptions, Solver};
///
/// let mut options = SolveOptions::default();
/// options.limit = Some(3);
/// options.order = Order::Sorted;
/// let puzzle: Puzzle = "1...............".parse()?;
/// let found = Solver::with_options(options).run(&puzzle)?;
/// assert_eq!((found.solutions.len(), found.has_more), (3, true));
/// assert_eq!(found.solutions[0].to_string(), "1234341221434321");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct SolveOptions {
    /// The maximum number of solutions. `None` finds all of them.
    pub limit: Option<u64>,
    /// The order of the solutions.
    pub order: Order,
    /// The engine.
    pub engine: EngineKind,
    /// The instruction set for 9×9. `None` uses the fastest of the machine.
    pub isa: Option<Isa>,
    /// The maximum number of guesses.
    pub max_guesses: Option<u64>,
    /// The moment at which the search stops.
    pub deadline: Option<Deadline>,
    /// The thread budget from which hard puzzles take more threads. See
    /// [`Solver::share_threads`].
    pub threads: Option<Arc<ThreadBudget>>,
}

impl SolveOptions {
    /// Returns the budget of these options. `expired` tells whether the deadline has passed.
    pub(crate) fn budget<'a>(&self, expired: &'a (dyn Fn() -> bool + Sync)) -> Budget<'a> {
        self.limits(expired).order(self.order)
    }

    /// Returns a budget with the guesses and the deadline of these options, in any order.
    fn limits<'a>(&self, expired: &'a (dyn Fn() -> bool + Sync)) -> Budget<'a> {
        let mut budget = Budget::default();
        if let Some(guesses) = self.max_guesses {
            budget = budget.max_guesses(guesses);
        }
        if self.deadline.is_some() {
            budget = budget.stop_when(expired);
        }
        budget
    }

    /// Returns `true` if there is a deadline, and it has passed.
    pub(crate) fn is_expired(&self) -> bool {
        self.deadline.is_some_and(|deadline| deadline.has_passed())
    }
}

/// A solver for puzzles of any layout. Reuse it for many puzzles: it keeps the tables of the last
/// layout.
#[derive(Debug, Default)]
pub struct Solver {
    options: SolveOptions,
    simd9: Simd9,
    hybrid: HybridEngine,
}

impl Solver {
    /// Creates a solver.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates a solver with these options. All methods use the engine, instruction set and
    /// threads. Methods that take no [`Budget`] also use the maximum number of guesses and the
    /// deadline. [`run`](Self::run), [`solutions`](Self::solutions) and
    /// [`find_solutions`](Self::find_solutions) use the order. Only the first two use the limit.
    #[must_use]
    pub fn with_options(options: SolveOptions) -> Self {
        let mut hybrid = HybridEngine::default();
        hybrid.share_threads(options.threads.clone());
        Self {
            simd9: Simd9::new(options.isa),
            hybrid,
            options,
        }
    }

    /// Finds the solutions that the [options](SolveOptions) ask for.
    ///
    /// # Errors
    /// Returns [`Interrupted`] if the limit of guesses or the deadline ends the search. It holds
    /// the solutions found until then.
    pub fn run(&mut self, puzzle: &Puzzle) -> Result<Solutions, Interrupted> {
        let options = self.options.clone();
        let expired = || options.is_expired();
        let budget = options.budget(&expired);
        // One less than the greatest number, since engines search for one solution more.
        let limit = options.limit.and_then(|limit| usize::try_from(limit).ok());
        let limit = limit.unwrap_or(usize::MAX).min(usize::MAX - 1);
        self.engine(puzzle).find_solutions(puzzle, limit, &budget)
    }

    /// Returns an iterator over the solutions that the [options](SolveOptions) ask for. A separate
    /// thread searches ahead of the caller, by at most a few hundred solutions. Dropping the
    /// iterator stops the thread. The solver stays free for other puzzles.
    ///
    /// ```
    /// use ndoku::{Layout, Puzzle, Solver};
    ///
    /// let puzzle = Puzzle::empty(&Layout::classic());
    /// let first: Result<Vec<_>, _> = Solver::new().solutions(&puzzle).take(5).collect();
    /// assert_eq!(first?.len(), 5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "parallel")]
    #[must_use]
    pub fn solutions(&self, puzzle: &Puzzle) -> crate::SolutionIter {
        crate::SolutionIter::new(puzzle, self.options.clone())
    }

    /// Sets the instruction set for 9×9 (default: the fastest of the machine). It changes the speed
    /// of batches, but no answer.
    #[must_use]
    pub fn with_isa(mut self, isa: Option<Isa>) -> Self {
        self.options.isa = isa;
        self.simd9 = Simd9::new(isa);
        self
    }

    /// Sets the engine for all puzzles (default: [`EngineKind::Auto`]). An engine that does not
    /// support a layout returns [`StopReason::Unsupported`].
    #[must_use]
    pub fn with_engine(mut self, engine: EngineKind) -> Self {
        self.options.engine = engine;
        self
    }

    /// Shares a thread budget with other solvers (default: none). On hard puzzles the solver starts
    /// portfolio workers beside CDCL while threads are free: CDCL with two other
    /// [seeds](ndoku_solver::Cdcl::with_seed), which share clauses with it, and CaDiCaL, if the
    /// build has it (feature `cadical`). The first engine to finish gives the answer. The caller of
    /// the solver [acquires](ThreadBudget::force_acquire) the thread of the call. The verdict and
    /// the set of all solutions stay the same. The clock decides which of them comes first.
    pub fn share_threads(&mut self, threads: Option<Arc<ThreadBudget>>) {
        self.options.threads.clone_from(&threads);
        self.hybrid.share_threads(threads);
    }

    /// Returns the engine for a puzzle. [`Simd9`] searches the classic layout, and X-Sudoku with
    /// many clues. Other puzzles start with backtracking; above 9×9 the solver switches to CDCL if
    /// backtracking does not finish soon. The choice depends on the puzzle alone, so that answers
    /// are the same everywhere. After a search, [`Engine::name`] returns the engines that ran.
    pub fn engine(&mut self, puzzle: &Puzzle) -> &mut dyn Engine {
        match self.options.engine {
            EngineKind::Auto if self.simd9.suits(puzzle) => &mut self.simd9,
            EngineKind::Simd => &mut self.simd9,
            // The features of the engines decide which kinds there are.
            kind => self.hybrid.engine(kind),
        }
    }

    /// Returns the engine for batches of classic puzzles. Its answers are those of
    /// [`engine`](Self::engine).
    pub fn batch_engine(&mut self) -> &mut Simd9 {
        &mut self.simd9
    }

    /// Searches until two solutions are found, and returns whether there is none, exactly one, or
    /// more.
    ///
    /// # Errors
    /// Returns [`Interrupted`] if the limit of guesses or the deadline of the options ends the
    /// search, or an internal check of the engine fails. The default options have no limits.
    pub fn solve(&mut self, puzzle: &Puzzle) -> Result<Verdict, Interrupted> {
        let options = self.options.clone();
        let expired = || options.is_expired();
        self.solve_within(puzzle, &options.limits(&expired))
            .map(|answer| answer.verdict)
    }

    /// Solves within a budget and returns the verdict with statistics.
    ///
    /// # Errors
    /// Returns [`Interrupted`] if the budget runs out first; it holds the solutions found until
    /// then.
    pub fn solve_within(
        &mut self,
        puzzle: &Puzzle,
        budget: &Budget<'_>,
    ) -> Result<SolveReport, Interrupted> {
        self.engine(puzzle).solve(puzzle, budget)
    }

    /// Returns up to `limit` solutions in the order of the options, and whether there are more.
    ///
    /// # Errors
    /// See [`solve`](Self::solve).
    pub fn find_solutions(
        &mut self,
        puzzle: &Puzzle,
        limit: usize,
    ) -> Result<Solutions, Interrupted> {
        let options = self.options.clone();
        let expired = || options.is_expired();
        self.engine(puzzle)
            .find_solutions(puzzle, limit, &options.budget(&expired))
    }

    /// Counts solutions one by one, at most `limit` (`u64::MAX` for all).
    #[cfg_attr(
        feature = "count",
        doc = "[`Counter`](crate::count::Counter) counts any number."
    )]
    ///
    /// # Errors
    /// See [`solve`](Self::solve).
    pub fn count_up_to(
        &mut self,
        puzzle: &Puzzle,
        limit: u64,
    ) -> Result<SolutionCount, Interrupted> {
        let options = self.options.clone();
        let expired = || options.is_expired();
        self.engine(puzzle)
            .count_up_to(puzzle, limit, &options.limits(&expired))
    }

    /// Finds the *true candidates*: for each cell the digits that it has in some solution. If the
    /// budget runs out, returns those known so far and the reason.
    ///
    /// Every solution proves one candidate of each cell. A candidate that no solution has proved
    /// yet gets a search of its own. So there are at most as many searches as candidates, most of
    /// them short.
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
        match self.engine(puzzle).find_solutions(puzzle, 2, budget) {
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
                // The digit belongs to the layout.
                let _ = tried.set_clue(cell, Some(digit));
                match self.engine(&tried).find_solutions(&tried, 1, budget) {
                    Ok(found) => show(&mut known, &found),
                    Err(stopped) => return (known, Some(stopped.reason)),
                }
            }
        }
        (known, None)
    }

    /// Calls `found` with each solution, row by row, until it breaks or there are no more. Keeps no
    /// solution.
    ///
    /// # Errors
    /// Returns [`Interrupted`] if the budget runs out first.
    pub fn for_each_solution(
        &mut self,
        puzzle: &Puzzle,
        budget: &Budget<'_>,
        found: &mut dyn FnMut(&[Digit]) -> ControlFlow<()>,
    ) -> Result<Stats, Interrupted> {
        self.engine(puzzle).search(puzzle, budget, found)
    }

    /// Calls `found` with blocks of solutions as bytes. The solutions of a block follow each other;
    /// each has one byte per cell, row by row, with the number of the digit. This is the fastest
    /// method to see all solutions of a puzzle that has many: millions per second on one core for
    /// classic 9×9.
    ///
    /// ```
    /// use ndoku::{Budget, Puzzle, Solver};
    /// use std::ops::ControlFlow;
    ///
    /// let puzzle: Puzzle =
    ///     "...6.23.............8.41...57....619...9.5738.8....2..8.7...5.6.....68..........."
    ///         .parse()?;
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
    /// The solutions and their order are those of [`for_each_solution`](Self::for_each_solution),
    /// on every machine. The size of a block, at least one solution, is unspecified. A block that
    /// holds a solution is reported after at most a few milliseconds, full or not.
    ///
    /// # Errors
    /// Returns [`Interrupted`] if the budget runs out first. The solutions given to `found` before
    /// are valid.
    pub fn for_each_block(
        &mut self,
        puzzle: &Puzzle,
        budget: &Budget<'_>,
        found: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    ) -> Result<Stats, Interrupted> {
        self.engine(puzzle).search_blocks(puzzle, budget, found)
    }
}

/// A moment at which a search stops: the clock of a [`Budget`].
///
/// ```
/// use ndoku::{Budget, Deadline, Layout, Puzzle, Solver};
/// use std::time::Duration;
///
/// let deadline = Deadline::after(Duration::from_millis(20));
/// let expired = || deadline.has_passed();
/// let budget = Budget::default().stop_when(&expired);
/// let puzzle = Puzzle::empty(&Layout::classic());
/// let counted = Solver::new().engine(&puzzle).count_up_to(&puzzle, u64::MAX, &budget);
/// assert!(counted.is_err(), "6.67e21 grids take longer than that");
/// ```
#[derive(Copy, Clone, Debug)]
pub struct Deadline(Option<Instant>);

impl Deadline {
    /// Creates a deadline that passes after `time`. A deadline beyond the range of the clock never
    /// passes.
    #[must_use]
    pub fn after(time: Duration) -> Self {
        Self(Instant::now().checked_add(time))
    }

    /// Returns `true` if the deadline has passed.
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
    fn methods_without_a_budget_use_the_limits_of_the_options() {
        let puzzle = Puzzle::empty(&Layout::classic());
        let reason = |stopped: Interrupted| stopped.reason;
        let mut solver = Solver::with_options(SolveOptions {
            max_guesses: Some(1),
            ..SolveOptions::default()
        });
        let limit = StopReason::GuessLimit;
        assert_eq!(solver.solve(&puzzle).map_err(reason), Err(limit));
        assert_eq!(
            solver.count_up_to(&puzzle, 1_000).map_err(reason),
            Err(limit)
        );
        assert_eq!(
            solver.find_solutions(&puzzle, 2).map_err(reason),
            Err(limit)
        );
        let mut late = Solver::with_options(SolveOptions {
            deadline: Some(Deadline::after(Duration::ZERO)),
            ..SolveOptions::default()
        });
        let counted = late.count_up_to(&puzzle, u64::MAX).map_err(reason);
        assert_eq!(counted, Err(StopReason::Timeout));
        let sorted = SolveOptions {
            order: Order::Sorted,
            ..SolveOptions::default()
        };
        let found = Solver::with_options(sorted)
            .find_solutions(&puzzle, 1)
            .unwrap();
        let first = found.solutions[0].to_string();
        assert!(first.starts_with("123456789456789123"), "{first}");
    }

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
                    .remove_candidate(ndoku_core::Candidate::new(
                        layout.cell(15),
                        Digit::new(2).unwrap(),
                    ))
                    .unwrap();
                let all = solver.find_solutions(&puzzle, 1_000).unwrap().solutions;
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
        assert_eq!(stopped.1, Some(StopReason::Canceled));
    }
}
