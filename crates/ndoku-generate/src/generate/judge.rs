//! `Judge`: is a puzzle easier than asked for, as asked for, or harder? The cheap answers first.
//!
//! ```text
//!   singles ─▶ as far as they say it ─▶ the scale, no further than to the most that is wanted ─▶ Easier, Within, Harder
//!   techniques up to the hardest that is allowed, without the one that is needed ─▶ solved: Easier;  with it ─▶ solved: Within
//! ```
//!
//! What the scales [`Ndoku`](Scale::Ndoku) and [`Hodoku`](Scale::Hodoku) say, and which techniques solve a puzzle, depends on the registry of techniques: with more
//! of them a seed gives other puzzles. The community's scales stay as they are.

use ndoku_core::{Board, Puzzle, Solution};
use ndoku_logic::logical_solver::{LogicalSolver, SolveEnd};
use ndoku_logic::rating::Difficulty;
use ndoku_logic::rating::solution_path::{self, PathRatingError};
use ndoku_logic::rating::sudoku_explainer::{Profile, RangeCheck, SudokuExplainerRater};
use ndoku_logic::{TECHNIQUES, Technique};
use ndoku_solver::{Budget, StopReason};

use super::NotMade;
use super::proof::{Prover, digits};
use super::request::{Aim, Request, Scale};
use crate::singles::Reach;

/// Where a puzzle stands.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Class {
    /// Too easy, or without the technique that is needed.
    Easier,
    /// As asked for.
    Within,
    /// Too hard.
    Harder,
}

/// Beyond every scale that is in tenths.
const BEYOND: u32 = Difficulty::BEYOND.0 as u32;

/// What singles in boxes and all singles are worth at most, on every scale that is in tenths.
const BOXES: u32 = 12;
const SINGLES: u32 = 23;

/// What locked candidates, pairs, triplets and fish are worth at most, and what is told without steps.
const CANDIDATES: u32 = 40;

/// From here on chains are needed.
const CHAINS: u32 = 60;

/// Judges puzzles of one layout that have one solution.
pub(super) struct Judge {
    aim: Option<Aim>,
    /// The techniques that are allowed; all without the one that is needed.
    allowed: Option<(
        &'static [&'static Technique],
        Option<Vec<&'static Technique>>,
    )>,
    explainer: Option<Box<SudokuExplainerRater>>,
    hodoku: Vec<&'static Technique>,
    /// The puzzle that was judged last, and its rating, if that came out.
    known: Option<(Vec<u8>, u32)>,
}

impl Judge {
    pub(super) fn new(request: &Request) -> Self {
        let hardest = request.at_most.or(request.requires);
        let allowed = hardest.map(|hardest| {
            let allowed = up_to(hardest.difficulty);
            let without = request.requires.map(|needed| {
                allowed
                    .iter()
                    .copied()
                    .filter(|technique| *technique != needed)
                    .collect()
            });
            (allowed, without)
        });
        let aim = request.aim;
        let profile = aim.and_then(|aim| match aim.scale {
            Scale::Se121 => Some(Profile::Se121),
            Scale::Sukaku => Some(Profile::Sukaku),
            Scale::Ndoku | Scale::Hodoku => None,
        });
        let is_hodoku = aim.is_some_and(|aim| aim.scale == Scale::Hodoku);
        Self {
            aim,
            allowed,
            explainer: profile.map(|profile| Box::new(SudokuExplainerRater::new(profile))),
            hodoku: if is_hodoku {
                solution_path::hodoku_order()
            } else {
                Vec::new()
            },
            known: None,
        }
    }

    /// Forgets the puzzle that was judged last: the next ones are of another layout.
    pub(super) fn forget(&mut self) {
        self.known = None;
    }

    /// Whether it has anything to judge.
    pub(super) const fn is_idle(&self) -> bool {
        self.aim.is_none() && self.allowed.is_none()
    }

    /// Whether puzzles may be too hard, and telling so is cheap.
    pub(super) fn bounds(&self) -> bool {
        /// What comes before chains.
        const CHEAP: u32 = 58;
        self.allowed.as_ref().is_some_and(|(allowed, _)| {
            allowed
                .last()
                .is_some_and(|last| u32::from(last.difficulty.0) <= CHEAP)
        }) || self.aim.is_some_and(|aim| {
            aim.scale != Scale::Hodoku && aim.most <= CHEAP || self.is_usual(aim)
        })
    }

    /// Whether so many puzzles have this difficulty, though chains have to tell it, that they are soon met: the level expert.
    fn is_usual(&self, aim: Aim) -> bool {
        const WIDE: u32 = 14;
        aim.scale == Scale::Se121
            && self.allowed.is_none()
            && (CHAINS..=75).contains(&aim.most)
            && aim.most.saturating_sub(aim.least) >= WIDE
    }

    /// Whether a puzzle that is too hard has often what is asked for right above it: it is harder than what pairs and fish solve, and chains have no part in the answer.
    pub(super) fn is_above_candidates(&self) -> bool {
        self.allowed.is_none()
            && self.aim.is_some_and(|aim| {
                aim.scale == Scale::Se121 && aim.least > CANDIDATES && aim.most < CHAINS
            })
    }

    /// Whether what is asked for is solved by singles.
    pub(super) fn is_by_singles(&self) -> bool {
        self.allowed.as_ref().is_some_and(|(allowed, _)| {
            allowed
                .last()
                .is_none_or(|last| u32::from(last.difficulty.0) <= SINGLES)
        }) || self
            .aim
            .is_some_and(|aim| aim.scale != Scale::Hodoku && aim.most <= SINGLES + 2)
    }

    /// The singles with which it begins not to be too hard.
    pub(super) fn beginning(&self) -> Reach {
        match self.aim {
            Some(aim) if aim.scale != Scale::Hodoku && aim.most < SINGLES => Reach::Boxes,
            _ => Reach::All,
        }
    }

    /// Where the puzzle stands, which has this solution.
    pub(super) fn class(
        &mut self,
        prover: &mut Prover,
        clues: &[u8],
        solution: &[u8],
        budget: &Budget<'_>,
    ) -> Result<Class, NotMade> {
        let mut class = Class::Within;
        // Where singles are not asked for, the scale sees to them.
        let by_all = !self.tells_singles() && prover.by_singles(clues, Reach::All);
        if let Some(aim) = self.aim {
            class = if aim.scale == Scale::Hodoku {
                of(aim, self.rate(prover, clues, solution, budget)?)
            } else if by_all {
                // The rating is in one of two ranges, which may be all there is to say.
                let by_boxes = prover.by_singles(clues, Reach::Boxes);
                let (least, most) = if by_boxes {
                    (0, BOXES)
                } else {
                    (BOXES + 1, SINGLES)
                };
                match () {
                    () if most < aim.least => Class::Easier,
                    () if least > aim.most => Class::Harder,
                    () if aim.least <= least && aim.most >= most => Class::Within,
                    () => of(aim, self.rate(prover, clues, solution, budget)?),
                }
            } else if aim.most <= BOXES {
                Class::Harder
            } else {
                self.within(prover, clues, solution, aim, budget)?
            };
        }
        if class != Class::Within {
            return Ok(class);
        }
        let Some((allowed, without)) = &self.allowed else {
            return Ok(class);
        };
        let puzzle = prover.puzzle(clues);
        let layout = prover.layout.clone();
        let solution = Solution::new(&layout, &digits(solution))
            .map_err(|_| NotMade::Stopped(StopReason::Internal))?;
        if let Some(without) = without
            && solves(&puzzle, &solution, without, budget)?
        {
            return Ok(Class::Easier);
        }
        Ok(if solves(&puzzle, &solution, allowed, budget)? {
            Class::Within
        } else {
            Class::Harder
        })
    }

    /// The class by a scale in tenths of a puzzle that singles do not solve.
    fn within(
        &mut self,
        prover: &Prover,
        clues: &[u8],
        solution: &[u8],
        aim: Aim,
        budget: &Budget<'_>,
    ) -> Result<Class, NotMade> {
        let most = Difficulty(aim.most.min(BEYOND) as u16);
        if let (Some(explainer), Ok(clues)) = (&mut self.explainer, clues.try_into()) {
            let least = Difficulty(aim.least.min(BEYOND) as u16);
            let standing = explainer
                .check_range(clues, least, most, &|| budget.poll().is_some())
                .map_err(|_| stopped(budget))?;
            let (class, rating) = match standing {
                RangeCheck::Below(rating) => (Class::Easier, rating),
                RangeCheck::Within(rating) => (Class::Within, rating),
                RangeCheck::Above => (Class::Harder, None),
            };
            self.known = rating.map(|rating| (clues.to_vec(), u32::from(rating.0)));
            return Ok(class);
        }
        // A way by the first easiest steps needs no harder technique than the rating says, and is found sooner.
        if aim.most < BEYOND {
            let puzzle = prover.puzzle(clues);
            let solution = Solution::new(&prover.layout, &digits(solution))
                .map_err(|_| NotMade::Stopped(StopReason::Internal))?;
            if !solves(&puzzle, &solution, up_to(most), budget)? {
                return Ok(Class::Harder);
            }
        }
        Ok(of(aim, self.rate(prover, clues, solution, budget)?))
    }

    /// Whether the scale is told at once what singles solve, and that is too easy.
    fn tells_singles(&self) -> bool {
        self.explainer.is_some()
            && self.aim.is_some_and(|aim| {
                aim.scale == Scale::Se121 && aim.least > SINGLES && aim.most >= CANDIDATES
            })
    }

    /// For each cell of a puzzle that was too hard whether a clue there can make it easier, as far as that is known.
    pub(super) fn open_cells(&self) -> Option<&[bool; 81]> {
        self.explainer
            .as_ref()
            .map(|explainer| explainer.open_cells())
    }

    /// What the scale of the aim says of a puzzle, in its unit; 0 without an aim.
    pub(super) fn rate(
        &mut self,
        prover: &Prover,
        clues: &[u8],
        solution: &[u8],
        budget: &Budget<'_>,
    ) -> Result<u32, NotMade> {
        if let Some((_, rating)) = self.known.as_ref().filter(|(known, _)| known == clues) {
            return Ok(*rating);
        }
        let rating = self.rated(prover, clues, solution, budget)?;
        self.known = Some((clues.to_vec(), rating));
        Ok(rating)
    }

    fn rated(
        &mut self,
        prover: &Prover,
        clues: &[u8],
        solution: &[u8],
        budget: &Budget<'_>,
    ) -> Result<u32, NotMade> {
        let Some(aim) = self.aim else { return Ok(0) };
        let stop = || budget.poll().is_some();
        if let (Some(explainer), Ok(clues)) = (&mut self.explainer, clues.try_into()) {
            let rating = explainer.rate(clues, &stop).map_err(|_| stopped(budget))?;
            return Ok(u32::from(rating.puzzle.rating.0));
        }
        let puzzle = prover.puzzle(clues);
        let solution = Solution::new(&prover.layout, &digits(solution))
            .map_err(|_| NotMade::Stopped(StopReason::Internal))?;
        let failed = |failure| match failure {
            PathRatingError::Stopped => stopped(budget),
            PathRatingError::Unsound => NotMade::Stopped(StopReason::Internal),
        };
        match aim.scale {
            Scale::Hodoku => solution_path::rate_hodoku(&puzzle, &solution, &self.hodoku, &stop)
                .map(|score| score.score)
                .map_err(failed),
            _ => solution_path::rate_ndoku(&puzzle, &solution, &stop)
                .map(|rating| u32::from(rating.puzzle.rating.0))
                .map_err(failed),
        }
    }

    /// How far a puzzle is from what is asked for: 0 if it is that, otherwise the more the further.
    pub(super) fn distance(
        &mut self,
        prover: &mut Prover,
        clues: &[u8],
        solution: &[u8],
        budget: &Budget<'_>,
    ) -> Result<u32, NotMade> {
        let class = self.class(prover, clues, solution, budget)?;
        if class == Class::Within {
            return Ok(0);
        }
        let Some(aim) = self.aim else { return Ok(1) };
        let rating = match class {
            // The rating is known to be low, and not needed exactly.
            Class::Easier if aim.scale != Scale::Hodoku && prover.by_singles(clues, Reach::All) => {
                SINGLES.min(aim.least.saturating_sub(1))
            }
            _ => self.rate(prover, clues, solution, budget)?,
        };
        Ok(if rating < aim.least {
            aim.least - rating
        } else {
            rating.saturating_sub(aim.most)
        }
        .max(1))
    }
}

fn of(aim: Aim, rating: u32) -> Class {
    match rating {
        _ if rating < aim.least => Class::Easier,
        _ if rating > aim.most => Class::Harder,
        _ => Class::Within,
    }
}

/// The techniques that are no harder than this.
fn up_to(most: Difficulty) -> &'static [&'static Technique] {
    &TECHNIQUES[..TECHNIQUES.partition_point(|technique| technique.difficulty <= most)]
}

/// Why the budget has ended.
fn stopped(budget: &Budget<'_>) -> NotMade {
    NotMade::Stopped(budget.poll().unwrap_or(StopReason::Cancelled))
}

/// Whether these techniques solve the puzzle.
fn solves(
    puzzle: &Puzzle,
    solution: &Solution,
    techniques: &[&'static Technique],
    budget: &Budget<'_>,
) -> Result<bool, NotMade> {
    let stop = || budget.poll().is_some();
    let mut solver = LogicalSolver::new(puzzle, Board::with_clues_placed(puzzle), techniques)
        .with_solution_check(solution)
        .with_stop(&stop);
    match solver.run(&mut |_| {}) {
        SolveEnd::Solved => Ok(true),
        SolveEnd::Stuck => Ok(false),
        SolveEnd::Stopped => Err(stopped(budget)),
        SolveEnd::Unsound | SolveEnd::Contradiction(_) => Err(NotMade::Stopped(StopReason::Internal)),
    }
}
