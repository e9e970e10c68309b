//! Hints, explained steps, and the path from a puzzle to its solution.

use std::sync::Arc;

use ndoku::format::Record;
use ndoku::hint::{HintLevel, HintOutcome, Language, SolvingState, UnknownLanguageError};
use ndoku::logic::step::format_deduction;
use ndoku::render::{Scene, svg};
use ndoku::{Board, Budget, Candidate, Puzzle, Solver, StopReason};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

use crate::error::stopped;
use crate::interrupt;
use crate::puzzle::{Layout, find_theme, read};

/// A candidate: row and column from 1, and the digit.
type Place = (u8, u8, u8);

/// A step of logic, with its explanation.
#[pyclass(frozen, module = "ndoku")]
#[derive(Debug)]
pub(crate) struct Step {
    /// The name of the technique in the language of the step.
    #[pyo3(get)]
    technique: String,
    /// The name of the technique in data, the same in all languages, such as x-wing.
    #[pyo3(get)]
    technique_id: String,
    /// The difficulty on ndoku's scale, which is close to the community's.
    #[pyo3(get)]
    difficulty: f64,
    /// The explanation: one to five sentences.
    #[pyo3(get)]
    text: String,
    /// The changes: r4c4=7, or r1c2-3 r1c9-3.
    #[pyo3(get)]
    deduction: String,
    /// The digits that it places: row, column, digit.
    #[pyo3(get)]
    placements: Vec<Place>,
    /// The candidates that it removes: row, column, digit.
    #[pyo3(get)]
    eliminations: Vec<Place>,
    picture: Picture,
}

/// The picture of a step.
#[derive(Debug)]
enum Picture {
    Scene(Box<Scene>),
    /// The picture of an unpickled step.
    Text(String),
}

#[pymethods]
impl Step {
    #[new]
    #[pyo3(signature = (technique, technique_id, difficulty, text, deduction, placements, eliminations, svg))]
    #[expect(clippy::too_many_arguments, reason = "the parts of a pickled step")]
    fn new(
        technique: String,
        technique_id: String,
        difficulty: f64,
        text: String,
        deduction: String,
        placements: Vec<Place>,
        eliminations: Vec<Place>,
        svg: String,
    ) -> Self {
        Self {
            technique,
            technique_id,
            difficulty,
            text,
            deduction,
            placements,
            eliminations,
            picture: Picture::Text(svg),
        }
    }

    /// Draws the step as SVG, with its highlights. An unpickled step has the theme light.
    #[pyo3(signature = (*, theme="light"))]
    fn svg(&self, theme: &str) -> PyResult<String> {
        let theme = find_theme(theme)?;
        Ok(match &self.picture {
            Picture::Scene(scene) => svg::write(scene, theme),
            Picture::Text(text) => text.clone(),
        })
    }

    fn _repr_html_(&self) -> PyResult<String> {
        let text = self.text.replace('&', "&amp;").replace('<', "&lt;");
        Ok(format!("{}<p>{text}</p>", self.svg("light")?))
    }

    fn __str__(&self) -> String {
        format!("{}: {}", self.technique, self.deduction)
    }

    fn __repr__(&self) -> String {
        format!("<Step {}: {}>", self.technique, self.deduction)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let parts = (
            &self.technique,
            &self.technique_id,
            self.difficulty,
            &self.text,
            &self.deduction,
            self.placements.clone(),
            self.eliminations.clone(),
            self.svg("light")?,
        );
        (py.get_type::<Self>(), parts).into_pyobject(py)
    }
}

fn place(candidate: &Candidate) -> Place {
    (
        candidate.cell.row() + 1,
        candidate.cell.column() + 1,
        candidate.digit.get(),
    )
}

impl Step {
    /// Creates a step from its hint and the grid before it.
    fn from_hint(
        hint: &ndoku::hint::Hint,
        puzzle: &Puzzle,
        board: &Board,
        language: Language,
    ) -> Self {
        let step = &hint.step;
        let mut eliminations: Vec<Place> = step.deduction.eliminations.iter().map(place).collect();
        eliminations.sort_unstable();
        let scene = Scene::from_board(puzzle, board)
            .with_step(&step.highlights())
            .with_language(language.code());
        Self {
            technique_id: step.technique.id.to_owned(),
            technique: step.technique.name_in(language).to_owned(),
            difficulty: step.difficulty.to_string().parse().unwrap_or_default(),
            text: hint.text(HintLevel::Full).in_language(language),
            deduction: format_deduction(puzzle.symbols(), &step.deduction),
            placements: step.deduction.placements.iter().map(place).collect(),
            eliminations,
            picture: Picture::Scene(Box::new(scene)),
        }
    }
}

/// The steps from a puzzle to its solution.
#[pyclass(frozen, module = "ndoku", get_all, sequence)]
#[derive(Debug)]
pub(crate) struct Path {
    /// The steps.
    steps: Vec<Py<Step>>,
    /// Why the path ends: solved, stuck, multiple, none, wrong or stopped.
    end: String,
    /// The difficulty of the hardest step on ndoku's scale.
    rating: f64,
    /// The level in a word.
    level: String,
}

#[pymethods]
impl Path {
    #[new]
    fn new(steps: Vec<Py<Step>>, end: String, rating: f64, level: String) -> Self {
        Self {
            steps,
            end,
            rating,
            level,
        }
    }

    fn __len__(&self) -> usize {
        self.steps.len()
    }

    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        index: Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.list(py)?.as_any().get_item(index)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.list(py)?.try_iter()?.into_any())
    }

    fn __bool__(&self) -> bool {
        self.end == "solved"
    }

    fn __repr__(&self) -> String {
        format!(
            "<Path of {} steps, {}, rating {:.1}, {}>",
            self.steps.len(),
            self.end,
            self.rating,
            self.level
        )
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let parts = (self.list(py)?, &self.end, self.rating, &self.level);
        (py.get_type::<Self>(), parts).into_pyobject(py)
    }
}

impl Path {
    fn list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.steps.iter().map(|step| step.bind(py)))
    }
}

/// A hint in four texts, from the technique to the explanation, or the reason why there is none.
///
/// A hint is true if there is a step.
#[pyclass(frozen, module = "ndoku")]
#[derive(Debug)]
pub(crate) struct Hint {
    /// The step, or None.
    #[pyo3(get)]
    step: Option<Py<Step>>,
    /// Why there is no step: solved, stuck, multiple, none or wrong. None if there is one.
    #[pyo3(get)]
    end: Option<String>,
    texts: [String; 4],
}

#[pymethods]
impl Hint {
    #[new]
    fn new(step: Option<Py<Step>>, end: Option<String>, texts: [String; 4]) -> Self {
        Self { step, end, texts }
    }

    /// Returns the text of a level: nudge, where, what or full.
    #[pyo3(signature = (level="full"))]
    fn text(&self, level: &str) -> PyResult<&str> {
        let level: HintLevel = level
            .parse()
            .map_err(|error| crate::argument_error("level", error))?;
        Ok(&self.texts[level as usize])
    }

    fn __bool__(&self) -> bool {
        self.step.is_some()
    }

    fn __str__(&self) -> &str {
        &self.texts[HintLevel::Full as usize]
    }

    fn __repr__(&self) -> String {
        format!("<Hint {}>", self.texts[HintLevel::Nudge as usize])
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.step
            .as_ref()
            .map(|step| step.bind(py).get()._repr_html_())
            .transpose()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let parts = (&self.step, &self.end, self.texts.clone());
        (py.get_type::<Self>(), parts).into_pyobject(py)
    }
}

fn find_state(record: &Record, budget: &Budget<'_>) -> Result<SolvingState, StopReason> {
    SolvingState::new(record, &mut Solver::new(), budget).map_err(|interrupted| interrupted.reason)
}

fn parse_language(code: &str) -> PyResult<Language> {
    code.parse()
        .map_err(|error: UnknownLanguageError| crate::argument_error("language", error))
}

/// Finds the easiest step of a puzzle in any state. The language of the texts is "en", "de" or
/// "es".
///
/// >>> import ndoku
/// >>> easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
/// >>> hint = ndoku.hint(easy)
/// >>> hint.text("where")
/// 'Look at box 2 for Hidden Single in a Box.'
/// >>> hint.step.placements
/// [(1, 6, 8)]
/// >>> ndoku.hint(easy, language="de").step.technique
/// 'Versteckter Single in einer Box'
/// >>> ndoku.hint(easy, language="de").step.technique_id
/// 'hidden-single-box'
#[pyfunction]
#[pyo3(signature = (puzzle, *, boxes=None, rules=None, seconds=None, language="en"))]
pub(crate) fn hint(
    puzzle: &Bound<'_, PyAny>,
    boxes: Option<&str>,
    rules: Option<&str>,
    seconds: Option<f64>,
    language: &str,
) -> PyResult<Hint> {
    let language = parse_language(language)?;
    let py = puzzle.py();
    let (record, _) = read(puzzle, &Layout { boxes, rules })?;
    let found = interrupt::run(py, seconds, |budget| {
        let state = find_state(&record, budget)?;
        let outcome = state.find_hint(budget)?;
        Ok::<_, StopReason>((state, outcome))
    })?;
    let (state, outcome) = found.map_err(stopped)?;
    let symbols = state.puzzle().symbols();
    let texts = HintLevel::ALL.map(|level| outcome.text(level, symbols).in_language(language));
    let (step, end) = match outcome {
        HintOutcome::Step(hint) => {
            let step = Step::from_hint(&hint, state.puzzle(), state.board(), language);
            (Some(Py::new(py, step)?), None)
        }
        HintOutcome::End(end) => (None, Some(end.name().to_owned())),
    };
    Ok(Hint { step, end, texts })
}

/// Finds all steps from a puzzle to its solution. A path is a sequence of steps. The language of
/// their texts is "en", "de" or "es".
///
/// >>> import ndoku
/// >>> easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
/// >>> path = ndoku.path(easy)
/// >>> len(path), path.end, path.level
/// (51, 'solved', 'beginner')
#[pyfunction]
#[pyo3(signature = (puzzle, *, boxes=None, rules=None, seconds=None, language="en"))]
pub(crate) fn path(
    puzzle: &Bound<'_, PyAny>,
    boxes: Option<&str>,
    rules: Option<&str>,
    seconds: Option<f64>,
    language: &str,
) -> PyResult<Path> {
    let language = parse_language(language)?;
    let py = puzzle.py();
    let (record, _) = read(puzzle, &Layout { boxes, rules })?;
    let found = interrupt::run(py, seconds, |budget| {
        let state = find_state(&record, budget)?;
        let (path, _) = state.find_path(budget);
        Ok::<_, StopReason>(Arc::new(path))
    })?;
    let path = found.map_err(stopped)?;
    let steps = path.steps().iter().map(|one| {
        let step = Step::from_hint(&path.hint(one), path.puzzle(), &one.before, language);
        Py::new(py, step)
    });
    Ok(Path {
        steps: steps.collect::<PyResult<_>>()?,
        end: path.end().name().to_owned(),
        rating: path.rating().to_string().parse().unwrap_or_default(),
        level: path.level().name().to_owned(),
    })
}

/// Returns the steps of the path as a list. The language of their texts is "en", "de" or "es".
///
/// >>> import ndoku
/// >>> easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
/// >>> print(ndoku.steps(easy)[0])
/// Hidden Single in a Box: r1c6=8
#[pyfunction]
#[pyo3(signature = (puzzle, *, boxes=None, rules=None, seconds=None, language="en"))]
pub(crate) fn steps(
    puzzle: &Bound<'_, PyAny>,
    boxes: Option<&str>,
    rules: Option<&str>,
    seconds: Option<f64>,
    language: &str,
) -> PyResult<Vec<Py<Step>>> {
    Ok(path(puzzle, boxes, rules, seconds, language)?.steps)
}
