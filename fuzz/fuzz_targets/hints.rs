//! Reads states of puzzles and solves them with all techniques. No step may contradict the
//! solution, and each must change the state.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ndoku::format::{ReadOptions, decode};
use ndoku::hint::{Hint, HintLevel, SolveEnd, SolvingState};
use ndoku::{Budget, Solver};

/// The maximum size. Larger grids cost more time than they reveal.
const MAX_SIZE: u8 = 12;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = decode(bytes) else { return };
    let options = ReadOptions {
        ignore_unsupported: true,
        ..ReadOptions::default()
    };
    for record in ndoku_fuzz::read_checked(&text, &options)
        .iter()
        .filter(|record| record.puzzle.size() <= MAX_SIZE)
        .take(2)
    {
        let budget = Budget::default().max_guesses(200);
        let Ok(state) = SolvingState::new(record, &mut Solver::new(), &budget) else {
            continue;
        };
        // Nothing is known about the state of a puzzle with several solutions.
        let may_be_wrong = !state.mistakes().is_empty() || state.solution().is_none();
        let asked = std::cell::Cell::new(0);
        let stop = || {
            asked.set(asked.get() + 1);
            asked.get() > 2_000
        };
        let mut logical_solver = state.logical_solver().with_stop(&stop);
        for _ in 0..40 {
            let open = logical_solver.board().open_candidates();
            match logical_solver.apply_next_step() {
                Ok(step) => {
                    assert!(
                        logical_solver.board().open_candidates() < open,
                        "{step:?} changes nothing"
                    );
                    assert!(
                        step.explanation.text.to_string().ends_with('.'),
                        "{step:?}: {}",
                        step.explanation.text
                    );
                    let hint = Hint::new(&logical_solver.position(), step, false);
                    for level in HintLevel::ALL {
                        assert!(!hint.text(level).is_empty());
                    }
                }
                Err(end) => {
                    assert!(
                        may_be_wrong
                            || !matches!(end, SolveEnd::Unsound | SolveEnd::Contradiction(_)),
                        "{end:?} in {record:?}"
                    );
                    break;
                }
            }
        }
    }
});
