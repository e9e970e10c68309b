//! Prints the puzzles of a file without those that are equivalent to an earlier one: rotated,
//! reflected, with lines exchanged or digits renamed.
//!
//! `cargo run --release --example remove_equivalent -- FILE`

use std::collections::HashSet;
use std::error::Error;
use std::ops::ControlFlow;

use ndoku::analysis::canonical::{CanonicalForm, Canonicalizer};
use ndoku::format::{self, ReadOptions, WriteOptions};
use ndoku::{Budget, Puzzle};

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args()
        .nth(1)
        .ok_or("usage: remove_equivalent FILE")?;
    let text = std::fs::read_to_string(path)?;
    let mut puzzles: Vec<Puzzle> = Vec::new();
    format::read(&text, &ReadOptions::default(), &mut |record| {
        match record {
            Ok(record) => puzzles.push(record.puzzle),
            Err(error) => eprintln!("{error}"),
        }
        ControlFlow::Continue(())
    });

    let line = format::find("line").and_then(|format| format.write.as_ref());
    let line = line.ok_or("the format is missing")?;
    let mut canonicalizer = Canonicalizer::new();
    let mut seen = HashSet::new();
    for puzzle in &puzzles {
        let form =
            canonicalizer.canonicalize(CanonicalForm::Pattern, puzzle, &Budget::default())?;
        // Forms of different layouts are never compared.
        if seen.insert((puzzle.layout().to_string(), form.form)) {
            print!(
                "{}",
                line.write_all([&puzzle.clone().into()], &WriteOptions::default())?
            );
        }
    }
    eprintln!(
        "{} puzzles, {} of them different",
        puzzles.len(),
        seen.len()
    );
    Ok(())
}
