//! Writes the outcomes of puzzles: the format, the held first puzzle, messages and JSON records.

use std::cell::Cell;
use std::ops::ControlFlow;

use ndoku::format::{
    Feature, Format, GIVEN_UP, INVALID, NO_SOLUTION, NOT_WRITABLE, Record, Scope, WriteOptions,
};
use ndoku::{EngineKind, Puzzle, Solution, Stats, StopReason};

use super::worker::SolveBatch;
use super::{MAX_NAMED_PUZZLES, SolveOutcome, SolveReport, StatusCounts, format_guesses};
use crate::args::Solve;
use crate::batch::BatchAnswers;
use crate::context::Context;
use crate::dropped_features::DroppedFeatures;
use crate::error::CliError;
use crate::exit_code::ExitCode;
use crate::json::{self, Status};
use crate::messages::use_color;
use crate::output_format::{self, OutputFormat};
use crate::progress::{format_count, group_thousands};
use crate::resume::is_solution;
use crate::sink::Sink;
use crate::work_item::WorkItem;

/// Writes outcomes. The format may depend on the second puzzle: on a terminal, a single puzzle is
/// drawn as a grid, and several puzzles are lines.
pub(super) struct OutcomeWriter<'a> {
    args: &'a Solve,
    pub(super) output_format: Option<OutputFormat>,
    terminal: bool,
    held: Option<(WorkItem, SolveOutcome)>,
    written: usize,
    verbose: bool,
    options: WriteOptions,
    /// Grids may use color and bold type.
    color: bool,
    head_done: bool,
    /// The format could not hold a solution.
    pub(super) refused: Cell<bool>,
    /// The features that the format has dropped.
    dropped: DroppedFeatures,
    /// Number of puzzles with several solutions so far.
    several: Cell<usize>,
    /// The first puzzle, if it has no solution.
    unsolvable: Option<Puzzle>,
}

impl<'a> OutcomeWriter<'a> {
    pub(super) fn new(
        context: &Context,
        args: &'a Solve,
        output_format: Option<OutputFormat>,
        terminal: bool,
    ) -> Self {
        let options = WriteOptions {
            blank: None,
            ascii: args.output.ascii,
        };
        let output_format = output_format.or_else(|| (!terminal).then(OutputFormat::lines));
        Self {
            args,
            output_format,
            terminal,
            held: None,
            written: 0,
            verbose: context.verbose,
            options,
            color: use_color(context.color, terminal),
            head_done: false,
            refused: Cell::new(false),
            dropped: DroppedFeatures::default(),
            several: Cell::new(0),
            unsolvable: None,
        }
    }

    pub(super) fn write_outcome(
        &mut self,
        context: &Context,
        sink: &mut Sink,
        item: WorkItem,
        outcome: SolveOutcome,
    ) -> ControlFlow<()> {
        match (self.output_format, self.held.take()) {
            (Some(output_format), _) => self.write(context, sink, output_format, &item, &outcome),
            (None, None) => {
                self.held = Some((item, outcome));
                ControlFlow::Continue(())
            }
            (None, Some((first, first_outcome))) => {
                let output_format = OutputFormat::lines();
                self.output_format = Some(output_format);
                self.write(context, sink, output_format, &first, &first_outcome)?;
                self.write(context, sink, output_format, &item, &outcome)
            }
        }
    }

    /// Writes the outcomes of a batch.
    pub(super) fn write_batch(
        &mut self,
        context: &Context,
        sink: &mut Sink,
        batch: &mut SolveBatch,
    ) -> ControlFlow<()> {
        self.written += batch.len();
        for line in batch.multiple.iter().take(MAX_NAMED_PUZZLES + 1) {
            self.note_several_solutions(context, &format!("{}:{line}: ", batch.origin.name));
        }
        sink.write_bytes(batch.text())
    }

    /// Prints that a puzzle has several solutions, for up to [`MAX_NAMED_PUZZLES`] puzzles.
    pub(super) fn note_several_solutions(&self, context: &Context, prefix: &str) {
        let number = self.several.get();
        self.several.set(number + 1);
        if number < MAX_NAMED_PUZZLES {
            context.info(&format!(
                "{prefix}not unique: the first of several solutions is shown"
            ));
        } else if number == MAX_NAMED_PUZZLES {
            context.info("(further puzzles with several solutions are only counted)");
        }
    }

    /// Returns the text for an item in the selected format.
    pub(super) fn text(
        &self,
        context: &Context,
        item: &WorkItem,
        outcome: &SolveOutcome,
    ) -> String {
        match self.output_format {
            Some(OutputFormat::Ndjson) => self.json_record(item, outcome),
            Some(output_format @ OutputFormat::Format(format)) => {
                self.format_outcome(context, format, output_format, item, outcome)
            }
            None => String::new(),
        }
    }

    /// Returns `true` if an earlier run may have written this line for an item.
    pub(super) fn has_written(
        &self,
        context: &Context,
        line: &[u8],
        item: &WorkItem,
        outcome: &SolveOutcome,
    ) -> bool {
        let text = self.text(context, item, outcome);
        if text.trim_end_matches('\n').as_bytes() == line {
            return true;
        }
        // The earlier run may have reached a limit. Another engine may have found another solution
        // first.
        let line = String::from_utf8_lossy(line);
        let Ok(record) = &item.record else {
            return false;
        };
        if let Some(OutputFormat::Ndjson) = self.output_format {
            let Ok(earlier) = serde_json::from_str::<serde_json::Value>(&line) else {
                return false;
            };
            let same_status = earlier["status"] == outcome.status.name();
            return earlier["n"] == item.number()
                && (earlier["status"] == "stopped"
                    || same_status
                        && earlier["solution"]
                            .as_str()
                            .is_none_or(|line| is_solution(record, line)));
        }
        // The puzzle of a pair was compared before. It stands on both sides.
        let solution = if self
            .output_format
            .is_some_and(|output_format| output_format.is("pair"))
        {
            line.split(',').nth(1).unwrap_or(&line)
        } else {
            &line
        };
        line == GIVEN_UP || is_solution(record, solution)
    }

    pub(super) fn finish(&mut self, context: &Context, sink: &mut Sink, counts: &StatusCounts) {
        if let Some((item, outcome)) = self.held.take() {
            let output_format = match &item.record {
                Ok(record) => OutputFormat::for_terminal(record),
                _ => OutputFormat::lines(),
            };
            let _ = self.write(context, sink, output_format, &item, &outcome);
        }
        if let Some(OutputFormat::Format(Format {
            write: Some(writer),
            ..
        })) = self.output_format
        {
            if !self.head_done {
                let _ = sink.write_frame(writer.header);
            }
            let _ = sink.write_frame(writer.footer);
        }
        if counts.total() > 1 {
            context.info(&counts.summary());
        } else if let Some(refutation) = self
            .unsolvable
            .as_ref()
            .and_then(|puzzle| context.refute(puzzle))
        {
            context.info(&format!("no solution: {}", refutation.text));
        }
    }

    fn write(
        &mut self,
        context: &Context,
        sink: &mut Sink,
        output_format: OutputFormat,
        item: &WorkItem,
        outcome: &SolveOutcome,
    ) -> ControlFlow<()> {
        if let (0, Ok(record), Status::Unsolvable) = (self.written, &item.record, outcome.status) {
            self.unsolvable = Some(record.puzzle.clone());
        }
        self.written += 1;
        self.report_outcome(context, item, outcome);
        match output_format {
            OutputFormat::Ndjson => sink.write(&self.json_record(item, outcome)),
            OutputFormat::Format(format) => {
                if let (Ok(record), Some(solution)) = (&item.record, outcome.solutions.first()) {
                    let digits = solution.digits();
                    self.dropped
                        .warn_of_solution(context, &item.prefix(), format, record, digits);
                }
                let text = self.format_outcome(context, format, output_format, item, outcome);
                if text.is_empty() {
                    if outcome.solutions.is_empty() && outcome.status != Status::Invalid {
                        context.info(&format!(
                            "{}no solution; skipped, because the format {} cannot hold that",
                            item.prefix(),
                            format.id
                        ));
                    }
                    return ControlFlow::Continue(());
                }
                let header = format.write.as_ref().map_or("", |writer| writer.header);
                let before = if self.head_done {
                    output_format.separator()
                } else {
                    header
                };
                self.head_done = true;
                sink.write(before)?;
                sink.write(&text)
            }
        }
    }

    /// Returns the reason why the search ended early.
    fn stop_reason(&self, outcome: &SolveOutcome) -> String {
        match outcome.stopped {
            Some(StopReason::Unsupported) if self.args.engine == EngineKind::Simd => {
                "the engine simd solves only classic 9×9 puzzles, with or without diagonals; \
                --engine auto solves all"
                    .to_owned()
            }
            Some(StopReason::Unsupported) => StopReason::Unsupported.to_string(),
            stopped => format!(
                "{}, after {}",
                stopped.map(|reason| reason.to_string()).unwrap_or_default(),
                format_guesses(outcome.stats.guesses)
            ),
        }
    }

    /// Prints the messages about an outcome on standard error.
    fn report_outcome(&self, context: &Context, item: &WorkItem, outcome: &SolveOutcome) {
        let prefix = item.prefix();
        let listing = self.is_listing();
        match outcome.status {
            Status::Unique if self.terminal && self.output_format.is_none() => {
                if let Ok(record) = &item.record {
                    context.info(&format!(
                        "exactly one solution; {}",
                        format_count(record.puzzle.clue_count() as u64, "clue")
                    ));
                }
            }
            Status::Multiple if !listing => self.note_several_solutions(context, &prefix),
            // In a list of puzzles, complete lists of solutions are no news.
            Status::Multiple | Status::Unique
                if listing && (outcome.more || item.number() == 1) =>
            {
                let more = if outcome.more {
                    ", and there are more (--limit 0 shows all)"
                } else {
                    ""
                };
                context.info(&format!(
                    "{prefix}solutions: {}{more}",
                    group_thousands(outcome.solutions.len() as u64)
                ));
            }
            Status::Unsolvable => context.debug(&format!("{prefix}no solution")),
            Status::Stopped => {
                context
                    .messages
                    .print_line(&format!("{prefix}given up: {}", self.stop_reason(outcome)));
            }
            _ => {}
        }
        if let Ok(record) = &item.record {
            let engine = outcome.engine;
            let Stats {
                guesses, conflicts, ..
            } = outcome.stats;
            let clues = record.puzzle.clue_count();
            context.debug(&format!(
                "{prefix}{}; {}; engine {engine}: {}, {}",
                record.puzzle.layout(),
                format_count(clues as u64, "clue"),
                format_guesses(guesses),
                format_count(conflicts, "conflict")
            ));
        }
    }

    pub(super) fn json_record(&self, item: &WorkItem, outcome: &SolveOutcome) -> String {
        let Ok(record) = &item.record else {
            return json::invalid(item, &self.args.input).unwrap_or_default();
        };
        let line =
            |solution: &Solution| output_format::format_digits(&record.puzzle, solution.digits());
        let listing = self.is_listing();
        let report = SolveReport {
            status: outcome.status,
            solutions: outcome.solutions.len().to_string(),
            solution: outcome.solutions.first().map(line),
            list: listing.then(|| outcome.solutions.iter().map(line).collect()),
            more: listing.then_some(outcome.more),
            guesses: self.verbose.then_some(outcome.stats.guesses),
            reason: outcome.stopped.map(StopReason::name),
        };
        json::puzzle_record(item, &self.args.input, report)
    }

    /// Formats an outcome; empty if the format cannot express that there is no solution.
    fn format_outcome(
        &self,
        context: &Context,
        format: &'static Format,
        output_format: OutputFormat,
        item: &WorkItem,
        outcome: &SolveOutcome,
    ) -> String {
        let Ok(record) = &item.record else {
            return format.placeholder(INVALID);
        };
        let format_or_report = |written: Result<String, String>| match written {
            Ok(text) if self.color && ["grid", "s0", "spaced"].contains(&format.id) => {
                ndoku_render::terminal::emphasize(&text, &record.puzzle)
            }
            Ok(text) => text,
            Err(problem) => {
                self.report_refusal(context, item, &problem);
                format.placeholder(NOT_WRITABLE)
            }
        };
        let format_puzzle = |record: &Record| {
            format_or_report(output_format::format_record(record, format, &self.options))
        };
        let mut out = String::new();
        // The BEFORE and SOLVED of a spaced display belong together.
        if (self.args.show_puzzle || format.id == "spaced") && output_format.is_multiline() {
            out.push_str(&format!("BEFORE\n{}\nSOLVED\n", format_puzzle(record)));
        }
        if outcome.solutions.is_empty() {
            if format.scope == Scope::Document && format.supports.contains(&Feature::Solution) {
                return format_puzzle(&Record {
                    solution: None,
                    ..(**record).clone()
                });
            }
            let words = match outcome.status {
                Status::Stopped => GIVEN_UP,
                _ => NO_SOLUTION,
            };
            return out + &format.placeholder(words);
        }
        let shown = if self.is_listing() {
            outcome.solutions.len()
        } else {
            1
        };
        let solutions = outcome.solutions.iter().take(shown).map(|solution| {
            let digits = solution.digits();
            format_or_report(output_format::format_solution(
                record,
                digits,
                format,
                &self.options,
            ))
        });
        out + &solutions
            .collect::<Vec<_>>()
            .join(output_format.separator())
    }

    /// Reports that the format cannot hold a solution.
    fn report_refusal(&self, context: &Context, item: &WorkItem, problem: &str) {
        self.refused.set(true);
        let message = format!("{}{problem}", item.prefix());
        let error = CliError::new(ExitCode::Negative, message)
            .hint("`--to line` and `--to ndjson` write every solution");
        context.report_error(&error);
    }

    /// Returns `true` if all solutions are shown.
    fn is_listing(&self) -> bool {
        self.args.all || self.args.limit.is_some_and(|limit| limit != 1)
    }
}
