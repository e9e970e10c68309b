//! `ndoku help`: a command, or one of the topics.

use clap::CommandFactory;
use ndoku::constraint::CONSTRAINTS;
use ndoku::format::{FORMATS, MAX_LINE_BYTES, PLACEHOLDERS};
use ndoku::logic::TECHNIQUES;
use ndoku::rating::{Level, Tenths};

use super::lists::print;
use crate::args::{Cli, MAX_UNPACKED_MIB};
use crate::context::{Code, Context};
use crate::{exit_code, json, schemas};

/// A topic's name, and what makes its text.
type Topic = (&'static str, fn() -> String);

const TOPICS: &[Topic] = &[
    ("formats", formats),
    ("rules", rules),
    ("techniques", techniques),
    ("exit-codes", exit_code::help),
    ("json", json::help),
    ("symbols", symbols),
    ("order", order),
    ("config", config),
];

pub(crate) fn run(context: &Context, topic: Option<&str>, of: Option<&str>) -> Code {
    if let Some(of) = of {
        return detail(context, topic.unwrap_or_default(), of);
    }
    let mut command = Cli::command();
    command.build();
    let text = match topic {
        None => command.render_long_help().to_string(),
        Some(topic) => {
            if let Some((_, text)) = TOPICS.iter().find(|(name, _)| *name == topic) {
                text()
            } else if let Some(found) = command.find_subcommand_mut(topic) {
                found.render_long_help().to_string()
            } else {
                let names: Vec<&str> = TOPICS.iter().map(|(name, _)| *name).collect();
                let commands: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
                let hint = match ndoku::nearest(topic, names.iter().chain(&commands).copied()) {
                    Some(nearest) => format!("did you mean `ndoku help {nearest}`?"),
                    None => format!("the topics are {}; any command is one too", names.join(", ")),
                };
                context.messages.error(&format!("there is no help on `{topic}`"), Some(&hint));
                return Code::Usage;
            }
        }
    };
    print(context, std::iter::once(text.trim_end_matches('\n').to_owned()))
}

/// Prints the JSON Schema of a command: the only topic that has parts.
fn detail(context: &Context, topic: &str, of: &str) -> Code {
    if topic != "json" {
        context.messages.error(&format!("help on `{topic}` has no part `{of}`"), Some("`ndoku help json COMMAND` prints a JSON Schema"));
        return Code::Usage;
    }
    let mut command = Cli::command();
    command.build();
    let name = command.find_subcommand(of).map_or(of, clap::Command::get_name);
    let Some(schema) = schemas::schema(name) else {
        let hint = match ndoku::nearest(of, schemas::names()) {
            Some(nearest) => format!("did you mean `ndoku help json {nearest}`?"),
            None => "`ndoku help json` lists the commands that have one".to_owned(),
        };
        context.messages.error(&format!("there is no JSON Schema for `{of}`"), Some(&hint));
        return Code::Usage;
    };
    print(context, std::iter::once(schema))
}

fn formats() -> String {
    let mut out = String::from(
        "The format of an input is detected; --format NAME overrides it. `ndoku convert --explain-format FILE` says\n\
         why a file is read as it is. One file may hold puzzles of several formats and sizes. Input in gzip, zstd, xz\n\
         or bzip2 is decompressed.\n\n\
         Lists: a text with two or more puzzles on a line each is a list, and so is a long text that begins with them.\n\
         Every line of a list is answered, so that the answers keep their places:\n\
         \x20 - Blank lines and comments (# % ; //) are no records. Neither is the number of puzzles on the first line.\n\
         \x20 - The rows of a grid are one record, with the lines drawn around them and a title directly above them.\n\
         \x20   Rows that touch another record are a grid only from 4x4 on. Faulty rows are one record if blank lines\n\
         \x20   stand around them, else one record each.\n\
         \x20 - Any other line is one record. If no puzzle can be read from it, it is invalid and named.\n",
    );
    let words: Vec<String> = PLACEHOLDERS.iter().map(|words| format!("`{words}`")).collect();
    out.push_str(&format!(
        "  - Words that stand for an answer are an invalid record in every text:\n\
         \x20   {}\n\
         In other texts, words directly above a puzzle are its title.\n\n\
         Limits: a line has at most {} MiB, an input that is not lines of 9x9 puzzles at most {MAX_UNPACKED_MIB} MiB\n\
         (--max-unpacked).\n",
        words.join(", "),
        MAX_LINE_BYTES >> 20
    ));
    for format in FORMATS {
        let can = match (format.read.is_some(), format.write.is_some()) {
            (true, true) => "read and written",
            (true, false) => "read",
            _ => "written",
        };
        out.push_str(&format!("\n{} ({can})\n    {}\n", format.id, format.summary));
        for line in format.example.lines().take(6) {
            let shown: String = line.chars().take(100).collect();
            out.push_str(&format!("        {shown}\n"));
        }
    }
    out
}

fn rules() -> String {
    let mut out = String::from(
        "A rule adds houses or constraints: `ndoku solve --rule windoku FILE`. Several may be given; files can name them too.\n\n",
    );
    for rule in CONSTRAINTS {
        out.push_str(&format!("{:<16} {}\n", rule.id, rule.summary));
        if let Some(argument) = rule.argument {
            out.push_str(&format!("{:<16} --rule {}={argument}\n", "", rule.id));
        }
        if !rule.aliases.is_empty() {
            out.push_str(&format!("{:<16} also: {}\n", "", rule.aliases.join(", ")));
        }
    }
    out
}

fn techniques() -> String {
    let mut out = String::from(
        "Ways of reasoning, as people use them. `ndoku hint` and `ndoku solve --path` go by the easiest that works, `ndoku rate --profile ndoku` by the hardest\n\
         that was needed. `ndoku explain NAME` has a page on each, `ndoku techniques` a line with its difficulty.\n\nLevels, by the hardest step:\n",
    );
    for level in Level::ALL {
        let most =
            (0..=Tenths::BEYOND.0).rev().map(Tenths).find(|rating| Level::of(*rating) == level).filter(|most| *most < Tenths::BEYOND);
        let range = most.map_or_else(|| "beyond".to_owned(), |most| format!("to {most}"));
        out.push_str(&format!("    {:<9} {range}\n", level.name()));
    }
    let mut families: Vec<(&str, Vec<&str>)> = Vec::new();
    for technique in TECHNIQUES {
        match families.iter_mut().find(|(family, _)| *family == technique.family) {
            Some((_, known)) => known.push(technique.id),
            None => families.push((technique.family, vec![technique.id])),
        }
    }
    for (family, techniques) in families {
        out.push_str(&format!("\n{family}\n    {}\n", techniques.join(", ")));
    }
    out
}

fn symbols() -> String {
    "Digits are printed as the clues are written.\n\n\
     In a grid of tokens, each a number or a capital letter set apart by anything else, the clues themselves are the symbols. If all but one of the N\n\
     symbols occur, the missing one is inferred: the first number that is left out, else the next letter. If fewer occur, 1 to N, 1-9A-Z or A-Z is\n\
     taken when it holds all of them.\n\n\
     In a line or in rows without separators each character is a cell: 1-9, then A for 10, B for 11, …; letters alone are A for 1, B for 2, …\n\n\
     --symbols dec|alnum|alpha|hex0 decides it instead. Blank cells are . 0 _ * or ?\n"
        .to_owned()
}

fn order() -> String {
    "Several solutions of a puzzle come in an order that depends on the puzzle alone, not on threads, time or machine.\n\n\
     --order search   as the search meets them (the default, and the fastest)\n\
     --order sorted   ascending: compared cell by cell, row by row\n\n\
     Results of several puzzles always come in the order of the input.\n"
        .to_owned()
}

fn config() -> String {
    let place =
        crate::config::path(|name| std::env::var_os(name)).map_or_else(|| "none here".to_owned(), |path| path.display().to_string());
    format!(
        "Your own defaults may stand in a file, ndoku/config.toml in $XDG_CONFIG_HOME or ~/.config (%APPDATA% on Windows): {place}\n\n\
         color = \"never\"      # auto, always, never\n\
         progress = \"auto\"    # auto, json, never\n\
         ascii = true         # draw with ASCII characters only\n\
         threads = 4\n\
         to = \"grid\"          # what solve, enumerate and convert write\n\n\
         NDOKU_COLOR and NDOKU_THREADS come before the file, and the command line before both. NDOKU_CONFIG names another file; if it is empty,\n\
         none is read.\n"
    )
}
