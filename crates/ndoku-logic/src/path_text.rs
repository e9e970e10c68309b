//! Texts about a whole path: its end in one sentence, what contradicts the solution, and the words
//! of a worked solution.

use ndoku_core::Symbols;

use crate::Level;
use crate::hint_level::HintLevel;
use crate::path_end::PathEnd;
use crate::phrase::{Phrase, phrase};
use crate::solution_path::SolutionPath;

/// The reasons why the caller stops a path, as `ndoku_solver::StopReason` writes them.
pub const STOP_REASONS: [&str; 3] = [
    "the limit of guesses was reached",
    "the search was canceled",
    "the time ran out",
];

/// A heading or a column of a worked solution.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum WorkedWord {
    /// The title of a puzzle without a title.
    Title,
    /// The title of a file with several solutions.
    FileTitle,
    /// The column of numbers of steps.
    Step,
    /// The column of difficulties.
    Rating,
    /// The column of techniques.
    Technique,
    /// The column of deductions.
    Result,
    /// The heading of the solved grid.
    Solution,
    /// The heading of the last grid if it is not solved.
    FinalState,
}

impl WorkedWord {
    /// Returns the words.
    #[must_use]
    pub fn text(self) -> Phrase {
        match self {
            Self::Title => phrase!("A worked solution"),
            Self::FileTitle => phrase!("Worked solutions"),
            Self::Step => phrase!("Step"),
            Self::Rating => phrase!("Rating"),
            Self::Technique => phrase!("Technique"),
            Self::Result => phrase!("Result"),
            Self::Solution => phrase!("Solution"),
            Self::FinalState => phrase!("Final state"),
        }
    }
}

impl PathEnd {
    /// Returns what contradicts the solution: `5 does not belong in r1c1`. Empty for other ends.
    #[must_use]
    pub fn contradictions(&self, symbols: &Symbols) -> Vec<Phrase> {
        if *self == Self::DeadEnd {
            return vec![phrase!(
                "no solution of the puzzle has all these digits and candidates"
            )];
        }
        let mistakes = self.mistakes().iter();
        mistakes.map(|mistake| mistake.describe(symbols)).collect()
    }

    /// Returns a sentence for each contradiction: `Wrong: 5 does not belong in r1c1.`
    #[must_use]
    pub fn wrong_sentences(&self, symbols: &Symbols) -> Vec<Phrase> {
        let all = self.contradictions(symbols).into_iter();
        all.map(|mistake| phrase!("Wrong: {mistake}.", mistake))
            .collect()
    }

    /// Returns a sentence if no technique finds a step, or none of the selected ones.
    #[must_use]
    pub fn nothing_found(is_selection: bool) -> Phrase {
        if is_selection {
            phrase!("None of the selected techniques finds anything here.")
        } else {
            phrase!("No technique finds anything here.")
        }
    }
}

impl SolutionPath {
    /// Returns the end in one or two sentences: `Solved in 70 steps; the hardest is …`.
    ///
    /// `stopped` is the reason why the caller stopped the search, one of [`STOP_REASONS`].
    #[must_use]
    pub fn summary(&self, stopped: Option<&str>) -> Phrase {
        let steps = count_steps(self.steps().len());
        if let Some(reason) = stopped {
            let reason = Phrase::from_template(reason.to_owned(), []);
            return phrase!("Stopped after {steps}: {reason}.", steps, reason);
        }
        match (self.end(), self.hardest()) {
            (PathEnd::Solved, None) => phrase!("The puzzle is solved already."),
            (PathEnd::Solved, Some(hardest)) => phrase!(
                "Solved in {steps}; the hardest is {name}, {rating} ({level}).",
                steps,
                name = Phrase::from_template(hardest.technique.name, []),
                rating = hardest.difficulty.to_string(),
                level = self.level().phrase(),
            ),
            (end @ (PathEnd::Stuck | PathEnd::StuckWithMultiple), _) => {
                let several = if *end == PathEnd::StuckWithMultiple {
                    phrase!("The puzzle has more than one solution.")
                } else {
                    Phrase::default()
                };
                let cells = count_cells(self.board().open_count());
                let stuck = phrase!(
                    "No further technique applies: {steps} made, {cells} left.",
                    steps,
                    cells
                );
                Phrase::sentences([several, stuck])
            }
            (end @ (PathEnd::Wrong(_) | PathEnd::DeadEnd), _) => {
                Phrase::sentences(end.wrong_sentences(self.puzzle().symbols()))
            }
            (end, _) => end.text(HintLevel::Full, self.puzzle().symbols()),
        }
    }
}

fn count_steps(count: usize) -> Phrase {
    if count == 1 {
        phrase!("1 step")
    } else {
        phrase!("{count} steps", count)
    }
}

fn count_cells(count: usize) -> Phrase {
    if count == 1 {
        phrase!("1 open cell")
    } else {
        phrase!("{count} open cells", count)
    }
}

impl Level {
    /// Returns the name as a phrase.
    pub(crate) fn phrase(self) -> Phrase {
        Phrase::from_template(self.name(), [])
    }
}
