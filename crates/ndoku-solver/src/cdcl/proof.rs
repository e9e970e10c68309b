//! Proofs that a puzzle has no solution, for programs that check them.
//!
//! ```text
//!   clauses of the puzzle (`ndoku_core::Encoding`) ─┐
//!   clause learnt, clause learnt, … , empty clause ─┴─▶ checker: each follows by unit propagation from those before it; the empty one cannot be true
//! ```
//!
//! That is the format DRAT (Wetzler, Heule and Hunt, "DRAT-trim", 2014), of which only the part without new variables is needed (RUP). What the engine knows without clauses, items
//! with one candidate left and candidates ruled out by a true one, is unit propagation in the encoding, which has a clause for each of these; so the clauses learnt are a
//! proof as they are. Its search begins with all candidates of the puzzle, not with what stronger propagation leaves, since that would be steps of its own.

use std::fmt::Write as _;

/// A step of a proof. For variable v of [`Encoding`](ndoku_core::Encoding) the literal is 2·(v − 1), and one more if it says that the variable is false.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum ProofStep<'a> {
    /// This clause follows; the empty one ends the proof.
    Add(&'a [u32]),
    /// This clause is not used any more: checkers are faster without it.
    Delete(&'a [u32]),
}

impl ProofStep<'_> {
    /// Writes it as a line of a DRAT file.
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
            // A string takes everything.
            let _ = write!(line, "{sign}{} ", literal / 2 + 1);
        }
        line.push_str("0\n");
    }
}
