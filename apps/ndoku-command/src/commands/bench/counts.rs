//! `ndoku bench --count`: measures the time to count all solutions of each puzzle, by method.
//!
//! The time includes everything from the clues to the number: the first search, tables and tasks.
//! Runs share only memory.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use ndoku::count::{Count, CountLimit, CountMethod, Counter};
use ndoku::{Isa, Puzzle, ThreadBudget};
use serde::Serialize;

use super::median;
use crate::args::{Bench, RunOptions, SearchOptions};
use crate::context::Context;
use crate::progress::{format_count, group_thousands};

/// The figures of the puzzles that were counted by one method.
#[derive(Serialize)]
struct CountFigures {
    method: &'static str,
    puzzles: usize,
    /// Number of puzzles whose solutions were not all counted.
    at_least: usize,
    /// The median of the puzzles' medians, in milliseconds.
    median_ms: f64,
    mean_ms: f64,
    longest_ms: f64,
    /// The number of the slowest puzzle in the input, from 1.
    longest: usize,
}

/// The JSON record.
#[derive(Serialize)]
struct CountsReport {
    isa: &'static str,
    threads: usize,
    runs: u32,
    /// The figures by method. The last entry covers all puzzles.
    methods: Vec<CountFigures>,
}

/// A counted puzzle: its number, its count, and its median time.
struct Timed {
    number: usize,
    count: Count,
    took: Duration,
}

/// Counts the puzzles in order. Returns a table or a line of JSON.
pub(super) fn measure_counts(context: &Context, args: &Bench, puzzles: &[Puzzle]) -> String {
    let timed = time_counts(context, args, puzzles);
    let mut by_method: BTreeMap<CountMethod, Vec<&Timed>> = BTreeMap::new();
    timed
        .iter()
        .for_each(|timed| by_method.entry(timed.count.method).or_default().push(timed));
    let mut methods: Vec<CountFigures> = by_method
        .iter()
        .filter_map(|(method, timed)| figures(method.name(), timed))
        .collect();
    methods.extend(figures("all", &timed.iter().collect::<Vec<_>>()));
    let report = CountsReport {
        isa: args.isa.unwrap_or_else(Isa::best).name(),
        threads: args.threads.get(),
        runs: args.runs,
        methods,
    };
    if args.json {
        serde_json::to_string(&report).unwrap_or_default() + "\n"
    } else {
        report.text()
    }
}

/// Counts each puzzle several times, until Ctrl-C.
fn time_counts(context: &Context, args: &Bench, puzzles: &[Puzzle]) -> Vec<Timed> {
    let thread_budget = ThreadBudget::new(args.threads);
    let mut counter = Counter::new(&thread_budget).with_isa(args.isa);
    let search = SearchOptions {
        run: RunOptions::default(),
        max_guesses: None,
        isa: None,
    };
    let mut timed = Vec::new();
    for (number, puzzle) in (1..).zip(puzzles) {
        let mut times = Vec::new();
        let mut last = None;
        for _ in 0..args.runs {
            let began = Instant::now();
            let count = context.with_budget(&search, |budget| {
                counter.count(puzzle, CountLimit::default(), budget, &|_, _| {})
            });
            times.push(began.elapsed());
            last = Some(count);
            if context.is_interrupted() {
                return timed;
            }
        }
        times.sort_unstable();
        let Some(count) = last else {
            continue;
        };
        let took = median(&times);
        context.debug(&format!(
            "puzzle {number}: {}, {}, {:.2} ms",
            group_thousands(count.number),
            count.method,
            ms(took)
        ));
        timed.push(Timed {
            number,
            count,
            took,
        });
    }
    timed
}

fn ms(time: Duration) -> f64 {
    1e3 * time.as_secs_f64()
}

/// Returns the figures of some puzzles; `None` if there are none.
fn figures(method: &'static str, timed: &[&Timed]) -> Option<CountFigures> {
    let mut times: Vec<Duration> = timed.iter().map(|timed| timed.took).collect();
    times.sort_unstable();
    let longest = timed.iter().max_by_key(|timed| timed.took)?;
    Some(CountFigures {
        method,
        puzzles: timed.len(),
        at_least: timed.iter().filter(|timed| !timed.count.is_exact()).count(),
        median_ms: ms(median(&times)),
        mean_ms: ms(times.iter().sum()) / times.len() as f64,
        longest_ms: ms(longest.took),
        longest: longest.number,
    })
}

impl CountsReport {
    fn text(&self) -> String {
        let threads = format_count(self.threads as u64, "thread");
        let mut out = format!(
            "all solutions counted, {}, {threads}; of each puzzle the median of {}\n",
            self.isa,
            format_count(self.runs, "run")
        );
        out.push_str("method        puzzles   median ms     mean ms  longest ms  which\n");
        for CountFigures {
            method,
            puzzles,
            at_least,
            median_ms,
            mean_ms,
            longest_ms,
            longest,
        } in &self.methods
        {
            out.push_str(&format!(
                "{method:<12} {puzzles:>8} {median_ms:>11.3} {mean_ms:>11.3} \
                {longest_ms:>11.3} {longest:>6}"
            ));
            if *at_least > 0 {
                out.push_str(&format!("  ({at_least} not to the end)"));
            }
            out.push('\n');
        }
        out
    }
}
