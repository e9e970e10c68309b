//! `ndoku man`: prints the manual pages, which are generated from the definition of the command
//! line. There is one page for the program and one for each command.
//!
//! ```text
//! ndoku man                 ndoku.1
//! ndoku man solve           ndoku-solve.1
//! ndoku man --output DIR    all of them
//! ```

use std::path::Path;

use clap::CommandFactory;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use crate::args::{Cli, ManArgs, overview};
use crate::context::Context;
use crate::exit_code::ExitCode;
use crate::sink::Sink;

/// A manual page: its file name without `.1`, and its text.
struct Page {
    name: String,
    text: Vec<u8>,
}

pub(crate) fn run(context: &Context, args: &ManArgs) -> ExitCode {
    let mut main = Cli::command();
    main.build();
    if let Some(folder) = &args.output {
        return write_all(context, &pages(&main), folder);
    }
    let wanted = match &args.command {
        None => "ndoku".to_owned(),
        Some(name) => match main.find_subcommand(name) {
            Some(command) => format!("ndoku-{}", command.get_name()),
            None => {
                let names = main.get_subcommands().map(clap::Command::get_name);
                let instead = Some("`ndoku --help` lists them");
                context
                    .messages
                    .error(&ndoku::unknown_name("command", name, names, instead), None);
                return ExitCode::Usage;
            }
        },
    };
    let page = pages(&main).into_iter().find(|page| page.name == wanted);
    match Sink::open(context, None) {
        Ok(mut sink) => {
            let _ = sink.write_bytes(&page.map(|page| page.text).unwrap_or_default());
            sink.close(context)
        }
        Err(code) => code,
    }
}

/// Writes every page into a folder. Each is written under a temporary name first, so that no page
/// is incomplete.
fn write_all(context: &Context, pages: &[Page], folder: &Path) -> ExitCode {
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
    let made = std::fs::create_dir_all(folder).map_err(|error| (folder.to_owned(), error));
    match made.and_then(|()| pages.iter().try_for_each(write)) {
        Ok(()) => {
            context.debug(&format!("{} pages in {}", pages.len(), folder.display()));
            ExitCode::Done
        }
        Err((path, error)) => {
            let reason = crate::source::io_error_text(&error);
            context.messages.error(
                &format!("{} cannot be written: {reason}", path.display()),
                None,
            );
            ExitCode::Output
        }
    }
}

/// Returns the page of the program and those of all commands.
fn pages(main: &clap::Command) -> Vec<Page> {
    let commands: Vec<&clap::Command> = main
        .get_subcommands()
        .filter(|command| !command.is_hide_set())
        .collect();
    let all: Vec<String> = commands
        .iter()
        .map(|command| format!("ndoku-{}", command.get_name()))
        .collect();
    let mut pages = vec![render_page("ndoku", main, &all)];
    let related = ["ndoku".to_owned()];
    pages.extend(
        commands
            .iter()
            .zip(&all)
            .map(|(command, name)| render_page(name, command, &related)),
    );
    pages
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
    let mut sections = vec![("EXIT STATUS", crate::exit_code::help())];
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

const ENVIRONMENT: &[(&str, &str)] = &[
    ("NDOKU_COLOR", "as --color"),
    ("NDOKU_THREADS", "as --threads"),
    ("NDOKU_ISA", "as --isa"),
    (
        "NDOKU_CONFIG",
        "path of the configuration file; if it is empty, none is read",
    ),
    ("NO_COLOR", "no color, unless --color says otherwise"),
];
