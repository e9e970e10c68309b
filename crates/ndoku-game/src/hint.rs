//! `Hint`: what there is to say to a player who asks for a hint, from a nudge to the whole of it, and what it would change.

use ndoku::format::Record;
use ndoku::hint::{Game, HintLevel, Mistake, say};
use ndoku::logic::step::Effect;
use ndoku::{Budget, Candidate, Cell, Mark, Role, Solver, StopReason, Verdict};

/// What sort of hint it is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum HintKind {
    /// A step of some technique.
    Step,
    /// Something in the grid contradicts the solution.
    Mistakes,
    /// No solution has all these digits and candidates; nobody can say which are to blame.
    DeadEnd,
    /// The puzzle has no solution.
    Unsolvable,
    /// Every cell is filled, and rightly so.
    Solved,
    /// No technique finds anything.
    Stuck,
}

/// A hint, all of it; a [`HintProgress`](crate::HintProgress) tells it bit by bit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// What sort it is.
    pub kind: HintKind,
    /// The name of the technique, of a step.
    pub technique: Option<&'static str>,
    /// The puzzle has several solutions: techniques that rely on a single one were left out.
    pub has_multiple_solutions: bool,
    /// What is said on each level, in the order of [`HintLevel::ALL`].
    texts: [String; 4],
    /// What to point at.
    marks: Vec<Mark>,
    /// What follows.
    effect: Effect,
    /// Digits to be taken out, and candidates to be given back.
    mistakes: Vec<Mistake>,
}

impl Hint {
    /// Looks for the next step from a position, or for what is wrong with it.
    ///
    /// # Errors
    /// The budget ran out.
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
                "No solution of the puzzle has all these digits and candidates: take some back.",
            ));
        }
        if game.board().open_count() == 0 {
            return Ok(with_text(HintKind::Solved, "The puzzle is solved."));
        }
        let stop = || budget.poll().is_some();
        let walker = game.walker().stopping_if(&stop);
        let found = walker.look();
        if let Some(reason) = budget.poll() {
            return Err(reason);
        }
        let Some(step) = found else {
            return Ok(with_text(
                HintKind::Stuck,
                "No technique finds anything here.",
            ));
        };
        let context = walker.context();
        Ok(Self {
            kind: HintKind::Step,
            technique: Some(step.technique.name),
            has_multiple_solutions,
            texts: HintLevel::ALL.map(|level| say(&context, &step, level)),
            marks: step.why.marks,
            effect: step.effect,
            mistakes: Vec::new(),
        })
    }

    /// Hint with the same words on every level, and nothing to do.
    fn with_text(kind: HintKind, text: &str) -> Self {
        let texts = std::array::from_fn(|_| text.to_owned());
        Self {
            kind,
            technique: None,
            has_multiple_solutions: false,
            texts,
            marks: Vec::new(),
            effect: Effect::default(),
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
        let said = mistakes.iter().map(|mistake| match mistake {
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
        let said: Vec<String> = said.collect();
        let count = match mistakes.len() {
            1 => "Something is wrong in one cell.".to_owned(),
            several => format!("Something is wrong in {several} cells."),
        };
        let places = format!("Look at {}: something is wrong there.", cells.join(", "));
        let all = said.join(" ");
        let marks = mistakes
            .iter()
            .map(|mistake| Mark::Cell(mistake_candidate(mistake).cell, Role::Eliminated))
            .collect();
        let texts = [count, places, all.clone(), all];
        Self {
            texts,
            marks,
            mistakes,
            ..Self::with_text(HintKind::Mistakes, "")
        }
    }

    /// What is said on a level; ends with a full stop.
    #[must_use]
    pub fn text(&self, level: HintLevel) -> &str {
        &self.texts[level as usize]
    }

    /// What is pointed at on a level: nothing, then places, then candidates, then what follows too.
    #[must_use]
    pub fn marks(&self, level: HintLevel) -> Vec<Mark> {
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
                    .map(|one| Mark::Candidate(*one, Role::Placed));
                let gone = self
                    .effect
                    .eliminations
                    .iter()
                    .map(|one| Mark::Candidate(*one, Role::Eliminated));
                for mark in placed.chain(gone) {
                    if !all.contains(&mark) {
                        all.push(mark);
                    }
                }
                all
            }
        }
    }

    /// Houses, or the cells of the pattern, or those of what follows.
    fn place_marks(&self) -> Vec<Mark> {
        let houses: Vec<Mark> = self
            .marks
            .iter()
            .filter(|mark| matches!(mark, Mark::House(..)))
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
            .map(|cell| Mark::Cell(cell, Role::Pattern))
            .collect()
    }

    /// What follows; empty unless it is a step.
    #[must_use]
    pub fn effect(&self) -> &Effect {
        &self.effect
    }

    /// What is wrong; empty unless something is.
    #[must_use]
    pub fn mistakes(&self) -> &[Mistake] {
        &self.mistakes
    }

    /// Whether there is anything to apply.
    #[must_use]
    pub fn has_effect(&self) -> bool {
        !self.effect.is_empty() || !self.mistakes.is_empty()
    }
}

/// The candidate that a mistake is about.
pub(crate) fn mistake_candidate(mistake: &Mistake) -> Candidate {
    match mistake {
        Mistake::Digit(candidate) | Mistake::Candidate(candidate) => *candidate,
    }
}

fn shows_effect(mark: &Mark) -> bool {
    matches!(
        mark,
        Mark::Cell(_, Role::Placed | Role::Eliminated)
            | Mark::Candidate(_, Role::Placed | Role::Eliminated)
            | Mark::House(_, Role::Placed | Role::Eliminated)
    )
}

fn mark_cell(mark: &Mark) -> Option<Cell> {
    match mark {
        Mark::Cell(cell, _) => Some(*cell),
        Mark::Candidate(candidate, _) => Some(candidate.cell),
        _ => None,
    }
}
