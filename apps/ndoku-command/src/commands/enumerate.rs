//! `ndoku enumerate`: all solutions, written as soon as they are found, or random samples.
//!
//! ```text
//! search ─▶ blocks of digits ─▶ lines of bytes ──┐
//!    └────▶ digits ──▶ record ──▶ other formats ─┴─▶ sink
//! ```

use std::ops::ControlFlow;

use ndoku::count::{Cores, Counter, MAX_LISTED_SOLUTIONS, SampleError};
use ndoku::format::{self, Format, Record, Scope, WriteOptions};
use ndoku::rng::Rng;
use ndoku::{Budget, Digit, Puzzle, Solver, StopReason};
use serde::Serialize;

use crate::args::{Enumerate, Input, OrderedSearchOptions, Output};
use crate::batch::{self, Item, Job};
use crate::context::Context;
use crate::exit_code::ExitCode;
use crate::json::{self, Status};
use crate::progress::{Progress, ReadPosition, TaskProgress, format_count, group_thousands};
use crate::render::{self, OutputFormat};
use crate::sink::Sink;

pub(crate) fn run(context: &Context, args: &Enumerate) -> ExitCode {
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
    let seed = args.seed.unwrap_or_else(|| {
        // Short enough to be typed again.
        let seed = fastrand::u64(..1_000_000_000);
        context.info(&format!("made with --seed {seed}"));
        seed
    });
    let cores = Cores::new(args.search.run.threads());
    let progress = Progress::new(context, false);
    let tasks = progress.task_progress();
    let listing = SolutionSource::Sampled {
        number,
        seed,
        counter: Counter::new(&cores).with_isa(args.search.isa),
        progress,
        tasks,
    };
    list_solutions(
        context,
        &args.input,
        &args.output,
        &args.search,
        listing,
        None,
    )
}

/// Text that is written in addition to solutions.
#[derive(Copy, Clone)]
pub(crate) struct Words {
    /// The placeholder for a puzzle without a solution.
    pub none: &'static str,
    /// Writes each puzzle above its solutions, in formats of several lines.
    pub before: bool,
}

/// Lists the solutions of every puzzle, at most `limit` of each (0 for all), in the order of the
/// solver.
///
/// With `words`, every puzzle keeps its place, even if it has no solution or cannot be read.
pub(crate) fn stream(
    context: &Context,
    input: &Input,
    output: &Output,
    search: &OrderedSearchOptions,
    (limit, solver): (u64, Solver),
    words: Option<Words>,
) -> ExitCode {
    list_solutions(
        context,
        input,
        output,
        search,
        SolutionSource::Found { limit, solver },
        words,
    )
}

/// The source of the listed solutions.
enum SolutionSource<'a> {
    /// A search, with at most `limit` solutions of each puzzle; 0 for all.
    Found { limit: u64, solver: Solver },
    /// A sampler, with `number` random solutions of each puzzle.
    Sampled {
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
    words: Option<Words>,
) -> ExitCode {
    let target = match OutputFormat::requested(context, output) {
        Ok(target) => target.unwrap_or_else(OutputFormat::lines),
        Err(code) => return code,
    };
    let options = match batch::read_options(context, input) {
        Ok(options) => options,
        Err(code) => return code,
    };
    let sink = match Sink::open(context, output.path()) {
        Ok(sink) => sink,
        Err(code) => return code,
    };
    let writing = WriteOptions {
        blank: None,
        ascii: output.ascii,
    };
    let above = String::new();
    let mut listing = Listing {
        context,
        target,
        words,
        above,
        writing,
        sink,
        written: 0,
        solutions: 0,
    };
    let mut code = ExitCode::Done;
    let mut puzzles = 0_u64;
    // Solutions are written as they are found, puzzle by puzzle. There is no order to restore, and
    // a second thread would not help.
    batch::for_each_job(context, input, &options, &mut |mut job| {
        job.refuse_conflicts();
        code = code.or_worse(batch::report_errors(context, &job));
        let Item::Puzzle(record) = &job.item else {
            return listing.write_invalid(&job, input);
        };
        puzzles += 1;
        let (ended, one) = context.with_budget(search, |budget| match &mut solution_source {
            SolutionSource::Found { limit, solver } => {
                listing.list(solver, *limit, (&job, input), record, budget)
            }
            SolutionSource::Sampled {
                number,
                seed,
                counter,
                progress,
                tasks,
            } => {
                let mut rng = Rng::stream(*seed, job.number as u64);
                let sampled = listing.sample(
                    counter,
                    *number,
                    &mut rng,
                    (&job, input),
                    record,
                    (budget, tasks),
                );
                let of = job.source.as_ref().map_or(0, |source| source.line_count());
                progress.advance(
                    puzzles,
                    ReadPosition::Lines {
                        at: job.line as u64,
                        of: of as u64,
                    },
                );
                sampled
            }
        });
        code = code.or_worse(one);
        ended
    });
    if let SolutionSource::Sampled { progress, .. } = &solution_source {
        progress.finish();
    }
    if context.is_interrupted() {
        let found = format_count(listing.solutions, "solution");
        context.messages.print_line(&format!(
            "interrupted after {found}, in puzzle {}",
            group_thousands(puzzles)
        ));
        code = code.or_worse(ExitCode::Interrupted);
    }
    code.or_worse(listing.close())
}

/// A record of `--json` about a solution.
#[derive(Serialize)]
struct SolutionReport {
    status: Status,
    solution: String,
}

/// A writer of solutions.
struct Listing<'a> {
    context: &'a Context,
    target: OutputFormat,
    /// The text in addition to solutions, if puzzles keep their places.
    words: Option<Words>,
    /// The puzzle, which is written above the next text.
    above: String,
    writing: WriteOptions,
    sink: Sink,
    /// Number of texts written so far, solutions and placeholders.
    written: u64,
    /// Number of solutions written so far.
    solutions: u64,
}

impl Listing<'_> {
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
    fn write_invalid(&mut self, job: &Job, input: &Input) -> ControlFlow<()> {
        match (&job.item, self.target) {
            (Item::Bad(_), OutputFormat::Ndjson) => {
                self.write(&json::invalid(job, input).unwrap_or_default())
            }
            (Item::Bad(_), OutputFormat::Format(_)) => self.write_placeholder(format::INVALID),
            _ => ControlFlow::Continue(()),
        }
    }

    /// Writes a record that ends the list of a puzzle, if records are written.
    fn write_end_record(&mut self, record: impl FnOnce() -> String) -> ControlFlow<()> {
        match self.target {
            OutputFormat::Ndjson => self.write(&record()),
            OutputFormat::Format(_) => ControlFlow::Continue(()),
        }
    }

    /// Sets the puzzle as heading of the next solutions.
    fn set_heading(&mut self, record: &Record) {
        if let OutputFormat::Format(format) = self.target
            && self.target.is_multiline()
            && self
                .words
                .is_some_and(|words| words.before || format.id == "spaced")
        {
            let puzzle = render::format_record(record, format, &self.writing)
                .unwrap_or_else(|_| format!("{}\n", format::NOT_WRITABLE));
            self.above = format!("BEFORE\n{puzzle}\nSOLVED\n");
        }
    }

    /// Writes the placeholder of a puzzle without a solution, if requested and in formats of plain
    /// text.
    fn write_placeholder(&mut self, words: &str) -> ControlFlow<()> {
        let wanted = self.words.is_some()
            && matches!(self.target, OutputFormat::Format(format) if format.scope == Scope::Unit);
        if wanted {
            self.write(&format!("{words}\n"))
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
    /// Returns the message if the format cannot hold the solution.
    fn write_solution(
        &mut self,
        (job, input): (&Job, &Input),
        record: &Record,
        digits: &[Digit],
    ) -> Result<ControlFlow<()>, String> {
        self.solutions += 1;
        let text = match self.target {
            OutputFormat::Ndjson => {
                let report = SolutionReport {
                    status: Status::Solved,
                    solution: render::format_digits(&record.puzzle, digits),
                };
                json::puzzle_record(job, input, report)
            }
            OutputFormat::Format(format) => {
                render::format_solution(record, digits, format, &self.writing)?
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

    /// Lists the solutions of a puzzle, at most `limit`, or all with 0.
    ///
    /// Returns whether to continue, and the exit code.
    fn list(
        &mut self,
        solver: &mut Solver,
        limit: u64,
        (job, input): (&Job, &Input),
        record: &Record,
        budget: &Budget<'_>,
    ) -> (ControlFlow<()>, ExitCode) {
        let context = self.context;
        let mut found = 0_u64;
        let mut more = false;
        let mut written = Ok(ControlFlow::Continue(()));
        let limit = if limit == 0 { u64::MAX } else { limit };
        self.set_heading(record);
        let searched = if let Some(letters) = self.byte_symbols(&record.puzzle) {
            let cells = record.puzzle.layout().cell_count();
            let mut text = Vec::new();
            solver.for_each_block(&record.puzzle, budget, &mut |block| {
                let wanted = (limit - found).min((block.len() / cells) as u64);
                more = wanted < (block.len() / cells) as u64;
                found += wanted;
                let block = &block[..cells * wanted as usize];
                written = Ok(self.write_lines(block.chunks_exact(cells), &letters, &mut text));
                if more {
                    ControlFlow::Break(())
                } else {
                    written.clone().unwrap_or(ControlFlow::Break(()))
                }
            })
        } else {
            solver.for_each_solution(&record.puzzle, budget, &mut |digits: &[Digit]| {
                if found == limit {
                    more = true;
                    return ControlFlow::Break(());
                }
                found += 1;
                written = self.write_solution((job, input), record, digits);
                written.clone().unwrap_or(ControlFlow::Break(()))
            })
        };
        let closed = match written {
            Ok(ControlFlow::Continue(())) => ControlFlow::Continue(()),
            ended => return self.end_early(ended),
        };
        let listed = group_thousands(found);
        let place = job.place();
        match searched {
            Ok(_) if more => {
                context.info(&format!("{place}solutions: {listed}, and there are more"));
                (closed, ExitCode::Done)
            }
            Ok(_) => {
                context.info(&format!("{place}solutions: {listed}"));
                if found > 0 {
                    return (closed, ExitCode::Done);
                }
                let words = self.write_placeholder(self.words.map_or("", |words| words.none));
                let ended = self.write_end_record(|| json::only_status(job, input, Status::None));
                (
                    if words.is_break() { words } else { ended },
                    ExitCode::Negative,
                )
            }
            Err(stopped) => self.report_stop(
                (job, input),
                stopped.reason,
                &format!("{place}solutions: at least {listed}"),
            ),
        }
    }

    /// Samples solutions of a puzzle.
    ///
    /// Returns whether to continue, and the exit code.
    fn sample(
        &mut self,
        counter: &mut Counter<'_>,
        number: u64,
        rng: &mut Rng,
        (job, input): (&Job, &Input),
        record: &Record,
        (budget, tasks): (&Budget<'_>, &TaskProgress),
    ) -> (ControlFlow<()>, ExitCode) {
        let context = self.context;
        let mut written = Ok(ControlFlow::Continue(()));
        let mut sampled = 0_u64;
        let on_progress = |done, all| tasks.advance(done, all);
        let result = counter.sample(
            &record.puzzle,
            number,
            rng,
            budget,
            &on_progress,
            &mut |digits| {
                sampled += 1;
                written = tasks.suspend(|| self.write_solution((job, input), record, digits));
                written.clone().unwrap_or(ControlFlow::Break(()))
            },
        );
        let closed = match written {
            Ok(ControlFlow::Continue(())) => ControlFlow::Continue(()),
            ended => return self.end_early(ended),
        };
        let place = job.place();
        tasks.suspend(|| match result {
            Ok(0) => {
                context.info(&format!("{place}solutions: 0"));
                (
                    self.write_end_record(|| json::only_status(job, input, Status::None)),
                    ExitCode::Negative,
                )
            }
            Ok(count) => {
                context.info(&format!(
                    "{place}sampled: {} of {}",
                    group_thousands(sampled),
                    group_thousands(count)
                ));
                (closed, ExitCode::Done)
            }
            Err(SampleError::TooMany) => {
                let most = group_thousands(MAX_LISTED_SOLUTIONS);
                let hint = format!(
                    "only classic 9x9 puzzles can have more than {most} solutions here; add clues"
                );
                let at = place.trim_end_matches(": ");
                let at = (!at.is_empty()).then_some(at);
                context.messages.error_in_file(
                    at,
                    &format!(
                        "there are more than {most} solutions, too many to sample from exactly"
                    ),
                    Some(&hint),
                );
                (
                    self.write_end_record(|| json::stopped_by(job, input, "limit")),
                    ExitCode::Limit,
                )
            }
            Err(SampleError::Stopped(reason)) => self.report_stop(
                (job, input),
                reason,
                &format!("{place}sampled: {}", group_thousands(sampled)),
            ),
        })
    }

    /// Ends the run because the reader is gone, or reports that the format cannot hold the
    /// solution.
    fn end_early(&self, written: Result<ControlFlow<()>, String>) -> (ControlFlow<()>, ExitCode) {
        let code = match written {
            Ok(_) => ExitCode::Done,
            Err(problem) => {
                self.context.messages.error(&problem, None);
                ExitCode::Negative
            }
        };
        (ControlFlow::Break(()), code)
    }

    /// Reports why a puzzle was not finished. Ctrl-C is reported once for the whole run.
    fn report_stop(
        &mut self,
        (job, input): (&Job, &Input),
        reason: StopReason,
        done: &str,
    ) -> (ControlFlow<()>, ExitCode) {
        if reason == StopReason::Cancelled {
            return (ControlFlow::Continue(()), ExitCode::Done);
        }
        self.context
            .messages
            .print_line(&format!("{done}: {reason}"));
        (
            self.write_end_record(|| json::stopped(job, input, reason)),
            ExitCode::from_stop_reason(reason),
        )
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
    use crate::render;

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
                render::format_digits(&puzzle, &digits)
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
