//! Explains a puzzle: prints every step of its solution path, easiest techniques first.
//!
//! `cargo run --release --example teach -- PUZZLE`

use std::error::Error;

use ndoku::hint::{Game, HintLevel, explain};
use ndoku::{Budget, Puzzle, Solver};

fn main() -> Result<(), Box<dyn Error>> {
    let text = std::env::args().nth(1).ok_or("usage: teach PUZZLE")?;
    let puzzle: Puzzle = text.parse()?;
    let game = Game::new(&puzzle.into(), &mut Solver::new(), &Budget::default())?;
    let mut solver = game.logical_solver();
    let mut number = 0;
    while let Some(step) = solver.next_step() {
        number += 1;
        println!(
            "{number}. {}",
            explain(&solver.position(), &step, HintLevel::Full)
        );
        if solver.apply(&step.deduction).is_err() {
            println!("the step contradicts the solution");
            break;
        }
    }
    if number == 0 {
        println!("no technique applies");
    }
    Ok(())
}
