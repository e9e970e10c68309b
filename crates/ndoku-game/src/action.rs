//! `Action`: an action of the player. `Response`: its result.

use ndoku::{Cell, Digit};

use crate::options::Switch;
use crate::selection::Direction;

/// The kind of an entry.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Enters digits.
    #[default]
    Digit,
    /// Enters marks in the corners.
    Corner,
    /// Enters marks in the center.
    Center,
    /// Enters colors.
    Color,
}

impl Mode {
    /// All modes, in the order of [`Action::NextMode`].
    pub const ALL: [Self; 4] = [Self::Digit, Self::Corner, Self::Center, Self::Color];

    /// Returns the name, in lower case.
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

/// An action of the player. Digits above the size and cells outside the grid have no effect.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Moves the cursor, and selects only its cell.
    Move(Direction),
    /// Moves the cursor, and adds its cell to the selection.
    Extend(Direction),
    /// Selects only this cell.
    Select(Cell),
    /// Adds a cell to the selection, for example when the mouse is dragged over it.
    AddToSelection(Cell),
    /// Adds a cell to the selection, or removes it.
    ToggleSelection(Cell),
    /// Selects all cells with the same content as this one: the same digit, or else the same center
    /// marks, corner marks or colors.
    SelectEqual(Cell),
    /// Selects all cells.
    SelectAll,
    /// Inverts the selection.
    InvertSelection,
    /// Hides the hint, or else the check, or else the filter, or else clears the selection.
    Dismiss,
    /// Sets the mode of entries.
    SetMode(Mode),
    /// Changes to the next mode.
    NextMode,
    /// Enters a digit in the current mode. In the mode [`Mode::Color`], the digit is the number of
    /// a color.
    Enter(Digit),
    /// Enters a digit in a mode.
    EnterAs(Mode, Digit),
    /// Clears the selected cells: the digits if there are any, or else the center marks, the corner
    /// marks or the colors.
    Clear,
    /// Undoes the last move.
    Undo,
    /// Redoes the last undone move.
    Redo,
    /// Restores the start of the game. This can be undone like any move.
    Restart,
    /// Enters all candidates of every open cell as center marks.
    MarkCandidates,
    /// Highlights the cells where a digit is possible. The same digit again ends this.
    Filter(Digit),
    /// Turns a switch on or off.
    Switch(Switch),
    /// Shows the mistakes until the next change, or hides them.
    Check,
    /// Shows the next level of the hint. After the last level, applies the hint.
    Hint,
    /// Stops the clock and hides the grid, or resumes the game.
    Pause,
}

/// The result of an action.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Response {
    /// The action had no effect.
    Nothing,
    /// The view has changed, but no cell.
    ViewChanged,
    /// Cells have changed.
    Changed,
    /// Cells have changed, and the puzzle is solved.
    Solved,
    /// Cells have changed, every cell is filled, and something is wrong.
    Full,
    /// A hint is needed. Take [`Session::hint_request`](crate::Session::hint_request), call
    /// [`SolvingState::find_hint`](ndoku::hint::SolvingState::find_hint), and pass the outcome to
    /// [`Session::show_hint`](crate::Session::show_hint).
    HintNeeded,
}
