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
    if candidates.len() <= 256 { Search::<4>::new(grid, &candidates).run() } else { Search::<12>::new(grid, &candidates).run() }
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
    fn new(grid: &Grid, candidates: &Candidates, kind: Kind) -> Self {
        let count = candidates.len();
        let mut net = Self { weak: vec![Set::NONE; count], strong: vec![Set::NONE; count], next: vec![Set::NONE; count] };
        let number = |cell, digit| candidates.number(cell, digit);
        for index in 0..count {
            let at = candidates.at(index);
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

    /// Whether there may be a cycle of this length at most through a candidate.
    fn has_cycle(&self, start: usize, most: u32) -> bool {
        // What has a strong link to the start, and what leads there.
        let last = &self.strong[start];
        if last.is_empty() {
            return false;
        }
        let mut seen = Set::NONE;
        seen.insert(start);
        let mut new = self.next[start].without(&seen);
        let mut length = 4;
        while length <= most && !new.is_empty() {
            let mut off = Set::NONE;
            new.each(|on| off.join(&self.weak[on]));
            if off.meets(last) {
                return true;
            }
            seen.join(&new);
            let mut reached = Set::NONE;
            new.each(|on| reached.join(&self.next[on]));
            new = reached.without(&seen);
            length += 2;
        }
        false
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
            for start in 0..self.candidates.len() {
                let (cell, digit) = self.candidates.at(start);
                if kind == Y && self.grid.count(cell) != 2 {
                    continue;
                }
                let most = self.most(cycle_base, key);
                if net.has_cycle(start, most) {
                    each_cycle::<W>(self.grid, self.candidates, start, kind, most, |length, nodes, last, _| {
                        let removals = || cycle_removals(self.grid, nodes, last);
                        self.take(cycle_base, length, key, || Hint::removing(Reason::BidirectionalCycle, 0.0, removals()));
                        self.most(cycle_base, key)
                    });
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
}

/// A candidate on the way, on and off by turns; the start has no parent.
#[derive(Copy, Clone)]
struct Node {
    at: (usize, usize),
    cause: Cause,
    parent: u32,
}

/// What says that a candidate is on: what [`strong`] tells.
const fn cause_on(cause: u8) -> Cause {
    if cause == 0 { Cause::Cell } else { Cause::Region(cause - 1) }
}

/// Calls `found` with every cycle through a candidate, level by level up to the length that it says at last: the length, all nodes, the last of the cycle, which is
/// off, and the reason for which it puts the start on.
///
/// A candidate is on once in all chains, and off once in each.
fn each_cycle<const W: usize>(
    grid: &Grid,
    candidates: &Candidates,
    start: usize,
    kind: Kind,
    mut most: u32,
    mut found: impl FnMut(u32, &[Node], u32, Cause) -> u32,
) {
    let target = candidates.at(start);
    let mut nodes = vec![Node { at: target, cause: Cause::Assumed, parent: u32::MAX }];
    let mut seen = Set::<W>::NONE;
    seen.insert(start);
    let mut pending_on = vec![0_u32];
    let mut pending_off = Vec::new();
    let mut length = 0;
    while !pending_on.is_empty() {
        length += 2;
        if length > most {
            return;
        }
        for on in pending_on.drain(..) {
            let node = nodes[on as usize];
            weak(grid, node.at, kind, |cell, digit| {
                // Every other node above is off.
                let mut off = node.parent;
                while off != u32::MAX {
                    if nodes[off as usize].at == (cell, digit) {
                        return;
                    }
                    let above = nodes[off as usize].parent;
                    off = if above == u32::MAX { u32::MAX } else { nodes[above as usize].parent };
                }
                pending_off.push(nodes.len() as u32);
                nodes.push(Node { at: (cell, digit), cause: cause_off(node.at.0, cell), parent: on });
            });
        }
        for off in pending_off.drain(..) {
            let mut end = None;
            strong(grid, nodes[off as usize].at, kind, |cell, digit, cause| {
                if (cell, digit) == target && length >= 4 {
                    end = Some(cause_on(cause));
                }
                let number = candidates.number(cell, digit);
                if !seen.has(number) {
                    seen.insert(number);
                    pending_on.push(nodes.len() as u32);
                    nodes.push(Node { at: (cell, digit), cause: cause_on(cause), parent: off });
                }
            });
            if let Some(cause) = end {
                most = found(length, &nodes, off, cause);
            }
        }
    }
}

/// What goes if the last node, which is off, puts the start on again.
fn cycle_removals(grid: &Grid, nodes: &[Node], last: u32) -> Removals {
    let mut inside = Cells::NONE;
    // For each digit the cells that see a node that is on, and one that is off.
    let mut seen = [[Cells::NONE; 9]; 2];
    let (mut of, mut on) = (last, false);
    while let Some(Node { at: (cell, digit), parent, .. }) = nodes.get(of as usize) {
        inside.insert(*cell);
        let seen = &mut seen[usize::from(on)][*digit];
        *seen = seen.or(PEERS[*cell]);
        (of, on) = (*parent, !on);
    }
    let mut removals = Removals::default();
    for digit in 0..9 {
        seen[0][digit].and(seen[1][digit]).without(inside).for_each(|cell| removals.add(grid, cell, 1 << digit));
    }
    removals
}

/// The way from a node, which is on or off, up to the start.
fn up(nodes: &[Node], from: u32, mut on: bool) -> Vec<Link> {
    let mut links = Vec::new();
    let mut of = from;
    while let Some(Node { at: (cell, digit), cause, parent }) = nodes.get(of as usize) {
        links.push(Link { at: (cell * 9 + digit) as u16, on, cause: *cause });
        (of, on) = (*parent, !on);
    }
    links
}

/// All hints, with the chains that they are made of, the least first.
pub(super) fn all(grid: &Grid) -> Vec<Nested> {
    let candidates = Candidates::new(grid);
    if candidates.len() <= 256 { all_of::<4>(grid, &candidates) } else { all_of::<12>(grid, &candidates) }
}

fn all_of<const W: usize>(grid: &Grid, candidates: &Candidates) -> Vec<Nested> {
    let mut all: Vec<((f64, u32, u8), Nested)> = Vec::new();
    for (kind, key) in [(X, 2), (Y, 3), (XY, 4)] {
        let net = Net::<W>::new(grid, candidates, kind);
        let (cycle_base, chain_base) = if kind == XY { (7.0, 7.0) } else { (6.5, 6.6) };
        for start in 0..candidates.len() {
            let (cell, digit) = candidates.at(start);
            if kind == Y && grid.count(cell) != 2 {
                continue;
            }
            if net.has_cycle(start, u32::MAX) {
                each_cycle::<W>(grid, candidates, start, kind, u32::MAX, |length, nodes, last, cause| {
                    let removals = cycle_removals(grid, nodes, last);
                    if !removals.is_empty() {
                        let mut links = up(nodes, last, false);
                        // The start is met again, and now there is a reason for it.
                        let first = Link { at: (cell * 9 + digit) as u16, on: true, cause };
                        links.pop();
                        links.insert(0, first);
                        // The other way round what is off is on, for the reason for which it was off.
                        let reversed = links.iter().rev().map(|link| Link { on: !link.on, ..*link }).collect();
                        let order = (cycle_base + added(length - 2), length, key);
                        all.push((order, Nested { removals, length, chains: vec![links], reversed }));
                    }
                    u32::MAX
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

/// The first shortest chain from a candidate to its opposite, from its end.
fn path<const W: usize>(grid: &Grid, candidates: &Candidates, start: usize, on: bool, kind: Kind) -> Vec<Link> {
    let target = candidates.at(start);
    let mut nodes = vec![Node { at: target, cause: Cause::Assumed, parent: u32::MAX }];
    let mut are_on = vec![on];
    let mut seen = [Set::<W>::NONE; 2];
    seen[usize::from(on)].insert(start);
    let mut next = 0;
    // Levels alternate, so that one queue goes through them in order.
    while let Some(node) = nodes.get(next).copied() {
        let is_on = are_on[next];
        let mut end = None;
        let mut push = |cell: usize, digit: usize, cause: Cause| {
            let number = candidates.number(cell, digit);
            let seen = &mut seen[usize::from(!is_on)];
            if !seen.has(number) {
                seen.insert(number);
                if (cell, digit) == target && is_on == on {
                    end = Some(nodes.len() as u32);
                }
                nodes.push(Node { at: (cell, digit), cause, parent: next as u32 });
                are_on.push(!is_on);
            }
        };
        if is_on {
            weak(grid, node.at, kind, |cell, digit| push(cell, digit, cause_off(node.at.0, cell)));
        } else {
            strong(grid, node.at, kind, |cell, digit, cause| push(cell, digit, cause_on(cause)));
        }
        if let Some(end) = end {
            return up(&nodes, end, !on);
        }
        next += 1;
    }
    Vec::new()
}
