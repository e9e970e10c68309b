//! Patterns inside chains: eliminations on the grid without the candidates that are off.
//!
//! ```text
//!   source grid             after the assumption      naked pair on the reduced grid
//!   37  | 357 | 1378        37  | 37  | 1378   ─▶     removes 3 and 7 from the third cell
//!                                ╰─ 5 is off          parent: 5 is off in the second cell
//! ```
//!
//! Only eliminations that depend on the assumption count. A pattern has parents: the candidates
//! that had to be removed before it existed.

use std::rc::Rc;

use super::grid::CandidateGrid;
use super::hint::Removals;
use super::implication_graph::{Cause, ChainRules, ImplicationGraph};
use super::nested::{ChainNode, NestedHint, NestedSearchCache, StopCheck};
use super::sets::{self, Fish, Lock};
use super::tables::{ALL_REGIONS, CELLS, REGION_BITS, REGIONS, members};
use ndoku_core::CellSet81;

/// Eliminations and the nodes of a graph that imply them.
pub(super) struct AdvancedRemovals {
    pub removals: Removals,
    pub parents: Vec<u32>,
    /// The nested hint that gives the eliminations, if there is one.
    pub nested: Option<Rc<NestedHint>>,
}

/// The removed candidates that a pattern depends on.
struct Parents<'a> {
    graph: &'a ImplicationGraph,
    /// The grid before the assumption.
    src: &'a CandidateGrid,
    /// The grid without the candidates that are off.
    reduced: &'a CandidateGrid,
    nodes: Vec<u32>,
}

impl Parents<'_> {
    /// Adds those of these digits that were removed from a cell.
    fn add(&mut self, cell: usize, digits: u16) {
        let removed = self.src.cells[cell] & !self.reduced.cells[cell];
        for digit in members(removed & digits) {
            if let Some(node) = self.graph.off.node(cell * 9 + digit)
                && !self.nodes.contains(&node)
            {
                self.nodes.push(node);
            }
        }
    }

    /// Adds those of these digits that were removed from cells of a region.
    fn add_in_region(&mut self, region: usize, positions: u16, digits: u16) {
        for position in members(positions) {
            self.add(usize::from(CELLS[region][position]), digits);
        }
    }

    /// Adds the removed candidates that let a node of a nested chain imply that a candidate is on:
    /// the other candidates of the cell, or the other places in the region.
    fn add_strong_link(&mut self, node: &ChainNode) {
        let (cell, digit) = (usize::from(node.at) / 9, usize::from(node.at) % 9);
        match node.cause {
            Cause::Cell => self.add(cell, 0x1ff),
            Cause::Region(kind) => {
                let region = usize::from(REGIONS[cell][usize::from(kind)]);
                self.add_in_region(region, 0x1ff, 1 << digit);
            }
            Cause::Assumed | Cause::Advanced => {}
        }
    }
}

/// The number of rules for patterns.
const RULES: usize = 4;

/// The candidates at the last trial of each rule, so that rules look at changes only.
///
/// A pattern that depends on no change since the last trial was found then, and its eliminations
/// were made. One that does not depend on the assumption is of no use.
pub(super) struct LastTrials {
    having: [[CellSet81; 9]; RULES],
}

impl LastTrials {
    /// Returns the state after all rules were tried on this grid.
    pub(super) const fn on(grid: &CandidateGrid) -> Self {
        Self::on_having(grid.having)
    }

    /// Returns the state after all rules were tried on a grid with these cells of each digit.
    pub(super) const fn on_having(having: [CellSet81; 9]) -> Self {
        Self {
            having: [having; RULES],
        }
    }

    /// Returns the changes since the last trial of a rule, and notes that it is tried now.
    fn changes(&mut self, rule: usize, grid: &CandidateGrid) -> Changes {
        let mut changes = Changes {
            digits: 0,
            regions: 0,
        };
        for (digit, (before, now)) in self.having[rule].iter_mut().zip(&grid.having).enumerate() {
            let gone = before.without(*now);
            *before = *now;
            if gone.is_empty() {
                continue;
            }
            changes.digits |= 1 << digit;
            if changes.regions != ALL_REGIONS {
                for cell in gone {
                    changes.regions |= REGION_BITS[cell];
                }
            }
        }
        changes
    }
}

/// The digits with fewer candidates than before, and the regions of these candidates.
#[derive(Copy, Clone)]
struct Changes {
    digits: u16,
    regions: u32,
}

/// A use of patterns.
trait PatternUse {
    /// Takes the removals of a pattern, which may be empty. `add_parents` adds what it depends on.
    fn add(&mut self, removals: Removals, add_parents: impl FnOnce(&mut Parents<'_>));
}

/// Only the candidates of each cell that patterns remove.
impl PatternUse for [u16; 81] {
    fn add(&mut self, removals: Removals, _: impl FnOnce(&mut Parents<'_>)) {
        for (cell, digits) in removals.0 {
            self[usize::from(cell)] |= digits;
        }
    }
}

/// A search for patterns on the reduced grid of an assumption.
struct PatternSearch<'a> {
    graph: &'a ImplicationGraph,
    /// The grid before the assumption.
    src: &'a CandidateGrid,
    /// The grid without the candidates that are off.
    reduced: &'a CandidateGrid,
    found: Vec<AdvancedRemovals>,
    /// A buffer for the parents of a pattern.
    parents: Vec<u32>,
}

impl PatternUse for PatternSearch<'_> {
    /// Adds the removals of a pattern if there are any and they depend on the assumption.
    fn add(&mut self, removals: Removals, add_parents: impl FnOnce(&mut Parents<'_>)) {
        if removals.is_empty() {
            return;
        }
        if let Some(parents) = self.parents(add_parents) {
            self.found.push(AdvancedRemovals {
                removals,
                parents,
                nested: None,
            });
        }
    }
}

impl PatternSearch<'_> {
    /// Returns the parents of a pattern, or `None` if it does not depend on the assumption.
    fn parents(&mut self, add_parents: impl FnOnce(&mut Parents<'_>)) -> Option<Vec<u32>> {
        let mut parents = Parents {
            graph: self.graph,
            src: self.src,
            reduced: self.reduced,
            nodes: std::mem::take(&mut self.parents),
        };
        parents.nodes.clear();
        add_parents(&mut parents);
        self.parents = parents.nodes;
        (!self.parents.is_empty()).then(|| self.parents.clone())
    }

    /// Adds the removals of chains on the reduced grid.
    fn add_nested_chains(&mut self, hint: &Rc<NestedHint>) {
        let parents = self.parents(|parents| {
            for node in hint.nodes().filter(|node| node.on) {
                parents.add_strong_link(node);
            }
        });
        if let Some(parents) = parents {
            self.found.push(AdvancedRemovals {
                removals: hint.removals.clone(),
                parents,
                nested: Some(Rc::clone(hint)),
            });
        }
    }
}

/// Adds the patterns of a rule, in the order in which they are tried.
fn add_patterns(
    rule: usize,
    grid: &CandidateGrid,
    changes: Changes,
    patterns: &mut impl PatternUse,
) {
    match rule {
        0 => add_locked_candidates(grid, changes, patterns),
        1 => add_hidden_pairs(grid, changes, patterns),
        2 => add_naked_pairs(grid, changes, patterns),
        _ => add_x_wings(grid, changes, patterns),
    }
}

/// Adds pointing and claiming.
fn add_locked_candidates(grid: &CandidateGrid, changes: Changes, patterns: &mut impl PatternUse) {
    sets::locked(grid, changes.digits, &mut |lock: Lock| {
        patterns.add(lock.removals(grid), |parents| {
            parents.add_in_region(lock.base, 0x1ff & !lock.shared, 1 << lock.digit);
        });
        None::<()>
    });
}

fn add_hidden_pairs(grid: &CandidateGrid, changes: Changes, patterns: &mut impl PatternUse) {
    sets::hidden_sets(
        grid,
        2,
        changes.regions,
        &mut |region, digits, positions| {
            let removals = sets::hidden_removals(grid, region, digits, positions);
            patterns.add(removals, |parents| {
                parents.add_in_region(region, 0x1ff & !positions, digits);
            });
            None::<()>
        },
    );
}

fn add_naked_pairs(grid: &CandidateGrid, changes: Changes, patterns: &mut impl PatternUse) {
    sets::naked_sets(
        grid,
        2,
        changes.regions,
        &mut |region, positions, digits| {
            let removals = sets::naked_removals(grid, region, positions, digits);
            patterns.add(removals, |parents| {
                parents.add_in_region(region, positions, !digits);
            });
            None::<()>
        },
    );
}

fn add_x_wings(grid: &CandidateGrid, changes: Changes, patterns: &mut impl PatternUse) {
    sets::fish(grid, 2, changes.digits, &mut |fish: Fish| {
        patterns.add(fish.removals(grid), |parents| {
            for line in members(fish.lines) {
                parents.add_in_region(fish.base + line, 0x1ff & !fish.covers, 1 << fish.digit);
            }
        });
        None::<()>
    });
}

/// Returns the eliminations of the first rule that has any: pointing and claiming, hidden pairs,
/// naked pairs, X-Wings, chains.
pub(super) fn find_removals(
    graph: &ImplicationGraph,
    src: &CandidateGrid,
    reduced: &CandidateGrid,
    rules: ChainRules,
    last_trials: &mut LastTrials,
    cache: &mut NestedSearchCache,
    stop: StopCheck<'_>,
) -> Vec<AdvancedRemovals> {
    let mut search = PatternSearch {
        graph,
        src,
        reduced,
        found: Vec::new(),
        parents: Vec::new(),
    };
    for rule in 0..RULES {
        let changes = last_trials.changes(rule, reduced);
        if changes.digits == 0 {
            continue;
        }
        add_patterns(rule, reduced, changes, &mut search);
        if !search.found.is_empty() {
            return search.found;
        }
    }
    for rule in 0..NestedSearchCache::search_count(rules) {
        let hints = cache.hints(reduced, rules, rule, stop);
        hints.iter().for_each(|hint| search.add_nested_chains(hint));
        // A hint that does not depend on the assumption is not used. Then later ones may be useful
        // that remove the same candidates.
        if rules.level < 4 && rule == 0 && search.found.len() < hints.len() {
            search.found.clear();
            let hints = cache.all_chains(reduced, stop);
            hints.iter().for_each(|hint| search.add_nested_chains(hint));
        }
        if !search.found.is_empty() {
            break;
        }
    }
    search.found
}

/// Returns the removals of the first rule that has any, by cell. Only patterns that are new since
/// the last trials count.
pub(super) fn pattern_removals(
    grid: &CandidateGrid,
    last_trials: &mut LastTrials,
) -> Option<[u16; 81]> {
    let mut removals = [0; 81];
    (0..RULES).find_map(|rule| {
        let changes = last_trials.changes(rule, grid);
        if changes.digits != 0 {
            add_patterns(rule, grid, changes, &mut removals);
        }
        (removals != [0; 81]).then_some(removals)
    })
}

/// Returns the candidates of a hint in the order of Sukaku Explainer: that of a Java `HashMap` with
/// 16 buckets, or 32 for more than 12 cells.
pub(super) fn in_hash_order(removals: &Removals) -> Vec<(usize, u16)> {
    let buckets = if removals.0.len() > 12 { 32 } else { 16 };
    let mut cells: Vec<(usize, u16)> = removals
        .0
        .iter()
        .map(|(cell, digits)| (usize::from(*cell), *digits))
        .collect();
    cells.sort_by_key(|(cell, _)| cell % buckets);
    cells
}

#[cfg(test)]
mod tests {
    use super::super::grid::closed_hard_grids;
    use super::super::implication_graph::CANDIDATES;
    use super::super::tables::ALL_DIGITS;
    use super::*;

    #[test]
    fn no_pattern_is_left_when_a_level_ends() {
        let all = Changes {
            digits: ALL_DIGITS,
            regions: ALL_REGIONS,
        };
        let (mut with_patterns, mut without) = (0, 0);
        for grid in closed_hard_grids(20) {
            for at in (0..CANDIDATES).step_by(5) {
                if !grid.has(at / 9, at % 9) {
                    continue;
                }
                let graph = ImplicationGraph::of(&grid, at, true, ChainRules::dynamic(1));
                if graph.contradiction.is_some() {
                    continue;
                }
                let mut search = PatternSearch {
                    graph: &graph,
                    src: &grid,
                    reduced: &graph.reduced(&grid),
                    found: Vec::new(),
                    parents: Vec::new(),
                };
                for rule in 0..RULES {
                    add_patterns(rule, search.reduced, all, &mut search);
                    assert!(search.found.is_empty(), "{at}");
                }
                if graph.nodes.iter().any(|node| node.cause == Cause::Advanced) {
                    with_patterns += 1;
                } else {
                    without += 1;
                }
            }
        }
        assert!(
            with_patterns > 20 && without > 20,
            "{with_patterns}, {without}"
        );
    }

    /// Returns the candidates that are removed, each with the parents of its first removal.
    fn first_removals(all: &[AdvancedRemovals]) -> Vec<(u8, u16, Vec<u32>)> {
        let mut removed = [0; 81];
        let mut first = Vec::new();
        for found in all {
            for (cell, digits) in &found.removals.0 {
                let removed = &mut removed[usize::from(*cell)];
                for digit in members(digits & !*removed) {
                    first.push((*cell, 1 << digit, found.parents.clone()));
                }
                *removed |= digits;
            }
        }
        first
    }

    #[test]
    fn useful_chains_remove_the_same_as_all_chains() {
        // The numbers of graphs on grids without chains, and on grids with chains, some of which do
        // not depend on the assumption.
        let (mut dependent, mut independent) = (0, 0);
        for (turn, grid) in closed_hard_grids(60).enumerate() {
            for at in (turn % 13..CANDIDATES).step_by(13) {
                if !grid.has(at / 9, at % 9) {
                    continue;
                }
                let graph = ImplicationGraph::of(&grid, at, true, ChainRules::dynamic(1));
                if graph.contradiction.is_some() {
                    continue;
                }
                let reduced = graph.reduced(&grid);
                let mut cache = NestedSearchCache::default();
                let found = find_removals(
                    &graph,
                    &grid,
                    &reduced,
                    ChainRules::dynamic(2),
                    &mut LastTrials::on(&reduced),
                    &mut cache,
                    &|| false,
                );
                let mut search = PatternSearch {
                    graph: &graph,
                    src: &grid,
                    reduced: &reduced,
                    found: Vec::new(),
                    parents: Vec::new(),
                };
                let all = cache.all_chains(&reduced, &|| false);
                all.iter().for_each(|hint| search.add_nested_chains(hint));
                assert_eq!(
                    first_removals(&found),
                    first_removals(&search.found),
                    "{at}"
                );
                if search.found.len() < all.len() {
                    independent += usize::from(!search.found.is_empty());
                } else {
                    dependent += usize::from(!search.found.is_empty());
                }
            }
        }
        assert!(
            dependent > 20 && independent > 20,
            "{dependent}, {independent}"
        );
    }
}
