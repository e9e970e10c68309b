//! Nested chains: hints of chains on a grid from which candidates are removed, as implications of
//! the chain that removed them.
//!
//! ```text
//! assumption ─▶ … ─▶ off, off, off ─▶ a chain on the rest of the grid: x is off ─▶ …
//!                    parents: candidates that had to be removed before that chain had its links
//! ```

use std::collections::HashMap;
use std::rc::Rc;

use super::cycles::{self, HintChoice};
use super::forcing;
use super::grid::CandidateGrid;
use super::hint::Removals;
use super::implication_graph::{Cause, ChainRules, ImplicationGraph};

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
    Chains(HintChoice),
    Forcing(ChainRules),
}

/// The maximum number of cached searches.
const MAX_CACHED: usize = 8192;

/// The hints of a search.
type Hints = Rc<[Rc<NestedHint>]>;

/// A cache of searches on reduced grids, because many assumptions and steps lead to the same grid,
/// and the memory of graphs.
#[derive(Debug, Default)]
pub(super) struct NestedSearchCache {
    known: HashMap<(Rule, [u16; 81]), Hints>,
    /// Results of searches with patterns, which depend on more than candidates. So they hold for
    /// one step only.
    known_by_patterns: HashMap<(Rule, [u16; 81]), Hints>,
    #[allow(clippy::vec_box, reason = "graphs are handed on, and they are large")]
    spare: Vec<Box<ImplicationGraph>>,
    stopped: bool,
}

/// The implications of each candidate being off, and being on, as far as they are computed. A list
/// is empty until one of them is.
pub(super) type GraphTable = [Vec<Option<Box<ImplicationGraph>>>; 2];

impl NestedSearchCache {
    /// Returns a graph to be filled.
    pub(super) fn take_spare(&mut self) -> Box<ImplicationGraph> {
        self.spare
            .pop()
            .unwrap_or_else(|| Box::new(ImplicationGraph::new()))
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

    /// Returns the hints of the search with this index, the lowest rating first. Of hints with
    /// equal removals it returns only the first. See [`HintChoice::Useful`] for chains.
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
            (_, 0) => Rule::Chains(HintChoice::Useful),
            _ => Rule::Forcing(ChainRules {
                dynamic: false,
                nishio: false,
                level: 0,
                limit: 0,
            }),
        };
        self.known_or_new_hints(rule, grid, stop)
    }

    /// Returns all hints of a search for chains. Those of [`hints`](Self::hints) suffice if each
    /// depends on the assumption.
    pub(super) fn all_chains(&mut self, grid: &CandidateGrid, stop: StopCheck<'_>) -> Hints {
        self.known_or_new_hints(Rule::Chains(HintChoice::All), grid, stop)
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
            Rule::Chains(choice) => cycles::all_chains(grid, choice),
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
