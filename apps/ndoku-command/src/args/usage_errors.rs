//! Usage errors that name the cause better than the parser does.
//!
//! ```text
//! ndoku puzzle.txt             no command given; to solve the puzzle, run `ndoku solve …`
//! ndoku solve -1 FILE          did you mean `--limit 1`?
//! NDOKU_THREADS=x ndoku solve  invalid value 'x' for 'NDOKU_THREADS'
//! ```

use std::ffi::OsString;
use std::path::Path;

use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use ndoku::names::unknown_name;

use super::values;

/// Minimum number of characters of an argument that may be a puzzle.
const MIN_PUZZLE_LENGTH: usize = 16;

/// Replaces the error of the parser if a better one is known.
pub(super) fn explain(
    error: clap::Error,
    command: &mut Command,
    arguments: &[OsString],
) -> clap::Error {
    match error.kind() {
        ErrorKind::InvalidSubcommand => explain_unknown_command(error, command, arguments),
        ErrorKind::UnknownArgument => explain_unknown_option(error, command, arguments),
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => name_variable(error, arguments),
        _ => error,
    }
}

/// Returns `true` for a file, and for an argument that looks like a puzzle.
fn is_input(argument: &str) -> bool {
    let is_puzzle =
        argument.len() >= MIN_PUZZLE_LENGTH && argument.bytes().any(|byte| byte.is_ascii_digit());
    is_puzzle || Path::new(argument).exists()
}

/// Words that other programs use for a command. Their letters suggest another one.
const SYNONYMS: &[(&[&str], &str)] = &[
    (&["create", "make", "new", "generator"], "generate"),
    (&["print", "show", "view", "render", "plot"], "draw"),
    (&["verify", "validate", "valid", "test"], "check"),
    (&["grade", "difficulty", "score", "level"], "rate"),
    (&["list", "all", "solutions", "find-all"], "enumerate"),
    (&["tip", "next", "step", "clue"], "hint"),
    (&["export", "import", "transform"], "convert"),
    (&["info", "summary", "statistics"], "stats"),
    (&["normalize", "dedup", "unique"], "canon"),
    (&["isomorphic", "equal", "diff"], "compare"),
    (&["web", "http", "api"], "serve"),
    (&["speed", "measure"], "bench"),
    (&["reduce"], "minimize"),
    (&["game"], "play"),
];

/// Replaces the error about an unknown command. A file or puzzle in place of the command gets the
/// hint to run `ndoku solve`.
fn explain_unknown_command(
    error: clap::Error,
    command: &mut Command,
    arguments: &[OsString],
) -> clap::Error {
    let Some(ContextValue::String(name)) = error.get(ContextKind::InvalidSubcommand) else {
        return error;
    };
    command.build();
    let owner = arguments
        .iter()
        .skip(1)
        .find_map(|argument| command.find_subcommand(argument))
        .filter(|found| found.has_subcommands())
        .map(|found| found.get_name().to_owned());
    if let Some(found) = owner.and_then(|owner| command.find_subcommand_mut(owner)) {
        let kind = format!("`ndoku {}` command", found.get_name());
        // The parser adds `help` to some commands.
        let names = found
            .get_subcommands()
            .map(Command::get_name)
            .filter(|name| *name != "help");
        let message = unknown_name(&kind, name, names, None);
        return found.error(ErrorKind::InvalidSubcommand, message);
    }
    let meant = SYNONYMS
        .iter()
        .find(|(words, _)| words.contains(&name.to_ascii_lowercase().as_str()));
    let message = if is_input(name) {
        format!("no command given\n\n  tip: to solve the puzzle, run `ndoku solve {name}`")
    } else if let Some((_, known)) = meant {
        format!("there is no command `{name}`; did you mean `{known}`?")
    } else {
        let names: Vec<String> = command
            .get_subcommands()
            .map(|known| known.get_name().to_owned())
            .collect();
        unknown_name(
            "command",
            name,
            names.iter().map(String::as_str),
            Some("`ndoku help` lists the commands"),
        )
    };
    command.error(ErrorKind::InvalidSubcommand, message)
}

/// Replaces the hint about an unknown option. `-5` may mean `--limit 5`. Only an argument that
/// looks like a puzzle or names a file can be meant as a value.
fn explain_unknown_option(
    mut error: clap::Error,
    command: &Command,
    arguments: &[OsString],
) -> clap::Error {
    let Some(ContextValue::String(option)) = error.get(ContextKind::InvalidArg) else {
        return error;
    };
    // In `--timeout -1`, the number is no option.
    let stands_alone = arguments
        .windows(2)
        .any(|pair| pair[1] == option.as_str() && !pair[0].to_string_lossy().starts_with('-'));
    let number = option
        .strip_prefix('-')
        .filter(|_| stands_alone)
        .and_then(|text| text.parse::<u64>().ok());
    // Global options take no values that are names of commands.
    let limits = arguments
        .iter()
        .skip(1)
        .find_map(|argument| command.find_subcommand(argument))
        .is_some_and(|found| found.get_arguments().any(|arg| arg.get_id() == "limit"));
    // The parser names the first letter of a puzzle such as `-3--7----6…`.
    let value = arguments
        .iter()
        .filter_map(|value| value.to_str())
        .find(|value| value.starts_with(option.as_str()) && is_input(value));
    let hint = match (value, number) {
        (Some(value), _) => Some(format!("to pass '{value}' as a value, use '-- {value}'")),
        (None, Some(number)) if limits => Some(format!("did you mean '--limit {number}'?")),
        _ => suggest_option(command, arguments, option),
    };
    match hint {
        Some(hint) => {
            // An option with similar letters is a worse suggestion, and the usage would show it.
            if error.remove(ContextKind::SuggestedArg).is_some() {
                error.remove(ContextKind::Usage);
            }
            error.insert(
                ContextKind::Suggested,
                ContextValue::StyledStrs(vec![hint.into()]),
            );
        }
        // A similar option stays as the suggestion.
        None if error.get(ContextKind::SuggestedArg).is_none() => {
            error.remove(ContextKind::Suggested);
        }
        None => {}
    }
    error
}

/// Returns a hint about an option that exists in the other case, such as `-x` for `-X`, or in other
/// commands.
fn suggest_option(command: &Command, arguments: &[OsString], option: &str) -> Option<String> {
    let used = arguments
        .iter()
        .skip(1)
        .find_map(|argument| command.find_subcommand(argument))?;
    let short = option.strip_prefix('-').and_then(|name| {
        let mut letters = name.chars();
        letters.next().filter(|_| letters.next().is_none())
    });
    if let Some(short) = short {
        let other_case = |c: &char| *c != short && c.eq_ignore_ascii_case(&short);
        let found = used.get_arguments().find_map(|arg| {
            let letter = arg.get_short().filter(other_case)?;
            let long = arg.get_long().map(|long| format!(" (--{long})"));
            Some(format!(
                "did you mean '-{letter}'{}?",
                long.unwrap_or_default()
            ))
        });
        return found;
    }
    let long = option.strip_prefix("--")?;
    // A value is written like an option, such as `--easy` for `--level easy`.
    let is_level = match used.get_name() {
        "hint" => values::hint_level(long).is_ok(),
        _ => values::level(long).is_ok(),
    };
    if is_level && used.get_arguments().any(|arg| arg.get_id() == "level") {
        return Some(format!("did you mean '--level {long}'?"));
    }
    let owners: Vec<String> = command
        .get_subcommands()
        .filter(|other| other.get_name() != used.get_name() && !other.is_hide_set())
        .filter(|other| {
            other
                .get_arguments()
                .any(|arg| arg.get_long() == Some(long))
        })
        .map(|other| format!("`ndoku {}`", other.get_name()))
        .collect();
    match owners.as_slice() {
        [] => None,
        [one] => Some(format!("{one} has this option")),
        [one, other] => Some(format!("{one} and {other} have this option")),
        [one, other, ..] => Some(format!(
            "{one}, {other} and other commands have this option"
        )),
    }
}

/// Names the environment variable in the error about a value that the command line does not have.
fn name_variable(mut error: clap::Error, arguments: &[OsString]) -> clap::Error {
    let Some(ContextValue::String(option)) = error.get(ContextKind::InvalidArg) else {
        return error;
    };
    // The option is named as in `--threads <N>`.
    let long = option
        .split(' ')
        .next()
        .and_then(|name| name.strip_prefix("--"));
    let command = super::command();
    let variable = std::iter::once(&command)
        .chain(command.get_subcommands())
        .flat_map(Command::get_arguments)
        .filter(|arg| arg.get_long() == long)
        .find_map(|arg| Some(arg.get_env()?.to_string_lossy().into_owned()));
    // If the error stays without the variable, the command line has the wrong value.
    let stays = without_variables(command)
        .try_get_matches_from_mut(arguments)
        .is_err_and(|other| {
            other.get(ContextKind::InvalidArg) == error.get(ContextKind::InvalidArg)
        });
    if let (Some(variable), false) = (variable, stays) {
        error.insert(ContextKind::InvalidArg, ContextValue::String(variable));
    }
    error
}

/// Returns the definition of the command line without the environment.
fn without_variables(command: Command) -> Command {
    command
        .mut_args(|arg| arg.env(None))
        .mut_subcommands(without_variables)
}
