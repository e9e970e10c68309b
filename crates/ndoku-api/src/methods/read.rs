//! `read`: reads puzzles in any format, and returns them as numbers.

use std::ops::ControlFlow;

use ndoku::Budget;
use ndoku::format::{self, ReadOptions};
use serde::{Deserialize, Serialize};

use crate::object::deserialize_object;
use crate::problem::check_range;
use crate::{Api, GridResponse, Layout, Problem};

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
    /// The layout, if the text does not contain it.
    #[serde(default, deserialize_with = "deserialize_object")]
    pub layout: Layout,
    /// Maximum number of puzzles and errors, from 1 to 1,000.
    #[serde(default = "default_limit")]
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 1_000)))]
    pub limit: usize,
    /// Open puzzles without the rules and other demands that are not supported. The default refuses
    /// such puzzles.
    #[serde(default)]
    pub ignore_unsupported: bool,
}

const fn default_limit() -> usize {
    100
}

/// The puzzles of a text.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "ReadResponse")
)]
pub struct Response {
    /// The readable puzzles, in order.
    pub puzzles: Vec<GridResponse>,
    /// The errors, in order.
    pub errors: Vec<Problem>,
    /// `true` if the text holds more puzzles or errors than the limit.
    pub more: bool,
}

/// Reads a text.
///
/// # Errors
/// Fails for an invalid layout or limit. Errors of single puzzles are part of the response.
pub fn respond(_: &mut Api, request: &Request, budget: &Budget<'_>) -> Result<Response, Problem> {
    let options = ReadOptions {
        ignore_unsupported: request.ignore_unsupported,
        ..request.layout.read_options()?
    };
    let limit = check_range("limit", request.limit, 1..=1_000)?;
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
            Ok(record) => answer.puzzles.push(GridResponse::from_record(&record)),
            Err(error) => answer.errors.push(error.into()),
        }
        ControlFlow::Continue(())
    });
    Ok(answer)
}
