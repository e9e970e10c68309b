//! `ndoku-bench counts [--runs 5] [--threads 1] [--isa NAME] [--each] FILE…`: measures the time to
//! count all solutions of each puzzle, by method.
//!
//! ```text
//! method          puzzles   median ms     mean ms  longest ms  which
//! band-stack-sum        1      20.112      20.112      20.112  empty.txt:1
//! all                   1      20.112      20.112      20.112  empty.txt:1
//! ```
//!
//! The time includes everything from the clues to the number: the first search, tables and tasks.
//! Runs share only memory. The time of a puzzle is the median of its runs.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::time::Instant;

use clap::Args;
use ndoku::ThreadBudget;
use ndoku::count::{Count, CountLimit, CountMethod, Counter};
use ndoku_solver::{Budget, Isa};

use crate::figures::{PlacedPuzzle, group_thousands, median, read_files};

/// The options of the measurement.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Number of runs per puzzle
    #[arg(
        long,
        value_name = "N",
        default_value_t = 5,
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    runs: u32,
    /// Number of threads
    #[arg(short = 'j', long, value_name = "N", default_value = "1")]
    threads: NonZeroUsize,
    /// Instruction set for 9×9 puzzles [default: the fastest available]
    #[arg(long, value_name = "NAME")]
    isa: Option<Isa>,
    /// Print a line for each puzzle
    #[arg(long)]
    each: bool,
    /// Files of puzzles, in any format, plain or compressed
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
}

/// A counted puzzle.
struct TimedCount<'a> {
    place: &'a str,
    count: Count,
    ms: f64,
}

/// The figures of the puzzles that were counted by one method.
#[derive(Debug)]
struct CountFigures<'a> {
    method: &'static str,
    puzzles: usize,
    /// Number of puzzles whose solutions were not all counted.
    incomplete: usize,
    median_ms: f64,
    mean_ms: f64,
    longest_ms: f64,
    /// The place of the puzzle that took longest.
    longest: &'a str,
}

/// Counts the puzzles of all files, and prints the table.
///
/// # Errors
/// Returns the file that cannot be read.
pub(crate) fn measure(options: &Options) -> Result<(), String> {
    let puzzles = read_files(&options.files)?;
    let timed = time_counts(options, &puzzles);
    if options.each {
        for TimedCount { place, count, ms } in &timed {
            println!(
                "  {place:<32} {:<14} {ms:>11.3} {}",
                count.method,
                group_thousands(count.number)
            );
        }
    }
    println!(
        "{:<14} {:>8} {:>11} {:>11} {:>11}  which",
        "method", "puzzles", "median ms", "mean ms", "longest ms"
    );
    for figures in figures_by_method(&timed) {
        let remark = match figures.incomplete {
            0 => String::new(),
            count => format!("  ({count} not to the end)"),
        };
        println!(
            "{:<14} {:>8} {:>11.3} {:>11.3} {:>11.3}  {}{remark}",
            figures.method,
            figures.puzzles,
            figures.median_ms,
            figures.mean_ms,
            figures.longest_ms,
            figures.longest
        );
    }
    Ok(())
}

/// Counts each puzzle several times.
fn time_counts<'a>(options: &Options, puzzles: &'a [PlacedPuzzle]) -> Vec<TimedCount<'a>> {
    let threads = ThreadBudget::new(options.threads);
    let mut counter = Counter::new(&threads).with_isa(options.isa);
    let timed = puzzles.iter().filter_map(|PlacedPuzzle { place, puzzle }| {
        let (mut times, mut last) = (Vec::new(), None);
        for _ in 0..options.runs {
            let begin = Instant::now();
            let limit = CountLimit::default();
            last = Some(counter.count(puzzle, limit, &Budget::default(), &|_, _| {}));
            times.push(1e3 * begin.elapsed().as_secs_f64());
        }
        times.sort_by(f64::total_cmp);
        Some(TimedCount {
            place,
            count: last?,
            ms: median(&times),
        })
    });
    timed.collect()
}

/// Returns the figures of each method, and of all puzzles.
fn figures_by_method<'a>(timed: &[TimedCount<'a>]) -> Vec<CountFigures<'a>> {
    let mut by_method: BTreeMap<CountMethod, Vec<&TimedCount<'a>>> = BTreeMap::new();
    for puzzle in timed {
        by_method
            .entry(puzzle.count.method)
            .or_default()
            .push(puzzle);
    }
    let rows = by_method
        .iter()
        .map(|(method, timed)| (method.name(), timed.clone()));
    rows.chain([("all", timed.iter().collect())])
        .filter_map(|(method, timed)| CountFigures::from_times(method, &timed))
        .collect()
}

impl<'a> CountFigures<'a> {
    /// Returns the figures of some puzzles; `None` if there are none.
    fn from_times(method: &'static str, timed: &[&TimedCount<'a>]) -> Option<Self> {
        let longest = timed.iter().max_by(|a, b| a.ms.total_cmp(&b.ms))?;
        let mut times: Vec<f64> = timed.iter().map(|timed| timed.ms).collect();
        times.sort_by(f64::total_cmp);
        Some(Self {
            method,
            puzzles: timed.len(),
            incomplete: timed.iter().filter(|timed| !timed.count.is_exact()).count(),
            median_ms: median(&times),
            mean_ms: times.iter().sum::<f64>() / times.len() as f64,
            longest_ms: longest.ms,
            longest: longest.place,
        })
    }
}

#[cfg(test)]
mod tests {
    use ndoku::Puzzle;

    use super::*;

    const UNIQUE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    #[test]
    fn figures_are_grouped_by_method() {
        let place = |place: &str, text: &str| PlacedPuzzle {
            place: place.to_owned(),
            puzzle: text.parse::<Puzzle>().unwrap(),
        };
        let puzzles = [
            place("a:1", UNIQUE),
            place("a:2", &".".repeat(81)),
            place("b:1", UNIQUE),
        ];
        let options = Options {
            runs: 2,
            threads: NonZeroUsize::new(2).unwrap(),
            isa: None,
            each: false,
            files: Vec::new(),
        };
        let timed = time_counts(&options, &puzzles);
        let numbers: Vec<u128> = timed.iter().map(|timed| timed.count.number).collect();
        assert_eq!(numbers, [1, 6_670_903_752_021_072_936_960, 1]);
        let rows = figures_by_method(&timed);
        let names: Vec<_> = rows.iter().map(|row| (row.method, row.puzzles)).collect();
        assert_eq!(names, [("search", 2), ("band-stack-sum", 1), ("all", 3)]);
        assert_eq!((rows[2].longest, rows[2].incomplete), ("a:2", 0));
        assert!(rows[2].median_ms <= rows[2].mean_ms && rows[2].mean_ms <= rows[2].longest_ms);
        assert!(figures_by_method(&[]).is_empty());
    }
}
