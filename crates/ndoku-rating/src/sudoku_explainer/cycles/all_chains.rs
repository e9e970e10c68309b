//! All forcing chains and cycles of a grid with their nodes, as nested searches need them.
//!
//! The hints of a search are used in order. So one that removes only what earlier ones remove is of
//! no use, unless an earlier one is not used. Most searches leave such hints out. A useful cycle is
//! not much longer than the chains that remove the same candidates.

use super::super::forcing::length_difficulty;
use super::super::grid::CandidateGrid;
use super::super::hint::Removals;
use super::super::implication_graph::CANDIDATES;
use super::super::link_graph::{LinkGraph, LinkSets, PathLength};
use super::super::links::{CandidateSet, StrongLinks};
use super::super::nested::{ChainNode, NestedHint};
use super::super::tables::members;
use super::{
    ChainEnds, Order, PASSES, Pass, ReturnPaths, Target, cycle_removals, for_each_cycle,
    path_to_start, shortest_chain,
};

/// Returns the hints with their chains, the lowest rating first: all, or those that remove a
/// candidate that no earlier one removes.
pub(in super::super) fn all_chains(grid: &CandidateGrid, choice: HintChoice) -> Vec<NestedHint> {
    let strong = StrongLinks::new(grid);
    if strong.count <= 128 {
        all_chains_of(&LinkSets::<2>::new(grid, &strong), choice)
    } else {
        all_chains_of(&LinkSets::<12>::new(grid, &strong), choice)
    }
}

/// The hints that a search returns.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(in super::super) enum HintChoice {
    All,
    /// Those that remove a candidate that no earlier one removes.
    Useful,
}

fn all_chains_of<const W: usize>(links: &LinkSets<'_, W>, choice: HintChoice) -> Vec<NestedHint> {
    let (graph, chain_ends) = ChainEnds::new(links);
    if chain_ends.is_empty() {
        return Vec::new();
    }
    let [x, y] = [&PASSES[0], &PASSES[1]].map(|pass| links.link_graph(pass.kinds));
    let mut graphs = [x, y, graph];
    let mut found = FoundHints {
        chain_ends,
        choice,
        all: Vec::new(),
        first: vec![LAST; CANDIDATES],
    };
    let mut targets = [const { Vec::new() }; 3];
    for ((index, graph), targets) in graphs.iter().enumerate().zip(&mut targets) {
        *targets = found.add_chains(graph, index);
    }
    for ((graph, pass), targets) in graphs.iter_mut().zip(&PASSES).zip(&targets) {
        found.add_cycles(graph, pass, targets);
    }
    found
        .all
        .sort_by(|one, other| compare(&one.order, &other.order));
    let mut removed = [0; 81];
    let mut all = Vec::with_capacity(found.all.len());
    for hint in found.all {
        let mut is_useful = false;
        for (cell, digits) in &hint.removals.0 {
            let removed = &mut removed[usize::from(*cell)];
            is_useful |= digits & !*removed != 0;
            *removed |= digits;
        }
        if is_useful || choice == HintChoice::All {
            all.push(hint.with_chains(&mut graphs));
        }
    }
    all
}

/// The order of a hint that does not exist.
const LAST: Order = (f64::INFINITY, u32::MAX, u8::MAX, (0, 0));

fn compare(one: &Order, other: &Order) -> std::cmp::Ordering {
    one.0
        .total_cmp(&other.0)
        .then((one.1, one.2, one.3).cmp(&(other.1, other.2, other.3)))
}

/// A hint, with its chains if they are known.
struct FoundHint {
    order: Order,
    removals: Removals,
    chains: FoundChains,
}

enum FoundChains {
    /// The shortest chain of a pass from a candidate that is on, or off, to its negation.
    Shortest {
        pass: usize,
        start: (usize, usize),
        on: bool,
    },
    Cycle(Vec<ChainNode>),
}

impl FoundHint {
    fn with_chains<const W: usize>(self, graphs: &mut [LinkGraph<'_, W>; 3]) -> NestedHint {
        let (chain, reversed) = match self.chains {
            FoundChains::Shortest { pass, start, on } => {
                (shortest_chain(&mut graphs[pass], start, on), Vec::new())
            }
            FoundChains::Cycle(chain) => {
                let reversed = reversed(&chain);
                (chain, reversed)
            }
        };
        NestedHint {
            removals: self.removals,
            length: self.order.1,
            chains: vec![chain],
            reversed,
        }
    }
}

/// The hints that were found so far, and what the search needs.
struct FoundHints<const W: usize> {
    chain_ends: ChainEnds<W>,
    choice: HintChoice,
    all: Vec<FoundHint>,
    /// For each candidate, the order of the first hint that removes it.
    first: Vec<Order>,
}

impl<const W: usize> FoundHints<W> {
    /// Adds the forcing chains of a pass. Returns the candidates that imply their negation.
    fn add_chains(&mut self, graph: &LinkGraph<'_, W>, index: usize) -> Vec<Target> {
        let pass = &PASSES[index];
        let grid = graph.links.grid;
        let mut targets = Vec::new();
        let starts: Vec<_> = self.chain_ends.starts().collect();
        for start in starts {
            let (cell, digit) = start.at;
            for (on, is_end) in [(true, start.turns_off), (false, start.turns_on)] {
                if !is_end || !on && pass.chain.is_none() {
                    continue;
                }
                let length = graph.chain_length(start.at, on, u32::MAX);
                let PathLength::Exactly(nodes) = length else {
                    continue;
                };
                if on {
                    targets.extend(Target::new(start.at, length, u32::MAX));
                }
                let Some(base) = pass.chain else {
                    continue;
                };
                let mut removals = Removals::default();
                removals.add(grid, cell, if on { 1 << digit } else { !(1 << digit) });
                let order = (
                    base + length_difficulty(nodes - 2),
                    nodes,
                    pass.key,
                    (cell * 9 + digit, 2 - u8::from(on)),
                );
                self.add(order, removals, || FoundChains::Shortest {
                    pass: index,
                    start: start.at,
                    on,
                });
            }
        }
        targets
    }

    /// Returns the maximum length of a cycle of a pass that comes before all hints that remove a
    /// target, or 0 if there is none.
    fn most(&self, pass: &Pass, target: &Target) -> u32 {
        let (cell, digit) = target.at;
        let first = &self.first[cell * 9 + digit];
        let is_before = |length| {
            let rating = pass.cycle + length_difficulty(length - 2);
            compare(&(rating, length, pass.key, (0, 0)), first).is_lt()
        };
        // A cycle is at most two nodes shorter than the shortest chain that removes the target.
        let mut length = (target.nodes - 2).max(4);
        let mut most = 0;
        while length < u32::MAX / 2 && is_before(length) {
            most = length;
            length += 2;
        }
        most
    }

    /// Adds a hint if it is the first one so far that removes some candidate, or if all are wanted.
    fn add(&mut self, order: Order, removals: Removals, chains: impl FnOnce() -> FoundChains) {
        let mut is_first = false;
        for (cell, digits) in &removals.0 {
            for digit in members(*digits) {
                let first = &mut self.first[usize::from(*cell) * 9 + digit];
                if compare(&order, first).is_lt() {
                    *first = order;
                    is_first = true;
                }
            }
        }
        if is_first || self.choice == HintChoice::All && !removals.is_empty() {
            self.all.push(FoundHint {
                order,
                removals,
                chains: chains(),
            });
        }
    }

    /// Adds the cycles of a pass through candidates that imply their negation.
    fn add_cycles(&mut self, graph: &mut LinkGraph<'_, W>, pass: &Pass, targets: &[Target]) {
        if targets.is_empty() {
            return;
        }
        let links = graph.links;
        let mut return_paths = ReturnPaths::new(graph);
        let mut most = 0;
        let mut starts = CandidateSet::EMPTY;
        if self.choice == HintChoice::All {
            let targets: Vec<_> = targets.iter().map(|target| target.at).collect();
            starts = self.chain_ends.cycle_starts(graph, &targets);
            most = u32::MAX;
        } else {
            for target in targets {
                let most_here = self.most(pass, target);
                if most_here > 0 {
                    starts.union_with(&return_paths.cycle_starts(graph, target, most_here));
                    most = most.max(most_here);
                }
            }
        }
        starts.for_each(|start| {
            let (cell, digit) = links.at(start);
            let turn = (cell * 9 + digit, 0);
            if !return_paths.find_return_paths(graph, start, most) {
                return;
            }
            for_each_cycle(
                graph,
                &mut return_paths,
                start,
                most,
                |length, nodes, last, cause| {
                    let rating = pass.cycle + length_difficulty(length - 2);
                    let removals = cycle_removals(links.grid, nodes, last);
                    self.add((rating, length, pass.key, turn), removals, || {
                        let mut chain = path_to_start(nodes, last, false);
                        // The start comes again, now with a reason.
                        let first = ChainNode {
                            at: turn.0 as u16,
                            on: true,
                            cause,
                        };
                        chain.pop();
                        chain.insert(0, first);
                        FoundChains::Cycle(chain)
                    });
                    most
                },
            );
        });
    }
}

/// Returns a cycle in the opposite direction: off becomes on for the same reason.
fn reversed(cycle: &[ChainNode]) -> Vec<ChainNode> {
    let nodes = cycle.iter().rev();
    nodes
        .map(|node| ChainNode {
            on: !node.on,
            ..*node
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::super::grid::closed_hard_grids;
    use super::super::super::implication_graph::CANDIDATES;
    use super::super::super::links::{LinkKinds, for_each_weak_link, naive_implications};
    use super::*;

    /// Returns hard grids without one candidate.
    fn reduced_grids(count: usize, step: usize) -> impl Iterator<Item = CandidateGrid> {
        closed_hard_grids(count).flat_map(move |grid| {
            (0..CANDIDATES).step_by(step).map(move |at| {
                let mut reduced = grid.clone();
                reduced.remove(at / 9, at % 9);
                reduced
            })
        })
    }

    #[test]
    fn chain_ends_equal_those_of_a_naive_search() {
        let mut found = [0; 3];
        for grid in reduced_grids(20, 31) {
            let strong = StrongLinks::new(&grid);
            let links = LinkSets::<2>::new(&grid, &strong);
            let (_, ends) = ChainEnds::new(&links);
            let all = |at: usize| grid.has(at / 9, at % 9);
            for at in (0..CANDIDATES).filter(|at| all(*at)) {
                let start = ends.starts().find(|start| start.at == (at / 9, at % 9));
                for on in [false, true] {
                    let is_end = start
                        .as_ref()
                        .is_some_and(|start| if on { start.turns_off } else { start.turns_on });
                    let reached = naive_implications(&grid, at, on);
                    assert_eq!(is_end, reached[usize::from(!on)][at], "{at} {on}");
                    found[usize::from(is_end) * (1 + usize::from(on))] += 1;
                }
            }
        }
        assert!(found.iter().all(|found| *found > 100), "{found:?}");
    }

    /// Returns the first shortest chain from a candidate to its negation in a breadth-first search
    /// over all candidates, starting from its end.
    fn first_chain(
        graph: &LinkGraph<'_, 2>,
        kinds: LinkKinds,
        start: (usize, usize),
        on: bool,
    ) -> Vec<(usize, bool)> {
        let links = graph.links;
        let mut nodes = vec![(start, on, usize::MAX)];
        let mut open = 0;
        while let Some(&(at, is_on, _)) = nodes.get(open) {
            let mut next = Vec::new();
            if is_on {
                for_each_weak_link(links.grid, at, kinds, |cell, digit| {
                    next.push((cell, digit));
                });
            } else if let Some(number) = links.number(at) {
                next.extend(
                    graph
                        .strong(number)
                        .map(|(to, _)| links.at(usize::from(to))),
                );
            }
            for at in next {
                if nodes.iter().all(|node| (node.0, node.1) != (at, !is_on)) {
                    nodes.push((at, !is_on, open));
                }
                if (at, !is_on) == (start, !on) {
                    let mut path = Vec::new();
                    let mut last = nodes.len() - 1;
                    while let Some(&((cell, digit), on, parent)) = nodes.get(last) {
                        path.push((cell * 9 + digit, on));
                        last = parent;
                    }
                    return path;
                }
            }
            open += 1;
        }
        Vec::new()
    }

    #[test]
    fn chains_equal_the_first_ones_of_a_full_search() {
        let mut found = [0, 0];
        for grid in reduced_grids(20, 97) {
            let strong = StrongLinks::new(&grid);
            let links = LinkSets::<2>::new(&grid, &strong);
            let (_, ends) = ChainEnds::new(&links);
            for pass in PASSES.iter().filter(|pass| pass.chain.is_some()) {
                let mut graph = links.link_graph(pass.kinds);
                for start in ends.starts() {
                    for on in [false, true] {
                        let expected = first_chain(&graph, pass.kinds, start.at, on);
                        let length = graph.chain_length(start.at, on, u32::MAX);
                        if expected.is_empty() {
                            assert_eq!(length, PathLength::None);
                        } else {
                            assert_eq!(length, PathLength::Exactly(expected.len() as u32));
                            let chain = shortest_chain(&mut graph, start.at, on);
                            let chain: Vec<_> = chain
                                .iter()
                                .map(|node| (usize::from(node.at), node.on))
                                .collect();
                            assert_eq!(chain, expected);
                            found[usize::from(on)] += 1;
                        }
                    }
                }
            }
        }
        assert!(found.iter().all(|found| *found > 100), "{found:?}");
    }

    #[test]
    fn short_and_long_sets_give_the_same_hints() {
        let mut found = [0, 0];
        for grid in reduced_grids(20, 97) {
            let strong = StrongLinks::new(&grid);
            for choice in [HintChoice::All, HintChoice::Useful] {
                let [short, long] = [
                    all_chains_of(&LinkSets::<2>::new(&grid, &strong), choice),
                    all_chains_of(&LinkSets::<12>::new(&grid, &strong), choice),
                ];
                assert_eq!(format!("{short:?}"), format!("{long:?}"));
                found[usize::from(short.is_empty())] += 1;
            }
        }
        assert!(found.iter().all(|found| *found > 10), "{found:?}");
    }

    #[test]
    fn useful_hints_are_those_of_all_hints_that_remove_something_new() {
        let mut found = [0, 0];
        for grid in reduced_grids(40, 31) {
            let mut all = all_chains(&grid, HintChoice::All);
            let count = all.len();
            let mut removed = [0; 81];
            all.retain(|hint| {
                let mut is_useful = false;
                for (cell, digits) in &hint.removals.0 {
                    is_useful |= digits & !removed[usize::from(*cell)] != 0;
                    removed[usize::from(*cell)] |= digits;
                }
                is_useful
            });
            let useful = all_chains(&grid, HintChoice::Useful);
            assert_eq!(format!("{useful:?}"), format!("{all:?}"));
            found[0] += usize::from(useful.len() < count);
            found[1] += useful
                .iter()
                .filter(|hint| !hint.reversed.is_empty())
                .count();
        }
        assert!(found.iter().all(|found| *found > 100), "{found:?}");
    }
}
