//! `ndoku-bench COMMAND`: measures ndoku's engines, makes puzzles to measure them on, and compares them with other solvers.
//!
//! | command | | file |
//! |---|---|---|
//! | `backtrack`, `cdcl`, `simd-single` | an engine on files, puzzle by puzzle | `single` |
//! | `simd` | classic puzzles in batches | `bulk` |
//! | `nxn` | puzzles of any size, next to other solvers | `nxn`, `contenders` |
//! | `sets` | makes sets of classic puzzles from a seed | `sets` |
//! | `compare` | the batches next to other solvers, on such sets or on files | `compare`, `solvers` |

#![forbid(unsafe_code)]

mod board;
mod bulk;
mod compare;
mod contenders;
mod nxn;
mod plain;
mod read;
mod sets;
mod single;
mod solvers;

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
    /// The backtracking engine on files, puzzle by puzzle
    Backtrack(single::Options),
    /// The CDCL engine on files, puzzle by puzzle
    Cdcl(single::Options),
    /// The engine for classic puzzles on files, puzzle by puzzle
    SimdSingle(single::Options),
    /// Classic puzzles in batches
    Simd(bulk::Options),
    /// Makes sets of classic puzzles from a seed
    Sets {
        /// Another seed makes other puzzles
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Puzzles in each set
        #[arg(long, default_value_t = 5000)]
        count: usize,
        /// Only this set, or these
        #[arg(long = "set", value_enum, value_name = "NAME")]
        sets: Vec<sets::Set>,
        /// The folder to write to
        folder: PathBuf,
    },
    /// Puzzles of any size and layout, next to other solvers: CPU seconds of one core
    Nxn(nxn::Options),
    /// One puzzle by one solver of `nxn`, in a process of its own
    #[command(hide = true)]
    NxnChild(nxn::Child),
    /// Classic puzzles in batches, next to other solvers
    Compare(compare::Options),
}

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Backtrack(options) => single::measure(&mut Backtrack::new(), &options),
        Command::Cdcl(options) => single::measure(&mut Cdcl::new(), &options),
        Command::SimdSingle(options) => single::measure(&mut Simd9::default(), &options),
        Command::Simd(options) => bulk::measure(&options),
        Command::Sets {
            seed,
            count,
            sets,
            folder,
        } => sets::write(sets::Set::chosen(&sets), count, seed, &folder),
        Command::Nxn(options) => nxn::compare(&options),
        Command::NxnChild(child) => nxn::answer_as_child(&child),
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
