//! Compares the CDCL engine with backtracking, on random layouts of every kind.
//!
//! Both must find the same number of solutions, and every solution must be correct. If there is
//! none, the CDCL engine must end its proof with the empty clause.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ndoku::{
    Backtrack, Budget, Candidate, Cdcl, Digit, Engine, Interrupted, ProofStep, Puzzle, Solutions,
    StopReason,
};
use ndoku_fuzz::Choices;
use ndoku_testkit::random::{self, SplitMix64};

/// Maximum size of the layouts. Larger ones take more time and find little more.
const MAX_SIZE: usize = 12;
/// Maximum number of solutions to search.
const MAX_SOLUTIONS: usize = 8;

fuzz_target!(|bytes: &[u8]| {
    let mut choices = Choices(bytes);
    let size = 1 + choices.below(MAX_SIZE) as u8;
    let mut rng = SplitMix64::new(choices.below(1 << 16) as u64);
    let layout = random::layout(&mut rng, size);
    let mut puzzle = Puzzle::empty(&layout);
    while !choices.0.is_empty() {
        let cell = layout.cell(choices.below(layout.cell_count()));
        let digit = Digit::from_index(choices.below(2 * usize::from(layout.size())) / 2);
        // The puzzle refuses contradictory changes and stays as it was.
        if choices.byte() % 4 == 0 {
            let _ = puzzle.remove_candidate(Candidate::new(cell, digit));
        } else {
            let _ = puzzle.set_clue(cell, Some(digit));
        }
    }
    compare_engines(&puzzle);
});

fn compare_engines(puzzle: &Puzzle) {
    let budget = Budget::default().max_guesses(2_000);
    let mut cdcl = Cdcl::new();
    let [by_backtracking, by_cdcl, by_cdcl_again] = [
        Backtrack::new().find_solutions(puzzle, MAX_SOLUTIONS, &budget),
        cdcl.find_solutions(puzzle, MAX_SOLUTIONS, &budget),
        cdcl.find_solutions(puzzle, MAX_SOLUTIONS, &budget),
    ];
    for found in [&by_backtracking, &by_cdcl, &by_cdcl_again] {
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
    let (Ok(by_backtracking), Ok(by_cdcl), Ok(by_cdcl_again)) =
        (by_backtracking, by_cdcl, by_cdcl_again)
    else {
        return;
    };
    assert_eq!(
        (by_cdcl.solutions.len(), by_cdcl.has_more),
        (by_backtracking.solutions.len(), by_backtracking.has_more),
        "{puzzle:?}"
    );
    assert_eq!(
        (by_cdcl_again.solutions.len(), by_cdcl_again.has_more),
        (by_backtracking.solutions.len(), by_backtracking.has_more),
        "{puzzle:?}"
    );
    let mut has_empty_clause = false;
    match cdcl.solve_with_proof(puzzle, &budget, &mut |step| {
        has_empty_clause = step == ProofStep::Add(&[])
    }) {
        Ok(None) => assert!(
            has_empty_clause && by_backtracking.solutions.is_empty(),
            "{puzzle:?}"
        ),
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
