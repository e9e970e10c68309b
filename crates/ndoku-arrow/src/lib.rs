//! Sudoku puzzles as Arrow columns: strings in, a struct of answers out.
//!
//! ```text
//!   string, large_string, string_view,         struct<status: string, solution: string>
//!   binary, dictionary, …                   ─▶
//!   "53..7....6..195...."                       unique     "534678912672195348…"
//!   "000000010…"                                multiple   null
//!   "not a puzzle"                              invalid    null
//!   null                                        null
//! ```
//!
//! ```
//! use arrow_array::cast::AsArray;
//! use arrow_array::{Array, StringArray};
//! use ndoku_arrow::{Options, Session, find_function};
//!
//! let puzzles = StringArray::from(vec![
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
//!     "not a puzzle",
//! ]);
//! let solve = find_function("solve").expect("it is known");
//! let mut session = Session::new(solve, &Options::default())?;
//! let answers = session.call(&[&puzzles], None)?;
//! let status = answers[0].column(0).as_string::<i32>();
//! assert_eq!([status.value(0), status.value(1)], ["unique", "invalid"]);
//! # Ok::<(), ndoku_arrow::CallError>(())
//! ```
//!
//! - [`FUNCTIONS`] lists the questions, with their options and fields. Wrappers, help and tests are
//!   made from this list.
//! - A row never raises an error: its `status` says what became of it. Errors are kept for wrong
//!   calls, such as a column of numbers.
//! - An answer depends on its row and the options alone, not on other rows, chunks or threads. The
//!   option `seconds` is the exception, because it reads the clock.
//! - Plain 9×9 rows of 81 characters are solved where they lie, thousands at a time. Other rows may
//!   hold any format that ndoku reads, and are answered one by one.
#![forbid(unsafe_code)]

mod analyze;
mod block;
mod canonical;
mod check;
mod count;
mod error;
mod field;
#[cfg(feature = "file")]
pub mod file;
mod functions;
mod gather;
mod interrupts;
mod minimal;
mod options;
mod output;
mod rate;
mod rows;
mod session;
mod solve;
mod status;
mod text_memory;
mod worker;
mod zstd_literals;

/// The crates whose types this interface uses, so that callers use the same version.
pub use {arrow_array, arrow_schema};

pub use error::{CallError, OptionError};
pub use field::{Field, FieldKind};
pub use functions::{FUNCTIONS, Function, Short, find_function};
pub use gather::concat;
pub use interrupts::Check;
pub use options::{OPTIONS, OptionInfo, Options};
pub use session::Session;
pub use zstd_literals::pack_without_matches;
