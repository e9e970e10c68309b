//! `ndoku-bench simd [--isa NAME]… FILE…`: measures how many classic puzzles per second `Simd9`
//! solves in batches on one core, searched to the second solution.
//!
//! Prints one line per file and instruction set. The backtracking engine solves some puzzles of the
//! same file in the same run, for comparison. The time covers whole batches, including reading the
//! bytes and writing the solutions. The best of several rounds counts, because other programs only
//! make rounds longer.

use std::time::{Duration, Instant};

use clap::Args;
use ndoku_solver::{Backtrack, BatchOutcome, Budget, Engine, Isa, Simd9};

use crate::puzzle_file;

/// Time per measurement.
const MEASURE_TIME: Duration = Duration::from_millis(700);
/// Maximum number of puzzles for the backtracking engine.
const SAMPLE_SIZE: usize = 3000;

/// The options of the measurement.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Only this instruction set, or these: portable, sse2, avx2, avx512, neon, wasm
    #[arg(long, value_name = "NAME")]
    isa: Vec<Isa>,
    /// Files of puzzles, in any format, plain or compressed
    #[arg(value_name = "FILE")]
    files: Vec<String>,
}

/// Measures all files.
///
/// # Errors
/// Returns the file that cannot be read.
pub(crate) fn measure(options: &Options) -> Result<(), String> {
    let mut sets = if options.isa.is_empty() {
        Isa::ALL.iter().rev().copied().collect()
    } else {
        options.isa.clone()
    };
    sets.retain(|isa| isa.is_available());
    println!(
        "{:<34} {:>7} {:<9} {:>11} {:>10} {:>10} {:>11}",
        "file", "puzzles", "engine", "puzzles/s", "guesses/p", "sweeps/p", "ns/sweep"
    );
    for file in &options.files {
        let entries =
            puzzle_file::read_classic_puzzles(file).map_err(|error| format!("{file}: {error}"))?;
        let clues: Vec<[u8; 81]> = entries
            .iter()
            .map(puzzle_file::PuzzleEntry::bytes)
            .collect();
        let name = file.rsplit('/').next().unwrap_or(file);
        for isa in &sets {
            measure_batches(name, *isa, &clues);
        }
        let mut backtrack = Backtrack::new();
        let mut guesses = 0;
        let sample = &entries[..entries.len().min(SAMPLE_SIZE)];
        let begin = Instant::now();
        for entry in sample {
            guesses += backtrack
                .count_up_to(&entry.puzzle, 1, &Budget::default())
                .map_or(0, |tally| tally.stats.guesses);
        }
        let rate = sample.len() as f64 / begin.elapsed().as_secs_f64();
        println!(
            "{name:<34} {:>7} {:<9} {rate:>11.0} {:>10.2}",
            sample.len(),
            "backtrack",
            guesses as f64 / sample.len().max(1) as f64
        );
    }
    Ok(())
}

fn measure_batches(name: &str, isa: Isa, clues: &[[u8; 81]]) {
    let mut engine = Simd9::new(Some(isa));
    let (mut solutions, mut outcomes) = (
        vec![[0; 81]; clues.len()],
        vec![BatchOutcome::default(); clues.len()],
    );
    let mut best = Duration::MAX;
    let begin = Instant::now();
    while begin.elapsed() < MEASURE_TIME {
        let round = Instant::now();
        engine.solve_all(clues, &mut solutions, &mut outcomes);
        best = best.min(round.elapsed());
    }
    let work = engine.batch_stats();
    let puzzles = work.puzzles.max(1) as f64;
    let sweeps = work.sweeps as f64 / puzzles;
    println!(
        "{name:<34} {:>7} {:<9} {:>11.0} {:>10.3} {sweeps:>10.2} {:>11.2}",
        clues.len(),
        isa.name(),
        clues.len() as f64 / best.as_secs_f64(),
        work.guesses as f64 / puzzles,
        best.as_secs_f64() * 1e9 / clues.len() as f64 / sweeps
    );
}
