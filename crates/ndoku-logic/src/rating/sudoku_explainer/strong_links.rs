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

use std::sync::LazyLock;

use super::grid::Grid;
use super::hint::{Hint, Removals, SeTechnique};
use super::tables::{CELLS, CellSet81, PEERS, REGION_BITS, REGION_SETS, members};

/// One end of a link: a cell, and up to two supporting cells.
#[derive(Copy, Clone, Debug, Default)]
struct End {
    main: usize,
    support: [Option<usize>; 2],
}

impl End {
    fn of(cells: &[usize]) -> Self {
        Self {
            main: cells[0],
            support: [cells.get(1).copied(), cells.get(2).copied()],
        }
    }

    /// Returns all its cells. The second support counts only if there is a first one.
    fn cells(self) -> CellSet81 {
        let mut cells = CellSet81::from_cell(self.main);
        if let Some(first) = self.support[0] {
            cells.insert(first);
            if let Some(second) = self.support[1] {
                cells.insert(second);
            }
        }
        cells
    }
}

#[derive(Copy, Clone, Debug, Default)]
struct Link {
    grouped: bool,
    ends: [End; 2],
}

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
    fn new(end: End) -> Self {
        let cells = end.cells();
        let seen = cells.fold(CellSet81(u128::MAX), |seen, cell| seen.and(PEERS[cell]));
        let regions = cells.fold(u32::MAX, |all, cell| all & REGION_BITS[cell]);
        Self { seen, regions }
    }

    /// Returns a region that contains both. Columns come first, then rows, then blocks.
    fn shared(self, other: Self) -> Option<usize> {
        (self.regions & other.regions)
            .checked_ilog2()
            .map(|region| region as usize)
    }
}

struct BestHint {
    hint: Hint,
    removed: usize,
    suffix: Suffix,
}

/// The criteria between hints that are equal otherwise: the number of grouped links, and the name.
type Suffix = (usize, [u8; MAX_LINKS]);

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
    grid: &'a Grid,
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
            empty: [[(CellSet81::NONE, 0); 9]; 3],
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
pub(super) fn best_chain(grid: &Grid, size: usize, cache: &mut StrongLinkCache) -> Option<Hint> {
    let empty = &mut cache.empty[size - 2];
    let mut digits: Vec<DigitLinks> = Vec::with_capacity(9);
    for (digit, (cells, classes)) in empty.iter_mut().enumerate() {
        if *cells != grid.having[digit] {
            (*cells, *classes) = (grid.having[digit], 0);
        }
        if *classes < CLASSES.len() {
            digits.push(DigitLinks::new(grid, digit));
        }
    }
    let (kinds, orders) = &TABLES[size - 2];
    let base: f64 = [4.0, 5.4, 5.8][size - 2];
    let mut best = None;
    for (class, more) in CLASSES.into_iter().enumerate() {
        let grouped = class + 1 == CLASSES.len();
        let mut found = 0_u16;
        for kinds in kinds
            .iter()
            .filter(|kinds| grouped || class_of(&kinds[..size]) == class)
        {
            for digit in digits.iter().filter(|digit| empty[digit.digit].1 <= class) {
                let rating = base + more;
                let (best, found) = (&mut best, &mut found);
                let mut search = StrongLinkSearch {
                    grid,
                    digit,
                    size,
                    rating,
                    grouped,
                    kinds: *kinds,
                    links: [0; MAX_LINKS],
                    orders,
                    best,
                    found,
                };
                search.extend(0, CellSet81::NONE, 0, false);
            }
        }
        for digit in digits.iter().filter(|digit| found >> digit.digit & 1 == 0) {
            let classes = &mut empty[digit.digit].1;
            *classes = (*classes).max(class + 1);
        }
        if best.is_some() {
            break;
        }
    }
    best.map(|best| best.hint)
}

/// Returns the class of some kinds of regions: one for blocks, plus one for both kinds of lines.
fn class_of(kinds: &[u8]) -> usize {
    usize::from(kinds.contains(&0)) + usize::from(kinds.contains(&1) && kinds.contains(&2))
}

impl DigitLinks {
    fn new(grid: &Grid, digit: usize) -> Self {
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

/// Returns the lists of kinds of regions in ascending order: sets of n of 3n numbers whose i-th
/// member is i modulo n.
fn kinds(size: usize) -> Vec<[u8; MAX_LINKS]> {
    let mut all = Vec::new();
    for set in 0_u32..1 << (3 * size) {
        let elements = || (0..3 * size).filter(|element| set >> element & 1 == 1);
        if set.count_ones() as usize == size
            && elements()
                .enumerate()
                .all(|(place, element)| element % size == place)
        {
            let mut kinds = [0; MAX_LINKS];
            elements()
                .zip(&mut kinds)
                .for_each(|(element, kind)| *kind = (element / size) as u8);
            all.push(kinds);
        }
    }
    all
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

/// Calls `call` with each way to see the places of a digit in a region as one link.
fn links(grid: &Grid, region: usize, digit: usize, mut call: impl FnMut(Link)) {
    let places = grid.places[region][digit];
    let count = places.count_ones() as usize;
    let cell = |position: usize| usize::from(CELLS[region][position]);
    let cells = |positions: u16| -> Vec<usize> { members(positions).map(cell).collect() };
    if count == 2 {
        let both = cells(places);
        if region < 9 {
            let [first, second] = [places.trailing_zeros(), 15 - places.leading_zeros()];
            if first / 3 == second / 3 || first % 3 == second % 3 {
                return;
            }
        }
        return call(Link {
            grouped: false,
            ends: [End::of(&both[..1]), End::of(&both[1..])],
        });
    }
    let mut grouped = |ends: [End; 2]| {
        call(Link {
            grouped: true,
            ends,
        });
    };
    if region >= 9 {
        let Some(without) = (0..3).find(|third| places & 0b111 << (3 * third) == 0) else {
            return;
        };
        let mut parts = (0..3)
            .filter(|third| *third != without)
            .map(|third| cells(places & 0b111 << (3 * third)));
        let (Some(one), Some(other)) = (parts.next(), parts.next()) else {
            return;
        };
        if one.is_empty() || other.is_empty() {
            return;
        }
        let (one_end, other_end) = (End::of(&one), End::of(&other));
        match (one.len(), other.len()) {
            (1, 1) => {
                grouped([one_end, other_end]);
                grouped([other_end, one_end]);
            }
            (1, _) => grouped([one_end, other_end]),
            (_, 1) => grouped([other_end, one_end]),
            _ => grouped([one_end, other_end]),
        }
        return;
    }
    // A block has the two arms of a cross, or two of three parallel lines.
    const ROWS: [u16; 3] = [0o007, 0o070, 0o700];
    const COLUMNS: [u16; 3] = [0o111, 0o222, 0o444];
    for template in 0..if count >= 4 { 15 } else { 9 } {
        let (one, other, empty, heart) = if template < 9 {
            let (row, column) = (ROWS[template / 3], COLUMNS[template % 3]);
            (
                column & !row,
                row & !column,
                0x1ff & !row & !column,
                Some(template),
            )
        } else {
            let lines = if template < 12 { ROWS } else { COLUMNS };
            let without = 2 - (template - 9) % 3;
            let mut rest = (0..3)
                .filter(|line| *line != without)
                .map(|line| lines[line]);
            let (Some(one), Some(other)) = (rest.next(), rest.next()) else {
                return;
            };
            (one, other, lines[without], None)
        };
        if places & empty != 0 {
            continue;
        }
        let (one, other) = (cells(places & one), cells(places & other));
        if one.is_empty() || other.is_empty() {
            return;
        }
        let with_heart = |arm: &[usize]| -> End {
            let Some(heart) = heart else {
                return End::of(arm);
            };
            // The center is the first support, before the second cell of the arm.
            End {
                main: arm[0],
                support: [Some(cell(heart)), arm.get(1).copied()],
            }
        };
        let ends = match (one.len(), other.len()) {
            (1, 1) => [End::of(&other), with_heart(&one)],
            (1, _) => [End::of(&one), with_heart(&other)],
            (_, 1) => [End::of(&other), with_heart(&one)],
            _ => {
                let with_last = |arm: &[usize]| {
                    let mut end = End::of(arm);
                    if let Some(heart) = heart.filter(|heart| places >> heart & 1 == 1)
                        && arm.len() == 2
                    {
                        end.support[1] = Some(cell(heart));
                    }
                    end
                };
                [with_last(&one), with_last(&other)]
            }
        };
        grouped(ends);
        if template >= 9 && count == 4 && one.len() == 2 && other.len() == 2 {
            let across = |arm: &[usize]| {
                arm.iter()
                    .map(|cell| if template < 12 { cell % 9 } else { cell / 9 })
                    .collect::<Vec<_>>()
            };
            if across(&one) == across(&other) {
                grouped([End::of(&[one[0], other[0]]), End::of(&[one[1], other[1]])]);
            }
        }
        return;
    }
}

impl StrongLinkSearch<'_> {
    /// Adds one more link, or evaluates the links. `near` has the possible neighbors.
    fn extend(&mut self, count: usize, used: CellSet81, near: u64, any_grouped: bool) {
        if count == self.size {
            return self.chains();
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
    fn chains(&mut self) {
        let (orders, size) = (self.orders, self.size);
        let variants = &self.digit.variants;
        for order in orders {
            let is_near = |place: usize| {
                variants[self.links[order[place]]].near >> self.links[order[place + 1]] & 1 == 1
            };
            if (0..size - 1).all(is_near) {
                for turns in 0..1_usize << size {
                    self.chain(order, turns);
                }
            }
        }
    }

    /// Evaluates the links in this order and orientation.
    fn chain(&mut self, order: &[usize; MAX_LINKS], turns: usize) {
        let (size, digit) = (self.size, self.digit);
        let turn = |place: usize| turns >> (size - 1 - place) & 1;
        let link = |place: usize| &digit.variants[self.links[order[place]]];
        let side = |place: usize, side: usize| link(place).sides[side];
        let mut connections = CellSet81::NONE;
        for place in 0..size - 1 {
            let Some(region) =
                side(place, 1 - turn(place)).shared(side(place + 1, turn(place + 1)))
            else {
                return;
            };
            connections = connections.or(REGION_SETS[region]);
        }
        let (start, last) = (side(0, turn(0)), side(size - 1, 1 - turn(size - 1)));
        let bases = (0..size).fold(CellSet81::NONE, |all, place| {
            all.or(REGION_SETS[link(place).region])
        });
        let seen = start.seen.and(last.seen).without(bases).and(digit.having);
        let mut removed = 0;
        let mut all = CellSet81::NONE;
        if start.shared(last).is_none() {
            all = seen.without(connections);
            removed = all.len();
        } else {
            // A ring counts once, from the link with the first region.
            if turn(0) != 0 || (0..size).any(|place| link(place).region < link(0).region) {
                return;
            }
            let mut add = |cells: CellSet81| {
                removed += cells.len();
                all = all.or(cells);
            };
            add(seen);
            for place in 0..size - 1 {
                let (one, other) = (
                    side(place, 1 - turn(place)),
                    side(place + 1, turn(place + 1)),
                );
                add(one.seen.and(other.seen).without(bases).and(digit.having));
            }
        }
        if all.is_empty() {
            return;
        }
        *self.found |= 1 << digit.digit;
        if self
            .best
            .as_ref()
            .is_some_and(|best| best.removed > removed)
        {
            return;
        }
        let grouped = (0..size).filter(|place| link(*place).grouped).count();
        let mut kinds = [0; MAX_LINKS];
        (0..size).for_each(|place| kinds[place] = self.kinds[order[place]]);
        let suffix = (grouped, name(&kinds[..size]));
        if self
            .best
            .as_ref()
            .is_none_or(|best| best.removed < removed || suffix < best.suffix)
        {
            let mut removals = Removals::default();
            all.for_each(|cell| removals.add(self.grid, cell, 1 << digit.digit));
            let technique = [
                SeTechnique::TwoStrongLinks,
                SeTechnique::ThreeStrongLinks,
                SeTechnique::FourStrongLinks,
            ][size - 2];
            if let Some(hint) = Hint::removing(technique, self.rating, removals) {
                *self.best = Some(BestHint {
                    hint,
                    removed,
                    suffix,
                });
            }
        }
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
