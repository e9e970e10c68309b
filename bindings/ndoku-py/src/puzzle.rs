//! `Puzzle`, and the questions to one puzzle: text, rows or NumPy array in, answers in that kind.

use std::cell::RefCell;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::num::NonZeroUsize;
use std::sync::Arc;

use ndoku::analysis::Symmetry;
use ndoku::analysis::canonical::{CanonicalError, CanonicalForm, Canonicalizer};
use ndoku::analysis::minimal::{MinimizeError, Minimizer};
use ndoku::count::{CountLimit, Counter};
use ndoku::format::{self, BoxChoice, ReadOptions, Record};
use ndoku::rating::{Profile, RateError, Rater, RatingOutcome};
use ndoku::render::{Scene, Theme, svg};
use ndoku::table::{RowSolver, RowStatus};
use ndoku::{Digit, Interrupted, Rng, Solution, Solver, Symbols, ThreadBudget, Verdict};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyDict, PyList, PyString, PyTuple};

use crate::answers::{Answer, Count, Rating};
use crate::error::{LayoutError, NdokuError, ReadError, layout_error, read_error, stopped};
use crate::{argument_error, interrupt};

thread_local! {
    /// The solver of each thread for lines of 81 characters.
    static ROWS: RefCell<RowSolver> = RefCell::new(RowSolver::new());
}

/// The kind in which a puzzle was given, and in which grids are returned.
#[derive(Debug)]
pub(crate) enum Kind {
    /// One line of text.
    Text,
    /// A list of rows.
    Rows,
    /// A list of all cells.
    Cells,
    /// A NumPy array like this one.
    Array(Py<PyAny>),
    /// A `Puzzle`.
    Puzzle,
}

/// The boxes and rules of a call.
#[derive(Debug, Default)]
pub(crate) struct Layout<'a> {
    pub(crate) boxes: Option<&'a str>,
    pub(crate) rules: Option<&'a str>,
}

impl Layout<'_> {
    fn is_default(&self) -> bool {
        self.boxes.is_none() && self.rules.is_none()
    }

    /// Returns the options for reading a puzzle with this layout.
    pub(crate) fn read_options(&self) -> PyResult<ReadOptions> {
        let mut options = ReadOptions::default();
        if let Some(boxes) = self.boxes {
            let boxes = boxes.trim();
            // A map of regions is no other word.
            options.boxes = Some(match boxes.parse() {
                Ok(boxes) => boxes,
                Err(_) if boxes.len() > 3 => BoxChoice::Regions(boxes.to_owned()),
                Err(error) => {
                    let sentence = format!("{error}, not `{boxes}`");
                    return Err(LayoutError::new_err(sentence));
                }
            });
        }
        let rules = self.rules.unwrap_or_default().split(';').map(str::trim);
        for rule in rules.filter(|rule| !rule.is_empty()) {
            options.rules.push(rule.parse().map_err(layout_error)?);
        }
        Ok(options)
    }
}

/// Reads a puzzle of any kind.
pub(crate) fn read(puzzle: &Bound<'_, PyAny>, layout: &Layout<'_>) -> PyResult<(Record, Kind)> {
    let py = puzzle.py();
    if let Ok(puzzle) = puzzle.cast::<Puzzle>() {
        if !layout.is_default() {
            return Err(PyTypeError::new_err(
                "a Puzzle has its boxes and rules; give them to Puzzle(…) instead",
            ));
        }
        return Ok((puzzle.get().record.as_ref().clone(), Kind::Puzzle));
    }
    let options = layout.read_options()?;
    if let Ok(text) = puzzle.cast::<PyString>() {
        let text = text.to_str();
        let text = text.map_err(|_| ReadError::new_err("the text has an unpaired surrogate"))?;
        return Ok((read_text(py, text, &options)?, Kind::Text));
    }
    if let Ok(bytes) = puzzle.cast::<PyBytes>() {
        return Ok((read_bytes(py, bytes.as_bytes(), &options)?, Kind::Text));
    }
    if let Ok(bytes) = puzzle.cast::<PyByteArray>() {
        return Ok((read_bytes(py, &bytes.to_vec(), &options)?, Kind::Text));
    }
    let is_array = puzzle.hasattr("tolist")? && puzzle.hasattr("shape")?;
    let list = if is_array {
        check_array(puzzle)?;
        puzzle.call_method0("tolist")?
    } else if puzzle.hasattr("columns")? || puzzle.hasattr("column_names")? {
        // Iterating over one gives its columns, or their names.
        return Err(PyTypeError::new_err(
            "a data frame is no puzzle; for a single grid use frame.to_numpy(), for a column of \
            puzzles ndoku.column",
        ));
    } else {
        puzzle.clone()
    };
    let (cells, is_nested) = read_cells(&list)?;
    let record = read_numbers(py, &cells, &options)?;
    let kind = match (is_array, is_nested) {
        (true, _) => Kind::Array(puzzle.clone().unbind()),
        (false, true) => Kind::Rows,
        (false, false) => Kind::Cells,
    };
    Ok((record, kind))
}

fn read_text(py: Python<'_>, text: &str, options: &ReadOptions) -> PyResult<Record> {
    format::read_one(text, options).map_err(|error| read_error(py, &error))
}

fn read_bytes(py: Python<'_>, bytes: &[u8], options: &ReadOptions) -> PyResult<Record> {
    let text = str::from_utf8(bytes);
    let text = text.map_err(|_| ReadError::new_err("the bytes are not valid UTF-8"))?;
    read_text(py, text, options)
}

/// Refuses an array that holds no digits.
fn check_array(array: &Bound<'_, PyAny>) -> PyResult<()> {
    let kind = array
        .getattr("dtype")
        .and_then(|dtype| dtype.getattr("kind"));
    if kind.is_ok_and(|kind| kind.eq("b").unwrap_or(false)) {
        let sentence = "an array of bool is no grid; use an array of integers";
        return Err(PyTypeError::new_err(sentence));
    }
    Ok(())
}

/// Returns a cell: 0 for an open cell, which is 0, None or NaN.
fn read_cell(cell: &Bound<'_, PyAny>) -> PyResult<u8> {
    if cell.is_none() {
        return Ok(0);
    }
    // pandas writes a column with open cells as decimal numbers.
    let whole = |number: f64| (number.fract() == 0.0).then_some(number as i64);
    let number = match (cell.extract::<i64>(), cell.extract::<f64>()) {
        (Ok(number), _) => Some(number),
        (_, Ok(number)) if number.is_nan() => Some(0),
        (_, Ok(number)) => whole(number),
        _ => None,
    };
    let Some(number) = number else {
        return Err(ReadError::new_err(format!(
            "a cell is a whole number, or 0 or None for an open cell, not {}",
            crate::answers::repr(cell)
        )));
    };
    u8::try_from(number)
        .map_err(|_| ReadError::new_err(format!("a cell is a number from 0 to 255, not {number}")))
}

/// Returns the cells of a list of cells or of rows, 0 for an open cell, and whether there are rows.
fn read_cells(list: &Bound<'_, PyAny>) -> PyResult<(Vec<u8>, bool)> {
    let kind = |found: &Bound<'_, PyAny>| {
        let name = found
            .get_type()
            .name()
            .map_or_else(|_| "?".into(), |name| name.to_string());
        PyTypeError::new_err(format!(
            "a puzzle is a text, a list of rows, an array of numbers or a Puzzle, not {name}"
        ))
    };
    let (mut cells, mut widths) = (Vec::new(), Vec::new());
    for item in list.try_iter().map_err(|_| kind(list))? {
        let item = item?;
        if item.cast::<PyString>().is_err()
            && let Ok(row) = item.try_iter()
        {
            let before = cells.len();
            for value in row {
                cells.push(read_cell(&value?)?);
            }
            widths.push(cells.len() - before);
        } else {
            cells.push(read_cell(&item)?);
        }
    }
    let rows = widths.len();
    if let Some(row) = widths.iter().position(|width| *width != rows) {
        return Err(ReadError::new_err(format!(
            "each row needs as many cells as there are rows, {rows}; row {} has {}",
            row + 1,
            widths[row]
        )));
    }
    if rows > 0 && cells.len() != rows * rows {
        let sentence = "some rows are lists, and others are numbers";
        return Err(ReadError::new_err(sentence));
    }
    Ok((cells, rows > 0))
}

fn read_numbers(py: Python<'_>, cells: &[u8], options: &ReadOptions) -> PyResult<Record> {
    let size = cells.len().isqrt();
    if size == 0 || size * size != cells.len() {
        let sentence = format!("{} cells make no square grid", cells.len());
        return Err(ReadError::new_err(sentence));
    }
    if size > 255 {
        let sentence = format!("the grid has {size} rows, and the largest size is 255");
        return Err(ReadError::new_err(sentence));
    }
    let layout = if options.boxes.is_some() || !options.rules.is_empty() {
        options.layout(Some(size as u8))
    } else {
        ndoku::Layout::for_size(size as u8)
    };
    let layout = layout.map_err(layout_error)?;
    let puzzle = ndoku::Puzzle::from_array(&layout, cells)
        .map_err(|error| read_error(py, &format::ReadError::new(error.to_string())))?;
    Ok(puzzle.into())
}

impl Kind {
    /// Returns a grid in this kind. 0 is an open cell.
    pub(crate) fn grid(
        &self,
        py: Python<'_>,
        puzzle: &ndoku::Puzzle,
        digits: &[u8],
    ) -> PyResult<Py<PyAny>> {
        let size = usize::from(puzzle.size());
        Ok(match self {
            Self::Text => {
                let text = write_line(puzzle.symbols(), digits);
                PyString::new(py, &text).into_any().unbind()
            }
            Self::Cells => PyList::new(py, digits)?.into_any().unbind(),
            Self::Rows => rows(py, digits, size)?.into_any().unbind(),
            Self::Array(array) => {
                let array = array.bind(py);
                let options = PyDict::new(py);
                options.set_item("dtype", array.getattr("dtype")?)?;
                let list = PyList::new(py, digits)?;
                let numpy = py.import("numpy")?;
                // Digits above 127 do not fit int8.
                let found = numpy
                    .call_method("array", (&list,), Some(&options))
                    .or_else(|_| numpy.call_method1("array", (&list,)))?;
                found
                    .call_method1("reshape", (array.getattr("shape")?,))?
                    .unbind()
            }
            Self::Puzzle => {
                let clues: Vec<Option<Digit>> =
                    digits.iter().map(|digit| Digit::new(*digit)).collect();
                let grid = ndoku::Puzzle::new(
                    puzzle.layout().clone(),
                    puzzle.symbols().clone(),
                    clues.into(),
                );
                let grid = grid.map_err(|error| NdokuError::new_err(error.to_string()))?;
                Puzzle::from_record(grid.into())
                    .into_pyobject(py)?
                    .into_any()
                    .unbind()
            }
        })
    }

    /// Returns a solution in this kind.
    pub(crate) fn solution(
        &self,
        py: Python<'_>,
        puzzle: &ndoku::Puzzle,
        solution: &Solution,
    ) -> PyResult<Py<PyAny>> {
        self.grid(py, puzzle, &solution.to_array())
    }
}

fn rows<'py>(py: Python<'py>, digits: &[u8], size: usize) -> PyResult<Bound<'py, PyList>> {
    let rows = digits.chunks(size.max(1)).map(|row| PyList::new(py, row));
    PyList::new(py, rows.collect::<PyResult<Vec<_>>>()?)
}

/// Writes a grid on one line with these symbols. 0 is an open cell.
fn write_line(symbols: &Symbols, digits: &[u8]) -> String {
    let separator = if symbols.is_compact() { "" } else { " " };
    let cells: Vec<&str> = digits
        .iter()
        .map(|digit| Digit::new(*digit).map_or(".", |digit| symbols.symbol(digit)))
        .collect();
    cells.join(separator)
}

/// Returns the clues as numbers.
fn numbers(puzzle: &ndoku::Puzzle) -> Vec<u8> {
    let clues = puzzle.clues().iter();
    clues.map(|clue| clue.map_or(0, Digit::get)).collect()
}

/// A puzzle of any size and layout.
///
/// >>> import ndoku
/// >>> puzzle = ndoku.Puzzle("1...............")
/// >>> puzzle.size, puzzle.clues
/// (4, 1)
/// >>> puzzle.grid[0]
/// [1, 0, 0, 0]
/// >>> ndoku.Puzzle([[0] * 9] * 9, rules="x; anti-knight").rules
/// ['9×9', 'boxes 3×3', 'main diagonal', 'anti-diagonal', 'anti-knight']
#[pyclass(frozen, module = "ndoku")]
#[derive(Debug)]
pub(crate) struct Puzzle {
    pub(crate) record: Arc<Record>,
}

impl Puzzle {
    pub(crate) fn from_record(record: Record) -> Self {
        Self {
            record: Arc::new(record),
        }
    }

    fn puzzle(&self) -> &ndoku::Puzzle {
        &self.record.puzzle
    }

    /// Writes all of the puzzle.
    fn json(&self) -> PyResult<String> {
        let mut text = String::new();
        let json = format::find("ndjson").ok_or_else(|| NdokuError::new_err("no such format"))?;
        json.write_record(&self.record, &format::WriteOptions::default(), &mut text)
            .map_err(|error| NdokuError::new_err(error.to_string()))?;
        Ok(text.trim_end().to_owned())
    }
}

#[pymethods]
impl Puzzle {
    #[new]
    #[pyo3(signature = (puzzle, *, boxes=None, rules=None))]
    fn new(puzzle: &Bound<'_, PyAny>, boxes: Option<&str>, rules: Option<&str>) -> PyResult<Self> {
        let (record, _) = read(puzzle, &Layout { boxes, rules })?;
        Ok(Self::from_record(record))
    }

    /// The number of rows.
    #[getter]
    fn size(&self) -> u8 {
        self.puzzle().size()
    }

    /// The number of clues.
    #[getter]
    fn clues(&self) -> usize {
        self.puzzle().clue_count()
    }

    /// The rows of clues, 0 for an open cell.
    #[getter]
    fn grid<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        rows(py, &numbers(self.puzzle()), self.puzzle().size().into())
    }

    /// The size, boxes and rules in words.
    #[getter]
    fn rules(&self) -> Vec<String> {
        self.puzzle().layout().feature_names()
    }

    /// The puzzle in JSON, with layout, rules, pencilmarks and notes.
    #[getter(json)]
    fn get_json(&self) -> PyResult<String> {
        self.json()
    }

    /// Returns the conflicts of the clues as sentences.
    fn conflicts(&self) -> Vec<String> {
        let (layout, symbols) = (self.puzzle().layout(), self.puzzle().symbols());
        let conflicts = self.puzzle().conflicts();
        conflicts
            .iter()
            .map(|one| one.message(layout, symbols))
            .collect()
    }

    /// Draws the puzzle as SVG.
    #[pyo3(signature = (*, theme="light"))]
    fn svg(&self, theme: &str) -> PyResult<String> {
        Ok(svg::write(
            &Scene::from_record(&self.record),
            find_theme(theme)?,
        ))
    }

    fn _repr_html_(&self) -> PyResult<String> {
        self.svg("light")
    }

    fn __str__(&self) -> String {
        self.puzzle().to_string()
    }

    fn __repr__(&self) -> PyResult<String> {
        let puzzle = self.puzzle();
        let text = if puzzle.layout().is_plain() && puzzle.pencilmarks().is_none() {
            puzzle.to_string()
        } else {
            self.json()?
        };
        Ok(format!("Puzzle('{}')", text.replace('\'', "\\'")))
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.puzzle() == other.puzzle()
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        numbers(self.puzzle()).hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        (py.get_type::<Self>(), (self.json()?,)).into_pyobject(py)
    }
}

pub(crate) fn find_theme(name: &str) -> PyResult<&'static Theme> {
    let names = ndoku::render::theme::THEMES.iter().map(|theme| theme.name);
    Theme::from_name(name).ok_or_else(|| {
        PyValueError::new_err(ndoku::names::unknown_name("theme", name, names, None))
    })
}

/// Returns the answer for a line of 81 characters, unless it has several solutions.
fn solve_line(puzzle: &Bound<'_, PyAny>) -> Option<Answer> {
    let text = puzzle.cast::<PyString>().ok()?.to_str().ok()?;
    if text.len() != 81 {
        return None;
    }
    let (status, solution) = ROWS.with_borrow_mut(|rows| rows.solve_row(text.as_bytes()));
    let solution = match status {
        RowStatus::Unique => {
            let text = str::from_utf8(&solution).ok()?;
            Some(PyString::new(puzzle.py(), text).into_any().unbind())
        }
        RowStatus::Unsolvable => None,
        _ => return None,
    };
    Some(Answer::new(status.name().to_owned(), solution, None))
}

/// Solves a puzzle.
///
/// The solution comes back in the kind of the puzzle: text, rows, array or Puzzle. Without a
/// solution, or with several, nothing is raised: see the status.
///
/// >>> import ndoku
/// >>> answer = ndoku.solve([[1, 0, 0, 0], [0, 0, 0, 0], [4, 0, 0, 0], [0, 0, 0, 2]])
/// >>> answer.status
/// 'multiple'
/// >>> ndoku.solve("12.3...4........").solution is None
/// True
#[pyfunction]
#[pyo3(signature = (puzzle, *, boxes=None, rules=None, seconds=None))]
pub(crate) fn solve(
    puzzle: &Bound<'_, PyAny>,
    boxes: Option<&str>,
    rules: Option<&str>,
    seconds: Option<f64>,
) -> PyResult<Answer> {
    let layout = Layout { boxes, rules };
    if layout.is_default()
        && seconds.is_none_or(|seconds| seconds >= 0.0)
        && let Some(answer) = solve_line(puzzle)
    {
        return Ok(answer);
    }
    let py = puzzle.py();
    let (record, kind) = read(puzzle, &layout)?;
    let puzzle = &record.puzzle;
    let solved = interrupt::run(py, seconds, |budget| {
        Solver::new().solve_within(puzzle, budget)
    })?;
    let Ok(report) = solved else {
        return Ok(Answer::new("stopped".to_owned(), None, None));
    };
    let grid = |solution: &Solution| kind.solution(py, puzzle, solution);
    Ok(match &report.verdict {
        Verdict::Unique(solution) => Answer::new("unique".to_owned(), Some(grid(solution)?), None),
        Verdict::Multiple(one, other) => {
            Answer::new("multiple".to_owned(), Some(grid(one)?), Some(grid(other)?))
        }
        Verdict::Unsolvable => Answer::new("none".to_owned(), None, None),
    })
}

/// Counts the solutions of a puzzle: all of them, or up to a limit.
///
/// >>> import ndoku
/// >>> ndoku.count("." * 81).number
/// 6670903752021072936960
/// >>> ndoku.count("." * 16, limit=100)
/// Count(100, False)
#[pyfunction]
#[pyo3(signature = (puzzle, limit=None, *, boxes=None, rules=None, seconds=None, threads=1))]
pub(crate) fn count(
    puzzle: &Bound<'_, PyAny>,
    limit: Option<u64>,
    boxes: Option<&str>,
    rules: Option<&str>,
    seconds: Option<f64>,
    threads: usize,
) -> PyResult<Count> {
    let (record, _) = read(puzzle, &Layout { boxes, rules })?;
    let threads = NonZeroUsize::new(threads)
        .ok_or_else(|| argument_error("threads", "a number from 1 is needed"))?;
    let limit = limit.map_or(CountLimit::UNLIMITED, CountLimit::new);
    let count = interrupt::run(puzzle.py(), seconds, |budget| {
        let threads = ThreadBudget::new(threads);
        Counter::new(&threads).count(&record.puzzle, limit, budget, &|_, _| {})
    })?;
    Ok(Count::new(count.number, count.is_exact()))
}

/// Rates the difficulty of a puzzle by se121, sukaku, ndoku or hodoku.
///
/// >>> import ndoku
/// >>> easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
/// >>> rating = ndoku.rate(easy)
/// >>> rating.er, rating.level, rating.technique
/// (1.2, 'beginner', 'Hidden Single')
#[pyfunction]
#[pyo3(signature = (puzzle, profile="se121", *, boxes=None, rules=None, seconds=None))]
pub(crate) fn rate(
    puzzle: &Bound<'_, PyAny>,
    profile: &str,
    boxes: Option<&str>,
    rules: Option<&str>,
    seconds: Option<f64>,
) -> PyResult<Rating> {
    let profile: Profile = profile
        .parse()
        .map_err(|error| argument_error("profile", error))?;
    let (record, _) = read(puzzle, &Layout { boxes, rules })?;
    let rated = interrupt::run(puzzle.py(), seconds, |budget| {
        Rater::new(profile).rate(&record.puzzle, budget)
    })?;
    let empty = |status: &str| Rating {
        status: status.to_owned(),
        er: None,
        ep: None,
        ed: None,
        level: None,
        technique: None,
        score: None,
    };
    let number = |step: ndoku::rating::HardestStep| {
        step.known()
            .and_then(|rating| rating.to_string().parse().ok())
    };
    match rated {
        Ok(RatingOutcome::Unique(rating)) => Ok(Rating {
            status: "unique".to_owned(),
            // A rating by scores has no ER, which would be on another scale.
            er: number(rating.puzzle).filter(|_| rating.score.is_none()),
            ep: number(rating.pearl),
            ed: number(rating.diamond),
            level: Some(rating.level.name().to_owned()),
            technique: rating.puzzle.technique.map(str::to_owned),
            score: rating.score,
        }),
        Ok(RatingOutcome::Multiple) => Ok(empty("multiple")),
        Ok(RatingOutcome::Unsolvable) => Ok(empty("none")),
        Err(RateError::Stopped(_)) => Ok(empty("stopped")),
        Err(error) => Err(NdokuError::new_err(error.to_string())),
    }
}

/// Returns the canonical form of a puzzle: pattern, minlex or solution. Equivalent puzzles have the
/// same form.
///
/// >>> import ndoku
/// >>> ndoku.canonical("1.......4......2") == ndoku.canonical("2......4.......1")
/// True
#[pyfunction]
#[pyo3(signature = (puzzle, form="pattern", *, boxes=None, rules=None, seconds=None))]
pub(crate) fn canonical(
    puzzle: &Bound<'_, PyAny>,
    form: &str,
    boxes: Option<&str>,
    rules: Option<&str>,
    seconds: Option<f64>,
) -> PyResult<Py<PyAny>> {
    let form: CanonicalForm = form
        .parse()
        .map_err(|error| argument_error("form", error))?;
    let (record, kind) = read(puzzle, &Layout { boxes, rules })?;
    let found = interrupt::run(puzzle.py(), seconds, |budget| {
        Canonicalizer::new().canonicalize(form, &record.puzzle, budget)
    })?;
    match found {
        Ok(found) => kind.grid(puzzle.py(), &record.puzzle, &found.form),
        Err(CanonicalError::Stopped(reason)) => Err(stopped(reason)),
        Err(error) => Err(NdokuError::new_err(error.to_string())),
    }
}

/// Returns whether a puzzle has one solution and no redundant clue.
///
/// >>> import ndoku
/// >>> ndoku.is_minimal("." * 81)
/// False
#[pyfunction]
#[pyo3(signature = (puzzle, *, boxes=None, rules=None, seconds=None))]
pub(crate) fn is_minimal(
    puzzle: &Bound<'_, PyAny>,
    boxes: Option<&str>,
    rules: Option<&str>,
    seconds: Option<f64>,
) -> PyResult<bool> {
    let (record, _) = read(puzzle, &Layout { boxes, rules })?;
    let found = interrupt::run(puzzle.py(), seconds, |budget| {
        let solved = Solver::new().solve_within(&record.puzzle, budget)?;
        Ok::<_, Interrupted>(
            matches!(solved.verdict, Verdict::Unique(_))
                && Minimizer::default()
                    .redundant(&record.puzzle, budget)?
                    .is_empty(),
        )
    })?;
    found.map_err(|interrupted| stopped(interrupted.reason))
}

/// Removes redundant clues in random order until every clue is needed.
///
/// >>> import ndoku
/// >>> easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
/// >>> ndoku.is_minimal(ndoku.minimize(easy, seed=1))
/// True
#[pyfunction]
#[pyo3(signature = (puzzle, seed=0, *, boxes=None, rules=None, seconds=None))]
pub(crate) fn minimize(
    puzzle: &Bound<'_, PyAny>,
    seed: u64,
    boxes: Option<&str>,
    rules: Option<&str>,
    seconds: Option<f64>,
) -> PyResult<Py<PyAny>> {
    let (record, kind) = read(puzzle, &Layout { boxes, rules })?;
    let py = puzzle.py();
    let found = interrupt::run(py, seconds, |budget| {
        let mut rng = Rng::stream(seed, 0);
        Minimizer::default().minimize(&record.puzzle, Symmetry::None, &mut rng, budget)
    })?;
    match found {
        Ok(found) => kind.grid(py, &record.puzzle, &numbers(&found)),
        Err(MinimizeError::Stopped(interrupted)) => Err(stopped(interrupted.reason)),
        Err(error) => Err(NdokuError::new_err(format!(
            "the puzzle cannot be reduced: {error}"
        ))),
    }
}

/// Returns whether a grid is a solution of a puzzle.
///
/// >>> import ndoku
/// >>> ndoku.is_solution("1...............", "1234341221434321")
/// True
#[pyfunction]
#[pyo3(signature = (puzzle, grid, *, boxes=None, rules=None))]
pub(crate) fn is_solution(
    puzzle: &Bound<'_, PyAny>,
    grid: &Bound<'_, PyAny>,
    boxes: Option<&str>,
    rules: Option<&str>,
) -> PyResult<bool> {
    let (record, _) = read(puzzle, &Layout { boxes, rules })?;
    let (grid, _) = read(grid, &Layout::default())?;
    let symbols = (record.puzzle.symbols(), grid.puzzle.symbols());
    let clues = grid.puzzle.clues().iter();
    // The two may have different symbols, if not all digits are clues.
    let digits: Option<Vec<Digit>> = clues
        .map(|digit| symbols.0.digit(symbols.1.symbol((*digit)?)))
        .collect();
    let solution = digits.and_then(|digits| Solution::new(record.puzzle.layout(), &digits).ok());
    Ok(solution.is_some_and(|solution| solution.solves(&record.puzzle)))
}

/// Draws a puzzle as SVG.
///
/// >>> import ndoku
/// >>> ndoku.draw("1...............").startswith("<svg")
/// True
#[pyfunction]
#[pyo3(signature = (puzzle, *, boxes=None, rules=None, theme="light"))]
pub(crate) fn draw(
    puzzle: &Bound<'_, PyAny>,
    boxes: Option<&str>,
    rules: Option<&str>,
    theme: &str,
) -> PyResult<String> {
    let (record, _) = read(puzzle, &Layout { boxes, rules })?;
    Puzzle::from_record(record).svg(theme)
}
