//! The definition of the command line. Each command has a file of its own; this file has the shared
//! parts.

/// Formats the end of a long help page: examples, each with its purpose. `tests/help.rs` runs all
/// of them.
macro_rules! examples {
    ($($purpose:literal => $command:literal),+ $(,)?) => {
        concat!("\x1b[32;1mExamples:\x1b[0m", $("\n  # ", $purpose, "\n  ", $command),+)
    };
}

pub(crate) mod analyze;
mod bench;
mod canon;
mod check;
mod compare;
mod convert;
mod count;
pub(crate) mod draw;
mod enumerate;
mod file_format;
pub(crate) mod generate;
mod hint;
mod ineffective;
mod layout;
mod minimize;
pub(crate) mod overview;
mod play;
mod rate;
pub(crate) mod sample;
mod serve;
mod solve;
mod stats;
pub(crate) mod table;
mod usage_errors;
mod values;
mod vicinity;

use std::ffi::{OsStr, OsString};
use std::num::NonZeroUsize;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::time::Duration;

use analyze::Analyze;
use clap::builder::EnumValueParser;
use clap::builder::styling::{AnsiColor, Styles};
use clap::{Arg, ArgAction, Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use ndoku::constraint::Rule;
use ndoku::format::{Format, ReadOptions};
use ndoku::logic::Technique;
use ndoku::{Alphabet, Isa, Order};
use serde::Deserialize;

pub(crate) use bench::Bench;
pub(crate) use canon::{Canon, GroupBy, GroupSorting};
pub(crate) use check::Check;
pub(crate) use compare::Compare;
pub(crate) use convert::Convert;
pub(crate) use count::{Count, Expect};
pub(crate) use enumerate::Enumerate;
pub(crate) use hint::{Explain, Hint};
pub(crate) use layout::{LayoutArgs, read_marks};
pub(crate) use minimize::Minimize;
pub(crate) use overview::TOPICS;
pub(crate) use play::Play;
#[cfg(feature = "play")]
pub(crate) use play::ThemeArg;
pub(crate) use rate::{Rate, RateTo};
pub(crate) use serve::Serve;
pub(crate) use solve::Solve;
pub(crate) use stats::StatsArgs;
pub(crate) use table::TableOptions;
use values::{
    alphabet, duration, engine, format, hint_level, isa, language, listed_format, profile,
    rule_name, technique, template, threads, whole_number, whole_number_from,
};
pub(crate) use vicinity::Vicinity;

use crate::error::CliError;
use crate::output_format::{self, OutputFormat};

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

/// Solve, rate, explain, make, draw and play Sudoku of any size
///
/// INPUT is a puzzle, a file, or `-` for standard input. Several inputs can be given, each with any
/// number of puzzles. Results go to standard output, everything else to standard error.
#[derive(Debug, Parser)]
#[command(
    name = "ndoku",
    version,
    styles = STYLES,
    max_term_width = 80,
    disable_help_subcommand = true
)]
pub(crate) struct Cli {
    /// Command to run
    #[command(subcommand)]
    pub command: Command,
    #[command(flatten)]
    pub global: Global,
}

/// Returns the definition of the command line, with the overview as the help of `ndoku` itself.
pub(crate) fn command() -> clap::Command {
    let command = Cli::command();
    let overview = overview::text(&command);
    adapt_options(command.override_help(overview))
}

/// Lets the options of a command, and of the commands in it, take negative numbers, which their
/// parsers refuse. Otherwise the error about `--limit -1` would not name `--limit`. Ignores
/// variables of the environment that are empty.
fn adapt_options(command: clap::Command) -> clap::Command {
    let is_empty = |name: &OsStr| std::env::var_os(name).is_some_and(|value| value.is_empty());
    command
        .mut_args(|arg| {
            let is_option = arg.get_action().takes_values() && !arg.is_positional();
            let arg = arg.allow_negative_numbers(is_option);
            if arg.get_env().is_some_and(is_empty) {
                arg.env(None)
            } else {
                arg
            }
        })
        .mut_subcommands(adapt_options)
}

/// Parses the arguments of the process.
///
/// # Errors
/// Returns a usage error, or the help or version to print.
pub(crate) fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Cli, clap::Error> {
    let mut command = command();
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let matches = command
        .try_get_matches_from_mut(&arguments)
        .map_err(|error| usage_errors::explain(error, &mut command, &arguments))?;
    Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
}

/// Options that every command takes.
#[derive(Debug, Args)]
pub(crate) struct Global {
    /// When to use color [default: auto]
    ///
    /// `auto` uses color on a terminal, unless NO_COLOR is set.
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        env = "NDOKU_COLOR",
        help_heading = "Output",
        hide_env_values = true,
        hide_short_help = true
    )]
    pub color: Option<When>,
    /// Print only errors on standard error
    #[arg(short, long, global = true, help_heading = "Output")]
    pub quiet: bool,
    /// Print details on standard error
    #[arg(short, long, global = true, help_heading = "Output")]
    pub verbose: bool,
    /// How to report progress [default: auto]
    ///
    /// `auto` shows a progress bar on a terminal, `json` prints one line per second.
    #[arg(
        long,
        global = true,
        value_name = "HOW",
        help_heading = "Output",
        hide_short_help = true
    )]
    pub progress: Option<ProgressArg>,
    /// Exit with 0 instead of 1 or 4
    #[arg(long, global = true, help_heading = "Output", hide_short_help = true)]
    pub exit_zero: bool,
}

/// Returns the global options that have no effect in commands that process no puzzles, hidden from
/// their help.
fn unused_globals() -> [Arg; 2] {
    let progress = Arg::new("progress")
        .long("progress")
        .value_parser(EnumValueParser::<ProgressArg>::new());
    let exit_zero = Arg::new("exit_zero")
        .long("exit-zero")
        .action(ArgAction::SetTrue);
    [progress.hide(true), exit_zero.hide(true)]
}

/// The choice when to do something that depends on the terminal.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum When {
    #[default]
    Auto,
    Always,
    Never,
}

/// The form in which progress is shown.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ProgressArg {
    #[default]
    Auto,
    Json,
    Never,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Solve(Solve),
    Check(Check),
    Count(Count),
    #[command(visible_alias = "enum")]
    Enumerate(Enumerate),
    Sample(sample::Sample),
    #[command(visible_alias = "gen")]
    Generate(Box<generate::Generate>),
    Convert(Convert),
    /// List the formats that can be read and written
    #[command(after_long_help = examples!(
        "List the formats" => "ndoku formats",
        "Show one format with an example" => "ndoku formats sdk",
        "List the formats as JSON, with examples" => "ndoku formats --json",
        "Read how formats are detected" => "ndoku help formats",
    ))]
    Formats(FormatsArgs),
    /// List the rules that can be added to a layout
    #[command(after_long_help = examples!(
        "List the rules" => "ndoku rules",
        "Show one rule with its argument and its other names" => "ndoku rules windoku",
        "List the rules as JSON" => "ndoku rules --json",
        "Solve a puzzle with a rule" => "ndoku solve --rule windoku puzzles/windoku.txt",
    ))]
    Rules(RulesArgs),
    Stats(StatsArgs),
    #[command(visible_alias = "minimise")]
    Minimize(Minimize),
    Vicinity(Vicinity),
    Rate(Rate),
    #[command(visible_alias = "analyse")]
    Analyze(Analyze),
    Hint(Hint),
    #[command(visible_alias = "render")]
    Draw(Box<draw::Draw>),
    Play(Box<Play>),
    Explain(Explain),
    /// List the solving techniques, easiest first
    ///
    /// Rating and level are on ndoku's own scale, for the easiest instance. SE is the rating in
    /// Sudoku Explainer or Sukaku Explainer. HoDoKu is HoDoKu's score. `-` means that the program
    /// does not have the technique.
    #[command(after_long_help = examples!(
        "List the techniques" => "ndoku techniques",
        "List the techniques as JSON" => "ndoku techniques --json",
        "Show one of them, by any of its names" => "ndoku techniques x-wing",
        "Explain one of them" => "ndoku explain x-wing",
    ))]
    Techniques(TechniquesArgs),
    #[command(visible_aliases = ["canonicalize", "canonicalise"])]
    Canon(Canon),
    Compare(Compare),
    Bench(Bench),
    Serve(Serve),
    /// Print the completion script for a shell
    #[command(args = unused_globals(), after_long_help = examples!(
        "Print the script for bash" => "ndoku completions bash",
        "Print the script for zsh" => "ndoku completions zsh",
        "Print the script for fish" => "ndoku completions fish",
    ))]
    Completions {
        /// Name of the shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page of ndoku or of one command
    #[command(args = unused_globals(), after_long_help = examples!(
        "Print the manual page" => "ndoku man",
        "Print the page of one command" => "ndoku man solve",
        "Write all pages into a folder" => "ndoku man --output man1",
    ))]
    Man(ManArgs),
    /// Explain a command or a topic
    #[command(args = unused_globals(), after_help = help_topics(), after_long_help = help_end())]
    Help {
        /// Name of a command or a topic
        topic: Option<String>,
        /// Command of `sample`; after `json`, command whose JSON Schema is printed
        #[arg(value_name = "COMMAND")]
        second: Option<String>,
    },
}

/// Returns the topics as the end of a help page.
fn help_topics() -> String {
    format!("Topics: {}", TOPICS.join(", "))
}

/// Returns the topics and the examples as the end of a long help page.
fn help_end() -> String {
    let examples = examples!(
        "Show all commands" => "ndoku help",
        "Show the options of one command" => "ndoku help generate",
        "Explain the exit codes" => "ndoku help exit-codes",
    );
    format!("{}\n\n{examples}", help_topics())
}

impl Command {
    /// Returns the name of the command.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Solve(_) => "solve",
            Self::Check(_) => "check",
            Self::Count(_) => "count",
            Self::Enumerate(_) => "enumerate",
            Self::Sample(_) => "sample",
            Self::Generate(_) => "generate",
            Self::Convert(_) => "convert",
            Self::Formats(_) => "formats",
            Self::Rules(_) => "rules",
            Self::Stats(_) => "stats",
            Self::Minimize(_) => "minimize",
            Self::Vicinity(_) => "vicinity",
            Self::Rate(_) => "rate",
            Self::Analyze(_) => "analyze",
            Self::Hint(_) => "hint",
            Self::Draw(_) => "draw",
            Self::Play(_) => "play",
            Self::Explain(_) => "explain",
            Self::Techniques(_) => "techniques",
            Self::Canon(_) => "canon",
            Self::Compare(_) => "compare",
            Self::Bench(_) => "bench",
            Self::Serve(_) => "serve",
            Self::Completions { .. } => "completions",
            Self::Man(_) => "man",
            Self::Help { .. } => "help",
        }
    }

    /// Returns the output options of a command that has them.
    pub(crate) fn output_mut(&mut self) -> Option<&mut Output> {
        match self {
            Self::Solve(Solve { output, .. })
            | Self::Enumerate(Enumerate { output, .. })
            | Self::Minimize(Minimize { output, .. })
            | Self::Vicinity(Vicinity { output, .. })
            | Self::Canon(Canon { output, .. })
            | Self::Convert(Convert { output, .. }) => Some(output),
            Self::Generate(args) => Some(&mut args.output),
            _ => None,
        }
    }

    /// Returns `true` if the results are puzzles or solutions in one of the formats.
    pub(crate) fn writes_puzzles(&self) -> bool {
        matches!(
            self,
            Self::Solve(Solve { path: false, .. })
                | Self::Enumerate(_)
                | Self::Generate(_)
                | Self::Convert(_)
                | Self::Minimize(_)
                | Self::Vicinity(_)
        )
    }

    /// Returns the threads and the time limit of a command that has them.
    pub(crate) fn run_options_mut(&mut self) -> Option<&mut RunOptions> {
        match self {
            Self::Solve(Solve { search, .. }) | Self::Enumerate(Enumerate { search, .. }) => {
                Some(&mut search.search.run)
            }
            Self::Check(Check { search, .. })
            | Self::Count(Count { search, .. })
            | Self::Minimize(Minimize { search, .. })
            | Self::Vicinity(Vicinity { search, .. }) => Some(&mut search.run),
            Self::Rate(Rate { run, .. })
            | Self::Hint(Hint { run, .. })
            | Self::Analyze(Analyze { run, .. })
            | Self::Canon(Canon { run, .. })
            | Self::Compare(Compare { run, .. }) => Some(run),
            Self::Generate(args) => Some(&mut args.run),
            Self::Draw(args) => Some(&mut args.run),
            _ => None,
        }
    }

    /// Returns the time limit per puzzle, or for reading a photograph.
    pub(crate) fn timeout(&mut self) -> Option<Duration> {
        match self {
            Self::Convert(args) => args.timeout,
            _ => self.run_options_mut()?.timeout,
        }
    }

    /// Lowers the number of threads if it is too large. Returns the number before.
    pub(crate) fn cap_threads(&mut self) -> Option<NonZeroUsize> {
        let asked = match self {
            Self::Bench(args) => &mut args.threads,
            _ => self.threads_mut()?.threads.as_mut()?,
        };
        let most = max_threads();
        (*asked > most).then(|| std::mem::replace(asked, most))
    }

    /// Returns the threads of a command that has them.
    pub(crate) fn threads_mut(&mut self) -> Option<&mut Threads> {
        match self {
            Self::Sample(args) => Some(&mut args.common_mut().threads),
            Self::Serve(args) => Some(&mut args.threads),
            _ => self.run_options_mut().map(|run| &mut run.threads),
        }
    }
}

/// Default of `--max-decompressed`. Text of that size fits in the memory of any machine.
pub(crate) const MAX_DECOMPRESSED_MIB: u64 = 256;

/// The inputs, and the options that select their interpretation.
#[derive(Debug, Args)]
pub(crate) struct Input {
    /// Puzzle, file, or `-` for standard input
    #[arg(value_name = "INPUT")]
    pub inputs: Vec<OsString>,
    /// Input format [default: detected]
    ///
    /// `ndoku formats` lists the formats.
    #[arg(short, long, value_name = "FORMAT", value_parser = format, help_heading = "Input")]
    pub format: Option<&'static Format>,
    #[command(flatten)]
    pub layout: LayoutArgs,
    /// Digit symbols: dec, alnum, alpha or hex0
    ///
    /// `ndoku help symbols` describes them. [default: detected]
    #[arg(long, value_name = "NAME", value_parser = alphabet, help_heading = "Input")]
    pub symbols: Option<Alphabet>,
    /// Column of puzzles in a Parquet or Arrow file
    ///
    /// [default: puzzle, or else the only text column]
    #[arg(
        long,
        value_name = "NAME",
        hide_short_help = true,
        help_heading = "Input"
    )]
    pub column: Option<String>,
    /// Ignore unsupported rules instead of refusing the puzzle
    #[arg(long, hide_short_help = true, help_heading = "Input")]
    pub ignore_unsupported: bool,
    /// Stop at the first puzzle that cannot be read
    #[arg(long, hide_short_help = true, help_heading = "Input")]
    pub fail_fast: bool,
    /// Maximum size of an input in MiB, decompressed
    ///
    /// Lines of 9x9 puzzles are read block by block, and have no limit.
    #[arg(
        long,
        alias = "max-unpacked",
        hide_short_help = true,
        value_name = "MIB",
        value_parser = whole_number_from(1_u64),
        default_value_t = MAX_DECOMPRESSED_MIB,
        help_heading = "Input"
    )]
    pub max_decompressed: u64,
    /// Block size in bytes for inputs of lines; 0 for no blocks (for tests)
    #[arg(long, value_name = "BYTES", hide = true)]
    pub block: Option<usize>,
}

impl Input {
    /// Returns the options for the readers.
    ///
    /// # Errors
    /// Returns an error if the file of `--regions` cannot be read, or no layout can have a rule.
    pub(crate) fn read_options(&self) -> Result<ReadOptions, CliError> {
        Ok(ReadOptions {
            format: self.format,
            symbols: self.symbols,
            ignore_unsupported: self.ignore_unsupported,
            ..self.layout.read_options()?
        })
    }
}

/// The output options of commands that write puzzles.
#[derive(Debug, Args)]
pub(crate) struct Output {
    /// Output format, such as grid, line or csv
    ///
    /// The extension of the output file selects a format, too: `-o x.csv`. By default, writes one
    /// puzzle on a terminal as a grid, and otherwise one puzzle per line. `ndoku formats` lists the
    /// formats.
    #[arg(short, long, value_name = "FORMAT", help_heading = "Output")]
    pub to: Option<String>,
    /// Write one JSON record per puzzle (same as --to ndjson)
    #[arg(long, conflicts_with = "to", help_heading = "Output")]
    pub json: bool,
    #[command(flatten)]
    pub file: OutputPath,
    /// Draw with ASCII characters only
    #[arg(long, hide_short_help = true, help_heading = "Output")]
    pub ascii: bool,
}

impl Output {
    /// Returns the file to write; `None` means standard output.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.file.path()
    }

    /// Returns the selected format; `None` if no option selects one.
    ///
    /// # Errors
    /// Returns an error if there is no such format, or if its files hold a single puzzle.
    pub(crate) fn format_for_many(&self) -> Result<Option<OutputFormat>, CliError> {
        let format = self.format()?.map(OutputFormat::for_many);
        format.transpose().map_err(CliError::usage)
    }

    /// Returns the selected format, if any. Includes formats whose files hold a single puzzle.
    ///
    /// # Errors
    /// Returns an error if there is no such format.
    pub(crate) fn format(&self) -> Result<Option<OutputFormat>, CliError> {
        let name = if self.json {
            Some("ndjson")
        } else {
            self.to.as_deref()
        };
        let Some(name) = name else { return Ok(None) };
        output_format::find_output_format(name)
            .map(Some)
            .map_err(CliError::usage)
    }
}

/// The output options of commands that write no puzzles.
#[derive(Debug, Args)]
pub(crate) struct JsonOutput {
    /// Write one JSON record per puzzle
    #[arg(long, help_heading = "Output")]
    pub json: bool,
    #[command(flatten)]
    pub file: OutputPath,
}

impl JsonOutput {
    /// Returns the file to write; `None` means standard output.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.file.path()
    }
}

/// The option `-o`.
#[derive(Debug, Args)]
pub(crate) struct OutputPath {
    /// Write to FILE instead of standard output
    ///
    /// The content goes to FILE.partial, which is renamed when it is complete. The name `-` means
    /// standard output.
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
}

impl OutputPath {
    /// Returns the file to write; `None` means standard output.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.output
            .as_deref()
            .filter(|path| *path != Path::new("-"))
    }
}

/// The option `-j`.
#[derive(Copy, Clone, Debug, Default, Args)]
pub(crate) struct Threads {
    /// Number of threads [default: one per core]
    ///
    /// The environment variable NDOKU_THREADS sets the default.
    #[arg(
        short = 'j',
        long,
        value_name = "N",
        env = "NDOKU_THREADS",
        value_parser = threads,
        help_heading = "Threads and limits",
        hide_env = true
    )]
    threads: Option<NonZeroUsize>,
}

impl Threads {
    /// Sets the number of threads, unless the command line did.
    pub(crate) fn set_default(&mut self, default: Option<NonZeroUsize>) {
        self.threads = self.threads.or(default);
    }

    /// Returns the number of threads; without the option, one per core.
    pub(crate) fn or_cores(self) -> NonZeroUsize {
        self.threads.unwrap_or_else(cores)
    }
}

/// Returns the number of cores that this process may use.
pub(crate) fn cores() -> NonZeroUsize {
    std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// Number of threads, and the time limit per puzzle.
#[derive(Copy, Clone, Debug, Default, Args)]
pub(crate) struct RunOptions {
    #[command(flatten)]
    pub threads: Threads,
    /// Maximum time per puzzle, such as 10s or 500ms
    #[arg(long, value_name = "TIME", value_parser = duration, help_heading = "Threads and limits")]
    pub timeout: Option<Duration>,
}

impl RunOptions {
    /// Returns the number of threads.
    pub(crate) fn threads(&self) -> NonZeroUsize {
        self.threads.or_cores()
    }
}

/// Maximum number of threads per core. More threads would only take memory.
const MAX_THREADS_PER_CORE: usize = 4;

/// Returns the maximum number of threads: [`MAX_THREADS_PER_CORE`] per core, and at least 16.
pub(crate) fn max_threads() -> NonZeroUsize {
    NonZeroUsize::MIN.saturating_add((cores().get() * MAX_THREADS_PER_CORE).max(16) - 1)
}

/// Threads and limits of a search.
#[derive(Clone, Debug, Args)]
pub(crate) struct SearchOptions {
    #[command(flatten)]
    pub run: RunOptions,
    /// Maximum number of guesses per puzzle
    #[arg(
        long,
        hide_short_help = true,
        alias = "max-nodes",
        value_name = "N",
        value_parser = whole_number::<u64>,
        help_heading = "Threads and limits"
    )]
    pub max_guesses: Option<u64>,
    /// Instruction set for 9x9 puzzles [default: the fastest available]
    ///
    /// One of portable, sse2, avx2, avx512 and neon. It does not change any answer.
    #[arg(
        long,
        value_name = "NAME",
        env = "NDOKU_ISA",
        value_parser = isa,
        help_heading = "Threads and limits",
        hide_env_values = true,
        hide_short_help = true
    )]
    pub isa: Option<Isa>,
}

/// Threads, limits and order of a search that can list several solutions.
#[derive(Clone, Debug, Args)]
pub(crate) struct OrderedSearchOptions {
    #[command(flatten)]
    pub search: SearchOptions,
    /// Order of several solutions
    #[arg(
        long,
        value_name = "ORDER",
        default_value = "search",
        hide_short_help = true
    )]
    pub order: OrderArg,
}

impl Deref for OrderedSearchOptions {
    type Target = SearchOptions;

    fn deref(&self) -> &SearchOptions {
        &self.search
    }
}

/// The limits that the command line sets for a search.
pub(crate) trait SearchLimits {
    /// Returns the threads and limits.
    fn search_options(&self) -> &SearchOptions;

    /// Returns the order of solutions.
    fn order(&self) -> Order;
}

impl SearchLimits for SearchOptions {
    fn search_options(&self) -> &SearchOptions {
        self
    }

    fn order(&self) -> Order {
        Order::default()
    }
}

impl SearchLimits for OrderedSearchOptions {
    fn search_options(&self) -> &SearchOptions {
        &self.search
    }

    fn order(&self) -> Order {
        self.order.into()
    }
}

/// The order of several solutions.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub enum OrderArg {
    /// In the order of the search (fastest)
    Search,
    /// Ascending, compared row by row
    #[value(aliases = ["lexicographic", "lex"])]
    Sorted,
}

impl From<OrderArg> for Order {
    fn from(order: OrderArg) -> Self {
        match order {
            OrderArg::Search => Self::Search,
            OrderArg::Sorted => Self::Sorted,
        }
    }
}

/// The manual page to print.
#[derive(Debug, Args)]
pub(crate) struct ManArgs {
    /// Name of a command, such as solve or `sample grids` [default: ndoku itself]
    #[arg(value_name = "COMMAND", num_args = 0..=2)]
    pub command: Vec<String>,
    /// Write all pages into this folder: ndoku.1, ndoku-solve.1, ...
    #[arg(short, long, value_name = "DIR", conflicts_with = "command")]
    pub output: Option<PathBuf>,
}

/// The formats to list.
#[derive(Debug, Args)]
pub(crate) struct FormatsArgs {
    /// Format to show, with an example [default: all, one per line]
    #[arg(value_name = "NAME", value_parser = listed_format)]
    pub format: Option<&'static Format>,
    #[command(flatten)]
    pub list: ListArgs,
}

/// The rules to list.
#[derive(Debug, Args)]
pub(crate) struct RulesArgs {
    /// Rule to show [default: all]
    #[arg(value_name = "NAME", value_parser = rule_name)]
    pub rule: Option<&'static Rule>,
    #[command(flatten)]
    pub list: ListArgs,
}

/// The techniques to list.
#[derive(Debug, Args)]
pub(crate) struct TechniquesArgs {
    /// Technique to show [default: all]
    #[arg(value_name = "NAME", value_parser = technique)]
    pub technique: Option<&'static Technique>,
    #[command(flatten)]
    pub list: ListArgs,
}

/// A list as text or JSON.
#[derive(Debug, Args)]
#[command(args = unused_globals())]
pub(crate) struct ListArgs {
    /// Print one JSON record per entry
    #[arg(long, help_heading = "Output")]
    pub json: bool,
}
