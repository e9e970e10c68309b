//! Writes the records of lines of a block without conflicts together. A line with a conflict is
//! examined as a puzzle of its own.

use std::io::Write;
use std::ops::Range;
use std::sync::Arc;

use ndoku::format::Record;

use super::CheckOutcome;
use crate::batch::{self, BatchAnswers, ReadLines, WorkResult, Worker};
use crate::context::Context;
use crate::json::Status;
use crate::line_batch::LineBatch;
use crate::result_buffer::ResultBuffer;
use crate::stream::{Block, Origin};
use crate::work_item::WorkItem;

/// The records of some consecutive lines.
pub(super) struct CheckBatch {
    /// The text to write.
    pub(super) text: ResultBuffer,
    lines: usize,
    /// The origin of the lines.
    pub(super) origin: Arc<Origin>,
}

impl BatchAnswers for CheckBatch {
    fn len(&self) -> usize {
        self.lines
    }

    fn set_first(&mut self, number: usize) {
        self.text.set_first(number);
    }
}

/// A worker that examines puzzles by `answer_one`. If `together` is set, it examines 9×9 lines in
/// batches.
pub(super) struct CheckWorker<'a, F> {
    pub(super) context: &'a Context,
    pub(super) answer_one: F,
    /// `true` to write records and search for conflicts only.
    pub(super) together: bool,
    pub(super) with_file: bool,
    pub(super) lines: LineBatch,
}

impl<F: FnMut(&Record) -> CheckOutcome> Worker for CheckWorker<'_, F> {
    type Answer = CheckOutcome;
    type Batch = CheckBatch;

    fn answer(&mut self, _item: &WorkItem, record: &Record) -> CheckOutcome {
        (self.answer_one)(record)
    }

    fn answer_block(
        &mut self,
        block: &mut Block,
        read: ReadLines<'_>,
    ) -> Option<Vec<WorkResult<CheckOutcome, CheckBatch>>> {
        if !self.together {
            return None;
        }
        let mut others = self.lines.gather(block, read);
        self.lines
            .reject_conflicts(&mut others, block, read, |_| true);
        let mut memory = std::mem::take(&mut block.bytes);
        let (lines, with_file) = (&self.lines, self.with_file);
        let write = |from, to| {
            let memory = std::mem::take(&mut memory);
            CheckBatch::new(lines, from..to, memory, &block.origin, with_file)
        };
        let answer_one = |item: WorkItem| {
            batch::answer_item(self.context, item, |_, record| (self.answer_one)(record))
        };
        Some(others.interleave(lines.clues.len(), write, answer_one))
    }
}

impl CheckBatch {
    /// Writes the records of lines without conflicts into `memory`.
    fn new(
        lines: &LineBatch,
        range: Range<usize>,
        memory: Vec<u8>,
        origin: &Arc<Origin>,
        with_file: bool,
    ) -> Self {
        let mut text = ResultBuffer::for_records(memory, origin, with_file);
        text.reserve_records(range.len(), 60);
        for index in range.clone() {
            let clues = lines.clues[index]
                .iter()
                .filter(|byte| matches!(byte, b'1'..=b'9'))
                .count();
            // Writing to memory cannot fail.
            text.record(lines.line(index), |body| {
                let _ = write!(
                    body,
                    ",\"status\":\"{}\",\"clues\":{clues},\"cells\":81,\"conflicts\":[]",
                    Status::Ok.name()
                );
            });
        }
        Self {
            text,
            lines: range.len(),
            origin: Arc::clone(origin),
        }
    }
}
