//! [`METHODS`], the registry of all methods. The server routes them, the page calls them, and the
//! OpenAPI document describes them.

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

/// A method of the API.
#[derive(Debug)]
pub struct Method {
    /// The name. The server path is `/v1/` and the name.
    pub name: &'static str,
    /// A sentence about the method.
    pub summary: &'static str,
    /// A valid request, for tests and documentation.
    pub example: &'static str,
    pub(crate) call: fn(&mut Api, &str, &Budget<'_>) -> Result<String, Problem>,
    /// Generates the schemas of the request and the response.
    #[cfg(feature = "schema")]
    pub(crate) schemas: fn(&mut schemars::SchemaGenerator) -> [schemars::Schema; 2],
}

/// Creates the registry entry of a method from its module with `Request`, `Response` and `respond`.
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

/// All methods, in the order of the documentation.
pub const METHODS: &[Method] = &[
    method!(
        "read",
        self::read,
        "Reads puzzles in any format, and returns them as numbers with everything needed to draw \
        them",
        r#"{"text":"1...\n..2.\n.3..\n...4\n"}"#
    ),
    #[cfg(feature = "solve")]
    method!(
        "solve",
        self::solve,
        "Finds the solution and whether it is unique, or several solutions",
        r#"{"puzzle":"1.....2..3.....4"}"#
    ),
    #[cfg(feature = "solve")]
    method!(
        "count",
        self::count,
        "Counts all solutions, exactly where possible",
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
        "Lists all conflicts between the digits of a grid",
        r#"{"puzzle":"11.............."}"#
    ),
    #[cfg(feature = "logic")]
    method!(
        "hint",
        self::hint,
        "Returns the next step from any state, with hints from a nudge to the full reason, or the \
        mistakes",
        r#"{"puzzle":"1.....2..3.....4"}"#
    ),
    #[cfg(feature = "logic")]
    method!(
        "path",
        self::path,
        "Returns the solution path, step by step",
        r#"{"puzzle":"1.....2..3.....4"}"#
    ),
    #[cfg(feature = "logic")]
    method!(
        "rate",
        self::rate,
        "Rates the difficulty of a puzzle",
        r#"{"puzzle":"1.....2..3.....4"}"#
    ),
    #[cfg(feature = "generate")]
    method!(
        "generate",
        self::generate,
        "Generates puzzles with the requested properties",
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

/// Returns the name of the reason why a search ended early.
///
/// # Errors
/// Returns a problem for internal errors, and for puzzles that no engine supports.
#[cfg(any(feature = "solve", feature = "logic", feature = "generate"))]
pub(crate) fn stop_reason_name(reason: StopReason) -> Result<&'static str, Problem> {
    match reason {
        StopReason::Internal => Err(Problem::new(ProblemKind::Internal, reason.to_string())),
        StopReason::Unsupported => Err(Problem::new(ProblemKind::Unsupported, reason.to_string())),
        _ => Ok(reason.name()),
    }
}
