//! `ndoku solve --proof FILE`: writes a proof that a puzzle has no solution, for proof checkers.

use std::io::{self, BufWriter, Write};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use ndoku::format::Record;
use ndoku::{Budget, Cdcl, Interrupted, ProofStep, StopReason};

use super::{OutcomeWriter, SolveOutcome, Status, StatusCounts};
use crate::args::Solve;
use crate::batch;
use crate::context::Context;
use crate::error::CliError;
use crate::exit_code::ExitCode;
use crate::output_file::{self, OutputFile};
use crate::progress::{Progress, format_count};
use crate::sink::Sink;
use crate::work_item::{ItemResult, WorkItem};

pub(super) fn run(context: &Context, args: &Solve, path: &Path) -> Result<ExitCode, CliError> {
    let requested = args.output.format_for_many()?;
    if path == Path::new("-") {
        return Err(CliError::usage("a proof needs a file of its own")
            .hint("standard output is for the answer"));
    }
    if let Some(other) = colliding_file(args, path) {
        let message = format!(
            "the proof and {other} are the same file: {}",
            path.display()
        );
        return Err(CliError::usage(message).hint("name another file with --proof"));
    }
    let sink = Sink::open(args.output.path())?;
    let (items, code) = read_items(context, args, &sink);
    if code == ExitCode::Usage {
        sink.discard();
        return Ok(code);
    }
    let mut run = ProofRun {
        context,
        args,
        path,
        writer: OutcomeWriter::new(context, args, requested, sink.is_terminal()),
        sink,
        counts: StatusCounts::default(),
        code,
    };
    for item in items {
        if run.write_proof(item).is_break() {
            break;
        }
    }
    run.writer.finish(context, &mut run.sink, &run.counts);
    Ok(run.code.or_worse(run.sink.close(context)))
}

/// The state of a run: what was written so far, and the exit code.
struct ProofRun<'a> {
    context: &'a Context,
    args: &'a Solve,
    /// The path of the proof.
    path: &'a Path,
    writer: OutcomeWriter<'a>,
    sink: Sink,
    counts: StatusCounts,
    code: ExitCode,
}

impl ProofRun<'_> {
    fn write_proof(&mut self, item: WorkItem) -> ControlFlow<()> {
        let outcome = match &item.record {
            Ok(record) => self.prove(record)?,
            Err(_) => SolveOutcome::with_status(Status::Invalid),
        };
        self.code = self.code.or_worse(self.counts.add(&outcome, false));
        self.writer
            .write_outcome(self.context, &mut self.sink, item, outcome)
    }

    /// Writes the proof for a puzzle, and reports on it. Returns `Break` if the proof is not
    /// complete.
    fn prove(&mut self, record: &Record) -> ControlFlow<(), SolveOutcome> {
        let context = self.context;
        match context.with_budget(&self.args.search, |budget| prove(record, self.path, budget)) {
            Ok(_) if context.is_interrupted() => {
                context
                    .messages
                    .print_line("interrupted before the proof was complete");
                self.code = self.code.or_worse(ExitCode::Interrupted);
                ControlFlow::Break(())
            }
            Ok((outcome, steps)) => {
                report_proof(context, self.path, &outcome, steps);
                ControlFlow::Continue(outcome)
            }
            // The reader of the pipe has closed it.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ControlFlow::Break(()),
            Err(error) => {
                let error = CliError::cannot_write(&self.path.display().to_string(), &error);
                self.code = self.code.or_worse(context.report_error(&error));
                ControlFlow::Break(())
            }
        }
    }
}

/// Reads the input, which may hold only one puzzle. Returns all items, and the exit code for
/// errors.
fn read_items(context: &Context, args: &Solve, sink: &Sink) -> (Vec<WorkItem>, ExitCode) {
    let mut progress = Progress::new(context, sink.is_terminal());
    let (mut items, mut has_puzzle, mut code) = (Vec::new(), false, ExitCode::Done);
    // Contradicting clues have a proof like any other puzzle.
    let prepare = |_: &mut WorkItem| {};
    let input_code = batch::run(
        context,
        &args.input,
        NonZeroUsize::MIN,
        &mut progress,
        prepare,
        || |_: &WorkItem, _: &Record| (),
        |ItemResult { item, .. }| {
            let is_puzzle = item.record.is_ok();
            if is_puzzle && has_puzzle {
                let message = format!("{}--proof takes only one puzzle", item.prefix());
                let hint = "run ndoku once per puzzle, each with its own file";
                code = context.report_error(&CliError::usage(message).hint(hint));
                return ControlFlow::Break(());
            }
            has_puzzle |= is_puzzle;
            items.push(item);
            ControlFlow::Continue(())
        },
    );
    // A second puzzle is an error; nothing is proved.
    (
        items,
        if code == ExitCode::Usage {
            code
        } else {
            input_code
        },
    )
}

/// Prints the result of the proof on standard error.
fn report_proof(context: &Context, path: &Path, outcome: &SolveOutcome, steps: u64) {
    let file = path.display();
    match outcome.status {
        Status::Unsolvable => context.info(&format!(
            "{file}: {}; `ndoku convert --to dimacs` writes its clauses",
            format_count(steps, "step")
        )),
        Status::Solved => {
            context.info(&format!("the puzzle has a solution; {file} is not written"));
        }
        _ => {}
    }
}

/// Returns the name of the other file if the proof would overwrite the output or an input.
fn colliding_file(args: &Solve, path: &Path) -> Option<&'static str> {
    let is_output = args
        .output
        .path()
        .is_some_and(|output| output == path || output_file::is_same_file(output, path));
    if is_output {
        return Some("the output");
    }
    let is_input = output_file::is_standard_input(path)
        || args
            .input
            .inputs
            .iter()
            .any(|input| output_file::is_same_file(Path::new(input), path));
    is_input.then_some("the puzzle")
}

/// Searches the puzzle and writes the proof. The file appears only when the proof is complete.
/// Returns the outcome, and the number of steps of the proof.
fn prove(record: &Record, path: &Path, budget: &Budget<'_>) -> io::Result<(SolveOutcome, u64)> {
    let mut file = BufWriter::new(OutputFile::create(path)?);
    let (mut line, mut steps, mut failure) = (String::new(), 0, None);
    // The search ends when the proof cannot be written.
    let has_failed = AtomicBool::new(false);
    let is_over = || has_failed.load(Ordering::Relaxed) || budget.poll().is_some();
    let within = Budget::default()
        .stop_when(&is_over)
        .max_guesses(budget.guess_limit().unwrap_or(u64::MAX));
    let proved = Cdcl::new().solve_with_proof(&record.puzzle, &within, &mut |step| {
        steps += u64::from(matches!(step, ProofStep::Add(_)));
        line.clear();
        step.write_drat(&mut line);
        if failure.is_none() {
            failure = file.write_all(line.as_bytes()).err();
            has_failed.store(failure.is_some(), Ordering::Relaxed);
        }
    });
    let written = failure.map_or(Ok(()), Err).and_then(|()| file.flush());
    // A failed write must not be repeated when the file is dropped.
    let (mut file, _) = file.into_parts();
    written?;
    if matches!(proved, Ok(None)) {
        file.finish()?;
    }
    let outcome = match proved {
        Ok(None) => SolveOutcome::with_status(Status::Unsolvable),
        Ok(Some(solution)) => SolveOutcome {
            solutions: vec![solution],
            ..SolveOutcome::with_status(Status::Solved)
        },
        Err(Interrupted { reason, stats, .. }) => {
            let reason = if reason == StopReason::Timeout {
                budget.poll().unwrap_or(reason)
            } else {
                reason
            };
            SolveOutcome {
                stats,
                stopped: Some(reason),
                ..SolveOutcome::with_status(Status::Stopped)
            }
        }
    };
    Ok((
        SolveOutcome {
            engine: "cdcl",
            ..outcome
        },
        steps,
    ))
}
