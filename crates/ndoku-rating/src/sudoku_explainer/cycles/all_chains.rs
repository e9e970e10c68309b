//! All forcing chains and cycles of a grid with their nodes, as nested searches need them.

use super::super::forcing::length_difficulty;
use super::super::grid::CandidateGrid;
use super::super::hint::Removals;
use super::super::link_graph::{LinkGraph, LinkSets, PathLength};
use super::super::linked_candidates::may_have_chain;
use super::super::links::{CandidateNumbering, CandidateSet};
use super::super::nested::{ChainNode, NestedHint};
use super::{
    ChainEnds, Order, PASSES, Pass, ReturnPaths, cycle_removals, for_each_cycle, path_to_start,
    shortest_chain,
};

/// Returns all hints with their chains, the lowest rating first.
pub(in super::super) fn all_chains(grid: &CandidateGrid) -> Vec<NestedHint> {
    if !may_have_chain(grid) {
        return Vec::new();
    }
    let candidates = CandidateNumbering::new(grid);
    if candidates.len() <= 256 {
        all_chains_of::<4>(grid, &candidates)
    } else {
        all_chains_of::<12>(grid, &candidates)
    }
}

fn all_chains_of<const W: usize>(
    grid: &CandidateGrid,
    candidates: &CandidateNumbering,
) -> Vec<NestedHint> {
    let links = LinkSets::<W>::new(grid, candidates);
    let (graph, chain_ends) = ChainEnds::new(&links);
    if chain_ends.is_empty() {
        return Vec::new();
    }
    let [x, y] = [&PASSES[0], &PASSES[1]].map(|pass| links.link_graph(pass.kinds));
    let mut found = FoundHints {
        grid,
        candidates,
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
struct FoundHints<'a, const W: usize> {
    grid: &'a CandidateGrid,
    candidates: &'a CandidateNumbering,
    chain_ends: ChainEnds<W>,
    all: Vec<(Order, NestedHint)>,
}

impl<const W: usize> FoundHints<'_, W> {
    /// Adds the forcing chains of a pass. Returns the candidates that imply their negation.
    fn add_chains(&mut self, graph: &mut LinkGraph<'_, W>, pass: &Pass) -> CandidateSet<W> {
        let (grid, candidates) = (self.grid, self.candidates);
        let mut targets = CandidateSet::EMPTY;
        for start in 0..candidates.len() {
            let (cell, digit) = candidates.at(start);
            for on in [true, false] {
                let known = if on {
                    &self.chain_ends.off
                } else {
                    &self.chain_ends.on
                };
                if !known.contains(start) || (pass.chain.is_none() && !on) {
                    continue;
                }
                let length = if on {
                    graph.to_off(start, u32::MAX)
                } else {
                    graph.to_on(start, u32::MAX)
                };
                let PathLength::Exactly(length) = length else {
                    continue;
                };
                if on {
                    targets.insert(start);
                }
                let Some(base) = pass.chain else { continue };
                let mut removals = Removals::default();
                removals.add(grid, cell, if on { 1 << digit } else { !(1 << digit) });
                if !removals.is_empty() {
                    let order = (
                        base + length_difficulty(length - 2),
                        length,
                        pass.key,
                        (start, 2 - u8::from(on)),
                    );
                    let hint = NestedHint {
                        removals,
                        length,
                        chains: vec![shortest_chain(graph, candidates, start, on)],
                        reversed: Vec::new(),
                    };
                    self.all.push((order, hint));
                }
            }
        }
        targets
    }

    /// Adds the cycles of a pass through candidates that imply their negation.
    fn add_cycles(&mut self, graph: &mut LinkGraph<'_, W>, pass: &Pass, targets: &CandidateSet<W>) {
        let (grid, candidates) = (self.grid, self.candidates);
        let starts = self.chain_ends.starts(graph, targets);
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
                    let removals = cycle_removals(grid, candidates, nodes, last);
                    if !removals.is_empty() {
                        let (cell, digit) = candidates.at(start);
                        let mut chain = path_to_start(candidates, nodes, last, false);
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
                            (start, 0),
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
    use super::super::super::closure::close;
    use super::super::super::grid::hard_grids;
    use super::super::super::implication_graph::CANDIDATES;
    use super::*;

    #[test]
    fn the_fast_test_finds_the_grids_with_chains() {
        let mut found = [0, 0];
        for mut grid in hard_grids(60) {
            close(&mut grid);
            for at in (0..CANDIDATES).step_by(31) {
                let mut reduced = grid.clone();
                reduced.remove(at / 9, at % 9);
                let candidates = CandidateNumbering::new(&reduced);
                let links = LinkSets::<12>::new(&reduced, &candidates);
                let has_chain = !ChainEnds::new(&links).1.is_empty();
                assert_eq!(may_have_chain(&reduced), has_chain, "without {at}");
                found[usize::from(has_chain)] += 1;
            }
        }
        assert!(found[0] > 100 && found[1] > 100, "{found:?}");
    }
}
