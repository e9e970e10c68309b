//! Verifies every answer once before the measurement: that solutions are correct, and that another
//! engine finds as many.

use std::time::{Duration, Instant};

use ndoku::{Backtrack, BatchOutcome, Budget, Engine, Isa, Puzzle, Simd9, Solver, Verdict};

use super::{AnswerCounts, Workload};

/// Time for the comparison with the other engine.
const CROSS_CHECK_TIME: Duration = Duration::from_secs(1);

/// Maximum number of puzzles that are solved singly, to find those that need no guess.
const MAX_SINGLE_SEARCHES: usize = 20_000;

/// Number of puzzles per call of the engine.
const BATCH_SIZE: usize = 4096;

/// The result of the verification.
pub(super) struct Verification {
    pub(super) answers: AnswerCounts,
    /// The share of classic puzzles that need no guess, if known.
    pub(super) without_guess: Option<f64>,
}

/// Solves every puzzle once.
///
/// # Errors
/// Returns the first wrong answer, with its puzzle.
pub(super) fn verify(workload: &Workload, isa: Isa, limit: u64) -> Result<Verification, String> {
    match workload {
        Workload::Lines(text) => verify_lines(text, isa, limit),
        Workload::Puzzles(puzzles) => verify_puzzles(puzzles, isa, limit),
    }
}

fn verify_lines(text: &[u8], isa: Isa, limit: u64) -> Result<Verification, String> {
    let clues: Vec<[u8; 81]> = text
        .chunks_exact(82)
        .filter_map(|line| line[..81].try_into().ok())
        .collect();
    let mut engine = Simd9::new(Some(isa));
    let mut answers = AnswerCounts::default();
    let mut other = Backtrack::new();
    let began = Instant::now();
    let (mut first, mut second, mut outcomes) = (
        vec![[0; 81]; BATCH_SIZE],
        vec![[0; 81]; BATCH_SIZE],
        vec![BatchOutcome::default(); BATCH_SIZE],
    );
    for clues in clues.chunks(BATCH_SIZE) {
        if limit == 1 {
            engine.find_one_of_each(clues, &mut first, &mut outcomes);
        } else {
            engine.solve_all_with_second(clues, &mut first, &mut second, &mut outcomes);
        }
        for (index, clues) in clues.iter().enumerate() {
            let wrong = |message: &str| format!("{message}: {}", String::from_utf8_lossy(clues));
            let outcome = outcomes[index];
            answers.add(outcome);
            if outcome != BatchOutcome::Unsolvable && !is_solution(clues, &first[index]) {
                return Err(wrong("this has another solution than was found"));
            }
            if outcome == BatchOutcome::Multiple
                && (!is_solution(clues, &second[index]) || first[index] == second[index])
            {
                return Err(wrong("this has another second solution than was found"));
            }
            if began.elapsed() < CROSS_CHECK_TIME
                && find_outcome(&mut other, clues, limit)? != outcome
            {
                return Err(wrong("two engines disagree on this"));
            }
        }
    }
    Ok(Verification {
        answers,
        without_guess: Some(share_without_guess(&mut engine, &clues, limit)),
    })
}

impl AnswerCounts {
    /// Counts the outcome of a puzzle.
    fn add(&mut self, outcome: BatchOutcome) {
        *match outcome {
            BatchOutcome::Unsolvable => &mut self.none,
            BatchOutcome::Solvable | BatchOutcome::Unique => &mut self.unique,
            BatchOutcome::Multiple => &mut self.multiple,
        } += 1;
    }
}

/// Returns the outcome of a line that another engine finds.
fn find_outcome(
    engine: &mut Backtrack,
    clues: &[u8; 81],
    limit: u64,
) -> Result<BatchOutcome, String> {
    let puzzle: Puzzle = String::from_utf8_lossy(clues)
        .parse()
        .map_err(|error| format!("{error}"))?;
    let counted = engine
        .count_up_to(&puzzle, limit.min(2), &Budget::default())
        .map_err(|stopped| stopped.to_string())?;
    Ok(match (counted.number, limit) {
        (0, _) => BatchOutcome::Unsolvable,
        (_, 1) => BatchOutcome::Solvable,
        (1, _) => BatchOutcome::Unique,
        _ => BatchOutcome::Multiple,
    })
}

/// Returns the share of the first lines that need no guess.
fn share_without_guess(engine: &mut Simd9, clues: &[[u8; 81]], limit: u64) -> f64 {
    let alone = &clues[..clues.len().min(MAX_SINGLE_SEARCHES)];
    let mut easy = 0;
    for clues in alone {
        let before = engine.batch_stats().guesses;
        if limit == 1 {
            engine.find_one(clues);
        } else {
            engine.solve_one(clues);
        }
        easy += u64::from(engine.batch_stats().guesses == before);
    }
    easy as f64 / alone.len().max(1) as f64
}

/// Returns `true` if the grid of digits 1 to 9 is a solution of the clues.
fn is_solution(clues: &[u8; 81], grid: &[u8; 81]) -> bool {
    let mut houses = [0_u16; 27];
    for (cell, digit) in grid.iter().enumerate() {
        let (row, column) = (cell / 9, cell % 9);
        for house in [row, 9 + column, 18 + row / 3 * 3 + column / 3] {
            houses[house] |= 1 << (digit & 15);
        }
    }
    let kept = clues
        .iter()
        .zip(grid)
        .all(|(clue, digit)| *clue == b'.' || *clue == digit + b'0');
    kept && houses.iter().all(|house| *house == 0b11_1111_1110)
}

fn verify_puzzles(puzzles: &[Puzzle], isa: Isa, limit: u64) -> Result<Verification, String> {
    let mut solver = Solver::new().with_isa(Some(isa));
    let mut answers = AnswerCounts::default();
    for puzzle in puzzles {
        // The engines verify each solution that they report.
        if limit == 1 {
            let tally = solver
                .engine(puzzle)
                .count_up_to(puzzle, 0, &Budget::default())
                .map_err(|stopped| stopped.to_string())?;
            *(if tally.has_more {
                &mut answers.unique
            } else {
                &mut answers.none
            }) += 1;
        } else {
            match solver
                .solve(puzzle)
                .map_err(|stopped| stopped.to_string())?
            {
                Verdict::Unsolvable => answers.none += 1,
                Verdict::Unique(_) => answers.unique += 1,
                Verdict::Multiple(..) => answers.multiple += 1,
            }
        }
    }
    Ok(Verification {
        answers,
        without_guess: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_solution_accepts_only_solutions() {
        let clues =
            b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let grid =
            b"534678912672195348198342567859761423426853791713924856961537284287419635345286179"
                .map(|byte| byte - b'0');
        assert!(is_solution(clues, &grid));
        let mut other = grid;
        other.swap(2, 3);
        assert!(!is_solution(clues, &other));
        assert!(!is_solution(
            b"63..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
            &grid
        ));
        assert!(!is_solution(clues, &[0; 81]));
    }
}
