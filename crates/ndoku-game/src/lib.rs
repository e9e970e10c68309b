//! A game of Sudoku as a person plays it, without a screen: what keys and clicks mean, and what there is to be seen.
//!
//! ```text
//! key, click ─▶ Action ─▶ Session::act ─▶ Response          what happened, in one word
//!                           │
//!                           ├─ Grid        digits, marks and colors of every cell ◀─▶ History   undo and redo without end
//!                           ├─ Selection   cells, and the cursor
//!                           ├─ Options     switches, all of them the player's choice
//!                           ├─ Clock       fed by the caller: nothing in here knows the time
//!                           └─ HintProgress      the hint that is being told, level by level
//!                           ▼
//!                       Picture            what every cell shows: whoever draws needs nothing else
//!
//! HintRequest (a record) ─▶ Hint::find, on any thread ─▶ Session::show_hint        a hint: nudge, where, what, full, apply
//!                     └▶ SolutionPath::find                   ─▶ SolutionPath::picture          the way to the solution, forwards and backwards
//!
//! Session ◀─▶ save::write, save::read      JSON that every command of ndoku reads as a puzzle
//! ```
//!
//! The rules are those that players know from other programs: the first entry that all selected cells have already takes it away, marks stand in
//! corners or in the center, and nothing is said to be wrong unless it is asked for or plain to see.
//!
//! ```
//! use ndoku_game::{Action, Mode, Session};
//! use ndoku::{Budget, Cell, Digit, Puzzle, Solver};
//!
//! let puzzle: Puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
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
mod hint;
mod hint_progress;
mod history;
mod options;
pub mod save;
mod selection;
mod session;
mod solution_path;
mod solution_status;
mod view;

pub use action::{Action, Mode, Response};
pub use clock::Clock;
pub use grid::{CellColor, CellState, ColorSet, Grid};
pub use hint::{Hint, HintKind};
pub use hint_progress::{HelpCounts, HintProgress, HintRequest};
pub use history::{Change, History};
pub use options::{Options, Switch};
pub use selection::{Direction, Selection};
pub use session::Session;
pub use solution_path::{PathEnd, PathStep, SolutionPath};
pub use solution_status::{Issue, SolutionStatus};
pub use view::{CellPicture, Picture};
