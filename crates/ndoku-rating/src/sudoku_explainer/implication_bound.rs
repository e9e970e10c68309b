//! Upper bounds of implication graphs: at least the candidates that a graph turns on and off, as
//! sets without chains. They show which graphs may have hints. Nearly all have none, and are not
//! built.
//!
//! ```text
//!            links, patterns, chains, multiple forcing chains
//! a on ──▶ { at least all that is on and off }   ┐
//! b on ──▶ { … }                                 ├─▶ nothing shared: no graphs to build
//! c on ──▶ { … }                                 ┘
//! ```
//!
//! A bound without a contradiction is closed: no rule of its level removes another candidate from
//! its grid, except by patterns that the grid had before the assumption. A rule keeps its
//! conclusion when a grid loses candidates: either it still applies, or singles and chains lead to
//! the same. So the order of deductions does not matter, and a closed grid contains whatever a
//! graph reaches. A step only removes candidates. So a bound of an earlier step is a beginning.
//!
//! The rules are at least those of a graph. Sukaku Explainer searches for multiple forcing chains
//! only in cells with three candidates, and in regions whose first place is in such a cell. Graphs
//! leave out hints that do not depend on the assumption. Bounds have no such conditions.

use super::advanced::{self, LastTrials};
use super::cycles;
use super::grid::CandidateGrid;
use super::implication_graph::{CANDIDATES, ChainRules, ImplicationGraph};
use super::nested::GraphTable;
use super::reachable::{
    SharedImplications, common_removals, has_no_new_chain, has_no_new_common_implication,
};
use super::tables::{CELLS, PEERS, REGIONS, count, members};
use ndoku_core::CellSet81;

/// At least the implications of one assumption.
#[derive(Clone, Debug)]
struct ImplicationBound {
    /// The grid without the candidates that are off.
    reduced: CandidateGrid,
    /// The cells of each digit that are on.
    on: [CellSet81; 9],
    /// `true` if the graph may have a contradiction. Then the sets are not complete. It stays so
    /// until the bound is forgotten.
    contradiction: bool,
}

impl ImplicationBound {
    /// Returns whether a closed bound stays as it is, because all candidates that are gone are off
    /// and no cell is filled.
    fn is_closed_on(&self, grid: &CandidateGrid, gone: &[(usize, u16)]) -> bool {
        let is_off = |(cell, digits): &(usize, u16)| self.reduced.cells[*cell] & digits == 0;
        self.reduced.left == grid.left && gone.iter().all(is_off)
    }
}

/// The work on one bound.
struct Closing<'a> {
    /// The grid before the assumption.
    grid: &'a CandidateGrid,
    rules: ChainRules,
    bound: &'a mut ImplicationBound,
    /// Candidates that are on, and whose links are not followed yet.
    open: &'a mut Vec<(u8, u8)>,
}

/// The grids on which searches found nothing.
struct SearchedGrids<'a> {
    trials: LastTrials,
    chains: Option<&'a [u16; 81]>,
    forcing_chains: Option<&'a [u16; 81]>,
}

impl Closing<'_> {
    /// Adds all implications by the rules.
    fn close(mut self, mut searched: SearchedGrids<'_>) {
        let level = self.rules.level;
        loop {
            self.follow_links();
            if self.bound.contradiction {
                return;
            }
            let reduced = &self.bound.reduced;
            if level > 0
                && let Some(removals) = advanced::pattern_removals(reduced, &mut searched.trials)
            {
                self.remove_all(&removals);
                continue;
            }
            let is_known = |before: Option<&[u16; 81]>, has_no_new: fn(&[u16; 81], _) -> bool| {
                before.is_some_and(|before| has_no_new(before, reduced))
            };
            let none = [0; 81];
            let mut removals = none;
            if level > 1 && !is_known(searched.chains, has_no_new_chain) {
                removals = cycles::chain_removals(reduced);
            }
            if level > 2
                && removals == none
                && !is_known(searched.forcing_chains, has_no_new_common_implication)
            {
                removals = common_removals(reduced);
            }
            if removals == none {
                return;
            }
            // The checks would still hold, but they would rarely help.
            (searched.chains, searched.forcing_chains) = (None, None);
            self.remove_all(&removals);
        }
    }

    /// Removes candidates that the grid has lost. A candidate that was on in a cell that is now
    /// filled is no contradiction.
    fn remove_gone(&mut self, gone: &[(usize, u16)]) {
        let ImplicationBound { reduced, on, .. } = &mut *self.bound;
        if reduced.left != self.grid.left {
            (reduced.open, reduced.digits) = (self.grid.open, self.grid.digits);
            reduced.left = self.grid.left;
        }
        for (cell, digits) in gone {
            if self.grid.cells[*cell] == 0 {
                members(*digits).for_each(|digit| on[digit].remove(*cell));
            }
        }
        for (cell, digits) in gone {
            members(*digits).for_each(|digit| self.remove(*cell, digit));
        }
    }

    fn remove_all(&mut self, removals: &[u16; 81]) {
        for (cell, digits) in removals.iter().enumerate() {
            members(*digits).for_each(|digit| self.remove(cell, digit));
        }
    }

    /// Turns a candidate off, and single candidates and places on.
    fn remove(&mut self, cell: usize, digit: usize) {
        if !self.bound.reduced.has(cell, digit) {
            return;
        }
        self.bound.contradiction |= self.bound.on[digit].contains(cell);
        self.bound.reduced.remove(cell, digit);
        // A filled cell and a placed digit have no candidates.
        if !self.rules.nishio && self.grid.cells[cell] != 0 {
            let left = self.bound.reduced.cells[cell];
            self.turn_on_single(left, |digit| (cell, digit));
        }
        for region in REGIONS[cell].map(usize::from) {
            if self.grid.places[region][digit] != 0 {
                let left = self.bound.reduced.places[region][digit];
                self.turn_on_single(left, |position| {
                    (usize::from(CELLS[region][position]), digit)
                });
            }
        }
    }

    /// Turns the only member of a house on. An empty house is a contradiction.
    fn turn_on_single(&mut self, house: u16, candidate: impl Fn(usize) -> (usize, usize)) {
        match count(house) {
            0 => self.bound.contradiction = true,
            1 => {
                let (cell, digit) = candidate(house.trailing_zeros() as usize);
                self.turn_on(cell, digit);
            }
            _ => {}
        }
    }

    fn turn_on(&mut self, cell: usize, digit: usize) {
        if !self.bound.on[digit].contains(cell) {
            self.bound.on[digit].insert(cell);
            self.bound.contradiction |= !self.bound.reduced.has(cell, digit);
            self.open.push((cell as u8, digit as u8));
        }
    }

    /// Removes what the candidates that are on exclude.
    fn follow_links(&mut self) {
        while let Some((cell, digit)) = self.open.pop() {
            if self.bound.contradiction {
                self.open.clear();
                return;
            }
            let (cell, digit) = (usize::from(cell), usize::from(digit));
            if !self.rules.nishio {
                for other in members(self.bound.reduced.cells[cell] & !(1 << digit)) {
                    self.remove(cell, other);
                }
            }
            for other in self.bound.reduced.having[digit].and(PEERS[cell]) {
                self.remove(other, digit);
            }
        }
    }
}

/// The bounds for each candidate being off, and being on, by the same rules.
#[derive(Debug, Default)]
struct BoundTable {
    /// The candidates of the grid, or nothing if there are no bounds.
    cells: Option<Box<[u16; 81]>>,
    bounds: [Vec<Option<Box<ImplicationBound>>>; 2],
    /// The assumptions that may lead to a contradiction.
    contradictions: Vec<(usize, bool)>,
}

impl BoundTable {
    fn get(&self, at: usize, is_on: bool) -> Option<&ImplicationBound> {
        self.bounds[usize::from(is_on)].get(at)?.as_deref()
    }

    /// Changes all bounds to those of a grid. `lower` has the bounds of the level before. Returns
    /// `false` if it was stopped.
    fn update(
        &mut self,
        grid: &CandidateGrid,
        rules: ChainRules,
        lower: Option<&Self>,
        stop: &mut dyn FnMut() -> bool,
    ) -> bool {
        let before = self.cells.take();
        let pairs = || {
            before
                .iter()
                .flat_map(|cells| cells.iter().zip(&grid.cells))
        };
        if before.is_none() || pairs().any(|(before, now)| now & !before != 0) {
            for bounds in &mut self.bounds {
                bounds.clear();
                bounds.resize_with(CANDIDATES, || None);
            }
        }
        let gone: Vec<(usize, u16)> = pairs()
            .enumerate()
            .map(|(cell, (before, now))| (cell, before & !now))
            .filter(|(_, gone)| *gone != 0)
            .collect();
        let lower = lower.filter(|lower| lower.cells.as_deref() == Some(&grid.cells));
        let mut open = Vec::new();
        self.contradictions.clear();
        for at in 0..CANDIDATES {
            if at % 9 == 0 && stop() {
                return false;
            }
            for is_on in [false, true] {
                let bound = &mut self.bounds[usize::from(is_on)][at];
                if !grid.has(at / 9, at % 9) {
                    *bound = None;
                    continue;
                }
                let bound = if let Some(bound) = bound {
                    update_bound(bound, grid, rules, &gone, &mut open);
                    bound
                } else {
                    let lower = lower.and_then(|lower| lower.get(at, is_on));
                    bound.insert(new_bound(grid, rules, (at, is_on), lower, &mut open))
                };
                if bound.contradiction {
                    self.contradictions.push((at, is_on));
                }
            }
        }
        self.cells = Some(Box::new(grid.cells));
        true
    }
}

/// Returns the bound of an assumption.
fn new_bound(
    grid: &CandidateGrid,
    rules: ChainRules,
    (at, is_on): (usize, bool),
    lower: Option<&ImplicationBound>,
    open: &mut Vec<(u8, u8)>,
) -> Box<ImplicationBound> {
    let mut bound = Box::new(lower.cloned().unwrap_or_else(|| ImplicationBound {
        reduced: grid.clone(),
        on: [CellSet81::EMPTY; 9],
        contradiction: false,
    }));
    // Steps with patterns come first, so the grid has none. Graphs would not use them either.
    let trials = LastTrials::on(match lower {
        Some(lower) if rules.level > 1 => &lower.reduced,
        _ => grid,
    });
    let mut closing = Closing {
        grid,
        rules,
        bound: &mut bound,
        open,
    };
    if is_on {
        closing.turn_on(at / 9, at % 9);
    } else {
        closing.remove(at / 9, at % 9);
    }
    closing.close(SearchedGrids {
        trials,
        chains: lower
            .filter(|_| rules.level > 2)
            .map(|lower| &lower.reduced.cells),
        forcing_chains: None,
    });
    bound
}

/// Changes a bound to that of a grid without the candidates that are gone.
fn update_bound(
    bound: &mut ImplicationBound,
    grid: &CandidateGrid,
    rules: ChainRules,
    gone: &[(usize, u16)],
    open: &mut Vec<(u8, u8)>,
) {
    if bound.contradiction || bound.is_closed_on(grid, gone) {
        return;
    }
    let (cells, having) = (bound.reduced.cells, bound.reduced.having);
    let mut closing = Closing {
        grid,
        rules,
        bound,
        open,
    };
    closing.remove_gone(gone);
    closing.close(SearchedGrids {
        trials: LastTrials::on_having(having),
        chains: Some(&cells),
        forcing_chains: Some(&cells),
    });
}

/// Bounds for all rules that have them, from step to step: Nishio, and dynamic searches of the
/// levels 0 to 3.
#[derive(Debug, Default)]
pub(super) struct ImplicationBounds {
    tables: [BoundTable; 5],
}

/// Returns the index of the table for these rules.
fn table_index(rules: ChainRules) -> Option<usize> {
    match rules {
        ChainRules { dynamic: false, .. } | ChainRules { level: 4.., .. } => None,
        ChainRules { nishio: true, .. } => Some(0),
        ChainRules { level, .. } => Some(1 + usize::from(level)),
    }
}

impl ImplicationBounds {
    /// Changes the bounds for these rules to those of a grid. Returns whether there are any. There
    /// are none for some rules, and after a stop.
    pub(super) fn update(
        &mut self,
        grid: &CandidateGrid,
        rules: ChainRules,
        stop: &mut dyn FnMut() -> bool,
    ) -> bool {
        let Some(index) = table_index(rules) else {
            return false;
        };
        let (lower, rest) = self.tables.split_at_mut(index);
        let lower = lower.last().filter(|_| rules.level > 0);
        rest[0].update(grid, rules, lower, stop)
    }

    /// Returns the assumptions that may lead to a contradiction.
    pub(super) fn contradictions(&self, rules: ChainRules) -> &[(usize, bool)] {
        table_index(rules).map_or(&[], |index| &self.tables[index].contradictions)
    }

    /// Forgets the bounds of these assumptions, which do not lead to a contradiction.
    pub(super) fn forget(&mut self, rules: ChainRules, assumptions: &[(usize, bool)]) {
        let Some(index) = table_index(rules) else {
            return;
        };
        let table = &mut self.tables[index];
        for (at, is_on) in assumptions {
            table.bounds[usize::from(*is_on)][*at] = None;
        }
        let is_left = |assumption: &(usize, bool)| !assumptions.contains(assumption);
        table.contradictions.retain(is_left);
    }

    /// Returns the hints that a search may find. `graphs` must have those of all
    /// [`contradictions`](Self::contradictions), because what they contain depends on the order of
    /// deductions.
    pub(super) fn possible_hints(
        &self,
        grid: &CandidateGrid,
        rules: ChainRules,
        graphs: &GraphTable,
    ) -> Option<PossibleHints> {
        let table = &self.tables[table_index(rules)?];
        let mut possible = PossibleHints {
            of_candidates: vec![CandidateHints::default(); CANDIDATES],
            shared: SharedImplications::NONE,
        };
        for (at, is_on) in &table.contradictions {
            possible.of_candidates[*at].contradictions[usize::from(*is_on)] = true;
        }
        // Nishio searches for contradictions only.
        if rules.nishio {
            return Some(possible);
        }
        let share = |assumptions: &mut dyn Iterator<Item = (usize, bool)>| {
            share_implications(
                grid,
                assumptions.map(|(at, is_on)| {
                    let graph = graphs[usize::from(is_on)]
                        .get(at)
                        .and_then(Option::as_deref);
                    match table.get(at, is_on) {
                        Some(bound) if !bound.contradiction => Some(Implications::Bound(bound)),
                        _ => graph.map(Implications::Graph),
                    }
                }),
            )
        };
        for (cell, digits) in grid.cells.iter().enumerate() {
            for digit in members(*digits) {
                let at = cell * 9 + digit;
                possible.of_candidates[at].double =
                    share(&mut [(at, false), (at, true)].into_iter()) != [false; 2];
            }
            if *digits != 0 {
                possible.shared.in_cells[cell] =
                    share(&mut members(*digits).map(|digit| (cell * 9 + digit, true)));
            }
        }
        for (region, places) in grid.places.iter().enumerate() {
            for (digit, places) in places
                .iter()
                .enumerate()
                .filter(|(_, places)| **places != 0)
            {
                let cells = members(*places).map(|position| usize::from(CELLS[region][position]));
                possible.shared.in_regions[region][digit] =
                    share(&mut cells.map(|cell| (cell * 9 + digit, true)));
            }
        }
        let shared = &mut possible.shared;
        let houses = shared
            .in_regions
            .as_flattened()
            .iter()
            .chain(&shared.in_cells);
        shared.is_empty = houses.into_iter().all(|shared| *shared == [false; 2]);
        Some(possible)
    }
}

/// The hints that a search may find.
pub(super) struct PossibleHints {
    /// By candidate, if the search is dynamic.
    pub of_candidates: Vec<CandidateHints>,
    pub shared: SharedImplications,
}

/// The hints that a dynamic search may find for a candidate alone.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct CandidateHints {
    /// Contradictions of the candidate being off, and being on.
    pub contradictions: [bool; 2],
    /// A common implication of both.
    pub double: bool,
}

/// The implications of an assumption, or at least these.
#[derive(Copy, Clone)]
enum Implications<'a> {
    Bound(&'a ImplicationBound),
    Graph(&'a ImplicationGraph),
}

/// Returns whether all have a common candidate that is off, then whether one that is on.
fn share_implications<'a>(
    grid: &CandidateGrid,
    all: impl Iterator<Item = Option<Implications<'a>>>,
) -> [bool; 2] {
    let mut off = grid.having;
    let mut on = [CellSet81::ALL; 9];
    // Without a graph, nothing is known.
    for implied in all.flatten() {
        match implied {
            Implications::Bound(bound) => {
                for digit in 0..9 {
                    off[digit] = off[digit].without(bound.reduced.having[digit]);
                    on[digit] = on[digit].and(bound.on[digit]);
                }
            }
            Implications::Graph(graph) => {
                for digit in 0..9 {
                    off[digit] = off[digit].and(graph.off.cells[digit]);
                    on[digit] = on[digit].and(graph.on.cells[digit]);
                }
            }
        }
        // Often nothing is shared any more.
        if off.iter().chain(&on).all(|cells| cells.is_empty()) {
            return [false; 2];
        }
    }
    [off, on].map(|cells| cells.iter().any(|cells| !cells.is_empty()))
}

#[cfg(test)]
mod tests {
    use super::super::grid::closed_hard_grids;
    use super::*;

    const RULES: [ChainRules; 5] = [
        ChainRules::NISHIO,
        ChainRules::dynamic(0),
        ChainRules::dynamic(1),
        ChainRules::dynamic(2),
        ChainRules::dynamic(3),
    ];

    /// Checks that a bound contains a graph. Returns whether it equals it, and whether the graph
    /// has a contradiction.
    fn compare(
        bound: &ImplicationBound,
        grid: &CandidateGrid,
        (at, is_on): (usize, bool),
        rules: ChainRules,
    ) -> [bool; 2] {
        let graph = ImplicationGraph::of(grid, at, is_on, rules);
        let name = format!("{at} {is_on} by {rules:?}");
        if bound.contradiction || graph.contradiction.is_some() {
            assert!(bound.contradiction, "{name}");
            return [graph.contradiction.is_some(); 2];
        }
        let mut is_equal = true;
        for digit in 0..9 {
            let (on, off) = (graph.on.cells[digit], graph.off.cells[digit]);
            let bound_off = grid.having[digit].without(bound.reduced.having[digit]);
            assert!(bound.on[digit].is_superset(on), "{name}");
            assert!(bound_off.is_superset(off), "{name}");
            is_equal &= bound.on[digit] == on && bound_off == off;
        }
        [is_equal, false]
    }

    #[test]
    fn bounds_contain_graphs_before_and_after_steps() {
        // By rules: the bounds that equal their graph on a first grid, those that do not, and the
        // contradictions.
        let mut found = [[0; 3]; 5];
        for (turn, mut grid) in closed_hard_grids(30).enumerate() {
            // A chain of the grid depends on no assumption, and graphs leave it out.
            let has_chains = cycles::chain_removals(&grid) != [0; 81];
            let mut bounds = ImplicationBounds::default();
            for step in 0..3 {
                for (index, rules) in RULES.into_iter().enumerate() {
                    assert!(bounds.update(&grid, rules, &mut || false));
                    let table = &bounds.tables[table_index(rules).unwrap()];
                    let all = (0..CANDIDATES).filter(|at| grid.has(at / 9, at % 9));
                    for at in all.skip((turn + step) % 17).step_by(17) {
                        let is_on = (turn + at) % 3 > 0;
                        let bound = table.get(at, is_on).unwrap();
                        let [is_equal, is_contradiction] =
                            compare(bound, &grid, (at, is_on), rules);
                        if step == 0 && !has_chains {
                            found[index][usize::from(!is_equal)] += 1;
                        }
                        found[index][2] += usize::from(is_contradiction);
                    }
                }
                // A step removes a candidate, or fills a cell.
                let all: Vec<_> = (0..CANDIDATES)
                    .filter(|at| grid.has(at / 9, at % 9))
                    .collect();
                let Some(at) = all.get((turn * 37 + step * 101) % all.len().max(1)) else {
                    break;
                };
                if (turn + step) % 3 == 0 {
                    grid.place(at / 9, at % 9);
                } else {
                    grid.remove(at / 9, at % 9);
                }
            }
        }
        for (rules, [equal, more, contradictions]) in RULES.into_iter().zip(found) {
            let name = format!("{rules:?}: {equal}, {more}, {contradictions}");
            // Some of these grids have common implications, which graphs leave out too.
            let factor = if rules.level < 3 { 20 } else { 2 };
            assert!(equal > factor * more && contradictions > 3, "{name}");
        }
    }

    /// Returns whether all graphs have a common candidate that is off, then whether one that is on.
    fn share_by_graphs(graphs: &[&ImplicationGraph]) -> [bool; 2] {
        let all = |is_in: &dyn Fn(&ImplicationGraph, usize) -> bool| {
            (0..CANDIDATES).any(|at| graphs.iter().all(|graph| is_in(graph, at)))
        };
        [
            all(&|graph, at| graph.off.has(at)),
            all(&|graph, at| graph.on.has(at)),
        ]
    }

    #[test]
    fn possible_hints_contain_those_of_graphs() {
        let mut found = [0; 6];
        for (turn, grid) in closed_hard_grids(8).enumerate() {
            let rules = ChainRules::dynamic(turn as u8 % 2);
            let graphs = [false, true].map(|is_on| {
                let graph = |at| ImplicationGraph::of(&grid, at, is_on, rules);
                let all = 0..CANDIDATES;
                all.map(|at| grid.has(at / 9, at % 9).then(|| Box::new(graph(at))))
                    .collect()
            });
            let mut bounds = ImplicationBounds::default();
            assert!(bounds.update(&grid, rules, &mut || false));
            let possible = bounds.possible_hints(&grid, rules, &graphs).unwrap();
            let mut check = |kind: usize, graphs: &[&ImplicationGraph], may_share: [bool; 2]| {
                let shares = share_by_graphs(graphs);
                for (is_on, (shares, may_share)) in shares.into_iter().zip(may_share).enumerate() {
                    assert!(may_share || !shares);
                    found[2 * kind + is_on] += usize::from(shares);
                }
            };
            let graph = |at: usize, is_on| graphs[usize::from(is_on)][at].as_deref().unwrap();
            for (cell, digits) in grid
                .cells
                .iter()
                .enumerate()
                .filter(|(_, digits)| **digits > 0)
            {
                for digit in members(*digits) {
                    let at = cell * 9 + digit;
                    let hints = possible.of_candidates[at];
                    check(0, &[graph(at, false), graph(at, true)], [hints.double; 2]);
                    for is_on in [false, true] {
                        let has_one = graph(at, is_on).contradiction.is_some();
                        assert!(!has_one || hints.contradictions[usize::from(is_on)]);
                    }
                }
                let all: Vec<_> = members(*digits)
                    .map(|digit| graph(cell * 9 + digit, true))
                    .collect();
                check(1, &all, possible.shared.in_cells[cell]);
            }
            for (region, places) in grid.places.iter().enumerate() {
                for (digit, places) in places.iter().enumerate().filter(|(_, places)| **places > 0)
                {
                    let cell = |position| usize::from(CELLS[region][position]);
                    let all: Vec<_> = members(*places)
                        .map(|position| graph(cell(position) * 9 + digit, true))
                        .collect();
                    check(2, &all, possible.shared.in_regions[region][digit]);
                }
            }
        }
        assert!(found.iter().all(|found| *found > 3), "{found:?}");
    }

    /// Updates bounds for rules, and compares them with new ones.
    fn update_and_compare(bounds: &mut ImplicationBounds, grid: &CandidateGrid, rules: ChainRules) {
        let mut new = ImplicationBounds::default();
        for bounds in [&mut *bounds, &mut new] {
            assert!(bounds.update(grid, rules, &mut || false));
        }
        let index = table_index(rules).unwrap();
        let [one, other] = [bounds, &new].map(|bounds| format!("{:?}", bounds.tables[index]));
        assert!(one == other, "{rules:?}");
    }

    #[test]
    fn bounds_of_other_grids_are_not_used() {
        for grid in closed_hard_grids(3) {
            let mut later = grid.clone();
            for at in (0..CANDIDATES).step_by(41) {
                later.remove(at / 9, at % 9);
            }
            let [rules, higher] = [1, 2].map(ChainRules::dynamic);
            let mut bounds = ImplicationBounds::default();
            assert!(bounds.update(&grid, rules, &mut || false));
            // The lower bounds are those of an earlier grid.
            update_and_compare(&mut bounds, &later, higher);
            // A stopped update leaves bounds of two grids.
            let mut calls = 0;
            let mut stop = || {
                calls += 1;
                calls > 40
            };
            assert!(!bounds.update(&later, rules, &mut stop));
            update_and_compare(&mut bounds, &later, rules);
            // This grid has more candidates.
            update_and_compare(&mut bounds, &grid, rules);
        }
    }
}
