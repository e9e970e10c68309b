//! `ndoku solve --proof FILE`: writes a proof that a puzzle has no solution, for proof checkers.

use std::io::{self, BufWriter, Write};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use ndoku::format::Record;
use ndoku::{Budget, Cdcl, Interrupted, ProofStep, StopReason};

use super::{Outcome, OutcomeWriter, Status, StatusCounts};
use crate::args::Solve;
use crate::batch::{self, Item, Job};
use crate::context::Context;
use crate::exit_code::ExitCode;
use crate::output_file::{self, OutputFile};
use crate::progress::{Progress, format_count};
use crate::render::OutputFormat;
use crate::sink::{self, Sink};

/// The outcome of the puzzle, and the number of steps of its proof.
type ProofResult = io::Result<(Outcome, u64)>;

pub(super) fn run(context: &Context, args: &Solve, path: &Path) -> ExitCode {
    let asked = match OutputFormat::requested(context, &args.output) {
        Ok(asked) => asked,
        Err(code) => return code,
    };
    if path == Path::new("-") {
        context.messages.error(
            "a proof needs a file of its own",
            Some("standard output is for the answer"),
        );
        return ExitCode::Usage;
    }
    if let Some(other) = colliding_file(args, path) {
        let message = format!(
            "the proof and {other} are the same file: {}",
            path.display()
        );
        context
            .messages
            .error(&message, Some("name another file with --proof"));
        return ExitCode::Usage;
    }
    let mut sink = match Sink::open(context, args.output.path()) {
        Ok(sink) => sink,
        Err(code) => return code,
    };
    let (jobs, mut code) = read_jobs(context, args, &sink);
    if code == ExitCode::Usage {
        sink.discard();
        return code;
    }
    let mut writer = OutcomeWriter::new(context, args, asked, sink.is_terminal());
    let mut counts = StatusCounts::default();
    for job in jobs {
        let outcome = match &job.item {
            Item::Puzzle(record) => {
                match context.with_budget(&args.search, |budget| prove(record, path, budget)) {
                    Ok(_) if context.is_interrupted() => {
                        context
                            .messages
                            .print_line("interrupted before the proof was complete");
                        code = code.or_worse(ExitCode::Interrupted);
                        break;
                    }
                    Ok((outcome, steps)) => {
                        report_proof(context, path, &outcome, steps);
                        outcome
                    }
                    // The reader of the pipe has closed it.
                    Err(error) if error.kind() == io::ErrorKind::BrokenPipe => break,
                    Err(error) => {
                        code = code.or_worse(sink::report_write_error(
                            context,
                            &path.display().to_string(),
                            &error,
                        ));
                        break;
                    }
                }
            }
            _ => Outcome::with_status(Status::Invalid),
        };
        code = code.or_worse(counts.add(&outcome, false));
        if writer
            .write_outcome(context, &mut sink, job, outcome)
            .is_break()
        {
            break;
        }
    }
    writer.finish(context, &mut sink, &counts);
    code.or_worse(sink.close(context))
}

/// Reads the input, which may hold only one puzzle. Returns all items, and the exit code for
/// errors.
fn read_jobs(context: &Context, args: &Solve, sink: &Sink) -> (Vec<Job>, ExitCode) {
    let mut progress = Progress::new(context, sink.is_terminal());
    let (mut jobs, mut has_puzzle, mut code) = (Vec::new(), false, ExitCode::Done);
    let prepare = Job::refuse_conflicts;
    let input_code = batch::run(
        context,
        &args.input,
        NonZeroUsize::MIN,
        &mut progress,
        prepare,
        || |_: &Job| (),
        |job, ()| {
            let is_puzzle = matches!(job.item, Item::Puzzle(_));
            if is_puzzle && has_puzzle {
                let hint = "run ndoku once per puzzle, each with its own file";
                context.messages.error(
                    &format!("{}--proof takes only one puzzle", job.place()),
                    Some(hint),
                );
                code = ExitCode::Usage;
                return ControlFlow::Break(());
            }
            has_puzzle |= is_puzzle;
            jobs.push(job);
            ControlFlow::Continue(())
        },
    );
    // A second puzzle is an error; nothing is proved.
    (
        jobs,
        if code == ExitCode::Usage {
            code
        } else {
            input_code
        },
    )
}

/// Prints the result of the proof on standard error.
fn report_proof(context: &Context, path: &Path, outcome: &Outcome, steps: u64) {
    let file = path.display();
    match outcome.status {
        Status::None => context.info(&format!(
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
    args.input
        .inputs
        .iter()
        .any(|input| output_file::is_same_file(Path::new(input), path))
        .then_some("the puzzle")
}

/// Searches the puzzle and writes the proof. The file appears only when the proof is complete.
fn prove(record: &Record, path: &Path, budget: &Budget<'_>) -> ProofResult {
    let mut file = BufWriter::new(OutputFile::create(path)?);
    let (mut line, mut steps, mut failure) = (String::new(), 0, None);
    // The search ends when the proof cannot be written.
    let has_failed = AtomicBool::new(false);
    let is_over = || has_failed.load(Ordering::Relaxed) || budget.poll().is_some();
    let within = Budget::default()
        .expired(&is_over)
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
    let (file, _) = file.into_parts();
    written?;
    if matches!(proved, Ok(None)) {
        file.finish()?;
    }
    let outcome = match proved {
        Ok(None) => Outcome::with_status(Status::None),
        Ok(Some(solution)) => Outcome {
            solutions: vec![solution],
            ..Outcome::with_status(Status::Solved)
        },
        Err(Interrupted { reason, stats, .. }) => {
            let reason = if reason == StopReason::Timeout {
                budget.poll().unwrap_or(reason)
            } else {
                reason
            };
            Outcome {
                stats,
                stopped: Some(reason),
                ..Outcome::with_status(Status::Stopped)
            }
        }
    };
    Ok((
        Outcome {
            engine: "cdcl",
            ..outcome
        },
        steps,
    ))
}
