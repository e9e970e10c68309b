//! `ndoku minimize`: one random minimal puzzle within each puzzle, or all of them.

use std::ops::ControlFlow;

use ndoku::StopReason;
use ndoku::format::Record;
use ndoku::generate::minimal::{MinimizeError, Minimizer};
use ndoku::rng::Rng;

use crate::args::{Input, Minimize};
use crate::batch::{self, Item, Job};
use crate::context::{Code, Context};
use crate::groups::{self, Puzzles};
use crate::json::{self, Status};
use crate::progress::{Progress, counted, grouped};

pub(crate) fn run(context: &Context, args: &Minimize) -> Code {
    if args.all {
        return list_all(context, args);
    }
    let seed = args.seed.unwrap_or_else(|| {
        // Short enough to retype.
        let seed = fastrand::u64(..1_000_000_000);
        context.say(&format!("made with --seed {seed}"));
        seed
    });
    let mut puzzles = match Puzzles::open(context, &args.input, &args.output) {
        Ok(puzzles) => puzzles,
        Err(code) => return code,
    };
    let mut progress = Progress::new(context, puzzles.is_terminal());
    let mut code = Code::Done;
    let (mut number, mut clues) = (0_u64, [0_u64; 2]);
    let worker = || {
        let mut minimizer = Minimizer::new(args.work.isa);
        move |group: &[(&Job, &Record)]| {
            let mut rngs: Vec<Rng> = group
                .iter()
                .map(|(job, _)| Rng::stream(seed, job.number as u64))
                .collect();
            if args.work.pace.timeout.is_some() {
                // The timeout holds for each puzzle.
                let one = |((_, record), rng): (&(&Job, &Record), &mut Rng)| {
                    context.with_budget(&args.work, |budget| {
                        minimizer.minimize(&record.puzzle, args.symmetry, rng, budget)
                    })
                };
                return group.iter().zip(&mut rngs).map(one).collect();
            }
            let of: Vec<_> = group.iter().map(|(_, record)| &record.puzzle).collect();
            context.with_budget(&args.work, |budget| {
                minimizer.minimize_all(&of, args.symmetry, &mut rngs, budget)
            })
        }
    };
    let input_code = groups::run(
        context,
        &args.input,
        args.work.pace.threads(),
        &mut progress,
        worker,
        |job, made| {
            let (Item::Puzzle(record), Some(made)) = (&job.item, made) else {
                return puzzles.invalid(&job);
            };
            match made {
                Ok(puzzle) => {
                    number += 1;
                    clues[0] += record.puzzle.clue_count() as u64;
                    clues[1] += puzzle.clue_count() as u64;
                    puzzles
                        .write(&job, &groups::with_puzzle(record, puzzle))
                        .unwrap_or_else(|wrong| {
                            code = code.and(wrong);
                            ControlFlow::Continue(())
                        })
                }
                Err(why) => {
                    code = code.and(report_failure(context, &job, "not minimized", &why));
                    if context.is_interrupted() {
                        ControlFlow::Break(())
                    } else {
                        puzzles.without(|| failure_record(&job, &args.input, &why))
                    }
                }
            }
        },
    );
    if number > 1 {
        let mean = |sum: u64| format!("{:.2}", sum as f64 / number as f64);
        context.say(&format!(
            "{} minimized: {} clues on average, from {}",
            counted(number, "puzzle"),
            mean(clues[1]),
            mean(clues[0])
        ));
    }
    code.and(input_code).and(puzzles.close())
}

/// Lists all minimal puzzles of each puzzle.
fn list_all(context: &Context, args: &Minimize) -> Code {
    let options = match batch::options(context, &args.input) {
        Ok(options) => options,
        Err(code) => return code,
    };
    let mut puzzles = match Puzzles::open(context, &args.input, &args.output) {
        Ok(puzzles) => puzzles,
        Err(code) => return code,
    };
    let mut minimizer = Minimizer::new(args.work.isa);
    let mut code = Code::Done;
    let mut total = 0_u64;
    // Puzzles are written immediately, and nothing is kept.
    batch::each_job(context, &args.input, &options, &mut |mut job| {
        job.refuse_conflicts();
        code = code.and(batch::tell(context, &job));
        let Item::Puzzle(record) = &job.item else {
            return puzzles.invalid(&job);
        };
        let (mut found, mut more, mut closed) = (0_u64, false, false);
        let ended = context.with_budget(&args.work, |budget| {
            minimizer.for_each_minimal(&record.puzzle, budget, &mut |puzzle| {
                if args.limit > 0 && found == args.limit {
                    more = true;
                    return ControlFlow::Break(());
                }
                found += 1;
                let flow = puzzles
                    .write(&job, &groups::with_puzzle(record, puzzle))
                    .unwrap_or_else(|wrong| {
                        code = code.and(wrong);
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
                context.say(&format!(
                    "{place}{}{more}",
                    counted(found, "minimal puzzle")
                ));
            }
            Err(why) => {
                code = code.and(report_failure(
                    context,
                    &job,
                    &format!("minimal puzzles: at least {}", grouped(found)),
                    &why,
                ));
                if !context.is_interrupted() {
                    puzzles.without(|| failure_record(&job, &args.input, &why))?;
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
        context.messages.say(&format!(
            "interrupted after {}",
            counted(total, "minimal puzzle")
        ));
        code = code.and(Code::Interrupted);
    }
    code.and(puzzles.close())
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
fn report_failure(context: &Context, job: &Job, done: &str, why: &MinimizeError) -> Code {
    let say = || context.say(&format!("{}{done}: {why}", job.place()));
    match why {
        MinimizeError::Unsolvable | MinimizeError::Several => {
            context.say(&format!("{}not minimized: {why}", job.place()));
            Code::Negative
        }
        MinimizeError::Stopped(stopped) => match stopped.reason {
            // Ctrl-C is reported once for the whole run.
            StopReason::Cancelled => Code::Done,
            reason => {
                say();
                Code::of_stop(reason)
            }
        },
    }
}
