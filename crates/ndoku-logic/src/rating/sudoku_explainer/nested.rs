//! Chains inside of chains: hints of chains on a grid from which candidates are gone, as
//! implications of the chain that took them.
//!
//! ```text
//!   assumption ─▶ … ─▶ off, off, off ─▶ on the rest of the grid a chain says: x is off ─▶ …
//!                       parents ─────── those that had to go before the links of that chain were there
//! ```

use std::collections::HashMap;
use std::rc::Rc;

use super::cycles;
use super::forcing;
use super::grid::Grid;
use super::hint::Removals;
use super::implication_graph::{CANDIDATES, Cause, ImplicationGraph, Mode};

/// A potential of a chain.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Link {
    /// cell · 9 + digit.
    pub at: u16,
    pub on: bool,
    /// What says that it is so; for the assumption what makes it one of several cases.
    pub cause: Cause,
}

/// A hint of chains.
#[derive(Clone, Debug)]
pub(super) struct Nested {
    pub removals: Removals,
    /// The length of its chains, those inside of it included.
    pub length: u32,
    /// The ancestors of the end of each chain, breadth first.
    pub chains: Vec<Vec<Link>>,
    /// For a cycle the other way round: what is off is on.
    pub reversed: Vec<Link>,
}

impl Nested {
    /// Returns whether it is the same hint: the same chains to the same ends.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        let same = |one: &Vec<Link>, other: &Vec<Link>| {
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

    /// Returns all links whose causes make parents.
    pub(super) fn links(&self) -> impl Iterator<Item = &Link> {
        self.chains.iter().flatten().chain(&self.reversed)
    }
}

/// Says whether to give up.
pub(super) type Stop<'a> = &'a dyn Fn() -> bool;

/// A search for chains on what is left of a grid.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
enum Rule {
    Chains,
    Forcing(Mode),
}

/// The number of searches at most are remembered from one step to the next.
const MAX_CACHED: usize = 8192;

/// What a search found.
type Hints = Rc<[Rc<Nested>]>;

/// What searches on reduced grids found, since many assumptions, and many steps, leave the same
/// grid; and memory that is used again.
#[derive(Debug, Default)]
pub(super) struct Nesting {
    known: HashMap<(Rule, [u16; 81]), Hints>,
    #[allow(clippy::vec_box, reason = "graphs are handed on, and they are large")]
    spare: Vec<Box<ImplicationGraph>>,
    /// The runs of the last Nishio search, and of the last dynamic one.
    kept_graphs: [KeptGraphs; 2],
    stopped: bool,
}

/// What follows from each candidate that is off, and from each that is on, as far as it was asked
/// for.
pub(super) type GraphTable = [Vec<Option<Box<ImplicationGraph>>>; 2];

/// GraphTable that may be of use for the next search: most steps leave many of them as they are.
#[derive(Debug)]
struct KeptGraphs {
    cells: [u16; 81],
    graphs: GraphTable,
}

impl Default for KeptGraphs {
    fn default() -> Self {
        Self {
            cells: [0; 81],
            graphs: no_graphs(),
        }
    }
}

fn no_graphs() -> GraphTable {
    [false, true].map(|_| (0..CANDIDATES).map(|_| None).collect())
}

impl Nesting {
    /// Returns a run to be filled.
    pub(super) fn take_spare(&mut self) -> Box<ImplicationGraph> {
        self.spare
            .pop()
            .unwrap_or_else(|| Box::new(ImplicationGraph::new()))
    }

    /// Takes a run back whose content is no longer needed.
    pub(super) fn recycle(&mut self, graph: Box<ImplicationGraph>) {
        self.spare.push(graph);
    }

    /// Returns the runs of an earlier search that are of use for one of this mode on this grid, to
    /// be raised to this mode.
    pub(super) fn graphs(&mut self, grid: &Grid, mode: Mode) -> GraphTable {
        let kept = std::mem::take(&mut self.kept_graphs[usize::from(!mode.nishio)]);
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

    /// Keeps the runs of a search for the next one.
    pub(super) fn keep(&mut self, grid: &Grid, mode: Mode, graphs: GraphTable) {
        self.kept_graphs[usize::from(!mode.nishio)] = KeptGraphs {
            cells: grid.cells,
            graphs,
        };
    }

    /// Takes all runs back.
    pub(super) fn recycle_all(&mut self, graphs: GraphTable) {
        self.spare.extend(graphs.into_iter().flatten().flatten());
    }

    /// No runs yet.
    pub(super) fn no_graphs() -> GraphTable {
        no_graphs()
    }

    /// Prepares for the next search. What was found is kept as long as there is room: a step leaves
    /// most reduced grids as they are. Patterns look at more than candidates, so that what was
    /// found with them is forgotten.
    pub(super) fn prepare_next_search(&mut self) {
        if self.stopped || self.known.len() > MAX_CACHED {
            self.known.clear();
        }
        self.known
            .retain(|(rule, _), _| !matches!(rule, Rule::Forcing(Mode { level: 1.., .. })));
        self.stopped = false;
    }

    /// Asks whether to stop; after that nothing that is found has a meaning.
    pub(super) fn check_stop(&mut self, stop: Stop<'_>) -> bool {
        self.stopped = self.stopped || stop();
        self.stopped
    }

    /// Returns whether the last search was stopped.
    pub(super) const fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// So many searches of a mode are tried one after the other.
    pub(super) const fn rules(mode: Mode) -> usize {
        [0, 0, 1, 2, 1][if mode.level > 4 {
            4
        } else {
            mode.level as usize
        }]
    }

    /// Returns all hints of the n-th search, the least first, and of those that remove the same
    /// only the first.
    pub(super) fn hints(&mut self, grid: &Grid, mode: Mode, rule: usize, stop: Stop<'_>) -> Hints {
        let rule = match (mode.level, rule) {
            (4, _) => Rule::Forcing(Mode {
                dynamic: true,
                nishio: false,
                level: mode.limit,
                limit: 0,
            }),
            (_, 0) => Rule::Chains,
            _ => Rule::Forcing(Mode {
                dynamic: false,
                nishio: false,
                level: 0,
                limit: 0,
            }),
        };
        if let Some(known) = self.known.get(&(rule, grid.cells)) {
            return Rc::clone(known);
        }
        let mut all = match rule {
            Rule::Chains => cycles::all(grid),
            Rule::Forcing(mode) => forcing::all(grid, mode, self, stop),
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
        self.known.insert((rule, grid.cells), Rc::clone(&all));
        all
    }
}
