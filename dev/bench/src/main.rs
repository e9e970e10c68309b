//! `ndoku-bench COMMAND`: measures ndoku's engines, generates puzzles for that, and compares the
//! engines with other solvers.
//!
//! | command | | file |
//! |---|---|---|
//! | `backtrack`, `cdcl`, `simd-single` | an engine on files, puzzle by puzzle | `single` |
//! | `simd` | classic puzzles in batches | `batches` |
//! | `nxn` | puzzles of any size, next to other solvers | `nxn`, `competitors` |
//! | `variants` | puzzles with rules, next to the recorded times of another solver | `variants` |
//! | `sets` | generates sets of classic puzzles from a seed | `sets` |
//! | `compare` | classic puzzles in batches, next to other solvers | `compare`, `solvers` |

#![forbid(unsafe_code)]

mod batches;
mod board;
mod compare;
mod competitors;
mod nxn;
mod puzzle_file;
mod reference_solver;
mod sets;
mod single;
mod solvers;
mod variants;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use ndoku_solver::{Backtrack, Cdcl, Simd9};

/// Measures ndoku's engines.
#[derive(Debug, Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Measure the backtracking engine on files, puzzle by puzzle
    Backtrack(single::Options),
    /// Measure the CDCL engine on files, puzzle by puzzle
    Cdcl(single::Options),
    /// Measure the engine for classic puzzles on files, puzzle by puzzle
    SimdSingle(single::Options),
    /// Measure classic puzzles in batches
    Simd(batches::Options),
    /// Generate sets of classic puzzles from a seed
    Sets {
        /// Random seed
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Number of puzzles in each set
        #[arg(long, default_value_t = 5000)]
        count: usize,
        /// Generate only this set (repeatable)
        #[arg(long = "set", value_enum, value_name = "NAME")]
        sets: Vec<sets::Set>,
        /// Output folder
        folder: PathBuf,
    },
    /// Compare solvers on puzzles of any size and layout, in CPU seconds of one core
    Nxn(nxn::Options),
    /// Run one solver of `nxn` on one puzzle in a process of its own
    #[command(hide = true)]
    NxnChild(nxn::ChildArguments),
    /// Measure puzzles with rules, and compare with recorded answers and times
    Variants(variants::Options),
    /// Compare solvers on classic puzzles in batches
    Compare(compare::Options),
}

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Backtrack(options) => single::measure(&mut Backtrack::new(), &options),
        Command::Cdcl(options) => single::measure(&mut Cdcl::new(), &options),
        Command::SimdSingle(options) => single::measure(&mut Simd9::default(), &options),
        Command::Simd(options) => batches::measure(&options),
        Command::Sets {
            seed,
            count,
            sets,
            folder,
        } => sets::write(sets::Set::or_all(&sets), count, seed, &folder),
        Command::Nxn(options) => nxn::compare(&options),
        Command::NxnChild(child) => nxn::run_as_child(&child),
        Command::Variants(options) => variants::measure(&options),
        Command::Compare(options) => compare::compare(&options),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
