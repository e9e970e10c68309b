//! `ndoku count`: the number of solutions of each puzzle, exact where feasible, otherwise a lower
//! bound or an estimate.

mod report;
mod worker;

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use ndoku::count::{
    Count as Number, CountLimit, CountMethod, Counter, Effort, Estimate, EstimateReport,
    Incomplete, PRESEARCH_GUESSES, PRESEARCH_SOLUTIONS, WideFloat, has_method,
};
use ndoku::format::Record;
use ndoku::{Budget, Puzzle, StopReason, ThreadBudget};
use report::CountReport;
use worker::{CountBatch, CountWorker};

use crate::args::{Count, Expect, RunOptions, SearchOptions};
use crate::batch::{InputRun, WorkResult};
use crate::context::Context;
use crate::error::CliError;
use crate::exit_code::ExitCode;
use crate::json;
use crate::line_batch::LineBatch;
use crate::progress::{Progress, TaskProgress, group_thousands};
use crate::random_seed::random_seed;
use crate::sink::Sink;
use crate::work_item::{ItemResult, WorkItem};

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

pub(crate) fn run(context: &Context, args: &Count) -> Result<ExitCode, CliError> {
    let sink = Sink::open(args.output.path())?;
    // One count can take minutes: the bar is shown together with results, and makes room for each.
    let mut progress = Progress::new(context, false);
    let tasks = progress.task_progress();
    let request = CountRequest::new(context, args);
    let threads = args.search.run.threads();
    let thread_budget = ThreadBudget::new(threads);
    // In a batch every number is exact, and only the number and the method are reported.
    let has_limit = args.search.run.timeout.is_some()
        || args.search.max_guesses.is_some()
        || args.limit.is_some_and(|limit| limit > 0);
    let batch_limit = (!args.estimate && !has_limit && !context.verbose).then_some(request.limit);
    let worker = || CountWorker {
        context,
        args,
        counter: Counter::new(&thread_budget).with_isa(args.search.isa),
        answer_one: |counter: &mut Counter<'_>, item: &WorkItem, record: &Record| {
            request.count(counter, item, &record.puzzle, &tasks)
        },
        batch_limit,
        is_json: args.output.json,
        tasks: &tasks,
        lines: LineBatch::default(),
    };
    let batches = InputRun {
        context,
        input: &args.input,
        threads,
        prepare: WorkItem::reject_conflicts,
        earlier: None,
        block_size: batch_limit.map(|_| worker::BLOCK),
    };
    let mut run = CountRun {
        context,
        args,
        tasks: &tasks,
        sink,
        code: ExitCode::Done,
    };
    let input_code = batches.for_each_result(&mut progress, worker, |result| match result {
        WorkResult::Item(result) | WorkResult::LastEarlier(result) => run.write_count(&result),
        WorkResult::Batch(batch) => run.write_batch(batch),
        WorkResult::Refused(_) => ControlFlow::Break(()),
    });
    let CountRun { sink, code, .. } = run;
    if code == ExitCode::Negative {
        context.info("the number of solutions of a puzzle differs from --expect");
    }
    Ok(code.or_worse(input_code).or_worse(sink.close(context)))
}

/// The state of a run: what was written so far, and the exit code.
struct CountRun<'a> {
    context: &'a Context,
    args: &'a Count,
    tasks: &'a TaskProgress,
    sink: Sink,
    code: ExitCode,
}

impl CountRun<'_> {
    fn write_count(&mut self, result: &ItemResult<Counted>) -> ControlFlow<()> {
        let (context, args) = (self.context, self.args);
        let ItemResult { item, answer } = result;
        if let Some(counted) = answer {
            let is_estimate = counted.estimate().is_some() && args.estimate;
            self.code = self
                .code
                .or_worse(check_expectation(args, counted.count, is_estimate));
            self.tasks.suspend(|| print_remarks(context, item, counted));
        }
        let text = match answer {
            Some(counted) if args.output.json => {
                let report = CountReport::new(counted, context.verbose);
                json::puzzle_record(item, &args.input, report)
            }
            Some(counted) => counted.number_text() + "\n",
            None if args.output.json => json::invalid(item, &args.input).unwrap_or_default(),
            None => "invalid\n".to_owned(),
        };
        self.tasks.suspend(|| self.sink.write(&text))
    }

    fn write_batch(&mut self, mut batch: CountBatch) -> ControlFlow<()> {
        self.code = self.code.or_worse(batch.code);
        let flow = self
            .tasks
            .suspend(|| self.sink.write_bytes(batch.text.finish()));
        batch.origin.recycle(batch.text.bytes);
        flow
    }
}

/// Prints remarks about a puzzle.
fn print_remarks(context: &Context, item: &WorkItem, counted: &Counted) {
    if let Some(remark) = counted.remark() {
        context.info(&format!("{}{remark}", item.prefix()));
    }
    let Counted { count, seconds, .. } = counted;
    let how = if counted.estimate().is_some() {
        "estimate".to_owned()
    } else {
        format!("{}: {}", group_thousands(count.number), count.method)
    };
    context.debug(&format!("{}{how}, {seconds:.3} s", item.prefix()));
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

impl<'a> CountRequest<'a> {
    fn new(context: &'a Context, args: &'a Count) -> Self {
        Self {
            context,
            search: &args.search,
            limit: match args.limit {
                None => CountLimit::default(),
                Some(0) => CountLimit::UNLIMITED,
                Some(limit) => CountLimit::new(limit),
            },
            estimate: args.estimate,
            limited: args.limit.is_some(),
            samples: args.samples,
            seed: args.seed.unwrap_or_else(random_seed),
        }
    }

    fn count(
        &self,
        counter: &mut Counter<'_>,
        item: &WorkItem,
        puzzle: &Puzzle,
        tasks: &TaskProgress,
    ) -> Counted {
        let mut one = CountOfPuzzle {
            request: self,
            counter,
            puzzle,
            tasks,
            start: Instant::now(),
        };
        let mut count = one.search_first();
        let is_beyond = one.is_beyond(&count);
        let mut estimate_report = None;
        if is_beyond {
            match one.estimate() {
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
        if is_beyond
            && !self.estimate
            && !counted.is_beyond(self.limit.max_searched)
            && !self.context.is_interrupted()
        {
            one.search_again(&mut counted);
        }
        counted.seconds = one.start.elapsed().as_secs_f64();
        // A puzzle interrupted by Ctrl-C has no result; report what is known.
        if self.context.is_interrupted() && !counted.is_exact() {
            let known = counted
                .interval_text()
                .unwrap_or_else(|| format!("at least {}", group_thousands(counted.count.number)));
            report_interrupted(self.context, &item.prefix(), &known);
        }
        counted
    }
}

/// The count of one puzzle, which can take several searches.
struct CountOfPuzzle<'a, 'b> {
    request: &'a CountRequest<'a>,
    counter: &'a mut Counter<'b>,
    puzzle: &'a Puzzle,
    tasks: &'a TaskProgress,
    start: Instant,
}

impl CountOfPuzzle<'_, '_> {
    /// Returns the time that is left; `None` without a timeout.
    fn time_left(&self) -> Option<Duration> {
        let timeout = self.request.search.run.timeout?;
        Some(timeout.saturating_sub(self.start.elapsed()))
    }

    /// Returns the options with another timeout.
    fn options_within(&self, timeout: Option<Duration>) -> SearchOptions {
        let search = self.request.search;
        SearchOptions {
            run: RunOptions {
                timeout,
                ..search.run
            },
            ..search.clone()
        }
    }

    fn search(&mut self, limit: CountLimit, budget: &Budget<'_>) -> Number {
        let tasks = self.tasks;
        self.counter
            .count(self.puzzle, limit, budget, &|done, all| {
                tasks.advance(done, all);
            })
    }

    /// Searches for a short time, or up to the limit of the options.
    fn search_first(&mut self) -> Number {
        let CountRequest {
            context,
            search,
            limit,
            ..
        } = *self.request;
        if self.request.estimate {
            // An exact number that costs less than an estimate is better.
            return context.with_budget(search, |budget| {
                self.search(
                    CountLimit::new(PRESEARCH_SOLUTIONS),
                    &budget.max_guesses(PRESEARCH_GUESSES),
                )
            });
        }
        if self.request.limited {
            return context.with_budget(search, |budget| self.search(limit, budget));
        }
        let first = CountLimit {
            max_searched: limit.max_searched.min(PRESEARCH_SOLUTIONS),
            ..limit
        };
        // If only a search is possible, time is reserved for an estimate after it.
        let share = if has_method(self.puzzle) { 1 } else { 2 };
        let options = self.options_within(self.time_left().map(|time| time / share));
        context.with_budget(&options, |budget| self.search(first, budget))
    }

    /// Returns `true` if there are more solutions than the first search could count, and an
    /// estimate may follow.
    fn is_beyond(&self, count: &Number) -> bool {
        let CountRequest {
            estimate, limited, ..
        } = *self.request;
        count.method == CountMethod::Search
            && match count.incomplete {
                Some(Incomplete::Limit) => estimate || !limited,
                Some(Incomplete::Stopped(StopReason::Timeout)) => {
                    !limited && !has_method(self.puzzle)
                }
                Some(Incomplete::Stopped(StopReason::GuessLimit)) => estimate,
                _ => false,
            }
    }

    fn estimate(&mut self) -> Result<EstimateReport, StopReason> {
        let request = self.request;
        let left = self.time_left();
        // Reserve some time, because runs end a little late.
        let time = left.map_or(DEFAULT_ESTIMATE_TIME, |left| left.mul_f64(0.95));
        let effort = match request.samples {
            Some(samples) => Effort::Samples(samples),
            None if request.estimate => Effort::Time(time),
            None => Effort::Time(time.min(DEFAULT_ESTIMATE_TIME)),
        };
        let tasks = self.tasks;
        let on_progress = |done, all| tasks.advance(done, all);
        let options = self.options_within(left);
        request.context.with_budget(&options, |budget| {
            self.counter
                .estimate(self.puzzle, effort, request.seed, budget, &on_progress)
        })
    }

    /// Searches up to the limit, and keeps the better one of both results.
    fn search_again(&mut self, counted: &mut Counted) {
        let request = self.request;
        let options = self.options_within(self.time_left());
        let count = request
            .context
            .with_budget(&options, |budget| self.search(request.limit, budget));
        if count.is_exact() {
            counted.estimate_report = None;
        }
        if count.is_exact() || count.number >= counted.count.number {
            counted.count = count;
        }
    }
}

/// Reports what is known of a puzzle whose count was interrupted.
fn report_interrupted(context: &Context, prefix: &str, known: &str) {
    context.info(&format!("{prefix}{known}: interrupted"));
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
        Some(Incomplete::Stopped(StopReason::Internal)) => return ExitCode::Internal,
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
