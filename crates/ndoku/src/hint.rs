//! Hints: the next step in a puzzle in any state, and the mistakes of that state.
//!
//! ```
//! use ndoku::hint::{Game, HintLevel, explain};
//! use ndoku::{Budget, Puzzle, Solver};
//! let clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let puzzle: Puzzle = clues.parse()?;
//! let game = Game::new(&puzzle.into(), &mut Solver::new(), &Budget::default())?;
//! assert!(game.mistakes().is_empty());
//! let solver = game.logical_solver();
//! let step = solver.next_step().expect("a new puzzle has a step");
//! let hint = explain(&solver.position(), &step, HintLevel::Where);
//! assert_eq!(hint, "Look at box 2 for Hidden Single in a Box.");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use ndoku_core::format::Record;
use ndoku_core::{Board, Candidate, DigitSet, Puzzle, Solution};
pub use ndoku_logic::hint::{HintLevel, UnknownHintLevelError, explain};
pub use ndoku_logic::logical_solver::{LogicalSolver, SolveEnd};
use ndoku_logic::techniques::TECHNIQUES;
use ndoku_solver::{Budget, Interrupted, Verdict};

use crate::Solver;

/// A puzzle in some state of solving.
#[derive(Clone, Debug)]
pub struct Game {
    puzzle: Puzzle,
    board: Board,
    verdict: Verdict,
    is_dead_end: bool,
}

/// A part of the state that contradicts the solution.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Mistake {
    /// The player placed this digit in a wrong cell.
    Digit(Candidate),
    /// The player removed this candidate, which is the digit of its cell.
    Candidate(Candidate),
}

impl Game {
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
        let mut puzzle = Puzzle::empty(given.layout());
        let symbols = puzzle.clone().with_symbols(given.symbols().clone());
        puzzle = symbols.unwrap_or(puzzle);
        for (cell, clue) in given.layout().cells().zip(given.clues()) {
            // The clues come from a puzzle of the same layout, so this cannot fail.
            let _ = puzzle.set_clue(cell, *clue);
        }
        let mut verdict = solver.solve_within(&puzzle, budget)?.verdict;
        if matches!(verdict, Verdict::Multiple(..)) && given.pencilmarks().is_some() {
            puzzle = given.clone();
            verdict = solver.solve_within(&puzzle, budget)?.verdict;
        }
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
        let is_dead_end = matches!(verdict, Verdict::Multiple(..)) && {
            let state = state_as_puzzle(&puzzle, &board);
            matches!(
                solver.solve_within(&state, budget)?.verdict,
                Verdict::Unsolvable
            )
        };
        Ok(Self {
            puzzle,
            board,
            verdict,
            is_dead_end,
        })
    }

    /// Returns whether the puzzle has several solutions and the state allows none of them. Then no
    /// single digit or candidate is the mistake.
    #[must_use]
    pub fn is_dead_end(&self) -> bool {
        self.is_dead_end
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

    /// Returns whether the puzzle has no solution, one, or several.
    #[must_use]
    pub fn verdict(&self) -> &Verdict {
        &self.verdict
    }

    /// Returns the solution, if there is exactly one.
    #[must_use]
    pub fn solution(&self) -> Option<&Solution> {
        if let Verdict::Unique(solution) = &self.verdict {
            Some(solution)
        } else {
            None
        }
    }

    /// Returns the mistakes in reading order. A puzzle without exactly one solution has none.
    #[must_use]
    pub fn mistakes(&self) -> Vec<Mistake> {
        let Some(solution) = self.solution() else {
            return Vec::new();
        };
        let mistake = |cell| {
            let right = solution.digit(cell);
            match self.board.digit(cell) {
                Some(digit) => {
                    (digit != right).then(|| Mistake::Digit(Candidate::new(cell, digit)))
                }
                None => (!self.board.candidates(cell).contains(right))
                    .then(|| Mistake::Candidate(Candidate::new(cell, right))),
            }
        };
        let all: Vec<Mistake> = self.puzzle.layout().cells().filter_map(mistake).collect();
        // A wrong digit removes candidates from its peers. Only the digit is reported then.
        let digits: Vec<Candidate> = all
            .iter()
            .filter_map(|mistake| {
                if let Mistake::Digit(digit) = mistake {
                    Some(*digit)
                } else {
                    None
                }
            })
            .collect();
        let follows = |gone: &Candidate| {
            digits.iter().any(|digit| {
                digit.digit == gone.digit && self.puzzle.layout().sees(digit.cell, gone.cell)
            })
        };
        all.into_iter()
            .filter(|mistake| !matches!(mistake, Mistake::Candidate(gone) if follows(gone)))
            .collect()
    }

    /// Returns a solver for this state with all techniques and with explanations. Techniques that
    /// assume a unique solution are used only if the solution is unique.
    #[must_use]
    pub fn logical_solver(&self) -> LogicalSolver<'_> {
        let logical_solver =
            LogicalSolver::new(&self.puzzle, self.board.clone(), TECHNIQUES).with_explanations();
        match &self.verdict {
            Verdict::Unique(solution) => logical_solver.with_solution_check(solution),
            _ => logical_solver.with_uniqueness(false),
        }
    }
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

/// Returns a state as a puzzle: decided cells, and the candidates that are left.
fn state_as_puzzle(puzzle: &Puzzle, board: &Board) -> Puzzle {
    let mut state = Puzzle::empty(puzzle.layout());
    let marks: Vec<_> = puzzle
        .layout()
        .cells()
        .map(|cell| {
            board
                .digit(cell)
                .map_or(board.candidates(cell), DigitSet::from_digit)
        })
        .collect();
    // The list has a set for each cell, so this cannot fail.
    let _ = state.set_pencilmarks(&marks);
    state
}

#[cfg(test)]
mod tests {
    use ndoku_core::{Cell, Digit, Layout};

    use super::*;

    const EASY: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn game(record: &Record) -> Game {
        Game::new(record, &mut Solver::new(), &Budget::default()).unwrap()
    }

    fn at(row: u8, column: u8, digit: u8) -> Candidate {
        Candidate::new(Cell::new(row - 1, column - 1), Digit::new(digit).unwrap())
    }

    #[test]
    fn mistakes_are_reported_without_their_consequences() {
        let mut record = Record::from(EASY.parse::<Puzzle>().unwrap());
        assert!(game(&record).mistakes().is_empty());
        let mut placed = vec![None; 81];
        // r1c3 is 4 and r1c4 is 6 in the solution.
        placed[2] = Digit::new(4);
        placed[3] = Digit::new(2);
        record.entries = Some(placed.into());
        assert_eq!(game(&record).mistakes(), [Mistake::Digit(at(1, 4, 2))]);
        record.entries = None;
        record.puzzle.remove(at(1, 3, 4)).unwrap();
        assert_eq!(game(&record).mistakes(), [Mistake::Candidate(at(1, 3, 4))]);
    }

    #[test]
    fn a_state_without_any_of_several_solutions_is_a_dead_end() {
        let layout = Layout::with_boxes(2, 2).unwrap();
        let mut record = Record::from(Puzzle::empty(&layout));
        let mut placed = vec![None; 16];
        // A row 1 2 3 4 leaves 72 grids. 3 below the 1 and 4 below that leave no solution for the
        // box.
        (0..4).for_each(|cell| placed[cell] = Digit::new(cell as u8 + 1));
        record.entries = Some(placed.clone().into());
        assert!(!game(&record).is_dead_end());
        (placed[4], placed[9]) = (Digit::new(3), Digit::new(4));
        (placed[13], placed[6]) = (Digit::new(3), Digit::new(4));
        record.entries = Some(placed.into());
        assert!(game(&record).is_dead_end() && game(&record).mistakes().is_empty());
    }

    #[test]
    fn pencilmark_grids_fill_single_candidates_that_no_peer_has() {
        let state = ndoku_logic::handbook::PuzzleState::read(EASY, "").unwrap();
        let drawn: Puzzle = state.draw().parse().unwrap();
        let game = game(&Record::from(drawn));
        assert!(game.mistakes().is_empty() && game.solution().is_some());
        let filled = game.board().digits().iter().flatten().count();
        // r5c5 has one candidate, which its peers have too, so it does not count as filled.
        assert_eq!((filled, game.board().digit(Cell::new(4, 4))), (30, None));
    }

    #[test]
    fn the_solver_reaches_the_solution() {
        let record = Record::from(EASY.parse::<Puzzle>().unwrap());
        let game = game(&record);
        let mut logical_solver = game.logical_solver();
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
            (SolveEnd::Solved, 51, game.solution().unwrap().digits())
        );
    }

    #[test]
    fn pencilmarks_count_if_the_clues_have_several_solutions() {
        let layout = Layout::with_boxes(2, 2).unwrap();
        let mut puzzle = Puzzle::empty(&layout);
        for (index, digit) in [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3].into_iter().enumerate() {
            puzzle
                .remove(Candidate::new(
                    layout.cell(index),
                    Digit::new(digit % 4 + 1).unwrap(),
                ))
                .unwrap();
        }
        let few = game(&Record::from(puzzle));
        assert!(few.puzzle().pencilmarks().is_some() && few.mistakes().is_empty());
        assert!(
            few.logical_solver()
                .next_step()
                .is_none_or(|step| !step.technique.needs_unique)
        );
    }
}
