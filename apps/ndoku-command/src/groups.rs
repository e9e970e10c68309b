//! Answers numbered puzzles in groups on all threads. Used where an answer depends on the number of
//! the puzzle, or where several puzzles together are faster.
//!
//! ```text
//! source ─▶ jobs, numbered ─▶ groups ─▶ worker ─▶ answers ─▶ consume, in the order of the input
//! ```
//!
//! One thread reads the input. That does not limit work of a few microseconds per puzzle;
//! `batch.rs` is faster for less.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use ndoku::format::{Record, WriteOptions};
use ndoku::parallel::map_in_order;
use serde::Serialize;

use crate::args::Input;
use crate::batch::{self, Item, Job};
use crate::context::Context;
use crate::exit_code::ExitCode;
use crate::json::{self, Status};
use crate::progress::{Progress, ReadPosition, format_count};
use crate::render::{self, DroppedFeatures, OutputFormat};
use crate::sink::Sink;

/// Maximum number of puzzles per group.
pub(crate) const MAX_GROUP_SIZE: usize = 256;

/// Number of groups per thread before the group size doubles.
const GROUPS_PER_SIZE: usize = 4;

/// Weight of a group. A group of this weight is scheduled alone.
const GROUP_WEIGHT: usize = 4096;

/// Answers all puzzles in groups, and passes the answers to `consume` in the order of the input.
/// Reports contradicting clues and unreadable items, which get no answer. Returns the code for
/// errors of the input.
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

/// Answers all puzzles as [`run`] does, in groups of at most `max_group_size`. Suits puzzles that
/// take long.
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
    map_in_order(threads, produce, make, |answered| {
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

/// Writes puzzles one after the other, in a format or as JSON records.
pub(crate) struct PuzzleWriter<'a> {
    context: &'a Context,
    input: &'a Input,
    output_format: OutputFormat,
    options: WriteOptions,
    sink: Sink,
    written: u64,
    /// The features that the format has dropped.
    lost: DroppedFeatures,
}

/// The JSON record of a puzzle that was derived.
#[derive(Serialize)]
struct PuzzleReport {
    status: Status,
    clues: usize,
    puzzle: String,
}

impl<'a> PuzzleWriter<'a> {
    /// Opens the output in the requested format, or as lines.
    ///
    /// # Errors
    /// Returns the exit code. The error has been reported.
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

    /// Returns `true` if the output is a terminal.
    pub(crate) fn is_terminal(&self) -> bool {
        self.sink.is_terminal()
    }

    /// Writes a puzzle that was derived from the puzzle of a job.
    ///
    /// # Errors
    /// Returns the code for a puzzle that the format cannot hold. The error has been reported.
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
                        self.lost.report(
                            self.context,
                            &job.place(),
                            format,
                            &format.unsupported(record),
                        );
                        let header = format.write.as_ref().map_or("", |writer| writer.header);
                        (
                            if self.written == 0 {
                                header
                            } else {
                                self.output_format.separator()
                            },
                            text,
                        )
                    }
                    Err(problem) => {
                        self.context.messages.error(
                            &format!("{}{problem}", job.place()),
                            Some("`ndoku formats` shows what each format supports"),
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

    /// Writes a record for a puzzle without a result, if records are written.
    pub(crate) fn write_record(&mut self, record: impl FnOnce() -> String) -> ControlFlow<()> {
        if matches!(self.output_format, OutputFormat::Ndjson) {
            self.sink.write(&record())
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Writes the record of an item that cannot be read, if records are written.
    pub(crate) fn write_invalid(&mut self, job: &Job) -> ControlFlow<()> {
        let bad = json::invalid(job, self.input);
        bad.map_or(ControlFlow::Continue(()), |bad| self.write_record(|| bad))
    }

    /// Writes the end of the format and closes the output.
    pub(crate) fn close(mut self) -> ExitCode {
        if let OutputFormat::Format(format) = self.output_format
            && let Some(writer) = &format.write
        {
            if self.written == 0 {
                let _ = self.sink.write_frame(writer.header);
            }
            let _ = self.sink.write_frame(writer.footer);
        }
        self.sink.close(self.context)
    }
}

/// Returns the format `line`.
fn line_format() -> &'static ndoku::format::Format {
    ndoku::format::find("line").unwrap_or(ndoku::format::FORMATS[0])
}

/// Returns the record with another puzzle of the same layout.
pub(crate) fn with_puzzle(record: &Record, puzzle: ndoku::Puzzle) -> Record {
    Record {
        puzzle,
        entries: None,
        ..record.clone()
    }
}
