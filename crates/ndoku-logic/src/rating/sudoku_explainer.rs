//! The scale of Sudoku Explainer: one hint a step, the first of the first producer that has one,
//! the greatest rating on the way.
//!
//! ```text
//!   grid ─▶ producers in order: singles, direct pointing, …, forcing chains ─▶ the first hint ─▶ applied to the grid ─▶ and again
//! ```
//!
//! | file | |
//! |---|---|
//! | `grid`, `tables`, `hint` | candidates, places, what a producer gives |
//! | `singles`, `sets`, `wings`, `loops`, `bug`, `exclusion` | patterns |
//! | `closure` | what the easier patterns lead to, without the steps |
//! | `links`, `net`, `cycles` | chains of strong and weak links |
//! | `forcing`, `run`, `reach` | chains from all candidates of a cell, all places of a digit, on and off |
//!
//! The numbers are those of the program that the community uses, Sukaku Explainer, down to its
//! order of search: what is found first decides about what comes after it. A rating belongs to the
//! 81 characters of a puzzle, not to its class of symmetry.

mod advanced;
mod big_wings;
mod bug;
mod closure;
mod cycles;
mod exclusion;
mod forcing;
mod grid;
mod hint;
mod implication_graph;
mod link_graph;
mod links;
mod loops;
mod nested;
mod reachable;
mod sets;
mod singles;
mod strong_links;
mod tables;
mod wings;

use std::fmt;
use std::str::FromStr;

use grid::Grid;
use hint::Hint;
pub use hint::SeTechnique;
use implication_graph::Mode;
use ndoku_core::{Candidate, Digit, Layout};
use nested::Nesting;
use tables::members;

use super::Difficulty;
use crate::singles::Singles9;

/// Which ways of reasoning the scale knows.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Profile {
    /// Those of Sudoku Explainer 1.2.1, by which the hardest puzzles are known.
    Se121,
    /// Those of Sukaku Explainer, which has strong links in a row and larger wings besides.
    Sukaku,
}

impl Profile {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Se121, Self::Sukaku];

    /// Returns the name, in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Se121 => "se121",
            Self::Sukaku => "sukaku",
        }
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// No profile has this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", ndoku_core::unknown_name("rating profile", .0, Profile::ALL.iter().map(|profile| profile.name()), None))]
pub struct UnknownProfileError(pub String);

impl FromStr for Profile {
    type Err = UnknownProfileError;

    fn from_str(name: &str) -> Result<Self, UnknownProfileError> {
        Self::ALL
            .into_iter()
            .find(|profile| profile.name() == name)
            .ok_or_else(|| UnknownProfileError(name.to_owned()))
    }
}

/// One step on the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The way of reasoning.
    pub technique: SeTechnique,
    /// What it is worth.
    pub rating: Difficulty,
    /// What is placed, if anything is.
    pub placement: Option<Candidate>,
    /// The candidates that the step removes, besides those that a placement takes from its cell and
    /// its peers. They are in no special order.
    pub eliminations: Vec<Candidate>,
}

/// `2.6 Pointing: r1c2-3 r1c9-3`, `1.5 Hidden Single: r4c4=7`.
impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}:", self.rating, self.technique)?;
        if let Some(placed) = self.placement {
            write!(f, " {placed}")?;
        }
        let mut gone = self.eliminations.clone();
        gone.sort_unstable();
        gone.iter()
            .try_for_each(|candidate| write!(f, " {}", candidate.elimination()))
    }
}

/// A rating, and the way of reasoning behind it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
pub struct HardestStep {
    /// The rating.
    pub rating: Difficulty,
    /// The step that was worth so much first; none if there was no step, or the scale ended.
    pub technique: Option<SeTechnique>,
}

/// Where a rating stands beside an interval.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum RangeCheck {
    /// Below its least; and the rating, if it had to be known for that, as below.
    Below(Option<Difficulty>),
    /// In it.
    Within(Option<Difficulty>),
    /// Above its most.
    Above,
}

/// The three ratings of a puzzle.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
pub struct Rating {
    /// ER: the hardest step. 20.0 if the scale ends before the puzzle is solved.
    pub puzzle: HardestStep,
    /// EP: the hardest step up to the first placement; 0.0 if the scale ends before it. A puzzle is
    /// a *pearl* if it is as hard as ER.
    pub pearl: HardestStep,
    /// ED: the first step. A pearl is a *diamond* if it is as hard as ER.
    pub diamond: HardestStep,
}

/// It was told to stop.
#[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the rating was stopped before it was finished")]
pub struct InterruptedError;

/// Rates 9×9 puzzles. Keep one for many: it uses its memory again, a few MB for most puzzles and
/// about 25 MB for the hardest that are known.
///
/// ```
/// use ndoku_logic::rating::sudoku_explainer::{SudokuExplainerRater, Profile};
///
/// let clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let clues: Vec<u8> = clues.bytes().map(|byte| if byte == b'.' { 0 } else { byte - b'0' }).collect();
/// let rating = SudokuExplainerRater::new(Profile::Se121).rate(clues[..].try_into()?, &|| false)?;
/// assert_eq!(rating.puzzle.rating.to_string(), "1.2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct SudokuExplainerRater {
    profile: Profile,
    nesting: Nesting,
    caches: ProducerCaches,
    /// Steps above this are not wanted; what gives only such ones is left out.
    most: Difficulty,
    /// The cells without digit where the last comparison was at its end.
    open: [bool; 81],
}

/// What producers know from earlier steps.
#[derive(Debug)]
struct ProducerCaches {
    pairs: exclusion::ExclusionCache,
    triplets: exclusion::ExclusionCache,
    links: strong_links::StrongLinkCache,
}

impl SudokuExplainerRater {
    /// Returns a rater by this profile.
    #[must_use]
    pub fn new(profile: Profile) -> Self {
        let caches = ProducerCaches {
            pairs: exclusion::ExclusionCache::new(),
            triplets: exclusion::ExclusionCache::new(),
            links: strong_links::StrongLinkCache::new(),
        };
        Self {
            profile,
            nesting: Nesting::default(),
            caches,
            most: Difficulty::BEYOND,
            open: [true; 81],
        }
    }

    /// Rates a puzzle given as digits row by row, 0 for a blank. It must have exactly one solution:
    /// nothing here searches for it, and what other puzzles get has no meaning.
    ///
    /// Takes from 10 microseconds for the easiest to seconds for the hardest; `stop` is asked every
    /// few milliseconds whether to give up.
    ///
    /// # Errors
    /// [`InterruptedError`], if `stop` says so.
    pub fn rate(
        &mut self,
        clues: &[u8; 81],
        stop: &dyn Fn() -> bool,
    ) -> Result<Rating, InterruptedError> {
        let mut recorder = RatingRecorder::default();
        let solved = self.each(clues, stop, &mut |hint| recorder.add(hint))?;
        let mut rating = recorder.rating();
        if !solved {
            rating.puzzle = HardestStep {
                rating: Difficulty::BEYOND,
                technique: None,
            };
        }
        Ok(rating)
    }

    /// Returns the rating ER of a puzzle if it is at most so much, and `None` if it is more, which
    /// is said as soon as it is known: where `most` is below the ratings of chains, that takes some
    /// tens of microseconds for the hardest puzzles too. As [`rate`](Self::rate) otherwise.
    ///
    /// # Errors
    /// [`InterruptedError`], if `stop` says so.
    pub fn rate_at_most(
        &mut self,
        clues: &[u8; 81],
        most: Difficulty,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<HardestStep>, InterruptedError> {
        if stop() {
            return Err(InterruptedError);
        }
        self.most = most;
        // Steps up to 4.0 need not be made where harder ones are needed besides. The other profile
        // has harder ones that are rated 4.0 too.
        let hardest = if self.profile == Profile::Se121 && most.0 >= closure::MAX_DIFFICULTY {
            self.rate_beyond_closure(Singles9::from_clues(clues), stop)
        } else {
            Ok(None)
        };
        let rated = match hardest {
            Ok(None) => self.rate_at_most_by_steps(clues, most, stop),
            Ok(Some(hardest)) => Ok(Some(hardest)
                .filter(|hardest| hardest.rating <= most && hardest.technique.is_some())),
            Err(stopped) => Err(stopped),
        };
        self.most = Difficulty::BEYOND;
        rated
    }

    /// Where the rating ER of a puzzle, 20.0 if the scale ends before it is solved, stands beside
    /// an interval, without the rating as far as that can be: from two microseconds for what
    /// singles solve, or twenty where chains have no part in the answer. As [`rate`](Self::rate)
    /// otherwise.
    ///
    /// # Errors
    /// [`InterruptedError`], if `stop` says so.
    pub fn check_range(
        &mut self,
        clues: &[u8; 81],
        least: Difficulty,
        most: Difficulty,
        stop: &dyn Fn() -> bool,
    ) -> Result<RangeCheck, InterruptedError> {
        const SINGLES: Difficulty = Difficulty(23);
        const CLOSURE: Difficulty = Difficulty(closure::MAX_DIFFICULTY);
        let stands = |rating: Difficulty| match () {
            () if rating > most => RangeCheck::Above,
            () if rating < least => RangeCheck::Below(Some(rating)),
            () => RangeCheck::Within(Some(rating)),
        };
        if self.profile != Profile::Se121 || most < CLOSURE {
            return Ok(self
                .rate_at_most(clues, most, stop)?
                .map_or(stands(Difficulty::BEYOND), |hardest| stands(hardest.rating)));
        }
        let mut singles = Singles9::from_clues(clues);
        singles.fill_singles();
        if least > SINGLES && singles.is_solved() {
            return Ok(RangeCheck::Below(None));
        }
        self.most = most;
        let hardest = self.rate_beyond_closure(singles, stop);
        self.most = Difficulty::BEYOND;
        if let Some(hardest) = hardest? {
            return Ok(stands(hardest.rating));
        }
        // It is at most 4.0.
        if least > CLOSURE {
            return Ok(RangeCheck::Below(None));
        }
        let is_below = least.0 > 0
            && self
                .rate_at_most_by_steps(clues, Difficulty(least.0 - 1), stop)?
                .is_some();
        Ok(if is_below {
            RangeCheck::Below(None)
        } else {
            RangeCheck::Within(None)
        })
    }

    /// Returns the hardest step of a puzzle that needs harder ones than the closure makes; `None`
    /// if it needs none. The rating is beyond `most` as soon as it is known to be.
    fn rate_beyond_closure(
        &mut self,
        singles: Singles9,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<HardestStep>, InterruptedError> {
        let mut grid = closure::closure_of(singles);
        let mut recorder = RatingRecorder::default();
        self.nesting.prepare_next_search();
        loop {
            if grid.left == 0 {
                return Ok(recorder.puzzle.map(|_| recorder.rating().puzzle));
            }
            if stop() {
                return Err(InterruptedError);
            }
            let hint = self.next_harder_hint(&grid, stop);
            self.open = grid.cells.map(|candidates| candidates != 0);
            if self.nesting.is_stopped() {
                return Err(InterruptedError);
            }
            let Some(hint) = hint else {
                return Ok(Some(HardestStep {
                    rating: Difficulty::BEYOND,
                    technique: None,
                }));
            };
            recorder.add(&hint);
            if Difficulty::from_f64(hint.rating) > self.most {
                return Ok(Some(recorder.rating().puzzle));
            }
            hint.apply(&mut grid);
            closure::close(&mut grid);
        }
    }

    /// Returns for each cell whether it had no digit yet where [`check_range`](Self::check_range)
    /// last had enough of a puzzle that needs steps above 4.0, of the profile
    /// [`Se121`](Profile::Se121). If that was above the interval, a clue in any other cell would
    /// not bring the puzzle into it.
    #[must_use]
    pub const fn open_cells(&self) -> &[bool; 81] {
        &self.open
    }

    fn rate_at_most_by_steps(
        &mut self,
        clues: &[u8; 81],
        most: Difficulty,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<HardestStep>, InterruptedError> {
        self.most = most;
        let mut recorder = RatingRecorder::default();
        let beyond = std::cell::Cell::new(false);
        let ended = self.each(clues, &|| beyond.get() || stop(), &mut |hint| {
            recorder.add(hint);
            beyond.set(beyond.get() || Difficulty::from_f64(hint.rating) > most);
        });
        self.most = Difficulty::BEYOND;
        if beyond.get() {
            return Ok(None);
        }
        Ok(ended?.then(|| recorder.rating().puzzle))
    }

    /// Calls `found` with each step of the way, in order; whether the scale solves the puzzle. As
    /// [`rate`](Self::rate) otherwise.
    ///
    /// # Errors
    /// [`InterruptedError`], if `stop` says so; the steps until then were given.
    pub fn steps(
        &mut self,
        clues: &[u8; 81],
        stop: &dyn Fn() -> bool,
        found: &mut dyn FnMut(Step),
    ) -> Result<bool, InterruptedError> {
        let layout = Layout::classic();
        let candidate = |cell: u8, digit: usize| {
            Some(Candidate::new(
                layout.cell(usize::from(cell)),
                Digit::new(digit as u8 + 1)?,
            ))
        };
        self.each(clues, stop, &mut |hint| {
            let placement = hint
                .place
                .and_then(|(cell, digit)| candidate(cell, usize::from(digit)));
            let removed = hint.removals.0.iter().flat_map(|(cell, digits)| {
                members(*digits).filter_map(|digit| candidate(*cell, digit))
            });
            let eliminations = removed
                .filter(|gone| placement.is_none_or(|placed| placed.cell != gone.cell))
                .collect();
            found(Step {
                technique: hint.technique,
                rating: Difficulty::from_f64(hint.rating),
                placement,
                eliminations,
            });
        })
    }

    fn each(
        &mut self,
        clues: &[u8; 81],
        stop: &dyn Fn() -> bool,
        found: &mut dyn FnMut(&Hint),
    ) -> Result<bool, InterruptedError> {
        let mut grid = Grid::new(clues);
        self.nesting.prepare_next_search();
        while grid.left > 0 {
            if stop() {
                return Err(InterruptedError);
            }
            let hint = self.next_hint(&grid, stop);
            if self.nesting.is_stopped() {
                return Err(InterruptedError);
            }
            let Some(hint) = hint else { return Ok(false) };
            found(&hint);
            hint.apply(&mut grid);
        }
        Ok(true)
    }
}

/// The ratings as they come about.
#[derive(Default)]
struct RatingRecorder {
    puzzle: Option<(f64, SeTechnique)>,
    pearl: Option<(f64, SeTechnique)>,
    diamond: Option<(f64, SeTechnique)>,
}

impl RatingRecorder {
    fn add(&mut self, hint: &Hint) {
        if self.puzzle.is_none_or(|(rating, _)| hint.rating > rating) {
            self.puzzle = Some((hint.rating, hint.technique));
        }
        if self.diamond.is_none() {
            self.diamond = self.puzzle;
        }
        if self.pearl.is_none() && hint.place.is_some() {
            self.pearl = self.puzzle;
        }
    }

    fn rating(&self) -> Rating {
        let of = |mark: Option<(f64, SeTechnique)>| {
            mark.map_or_else(HardestStep::default, |(rating, technique)| HardestStep {
                rating: Difficulty::from_f64(rating),
                technique: Some(technique),
            })
        };
        Rating {
            puzzle: of(self.puzzle),
            pearl: of(self.pearl),
            diamond: of(self.diamond),
        }
    }
}

/// Nishio, multiple, dynamic, and dynamic with more and more inside.
const MODES: [Mode; 10] = {
    const fn dynamic(level: u8, limit: u8) -> Mode {
        Mode {
            dynamic: true,
            nishio: false,
            level,
            limit,
        }
    }
    [
        Mode {
            dynamic: true,
            nishio: true,
            level: 0,
            limit: 0,
        },
        Mode {
            dynamic: false,
            nishio: false,
            level: 0,
            limit: 0,
        },
        dynamic(0, 0),
        dynamic(1, 0),
        dynamic(2, 0),
        dynamic(3, 0),
        dynamic(4, 0),
        dynamic(4, 1),
        dynamic(4, 2),
        dynamic(4, 3),
    ]
};

impl SudokuExplainerRater {
    /// Returns the hint for the next step.
    fn next_hint(&mut self, grid: &Grid, stop: &dyn Fn() -> bool) -> Option<Hint> {
        singles::hidden_single(grid)
            .or_else(|| singles::direct_locking(grid))
            .or_else(|| singles::direct_hidden_set(grid, 2))
            .or_else(|| singles::naked_single(grid))
            .or_else(|| singles::direct_hidden_set(grid, 3))
            .or_else(|| sets::locking(grid))
            .or_else(|| sets::naked_set(grid, 2))
            .or_else(|| sets::fish_of(grid, 2))
            .or_else(|| sets::hidden_set(grid, 2))
            .or_else(|| sets::naked_set(grid, 3))
            .or_else(|| sets::fish_of(grid, 3))
            .or_else(|| sets::hidden_set(grid, 3))
            .or_else(|| self.next_harder_hint(grid, stop))
    }

    /// Returns the hint of the first producer behind those that [`closure`] stands for.
    fn next_harder_hint(&mut self, grid: &Grid, stop: &dyn Fn() -> bool) -> Option<Hint> {
        let Self {
            profile,
            nesting,
            caches,
            most,
            ..
        } = self;
        // Below these there is no step of wings and what is rated above them, of pairs that exclude
        // each other, of links, and of forcing chains.
        let [with_wings, with_pairs, with_links, with_forcing] =
            [42, 60, 62, 70].map(|least| most.0 >= least);
        let more = *profile == Profile::Sukaku;
        let mut links = |size| {
            if more {
                strong_links::fish(grid, size, &mut caches.links)
            } else {
                None
            }
        };
        let wing = |size| {
            if more {
                big_wings::wing(grid, size)
            } else {
                None
            }
        };
        links(2)
            .or_else(|| {
                if with_wings {
                    from_wings_to_quads(grid)
                } else {
                    None
                }
            })
            .or_else(|| links(3))
            .or_else(|| wing(3))
            .or_else(|| if with_wings { bug::grave(grid) } else { None })
            .or_else(|| links(4))
            .or_else(|| wing(4))
            .or_else(|| {
                if with_pairs {
                    exclusion::aligned(grid, 2, &mut caches.pairs)
                } else {
                    None
                }
            })
            .or_else(|| wing(5))
            .or_else(|| {
                if with_links {
                    cycles::chain(grid)
                } else {
                    None
                }
            })
            .or_else(|| wing(6))
            .or_else(|| {
                if with_forcing {
                    exclusion::aligned(grid, 3, &mut caches.triplets)
                } else {
                    None
                }
            })
            .or_else(|| {
                if !with_forcing {
                    None
                } else {
                    MODES
                        .iter()
                        .find_map(|mode| forcing::forcing_chain(grid, *mode, nesting, stop))
                }
            })
    }
}

/// Returns the steps of both profiles that are rated from 4.2 to 5.4.
fn from_wings_to_quads(grid: &Grid) -> Option<Hint> {
    wings::wing(grid, false)
        .or_else(|| wings::wing(grid, true))
        .or_else(|| loops::unique_loop(grid))
        .or_else(|| sets::naked_set(grid, 4))
        .or_else(|| sets::fish_of(grid, 4))
        .or_else(|| sets::hidden_set(grid, 4))
}
