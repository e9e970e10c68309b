//! [`METHODS`], the registry of all that can be asked: what the server routes, the page calls and the OpenAPI document describes.

#[cfg(feature = "solve")]
pub mod candidates;
pub mod check;
pub mod convert;
#[cfg(feature = "solve")]
pub mod count;
#[cfg(feature = "generate")]
pub mod generate;
#[cfg(feature = "logic")]
pub mod hint;
pub mod lists;
#[cfg(feature = "logic")]
pub mod path;
#[cfg(feature = "logic")]
pub mod rate;
pub mod read;
#[cfg(feature = "solve")]
pub mod solve;

use ndoku::Budget;
#[cfg(any(feature = "solve", feature = "logic", feature = "generate"))]
use ndoku::StopReason;

use crate::object::Object;
use crate::{Api, Problem, ProblemKind};

/// Something that can be asked.
#[derive(Debug)]
pub struct Method {
    /// Its name: the server has it at `/v1/` and this.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub summary: &'static str,
    /// A request as it may be sent; tests and documentation use it.
    pub example: &'static str,
    pub(crate) call: fn(&mut Api, &str, &Budget<'_>) -> Result<String, Problem>,
    /// The schemas of request and answer.
    #[cfg(feature = "schema")]
    pub(crate) schemas: fn(&mut schemars::SchemaGenerator) -> [schemars::Schema; 2],
}

/// An entry of the registry, from the file of the method: its `Request`, its `Response` and its function `answer`.
macro_rules! method {
    ($name:literal, $module:path, $summary:literal, $example:literal) => {{
        use $module as module;
        Method {
            name: $name,
            summary: $summary,
            example: $example,
            call: |api, request, budget| {
                let Object(request) = serde_json::from_str::<Object<module::Request>>(request)?;
                let answer = module::respond(api, &request, budget)?;
                serde_json::to_string(&answer)
                    .map_err(|error| Problem::new(ProblemKind::Internal, error.to_string()))
            },
            #[cfg(feature = "schema")]
            schemas: |generator| {
                [
                    generator.subschema_for::<module::Request>(),
                    generator.subschema_for::<module::Response>(),
                ]
            },
        }
    }};
}

/// All, in the order of documentation.
pub const METHODS: &[Method] = &[
    method!(
        "read",
        self::read,
        "Reads puzzles in any format, and shows them as numbers with all that a drawing needs",
        r#"{"text":"1...\n..2.\n.3..\n...4\n"}"#
    ),
    #[cfg(feature = "solve")]
    method!(
        "solve",
        self::solve,
        "Finds the solution and whether it is the only one, or several solutions",
        r#"{"puzzle":"1.....2..3.....4"}"#
    ),
    #[cfg(feature = "solve")]
    method!(
        "count",
        self::count,
        "Counts all solutions, exactly wherever that can be had",
        r#"{"puzzle":"1..............."}"#
    ),
    #[cfg(feature = "solve")]
    method!(
        "candidates",
        self::candidates,
        "Finds the true candidates: the digits that each cell has in some solution",
        r#"{"puzzle":"1.....2..3......"}"#
    ),
    method!(
        "check",
        self::check,
        "Names every conflict between the digits of a grid",
        r#"{"puzzle":"11.............."}"#
    ),
    #[cfg(feature = "logic")]
    method!(
        "hint",
        self::hint,
        "Gives the next step from any state, from a nudge to the whole reason, and names mistakes",
        r#"{"puzzle":"1.....2..3.....4"}"#
    ),
    #[cfg(feature = "logic")]
    method!(
        "path",
        self::path,
        "Gives the whole way to the solution, step by step",
        r#"{"puzzle":"1.....2..3.....4"}"#
    ),
    #[cfg(feature = "logic")]
    method!(
        "rate",
        self::rate,
        "Says how hard a puzzle is",
        r#"{"puzzle":"1.....2..3.....4"}"#
    ),
    #[cfg(feature = "generate")]
    method!(
        "generate",
        self::generate,
        "Makes puzzles to order",
        r#"{"layout":{"box":"2x2"},"seed":1}"#
    ),
    method!(
        "convert",
        self::convert,
        "Writes a puzzle in another format",
        r#"{"puzzle":"1.....2..3.....4","to":"grid"}"#
    ),
    method!(
        "formats",
        self::lists::formats,
        "Lists the formats that can be read and written",
        "{}"
    ),
    method!(
        "rules",
        self::lists::rules,
        "Lists the rules that can be added to a layout",
        "{}"
    ),
    #[cfg(feature = "logic")]
    method!(
        "techniques",
        self::lists::techniques,
        "Lists the techniques, easiest first",
        "{}"
    ),
];

/// Why a search ended early, as a word of an answer.
///
/// # Errors
/// A fault of an engine, which is no answer, and what no engine can do.
#[cfg(any(feature = "solve", feature = "logic", feature = "generate"))]
pub(crate) fn stop_reason_name(reason: StopReason) -> Result<&'static str, Problem> {
    match reason {
        StopReason::Fault => Err(Problem::new(ProblemKind::Internal, reason.to_string())),
        StopReason::Unsupported => Err(Problem::new(ProblemKind::Unsupported, reason.to_string())),
        StopReason::Guesses => Ok("guesses"),
        StopReason::Flag => Ok("cancelled"),
        StopReason::Time => Ok("time"),
    }
}
