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

/// The eliminations of the first rule that has any.
pub(super) struct FoundRemovals {
    pub all: Vec<AdvancedRemovals>,
    /// `true` if there was no pattern, so that the rules after them were tried.
    pub tried_all_patterns: bool,
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
        Self {
            having: [grid.having; RULES],
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

impl PatternSearch<'_> {
    /// The rules for patterns, in the order in which they are tried.
    const PATTERNS: [fn(&mut Self, Changes); RULES] = [
        Self::add_locked_candidates,
        Self::add_hidden_pairs,
        Self::add_naked_pairs,
        Self::add_x_wings,
    ];

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

    /// Adds pointing and claiming.
    fn add_locked_candidates(&mut self, changes: Changes) {
        let grid = self.reduced;
        sets::locked(grid, changes.digits, &mut |lock: Lock| {
            self.add(lock.removals(grid), |parents| {
                parents.add_in_region(lock.base, 0x1ff & !lock.shared, 1 << lock.digit);
            });
            None::<()>
        });
    }

    fn add_hidden_pairs(&mut self, changes: Changes) {
        let grid = self.reduced;
        sets::hidden_sets(
            grid,
            2,
            changes.regions,
            &mut |region, digits, positions| {
                let removals = sets::hidden_removals(grid, region, digits, positions);
                self.add(removals, |parents| {
                    parents.add_in_region(region, 0x1ff & !positions, digits);
                });
                None::<()>
            },
        );
    }

    fn add_naked_pairs(&mut self, changes: Changes) {
        let grid = self.reduced;
        sets::naked_sets(
            grid,
            2,
            changes.regions,
            &mut |region, positions, digits| {
                let removals = sets::naked_removals(grid, region, positions, digits);
                self.add(removals, |parents| {
                    parents.add_in_region(region, positions, !digits);
                });
                None::<()>
            },
        );
    }

    fn add_x_wings(&mut self, changes: Changes) {
        let grid = self.reduced;
        sets::fish(grid, 2, changes.digits, &mut |fish: Fish| {
            self.add(fish.removals(grid), |parents| {
                for line in members(fish.lines) {
                    parents.add_in_region(fish.base + line, 0x1ff & !fish.covers, 1 << fish.digit);
                }
            });
            None::<()>
        });
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
) -> FoundRemovals {
    let mut search = PatternSearch {
        graph,
        src,
        reduced,
        found: Vec::new(),
        parents: Vec::new(),
    };
    for (rule, add_patterns) in PatternSearch::PATTERNS.into_iter().enumerate() {
        let changes = last_trials.changes(rule, reduced);
        if changes.digits == 0 {
            continue;
        }
        add_patterns(&mut search, changes);
        if !search.found.is_empty() {
            return FoundRemovals {
                all: search.found,
                tried_all_patterns: false,
            };
        }
    }
    for rule in 0..NestedSearchCache::search_count(rules) {
        for hint in cache
            .hints(reduced, rules, rule, graph.assumption(), stop)
            .iter()
        {
            search.add_nested_chains(hint);
        }
        if !search.found.is_empty() {
            break;
        }
    }
    FoundRemovals {
        all: search.found,
        tried_all_patterns: true,
    }
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
        let rules = ChainRules {
            dynamic: true,
            nishio: false,
            level: 1,
            limit: 0,
        };
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
                let mut graph = ImplicationGraph::new();
                let mut cache = NestedSearchCache::default();
                graph.propagate(&grid, at, true, rules, &mut cache, &|| false);
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
                for add_patterns in PatternSearch::PATTERNS {
                    add_patterns(&mut search, all);
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
}
