//! `ndoku bench`: measures how many puzzles per second this machine solves.
//!
//! ```text
//! files ─▶ puzzles ─▶ `shuffle.rs` ─▶ `verify.rs`, once ─▶ `measure.rs` ─▶ report
//! ```
//!
//! `dev/bench` measures counts, ratings and generation.

mod measure;
mod shuffle;
mod verify;

use std::ops::ControlFlow;
use std::time::Duration;

use ndoku::format::Record;
use ndoku::{Isa, Puzzle};
use serde::Serialize;

use crate::args::Bench;
use crate::batch;
use crate::context::Context;
use crate::error::CliError;
use crate::exit_code::ExitCode;
use crate::json;
use crate::progress::{Progress, format_count, group_thousands};
use crate::sink::Sink;
use crate::work_item::{ItemResult, WorkItem};

/// The puzzles to measure.
enum Workload {
    /// Classic puzzles as lines of 81 characters and a line end.
    Lines(Vec<u8>),
    /// Puzzles of any layout.
    Puzzles(Vec<Puzzle>),
}

/// Numbers of puzzles by answer.
#[derive(Copy, Clone, Debug, Default, Serialize)]
struct AnswerCounts {
    /// Exactly one solution; with `--limit 1`, at least one.
    unique: u64,
    multiple: u64,
    none: u64,
}

/// The result of one measurement.
#[derive(Clone, Debug, Default)]
struct Measurement {
    puzzles: u64,
    guesses: u64,
    /// Sweeps of the 9×9 engine in batches.
    sweeps: Option<u64>,
    /// The time of all threads together.
    elapsed: Duration,
    /// The latencies of single puzzles, in ascending order.
    latencies: Vec<Duration>,
}

/// The JSON record.
#[derive(Serialize)]
struct BenchReport<'a> {
    puzzles: usize,
    engine: &'a str,
    isa: &'a str,
    threads: usize,
    limit: u64,
    seed: u64,
    latency: bool,
    puzzles_per_second: f64,
    ns_per_puzzle: f64,
    guesses_per_puzzle: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    sweeps_per_puzzle: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    share_without_guess: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    median_ns: Option<u128>,
    #[serde(skip_serializing_if = "Option::is_none")]
    p99_ns: Option<u128>,
    #[serde(skip_serializing_if = "Option::is_none")]
    longest_ns: Option<u128>,
    #[serde(flatten)]
    answers: AnswerCounts,
}

pub(crate) fn run(context: &Context, args: &Bench) -> Result<ExitCode, CliError> {
    let mut sink = Sink::open(None)?;
    let (puzzles, mut code) = read_puzzles(context, args, &sink);
    if puzzles.is_empty() || context.is_interrupted() {
        if code == ExitCode::Done {
            let message = "there is no puzzle to measure";
            code = context.report_error(&CliError::new(ExitCode::Input, message));
        }
        return Ok(code.or_worse(sink.close(context)));
    }
    match measure_solving(context, args, puzzles) {
        Ok(text) => {
            let _ = sink.write(&text);
            if context.is_interrupted() {
                code = code.or_worse(ExitCode::Interrupted);
            }
        }
        Err(error) => code = code.or_worse(context.report_error(&error)),
    }
    Ok(code.or_worse(sink.close(context)))
}

/// Reads the puzzles, also those with contradicting clues. Returns the code for errors of the
/// input, too.
fn read_puzzles(context: &Context, args: &Bench, sink: &Sink) -> (Vec<Puzzle>, ExitCode) {
    let mut puzzles = Vec::new();
    let mut progress = Progress::new(context, sink.is_terminal());
    let code = batch::run(
        context,
        &args.input,
        crate::args::cores(),
        &mut progress,
        |_| {},
        || |_: &WorkItem, _: &Record| (),
        |ItemResult { item, .. }| {
            puzzles.extend(item.record.ok().map(|record| record.puzzle));
            ControlFlow::Continue(())
        },
    );
    (puzzles, code)
}

/// Measures solving. Returns the report as text or as a line of JSON.
///
/// # Errors
/// Returns an error if an engine gives a wrong answer.
fn measure_solving(
    context: &Context,
    args: &Bench,
    puzzles: Vec<Puzzle>,
) -> Result<String, CliError> {
    let number = puzzles.len();
    let workload = shuffle::shuffle_puzzles(puzzles, args.seed);
    if args.isa.is_some() && matches!(workload, Workload::Puzzles(_)) {
        context.info("warning: --isa has no effect on puzzles that are solved one by one");
    }
    let isa = args.isa.unwrap_or_else(Isa::best);
    let verified = verify::verify(&workload, isa, args.limit).map_err(|message| {
        CliError::new(ExitCode::Internal, message)
            .hint("this is a bug in ndoku; please report it with the puzzle")
    })?;
    let time = Duration::from_secs_f64(args.seconds);
    let stop = || context.is_interrupted();
    let measured = if args.latency {
        measure::measure_latency(&workload, isa, args.limit, time, &stop)
    } else {
        measure::measure_throughput(&workload, isa, args.limit, args.threads, time, &stop)
    };
    let done = measured.puzzles.max(1) as f64;
    let seconds = measured.elapsed.as_secs_f64().max(1e-9);
    let report = BenchReport {
        puzzles: number,
        engine: match workload {
            Workload::Lines(_) => "simd",
            Workload::Puzzles(_) => "one by one",
        },
        isa: isa.name(),
        threads: if args.latency { 1 } else { args.threads.get() },
        limit: args.limit,
        seed: args.seed,
        latency: args.latency,
        puzzles_per_second: measured.puzzles as f64 / seconds,
        ns_per_puzzle: seconds * 1e9 / done,
        guesses_per_puzzle: measured.guesses as f64 / done,
        sweeps_per_puzzle: measured.sweeps.map(|sweeps| sweeps as f64 / done),
        share_without_guess: verified.without_guess,
        median_ns: (!measured.latencies.is_empty()).then(|| median(&measured.latencies).as_nanos()),
        p99_ns: measured.quantile(0.99).map(|time| time.as_nanos()),
        longest_ns: measured.latencies.last().map(Duration::as_nanos),
        answers: verified.answers,
    };
    Ok(if args.json {
        json::to_line(&report)
    } else {
        report.text()
    })
}

impl Measurement {
    /// Returns the time within which this share of the single puzzles was solved.
    fn quantile(&self, share: f64) -> Option<Duration> {
        let index = (self.latencies.len() as f64 * share) as usize;
        let last = self.latencies.len().checked_sub(1)?;
        Some(self.latencies[index.min(last)])
    }
}

impl BenchReport<'_> {
    fn text(&self) -> String {
        let goal = match self.limit {
            1 => "to the first solution".to_owned(),
            2 => "to the second solution".to_owned(),
            n => format!("to {n} solutions"),
        };
        let threads = format_count(self.threads as u64, "thread");
        let mut out = format!(
            "{}, {goal}, engine {}, {}, {threads}\n",
            format_count(self.puzzles as u64, "puzzle"),
            self.engine,
            self.isa
        );
        out.push_str(&format!(
            "  {:>12} puzzles/s, {} ns each\n",
            group_thousands(self.puzzles_per_second as u64),
            group_thousands(self.ns_per_puzzle as u64)
        ));
        if let (Some(median), Some(p99), Some(longest)) =
            (self.median_ns, self.p99_ns, self.longest_ns)
        {
            let ns = |time: u128| group_thousands(u64::try_from(time).unwrap_or(u64::MAX));
            out.push_str(&format!(
                "  one at a time: median {} ns, 99% within {} ns, longest {} ns\n",
                ns(median),
                ns(p99),
                ns(longest)
            ));
        }
        out.push_str(&format!("  {:.3} guesses", self.guesses_per_puzzle));
        if let Some(sweeps) = self.sweeps_per_puzzle {
            out.push_str(&format!(" and {sweeps:.2} sweeps"));
        }
        out.push_str(" a puzzle");
        if let Some(share) = self.share_without_guess {
            out.push_str(&format!("; {:.1}% without a guess", 100.0 * share));
        }
        let AnswerCounts {
            unique,
            multiple,
            none,
        } = self.answers;
        let once = if self.limit == 1 { "solved" } else { "unique" };
        out.push_str(&format!(
            "\n  {} {once}, {} several, {} none; every answer was verified\n",
            group_thousands(unique),
            group_thousands(multiple),
            group_thousands(none)
        ));
        out
    }
}

/// Returns the median of sorted times: the mean of both middle ones of an even number, and 0 of
/// none.
fn median(sorted: &[Duration]) -> Duration {
    let at = |place: usize| sorted.get(place).copied().unwrap_or_default();
    (at(sorted.len().saturating_sub(1) / 2) + at(sorted.len() / 2)) / 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_between_both_middle_times() {
        let median_of = |ms: &[u64]| {
            let times: Vec<Duration> = ms.iter().copied().map(Duration::from_millis).collect();
            median(&times).as_millis()
        };
        assert_eq!(
            [&[][..], &[3], &[3, 5], &[1, 2, 9]].map(median_of),
            [0, 3, 4, 2]
        );
    }
}
