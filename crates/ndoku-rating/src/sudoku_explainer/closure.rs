//! The grid after all steps rated up to 4.0, computed directly instead of step by step.
//!
//! ```text
//! singles ─▶ locked candidates ─▶ naked and hidden pairs and triplets, X-Wings, Swordfish ─▶ end
//!    ▲               │                                   │
//!    └───────────────┴───────────────────────────────────┘
//! ```
//!
//! The order of these steps does not matter: a removal that one of them makes, it or an easier one
//! also makes later. So all orders end with the same grid. On this grid Sukaku Explainer turns to
//! wings and harder techniques, so most easier steps need not be made one by one. The direct
//! techniques (1.7 to 2.5) give no other result.
//!
//! A puzzle takes from two to twenty microseconds.

use ndoku_core::CellSet81;
use ndoku_logic::singles::{BAND, COLUMN_STACKS, STACK_COLUMNS, SinglesGrid9};

use super::grid::{CandidateGrid, OPEN};
use super::tables::{CELLS, POSITIONS, REGIONS, count};

/// The maximum rating of these steps, in tenths.
pub(super) const MAX_DIFFICULTY: u16 = 40;

/// The places of a digit in three lines and three blocks that cross, bit 3·line + block, after all
/// locked candidates are removed.
static LOCKED: [u16; 512] = {
    let mut left = [0; 512];
    let mut set = 0_usize;
    while set < 512 {
        let mut now = set;
        let mut before = usize::MAX;
        while now != before {
            before = now;
            let mut one = 0;
            while one < 3 {
                let (line, block) = (0b111 << (3 * one), 0b001_001_001 << one);
                // All places of a line in one block, or all places of a block in one line.
                if (now & line).is_power_of_two() {
                    let block = 0b001_001_001 << ((now & line).trailing_zeros() % 3);
                    now &= !block | line;
                }
                if (now & block).is_power_of_two() {
                    let line = 0b111 << ((now & block).trailing_zeros() / 3 * 3);
                    now &= !line | block;
                }
                one += 1;
            }
        }
        left[set] = now as u16;
        set += 1;
    }
    left
};

/// Applies all steps that are rated at most [`MAX_DIFFICULTY`].
pub(super) fn close(grid: &mut CandidateGrid) {
    close_from(board_from_grid(grid), grid);
}

/// Returns the closure of a grid.
pub(super) fn closure_of(singles: SinglesGrid9) -> CandidateGrid {
    let mut grid = CandidateGrid::open();
    close_from(singles, &mut grid);
    grid
}

/// Continues from singles. Overwrites the grid, except digits in cells that the singles do not
/// fill.
fn close_from(mut board: SinglesGrid9, grid: &mut CandidateGrid) {
    loop {
        board.fill_singles();
        write_grid(&board, grid);
        if grid.left == 0 {
            return;
        }
        let mut gone = RemovedCandidates::default();
        locked(grid, &mut gone);
        if !gone.is_some {
            sets(grid, &mut gone);
        }
        if !gone.is_some {
            return;
        }
        remove_candidates(&mut board, &gone);
    }
}

/// Returns a grid as input for singles.
fn board_from_grid(grid: &CandidateGrid) -> SinglesGrid9 {
    let mut board = SinglesGrid9 {
        candidates: [[0; 3]; 9],
        filled: [0; 3],
    };
    for (bands, having) in board.candidates.iter_mut().zip(&grid.having) {
        *bands = [
            having.bits() as u32 & BAND,
            (having.bits() >> 27) as u32 & BAND,
            (having.bits() >> 54) as u32 & BAND,
        ];
    }
    for (cell, digit) in grid
        .digits
        .iter()
        .enumerate()
        .filter(|(_, digit)| **digit != OPEN)
    {
        let bit = 1 << (cell % 27);
        board.filled[cell / 27] |= bit;
        board.candidates[usize::from(*digit) % 9][cell / 27] |= bit;
    }
    board
}

/// Writes the candidates and digits to the grid.
fn write_grid(board: &SinglesGrid9, grid: &mut CandidateGrid) {
    grid.cells = [0; 81];
    grid.places = [[0; 9]; 27];
    for (digit, bands) in board.candidates.iter().enumerate() {
        let mut having = 0;
        for (band, cells) in bands.iter().enumerate() {
            let mut fixed = cells & board.filled[band];
            while fixed != 0 {
                grid.digits[27 * band + fixed.trailing_zeros() as usize] = digit as u8;
                fixed &= fixed - 1;
            }
            let mut open = cells & !board.filled[band];
            having |= u128::from(open) << (27 * band);
            while open != 0 {
                let cell = 27 * band + open.trailing_zeros() as usize;
                grid.cells[cell] |= 1 << digit;
                for (region, position) in REGIONS[cell].into_iter().zip(POSITIONS[cell]) {
                    grid.places[usize::from(region)][digit] |= 1 << position;
                }
                open &= open - 1;
            }
        }
        grid.having[digit] = CellSet81::from_bits(having);
    }
    grid.left = 0;
    grid.open = [0; 27];
    for (band, known) in board.filled.iter().enumerate() {
        let mut open = BAND & !known;
        grid.left += open.count_ones() as u8;
        while open != 0 {
            for region in REGIONS[27 * band + open.trailing_zeros() as usize] {
                grid.open[usize::from(region)] += 1;
            }
            open &= open - 1;
        }
    }
}

fn remove_candidates(board: &mut SinglesGrid9, gone: &RemovedCandidates) {
    for (bands, gone) in board.candidates.iter_mut().zip(&gone.digits) {
        for (cells, gone) in bands.iter_mut().zip(gone) {
            *cells &= !gone;
        }
    }
}

/// The candidates to remove.
#[derive(Default)]
struct RemovedCandidates {
    digits: [[u32; 3]; 9],
    is_some: bool,
}

impl RemovedCandidates {
    fn add(&mut self, cell: usize, digits: u16) {
        let mut left = digits & 0x1ff;
        self.is_some |= left != 0;
        while left != 0 {
            self.digits[left.trailing_zeros() as usize][cell / 27] |= 1 << (cell % 27);
            left &= left - 1;
        }
    }

    /// Adds a digit at these positions of a region.
    fn add_places(&mut self, region: usize, digit: usize, mut positions: u16) {
        while positions != 0 {
            self.add(
                usize::from(CELLS[region][positions.trailing_zeros() as usize]),
                1 << digit,
            );
            positions &= positions - 1;
        }
    }
}

/// Removes locked candidates of lines and blocks in a band or stack.
fn locked(grid: &CandidateGrid, gone: &mut RemovedCandidates) {
    for first in (9..27).step_by(3) {
        for digit in 0..9 {
            let lines = [
                grid.places[first][digit],
                grid.places[first + 1][digit],
                grid.places[first + 2][digit],
            ];
            let thirds = lines.map(|line| u16::from(COLUMN_STACKS[usize::from(line)].0));
            let set = thirds[0] | thirds[1] << 3 | thirds[2] << 6;
            let left = LOCKED[usize::from(set)];
            if left != set {
                for (place, line) in lines.into_iter().enumerate() {
                    gone.add_places(
                        first + place,
                        digit,
                        line & !STACK_COLUMNS[usize::from(left >> (3 * place) & 7)],
                    );
                }
            }
        }
    }
}

/// Removes candidates by pairs, triplets, X-Wings and Swordfish.
fn sets(grid: &CandidateGrid, gone: &mut RemovedCandidates) {
    for (region, members) in CELLS.iter().enumerate() {
        if grid.open[region] < 4 {
            continue;
        }
        let cells = members.map(|cell| grid.cells[usize::from(cell)]);
        two_or_three(&cells, &mut |positions, digits| {
            for (position, candidates) in cells.iter().enumerate() {
                if positions >> position & 1 == 0 && candidates & digits != 0 {
                    gone.add(usize::from(members[position]), candidates & digits);
                }
            }
        });
        let places = &grid.places[region];
        two_or_three(places, &mut |digits, positions| {
            for (digit, places) in places.iter().enumerate() {
                if digits >> digit & 1 == 0 {
                    gone.add_places(region, digit, places & positions);
                }
            }
        });
    }
    for digit in 0..9 {
        if grid.having[digit].len() < 4 {
            continue;
        }
        for base in [9, 18] {
            let lines: [u16; 9] = std::array::from_fn(|line| grid.places[base + line][digit]);
            two_or_three(&lines, &mut |chosen, covers| {
                for (line, places) in lines.iter().enumerate() {
                    if chosen >> line & 1 == 0 {
                        gone.add_places(base + line, digit, places & covers);
                    }
                }
            });
        }
    }
}

/// Calls `found` with each two or three of nine sets whose union has as many members, and with the
/// union.
#[inline(always)]
fn two_or_three(sets: &[u16; 9], found: &mut impl FnMut(u16, u16)) {
    let mut usable = 0_u16;
    for (member, set) in sets.iter().enumerate() {
        usable |= u16::from((2..=3).contains(&count(*set))) << member;
    }
    while usable != 0 {
        let one = usable.trailing_zeros() as usize;
        usable &= usable - 1;
        let mut others = usable;
        while others != 0 {
            let other = others.trailing_zeros() as usize;
            others &= others - 1;
            let union = sets[one] | sets[other];
            let size = count(union);
            if size == 2 {
                found(1 << one | 1 << other, union);
            }
            if size > 3 {
                continue;
            }
            let mut thirds = others;
            while thirds != 0 {
                let third = thirds.trailing_zeros() as usize;
                thirds &= thirds - 1;
                let union = union | sets[third];
                if count(union) == 3 {
                    found(1 << one | 1 << other | 1 << third, union);
                }
            }
        }
    }
}
