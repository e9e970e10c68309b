//! Minimal puzzles against the naive oracle, against the plain method, and on every instruction
//! set.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use ndoku_analysis::minimal::{BulkMinimizer, MinimizeError, Minimizer, RemovablePart};
use ndoku_analysis::{CellSet81, Symmetry};
use ndoku_core::{Candidate, Digit, Layout, Puzzle, Rng};
use ndoku_solver::{Backtrack, BatchOutcome, Budget, Isa, Simd9};
use ndoku_testkit::random::{self, SplitMix64};
use ndoku_testkit::{batches, oracle};

fn grids(count: usize) -> Vec<[u8; 81]> {
    batches::grids(&mut SplitMix64::new(7), &Layout::classic(), count)
}

/// Tests with the oracle if a puzzle has exactly one solution.
fn is_unique(puzzle: &Puzzle) -> bool {
    oracle::solutions(puzzle, 2, u64::MAX).is_some_and(|solutions| solutions.len() == 1)
}

fn solve(engine: &mut Simd9, clues: &[u8; 81]) -> (BatchOutcome, [u8; 81]) {
    engine.solve_one(clues)
}

/// Minimizes by the plain method: solves the puzzle again without each unit of the order.
fn minimize_plainly(
    engine: &mut Simd9,
    puzzle: &[u8; 81],
    symmetry: Symmetry,
    rng: &mut Rng,
) -> [u8; 81] {
    let mut units: Vec<Vec<usize>> = symmetry.orbits(9);
    units
        .iter_mut()
        .for_each(|unit| unit.retain(|cell| puzzle[*cell] != 0));
    units.retain(|unit| !unit.is_empty());
    for last in (1..units.len()).rev() {
        units.swap(last, rng.below(last as u64 + 1) as usize);
    }
    let mut left = *puzzle;
    for unit in units {
        let before = left;
        unit.iter().for_each(|cell| left[*cell] = 0);
        if solve(engine, &left).0 != BatchOutcome::Unique {
            left = before;
        }
    }
    left
}

#[test]
fn result_equals_the_plain_method() {
    let grids = grids(20);
    let mut engine = Simd9::new(None);
    for isa in Isa::ALL.iter().copied().filter(|isa| isa.is_available()) {
        let mut bulk = BulkMinimizer::new(Some(isa));
        for symmetry in [
            Symmetry::None,
            Symmetry::Rotational,
            Symmetry::Diagonal,
            Symmetry::Full,
        ] {
            let puzzles: Vec<[u8; 81]> = grids
                .iter()
                .cycle()
                .take(if isa == Isa::best() { 70 } else { 18 })
                .copied()
                .collect();
            let mut rngs: Vec<Rng> = (0..puzzles.len() as u64)
                .map(|n| Rng::stream(5, n))
                .collect();
            let mut minimal = vec![None; puzzles.len()];
            bulk.minimize_all(&puzzles, symmetry, &mut rngs, &mut minimal);
            for (n, (puzzle, minimal)) in puzzles.iter().zip(&minimal).enumerate().step_by(17) {
                let expected =
                    minimize_plainly(&mut engine, puzzle, symmetry, &mut Rng::stream(5, n as u64));
                assert_eq!(minimal.unwrap(), expected, "{isa}, {symmetry}, {n}");
                // A single puzzle, for which a round tests many units at once, gives the same
                // result.
                assert_eq!(
                    bulk.minimize(puzzle, symmetry, &mut Rng::stream(5, n as u64)),
                    Some(expected)
                );
                let pattern: Vec<bool> = expected.iter().map(|digit| *digit != 0).collect();
                assert!(symmetry.is_symmetry_of(&pattern));
            }
        }
    }
}

#[test]
fn minimal_puzzles_need_each_clue() {
    let mut bulk = BulkMinimizer::default();
    let layout = Layout::classic();
    for (n, grid) in grids(4).iter().enumerate() {
        let minimal = bulk
            .minimize(grid, Symmetry::None, &mut Rng::new(n as u64))
            .unwrap();
        assert!(bulk.is_minimal(&minimal));
        assert!(is_unique(&batches::puzzle(&layout, &minimal)));
        for cell in CellSet81::from_clues(&minimal) {
            let less =
                (CellSet81::from_clues(&minimal) - CellSet81::from_cell(cell)).mask(&minimal);
            assert!(
                !is_unique(&batches::puzzle(&layout, &less)),
                "{minimal:?}, cell {cell}"
            );
        }
    }
}

#[test]
fn redundant_clues_are_removable_without_new_solutions() {
    // Puzzles with one, several and no solutions.
    let mut rng = SplitMix64::new(3);
    let grids = grids(10);
    let mut bulk = BulkMinimizer::default();
    let mut puzzles: Vec<[u8; 81]> = Vec::new();
    for n in 0..120 {
        let mut puzzle = bulk
            .minimize(&grids[n % 10], Symmetry::None, &mut Rng::new(n as u64))
            .unwrap();
        for _ in 0..rng.below(5) {
            let cell = rng.below(81);
            puzzle[cell] = if rng.once_in(9) {
                1 + rng.below(9) as u8
            } else {
                grids[n % 10][cell]
            };
        }
        if n % 4 == 0 {
            CellSet81::from_clues(&puzzle)
                .into_iter()
                .take(2)
                .for_each(|cell| puzzle[cell] = 0);
        }
        puzzles.push(puzzle);
    }
    let mut reference = Vec::new();
    for isa in Isa::ALL.iter().copied().filter(|isa| isa.is_available()) {
        let mut bulk = BulkMinimizer::new(Some(isa));
        let mut redundant = vec![CellSet81::ALL; puzzles.len()];
        bulk.redundant_all(&puzzles, &mut redundant);
        let mut minimal = vec![false; puzzles.len()];
        bulk.are_minimal(&puzzles, &mut minimal);
        assert!(
            minimal
                .iter()
                .zip(&redundant)
                .all(|(minimal, redundant)| *minimal == redundant.is_empty()),
            "{isa}"
        );
        if reference.is_empty() {
            reference.clone_from(&redundant);
        }
        assert_eq!(redundant, reference, "{isa}");
    }
    let mut engine = Simd9::new(None);
    let (mut kinds, mut seen) = ([0; 3], [0; 2]);
    for (puzzle, redundant) in puzzles.iter().zip(&reference) {
        let mut counts = [0];
        engine.count_all(std::slice::from_ref(puzzle), 500, &mut counts);
        let before = counts[0];
        kinds[before.min(2) as usize] += 1;
        if before == 500 {
            continue;
        }
        for cell in CellSet81::from_clues(puzzle) {
            let mut less = *puzzle;
            less[cell] = 0;
            engine.count_all(std::slice::from_ref(&less), 501, &mut counts);
            assert_eq!(
                redundant.contains(cell),
                counts[0] == before,
                "{puzzle:?}, cell {cell}"
            );
            seen[usize::from(counts[0] == before)] += 1;
        }
    }
    assert!(
        kinds.iter().all(|count| *count > 5) && seen.iter().all(|count| *count > 100),
        "{kinds:?}, {seen:?}"
    );
}

#[test]
fn puzzles_without_exactly_one_solution_give_an_error() {
    let mut bulk = BulkMinimizer::default();
    let mut wrong = [0; 81];
    (wrong[0], wrong[1]) = (1, 1);
    let rng = &mut Rng::new(1);
    assert_eq!(bulk.minimize(&[0; 81], Symmetry::None, rng), None);
    assert_eq!(bulk.minimize(&wrong, Symmetry::None, rng), None);
    assert_eq!(bulk.minimize(&[200; 81], Symmetry::None, rng), None);
    let mut minimizer = Minimizer::default();
    let budget = Budget::default();
    let several = minimizer.minimize(
        &Puzzle::empty(&Layout::classic()),
        Symmetry::None,
        rng,
        &budget,
    );
    assert_eq!(several, Err(MinimizeError::Multiple));
    let none = minimizer.minimize(
        &batches::puzzle(&Layout::classic(), &wrong),
        Symmetry::None,
        rng,
        &budget,
    );
    assert_eq!(none, Err(MinimizeError::Unsolvable));
    // The only grid of size 1 needs no clue.
    let one = Puzzle::from_array(&Layout::for_size(1).unwrap(), &[1]).unwrap();
    assert_eq!(
        minimizer
            .minimize(&one, Symmetry::Full, rng, &budget)
            .unwrap()
            .clue_count(),
        0
    );
}

#[test]
fn slow_path_agrees() {
    // A limit of guesses disables the fast path.
    let slow = Budget::default().max_guesses(1_000_000);
    let mut minimizer = Minimizer::default();
    for (n, grid) in grids(6).iter().enumerate() {
        let puzzle = batches::puzzle(&Layout::classic(), grid);
        for symmetry in [Symmetry::None, Symmetry::Quarter] {
            let fast = minimizer
                .minimize(
                    &puzzle,
                    symmetry,
                    &mut Rng::new(n as u64),
                    &Budget::default(),
                )
                .unwrap();
            assert_eq!(
                minimizer.minimize(&puzzle, symmetry, &mut Rng::new(n as u64), &slow),
                Ok(fast.clone())
            );
            let redundant = minimizer.redundant(&fast, &Budget::default()).unwrap();
            assert_eq!(minimizer.redundant(&fast, &slow), Ok(redundant.clone()));
            assert_eq!(redundant.is_empty(), symmetry == Symmetry::None, "{fast:?}");
        }
    }
}

/// Finds all minimal choices of parts: tests every subset of parts against all grids of the layout.
fn brute_force(puzzle: &Puzzle) -> BTreeSet<Vec<usize>> {
    let layout = puzzle.layout();
    let all = oracle::solutions(&Puzzle::empty(layout), usize::MAX, u64::MAX).unwrap();
    let known = oracle::solutions(puzzle, 2, u64::MAX).unwrap().remove(0);
    let parts: Vec<(usize, Digit, bool)> = if puzzle.pencilmarks().is_some() {
        let removed = |cell| {
            (ndoku_core::DigitSet::full(4) - puzzle.candidates(cell))
                .iter()
                .map(move |digit| (layout.index(cell), digit, false))
        };
        layout.cells().flat_map(removed).collect()
    } else {
        layout
            .cells()
            .filter_map(|cell| {
                puzzle
                    .clue(cell)
                    .map(|digit| (layout.index(cell), digit, true))
            })
            .collect()
    };
    // For each other grid, the parts that it breaks, as bits.
    let edges: Vec<u32> = all
        .iter()
        .filter(|grid| **grid != known)
        .map(|grid| {
            parts
                .iter()
                .enumerate()
                .fold(0, |edge, (n, (cell, digit, is_clue))| {
                    edge | u32::from((grid[*cell] == *digit) != *is_clue) << n
                })
        })
        .collect();
    let hits = |set: u32| edges.iter().all(|edge| edge & set != 0);
    let minimal = |set: &u32| {
        hits(*set) && (0..parts.len()).all(|n| set >> n & 1 == 0 || !hits(set & !(1 << n)))
    };
    (0..1_u32 << parts.len())
        .filter(minimal)
        .map(|set| (0..parts.len()).filter(|n| set >> n & 1 == 1).collect())
        .collect()
}

#[test]
fn enumeration_agrees_with_brute_force() {
    let mut rng = SplitMix64::new(11);
    let mut minimizer = Minimizer::default();
    let layouts = [
        Layout::for_size(4).unwrap(),
        Layout::builder(4).x().build().unwrap(),
        Layout::builder(4).rule("anti-knight").build().unwrap(),
        Layout::for_size(3).unwrap(),
    ];
    for layout in &layouts {
        for _ in 0..3 {
            let Some(grid) = random::grid(&mut rng, layout) else {
                continue;
            };
            let clues: Vec<u8> = grid.iter().map(|digit| digit.get()).collect();
            let puzzle = Puzzle::from_array(layout, &clues).unwrap();
            let mut seen = Vec::new();
            let all = minimizer.for_each_minimal(&puzzle, &Budget::default(), &mut |minimal| {
                seen.push(
                    layout
                        .cells()
                        .filter(|cell| minimal.clue(*cell).is_some())
                        .map(|cell| layout.index(cell))
                        .collect::<Vec<_>>(),
                );
                ControlFlow::Continue(())
            });
            assert_eq!(all, Ok(()));
            let set: BTreeSet<Vec<usize>> = seen.iter().cloned().collect();
            assert_eq!(set.len(), seen.len(), "a duplicate result");
            assert_eq!(set, brute_force(&puzzle), "{puzzle:?}");
        }
    }
}

#[test]
fn pencilmark_puzzles_need_each_removed_candidate() {
    let mut rng = SplitMix64::new(12);
    let mut minimizer = Minimizer::default();
    let layout = Layout::for_size(4).unwrap();
    let budget = Budget::default();
    for n in 0..6 {
        let grid = random::grid(&mut rng, &layout).unwrap();
        // About 14 removals suffice for one solution, and are few enough to test all subsets.
        let mut puzzle = Puzzle::empty(&layout);
        while !is_unique(&puzzle) {
            let cell = layout.cells().nth(rng.below(16)).unwrap();
            let digit = Digit::new(1 + rng.below(4) as u8).unwrap();
            if grid[layout.index(cell)] != digit {
                puzzle
                    .remove_candidate(Candidate::new(cell, digit))
                    .unwrap();
            }
        }
        let parts: Vec<Candidate> = layout
            .cells()
            .flat_map(|cell| {
                (ndoku_core::DigitSet::full(4) - puzzle.candidates(cell))
                    .iter()
                    .map(move |digit| Candidate::new(cell, digit))
                    .collect::<Vec<_>>()
            })
            .collect();
        let redundant = minimizer.redundant(&puzzle, &budget).unwrap();
        for part in &parts {
            let mut less = Puzzle::empty(&layout);
            parts
                .iter()
                .filter(|other| *other != part)
                .for_each(|other| less.remove_candidate(*other).unwrap());
            assert_eq!(
                redundant.contains(&RemovablePart::Removed(*part)),
                is_unique(&less)
            );
        }
        let minimal = minimizer
            .minimize(&puzzle, Symmetry::None, &mut Rng::new(n), &budget)
            .unwrap();
        assert!(is_unique(&minimal) && minimizer.redundant(&minimal, &budget).unwrap().is_empty());
        if parts.len() > 20 {
            continue;
        }
        let mut seen = BTreeSet::new();
        let found = minimizer.for_each_minimal(&puzzle, &budget, &mut |minimal| {
            let kept = parts
                .iter()
                .enumerate()
                .filter(|(_, part)| !minimal.candidates(part.cell).contains(part.digit))
                .map(|(n, _)| n);
            assert!(seen.insert(kept.collect::<Vec<_>>()), "a duplicate result");
            ControlFlow::Continue(())
        });
        assert_eq!((found, seen), (Ok(()), brute_force(&puzzle)));
    }
}

#[test]
fn other_layouts_are_minimized() {
    let mut rng = SplitMix64::new(13);
    let mut minimizer = Minimizer::default();
    let budget = Budget::default();
    let layouts = [
        Layout::for_size(6).unwrap(),
        Layout::builder(6).x().build().unwrap(),
        Layout::builder(9).x().build().unwrap(),
        Layout::for_size(12).unwrap(),
    ];
    for layout in &layouts {
        let Some(grid) = random::grid(&mut rng, layout) else {
            continue;
        };
        let clues: Vec<u8> = grid.iter().map(|digit| digit.get()).collect();
        let full = Puzzle::from_array(layout, &clues).unwrap();
        for symmetry in [Symmetry::None, Symmetry::BothMirrors] {
            let minimal = minimizer
                .minimize(&full, symmetry, &mut Rng::new(1), &budget)
                .unwrap();
            let pattern: Vec<bool> = minimal.clues().iter().map(Option::is_some).collect();
            assert!(symmetry.is_symmetry_of(&pattern));
            let mut general = Backtrack::new();
            let mut unique = |puzzle: &Puzzle| {
                ndoku_solver::Engine::solve(&mut general, puzzle, &budget)
                    .unwrap()
                    .verdict
                    .is_unique()
            };
            assert!(unique(&minimal));
            for orbit in symmetry
                .orbits(usize::from(layout.size()))
                .iter()
                .filter(|orbit| pattern[orbit[0]])
            {
                let mut less = minimal.clone();
                for cell in layout
                    .cells()
                    .filter(|cell| orbit.contains(&layout.index(*cell)))
                {
                    less.set_clue(cell, None).unwrap();
                }
                assert!(!unique(&less), "{symmetry}: {minimal:?}");
            }
        }
    }
}

#[test]
fn enumeration_of_classic_puzzles_is_complete() {
    // A minimal puzzle with three more clues. Brute force over all 2^27 subsets would take long,
    // but each minimal puzzle in it lacks one clue after the other.
    let grid = grids(1)[0];
    let mut bulk = BulkMinimizer::default();
    let mut minimizer = Minimizer::default();
    let minimal = bulk
        .minimize(&grid, Symmetry::None, &mut Rng::new(3))
        .unwrap();
    let mut puzzle = minimal;
    for cell in (!CellSet81::from_clues(&minimal))
        .into_iter()
        .step_by(9)
        .take(5)
    {
        puzzle[cell] = grid[cell];
    }
    let mut expected = BTreeSet::new();
    let (mut seen, mut waiting) = (BTreeSet::from([puzzle]), vec![puzzle]);
    while let Some(puzzle) = waiting.pop() {
        let redundant = bulk.redundant(&puzzle);
        if redundant.is_empty() {
            expected.insert(puzzle);
        }
        for cell in redundant {
            let less = (CellSet81::from_clues(&puzzle) - CellSet81::from_cell(cell)).mask(&puzzle);
            if seen.insert(less) {
                waiting.push(less);
            }
        }
    }
    let mut seen = Vec::new();
    let found = minimizer.for_each_minimal(
        &batches::puzzle(&Layout::classic(), &puzzle),
        &Budget::default(),
        &mut |minimal| {
            seen.push(std::array::from_fn::<u8, 81, _>(|cell| {
                minimal.clues()[cell].map_or(0, Digit::get)
            }));
            ControlFlow::Continue(())
        },
    );
    assert_eq!(found, Ok(()));
    assert_eq!(seen.len(), expected.len());
    assert_eq!(seen.into_iter().collect::<BTreeSet<_>>(), expected);
    assert!(expected.contains(&minimal) && expected.len() > 3);
    // The callback can stop the enumeration.
    let mut count = 0;
    let full = batches::puzzle(&Layout::classic(), &grid);
    let found = minimizer.for_each_minimal(&full, &Budget::default(), &mut |_| {
        count += 1;
        if count < 20 {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    assert_eq!((found, count), (Ok(()), 20));
}
