//! PuzzleWriter in groups, with their numbers, on all cores: for answers that depend on the number of a puzzle, or come faster for several puzzles at once.
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
use crate::progress::{Progress, ReadPosition, format_count};
use crate::render::{self, DroppedFeatures, OutputFormat};
use crate::sink::Sink;

/// PuzzleWriter of a group, once there are many.
pub(crate) const MAX_GROUP_SIZE: usize = 256;

/// Groups of a size for each thread; then they are twice as large.
const GROUPS_PER_SIZE: usize = 4;

/// Weighs as much as a batch.
const GROUP_WEIGHT: usize = 4096;

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
    run_with_group_size(
        MAX_GROUP_SIZE,
        context,
        input,
        threads,
        progress,
        worker,
        consume,
    )
}

/// The same in groups of at most so many, for puzzles that take long each.
pub(crate) fn run_with_group_size<T: Send, W: FnMut(&[(&Job, &Record)]) -> Vec<T>>(
    max_group_size: usize,
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
            let full = max_group_size.min(1 << (sent / (GROUPS_PER_SIZE * threads.get())).min(16));
            if group.len() < full {
                return ControlFlow::Continue(());
            }
            sent += 1;
            emit(std::mem::take(&mut group), GROUP_WEIGHT)
        });
        let _ = emit(group, GROUP_WEIGHT);
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
            let answer_for = |job: &Job| {
                if matches!(job.item, Item::Puzzle(_)) {
                    answers.next()
                } else {
                    None
                }
            };
            let answers: Vec<Option<T>> = jobs.iter().map(answer_for).collect();
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
                    let lines = job.source.as_ref().map_or(0, |source| source.line_count());
                    progress.advance(
                        consumed,
                        ReadPosition::Lines {
                            at: job.line as u64,
                            of: lines as u64,
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
    progress.finish();
    if context.is_interrupted() {
        context.messages.print_line(&format!(
            "interrupted after {}",
            format_count(consumed, "puzzle")
        ));
        code = code.or_worse(ExitCode::Interrupted);
    }
    code
}

/// Writes puzzles one after the other, in one of the formats or as records of JSON.
pub(crate) struct PuzzleWriter<'a> {
    context: &'a Context,
    input: &'a Input,
    output_format: OutputFormat,
    options: WriteOptions,
    sink: Sink,
    written: u64,
    /// What the format has dropped.
    lost: DroppedFeatures,
}

/// What a record of `--json` says of a puzzle that was made.
#[derive(Serialize)]
struct PuzzleReport {
    status: Status,
    clues: usize,
    puzzle: String,
}

impl<'a> PuzzleWriter<'a> {
    /// Into the sink and the format that the options ask for, or as lines.
    ///
    /// # Errors
    /// The code to exit with; the error has been told.
    pub(crate) fn open(
        context: &'a Context,
        input: &'a Input,
        output: &crate::args::Output,
    ) -> Result<Self, ExitCode> {
        let output_format =
            OutputFormat::requested(context, output)?.unwrap_or_else(OutputFormat::lines);
        let sink = Sink::open(context, output.path())?;
        Ok(Self {
            context,
            input,
            output_format,
            options: WriteOptions {
                blank: None,
                ascii: output.ascii,
            },
            sink,
            written: 0,
            lost: DroppedFeatures::default(),
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
        let (before, text) = match self.output_format {
            OutputFormat::Ndjson => {
                let mut puzzle =
                    render::format_record(record, line_format(), &self.options).unwrap_or_default();
                puzzle.truncate(puzzle.trim_end().len());
                (
                    "",
                    json::puzzle_record(
                        job,
                        self.input,
                        PuzzleReport {
                            status: Status::Ok,
                            clues: record.puzzle.clue_count(),
                            puzzle,
                        },
                    ),
                )
            }
            OutputFormat::Format(format) => {
                match render::format_record(record, format, &self.options) {
                    Ok(text) => {
                        self.lost
                            .report(self.context, &job.place(), format, &format.loses(record));
                        let head = format.write.as_ref().map_or("", |writer| writer.head);
                        (
                            if self.written == 0 {
                                head
                            } else {
                                self.output_format.separator()
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
                }
            }
        };
        self.written += 1;
        if self.sink.write(before).is_break() {
            return Ok(ControlFlow::Break(()));
        }
        Ok(self.sink.write(&text))
    }

    /// Writes the record of a puzzle of which none was made, if records are written.
    pub(crate) fn write_record(&mut self, record: impl FnOnce() -> String) -> ControlFlow<()> {
        if matches!(self.output_format, OutputFormat::Ndjson) {
            self.sink.write(&record())
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Writes the record of what could not be read, if records are written.
    pub(crate) fn write_invalid(&mut self, job: &Job) -> ControlFlow<()> {
        let bad = json::invalid(job, self.input);
        bad.map_or(ControlFlow::Continue(()), |bad| self.write_record(|| bad))
    }

    /// What stands at the end.
    pub(crate) fn close(mut self) -> ExitCode {
        if let OutputFormat::Format(format) = self.output_format
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
fn line_format() -> &'static ndoku::format::Format {
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
