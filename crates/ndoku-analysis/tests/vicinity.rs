//! The vicinity of puzzles against brute force.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use ndoku_analysis::minimal::BulkMinimizer;
use ndoku_analysis::vicinity::{VicinityQuery, VicinitySearch, VicinityStats};
use ndoku_analysis::{CellSet81, Symmetry};
use ndoku_core::{Layout, Rng};
use ndoku_solver::{BatchOutcome, Budget, Isa, Simd9};
use ndoku_testkit::batches;
use ndoku_testkit::random::SplitMix64;

type Puzzles = Vec<[u8; 81]>;

fn minimal_puzzles(count: usize) -> Puzzles {
    let grids = batches::grids(&mut SplitMix64::new(21), &Layout::classic(), count);
    let mut bulk = BulkMinimizer::default();
    grids
        .iter()
        .enumerate()
        .map(|(n, grid)| {
            bulk.minimize(grid, Symmetry::None, &mut Rng::new(n as u64))
                .unwrap()
        })
        .collect()
}

fn found(
    vicinity: &mut VicinitySearch,
    puzzle: &[u8; 81],
    wanted: VicinityQuery,
) -> (Puzzles, VicinityStats) {
    let mut all = Vec::new();
    let stats = vicinity.for_each(puzzle, wanted, &Budget::default(), &mut |puzzle| {
        all.push(*puzzle);
        ControlFlow::Continue(())
    });
    let stats = stats.unwrap();
    assert_eq!(stats.found, all.len() as u64);
    (all, stats)
}

/// Solves again after every choice of removed and added clues.
fn brute_force(puzzle: &[u8; 81], minus: usize, plus: usize) -> BTreeSet<[u8; 81]> {
    let mut puzzles = BTreeSet::from([*puzzle]);
    for _ in 0..minus {
        puzzles = puzzles
            .iter()
            .flat_map(|puzzle| {
                CellSet81::from_clues(puzzle).into_iter().map(|cell| {
                    (CellSet81::from_clues(puzzle) - CellSet81::from_cell(cell)).mask(puzzle)
                })
            })
            .collect();
    }
    for _ in 0..plus {
        let mut next = BTreeSet::new();
        for less in &puzzles {
            for cell in !CellSet81::from_clues(less) {
                for digit in (1..=9).filter(|digit| *digit != puzzle[cell]) {
                    let mut more = *less;
                    more[cell] = digit;
                    next.insert(more);
                }
            }
        }
        puzzles = next;
    }
    let puzzles: Puzzles = puzzles.into_iter().collect();
    let (mut solutions, mut outcomes) = (
        vec![[0; 81]; puzzles.len()],
        vec![BatchOutcome::default(); puzzles.len()],
    );
    Simd9::new(None).solve_all(&puzzles, &mut solutions, &mut outcomes);
    puzzles
        .into_iter()
        .zip(outcomes)
        .filter(|(_, outcome)| *outcome == BatchOutcome::Unique)
        .map(|(puzzle, _)| puzzle)
        .collect()
}

fn check(
    vicinity: &mut VicinitySearch,
    puzzle: &[u8; 81],
    minus: usize,
    plus: usize,
) -> [usize; 2] {
    let expected = brute_force(puzzle, minus, plus);
    let (all, stats) = found(
        vicinity,
        puzzle,
        VicinityQuery {
            minimal: false,
            ..VicinityQuery::minimal(minus, plus)
        },
    );
    assert_eq!(stats.skipped, 0);
    assert_eq!(all.len(), expected.len(), "{{-{minus}+{plus}}}");
    assert_eq!(
        all.iter().copied().collect::<BTreeSet<_>>(),
        expected,
        "{{-{minus}+{plus}}}"
    );
    let (minimal, _) = found(vicinity, puzzle, VicinityQuery::minimal(minus, plus));
    let mut bulk = BulkMinimizer::default();
    let is_minimal = |puzzle: &&[u8; 81]| bulk.is_minimal(puzzle);
    let expected: BTreeSet<[u8; 81]> = expected.iter().filter(is_minimal).copied().collect();
    assert_eq!(minimal.len(), expected.len(), "minimal {{-{minus}+{plus}}}");
    assert_eq!(
        minimal.into_iter().collect::<BTreeSet<_>>(),
        expected,
        "minimal {{-{minus}+{plus}}}"
    );
    [all.len(), expected.len()]
}

#[test]
fn vicinity_agrees_with_brute_force() {
    let mut vicinity = VicinitySearch::default();
    let mut sums = [[0; 2]; 5];
    for (n, puzzle) in minimal_puzzles(3).into_iter().enumerate() {
        // Two removed clues would leave 300 times as many choices.
        for (sum, (minus, plus)) in sums
            .iter_mut()
            .zip([(0, 0), (0, 1), (1, 0), (1, 1), (2, 1)])
            .take(if n == 0 { 5 } else { 4 })
        {
            let counts = check(&mut vicinity, &puzzle, minus, plus);
            sum.iter_mut()
                .zip(counts)
                .for_each(|(sum, count)| *sum += count);
        }
    }
    // Without a change, a minimal puzzle only has itself. Without a clue, it has no result.
    assert_eq!(sums[0], [3, 3]);
    assert_eq!(sums[2], [0, 0]);
    assert!(
        sums[1][0] > 100 && sums[1][1] == 0 && sums[3][1] > 30 && sums[4][1] > 1,
        "{sums:?}"
    );
}

#[test]
fn vicinity_of_improper_puzzles_agrees_with_brute_force() {
    let mut vicinity = VicinitySearch::default();
    let grids = batches::grids(&mut SplitMix64::new(22), &Layout::classic(), 2);
    let minimal = minimal_puzzles(2);
    let mut several = minimal[0];
    let left_out = CellSet81::from_clues(&several).first().unwrap();
    several[left_out] = 0;
    let mut wrong = minimal[1];
    let cell = (!CellSet81::from_clues(&wrong)).first().unwrap();
    wrong[cell] = 1 + wrong[cell + 1..].iter().find(|digit| **digit != 0).unwrap() % 9;
    let mut redundant = minimal[1];
    (!CellSet81::from_clues(&redundant))
        .into_iter()
        .step_by(13)
        .for_each(|cell| redundant[cell] = Simd9::new(None).solve_one(&minimal[1]).1[cell]);
    for puzzle in [several, wrong, redundant, grids[0]] {
        for (minus, plus) in [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0)] {
            check(&mut vicinity, &puzzle, minus, plus);
        }
    }
    assert!(check(&mut vicinity, &several, 0, 1)[1] > 0);
}

#[test]
fn two_added_clues_agree_with_brute_force() {
    let mut vicinity = VicinitySearch::default();
    // Some removed clues leave few enough pairs for brute force if the other clues are many.
    let puzzle = minimal_puzzles(1)[0];
    let solution = Simd9::new(None).solve_one(&puzzle).1;
    let mut many = solution;
    // Blank except for a part, with several solutions.
    (0..81)
        .filter(|cell| matches!(cell / 9, 0 | 1 | 2 | 4) && puzzle[*cell] == 0)
        .for_each(|cell| many[cell] = 0);
    (27..54)
        .filter(|cell| solution[*cell] < 5)
        .for_each(|cell| many[cell] = 0);
    assert_eq!(Simd9::new(None).solve_one(&many).0, BatchOutcome::Multiple);
    let counts = check(&mut vicinity, &many, 0, 2);
    assert!(counts[0] > 20, "{counts:?}");
    // The minimal results are minimal, and no result appears twice.
    let (found, stats) = found(&mut vicinity, &puzzle, VicinityQuery::minimal(1, 2));
    let mut minimal = vec![false; found.len()];
    BulkMinimizer::default().are_minimal(&found, &mut minimal);
    assert!(minimal.iter().all(|minimal| *minimal));
    let mut outcomes = vec![BatchOutcome::default(); found.len()];
    Simd9::new(None).solve_all(&found, &mut vec![[0; 81]; found.len()], &mut outcomes);
    assert!(
        outcomes
            .iter()
            .all(|outcome| *outcome == BatchOutcome::Unique)
    );
    assert_eq!(found.iter().collect::<BTreeSet<_>>().len(), found.len());
    assert!(found.len() > 100 && stats.skipped == 0, "{stats:?}");
    // Brute force for some of the removed clues.
    let mut expected = 0;
    for cell in CellSet81::from_clues(&puzzle).into_iter().step_by(9) {
        let less = (CellSet81::from_clues(&puzzle) - CellSet81::from_cell(cell)).mask(&puzzle);
        let all: Puzzles = brute_force(&less, 0, 2)
            .into_iter()
            .filter(|more| more[cell] != puzzle[cell])
            .collect();
        let mut minimal = vec![false; all.len()];
        BulkMinimizer::default().are_minimal(&all, &mut minimal);
        let all: BTreeSet<[u8; 81]> = all
            .into_iter()
            .zip(minimal)
            .filter(|(_, minimal)| *minimal)
            .map(|(puzzle, _)| puzzle)
            .collect();
        expected += all.len();
        let clues = CellSet81::from_clues(&less);
        let here = |more: &&[u8; 81]| {
            CellSet81::from_clues(more).is_superset(clues)
                && clues.mask(more) == less
                && more[cell] != puzzle[cell]
        };
        assert_eq!(
            found.iter().filter(here).copied().collect::<BTreeSet<_>>(),
            all
        );
    }
    assert!(expected > 0);
}

#[test]
fn two_exchanged_clues_agree_with_brute_force() {
    let puzzle = minimal_puzzles(1)[0];
    // Brute force over all pairs of removed clues would take hours, so this takes some pairs that
    // leave few solutions.
    const FEW: usize = 60;
    let cells: Vec<usize> = CellSet81::from_clues(&puzzle).into_iter().collect();
    let pairs = cells
        .iter()
        .enumerate()
        .flat_map(|(place, one)| cells[..place].iter().map(move |other| [*one, *other]));
    let without = |out: [usize; 2]| {
        out.map(CellSet81::from_cell)
            .into_iter()
            .fold(CellSet81::from_clues(&puzzle), |left, cell| left - cell)
    };
    let solutions = |out: &[usize; 2]| {
        let mut count = [0];
        Simd9::new(None).count_all(&[without(*out).mask(&puzzle)], FEW as u64 + 1, &mut count);
        count[0] as usize
    };
    let out: Vec<[usize; 2]> = pairs
        .clone()
        .filter(|out| (FEW / 2..=FEW).contains(&solutions(out)))
        .take(2)
        .collect();
    let passed = pairs.filter(|out| solutions(out) > FEW).count();
    assert!(out.len() == 2 && passed > 10, "{passed}");
    for minimal in [false, true] {
        let mut met = vec![Vec::new(); out.len()];
        let wanted = VicinityQuery {
            minimal,
            solutions: FEW,
            ..VicinityQuery::minimal(2, 2)
        };
        let stats =
            VicinitySearch::default().for_each(&puzzle, wanted, &Budget::default(), &mut |found| {
                let kept = CellSet81::from_clues(&puzzle)
                    .into_iter()
                    .filter(|cell| found[*cell] == puzzle[*cell])
                    .collect::<CellSet81>();
                out.iter()
                    .zip(&mut met)
                    .filter(|(out, _)| without(**out) == kept)
                    .for_each(|(_, met)| met.push(*found));
                ControlFlow::Continue(())
            });
        assert_eq!(stats.unwrap().skipped, passed as u64);
        for (out, met) in out.iter().zip(met) {
            let mut expected = brute_force(&without(*out).mask(&puzzle), 0, 2);
            expected.retain(|found| out.iter().all(|cell| found[*cell] != puzzle[*cell]));
            assert!(expected.len() > 100);
            if minimal {
                expected.retain(|found| BulkMinimizer::default().is_minimal(found));
            }
            assert_eq!(met.len(), expected.len(), "{out:?}, minimal: {minimal}");
            assert_eq!(met.into_iter().collect::<BTreeSet<_>>(), expected);
        }
    }
}

#[test]
fn results_do_not_depend_on_the_instruction_set() {
    let puzzle = minimal_puzzles(1)[0];
    let mut reference = None;
    for isa in Isa::ALL.iter().copied().filter(|isa| isa.is_available()) {
        let mut vicinity = VicinitySearch::new(Some(isa));
        let all = [(1, 1), (2, 1)].map(|(minus, plus)| {
            found(&mut vicinity, &puzzle, VicinityQuery::minimal(minus, plus)).0
        });
        assert_eq!(reference.get_or_insert_with(|| all.clone()), &all, "{isa}");
    }
    let mut vicinity = VicinitySearch::default();
    let (few, stats) = found(
        &mut vicinity,
        &puzzle,
        VicinityQuery {
            solutions: 20,
            ..VicinityQuery::minimal(1, 1)
        },
    );
    assert!(stats.skipped > 0 && few.len() < reference.unwrap()[0].len());
    let mut count = 0;
    let stopped = vicinity.for_each(
        &puzzle,
        VicinityQuery::minimal(1, 1),
        &Budget::default(),
        &mut |_| {
            count += 1;
            if count < 3 {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        },
    );
    assert_eq!((stopped.unwrap().found, count), (3, 3));
    let flag = std::sync::atomic::AtomicBool::new(true);
    assert!(
        vicinity
            .for_each(
                &puzzle,
                VicinityQuery::minimal(1, 1),
                &Budget::default().stop_flag(&flag),
                &mut |_| ControlFlow::Continue(())
            )
            .is_err()
    );
}
