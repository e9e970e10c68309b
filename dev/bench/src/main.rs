//! `ndoku-bench ENGINE [--seconds 5] [--goal solve|first|auto] [--each] FILE…`: how fast an engine is on files of puzzles.
//!
//! One line for each file: puzzles, puzzles per second, guesses per puzzle, median and longest time, puzzles not finished within the limit for each, and those
//! where the answer is not the `status=` of the file. The goal `solve` looks for two solutions, `first` for one; `auto` takes `first` for puzzles that
//! are only known to have a solution (`status=sat`), `solve` for all others. `--each` adds a line for each puzzle.
//!
//! `ndoku-bench lanes [--isa portable|avx2|avx512]… FILE…`: classic puzzles in batches, see `bulk.rs`; `ndoku-bench lanes-single …` takes them one by one.

#![forbid(unsafe_code)]

mod bulk;
mod read;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use ndoku_engine::{Budget, Classic, Engine, General, Stats, Stopped};

struct Options {
    seconds: f64,
    goal: String,
    each: bool,
    files: Vec<String>,
}

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let mut engine: Box<dyn Engine> = match arguments.next().as_deref() {
        Some("general") => Box::new(General::new()),
        Some("lanes-single") => Box::new(Classic::default()),
        Some("lanes") => {
            return match bulk::measure(&arguments.collect::<Vec<_>>()) {
                Ok(()) => ExitCode::SUCCESS,
                Err(error) => {
                    eprintln!("{error}");
                    ExitCode::FAILURE
                }
            };
        }
        other => {
            eprintln!("no such engine: {}; there are general, lanes and lanes-single", other.unwrap_or("(none given)"));
            return ExitCode::FAILURE;
        }
    };
    let mut options = Options { seconds: 5.0, goal: "auto".to_owned(), each: false, files: Vec::new() };
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--seconds" => options.seconds = arguments.next().and_then(|value| value.parse().ok()).unwrap_or(options.seconds),
            "--goal" => options.goal = arguments.next().unwrap_or_default(),
            "--each" => options.each = true,
            _ => options.files.push(argument),
        }
    }
    println!(
        "{:<34} {:>7} {:>10} {:>11} {:>9} {:>9} {:>9} {:>6} {:>6}",
        "file", "puzzles", "puzzles/s", "guesses/p", "median", "longest", "total s", "open", "wrong"
    );
    let mut faults = 0;
    for file in &options.files {
        match read::read(file) {
            Ok(entries) => faults += measure(&mut *engine, file, &entries, &options),
            Err(error) => {
                eprintln!("{file}: {error}");
                return ExitCode::FAILURE;
            }
        }
    }
    if faults == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The number of answers that are not what the file says.
fn measure(engine: &mut dyn Engine, file: &str, entries: &[read::Entry], options: &Options) -> usize {
    let (mut open, mut wrong, mut guesses) = (0, 0, 0_u64);
    let mut times = Vec::with_capacity(entries.len());
    for entry in entries {
        let begin = Instant::now();
        let limit = Duration::from_secs_f64(options.seconds);
        let expired = || begin.elapsed() > limit;
        let budget = Budget::default().expired(&expired);
        let first = options.goal == "first" || (options.goal == "auto" && entry.status == "sat");
        let (answer, stats) = answer(engine, entry, &budget, first);
        let time = begin.elapsed();
        guesses += stats.guesses;
        times.push(time);
        let agrees = match (entry.status.as_str(), answer) {
            (_, "open") => {
                open += 1;
                true
            }
            ("" | "unknown", _) => true,
            ("sat", answer) => answer != "unsat",
            ("unique" | "multi", "sat") => true,
            (status, answer) => status == answer,
        };
        if !agrees {
            wrong += 1;
            println!("{}: status={}, but the answer is {answer}", entry.name, entry.status);
        }
        if options.each {
            println!("  {:<32} {answer:>7} {:>10.4} s  {stats:?}", entry.name, time.as_secs_f64());
        }
    }
    let total: Duration = times.iter().sum();
    times.sort_unstable();
    let seconds = |time: Option<&Duration>| time.map_or(0.0, Duration::as_secs_f64);
    println!(
        "{:<34} {:>7} {:>10.1} {:>11.2} {:>9.5} {:>9.5} {:>9.3} {open:>6} {wrong:>6}",
        file.rsplit('/').next().unwrap_or(file),
        entries.len(),
        entries.len() as f64 / total.as_secs_f64(),
        guesses as f64 / entries.len().max(1) as f64,
        seconds(times.get(times.len() / 2)),
        seconds(times.last()),
        total.as_secs_f64()
    );
    wrong
}

fn answer(engine: &mut dyn Engine, entry: &read::Entry, budget: &Budget<'_>, first: bool) -> (&'static str, Stats) {
    let tally = engine.count(&entry.puzzle, if first { 0 } else { 1 }, budget);
    match tally {
        Ok(tally) if first => (if tally.more { "sat" } else { "unsat" }, tally.stats),
        Ok(tally) => (
            if tally.more {
                "multi"
            } else if tally.count == 1 {
                "unique"
            } else {
                "unsat"
            },
            tally.stats,
        ),
        Err(Stopped { stats, .. }) => ("open", stats),
    }
}
