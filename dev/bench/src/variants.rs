//! `ndoku-bench variants [--seconds 60] [--iss TIMES.csv] [--each] FILE`: solves the puzzles of a
//! file of variants with a proof, and compares answers and times.
//!
//! ```text
//! set        puzzles  unreadable  open  wrong  median ms   mean ms  longest ms
//! fpuzzles       276           0     0      0      0.412    11.300     702.114
//! iss            122          77     0      0      0.390    14.020     310.870
//! ```
//!
//! The file has one JSON object per line with `name`, `format`, `puzzle`, and `solution` or
//! `count`. A puzzle with a solution is solved with a proof of uniqueness; with a count, all of its
//! solutions are counted.
//!
//! The time is the median CPU time of up to 9 runs within 0.7 seconds, on one core. It runs from
//! the text of the puzzle to the answer: reading, all tables and the search, with a new solver each
//! time. So other load on the machine matters little.
//!
//! `--iss` names a file of times of another solver, with the columns `name`, `total_ms` and
//! `capped`, which is 1 for a search that was stopped. The program lists the puzzles above 10 ms
//! that it solves slower. The other times come from another run, so the limit of a ratio is
//! `--slower-than`.

use std::collections::HashMap;
use std::fmt;

use clap::{Args, ValueEnum};
use cpu_time::ProcessTime;
use ndoku::format::{self, ReadOptions};
use ndoku::{Budget, Digit, EngineKind, Interrupted, Puzzle, Solver, Stats};
use serde_json::Value;

/// The options of the measurement.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// CPU time limit for each puzzle, in seconds
    #[arg(long, default_value_t = 60.0)]
    seconds: f64,
    /// Maximum number of runs of each puzzle, within 0.7 seconds
    #[arg(long, default_value_t = 9)]
    runs: usize,
    /// Table of times of another solver
    #[arg(long, value_name = "FILE")]
    iss: Option<String>,
    /// Ratio of times above which a puzzle counts as slower
    #[arg(long, default_value_t = 1.0)]
    slower_than: f64,
    /// Measure only puzzles whose name or kind contains this text
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Use this engine
    #[arg(long, value_enum, default_value_t = Engine::Auto)]
    engine: Engine,
    /// Print a line for each puzzle
    #[arg(long)]
    each: bool,
    /// File of puzzles, one JSON object per line
    #[arg(value_name = "FILE")]
    file: String,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
enum Engine {
    Auto,
    Backtrack,
    Cdcl,
}

impl Engine {
    const fn kind(self) -> EngineKind {
        match self {
            Self::Auto => EngineKind::Auto,
            Self::Backtrack => EngineKind::Backtrack,
            Self::Cdcl => EngineKind::Cdcl,
        }
    }
}

/// A puzzle of the file, as text.
struct Entry {
    name: String,
    format: String,
    kinds: String,
    text: String,
    expected: Expected,
}

/// The recorded answer.
enum Expected {
    /// The values of the only solution, row by row.
    Solution(Vec<u32>),
    Count(u64),
    Unknown,
}

impl Entry {
    fn parse(line: &str) -> Result<Self, String> {
        let value: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
        let text = |key: &str| value[key].as_str().unwrap_or_default().to_owned();
        let kinds = value["constraints"].as_array().into_iter().flatten();
        let kinds: Vec<&str> = kinds.filter_map(Value::as_str).collect();
        let expected = if let Some(count) = value["count"].as_u64() {
            Expected::Count(count)
        } else if let Some(solution) = value["solution"].as_str() {
            let values: Option<Vec<u32>> = if solution.contains(',') {
                solution.split(',').map(|part| part.parse().ok()).collect()
            } else {
                solution.chars().map(|sign| sign.to_digit(10)).collect()
            };
            Expected::Solution(values.ok_or("a solution has another sign")?)
        } else {
            Expected::Unknown
        };
        Ok(Self {
            name: text("name"),
            format: text("format"),
            kinds: kinds.join(", "),
            text: text("puzzle"),
            expected,
        })
    }

    /// Solves or counts a puzzle. Returns `None` for an open one, and otherwise whether the answer
    /// is the recorded one.
    fn solve(&self, puzzle: &Puzzle, engine: EngineKind, seconds: f64) -> (Option<bool>, Stats) {
        let begin = ProcessTime::now();
        let expired = || begin.elapsed().as_secs_f64() > seconds;
        let budget = Budget::default().stop_when(&expired);
        let mut solver = Solver::new().with_engine(engine);
        let engine = solver.engine(puzzle);
        let open = |stopped: Interrupted| (None, stopped.stats);
        if let Expected::Count(count) = self.expected {
            return match engine.count_up_to(puzzle, u64::MAX, &budget) {
                Ok(found) => (Some(found.number == count), found.stats),
                Err(stopped) => open(stopped),
            };
        }
        match engine.find_solutions(puzzle, 1, &budget) {
            Ok(found) => {
                let is_unique = !found.has_more && found.solutions.len() == 1;
                let agrees = match &self.expected {
                    Expected::Solution(values) => {
                        is_unique && same_values(puzzle, found.solutions[0].digits(), values)
                    }
                    _ => is_unique,
                };
                (Some(agrees), found.stats)
            }
            Err(stopped) => open(stopped),
        }
    }
}

/// Returns `true` if the symbols of the digits are these numbers.
fn same_values(puzzle: &Puzzle, digits: &[Digit], values: &[u32]) -> bool {
    let symbols = puzzle.symbols();
    let least = Digit::new(1).map_or("", |digit| symbols.symbol(digit));
    let offset = u32::from(least != "0");
    digits.len() == values.len()
        && digits
            .iter()
            .zip(values)
            .all(|(digit, value)| u32::from(digit.get()) - 1 + offset == *value)
}

/// The result of a puzzle.
enum Outcome {
    Unreadable(String),
    /// Milliseconds until the search was given up.
    Open(f64),
    Wrong(f64),
    Right(f64),
}

/// Measures the file.
///
/// # Errors
/// Returns a file that cannot be read, or the number of wrong answers.
pub(crate) fn measure(options: &Options) -> Result<(), String> {
    let text = std::fs::read_to_string(&options.file)
        .map_err(|error| format!("{}: {error}", options.file))?;
    let times = match &options.iss {
        Some(path) => read_times(path)?,
        None => HashMap::new(),
    };
    let mut results: Vec<(Entry, Outcome)> = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let entry = Entry::parse(line).map_err(|error| format!("{}: {error}", options.file))?;
        let wanted = options.only.as_ref();
        if wanted.is_some_and(|text| !entry.name.contains(text) && !entry.kinds.contains(text)) {
            continue;
        }
        let (outcome, stats) = run(&entry, options);
        if options.each || matches!(outcome, Outcome::Wrong(_) | Outcome::Open(_)) {
            print_entry(&entry, &outcome, &stats, times.get(&entry.name));
        }
        results.push((entry, outcome));
    }
    println!(
        "{:<10} {:>7} {:>11} {:>5} {:>6} {:>10} {:>10} {:>11}",
        "set", "puzzles", "unreadable", "open", "wrong", "median ms", "mean ms", "longest ms"
    );
    let mut wrong = 0;
    for set in ["fpuzzles", "iss"] {
        wrong += print_set(set, &results);
    }
    print_slower(&results, &times, options.slower_than);
    if wrong == 0 {
        Ok(())
    } else {
        Err(format!("{wrong} answers are wrong"))
    }
}

/// Runs a puzzle several times. The median time counts.
fn run(entry: &Entry, options: &Options) -> (Outcome, Stats) {
    let begin = ProcessTime::now();
    let mut times = Vec::new();
    loop {
        let start = ProcessTime::now();
        let puzzle = match format::read_one(&entry.text, &ReadOptions::default()) {
            Ok(record) => record.puzzle,
            Err(error) => return (Outcome::Unreadable(error.to_string()), Stats::default()),
        };
        let (agrees, stats) = entry.solve(&puzzle, options.engine.kind(), options.seconds);
        let time = start.elapsed().as_secs_f64() * 1e3;
        match agrees {
            None => return (Outcome::Open(time), stats),
            Some(false) => return (Outcome::Wrong(time), stats),
            Some(true) => times.push(time),
        }
        if times.len() >= options.runs.max(1) || begin.elapsed().as_secs_f64() > 0.7 {
            times.sort_by(f64::total_cmp);
            return (Outcome::Right(times[times.len() / 2]), stats);
        }
    }
}

fn print_entry(entry: &Entry, outcome: &Outcome, stats: &Stats, other: Option<&OtherTime>) {
    let (word, time) = match outcome {
        Outcome::Unreadable(error) => {
            println!("unreadable  {} ({}): {error}", entry.name, entry.kinds);
            return;
        }
        Outcome::Open(time) => ("open", time),
        Outcome::Wrong(time) => ("WRONG", time),
        Outcome::Right(time) => ("right", time),
    };
    let other = other.map_or_else(|| "-".to_owned(), OtherTime::to_string);
    println!(
        "{word:<5} {time:>11.3} ms {other:>10} ms {:>9} guesses {:>9} conflicts  {} ({})",
        stats.guesses, stats.conflicts, entry.name, entry.kinds
    );
}

/// Prints the line of one format. Returns the number of wrong answers.
fn print_set(set: &str, results: &[(Entry, Outcome)]) -> usize {
    let of_set = || results.iter().filter(|(entry, _)| entry.format == set);
    let count = |is: fn(&Outcome) -> bool| of_set().filter(|(_, outcome)| is(outcome)).count();
    let unreadable = count(|outcome| matches!(outcome, Outcome::Unreadable(_)));
    let open = count(|outcome| matches!(outcome, Outcome::Open(_)));
    let wrong = count(|outcome| matches!(outcome, Outcome::Wrong(_)));
    // A puzzle that was given up counts with the time until then.
    let mut times: Vec<f64> = of_set()
        .filter_map(|(_, outcome)| match outcome {
            Outcome::Unreadable(_) => None,
            Outcome::Open(time) | Outcome::Wrong(time) | Outcome::Right(time) => Some(*time),
        })
        .collect();
    times.sort_by(f64::total_cmp);
    println!(
        "{set:<10} {:>7} {unreadable:>11} {open:>5} {wrong:>6} {:>10.3} {:>10.3} {:>11.3}",
        of_set().count(),
        times.get(times.len() / 2).copied().unwrap_or(0.0),
        times.iter().sum::<f64>() / times.len().max(1) as f64,
        times.last().copied().unwrap_or(0.0)
    );
    wrong
}

/// Prints the puzzles above 10 ms that take longer than in the table.
fn print_slower(results: &[(Entry, Outcome)], times: &HashMap<String, OtherTime>, ratio: f64) {
    let slower = results.iter().filter_map(|(entry, outcome)| {
        let (Outcome::Right(time) | Outcome::Open(time) | Outcome::Wrong(time)) = outcome else {
            return None;
        };
        let other = times.get(&entry.name)?;
        (*time > 10.0 && *time > other.ms * ratio).then_some((entry, *time, other))
    });
    for (entry, time, other) in slower {
        println!(
            "slower: {:<40} {time:>10.3} ms, other {:>10} ms",
            entry.name,
            other.to_string()
        );
    }
}

/// The time of another solver.
struct OtherTime {
    ms: f64,
    /// `true` if the search was stopped, so that the time is a lower bound.
    is_capped: bool,
}

impl fmt::Display for OtherTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.is_capped { ">" } else { "" };
        write!(f, "{sign}{:.3}", self.ms)
    }
}

/// Reads the columns `name`, `total_ms` and `capped` of a table.
fn read_times(path: &str) -> Result<HashMap<String, OtherTime>, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    let mut rows = text.lines().map(split_csv);
    let header = rows.next().unwrap_or_default();
    let column = |name: &str| {
        header
            .iter()
            .position(|field| field == name)
            .ok_or_else(|| format!("{path}: the column {name} is missing"))
    };
    let (name, time, capped) = (column("name")?, column("total_ms")?, column("capped")?);
    let row = |row: Vec<String>| {
        let other = OtherTime {
            ms: row.get(time)?.parse().ok()?,
            is_capped: row.get(capped)? == "1",
        };
        Some((row.get(name)?.clone(), other))
    };
    Ok(rows.filter_map(row).collect())
}

/// Splits a line of a table at commas outside quotes.
fn split_csv(line: &str) -> Vec<String> {
    let (mut fields, mut is_quoted) = (vec![String::new()], false);
    for sign in line.chars() {
        match sign {
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => fields.push(String::new()),
            _ => {
                if let Some(field) = fields.last_mut() {
                    field.push(sign);
                }
            }
        }
    }
    fields
}
