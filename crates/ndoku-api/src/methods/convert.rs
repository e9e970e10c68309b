//! `convert`: a puzzle in another format.

use ndoku::Budget;
use ndoku::format::{self, WriteOptions};
use serde::{Deserialize, Serialize};

use crate::object::object;
use crate::{Api, Kind, Layout, Problem, Written};

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
    pub puzzle: Written,
    /// Its layout, where the text does not say it.
    #[serde(default, deserialize_with = "object")]
    pub layout: Layout,
    /// The format; the method `formats` lists them.
    pub to: String,
}

/// The text.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "ConvertAnswer")
)]
pub struct Answer {
    /// The puzzle in that format.
    pub text: String,
    /// What the format cannot keep of it, in words.
    pub lost: Vec<&'static str>,
}

/// The largest puzzle that is written as clauses: these are 11 MB for 25×25, and grow with the fourth power of the size.
const LARGEST_AS_CLAUSES: u8 = 25;

/// Writes a puzzle.
///
/// # Errors
/// A puzzle that cannot be read, a format that does not exist or cannot hold it.
pub fn answer(_: &mut Api, request: &Request, _: &Budget<'_>) -> Result<Answer, Problem> {
    let record = request.puzzle.record(&request.layout)?;
    let format = format::find(&request.to).ok_or_else(|| {
        let hint = format::suggest(&request.to).map(|near| format!("did you mean `{near}`?"));
        Problem::new(
            Kind::Malformed,
            format!("there is no format `{}`", request.to),
        )
        .maybe_hint(hint)
    })?;
    let unsupported = |message: String| Problem::new(Kind::Unsupported, message);
    let writer = format
        .write
        .as_ref()
        .ok_or_else(|| unsupported(format!("the format {} can only be read", format.id)))?;
    if format.id == "dimacs" && record.puzzle.size() > LARGEST_AS_CLAUSES {
        let hint = Some("the command `ndoku convert` writes larger ones".to_owned());
        return Err(unsupported(format!("clauses of puzzles above {LARGEST_AS_CLAUSES}×{LARGEST_AS_CLAUSES} are too long an answer"))
            .maybe_hint(hint));
    }
    let text = writer
        .write_all([&record], &WriteOptions::default())
        .map_err(|error| unsupported(error.to_string()))?;
    Ok(Answer {
        text,
        lost: format
            .unsupported(&record)
            .into_iter()
            .map(format::Feature::name)
            .collect(),
    })
}
