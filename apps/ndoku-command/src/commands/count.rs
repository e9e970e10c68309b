//! `ndoku count`: the number of solutions of each puzzle, exact where feasible, otherwise a lower
//! bound or an estimate.

mod report;
mod worker;

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use ndoku::count::{
    Cores, Count as Number, CountLimit, Counter, Effort, Estimate, EstimateReport, Incomplete,
    Method, PRESEARCH_GUESSES, PRESEARCH_SOLUTIONS, WideFloat, has_method,
};
use ndoku::{Budget, Puzzle, StopReason};
use report::CountReport;
use worker::CountWorker;

use crate::args::{Count, Expect, RunOptions, SearchOptions};
use crate::batch::{BatchRun, Item, ItemResult, Job};
use crate::context::Context;
use crate::exit_code::ExitCode;
use crate::json;
use crate::line_batch::LineBatch;
use crate::progress::{Progress, TaskProgress, group_thousands};
use crate::sink::Sink;

/// Default time of an estimate; --timeout and --samples override it.
const DEFAULT_ESTIMATE_TIME: Duration = Duration::from_secs(5);

/// The result for a puzzle.
struct Counted {
    /// The exact count or lower bound.
    count: Number,
    /// The estimate, if it was tried.
    estimate_report: Option<EstimateReport>,
    /// The random seed of the estimate.
    seed: u64,
    seconds: f64,
}

impl Counted {
    fn is_exact(&self) -> bool {
        self.count.is_exact()
    }

    /// Returns `true` if an estimate shows that there are more solutions than `number`.
    fn is_beyond(&self, number: u64) -> bool {
        self.estimate().is_some_and(|estimate| {
            estimate
                .interval
                .0
                .compare(WideFloat::new(number as f64))
                .is_gt()
        })
    }

    fn estimate(&self) -> Option<&Estimate> {
        self.estimate_report.as_ref()?.estimate.as_ref().ok()
    }
}

pub(crate) fn run(context: &Context, args: &Count) -> ExitCode {
    let is_json = args.output.json;
    let mut sink = match Sink::open(context, args.output.path()) {
        Ok(sink) => sink,
        Err(code) => return code,
    };
    // One count can take minutes: the bar is shown together with results, and makes room for each.
    let mut progress = Progress::new(context, false);
    let tasks = progress.task_progress();
    let mut code = ExitCode::Done;
    // Short enough to be typed again.
    let seed = args.seed.unwrap_or_else(|| fastrand::u64(..1_000_000_000));
    let limit = match args.limit {
        None => CountLimit::default(),
        Some(0) => CountLimit::UNLIMITED,
        Some(limit) => CountLimit::new(limit),
    };
    let request = CountRequest {
        context,
        search: &args.search,
        limit,
        estimate: args.estimate,
        limited: args.limit.is_some(),
        samples: args.samples,
        seed,
    };
    let threads = args.search.run.threads();
    let cores = Cores::new(threads);
    // In a batch every number is exact, and only the number and the method are reported.
    let limited = args.search.run.timeout.is_some()
        || args.search.max_guesses.is_some()
        || args.limit.is_some_and(|limit| limit > 0);
    let batch_limit = (!args.estimate && !limited && !context.verbose).then_some(limit);
    let worker = || CountWorker {
        context,
        args,
        counter: Counter::new(&cores).with_isa(args.search.isa),
        answer_one: |counter: &mut Counter<'_>, job: &Job| match &job.item {
            Item::Puzzle(record) => Some(request.count(counter, job, &record.puzzle, &tasks)),
            _ => None,
        },
        batch_limit,
        is_json,
        tasks: &tasks,
        lines: LineBatch::default(),
    };
    let block_size = batch_limit.map(|_| worker::BLOCK);
    let run = BatchRun {
        context,
        input: &args.input,
        threads,
        prepare: Job::refuse_conflicts,
        earlier: None,
        block_size,
    };
    let input_code = run.for_each_result(&mut progress, worker, |part| match part {
        ItemResult::Single(job, counted) | ItemResult::LastAnswered(job, counted) => {
            if let Some(counted) = &counted {
                code = code.or_worse(check_expectation(
                    args,
                    counted.count,
                    counted.estimate().is_some() && args.estimate,
                ));
                tasks.suspend(|| print_remarks(context, &job, counted));
            }
            let text = match counted {
                Some(counted) if is_json => json::puzzle_record(
                    &job,
                    &args.input,
                    CountReport::new(&counted, context.verbose),
                ),
                Some(counted) => counted.number_text() + "\n",
                None if is_json => json::invalid(&job, &args.input).unwrap_or_default(),
                None => "invalid\n".to_owned(),
            };
            tasks.suspend(|| sink.write(&text))
        }
        ItemResult::Batch(mut batch) => {
            code = code.or_worse(batch.code);
            let flow = tasks.suspend(|| sink.write_bytes(batch.text.finish()));
            batch.origin.recycle(batch.text.bytes);
            flow
        }
        ItemResult::TooFewItems(_) | ItemResult::Mismatch(_) => ControlFlow::Continue(()),
    });
    code.or_worse(input_code).or_worse(sink.close(context))
}

/// Prints remarks about a puzzle.
fn print_remarks(context: &Context, job: &Job, counted: &Counted) {
    if let Some(remark) = counted.remark() {
        context.info(&format!("{}{remark}", job.place()));
    }
    let Counted { count, seconds, .. } = counted;
    let how = if counted.estimate().is_some() {
        "estimate".to_owned()
    } else {
        format!("{}: {}", group_thousands(count.number), count.method)
    };
    context.debug(&format!("{}{how}, {seconds:.3} s", job.place()));
}

/// The options of the count of each puzzle.
struct CountRequest<'a> {
    context: &'a Context,
    search: &'a SearchOptions,
    limit: CountLimit,
    /// `true` to prefer an estimate to a long count.
    estimate: bool,
    /// `true` if --limit ends the search, so that nothing beyond it is estimated.
    limited: bool,
    samples: Option<usize>,
    seed: u64,
}

impl CountRequest<'_> {
    fn count(
        &self,
        counter: &mut Counter<'_>,
        job: &Job,
        puzzle: &Puzzle,
        tasks: &TaskProgress,
    ) -> Counted {
        let start = Instant::now();
        let on_progress = |done, all| tasks.advance(done, all);
        let left = || {
            self.search
                .run
                .timeout
                .map(|timeout| timeout.saturating_sub(start.elapsed()))
        };
        let within = |timeout| SearchOptions {
            run: RunOptions {
                timeout,
                ..self.search.run
            },
            ..self.search.clone()
        };
        let first = CountLimit {
            max_searched: self.limit.max_searched.min(PRESEARCH_SOLUTIONS),
            ..self.limit
        };
        let mut count = if self.estimate {
            // An exact number that costs less than an estimate is better.
            let quick = |budget: &Budget<'_>| {
                counter.count(
                    puzzle,
                    CountLimit::new(PRESEARCH_SOLUTIONS),
                    &budget.max_guesses(PRESEARCH_GUESSES),
                    &on_progress,
                )
            };
            self.context.with_budget(self.search, quick)
        } else if self.limited {
            self.context.with_budget(self.search, |budget| {
                counter.count(puzzle, self.limit, budget, &on_progress)
            })
        } else {
            // If only a search is possible, time is reserved for an estimate after it.
            let share = if has_method(puzzle) { 1 } else { 2 };
            self.context
                .with_budget(&within(left().map(|time| time / share)), |budget| {
                    counter.count(puzzle, first, budget, &on_progress)
                })
        };
        let beyond = count.method == Method::Search
            && match count.incomplete {
                Some(Incomplete::Limit) => self.estimate || !self.limited,
                Some(Incomplete::Stopped(StopReason::Timeout)) => {
                    !self.limited && !has_method(puzzle)
                }
                Some(Incomplete::Stopped(StopReason::GuessLimit)) => self.estimate,
                _ => false,
            };
        let mut estimate_report = None;
        if beyond {
            let left = left();
            let effort = match self.samples {
                Some(samples) => Effort::Samples(samples),
                // Reserve some time, because runs end a little late.
                None if self.estimate => {
                    Effort::Time(left.map_or(DEFAULT_ESTIMATE_TIME, |left| left.mul_f64(0.95)))
                }
                None => Effort::Time(left.map_or(DEFAULT_ESTIMATE_TIME, |left| {
                    left.mul_f64(0.95).min(DEFAULT_ESTIMATE_TIME)
                })),
            };
            match self.context.with_budget(&within(left), |budget| {
                counter.estimate(puzzle, effort, self.seed, budget, &on_progress)
            }) {
                Ok(estimated) => estimate_report = Some(estimated),
                // For other rules, the result of the search remains.
                Err(StopReason::Unsupported) if !self.estimate => {}
                Err(reason) => count.incomplete = Some(Incomplete::Stopped(reason)),
            }
        }
        let mut counted = Counted {
            count,
            estimate_report,
            seed: self.seed,
            seconds: 0.0,
        };
        // A search can be complete only if there are few solutions.
        if beyond
            && !self.estimate
            && !counted.is_beyond(self.limit.max_searched)
            && !self.context.is_interrupted()
        {
            let count = self.context.with_budget(&within(left()), |budget| {
                counter.count(puzzle, self.limit, budget, &on_progress)
            });
            if count.is_exact() {
                counted.estimate_report = None;
            }
            if count.is_exact() || count.number >= counted.count.number {
                counted.count = count;
            }
        }
        counted.seconds = start.elapsed().as_secs_f64();
        // A puzzle interrupted by Ctrl-C has no result; report what is known.
        if self.context.is_interrupted() && !counted.is_exact() {
            let known = counted
                .interval_text()
                .unwrap_or_else(|| format!("at least {}", group_thousands(counted.count.number)));
            report_interrupted(self.context, &job.place(), &known);
        }
        counted
    }
}

/// Reports what is known of a puzzle whose count was interrupted.
fn report_interrupted(context: &Context, place: &str, known: &str) {
    context.info(&format!("{place}{known}: interrupted"));
}

/// Returns the exit code for `--expect`; a lower bound above an expected number is negative.
fn check_expectation(
    args: &Count,
    Number {
        number, incomplete, ..
    }: Number,
    estimated: bool,
) -> ExitCode {
    let unfinished = match incomplete {
        None => ExitCode::Done,
        // The estimate was requested.
        Some(_) if estimated => ExitCode::Done,
        Some(Incomplete::Stopped(StopReason::Internal)) => return ExitCode::Fault,
        Some(_) => ExitCode::Limit,
    };
    match args.expect {
        None => unfinished,
        Some(Expect::Solvable) if number > 0 => ExitCode::Done,
        Some(Expect::Exactly(wanted)) if number == wanted && incomplete.is_none() => ExitCode::Done,
        Some(Expect::Exactly(wanted)) if number <= wanted && incomplete.is_some() => {
            ExitCode::Limit
        }
        Some(Expect::Solvable) if incomplete.is_some() => ExitCode::Limit,
        Some(_) => ExitCode::Negative,
    }
}
