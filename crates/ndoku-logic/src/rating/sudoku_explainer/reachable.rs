//! What follows from each candidate as sets, where nothing is taken from the grid: whether several
//! candidates lead to the same can be seen without the chains.
//!
//! ```text
//!   a on ─▶ {…}   ┐
//!   b on ─▶ {…}   ├─▶ nothing in all of them: no chains need be followed
//!   c on ─▶ {…}   ┘
//! ```

use super::grid::Grid;
use super::link_graph::Links;
use super::links::{Candidates, Kind, Set};

/// For each candidate what is on and what is off once it is on.
pub(super) struct ReachableSets {
    candidates: Candidates,
    /// None of a candidate that leads to a contradiction: what follows then depends on when it is
    /// met.
    all: Vec<Option<[Set<12>; 2]>>,
}

impl ReachableSets {
    pub(super) fn new(grid: &Grid) -> Self {
        let candidates = Candidates::new(grid);
        let all = if candidates.len() <= 256 {
            sets::<4>(grid, &candidates)
        } else {
            sets::<12>(grid, &candidates)
        };
        Self { candidates, all }
    }

    /// Returns whether it may be that something is on, or off, whichever of these candidates is on.
    pub(super) fn may_share(&self, cases: &[usize], on: bool) -> bool {
        let mut shared: Option<Set<12>> = None;
        for at in cases {
            let Some([is_on, is_off]) = &self.all[self.candidates.number(at / 9, at % 9)] else {
                return true;
            };
            let own = if on { is_on } else { is_off };
            shared = Some(shared.map_or(*own, |shared| shared.and(own)));
        }
        shared.is_some_and(|shared| !shared.is_empty())
    }
}

fn sets<const W: usize>(grid: &Grid, candidates: &Candidates) -> Vec<Option<[Set<12>; 2]>> {
    let links = Links::<W>::new(grid, candidates);
    let graph = links.link_graph(Kind { x: true, y: true });
    let closures = graph.closures();
    let both = |(start, closure): (usize, &Set<W>)| {
        if closure.intersects(&graph.weak[start]) {
            return None;
        }
        let mut off = graph.weak[start];
        closure.each(|on| off.union_with(&graph.weak[on]));
        let mut on = *closure;
        on.insert(start);
        Some([on.widen(), off.widen()])
    };
    closures.iter().enumerate().map(both).collect()
}
