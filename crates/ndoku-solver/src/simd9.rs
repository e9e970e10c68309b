//! `Simd9`: the engine for the classic 9×9 layout, with or without diagonals. It solves many
//! puzzles at once, one in each lane of a vector, or one puzzle as an [`Engine`].
//!
//! ```text
//!   word 0   digit 1, band 0   │ puzzle │ puzzle │ puzzle │ …
//!   word 1   digit 2, band 0   │   A    │   B    │   C    │       27 vectors; lane l holds the
//!     ⋮                        │        │        │        │       candidates of one puzzle, and
//!   word 26  digit 9, band 2   │        │        │        │       a sweep processes all lanes
//! ```
//!
//! A *sweep* is one pass of propagation over all lanes.
//!
//! | file | content |
//! |---|---|
//! | `propagate` | one sweep: propagation in all lanes, without branches |
//! | `guess` | selection of the branching candidate |
//! | `guess_lanes` | the same for several puzzles at once |
//! | `candidate_grid9` | the candidates of each cell, editable cell by cell |
//! | `transpose` | conversion between bytes and words; validation of solutions |
//! | `schedule` | batches: lanes, stacks, results |
//! | `pool` | states of a batch that are in no lane |
//! | `first_sweeps` | the first sweeps of one puzzle, in few lanes |
//! | `tree_search` | one puzzle in all lanes, any number of solutions, budgets |
//! | `frontier` | the open branches of one puzzle |
//! | `vectorized` | parts of `guess` and `transpose` that have instructions of their own |

mod candidate_grid9;
mod first_sweeps;
mod frontier;
mod guess;
mod guess_lanes;
mod pool;
mod propagate;
mod schedule;
mod transpose;
mod tree_search;
#[allow(unsafe_code)]
mod vectorized;

use std::ops::ControlFlow;

pub use candidate_grid9::CandidateGrid9;
use ndoku_core::{Diagonal, Digit, Layout, Puzzle};
use schedule::{Batch, BatchOutput, MAX_SLOTS, Slot, WithDiagonals};
use transpose::{BatchPuzzles, WordsFromClues};

use crate::engine::{Budget, Engine, Interrupted, SolutionCount, Stats, StopReason};
use crate::simd::{Isa, LaneWords};

/// Number of words of a state.
const WORDS: usize = 27;

/// The number of solutions of a puzzle of a batch, as far as it was searched.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum BatchOutcome {
    /// There is no solution.
    #[default]
    Unsolvable,
    /// There is at least one; the search ended with the first.
    Solvable,
    /// There is exactly one.
    Unique,
    /// There are two or more.
    Multiple,
}

/// Statistics of batches. The same puzzles give the same numbers on every machine.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct BatchStats {
    /// Number of puzzles searched.
    pub puzzles: u64,
    /// Number of guesses: candidates tried when propagation found nothing more.
    pub guesses: u64,
    /// Number of sweeps (passes of propagation), counted for each puzzle.
    pub sweeps: u64,
}

/// Minimum number of clues with which [`Simd9::suits`] accepts X-Sudoku; see
/// `docs/experiments/simd-solver.md`.
const MIN_X_CLUES: usize = 24;

/// An engine for the classic layout, with clues or pencilmarks, and for X-Sudoku, see
/// [`with_diagonals`](Self::with_diagonals).
///
/// ```
/// use ndoku_solver::{BatchOutcome, Simd9};
///
/// let clues =
///     b"4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
/// let mut solutions = [[0; 81]];
/// let mut outcomes = [BatchOutcome::default()];
/// Simd9::new(None).solve_all(&[*clues], &mut solutions, &mut outcomes);
/// assert_eq!(outcomes[0], BatchOutcome::Unique);
/// assert_eq!(solutions[0][..9], [4, 1, 7, 3, 6, 9, 8, 2, 5]);
/// ```
///
/// **Clues** are 81 bytes, row by row: 1 to 9 or `1` to `9` is a clue, any other byte is an open
/// cell. Solutions are bytes 1 to 9; if there is no solution, the bytes stay unchanged. If slices
/// differ in length, the shortest one sets the number of puzzles.
///
/// **Cost:** no allocation after the first calls; memory is constant. Longer batches are faster,
/// since the last puzzles leave lanes idle: use at least a few hundred puzzles.
///
/// **Validity:** every solution is a full valid grid. Its cells and rows are checked, its boxes and
/// columns follow from the last sweep (`solution_planes` in `transpose.rs` explains why that
/// suffices). [`Engine::search`] checks the clues. In batches they hold because candidates are only
/// ever removed; debug builds assert this. Answers, solutions and their order do not depend on the
/// instruction set or on the other puzzles of a batch.
#[derive(Debug)]
pub struct Simd9 {
    isa: Isa,
    diagonals: [bool; 2],
    slots: Vec<Slot>,
    states: Vec<LaneWords>,
    memory: tree_search::SearchMemory,
    stats: BatchStats,
}

impl Default for Simd9 {
    fn default() -> Self {
        Self::new(None)
    }
}

impl Simd9 {
    /// Creates an engine that uses this instruction set, or the fastest of this machine. An
    /// instruction set that the machine lacks is replaced by [`Isa::Portable`].
    #[must_use]
    pub fn new(isa: Option<Isa>) -> Self {
        let isa = isa.map_or_else(Isa::best, |isa| {
            if isa.is_available() {
                isa
            } else {
                Isa::Portable
            }
        });
        Self {
            isa,
            diagonals: [false; 2],
            slots: Vec::new(),
            states: Vec::new(),
            memory: tree_search::SearchMemory::default(),
            stats: BatchStats::default(),
        }
    }

    /// Sets the diagonals for X-Sudoku. They apply to batches and to single puzzles given as bytes.
    /// If the first flag is set, the main diagonal (from the first cell to the last) holds each
    /// digit once; the second flag stands for the other diagonal. [`Engine::search`] uses the
    /// diagonals of the puzzle's layout instead.
    ///
    /// Some puzzles with few clues take very long; see [`suits`](Self::suits).
    #[must_use]
    pub fn with_diagonals(self, diagonals: [bool; 2]) -> Self {
        Self { diagonals, ..self }
    }

    /// Returns `true` if this engine is a better choice than [`Backtrack`](crate::Backtrack): for a
    /// classic puzzle, or X-Sudoku with many clues.
    #[must_use]
    pub fn suits(&self, puzzle: &Puzzle) -> bool {
        let layout = puzzle.layout();
        layout.is_classic() || (puzzle.clue_count() >= MIN_X_CLUES && self.supports(layout))
    }

    /// Returns the instruction set in use.
    #[must_use]
    pub const fn isa(&self) -> Isa {
        self.isa
    }

    /// Returns the statistics of all batches so far.
    #[must_use]
    pub const fn batch_stats(&self) -> BatchStats {
        self.stats
    }

    /// Searches each puzzle to the second solution and writes the first one. Outcomes are
    /// [`Unsolvable`](BatchOutcome::Unsolvable), [`Unique`](BatchOutcome::Unique) or
    /// [`Multiple`](BatchOutcome::Multiple).
    pub fn solve_all(
        &mut self,
        clues: &[[u8; 81]],
        solutions: &mut [[u8; 81]],
        outcomes: &mut [BatchOutcome],
    ) {
        self.search_clues(clues, 2, solutions, outcomes, BatchOutput::Outcomes);
    }

    /// Searches each puzzle like [`solve_all`](Self::solve_all), and writes solutions as characters
    /// `1` to `9`.
    pub fn solve_all_as_text(
        &mut self,
        clues: &[[u8; 81]],
        solutions: &mut [[u8; 81]],
        outcomes: &mut [BatchOutcome],
    ) {
        self.search_clues(clues, 2, solutions, outcomes, BatchOutput::TextOutcomes);
    }

    /// Searches each puzzle to the second solution and writes both; see
    /// [`solve_all`](Self::solve_all).
    pub fn solve_all_with_second(
        &mut self,
        clues: &[[u8; 81]],
        first: &mut [[u8; 81]],
        second: &mut [[u8; 81]],
        outcomes: &mut [BatchOutcome],
    ) {
        let count = clues
            .len()
            .min(first.len())
            .min(second.len())
            .min(outcomes.len());
        self.run(
            BatchPuzzles::Clues(&clues[..count]),
            2,
            &mut first[..count],
            &mut second[..count],
            BatchOutput::Outcomes(&mut outcomes[..count]),
        );
    }

    /// Searches each puzzle to the first solution. Outcomes are
    /// [`Unsolvable`](BatchOutcome::Unsolvable) or [`Solvable`](BatchOutcome::Solvable).
    pub fn find_one_of_each(
        &mut self,
        clues: &[[u8; 81]],
        solutions: &mut [[u8; 81]],
        outcomes: &mut [BatchOutcome],
    ) {
        self.search_clues(clues, 1, solutions, outcomes, BatchOutput::Outcomes);
    }

    /// Searches each puzzle up to `limit` solutions, and writes the first one.
    fn search_clues<'a>(
        &mut self,
        clues: &[[u8; 81]],
        limit: u64,
        solutions: &mut [[u8; 81]],
        outcomes: &'a mut [BatchOutcome],
        output: fn(&'a mut [BatchOutcome]) -> BatchOutput<'a>,
    ) {
        let count = clues.len().min(solutions.len()).min(outcomes.len());
        self.run(
            BatchPuzzles::Clues(&clues[..count]),
            limit,
            &mut solutions[..count],
            &mut [],
            output(&mut outcomes[..count]),
        );
    }

    /// Searches each pencilmark puzzle to the second solution; see [`solve_all`](Self::solve_all).
    /// A puzzle has nine bytes for each cell, row by row. Byte d allows the digit d + 1 if it is
    /// that digit, as a number or as a character; any other byte excludes it.
    pub fn solve_all_pencilmarks(
        &mut self,
        pencilmarks: &[[u8; 729]],
        solutions: &mut [[u8; 81]],
        outcomes: &mut [BatchOutcome],
    ) {
        let count = pencilmarks.len().min(solutions.len()).min(outcomes.len());
        let report = BatchOutput::Outcomes(&mut outcomes[..count]);
        self.run(
            BatchPuzzles::Pencilmarks(&pencilmarks[..count]),
            2,
            &mut solutions[..count],
            &mut [],
            report,
        );
    }

    /// Searches each set of candidates to the second solution and writes both; see
    /// [`solve_all_with_second`](Self::solve_all_with_second).
    pub fn solve_all_candidates(
        &mut self,
        candidates: &[CandidateGrid9],
        first: &mut [[u8; 81]],
        second: &mut [[u8; 81]],
        outcomes: &mut [BatchOutcome],
    ) {
        let count = candidates
            .len()
            .min(first.len())
            .min(second.len())
            .min(outcomes.len());
        let report = BatchOutput::Outcomes(&mut outcomes[..count]);
        self.run(
            BatchPuzzles::Candidates(&candidates[..count]),
            2,
            &mut first[..count],
            &mut second[..count],
            report,
        );
    }

    /// Checks for each set of candidates if there is a solution, without writing it; see
    /// [`find_one_of_each`](Self::find_one_of_each).
    pub fn check_all_candidates(
        &mut self,
        candidates: &[CandidateGrid9],
        outcomes: &mut [BatchOutcome],
    ) {
        let count = candidates.len().min(outcomes.len());
        let report = BatchOutput::Outcomes(&mut outcomes[..count]);
        self.run(
            BatchPuzzles::Candidates(&candidates[..count]),
            1,
            &mut [],
            &mut [],
            report,
        );
    }

    /// Searches each set of candidates to the first solution; see
    /// [`find_one_of_each`](Self::find_one_of_each).
    pub fn find_one_of_each_candidates(
        &mut self,
        candidates: &[CandidateGrid9],
        solutions: &mut [[u8; 81]],
        outcomes: &mut [BatchOutcome],
    ) {
        let count = candidates.len().min(solutions.len()).min(outcomes.len());
        let report = BatchOutput::Outcomes(&mut outcomes[..count]);
        self.run(
            BatchPuzzles::Candidates(&candidates[..count]),
            1,
            &mut solutions[..count],
            &mut [],
            report,
        );
    }

    /// Calls `found` with all solutions of these candidates, several at a time like
    /// [`search_blocks`](Engine::search_blocks), until it returns [`Break`](ControlFlow::Break).
    /// With `soon` each solution is reported as soon as it is found, which costs more if there are
    /// many.
    ///
    /// # Errors
    /// Returns [`Interrupted`] if the budget ran out first.
    pub fn for_each_solution_of(
        &mut self,
        candidates: &CandidateGrid9,
        soon: bool,
        budget: &Budget<'_>,
        found: &mut dyn FnMut(&[[u8; 81]]) -> ControlFlow<()>,
    ) -> Result<Stats, Interrupted> {
        let mut report = |grids: &[[u8; 81]]| match found(grids) {
            ControlFlow::Continue(()) => ControlFlow::Continue(()),
            ControlFlow::Break(()) => ControlFlow::Break(grids.len()),
        };
        let mut words = LaneWords::NONE;
        words[..WORDS].copy_from_slice(candidates.words());
        self.states.clear();
        self.states.push(words);
        let mut totals = tree_search::SearchTotals::default();
        let Self {
            isa,
            diagonals,
            states,
            memory,
            ..
        } = self;
        let (min_block, diagonals) = (if soon { 1 } else { usize::MAX }, *diagonals);
        let search = tree_search::TreeSearch {
            states,
            diagonals,
            budget,
            memory,
            min_block,
            found: &mut report,
            totals: &mut totals,
        };
        search
            .start(*isa)
            .map_err(|reason| Interrupted::new(reason, totals.into()))?;
        Ok(totals.into())
    }

    /// Searches one puzzle to the second solution, in all lanes. This is the fastest method for a
    /// single puzzle, above all a hard one. Returns the outcome and the first solution of
    /// [`solve_all`](Self::solve_all); zeros if there is none.
    pub fn solve_one(&mut self, clues: &[u8; 81]) -> (BatchOutcome, [u8; 81]) {
        self.run_one(clues, BatchOutcome::Unique)
    }

    /// Searches one puzzle to the first solution, in all lanes; see
    /// [`find_one_of_each`](Self::find_one_of_each).
    pub fn find_one(&mut self, clues: &[u8; 81]) -> (BatchOutcome, [u8; 81]) {
        self.run_one(clues, BatchOutcome::Solvable)
    }

    /// Searches one puzzle in all lanes. `once` is the outcome with the first solution; with
    /// [`BatchOutcome::Unique`] the search continues to the second one.
    fn run_one(&mut self, clues: &[u8; 81], once: BatchOutcome) -> (BatchOutcome, [u8; 81]) {
        let mut grid = [0; 81];
        let mut outcome = BatchOutcome::Unsolvable;
        let mut report = |solutions: &[[u8; 81]]| {
            for (number, solution) in solutions.iter().enumerate() {
                if outcome == BatchOutcome::Unsolvable {
                    grid = *solution;
                    outcome = once;
                } else {
                    outcome = BatchOutcome::Multiple;
                }
                if outcome != BatchOutcome::Unique {
                    return ControlFlow::Break(number + 1);
                }
            }
            ControlFlow::Continue(())
        };
        self.states.clear();
        let words = self.isa.run_narrow(WordsFromClues(clues));
        self.states.push(words);
        let mut found = tree_search::SearchTotals::default();
        let Self {
            isa,
            diagonals,
            states,
            memory,
            stats,
            ..
        } = self;
        let (budget, diagonals) = (&Budget::default(), *diagonals);
        let search = tree_search::TreeSearch {
            states,
            diagonals,
            budget,
            memory,
            min_block: 1,
            found: &mut report,
            totals: &mut found,
        };
        // A search without limits is never interrupted.
        let _ = search.start(*isa);
        stats.puzzles += 1;
        stats.guesses += found.done.guesses;
        stats.sweeps += found.done.sweeps;
        (outcome, grid)
    }

    /// Counts the solutions of each puzzle one by one, up to `limit` (`u64::MAX` for all).
    pub fn count_all(&mut self, clues: &[[u8; 81]], limit: u64, counts: &mut [u64]) {
        let count = clues.len().min(counts.len());
        if limit == 0 {
            counts[..count].fill(0);
            return;
        }
        self.run(
            BatchPuzzles::Clues(&clues[..count]),
            limit,
            &mut [],
            &mut [],
            BatchOutput::Counts(&mut counts[..count]),
        );
    }

    /// Searches a puzzle and reports grids of digits 1 to 9 when there are at least `min_block` of
    /// them, or after some sweeps.
    fn search_grids(
        &mut self,
        puzzle: &Puzzle,
        budget: &Budget<'_>,
        min_block: usize,
        found: &mut dyn FnMut(&[[u8; 81]]) -> ControlFlow<usize>,
    ) -> Result<Stats, Interrupted> {
        if !self.supports(puzzle.layout()) {
            return Err(Interrupted::new(StopReason::Unsupported, Stats::default()));
        }
        // Candidates are only ever removed, so that a solution keeps the clues and pencilmarks.
        let given = Givens::new(puzzle);
        let mut wrong = false;
        let mut report = |grids: &[[u8; 81]]| {
            let kept = grids
                .iter()
                .take_while(|grid| given.is_satisfied_by(grid))
                .count();
            debug_assert!(kept == grids.len(), "the solution contradicts the clues");
            wrong = kept < grids.len();
            if kept > 0 {
                found(&grids[..kept])?;
            }
            if wrong {
                ControlFlow::Break(kept)
            } else {
                ControlFlow::Continue(())
            }
        };
        self.states.clear();
        self.states.push(tree_search::words_from_puzzle(puzzle));
        let mut totals = tree_search::SearchTotals::default();
        let diagonals =
            [Diagonal::Main, Diagonal::Anti].map(|diagonal| puzzle.layout().has_diagonal(diagonal));
        let Self {
            isa,
            states,
            memory,
            ..
        } = self;
        let searched = tree_search::TreeSearch {
            states,
            diagonals,
            budget,
            memory,
            min_block,
            found: &mut report,
            totals: &mut totals,
        }
        .start(*isa);
        let stats = totals.into();
        match searched {
            Ok(()) if wrong => Err(Interrupted::new(StopReason::Internal, stats)),
            Ok(()) => Ok(stats),
            Err(reason) => Err(Interrupted::new(reason, stats)),
        }
    }

    fn run(
        &mut self,
        puzzles: BatchPuzzles<'_>,
        limit: u64,
        first: &mut [[u8; 81]],
        second: &mut [[u8; 81]],
        report: BatchOutput<'_>,
    ) {
        self.slots.resize_with(MAX_SLOTS, Slot::new);
        let Self {
            isa,
            diagonals,
            slots,
            memory,
            stats,
            ..
        } = self;
        let mut batch = Batch {
            puzzles,
            diagonals: *diagonals,
            limit,
            first,
            second,
            report,
            slots,
            stats,
        };
        let left = if *diagonals == [false; 2] {
            isa.run(&mut batch)
        } else {
            isa.run_compactly(WithDiagonals(&mut batch))
        };
        // All lanes search the last few puzzles, one after the other; otherwise many lanes would be
        // idle.
        for slot in (0..MAX_SLOTS).filter(|slot| left >> slot & 1 == 1) {
            batch.finish_slot(slot, *isa, memory);
        }
    }
}

/// The clues and pencilmarks that a solution must satisfy.
struct Givens {
    /// Clues, and for each cell all bits if there is a clue.
    clues: [u8; 81],
    clued: [u8; 81],
    /// Bit d allows the digit d in the cell.
    pencilmarks: Option<[u16; 81]>,
}

impl Givens {
    fn new(puzzle: &Puzzle) -> Self {
        let (mut clues, mut clued) = ([0; 81], [0; 81]);
        for (cell, clue) in puzzle.clues().iter().enumerate() {
            if let Some(clue) = clue {
                (clues[cell], clued[cell]) = (clue.get(), u8::MAX);
            }
        }
        let pencilmarks = puzzle.pencilmarks().map(|of_cells| {
            let mut pencilmarks = [0; 81];
            for (mask, digits) in pencilmarks.iter_mut().zip(of_cells) {
                *mask = digits.iter().fold(0, |mask, digit| mask | 1 << digit.get());
            }
            pencilmarks
        });
        Self {
            clues,
            clued,
            pencilmarks,
        }
    }

    fn is_satisfied_by(&self, grid: &[u8; 81]) -> bool {
        let mut wrong = 0;
        // Without a branch, so that the compiler vectorizes it.
        for ((clue, clued), digit) in self.clues.iter().zip(&self.clued).zip(grid) {
            wrong |= (clue ^ digit) & clued;
        }
        wrong == 0
            && self.pencilmarks.is_none_or(|pencilmarks| {
                pencilmarks
                    .iter()
                    .zip(grid)
                    .all(|(mask, digit)| mask >> digit & 1 == 1)
            })
    }
}

impl Engine for Simd9 {
    fn name(&self) -> &'static str {
        "simd"
    }

    /// Returns `true` for the classic layout, 9×9 with square boxes, and X-Sudoku with one or both
    /// diagonals; no other house and no constraint.
    fn supports(&self, layout: &Layout) -> bool {
        layout.is_classic_or_x()
    }

    fn search(
        &mut self,
        puzzle: &Puzzle,
        budget: &Budget<'_>,
        found: &mut dyn FnMut(&[Digit]) -> ControlFlow<()>,
    ) -> Result<Stats, Interrupted> {
        let Some(first) = Digit::new(1) else {
            return Err(Interrupted::new(StopReason::Internal, Stats::default()));
        };
        let mut digits = [first; 81];
        self.search_grids(puzzle, budget, 1, &mut |grids| {
            for (number, grid) in grids.iter().enumerate() {
                for (digit, byte) in digits.iter_mut().zip(grid) {
                    *digit = Digit::new(*byte).unwrap_or(first);
                }
                if found(&digits).is_break() {
                    return ControlFlow::Break(number + 1);
                }
            }
            ControlFlow::Continue(())
        })
    }

    fn search_blocks(
        &mut self,
        puzzle: &Puzzle,
        budget: &Budget<'_>,
        found: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    ) -> Result<Stats, Interrupted> {
        self.search_grids(
            puzzle,
            budget,
            usize::MAX,
            &mut |grids| match found(grids.as_flattened()) {
                ControlFlow::Continue(()) => ControlFlow::Continue(()),
                ControlFlow::Break(()) => ControlFlow::Break(grids.len()),
            },
        )
    }

    fn count_up_to(
        &mut self,
        puzzle: &Puzzle,
        limit: u64,
        budget: &Budget<'_>,
    ) -> Result<SolutionCount, Interrupted> {
        let mut seen = 0;
        let stats = self.search_grids(puzzle, budget, 1, &mut |grids| {
            let wanted = limit.saturating_add(1) - seen;
            seen += wanted.min(grids.len() as u64);
            if wanted <= grids.len() as u64 {
                ControlFlow::Break(wanted as usize)
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
