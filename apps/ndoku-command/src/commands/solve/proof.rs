//! `ndoku solve --proof FILE`: a proof that a puzzle has no solution, for programs that check it.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use ndoku::format::Record;
use ndoku::{Budget, Learning, ProofStep, StopReason, Stopped};

use super::{Outcome, Status, Tally, Writing};
use crate::args::Solve;
use crate::batch::{self, Item, Job};
use crate::context::{Code, Context};
use crate::progress::{Progress, counted};
use crate::render::Target;
use crate::sink::Sink;
use crate::source::reason;

/// What came of the puzzle, and how many steps its proof has.
type Proved = io::Result<(Outcome, u64)>;

pub(super) fn run(context: &Context, args: &Solve, path: &Path) -> Code {
    let asked = match Target::asked(context, &args.output) {
        Ok(asked) => asked,
        Err(code) => return code,
    };
    let mut sink = match Sink::open(context, args.output.output.as_deref()) {
        Ok(sink) => sink,
        Err(code) => return code,
    };
    let mut progress = Progress::new(context, sink.is_terminal());
    let mut writing = Writing::new(context, args, asked, sink.is_terminal());
    let (mut tally, mut code) = (Tally::default(), Code::Done);
    let worker = || {
        let mut is_first = true;
        move |job: &Job| match &job.item {
            Item::Puzzle(record) if std::mem::take(&mut is_first) => {
                Some(context.with_budget(&args.work, |budget| prove(record, path, budget)))
            }
            _ => None,
        }
    };
    let file = path.display();
    let prepare = Job::refuse_conflicts;
    let input_code =
        batch::run(context, &args.input, NonZeroUsize::new(1), &mut progress, prepare, worker, |job, result: Option<Proved>| {
            let outcome = match result {
                None if matches!(job.item, Item::Puzzle(_)) => {
                    context.messages.error(
                        &format!("{}--proof takes only one puzzle", job.place()),
                        Some("run ndoku once per puzzle, each with its own file"),
                    );
                    code = code.and(Code::Negative);
                    return ControlFlow::Break(());
                }
                None => Outcome::of(Status::Invalid),
                Some(Err(error)) => {
                    context.messages.error(&format!("{file} cannot be written: {}", reason(&error)), None);
                    code = code.and(Code::Output);
                    return ControlFlow::Break(());
                }
                Some(Ok((outcome, steps))) => {
                    match outcome.status {
                        Status::None => {
                            context.say(&format!("{file}: {}; `ndoku convert --to dimacs` writes its clauses", counted(steps, "step")));
                        }
                        Status::Solved => context.say(&format!("the puzzle has a solution; {file} is not written")),
                        _ => {}
                    }
                    outcome
                }
            };
            code = code.and(tally.add(&outcome, false));
            writing.put(context, &mut sink, job, outcome)
        });
    writing.end(context, &mut sink, &tally);
    code.and(input_code).and(sink.close(context))
}

/// Searches, and writes the proof. Until it is complete it stands beside the place where it belongs, so that a proof that is there is a whole one.
fn prove(record: &Record, path: &Path, budget: &Budget<'_>) -> Proved {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    let part = Path::new(&name);
    let mut file = BufWriter::new(File::create(part)?);
    let (mut line, mut steps, mut failure) = (String::new(), 0, None);
    // Nobody needs the rest of a proof that cannot be written.
    let has_failed = AtomicBool::new(false);
    let is_over = || has_failed.load(Ordering::Relaxed) || budget.poll().is_some();
    let within = Budget::default().expired(&is_over).max_guesses(budget.guess_limit().unwrap_or(u64::MAX));
    let refuted = Learning::new().refute(&record.puzzle, &within, &mut |step| {
        steps += u64::from(matches!(step, ProofStep::Learnt(_)));
        line.clear();
        step.write(&mut line);
        if failure.is_none() {
            failure = file.write_all(line.as_bytes()).err();
            has_failed.store(failure.is_some(), Ordering::Relaxed);
        }
    });
    let written = failure.map_or(Ok(()), Err).and_then(|()| file.flush());
    drop(file);
    let is_complete = matches!(refuted, Ok(None));
    let kept = written.and_then(|()| if is_complete { fs::rename(part, path) } else { fs::remove_file(part) });
    kept.inspect_err(|_| drop(fs::remove_file(part)))?;
    let outcome = match refuted {
        Ok(None) => Outcome::of(Status::None),
        Ok(Some(solution)) => Outcome { solutions: vec![solution], ..Outcome::of(Status::Solved) },
        Err(Stopped { reason, stats, .. }) => {
            let reason = if reason == StopReason::Time { budget.poll().unwrap_or(reason) } else { reason };
            Outcome { stats, stopped: Some(reason), ..Outcome::of(Status::Stopped) }
        }
    };
    Ok((Outcome { engine: "learning", ..outcome }, steps))
}
