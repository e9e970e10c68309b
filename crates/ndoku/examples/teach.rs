//! Explains a puzzle: prints every step of its solution path, easiest techniques first.
//!
//! `cargo run --release --example teach -- PUZZLE`

use std::error::Error;

use ndoku::hint::{HintLevel, SolvingState};
use ndoku::{Budget, Puzzle, Solver};

fn main() -> Result<(), Box<dyn Error>> {
    let text = std::env::args().nth(1).ok_or("usage: teach PUZZLE")?;
    let puzzle: Puzzle = text.parse()?;
    let budget = Budget::default();
    let state = SolvingState::new(&puzzle.into(), &mut Solver::new(), &budget)?;
    let (path, _) = state.find_path(&budget);
    for (number, step) in path.steps().iter().enumerate() {
        println!("{}. {}", number + 1, path.hint(step).text(HintLevel::Full));
    }
    let symbols = state.puzzle().symbols();
    println!("{}", path.end().text(HintLevel::Full, symbols));
    Ok(())
}
