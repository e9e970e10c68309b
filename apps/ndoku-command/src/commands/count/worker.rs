//! Batches of plain lines: puzzles with few solutions are counted at the speed of solving.
//!
//! The numbers equal those of single counts.

use std::io::Write;
use std::sync::Arc;

use ndoku::count::{Count, CountLimit, Counter, Incomplete};
use ndoku::{Budget, StopReason};

use super::Counted;
use crate::args;
use crate::batch::{BatchResult, ItemResult, Job, ReadLines, Worker};
use crate::context::Context;
use crate::exit_code::ExitCode;
use crate::json::Status;
use crate::line_batch::LineBatch;
use crate::progress::{TaskProgress, group_thousands};
use crate::result_buffer::ResultBuffer;
use crate::stream::{Block, Origin};

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

impl BatchResult for CountBatch {
    fn count(&self) -> usize {
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

impl<'a, F: FnMut(&mut Counter<'a>, &Job) -> Option<Counted>> Worker for CountWorker<'a, F> {
    type Answer = Option<Counted>;
    type Batch = CountBatch;

    fn answer(&mut self, job: &Job) -> Option<Counted> {
        (self.answer_one)(&mut self.counter, job)
    }

    fn answer_block(
        &mut self,
        block: &mut Block,
        read: ReadLines<'_>,
    ) -> Option<Vec<ItemResult<Self::Answer, CountBatch>>> {
        let limit = self.batch_limit?;
        let on_progress = |done, all| self.tasks.advance(done, all);
        let mut others = self.lines.gather(block, read);
        let count = |budget: &Budget<'_>| {
            self.counter
                .count_batch(&self.lines.clues, limit, budget, &on_progress)
        };
        let counts = self.context.with_budget(&self.args.search, count);
        self.lines
            .reject_contradictions(&mut others, block, read, |index| counts[index].number == 0);
        // A puzzle interrupted by Ctrl-C has no result; report what is known.
        let finished = counts
            .iter()
            .position(|count| count.incomplete == Some(Incomplete::Stopped(StopReason::Cancelled)));
        if let Some(index) = finished {
            let place = format!("{}:{}: ", block.origin.name, self.lines.line(index));
            super::report_interrupted(
                self.context,
                &place,
                &format!("at least {}", group_thousands(counts[index].number)),
            );
        }
        let finished = finished.unwrap_or(counts.len());
        let mut spare = std::mem::take(&mut block.bytes);
        let origin = &block.origin;
        let lines = &self.lines;
        let (is_json, with_file) = (self.is_json, self.args.input.inputs.len() > 1);
        let write = |from: usize, to: usize| {
            let memory = std::mem::take(&mut spare);
            let mut text = if is_json {
                ResultBuffer::for_records(memory, origin, with_file)
            } else {
                ResultBuffer::new(memory)
            };
            let mut code = ExitCode::Done;
            for (index, count) in (from..).zip(&counts[from..to]) {
                if is_json {
                    text.record(lines.line(index), |body| append_record(count, body));
                } else {
                    append_number(count, &mut text.bytes);
                }
                code = code.or_worse(super::check_expectation(self.args, *count, false));
            }
            CountBatch {
                text,
                code,
                lines: to - from,
                origin: Arc::clone(origin),
            }
        };
        let interrupted = || self.context.is_interrupted();
        let one = |job: &Job| {
            (!interrupted())
                .then(|| (self.answer_one)(&mut self.counter, job))
                .filter(|_| !interrupted())
        };
        Some(others.interleave(finished, write, one))
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
