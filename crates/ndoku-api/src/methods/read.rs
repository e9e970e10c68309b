//! `read`: puzzles in any format, as numbers.

use std::ops::ControlFlow;

use ndoku::Budget;
use ndoku::format;
use serde::{Deserialize, Serialize};

use crate::object::deserialize_object;
use crate::{Api, Grid, Layout, Problem};

/// A text with puzzles.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "ReadRequest")
)]
pub struct Request {
    /// The text, in any format.
    pub text: String,
    /// The layout, where the text does not say it.
    #[serde(default, deserialize_with = "deserialize_object")]
    pub layout: Layout,
    /// At most so many puzzles and errors; 1,000 at most.
    #[serde(default = "default_limit")]
    pub limit: usize,
}

const fn default_limit() -> usize {
    100
}

/// What stands in the text.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "ReadResponse")
)]
pub struct Response {
    /// The puzzles that can be read, in order.
    pub puzzles: Vec<Grid>,
    /// What cannot be read, in order.
    pub errors: Vec<Problem>,
    /// Whether there is more than the limit.
    pub more: bool,
}

/// Reads a text.
///
/// # Errors
/// A layout that is none; whatever is wrong with single puzzles stands in the answer.
pub fn respond(_: &mut Api, request: &Request, budget: &Budget<'_>) -> Result<Response, Problem> {
    let options = request.layout.read_options()?;
    let limit = request.limit.clamp(1, 1_000);
    let mut answer = Response {
        puzzles: Vec::new(),
        errors: Vec::new(),
        more: false,
    };
    format::read(&request.text, &options, &mut |record| {
        if answer.puzzles.len() + answer.errors.len() == limit || budget.poll().is_some() {
            answer.more = true;
            return ControlFlow::Break(());
        }
        match record {
            Ok(record) => answer.puzzles.push(Grid::from_record(&record)),
            Err(error) => answer.errors.push(error.into()),
        }
        ControlFlow::Continue(())
    });
    Ok(answer)
}
