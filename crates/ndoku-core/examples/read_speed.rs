//! How fast a file of puzzles is read: `cargo run --release -p ndoku-core --example read_speed -- FILE`. Without a file a million lines are made up.

use std::ops::ControlFlow;
use std::time::Instant;

use ndoku_core::format::{ReadOptions, decode, read};

fn main() {
    let bytes = match std::env::args().nth(1) {
        Some(path) => std::fs::read(path).expect("the file can be read"),
        None => made_up(1_000_000),
    };
    let start = Instant::now();
    let text = decode(&bytes).expect("the file is text");
    let decoded = start.elapsed();
    let (mut puzzles, mut errors, mut clues) = (0, 0, 0);
    read(&text, &ReadOptions::default(), &mut |record| {
        match record {
            Ok(record) => {
                puzzles += 1;
                clues += record.puzzle.clue_count();
            }
            Err(error) => {
                errors += 1;
                if errors <= 3 {
                    eprintln!("{error}");
                }
            }
        }
        ControlFlow::Continue(())
    });
    let time = start.elapsed();
    let rate = f64::from(puzzles) / time.as_secs_f64();
    println!("{puzzles} puzzles, {errors} errors, {clues} clues in {time:.2?} (decoding {decoded:.2?}): {rate:.0} puzzles/s");
}

/// Lines of 81 characters with about 25 clues at changing places.
fn made_up(count: u32) -> Vec<u8> {
    let mut state = 1_u32;
    let mut step = move || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state
    };
    let mut bytes = Vec::new();
    for _ in 0..count {
        bytes.extend((0..81).map(|_| if step() % 10 < 3 { b'1' + (step() % 9) as u8 } else { b'.' }));
        bytes.push(b'\n');
    }
    bytes
}
