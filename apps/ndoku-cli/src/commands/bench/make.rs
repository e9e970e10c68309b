//! `ndoku bench --make`: what making and comparing costs, on one thread, beside what other programs do.
//!
//! ```text
//! seed ─▶ uniform grids, usual minimal puzzles ─▶ one line after the other, each for --seconds
//! ```
//!
//! The figures of the other programs were taken once, on one core of another machine (Zen 5), in CPU time; `docs/MAKING.md` says of which and how. They show the order of
//! magnitude; a ratio below two says little.

use std::hint::black_box;
use std::time::{Duration, Instant};

use ndoku::Budget;
use ndoku::chance::Chance;
use ndoku::generate::canonical::grid;
use ndoku::generate::canonical::pattern::PatternForm;
use ndoku::generate::transformation::Grid;
use ndoku::generate::uniform::grids;
use ndoku::generate::uniform::minimal::{Sampler, Tally};
use serde::Serialize;

use crate::args::Bench;
use crate::context::Context;

/// How many grids the lines share.
const GRIDS: u64 = 2_000;

/// Starts that the puzzles are from; some 300 of them have any.
const STARTS: u64 = 2_048;

/// Starts that are measured at a time.
const STARTS_AT_ONCE: u64 = 1_024;

/// In which unit a figure is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Unit {
    /// So many a second: more is better.
    PerSecond,
    /// Milliseconds each: less is better.
    Ms,
}

/// What is measured, and what the best of the others does.
#[derive(Copy, Clone, Debug)]
struct Task {
    what: &'static str,
    unit: Unit,
    other: Option<f64>,
    whose: &'static str,
    /// Does some of it every time it is called, and says how many.
    make: fn(&Inputs) -> Box<dyn FnMut() -> f64 + '_>,
}

/// A figure, as `--json` has it.
#[derive(Serialize)]
struct Figure {
    what: &'static str,
    unit: Unit,
    ndoku: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    other: Option<f64>,
    whose: &'static str,
    /// How many times as fast.
    #[serde(skip_serializing_if = "Option::is_none")]
    times: Option<f64>,
}

/// The line of `--json`.
#[derive(Serialize)]
struct Report {
    seed: u64,
    seconds: f64,
    figures: Vec<Figure>,
}

/// What the tasks work on.
struct Inputs {
    seed: u64,
    grids: Vec<Grid>,
    /// Minimal puzzles as they are usual, each with one solution.
    puzzles: Vec<Grid>,
}

impl Inputs {
    fn new(seed: u64) -> Self {
        let grids = (0..GRIDS).map(|number| grids::draw(&mut Chance::stream(seed, number))).collect();
        // One for each start that finds some, so that they are not alike.
        let mut puzzles = Vec::new();
        let mut take = |found: &[ndoku::generate::uniform::minimal::Weighted]| puzzles.extend(found.first().map(|first| first.puzzle));
        // Without a limit it is not stopped.
        let _ = Sampler::new(None).starts(seed, 0..STARTS, &Budget::default(), &mut take);
        Self { seed, grids, puzzles }
    }
}

/// What is measured, in the order in which it is told.
const TASKS: &[Task] = &[
    Task {
        what: "full grids, uniform",
        unit: Unit::PerSecond,
        other: Some(1_320.0),
        whose: "a trial by frames, not independent",
        make: uniform_grids,
    },
    Task {
        what: "minimal puzzles with weights",
        unit: Unit::PerSecond,
        other: Some(100.0),
        whose: "a trial by splitting",
        make: weighted_puzzles,
    },
    Task {
        what: "  their effective size, by starts",
        unit: Unit::PerSecond,
        other: Some(0.25),
        whose: "rejection by bisection",
        make: effective_size,
    },
    Task {
        what: "canonical forms of grids",
        unit: Unit::PerSecond,
        other: Some(73_800.0),
        whose: "gridchecker rowminlex",
        make: canonical_grids,
    },
    Task {
        what: "canonical forms of puzzles, pattern first",
        unit: Unit::PerSecond,
        other: Some(611_000.0),
        whose: "patminlex",
        make: pattern_forms,
    },
];

/// Works on all of a list by turns, some at a time.
fn by_turns<'a, T>(list: &'a [T], at_once: usize, mut work: impl FnMut(&'a [T]) + 'a) -> Box<dyn FnMut() -> f64 + 'a> {
    let mut chunks = list.chunks(at_once).cycle();
    Box::new(move || {
        let Some(chunk) = chunks.next() else { return 0.0 };
        work(chunk);
        chunk.len() as f64
    })
}

fn uniform_grids(inputs: &Inputs) -> Box<dyn FnMut() -> f64 + '_> {
    let mut chance = Chance::new(inputs.seed);
    Box::new(move || {
        (0..100).for_each(|_| {
            black_box(grids::draw(&mut chance));
        });
        100.0
    })
}

/// Draws from some starts at a time; `count` says what of it is counted.
fn starts(inputs: &Inputs, count: impl Fn(&Tally) -> f64 + 'static) -> Box<dyn FnMut() -> f64 + '_> {
    let (mut sampler, mut tally, mut first) = (Sampler::new(None), Tally::default(), 0);
    Box::new(move || {
        let before = count(&tally);
        let _ = sampler.starts(inputs.seed, first..first + STARTS_AT_ONCE, &Budget::default(), &mut |found| tally.add(found));
        first += STARTS_AT_ONCE;
        // Less than nothing after a start of great weight: effective sizes do not add up, but these differences do.
        count(&tally) - before
    })
}

fn weighted_puzzles(inputs: &Inputs) -> Box<dyn FnMut() -> f64 + '_> {
    starts(inputs, |tally| tally.all().puzzles as f64)
}

fn effective_size(inputs: &Inputs) -> Box<dyn FnMut() -> f64 + '_> {
    starts(inputs, |tally| tally.all().independent)
}

fn canonical_grids(inputs: &Inputs) -> Box<dyn FnMut() -> f64 + '_> {
    by_turns(&inputs.grids, 500, |grids| {
        grids.iter().for_each(|own| {
            black_box(grid::least(own));
        });
    })
}

fn pattern_forms(inputs: &Inputs) -> Box<dyn FnMut() -> f64 + '_> {
    let mut form = PatternForm::new();
    by_turns(&inputs.puzzles, 500, move |puzzles| {
        puzzles.iter().for_each(|puzzle| {
            black_box(form.least(puzzle));
        });
    })
}

/// The text about all, a table or a line of JSON.
pub(super) fn measured(context: &Context, args: &Bench) -> String {
    let inputs = Inputs::new(args.seed);
    let mut figures = Vec::new();
    for task in TASKS {
        if context.is_interrupted() {
            break;
        }
        figures.push(task.measured(&inputs, Duration::from_secs_f64(args.seconds), &|| context.is_interrupted()));
    }
    let report = Report { seed: args.seed, seconds: args.seconds, figures };
    if args.json { serde_json::to_string(&report).unwrap_or_default() + "\n" } else { report.text() }
}

impl Task {
    fn measured(&self, inputs: &Inputs, time: Duration, stop: &dyn Fn() -> bool) -> Figure {
        let mut once = (self.make)(inputs);
        // Tables are made at the first call.
        let _ = once();
        let (began, mut done) = (Instant::now(), 0.0);
        while began.elapsed() < time && !stop() {
            done += once();
        }
        let rate = done / began.elapsed().as_secs_f64().max(1e-9);
        let ndoku = if self.unit == Unit::Ms { 1e3 / rate.max(1e-9) } else { rate };
        let times = self.other.map(|other| if self.unit == Unit::Ms { other / ndoku.max(1e-9) } else { ndoku / other });
        Figure { what: self.what, unit: self.unit, ndoku, other: self.other, whose: self.whose, times }
    }
}

/// A figure with its unit.
fn written(figure: f64, unit: Unit) -> String {
    match unit {
        Unit::PerSecond if figure < 100.0 => format!("{figure:.2} /s"),
        Unit::PerSecond => format!("{} /s", crate::progress::grouped(figure as u64)),
        Unit::Ms => format!("{figure:.2} ms"),
    }
}

impl Report {
    fn text(&self) -> String {
        let mut out =
            format!("making and comparing, 1 thread, {} s each, seed {}; others on a core of another machine\n", self.seconds, self.seed);
        out.push_str(&format!("{:<44} {:>14} {:>14} {:>8}  by\n", "", "ndoku", "other", "times"));
        for Figure { what, unit, ndoku, other, whose, times } in &self.figures {
            let other = other.map_or_else(String::new, |other| written(other, *unit));
            let times = times.map_or_else(String::new, |times| format!("{times:.1}"));
            out.push_str(&format!("{what:<44} {:>14} {other:>14} {times:>8}  {whose}\n", written(*ndoku, *unit)));
        }
        out
    }
}
