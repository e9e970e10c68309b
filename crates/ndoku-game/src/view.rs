//! `Picture`: what every cell shows. Whoever draws a game needs nothing else.

use ndoku::hint::HintLevel;
use ndoku::{Board, Cell, Conflict, Digit, DigitSet, Mark, Puzzle, Role, conflicts};

use crate::grid::ColorSet;
use crate::options::Switch;
use crate::session::Session;
use crate::solution_status::SolutionStatus;

/// What a cell shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellPicture {
    /// Which cell.
    pub cell: Cell,
    /// Its digit.
    pub digit: Option<Digit>,
    /// The digit is a clue.
    pub is_clue: bool,
    /// Marks in the corners; none under a digit.
    pub corner: DigitSet,
    /// Marks in the center; none under a digit.
    pub center: DigitSet,
    /// ColorSet.
    pub colors: ColorSet,
    /// It is selected.
    pub is_selected: bool,
    /// It is under the cursor.
    pub is_cursor: bool,
    /// Its digit stands twice in a house, or breaks a constraint, and this is to be shown.
    pub is_repeated: bool,
    /// Its digit is not that of the solution, and this is to be shown.
    pub is_wrong: bool,
    /// The cursor sees it.
    pub is_peer: bool,
    /// It holds the digit that is pointed out.
    pub has_focus_digit: bool,
    /// It is blank, and the digit of the filter can go there.
    pub is_open_to_filter: bool,
    /// What it stands for in a hint, as a cell or by its houses.
    pub role: Option<Role>,
    /// What its candidates stand for in a hint, each digit once, ascending.
    pub candidates: Vec<(Digit, Role)>,
}

impl CellPicture {
    fn new(cell: Cell) -> Self {
        Self {
            cell,
            digit: None,
            is_clue: false,
            corner: DigitSet::EMPTY,
            center: DigitSet::EMPTY,
            colors: ColorSet::default(),
            is_selected: false,
            is_cursor: false,
            is_repeated: false,
            is_wrong: false,
            is_peer: false,
            has_focus_digit: false,
            is_open_to_filter: false,
            role: None,
            candidates: Vec::new(),
        }
    }

    /// The role of a candidate in a hint.
    #[must_use]
    pub fn role_of(&self, digit: Digit) -> Option<Role> {
        self.candidates
            .iter()
            .find(|(other, _)| *other == digit)
            .map(|(_, role)| *role)
    }
}

/// What a grid shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Every cell, row by row.
    pub cells: Vec<CellPicture>,
    /// The digit that is pointed out, in cells and among marks.
    pub focus: Option<Digit>,
    /// The grid is hidden: the game is paused.
    pub is_hidden: bool,
}

impl Picture {
    /// The digits of a board, and its candidates as center marks.
    pub(crate) fn from_board(puzzle: &Puzzle, board: &Board) -> Self {
        let layout = board.layout();
        let cells = layout.cells().map(|cell| {
            let digit = board.digit(cell);
            let center = if digit.is_none() {
                board.candidates(cell)
            } else {
                DigitSet::EMPTY
            };
            CellPicture {
                digit,
                is_clue: puzzle.clue(cell).is_some(),
                center,
                ..CellPicture::new(cell)
            }
        });
        Self {
            cells: cells.collect(),
            focus: None,
            is_hidden: false,
        }
    }

    /// Points at something. What says most of a candidate or cell counts: what follows comes before what it follows from.
    pub(crate) fn highlight(&mut self, puzzle: &Puzzle, marks: &[Mark]) {
        let layout = puzzle.layout();
        let index = |cell: Cell| layout.contains(cell).then(|| layout.index(cell));
        for mark in marks {
            match mark {
                Mark::House(house, role) => {
                    let cells = layout
                        .houses()
                        .get(*house)
                        .map_or(&[][..], |house| house.cells());
                    for index in cells.iter().filter_map(|cell| index(*cell)) {
                        self.cells[index].role.get_or_insert(*role);
                    }
                }
                Mark::Candidate(candidate, role) => {
                    let Some(index) = index(candidate.cell) else {
                        continue;
                    };
                    let roles = &mut self.cells[index].candidates;
                    match roles
                        .iter_mut()
                        .find(|(digit, _)| *digit == candidate.digit)
                    {
                        Some((_, known)) if matches!(role, Role::Placed | Role::Eliminated) => {
                            *known = *role
                        }
                        Some(_) => {}
                        None => roles.push((candidate.digit, *role)),
                    }
                    roles.sort_unstable_by_key(|(digit, _)| *digit);
                }
                Mark::Cell(..) | Mark::Link { .. } => {}
            }
        }
        for mark in marks {
            if let Mark::Cell(cell, role) = mark
                && let Some(index) = index(*cell)
            {
                self.cells[index].role = Some(*role);
            }
        }
    }
}

impl Session {
    /// What is to be seen now.
    #[must_use]
    pub fn picture(&self) -> Picture {
        let layout = self.layout();
        let digits = self.digits();
        let cursor = self.selection.cursor();
        let options = self.options;
        let own = if options.is_on(Switch::SameDigit) {
            self.digit(cursor)
        } else {
            None
        };
        let focus = self.filter().or(own);
        let center = self.shown_center();
        let open = self.filter().map(|digit| (digit, self.candidates()));
        let repeated = self.repeated(&digits);
        let mut picture = Picture {
            cells: Vec::with_capacity(digits.len()),
            focus,
            is_hidden: self.clock.is_paused(),
        };
        for (index, cell) in layout.cells().enumerate() {
            let state = self.grid.get(index);
            let digit = digits[index];
            let marks = |set: DigitSet| {
                if digit.is_none() {
                    set
                } else {
                    DigitSet::EMPTY
                }
            };
            picture.cells.push(CellPicture {
                digit,
                is_clue: self.puzzle.clue(cell).is_some(),
                corner: marks(state.corner),
                center: marks(center[index]),
                colors: state.colors,
                is_selected: self.selection.contains(cell),
                is_cursor: cell == cursor,
                is_repeated: repeated[index],
                is_wrong: self.is_shown_wrong(cell, digit),
                is_peer: options.is_on(Switch::Peers) && layout.sees(cursor, cell),
                has_focus_digit: digit.is_some() && digit == focus,
                is_open_to_filter: open
                    .as_ref()
                    .is_some_and(|(digit, open)| open[index].contains(*digit)),
                ..CellPicture::new(cell)
            });
        }
        if let Some(progress) = self.hint_progress() {
            picture.highlight(&self.puzzle, &progress.hint.marks(progress.level));
        }
        picture
    }

    fn repeated(&self, digits: &[Option<Digit>]) -> Vec<bool> {
        let mut repeated = vec![false; digits.len()];
        if self.options.is_on(Switch::ShowRepeats) || self.is_checked() {
            for cell in conflicts(self.layout(), digits)
                .iter()
                .flat_map(Conflict::cells)
            {
                repeated[self.layout().index(*cell)] = true;
            }
        }
        repeated
    }

    fn is_shown_wrong(&self, cell: Cell, digit: Option<Digit>) -> bool {
        let is_asked = self.options.is_on(Switch::ShowWrong) || self.is_checked();
        match self.solution_status() {
            SolutionStatus::Unique(solution) if is_asked => {
                digit.is_some_and(|digit| digit != solution.digit(cell))
            }
            _ => false,
        }
    }

    /// What the hint says now, and whether there is more of it to come; none if no hint is being told.
    #[must_use]
    pub fn hint(&self) -> Option<(HintLevel, &str)> {
        self.hint_progress()
            .map(|progress| (progress.level, progress.text()))
    }
}
