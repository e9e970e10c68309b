//! Records of JSON with long lists of solutions: written while the solutions are found, so that
//! nothing is collected.
//!
//! ```text
//! {"n":1,"line":1,              known before
//! "list":["5346…","5347…", … ]  as they come
//! "status":"multiple",…}        known at the end
//! ```
//!
//! The fields are those of [`SolveReport`](super::SolveReport), in another order.

use std::ops::ControlFlow;

use ndoku::format::Record;
use ndoku::{Budget, Digit, Interrupted, Solver, Stats, StopReason};
use serde::Serialize;

use super::{SolveOutcome, Status, StatusCounts, format_guesses};
use crate::args::Solve;
use crate::batch;
use crate::context::Context;
use crate::error::CliError;
use crate::exit_code::ExitCode;
use crate::json;
use crate::output_format;
use crate::progress::group_thousands;
use crate::sink::Sink;
use crate::work_item::WorkItem;

/// The fields before the list.
#[derive(Serialize)]
struct RecordHead<'a> {
    n: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    line: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
}

/// The fields after the list.
#[derive(Serialize)]
struct RecordTail {
    status: Status,
    solutions: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<String>,
    more: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    guesses: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
}

/// Writes a record for each puzzle, with at most `limit` solutions in its list.
pub(super) fn run(
    context: &Context,
    args: &Solve,
    limit: u64,
    solver: Solver,
) -> Result<ExitCode, CliError> {
    let options = batch::read_options(context, &args.input)?;
    let mut run = ListingRun {
        context,
        args,
        limit,
        solver,
        sink: Sink::open(args.output.path())?,
        counts: StatusCounts::default(),
        code: ExitCode::Done,
    };
    batch::for_each_item(context, &args.input, &options, &mut |item| {
        run.write_item(item)
    });
    let ListingRun {
        sink,
        counts,
        mut code,
        ..
    } = run;
    if counts.total() > 1 {
        context.info(&counts.summary());
    }
    if context.is_interrupted() {
        context.messages.print_line(&format!(
            "interrupted in puzzle {}",
            group_thousands(counts.total())
        ));
        code = code.or_worse(ExitCode::Interrupted);
    }
    Ok(code.or_worse(sink.close(context)))
}

/// The state of a run: what was written so far, and the exit code.
struct ListingRun<'a> {
    context: &'a Context,
    args: &'a Solve,
    limit: u64,
    solver: Solver,
    sink: Sink,
    counts: StatusCounts,
    code: ExitCode,
}

impl ListingRun<'_> {
    fn write_item(&mut self, mut item: WorkItem) -> ControlFlow<()> {
        let context = self.context;
        item.reject_conflicts();
        self.code = self.code.or_worse(item.report_error(context));
        // A source that cannot be opened is not a puzzle.
        if item.is_unopened() {
            return ControlFlow::Continue(());
        }
        let Ok(record) = &item.record else {
            let outcome = SolveOutcome::with_status(Status::Invalid);
            self.code = self.code.or_worse(self.counts.add(&outcome, true));
            return self.sink.write_any(json::invalid(&item, &self.args.input));
        };
        let listed = context.with_budget(&self.args.search, |budget| {
            let mut list = ListWriter {
                sink: &mut self.sink,
                limit: self.limit,
                found: 0,
                more: false,
                first: None,
                verbose: context.verbose,
            };
            let with_file = self.args.input.inputs.len() > 1;
            list.write_list(&mut self.solver, &item, record, with_file, budget)
        });
        self.code = self.code.or_worse(self.counts.add(&listed.outcome, true));
        listed.report(context, &item);
        if listed.outcome.stopped == Some(StopReason::Canceled) {
            ControlFlow::Break(())
        } else {
            listed.flow
        }
    }
}

/// Writes the list of a puzzle's solutions.
struct ListWriter<'a> {
    sink: &'a mut Sink,
    limit: u64,
    found: u64,
    more: bool,
    first: Option<String>,
    verbose: bool,
}

/// The outcome of a puzzle whose solutions were written.
struct ListOutcome {
    found: u64,
    /// The outcome, without its solutions.
    outcome: SolveOutcome,
    flow: ControlFlow<()>,
}

impl ListWriter<'_> {
    fn write_list(
        &mut self,
        solver: &mut Solver,
        item: &WorkItem,
        record: &Record,
        with_file: bool,
        budget: &Budget<'_>,
    ) -> ListOutcome {
        let file = item
            .source
            .as_ref()
            .map(|source| source.name.as_str())
            .filter(|_| with_file);
        let head = to_json(&RecordHead {
            n: item.number(),
            file,
            line: item.line,
            id: record.metadata.id.as_deref(),
        });
        let mut flow = self
            .sink
            .write(&format!("{},\"list\":[", head.trim_end_matches('}')));
        let searched = solver.for_each_solution(&record.puzzle, budget, &mut |digits| {
            flow = self.write_solution(record, digits);
            flow
        });
        let (stats, stopped) = match searched {
            Ok(stats) => (stats, None),
            Err(Interrupted { reason, stats, .. }) => (stats, Some(reason)),
        };
        let status = match self.found + u64::from(self.more) {
            _ if stopped.is_some() => Status::Stopped,
            0 => Status::Unsolvable,
            1 => Status::Unique,
            _ => Status::Multiple,
        };
        let outcome = SolveOutcome {
            more: self.more,
            stats,
            stopped,
            ..SolveOutcome::with_status(status)
        };
        let tail = RecordTail {
            status,
            solutions: self.found.to_string(),
            solution: self.first.take(),
            more: self.more,
            guesses: self.verbose.then_some(outcome.stats.guesses),
            reason: stopped.map(StopReason::name),
        };
        let ended = self
            .sink
            .write(&format!("],{}\n", to_json(&tail).trim_start_matches('{')));
        ListOutcome {
            found: self.found,
            outcome,
            flow: ended,
        }
    }

    /// Writes a solution. Ends the search after the last one that is wanted.
    fn write_solution(&mut self, record: &Record, digits: &[Digit]) -> ControlFlow<()> {
        if self.found == self.limit {
            self.more = true;
            return ControlFlow::Break(());
        }
        let line = output_format::format_digits(&record.puzzle, digits);
        let comma = if self.found == 0 { "" } else { "," };
        self.found += 1;
        self.sink.write(&format!("{comma}{}", to_json(&line)))?;
        self.first.get_or_insert(line);
        ControlFlow::Continue(())
    }
}

impl ListOutcome {
    /// Prints the number of solutions on standard error.
    fn report(&self, context: &Context, item: &WorkItem) {
        let prefix = item.prefix();
        let Stats { guesses, .. } = self.outcome.stats;
        match self.outcome.stopped {
            Some(StopReason::Canceled) => {}
            Some(reason) => context.messages.print_line(&format!(
                "{prefix}given up: {reason}, after {}",
                format_guesses(guesses)
            )),
            None => {
                let more = if self.outcome.more {
                    ", and there are more (--limit 0 shows all)"
                } else {
                    ""
                };
                context.info(&format!(
                    "{prefix}solutions: {}{more}",
                    group_thousands(self.found)
                ));
            }
        }
    }
}

fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
