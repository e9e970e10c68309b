//! Forcing chains and bidirectional cycles: chains of weak and strong links by turns, from a candidate to its own opposite, or round to itself.
//!
//! ```text
//!   chain   a on ─▶ b off ─▶ c on ─▶ … ─▶ a off         a cannot be on
//!   cycle   a on ─▶ b off ─▶ c on ─▶ … ─▶ z off ─▶ a on    either all that are on are, or none: weak links become strong
//! ```
//!
//! Three passes: links in regions only (X), in cells only (Y), both. Of all hints the least by rating, length and pass is taken, the first of equals.
//!
//! **How it is quick.** What a chain says depends on where it begins alone, and its length is the number of levels of a breadth-first search. So a search on sets
//! suffices: two levels at a time, `on ─▶ off ─▶ on`, are one set for each candidate. A cycle is followed node by node, but only from where there is one
//! that is short enough to be better than the best so far.

use super::forcing::added;
use super::grid::Grid;
use super::hint::{Hint, Reason, Removals};
use super::links::{Candidates, Kind, Set, strong, weak};
use super::nested::{Link, Nested};
use super::run::{Cause, cause_off};
use super::tables::{Cells, PEERS};

const X: Kind = Kind { x: true, y: false };
const Y: Kind = Kind { x: false, y: true };
const XY: Kind = Kind { x: true, y: true };

/// 6.5 and more.
pub(super) fn chain(grid: &Grid) -> Option<Hint> {
    let candidates = Candidates::new(grid);
    if candidates.list.len() <= 256 { Search::<4>::new(grid, &candidates).run() } else { Search::<12>::new(grid, &candidates).run() }
}

/// The links of a pass.
struct Net<const W: usize> {
    /// For each candidate what is off once it is on, and what is on once it is off.
    weak: Vec<Set<W>>,
    strong: Vec<Set<W>>,
    /// What is on two levels after it is on.
    next: Vec<Set<W>>,
}

struct Search<'a, const W: usize> {
    grid: &'a Grid,
    candidates: &'a Candidates,
    best: Option<Best>,
}

struct Best {
    order: (f64, u32, u8),
    hint: Hint,
}

impl<const W: usize> Net<W> {
    /// `over`: the links that chains follow from off to on, which are more than the pass has if it is a pass of cells.
    fn new(grid: &Grid, candidates: &Candidates, kind: Kind) -> Self {
        let count = candidates.list.len();
        let mut net = Self { weak: vec![Set::NONE; count], strong: vec![Set::NONE; count], next: vec![Set::NONE; count] };
        let number = |cell: usize, digit: usize| usize::from(candidates.number[cell][digit]);
        for (index, (cell, digit)) in candidates.list.iter().enumerate() {
            let at = (usize::from(*cell), usize::from(*digit));
            weak(grid, at, kind, |cell, digit| net.weak[index].insert(number(cell, digit)));
            strong(grid, at, kind, |cell, digit, _| net.strong[index].insert(number(cell, digit)));
        }
        for index in 0..count {
            let mut next = Set::NONE;
            net.weak[index].each(|off| next.join(&net.strong[off]));
            net.next[index] = next;
        }
        net
    }

    /// The number of nodes of the shortest chain from on to off, up to `most`.
    fn to_off(&self, start: usize, most: u32) -> Option<u32> {
        let mut seen = Set::NONE;
        seen.insert(start);
        let mut reached = self.next[start];
        let mut nodes = 4;
        loop {
            let new = reached.without(&seen);
            if nodes > most || new.is_empty() {
                return None;
            }
            if new.meets(&self.weak[start]) {
                return Some(nodes);
            }
            seen.join(&new);
            reached = Set::NONE;
            new.each(|on| reached.join(&self.next[on]));
            nodes += 2;
        }
    }

    /// The number of nodes of the shortest chain from off to on, up to `most`.
    fn to_on(&self, start: usize, most: u32) -> Option<u32> {
        let mut seen = Set::NONE;
        let mut reached = self.strong[start];
        let mut nodes = 2;
        loop {
            let new = reached.without(&seen);
            if nodes > most || new.is_empty() {
                return None;
            }
            if new.has(start) {
                return Some(nodes);
            }
            seen.join(&new);
            reached = Set::NONE;
            new.each(|on| reached.join(&self.next[on]));
            nodes += 2;
        }
    }

    /// A bound from below for the length of cycles through a candidate, if there may be any up to `most`.
    fn shortest_cycle(&self, start: usize, most: u32) -> Option<u32> {
        // What has a strong link to the start, and what leads there.
        let last = self.strong[start];
        let mut seen = Set::NONE;
        seen.insert(start);
        let mut new = self.next[start].without(&seen);
        let mut length = 4;
        loop {
            if length > most || new.is_empty() {
                return None;
            }
            let mut off = Set::NONE;
            new.each(|on| off.join(&self.weak[on]));
            if off.meets(&last) {
                return Some(length);
            }
            seen.join(&new);
            let mut reached = Set::NONE;
            new.each(|on| reached.join(&self.next[on]));
            new = reached.without(&seen);
            length += 2;
        }
    }
}

impl<'a, const W: usize> Search<'a, W> {
    fn new(grid: &'a Grid, candidates: &'a Candidates) -> Self {
        Self { grid, candidates, best: None }
    }

    fn run(mut self) -> Option<Hint> {
        for (kind, key) in [(X, 2), (Y, 3), (XY, 4)] {
            let net = Net::<W>::new(self.grid, self.candidates, kind);
            let cycle_base = if kind == XY { 7.0 } else { 6.5 };
            let chain_base = if kind == XY { 7.0 } else { 6.6 };
            for start in 0..self.candidates.list.len() {
                let (cell, digit) = self.candidates.list[start];
                let (cell, digit) = (usize::from(cell), usize::from(digit));
                if kind == Y && self.grid.count(cell) != 2 {
                    continue;
                }
                let most = self.most(cycle_base, key);
                if let Some(least) = net.shortest_cycle(start, most) {
                    self.cycles(start, kind, key, cycle_base, least);
                }
                if kind == Y {
                    continue;
                }
                if let Some(nodes) = net.to_off(start, self.most(chain_base, key)) {
                    let mut removals = Removals::default();
                    removals.add(self.grid, cell, 1 << digit);
                    self.take(chain_base, nodes, key, || Hint::removing(Reason::ForcingChain, 0.0, removals));
                }
                if let Some(nodes) = net.to_on(start, self.most(chain_base, key)) {
                    let mut removals = Removals::default();
                    removals.add(self.grid, cell, !(1 << digit));
                    let place = Some((cell as u8, digit as u8));
                    self.take(chain_base, nodes, key, || {
                        Hint::removing(Reason::ForcingChain, 0.0, removals).map(|hint| Hint { place, ..hint })
                    });
                }
            }
        }
        self.best.map(|best| best.hint)
    }

    /// So many nodes are the most that can still be better than the best.
    fn most(&self, base: f64, key: u8) -> u32 {
        let Some(best) = &self.best else { return u32::MAX };
        let mut most = 2;
        while (base + added(most + 2 - 2), most + 2, key) < best.order {
            most += 2;
        }
        most
    }

    fn take(&mut self, base: f64, nodes: u32, key: u8, hint: impl FnOnce() -> Option<Hint>) {
        let rating = base + added(nodes - 2);
        let order = (rating, nodes, key);
        if self.best.as_ref().is_none_or(|best| order < best.order)
            && let Some(hint) = hint()
        {
            self.best = Some(Best { order, hint: Hint { rating, ..hint } });
        }
    }

    /// Follows all cycles through a candidate, node by node, of which none is shorter than `least`.
    fn cycles(&mut self, start: usize, kind: Kind, key: u8, base: f64, least: u32) {
        let at = self.candidates.list[start];
        let at = (usize::from(at.0), usize::from(at.1));
        let mut nodes = vec![Node { at, parent: u32::MAX }];
        let mut seen = Set::<W>::NONE;
        seen.insert(start);
        let mut pending_on = vec![0_u32];
        let mut length = 0;
        while !pending_on.is_empty() {
            length += 2;
            if length > self.most(base, key) {
                return;
            }
            let mut pending_off = Vec::new();
            for on in &pending_on {
                let node = nodes[*on as usize];
                weak(self.grid, node.at, kind, |cell, digit| {
                    // Off nodes stand at every other place of a chain.
                    let mut off = node.parent;
                    while off != u32::MAX {
                        if nodes[off as usize].at == (cell, digit) {
                            return;
                        }
                        let above = nodes[off as usize].parent;
                        off = if above == u32::MAX { u32::MAX } else { nodes[above as usize].parent };
                    }
                    pending_off.push(nodes.len() as u32);
                    nodes.push(Node { at: (cell, digit), parent: *on });
                });
            }
            pending_on.clear();
            for off in pending_off {
                let node = nodes[off as usize];
                let mut ends = false;
                strong(self.grid, node.at, kind, |cell, digit, _| {
                    if (cell, digit) == at {
                        ends = length >= 4;
                    }
                    let number = usize::from(self.candidates.number[cell][digit]);
                    if !seen.has(number) {
                        seen.insert(number);
                        pending_on.push(nodes.len() as u32);
                        nodes.push(Node { at: (cell, digit), parent: off });
                    }
                });
                if ends && length >= least {
                    let grid = self.grid;
                    self.take(base, length, key, || Hint::removing(Reason::BidirectionalCycle, 0.0, cycle_removals(grid, &nodes, off, at)));
                }
            }
        }
    }
}

/// A candidate on the way, on and off by turns; the start has no parent.
#[derive(Copy, Clone)]
struct Node {
    at: (usize, usize),
    parent: u32,
}

/// What goes if the last node, which is off, puts the start on again.
fn cycle_removals(grid: &Grid, nodes: &[Node], last: u32, start: (usize, usize)) -> Removals {
    let mut inside = Cells::of(start.0);
    let mut of = last;
    while nodes[of as usize].parent != u32::MAX {
        inside.insert(nodes[of as usize].at.0);
        of = nodes[of as usize].parent;
    }
    // For each digit the cells that see a node that is on, and one that is off.
    let (mut on, mut off) = ([Cells::NONE; 9], [Cells::NONE; 9]);
    on[start.1] = PEERS[start.0];
    let mut of = last;
    let mut is_on = false;
    while nodes[of as usize].parent != u32::MAX {
        let (cell, digit) = nodes[of as usize].at;
        let seen = if is_on { &mut on } else { &mut off };
        seen[digit] = seen[digit].or(PEERS[cell]);
        is_on = !is_on;
        of = nodes[of as usize].parent;
    }
    let mut removals = Removals::default();
    for digit in 0..9 {
        on[digit].and(off[digit]).without(inside).for_each(|cell| removals.add(grid, cell, 1 << digit));
    }
    removals
}

/// All hints, with the chains that they are made of, the least first.
pub(super) fn all(grid: &Grid) -> Vec<Nested> {
    let candidates = Candidates::new(grid);
    if candidates.list.len() <= 256 { all_of::<4>(grid, &candidates) } else { all_of::<12>(grid, &candidates) }
}

fn all_of<const W: usize>(grid: &Grid, candidates: &Candidates) -> Vec<Nested> {
    let mut all: Vec<((f64, u32, u8), Nested)> = Vec::new();
    for (kind, key) in [(X, 2), (Y, 3), (XY, 4)] {
        let net = Net::<W>::new(grid, candidates, kind);
        let (cycle_base, chain_base) = if kind == XY { (7.0, 7.0) } else { (6.5, 6.6) };
        for start in 0..candidates.list.len() {
            let (cell, digit) = candidates.list[start];
            let (cell, digit) = (usize::from(cell), usize::from(digit));
            if kind == Y && grid.count(cell) != 2 {
                continue;
            }
            if net.shortest_cycle(start, u32::MAX).is_some() {
                every_cycle::<W>(grid, candidates, start, kind, &mut |length, removals, links| {
                    if !removals.is_empty() {
                        // The other way round what is off is on, for the reason for which it was off.
                        let reversed = links.iter().rev().map(|link| Link { on: !link.on, ..*link }).collect();
                        let order = (cycle_base + added(length - 2), length, key);
                        all.push((order, Nested { removals, length, chains: vec![links], reversed }));
                    }
                });
            }
            if kind == Y {
                continue;
            }
            for on in [true, false] {
                let nodes = if on { net.to_off(start, u32::MAX) } else { net.to_on(start, u32::MAX) };
                if let Some(length) = nodes {
                    let links = path::<W>(grid, candidates, start, on, kind);
                    let mut removals = Removals::default();
                    removals.add(grid, cell, if on { 1 << digit } else { !(1 << digit) });
                    if !removals.is_empty() {
                        let order = (chain_base + added(length - 2), length, key);
                        all.push((order, Nested { removals, length, chains: vec![links], reversed: Vec::new() }));
                    }
                }
            }
        }
    }
    all.sort_by(|(one, _), (other, _)| one.0.total_cmp(&other.0).then((one.1, one.2).cmp(&(other.1, other.2))));
    all.into_iter().map(|(_, nested)| nested).collect()
}

/// A node with the reason for it.
#[derive(Copy, Clone)]
struct Reasoned {
    link: Link,
    parent: u32,
}

/// The way from a node up to the start.
fn up(nodes: &[Reasoned], from: u32) -> Vec<Link> {
    let mut links = Vec::new();
    let mut of = from;
    while of != u32::MAX {
        links.push(nodes[of as usize].link);
        of = nodes[of as usize].parent;
    }
    links
}

/// The first shortest chain from a candidate to its opposite, from its end.
fn path<const W: usize>(grid: &Grid, candidates: &Candidates, start: usize, on: bool, kind: Kind) -> Vec<Link> {
    let at = candidates.list[start];
    let target = u16::from(at.0) * 9 + u16::from(at.1);
    let mut nodes = vec![Reasoned { link: Link { at: target, on, cause: Cause::Assumed }, parent: u32::MAX }];
    let mut seen = [Set::<W>::NONE; 2];
    seen[usize::from(on)].insert(start);
    let mut next = 0;
    // Levels alternate, so that one queue goes through them in order.
    while let Some(&Reasoned { link, .. }) = nodes.get(next) {
        let place = (usize::from(link.at) / 9, usize::from(link.at) % 9);
        let mut end = None;
        let mut push = |cell: usize, digit: usize, cause: Cause| {
            let number = usize::from(candidates.number[cell][digit]);
            let seen = &mut seen[usize::from(!link.on)];
            if !seen.has(number) {
                seen.insert(number);
                let link = Link { at: (cell * 9 + digit) as u16, on: !link.on, cause };
                if link.at == target && link.on != on && end.is_none() {
                    end = Some(nodes.len() as u32);
                }
                nodes.push(Reasoned { link, parent: next as u32 });
            }
        };
        if link.on {
            weak(grid, place, kind, |cell, digit| push(cell, digit, cause_off(place.0, cell)));
        } else {
            strong(grid, place, kind, |cell, digit, cause| {
                push(cell, digit, if cause == 0 { Cause::Cell } else { Cause::Region(cause - 1) });
            });
        }
        if let Some(end) = end {
            return up(&nodes, end);
        }
        next += 1;
    }
    Vec::new()
}

/// Every cycle through a candidate: its length, what it removes, and its links from the end.
fn every_cycle<const W: usize>(
    grid: &Grid,
    candidates: &Candidates,
    start: usize,
    kind: Kind,
    found: &mut impl FnMut(u32, Removals, Vec<Link>),
) {
    let at = candidates.list[start];
    let target = (usize::from(at.0), usize::from(at.1));
    let first = Link { at: (target.0 * 9 + target.1) as u16, on: true, cause: Cause::Assumed };
    let mut nodes = vec![Reasoned { link: first, parent: u32::MAX }];
    let mut plain = vec![Node { at: target, parent: u32::MAX }];
    let mut seen = Set::<W>::NONE;
    seen.insert(start);
    let mut pending_on = vec![0_u32];
    let mut length = 0;
    while !pending_on.is_empty() {
        length += 2;
        let mut pending_off = Vec::new();
        for on in &pending_on {
            let node = plain[*on as usize];
            weak(grid, node.at, kind, |cell, digit| {
                let mut off = node.parent;
                while off != u32::MAX {
                    if plain[off as usize].at == (cell, digit) {
                        return;
                    }
                    let above = plain[off as usize].parent;
                    off = if above == u32::MAX { u32::MAX } else { plain[above as usize].parent };
                }
                pending_off.push(nodes.len() as u32);
                let link = Link { at: (cell * 9 + digit) as u16, on: false, cause: cause_off(node.at.0, cell) };
                nodes.push(Reasoned { link, parent: *on });
                plain.push(Node { at: (cell, digit), parent: *on });
            });
        }
        pending_on.clear();
        for off in pending_off {
            let node = plain[off as usize];
            strong(grid, node.at, kind, |cell, digit, cause| {
                let cause = if cause == 0 { Cause::Cell } else { Cause::Region(cause - 1) };
                if (cell, digit) == target && length >= 4 {
                    let mut links = up(&nodes, off);
                    // The start is met again, and now there is a reason for it.
                    links.pop();
                    links.insert(0, Link { cause, ..first });
                    found(length, cycle_removals(grid, &plain, off, target), links);
                }
                let number = usize::from(candidates.number[cell][digit]);
                if !seen.has(number) {
                    seen.insert(number);
                    pending_on.push(nodes.len() as u32);
                    nodes.push(Reasoned { link: Link { at: (cell * 9 + digit) as u16, on: true, cause }, parent: off });
                    plain.push(Node { at: (cell, digit), parent: off });
                }
            });
        }
    }
}
