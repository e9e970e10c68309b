//! The encoding of cages, and other distinct cells whose digits form one of several sets.
//!
//! ```text
//!   cage of 3 cells, sum 8      {1 2 5} {1 3 4}
//!
//!   auxiliary variables    s1, s2: the digits are this set      a2 … a5: the digit is absent
//!   primary items          {s1 s2}                              one of the sets
//!                          {a2 s1}, {a3 s2}, {a4 s2}, {a5 s1}   in a set, or absent
//!                          {1 in r1c1, r1c2 or r1c3}            1 is in every set
//!                          {a2, 2 in r1c1, r1c2 or r1c3}        in one cell, or absent
//!   clauses                s1 → r1c1 is 1, 2 or 5               for each set and cell
//!                          a2, or r9c1 is not 2                 r9c1 sees all cells
//! ```
//!
//! "5 is absent" is one literal, where an explanation of the propagator lists a candidate for each
//! cell. So learned clauses are shorter. `docs/experiments/variants.md` has the measurements.

use ndoku_core::propagator::{Propagator, PropagatorRule};

use super::clause_db::Literal;
use super::cover_matrix::{CoverMatrix, NONE};

/// Maximum number of sets of a propagator that is encoded. In 9×9 grids no sum has more than 12.
const MAX_SETS: usize = 32;

/// The open cells of a propagator, and the digits that they can have.
struct OpenCage {
    /// The cells without a digit, with their candidates.
    cells: Vec<(u16, u16)>,
    /// The digits of the others.
    decided: u16,
    /// The sets of digits that the open cells can still have, without the decided ones.
    sets: Vec<u16>,
}

impl CoverMatrix {
    /// Encodes the propagators of digit sets. `numbers` has the variable of each cell and digit.
    ///
    /// Call it when `items` has the primary items only.
    pub(super) fn encode_digit_sets(
        &mut self,
        numbers: &[u32],
        size: usize,
        propagators: &[Propagator],
    ) {
        self.clauses.clear();
        self.is_encoded.clear();
        for propagator in propagators {
            let cage = self.open_cage(propagator);
            if let Some(cage) = &cage {
                self.encode(cage, propagator, numbers, size);
            }
            self.is_encoded.push(cage.is_some());
        }
    }

    /// Returns the open part of a propagator, or `None` if the propagator is not to be encoded.
    fn open_cage(&self, propagator: &Propagator) -> Option<OpenCage> {
        let PropagatorRule::DigitSets(sets) = propagator.rule() else {
            return None;
        };
        let (mut cells, mut decided) = (Vec::new(), 0);
        for cell in propagator.watched() {
            match self.decided[usize::from(*cell)] {
                Some(digit) => decided |= 1 << digit,
                None => {
                    let variables = self.cell_variables(usize::from(*cell));
                    let digits = variables.map(|one| self.candidates[one as usize].1);
                    cells.push((*cell, digits.fold(0, |mask, digit| mask | 1 << digit)));
                }
            }
        }
        let union = cells.iter().fold(0, |union, (_, mask)| union | mask);
        let sets: Vec<u16> = sets
            .sets()
            .iter()
            .filter(|set| *set & decided == decided)
            .map(|set| set & !decided)
            .filter(|set| set & !union == 0 && cells.iter().all(|(_, mask)| mask & set != 0))
            .collect();
        let is_suitable = cells.len() > 1 && (1..=MAX_SETS).contains(&sets.len());
        is_suitable.then_some(OpenCage {
            cells,
            decided,
            sets,
        })
    }

    /// Adds the variables, items and clauses of a propagator.
    fn encode(&mut self, cage: &OpenCage, propagator: &Propagator, numbers: &[u32], size: usize) {
        let OpenCage { cells, sets, .. } = cage;
        let variable = |cell: u16, digit: usize| numbers[usize::from(cell) * size + digit];
        let targets = &propagator.cells()[propagator.watched().len()..];
        let first_set = self.candidates.len() as u32;
        if sets.len() > 1 {
            sets.iter().for_each(|_| self.add_auxiliary());
            self.items.push(first_set..self.candidates.len() as u32);
        }
        for digit in (0..size).filter(|digit| cage.decided >> digit & 1 == 0) {
            let has_digit = |set: &u16| set >> digit & 1 != 0;
            let holders = cells.iter().filter(|(_, mask)| has_digit(mask));
            let holders: Vec<u32> = holders.map(|(cell, _)| variable(*cell, digit)).collect();
            if !sets.iter().any(has_digit) {
                let clauses = holders.iter().map(|holder| vec![2 * holder + 1]);
                self.clauses.extend(clauses);
                continue;
            }
            let absent = (!sets.iter().all(has_digit)).then(|| {
                let absent = self.candidates.len() as u32;
                self.add_auxiliary();
                let own = (first_set..).zip(sets).filter(|(_, set)| has_digit(set));
                self.items.push(own.map(|(set, _)| set).chain([absent]));
                absent
            });
            for target in targets {
                let seen = variable(*target, digit);
                if seen != NONE {
                    let absent = absent.map(|absent| 2 * absent);
                    let clause = [2 * seen + 1].into_iter().chain(absent);
                    self.clauses.push(clause.collect());
                }
            }
            match (&holders[..], absent) {
                ([only], None) => self.clauses.push(vec![2 * only]),
                _ => self.items.push(holders.into_iter().chain(absent)),
            }
        }
        if sets.len() == 1 {
            return;
        }
        for (number, set) in (first_set..).zip(sets) {
            // A cell whose candidates are all in the set has one of them anyway.
            for (cell, mask) in cells.iter().filter(|(_, mask)| mask & !set != 0) {
                let digits = (0..size).filter(|digit| mask & set & 1 << digit != 0);
                let literals = digits.map(|digit| 2 * variable(*cell, digit));
                let clause: Vec<Literal> = [2 * number + 1].into_iter().chain(literals).collect();
                self.clauses.push(clause);
            }
        }
    }

    /// Adds a variable that is no candidate.
    fn add_auxiliary(&mut self) {
        self.candidates.push((self.decided.len() as u16, 0));
    }

    /// Returns the value of a variable in a solution. For checks of learned clauses.
    #[cfg(any(test, debug_assertions))]
    pub(super) fn value_in(&self, solution: &[ndoku_core::Digit], variable: u32) -> bool {
        let open = self.open_count() as u32;
        if variable < open {
            let (cell, digit) = self.candidates[variable as usize];
            return solution[usize::from(cell)].index() == usize::from(digit);
        }
        // The absence of a digit shares an item with candidates. A set shares its items with other
        // sets, and with the absence of each of its digits.
        let holders = |auxiliary: u32| {
            let items = self.items_of.list(auxiliary).iter();
            let members = items.flat_map(|item| self.items.list(*item));
            members.copied().filter(|member| *member < open)
        };
        let is_absent =
            |auxiliary: u32| !holders(auxiliary).any(|one| self.value_in(solution, one));
        if holders(variable).next().is_some() {
            return is_absent(variable);
        }
        let items = self.items_of.list(variable).iter();
        let mut members = items.flat_map(|item| self.items.list(*item)).copied();
        !members.any(|member| holders(member).next().is_some() && is_absent(member))
    }
}
