//! Conflict analysis: derives from a conflict a clause that would have prevented it.
//!
//! ```text
//!   level 7   decision ─▶ a ─▶ b ─▶ conflict     every path on this level to the conflict passes
//!                              ▲                 through b, the first such point seen from the
//!                              │                 conflict: the first UIP
//!                              └─ learned clause: not b, or one of the earlier literals that took
//!                                 part is false
//! ```
//!
//! The steps and their sources:
//!
//! 1. Resolve to the first unique implication point, or UIP (Marques-Silva and Sakallah, "GRASP",
//!    1996; Zhang and others, "Efficient Conflict Driven Learning in a Boolean Satisfiability
//!    Solver", 2001).
//! 2. Minimize: drop literals that follow from the others (Sörensson and Biere, "Minimizing Learned
//!    Clauses", 2009).
//! 3. Shrink: replace the literals of a level by the UIP of that level (Fleury and Biere,
//!    "Efficient All-UIP Learned Clause Minimization", 2021).
//! 4. Merge literals that are false for the same reason into that reason.
//! 5. Bump the variables that took part, and the reason side of the clause (Liang, Ganesh, Poupart
//!    and Czarnecki, "Learning Rate Based Branching Heuristic for SAT Solvers", 2016).

use std::collections::BinaryHeap;
use std::ops::Range;

use super::assignment::{Assignment, Conflict, PackedReason, Reason};
use super::clause_db::Literal;
use super::cover_matrix::CoverMatrix;
use super::propagators::PropagatorRunner;

/// The variable took part in the conflict, or is in the clause.
const SEEN: u8 = 1;
/// The literal of the variable follows from the others of the clause.
const REDUNDANT: u8 = 2;
/// The literal of the variable does not follow from the others. The name is that of CaDiCaL.
const POISON: u8 = 4;
/// The variable was enqueued in the search for the UIP of a level.
const UIP_QUEUED: u8 = 8;

/// Maximum number of antecedents of a literal in the clause for a bump of its reason side.
///
/// A reason that is an item or a clause contains the literal itself, so 2 means one other variable.
/// `docs/experiments/large-grids.md` has the measurements.
const MAX_REASON_SIDE: usize = 2;

/// Maximum depth of the recursion that decides whether a literal is redundant.
const MAX_DEPTH: u32 = 500;

/// The memory of conflict analysis, and its last result.
#[derive(Debug, Default)]
pub(super) struct ConflictAnalysis {
    /// For each variable its marks: [`SEEN`], [`REDUNDANT`], [`POISON`], [`UIP_QUEUED`].
    marks: Vec<u8>,
    /// The variables with a mark.
    marked: Vec<u32>,
    /// The variables to bump.
    pub(super) bumped: Vec<u32>,
    /// The clauses that took part in the conflict.
    pub(super) used_clauses: Vec<u32>,
    /// The learned clause. The first literal becomes true after the backjump. The second has the
    /// highest level of the others.
    pub(super) learned: Vec<Literal>,
    /// The level to backjump to.
    pub(super) backjump_level: u32,
    /// The glue of the learned clause: the number of levels of its literals.
    pub(super) glue: u32,
    /// The variables to resolve in the search for the UIP of a level, with their positions on the
    /// trail. The last on the trail comes first.
    uip_queue: BinaryHeap<(u32, u32)>,
    /// The variables with the mark [`UIP_QUEUED`].
    uip_queued: Vec<u32>,
    /// The candidates that make several literals of the clause false.
    shared_reasons: Vec<u32>,
    /// For each level, the stamp of the last clause that was counted on it.
    stamps: Vec<u64>,
    /// The stamp of the clause that was counted last.
    stamp: u64,
}

impl ConflictAnalysis {
    /// Clears all marks, for a problem with this number of variables.
    pub(super) fn reset(&mut self, variables: usize) {
        self.marks.clear();
        self.marks.resize(variables, 0);
        self.marked.clear();
    }

    /// Adds a mark to a variable.
    fn mark(&mut self, variable: u32, mark: u8) {
        if self.marks[variable as usize] == 0 {
            self.marked.push(variable);
        }
        self.marks[variable as usize] |= mark;
    }

    /// Derives the learned clause, the backjump level and the variables to bump.
    ///
    /// The current level must be above 0, and at least one variable of the conflict must be
    /// assigned on it.
    pub(super) fn analyze(
        &mut self,
        matrix: &CoverMatrix,
        assignment: &mut Assignment,
        propagators: &mut PropagatorRunner,
        conflict: Conflict,
    ) {
        self.bumped.clear();
        self.used_clauses.clear();
        self.learned.clear();
        self.learned.push(0);
        // Number of seen variables of the current level that are not resolved yet.
        let mut open = 0_u32;
        match conflict {
            Conflict::Pair(one, other) => [one, other]
                .into_iter()
                .for_each(|variable| self.add_to_resolvent(assignment, variable, &mut open)),
            Conflict::Item(item) => self.resolve_reason(
                matrix,
                assignment,
                PackedReason::item(item),
                None,
                &mut open,
            ),
            Conflict::Clause(clause_ref) => self.resolve_reason(
                matrix,
                assignment,
                PackedReason::clause(clause_ref),
                None,
                &mut open,
            ),
            Conflict::Constraint => {
                for position in 0..assignment.constraint_conflict.len() {
                    self.add_to_resolvent(
                        assignment,
                        assignment.constraint_conflict[position],
                        &mut open,
                    );
                }
            }
        }
        for position in (0..assignment.trail.len()).rev() {
            let literal = assignment.trail[position];
            let variable = literal / 2;
            if self.marks[variable as usize] & SEEN == 0 {
                continue;
            }
            open -= 1;
            if open == 0 {
                self.learned[0] = literal ^ 1;
                break;
            }
            let reason = propagators.explain(matrix, assignment, variable);
            self.resolve_reason(matrix, assignment, reason, Some(variable), &mut open);
        }
        self.minimize(matrix, assignment, propagators);
        self.shrink(matrix, assignment, propagators);
        self.merge_shared_reasons(assignment);
        self.bump_reason_side(matrix, assignment);
        self.finish(assignment);
    }

    /// Resolves with a reason: adds its antecedents except for the literal that it implies.
    fn resolve_reason(
        &mut self,
        matrix: &CoverMatrix,
        assignment: &Assignment,
        reason: PackedReason,
        implied: Option<u32>,
        open: &mut u32,
    ) {
        if let Reason::Clause(clause_ref) = reason.unpack() {
            self.used_clauses.push(clause_ref);
        }
        for index in 0..assignment.antecedent_count(matrix, reason) {
            let antecedent = assignment.antecedent(matrix, reason, index);
            if Some(antecedent) != implied {
                self.add_to_resolvent(assignment, antecedent, open);
            }
        }
    }

    /// Adds a variable to the resolvent: to the open ones of the current level, or to the clause.
    #[inline]
    fn add_to_resolvent(&mut self, assignment: &Assignment, variable: u32, open: &mut u32) {
        let level = assignment.variable_data[variable as usize].level;
        if level == 0 || self.marks[variable as usize] & SEEN != 0 {
            return;
        }
        self.mark(variable, SEEN);
        self.bumped.push(variable);
        if level == assignment.level() {
            *open += 1;
        } else {
            self.learned.push(assignment.false_literal(variable));
        }
    }

    /// Removes the redundant literals.
    fn minimize(
        &mut self,
        matrix: &CoverMatrix,
        assignment: &mut Assignment,
        propagators: &mut PropagatorRunner,
    ) {
        let mut kept = 1;
        for position in 1..self.learned.len() {
            let literal = self.learned[position];
            if !self.is_redundant(matrix, assignment, propagators, literal / 2, 0) {
                self.learned[kept] = literal;
                kept += 1;
            }
        }
        self.learned.truncate(kept);
    }

    /// Replaces the literals of a level by the UIP of that level, if there is one.
    ///
    /// All of these literals must follow from the UIP and from other literals of the clause.
    ///
    /// ```text
    ///   level 3   decision ─▶ a ─┬▶ x ─▶ y        … or not x or not y or not z
    ///                            └▶ z             … or not a
    /// ```
    fn shrink(
        &mut self,
        matrix: &CoverMatrix,
        assignment: &mut Assignment,
        propagators: &mut PropagatorRunner,
    ) {
        let trail_index =
            |literal: &Literal| assignment.variable_data[*literal as usize / 2].trail_index;
        self.learned[1..].sort_unstable_by_key(|literal| std::cmp::Reverse(trail_index(literal)));
        let (mut kept, mut next) = (1, 1);
        while next < self.learned.len() {
            let level_of =
                |literal: &Literal| assignment.variable_data[*literal as usize / 2].level;
            let level = level_of(&self.learned[next]);
            let count = self.learned[next..]
                .iter()
                .take_while(|literal| level_of(literal) == level)
                .count();
            let end = next + count;
            match if count > 1 {
                self.find_level_uip(matrix, assignment, propagators, next..end, level)
            } else {
                None
            } {
                Some(uip) => {
                    self.mark(uip, SEEN);
                    self.learned[kept] = assignment.false_literal(uip);
                    kept += 1;
                }
                None => {
                    self.learned.copy_within(next..end, kept);
                    kept += count;
                }
            }
            next = end;
        }
        self.learned.truncate(kept);
    }

    /// Finds the UIP of a level: the variable from which these literals of the clause follow.
    ///
    /// All of the literals are of this level. Returns `None` if they depend on a variable of a
    /// lower level that does not follow from the clause.
    fn find_level_uip(
        &mut self,
        matrix: &CoverMatrix,
        assignment: &mut Assignment,
        propagators: &mut PropagatorRunner,
        literals: Range<usize>,
        level: u32,
    ) -> Option<u32> {
        self.uip_queue.clear();
        self.uip_queued.clear();
        for position in literals {
            self.enqueue_for_uip(assignment, self.learned[position] / 2);
        }
        let mut uip = None;
        while let Some((_, variable)) = self.uip_queue.pop() {
            if self.uip_queue.is_empty() {
                uip = Some(variable);
                break;
            }
            let reason = propagators.explain(matrix, assignment, variable);
            let is_covered = (0..assignment.antecedent_count(matrix, reason)).all(|index| {
                let antecedent = assignment.antecedent(matrix, reason, index);
                if assignment.variable_data[antecedent as usize].level == level {
                    self.enqueue_for_uip(assignment, antecedent);
                    return true;
                }
                self.marks[antecedent as usize] & SEEN != 0
                    || self.is_redundant(matrix, assignment, propagators, antecedent, 0)
            });
            if !is_covered {
                break;
            }
        }
        for variable in &self.uip_queued {
            self.marks[*variable as usize] &= !UIP_QUEUED;
        }
        uip
    }

    /// Adds a variable to the queue of the search for a UIP. Does nothing if it was added before.
    fn enqueue_for_uip(&mut self, assignment: &Assignment, variable: u32) {
        if self.marks[variable as usize] & UIP_QUEUED == 0 {
            self.mark(variable, UIP_QUEUED);
            self.uip_queued.push(variable);
            self.uip_queue.push((
                assignment.variable_data[variable as usize].trail_index,
                variable,
            ));
        }
    }

    /// Merges literals that are false for the same reason: one true candidate. The negation of that
    /// candidate replaces them.
    ///
    /// The clause becomes weaker but much shorter, since a true candidate makes all others of its
    /// items false.
    ///
    /// ```text
    ///   … or r1c1=5 or r1c3=5 or r1c7=5          all are false because r1c9=5 is true
    ///   … or not r1c9=5
    /// ```
    fn merge_shared_reasons(&mut self, assignment: &Assignment) {
        let reason_candidate = |literal: Literal| match assignment.variable_data
            [literal as usize / 2]
            .reason
            .unpack()
        {
            Reason::Candidate(reason_candidate) => Some(reason_candidate),
            _ => None,
        };
        self.shared_reasons.clear();
        self.shared_reasons.extend(
            self.learned[1..]
                .iter()
                .filter_map(|literal| reason_candidate(*literal)),
        );
        self.shared_reasons.sort_unstable();
        // Keep the candidates that occur more than once. None of them is in the clause itself:
        // `minimize` would have removed the literals that it makes false.
        let (mut kept, mut next) = (0, 0);
        while next < self.shared_reasons.len() {
            let candidate = self.shared_reasons[next];
            let same = self.shared_reasons[next..]
                .iter()
                .take_while(|other| **other == candidate)
                .count();
            if same > 1 {
                self.shared_reasons[kept] = candidate;
                kept += 1;
            }
            next += same;
        }
        self.shared_reasons.truncate(kept);
        let Self {
            shared_reasons,
            learned,
            ..
        } = self;
        let mut position = 0;
        learned.retain(|literal| {
            position += 1;
            position == 1
                || reason_candidate(*literal).is_none_or(|reason_candidate| {
                    shared_reasons.binary_search(&reason_candidate).is_err()
                })
        });
        learned.extend(
            shared_reasons
                .iter()
                .map(|reason_candidate| 2 * reason_candidate + 1),
        );
    }

    /// Bumps the reason side: a variable that alone makes a literal of the clause false.
    ///
    /// As the next decision such a variable may assign many literals of the clause.
    fn bump_reason_side(&mut self, matrix: &CoverMatrix, assignment: &Assignment) {
        for position in 0..self.learned.len() {
            let reason = assignment.variable_data[self.learned[position] as usize / 2].reason;
            let antecedent_count = assignment.antecedent_count(matrix, reason);
            if antecedent_count > MAX_REASON_SIDE {
                continue;
            }
            for index in 0..antecedent_count {
                let antecedent = assignment.antecedent(matrix, reason, index);
                if assignment.variable_data[antecedent as usize].level > 0
                    && self.marks[antecedent as usize] & SEEN == 0
                {
                    self.mark(antecedent, SEEN);
                    self.bumped.push(antecedent);
                }
            }
        }
    }

    /// Returns `true` if the value of a variable follows from those of the clause.
    fn is_redundant(
        &mut self,
        matrix: &CoverMatrix,
        assignment: &mut Assignment,
        propagators: &mut PropagatorRunner,
        variable: u32,
        depth: u32,
    ) -> bool {
        let marks = self.marks[variable as usize];
        let data = assignment.variable_data[variable as usize];
        if data.level == 0
            || marks & REDUNDANT != 0
            || (depth > 0 && marks & SEEN != 0 && data.level < assignment.level())
        {
            return true;
        }
        // A decision has no antecedents. Lower levels do not depend on the current level.
        if data.reason == PackedReason::NONE
            || marks & POISON != 0
            || depth > MAX_DEPTH
            || data.level == assignment.level()
        {
            return false;
        }
        let reason = propagators.explain(matrix, assignment, variable);
        let is_redundant = (0..assignment.antecedent_count(matrix, reason)).all(|index| {
            let antecedent = assignment.antecedent(matrix, reason, index);
            antecedent == variable
                || self.is_redundant(matrix, assignment, propagators, antecedent, depth + 1)
        });
        self.mark(variable, if is_redundant { REDUNDANT } else { POISON });
        is_redundant
    }

    /// Computes the backjump level and the glue, and clears the marks.
    fn finish(&mut self, assignment: &Assignment) {
        self.backjump_level = 0;
        for position in 1..self.learned.len() {
            let level = assignment.variable_data[self.learned[position] as usize / 2].level;
            if level > self.backjump_level {
                self.backjump_level = level;
                self.learned.swap(1, position);
            }
        }
        self.glue = self.compute_glue(assignment, None);
        for variable in &self.marked {
            self.marks[*variable as usize] = 0;
        }
        self.marked.clear();
    }

    /// Returns the glue of a clause: the number of levels of its literals.
    ///
    /// Without a clause reference, uses the learned clause.
    pub(super) fn compute_glue(&mut self, assignment: &Assignment, clause: Option<u32>) -> u32 {
        self.stamp += 1;
        let literals = clause.map_or(&self.learned[..], |clause_ref| {
            assignment.clauses.literals(clause_ref)
        });
        let mut count = 0;
        for literal in literals {
            let level = assignment.variable_data[*literal as usize / 2].level as usize;
            if level >= self.stamps.len() {
                self.stamps.resize(level + 1, 0);
            }
            if self.stamps[level] != self.stamp {
                self.stamps[level] = self.stamp;
                count += 1;
            }
        }
        count
    }
}
