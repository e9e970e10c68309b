//! The options of `ndoku solve`.

use std::path::PathBuf;

use clap::Args;
use ndoku::EngineKind;
use ndoku::hint::Language;

use super::{Input, OrderedSearchOptions, Output, engine, language, whole_number};

/// Solve puzzles and show whether each solution is unique
///
/// Prints one solution per puzzle, in the order of the input. If a puzzle has several solutions,
/// `solve` prints the first one, and a note on standard error.
///
/// Exit code 0: each puzzle has exactly one solution (with --all or --limit: at least one).
/// 1: a puzzle has no solution or several. 3: a puzzle cannot be read. 4: a limit was reached.
#[derive(Debug, Args)]
#[command(after_long_help = examples!(
    "Solve a 4x4 puzzle that is written out" => "ndoku solve 1..3........34.1",
    "Solve every puzzle of a file, and write the solutions to another file"
        => "ndoku solve puzzles/many.txt -o solutions.txt",
    "List up to 20 solutions of each puzzle" => "ndoku solve --limit 20 puzzles/many.txt",
    "Show every logical step with its difficulty" => "ndoku solve --path puzzles/everest.txt",
    "Solve a 9x9 puzzle with four additional windows"
        => "ndoku solve --rule windoku puzzles/windoku.txt",
))]
pub(crate) struct Solve {
    /// Maximum number of solutions per puzzle; 0 for all
    ///
    /// With 1, the search stops at the first solution and does not check that it is unique.
    #[arg(long, value_name = "N", value_parser = whole_number::<usize>)]
    pub limit: Option<usize>,
    /// List several solutions per puzzle, up to 10 or --limit
    #[arg(long)]
    pub all: bool,
    /// Show the puzzle before the solution
    ///
    /// Has an effect only in formats of several lines, such as grid.
    #[arg(long, alias = "before")]
    pub show_puzzle: bool,
    /// Solve by elimination only, and show every pass
    #[arg(long, conflicts_with_all = ["all", "limit", "show_puzzle"])]
    pub passes: bool,
    /// Solve by logical techniques, and show every step
    ///
    /// Each step has its difficulty; --verbose adds the reasons. With --to markdown, html, latex
    /// or pdf, writes a worked solution for printing.
    #[arg(long, conflicts_with_all = ["all", "limit", "show_puzzle", "passes"])]
    pub path: bool,
    /// Language of the steps of --path: en, de or es [default: en]
    #[arg(long, value_name = "CODE", value_parser = language, requires = "path")]
    pub language: Option<Language>,
    /// Engine: auto, simd, backtrack, cdcl or cadical
    ///
    /// `auto` selects an engine by the puzzle, and starts more threads on hard puzzles while
    /// threads are free. `simd` solves 9x9 puzzles, several at a time. `backtrack` guesses and
    /// propagates. `cdcl` learns clauses from conflicts, as SAT solvers do. `cadical` is the SAT
    /// solver CaDiCaL (see `ndoku help features`). --verbose shows which engine was used.
    #[arg(
        long,
        value_name = "NAME",
        default_value = "auto",
        value_parser = engine,
        conflicts_with_all = ["passes", "path"]
    )]
    pub engine: EngineKind,
    /// Write a proof that a puzzle has no solution to this file
    ///
    /// The proof is in the DRAT format. Its clauses are those of `ndoku convert --to dimacs`.
    /// Takes exactly one puzzle.
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["all", "limit", "show_puzzle", "passes", "path", "engine"],
        hide_short_help = true
    )]
    pub proof: Option<PathBuf>,
    /// Continue an interrupted run of the same input
    ///
    /// Keeps the complete lines of FILE.partial, or else of FILE, and solves the puzzles after
    /// them. A Parquet file is continued after its last complete row group.
    #[arg(
        long,
        requires = "output",
        conflicts_with_all = ["passes", "path", "proof"],
        hide_short_help = true
    )]
    pub resume: bool,
    #[command(flatten)]
    pub input: Input,
    #[command(flatten)]
    pub output: Output,
    #[command(flatten)]
    pub search: OrderedSearchOptions,
}
