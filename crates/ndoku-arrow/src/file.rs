//! Parquet and Arrow files: a column of puzzles is answered, and the answers become columns.
//!
//! ```text
//!   row group ─▶ batches ─▶ Session ─▶ batches with more columns ─▶ row group
//!   reader       65,536 rows each                                     writer
//!
//!   id  puzzle        ─▶  id  puzzle        status  solution
//!   1   53..7....…        1   53..7....…    unique  5346789…
//! ```
//!
//! - [`TableReader`] reads a file batch by batch, and [`TableWriter`] writes one. The caller opens
//!   the files.
//! - [`TableAnswers`] holds the questions and the columns they take. [`answer_table`] connects the
//!   three.
//! - All columns are kept, and so is the order of rows. One row group is written for each one that
//!   is read. Row groups above [`MAX_GROUP_ROWS`] are divided.
//! - Memory depends on the size of a row group, not on the number of rows.
//! - Damaged files are errors. Lengths in a file are checked before memory is reserved. A panic of
//!   a decoder becomes an error, and [`is_reading`] lets a panic hook recognize it.
//! - A bad row is a status and no error, as in [`Session`](crate::Session).

mod answers;
mod arrow_reader;
mod arrow_writer;
mod error;
mod guard;
mod kind;
mod parquet_reader;
mod parquet_writer;
mod pipeline;
mod reader;
mod request;
mod text_rows;
mod writer;

pub use answers::{Question, StatusCounts, TableAnswers, TableColumns, find_text_column};
pub use error::FileError;
pub use guard::is_reading;
pub use kind::FileKind;
pub use pipeline::{Checkpoint, RunOptions, answer_table};
pub use reader::{TableBatch, TableReader};
pub use request::{REQUEST_KEY, SOURCE_KEY};
pub use text_rows::TextRows;
pub use writer::{MAX_GROUP_ROWS, TableWriter};
