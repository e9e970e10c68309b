//! `Hint`: a hint with its texts of increasing detail, its marks, and the change it proposes.

use ndoku::format::Record;
use ndoku::hint::{Game, HintLevel, Mistake, explain};
use ndoku::logic::step::Deduction;
use ndoku::{Budget, Candidate, Cell, Highlight, HighlightRole, Solver, StopReason, Verdict};

/// The kind of a hint.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum HintKind {
    /// A step of a technique.
    Step,
    /// The grid contradicts the solution.
    Mistakes,
    /// No solution contains all digits and candidates of the grid. The wrong ones are unknown.
    DeadEnd,
    /// The puzzle has no solution.
    Unsolvable,
    /// Every cell is filled correctly.
    Solved,
    /// No technique applies.
    Stuck,
}

/// A complete hint. A [`HintProgress`](crate::HintProgress) reveals it level by level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The kind of the hint.
    pub kind: HintKind,
    /// The name of the technique of a step.
    pub technique: Option<&'static str>,
    /// `true` if the puzzle has several solutions. Techniques that assume a unique solution are
    /// skipped.
    pub has_multiple_solutions: bool,
    /// The text of each level, in the order of [`HintLevel::ALL`].
    texts: [String; 4],
    /// The marks of the hint.
    marks: Vec<Highlight>,
    /// The consequences of the step.
    effect: Deduction,
    /// Digits to remove, and candidates to restore.
    mistakes: Vec<Mistake>,
}

impl Hint {
    /// Finds the next step from a position, or the mistakes of the position.
    ///
    /// # Errors
    /// Fails if the budget runs out.
    pub fn find(
        position: &Record,
        solver: &mut Solver,
        budget: &Budget<'_>,
    ) -> Result<Self, StopReason> {
        let game = Game::new(position, solver, budget).map_err(|stopped| stopped.reason)?;
        let has_multiple_solutions = matches!(game.verdict(), Verdict::Multiple(..));
        let with_text = |kind, text: &str| Self {
            has_multiple_solutions,
            ..Self::with_text(kind, text)
        };
        if matches!(game.verdict(), Verdict::Unsolvable) {
            return Ok(with_text(
                HintKind::Unsolvable,
                "The puzzle has no solution.",
            ));
        }
        if !game.mistakes().is_empty() {
            return Ok(Self {
                has_multiple_solutions,
                ..Self::from_mistakes(&game)
            });
        }
        if game.is_dead_end() {
            return Ok(with_text(
                HintKind::DeadEnd,
                "No solution contains all these digits and candidates. Undo some of them.",
            ));
        }
        if game.board().open_count() == 0 {
            return Ok(with_text(HintKind::Solved, "The puzzle is solved."));
        }
        let stop = || budget.poll().is_some();
        let logical_solver = game.logical_solver().with_stop(&stop);
        let found = logical_solver.next_step();
        if let Some(reason) = budget.poll() {
            return Err(reason);
        }
        let Some(step) = found else {
            return Ok(with_text(HintKind::Stuck, "No technique applies."));
        };
        let position = logical_solver.position();
        Ok(Self {
            kind: HintKind::Step,
            technique: Some(step.technique.name),
            has_multiple_solutions,
            texts: HintLevel::ALL.map(|level| explain(&position, &step, level)),
            marks: step.explanation.marks,
            effect: step.deduction,
            mistakes: Vec::new(),
        })
    }

    /// Creates a hint with the same text on every level, and no change.
    fn with_text(kind: HintKind, text: &str) -> Self {
        let texts = std::array::from_fn(|_| text.to_owned());
        Self {
            kind,
            technique: None,
            has_multiple_solutions: false,
            texts,
            marks: Vec::new(),
            effect: Deduction::default(),
            mistakes: Vec::new(),
        }
    }

    fn from_mistakes(game: &Game) -> Self {
        let mistakes = game.mistakes();
        let symbols = game.puzzle().symbols();
        let cells: Vec<String> = mistakes
            .iter()
            .map(|mistake| mistake_candidate(mistake).cell.to_string())
            .collect();
        let sentences = mistakes.iter().map(|mistake| match mistake {
            Mistake::Digit(digit) => format!(
                "{} does not belong in {}.",
                symbols.symbol(digit.digit),
                digit.cell
            ),
            Mistake::Candidate(gone) => format!(
                "{} was removed from {}, and belongs there.",
                symbols.symbol(gone.digit),
                gone.cell
            ),
        });
        let sentences: Vec<String> = sentences.collect();
        let count = match mistakes.len() {
            1 => "Something is wrong in one cell.".to_owned(),
            several => format!("Something is wrong in {several} cells."),
        };
        let places = format!("Look at {}: something is wrong there.", cells.join(", "));
        let all = sentences.join(" ");
        let marks = mistakes
            .iter()
            .map(|mistake| {
                Highlight::Cell(mistake_candidate(mistake).cell, HighlightRole::Eliminated)
            })
            .collect();
        let texts = [count, places, all.clone(), all];
        Self {
            texts,
            marks,
            mistakes,
            ..Self::with_text(HintKind::Mistakes, "")
        }
    }

    /// Returns the text of a level. It ends with a full stop.
    #[must_use]
    pub fn text(&self, level: HintLevel) -> &str {
        &self.texts[level as usize]
    }

    /// Returns the marks of a level: none, then places, then candidates, then also the
    /// consequences.
    #[must_use]
    pub fn marks(&self, level: HintLevel) -> Vec<Highlight> {
        match level {
            HintLevel::Nudge => Vec::new(),
            HintLevel::Where => self.place_marks(),
            HintLevel::What => self
                .marks
                .iter()
                .filter(|mark| !shows_effect(mark))
                .cloned()
                .collect(),
            HintLevel::Full => {
                let mut all = self.marks.clone();
                let placed = self
                    .effect
                    .placements
                    .iter()
                    .map(|one| Highlight::Candidate(*one, HighlightRole::Placed));
                let gone = self
                    .effect
                    .eliminations
                    .iter()
                    .map(|one| Highlight::Candidate(*one, HighlightRole::Eliminated));
                for mark in placed.chain(gone) {
                    if !all.contains(&mark) {
                        all.push(mark);
                    }
                }
                all
            }
        }
    }

    /// Returns the marked houses, or else the cells of the pattern, or else the cells of the
    /// consequences.
    fn place_marks(&self) -> Vec<Highlight> {
        let houses: Vec<Highlight> = self
            .marks
            .iter()
            .filter(|mark| matches!(mark, Highlight::House(..)))
            .cloned()
            .collect();
        if !houses.is_empty() {
            return houses;
        }
        let shown = self
            .marks
            .iter()
            .filter(|mark| !shows_effect(mark) || self.kind == HintKind::Mistakes)
            .filter_map(mark_cell);
        let mut cells: Vec<Cell> = shown.collect();
        if cells.is_empty() {
            cells = self
                .effect
                .placements
                .iter()
                .chain(&self.effect.eliminations)
                .map(|one| one.cell)
                .collect();
        }
        cells.sort_unstable();
        cells.dedup();
        cells
            .into_iter()
            .map(|cell| Highlight::Cell(cell, HighlightRole::Pattern))
            .collect()
    }

    /// Returns the consequences. Only a step has any.
    #[must_use]
    pub fn effect(&self) -> &Deduction {
        &self.effect
    }

    /// Returns the mistakes. Only a hint of the kind [`HintKind::Mistakes`] has any.
    #[must_use]
    pub fn mistakes(&self) -> &[Mistake] {
        &self.mistakes
    }

    /// Returns `true` if the hint proposes a change.
    #[must_use]
    pub fn has_effect(&self) -> bool {
        !self.effect.is_empty() || !self.mistakes.is_empty()
    }
}

/// Returns the candidate of a mistake.
pub(crate) fn mistake_candidate(mistake: &Mistake) -> Candidate {
    match mistake {
        Mistake::Digit(candidate) | Mistake::Candidate(candidate) => *candidate,
    }
}

/// Returns `true` for a mark of a placement or an elimination.
fn shows_effect(mark: &Highlight) -> bool {
    matches!(
        mark,
        Highlight::Cell(_, HighlightRole::Placed | HighlightRole::Eliminated)
            | Highlight::Candidate(_, HighlightRole::Placed | HighlightRole::Eliminated)
            | Highlight::House(_, HighlightRole::Placed | HighlightRole::Eliminated)
    )
}

/// Returns the cell of a mark of a cell or a candidate.
fn mark_cell(mark: &Highlight) -> Option<Cell> {
    match mark {
        Highlight::Cell(cell, _) => Some(*cell),
        Highlight::Candidate(candidate, _) => Some(candidate.cell),
        _ => None,
    }
}
