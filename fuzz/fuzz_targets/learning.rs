//! Learning from contradictions beside guessing, on random layouts of every kind: as many solutions, each of them right, and a proof where there is none.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ndoku::{
    Backtrack, Budget, Candidate, Digit, Engine, Interrupted, Learning, ProofStep, Puzzle,
    Solutions, StopReason,
};
use ndoku_fuzz::Choices;
use ndoku_testkit::random::{self, SplitMix64};

/// Larger grids cost more time than they show.
const SIZES: usize = 12;
/// As many solutions are asked for.
const MOST: usize = 8;

fuzz_target!(|bytes: &[u8]| {
    let mut choices = Choices(bytes);
    let size = 1 + choices.below(SIZES) as u8;
    let mut rng = SplitMix64::new(choices.below(1 << 16) as u64);
    let layout = random::layout(&mut rng, size);
    let mut puzzle = Puzzle::empty(&layout);
    while !choices.0.is_empty() {
        let cell = layout.cell(choices.below(layout.cell_count()));
        let digit = Digit::from_index(choices.below(2 * usize::from(layout.size())) / 2);
        // What contradicts itself is refused, and left as it was.
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
        Backtrack::new().find_first(puzzle, MOST, &budget),
        learning.find_first(puzzle, MOST, &budget),
        learning.find_first(puzzle, MOST, &budget),
    ];
    for found in [&guessed, &learnt, &again] {
        let solutions = match found {
            Ok(Solutions { solutions, .. }) => solutions,
            Err(Interrupted {
                reason, solutions, ..
            }) => {
                assert_eq!(*reason, StopReason::GuessLimit);
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
                StopReason::GuessLimit | StopReason::Unsupported
            ),
            "{stopped:?}"
        ),
    }
}
