//! `ndoku compare`: tests if puzzles are essentially the same.

use std::ffi::OsStr;
use std::ops::ControlFlow;

use ndoku::Layout;
use ndoku::canonical::{CanonicalError, Canonicalization, Canonicalizer, Transformation};
use ndoku::generate::canonical::CanonicalForm;
use serde::Serialize;

use crate::args::Compare;
use crate::batch::{self, Item, Job};
use crate::context::Context;
use crate::exit_code::ExitCode;
use crate::json::{self, Status};
use crate::progress::{Progress, format_count};
use crate::sink::Sink;

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
        }
    }
}

pub(crate) fn run(context: &Context, mut args: Compare) -> ExitCode {
    let inputs = std::mem::take(&mut args.input.inputs);
    let [a, b] = inputs.as_slice() else {
        context.messages.error(
            &format!("two inputs are compared, not {}", inputs.len()),
            Some("ndoku compare A B"),
        );
        return ExitCode::Usage;
    };
    if a == "-" && b == "-" {
        context.messages.error(
            "both inputs are standard input",
            Some("name a file or give a puzzle for one of them"),
        );
        return ExitCode::Usage;
    }
    let mut sink = match Sink::open(context, args.output.path()) {
        Ok(sink) => sink,
        Err(code) => return code,
    };
    let mut code = ExitCode::Done;
    let mut read = |input: &OsStr| {
        args.input.inputs = vec![input.to_owned()];
        let mut sides = Vec::new();
        if !context.is_interrupted() {
            let mut progress = Progress::new(context, sink.is_terminal());
            let worker = || {
                let mut canonicalizer = Canonicalizer::new();
                let timeout = args.run.timeout;
                move |job: &Job| match &job.item {
                    Item::Puzzle(record) => {
                        let puzzle = &record.puzzle;
                        let found = context.with_timeout(timeout, |budget| {
                            canonicalizer.canonicalize(CanonicalForm::Pattern, puzzle, budget)
                        });
                        Some(Side {
                            layout: puzzle.layout().clone(),
                            found,
                        })
                    }
                    _ => None,
                }
            };
            let own = batch::run(
                context,
                &args.input,
                args.run.threads(),
                &mut progress,
                Job::refuse_conflicts,
                worker,
                |job, side| {
                    sides.push(
                        side.map(|side| (job.place(), side))
                            .ok_or_else(|| json::invalid_record(&job, true).unwrap_or_default()),
                    );
                    ControlFlow::Continue(())
                },
            );
            code = code.or_worse(own);
        }
        sides
    };
    let (of_a, of_b) = (read(a), read(b));
    let mut same = 0;
    for (place, (a, b)) in of_a.iter().zip(&of_b).enumerate() {
        let n = place + 1;
        let (text, report) = match (a, b) {
            (Ok((place, a)), Ok((other, b))) => match a.transformation_to(b) {
                Ok(Some(found)) => {
                    same += 1;
                    let (there, back) = (found.to_string(), found.inverse().to_string());
                    let report = CompareRecord {
                        transformation: Some(there.clone()),
                        inverse: Some(back),
                        ..CompareRecord::new(n, Status::Same)
                    };
                    (format!("same\t{there}"), report)
                }
                Ok(None) => (
                    "different".to_owned(),
                    CompareRecord::new(n, Status::Different),
                ),
                Err(error) => {
                    let place = if a.found.is_err() { place } else { other };
                    context.info(&format!("{place}not compared: {error}"));
                    let report = match error {
                        CanonicalError::Stopped(reason) => {
                            code = code.or_worse(ExitCode::from_stop_reason(reason));
                            CompareRecord {
                                reason: Some(json::stop_reason_name(reason)),
                                ..CompareRecord::new(n, Status::Stopped)
                            }
                        }
                        error => CompareRecord {
                            message: Some(error.to_string()),
                            ..CompareRecord::new(n, Status::Unsupported)
                        },
                    };
                    ("not compared".to_owned(), report)
                }
            },
            (Err(record), _) | (_, Err(record)) => {
                let text = if args.output.json {
                    record
                } else {
                    "invalid\n"
                };
                if sink.write(text).is_break() {
                    break;
                }
                continue;
            }
        };
        if matches!(report.status, Status::Different | Status::Unsupported) {
            code = code.or_worse(ExitCode::Negative);
        }
        let text = if args.output.json {
            json::to_line(&report)
        } else {
            text + "\n"
        };
        if sink.write(&text).is_break() {
            break;
        }
    }
    let pairs = of_a.len().min(of_b.len());
    if of_a.len() != of_b.len() && !context.is_interrupted() {
        let (longer, more) = if of_a.len() > pairs {
            (a, of_a.len() - pairs)
        } else {
            (b, of_b.len() - pairs)
        };
        context.info(&format!(
            "{} has {} more",
            longer.display(),
            format_count(more as u64, "puzzle")
        ));
        code = code.or_worse(ExitCode::Negative);
    }
    if pairs > 1 {
        context.info(&format!(
            "{}: {same} the same",
            format_count(pairs as u64, "pair")
        ));
    }
    code.or_worse(sink.close(context))
}

/// One puzzle of a pair.
struct Side {
    layout: Layout,
    found: Result<Canonicalization, CanonicalError>,
}

impl Side {
    /// Returns the transformation to the other puzzle, if both are essentially the same.
    fn transformation_to(&self, other: &Self) -> Result<Option<Transformation>, CanonicalError> {
        if self.layout != other.layout {
            return Ok(None);
        }
        match (&self.found, &other.found) {
            (Ok(a), Ok(b)) => Ok(a.transformation_to(b)),
            (Err(error), _) | (_, Err(error)) => Err(*error),
        }
    }
}
