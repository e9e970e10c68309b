//! `Assignment`: the values of the variables, their reasons, and propagation.
//!
//! ```text
//!   a candidate becomes true   ─▶ the others of its items and links        reason: the candidate
//!                                 become false
//!   a candidate becomes false  ─▶ its items have one open candidate less;  reason: the item
//!                                 the last one becomes true
//!   either                     ─▶ visit the clauses that watch it          reason: the clause
//! ```
//!
//! For each primary item the assignment keeps the number of its candidates that are not false, and
//! the XOR of their numbers. When one candidate is left, the XOR is its number, so no search is
//! needed. Counters for constraints are common in pseudo-Boolean solvers. The XOR is that of
//! peeling algorithms, such as the decoding of invertible Bloom lookup tables (Goodrich and
//! Mitzenmacher, 2011).

use super::clause_db::{ClauseDb, Literal, TIER1_GLUE};
use super::cover_matrix::CoverMatrix;

/// The reason of a literal in 32 bits: three bits for the kind, the others for the number.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct PackedReason(u32);

/// The reason of a literal: why it is true.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// No reason: the literal is a decision, a given literal, or a unit clause.
    None,
    /// This candidate is true, so the variable is false.
    Candidate(u32),
    /// All other candidates of this item are false.
    Item(u32),
    /// All other literals of this clause are false.
    Clause(u32),
    /// This propagator ruled the candidate out. Its explanation is not made yet.
    Propagator(u32),
    /// The values of the candidates of this explanation rule the candidate out.
    Explanation(u32),
}

impl PackedReason {
    /// The packed form of [`Reason::None`].
    pub(super) const NONE: Self = Self(0);

    /// Packs a [`Reason::Candidate`].
    pub(super) const fn candidate(variable: u32) -> Self {
        Self(variable << 3 | 1)
    }

    /// Packs a [`Reason::Item`].
    pub(super) const fn item(item: u32) -> Self {
        Self(item << 3 | 2)
    }

    /// Packs a [`Reason::Clause`].
    pub(super) const fn clause(clause_ref: u32) -> Self {
        Self(clause_ref << 3 | 3)
    }

    /// Packs a [`Reason::Propagator`].
    pub(super) const fn propagator(number: u16) -> Self {
        Self((number as u32) << 3 | 4)
    }

    /// Returns the reason.
    #[inline]
    pub(super) const fn unpack(self) -> Reason {
        match self.0 & 7 {
            0 => Reason::None,
            1 => Reason::Candidate(self.0 >> 3),
            2 => Reason::Item(self.0 >> 3),
            3 => Reason::Clause(self.0 >> 3),
            4 => Reason::Propagator(self.0 >> 3),
            _ => Reason::Explanation(self.0 >> 3),
        }
    }
}

/// A conflict: what the current assignment violates.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Conflict {
    /// Both of these variables are true, and an item or a link forbids that.
    Pair(u32, u32),
    /// All candidates of this item are false.
    Item(u32),
    /// All literals of this clause are false.
    Clause(u32),
    /// A constraint or a propagator forbids the candidates of its cells. The variables whose values
    /// it forbids together are in [`Assignment::constraint_conflict`].
    Constraint,
}

/// The data of an assigned variable.
#[derive(Copy, Clone, Debug)]
pub(super) struct VariableData {
    /// The reason of its value.
    pub(super) reason: PackedReason,
    /// The decision level of its value.
    pub(super) level: u32,
    /// Its position on the trail.
    pub(super) trail_index: u32,
}

/// The unit of the count in an item counter.
const COUNT_ONE: u64 = 1 << 32;

/// The current assignment, with the data to extend it and to backtrack.
#[derive(Debug, Default)]
pub(super) struct Assignment {
    /// For each literal: 1 if true, −1 if false, 0 if unassigned.
    pub(super) values: Vec<i8>,
    /// For each variable its data. Meaningless while the variable is unassigned.
    pub(super) variable_data: Vec<VariableData>,
    /// For each primary item the number of candidates that are not false, times [`COUNT_ONE`], plus
    /// the XOR of their numbers.
    item_counters: Vec<u64>,
    /// The true literals, in the order of their assignment.
    pub(super) trail: Vec<Literal>,
    /// For each decision, the length of the trail before it.
    pub(super) level_starts: Vec<u32>,
    /// The queue head: number of literals on the trail that were propagated.
    propagated: usize,
    /// The clauses of the problem, and those that the search adds.
    pub(super) clauses: ClauseDb,
    /// The variables of the last [`Conflict::Constraint`].
    pub(super) constraint_conflict: Vec<u32>,
    /// The explanations of propagators: the number of the propagator, the number of variables, and
    /// these.
    pub(super) explanations: Vec<u32>,
    /// A deterministic measure of time: number of list entries visited.
    pub(super) ticks: u64,
}

impl Assignment {
    /// Unassigns all variables and deletes all clauses, for the problem of this matrix.
    pub(super) fn reset(&mut self, matrix: &CoverMatrix) {
        let variables = matrix.candidates.len();
        self.values.clear();
        self.values.resize(2 * variables, 0);
        self.variable_data.clear();
        self.variable_data.resize(
            variables,
            VariableData {
                reason: PackedReason::NONE,
                level: 0,
                trail_index: 0,
            },
        );
        self.item_counters.clear();
        self.item_counters
            .extend((0..matrix.primary_count).map(|item| {
                let list = matrix.items.list(item);
                list.iter().fold(0, |counter, variable| {
                    (counter + COUNT_ONE) ^ u64::from(*variable)
                })
            }));
        self.trail.clear();
        self.level_starts.clear();
        self.propagated = 0;
        self.explanations.clear();
        self.clauses.reset(variables);
        self.ticks = 0;
    }

    /// Adds clauses at level 0, which stay until they are satisfied there. Returns `false` if two
    /// of them contradict each other.
    pub(super) fn add_clauses(&mut self, clauses: &[Vec<Literal>]) -> bool {
        clauses.iter().all(|clause| match clause[..] {
            [literal] => {
                if self.value(literal) == 0 {
                    self.assign(literal, PackedReason::NONE);
                }
                self.value(literal) > 0
            }
            _ => {
                self.clauses.add(clause, 0, true);
                true
            }
        })
    }

    /// Adds a clause that another search has learned, at level 0. Returns `false` if all its
    /// literals are false.
    pub(super) fn import_clause(&mut self, clause: &[Literal], glue: u32) -> bool {
        debug_assert_eq!(self.level(), 0);
        self.ticks += clause.len() as u64;
        if clause.iter().any(|literal| self.value(*literal) > 0) {
            return true;
        }
        let open: Vec<Literal> = clause
            .iter()
            .copied()
            .filter(|literal| self.value(*literal) == 0)
            .collect();
        match open[..] {
            [] => return false,
            [literal] => self.assign(literal, PackedReason::NONE),
            // Its glue in this search is not known. So it stays only while it is used, unless it is
            // binary.
            _ => {
                self.clauses.add(&open, glue.max(TIER1_GLUE + 1), false);
            }
        }
        true
    }

    /// Returns the decision level: the number of decisions.
    #[inline]
    pub(super) fn level(&self) -> u32 {
        self.level_starts.len() as u32
    }

    /// Returns 1 if a literal is true, −1 if it is false, and 0 if it is unassigned.
    #[inline]
    pub(super) fn value(&self, literal: Literal) -> i8 {
        self.values[literal as usize]
    }

    /// Returns `true` if a variable has no value.
    #[inline]
    pub(super) fn is_unassigned(&self, variable: u32) -> bool {
        self.values[2 * variable as usize] == 0
    }

    /// Makes an unassigned literal true, on the current level.
    #[inline]
    pub(super) fn assign(&mut self, literal: Literal, reason: PackedReason) {
        debug_assert_eq!(self.values[literal as usize], 0);
        self.values[literal as usize] = 1;
        self.values[literal as usize ^ 1] = -1;
        self.variable_data[literal as usize / 2] = VariableData {
            reason,
            level: self.level(),
            trail_index: self.trail.len() as u32,
        };
        self.trail.push(literal);
    }

    /// Propagates the assigned literals to a fixpoint, or returns the first conflict.
    pub(super) fn propagate(&mut self, matrix: &CoverMatrix) -> Result<(), Conflict> {
        while let Some(literal) = self.trail.get(self.propagated).copied() {
            self.propagated += 1;
            if literal & 1 == 0 {
                self.propagate_true(matrix, literal / 2)?;
            } else {
                self.propagate_false(matrix, literal / 2)?;
            }
            self.propagate_clauses(literal ^ 1)?;
        }
        Ok(())
    }

    /// Propagates a variable that became true: the others of its items and links become false.
    #[inline]
    fn propagate_true(&mut self, matrix: &CoverMatrix, variable: u32) -> Result<(), Conflict> {
        for item in matrix.items_of.list(variable) {
            // If it is the last candidate of the item, all others are false already.
            if self
                .item_counters
                .get(*item as usize)
                .is_none_or(|counter| *counter >= 2 * COUNT_ONE)
            {
                self.falsify_others(matrix.items.list(*item), variable)?;
            }
        }
        if matrix.links.count() > 0 {
            self.falsify_others(matrix.links.list(variable), variable)?;
        }
        Ok(())
    }

    /// Makes all variables of a list false, except for the true one that is the reason.
    #[inline]
    fn falsify_others(&mut self, others: &[u32], variable: u32) -> Result<(), Conflict> {
        self.ticks += others.len() as u64;
        for other in others {
            match self.values[2 * *other as usize] {
                0 => self.assign(2 * other + 1, PackedReason::candidate(variable)),
                1 if *other != variable => return Err(Conflict::Pair(variable, *other)),
                _ => {}
            }
        }
        Ok(())
    }

    /// Propagates a variable that became false: the last candidate of an item becomes true.
    ///
    /// Always updates the counters of all its items, also after a conflict.
    #[inline]
    fn propagate_false(&mut self, matrix: &CoverMatrix, variable: u32) -> Result<(), Conflict> {
        let mut conflict = Ok(());
        self.ticks += 4;
        for item in matrix.items_of.list(variable) {
            // All candidates of a secondary item may be false. These items have no counter.
            let Some(counter) = self.item_counters.get_mut(*item as usize) else {
                break;
            };
            *counter = (*counter - COUNT_ONE) ^ u64::from(variable);
            if *counter < COUNT_ONE {
                conflict = Err(Conflict::Item(*item));
            } else if *counter < 2 * COUNT_ONE {
                let last = (*counter - COUNT_ONE) as u32;
                if self.values[2 * last as usize] == 0 {
                    self.assign(2 * last, PackedReason::item(*item));
                }
            }
        }
        conflict
    }

    /// Visits the clauses that watch a literal that became false (two watched literals).
    #[inline]
    fn propagate_clauses(&mut self, literal: Literal) -> Result<(), Conflict> {
        if self.clauses.watches[literal as usize].is_empty() {
            return Ok(());
        }
        let mut watches = std::mem::take(&mut self.clauses.watches[literal as usize]);
        self.ticks += watches.len() as u64;
        let (mut kept, mut next) = (0, 0);
        let mut conflict = Ok(());
        while next < watches.len() {
            let watch = watches[next];
            next += 1;
            let blocked = self.values[watch.blocker as usize];
            watches[kept] = watch;
            kept += 1;
            if blocked > 0 {
                continue;
            }
            if watch.is_binary() {
                if blocked < 0 {
                    conflict = Err(Conflict::Clause(watch.clause()));
                    break;
                }
                self.assign(watch.blocker, PackedReason::clause(watch.clause()));
                continue;
            }
            let literals = self.clauses.literals_mut(watch.clause());
            // The other watched literal.
            let first = literals[0] ^ literals[1] ^ literal;
            let value = self.values[first as usize];
            if value > 0 {
                watches[kept - 1].blocker = first;
                continue;
            }
            if let Some(position) = literals[2..]
                .iter()
                .position(|other| self.values[*other as usize] >= 0)
            {
                let other = std::mem::replace(&mut literals[2 + position], literal);
                (literals[0], literals[1]) = (first, other);
                self.clauses.push_watch(other, watch.clause(), first);
                kept -= 1;
                continue;
            }
            if value < 0 {
                conflict = Err(Conflict::Clause(watch.clause()));
                break;
            }
            self.assign(first, PackedReason::clause(watch.clause()));
        }
        watches.copy_within(next.., kept);
        watches.truncate(kept + watches.len() - next);
        self.clauses.watches[literal as usize] = watches;
        conflict
    }

    /// Backtracks to a level: unassigns all variables above it.
    ///
    /// Calls `freed` with each of these variables and the value that it had.
    pub(super) fn backtrack(
        &mut self,
        matrix: &CoverMatrix,
        level: u32,
        mut freed: impl FnMut(u32, bool),
    ) {
        let Some(length) = self
            .level_starts
            .get(level as usize)
            .map(|length| *length as usize)
        else {
            return;
        };
        for position in (length..self.trail.len()).rev() {
            let literal = self.trail[position];
            let variable = literal / 2;
            self.values[literal as usize] = 0;
            self.values[literal as usize ^ 1] = 0;
            if literal & 1 == 1 && position < self.propagated {
                for item in matrix.items_of.list(variable) {
                    let Some(counter) = self.item_counters.get_mut(*item as usize) else {
                        break;
                    };
                    *counter = (*counter + COUNT_ONE) ^ u64::from(variable);
                }
            }
            freed(variable, literal & 1 == 0);
        }
        self.trail.truncate(length);
        self.level_starts.truncate(level as usize);
        self.propagated = self.propagated.min(length);
    }

    /// Returns the number of antecedents of a reason, see [`antecedent`](Self::antecedent).
    #[inline]
    pub(super) fn antecedent_count(&self, matrix: &CoverMatrix, reason: PackedReason) -> usize {
        match reason.unpack() {
            Reason::None | Reason::Propagator(_) => 0,
            Reason::Candidate(_) => 1,
            Reason::Explanation(start) => self.explanations[start as usize + 1] as usize,
            Reason::Item(item) => matrix.items.range(item).len(),
            Reason::Clause(clause_ref) => self.clauses.literals(clause_ref).len(),
        }
    }

    /// Returns an antecedent of a reason: a variable from whose value the literal follows.
    ///
    /// The antecedents of an item or a clause include the variable that it implies.
    #[inline]
    pub(super) fn antecedent(
        &self,
        matrix: &CoverMatrix,
        reason: PackedReason,
        index: usize,
    ) -> u32 {
        match reason.unpack() {
            Reason::None | Reason::Propagator(_) => 0,
            Reason::Explanation(start) => self.explanations[start as usize + 2 + index],
            Reason::Candidate(variable) => variable,
            Reason::Item(item) => matrix.items.member(matrix.items.range(item).start + index),
            Reason::Clause(clause_ref) => self.clauses.literals(clause_ref)[index] / 2,
        }
    }

    /// Stores the explanation of a propagator, and returns it as a reason.
    pub(super) fn add_explanation(
        &mut self,
        propagator: u32,
        variables: impl Iterator<Item = u32>,
    ) -> PackedReason {
        let start = self.explanations.len();
        self.explanations.extend([propagator, 0]);
        self.explanations.extend(variables);
        self.explanations[start + 1] = (self.explanations.len() - start - 2) as u32;
        PackedReason((start as u32) << 3 | 5)
    }

    /// Deletes all explanations. Their propagators become the reasons again.
    pub(super) fn drop_explanations(&mut self) {
        for literal in &self.trail {
            let reason = &mut self.variable_data[*literal as usize / 2].reason;
            if let Reason::Explanation(start) = reason.unpack() {
                *reason = PackedReason::propagator(self.explanations[start as usize] as u16);
            }
        }
        self.explanations.clear();
    }

    /// Returns the literal of an assigned variable that is false.
    #[inline]
    pub(super) fn false_literal(&self, variable: u32) -> Literal {
        2 * variable + u32::from(self.values[2 * variable as usize] > 0)
    }
}
