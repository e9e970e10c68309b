//! The commands `ndoku formats` and `ndoku rules`: lists of the registries.

use ndoku::constraint::{RULES, Rule};
use ndoku::format::{self, Feature, Format};
use serde_json::json;

use super::help::{WIDTH, wrap};
use crate::args::{FormatsArgs, RulesArgs};
use crate::context::Context;
use crate::error::CliError;
use crate::exit_code::ExitCode;
use crate::progress::format_count;
use crate::sink::Sink;

/// All formats by id, in the order of the lists: by kind, the most common first. [`FORMATS`] has
/// the order of detection.
pub(super) const FORMAT_GROUPS: &[(&str, &[&str])] = &[
    (
        "Lines, one puzzle each",
        &["line", "pair", "jigsaw", "sukaku"],
    ),
    (
        "Grids of rows",
        &["grid", "rows", "spaced", "pm", "s0", "rules", "cpan"],
    ),
    ("Tables and JSON", &["csv", "tsv", "json", "ndjson"]),
    (
        "Files of other programs",
        &[
            "sdk",
            "sdx",
            "ss",
            "hodoku",
            "opensudoku",
            "fpuzzles",
            "sumocue",
            "dimacs",
        ],
    ),
    (
        "Links and strings",
        &["fpuzzles-url", "sudokupad", "iss", "tatham"],
    ),
];

/// Returns all formats in the order of the lists.
fn listed_formats() -> impl Iterator<Item = &'static Format> {
    FORMAT_GROUPS
        .iter()
        .flat_map(|(_, ids)| *ids)
        .filter_map(|id| format::find(id))
}

/// The line about photographs.
const PICTURES: &str = "(pictures)    r-  photographs of printed puzzles: JPEG, PNG and WebP \
    (`ndoku help photographs`)";

/// Maximum number of lines of an example.
const MAX_EXAMPLE_LINES: usize = 6;

pub(crate) fn formats(context: &Context, args: &FormatsArgs) -> Result<ExitCode, CliError> {
    let as_json = args.list.json;
    if let (Some(format), false) = (args.format, as_json) {
        let text = describe_format(format);
        return print(context, std::iter::once(text.trim_end().to_owned()));
    }
    let selected =
        listed_formats().filter(|format| args.format.is_none_or(|only| only.id == format.id));
    let lines = selected.map(|format| {
        let supports: Vec<&str> = format
            .supports
            .iter()
            .map(|feature: &Feature| feature.name())
            .collect();
        let (read, write) = (format.read.is_some(), format.write.is_some());
        if as_json {
            return json!({
                "id": format.id,
                "aliases": format.aliases,
                "extensions": format.extensions,
                "summary": format.summary,
                "read": read,
                "write": write,
                "keeps": supports,
                "example": format.example,
            })
            .to_string();
        }
        let mark = |can: bool, mark: &'static str| if can { mark } else { "-" };
        let more = if format.aliases.is_empty() {
            String::new()
        } else {
            format!(" (also {})", format.aliases.join(", "))
        };
        format!(
            "{:<13} {}{}  {}{more}",
            format.id,
            mark(read, "r"),
            mark(write, "w"),
            format.summary
        )
    });
    // Pictures have no format of text, so that `--format` does not name them.
    let has_pictures = cfg!(feature = "photo") && !as_json && args.format.is_none();
    let pictures = has_pictures.then(|| PICTURES.to_owned());
    print(context, lines.chain(pictures))
}

pub(crate) fn rules(context: &Context, args: &RulesArgs) -> Result<ExitCode, CliError> {
    if let (Some(rule), false) = (args.rule, args.list.json) {
        let text = describe_rule(rule);
        return print(context, std::iter::once(text.trim_end().to_owned()));
    }
    let selected = RULES
        .iter()
        .filter(|rule| args.rule.is_none_or(|only| only.id == rule.id));
    let lines = selected.map(|rule| {
        if args.list.json {
            return json!({
                "id": rule.id,
                "aliases": rule.aliases,
                "summary": rule.summary,
                "argument": rule.argument,
            })
            .to_string();
        }
        let argument = rule
            .argument
            .map(|argument| format!("\n{:<21}{}={argument}", "", rule.id))
            .unwrap_or_default();
        format!("{:<20} {}{argument}", rule.id, rule.summary)
    });
    print(context, lines)
}

/// Describes a format with the first lines of an example.
pub(super) fn describe_format(format: &Format) -> String {
    let can = match (format.read.is_some(), format.write.is_some()) {
        (true, true) => "read and written",
        (true, false) => "read",
        _ => "written",
    };
    let mut out = format!("{} ({can})\n", format.id);
    out.push_str(&wrap("    ", 4, format.summary));
    for (name, list) in [
        ("Also called", format.aliases),
        ("File extensions", format.extensions),
    ] {
        if !list.is_empty() {
            out.push_str(&wrap("    ", 4, &format!("{name}: {}", list.join(", "))));
        }
    }
    for line in format.example.lines().take(MAX_EXAMPLE_LINES) {
        let is_long = line.chars().count() > WIDTH - 8;
        let shown: String = line
            .chars()
            .take(if is_long { WIDTH - 11 } else { WIDTH })
            .collect();
        let end = if is_long { "..." } else { "" };
        out.push_str(&format!("        {shown}{end}\n"));
    }
    out
}

/// Describes a rule with its argument and its other names.
pub(super) fn describe_rule(rule: &Rule) -> String {
    let indent = " ".repeat(21);
    let mut out = wrap(&format!("{:<20} ", rule.id), 21, rule.summary);
    if let Some(argument) = rule.argument {
        let usage = format!("--rule {}={argument}", rule.id);
        out.push_str(&wrap(&indent, 21, &usage));
    }
    if !rule.aliases.is_empty() {
        let names = format!("also: {}", rule.aliases.join(", "));
        out.push_str(&wrap(&indent, 21, &names));
    }
    out
}

/// Writes lines.
pub(super) fn print(
    context: &Context,
    mut lines: impl Iterator<Item = String>,
) -> Result<ExitCode, CliError> {
    let mut sink = Sink::open(None)?;
    let mut count = 0_u64;
    let _ = lines.try_for_each(|line| {
        count += 1;
        sink.write(&(line + "\n"))
    });
    context.debug(&format_count(count, "line"));
    Ok(sink.close(context))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use ndoku::format::FORMATS;

    use super::*;

    #[test]
    fn every_format_is_in_exactly_one_group() {
        let listed: Vec<&str> = listed_formats().map(|format| format.id).collect();
        let known: BTreeSet<&str> = FORMATS.iter().map(|format| format.id).collect();
        assert_eq!(listed.iter().copied().collect::<BTreeSet<_>>(), known);
        assert_eq!(listed.len(), known.len(), "a format is in two groups");
    }
}
