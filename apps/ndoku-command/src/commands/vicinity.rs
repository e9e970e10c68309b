//! `ndoku vicinity`: puzzles that differ from each puzzle in a few clues.

use std::collections::HashSet;
use std::ops::ControlFlow;

use ndoku::analysis::canonical::{CanonicalForm, ClassicCanonicalizer};
use ndoku::analysis::vicinity::{MAX_CHANGES, VicinityQuery, VicinitySearch, VicinityStats};
use ndoku::format::Record;
use ndoku::{Digit, Interrupted, Puzzle, StopReason};

use crate::args;
use crate::context::Context;
use crate::error::CliError;
use crate::exit_code::ExitCode;
use crate::groups::{self, DerivedPuzzleWriter, GroupRun, NumberedPuzzle};
use crate::json;
use crate::output_format;
use crate::progress::{Progress, format_count, group_thousands};
use crate::work_item::{ItemResult, WorkItem};

/// Maximum number of changed cells.
const MAX_CHANGED_CELLS: usize = 2 * MAX_CHANGES;

/// The reason why some puzzles are not searched.
const UNSUPPORTED: &str = "only classic 9x9 puzzles without pencilmarks are supported";

/// The vicinity of a puzzle. There can be millions of puzzles, so that only changes are kept.
struct VicinityOutcome {
    /// The clues of the puzzle.
    clues: [u8; 81],
    /// The changed cells with their digits. A change can appear several times.
    changes: Vec<[(u8, u8); MAX_CHANGED_CELLS]>,
    /// The canonical form of each puzzle, if requested.
    forms: Vec<[u8; 81]>,
    ended: Result<VicinityStats, Interrupted>,
}

/// Returns the changes from one puzzle to another one.
fn changes(from: &[u8; 81], to: &[u8; 81]) -> [(u8, u8); MAX_CHANGED_CELLS] {
    let mut changes = [(0, to[0]); MAX_CHANGED_CELLS];
    let differing = (0..81).filter(|cell| from[*cell] != to[*cell]);
    changes
        .iter_mut()
        .zip(differing)
        .for_each(|(change, cell)| *change = (cell as u8, to[cell]));
    changes
}

pub(crate) fn run(context: &Context, args: &args::Vicinity) -> Result<ExitCode, CliError> {
    let puzzles = DerivedPuzzleWriter::open(context, &args.input, &args.output)?;
    let mut progress = Progress::new(context, puzzles.is_terminal());
    let worker = || {
        let mut explorer = Explorer::new(context, args);
        move |group: &[NumberedPuzzle<'_>]| {
            let records = group.iter().map(|(_, record)| *record);
            records.map(|record| explorer.explore(record)).collect()
        }
    };
    let groups = GroupRun {
        context,
        input: &args.input,
        threads: args.search.run.threads(),
        // Three or four changes take long.
        max_group_size: if args.minus + args.plus > 2 {
            1
        } else {
            groups::MAX_GROUP_SIZE
        },
    };
    let mut run = VicinityRun {
        context,
        args,
        puzzles,
        seen: HashSet::new(),
        sources: 0,
        found: 0,
        written: 0,
        code: ExitCode::Done,
    };
    let input_code =
        groups.for_each_result(&mut progress, worker, |result| run.write_vicinity(result));
    Ok(run.close(input_code))
}

/// Searches vicinities on one thread.
struct Explorer<'a> {
    context: &'a Context,
    args: &'a args::Vicinity,
    query: VicinityQuery,
    search: VicinitySearch,
    canonicalizer: ClassicCanonicalizer,
}

impl<'a> Explorer<'a> {
    fn new(context: &'a Context, args: &'a args::Vicinity) -> Self {
        Self {
            context,
            args,
            query: VicinityQuery {
                minus: args.minus,
                plus: args.plus,
                minimal: args.minimal,
                solutions: args.solutions,
            },
            search: VicinitySearch::new(args.search.isa),
            canonicalizer: ClassicCanonicalizer::new(),
        }
    }

    /// Returns the vicinity of a puzzle; `None` if the puzzle is not supported.
    fn explore(&mut self, record: &Record) -> Option<VicinityOutcome> {
        let clues = clues(&record.puzzle)?;
        let (mut changed, mut forms) = (Vec::new(), Vec::new());
        let ended = self.context.with_budget(&self.args.search, |budget| {
            self.search
                .for_each(&clues, self.query, budget, &mut |puzzle| {
                    changed.push(changes(&clues, puzzle));
                    if self.args.dedupe {
                        let form = self
                            .canonicalizer
                            .canonical_form(CanonicalForm::Pattern, puzzle);
                        forms.push(form.unwrap_or(*puzzle));
                    }
                    ControlFlow::Continue(())
                })
        });
        Some(VicinityOutcome {
            clues,
            changes: changed,
            forms,
            ended,
        })
    }
}

/// The state of a run: what was written so far, and the exit code.
struct VicinityRun<'a> {
    context: &'a Context,
    args: &'a args::Vicinity,
    puzzles: DerivedPuzzleWriter<'a>,
    /// The forms of the written puzzles, with `--dedupe`.
    seen: HashSet<[u8; 81]>,
    /// Number of puzzles whose vicinity was searched.
    sources: u64,
    found: u64,
    written: u64,
    code: ExitCode,
}

impl VicinityRun<'_> {
    fn write_vicinity(&mut self, result: ItemResult<Option<VicinityOutcome>>) -> ControlFlow<()> {
        let ItemResult { item, answer } = result;
        let (Ok(record), Some(answer)) = (&item.record, answer) else {
            return self.puzzles.write_invalid(&item);
        };
        let input = &self.args.input;
        let Some(vicinity) = answer else {
            let prefix = item.prefix();
            self.context
                .info(&format!("{prefix}not searched: {UNSUPPORTED}"));
            self.code = self.code.or_worse(ExitCode::Negative);
            return self
                .puzzles
                .write_record(|| json::unsupported(&item, input, UNSUPPORTED));
        };
        self.sources += 1;
        self.found += vicinity.changes.len() as u64;
        let reached = self.report_end(&item, &vicinity)?;
        self.write_puzzles(&item, record, vicinity)?;
        reached.map_or(ControlFlow::Continue(()), |reason| {
            self.puzzles
                .write_record(|| json::stopped_by(&item, input, reason))
        })
    }

    /// Reports how the search of a vicinity ended. Returns the name of the limit that was reached,
    /// or `Break` after Ctrl-C, because an interrupted search gives no result.
    fn report_end(
        &mut self,
        item: &WorkItem,
        vicinity: &VicinityOutcome,
    ) -> ControlFlow<(), Option<&'static str>> {
        let (context, prefix) = (self.context, item.prefix());
        let (code, reached) = match &vicinity.ended {
            Ok(stats) => {
                context.debug(&format!("{prefix}{} found", group_thousands(stats.found)));
                if stats.skipped > 0 {
                    context.info(&format!(
                        "{prefix}skipped {} removals that leave more than {} solutions",
                        group_thousands(stats.skipped),
                        group_thousands(self.args.solutions as u64)
                    ));
                    (ExitCode::Limit, Some("limit"))
                } else if stats.found == 0 {
                    (ExitCode::Negative, None)
                } else {
                    (ExitCode::Done, None)
                }
            }
            Err(Interrupted {
                reason: StopReason::Canceled,
                ..
            }) => return ControlFlow::Break(()),
            Err(Interrupted { reason, .. }) => {
                context.info(&format!(
                    "{prefix}at least {}: {reason}",
                    group_thousands(vicinity.changes.len() as u64)
                ));
                let name = reason.name();
                (ExitCode::from_stop_reason(*reason), Some(name))
            }
        };
        self.code = self.code.or_worse(code);
        ControlFlow::Continue(reached)
    }

    /// Writes the puzzles of a vicinity, with `--dedupe` only those of a new form.
    fn write_puzzles(
        &mut self,
        item: &WorkItem,
        record: &Record,
        vicinity: VicinityOutcome,
    ) -> ControlFlow<()> {
        let mut forms = vicinity.forms.into_iter();
        for changes in vicinity.changes {
            if forms.next().is_some_and(|form| !self.seen.insert(form)) {
                continue;
            }
            self.written += 1;
            let mut clues = vicinity.clues;
            changes
                .iter()
                .for_each(|(cell, digit)| clues[usize::from(*cell)] = *digit);
            let puzzle = output_format::with_clues(
                &record.puzzle,
                record.puzzle.layout().cells().zip(clues.map(Digit::new)),
            );
            let derived = Record {
                solution: None,
                ..groups::with_puzzle(record, puzzle)
            };
            match self.puzzles.write(item, &derived) {
                Ok(flow) => flow?,
                Err(error) => {
                    self.code = self.code.or_worse(self.context.report_error(&error));
                    break;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Reports the numbers of puzzles, closes the output, and returns the exit code.
    fn close(self, input_code: ExitCode) -> ExitCode {
        let different = if self.args.dedupe {
            format!(
                ", {} of them not equivalent to each other",
                group_thousands(self.written)
            )
        } else {
            String::new()
        };
        self.context.info(&format!(
            "{{-{}+{}}} of {}: {}{different}",
            self.args.minus,
            self.args.plus,
            format_count(self.sources, "puzzle"),
            format_count(self.found, "puzzle")
        ));
        self.code
            .or_worse(input_code)
            .or_worse(self.puzzles.close())
    }
}

/// Returns the clues of a classic puzzle without pencilmarks.
fn clues(puzzle: &Puzzle) -> Option<[u8; 81]> {
    if !puzzle.layout().is_classic() || puzzle.pencilmarks().is_some() {
        return None;
    }
    let digits: Vec<u8> = puzzle
        .clues()
        .iter()
        .map(|clue| clue.map_or(0, Digit::get))
        .collect();
    digits.try_into().ok()
}
