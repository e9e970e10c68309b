//! Nested chains: hints of chains on a grid from which candidates are removed, as implications of
//! the chain that removed them.
//!
//! ```text
//! assumption ─▶ … ─▶ off, off, off ─▶ a chain on the rest of the grid: x is off ─▶ …
//!                    parents: candidates that had to be removed before that chain had its links
//! ```

use std::collections::HashMap;
use std::rc::Rc;

use super::grid::CandidateGrid;
use super::hint::Removals;
use super::implication_graph::{Cause, ChainRules, ImplicationGraph};
use super::{cycles, forcing};

/// A node of a chain.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct ChainNode {
    /// The index of the candidate: cell · 9 + digit.
    pub at: u16,
    pub on: bool,
    /// The cause. For the assumption, the cause that makes it one of several cases.
    pub cause: Cause,
}

/// A hint of nested chains.
#[derive(Clone, Debug)]
pub(super) struct NestedHint {
    pub removals: Removals,
    /// The length of its chains, including nested ones.
    pub length: u32,
    /// The ancestors of the end of each chain, in breadth-first order.
    pub chains: Vec<Vec<ChainNode>>,
    /// The opposite direction of a cycle: candidates that are off are on.
    pub reversed: Vec<ChainNode>,
}

impl NestedHint {
    /// Returns whether both hints have the same chains.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        let same = |one: &Vec<ChainNode>, other: &Vec<ChainNode>| {
            one.len() == other.len()
                && one
                    .iter()
                    .zip(other)
                    .all(|(one, other)| (one.at, one.on) == (other.at, other.on))
        };
        self.chains.len() == other.chains.len()
            && self
                .chains
                .iter()
                .zip(&other.chains)
                .all(|(one, other)| same(one, other))
    }

    /// Returns all nodes that can have parents.
    pub(super) fn nodes(&self) -> impl Iterator<Item = &ChainNode> {
        self.chains.iter().flatten().chain(&self.reversed)
    }
}

/// A function that returns `true` to stop.
pub(super) type StopCheck<'a> = &'a dyn Fn() -> bool;

/// A search for chains on a reduced grid.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
enum Rule {
    Chains,
    Forcing(ChainRules),
}

/// The maximum number of cached searches.
const MAX_CACHED: usize = 8192;

/// The hints of a search.
type Hints = Rc<[Rc<NestedHint>]>;

/// A cache of searches on reduced grids, because many assumptions and steps lead to the same grid,
/// and graphs for reuse.
#[derive(Debug, Default)]
pub(super) struct NestedSearchCache {
    known: HashMap<(Rule, [u16; 81]), Hints>,
    /// Results of searches with patterns, which depend on more than candidates. So they hold for
    /// one step only.
    known_by_patterns: HashMap<(Rule, [u16; 81]), Hints>,
    #[allow(clippy::vec_box, reason = "graphs are handed on, and they are large")]
    spare: Vec<Box<ImplicationGraph>>,
    /// The graphs of the last Nishio search and of the last dynamic search.
    kept_graphs: [KeptGraphs; 2],
    stopped: bool,
}

/// The implications of each candidate being off, and being on, as far as they are computed. A list
/// is empty until one of them is.
pub(super) type GraphTable = [Vec<Option<Box<ImplicationGraph>>>; 2];

/// Graphs for the next search. Most steps leave many of them valid.
#[derive(Debug)]
struct KeptGraphs {
    cells: [u16; 81],
    graphs: GraphTable,
}

impl Default for KeptGraphs {
    fn default() -> Self {
        Self {
            cells: [0; 81],
            graphs: GraphTable::default(),
        }
    }
}

impl NestedSearchCache {
    /// Returns a graph to be filled.
    pub(super) fn take_spare(&mut self) -> Box<ImplicationGraph> {
        self.spare
            .pop()
            .unwrap_or_else(|| Box::new(ImplicationGraph::new()))
    }

    /// Keeps the memory of a graph for reuse.
    pub(super) fn recycle(&mut self, graph: Box<ImplicationGraph>) {
        self.spare.push(graph);
    }

    /// Returns the graphs of an earlier search that are valid for this grid. The caller raises them
    /// to these rules.
    pub(super) fn graphs(&mut self, grid: &CandidateGrid, rules: ChainRules) -> GraphTable {
        let kept = std::mem::take(&mut self.kept_graphs[usize::from(!rules.nishio)]);
        let mut graphs = kept.graphs;
        if kept.cells != grid.cells {
            let pairs = || kept.cells.iter().zip(&grid.cells);
            let is_less = pairs().all(|(before, now)| now & !before == 0);
            let gone: Vec<(usize, u16)> = pairs()
                .enumerate()
                .map(|(cell, (before, now))| (cell, before & !now))
                .filter(|(_, gone)| *gone != 0)
                .collect();
            for kept in graphs.iter_mut().flatten() {
                if let Some(graph) =
                    kept.take_if(|graph| !is_less || !graph.is_valid_without(grid, &gone))
                {
                    self.recycle(graph);
                }
            }
        }
        graphs
    }

    /// Keeps the graphs of a search for the next one.
    pub(super) fn keep(&mut self, grid: &CandidateGrid, rules: ChainRules, graphs: GraphTable) {
        self.kept_graphs[usize::from(!rules.nishio)] = KeptGraphs {
            cells: grid.cells,
            graphs,
        };
    }

    /// Keeps the memory of all graphs for reuse.
    pub(super) fn recycle_all(&mut self, graphs: GraphTable) {
        self.spare.extend(graphs.into_iter().flatten().flatten());
    }

    /// Prepares for the next search. The cache keeps its entries while there is room, because a
    /// step leaves most reduced grids unchanged.
    pub(super) fn prepare_next_search(&mut self) {
        if self.stopped || self.known.len() > MAX_CACHED {
            self.known.clear();
        }
        self.known_by_patterns.clear();
        self.stopped = false;
    }

    /// Returns whether to stop. Later results then have no meaning.
    pub(super) fn check_stop(&mut self, stop: StopCheck<'_>) -> bool {
        self.stopped = self.stopped || stop();
        self.stopped
    }

    /// Returns whether the last search was stopped.
    pub(super) const fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Returns the number of searches by these rules, which are tried in order.
    pub(super) const fn search_count(rules: ChainRules) -> usize {
        [0, 0, 1, 2, 1][if rules.level > 4 {
            4
        } else {
            rules.level as usize
        }]
    }

    fn known_by(&mut self, rule: Rule) -> &mut HashMap<(Rule, [u16; 81]), Hints> {
        if matches!(rule, Rule::Forcing(ChainRules { level: 1.., .. })) {
            &mut self.known_by_patterns
        } else {
            &mut self.known
        }
    }

    /// Returns all hints of the search with this index, the lowest rating first. Of hints with
    /// equal removals it returns only the first.
    pub(super) fn hints(
        &mut self,
        grid: &CandidateGrid,
        rules: ChainRules,
        rule: usize,
        stop: StopCheck<'_>,
    ) -> Hints {
        let rule = match (rules.level, rule) {
            (4, _) => Rule::Forcing(ChainRules {
                dynamic: true,
                nishio: false,
                level: rules.limit,
                limit: 0,
            }),
            (_, 0) => Rule::Chains,
            _ => Rule::Forcing(ChainRules {
                dynamic: false,
                nishio: false,
                level: 0,
                limit: 0,
            }),
        };
        let key = (rule, grid.cells);
        if let Some(known) = self.known_by(rule).get(&key) {
            return Rc::clone(known);
        }
        let mut all = match rule {
            Rule::Chains => cycles::all_chains(grid),
            Rule::Forcing(rules) => forcing::all_chains(grid, rules, self, stop),
        };
        let mut seen: Vec<Vec<(u8, u16)>> = Vec::new();
        all.retain(|hint| {
            let mut removals = hint.removals.0.clone();
            removals.sort_unstable();
            let new = !seen.contains(&removals);
            if new {
                seen.push(removals);
            }
            new
        });
        let all: Hints = all.into_iter().map(Rc::new).collect();
        self.known_by(rule).insert(key, Rc::clone(&all));
        all
    }
}
