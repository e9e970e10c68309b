//! Solves every puzzle of a file, on all cores. The format is detected.
//!
//! `cargo run --release --example solve_file -- puzzles/everest.txt`

use std::error::Error;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use ndoku::format::{ReadError, ReadOptions, Record};
use ndoku::parallel::map_in_order;
use ndoku::{Solver, Verdict, format};

/// The weight of one puzzle for the batches of `map_in_order`: a small one, since puzzles differ.
const WEIGHT: usize = 64;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("usage: solve_file FILE")?;
    let text = std::fs::read_to_string(path)?;
    let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    map_in_order(
        threads,
        |emit| {
            format::read(&text, &ReadOptions::default(), &mut |record| {
                emit(record, WEIGHT)
            });
        },
        || {
            // Each thread has a solver of its own, which keeps its memory between puzzles.
            let mut solver = Solver::new();
            move |record: Result<Record, ReadError>| answer(&mut solver, record)
        },
        |answer| {
            println!("{answer}");
            ControlFlow::Continue(())
        },
    );
    Ok(())
}

fn answer(solver: &mut Solver, record: Result<Record, ReadError>) -> String {
    let puzzle = match record {
        Ok(record) => record.puzzle,
        Err(error) => return format!("invalid: {error}"),
    };
    match solver.solve(&puzzle) {
        Ok(Verdict::Unique(solution)) => {
            let symbols = puzzle.symbols();
            let digits = solution.digits().iter();
            digits.map(|digit| symbols.symbol(*digit)).collect()
        }
        Ok(Verdict::Multiple(..)) => "several solutions".to_owned(),
        Ok(Verdict::Unsolvable) => "no solution".to_owned(),
        Err(stopped) => stopped.to_string(),
    }
}
