//! Canonical forms of grids and puzzles. A canonical form is one distinguished element among all
//! transformed versions of a puzzle. Two puzzles are essentially the same if and only if their
//! forms are equal.
//!
//! ```
//! use ndoku_analysis::canonical::{CanonicalForm, ClassicCanonicalizer};
//! use ndoku_analysis::ClassicTransformation;
//!
//! let mut puzzle = [0; 81];
//! (puzzle[0], puzzle[40], puzzle[80]) = (7, 3, 7);
//! let mut canonicalizer = ClassicCanonicalizer::new();
//! let found = canonicalizer.canonicalize(CanonicalForm::Pattern, &puzzle)?;
//! assert_eq!(found.transformation().apply(&puzzle), found.form);
//! assert_eq!(found.inverse().apply(&found.form), puzzle);
//! // No two clues share a band or stack: the least pattern has each clue as late as possible, and
//! // equal digits come first.
//! assert_eq!((found.form[26], found.form[50], found.form[74]), (1, 1, 2));
//! # Ok::<(), ndoku_analysis::canonical::CanonicalFormError>(())
//! ```
//!
//! The puzzle community uses the name *canonical* for three different forms; see [`CanonicalForm`].
//!
//! | file | |
//! |---|---|
//! | `grid` | the minlex form of a full grid |
//! | [`band`] | the 416 classes of bands, with which the minlex form starts |
//! | `view`, `pattern` | the least pattern of clues |
//! | `digits`, `frame_digits` | the least digits, with and without interchangeable lines |
//! | `layout`, `graph_canon` | any other layout: its symmetries, and canonical forms by them |

pub mod band;
mod digits;
mod frame_digits;
mod graph_canon;
pub mod grid;
pub mod layout;
mod orders;
mod pattern;
mod view;

use std::fmt;
use std::str::FromStr;

use digits::DigitSearch;
use frame_digits::FrameDigitSearch;
use ndoku_solver::{BatchOutcome, Simd9, StopReason};
use pattern::PatternSearch;

use crate::transformation::{ClassicTransformation, Grid81};

/// A kind of canonical form. An open cell counts as 0.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum CanonicalForm {
    /// patminlex: the form with the least pattern of clues and, among these, the least digits. A
    /// pattern has 0 for an open cell and 1 for a clue, for 81 cells row by row.
    #[default]
    Pattern,
    /// The lexicographically least string of 81 digits, where an open cell counts as 0. It starts
    /// with as many open cells as the form `Pattern`. It differs from that form where a later
    /// blank allows a smaller digit.
    Minlex,
    /// The puzzle within the minlex form of its solution. If the solution has automorphisms, the
    /// least string among these. Only for puzzles with one solution. Puzzles with essentially the
    /// same solution become parts of the same grid.
    Solution,
}

impl CanonicalForm {
    /// All forms.
    pub const ALL: [Self; 3] = [Self::Pattern, Self::Minlex, Self::Solution];

    /// Returns the name: `pattern`, `minlex` or `solution`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pattern => "pattern",
            Self::Minlex => "minlex",
            Self::Solution => "solution",
        }
    }
}

impl fmt::Display for CanonicalForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// No form has this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", ndoku_core::unknown_name("form", .0, CanonicalForm::ALL.iter().map(|form| form.name()), None))]
pub struct UnknownFormError(pub String);

/// Reads the name, and `patminlex`, `string` and `solution-minlex`.
impl FromStr for CanonicalForm {
    type Err = UnknownFormError;

    fn from_str(text: &str) -> Result<Self, UnknownFormError> {
        match text {
            "patminlex" => Ok(Self::Pattern),
            "string" => Ok(Self::Minlex),
            "solution-minlex" => Ok(Self::Solution),
            _ => Self::ALL
                .into_iter()
                .find(|form| form.name() == text)
                .ok_or_else(|| UnknownFormError(text.to_owned())),
        }
    }
}

/// The reason why a puzzle has no canonical form.
#[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CanonicalFormError {
    /// A digit stands twice in a row, column or box.
    #[error("its clues contradict each other")]
    Conflict,
    /// The form needs a solution.
    #[error("it has no solution, which the form `solution` needs")]
    Unsolvable,
    /// The form needs a single solution.
    #[error("it has more than one solution; the form `solution` needs a single one")]
    Multiple,
    /// The puzzle has pencilmarks.
    #[error("puzzles with pencilmarks have no canonical form")]
    Pencilmarks,
    /// The puzzle has another layout than the canonicalizer.
    #[error("the puzzle has another layout")]
    Layout,
    /// The symmetries of layouts with this rule are not known.
    #[error("layouts with the rule `{0}` have no known symmetries")]
    Constraint(&'static str),
    /// The layout has too many symmetries to find the least string.
    #[error("the layout has too many symmetries for the form `minlex`; use the form `pattern`")]
    Many,
    /// The search reached its limit of nodes.
    #[error("the search for the form reached its limit of nodes")]
    Limit,
    /// The budget ran out.
    #[error("the search for the form was stopped: {0}")]
    Stopped(StopReason),
}

/// A canonical form of a classic puzzle, with the transformations that lead to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassicCanonicalization {
    /// The form.
    pub form: Grid81,
    /// The transformations from the puzzle to the form, at least one. Transformations that differ
    /// only in blank lines or unused digits are listed once.
    pub transformations: Vec<ClassicTransformation>,
    /// Number of automorphisms of the puzzle, including those of blank lines and unused digits. At
    /// most 2 · 6⁸ · 9!, for a blank grid.
    pub automorphisms: u128,
}

impl ClassicCanonicalization {
    /// Returns a transformation from the puzzle to the form.
    #[must_use]
    pub fn transformation(&self) -> ClassicTransformation {
        self.transformations
            .first()
            .copied()
            .unwrap_or(ClassicTransformation::IDENTITY)
    }

    /// Returns a transformation from the form to the puzzle.
    #[must_use]
    pub fn inverse(&self) -> ClassicTransformation {
        self.transformation().inverse()
    }

    /// Returns the automorphisms, the identity first. Automorphisms that differ only in blank lines
    /// or unused digits are listed once.
    pub fn automorphisms(&self) -> impl Iterator<Item = ClassicTransformation> {
        let back = self.inverse();
        self.transformations
            .iter()
            .map(move |transformation| transformation.then(&back))
    }
}

/// A canonicalizer for classic puzzles. Reuse one for many puzzles, because it keeps its memory.
#[derive(Debug, Default)]
pub struct ClassicCanonicalizer {
    patterns: PatternSearch,
    digits: DigitSearch,
    frames: FrameDigitSearch,
    engine: Simd9,
    transformations: Vec<ClassicTransformation>,
}

/// The place that holds the transformations of the last search.
enum TransformationSource {
    Grid,
    States,
    Frames([view::PatternView; 2]),
}

impl ClassicCanonicalizer {
    /// Creates a canonicalizer.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns a form of a puzzle without its transformations. Digits are 1 to 9, and any other
    /// byte is blank.
    ///
    /// Takes a microsecond or less for grids and most puzzles, and about ten microseconds for
    /// patterns with many symmetries. The form `Solution` solves the puzzle first;
    /// [`canonical_forms`](Self::canonical_forms) is faster for many puzzles.
    ///
    /// # Errors
    /// [`CanonicalFormError`].
    pub fn canonical_form(
        &mut self,
        form: CanonicalForm,
        puzzle: &Grid81,
    ) -> Result<Grid81, CanonicalFormError> {
        match form {
            CanonicalForm::Solution => {
                let solution = self.solution(puzzle)?;
                self.least_within(puzzle, &solution)
            }
            _ if has_only_digits(puzzle) => self.search(form, puzzle).map(|(least, _)| least),
            _ => self
                .search(form, &blank_non_digits(puzzle))
                .map(|(least, _)| least),
        }
    }

    /// Returns a form of a puzzle with all transformations that lead to it.
    ///
    /// # Errors
    /// [`CanonicalFormError`].
    pub fn canonicalize(
        &mut self,
        form: CanonicalForm,
        puzzle: &Grid81,
    ) -> Result<ClassicCanonicalization, CanonicalFormError> {
        let puzzle = &blank_non_digits(puzzle);
        if form == CanonicalForm::Solution {
            let solution = self.solution(puzzle)?;
            return self.canonicalize_by_solution(puzzle, &solution);
        }
        let (form, source) = self.search(form, puzzle)?;
        let transformations: Vec<ClassicTransformation> = match source {
            TransformationSource::Grid => grid::canonicalize(puzzle)
                .map(|found| found.transformations)
                .unwrap_or_default(),
            TransformationSource::States => self.digits.transformations().collect(),
            TransformationSource::Frames(views) => self
                .frames
                .transformations(puzzle, &views, &self.patterns)
                .collect(),
        };
        let automorphisms = transformations.len() as u128 * count_idle_permutations(puzzle);
        Ok(ClassicCanonicalization {
            form,
            transformations,
            automorphisms,
        })
    }

    /// Returns the forms of many puzzles, in their order.
    pub fn canonical_forms(
        &mut self,
        form: CanonicalForm,
        puzzles: &[Grid81],
    ) -> Vec<Result<Grid81, CanonicalFormError>> {
        if form != CanonicalForm::Solution {
            return puzzles
                .iter()
                .map(|puzzle| self.canonical_form(form, puzzle))
                .collect();
        }
        let mut solutions = vec![[0; 81]; puzzles.len()];
        let mut outcomes = vec![BatchOutcome::default(); puzzles.len()];
        self.engine
            .solve_all(puzzles, &mut solutions, &mut outcomes);
        let solved = puzzles.iter().zip(&solutions).zip(outcomes);
        solved
            .map(|((puzzle, solution), outcome)| {
                check_outcome(puzzle, outcome).and_then(|()| self.least_within(puzzle, solution))
            })
            .collect()
    }

    /// Returns a transformation from `a` to `b`, if they are essentially the same.
    ///
    /// # Errors
    /// [`CanonicalFormError::Conflict`] if clues of one puzzle contradict each other.
    pub fn find_transformation(
        &mut self,
        a: &Grid81,
        b: &Grid81,
    ) -> Result<Option<ClassicTransformation>, CanonicalFormError> {
        let (a, b) = (
            self.canonicalize(CanonicalForm::Pattern, a)?,
            self.canonicalize(CanonicalForm::Pattern, b)?,
        );
        Ok((a.form == b.form).then(|| a.transformation().then(&b.inverse())))
    }

    /// Finds the form, and the place of its transformations.
    fn search(
        &mut self,
        form: CanonicalForm,
        puzzle: &Grid81,
    ) -> Result<(Grid81, TransformationSource), CanonicalFormError> {
        let clues = view::clues(puzzle);
        if has_conflict(puzzle, clues) {
            return Err(CanonicalFormError::Conflict);
        }
        if clues.count_ones() == 81 {
            return grid::minlex_form(puzzle)
                .map(|least| (least, TransformationSource::Grid))
                .ok_or(CanonicalFormError::Conflict);
        }
        let views = view::views(clues);
        if form == CanonicalForm::Minlex {
            return Ok((
                self.digits.search_string(puzzle, &views),
                TransformationSource::States,
            ));
        }
        self.patterns.search(&views);
        if views
            .iter()
            .any(|view| view.rows.has_interchangeable_lines())
        {
            return Ok((
                self.digits.search_pattern(puzzle, &views, &self.patterns),
                TransformationSource::States,
            ));
        }
        Ok((
            self.frames.search_pattern(puzzle, &views, &self.patterns),
            TransformationSource::Frames(views),
        ))
    }

    /// Returns the single solution of a puzzle.
    fn solution(&mut self, puzzle: &Grid81) -> Result<Grid81, CanonicalFormError> {
        let (outcome, solution) = self.engine.solve_one(puzzle);
        check_outcome(puzzle, outcome).map(|()| solution)
    }

    /// Returns the form [`CanonicalForm::Solution`] of a puzzle whose single solution is known.
    ///
    /// # Errors
    /// [`CanonicalFormError::Unsolvable`] if the solution is not a full grid with these clues.
    pub fn canonicalize_by_solution(
        &mut self,
        puzzle: &Grid81,
        solution: &Grid81,
    ) -> Result<ClassicCanonicalization, CanonicalFormError> {
        let puzzle = &blank_non_digits(puzzle);
        let form = self.least_within(puzzle, solution)?;
        self.transformations
            .retain(|transformation| transformation.apply(puzzle) == form);
        // The automorphisms of a puzzle with one solution are automorphisms of the solution, which
        // has no blank lines and no unused digits.
        let automorphisms = self.transformations.len() as u128;
        Ok(ClassicCanonicalization {
            form,
            transformations: self.transformations.clone(),
            automorphisms,
        })
    }

    /// Finds the least image of a puzzle under the transformations that make its solution least.
    /// Stores these in `self.transformations`.
    fn least_within(
        &mut self,
        puzzle: &Grid81,
        solution: &Grid81,
    ) -> Result<Grid81, CanonicalFormError> {
        if puzzle
            .iter()
            .zip(solution)
            .any(|(clue, digit)| (1..=9).contains(clue) && clue != digit)
        {
            return Err(CanonicalFormError::Unsolvable);
        }
        grid::write_transformations(solution, &mut self.transformations)
            .ok_or(CanonicalFormError::Unsolvable)?;
        let made;
        let puzzle = if has_only_digits(puzzle) {
            puzzle
        } else {
            made = blank_non_digits(puzzle);
            &made
        };
        self.transformations
            .iter()
            .map(|transformation| transformation.apply(puzzle))
            .min()
            .ok_or(CanonicalFormError::Unsolvable)
    }
}

/// Returns an error unless the puzzle has exactly one solution.
fn check_outcome(puzzle: &Grid81, outcome: BatchOutcome) -> Result<(), CanonicalFormError> {
    match outcome {
        BatchOutcome::Unique => Ok(()),
        BatchOutcome::Multiple => Err(CanonicalFormError::Multiple),
        _ => {
            let puzzle = blank_non_digits(puzzle);
            Err(if has_conflict(&puzzle, view::clues(&puzzle)) {
                CanonicalFormError::Conflict
            } else {
                CanonicalFormError::Unsolvable
            })
        }
    }
}

/// Returns a transformation from `a` to `b`, if they are essentially the same. Digits are 1 to 9,
/// and any other byte is blank.
///
/// ```
/// use ndoku_analysis::canonical;
///
/// let (mut a, mut b) = ([0; 81], [0; 81]);
/// (a[0], a[1]) = (1, 2);
/// (b[80], b[71]) = (4, 5);
/// let transformation = canonical::find_transformation(&a, &b)?.expect("two clues of a box line");
/// assert_eq!(transformation.apply(&a), b);
/// b[71] = 4;
/// let conflict = Err(canonical::CanonicalFormError::Conflict);
/// assert_eq!(canonical::find_transformation(&a, &b), conflict);
/// # Ok::<(), canonical::CanonicalFormError>(())
/// ```
///
/// # Errors
/// [`CanonicalFormError::Conflict`] if clues of one puzzle contradict each other.
pub fn find_transformation(
    a: &Grid81,
    b: &Grid81,
) -> Result<Option<ClassicTransformation>, CanonicalFormError> {
    ClassicCanonicalizer::new().find_transformation(a, b)
}

/// Returns `true` if all bytes are digits or 0.
fn has_only_digits(puzzle: &Grid81) -> bool {
    puzzle.iter().fold(true, |has_only_digits, digit| {
        has_only_digits & (*digit <= 9)
    })
}

/// Replaces bytes that are not digits by 0.
fn blank_non_digits(puzzle: &Grid81) -> Grid81 {
    puzzle.map(|digit| if digit <= 9 { digit } else { 0 })
}

/// For each cell, its row, column and box as bits.
const HOUSES: [u32; 81] = {
    let mut houses = [0; 81];
    let mut cell = 0;
    while cell < 81 {
        let (row, column) = (cell / 9, cell % 9);
        houses[cell] = 1 << row | 1 << (9 + column) | 1 << (18 + row / 3 * 3 + column / 3);
        cell += 1;
    }
    houses
};

/// Returns `true` if a digit stands twice in a house. The clues are bits as in [`view::clues`].
fn has_conflict(puzzle: &Grid81, clues: u128) -> bool {
    // For each digit, the houses that contain it.
    let (mut seen, mut wrong) = ([0_u32; 16], 0);
    let mut left = clues;
    while left != 0 {
        let bit = left.trailing_zeros() as usize;
        left &= left - 1;
        let cell = 80_usize.saturating_sub(bit);
        let seen = &mut seen[usize::from(puzzle[cell] & 15)];
        wrong |= *seen & HOUSES[cell];
        *seen |= HOUSES[cell];
    }
    wrong != 0
}

/// Counts the transformations that move only blank lines, bands and stacks, and unused digits.
fn count_idle_permutations(puzzle: &Grid81) -> u128 {
    let factorial = |number: usize| (1..=number as u128).product::<u128>();
    let lines = |step: usize, along: usize| {
        let blank: Vec<bool> = (0..9)
            .map(|line| (0..9).all(|place| puzzle[line * step + place * along] == 0))
            .collect();
        let in_groups: Vec<usize> = blank
            .chunks(3)
            .map(|group| group.iter().filter(|blank| **blank).count())
            .collect();
        let groups = in_groups.iter().filter(|count| **count == 3).count();
        in_groups.into_iter().map(factorial).product::<u128>() * factorial(groups)
    };
    let unused = (1..=9).filter(|digit| !puzzle.contains(digit)).count();
    lines(9, 1) * lines(1, 9) * factorial(unused)
}
