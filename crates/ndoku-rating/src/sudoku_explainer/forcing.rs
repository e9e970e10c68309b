//! Multiple, Nishio and dynamic forcing chains: common implications of all candidates of a cell, of
//! all places of a digit in a region, or of a candidate being on and off; and candidates with a
//! contradiction.
//!
//! The hint with the lowest rating, length and kind is taken, and of equal ones the first. The
//! order is: cells, and for each cell first its digits, then all its candidates. For each digit
//! come contradictions, then on and off, then its regions.

use std::rc::Rc;

use super::grid::CandidateGrid;
use super::hint::{RatedHint, Removals, SeTechnique};
use super::implication_bound::{ImplicationBounds, PossibleHints};
use super::implication_graph::{CANDIDATES, Cause, ChainRules, ImplicationGraph};
use super::nested::{ChainNode, GraphTable, NestedHint, NestedSearchCache, StopCheck};
use super::reachable::{MIN_CANDIDATES, SharedImplications};
use super::tables::{CELLS, POSITIONS, REGIONS, count, members};

/// Returns what a chain of this length adds to the rating of its kind.
pub(super) fn length_difficulty(length: u32) -> f64 {
    static ADDED: [f64; 256] = {
        let mut table = [0.0; 256];
        let mut length = 0;
        while length < 256 {
            table[length] = sum(length as u32);
            length += 1;
        }
        table
    };
    /// Adds as Sukaku Explainer does. Ties depend on the last bit.
    const fn sum(length: u32) -> f64 {
        let mut added = 0.0;
        let mut ceiling = 4;
        let mut odd = false;
        while length > ceiling {
            added += 0.1;
            ceiling = if odd {
                ceiling * 4 / 3
            } else {
                ceiling * 3 / 2
            };
            odd = !odd;
        }
        added
    }
    ADDED
        .get(length as usize)
        .copied()
        .unwrap_or_else(|| sum(length))
}

/// Returns the rating of the shortest chain by these rules.
fn base(rules: ChainRules) -> f64 {
    if rules.nishio {
        7.5
    } else if rules.dynamic {
        8.5 + 0.5 * f64::from(rules.level)
    } else {
        8.0
    }
}

/// Finds the best forcing chain by these rules: 7.5, 8.0, 8.5 or more.
pub(super) fn forcing_chain(
    grid: &CandidateGrid,
    rules: ChainRules,
    bounds: &mut ImplicationBounds,
    cache: &mut NestedSearchCache,
    stop: StopCheck<'_>,
) -> Option<RatedHint> {
    cache.prepare_next_search();
    let has_bounds = bounds.update(grid, rules, &mut || cache.check_stop(stop));
    let mut search = ForcingSearch::new(grid, rules, cache, stop);
    if has_bounds {
        let mut without = bounds.contradictions(rules).to_vec();
        without.retain(|assumption| {
            !search.cache.check_stop(stop) && !search.has_contradiction(*assumption)
        });
        bounds.forget(rules, &without);
        search.possible = bounds.possible_hints(grid, rules, &search.graphs);
    }
    search.run();
    let ForcingSearch {
        best,
        graphs,
        cache,
        ..
    } = search;
    cache.recycle_all(graphs);
    best?.rated(grid, rules)
}

/// Returns all hints, the shortest first, and of those with the same conclusion only the first.
pub(super) fn all_chains(
    grid: &CandidateGrid,
    rules: ChainRules,
    cache: &mut NestedSearchCache,
    stop: StopCheck<'_>,
) -> Vec<NestedHint> {
    let mut search = ForcingSearch::new(grid, rules, cache, stop);
    search.all = Some(HintsByTarget::new());
    search.run();
    let mut found = search.all.take().map_or_else(Vec::new, |all| all.hints);
    found.sort_by_key(|found| (found.length, found.kind.number(), found.turn));
    let mut nested = Vec::with_capacity(found.len());
    for found in found {
        let mut chains = Vec::with_capacity(found.chains.len());
        for (from, node) in &found.chains {
            let implied = match found.kind {
                ForcingKind::Cell => Cause::Cell,
                ForcingKind::Region(kind) => Cause::Region(kind),
                _ => Cause::Assumed,
            };
            let (at, is_on) = match from {
                GraphKey::On(at) => (*at, true),
                GraphKey::Off(at) => (*at, false),
            };
            let mut chain = search.graphs[usize::from(is_on)][at]
                .as_ref()
                .map_or_else(Vec::new, |graph| graph.breadth_first(*node));
            chain
                .iter_mut()
                .filter(|node| node.cause == Cause::Assumed)
                .for_each(|node| node.cause = implied);
            chains.push(chain);
        }
        nested.push(NestedHint {
            removals: found.removals(grid),
            length: found.length,
            chains,
            reversed: Vec::<ChainNode>::new(),
        });
    }
    let ForcingSearch { graphs, cache, .. } = search;
    cache.recycle_all(graphs);
    nested
}

/// The kind of a hint.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum ForcingKind {
    Double,
    Cell,
    /// The kind of region: block, row or column.
    Region(u8),
    Contradiction,
}

impl ForcingKind {
    /// Returns the key that decides between equal lengths.
    const fn number(self) -> u8 {
        match self {
            Self::Double => 1,
            Self::Cell => 5,
            Self::Region(_) => 6,
            Self::Contradiction => 7,
        }
    }
}

/// The graph of a chain: that of a candidate being on or off.
#[derive(Copy, Clone, Debug)]
enum GraphKey {
    On(usize),
    Off(usize),
}

/// A hint: its target is on or off.
#[derive(Clone, Debug)]
struct ForcingHint {
    length: u32,
    kind: ForcingKind,
    /// The number of hints that were found before it.
    turn: u32,
    target: usize,
    on: bool,
    /// The ends of its chains.
    chains: Vec<(GraphKey, u32)>,
}

impl ForcingHint {
    /// Returns the hint with its technique and rating by the rules of its search.
    fn rated(&self, grid: &CandidateGrid, rules: ChainRules) -> Option<RatedHint> {
        let (cell, digit) = (self.target / 9, self.target % 9);
        let technique = match (rules.nishio, self.kind) {
            (true, _) => SeTechnique::NishioForcingChain,
            (_, ForcingKind::Double) => SeTechnique::DoubleForcingChain,
            (_, ForcingKind::Cell) => SeTechnique::CellForcingChain,
            (_, ForcingKind::Region(_)) => SeTechnique::RegionForcingChain,
            (_, ForcingKind::Contradiction) => SeTechnique::ContradictionForcingChain,
        };
        let place = self.on.then_some((cell as u8, digit as u8));
        let hint = RatedHint::removing(
            technique,
            base(rules) + length_difficulty(self.length - 2),
            self.removals(grid),
        );
        hint.map(|hint| RatedHint { place, ..hint })
    }

    fn removals(&self, grid: &CandidateGrid) -> Removals {
        let (cell, digit) = (self.target / 9, self.target % 9);
        let mut removals = Removals::default();
        removals.add(grid, cell, if self.on { !(1 << digit) } else { 1 << digit });
        removals
    }
}

/// The best hint for each target being off and on. Most searches find few, and a table of hints
/// would be large.
struct HintsByTarget {
    hints: Vec<ForcingHint>,
    /// The index in `hints` plus 1 for each target being off and on, or 0 if there is none.
    numbers: [[u16; 2]; CANDIDATES],
}

impl HintsByTarget {
    const fn new() -> Self {
        Self {
            hints: Vec::new(),
            numbers: [[0; 2]; CANDIDATES],
        }
    }

    fn get(&self, target: usize, on: bool) -> Option<&ForcingHint> {
        let number = usize::from(self.numbers[target][usize::from(on)]);
        Some(&self.hints[number.checked_sub(1)?])
    }

    fn insert(&mut self, hint: ForcingHint) {
        let number = &mut self.numbers[hint.target][usize::from(hint.on)];
        if let Some(known) = usize::from(*number).checked_sub(1) {
            self.hints[known] = hint;
        } else {
            self.hints.push(hint);
            *number = self.hints.len() as u16;
        }
    }
}

struct ForcingSearch<'a> {
    grid: &'a CandidateGrid,
    rules: ChainRules,
    cache: &'a mut NestedSearchCache,
    stop: StopCheck<'a>,
    turn: u32,
    /// The best hint.
    best: Option<ForcingHint>,
    /// Instead, the best hint for each target being off and on.
    all: Option<HintsByTarget>,
    /// The implications of each candidate, computed on demand.
    graphs: GraphTable,
    /// The hints that may exist, if they are known.
    possible: Option<PossibleHints>,
}

impl<'a> ForcingSearch<'a> {
    fn new(
        grid: &'a CandidateGrid,
        rules: ChainRules,
        cache: &'a mut NestedSearchCache,
        stop: StopCheck<'a>,
    ) -> Self {
        let possible = (!rules.dynamic).then(|| PossibleHints {
            of_candidates: Vec::new(),
            shared: SharedImplications::new(grid),
        });
        Self {
            grid,
            rules,
            cache,
            stop,
            turn: 0,
            best: None,
            all: None,
            graphs: GraphTable::default(),
            possible,
        }
    }

    fn run(&mut self) {
        let ChainRules {
            dynamic, nishio, ..
        } = self.rules;
        let is_possible = |possible: &PossibleHints| dynamic || !possible.shared.is_empty;
        if !self.possible.as_ref().is_none_or(is_possible) {
            return;
        }
        let least = if dynamic { 2 } else { MIN_CANDIDATES };
        for cell in 0..81 {
            let count = self.grid.count(cell);
            if count < least {
                continue;
            }
            if self.cache.check_stop(self.stop) {
                break;
            }
            for digit in members(self.grid.cells[cell]) {
                let at = cell * 9 + digit;
                if dynamic {
                    self.take_contradictions(at);
                    if !nishio && count >= 3 {
                        self.take_doubles(at);
                    }
                }
                if !nishio {
                    self.take_regions(cell, digit);
                }
            }
            if !nishio {
                let all = Cases::new(self.grid.cells[cell], |digit| cell * 9 + digit);
                let may_share = self.may_share(|shared| shared.in_cells[cell]);
                self.take_cases(all.list(), ForcingKind::Cell, may_share);
            }
        }
    }

    /// Returns which common implications of a house may exist, first for off, then for on.
    fn may_share(&self, house: impl Fn(&SharedImplications) -> [bool; 2]) -> [bool; 2] {
        let possible = self.possible.as_ref();
        possible.map_or([true; 2], |possible| house(&possible.shared))
    }

    /// Returns whether an assumption leads to a contradiction.
    fn has_contradiction(&mut self, (at, is_on): (usize, bool)) -> bool {
        let graph = self.take_graph(at, is_on);
        let has_contradiction = graph.contradiction.is_some();
        self.graphs[usize::from(is_on)][at] = Some(graph);
        has_contradiction
    }

    /// Takes the negations of a candidate being on, and being off, if they lead to contradictions.
    fn take_contradictions(&mut self, at: usize) {
        let possible = self.possible.as_ref();
        let may_exist = possible.map_or([true; 2], |possible| {
            possible.of_candidates[at].contradictions
        });
        for (is_on, from) in [(true, GraphKey::On(at)), (false, GraphKey::Off(at))] {
            if may_exist[usize::from(is_on)] {
                let graph = self.take_graph(at, is_on);
                self.take_contradiction(&graph, from);
                self.graphs[usize::from(is_on)][at] = Some(graph);
            }
        }
    }

    /// Takes the common implications of a candidate being on and off.
    fn take_doubles(&mut self, at: usize) {
        let possible = self.possible.as_ref();
        if possible.is_some_and(|possible| !possible.of_candidates[at].double) {
            return;
        }
        let [off, on] = [false, true].map(|is_on| self.take_graph(at, is_on));
        for is_on in [true, false] {
            self.take_common(
                &[(GraphKey::On(at), &on), (GraphKey::Off(at), &*off)],
                is_on,
                ForcingKind::Double,
            );
        }
        self.graphs[0][at] = Some(off);
        self.graphs[1][at] = Some(on);
    }

    /// Takes the graph of a candidate that is on or off. The caller puts it back.
    fn take_graph(&mut self, at: usize, is_on: bool) -> Box<ImplicationGraph> {
        let Self {
            grid,
            rules,
            cache,
            stop,
            graphs,
            ..
        } = self;
        let graphs = &mut graphs[usize::from(is_on)];
        if graphs.is_empty() {
            graphs.resize_with(CANDIDATES, || None);
        }
        if let Some(graph) = graphs[at].take() {
            return graph;
        }
        let mut graph = cache.take_spare();
        graph.propagate(grid, at, is_on, *rules, cache, *stop);
        graph
    }

    /// Returns whether a hint of this length would be better than the known one.
    fn is_better(&self, length: u32, kind: ForcingKind, target: usize, on: bool) -> bool {
        let known = match &self.all {
            None => self.best.as_ref(),
            Some(all) => all.get(target, on),
        };
        known.is_none_or(|known| (length, kind.number()) < (known.length, known.kind.number()))
    }

    /// Takes a hint if it is better: all chains imply that the target is on, or off.
    fn keep_if_better(
        &mut self,
        chains: &[(GraphKey, &ImplicationGraph, u32)],
        kind: ForcingKind,
        target: usize,
        on: bool,
    ) {
        let bound = chains
            .iter()
            .map(|(_, graph, node)| u32::from(graph.nodes[*node as usize].depth))
            .sum();
        if !self.is_better(bound, kind, target, on) || (on && self.grid.count(target / 9) < 2) {
            return;
        }
        let length = length(chains);
        if self.is_better(length, kind, target, on) {
            self.turn += 1;
            let chains = chains
                .iter()
                .map(|(from, _, node)| (*from, *node))
                .collect();
            let found = ForcingHint {
                length,
                kind,
                turn: self.turn,
                target,
                on,
                chains,
            };
            match &mut self.all {
                None => self.best = Some(found),
                Some(all) => all.insert(found),
            }
        }
    }

    /// Takes the negation of an assumption with a contradiction.
    fn take_contradiction(&mut self, graph: &ImplicationGraph, from: GraphKey) {
        let Some((one, other)) = graph.contradiction else {
            return;
        };
        let (target, on) = match from {
            GraphKey::On(at) => (at, false),
            GraphKey::Off(at) => (at, true),
        };
        self.keep_if_better(
            &[(from, graph, one), (from, graph, other)],
            ForcingKind::Contradiction,
            target,
            on,
        );
    }

    /// Takes implications of all places of the digit in the regions in which this cell is its first
    /// place.
    fn take_regions(&mut self, cell: usize, digit: usize) {
        for (kind, (region, position)) in REGIONS[cell].into_iter().zip(POSITIONS[cell]).enumerate()
        {
            let region = usize::from(region);
            let places = self.grid.places[region][digit];
            if places.count_ones() < 2 || places.trailing_zeros() != u32::from(position) {
                continue;
            }
            let may_share = self.may_share(|shared| shared.in_regions[region][digit]);
            let all = Cases::new(places, |position| {
                usize::from(CELLS[region][position]) * 9 + digit
            });
            self.take_cases(all.list(), ForcingKind::Region(kind as u8), may_share);
        }
    }

    /// Takes the common implications of these candidates. `may_share` says whether there
    /// may be any, first for off, then for on.
    fn take_cases(&mut self, all: &[usize], kind: ForcingKind, may_share: [bool; 2]) {
        if may_share == [false; 2] {
            return;
        }
        let graphs: Vec<(GraphKey, Box<ImplicationGraph>)> = all
            .iter()
            .map(|at| (GraphKey::On(*at), self.take_graph(*at, true)))
            .collect();
        {
            let present: Vec<(GraphKey, &ImplicationGraph)> = graphs
                .iter()
                .map(|(from, graph)| (*from, &**graph))
                .collect();
            for is_on in [true, false] {
                if may_share[usize::from(is_on)] {
                    self.take_common(&present, is_on, kind);
                }
            }
        }
        all.iter()
            .zip(graphs)
            .for_each(|(at, (_, graph))| self.graphs[1][*at] = Some(graph));
    }

    /// Takes targets that are on, or off, in all of these graphs.
    fn take_common(
        &mut self,
        graphs: &[(GraphKey, &ImplicationGraph)],
        is_on: bool,
        kind: ForcingKind,
    ) {
        let Some(((_, first), rest)) = graphs.split_first() else {
            return;
        };
        let mut shared = if is_on {
            first.on.cells
        } else {
            first.off.cells
        };
        for (_, graph) in rest {
            let others = if is_on {
                &graph.on.cells
            } else {
                &graph.off.cells
            };
            shared
                .iter_mut()
                .zip(others)
                .for_each(|(cells, others)| *cells = cells.and(*others));
        }
        if shared.iter().all(|cells| cells.is_empty()) {
            return;
        }
        let list = if is_on {
            &first.on.list
        } else {
            &first.off.list
        };
        let mut chains = Vec::with_capacity(graphs.len());
        for node in list {
            let target = usize::from(first.nodes[usize::from(*node)].at);
            if !shared[target % 9].contains(target / 9) {
                continue;
            }
            chains.clear();
            chains.extend(graphs.iter().filter_map(|(from, graph)| {
                let node = if is_on {
                    graph.on.node(target)
                } else {
                    graph.off.node(target)
                };
                Some((*from, *graph, node?))
            }));
            self.keep_if_better(&chains, kind, target, is_on);
        }
    }
}

/// The candidates of a cell, or the places of a digit in a region.
struct Cases {
    /// Their indices, of which the first `count` are used.
    list: [usize; 9],
    count: usize,
}

impl Cases {
    /// Returns what `candidate` returns for each member of a set of nine.
    fn new(set: u16, candidate: impl Fn(usize) -> usize) -> Self {
        let mut list = [0; 9];
        for (place, member) in list.iter_mut().zip(members(set)) {
            *place = candidate(member);
        }
        Self {
            list,
            count: count(set),
        }
    }

    fn list(&self) -> &[usize] {
        &self.list[..self.count]
    }
}

/// Returns the number of ancestors of all ends, plus the lengths of all different nested hints.
fn length(chains: &[(GraphKey, &ImplicationGraph, u32)]) -> u32 {
    let mut inside: Vec<Rc<NestedHint>> = Vec::new();
    let mut length = 0;
    for (_, graph, node) in chains {
        length += graph.ancestors(*node, &mut |nested| {
            if !inside
                .iter()
                .any(|known| Rc::ptr_eq(known, nested) || known.is_same(nested))
            {
                inside.push(Rc::clone(nested));
            }
        });
    }
    length + inside.iter().map(|nested| nested.length).sum::<u32>()
}

#[cfg(test)]
mod tests {
    use super::super::closure::close;
    use super::super::grid::{closed_hard_grids, grid_of};
    use super::*;

    /// Puzzles known as Easter Monster, Golden Nugget and Platinum Blonde.
    const HARDEST: [&str; 3] = [
        "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
        ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
        ".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6...",
    ];

    /// Searches with bounds and without, and compares the hints.
    fn hint(
        grid: &CandidateGrid,
        rules: ChainRules,
        bounds: &mut ImplicationBounds,
    ) -> Option<RatedHint> {
        let mut cache = NestedSearchCache::default();
        let hint = forcing_chain(grid, rules, bounds, &mut cache, &|| false);
        let mut search = ForcingSearch::new(grid, rules, &mut cache, &|| false);
        search.run();
        let expected = search.best.and_then(|best| best.rated(grid, rules));
        assert_eq!(hint, expected, "{rules:?}");
        hint
    }

    #[test]
    fn bounds_leave_the_best_hints_of_a_path_as_they_are() {
        let mut found = [0; 5];
        let mut bounds = ImplicationBounds::default();
        let hardest = HARDEST.map(grid_of);
        for mut grid in closed_hard_grids(4).chain(hardest) {
            for _ in 0..20 {
                close(&mut grid);
                let rules = [ChainRules::NISHIO].into_iter();
                let mut rules = rules.chain((0..4).map(ChainRules::dynamic)).zip(&mut found);
                let Some(hint) = rules.find_map(|(rules, found)| {
                    let hint = hint(&grid, rules, &mut bounds);
                    *found += usize::from(hint.is_some());
                    hint
                }) else {
                    break;
                };
                hint.apply(&mut grid);
            }
        }
        assert!(found.iter().all(|found| *found > 1), "{found:?}");
    }
}
