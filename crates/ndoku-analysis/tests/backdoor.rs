//! Backdoors against a plain implementation of singles, on classic puzzles and other layouts.

use std::sync::atomic::{AtomicUsize, Ordering};

use ndoku_analysis::backdoor::{Backdoors, find_backdoors};
use ndoku_core::{Candidate, DigitSet, Layout, Puzzle, Solution};
use ndoku_solver::{Backtrack, Budget, Engine, Simd9, StopReason, Verdict};
use ndoku_testkit::minimal;
use ndoku_testkit::random::SplitMix64;

/// Tests if singles solve a puzzle. Recomputes all candidates from the digits before each single.
fn singles_solve(puzzle: &Puzzle) -> bool {
    let layout = puzzle.layout();
    let mut now = puzzle.clone();
    'next: loop {
        let candidates = |now: &Puzzle, cell| {
            let seen: Vec<_> = layout
                .peers(cell)
                .into_iter()
                .filter_map(|peer| now.clue(peer))
                .collect();
            layout
                .digits()
                .filter(|digit| !seen.contains(digit))
                .collect::<Vec<_>>()
        };
        let open: Vec<_> = layout
            .cells()
            .filter(|cell| now.clue(*cell).is_none())
            .collect();
        if open.is_empty() {
            return true;
        }
        for cell in &open {
            if let [digit] = candidates(&now, *cell)[..] {
                now.set_clue(*cell, Some(digit)).unwrap();
                continue 'next;
            }
        }
        for house in layout.houses() {
            for digit in layout.digits().filter(|digit| {
                !house
                    .cells()
                    .iter()
                    .any(|cell| now.clue(*cell) == Some(*digit))
            }) {
                let places: Vec<_> = house
                    .cells()
                    .iter()
                    .filter(|cell| open.contains(cell) && candidates(&now, **cell).contains(&digit))
                    .collect();
                if let [cell] = places[..] {
                    now.set_clue(*cell, Some(digit)).unwrap();
                    continue 'next;
                }
            }
        }
        return false;
    }
}

/// Checks backdoors against singles. Of all pairs it checks every `step`-th.
fn check(puzzle: &Puzzle, solution: &Solution, found: &Backdoors, step: usize) {
    assert_eq!(found.solved_by_singles, singles_solve(puzzle), "{puzzle:?}");
    let layout = puzzle.layout();
    let told = |cells: &[usize]| {
        let mut more = puzzle.clone();
        cells
            .iter()
            .map(|cell| layout.cell(*cell))
            .for_each(|cell| more.set_clue(cell, Some(solution.digit(cell))).unwrap());
        singles_solve(&more)
    };
    if found.solved_by_singles {
        assert!(found.cells.is_empty() && found.pairs.is_empty());
        return;
    }
    let open: Vec<usize> = (0..layout.cell_count())
        .filter(|cell| puzzle.clues()[*cell].is_none())
        .collect();
    let cells: Vec<usize> = open.iter().copied().filter(|cell| told(&[*cell])).collect();
    assert_eq!(found.cells, cells, "{puzzle:?}");
    let others: Vec<usize> = open
        .into_iter()
        .filter(|cell| !cells.contains(cell))
        .collect();
    let pairs = others
        .iter()
        .enumerate()
        .flat_map(|(place, one)| others[place + 1..].iter().map(move |other| [*one, *other]));
    for pair in pairs.step_by(step) {
        assert_eq!(
            found.pairs.contains(&pair),
            told(&pair),
            "{pair:?} {puzzle:?}"
        );
    }
    assert!(
        found.pairs.is_sorted()
            && found
                .pairs
                .iter()
                .flatten()
                .all(|cell| others.contains(cell))
    );
}

/// Finds backdoors without a limit.
fn find_all(puzzle: &Puzzle, solution: &Solution, pairs: bool) -> Option<Backdoors> {
    find_backdoors(puzzle, solution, pairs, &Budget::default()).unwrap()
}

fn solution(puzzle: &Puzzle) -> Option<Solution> {
    match Backtrack::default()
        .solve(puzzle, &Budget::default())
        .unwrap()
        .verdict
    {
        Verdict::Unique(solution) => Some(solution),
        _ => None,
    }
}

#[test]
fn classic_backdoors_agree_with_brute_force() {
    let (mut rng, mut classic) = (SplitMix64::new(1), Simd9::new(None));
    let mut seen = [0; 3];
    for number in 0..40 {
        let puzzle = Puzzle::from_array(
            &Layout::classic(),
            &minimal::puzzle(&mut rng, &mut classic).0,
        )
        .unwrap();
        let solution = solution(&puzzle).unwrap();
        let found = find_all(&puzzle, &solution, true).unwrap();
        // Full pencilmarks add nothing, but select another code path.
        let mut marked = puzzle.clone();
        marked.set_pencilmarks(&[DigitSet::full(9); 81]).unwrap();
        assert_eq!(
            find_all(&marked, &solution, true).as_ref(),
            Some(&found),
            "{puzzle:?}"
        );
        assert_eq!(
            find_all(&puzzle, &solution, false),
            Some(Backdoors {
                pairs: Vec::new(),
                ..found.clone()
            })
        );
        if number < 3 {
            check(&puzzle, &solution, &found, 29);
        }
        let sorts = [
            found.solved_by_singles,
            !found.cells.is_empty(),
            !found.pairs.is_empty(),
        ];
        seen.iter_mut()
            .zip(sorts)
            .for_each(|(seen, sort)| *seen += usize::from(sort));
    }
    assert!(seen.iter().all(|seen| *seen > 3), "{seen:?}");
}

#[test]
fn backdoors_of_other_layouts_agree_with_brute_force() {
    let mut rng = SplitMix64::new(2);
    let mut found = 0;
    for layout in [
        Layout::with_boxes(3, 2).unwrap(),
        Layout::builder(6).boxes(3, 2).x().build().unwrap(),
        Layout::builder(5).no_boxes().build().unwrap(),
    ] {
        for _ in 0..12 {
            let full = std::iter::repeat_with(|| ndoku_testkit::random::grid(&mut rng, &layout))
                .flatten()
                .next()
                .unwrap();
            let mut puzzle = Puzzle::empty(&layout);
            layout
                .cells()
                .zip(&full)
                .for_each(|(cell, digit)| puzzle.set_clue(cell, Some(*digit)).unwrap());
            for index in rng.permutation(layout.cell_count()) {
                let (cell, kept) = (layout.cell(index), puzzle.clone());
                puzzle.set_clue(cell, None).unwrap();
                if solution(&puzzle).is_none() {
                    puzzle = kept;
                }
            }
            let solution = solution(&puzzle).unwrap();
            let of_puzzle = find_all(&puzzle, &solution, true).unwrap();
            check(&puzzle, &solution, &of_puzzle, 1);
            found += of_puzzle.cells.len() + of_puzzle.pairs.len();
        }
    }
    assert!(found > 0, "singles solved all");
}

#[test]
fn foreign_solution_is_rejected() {
    let (mut rng, mut classic) = (SplitMix64::new(3), Simd9::new(None));
    let [one, other] = [0, 1].map(|_| {
        Puzzle::from_array(
            &Layout::classic(),
            &minimal::puzzle(&mut rng, &mut classic).0,
        )
        .unwrap()
    });
    assert_eq!(find_all(&one, &solution(&other).unwrap(), true), None);
    let mut narrowed = one.clone();
    let cell = Layout::classic()
        .cells()
        .find(|cell| one.clue(*cell).is_none())
        .unwrap();
    let solution = solution(&one).unwrap();
    narrowed
        .remove_candidate(Candidate::new(cell, solution.digit(cell)))
        .unwrap();
    assert_eq!(find_all(&narrowed, &solution, true), None);
}

#[test]
fn budget_stops_the_search_between_pairs() {
    let (mut rng, mut classic) = (SplitMix64::new(1), Simd9::new(None));
    let of = |puzzle: &Puzzle| solution(puzzle).unwrap();
    let mut puzzles = std::iter::repeat_with(|| {
        Puzzle::from_array(
            &Layout::classic(),
            &minimal::puzzle(&mut rng, &mut classic).0,
        )
        .unwrap()
    });
    let hard = puzzles
        .find(|puzzle| {
            !find_all(puzzle, &of(puzzle), false)
                .unwrap()
                .solved_by_singles
        })
        .unwrap();
    let asked = AtomicUsize::new(0);
    let after = |times: usize| {
        asked.store(0, Ordering::Relaxed);
        let expired = || asked.fetch_add(1, Ordering::Relaxed) >= times;
        find_backdoors(
            &hard,
            &of(&hard),
            true,
            &Budget::default().stop_when(&expired),
        )
    };
    assert!(after(usize::MAX).is_ok());
    let pairs = asked.load(Ordering::Relaxed);
    assert!(pairs > 100, "{pairs}");
    for times in [0, 1, 90, pairs - 1] {
        assert_eq!(after(times), Err(StopReason::Timeout));
    }
}
