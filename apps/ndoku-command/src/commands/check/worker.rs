//! Records about plain lines of a block without conflicts; what has one is examined as a puzzle of its own.

use std::io::Write;
use std::sync::Arc;

use super::Examined;
use crate::batch::{Job, Lines, Lump, Part, Worker};
use crate::json::Status;
use crate::line_batch::PlainLines;
use crate::result_buffer::BulkText;
use crate::stream::{Block, Origin};

/// The records of some plain lines that follow each other.
pub(super) struct Bulk {
    /// What is to be written.
    pub(super) text: BulkText,
    lines: usize,
    /// Where they stand.
    pub(super) origin: Arc<Origin>,
}

impl Lump for Bulk {
    fn count(&self) -> usize {
        self.lines
    }

    fn set_first(&mut self, number: usize) {
        self.text.set_first(number);
    }
}

/// A worker that examines one puzzle after the other as `one` does, and plain lines together if that is asked for.
pub(super) struct Checking<F> {
    pub(super) one: F,
    /// Whether records are written and nothing but conflicts is looked for.
    pub(super) together: bool,
    pub(super) with_file: bool,
    pub(super) lines: PlainLines,
}

impl<F: FnMut(&Job) -> Option<Examined>> Worker for Checking<F> {
    type Answer = Option<Examined>;
    type Answers = Bulk;

    fn one(&mut self, job: &Job) -> Option<Examined> {
        (self.one)(job)
    }

    fn many(
        &mut self,
        block: &mut Block,
        read: Lines<'_>,
    ) -> Option<Vec<Part<Option<Examined>, Bulk>>> {
        if !self.together {
            return None;
        }
        let mut others = self.lines.gather(block, read);
        self.lines
            .refuse_contradictions(&mut others, block, read, |_| true);
        let mut spare = std::mem::take(&mut block.bytes);
        let lines = &self.lines;
        let write = |from: usize, to: usize| {
            let mut text =
                BulkText::of_records(std::mem::take(&mut spare), &block.origin, self.with_file);
            text.reserve_records(to - from, 60);
            for index in from..to {
                let clues = lines.clues[index]
                    .iter()
                    .filter(|byte| matches!(byte, b'1'..=b'9'))
                    .count();
                // Writing to memory does not fail.
                text.record(lines.line(index), |body| {
                    let _ = write!(
                        body,
                        ",\"status\":\"{}\",\"clues\":{clues},\"cells\":81,\"conflicts\":[]",
                        Status::Ok.name()
                    );
                });
            }
            Bulk {
                text,
                lines: to - from,
                origin: Arc::clone(&block.origin),
            }
        };
        Some(others.parts(lines.clues.len(), write, |job| Some((self.one)(job))))
    }
}
