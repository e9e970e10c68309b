//! `ndoku-bench lanes [--isa NAME]… FILE…`: how many classic puzzles a second the batches of `Classic` take on one core, searched to the second solution.
//!
//! One line for each file and instruction set, next to the general engine on some puzzles of the same file, in the same run. The time is that of whole
//! batches, loading the bytes and writing the solutions included; the best of several rounds, since other programs only ever make it longer.

use std::time::{Duration, Instant};

use ndoku_engine::{Budget, Classic, Engine, General, Isa, Outcome};

use crate::read;

/// Time for each measurement.
const ENOUGH: Duration = Duration::from_millis(700);
/// Puzzles of the general engine.
const SAMPLE: usize = 3000;

/// Measures all files; the error says which cannot be read.
pub(crate) fn measure(arguments: &[String]) -> Result<(), String> {
    let mut sets = Vec::new();
    let mut files = Vec::new();
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        if argument == "--isa" {
            sets.push(rest.next().map(String::as_str).unwrap_or_default().parse::<Isa>().map_err(|error| error.to_string())?);
        } else {
            files.push(argument);
        }
    }
    if sets.is_empty() {
        sets.extend(Isa::ALL.iter().rev().copied());
    }
    sets.retain(|isa| isa.is_available());
    println!(
        "{:<34} {:>7} {:<9} {:>11} {:>10} {:>10} {:>11}",
        "file", "puzzles", "engine", "puzzles/s", "guesses/p", "sweeps/p", "ns/sweep"
    );
    for file in files {
        let entries = read::read(file).map_err(|error| format!("{file}: {error}"))?;
        let entries: Vec<read::Entry> = entries.into_iter().filter(|entry| entry.puzzle.layout().is_classic()).collect();
        let clues: Vec<[u8; 81]> =
            entries.iter().map(|entry| std::array::from_fn(|i| entry.puzzle.clues()[i].map_or(b'.', |digit| b'0' + digit.get()))).collect();
        let name = file.rsplit('/').next().unwrap_or(file);
        for isa in &sets {
            batches(name, *isa, &clues);
        }
        let mut general = General::new();
        let mut guesses = 0;
        let sample = &entries[..entries.len().min(SAMPLE)];
        let begin = Instant::now();
        for entry in sample {
            guesses += general.count(&entry.puzzle, 1, &Budget::default()).map_or(0, |tally| tally.stats.guesses);
        }
        let rate = sample.len() as f64 / begin.elapsed().as_secs_f64();
        println!("{name:<34} {:>7} {:<9} {rate:>11.0} {:>10.2}", sample.len(), "general", guesses as f64 / sample.len().max(1) as f64);
    }
    Ok(())
}

fn batches(name: &str, isa: Isa, clues: &[[u8; 81]]) {
    let mut engine = Classic::new(Some(isa));
    let (mut solutions, mut outcomes) = (vec![[0; 81]; clues.len()], vec![Outcome::default(); clues.len()]);
    let mut best = Duration::MAX;
    let begin = Instant::now();
    while begin.elapsed() < ENOUGH {
        let round = Instant::now();
        engine.solve_all(clues, &mut solutions, &mut outcomes);
        best = best.min(round.elapsed());
    }
    let work = engine.work();
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
