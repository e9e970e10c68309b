//! `ndoku vicinity`: puzzles that differ from each puzzle in a few clues.

use std::collections::HashSet;
use std::ops::ControlFlow;

use ndoku::format::Record;
use ndoku::generate::canonical::{CanonicalForm, ClassicCanonicalizer};
use ndoku::generate::vicinity::{MAX_CHANGES, VicinityQuery, VicinitySearch, VicinityStats};
use ndoku::{Digit, Interrupted, Puzzle, StopReason};

use crate::args;
use crate::batch::{Item, Job};
use crate::context::Context;
use crate::exit_code::ExitCode;
use crate::groups::{self, PuzzleWriter};
use crate::json;
use crate::progress::{Progress, format_count, group_thousands};

/// Maximum number of changed cells.
const MAX_CHANGED_CELLS: usize = 2 * MAX_CHANGES;

/// The vicinity of a puzzle. There can be millions of puzzles, so that only changes are kept.
struct VicinityResult {
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

pub(crate) fn run(context: &Context, args: &args::Vicinity) -> ExitCode {
    let mut puzzles = match PuzzleWriter::open(context, &args.input, &args.output) {
        Ok(puzzles) => puzzles,
        Err(code) => return code,
    };
    let mut progress = Progress::new(context, puzzles.is_terminal());
    let query = VicinityQuery {
        minus: args.minus,
        plus: args.plus,
        minimal: args.minimal,
        solutions: args.solutions,
    };
    let mut code = ExitCode::Done;
    let mut seen: HashSet<[u8; 81]> = HashSet::new();
    let (mut sources, mut found, mut written) = (0_u64, 0_u64, 0_u64);
    let worker = || {
        let (mut vicinity, mut form) = (
            VicinitySearch::new(args.search.isa),
            ClassicCanonicalizer::new(),
        );
        move |group: &[(&Job, &Record)]| {
            let around = |record: &Record| {
                let clues = clues(&record.puzzle)?;
                let (mut changed, mut forms) = (Vec::new(), Vec::new());
                let ended = context.with_budget(&args.search, |budget| {
                    vicinity.for_each(&clues, query, budget, &mut |puzzle| {
                        changed.push(changes(&clues, puzzle));
                        if args.dedupe {
                            forms.push(
                                form.least_form(CanonicalForm::Pattern, puzzle)
                                    .unwrap_or(*puzzle),
                            );
                        }
                        ControlFlow::Continue(())
                    })
                });
                Some(VicinityResult {
                    changes: changed,
                    forms,
                    ended,
                })
            };
            group
                .iter()
                .map(|(_, record)| record)
                .copied()
                .map(around)
                .collect()
        }
    };
    // Three or four changes take long.
    let largest = if args.minus + args.plus > 2 {
        1
    } else {
        groups::MAX_GROUP_SIZE
    };
    let input_code = groups::run_with_group_size(
        largest,
        context,
        &args.input,
        args.search.run.threads(),
        &mut progress,
        worker,
        |job, around: Option<Option<VicinityResult>>| {
            let (Item::Puzzle(record), Some(around)) = (&job.item, around) else {
                return puzzles.write_invalid(&job);
            };
            let place = job.place();
            let (
                Some(VicinityResult {
                    changes: around,
                    forms,
                    ended,
                }),
                Some(own),
            ) = (around, clues(&record.puzzle))
            else {
                const WHY: &str = "only classic 9x9 puzzles without pencilmarks are supported";
                context.info(&format!("{place}not searched: {WHY}"));
                code = code.or_worse(ExitCode::Negative);
                return puzzles.write_record(|| json::unsupported(&job, &args.input, WHY));
            };
            sources += 1;
            found += around.len() as u64;
            let mut reached = None;
            match ended {
                Ok(stats) => {
                    context.debug(&format!("{place}{} found", group_thousands(stats.found)));
                    if stats.skipped > 0 {
                        context.info(&format!(
                            "{place}skipped {} removals that leave more than {} solutions",
                            group_thousands(stats.skipped),
                            group_thousands(args.solutions as u64)
                        ));
                        code = code.or_worse(ExitCode::Limit);
                        reached = Some("limit");
                    } else if stats.found == 0 {
                        code = code.or_worse(ExitCode::Negative);
                    }
                }
                // An interrupted search gives no result.
                Err(Interrupted {
                    reason: StopReason::Cancelled,
                    ..
                }) => return ControlFlow::Break(()),
                Err(stopped) => {
                    context.info(&format!(
                        "{place}at least {}: {}",
                        group_thousands(around.len() as u64),
                        stopped.reason
                    ));
                    code = code.or_worse(ExitCode::from_stop_reason(stopped.reason));
                    reached = Some(json::stop_reason_name(stopped.reason));
                }
            }
            let mut forms = forms.into_iter();
            for changes in around {
                if forms.next().is_some_and(|form| !seen.insert(form)) {
                    continue;
                }
                written += 1;
                let mut clues = own;
                changes
                    .iter()
                    .for_each(|(cell, digit)| clues[usize::from(*cell)] = *digit);
                let puzzle = crate::render::with_clues(
                    &record.puzzle,
                    record.puzzle.layout().cells().zip(clues.map(Digit::new)),
                );
                let made = Record {
                    solution: None,
                    ..groups::with_puzzle(record, puzzle)
                };
                match puzzles.write(&job, &made) {
                    Ok(flow) => flow?,
                    Err(wrong) => {
                        code = code.or_worse(wrong);
                        break;
                    }
                }
            }
            match reached {
                Some(reason) => {
                    puzzles.write_record(|| json::stopped_by(&job, &args.input, reason))
                }
                None => ControlFlow::Continue(()),
            }
        },
    );
    let different = if args.dedupe {
        format!(
            ", {} of them essentially different",
            group_thousands(written)
        )
    } else {
        String::new()
    };
    context.info(&format!(
        "{{-{}+{}}} of {}: {}{different}",
        args.minus,
        args.plus,
        format_count(sources, "puzzle"),
        format_count(found, "puzzle")
    ));
    code.or_worse(input_code).or_worse(puzzles.close())
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
