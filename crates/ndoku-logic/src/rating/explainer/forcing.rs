//! Multiple, Nishio and dynamic forcing chains: what follows whichever candidate of a cell is on, wherever a digit stands in a region, whether a candidate is on or
//! off; and candidates from which a contradiction follows.
//!
//! Of all hints the least by rating, length and kind is taken, the first of equals, in this order: cells, in each its digits, for each contradictions, then on and
//! off, then its regions; then the candidates of the cell.

use super::grid::Grid;
use super::hint::{Hint, Reason, Removals};
use super::run::{CANDIDATES, Memory, Mode, Run};
use super::tables::{CELLS, POSITIONS, REGIONS, members};

/// What a chain of this length adds to the rating of its kind.
pub(super) fn added(length: u32) -> f64 {
    let mut added = 0.0;
    let mut ceiling = 4;
    let mut odd = false;
    while length > ceiling {
        added += 0.1;
        ceiling = if odd { ceiling * 4 / 3 } else { ceiling * 3 / 2 };
        odd = !odd;
    }
    added
}

/// The rating of the shortest chain of a mode.
fn base(mode: Mode) -> f64 {
    if mode.nishio {
        7.5
    } else if mode.dynamic {
        8.5 + 0.5 * f64::from(mode.level)
    } else {
        8.0
    }
}

/// 7.5, 8.0, 8.5 and more.
pub(super) fn forcing_chain(grid: &Grid, mode: Mode) -> Option<Hint> {
    let mut search = Search { grid, mode, base: base(mode), best: None, runs: (0..CANDIDATES).map(|_| None).collect(), memory: Memory::default() };
    search.run();
    search.best.map(|(_, hint)| hint)
}

struct Search<'a> {
    grid: &'a Grid,
    mode: Mode,
    base: f64,
    best: Option<((u32, u8), Hint)>,
    /// What follows from each candidate that is on, as soon as it is asked for.
    runs: Vec<Option<Box<Run>>>,
    memory: Memory,
}

/// The kinds of hints, by the number that decides between equal lengths.
#[derive(Copy, Clone)]
enum Kind {
    Double = 1,
    Cell = 5,
    Region = 6,
    Contradiction = 7,
}

impl Search<'_> {
    fn run(&mut self) {
        let Mode { dynamic, nishio, .. } = self.mode;
        let least = if dynamic { 2 } else { 3 };
        let mut off = Run::new();
        for cell in 0..81 {
            let count = self.grid.count(cell);
            if count < least {
                continue;
            }
            for digit in members(self.grid.cells[cell]) {
                let at = cell * 9 + digit;
                self.follow(at);
                if dynamic {
                    if let Some(on) = &self.runs[at]
                        && let Some((one, other)) = on.contradiction
                    {
                        let bound = u32::from(on.nodes[one as usize].depth + on.nodes[other as usize].depth);
                        if self.is_better(bound, Kind::Contradiction) {
                            let length = on.ancestors(one, &mut self.memory) + on.ancestors(other, &mut self.memory);
                            self.take(length, Kind::Contradiction, at, false);
                        }
                    }
                    off.follow(self.grid, at, false, self.mode);
                    if let Some((one, other)) = off.contradiction {
                        let bound = u32::from(off.nodes[one as usize].depth + off.nodes[other as usize].depth);
                        if self.is_better(bound, Kind::Contradiction) {
                            let length = off.ancestors(one, &mut self.memory) + off.ancestors(other, &mut self.memory);
                            self.take(length, Kind::Contradiction, at, true);
                        }
                    }
                    if !nishio && count >= 3 {
                        self.double(at, &off);
                    }
                }
                if !nishio {
                    self.regions(cell, digit);
                }
            }
            if !nishio {
                let all: Vec<usize> = members(self.grid.cells[cell]).map(|digit| cell * 9 + digit).collect();
                self.common(&all, Kind::Cell);
            }
        }
    }

    /// Sees to it that the run of a candidate is there.
    fn follow(&mut self, at: usize) {
        let (grid, mode) = (self.grid, self.mode);
        self.runs[at].get_or_insert_with(|| {
            let mut run = Box::new(Run::new());
            run.follow(grid, at, true, mode);
            run
        });
    }

    fn is_better(&self, length: u32, kind: Kind) -> bool {
        self.best.as_ref().is_none_or(|(best, _)| (length, kind as u8) < *best)
    }

    /// Takes a hint that is better than the best: the candidate is on, or off.
    fn take(&mut self, length: u32, kind: Kind, at: usize, on: bool) {
        if !self.is_better(length, kind) {
            return;
        }
        let (cell, digit) = (at / 9, at % 9);
        let mut removals = Removals::default();
        removals.add(self.grid, cell, if on { !(1 << digit) } else { 1 << digit });
        let reason = match (self.mode.nishio, kind) {
            (true, _) => Reason::NishioForcingChain,
            (_, Kind::Double) => Reason::DoubleForcingChain,
            (_, Kind::Cell) => Reason::CellForcingChain,
            (_, Kind::Region) => Reason::RegionForcingChain,
            (_, Kind::Contradiction) => Reason::ContradictionForcingChain,
        };
        let place = on.then_some((cell as u8, digit as u8));
        if let Some(hint) = Hint::removing(reason, self.base + added(length - 2), removals) {
            self.best = Some(((length, kind as u8), Hint { place, ..hint }));
        }
    }

    /// What follows whether a candidate is on or off.
    fn double(&mut self, at: usize, off: &Run) {
        let Some(run) = self.runs[at].take() else { return };
        for is_on in [true, false] {
            let (one, other) = if is_on { (&run.on, &off.on) } else { (&run.off, &off.off) };
            if !one.set.meets(&other.set) {
                continue;
            }
            for node in &one.list {
                let node = u32::from(*node);
                let target = usize::from(run.nodes[node as usize].at);
                let Some(beside) = other.node(target) else { continue };
                let bound = u32::from(run.nodes[node as usize].depth + off.nodes[beside as usize].depth);
                if self.is_better(bound, Kind::Double) {
                    let length = run.ancestors(node, &mut self.memory) + off.ancestors(beside, &mut self.memory);
                    self.take(length, Kind::Double, target, is_on);
                }
            }
        }
        self.runs[at] = Some(run);
    }

    /// What follows wherever the digit stands in a region of which the cell is its first place.
    fn regions(&mut self, cell: usize, digit: usize) {
        for (region, position) in REGIONS[cell].into_iter().zip(POSITIONS[cell]) {
            let region = usize::from(region);
            let places = self.grid.places[region][digit];
            if places.count_ones() < 2 || places.trailing_zeros() != u32::from(position) {
                continue;
            }
            let all: Vec<usize> = members(places).map(|position| usize::from(CELLS[region][position]) * 9 + digit).collect();
            self.common(&all, Kind::Region);
        }
    }

    /// What follows from each of these candidates.
    fn common(&mut self, all: &[usize], kind: Kind) {
        all.iter().for_each(|at| self.follow(*at));
        let mut runs: [Option<Box<Run>>; 9] = Default::default();
        all.iter().zip(&mut runs).for_each(|(at, run)| *run = self.runs[*at].take());
        let present: Vec<&Run> = runs.iter().flatten().map(|run| &**run).collect();
        let mut best = Vec::new();
        if let Some((first, rest)) = present.split_first() {
            for is_on in [true, false] {
                let queue = |run: &'_ Run| if is_on { run.on.set } else { run.off.set };
                let mut shared = queue(first);
                for run in rest {
                    let other = queue(run);
                    shared.0.iter_mut().zip(other.0).for_each(|(word, other)| *word &= other);
                }
                if shared.is_empty() {
                    continue;
                }
                let list = if is_on { &first.on.list } else { &first.off.list };
                for node in list {
                    let target = usize::from(first.nodes[usize::from(*node)].at);
                    if !shared.has(target) {
                        continue;
                    }
                    let node_in = |run: &Run| if is_on { run.on.node(target) } else { run.off.node(target) };
                    let bound: u32 =
                        present.iter().filter_map(|run| Some(u32::from(run.nodes[node_in(run)? as usize].depth))).sum();
                    best.push((bound, target, is_on));
                }
            }
            for (bound, target, is_on) in best {
                if !self.is_better(bound, kind) {
                    continue;
                }
                let node_in = |run: &Run| if is_on { run.on.node(target) } else { run.off.node(target) };
                let memory = &mut self.memory;
                let length = present.iter().filter_map(|run| Some(run.ancestors(node_in(run)?, memory))).sum();
                self.take(length, kind, target, is_on);
            }
        }
        all.iter().zip(runs).for_each(|(at, run)| self.runs[*at] = run);
    }
}
