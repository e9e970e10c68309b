//! `generate`: puzzles to order, one after the other.

use std::collections::VecDeque;
use std::ops::RangeInclusive;
use std::sync::Mutex;

use ndoku::analysis::Symmetry;
use ndoku::generate::{DifficultyTarget, GenerateError, GeneratedPuzzle, Generator, Request};
use ndoku::rating::{Level, Profile};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::error::{NdokuError, layout_error, stopped};
use crate::puzzle::{Layout, Puzzle};
use crate::{argument_error, interrupt};

/// Maximum number of puzzles that are generated together. The first batches are smaller, so that
/// the first puzzles come soon.
const MAX_BATCH_SIZE: u64 = 256;

/// Maximum number of puzzles that are generated together if each takes long.
const MAX_SLOW_BATCH_SIZE: u64 = 16;

/// An iterator over generated puzzles.
#[pyclass(frozen, module = "ndoku")]
pub(crate) struct Generated {
    /// `true` if puzzles are returned as texts.
    is_text: bool,
    search: Mutex<Search>,
}

struct Search {
    /// A generator stays on its thread, so each batch creates one.
    request: Request,
    seed: u64,
    next: u64,
    end: u64,
    size: u64,
    max_size: u64,
    ready: VecDeque<Result<GeneratedPuzzle, GenerateError>>,
}

impl Search {
    /// Generates the next batch.
    fn fill(&mut self, py: Python<'_>) -> PyResult<()> {
        let end = self.end.min(self.next.saturating_add(self.size));
        let (request, seed, numbers) = (self.request.clone(), self.seed, self.next..end);
        let made = interrupt::run(py, None, |budget| {
            Generator::new(request)
                .map(|mut generator| generator.generate_batch(seed, numbers, budget))
        })?;
        let made = made.map_err(|error| NdokuError::new_err(error.to_string()))?;
        self.next = end;
        self.size = (2 * self.size).min(self.max_size);
        self.ready.extend(made);
        Ok(())
    }
}

#[pymethods]
impl Generated {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        // A loop in C, such as that of `list`, does not look for Ctrl-C.
        py.check_signals()?;
        let mut search = pyo3::sync::MutexExt::lock_py_attached(&self.search, py)
            .map_err(|_| NdokuError::new_err("an earlier call failed"))?;
        if search.ready.is_empty() && search.next < search.end {
            search.fill(py)?;
        }
        match search.ready.pop_front() {
            None => Ok(None),
            Some(Ok(made)) if self.is_text => Ok(Some(
                made.puzzle
                    .to_string()
                    .into_pyobject(py)?
                    .into_any()
                    .unbind(),
            )),
            Some(Ok(made)) => {
                let puzzle = Puzzle::from_record(made.puzzle.into());
                Ok(Some(puzzle.into_pyobject(py)?.into_any().unbind()))
            }
            Some(Err(GenerateError::Stopped(reason))) => Err(stopped(reason)),
            Some(Err(error)) => Err(NdokuError::new_err(error.to_string())),
        }
    }
}

/// Reads a number, or a range of two numbers with both ends.
fn range<T: Copy + for<'a, 'py> FromPyObject<'a, 'py>>(
    name: &str,
    value: &Bound<'_, PyAny>,
) -> PyResult<RangeInclusive<T>> {
    if let Ok(number) = value.extract::<T>() {
        return Ok(number..=number);
    }
    if let Ok((first, last)) = value.extract::<(T, T)>() {
        return Ok(first..=last);
    }
    Err(PyTypeError::new_err(format!(
        "{name} is a number, or a pair with the smallest and the largest"
    )))
}

/// Generates puzzles. The same seed gives the same puzzles on every machine.
///
/// clues and rating are a number, or a pair with the smallest and the largest. profile is the scale
/// of level or rating; the default is se121, and ndoku for levels of other layouts. Puzzles of the
/// layout 9×9 are texts. With boxes, rules or a size, each is a Puzzle.
///
/// >>> import ndoku
/// >>> puzzles = list(ndoku.generate(2, seed=42, symmetry="rotational"))
/// >>> puzzles[0]
/// '...7...5.........7...12496..37..2..5.6..1..9.9..5..81..82975...6.........1...8...'
/// >>> next(ndoku.generate(seed=1, size=6, rules="x")).size
/// 6
#[pyfunction]
#[pyo3(signature = (
    n=1, *, seed, clues=None, level=None, rating=None, profile=None, symmetry=None,
    minimal=false, size=None, boxes=None, rules=None, max_attempts=10_000,
))]
#[allow(clippy::too_many_arguments)] // Python passes them by name.
pub(crate) fn generate(
    n: u64,
    seed: u64,
    clues: Option<&Bound<'_, PyAny>>,
    level: Option<&str>,
    rating: Option<&Bound<'_, PyAny>>,
    profile: Option<&str>,
    symmetry: Option<&str>,
    minimal: bool,
    size: Option<u8>,
    boxes: Option<&str>,
    rules: Option<&str>,
    max_attempts: u64,
) -> PyResult<Generated> {
    let is_text = size.is_none() && boxes.is_none() && rules.is_none();
    let options = Layout { boxes, rules }.read_options()?;
    let layout = match size {
        Some(size) if boxes.is_none() && rules.is_none() => ndoku::Layout::for_size(size),
        _ => options.layout(size),
    };
    let layout = layout.map_err(layout_error)?;
    let mut request = Request::new(&layout).max_attempts(max_attempts);
    if let Some(clues) = clues {
        request = request.clues(range::<usize>("clues", clues)?);
    }
    if let Some(symmetry) = symmetry {
        let symmetry: Symmetry = symmetry
            .parse()
            .map_err(|error| argument_error("symmetry", error))?;
        request = request.symmetry(&[symmetry]);
    }
    if minimal {
        request = request.minimal();
    }
    let target = difficulty(&layout, level, rating, profile)?;
    if let Some(target) = target {
        request = request.difficulty(target);
    }
    let is_slow = target.is_some() || layout.size() > 9;
    // A request that contradicts itself fails here, not at the first puzzle.
    Generator::new(request.clone()).map_err(|error| NdokuError::new_err(error.to_string()))?;
    let search = Search {
        request,
        seed,
        // As in the command, the first puzzle has the number 1.
        next: 1,
        end: n.saturating_add(1),
        size: 1,
        max_size: if is_slow {
            MAX_SLOW_BATCH_SIZE
        } else {
            MAX_BATCH_SIZE
        },
        ready: VecDeque::new(),
    };
    Ok(Generated {
        is_text,
        search: Mutex::new(search),
    })
}

fn difficulty(
    layout: &ndoku::Layout,
    level: Option<&str>,
    rating: Option<&Bound<'_, PyAny>>,
    profile: Option<&str>,
) -> PyResult<Option<DifficultyTarget>> {
    let profile: Option<Profile> = profile
        .map(str::parse)
        .transpose()
        .map_err(|error| argument_error("profile", error))?;
    match (level, rating) {
        (Some(_), Some(_)) => Err(PyTypeError::new_err("give a level or a rating, not both")),
        (Some(level), None) => {
            let names = || Level::ALL.iter().map(|level| level.name());
            let found = Level::ALL.iter().find(|known| known.name() == level);
            let level = *found.ok_or_else(|| {
                let sentence = ndoku::names::unknown_name("level", level, names(), None);
                pyo3::exceptions::PyValueError::new_err(sentence)
            })?;
            let target = DifficultyTarget::for_level(level, layout);
            let profile = profile.unwrap_or(target.profile);
            if profile == Profile::Hodoku {
                let sentence = "the levels of hodoku cannot be generated; give a rating";
                return Err(argument_error("profile", sentence));
            }
            Ok(Some(DifficultyTarget { profile, ..target }))
        }
        (None, Some(rating)) => {
            let rating = range::<f64>("rating", rating)?;
            let profile = profile.unwrap_or(Profile::Se121);
            // Ratings have one decimal, and HoDoKu's scores none.
            let unit = if profile == Profile::Hodoku {
                1.0
            } else {
                10.0
            };
            let scaled =
                |rating: f64| (rating * unit).round().clamp(0.0, f64::from(u32::MAX)) as u32;
            Ok(Some(DifficultyTarget {
                profile,
                min: scaled(*rating.start()),
                max: scaled(*rating.end()),
            }))
        }
        (None, None) => Ok(None),
    }
}
