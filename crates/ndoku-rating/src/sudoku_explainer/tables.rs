//! Tables of the 9×9 grid, in the numbering of Sukaku Explainer.
//!
//! ```text
//! regions  0 … 8 blocks, 9 … 17 rows, 18 … 26 columns
//! position of a cell: in a block row by row, in a row its column, in a column its row
//! ```

use ndoku_core::CellSet81;

/// The cells of each region, by position.
pub(super) static CELLS: [[u8; 9]; 27] = {
    let mut cells = [[0; 9]; 27];
    let mut index = 0;
    while index < 9 {
        let mut position = 0;
        while position < 9 {
            let block = 27 * (index / 3) + 3 * (index % 3) + 9 * (position / 3) + position % 3;
            cells[index][position] = block as u8;
            cells[9 + index][position] = (9 * index + position) as u8;
            cells[18 + index][position] = (9 * position + index) as u8;
            position += 1;
        }
        index += 1;
    }
    cells
};

/// The block, row and column of each cell.
pub(super) static REGIONS: [[u8; 3]; 81] = {
    let mut regions = [[0; 3]; 81];
    let mut region = 0;
    while region < 27 {
        let mut position = 0;
        while position < 9 {
            regions[CELLS[region][position] as usize][region / 9] = region as u8;
            position += 1;
        }
        region += 1;
    }
    regions
};

/// The block, row and column of each cell as a set of 27 bits.
pub(super) static REGION_BITS: [u32; 81] = {
    let mut bits = [0; 81];
    let mut cell = 0;
    while cell < 81 {
        let [block, row, column] = REGIONS[cell];
        bits[cell] = 1 << block | 1 << row | 1 << column;
        cell += 1;
    }
    bits
};

/// All 27 regions as a set.
pub(super) const ALL_REGIONS: u32 = (1 << 27) - 1;

/// All nine digits as a set.
pub(super) const ALL_DIGITS: u16 = 0x1ff;

/// The position of each cell in its block, row and column.
pub(super) static POSITIONS: [[u8; 3]; 81] = {
    let mut positions = [[0; 3]; 81];
    let mut region = 0;
    while region < 27 {
        let mut position = 0;
        while position < 9 {
            positions[CELLS[region][position] as usize][region / 9] = position as u8;
            position += 1;
        }
        region += 1;
    }
    positions
};

/// The cells of each region as a set.
pub(super) static REGION_SETS: [CellSet81; 27] = {
    let mut sets = [CellSet81::EMPTY; 27];
    let mut region = 0;
    while region < 27 {
        let mut position = 0;
        while position < 9 {
            let cell = CELLS[region][position] as usize;
            sets[region] = sets[region].or(CellSet81::from_cell(cell));
            position += 1;
        }
        region += 1;
    }
    sets
};

/// The 20 cells that share a region with each cell.
pub(super) static PEERS: [CellSet81; 81] = {
    let mut peers = [CellSet81::EMPTY; 81];
    let mut cell = 0;
    while cell < 81 {
        let [block, row, column] = REGIONS[cell];
        peers[cell] = REGION_SETS[block as usize]
            .or(REGION_SETS[row as usize])
            .or(REGION_SETS[column as usize])
            .without(CellSet81::from_cell(cell));
        cell += 1;
    }
    peers
};

/// The number of members of each set of nine. A lookup is faster than a bit count on processors
/// without that instruction.
static COUNTS: [u8; 512] = {
    let mut counts = [0; 512];
    let mut set = 0_u16;
    while set < 512 {
        counts[set as usize] = set.count_ones() as u8;
        set += 1;
    }
    counts
};

/// Returns the number of members of a set of nine.
pub(super) const fn count(set: u16) -> usize {
    COUNTS[(set & 0x1ff) as usize] as usize
}

/// Returns the members of a set of nine, ascending.
pub(super) fn members(set: u16) -> impl Iterator<Item = usize> + Clone {
    let mut rest = set;
    std::iter::from_fn(move || {
        let member = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
        rest &= rest - 1;
        Some(member)
    })
}

/// All numbers below 512, grouped by their number of one bits, ascending. Sukaku Explainer tries
/// combinations in this order.
pub(super) static WITH_BITS: [([u16; 126], usize); 10] = {
    let mut all = [([0; 126], 0); 10];
    let mut set = 0_u16;
    while set < 512 {
        let list = &mut all[set.count_ones() as usize];
        list.0[list.1] = set;
        list.1 += 1;
        set += 1;
    }
    all
};

/// Returns all ways to choose `k` of the first `n` of nine, in the order of Sukaku Explainer.
pub(super) fn combinations(k: usize, n: usize) -> impl Iterator<Item = u16> {
    let (list, count) = &WITH_BITS[k.min(9)];
    list[..*count]
        .iter()
        .copied()
        .take_while(move |set| usize::from(*set) < 1 << n)
}
