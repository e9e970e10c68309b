//! `ndoku vicinity`: puzzles that differ from each puzzle in some clues.

use std::collections::HashSet;
use std::ops::ControlFlow;

use ndoku::format::Record;
use ndoku::generate::canonical::{Form, Forms};
use ndoku::generate::vicinity::{FARTHEST, Vicinity, Visited, Wanted};
use ndoku::{Digit, Puzzle, StopReason, Stopped};

use crate::args;
use crate::batch::{Item, Job};
use crate::context::Context;
use crate::exit_code::ExitCode;
use crate::groups::{self, PuzzleWriter};
use crate::json;
use crate::progress::{Progress, format_count, group_thousands};

/// So many clues are left out and put in at most.
const CHANGES: usize = 2 * FARTHEST;

/// What came of a puzzle. There may be millions, so that only changes are kept.
struct Found {
    /// Cells and digits that are not as in the puzzle; the same change may be there several times.
    changes: Vec<[(u8, u8); CHANGES]>,
    /// The form of each, if that is wanted.
    forms: Vec<[u8; 81]>,
    ended: Result<Visited, Stopped>,
}

/// How one puzzle becomes another one that differs in a few cells.
fn changes(from: &[u8; 81], to: &[u8; 81]) -> [(u8, u8); CHANGES] {
    let mut changes = [(0, to[0]); CHANGES];
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
    let wanted = Wanted {
        minus: args.minus,
        plus: args.plus,
        minimal: args.minimal,
        solutions: args.solutions,
    };
    let mut code = ExitCode::Done;
    let mut seen: HashSet<[u8; 81]> = HashSet::new();
    let (mut sources, mut found, mut written) = (0_u64, 0_u64, 0_u64);
    let worker = || {
        let (mut vicinity, mut form) = (Vicinity::new(args.search.isa), Forms::new());
        move |group: &[(&Job, &Record)]| {
            let around = |record: &Record| {
                let clues = clues(&record.puzzle)?;
                let (mut changed, mut forms) = (Vec::new(), Vec::new());
                let ended = context.with_budget(&args.search, |budget| {
                    vicinity.each(&clues, wanted, budget, &mut |puzzle| {
                        changed.push(changes(&clues, puzzle));
                        if args.dedupe {
                            forms.push(form.least(Form::Pattern, puzzle).unwrap_or(*puzzle));
                        }
                        ControlFlow::Continue(())
                    })
                });
                Some(Found {
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
    // Three clues or four take long.
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
        |job, around: Option<Option<Found>>| {
            let (Item::Puzzle(record), Some(around)) = (&job.item, around) else {
                return puzzles.write_invalid(&job);
            };
            let place = job.place();
            let (
                Some(Found {
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
                Ok(visited) => {
                    context.debug(&format!("{place}{} found", group_thousands(visited.found)));
                    if visited.passed > 0 {
                        context.info(&format!(
                            "{place}skipped {} removals that leave more than {} solutions",
                            group_thousands(visited.passed),
                            group_thousands(args.solutions as u64)
                        ));
                        code = code.or_worse(ExitCode::Limit);
                        reached = Some("limit");
                    } else if visited.found == 0 {
                        code = code.or_worse(ExitCode::Negative);
                    }
                }
                // What was cut short is no result.
                Err(Stopped {
                    reason: StopReason::Flag,
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

/// The clues of a classic puzzle without pencilmarks.
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
