//! Two, three or four strong links of one digit in a row: skyscrapers, kites, turbot fish and longer ones, grouped ones too.
//!
//! ```text
//!   link 1 ══ a ── b ══ link 2        of the ends of the row at least one is right, since each link has one right end and what stands
//!   start        …        end         side by side in a region cannot both be right: the digit goes from what sees start and end
//! ```
//!
//! A link is a region with two places for the digit, or with two groups of places that are each seen as one: parts of a line in two blocks, arms of a block.

use super::grid::Grid;
use super::hint::{Hint, Reason, Removals};
use super::tables::{CELLS, Cells, PEERS, REGION_SETS, members};

/// One end of a link: a cell, and up to two that stand by it.
#[derive(Copy, Clone, Debug, Default)]
struct End {
    main: usize,
    support: [Option<usize>; 2],
}

impl End {
    fn of(cells: &[usize]) -> Self {
        Self { main: cells[0], support: [cells.get(1).copied(), cells.get(2).copied()] }
    }

    /// All of its cells; the second support counts only if there is a first.
    fn cells(self) -> Cells {
        let mut cells = Cells::of(self.main);
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
    region: usize,
    grouped: bool,
    ends: [End; 2],
}

struct Best {
    hint: Hint,
    removed: usize,
    suffix: String,
}

struct Search<'a> {
    grid: &'a Grid,
    digit: usize,
    size: usize,
    kinds: Vec<u8>,
    links: Vec<Link>,
    used: Cells,
    orders: &'a [Vec<usize>],
    best: &'a mut Option<Best>,
}

/// 4.0, 5.4, 5.8 and more.
pub(super) fn fish(grid: &Grid, size: usize) -> Option<Hint> {
    let orders = orders(size);
    let mut best = None;
    for kinds in kinds(size) {
        for digit in 0..9 {
            let mut search =
                Search { grid, digit, size, kinds: kinds.clone(), links: Vec::new(), used: Cells::NONE, orders: &orders, best: &mut best };
            search.extend();
        }
    }
    best.map(|best| best.hint)
}

/// The lists of kinds of regions, none smaller than the one before: sets of n of 3n numbers of which the i-th is i modulo n.
fn kinds(size: usize) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    for set in 0_u32..1 << (3 * size) {
        if set.count_ones() as usize != size {
            continue;
        }
        let elements: Vec<usize> = (0..3 * size).filter(|element| set >> element & 1 == 1).collect();
        if elements.iter().enumerate().all(|(place, element)| element % size == place) {
            all.push(elements.iter().map(|element| (element / size) as u8).collect());
        }
    }
    all
}

/// The orders of the links, as the counting scheme of QuickPerm gives them, each but not also its reverse.
fn orders(size: usize) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..size).collect();
    let mut rest: Vec<usize> = (0..=size).collect();
    let mut all = vec![order.clone()];
    let mut at = 1;
    while at < size {
        rest[at] -= 1;
        let other = if at % 2 == 1 { rest[at] } else { 0 };
        order.swap(other, at);
        all.push(order.clone());
        at = 1;
        while rest.get(at) == Some(&0) {
            rest[at] = at;
            at += 1;
        }
    }
    all.retain(|order| order.iter().le(order.iter().rev()));
    all
}

/// The ways to see the places of a digit in a region as one link.
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
        return call(Link { region, grouped: false, ends: [End::of(&both[..1]), End::of(&both[1..])] });
    }
    let mut grouped = |ends: [End; 2]| call(Link { region, grouped: true, ends });
    if region >= 9 {
        let Some(without) = (0..3).find(|third| places & 0b111 << (3 * third) == 0) else { return };
        let mut parts = (0..3).filter(|third| *third != without).map(|third| cells(places & 0b111 << (3 * third)));
        let (Some(one), Some(other)) = (parts.next(), parts.next()) else { return };
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
    // In a block the two arms of a cross, or two of three parallel lines.
    const ROWS: [u16; 3] = [0o007, 0o070, 0o700];
    const COLUMNS: [u16; 3] = [0o111, 0o222, 0o444];
    for template in 0..if count >= 4 { 15 } else { 9 } {
        let (one, other, empty, heart) = if template < 9 {
            let (row, column) = (ROWS[template / 3], COLUMNS[template % 3]);
            (column & !row, row & !column, 0x1ff & !row & !column, Some(template))
        } else {
            let lines = if template < 12 { ROWS } else { COLUMNS };
            let without = 2 - (template - 9) % 3;
            let mut rest = (0..3).filter(|line| *line != without).map(|line| lines[line]);
            let (Some(one), Some(other)) = (rest.next(), rest.next()) else { return };
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
            let Some(heart) = heart else { return End::of(arm) };
            // The heart stands by the first of the arm, before the second.
            End { main: arm[0], support: [Some(cell(heart)), arm.get(1).copied()] }
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
            let across = |arm: &[usize]| arm.iter().map(|cell| if template < 12 { cell % 9 } else { cell / 9 }).collect::<Vec<_>>();
            if across(&one) == across(&other) {
                grouped([End::of(&[one[0], other[0]]), End::of(&[one[1], other[1]])]);
            }
        }
        return;
    }
}

impl Search<'_> {
    /// Takes one more link, or follows those that are there.
    fn extend(&mut self) {
        let count = self.links.len();
        if count == self.size {
            return self.chains();
        }
        let kind = usize::from(self.kinds[count]);
        let first = if count > 0 && self.kinds[count - 1] == self.kinds[count] { self.links[count - 1].region + 1 } else { 9 * kind };
        for region in first..9 * kind + 9 {
            let places = self.grid.places[region][self.digit];
            if !(2..=6).contains(&places.count_ones()) {
                continue;
            }
            let mut cells = Cells::NONE;
            members(places).for_each(|position| cells.insert(usize::from(CELLS[region][position])));
            if !cells.and(self.used).is_empty() {
                continue;
            }
            let mut variants = Vec::new();
            links(self.grid, region, self.digit, |link| variants.push(link));
            for link in variants {
                self.links.push(link);
                self.used = self.used.or(cells);
                self.extend();
                self.used = self.used.without(cells);
                self.links.pop();
            }
        }
    }

    /// All orders and orientations of the links.
    fn chains(&mut self) {
        let (orders, size) = (self.orders, self.size);
        for order in orders {
            for turns in 0..1_usize << size {
                let turn = |place: usize| turns >> (size - 1 - place) & 1;
                self.chain(order, &turn);
            }
        }
    }

    fn chain(&mut self, order: &[usize], turn: &dyn Fn(usize) -> usize) {
        let size = self.size;
        let end = |place: usize, side: usize| self.links[order[place]].ends[side];
        let mut connections = [0; 4];
        for place in 0..size - 1 {
            let Some(region) = shared(end(place, 1 - turn(place)), end(place + 1, turn(place + 1))) else { return };
            connections[place] = region;
        }
        let (start, last) = (end(0, turn(0)), end(size - 1, 1 - turn(size - 1)));
        let bases = self.links.iter().fold(Cells::NONE, |all, link| all.or(REGION_SETS[link.region]));
        let grid = self.grid;
        let having = |cells: Cells| cells.filter(|cell| grid.has(*cell, self.digit)).fold(Cells::NONE, |all, cell| all.or(Cells::of(cell)));
        let supports = |link: &Link, end: End| {
            let cells = if link.grouped { end.cells() } else { Cells::of(end.main) };
            cells.fold(Cells(u128::MAX), |seen, cell| seen.and(PEERS[cell]))
        };
        let mut seen = supports(&self.links[order[0]], start).and(supports(&self.links[order[size - 1]], last)).without(bases);
        let mut removed = 0;
        let mut all = Cells::NONE;
        match shared(start, last) {
            None => {
                for region in &connections[..size - 1] {
                    seen = seen.without(REGION_SETS[*region]);
                }
                all = having(seen);
                removed = all.len();
            }
            Some(_) => {
                let first = self.links[order[0]].region;
                if turn(0) != 0 || self.links.iter().any(|link| link.region < first) {
                    return;
                }
                let mut add = |cells: Cells| {
                    removed += cells.len();
                    all = all.or(cells);
                };
                add(having(seen));
                for place in 0..size - 1 {
                    let cells = end(place, 1 - turn(place)).cells().or(end(place + 1, turn(place + 1)).cells());
                    let seen = cells.fold(Cells(u128::MAX), |seen, cell| seen.and(PEERS[cell]));
                    add(having(seen.without(bases)));
                }
            }
        }
        if all.is_empty() {
            return;
        }
        let grouped = self.links.iter().filter(|link| link.grouped).count();
        let kinds: Vec<u8> = order.iter().map(|place| self.kinds[*place]).collect();
        let name = name(&kinds);
        let base: f64 = [4.0, 5.4, 5.8, 6.2, 6.6][size - 2];
        let rating = if grouped > 0 {
            base + 0.3
        } else {
            match (name.contains('0'), name.contains('2')) {
                (false, false) => base,
                (true, true) => base + 0.2,
                _ => base + 0.1,
            }
        };
        let suffix = format!("{grouped}{name}");
        let better = self.best.as_ref().is_none_or(|best| {
            rating.total_cmp(&best.hint.rating).then(best.removed.cmp(&removed)).then_with(|| suffix.cmp(&best.suffix)).is_lt()
        });
        if better {
            let mut removals = Removals::default();
            all.for_each(|cell| removals.add(grid, cell, 1 << self.digit));
            let reason = [Reason::TwoStrongLinks, Reason::ThreeStrongLinks, Reason::FourStrongLinks][size - 2];
            if let Some(hint) = Hint::removing(reason, rating, removals) {
                *self.best = Some(Best { hint, removed, suffix });
            }
        }
    }
}

/// The region in which two ends lie with all of their cells: column, row, block.
fn shared(one: End, other: End) -> Option<usize> {
    let cells = one.cells().or(other.cells());
    [2, 1, 0].into_iter().find_map(|kind| {
        let region = usize::from(super::tables::REGIONS[one.main][kind]);
        cells.without(REGION_SETS[region]).is_empty().then_some(region)
    })
}

/// The kinds of regions in order, read from whichever side and with rows and columns named so that it is least.
fn name(kinds: &[u8]) -> String {
    let text = |kinds: &[u8]| -> String { kinds.iter().map(|kind| char::from(b'0' + kind)).collect() };
    let least = |kinds: Vec<u8>| {
        let reversed: Vec<u8> = kinds.iter().rev().copied().collect();
        text(&kinds).min(text(&reversed))
    };
    let own = least(kinds.to_vec());
    let swapped = least(kinds.iter().map(|kind| [0, 2, 1][usize::from(*kind)]).collect());
    if own.contains('1') { own.min(swapped) } else { own.replace('2', "1") }
}
