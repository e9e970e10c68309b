//! Compares exact counts with enumeration, and counts of parts with the count of the whole.

use ndoku_core::{Candidate, Diagonal, Digit, Layout, Puzzle};
use ndoku_count::{ExactCount, SolutionSampler};
use ndoku_solver::{Backtrack, Budget, Engine, Simd9};
use ndoku_testkit::random::SplitMix64;
use ndoku_testkit::{random, symmetry};

use super::estimates::coverage;
use super::{classic, create_pencilmark_puzzle, grids, some_clues};

/// The number of solutions from which a classic puzzle is not enumerated.
const MAX_SOLUTIONS: u64 = 3_000_000;

/// Runs all comparisons in each round. A difference panics with the puzzle.
pub(crate) fn check(rounds: usize, seed: u64) {
    let mut comparison = Comparison {
        rng: SplitMix64::new(seed),
        grids: grids(),
        budget: Budget::default(),
        enumerated: 0,
        split: 0,
    };
    for round in 0..rounds {
        comparison.classic_puzzles();
        comparison.symmetry_and_digits();
        for turn in 0..10 {
            comparison.pencilmarks(10 * round + turn);
        }
        comparison.candidate(round.is_multiple_of(4));
        comparison.other_layout(round);
    }
    coverage(5 * rounds, seed);
    println!(
        "counts: {rounds} rounds, {} puzzles enumerated, {} with pencilmarks split; next seed {}",
        comparison.enumerated,
        comparison.split,
        seed + 1
    );
}

/// The source of random puzzles, and the number of comparisons.
struct Comparison {
    rng: SplitMix64,
    grids: SolutionSampler,
    /// No limit.
    budget: Budget<'static>,
    /// Number of puzzles whose solutions were enumerated.
    enumerated: usize,
    /// Number of puzzles with pencilmarks whose count was split by a candidate.
    split: usize,
}

impl Comparison {
    /// Returns the exact count, or `None` if it is out of reach.
    fn exact(&self, puzzle: &Puzzle) -> Option<u128> {
        let exact = ExactCount::new(puzzle, None, &self.budget).expect("there is no limit")?;
        Some(exact.run(&self.budget).expect("there is no limit"))
    }

    /// Compares a count with enumeration, if there are at most `limit` solutions.
    fn compare_with_enumeration(&mut self, puzzle: &Puzzle, limit: u64) {
        let tally = Backtrack::new()
            .count_up_to(puzzle, limit, &self.budget)
            .expect("there is no limit");
        if !tally.has_more
            && let Some(exact) = self.exact(puzzle)
        {
            assert_eq!(exact, u128::from(tally.number), "{puzzle:?}");
            self.enumerated += 1;
        }
    }

    /// Enumerates classic puzzles with up to three million solutions.
    fn classic_puzzles(&mut self) {
        let puzzles: Vec<[u8; 81]> = (0..20)
            .map(|turn| some_clues(&mut self.rng, &mut self.grids, 19 + turn % 10))
            .collect();
        let mut counts = [0; 20];
        Simd9::new(None).count_all(&puzzles, MAX_SOLUTIONS, &mut counts);
        let few = |(_, count): &(&[u8; 81], u64)| *count < MAX_SOLUTIONS;
        for (puzzle, count) in puzzles.iter().zip(counts).filter(few) {
            let exact = self.exact(&classic(puzzle)).expect("in reach");
            assert_eq!(exact, u128::from(count), "{puzzle:?}");
            self.enumerated += 1;
        }
    }

    /// Transforms a puzzle with any number of clues, and splits it by the digits of a cell.
    fn symmetry_and_digits(&mut self) {
        let kept = self.rng.below(19);
        let puzzle = classic(&some_clues(&mut self.rng, &mut self.grids, kept));
        let whole = self.exact(&puzzle);
        assert!(whole.is_some(), "{puzzle:?}");
        let transformed = symmetry::transformed(&mut self.rng, &puzzle);
        assert_eq!(self.exact(&transformed), whole, "{puzzle:?}");
        let open = loop {
            let cell = puzzle.layout().cell(self.rng.below(81));
            if puzzle.clue(cell).is_none() {
                break cell;
            }
        };
        let part = |digit: Digit| {
            let mut with = puzzle.clone();
            with.set_clue(open, Some(digit)).expect("in the grid");
            self.exact(&with)
        };
        let sum: Option<u128> = puzzle.layout().digits().map(part).sum();
        assert_eq!(sum, whole, "{puzzle:?}");
    }

    /// Enumerates a puzzle with pencilmarks.
    fn pencilmarks(&mut self, turn: usize) {
        let shapes = [
            (24, 0, 20),
            (22, 40, 0),
            (18, 60, 10),
            (6, 120, 10),
            (0, 130, 4),
            (20, 0, 60),
            (25, 10, 10),
            (16, 10, 100),
        ];
        let (kept, lines, singles) = shapes[turn % shapes.len()];
        let puzzle = create_pencilmark_puzzle(&mut self.rng, &mut self.grids, kept, lines, singles);
        self.compare_with_enumeration(&puzzle, 100_000);
    }

    /// Splits a puzzle with pencilmarks by a candidate, which is placed or removed.
    fn candidate(&mut self, is_empty: bool) {
        let kept = if is_empty { 0 } else { 8 + self.rng.below(12) };
        let (lines, singles) = (self.rng.below(3), self.rng.below(3));
        let mut without =
            create_pencilmark_puzzle(&mut self.rng, &mut self.grids, kept, lines, singles);
        let mut with = without.clone();
        let candidate = loop {
            let cell = without.layout().cell(self.rng.below(81));
            let digit = Digit::from_index(self.rng.below(9));
            if without.clue(cell).is_none() && without.candidates(cell).contains(digit) {
                break Candidate::new(cell, digit);
            }
        };
        let whole = self.exact(&without);
        with.set_clue(candidate.cell, Some(candidate.digit))
            .expect("in the grid");
        without.remove_candidate(candidate).expect("in the grid");
        let parts = (self.exact(&with), self.exact(&without));
        if let (Some(whole), (Some(with), Some(others))) = (whole, parts) {
            assert_eq!(with + others, whole, "{without:?} {candidate}");
            self.split += 1;
        }
    }

    /// Enumerates puzzles of another layout.
    fn other_layout(&mut self, round: usize) {
        let layout = match round % 8 {
            0 => Layout::with_boxes(2, 2),
            1 => Layout::with_boxes(3, 2),
            2 => Layout::with_boxes(2, 3),
            3 => Layout::with_boxes(4, 2),
            4 => Layout::with_boxes(2, 4),
            5 => Layout::builder(9).x().build(),
            6 => Layout::builder(9).diagonal(Diagonal::Anti).build(),
            _ => Layout::builder(4 + (round / 8 % 4) as u8)
                .no_boxes()
                .build(),
        }
        .expect("a layout");
        let cells = layout.cell_count();
        let (fewest, most) = if layout.size() == 9 {
            (26, 45)
        } else {
            (cells / 4, cells)
        };
        for _ in 0..10 {
            let Some(grid) = random::grid(&mut self.rng, &layout) else {
                continue;
            };
            let mut puzzle = Puzzle::empty(&layout);
            let kept = fewest + self.rng.below(most - fewest);
            for index in self.rng.permutation(cells).into_iter().take(kept) {
                puzzle
                    .set_clue(layout.cell(index), Some(grid[index]))
                    .expect("in the grid");
            }
            self.compare_with_enumeration(&puzzle, 200_000);
        }
    }
}
