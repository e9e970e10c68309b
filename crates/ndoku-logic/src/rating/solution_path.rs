//! Ratings by our own techniques, for every layout: the profiles `ndoku` and `hodoku`.
//!
//! ```text
//!   ndoku    in each round all steps that are as easy as the easiest are made at once ─▶ the hardest round; the level of that
//!   hodoku   the first step of the first technique in HoDoKu's order, one at a time   ─▶ the sum of scores; the greatest level
//! ```
//!
//! A round of `ndoku` does not depend on how a puzzle is turned or its digits are named, and so neither does its rating: techniques offer all their instances, and
//! what they change is added up. The scale runs beside the community's, but is our own: where a technique comes earlier, or is not known there, a puzzle gets
//! another number.
//!
//! The score of `hodoku` is by HoDoKu's table of techniques, but on our way: HoDoKu finds the steps of a technique in an order of its own, and its scores depend on
//! that.

use ndoku_core::{Board, Puzzle, Solution};

use super::{Difficulty, Level};
use crate::logical_solver::{LogicalSolver, SolveEnd};
use crate::step::{Deduction, Step};
use crate::technique::{HodokuLevel, Technique};
use crate::techniques::TECHNIQUES;

/// A difficulty, and the technique behind it; 20.0 and none where the techniques end.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct HardestStep {
    /// How hard.
    pub rating: Difficulty,
    /// By what.
    pub technique: Option<&'static Technique>,
}

impl HardestStep {
    const NONE: Self = Self {
        rating: Difficulty(0),
        technique: None,
    };
    const BEYOND: Self = Self {
        rating: Difficulty::BEYOND,
        technique: None,
    };
}

/// What the profile `ndoku` says of a puzzle.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct NdokuRating {
    /// The hardest round of the way.
    pub puzzle: HardestStep,
    /// The hardest up to the first that places a digit.
    pub pearl: HardestStep,
    /// The first.
    pub diamond: HardestStep,
    /// The level of the hardest.
    pub level: Level,
    /// How many rounds there were.
    pub rounds: u32,
}

/// What the profile `hodoku` says of a puzzle.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct HodokuScore {
    /// The sum of the scores of all steps.
    pub score: u32,
    /// The greatest level of a step, or the one that the score leads to.
    pub level: HodokuLevel,
    /// The hardest step of the way on our own scale.
    pub hardest: HardestStep,
    /// How many steps there were.
    pub steps: u32,
}

/// Why there is no rating.
#[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PathRatingError {
    /// It was told to stop.
    #[error("the rating was stopped before it was finished")]
    Stopped,
    /// A step contradicts the solution: a fault of a technique.
    #[error("a step contradicts the solution")]
    Unsound,
}

/// Rates a puzzle with one solution by the profile `ndoku`. A puzzle of any layout takes from some hundred microseconds to seconds; `stop` is asked every few
/// milliseconds whether to give up. Every step is held against the solution.
///
/// # Errors
/// [`PathRatingError`].
pub fn rate_ndoku(
    puzzle: &Puzzle,
    solution: &Solution,
    stop: &dyn Fn() -> bool,
) -> Result<NdokuRating, PathRatingError> {
    let mut solver = LogicalSolver::new(puzzle, Board::with_clues_placed(puzzle), TECHNIQUES)
        .with_stop(stop)
        .with_solution_check(solution);
    let mut rating = NdokuRating {
        puzzle: HardestStep::NONE,
        pearl: HardestStep::NONE,
        diamond: HardestStep::NONE,
        level: Level::Beginner,
        rounds: 0,
    };
    let mut has_placed = false;
    while solver.end().is_none() {
        let steps = solver.easiest_steps();
        if stop() {
            return Err(PathRatingError::Stopped);
        }
        let hardest = steps
            .first()
            .map_or(HardestStep::BEYOND, |step| HardestStep {
                rating: step.difficulty,
                technique: Some(step.technique),
            });
        if hardest.rating > rating.puzzle.rating {
            rating.puzzle = hardest;
        }
        if rating.rounds == 0 {
            rating.diamond = hardest;
        }
        rating.rounds += 1;
        if steps.is_empty() {
            break;
        }
        let deduction = merge_deductions(&steps);
        if !has_placed && (!deduction.placements.is_empty()) {
            has_placed = true;
            rating.pearl = rating.puzzle;
        }
        solver
            .apply(&deduction)
            .map_err(|_| PathRatingError::Unsound)?;
    }
    rating.level = Level::for_difficulty(rating.puzzle.rating);
    Ok(rating)
}

/// What several steps change together.
fn merge_deductions(steps: &[Step]) -> Deduction {
    let mut all = Deduction::default();
    for Deduction {
        placements,
        eliminations,
    } in steps.iter().map(|step| &step.deduction)
    {
        all.placements.extend(placements);
        all.eliminations.extend(eliminations);
    }
    all.placements.sort_unstable();
    all.placements.dedup();
    all
}

/// What a puzzle adds to the score that needs more than the techniques: as HoDoKu counts a digit that it has to guess.
const GUESS_SCORE: u32 = 10_000;

/// The techniques that HoDoKu uses unless told otherwise, in its order.
#[must_use]
pub fn hodoku_order() -> Vec<&'static Technique> {
    let mut known: Vec<(u16, &Technique)> = TECHNIQUES
        .iter()
        .filter_map(|technique| {
            technique
                .hodoku
                .filter(|entry| entry.is_enabled)
                .map(|entry| (entry.index, *technique))
        })
        .collect();
    known.sort_by_key(|(index, _)| *index);
    known.into_iter().map(|(_, technique)| technique).collect()
}

/// Rates a puzzle with one solution by HoDoKu's table; `order` is [`hodoku_order`]. All else as for [`rate`].
///
/// # Errors
/// [`PathRatingError`].
pub fn rate_hodoku(
    puzzle: &Puzzle,
    solution: &Solution,
    order: &[&'static Technique],
    stop: &dyn Fn() -> bool,
) -> Result<HodokuScore, PathRatingError> {
    let mut score = HodokuScore {
        score: 0,
        level: HodokuLevel::Easy,
        hardest: HardestStep::NONE,
        steps: 0,
    };
    let mut solver = LogicalSolver::new(puzzle, Board::with_clues_placed(puzzle), order)
        .with_first_match()
        .with_stop(stop)
        .with_solution_check(solution);
    let end = solver.run(&mut |step| {
        score.steps += 1;
        if let Some(entry) = step.technique.hodoku {
            score.score += u32::from(entry.score);
            score.level = score.level.max(entry.level);
        }
        if step.difficulty > score.hardest.rating {
            score.hardest = HardestStep {
                rating: step.difficulty,
                technique: Some(step.technique),
            };
        }
    });
    match end {
        SolveEnd::Solved => {}
        SolveEnd::Stopped => return Err(PathRatingError::Stopped),
        SolveEnd::Unsound | SolveEnd::Contradiction(_) => return Err(PathRatingError::Unsound),
        SolveEnd::Stuck => {
            score.score += GUESS_SCORE;
            score.level = HodokuLevel::Extreme;
            score.hardest = HardestStep::BEYOND;
        }
    }
    while score
        .level
        .max_score()
        .is_some_and(|most| score.score > most)
    {
        score.level = score.level.harder();
    }
    Ok(score)
}
