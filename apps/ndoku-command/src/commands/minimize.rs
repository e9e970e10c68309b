//! `ndoku minimize`: one random minimal puzzle within each puzzle, or all of them.

use std::ops::ControlFlow;

use ndoku::analysis::minimal::{MinimizeError, Minimizer};
use ndoku::{Puzzle, Rng, StopReason};

use crate::args::{Input, Minimize};
use crate::batch;
use crate::context::Context;
use crate::error::CliError;
use crate::exit_code::ExitCode;
use crate::groups::{self, DerivedPuzzleWriter, GroupRun, NumberedPuzzle};
use crate::json::{self, Status};
use crate::progress::{Progress, format_count, group_thousands};
use crate::work_item::{ItemResult, WorkItem};

pub(crate) fn run(context: &Context, args: &Minimize) -> Result<ExitCode, CliError> {
    if args.all {
        return list_all(context, args);
    }
    let seed = context.seed(args.seed);
    let puzzles = DerivedPuzzleWriter::open(context, &args.input, &args.output)?;
    let mut progress = Progress::new(context, puzzles.is_terminal());
    let worker = || {
        let mut minimizer = Minimizer::new(args.search.isa);
        move |group: &[NumberedPuzzle<'_>]| {
            minimize_group(context, args, seed, &mut minimizer, group)
        }
    };
    let groups = GroupRun {
        context,
        input: &args.input,
        threads: args.search.run.threads(),
        max_group_size: groups::MAX_GROUP_SIZE,
    };
    let mut run = MinimizeRun {
        context,
        args,
        puzzles,
        number: 0,
        clues: [0; 2],
        code: ExitCode::Done,
    };
    let input_code =
        groups.for_each_result(&mut progress, worker, |result| run.write_minimal(result));
    if run.number > 1 {
        let mean = |sum: u64| format!("{:.2}", sum as f64 / run.number as f64);
        context.info(&format!(
            "{} minimized: {} clues on average, from {}",
            format_count(run.number, "puzzle"),
            mean(run.clues[1]),
            mean(run.clues[0])
        ));
    }
    Ok(run.code.or_worse(input_code).or_worse(run.puzzles.close()))
}

/// Minimizes the puzzles of a group. The random numbers depend on the seed and the numbers of the
/// puzzles.
fn minimize_group(
    context: &Context,
    args: &Minimize,
    seed: u64,
    minimizer: &mut Minimizer,
    group: &[NumberedPuzzle<'_>],
) -> Vec<Result<Puzzle, MinimizeError>> {
    let mut rngs: Vec<Rng> = group
        .iter()
        .map(|(item, _)| Rng::stream(seed, item.number() as u64))
        .collect();
    if args.search.run.timeout.is_some() {
        // The timeout applies to each puzzle.
        let one = |((_, record), rng): (&NumberedPuzzle<'_>, &mut Rng)| {
            context.with_budget(&args.search, |budget| {
                minimizer.minimize(&record.puzzle, args.symmetry, rng, budget)
            })
        };
        return group.iter().zip(&mut rngs).map(one).collect();
    }
    let puzzles: Vec<_> = group.iter().map(|(_, record)| &record.puzzle).collect();
    context.with_budget(&args.search, |budget| {
        minimizer.minimize_all(&puzzles, args.symmetry, &mut rngs, budget)
    })
}

/// The state of a run: what was written so far, and the exit code.
struct MinimizeRun<'a> {
    context: &'a Context,
    args: &'a Minimize,
    puzzles: DerivedPuzzleWriter<'a>,
    /// Number of minimized puzzles.
    number: u64,
    /// Numbers of clues before and after.
    clues: [u64; 2],
    code: ExitCode,
}

impl MinimizeRun<'_> {
    fn write_minimal(
        &mut self,
        result: ItemResult<Result<Puzzle, MinimizeError>>,
    ) -> ControlFlow<()> {
        let ItemResult { item, answer } = result;
        let (Ok(record), Some(minimized)) = (&item.record, answer) else {
            return self.puzzles.write_invalid(&item);
        };
        match minimized {
            Ok(puzzle) => {
                self.number += 1;
                self.clues[0] += record.puzzle.clue_count() as u64;
                self.clues[1] += puzzle.clue_count() as u64;
                let minimal = groups::with_puzzle(record, puzzle);
                self.puzzles.write(&item, &minimal).unwrap_or_else(|error| {
                    self.code = self.code.or_worse(self.context.report_error(&error));
                    ControlFlow::Continue(())
                })
            }
            Err(error) => {
                let code = report_failure(self.context, &item, "not minimized", &error);
                self.code = self.code.or_worse(code);
                if self.context.is_interrupted() {
                    ControlFlow::Break(())
                } else {
                    self.puzzles
                        .write_record(|| failure_record(&item, &self.args.input, &error))
                }
            }
        }
    }
}

/// Lists all minimal puzzles of each puzzle.
fn list_all(context: &Context, args: &Minimize) -> Result<ExitCode, CliError> {
    let options = batch::read_options(context, &args.input)?;
    let mut list = MinimalPuzzleList {
        context,
        args,
        puzzles: DerivedPuzzleWriter::open(context, &args.input, &args.output)?,
        minimizer: Minimizer::new(args.search.isa),
        total: 0,
        code: ExitCode::Done,
    };
    // Puzzles are written immediately, and nothing is kept.
    batch::for_each_item(context, &args.input, &options, &mut |item| list.add(item));
    if context.is_interrupted() {
        context.messages.print_line(&format!(
            "interrupted after {}",
            format_count(list.total, "minimal puzzle")
        ));
        list.code = list.code.or_worse(ExitCode::Interrupted);
    }
    Ok(list.code.or_worse(list.puzzles.close()))
}

/// The state of a run with `--all`.
struct MinimalPuzzleList<'a> {
    context: &'a Context,
    args: &'a Minimize,
    puzzles: DerivedPuzzleWriter<'a>,
    minimizer: Minimizer,
    /// Number of minimal puzzles so far.
    total: u64,
    code: ExitCode,
}

impl MinimalPuzzleList<'_> {
    /// Writes the minimal puzzles of an item.
    fn add(&mut self, mut item: WorkItem) -> ControlFlow<()> {
        let (context, args) = (self.context, self.args);
        item.reject_conflicts();
        self.code = self.code.or_worse(item.report_error(context));
        let Ok(record) = &item.record else {
            return self.puzzles.write_invalid(&item);
        };
        let (mut found, mut more, mut closed) = (0_u64, false, false);
        let ended = context.with_budget(&args.search, |budget| {
            self.minimizer
                .for_each_minimal(&record.puzzle, budget, &mut |puzzle| {
                    if args.limit > 0 && found == args.limit {
                        more = true;
                        return ControlFlow::Break(());
                    }
                    found += 1;
                    let written = self
                        .puzzles
                        .write(&item, &groups::with_puzzle(record, puzzle));
                    let flow = written.unwrap_or_else(|error| {
                        self.code = self.code.or_worse(context.report_error(&error));
                        ControlFlow::Break(())
                    });
                    closed = flow.is_break();
                    flow
                })
        });
        self.total += found;
        match ended {
            Ok(()) if closed => return ControlFlow::Break(()),
            Ok(()) => {
                let more = if more { ", and there are more" } else { "" };
                let count = format_count(found, "minimal puzzle");
                context.info(&format!("{}{count}{more}", item.prefix()));
            }
            Err(error) => {
                let done = format!("minimal puzzles: at least {}", group_thousands(found));
                let code = report_failure(context, &item, &done, &error);
                self.code = self.code.or_worse(code);
                if !context.is_interrupted() {
                    self.puzzles
                        .write_record(|| failure_record(&item, &args.input, &error))?;
                }
            }
        }
        if context.is_interrupted() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

/// Returns the record of a puzzle without a result, or with an incomplete one.
fn failure_record(item: &WorkItem, input: &Input, why: &MinimizeError) -> String {
    match why {
        MinimizeError::Unsolvable => json::only_status(item, input, Status::Unsolvable),
        MinimizeError::Multiple => json::only_status(item, input, Status::Multiple),
        MinimizeError::Stopped(stopped) => json::stopped(item, input, stopped.reason),
    }
}

/// Reports why there is no result, or an incomplete one.
fn report_failure(context: &Context, item: &WorkItem, done: &str, why: &MinimizeError) -> ExitCode {
    let prefix = item.prefix();
    match why {
        MinimizeError::Unsolvable | MinimizeError::Multiple => {
            context.info(&format!("{prefix}not minimized: {why}"));
            ExitCode::Negative
        }
        MinimizeError::Stopped(stopped) => match stopped.reason {
            // Ctrl-C is reported once for the whole run.
            StopReason::Canceled => ExitCode::Done,
            reason => {
                context.info(&format!("{prefix}{done}: {why}"));
                ExitCode::from_stop_reason(reason)
            }
        },
    }
}
