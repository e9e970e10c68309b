//! How hard puzzles are: [`Rater`] finds out whether a puzzle has one solution, and then how hard the way to it is.
//!
//! ```
//! use ndoku::rating::{Profile, Rated, Rater};
//! use ndoku::{Budget, Puzzle};
//!
//! let puzzle: Puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! let rated = Rater::new(Profile::Se121).rate(&puzzle, &Budget::default())?;
//! let Rated::Unique(rating) = rated else { panic!("it has one solution") };
//! assert_eq!(rating.puzzle.rating.to_string(), "1.2");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use ndoku_core::{Digit, Puzzle};
use ndoku_engine::{Budget, StopReason, Verdict};
pub use ndoku_logic::rating::Tenths;
use ndoku_logic::rating::explainer::Explainer;
pub use ndoku_logic::rating::explainer::{Hardest, Profile, Rating, Reason, Step, UnknownProfile};

use crate::Solver;

/// What came of a puzzle.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Rated {
    /// It has one solution, and this rating.
    Unique(Rating),
    /// It has no solution, and no rating: 0.0.
    Unsolvable,
    /// It has several solutions, and no rating: 0.0.
    Several,
}

impl Rated {
    /// The ratings, 0.0 if there are none.
    #[must_use]
    pub fn rating(self) -> Rating {
        match self {
            Self::Unique(rating) => rating,
            Self::Unsolvable | Self::Several => Rating::default(),
        }
    }
}

/// Why a puzzle was not rated.
#[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RateError {
    /// The scale is one of 9×9 puzzles without further rules.
    #[error("only classic 9×9 puzzles can be rated")]
    Layout,
    /// The scale begins with the clues: candidates that are taken away besides have no place in it.
    #[error("puzzles with pencilmarks cannot be rated")]
    Pencilmarks,
    /// The budget ran out.
    #[error(transparent)]
    Stopped(#[from] StopReason),
}

/// Rates puzzles. Keep one for many, one for each thread.
#[derive(Debug)]
pub struct Rater {
    solver: Solver,
    explainer: Explainer,
}

impl Rater {
    /// A rater by this profile.
    #[must_use]
    pub fn new(profile: Profile) -> Self {
        Self { solver: Solver::new(), explainer: Explainer::new(profile) }
    }

    /// Rates a puzzle. Takes 10 microseconds for the easiest, and seconds for the hardest that are known.
    ///
    /// # Errors
    /// [`RateError`]: what cannot be rated, or the budget ran out. Its limit of guesses holds for the search that says whether there is one solution.
    pub fn rate(&mut self, puzzle: &Puzzle, budget: &Budget<'_>) -> Result<Rated, RateError> {
        if !puzzle.layout().is_classic() {
            return Err(RateError::Layout);
        }
        if puzzle.pencilmarks().is_some() {
            return Err(RateError::Pencilmarks);
        }
        let verdict = self.solver.solve_within(puzzle, budget).map_err(|stopped| stopped.reason)?.verdict;
        match verdict {
            Verdict::Unsolvable => return Ok(Rated::Unsolvable),
            Verdict::Multiple(..) => return Ok(Rated::Several),
            Verdict::Unique(_) => {}
        }
        let mut clues = [0; 81];
        clues.iter_mut().zip(puzzle.clues()).for_each(|(cell, clue)| *cell = clue.map_or(0, Digit::get));
        let rating = self.explainer.rate(&clues, &|| budget.poll().is_some());
        rating.map(Rated::Unique).map_err(|_| RateError::Stopped(budget.poll().unwrap_or(StopReason::Flag)))
    }
}

/// Writes a rating as a template says: the letters that collectors of hard puzzles use.
///
/// | | |
/// |---|---|
/// | `%g` | the puzzle |
/// | `%n` | its number |
/// | `%r` `%p` `%d` | ER, EP, ED: the hardest step, the hardest up to the first placement, the first |
/// | `%R` `%P` `%D` | the ways of reasoning of these |
/// | `%e` | seconds that it took |
/// | `%t` `%%` | a tabulator, a percent sign |
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template(Vec<Part>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Text(String),
    Letter(char),
}

/// A template has a letter that means nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TemplateError {
    /// This one.
    #[error("`%{0}` means nothing in a template; there are %g %n %r %p %d %R %P %D %e %t and %%")]
    Unknown(char),
    /// It ends with a percent sign.
    #[error("a template does not end with `%`; write `%%` for a percent sign")]
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
                Some(letter @ ('g' | 'n' | 'r' | 'p' | 'd' | 'R' | 'P' | 'D' | 'e')) => {
                    parts.extend((!plain.is_empty()).then(|| Part::Text(std::mem::take(&mut plain))));
                    parts.push(Part::Letter(letter));
                }
                Some(other) => return Err(TemplateError::Unknown(other)),
                None => return Err(TemplateError::Open),
            }
        }
        parts.extend((!plain.is_empty()).then_some(Part::Text(plain)));
        Ok(Self(parts))
    }
}

impl Template {
    /// The text for a puzzle that is written so, with this number and rating, which took so many seconds.
    #[must_use]
    pub fn fill(&self, puzzle: &str, number: usize, rating: &Rating, seconds: f64) -> String {
        let reason = |hardest: Hardest| hardest.reason.map_or_else(|| "none".to_owned(), |reason| reason.to_string());
        let mut out = String::new();
        for part in &self.0 {
            match part {
                Part::Text(text) => out.push_str(text),
                Part::Letter(letter) => out.push_str(&match letter {
                    'g' => puzzle.to_owned(),
                    'n' => number.to_string(),
                    'r' => rating.puzzle.rating.to_string(),
                    'p' => rating.pearl.rating.to_string(),
                    'd' => rating.diamond.rating.to_string(),
                    'R' => reason(rating.puzzle),
                    'P' => reason(rating.pearl),
                    'D' => reason(rating.diamond),
                    _ => format!("{seconds:.3}"),
                }),
            }
        }
        out
    }

    /// Whether it says how long something took, so that two runs differ.
    #[must_use]
    pub fn has_time(&self) -> bool {
        self.0.contains(&Part::Letter('e'))
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

    const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    #[test]
    fn only_puzzles_with_one_solution_have_a_rating() {
        let mut rater = Rater::new(Profile::Se121);
        let budget = Budget::default();
        assert_eq!(rater.rate(&Puzzle::empty(&Layout::classic()), &budget), Ok(Rated::Several));
        let none = format!("12345678.........9{}", ".".repeat(63));
        assert_eq!(rater.rate(&puzzle(&none), &budget), Ok(Rated::Unsolvable));
        assert_eq!(Rated::Several.rating().puzzle.rating.to_string(), "0.0");
        let x = Layout::builder(9).x().build().unwrap();
        assert_eq!(rater.rate(&Puzzle::empty(&x), &budget), Err(RateError::Layout));
        let flag = AtomicBool::new(true);
        let stopped = rater.rate(&puzzle(EASY), &budget.stop_flag(&flag));
        assert_eq!(stopped, Err(RateError::Stopped(StopReason::Flag)));
        assert!(matches!(rater.rate(&puzzle(EASY), &budget), Ok(Rated::Unique(_))), "and it goes on after that");
    }

    #[test]
    fn templates_are_those_of_collectors() {
        let Ok(Rated::Unique(rating)) = Rater::new(Profile::Se121).rate(&puzzle(EASY), &Budget::default()) else { panic!() };
        let template: Template = "%n: %g ED=%r/%p/%d%t%R 100%%".parse().unwrap();
        assert_eq!(template.fill("p", 7, &rating, 0.5), "7: p ED=1.2/1.2/1.2\tHidden Single 100%");
        assert_eq!("%x".parse::<Template>(), Err(TemplateError::Unknown('x')));
        assert_eq!("5%".parse::<Template>(), Err(TemplateError::Open));
        assert!("%e".parse::<Template>().unwrap().has_time() && !template.has_time());
    }
}
