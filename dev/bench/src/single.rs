//! `ndoku-bench ENGINE [--seconds 5] [--goal solve|first|auto] [--each] FILE…`: measures an engine
//! on files, puzzle by puzzle.
//!
//! Prints one line per file: puzzles, puzzles per second, guesses per puzzle, median and longest
//! time, unfinished puzzles, and answers that contradict the `status=` of the file. The goal
//! `solve` searches for two solutions, `first` for one. `auto` searches for one solution of puzzles
//! that are only known to be solvable (`status=sat`), and for two of all others. `--each` adds a
//! line for each puzzle.

use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use ndoku_solver::{Budget, Engine, Interrupted, Stats};

use crate::puzzle_file;

/// The options of the measurement.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Time limit for each puzzle, in seconds
    #[arg(long, default_value_t = 5.0)]
    seconds: f64,
    /// Solutions to search for
    #[arg(long, value_enum, default_value_t = Goal::Auto)]
    goal: Goal,
    /// Print a line for each puzzle
    #[arg(long)]
    each: bool,
    /// Files of puzzles, in any format, plain or compressed
    #[arg(value_name = "FILE")]
    files: Vec<String>,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
enum Goal {
    /// Two, to prove uniqueness
    Solve,
    /// One
    First,
    /// One for `status=sat`, otherwise two
    Auto,
}

/// Measures all files.
///
/// # Errors
/// Returns the file that cannot be read, or the number of answers that contradict a file.
pub(crate) fn measure(engine: &mut dyn Engine, options: &Options) -> Result<(), String> {
    println!(
        "{:<34} {:>7} {:>10} {:>11} {:>9} {:>9} {:>9} {:>6} {:>6}",
        "file",
        "puzzles",
        "puzzles/s",
        "guesses/p",
        "median",
        "longest",
        "total s",
        "open",
        "wrong"
    );
    let mut wrong = 0;
    for file in &options.files {
        let entries =
            puzzle_file::read_puzzles(file).map_err(|error| format!("{file}: {error}"))?;
        wrong += measure_file(engine, file, &entries, options);
    }
    if wrong == 0 {
        Ok(())
    } else {
        Err(format!("{wrong} answers are not what the files say"))
    }
}

/// Measures one file. Returns the number of answers that contradict it.
fn measure_file(
    engine: &mut dyn Engine,
    file: &str,
    entries: &[puzzle_file::PuzzleEntry],
    options: &Options,
) -> usize {
    let (mut open, mut wrong, mut guesses) = (0, 0, 0_u64);
    let mut times = Vec::with_capacity(entries.len());
    for entry in entries {
        let begin = Instant::now();
        let limit = Duration::from_secs_f64(options.seconds);
        let expired = || begin.elapsed() > limit;
        let budget = Budget::default().stop_when(&expired);
        let first =
            options.goal == Goal::First || (options.goal == Goal::Auto && entry.status == "sat");
        let (answer, stats) = solve_entry(engine, entry, &budget, first);
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
            println!(
                "{}: status={}, but the answer is {answer}",
                entry.name, entry.status
            );
        }
        if options.each {
            println!(
                "  {:<32} {answer:>7} {:>10.4} s  {stats:?}",
                entry.name,
                time.as_secs_f64()
            );
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

fn solve_entry(
    engine: &mut dyn Engine,
    entry: &puzzle_file::PuzzleEntry,
    budget: &Budget<'_>,
    first: bool,
) -> (&'static str, Stats) {
    let tally = engine.count_up_to(&entry.puzzle, if first { 0 } else { 1 }, budget);
    match tally {
        Ok(tally) if first => (if tally.has_more { "sat" } else { "unsat" }, tally.stats),
        Ok(tally) => (
            if tally.has_more {
                "multi"
            } else if tally.number == 1 {
                "unique"
            } else {
                "unsat"
            },
            tally.stats,
        ),
        Err(Interrupted { stats, .. }) => ("open", stats),
    }
}
