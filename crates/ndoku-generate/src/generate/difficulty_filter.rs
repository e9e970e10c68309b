//! `DifficultyFilter`: decides if a puzzle is easier than requested, as requested, or harder. It
//! tries cheap answers first.
//!
//! ```text
//!   singles ─▶ undecided: the scale, up to the highest rating ─▶ Easier, Within, Harder
//!   techniques up to the hardest allowed one ─▶ solved without the required one: Easier
//!                                            ─▶ solved with it: Within; not solved: Harder
//! ```
//!
//! The scales [`Ndoku`](Profile::Ndoku) and [`Hodoku`](Profile::Hodoku), and the techniques that
//! solve a puzzle, depend on the registry of techniques. With more techniques, a seed gives other
//! puzzles. The scales of the community do not change.

use ndoku_core::{Board, Puzzle, Solution};
use ndoku_logic::logical_solver::{LogicalSolver, SolveEnd};
use ndoku_logic::{TECHNIQUES, Technique};
use ndoku_rating::path_rating::{self, PathRatingError};
use ndoku_rating::sudoku_explainer::{RangeCheck, SeProfile, SudokuExplainerRater};
use ndoku_rating::{Difficulty, Profile};
use ndoku_solver::{Budget, StopReason};

use super::GenerateError;
use super::request::{DifficultyTarget, Request};
use super::uniqueness_checker::{UniquenessChecker, digits};
use crate::singles::SinglesKind;

/// The difficulty of a puzzle relative to the request.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fit {
    /// Too easy, or solved without the required technique.
    Easier,
    /// In the requested range.
    Within,
    /// Too hard.
    Harder,
}

/// The rating of puzzles beyond every scale in tenths.
const BEYOND_RATING: u32 = Difficulty::BEYOND.0 as u32;

/// The highest ratings of singles in boxes and of all singles, on every scale in tenths.
const MAX_BOX_SINGLES_RATING: u32 = 12;
const MAX_SINGLES_RATING: u32 = 23;

/// The highest rating of locked candidates, pairs, triplets and fish. Ratings up to here need no
/// steps.
const MAX_CANDIDATES_RATING: u32 = 40;

/// The lowest rating that needs chains.
const MIN_CHAINS_RATING: u32 = 60;

/// A filter for puzzles of one layout that have one solution.
pub(super) struct DifficultyFilter {
    target: Option<DifficultyTarget>,
    /// The allowed techniques, and these without the required one.
    allowed: Option<(
        &'static [&'static Technique],
        Option<Vec<&'static Technique>>,
    )>,
    explainer: Option<Box<SudokuExplainerRater>>,
    hodoku: Vec<&'static Technique>,
    /// The last rated puzzle and its rating.
    cached: Option<(Vec<u8>, u32)>,
}

impl DifficultyFilter {
    pub(super) fn new(request: &Request) -> Self {
        let hardest = request.max_technique.or(request.required_technique);
        let allowed = hardest.map(|hardest| {
            let allowed = techniques_up_to(hardest.difficulty);
            let without = request.required_technique.map(|needed| {
                allowed
                    .iter()
                    .copied()
                    .filter(|technique| *technique != needed)
                    .collect()
            });
            (allowed, without)
        });
        let target = request.target;
        let profile = target.and_then(|target| match target.profile {
            Profile::Se121 => Some(SeProfile::Se121),
            Profile::Sukaku => Some(SeProfile::Sukaku),
            Profile::Ndoku | Profile::Hodoku => None,
        });
        let is_hodoku = target.is_some_and(|target| target.profile == Profile::Hodoku);
        Self {
            target,
            allowed,
            explainer: profile.map(|profile| Box::new(SudokuExplainerRater::new(profile))),
            hodoku: if is_hodoku {
                path_rating::hodoku_order()
            } else {
                Vec::new()
            },
            cached: None,
        }
    }

    /// Clears the cache, because the next puzzles have another layout.
    pub(super) fn clear_cache(&mut self) {
        self.cached = None;
    }

    /// Returns `true` if the request has no difficulty.
    pub(super) const fn is_idle(&self) -> bool {
        self.target.is_none() && self.allowed.is_none()
    }

    /// Returns `true` if puzzles can be too hard, and if this is cheap to detect.
    pub(super) fn has_cheap_upper_bound(&self) -> bool {
        /// The highest rating below chains.
        const MAX_CHEAP_RATING: u32 = 58;
        self.allowed.as_ref().is_some_and(|(allowed, _)| {
            allowed
                .last()
                .is_some_and(|last| u32::from(last.difficulty.0) <= MAX_CHEAP_RATING)
        }) || self.target.is_some_and(|target| {
            target.profile != Profile::Hodoku && target.max <= MAX_CHEAP_RATING
                || self.is_common(target)
        })
    }

    /// Returns `true` if puzzles of this difficulty are frequent although they need chains, as for
    /// the level expert.
    fn is_common(&self, target: DifficultyTarget) -> bool {
        const MIN_WIDTH: u32 = 14;
        target.profile == Profile::Se121
            && self.allowed.is_none()
            && (MIN_CHAINS_RATING..=75).contains(&target.max)
            && target.max.saturating_sub(target.min) >= MIN_WIDTH
    }

    /// Returns `true` if puzzles that are too hard often lie just above the target: the target is
    /// harder than pairs and fish, but needs no chains.
    pub(super) fn is_above_candidates(&self) -> bool {
        self.allowed.is_none()
            && self.target.is_some_and(|target| {
                target.profile == Profile::Se121
                    && target.min > MAX_CANDIDATES_RATING
                    && target.max < MIN_CHAINS_RATING
            })
    }

    /// Returns `true` if singles solve the requested puzzles.
    pub(super) fn targets_singles(&self) -> bool {
        self.allowed.as_ref().is_some_and(|(allowed, _)| {
            allowed
                .last()
                .is_none_or(|last| u32::from(last.difficulty.0) <= MAX_SINGLES_RATING)
        }) || self.target.is_some_and(|target| {
            target.profile != Profile::Hodoku && target.max <= MAX_SINGLES_RATING + 2
        })
    }

    /// Returns the singles at which puzzles stop being too hard.
    pub(super) fn boundary_singles(&self) -> SinglesKind {
        match self.target {
            Some(target)
                if target.profile != Profile::Hodoku && target.max < MAX_SINGLES_RATING =>
            {
                SinglesKind::Boxes
            }
            _ => SinglesKind::All,
        }
    }

    /// Classifies a puzzle with this solution.
    pub(super) fn classify(
        &mut self,
        checker: &mut UniquenessChecker,
        clues: &[u8],
        solution: &[u8],
        budget: &Budget<'_>,
    ) -> Result<Fit, GenerateError> {
        let mut fit = Fit::Within;
        // If singles are too easy, the scale detects them.
        let by_all =
            !self.rejects_singles() && checker.is_solved_by_singles(clues, SinglesKind::All);
        if let Some(target) = self.target {
            fit = if target.profile == Profile::Hodoku {
                compare_rating(target, self.rate(checker, clues, solution, budget)?)
            } else if by_all {
                // The rating lies in one of two ranges, which can decide.
                let by_boxes = checker.is_solved_by_singles(clues, SinglesKind::Boxes);
                let (least, most) = if by_boxes {
                    (0, MAX_BOX_SINGLES_RATING)
                } else {
                    (MAX_BOX_SINGLES_RATING + 1, MAX_SINGLES_RATING)
                };
                match () {
                    () if most < target.min => Fit::Easier,
                    () if least > target.max => Fit::Harder,
                    () if target.min <= least && target.max >= most => Fit::Within,
                    () => compare_rating(target, self.rate(checker, clues, solution, budget)?),
                }
            } else if target.max <= MAX_BOX_SINGLES_RATING {
                Fit::Harder
            } else {
                self.classify_by_scale(checker, clues, solution, target, budget)?
            };
        }
        if fit != Fit::Within {
            return Ok(fit);
        }
        if self.allowed.is_none() {
            return Ok(fit);
        }
        let puzzle = checker.puzzle(clues);
        let solution = Solution::new(&checker.layout, &digits(solution))
            .map_err(|_| GenerateError::Stopped(StopReason::Internal))?;
        self.classify_by_techniques(&puzzle, &solution, budget)
    }

    /// Classifies a puzzle that singles do not solve, by a scale in tenths.
    fn classify_by_scale(
        &mut self,
        checker: &UniquenessChecker,
        clues: &[u8],
        solution: &[u8],
        target: DifficultyTarget,
        budget: &Budget<'_>,
    ) -> Result<Fit, GenerateError> {
        let most = Difficulty(target.max.min(BEYOND_RATING) as u16);
        if let (Some(explainer), Ok(clues)) = (&mut self.explainer, clues.try_into()) {
            let least = Difficulty(target.min.min(BEYOND_RATING) as u16);
            let standing = explainer
                .check_range(clues, least, most, &|| budget.poll().is_some())
                .map_err(|_| interrupted(budget))?;
            let (fit, rating) = match standing {
                RangeCheck::Below(rating) => (Fit::Easier, rating),
                RangeCheck::Within(rating) => (Fit::Within, rating),
                RangeCheck::Above => (Fit::Harder, None),
            };
            self.cached = rating.map(|rating| (clues.to_vec(), u32::from(rating.0)));
            return Ok(fit);
        }
        // Solving with limited techniques is faster than rating. It needs no technique above the
        // rating.
        if target.max < BEYOND_RATING {
            let puzzle = checker.puzzle(clues);
            let solution = Solution::new(&checker.layout, &digits(solution))
                .map_err(|_| GenerateError::Stopped(StopReason::Internal))?;
            if !solves(&puzzle, &solution, techniques_up_to(most), budget)? {
                return Ok(Fit::Harder);
            }
        }
        Ok(compare_rating(
            target,
            self.rate(checker, clues, solution, budget)?,
        ))
    }

    /// Returns `true` if the scale detects puzzles that singles solve quickly, and these are too
    /// easy.
    fn rejects_singles(&self) -> bool {
        self.explainer.is_some()
            && self.target.is_some_and(|target| {
                target.profile == Profile::Se121
                    && target.min > MAX_SINGLES_RATING
                    && target.max >= MAX_CANDIDATES_RATING
            })
    }

    /// Returns for each cell of a puzzle that was too hard, if a clue there can make it easier, as
    /// far as this is known.
    pub(super) fn helpful_cells(&self) -> Option<&[bool; 81]> {
        self.explainer
            .as_ref()
            .map(|explainer| explainer.open_cells())
    }

    /// Returns the rating on the scale of the target, in its unit, or 0 without a target.
    pub(super) fn rate(
        &mut self,
        checker: &UniquenessChecker,
        clues: &[u8],
        solution: &[u8],
        budget: &Budget<'_>,
    ) -> Result<u32, GenerateError> {
        if let Some((_, rating)) = self.cached.as_ref().filter(|(known, _)| known == clues) {
            return Ok(*rating);
        }
        let rating = self.compute_rating(checker, clues, solution, budget)?;
        self.cached = Some((clues.to_vec(), rating));
        Ok(rating)
    }

    /// Compares a puzzle with rules of its own with the request. Returns its rating if the request
    /// has a range of ratings and the puzzle is in it.
    ///
    /// Singles decide nothing here, since a step by a rule can be harder than they are.
    pub(super) fn classify_by_steps(
        &self,
        puzzle: &Puzzle,
        solution: &Solution,
        budget: &Budget<'_>,
    ) -> Result<(Fit, Option<u32>), GenerateError> {
        let mut rating = None;
        if let Some(target) = self.target {
            let most = Difficulty(target.max.min(BEYOND_RATING) as u16);
            // Solving with limited techniques is faster than rating.
            if target.profile != Profile::Hodoku
                && target.max < BEYOND_RATING
                && !solves(puzzle, solution, techniques_up_to(most), budget)?
            {
                return Ok((Fit::Harder, None));
            }
            let rated = self.rate_by_steps(target, puzzle, solution, budget)?;
            let fit = compare_rating(target, rated);
            if fit != Fit::Within {
                return Ok((fit, None));
            }
            rating = Some(rated);
        }
        Ok((
            self.classify_by_techniques(puzzle, solution, budget)?,
            rating,
        ))
    }

    /// Compares a puzzle with the allowed techniques and the required one.
    fn classify_by_techniques(
        &self,
        puzzle: &Puzzle,
        solution: &Solution,
        budget: &Budget<'_>,
    ) -> Result<Fit, GenerateError> {
        let Some((allowed, without)) = &self.allowed else {
            return Ok(Fit::Within);
        };
        if let Some(without) = without
            && solves(puzzle, solution, without, budget)?
        {
            return Ok(Fit::Easier);
        }
        Ok(if solves(puzzle, solution, allowed, budget)? {
            Fit::Within
        } else {
            Fit::Harder
        })
    }

    /// Returns the rating of a puzzle by the steps of its solution.
    fn rate_by_steps(
        &self,
        target: DifficultyTarget,
        puzzle: &Puzzle,
        solution: &Solution,
        budget: &Budget<'_>,
    ) -> Result<u32, GenerateError> {
        let stop = || budget.poll().is_some();
        let failed = |failure| match failure {
            PathRatingError::Stopped => interrupted(budget),
            PathRatingError::Unsound => GenerateError::Stopped(StopReason::Internal),
        };
        match target.profile {
            Profile::Hodoku => path_rating::rate_hodoku(puzzle, solution, &self.hodoku, &stop)
                .map(|score| score.score)
                .map_err(failed),
            _ => path_rating::rate_ndoku(puzzle, solution, &stop)
                .map(|rating| u32::from(rating.puzzle.rating.0))
                .map_err(failed),
        }
    }

    fn compute_rating(
        &mut self,
        checker: &UniquenessChecker,
        clues: &[u8],
        solution: &[u8],
        budget: &Budget<'_>,
    ) -> Result<u32, GenerateError> {
        let Some(target) = self.target else {
            return Ok(0);
        };
        let stop = || budget.poll().is_some();
        if let (Some(explainer), Ok(clues)) = (&mut self.explainer, clues.try_into()) {
            let rating = explainer
                .rate(clues, &stop)
                .map_err(|_| interrupted(budget))?;
            return Ok(u32::from(rating.puzzle.rating.0));
        }
        let puzzle = checker.puzzle(clues);
        let solution = Solution::new(&checker.layout, &digits(solution))
            .map_err(|_| GenerateError::Stopped(StopReason::Internal))?;
        self.rate_by_steps(target, &puzzle, &solution, budget)
    }

    /// Returns the distance from the request, 0 if the puzzle meets it.
    pub(super) fn distance(
        &mut self,
        checker: &mut UniquenessChecker,
        clues: &[u8],
        solution: &[u8],
        budget: &Budget<'_>,
    ) -> Result<u32, GenerateError> {
        let fit = self.classify(checker, clues, solution, budget)?;
        if fit == Fit::Within {
            return Ok(0);
        }
        let Some(target) = self.target else {
            return Ok(1);
        };
        let rating = match fit {
            // The rating is known to be low. Its exact value is not needed.
            Fit::Easier
                if target.profile != Profile::Hodoku
                    && checker.is_solved_by_singles(clues, SinglesKind::All) =>
            {
                MAX_SINGLES_RATING.min(target.min.saturating_sub(1))
            }
            _ => self.rate(checker, clues, solution, budget)?,
        };
        Ok(if rating < target.min {
            target.min - rating
        } else {
            rating.saturating_sub(target.max)
        }
        .max(1))
    }
}

fn compare_rating(target: DifficultyTarget, rating: u32) -> Fit {
    match rating {
        _ if rating < target.min => Fit::Easier,
        _ if rating > target.max => Fit::Harder,
        _ => Fit::Within,
    }
}

/// Returns the techniques that are no harder than `most`.
fn techniques_up_to(most: Difficulty) -> &'static [&'static Technique] {
    &TECHNIQUES[..TECHNIQUES.partition_point(|technique| technique.difficulty <= most)]
}

/// Returns the reason why the budget has ended.
fn interrupted(budget: &Budget<'_>) -> GenerateError {
    GenerateError::Stopped(budget.poll().unwrap_or(StopReason::Canceled))
}

/// Returns `true` if these techniques solve the puzzle.
fn solves(
    puzzle: &Puzzle,
    solution: &Solution,
    techniques: &[&'static Technique],
    budget: &Budget<'_>,
) -> Result<bool, GenerateError> {
    let stop = || budget.poll().is_some();
    let mut walker = LogicalSolver::new(puzzle, Board::with_clues_placed(puzzle), techniques)
        .with_solution_check(solution)
        .with_stop(&stop);
    match walker.run(&mut |_| {}) {
        SolveEnd::Solved => Ok(true),
        SolveEnd::Stuck => Ok(false),
        SolveEnd::Stopped => Err(interrupted(budget)),
        SolveEnd::Unsound | SolveEnd::Contradiction(_) => {
            Err(GenerateError::Stopped(StopReason::Internal))
        }
    }
}
