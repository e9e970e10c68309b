//! Proofs that a puzzle has no solution, verified by a checker for RUP clauses.
//!
//! The checker knows only clauses and unit propagation.

use std::collections::{HashMap, HashSet};

use ndoku_core::{Candidate, Encoding, Layout, Puzzle};
use ndoku_solver::{Backtrack, Budget, Cdcl, Engine, ProofStep, StopReason};
use ndoku_testkit::random::{self, SplitMix64};
use ndoku_testkit::{oracle, variants};

/// A RUP checker: accepts clauses that follow by unit propagation from the earlier ones.
#[derive(Default)]
struct Checker {
    /// The clauses. A deleted clause is empty.
    clauses: Vec<Vec<i32>>,
    /// The literals of the unit clauses.
    units: Vec<i32>,
    /// For each literal the indices of the clauses that contain it.
    occurrences: HashMap<i32, Vec<usize>>,
    variables: usize,
}

impl Checker {
    fn new(puzzle: &Puzzle) -> Self {
        let encoding = Encoding::new(puzzle).unwrap();
        let mut checker = Self {
            variables: encoding.variable_count() as usize,
            ..Self::default()
        };
        encoding.for_each_clause(&mut |clause| checker.add(clause));
        checker
    }

    fn add(&mut self, clause: &[i32]) {
        if let [unit] = clause {
            self.units.push(*unit);
        }
        for literal in clause {
            self.occurrences
                .entry(*literal)
                .or_default()
                .push(self.clauses.len());
        }
        self.clauses.push(clause.to_vec());
    }

    /// Returns `true` if unit propagation leads to a conflict when all literals of the clause are
    /// false.
    fn is_rup(&self, clause: &[i32]) -> bool {
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
            for occurrence in self.occurrences.get(&-literal).into_iter().flatten() {
                let clause = &self.clauses[*occurrence];
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

    /// Applies a line of a DRAT file. Returns `false` if its clause does not follow.
    fn apply_line(&mut self, line: &str) -> bool {
        let (is_deletion, literals) = line
            .strip_prefix("d ")
            .map_or((false, line), |rest| (true, rest));
        let mut literals: Vec<i32> = literals
            .split_whitespace()
            .map(|word| word.parse().unwrap())
            .collect();
        assert_eq!(literals.pop(), Some(0), "{line}");
        if is_deletion {
            let wanted: HashSet<_> = literals.iter().collect();
            let is_wanted = |occurrence: &&usize| {
                self.clauses[**occurrence].iter().collect::<HashSet<_>>() == wanted
            };
            let place = *self.occurrences[&literals[0]]
                .iter()
                .find(is_wanted)
                .expect("a deleted clause must exist");
            self.clauses[place].clear();
            return true;
        }
        let is_rup = self.is_rup(&literals);
        self.add(&literals);
        is_rup
    }
}

/// Returns the lines of a proof, and `true` if the puzzle has a solution.
fn proof_lines(puzzle: &Puzzle) -> (Vec<String>, bool) {
    let mut lines = Vec::new();
    let solution = Cdcl::new().solve_with_proof(puzzle, &Budget::default(), &mut |step| {
        let mut line = String::new();
        step.write_drat(&mut line);
        lines.push(line);
    });
    (lines, solution.unwrap().is_some())
}

/// Returns minimal puzzles without solution: each lacks one candidate of its former solution.
///
/// Most of them need decisions to find that.
fn unsolvable_puzzles(layout: &Layout, count: usize) -> Vec<Puzzle> {
    let mut rng = SplitMix64::new(7);
    let mut general = Backtrack::new();
    let mut try_puzzle = || {
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
                .find_solutions(&puzzle, 1, &Budget::default())
                .unwrap()
                .has_more
            {
                puzzle.set_clue(cell, digit).unwrap();
            } else {
                last = cell;
            }
        }
        puzzle
            .remove_candidate(Candidate::new(last, grid[layout.index(last)]))
            .unwrap();
        Some(puzzle)
    };
    std::iter::from_fn(|| Some(try_puzzle()))
        .flatten()
        .take(count)
        .collect()
}

#[test]
fn every_step_is_rup_and_the_last_is_the_empty_clause() {
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
    let mut steps = 0;
    for (layout, count) in kinds {
        for puzzle in unsolvable_puzzles(&layout, count) {
            let (lines, is_solved) = proof_lines(&puzzle);
            assert!(!is_solved);
            assert_eq!(lines.last().unwrap(), "0\n");
            steps += lines.len() - 1;
            let mut checker = Checker::new(&puzzle);
            for line in &lines {
                assert!(
                    checker.apply_line(line),
                    "{line} does not follow in {lines:?} for {:?}",
                    puzzle.clues()
                );
            }
        }
    }
    assert!(
        steps > 40,
        "too few steps, unit propagation refutes nearly all puzzles: {steps}"
    );
}

/// Every rule has proofs if it is pairwise. The others are refused by name.
#[test]
fn proofs_of_every_pairwise_rule_agree_with_the_oracle() {
    let (mut refuted, mut refused) = (0, 0);
    for id in variants::rules() {
        let mut rng = SplitMix64::new(11);
        let (mut compared, mut unsolvable) = (0, 0);
        for _ in 0..400 {
            let size = if rng.once_in(3) { 4 } else { 6 };
            let Some(layout) = variants::layout_of_rule(&mut rng, size, id) else {
                continue;
            };
            let puzzle = random::puzzle(&mut rng, &layout);
            let constraints = layout.constraints();
            if !constraints
                .iter()
                .all(|constraint| constraint.is_pairwise())
            {
                let refusal = Encoding::new(&puzzle).map(|_| ()).unwrap_err();
                assert!(refusal.to_string().contains(id), "{id}: {refusal}");
                refused += 1;
                break;
            }
            let Some(solutions) = oracle::solutions(&puzzle, 1, 3_000) else {
                continue;
            };
            let (lines, is_solved) = proof_lines(&puzzle);
            let label = format!("{layout:?}, clues {:?}", puzzle.clues());
            assert_eq!(is_solved, !solutions.is_empty(), "{label}");
            compared += 1;
            if !is_solved {
                unsolvable += 1;
                let mut checker = Checker::new(&puzzle);
                assert!(lines.iter().all(|line| checker.apply_line(line)), "{label}");
                assert_eq!(lines.last().unwrap(), "0\n", "{label}");
            }
            if compared >= 8 && unsolvable >= 4 {
                break;
            }
        }
        refuted += unsolvable;
    }
    assert!(refuted > 80 && refused > 10, "{refuted}, {refused}");
}

#[test]
fn the_checker_rejects_clauses_that_do_not_follow() {
    let puzzles = unsolvable_puzzles(&Layout::with_boxes(3, 3).unwrap(), 40);
    let rejected = puzzles
        .iter()
        .filter(|puzzle| !Checker::new(puzzle).apply_line("0"))
        .count();
    assert!(rejected > 1, "too few puzzles need decisions: {rejected}");
}

#[test]
fn solvable_puzzles_return_a_solution() {
    let layout = Layout::with_boxes(3, 3).unwrap();
    let puzzle: Puzzle =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
            .parse()
            .unwrap();
    let solution = Cdcl::new()
        .solve_with_proof(&puzzle, &Budget::default(), &mut |_| {})
        .unwrap();
    assert_eq!(
        solution,
        Backtrack::new()
            .find_solutions(&puzzle, 1, &Budget::default())
            .unwrap()
            .solutions
            .pop()
    );
    assert!(
        Cdcl::new()
            .solve_with_proof(&Puzzle::empty(&layout), &Budget::default(), &mut |_| {})
            .unwrap()
            .is_some()
    );
}

#[test]
fn puzzles_with_impossible_pencilmarks_or_clues_have_a_proof() {
    let layout = Layout::with_boxes(2, 2).unwrap();
    let mut marked = Puzzle::empty(&layout);
    for cell in [0, 1, 4] {
        for digit in layout.digits().skip(2) {
            marked
                .remove_candidate(Candidate::new(layout.cell(cell), digit))
                .unwrap();
        }
    }
    let twice =
        Puzzle::from_array(&layout, &[1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]).unwrap();
    for puzzle in [marked, twice] {
        let (lines, is_solved) = proof_lines(&puzzle);
        let mut checker = Checker::new(&puzzle);
        assert!(
            !is_solved
                && lines.iter().all(|line| checker.apply_line(line))
                && lines.last().unwrap() == "0\n",
            "{lines:?}"
        );
    }
}

#[test]
fn the_guess_limit_stops_the_search() {
    let layout = Layout::with_boxes(5, 5).unwrap();
    let stopped = Cdcl::new()
        .solve_with_proof(
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
fn steps_are_written_as_drat_lines() {
    let mut text = String::new();
    for step in [
        ProofStep::Add(&[0, 7]),
        ProofStep::Delete(&[0, 7]),
        ProofStep::Add(&[]),
    ] {
        step.write_drat(&mut text);
    }
    assert_eq!(text, "1 -4 0\nd 1 -4 0\n0\n");
}
