//! Drawings and settings of f-puzzles that mean nothing for a solution. A record keeps them as JSON
//! texts in [`Metadata::extra`], so they can be written again.

use super::super::Metadata;
use super::super::spanned_json::{Members, Source, is_null, member};
use super::keys::{self, HARMLESS, KEPT, KEPT_CELLS};

/// Adds the drawings and settings of a puzzle to its metadata. Drawings of a rule whose key is
/// present are left out. `colors` are members of an object.
pub(super) fn read<'a>(
    source: &Source<'a>,
    members: &Members<'a>,
    colors: &[String],
    metadata: &mut Metadata,
) {
    let mut keep = |name: String, text: String| metadata.extra.push((name, text));
    for (name, _) in HARMLESS.iter().filter(|(_, is_kept)| *is_kept) {
        let Some(part) = member(members, name).filter(|part| !is_null(part)) else {
            continue;
        };
        let text = if part.starts_with('[') {
            drawings(source, members, part)
        } else {
            Some(minified(part)).filter(|text| text != "{}" && text != "\"\"")
        };
        if let Some(text) = text {
            keep(format!("{KEPT}{name}"), text);
        }
    }
    if !colors.is_empty() {
        keep(KEPT_CELLS.to_owned(), format!("{{{}}}", colors.join(",")));
    }
}

/// Returns the elements of a list that do not belong to a rule, unless there are none.
fn drawings<'a>(source: &Source<'a>, members: &Members<'a>, part: &'a str) -> Option<String> {
    let of_rule = |element: &&str| {
        let object = element
            .starts_with('{')
            .then(|| source.object(element, "a drawing").ok())
            .flatten()
            .unwrap_or_default();
        member(&object, "fromConstraint")
            .and_then(|from| keys::origin(&source.loose(from)))
            .and_then(|key| member(members, key))
            .is_some_and(|rules| rules.starts_with('[') && minified(rules) != "[]")
    };
    let elements = source.list(part, "drawings").ok()?;
    let kept: Vec<String> = elements
        .into_iter()
        .filter(|element| !of_rule(element))
        .map(minified)
        .collect();
    (!kept.is_empty()).then(|| format!("[{}]", kept.join(",")))
}

/// Returns a JSON text without the white space between its parts.
pub(super) fn minified(part: &str) -> String {
    let (mut is_text, mut is_escaped) = (false, false);
    part.chars()
        .filter(|mark| {
            let is_kept = is_text || !mark.is_whitespace();
            if *mark == '"' && !is_escaped {
                is_text = !is_text;
            }
            is_escaped = is_text && *mark == '\\' && !is_escaped;
            is_kept
        })
        .collect()
}

/// Removes the drawings and settings from the metadata, and returns them by their keys. The colors
/// of the cells are last, under [`KEPT_CELLS`].
pub(super) fn take(metadata: &mut Metadata) -> Vec<(String, String)> {
    let is_kept = |(name, text): &(String, String)| {
        let key = name.strip_prefix(KEPT).unwrap_or_default();
        let is_key = HARMLESS
            .iter()
            .any(|(known, is_kept)| *is_kept && *known == key);
        (is_key || name == KEPT_CELLS)
            && serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok()
    };
    let (kept, rest) = std::mem::take(&mut metadata.extra)
        .into_iter()
        .partition(is_kept);
    metadata.extra = rest;
    kept
}
