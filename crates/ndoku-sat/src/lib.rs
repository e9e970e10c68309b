//! `Cadical`: the SAT solver CaDiCaL as an engine, for puzzles that are hard for everything else: 25×25 with few clues, 36×36 and 49×49 where they are hardest.
//!
//! ```text
//!   puzzle ─ propagation (ndoku-solver) ─▶ open candidates ─ clauses ─▶ CaDiCaL ─▶ solution, verified ─▶ its clause: not this one ─▶ CaDiCaL ─▶ …
//! ```
//!
//! CaDiCaL is C++, and is built from its sources, so it is behind the feature `cadical`: without it this crate holds the [clauses](for_each_clause) only, and
//! [`HAS_CADICAL`] says so.
//!
//! Which crate it comes from, of those that can be had:
//!
//! | crate | CaDiCaL | needs to build | can be stopped | |
//! |---|---|---|---|---|
//! | **`cadical-sys` 0.8.0** | 3.0.1 | a C++ compiler | yes | options, limits, counts, proofs; misuse panics instead of ending the process; MIT |
//! | `rustsat-cadical` 0.7.5 | 2.2.1 | a C++ compiler and libclang, for `bindgen` | yes | well kept, but libclang is a lot to ask of whoever builds a Sudoku solver; MIT |
//! | `cadical` 0.1.16 | 1.9.5 | a C++ compiler | yes | no single options, counts or proofs; MIT |
//!
//! CaDiCaL itself is by Armin Biere and others, MIT. It reads its options from variables of the environment called `CADICAL_…` too, which are meant for its developers; whoever
//! sets them gets what he asked for, though still no wrong answer, since every solution is verified.
#![forbid(unsafe_code)]

#[cfg(feature = "cadical")]
mod cadical;
mod cnf;
#[cfg(feature = "cadical")]
mod terminate;

#[cfg(feature = "cadical")]
pub use cadical::Cadical;
pub use cnf::for_each_clause;

/// Whether this build holds CaDiCaL: the feature `cadical`.
pub const HAS_CADICAL: bool = cfg!(feature = "cadical");
