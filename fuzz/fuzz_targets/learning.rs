//! Compares the CDCL engine with backtracking on random layouts of every kind. Both must find
//! equally many valid solutions, and there must be a proof if there is none.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ndoku::{
    Budget, Candidate, Digit, Engine, Found, General, Learning, ProofStep, Puzzle, StopReason,
    Stopped,
};
use ndoku_fuzz::Choices;
use ndoku_testkit::random::{self, SplitMix64};

/// The number of sizes. Larger grids cost more time than they reveal.
const SIZES: usize = 12;
/// The maximum number of requested solutions.
const MAX_SOLUTIONS: usize = 8;

fuzz_target!(|bytes: &[u8]| {
    let mut choices = Choices(bytes);
    let size = 1 + choices.below(SIZES) as u8;
    let mut rng = SplitMix64::new(choices.below(1 << 16) as u64);
    let layout = random::layout(&mut rng, size);
    let mut puzzle = Puzzle::empty(&layout);
    while !choices.0.is_empty() {
        let cell = layout.cell(choices.below(layout.cell_count()));
        let digit = Digit::from_index(choices.below(2 * usize::from(layout.size())) / 2);
        // A contradictory change is rejected and has no effect.
        if choices.byte() % 4 == 0 {
            let _ = puzzle.remove(Candidate::new(cell, digit));
        } else {
            let _ = puzzle.set_clue(cell, Some(digit));
        }
    }
    compare(&puzzle);
});

fn compare(puzzle: &Puzzle) {
    let budget = Budget::default().max_guesses(2_000);
    let mut learning = Learning::new();
    let [guessed, learnt, again] = [
        General::new().first(puzzle, MAX_SOLUTIONS, &budget),
        learning.first(puzzle, MAX_SOLUTIONS, &budget),
        learning.first(puzzle, MAX_SOLUTIONS, &budget),
    ];
    for found in [&guessed, &learnt, &again] {
        let solutions = match found {
            Ok(Found { solutions, .. }) => solutions,
            Err(Stopped {
                reason, solutions, ..
            }) => {
                assert_eq!(*reason, StopReason::Guesses);
                solutions
            }
        };
        assert!(
            solutions.iter().all(|solution| solution.solves(puzzle)),
            "{puzzle:?}"
        );
    }
    let (Ok(guessed), Ok(learnt), Ok(again)) = (guessed, learnt, again) else {
        return;
    };
    assert_eq!(
        (learnt.solutions.len(), learnt.more),
        (guessed.solutions.len(), guessed.more),
        "{puzzle:?}"
    );
    assert_eq!(
        (again.solutions.len(), again.more),
        (guessed.solutions.len(), guessed.more),
        "{puzzle:?}"
    );
    let mut ended = false;
    match learning.refute(puzzle, &budget, &mut |step| {
        ended = step == ProofStep::Learnt(&[])
    }) {
        Ok(None) => assert!(ended && guessed.solutions.is_empty(), "{puzzle:?}"),
        Ok(Some(solution)) => assert!(solution.solves(puzzle), "{puzzle:?}"),
        Err(stopped) => assert!(
            matches!(
                stopped.reason,
                StopReason::Guesses | StopReason::Unsupported
            ),
            "{stopped:?}"
        ),
    }
}
