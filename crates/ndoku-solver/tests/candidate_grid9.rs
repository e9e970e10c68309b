//! Tests of candidates as input of the 9×9 engine. The answers are those for clues, on every
//! instruction set. Queries about single clues agree with a new search of the puzzle.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use ndoku_core::{Layout, Puzzle};
use ndoku_solver::{BatchOutcome, Budget, CandidateGrid9, Isa, Simd9, StopReason};
use ndoku_testkit::batches;
use ndoku_testkit::random::SplitMix64;

fn puzzles(count: usize) -> Vec<[u8; 81]> {
    let mut rng = SplitMix64::new(31);
    let grids = batches::grids(&mut rng, &Layout::classic(), 20);
    (0..count)
        .map(|_| batches::clues(&mut rng, &grids))
        .collect()
}

#[test]
fn candidates_of_clues_get_the_answers_of_clues() {
    let clues = puzzles(2_000);
    let candidates: Vec<CandidateGrid9> = clues.iter().map(CandidateGrid9::from_clues).collect();
    let layout = Layout::classic();
    for (clues, candidates) in clues.iter().zip(&candidates).take(100) {
        assert_eq!(
            CandidateGrid9::from_puzzle(&batches::puzzle(&layout, clues)),
            *candidates
        );
    }
    assert_eq!(
        CandidateGrid9::from_puzzle(&Puzzle::empty(&Layout::for_size(4).unwrap())),
        CandidateGrid9::from_pencilmarks(&[0; 729])
    );
    assert_eq!(
        CandidateGrid9::from_pencilmarks(&std::array::from_fn(|at| (at % 9) as u8 + 1)),
        CandidateGrid9::ALL
    );
    for isa in Isa::ALL.iter().copied().filter(|isa| isa.is_available()) {
        let (mut one, mut other) = (Simd9::new(Some(isa)), Simd9::new(Some(isa)));
        let fresh = || {
            (
                vec![[0; 81]; clues.len()],
                vec![[0; 81]; clues.len()],
                vec![BatchOutcome::default(); clues.len()],
            )
        };
        let (mut expected, mut found) = (fresh(), fresh());
        one.solve_all_with_second(&clues, &mut expected.0, &mut expected.1, &mut expected.2);
        other.solve_all_candidates(&candidates, &mut found.0, &mut found.1, &mut found.2);
        assert!(
            expected == found && one.batch_stats() == other.batch_stats(),
            "{isa}"
        );
        for wanted in [
            BatchOutcome::Unsolvable,
            BatchOutcome::Unique,
            BatchOutcome::Multiple,
        ] {
            assert!(
                found.2.iter().filter(|outcome| **outcome == wanted).count() > 100,
                "{wanted:?}"
            );
        }
        let (mut expected, mut found) = (fresh(), fresh());
        one.find_one_of_each(&clues, &mut expected.0, &mut expected.2);
        other.find_one_of_each_candidates(&candidates, &mut found.0, &mut found.2);
        assert!(
            expected == found && one.batch_stats() == other.batch_stats(),
            "{isa}"
        );
        found.2.fill(BatchOutcome::Multiple);
        other.check_all_candidates(&candidates, &mut found.2);
        assert_eq!(expected.2, found.2, "{isa}");
    }
}

#[test]
fn queries_about_single_clues_agree_with_a_new_search() {
    let mut engine = Simd9::new(None);
    let mut seen = [0; 2];
    for puzzle in puzzles(60) {
        let clues: Vec<usize> = (0..81)
            .filter(|cell| matches!(puzzle[*cell], 1..=9 | b'1'..=b'9'))
            .collect();
        let base = CandidateGrid9::from_clues(&puzzle);
        let tests: Vec<CandidateGrid9> = clues
            .iter()
            .map(|cell| {
                let mut test = base;
                test.reopen(*cell);
                test.forbid(*cell, puzzle[*cell] & 15);
                test
            })
            .collect();
        let mut outcomes = vec![BatchOutcome::default(); tests.len()];
        engine.check_all_candidates(&tests, &mut outcomes);
        for (cell, outcome) in clues.iter().zip(outcomes) {
            let other = (1..=9)
                .filter(|digit| *digit != puzzle[*cell] & 15)
                .any(|digit| {
                    let mut changed = puzzle;
                    changed[*cell] = digit;
                    engine.find_one(&changed).0 == BatchOutcome::Solvable
                });
            assert_eq!(
                outcome == BatchOutcome::Solvable,
                other,
                "{puzzle:?}, cell {cell}"
            );
            seen[usize::from(other)] += 1;
        }
    }
    assert!(seen.iter().all(|count| *count > 200), "{seen:?}");
}

#[test]
fn solutions_of_candidates_are_found_once_within_the_budget() {
    let mut engine = Simd9::new(None);
    let mut several = 0;
    for clues in puzzles(300) {
        let mut count = [0];
        engine.count_all(&[clues], 3_000, &mut count);
        let candidates = CandidateGrid9::from_clues(&clues);
        for soon in [false, true] {
            let mut all = Vec::new();
            let stats =
                engine.for_each_solution_of(&candidates, soon, &Budget::default(), &mut |grids| {
                    all.extend_from_slice(grids);
                    if all.len() >= 3_000 {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                });
            assert_eq!(all.len().min(3_000) as u64, count[0]);
            assert_eq!(stats.unwrap().exhausted, count[0] < 3_000);
            assert!(all.iter().all(|grid| {
                grid.iter()
                    .enumerate()
                    .all(|(cell, digit)| candidates.allows(cell, *digit))
            }));
            all.sort_unstable();
            all.dedup();
            assert_eq!(all.len().min(3_000) as u64, count[0]);
        }
        several += u32::from((2..3_000).contains(&count[0]));
    }
    assert!(several > 10);
    let flag = AtomicBool::new(true);
    let stopped = engine.for_each_solution_of(
        &CandidateGrid9::ALL,
        true,
        &Budget::default().stop_flag(&flag),
        &mut |_| ControlFlow::Continue(()),
    );
    assert_eq!(stopped.unwrap_err().reason, StopReason::Canceled);
}
