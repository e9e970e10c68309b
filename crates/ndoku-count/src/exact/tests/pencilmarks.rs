//! Tests of counts with pencilmarks.

use super::*;

/// Returns random pencilmarks: first cells with one digit, then lines of boxes and single cells
/// that lack a digit.
fn marks(random: &mut Random, clues: usize, lines: usize, singles: usize) -> [u16; 81] {
    let grid = random.grid();
    let mut marks = [0x1ff; 81];
    for cell in random.rng.permutation(81).into_iter().take(clues) {
        marks[cell] = 1 << (grid[cell] - 1);
    }
    let Random { rng, .. } = random;
    for number in 0..lines + singles {
        let (cell, digit) = (rng.below(81), 1 << rng.below(9));
        let (row, column) = (cell / 9, cell % 9);
        let cells = match rng.below(2) {
            _ if number >= lines => [cell; 3],
            0 => [0, 1, 2].map(|place| 9 * row + column / 3 * 3 + place),
            _ => [0, 1, 2].map(|place| 9 * (row / 3 * 3 + place) + column),
        };
        if cells.iter().all(|cell| 1 << (grid[*cell] - 1) != digit) {
            cells.iter().for_each(|cell| marks[*cell] &= !digit);
        }
    }
    marks
}

/// Compares puzzles with pencilmarks with enumeration where both are feasible, and returns the
/// number of comparisons.
fn count_agreeing_pencilmark_puzzles(
    random: &mut Random,
    rounds: usize,
    shapes: &[(usize, usize, usize)],
    limit: u64,
) -> usize {
    let mut checked = 0;
    for (clues, lines, singles) in (0..rounds).flat_map(|_| shapes) {
        let mut marks = marks(random, *clues, *lines, *singles);
        if random.rng.once_in(8) {
            // Some have no solution.
            marks[random.rng.below(81)] &= 1 << random.rng.below(9) | 0x124;
        }
        let puzzle = puzzle_from_pencilmarks(&marks);
        let tally = Simd9::new(None)
            .count_up_to(&puzzle, limit, &Budget::default())
            .unwrap();
        if let (false, Some(count)) = (tally.has_more, count_by_cases(&puzzle)) {
            assert_eq!(count, u128::from(tally.number), "{marks:?}");
            checked += 1;
        }
    }
    checked
}

#[test]
fn counts_with_pencilmarks_agree_with_enumeration() {
    let shapes = [
        (26, 0, 0),
        (25, 20, 0),
        (26, 0, 4),
        (26, 8, 12),
        (10, 100, 6),
        (0, 170, 3),
        (22, 0, 60),
        (81, 9, 9),
        (15, 60, 10),
    ];
    let checked = count_agreeing_pencilmark_puzzles(&mut Random::new(10), 4, &shapes, 4000);
    assert!(checked > 20, "{checked}");
}

#[test]
#[ignore = "half a minute; `cargo xtask test-long` runs it"]
fn many_counts_with_pencilmarks_agree_with_enumeration() {
    let shapes = [
        (22, 0, 10),
        (20, 30, 0),
        (18, 40, 10),
        (6, 100, 10),
        (10, 100, 6),
        (15, 60, 10),
        (20, 0, 60),
        (16, 10, 80),
        (0, 0, 420),
    ];
    let checked = count_agreeing_pencilmark_puzzles(&mut Random::new(11), 12, &shapes, 400_000);
    assert!(checked > 70, "{checked}");
}

/// Infeasible pencilmarks are searched up to the limit. A stopped search reports the solutions
/// found.
#[test]
fn infeasible_pencilmarks_are_searched_up_to_the_limit() {
    let all: [u16; 81] = std::array::from_fn(|cell| {
        if cell / 9 % 3 == cell % 3 {
            0x1f8
        } else {
            0x1ff
        }
    });
    let puzzle = puzzle_from_pencilmarks(&all);
    assert!(
        ExactCount::has_method(&puzzle)
            && ExactCount::new(&puzzle, None, &Budget::default())
                .unwrap()
                .is_none()
    );
    assert!(matches!(
        prepare_count(&puzzle, 5000, None, &Budget::default()).unwrap(),
        PreparedCount::AtLeast(5001)
    ));
    let calls = AtomicUsize::new(0);
    let expired = || calls.fetch_add(1, Ordering::Relaxed) > 2;
    let stopped = prepare_count(
        &puzzle,
        u64::MAX,
        None,
        &Budget::default().stop_when(&expired),
    )
    .unwrap_err();
    assert_eq!(stopped.reason, StopReason::Timeout);
    // Few solutions are enumerated, whatever the pencilmarks.
    let mut random = Random::new(15);
    let few = puzzle_from_pencilmarks(&marks(&mut random, 40, 0, 60));
    let PreparedCount::Counted(count) =
        prepare_count(&few, 5000, None, &Budget::default()).unwrap()
    else {
        panic!("the search was not complete")
    };
    assert_eq!(count_by_cases(&few), Some(count.into()));
}

/// The counts with a candidate as clue and without the candidate add up, even for nearly empty
/// grids.
#[test]
fn counts_with_and_without_a_candidate_add_up() {
    let mut random = Random::new(12);
    for (clues, lines, singles) in [(0, 0, 0), (0, 1, 0), (14, 10, 4), (16, 0, 8), (4, 100, 3)] {
        let whole = marks(&mut random, clues, lines, singles);
        let (cell, digit) = loop {
            let (cell, digit) = (random.rng.below(81), 1 << random.rng.below(9));
            if whole[cell] & digit != 0 && whole[cell] != digit {
                break (cell, digit);
            }
        };
        let (mut with, mut without) = (whole, whole);
        (with[cell], without[cell]) = (digit, whole[cell] & !digit);
        let [whole, with, without] =
            [whole, with, without].map(|marks| count_by_cases(&puzzle_from_pencilmarks(&marks)));
        assert_eq!(
            with.zip(without).map(|(a, b)| a + b),
            whole,
            "{clues} {lines} {singles} {cell} {digit}"
        );
        assert!(whole.is_some());
    }
}

#[test]
fn symmetries_keep_the_count_with_pencilmarks() {
    let mut random = Random::new(13);
    for (clues, lines, singles) in [(0, 2, 0), (16, 20, 5), (16, 0, 8), (3, 100, 4), (0, 120, 6)] {
        let puzzle = puzzle_from_pencilmarks(&marks(&mut random, clues, lines, singles));
        let other = symmetry::transformed(&mut random.rng, &puzzle);
        let count = count_by_cases(&puzzle);
        assert!(count.is_some_and(|count| count > 0), "{puzzle:?}");
        assert_eq!(count_by_cases(&other), count, "{puzzle:?}");
    }
}

/// Interchangeable digits swap names although candidates were removed: with every plan and
/// instruction set, and in samples of such puzzles.
#[test]
#[ignore = "ten seconds; `cargo xtask test-long` runs it"]
fn every_plan_gives_the_same_count_with_pencilmarks() {
    let mut random = Random::new(14);
    let grid = random.grid();
    let mut marks = [0x1ff; 81];
    // The digits 1 and 2 are interchangeable: both lack some lines of boxes, and neither is a clue.
    for first in (0..81)
        .step_by(3)
        .filter(|first| grid[*first..first + 3].iter().all(|digit| *digit > 2))
        .step_by(3)
    {
        marks[first..first + 3]
            .iter_mut()
            .for_each(|marks| *marks &= !3);
    }
    for cell in random
        .rng
        .permutation(81)
        .into_iter()
        .filter(|cell| grid[*cell] > 2)
        .take(19)
    {
        marks[cell] = 1 << (grid[cell] - 1);
    }
    let candidates = BoxCandidates::from_puzzle(&puzzle_from_pencilmarks(&marks)).hull();
    let count = |plan: Option<Plan>, isa: Option<Isa>| {
        BandStackSum::with_plan(plan, isa, &Budget::default())
            .unwrap()
            .run(&Budget::default())
            .unwrap()
    };
    let expected = count(Plan::find_cheapest(&candidates), None);
    assert!(expected > 1000, "{expected}");
    for transposed in [false, true] {
        for roles in all_roles() {
            let plan = Plan::with_roles(&candidates, transposed, roles);
            assert!(
                plan.as_ref()
                    .unwrap()
                    .classes
                    .iter()
                    .any(|class| class.len() > 1)
            );
            assert_eq!(count(plan, None), expected, "{transposed} {roles:?}");
        }
    }
    for isa in Isa::ALL.iter().copied() {
        assert_eq!(
            count(Plan::find_cheapest(&candidates), Some(isa)),
            expected,
            "{isa}"
        );
    }
}
