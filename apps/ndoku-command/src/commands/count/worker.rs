//! Plain lines of a block, counted together: the same numbers as one by one, those with few solutions at the speed of solving.

use std::io::Write;
use std::sync::Arc;

use ndoku::count::{Count, Counter, Reach, Short};
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

/// Bytes of a block that is counted in batches: a few hundred puzzles. Each may take seconds, and
/// the first numbers should come soon.
pub(super) const BLOCK: usize = 1 << 15;

/// The answers about some plain lines that follow each other.
pub(super) struct CountBatch {
    /// What is to be written.
    pub(super) text: ResultBuffer,
    /// What `--expect` says.
    pub(super) code: ExitCode,
    lines: usize,
    /// Where they stand.
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

/// A worker that counts items by `answer_one`. If `together` is set, it counts 9×9 lines in
/// batches.
pub(super) struct CountWorker<'a, F> {
    pub(super) context: &'a Context,
    pub(super) args: &'a args::Count,
    pub(super) counter: Counter<'a>,
    pub(super) answer_one: F,
    /// The limit for counting in batches. The counts are exact, so that there is nothing to report.
    pub(super) together: Option<Reach>,
    /// Whether records are written.
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
        let reach = self.together?;
        let told = |done, all| self.tasks.advance(done, all);
        let mut others = self.lines.gather(block, read);
        let count = |budget: &Budget<'_>| {
            self.counter
                .count_all(&self.lines.clues, reach, budget, &told)
        };
        let counts = self.context.with_budget(&self.args.search, count);
        self.lines
            .reject_contradictions(&mut others, block, read, |index| counts[index].number == 0);
        // What is not finished when Ctrl-C is pressed is no result; but so much is known.
        let finished = counts
            .iter()
            .position(|count| count.short == Some(Short::Stopped(StopReason::Flag)));
        if let Some(index) = finished {
            let place = format!("{}:{}: ", block.origin.name, self.lines.line(index));
            super::say_interrupted(
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
                    text.record(lines.line(index), |body| record(count, body));
                } else {
                    number(count, &mut text.bytes);
                }
                code = code.or_worse(super::judge(self.args, *count, false));
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

/// Appends a number and a line end.
fn number(count: &Count, text: &mut Vec<u8>) {
    match u64::try_from(count.number) {
        Ok(number @ 0..10) => text.push(b'0' + number as u8),
        _ => text.extend_from_slice(count.number.to_string().as_bytes()),
    }
    text.push(b'\n');
}

/// Appends the fields of a record, as `Report` gives them of an exact count.
fn record(count: &Count, body: &mut Vec<u8>) {
    let status = Status::from_count(count.number).name();
    let method = count.method.name();
    // Writing to memory does not fail.
    let _ = write!(
        body,
        ",\"status\":\"{status}\",\"count\":\"{}\",\"exact\":true,\"method\":\"{method}\"",
        count.number
    );
}
