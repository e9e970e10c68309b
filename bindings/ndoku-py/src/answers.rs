//! The answers to questions about one puzzle.

use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// Writes a text as Python writes it.
pub(crate) fn repr(value: &Bound<'_, PyAny>) -> String {
    value
        .repr()
        .map_or_else(|_| "?".to_owned(), |text| text.to_string())
}

/// Compares two values. NumPy compares arrays cell by cell, and none of different shapes.
fn is_equal(one: &Bound<'_, PyAny>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
    if let (Ok(shape), Ok(other)) = (one.getattr("shape"), other.getattr("shape"))
        && shape.ne(other)?
    {
        return Ok(false);
    }
    let equal = one.rich_compare(other, CompareOp::Eq)?;
    if equal.hasattr("all")? {
        equal.call_method0("all")?.is_truthy()
    } else {
        equal.is_truthy()
    }
}

/// The solutions of a puzzle: none, one, or several.
///
/// An answer is true if there is exactly one solution.
#[pyclass(frozen, module = "ndoku", get_all)]
#[derive(Debug)]
pub(crate) struct Answer {
    /// unique, multiple, none or stopped.
    status: String,
    /// The only solution, or the first of several, in the kind of the puzzle.
    solution: Option<Py<PyAny>>,
    /// Another solution, if there are several.
    second: Option<Py<PyAny>>,
}

#[pymethods]
impl Answer {
    #[new]
    #[pyo3(signature = (status, solution=None, second=None))]
    pub(crate) fn new(
        status: String,
        solution: Option<Py<PyAny>>,
        second: Option<Py<PyAny>>,
    ) -> Self {
        Self {
            status,
            solution,
            second,
        }
    }

    fn __bool__(&self) -> bool {
        self.status == "unique"
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let mut text = format!("Answer({:?}", self.status);
        for value in [&self.solution, &self.second].into_iter().flatten() {
            text += ", ";
            text += &repr(value.bind(py));
        }
        text + ")"
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let py = other.py();
        let Ok(other) = other.cast::<Self>() else {
            return Ok(false);
        };
        let (own, other) = (self.parts(py)?, other.get().parts(py)?);
        own.iter()
            .zip(other.iter())
            .try_fold(true, |are_equal, (one, other)| {
                Ok(are_equal && is_equal(&one, &other)?)
            })
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.parts(py)?.hash()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        (py.get_type::<Self>(), self.parts(py)?).into_pyobject(py)
    }
}

impl Answer {
    fn parts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        (&self.status, &self.solution, &self.second).into_pyobject(py)
    }
}

/// A number of solutions.
#[pyclass(frozen, eq, hash, module = "ndoku", get_all)]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Count {
    /// The number of solutions, or a lower bound on it.
    number: u128,
    /// True if there are no more.
    exact: bool,
}

#[pymethods]
impl Count {
    #[new]
    pub(crate) fn new(number: u128, exact: bool) -> Self {
        Self { number, exact }
    }

    fn __int__(&self) -> u128 {
        self.number
    }

    fn __bool__(&self) -> bool {
        self.number > 0
    }

    fn __repr__(&self) -> String {
        let exact = if self.exact { "True" } else { "False" };
        format!("Count({}, {exact})", self.number)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        (py.get_type::<Self>(), (self.number, self.exact)).into_pyobject(py)
    }
}

/// The difficulty of a puzzle.
///
/// A rating is true if the puzzle has exactly one solution.
#[pyclass(frozen, eq, module = "ndoku", get_all)]
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Rating {
    /// unique, multiple, none or stopped. Only puzzles with one solution have numbers.
    pub(crate) status: String,
    /// The rating of the hardest step.
    pub(crate) er: Option<f64>,
    /// The rating of the hardest step up to the first placement.
    pub(crate) ep: Option<f64>,
    /// The rating of the first step.
    pub(crate) ed: Option<f64>,
    /// The level in a word.
    pub(crate) level: Option<String>,
    /// The technique of the hardest step.
    pub(crate) technique: Option<String>,
    /// The score, by the profile hodoku.
    pub(crate) score: Option<u32>,
}

#[pymethods]
impl Rating {
    #[new]
    #[pyo3(signature = (status, er=None, ep=None, ed=None, level=None, technique=None, score=None))]
    fn new(
        status: String,
        er: Option<f64>,
        ep: Option<f64>,
        ed: Option<f64>,
        level: Option<String>,
        technique: Option<String>,
        score: Option<u32>,
    ) -> Self {
        Self {
            status,
            er,
            ep,
            ed,
            level,
            technique,
            score,
        }
    }

    fn __bool__(&self) -> bool {
        self.status == "unique"
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Rating{}", self.parts(py)?.repr()?))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        (py.get_type::<Self>(), self.parts(py)?).into_pyobject(py)
    }
}

impl Rating {
    fn parts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        (
            &self.status,
            self.er,
            self.ep,
            self.ed,
            &self.level,
            &self.technique,
            self.score,
        )
            .into_pyobject(py)
    }
}
