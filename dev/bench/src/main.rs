//! `ndoku-bench COMMAND`: measures ndoku's engines, counts, ratings and generation, and compares
//! the engines with other solvers.
//!
//! | command | | file |
//! |---|---|---|
//! | `backtrack`, `cdcl`, `simd-single` | an engine on files, puzzle by puzzle | `single` |
//! | `simd` | classic puzzles in batches | `batches` |
//! | `nxn` | puzzles of any size, next to other solvers | `nxn`, and what it imports |
//! | `variants` | puzzles with rules, next to the recorded times of another solver | `variants` |
//! | `compare` | classic puzzles in batches, next to other solvers | `compare`, `solvers` |
//! | `counts` | exact counts of the puzzles of files, by method | `counts` |
//! | `ratings` | ratings of the puzzles of files, by parts of the scale | `ratings` |
//! | `generation` | grids, puzzles, canonical forms and other analyses | `generation` |

#![forbid(unsafe_code)]

mod batches;
mod board;
mod compare;
mod counts;
mod cpu_limit;
mod encoding;
mod figures;
mod generation;
mod linked_solvers;
mod nxn;
mod puzzle_file;
mod ratings;
mod sat_program;
mod single;
mod solvers;
mod tdoku;
mod variants;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use ndoku_solver::{Backtrack, Cdcl, Simd9};

/// Measures ndoku, and compares it with other solvers.
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
    /// Compare solvers on puzzles of any size and layout, in CPU seconds of one core
    Nxn(nxn::Options),
    /// Run one solver of `nxn` on one puzzle in a process of its own
    #[command(hide = true)]
    NxnChild(nxn::ChildArguments),
    /// Measure puzzles with rules, and compare with recorded answers and times
    Variants(variants::Options),
    /// Compare solvers on classic puzzles in batches
    Compare(compare::Options),
    /// Measure exact counts of the puzzles of files, by method
    Counts(counts::Options),
    /// Measure ratings of the puzzles of files, by parts of the scale
    Ratings(ratings::Options),
    /// Measure generation, comparison and analysis of classic puzzles
    Generation(generation::Options),
}

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Backtrack(options) => single::measure(&mut Backtrack::new(), &options),
        Command::Cdcl(options) => single::measure(&mut Cdcl::new(), &options),
        Command::SimdSingle(options) => single::measure(&mut Simd9::default(), &options),
        Command::Simd(options) => batches::measure(&options),
        Command::Nxn(options) => nxn::compare(&options),
        Command::NxnChild(child) => nxn::run_as_child(&child),
        Command::Variants(options) => variants::measure(&options),
        Command::Compare(options) => compare::compare(&options),
        Command::Counts(options) => counts::measure(&options),
        Command::Ratings(options) => ratings::measure(&options),
        Command::Generation(options) => {
            generation::measure(&options);
            Ok(())
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
