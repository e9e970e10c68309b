//! Plain lines of a block, counted together: the same numbers as one by one, those with few solutions at the speed of solving.

use std::sync::Arc;

use ndoku::count::{Count, Counter, Reach, Short};
use ndoku::{Budget, StopReason};

use super::Counted;
use crate::args;
use crate::batch::{Job, Lines, Lump, Part, Worker};
use crate::context::{Code, Context};
use crate::lines::PlainLines;
use crate::progress::{Tasks, grouped};
use crate::stream::{Block, Origin};

/// Blocks of this size are counted in lumps: some hundreds of puzzles, since each of them may take seconds, and the first numbers shall come soon.
pub(super) const BLOCK: usize = 1 << 15;

/// The answers about some plain lines that follow each other.
pub(super) struct Bulk {
    /// What is to be written.
    pub(super) text: Vec<u8>,
    /// What `--expect` says.
    pub(super) code: Code,
    lines: usize,
    /// Where they stand.
    pub(super) origin: Arc<Origin>,
}

impl Lump for Bulk {
    fn count(&self) -> usize {
        self.lines
    }
}

/// A worker that counts one by one as `one` does, and plain lines in lumps if `together` says how far.
pub(super) struct Counting<'a, F> {
    pub(super) context: &'a Context,
    pub(super) args: &'a args::Count,
    pub(super) counter: Counter<'a>,
    pub(super) one: F,
    /// How far to count in lumps: to the end, so that there is nothing to remark.
    pub(super) together: Option<Reach>,
    pub(super) tasks: &'a Tasks,
    pub(super) lines: PlainLines,
}

impl<'a, F: FnMut(&mut Counter<'a>, &Job) -> Option<Counted>> Worker for Counting<'a, F> {
    type Answer = Option<Counted>;
    type Answers = Bulk;

    fn one(&mut self, job: &Job) -> Option<Counted> {
        (self.one)(&mut self.counter, job)
    }

    fn many(&mut self, block: &mut Block, read: Lines<'_>) -> Option<Vec<Part<Self::Answer, Bulk>>> {
        let reach = self.together?;
        let told = |done, all| self.tasks.advance(done, all);
        let mut others = self.lines.gather(block, read);
        let count = |budget: &Budget<'_>| self.counter.count_all(&self.lines.clues, reach, budget, &told);
        let counts = self.context.with_budget(&self.args.work, count);
        self.lines.refuse_contradictions(&mut others, block, read, |index| counts[index].number == 0);
        // What is not finished when Ctrl-C is pressed is no result; but so much is known.
        let finished = counts.iter().position(|count| count.short == Some(Short::Stopped(StopReason::Flag)));
        if let Some(index) = finished {
            let place = format!("{}:{}: ", block.origin.name, self.lines.line(index));
            super::say_interrupted(self.context, &place, &format!("at least {}", grouped(counts[index].number)));
        }
        let finished = finished.unwrap_or(counts.len());
        let mut spare = std::mem::take(&mut block.bytes);
        let origin = &block.origin;
        let write = |from: usize, to: usize| write(self.args, &counts[from..to], std::mem::take(&mut spare), origin);
        let interrupted = || self.context.is_interrupted();
        let one = |job: &Job| (!interrupted()).then(|| (self.one)(&mut self.counter, job)).filter(|_| !interrupted());
        Some(others.parts(finished, write, one))
    }
}

/// The numbers, a line each, written into this memory.
fn write(args: &args::Count, counts: &[Count], mut text: Vec<u8>, origin: &Arc<Origin>) -> Bulk {
    text.clear();
    let mut code = Code::Done;
    for count in counts {
        match u64::try_from(count.number) {
            Ok(number @ 0..10) => text.push(b'0' + number as u8),
            _ => text.extend_from_slice(count.number.to_string().as_bytes()),
        }
        text.push(b'\n');
        code = code.and(super::judge(args, *count, false));
    }
    Bulk { text, code, lines: counts.len(), origin: Arc::clone(origin) }
}
