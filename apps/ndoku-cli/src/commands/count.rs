//! `ndoku count`: the number of solutions of each puzzle, exactly where that can be had.

use std::num::NonZeroUsize;
use std::time::Instant;

use ndoku::StopReason;
use ndoku::count::{self, Cores, Counter, Method, Reach, Short};
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
    /// The same as `count`, if it is not exact.
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    method: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
}

/// What came of a puzzle.
#[derive(Copy, Clone)]
struct Counted {
    count: count::Count,
    seconds: f64,
}

/// The word in a record of JSON.
const fn name(short: Short) -> &'static str {
    match short {
        Short::Limit => "limit",
        Short::Stopped(StopReason::Time) => "timeout",
        Short::Stopped(StopReason::Guesses) => "guesses",
        Short::Stopped(StopReason::Flag) => "interrupted",
        Short::Stopped(StopReason::Unsupported) => "unsupported",
        Short::Stopped(StopReason::Fault) => "fault",
    }
}

/// The sentence why there may be more.
fn why(short: Short, method: Method) -> String {
    match short {
        Short::Limit if method == Method::Search => "more than the limit (--limit 0 for none)".to_owned(),
        Short::Limit => "more than the limit".to_owned(),
        Short::Stopped(reason) => reason.to_string(),
    }
}

/// The cores that all counts of a run share.
pub(super) fn cores(threads: Option<NonZeroUsize>) -> (NonZeroUsize, Cores) {
    let threads = threads.or_else(|| std::thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN);
    (threads, Cores::new(threads))
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
    // One count may take minutes: the bar is shown beside results too, and makes room for each.
    let mut progress = Progress::new(context, false);
    let tasks = progress.tasks();
    let mut code = Code::Done;
    let reach = match args.limit {
        None => Reach::default(),
        Some(0) => Reach::ALL,
        Some(limit) => Reach::up_to(limit),
    };
    let (threads, cores) = cores(args.work.threads);
    let worker = || {
        let mut counter = Counter::new(&cores).with_isa(args.work.isa);
        let tasks = &tasks;
        move |job: &Job| match &job.item {
            Item::Puzzle(record) => {
                let began = Instant::now();
                let told = |done, all| tasks.advance(done, all);
                let count = context.with_budget(&args.work, |budget| counter.count(&record.puzzle, reach, budget, &told));
                if count.short == Some(Short::Stopped(StopReason::Flag)) {
                    // What is not finished when Ctrl-C is pressed is no result; but so much is known.
                    context.say(&format!("{}at least {}: interrupted", job.place(), grouped(count.number)));
                }
                Some(Counted { count, seconds: began.elapsed().as_secs_f64() })
            }
            _ => None,
        }
    };
    let consume = |job: Job, counted: Option<Counted>| {
        if let Some(Counted { count, seconds }) = counted {
            code = code.and(judge(args, count));
            tasks.aside(|| {
                if let Some(short) = count.short {
                    context.say(&format!("{}at least {}: {}", job.place(), grouped(count.number), why(short, count.method)));
                }
                context.detail(&format!("{}{}: {}, {seconds:.3} s", job.place(), grouped(count.number), count.method));
            });
        }
        let number = counted.map(|counted| counted.count.number.to_string());
        let text = if json {
            let count = counted.map(|counted| counted.count);
            let exact = count.is_some_and(|count| count.is_exact());
            let report = Report {
                n: job.number,
                line: job.line,
                exact,
                at_least: number.clone().filter(|_| !exact),
                count: number,
                method: count.map(|count| count.method.name()),
                // Microseconds are enough.
                seconds: counted.map(|counted| (counted.seconds * 1e6).round() / 1e6),
                reason: count.map_or(Some("invalid"), |count| count.short.map(name)),
            };
            serde_json::to_string(&report).unwrap_or_default()
        } else {
            number.unwrap_or_else(|| "invalid".to_owned())
        };
        tasks.aside(|| sink.write(&(text + "\n")))
    };
    let input_code = batch::run(context, &args.input, Some(threads), &mut progress, Job::refuse_conflicts, worker, consume);
    code.and(input_code).and(sink.close(context))
}

/// Whether a count is what was expected; reaching a limit beyond an expected number is a clear "no".
fn judge(args: &Count, count::Count { number, short, .. }: count::Count) -> Code {
    let unfinished = match short {
        None => Code::Done,
        Some(Short::Stopped(StopReason::Fault)) => return Code::Fault,
        Some(_) => Code::Limit,
    };
    match args.expect {
        None => unfinished,
        Some(Expect::Solvable) if number > 0 => Code::Done,
        Some(Expect::Exactly(wanted)) if number == wanted && short.is_none() => Code::Done,
        Some(Expect::Exactly(wanted)) if number <= wanted && short.is_some() => Code::Limit,
        Some(Expect::Solvable) if short.is_some() => Code::Limit,
        Some(_) => Code::Negative,
    }
}
