//! `convert`: a puzzle in another format.

use ndoku::Budget;
use ndoku::format::{self, WriteOptions};
use serde::{Deserialize, Serialize};

use crate::object::deserialize_object;
use crate::{Api, Layout, Problem, ProblemKind, PuzzleInput};

/// A puzzle to write.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "ConvertRequest")
)]
pub struct Request {
    /// The puzzle.
    pub puzzle: PuzzleInput,
    /// Its layout, where the text does not say it.
    #[serde(default, deserialize_with = "deserialize_object")]
    pub layout: Layout,
    /// The format; the method `formats` lists them.
    pub to: String,
}

/// The text.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "ConvertResponse")
)]
pub struct Response {
    /// The puzzle in that format.
    pub text: String,
    /// What the format cannot keep of it, in words.
    pub lost: Vec<&'static str>,
}

/// The largest puzzle that is written as clauses: these are 11 MB for 25×25, and grow with the fourth power of the size.
const MAX_DIMACS_SIZE: u8 = 25;

/// Writes a puzzle.
///
/// # Errors
/// A puzzle that cannot be read, a format that does not exist or cannot hold it.
pub fn respond(_: &mut Api, request: &Request, _: &Budget<'_>) -> Result<Response, Problem> {
    let record = request.puzzle.record(&request.layout)?;
    let format = format::find(&request.to).ok_or_else(|| {
        let hint = format::nearest(&request.to).map(|near| format!("did you mean `{near}`?"));
        Problem::new(
            ProblemKind::Malformed,
            format!("there is no format `{}`", request.to),
        )
        .maybe_hint(hint)
    })?;
    let unsupported = |message: String| Problem::new(ProblemKind::Unsupported, message);
    let writer = format
        .write
        .as_ref()
        .ok_or_else(|| unsupported(format!("the format {} can only be read", format.id)))?;
    if format.id == "dimacs" && record.puzzle.size() > MAX_DIMACS_SIZE {
        let hint = Some("the command `ndoku convert` writes larger ones".to_owned());
        return Err(unsupported(format!(
            "clauses of puzzles above {MAX_DIMACS_SIZE}×{MAX_DIMACS_SIZE} are too long an answer"
        ))
        .maybe_hint(hint));
    }
    let text = writer
        .all([&record], &WriteOptions::default())
        .map_err(|error| unsupported(error.to_string()))?;
    Ok(Response {
        text,
        lost: format
            .loses(&record)
            .into_iter()
            .map(format::Aspect::name)
            .collect(),
    })
}
