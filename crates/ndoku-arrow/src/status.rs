//! The five statuses of a row, and how a row that is no plain line is read.

use ndoku::format::{ReadOptions, read_one};
use ndoku::table::RowStatus;
use ndoku::{BatchOutcome, Digit, Puzzle, Symbols, Verdict};

/// Returns the status for a search to the second solution.
pub(crate) const fn outcome_status(outcome: BatchOutcome) -> RowStatus {
    match outcome {
        BatchOutcome::Unique => RowStatus::Unique,
        // A search to the second solution never returns `Solvable`.
        BatchOutcome::Multiple | BatchOutcome::Solvable => RowStatus::Multiple,
        BatchOutcome::Unsolvable => RowStatus::Unsolvable,
    }
}

/// Returns the status for a verdict.
pub(crate) const fn verdict_status(verdict: &Verdict) -> RowStatus {
    match verdict {
        Verdict::Unique(_) => RowStatus::Unique,
        Verdict::Multiple(..) => RowStatus::Multiple,
        Verdict::Unsolvable => RowStatus::Unsolvable,
    }
}

/// Reads the puzzle of a row in any format.
pub(crate) fn read_puzzle(row: &[u8], options: &ReadOptions) -> Option<Puzzle> {
    let text = str::from_utf8(row).ok()?;
    Some(read_one(text, options).ok()?.puzzle)
}

/// Writes a grid on one line: characters up to size 35 or as the puzzle has them, else numbers with
/// spaces.
pub(crate) fn format_grid(symbols: &Symbols, digits: &[Digit]) -> String {
    let separator = if symbols.is_compact() { "" } else { " " };
    let mut text = String::with_capacity(digits.len());
    for (index, digit) in digits.iter().enumerate() {
        if index > 0 {
            text.push_str(separator);
        }
        text.push_str(symbols.symbol(*digit));
    }
    text
}
