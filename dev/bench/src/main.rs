//! `ndoku-bench COMMAND`: measures ndoku's engines, generates puzzles for that, and compares the
//! engines with other solvers.
//!
//! | command | | file |
//! |---|---|---|
//! | `general`, `learning`, `lanes-single` | an engine on files, puzzle by puzzle | `single` |
//! | `lanes` | classic puzzles in batches | `batches` |
//! | `nxn` | puzzles of any size, next to other solvers | `nxn`, `competitors` |
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

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use ndoku_solver::{Classic, General, Learning};

/// Measures ndoku's engines.
#[derive(Debug, Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Measure the general engine on files, puzzle by puzzle
    General(single::Options),
    /// Measure the engine that learns from contradictions on files, puzzle by puzzle
    Learning(single::Options),
    /// Measure the engine for classic puzzles on files, puzzle by puzzle
    LanesSingle(single::Options),
    /// Measure classic puzzles in batches
    Lanes(batches::Options),
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
    /// Compare solvers on classic puzzles in batches
    Compare(compare::Options),
}

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::General(options) => single::measure(&mut General::new(), &options),
        Command::Learning(options) => single::measure(&mut Learning::new(), &options),
        Command::LanesSingle(options) => single::measure(&mut Classic::default(), &options),
        Command::Lanes(options) => batches::measure(&options),
        Command::Sets {
            seed,
            count,
            sets,
            folder,
        } => sets::write(sets::Set::or_all(&sets), count, seed, &folder),
        Command::Nxn(options) => nxn::compare(&options),
        Command::NxnChild(child) => nxn::run_as_child(&child),
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
