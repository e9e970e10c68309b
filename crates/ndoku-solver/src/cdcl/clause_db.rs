//! `Clauses`: what was learnt, in one array, and which clause to look at when a literal becomes false.
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

const TWO: u32 = 1 << 31;

impl Watch {
    #[inline]
    pub(super) const fn clause(self) -> u32 {
        self.clause & !TWO
    }

    #[inline]
    pub(super) const fn is_binary(self) -> bool {
        self.clause & TWO != 0
    }
}

const HEADER: usize = 2;
/// Never given up.
const KEPT: u32 = 1 << 31;
/// Twice used since the last reduction is as good as often.
const USED: u32 = 0b11 << 29;
const LENGTH: u32 = !(KEPT | USED);

/// Clauses with this glue or less stay for good; those up to the second for a while after each use.
const BEST_GLUE: u32 = 2;
const GOOD_GLUE: u32 = 6;

/// The clauses learnt.
#[derive(Debug, Default)]
pub(super) struct Clauses {
    arena: Vec<u32>,
    /// For each literal the clauses to look at when it becomes false.
    pub(super) watches: Vec<Vec<Watch>>,
    /// How many there are that may be given up.
    pub(super) loose: usize,
}

impl Clauses {
    pub(super) fn reset(&mut self, variables: usize) {
        self.arena.clear();
        self.watches.iter_mut().for_each(Vec::clear);
        self.watches.resize_with(2 * variables, Vec::new);
        self.loose = 0;
    }

    /// Adds a clause of two literals or more; the first two are watched.
    pub(super) fn add(&mut self, literals: &[Literal], glue: u32, is_kept: bool) -> u32 {
        let name = self.arena.len() as u32;
        let is_kept = is_kept || glue <= BEST_GLUE || literals.len() == 2;
        self.loose += usize::from(!is_kept);
        self.arena
            .push(literals.len() as u32 | if is_kept { KEPT } else { 1 << 29 });
        self.arena.push(glue);
        self.arena.extend_from_slice(literals);
        self.watch(name, literals[0], literals[1], literals.len() == 2);
        name
    }

    fn watch(&mut self, name: u32, one: Literal, other: Literal, is_binary: bool) {
        let clause = name | if is_binary { TWO } else { 0 };
        self.watches[one as usize].push(Watch {
            blocker: other,
            clause,
        });
        self.watches[other as usize].push(Watch {
            blocker: one,
            clause,
        });
    }

    /// Adds an entry for a literal that is watched from now on.
    #[inline]
    pub(super) fn watch_also(&mut self, literal: Literal, name: u32, blocker: Literal) {
        self.watches[literal as usize].push(Watch {
            blocker,
            clause: name,
        });
    }

    /// The literals of a clause.
    #[inline]
    pub(super) fn literals(&self, name: u32) -> &[Literal] {
        let start = name as usize + HEADER;
        &self.arena[start..start + (self.arena[name as usize] & LENGTH) as usize]
    }

    /// The literals of a clause, to be exchanged.
    #[inline]
    pub(super) fn literals_mut(&mut self, name: u32) -> &mut [Literal] {
        let start = name as usize + HEADER;
        let length = (self.arena[name as usize] & LENGTH) as usize;
        &mut self.arena[start..start + length]
    }

    /// Whether it may be given up.
    #[inline]
    pub(super) fn is_loose(&self, name: u32) -> bool {
        self.arena[name as usize] & KEPT == 0
    }

    /// A clause took part in a contradiction, with this glue.
    pub(super) fn used(&mut self, name: u32, glue: u32) {
        let old = self.arena[name as usize + 1];
        if glue < old {
            self.arena[name as usize + 1] = glue;
        }
        let glue = glue.min(old);
        if glue <= BEST_GLUE {
            self.arena[name as usize] |= KEPT;
            self.loose = self.loose.saturating_sub(1);
        } else {
            let uses = if glue <= GOOD_GLUE { 2 } else { 1 };
            self.arena[name as usize] = self.arena[name as usize] & !USED | uses << 29;
        }
    }

    /// Gives up half of the clauses that were not used lately, the worst ones, and those that are true for good. `is_reason` says which must stay,
    /// `is_true` whether a literal is true for good, `moved` is told the new name of each reason that stays, `gone` the literals of each clause that is given up.
    pub(super) fn reduce(
        &mut self,
        is_reason: impl Fn(u32, Literal) -> bool,
        is_true: impl Fn(Literal) -> bool,
        mut moved: impl FnMut(u32, Literal, u32),
        mut gone: impl FnMut(&[Literal]),
    ) {
        const GONE: u32 = u32::MAX;
        let mut candidates = Vec::new();
        let mut name = 0_usize;
        while name < self.arena.len() {
            let head = self.arena[name];
            let length = (head & LENGTH) as usize;
            let literals = &self.arena[name + HEADER..name + HEADER + length];
            // What follows from a clause is one of the two that are watched.
            let must_stay =
                is_reason(name as u32, literals[0]) || is_reason(name as u32, literals[1]);
            if !must_stay {
                if literals.iter().any(|literal| is_true(*literal)) {
                    self.arena[name + 1] = GONE;
                } else if head & KEPT == 0 {
                    if head & USED == 0 {
                        candidates.push((self.arena[name + 1], length as u32, name as u32));
                    } else {
                        self.arena[name] = head - (1 << 29);
                    }
                }
            }
            name += HEADER + length;
        }
        // The worst first; of equal ones the older.
        candidates.sort_unstable_by(|a, b| (b.0, b.1).cmp(&(a.0, a.1)).then(a.2.cmp(&b.2)));
        for (_, _, name) in &candidates[..candidates.len() * 3 / 4] {
            self.arena[*name as usize + 1] = GONE;
        }
        self.watches.iter_mut().for_each(Vec::clear);
        self.loose = 0;
        let (mut from, mut to) = (0_usize, 0_usize);
        while from < self.arena.len() {
            let whole = HEADER + (self.arena[from] & LENGTH) as usize;
            if self.arena[from + 1] != GONE {
                self.arena.copy_within(from..from + whole, to);
                let (one, other) = (self.arena[to + HEADER], self.arena[to + HEADER + 1]);
                let is_binary = whole == HEADER + 2;
                if is_reason(from as u32, one) {
                    moved(from as u32, one, to as u32);
                } else if is_reason(from as u32, other) {
                    moved(from as u32, other, to as u32);
                }
                self.watch(to as u32, one, other, is_binary);
                self.loose += usize::from(self.arena[to] & KEPT == 0);
                to += whole;
            } else {
                gone(&self.arena[from + HEADER..from + whole]);
            }
            from += whole;
        }
        self.arena.truncate(to);
    }
}
