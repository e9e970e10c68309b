//! `PairwiseEncoder`: the clauses of exactly-one and at-most-one constraints over lists of
//! variables.
//!
//! ```text
//!   {1 2 3}   1 2 3             exactly one: at least one …
//!             -1 -2  -1 -3 …    … and at most one, pairwise
//! ```
//!
//! Two variables can share several lists, such as a row and a box. Their pair is written once.

use std::ops::ControlFlow;

/// Generates clauses, and remembers the list of each variable, so that it writes no pair twice.
///
/// Variables are numbered from 0. A literal is the number of a variable plus 1, or the negative
/// number for its negation, as in DIMACS.
#[derive(Clone, Debug)]
pub struct PairwiseEncoder {
    literals: Vec<i32>,
    /// For each variable, the numbers of the lists so far that contain it. The first list of a pair
    /// writes the pair.
    lists_of: Vec<Vec<u32>>,
    list_count: u32,
}

impl PairwiseEncoder {
    /// Creates an encoder for this number of variables.
    #[must_use]
    pub fn new(variable_count: usize) -> Self {
        Self {
            literals: Vec::new(),
            lists_of: vec![Vec::new(); variable_count],
            list_count: 0,
        }
    }

    /// Returns the positive literal of a variable.
    #[must_use]
    pub const fn literal(variable: u32) -> i32 {
        variable as i32 + 1
    }

    /// Calls `clause` with each clause that demands exactly one variable of a list, until it
    /// breaks.
    ///
    /// Every variable must be below the number of variables.
    pub fn exactly_one(
        &mut self,
        list: &[u32],
        clause: &mut dyn FnMut(&[i32]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.literals.clear();
        self.literals
            .extend(list.iter().copied().map(Self::literal));
        clause(&self.literals)?;
        self.at_most_one(list, clause)
    }

    /// Calls `clause` with each clause that forbids two variables of a list, until it breaks.
    ///
    /// Every variable must be below the number of variables.
    pub fn at_most_one(
        &mut self,
        list: &[u32],
        clause: &mut dyn FnMut(&[i32]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for (index, one) in list.iter().enumerate() {
            let lists = &self.lists_of[*one as usize];
            for other in &list[index + 1..] {
                let others = &self.lists_of[*other as usize];
                if !lists.iter().any(|list| others.contains(list)) {
                    clause(&[-Self::literal(*one), -Self::literal(*other)])?;
                }
            }
        }
        for variable in list {
            self.lists_of[*variable as usize].push(self.list_count);
        }
        self.list_count += 1;
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_in_several_lists_is_written_once() {
        let mut encoder = PairwiseEncoder::new(4);
        let mut clauses = Vec::new();
        let mut add = |clause: &[i32]| {
            clauses.push(clause.to_vec());
            ControlFlow::Continue(())
        };
        let _ = encoder.exactly_one(&[0, 1, 2], &mut add);
        let _ = encoder.at_most_one(&[2, 1, 3], &mut add);
        let expected: [&[i32]; 6] = [
            &[1, 2, 3],
            &[-1, -2],
            &[-1, -3],
            &[-2, -3],
            &[-3, -4],
            &[-2, -4],
        ];
        assert_eq!(clauses, expected);
    }

    #[test]
    fn a_break_ends_the_list() {
        let mut number = 0;
        let flow = PairwiseEncoder::new(3).exactly_one(&[0, 1, 2], &mut |_| {
            number += 1;
            ControlFlow::Break(())
        });
        assert_eq!((flow, number), (ControlFlow::Break(()), 1));
    }
}
