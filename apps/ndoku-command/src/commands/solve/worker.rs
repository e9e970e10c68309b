//! Solves the 9×9 lines of a block together: bytes in, bytes out, with the same answers as one by
//! one.
//!
//! ```text
//! block ─┬─ plain lines ─▶ clues ─▶ Simd9 ─▶ solutions, outcomes ─┬─▶ text of the results
//!        └─ others ─▶ answered one by one ────────────────────────┘   in the order of the block
//! ```
//!
//! The worker keeps its buffers for the next block. The text of the results reuses the memory of
//! the block. A worker does not know the numbers of its puzzles: the consumer puts them before the
//! records.

use std::sync::Arc;

use ndoku::format::{NO_SOLUTION, Record};
use ndoku::{BatchOutcome, Simd9, Solver};

use super::{SolveMode, SolveOutcome};
use crate::args::Input;
use crate::batch::{self, BatchAnswers, ReadLines, WorkResult, Worker};
use crate::context::Context;
use crate::json::Status;
use crate::line_batch::LineBatch;
use crate::output_format::OutputFormat;
use crate::result_buffer::ResultBuffer;
use crate::stream::{Block, Origin};
use crate::work_item::WorkItem;

/// The bytes of a solution and its line end.
const SOLUTION_LINE_BYTES: usize = 82;

/// Number of puzzles per call of the engine. It is a usual block, because some lanes idle at the
/// end of each call. Ctrl-C is checked between calls. `docs/experiments/command-batches.md`
/// compares sizes.
const BATCH_SIZE: usize = 8192;

/// The format of answers to 9×9 lines.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum BatchFormat {
    /// The solution.
    Line,
    /// The puzzle and the solution.
    Pair,
    /// A JSON record.
    Json {
        /// The record names the file.
        with_file: bool,
    },
}

impl BatchFormat {
    /// Returns the batch format for an output format; `None` if a format needs each puzzle as a
    /// record.
    pub(super) fn from_output_format(output_format: OutputFormat, input: &Input) -> Option<Self> {
        match output_format {
            OutputFormat::Ndjson => Some(Self::Json {
                with_file: input.inputs.len() > 1,
            }),
            output_format if output_format.is("line") => Some(Self::Line),
            output_format if output_format.is("pair") => Some(Self::Pair),
            OutputFormat::Format(_) => None,
        }
    }
}

/// The answers to consecutive 9×9 lines.
pub(super) struct SolveBatch {
    /// The text to write.
    text: ResultBuffer,
    /// Numbers of puzzles by outcome.
    pub(super) unique: u64,
    pub(super) solved: u64,
    pub(super) none: u64,
    /// The line numbers of puzzles with several solutions.
    pub(super) multiple: Vec<usize>,
    /// The stream of the lines.
    pub(super) origin: Arc<Origin>,
}

impl BatchAnswers for SolveBatch {
    fn len(&self) -> usize {
        (self.unique + self.solved + self.none) as usize + self.multiple.len()
    }

    fn set_first(&mut self, number: usize) {
        self.text.set_first(number);
    }
}

impl SolveBatch {
    /// Returns the text to write.
    pub(super) fn text(&mut self) -> &[u8] {
        self.text.finish()
    }

    /// Returns the memory to the stream.
    pub(super) fn recycle(self) {
        self.origin.recycle(self.text.bytes);
    }

    /// Counts an outcome. Returns its status.
    fn count_outcome(&mut self, outcome: BatchOutcome, line: usize) -> Status {
        match outcome {
            BatchOutcome::Unsolvable => {
                self.none += 1;
                Status::Unsolvable
            }
            BatchOutcome::Unique => {
                self.unique += 1;
                Status::Unique
            }
            BatchOutcome::Solvable => {
                self.solved += 1;
                Status::Solved
            }
            BatchOutcome::Multiple => {
                self.multiple.push(line);
                Status::Multiple
            }
        }
    }
}

/// A worker that answers puzzles by `answer_one`. If `mode` is set, it answers 9×9 lines in
/// batches.
pub(super) struct SolveWorker<'a, F> {
    pub(super) context: &'a Context,
    pub(super) solver: Solver,
    pub(super) answer_one: F,
    pub(super) mode: Option<(SolveMode, BatchFormat)>,
    pub(super) buffers: SolveBuffers,
}

/// The 9×9 lines of a block, and their results.
#[derive(Default)]
pub(super) struct SolveBuffers {
    lines: LineBatch,
    solutions: Vec<[u8; 81]>,
    outcomes: Vec<BatchOutcome>,
}

impl SolveBuffers {
    /// Solves the lines; `None` after Ctrl-C.
    fn solve(&mut self, engine: &mut Simd9, mode: SolveMode, context: &Context) -> Option<()> {
        let count = self.lines.clues.len();
        // The buffers never shrink. Results of the last block are overwritten.
        if self.outcomes.len() < count {
            self.solutions.resize(count, [0; 81]);
            self.outcomes.resize(count, BatchOutcome::default());
        }
        let results = self
            .solutions
            .chunks_mut(BATCH_SIZE)
            .zip(self.outcomes.chunks_mut(BATCH_SIZE));
        for (clues, (solutions, outcomes)) in self.lines.clues.chunks(BATCH_SIZE).zip(results) {
            if context.is_interrupted() {
                return None;
            }
            match mode {
                SolveMode::First => engine.find_one_of_each(clues, solutions, outcomes),
                _ => engine.solve_all(clues, solutions, outcomes),
            }
        }
        Some(())
    }

    /// Writes the answers to a range of lines into `text`.
    fn write(
        &self,
        from: usize,
        to: usize,
        form: BatchFormat,
        text: Vec<u8>,
        origin: &Arc<Origin>,
    ) -> SolveBatch {
        let text = match form {
            BatchFormat::Line | BatchFormat::Pair => ResultBuffer::new(text),
            BatchFormat::Json { with_file } => ResultBuffer::for_records(text, origin, with_file),
        };
        let mut batch = SolveBatch {
            text,
            unique: 0,
            solved: 0,
            none: 0,
            multiple: Vec::new(),
            origin: Arc::clone(origin),
        };
        match form {
            BatchFormat::Line => self.write_solutions(from, to, &mut batch),
            BatchFormat::Pair => self.write_pairs(from, to, &mut batch),
            BatchFormat::Json { .. } => self.write_records(from, to, &mut batch),
        }
        batch
    }

    /// Returns the solution as characters. Uses a loop, because `map` of arrays is not inlined
    /// without LTO.
    fn solution_characters(&self, index: usize) -> [u8; 81] {
        let mut characters = self.solutions[index];
        characters.iter_mut().for_each(|digit| *digit += b'0');
        characters
    }

    /// Returns the clues as characters, with `.` for blank cells.
    fn clue_characters(&self, index: usize) -> [u8; 81] {
        let mut characters = self.lines.clues[index];
        for byte in &mut characters {
            *byte = if matches!(*byte, b'1'..=b'9') {
                *byte
            } else {
                b'.'
            };
        }
        characters
    }

    fn write_solutions(&self, from: usize, to: usize, batch: &mut SolveBatch) {
        batch.text.bytes.reserve(SOLUTION_LINE_BYTES * (to - from));
        for index in from..to {
            if batch.count_outcome(self.outcomes[index], self.lines.line(index))
                == Status::Unsolvable
            {
                batch.text.bytes.extend_from_slice(NO_SOLUTION.as_bytes());
            } else {
                batch
                    .text
                    .bytes
                    .extend_from_slice(&self.solution_characters(index));
            }
            batch.text.bytes.push(b'\n');
        }
    }

    fn write_pairs(&self, from: usize, to: usize, batch: &mut SolveBatch) {
        batch
            .text
            .bytes
            .reserve(2 * SOLUTION_LINE_BYTES * (to - from));
        for index in from..to {
            if batch.count_outcome(self.outcomes[index], self.lines.line(index))
                == Status::Unsolvable
            {
                batch.text.bytes.extend_from_slice(NO_SOLUTION.as_bytes());
            } else {
                batch
                    .text
                    .bytes
                    .extend_from_slice(&self.clue_characters(index));
                batch.text.bytes.push(b',');
                batch
                    .text
                    .bytes
                    .extend_from_slice(&self.solution_characters(index));
            }
            batch.text.bytes.push(b'\n');
        }
    }

    /// Writes records that are equal to those of `OutcomeWriter::json_record`, byte for byte.
    fn write_records(&self, from: usize, to: usize, batch: &mut SolveBatch) {
        batch.text.reserve_records(to - from, 150);
        for index in from..to {
            let line = self.lines.line(index);
            let status = batch.count_outcome(self.outcomes[index], line);
            batch.text.record(line, |body| {
                body.extend_from_slice(b",\"status\":\"");
                body.extend_from_slice(status.name().as_bytes());
                body.extend_from_slice(match status {
                    Status::Unsolvable => b"\",\"solutions\":\"0\"",
                    Status::Multiple => b"\",\"solutions\":\"2\"",
                    _ => b"\",\"solutions\":\"1\"",
                });
                if status != Status::Unsolvable {
                    body.extend_from_slice(b",\"solution\":\"");
                    body.extend_from_slice(&self.solution_characters(index));
                    body.push(b'"');
                }
            });
        }
    }
}

impl<F: FnMut(&mut Solver, &Record) -> SolveOutcome> Worker for SolveWorker<'_, F> {
    type Answer = SolveOutcome;
    type Batch = SolveBatch;

    fn answer(&mut self, _item: &WorkItem, record: &Record) -> SolveOutcome {
        (self.answer_one)(&mut self.solver, record)
    }

    fn answer_block(
        &mut self,
        block: &mut Block,
        read: ReadLines<'_>,
    ) -> Option<Vec<WorkResult<SolveOutcome, SolveBatch>>> {
        let (mode, form) = self.mode?;
        let mut others = self.buffers.lines.gather(block, read);
        if self
            .buffers
            .solve(self.solver.batch_engine(), mode, self.context)
            .is_none()
        {
            return Some(Vec::new());
        }
        let buffers = &self.buffers;
        buffers
            .lines
            .reject_conflicts(&mut others, block, read, |index| {
                buffers.outcomes[index] == BatchOutcome::Unsolvable
            });
        let mut spare = std::mem::take(&mut block.bytes);
        let write =
            |from, to| buffers.write(from, to, form, std::mem::take(&mut spare), &block.origin);
        let answer_one = |item: WorkItem| {
            batch::answer_item(self.context, item, |_, record| {
                (self.answer_one)(&mut self.solver, record)
            })
        };
        Some(others.interleave(buffers.lines.clues.len(), write, answer_one))
    }
}
