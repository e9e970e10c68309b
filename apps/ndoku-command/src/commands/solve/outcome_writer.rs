//! Writes the outcomes of puzzles: the format, the held first puzzle, messages and JSON records.

use std::cell::Cell;
use std::ops::ControlFlow;

use ndoku::format::{Feature, Format, Record, Scope, WriteOptions};
use ndoku::{Solution, Stats};

use super::worker::SolveBatch;
use super::{
    GIVEN_UP, INVALID, MAX_NAMED_PUZZLES, NO_SOLUTION, NOT_WRITABLE, Outcome, Report, StatusCounts,
    format_guesses,
};
use crate::args::Solve;
use crate::batch::{BatchResult, Item, Job};
use crate::context::Context;
use crate::json::{self, Status};
use crate::messages::use_color;
use crate::progress::{format_count, group_thousands};
use crate::render::{self, OutputFormat};
use crate::resume::is_solution;
use crate::sink::Sink;

/// Writes outcomes. The format may depend on the second puzzle: on a terminal, a single puzzle is
/// drawn as a grid, and several puzzles are lines.
pub(super) struct OutcomeWriter<'a> {
    args: &'a Solve,
    pub(super) output_format: Option<OutputFormat>,
    terminal: bool,
    held: Option<(Job, Outcome)>,
    written: usize,
    verbose: bool,
    options: WriteOptions,
    /// Grids may use color and bold type.
    color: bool,
    head_done: bool,
    /// The format could not hold a solution.
    pub(super) refused: Cell<bool>,
    /// Number of puzzles with several solutions so far.
    several: Cell<usize>,
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
            several: Cell::new(0),
        }
    }

    pub(super) fn write_outcome(
        &mut self,
        context: &Context,
        sink: &mut Sink,
        job: Job,
        outcome: Outcome,
    ) -> ControlFlow<()> {
        match (self.output_format, self.held.take()) {
            (Some(output_format), _) => self.write(context, sink, output_format, &job, &outcome),
            (None, None) => {
                self.held = Some((job, outcome));
                ControlFlow::Continue(())
            }
            (None, Some((first, first_outcome))) => {
                let output_format = OutputFormat::lines();
                self.output_format = Some(output_format);
                self.write(context, sink, output_format, &first, &first_outcome)?;
                self.write(context, sink, output_format, &job, &outcome)
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
        self.written += batch.count();
        for line in batch.multiple.iter().take(MAX_NAMED_PUZZLES + 1) {
            self.note_several_solutions(context, &format!("{}:{line}: ", batch.origin.name));
        }
        sink.write_bytes(batch.text())
    }

    /// Prints that a puzzle has several solutions, for up to [`MAX_NAMED_PUZZLES`] puzzles.
    pub(super) fn note_several_solutions(&self, context: &Context, place: &str) {
        let number = self.several.get();
        self.several.set(number + 1);
        if number < MAX_NAMED_PUZZLES {
            context.info(&format!(
                "{place}not unique: the first of several solutions is shown"
            ));
        } else if number == MAX_NAMED_PUZZLES {
            context.info("(further puzzles with several solutions are only counted)");
        }
    }

    /// Returns the text for an item in the selected format.
    pub(super) fn text(&self, context: &Context, job: &Job, outcome: &Outcome) -> String {
        match self.output_format {
            Some(OutputFormat::Ndjson) => self.json_record(job, outcome),
            Some(output_format @ OutputFormat::Format(format)) => {
                self.format_outcome(context, format, output_format, job, outcome)
            }
            None => String::new(),
        }
    }

    /// Returns `true` if an earlier run may have written this line for an item.
    pub(super) fn has_written(
        &self,
        context: &Context,
        line: &[u8],
        job: &Job,
        outcome: &Outcome,
    ) -> bool {
        let text = self.text(context, job, outcome);
        if text.trim_end_matches('\n').as_bytes() == line {
            return true;
        }
        // The earlier run may have reached a limit. Another engine may have found another solution
        // first.
        let line = String::from_utf8_lossy(line);
        let Item::Puzzle(record) = &job.item else {
            return false;
        };
        if let Some(OutputFormat::Ndjson) = self.output_format {
            let Ok(earlier) = serde_json::from_str::<serde_json::Value>(&line) else {
                return false;
            };
            let same_status = earlier["status"] == outcome.status.name();
            return earlier["n"] == job.number
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
        if let Some((job, outcome)) = self.held.take() {
            let output_format = match &job.item {
                Item::Puzzle(record) => OutputFormat::for_terminal(record),
                _ => OutputFormat::lines(),
            };
            let _ = self.write(context, sink, output_format, &job, &outcome);
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
        }
    }

    fn write(
        &mut self,
        context: &Context,
        sink: &mut Sink,
        output_format: OutputFormat,
        job: &Job,
        outcome: &Outcome,
    ) -> ControlFlow<()> {
        self.written += 1;
        self.report_outcome(context, job, outcome);
        match output_format {
            OutputFormat::Ndjson => sink.write(&self.json_record(job, outcome)),
            OutputFormat::Format(format) => {
                let text = self.format_outcome(context, format, output_format, job, outcome);
                if text.is_empty() {
                    if outcome.solutions.is_empty() && outcome.status != Status::Invalid {
                        context.info(&format!(
                            "{}no solution; skipped, because the format {} cannot hold that",
                            job.place(),
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

    /// Prints the messages about an outcome on standard error.
    fn report_outcome(&self, context: &Context, job: &Job, outcome: &Outcome) {
        let place = job.place();
        let listing = self.args.all || self.args.limit.is_some_and(|limit| limit != 1);
        match outcome.status {
            Status::Unique if self.terminal && self.output_format.is_none() => {
                if let Item::Puzzle(record) = &job.item {
                    context.info(&format!(
                        "exactly one solution; {}",
                        format_count(record.puzzle.clue_count() as u64, "clue")
                    ));
                }
            }
            Status::Multiple if !listing => self.note_several_solutions(context, &place),
            Status::Multiple | Status::Unique if listing => {
                let more = if outcome.more {
                    ", and there are more (--limit 0 shows all)"
                } else {
                    ""
                };
                context.info(&format!(
                    "{place}solutions: {}{more}",
                    group_thousands(outcome.solutions.len() as u64)
                ));
            }
            Status::None => context.debug(&format!("{place}no solution")),
            Status::Stopped => {
                let reason = outcome
                    .stopped
                    .map(|reason| reason.to_string())
                    .unwrap_or_default();
                context.messages.print_line(&format!(
                    "{place}given up: {reason}, after {}",
                    format_guesses(outcome.stats.guesses)
                ));
            }
            _ => {}
        }
        if let Item::Puzzle(record) = &job.item {
            let engine = outcome.engine;
            let Stats {
                guesses,
                contradictions,
                ..
            } = outcome.stats;
            let clues = record.puzzle.clue_count();
            context.debug(&format!(
                "{place}{}; {}; engine {engine}: {}, {}",
                record.puzzle.layout(),
                format_count(clues as u64, "clue"),
                format_guesses(guesses),
                format_count(contradictions, "contradiction")
            ));
        }
    }

    pub(super) fn json_record(&self, job: &Job, outcome: &Outcome) -> String {
        let Item::Puzzle(record) = &job.item else {
            return json::invalid(job, &self.args.input).unwrap_or_default();
        };
        let line = |solution: &Solution| render::format_digits(&record.puzzle, solution.digits());
        let listing = self.args.all || self.args.limit.is_some_and(|limit| limit != 1);
        let report = Report {
            id: record.metadata.id.as_deref(),
            status: outcome.status,
            solutions: outcome.solutions.len().to_string(),
            solution: outcome.solutions.first().map(line),
            list: listing.then(|| outcome.solutions.iter().map(line).collect()),
            more: listing.then_some(outcome.more),
            guesses: self.verbose.then_some(outcome.stats.guesses),
            reason: outcome.stopped.map(json::stop_reason_name),
        };
        json::puzzle_record(job, &self.args.input, report)
    }

    /// Formats an outcome; empty if the format cannot express that there is no solution.
    fn format_outcome(
        &self,
        context: &Context,
        format: &'static Format,
        output_format: OutputFormat,
        job: &Job,
        outcome: &Outcome,
    ) -> String {
        // Formats for people have words for a puzzle without a solution.
        let words = |words: &str| {
            if format.scope == Scope::Unit {
                format!("{words}\n")
            } else {
                String::new()
            }
        };
        let Item::Puzzle(record) = &job.item else {
            return words(INVALID);
        };
        let format_or_report = |written: Result<String, String>| {
            let color = self.color && ["grid", "s0", "spaced"].contains(&format.id);
            match written {
                Ok(text) if color => ndoku_render::terminal::emphasize(&text, &record.puzzle),
                Ok(text) => text,
                Err(problem) => {
                    self.refused.set(true);
                    let hint = "`--to line` and `--to ndjson` write every solution";
                    context
                        .messages
                        .error(&format!("{}{problem}", job.place()), Some(hint));
                    words(NOT_WRITABLE)
                }
            }
        };
        let mut out = String::new();
        // The BEFORE and SOLVED of a spaced display belong together.
        if (self.args.show_puzzle || format.id == "spaced") && output_format.is_multiline() {
            out.push_str(&format!(
                "BEFORE\n{}\nSOLVED\n",
                format_or_report(render::format_record(record, format, &self.options))
            ));
        }
        if outcome.solutions.is_empty() {
            if format.scope == Scope::Document && format.supports.contains(&Feature::Solution) {
                let without = Record {
                    solution: None,
                    ..(**record).clone()
                };
                return format_or_report(render::format_record(&without, format, &self.options));
            }
            return out
                + &words(if outcome.status == Status::Stopped {
                    GIVEN_UP
                } else {
                    NO_SOLUTION
                });
        }
        let listing = self.args.all || self.args.limit.is_some_and(|limit| limit != 1);
        let shown = if listing { outcome.solutions.len() } else { 1 };
        for (number, solution) in outcome.solutions.iter().take(shown).enumerate() {
            if number > 0 {
                out.push_str(output_format.separator());
            }
            out.push_str(&format_or_report(render::format_solution(
                record,
                solution.digits(),
                format,
                &self.options,
            )));
        }
        out
    }
}
