//! Patterns inside chains: eliminations on the grid without the candidates that are off.
//!
//! Only eliminations that depend on the assumption count. A pattern has parents: the candidates
//! that had to be removed before it existed.

use std::rc::Rc;

use super::grid::Grid;
use super::hint::Removals;
use super::implication_graph::{Cause, ImplicationGraph, Mode};
use super::nested::{Nested, Nesting, Stop};
use super::sets::{self, Fish, Lock};
use super::tables::{CELLS, REGIONS, members};

/// Eliminations and the nodes of a graph that imply them.
pub(super) struct AdvancedRemovals {
    pub removals: Removals,
    pub parents: Vec<u32>,
    /// The nested hint that gives the eliminations, if there is one.
    pub nested: Option<Rc<Nested>>,
}

/// The removed candidates that a pattern depends on.
struct Parents<'a> {
    graph: &'a ImplicationGraph,
    src: &'a Grid,
    grid: &'a Grid,
    list: Vec<u32>,
}

impl Parents<'_> {
    /// Adds those of these digits that were removed from a cell.
    fn add(&mut self, cell: usize, digits: u16) {
        for digit in members(self.src.cells[cell] & !self.grid.cells[cell] & digits) {
            if let Some(node) = self.graph.off.node(cell * 9 + digit)
                && !self.list.contains(&node)
            {
                self.list.push(node);
            }
        }
    }
}

/// Returns the eliminations of the first rule that has any: pointing and claiming, hidden pairs,
/// naked pairs, X-Wings, chains.
pub(super) fn find_removals(
    graph: &ImplicationGraph,
    src: &Grid,
    grid: &Grid,
    mode: Mode,
    nesting: &mut Nesting,
    stop: Stop<'_>,
) -> Vec<AdvancedRemovals> {
    let mut found = Vec::new();
    let mut keep =
        |removals: Removals, nested: Option<&Rc<Nested>>, parents: &dyn Fn(&mut Parents<'_>)| {
            if !removals.is_empty() {
                let mut list = Parents {
                    graph,
                    src,
                    grid,
                    list: Vec::new(),
                };
                parents(&mut list);
                if !list.list.is_empty() {
                    found.push(AdvancedRemovals {
                        removals,
                        parents: list.list,
                        nested: nested.cloned(),
                    });
                }
            }
            found.len()
        };
    let nothing = |_: &mut Parents<'_>| {};
    sets::locked(grid, &mut |lock: Lock| {
        keep(lock.removals(grid), None, &|parents| {
            for position in members(0x1ff & !lock.shared) {
                parents.add(usize::from(CELLS[lock.base][position]), 1 << lock.digit);
            }
        });
        None::<()>
    });
    if keep(Removals::default(), None, &nothing) > 0 {
        return found;
    }
    sets::hidden_sets(grid, 2, &mut |region, digits, positions| {
        keep(
            sets::hidden_removals(grid, region, digits, positions),
            None,
            &|parents| {
                for position in members(0x1ff & !positions) {
                    parents.add(usize::from(CELLS[region][position]), digits);
                }
            },
        );
        None::<()>
    });
    if keep(Removals::default(), None, &nothing) > 0 {
        return found;
    }
    sets::naked_sets(grid, 2, &mut |region, positions, digits| {
        keep(
            sets::naked_removals(grid, region, positions, digits),
            None,
            &|parents| {
                for position in members(positions) {
                    parents.add(usize::from(CELLS[region][position]), !digits);
                }
            },
        );
        None::<()>
    });
    if keep(Removals::default(), None, &nothing) > 0 {
        return found;
    }
    sets::fish(grid, 2, &mut |fish: Fish| {
        keep(fish.removals(grid), None, &|parents| {
            for line in members(fish.lines) {
                for position in members(0x1ff & !fish.covers) {
                    parents.add(
                        usize::from(CELLS[fish.base + line][position]),
                        1 << fish.digit,
                    );
                }
            }
        });
        None::<()>
    });
    for rule in 0..Nesting::rules(mode) {
        if keep(Removals::default(), None, &nothing) > 0 {
            return found;
        }
        for nested in nesting.hints(grid, mode, rule, stop).iter() {
            keep(nested.removals.clone(), Some(nested), &|parents| {
                for link in nested.links().filter(|link| link.on) {
                    let (cell, digit) = (usize::from(link.at) / 9, usize::from(link.at) % 9);
                    match link.cause {
                        Cause::Cell => parents.add(cell, 0x1ff),
                        Cause::Region(kind) => {
                            for other in CELLS[usize::from(REGIONS[cell][usize::from(kind)])] {
                                parents.add(usize::from(other), 1 << digit);
                            }
                        }
                        Cause::Assumed | Cause::Advanced => {}
                    }
                }
            });
        }
    }
    found
}

/// Returns the candidates of a hint in the order of the scale: that of a hash table with 16 places,
/// or 32 for more than 12 cells.
pub(super) fn in_hash_order(removals: &Removals) -> Vec<(usize, u16)> {
    let places = if removals.0.len() > 12 { 32 } else { 16 };
    let mut cells: Vec<(usize, u16)> = removals
        .0
        .iter()
        .map(|(cell, digits)| (usize::from(*cell), *digits))
        .collect();
    cells.sort_by_key(|(cell, _)| cell % places);
    cells
}
