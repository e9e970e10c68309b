//! Forcing chains and bidirectional cycles: alternating weak and strong links, from a candidate to
//! its negation, or back to itself.
//!
//! ```text
//! chain   a on ─▶ b off ─▶ c on ─▶ … ─▶ a off            a cannot be on
//! cycle   a on ─▶ b off ─▶ c on ─▶ … ─▶ z off ─▶ a on    all that are on are, or none:
//!                                                        weak links become strong
//! ```
//!
//! There are three passes: links in regions only (X), in cells only (Y), and both. The hint with
//! the lowest rating, length and pass is taken, and of equal ones the first.
//!
//! **Speed.** The deduction of a chain depends on its start alone. Its length is the number of
//! levels of a breadth-first search. So a search on the sets of [`link_graph`](super::link_graph)
//! is enough, and only from starts for which the closure of the links shows a chain.
//!
//! A cycle is followed node by node. If a cycle removes a candidate, there is a chain that removes
//! it too. The candidate sees a node *a* that is on and a node *b* that is off, so `candidate on ─▶
//! b off ─▶ … along the cycle … ─▶ a on ─▶ candidate off` is a chain. It is at most two nodes
//! longer than the cycle. So chains come first. Without chains there are no cycles. The shortest
//! chain gives a lower bound for cycles, and cycles lie between the candidates that chains remove.

mod all_chains;

pub(super) use all_chains::{HintChoice, all_chains};

use super::forcing::length_difficulty;
use super::grid::CandidateGrid;
use super::hint::{RatedHint, Removals, SeTechnique};
use super::implication_graph::{Cause, cause_off};
use super::link_graph::{LinkGraph, LinkSets, PathLength};
use super::links::{CandidateSet, HouseUnions, LinkKinds, StrongLinks};
use super::nested::ChainNode;
use super::tables::{PEERS, members};
use ndoku_core::CellSet81;

/// The ratings of the shortest cycles and chains of each pass, and the keys that decide between
/// equal ratings and lengths. The second pass has no chains.
const PASSES: [Pass; 3] = [
    Pass {
        kinds: LinkKinds {
            in_regions: true,
            in_cells: false,
        },
        cycle: 6.5,
        chain: Some(6.6),
        key: 2,
    },
    Pass {
        kinds: LinkKinds {
            in_regions: false,
            in_cells: true,
        },
        cycle: 6.5,
        chain: None,
        key: 3,
    },
    Pass {
        kinds: LinkKinds {
            in_regions: true,
            in_cells: true,
        },
        cycle: 7.0,
        chain: Some(7.0),
        key: 4,
    },
];

struct Pass {
    kinds: LinkKinds,
    cycle: f64,
    chain: Option<f64>,
    key: u8,
}

/// Finds the best chain or cycle, rated 6.5 or more.
pub(super) fn best_chain(grid: &CandidateGrid) -> Option<RatedHint> {
    let strong = StrongLinks::new(grid);
    if strong.count <= 128 {
        CycleSearch::new(&LinkSets::<2>::new(grid, &strong)).run()
    } else {
        CycleSearch::new(&LinkSets::<12>::new(grid, &strong)).run()
    }
}

/// Returns the candidates of each cell that imply their own negation if they are on.
pub(super) fn chain_removals(grid: &CandidateGrid) -> [u16; 81] {
    let strong = StrongLinks::new(grid);
    if strong.count <= 128 {
        ChainEnds::new(&LinkSets::<2>::new(grid, &strong)).1.off
    } else {
        ChainEnds::new(&LinkSets::<12>::new(grid, &strong)).1.off
    }
}

struct CycleSearch<'a, const W: usize> {
    links: &'a LinkSets<'a, W>,
    best: Option<BestHint>,
}

/// Rating, length, pass, then the turn: the start, and for equal starts first cycles, then chains
/// to off, then chains to on.
type Order = (f64, u32, u8, (usize, u8));

struct BestHint {
    order: Order,
    hint: RatedHint,
}

impl<'a, const W: usize> CycleSearch<'a, W> {
    const fn new(links: &'a LinkSets<'a, W>) -> Self {
        Self { links, best: None }
    }

    /// Searches for chains first, unlike Sukaku Explainer, because they are fast to find and bound
    /// the cycles.
    fn run(mut self) -> Option<RatedHint> {
        let links = self.links;
        let (all, chain_ends) = ChainEnds::new(links);
        if chain_ends.is_empty() {
            return None;
        }
        let [x, y] = [&PASSES[0], &PASSES[1]].map(|pass| links.link_graph(pass.kinds));
        let mut graphs = [x, y, all];
        let mut targets = [const { Vec::new() }; 3];
        for ((graph, pass), targets) in graphs.iter().zip(&PASSES).zip(&mut targets) {
            if let Some(base) = pass.chain {
                *targets = self.chains(graph, &chain_ends, base, pass.key);
            }
        }
        for ((graph, pass), mut targets) in graphs.iter_mut().zip(&PASSES).zip(targets) {
            if pass.chain.is_none() {
                let most = self.most(pass.cycle, pass.key, (0, 0), 2).saturating_add(2);
                for start in chain_ends.starts().filter(|start| start.turns_off) {
                    let length = graph.chain_length(start.at, true, most);
                    targets.extend(Target::new(start.at, length, most));
                }
            }
            self.cycles(graph, &targets, pass);
        }
        self.best.map(|best| best.hint)
    }

    /// Takes all chains of a pass. Returns the targets of chains from on to off.
    fn chains(
        &mut self,
        graph: &LinkGraph<'_, W>,
        chain_ends: &ChainEnds<W>,
        base: f64,
        key: u8,
    ) -> Vec<Target> {
        let mut targets = Vec::new();
        let mut most = self.most(base, key, (0, 1), 2);
        for start in chain_ends.starts() {
            let (cell, digit) = start.at;
            let turn = cell * 9 + digit;
            if start.turns_off {
                let length = graph.chain_length(start.at, true, most);
                targets.extend(Target::new(start.at, length, most));
                if let PathLength::Exactly(nodes) = length {
                    let mut removals = Removals::default();
                    removals.add(self.links.grid, cell, 1 << digit);
                    self.keep_if_better(base, nodes, key, (turn, 1), || {
                        RatedHint::removing(SeTechnique::ForcingChain, 0.0, removals)
                    });
                    most = self.most(base, key, (turn, 2), 2);
                }
            }
            if start.turns_on
                && let PathLength::Exactly(nodes) = graph.chain_length(start.at, false, most)
            {
                let mut removals = Removals::default();
                removals.add(self.links.grid, cell, !(1 << digit));
                let place = Some((cell as u8, digit as u8));
                self.keep_if_better(base, nodes, key, (turn, 2), || {
                    RatedHint::removing(SeTechnique::ForcingChain, 0.0, removals)
                        .map(|hint| RatedHint { place, ..hint })
                });
                most = self.most(base, key, (turn, 3), 2);
            }
        }
        targets
    }

    /// Takes all cycles of a pass that remove one of the targets, in order of rating.
    fn cycles(&mut self, graph: &mut LinkGraph<'_, W>, targets: &[Target], pass: &Pass) {
        let Some(least) = targets.iter().map(|target| target.nodes - 2).min() else {
            return;
        };
        let Pass {
            cycle: base, key, ..
        } = *pass;
        let links = self.links;
        let mut return_paths = ReturnPaths::new(graph);
        let mut bound = least.max(4);
        while bound <= self.most(base, key, (0, 0), least) {
            while length_difficulty(bound) <= length_difficulty(bound - 2) {
                bound += 2;
            }
            let mut starts = CandidateSet::EMPTY;
            for target in targets.iter().filter(|target| target.nodes <= bound + 2) {
                starts.union_with(&return_paths.cycle_starts(graph, target, bound));
            }
            starts.for_each(|start| {
                let (cell, digit) = links.at(start);
                let turn = (cell * 9 + digit, 0);
                let most = self.most(base, key, turn, least).min(bound);
                if most >= least && return_paths.find_return_paths(graph, start, most) {
                    for_each_cycle(
                        graph,
                        &mut return_paths,
                        start,
                        most,
                        |length, nodes, last, _| {
                            let removals = || cycle_removals(links.grid, nodes, last);
                            self.keep_if_better(base, length, key, turn, || {
                                RatedHint::removing(
                                    SeTechnique::BidirectionalCycle,
                                    0.0,
                                    removals(),
                                )
                            });
                            self.most(base, key, turn, least).min(bound)
                        },
                    );
                }
            });
            bound += 2;
        }
    }

    /// Returns the maximum number of nodes of a better hint at this turn, or less than `least` if
    /// no such number exists.
    fn most(&self, base: f64, key: u8, turn: (usize, u8), least: u32) -> u32 {
        let Some(best) = &self.best else {
            return u32::MAX;
        };
        let mut more = least.max(2);
        while (base + length_difficulty(more - 2), more, key, turn) < best.order {
            more += 2;
        }
        more - 2
    }

    fn keep_if_better(
        &mut self,
        base: f64,
        nodes: u32,
        key: u8,
        turn: (usize, u8),
        hint: impl FnOnce() -> Option<RatedHint>,
    ) {
        let rating = base + length_difficulty(nodes - 2);
        let order = (rating, nodes, key, turn);
        if self.best.as_ref().is_none_or(|best| order < best.order)
            && let Some(hint) = hint()
        {
            self.best = Some(BestHint {
                order,
                hint: RatedHint { rating, ..hint },
            });
        }
    }
}

/// A candidate with a chain from on to off.
struct Target {
    at: (usize, usize),
    /// The minimum number of nodes of the chain.
    nodes: u32,
}

impl Target {
    /// Returns `None` if there is no chain. The search ended at `most` nodes.
    fn new(at: (usize, usize), length: PathLength, most: u32) -> Option<Self> {
        match length {
            PathLength::Exactly(nodes) => Some(Self { at, nodes }),
            PathLength::Longer => Some(Self {
                at,
                nodes: most.saturating_add(2),
            }),
            PathLength::None => None,
        }
    }
}

/// The paths that lead back to a start.
struct ReturnPaths<const W: usize> {
    previous: Vec<CandidateSet<W>>,
    /// The candidates that may be on at most this number of pairs of levels before the last one.
    back: Vec<CandidateSet<W>>,
    buffers: CycleBuffers,
}

/// Buffers of a search for cycles: all nodes, and the pending ones that are on and off.
#[derive(Default)]
struct CycleBuffers {
    nodes: Vec<Node>,
    pending_on: Vec<u32>,
    pending_off: Vec<u32>,
}

impl<const W: usize> ReturnPaths<W> {
    fn new(graph: &LinkGraph<'_, W>) -> Self {
        Self {
            previous: graph.previous(),
            back: Vec::new(),
            buffers: CycleBuffers::default(),
        }
    }

    /// Finds the paths back to this start, for cycles with at most this number of nodes. Returns
    /// whether a cycle may exist.
    fn find_return_paths(&mut self, graph: &LinkGraph<'_, W>, start: usize, most: u32) -> bool {
        let mut all = self.previous[start];
        let mut new = all;
        let mut nodes = 4;
        self.back.clear();
        loop {
            self.back.push(all);
            new.remove(start);
            nodes += 2;
            if new.is_empty() || nodes > most {
                return all.intersects(&graph.next[start]);
            }
            let mut before = CandidateSet::EMPTY;
            new.for_each(|on| before.union_with(&self.previous[on]));
            new = before.without(&all);
            all.union_with(&new);
        }
    }

    /// Returns the possible starts of cycles that remove a target and have at most this number of
    /// nodes.
    fn cycle_starts(
        &self,
        graph: &LinkGraph<'_, W>,
        target: &Target,
        most: u32,
    ) -> CandidateSet<W> {
        // The start lies on the chain, which is then as long as the cycle. Or it lies where the
        // cycle leaves a shorter chain.
        let pairs = if target.nodes > most {
            most / 2
        } else {
            most - 1
        };
        self.between(graph, target.at, pairs as usize)
    }

    /// Returns the candidates that are on in chains from a target to its negation with at most this
    /// number of pairs of levels.
    fn between(
        &self,
        graph: &LinkGraph<'_, W>,
        target: (usize, usize),
        pairs: usize,
    ) -> CandidateSet<W> {
        let levels = |first: CandidateSet<W>, links: &[CandidateSet<W>]| {
            let (mut all, mut new) = (first, first);
            let mut levels = Vec::with_capacity(16);
            while levels.len() < pairs && !new.is_empty() {
                levels.push(all);
                let mut next = CandidateSet::EMPTY;
                new.for_each(|on| next.union_with(&links[on]));
                new = next.without(&all);
                all.union_with(&new);
            }
            levels
        };
        let (forward, back) = (
            levels(graph.next_of(target), &graph.next),
            levels(graph.weak_of(target), &self.previous),
        );
        let mut between = CandidateSet::EMPTY;
        for (done, forward) in forward.iter().enumerate() {
            if let Some(back) = back.get(pairs - 1 - done).or(back.last()) {
                between.union_with(&forward.and(back));
            }
        }
        between
    }

    /// Returns the candidates that may be on at the end of a path of this number of nodes, in a
    /// cycle of at most `most` nodes.
    fn after(&self, nodes: u32, most: u32) -> Option<&CandidateSet<W>> {
        let pairs = (most.saturating_sub(nodes) / 2).checked_sub(1)?;
        self.back.get(pairs as usize).or(self.back.last())
    }
}

/// A start of chains.
struct ChainStart {
    at: (usize, usize),
    /// `true` if a chain leads from on to off.
    turns_off: bool,
    /// `true` if a chain leads from off to on.
    turns_on: bool,
}

/// The ends of chains with all links.
struct ChainEnds<const W: usize> {
    /// The candidates that are on if a candidate is on.
    closures: Vec<CandidateSet<W>>,
    /// The candidates of each cell with a chain from on to off.
    off: [u16; 81],
    /// Those with a chain from off to on.
    on: [u16; 81],
}

impl<const W: usize> ChainEnds<W> {
    /// Returns the graph of all links and its chain ends.
    fn new<'a>(links: &'a LinkSets<'a, W>) -> (LinkGraph<'a, W>, Self) {
        let graph = links.link_graph(PASSES[2].kinds);
        let mut ends = Self {
            closures: graph.closures(),
            off: [0; 81],
            on: [0; 81],
        };
        // For each house, the candidates that are on if one of its candidates is off.
        let mut around = HouseUnions::new();
        for (number, closure) in ends.closures.iter().enumerate() {
            let at = links.at(number);
            if closure.intersects(&graph.weak[number]) {
                ends.off[at.0] |= 1 << at.1;
            }
            around.add(at, &ends.through(&graph, number));
        }
        for (cell, digits) in links.grid.cells.iter().enumerate() {
            let (on, weak) = (around.of_cell(cell), links.in_houses.of_cell(cell));
            for digit in members(digits & !links.digits(cell)) {
                if on.around(digit).intersects(&weak.around(digit)) {
                    ends.off[cell] |= 1 << digit;
                }
            }
        }
        // The candidate that a chain from off to on turns on first leads to its own negation. So
        // without chains from on to off there are no others.
        if !ends.is_empty() {
            for number in 0..links.len() {
                if ends.through(&graph, number).contains(number) {
                    let (cell, digit) = links.at(number);
                    ends.on[cell] |= 1 << digit;
                }
            }
        }
        (graph, ends)
    }

    /// Returns the candidates that are on if a candidate with strong links is off.
    fn through(&self, graph: &LinkGraph<'_, W>, off: usize) -> CandidateSet<W> {
        self.all_after(&graph.strong_set(off))
    }

    /// Returns the candidates that are on if these are on, including these.
    fn all_after(&self, on: &CandidateSet<W>) -> CandidateSet<W> {
        let mut all = *on;
        on.for_each(|on| all.union_with(&self.closures[on]));
        all
    }

    /// Returns whether no chain has a deduction.
    fn is_empty(&self) -> bool {
        self.off.iter().all(|digits| *digits == 0)
    }

    /// Returns the starts of all chains.
    fn starts(&self) -> impl Iterator<Item = ChainStart> {
        (0..81).flat_map(move |cell| {
            let (off, on) = (self.off[cell], self.on[cell]);
            members(off | on).map(move |digit| ChainStart {
                at: (cell, digit),
                turns_off: off >> digit & 1 == 1,
                turns_on: on >> digit & 1 == 1,
            })
        })
    }

    /// Returns the candidates that are on if a candidate is on, which need not have strong links.
    fn closure(&self, links: &LinkSets<'_, W>, at: (usize, usize)) -> CandidateSet<W> {
        links.number(at).map_or_else(
            || self.all_after(&links.next(at, PASSES[2].kinds)),
            |number| self.closures[number],
        )
    }

    /// Returns the possible starts of cycles that remove one of these candidates: those that it
    /// turns on and that turn it off.
    fn cycle_starts(
        &self,
        graph: &LinkGraph<'_, W>,
        targets: &[(usize, usize)],
    ) -> CandidateSet<W> {
        let (mut reached, mut seen) = (CandidateSet::EMPTY, CandidateSet::EMPTY);
        for target in targets {
            reached.union_with(&self.closure(graph.links, *target));
            seen.union_with(&graph.weak_of(*target));
        }
        let mut starts = CandidateSet::EMPTY;
        reached.and(graph.with_strong()).for_each(|start| {
            if seen.contains(start) || self.closures[start].intersects(&seen) {
                starts.insert(start);
            }
        });
        starts
    }
}

/// A candidate of a path, alternating on and off. The start has no parent.
#[derive(Copy, Clone)]
struct Node {
    /// The index of the candidate: cell · 9 + digit.
    at: u16,
    /// Its number, or `UNLINKED` for a start without strong links.
    number: u16,
    /// The cause of a strong link, see [`Strong`](super::link_graph::Strong). Unused for the start
    /// and for candidates that are off.
    cause: u8,
    parent: u32,
}

impl Node {
    /// Returns the first node of a path.
    fn start<const W: usize>(links: &LinkSets<'_, W>, (cell, digit): (usize, usize)) -> Self {
        Self {
            at: (cell * 9 + digit) as u16,
            number: links
                .number((cell, digit))
                .map_or(UNLINKED, |number| number as u16),
            cause: 0,
            parent: u32::MAX,
        }
    }

    /// Returns a node of this number.
    fn new<const W: usize>(links: &LinkSets<'_, W>, number: u16, cause: u8, parent: u32) -> Self {
        let (cell, digit) = links.at(usize::from(number));
        Self {
            at: (cell * 9 + digit) as u16,
            number,
            cause,
            parent,
        }
    }

    /// Returns the cell and digit.
    const fn place(&self) -> (usize, usize) {
        (self.at as usize / 9, self.at as usize % 9)
    }
}

/// The number of a candidate without strong links.
const UNLINKED: u16 = u16::MAX;

/// Returns the cause why a candidate is on.
const fn cause_on(cause: u8) -> Cause {
    if cause == 0 {
        Cause::Cell
    } else {
        Cause::Region(cause - 1)
    }
}

/// Calls `found` with every cycle through a candidate, level by level. The arguments are the
/// length, all nodes, the last node of the cycle, which is off, and the reason why it turns the
/// start on. `found` returns the maximum length of further cycles.
///
/// A candidate is on once over all chains, and off once in each. A candidate that is off for the
/// second time gives nothing new, unless it closes the cycle.
fn for_each_cycle<const W: usize>(
    graph: &mut LinkGraph<'_, W>,
    return_paths: &mut ReturnPaths<W>,
    start: usize,
    mut most: u32,
    mut found: impl FnMut(u32, &[Node], u32, Cause) -> u32,
) {
    let mut buffers = std::mem::take(&mut return_paths.buffers);
    let CycleBuffers {
        nodes,
        pending_on,
        pending_off,
    } = &mut buffers;
    nodes.clear();
    pending_on.clear();
    pending_off.clear();
    let links = graph.links;
    nodes.push(Node::start(links, links.at(start)));
    let mut seen = CandidateSet::<W>::EMPTY;
    seen.insert(start);
    let mut are_off = CandidateSet::<W>::EMPTY;
    let closing = graph.strong_set(start);
    pending_on.push(0_u32);
    let mut length = 0;
    while !pending_on.is_empty() && length < most {
        length += 2;
        for on in pending_on.drain(..) {
            let node = nodes[on as usize];
            if !graph.weak[usize::from(node.number)]
                .without(&are_off)
                .intersects(graph.with_strong())
            {
                continue;
            }
            for &number in graph.weak_in_order(node.place()) {
                if are_off.contains(usize::from(number)) {
                    continue;
                }
                // Every other ancestor is off.
                let mut off = node.parent;
                while off != u32::MAX && nodes[off as usize].number != number {
                    let above = nodes[off as usize].parent;
                    off = nodes[above as usize].parent;
                }
                if off == u32::MAX {
                    pending_off.push(nodes.len() as u32);
                    nodes.push(Node::new(links, number, 0, on));
                    if !closing.contains(usize::from(number)) {
                        are_off.insert(usize::from(number));
                    }
                }
            }
        }
        for off in pending_off.drain(..) {
            let mut end = None;
            for (number, cause) in graph.strong(usize::from(nodes[off as usize].number)) {
                if usize::from(number) == start && length >= 4 {
                    end = Some(cause_on(cause));
                }
                if !seen.contains(usize::from(number)) {
                    seen.insert(usize::from(number));
                    if !return_paths
                        .after(length, most)
                        .is_some_and(|may| may.contains(usize::from(number)))
                    {
                        continue;
                    }
                    pending_on.push(nodes.len() as u32);
                    nodes.push(Node::new(links, number, cause, off));
                }
            }
            if let Some(cause) = end {
                most = found(length, nodes, off, cause);
                if length > most {
                    break;
                }
            }
        }
    }
    return_paths.buffers = buffers;
}

/// Returns the removals if the last node, which is off, turns the start on.
fn cycle_removals(grid: &CandidateGrid, nodes: &[Node], last: u32) -> Removals {
    let mut inside = CellSet81::EMPTY;
    // For each digit, the cells that see a node that is off, and those that see one that is on.
    let mut seen = [[CellSet81::EMPTY; 9]; 2];
    let (mut of, mut on) = (last, false);
    while let Some(node) = nodes.get(of as usize) {
        let (cell, digit) = node.place();
        inside.insert(cell);
        let seen = &mut seen[usize::from(on)][digit];
        *seen = seen.or(PEERS[cell]);
        (of, on) = (node.parent, !on);
    }
    let mut removals = Removals::default();
    let [off, on] = &seen;
    for (digit, (off, on)) in off.iter().zip(on).enumerate() {
        off.and(*on)
            .without(inside)
            .iter()
            .for_each(|cell| removals.add(grid, cell, 1 << digit));
    }
    removals
}

/// Returns the path from a node up to the start.
fn path_to_start(nodes: &[Node], from: u32, mut on: bool) -> Vec<ChainNode> {
    let mut chain = Vec::with_capacity(16);
    let mut of = from;
    while let Some(node) = nodes.get(of as usize) {
        let cause = match nodes.get(node.parent as usize) {
            None => Cause::Assumed,
            Some(_) if on => cause_on(node.cause),
            Some(above) => cause_off(above.place().0, node.place().0),
        };
        chain.push(ChainNode {
            at: node.at,
            on,
            cause,
        });
        (of, on) = (node.parent, !on);
    }
    chain
}

/// Returns the first shortest chain from a candidate to its negation, starting from its end.
///
/// There must be a chain. It is the first one of a breadth-first search. Only candidates of
/// shortest chains are followed, which leaves their order as it is.
fn shortest_chain<const W: usize>(
    graph: &mut LinkGraph<'_, W>,
    start: (usize, usize),
    on: bool,
) -> Vec<ChainNode> {
    let links = graph.links;
    let first = Node::start(links, start);
    let mut nodes = Vec::with_capacity(128);
    nodes.push(first);
    // The nodes of the last level.
    let mut level = 0..1;
    let mut seen = CandidateSet::<W>::EMPTY;
    for (turn, are_on) in graph.shortest_levels(start, on).iter().enumerate() {
        if on || turn > 0 {
            let useful = graph.strong_of(are_on);
            let begin = nodes.len();
            for above in level {
                for &number in graph.weak_in_order(nodes[above].place()) {
                    if useful.contains(usize::from(number)) {
                        nodes.push(Node::new(links, number, 0, above as u32));
                    }
                }
            }
            level = begin..nodes.len();
        }
        let begin = nodes.len();
        for above in level {
            for (number, cause) in graph.strong(usize::from(nodes[above].number)) {
                if are_on.contains(usize::from(number)) && !seen.contains(usize::from(number)) {
                    seen.insert(usize::from(number));
                    nodes.push(Node::new(links, number, cause, above as u32));
                }
            }
        }
        level = begin..nodes.len();
    }
    let end = level.start as u32;
    if on {
        nodes.push(Node {
            parent: end,
            ..first
        });
        return path_to_start(&nodes, nodes.len() as u32 - 1, false);
    }
    path_to_start(&nodes, end, true)
}
