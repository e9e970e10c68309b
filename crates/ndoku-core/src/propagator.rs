//! Propagators: the pure filters to which constraints lower themselves. Engines and logic share
//! them.
//!
//! ```text
//!   killer=9: r1c1 r1c2     ─┐
//!   arrow=r1c1; r1c2-r1c4    ├─ Constraint::propagators ─▶ [Propagator, …] ─▶ filter(candidates)
//!   difference=r3c3 r3c4    ─┘
//! ```
//!
//! A propagator knows its cells. [`Propagator::filter`] receives the candidates of these cells, and
//! returns fewer of them, or a contradiction. It has no state and knows no engine.
//!
//! Candidates are masks of 16 bits: bit d − 1 stands for digit d. So propagators exist for sizes up
//! to [`MAX_SIZE`]. Larger layouts use [`Constraint::propagate`](crate::constraint::Constraint).
//!
//! | file | propagators |
//! |---|---|
//! | `pair` | a relation between two cells |
//! | `digit_sets` | distinct cells whose digits form one of several sets: cages, renban lines |
//! | `sums` | equal sums of groups of cells: arrows, little killers, zippers, sum lines |
//! | `ends` | inner cells against the ends of a line: between, lockout |
//! | `quota` | how often digits occur in some cells: quadruples, counting circles |
//! | `outside` | clues beside a line: sandwich, X-sum, skyscraper |

mod digit_sets;
mod ends;
mod outside;
mod pair;
mod quota;
mod sum_set;
mod sums;

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

pub use digit_sets::DigitSets;
pub use ends::Ends;
pub use outside::{Sandwich, Skyscraper, XSum};
pub use pair::PairTable;
pub use quota::{Circles, Quota};
pub use sums::{Segment, SumLine, Sums, Term};

use crate::{Candidate, Cell, DigitSet, Layout};

/// The largest size of a layout that has propagators.
pub const MAX_SIZE: u8 = 16;

/// A pure filter of the candidates of some cells.
#[derive(Clone, Debug)]
pub struct Propagator {
    cells: Box<[u16]>,
    watched: usize,
    rule: PropagatorRule,
    total: Option<u32>,
}

/// The demand of a propagator on its cells.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum PropagatorRule {
    /// A single cell has one of these digits.
    Domain(u16),
    /// Two cells satisfy a relation.
    Pair(Arc<PairTable>),
    /// The digits of the watched cells differ and form one of several sets.
    DigitSets(DigitSets),
    /// Groups of cells have equal sums.
    Sums(Sums),
    /// A line can be cut into stretches of one sum.
    SumLine(SumLine),
    /// The inner cells of a line are between its ends, or outside them.
    Ends(Ends),
    /// Digits, or classes of digits, occur a number of times.
    Quota(Quota),
    /// Each digit in the cells occurs as often as its value.
    Circles(Circles),
    /// The sum between the smallest and the largest digit of a line.
    Sandwich(Sandwich),
    /// The sum of the first cells of a line, as many as the first digit says.
    XSum(XSum),
    /// The number of digits in a line that are larger than all before.
    Skyscraper(Skyscraper),
    /// Nothing satisfies it.
    Never,
}

impl Propagator {
    /// Creates a propagator that watches all its cells. Cells are indices, row by row.
    #[must_use]
    pub fn new(cells: Vec<u16>, rule: PropagatorRule) -> Self {
        Self {
            watched: cells.len(),
            cells: cells.into(),
            rule,
            total: None,
        }
    }

    /// Adds cells that the propagator changes but does not depend on.
    #[must_use]
    pub fn with_targets(mut self, targets: &[u16]) -> Self {
        self.cells = self.cells.iter().chain(targets).copied().collect();
        self
    }

    /// States the sum of the watched cells, which are all different cells.
    #[must_use]
    pub fn with_total(mut self, total: u32) -> Self {
        self.total = Some(total);
        self
    }

    /// Creates the propagator that restricts one cell.
    #[must_use]
    pub fn domain(cell: u16, digits: DigitSet) -> Self {
        Self::new(vec![cell], PropagatorRule::Domain(mask(digits)))
    }

    /// Returns the indices of the cells, in the order of the masks. A cell may occur twice.
    #[must_use]
    pub fn cells(&self) -> &[u16] {
        &self.cells
    }

    /// Returns the cells on which the result depends: the first ones of [`cells`](Self::cells).
    #[must_use]
    pub fn watched(&self) -> &[u16] {
        &self.cells[..self.watched]
    }

    /// Returns what the propagator demands.
    #[must_use]
    pub const fn rule(&self) -> &PropagatorRule {
        &self.rule
    }

    /// Returns the sum of the watched cells, if it is fixed.
    #[must_use]
    pub const fn total(&self) -> Option<u32> {
        self.total
    }

    /// Returns the class of cost, 0 to 2. Engines run cheap propagators first.
    #[must_use]
    pub const fn cost(&self) -> usize {
        match &self.rule {
            PropagatorRule::Domain(_) | PropagatorRule::Pair(_) | PropagatorRule::Never => 0,
            PropagatorRule::Ends(_) | PropagatorRule::Quota(_) | PropagatorRule::DigitSets(_) => 1,
            _ => 2,
        }
    }

    /// Returns `true` unless the candidates of the watched cells contradict the propagator.
    ///
    /// The answer may be `true` where [`filter`](Self::filter) finds a contradiction, but it takes
    /// less time. `masks` has one entry for each of [`cells`](Self::cells).
    #[must_use]
    pub fn is_feasible(&self, masks: &[u16]) -> bool {
        let own = &masks[..self.watched];
        if own.contains(&0) {
            return false;
        }
        match &self.rule {
            PropagatorRule::DigitSets(sets) => sets.is_feasible(own),
            PropagatorRule::Sums(sums) => sums.is_feasible(own),
            _ => {
                let mut masks = masks.to_vec();
                self.filter(&mut masks)
            }
        }
    }

    /// Returns `true` unless the propagator rules out that a cell has one of its candidates.
    ///
    /// The answer may be `true` although [`filter`](Self::filter) removes them, but it takes less
    /// time. `masks` has one entry for each of [`cells`](Self::cells).
    #[must_use]
    pub fn supports(&self, masks: &[u16], cell: u16) -> bool {
        if self.watched().contains(&cell) {
            return self.is_feasible(masks);
        }
        let targets = self.cells.iter().zip(masks).skip(self.watched);
        let digits = targets
            .filter(|(target, _)| **target == cell)
            .fold(0, |all, (_, mask)| all | mask);
        match &self.rule {
            PropagatorRule::DigitSets(sets) => {
                sets.is_feasible_without(&masks[..self.watched], digits)
            }
            _ => true,
        }
    }

    /// Removes candidates that the propagator rules out. `masks` has one entry for each of
    /// [`cells`](Self::cells).
    ///
    /// Returns `false` for a contradiction. Then the first empty mask may show its place. Never
    /// removes a digit of a solution. If every watched cell has one digit, the answer is exact.
    #[must_use]
    pub fn filter(&self, masks: &mut [u16]) -> bool {
        let (own, targets) = masks.split_at_mut(self.watched);
        if own.contains(&0) {
            return false;
        }
        match &self.rule {
            PropagatorRule::Domain(digits) => {
                own[0] &= digits;
                own[0] != 0
            }
            PropagatorRule::Pair(table) => table.filter(own),
            PropagatorRule::DigitSets(sets) => sets.filter(own, targets),
            PropagatorRule::Sums(sums) => sums.filter(own),
            PropagatorRule::SumLine(line) => line.filter(own),
            PropagatorRule::Ends(ends) => ends.filter(own),
            PropagatorRule::Quota(quota) => quota.filter(own),
            PropagatorRule::Circles(circles) => circles.filter(own),
            PropagatorRule::Sandwich(sandwich) => sandwich.filter(own),
            PropagatorRule::XSum(sum) => sum.filter(own),
            PropagatorRule::Skyscraper(skyscraper) => skyscraper.filter(own),
            PropagatorRule::Never => false,
        }
    }
}

/// Returns the mask of a set of digits up to 16.
fn mask(digits: DigitSet) -> u16 {
    digits.words()[0] as u16
}

/// Returns the digits of a mask, ascending.
pub(crate) fn digits_of(mut mask: u16) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let digit = (mask != 0).then(|| mask.trailing_zeros() + 1)?;
        mask &= mask - 1;
        Some(digit)
    })
}

/// A function that calls its second argument with the candidates that are weakly linked to its
/// first.
pub type Links<'a> = dyn Fn(Candidate, &mut dyn FnMut(Candidate)) + 'a;

/// The facts of a layout that constraints need to lower themselves.
pub struct LayoutFacts<'a> {
    layout: &'a Layout,
    /// For each cell the cells that cannot have the same digit.
    peers: Vec<Vec<u16>>,
    pair_tables: RefCell<HashMap<Vec<u16>, Arc<PairTable>>>,
    /// The pairs of cells that weak links make different, and nothing else.
    unequal: RefCell<Vec<[u16; 2]>>,
}

impl<'a> LayoutFacts<'a> {
    /// Collects the facts of a layout.
    #[must_use]
    pub fn new(layout: &'a Layout) -> Self {
        let peers = layout
            .cells()
            .map(|cell| {
                let peers = layout.peers(cell);
                peers
                    .iter()
                    .map(|peer| layout.index(*peer) as u16)
                    .collect()
            })
            .collect();
        Self {
            layout,
            peers,
            pair_tables: RefCell::default(),
            unequal: RefCell::default(),
        }
    }

    /// Returns the number of digits.
    #[must_use]
    pub fn size(&self) -> u8 {
        self.layout.size()
    }

    /// Returns the index of a cell.
    #[must_use]
    pub fn index(&self, cell: Cell) -> u16 {
        self.layout.index(cell) as u16
    }

    /// Returns the indices of cells.
    #[must_use]
    pub fn indices(&self, cells: &[Cell]) -> Vec<u16> {
        cells.iter().map(|cell| self.index(*cell)).collect()
    }

    /// Returns the layout.
    #[must_use]
    pub const fn layout(&self) -> &Layout {
        self.layout
    }

    /// Returns `true` if a house makes the digits of two cells differ.
    #[must_use]
    pub fn differ(&self, a: u16, b: u16) -> bool {
        self.peers[usize::from(a)].binary_search(&b).is_ok()
    }

    /// Returns the cells that differ from each of these cells.
    #[must_use]
    pub fn common_peers(&self, cells: &[u16]) -> Vec<u16> {
        let Some((first, rest)) = cells.split_first() else {
            return Vec::new();
        };
        self.peers[usize::from(*first)]
            .iter()
            .copied()
            .filter(|peer| rest.iter().all(|cell| self.differ(*cell, *peer)))
            .collect()
    }

    /// Splits cells into groups in which all digits differ. The house with most of the cells gives
    /// the first group, and so on: large groups have the narrowest sums.
    #[must_use]
    pub fn distinct_groups(&self, cells: &[u16]) -> Vec<Vec<u16>> {
        let mut groups: Vec<Vec<u16>> = Vec::new();
        let mut rest = cells.to_vec();
        while let Some(first) = rest.first() {
            let members = |house: &crate::House| -> Vec<u16> {
                let all: Vec<u16> = self.indices(house.cells());
                let mut members: Vec<u16> = Vec::new();
                for cell in &rest {
                    if all.contains(cell) && !members.contains(cell) {
                        members.push(*cell);
                    }
                }
                members
            };
            let houses = self.layout.houses().iter().map(members);
            // Of equal numbers the first house counts.
            let best = houses
                .rev()
                .max_by_key(Vec::len)
                .filter(|best| best.len() > 1);
            let mut group = best.unwrap_or_else(|| vec![*first]);
            for cell in &rest {
                if group.iter().all(|one| self.differ(*one, *cell)) {
                    group.push(*cell);
                }
            }
            for cell in &group {
                if let Some(place) = rest.iter().position(|one| one == cell) {
                    rest.remove(place);
                }
            }
            groups.push(group);
        }
        groups
    }

    /// Returns the relations between two cells that weak links describe. Pairs whose digits only
    /// have to differ need no propagator: they go to [`LayoutPropagators::unequal`].
    #[must_use]
    pub fn propagators_of_links(&self, cells: &[Cell], links: &Links<'_>) -> Vec<Propagator> {
        let size = usize::from(self.size());
        let all = ((1_u32 << size) - 1) as u16;
        let mut rows: BTreeMap<[u16; 2], Vec<u16>> = BTreeMap::new();
        let mut propagators = Vec::new();
        for cell in cells {
            let from = self.index(*cell);
            let mut domain = all;
            for digit in self.layout.digits() {
                links(Candidate::new(*cell, digit), &mut |to| {
                    if !self.layout.contains(to.cell) || to.digit.index() >= size {
                        return;
                    }
                    let other = self.index(to.cell);
                    if from == other {
                        domain &= if to.digit == digit {
                            !(1 << digit.index())
                        } else {
                            all
                        };
                        return;
                    }
                    let (key, first, second) = if from < other {
                        ([from, other], digit, to.digit)
                    } else {
                        ([other, from], to.digit, digit)
                    };
                    let rows = rows.entry(key).or_insert_with(|| vec![all; size]);
                    rows[first.index()] &= !(1 << second.index());
                });
            }
            if domain != all {
                propagators.push(Propagator::new(vec![from], PropagatorRule::Domain(domain)));
            }
        }
        let mut tables = self.pair_tables.borrow_mut();
        for (pair, rows) in rows {
            if (0..)
                .zip(&rows)
                .all(|(digit, row)| *row == all & !(1 << digit))
            {
                self.unequal.borrow_mut().push(pair);
                continue;
            }
            let table = tables
                .entry(rows)
                .or_insert_with_key(|rows| Arc::new(PairTable::new(rows)));
            let rule = PropagatorRule::Pair(Arc::clone(table));
            propagators.push(Propagator::new(pair.to_vec(), rule));
        }
        propagators
    }

    /// Returns the table of a relation: the digits of the second cell, for each digit of the first.
    #[must_use]
    pub fn pair_table(&self, rows: &[DigitSet]) -> Arc<PairTable> {
        let rows: Vec<u16> = rows.iter().map(|row| mask(*row)).collect();
        let mut tables = self.pair_tables.borrow_mut();
        let table = tables
            .entry(rows)
            .or_insert_with_key(|rows| Arc::new(PairTable::new(rows)));
        Arc::clone(table)
    }
}

impl std::fmt::Debug for LayoutFacts<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LayoutFacts")
            .field("layout", &self.layout)
            .finish_non_exhaustive()
    }
}

/// The propagators of a layout.
#[derive(Debug, Default)]
pub struct LayoutPropagators {
    /// The propagators, those of one constraint after the other.
    pub propagators: Vec<Propagator>,
    /// The constraints that have no propagators, as indices into
    /// [`Layout::constraints`](crate::Layout::constraints).
    pub others: Vec<usize>,
    /// Pairs of cells that a constraint makes different, in addition to those of houses.
    pub unequal: Vec<[u16; 2]>,
}

impl LayoutPropagators {
    /// Lowers all constraints of a layout.
    pub(crate) fn new(layout: &Layout) -> Self {
        let mut lowered = Self::default();
        if layout.constraints().is_empty() {
            return lowered;
        }
        if layout.size() > MAX_SIZE {
            lowered.others = (0..layout.constraints().len()).collect();
            return lowered;
        }
        let facts = LayoutFacts::new(layout);
        for (number, constraint) in layout.constraints().iter().enumerate() {
            match constraint.propagators(&facts) {
                Some(propagators) => lowered.propagators.extend(propagators),
                None => lowered.others.push(number),
            }
        }
        if lowered.propagators.len() > usize::from(u16::MAX) {
            // Engines number propagators with 16 bits.
            return Self {
                others: (0..layout.constraints().len()).collect(),
                ..Self::default()
            };
        }
        lowered.unequal = facts.unequal.into_inner();
        lowered
    }
}

#[cfg(test)]
mod tests;
