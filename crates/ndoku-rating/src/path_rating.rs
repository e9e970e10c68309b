//! Ratings along the solution path, for every layout: the profiles `ndoku` and `hodoku`.
//!
//! ```text
//! ndoku    each round applies all steps that are as easy as the easiest
//!          ─▶ the hardest round and its level
//! hodoku   each step is the first one of the first technique in HoDoKu's order
//!          ─▶ the sum of scores and the highest level
//! ```
//!
//! Transformations of a puzzle do not change a round of `ndoku`, because techniques emit all their
//! instances and the round applies all of them. So they do not change the rating either. The scale
//! is close to the community's, but not equal: some techniques come earlier, and some are unknown
//! there.
//!
//! The score of `hodoku` uses HoDoKu's table of techniques. HoDoKu finds the steps of a technique
//! in an order of its own, and its scores depend on that order. So scores can differ from HoDoKu's.

use ndoku_core::{Board, Puzzle, Solution};
use ndoku_logic::Difficulty;
use ndoku_logic::logical_solver::{LogicalSolver, SolveEnd};
use ndoku_logic::step::{Deduction, Step};
use ndoku_logic::technique::{HodokuLevel, Technique};
use ndoku_logic::techniques::TECHNIQUES;

use crate::Level;

/// A difficulty and its technique: 20.0 and no technique if no technique finds a step.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct HardestStep {
    /// The difficulty.
    pub rating: Difficulty,
    /// The technique.
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

/// The rating of a puzzle by the profile `ndoku`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct NdokuRating {
    /// The hardest round.
    pub puzzle: HardestStep,
    /// The hardest round up to the first placement.
    pub pearl: HardestStep,
    /// The first round.
    pub diamond: HardestStep,
    /// The level of the hardest round.
    pub level: Level,
    /// The number of rounds.
    pub rounds: u32,
}

/// The rating of a puzzle by the profile `hodoku`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct HodokuScore {
    /// The sum of the scores of all steps.
    pub score: u32,
    /// The highest level of a step, or the level that belongs to the score if that is higher.
    pub level: HodokuLevel,
    /// The hardest step on ndoku's own scale.
    pub hardest: HardestStep,
    /// The number of steps.
    pub steps: u32,
}

/// The reason why there is no rating.
#[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PathRatingError {
    /// The caller stopped the rating.
    #[error("the rating was stopped before it was finished")]
    Stopped,
    /// A step contradicts the solution. This is an error in a technique.
    #[error("a step contradicts the solution")]
    Unsound,
}

/// Rates a puzzle with one solution by the profile `ndoku`. Takes from a few hundred microseconds
/// to seconds. Calls `stop` every few milliseconds and ends if it returns `true`. Compares every
/// step with the solution.
///
/// # Errors
/// [`PathRatingError`] if `stop` ends the rating or a step is wrong.
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

/// Returns the deductions of several steps as one.
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

/// The score for a puzzle that the techniques do not solve. HoDoKu adds it for a digit that it has
/// to guess.
const GUESS_SCORE: u32 = 10_000;

/// Returns the techniques that HoDoKu uses by default, in its order.
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

/// Rates a puzzle with one solution by HoDoKu's table. `order` is [`hodoku_order`]. See
/// [`rate_ndoku`] for `stop`.
///
/// # Errors
/// [`PathRatingError`] if `stop` ends the rating or a step is wrong.
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
