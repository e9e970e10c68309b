//! Lists of values in the OpenAPI document, from the registries of ndoku.
//!
//! The requests hold these values as text, so that a wrong one gets an error with a hint.

use schemars::{Schema, SchemaGenerator, json_schema};
use serde_json::{Value, json};

/// Returns the schema of one of these texts.
fn one_of<'a>(values: impl IntoIterator<Item = &'a str>) -> Schema {
    let values: Vec<&str> = values.into_iter().collect();
    json_schema!({ "type": "string", "enum": values })
}

/// Returns the schema of one of these texts or `null`.
fn optional<'a>(values: impl IntoIterator<Item = &'a str>) -> Schema {
    let values = values.into_iter().map(Value::from);
    let values: Vec<Value> = values.chain([Value::Null]).collect();
    json_schema!({ "type": ["string", "null"], "enum": values, "default": json!(null) })
}

/// Returns the schema of symbols of digits.
pub(crate) fn optional_symbols(_: &mut SchemaGenerator) -> Schema {
    optional(ndoku::Alphabet::NAMES.iter().map(|(name, _)| *name))
}

/// Returns the schema of the reasons why a search ends early.
#[cfg(any(feature = "solve", feature = "logic", feature = "generate"))]
pub(crate) fn stop_reason(_: &mut SchemaGenerator) -> Schema {
    one_of(["timeout", "guesses", "canceled"])
}

/// Returns the schema of the reasons why a count ends early.
#[cfg(feature = "solve")]
pub(crate) fn count_stop_reason(_: &mut SchemaGenerator) -> Schema {
    one_of(["limit", "timeout", "guesses", "canceled"])
}

/// Returns the schema of the methods of counting.
#[cfg(feature = "solve")]
pub(crate) fn count_method(_: &mut SchemaGenerator) -> Schema {
    one_of(ndoku::count::CountMethod::ALL.map(ndoku::count::CountMethod::name))
}

/// Returns the schema of a level or `null`.
#[cfg(any(feature = "logic", feature = "generate"))]
pub(crate) fn optional_level(_: &mut SchemaGenerator) -> Schema {
    optional(ndoku::rating::Level::ALL.map(ndoku::rating::Level::name))
}

/// Returns the schema of a rating profile.
#[cfg(feature = "logic")]
pub(crate) fn profile(_: &mut SchemaGenerator) -> Schema {
    one_of(ndoku::rating::Profile::ALL.map(ndoku::rating::Profile::name))
}

/// Returns the schema of a rating profile or `null`.
#[cfg(any(feature = "logic", feature = "generate"))]
pub(crate) fn optional_profile(_: &mut SchemaGenerator) -> Schema {
    optional(ndoku::rating::Profile::ALL.map(ndoku::rating::Profile::name))
}

/// Returns the schema of a symmetry or `null`.
#[cfg(feature = "generate")]
pub(crate) fn optional_symmetry(_: &mut SchemaGenerator) -> Schema {
    let all = ndoku::analysis::Symmetry::ALL.iter();
    optional(all.map(|symmetry| symmetry.name()))
}

/// Returns the schema of a kind of picture. PNG and PDF depend on the build of the server.
#[cfg(feature = "render")]
pub(crate) fn output(_: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "type": "string",
        "enum": ["text", "svg", "png", "pdf", "html", "markdown", "latex"],
        "default": "svg",
    })
}

/// Returns the schema of a theme or `null`.
#[cfg(feature = "render")]
pub(crate) fn optional_theme(_: &mut SchemaGenerator) -> Schema {
    let themes = ndoku::render::theme::THEMES.iter();
    optional(themes.map(|theme| theme.name))
}
