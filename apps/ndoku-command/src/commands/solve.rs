//! `ndoku solve`: solves puzzles and shows whether each solution is unique.

mod listing;
mod outcome_writer;
mod passes;
mod path;
mod proof;
mod resumption;
mod worker;

use std::ops::ControlFlow;
use std::sync::Arc;

use ndoku::format::{self, Record};
use ndoku::{EngineKind, Interrupted, Solution, Solver, Stats, StopReason, ThreadBudget, Verdict};
use serde::Serialize;

use outcome_writer::OutcomeWriter;
use resumption::Resumption;
use worker::{BatchFormat, Buffers, SolveBatch, SolveWorker};

use super::enumerate;
use crate::args::{OrderArg, Solve};
use crate::batch::{BatchRun, Item, ItemResult, Job, LARGE_BLOCK};
use crate::context::Context;
use crate::exit_code::ExitCode;
use crate::json::Status;
use crate::progress::{Progress, group_thousands};
use crate::render::OutputFormat;
use crate::sink::Sink;

/// Default number of listed solutions with `--all`.
const DEFAULT_LIST_LIMIT: usize = 10;

/// Maximum number of solutions of a puzzle that are collected. Longer lists are written while
/// solutions are found. For a 255×255 grid, the collected solutions take 65 MB.
const MAX_KEPT_SOLUTIONS: usize = 1_000;

/// The line of a puzzle without a solution.
pub(crate) const NO_SOLUTION: &str = format::NO_SOLUTION;

/// Maximum number of puzzles with several solutions that get a message. Further ones are only
/// counted.
const MAX_NAMED_PUZZLES: usize = 20;

/// The line of a puzzle for which a limit was reached.
pub(crate) const GIVEN_UP: &str = format::GIVEN_UP;

/// The line of an item that cannot be read.
pub(crate) const INVALID: &str = format::INVALID;

/// The line of a solution that the format cannot hold.
pub(crate) const NOT_WRITABLE: &str = format::NOT_WRITABLE;

/// The solutions to search for.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum SolveMode {
    /// Two, to prove uniqueness. The first one is shown.
    Unique,
    /// Any one solution.
    First,
    /// Up to this number of solutions. All are shown.
    List(usize),
}

/// The outcome of an item; `None` if it cannot be read.
type Answered = Option<Outcome>;

/// The outcome of a puzzle.
struct Outcome {
    status: Status,
    solutions: Vec<Solution>,
    /// There are further solutions.
    more: bool,
    stats: Stats,
    stopped: Option<StopReason>,
    /// The name of the engine; empty if none was used.
    engine: &'static str,
}

/// The JSON record of a puzzle.
#[derive(Serialize)]
struct Report<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    status: Status,
    /// The number of solutions found, in decimal digits; see `json.rs`.
    solutions: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    list: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    more: Option<bool>,
    /// Only with `--verbose`, because puzzles that are solved together share their guesses.
    #[serde(skip_serializing_if = "Option::is_none")]
    guesses: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
}

/// Numbers of puzzles by status.
#[derive(Default)]
struct StatusCounts {
    unique: u64,
    multiple: u64,
    solved: u64,
    none: u64,
    invalid: u64,
    stopped: u64,
}

pub(crate) fn run(context: &Context, args: &Solve) -> ExitCode {
    if args.passes {
        return passes::run(context, args);
    }
    if args.path {
        return path::run(context, args);
    }
    if let Some(path) = &args.proof {
        return proof::run(context, args, path);
    }
    let mode = match (args.limit, args.all) {
        (None, false) => SolveMode::Unique,
        (None, true) => SolveMode::List(DEFAULT_LIST_LIMIT),
        (Some(1), false) => SolveMode::First,
        (Some(0), _) => SolveMode::List(usize::MAX - 1),
        (Some(limit), _) => SolveMode::List(limit),
    };
    let solver = || {
        Solver::new()
            .with_isa(args.search.isa)
            .with_engine(args.engine)
    };
    let asked = match OutputFormat::requested(context, &args.output) {
        Ok(asked) => asked,
        Err(code) => return code,
    };
    if let SolveMode::List(limit) = mode
        && limit > MAX_KEPT_SOLUTIONS
    {
        if args.resume {
            let hint = format!("a run with --limit up to {MAX_KEPT_SOLUTIONS} can be resumed");
            context.messages.error(
                "--resume does not support long lists of solutions",
                Some(&hint),
            );
            return ExitCode::Usage;
        }
        if matches!(asked, Some(OutputFormat::Ndjson)) {
            return listing::run(context, args, limit as u64, solver());
        }
        let words = enumerate::Words {
            none: NO_SOLUTION,
            before: args.show_puzzle,
        };
        return enumerate::stream(
            context,
            &args.input,
            &args.output,
            &args.search,
            (limit as u64, solver()),
            Some(words),
        );
    }
    let form = resumption::line_form(mode, asked);
    let path = args.output.path();
    let opened = resumption::open(context, args, form).and_then(|opened| match opened {
        Some((earlier, sink)) => Ok((Some(earlier), sink)),
        None if form.is_some() => Ok((None, Sink::open_resumable(context, path)?)),
        None => Ok((None, Sink::open(context, path)?)),
    });
    let (earlier, mut sink) = match opened {
        Ok(opened) => opened,
        Err(code) => return code,
    };
    let mut resumption = earlier.as_ref().map(Resumption::new);
    let mut progress = Progress::new(context, sink.is_terminal());
    let mut writer = OutcomeWriter::new(context, args, asked, sink.is_terminal());
    let mut counts = StatusCounts::default();
    let mut code = ExitCode::Done;
    let limited = args.search.run.timeout.is_some()
        || args.search.max_guesses.is_some()
        || args.search.order == OrderArg::Sorted;
    let many = !context.verbose && !limited && matches!(mode, SolveMode::Unique | SolveMode::First);
    let many = many && matches!(args.engine, EngineKind::Auto | EngineKind::Simd);
    let form = writer
        .output_format
        .filter(|_| many)
        .and_then(|output_format| BatchFormat::from_output_format(output_format, &args.input));
    // While fewer puzzles than threads are being solved, a hard puzzle can use several threads.
    let count = args.search.run.threads();
    let threads = Arc::new(ThreadBudget::new(count));
    let shared = || {
        let mut solver = solver();
        solver.share_threads((count.get() > 1).then(|| Arc::clone(&threads)));
        solver
    };
    let worker = || SolveWorker {
        context,
        solver: shared(),
        answer_one: |solver: &mut Solver, job: &Job| match &job.item {
            Item::Puzzle(record) => {
                let _permit = threads.acquire();
                Some(context.with_budget(&args.search, |budget| {
                    solve_record(solver, record, mode, budget)
                }))
            }
            _ => None,
        },
        mode: form.map(|form| (mode, form)),
        buffers: Buffers::default(),
    };
    let run = BatchRun {
        context,
        input: &args.input,
        threads: count,
        prepare: Job::refuse_conflicts,
        earlier: earlier.as_ref(),
        block_size: form.map(|_| LARGE_BLOCK),
    };
    let listing = matches!(mode, SolveMode::List(_));
    let input_code = run.for_each_result(&mut progress, worker, |part| match part {
        ItemResult::Single(job, outcome) => {
            let outcome = outcome.unwrap_or_else(|| Outcome::with_status(Status::Invalid));
            if let Some(resumption) = resumption
                .as_mut()
                .filter(|_| !matches!(job.item, Item::Unopened(_)))
            {
                let text = || writer.text(context, &job, &outcome).into_bytes();
                stop_on_error(&mut code, resumption.continue_run(context, &mut sink, text))?;
            }
            code = code.or_worse(counts.add(&outcome, listing));
            writer.write_outcome(context, &mut sink, job, outcome)
        }
        ItemResult::Batch(mut batch) => {
            if let Some(resumption) = &mut resumption {
                stop_on_error(
                    &mut code,
                    resumption.continue_run(context, &mut sink, || first_line(batch.text())),
                )?;
            }
            code = code.or_worse(counts.add_batch(&batch));
            let flow = writer.write_batch(context, &mut sink, &mut batch);
            batch.recycle();
            flow
        }
        ItemResult::LastAnswered(job, outcome) => {
            let outcome = outcome.unwrap_or_else(|| Outcome::with_status(Status::Invalid));
            let Some(resumption) = &mut resumption else {
                return ControlFlow::Continue(());
            };
            let is_answer = |line: &[u8]| writer.has_written(context, line, &job, &outcome);
            stop_on_error(&mut code, resumption.check_last(context, &job, is_answer))
        }
        ItemResult::Mismatch(item) => resumption
            .as_mut()
            .map_or(ControlFlow::Break(()), |resumption| {
                stop_on_error(&mut code, resumption.report_mismatch(context, item))
            }),
        ItemResult::TooFewItems(items) => resumption
            .as_mut()
            .map_or(ControlFlow::Break(()), |resumption| {
                stop_on_error(&mut code, resumption.report_too_few_items(context, items))
            }),
    });
    writer.finish(context, &mut sink, &counts);
    if writer.refused.get() {
        code = code.or_worse(ExitCode::Negative);
    }
    let closed = match resumption {
        Some(resumption) => resumption.close(context, sink),
        None => sink.close(context),
    };
    code.or_worse(input_code).or_worse(closed)
}

/// Returns the text up to its first line end.
fn first_line(text: &[u8]) -> Vec<u8> {
    text.split_inclusive(|byte| *byte == b'\n')
        .next()
        .unwrap_or_default()
        .to_vec()
}

/// Ends the run if the code is an error.
fn stop_on_error(code: &mut ExitCode, own: ExitCode) -> ControlFlow<()> {
    *code = code.or_worse(own);
    if own == ExitCode::Done {
        ControlFlow::Continue(())
    } else {
        ControlFlow::Break(())
    }
}

fn solve_record(
    solver: &mut Solver,
    record: &Record,
    mode: SolveMode,
    budget: &ndoku::Budget<'_>,
) -> Outcome {
    let puzzle = &record.puzzle;
    let engine = solver.engine(puzzle);
    let listed = |solutions: Vec<Solution>, more: bool, stats: Stats| {
        let status = match solutions.len() + usize::from(more) {
            0 => Status::None,
            1 => Status::Unique,
            _ => Status::Multiple,
        };
        Outcome {
            solutions,
            more,
            stats,
            ..Outcome::with_status(status)
        }
    };
    let outcome = match mode {
        SolveMode::Unique => engine
            .solve(puzzle, budget)
            .map(|answer| match answer.verdict {
                Verdict::Unsolvable => listed(Vec::new(), false, answer.stats),
                Verdict::Unique(solution) => listed(vec![solution], false, answer.stats),
                // The second solution is a witness; only the first one is shown.
                Verdict::Multiple(first, second) => {
                    listed(vec![first, second], false, answer.stats)
                }
            }),
        SolveMode::First => {
            let mut first = None;
            let searched = engine.search(puzzle, budget, &mut |digits| {
                first = Solution::new(puzzle.layout(), digits).ok();
                ControlFlow::Break(())
            });
            searched.map(|stats| {
                let status = if first.is_some() {
                    Status::Solved
                } else {
                    Status::None
                };
                Outcome {
                    solutions: first.into_iter().collect(),
                    stats,
                    ..Outcome::with_status(status)
                }
            })
        }
        SolveMode::List(limit) => engine
            .find_first(puzzle, limit, budget)
            .map(|found| listed(found.solutions, found.more, found.stats)),
    };
    let outcome = outcome.unwrap_or_else(
        |Interrupted {
             reason,
             stats,
             solutions,
         }| Outcome {
            solutions,
            stats,
            stopped: Some(reason),
            ..Outcome::with_status(Status::Stopped)
        },
    );
    // The engine is known only after the search.
    Outcome {
        engine: engine.name(),
        ..outcome
    }
}

/// Formats a number of guesses: `1 guess`, `2 guesses`.
fn format_guesses(number: u64) -> String {
    if number == 1 {
        "1 guess".to_owned()
    } else {
        format!("{} guesses", group_thousands(number))
    }
}

impl Outcome {
    /// Creates an outcome that has only a status.
    fn with_status(status: Status) -> Self {
        Self {
            status,
            solutions: Vec::new(),
            more: false,
            stats: Stats::default(),
            stopped: None,
            engine: "",
        }
    }
}

impl StatusCounts {
    /// Counts an outcome and returns its exit code. With a list of solutions, several solutions are
    /// a positive answer.
    fn add(&mut self, outcome: &Outcome, listing: bool) -> ExitCode {
        let (count, code) = match outcome.status {
            Status::Unique => (&mut self.unique, ExitCode::Done),
            Status::Solved => (&mut self.solved, ExitCode::Done),
            Status::Multiple => (
                &mut self.multiple,
                if listing {
                    ExitCode::Done
                } else {
                    ExitCode::Negative
                },
            ),
            Status::None => (&mut self.none, ExitCode::Negative),
            // The run over the input returns the code for bad input.
            Status::Invalid => (&mut self.invalid, ExitCode::Done),
            _ => (
                &mut self.stopped,
                outcome
                    .stopped
                    .map_or(ExitCode::Limit, ExitCode::from_stop_reason),
            ),
        };
        *count += 1;
        code
    }

    /// Counts the outcomes of a batch and returns their exit code.
    fn add_batch(&mut self, batch: &SolveBatch) -> ExitCode {
        self.unique += batch.unique;
        self.solved += batch.solved;
        self.none += batch.none;
        self.multiple += batch.multiple.len() as u64;
        if batch.none > 0 || !batch.multiple.is_empty() {
            ExitCode::Negative
        } else {
            ExitCode::Done
        }
    }

    fn total(&self) -> u64 {
        self.unique + self.multiple + self.solved + self.none + self.invalid + self.stopped
    }

    fn summary(&self) -> String {
        let parts = [
            (self.unique, "unique", true),
            (self.multiple, "multiple", true),
            (self.solved, "solved", false),
            (self.none, "none", true),
            (self.invalid, "invalid", false),
            (self.stopped, "stopped", false),
        ];
        let shown = parts
            .iter()
            .filter(|(count, _, always)| *count > 0 || (*always && self.solved == 0));
        let words: Vec<String> = shown
            .map(|(count, word, _)| format!("{} {word}", group_thousands(*count)))
            .collect();
        format!(
            "{} puzzles: {}",
            group_thousands(self.total()),
            words.join(", ")
        )
    }
}
