//! Proofs that a puzzle has no solution, held against a checker that knows nothing but clauses and unit propagation.

use std::collections::{HashMap, HashSet};

use ndoku_core::{Candidate, Encoding, Layout, Puzzle};
use ndoku_solver::{Backtrack, Budget, Engine, Learning, ProofStep, StopReason};
use ndoku_testkit::random::{self, SplitMix64};

/// Adds clauses that follow by unit propagation from those there are.
#[derive(Default)]
struct Checker {
    /// A clause that was given up is empty.
    clauses: Vec<Vec<i32>>,
    /// Those of one literal.
    units: Vec<i32>,
    /// For each literal the clauses that hold it.
    holders: HashMap<i32, Vec<usize>>,
    variables: usize,
}

impl Checker {
    fn new(puzzle: &Puzzle) -> Self {
        let encoding = Encoding::new(puzzle).unwrap();
        let mut checker = Self {
            variables: encoding.variables() as usize,
            ..Self::default()
        };
        encoding.for_each(&mut |clause| checker.add(clause));
        checker
    }

    fn add(&mut self, clause: &[i32]) {
        if let [unit] = clause {
            self.units.push(*unit);
        }
        for literal in clause {
            self.holders
                .entry(*literal)
                .or_default()
                .push(self.clauses.len());
        }
        self.clauses.push(clause.to_vec());
    }

    /// Whether something contradicts itself if every literal of the clause is false.
    fn follows(&self, clause: &[i32]) -> bool {
        let mut is_true = vec![[false; 2]; self.variables + 1];
        let value = |is_true: &[[bool; 2]], literal: i32| {
            is_true[literal.unsigned_abs() as usize][usize::from(literal < 0)]
        };
        let mut queue: Vec<i32> = clause
            .iter()
            .map(|literal| -literal)
            .chain(self.units.iter().copied())
            .collect();
        while let Some(literal) = queue.pop() {
            if value(&is_true, -literal) {
                return true;
            }
            if std::mem::replace(
                &mut is_true[literal.unsigned_abs() as usize][usize::from(literal < 0)],
                true,
            ) {
                continue;
            }
            for holder in self.holders.get(&-literal).into_iter().flatten() {
                let clause = &self.clauses[*holder];
                if clause.is_empty() || clause.iter().any(|literal| value(&is_true, *literal)) {
                    continue;
                }
                let mut open = clause.iter().filter(|literal| !value(&is_true, -**literal));
                match (open.next(), open.next()) {
                    (None, _) => return true,
                    (Some(last), None) => queue.push(*last),
                    _ => {}
                }
            }
        }
        false
    }

    /// Takes a line of a DRAT file; false if it does not follow.
    fn line(&mut self, line: &str) -> bool {
        let (is_forgotten, literals) = line
            .strip_prefix("d ")
            .map_or((false, line), |rest| (true, rest));
        let mut literals: Vec<i32> = literals
            .split_whitespace()
            .map(|word| word.parse().unwrap())
            .collect();
        assert_eq!(literals.pop(), Some(0), "{line}");
        if is_forgotten {
            let wanted: HashSet<_> = literals.iter().collect();
            let is_wanted =
                |holder: &&usize| self.clauses[**holder].iter().collect::<HashSet<_>>() == wanted;
            let place = *self.holders[&literals[0]]
                .iter()
                .find(is_wanted)
                .expect("what is forgotten was there");
            self.clauses[place].clear();
            return true;
        }
        let follows = self.follows(&literals);
        self.add(&literals);
        follows
    }
}

/// The lines of a proof, and whether there is a solution.
fn refuted(puzzle: &Puzzle) -> (Vec<String>, bool) {
    let mut lines = Vec::new();
    let solution = Learning::new().refute(puzzle, &Budget::default(), &mut |step| {
        let mut line = String::new();
        step.write(&mut line);
        lines.push(line);
    });
    (lines, solution.unwrap().is_some())
}

/// Minimal puzzles of which one candidate of the solution was taken away: there is none left, and most of them take guesses to see that.
fn wrong_puzzles(layout: &Layout, count: usize) -> Vec<Puzzle> {
    let mut rng = SplitMix64::new(7);
    let mut general = Backtrack::new();
    let mut wrong = || {
        let grid = random::grid(&mut rng, layout)?;
        let mut puzzle = Puzzle::empty(layout);
        layout
            .cells()
            .zip(&grid)
            .for_each(|(cell, digit)| puzzle.set_clue(cell, Some(*digit)).unwrap());
        let mut last = layout.cell(0);
        for cell in rng
            .permutation(layout.cell_count())
            .into_iter()
            .map(|cell| layout.cell(cell))
        {
            let digit = puzzle.clue(cell);
            puzzle.set_clue(cell, None).unwrap();
            if general
                .find_first(&puzzle, 1, &Budget::default())
                .unwrap()
                .more
            {
                puzzle.set_clue(cell, digit).unwrap();
            } else {
                last = cell;
            }
        }
        puzzle
            .remove(Candidate::new(last, grid[layout.index(last)]))
            .unwrap();
        Some(puzzle)
    };
    std::iter::from_fn(|| Some(wrong()))
        .flatten()
        .take(count)
        .collect()
}

#[test]
fn every_step_follows_and_the_last_is_the_empty_clause() {
    let knight = Layout::builder(9)
        .boxes(3, 3)
        .rule("anti-knight")
        .build()
        .unwrap();
    let kinds = [
        (Layout::with_boxes(2, 2).unwrap(), 30),
        (Layout::with_boxes(3, 2).unwrap(), 20),
        (Layout::builder(6).boxes(3, 2).x().build().unwrap(), 10),
        (Layout::with_boxes(3, 3).unwrap(), 40),
        (knight, 2),
    ];
    let mut learnt = 0;
    for (layout, count) in kinds {
        for puzzle in wrong_puzzles(&layout, count) {
            let (lines, is_solved) = refuted(&puzzle);
            assert!(!is_solved);
            assert_eq!(lines.last().unwrap(), "0\n");
            learnt += lines.len() - 1;
            let mut checker = Checker::new(&puzzle);
            for line in &lines {
                assert!(
                    checker.line(line),
                    "{line} of {lines:?} for {:?}",
                    puzzle.clues()
                );
            }
        }
    }
    assert!(
        learnt > 40,
        "unit propagation alone refutes nearly all: {learnt}"
    );
}

#[test]
fn the_checker_refuses_what_does_not_follow() {
    let puzzles = wrong_puzzles(&Layout::with_boxes(3, 3).unwrap(), 40);
    let refused = puzzles
        .iter()
        .filter(|puzzle| !Checker::new(puzzle).line("0"))
        .count();
    assert!(refused > 1, "these take guesses: {refused}");
}

#[test]
fn a_solution_is_found_where_there_is_one() {
    let layout = Layout::with_boxes(3, 3).unwrap();
    let puzzle: Puzzle =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
            .parse()
            .unwrap();
    let solution = Learning::new()
        .refute(&puzzle, &Budget::default(), &mut |_| {})
        .unwrap();
    assert_eq!(
        solution,
        Backtrack::new()
            .find_first(&puzzle, 1, &Budget::default())
            .unwrap()
            .solutions
            .pop()
    );
    assert!(
        Learning::new()
            .refute(&Puzzle::empty(&layout), &Budget::default(), &mut |_| {})
            .unwrap()
            .is_some()
    );
}

#[test]
fn pencilmarks_and_contradictory_clues_are_refuted() {
    let layout = Layout::with_boxes(2, 2).unwrap();
    let mut marked = Puzzle::empty(&layout);
    for cell in [0, 1, 4] {
        for digit in layout.digits().skip(2) {
            marked
                .remove(Candidate::new(layout.cell(cell), digit))
                .unwrap();
        }
    }
    let twice =
        Puzzle::from_array(&layout, &[1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]).unwrap();
    for puzzle in [marked, twice] {
        let (lines, is_solved) = refuted(&puzzle);
        let mut checker = Checker::new(&puzzle);
        assert!(
            !is_solved
                && lines.iter().all(|line| checker.line(line))
                && lines.last().unwrap() == "0\n",
            "{lines:?}"
        );
    }
}

#[test]
fn a_budget_stops_it() {
    let layout = Layout::with_boxes(5, 5).unwrap();
    let stopped = Learning::new()
        .refute(
            &Puzzle::empty(&layout),
            &Budget::default().max_guesses(3),
            &mut |_| {},
        )
        .unwrap_err();
    assert_eq!(
        (stopped.reason, stopped.stats.guesses),
        (StopReason::GuessLimit, 3)
    );
}

#[test]
fn steps_are_written_as_lines() {
    let mut text = String::new();
    for step in [
        ProofStep::Learnt(&[0, 7]),
        ProofStep::Forgotten(&[0, 7]),
        ProofStep::Learnt(&[]),
    ] {
        step.write(&mut text);
    }
    assert_eq!(text, "1 -4 0\nd 1 -4 0\n0\n");
}
