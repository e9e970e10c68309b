//! `Worker`: what answers the rows of a block. Each question has one.

use crate::block::Block;
use crate::interrupts::Interrupts;
use crate::output::Output;

/// Answers the rows of a block.
pub(crate) trait Worker {
    /// Appends one answer for each row.
    fn answer(&mut self, block: &Block<'_>, interrupts: &Interrupts<'_>, out: &mut Output);
}
