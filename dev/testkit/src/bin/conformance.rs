//! A conformance run of any length: `conformance [--seconds 60] [--seed 1] [--largest 12]`.
//!
//! The time is split into thirds: layouts of every kind on the backtracking engine, layouts of
//! every kind on the CDCL engine, and classic puzzles, with and without diagonals, on the 9×9
//! engine. Then 120,000 classic puzzles and 60,000 with diagonals run in batches.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use ndoku_solver::{Backtrack, Cdcl, Engine, Simd9};
use ndoku_testkit::batches;
use ndoku_testkit::random::{self, SplitMix64};
use ndoku_testkit::suite::{self, Report};

/// Number of classic puzzles in batches, on every instruction set.
const BATCHED: usize = 120_000;
/// Number of X-Sudoku in batches, for both diagonals and for each alone.
const BATCHED_WITH_DIAGONALS: usize = 20_000;

fn main() -> ExitCode {
    let (mut seconds, mut seed, mut largest) = (60_u64, 1_u64, 12_u64);
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        let value = arguments.next().and_then(|value| value.parse().ok());
        match (name.as_str(), value) {
            ("--seconds", Some(value)) => seconds = value,
            ("--seed", Some(value)) => seed = value,
            ("--largest", Some(value @ 1..=255)) => largest = value,
            _ => {
                eprintln!("usage: conformance [--seconds N] [--seed N] [--largest 1..255]");
                return ExitCode::FAILURE;
            }
        }
    }
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut engines: [Box<dyn Engine>; 2] = [Box::new(Backtrack::new()), Box::new(Cdcl::new())];
    let mut reports = [Report::default(), Report::default()];
    let mut spent = [Duration::ZERO; 2];
    let mut classic = Simd9::default();
    let layouts = [[false, false], [true, true], [true, false], [false, true]].map(batches::layout);
    let mut of_classic = Report::default();
    let mut spent_on_classic = Duration::ZERO;
    while Instant::now() < end {
        // The engine that had less time so far.
        let which = usize::from(spent[1] < spent[0]);
        let begin = Instant::now();
        reports[which] = reports[which].merge(&suite::conformance(
            engines[which].as_mut(),
            seed,
            50,
            largest as u8,
        ));
        spent[which] += begin.elapsed();
        for round in 0.. {
            if 2 * spent_on_classic > spent[0] + spent[1] {
                break;
            }
            let begin = Instant::now();
            let mut rng = SplitMix64::new(seed << 32 | round);
            let puzzle = random::puzzle(&mut rng, &layouts[(round % 8).saturating_sub(4) as usize]);
            suite::check(
                &mut classic,
                &mut rng,
                &puzzle,
                &mut of_classic,
                &format!("classic, seed {seed}, round {round}"),
            );
            spent_on_classic += begin.elapsed();
        }
        seed += 1;
    }
    batches::check(seed, BATCHED, [false; 2]);
    for diagonals in [[true, true], [true, false], [false, true]] {
        batches::check(seed, BATCHED_WITH_DIAGONALS, diagonals);
    }
    println!("next seed {seed}");
    for (engine, report) in engines.iter().zip(&reports) {
        println!("{}: {report:?}", engine.name());
    }
    println!(
        "{}: {of_classic:?}, and {BATCHED} in batches",
        classic.name()
    );
    ExitCode::SUCCESS
}
