//! `Request`: the description of the puzzles to generate.
//!
//! ```
//! use ndoku_core::Layout;
//! use ndoku_analysis::Symmetry;
//! use ndoku_generate::{DifficultyTarget, Request};
//! use ndoku_rating::{Difficulty, Level, Profile};
//!
//! let layout = Layout::classic();
//! let request = Request::new(&layout)
//!     .clues(..=30)
//!     .symmetry(&[Symmetry::Rotational])
//!     .difficulty(DifficultyTarget::for_level(Level::Medium, &layout));
//! ```

use std::ops::{Bound, RangeBounds, RangeInclusive};

use ndoku_analysis::Symmetry;
use ndoku_core::{Layout, Puzzle};
use ndoku_logic::Technique;
use ndoku_rating::{Difficulty, Level, Profile};

use super::bounds::{min_clues, next_symmetric};
use super::rule_kinds::{MAX_SIZE, RuleKind, has_boxes};

/// A range of difficulties, both ends included, in the unit of the [`Profile`]:
/// tenths, and points for `Hodoku`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct DifficultyTarget {
    /// The scale of the range.
    pub profile: Profile,
    /// The lowest rating.
    pub min: u32,
    /// The highest rating.
    pub max: u32,
}

impl DifficultyTarget {
    /// Returns the range of a level on the scale of the layout.
    #[must_use]
    pub fn for_level(level: Level, layout: &Layout) -> Self {
        // The bounds of the level follow from its definition.
        let is_of = |tenths: &u32| Level::for_difficulty(Difficulty(*tenths as u16)) == level;
        let (least, most) = ((0..=200).find(is_of), (0..=200).rev().find(is_of));
        Self {
            profile: Profile::for_layout(layout),
            min: least.unwrap_or(0),
            max: most.unwrap_or(200),
        }
    }
}

/// The objective of an optimization.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Objective {
    /// A high rating.
    Hard,
    /// Few clues.
    FewClues,
}

/// An optimization by an evolving population.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Optimization {
    /// The objective.
    pub objective: Objective,
    /// Number of puzzles in the population, at least 1.
    pub population: usize,
    /// Number of offspring after the initial population.
    pub generations: u64,
}

/// A description of the puzzles to generate. Everything that is not set is free. A request without
/// settings gives puzzles in which every clue is needed.
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
    pub(super) rule_kinds: Vec<&'static RuleKind>,
    pub(super) max_attempts: u64,
}

/// Default of [`Request::max_attempts`].
pub const DEFAULT_MAX_ATTEMPTS: u64 = 10_000;

impl Request {
    /// Creates a request for puzzles of this layout.
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
            rule_kinds: Vec::new(),
            max_attempts: DEFAULT_MAX_ATTEMPTS,
        }
    }

    /// Gives each puzzle its own random jigsaw regions instead of the boxes of the layout.
    pub fn random_regions(self) -> Self {
        Self {
            has_random_regions: true,
            ..self
        }
    }

    /// Sets the number of clues: `24..=26`, `..=30`, `28..`. If both ends are given and redundant
    /// clues are allowed, the number is drawn from the range.
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

    /// Sets the symmetry of the pattern of clues. Each puzzle draws one of several symmetries.
    pub fn symmetry(self, symmetries: &[Symmetry]) -> Self {
        let symmetries = if symmetries.is_empty() {
            vec![Symmetry::None]
        } else {
            symmetries.to_vec()
        };
        Self { symmetries, ..self }
    }

    /// Sets the cells of the clues, row by row.
    pub fn pattern(self, pattern: &[bool]) -> Self {
        Self {
            pattern: Some(pattern.to_vec()),
            ..self
        }
    }

    /// Requires that every single clue is needed. By default, puzzles with a symmetry only contain
    /// no redundant orbit, and puzzles with a difficulty can contain clues that make them easier.
    pub fn minimal(self) -> Self {
        Self {
            is_minimal: true,
            ..self
        }
    }

    /// Sets the difficulty.
    pub fn difficulty(self, target: DifficultyTarget) -> Self {
        Self {
            target: Some(target),
            ..self
        }
    }

    /// Requires that the puzzle cannot be solved without this technique. Other steps use techniques
    /// up to this one, or up to [`max_technique`](Self::max_technique).
    pub fn require_technique(self, technique: &'static Technique) -> Self {
        Self {
            required_technique: Some(technique),
            ..self
        }
    }

    /// Requires that techniques that are no harder than this one solve the puzzle.
    pub fn max_technique(self, technique: &'static Technique) -> Self {
        Self {
            max_technique: Some(technique),
            ..self
        }
    }

    /// Starts from the solution of this puzzle. If the puzzle is not a full grid, its clues are
    /// removed last. One of several solutions is drawn for each attempt.
    pub fn start_from(self, puzzle: &Puzzle) -> Self {
        Self {
            layout: puzzle.layout().clone(),
            start: Some(puzzle.clone()),
            ..self
        }
    }

    /// Makes each puzzle the best of its own evolving population.
    pub fn optimize(self, optimization: Optimization) -> Self {
        Self {
            optimization: Some(Optimization {
                population: optimization.population.max(1),
                ..optimization
            }),
            ..self
        }
    }

    /// Generates puzzles without clues that only remove candidates, each of which is needed
    /// (Sukaku).
    pub fn pencilmarks(self) -> Self {
        Self {
            has_pencilmarks: true,
            ..self
        }
    }

    /// Adds constraints of these kinds that the solution of each puzzle satisfies, such as the sums
    /// of killer cages. They are removed together with clues while one solution remains. So each is
    /// needed, except for cages that cover the grid, which stay unless the request is
    /// [`minimal`](Self::minimal).
    pub fn rule_kinds(self, kinds: &[&'static RuleKind]) -> Self {
        let mut rule_kinds: Vec<&'static RuleKind> = Vec::new();
        for kind in kinds {
            if !rule_kinds.contains(kind) {
                rule_kinds.push(kind);
            }
        }
        Self { rule_kinds, ..self }
    }

    /// Sets the maximum number of attempts per puzzle, at least 1 (default
    /// [`DEFAULT_MAX_ATTEMPTS`]). An attempt generates and tests one candidate puzzle.
    pub fn max_attempts(self, max_attempts: u64) -> Self {
        Self {
            max_attempts: max_attempts.max(1),
            ..self
        }
    }

    /// Returns the layout. Random regions replace its boxes.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Returns `true` if each puzzle starts with a full classic grid whose clues are removed as far
    /// as possible or one by one.
    pub(super) fn is_batch_reducible(&self) -> bool {
        let is_plain = self.pattern.is_none()
            && self.start.is_none()
            && self.optimization.is_none()
            && !self.has_random_regions
            && !self.has_pencilmarks
            && self.rule_kinds.is_empty();
        let has_floor = *self.clues.start() > 0 && self.symmetries[..] != [Symmetry::None];
        self.layout.is_classic() && is_plain && !has_floor
    }

    /// Validates the kinds of rules.
    fn check_rule_kinds(&self) -> Result<(), RequestError> {
        if self.rule_kinds.is_empty() {
            return Ok(());
        }
        let size = self.layout.size();
        for kind in &self.rule_kinds {
            if !(kind.least_size..=MAX_SIZE).contains(&size) {
                return Err(RequestError::RuleKindSize {
                    id: kind.id,
                    least: kind.least_size,
                });
            }
            if kind.needs_boxes() && !self.has_random_regions && !has_boxes(&self.layout) {
                return Err(RequestError::RuleKindBoxes { id: kind.id });
            }
        }
        let of = |id: &str| self.rule_kinds.iter().find(|kind| kind.id == id);
        for (whole, parts) in STRICT {
            let other = parts.iter().find_map(|part| of(part));
            if let Some((whole, other)) = of(whole).zip(other) {
                return Err(RequestError::RuleKinds {
                    id: whole.id,
                    other: other.id,
                });
            }
        }
        if self.has_pencilmarks || self.optimization.is_some() {
            return Err(RequestError::Conflict(
                "rule kinds cannot be combined with pencilmarks or an optimization",
            ));
        }
        Ok(())
    }

    /// Validates the request.
    pub(super) fn check(&self) -> Result<(), RequestError> {
        self.check_rule_kinds()?;
        let least = if !self.rule_kinds.is_empty() {
            0
        } else if self.has_random_regions {
            usize::from(self.layout.size()) - 1
        } else {
            min_clues(&self.layout)
        };
        let cells = self.layout.cell_count();
        if self.clues.is_empty() || *self.clues.start() > cells || *self.clues.end() < least {
            return Err(RequestError::Clues { least, most: cells });
        }
        if let Some((below, above)) =
            next_symmetric(&self.symmetries, self.layout.size().into(), &self.clues)
        {
            return Err(RequestError::Symmetry { below, above });
        }
        self.check_rating()?;
        self.check_techniques()?;
        self.check_pattern(least)?;
        self.check_combinations()
    }

    /// Returns `true` if the request asks for a symmetry other than none.
    fn has_symmetry(&self) -> bool {
        self.symmetries
            .iter()
            .any(|symmetry| *symmetry != Symmetry::None)
    }

    /// Checks the range of ratings and its profile.
    fn check_rating(&self) -> Result<(), RequestError> {
        let Some(target) = self.target else {
            return Ok(());
        };
        if target.min > target.max {
            return Err(RequestError::EmptyRatingRange);
        }
        let is_off_scale = target.profile != Profile::Hodoku
            && (target.min > EASIEST_AND_BEYOND[1] || target.max < EASIEST_AND_BEYOND[0]);
        if is_off_scale {
            return Err(RequestError::RatingOffScale);
        }
        let is_community = matches!(target.profile, Profile::Se121 | Profile::Sukaku);
        if is_community
            && (!self.layout.is_classic() || self.has_random_regions || !self.rule_kinds.is_empty())
        {
            return Err(RequestError::Profile);
        }
        Ok(())
    }

    /// Compares the required technique with the hardest one and the range of ratings.
    fn check_techniques(&self) -> Result<(), RequestError> {
        let Some(technique) = self.required_technique else {
            return Ok(());
        };
        if self
            .max_technique
            .is_some_and(|most| technique.difficulty > most.difficulty)
        {
            return Err(RequestError::TechniqueTooHard);
        }
        let Some(target) = self.target else {
            return Ok(());
        };
        let most = Difficulty(u16::try_from(target.max).unwrap_or(u16::MAX));
        let margin = match target.profile {
            Profile::Ndoku => Some(0),
            Profile::Se121 | Profile::Sukaku => Some(community_margin(most)),
            Profile::Hodoku => None,
        };
        if margin.is_some_and(|margin| technique.difficulty.0 > most.0.saturating_add(margin)) {
            return Err(RequestError::TechniqueAboveRange {
                name: technique.name,
                difficulty: technique.difficulty,
                most,
            });
        }
        Ok(())
    }

    /// Checks the pattern of clues. Puzzles of the layout have at least `least` clues.
    fn check_pattern(&self, least: usize) -> Result<(), RequestError> {
        let Some(pattern) = &self.pattern else {
            return Ok(());
        };
        let cells = self.layout.cell_count();
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
        if self.has_symmetry()
            || self.start.is_some()
            || self.optimization.is_some()
            || !self.clues.contains(&found)
        {
            return Err(RequestError::Conflict(
                "a pattern fixes the clues: it cannot be combined with a symmetry, a number \
                of clues, a start or an optimization",
            ));
        }
        Ok(())
    }

    /// Checks that the parts of the request can be combined.
    fn check_combinations(&self) -> Result<(), RequestError> {
        let is_hard = self.target.is_some()
            || self.required_technique.is_some()
            || self.max_technique.is_some();
        if self.has_pencilmarks
            && (is_hard
                || self.has_symmetry()
                || self.pattern.is_some()
                || self.optimization.is_some()
                || self.clues != (0..=self.layout.cell_count()))
        {
            return Err(RequestError::Conflict(
                "pencilmark puzzles have no clues: they cannot be combined with a symmetry, a \
                pattern, a number of clues, a difficulty or an optimization",
            ));
        }
        if self.optimization.is_some() && is_hard {
            return Err(RequestError::Conflict(
                "an optimization cannot be combined with a difficulty",
            ));
        }
        if self.has_random_regions && (self.pattern.is_some() || self.start.is_some()) {
            return Err(RequestError::Conflict(
                "random regions cannot be combined with a pattern or a start",
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

/// Kinds with rules about pairs that have no sign, and the kinds whose signs they contain.
const STRICT: &[(&str, &[&str])] = &[
    ("strict-kropki", &["kropki", "consecutive"]),
    ("strict-xv", &["xv"]),
];

/// The rating of the easiest technique on scales in tenths, and the value for puzzles beyond the
/// hardest.
const EASIEST_AND_BEYOND: [u32; 2] = [10, ndoku_rating::Difficulty::BEYOND.0 as u32];

/// Names the nearest possible numbers of clues.
fn next_numbers(below: &Option<usize>, above: &Option<usize>) -> String {
    match (below, above) {
        (Some(below), Some(above)) => format!("the nearest numbers are {below} and {above}"),
        (Some(one), None) | (None, Some(one)) => format!("the nearest number is {one}"),
        (None, None) => "no number is possible".to_owned(),
    }
}

/// Returns by how much ndoku rates a technique higher at most than the community, in tenths, for
/// techniques that the community rates up to `most`. Chains and nets differ more than patterns.
pub(super) const fn community_margin(most: Difficulty) -> u16 {
    if most.0 < 80 { 2 } else { 10 }
}

/// The reason why a request cannot be met.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RequestError {
    /// No puzzle of the layout has a number of clues in the range.
    #[error("the number of clues must be from {least} to {most} in this layout")]
    Clues {
        /// The lowest possible number.
        least: usize,
        /// The number of cells.
        most: usize,
    },
    /// The pattern has fewer clues than any puzzle of the layout.
    #[error(
        "the pattern has too few clues: {found}, and a puzzle of this layout has at least {least}"
    )]
    TooFewPatternClues {
        /// Number of clues of the pattern.
        found: usize,
        /// The lowest possible number.
        least: usize,
    },
    /// No union of orbits of the symmetry has a number of clues in the range.
    #[error("no pattern with this symmetry has this number of clues; {}", next_numbers(.below, .above))]
    Symmetry {
        /// The nearest possible number below, if any.
        below: Option<usize>,
        /// The nearest possible number above, if any.
        above: Option<usize>,
    },
    /// The scale has no such rating.
    #[error(
        "ratings of this profile range from 1.0 to 20.0, where 20.0 stands for puzzles that its \
        techniques do not solve"
    )]
    RatingOffScale,
    /// The range of ratings is empty.
    #[error("the range of ratings is empty")]
    EmptyRatingRange,
    /// The scale does not support the layout.
    #[error(
        "only classic 9×9 puzzles can be rated by this profile; the profiles ndoku and hodoku \
        rate any layout"
    )]
    Profile,
    /// The required technique is harder than the hardest allowed one.
    #[error("the required technique is harder than the hardest allowed technique")]
    TechniqueTooHard,
    /// The required technique is harder than the ratings in the range.
    #[error(
        "the required technique {name} is rated {difficulty} or more, and the requested ratings \
        end at {most}"
    )]
    TechniqueAboveRange {
        /// The name of the technique.
        name: &'static str,
        /// Its lowest rating on ndoku's scale.
        difficulty: Difficulty,
        /// The upper end of the range.
        most: Difficulty,
    },
    /// The pattern has another size.
    #[error("the pattern has {found} cells, but the grid has {cells}")]
    Pattern {
        /// Number of cells of the pattern.
        found: usize,
        /// Number of cells of the grid.
        cells: usize,
    },
    /// The start has pencilmarks.
    #[error("a puzzle with pencilmarks cannot be the start")]
    PencilmarkStart,
    /// The layout is too large for the search for full grids.
    #[error("{}", crate::grid_generator::GridError::Layout)]
    Layout,
    /// The kind of rules has no constraints in grids of this size.
    #[error("the rule kind {id} needs a grid of size {least} to {MAX_SIZE}")]
    RuleKindSize {
        /// The kind of rules.
        id: &'static str,
        /// The smallest size.
        least: u8,
    },
    /// The kind of rules compares boxes, and the layout has none.
    #[error("the rule kind {id} needs a layout with boxes")]
    RuleKindBoxes {
        /// The kind of rules.
        id: &'static str,
    },
    /// A kind of rules contains another one.
    #[error("the rule kind {id} contains all signs of {other}; leave out one of them")]
    RuleKinds {
        /// The kind that contains the other.
        id: &'static str,
        /// The kind that is contained.
        other: &'static str,
    },
    /// Two settings exclude each other.
    #[error("{0}")]
    Conflict(&'static str),
}
