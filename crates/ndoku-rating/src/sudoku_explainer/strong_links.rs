//! Chains of two, three or four strong links of one digit: skyscrapers, kites, turbot fish and
//! longer ones, also with groups.
//!
//! ```text
//! link 1 ══ a ── b ══ link 2     Each link has one true end. Ends side by side in a region are not
//! start        …        end      both true. So the start or the end is true, and the digit is
//!                                removed from cells that see both.
//! ```
//!
//! A link is a region with two places for the digit, or with two groups of places that each count
//! as one: parts of a line in two blocks, or arms of a block.

mod link;

use std::sync::LazyLock;

use link::links;

use super::grid::CandidateGrid;
use super::hint::{RatedHint, Removals, SeTechnique};
use super::tables::{PEERS, REGION_BITS, REGION_SETS};
use ndoku_core::CellSet81;

/// A link with the sets that its ends see.
struct Variant {
    region: usize,
    grouped: bool,
    sides: [Side; 2],
    /// All places of the digit in the region.
    places: CellSet81,
    /// The variants with an end that shares a region with an end of this one.
    near: u64,
}

/// One end of a link, as sets.
#[derive(Copy, Clone)]
struct Side {
    /// The cells that see all of its cells.
    seen: CellSet81,
    /// The regions that contain all of its cells.
    regions: u32,
}

impl Side {
    fn new(cells: CellSet81) -> Self {
        let seen = cells
            .iter()
            .fold(CellSet81::ALL, |seen, cell| seen.and(PEERS[cell]));
        let regions = cells
            .iter()
            .fold(u32::MAX, |all, cell| all & REGION_BITS[cell]);
        Self { seen, regions }
    }

    /// Returns a region that contains both. Columns come first, then rows, then blocks.
    fn shared_region(self, other: Self) -> Option<usize> {
        (self.regions & other.regions)
            .checked_ilog2()
            .map(|region| region as usize)
    }
}

struct BestHint {
    hint: RatedHint,
    removed: usize,
    tie_break: TieBreak,
}

/// The criteria between hints that are equal otherwise: the number of grouped links, and the name.
type TieBreak = (usize, [u8; MAX_LINKS]);

/// The maximum number of links.
const MAX_LINKS: usize = 4;

/// A digit with all of its links.
struct DigitLinks {
    digit: usize,
    /// The cells that have it as a candidate.
    having: CellSet81,
    variants: Vec<Variant>,
}

struct StrongLinkSearch<'a> {
    grid: &'a CandidateGrid,
    digit: &'a DigitLinks,
    size: usize,
    rating: f64,
    /// `true` if at least one link must be grouped, `false` if none may be.
    grouped: bool,
    kinds: [u8; MAX_LINKS],
    links: [usize; MAX_LINKS],
    orders: &'a [[usize; MAX_LINKS]],
    best: &'a mut Option<BestHint>,
    /// The digits with a hint, whether or not it is the best.
    found: &'a mut u16,
}

/// Results of earlier searches that hold as long as the places of a digit do not change.
#[derive(Clone, Debug)]
pub(super) struct StrongLinkCache {
    /// For each number of links, from 2, and each digit: its places, and the number of rating
    /// classes without a hint.
    empty: [[(CellSet81, usize); 9]; 3],
}

impl StrongLinkCache {
    pub(super) const fn new() -> Self {
        Self {
            empty: [[(CellSet81::EMPTY, 0); 9]; 3],
        }
    }
}

/// The ratings that the classes add. The kinds of regions decide the class. In the last class some
/// link is grouped.
const CLASSES: [f64; 4] = [0.0, 0.1, 0.2, 0.3];

/// Finds the best chain: 4.0, 5.4, 5.8 or more.
///
/// The rating depends on the kinds of regions and on grouped links, so the search proceeds from the
/// lowest rating to the next one.
pub(super) fn best_chain(
    grid: &CandidateGrid,
    size: usize,
    cache: &mut StrongLinkCache,
) -> Option<RatedHint> {
    let empty = &mut cache.empty[size - 2];
    let digits = digits_to_search(grid, empty);
    for class in 0..CLASSES.len() {
        let (best, found) = best_in_class(grid, size, class, &digits, empty);
        for digit in digits.iter().filter(|digit| found >> digit.digit & 1 == 0) {
            let classes = &mut empty[digit.digit].1;
            *classes = (*classes).max(class + 1);
        }
        if let Some(best) = best {
            return Some(best.hint);
        }
    }
    None
}

/// Returns the links of each digit that can have a chain. Forgets the results of digits whose
/// places have changed.
fn digits_to_search(grid: &CandidateGrid, empty: &mut [(CellSet81, usize); 9]) -> Vec<DigitLinks> {
    let mut digits = Vec::with_capacity(9);
    for (digit, (cells, classes)) in empty.iter_mut().enumerate() {
        if *cells != grid.having[digit] {
            (*cells, *classes) = (grid.having[digit], 0);
        }
        if *classes < CLASSES.len() {
            digits.push(DigitLinks::new(grid, digit));
        }
    }
    digits
}

/// Returns the best chain of a rating class, and the digits with any chain.
fn best_in_class(
    grid: &CandidateGrid,
    size: usize,
    class: usize,
    digits: &[DigitLinks],
    empty: &[(CellSet81, usize); 9],
) -> (Option<BestHint>, u16) {
    let (kinds, orders) = &TABLES[size - 2];
    let base: f64 = [4.0, 5.4, 5.8][size - 2];
    let grouped = class + 1 == CLASSES.len();
    let (mut best, mut found) = (None, 0);
    for kinds in kinds
        .iter()
        .filter(|kinds| grouped || class_of(&kinds[..size]) == class)
    {
        for digit in digits.iter().filter(|digit| empty[digit.digit].1 <= class) {
            let mut search = StrongLinkSearch {
                grid,
                digit,
                size,
                rating: base + CLASSES[class],
                grouped,
                kinds: *kinds,
                links: [0; MAX_LINKS],
                orders,
                best: &mut best,
                found: &mut found,
            };
            search.extend(0, CellSet81::EMPTY, 0, false);
        }
    }
    (best, found)
}

/// Returns the class of some kinds of regions: one for blocks, plus one for both kinds of lines.
fn class_of(kinds: &[u8]) -> usize {
    usize::from(kinds.contains(&0)) + usize::from(kinds.contains(&1) && kinds.contains(&2))
}

impl DigitLinks {
    fn new(grid: &CandidateGrid, digit: usize) -> Self {
        let having = grid.having[digit];
        let mut variants: Vec<Variant> = Vec::new();
        for (region, cells) in REGION_SETS.iter().enumerate() {
            if (2..=6).contains(&grid.places[region][digit].count_ones()) {
                let places = having.and(*cells);
                links(grid, region, digit, |link| {
                    variants.push(Variant {
                        region,
                        grouped: link.grouped,
                        sides: link.ends.map(Side::new),
                        places,
                        near: 0,
                    });
                });
            }
        }
        let regions: Vec<u32> = variants
            .iter()
            .map(|one| one.sides[0].regions | one.sides[1].regions)
            .collect();
        for (variant, own) in variants.iter_mut().zip(&regions) {
            let near = |all: u64, (place, other): (usize, &u32)| {
                all | u64::from(own & other != 0) << place
            };
            variant.near = regions.iter().enumerate().fold(0, near);
        }
        Self {
            digit,
            having,
            variants,
        }
    }
}

/// The lists of kinds of regions and the orders for each number of links, from 2.
static TABLES: LazyLock<[Lists; 3]> =
    LazyLock::new(|| [2, 3, 4].map(|size| (kinds(size), orders(size))));

type Lists = (Vec<[u8; MAX_LINKS]>, Vec<[usize; MAX_LINKS]>);

/// Returns all ascending lists of kinds of regions. The last kind changes last.
fn kinds(size: usize) -> Vec<[u8; MAX_LINKS]> {
    let kind = |number: usize, place: usize| (number / 3_usize.pow(place as u32) % 3) as u8;
    (0..3_usize.pow(size as u32))
        .map(|number| std::array::from_fn(|place| kind(number, place)))
        .filter(|kinds: &[u8; MAX_LINKS]| kinds[..size].is_sorted())
        .collect()
}

/// Returns the orders of the links by the counting scheme of QuickPerm, without reversed
/// duplicates.
fn orders(size: usize) -> Vec<[usize; MAX_LINKS]> {
    let mut order: [usize; MAX_LINKS] = std::array::from_fn(|place| place);
    let mut rest: Vec<usize> = (0..=size).collect();
    let mut all = vec![order];
    let mut at = 1;
    while at < size {
        rest[at] -= 1;
        let other = if at % 2 == 1 { rest[at] } else { 0 };
        order.swap(other, at);
        all.push(order);
        at = 1;
        while rest.get(at) == Some(&0) {
            rest[at] = at;
            at += 1;
        }
    }
    all.retain(|order| order[..size].iter().le(order[..size].iter().rev()));
    all
}

impl StrongLinkSearch<'_> {
    /// Adds one more link, or evaluates the links. `near` has the possible neighbors.
    fn extend(&mut self, count: usize, used: CellSet81, near: u64, any_grouped: bool) {
        if count == self.size {
            return self.evaluate_links();
        }
        let digit = self.digit;
        let kind = usize::from(self.kinds[count]);
        let again = count > 0 && self.kinds[count - 1] == self.kinds[count];
        let first = if again {
            digit.variants[self.links[count - 1]].region + 1
        } else {
            9 * kind
        };
        let is_last = count + 1 == self.size;
        for (index, variant) in digit.variants.iter().enumerate() {
            if variant.region < first
                || (is_last && near >> index & 1 == 0)
                || (variant.grouped && !self.grouped)
            {
                continue;
            }
            if variant.region >= 9 * kind + 9 {
                break;
            }
            let any_grouped = any_grouped || variant.grouped;
            if variant.places.and(used).is_empty() && (!is_last || any_grouped == self.grouped) {
                self.links[count] = index;
                self.extend(
                    count + 1,
                    used.or(variant.places),
                    near | variant.near,
                    any_grouped,
                );
            }
        }
    }

    /// Evaluates all orders and orientations of the links.
    fn evaluate_links(&mut self) {
        let variants = &self.digit.variants;
        for order in self.orders {
            let links = order.map(|place| self.links[place]);
            let are_near = |pair: &[usize]| variants[pair[0]].near >> pair[1] & 1 == 1;
            if !links[..self.size].windows(2).all(are_near) {
                continue;
            }
            for turns in 0..1_usize << self.size {
                let chain = Chain {
                    variants,
                    links,
                    turns,
                    size: self.size,
                };
                if let Some(eliminations) = chain.eliminations(self.digit.having) {
                    *self.found |= 1 << self.digit.digit;
                    self.keep_best(&chain, order, eliminations);
                }
            }
        }
    }

    /// Keeps a chain if it removes more than the best one, or as many and comes first by
    /// [`TieBreak`].
    fn keep_best(
        &mut self,
        chain: &Chain<'_>,
        order: &[usize; MAX_LINKS],
        eliminations: Eliminations,
    ) {
        let removed = eliminations.count;
        let best = self.best.as_ref();
        if best.is_some_and(|best| best.removed > removed) {
            return;
        }
        let kinds = order.map(|place| self.kinds[place]);
        let tie_break = (chain.grouped_links(), name(&kinds[..self.size]));
        if best.is_some_and(|best| best.removed == removed && tie_break >= best.tie_break) {
            return;
        }
        let mut removals = Removals::default();
        let digits = 1 << self.digit.digit;
        for cell in eliminations.cells {
            removals.add(self.grid, cell, digits);
        }
        let technique = [
            SeTechnique::TwoStrongLinks,
            SeTechnique::ThreeStrongLinks,
            SeTechnique::FourStrongLinks,
        ][self.size - 2];
        if let Some(hint) = RatedHint::removing(technique, self.rating, removals) {
            *self.best = Some(BestHint {
                hint,
                removed,
                tie_break,
            });
        }
    }
}

/// Strong links in one order and orientation:
///
/// ```text
/// near ══ far ── near ══ far ── near ══ far       ══ in the region of the link
///  start                                end       ── in a region that both ends share
/// ```
struct Chain<'a> {
    variants: &'a [Variant],
    /// The indices of the links, from start to end.
    links: [usize; MAX_LINKS],
    /// A bit for each link, the first one highest: 1 if its second end is the near one.
    turns: usize,
    size: usize,
}

/// The candidates of a digit that a chain removes.
#[derive(Copy, Clone)]
struct Eliminations {
    cells: CellSet81,
    /// Number of cells. A ring counts a cell for each pair of ends that it sees.
    count: usize,
}

impl Chain<'_> {
    fn link(&self, place: usize) -> &Variant {
        &self.variants[self.links[place]]
    }

    fn turn(&self, place: usize) -> usize {
        self.turns >> (self.size - 1 - place) & 1
    }

    /// Returns the end of a link towards the start of the chain.
    fn near_end(&self, place: usize) -> Side {
        self.link(place).sides[self.turn(place)]
    }

    /// Returns the end of a link towards the end of the chain.
    fn far_end(&self, place: usize) -> Side {
        self.link(place).sides[1 - self.turn(place)]
    }

    /// Returns the start and the end.
    fn outer_ends(&self) -> (Side, Side) {
        (self.near_end(0), self.far_end(self.size - 1))
    }

    /// Returns the far end of each link but the last, with the near end of the next link.
    fn inner_ends(&self) -> impl Iterator<Item = (Side, Side)> {
        (0..self.size - 1).map(|place| (self.far_end(place), self.near_end(place + 1)))
    }

    fn grouped_links(&self) -> usize {
        (0..self.size)
            .filter(|place| self.link(*place).grouped)
            .count()
    }

    /// Returns the cells of the regions between neighboring links, or `None` if two neighbors share
    /// no region.
    fn connections(&self) -> Option<CellSet81> {
        self.inner_ends()
            .try_fold(CellSet81::EMPTY, |cells, (far, near)| {
                let region = far.shared_region(near)?;
                Some(cells.or(REGION_SETS[region]))
            })
    }

    /// Returns the candidates that the chain removes, or `None` if there are none or the links are
    /// not connected in this way. `having` are the cells with the digit as a candidate.
    fn eliminations(&self, having: CellSet81) -> Option<Eliminations> {
        let connections = self.connections()?;
        let (start, end) = self.outer_ends();
        let is_ring = start.shared_region(end).is_some();
        if is_ring && !self.is_canonical_ring() {
            return None;
        }
        let links = (0..self.size).fold(CellSet81::EMPTY, |cells, place| {
            cells.or(REGION_SETS[self.link(place).region])
        });
        let removable = having.without(links);
        let seen_by = |one: Side, other: Side| one.seen.and(other.seen).and(removable);
        let mut cells = seen_by(start, end);
        if !is_ring {
            cells = cells.without(connections);
        }
        let mut count = cells.len();
        if is_ring {
            for (far, near) in self.inner_ends() {
                let seen = seen_by(far, near);
                count += seen.len();
                cells = cells.or(seen);
            }
        }
        (!cells.is_empty()).then_some(Eliminations { cells, count })
    }

    /// Returns `true` for one of the chains that go around the same ring: that from the first end
    /// of the link with the first region.
    fn is_canonical_ring(&self) -> bool {
        let first = self.link(0).region;
        self.turn(0) == 0 && (0..self.size).all(|place| self.link(place).region >= first)
    }
}

/// Returns the kinds of regions in order. Of both directions, and with rows and columns swapped or
/// not, it returns the smallest.
fn name(kinds: &[u8]) -> [u8; MAX_LINKS] {
    let least = |named: [u8; 3]| {
        let (mut one, mut other) = ([0; MAX_LINKS], [0; MAX_LINKS]);
        one.iter_mut()
            .zip(kinds)
            .for_each(|(name, kind)| *name = named[usize::from(*kind)]);
        other
            .iter_mut()
            .zip(kinds.iter().rev())
            .for_each(|(name, kind)| *name = named[usize::from(*kind)]);
        one.min(other)
    };
    least([0, 1, 2]).min(least([0, 2, 1]))
}
