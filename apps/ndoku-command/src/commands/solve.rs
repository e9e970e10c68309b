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
use ndoku::{
    Budget, EngineKind, Interrupted, Solution, Solver, Stats, StopReason, ThreadBudget, Verdict,
};
use outcome_writer::OutcomeWriter;
use resumption::Resumption;
use serde::Serialize;
use worker::{BatchFormat, SolveBatch, SolveBuffers, SolveWorker};

use super::enumerate;
use crate::args::{OrderArg, Solve};
use crate::batch::{InputRun, LARGE_BLOCK, WorkResult};
use crate::context::Context;
use crate::error::CliError;
use crate::exit_code::ExitCode;
use crate::json::Status;
use crate::output_format::OutputFormat;
use crate::progress::{Progress, group_thousands};
use crate::resume::EarlierOutput;
use crate::sink::Sink;
use crate::work_item::{ItemResult, WorkItem};

/// Default number of listed solutions with `--all`.
const DEFAULT_LIST_LIMIT: usize = 10;

/// Maximum number of solutions of a puzzle that are collected. Longer lists are written while
/// solutions are found. For a 255×255 grid, the collected solutions take 65 MB.
const MAX_KEPT_SOLUTIONS: usize = 1_000;

/// Maximum number of puzzles with several solutions that get a message. Further ones are only
/// counted.
const MAX_NAMED_PUZZLES: usize = 20;

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

/// The outcome of a puzzle.
struct SolveOutcome {
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
struct SolveReport {
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

pub(crate) fn run(context: &Context, args: &Solve) -> Result<ExitCode, CliError> {
    if args.passes {
        return passes::run(context, args);
    }
    if args.path {
        return path::run(context, args);
    }
    if let Some(path) = &args.proof {
        return proof::run(context, args, path);
    }
    let mode = SolveMode::from_args(args);
    let requested = args.output.format_for_many()?;
    match mode {
        SolveMode::List(limit) if limit > MAX_KEPT_SOLUTIONS => {
            stream_solutions(context, args, limit as u64, requested)
        }
        _ => solve_all(context, args, mode, requested),
    }
}

/// Creates the solver that the options select.
fn new_solver(args: &Solve) -> Solver {
    Solver::new()
        .with_isa(args.search.isa)
        .with_engine(args.engine)
}

/// Writes long lists of solutions while they are found.
fn stream_solutions(
    context: &Context,
    args: &Solve,
    limit: u64,
    requested: Option<OutputFormat>,
) -> Result<ExitCode, CliError> {
    if args.resume {
        return Err(
            CliError::usage("--resume does not support long lists of solutions").hint(format!(
                "a run with --limit up to {MAX_KEPT_SOLUTIONS} can be resumed"
            )),
        );
    }
    if matches!(requested, Some(OutputFormat::Ndjson)) {
        return listing::run(context, args, limit, new_solver(args));
    }
    let placeholders = enumerate::PlaceholderOptions {
        no_solution: format::NO_SOLUTION,
        with_puzzle: args.show_puzzle,
    };
    enumerate::stream(
        context,
        &args.input,
        &args.output,
        &args.search,
        (limit, new_solver(args)),
        Some(placeholders),
    )
}

/// Solves every puzzle of the input, and writes the outcomes in the order of the input.
fn solve_all(
    context: &Context,
    args: &Solve,
    mode: SolveMode,
    requested: Option<OutputFormat>,
) -> Result<ExitCode, CliError> {
    let (earlier, sink) = open_output(args, mode, requested)?;
    let mut progress = Progress::new(context, sink.is_terminal());
    let writer = OutcomeWriter::new(context, args, requested, sink.is_terminal());
    let form = batch_format(context, args, mode, writer.output_format);
    let mut run = SolveRun {
        context,
        sink,
        writer,
        resumption: earlier.as_ref().map(Resumption::new),
        counts: StatusCounts::default(),
        is_listing: matches!(mode, SolveMode::List(_)),
        code: ExitCode::Done,
    };
    // While fewer puzzles than threads are being solved, a hard puzzle can use several threads.
    let count = args.search.run.threads();
    let threads = Arc::new(ThreadBudget::new(count));
    let worker = || {
        let mut solver = new_solver(args);
        solver.share_threads((count.get() > 1).then(|| Arc::clone(&threads)));
        SolveWorker {
            context,
            solver,
            answer_one: |solver: &mut Solver, record: &Record| {
                let _permit = threads.force_acquire();
                context.with_budget(&args.search, |budget| {
                    solve_record(solver, record, mode, budget)
                })
            },
            mode: form.map(|form| (mode, form)),
            buffers: SolveBuffers::default(),
        }
    };
    let batches = InputRun {
        context,
        input: &args.input,
        threads: count,
        prepare: WorkItem::reject_conflicts,
        earlier: earlier.as_ref(),
        block_size: form.map(|_| LARGE_BLOCK),
    };
    let input_code =
        batches.for_each_result(&mut progress, worker, |result| run.write_result(result));
    let kept = earlier
        .as_ref()
        .map_or(ExitCode::Done, EarlierOutput::exit_code);
    Ok(run.close().or_worse(input_code).or_worse(kept))
}

/// Opens the output, and with `--resume` the output of the earlier run.
fn open_output(
    args: &Solve,
    mode: SolveMode,
    requested: Option<OutputFormat>,
) -> Result<(Option<EarlierOutput>, Sink), CliError> {
    let form = resumption::line_form(mode, requested);
    let path = args.output.path();
    Ok(match resumption::open(args, form)? {
        Some((earlier, sink)) => (Some(earlier), sink),
        None if form.is_some() => (None, Sink::open_resumable(path)?),
        None => (None, Sink::open(path)?),
    })
}

/// Returns the format of answers to 9×9 lines that are solved together; `None` if each puzzle is
/// solved on its own.
fn batch_format(
    context: &Context,
    args: &Solve,
    mode: SolveMode,
    output_format: Option<OutputFormat>,
) -> Option<BatchFormat> {
    let has_limit = args.search.run.timeout.is_some()
        || args.search.max_guesses.is_some()
        || args.search.order == OrderArg::Sorted;
    let is_batch = !context.verbose
        && !has_limit
        && matches!(mode, SolveMode::Unique | SolveMode::First)
        && matches!(args.engine, EngineKind::Auto | EngineKind::Simd);
    BatchFormat::from_output_format(output_format.filter(|_| is_batch)?, &args.input)
}

/// The state of a run: what was written so far, and the exit code.
struct SolveRun<'a> {
    context: &'a Context,
    sink: Sink,
    writer: OutcomeWriter<'a>,
    resumption: Option<Resumption<'a>>,
    counts: StatusCounts,
    /// All solutions are shown.
    is_listing: bool,
    code: ExitCode,
}

impl SolveRun<'_> {
    fn write_result(&mut self, result: WorkResult<SolveOutcome, SolveBatch>) -> ControlFlow<()> {
        match result {
            WorkResult::Item(ItemResult { item, answer }) => {
                self.write_outcome(item, answer_or_invalid(answer))
            }
            WorkResult::LastEarlier(ItemResult { item, answer }) => {
                self.check_last(&item, &answer_or_invalid(answer))
            }
            WorkResult::Batch(mut batch) => {
                self.continue_before(|_| first_line(batch.text()))?;
                self.code = self.code.or_worse(self.counts.add_batch(&batch));
                let flow = self
                    .writer
                    .write_batch(self.context, &mut self.sink, &mut batch);
                batch.recycle();
                flow
            }
            WorkResult::Refused(error) => self.refuse(&error),
        }
    }

    /// Compares the last line of the earlier run with this outcome of its item.
    fn check_last(&mut self, item: &WorkItem, outcome: &SolveOutcome) -> ControlFlow<()> {
        let Some(resumption) = &mut self.resumption else {
            return ControlFlow::Continue(());
        };
        let is_answer = |line: &[u8]| self.writer.has_written(self.context, line, item, outcome);
        match resumption.check_last(item, is_answer) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => self.refuse(&error),
        }
    }

    fn write_outcome(&mut self, item: WorkItem, outcome: SolveOutcome) -> ControlFlow<()> {
        let context = self.context;
        self.continue_before(|writer| writer.text(context, &item, &outcome).into_bytes())?;
        self.code = self
            .code
            .or_worse(self.counts.add(&outcome, self.is_listing));
        self.writer
            .write_outcome(self.context, &mut self.sink, item, outcome)
    }

    /// Continues the earlier run before the first answer, which `text` returns, is written.
    fn continue_before(
        &mut self,
        text: impl FnOnce(&OutcomeWriter<'_>) -> Vec<u8>,
    ) -> ControlFlow<()> {
        let Some(resumption) = &mut self.resumption else {
            return ControlFlow::Continue(());
        };
        let writer = &self.writer;
        match resumption.continue_run(self.context, &mut self.sink, || text(writer)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => self.refuse(&error),
        }
    }

    /// Ends the run, because the output of the earlier run does not answer the input.
    fn refuse(&mut self, error: &CliError) -> ControlFlow<()> {
        self.code = self.code.or_worse(self.context.report_error(error));
        if let Some(resumption) = &mut self.resumption {
            resumption.refuse();
        }
        ControlFlow::Break(())
    }

    /// Writes the end of the output, and returns the exit code.
    fn close(mut self) -> ExitCode {
        self.writer
            .finish(self.context, &mut self.sink, &self.counts);
        let code = if self.writer.refused.get() {
            self.code.or_worse(ExitCode::Negative)
        } else {
            self.code
        };
        code.or_worse(match self.resumption {
            Some(resumption) => resumption.close(self.context, self.sink),
            None => self.sink.close(self.context),
        })
    }
}

/// Returns the answer, or the outcome of an item that cannot be read.
fn answer_or_invalid(answer: Option<SolveOutcome>) -> SolveOutcome {
    answer.unwrap_or_else(|| SolveOutcome::with_status(Status::Invalid))
}

/// Returns the text up to its first line end.
fn first_line(text: &[u8]) -> Vec<u8> {
    text.split_inclusive(|byte| *byte == b'\n')
        .next()
        .unwrap_or_default()
        .to_vec()
}

fn solve_record(
    solver: &mut Solver,
    record: &Record,
    mode: SolveMode,
    budget: &Budget<'_>,
) -> SolveOutcome {
    let puzzle = &record.puzzle;
    let engine = solver.engine(puzzle);
    let outcome = match mode {
        SolveMode::Unique => engine.solve(puzzle, budget).map(|answer| {
            let solutions = match answer.verdict {
                Verdict::Unsolvable => Vec::new(),
                Verdict::Unique(solution) => vec![solution],
                // The second solution is a witness; only the first one is shown.
                Verdict::Multiple(first, second) => vec![first, second],
            };
            SolveOutcome::from_solutions(solutions, false, answer.stats)
        }),
        SolveMode::First => {
            let mut first = None;
            let searched = engine.search(puzzle, budget, &mut |digits| {
                first = Solution::new(puzzle.layout(), digits).ok();
                ControlFlow::Break(())
            });
            searched.map(|stats| SolveOutcome::from_first(first, stats))
        }
        SolveMode::List(limit) => engine.find_solutions(puzzle, limit, budget).map(|found| {
            SolveOutcome::from_solutions(found.solutions, found.has_more, found.stats)
        }),
    };
    let mut outcome = outcome.unwrap_or_else(SolveOutcome::from_interruption);
    // The engine is known only after the search.
    outcome.engine = engine.name();
    outcome
}

/// Formats a number of guesses: `1 guess`, `2 guesses`.
fn format_guesses(number: u64) -> String {
    if number == 1 {
        "1 guess".to_owned()
    } else {
        format!("{} guesses", group_thousands(number))
    }
}

impl SolveMode {
    const fn from_args(args: &Solve) -> Self {
        match (args.limit, args.all) {
            (None, false) => Self::Unique,
            (None, true) => Self::List(DEFAULT_LIST_LIMIT),
            (Some(1), false) => Self::First,
            (Some(0), _) => Self::List(usize::MAX - 1),
            (Some(limit), _) => Self::List(limit),
        }
    }
}

impl SolveOutcome {
    /// Creates the outcome of a search for several solutions.
    fn from_solutions(solutions: Vec<Solution>, more: bool, stats: Stats) -> Self {
        let status = match solutions.len() + usize::from(more) {
            0 => Status::Unsolvable,
            1 => Status::Unique,
            _ => Status::Multiple,
        };
        Self {
            solutions,
            more,
            stats,
            ..Self::with_status(status)
        }
    }

    /// Creates the outcome of a search for any one solution.
    fn from_first(first: Option<Solution>, stats: Stats) -> Self {
        let status = if first.is_some() {
            Status::Solved
        } else {
            Status::Unsolvable
        };
        Self {
            solutions: first.into_iter().collect(),
            stats,
            ..Self::with_status(status)
        }
    }

    /// Creates the outcome of a search that stopped early.
    fn from_interruption(interrupted: Interrupted) -> Self {
        Self {
            solutions: interrupted.solutions,
            stats: interrupted.stats,
            stopped: Some(interrupted.reason),
            ..Self::with_status(Status::Stopped)
        }
    }

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
    fn add(&mut self, outcome: &SolveOutcome, listing: bool) -> ExitCode {
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
            Status::Unsolvable => (&mut self.none, ExitCode::Negative),
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
