//! `ndoku enumerate`: every solution as soon as it is found; nothing is kept.

use std::ops::ControlFlow;

use ndoku::format::{Format, Record, Scope, WriteOptions};
use ndoku::{Budget, Digit, Solver, StopReason};

use crate::args::{Enumerate, Input, Output, Work};
use crate::batch::{self, Item, Job};
use crate::context::{Code, Context};
use crate::progress::{counted, grouped};
use crate::render::{self, Target};
use crate::sink::Sink;

pub(crate) fn run(context: &Context, args: &Enumerate) -> Code {
    stream(context, &args.input, &args.output, &args.work, args.limit, None)
}

/// Lists the solutions of every puzzle, at most `limit` of each (0 for all), as they are found. With `none`, words keep the place of a puzzle that
/// has no solution, or cannot be read.
pub(crate) fn stream(context: &Context, input: &Input, output: &Output, work: &Work, limit: u64, none: Option<&'static str>) -> Code {
    let target = match Target::asked(context, output) {
        Ok(target) => target.unwrap_or_else(Target::lines),
        Err(code) => return code,
    };
    let options = match batch::options(context, input) {
        Ok(options) => options,
        Err(code) => return code,
    };
    let sink = match Sink::open(context, output.output.as_deref()) {
        Ok(sink) => sink,
        Err(code) => return code,
    };
    let writing = WriteOptions { blank: None, ascii: output.ascii };
    let mut listing = Listing { context, target, limit, none, writing, sink, written: 0, solutions: 0 };
    let mut solver = Solver::new().with_isa(work.isa);
    let mut code = Code::Done;
    let mut puzzles = 0_u64;
    // Solutions are written as they come, puzzle by puzzle: there is nothing to keep in order, and no second thread that could help.
    batch::each_job(context, input, &options, &mut |mut job| {
        job.refuse_conflicts();
        code = code.and(batch::tell(context, &job));
        let Item::Puzzle(record) = &job.item else { return listing.words("Invalid puzzle") };
        puzzles += 1;
        let (ended, one) = context.with_budget(work, |budget| listing.list(&mut solver, &job, record, budget));
        code = code.and(one);
        ended
    });
    if context.is_interrupted() {
        let found = counted(listing.solutions, "solution");
        context.messages.say(&format!("interrupted after {found}, in puzzle {}", grouped(puzzles)));
        code = code.and(Code::Interrupted);
    }
    code.and(listing.close())
}

/// Writes solutions one after the other.
struct Listing<'a> {
    context: &'a Context,
    target: Target,
    /// At most so many of each puzzle; 0 for all.
    limit: u64,
    /// What stands for a puzzle without a solution, if its place is kept.
    none: Option<&'static str>,
    writing: WriteOptions,
    sink: Sink,
    /// What was written so far, solutions and words.
    written: u64,
    /// The solutions among it.
    solutions: u64,
}

impl Listing<'_> {
    /// Writes a text behind what the format has at its head, or between two.
    fn write(&mut self, text: &str) -> ControlFlow<()> {
        let before = match self.target {
            Target::Format(Format { write: Some(writer), .. }) if self.written == 0 => writer.head,
            Target::Ndjson => "",
            target @ Target::Format(_) => target.between(),
        };
        self.written += 1;
        self.sink.write(before)?;
        self.sink.write(text)
    }

    /// Keeps the place of a puzzle without a solution, if that is wanted and the format is text for people.
    fn words(&mut self, words: &str) -> ControlFlow<()> {
        let wanted = self.none.is_some() && matches!(self.target, Target::Format(format) if format.scope == Scope::Unit);
        if wanted { self.write(&format!("{words}\n")) } else { ControlFlow::Continue(()) }
    }

    fn close(mut self) -> Code {
        if let Target::Format(Format { write: Some(writer), .. }) = self.target {
            if self.written == 0 {
                let _ = self.sink.write(writer.head);
            }
            let _ = self.sink.write(writer.tail);
        }
        self.sink.close(self.context)
    }

    /// Lists the solutions of a puzzle. Whether to go on, and the code.
    fn list(&mut self, solver: &mut Solver, job: &Job, record: &Record, budget: &Budget<'_>) -> (ControlFlow<()>, Code) {
        let context = self.context;
        let mut found = 0_u64;
        let mut more = false;
        let mut closed = ControlFlow::Continue(());
        let mut refused = None;
        let searched = solver.each(&record.puzzle, budget, &mut |digits: &[Digit]| {
            if self.limit > 0 && found == self.limit {
                more = true;
                return ControlFlow::Break(());
            }
            found += 1;
            self.solutions += 1;
            let text = match self.target {
                Target::Ndjson => {
                    let solution = serde_json::Value::from(render::line(&record.puzzle, digits));
                    Ok(format!("{{\"n\":{},\"line\":{},\"solution\":{solution}}}\n", job.number, job.line))
                }
                Target::Format(format) => render::solution(record, digits, format, &self.writing),
            };
            match text {
                Ok(text) => closed = self.write(&text),
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
                if found > 0 {
                    return (closed, Code::Done);
                }
                (self.words(self.none.unwrap_or_default()), Code::Negative)
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
}
