//! The implications of each candidate as sets, if the search is not dynamic. They show whether
//! several candidates have a common implication, without chains.
//!
//! ```text
//! a on ─▶ {…}   ┐
//! b on ─▶ {…}   ├─▶ empty intersection: no chains to follow
//! c on ─▶ {…}   ┘
//! ```

use super::grid::CandidateGrid;
use super::link_graph::LinkSets;
use super::links::{CandidateNumbering, CandidateSet, LinkKinds};

/// For each candidate, the candidates that are on and those that are off if it is on. `None` if it
/// leads to a contradiction. Its implications then depend on the order of propagation.
type Reachable<const W: usize> = Vec<Option<[CandidateSet<W>; 2]>>;

/// The reachable sets of a grid.
pub(super) struct ReachableSets {
    candidates: CandidateNumbering,
    sets: AnyWidth,
}

/// Short sets for at most 256 candidates, which is nearly every grid that needs chains.
enum AnyWidth {
    Short(Reachable<4>),
    Long(Reachable<12>),
}

impl ReachableSets {
    pub(super) fn new(grid: &CandidateGrid) -> Self {
        let candidates = CandidateNumbering::new(grid);
        let sets = if candidates.len() <= 256 {
            AnyWidth::Short(sets(grid, &candidates))
        } else {
            AnyWidth::Long(sets(grid, &candidates))
        };
        Self { candidates, sets }
    }

    /// Returns whether these candidates may have a common implication that is on, or off.
    pub(super) fn may_share(&self, cases: &[usize], on: bool) -> bool {
        let cases = cases
            .iter()
            .map(|at| self.candidates.number(at / 9, at % 9));
        match &self.sets {
            AnyWidth::Short(sets) => share(sets, cases, on),
            AnyWidth::Long(sets) => share(sets, cases, on),
        }
    }
}

fn share<const W: usize>(
    sets: &Reachable<W>,
    cases: impl Iterator<Item = usize>,
    on: bool,
) -> bool {
    let mut shared: Option<CandidateSet<W>> = None;
    for case in cases {
        let Some([is_on, is_off]) = &sets[case] else {
            return true;
        };
        let own = if on { is_on } else { is_off };
        shared = Some(shared.map_or(*own, |shared| shared.and(own)));
    }
    shared.is_some_and(|shared| !shared.is_empty())
}

fn sets<const W: usize>(grid: &CandidateGrid, candidates: &CandidateNumbering) -> Reachable<W> {
    let links = LinkSets::<W>::new(grid, candidates);
    let graph = links.link_graph(LinkKinds {
        in_regions: true,
        in_cells: true,
    });
    let closures = graph.closures();
    let both = |(start, closure): (usize, &CandidateSet<W>)| {
        if closure.intersects(&graph.weak[start]) {
            return None;
        }
        let mut off = graph.weak[start];
        closure.for_each(|on| off.union_with(&graph.weak[on]));
        let mut on = *closure;
        on.insert(start);
        Some([on, off])
    };
    closures.iter().enumerate().map(both).collect()
}
