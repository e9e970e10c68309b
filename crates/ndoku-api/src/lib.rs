//! ndoku as requests and responses in JSON, for the worker of the web page and for the server.
//!
//! ```text
//! name, JSON ─▶ Api::call ─▶ METHODS ─▶ typed request ─▶ the facade ─▶ typed response ─▶ JSON
//!                                            └─▶ Problem (RFC 9457): the error and its place
//! ```
//!
//! | file | content |
//! |---|---|
//! | `puzzle_input` | a puzzle in a request, as text in any format or as numbers, and its layout |
//! | `grid` | a puzzle in a response |
//! | `decoration` | the picture of a rule in a response |
//! | `step` | a logical step in a response, with its highlights |
//! | `problem` | errors |
//! | `object` | requests are JSON objects, not arrays |
//! | `methods/` | one file per method, with its request, its response and its function |
//! | `render` | pictures and pages (feature `render`) |
//! | `photo` | puzzles in photographs (feature `photo`) |
//! | `openapi` | the OpenAPI document of all methods (feature `schema`) |
//! | `schema` | lists of values in the document (feature `schema`) |
//!
//! Cells are numbers from 0, row by row. Digits are numbers from 1 to N, and 0 stands for a blank.
//! The response of `read` contains the symbols of a puzzle. Texts are for people. They use the
//! symbols of the puzzle and cell names such as r1c1.
//!
//! ```
//! use ndoku::Budget;
//! use ndoku_api::Api;
//!
//! let mut api = Api::new();
//! let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let request = format!(r#"{{"puzzle": "{text}"}}"#);
//! let response = api.call("solve", &request, &Budget::default())?;
//! assert!(response.starts_with(r#"{"status":"unique","solutions":[[5,3,4,6,7,8,9,1,2,"#));
//!
//! let problem = api.call("solve", r#"{"puzzle": "53..7"}"#, &Budget::default()).unwrap_err();
//! assert_eq!(problem.status(), 422);
//! # Ok::<(), ndoku_api::Problem>(())
//! ```
//!
//! The crate reads no clock and starts no thread. The caller limits the time with the [`Budget`].
#![forbid(unsafe_code)]

mod decoration;
mod grid;
mod methods;
mod object;
#[cfg(feature = "schema")]
mod openapi;
#[cfg(feature = "photo")]
pub mod photo;
mod problem;
mod puzzle_input;
#[cfg(feature = "render")]
pub mod render;
#[cfg(feature = "schema")]
mod schema;
#[cfg(feature = "logic")]
mod step;

pub use decoration::{Decoration, DecorationKind};
pub use grid::{GridResponse, House, HouseKind};
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
pub use step::{CellDigit, Highlight, Mistake, StepResponse};

/// Handles requests, one after the other. Keep one value per thread for many requests: it caches
/// tables, but no requests.
#[derive(Debug, Default)]
pub struct Api {
    #[cfg(any(feature = "solve", feature = "logic"))]
    solver: ndoku::Solver,
    #[cfg(feature = "logic")]
    raters: Vec<(ndoku::rating::Profile, ndoku::rating::Rater)>,
    /// The source of seeds for requests without one.
    #[cfg(feature = "generate")]
    random_seed: Option<fn() -> u64>,
}

impl Api {
    /// Creates a value without cached tables.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the source of random seeds for requests that have none. Without it, the seed is 1. A
    /// seed has at most 53 bits, so that JavaScript reads it exactly.
    #[cfg(feature = "generate")]
    #[must_use]
    pub fn with_random_seeds(self, random_seed: fn() -> u64) -> Self {
        Self {
            random_seed: Some(random_seed),
            ..self
        }
    }

    /// Calls a method with a request in JSON, and returns its response in JSON, on one line.
    ///
    /// # Errors
    /// Returns a [`Problem`] if the method does not exist, the request is malformed or the puzzle
    /// cannot be read. Most methods also refuse contradictory clues. A puzzle without a solution
    /// and an exhausted budget are responses, not errors.
    pub fn call(
        &mut self,
        method: &str,
        request: &str,
        budget: &Budget<'_>,
    ) -> Result<String, Problem> {
        let found = METHODS.iter().find(|known| known.name == method);
        let found = found.ok_or_else(|| {
            let near = ndoku::names::suggest(method, METHODS.iter().map(|known| known.name));
            Problem::new(
                ProblemKind::UnknownMethod,
                format!("there is no method `{method}`"),
            )
            .maybe_hint(near.map(|near| format!("did you mean `{near}`?")))
        })?;
        (found.call)(self, request, budget)
    }
}
