//! `Assignment`: what is true, what follows from it, and why.
//!
//! ```text
//!   a candidate becomes true   ─▶ the others of its items, groups and links become false      reason: that candidate
//!   a candidate becomes false  ─▶ its items have one fewer left; the last one is true          reason: the item
//!   any                        ─▶ the clauses that watch it                                    reason: the clause
//! ```
//!
//! An item keeps the number of its candidates that are not yet false and the exclusive or of their
//! numbers, so that the last one is known at once, and nothing has to be looked for. (The exclusive
//! or is that of Knuth's and others' linear systems; the counters are as in pseudo-Boolean
//! solvers.)

use super::clause_db::{ClauseDb, Literal};
use super::cover_matrix::CoverMatrix;

/// Why a literal is true: nothing (a guess, or for good), a true candidate, an item, a clause.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct PackedReason(u32);

/// A reason, taken apart.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// A guess, or it was so from the start.
    None,
    /// This candidate is true.
    Candidate(u32),
    /// The others of this item are false.
    Item(u32),
    /// The others of this clause are false.
    Clause(u32),
}

impl PackedReason {
    pub(super) const NONE: Self = Self(0);

    pub(super) const fn candidate(variable: u32) -> Self {
        Self(variable << 2 | 1)
    }

    pub(super) const fn item(item: u32) -> Self {
        Self(item << 2 | 2)
    }

    pub(super) const fn clause(clause_ref: u32) -> Self {
        Self(clause_ref << 2 | 3)
    }

    #[inline]
    pub(super) const fn unpack(self) -> Reason {
        match self.0 & 3 {
            0 => Reason::None,
            1 => Reason::Candidate(self.0 >> 2),
            2 => Reason::Item(self.0 >> 2),
            _ => Reason::Clause(self.0 >> 2),
        }
    }
}

/// What cannot be.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Conflict {
    /// Both are true.
    Pair(u32, u32),
    /// None of the item is left.
    Item(u32),
    /// Every literal of the clause is false.
    Clause(u32),
    /// A constraint forbids what its cells hold: those candidates are in
    /// [`Assignment::constraint_conflict`].
    Constraint,
}

/// Where a variable stands.
#[derive(Copy, Clone, Debug)]
pub(super) struct VariableData {
    pub(super) reason: PackedReason,
    pub(super) level: u32,
    /// Its place on the trail.
    pub(super) trail_index: u32,
}

/// One more that is not false.
const COUNT_ONE: u64 = 1 << 32;

/// The assignment and what it takes to extend it and to take it back.
#[derive(Debug, Default)]
pub(super) struct Assignment {
    /// For each literal: 1 true, −1 false, 0 open.
    pub(super) values: Vec<i8>,
    pub(super) variable_data: Vec<VariableData>,
    /// For each item how many are not false, times [`COUNT_ONE`], and the exclusive or of their
    /// numbers.
    item_counters: Vec<u64>,
    /// Literals that are true, in the order in which they became so.
    pub(super) trail: Vec<Literal>,
    /// How long the trail was at each guess.
    pub(super) level_starts: Vec<u32>,
    /// How much of the trail was propagated.
    propagated: usize,
    pub(super) clauses: ClauseDb,
    pub(super) constraint_conflict: Vec<u32>,
    /// A measure of time: list entries looked at.
    pub(super) ticks: u64,
}

impl Assignment {
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
        self.clauses.reset(variables);
        self.ticks = 0;
    }

    /// The number of guesses that stand.
    #[inline]
    pub(super) fn level(&self) -> u32 {
        self.level_starts.len() as u32
    }

    #[inline]
    pub(super) fn value(&self, literal: Literal) -> i8 {
        self.values[literal as usize]
    }

    /// Whether a variable has no value yet.
    #[inline]
    pub(super) fn is_unassigned(&self, variable: u32) -> bool {
        self.values[2 * variable as usize] == 0
    }

    /// Makes an open literal true.
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

    /// Follows up what was assigned, until nothing follows any more or something cannot be.
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

    #[inline]
    fn propagate_true(&mut self, matrix: &CoverMatrix, variable: u32) -> Result<(), Conflict> {
        for item in matrix.items_of.list(variable) {
            // Where it is the last one there is nothing to do.
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

    #[inline]
    fn propagate_false(&mut self, matrix: &CoverMatrix, variable: u32) -> Result<(), Conflict> {
        let mut conflict = Ok(());
        self.ticks += 4;
        for item in matrix.items_of.list(variable) {
            // Groups, the numbers from `exact` on, may be all false.
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
            // The other watched one.
            let first = literals[0] ^ literals[1] ^ literal;
            let value = self.values[first as usize];
            if value > 0 {
                watches[kept - 1].blocker = first;
                continue;
            }
            if let Some(place) = literals[2..]
                .iter()
                .position(|other| self.values[*other as usize] >= 0)
            {
                let other = std::mem::replace(&mut literals[2 + place], literal);
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

    /// Takes back everything above a level; `freed` is told each variable with the value it had.
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
        for place in (length..self.trail.len()).rev() {
            let literal = self.trail[place];
            let variable = literal / 2;
            self.values[literal as usize] = 0;
            self.values[literal as usize ^ 1] = 0;
            if literal & 1 == 1 && place < self.propagated {
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

    /// How many variables made this literal true, see [`antecedent`](Self::antecedent).
    #[inline]
    pub(super) fn antecedent_count(&self, matrix: &CoverMatrix, reason: PackedReason) -> usize {
        match reason.unpack() {
            Reason::None => 0,
            Reason::Candidate(_) => 1,
            Reason::Item(item) => matrix.items.range(item).len(),
            Reason::Clause(clause_ref) => self.clauses.literals(clause_ref).len(),
        }
    }

    /// The variable of an antecedent; that which follows from the reason is among them.
    #[inline]
    pub(super) fn antecedent(
        &self,
        matrix: &CoverMatrix,
        reason: PackedReason,
        number: usize,
    ) -> u32 {
        match reason.unpack() {
            Reason::None => 0,
            Reason::Candidate(variable) => variable,
            Reason::Item(item) => matrix.items.member(matrix.items.range(item).start + number),
            Reason::Clause(clause_ref) => self.clauses.literals(clause_ref)[number] / 2,
        }
    }

    /// The literal of a variable that is false now.
    #[inline]
    pub(super) fn false_literal(&self, variable: u32) -> Literal {
        2 * variable + u32::from(self.values[2 * variable as usize] > 0)
    }
}
