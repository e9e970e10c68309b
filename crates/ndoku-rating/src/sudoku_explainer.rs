//! The scale of Sudoku Explainer. Each step is the first hint of the first producer that has one.
//! The rating is the highest of all steps.
//!
//! ```text
//! grid ─▶ producers in order: singles, direct pointing, …, forcing chains ─▶ first hint ─┐
//!   ▲                                                                                    │
//!   └──────────────────────────── apply it, repeat ◀─────────────────────────────────────┘
//! ```
//!
//! | file | content |
//! |---|---|
//! | `grid`, `tables`, `hint` | candidates, places, the result of a producer |
//! | `singles`, `sets`, `wings`, `loops`, `bug`, `exclusion` | patterns |
//! | `big_wings`, `strong_links` | patterns of the profile `sukaku` only |
//! | `closure` | the result of the easier patterns, without single steps |
//! | `links`, `link_graph`, `cycles` | chains of strong and weak links |
//! | `forcing`, `implication_graph`, `implication_bound`, `reachable` | forcing chains |
//! | `advanced`, `nested` | patterns and chains inside forcing chains |
//!
//! `Se121` gives the numbers of Sudoku Explainer 1.2.1, and `Sukaku` those of Sukaku Explainer.
//! Both follow its order of search: the first hint decides about all later ones. A rating belongs
//! to the 81 characters of a puzzle. Equivalent puzzles can have different ratings.

mod advanced;
mod big_wings;
mod bug;
mod closure;
mod cycles;
mod exclusion;
mod forcing;
mod grid;
mod hint;
mod implication_bound;
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

use grid::CandidateGrid;
use hint::RatedHint;
pub use hint::SeTechnique;
use implication_bound::ImplicationBounds;
use implication_graph::ChainRules;
use ndoku_core::{Candidate, Digit, Layout};
use ndoku_logic::Difficulty;
use ndoku_logic::singles::SinglesGrid9;
use nested::NestedSearchCache;
use tables::members;

/// The set of techniques of the scale.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum SeProfile {
    /// The techniques of Sudoku Explainer 1.2.1, which lists of hardest puzzles use.
    Se121,
    /// The techniques of Sukaku Explainer, which also has chains of strong links and larger wings.
    Sukaku,
}

impl SeProfile {
    /// Both profiles.
    pub const ALL: [Self; 2] = [Self::Se121, Self::Sukaku];

    /// Returns the profile of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|profile| profile.name() == name)
    }

    /// Returns the name, in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Se121 => "se121",
            Self::Sukaku => "sukaku",
        }
    }
}

impl fmt::Display for SeProfile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// One step of the solution path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The technique.
    pub technique: SeTechnique,
    /// The rating of the step.
    pub rating: Difficulty,
    /// The placement, if there is one.
    pub placement: Option<Candidate>,
    /// The candidates that it removes, without those that a placement removes from its cell and its
    /// peers. They have no special order.
    pub eliminations: Vec<Candidate>,
}

/// Formats it like `2.6 Pointing: r1c2-3 r1c9-3` and `1.5 Hidden Single: r4c4=7`.
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

/// A rating and its technique.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
pub struct HardestStep {
    /// The rating.
    pub rating: Difficulty,
    /// The first technique with this rating. `None` if there was no step or the scale ended.
    pub technique: Option<SeTechnique>,
}

/// The result of comparing a rating with a range.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum RangeCheck {
    /// Below the range, with the rating if the comparison computed it.
    Below(Option<Difficulty>),
    /// Within the range, with the rating if the comparison computed it.
    Within(Option<Difficulty>),
    /// Above the range.
    Above,
}

/// The three ratings of a puzzle.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
pub struct Rating {
    /// ER: the hardest step, or 20.0 if the scale ends before the puzzle is solved.
    pub puzzle: HardestStep,
    /// EP: the hardest step up to the first placement, or 0.0 if the scale ends before it. A puzzle
    /// is a *pearl* if EP equals ER.
    pub pearl: HardestStep,
    /// ED: the first step. A pearl is a *diamond* if ED equals ER.
    pub diamond: HardestStep,
}

/// The caller stopped the rating.
#[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the rating was stopped before it was finished")]
pub struct InterruptedError;

/// Rates 9×9 puzzles. Use one for many puzzles, because it reuses its memory: a few MB for most
/// puzzles and about 25 MB for the hardest known ones.
///
/// ```
/// use ndoku_rating::sudoku_explainer::{SeProfile, SudokuExplainerRater};
/// let clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let digit = |byte: u8| if byte == b'.' { 0 } else { byte - b'0' };
/// let clues: Vec<u8> = clues.bytes().map(digit).collect();
/// let mut rater = SudokuExplainerRater::new(SeProfile::Se121);
/// let rating = rater.rate(clues[..].try_into()?, &|| false)?;
/// assert_eq!(rating.puzzle.rating.to_string(), "1.2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct SudokuExplainerRater {
    profile: SeProfile,
    nested_cache: NestedSearchCache,
    bounds: ImplicationBounds,
    caches: ProducerCaches,
    /// The maximum rating of interest. Producers with only higher ratings are skipped.
    most: Difficulty,
    /// The cells without digit at the end of the last range check.
    open: [bool; 81],
}

/// Caches of producers, kept from step to step.
#[derive(Debug)]
struct ProducerCaches {
    pairs: exclusion::ExclusionCache,
    triplets: exclusion::ExclusionCache,
    links: strong_links::StrongLinkCache,
}

impl SudokuExplainerRater {
    /// Returns a rater by this profile.
    #[must_use]
    pub fn new(profile: SeProfile) -> Self {
        let caches = ProducerCaches {
            pairs: exclusion::ExclusionCache::new(),
            triplets: exclusion::ExclusionCache::new(),
            links: strong_links::StrongLinkCache::new(),
        };
        Self {
            profile,
            nested_cache: NestedSearchCache::default(),
            bounds: ImplicationBounds::default(),
            caches,
            most: Difficulty::BEYOND,
            open: [true; 81],
        }
    }

    /// Rates a puzzle. `clues` has the digits row by row, 0 for a blank. The puzzle must have
    /// exactly one solution. This is not checked, and the rating of other puzzles has no meaning.
    ///
    /// Takes from 10 microseconds for the easiest to seconds for the hardest puzzles. Calls `stop`
    /// every few milliseconds and ends if it returns `true`.
    ///
    /// # Errors
    /// [`InterruptedError`] if `stop` returns `true`.
    pub fn rate(
        &mut self,
        clues: &[u8; 81],
        stop: &dyn Fn() -> bool,
    ) -> Result<Rating, InterruptedError> {
        let mut recorder = RatingRecorder::default();
        let solved = self.for_each_hint(clues, stop, &mut |hint| recorder.add(hint))?;
        let mut rating = recorder.rating();
        if !solved {
            rating.puzzle = HardestStep {
                rating: Difficulty::BEYOND,
                technique: None,
            };
        }
        Ok(rating)
    }

    /// Returns the rating ER of a puzzle if it is at most `most`, otherwise `None`. Ends as soon as
    /// the rating is known to be higher. If `most` is below the ratings of chains, this takes a few
    /// tens of microseconds even for the hardest puzzles. See [`rate`](Self::rate) for the
    /// arguments.
    ///
    /// # Errors
    /// [`InterruptedError`] if `stop` returns `true`.
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
        // Steps up to 4.0 can be skipped if the puzzle also needs harder ones. In the other profile
        // some harder steps are also rated 4.0.
        let hardest = if self.profile == SeProfile::Se121 && most.0 >= closure::MAX_DIFFICULTY {
            self.rate_beyond_closure(SinglesGrid9::from_clues(clues), stop)
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

    /// Compares the rating ER of a puzzle with a range, and computes the rating only if necessary.
    /// ER is 20.0 if the scale ends before the puzzle is solved. Takes two microseconds for puzzles
    /// that singles solve, and twenty if chains do not matter for the answer. See
    /// [`rate`](Self::rate) for the arguments.
    ///
    /// # Errors
    /// [`InterruptedError`] if `stop` returns `true`.
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
        if self.profile != SeProfile::Se121 || most < CLOSURE {
            return Ok(self
                .rate_at_most(clues, most, stop)?
                .map_or(stands(Difficulty::BEYOND), |hardest| stands(hardest.rating)));
        }
        let mut singles = SinglesGrid9::from_clues(clues);
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
        // The rating is at most 4.0.
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

    /// Returns the hardest step of a puzzle that needs steps beyond the closure, or `None` if it
    /// needs none. Ends as soon as the rating is above `most`.
    fn rate_beyond_closure(
        &mut self,
        singles: SinglesGrid9,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<HardestStep>, InterruptedError> {
        let mut grid = closure::closure_of(singles);
        let mut recorder = RatingRecorder::default();
        self.nested_cache.prepare_next_search();
        loop {
            if grid.left == 0 {
                return Ok(recorder.puzzle.map(|_| recorder.rating().puzzle));
            }
            if stop() {
                return Err(InterruptedError);
            }
            let hint = self.next_harder_hint(&grid, stop);
            self.open = grid.cells.map(|candidates| candidates != 0);
            if self.nested_cache.is_stopped() {
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

    /// Returns for each cell whether it was open when the last [`check_range`](Self::check_range)
    /// ended. This holds for puzzles that need steps above 4.0, with the profile
    /// [`Se121`](SeProfile::Se121). If the rating was above the range, a clue in another cell would
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
        let ended = self.for_each_hint(clues, &|| beyond.get() || stop(), &mut |hint| {
            recorder.add(hint);
            beyond.set(beyond.get() || Difficulty::from_f64(hint.rating) > most);
        });
        self.most = Difficulty::BEYOND;
        if beyond.get() {
            return Ok(None);
        }
        Ok(ended?.then(|| recorder.rating().puzzle))
    }

    /// Calls `found` with each step of the solution path. Returns whether the scale solves the
    /// puzzle. See [`rate`](Self::rate) for the arguments.
    ///
    /// # Errors
    /// [`InterruptedError`] if `stop` returns `true`. `found` got the steps until then.
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
        self.for_each_hint(clues, stop, &mut |hint| {
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

    fn for_each_hint(
        &mut self,
        clues: &[u8; 81],
        stop: &dyn Fn() -> bool,
        found: &mut dyn FnMut(&RatedHint),
    ) -> Result<bool, InterruptedError> {
        let mut grid = CandidateGrid::new(clues);
        self.nested_cache.prepare_next_search();
        while grid.left > 0 {
            if stop() {
                return Err(InterruptedError);
            }
            let hint = self.next_hint(&grid, stop);
            if self.nested_cache.is_stopped() {
                return Err(InterruptedError);
            }
            let Some(hint) = hint else { return Ok(false) };
            found(&hint);
            hint.apply(&mut grid);
        }
        Ok(true)
    }
}

/// Records the hardest, pearl and diamond steps.
#[derive(Default)]
struct RatingRecorder {
    puzzle: Option<(f64, SeTechnique)>,
    pearl: Option<(f64, SeTechnique)>,
    diamond: Option<(f64, SeTechnique)>,
}

impl RatingRecorder {
    fn add(&mut self, hint: &RatedHint) {
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
        let of = |hardest: Option<(f64, SeTechnique)>| {
            hardest.map_or_else(HardestStep::default, |(rating, technique)| HardestStep {
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

/// The rules of forcing chains: Nishio, multiple, dynamic, and dynamic with more and more rules
/// inside.
const CHAIN_RULES: [ChainRules; 10] = {
    const fn dynamic(level: u8, limit: u8) -> ChainRules {
        ChainRules {
            dynamic: true,
            nishio: false,
            level,
            limit,
        }
    }
    [
        ChainRules {
            dynamic: true,
            nishio: true,
            level: 0,
            limit: 0,
        },
        ChainRules {
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
    fn next_hint(&mut self, grid: &CandidateGrid, stop: &dyn Fn() -> bool) -> Option<RatedHint> {
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

    /// Returns the hint of the first producer after those that [`closure`] replaces.
    fn next_harder_hint(
        &mut self,
        grid: &CandidateGrid,
        stop: &dyn Fn() -> bool,
    ) -> Option<RatedHint> {
        let Self {
            profile,
            nested_cache,
            bounds,
            caches,
            most,
            ..
        } = self;
        // The lowest ratings of wings and later producers, of aligned pairs, of chains, and of
        // forcing chains.
        let [with_wings, with_pairs, with_links, with_forcing] =
            [42, 60, 62, 70].map(|least| most.0 >= least);
        let more = *profile == SeProfile::Sukaku;
        let mut links = |size| {
            if more {
                strong_links::best_chain(grid, size, &mut caches.links)
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
                    exclusion::find_aligned_exclusion(grid, 2, &mut caches.pairs)
                } else {
                    None
                }
            })
            .or_else(|| wing(5))
            .or_else(|| {
                if with_links {
                    cycles::best_chain(grid)
                } else {
                    None
                }
            })
            .or_else(|| wing(6))
            .or_else(|| {
                if with_forcing {
                    exclusion::find_aligned_exclusion(grid, 3, &mut caches.triplets)
                } else {
                    None
                }
            })
            .or_else(|| {
                if !with_forcing {
                    return None;
                }
                for rules in CHAIN_RULES {
                    let hint = forcing::forcing_chain(grid, rules, bounds, nested_cache, stop);
                    if hint.is_some() || nested_cache.is_stopped() {
                        return hint;
                    }
                }
                None
            })
    }
}

/// Returns the first hint of the producers from 4.2 to 5.4, which both profiles share.
fn from_wings_to_quads(grid: &CandidateGrid) -> Option<RatedHint> {
    wings::wing(grid, false)
        .or_else(|| wings::wing(grid, true))
        .or_else(|| loops::unique_loop(grid))
        .or_else(|| sets::naked_set(grid, 4))
        .or_else(|| sets::fish_of(grid, 4))
        .or_else(|| sets::hidden_set(grid, 4))
}
