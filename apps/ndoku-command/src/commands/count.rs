//! `ndoku count`: the number of solutions of each puzzle: exactly where that can be had, else at least how many and about how many.

mod bulk;
mod report;

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use bulk::Counting;
use ndoku::count::{
    Cores, Count as Number, CountLimit, Counter, Effort, Estimate, EstimateReport, Incomplete,
    Method, PRESEARCH_GUESSES, PRESEARCH_SOLUTIONS, WideFloat, has_method,
};
use ndoku::{Budget, Puzzle, StopReason};
use report::Report;

use crate::args::{Count, Expect, Pace, Work};
use crate::batch::{Item, Job, Part, Run};
use crate::context::{Code, Context};
use crate::json;
use crate::lines::PlainLines;
use crate::progress::{Progress, Tasks, grouped};
use crate::sink::Sink;

/// An estimate takes about so long, unless --timeout or --samples say otherwise.
const ESTIMATING: Duration = Duration::from_secs(5);

/// What came of a puzzle.
struct Counted {
    /// What is known for certain.
    count: Number,
    /// What was estimated, if it was tried.
    estimate_report: Option<EstimateReport>,
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
                .compare(WideFloat::new(number as f64))
                .is_gt()
        })
    }

    fn estimate(&self) -> Option<&Estimate> {
        self.estimate_report.as_ref()?.estimate.as_ref().ok()
    }
}

pub(crate) fn run(context: &Context, args: &Count) -> Code {
    let is_json = args.output.json;
    let mut sink = match Sink::open(context, args.output.path()) {
        Ok(sink) => sink,
        Err(code) => return code,
    };
    // One count may take minutes: the bar is shown beside results too, and makes room for each.
    let mut progress = Progress::new(context, false);
    let tasks = progress.tasks();
    let mut code = Code::Done;
    // Short enough to be typed again.
    let seed = args.seed.unwrap_or_else(|| fastrand::u64(..1_000_000_000));
    let limit = match args.limit {
        None => CountLimit::default(),
        Some(0) => CountLimit::UNLIMITED,
        Some(limit) => CountLimit::new(limit),
    };
    let asked = Asked {
        context,
        work: &args.work,
        limit,
        estimate: args.estimate,
        limited: args.limit.is_some(),
        samples: args.samples,
        seed,
    };
    let threads = args.work.pace.threads();
    let cores = Cores::new(threads);
    // Every number of a lump is exact, and only the number and the method are told of it.
    let limited = args.work.pace.timeout.is_some()
        || args.work.max_guesses.is_some()
        || args.limit.is_some_and(|limit| limit > 0);
    let together = (!args.estimate && !limited && !context.verbose).then_some(limit);
    let worker = || Counting {
        context,
        args,
        counter: Counter::new(&cores).with_isa(args.work.isa),
        one: |counter: &mut Counter<'_>, job: &Job| match &job.item {
            Item::Puzzle(record) => Some(asked.count(counter, job, &record.puzzle, &tasks)),
            _ => None,
        },
        together,
        is_json,
        tasks: &tasks,
        lines: PlainLines::default(),
    };
    let lumps = together.map(|_| bulk::BLOCK);
    let run = Run {
        context,
        input: &args.input,
        threads,
        prepare: Job::refuse_conflicts,
        earlier: None,
        lumps,
    };
    let input_code = run.each(&mut progress, worker, |part| match part {
        Part::One(job, counted) | Part::Last(job, counted) => {
            if let Some(counted) = &counted {
                code = code.and(judge(
                    args,
                    counted.count,
                    counted.estimate().is_some() && args.estimate,
                ));
                tasks.aside(|| say(context, &job, counted));
            }
            let text = match counted {
                Some(counted) if is_json => {
                    json::record(&job, &args.input, Report::new(&counted, context.verbose))
                }
                Some(counted) => counted.text() + "\n",
                None if is_json => json::invalid(&job, &args.input).unwrap_or_default(),
                None => "invalid\n".to_owned(),
            };
            tasks.aside(|| sink.write(&text))
        }
        Part::Many(mut bulk) => {
            code = code.and(bulk.code);
            let flow = tasks.aside(|| sink.write_bytes(bulk.text.finished()));
            bulk.origin.take_back(bulk.text.bytes);
            flow
        }
        Part::Short(_) | Part::Unlike(_) => ControlFlow::Continue(()),
    });
    code.and(input_code).and(sink.close(context))
}

/// Remarks about a puzzle.
fn say(context: &Context, job: &Job, counted: &Counted) {
    if let Some(remark) = counted.remark() {
        context.say(&format!("{}{remark}", job.place()));
    }
    let Counted { count, seconds, .. } = counted;
    let how = if counted.estimate().is_some() {
        "estimate".to_owned()
    } else {
        format!("{}: {}", grouped(count.number), count.method)
    };
    context.detail(&format!("{}{how}, {seconds:.3} s", job.place()));
}

/// What is asked about each puzzle.
struct Asked<'a> {
    context: &'a Context,
    work: &'a Work,
    limit: CountLimit,
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
        tasks: &Tasks,
    ) -> Counted {
        let began = Instant::now();
        let told = |done, all| tasks.advance(done, all);
        let left = || {
            self.work
                .pace
                .timeout
                .map(|timeout| timeout.saturating_sub(began.elapsed()))
        };
        let within = |timeout| Work {
            pace: Pace {
                timeout,
                ..self.work.pace
            },
            ..self.work.clone()
        };
        let first = CountLimit {
            max_searched: self.limit.max_searched.min(PRESEARCH_SOLUTIONS),
            ..self.limit
        };
        let mut count = if self.estimate {
            // An exact number that costs less than an estimate is worth more.
            let quick = |budget: &Budget<'_>| {
                counter.count(
                    puzzle,
                    CountLimit::new(PRESEARCH_SOLUTIONS),
                    &budget.max_guesses(PRESEARCH_GUESSES),
                    &told,
                )
            };
            self.context.with_budget(self.work, quick)
        } else if self.limited {
            self.context.with_budget(self.work, |budget| {
                counter.count(puzzle, self.limit, budget, &told)
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
            && match count.incomplete {
                Some(Incomplete::Limit) => self.estimate || !self.limited,
                Some(Incomplete::Stopped(StopReason::Time)) => !self.limited && !has_method(puzzle),
                Some(Incomplete::Stopped(StopReason::Guesses)) => self.estimate,
                _ => false,
            };
        let mut estimate_report = None;
        if beyond {
            let left = left();
            let effort = match self.samples {
                Some(samples) => Effort::Samples(samples),
                // What is begun takes a moment to end.
                None if self.estimate => {
                    Effort::Time(left.map_or(ESTIMATING, |left| left.mul_f64(0.95)))
                }
                None => {
                    Effort::Time(left.map_or(ESTIMATING, |left| left.mul_f64(0.95).min(ESTIMATING)))
                }
            };
            match self.context.with_budget(&within(left), |budget| {
                counter.estimate(puzzle, effort, self.seed, budget, &told)
            }) {
                Ok(estimated) => estimate_report = Some(estimated),
                // Rules that are no houses leave what was found.
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
        // A search comes to its end only if there are few.
        if beyond
            && !self.estimate
            && !counted.is_beyond(self.limit.max_searched)
            && !self.context.is_interrupted()
        {
            let count = self.context.with_budget(&within(left()), |budget| {
                counter.count(puzzle, self.limit, budget, &told)
            });
            if count.is_exact() {
                counted.estimate_report = None;
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
                .unwrap_or_else(|| format!("at least {}", grouped(counted.count.number)));
            say_interrupted(self.context, &job.place(), &known);
        }
        counted
    }
}

/// Says what is known of a puzzle whose count was interrupted.
fn say_interrupted(context: &Context, place: &str, known: &str) {
    context.say(&format!("{place}{known}: interrupted"));
}

/// Whether a count is what was expected; reaching a limit beyond an expected number is a clear "no".
fn judge(
    args: &Count,
    Number {
        number, incomplete, ..
    }: Number,
    estimated: bool,
) -> Code {
    let unfinished = match incomplete {
        None => Code::Done,
        // So it was asked for.
        Some(_) if estimated => Code::Done,
        Some(Incomplete::Stopped(StopReason::Fault)) => return Code::Fault,
        Some(_) => Code::Limit,
    };
    match args.expect {
        None => unfinished,
        Some(Expect::Solvable) if number > 0 => Code::Done,
        Some(Expect::Exactly(wanted)) if number == wanted && incomplete.is_none() => Code::Done,
        Some(Expect::Exactly(wanted)) if number <= wanted && incomplete.is_some() => Code::Limit,
        Some(Expect::Solvable) if incomplete.is_some() => Code::Limit,
        Some(_) => Code::Negative,
    }
}
