//! `ClauseDb`: the clauses in one array, and the watch lists. They are the clauses of the problem,
//! learned ones, those of other searches, and blocking clauses.
//!
//! ```text
//!   … │ length, keep, used │ glue │ literal │ literal │ literal … │ length …
//!       ▲                           └──── watched ──┘
//!       clause reference
//! ```
//!
//! - A clause reference is the index of a clause in the array, as in MiniSat.
//! - The glue, or LBD (literal block distance), is the number of levels of the literals of a
//!   clause. Clauses with a low glue are better (Audemard and Simon, "Predicting Learnt Clauses
//!   Quality in Modern SAT Solvers", 2009).
//! - The first two literals of a clause are watched: propagation visits a clause only when one of
//!   them becomes false (Moskewicz and others, "Chaff", 2001). A watch also stores another literal
//!   of the clause, the blocker. If the blocker is true, the clause is not visited.

/// A literal: `2 · variable`, plus 1 for the negation.
pub(super) type Literal = u32;

/// An entry of a watch list.
#[derive(Copy, Clone, Debug)]
pub(super) struct Watch {
    /// Another literal of the clause. For a binary clause this is the other literal.
    pub(super) blocker: Literal,
    /// The clause reference. The highest bit marks a binary clause.
    clause: u32,
}

/// The bit of `Watch::clause` for a binary clause.
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

/// Number of words before the literals of a clause: length with flags, and glue.
const HEADER: usize = 2;
/// The flag of clauses that are deleted only when they are satisfied at level 0.
const KEEP: u32 = 1 << 31;
/// The counter of reductions that a clause survives after its last use.
const USED: u32 = 0b11 << 29;
/// The bits of the length.
const LENGTH: u32 = !(KEEP | USED);

/// Maximum glue of clauses that are kept.
pub(super) const TIER1_GLUE: u32 = 2;
/// Maximum glue of clauses that survive two reductions after each use. Others survive one.
const TIER2_GLUE: u32 = 6;

/// The database of clauses.
#[derive(Debug, Default)]
pub(super) struct ClauseDb {
    arena: Vec<u32>,
    /// For each literal, the clauses to visit when it becomes false.
    pub(super) watches: Vec<Vec<Watch>>,
}

impl ClauseDb {
    /// Deletes all clauses, for a problem with this number of variables.
    pub(super) fn reset(&mut self, variables: usize) {
        self.arena.clear();
        self.watches.iter_mut().for_each(Vec::clear);
        self.watches.resize_with(2 * variables, Vec::new);
    }

    /// Adds a clause of at least two literals, and watches the first two.
    ///
    /// With `keep` the clause stays until it is satisfied at level 0. The same applies to binary
    /// clauses and to clauses with a glue of at most [`TIER1_GLUE`].
    pub(super) fn add(&mut self, literals: &[Literal], glue: u32, keep: bool) -> u32 {
        let clause_ref = self.arena.len() as u32;
        let keep = keep || glue <= TIER1_GLUE || literals.len() == 2;
        self.arena
            .push(literals.len() as u32 | if keep { KEEP } else { 1 << 29 });
        self.arena.push(glue);
        self.arena.extend_from_slice(literals);
        self.attach(clause_ref, literals[0], literals[1], literals.len() == 2);
        clause_ref
    }

    /// Adds a clause to the watch lists of its first two literals.
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

    /// Adds a clause to the watch list of one literal.
    #[inline]
    pub(super) fn push_watch(&mut self, literal: Literal, clause_ref: u32, blocker: Literal) {
        self.watches[literal as usize].push(Watch {
            blocker,
            clause: clause_ref,
        });
    }

    /// Returns the literals of a clause.
    #[inline]
    pub(super) fn literals(&self, clause_ref: u32) -> &[Literal] {
        let start = clause_ref as usize + HEADER;
        &self.arena[start..start + (self.arena[clause_ref as usize] & LENGTH) as usize]
    }

    /// Returns the literals of a clause for reordering.
    #[inline]
    pub(super) fn literals_mut(&mut self, clause_ref: u32) -> &mut [Literal] {
        let start = clause_ref as usize + HEADER;
        let length = (self.arena[clause_ref as usize] & LENGTH) as usize;
        &mut self.arena[start..start + length]
    }

    /// Returns `true` if [`reduce_db`](Self::reduce_db) may delete the clause even if it is not
    /// satisfied at level 0.
    #[inline]
    pub(super) fn is_reducible(&self, clause_ref: u32) -> bool {
        self.arena[clause_ref as usize] & KEEP == 0
    }

    /// Marks a clause as used in conflict analysis, and lowers its glue to the new one.
    pub(super) fn mark_used(&mut self, clause_ref: u32, glue: u32) {
        let old = self.arena[clause_ref as usize + 1];
        if glue < old {
            self.arena[clause_ref as usize + 1] = glue;
        }
        let glue = glue.min(old);
        if glue <= TIER1_GLUE {
            self.arena[clause_ref as usize] |= KEEP;
        } else {
            let uses = if glue <= TIER2_GLUE { 2 } else { 1 };
            self.arena[clause_ref as usize] = self.arena[clause_ref as usize] & !USED | uses << 29;
        }
    }

    /// Deletes the worst three quarters of the clauses that were not used lately, and all clauses
    /// that are satisfied at level 0.
    ///
    /// - `is_reason` returns `true` if a clause is the reason of a literal. Reasons are not
    ///   deleted.
    /// - `is_true` returns `true` if a literal is true at level 0.
    /// - `moved` receives each reason with its literal and its new clause reference.
    /// - `deleted` receives the literals of each deleted clause.
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
            // The literal that a clause implies is one of its two watched literals.
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
        // The worst first: the higher glue, then the longer clause, then the older one.
        reducible.sort_unstable_by(|a, b| (b.0, b.1).cmp(&(a.0, a.1)).then(a.2.cmp(&b.2)));
        for (_, _, clause_ref) in &reducible[..reducible.len() * 3 / 4] {
            self.arena[*clause_ref as usize + 1] = GARBAGE;
        }
        self.watches.iter_mut().for_each(Vec::clear);
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
                to += whole;
            } else {
                deleted(&self.arena[from + HEADER..from + whole]);
            }
            from += whole;
        }
        self.arena.truncate(to);
    }
}
