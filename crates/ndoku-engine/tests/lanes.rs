//! The 9×9 engine against the oracle and the general engine, and every instruction set against the others.

use ndoku_core::{Layout, Puzzle};
use ndoku_engine::{Budget, Classic, Engine, General, Isa, Outcome, Verdict, Work};
use ndoku_testkit::random::{self, SplitMix64};
use ndoku_testkit::suite::{self, Report};

const GRID: &[u8; 81] = b"417369825632158947958724316825437169791586432346912758289643571573291684164875293";

/// Some grids that a search has no reason to prefer.
fn grids(rng: &mut SplitMix64, count: usize) -> Vec<[u8; 81]> {
    let layout = Layout::classic();
    let digits = |_| random::grid(rng, &layout).map_or(GRID.map(|byte| byte - b'0'), |grid| std::array::from_fn(|i| grid[i].get()));
    (0..count).map(digits).collect()
}

/// Clues of every sort: few, many, all, none; wrong ones; blanks and digits as numbers or as characters.
fn clues(rng: &mut SplitMix64, grids: &[[u8; 81]]) -> [u8; 81] {
    let grid = grids[rng.below(grids.len())];
    let labels = rng.permutation(9);
    let kept = match rng.below(10) {
        0 => rng.below(101),
        1 => 20 + rng.below(8),
        _ => 30 + rng.below(30),
    };
    let characters = rng.once_in(2);
    let mut clues = [0; 81];
    for (clue, digit) in clues.iter_mut().zip(grid) {
        let keep = rng.below(100) < kept;
        *clue = match (keep, characters) {
            (true, false) => labels[usize::from(digit) - 1] as u8 + 1,
            (true, true) => labels[usize::from(digit) - 1] as u8 + b'1',
            (false, false) => 0,
            (false, true) => [b'.', b'0', b'-', b' ', b'x', b'*'][rng.below(6)],
        };
    }
    while rng.once_in(6) {
        clues[rng.below(81)] = 1 + rng.below(9) as u8;
    }
    clues
}

fn puzzle(layout: &Layout, clues: &[u8; 81]) -> Puzzle {
    Puzzle::from_array(
        layout,
        &clues.map(|byte| if byte.is_ascii_digit() { byte - b'0' } else { if (1..10).contains(&byte) { byte } else { 0 } }),
    )
    .expect("digits")
}

#[test]
fn what_any_engine_must_pass() {
    let layout = Layout::classic();
    let mut engine = Classic::default();
    let mut report = Report::default();
    for seed in 0..1500 {
        let mut rng = SplitMix64::new(seed);
        let puzzle = random::puzzle(&mut rng, &layout);
        suite::check(&mut engine, &mut rng, &puzzle, &mut report, &format!("seed {seed}"));
    }
    println!("{report:?}");
    assert!(report.compared > 500 && report.unsolvable > 100 && report.unique > 100 && report.plentiful > 5, "{report:?}");
    assert!(!engine.supports(&Layout::builder(9).x().build().unwrap()) && !engine.supports(&Layout::of_size(4).unwrap()));
}

#[test]
fn batches_agree_with_the_general_engine_on_every_instruction_set() {
    const LIMIT: u64 = 4;
    let mut rng = SplitMix64::new(3);
    let grids = grids(&mut rng, 40);
    let clues: Vec<[u8; 81]> = (0..20_000).map(|_| clues(&mut rng, &grids)).collect();
    let layout = Layout::classic();
    let mut general = General::new();
    let expected: Vec<u64> = clues
        .iter()
        .map(|clues| {
            let tally = general.count(&puzzle(&layout, clues), LIMIT, &Budget::default()).expect("no limit");
            tally.count
        })
        .collect();
    for (count, least) in [(0, 2000), (1, 2000), (2, 300), (LIMIT, 2000)] {
        assert!(expected.iter().filter(|c| **c == count).count() > least, "too few puzzles with {count} solutions");
    }
    let mut reference = None;
    for isa in Isa::ALL.iter().copied().filter(|isa| isa.is_available()) {
        let mut engine = Classic::new(Some(isa));
        assert_eq!(engine.isa(), isa);
        let mut counts = vec![9; clues.len()];
        engine.count_all(&clues, LIMIT, &mut counts);
        assert_eq!(counts, expected, "{isa}");
        let (mut first, mut second) = (vec![[0; 81]; clues.len()], vec![[0; 81]; clues.len()]);
        let mut outcomes = vec![Outcome::Solvable; clues.len()];
        // Batches of any length.
        let mut begin = 0;
        for length in (0..60).chain([clues.len()]) {
            let range = begin..clues.len().min(begin + length);
            begin = range.end;
            let (first, second) = (&mut first[range.clone()], &mut second[range.clone()]);
            engine.solve_all_with_second(&clues[range.clone()], first, second, &mut outcomes[range]);
        }
        for (i, clues) in clues.iter().enumerate() {
            let outcome = [Outcome::Unsolvable, Outcome::Unique, Outcome::Multiple][expected[i].min(2) as usize];
            assert_eq!(outcomes[i], outcome, "{isa}: {clues:?}");
            let puzzle = puzzle(&layout, clues);
            for (grid, solutions) in [(&first[i], 1), (&second[i], 2)] {
                if expected[i] < solutions {
                    assert_eq!(grid, &[0; 81]);
                } else {
                    let solution = Puzzle::from_array(&layout, grid).unwrap();
                    assert!(solution.conflicts().is_empty() && solution.clue_count() == 81, "{isa}: {clues:?}");
                    assert!(puzzle.clues().iter().zip(solution.clues()).all(|(clue, digit)| clue.is_none() || clue == digit));
                }
            }
            assert!(expected[i] < 2 || first[i] != second[i]);
        }
        let (mut only, mut solvable) = (vec![[0; 81]; clues.len()], vec![Outcome::Multiple; clues.len()]);
        engine.first_of_all(&clues, &mut only, &mut solvable);
        assert!(solvable.iter().zip(&expected).all(|(o, n)| *o == if *n == 0 { Outcome::Unsolvable } else { Outcome::Solvable }));
        assert_eq!(only, first);
        let (mut again, mut known) = (vec![[0; 81]; clues.len()], vec![Outcome::Solvable; clues.len()]);
        engine.solve_all(&clues, &mut again, &mut known);
        assert_eq!((&again, &known), (&first, &outcomes));
        let all = (first, second, outcomes, engine.work());
        let reference = reference.get_or_insert_with(|| all.clone());
        assert!(*reference == all, "{isa} differs");
    }
}

#[test]
fn one_puzzle_alone_is_searched_as_in_a_batch() {
    let mut rng = SplitMix64::new(4);
    let grids = grids(&mut rng, 10);
    let layout = Layout::classic();
    let mut engine = Classic::default();
    for _ in 0..500 {
        let clues = [clues(&mut rng, &grids)];
        let (mut first, mut second, mut outcome) = ([[0; 81]], [[0; 81]], [Outcome::Solvable]);
        let before = engine.work();
        engine.solve_all_with_second(&clues, &mut first, &mut second, &mut outcome);
        let Work { guesses, .. } = engine.work();
        assert_eq!(engine.solve_one(&clues[0]), (outcome[0], first[0]));
        assert_eq!(engine.work().guesses - guesses, guesses - before.guesses);
        let solvable = if outcome[0] == Outcome::Unsolvable { Outcome::Unsolvable } else { Outcome::Solvable };
        assert_eq!(engine.first_of_one(&clues[0]), (solvable, first[0]));
        let answer = engine.solve(&puzzle(&layout, &clues[0]), &Budget::default()).unwrap();
        assert_eq!(answer.stats.guesses, guesses - before.guesses);
        let bytes = |solution: &ndoku_core::Solution| -> [u8; 81] { std::array::from_fn(|i| solution.digits()[i].get()) };
        match answer.verdict {
            Verdict::Unsolvable => assert_eq!(outcome[0], Outcome::Unsolvable),
            Verdict::Unique(one) => assert_eq!((outcome[0], first[0]), (Outcome::Unique, bytes(&one))),
            Verdict::Multiple(one, two) => {
                assert_eq!((outcome[0], first[0], second[0]), (Outcome::Multiple, bytes(&one), bytes(&two)));
            }
        }
    }
}

#[test]
fn slices_of_different_length_are_cut_to_the_shortest() {
    let clues = [*GRID; 3];
    let (mut grids, mut outcomes) = ([[0; 81]; 2], [Outcome::Solvable; 5]);
    let mut engine = Classic::new(Some(Isa::Portable));
    engine.solve_all(&clues, &mut grids, &mut outcomes);
    assert_eq!(outcomes, [Outcome::Unique, Outcome::Unique, Outcome::Solvable, Outcome::Solvable, Outcome::Solvable]);
    assert_eq!(grids[1], GRID.map(|byte| byte - b'0'));
    engine.count_all(&clues, 0, &mut [0; 0]);
    assert_eq!(engine.work().puzzles, 2);
}
