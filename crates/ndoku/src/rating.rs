//! Ratings: [`Rater`] checks that a puzzle has one solution, and rates its difficulty.
//!
//! ```
//! use ndoku::rating::{Profile, Rater, RatingOutcome};
//! use ndoku::{Budget, Puzzle};
//! let clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let puzzle: Puzzle = clues.parse()?;
//! let outcome = Rater::new(Profile::Se121).rate(&puzzle, &Budget::default())?;
//! let RatingOutcome::Unique(rating) = outcome else { panic!("not a unique solution") };
//! assert_eq!(rating.puzzle.rating.to_string(), "1.2");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use ndoku_core::{Digit, Puzzle, Solution};
use ndoku_logic::Technique;
pub use ndoku_logic::technique::HodokuLevel;
use ndoku_rating::path_rating::{self, PathRatingError};
use ndoku_rating::sudoku_explainer::{self, SeProfile, SudokuExplainerRater};
pub use ndoku_rating::{Difficulty, Level, Profile, UnknownProfileError};
use ndoku_solver::{Budget, StopReason, Verdict};

use crate::Solver;

/// A rating and its technique.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
pub struct HardestStep {
    /// The rating: 20.0 beyond the scale, 0 if there was no step. See [`known`](Self::known).
    pub rating: Difficulty,
    /// The first technique with this rating. `None` if there was no step or the scale ended.
    pub technique: Option<&'static str>,
}

impl HardestStep {
    /// Returns the rating, unless there was no step to rate: in a full grid, or by a profile that
    /// does not have this number.
    #[must_use]
    pub fn known(self) -> Option<Difficulty> {
        (self.rating > Difficulty(0)).then_some(self.rating)
    }
}

impl From<sudoku_explainer::HardestStep> for HardestStep {
    fn from(hardest: sudoku_explainer::HardestStep) -> Self {
        Self {
            rating: hardest.rating,
            technique: hardest.technique.map(sudoku_explainer::SeTechnique::name),
        }
    }
}

impl From<path_rating::HardestStep> for HardestStep {
    fn from(hardest: path_rating::HardestStep) -> Self {
        Self {
            rating: hardest.rating,
            technique: hardest.technique.map(|technique| technique.name),
        }
    }
}

/// The level of a puzzle.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AnyLevel {
    /// By the hardest step on ndoku's or the community's scale.
    Ours(Level),
    /// By HoDoKu's table.
    Hodoku(HodokuLevel),
}

impl AnyLevel {
    /// Returns the name, in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ours(level) => level.name(),
            Self::Hodoku(level) => level.name(),
        }
    }
}

/// The rating of a puzzle with one solution.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rating {
    /// ER: the hardest step.
    pub puzzle: HardestStep,
    /// EP: the hardest step up to the first placement. A puzzle is a *pearl* if EP equals ER. The
    /// profile [`Hodoku`](Profile::Hodoku) has none.
    pub pearl: HardestStep,
    /// ED: the first step. A pearl is a *diamond* if ED equals ER. The profile
    /// [`Hodoku`](Profile::Hodoku) has none.
    pub diamond: HardestStep,
    /// The level.
    pub level: AnyLevel,
    /// The sum of HoDoKu's scores. Only the profile [`Hodoku`](Profile::Hodoku) has it.
    pub score: Option<u32>,
}

/// The result of rating a puzzle.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum RatingOutcome {
    /// The puzzle has one solution and this rating.
    Unique(Rating),
    /// The puzzle has no solution and no rating.
    Unsolvable,
    /// The puzzle has several solutions and no rating.
    Multiple,
}

impl RatingOutcome {
    /// Returns the rating, if the puzzle has one.
    #[must_use]
    pub fn rating(self) -> Option<Rating> {
        match self {
            Self::Unique(rating) => Some(rating),
            Self::Unsolvable | Self::Multiple => None,
        }
    }
}

/// The reason why a puzzle was not rated.
#[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RateError {
    /// The profile rates only 9×9 puzzles without additional rules.
    #[error(
        "only classic 9×9 puzzles can be rated by this profile; the profiles ndoku and hodoku \
        rate any layout"
    )]
    Layout,
    /// The profile starts from the clues and cannot use pencilmarks.
    #[error(
        "puzzles with pencilmarks cannot be rated by this profile; the profiles ndoku and hodoku \
        rate them"
    )]
    Pencilmarks,
    /// The budget ended.
    #[error(transparent)]
    Stopped(#[from] StopReason),
}

/// The rater of a profile.
#[derive(Debug)]
enum Scale {
    Explainer(Box<SudokuExplainerRater>),
    Ndoku,
    Hodoku(Vec<&'static Technique>),
}

/// Rates puzzles. Use one for many puzzles, and one for each thread.
#[derive(Debug)]
pub struct Rater {
    solver: Solver,
    scale: Scale,
}

impl Rater {
    /// Returns a rater by this profile.
    #[must_use]
    pub fn new(profile: Profile) -> Self {
        let explainer = |profile| Scale::Explainer(Box::new(SudokuExplainerRater::new(profile)));
        let scale = match profile {
            Profile::Se121 => explainer(SeProfile::Se121),
            Profile::Sukaku => explainer(SeProfile::Sukaku),
            Profile::Ndoku => Scale::Ndoku,
            Profile::Hodoku => Scale::Hodoku(path_rating::hodoku_order()),
        };
        Self {
            solver: Solver::new(),
            scale,
        }
    }

    /// Rates a puzzle. Takes from 10 microseconds for the easiest to seconds for the hardest known
    /// puzzles. The profiles `ndoku` and `hodoku` take at least a few hundred microseconds.
    ///
    /// # Errors
    /// [`RateError`] if the profile cannot rate the puzzle or the budget ends. The limit of guesses
    /// applies to the check for one solution.
    pub fn rate(
        &mut self,
        puzzle: &Puzzle,
        budget: &Budget<'_>,
    ) -> Result<RatingOutcome, RateError> {
        if matches!(self.scale, Scale::Explainer(_)) {
            if !puzzle.layout().is_classic() {
                return Err(RateError::Layout);
            }
            if puzzle.pencilmarks().is_some() {
                return Err(RateError::Pencilmarks);
            }
        }
        let verdict = self
            .solver
            .solve_within(puzzle, budget)
            .map_err(|stopped| stopped.reason)?
            .verdict;
        let solution = match verdict {
            Verdict::Unsolvable => return Ok(RatingOutcome::Unsolvable),
            Verdict::Multiple(..) => return Ok(RatingOutcome::Multiple),
            Verdict::Unique(solution) => solution,
        };
        let stop = || budget.poll().is_some();
        let rating = match &mut self.scale {
            Scale::Explainer(explainer) => {
                rate_by_sudoku_explainer(explainer, puzzle, &solution, &stop)
            }
            Scale::Ndoku => {
                path_rating::rate_ndoku(puzzle, &solution, &stop).map(|rating| Rating {
                    puzzle: rating.puzzle.into(),
                    pearl: rating.pearl.into(),
                    diamond: rating.diamond.into(),
                    level: AnyLevel::Ours(rating.level),
                    score: None,
                })
            }
            Scale::Hodoku(order) => {
                path_rating::rate_hodoku(puzzle, &solution, order, &stop).map(|score| Rating {
                    puzzle: score.hardest.into(),
                    level: AnyLevel::Hodoku(score.level),
                    score: Some(score.score),
                    pearl: HardestStep::default(),
                    diamond: HardestStep::default(),
                })
            }
        };
        rating
            .map(RatingOutcome::Unique)
            .map_err(|failure| match failure {
                PathRatingError::Unsound => RateError::Stopped(StopReason::Internal),
                PathRatingError::Stopped => {
                    RateError::Stopped(budget.poll().unwrap_or(StopReason::Canceled))
                }
            })
    }
}

/// Rates by one of the community's scales. Debug builds compare every step with the solution, which
/// doubles the time.
fn rate_by_sudoku_explainer(
    explainer: &mut SudokuExplainerRater,
    puzzle: &Puzzle,
    solution: &Solution,
    stop: &dyn Fn() -> bool,
) -> Result<Rating, PathRatingError> {
    let mut clues = [0; 81];
    clues
        .iter_mut()
        .zip(puzzle.clues())
        .for_each(|(cell, clue)| *cell = clue.map_or(0, Digit::get));
    if cfg!(debug_assertions) {
        let mut is_sound = true;
        let walked = explainer.steps(&clues, stop, &mut |step| {
            is_sound &= step
                .placement
                .is_none_or(|placed| solution.digit(placed.cell) == placed.digit);
            is_sound &= step
                .eliminations
                .iter()
                .all(|gone| solution.digit(gone.cell) != gone.digit);
        });
        walked.map_err(|_| PathRatingError::Stopped)?;
        if !is_sound {
            return Err(PathRatingError::Unsound);
        }
    }
    let rating = explainer
        .rate(&clues, stop)
        .map_err(|_| PathRatingError::Stopped)?;
    let level = AnyLevel::Ours(Level::for_difficulty(rating.puzzle.rating));
    Ok(Rating {
        puzzle: rating.puzzle.into(),
        pearl: rating.pearl.into(),
        diamond: rating.diamond.into(),
        level,
        score: None,
    })
}

/// A template for the output of a rating, with the letters that collectors of hard puzzles use.
///
/// | | |
/// |---|---|
/// | `%g` | the puzzle |
/// | `%n` | its number |
/// | `%r` `%p` `%d` | ER, EP, ED: the hardest step, the hardest to the first placement, the first |
/// | `%R` `%P` `%D` | the techniques of these steps |
/// | `%l` | the level |
/// | `%s` | the score, by the profile `hodoku` |
/// | `%e` | the time in seconds |
/// | `%t` `%%` | a tab character, a percent sign |
///
/// A missing rating, technique, level or score is written `-`. (The program that introduced these
/// letters writes 0.0.)
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template(Vec<TemplatePart>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum TemplatePart {
    Text(String),
    Letter(char),
}

/// An error in a template.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TemplateError {
    /// An unknown letter.
    #[error(
        "unknown placeholder `%{0}` in a template; use %g %n %r %p %d %R %P %D %l %s %e %t and %%"
    )]
    Unknown(char),
    /// A percent sign at the end.
    #[error("a template cannot end with `%`; write `%%` for a percent sign")]
    Open,
}

impl std::str::FromStr for Template {
    type Err = TemplateError;

    fn from_str(text: &str) -> Result<Self, TemplateError> {
        let mut parts = Vec::new();
        let mut plain = String::new();
        let mut letters = text.chars();
        while let Some(letter) = letters.next() {
            if letter != '%' {
                plain.push(letter);
                continue;
            }
            match letters.next() {
                Some('%') => plain.push('%'),
                Some('t') => plain.push('\t'),
                Some(
                    letter @ ('g' | 'n' | 'r' | 'p' | 'd' | 'R' | 'P' | 'D' | 'l' | 's' | 'e'),
                ) => {
                    parts.extend(
                        (!plain.is_empty()).then(|| TemplatePart::Text(std::mem::take(&mut plain))),
                    );
                    parts.push(TemplatePart::Letter(letter));
                }
                Some(other) => return Err(TemplateError::Unknown(other)),
                None => return Err(TemplateError::Open),
            }
        }
        parts.extend((!plain.is_empty()).then_some(TemplatePart::Text(plain)));
        Ok(Self(parts))
    }
}

impl Template {
    /// The text for a missing value.
    const NONE: &str = "-";

    /// Fills the template for a puzzle with this text, number, rating and time in seconds.
    #[must_use]
    pub fn fill(
        &self,
        puzzle: &str,
        number: usize,
        rating: Option<&Rating>,
        seconds: f64,
    ) -> String {
        let none = || Self::NONE.to_owned();
        let rated = |part: fn(&Rating) -> HardestStep| {
            rating
                .and_then(|rating| part(rating).known())
                .map_or_else(none, |rating| rating.to_string())
        };
        let reason = |part: fn(&Rating) -> HardestStep| {
            rating
                .and_then(|rating| part(rating).technique)
                .unwrap_or(Self::NONE)
                .to_owned()
        };
        let mut out = String::new();
        for part in &self.0 {
            match part {
                TemplatePart::Text(text) => out.push_str(text),
                TemplatePart::Letter(letter) => out.push_str(&match letter {
                    'g' => puzzle.to_owned(),
                    'n' => number.to_string(),
                    'r' => rated(|rating| rating.puzzle),
                    'p' => rated(|rating| rating.pearl),
                    'd' => rated(|rating| rating.diamond),
                    'R' => reason(|rating| rating.puzzle),
                    'P' => reason(|rating| rating.pearl),
                    'D' => reason(|rating| rating.diamond),
                    'l' => rating
                        .map_or(Self::NONE, |rating| rating.level.name())
                        .to_owned(),
                    's' => rating
                        .and_then(|rating| rating.score)
                        .map_or_else(none, |score| score.to_string()),
                    _ => format!("{seconds:.3}"),
                }),
            }
        }
        out
    }

    /// Returns whether the output contains a time, so that two runs differ.
    #[must_use]
    pub fn has_time(&self) -> bool {
        self.0.contains(&TemplatePart::Letter('e'))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use ndoku_core::Layout;

    use super::*;

    fn puzzle(text: &str) -> Puzzle {
        text.parse().unwrap()
    }

    const EASY: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    #[test]
    fn only_puzzles_with_one_solution_are_rated() {
        let mut rater = Rater::new(Profile::Se121);
        let budget = Budget::default();
        assert_eq!(
            rater.rate(&Puzzle::empty(&Layout::classic()), &budget),
            Ok(RatingOutcome::Multiple)
        );
        let none = format!("12345678.........9{}", ".".repeat(63));
        assert_eq!(
            rater.rate(&puzzle(&none), &budget),
            Ok(RatingOutcome::Unsolvable)
        );
        assert_eq!(
            (
                RatingOutcome::Multiple.rating(),
                HardestStep::default().known()
            ),
            (None, None)
        );
        let x = Layout::builder(9).x().build().unwrap();
        assert_eq!(
            rater.rate(&Puzzle::empty(&x), &budget),
            Err(RateError::Layout)
        );
        let flag = AtomicBool::new(true);
        let stopped = rater.rate(&puzzle(EASY), &budget.stop_flag(&flag));
        assert_eq!(stopped, Err(RateError::Stopped(StopReason::Canceled)));
        assert!(
            matches!(
                rater.rate(&puzzle(EASY), &budget),
                Ok(RatingOutcome::Unique(_))
            ),
            "and it goes on after that"
        );
    }

    #[test]
    fn every_profile_has_a_level() {
        let x = Layout::builder(4).x().build().unwrap();
        let other =
            Puzzle::from_array(&x, &[1, 2, 3, 4, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]).unwrap();
        for profile in Profile::ALL {
            let mut rater = Rater::new(profile);
            let Ok(RatingOutcome::Unique(rating)) = rater.rate(&puzzle(EASY), &Budget::default())
            else {
                panic!("{profile}")
            };
            let score = (profile == Profile::Hodoku).then_some(51 * 4..=51 * 14);
            assert!(
                rating
                    .score
                    .zip(score)
                    .is_none_or(|(score, wanted)| wanted.contains(&score)),
                "{rating:?}"
            );
            assert!(
                ["beginner", "easy"].contains(&rating.level.name()),
                "{profile}: {rating:?}"
            );
            assert_eq!(rating.score.is_some(), profile == Profile::Hodoku);
            let any = matches!(profile, Profile::Ndoku | Profile::Hodoku);
            assert_eq!(
                matches!(
                    rater.rate(&other, &Budget::default()),
                    Ok(RatingOutcome::Unique(_))
                ),
                any,
                "{profile}"
            );
            assert_eq!(profile.name().parse(), Ok(profile));
        }
    }

    #[test]
    fn templates_fill_all_letters() {
        let Ok(RatingOutcome::Unique(rating)) =
            Rater::new(Profile::Se121).rate(&puzzle(EASY), &Budget::default())
        else {
            panic!()
        };
        let template: Template = "%n: %g ED=%r/%p/%d%t%R 100%%".parse().unwrap();
        assert_eq!(
            template.fill("p", 7, Some(&rating), 0.5),
            "7: p ED=1.2/1.2/1.2\tHidden Single 100%"
        );
        assert_eq!("%x".parse::<Template>(), Err(TemplateError::Unknown('x')));
        assert_eq!("5%".parse::<Template>(), Err(TemplateError::Open));
        assert!("%e".parse::<Template>().unwrap().has_time() && !template.has_time());
    }
}
