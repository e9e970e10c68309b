//! `ndoku help`: prints the help of a command or a topic.

use ndoku::constraint::RULES;
use ndoku::format::{MAX_LINE_BYTES, PLACEHOLDERS};
use ndoku::logic::{self, TECHNIQUES};

use super::lists::{FORMAT_GROUPS, describe_format, describe_rule, print};
use super::topics::{exit_code, json, notation, ratings};
use crate::args::{self, MAX_DECOMPRESSED_MIB};
use crate::context::Context;
use crate::error::CliError;
use crate::exit_code::ExitCode;
use crate::features::{FEATURES, INSTALL};
use crate::{bounded_read, schemas};

/// Width of all help texts in columns.
pub(super) const WIDTH: usize = 80;

/// The name of a topic, and the function that returns its text.
type Topic = (&'static str, fn() -> String);

const TOPICS: &[Topic] = &[
    ("formats", formats),
    ("rules", rules),
    ("techniques", techniques),
    ("ratings", ratings::help),
    ("notation", notation::help),
    ("exit-codes", exit_code::help),
    ("json", json::help),
    ("photographs", photographs),
    ("symbols", symbols),
    ("order", order),
    ("config", config),
    ("features", features),
];

/// Returns the names of all topics.
pub(crate) fn topics() -> impl Iterator<Item = &'static str> {
    TOPICS.iter().map(|(name, _)| *name)
}

pub(crate) fn run(
    context: &Context,
    topic: Option<&str>,
    second: Option<&str>,
) -> Result<ExitCode, CliError> {
    let mut command = args::command();
    if let Some(second) = second {
        let topic = topic.unwrap_or_default();
        command.build();
        let nested = command
            .find_subcommand_mut(topic)
            .and_then(|command| command.find_subcommand_mut(second));
        return match nested {
            Some(nested) => print_help(context, nested),
            None => print_schema(context, topic, second),
        };
    }
    let text = match topic {
        None => command.render_long_help().to_string(),
        Some(topic) => {
            if let Some((_, text)) = TOPICS.iter().find(|(name, _)| *name == topic) {
                text()
            } else {
                command.build();
                let Some(found) = command.find_subcommand_mut(topic) else {
                    return Err(unknown_topic(&command, topic));
                };
                return print_help(context, found);
            }
        }
    };
    print_page(context, &text)
}

/// Prints the long help of a command.
fn print_help(context: &Context, command: &mut clap::Command) -> Result<ExitCode, CliError> {
    print_page(context, &command.render_long_help().to_string())
}

fn print_page(context: &Context, text: &str) -> Result<ExitCode, CliError> {
    print(
        context,
        std::iter::once(text.trim_end_matches('\n').to_owned()),
    )
}

/// Prints the JSON Schema of a command. `json` is the only topic with a second argument.
fn print_schema(context: &Context, topic: &str, of: &str) -> Result<ExitCode, CliError> {
    let command = args::command();
    if topic != "json" {
        let nested: Vec<&str> = command
            .find_subcommand(topic)
            .into_iter()
            .flat_map(clap::Command::get_subcommands)
            .map(clap::Command::get_name)
            .collect();
        let message = if nested.is_empty() {
            format!("`ndoku help {topic}` takes no second argument")
        } else {
            ndoku::names::unknown_name(
                &format!("`ndoku {topic}` command"),
                of,
                nested.into_iter(),
                None,
            )
        };
        let hint = "`ndoku help json COMMAND` prints a JSON Schema";
        return Err(CliError::usage(message).hint(hint));
    }
    let name = command
        .find_subcommand(of)
        .map_or(of, clap::Command::get_name);
    let Some(schema) = schemas::schema(name) else {
        let hint = match ndoku::names::suggest(of, schemas::names()) {
            Some(nearest) => format!("did you mean `ndoku help json {nearest}`?"),
            None => "`ndoku help json` lists the commands that have one".to_owned(),
        };
        let message = format!("there is no JSON Schema for `{of}`");
        return Err(CliError::usage(message).hint(hint));
    };
    print(context, std::iter::once(schema))
}

/// Returns the error for an unknown topic, which suggests the nearest topic, command or technique.
fn unknown_topic(command: &clap::Command, topic: &str) -> CliError {
    let mut names: Vec<&str> = topics().collect();
    names.extend(command.get_subcommands().map(clap::Command::get_name));
    let hint = if let Some(technique) = logic::techniques::find(topic) {
        format!("`ndoku explain {}` explains this technique", technique.id)
    } else if let Some(nearest) = ndoku::names::suggest(topic, names.into_iter()) {
        format!("did you mean `ndoku help {nearest}`?")
    } else {
        format!(
            "the topics are {}; any command is a topic too",
            topics().collect::<Vec<_>>().join(", ")
        )
    };
    CliError::usage(format!("there is no help on `{topic}`")).hint(hint)
}

/// Wraps a text at 80 columns and indents the lines by `indent`. The first line follows `before`.
pub(crate) fn wrap(before: &str, indent: usize, text: &str) -> String {
    let mut out = before.to_owned();
    let mut column = before.chars().count();
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if column + length > WIDTH && column > indent {
            out.truncate(out.trim_end().len());
            out.push_str(&format!("\n{:indent$}", ""));
            column = indent;
        }
        out.push_str(word);
        out.push(' ');
        column += length + 1;
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}

fn formats() -> String {
    let mut out = String::from(
        "The input format is detected. --format NAME selects one instead, and\n\
         `ndoku convert --explain-format FILE` shows why a file is read as it is.\n\
         A file can hold puzzles of several formats and sizes. Input compressed with\n\
         gzip, zstd, xz or bzip2 is decompressed automatically. Blank cells are written\n\
         . 0 _ - * or ?, and up to 9x9 also x, if it is the only letter. Among\n\
         separated cells, x is a blank only if there is no other blank. Spaces are blanks\n\
         if the whole text is one puzzle: an unseparated grid up to 9x9, or 81 cells.\n\n\
         A text with two or more one-line puzzles is a list. So is a long text that\n\
         begins with such lines. Every line of a list is a puzzle or an error:\n\
         \x20 - Blank lines and comments (# % ; //) are skipped, and so is a number of\n\
         \x20   puzzles on the first line.\n\
         \x20 - The rows of a grid are one record, with the lines drawn around them and a\n\
         \x20   title directly above them. Rows next to another record form a grid only if\n\
         \x20   it is 4x4 or larger. Faulty rows are one record if blank lines surround\n\
         \x20   them, and otherwise one record each.\n\
         \x20 - Any other line is one record. If it holds no puzzle, it is invalid.\n",
    );
    let words: Vec<String> = PLACEHOLDERS
        .iter()
        .map(|words| format!("`{words}`"))
        .collect();
    out += &format!(
        "  - Each of these is an invalid record in any text:\n    {}\n",
        words.join(", ")
    );
    out +=
        "In other texts, words above a puzzle are its title, even if blank lines follow\nthem.\n\n";
    let limits = format!(
        "A line of text has at most {} MiB, a line of JSON {} MiB. Any input but lines of 9x9 \
        puzzles has at most {MAX_DECOMPRESSED_MIB} MiB (--max-decompressed).",
        MAX_LINE_BYTES >> 20,
        bounded_read::MAX_LINE_BYTES >> 20
    );
    out += &wrap("", 0, &limits);
    out.push('\n');
    let pictures = "Photographs (JPEG, PNG or WebP) are read too: each printed grid of 9x9, 8x8, \
        6x6 or 4x4 is a puzzle. This needs the feature `photo`. Parquet and Arrow files need the \
        feature `arrow`.";
    out += &wrap("", 0, pictures);
    for (title, ids) in FORMAT_GROUPS {
        out.push_str(&format!("\n{}\n", title.to_uppercase()));
        for format in ids.iter().filter_map(|id| ndoku::format::find(id)) {
            out.push('\n');
            out.push_str(&describe_format(format));
        }
    }
    out
}

fn rules() -> String {
    let mut out = String::from(
        "A rule adds houses or constraints to a layout: `ndoku solve --rule NAME FILE`.\n\
         --rule can be given several times. Some formats name rules too.\n\n\
         Put a rule with cells in quotes, so that the shell passes it on as one argument:\n\
         `--rule 'killer=10: r1c1 r1c2 r2c1'`. CELLS is a list such as `r1c1 r1c2`,\n\
         separated by spaces or commas, or a line such as `r1c1-r1c5`.\n\n",
    );
    for rule in RULES {
        out.push_str(&describe_rule(rule));
    }
    out
}

fn techniques() -> String {
    let mut out = String::from(
        "Techniques are the logical steps that people use. `ndoku hint` and\n\
         `ndoku solve --path` use the easiest one that applies. The path and\n\
         `ndoku rate --profile ndoku` rate a puzzle by the hardest step. Other profiles\n\
         of `rate` follow other programs and can differ. `ndoku techniques` lists the\n\
         techniques with their difficulty, and `ndoku explain NAME` explains one.\n\n\
         Levels, by the rating of the hardest step:\n",
    );
    out += &ratings::levels();
    let mut families: Vec<(&str, Vec<&str>)> = Vec::new();
    for technique in TECHNIQUES {
        match families
            .iter_mut()
            .find(|(family, _)| *family == technique.family)
        {
            Some((_, known)) => known.push(technique.id),
            None => families.push((technique.family, vec![technique.id])),
        }
    }
    for (family, techniques) in families {
        out.push_str(&format!(
            "\n{family}\n{}",
            wrap("    ", 4, &techniques.join(", "))
        ));
    }
    out
}

fn symbols() -> String {
    "Digits are printed with the symbols of the input.\n\n\
     In a grid of tokens, each token is a number or a capital letter, and anything\n\
     else separates tokens. The clues are the symbols. If N-1 of the N symbols occur,\n\
     the last one is the first missing number, or the next letter. If fewer occur,\n\
     the symbols are the first of 1 to N, 1-9A-Z and A-Z that contains all of them.\n\n\
     In a line, or in rows without separators, each character is a cell: 1-9, then A\n\
     for 10, B for 11, and so on. If there are only letters, A is 1, B is 2, and so\n\
     on.\n\n\
     --symbols selects the symbols instead:\n\
     \x20   dec     numbers: 1, 2, ... 9, 10, 11, ...\n\
     \x20   alnum   1-9, then A for 10, B for 11, ...\n\
     \x20   alpha   A for 1, B for 2, ...\n\
     \x20   hex0    0 for 1, ... 9 for 10, A for 11, ...\n\n\
     Blank cells are . 0 _ - * or ?, and up to 9x9 also x, if it is the only letter.\n\
     Among separated cells, x is a blank only if there is no other blank.\n"
        .to_owned()
}

fn photographs() -> String {
    "Commands that read puzzles also read photographs: `ndoku solve photo.jpg`.\n\
     Each printed grid in a JPEG, PNG or WebP picture is a puzzle, up to six. The\n\
     sizes 4, 6, 8 and 9 are read, with boxes or jigsaw regions.\n\
     This needs the feature `photo`: see `ndoku help features`.\n\n\
     Handwriting is usually not read, so that you get the puzzle as it was printed.\n\
     The reader prefers a puzzle with exactly one solution. A warning lists the\n\
     cells that remain doubtful, and what else they may hold. --overlay paints a\n\
     solution that is not certain in red. --timeout also limits the reading.\n\n\
     \x20   ndoku convert photo.jpg                        the clues as a line\n\
     \x20   ndoku solve --json photo.jpg                   also how each cell was read\n\
     \x20   ndoku draw --overlay photo.jpg -o solved.png   the solution in the picture\n\n\
     Add --x if the diagonals of the puzzle hold every digit, too.\n\n\
     Take the picture from above. Let the grid fill most of it, with a little paper\n\
     around it, and avoid the shadow of the phone.\n"
        .to_owned()
}

fn order() -> String {
    "The order of several solutions depends on the puzzle only. There is one\n\
     exception: above 9x9, `solve` with several threads can print other solutions\n\
     first. `-j 1` prevents that.\n\n\
     \x20   --order search   as the engine finds them (default, and fastest)\n\
     \x20   --order sorted   ascending, compared cell by cell, row by row\n\n\
     The results of several puzzles come in the order of the input.\n"
        .to_owned()
}

fn config() -> String {
    let place = crate::config::path(|name| std::env::var_os(name))
        .map_or_else(|| "none here".to_owned(), |path| path.display().to_string());
    let variables: String = super::man::ENVIRONMENT
        .iter()
        .map(|(name, meaning)| format!("    {name:<15}{meaning}\n"))
        .collect();
    format!(
        "A configuration file holds your own defaults: ndoku/config.toml in\n\
         $XDG_CONFIG_HOME or ~/.config (%APPDATA% on Windows). The path here:\n\
         \x20   {place}\n\n\
         color = \"never\"      # auto, always, never\n\
         progress = \"auto\"    # auto, json, never\n\
         ascii = true         # draw with ASCII characters only\n\
         threads = 4          # number of threads\n\
         to = \"grid\"          # output format of solve, enumerate, convert, generate,\n\
         \x20                    # minimize and vicinity\n\n\
         These variables override the file, and the command line overrides both:\n\n\
         {variables}"
    )
}

fn features() -> String {
    let mut out = String::from("ndoku can be built without some features. This build:\n\n");
    for feature in FEATURES {
        let mark = if feature.is_built {
            "included"
        } else {
            "missing"
        };
        out.push_str(&format!(
            "    {:<9} {mark:<9} {}\n",
            feature.name, feature.summary
        ));
    }
    out.push_str(&format!(
        "\nTo get all of them, in a copy of the source code:\n\n    {INSTALL}\n"
    ));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn topics_are_at_most_80_columns_wide() {
        for (name, text) in TOPICS.iter().filter(|(name, _)| *name != "config") {
            let text = text();
            assert!(text.lines().count() > 3, "{name}");
            for line in text.lines() {
                assert!(line.chars().count() <= WIDTH, "{name}: {line}");
            }
        }
    }

    #[test]
    fn texts_are_wrapped_between_words() {
        assert_eq!(
            wrap("x ", 2, &"word ".repeat(17)),
            format!("x {}\n  word word\n", ["word"; 15].join(" "))
        );
        let long = "y".repeat(100);
        assert_eq!(wrap("", 0, &long), format!("{long}\n"));
    }
}
