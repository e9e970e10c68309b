//! `Technique`: an entry of the registry. `StepSink`: the receiver of its steps.
//!
//! ```text
//! Position ─▶ Technique::find ─▶ StepSink::emit(deduction, explain) ─▶ Step ─▶ caller
//!                                                                   stops or continues
//! ```
//!
//! A technique emits **every** instance that it finds, in any order. The sink drops instances
//! without a deduction. It calls `explain` only if the caller wants explanations, so a search
//! builds no text. The instances must not depend on transformations of the grid or the names of its
//! digits: an equivalent puzzle has the equivalent instances. If several chains lead to one
//! deduction, a technique may emit one of them, provided its difficulty does not depend on the form
//! of the puzzle.

use std::fmt;
use std::ops::ControlFlow;

use crate::difficulty::Difficulty;
use crate::languages::Language;
use crate::position::Position;
use crate::step::{Deduction, Explanation, Step};

/// A function that searches a position for instances.
pub type FindSteps = fn(&Position<'_>, &mut StepSink<'_>) -> ControlFlow<()>;

/// A solving technique.
pub struct Technique {
    /// The name in commands, in lower case with hyphens. The page of the handbook has the same
    /// name.
    pub id: &'static str,
    /// The name that players use.
    pub name: &'static str,
    /// Other names in use.
    pub aliases: &'static [&'static str],
    /// The family as a heading: `Singles`, `Fish`. Each family has one file.
    pub family: &'static str,
    /// A description in one sentence.
    pub summary: &'static str,
    /// The difficulty of the easiest instance on ndoku's own scale, which is close to the
    /// community's.
    pub difficulty: Difficulty,
    /// The rating of its easiest instance in Sudoku Explainer or Sukaku Explainer, if they have it.
    pub sudoku_explainer: Option<Difficulty>,
    /// The entry in HoDoKu's table, if there is one.
    pub hodoku: Option<HodokuEntry>,
    /// `true` if it assumes a unique solution.
    pub needs_unique: bool,
    /// The page of the handbook, in Markdown.
    pub handbook: &'static str,
    /// The function that finds its instances.
    pub find: FindSteps,
}

/// A technique in HoDoKu's table.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct HodokuEntry {
    /// The index in the order of search.
    pub index: u16,
    /// The score of one step.
    pub score: u16,
    /// The level of a step.
    pub level: HodokuLevel,
    /// `true` if HoDoKu uses it by default.
    pub is_enabled: bool,
}

impl HodokuEntry {
    /// Returns an entry that HoDoKu uses by default.
    #[must_use]
    pub const fn enabled(index: u16, level: HodokuLevel, score: u16) -> Self {
        Self {
            index,
            score,
            level,
            is_enabled: true,
        }
    }

    /// Returns an entry that HoDoKu does not use by default.
    #[must_use]
    pub const fn disabled(index: u16, level: HodokuLevel, score: u16) -> Self {
        Self {
            index,
            score,
            level,
            is_enabled: false,
        }
    }
}

/// A level of HoDoKu.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the names are the meaning")]
pub enum HodokuLevel {
    Easy,
    Medium,
    Hard,
    Unfair,
    Extreme,
}

impl HodokuLevel {
    /// All, easiest first.
    pub const ALL: [Self; 5] = [
        Self::Easy,
        Self::Medium,
        Self::Hard,
        Self::Unfair,
        Self::Extreme,
    ];

    /// Returns the name, in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
            Self::Unfair => "unfair",
            Self::Extreme => "extreme",
        }
    }

    /// Returns the highest score of a puzzle of this level. The last level has none.
    #[must_use]
    pub const fn max_score(self) -> Option<u32> {
        match self {
            Self::Easy => Some(800),
            Self::Medium => Some(1000),
            Self::Hard => Some(1600),
            Self::Unfair => Some(1800),
            Self::Extreme => None,
        }
    }

    /// Returns the next harder level. The last level returns itself.
    #[must_use]
    pub const fn harder(self) -> Self {
        match self {
            Self::Easy => Self::Medium,
            Self::Medium => Self::Hard,
            Self::Hard => Self::Unfair,
            Self::Unfair | Self::Extreme => Self::Extreme,
        }
    }
}

impl Technique {
    /// Returns the name in a language.
    #[must_use]
    pub fn name_in(&self, language: Language) -> &'static str {
        language.translate(self.name)
    }

    /// Returns the summary in a language.
    #[must_use]
    pub fn summary_in(&self, language: Language) -> &'static str {
        language.translate(self.summary)
    }

    /// Returns the family in a language.
    #[must_use]
    pub fn family_in(&self, language: Language) -> &'static str {
        language.translate(self.family)
    }

    /// Returns the first instance, with its explanation.
    #[must_use]
    pub fn first_step(&'static self, position: &Position<'_>) -> Option<Step> {
        let mut first = None;
        let _ = self.for_each_step(position, true, &|| false, &mut |step| {
            first = Some(step);
            ControlFlow::Break(())
        });
        first
    }

    /// Returns all instances, with their explanations if `with_explanations`. Instances with the
    /// same deduction are not merged.
    #[must_use]
    pub fn all_steps(&'static self, position: &Position<'_>, with_explanations: bool) -> Vec<Step> {
        let mut all = Vec::new();
        let _ = self.for_each_step(position, with_explanations, &|| false, &mut |step| {
            all.push(step);
            ControlFlow::Continue(())
        });
        all
    }

    /// Calls `each` with every instance, until it breaks or `stop` returns `true`. With
    /// `with_explanations` the steps have their explanations.
    pub fn for_each_step(
        &'static self,
        position: &Position<'_>,
        with_explanations: bool,
        stop: &dyn Fn() -> bool,
        each: &mut dyn FnMut(Step) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.needs_unique && !position.assumes_uniqueness() {
            return ControlFlow::Continue(());
        }
        (self.find)(
            position,
            &mut StepSink {
                technique: self,
                with_explanations,
                stop,
                each,
            },
        )
    }
}

impl fmt::Debug for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id)
    }
}

impl PartialEq for Technique {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Technique {}

/// The receiver of the steps of a search.
pub struct StepSink<'f> {
    technique: &'static Technique,
    with_explanations: bool,
    stop: &'f dyn Fn() -> bool,
    each: &'f mut dyn FnMut(Step) -> ControlFlow<()>,
}

impl StepSink<'_> {
    /// Emits an instance of the technique's own difficulty. Returns `Break` if the search must end.
    pub fn emit(
        &mut self,
        deduction: Deduction,
        explain: impl FnOnce() -> Explanation,
    ) -> ControlFlow<()> {
        self.emit_harder(0, deduction, explain)
    }

    /// Emits an instance that is harder than the easiest by this number of tenths.
    pub fn emit_harder(
        &mut self,
        tenths: u16,
        deduction: Deduction,
        explain: impl FnOnce() -> Explanation,
    ) -> ControlFlow<()> {
        if deduction.is_empty() {
            return ControlFlow::Continue(());
        }
        let difficulty = Difficulty(self.technique.difficulty.0 + tenths);
        let explanation = if self.with_explanations {
            explain()
        } else {
            Explanation::default()
        };
        (self.each)(Step {
            technique: self.technique,
            difficulty,
            deduction,
            explanation,
        })
    }

    /// Returns `Break` if the search must end. Long searches call it with `?` every few thousand
    /// operations.
    pub fn check_stop(&self) -> ControlFlow<()> {
        if (self.stop)() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

/// Declares a technique. The page of the handbook with the name of its id is its documentation and
/// its text.
macro_rules! technique {
    ($(#[$more:meta])* $constant:ident = $id:literal { $($field:ident: $value:expr),* $(,)? }) => {
        #[doc = include_str!(concat!("../../handbook/", $id, ".md"))]
        $(#[$more])*
        pub static $constant: $crate::technique::Technique = $crate::technique::Technique {
            id: $id,
            handbook: include_str!(concat!("../../handbook/", $id, ".md")),
            $($field: $value),*
        };
    };
}
pub(crate) use technique;
