//! What a contradiction teaches: a clause that would have prevented it.
//!
//! ```text
//!   level 7   guess ─▶ a ─▶ b ─▶ ✗        all that ✗ depends on in the last level passes through b, the first such point seen from ✗:
//!                           ▲             learnt: not b, or one of the earlier things that helped was otherwise
//! ```
//!
//! First unique implication point (Marques-Silva and Sakallah, "GRASP", 1996; Zhang and others, 2001). Literals that follow from others of the clause are left out
//! (Sörensson and Biere, "Minimizing Learned Clauses", 2009); those of a level that all go back to one literal of it are replaced by that one, and literals that are false for the
//! same reason by that reason. What makes its literals false is blamed with all that took part (Liang, Ganesh, Poupart and Czarnecki, "Learning Rate Based Branching Heuristic", 2016).

use std::collections::BinaryHeap;
use std::ops::Range;

use super::assignment::{Conflict, Reason, State, Why};
use super::clause_db::Literal;
use super::cover_matrix::Problem;

const SEEN: u8 = 1;
/// Follows from the others of the clause.
const NEEDLESS: u8 = 2;
/// Does not.
const NEEDED: u8 = 4;
/// What the literals of one level go back to, while that is looked for.
const TRACED: u8 = 8;

/// What a literal of the clause follows from is blamed too, if it is one other variable: reasons of an item or a clause hold the literal itself.
const FEW: usize = 2;

/// How deep it is looked whether a literal follows from others.
const DEPTH: u32 = 500;

/// Memory for the analysis of contradictions, and what it found last.
#[derive(Debug, Default)]
pub(super) struct Analysis {
    marks: Vec<u8>,
    /// Variables with a mark.
    marked: Vec<u32>,
    /// Variables that took part.
    pub(super) blamed: Vec<u32>,
    /// Clauses that took part.
    pub(super) used: Vec<u32>,
    /// The clause: first what becomes true, then a literal of the highest level of the others.
    pub(super) learnt: Vec<Literal>,
    /// The level to go back to.
    pub(super) level: u32,
    /// How many levels the clause's literals are on.
    pub(super) glue: u32,
    /// Variables to trace back, the last on the trail first, by their places there.
    trace: BinaryHeap<(u32, u32)>,
    /// Variables that were traced.
    traced: Vec<u32>,
    /// Candidates that make several of its literals false.
    rulers: Vec<u32>,
    /// For each level when it was last counted.
    stamps: Vec<u64>,
    stamp: u64,
}

impl Analysis {
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

    /// Finds the clause. Something of the contradiction must be of the present level, and that above 0.
    pub(super) fn run(&mut self, problem: &Problem, state: &State, conflict: Conflict) {
        self.blamed.clear();
        self.used.clear();
        self.learnt.clear();
        self.learnt.push(0);
        let mut open = 0_u32;
        match conflict {
            Conflict::Pair(one, other) => [one, other]
                .into_iter()
                .for_each(|variable| self.meet(state, variable, &mut open)),
            Conflict::Item(item) => {
                self.meet_all(problem, state, Reason::item(item), None, &mut open)
            }
            Conflict::Clause(name) => {
                self.meet_all(problem, state, Reason::clause(name), None, &mut open)
            }
            Conflict::Forbidden => {
                for place in 0..state.forbidden.len() {
                    self.meet(state, state.forbidden[place], &mut open);
                }
            }
        }
        for literal in state.trail.iter().rev() {
            let variable = literal / 2;
            if self.marks[variable as usize] & SEEN == 0 {
                continue;
            }
            open -= 1;
            if open == 0 {
                self.learnt[0] = literal ^ 1;
                break;
            }
            self.meet_all(
                problem,
                state,
                state.places[variable as usize].reason,
                Some(variable),
                &mut open,
            );
        }
        self.minimise(problem, state);
        self.shrink(problem, state);
        self.gather(state);
        self.blame_behind(problem, state);
        self.finish(state);
    }

    /// All that is behind a reason, but for what follows from it.
    fn meet_all(
        &mut self,
        problem: &Problem,
        state: &State,
        reason: Reason,
        follows: Option<u32>,
        open: &mut u32,
    ) {
        if let Why::Clause(name) = reason.why() {
            self.used.push(name);
        }
        for number in 0..state.causes(problem, reason) {
            let cause = state.cause(problem, reason, number);
            if Some(cause) != follows {
                self.meet(state, cause, open);
            }
        }
    }

    #[inline]
    fn meet(&mut self, state: &State, variable: u32, open: &mut u32) {
        let level = state.places[variable as usize].level;
        if level == 0 || self.marks[variable as usize] & SEEN != 0 {
            return;
        }
        self.mark(variable, SEEN);
        self.blamed.push(variable);
        if level == state.level() {
            *open += 1;
        } else {
            self.learnt.push(state.false_literal(variable));
        }
    }

    /// Leaves out what follows from the rest.
    fn minimise(&mut self, problem: &Problem, state: &State) {
        let mut kept = 1;
        for place in 1..self.learnt.len() {
            let literal = self.learnt[place];
            if !self.is_needless(problem, state, literal / 2, 0) {
                self.learnt[kept] = literal;
                kept += 1;
            }
        }
        self.learnt.truncate(kept);
    }

    /// Where the literals of a level all follow from one of that level, with what else is in the clause, that one says it for all of them. (Fleury and Biere, "Efficient All-UIP
    /// Learned Clause Minimization", 2021.)
    ///
    /// ```text
    ///   level 3   guess ─▶ a ─┬▶ x ─▶ y        … or not x or not y or not z
    ///                         └▶ z             … or not a
    /// ```
    fn shrink(&mut self, problem: &Problem, state: &State) {
        let place = |literal: Literal| state.places[literal as usize / 2];
        self.learnt[1..].sort_unstable_by_key(|literal| std::cmp::Reverse(place(*literal).order));
        let (mut kept, mut next) = (1, 1);
        while next < self.learnt.len() {
            let level = place(self.learnt[next]).level;
            let count = self.learnt[next..]
                .iter()
                .take_while(|literal| place(**literal).level == level)
                .count();
            let end = next + count;
            match if count > 1 {
                self.origin(problem, state, next..end, level)
            } else {
                None
            } {
                Some(origin) => {
                    self.mark(origin, SEEN);
                    self.learnt[kept] = state.false_literal(origin);
                    kept += 1;
                }
                None => {
                    self.learnt.copy_within(next..end, kept);
                    kept += count;
                }
            }
            next = end;
        }
        self.learnt.truncate(kept);
    }

    /// The variable of a level to which these literals of the clause, all of that level, go back, if nothing of lower levels is needed that the clause does not say.
    fn origin(
        &mut self,
        problem: &Problem,
        state: &State,
        literals: Range<usize>,
        level: u32,
    ) -> Option<u32> {
        self.trace.clear();
        self.traced.clear();
        for place in literals {
            self.trace_back(state, self.learnt[place] / 2);
        }
        let mut origin = None;
        while let Some((_, variable)) = self.trace.pop() {
            if self.trace.is_empty() {
                origin = Some(variable);
                break;
            }
            let reason = state.places[variable as usize].reason;
            let is_said = (0..state.causes(problem, reason)).all(|number| {
                let cause = state.cause(problem, reason, number);
                if state.places[cause as usize].level == level {
                    self.trace_back(state, cause);
                    return true;
                }
                self.marks[cause as usize] & SEEN != 0 || self.is_needless(problem, state, cause, 0)
            });
            if !is_said {
                break;
            }
        }
        for variable in &self.traced {
            self.marks[*variable as usize] &= !TRACED;
        }
        origin
    }

    /// Puts a variable down to be traced back, once.
    fn trace_back(&mut self, state: &State, variable: u32) {
        if self.marks[variable as usize] & TRACED == 0 {
            self.mark(variable, TRACED);
            self.traced.push(variable);
            self.trace
                .push((state.places[variable as usize].order, variable));
        }
    }

    /// Where several literals are false because the same candidate is true, that candidate's literal says it for all of them. The clause tells less then, but is
    /// shorter by far: what an item rules out at once are many candidates.
    ///
    /// ```text
    ///   … or r1c1=5 or r1c3=5 or r1c7=5          all false because r1c9=5
    ///   … or not r1c9=5
    /// ```
    fn gather(&mut self, state: &State) {
        let ruler = |literal: Literal| match state.places[literal as usize / 2].reason.why() {
            Why::Candidate(ruler) => Some(ruler),
            _ => None,
        };
        self.rulers.clear();
        self.rulers.extend(
            self.learnt[1..]
                .iter()
                .filter_map(|literal| ruler(*literal)),
        );
        self.rulers.sort_unstable();
        // Those that rule out several; one that stands in the clause itself has made those literals needless before.
        let (mut kept, mut next) = (0, 0);
        while next < self.rulers.len() {
            let one = self.rulers[next];
            let same = self.rulers[next..]
                .iter()
                .take_while(|other| **other == one)
                .count();
            if same > 1 {
                self.rulers[kept] = one;
                kept += 1;
            }
            next += same;
        }
        self.rulers.truncate(kept);
        let Self { rulers, learnt, .. } = self;
        let mut place = 0;
        learnt.retain(|literal| {
            place += 1;
            place == 1 || ruler(*literal).is_none_or(|ruler| rulers.binary_search(&ruler).is_err())
        });
        learnt.extend(rulers.iter().map(|ruler| 2 * ruler + 1));
    }

    /// What alone makes a literal of the clause false took part as well: as the next guess it may decide many of them at once.
    fn blame_behind(&mut self, problem: &Problem, state: &State) {
        for place in 0..self.learnt.len() {
            let reason = state.places[self.learnt[place] as usize / 2].reason;
            let causes = state.causes(problem, reason);
            if causes > FEW {
                continue;
            }
            for number in 0..causes {
                let cause = state.cause(problem, reason, number);
                if state.places[cause as usize].level > 0 && self.marks[cause as usize] & SEEN == 0
                {
                    self.mark(cause, SEEN);
                    self.blamed.push(cause);
                }
            }
        }
    }

    /// Whether a variable's value follows from those of the clause.
    fn is_needless(&mut self, problem: &Problem, state: &State, variable: u32, depth: u32) -> bool {
        let marks = self.marks[variable as usize];
        let place = state.places[variable as usize];
        if place.level == 0
            || marks & NEEDLESS != 0
            || (depth > 0 && marks & SEEN != 0 && place.level < state.level())
        {
            return true;
        }
        // A level of which nothing is in the clause cannot lead there.
        if place.reason == Reason::NOTHING
            || marks & NEEDED != 0
            || depth > DEPTH
            || place.level == state.level()
        {
            return false;
        }
        let is_needless = (0..state.causes(problem, place.reason)).all(|number| {
            let cause = state.cause(problem, place.reason, number);
            cause == variable || self.is_needless(problem, state, cause, depth + 1)
        });
        self.mark(variable, if is_needless { NEEDLESS } else { NEEDED });
        is_needless
    }

    /// The level to go back to, the glue; marks are wiped.
    fn finish(&mut self, state: &State) {
        self.level = 0;
        for place in 1..self.learnt.len() {
            let level = state.places[self.learnt[place] as usize / 2].level;
            if level > self.level {
                self.level = level;
                self.learnt.swap(1, place);
            }
        }
        self.glue = self.count_levels(state, None);
        for variable in &self.marked {
            self.marks[*variable as usize] = 0;
        }
        self.marked.clear();
    }

    /// On how many levels the literals of a clause are; of the one learnt if none is named.
    pub(super) fn count_levels(&mut self, state: &State, clause: Option<u32>) -> u32 {
        self.stamp += 1;
        let literals = clause.map_or(&self.learnt[..], |name| state.clauses.literals(name));
        let mut count = 0;
        for literal in literals {
            let level = state.places[*literal as usize / 2].level as usize;
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
