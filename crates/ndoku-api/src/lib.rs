//! ndoku as questions and answers in JSON: what the page in the browser asks its worker, and what anybody asks the server.
//!
//! ```text
//! name, JSON ─▶ Api::call ─▶ METHODS ─▶ a request, typed ─▶ the facade ─▶ an answer, typed ─▶ JSON
//!                                            └─▶ Problem (RFC 9457): what is wrong with it, and where
//! ```
//!
//! | file | |
//! |---|---|
//! | `puzzle_input` | a puzzle in a request: text in any format, or numbers; and the layout that is asked for |
//! | `grid` | a puzzle in an answer |
//! | `step` | a step of reasoning in an answer, with its marks |
//! | `problem` | what can go wrong |
//! | `object` | requests are objects, not lists |
//! | `methods/` | a file for each method: its request, its answer, what it does |
//! | `render` | pictures and pages (feature `render`) |
//! | `openapi` | the description of all methods for programs (feature `schema`) |
//!
//! Everywhere cells are numbers from 0, row by row, and digits numbers from 1 to N; 0 stands for a blank. The symbols of a puzzle stand in what `read` answers. Texts are
//! for people and use the puzzle's symbols and names such as r1c1.
//!
//! ```
//! use ndoku::Budget;
//! use ndoku_api::Api;
//!
//! let mut api = Api::new();
//! let asked = r#"{"puzzle": "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"}"#;
//! let answer = api.call("solve", asked, &Budget::default())?;
//! assert!(answer.starts_with(r#"{"status":"unique","solutions":[[5,3,4,6,7,8,9,1,2,"#));
//!
//! let problem = api.call("solve", r#"{"puzzle": "53..7"}"#, &Budget::default()).unwrap_err();
//! assert_eq!(problem.status(), 422);
//! # Ok::<(), ndoku_api::Problem>(())
//! ```
//!
//! Nothing here reads a clock or starts a thread: how long an answer may take is up to the [`Budget`] of the caller.
#![forbid(unsafe_code)]

mod grid;
mod methods;
mod object;
#[cfg(feature = "schema")]
mod openapi;
mod problem;
mod puzzle_input;
#[cfg(feature = "render")]
pub mod render;
#[cfg(feature = "logic")]
mod step;

pub use grid::{Grid, House};
#[cfg(feature = "generate")]
pub use methods::generate;
pub use methods::{METHODS, Method, check, convert, lists, read};
#[cfg(feature = "solve")]
pub use methods::{candidates, count, solve};
#[cfg(feature = "logic")]
pub use methods::{hint, path, rate};
use ndoku::Budget;
#[cfg(feature = "schema")]
pub use openapi::openapi;
pub use problem::{Problem, ProblemKind};
pub use puzzle_input::{GridInput, Layout, PuzzleInput};
#[cfg(feature = "logic")]
pub use step::{CellDigit, Mark, Mistake, StepResponse};

/// Answers requests, one after the other. Keep one for many, one for each thread: it remembers tables, and nothing of what was asked.
#[derive(Debug, Default)]
pub struct Api {
    #[cfg(any(feature = "solve", feature = "logic"))]
    solver: ndoku::Solver,
    #[cfg(feature = "logic")]
    raters: Vec<(ndoku::rating::Profile, ndoku::rating::Rater)>,
}

impl Api {
    /// One that was asked nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Calls the method of this name with a request in JSON, and gives its answer in JSON, on one line.
    ///
    /// # Errors
    /// [`Problem`]: there is no such method, the request is not as it must be, the puzzle cannot be read, or contradicts itself where that makes no sense. That a puzzle
    /// has no solution, or that the budget ran out, is an answer.
    pub fn call(
        &mut self,
        method: &str,
        request: &str,
        budget: &Budget<'_>,
    ) -> Result<String, Problem> {
        let found = METHODS.iter().find(|known| known.name == method);
        let found = found.ok_or_else(|| {
            let near = ndoku::nearest(method, METHODS.iter().map(|known| known.name));
            Problem::new(
                ProblemKind::UnknownMethod,
                format!("there is no method `{method}`"),
            )
            .maybe_hint(near.map(|near| format!("did you mean `{near}`?")))
        })?;
        (found.call)(self, request, budget)
    }
}
