//! All forcing chains and cycles of a grid with their nodes, as nested searches need them.

use super::super::forcing::length_difficulty;
use super::super::grid::CandidateGrid;
use super::super::hint::Removals;
use super::super::link_graph::{LinkGraph, LinkSets, PathLength};
use super::super::links::StrongLinks;
use super::super::nested::{ChainNode, NestedHint};
use super::{
    ChainEnds, Order, PASSES, Pass, ReturnPaths, cycle_removals, for_each_cycle, path_to_start,
    shortest_chain,
};

/// Returns all hints with their chains, the lowest rating first.
pub(in super::super) fn all_chains(grid: &CandidateGrid) -> Vec<NestedHint> {
    let strong = StrongLinks::new(grid);
    if strong.count <= 128 {
        all_chains_of(&LinkSets::<2>::new(grid, &strong))
    } else {
        all_chains_of(&LinkSets::<12>::new(grid, &strong))
    }
}

fn all_chains_of<const W: usize>(links: &LinkSets<'_, W>) -> Vec<NestedHint> {
    let (graph, chain_ends) = ChainEnds::new(links);
    if chain_ends.is_empty() {
        return Vec::new();
    }
    let [x, y] = [&PASSES[0], &PASSES[1]].map(|pass| links.link_graph(pass.kinds));
    let mut found = FoundHints {
        chain_ends,
        all: Vec::new(),
    };
    for (graph, pass) in [x, y, graph].iter_mut().zip(&PASSES) {
        let targets = found.add_chains(graph, pass);
        if !targets.is_empty() {
            found.add_cycles(graph, pass, &targets);
        }
    }
    let mut all = found.all;
    all.sort_by(|(one, _), (other, _)| {
        one.0
            .total_cmp(&other.0)
            .then((one.1, one.2, one.3).cmp(&(other.1, other.2, other.3)))
    });
    all.into_iter().map(|(_, nested)| nested).collect()
}

/// The hints that were found so far, each with its [order](Order), and what the search needs.
struct FoundHints<const W: usize> {
    chain_ends: ChainEnds<W>,
    all: Vec<(Order, NestedHint)>,
}

impl<const W: usize> FoundHints<W> {
    /// Adds the forcing chains of a pass. Returns the candidates that imply their negation.
    fn add_chains(&mut self, graph: &mut LinkGraph<'_, W>, pass: &Pass) -> Vec<(usize, usize)> {
        let mut targets = Vec::new();
        for start in self.chain_ends.starts() {
            let at = start.at;
            if start.turns_off
                && let PathLength::Exactly(length) = graph.chain_length(at, true, u32::MAX)
            {
                targets.push(at);
                self.all.extend(chain_hint(graph, pass, at, true, length));
            }
            if start.turns_on
                && pass.chain.is_some()
                && let PathLength::Exactly(length) = graph.chain_length(at, false, u32::MAX)
            {
                self.all.extend(chain_hint(graph, pass, at, false, length));
            }
        }
        targets
    }

    /// Adds the cycles of a pass through candidates that imply their negation.
    fn add_cycles(
        &mut self,
        graph: &mut LinkGraph<'_, W>,
        pass: &Pass,
        targets: &[(usize, usize)],
    ) {
        let links = graph.links;
        let starts = self.chain_ends.cycle_starts(graph, targets);
        let all = &mut self.all;
        let mut return_paths = ReturnPaths::new(graph);
        starts.for_each(|start| {
            if !return_paths.find_return_paths(graph, start, u32::MAX) {
                return;
            }
            for_each_cycle(
                graph,
                &mut return_paths,
                start,
                u32::MAX,
                |length, nodes, last, cause| {
                    let removals = cycle_removals(links.grid, nodes, last);
                    if !removals.is_empty() {
                        let (cell, digit) = links.at(start);
                        let mut chain = path_to_start(nodes, last, false);
                        // The start comes again, now with a reason.
                        let first = ChainNode {
                            at: (cell * 9 + digit) as u16,
                            on: true,
                            cause,
                        };
                        chain.pop();
                        chain.insert(0, first);
                        let order = (
                            pass.cycle + length_difficulty(length - 2),
                            length,
                            pass.key,
                            (cell * 9 + digit, 0),
                        );
                        let hint = NestedHint {
                            removals,
                            length,
                            reversed: reversed(&chain),
                            chains: vec![chain],
                        };
                        all.push((order, hint));
                    }
                    u32::MAX
                },
            );
        });
    }
}

/// Returns the hint of the shortest chain from a candidate to its negation, if the pass has
/// chains.
fn chain_hint<const W: usize>(
    graph: &mut LinkGraph<'_, W>,
    pass: &Pass,
    start: (usize, usize),
    on: bool,
    length: u32,
) -> Option<(Order, NestedHint)> {
    let (cell, digit) = start;
    let base = pass.chain?;
    let mut removals = Removals::default();
    let removed = if on { 1 << digit } else { !(1 << digit) };
    removals.add(graph.links.grid, cell, removed);
    if removals.is_empty() {
        return None;
    }
    let order = (
        base + length_difficulty(length - 2),
        length,
        pass.key,
        (cell * 9 + digit, 2 - u8::from(on)),
    );
    let hint = NestedHint {
        removals,
        length,
        chains: vec![shortest_chain(graph, start, on)],
        reversed: Vec::new(),
    };
    Some((order, hint))
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
            let [short, long] = [
                all_chains_of(&LinkSets::<2>::new(&grid, &strong)),
                all_chains_of(&LinkSets::<12>::new(&grid, &strong)),
            ];
            assert_eq!(format!("{short:?}"), format!("{long:?}"));
            found[usize::from(short.is_empty())] += 1;
        }
        assert!(found.iter().all(|found| *found > 10), "{found:?}");
    }
}
