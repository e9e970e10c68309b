//! `ndoku count`: the number of solutions of each puzzle: exactly where that can be had, else at least how many and about how many.

mod report;
mod worker;

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use ndoku::count::{
    Cores, Count as Number, Counter, Effort, Estimate, Estimated, GUESSES_FIRST, Magnitude, Method,
    Reach, SEARCH_FIRST, Short, has_method,
};
use ndoku::{Budget, Puzzle, StopReason};
use report::Report;
use worker::CountWorker;

use crate::args::{Count, Expect, RunOptions, SearchOptions};
use crate::batch::{BatchRun, Item, ItemResult, Job};
use crate::context::Context;
use crate::exit_code::ExitCode;
use crate::json;
use crate::line_batch::LineBatch;
use crate::progress::{Progress, TaskProgress, group_thousands};
use crate::sink::Sink;

/// An estimate takes about so long, unless --timeout or --samples say otherwise.
const ESTIMATING: Duration = Duration::from_secs(5);

/// What came of a puzzle.
struct Counted {
    /// What is known for certain.
    count: Number,
    /// What was estimated, if it was tried.
    about: Option<Estimated>,
    /// What that depends on.
    seed: u64,
    seconds: f64,
}

impl Counted {
    fn is_exact(&self) -> bool {
        self.count.is_exact()
    }

    /// Whether there are more than so many, as far as an estimate can tell.
    fn is_beyond(&self, number: u64) -> bool {
        self.estimate().is_some_and(|estimate| {
            estimate
                .interval
                .0
                .compare(Magnitude::new(number as f64))
                .is_gt()
        })
    }

    fn estimate(&self) -> Option<&Estimate> {
        self.about.as_ref()?.estimate.as_ref().ok()
    }
}

pub(crate) fn run(context: &Context, args: &Count) -> ExitCode {
    let is_json = args.output.json;
    let mut sink = match Sink::open(context, args.output.path()) {
        Ok(sink) => sink,
        Err(code) => return code,
    };
    // One count may take minutes: the bar is shown beside results too, and makes room for each.
    let mut progress = Progress::new(context, false);
    let tasks = progress.task_progress();
    let mut code = ExitCode::Done;
    // Short enough to be typed again.
    let seed = args.seed.unwrap_or_else(|| fastrand::u64(..1_000_000_000));
    let reach = match args.limit {
        None => Reach::default(),
        Some(0) => Reach::ALL,
        Some(limit) => Reach::up_to(limit),
    };
    let asked = Asked {
        context,
        search: &args.search,
        reach,
        estimate: args.estimate,
        limited: args.limit.is_some(),
        samples: args.samples,
        seed,
    };
    let threads = args.search.run.threads();
    let cores = Cores::new(threads);
    // Every number of a lump is exact, and only the number and the method are told of it.
    let limited = args.search.run.timeout.is_some()
        || args.search.max_guesses.is_some()
        || args.limit.is_some_and(|limit| limit > 0);
    let together = (!args.estimate && !limited && !context.verbose).then_some(reach);
    let worker = || CountWorker {
        context,
        args,
        counter: Counter::new(&cores).with_isa(args.search.isa),
        answer_one: |counter: &mut Counter<'_>, job: &Job| match &job.item {
            Item::Puzzle(record) => Some(asked.count(counter, job, &record.puzzle, &tasks)),
            _ => None,
        },
        together,
        is_json,
        tasks: &tasks,
        lines: LineBatch::default(),
    };
    let block_size = together.map(|_| worker::BLOCK);
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
                code = code.or_worse(judge(
                    args,
                    counted.count,
                    counted.estimate().is_some() && args.estimate,
                ));
                tasks.suspend(|| say(context, &job, counted));
            }
            let text = match counted {
                Some(counted) if is_json => {
                    json::puzzle_record(&job, &args.input, Report::new(&counted, context.verbose))
                }
                Some(counted) => counted.text() + "\n",
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

/// Remarks about a puzzle.
fn say(context: &Context, job: &Job, counted: &Counted) {
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

/// What is asked about each puzzle.
struct Asked<'a> {
    context: &'a Context,
    search: &'a SearchOptions,
    reach: Reach,
    /// An estimate rather than a long count.
    estimate: bool,
    /// --limit says how far to search, and so nothing is estimated beyond it.
    limited: bool,
    samples: Option<usize>,
    seed: u64,
}

impl Asked<'_> {
    fn count(
        &self,
        counter: &mut Counter<'_>,
        job: &Job,
        puzzle: &Puzzle,
        tasks: &TaskProgress,
    ) -> Counted {
        let began = Instant::now();
        let told = |done, all| tasks.advance(done, all);
        let left = || {
            self.search
                .run
                .timeout
                .map(|timeout| timeout.saturating_sub(began.elapsed()))
        };
        let within = |timeout| SearchOptions {
            run: RunOptions {
                timeout,
                ..self.search.run
            },
            ..self.search.clone()
        };
        let first = Reach {
            searched: self.reach.searched.min(SEARCH_FIRST),
            ..self.reach
        };
        let mut count = if self.estimate {
            // An exact number that costs less than an estimate is worth more.
            let quick = |budget: &Budget<'_>| {
                counter.count(
                    puzzle,
                    Reach::up_to(SEARCH_FIRST),
                    &budget.max_guesses(GUESSES_FIRST),
                    &told,
                )
            };
            self.context.with_budget(self.search, quick)
        } else if self.limited {
            self.context.with_budget(self.search, |budget| {
                counter.count(puzzle, self.reach, budget, &told)
            })
        } else {
            // Where only a search is left, an estimate may have to follow it.
            let share = if has_method(puzzle) { 1 } else { 2 };
            self.context
                .with_budget(&within(left().map(|time| time / share)), |budget| {
                    counter.count(puzzle, first, budget, &told)
                })
        };
        let beyond = count.method == Method::Search
            && match count.short {
                Some(Short::Limit) => self.estimate || !self.limited,
                Some(Short::Stopped(StopReason::Time)) => !self.limited && !has_method(puzzle),
                Some(Short::Stopped(StopReason::Guesses)) => self.estimate,
                _ => false,
            };
        let mut about = None;
        if beyond {
            let left = left();
            let effort = match self.samples {
                Some(samples) => Effort::Samples(samples),
                // What is begun takes a moment to end.
                None if self.estimate => {
                    Effort::For(left.map_or(ESTIMATING, |left| left.mul_f64(0.95)))
                }
                None => {
                    Effort::For(left.map_or(ESTIMATING, |left| left.mul_f64(0.95).min(ESTIMATING)))
                }
            };
            match self.context.with_budget(&within(left), |budget| {
                counter.estimate(puzzle, effort, self.seed, budget, &told)
            }) {
                Ok(estimated) => about = Some(estimated),
                // Rules that are no houses leave what was found.
                Err(StopReason::Unsupported) if !self.estimate => {}
                Err(reason) => count.short = Some(Short::Stopped(reason)),
            }
        }
        let mut counted = Counted {
            count,
            about,
            seed: self.seed,
            seconds: 0.0,
        };
        // A search comes to its end only if there are few.
        if beyond
            && !self.estimate
            && !counted.is_beyond(self.reach.searched)
            && !self.context.is_interrupted()
        {
            let count = self.context.with_budget(&within(left()), |budget| {
                counter.count(puzzle, self.reach, budget, &told)
            });
            if count.is_exact() {
                counted.about = None;
            }
            if count.is_exact() || count.number >= counted.count.number {
                counted.count = count;
            }
        }
        counted.seconds = began.elapsed().as_secs_f64();
        // What is not finished when Ctrl-C is pressed is no result; but so much is known.
        if self.context.is_interrupted() && !counted.is_exact() {
            let known = counted
                .known()
                .unwrap_or_else(|| format!("at least {}", group_thousands(counted.count.number)));
            say_interrupted(self.context, &job.place(), &known);
        }
        counted
    }
}

/// Says what is known of a puzzle whose count was interrupted.
fn say_interrupted(context: &Context, place: &str, known: &str) {
    context.info(&format!("{place}{known}: interrupted"));
}

/// Whether a count is what was expected; reaching a limit beyond an expected number is a clear "no".
fn judge(args: &Count, Number { number, short, .. }: Number, estimated: bool) -> ExitCode {
    let unfinished = match short {
        None => ExitCode::Done,
        // So it was asked for.
        Some(_) if estimated => ExitCode::Done,
        Some(Short::Stopped(StopReason::Fault)) => return ExitCode::Fault,
        Some(_) => ExitCode::Limit,
    };
    match args.expect {
        None => unfinished,
        Some(Expect::Solvable) if number > 0 => ExitCode::Done,
        Some(Expect::Exactly(wanted)) if number == wanted && short.is_none() => ExitCode::Done,
        Some(Expect::Exactly(wanted)) if number <= wanted && short.is_some() => ExitCode::Limit,
        Some(Expect::Solvable) if short.is_some() => ExitCode::Limit,
        Some(_) => ExitCode::Negative,
    }
}
