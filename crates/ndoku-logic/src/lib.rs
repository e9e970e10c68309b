//! Logical solving: techniques that players know, explained step by step. Nothing here searches.
//! Every deduction follows from the current board.
//!
//! ```text
//! Puzzle, Board ─▶ Position ─▶ TECHNIQUES, easiest first ─▶ Step: deduction and explanation
//!                     ▲                                        │
//!                     └──────────── Board ◀────────────────────┘   until it is solved or stuck
//! ```
//!
//! - [`elimination`]: passes in which every solved cell removes its digit from its peers.
//! - [`singles`]: naked and hidden singles of classic puzzles, for callers that need them thousands
//!   of times.
//! - [`technique`], [`techniques`]: the techniques and their registry. Each has a page in the
//!   [`handbook`].
//! - [`position`], [`cells`], [`text`]: the input of a technique, and helpers for its explanations.
//! - [`links`], [`implications`]: candidates as nodes of chains, and the implications of each.
//! - [`rules`], [`known_sums`]: the constraints of a layout with their propagators and words, and
//!   the equations between cages and houses.
//! - [`rule_trial`]: the consequences of a candidate through the propagators of rules.
//! - [`als`]: almost locked sets, which several families use.
//! - [`step`], [`logical_solver`]: one use of a technique, and the solver that applies steps.
//! - [`solution_status`], [`path_end`]: the solutions that the caller knows, and the reason why
//!   there is no next step.
//! - [`hint_level`], [`hint`], [`solution_path`]: the next step in four levels, and all steps to
//!   the solution.
//! - [`refutation`]: the reason why a puzzle has no solution, where easy steps show it.
//! - [`phrase`], [`languages`]: texts that can be written in several languages, and the catalogs.
//! - [`difficulty`], [`level`]: the difficulty of a step in tenths, and of a puzzle in one word.
#![forbid(unsafe_code)]

pub mod als;
pub mod cells;
pub mod difficulty;
pub mod elimination;
pub mod handbook;
pub mod hint;
pub mod hint_level;
pub mod implications;
pub mod known_sums;
pub mod languages;
pub mod level;
pub mod links;
pub mod logical_solver;
pub mod path_end;
pub mod path_text;
pub mod phrase;
pub mod position;
pub mod refutation;
pub mod rule_trial;
pub mod rules;
pub mod singles;
pub mod solution_path;
pub mod solution_status;
pub mod step;
pub mod technique;
pub mod techniques;
pub mod text;

pub use difficulty::Difficulty;
pub use languages::Language;
pub use level::Level;
pub use phrase::Phrase;
pub use position::Position;
pub use refutation::Refutation;
pub use step::Step;
pub use technique::Technique;
pub use techniques::TECHNIQUES;
