//! `ndoku bench --make`: measures generation and comparison on one thread, next to figures of other
//! programs.
//!
//! ```text
//! seed ─▶ uniform grids, minimal puzzles ─▶ each task for --seconds
//! ```
//!
//! The figures of other programs were measured once, on one core of another machine (Zen 5), in CPU
//! time. `docs/benchmarks/generation.md` has both. The figures show the order of magnitude; ratios
//! below two are not significant.

use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use ndoku::analysis::canonical::{CanonicalForm, ClassicCanonicalizer, grid};
use ndoku::analysis::minimal::BulkMinimizer;
use ndoku::analysis::transformation::Grid81;
use ndoku::analysis::vicinity::{VicinityQuery, VicinitySearch};
use ndoku::analysis::{Symmetry, unavoidable};
use ndoku::generate::grid_generator::GridGenerator;
use ndoku::generate::uniform::grids;
use ndoku::generate::uniform::minimal::{MinimalPuzzleEstimator, MinimalPuzzleSampler};
use ndoku::generate::{DifficultyTarget, Generator, Request};
use ndoku::rating::Level;
use ndoku::{Budget, Layout, Rng};
use serde::Serialize;

use crate::args::Bench;
use crate::context::Context;

/// Number of grids that the tasks share.
const GRID_COUNT: u64 = 2_000;

/// Number of starts of the sampler for the puzzles. About 300 of them find any.
const START_COUNT: u64 = 2_048;

/// Number of starts per call of the measured function.
const STARTS_PER_CALL: u64 = 1_024;

/// The unit of a figure.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Unit {
    /// Number per second; more is better.
    PerSecond,
    /// Milliseconds each; less is better.
    Ms,
}

/// A measured task, and the figure of the best other program.
#[derive(Copy, Clone, Debug)]
struct MeasuredTask {
    what: &'static str,
    unit: Unit,
    other: Option<f64>,
    whose: &'static str,
    /// Returns a function that does part of the task and returns the number of results.
    make: fn(&Inputs) -> Box<dyn FnMut() -> f64 + '_>,
}

/// A figure in the JSON record.
#[derive(Serialize)]
struct Figure {
    what: &'static str,
    unit: Unit,
    ndoku: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    other: Option<f64>,
    whose: &'static str,
    /// The speed relative to the other program.
    #[serde(skip_serializing_if = "Option::is_none")]
    times: Option<f64>,
}

/// The JSON record.
#[derive(Serialize)]
struct GenerationReport {
    seed: u64,
    seconds: f64,
    figures: Vec<Figure>,
}

/// The inputs that the tasks share.
struct Inputs {
    seed: u64,
    grids: Vec<Grid81>,
    /// Minimal puzzles with one solution each.
    puzzles: Vec<Grid81>,
}

impl Inputs {
    fn new(seed: u64) -> Self {
        let grids = (0..GRID_COUNT)
            .map(|number| grids::sample(&mut Rng::stream(seed, number)))
            .collect();
        // One puzzle per successful start, so that the puzzles are independent.
        let mut puzzles = Vec::new();
        let mut take = |found: &[ndoku::generate::uniform::minimal::WeightedPuzzle]| {
            puzzles.extend(found.first().map(|first| first.puzzle));
        };
        // Without a limit, the sampler is not stopped.
        let _ = MinimalPuzzleSampler::new(None).sample(
            seed,
            0..START_COUNT,
            &Budget::default(),
            &mut take,
        );
        Self {
            seed,
            grids,
            puzzles,
        }
    }
}

/// The grades of the other program are not comparable with ours.
const SIMPLE: &str = "qqwing simple (other grades)";
const EASY: &str = "qqwing easy (other grades)";
const MEDIUM: &str = "qqwing intermediate (other grades)";
const EXPERT: &str = "qqwing expert (other grades)";

/// The measured tasks, in the order of the report.
const TASKS: &[MeasuredTask] = &[
    MeasuredTask {
        what: "full grids, uniform",
        unit: Unit::PerSecond,
        other: Some(1_320.0),
        whose: "a trial by frames, not independent",
        make: uniform_grids,
    },
    MeasuredTask {
        what: "minimal puzzles with weights",
        unit: Unit::PerSecond,
        other: Some(100.0),
        whose: "a trial by splitting",
        make: weighted_puzzles,
    },
    MeasuredTask {
        what: "  their effective size, by starts",
        unit: Unit::PerSecond,
        other: Some(0.25),
        whose: "rejection by bisection",
        make: effective_size,
    },
    MeasuredTask {
        what: "canonical forms of grids",
        unit: Unit::PerSecond,
        other: Some(73_800.0),
        whose: "gridchecker rowminlex",
        make: canonical_grids,
    },
    MeasuredTask {
        what: "full grids, fast",
        unit: Unit::PerSecond,
        other: Some(70_192.0),
        whose: "crate sudoku, not uniform",
        make: fast_grids,
    },
    MeasuredTask {
        what: "minimal puzzles of random grids",
        unit: Unit::PerSecond,
        other: Some(8_861.0),
        whose: "tdoku",
        make: minimal_puzzles,
    },
    MeasuredTask {
        what: "minimality checks",
        unit: Unit::PerSecond,
        other: Some(10_000.0),
        whose: "gridchecker",
        make: minimality,
    },
    MeasuredTask {
        what: "canonical forms, pattern first",
        unit: Unit::PerSecond,
        other: Some(623_000.0),
        whose: "patminlex",
        make: pattern_forms,
    },
    MeasuredTask {
        what: "canonical forms, string",
        unit: Unit::PerSecond,
        other: Some(345_000.0),
        whose: "gridchecker, a form of its own",
        make: string_forms,
    },
    MeasuredTask {
        what: "canonical forms, through the solution",
        unit: Unit::PerSecond,
        other: Some(31_100.0),
        whose: "crate sudoku",
        make: solution_forms,
    },
    MeasuredTask {
        what: "{-1+1} outputs",
        unit: Unit::PerSecond,
        other: Some(3_040.0),
        whose: "gridchecker",
        make: list_neighbors,
    },
    MeasuredTask {
        what: "unavoidable sets, to 4 digits, a grid",
        unit: Unit::Ms,
        other: Some(112.0),
        whose: "gridchecker",
        make: sets_of_digits,
    },
    MeasuredTask {
        what: "unavoidable sets, to 12 cells, a grid",
        unit: Unit::Ms,
        other: Some(20.0),
        whose: "gridchecker",
        make: sets_of_cells,
    },
    MeasuredTask {
        what: "puzzles of the level beginner",
        unit: Unit::PerSecond,
        other: Some(8.0),
        whose: SIMPLE,
        make: |inputs| generate_level(inputs, Level::Beginner),
    },
    MeasuredTask {
        what: "puzzles of the level easy",
        unit: Unit::PerSecond,
        other: Some(188.0),
        whose: EASY,
        make: |inputs| generate_level(inputs, Level::Easy),
    },
    MeasuredTask {
        what: "puzzles of the level medium",
        unit: Unit::PerSecond,
        other: Some(64.0),
        whose: MEDIUM,
        make: |inputs| generate_level(inputs, Level::Medium),
    },
    MeasuredTask {
        what: "puzzles of the level hard",
        unit: Unit::PerSecond,
        other: Some(124.0),
        whose: EXPERT,
        make: |inputs| generate_level(inputs, Level::Hard),
    },
    MeasuredTask {
        what: "puzzles of the level expert",
        unit: Unit::PerSecond,
        other: Some(124.0),
        whose: EXPERT,
        make: |inputs| generate_level(inputs, Level::Expert),
    },
    MeasuredTask {
        what: "puzzles of the level extreme",
        unit: Unit::PerSecond,
        other: Some(124.0),
        whose: EXPERT,
        make: |inputs| generate_level(inputs, Level::Extreme),
    },
];

/// Applies `work` to chunks of a list, again and again from the start.
fn cycle_chunks<'a, T>(
    list: &'a [T],
    at_once: usize,
    mut work: impl FnMut(&'a [T]) + 'a,
) -> Box<dyn FnMut() -> f64 + 'a> {
    let mut chunks = list.chunks(at_once).cycle();
    Box::new(move || {
        let Some(chunk) = chunks.next() else {
            return 0.0;
        };
        work(chunk);
        chunk.len() as f64
    })
}

fn uniform_grids(inputs: &Inputs) -> Box<dyn FnMut() -> f64 + '_> {
    let mut rng = Rng::new(inputs.seed);
    Box::new(move || {
        (0..100).for_each(|_| {
            black_box(grids::sample(&mut rng));
        });
        100.0
    })
}

/// Samples puzzles from some starts per call. `count` selects what is counted.
fn sample_starts(
    inputs: &Inputs,
    count: impl Fn(&MinimalPuzzleEstimator) -> f64 + 'static,
) -> Box<dyn FnMut() -> f64 + '_> {
    let (mut sampler, mut tally, mut first) = (
        MinimalPuzzleSampler::new(None),
        MinimalPuzzleEstimator::default(),
        0,
    );
    Box::new(move || {
        let before = count(&tally);
        let _ = sampler.sample(
            inputs.seed,
            first..first + STARTS_PER_CALL,
            &Budget::default(),
            &mut |found| tally.add(found),
        );
        first += STARTS_PER_CALL;
        // The difference is negative after a start of great weight. Effective sizes do not add up,
        // but these differences do.
        count(&tally) - before
    })
}

fn weighted_puzzles(inputs: &Inputs) -> Box<dyn FnMut() -> f64 + '_> {
    sample_starts(inputs, |tally| tally.total().puzzles as f64)
}

fn effective_size(inputs: &Inputs) -> Box<dyn FnMut() -> f64 + '_> {
    sample_starts(inputs, |tally| tally.total().independent)
}

fn canonical_grids(inputs: &Inputs) -> Box<dyn FnMut() -> f64 + '_> {
    cycle_chunks(&inputs.grids, 500, |grids| {
        grids.iter().for_each(|own| {
            black_box(grid::least_form(own));
        });
    })
}

fn fast_grids(inputs: &Inputs) -> Box<dyn FnMut() -> f64 + '_> {
    let mut rng = Rng::new(inputs.seed);
    Box::new(move || {
        (0..100).for_each(|_| {
            black_box(GridGenerator::generate_classic(&mut rng));
        });
        100.0
    })
}

fn minimal_puzzles(inputs: &Inputs) -> Box<dyn FnMut() -> f64 + '_> {
    const BATCH_SIZE: usize = 500;
    let (mut bulk, mut number) = (BulkMinimizer::new(None), 0);
    let mut made = [None; BATCH_SIZE];
    cycle_chunks(&inputs.grids, BATCH_SIZE, move |grids| {
        let mut rngs: Vec<Rng> = grids
            .iter()
            .map(|_| {
                number += 1;
                Rng::stream(inputs.seed, number)
            })
            .collect();
        bulk.minimize_all(grids, Symmetry::None, &mut rngs, &mut made);
        black_box(&made);
    })
}

fn minimality(inputs: &Inputs) -> Box<dyn FnMut() -> f64 + '_> {
    const BATCH_SIZE: usize = 500;
    let (mut bulk, mut minimal) = (BulkMinimizer::new(None), [false; BATCH_SIZE]);
    cycle_chunks(&inputs.puzzles, BATCH_SIZE, move |puzzles| {
        bulk.are_minimal(puzzles, &mut minimal);
        black_box(&minimal);
    })
}

fn forms(inputs: &Inputs, form: CanonicalForm) -> Box<dyn FnMut() -> f64 + '_> {
    let mut forms = ClassicCanonicalizer::new();
    cycle_chunks(&inputs.puzzles, 500, move |puzzles| {
        black_box(forms.least_forms(form, puzzles));
    })
}

fn pattern_forms(inputs: &Inputs) -> Box<dyn FnMut() -> f64 + '_> {
    forms(inputs, CanonicalForm::Pattern)
}

fn string_forms(inputs: &Inputs) -> Box<dyn FnMut() -> f64 + '_> {
    forms(inputs, CanonicalForm::Minlex)
}

fn solution_forms(inputs: &Inputs) -> Box<dyn FnMut() -> f64 + '_> {
    forms(inputs, CanonicalForm::Solution)
}

fn list_neighbors(inputs: &Inputs) -> Box<dyn FnMut() -> f64 + '_> {
    let (mut vicinity, mut puzzles) = (VicinitySearch::new(None), inputs.puzzles.iter().cycle());
    Box::new(move || {
        let Some(puzzle) = puzzles.next() else {
            return 0.0;
        };
        let visited = vicinity.for_each(
            puzzle,
            VicinityQuery::minimal(1, 1),
            &Budget::default(),
            &mut |puzzle| {
                black_box(puzzle);
                ControlFlow::Continue(())
            },
        );
        visited.map_or(0.0, |visited| visited.found as f64)
    })
}

fn sets_of_digits(inputs: &Inputs) -> Box<dyn FnMut() -> f64 + '_> {
    cycle_chunks(&inputs.grids, 1, |grids| {
        black_box(unavoidable::sets_of_digits(&grids[0], 4));
    })
}

fn sets_of_cells(inputs: &Inputs) -> Box<dyn FnMut() -> f64 + '_> {
    cycle_chunks(&inputs.grids, 1, |grids| {
        black_box(unavoidable::sets_of_cells(&grids[0], 12));
    })
}

fn generate_level(inputs: &Inputs, level: Level) -> Box<dyn FnMut() -> f64 + '_> {
    let layout = Layout::classic();
    let Ok(mut generator) = Generator::new(
        Request::new(&layout).difficulty(DifficultyTarget::for_level(level, &layout)),
    ) else {
        return Box::new(|| 0.0);
    };
    let mut next = 1;
    Box::new(move || {
        let made = generator.generate_batch(inputs.seed, next..next + 16, &Budget::default());
        next += 16;
        made.iter().filter(|made| made.is_ok()).count() as f64
    })
}

/// Measures all tasks. Returns a table or a line of JSON.
pub(super) fn measure_generation(context: &Context, args: &Bench) -> String {
    let inputs = Inputs::new(args.seed);
    let mut figures = Vec::new();
    for task in TASKS {
        if context.is_interrupted() {
            break;
        }
        figures.push(
            task.measure(&inputs, Duration::from_secs_f64(args.seconds), &|| {
                context.is_interrupted()
            }),
        );
    }
    let report = GenerationReport {
        seed: args.seed,
        seconds: args.seconds,
        figures,
    };
    if args.json {
        serde_json::to_string(&report).unwrap_or_default() + "\n"
    } else {
        report.text()
    }
}

impl MeasuredTask {
    fn measure(&self, inputs: &Inputs, time: Duration, stop: &dyn Fn() -> bool) -> Figure {
        let mut once = (self.make)(inputs);
        // The first call builds tables.
        let _ = once();
        let (began, mut done) = (Instant::now(), 0.0);
        while began.elapsed() < time && !stop() {
            done += once();
        }
        let rate = done / began.elapsed().as_secs_f64().max(1e-9);
        let ndoku = if self.unit == Unit::Ms {
            1e3 / rate.max(1e-9)
        } else {
            rate
        };
        let times = self.other.map(|other| {
            if self.unit == Unit::Ms {
                other / ndoku.max(1e-9)
            } else {
                ndoku / other
            }
        });
        Figure {
            what: self.what,
            unit: self.unit,
            ndoku,
            other: self.other,
            whose: self.whose,
            times,
        }
    }
}

/// Formats a figure with its unit.
fn format_figure(figure: f64, unit: Unit) -> String {
    match unit {
        Unit::PerSecond if figure < 100.0 => format!("{figure:.2} /s"),
        Unit::PerSecond => format!("{} /s", crate::progress::group_thousands(figure as u64)),
        Unit::Ms => format!("{figure:.2} ms"),
    }
}

impl GenerationReport {
    fn text(&self) -> String {
        let mut out = format!(
            "making and comparing, 1 thread, {} s each, seed {}; others on a core of another \
            machine\n",
            self.seconds, self.seed
        );
        out.push_str(&format!(
            "{:<44} {:>14} {:>14} {:>8}  by\n",
            "", "ndoku", "other", "times"
        ));
        for Figure {
            what,
            unit,
            ndoku,
            other,
            whose,
            times,
        } in &self.figures
        {
            let other = other.map_or_else(String::new, |other| format_figure(other, *unit));
            let times = times.map_or_else(String::new, |times| format!("{times:.1}"));
            out.push_str(&format!(
                "{what:<44} {:>14} {other:>14} {times:>8}  {whose}\n",
                format_figure(*ndoku, *unit)
            ));
        }
        out
    }
}
