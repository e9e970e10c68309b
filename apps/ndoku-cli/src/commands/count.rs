//! `ndoku count`: the number of solutions of each puzzle.

use ndoku::{Solver, StopReason};
use serde::Serialize;

use crate::args::{Count, Expect};
use crate::batch::{self, Item, Job};
use crate::context::{Code, Context};
use crate::progress::{Progress, grouped};
use crate::render::Target;
use crate::sink::Sink;

/// A line of `--json`.
#[derive(Serialize)]
struct Report<'a> {
    n: usize,
    line: usize,
    /// Text, since a count may have more digits than a number of JSON can.
    count: Option<String>,
    exact: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
}

#[derive(Copy, Clone)]
struct Counted {
    count: u64,
    /// Why it is not all.
    short: Option<Short>,
}

#[derive(Copy, Clone)]
enum Short {
    Limit,
    Stopped(StopReason),
}

impl Short {
    fn name(self) -> &'static str {
        match self {
            Self::Limit => "limit",
            Self::Stopped(StopReason::Time) => "timeout",
            Self::Stopped(StopReason::Guesses) => "guesses",
            Self::Stopped(StopReason::Flag) => "interrupted",
            Self::Stopped(StopReason::Unsupported) => "unsupported",
            Self::Stopped(StopReason::Fault) => "fault",
        }
    }
}

pub(crate) fn run(context: &Context, args: &Count) -> Code {
    let json = match Target::is_json(context, &args.output, "count writes numbers") {
        Ok(json) => json,
        Err(code) => return code,
    };
    let mut sink = match Sink::open(context, args.output.output.as_deref()) {
        Ok(sink) => sink,
        Err(code) => return code,
    };
    let mut progress = Progress::new(context, sink.is_terminal());
    let mut code = Code::Done;
    let limit = if args.limit == 0 { u64::MAX } else { args.limit };
    let worker = || {
        let mut solver = Solver::new().with_isa(args.work.isa);
        move |job: &Job| match &job.item {
            Item::Puzzle(record) => {
                Some(context.with_budget(&args.work, |budget| match solver.engine(&record.puzzle).count(&record.puzzle, limit, budget) {
                    Ok(tally) => Counted { count: tally.count, short: tally.more.then_some(Short::Limit) },
                    Err(stopped) => Counted { count: stopped.stats.solutions, short: Some(Short::Stopped(stopped.reason)) },
                }))
            }
            _ => None,
        }
    };
    let input_code = batch::run(context, &args.input, args.work.threads, &mut progress, Job::refuse_conflicts, worker, |job, counted| {
        if let Some(counted) = counted {
            code = code.and(judge(args, counted));
            if let Some(short) = counted.short {
                let why = match short {
                    Short::Limit => "more than the limit (--limit 0 for none)".to_owned(),
                    Short::Stopped(reason) => reason.to_string(),
                };
                context.say(&format!("{}at least {}: {why}", job.place(), grouped(counted.count)));
            }
        }
        let text = if json {
            let report = Report {
                n: job.number,
                line: job.line,
                count: counted.map(|counted| counted.count.to_string()),
                exact: counted.is_some_and(|counted| counted.short.is_none()),
                reason: counted.map_or(Some("invalid"), |counted| counted.short.map(Short::name)),
            };
            serde_json::to_string(&report).unwrap_or_default()
        } else {
            counted.map_or_else(|| "invalid".to_owned(), |counted| counted.count.to_string())
        };
        sink.write(&(text + "\n"))
    });
    code.and(input_code).and(sink.close(context))
}

/// Whether a count is what was expected; reaching a limit beyond an expected number is a clear "no".
fn judge(args: &Count, Counted { count, short }: Counted) -> Code {
    let unfinished = match short {
        None => Code::Done,
        Some(Short::Stopped(StopReason::Fault)) => return Code::Fault,
        Some(_) => Code::Limit,
    };
    match args.expect {
        None => unfinished,
        Some(Expect::Solvable) if count > 0 => Code::Done,
        Some(Expect::Exactly(wanted)) if count == wanted && short.is_none() => Code::Done,
        Some(Expect::Exactly(wanted)) if count <= wanted && short.is_some() => Code::Limit,
        Some(Expect::Solvable) if short.is_some() => Code::Limit,
        Some(_) => Code::Negative,
    }
}
