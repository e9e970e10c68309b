//! `ndoku-bench generation [--seconds 3] [--seed 1]`: measures generation, comparison and analysis
//! of classic puzzles on one thread.
//!
//! ```text
//! seed ─▶ uniform grids, minimal puzzles ─▶ each task for --seconds
//! ```
//!
//! `docs/benchmarks/generation.md` has figures of other programs.

use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use clap::Args;
use ndoku::analysis::canonical::{CanonicalForm, ClassicCanonicalizer, grid};
use ndoku::analysis::minimal::BulkMinimizer;
use ndoku::analysis::transformation::Grid81;
use ndoku::analysis::vicinity::{VicinityQuery, VicinitySearch};
use ndoku::analysis::{Symmetry, unavoidable};
use ndoku::generate::grid_generator::GridGenerator;
use ndoku::generate::uniform::grids;
use ndoku::generate::uniform::minimal::{
    MinimalPuzzleEstimator, MinimalPuzzleSampler, WeightedPuzzle,
};
use ndoku::generate::{DifficultyTarget, Generator, Request};
use ndoku::rating::Level;
use ndoku::{Budget, Layout, Rng};

use crate::figures::group_thousands;

/// Number of grids that the tasks share.
const GRID_COUNT: u64 = 2_000;

/// Number of starts of the sampler for the puzzles. About 300 of them find any.
const START_COUNT: u64 = 2_048;

/// Number of starts per call of the measured function.
const STARTS_PER_CALL: u64 = 1_024;

/// The options of the measurement.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Time for each task, in seconds
    #[arg(long, default_value_t = 3.0)]
    seconds: f64,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// The unit of a figure.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Unit {
    /// Number per second; more is better.
    PerSecond,
    /// Milliseconds each; less is better.
    Ms,
}

/// A measured task.
#[derive(Copy, Clone, Debug)]
struct MeasuredTask {
    name: &'static str,
    unit: Unit,
    /// Returns a function that does part of the task and returns the number of results.
    make: fn(&Inputs) -> Box<dyn FnMut() -> f64 + '_>,
}

/// The inputs that the tasks share.
struct Inputs {
    seed: u64,
    grids: Vec<Grid81>,
    /// Minimal puzzles with one solution each.
    puzzles: Vec<Grid81>,
}

impl Inputs {
    /// Generates `grid_count` grids, and puzzles from `start_count` starts of the sampler.
    fn new(seed: u64, grid_count: u64, start_count: u64) -> Self {
        let grids = (0..grid_count)
            .map(|number| grids::sample(&mut Rng::stream(seed, number)))
            .collect();
        // One puzzle per successful start, so that the puzzles are independent.
        let mut puzzles = Vec::new();
        let mut take = |found: &[WeightedPuzzle]| {
            puzzles.extend(found.first().map(|first| first.puzzle));
        };
        // Without a limit, the sampler is not stopped.
        let _ = MinimalPuzzleSampler::new(None).sample(
            seed,
            0..start_count,
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

/// The measured tasks, in the order of the report.
const TASKS: &[MeasuredTask] = &[
    MeasuredTask {
        name: "full grids, uniform",
        unit: Unit::PerSecond,
        make: uniform_grids,
    },
    MeasuredTask {
        name: "minimal puzzles with weights",
        unit: Unit::PerSecond,
        make: weighted_puzzles,
    },
    MeasuredTask {
        name: "  their effective size, by starts",
        unit: Unit::PerSecond,
        make: effective_size,
    },
    MeasuredTask {
        name: "canonical forms of grids",
        unit: Unit::PerSecond,
        make: canonical_grids,
    },
    MeasuredTask {
        name: "full grids, fast",
        unit: Unit::PerSecond,
        make: fast_grids,
    },
    MeasuredTask {
        name: "minimal puzzles of random grids",
        unit: Unit::PerSecond,
        make: minimal_puzzles,
    },
    MeasuredTask {
        name: "minimality checks",
        unit: Unit::PerSecond,
        make: minimality,
    },
    MeasuredTask {
        name: "canonical forms, pattern first",
        unit: Unit::PerSecond,
        make: pattern_forms,
    },
    MeasuredTask {
        name: "canonical forms, string",
        unit: Unit::PerSecond,
        make: string_forms,
    },
    MeasuredTask {
        name: "canonical forms, through the solution",
        unit: Unit::PerSecond,
        make: solution_forms,
    },
    MeasuredTask {
        name: "{-1+1} outputs",
        unit: Unit::PerSecond,
        make: list_neighbors,
    },
    MeasuredTask {
        name: "unavoidable sets, to 4 digits, a grid",
        unit: Unit::Ms,
        make: sets_of_digits,
    },
    MeasuredTask {
        name: "unavoidable sets, to 12 cells, a grid",
        unit: Unit::Ms,
        make: sets_of_cells,
    },
    MeasuredTask {
        name: "puzzles of the level beginner",
        unit: Unit::PerSecond,
        make: |inputs| generate_level(inputs, Level::Beginner),
    },
    MeasuredTask {
        name: "puzzles of the level easy",
        unit: Unit::PerSecond,
        make: |inputs| generate_level(inputs, Level::Easy),
    },
    MeasuredTask {
        name: "puzzles of the level medium",
        unit: Unit::PerSecond,
        make: |inputs| generate_level(inputs, Level::Medium),
    },
    MeasuredTask {
        name: "puzzles of the level hard",
        unit: Unit::PerSecond,
        make: |inputs| generate_level(inputs, Level::Hard),
    },
    MeasuredTask {
        name: "puzzles of the level expert",
        unit: Unit::PerSecond,
        make: |inputs| generate_level(inputs, Level::Expert),
    },
    MeasuredTask {
        name: "puzzles of the level extreme",
        unit: Unit::PerSecond,
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
            black_box(grid::minlex_form(own));
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
        black_box(forms.canonical_forms(form, puzzles));
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

/// Measures all tasks, and prints a line for each.
pub(crate) fn measure(options: &Options) {
    let inputs = Inputs::new(options.seed, GRID_COUNT, START_COUNT);
    let time = Duration::from_secs_f64(options.seconds.max(0.0));
    println!("{:<44} {:>14}  unit", "task", "figure");
    for task in TASKS {
        println!("{}", format_row(task, task.measure_rate(&inputs, time)));
    }
}

impl MeasuredTask {
    /// Returns the number of results per second.
    fn measure_rate(&self, inputs: &Inputs, time: Duration) -> f64 {
        let mut once = (self.make)(inputs);
        // The first call builds tables.
        let _ = once();
        let (begin, mut done) = (Instant::now(), 0.0);
        loop {
            done += once();
            if begin.elapsed() >= time {
                return done / begin.elapsed().as_secs_f64().max(1e-9);
            }
        }
    }
}

/// Formats the figure of a task with its unit.
fn format_row(task: &MeasuredTask, rate: f64) -> String {
    let (figure, unit) = match task.unit {
        Unit::PerSecond if rate < 100.0 => (format!("{rate:.2}"), "1/s"),
        Unit::PerSecond => (group_thousands(rate as u128), "1/s"),
        Unit::Ms => (format!("{:.2}", 1e3 / rate), "ms per grid"),
    };
    format!("{:<44} {figure:>14}  {unit}", task.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_task_yields_results() {
        let inputs = Inputs::new(3, 20, 256);
        assert!(inputs.grids.len() == 20 && !inputs.puzzles.is_empty());
        for task in TASKS {
            // Effective sizes of few starts can be negative; see `sample_starts`.
            let rate = task.measure_rate(&inputs, Duration::ZERO);
            assert!(rate.is_finite() && rate != 0.0, "{}: {rate}", task.name);
        }
    }

    #[test]
    fn rows_have_the_unit_of_the_task() {
        let row = |unit, rate| {
            let make = |_: &Inputs| -> Box<dyn FnMut() -> f64 + '_> { Box::new(|| 1.0) };
            let name = "n";
            format_row(&MeasuredTask { name, unit, make }, rate)
        };
        assert!(row(Unit::PerSecond, 12_345.6).ends_with(" 12,345  1/s"));
        assert!(row(Unit::PerSecond, 70.25).ends_with(" 70.25  1/s"));
        assert!(row(Unit::Ms, 200.0).ends_with(" 5.00  ms per grid"));
    }
}
