//! Open candidates as clauses: the extended encoding of what propagation has left.
//!
//! ```text
//!   1 2 3            exactly one of these: at least one,
//!   -1 -2  -1 -3 …   and no two. A pair in several lists (a row and a box) is written once
//! ```

use std::ops::ControlFlow;

use ndoku_solver::ExactCoverInstance;

/// Calls `clause` with each clause, until it breaks. Literals are the numbers of variables from 1, negative for false.
///
/// Constraints that are more than pairs of candidates are not among them.
pub fn for_each_clause(
    instance: &ExactCoverInstance,
    clause: &mut dyn FnMut(&[i32]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut literals: Vec<i32> = Vec::new();
    // Which lists each variable was in so far: a pair is written for the first that holds both.
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

/// The literal of a variable: these count from 1.
pub(crate) fn literal(variable: u32) -> i32 {
    variable as i32 + 1
}
