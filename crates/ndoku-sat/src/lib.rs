//! `Cadical`: the SAT solver CaDiCaL as an engine, for puzzles that are too hard for the other
//! engines.
//!
//! These are puzzles of 25×25 with few clues, and of 36×36 and 49×49 near the hardest density.
//!
//! ```text
//!   puzzle ─ propagation (ndoku-solver) ─▶ exact cover ─ CNF ─▶ CaDiCaL ─▶ solution, verified
//!                                                                 ▲             │
//!                                                                 └─ blocking clause
//! ```
//!
//! CaDiCaL is written in C++ and built from its sources. Therefore it needs the feature `cadical`.
//! Without this feature the crate contains only the [clauses](for_each_clause), and [`HAS_CADICAL`]
//! is `false`.
//!
//! The crate uses `cadical-sys`, after a comparison of the crates that bind CaDiCaL:
//!
//! | crate | CaDiCaL | needs to build | can be terminated |
//! |---|---|---|---|
//! | **`cadical-sys` 0.8.0** | 3.0.1 | a C++ compiler | yes |
//! | `rustsat-cadical` 0.7.5 | 2.2.1 | a C++ compiler and libclang | yes |
//! | `cadical` 0.1.16 | 1.9.5 | a C++ compiler | yes |
//!
//! - `cadical-sys` has options, limits, counts and proofs. Misuse panics instead of ending the
//!   process.
//! - `rustsat-cadical` is well maintained. It needs libclang for `bindgen`, a heavy dependency for
//!   a Sudoku solver.
//! - `cadical` has no single options, counts or proofs.
//! - All three have the MIT license.
//!
//! CaDiCaL is by Armin Biere and others, under the MIT license. It also reads options from
//! environment variables called `CADICAL_…`, which are meant for its developers. They change the
//! search but cannot cause a wrong answer, since the engine verifies every solution.
#![forbid(unsafe_code)]

#[cfg(feature = "cadical")]
mod cadical;
mod cnf;
#[cfg(feature = "cadical")]
mod terminate;

#[cfg(feature = "cadical")]
pub use cadical::Cadical;
pub use cnf::for_each_clause;

/// `true` if this build contains CaDiCaL: if the feature `cadical` is on.
pub const HAS_CADICAL: bool = cfg!(feature = "cadical");
