//! The CNF of an exact cover instance: the extended encoding of the open candidates.
//!
//! ```text
//!   1 2 3            exactly one of these is true: at least one …
//!   -1 -2  -1 -3 …   … and at most one, pairwise
//! ```
//!
//! A pair in several lists, such as a row and a box, is written once.
//!
//! [`Encoding`](ndoku_core::Encoding) has the clauses of the whole puzzle, whose variables do not
//! depend on propagation. Proofs and files refer to those.

use std::ops::ControlFlow;

use crate::ExactCoverInstance;

/// Calls `clause` with each clause of the instance, until it breaks.
///
/// A literal is the number of a variable, from 1, or the negative number for its negation.
/// Constraints that are more than sets of forbidden pairs have no clauses.
pub fn for_each_clause(
    instance: &ExactCoverInstance,
    clause: &mut dyn FnMut(&[i32]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut literals: Vec<i32> = Vec::new();
    // For each variable the lists so far that contain it. The first list of a pair writes the pair.
    let mut lists_of: Vec<Vec<u32>> = vec![Vec::new(); instance.variable_count()];
    let exact = instance.exactly_one().count();
    for (number, list) in instance
        .exactly_one()
        .chain(instance.at_most_one())
        .enumerate()
    {
        if number < exact {
            literals.clear();
            literals.extend(list.iter().copied().map(literal));
            clause(&literals)?;
        }
        for (index, one) in list.iter().enumerate() {
            let lists = &lists_of[*one as usize];
            for other in &list[index + 1..] {
                let others = &lists_of[*other as usize];
                if !lists.iter().any(|list| others.contains(list)) {
                    clause(&[-literal(*one), -literal(*other)])?;
                }
            }
        }
        list.iter()
            .for_each(|variable| lists_of[*variable as usize].push(number as u32));
    }
    for (one, other) in instance.not_both() {
        clause(&[-literal(one), -literal(other)])?;
    }
    ControlFlow::Continue(())
}

/// Returns the positive literal of a variable. Variables count from 0, literals from 1.
pub(crate) fn literal(variable: u32) -> i32 {
    variable as i32 + 1
}
