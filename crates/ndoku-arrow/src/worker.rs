//! `Worker`: what answers the rows of a block. Each question has one.

use crate::block::Block;
use crate::interrupts::Interrupts;
use crate::output::Output;
use crate::rows::Row;

/// Answers the rows of a block.
pub(crate) trait Worker {
    /// Answers rows that have 81 bytes of any value, if the worker has a fast way and all rows are
    /// plain. Returns `false` otherwise, and leaves the output as it was.
    fn answer_flat(&mut self, _rows: &[Row], _out: &mut Output) -> bool {
        false
    }

    /// Appends one answer for each row.
    fn answer(&mut self, block: &Block<'_>, interrupts: &Interrupts<'_>, out: &mut Output);
}
