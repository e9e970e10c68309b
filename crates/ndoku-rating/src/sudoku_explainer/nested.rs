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
use super::links::is_pair;
use super::reachable::SharedSearch;
use super::tables::{CELLS, REGIONS, count, members};
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

/// The candidate that is on or off at the beginning of a graph.
pub(super) type Assumption = (u16, bool);

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
    /// For each search and assumption, the candidates of the last grid on which it found nothing.
    /// The searches are those for chains, and those for multiple forcing chains on grids without
    /// chains.
    without_hints: HashMap<(Rule, Assumption), [u16; 81]>,
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

    /// Returns the graphs of an earlier search that are valid for this grid. The caller sets them
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
                    kept.take_if(|graph| !is_less || !graph.keep_valid_levels(grid, &gone))
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

    /// Returns whether [`has_no_new_hint`] holds for a search.
    ///
    /// A dynamic search removes candidates, so more than pairs of candidates matter. On a grid with
    /// chains, a contradiction may end a graph, and the removal of a candidate may make it longer.
    fn may_skip(&self, rule: Rule, assumption: Assumption, grid: &CandidateGrid) -> bool {
        let without_chains = self.without_hints.get(&(Rule::Chains, assumption));
        match rule {
            Rule::Chains => true,
            Rule::Forcing(ChainRules { dynamic: true, .. }) => false,
            Rule::Forcing(_) => without_chains.is_some_and(|cells| *cells == grid.cells),
        }
    }

    /// Returns all hints of the search with this index, the lowest rating first. Of hints with
    /// equal removals it returns only the first. `assumption` is that of the graph that reduced the
    /// grid.
    pub(super) fn hints(
        &mut self,
        grid: &CandidateGrid,
        rules: ChainRules,
        rule: usize,
        assumption: Assumption,
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
        let may_skip = self.may_skip(rule, assumption, grid);
        if may_skip
            && let Some(before) = self.without_hints.get_mut(&(rule, assumption))
            && has_no_new_hint(rule, before, grid)
        {
            *before = grid.cells;
            return Rc::new([]);
        }
        let hints = self.known_or_new_hints(rule, grid, stop);
        if may_skip && hints.is_empty() && !self.stopped {
            self.without_hints.insert((rule, assumption), grid.cells);
        }
        hints
    }

    fn known_or_new_hints(
        &mut self,
        rule: Rule,
        grid: &CandidateGrid,
        stop: StopCheck<'_>,
    ) -> Hints {
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

/// Returns whether a search that finds nothing on a grid with the candidates `before` finds nothing
/// on this grid either. See [`NestedSearchCache::may_skip`] for the searches.
///
/// - Fewer candidates without new strong links imply less.
/// - A new chain leads through a new strong link, and both ends of the link imply the negation of
///   its start.
/// - The candidates that are left in a house may have a common implication. With a new strong link,
///   those of other houses may have one too.
fn has_no_new_hint(rule: Rule, before: &[u16; 81], grid: &CandidateGrid) -> bool {
    let cells = || before.iter().zip(&grid.cells).enumerate();
    if cells().any(|(_, (before, now))| now & !before != 0) {
        return false;
    }
    let search = std::cell::OnceCell::new();
    let has_hint = |house: u16, candidate: &dyn Fn(usize) -> usize| {
        let is_searched = match rule {
            Rule::Chains => is_pair(house),
            Rule::Forcing(_) if is_pair(house) => return true,
            Rule::Forcing(_) => count(house) > 2,
        };
        is_searched
            && search
                .get_or_init(|| SharedSearch::new(grid))
                .share(members(house).map(candidate))
    };
    cells().all(|(cell, (before, now))| {
        let gone = before & !now;
        let mut regions = members(gone)
            .flat_map(|digit| REGIONS[cell].map(|region| (usize::from(region), digit)));
        gone == 0
            || !has_hint(*now, &|digit| cell * 9 + digit)
                && regions.all(|(region, digit)| {
                    !has_hint(grid.places[region][digit], &|position| {
                        usize::from(CELLS[region][position]) * 9 + digit
                    })
                })
    })
}

#[cfg(test)]
mod tests {
    use super::super::grid::closed_hard_grids;
    use super::super::implication_graph::CANDIDATES;
    use super::*;

    const RULES: [Rule; 2] = [
        Rule::Chains,
        Rule::Forcing(ChainRules {
            dynamic: false,
            nishio: false,
            level: 0,
            limit: 0,
        }),
    ];

    fn has_hint(rule: Rule, grid: &CandidateGrid) -> bool {
        let mut cache = NestedSearchCache::default();
        match rule {
            Rule::Chains => !cycles::all_chains(grid).is_empty(),
            Rule::Forcing(rules) => {
                !forcing::all_chains(grid, rules, &mut cache, &|| false).is_empty()
            }
        }
    }

    #[test]
    fn only_searches_that_may_be_skipped_are_remembered() {
        let rules = |level, limit| ChainRules {
            dynamic: true,
            nishio: false,
            level,
            limit,
        };
        let mut found = 0;
        for grid in closed_hard_grids(60) {
            let mut cache = NestedSearchCache::default();
            let search = |rules, rule, cache: &mut NestedSearchCache| {
                let hints = cache.hints(&grid, rules, rule, (0, true), &|| false);
                usize::from(hints.is_empty())
            };
            found += search(rules(4, 0), 0, &mut cache);
            assert!(cache.without_hints.is_empty());
            // Without a search for chains, the grid may have some.
            found += search(rules(3, 0), 1, &mut cache);
            assert!(cache.without_hints.is_empty());
            let mut expected = search(rules(3, 0), 0, &mut cache);
            if expected > 0 {
                expected += search(rules(3, 0), 1, &mut cache);
            }
            assert_eq!(cache.without_hints.len(), expected);
            found += expected;
        }
        assert!(found > 10, "{found}");
    }

    #[test]
    fn stopped_searches_are_not_remembered() {
        let rules = ChainRules {
            dynamic: true,
            nishio: false,
            level: 3,
            limit: 0,
        };
        let mut empty = 0;
        for grid in closed_hard_grids(60) {
            let mut cache = NestedSearchCache::default();
            if !cache
                .hints(&grid, rules, 0, (0, true), &|| false)
                .is_empty()
            {
                continue;
            }
            // The second time, the result is known. A search may end without a look at `stop`.
            for _ in 0..2 {
                let hints = cache.hints(&grid, rules, 1, (0, true), &|| true);
                if cache.is_stopped() {
                    empty += usize::from(hints.is_empty());
                    assert_eq!(cache.without_hints.len(), 1);
                }
            }
        }
        assert!(empty > 1, "{empty}");
    }

    #[test]
    fn grids_with_new_hints_are_recognized() {
        let rules = ChainRules {
            dynamic: true,
            nishio: false,
            level: 3,
            limit: 0,
        };
        // For each rule, the grids that are said to have no hint, and those that have one.
        let mut found = [[0; 2]; 2];
        for (turn, grid) in closed_hard_grids(60).enumerate() {
            let candidates = |grid: &CandidateGrid, step| {
                let grid = grid.clone();
                let all = (0..CANDIDATES).filter(move |at| grid.has(at / 9, at % 9));
                all.skip(turn % step).step_by(step)
            };
            for at in candidates(&grid, 7) {
                let mut graph = ImplicationGraph::new();
                let mut cache = NestedSearchCache::default();
                graph.propagate(&grid, at, true, rules, &mut cache, &|| false);
                let before = graph.reduced(&grid);
                if RULES.iter().any(|rule| has_hint(*rule, &before)) {
                    continue;
                }
                for gone in candidates(&before, 2) {
                    let mut after = before.clone();
                    after.remove(gone / 9, gone % 9);
                    for (rule, found) in RULES.into_iter().zip(&mut found) {
                        let has_none = has_no_new_hint(rule, &before.cells, &after);
                        let has_hint = has_hint(rule, &after);
                        assert!(!(has_none && has_hint), "{rule:?}: {at} without {gone}");
                        assert!(!has_no_new_hint(rule, &after.cells, &before));
                        found[0] += usize::from(has_none);
                        found[1] += usize::from(has_hint);
                        if has_hint && rule == Rule::Chains {
                            break;
                        }
                    }
                }
            }
        }
        assert!(found.iter().flatten().all(|found| *found > 20), "{found:?}");
    }
}
