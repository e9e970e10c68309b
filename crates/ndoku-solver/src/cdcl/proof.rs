//! Proofs that a puzzle has no solution, in the DRAT format, for independent checkers.
//!
//! ```text
//!   clauses of the puzzle (`ndoku_core::Encoding`) ─┐
//!   learned clause, learned clause, … , empty one  ─┴─▶ checker
//! ```
//!
//! The checker verifies that each learned clause follows by reverse unit propagation (RUP) from the
//! clauses before it. The empty clause cannot be true.
//!
//! DRAT is defined by Wetzler, Heule and Hunt, "DRAT-trim" (2014). Only RUP steps occur: conflict
//! analysis learns no other clauses.
//!
//! The learned clauses are a proof as they are. The engine propagates items without clauses: the
//! last candidate of an item is true, and a true candidate makes others false. The encoding has a
//! clause for each of these implications, so a checker finds them by unit propagation. A search
//! with proof starts with all candidates of the puzzle. Stronger propagation before the search
//! would need proof steps of its own.

use std::fmt::Write as _;

/// A step of a DRAT proof.
///
/// The positive literal of variable v of [`Encoding`](ndoku_core::Encoding) is 2·(v − 1), its
/// negation is 2·(v − 1) + 1.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum ProofStep<'a> {
    /// Adds a clause that follows from the clauses before it. The empty clause ends the proof.
    Add(&'a [u32]),
    /// Deletes a clause that the engine no longer uses. Checkers are faster without it.
    Delete(&'a [u32]),
}

impl ProofStep<'_> {
    /// Appends the step as a line of a DRAT file.
    pub fn write_drat(&self, line: &mut String) {
        let literals = match self {
            Self::Add(literals) => *literals,
            Self::Delete(literals) => {
                line.push_str("d ");
                *literals
            }
        };
        for literal in literals {
            let sign = if literal & 1 == 1 { "-" } else { "" };
            // Writing to a `String` cannot fail.
            let _ = write!(line, "{sign}{} ", literal / 2 + 1);
        }
        line.push_str("0\n");
    }
}
