//! Backdoors: cells of a puzzle whose digits, once known, leave nothing but singles.
//!
//! ```text
//!   a hard puzzle ─▶ singles find nothing
//!   r4c7 told     ─▶ singles solve it: {r4c7} is a backdoor of size 1 (the field also says *magic cell*)
//!   r1c2, r8c5    ─▶ neither alone, both together: a backdoor of size 2
//! ```
//!
//! Singles are naked ones (a cell with one candidate) and hidden ones (a digit with one place in a house). What they place depends on no order, and more told never places
//! less, so that a pair has to be tried only if neither of its cells is found from the other.
//!
//! ClassicState puzzles are [`Nine`]s; pairs take a few milliseconds.
//! Other layouts are worked on candidate by candidate.

use ndoku_core::{Board, Candidate, Cell, Digit, Puzzle, Solution};
use ndoku_logic::singles::Nine;
use ndoku_solver::{Budget, StopReason};

/// All backdoors of one and of two cells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Backdoors {
    /// Whether singles solve the puzzle as it is. Then nothing has to be told, and there are none.
    pub open: bool,
    /// The cells that suffice alone, by number, row by row.
    pub cells: Vec<usize>,
    /// The pairs of cells that suffice together and not alone, in order. Empty if they were not looked for.
    pub pairs: Vec<[usize; 2]>,
}

/// A position that singles are looked for in.
trait SinglesState: Clone {
    /// Puts the digit of the solution into a cell.
    fn place_solution(&mut self, cell: usize);
    /// Makes all singles.
    fn apply_singles(&mut self);
    /// Whether a cell has its digit.
    fn is_solved(&self, cell: usize) -> bool;
}

/// The backdoors of a puzzle with this solution: pairs too, if they are wanted. `None` if the solution does not solve the puzzle.
///
/// Houses with as many cells as there are digits have hidden singles. Of constraints and pencilmarks only what they leave at the start counts.
///
/// Of large layouts cells take seconds, and pairs may take hours: the budget is asked before each of them.
///
/// # Errors
/// If the flag or the clock of the budget says so; its guesses do not matter.
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
                nine: Nine::of_clues(&clues_of(puzzle)),
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

/// The clues of a puzzle of 81 cells.
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
            open: true,
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
            // What one cell gives away of the other tells nothing more.
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
    nine: Nine,
    solution: &'a [Digit],
}

impl SinglesState for ClassicState<'_> {
    fn place_solution(&mut self, cell: usize) {
        self.nine.place(cell, self.solution[cell].index());
    }

    fn apply_singles(&mut self) {
        // Whatever follows is the digit of the solution, since nothing else was told.
        self.nine.make_all();
    }

    fn is_solved(&self, cell: usize) -> bool {
        self.nine.knows(cell)
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

    /// The cells without digit that have one candidate, or the only place of a digit in a house.
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
