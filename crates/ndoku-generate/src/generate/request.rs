//! `Request`: what the puzzles shall be like.
//!
//! ```
//! use ndoku_core::Layout;
//! use ndoku_generate::generate::DifficultyTarget;
//! use ndoku_generate::{Request, Symmetry};
//! use ndoku_logic::rating::Level;
//!
//! let layout = Layout::classic();
//! let request = Request::new(&layout).clues(..=30).symmetry(&[Symmetry::Rotational]).difficulty(DifficultyTarget::for_level(Level::Medium, &layout));
//! ```

use std::ops::{Bound, RangeBounds, RangeInclusive};

use ndoku_core::{Layout, Puzzle};
use ndoku_logic::Technique;
use ndoku_logic::rating::Level;

use super::bounds::{min_clues, next_symmetric};
use crate::Symmetry;

/// By what a difficulty is told.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Scale {
    /// The techniques of Sudoku Explainer 1.2.1; classic 9×9 only. In tenths.
    Se121,
    /// Those of Sukaku Explainer; classic 9×9 only. In tenths.
    Sukaku,
    /// Our own techniques, for every layout. In tenths.
    Ndoku,
    /// HoDoKu's table of scores, on our own way, for every layout. In points.
    Hodoku,
}

impl Scale {
    /// The scale by which a layout's levels are told: the community's for the classic layout, our own for all others.
    #[must_use]
    pub fn for_layout(layout: &Layout) -> Self {
        if layout.is_classic() {
            Self::Se121
        } else {
            Self::Ndoku
        }
    }
}

/// How hard a puzzle shall be: from so much to so much, both included, in the unit of the [`Scale`].
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct DifficultyTarget {
    /// By what.
    pub scale: Scale,
    /// The least.
    pub min: u32,
    /// The most.
    pub max: u32,
}

impl DifficultyTarget {
    /// What a level means on the scale of the layout.
    #[must_use]
    pub fn for_level(level: Level, layout: &Layout) -> Self {
        // The bounds of the level, from the definition.
        let is_of = |tenths: &u32| Level::of(ndoku_logic::rating::Tenths(*tenths as u16)) == level;
        let (least, most) = ((0..=200).find(is_of), (0..=200).rev().find(is_of));
        Self {
            scale: Scale::for_layout(layout),
            min: least.unwrap_or(0),
            max: most.unwrap_or(200),
        }
    }
}

/// Where a pool of puzzles shall evolve to.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Objective {
    /// A high rating.
    Hard,
    /// Few clues.
    FewClues,
}

/// A pool that evolves: how many puzzles it holds, and how many are born one after the other.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Optimization {
    /// Where to.
    pub objective: Objective,
    /// How many puzzles, at least 1.
    pub population: usize,
    /// How many are born after the first ones.
    pub generations: u64,
}

/// What the puzzles shall be like. All that is not said is free; a request that says nothing gives puzzles of which every clue is needed.
#[derive(Clone, Debug)]
#[must_use]
pub struct Request {
    pub(super) layout: Layout,
    pub(super) has_random_regions: bool,
    pub(super) clues: RangeInclusive<usize>,
    pub(super) symmetries: Vec<Symmetry>,
    pub(super) pattern: Option<Vec<bool>>,
    pub(super) is_minimal: bool,
    pub(super) target: Option<DifficultyTarget>,
    pub(super) required_technique: Option<&'static Technique>,
    pub(super) max_technique: Option<&'static Technique>,
    pub(super) start: Option<Puzzle>,
    pub(super) optimization: Option<Optimization>,
    pub(super) has_pencilmarks: bool,
    pub(super) max_attempts: u64,
}

/// Tries before a puzzle is given up, unless the request says otherwise.
pub const DEFAULT_MAX_ATTEMPTS: u64 = 10_000;

impl Request {
    /// Puzzles of this layout.
    pub fn new(layout: &Layout) -> Self {
        Self {
            layout: layout.clone(),
            has_random_regions: false,
            clues: 0..=layout.cell_count(),
            symmetries: vec![Symmetry::None],
            pattern: None,
            is_minimal: false,
            target: None,
            required_technique: None,
            max_technique: None,
            start: None,
            optimization: None,
            has_pencilmarks: false,
            max_attempts: DEFAULT_MAX_ATTEMPTS,
        }
    }

    /// Each puzzle has jigsaw regions of its own, drawn at random, instead of the boxes of the layout.
    pub fn random_regions(self) -> Self {
        Self {
            has_random_regions: true,
            ..self
        }
    }

    /// So many clues: `24..=26`, `..=30`, `28..`. Where both ends are given and clues may be more than needed, the number is drawn from them.
    pub fn clues(self, range: impl RangeBounds<usize>) -> Self {
        let most = self.layout.cell_count();
        let least = match range.start_bound() {
            Bound::Included(least) => *least,
            Bound::Excluded(least) => least.saturating_add(1),
            Bound::Unbounded => 0,
        };
        let most = match range.end_bound() {
            Bound::Included(last) => (*last).min(most),
            Bound::Excluded(end) => end.saturating_sub(1).min(most),
            Bound::Unbounded => most,
        };
        Self {
            clues: least..=most,
            ..self
        }
    }

    /// The pattern of the clues has this symmetry; of several, each puzzle draws one.
    pub fn symmetry(self, symmetries: &[Symmetry]) -> Self {
        let symmetries = if symmetries.is_empty() {
            vec![Symmetry::None]
        } else {
            symmetries.to_vec()
        };
        Self { symmetries, ..self }
    }

    /// The clues stand in exactly these cells, row by row.
    pub fn pattern(self, pattern: &[bool]) -> Self {
        Self {
            pattern: Some(pattern.to_vec()),
            ..self
        }
    }

    /// Every single clue is needed, whatever else is asked for. Without this, puzzles are as small as the request lets them be: with a symmetry no orbit can go, and with a
    /// difficulty clues may stay that only make it easier.
    pub fn minimal(self) -> Self {
        Self {
            is_minimal: true,
            ..self
        }
    }

    /// So hard.
    pub fn difficulty(self, target: DifficultyTarget) -> Self {
        Self {
            target: Some(target),
            ..self
        }
    }

    /// It is solved by the techniques up to this one, or to [`max_technique`](Self::max_technique), but not without this one.
    pub fn require_technique(self, technique: &'static Technique) -> Self {
        Self {
            required_technique: Some(technique),
            ..self
        }
    }

    /// It is solved by techniques that are no harder than this one.
    pub fn max_technique(self, technique: &'static Technique) -> Self {
        Self {
            max_technique: Some(technique),
            ..self
        }
    }

    /// Begins with the solution of this puzzle, and, if it is not a full grid, near to the puzzle: its clues are the last to go. Of several solutions one is drawn.
    pub fn start_from(self, puzzle: &Puzzle) -> Self {
        Self {
            layout: puzzle.layout().clone(),
            start: Some(puzzle.clone()),
            ..self
        }
    }

    /// Each puzzle is the best of a pool of its own that evolves.
    pub fn optimize(self, optimization: Optimization) -> Self {
        Self {
            optimization: Some(Optimization {
                population: optimization.population.max(1),
                ..optimization
            }),
            ..self
        }
    }

    /// No clues, but candidates that are taken away, of which each is needed (Sukaku).
    pub fn pencilmarks(self) -> Self {
        Self {
            has_pencilmarks: true,
            ..self
        }
    }

    /// Gives up a puzzle after so many tries, at least 1; [`DEFAULT_MAX_ATTEMPTS`] if nothing is said. A try is a puzzle that was made and looked at.
    pub fn max_attempts(self, max_attempts: u64) -> Self {
        Self {
            max_attempts: max_attempts.max(1),
            ..self
        }
    }

    /// The layout, or what random regions begin with.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Whether each puzzle begins with a full classic grid of which clues go, as far as possible or one by one.
    pub(super) fn is_batch_reducible(&self) -> bool {
        let is_plain = self.pattern.is_none()
            && self.start.is_none()
            && self.optimization.is_none()
            && !self.has_random_regions
            && !self.has_pencilmarks;
        let has_floor = *self.clues.start() > 0 && self.symmetries[..] != [Symmetry::None];
        self.layout.is_classic() && is_plain && !has_floor
    }

    /// What is wrong with the request, if anything is.
    pub(super) fn check(&self) -> Result<(), RequestError> {
        let is_hard = self.target.is_some()
            || self.required_technique.is_some()
            || self.max_technique.is_some();
        let has_symmetry = self
            .symmetries
            .iter()
            .any(|symmetry| *symmetry != Symmetry::None);
        let cells = self.layout.cell_count();
        let community = |scale| matches!(scale, Scale::Se121 | Scale::Sukaku);
        let least = if self.has_random_regions {
            usize::from(self.layout.size()) - 1
        } else {
            min_clues(&self.layout)
        };
        if self.clues.is_empty() || *self.clues.start() > cells || *self.clues.end() < least {
            return Err(RequestError::Clues { least, most: cells });
        }
        if let Some((below, above)) =
            next_symmetric(&self.symmetries, self.layout.size().into(), &self.clues)
        {
            return Err(RequestError::Symmetry { below, above });
        }
        if self.target.is_some_and(|target| target.min > target.max) {
            return Err(RequestError::EmptyRatingRange);
        }
        let is_off_scale = |target: DifficultyTarget| {
            target.scale != Scale::Hodoku
                && (target.min > EASIEST_AND_BEYOND[1] || target.max < EASIEST_AND_BEYOND[0])
        };
        if self.target.is_some_and(is_off_scale) {
            return Err(RequestError::RatingOffScale);
        }
        if self.target.is_some_and(|target| community(target.scale))
            && (!self.layout.is_classic() || self.has_random_regions)
        {
            return Err(RequestError::Scale);
        }
        if self
            .required_technique
            .zip(self.max_technique)
            .is_some_and(|(needed, most)| needed.difficulty > most.difficulty)
        {
            return Err(RequestError::TechniqueTooHard);
        }
        if let Some(pattern) = &self.pattern {
            if pattern.len() != cells {
                return Err(RequestError::Pattern {
                    found: pattern.len(),
                    cells,
                });
            }
            let found = pattern.iter().filter(|clue| **clue).count();
            if found < least {
                return Err(RequestError::TooFewPatternClues { found, least });
            }
            if has_symmetry
                || self.start.is_some()
                || self.optimization.is_some()
                || !self.clues.contains(&found)
            {
                return Err(RequestError::Conflict(
                    "a pattern says all about the clues: it goes with no symmetry, number of clues, start or goal",
                ));
            }
        }
        if self.has_pencilmarks
            && (is_hard
                || has_symmetry
                || self.pattern.is_some()
                || self.optimization.is_some()
                || self.clues != (0..=cells))
        {
            return Err(RequestError::Conflict(
                "pencilmark puzzles have no clues: they go with no symmetry, pattern, number of clues, difficulty or goal",
            ));
        }
        if self.optimization.is_some() && is_hard {
            return Err(RequestError::Conflict(
                "a pool evolves as far as it can: it goes with no difficulty",
            ));
        }
        if self.has_random_regions && (self.pattern.is_some() || self.start.is_some()) {
            return Err(RequestError::Conflict(
                "random regions go with no pattern and no start",
            ));
        }
        if self
            .start
            .as_ref()
            .is_some_and(|start| start.pencilmarks().is_some())
        {
            return Err(RequestError::PencilmarkStart);
        }
        Ok(())
    }
}

/// The scales in tenths: their easiest technique, and what stands for all beyond the hardest.
const EASIEST_AND_BEYOND: [u32; 2] = [10, ndoku_logic::rating::Tenths::BEYOND.0 as u32];

/// Names the numbers next to what was asked for.
fn next_numbers(below: &Option<usize>, above: &Option<usize>) -> String {
    match (below, above) {
        (Some(below), Some(above)) => format!("the next numbers are {below} and {above}"),
        (Some(one), None) | (None, Some(one)) => format!("the next number is {one}"),
        (None, None) => "none has".to_owned(),
    }
}

/// Why a request cannot be met.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RequestError {
    /// No puzzle of the layout has a number of clues in the range.
    #[error("the number of clues must be from {least} to {most} in this layout")]
    Clues {
        /// The least that is possible.
        least: usize,
        /// The number of cells.
        most: usize,
    },
    /// The pattern has fewer clues than any puzzle of the layout.
    #[error(
        "the pattern has too few clues: {found}, and a puzzle of this layout has at least {least}"
    )]
    TooFewPatternClues {
        /// Clues of the pattern.
        found: usize,
        /// The least that is possible.
        least: usize,
    },
    /// The orbits of the symmetry do not make up a number of clues in the range.
    #[error("no pattern with this symmetry has so many clues; {}", next_numbers(.below, .above))]
    Symmetry {
        /// The next number below that is possible, if there is one.
        below: Option<usize>,
        /// The next number above.
        above: Option<usize>,
    },
    /// The scale has no such rating.
    #[error(
        "ratings of this profile go from 1.0 to 20.0, which stands for what its techniques do not solve"
    )]
    RatingOffScale,
    /// No rating is in the interval.
    #[error("no rating is in the interval")]
    EmptyRatingRange,
    /// The scale does not fit the layout.
    #[error(
        "only classic 9×9 puzzles can be rated by this profile; the profiles ndoku and hodoku rate any layout"
    )]
    Scale,
    /// The technique that is needed is harder than what is allowed.
    #[error("the technique that shall be needed is harder than the hardest that is allowed")]
    TechniqueTooHard,
    /// The pattern is of another size.
    #[error("the pattern has {found} cells, but the grid has {cells}")]
    Pattern {
        /// Cells of the pattern.
        found: usize,
        /// Cells of the grid.
        cells: usize,
    },
    /// The start has pencilmarks.
    #[error("a puzzle with pencilmarks cannot be the start")]
    PencilmarkStart,
    /// The layout is too large for the search for full grids.
    #[error("{}", crate::grid_generator::GridError::Layout)]
    Layout,
    /// Two things that do not go together.
    #[error("{0}")]
    Conflict(&'static str),
}
