//! The likeliest puzzle with exactly one solution, from the probabilities of all cells.
//!
//! ```text
//! cell 5: 3 (0.6) 8 (0.4)        reading 1: 3 … 7   0.54   no solution
//! cell 9: 7 (0.9) 1 (0.1)        reading 2: 8 … 7   0.36   one solution      ◀ wins
//!                                reading 3: 3 … 1   0.06   two solutions
//! ```
//!
//! Readings are examined from the likeliest to the least likely: a best-first search over the
//! cells, each with its own cost for every alternative. All cells that look like a digit may be
//! misread for one reason. So an alternative may also change several cells to the same digit.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use std::ops::ControlFlow;

use ndoku_core::{Digit, Layout, Puzzle};
use ndoku_solver::{Backtrack, BatchOutcome, Budget, Engine, Simd9};

use crate::classifier::{CLASSES, OTHER};
use crate::photo_error::{PhotoError, check};

/// Number of cells of the largest grid.
const MAX_CELLS: usize = 81;

/// Readings that are less likely than the likeliest by more than this factor (its logarithm) are
/// not considered.
const MAX_COST: f32 = 14.0;

/// Cost up to which a cell that looks empty may hold a digit. A clue that is missing in the print
/// is not invented: then the puzzle has several solutions.
const MAX_INSERTION_COST: f32 = 4.0;

/// Maximum number of cells that look empty and hold a digit in one reading. Under a shadow or a
/// finger several cells look a little like digits, and some digits in them give one solution.
const MAX_INSERTIONS: usize = 1;

/// Cost up to which a cell that looks like a digit may hold another one, or none.
const MAX_CHANGE_COST: f32 = 7.0;

/// Maximum number of readings examined.
const MAX_READINGS: usize = 3_000;

/// Readings less likely than the winner by more than this factor (its logarithm) do not make it
/// doubtful.
const MAX_RIVAL_COST: f32 = 7.0;

/// The weight in the certainty of likelier readings that were rejected for their solutions. They
/// may be right, and the puzzle faulty.
const REJECTED_WEIGHT: f32 = 0.05;

/// Cost up to which a cell belongs to a group of cells that are changed to the same digit.
const MAX_MEMBER_COST: f32 = 5.0;

/// Cost of a group, beside the largest cost of its cells: few typefaces have a digit that looks
/// like another one.
const GROUP_COST: f32 = 2.0;

/// Smallest number of clues of a classic puzzle with which a solver is asked. No puzzle with fewer
/// has one solution.
const MIN_CLUES: usize = 17;

/// Maximum number of guesses for all readings of a puzzle that is not classic. After them, each
/// counts as one with several solutions.
const MAX_GUESSES: u64 = 100_000;

/// The number of solutions of the puzzle that was read.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum ReadingVerdict {
    /// There is exactly one solution.
    Unique,
    /// There is more than one.
    Multiple,
    /// There is none.
    Unsolvable,
}

impl ReadingVerdict {
    /// Returns the status in records of JSON and in Python: `unique`, `multiple` or `none`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unique => "unique",
            Self::Multiple => "multiple",
            Self::Unsolvable => "none",
        }
    }
}

/// A reading of all cells.
#[derive(Clone, Debug)]
pub(crate) struct Resolved {
    /// The clues; 0 is a cell without a printed digit.
    pub clues: Vec<u8>,
    /// The number of solutions.
    pub verdict: ReadingVerdict,
    /// The solution, if there is exactly one.
    pub solution: Option<Vec<u8>>,
    /// The share of the reading in the probability of all readings with one solution, from 0 to 1.
    /// Likelier readings that were rejected lower it. It is 0 without exactly one solution.
    pub certainty: f32,
    /// The probability of each digit of each cell among those readings. The first is no digit.
    pub shares: Vec<[f32; 10]>,
}

/// Returns the likeliest reading with one solution; without one, the likeliest. There is a cell of
/// the layout for each element of `probabilities`.
///
/// # Errors
/// Returns an error once the budget is used up.
pub(crate) fn resolve(
    probabilities: &[[f32; CLASSES]],
    layout: &Layout,
    budget: &Budget<'_>,
) -> Result<Resolved, PhotoError> {
    let choices = Choices::new(probabilities);
    let mut counter = SolutionCounter::new(layout, budget);
    let mut winners: Vec<(f32, Vec<u8>, Vec<u8>)> = Vec::new();
    for (cost, clues) in choices.readings().take(MAX_READINGS) {
        let limit = winners
            .first()
            .map_or(MAX_COST, |(best, ..)| best + MAX_RIVAL_COST);
        if cost > limit {
            break;
        }
        check(budget)?;
        if let (ReadingVerdict::Unique, solution) = counter.count(&clues) {
            winners.push((cost, clues, solution));
        }
    }
    let Some((best, clues, solution)) = winners.first().cloned() else {
        let clues = choices.likeliest;
        let verdict = counter.verdict(&clues);
        check(budget)?;
        return Ok(Resolved {
            verdict,
            clues,
            solution: None,
            certainty: 0.0,
            shares: probabilities.iter().map(digit_shares).collect(),
        });
    };
    let mut shares = vec![[0.0; 10]; clues.len()];
    let total: f32 = winners.iter().map(|(cost, ..)| (best - cost).exp()).sum();
    for (cost, clues, _) in &winners {
        for (share, clue) in shares.iter_mut().zip(clues) {
            share[usize::from(*clue)] += (best - cost).exp() / total;
        }
    }
    Ok(Resolved {
        clues,
        verdict: ReadingVerdict::Unique,
        solution: Some(solution),
        certainty: (-REJECTED_WEIGHT * best).exp() / total,
        shares,
    })
}

/// Counts the solutions of readings.
pub(crate) struct SolutionCounter<'a> {
    layout: &'a Layout,
    budget: &'a Budget<'a>,
    classic: Simd9,
    other: Backtrack,
    /// Number of guesses that `other` may still make.
    guesses: u64,
}

impl<'a> SolutionCounter<'a> {
    pub(crate) fn new(layout: &'a Layout, budget: &'a Budget<'a>) -> Self {
        Self {
            layout,
            budget,
            classic: Simd9::default(),
            other: Backtrack::new(),
            guesses: MAX_GUESSES,
        }
    }

    /// Returns how many solutions a reading has, however few its clues.
    pub(crate) fn verdict(&mut self, clues: &[u8]) -> ReadingVerdict {
        match self.count(clues).0 {
            ReadingVerdict::Multiple => self.count_other(clues).0,
            verdict => verdict,
        }
    }

    /// Returns how many solutions a reading has, and the first one. A classic puzzle of few clues
    /// counts as one with several solutions.
    fn count(&mut self, clues: &[u8]) -> (ReadingVerdict, Vec<u8>) {
        if self.has_conflict(clues) {
            return (ReadingVerdict::Unsolvable, Vec::new());
        }
        match <&[u8; 81]>::try_from(clues) {
            Ok(clues) if self.layout.is_classic() => self.count_classic(clues),
            _ => self.count_other(clues),
        }
    }

    /// Returns `true` if a digit is twice in a house.
    fn has_conflict(&self, clues: &[u8]) -> bool {
        self.layout.houses().iter().any(|house| {
            let mut seen = 0_u16;
            house.cells().iter().any(|cell| {
                let clue = clues.get(self.layout.index(*cell)).copied().unwrap_or(0);
                let bit = if clue == 0 { 0 } else { 1 << clue };
                let is_twice = seen & bit != 0;
                seen |= bit;
                is_twice
            })
        })
    }

    fn count_classic(&mut self, clues: &[u8; 81]) -> (ReadingVerdict, Vec<u8>) {
        if clues.iter().filter(|clue| **clue != 0).count() < MIN_CLUES {
            return (ReadingVerdict::Multiple, Vec::new());
        }
        let (outcome, solution) = self.classic.solve_one(clues);
        let verdict = match outcome {
            BatchOutcome::Unique => ReadingVerdict::Unique,
            BatchOutcome::Multiple | BatchOutcome::Solvable => ReadingVerdict::Multiple,
            BatchOutcome::Unsolvable => ReadingVerdict::Unsolvable,
        };
        (verdict, solution.to_vec())
    }

    fn count_other(&mut self, clues: &[u8]) -> (ReadingVerdict, Vec<u8>) {
        let Ok(puzzle) = Puzzle::from_array(self.layout, clues) else {
            return (ReadingVerdict::Unsolvable, Vec::new());
        };
        let mut count = 0;
        let mut first = Vec::new();
        let mut found = |solution: &[Digit]| {
            count += 1;
            if count > 1 {
                return ControlFlow::Break(());
            }
            first = solution.iter().map(|digit| digit.get()).collect();
            ControlFlow::Continue(())
        };
        let budget = self.budget.max_guesses(self.guesses);
        let Ok(stats) = self.other.search(&puzzle, &budget, &mut found) else {
            self.guesses = 0;
            return (ReadingVerdict::Multiple, Vec::new());
        };
        self.guesses = self.guesses.saturating_sub(stats.guesses);
        let verdict = match count {
            0 => ReadingVerdict::Unsolvable,
            1 => ReadingVerdict::Unique,
            _ => ReadingVerdict::Multiple,
        };
        (verdict, first)
    }
}

/// The likeliest reading, and what each other choice in a cell costs.
struct Choices {
    likeliest: Vec<u8>,
    /// Cheapest first.
    alternatives: Vec<Alternative>,
}

/// Another digit in one cell, or in a group of cells.
#[derive(Copy, Clone, Debug)]
struct Alternative {
    /// A bit for each cell.
    cells: u128,
    /// The digit; 0 is none.
    digit: u8,
    /// The logarithm of the factor by which it is less likely.
    cost: f32,
}

/// Returns the probabilities of no digit and of the digits 1 to 9.
pub(crate) fn digit_shares(probabilities: &[f32; CLASSES]) -> [f32; 10] {
    std::array::from_fn(|digit| match digit {
        0 => probabilities[0] + probabilities[OTHER],
        digit => probabilities[digit],
    })
}

impl Choices {
    fn new(probabilities: &[[f32; CLASSES]]) -> Self {
        let mut likeliest = Vec::new();
        let mut alternatives = Vec::new();
        for (cell, probabilities) in probabilities.iter().take(MAX_CELLS).enumerate() {
            let shares = digit_shares(probabilities);
            let best = (0..10)
                .max_by(|a, b| shares[*a].total_cmp(&shares[*b]))
                .unwrap_or(0);
            likeliest.push(best as u8);
            let max_cost = if best == 0 {
                MAX_INSERTION_COST
            } else {
                MAX_CHANGE_COST
            };
            for digit in (0..10).filter(|digit| *digit != best) {
                let cost = (shares[best] / shares[digit]).ln();
                if cost <= max_cost {
                    alternatives.push(Alternative {
                        cells: 1 << cell,
                        digit: digit as u8,
                        cost,
                    });
                }
            }
        }
        alternatives.extend(group_alternatives(&likeliest, &alternatives));
        alternatives.sort_by(|a, b| {
            let by_cost = a.cost.total_cmp(&b.cost);
            by_cost.then((a.cells, a.digit).cmp(&(b.cells, b.digit)))
        });
        Self {
            likeliest,
            alternatives,
        }
    }

    /// Returns the readings by cost, the likeliest first.
    fn readings(&self) -> impl Iterator<Item = (f32, Vec<u8>)> {
        let mut heap = BinaryHeap::from([Candidate::default()]);
        std::iter::from_fn(move || {
            loop {
                let candidate = heap.pop()?;
                let clues = self.apply(&candidate.chosen);
                self.branch(&candidate, clues.is_some(), &mut heap);
                if let Some(clues) = clues {
                    return Some((candidate.cost, clues));
                }
            }
        })
    }

    /// Adds the two readings that follow from one: with one more alternative after the last, and
    /// with the last one replaced by the next. So every set of alternatives is reached once.
    ///
    /// A set that is not valid is not extended: each set that contains it is not valid either.
    fn branch(&self, candidate: &Candidate, is_valid: bool, heap: &mut BinaryHeap<Candidate>) {
        let next = candidate.chosen.last().map_or(0, |last| last + 1);
        let Some(Alternative { cost, .. }) = self.alternatives.get(next) else {
            return;
        };
        if is_valid {
            let mut more = candidate.clone();
            more.chosen.push(next);
            more.cost += cost;
            heap.push(more);
        }
        if let Some(last) = candidate.chosen.last() {
            let mut other = candidate.clone();
            other.chosen.pop();
            other.chosen.push(next);
            other.cost += cost - self.alternatives[*last].cost;
            heap.push(other);
        }
    }

    /// Returns the reading with these alternatives; `None` if two are for the same cell, or if too
    /// many cells that look empty get a digit.
    fn apply(&self, chosen: &[usize]) -> Option<Vec<u8>> {
        let mut clues = self.likeliest.clone();
        let mut changed = 0_u128;
        for at in chosen {
            let Alternative { cells, digit, .. } = self.alternatives[*at];
            if changed & cells != 0 {
                return None;
            }
            changed |= cells;
            for (cell, clue) in clues.iter_mut().enumerate() {
                if cells >> cell & 1 == 1 {
                    *clue = digit;
                }
            }
        }
        let cells = clues.iter().zip(&self.likeliest);
        let insertions = cells.filter(|(clue, likeliest)| **likeliest == 0 && **clue != 0);
        (insertions.count() <= MAX_INSERTIONS).then_some(clues)
    }
}

/// Returns the alternatives of several cells: those with the same digit in which the same other
/// digit is nearly as likely.
fn group_alternatives(likeliest: &[u8], singles: &[Alternative]) -> Vec<Alternative> {
    let mut groups = Vec::new();
    for (digit, other) in (1..=9).flat_map(|digit| (1..=9).map(move |other| (digit, other))) {
        let alike = singles.iter().filter(|single| {
            single.digit == other
                && single.cost <= MAX_MEMBER_COST
                && likeliest[single.cells.trailing_zeros() as usize] == digit
        });
        let group = alike.fold(
            Alternative {
                cells: 0,
                digit: other,
                cost: 0.0,
            },
            |group, single| Alternative {
                cells: group.cells | single.cells,
                cost: group.cost.max(single.cost),
                ..group
            },
        );
        if group.cells.count_ones() > 1 {
            let cost = group.cost + GROUP_COST;
            groups.push(Alternative { cost, ..group });
        }
    }
    groups
}

/// A set of alternatives, in increasing order.
#[derive(Clone, Debug, Default, PartialEq)]
struct Candidate {
    cost: f32,
    chosen: Vec<usize>,
}

impl Eq for Candidate {}

impl Ord for Candidate {
    /// The cheapest is the greatest, so that a heap returns it first.
    fn cmp(&self, other: &Self) -> Ordering {
        let by_cost = other.cost.total_cmp(&self.cost);
        by_cost.then_with(|| other.chosen.cmp(&self.chosen))
    }
}

impl PartialOrd for Candidate {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Number of cells of the classic grid.
    const CELLS: usize = 81;

    const PUZZLE: &[u8; CELLS] =
        b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    /// Returns probabilities with which each cell is surely what a puzzle has there.
    fn sure(puzzle: &[u8]) -> Vec<[f32; CLASSES]> {
        let class = |clue: &u8| match clue {
            b'.' => 0,
            digit => usize::from(digit - b'0'),
        };
        let shares = |clue: &u8| {
            let mut shares = [0.0; CLASSES];
            shares[class(clue)] = 1.0;
            shares
        };
        puzzle.iter().map(shares).collect()
    }

    /// Resolves without a limit of time.
    fn resolve(probabilities: &[[f32; CLASSES]], layout: &Layout) -> Resolved {
        super::resolve(probabilities, layout, &Budget::default()).expect("there is no limit")
    }

    fn resolve_classic(probabilities: &[[f32; CLASSES]]) -> Resolved {
        resolve(probabilities, &Layout::classic())
    }

    #[test]
    fn a_sure_puzzle_is_certain() {
        let resolved = resolve_classic(&sure(PUZZLE));
        assert_eq!(resolved.verdict, ReadingVerdict::Unique);
        assert!(
            (resolved.certainty - 1.0).abs() < 1e-6,
            "{}",
            resolved.certainty
        );
        assert!(resolved.solution.is_some());
    }

    #[test]
    fn a_digit_twice_in_a_row_has_no_solution() {
        let mut probabilities = sure(PUZZLE);
        probabilities[2] = probabilities[0];
        let resolved = resolve_classic(&probabilities);
        assert_eq!(resolved.verdict, ReadingVerdict::Unsolvable);
        assert_eq!((resolved.certainty, resolved.solution), (0.0, None));
    }

    #[test]
    fn too_few_clues_have_several_solutions() {
        let mut puzzle = *PUZZLE;
        puzzle[20..].fill(b'.');
        let resolved = resolve_classic(&sure(&puzzle));
        assert_eq!(resolved.verdict, ReadingVerdict::Multiple);
        assert_eq!((resolved.certainty, resolved.solution), (0.0, None));
        // Nine digits that leave no place for the 1 of the first box.
        let mut puzzle = [b'.'; CELLS];
        puzzle[..3].copy_from_slice(b"234");
        puzzle[9..12].copy_from_slice(b"567");
        puzzle[18 + 8] = b'1';
        let resolved = resolve_classic(&sure(&puzzle));
        assert_eq!(resolved.verdict, ReadingVerdict::Unsolvable);
    }

    #[test]
    fn a_missing_clue_is_not_invented() {
        // Without the 5 of its first cell and the 3 beside it, the puzzle has several solutions.
        let mut puzzle = *PUZZLE;
        puzzle[..2].fill(b'.');
        let seen = puzzle.map(|clue| if clue == b'.' { 0 } else { clue - b'0' });
        // Each digit in a cell that looks empty, and each other digit in place of a clue.
        for (empty, printed) in [(0.001, 1e-5), (1e-5, 1e-4)] {
            let mut probabilities = sure(&puzzle);
            for shares in &mut probabilities {
                let other = if shares[0] > 0.5 { empty } else { printed };
                shares[1..OTHER]
                    .iter_mut()
                    .for_each(|share| *share += other);
            }
            let resolved = resolve_classic(&probabilities);
            assert_eq!(resolved.verdict, ReadingVerdict::Multiple);
            assert_eq!(resolved.clues, seen.to_vec());
        }
        // A faint clue is another matter.
        let mut probabilities = sure(&puzzle);
        (probabilities[0][0], probabilities[0][5]) = (0.9, 0.1);
        let resolved = resolve_classic(&probabilities);
        assert_eq!(resolved.verdict, ReadingVerdict::Unique);
        assert_eq!(resolved.clues[..2], [5, 0]);
    }

    #[test]
    fn several_faint_clues_are_not_invented_together() {
        let needed: Vec<usize> = (0..CELLS)
            .filter(|cell| PUZZLE[*cell] != b'.')
            .filter(|cell| {
                let mut other = *PUZZLE;
                other[*cell] = b'.';
                resolve_classic(&sure(&other)).verdict == ReadingVerdict::Multiple
            })
            .take(2)
            .collect();
        let faint = |cells: &[usize]| {
            let mut probabilities = sure(PUZZLE);
            for cell in cells {
                let mut shares = [0.0; CLASSES];
                shares[0] = 0.9;
                shares[usize::from(PUZZLE[*cell] - b'0')] = 0.1;
                probabilities[*cell] = shares;
            }
            resolve_classic(&probabilities).verdict
        };
        assert_eq!(faint(&needed[..1]), ReadingVerdict::Unique);
        assert_eq!(faint(&needed), ReadingVerdict::Multiple);
    }

    #[test]
    fn rivals_with_one_solution_lower_the_certainty() {
        let mut probabilities = sure(PUZZLE);
        // The cell may be empty, and the puzzle keeps one solution without this clue.
        let least = (0..CELLS)
            .filter(|cell| PUZZLE[*cell] != b'.')
            .find(|cell| {
                let mut other = *PUZZLE;
                other[*cell] = b'.';
                resolve_classic(&sure(&other)).verdict == ReadingVerdict::Unique
            })
            .expect("the puzzle is not minimal");
        let digit = usize::from(PUZZLE[least] - b'0');
        (probabilities[least][digit], probabilities[least][0]) = (0.6, 0.4);
        let resolved = resolve_classic(&probabilities);
        assert_eq!(resolved.clues[least], PUZZLE[least] - b'0');
        assert!(
            (resolved.certainty - 0.6).abs() < 1e-3,
            "{}",
            resolved.certainty
        );
        assert!((resolved.shares[least][0] - 0.4).abs() < 1e-3);
    }

    #[test]
    fn readings_come_by_their_cost_and_each_once() {
        let mut probabilities = sure(PUZZLE);
        for (cell, other) in [(0, 0.4), (1, 0.3), (4, 0.2)] {
            let digit = usize::from(PUZZLE[cell] - b'0');
            probabilities[cell][digit] = 1.0 - other;
            probabilities[cell][0] = other;
        }
        let choices = Choices::new(&probabilities);
        let readings: Vec<_> = choices.readings().collect();
        assert_eq!(readings.len(), 8);
        assert!(readings.is_sorted_by(|a, b| a.0 <= b.0));
        let different: std::collections::BTreeSet<_> = readings.iter().map(|one| &one.1).collect();
        assert_eq!(different.len(), 8);
    }

    #[test]
    fn cells_that_look_alike_are_misread_alike() {
        // All eights look like threes, which are in the same houses.
        let mut probabilities = sure(PUZZLE);
        for cell in (0..CELLS).filter(|cell| PUZZLE[*cell] == b'8') {
            (probabilities[cell][3], probabilities[cell][8]) = (0.97, 0.03);
        }
        let resolved = resolve_classic(&probabilities);
        let clues = PUZZLE.map(|clue| if clue == b'.' { 0 } else { clue - b'0' });
        assert_eq!(resolved.verdict, ReadingVerdict::Unique);
        assert_eq!(resolved.clues, clues.to_vec());
    }

    #[test]
    fn other_layouts_are_solved_by_their_own_houses() {
        let small = Layout::for_size(4).expect("4x4 has boxes");
        let resolved = resolve(&sure(b"1...4....2..3..."), &small);
        assert_eq!(resolved.verdict, ReadingVerdict::Unsolvable);
        let resolved = resolve(&sure(b"..3.3.1......4.."), &small);
        assert_eq!(resolved.verdict, ReadingVerdict::Unique);
        assert_eq!(resolved.solution.map(|solution| solution.len()), Some(16));
        // With the boxes of its size, this jigsaw has no solution.
        let map: Vec<char> = "AAABBBAAABBBCCCDDDCECDDDCEEEFFEEFFFF".chars().collect();
        let puzzle = sure(b".6...2........1.4..34......5......2.");
        let jigsaw = Layout::builder(6).regions(&map).build();
        let verdict = |layout: &Layout| resolve(&puzzle, layout).verdict;
        assert_eq!(jigsaw.as_ref().map(verdict), Ok(ReadingVerdict::Unique));
        let plain = Layout::for_size(6).expect("6x6 has boxes");
        assert_ne!(verdict(&plain), ReadingVerdict::Unique);
    }

    #[test]
    fn cells_without_any_evidence_end_the_search() {
        let resolved = resolve_classic(&[[1.0 / CLASSES as f32; CLASSES]; CELLS]);
        assert_ne!(resolved.verdict, ReadingVerdict::Unique);
    }

    #[test]
    fn the_search_ends_with_its_budget() {
        let is_over = || true;
        let budget = Budget::default().stop_when(&is_over);
        let unclear = [[1.0 / CLASSES as f32; CLASSES]; CELLS];
        let error = super::resolve(&unclear, &Layout::classic(), &budget).err();
        let expected = PhotoError::Stopped(ndoku_solver::StopReason::Timeout);
        assert_eq!(error, Some(expected));
    }
}
