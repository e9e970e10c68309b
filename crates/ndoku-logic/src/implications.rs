//! Implications of a candidate being true or false, level by level: [`Propagator`] for one
//! assumption, [`Implications`] for all.
//!
//! ```text
//! level 0     1          2          3
//! a true ──▶ b false ──▶ c true ──▶ d false …     A level handles all its implications together.
//!       └──▶ e false ─┘                           So the depth of a conclusion does not depend on
//!                                                 the order of the candidates.
//! ```
//!
//! A level is half a link of a chain. [`InferenceLevel`] selects the rules:
//!
//! - Links of the current board: each implication has one cause.
//! - Singles that appear when candidates become false: an implication has several causes, as in a
//!   net.
//! - Locked candidates and pairs, when no single is left.
//!
//! All of them are statements about [items](crate::links::CoverItem). A candidate that all
//! candidates of an item rule out is false. Two items of two candidates that rule each other out
//! crosswise form a ring: a naked pair, a hidden pair or an X-Wing.
//!
//! Source: unit propagation (Davis and Putnam, "A computing procedure for quantification theory",
//! 1960), level by level. With links alone it is reachability in the implication graph (Aspvall,
//! Plass and Tarjan, "A linear-time algorithm for testing the truth of certain quantified boolean
//! formulas", 1979). For 9×9, all assumptions together take about a millisecond, with patterns
//! about ten.

use std::cell::OnceCell;
use std::ops::ControlFlow;

use crate::links::{CoverItemKind, Links, has_bit, intersection, iter_bits, set_bit};
use crate::technique::StepSink;

/// The maximum number of candidates. Boards with more have no implications, because the table would
/// take too much memory.
const MAX_CANDIDATES: usize = 2048;

/// The maximum number of levels.
const MAX_LEVEL: u8 = 250;

/// The level of a literal that does not hold.
const NEVER: u8 = u8::MAX;

/// The rules that propagation may use.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum InferenceLevel {
    /// Singles of the digit of the assumption.
    Digit,
    /// Links of the current board.
    Links,
    /// All singles.
    Singles,
    /// Singles, and if none is left, locked candidates, pairs and X-Wings.
    Patterns,
}

/// A statement that a candidate is true or false.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Literal {
    /// The candidate.
    pub node: usize,
    /// `true` if the candidate is true, `false` if it is false.
    pub is_on: bool,
}

impl Literal {
    /// Returns the literal that the candidate is true.
    #[must_use]
    pub const fn on(node: usize) -> Self {
        Self { node, is_on: true }
    }

    /// Returns the literal that the candidate is false.
    #[must_use]
    pub const fn off(node: usize) -> Self {
        Self { node, is_on: false }
    }
}

/// The reason why a literal holds.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It is an assumption, or it does not hold.
    None,
    /// This candidate is true and rules it out.
    RuledOut(usize),
    /// The other candidates of the item of this number are false.
    LastCandidate(usize),
    /// All candidates left in the item of this number rule it out.
    Locked(usize),
    /// The two candidates left in each of these items form a ring that rules it out.
    Ring(usize, usize),
}

/// The contradiction of an assumption.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// This candidate would be both true and false.
    Both(usize),
    /// The item of this number would have no candidate left.
    Nothing(usize),
}

/// Propagates one assumption.
#[derive(Debug)]
pub struct Propagator<'l> {
    links: &'l Links,
    inference: InferenceLevel,
    half: usize,
    /// The level of each literal.
    levels: Vec<u8>,
    reasons: Vec<Reason>,
    /// The literals that hold, as bits.
    held: Vec<u64>,
    order: Vec<usize>,
    /// The number of candidates of each item that are not false.
    left: Vec<u16>,
    failure: Option<(u8, Failure)>,
    touched: Vec<usize>,
    /// Used to find rings: for each candidate the partners in items with two candidates left, with
    /// the positions of these items in a list.
    pairs_of: Vec<Vec<(usize, usize)>>,
}

impl<'l> Propagator<'l> {
    /// Returns a propagator that can be used for many assumptions.
    #[must_use]
    pub fn new(links: &'l Links, inference: InferenceLevel) -> Self {
        let half = 64 * links.words();
        Self {
            links,
            inference,
            half,
            levels: vec![NEVER; 2 * half],
            reasons: vec![Reason::None; 2 * half],
            held: vec![0; 2 * links.words()],
            order: Vec::new(),
            left: Vec::new(),
            failure: None,
            touched: Vec::new(),
            pairs_of: vec![
                Vec::new();
                if inference == InferenceLevel::Patterns {
                    half
                } else {
                    0
                }
            ],
        }
    }

    /// Returns the number of a literal. True literals come first.
    fn number(&self, literal: Literal) -> usize {
        literal.node + if literal.is_on { 0 } else { self.half }
    }

    fn literal(&self, number: usize) -> Literal {
        Literal {
            node: number % self.half,
            is_on: number < self.half,
        }
    }

    /// Returns whether a literal holds.
    #[must_use]
    pub fn holds(&self, literal: Literal) -> bool {
        has_bit(&self.held, self.number(literal))
    }

    /// Returns the level of a literal: 0 for the assumption, 255 if it does not hold.
    #[must_use]
    pub fn level(&self, literal: Literal) -> u8 {
        self.levels[self.number(literal)]
    }

    /// Returns the reason of a literal.
    #[must_use]
    pub fn reason(&self, literal: Literal) -> Reason {
        self.reasons[self.number(literal)]
    }

    /// Returns the contradiction of the assumption and its level.
    #[must_use]
    pub fn failure(&self) -> Option<(u8, Failure)> {
        self.failure
    }

    /// Returns the direct causes of a literal.
    #[must_use]
    pub fn causes(&self, literal: Literal) -> Vec<Literal> {
        match self.reason(literal) {
            Reason::None => Vec::new(),
            Reason::RuledOut(node) => vec![Literal::on(node)],
            Reason::LastCandidate(item) => self
                .false_before(item, self.level(literal))
                .filter(|other| other.node != literal.node)
                .collect(),
            Reason::Locked(item) => self.false_before(item, self.level(literal)).collect(),
            Reason::Ring(a, b) => self
                .false_before(a, self.level(literal))
                .chain(self.false_before(b, self.level(literal)))
                .collect(),
        }
    }

    /// Returns the direct causes of the contradiction.
    #[must_use]
    pub fn causes_of_failure(&self) -> Vec<Literal> {
        match self.failure {
            None => Vec::new(),
            Some((_, Failure::Both(node))) => vec![Literal::on(node), Literal::off(node)],
            Some((_, Failure::Nothing(item))) => self.false_before(item, NEVER).collect(),
        }
    }

    /// Returns the candidates of an item that are false before this level.
    fn false_before(&self, item: usize, level: u8) -> impl Iterator<Item = Literal> + '_ {
        self.links.items()[item]
            .members
            .iter()
            .map(|node| Literal::off(*node))
            .filter(move |off| self.level(*off) < level)
    }

    /// Propagates an assumption until nothing is new or a level has a contradiction.
    pub fn propagate(&mut self, assumption: Literal) {
        self.propagate_with(assumption, &[]);
    }

    /// Propagates an assumption, with known literals that hold from the beginning without a reason.
    pub fn propagate_with(&mut self, assumption: Literal, known: &[Literal]) {
        self.levels.fill(NEVER);
        self.held.fill(0);
        self.order.clear();
        self.failure = None;
        self.left.clear();
        self.left.extend(
            self.links
                .items()
                .iter()
                .map(|item| item.members.len() as u16),
        );
        self.assign(assumption, 0, Reason::None);
        known
            .iter()
            .for_each(|literal| self.assign(*literal, 0, Reason::None));
        let (mut begin, mut level) = (0, 0);
        while self.failure.is_none() && level < MAX_LEVEL {
            level += 1;
            let end = self.order.len();
            if begin < end {
                self.propagate_level(begin..end, level);
            } else if self.inference != InferenceLevel::Patterns || !self.apply_patterns(level) {
                break;
            }
            begin = end;
        }
    }

    fn assign(&mut self, literal: Literal, level: u8, reason: Reason) {
        let number = self.number(literal);
        if has_bit(&self.held, number) {
            return;
        }
        set_bit(&mut self.held, number);
        self.levels[number] = level;
        self.reasons[number] = reason;
        self.order.push(number);
        if self.failure.is_none() && has_bit(&self.held, (number + self.half) % (2 * self.half)) {
            self.failure = Some((level, Failure::Both(literal.node)));
        }
    }

    fn propagate_level(&mut self, new: std::ops::Range<usize>, level: u8) {
        let links = self.links;
        self.touched.clear();
        for at in new {
            let Literal { node, is_on } = self.literal(self.order[at]);
            let is_one_digit = self.inference == InferenceLevel::Digit;
            if is_on {
                for other in iter_bits(links.weak(node))
                    .filter(|other| !is_one_digit || links.digit(*other) == links.digit(node))
                {
                    self.assign(Literal::off(other), level, Reason::RuledOut(node));
                }
                continue;
            }
            let is_cell = |item: usize| matches!(links.items()[item].kind, CoverItemKind::Cell(_));
            for item in links
                .items_of(node)
                .iter()
                .filter(|item| !is_one_digit || !is_cell(**item))
            {
                self.left[*item] -= 1;
                if self.left[*item] <= 1 {
                    self.touched.push(*item);
                }
            }
        }
        for at in 0..self.touched.len() {
            let item = self.touched[at];
            let members = &links.items()[item].members;
            if self.left[item] == 0 {
                self.failure = self.failure.or(Some((level, Failure::Nothing(item))));
            } else if self.inference != InferenceLevel::Links || members.len() == 2 {
                // Candidates that become false in this level count in the next one.
                let last = members
                    .iter()
                    .find(|node| self.level(Literal::off(**node)) >= level);
                last.into_iter().for_each(|node| {
                    self.assign(Literal::on(*node), level, Reason::LastCandidate(item));
                });
            }
        }
    }

    /// Applies locked candidates and pairs when no other rule applies. Returns whether anything is
    /// new.
    fn apply_patterns(&mut self, level: u8) -> bool {
        let links = self.links;
        let before = self.order.len();
        let (on, off) = self.held.split_at(self.half / 64);
        let alive: Vec<u64> = on.iter().zip(off).map(|(_, off)| !off).collect();
        let left = |item: usize| {
            links.items()[item]
                .members
                .iter()
                .copied()
                .filter(|node| has_bit(&alive, *node))
        };
        let mut found: Vec<(usize, Reason)> = Vec::new();
        let mut twos: Vec<(usize, usize, usize)> = Vec::new();
        let mut common = vec![0; links.words()];
        for item in (0..links.items().len()).filter(|item| self.left[*item] >= 2) {
            common.copy_from_slice(&alive);
            for node in left(item) {
                common
                    .iter_mut()
                    .zip(links.weak(node))
                    .for_each(|(common, weak)| *common &= weak);
                if common.iter().all(|word| *word == 0) {
                    break;
                }
            }
            found.extend(iter_bits(&common).map(|node| (node, Reason::Locked(item))));
            if self.left[item] == 2 {
                let mut both = left(item);
                twos.extend(both.next().zip(both.next()).map(|(a, b)| (a, b, item)));
            }
        }
        // Two houses may have the same two candidates left. One of them suffices.
        twos.sort_unstable();
        twos.dedup_by_key(|(a, b, _)| (*a, *b));
        let mut ends = vec![0; links.words()];
        for (at, (a, b, _)) in twos.iter().enumerate() {
            for (end, other) in [(*a, *b), (*b, *a)] {
                set_bit(&mut ends, end);
                self.pairs_of[end].push((other, at));
            }
        }
        for (at, (a, b, item)) in twos.iter().enumerate() {
            for c in intersection(links.weak(*a), &ends) {
                for (d, other) in self.pairs_of[c]
                    .iter()
                    .filter(|(d, other)| *other > at && links.are_weakly_linked(*b, *d))
                {
                    let gone = links
                        .ruled_out(*a, c)
                        .chain(links.ruled_out(*b, *d))
                        .filter(|node| has_bit(&alive, *node));
                    found.extend(gone.map(|node| (node, Reason::Ring(*item, twos[*other].2))));
                }
            }
        }
        iter_bits(&ends).for_each(|end| self.pairs_of[end].clear());
        found
            .into_iter()
            .for_each(|(node, reason)| self.assign(Literal::off(node), level, reason));
        self.order.len() > before
    }
}

/// The implications of all assumptions.
#[derive(Debug)]
pub struct Implications {
    /// The number of candidates.
    count: usize,
    words: usize,
    /// A row of literals for each assumption, as bits: first true literals, then false ones.
    held: Vec<u64>,
    /// The level of each literal, for each assumption.
    levels: Vec<u8>,
    /// The level of the contradiction, for each assumption.
    failures: Vec<Option<u8>>,
}

impl Implications {
    /// Propagates all assumptions. Breaks if the sink stops.
    fn new(links: &Links, inference: InferenceLevel, sink: &StepSink<'_>) -> ControlFlow<(), Self> {
        let count = if links.candidate_count() > MAX_CANDIDATES {
            0
        } else {
            links.candidate_count()
        };
        let mut all = Self {
            count,
            words: links.words(),
            held: Vec::new(),
            levels: Vec::new(),
            failures: Vec::new(),
        };
        let mut propagation = Propagator::new(links, inference);
        for is_on in [true, false] {
            for node in 0..count {
                if node % 16 == 0 {
                    sink.check_stop()?;
                }
                propagation.propagate(Literal { node, is_on });
                all.held.extend_from_slice(&propagation.held);
                all.levels.extend_from_slice(&propagation.levels);
                all.failures
                    .push(propagation.failure.map(|(level, _)| level));
            }
        }
        ControlFlow::Continue(all)
    }

    fn assumption(&self, literal: Literal) -> usize {
        literal.node + if literal.is_on { 0 } else { self.count }
    }

    /// Returns the number of candidates, or 0 if there are too many.
    #[must_use]
    pub fn len(&self) -> usize {
        self.count
    }

    /// Returns whether there are no implications.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns the level of the contradiction of an assumption.
    #[must_use]
    pub fn failure(&self, assumption: Literal) -> Option<u8> {
        self.failures[self.assumption(assumption)]
    }

    /// Calls `each` with every common implication of these assumptions and the highest of its
    /// levels. Does nothing if one assumption has a contradiction.
    pub fn for_each_common(&self, assumptions: &[Literal], mut each: impl FnMut(Literal, u8)) {
        if assumptions.iter().any(|one| self.failure(*one).is_some()) {
            return;
        }
        let width = 2 * self.words;
        let row = |one: &Literal| {
            &self.held[self.assumption(*one) * width..(self.assumption(*one) + 1) * width]
        };
        let mut all = vec![u64::MAX; width];
        assumptions.iter().for_each(|one| {
            all.iter_mut()
                .zip(row(one))
                .for_each(|(all, row)| *all &= row);
        });
        let half = 64 * self.words;
        for number in iter_bits(&all) {
            let level = assumptions
                .iter()
                .map(|one| self.levels[self.assumption(*one) * 2 * half + number])
                .max();
            each(
                Literal {
                    node: number % half,
                    is_on: number < half,
                },
                level.unwrap_or(0),
            );
        }
    }
}

/// The implications of a board, computed on first use for each inference level.
#[derive(Debug, Default)]
pub(crate) struct ImplicationCache([OnceCell<Implications>; 4]);

impl ImplicationCache {
    /// Returns the implications of a level. Breaks if the sink stops the computation.
    pub(crate) fn get(
        &self,
        links: &Links,
        inference: InferenceLevel,
        sink: &StepSink<'_>,
    ) -> ControlFlow<(), &Implications> {
        let place = &self.0[inference as usize];
        if place.get().is_none() {
            let _ = place.set(Implications::new(links, inference, sink)?);
        }
        place
            .get()
            .map_or(ControlFlow::Break(()), ControlFlow::Continue)
    }
}
