//! `ClauseDb`: what was learnt, in one array, and which clause to look at when a literal becomes false.
//!
//! ```text
//!   … │ length, kept?, used │ glue │ literal │ literal │ literal … │ length …
//!       ▲ a clause's name: where it begins     └──── watched ──┘       glue: on how many levels its literals were, the fewer the better
//! ```
//!
//! A literal is twice the number of its variable, plus one if it says that the variable is false. A clause is looked at only when one of its first two literals becomes
//! false (Moskewicz and others, "Chaff", 2001); beside each entry stands another literal of it, whose truth makes the look needless.

/// A literal: `2 · variable`, plus 1 for "is false".
pub(super) type Literal = u32;

/// An entry of a watch list.
#[derive(Copy, Clone, Debug)]
pub(super) struct Watch {
    /// Another literal of the clause; of a clause of two literals the other one.
    pub(super) blocker: Literal,
    /// The clause, and in the highest bit whether it has two literals only.
    clause: u32,
}

const BINARY: u32 = 1 << 31;

impl Watch {
    #[inline]
    pub(super) const fn clause(self) -> u32 {
        self.clause & !BINARY
    }

    #[inline]
    pub(super) const fn is_binary(self) -> bool {
        self.clause & BINARY != 0
    }
}

const HEADER: usize = 2;
/// Never given up.
const KEEP: u32 = 1 << 31;
/// Twice used since the last reduction is as good as often.
const USED: u32 = 0b11 << 29;
const LENGTH: u32 = !(KEEP | USED);

/// Clauses with this glue or less stay for good; those up to the second for a while after each use.
const TIER1_GLUE: u32 = 2;
const TIER2_GLUE: u32 = 6;

/// The clauses learnt.
#[derive(Debug, Default)]
pub(super) struct ClauseDb {
    arena: Vec<u32>,
    /// For each literal the clauses to look at when it becomes false.
    pub(super) watches: Vec<Vec<Watch>>,
    /// How many there are that may be given up.
    pub(super) reducible_count: usize,
}

impl ClauseDb {
    pub(super) fn reset(&mut self, variables: usize) {
        self.arena.clear();
        self.watches.iter_mut().for_each(Vec::clear);
        self.watches.resize_with(2 * variables, Vec::new);
        self.reducible_count = 0;
    }

    /// Adds a clause of two literals or more; the first two are watched.
    pub(super) fn add(&mut self, literals: &[Literal], glue: u32, keep: bool) -> u32 {
        let clause_ref = self.arena.len() as u32;
        let keep = keep || glue <= TIER1_GLUE || literals.len() == 2;
        self.reducible_count += usize::from(!keep);
        self.arena
            .push(literals.len() as u32 | if keep { KEEP } else { 1 << 29 });
        self.arena.push(glue);
        self.arena.extend_from_slice(literals);
        self.attach(clause_ref, literals[0], literals[1], literals.len() == 2);
        clause_ref
    }

    fn attach(&mut self, clause_ref: u32, first: Literal, second: Literal, is_binary: bool) {
        let clause = clause_ref | if is_binary { BINARY } else { 0 };
        self.watches[first as usize].push(Watch {
            blocker: second,
            clause,
        });
        self.watches[second as usize].push(Watch {
            blocker: first,
            clause,
        });
    }

    /// Adds an entry for a literal that is watched from now on.
    #[inline]
    pub(super) fn push_watch(&mut self, literal: Literal, clause_ref: u32, blocker: Literal) {
        self.watches[literal as usize].push(Watch {
            blocker,
            clause: clause_ref,
        });
    }

    /// The literals of a clause.
    #[inline]
    pub(super) fn literals(&self, clause_ref: u32) -> &[Literal] {
        let start = clause_ref as usize + HEADER;
        &self.arena[start..start + (self.arena[clause_ref as usize] & LENGTH) as usize]
    }

    /// The literals of a clause, to be exchanged.
    #[inline]
    pub(super) fn literals_mut(&mut self, clause_ref: u32) -> &mut [Literal] {
        let start = clause_ref as usize + HEADER;
        let length = (self.arena[clause_ref as usize] & LENGTH) as usize;
        &mut self.arena[start..start + length]
    }

    /// Whether it may be given up.
    #[inline]
    pub(super) fn is_reducible(&self, clause_ref: u32) -> bool {
        self.arena[clause_ref as usize] & KEEP == 0
    }

    /// A clause took part in a contradiction, with this glue.
    pub(super) fn mark_used(&mut self, clause_ref: u32, glue: u32) {
        let old = self.arena[clause_ref as usize + 1];
        if glue < old {
            self.arena[clause_ref as usize + 1] = glue;
        }
        let glue = glue.min(old);
        if glue <= TIER1_GLUE {
            self.arena[clause_ref as usize] |= KEEP;
            self.reducible_count = self.reducible_count.saturating_sub(1);
        } else {
            let uses = if glue <= TIER2_GLUE { 2 } else { 1 };
            self.arena[clause_ref as usize] = self.arena[clause_ref as usize] & !USED | uses << 29;
        }
    }

    /// Gives up half of the clauses that were not used lately, the worst ones, and those that are true for good. `is_reason` says which must stay,
    /// `is_true` whether a literal is true for good, `moved` is told the new name of each reason that stays, `gone` the literals of each clause that is given up.
    pub(super) fn reduce_db(
        &mut self,
        is_reason: impl Fn(u32, Literal) -> bool,
        is_true: impl Fn(Literal) -> bool,
        mut moved: impl FnMut(u32, Literal, u32),
        mut deleted: impl FnMut(&[Literal]),
    ) {
        const GARBAGE: u32 = u32::MAX;
        let mut reducible = Vec::new();
        let mut clause_ref = 0_usize;
        while clause_ref < self.arena.len() {
            let head = self.arena[clause_ref];
            let length = (head & LENGTH) as usize;
            let literals = &self.arena[clause_ref + HEADER..clause_ref + HEADER + length];
            // What follows from a clause is one of the two that are watched.
            let must_stay = is_reason(clause_ref as u32, literals[0])
                || is_reason(clause_ref as u32, literals[1]);
            if !must_stay {
                if literals.iter().any(|literal| is_true(*literal)) {
                    self.arena[clause_ref + 1] = GARBAGE;
                } else if head & KEEP == 0 {
                    if head & USED == 0 {
                        reducible.push((
                            self.arena[clause_ref + 1],
                            length as u32,
                            clause_ref as u32,
                        ));
                    } else {
                        self.arena[clause_ref] = head - (1 << 29);
                    }
                }
            }
            clause_ref += HEADER + length;
        }
        // The worst first; of equal ones the older.
        reducible.sort_unstable_by(|a, b| (b.0, b.1).cmp(&(a.0, a.1)).then(a.2.cmp(&b.2)));
        for (_, _, clause_ref) in &reducible[..reducible.len() * 3 / 4] {
            self.arena[*clause_ref as usize + 1] = GARBAGE;
        }
        self.watches.iter_mut().for_each(Vec::clear);
        self.reducible_count = 0;
        let (mut from, mut to) = (0_usize, 0_usize);
        while from < self.arena.len() {
            let whole = HEADER + (self.arena[from] & LENGTH) as usize;
            if self.arena[from + 1] != GARBAGE {
                self.arena.copy_within(from..from + whole, to);
                let (first, second) = (self.arena[to + HEADER], self.arena[to + HEADER + 1]);
                let is_binary = whole == HEADER + 2;
                if is_reason(from as u32, first) {
                    moved(from as u32, first, to as u32);
                } else if is_reason(from as u32, second) {
                    moved(from as u32, second, to as u32);
                }
                self.attach(to as u32, first, second, is_binary);
                self.reducible_count += usize::from(self.arena[to] & KEEP == 0);
                to += whole;
            } else {
                deleted(&self.arena[from + HEADER..from + whole]);
            }
            from += whole;
        }
        self.arena.truncate(to);
    }
}
