//! The number of fillings of the rows of a band for known columns of its boxes: a table over three
//! partitions.
//!
//! ```text
//!             box A    box B    box C
//!   columns   pA       pB       pC       unordered: the order of the blocks does not matter
//!   row 0     Q_A0     Q_B0     Q_C0   ┐ all digits in each row;
//!   row 1     Q_A1     Q_B1     Q_C1   ├ each Q orthogonal to its p;
//!   row 2     Q_A2     Q_B2     Q_C2   ┘ digits where they may be
//!
//!   table[pA][pB][pC] = number of such (Q_A, Q_B, Q_C)
//! ```
//!
//! For one pA, the program builds a matrix `M[Q_B][pC]`. For each Q_A orthogonal to pA and each of
//! its 56 compatible pairs (Q_B, Q_C), it adds a row of zeros and ones to `M[Q_B]`. The row tells
//! which pC are orthogonal to Q_C. Then `table[pA][pB]` is the sum of the rows of those Q_B that
//! are orthogonal to pB. All of this is addition of whole rows.
//!
//! Rows that may hold the same digits in each of the three boxes are interchangeable; rows without
//! a clue are an example. If there are f ≥ 2 of them, only those Q_B count whose sets in these rows
//! ascend by their least digit. The table then holds the number divided by f!. An entry is at most
//! 1728 / f!.
//!
//! **Cost:** at most 280³ entries of two bytes, 44 MB, in about 30 ms. Only the requested
//! partitions are computed.

use ndoku_solver::simd::{Isa, Kernel, SimdVector};
use ndoku_solver::{Budget, StopReason};

use super::partition::{ORDERED, ORDERS, PARTITIONS, Tables};

/// Multiple to which the rows of the table are padded with zeros; at least one zero is appended.
const ROW_ALIGNMENT: usize = 32;

/// The greatest entry of a table, which a test verifies.
///
/// Box A has 6 × 6 × 6 row partitions with at most eight pairs each that fit the two others.
pub(crate) const MAX_ENTRY: u16 = 1728;

/// The table of a band for some partitions of each box.
#[derive(Debug)]
pub(crate) struct BandTable {
    /// The entries, row by row.
    values: Vec<u16>,
    /// Number of partitions of the second box.
    second_count: usize,
    /// Length of a row.
    stride: usize,
    /// The factor by which every entry has to be multiplied.
    pub(crate) factor: u8,
}

/// The input of a table: a band with its boxes in the order of the plan.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Band<'a> {
    /// `allowed[box][row]`: digits that may be in the row.
    pub(crate) allowed: [[u16; 3]; 3],
    /// The requested partitions of the columns of each box.
    pub(crate) columns: [&'a [u16]; 3],
}

impl BandTable {
    /// Computes the table.
    ///
    /// # Errors
    /// Returns a [`StopReason`] if the stop flag or the clock of the budget ends the work.
    pub(crate) fn new(isa: Isa, band: &Band<'_>, budget: &Budget<'_>) -> Result<Self, StopReason> {
        isa.run(FillTable { band, budget })
    }

    /// Returns the entries for two indices of the first two boxes, in the order of the third box's
    /// partitions.
    ///
    /// At least one zero follows the entries.
    pub(crate) fn row(&self, first: usize, second: usize) -> &[u16] {
        let begin = (first * self.second_count + second) * self.stride;
        &self.values[begin..begin + self.stride]
    }

    /// Returns the length of rows with their zeros: a multiple of 32.
    pub(crate) const fn stride(&self) -> usize {
        self.stride
    }
}

/// Returns `true` if an ordered row partition has each digit in a row where it may be.
pub(crate) fn are_rows_allowed(tables: &Tables, allowed: &[u16; 3], rows: u16) -> bool {
    tables
        .sets(rows)
        .iter()
        .zip(allowed)
        .all(|(set, allowed)| set & !allowed == 0)
}

/// Returns the interchangeable rows, ascending: two or three, or none.
pub(crate) fn interchangeable_rows(allowed: &[[u16; 3]; 3]) -> &'static [usize] {
    let equal = |a: usize, b: usize| allowed.iter().all(|of_box| of_box[a] == of_box[b]);
    match (equal(0, 1), equal(1, 2), equal(0, 2)) {
        (true, true, _) => &[0, 1, 2],
        (true, ..) => &[0, 1],
        (_, true, _) => &[1, 2],
        (.., true) => &[0, 2],
        _ => &[],
    }
}

/// The computation of a table, in plain loops over arrays that the compiler vectorizes.
struct FillTable<'a> {
    band: &'a Band<'a>,
    budget: &'a Budget<'a>,
}

impl Kernel for FillTable<'_> {
    type Output = Result<BandTable, StopReason>;

    #[inline(always)]
    fn run<V: SimdVector>(self) -> Self::Output {
        let tables = Tables::get();
        let Band { allowed, columns } = self.band;
        let stride = (columns[2].len() + 1).next_multiple_of(ROW_ALIGNMENT);
        let interchangeable = interchangeable_rows(allowed);
        let ascends = |rows: u16| {
            let order = ORDERS[usize::from(rows % 6)];
            interchangeable
                .windows(2)
                .all(|pair| order[pair[0]] < order[pair[1]])
        };
        let factor = [1, 1, 2, 6][interchangeable.len()];

        // The row partitions of box B that count, numbered; and for each pB those orthogonal to it.
        let mut number = [u16::MAX; ORDERED];
        let mut numbered = 0_u16;
        for rows in 0..ORDERED as u16 {
            if are_rows_allowed(tables, &allowed[1], rows) && ascends(rows) {
                number[usize::from(rows)] = numbered;
                numbered += 1;
            }
        }
        let rows_by_second: Vec<Vec<u16>> = columns[1]
            .iter()
            .map(|p| {
                let rows = (0..PARTITIONS as u16)
                    .filter(|q| tables.orthogonal(*p, *q))
                    .flat_map(|q| 6 * q..6 * q + 6);
                rows.map(|rows| number[usize::from(rows)])
                    .filter(|number| *number != u16::MAX)
                    .collect()
            })
            .collect();
        // Zeros and ones over pC for each row partition of box C.
        let mut ones = vec![0_u16; PARTITIONS * stride];
        for (q, ones) in (0..).zip(ones.chunks_exact_mut(stride)) {
            for (p, one) in columns[2].iter().zip(ones) {
                *one = u16::from(tables.orthogonal(*p, q));
            }
        }
        let allowed_third: Vec<bool> = (0..ORDERED as u16)
            .map(|rows| are_rows_allowed(tables, &allowed[2], rows))
            .collect();

        let mut values = vec![0; columns[0].len() * columns[1].len() * stride];
        let mut matrix = vec![0_u16; usize::from(numbered) * stride];
        for (p, values) in columns[0]
            .iter()
            .zip(values.chunks_exact_mut((columns[1].len() * stride).max(1)))
        {
            if let Some(reason) = self.budget.poll() {
                return Err(reason);
            }
            matrix.fill(0);
            for q in (0..PARTITIONS as u16).filter(|q| tables.orthogonal(*p, *q)) {
                for rows in
                    (6 * q..6 * q + 6).filter(|rows| are_rows_allowed(tables, &allowed[0], *rows))
                {
                    for (second, third) in tables.pairs(rows) {
                        let number = usize::from(number[usize::from(second)]);
                        if number != usize::from(u16::MAX) && allowed_third[usize::from(third)] {
                            let third = usize::from(third / 6);
                            let row = &mut matrix[number * stride..(number + 1) * stride];
                            for (sum, one) in row
                                .iter_mut()
                                .zip(&ones[third * stride..(third + 1) * stride])
                            {
                                *sum += one;
                            }
                        }
                    }
                }
            }
            for (list, row) in rows_by_second.iter().zip(values.chunks_exact_mut(stride)) {
                let mut begin = 0;
                while begin + 96 <= stride {
                    add_rows::<96>(&matrix, stride, list, begin, &mut row[begin..begin + 96]);
                    begin += 96;
                }
                while begin < stride {
                    add_rows::<ROW_ALIGNMENT>(
                        &matrix,
                        stride,
                        list,
                        begin,
                        &mut row[begin..begin + ROW_ALIGNMENT],
                    );
                    begin += ROW_ALIGNMENT;
                }
            }
        }
        Ok(BandTable {
            values,
            second_count: columns[1].len(),
            stride,
            factor,
        })
    }
}

/// Adds the listed rows of a matrix, in `WIDTH` columns from `begin` on, and keeps the sums in
/// registers.
#[inline(always)]
fn add_rows<const WIDTH: usize>(
    matrix: &[u16],
    stride: usize,
    list: &[u16],
    begin: usize,
    out: &mut [u16],
) {
    let mut sums = [0_u16; WIDTH];
    for number in list {
        let from = usize::from(*number) * stride + begin;
        if let Some(row) = matrix[from..].first_chunk::<WIDTH>() {
            for (sum, value) in sums.iter_mut().zip(row) {
                *sum += value;
            }
        }
    }
    out.copy_from_slice(&sums);
}

#[cfg(test)]
mod tests {
    use super::super::partition::ALL;
    use super::*;

    /// Computes one entry by its definition.
    fn entry(allowed: &[[u16; 3]; 3], p: [u16; 3]) -> usize {
        let tables = Tables::get();
        let fits = |place: usize, rows: u16| {
            tables.orthogonal(p[place], rows / 6) && are_rows_allowed(tables, &allowed[place], rows)
        };
        let first = (0..ORDERED as u16).filter(|rows| fits(0, *rows));
        first
            .flat_map(|rows| tables.pairs(rows))
            .filter(|(second, third)| fits(1, *second) && fits(2, *third))
            .count()
    }

    fn check(allowed: [[u16; 3]; 3], expected_factor: u8) {
        let lists: [Vec<u16>; 3] = [
            vec![0, 17, 279],
            vec![0, 3, 100, 150, 200],
            (0..280).step_by(7).collect(),
        ];
        let band = Band {
            allowed,
            columns: lists.each_ref().map(Vec::as_slice),
        };
        for isa in Isa::ALL.iter().copied().filter(|isa| isa.is_available()) {
            let table = BandTable::new(isa, &band, &Budget::default()).unwrap();
            assert_eq!(table.factor, expected_factor);
            for (i, a) in lists[0].iter().enumerate() {
                for (j, b) in lists[1].iter().enumerate() {
                    let row = table.row(i, j);
                    assert!(
                        row.len() > lists[2].len()
                            && row[lists[2].len()..].iter().all(|zero| *zero == 0)
                    );
                    for (c, value) in lists[2].iter().zip(row) {
                        assert_eq!(
                            usize::from(*value) * usize::from(expected_factor),
                            entry(&allowed, [*a, *b, *c]),
                            "{isa} {a} {b} {c}"
                        );
                    }
                }
            }
        }
    }

    /// Returns the digits that rows may hold; `need[box][row]` are the digits that the row must
    /// hold.
    fn clues(need: [[u16; 3]; 3]) -> [[u16; 3]; 3] {
        need.map(|need| {
            let all = need[0] | need[1] | need[2];
            need.map(|need| ALL & !all | need)
        })
    }

    #[test]
    fn entries_agree_with_their_definition() {
        check([[ALL; 3]; 3], 6);
        check(clues([[1, 0, 0], [0; 3], [0; 3]]), 2);
        check(clues([[0; 3], [0, 2, 0], [0; 3]]), 2);
        check(clues([[0; 3], [0; 3], [0, 0, 4]]), 2);
        check(clues([[0; 3], [16, 0, 0], [0, 0, 4]]), 1);
        check(clues([[1, 0, 0], [0, 1, 0], [8, 0, 1]]), 1);
        check(clues([[1, 0, 0], [1, 0, 0], [0, 0, 0]]), 2);
        // Digits that may be in two rows; in no row.
        check(
            [[ALL, ALL & !1, ALL], [ALL; 3], [ALL & !4, ALL, ALL & !4]],
            2,
        );
        check(
            [
                [ALL, ALL & !1, ALL & !1],
                [ALL & !4, ALL, ALL & !4],
                [ALL; 3],
            ],
            1,
        );
        check([[ALL & !1; 3], [ALL; 3], [ALL; 3]], 6);
    }

    #[test]
    fn no_entry_exceeds_the_maximum() {
        let all: Vec<u16> = (0..280).collect();
        let band = Band {
            allowed: [[ALL; 3]; 3],
            columns: [&[0], &all, &all],
        };
        let table = BandTable::new(Isa::best(), &band, &Budget::default()).unwrap();
        let greatest = (0..280)
            .flat_map(|second| table.row(0, second))
            .max()
            .unwrap();
        // By renaming digits, every partition becomes the first one.
        assert_eq!(greatest * u16::from(table.factor), MAX_ENTRY);
    }
}
