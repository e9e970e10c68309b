//! `GridView`: everything that an interface needs to draw a game.

use std::borrow::Cow;

use ndoku::hint::{HintLevel, Phrase};
use ndoku::{Board, Cell, Conflict, Digit, DigitSet, Highlight, HighlightRole, Puzzle, conflicts};

use crate::grid::ColorSet;
use crate::options::Switch;
use crate::session::Session;

/// The content and the highlights of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellView {
    /// The cell.
    pub cell: Cell,
    /// The digit.
    pub digit: Option<Digit>,
    /// `true` if the digit is a clue.
    pub is_clue: bool,
    /// Corner marks. None in a cell with a digit.
    pub corner: DigitSet,
    /// Center marks. None in a cell with a digit.
    pub center: DigitSet,
    /// Colors.
    pub colors: ColorSet,
    /// `true` if the cell is selected.
    pub is_selected: bool,
    /// `true` if the cursor is in the cell.
    pub is_cursor: bool,
    /// `true` if the digit is repeated in a house or violates a constraint, and this is shown.
    pub is_repeated: bool,
    /// `true` if the digit contradicts the solution, and this is shown.
    pub is_wrong: bool,
    /// `true` if the cell is a highlighted peer of the cursor.
    pub is_peer: bool,
    /// `true` if the cell holds the highlighted digit.
    pub has_focus_digit: bool,
    /// `true` if the cell is blank, and the digit of the filter is possible there.
    pub is_open_to_filter: bool,
    /// The role of the cell in a hint, by itself or through its houses.
    pub role: Option<HighlightRole>,
    /// The roles of the candidates in a hint, one per digit, ascending.
    pub candidates: Vec<(Digit, HighlightRole)>,
}

impl CellView {
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

    /// Returns the role of a candidate in a hint.
    #[must_use]
    pub fn role_of(&self, digit: Digit) -> Option<HighlightRole> {
        self.candidates
            .iter()
            .find(|(other, _)| *other == digit)
            .map(|(_, role)| *role)
    }
}

/// The view of a grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridView {
    /// All cells, row by row.
    pub cells: Vec<CellView>,
    /// The highlighted digit, in cells and among marks.
    pub focus: Option<Digit>,
    /// `true` if the grid is hidden, because the game is paused.
    pub is_hidden: bool,
}

impl GridView {
    /// Creates the view of a board, with its candidates as center marks.
    pub(crate) fn from_board(puzzle: &Puzzle, board: &Board) -> Self {
        let layout = board.layout();
        let cells = layout.cells().map(|cell| {
            let digit = board.digit(cell);
            let center = if digit.is_none() {
                board.candidates(cell)
            } else {
                DigitSet::EMPTY
            };
            CellView {
                digit,
                is_clue: puzzle.clue(cell).is_some(),
                center,
                ..CellView::new(cell)
            }
        });
        Self {
            cells: cells.collect(),
            focus: None,
            is_hidden: false,
        }
    }

    /// Adds highlights. Placements and eliminations take precedence over the other roles.
    pub(crate) fn highlight(&mut self, puzzle: &Puzzle, highlights: &[Highlight]) {
        let layout = puzzle.layout();
        let index = |cell: Cell| layout.contains(cell).then(|| layout.index(cell));
        for highlight in highlights {
            match highlight {
                Highlight::House(house, role) => {
                    let cells = layout
                        .houses()
                        .get(*house)
                        .map_or(&[][..], |house| house.cells());
                    for index in cells.iter().filter_map(|cell| index(*cell)) {
                        self.cells[index].role.get_or_insert(*role);
                    }
                }
                Highlight::Candidate(candidate, role) => {
                    let Some(index) = index(candidate.cell) else {
                        continue;
                    };
                    let roles = &mut self.cells[index].candidates;
                    match roles
                        .iter_mut()
                        .find(|(digit, _)| *digit == candidate.digit)
                    {
                        Some((_, known))
                            if matches!(
                                role,
                                HighlightRole::Placed | HighlightRole::Eliminated
                            ) =>
                        {
                            *known = *role;
                        }
                        Some(_) => {}
                        None => roles.push((candidate.digit, *role)),
                    }
                    roles.sort_unstable_by_key(|(digit, _)| *digit);
                }
                Highlight::Cell(..) | Highlight::Link { .. } => {}
            }
        }
        for highlight in highlights {
            if let Highlight::Cell(cell, role) = highlight
                && let Some(index) = index(*cell)
            {
                self.cells[index].role = Some(*role);
            }
        }
    }
}

impl Session {
    /// Returns the current view.
    #[must_use]
    pub fn view(&self) -> GridView {
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
        let mut view = GridView {
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
            view.cells.push(CellView {
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
                ..CellView::new(cell)
            });
        }
        if let Some(progress) = self.hint_progress() {
            view.highlight(&self.puzzle, &progress.highlights());
        }
        view
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
        let solution = self.solution_status().solution().filter(|_| is_asked);
        solution.is_some_and(|solution| digit.is_some_and(|digit| digit != solution.digit(cell)))
    }

    /// Returns the level and the text of the current hint, if any.
    #[must_use]
    pub fn hint(&self) -> Option<(HintLevel, Cow<'_, Phrase>)> {
        self.hint_progress()
            .map(|progress| (progress.level, progress.text()))
    }
}
