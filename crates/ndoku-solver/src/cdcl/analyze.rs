//! What a contradiction teaches: a clause that would have prevented it.
//!
//! ```text
//!   level 7   guess ─▶ a ─▶ b ─▶ ✗        all that ✗ depends on in the last level passes through b, the first such point seen from ✗:
//!                           ▲             learnt: not b, or one of the earlier things that helped was otherwise
//! ```
//!
//! First unique implication point (Marques-Silva and Sakallah, "GRASP", 1996; Zhang and others,
//! 2001). Literals that follow from others of the clause are left out (Sörensson and Biere,
//! "Minimizing Learned Clauses", 2009); those of a level that all go back to one literal of it are
//! replaced by that one, and literals that are false for the same reason by that reason. What makes
//! its literals false is blamed with all that took part (Liang, Ganesh, Poupart and Czarnecki,
//! "Learning Rate Based Branching Heuristic", 2016).

use std::collections::BinaryHeap;
use std::ops::Range;

use super::assignment::{Assignment, Conflict, PackedReason, Reason};
use super::clause_db::Literal;
use super::cover_matrix::CoverMatrix;

const SEEN: u8 = 1;
/// Follows from the others of the clause.
const REDUNDANT: u8 = 2;
/// Does not.
const POISON: u8 = 4;
/// What the literals of one level go back to, while that is looked for.
const UIP_QUEUED: u8 = 8;

/// What a literal of the clause follows from is blamed too, if it is one other variable: reasons of
/// an item or a clause hold the literal itself.
const MAX_REASON_SIDE: usize = 2;

/// How deep it is looked whether a literal follows from others.
const MAX_DEPTH: u32 = 500;

/// Memory for the analysis of contradictions, and what it found last.
#[derive(Debug, Default)]
pub(super) struct ConflictAnalysis {
    marks: Vec<u8>,
    /// Variables with a mark.
    marked: Vec<u32>,
    /// Variables that took part.
    pub(super) bumped: Vec<u32>,
    /// Clauses that took part.
    pub(super) used_clauses: Vec<u32>,
    /// The clause: first what becomes true, then a literal of the highest level of the others.
    pub(super) learned: Vec<Literal>,
    /// The level to go back to.
    pub(super) backjump_level: u32,
    /// How many levels the clause's literals are on.
    pub(super) glue: u32,
    /// Variables to trace back, the last on the trail first, by their trail positions.
    uip_queue: BinaryHeap<(u32, u32)>,
    /// Variables that were traced.
    uip_queued: Vec<u32>,
    /// Candidates that make several of its literals false.
    shared_reasons: Vec<u32>,
    /// For each level when it was last counted.
    stamps: Vec<u64>,
    stamp: u64,
}

impl ConflictAnalysis {
    pub(super) fn reset(&mut self, variables: usize) {
        self.marks.clear();
        self.marks.resize(variables, 0);
        self.marked.clear();
    }

    fn mark(&mut self, variable: u32, mark: u8) {
        if self.marks[variable as usize] == 0 {
            self.marked.push(variable);
        }
        self.marks[variable as usize] |= mark;
    }

    /// Finds the clause. Something of the contradiction must be of the present level, and that
    /// above 0.
    pub(super) fn analyze(
        &mut self,
        matrix: &CoverMatrix,
        assignment: &Assignment,
        conflict: Conflict,
    ) {
        self.bumped.clear();
        self.used_clauses.clear();
        self.learned.clear();
        self.learned.push(0);
        let mut open = 0_u32;
        match conflict {
            Conflict::Pair(one, other) => [one, other]
                .into_iter()
                .for_each(|variable| self.resolve_literal(assignment, variable, &mut open)),
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
                for place in 0..assignment.constraint_conflict.len() {
                    self.resolve_literal(
                        assignment,
                        assignment.constraint_conflict[place],
                        &mut open,
                    );
                }
            }
        }
        for literal in assignment.trail.iter().rev() {
            let variable = literal / 2;
            if self.marks[variable as usize] & SEEN == 0 {
                continue;
            }
            open -= 1;
            if open == 0 {
                self.learned[0] = literal ^ 1;
                break;
            }
            self.resolve_reason(
                matrix,
                assignment,
                assignment.variable_data[variable as usize].reason,
                Some(variable),
                &mut open,
            );
        }
        self.minimize(matrix, assignment);
        self.shrink(matrix, assignment);
        self.merge_shared_reasons(assignment);
        self.bump_reason_side(matrix, assignment);
        self.finish(assignment);
    }

    /// All that is behind a reason, but for what follows from it.
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
        for number in 0..assignment.antecedent_count(matrix, reason) {
            let antecedent = assignment.antecedent(matrix, reason, number);
            if Some(antecedent) != implied {
                self.resolve_literal(assignment, antecedent, open);
            }
        }
    }

    #[inline]
    fn resolve_literal(&mut self, assignment: &Assignment, variable: u32, open: &mut u32) {
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

    /// Leaves out what follows from the rest.
    fn minimize(&mut self, matrix: &CoverMatrix, assignment: &Assignment) {
        let mut kept = 1;
        for place in 1..self.learned.len() {
            let literal = self.learned[place];
            if !self.is_redundant(matrix, assignment, literal / 2, 0) {
                self.learned[kept] = literal;
                kept += 1;
            }
        }
        self.learned.truncate(kept);
    }

    /// Where the literals of a level all follow from one of that level, with what else is in the
    /// clause, that one says it for all of them. (Fleury and Biere, "Efficient All-UIP Learned
    /// Clause Minimization", 2021.)
    ///
    /// ```text
    ///   level 3   guess ─▶ a ─┬▶ x ─▶ y        … or not x or not y or not z
    ///                         └▶ z             … or not a
    /// ```
    fn shrink(&mut self, matrix: &CoverMatrix, assignment: &Assignment) {
        let data = |literal: Literal| assignment.variable_data[literal as usize / 2];
        self.learned[1..]
            .sort_unstable_by_key(|literal| std::cmp::Reverse(data(*literal).trail_index));
        let (mut kept, mut next) = (1, 1);
        while next < self.learned.len() {
            let level = data(self.learned[next]).level;
            let count = self.learned[next..]
                .iter()
                .take_while(|literal| data(**literal).level == level)
                .count();
            let end = next + count;
            match if count > 1 {
                self.find_level_uip(matrix, assignment, next..end, level)
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

    /// The variable of a level to which these literals of the clause, all of that level, go back,
    /// if nothing of lower levels is needed that the clause does not say.
    fn find_level_uip(
        &mut self,
        matrix: &CoverMatrix,
        assignment: &Assignment,
        literals: Range<usize>,
        level: u32,
    ) -> Option<u32> {
        self.uip_queue.clear();
        self.uip_queued.clear();
        for place in literals {
            self.enqueue_for_uip(assignment, self.learned[place] / 2);
        }
        let mut uip = None;
        while let Some((_, variable)) = self.uip_queue.pop() {
            if self.uip_queue.is_empty() {
                uip = Some(variable);
                break;
            }
            let reason = assignment.variable_data[variable as usize].reason;
            let is_covered = (0..assignment.antecedent_count(matrix, reason)).all(|number| {
                let antecedent = assignment.antecedent(matrix, reason, number);
                if assignment.variable_data[antecedent as usize].level == level {
                    self.enqueue_for_uip(assignment, antecedent);
                    return true;
                }
                self.marks[antecedent as usize] & SEEN != 0
                    || self.is_redundant(matrix, assignment, antecedent, 0)
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

    /// Puts a variable down to be traced back, once.
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

    /// Where several literals are false because the same candidate is true, that candidate's
    /// literal says it for all of them. The clause tells less then, but is shorter by far: what an
    /// item rules out at once are many candidates.
    ///
    /// ```text
    ///   … or r1c1=5 or r1c3=5 or r1c7=5          all false because r1c9=5
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
        // Those that rule out several; one that stands in the clause itself has made those literals
        // needless before.
        let (mut kept, mut next) = (0, 0);
        while next < self.shared_reasons.len() {
            let one = self.shared_reasons[next];
            let same = self.shared_reasons[next..]
                .iter()
                .take_while(|other| **other == one)
                .count();
            if same > 1 {
                self.shared_reasons[kept] = one;
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
        let mut place = 0;
        learned.retain(|literal| {
            place += 1;
            place == 1
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

    /// What alone makes a literal of the clause false took part as well: as the next guess it may
    /// decide many of them at once.
    fn bump_reason_side(&mut self, matrix: &CoverMatrix, assignment: &Assignment) {
        for place in 0..self.learned.len() {
            let reason = assignment.variable_data[self.learned[place] as usize / 2].reason;
            let antecedent_count = assignment.antecedent_count(matrix, reason);
            if antecedent_count > MAX_REASON_SIDE {
                continue;
            }
            for number in 0..antecedent_count {
                let antecedent = assignment.antecedent(matrix, reason, number);
                if assignment.variable_data[antecedent as usize].level > 0
                    && self.marks[antecedent as usize] & SEEN == 0
                {
                    self.mark(antecedent, SEEN);
                    self.bumped.push(antecedent);
                }
            }
        }
    }

    /// Whether a variable's value follows from those of the clause.
    fn is_redundant(
        &mut self,
        matrix: &CoverMatrix,
        assignment: &Assignment,
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
        // A level of which nothing is in the clause cannot lead there.
        if data.reason == PackedReason::NONE
            || marks & POISON != 0
            || depth > MAX_DEPTH
            || data.level == assignment.level()
        {
            return false;
        }
        let is_redundant = (0..assignment.antecedent_count(matrix, data.reason)).all(|number| {
            let antecedent = assignment.antecedent(matrix, data.reason, number);
            antecedent == variable || self.is_redundant(matrix, assignment, antecedent, depth + 1)
        });
        self.mark(variable, if is_redundant { REDUNDANT } else { POISON });
        is_redundant
    }

    /// The level to go back to, the glue; marks are wiped.
    fn finish(&mut self, assignment: &Assignment) {
        self.backjump_level = 0;
        for place in 1..self.learned.len() {
            let level = assignment.variable_data[self.learned[place] as usize / 2].level;
            if level > self.backjump_level {
                self.backjump_level = level;
                self.learned.swap(1, place);
            }
        }
        self.glue = self.compute_glue(assignment, None);
        for variable in &self.marked {
            self.marks[*variable as usize] = 0;
        }
        self.marked.clear();
    }

    /// On how many levels the literals of a clause are; of the one learnt if none is named.
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
