//! `count`: the number of solutions of each puzzle.

use std::num::NonZeroUsize;

use ndoku::count::{Count, CountLimit, Counter, Incomplete};
use ndoku::format::ReadOptions;
use ndoku::table::RowStatus;
use ndoku::{Layout, Puzzle, ThreadBudget};

use crate::block::{Block, RowKind, to_numbers};
use crate::interrupts::Interrupts;
use crate::options::Options;
use crate::output::{Output, Value};
use crate::rows::Row;
use crate::status::read_puzzle;
use crate::worker::Worker;

pub(crate) fn worker(options: &Options) -> Box<dyn Worker> {
    Box::new(CountWorker {
        threads: ThreadBudget::new(NonZeroUsize::MIN),
        read: options.read_options(),
        limit: options.limit,
        has_seconds: options.seconds.is_some(),
    })
}

struct CountWorker {
    /// The thread of this worker alone.
    threads: ThreadBudget,
    read: ReadOptions,
    limit: Option<u64>,
    has_seconds: bool,
}

impl Worker for CountWorker {
    fn answer(&mut self, block: &Block<'_>, interrupts: &Interrupts<'_>, out: &mut Output) {
        let limit = self.limit.map_or(CountLimit::UNLIMITED, CountLimit::new);
        let mut counts = self
            .count_plain(&block.plain, limit, interrupts)
            .into_iter();
        let mut counter = Counter::new(&self.threads);
        for row in 0..block.len() {
            match block.kind(row) {
                RowKind::Null => out.push_null(),
                RowKind::Plain => {
                    if let Some(count) = counts.next() {
                        push(count, out);
                    }
                }
                RowKind::Other => match read_puzzle(block.text(row), &self.read) {
                    Some(puzzle) => {
                        let count = interrupts.with_budget(|budget| {
                            counter.count(&puzzle, limit, budget, &|_, _| {})
                        });
                        push(to_answer(count), out);
                    }
                    None => out.push(RowStatus::Invalid, &[]),
                },
            }
        }
    }
}

/// A number of solutions, whether there are no more, and whether the search was stopped.
type Answer = (u128, bool, bool);

impl CountWorker {
    fn count_plain(
        &self,
        plain: &[Row],
        limit: CountLimit,
        interrupts: &Interrupts<'_>,
    ) -> Vec<Answer> {
        let mut counter = Counter::new(&self.threads);
        if !self.has_seconds {
            let counts = interrupts
                .with_free_budget(|budget| counter.count_batch(plain, limit, budget, &|_, _| {}));
            return counts.into_iter().map(to_answer).collect();
        }
        let layout = Layout::classic();
        let rows = plain.iter().map(|row| {
            // Digits from 0 to 9 make a puzzle.
            let Ok(puzzle) = Puzzle::from_array(&layout, &to_numbers(row)) else {
                return (0, false, true);
            };
            let count =
                interrupts.with_budget(|budget| counter.count(&puzzle, limit, budget, &|_, _| {}));
            to_answer(count)
        });
        rows.collect()
    }
}

fn to_answer(count: Count) -> Answer {
    let is_stopped = matches!(count.incomplete, Some(Incomplete::Stopped(_)));
    (count.number, count.is_exact(), is_stopped)
}

fn push((number, is_exact, is_stopped): Answer, out: &mut Output) {
    let status = match number {
        _ if is_stopped => RowStatus::Unfinished,
        0 => RowStatus::Unsolvable,
        1 if is_exact => RowStatus::Unique,
        _ => RowStatus::Multiple,
    };
    let text = number.to_string();
    out.push(
        status,
        &[
            u64::try_from(number).map_or(Value::Null, Value::U64),
            Value::Bool(is_exact),
            Value::Text(text.as_bytes()),
        ],
    );
}
