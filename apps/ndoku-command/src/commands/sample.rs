//! `ndoku sample`: uniform full grids, and minimal puzzles with weights that remove the bias.
//!
//! Each grid or start has its own random stream, so the output does not depend on the number of
//! threads.

use std::ops::{ControlFlow, Range};

use ndoku::generate::uniform::GridSampler;
use ndoku::generate::uniform::grid_list::ListError;
use ndoku::generate::uniform::minimal::{
    MinimalPuzzleEstimate, MinimalPuzzleEstimator, MinimalPuzzleSampler, WeightedPuzzle,
};
use ndoku::generate::{RequestError, min_clues};
use ndoku::parallel::map_in_order;
use ndoku::{Budget, Layout, Puzzle, Rng, StopReason};
use serde::Serialize;

use crate::args::sample::{Sample, SampleGrids, SampleKind, SampleMinimal, SampleTo};
use crate::context::Context;
use crate::error::CliError;
use crate::exit_code::ExitCode;
use crate::output_format;
use crate::progress::{Progress, ReadPosition, format_count, group_thousands};
use crate::sink::Sink;

/// Maximum number of starts per part. The first parts are smaller, so that results appear soon and
/// all threads have work.
const MAX_STARTS_PER_PART: u64 = 4096;

/// The JSON record of a grid.
#[derive(Serialize)]
struct GridReport<'a> {
    n: u64,
    grid: &'a str,
}

/// A line of `--to ndjson`.
#[derive(Serialize)]
struct WeightedPuzzleReport<'a> {
    puzzle: &'a str,
    clues: usize,
    weight: f64,
    start: u64,
}

pub(crate) fn run(context: &Context, args: &Sample) -> Result<ExitCode, CliError> {
    match &args.kind {
        SampleKind::Grids(args) => context.with_timeout(args.common.timeout, |budget| {
            sample_grids(context, args, budget)
        }),
        SampleKind::Minimal(args) => context.with_timeout(args.common.timeout, |budget| {
            sample_minimal(context, args, budget)
        }),
    }
}

/// Returns the exit code for work that was stopped.
const fn exit_code(reason: StopReason) -> ExitCode {
    match reason {
        StopReason::Canceled => ExitCode::Interrupted,
        reason => ExitCode::from_stop_reason(reason),
    }
}

fn sample_grids(
    context: &Context,
    args: &SampleGrids,
    budget: &Budget<'_>,
) -> Result<ExitCode, CliError> {
    let layout = args.layout.build(args.size)?;
    let sink = Sink::open(args.common.output.path())?;
    let seed = context.seed(args.common.seed);
    let code_without_grids = match GridSampler::new(&layout, budget) {
        Ok(grids) if grids.count() > 0 => {
            let output = GridOutput {
                puzzle: Puzzle::empty(&layout),
                seed,
                sink,
            };
            return Ok(write_grids(context, args, &grids, output, budget));
        }
        Ok(_) => {
            context.info("the layout has no grid");
            ExitCode::Negative
        }
        Err(ListError::Stopped(reason)) => {
            context.messages.note_error();
            context.info(&format!("sampled: 0 ({reason} while listing grids)"));
            exit_code(reason)
        }
        Err(error) => {
            let hint = "exact sampling works for the classic layout and for layouts with few \
                grids, such as 6x6";
            context.report_error(&CliError::new(ExitCode::Limit, error.to_string()).hint(hint))
        }
    };
    Ok(code_without_grids.or_worse(sink.close(context)))
}

/// The output of random grids.
struct GridOutput {
    /// An empty puzzle, which has the symbols.
    puzzle: Puzzle,
    seed: u64,
    sink: Sink,
}

/// Writes random grids on all threads, each with its own random stream.
fn write_grids(
    context: &Context,
    args: &SampleGrids,
    grids: &GridSampler,
    output: GridOutput,
    budget: &Budget<'_>,
) -> ExitCode {
    let GridOutput {
        puzzle,
        seed,
        mut sink,
    } = output;
    let mut progress = Progress::new(context, sink.is_terminal());
    let (mut done, mut code) = (0, ExitCode::Done);
    let produce = |emit: &mut dyn FnMut(u64, usize) -> ControlFlow<()>| {
        let _ = (0..args.number).try_for_each(|number| emit(number, 8));
    };
    let worker = || {
        |number: u64| {
            grids.sample(&mut Rng::stream(seed, number)).map(|grid| {
                let grid = output_format::format_digits(&puzzle, &grid);
                format_grid(args.json, number, grid)
            })
        }
    };
    map_in_order(args.common.threads.or_cores(), produce, worker, |line| {
        if let Some(reason) = budget.poll() {
            code = exit_code(reason);
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
        "sampled: {} of {}",
        group_thousands(done),
        group_thousands(grids.count())
    ));
    code.or_worse(sink.close(context))
}

/// Formats a grid as a line. `number` is its random stream, from 0.
fn format_grid(as_json: bool, number: u64, grid: String) -> String {
    if !as_json {
        return grid + "\n";
    }
    let report = GridReport {
        n: number + 1,
        grid: &grid,
    };
    serde_json::to_string(&report).unwrap_or_default() + "\n"
}

/// Splits the numbers of the starts into parts.
fn split_starts(starts: u64) -> impl Iterator<Item = Range<u64>> {
    let mut first = 0;
    std::iter::from_fn(move || {
        let size = MAX_STARTS_PER_PART.min(256 + first);
        let part = first..starts.min(first + size);
        first = part.end;
        (!part.is_empty()).then_some(part)
    })
}

fn sample_minimal(
    context: &Context,
    args: &SampleMinimal,
    budget: &Budget<'_>,
) -> Result<ExitCode, CliError> {
    let (least, most) = (min_clues(&Layout::classic()), 81);
    if let Some(clues) = &args.clues
        && (*clues.end() < least || *clues.start() > most)
    {
        let error = RequestError::Clues { least, most };
        return Err(CliError::usage(error.to_string()));
    }
    let sink = Sink::open(args.common.output.path())?;
    let seed = context.seed(args.common.seed);
    let mut run = SampleMinimalRun {
        args,
        to: match args.to {
            _ if args.json => SampleTo::Ndjson,
            to => to.unwrap_or(SampleTo::Line),
        },
        progress: Progress::new(context, sink.is_terminal()),
        sink,
        tally: MinimalPuzzleEstimator::default(),
        code: ExitCode::Done,
    };
    let produce = |emit: &mut dyn FnMut(Range<u64>, usize) -> ControlFlow<()>| {
        // Each part is a batch of its own.
        let _ =
            split_starts(args.starts).try_for_each(|part| emit(part, MAX_STARTS_PER_PART as usize));
    };
    let worker = || {
        let mut sampler = MinimalPuzzleSampler::new(None);
        if let Some(clues) = &args.clues {
            sampler = sampler.clues(clues.clone());
        }
        move |part: Range<u64>| {
            let mut puzzles = Vec::new();
            let ended = sampler.sample(seed, part, budget, &mut |found| {
                puzzles.push(found.to_vec());
            });
            SampledPart { puzzles, ended }
        }
    };
    if run.to == SampleTo::Csv && run.sink.write("puzzle,clues,weight,start\n").is_break() {
        return Ok(run.sink.close(context));
    }
    let threads = args.common.threads.or_cores();
    map_in_order(threads, produce, worker, |part| run.write_part(part));
    run.progress.finish();
    if run.to == SampleTo::Estimates {
        let _ = run.sink.write(&format_table(&run.tally));
    }
    context.info(format_summary(&run.tally, args.starts).trim_end());
    Ok(run.code.or_worse(run.sink.close(context)))
}

/// The puzzles of some starts.
struct SampledPart {
    /// The puzzles of each start.
    puzzles: Vec<Vec<WeightedPuzzle>>,
    ended: Result<(), StopReason>,
}

/// The state of a run: what was written so far, and the exit code.
struct SampleMinimalRun<'a> {
    args: &'a SampleMinimal,
    to: SampleTo,
    progress: Progress,
    sink: Sink,
    tally: MinimalPuzzleEstimator,
    code: ExitCode,
}

impl SampleMinimalRun<'_> {
    fn write_part(&mut self, part: SampledPart) -> ControlFlow<()> {
        for puzzles in part.puzzles {
            for weighted in &puzzles {
                let text = format_puzzle(self.to, weighted, self.tally.starts());
                self.sink.write(&text)?;
            }
            self.tally.add(&puzzles);
        }
        self.progress.advance(
            self.tally.total().puzzles,
            ReadPosition::Bytes {
                at: self.tally.starts(),
                of: Some(self.args.starts),
            },
        );
        match part.ended {
            Ok(()) => ControlFlow::Continue(()),
            Err(reason) => {
                self.code = exit_code(reason);
                ControlFlow::Break(())
            }
        }
    }
}

/// Formats a puzzle.
fn format_puzzle(to: SampleTo, weighted: &WeightedPuzzle, start: u64) -> String {
    let WeightedPuzzle {
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
            serde_json::to_string(&WeightedPuzzleReport {
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

/// Iterates over the numbers of clues with puzzles and their estimates; the total is last.
fn estimates_by_clues(
    tally: &MinimalPuzzleEstimator,
) -> impl Iterator<Item = (String, MinimalPuzzleEstimate)> + '_ {
    let by_clues = (0..82)
        .map(|clues| (clues.to_string(), tally.with_clues(clues)))
        .filter(|(_, own)| own.puzzles > 0);
    by_clues.chain(std::iter::once(("all".to_owned(), tally.total())))
}

/// Formats the table of `--to estimates`.
fn format_table(tally: &MinimalPuzzleEstimator) -> String {
    let mut out = "clues,puzzles,per_grid,error,effective,independent\n".to_owned();
    for (
        clues,
        MinimalPuzzleEstimate {
            mean,
            error,
            puzzles,
            effective,
            independent,
            ..
        },
    ) in estimates_by_clues(tally)
    {
        out.push_str(&format!(
            "{clues},{puzzles},{mean:e},{error:e},{effective:.1},{independent:.1}\n"
        ));
    }
    out
}

/// Formats the table on standard error.
fn format_summary(tally: &MinimalPuzzleEstimator, wanted: u64) -> String {
    let all = tally.total();
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
    out.push_str("clues   puzzles   of a grid    +- 95%   share  effective size   by starts\n");
    for (
        clues,
        MinimalPuzzleEstimate {
            mean,
            error,
            puzzles,
            effective,
            independent,
            ..
        },
    ) in estimates_by_clues(tally)
    {
        let (wide, share) = (196.0 * error / mean, 100.0 * mean / all.mean);
        // With so few starts, an interval would be too narrow.
        let wide = if independent < 10.0 {
            "?".to_owned()
        } else {
            format!("{wide:.1}%")
        };
        out.push_str(&format!(
            "{clues:>5} {puzzles:>9}   {mean:>9.3e} {wide:>9} {share:>7.2}% \
            {effective:>14.0} {independent:>11.0}\n"
        ));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_cover_all_starts_in_order() {
        for starts in [0, 1, 255, 256, 5_000, 20_000] {
            let all: Vec<u64> = split_starts(starts).flatten().collect();
            assert_eq!(all, (0..starts).collect::<Vec<_>>());
        }
    }
}
