//! A game of Sudoku without a screen: the actions of a player, and the view of the game.
//!
//! ```text
//! key, click ─▶ Action ─▶ Session::act ─▶ Response
//!                           │
//!                           ├─ PlayerGrid           digits, marks and colors of every cell
//!                           ├─ History        unlimited undo and redo
//!                           ├─ Selection      selected cells and cursor
//!                           ├─ Options        switches of the player
//!                           ├─ Clock          advanced by the caller, not by the system time
//!                           └─ HintProgress   the current hint and its level
//!                           ▼
//!                        GridView              everything that an interface draws
//!
//! HintRequest ─┬─▶ SolvingState::find_hint, on any thread ─▶ Session::show_hint  nudge to full
//!              └─▶ PathProgress::find ─▶ PathProgress::view              forwards, backwards
//!
//! Session ◀─▶ save::write, save::read      JSON that every command of ndoku reads as a puzzle
//! ```
//!
//! The rules match those of other programs. An entry that all selected cells already have is
//! removed from them. Marks are in the corners or in the center of a cell. Mistakes are shown only
//! on request, except for repeated digits, which a switch hides.
//!
//! ```
//! use ndoku_game::{Action, Mode, Session};
//! use ndoku::{Budget, Cell, Digit, Puzzle, Solver};
//!
//! let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let puzzle: Puzzle = text.parse()?;
//! let mut game = Session::new(&puzzle.into(), &mut Solver::new(), &Budget::default());
//! game.act(Action::Select(Cell::new(0, 2)));
//! game.act(Action::EnterAs(Mode::Digit, Digit::new(4).unwrap()));
//! assert_eq!(game.digit(Cell::new(0, 2)), Digit::new(4));
//! game.act(Action::Undo);
//! assert_eq!(game.digit(Cell::new(0, 2)), None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod action;
mod candidates;
mod clock;
mod digit_input;
mod grid;
mod hint_progress;
mod history;
mod issue;
mod options;
mod path_progress;
pub mod save;
mod selection;
mod session;
mod view;

pub use action::{Action, Mode, Response};
pub use clock::Clock;
pub use grid::{CellColor, CellState, ColorSet, PlayerGrid};
pub use hint_progress::{HelpCounts, HintProgress, HintRequest};
pub use history::{Change, History};
pub use issue::Issue;
pub use options::{Options, Switch};
pub use path_progress::PathProgress;
pub use selection::{Direction, Selection};
pub use session::Session;
pub use view::{CellView, GridView};
