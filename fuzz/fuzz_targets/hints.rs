//! States of puzzles are read, and walked on from by all techniques: no step contradicts the solution, and each changes something.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ndoku::format::{ReadOptions, decode};
use ndoku::hint::{End, Game, HintLevel, say};
use ndoku::{Budget, Solver, Verdict};

/// Larger grids cost more time than they show.
const MOST_SIZE: u8 = 12;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = decode(bytes) else { return };
    let options = ReadOptions {
        ignore_unsupported: true,
        ..ReadOptions::default()
    };
    for record in ndoku_fuzz::checked(&text, &options)
        .iter()
        .filter(|record| record.puzzle.size() <= MOST_SIZE)
        .take(2)
    {
        let budget = Budget::default().max_guesses(200);
        let Ok(game) = Game::new(record, &mut Solver::new(), &budget) else {
            continue;
        };
        // Nothing is known of the state of a puzzle with several solutions.
        let may_be_wrong =
            !game.mistakes().is_empty() || !matches!(game.verdict(), Verdict::Unique(_));
        let asked = std::cell::Cell::new(0);
        let stop = || {
            asked.set(asked.get() + 1);
            asked.get() > 2_000
        };
        let mut walker = game.walker().stopping_if(&stop);
        for _ in 0..40 {
            let open = walker.board().open_candidates();
            match walker.step() {
                Ok(step) => {
                    assert!(
                        walker.board().open_candidates() < open,
                        "{step:?} changes nothing"
                    );
                    assert!(step.why.text.ends_with('.'), "{step:?}: {}", step.why.text);
                    for level in HintLevel::ALL {
                        assert!(!say(&walker.context(), &step, level).is_empty());
                    }
                }
                Err(end) => {
                    assert!(
                        may_be_wrong || !matches!(end, End::Unsound | End::Contradiction(_)),
                        "{end:?} in {record:?}"
                    );
                    break;
                }
            }
        }
    }
});
