//! The command line of `ndoku`.
//!
//! | file | contents |
//! |---|---|
//! | `args.rs` | definition of the command line |
//! | `commands/` | the commands, one per file |
//! | `open_input.rs`, `source.rs`, `stream.rs` | inputs, read whole or in blocks |
//! | `table_input.rs`, `table_rows.rs` | Parquet and Arrow files as inputs, row by row |
//! | `photo_input.rs` | photographs as inputs |
//! | `sink.rs`, `output_file.rs` | results, on standard output or in atomically replaced files |
//! | `error.rs`, `io_error.rs` | the error of the command line, and its words |
//! | `messages.rs`, `progress.rs` | messages and progress on standard error |
//! | `config.rs` | configuration file of the user |
//! | `random_seed.rs` | seeds of commands without `--seed` |
//! | `bounded_read.rs`, `input_summary.rs` | limits of inputs, and what they contain |
//! | `output_format.rs` | output formats, and the text of puzzles and solutions |
//! | `dropped_features.rs` | warnings about what a format cannot keep |
//! | `features.rs` | Cargo features that this build lacks |
//! | `work_item.rs` | a puzzle on its way in, and its answer on its way out |
//! | `batch.rs`, `groups.rs` | puzzles on all threads, with results in the order of the input |
//! | `line_batch.rs`, `result_buffer.rs` | the 9×9 lines of a block, answered together |
//! | `line_conflict.rs` | contradicting clues in a 9×9 line |
//! | `resume.rs` | comparison with the output of an interrupted run |
//! | `exit_code.rs` | table of exit codes |
//! | `json.rs`, `schemas.rs` | JSON records and their schemas |
//! | `context.rs` | state that all commands share |
#![forbid(unsafe_code)]

mod args;
mod batch;
mod bounded_read;
mod commands;
mod config;
mod context;
mod dropped_features;
mod error;
mod exit_code;
mod features;
mod groups;
mod input_summary;
mod io_error;
mod json;
mod line_batch;
mod line_conflict;
mod located_lines;
mod messages;
mod open_input;
mod output_file;
mod output_format;
mod photo_input;
mod photo_source;
mod progress;
mod random_seed;
mod result_buffer;
mod resume;
mod schemas;
mod signals;
mod sink;
mod source;
mod stream;
mod table_input;
#[cfg(feature = "arrow")]
mod table_rows;
mod work_item;

use std::io::Write;

use crate::args::{Command, When};
use crate::config::Config;
use crate::context::Context;
use crate::error::CliError;
use crate::exit_code::ExitCode;
use crate::messages::Messages;

/// Runs the command line of this process and returns its exit code. Panics become exit code 70.
pub fn main() -> std::process::ExitCode {
    std::panic::set_hook(Box::new(|panic| {
        // A panic of a decoder on damaged data is returned as an error of the file.
        #[cfg(feature = "arrow")]
        if ndoku_arrow::file::is_reading() {
            return;
        }
        let place = panic
            .location()
            .map(|location| format!(" at {}:{}", location.file(), location.line()))
            .unwrap_or_default();
        let what = panic.payload();
        let what = what
            .downcast_ref::<&str>()
            .map(|text| (*text).to_owned())
            .or_else(|| what.downcast_ref::<String>().cloned());
        // Standard error may be closed. A panic here would hide the first one.
        let _ = writeln!(
            std::io::stderr(),
            "internal fault{place}: {}\nThis is a bug in ndoku. Please report it with the command \
            and the input.",
            what.unwrap_or_default()
        );
    }));
    let code = std::panic::catch_unwind(run).unwrap_or(ExitCode::Internal);
    std::process::ExitCode::from(code as u8)
}

/// Returns the first line of `--verbose`: version, machine and configuration file.
fn describe_run() -> String {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get);
    let path = config::path(|name| std::env::var_os(name)).filter(|path| path.is_file());
    let configuration = path.map_or_else(
        || "no configuration file".to_owned(),
        |path| format!("configuration from {}", path.display()),
    );
    let cores = progress::format_count(cores as u64, "core");
    format!(
        "ndoku {}, {cores}, instruction set {}, {configuration}",
        env!("CARGO_PKG_VERSION"),
        ndoku::Isa::best()
    )
}

fn run() -> ExitCode {
    let mut cli = match args::parse(wild::args_os()) {
        Ok(cli) => cli,
        Err(error) => return print_parse_error(&error),
    };
    let by_extension = cli.command.select_format_by_extension();
    let ineffective = cli.command.ineffective_options();
    let config = Config::load().map(|config| config.apply_to(&mut cli));
    #[cfg(feature = "play")]
    let restore = commands::play::end_by_signal;
    #[cfg(not(feature = "play"))]
    let restore = || {};
    let mut context = Context::new(&cli.global, cli.command.name(), restore);
    context.picture_timeout = cli.command.timeout();
    if let Err(error) = by_extension {
        return context.report_error(&error);
    }
    for sentence in ineffective {
        context.info(&format!("warning: {sentence}"));
    }
    if let Some(asked) = cli.command.cap_threads() {
        context.debug(&format!(
            "{asked} threads exceed the limit of this machine; using {}",
            args::max_threads()
        ));
    }
    // These commands work without the configuration. `help` also explains what it may contain.
    let needs_config = !matches!(
        cli.command,
        Command::Completions { .. } | Command::Man(_) | Command::Help { .. }
    );
    if let Err(error) = config
        && needs_config
    {
        return context.report_error(&error);
    }
    let start = std::time::Instant::now();
    context.debug(&describe_run());
    let code =
        run_command(&context, cli.command).unwrap_or_else(|error| context.report_error(&error));
    context.flush_debug();
    context.debug(&format!("took {:.3} s", start.elapsed().as_secs_f64()));
    if cli.global.exit_zero && code.is_an_answer() {
        ExitCode::Done
    } else {
        code
    }
}

/// Prints what the parser of the command line returns instead of a command. Help and version go to
/// standard output with code 0, usage errors to standard error with code 2.
fn print_parse_error(error: &clap::Error) -> ExitCode {
    match error.print() {
        _ if error.use_stderr() => ExitCode::Usage,
        // A closed pipe is not an error.
        Err(failure) if failure.kind() != std::io::ErrorKind::BrokenPipe => {
            let failure = CliError::cannot_write("standard output", &failure);
            Messages::new(When::default(), false).print_error(&failure);
            ExitCode::Output
        }
        _ => ExitCode::Done,
    }
}

fn run_command(context: &Context, command: Command) -> Result<ExitCode, CliError> {
    if let Some(request) = command.table_request()? {
        #[cfg(feature = "arrow")]
        return commands::table::run(context, &request);
        #[cfg(not(feature = "arrow"))]
        return Err(table_input::missing_feature(request.kind));
    }
    match command {
        Command::Solve(args) => commands::solve::run(context, &args),
        Command::Check(args) => commands::check::run(context, &args),
        Command::Count(args) => commands::count::run(context, &args),
        Command::Enumerate(args) => commands::enumerate::run(context, &args),
        Command::Sample(args) => commands::sample::run(context, &args),
        Command::Generate(args) => commands::generate::run(context, &args),
        Command::Convert(args) => commands::convert::run(context, &args),
        Command::Formats(args) => commands::lists::formats(context, &args),
        Command::Rules(args) => commands::lists::rules(context, &args),
        Command::Stats(args) => commands::stats::run(context, &args),
        Command::Minimize(args) => commands::minimize::run(context, &args),
        Command::Vicinity(args) => commands::vicinity::run(context, &args),
        Command::Rate(args) => commands::rate::run(context, &args),
        Command::Analyze(args) => commands::analyze::run(context, &args),
        Command::Hint(args) => commands::hint::run(context, &args),
        Command::Draw(args) => commands::draw::run(context, &args),
        #[cfg(feature = "play")]
        Command::Play(args) => commands::play::run(context, &args),
        #[cfg(not(feature = "play"))]
        Command::Play(_) => Err(features::missing_error("`ndoku play`", "play")),
        Command::Explain(args) => commands::techniques::explain(context, args.technique),
        Command::Techniques(args) => commands::techniques::list(context, &args),
        Command::Canon(args) => commands::canon::run(context, &args),
        Command::Compare(args) => commands::compare::run(context, args),
        Command::Bench(args) => commands::bench::run(context, &args),
        #[cfg(feature = "serve")]
        Command::Serve(args) => commands::serve::run(context, &args),
        #[cfg(not(feature = "serve"))]
        Command::Serve(_) => Err(features::missing_error("`ndoku serve`", "serve")),
        Command::Completions { shell } => commands::shell::completions(context, shell),
        Command::Man(args) => commands::man::run(context, &args),
        Command::Help { topic, second } => {
            commands::help::run(context, topic.as_deref(), second.as_deref())
        }
    }
}
