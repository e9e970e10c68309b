//! `ndoku enumerate`: all solutions, written as soon as they are found, or random samples.
//!
//! ```text
//! search ─▶ blocks of digits ─▶ lines of bytes ──┐
//!    └────▶ digits ──▶ record ──▶ other formats ─┴─▶ sink
//! ```

use std::ops::ControlFlow;

use ndoku::count::{Counter, MAX_LISTED_SOLUTIONS, SampleError};
use ndoku::format::{self, Format, Record, Scope, WriteOptions};
use ndoku::{Budget, Digit, Puzzle, Rng, Solver, StopReason, ThreadBudget};
use serde::Serialize;

use crate::args::{Enumerate, Input, OrderedSearchOptions, Output};
use crate::batch;
use crate::context::Context;
use crate::dropped_features::DroppedFeatures;
use crate::error::CliError;
use crate::exit_code::ExitCode;
use crate::json::{self, Status};
use crate::output_format::{self, OutputFormat};
use crate::progress::{Progress, ReadPosition, TaskProgress, format_count, group_thousands};
use crate::sink::Sink;
use crate::work_item::WorkItem;

pub(crate) fn run(context: &Context, args: &Enumerate) -> Result<ExitCode, CliError> {
    let Some(number) = args.sample else {
        let solver = Solver::new().with_isa(args.search.isa);
        return stream(
            context,
            &args.input,
            &args.output,
            &args.search,
            (args.limit, solver),
            None,
        );
    };
    let seed = context.seed(args.seed);
    let thread_budget = ThreadBudget::new(args.search.run.threads());
    let progress = Progress::new(context, false);
    let sampled = SolutionSource::Sampler {
        number,
        seed,
        counter: Counter::new(&thread_budget).with_isa(args.search.isa),
        tasks: progress.task_progress(),
        progress,
    };
    list_solutions(
        context,
        &args.input,
        &args.output,
        &args.search,
        sampled,
        None,
    )
}

/// The text for puzzles without solutions, and above solutions.
#[derive(Copy, Clone)]
pub(crate) struct PlaceholderOptions {
    /// The placeholder for a puzzle without a solution.
    pub no_solution: &'static str,
    /// Writes each puzzle above its solutions, in formats of several lines.
    pub with_puzzle: bool,
}

/// Lists the solutions of every puzzle, at most `limit` of each (0 for all), in the order of the
/// solver.
///
/// With `placeholders`, every puzzle keeps its place, even if it has no solution or cannot be
/// read.
pub(crate) fn stream(
    context: &Context,
    input: &Input,
    output: &Output,
    search: &OrderedSearchOptions,
    (limit, solver): (u64, Solver),
    placeholders: Option<PlaceholderOptions>,
) -> Result<ExitCode, CliError> {
    list_solutions(
        context,
        input,
        output,
        search,
        SolutionSource::Search { limit, solver },
        placeholders,
    )
}

/// The source of the listed solutions.
enum SolutionSource<'a> {
    /// A search, with at most `limit` solutions of each puzzle; 0 for all.
    Search { limit: u64, solver: Solver },
    /// A sampler, with `number` random solutions of each puzzle.
    Sampler {
        number: u64,
        seed: u64,
        counter: Counter<'a>,
        progress: Progress,
        tasks: TaskProgress,
    },
}

fn list_solutions(
    context: &Context,
    input: &Input,
    output: &Output,
    search: &OrderedSearchOptions,
    mut solution_source: SolutionSource<'_>,
    placeholders: Option<PlaceholderOptions>,
) -> Result<ExitCode, CliError> {
    let target = output
        .format_for_many()?
        .unwrap_or_else(OutputFormat::lines);
    let options = batch::read_options(context, input)?;
    let mut writer = SolutionWriter {
        context,
        input,
        target,
        placeholders,
        above: String::new(),
        writing: WriteOptions {
            blank: None,
            ascii: output.ascii,
        },
        dropped: DroppedFeatures::default(),
        sink: Sink::open(output.path())?,
        written: 0,
        solutions: 0,
    };
    let mut code = ExitCode::Done;
    let mut puzzles = 0_u64;
    // One thread lists the solutions, so that they are written as they are found.
    batch::for_each_item(context, input, &options, &mut |mut item| {
        item.reject_conflicts();
        code = code.or_worse(item.report_error(context));
        let Ok(record) = &item.record else {
            return writer.write_invalid(&item);
        };
        puzzles += 1;
        let (flow, own) = context.with_budget(search, |budget| {
            solution_source.write_solutions(&mut writer, &item, record, budget)
        });
        if let SolutionSource::Sampler { progress, .. } = &mut solution_source {
            progress.advance(puzzles, ReadPosition::for_item(&item));
        }
        code = code.or_worse(own);
        flow
    });
    if let SolutionSource::Sampler { progress, .. } = &solution_source {
        progress.finish();
    }
    if context.is_interrupted() {
        let found = format_count(writer.solutions, "solution");
        context.messages.print_line(&format!(
            "interrupted after {found}, in puzzle {}",
            group_thousands(puzzles)
        ));
        code = code.or_worse(ExitCode::Interrupted);
    }
    Ok(code.or_worse(writer.close()))
}

impl SolutionSource<'_> {
    /// Writes the solutions of a puzzle. Returns `Break` to end the run, and the exit code.
    fn write_solutions(
        &mut self,
        writer: &mut SolutionWriter<'_>,
        item: &WorkItem,
        record: &Record,
        budget: &Budget<'_>,
    ) -> (ControlFlow<()>, ExitCode) {
        match self {
            Self::Search { limit, solver } => {
                let limit = if *limit == 0 { u64::MAX } else { *limit };
                writer.list(solver, limit, item, record, budget)
            }
            Self::Sampler {
                number,
                seed,
                counter,
                tasks,
                ..
            } => {
                let mut rng = Rng::stream(*seed, item.number() as u64);
                let mut sampled = 0_u64;
                let mut written = Ok(ControlFlow::Continue(()));
                let on_progress = |done, all| tasks.advance(done, all);
                let result = counter.sample(
                    &record.puzzle,
                    *number,
                    &mut rng,
                    budget,
                    &on_progress,
                    &mut |digits| {
                        sampled += 1;
                        written = tasks.suspend(|| writer.write_solution(item, record, digits));
                        match &written {
                            Ok(flow) => *flow,
                            Err(_) => ControlFlow::Break(()),
                        }
                    },
                );
                match written {
                    Ok(ControlFlow::Continue(())) => {
                        tasks.suspend(|| writer.end_samples(item, result, sampled))
                    }
                    ended => writer.end_early(ended),
                }
            }
        }
    }
}

/// A record of `--json` about a solution.
#[derive(Serialize)]
struct SolutionReport {
    status: Status,
    solution: String,
}

/// A writer of solutions.
struct SolutionWriter<'a> {
    context: &'a Context,
    input: &'a Input,
    target: OutputFormat,
    /// The text in addition to solutions, if puzzles keep their places.
    placeholders: Option<PlaceholderOptions>,
    /// The puzzle, which is written above the next text.
    above: String,
    writing: WriteOptions,
    dropped: DroppedFeatures,
    sink: Sink,
    /// Number of texts written so far, solutions and placeholders.
    written: u64,
    /// Number of solutions written so far.
    solutions: u64,
}

impl SolutionWriter<'_> {
    /// Writes a text after the head of the format, or after the separator.
    fn write(&mut self, text: &str) -> ControlFlow<()> {
        let before = match self.target {
            OutputFormat::Format(Format {
                write: Some(writer),
                ..
            }) if self.written == 0 => writer.header,
            OutputFormat::Ndjson => "",
            target @ OutputFormat::Format(_) => target.separator(),
        };
        self.written += 1;
        self.sink.write(before)?;
        self.sink.write(&std::mem::take(&mut self.above))?;
        self.sink.write(text)
    }

    /// Writes the placeholder of a puzzle that could not be read.
    ///
    /// A source that could not be opened is not a puzzle.
    fn write_invalid(&mut self, item: &WorkItem) -> ControlFlow<()> {
        if item.is_unopened() {
            return ControlFlow::Continue(());
        }
        match self.target {
            OutputFormat::Ndjson => {
                self.write(&json::invalid(item, self.input).unwrap_or_default())
            }
            OutputFormat::Format(_) => self.write_placeholder(format::INVALID),
        }
    }

    /// Writes a record that ends the list of a puzzle, if records are written.
    fn write_end_record(&mut self, record: impl FnOnce() -> String) -> ControlFlow<()> {
        match self.target {
            OutputFormat::Ndjson => self.write(&record()),
            OutputFormat::Format(_) => ControlFlow::Continue(()),
        }
    }

    /// Sets the puzzle as the heading of the next solutions.
    fn set_heading(&mut self, record: &Record) {
        if let OutputFormat::Format(format) = self.target
            && self.target.is_multiline()
            && self
                .placeholders
                .is_some_and(|text| text.with_puzzle || format.id == "spaced")
        {
            let puzzle = output_format::format_record(record, format, &self.writing)
                .unwrap_or_else(|_| format!("{}\n", format::NOT_WRITABLE));
            self.above = format!("BEFORE\n{puzzle}\nSOLVED\n");
        }
    }

    /// Writes a placeholder, if placeholders are requested and the format is a list of units.
    fn write_placeholder(&mut self, text: &str) -> ControlFlow<()> {
        let wanted = self.placeholders.is_some()
            && matches!(self.target, OutputFormat::Format(format) if format.scope == Scope::Unit);
        if wanted {
            self.write(&format!("{text}\n"))
        } else {
            ControlFlow::Continue(())
        }
    }

    fn close(mut self) -> ExitCode {
        if let OutputFormat::Format(Format {
            write: Some(writer),
            ..
        }) = self.target
        {
            if self.written == 0 {
                let _ = self.sink.write_frame(writer.header);
            }
            let _ = self.sink.write_frame(writer.footer);
        }
        self.sink.close(self.context)
    }

    /// Writes a solution of a puzzle.
    ///
    /// # Errors
    /// Returns an error if the format cannot hold the solution.
    fn write_solution(
        &mut self,
        item: &WorkItem,
        record: &Record,
        digits: &[Digit],
    ) -> Result<ControlFlow<()>, CliError> {
        self.solutions += 1;
        let text = match self.target {
            OutputFormat::Ndjson => {
                let report = SolutionReport {
                    status: Status::Solved,
                    solution: output_format::format_digits(&record.puzzle, digits),
                };
                json::puzzle_record(item, self.input, report)
            }
            OutputFormat::Format(format) => {
                self.dropped
                    .warn_of_solution(self.context, &item.prefix(), format, record, digits);
                output_format::format_solution(record, digits, format, &self.writing)
                    .map_err(|problem| CliError::new(ExitCode::Negative, problem))?
            }
        };
        Ok(self.write(&text))
    }

    /// Returns the symbols of a puzzle for lines of bytes, if these are written.
    fn byte_symbols(&self, puzzle: &Puzzle) -> Option<ByteSymbols> {
        if self.target.is("line") && self.target.separator().is_empty() {
            ByteSymbols::from_puzzle(puzzle)
        } else {
            None
        }
    }

    /// Writes solutions as lines, reusing the buffer `text`.
    fn write_lines<'a>(
        &mut self,
        solutions: impl ExactSizeIterator<Item = &'a [u8]>,
        letters: &ByteSymbols,
        text: &mut Vec<u8>,
    ) -> ControlFlow<()> {
        self.written += solutions.len() as u64;
        self.solutions += solutions.len() as u64;
        text.clear();
        for digits in solutions {
            letters.write(digits, text);
            text.push(b'\n');
        }
        self.sink.write_bytes(text)
    }

    /// Lists the solutions of a puzzle, at most `limit`.
    ///
    /// Returns `Break` to end the run, and the exit code.
    fn list(
        &mut self,
        solver: &mut Solver,
        limit: u64,
        item: &WorkItem,
        record: &Record,
        budget: &Budget<'_>,
    ) -> (ControlFlow<()>, ExitCode) {
        let mut found = 0_u64;
        let mut more = false;
        let mut written = Ok(ControlFlow::Continue(()));
        self.set_heading(record);
        let searched = if let Some(letters) = self.byte_symbols(&record.puzzle) {
            let cells = record.puzzle.layout().cell_count();
            let mut text = Vec::new();
            solver.for_each_block(&record.puzzle, budget, &mut |block| {
                let wanted = (limit - found).min((block.len() / cells) as u64);
                more = wanted < (block.len() / cells) as u64;
                found += wanted;
                let block = &block[..cells * wanted as usize];
                let flow = self.write_lines(block.chunks_exact(cells), &letters, &mut text);
                written = Ok(flow);
                if more { ControlFlow::Break(()) } else { flow }
            })
        } else {
            solver.for_each_solution(&record.puzzle, budget, &mut |digits: &[Digit]| {
                if found == limit {
                    more = true;
                    return ControlFlow::Break(());
                }
                found += 1;
                written = self.write_solution(item, record, digits);
                match &written {
                    Ok(flow) => *flow,
                    Err(_) => ControlFlow::Break(()),
                }
            })
        };
        match written {
            Ok(ControlFlow::Continue(())) => self.end_list(
                item,
                searched.map(|_| more).map_err(|error| error.reason),
                found,
            ),
            ended => self.end_early(ended),
        }
    }

    /// Reports the number of listed solutions. `ended` tells whether there are more, or why the
    /// search stopped early.
    fn end_list(
        &mut self,
        item: &WorkItem,
        ended: Result<bool, StopReason>,
        found: u64,
    ) -> (ControlFlow<()>, ExitCode) {
        let prefix = item.prefix();
        let listed = group_thousands(found);
        match ended {
            Ok(true) => {
                self.context
                    .info(&format!("{prefix}solutions: {listed}, and there are more"));
                (ControlFlow::Continue(()), ExitCode::Done)
            }
            Ok(false) => {
                self.context.info(&format!("{prefix}solutions: {listed}"));
                if found > 0 {
                    return (ControlFlow::Continue(()), ExitCode::Done);
                }
                let flow =
                    self.write_placeholder(self.placeholders.map_or("", |text| text.no_solution));
                let input = self.input;
                let ended =
                    self.write_end_record(|| json::only_status(item, input, Status::Unsolvable));
                (
                    if flow.is_break() { flow } else { ended },
                    ExitCode::Negative,
                )
            }
            Err(reason) => self.report_stop(
                item,
                reason,
                &format!("{prefix}solutions: at least {listed}"),
            ),
        }
    }

    /// Reports the number of samples.
    ///
    /// Returns `Break` to end the run, and the exit code.
    fn end_samples(
        &mut self,
        item: &WorkItem,
        result: Result<u128, SampleError>,
        sampled: u64,
    ) -> (ControlFlow<()>, ExitCode) {
        let (context, input, prefix) = (self.context, self.input, item.prefix());
        match result {
            Ok(0) => {
                context.info(&format!("{prefix}solutions: 0"));
                let flow =
                    self.write_end_record(|| json::only_status(item, input, Status::Unsolvable));
                (flow, ExitCode::Negative)
            }
            Ok(count) => {
                context.info(&format!(
                    "{prefix}sampled: {} of {}",
                    group_thousands(sampled),
                    group_thousands(count)
                ));
                (ControlFlow::Continue(()), ExitCode::Done)
            }
            Err(SampleError::TooMany) => {
                let code = context.report_error(&too_many_solutions(prefix.trim_end_matches(": ")));
                let flow = self.write_end_record(|| json::stopped_by(item, input, "limit"));
                (flow, code)
            }
            Err(SampleError::Stopped(reason)) => {
                let done = format!("{prefix}sampled: {}", group_thousands(sampled));
                self.report_stop(item, reason, &done)
            }
        }
    }

    /// Ends the run because the reader is gone, or reports that the format cannot hold the
    /// solution.
    fn end_early(&self, written: Result<ControlFlow<()>, CliError>) -> (ControlFlow<()>, ExitCode) {
        let code = match written {
            Ok(_) => ExitCode::Done,
            Err(error) => self.context.report_error(&error),
        };
        (ControlFlow::Break(()), code)
    }

    /// Reports why a puzzle was not finished. Ctrl-C is reported once for the whole run.
    fn report_stop(
        &mut self,
        item: &WorkItem,
        reason: StopReason,
        done: &str,
    ) -> (ControlFlow<()>, ExitCode) {
        if reason == StopReason::Canceled {
            return (ControlFlow::Continue(()), ExitCode::Done);
        }
        self.context
            .messages
            .print_line(&format!("{done}: {reason}"));
        let input = self.input;
        (
            self.write_end_record(|| json::stopped(item, input, reason)),
            ExitCode::from_stop_reason(reason),
        )
    }
}

/// Returns the error for a puzzle with more solutions than can be sampled.
fn too_many_solutions(place: &str) -> CliError {
    let most = group_thousands(MAX_LISTED_SOLUTIONS);
    let message = format!("there are more than {most} solutions, too many to sample from exactly");
    let error = CliError::new(ExitCode::Limit, message).hint(format!(
        "sampling from more than {most} solutions works for classic 9x9 puzzles only; add clues"
    ));
    if place.is_empty() {
        error
    } else {
        error.at(place)
    }
}

/// The symbols of a puzzle's digits, each of one byte.
struct ByteSymbols {
    /// The symbol for each number of a digit.
    letters: [u8; 256],
    /// The difference between symbol and digit if it is constant, as for `1` to `9`.
    offset: Option<u8>,
}

impl ByteSymbols {
    /// Returns the symbols, or `None` if a symbol is longer than a byte.
    fn from_puzzle(puzzle: &Puzzle) -> Option<Self> {
        let mut letters = [0; 256];
        let mut offset = None;
        let mut even = true;
        for digit in puzzle.layout().digits() {
            let [letter] = puzzle.symbols().symbol(digit).as_bytes() else {
                return None;
            };
            letters[usize::from(digit.get())] = *letter;
            let here = letter.wrapping_sub(digit.get());
            even = even && *offset.get_or_insert(here) == here;
        }
        Some(Self {
            letters,
            offset: offset.filter(|_| even),
        })
    }

    /// Appends digits to a text.
    fn write(&self, digits: &[u8], text: &mut Vec<u8>) {
        match self.offset {
            Some(offset) => text.extend(digits.iter().map(|digit| digit.wrapping_add(offset))),
            None => text.extend(digits.iter().map(|digit| self.letters[usize::from(*digit)])),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output_format;

    #[test]
    fn byte_lines_agree_with_rendered_lines() {
        for (size, tokens) in [
            (4, vec!["1", "2", "3", "4"]),
            (4, vec!["d", "c", "b", "a"]),
            (4, vec!["0", "1", "2", "3"]),
            (1, vec!["x"]),
        ] {
            let layout = ndoku::Layout::for_size(size).unwrap();
            let puzzle = Puzzle::empty(&layout)
                .with_symbols(ndoku::Symbols::from_tokens(tokens))
                .unwrap();
            let digits: Vec<Digit> = layout.digits().collect();
            let bytes: Vec<u8> = digits.iter().map(|digit| digit.get()).collect();
            let mut text = Vec::new();
            ByteSymbols::from_puzzle(&puzzle)
                .unwrap()
                .write(&bytes, &mut text);
            assert_eq!(
                String::from_utf8(text).unwrap(),
                output_format::format_digits(&puzzle, &digits)
            );
        }
        for tokens in [["1", "2", "3", "10"], ["1", "2", "3", "ä"]] {
            let puzzle = Puzzle::empty(&ndoku::Layout::for_size(4).unwrap());
            assert!(
                ByteSymbols::from_puzzle(
                    &puzzle
                        .with_symbols(ndoku::Symbols::from_tokens(tokens))
                        .unwrap()
                )
                .is_none()
            );
        }
    }
}
