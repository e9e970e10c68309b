//! Tests of the 9×9 engine against the oracle and the backtracking engine, and of every instruction
//! set against the others.

use ndoku_core::{Layout, Puzzle};
use ndoku_solver::{BatchOutcome, BatchStats, Budget, Engine, Isa, Simd9, Verdict};
use ndoku_testkit::batches::{self, clues, grids, puzzle};
use ndoku_testkit::random::{self, SplitMix64};
use ndoku_testkit::suite::{self, Report};

#[test]
fn the_engine_passes_the_conformance_suite() {
    let layouts = [[false, false], [true, true], [true, false], [false, true]].map(batches::layout);
    let mut engine = Simd9::default();
    let mut report = Report::default();
    for seed in 0..2000 {
        let mut rng = SplitMix64::new(seed);
        let puzzle = random::puzzle(&mut rng, &layouts[(seed % 8).saturating_sub(4) as usize]);
        suite::check(
            &mut engine,
            &mut rng,
            &puzzle,
            &mut report,
            &format!("seed {seed}"),
        );
    }
    println!("{report:?}");
    assert!(
        report.compared > 500
            && report.unsolvable > 100
            && report.unique > 100
            && report.plentiful > 5,
        "{report:?}"
    );
    let [classic, x, ..] = &layouts;
    let full = random::grid(&mut SplitMix64::new(1), x).unwrap();
    let full = Puzzle::from_array(
        x,
        &std::array::from_fn::<u8, 81, _>(|cell| full[cell].get()),
    )
    .unwrap();
    assert!(
        engine.suits(&Puzzle::empty(classic))
            && !engine.suits(&Puzzle::empty(x))
            && engine.suits(&full)
    );
    assert!(
        !engine.supports(&Layout::for_size(4).unwrap())
            && !engine.supports(&Layout::builder(9).rule("windoku").build().unwrap())
    );
}

#[test]
fn batches_agree_with_the_backtracking_engine_on_every_instruction_set() {
    batches::check(3, 20_000, [false; 2]);
}

#[test]
fn batches_with_diagonals_agree_with_the_backtracking_engine_on_every_instruction_set() {
    for (seed, diagonals) in [[true, true], [true, false], [false, true]]
        .into_iter()
        .enumerate()
    {
        batches::check(seed as u64, 3_000, diagonals);
    }
}

#[test]
fn a_single_puzzle_gets_the_answer_of_a_batch() {
    let mut rng = SplitMix64::new(4);
    let layout = Layout::classic();
    let grids = grids(&mut rng, &layout, 10);
    let mut engine = Simd9::default();
    for _ in 0..500 {
        let clues = [clues(&mut rng, &grids)];
        let (mut first, mut second, mut outcome) = ([[0; 81]], [[0; 81]], [BatchOutcome::Solvable]);
        let before = engine.batch_stats();
        engine.solve_all_with_second(&clues, &mut first, &mut second, &mut outcome);
        let BatchStats { guesses, .. } = engine.batch_stats();
        assert_eq!(engine.solve_one(&clues[0]), (outcome[0], first[0]));
        assert_eq!(
            engine.batch_stats().guesses - guesses,
            guesses - before.guesses
        );
        let solvable = if outcome[0] == BatchOutcome::Unsolvable {
            BatchOutcome::Unsolvable
        } else {
            BatchOutcome::Solvable
        };
        assert_eq!(engine.find_one(&clues[0]), (solvable, first[0]));
        let answer = engine
            .solve(&puzzle(&layout, &clues[0]), &Budget::default())
            .unwrap();
        assert_eq!(answer.stats.guesses, guesses - before.guesses);
        let bytes = |solution: &ndoku_core::Solution| -> [u8; 81] {
            std::array::from_fn(|i| solution.digits()[i].get())
        };
        match answer.verdict {
            Verdict::Unsolvable => assert_eq!(outcome[0], BatchOutcome::Unsolvable),
            Verdict::Unique(one) => {
                assert_eq!((outcome[0], first[0]), (BatchOutcome::Unique, bytes(&one)));
            }
            Verdict::Multiple(one, two) => {
                assert_eq!(
                    (outcome[0], first[0], second[0]),
                    (BatchOutcome::Multiple, bytes(&one), bytes(&two))
                );
            }
        }
    }
}

/// Lanes have to wait here, since many solutions lie to the right of the first two. The
/// work of waiting lanes does not count.
#[test]
fn waiting_lanes_do_not_count_work() {
    let clues =
        b"............7..5...7.5.....3......1..9..................9.1........3.....45....7.";
    let mut reference = None;
    for isa in Isa::ALL.iter().copied().filter(|isa| isa.is_available()) {
        let mut engine = Simd9::new(Some(isa));
        let (mut first, mut second, mut outcome) = ([[0; 81]], [[0; 81]], [BatchOutcome::Solvable]);
        engine.solve_all_with_second(&[*clues], &mut first, &mut second, &mut outcome);
        let answer = (first, second, engine.batch_stats());
        assert_eq!(outcome, [BatchOutcome::Multiple]);
        assert_eq!(*reference.get_or_insert(answer), answer, "{isa}");
    }
}

/// Stuck puzzles wait for others in a batch. Their answers, and the work for them, do not depend on
/// the others, also if they have no cell with two candidates.
#[test]
fn answers_do_not_depend_on_the_other_puzzles() {
    let mut rng = SplitMix64::new(8);
    let grids = grids(&mut rng, &Layout::classic(), 10);
    let mut puzzles: Vec<_> = (0..300).map(|_| clues(&mut rng, &grids)).collect();
    for (cell, digit) in [(0, 1), (40, 9), (80, 5)] {
        let mut few = [0; 81];
        puzzles.push(few);
        few[cell] = digit;
        puzzles.push(few);
    }
    let mut mixed = puzzles.clone();
    mixed.reverse();
    for isa in Isa::ALL.iter().copied().filter(|isa| isa.is_available()) {
        let (alone, of_alone) = solve_in_batches(isa, &puzzles, 1);
        for size in [2, 7, 50, puzzles.len()] {
            let (found, of_found) = solve_in_batches(isa, &puzzles, size);
            assert!(found == alone, "{isa}, batches of {size}");
            assert_eq!(of_found, of_alone, "{isa}, batches of {size}");
        }
        let (mut found, of_found) = solve_in_batches(isa, &mixed, mixed.len());
        found.reverse();
        assert!(found == alone && of_found == of_alone, "{isa}, reversed");
    }
}

/// The outcome of a puzzle, and its first two solutions.
type Found = (BatchOutcome, [u8; 81], [u8; 81]);

/// Solves puzzles in batches of this size. Returns the answers, and the work for them.
fn solve_in_batches(isa: Isa, puzzles: &[[u8; 81]], size: usize) -> (Vec<Found>, BatchStats) {
    let mut engine = Simd9::new(Some(isa));
    let mut found = Vec::new();
    for clues in puzzles.chunks(size) {
        let (mut first, mut second) = (vec![[0; 81]; clues.len()], vec![[0; 81]; clues.len()]);
        let mut outcomes = vec![BatchOutcome::default(); clues.len()];
        engine.solve_all_with_second(clues, &mut first, &mut second, &mut outcomes);
        let pairs = first.into_iter().zip(second);
        found.extend(
            outcomes
                .into_iter()
                .zip(pairs)
                .map(|(outcome, (a, b))| (outcome, a, b)),
        );
    }
    (found, engine.batch_stats())
}

#[test]
fn solutions_as_text_are_the_same_digits() {
    let mut rng = SplitMix64::new(6);
    let grids = grids(&mut rng, &Layout::classic(), 10);
    let clues: Vec<_> = (0..500).map(|_| clues(&mut rng, &grids)).collect();
    for isa in Isa::ALL.iter().copied().filter(|isa| isa.is_available()) {
        let mut engine = Simd9::new(Some(isa));
        let (mut numbers, mut texts) = (vec![[0; 81]; 500], vec![[b'x'; 81]; 500]);
        let mut outcomes = vec![BatchOutcome::Solvable; 500];
        engine.solve_all(&clues, &mut numbers, &mut outcomes);
        let mut again = vec![BatchOutcome::Solvable; 500];
        engine.solve_all_as_text(&clues, &mut texts, &mut again);
        assert_eq!(outcomes, again, "{isa}");
        for ((outcome, numbers), text) in outcomes.iter().zip(&numbers).zip(&texts) {
            let expected = match outcome {
                BatchOutcome::Unsolvable => [b'x'; 81],
                _ => numbers.map(|digit| digit + b'0'),
            };
            assert_eq!(*text, expected, "{isa}");
        }
        for outcome in [
            BatchOutcome::Unsolvable,
            BatchOutcome::Unique,
            BatchOutcome::Multiple,
        ] {
            assert!(outcomes.contains(&outcome), "{outcome:?} does not occur");
        }
    }
}

#[test]
fn slices_of_different_length_are_cut_to_the_shortest() {
    let grid = b"417369825632158947958724316825437169791586432346912758289643571573291684164875293";
    let clues = [*grid; 3];
    let (mut grids, mut outcomes) = ([[0; 81]; 2], [BatchOutcome::Solvable; 5]);
    let mut engine = Simd9::new(Some(Isa::Portable));
    engine.solve_all(&clues, &mut grids, &mut outcomes);
    assert_eq!(
        outcomes,
        [
            BatchOutcome::Unique,
            BatchOutcome::Unique,
            BatchOutcome::Solvable,
            BatchOutcome::Solvable,
            BatchOutcome::Solvable
        ]
    );
    assert_eq!(grids[1], grid.map(|byte| byte - b'0'));
    engine.count_all(&clues, 0, &mut [0; 0]);
    assert_eq!(engine.batch_stats().puzzles, 2);
}
