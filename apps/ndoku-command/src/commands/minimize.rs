//! `ndoku minimize`: one random minimal puzzle within each puzzle, or all of them.

use std::ops::ControlFlow;

use ndoku::StopReason;
use ndoku::format::Record;
use ndoku::generate::minimal::{MinimizeError, Minimizer};
use ndoku::rng::Rng;

use crate::args::{Input, Minimize};
use crate::batch::{self, Item, Job};
use crate::context::Context;
use crate::exit_code::ExitCode;
use crate::groups::{self, PuzzleWriter};
use crate::json::{self, Status};
use crate::progress::{Progress, format_count, group_thousands};

pub(crate) fn run(context: &Context, args: &Minimize) -> ExitCode {
    if args.all {
        return list_all(context, args);
    }
    let seed = args.seed.unwrap_or_else(|| {
        // Short enough to retype.
        let seed = fastrand::u64(..1_000_000_000);
        context.info(&format!("made with --seed {seed}"));
        seed
    });
    let mut puzzles = match PuzzleWriter::open(context, &args.input, &args.output) {
        Ok(puzzles) => puzzles,
        Err(code) => return code,
    };
    let mut progress = Progress::new(context, puzzles.is_terminal());
    let mut code = ExitCode::Done;
    let (mut number, mut clues) = (0_u64, [0_u64; 2]);
    let worker = || {
        let mut minimizer = Minimizer::new(args.search.isa);
        move |group: &[(&Job, &Record)]| {
            let mut rngs: Vec<Rng> = group
                .iter()
                .map(|(job, _)| Rng::stream(seed, job.number as u64))
                .collect();
            if args.search.run.timeout.is_some() {
                // The timeout holds for each puzzle.
                let one = |((_, record), rng): (&(&Job, &Record), &mut Rng)| {
                    context.with_budget(&args.search, |budget| {
                        minimizer.minimize(&record.puzzle, args.symmetry, rng, budget)
                    })
                };
                return group.iter().zip(&mut rngs).map(one).collect();
            }
            let of: Vec<_> = group.iter().map(|(_, record)| &record.puzzle).collect();
            context.with_budget(&args.search, |budget| {
                minimizer.minimize_all(&of, args.symmetry, &mut rngs, budget)
            })
        }
    };
    let input_code = groups::run(
        context,
        &args.input,
        args.search.run.threads(),
        &mut progress,
        worker,
        |job, made| {
            let (Item::Puzzle(record), Some(made)) = (&job.item, made) else {
                return puzzles.write_invalid(&job);
            };
            match made {
                Ok(puzzle) => {
                    number += 1;
                    clues[0] += record.puzzle.clue_count() as u64;
                    clues[1] += puzzle.clue_count() as u64;
                    puzzles
                        .write(&job, &groups::with_puzzle(record, puzzle))
                        .unwrap_or_else(|wrong| {
                            code = code.or_worse(wrong);
                            ControlFlow::Continue(())
                        })
                }
                Err(why) => {
                    code = code.or_worse(report_failure(context, &job, "not minimized", &why));
                    if context.is_interrupted() {
                        ControlFlow::Break(())
                    } else {
                        puzzles.write_record(|| failure_record(&job, &args.input, &why))
                    }
                }
            }
        },
    );
    if number > 1 {
        let mean = |sum: u64| format!("{:.2}", sum as f64 / number as f64);
        context.info(&format!(
            "{} minimized: {} clues on average, from {}",
            format_count(number, "puzzle"),
            mean(clues[1]),
            mean(clues[0])
        ));
    }
    code.or_worse(input_code).or_worse(puzzles.close())
}

/// Lists all minimal puzzles of each puzzle.
fn list_all(context: &Context, args: &Minimize) -> ExitCode {
    let options = match batch::read_options(context, &args.input) {
        Ok(options) => options,
        Err(code) => return code,
    };
    let mut puzzles = match PuzzleWriter::open(context, &args.input, &args.output) {
        Ok(puzzles) => puzzles,
        Err(code) => return code,
    };
    let mut minimizer = Minimizer::new(args.search.isa);
    let mut code = ExitCode::Done;
    let mut total = 0_u64;
    // Puzzles are written immediately, and nothing is kept.
    batch::for_each_job(context, &args.input, &options, &mut |mut job| {
        job.refuse_conflicts();
        code = code.or_worse(batch::report_errors(context, &job));
        let Item::Puzzle(record) = &job.item else {
            return puzzles.write_invalid(&job);
        };
        let (mut found, mut more, mut closed) = (0_u64, false, false);
        let ended = context.with_budget(&args.search, |budget| {
            minimizer.for_each_minimal(&record.puzzle, budget, &mut |puzzle| {
                if args.limit > 0 && found == args.limit {
                    more = true;
                    return ControlFlow::Break(());
                }
                found += 1;
                let flow = puzzles
                    .write(&job, &groups::with_puzzle(record, puzzle))
                    .unwrap_or_else(|wrong| {
                        code = code.or_worse(wrong);
                        ControlFlow::Break(())
                    });
                closed = flow.is_break();
                flow
            })
        });
        total += found;
        let place = job.place();
        match ended {
            Ok(()) if closed => return ControlFlow::Break(()),
            Ok(()) => {
                let more = if more { ", and there are more" } else { "" };
                context.info(&format!(
                    "{place}{}{more}",
                    format_count(found, "minimal puzzle")
                ));
            }
            Err(why) => {
                code = code.or_worse(report_failure(
                    context,
                    &job,
                    &format!("minimal puzzles: at least {}", group_thousands(found)),
                    &why,
                ));
                if !context.is_interrupted() {
                    puzzles.write_record(|| failure_record(&job, &args.input, &why))?;
                }
            }
        }
        if context.is_interrupted() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    if context.is_interrupted() {
        context.messages.print_line(&format!(
            "interrupted after {}",
            format_count(total, "minimal puzzle")
        ));
        code = code.or_worse(ExitCode::Interrupted);
    }
    code.or_worse(puzzles.close())
}

/// Returns the record of a puzzle without a result, or with an incomplete one.
fn failure_record(job: &Job, input: &Input, why: &MinimizeError) -> String {
    match why {
        MinimizeError::Unsolvable => json::only_status(job, input, Status::None),
        MinimizeError::Several => json::only_status(job, input, Status::Multiple),
        MinimizeError::Stopped(stopped) => json::stopped(job, input, stopped.reason),
    }
}

/// Reports why there is no result, or an incomplete one.
fn report_failure(context: &Context, job: &Job, done: &str, why: &MinimizeError) -> ExitCode {
    let say = || context.info(&format!("{}{done}: {why}", job.place()));
    match why {
        MinimizeError::Unsolvable | MinimizeError::Several => {
            context.info(&format!("{}not minimized: {why}", job.place()));
            ExitCode::Negative
        }
        MinimizeError::Stopped(stopped) => match stopped.reason {
            // Ctrl-C is reported once for the whole run.
            StopReason::Cancelled => ExitCode::Done,
            reason => {
                say();
                ExitCode::from_stop_reason(reason)
            }
        },
    }
}
