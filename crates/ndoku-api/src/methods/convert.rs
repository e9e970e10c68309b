//! `convert`: writes a puzzle in another format.

use ndoku::Budget;
use ndoku::format::{self, LEFT_OUT, WriteOptions};
use serde::{Deserialize, Serialize};

use crate::object::deserialize_object;
#[cfg(feature = "schema")]
use crate::schema;
use crate::{Api, Layout, Problem, ProblemKind, PuzzleInput};

/// A puzzle to convert.
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
    /// The layout, if the text does not contain it.
    #[serde(default, deserialize_with = "deserialize_object")]
    pub layout: Layout,
    /// The target format. The method `formats` lists all formats. The other names that the command
    /// accepts are accepted, too.
    #[cfg_attr(feature = "schema", schemars(with = "schema::FormatName"))]
    pub to: String,
}

/// The converted puzzle.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "ConvertResponse")
)]
pub struct Response {
    /// The puzzle in the target format.
    pub text: String,
    /// The names of the features that the format cannot represent.
    pub lost: Vec<&'static str>,
}

/// Maximum size of a puzzle in DIMACS. The clauses take 11 MB for 25×25, and grow with the fourth
/// power of the size.
const MAX_DIMACS_SIZE: u8 = 25;

/// Converts a puzzle.
///
/// # Errors
/// Fails for a puzzle that cannot be read, an unknown format, and a format that cannot represent
/// it.
pub fn respond(_: &mut Api, request: &Request, _: &Budget<'_>) -> Result<Response, Problem> {
    let record = request.puzzle.record(&request.layout)?;
    let format = format::find(&request.to).ok_or_else(|| {
        let hint = format::suggest(&request.to).map(|near| format!("did you mean `{near}`?"));
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
        let hint = Some("the command `ndoku convert` writes larger puzzles".to_owned());
        return Err(unsupported(format!(
            "puzzles above {MAX_DIMACS_SIZE}×{MAX_DIMACS_SIZE} have too many clauses for a response"
        ))
        .maybe_hint(hint));
    }
    let text = writer
        .write_all([&record], &WriteOptions::default())
        .map_err(|error| match error.0 {
            left_out if left_out == LEFT_OUT => Problem::new(ProblemKind::NotImplemented, left_out),
            message => unsupported(message),
        })?;
    Ok(Response {
        text,
        lost: format
            .unsupported(&record)
            .into_iter()
            .map(format::Feature::name)
            .collect(),
    })
}
