//! `ndoku bench`: measures how many puzzles per second this machine solves.
//!
//! ```text
//! files ─▶ puzzles ─▶ `shuffle.rs` ─▶ `verify.rs`, once ─▶ `measure.rs` ─▶ report
//! ```
//!
//! Other files measure counts (`counts.rs`), ratings (`ratings.rs`), and generation and comparison
//! (`make.rs`).

mod counts;
mod make;
mod measure;
mod ratings;
mod shuffle;
mod verify;

use std::ops::ControlFlow;
use std::time::Duration;

use ndoku::{Isa, Puzzle};
use serde::Serialize;

use crate::args::Bench;
use crate::batch::{self, Item, Job};
use crate::context::Context;
use crate::exit_code::ExitCode;
use crate::progress::{Progress, format_count, group_thousands};
use crate::sink::Sink;

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
    #[serde(rename = "multiple")]
    several: u64,
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
    /// The times of single puzzles, in ascending order.
    single: Vec<Duration>,
}

/// The JSON record.
#[derive(Serialize)]
struct Report<'a> {
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

pub(crate) fn run(context: &Context, args: &Bench) -> ExitCode {
    let mut sink = match Sink::open(context, None) {
        Ok(sink) => sink,
        Err(code) => return code,
    };
    if args.make {
        let _ = sink.write(&make::measure_generation(context, args));
        let code = if context.is_interrupted() {
            ExitCode::Interrupted
        } else {
            ExitCode::Done
        };
        return code.or_worse(sink.close(context));
    }
    let mut puzzles = Vec::new();
    let mut progress = Progress::new(context, sink.is_terminal());
    // Puzzles with contradicting clues are measured, too.
    let mut code = batch::run(
        context,
        &args.input,
        crate::args::cores(),
        &mut progress,
        |_| {},
        || |_: &Job| (),
        |job, ()| {
            if let Item::Puzzle(record) = job.item {
                puzzles.push(record.puzzle);
            }
            ControlFlow::Continue(())
        },
    );
    if puzzles.is_empty() || context.is_interrupted() {
        if code == ExitCode::Done {
            context
                .messages
                .error("there is no puzzle to measure", None);
            code = ExitCode::Input;
        }
        return code.or_worse(sink.close(context));
    }
    if args.count || args.rate {
        let text = if args.rate {
            ratings::measure_ratings(context, args, &puzzles)
        } else {
            counts::measure_counts(context, args, &puzzles)
        };
        let _ = sink.write(&text);
        if context.is_interrupted() {
            code = code.or_worse(ExitCode::Interrupted);
        }
        return code.or_worse(sink.close(context));
    }
    let number = puzzles.len();
    let workload = shuffle::shuffle_puzzles(puzzles, args.seed);
    let isa = args.isa.unwrap_or_else(Isa::best);
    let verified = match verify::verify(&workload, isa, args.limit) {
        Ok(verified) => verified,
        Err(message) => {
            context.messages.error(
                &message,
                Some("this is a bug in ndoku; please report it with the puzzle"),
            );
            return code.or_worse(ExitCode::Fault).or_worse(sink.close(context));
        }
    };
    let time = Duration::from_secs_f64(args.seconds);
    let stop = || context.is_interrupted();
    let measured = if args.latency {
        measure::measure_latency(&workload, isa, args.limit, time, &stop)
    } else {
        measure::measure_throughput(&workload, isa, args.limit, args.threads, time, &stop)
    };
    let (engine, isa) = match workload {
        Workload::Lines(_) => ("simd", isa.name()),
        Workload::Puzzles(_) => ("one by one", isa.name()),
    };
    let done = measured.puzzles.max(1) as f64;
    let seconds = measured.elapsed.as_secs_f64().max(1e-9);
    let at = |share: f64| {
        measured.single.get(
            ((measured.single.len() as f64 * share) as usize)
                .min(measured.single.len().saturating_sub(1)),
        )
    };
    let report = Report {
        puzzles: number,
        engine,
        isa,
        threads: if args.latency { 1 } else { args.threads.get() },
        limit: args.limit,
        seed: args.seed,
        latency: args.latency,
        puzzles_per_second: measured.puzzles as f64 / seconds,
        ns_per_puzzle: seconds * 1e9 / done,
        guesses_per_puzzle: measured.guesses as f64 / done,
        sweeps_per_puzzle: measured.sweeps.map(|sweeps| sweeps as f64 / done),
        share_without_guess: verified.without_guess,
        median_ns: at(0.5).map(Duration::as_nanos),
        p99_ns: at(0.99).map(Duration::as_nanos),
        longest_ns: measured.single.last().map(Duration::as_nanos),
        answers: verified.answers,
    };
    let text = if args.json {
        serde_json::to_string(&report).unwrap_or_default() + "\n"
    } else {
        report.text()
    };
    let _ = sink.write(&text);
    if context.is_interrupted() {
        code = code.or_worse(ExitCode::Interrupted);
    }
    code.or_worse(sink.close(context))
}

impl Report<'_> {
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
                "  one at a time: median {} ns, 99 % within {} ns, longest {} ns\n",
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
            out.push_str(&format!("; {:.1} % without a guess", 100.0 * share));
        }
        let AnswerCounts {
            unique,
            several,
            none,
        } = self.answers;
        let once = if self.limit == 1 { "solved" } else { "unique" };
        out.push_str(&format!(
            "\n  {} {once}, {} several, {} none; every answer was verified\n",
            group_thousands(unique),
            group_thousands(several),
            group_thousands(none)
        ));
        out
    }
}
