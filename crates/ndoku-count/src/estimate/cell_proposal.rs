//! Filling cell by cell, for every layout whose rules are houses.
//!
//! Singles are propagated, then the open cell with the fewest candidates gets a random one of them.
//!
//! ```text
//!   r4c7 {2 9}   candidates of peers       odds
//!            2   3→2, 4→3                  2/3 · 3/4 = 1/2
//!            9   2→1, 2→1, 5→4             1/2 · 1/2 · 4/5 = 1/5
//!   2 is chosen with probability 5/7, and then the weight is multiplied by 7/5
//! ```
//!
//! A candidate that removes many of the last candidates leaves fewer completions. A stage ends
//! after every N cells. The twisting function is ∏ (number of candidates)^0.15 over the open cells.
//!
//! **Cost:** O(N³) per particle: 0.1 ms for 9×9, 1 ms for 16×16.

use ndoku_core::{DigitSet, Puzzle};
use ndoku_solver::StopReason;

use super::smc::{RandomBits, SmcModel};
use super::wide_float::WideFloat;

/// The exponent of the numbers of candidates in the twisting function.
const TWIST_EXPONENT: f64 = 0.15;

/// A puzzle as lists of indices.
#[derive(Debug)]
pub(super) struct CellProposal {
    pub(super) size: usize,
    /// The cells that share a house with each cell.
    peers: Vec<Vec<u16>>,
    /// The houses of N cells that contain each cell.
    houses_of: Vec<Vec<u16>>,
    /// The cells of each house of N cells.
    houses: Vec<Vec<u16>>,
    /// The grid after propagation of the clues; `None` if they contradict each other.
    pub(super) start: Option<CellState>,
    /// k / (k + 1).
    shrink: Vec<f64>,
    /// ln kᵗ, for the twisting function.
    log_twists: Vec<f64>,
}

/// A partially filled grid.
#[derive(Debug)]
pub(super) struct CellState {
    /// The candidates of each cell.
    pub(super) candidates: Vec<u64>,
    /// The number of places of each digit in each house of N cells.
    places: Vec<u8>,
    /// Cells whose digit is placed and removed from their peers.
    placed: Vec<u64>,
    filled: usize,
    /// Cells and hidden singles that await placement.
    pending: Vec<(u16, u8)>,
}

impl Clone for CellState {
    fn clone(&self) -> Self {
        Self {
            candidates: self.candidates.clone(),
            places: self.places.clone(),
            placed: self.placed.clone(),
            filled: self.filled,
            pending: Vec::new(),
        }
    }

    fn clone_from(&mut self, other: &Self) {
        self.candidates.clone_from(&other.candidates);
        self.places.clone_from(&other.places);
        self.placed.clone_from(&other.placed);
        self.filled = other.filled;
        self.pending.clear();
    }
}

/// The error that a grid cannot be completed.
struct DeadEnd;

impl CellProposal {
    /// Prepares a puzzle.
    ///
    /// # Errors
    /// Returns [`StopReason::Unsupported`] for a size above 64, or rules that are not houses.
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
            log_twists: (0..=size)
                .map(|k| TWIST_EXPONENT * (k.max(1) as f64).ln())
                .collect(),
            houses,
        };
        cells.start = cells.propagate_clues(puzzle).ok();
        Ok(cells)
    }

    /// Returns the number of cells known before any random choice.
    pub(super) fn filled(&self) -> usize {
        self.start.as_ref().map_or(0, |grid| grid.filled)
    }

    fn propagate_clues(&self, puzzle: &Puzzle) -> Result<CellState, DeadEnd> {
        let size = self.size;
        let full = DigitSet::full(puzzle.size()).words()[0];
        let mut grid = CellState {
            candidates: vec![full; size * size],
            places: vec![size as u8; self.houses.len() * size],
            placed: vec![0; (size * size).div_ceil(64)],
            filled: 0,
            pending: Vec::new(),
        };
        for (index, cell) in puzzle.layout().cells().enumerate() {
            let wanted = puzzle.candidates(cell).words()[0];
            self.restrict(&mut grid, index, wanted)?;
        }
        // Singles are found when a candidate is removed, but a grid of one cell loses none.
        if size == 1 {
            grid.pending.push((0, 0));
        }
        self.propagate_singles(&mut grid)?;
        Ok(grid)
    }

    /// Removes all other candidates from a cell.
    fn restrict(&self, grid: &mut CellState, cell: usize, wanted: u64) -> Result<(), DeadEnd> {
        let mut removed = grid.candidates[cell] & !wanted;
        if removed == 0 {
            return Ok(());
        }
        grid.candidates[cell] &= wanted;
        match grid.candidates[cell] {
            0 => return Err(DeadEnd),
            left if left.is_power_of_two() => grid
                .pending
                .push((cell as u16, left.trailing_zeros() as u8)),
            _ => {}
        }
        while removed != 0 {
            let digit = removed.trailing_zeros() as usize;
            removed &= removed - 1;
            for house in &self.houses_of[cell] {
                let item = usize::from(*house) * self.size + digit;
                grid.places[item] -= 1;
                match grid.places[item] {
                    0 => return Err(DeadEnd),
                    1 => {
                        let single = self.houses[usize::from(*house)]
                            .iter()
                            .find(|cell| grid.candidates[usize::from(**cell)] >> digit & 1 == 1);
                        // A cell that already holds the digit is skipped.
                        if let Some(single) = single
                            && !grid.candidates[usize::from(*single)].is_power_of_two()
                        {
                            grid.pending.push((*single, digit as u8));
                        }
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// Places the pending singles and everything that follows from them.
    fn propagate_singles(&self, grid: &mut CellState) -> Result<(), DeadEnd> {
        while let Some((cell, digit)) = grid.pending.pop() {
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
            self.restrict(grid, cell, bit)?;
            for peer in &self.peers[cell] {
                let peer = usize::from(*peer);
                let left = grid.candidates[peer];
                if left & bit != 0 {
                    self.restrict(grid, peer, !bit)?;
                }
            }
        }
        Ok(())
    }

    /// Returns the open cell with the fewest candidates, the first of equals.
    fn select_cell(&self, grid: &CellState) -> Option<usize> {
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

    fn fill_cells(
        &self,
        grid: &mut CellState,
        random: &mut RandomBits<'_>,
        wanted: usize,
    ) -> Result<WideFloat, DeadEnd> {
        let mut weight = WideFloat::ONE;
        let mut odds = [0.0; 64];
        while grid.filled < wanted {
            let Some(cell) = self.select_cell(grid) else {
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
            let Some((place, probability)) = random.choose(&odds[..count]) else {
                return Err(DeadEnd);
            };
            weight = weight.times(1.0 / probability);
            let mut rest = candidates;
            for _ in 0..place {
                rest &= rest - 1;
            }
            grid.pending.clear();
            self.restrict(grid, cell, rest & rest.wrapping_neg())?;
            self.propagate_singles(grid)?;
        }
        Ok(weight)
    }
}

impl SmcModel for CellProposal {
    type State = CellState;

    fn initial_state(&self) -> Option<CellState> {
        self.start.clone()
    }

    fn stage_count(&self) -> usize {
        self.size
    }

    fn advance(
        &self,
        grid: &mut CellState,
        stage: usize,
        random: &mut RandomBits<'_>,
    ) -> Option<WideFloat> {
        self.fill_cells(grid, random, (stage + 1) * self.size).ok()
    }

    fn log_twist(&self, grid: &CellState, _: usize) -> f64 {
        grid.candidates
            .iter()
            .map(|set| self.log_twists[set.count_ones() as usize])
            .sum()
    }
}
