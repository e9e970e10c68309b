//! `Action`: what a player can do. `Response`: what came of it.

use ndoku::{Cell, Digit};

use crate::options::Switch;
use crate::selection::Direction;

/// What an entry puts into cells.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mode {
    /// A digit.
    #[default]
    Digit,
    /// A mark in a corner.
    Corner,
    /// A mark in the center.
    Center,
    /// A color.
    Color,
}

impl Mode {
    /// All, in the order in which they follow each other.
    pub const ALL: [Self; 4] = [Self::Digit, Self::Corner, Self::Center, Self::Color];

    /// The name, in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Digit => "digit",
            Self::Corner => "corner",
            Self::Center => "center",
            Self::Color => "color",
        }
    }
}

/// Something that a player does. Digits beyond the size and cells beyond the grid do nothing.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Moves the cursor, which alone is selected then.
    Move(Direction),
    /// Moves the cursor, and selects the cell too.
    Extend(Direction),
    /// Selects one cell.
    Select(Cell),
    /// Selects a cell too, as when the mouse is drawn over it.
    AddToSelection(Cell),
    /// Selects a cell too, or no longer.
    ToggleSelection(Cell),
    /// Selects all cells that hold the same as this one: digit, else center marks, else corner marks, else colors.
    SelectEqual(Cell),
    /// Selects all cells.
    SelectAll,
    /// Selects those that are not, and no longer those that are.
    InvertSelection,
    /// Takes away what was shown last: the hint, the check, the filter, the selection.
    Dismiss,
    /// What entries are from now on.
    SetMode(Mode),
    /// The next mode.
    NextMode,
    /// Enters a digit in the present mode: a color by its number.
    Enter(Digit),
    /// Enters a digit in this mode.
    EnterAs(Mode, Digit),
    /// Clears the selected cells: of digits if there are any, else of center marks, else of corner marks, else of colors.
    Clear,
    /// Takes the last move back.
    Undo,
    /// Makes the move again that was taken back.
    Redo,
    /// Makes every cell as it was at the beginning; can be taken back like any move.
    Restart,
    /// Marks all candidates in the center of every blank cell.
    MarkCandidates,
    /// Points out where this digit can go; the same digit again, no longer.
    Filter(Digit),
    /// Turns a switch.
    Switch(Switch),
    /// Shows what is wrong until something changes; again: no longer.
    Check,
    /// The next level of the hint; after the last what it says is done.
    Hint,
    /// Stops the clock and hides the grid, or goes on.
    Pause,
}

/// What an action did.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Response {
    /// Nothing.
    Nothing,
    /// Something else is seen; no cell has changed.
    ViewChanged,
    /// Cells have changed.
    Changed,
    /// Cells have changed, and the puzzle is solved.
    Solved,
    /// Cells have changed, every cell is filled, and something is wrong.
    Full,
    /// A hint is asked for: seek [`Hint`](crate::Hint) for [`Session::hint_request`](crate::Session::hint_request), and [`show_hint`](crate::Session::show_hint) it.
    HintNeeded,
}
