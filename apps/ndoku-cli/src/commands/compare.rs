//! `ndoku compare`: whether puzzles are the same but for turning, moving and renaming.

use std::ops::ControlFlow;

use ndoku::Budget;
use ndoku::canonical::{CanonicalError, Canonizer, Move};
use ndoku::format::Record;
use ndoku::generate::canonical::Form;
use serde::Serialize;

use crate::args::Compare;
use crate::batch::{self, Item, Job};
use crate::context::{Code, Context};
use crate::progress::counted;
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
    let options = match args.input.read_options() {
        Ok(options) => options,
        Err(message) => {
            context.messages.error(&message, None);
            return Code::Input;
        }
    };
    let mut code = Code::Done;
    let mut read = |input: &str| {
        args.input.inputs = vec![input.to_owned()];
        let mut records = Vec::new();
        batch::each_job(context, &args.input, &options, &mut |mut job: Job| {
            job.refuse_conflicts();
            code = code.and(batch::tell(context, &job));
            records.push(match job.item {
                Item::Puzzle(record) => Some(*record),
                _ => None,
            });
            if context.is_interrupted() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        records
    };
    let (of_a, of_b) = (read(a), read(b));
    let mut sink = match Sink::open(context, args.output.as_deref()) {
        Ok(sink) => sink,
        Err(code) => return code,
    };
    let mut canonizer = Canonizer::new();
    let mut same = 0;
    for (place, (a, b)) in of_a.iter().zip(&of_b).enumerate() {
        if context.is_interrupted() {
            code = code.and(Code::Interrupted);
            break;
        }
        let n = place + 1;
        let (text, report) = match (a, b) {
            (Some(a), Some(b)) => match compare(&mut canonizer, a, b) {
                Ok(Some(found)) => {
                    same += 1;
                    let (there, back) = (found.to_string(), found.inverse().to_string());
                    let report = Report { n, same: Some(true), reason: None, transformation: Some(there.clone()), inverse: Some(back) };
                    (format!("same\t{there}"), report)
                }
                Ok(None) => ("different".to_owned(), Report { n, same: Some(false), reason: None, transformation: None, inverse: None }),
                Err(error) => {
                    context.say(&format!("not compared: {error}"));
                    let reason = Some(error.to_string());
                    ("not compared".to_owned(), Report { n, same: None, reason, transformation: None, inverse: None })
                }
            },
            _ => ("invalid".to_owned(), Report { n, same: None, reason: Some("invalid".to_owned()), transformation: None, inverse: None }),
        };
        if report.same != Some(true) {
            code = code.and(Code::Negative);
        }
        let text = if args.json { serde_json::to_string(&report).unwrap_or_default() } else { text };
        if sink.write(&(text + "\n")).is_break() {
            break;
        }
    }
    let pairs = of_a.len().min(of_b.len());
    if of_a.len() != of_b.len() {
        let (longer, more) = if of_a.len() > pairs { (a, of_a.len() - pairs) } else { (b, of_b.len() - pairs) };
        context.say(&format!("{longer} has {} more", counted(more as u64, "puzzle")));
        code = code.and(Code::Negative);
    }
    if pairs > 1 {
        context.say(&format!("{}: {same} the same", counted(pairs as u64, "pair")));
    }
    code.and(sink.close(context))
}

fn compare(canonizer: &mut Canonizer, a: &Record, b: &Record) -> Result<Option<Move>, CanonicalError> {
    if a.puzzle.layout() != b.puzzle.layout() {
        return Ok(None);
    }
    let budget = Budget::default();
    let a = canonizer.canonical(Form::Pattern, &a.puzzle, &budget)?;
    let b = canonizer.canonical(Form::Pattern, &b.puzzle, &budget)?;
    Ok(a.to(&b))
}
