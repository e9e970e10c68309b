//! The help of `ndoku` itself: all commands, in groups by task.
//!
//! ```text
//! Solve      solve        Solve puzzles and show whether each solution is unique
//!            check        Check puzzles and filled grids for conflicts
//! Play and   play         Play a puzzle in the terminal
//! learn      hint         Give a hint: the next logical step of a puzzle in any state
//! ```

use std::fmt::Write;

use clap::Command;
use clap::builder::StyledStr;

use super::STYLES;
use crate::features;

/// The lines of a label, and the commands of the group. A label has at most as many lines as the
/// group has commands.
type Group = (&'static [&'static str], &'static [&'static str]);

/// All commands, each in exactly one group.
const GROUPS: &[Group] = &[
    (&["Solve"], &["solve", "check", "count", "enumerate"]),
    (
        &["Play and", "learn"],
        &["play", "hint", "explain", "techniques"],
    ),
    (&["Make"], &["generate", "minimize", "vicinity", "sample"]),
    (
        &["Compare", "and study"],
        &["rate", "analyze", "compare", "canon", "stats"],
    ),
    (
        &["Convert", "and draw"],
        &["convert", "draw", "formats", "rules"],
    ),
    (&["Measure", "and serve"], &["bench", "serve"]),
    (&["Help"], &["help", "man", "completions"]),
];

/// Examples of the most common tasks.
pub(crate) const EXAMPLES: &[&str] = &[
    "ndoku solve puzzles/everest.txt",
    "ndoku hint puzzles/everest.txt",
    "ndoku generate --level medium",
];

/// The topics of `ndoku help`, in the order of its texts.
pub(crate) const TOPICS: [&str; 12] = [
    "formats",
    "rules",
    "techniques",
    "ratings",
    "notation",
    "exit-codes",
    "json",
    "photographs",
    "symbols",
    "order",
    "config",
    "features",
];

/// Widths of the columns of labels and commands.
const LABEL: usize = 11;
const NAME: usize = 13;

/// Returns the overview of all commands, in at most 40 lines of 80 columns.
pub(super) fn text(command: &Command) -> StyledStr {
    let (header, literal) = (STYLES.get_header(), STYLES.get_literal());
    let mut out = command
        .get_about()
        .map(|about| format!("{about}\n\n"))
        .unwrap_or_default();
    let usage = STYLES.get_usage();
    out +=
        &format!("{usage}Usage:{usage:#} {literal}ndoku{literal:#} COMMAND [OPTIONS] [INPUT]...\n");
    out += "INPUT is a puzzle, a file, or `-` for standard input.\n\n";
    let mut line = |label: &str, text: String| {
        // Writing to memory does not fail.
        let _ = match label {
            "" if text.is_empty() => writeln!(out),
            "" => writeln!(out, "{:LABEL$}{text}", ""),
            label => writeln!(out, "{header}{label:<LABEL$}{header:#}{text}"),
        };
    };
    for (labels, names) in GROUPS {
        for (place, name) in names.iter().enumerate() {
            let about = command
                .find_subcommand(name)
                .and_then(Command::get_about)
                .map(ToString::to_string)
                .unwrap_or_default();
            line(
                labels.get(place).unwrap_or(&""),
                format!("{literal}{name:<NAME$}{literal:#}{about}"),
            );
        }
    }
    line("", String::new());
    for (place, example) in EXAMPLES.iter().enumerate() {
        line(
            if place == 0 { "Examples" } else { "" },
            (*example).to_owned(),
        );
    }
    line(
        "More",
        format!(
            "{literal}ndoku COMMAND -h{literal:#} shows the main options, \
            {literal}--help{literal:#} all, with examples"
        ),
    );
    line(
        "Topics",
        format!(
            "{literal}ndoku help TOPIC{literal:#}: {}",
            topics(LABEL + 18, 80)
        ),
    );
    if let Some(missing) = features::missing() {
        line(
            "Not built",
            format!("{missing} ({literal}ndoku help features{literal:#})"),
        );
    }
    StyledStr::from(out)
}

/// Returns the names of the topics. The first line starts in column `used`, and so do further
/// lines.
fn topics(used: usize, width: usize) -> String {
    let (mut out, mut column) = (String::new(), used);
    let mut names = TOPICS.into_iter().peekable();
    while let Some(name) = names.next() {
        let word = if names.peek().is_some() {
            format!("{name}, ")
        } else {
            name.to_owned()
        };
        if column + word.trim_end().len() > width {
            out.truncate(out.trim_end().len());
            let _ = write!(out, "\n{:used$}", "");
            column = used;
        }
        column += word.len();
        out += &word;
    }
    out
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_command_is_in_exactly_one_group() {
        let command = crate::args::command();
        let known: BTreeSet<&str> = command.get_subcommands().map(Command::get_name).collect();
        let grouped: Vec<&str> = GROUPS
            .iter()
            .flat_map(|(_, names)| *names)
            .copied()
            .collect();
        let distinct: BTreeSet<&str> = grouped.iter().copied().collect();
        assert_eq!(distinct, known);
        assert_eq!(grouped.len(), known.len(), "a command is in two groups");
    }

    #[test]
    fn labels_fit_beside_their_commands() {
        for (labels, names) in GROUPS {
            assert!(labels.len() <= names.len(), "{labels:?}");
            assert!(labels.iter().all(|label| label.len() < LABEL), "{labels:?}");
            assert!(names.iter().all(|name| name.len() < NAME), "{names:?}");
        }
    }
}
