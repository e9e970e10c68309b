//! `ndoku enumerate`: every solution as soon as it is found; nothing is kept. Or some, drawn at random.
//!
//! ```text
//! search ─▶ blocks of digits ─▶ lines of bytes ──┐
//!    └────▶ digits ──▶ record ──▶ other formats ─┴─▶ sink
//! ```

use std::ops::ControlFlow;

use ndoku::chance::Chance;
use ndoku::count::{Cores, Counter, DRAWN_BY_LISTING, DrawError};
use ndoku::format::{self, Format, Record, Scope, WriteOptions};
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
    let listing = Listed::Drawn {
        number,
        seed,
        counter: Counter::new(&cores).with_isa(args.search.isa),
        progress,
        tasks,
    };
    each(
        context,
        &args.input,
        &args.output,
        &args.search,
        listing,
        None,
    )
}

/// What is written besides solutions.
#[derive(Copy, Clone)]
pub(crate) struct Words {
    /// Stands for a puzzle without a solution.
    pub none: &'static str,
    /// Write each puzzle above its solutions, in formats of several lines.
    pub before: bool,
}

/// Lists the solutions of every puzzle, at most `limit` of each (0 for all), as this solver finds
/// them. With `words` every puzzle keeps its place, also one that has no solution or cannot be
/// read.
pub(crate) fn stream(
    context: &Context,
    input: &Input,
    output: &Output,
    search: &OrderedSearchOptions,
    (limit, solver): (u64, Solver),
    words: Option<Words>,
) -> ExitCode {
    each(
        context,
        input,
        output,
        search,
        Listed::Found { limit, solver },
        words,
    )
}

/// Which solutions are listed.
enum Listed<'a> {
    /// As the search finds them, at most so many of each puzzle; 0 for all.
    Found { limit: u64, solver: Solver },
    /// So many of each puzzle, drawn at random.
    Drawn {
        number: u64,
        seed: u64,
        counter: Counter<'a>,
        progress: Progress,
        tasks: TaskProgress,
    },
}

fn each(
    context: &Context,
    input: &Input,
    output: &Output,
    search: &OrderedSearchOptions,
    mut listed: Listed<'_>,
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
    // Solutions are written as they come, puzzle by puzzle: there is nothing to keep in order, and no second thread that could help.
    batch::for_each_job(context, input, &options, &mut |mut job| {
        job.refuse_conflicts();
        code = code.or_worse(batch::report_errors(context, &job));
        let Item::Puzzle(record) = &job.item else {
            return listing.invalid(&job, input);
        };
        puzzles += 1;
        let (ended, one) = context.with_budget(search, |budget| match &mut listed {
            Listed::Found { limit, solver } => {
                listing.list(solver, *limit, (&job, input), record, budget)
            }
            Listed::Drawn {
                number,
                seed,
                counter,
                progress,
                tasks,
            } => {
                let mut chance = Chance::stream(*seed, job.number as u64);
                let drawn = listing.draw(
                    counter,
                    *number,
                    &mut chance,
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
                drawn
            }
        });
        code = code.or_worse(one);
        ended
    });
    if let Listed::Drawn { progress, .. } = &listed {
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

/// What a record of `--json` says of a solution.
#[derive(Serialize)]
struct Report {
    status: Status,
    solution: String,
}

/// Writes solutions one after the other.
struct Listing<'a> {
    context: &'a Context,
    target: OutputFormat,
    /// What is written besides solutions, if puzzles keep their places.
    words: Option<Words>,
    /// Written above the next text: the puzzle.
    above: String,
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
            OutputFormat::Format(Format {
                write: Some(writer),
                ..
            }) if self.written == 0 => writer.head,
            OutputFormat::Ndjson => "",
            target @ OutputFormat::Format(_) => target.separator(),
        };
        self.written += 1;
        self.sink.write(before)?;
        self.sink.write(&std::mem::take(&mut self.above))?;
        self.sink.write(text)
    }

    /// Writes what stands for a puzzle that could not be read. A source that could not be opened is no puzzle.
    fn invalid(&mut self, job: &Job, input: &Input) -> ControlFlow<()> {
        match (&job.item, self.target) {
            (Item::Bad(_), OutputFormat::Ndjson) => {
                self.write(&json::invalid(job, input).unwrap_or_default())
            }
            (Item::Bad(_), OutputFormat::Format(_)) => self.words(format::INVALID),
            _ => ControlFlow::Continue(()),
        }
    }

    /// Writes a record that ends the list of a puzzle, if records are written.
    fn ending(&mut self, record: impl FnOnce() -> String) -> ControlFlow<()> {
        match self.target {
            OutputFormat::Ndjson => self.write(&record()),
            OutputFormat::Format(_) => ControlFlow::Continue(()),
        }
    }

    /// Has the puzzle written above the solutions that come next.
    fn put_above(&mut self, record: &Record) {
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

    /// Keeps the place of a puzzle without a solution, if that is wanted and the format is text for people.
    fn words(&mut self, words: &str) -> ControlFlow<()> {
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
                let _ = self.sink.write_frame(writer.head);
            }
            let _ = self.sink.write_frame(writer.tail);
        }
        self.sink.close(self.context)
    }

    /// Writes a solution of a puzzle; the sentence if the format cannot hold it.
    fn put(
        &mut self,
        (job, input): (&Job, &Input),
        record: &Record,
        digits: &[Digit],
    ) -> Result<ControlFlow<()>, String> {
        self.solutions += 1;
        let text = match self.target {
            OutputFormat::Ndjson => {
                let report = Report {
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

    /// How the digits of a puzzle look in lines of bytes, if that is what is written.
    fn letters(&self, puzzle: &Puzzle) -> Option<Letters> {
        if self.target.is("line") && self.target.separator().is_empty() {
            Letters::of(puzzle)
        } else {
            None
        }
    }

    /// Writes solutions as lines. The text is only kept to be used again.
    fn put_lines<'a>(
        &mut self,
        solutions: impl ExactSizeIterator<Item = &'a [u8]>,
        letters: &Letters,
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

    /// Lists the solutions of a puzzle, at most `limit`, or all with 0. Whether to go on, and the code.
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
        let mut put = Ok(ControlFlow::Continue(()));
        let limit = if limit == 0 { u64::MAX } else { limit };
        self.put_above(record);
        let searched = if let Some(letters) = self.letters(&record.puzzle) {
            let cells = record.puzzle.layout().cell_count();
            let mut text = Vec::new();
            solver.each_block(&record.puzzle, budget, &mut |block| {
                let wanted = (limit - found).min((block.len() / cells) as u64);
                more = wanted < (block.len() / cells) as u64;
                found += wanted;
                let block = &block[..cells * wanted as usize];
                put = Ok(self.put_lines(block.chunks_exact(cells), &letters, &mut text));
                if more {
                    ControlFlow::Break(())
                } else {
                    put.clone().unwrap_or(ControlFlow::Break(()))
                }
            })
        } else {
            solver.each(&record.puzzle, budget, &mut |digits: &[Digit]| {
                if found == limit {
                    more = true;
                    return ControlFlow::Break(());
                }
                found += 1;
                put = self.put((job, input), record, digits);
                put.clone().unwrap_or(ControlFlow::Break(()))
            })
        };
        let closed = match put {
            Ok(ControlFlow::Continue(())) => ControlFlow::Continue(()),
            ended => return self.ended(ended),
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
                let words = self.words(self.words.map_or("", |words| words.none));
                let ended = self.ending(|| json::only_status(job, input, Status::None));
                (
                    if words.is_break() { words } else { ended },
                    ExitCode::Negative,
                )
            }
            Err(stopped) => self.stopped(
                (job, input),
                stopped.reason,
                &format!("{place}solutions: at least {listed}"),
            ),
        }
    }

    /// Draws solutions of a puzzle at random. Whether to go on, and the code.
    fn draw(
        &mut self,
        counter: &mut Counter<'_>,
        number: u64,
        chance: &mut Chance,
        (job, input): (&Job, &Input),
        record: &Record,
        (budget, tasks): (&Budget<'_>, &TaskProgress),
    ) -> (ControlFlow<()>, ExitCode) {
        let context = self.context;
        let mut put = Ok(ControlFlow::Continue(()));
        let mut drawn = 0_u64;
        let told = |done, all| tasks.advance(done, all);
        let result = counter.draw(
            &record.puzzle,
            number,
            chance,
            budget,
            &told,
            &mut |digits| {
                drawn += 1;
                put = tasks.suspend(|| self.put((job, input), record, digits));
                put.clone().unwrap_or(ControlFlow::Break(()))
            },
        );
        let closed = match put {
            Ok(ControlFlow::Continue(())) => ControlFlow::Continue(()),
            ended => return self.ended(ended),
        };
        let place = job.place();
        tasks.suspend(|| match result {
            Ok(0) => {
                context.info(&format!("{place}solutions: 0"));
                (
                    self.ending(|| json::only_status(job, input, Status::None)),
                    ExitCode::Negative,
                )
            }
            Ok(count) => {
                context.info(&format!(
                    "{place}drawn: {} of {}",
                    group_thousands(drawn),
                    group_thousands(count)
                ));
                (closed, ExitCode::Done)
            }
            Err(DrawError::TooMany) => {
                let most = group_thousands(DRAWN_BY_LISTING);
                let hint = format!(
                    "only classic 9x9 puzzles can have more than {most} solutions here; add clues"
                );
                let at = place.trim_end_matches(": ");
                let at = (!at.is_empty()).then_some(at);
                context.messages.error_in_file(
                    at,
                    &format!("there are more than {most} solutions, too many to draw from exactly"),
                    Some(&hint),
                );
                (
                    self.ending(|| json::stopped_by(job, input, "limit")),
                    ExitCode::Limit,
                )
            }
            Err(DrawError::Stopped(reason)) => self.stopped(
                (job, input),
                reason,
                &format!("{place}drawn: {}", group_thousands(drawn)),
            ),
        })
    }

    /// What follows when writing has ended: the reader is gone, or the format cannot hold the solution, which is said.
    fn ended(&self, put: Result<ControlFlow<()>, String>) -> (ControlFlow<()>, ExitCode) {
        let code = match put {
            Ok(_) => ExitCode::Done,
            Err(problem) => {
                self.context.messages.error(&problem, None);
                ExitCode::Negative
            }
        };
        (ControlFlow::Break(()), code)
    }

    /// Says why a puzzle was not finished. Ctrl-C is reported once for the whole run.
    fn stopped(
        &mut self,
        (job, input): (&Job, &Input),
        reason: StopReason,
        done: &str,
    ) -> (ControlFlow<()>, ExitCode) {
        if reason == StopReason::Flag {
            return (ControlFlow::Continue(()), ExitCode::Done);
        }
        self.context
            .messages
            .print_line(&format!("{done}: {reason}"));
        (
            self.ending(|| json::stopped(job, input, reason)),
            ExitCode::from_stop_reason(reason),
        )
    }
}

/// The symbols of a puzzle's digits, each of one byte.
struct Letters {
    /// For each number of a digit.
    letters: [u8; 256],
    /// What is added to the number of every digit, if that is how they follow each other: `1` to `9` do.
    added: Option<u8>,
}

impl Letters {
    /// None if a symbol is longer than a byte.
    fn of(puzzle: &Puzzle) -> Option<Self> {
        let mut letters = [0; 256];
        let mut added = None;
        let mut even = true;
        for digit in puzzle.layout().digits() {
            let [letter] = puzzle.symbols().symbol(digit).as_bytes() else {
                return None;
            };
            letters[usize::from(digit.get())] = *letter;
            let offset = letter.wrapping_sub(digit.get());
            even = even && *added.get_or_insert(offset) == offset;
        }
        Some(Self {
            letters,
            added: added.filter(|_| even),
        })
    }

    /// Writes digits behind a text.
    fn write(&self, digits: &[u8], text: &mut Vec<u8>) {
        match self.added {
            Some(added) => text.extend(digits.iter().map(|digit| digit.wrapping_add(added))),
            None => text.extend(digits.iter().map(|digit| self.letters[usize::from(*digit)])),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render;

    #[test]
    fn lines_of_bytes_are_those_of_the_general_way() {
        for (size, tokens) in [
            (4, vec!["1", "2", "3", "4"]),
            (4, vec!["d", "c", "b", "a"]),
            (4, vec!["0", "1", "2", "3"]),
            (1, vec!["x"]),
        ] {
            let layout = ndoku::Layout::of_size(size).unwrap();
            let puzzle = Puzzle::empty(&layout)
                .with_symbols(ndoku::Symbols::from_tokens(tokens))
                .unwrap();
            let digits: Vec<Digit> = layout.digits().collect();
            let bytes: Vec<u8> = digits.iter().map(|digit| digit.get()).collect();
            let mut text = Vec::new();
            Letters::of(&puzzle).unwrap().write(&bytes, &mut text);
            assert_eq!(
                String::from_utf8(text).unwrap(),
                render::format_digits(&puzzle, &digits)
            );
        }
        for tokens in [["1", "2", "3", "10"], ["1", "2", "3", "ä"]] {
            let puzzle = Puzzle::empty(&ndoku::Layout::of_size(4).unwrap());
            assert!(
                Letters::of(
                    &puzzle
                        .with_symbols(ndoku::Symbols::from_tokens(tokens))
                        .unwrap()
                )
                .is_none()
            );
        }
    }
}
