//! `ndoku help`: a command, or one of the topics.

use clap::CommandFactory;
use ndoku::constraint::CONSTRAINTS;
use ndoku::format::FORMATS;
use ndoku::logic::TECHNIQUES;
use ndoku::rating::{Level, Tenths};

use crate::args::Cli;
use crate::context::{Code, Context};
use crate::sink::Sink;

/// A topic's name, and what makes its text.
type Topic = (&'static str, fn() -> String);

const TOPICS: &[Topic] = &[
    ("formats", formats),
    ("rules", rules),
    ("techniques", techniques),
    ("exit-codes", exit_codes),
    ("symbols", symbols),
    ("order", order),
    ("config", config),
];

pub(crate) fn run(context: &Context, topic: Option<&str>) -> Code {
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
    match Sink::open(context, None) {
        Ok(mut sink) => {
            let _ = sink.write(&text);
            sink.close(context)
        }
        Err(code) => code,
    }
}

fn formats() -> String {
    let mut out = String::from(
        "Input is recognised by itself; --format NAME overrides, and `ndoku convert --explain-format FILE` says why a file is read as it is.\n\
         One file may hold puzzles of several formats and sizes. gzip, zstd, xz and bzip2 unwrap themselves.\n",
    );
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

pub(super) fn exit_codes() -> String {
    "  0  done; for solve, check and count: every answer is positive (solve: exactly one solution)\n\
     \x20 1  done, but some answer is negative: no solution, several solutions, a conflict, not what --expect demands,\n\
     \x20    a puzzle that the format asked for cannot hold, no hint, or a state that is wrong\n\
     \x20 2  the command line is wrong\n\
     \x20 3  some input could not be read; the rest was worked on (unless --fail-fast)\n\
     \x20 4  a limit was reached (--timeout, --max-guesses, count --limit, a million solutions that had to be\n\
     \x20    searched for), so that some answer is not complete\n\
     \x20 5  the output could not be written; a closed pipe is 0\n\
     \x2070  a bug in ndoku\n\
     130  interrupted by Ctrl-C\n\
     Of several the gravest is given: 130, 5, 3, 4, 1, 0. --exit-zero makes 1 and 4 into 0.\n"
        .to_owned()
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
