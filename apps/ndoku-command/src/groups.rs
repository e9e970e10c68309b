//! Answers numbered puzzles in groups on all threads. Used where an answer depends on the number of
//! the puzzle, or where several puzzles together are faster.
//!
//! ```text
//! source ─▶ WorkItem, numbered ─▶ groups ─▶ worker ─▶ ItemResult ─▶ consume, in input order
//! ```
//!
//! One thread reads the input. That does not limit work of a few microseconds per puzzle;
//! `batch.rs` is faster for less.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use ndoku::format::{Feature, Metadata, ReadOptions, Record, WriteOptions};
use ndoku::parallel::map_in_order;
use serde::Serialize;

use crate::args::Input;
use crate::batch;
use crate::context::Context;
use crate::dropped_features::DroppedFeatures;
use crate::error::CliError;
use crate::exit_code::ExitCode;
use crate::json::{self, Status};
use crate::output_format::{self, OutputFormat, line_format};
use crate::progress::{Progress, ReadPosition};
use crate::sink::Sink;
use crate::work_item::{ItemResult, WorkItem};

/// Maximum number of puzzles per group.
pub(crate) const MAX_GROUP_SIZE: usize = 256;

/// Number of groups per thread before the group size doubles.
const GROUPS_PER_SIZE: usize = 4;

/// Weight of a group. A group of this weight is scheduled alone.
const GROUP_WEIGHT: usize = 4096;

/// A puzzle of a group, and its item.
pub(crate) type NumberedPuzzle<'a> = (&'a WorkItem, &'a Record);

/// A run over the whole input in groups.
pub(crate) struct GroupRun<'a> {
    pub context: &'a Context,
    pub input: &'a Input,
    pub threads: NonZeroUsize,
    /// Maximum number of puzzles per group. Puzzles that take long need small groups.
    pub max_group_size: usize,
}

impl GroupRun<'_> {
    /// Answers all puzzles in groups, and passes the answers to `consume` in the order of the
    /// input. Reports contradicting clues and unreadable items, which get no answer. Returns the
    /// code for errors of the input.
    pub(crate) fn for_each_result<T: Send, W: FnMut(&[NumberedPuzzle<'_>]) -> Vec<T>>(
        &self,
        progress: &mut Progress,
        worker: impl Fn() -> W + Sync,
        mut consume: impl FnMut(ItemResult<T>) -> ControlFlow<()>,
    ) -> ExitCode {
        let context = self.context;
        let options = match batch::read_options(context, self.input) {
            Ok(options) => options,
            Err(error) => return context.report_error(&error),
        };
        let (mut code, mut consumed) = (ExitCode::Done, 0);
        let make = || {
            let mut worker = worker();
            move |items: Vec<WorkItem>| answer_group(context, items, &mut worker)
        };
        map_in_order(
            self.threads,
            |emit| self.send_groups(&options, emit),
            make,
            |results| {
                for result in results {
                    code = code.or_worse(result.item.report_error(context));
                    if result.answer.is_some() {
                        consumed += 1;
                        progress.advance(consumed as u64, ReadPosition::for_item(&result.item));
                    } else if result.item.record.is_ok() {
                        return ControlFlow::Break(());
                    }
                    consume(result)?;
                }
                ControlFlow::Continue(())
            },
        );
        progress.finish();
        batch::report_omitted_errors(context);
        code.or_worse(batch::report_interruption(context, consumed))
    }

    /// Reads the input and sends its items in groups. The first groups are small, so that all
    /// threads have work.
    fn send_groups(
        &self,
        options: &ReadOptions,
        emit: &mut dyn FnMut(Vec<WorkItem>, usize) -> ControlFlow<()>,
    ) {
        let (mut group, mut sent) = (Vec::new(), 0);
        batch::read_items(self.context, self.input, options, &mut |mut item| {
            item.reject_conflicts();
            group.push(item);
            let doublings = sent / (GROUPS_PER_SIZE * self.threads.get());
            if group.len() < self.max_group_size.min(1 << doublings.min(16)) {
                return ControlFlow::Continue(());
            }
            sent += 1;
            emit(std::mem::take(&mut group), GROUP_WEIGHT)
        });
        let _ = emit(group, GROUP_WEIGHT);
    }
}

/// Answers the puzzles of a group. After Ctrl-C, puzzles have no answers.
fn answer_group<T>(
    context: &Context,
    items: Vec<WorkItem>,
    worker: &mut impl FnMut(&[NumberedPuzzle<'_>]) -> Vec<T>,
) -> Vec<ItemResult<T>> {
    let answers = if context.is_interrupted() {
        Vec::new()
    } else {
        let puzzles: Vec<NumberedPuzzle<'_>> = items
            .iter()
            .filter_map(|item| Some((item, &**item.record.as_ref().ok()?)))
            .collect();
        worker(&puzzles)
    };
    let mut answers = answers.into_iter();
    let with_answer = |item: WorkItem| {
        let answer = item.record.is_ok().then(|| answers.next()).flatten();
        ItemResult { item, answer }
    };
    items.into_iter().map(with_answer).collect()
}

/// Writes puzzles one after the other, in a format or as JSON records.
pub(crate) struct DerivedPuzzleWriter<'a> {
    context: &'a Context,
    input: &'a Input,
    /// The requested format, or `None` for a line that keeps the layout.
    output_format: Option<OutputFormat>,
    options: WriteOptions,
    sink: Sink,
    written: u64,
    /// [`ExitCode::Negative`] if a format has dropped a part that changes the solutions.
    code: ExitCode,
    /// The features that the format has dropped.
    dropped: DroppedFeatures,
}

/// The JSON record of a puzzle that was derived.
#[derive(Serialize)]
struct DerivedPuzzleReport {
    status: Status,
    clues: usize,
    puzzle: String,
}

impl<'a> DerivedPuzzleWriter<'a> {
    /// Opens the output in the requested format. Otherwise each puzzle is a line, with its regions
    /// or pencilmarks if it has any.
    ///
    /// # Errors
    /// Returns an error if there is no such format, or the output cannot be opened.
    pub(crate) fn open(
        context: &'a Context,
        input: &'a Input,
        output: &crate::args::Output,
    ) -> Result<Self, CliError> {
        let output_format = output.format_for_many()?;
        let sink = Sink::open(output.path())?;
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
            code: ExitCode::Done,
            dropped: DroppedFeatures::default(),
        })
    }

    /// Returns `true` if the output is a terminal.
    pub(crate) fn is_terminal(&self) -> bool {
        self.sink.is_terminal()
    }

    /// Writes a puzzle that was derived from the puzzle of an item.
    ///
    /// # Errors
    /// Returns an error if the format cannot hold the puzzle.
    pub(crate) fn write(
        &mut self,
        item: &WorkItem,
        record: &Record,
    ) -> Result<ControlFlow<()>, CliError> {
        let output_format = self
            .output_format
            .unwrap_or_else(|| OutputFormat::line_for(&record.puzzle));
        let (before, text) = match output_format {
            OutputFormat::Ndjson => ("", self.json_record(item, record)),
            OutputFormat::Format(format) => {
                let text = output_format::format_record(record, format, &self.options)
                    .map_err(|problem| output_format::cannot_hold(&item.prefix(), &problem))?;
                let mut dropped = format.unsupported(record);
                // A line of a derived puzzle is not expected to hold a title or a solution.
                dropped.retain(|feature| {
                    let expected = matches!(feature, Feature::Metadata | Feature::Solution);
                    !expected || (self.output_format.is_some() && format.id != "line")
                });
                if self
                    .dropped
                    .warn(self.context, &item.prefix(), format, &dropped)
                {
                    self.code = ExitCode::Negative;
                }
                let before = match &format.write {
                    Some(writer) if self.written == 0 => writer.header,
                    _ if self.written == 0 => "",
                    _ => output_format.separator(),
                };
                (before, text)
            }
        };
        self.written += 1;
        if self.sink.write(before).is_break() {
            return Ok(ControlFlow::Break(()));
        }
        Ok(self.sink.write(&text))
    }

    fn json_record(&self, item: &WorkItem, record: &Record) -> String {
        let mut puzzle =
            output_format::format_record(record, line_format(), &self.options).unwrap_or_default();
        puzzle.truncate(puzzle.trim_end().len());
        let report = DerivedPuzzleReport {
            status: Status::Ok,
            clues: record.puzzle.clue_count(),
            puzzle,
        };
        json::puzzle_record(item, self.input, report)
    }

    /// Writes a record for a puzzle without a result, if records are written.
    pub(crate) fn write_record(&mut self, record: impl FnOnce() -> String) -> ControlFlow<()> {
        if matches!(self.output_format, Some(OutputFormat::Ndjson)) {
            self.sink.write(&record())
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Writes the record of an item that cannot be read, if records are written.
    pub(crate) fn write_invalid(&mut self, item: &WorkItem) -> ControlFlow<()> {
        let bad = json::invalid(item, self.input);
        bad.map_or(ControlFlow::Continue(()), |bad| self.write_record(|| bad))
    }

    /// Writes the end of the format and closes the output.
    pub(crate) fn close(mut self) -> ExitCode {
        if let Some(OutputFormat::Format(format)) = self.output_format
            && let Some(writer) = &format.write
        {
            if self.written == 0 {
                let _ = self.sink.write_frame(writer.header);
            }
            let _ = self.sink.write_frame(writer.footer);
        }
        self.code.or_worse(self.sink.close(self.context))
    }
}

/// Returns the record with another puzzle of the same layout and solution. It keeps id, title,
/// author and origin. The other data describe the puzzle that it was derived from.
pub(crate) fn with_puzzle(record: &Record, puzzle: ndoku::Puzzle) -> Record {
    let Metadata {
        id,
        title,
        author,
        source,
        url,
        date,
        ..
    } = record.metadata.clone();
    Record {
        solution: record.solution.clone(),
        metadata: Metadata {
            id,
            title,
            author,
            source,
            url,
            date,
            ..Metadata::default()
        },
        ..Record::from(puzzle)
    }
}
