//! Tables of the 9×9 grid, in the numbering of Sukaku Explainer.
//!
//! ```text
//! regions  0 … 8 blocks, 9 … 17 rows, 18 … 26 columns
//! position of a cell: in a block row by row, in a row its column, in a column its row
//! ```

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
    let mut sets = [CellSet81(0); 27];
    let mut region = 0;
    while region < 27 {
        let mut position = 0;
        while position < 9 {
            sets[region].0 |= 1 << CELLS[region][position];
            position += 1;
        }
        region += 1;
    }
    sets
};

/// The 20 cells that share a region with each cell.
pub(super) static PEERS: [CellSet81; 81] = {
    let mut peers = [CellSet81(0); 81];
    let mut cell = 0;
    while cell < 81 {
        let [block, row, column] = REGIONS[cell];
        peers[cell].0 = (REGION_SETS[block as usize].0
            | REGION_SETS[row as usize].0
            | REGION_SETS[column as usize].0)
            & !(1 << cell);
        cell += 1;
    }
    peers
};

/// A set of cells that iterates in ascending order.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
pub(super) struct CellSet81(pub u128);

impl CellSet81 {
    pub(super) const NONE: Self = Self(0);
    pub(super) const ALL: Self = Self((1 << 81) - 1);

    pub(super) const fn from_cell(cell: usize) -> Self {
        ONES[cell]
    }

    pub(super) const fn has(self, cell: usize) -> bool {
        self.0 & ONES[cell].0 != 0
    }

    pub(super) const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns whether the set has at least two cells.
    pub(super) const fn has_two(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) const fn first(self) -> Option<usize> {
        if self.0 == 0 {
            None
        } else {
            Some(self.0.trailing_zeros() as usize)
        }
    }

    pub(super) const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub(super) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns the cells after this one.
    pub(super) const fn above(self, cell: usize) -> Self {
        Self(self.0 & !((2 << cell) - 1))
    }

    /// Returns the cells before this one.
    pub(super) const fn below(self, cell: usize) -> Self {
        Self(self.0 & ((1 << cell) - 1))
    }

    pub(super) fn insert(&mut self, cell: usize) {
        *self = self.or(Self::from_cell(cell));
    }
}

/// Each cell as a set. A lookup is faster than a 128-bit shift.
static ONES: [CellSet81; 81] = {
    let mut ones = [CellSet81::NONE; 81];
    let mut cell = 0;
    while cell < 81 {
        ones[cell] = CellSet81(1 << cell);
        cell += 1;
    }
    ones
};

impl Iterator for CellSet81 {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        // Two 64-bit halves are faster than 128-bit numbers.
        let (low, high) = (self.0 as u64, (self.0 >> 64) as u64);
        if low != 0 {
            self.0 = u128::from(low & (low - 1)) | u128::from(high) << 64;
            Some(low.trailing_zeros() as usize)
        } else if high != 0 {
            self.0 = u128::from(high & (high - 1)) << 64;
            Some(64 + high.trailing_zeros() as usize)
        } else {
            None
        }
    }
}

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
