//! `ndoku compare`: tests if puzzles are equivalent.

use std::ffi::OsStr;
use std::ops::ControlFlow;

use ndoku::analysis::canonical::layout::LayoutTransformation;
use ndoku::analysis::canonical::{
    CanonicalError, CanonicalForm, Canonicalization, Canonicalizer, Transformation,
};
use ndoku::format::Record;
use ndoku::{Puzzle, StopReason};
use serde::Serialize;

use crate::args::Compare;
use crate::batch;
use crate::context::Context;
use crate::error::CliError;
use crate::exit_code::ExitCode;
use crate::json::{self, Status};
use crate::progress::{Progress, format_count, group_thousands};
use crate::sink::Sink;
use crate::work_item::{ItemResult, WorkItem};

/// A line of `--json`.
#[derive(Debug, Serialize)]
struct CompareRecord {
    n: usize,
    status: Status,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    /// The reason why one of the puzzles has no form.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    transformation: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    inverse: Option<String>,
    #[serde(skip)]
    stopped: Option<StopReason>,
}

impl CompareRecord {
    const fn new(n: usize, status: Status) -> Self {
        Self {
            n,
            status,
            reason: None,
            message: None,
            transformation: None,
            inverse: None,
            stopped: None,
        }
    }

    /// Creates the record of a pair of which one puzzle has no form.
    fn from_error(n: usize, error: CanonicalError) -> Self {
        match error {
            CanonicalError::Stopped(reason) => Self {
                reason: Some(reason.name()),
                stopped: Some(reason),
                ..Self::new(n, Status::Stopped)
            },
            error => Self {
                message: Some(error.to_string()),
                ..Self::new(n, Status::Unsupported)
            },
        }
    }
}

pub(crate) fn run(context: &Context, mut args: Compare) -> Result<ExitCode, CliError> {
    let inputs = std::mem::take(&mut args.input.inputs);
    let [a, b] = inputs.as_slice() else {
        let message = format!("two inputs are compared, not {}", inputs.len());
        return Err(CliError::usage(message).hint("ndoku compare A B"));
    };
    if a == "-" && b == "-" {
        return Err(CliError::usage("both inputs are standard input")
            .hint("name a file or give a puzzle for one of them"));
    }
    let mut run = CompareRun {
        context,
        sink: Sink::open(args.output.path())?,
        is_json: args.output.json,
        same: 0,
        code: ExitCode::Done,
    };
    let of_a = run.read_puzzles(&mut args, a);
    let of_b = run.read_puzzles(&mut args, b);
    for (index, (a, b)) in of_a.iter().zip(&of_b).enumerate() {
        if run.write_pair(index + 1, a, b).is_break() {
            break;
        }
    }
    let pairs = of_a.len().min(of_b.len());
    // A missing input was reported.
    let is_read = run.code != ExitCode::NoInput;
    if of_a.len() != of_b.len() && is_read && !context.is_interrupted() {
        let (longer, more) = if of_a.len() > pairs {
            (a, of_a.len() - pairs)
        } else {
            (b, of_b.len() - pairs)
        };
        context.info(&format!(
            "{} has {} more {}",
            longer.display(),
            group_thousands(more as u64),
            if more == 1 { "puzzle" } else { "puzzles" }
        ));
        run.code = run.code.or_worse(ExitCode::Negative);
    }
    if pairs > 1 {
        context.info(&format!(
            "{}: {} equivalent",
            format_count(pairs as u64, "pair"),
            run.same
        ));
    }
    Ok(run.code.or_worse(run.sink.close(context)))
}

/// The state of a run: what was written so far, and the exit code.
struct CompareRun<'a> {
    context: &'a Context,
    sink: Sink,
    is_json: bool,
    /// Number of equivalent pairs.
    same: u64,
    code: ExitCode,
}

/// A puzzle of a pair, or the record of an item that cannot be read.
type PuzzleOrRecord = Result<ComparedPuzzle, String>;

impl CompareRun<'_> {
    /// Reads the puzzles of an input and finds their canonical forms.
    fn read_puzzles(&mut self, args: &mut Compare, input: &OsStr) -> Vec<PuzzleOrRecord> {
        args.input.inputs = vec![input.to_owned()];
        let mut puzzles = Vec::new();
        if self.context.is_interrupted() {
            return puzzles;
        }
        let mut progress = Progress::new(self.context, self.sink.is_terminal());
        let worker = || {
            let mut canonicalizer = Canonicalizer::new();
            let (context, timeout) = (self.context, args.run.timeout);
            move |_: &WorkItem, record: &Record| {
                context.with_timeout(timeout, |budget| {
                    canonicalizer.canonicalize(CanonicalForm::Pattern, &record.puzzle, budget)
                })
            }
        };
        let code = batch::run(
            self.context,
            &args.input,
            args.run.threads(),
            &mut progress,
            WorkItem::reject_conflicts,
            worker,
            |ItemResult { item, answer }| {
                puzzles.push(match (&item.record, answer) {
                    (Ok(record), Some(found)) => Ok(ComparedPuzzle {
                        prefix: item.prefix(),
                        puzzle: record.puzzle.clone(),
                        found,
                    }),
                    _ => Err(json::invalid_record(&item, true).unwrap_or_default()),
                });
                ControlFlow::Continue(())
            },
        );
        self.code = self.code.or_worse(code);
        puzzles
    }

    /// Compares the pair with number `n`.
    fn write_pair(&mut self, n: usize, a: &PuzzleOrRecord, b: &PuzzleOrRecord) -> ControlFlow<()> {
        let (a, b) = match (a, b) {
            (Ok(a), Ok(b)) => (a, b),
            (Err(record), _) | (_, Err(record)) if self.is_json => {
                return self.sink.write(record);
            }
            (Err(_), _) | (_, Err(_)) => return self.sink.write("invalid\n"),
        };
        let (text, report) = match a.transformation_to(b) {
            Ok(Some(found)) => {
                self.same += 1;
                let (there, back) = (found.to_string(), found.inverse().to_string());
                let text = format!("same\t{there}");
                let report = CompareRecord {
                    transformation: Some(there),
                    inverse: Some(back),
                    ..CompareRecord::new(n, Status::Same)
                };
                (text, report)
            }
            Ok(None) => {
                let report = CompareRecord::new(n, Status::Different);
                ("different".to_owned(), report)
            }
            Err(error) => {
                let failed = if a.found.is_err() { a } else { b };
                self.context
                    .info(&format!("{}not compared: {error}", failed.prefix));
                (
                    "not compared".to_owned(),
                    CompareRecord::from_error(n, error),
                )
            }
        };
        self.code = self.code.or_worse(match (report.status, report.stopped) {
            (_, Some(reason)) => ExitCode::from_stop_reason(reason),
            (Status::Different | Status::Unsupported, None) => ExitCode::Negative,
            _ => ExitCode::Done,
        });
        if self.is_json {
            self.sink.write(&json::to_line(&report))
        } else {
            self.sink.write(&(text + "\n"))
        }
    }
}

/// One puzzle of a pair.
struct ComparedPuzzle {
    /// The location as the start of a message.
    prefix: String,
    puzzle: Puzzle,
    found: Result<Canonicalization, CanonicalError>,
}

impl ComparedPuzzle {
    /// Returns the transformation to the other puzzle, if both are equivalent.
    fn transformation_to(&self, other: &Self) -> Result<Option<Transformation>, CanonicalError> {
        let (mine, others) = (&self.puzzle, &other.puzzle);
        if mine.layout() != others.layout() {
            return Ok(None);
        }
        match (&self.found, &other.found) {
            (Ok(a), Ok(b)) => Ok(a.transformation_to(b)),
            // Equal puzzles need no form.
            (Err(CanonicalError::NoForm(_)), _)
                if mine.clues() == others.clues() && mine.pencilmarks() == others.pencilmarks() =>
            {
                let identity = LayoutTransformation::identity(mine.layout());
                Ok(Some(Transformation::Layout(identity)))
            }
            (Err(error), _) | (_, Err(error)) => Err(*error),
        }
    }
}
