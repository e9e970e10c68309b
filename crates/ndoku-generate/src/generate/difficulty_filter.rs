//! `DifficultyFilter`: is a puzzle easier than asked for, as asked for, or harder? The cheap answers first.
//!
//! ```text
//!   singles ─▶ as far as they say it ─▶ the scale, no further than to the most that is wanted ─▶ Easier, Within, Harder
//!   techniques up to the hardest that is allowed, without the one that is needed ─▶ solved: Easier;  with it ─▶ solved: Within
//! ```
//!
//! What the scales [`Ndoku`](Scale::Ndoku) and [`Hodoku`](Scale::Hodoku) say, and which techniques solve a puzzle, depends on the registry of techniques: with more
//! of them a seed gives other puzzles. The community's scales stay as they are.

use ndoku_core::{Board, Puzzle, Solution};
use ndoku_logic::path::{End, Walker};
use ndoku_logic::rating::Tenths;
use ndoku_logic::rating::explainer::{Explainer, Profile, Standing};
use ndoku_logic::rating::ways::{self, RateFailure};
use ndoku_logic::{TECHNIQUES, Technique};
use ndoku_solver::{Budget, StopReason};

use super::GenerateError;
use super::request::{DifficultyTarget, Request, Scale};
use super::uniqueness_checker::{UniquenessChecker, digits};
use crate::singles::SinglesKind;

/// Where a puzzle stands.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fit {
    /// Too easy, or without the technique that is needed.
    Easier,
    /// As asked for.
    Within,
    /// Too hard.
    Harder,
}

/// Beyond every scale that is in tenths.
const BEYOND_RATING: u32 = Tenths::BEYOND.0 as u32;

/// What singles in boxes and all singles are worth at most, on every scale that is in tenths.
const MAX_BOX_SINGLES_RATING: u32 = 12;
const MAX_SINGLES_RATING: u32 = 23;

/// What locked candidates, pairs, triplets and fish are worth at most, and what is told without steps.
const MAX_CANDIDATES_RATING: u32 = 40;

/// From here on chains are needed.
const MIN_CHAINS_RATING: u32 = 60;

/// Judges puzzles of one layout that have one solution.
pub(super) struct DifficultyFilter {
    target: Option<DifficultyTarget>,
    /// The techniques that are allowed; all without the one that is needed.
    allowed: Option<(
        &'static [&'static Technique],
        Option<Vec<&'static Technique>>,
    )>,
    explainer: Option<Box<Explainer>>,
    hodoku: Vec<&'static Technique>,
    /// The puzzle that was judged last, and its rating, if that came out.
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
        let profile = target.and_then(|target| match target.scale {
            Scale::Se121 => Some(Profile::Se121),
            Scale::Sukaku => Some(Profile::Sukaku),
            Scale::Ndoku | Scale::Hodoku => None,
        });
        let is_hodoku = target.is_some_and(|target| target.scale == Scale::Hodoku);
        Self {
            target,
            allowed,
            explainer: profile.map(|profile| Box::new(Explainer::new(profile))),
            hodoku: if is_hodoku {
                ways::hodoku_order()
            } else {
                Vec::new()
            },
            cached: None,
        }
    }

    /// Forgets the puzzle that was judged last: the next ones are of another layout.
    pub(super) fn clear_cache(&mut self) {
        self.cached = None;
    }

    /// Whether it has anything to judge.
    pub(super) const fn is_idle(&self) -> bool {
        self.target.is_none() && self.allowed.is_none()
    }

    /// Whether puzzles may be too hard, and telling so is cheap.
    pub(super) fn has_cheap_upper_bound(&self) -> bool {
        /// What comes before chains.
        const MAX_CHEAP_RATING: u32 = 58;
        self.allowed.as_ref().is_some_and(|(allowed, _)| {
            allowed
                .last()
                .is_some_and(|last| u32::from(last.difficulty.0) <= MAX_CHEAP_RATING)
        }) || self.target.is_some_and(|target| {
            target.scale != Scale::Hodoku && target.max <= MAX_CHEAP_RATING
                || self.is_common(target)
        })
    }

    /// Whether so many puzzles have this difficulty, though chains have to tell it, that they are soon met: the level expert.
    fn is_common(&self, target: DifficultyTarget) -> bool {
        const MIN_WIDTH: u32 = 14;
        target.scale == Scale::Se121
            && self.allowed.is_none()
            && (MIN_CHAINS_RATING..=75).contains(&target.max)
            && target.max.saturating_sub(target.min) >= MIN_WIDTH
    }

    /// Whether a puzzle that is too hard has often what is asked for right above it: it is harder than what pairs and fish solve, and chains have no part in the answer.
    pub(super) fn is_above_candidates(&self) -> bool {
        self.allowed.is_none()
            && self.target.is_some_and(|target| {
                target.scale == Scale::Se121
                    && target.min > MAX_CANDIDATES_RATING
                    && target.max < MIN_CHAINS_RATING
            })
    }

    /// Whether what is asked for is solved by singles.
    pub(super) fn targets_singles(&self) -> bool {
        self.allowed.as_ref().is_some_and(|(allowed, _)| {
            allowed
                .last()
                .is_none_or(|last| u32::from(last.difficulty.0) <= MAX_SINGLES_RATING)
        }) || self.target.is_some_and(|target| {
            target.scale != Scale::Hodoku && target.max <= MAX_SINGLES_RATING + 2
        })
    }

    /// The singles with which it begins not to be too hard.
    pub(super) fn boundary_singles(&self) -> SinglesKind {
        match self.target {
            Some(target) if target.scale != Scale::Hodoku && target.max < MAX_SINGLES_RATING => {
                SinglesKind::Boxes
            }
            _ => SinglesKind::All,
        }
    }

    /// Where the puzzle stands, which has this solution.
    pub(super) fn classify(
        &mut self,
        checker: &mut UniquenessChecker,
        clues: &[u8],
        solution: &[u8],
        budget: &Budget<'_>,
    ) -> Result<Fit, GenerateError> {
        let mut fit = Fit::Within;
        // Where singles are not asked for, the scale sees to them.
        let by_all =
            !self.rejects_singles() && checker.is_solved_by_singles(clues, SinglesKind::All);
        if let Some(target) = self.target {
            fit = if target.scale == Scale::Hodoku {
                compare_rating(target, self.rate(checker, clues, solution, budget)?)
            } else if by_all {
                // The rating is in one of two ranges, which may be all there is to say.
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
        let Some((allowed, without)) = &self.allowed else {
            return Ok(fit);
        };
        let puzzle = checker.puzzle(clues);
        let layout = checker.layout.clone();
        let solution = Solution::new(&layout, &digits(solution))
            .map_err(|_| GenerateError::Stopped(StopReason::Fault))?;
        if let Some(without) = without
            && solves(&puzzle, &solution, without, budget)?
        {
            return Ok(Fit::Easier);
        }
        Ok(if solves(&puzzle, &solution, allowed, budget)? {
            Fit::Within
        } else {
            Fit::Harder
        })
    }

    /// The class by a scale in tenths of a puzzle that singles do not solve.
    fn classify_by_scale(
        &mut self,
        checker: &UniquenessChecker,
        clues: &[u8],
        solution: &[u8],
        target: DifficultyTarget,
        budget: &Budget<'_>,
    ) -> Result<Fit, GenerateError> {
        let most = Tenths(target.max.min(BEYOND_RATING) as u16);
        if let (Some(explainer), Ok(clues)) = (&mut self.explainer, clues.try_into()) {
            let least = Tenths(target.min.min(BEYOND_RATING) as u16);
            let standing = explainer
                .compare(clues, least, most, &|| budget.poll().is_some())
                .map_err(|_| interrupted(budget))?;
            let (fit, rating) = match standing {
                Standing::Below(rating) => (Fit::Easier, rating),
                Standing::Within(rating) => (Fit::Within, rating),
                Standing::Above => (Fit::Harder, None),
            };
            self.cached = rating.map(|rating| (clues.to_vec(), u32::from(rating.0)));
            return Ok(fit);
        }
        // A way by the first easiest steps needs no harder technique than the rating says, and is found sooner.
        if target.max < BEYOND_RATING {
            let puzzle = checker.puzzle(clues);
            let solution = Solution::new(&checker.layout, &digits(solution))
                .map_err(|_| GenerateError::Stopped(StopReason::Fault))?;
            if !solves(&puzzle, &solution, techniques_up_to(most), budget)? {
                return Ok(Fit::Harder);
            }
        }
        Ok(compare_rating(
            target,
            self.rate(checker, clues, solution, budget)?,
        ))
    }

    /// Whether the scale is told at once what singles solve, and that is too easy.
    fn rejects_singles(&self) -> bool {
        self.explainer.is_some()
            && self.target.is_some_and(|target| {
                target.scale == Scale::Se121
                    && target.min > MAX_SINGLES_RATING
                    && target.max >= MAX_CANDIDATES_RATING
            })
    }

    /// For each cell of a puzzle that was too hard whether a clue there can make it easier, as far as that is known.
    pub(super) fn helpful_cells(&self) -> Option<&[bool; 81]> {
        self.explainer
            .as_ref()
            .map(|explainer| explainer.open_cells())
    }

    /// What the scale of the aim says of a puzzle, in its unit; 0 without an aim.
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
            .map_err(|_| GenerateError::Stopped(StopReason::Fault))?;
        let failed = |failure| match failure {
            RateFailure::Stopped => interrupted(budget),
            RateFailure::Unsound => GenerateError::Stopped(StopReason::Fault),
        };
        match target.scale {
            Scale::Hodoku => ways::score(&puzzle, &solution, &self.hodoku, &stop)
                .map(|score| score.score)
                .map_err(failed),
            _ => ways::rate(&puzzle, &solution, &stop)
                .map(|rating| u32::from(rating.puzzle.rating.0))
                .map_err(failed),
        }
    }

    /// How far a puzzle is from what is asked for: 0 if it is that, otherwise the more the further.
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
            // The rating is known to be low, and not needed exactly.
            Fit::Easier
                if target.scale != Scale::Hodoku
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

/// The techniques that are no harder than this.
fn techniques_up_to(most: Tenths) -> &'static [&'static Technique] {
    &TECHNIQUES[..TECHNIQUES.partition_point(|technique| technique.difficulty <= most)]
}

/// Why the budget has ended.
fn interrupted(budget: &Budget<'_>) -> GenerateError {
    GenerateError::Stopped(budget.poll().unwrap_or(StopReason::Flag))
}

/// Whether these techniques solve the puzzle.
fn solves(
    puzzle: &Puzzle,
    solution: &Solution,
    techniques: &[&'static Technique],
    budget: &Budget<'_>,
) -> Result<bool, GenerateError> {
    let stop = || budget.poll().is_some();
    let mut walker = Walker::new(puzzle, Board::with_clues_placed(puzzle), techniques)
        .checked_by(solution)
        .stopping_if(&stop);
    match walker.walk(&mut |_| {}) {
        End::Solved => Ok(true),
        End::Stuck => Ok(false),
        End::Stopped => Err(interrupted(budget)),
        End::Unsound | End::Contradiction(_) => Err(GenerateError::Stopped(StopReason::Fault)),
    }
}
