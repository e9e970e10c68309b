//! Hints: the next step of a puzzle in any state, or the reason why there is none.
//!
//! ```
//! use ndoku::hint::{HintLevel, HintOutcome, Language, SolvingState};
//! use ndoku::{Budget, Puzzle, Solver};
//! let clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let puzzle: Puzzle = clues.parse()?;
//! let state = SolvingState::new(&puzzle.into(), &mut Solver::new(), &Budget::default())?;
//! assert!(state.mistakes().is_empty());
//! let HintOutcome::Step(hint) = state.find_hint(&Budget::default())? else {
//!     panic!("a new puzzle has a step");
//! };
//! let text = hint.text(HintLevel::Where);
//! assert_eq!(text.to_string(), "Look at box 2 for Hidden Single in a Box.");
//! assert_eq!(
//!     text.in_language(Language::German),
//!     "Suche in Box 2 nach „Versteckter Single in einer Box“."
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use ndoku_core::{Board, Candidate, Puzzle, Solution};
use ndoku_formats::Record;
pub use ndoku_logic::hint::{Hint, HintOutcome};
pub use ndoku_logic::hint_level::{HintLevel, UnknownHintLevelError};
pub use ndoku_logic::languages::{Language, UnknownLanguageError};
pub use ndoku_logic::logical_solver::{LogicalSolver, SolveEnd};
use ndoku_logic::path_end::PathEnd;
pub use ndoku_logic::phrase::Phrase;
pub use ndoku_logic::solution_status::{Mistake, SolutionStatus};
use ndoku_solver::{Budget, Interrupted, StopReason, Verdict};

use crate::Solver;

/// A puzzle in some state of solving, and its solutions.
#[derive(Clone, Debug)]
pub struct SolvingState {
    puzzle: Puzzle,
    board: Board,
    solution_status: SolutionStatus,
}

impl SolvingState {
    /// Reads the state of a record: its clues, the player's digits, and the candidates that its
    /// pencilmarks leave. Solves the clues alone first. If they have several solutions, the
    /// pencilmarks become part of the puzzle.
    ///
    /// If the record has only pencilmarks, a cell with one candidate counts as filled if none of
    /// its peers has that candidate. Filled cells look like this in such a record.
    ///
    /// # Errors
    /// Returns an error if the budget runs out during the search.
    pub fn new(
        record: &Record,
        solver: &mut Solver,
        budget: &Budget<'_>,
    ) -> Result<Self, Interrupted> {
        let given = &record.puzzle;
        let (puzzle, mut status) = find_puzzle(given, solver, budget)?;
        let mut board = Board::with_clues_placed(&puzzle);
        if let Some(placed) = &record.entries {
            for (cell, digit) in given.layout().cells().zip(placed.iter()) {
                if let (Some(digit), None) = (digit, given.clue(cell)) {
                    board.place(Candidate::new(cell, *digit));
                }
            }
        }
        if given.pencilmarks().is_some() {
            for cell in given
                .layout()
                .cells()
                .filter(|cell| given.clue(*cell).is_none())
            {
                for digit in given
                    .layout()
                    .digits()
                    .filter(|digit| !given.candidates(cell).contains(*digit))
                {
                    if board.digit(cell).is_none() {
                        board.remove(Candidate::new(cell, digit));
                    }
                }
            }
        }
        if given.clue_count() == 0 && record.entries.is_none() {
            decide_filled(&mut board);
        }
        if status == SolutionStatus::Multiple
            && find_solution_status(&board.to_pencilmark_puzzle(), solver, budget)?
                == SolutionStatus::Unsolvable
        {
            status = SolutionStatus::DeadEnd;
        }
        Ok(Self {
            puzzle,
            board,
            solution_status: status,
        })
    }

    /// Returns the puzzle: its clues, and its pencilmarks if they are part of it.
    #[must_use]
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Returns the board of the state.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the solutions of the puzzle: none, one or several. It is never
    /// [`SolutionStatus::Unknown`].
    #[must_use]
    pub fn solution_status(&self) -> &SolutionStatus {
        &self.solution_status
    }

    /// Returns the solution, if there is exactly one.
    #[must_use]
    pub fn solution(&self) -> Option<&Solution> {
        self.solution_status.solution()
    }

    /// Returns the mistakes in reading order. A puzzle without exactly one solution has none.
    #[must_use]
    pub fn mistakes(&self) -> Vec<Mistake> {
        self.solution_status.find_mistakes(&self.board)
    }

    /// Returns a solver for this state with all techniques and with explanations. Techniques that
    /// assume a unique solution are used only if the solution is unique.
    #[must_use]
    pub fn logical_solver(&self) -> LogicalSolver<'_> {
        LogicalSolver::for_state(&self.puzzle, self.board.clone(), &self.solution_status)
    }

    /// Finds the easiest step, or the reason why there is none. Of the budget, only time and
    /// cancellation apply, not the limit of guesses.
    ///
    /// # Errors
    /// Returns the reason if the search ends early. [`StopReason::Internal`] means that a technique
    /// contradicts the solution.
    pub fn find_hint(&self, budget: &Budget<'_>) -> Result<HintOutcome, StopReason> {
        let stop = || budget.poll().is_some();
        let solver = self.logical_solver().with_stop(&stop);
        let outcome = HintOutcome::find(&solver, &self.solution_status);
        match outcome.end().and_then(|end| stop_reason(end, budget)) {
            Some(reason) => Err(reason),
            None => Ok(outcome),
        }
    }
}

/// Returns the reason why a search with this budget ended early, if it did.
#[must_use]
pub fn stop_reason(end: &PathEnd, budget: &Budget<'_>) -> Option<StopReason> {
    match end {
        PathEnd::Stopped => Some(budget.poll().unwrap_or(StopReason::Canceled)),
        PathEnd::Unsound => Some(StopReason::Internal),
        _ => None,
    }
}

/// Finds out which pencilmarks are notes of the player. Returns the puzzle with its solutions. It
/// has the clues alone, or also the pencilmarks if the clues alone have several solutions.
///
/// # Errors
/// Returns an error if the budget runs out during the search.
pub fn find_puzzle(
    given: &Puzzle,
    solver: &mut Solver,
    budget: &Budget<'_>,
) -> Result<(Puzzle, SolutionStatus), Interrupted> {
    let clues = given.clone().without_pencilmarks();
    let status = find_solution_status(&clues, solver, budget)?;
    if status == SolutionStatus::Multiple && given.pencilmarks().is_some() {
        let status = find_solution_status(given, solver, budget)?;
        return Ok((given.clone(), status));
    }
    Ok((clues, status))
}

/// Finds out whether a puzzle has no solution, one or several.
///
/// # Errors
/// Returns an error if the budget runs out during the search.
pub fn find_solution_status(
    puzzle: &Puzzle,
    solver: &mut Solver,
    budget: &Budget<'_>,
) -> Result<SolutionStatus, Interrupted> {
    Ok(match solver.solve_within(puzzle, budget)?.verdict {
        Verdict::Unsolvable => SolutionStatus::Unsolvable,
        Verdict::Multiple(..) => SolutionStatus::Multiple,
        Verdict::Unique(solution) => SolutionStatus::Unique(solution),
    })
}

/// Places the candidate of each cell that has only one, if no peer has it.
fn decide_filled(board: &mut Board) {
    let layout = board.layout().clone();
    for cell in layout.cells() {
        if let Some(digit) = board.candidates(cell).single()
            && layout
                .peers(cell)
                .iter()
                .all(|peer| !board.candidates(*peer).contains(digit))
        {
            board.decide(Candidate::new(cell, digit));
        }
    }
}

#[cfg(test)]
mod tests {
    use ndoku_core::{Cell, Digit, Layout};
    use ndoku_formats::ReadOptions;

    use super::*;

    const EASY: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn state(record: &Record) -> SolvingState {
        SolvingState::new(record, &mut Solver::new(), &Budget::default()).unwrap()
    }

    fn at(row: u8, column: u8, digit: u8) -> Candidate {
        Candidate::new(Cell::new(row - 1, column - 1), Digit::new(digit).unwrap())
    }

    #[test]
    fn mistakes_are_reported_without_their_consequences() {
        let mut record = Record::from(EASY.parse::<Puzzle>().unwrap());
        assert!(state(&record).mistakes().is_empty());
        let mut placed = vec![None; 81];
        // r1c3 is 4 and r1c4 is 6 in the solution.
        placed[2] = Digit::new(4);
        placed[3] = Digit::new(2);
        record.entries = Some(placed.into());
        assert_eq!(state(&record).mistakes(), [Mistake::Digit(at(1, 4, 2))]);
        record.entries = None;
        record.puzzle.remove_candidate(at(1, 3, 4)).unwrap();
        assert_eq!(state(&record).mistakes(), [Mistake::Candidate(at(1, 3, 4))]);
    }

    #[test]
    fn a_state_without_any_of_several_solutions_is_a_dead_end() {
        let is_dead_end =
            |record: &Record| *state(record).solution_status() == SolutionStatus::DeadEnd;
        let layout = Layout::with_boxes(2, 2).unwrap();
        let mut record = Record::from(Puzzle::empty(&layout));
        let mut placed = vec![None; 16];
        // A row 1 2 3 4 leaves 72 grids. 3 below the 1 and 4 below that leave no solution for the
        // box.
        (0..4).for_each(|cell| placed[cell] = Digit::new(cell as u8 + 1));
        record.entries = Some(placed.clone().into());
        assert!(!is_dead_end(&record));
        (placed[4], placed[9]) = (Digit::new(3), Digit::new(4));
        (placed[13], placed[6]) = (Digit::new(3), Digit::new(4));
        record.entries = Some(placed.into());
        assert!(is_dead_end(&record) && state(&record).mistakes().is_empty());
    }

    #[test]
    fn pencilmark_grids_fill_single_candidates_that_no_peer_has() {
        let drawn = ndoku_logic::handbook::PuzzleState::read(EASY, "").unwrap();
        let text = ndoku_testkit::drawing::pencilmark_grid(&drawn.board.to_pencilmark_puzzle());
        let record = ndoku_formats::read_one(&text, &ReadOptions::default()).unwrap();
        let state = state(&record);
        assert!(state.mistakes().is_empty() && state.solution().is_some());
        let filled = state.board().digits().iter().flatten().count();
        // r5c5 has one candidate, which its peers have too, so it does not count as filled.
        assert_eq!((filled, state.board().digit(Cell::new(4, 4))), (30, None));
    }

    #[test]
    fn the_solver_reaches_the_solution() {
        let record = Record::from(EASY.parse::<Puzzle>().unwrap());
        let state = state(&record);
        let mut logical_solver = state.logical_solver();
        let mut steps = 0;
        let end = logical_solver.run(&mut |step| {
            steps += 1;
            assert!(!step.explanation.text.is_empty());
        });
        let digits: Vec<Digit> = logical_solver
            .board()
            .digits()
            .iter()
            .copied()
            .flatten()
            .collect();
        assert_eq!(
            (end, steps, digits.as_slice()),
            (SolveEnd::Solved, 51, state.solution().unwrap().digits())
        );
    }

    #[test]
    fn pencilmarks_count_if_the_clues_have_several_solutions() {
        let layout = Layout::with_boxes(2, 2).unwrap();
        let mut puzzle = Puzzle::empty(&layout);
        for (index, digit) in [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3].into_iter().enumerate() {
            puzzle
                .remove_candidate(Candidate::new(
                    layout.cell(index),
                    Digit::new(digit % 4 + 1).unwrap(),
                ))
                .unwrap();
        }
        let few = state(&Record::from(puzzle));
        assert!(few.puzzle().pencilmarks().is_some() && few.mistakes().is_empty());
        assert!(
            few.logical_solver()
                .next_step()
                .is_none_or(|step| !step.technique.needs_unique)
        );
    }
}
