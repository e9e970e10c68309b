//! `Solutions`: the solutions of a puzzle, one after the other.

use std::sync::Mutex;
use std::time::Duration;

use ndoku::{SolutionIter, SolveOptions, Solver};
use pyo3::prelude::*;

use crate::error::stopped;
use crate::puzzle::{Kind, Layout, read};

/// The time between two looks for Ctrl-C.
const CHECK_INTERVAL: Duration = Duration::from_millis(100);

/// An iterator over solutions. A thread of its own searches ahead.
#[pyclass(frozen, module = "ndoku")]
pub(crate) struct Solutions {
    puzzle: ndoku::Puzzle,
    kind: Kind,
    search: Mutex<SolutionIter>,
}

#[pymethods]
impl Solutions {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        loop {
            // Before a solution is taken, because an exception would lose it.
            py.check_signals()?;
            let next = py.detach(|| match self.search.lock() {
                Ok(mut search) => search.next_within(CHECK_INTERVAL),
                Err(_) => Some(None),
            });
            match next {
                None => {}
                Some(None) => return Ok(None),
                Some(Some(Ok(solution))) => {
                    return self.kind.solution(py, &self.puzzle, &solution).map(Some);
                }
                Some(Some(Err(reason))) => return Err(stopped(reason)),
            }
        }
    }
}

/// Returns an iterator over the solutions of a puzzle, in no fixed order.
///
/// >>> import ndoku
/// >>> len(set(ndoku.solutions("................")))
/// 288
#[pyfunction]
#[pyo3(signature = (puzzle, limit=None, *, boxes=None, rules=None))]
pub(crate) fn solutions(
    puzzle: &Bound<'_, PyAny>,
    limit: Option<u64>,
    boxes: Option<&str>,
    rules: Option<&str>,
) -> PyResult<Solutions> {
    let (record, kind) = read(puzzle, &Layout { boxes, rules })?;
    let mut options = SolveOptions::default();
    options.limit = limit;
    let search = Solver::with_options(options).solutions(&record.puzzle);
    Ok(Solutions {
        puzzle: record.puzzle,
        kind,
        search: Mutex::new(search),
    })
}
