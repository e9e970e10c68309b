//! The implications of one assumption: a candidate is on or off.
//!
//! ```text
//! assumption ─▶ queue of on ─▶ weak links ─▶ off       first, until it is empty
//!               queue of off ─▶ strong links ─▶ on     one at a time; a dynamic search removes
//!                                                      candidates that are off from the grid
//!               advanced rules ─▶ off                  when both queues are empty
//! ```
//!
//! Each node stores its parents. The length of a chain is the number of its ancestors.

use std::rc::Rc;

use super::advanced::{self, LastTrials};
use super::grid::CandidateGrid;
use super::links::CandidateSet;
use super::nested::{ChainNode, NestedHint, NestedSearchCache, StopCheck};
use super::tables::{CELLS, PEERS, POSITIONS, REGION_SETS, REGIONS, members};
use ndoku_core::CellSet81;

/// The number of possible candidates. The index is cell · 9 + digit.
pub(super) const CANDIDATES: usize = 729;

/// The index of a missing node.
pub(super) const NONE: u32 = u32::MAX;

/// The rules of a search for chains.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct ChainRules {
    /// `true` to remove candidates that are off from the grid.
    pub dynamic: bool,
    /// `true` for links in regions and contradictions only.
    pub nishio: bool,
    /// The rules inside of chains: 0 for links alone, 1 adds patterns, 2 adds chains, 3 adds
    /// multiple forcing chains, 4 uses patterns and dynamic forcing chains.
    pub level: u8,
    /// The level of the inner chains at level 4.
    pub limit: u8,
}

/// The reason why a node holds.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Cause {
    Assumed,
    Cell,
    /// In a region: 0 for the block, 1 for the row, 2 for the column.
    Region(u8),
    Advanced,
}

/// A candidate that is on or off.
#[derive(Copy, Clone, Debug)]
pub(super) struct Node {
    /// The index of the candidate: cell · 9 + digit.
    pub at: u16,
    pub on: bool,
    pub cause: Cause,
    /// A lower bound for the number of its ancestors, including itself. It is exact if no ancestor
    /// has several parents.
    pub depth: u16,
    /// The first parent.
    pub parent: u32,
    /// The range of the other parents.
    pub others: (u32, u32),
    /// The nested hint that implied it: its index plus 1, or 0 for none.
    pub nested: u16,
}

impl Node {
    pub(super) const fn cell(&self) -> usize {
        self.at as usize / 9
    }

    pub(super) const fn digit(&self) -> usize {
        self.at as usize % 9
    }
}

/// The nodes that are on, or those that are off, in order of discovery.
#[derive(Clone, Debug)]
pub(super) struct Queue {
    /// The index of each candidate's node plus 1, or 0 for none.
    of: [u16; CANDIDATES],
    pub list: Vec<u16>,
    /// The cells of each digit.
    pub cells: [CellSet81; 9],
}

impl Queue {
    const fn new() -> Self {
        Self {
            of: [0; CANDIDATES],
            list: Vec::new(),
            cells: [CellSet81::EMPTY; 9],
        }
    }

    fn clear(&mut self) {
        self.list.clear();
        self.of = [0; CANDIDATES];
        self.cells = [CellSet81::EMPTY; 9];
    }

    pub(super) fn has(&self, at: usize) -> bool {
        self.of[at] != 0
    }

    /// Returns the node of a candidate.
    pub(super) fn node(&self, at: usize) -> Option<u32> {
        u32::from(self.of[at]).checked_sub(1)
    }

    fn push(&mut self, cell: usize, digit: usize, node: u32) {
        self.of[cell * 9 + digit] = node as u16 + 1;
        self.list.push(node as u16);
        self.cells[digit].insert(cell);
    }
}

/// All implications of one assumption.
#[derive(Clone, Debug)]
pub(super) struct ImplicationGraph {
    pub nodes: Vec<Node>,
    /// The parents beyond the first of each node.
    pub others: Vec<u32>,
    pub on: Queue,
    pub off: Queue,
    /// The nested hints that were used.
    pub nested: Vec<Rc<NestedHint>>,
    /// Two nodes that contradict each other. Propagation ends there.
    pub contradiction: Option<(u32, u32)>,
}

impl ImplicationGraph {
    pub(super) const fn new() -> Self {
        Self {
            nodes: Vec::new(),
            others: Vec::new(),
            on: Queue::new(),
            off: Queue::new(),
            nested: Vec::new(),
            contradiction: None,
        }
    }

    fn add(&mut self, at: usize, on: bool, cause: Cause, parent: u32) -> u32 {
        let depth = if parent == NONE {
            1
        } else {
            self.nodes[parent as usize].depth + 1
        };
        let others = (self.others.len() as u32, self.others.len() as u32);
        self.nodes.push(Node {
            at: at as u16,
            on,
            cause,
            depth,
            parent,
            others,
            nested: 0,
        });
        self.nodes.len() as u32 - 1
    }

    /// Adds a parent to the last node.
    fn add_parent(&mut self, parent: u32) {
        let depth = self.nodes[parent as usize].depth + 1;
        let Some(node) = self.nodes.last_mut() else {
            return;
        };
        if node.parent == parent {
            return;
        }
        self.others.push(parent);
        node.others.1 += 1;
        node.depth = node.depth.max(depth);
    }

    /// Propagates an assumption on this grid.
    pub(super) fn propagate(
        &mut self,
        src: &CandidateGrid,
        at: usize,
        is_on: bool,
        rules: ChainRules,
        cache: &mut NestedSearchCache,
        stop: StopCheck<'_>,
    ) {
        self.nodes.clear();
        self.others.clear();
        self.nested.clear();
        self.on.clear();
        self.off.clear();
        self.contradiction = None;
        let start = self.add(at, is_on, Cause::Assumed, NONE);
        if is_on {
            self.on.push(at / 9, at % 9, start);
        } else {
            self.off.push(at / 9, at % 9, start);
        }
        // A search that is not dynamic changes no grid, so it needs no copy.
        if !rules.dynamic {
            self.propagate_links(src, None, rules, (0, 0));
            return;
        }
        let mut reduced = src.clone();
        self.propagate_links(src, Some(&mut reduced), rules, (0, 0));
        let trials = LastTrials::on(src);
        self.propagate_patterns(src, &mut reduced, rules, trials, cache, stop);
    }

    /// Continues with patterns when links imply nothing more.
    fn propagate_patterns(
        &mut self,
        src: &CandidateGrid,
        grid: &mut CandidateGrid,
        rules: ChainRules,
        mut trials: LastTrials,
        cache: &mut NestedSearchCache,
        stop: StopCheck<'_>,
    ) {
        while rules.level > 0 && self.contradiction.is_none() {
            let (on, off) = (self.on.list.len(), self.off.list.len());
            for found in advanced::find_removals(self, src, grid, rules, &mut trials, cache, stop) {
                let nested = found.nested.map_or(0, |nested| {
                    self.nested.push(nested);
                    self.nested.len() as u16
                });
                for (cell, digits) in advanced::in_hash_order(&found.removals) {
                    for digit in members(digits) {
                        let at = cell * 9 + digit;
                        if self.off.has(at) {
                            continue;
                        }
                        let new = self.add(at, false, Cause::Advanced, found.parents[0]);
                        self.nodes[new as usize].nested = nested;
                        found.parents[1..]
                            .iter()
                            .for_each(|parent| self.add_parent(*parent));
                        self.off.push(cell, digit, new);
                    }
                }
            }
            if self.off.list.len() == off {
                return;
            }
            self.propagate_links(src, Some(grid), rules, (on, off));
        }
    }

    /// Follows links until nothing is new or there is a contradiction. Starts after the given
    /// numbers of nodes that are on and off.
    fn propagate_links(
        &mut self,
        src: &CandidateGrid,
        mut reduced: Option<&mut CandidateGrid>,
        rules: ChainRules,
        (mut next_on, mut next_off): (usize, usize),
    ) {
        while self.contradiction.is_none() {
            if let Some(&p) = self.on.list.get(next_on) {
                next_on += 1;
                self.follow_weak_links(reduced.as_deref().unwrap_or(src), u32::from(p), rules);
            } else if let Some(&p) = self.off.list.get(next_off) {
                next_off += 1;
                let (cell, digit) = (
                    self.nodes[usize::from(p)].cell(),
                    self.nodes[usize::from(p)].digit(),
                );
                if let Some(grid) = &mut reduced {
                    grid.remove(cell, digit);
                }
                self.follow_strong_links(
                    src,
                    reduced.as_deref().unwrap_or(src),
                    u32::from(p),
                    rules,
                );
            } else {
                return;
            }
        }
    }

    /// Adds the candidates that this node, which is on, turns off.
    fn follow_weak_links(&mut self, grid: &CandidateGrid, parent: u32, rules: ChainRules) {
        let node = &self.nodes[parent as usize];
        let (cell, digit) = (node.cell(), node.digit());
        if !rules.nishio {
            for other in members(grid.cells[cell] & !(1 << digit)) {
                if !self.off.cells[other].contains(cell)
                    && self.turn_off(cell, other, Cause::Cell, parent)
                {
                    return;
                }
            }
        }
        let mut new = grid.having[digit]
            .and(PEERS[cell])
            .without(self.off.cells[digit]);
        for (kind, region) in (0..3).zip(REGIONS[cell]) {
            let region = REGION_SETS[usize::from(region)];
            for other in new.and(region) {
                if self.turn_off(other, digit, Cause::Region(kind), parent) {
                    return;
                }
            }
            new = new.without(region);
        }
    }

    /// Adds a node that is off. Returns whether that is a contradiction.
    fn turn_off(&mut self, cell: usize, digit: usize, cause: Cause, parent: u32) -> bool {
        let new = self.add(cell * 9 + digit, false, cause, parent);
        if let Some(opposite) = self.on.node(cell * 9 + digit) {
            self.contradiction = Some((opposite, new));
            return true;
        }
        self.off.push(cell, digit, new);
        false
    }

    /// Adds the candidates that this node, which is off, turns on.
    fn follow_strong_links(
        &mut self,
        src: &CandidateGrid,
        grid: &CandidateGrid,
        parent: u32,
        rules: ChainRules,
    ) {
        let node = &self.nodes[parent as usize];
        let (cell, digit) = (node.cell(), node.digit());
        if !rules.nishio {
            let others = grid.cells[cell] & !(1 << digit);
            if others.is_power_of_two()
                && let Some(new) = self.turn_on(
                    cell * 9 + others.trailing_zeros() as usize,
                    Cause::Cell,
                    parent,
                )
            {
                for other in members(src.cells[cell] & !grid.cells[cell]) {
                    self.add_hidden_parent(cell * 9 + other);
                }
                if self.push_on(new) {
                    return;
                }
            }
        }
        let mut known = [usize::MAX; 2];
        for (kind, (region, position)) in REGIONS[cell].into_iter().zip(POSITIONS[cell]).enumerate()
        {
            let region = usize::from(region);
            let others = grid.places[region][digit] & !(1 << position);
            if !others.is_power_of_two() {
                continue;
            }
            let other = usize::from(CELLS[region][others.trailing_zeros() as usize]);
            // One link is enough, even if a block and a line share it.
            if known.contains(&other) {
                continue;
            }
            if let Some(known) = known.get_mut(kind) {
                *known = other;
            }
            let Some(new) = self.turn_on(other * 9 + digit, Cause::Region(kind as u8), parent)
            else {
                continue;
            };
            for position in members(src.places[region][digit] & !grid.places[region][digit]) {
                self.add_hidden_parent(usize::from(CELLS[region][position]) * 9 + digit);
            }
            if self.push_on(new) {
                return;
            }
        }
    }

    /// Adds a node that is on, unless the candidate is on already and that is no contradiction.
    fn turn_on(&mut self, at: usize, cause: Cause, parent: u32) -> Option<u32> {
        (self.off.has(at) || !self.on.has(at)).then(|| self.add(at, true, cause, parent))
    }

    /// Queues the last node, which is on and has all its parents. Returns whether it is a
    /// contradiction.
    fn push_on(&mut self, new: u32) -> bool {
        let at = usize::from(self.nodes[new as usize].at);
        if let Some(opposite) = self.off.node(at) {
            self.contradiction = Some((new, opposite));
            return true;
        }
        self.on.push(at / 9, at % 9, new);
        false
    }

    /// Adds as a parent a candidate whose removal left a cell two candidates, or a digit two
    /// places.
    fn add_hidden_parent(&mut self, at: usize) {
        if let Some(parent) = self.off.node(at) {
            self.add_parent(parent);
        }
    }

    /// Returns the parents of a node.
    pub(super) fn parents(&self, node: &Node) -> impl Iterator<Item = u32> + '_ {
        let first = (node.parent != NONE).then_some(node.parent);
        first.into_iter().chain(
            self.others[node.others.0 as usize..node.others.1 as usize]
                .iter()
                .copied(),
        )
    }

    /// Returns the number of different ancestors of a node, including itself. Calls `inside` with
    /// their nested hints.
    pub(super) fn ancestors(&self, of: u32, inside: &mut impl FnMut(&Rc<NestedHint>)) -> u32 {
        let mut seen = [CandidateSet::<12>::EMPTY; 2];
        let mut count = 0;
        let mut stack = vec![of];
        while let Some(index) = stack.pop() {
            let node = &self.nodes[index as usize];
            let seen = &mut seen[usize::from(node.on)];
            if seen.contains(usize::from(node.at)) {
                continue;
            }
            seen.insert(usize::from(node.at));
            count += 1;
            if let Some(nested) = usize::from(node.nested).checked_sub(1) {
                inside(&self.nested[nested]);
            }
            stack.extend(self.parents(node));
        }
        count
    }

    /// Returns the ancestors of a node, including itself, in breadth-first order.
    pub(super) fn breadth_first(&self, of: u32) -> Vec<ChainNode> {
        let mut seen = [CandidateSet::<12>::EMPTY; 2];
        let mut queue = vec![of];
        let mut next = 0;
        let mut chain = Vec::new();
        while let Some(&index) = queue.get(next) {
            next += 1;
            let node = &self.nodes[index as usize];
            let seen = &mut seen[usize::from(node.on)];
            if !seen.contains(usize::from(node.at)) {
                seen.insert(usize::from(node.at));
                chain.push(ChainNode {
                    at: node.at,
                    on: node.on,
                    cause: node.cause,
                });
                queue.extend(self.parents(node));
            }
        }
        chain
    }
}

/// Returns the cause why a candidate is off: another one of its cell is on, or its digit in a
/// region of the cell.
pub(super) fn cause_off(from: usize, cell: usize) -> Cause {
    if from == cell {
        return Cause::Cell;
    }
    let (one, other) = (REGIONS[from], REGIONS[cell]);
    Cause::Region(
        (0..3)
            .find(|kind| one[usize::from(*kind)] == other[usize::from(*kind)])
            .unwrap_or(0),
    )
}

#[cfg(test)]
impl ImplicationGraph {
    /// Returns a new graph.
    pub(super) fn of(grid: &CandidateGrid, at: usize, is_on: bool, rules: ChainRules) -> Self {
        let mut graph = Self::new();
        let mut cache = NestedSearchCache::default();
        graph.propagate(grid, at, is_on, rules, &mut cache, &|| false);
        graph
    }

    /// Returns a grid without the candidates that are off.
    pub(super) fn reduced(&self, grid: &CandidateGrid) -> CandidateGrid {
        let mut reduced = grid.clone();
        for node in self.nodes.iter().filter(|node| !node.on) {
            reduced.remove(node.cell(), node.digit());
        }
        reduced
    }
}

#[cfg(test)]
impl ChainRules {
    /// Returns the rules of a dynamic search up to level 3.
    pub(super) const fn dynamic(level: u8) -> Self {
        Self {
            dynamic: true,
            nishio: false,
            level,
            limit: 0,
        }
    }

    /// The rules of a Nishio search.
    pub(super) const NISHIO: Self = Self {
        nishio: true,
        ..Self::dynamic(0)
    };
}
