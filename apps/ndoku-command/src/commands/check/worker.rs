//! Writes the records of lines of a block without conflicts together. A line with a conflict is
//! examined as a puzzle of its own.

use std::io::Write;
use std::sync::Arc;

use super::Examined;
use crate::batch::{BatchResult, ItemResult, Job, ReadLines, Worker};
use crate::json::Status;
use crate::line_batch::LineBatch;
use crate::result_buffer::ResultBuffer;
use crate::stream::{Block, Origin};

/// The records of some consecutive lines.
pub(super) struct CheckBatch {
    /// The text to write.
    pub(super) text: ResultBuffer,
    lines: usize,
    /// The origin of the lines.
    pub(super) origin: Arc<Origin>,
}

impl BatchResult for CheckBatch {
    fn count(&self) -> usize {
        self.lines
    }

    fn set_first(&mut self, number: usize) {
        self.text.set_first(number);
    }
}

/// A worker that examines items by `answer_one`. If `together` is set, it examines 9×9 lines in
/// batches.
pub(super) struct CheckWorker<F> {
    pub(super) answer_one: F,
    /// `true` to write records and search for conflicts only.
    pub(super) together: bool,
    pub(super) with_file: bool,
    pub(super) lines: LineBatch,
}

impl<F: FnMut(&Job) -> Option<Examined>> Worker for CheckWorker<F> {
    type Answer = Option<Examined>;
    type Batch = CheckBatch;

    fn answer(&mut self, job: &Job) -> Option<Examined> {
        (self.answer_one)(job)
    }

    fn answer_block(
        &mut self,
        block: &mut Block,
        read: ReadLines<'_>,
    ) -> Option<Vec<ItemResult<Option<Examined>, CheckBatch>>> {
        if !self.together {
            return None;
        }
        let mut others = self.lines.gather(block, read);
        self.lines
            .reject_contradictions(&mut others, block, read, |_| true);
        let mut spare = std::mem::take(&mut block.bytes);
        let lines = &self.lines;
        let write = |from: usize, to: usize| {
            let mut text = ResultBuffer::for_records(
                std::mem::take(&mut spare),
                &block.origin,
                self.with_file,
            );
            text.reserve_records(to - from, 60);
            for index in from..to {
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
            CheckBatch {
                text,
                lines: to - from,
                origin: Arc::clone(&block.origin),
            }
        };
        Some(others.interleave(lines.clues.len(), write, |job| Some((self.answer_one)(job))))
    }
}
