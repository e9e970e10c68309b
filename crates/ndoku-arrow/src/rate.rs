//! `rate`: the difficulty of each puzzle with one solution.

use ndoku::format::ReadOptions;
use ndoku::rating::{Difficulty, RateError, Rater, Rating, RatingOutcome};
use ndoku::table::RowStatus;
use ndoku::{Layout, Puzzle};

use crate::block::{Block, RowKind, to_numbers};
use crate::interrupts::Interrupts;
use crate::options::Options;
use crate::output::{Output, Value};
use crate::status::read_puzzle;
use crate::worker::Worker;

pub(crate) fn worker(options: &Options) -> Box<dyn Worker> {
    Box::new(RateWorker {
        rater: Rater::new(options.profile),
        layout: Layout::classic(),
        read: options.read_options(),
    })
}

struct RateWorker {
    rater: Rater,
    layout: Layout,
    read: ReadOptions,
}

impl Worker for RateWorker {
    fn answer(&mut self, block: &Block<'_>, interrupts: &Interrupts<'_>, out: &mut Output) {
        let mut plain = block.plain.iter();
        for row in 0..block.len() {
            let puzzle = match block.kind(row) {
                RowKind::Null => {
                    out.push_null();
                    continue;
                }
                RowKind::Plain => plain
                    .next()
                    .and_then(|row| Puzzle::from_array(&self.layout, &to_numbers(row)).ok()),
                RowKind::Other => read_puzzle(block.text(row), &self.read),
            };
            self.rate(puzzle.as_ref(), interrupts, out);
        }
    }
}

impl RateWorker {
    fn rate(&mut self, puzzle: Option<&Puzzle>, interrupts: &Interrupts<'_>, out: &mut Output) {
        let Some(puzzle) = puzzle else {
            return out.push(RowStatus::Invalid, &[]);
        };
        let rater = &mut self.rater;
        match interrupts.with_budget(|budget| rater.rate(puzzle, budget)) {
            Ok(RatingOutcome::Unique(rating)) => push(&rating, out),
            Ok(RatingOutcome::Unsolvable) => out.push(RowStatus::Unsolvable, &[]),
            Ok(RatingOutcome::Multiple) => out.push(RowStatus::Multiple, &[]),
            // The profile does not rate this layout, or pencilmarks.
            Err(RateError::Layout | RateError::Pencilmarks) => out.push(RowStatus::Invalid, &[]),
            Err(_) => out.push(RowStatus::Unfinished, &[]),
        }
    }
}

fn push(rating: &Rating, out: &mut Output) {
    let number = |rating: Option<Difficulty>| {
        // Exact to the last bit: the text has one decimal.
        let number = rating.and_then(|rating| rating.to_string().parse().ok());
        number.map_or(Value::Null, Value::F32)
    };
    let technique = rating.puzzle.technique;
    // A rating by scores has no ER, which would be on another scale.
    let hardest = rating.puzzle.known().filter(|_| rating.score.is_none());
    out.push(
        RowStatus::Unique,
        &[
            number(hardest),
            number(rating.pearl.known()),
            number(rating.diamond.known()),
            Value::Text(rating.level.name().as_bytes()),
            technique.map_or(Value::Null, |name| Value::Text(name.as_bytes())),
            rating.score.map_or(Value::Null, Value::U32),
        ],
    );
}
