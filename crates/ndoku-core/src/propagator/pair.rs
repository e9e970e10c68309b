//! The propagator of a relation between two cells: arc consistency by table.

/// A relation between two cells as tables from the candidates of one cell to those of the other.
///
/// A table has an entry for each half of a mask. The digits of one cell that have a partner are the
/// union of two entries.
#[derive(Clone, Debug)]
pub struct PairTable {
    forward: [[u16; 256]; 2],
    backward: [[u16; 256]; 2],
}

impl PairTable {
    /// Creates the tables of a relation: the mask of the second cell, for each digit of the first.
    pub(super) fn new(rows: &[u16]) -> Self {
        let column = |second: usize| {
            let bit = |(first, row): (usize, &u16)| (row >> second & 1) << first;
            rows.iter()
                .enumerate()
                .map(bit)
                .fold(0, |all, bit| all | bit)
        };
        let columns: Vec<u16> = (0..rows.len()).map(column).collect();
        Self {
            forward: unions(rows),
            backward: unions(&columns),
        }
    }

    /// Returns the digits of one cell that go with one of these digits of the other: digits of the
    /// second cell, or of the first.
    #[must_use]
    pub fn partners(&self, of_second: bool, digits: u16) -> u16 {
        look_up(
            if of_second {
                &self.forward
            } else {
                &self.backward
            },
            digits,
        )
    }

    pub(super) fn filter(&self, masks: &mut [u16]) -> bool {
        let [a, b] = masks else {
            return false;
        };
        *b &= look_up(&self.forward, *a);
        *a &= look_up(&self.backward, *b);
        *a != 0 && *b != 0
    }
}

fn look_up(table: &[[u16; 256]; 2], mask: u16) -> u16 {
    table[0][usize::from(mask & 0xff)] | table[1][usize::from(mask >> 8)]
}

/// Returns the union of the rows of each mask of 8 digits, for both halves.
fn unions(rows: &[u16]) -> [[u16; 256]; 2] {
    let mut tables = [[0; 256]; 2];
    for (half, table) in tables.iter_mut().enumerate() {
        for mask in 1..256_usize {
            let first = 8 * half + mask.trailing_zeros() as usize;
            let row = rows.get(first).copied().unwrap_or(0);
            table[mask] = table[mask & (mask - 1)] | row;
        }
    }
    tables
}
