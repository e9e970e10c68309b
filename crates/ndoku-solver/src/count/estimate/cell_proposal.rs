//! Cell by cell, for every layout whose rules are houses: singles are followed, then the open cell with the fewest candidates gets one of them by chance.
//!
//! ```text
//!   r4c7 {2 9}: 2 would leave its peers with  3→2, 4→3 candidates:        odds  2/3 · 3/4 = 1/2
//!               9 would leave                 2→1, 2→1, 5→4:              odds  1/2 · 1/2 · 4/5 = 1/5
//!               2 is taken with 5/7, and then the weight is 7/5 of what it was
//! ```
//!
//! The odds are those of COUNTING.md, section 8: a candidate that takes many of the last candidates away leaves fewer ways. A stage ends after every N cells. The
//! promise is ∏ (number of candidates)^0.15 over the open cells.
//!
//! **Cost:** O(N³) for each particle: 0.1 ms for 9×9, 1 ms for 16×16.

use ndoku_core::{DigitSet, Puzzle};

use super::smc::{Chance, Model};
use super::wide_float::Magnitude;
use crate::engine::StopReason;

/// The power of the numbers of candidates in the promise.
const TWIST: f64 = 0.15;

/// A puzzle, as lists.
#[derive(Debug)]
pub(super) struct Cells {
    pub(super) size: usize,
    /// For each cell those that share a house with it.
    peers: Vec<Vec<u16>>,
    /// For each cell its houses of N cells.
    houses_of: Vec<Vec<u16>>,
    /// The cells of the houses of N cells.
    houses: Vec<Vec<u16>>,
    /// What follows from the clues; `None` if they contradict each other.
    pub(super) start: Option<Grid>,
    /// k / (k + 1).
    shrink: Vec<f64>,
    /// ln kᵗ, of the promise.
    logs: Vec<f64>,
}

/// A grid that is filled in part.
#[derive(Debug)]
pub(super) struct Grid {
    /// For each cell the digits that it may hold.
    pub(super) candidates: Vec<u64>,
    /// For each house of N cells and each digit the number of places.
    places: Vec<u8>,
    /// Cells that hold their digit, and whose peers have lost it.
    placed: Vec<u64>,
    filled: usize,
    /// Cells and hidden singles that wait.
    waiting: Vec<(u16, u8)>,
}

impl Clone for Grid {
    fn clone(&self) -> Self {
        Self {
            candidates: self.candidates.clone(),
            places: self.places.clone(),
            placed: self.placed.clone(),
            filled: self.filled,
            waiting: Vec::new(),
        }
    }

    fn clone_from(&mut self, other: &Self) {
        self.candidates.clone_from(&other.candidates);
        self.places.clone_from(&other.places);
        self.placed.clone_from(&other.placed);
        self.filled = other.filled;
        self.waiting.clear();
    }
}

/// There is no way on.
struct DeadEnd;

impl Cells {
    /// # Errors
    /// [`StopReason::Unsupported`] for a size above 64, or rules that are no houses.
    pub(super) fn new(puzzle: &Puzzle) -> Result<Self, StopReason> {
        let layout = puzzle.layout();
        if layout.size() > 64 || !layout.constraints().is_empty() {
            return Err(StopReason::Unsupported);
        }
        let size = usize::from(layout.size());
        let number = |cell| layout.index(cell) as u16;
        let houses: Vec<Vec<u16>> = layout
            .houses()
            .iter()
            .filter(|house| house.cells().len() == size)
            .map(|house| house.cells().iter().map(|cell| number(*cell)).collect())
            .collect();
        let mut houses_of = vec![Vec::new(); size * size];
        for (house, cells) in houses.iter().enumerate() {
            cells
                .iter()
                .for_each(|cell| houses_of[usize::from(*cell)].push(house as u16));
        }
        let mut cells = Self {
            size,
            peers: layout
                .cells()
                .map(|cell| layout.peers(cell).into_iter().map(number).collect())
                .collect(),
            houses_of,
            start: None,
            shrink: (0..=size).map(|k| k as f64 / (k + 1) as f64).collect(),
            logs: (0..=size).map(|k| TWIST * (k.max(1) as f64).ln()).collect(),
            houses,
        };
        cells.start = cells.begin(puzzle).ok();
        Ok(cells)
    }

    /// How many cells are known before anything is left to chance.
    pub(super) fn filled(&self) -> usize {
        self.start.as_ref().map_or(0, |grid| grid.filled)
    }

    fn begin(&self, puzzle: &Puzzle) -> Result<Grid, DeadEnd> {
        let size = self.size;
        let full = DigitSet::full(puzzle.size()).words()[0];
        let mut grid = Grid {
            candidates: vec![full; size * size],
            places: vec![size as u8; self.houses.len() * size],
            placed: vec![0; (size * size).div_ceil(64)],
            filled: 0,
            waiting: Vec::new(),
        };
        for (index, cell) in puzzle.layout().cells().enumerate() {
            let wanted = puzzle.candidates(cell).words()[0];
            self.keep(&mut grid, index, wanted)?;
        }
        // Every single shows when a candidate goes, but in a grid of one cell none does.
        if size == 1 {
            grid.waiting.push((0, 0));
        }
        self.follow(&mut grid)?;
        Ok(grid)
    }

    /// Takes all but these candidates from a cell.
    fn keep(&self, grid: &mut Grid, cell: usize, wanted: u64) -> Result<(), DeadEnd> {
        let mut gone = grid.candidates[cell] & !wanted;
        if gone == 0 {
            return Ok(());
        }
        grid.candidates[cell] &= wanted;
        match grid.candidates[cell] {
            0 => return Err(DeadEnd),
            left if left.is_power_of_two() => grid
                .waiting
                .push((cell as u16, left.trailing_zeros() as u8)),
            _ => {}
        }
        while gone != 0 {
            let digit = gone.trailing_zeros() as usize;
            gone &= gone - 1;
            for house in &self.houses_of[cell] {
                let item = usize::from(*house) * self.size + digit;
                grid.places[item] -= 1;
                match grid.places[item] {
                    0 => return Err(DeadEnd),
                    1 => {
                        let single = self.houses[usize::from(*house)]
                            .iter()
                            .find(|cell| grid.candidates[usize::from(**cell)] >> digit & 1 == 1);
                        // A cell that holds the digit already is no news.
                        if let Some(single) = single
                            && !grid.candidates[usize::from(*single)].is_power_of_two()
                        {
                            grid.waiting.push((*single, digit as u8));
                        }
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// Places what waits, and all that follows from it.
    fn follow(&self, grid: &mut Grid) -> Result<(), DeadEnd> {
        while let Some((cell, digit)) = grid.waiting.pop() {
            let cell = usize::from(cell);
            let bit = 1_u64 << digit;
            if grid.candidates[cell] & bit == 0 {
                return Err(DeadEnd);
            }
            let (word, place) = (cell / 64, cell % 64);
            if grid.placed[word] >> place & 1 == 1 {
                continue;
            }
            grid.placed[word] |= 1 << place;
            grid.filled += 1;
            self.keep(grid, cell, bit)?;
            for peer in &self.peers[cell] {
                let peer = usize::from(*peer);
                let left = grid.candidates[peer];
                if left & bit != 0 {
                    self.keep(grid, peer, !bit)?;
                }
            }
        }
        Ok(())
    }

    /// The open cell with the fewest candidates, the first of equals.
    fn tightest(&self, grid: &Grid) -> Option<usize> {
        let mut best = (u32::MAX, None);
        for (cell, candidates) in grid.candidates.iter().enumerate() {
            let count = candidates.count_ones();
            if count > 1 && count < best.0 {
                best = (count, Some(cell));
                if count == 2 {
                    break;
                }
            }
        }
        best.1
    }

    fn fill(
        &self,
        grid: &mut Grid,
        chance: &mut Chance<'_>,
        wanted: usize,
    ) -> Result<Magnitude, DeadEnd> {
        let mut weight = Magnitude::ONE;
        let mut odds = [0.0; 64];
        while grid.filled < wanted {
            let Some(cell) = self.tightest(grid) else {
                break;
            };
            let candidates = grid.candidates[cell];
            let count = candidates.count_ones() as usize;
            odds[..count].fill(1.0);
            for peer in &self.peers[cell] {
                let set = grid.candidates[usize::from(*peer)];
                let mut shared = set & candidates;
                let factor = self.shrink[(set.count_ones() as usize).saturating_sub(1)];
                while shared != 0 {
                    let digit = shared & shared.wrapping_neg();
                    odds[(candidates & (digit - 1)).count_ones() as usize] *= factor;
                    shared ^= digit;
                }
            }
            let Some((place, probability)) = chance.pick(&odds[..count]) else {
                return Err(DeadEnd);
            };
            weight = weight.times(1.0 / probability);
            let mut rest = candidates;
            for _ in 0..place {
                rest &= rest - 1;
            }
            grid.waiting.clear();
            self.keep(grid, cell, rest & rest.wrapping_neg())?;
            self.follow(grid)?;
        }
        Ok(weight)
    }
}

impl Model for Cells {
    type State = Grid;

    fn start(&self) -> Option<Grid> {
        self.start.clone()
    }

    fn stages(&self) -> usize {
        self.size
    }

    fn advance(&self, grid: &mut Grid, stage: usize, chance: &mut Chance<'_>) -> Option<Magnitude> {
        self.fill(grid, chance, (stage + 1) * self.size).ok()
    }

    fn promise(&self, grid: &Grid, _: usize) -> f64 {
        grid.candidates
            .iter()
            .map(|set| self.logs[set.count_ones() as usize])
            .sum()
    }
}
