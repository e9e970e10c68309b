//! `ndoku compare`: whether puzzles are the same but for turning, moving and renaming.

use std::ops::ControlFlow;

use ndoku::Layout;
use ndoku::canonical::{Canonical, CanonicalError, Canonizer, Move};
use ndoku::generate::canonical::Form;
use serde::Serialize;

use crate::args::Compare;
use crate::batch::{self, Item, Job};
use crate::context::{Code, Context};
use crate::progress::{Progress, counted};
use crate::sink::Sink;

/// A line of `--json`.
#[derive(Serialize)]
struct Report {
    n: usize,
    /// Missing if one of the two could not be read or has no form.
    #[serde(skip_serializing_if = "Option::is_none")]
    same: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    transformation: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    inverse: Option<String>,
}

pub(crate) fn run(context: &Context, mut args: Compare) -> Code {
    let inputs = std::mem::take(&mut args.input.inputs);
    let [a, b] = inputs.as_slice() else {
        context.messages.error(&format!("two inputs are compared, not {}", inputs.len()), Some("ndoku compare A B"));
        return Code::Usage;
    };
    if a == "-" && b == "-" {
        context.messages.error("both inputs are standard input", Some("name a file or give a puzzle for one of them"));
        return Code::Usage;
    }
    let mut sink = match Sink::open(context, args.output.output.as_deref()) {
        Ok(sink) => sink,
        Err(code) => return code,
    };
    let mut code = Code::Done;
    let mut read = |input: &str| {
        args.input.inputs = vec![input.to_owned()];
        let mut sides = Vec::new();
        if !context.is_interrupted() {
            let mut progress = Progress::new(context, sink.is_terminal());
            let worker = || {
                let mut canonizer = Canonizer::new();
                let timeout = args.pace.timeout;
                move |job: &Job| match &job.item {
                    Item::Puzzle(record) => {
                        let puzzle = &record.puzzle;
                        let found = context.with_timeout(timeout, |budget| canonizer.canonical(Form::Pattern, puzzle, budget));
                        Some(Side { layout: puzzle.layout().clone(), found })
                    }
                    _ => None,
                }
            };
            let own = batch::run(context, &args.input, args.pace.threads, &mut progress, Job::refuse_conflicts, worker, |job, side| {
                sides.push(side.map(|side| (job.place(), side)));
                ControlFlow::Continue(())
            });
            code = code.and(own);
        }
        sides
    };
    let (of_a, of_b) = (read(a), read(b));
    let mut same = 0;
    for (place, (a, b)) in of_a.iter().zip(&of_b).enumerate() {
        let n = place + 1;
        let (text, report) = match (a, b) {
            (Some((place, a)), Some((other, b))) => match a.to(b) {
                Ok(Some(found)) => {
                    same += 1;
                    let (there, back) = (found.to_string(), found.inverse().to_string());
                    let report = Report { n, same: Some(true), reason: None, transformation: Some(there.clone()), inverse: Some(back) };
                    (format!("same\t{there}"), report)
                }
                Ok(None) => ("different".to_owned(), Report { n, same: Some(false), reason: None, transformation: None, inverse: None }),
                Err(error) => {
                    let place = if a.found.is_err() { place } else { other };
                    context.say(&format!("{place}not compared: {error}"));
                    if let CanonicalError::Stopped(_) = error {
                        code = code.and(Code::Limit);
                    }
                    let reason = Some(error.to_string());
                    ("not compared".to_owned(), Report { n, same: None, reason, transformation: None, inverse: None })
                }
            },
            _ => ("invalid".to_owned(), Report { n, same: None, reason: Some("invalid".to_owned()), transformation: None, inverse: None }),
        };
        if report.same != Some(true) {
            code = code.and(Code::Negative);
        }
        let text = if args.output.json { serde_json::to_string(&report).unwrap_or_default() } else { text };
        if sink.write(&(text + "\n")).is_break() {
            break;
        }
    }
    let pairs = of_a.len().min(of_b.len());
    if of_a.len() != of_b.len() && !context.is_interrupted() {
        let (longer, more) = if of_a.len() > pairs { (a, of_a.len() - pairs) } else { (b, of_b.len() - pairs) };
        context.say(&format!("{longer} has {} more", counted(more as u64, "puzzle")));
        code = code.and(Code::Negative);
    }
    if pairs > 1 {
        context.say(&format!("{}: {same} the same", counted(pairs as u64, "pair")));
    }
    code.and(sink.close(context))
}

/// What one input says at a place.
struct Side {
    layout: Layout,
    found: Result<Canonical, CanonicalError>,
}

impl Side {
    /// What makes the other of it, if they are in essence the same.
    fn to(&self, other: &Self) -> Result<Option<Move>, CanonicalError> {
        if self.layout != other.layout {
            return Ok(None);
        }
        match (&self.found, &other.found) {
            (Ok(a), Ok(b)) => Ok(a.to(b)),
            (Err(error), _) | (_, Err(error)) => Err(*error),
        }
    }
}
