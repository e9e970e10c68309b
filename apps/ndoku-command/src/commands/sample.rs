//! `ndoku sample`: full grids, each as likely as any other, and minimal puzzles with weights that make each count alike.
//!
//! Grids and starts are numbered, and each has its own sequence of chance: what is written does not depend on the number of threads.

use std::ops::{ControlFlow, Range};

use ndoku::chance::Chance;
use ndoku::generate::uniform::Grids;
use ndoku::generate::uniform::listed::ListError;
use ndoku::generate::uniform::minimal::{Estimate, Sampler, Tally, Weighted};
use ndoku::generate::{RequestError, min_clues};
use ndoku::ordered::ordered_map;
use ndoku::{Budget, Layout, Puzzle, StopReason};
use serde::Serialize;

use crate::args::sample::{Sample, SampleCommon, SampleGrids, SampleMinimal, SampleTo, What};
use crate::context::Context;
use crate::exit_code::ExitCode;
use crate::progress::{Progress, ReadPosition, format_count, group_thousands};
use crate::render;
use crate::sink::Sink;

/// So many starts are given to a thread together; the first ones are fewer, so that something comes soon and all threads have work.
const STARTS: u64 = 4096;

/// A line of `--to ndjson`.
#[derive(Serialize)]
struct Report<'a> {
    puzzle: &'a str,
    clues: usize,
    weight: f64,
    start: u64,
}

pub(crate) fn run(context: &Context, args: &Sample) -> ExitCode {
    match &args.what {
        What::Grids(args) => {
            context.with_timeout(args.common.timeout, |budget| grids(context, args, budget))
        }
        What::Minimal(args) => {
            context.with_timeout(args.common.timeout, |budget| minimal(context, args, budget))
        }
    }
}

/// What it means that the work was ended.
const fn ended(reason: StopReason) -> ExitCode {
    match reason {
        StopReason::Flag => ExitCode::Interrupted,
        reason => ExitCode::from_stop_reason(reason),
    }
}

impl SampleCommon {
    /// The seed that was asked for, or another one, which is said.
    fn seed(&self, context: &Context) -> u64 {
        self.seed.unwrap_or_else(|| {
            let seed = fastrand::u64(..1_000_000_000);
            context.info(&format!("made with --seed {seed}"));
            seed
        })
    }
}

fn grids(context: &Context, args: &SampleGrids, budget: &Budget<'_>) -> ExitCode {
    let layout = match args.layout.build_or_report(context, args.size) {
        Ok(layout) => layout,
        Err(code) => return code,
    };
    let mut sink = match Sink::open(context, args.common.output.path()) {
        Ok(sink) => sink,
        Err(code) => return code,
    };
    let seed = args.common.seed(context);
    let grids = match Grids::new(&layout, budget) {
        Ok(grids) => grids,
        Err(ListError::Stopped(reason)) => {
            context.messages.note_error();
            context.info(&format!("drawn: 0 ({reason} while listing grids)"));
            return ended(reason).or_worse(sink.close(context));
        }
        Err(error) => {
            let hint = "exact sampling works for the classic layout and for layouts with few grids, such as 6x6";
            context.messages.error(&error.to_string(), Some(hint));
            return ExitCode::Limit.or_worse(sink.close(context));
        }
    };
    if grids.count() == 0 {
        context.info("the layout has no grid");
        return ExitCode::Negative.or_worse(sink.close(context));
    }
    let puzzle = Puzzle::empty(&layout);
    let mut progress = Progress::new(context, sink.is_terminal());
    let (mut done, mut code) = (0, ExitCode::Done);
    let produce = |emit: &mut dyn FnMut(u64, usize) -> ControlFlow<()>| {
        let _ = (0..args.number).try_for_each(|number| emit(number, 8));
    };
    let worker = || {
        |number: u64| {
            grids
                .draw(&mut Chance::stream(seed, number))
                .map(|grid| render::format_digits(&puzzle, &grid) + "\n")
        }
    };
    ordered_map(args.common.threads.or_cores(), produce, worker, |line| {
        if let Some(reason) = budget.poll() {
            code = ended(reason);
            return ControlFlow::Break(());
        }
        done += 1;
        progress.advance(
            done,
            ReadPosition::Bytes {
                at: done,
                of: Some(args.number),
            },
        );
        sink.write(&line.unwrap_or_default())
    });
    progress.finish();
    context.info(&format!(
        "drawn: {} of {}",
        group_thousands(done),
        group_thousands(grids.count())
    ));
    code.or_worse(sink.close(context))
}

/// The numbers of starts, in parts.
fn parts(starts: u64) -> impl Iterator<Item = Range<u64>> {
    let mut first = 0;
    std::iter::from_fn(move || {
        let size = STARTS.min(256 + first);
        let part = first..starts.min(first + size);
        first = part.end;
        (!part.is_empty()).then_some(part)
    })
}

fn minimal(context: &Context, args: &SampleMinimal, budget: &Budget<'_>) -> ExitCode {
    let (least, most) = (min_clues(&Layout::classic()), 81);
    if args
        .clues
        .as_ref()
        .is_some_and(|clues| *clues.end() < least || *clues.start() > most)
    {
        context
            .messages
            .error(&RequestError::Clues { least, most }.to_string(), None);
        return ExitCode::Usage;
    }
    let mut sink = match Sink::open(context, args.common.output.path()) {
        Ok(sink) => sink,
        Err(code) => return code,
    };
    let to = if args.json { SampleTo::Ndjson } else { args.to };
    let seed = args.common.seed(context);
    let mut progress = Progress::new(context, sink.is_terminal());
    let mut tally = Tally::default();
    let mut code = ExitCode::Done;
    let produce = |emit: &mut dyn FnMut(Range<u64>, usize) -> ControlFlow<()>| {
        // Each is a batch of its own.
        let _ = parts(args.starts).try_for_each(|part| emit(part, STARTS as usize));
    };
    let worker = || {
        let mut sampler = Sampler::new(None);
        if let Some(clues) = &args.clues {
            sampler = sampler.clues(clues.clone());
        }
        move |part: Range<u64>| {
            let mut all = Vec::new();
            let stopped = sampler.starts(seed, part, budget, &mut |found| all.push(found.to_vec()));
            (all, stopped)
        }
    };
    if to == SampleTo::Csv && sink.write("puzzle,clues,weight,start\n").is_break() {
        return sink.close(context);
    }
    ordered_map(
        args.common.threads.or_cores(),
        produce,
        worker,
        |(all, stopped): (Vec<Vec<Weighted>>, Result<(), StopReason>)| {
            for found in all {
                for weighted in &found {
                    if sink.write(&line(to, weighted, tally.starts())).is_break() {
                        return ControlFlow::Break(());
                    }
                }
                tally.add(&found);
            }
            progress.advance(
                tally.all().puzzles,
                ReadPosition::Bytes {
                    at: tally.starts(),
                    of: Some(args.starts),
                },
            );
            match stopped {
                Ok(()) => ControlFlow::Continue(()),
                Err(reason) => {
                    code = ended(reason);
                    ControlFlow::Break(())
                }
            }
        },
    );
    progress.finish();
    if to == SampleTo::Estimates {
        let _ = sink.write(&table(&tally));
    }
    context.info(summary(&tally, args.starts).trim_end());
    code.or_worse(sink.close(context))
}

/// A puzzle as it is written.
fn line(to: SampleTo, weighted: &Weighted, start: u64) -> String {
    let Weighted {
        puzzle,
        clues,
        weight,
    } = weighted;
    let puzzle: String = puzzle
        .iter()
        .map(|digit| {
            if *digit == 0 {
                '.'
            } else {
                char::from(b'0' + digit)
            }
        })
        .collect();
    match to {
        SampleTo::Line => format!("{puzzle} {weight:e}\n"),
        SampleTo::Csv => format!("{puzzle},{clues},{weight:e},{start}\n"),
        SampleTo::Ndjson => {
            serde_json::to_string(&Report {
                puzzle: &puzzle,
                clues: *clues,
                weight: *weight,
                start,
            })
            .unwrap_or_default()
                + "\n"
        }
        SampleTo::Estimates => String::new(),
    }
}

/// Numbers of clues of which there are puzzles, with what is known of them; all last.
fn rows(tally: &Tally) -> impl Iterator<Item = (String, Estimate)> + '_ {
    let by_clues = (0..82)
        .map(|clues| (clues.to_string(), tally.with(clues)))
        .filter(|(_, own)| own.puzzles > 0);
    by_clues.chain(std::iter::once(("all".to_owned(), tally.all())))
}

/// `--to estimates`.
fn table(tally: &Tally) -> String {
    let mut out = "clues,puzzles,per_grid,error,effective,independent\n".to_owned();
    for (
        clues,
        Estimate {
            mean,
            error,
            puzzles,
            effective,
            independent,
        },
    ) in rows(tally)
    {
        out.push_str(&format!(
            "{clues},{puzzles},{mean:e},{error:e},{effective:.1},{independent:.1}\n"
        ));
    }
    out
}

/// The same for people.
fn summary(tally: &Tally, wanted: u64) -> String {
    let all = tally.all();
    let puzzles = format_count(all.puzzles, "minimal puzzle");
    let of = if tally.starts() < wanted {
        format!(" of {}", group_thousands(wanted))
    } else {
        String::new()
    };
    let mut out = format!(
        "{} from {}{of}\n",
        puzzles,
        format_count(tally.starts(), "start")
    );
    if all.puzzles == 0 {
        return out;
    }
    out.push_str("clues   puzzles   of a grid   +- 95 %   share  effective size   by starts\n");
    for (
        clues,
        Estimate {
            mean,
            error,
            puzzles,
            effective,
            independent,
        },
    ) in rows(tally)
    {
        let (wide, share) = (196.0 * error / mean, 100.0 * mean / all.mean);
        // With so few the interval would promise what it cannot hold.
        let wide = if independent < 10.0 {
            "?".to_owned()
        } else {
            format!("{wide:.1} %")
        };
        out.push_str(&format!("{clues:>5} {puzzles:>9}   {mean:>9.3e} {wide:>9} {share:>6.2} % {effective:>14.0} {independent:>11.0}\n"));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_all_starts_in_order() {
        for starts in [0, 1, 255, 256, 5_000, 20_000] {
            let all: Vec<u64> = parts(starts).flatten().collect();
            assert_eq!(all, (0..starts).collect::<Vec<_>>());
        }
    }
}
