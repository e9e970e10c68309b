//! `ndoku man`: prints the manual pages, which are generated from the definition of the command
//! line. There is one page for the program, one for each command, and one for each command of
//! `ndoku sample`.
//!
//! ```text
//! ndoku man                 ndoku.1
//! ndoku man solve           ndoku-solve.1
//! ndoku man sample grids    ndoku-sample-grids.1
//! ndoku man --output DIR    all of them
//! ```

use std::path::Path;

use clap::CommandFactory;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use crate::args::{Cli, ManArgs, overview};
use crate::context::Context;
use crate::error::CliError;
use crate::exit_code::ExitCode;
use crate::sink::Sink;

/// A manual page: its file name without `.1`, and its text.
struct Page {
    name: String,
    text: Vec<u8>,
}

pub(crate) fn run(context: &Context, args: &ManArgs) -> Result<ExitCode, CliError> {
    let mut main = Cli::command();
    main.build();
    if let Some(folder) = &args.output {
        return write_all(context, &pages(&main), folder);
    }
    let (mut command, mut wanted) = (&main, "ndoku".to_owned());
    // `man 'sample grids'` means the same as `man sample grids`.
    for name in args.command.iter().flat_map(|name| name.split_whitespace()) {
        let Some(found) = command.find_subcommand(name) else {
            let names = command.get_subcommands().map(clap::Command::get_name);
            let instead = Some("`ndoku --help` lists them");
            let message = ndoku::names::unknown_name("command", name, names, instead);
            return Err(CliError::usage(message));
        };
        wanted = format!("{wanted}-{}", found.get_name());
        command = found;
    }
    let page = pages(&main).into_iter().find(|page| page.name == wanted);
    let mut sink = Sink::open(None)?;
    let _ = sink.write_bytes(&page.map(|page| page.text).unwrap_or_default());
    Ok(sink.close(context))
}

/// Writes every page into a folder. Each is written under a temporary name first, so that no page
/// is incomplete.
fn write_all(context: &Context, pages: &[Page], folder: &Path) -> Result<ExitCode, CliError> {
    let write = |page: &Page| {
        let path = folder.join(format!("{}.1", page.name));
        let unfinished = folder.join(format!(".{}.1.{}", page.name, std::process::id()));
        let written = std::fs::write(&unfinished, &page.text)
            .and_then(|()| std::fs::rename(&unfinished, &path));
        written.map_err(|error| {
            // The file may not exist.
            let _ = std::fs::remove_file(&unfinished);
            (path, error)
        })
    };
    if folder.is_file() {
        let message = format!("{} is a file, not a folder", folder.display());
        return Err(CliError::output(message));
    }
    let made = std::fs::create_dir_all(folder).map_err(|error| (folder.to_owned(), error));
    made.and_then(|()| pages.iter().try_for_each(write))
        .map_err(|(path, error)| CliError::cannot_write(&path.display().to_string(), &error))?;
    context.debug(&format!("{} pages in {}", pages.len(), folder.display()));
    Ok(ExitCode::Done)
}

/// Returns the page of the program and those of all commands.
fn pages(main: &clap::Command) -> Vec<Page> {
    let all = named_commands("ndoku", main);
    let names: Vec<String> = all.iter().map(|(name, _)| name.clone()).collect();
    let mut pages = vec![render_page("ndoku", main, &names)];
    for (name, command) in &all {
        let nested = named_commands(name, command);
        let mut related = vec!["ndoku".to_owned()];
        related.extend(nested.iter().map(|(name, _)| name.clone()));
        pages.push(render_page(name, command, &related));
        let related = ["ndoku".to_owned(), name.clone()];
        pages.extend(
            nested
                .iter()
                .map(|(name, command)| render_page(name, command, &related)),
        );
    }
    pages
}

/// Returns the commands of a command, each with the name of its page.
fn named_commands<'a>(name: &str, command: &'a clap::Command) -> Vec<(String, &'a clap::Command)> {
    command
        .get_subcommands()
        .filter(|command| !command.is_hide_set())
        .map(|command| (format!("{name}-{}", command.get_name()), command))
        .collect()
}

fn render_page(name: &str, command: &clap::Command, related: &[String]) -> Page {
    let man = Man::new(command.clone())
        .title(name)
        .section("1")
        .manual("ndoku manual")
        .source(concat!("ndoku ", env!("CARGO_PKG_VERSION")));
    let mut text = Vec::new();
    // Writing to memory does not fail.
    let _ = man.render_title(&mut text);
    let about = command
        .get_about()
        .map(ToString::to_string)
        .unwrap_or_default();
    let mut head = Roff::new();
    head.control("SH", ["NAME"])
        .text([roman(format!("{name} - {}", about.trim_end_matches('.')))]);
    let _ = head.to_writer(&mut text);
    let _ = man.render_synopsis_section(&mut text);
    let _ = man.render_description_section(&mut text);
    let _ = man.render_options_section(&mut text);
    if command.has_subcommands() {
        let _ = man.render_subcommands_section(&mut text);
    }
    let mut rest = Roff::new();
    for (heading, lines) in sections(name, command) {
        rest.control("SH", [heading]);
        rest.control("nf", []);
        for line in lines.lines() {
            rest.text([roman(line.to_owned())]);
        }
        rest.control("fi", []);
    }
    rest.control("SH", ["SEE ALSO"]);
    let count = related.len();
    for (place, other) in related.iter().enumerate() {
        let end = if place + 1 == count { "(1)" } else { "(1)," };
        rest.text([bold(other.clone()), roman(end)]);
    }
    let _ = rest.to_writer(&mut text);
    Page {
        name: name.to_owned(),
        text: escape_non_ascii(&text),
    }
}

/// Replaces other characters by escapes, which every manual reader supports.
fn escape_non_ascii(text: &[u8]) -> Vec<u8> {
    let escaped = |c: char| {
        if c.is_ascii() {
            c.to_string()
        } else {
            format!("\\[u{:04X}]", u32::from(c))
        }
    };
    String::from_utf8_lossy(text)
        .chars()
        .map(escaped)
        .collect::<String>()
        .into_bytes()
}

/// Returns the sections that clap does not generate: exit status, environment, files and examples.
fn sections(name: &str, command: &clap::Command) -> Vec<(&'static str, String)> {
    let mut sections = vec![("EXIT STATUS", super::topics::exit_code::help())];
    if name == "ndoku" {
        let environment = ENVIRONMENT
            .iter()
            .map(|(name, meaning)| format!("{name:<16} {meaning}\n"))
            .collect();
        sections.push(("ENVIRONMENT", environment));
        sections.push((
            "FILES",
            "~/.config/ndoku/config.toml   your own defaults, see `ndoku help config`\n".to_owned(),
        ));
    }
    sections.extend(examples(command).map(|lines| ("EXAMPLES", lines)));
    sections
}

/// Returns the examples at the end of the long help of a command, or those of the overview.
fn examples(command: &clap::Command) -> Option<String> {
    let Some(end) = command.get_after_long_help() else {
        return Some(overview::EXAMPLES.join("\n"));
    };
    // `to_string` removes the colors.
    let end = end.to_string();
    let (_, examples) = end.split_once("Examples:\n")?;
    Some(
        examples
            .lines()
            .map(|line| format!("{}\n", line.trim_start()))
            .collect(),
    )
}

/// The environment variables that are read, and what they set.
pub(super) const ENVIRONMENT: &[(&str, &str)] = &[
    ("NDOKU_COLOR", "as --color"),
    ("NDOKU_THREADS", "as --threads"),
    ("NDOKU_ISA", "as --isa"),
    (
        "NDOKU_CONFIG",
        "another configuration file; if it is empty, none is read",
    ),
    ("NO_COLOR", "no color, unless --color says otherwise"),
];
