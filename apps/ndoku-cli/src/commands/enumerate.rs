//! `ndoku enumerate`: every solution as soon as it is found; nothing is kept.

use std::ops::ControlFlow;

use ndoku::format::{Format, Record, WriteOptions};
use ndoku::{Budget, Digit, Solver, StopReason};

use crate::args::Enumerate;
use crate::batch::{self, Item, Job};
use crate::context::{Code, Context};
use crate::progress::{counted, grouped};
use crate::render::{self, Target};
use crate::sink::Sink;

pub(crate) fn run(context: &Context, args: &Enumerate) -> Code {
    let target = match Target::asked(context, &args.output) {
        Ok(target) => target.unwrap_or_else(|| Target::usual(false)),
        Err(code) => return code,
    };
    let options = match batch::options(context, &args.input) {
        Ok(options) => options,
        Err(code) => return code,
    };
    let mut sink = match Sink::open(context, args.output.output.as_deref()) {
        Ok(sink) => sink,
        Err(code) => return code,
    };
    let mut solver = Solver::new();
    let mut code = Code::Done;
    let mut puzzles = 0_u64;
    let mut total = 0;
    // Solutions are written as they come, puzzle by puzzle: there is nothing to keep in order, and no second thread that could help.
    batch::each_job(context, &args.input, &options, &mut |mut job| {
        job.refuse_conflicts();
        code = code.and(batch::tell(context, &job));
        let Item::Puzzle(record) = &job.item else { return ControlFlow::Continue(()) };
        puzzles += 1;
        let (ended, one) =
            context.with_budget(&args.work, |budget| list(context, args, &mut solver, target, &job, record, budget, &mut sink, &mut total));
        code = code.and(one);
        ended
    });
    if context.is_interrupted() {
        context.messages.say(&format!("interrupted after {}, in puzzle {}", counted(total, "solution"), grouped(puzzles)));
        code = code.and(Code::Interrupted);
    }
    if let Target::Format(Format { write: Some(writer), .. }) = target {
        if total == 0 {
            let _ = sink.write(writer.head);
        }
        let _ = sink.write(writer.tail);
    }
    code.and(sink.close(context))
}

#[expect(clippy::too_many_arguments, reason = "all of them are what one listing needs, and nothing else needs them together")]
fn list(
    context: &Context,
    args: &Enumerate,
    solver: &mut Solver,
    target: Target,
    job: &Job,
    record: &Record,
    budget: &Budget<'_>,
    sink: &mut Sink,
    total: &mut u64,
) -> (ControlFlow<()>, Code) {
    let options = WriteOptions { blank: None, ascii: args.output.ascii };
    let mut found = 0_u64;
    let mut more = false;
    let mut closed = ControlFlow::Continue(());
    let mut refused = None;
    let searched = solver.each(&record.puzzle, budget, &mut |digits: &[Digit]| {
        if args.limit > 0 && found == args.limit {
            more = true;
            return ControlFlow::Break(());
        }
        found += 1;
        *total += 1;
        let text = match target {
            Target::Ndjson => {
                let solution = render::line(&record.puzzle, digits);
                Ok(format!("{{\"n\":{},\"line\":{},\"solution\":{}}}\n", job.number, job.line, serde_json::Value::from(solution)))
            }
            Target::Format(format) => render::solution(record, digits, format, &options).map(|text| {
                let before = match format.write.as_ref() {
                    Some(writer) if *total == 1 => writer.head,
                    _ => target.between(),
                };
                before.to_owned() + &text
            }),
        };
        match text {
            Ok(text) => closed = sink.write(&text),
            Err(problem) => refused = Some(problem),
        }
        if refused.is_some() { ControlFlow::Break(()) } else { closed }
    });
    if let Some(problem) = refused {
        context.messages.error(&problem, None);
        return (ControlFlow::Break(()), Code::Output);
    }
    if closed.is_break() {
        return (closed, Code::Done);
    }
    let listed = grouped(found);
    let place = job.place();
    match searched {
        Ok(_) if more => {
            context.say(&format!("{place}solutions: {listed}, and there are more"));
            (closed, Code::Done)
        }
        Ok(_) => {
            context.say(&format!("{place}solutions: {listed}"));
            (closed, if found == 0 { Code::Negative } else { Code::Done })
        }
        // Ctrl-C is told once, for all.
        Err(stopped) if stopped.reason == StopReason::Flag => (closed, Code::Done),
        Err(stopped) => {
            context.messages.say(&format!("{place}solutions: at least {listed}: {}", stopped.reason));
            let code = match stopped.reason {
                StopReason::Fault => Code::Fault,
                _ => Code::Limit,
            };
            (closed, code)
        }
    }
}
