//! `State`: what is true, what follows from it, and why.
//!
//! ```text
//!   a candidate becomes true   ─▶ the others of its items, groups and links become false      reason: that candidate
//!   a candidate becomes false  ─▶ its items have one fewer left; the last one is true          reason: the item
//!   any                        ─▶ the clauses that watch it                                    reason: the clause
//! ```
//!
//! An item keeps the number of its candidates that are not yet false and the exclusive or of their numbers, so that the last one is known at once, and nothing has to be
//! looked for. (The exclusive or is that of Knuth's and others' linear systems; the counters are as in pseudo-Boolean solvers.)

use super::clause_db::{Clauses, Literal};
use super::cover_matrix::Problem;

/// Why a literal is true: nothing (a guess, or for good), a true candidate, an item, a clause.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Reason(u32);

/// A reason, taken apart.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Why {
    /// A guess, or it was so from the start.
    Nothing,
    /// This candidate is true.
    Candidate(u32),
    /// The others of this item are false.
    Item(u32),
    /// The others of this clause are false.
    Clause(u32),
}

impl Reason {
    pub(super) const NOTHING: Self = Self(0);

    pub(super) const fn candidate(variable: u32) -> Self {
        Self(variable << 2 | 1)
    }

    pub(super) const fn item(item: u32) -> Self {
        Self(item << 2 | 2)
    }

    pub(super) const fn clause(name: u32) -> Self {
        Self(name << 2 | 3)
    }

    #[inline]
    pub(super) const fn why(self) -> Why {
        match self.0 & 3 {
            0 => Why::Nothing,
            1 => Why::Candidate(self.0 >> 2),
            2 => Why::Item(self.0 >> 2),
            _ => Why::Clause(self.0 >> 2),
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
    /// A constraint forbids what its cells hold: those candidates are in [`State::forbidden`].
    Forbidden,
}

/// Where a variable stands.
#[derive(Copy, Clone, Debug)]
pub(super) struct Place {
    pub(super) reason: Reason,
    pub(super) level: u32,
    /// Its place on the trail.
    pub(super) order: u32,
}

/// One more that is not false.
const ONE: u64 = 1 << 32;

/// The assignment and what it takes to extend it and to take it back.
#[derive(Debug, Default)]
pub(super) struct State {
    /// For each literal: 1 true, −1 false, 0 open.
    pub(super) values: Vec<i8>,
    pub(super) places: Vec<Place>,
    /// For each item how many are not false, times [`ONE`], and the exclusive or of their numbers.
    left: Vec<u64>,
    /// Literals that are true, in the order in which they became so.
    pub(super) trail: Vec<Literal>,
    /// How long the trail was at each guess.
    pub(super) levels: Vec<u32>,
    /// How much of the trail was followed up.
    followed: usize,
    pub(super) clauses: Clauses,
    pub(super) forbidden: Vec<u32>,
    /// A measure of time: list entries looked at.
    pub(super) work: u64,
}

impl State {
    pub(super) fn reset(&mut self, problem: &Problem) {
        let variables = problem.candidates.len();
        self.values.clear();
        self.values.resize(2 * variables, 0);
        self.places.clear();
        self.places.resize(
            variables,
            Place {
                reason: Reason::NOTHING,
                level: 0,
                order: 0,
            },
        );
        self.left.clear();
        self.left.extend((0..problem.exact).map(|item| {
            let list = problem.items.list(item);
            list.iter()
                .fold(0, |left, variable| (left + ONE) ^ u64::from(*variable))
        }));
        self.trail.clear();
        self.levels.clear();
        self.followed = 0;
        self.clauses.reset(variables);
        self.work = 0;
    }

    /// The number of guesses that stand.
    #[inline]
    pub(super) fn level(&self) -> u32 {
        self.levels.len() as u32
    }

    #[inline]
    pub(super) fn value(&self, literal: Literal) -> i8 {
        self.values[literal as usize]
    }

    /// Whether a variable has no value yet.
    #[inline]
    pub(super) fn is_open(&self, variable: u32) -> bool {
        self.values[2 * variable as usize] == 0
    }

    /// Makes an open literal true.
    #[inline]
    pub(super) fn assign(&mut self, literal: Literal, reason: Reason) {
        debug_assert_eq!(self.values[literal as usize], 0);
        self.values[literal as usize] = 1;
        self.values[literal as usize ^ 1] = -1;
        self.places[literal as usize / 2] = Place {
            reason,
            level: self.level(),
            order: self.trail.len() as u32,
        };
        self.trail.push(literal);
    }

    /// Follows up what was assigned, until nothing follows any more or something cannot be.
    pub(super) fn propagate(&mut self, problem: &Problem) -> Result<(), Conflict> {
        while let Some(literal) = self.trail.get(self.followed).copied() {
            self.followed += 1;
            if literal & 1 == 0 {
                self.follow_true(problem, literal / 2)?;
            } else {
                self.follow_false(problem, literal / 2)?;
            }
            self.follow_clauses(literal ^ 1)?;
        }
        Ok(())
    }

    #[inline]
    fn follow_true(&mut self, problem: &Problem, variable: u32) -> Result<(), Conflict> {
        for item in problem.items_of.list(variable) {
            // Where it is the last one there is nothing to do.
            if self
                .left
                .get(*item as usize)
                .is_none_or(|left| *left >= 2 * ONE)
            {
                self.rule_out(problem.items.list(*item), variable)?;
            }
        }
        if problem.links.count() > 0 {
            self.rule_out(problem.links.list(variable), variable)?;
        }
        Ok(())
    }

    #[inline]
    fn rule_out(&mut self, others: &[u32], variable: u32) -> Result<(), Conflict> {
        self.work += others.len() as u64;
        for other in others {
            match self.values[2 * *other as usize] {
                0 => self.assign(2 * other + 1, Reason::candidate(variable)),
                1 if *other != variable => return Err(Conflict::Pair(variable, *other)),
                _ => {}
            }
        }
        Ok(())
    }

    #[inline]
    fn follow_false(&mut self, problem: &Problem, variable: u32) -> Result<(), Conflict> {
        let mut conflict = Ok(());
        self.work += 4;
        for item in problem.items_of.list(variable) {
            // Groups, the numbers from `exact` on, may be all false.
            let Some(left) = self.left.get_mut(*item as usize) else {
                break;
            };
            *left = (*left - ONE) ^ u64::from(variable);
            if *left < ONE {
                conflict = Err(Conflict::Item(*item));
            } else if *left < 2 * ONE {
                let last = (*left - ONE) as u32;
                if self.values[2 * last as usize] == 0 {
                    self.assign(2 * last, Reason::item(*item));
                }
            }
        }
        conflict
    }

    #[inline]
    fn follow_clauses(&mut self, literal: Literal) -> Result<(), Conflict> {
        if self.clauses.watches[literal as usize].is_empty() {
            return Ok(());
        }
        let mut watches = std::mem::take(&mut self.clauses.watches[literal as usize]);
        self.work += watches.len() as u64;
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
                self.assign(watch.blocker, Reason::clause(watch.clause()));
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
                self.clauses.watch_also(other, watch.clause(), first);
                kept -= 1;
                continue;
            }
            if value < 0 {
                conflict = Err(Conflict::Clause(watch.clause()));
                break;
            }
            self.assign(first, Reason::clause(watch.clause()));
        }
        watches.copy_within(next.., kept);
        watches.truncate(kept + watches.len() - next);
        self.clauses.watches[literal as usize] = watches;
        conflict
    }

    /// Takes back everything above a level; `freed` is told each variable with the value it had.
    pub(super) fn back_to(
        &mut self,
        problem: &Problem,
        level: u32,
        mut freed: impl FnMut(u32, bool),
    ) {
        let Some(length) = self
            .levels
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
            if literal & 1 == 1 && place < self.followed {
                for item in problem.items_of.list(variable) {
                    let Some(left) = self.left.get_mut(*item as usize) else {
                        break;
                    };
                    *left = (*left + ONE) ^ u64::from(variable);
                }
            }
            freed(variable, literal & 1 == 0);
        }
        self.trail.truncate(length);
        self.levels.truncate(level as usize);
        self.followed = self.followed.min(length);
    }

    /// How many variables made this literal true, see [`cause`](Self::cause).
    #[inline]
    pub(super) fn causes(&self, problem: &Problem, reason: Reason) -> usize {
        match reason.why() {
            Why::Nothing => 0,
            Why::Candidate(_) => 1,
            Why::Item(item) => problem.items.range(item).len(),
            Why::Clause(name) => self.clauses.literals(name).len(),
        }
    }

    /// The variable of a cause; that which follows from the reason is among them.
    #[inline]
    pub(super) fn cause(&self, problem: &Problem, reason: Reason, number: usize) -> u32 {
        match reason.why() {
            Why::Nothing => 0,
            Why::Candidate(variable) => variable,
            Why::Item(item) => problem.items.at(problem.items.range(item).start + number),
            Why::Clause(name) => self.clauses.literals(name)[number] / 2,
        }
    }

    /// The literal of a variable that is false now.
    #[inline]
    pub(super) fn false_literal(&self, variable: u32) -> Literal {
        2 * variable + u32::from(self.values[2 * variable as usize] > 0)
    }
}
