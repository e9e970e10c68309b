//! Draws the empty grid of a layout as SVG, and proves that it has a solution.
//!
//! `cargo run --release --example draw_layout > layout.svg`

use std::error::Error;

use ndoku::render::{Scene, Theme, svg};
use ndoku::{Layout, Puzzle, Solver};

fn main() -> Result<(), Box<dyn Error>> {
    let layout = Layout::builder(6).boxes(3, 2).x().build()?;
    let empty = Puzzle::empty(&layout);
    let solutions = Solver::new().find_solutions(&empty, 1)?.solutions;
    let solution = solutions.first().ok_or("the layout has no solution")?;
    let digits: Vec<u8> = solution.digits().iter().map(|digit| digit.get()).collect();
    eprintln!("one of its solutions: {digits:?}");

    let theme = Theme::from_name("light").ok_or("the theme is missing")?;
    let scene = Scene::from_puzzle(&empty).with_heading("6×6 with both diagonals");
    println!("{}", svg::write(&scene, theme));
    Ok(())
}
