//! Backdoors: cells of a puzzle whose digits, once known, leave a puzzle that singles solve.
//!
//! ```text
//!   a hard puzzle ─▶ singles find nothing
//!   r4c7 known    ─▶ singles solve it: {r4c7} is a backdoor of size 1 (also called *magic cell*)
//!   r1c2, r8c5    ─▶ neither alone, both together: a backdoor of size 2
//! ```
//!
//! Singles are naked (a cell with one candidate) or hidden (a digit with one place in a house).
//! Their result does not depend on their order, and more known cells never give fewer placements.
//! Therefore a pair is only tried if neither of its cells follows from the other.
//!
//! Classic puzzles use [`SinglesGrid9`], where all pairs take a few milliseconds. Other layouts use
//! a board with candidates.

use ndoku_core::{Board, Candidate, Cell, Digit, Puzzle, Solution};
use ndoku_logic::singles::SinglesGrid9;
use ndoku_solver::{Budget, StopReason};

/// All backdoors of one and of two cells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Backdoors {
    /// `true` if singles solve the puzzle as it is. Such a puzzle has no backdoors.
    pub solved_by_singles: bool,
    /// The cells that suffice alone, by number, row by row.
    pub cells: Vec<usize>,
    /// The pairs of cells that suffice only together, in ascending order. Empty if pairs were not
    /// requested.
    pub pairs: Vec<[usize; 2]>,
}

/// A position in which singles are applied.
trait SinglesState: Clone {
    /// Places the digit of the solution in a cell.
    fn place_solution(&mut self, cell: usize);
    /// Applies all singles.
    fn apply_singles(&mut self);
    /// Returns `true` if a cell has its digit.
    fn is_solved(&self, cell: usize) -> bool;
}

/// Finds the backdoors of a puzzle with this solution, and also pairs if `pairs` is set. Returns
/// `None` if the solution does not solve the puzzle.
///
/// Hidden singles are searched in houses with as many cells as there are digits. Constraints and
/// pencilmarks only count for the candidates at the start.
///
/// On large layouts single cells take seconds, and pairs can take hours. The budget is polled
/// before each of them.
///
/// # Errors
/// A [`StopReason`] if the flag or the clock of the budget stops the search. A limit of guesses has
/// no effect.
pub fn find_backdoors(
    puzzle: &Puzzle,
    solution: &Solution,
    pairs: bool,
    budget: &Budget<'_>,
) -> Result<Option<Backdoors>, StopReason> {
    if !solution.solves(puzzle) {
        return Ok(None);
    }
    let cells = puzzle.layout().cell_count();
    let found = if puzzle.layout().is_classic() && puzzle.pencilmarks().is_none() {
        search_backdoors(
            &ClassicState {
                nine: SinglesGrid9::from_clues(&clues_of(puzzle)),
                solution: solution.digits(),
            },
            cells,
            pairs,
            budget,
        )
    } else {
        search_backdoors(&LayoutState::new(puzzle, solution), cells, pairs, budget)
    };
    found.map(Some)
}

/// Returns the clues of a puzzle of 81 cells.
fn clues_of(puzzle: &Puzzle) -> [u8; 81] {
    let mut clues = [0; 81];
    clues
        .iter_mut()
        .zip(puzzle.clues())
        .for_each(|(byte, clue)| *byte = clue.map_or(0, Digit::get));
    clues
}

fn search_backdoors<S: SinglesState>(
    begin: &S,
    cells: usize,
    with_pairs: bool,
    budget: &Budget<'_>,
) -> Result<Backdoors, StopReason> {
    let poll = || budget.poll().map_or(Ok(()), Err);
    let solved = |state: &S| (0..cells).all(|cell| state.is_solved(cell));
    let mut begin = begin.clone();
    begin.apply_singles();
    if solved(&begin) {
        return Ok(Backdoors {
            solved_by_singles: true,
            ..Backdoors::default()
        });
    }
    let mut found = Backdoors::default();
    let mut told: Vec<(usize, S)> = Vec::new();
    for cell in (0..cells).filter(|cell| !begin.is_solved(*cell)) {
        poll()?;
        let mut state = begin.clone();
        state.place_solution(cell);
        state.apply_singles();
        if solved(&state) {
            found.cells.push(cell);
        } else {
            told.push((cell, state));
        }
    }
    for (place, (one, state)) in
        told.iter()
            .enumerate()
            .take(if with_pairs { told.len() } else { 0 })
    {
        for (other, after_other) in &told[place + 1..] {
            // If one cell follows from the other, the pair gives no more than one cell alone.
            if !state.is_solved(*other) && !after_other.is_solved(*one) {
                poll()?;
                let mut both = state.clone();
                both.place_solution(*other);
                both.apply_singles();
                if solved(&both) {
                    found.pairs.push([*one, *other]);
                }
            }
        }
    }
    Ok(found)
}

/// A classic puzzle.
#[derive(Clone)]
struct ClassicState<'a> {
    nine: SinglesGrid9,
    solution: &'a [Digit],
}

impl SinglesState for ClassicState<'_> {
    fn place_solution(&mut self, cell: usize) {
        self.nine.place(cell, self.solution[cell].index());
    }

    fn apply_singles(&mut self) {
        // Each placement is the digit of the solution, because only digits of the solution are
        // placed.
        self.nine.fill_singles();
    }

    fn is_solved(&self, cell: usize) -> bool {
        self.nine.is_filled(cell)
    }
}

/// A puzzle of any layout.
#[derive(Clone)]
struct LayoutState<'a> {
    board: Board,
    solution: &'a [Digit],
}

impl<'a> LayoutState<'a> {
    fn new(puzzle: &Puzzle, solution: &'a Solution) -> Self {
        Self {
            board: Board::with_clues_placed(puzzle),
            solution: solution.digits(),
        }
    }

    /// Returns the unsolved cells that have one candidate, or the only place of a digit in a house.
    fn find_singles(&self) -> Vec<Cell> {
        let (board, layout) = (&self.board, self.board.layout());
        let open = |cell: &Cell| board.digit(*cell).is_none();
        let mut cells: Vec<Cell> = layout
            .cells()
            .filter(|cell| open(cell) && board.candidates(*cell).len() == 1)
            .collect();
        for house in layout
            .houses()
            .iter()
            .filter(|house| house.cells().len() == usize::from(layout.size()))
        {
            for digit in layout.digits() {
                let mut places = house
                    .cells()
                    .iter()
                    .filter(|cell| board.candidates(**cell).contains(digit));
                if let (Some(cell), None) = (places.next(), places.next())
                    && open(cell)
                {
                    cells.push(*cell);
                }
            }
        }
        cells
    }
}

impl SinglesState for LayoutState<'_> {
    fn place_solution(&mut self, cell: usize) {
        if !self.is_solved(cell) {
            let place = self.board.layout().cell(cell);
            self.board.place(Candidate::new(place, self.solution[cell]));
        }
    }

    fn apply_singles(&mut self) {
        loop {
            let found = self.find_singles();
            if found.is_empty() {
                return;
            }
            for cell in found {
                self.place_solution(self.board.layout().index(cell));
            }
        }
    }

    fn is_solved(&self, cell: usize) -> bool {
        self.board.digit(self.board.layout().cell(cell)).is_some()
    }
}
