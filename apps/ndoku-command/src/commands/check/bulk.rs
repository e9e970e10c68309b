//! Writes the records of lines of a block without conflicts together. A line with a conflict is
//! examined as a puzzle of its own.

use std::io::Write;
use std::sync::Arc;

use super::Examined;
use crate::batch::{Job, Lines, Lump, Part, Worker};
use crate::json::Status;
use crate::lines::PlainLines;
use crate::records::BulkText;
use crate::stream::{Block, Origin};

/// The records of some consecutive lines.
pub(super) struct Bulk {
    /// The text to write.
    pub(super) text: BulkText,
    lines: usize,
    /// The origin of the lines.
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

/// A worker that examines puzzles one by one with `one`, or lines together if `together` is set.
pub(super) struct Checking<F> {
    pub(super) one: F,
    /// `true` to write records and search for conflicts only.
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
                // Writing to memory cannot fail.
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
