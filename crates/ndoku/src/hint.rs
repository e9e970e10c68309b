//! Hints: the next step in a puzzle in any state, and whether the state is right at all.
//!
//! ```
//! use ndoku::hint::{HintLevel, Game, say};
//! use ndoku::{Budget, Puzzle, Solver};
//!
//! let puzzle: Puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! let game = Game::new(&puzzle.into(), &mut Solver::new(), &Budget::default())?;
//! assert!(game.mistakes().is_empty());
//! let walker = game.walker();
//! let step = walker.look().expect("there is always something to do at first");
//! assert_eq!(say(&walker.context(), &step, HintLevel::Where), "Look at box 2 for Hidden Single in a Box.");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use ndoku_core::format::Record;
use ndoku_core::{Board, Candidate, DigitSet, Puzzle, Solution};
pub use ndoku_logic::hint::{HintLevel, UnknownHintLevel, say};
pub use ndoku_logic::path::{End, Walker};
use ndoku_logic::techniques::TECHNIQUES;
use ndoku_solver::{Budget, Stopped, Verdict};

use crate::Solver;

/// A puzzle in some state of being solved.
#[derive(Clone, Debug)]
pub struct Game {
    puzzle: Puzzle,
    board: Board,
    verdict: Verdict,
    is_dead_end: bool,
}

/// Something in the state of a game that cannot be.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Mistake {
    /// This digit was put in, and belongs elsewhere.
    Digit(Candidate),
    /// This candidate was removed, and is the digit of its cell.
    Candidate(Candidate),
}

impl Game {
    /// The state that a record describes: its clues, the digits that a player put in, and the candidates that its pencilmarks leave. Looks for the solutions, of the
    /// clues alone if they have just one; otherwise the pencilmarks count as part of the puzzle.
    ///
    /// Where pencilmarks are all there is, a cell with one candidate that none of its peers has counts as filled: that is how a filled cell looks there.
    ///
    /// # Errors
    /// The budget ran out in the search.
    pub fn new(record: &Record, solver: &mut Solver, budget: &Budget<'_>) -> Result<Self, Stopped> {
        let given = &record.puzzle;
        let mut puzzle = Puzzle::empty(given.layout());
        let symbols = puzzle.clone().with_symbols(given.symbols().clone());
        puzzle = symbols.unwrap_or(puzzle);
        for (cell, clue) in given.layout().cells().zip(given.clues()) {
            // The clues are those of a puzzle of the same layout.
            let _ = puzzle.set_clue(cell, *clue);
        }
        let mut verdict = solver.solve_within(&puzzle, budget)?.verdict;
        if matches!(verdict, Verdict::Multiple(..)) && given.pencilmarks().is_some() {
            puzzle = given.clone();
            verdict = solver.solve_within(&puzzle, budget)?.verdict;
        }
        let mut board = Board::with_clues_placed(&puzzle);
        if let Some(placed) = &record.placed {
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
        if given.clue_count() == 0 && record.placed.is_none() {
            decide_filled(&mut board);
        }
        let is_dead_end = matches!(verdict, Verdict::Multiple(..)) && {
            let state = as_puzzle(&puzzle, &board);
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

    /// Whether the puzzle has several solutions, and the state leaves none of them: nobody can say which digit or candidate is to blame.
    #[must_use]
    pub fn is_dead_end(&self) -> bool {
        self.is_dead_end
    }

    /// The puzzle: its clues, and pencilmarks if it needs them.
    #[must_use]
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The state.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// How many solutions the puzzle has: none, one, or several.
    #[must_use]
    pub fn verdict(&self) -> &Verdict {
        &self.verdict
    }

    /// The solution, if there is one only.
    #[must_use]
    pub fn solution(&self) -> Option<&Solution> {
        if let Verdict::Unique(solution) = &self.verdict {
            Some(solution)
        } else {
            None
        }
    }

    /// What contradicts the solution, in reading order; nothing is known of a puzzle that has not just one.
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
        // A wrong digit takes candidates from its peers: only the digit is to blame then.
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

    /// Walks on from the state by all techniques, with reasons; those that rely on uniqueness only if it is given.
    #[must_use]
    pub fn walker(&self) -> Walker<'_> {
        let walker = Walker::new(&self.puzzle, self.board.clone(), TECHNIQUES).with_why();
        match &self.verdict {
            Verdict::Unique(solution) => walker.checked_by(solution),
            _ => walker.assuming_unique(false),
        }
    }
}

/// Decides cells with one candidate that no peer has.
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

/// A state as a puzzle of its own: what is decided, and the candidates that are left.
fn as_puzzle(puzzle: &Puzzle, board: &Board) -> Puzzle {
    let mut state = Puzzle::empty(puzzle.layout());
    let marks: Vec<_> = puzzle
        .layout()
        .cells()
        .map(|cell| {
            board
                .digit(cell)
                .map_or(board.candidates(cell), DigitSet::of)
        })
        .collect();
    // There is a set for each cell.
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
    fn mistakes_are_named_and_not_what_follows_from_them() {
        let mut record = Record::from(EASY.parse::<Puzzle>().unwrap());
        assert!(game(&record).mistakes().is_empty());
        let mut placed = vec![None; 81];
        // r1c3 is 4 and r1c4 is 6 in the solution.
        placed[2] = Digit::new(4);
        placed[3] = Digit::new(2);
        record.placed = Some(placed.into());
        assert_eq!(game(&record).mistakes(), [Mistake::Digit(at(1, 4, 2))]);
        record.placed = None;
        record.puzzle.remove(at(1, 3, 4)).unwrap();
        assert_eq!(game(&record).mistakes(), [Mistake::Candidate(at(1, 3, 4))]);
    }

    #[test]
    fn a_state_without_any_of_several_solutions_is_a_dead_end() {
        let layout = Layout::with_boxes(2, 2).unwrap();
        let mut record = Record::from(Puzzle::empty(&layout));
        let mut placed = vec![None; 16];
        // A row 1 2 3 4 leaves 72 grids; 3 below the 1 and 4 below that leave nothing for the box.
        (0..4).for_each(|cell| placed[cell] = Digit::new(cell as u8 + 1));
        record.placed = Some(placed.clone().into());
        assert!(!game(&record).is_dead_end());
        (placed[4], placed[9]) = (Digit::new(3), Digit::new(4));
        (placed[13], placed[6]) = (Digit::new(3), Digit::new(4));
        record.placed = Some(placed.into());
        assert!(game(&record).is_dead_end() && game(&record).mistakes().is_empty());
    }

    #[test]
    fn in_a_grid_of_pencilmarks_single_candidates_that_no_peer_has_are_filled() {
        let position = ndoku_logic::handbook::Position::read(EASY, "").unwrap();
        let drawn: Puzzle = position.draw().parse().unwrap();
        let game = game(&Record::from(drawn));
        assert!(game.mistakes().is_empty() && game.solution().is_some());
        let filled = game.board().digits().iter().flatten().count();
        // r5c5 has one candidate, which its peers have too: somebody has to notice that.
        assert_eq!((filled, game.board().digit(Cell::new(4, 4))), (30, None));
    }

    #[test]
    fn the_way_leads_to_the_solution_from_any_state() {
        let record = Record::from(EASY.parse::<Puzzle>().unwrap());
        let game = game(&record);
        let mut walker = game.walker();
        let mut steps = 0;
        let end = walker.walk(&mut |step| {
            steps += 1;
            assert!(!step.why.text.is_empty());
        });
        let digits: Vec<Digit> = walker.board().digits().iter().copied().flatten().collect();
        assert_eq!(
            (end, steps, digits.as_slice()),
            (End::Solved, 51, game.solution().unwrap().digits())
        );
    }

    #[test]
    fn pencilmarks_count_where_the_clues_alone_say_too_little() {
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
            few.walker()
                .look()
                .is_none_or(|step| !step.technique.needs_unique)
        );
    }
}
