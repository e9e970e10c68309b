//! What may be written on the command line: one struct a command, options that several share in one place.

pub(crate) mod analyse;
pub(crate) mod draw;
pub(crate) mod generate;
mod layout;
mod minimise;
mod play;
pub(crate) mod sample;
mod serve;
mod vicinity;

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use analyse::Analyse;
use clap::builder::styling::{AnsiColor, Styles};
use clap::{Args, Parser, Subcommand, ValueEnum};
use ndoku::format::{Format, ReadOptions};
use ndoku::hint::{Detail, UnknownDetail};
use ndoku::logic::{TECHNIQUES, Technique, techniques};
use ndoku::rating::{Profile, Template, TemplateError, UnknownProfile};
use ndoku::{Alphabet, Choice, Isa, Order};
use serde::Deserialize;

pub(crate) use layout::{LayoutArgs, text_of};
pub(crate) use minimise::Minimise;
pub(crate) use play::Play;
#[cfg(feature = "play")]
pub(crate) use play::ThemeArg;
pub(crate) use serve::Serve;
pub(crate) use vicinity::Vicinity;
mod canon;
mod compare;

pub(crate) use canon::{Canon, GroupBy, Together};
pub(crate) use compare::Compare;

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

/// Sudoku of any size and layout: solve, check, count, enumerate, rate, explain, convert.
///
/// INPUT is a file, `-` for standard input, or a puzzle itself; several may be given, each with many puzzles.
/// Results go to standard output, everything else to standard error.
#[derive(Debug, Parser)]
#[command(name = "ndoku", version, styles = STYLES, disable_help_subcommand = true, infer_subcommands = false)]
#[command(
    after_help = "`ndoku help TOPIC` explains formats, rules, techniques, exit-codes, json, symbols, order and config.\nExample: ndoku solve \"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\""
)]
pub(crate) struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    #[command(flatten)]
    pub global: Global,
}

/// Options that every command takes.
#[derive(Debug, Args)]
pub(crate) struct Global {
    /// Colour; by default `auto`: on a terminal, unless NO_COLOR is set
    #[arg(long, global = true, value_name = "WHEN", env = "NDOKU_COLOR", help_heading = "Output", hide_env_values = true)]
    pub color: Option<When>,
    /// Say nothing on standard error but errors
    #[arg(short, long, global = true, help_heading = "Output")]
    pub quiet: bool,
    /// Say more on standard error: layout, engine, guesses
    #[arg(short, long, global = true, help_heading = "Output")]
    pub verbose: bool,
    /// Progress; by default `auto`: a bar on a terminal when it takes long; `json` prints one line a second
    #[arg(long, global = true, value_name = "HOW", help_heading = "Output")]
    pub progress: Option<Progress>,
    /// Exit with 0 even if an answer is negative or a limit was reached
    #[arg(long, global = true, help_heading = "Output")]
    pub exit_zero: bool,
}

/// When to do something that depends on the terminal.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum When {
    #[default]
    Auto,
    Always,
    Never,
}

/// How progress is shown.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Progress {
    #[default]
    Auto,
    Json,
    Never,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Solve puzzles: the solution, and whether it is the only one
    Solve(Solve),
    /// Check puzzles or filled grids: one message for each conflict
    Check(Check),
    /// Count the solutions of puzzles: one number each
    Count(Count),
    /// List the solutions of puzzles, one after the other
    #[command(visible_alias = "enum")]
    Enumerate(Enumerate),
    /// Draw grids or minimal puzzles without a bias
    Sample(sample::Sample),
    /// Make puzzles to order
    #[command(visible_alias = "gen")]
    Generate(Box<generate::Generate>),
    /// Write puzzles in another format
    Convert(Convert),
    /// List the formats that can be read and written
    Formats(Listing),
    /// List the rules that can be added to a layout
    Rules(Listing),
    /// Say what is in files of puzzles: sizes, clues, layouts, repetitions
    Stats(StatsArgs),
    /// Make puzzles minimal: leave out clues until each is needed
    #[command(visible_alias = "minimize")]
    Minimise(Minimise),
    /// Search the vicinity of 9x9 puzzles: those with some clues less and some others more
    Vicinity(Vicinity),
    /// Rate 9x9 puzzles: how hard they are
    Rate(Rate),
    /// Print the portrait of puzzles and grids: symmetry, minimality, ratings, forms, unavoidable sets, backdoors
    #[command(visible_alias = "analyze")]
    Analyse(Analyse),
    /// Give hints: what to do next in a puzzle in any state
    Hint(Hint),
    /// Draw puzzles, solutions and steps: text, SVG, PNG, PDF, HTML, Markdown, LaTeX
    #[command(visible_alias = "render")]
    Draw(Box<draw::Draw>),
    /// Play a puzzle in the terminal
    Play(Box<Play>),
    /// Explain a technique, with an example
    Explain {
        /// Its name, such as x-wing; `ndoku techniques` lists them
        #[arg(value_name = "TECHNIQUE", value_parser = technique)]
        technique: &'static Technique,
    },
    /// List the techniques, easiest first
    Techniques(Listing),
    /// Bring puzzles into a canonical form: the same for all that turning, moving and renaming makes of them
    #[command(visible_aliases = ["canonicalise", "canonicalize"])]
    Canon(Canon),
    /// Compare puzzles: are two the same but for turning, moving and renaming?
    Compare(Compare),
    /// Measure how many puzzles a second this machine solves
    Bench(Bench),
    /// Serve the page and an API on this machine
    Serve(Serve),
    /// Print the completion script of a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    Man,
    /// Explain a command or a topic: formats, rules, techniques, exit-codes, json, symbols, order, config
    Help {
        /// A command or a topic
        topic: Option<String>,
        /// With `json`: the command whose JSON Schema is printed
        of: Option<String>,
    },
}

impl Command {
    /// The name as it is written.
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
            Self::Minimise(_) => "minimise",
            Self::Vicinity(_) => "vicinity",
            Self::Rate(_) => "rate",
            Self::Analyse(_) => "analyse",
            Self::Hint(_) => "hint",
            Self::Draw(_) => "draw",
            Self::Play(_) => "play",
            Self::Explain { .. } => "explain",
            Self::Techniques(_) => "techniques",
            Self::Canon(_) => "canon",
            Self::Compare(_) => "compare",
            Self::Bench(_) => "bench",
            Self::Serve(_) => "serve",
            Self::Completions { .. } => "completions",
            Self::Man => "man",
            Self::Help { .. } => "help",
        }
    }

    /// How its results are written, if it has a choice.
    pub(crate) fn output_mut(&mut self) -> Option<&mut Output> {
        match self {
            Self::Solve(Solve { output, .. })
            | Self::Check(Check { output, .. })
            | Self::Count(Count { output, .. })
            | Self::Enumerate(Enumerate { output, .. })
            | Self::Minimise(Minimise { output, .. })
            | Self::Vicinity(Vicinity { output, .. })
            | Self::Convert(Convert { output, .. }) => Some(output),
            Self::Generate(args) => Some(&mut args.output),
            _ => None,
        }
    }

    /// Whether its results are puzzles or solutions, in one of the formats.
    pub(crate) fn writes_puzzles(&self) -> bool {
        matches!(
            self,
            Self::Solve(Solve { path: false, .. })
                | Self::Enumerate(_)
                | Self::Generate(_)
                | Self::Convert(_)
                | Self::Minimise(_)
                | Self::Vicinity(_)
        )
    }

    /// Its threads and limit of time, if it has any.
    pub(crate) fn pace_mut(&mut self) -> Option<&mut Pace> {
        match self {
            Self::Solve(Solve { work, .. })
            | Self::Check(Check { work, .. })
            | Self::Count(Count { work, .. })
            | Self::Minimise(Minimise { work, .. })
            | Self::Vicinity(Vicinity { work, .. })
            | Self::Enumerate(Enumerate { work, .. }) => Some(&mut work.pace),
            Self::Rate(Rate { pace, .. })
            | Self::Hint(Hint { pace, .. })
            | Self::Analyse(Analyse { pace, .. })
            | Self::Canon(Canon { pace, .. })
            | Self::Compare(Compare { pace, .. }) => Some(pace),
            Self::Generate(args) => Some(&mut args.pace),
            Self::Draw(args) => Some(&mut args.pace),
            _ => None,
        }
    }

    /// Its threads, if it has any.
    pub(crate) fn threads_mut(&mut self) -> Option<&mut Option<NonZeroUsize>> {
        match self {
            Self::Sample(args) => Some(args.threads_mut()),
            Self::Serve(args) => Some(&mut args.threads),
            _ => self.pace_mut().map(|pace| &mut pace.threads),
        }
    }
}

/// Default of `--max-unpacked`: text of that size fits in the memory of any machine.
pub(crate) const MAX_UNPACKED_MIB: u64 = 256;

/// Where puzzles come from and how they are to be understood.
#[derive(Debug, Args)]
pub(crate) struct Input {
    /// Files, `-` for standard input, or puzzles
    #[arg(value_name = "INPUT")]
    pub inputs: Vec<OsString>,
    /// Read this format instead of finding out
    #[arg(short, long, value_name = "FORMAT", value_parser = format, help_heading = "Reading")]
    pub format: Option<&'static Format>,
    #[command(flatten)]
    pub layout: LayoutArgs,
    /// How digits are written: dec, alnum, alpha, hex0
    #[arg(long, value_name = "ALPHABET", value_parser = alphabet, help_heading = "Reading")]
    pub symbols: Option<Alphabet>,
    /// Drop what a file demands and ndoku does not know, instead of refusing the puzzle
    #[arg(long, help_heading = "Reading")]
    pub ignore_unsupported: bool,
    /// Stop at the first puzzle that cannot be read
    #[arg(long, help_heading = "Reading")]
    pub fail_fast: bool,
    /// Maximum size in MiB, decompressed, of an input that is not lines of 9x9 puzzles
    #[arg(long, value_name = "MIB", value_parser = whole::<u64>, default_value_t = MAX_UNPACKED_MIB, help_heading = "Reading")]
    pub max_unpacked: u64,
    /// Read every input of lines in blocks of so many bytes, or none at all with 0: for tests
    #[arg(long, value_name = "BYTES", hide = true)]
    pub block: Option<usize>,
}

impl Input {
    /// The options for the readers.
    ///
    /// # Errors
    /// A file of regions that cannot be read.
    pub(crate) fn read_options(&self) -> Result<ReadOptions, String> {
        Ok(ReadOptions {
            format: self.format,
            symbols: self.symbols,
            ignore_unsupported: self.ignore_unsupported,
            ..self.layout.read_options()?
        })
    }
}

/// How results are written.
#[derive(Debug, Args)]
pub(crate) struct Output {
    /// Write this format; by default a grid for one puzzle on a terminal, otherwise a line each
    #[arg(short, long, value_name = "FORMAT", help_heading = "Output")]
    pub to: Option<String>,
    /// The same as `--to ndjson`: one JSON record for each puzzle
    #[arg(long, conflicts_with = "to", help_heading = "Output")]
    pub json: bool,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub output: Option<PathBuf>,
    /// Draw with ASCII characters only
    #[arg(long, help_heading = "Output")]
    pub ascii: bool,
}

/// On how many cores to work, and how long at a puzzle.
#[derive(Copy, Clone, Debug, Args)]
pub(crate) struct Pace {
    /// Threads; by default one for each core
    #[arg(short = 'j', long, value_name = "N", env = "NDOKU_THREADS", value_parser = threads, help_heading = "Work", hide_env_values = true)]
    pub threads: Option<NonZeroUsize>,
    /// Give up a puzzle after so long, such as 10s or 500ms
    #[arg(long, value_name = "TIME", value_parser = duration, help_heading = "Work")]
    pub timeout: Option<Duration>,
}

/// This many threads, or one for each core.
pub(crate) fn threads_or_cores(threads: Option<NonZeroUsize>) -> NonZeroUsize {
    threads.or_else(|| std::thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN)
}

/// How long and on how many cores to work, and how to search.
#[derive(Clone, Debug, Args)]
pub(crate) struct Work {
    #[command(flatten)]
    pub pace: Pace,
    /// Give up a puzzle after so many guesses
    #[arg(long, alias = "max-nodes", value_name = "N", value_parser = whole::<u64>, help_heading = "Work")]
    pub max_guesses: Option<u64>,
    /// The order in which several solutions are found: `search` is the fastest, `sorted` ascending row by row
    #[arg(long, value_name = "ORDER", default_value = "search", help_heading = "Work")]
    pub order: OrderArg,
    /// The instruction set for 9×9, one of portable, sse2, avx2, avx512, neon; by default the fastest of this machine. It changes no answer
    #[arg(long, value_name = "NAME", env = "NDOKU_ISA", value_parser = isa, help_heading = "Work", hide_env_values = true)]
    pub isa: Option<Isa>,
}

/// The order of several solutions.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub enum OrderArg {
    /// As the engine meets them
    Search,
    /// Ascending, row by row
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

/// Solve puzzles: the solution, and whether it is the only one.
///
/// Exit code 0: every puzzle has exactly one solution (with --all or --limit: at least one). 1: some have none or several. 3: some could not be
/// read. 4: some were given up.
#[derive(Debug, Args)]
pub(crate) struct Solve {
    #[command(flatten)]
    pub input: Input,
    #[command(flatten)]
    pub output: Output,
    #[command(flatten)]
    pub work: Work,
    /// List up to N solutions; 1 stops at the first without asking whether it is the only one; 0 lists all
    #[arg(long, value_name = "N", value_parser = whole::<usize>)]
    pub limit: Option<usize>,
    /// List solutions, up to 10 unless --limit says otherwise
    #[arg(long)]
    pub all: bool,
    /// Show the puzzle before the solution
    #[arg(long)]
    pub before: bool,
    /// Solve by elimination only, as people do, and show every pass
    #[arg(long, conflicts_with_all = ["all", "limit", "before"])]
    pub passes: bool,
    /// Solve by techniques, as people do, and show every step with its difficulty; --to markdown, html, latex or pdf makes a worked solution to print, --verbose gives reasons
    #[arg(long, conflicts_with_all = ["all", "limit", "before", "passes"])]
    pub path: bool,
    /// The engine: `lanes` (9×9 only), `general` (guessing), `learning` (from contradictions), `cadical` (a SAT solver, where the build has it); `auto` takes whichever suits the puzzle, and helpers
    /// beside `learning` where that takes long and threads are free. --verbose says which it was
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = engine, conflicts_with_all = ["passes", "path"], help_heading = "Work")]
    pub engine: Choice,
    /// Write a proof that a puzzle has no solution, in the format DRAT; it is about the clauses that `ndoku convert --to dimacs` writes. One puzzle only
    #[arg(long, value_name = "FILE", conflicts_with_all = ["all", "limit", "before", "passes", "path", "engine"])]
    pub proof: Option<PathBuf>,
    /// Go on with a run that was interrupted: keep the complete lines of the file of --output, and solve what comes after them
    #[arg(long, requires = "output", conflicts_with_all = ["passes", "path", "proof"])]
    pub resume: bool,
}

/// Check puzzles or filled grids: one message for each conflict.
///
/// Exit code 0: none has a conflict. 1: some have.
#[derive(Debug, Args)]
pub(crate) struct Check {
    #[command(flatten)]
    pub input: Input,
    #[command(flatten)]
    pub output: Output,
    #[command(flatten)]
    pub work: Work,
    /// Also demand that each has exactly one solution
    #[arg(long)]
    pub unique: bool,
    /// Also demand that no cell is blank
    #[arg(long)]
    pub full: bool,
    /// Also demand that each has exactly one solution and needs every clue for it; names those that are redundant
    #[arg(long, conflicts_with = "full")]
    pub minimal: bool,
}

/// Count the solutions of puzzles: one number each, in the order of the input.
///
/// The number is exact wherever it can be had without finding every solution: 9x9, 4x4, 6x6 and 8x8 with any clues, 10x10 with two at most, 9x9 with pencilmarks unless
/// they are too scattered, 9x9 with diagonals and few clues or many (with two clues it takes an hour; --timeout or --limit cut it short), Latin squares to order 7.
/// Of other layouts, and with rules, up to a million solutions are searched for. Where there are more, their number is estimated, and written with an exponent: `5.985e98`; standard error gives the interval that
/// holds the true number with 95 %. Where no honest interval can be had in the time, the number is one that there are at least, and standard error says so.
/// `--verbose` says how each was found.
///
/// Exit code 4: some are not exact. A count of 0 is a complete answer: 0.
#[derive(Debug, Args)]
pub(crate) struct Count {
    #[command(flatten)]
    pub input: Input,
    #[command(flatten)]
    pub output: Output,
    #[command(flatten)]
    pub work: Work,
    /// Count no further than this; 0 for no limit. By default there is none where an exact count needs no search, and a million where it does
    #[arg(long, alias = "max", value_name = "N", value_parser = whole::<u64>)]
    pub limit: Option<u64>,
    /// Estimate the number, unless a short search finds all solutions: for 5 seconds, or as long as --timeout says. That it is no exact number is then no reason
    /// for an exit code
    #[arg(long, conflicts_with = "limit", help_heading = "Estimates")]
    pub estimate: bool,
    /// Estimates are made by chance that depends on this number; without it another is taken each time, and said
    #[arg(long, value_name = "N", value_parser = whole::<u64>, help_heading = "Estimates")]
    pub seed: Option<u64>,
    /// So many samples make an estimate, instead of those that fit into the time: with the same --seed the same numbers come out on every machine
    #[arg(long, value_name = "N", value_parser = whole::<usize>, help_heading = "Estimates")]
    pub samples: Option<usize>,
    /// Exit with 1 unless each count is so: unique, solvable, or a number
    #[arg(long, value_name = "WHAT", value_parser = expectation)]
    pub expect: Option<Expect>,
}

/// What `count --expect` demands.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Expect {
    Solvable,
    Exactly(u128),
}

/// List the solutions of puzzles, one after the other, or some drawn at random.
///
/// They come as they are found, in an order that depends on the puzzle alone, not on threads, time or machine; or in ascending order with
/// --order sorted. Nothing is kept, however many there are. Lines are the fastest to write: millions a second of a 9x9 puzzle.
///
/// With --sample every solution is drawn with the same probability, independently of the others, so that one may come twice: of 9x9 puzzles with
/// any number of solutions, also the empty grid, and of others with up to 2,000,000. The same seed draws the same solutions on every machine.
#[derive(Debug, Args)]
pub(crate) struct Enumerate {
    #[command(flatten)]
    pub input: Input,
    #[command(flatten)]
    pub output: Output,
    #[command(flatten)]
    pub work: Work,
    /// At most so many of each puzzle; 0 for no limit
    #[arg(long, value_name = "N", value_parser = whole::<u64>, default_value_t = 0)]
    pub limit: u64,
    /// Draw so many of each puzzle at random
    #[arg(long, value_name = "N", value_parser = whole::<u64>, conflicts_with_all = ["limit", "order"])]
    pub sample: Option<u64>,
    /// What is drawn depends on this number; without it another is taken each time, and said
    #[arg(long, value_name = "N", value_parser = whole::<u64>, requires = "sample")]
    pub seed: Option<u64>,
}

/// Write puzzles in another format.
///
/// Exit code 1: the format cannot hold some puzzle, or drops a part that changes its solutions.
#[derive(Debug, Args)]
pub(crate) struct Convert {
    #[command(flatten)]
    pub input: Input,
    #[command(flatten)]
    pub output: Output,
    /// Say for each format whether the input is in it, and why
    #[arg(long)]
    pub explain_format: bool,
    /// Write the solution that the file gives instead of the clues
    #[arg(long)]
    pub solution: bool,
    /// The character for blank cells
    #[arg(long, value_name = "CHAR")]
    pub blank: Option<char>,
}

/// Say what is in files of puzzles: sizes, clues, layouts, repetitions.
#[derive(Debug, Args)]
pub(crate) struct StatsArgs {
    #[command(flatten)]
    pub input: Input,
    /// One JSON object
    #[arg(long)]
    pub json: bool,
}

/// Measure how many puzzles a second this machine solves.
///
/// The puzzles are read into memory, shuffled, and those of the classic layout permuted and relabelled, so that no order helps. Every answer is verified
/// once, and compared with that of another engine as far as a second suffices. Then as many as possible are solved in the time given, from their
/// characters to those of the solutions. Puzzles of other layouts are solved one after the other, and reading them is not measured.
#[derive(Debug, Args)]
pub(crate) struct Bench {
    #[command(flatten)]
    pub input: Input,
    /// Threads
    #[arg(short = 'j', long, value_name = "N", default_value = "1", value_parser = threads, help_heading = "Work")]
    pub threads: NonZeroUsize,
    /// Measure for so many seconds
    #[arg(long, value_name = "S", default_value_t = 3.0, value_parser = seconds, help_heading = "Work")]
    pub seconds: f64,
    /// Search each puzzle to so many solutions: 2 proves that there is only one
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..), help_heading = "Work")]
    pub limit: u64,
    /// The instruction set for 9×9: portable, sse2, avx2, avx512 or neon; by default the fastest of this machine
    #[arg(long, value_name = "NAME", env = "NDOKU_ISA", value_parser = isa, help_heading = "Work", hide_env_values = true)]
    pub isa: Option<Isa>,
    /// One puzzle at a time, on one thread: how long each takes
    #[arg(long, conflicts_with = "threads", help_heading = "Work")]
    pub latency: bool,
    /// Count all solutions of each puzzle instead, one puzzle after the other, as `ndoku count` does: median of --runs, by method
    #[arg(long, group = "repeated", conflicts_with_all = ["latency", "limit", "seconds", "seed"], help_heading = "Work")]
    pub count: bool,
    /// Rate each puzzle instead, one after the other on one thread: puzzles a second for each part of the scale
    #[arg(long, group = "repeated", conflicts_with_all = ["count", "latency", "limit", "seconds", "seed", "threads"], help_heading = "Work")]
    pub rate: bool,
    /// Make and compare instead: grids, puzzles, canonical forms, each for --seconds on one thread, beside what other programs do; takes no input
    #[arg(long, conflicts_with_all = ["inputs", "count", "rate", "latency", "limit", "threads"], help_heading = "Work")]
    pub make: bool,
    /// Rate by this profile, as `ndoku rate` does
    #[arg(long, value_name = "NAME", default_value = "se121", value_parser = profile, requires = "rate", help_heading = "Work")]
    pub profile: Profile,
    /// Count or rate each puzzle so often
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..), requires = "repeated", help_heading = "Work")]
    pub runs: u32,
    /// What the puzzles are shuffled and permuted by, or with --make made from
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Work")]
    pub seed: u64,
    /// One JSON object, on one line
    #[arg(long, help_heading = "Output")]
    pub json: bool,
}

/// Rate puzzles: how hard they are.
///
/// The profiles se121 and sukaku give classic 9x9 puzzles the numbers of the programs that collectors use, Sudoku Explainer and Sukaku Explainer: ER is the hardest step
/// of the way to the solution, EP the hardest up to the first digit that is placed, ED the first step. Such a rating belongs to the 81 characters of a puzzle: turned
/// about, hard ones may get a little more or less.
/// The profile ndoku rates every layout by all techniques of `ndoku techniques`, on a scale of its own that runs beside the other, and does not depend on how a puzzle is
/// turned. The profile hodoku adds up HoDoKu's scores, on a way of our own.
/// 0.0 stands for a puzzle that has no solution or several, 20.0 for one that the techniques do not solve.
///
/// In a template %g is the puzzle, %n its number, %r %p %d are ER, EP and ED, %R %P %D their techniques, %l the level, %s the score of the profile hodoku, %e the
/// seconds it took, %t a tabulator.
///
/// Exit code 1: some have no rating. 4: some were given up.
#[derive(Debug, Args)]
pub(crate) struct Rate {
    #[command(flatten)]
    pub input: Input,
    /// By what: se121 is the classical scale, by which the hardest puzzles are known, sukaku has more techniques; ndoku; hodoku
    #[arg(long, value_name = "NAME", default_value = "se121", value_parser = profile)]
    pub profile: Profile,
    /// What to write for each puzzle
    #[arg(long, value_name = "TEXT", default_value = "%g ED=%r/%p/%d", value_parser = template, help_heading = "Output")]
    pub template: Template,
    /// What to write: text by the template, csv, or ndjson
    #[arg(short, long, value_name = "FORMAT", default_value = "text", help_heading = "Output", conflicts_with = "template")]
    pub to: RateTo,
    /// The same as `--to ndjson`: one JSON record for each puzzle
    #[arg(long, conflicts_with_all = ["to", "template"], help_heading = "Output")]
    pub json: bool,
    /// Draw how many puzzles have which level and rating, on standard error
    #[arg(long, help_heading = "Output")]
    pub histogram: bool,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub pace: Pace,
}

/// Give hints: what to do next in a puzzle, as a person would do it.
///
/// The puzzle may be in any state: digits that were put in and candidates that were removed count, if its format has them. Says so when the state contradicts the
/// solution, and when there is no solution or several; then techniques that rely on a single solution are left out.
///
/// Exit code 0: every puzzle got a hint, or is solved. 1: there is none, or something is wrong with the state.
#[derive(Debug, Args)]
pub(crate) struct Hint {
    #[command(flatten)]
    pub input: Input,
    /// How much to tell: `nudge` names the technique, `where` its place, `what` its cells and digits, `full` the reason and what follows
    #[arg(short, long, value_name = "LEVEL", default_value = "nudge", value_parser = detail)]
    pub level: Detail,
    /// All steps that any technique finds, easiest first, instead of the easiest
    #[arg(long)]
    pub all_steps: bool,
    /// Only this technique; several may be given
    #[arg(long, value_name = "NAME", value_parser = technique, value_delimiter = ',')]
    pub technique: Vec<&'static Technique>,
    /// Leave out techniques that rely on it that the puzzle has one solution
    #[arg(long)]
    pub no_uniqueness: bool,
    /// One JSON record for each puzzle
    #[arg(long, help_heading = "Output")]
    pub json: bool,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub pace: Pace,
}

/// How ratings are written.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RateTo {
    /// As the template says
    Text,
    /// With a head line
    Csv,
    /// A record of JSON for each puzzle
    #[value(alias = "json")]
    Ndjson,
}

/// A list for people, or as JSON.
#[derive(Debug, Args)]
pub(crate) struct Listing {
    /// One JSON record for each entry
    #[arg(long)]
    pub json: bool,
}

fn profile(text: &str) -> Result<Profile, String> {
    text.parse().map_err(|error: UnknownProfile| error.to_string())
}

fn detail(text: &str) -> Result<Detail, String> {
    text.parse().map_err(|error: UnknownDetail| error.to_string())
}

fn technique(text: &str) -> Result<&'static Technique, String> {
    let names = || TECHNIQUES.iter().flat_map(|technique| [technique.id, technique.name]);
    techniques::find(text).ok_or_else(|| match ndoku::nearest(text, names()) {
        Some(nearest) => format!("no technique is called `{text}`; did you mean `{nearest}`?"),
        None => format!("no technique is called `{text}`; `ndoku techniques` lists them"),
    })
}

fn template(text: &str) -> Result<Template, String> {
    text.parse().map_err(|error: TemplateError| error.to_string())
}

fn duration(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok().map(Duration::try_from_secs_f64);
    let time = seconds.map_or_else(|| humantime::parse_duration(text).ok(), Result::ok);
    time.ok_or_else(|| "write a time like 10s, 500ms or 2min".to_owned())
}

/// A whole number; its thousands may be set apart.
fn whole<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    let plain: String = text.chars().filter(|c| !matches!(c, '_' | ',')).collect();
    plain.parse().map_err(|_| "write a whole number, such as 10".to_owned())
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.01..=86_400.0).contains(seconds));
    seconds.ok_or_else(|| "write a number of seconds, such as 3 or 0.5".to_owned())
}

fn threads(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| "write a whole number from 1 on".to_owned())
}

fn isa(text: &str) -> Result<Isa, String> {
    let isa = text.parse::<Isa>().map_err(|error| error.to_string())?;
    if isa.is_available() { Ok(isa) } else { Err(format!("this machine does not have {isa}")) }
}

fn engine(text: &str) -> Result<Choice, String> {
    Choice::named(text).ok_or_else(|| {
        let names: Vec<_> = Choice::ALL.iter().map(|choice| choice.name()).collect();
        let lacking = if text == "cadical" { ": this build does not include CaDiCaL (feature `cadical`)" } else { "" };
        format!("there is no engine `{text}`{lacking}; there are {}", names.join(", "))
    })
}

fn format(text: &str) -> Result<&'static Format, String> {
    ndoku::format::find(text).ok_or_else(|| unknown_format(text))
}

/// The sentence for a format that does not exist.
pub(crate) fn unknown_format(text: &str) -> String {
    match ndoku::format::nearest(text) {
        Some(nearest) => format!("there is no format `{text}`; did you mean `{nearest}`?"),
        None => format!("there is no format `{text}`; `ndoku formats` lists them"),
    }
}

fn alphabet(text: &str) -> Result<Alphabet, String> {
    let known = Alphabet::NAMES.iter().find(|(name, _)| name.eq_ignore_ascii_case(text));
    let names = || Alphabet::NAMES.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
    known.map(|(_, alphabet)| *alphabet).ok_or_else(|| format!("there is no alphabet `{text}`: {}", names()))
}

fn expectation(text: &str) -> Result<Expect, String> {
    match text {
        "unique" => Ok(Expect::Exactly(1)),
        "solvable" => Ok(Expect::Solvable),
        number => whole(number).map(Expect::Exactly).map_err(|_| "write unique, solvable or a number".to_owned()),
    }
}
