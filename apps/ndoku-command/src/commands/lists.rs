//! The commands `ndoku formats` and `ndoku rules`: lists of the registries.

use ndoku::constraint::CONSTRAINTS;
use ndoku::format::{FORMATS, Feature};
use serde_json::json;

use crate::context::Context;
use crate::error::CliError;
use crate::exit_code::ExitCode;
use crate::progress::format_count;
use crate::sink::Sink;

pub(crate) fn formats(context: &Context, as_json: bool) -> Result<ExitCode, CliError> {
    let lines = FORMATS.iter().map(|format| {
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
    print(context, lines)
}

pub(crate) fn rules(context: &Context, as_json: bool) -> Result<ExitCode, CliError> {
    let lines = CONSTRAINTS.iter().map(|rule| {
        if as_json {
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
            .map(|argument| format!("\n{:<17}{}={argument}", "", rule.id))
            .unwrap_or_default();
        format!("{:<16} {}{argument}", rule.id, rule.summary)
    });
    print(context, lines)
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
