//! Batches of plain lines: puzzles with few solutions are counted at the speed of solving.
//!
//! The numbers equal those of single counts.

use std::io::Write;
use std::sync::Arc;

use ndoku::count::{Count, CountLimit, Counter, Incomplete};
use ndoku::format::Record;
use ndoku::{Budget, StopReason};

use super::Counted;
use crate::args;
use crate::batch::{self, BatchAnswers, ReadLines, WorkResult, Worker};
use crate::context::Context;
use crate::exit_code::ExitCode;
use crate::json::Status;
use crate::line_batch::LineBatch;
use crate::progress::{TaskProgress, group_thousands};
use crate::result_buffer::ResultBuffer;
use crate::stream::{Block, Origin};
use crate::work_item::WorkItem;

/// Block size for batches: hundreds of puzzles.
///
/// Each puzzle can take seconds, and the first numbers should be printed soon.
pub(super) const BLOCK: usize = 1 << 15;

/// The results of some consecutive plain lines.
pub(super) struct CountBatch {
    /// The output.
    pub(super) text: ResultBuffer,
    /// The exit code for `--expect`.
    pub(super) code: ExitCode,
    lines: usize,
    /// The source of the lines.
    pub(super) origin: Arc<Origin>,
}

impl BatchAnswers for CountBatch {
    fn len(&self) -> usize {
        self.lines
    }

    fn set_first(&mut self, number: usize) {
        self.text.set_first(number);
    }
}

/// A worker that counts single puzzles with `answer_one`, and plain lines in batches with
/// `batch_limit`.
pub(super) struct CountWorker<'a, F> {
    pub(super) context: &'a Context,
    pub(super) args: &'a args::Count,
    pub(super) counter: Counter<'a>,
    pub(super) answer_one: F,
    /// The limit of batches: none, so that there are no remarks.
    pub(super) batch_limit: Option<CountLimit>,
    /// `true` to write records.
    pub(super) is_json: bool,
    pub(super) tasks: &'a TaskProgress,
    pub(super) lines: LineBatch,
}

impl<'a, F: FnMut(&mut Counter<'a>, &WorkItem, &Record) -> Counted> Worker for CountWorker<'a, F> {
    type Answer = Counted;
    type Batch = CountBatch;

    fn answer(&mut self, item: &WorkItem, record: &Record) -> Counted {
        (self.answer_one)(&mut self.counter, item, record)
    }

    fn answer_block(
        &mut self,
        block: &mut Block,
        read: ReadLines<'_>,
    ) -> Option<Vec<WorkResult<Counted, CountBatch>>> {
        let limit = self.batch_limit?;
        let on_progress = |done, all| self.tasks.advance(done, all);
        let mut others = self.lines.gather(block, read);
        let count = |budget: &Budget<'_>| {
            self.counter
                .count_batch(&self.lines.clues, limit, budget, &on_progress)
        };
        let counts = self.context.with_budget(&self.args.search, count);
        self.lines
            .reject_conflicts(&mut others, block, read, |index| counts[index].number == 0);
        let finished = self.count_finished(&counts, &block.origin);
        let mut memory = std::mem::take(&mut block.bytes);
        let writer = CountBatchWriter {
            args: self.args,
            is_json: self.is_json,
            lines: &self.lines,
            origin: &block.origin,
        };
        let write = |from, to| writer.write(from, &counts[from..to], std::mem::take(&mut memory));
        let answer_one = |item: WorkItem| {
            batch::answer_item(self.context, item, |item, record| {
                (self.answer_one)(&mut self.counter, item, record)
            })
        };
        Some(others.interleave(finished, write, answer_one))
    }
}

impl<F> CountWorker<'_, F> {
    /// Returns the number of lines before the first one that Ctrl-C interrupted. Reports what is
    /// known of that line, if anything, because it has no result.
    fn count_finished(&self, counts: &[Count], origin: &Origin) -> usize {
        let interrupted = counts
            .iter()
            .position(|count| count.incomplete == Some(Incomplete::Stopped(StopReason::Canceled)));
        if let Some(index) = interrupted
            && counts[index].number > 0
        {
            super::report_interrupted(
                self.context,
                &format!("{}:{}: ", origin.name, self.lines.line(index)),
                &format!("at least {}", group_thousands(counts[index].number)),
            );
        }
        interrupted.unwrap_or(counts.len())
    }
}

/// Writes the numbers of the lines of a block.
struct CountBatchWriter<'a> {
    args: &'a args::Count,
    is_json: bool,
    lines: &'a LineBatch,
    origin: &'a Arc<Origin>,
}

impl CountBatchWriter<'_> {
    /// Writes the numbers of the lines from `first` on into `memory`.
    fn write(&self, first: usize, counts: &[Count], memory: Vec<u8>) -> CountBatch {
        let mut text = if self.is_json {
            ResultBuffer::for_records(memory, self.origin, self.args.input.inputs.len() > 1)
        } else {
            ResultBuffer::new(memory)
        };
        let mut code = ExitCode::Done;
        for (index, count) in (first..).zip(counts) {
            if self.is_json {
                text.record(self.lines.line(index), |body| append_record(count, body));
            } else {
                append_number(count, &mut text.bytes);
            }
            code = code.or_worse(super::check_expectation(self.args, *count, false));
        }
        CountBatch {
            text,
            code,
            lines: counts.len(),
            origin: Arc::clone(self.origin),
        }
    }
}

/// Appends a number and a line feed.
fn append_number(count: &Count, text: &mut Vec<u8>) {
    match u64::try_from(count.number) {
        Ok(number @ 0..10) => text.push(b'0' + number as u8),
        _ => text.extend_from_slice(count.number.to_string().as_bytes()),
    }
    text.push(b'\n');
}

/// Appends the fields of a record as `CountReport` writes them for an exact count.
fn append_record(count: &Count, body: &mut Vec<u8>) {
    let status = Status::from_count(count.number).name();
    let method = count.method.name();
    // Writing to memory does not fail.
    let _ = write!(
        body,
        ",\"status\":\"{status}\",\"count\":\"{}\",\"exact\":true,\"method\":\"{method}\"",
        count.number
    );
}
