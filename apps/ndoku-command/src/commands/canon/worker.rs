//! Plain lines of a block, all at once: the same forms as one by one, but without reading and
//! writing each line as a record.
//!
//! ```text
//! block ─┬─ plain lines ─▶ digits ─▶ forms ─┬─▶ text of the results, and the lines without a form,
//!        └─ others ─▶ one by one ───────────┘   in the order of the block
//! ```

use std::sync::Arc;

use ndoku::analysis::canonical::{CanonicalForm, CanonicalFormError, Canonicalizer};
use ndoku::format::Record;

use super::{CanonOutcome, hash};
use crate::batch::{self, BatchAnswers, ReadLines, WorkResult, Worker};
use crate::context::Context;
use crate::line_batch::LineBatch;
use crate::stream::{Block, Origin};
use crate::work_item::WorkItem;

/// Number of bytes of a form and its line end.
const LINE_LEN: usize = 82;

/// Number of puzzles between two checks for Ctrl-C: fractions of a second even for slow forms, and
/// enough to solve them together.
const PUZZLES_PER_POLL: usize = 4096;

/// The results of consecutive plain lines.
pub(super) struct CanonBatch {
    /// The text to write: for each line its form, or only a line end.
    pub(super) text: Vec<u8>,
    /// Number of lines.
    count: usize,
    /// For each line, a hash of its form if requested, or any value if there is no form.
    pub(super) hashes: Vec<u128>,
    /// The lines without a form: index, position in the input, and reason.
    pub(super) without: Vec<(usize, usize, CanonicalFormError)>,
    /// The position in the input.
    pub(super) origin: Arc<Origin>,
}

impl BatchAnswers for CanonBatch {
    fn len(&self) -> usize {
        self.count
    }
}

impl CanonBatch {
    /// Keeps only lines that have a form and for whose hash `is_new` returns `true`. Returns their
    /// number.
    pub(super) fn keep(&mut self, mut is_new: impl FnMut(u128) -> bool) -> usize {
        let mut without = self.without.iter().map(|(index, ..)| *index).peekable();
        let (mut from, mut to, mut kept) = (0, 0, 0);
        for (index, hash) in self.hashes.iter().enumerate() {
            if without.next_if_eq(&index).is_some() {
                from += 1;
                continue;
            }
            if is_new(*hash) {
                self.text.copy_within(from..from + LINE_LEN, to);
                to += LINE_LEN;
                kept += 1;
            }
            from += LINE_LEN;
        }
        self.text.truncate(to);
        kept
    }
}

/// A worker that answers puzzles by `answer_one`. If `form` is set, it finds that form of 9×9 lines
/// in batches.
pub(super) struct CanonWorker<'a, F> {
    pub(super) context: &'a Context,
    pub(super) canonicalizer: Canonicalizer,
    pub(super) answer_one: F,
    pub(super) form: Option<CanonicalForm>,
    /// `true` to compute hashes.
    pub(super) hashes: bool,
    pub(super) buffers: CanonBuffers,
}

/// The plain lines of a block and their forms.
#[derive(Default)]
pub(super) struct CanonBuffers {
    lines: LineBatch,
    /// Digits, where 0 is a blank.
    puzzles: Vec<[u8; 81]>,
    forms: Vec<Result<[u8; 81], CanonicalFormError>>,
}

impl CanonBuffers {
    /// Finds the forms, or returns `None` after Ctrl-C.
    fn find(
        &mut self,
        canonicalizer: &mut Canonicalizer,
        form: CanonicalForm,
        context: &Context,
    ) -> Option<()> {
        let digit = |byte: &u8| {
            if byte.is_ascii_digit() {
                byte - b'0'
            } else {
                0
            }
        };
        self.puzzles.clear();
        self.puzzles.extend(
            self.lines
                .clues
                .iter()
                .map(|line| std::array::from_fn(|cell| digit(&line[cell]))),
        );
        self.forms.clear();
        for puzzles in self.puzzles.chunks(PUZZLES_PER_POLL) {
            if context.is_interrupted() {
                return None;
            }
            self.forms
                .extend(canonicalizer.classic().canonical_forms(form, puzzles));
        }
        Some(())
    }

    /// Writes the results of a range of lines into this memory.
    fn write(
        &self,
        from: usize,
        to: usize,
        mut text: Vec<u8>,
        hashes: bool,
        origin: &Arc<Origin>,
    ) -> CanonBatch {
        text.clear();
        let mut without = Vec::new();
        for (place, form) in self.forms[from..to].iter().enumerate() {
            match form {
                Ok(form) => text.extend(
                    form.iter()
                        .map(|digit| if *digit == 0 { b'.' } else { b'0' + digit }),
                ),
                Err(error) => without.push((place, self.lines.line(from + place), *error)),
            }
            text.push(b'\n');
        }
        let hash = |form: &Result<[u8; 81], CanonicalFormError>| {
            form.as_ref().map_or(0, |form| hash(None, form))
        };
        let hashes = if hashes {
            self.forms[from..to].iter().map(hash).collect()
        } else {
            Vec::new()
        };
        CanonBatch {
            text,
            count: to - from,
            hashes,
            without,
            origin: Arc::clone(origin),
        }
    }
}

impl<F: FnMut(&mut Canonicalizer, &Record) -> CanonOutcome> Worker for CanonWorker<'_, F> {
    type Answer = CanonOutcome;
    type Batch = CanonBatch;

    fn answer(&mut self, _item: &WorkItem, record: &Record) -> CanonOutcome {
        (self.answer_one)(&mut self.canonicalizer, record)
    }

    fn answer_block(
        &mut self,
        block: &mut Block,
        read: ReadLines<'_>,
    ) -> Option<Vec<WorkResult<CanonOutcome, CanonBatch>>> {
        let form = self.form?;
        let mut others = self.buffers.lines.gather(block, read);
        if self
            .buffers
            .find(&mut self.canonicalizer, form, self.context)
            .is_none()
        {
            return Some(Vec::new());
        }
        let buffers = &self.buffers;
        buffers
            .lines
            .reject_conflicts(&mut others, block, read, |index| {
                buffers.forms[index] == Err(CanonicalFormError::Conflict)
            });
        let mut spare = std::mem::take(&mut block.bytes);
        let write = |from, to| {
            buffers.write(
                from,
                to,
                std::mem::take(&mut spare),
                self.hashes,
                &block.origin,
            )
        };
        let answer_one = |item: WorkItem| {
            batch::answer_item(self.context, item, |_, record| {
                (self.answer_one)(&mut self.canonicalizer, record)
            })
        };
        Some(others.interleave(buffers.lines.clues.len(), write, answer_one))
    }
}
