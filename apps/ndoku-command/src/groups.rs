//! Puzzles in groups, with their numbers, on all cores: for answers that depend on the number of a puzzle, or come faster for several puzzles at once.
//!
//! ```text
//! source ─▶ jobs, numbered ─▶ groups ─▶ worker ─▶ an answer for each ─▶ consume, in the order of the input
//! ```
//!
//! Everything is read on one thread, which is no limit for work of some microseconds a puzzle; see `batch.rs` for what is faster.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use ndoku::format::{Record, WriteOptions};
use ndoku::ordered::ordered_map;
use serde::Serialize;

use crate::args::Input;
use crate::batch::{self, Item, Job};
use crate::context::Context;
use crate::exit_code::ExitCode;
use crate::json::{self, Status};
use crate::progress::{Place, Progress, counted};
use crate::render::{self, Losses, Target};
use crate::sink::Sink;

/// Puzzles of a group, once there are many.
pub(crate) const LARGE: usize = 256;

/// Groups of a size for each thread; then they are twice as large.
const OF_A_SIZE: usize = 4;

/// Weighs as much as a batch.
const HEAVY: usize = 4096;

/// Works on all puzzles in groups. Clues that contradict each other are told as errors, and what cannot be read too; there is no answer about these. Everything is
/// given to `consume` in the order of the input. Returns the code for what went wrong with the input.
pub(crate) fn run<T: Send, W: FnMut(&[(&Job, &Record)]) -> Vec<T>>(
    context: &Context,
    input: &Input,
    threads: NonZeroUsize,
    progress: &mut Progress,
    worker: impl Fn() -> W + Sync,
    consume: impl FnMut(Job, Option<T>) -> ControlFlow<()>,
) -> ExitCode {
    run_up_to(LARGE, context, input, threads, progress, worker, consume)
}

/// The same in groups of at most so many, for puzzles that take long each.
pub(crate) fn run_up_to<T: Send, W: FnMut(&[(&Job, &Record)]) -> Vec<T>>(
    largest: usize,
    context: &Context,
    input: &Input,
    threads: NonZeroUsize,
    progress: &mut Progress,
    worker: impl Fn() -> W + Sync,
    mut consume: impl FnMut(Job, Option<T>) -> ControlFlow<()>,
) -> ExitCode {
    let options = match batch::read_options(context, input) {
        Ok(options) => options,
        Err(code) => return code,
    };
    let mut code = ExitCode::Done;
    let mut consumed = 0_u64;
    let produce = |emit: &mut dyn FnMut(Vec<Job>, usize) -> ControlFlow<()>| {
        let (mut group, mut sent) = (Vec::new(), 0);
        batch::for_each_job(context, input, &options, &mut |mut job| {
            job.refuse_conflicts();
            group.push(job);
            let full = largest.min(1 << (sent / (OF_A_SIZE * threads.get())).min(16));
            if group.len() < full {
                return ControlFlow::Continue(());
            }
            sent += 1;
            emit(std::mem::take(&mut group), HEAVY)
        });
        let _ = emit(group, HEAVY);
    };
    let make = || {
        let mut worker = worker();
        move |jobs: Vec<Job>| {
            let mut puzzles: Vec<(&Job, &Record)> = Vec::new();
            for job in &jobs {
                if let Item::Puzzle(record) = &job.item {
                    puzzles.push((job, record));
                }
            }
            let mut answers = if context.is_interrupted() {
                Vec::new()
            } else {
                worker(&puzzles)
            }
            .into_iter();
            let of = |job: &Job| {
                if matches!(job.item, Item::Puzzle(_)) {
                    answers.next()
                } else {
                    None
                }
            };
            let answers: Vec<Option<T>> = jobs.iter().map(of).collect();
            jobs.into_iter().zip(answers).collect::<Vec<_>>()
        }
    };
    ordered_map(threads, produce, make, |answered| {
        for (job, answer) in answered {
            let is_puzzle = matches!(job.item, Item::Puzzle(_));
            code = code.or_worse(batch::report_errors(context, &job));
            match answer {
                Some(answer) => {
                    consumed += 1;
                    let of = job.source.as_ref().map_or(0, |source| source.line_count());
                    progress.advance(
                        consumed,
                        Place::Lines {
                            at: job.line as u64,
                            of: of as u64,
                        },
                    );
                    consume(job, Some(answer))?;
                }
                None if is_puzzle => return ControlFlow::Break(()),
                None => consume(job, None)?,
            }
        }
        ControlFlow::Continue(())
    });
    progress.end();
    if context.is_interrupted() {
        context.messages.print_line(&format!(
            "interrupted after {}",
            counted(consumed, "puzzle")
        ));
        code = code.or_worse(ExitCode::Interrupted);
    }
    code
}

/// Writes puzzles one after the other, in one of the formats or as records of JSON.
pub(crate) struct Puzzles<'a> {
    context: &'a Context,
    input: &'a Input,
    target: Target,
    options: WriteOptions,
    sink: Sink,
    written: u64,
    /// What the format has dropped.
    lost: Losses,
}

/// What a record of `--json` says of a puzzle that was made.
#[derive(Serialize)]
struct Report {
    status: Status,
    clues: usize,
    puzzle: String,
}

impl<'a> Puzzles<'a> {
    /// Into the sink and the format that the options ask for, or as lines.
    ///
    /// # Errors
    /// The code to exit with; the error has been told.
    pub(crate) fn open(
        context: &'a Context,
        input: &'a Input,
        output: &crate::args::Output,
    ) -> Result<Self, ExitCode> {
        let target = Target::asked(context, output)?.unwrap_or_else(Target::lines);
        let sink = Sink::open(context, output.path())?;
        Ok(Self {
            context,
            input,
            target,
            options: WriteOptions {
                blank: None,
                ascii: output.ascii,
            },
            sink,
            written: 0,
            lost: Losses::default(),
        })
    }

    /// Whether results go to a terminal.
    pub(crate) fn is_terminal(&self) -> bool {
        self.sink.is_terminal()
    }

    /// Writes a puzzle that was made of that of a job.
    ///
    /// # Errors
    /// The code to go on with, if the format cannot hold it; that has been told.
    pub(crate) fn write(
        &mut self,
        job: &Job,
        record: &Record,
    ) -> Result<ControlFlow<()>, ExitCode> {
        let (before, text) = match self.target {
            Target::Ndjson => {
                let mut puzzle = render::write(record, line(), &self.options).unwrap_or_default();
                puzzle.truncate(puzzle.trim_end().len());
                (
                    "",
                    json::record(
                        job,
                        self.input,
                        Report {
                            status: Status::Ok,
                            clues: record.puzzle.clue_count(),
                            puzzle,
                        },
                    ),
                )
            }
            Target::Format(format) => match render::write(record, format, &self.options) {
                Ok(text) => {
                    self.lost
                        .report(self.context, &job.place(), format, &format.loses(record));
                    let head = format.write.as_ref().map_or("", |writer| writer.head);
                    (
                        if self.written == 0 {
                            head
                        } else {
                            self.target.between()
                        },
                        text,
                    )
                }
                Err(problem) => {
                    self.context.messages.error(
                        &format!("{}{problem}", job.place()),
                        Some("`ndoku formats` shows what each format keeps"),
                    );
                    return Err(ExitCode::Negative);
                }
            },
        };
        self.written += 1;
        if self.sink.write(before).is_break() {
            return Ok(ControlFlow::Break(()));
        }
        Ok(self.sink.write(&text))
    }

    /// Writes the record of a puzzle of which none was made, if records are written.
    pub(crate) fn without(&mut self, record: impl FnOnce() -> String) -> ControlFlow<()> {
        if matches!(self.target, Target::Ndjson) {
            self.sink.write(&record())
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Writes the record of what could not be read, if records are written.
    pub(crate) fn invalid(&mut self, job: &Job) -> ControlFlow<()> {
        let bad = json::invalid(job, self.input);
        bad.map_or(ControlFlow::Continue(()), |bad| self.without(|| bad))
    }

    /// What stands at the end.
    pub(crate) fn close(mut self) -> ExitCode {
        if let Target::Format(format) = self.target
            && let Some(writer) = &format.write
        {
            if self.written == 0 {
                let _ = self.sink.write_frame(writer.head);
            }
            let _ = self.sink.write_frame(writer.tail);
        }
        self.sink.close(self.context)
    }
}

/// The format of lines.
fn line() -> &'static ndoku::format::Format {
    ndoku::format::find("line").unwrap_or(ndoku::format::FORMATS[0])
}

/// A record of the same layout, symbols and head with another puzzle.
pub(crate) fn with_puzzle(record: &Record, puzzle: ndoku::Puzzle) -> Record {
    Record {
        puzzle,
        placed: None,
        ..record.clone()
    }
}
