//! `Technique`: a way of reasoning, as the registry holds it, and `StepSink`, what its search hands its steps to.
//!
//! ```text
//!   Position ─▶ Technique::find ─▶ StepSink::emit(effect, why) ─▶ Step ─▶ whoever asked: break after the first, or collect all
//! ```
//!
//! A technique offers **every** instance that it knows of, in whatever order; an instance without effect is dropped by the sink, and `explain` is called only if
//! words are wanted, so that a search costs no text. What is offered must not depend on how the grid is turned or its digits are named: the same puzzle in
//! another form has the same instances in that form. Where there are several ways to one effect (chains), a technique may offer one, if its difficulty does
//! not depend on the form.

use std::fmt;
use std::ops::ControlFlow;

use crate::position::Position;
use crate::rating::Difficulty;
use crate::step::{Deduction, Explanation, Step};

/// Searches the board for instances.
pub type FindSteps = fn(&Position<'_>, &mut StepSink<'_>) -> ControlFlow<()>;

/// A way of reasoning.
pub struct Technique {
    /// The name to write in commands, in lower case with hyphens; its page of the handbook is called so too.
    pub id: &'static str,
    /// The name that players use.
    pub name: &'static str,
    /// Other names in use.
    pub aliases: &'static [&'static str],
    /// The file that it stands in, as a heading: `Singles`, `Fish`.
    pub family: &'static str,
    /// What it is in one sentence.
    pub summary: &'static str,
    /// Our own scale, which runs beside the community's: the easiest instance.
    pub difficulty: Difficulty,
    /// What Sudoku Explainer or Sukaku Explainer give its easiest instance, if they know it.
    pub explainer: Option<Difficulty>,
    /// Where HoDoKu has it, if it does.
    pub hodoku: Option<HodokuEntry>,
    /// Whether it relies on it that the puzzle has one solution only.
    pub needs_unique: bool,
    /// Its page of the handbook, in Markdown.
    pub handbook: &'static str,
    /// Finds its instances.
    pub find: FindSteps,
}

/// A technique in HoDoKu's table.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct HodokuEntry {
    /// Its place in the order of search.
    pub index: u16,
    /// What a step adds to the score.
    pub score: u16,
    /// Easy, medium, hard, unfair, extreme.
    pub level: HodokuLevel,
    /// Whether HoDoKu uses it unless told otherwise.
    pub is_enabled: bool,
}

impl HodokuEntry {
    /// An entry that is used unless told otherwise.
    #[must_use]
    pub const fn enabled(index: u16, level: HodokuLevel, score: u16) -> Self {
        Self {
            index,
            score,
            level,
            is_enabled: true,
        }
    }

    /// An entry that is known, but not used unless told so.
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

/// HoDoKu's levels.
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

    /// The name, in lower case.
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

    /// The greatest score of a puzzle of this level; the last has none.
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

    /// The next harder level; the last is its own.
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
    /// The first instance with an effect, with its reasons.
    #[must_use]
    pub fn first_step(&'static self, position: &Position<'_>) -> Option<Step> {
        let mut first = None;
        let _ = self.for_each_step(position, true, &|| false, &mut |step| {
            first = Some(step);
            ControlFlow::Break(())
        });
        first
    }

    /// All instances with an effect, with their reasons if `with_why`; those that change the same are all there.
    #[must_use]
    pub fn all_steps(&'static self, position: &Position<'_>, with_explanations: bool) -> Vec<Step> {
        let mut all = Vec::new();
        let _ = self.for_each_step(position, with_explanations, &|| false, &mut |step| {
            all.push(step);
            ControlFlow::Continue(())
        });
        all
    }

    /// Calls `each` with every instance that has an effect, until it breaks or `stop` says so. With `with_why` the steps have their reasons.
    pub fn for_each_step(
        &'static self,
        position: &Position<'_>,
        with_explanations: bool,
        stop: &dyn Fn() -> bool,
        each: &mut dyn FnMut(Step) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.needs_unique && !position.is_unique() {
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

/// What a search hands its steps to.
pub struct StepSink<'f> {
    technique: &'static Technique,
    with_explanations: bool,
    stop: &'f dyn Fn() -> bool,
    each: &'f mut dyn FnMut(Step) -> ControlFlow<()>,
}

impl StepSink<'_> {
    /// Hands over an instance of the technique's own difficulty. Break means that no more are wanted: return at once.
    pub fn emit(
        &mut self,
        deduction: Deduction,
        explain: impl FnOnce() -> Explanation,
    ) -> ControlFlow<()> {
        self.emit_harder(0, deduction, explain)
    }

    /// The same for an instance that is so many tenths harder than the easiest.
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

    /// Break if the search shall be given up: to be asked with `?` in long searches, every few thousand operations.
    pub fn check_stop(&self) -> ControlFlow<()> {
        if (self.stop)() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

/// Declares a technique: its documentation and its text are the page of the handbook that is called as its id.
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
