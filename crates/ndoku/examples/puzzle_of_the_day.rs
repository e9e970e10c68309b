//! Makes the puzzle of a day: the same date always gives the same puzzle.
//!
//! `cargo run --release --example puzzle_of_the_day -- 20261123 hard`

use std::error::Error;

use ndoku::analysis::Symmetry;
use ndoku::format::{self, WriteOptions};
use ndoku::generate::{DifficultyTarget, Generator, Request};
use ndoku::rating::Level;
use ndoku::{Budget, Layout};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let date = arguments
        .next()
        .ok_or("usage: puzzle_of_the_day DATE [LEVEL]")?;
    let seed: u64 = date.replace('-', "").parse()?;
    let wanted = arguments.next().unwrap_or_else(|| "medium".to_owned());
    let mut levels = Level::ALL.into_iter();
    let level = levels
        .find(|level| level.name() == wanted)
        .ok_or("there is no such level")?;

    let layout = Layout::classic();
    let request = Request::new(&layout)
        .symmetry(&[Symmetry::Rotational])
        .difficulty(DifficultyTarget::for_level(level, &layout));
    let generated = Generator::new(request)?.generate(seed, 1, &Budget::default())?;
    println!(
        "{date}, {}, {} clues",
        level.name(),
        generated.puzzle.clue_count()
    );
    let grid = format::find("grid").and_then(|format| format.write.as_ref());
    let grid = grid.ok_or("the format is missing")?;
    print!(
        "{}",
        grid.write_all([&generated.puzzle.into()], &WriteOptions::default())?
    );
    Ok(())
}
