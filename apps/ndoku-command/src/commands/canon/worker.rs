//! Plain lines of a block, all at once: the same forms as one by one, without reading and writing each as a record.
//!
//! ```text
//! block ─┬─ plain lines ─▶ digits ─▶ Forms ─┬─▶ text of the results, and which lines have no form
//!        └─ others ─▶ one by one ───────────┘   in the order of the block
//! ```

use std::sync::Arc;

use ndoku::canonical::Canonizer;
use ndoku::generate::canonical::{Form, FormError};

use super::{Outcome, hash};
use crate::batch::{BatchResult, ItemResult, Job, ReadLines, Worker};
use crate::context::Context;
use crate::line_batch::LineBatch;
use crate::stream::{Block, Origin};

/// The bytes of a form and its line end.
const LINE: usize = 82;

/// So many puzzles between two looks at Ctrl-C: fractions of a second even where a form takes a tenth of a millisecond, and enough to solve them together.
const AT_ONCE: usize = 4096;

/// The answers about some plain lines that follow each other.
pub(super) struct CanonBatch {
    /// What is to be written: for each line its form, or nothing but a line end.
    pub(super) text: Vec<u8>,
    /// How many lines.
    count: usize,
    /// For each line a hash of its form, if they are asked for; anything where it has none.
    pub(super) hashes: Vec<u128>,
    /// Those without a form: which of these lines, where it stands, and why.
    pub(super) without: Vec<(usize, usize, FormError)>,
    /// Where they stand.
    pub(super) origin: Arc<Origin>,
}

impl BatchResult for CanonBatch {
    fn count(&self) -> usize {
        self.count
    }
}

impl CanonBatch {
    /// Leaves in the text only lines that have a form and of which `is_new` says so, by their hashes; the answer is how many.
    pub(super) fn keep(&mut self, mut is_new: impl FnMut(u128) -> bool) -> usize {
        let mut without = self.without.iter().map(|(index, ..)| *index).peekable();
        let (mut from, mut to, mut kept) = (0, 0, 0);
        for (index, hash) in self.hashes.iter().enumerate() {
            if without.next_if_eq(&index).is_some() {
                from += 1;
                continue;
            }
            if is_new(*hash) {
                self.text.copy_within(from..from + LINE, to);
                to += LINE;
                kept += 1;
            }
            from += LINE;
        }
        self.text.truncate(to);
        kept
    }
}

/// A worker that answers items by `answer_one`. If `form` is set, it finds that form of 9×9 lines
/// in batches.
pub(super) struct CanonWorker<'a, F> {
    pub(super) context: &'a Context,
    pub(super) canonizer: Canonizer,
    pub(super) answer_one: F,
    pub(super) form: Option<Form>,
    /// Whether hashes are asked for.
    pub(super) hashes: bool,
    pub(super) buffers: Buffers,
}

/// The plain lines of a block and what came of them.
#[derive(Default)]
pub(super) struct Buffers {
    lines: LineBatch,
    /// Digits, 0 for a blank.
    puzzles: Vec<[u8; 81]>,
    forms: Vec<Result<[u8; 81], FormError>>,
}

impl Buffers {
    /// Finds the forms; `None` if Ctrl-C came between.
    fn find(&mut self, canonizer: &mut Canonizer, form: Form, context: &Context) -> Option<()> {
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
        for puzzles in self.puzzles.chunks(AT_ONCE) {
            if context.is_interrupted() {
                return None;
            }
            self.forms.extend(canonizer.forms().all(form, puzzles));
        }
        Some(())
    }

    /// The answers about the lines from one to another, written into this memory.
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
        let hash =
            |form: &Result<[u8; 81], FormError>| form.as_ref().map_or(0, |form| hash(None, form));
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

impl<F: FnMut(&mut Canonizer, &Job) -> Option<Outcome>> Worker for CanonWorker<'_, F> {
    type Answer = Option<Outcome>;
    type Batch = CanonBatch;

    fn answer(&mut self, job: &Job) -> Option<Outcome> {
        (self.answer_one)(&mut self.canonizer, job)
    }

    fn answer_block(
        &mut self,
        block: &mut Block,
        read: ReadLines<'_>,
    ) -> Option<Vec<ItemResult<Option<Outcome>, CanonBatch>>> {
        let form = self.form?;
        let mut others = self.buffers.lines.gather(block, read);
        if self
            .buffers
            .find(&mut self.canonizer, form, self.context)
            .is_none()
        {
            return Some(Vec::new());
        }
        let buffers = &self.buffers;
        buffers
            .lines
            .reject_contradictions(&mut others, block, read, |index| {
                buffers.forms[index] == Err(FormError::Conflict)
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
        let interrupted = || self.context.is_interrupted();
        let one = |job: &Job| {
            (!interrupted())
                .then(|| (self.answer_one)(&mut self.canonizer, job))
                .filter(|_| !interrupted())
        };
        Some(others.interleave(buffers.lines.clues.len(), write, one))
    }
}
