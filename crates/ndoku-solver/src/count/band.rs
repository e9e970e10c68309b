//! How many ways there are to fill the rows of a band when the columns of its boxes are known: a table over three partitions.
//!
//! ```text
//!             box A         box B         box C
//!   columns   pA            pB            pC              unordered: which block stands in which column does not change the number
//!   row 0     Q_A0          Q_B0          Q_C0   ┐
//!   row 1     Q_A1          Q_B1          Q_C1   ├ all digits in each row; each Q orthogonal to its p; digits where they may be
//!   row 2     Q_A2          Q_B2          Q_C2   ┘
//!
//!   table[pA][pB][pC] = number of such (Q_A, Q_B, Q_C)
//! ```
//!
//! For one pA, a matrix `M[Q_B][pC]` gets, for each Q_A orthogonal to pA and each of its 56 compatible pairs (Q_B, Q_C), the row of zeros and ones that says
//! which pC are orthogonal to Q_C. Then `table[pA][pB]` is the sum of the rows of those Q_B that are orthogonal to pB: additions of whole rows, nothing else.
//!
//! Rows that may hold the same digits in each of the three boxes, as rows without a clue do, can be exchanged. With f ≥ 2 of them only those Q_B are taken
//! whose sets in these rows ascend by their least digit; the table then holds the number divided by f!. An entry is at most 1728 / f!.
//!
//! **Cost:** at most 280³ entries of two bytes, 44 MB, in some 30 ms; only the partitions that are asked for are worked on.

use super::partition::{ORDERED, ORDERS, PARTITIONS, Tables};
use crate::engine::{Budget, StopReason};
use crate::simd::{Isa, Kernel, Lanes};

/// Columns of the table are filled up with zeros to a multiple of this, and there is at least one of these zeros.
const ROW_ALIGNMENT: usize = 32;

/// The greatest entry of a table: 6 × 6 × 6 row partitions for box A, with at most eight pairs each that fit the two others. See the tests.
pub(crate) const MAX_ENTRY: u16 = 1728;

/// The table of a band for some partitions of each box.
#[derive(Debug)]
pub(crate) struct BandTable {
    /// Entries, row by row.
    values: Vec<u16>,
    /// How many partitions the second box has.
    seconds: usize,
    /// Length of a row.
    stride: usize,
    /// By what every entry has to be multiplied.
    pub(crate) factor: u8,
}

/// A band as its table sees it: the boxes in the order of the plan.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Band<'a> {
    /// `allowed[box][row]`: digits that may be in the row.
    pub(crate) allowed: [[u16; 3]; 3],
    /// For each box the partitions of its columns that are asked for.
    pub(crate) columns: [&'a [u16]; 3],
}

impl BandTable {
    /// Computes the table.
    ///
    /// # Errors
    /// If the budget's flag or clock says so.
    pub(crate) fn new(isa: Isa, band: &Band<'_>, budget: &Budget<'_>) -> Result<Self, StopReason> {
        isa.run(FillTable { band, budget })
    }

    /// The entries for these places of the first two boxes, in the order of the partitions of the third, with at least one zero behind them.
    pub(crate) fn row(&self, first: usize, second: usize) -> &[u16] {
        let begin = (first * self.seconds + second) * self.stride;
        &self.values[begin..begin + self.stride]
    }

    /// The length of rows, zeros included: a multiple of 32.
    pub(crate) const fn stride(&self) -> usize {
        self.stride
    }
}

/// Whether an ordered row partition has each digit in a row where it may be.
pub(crate) fn are_rows_allowed(tables: &Tables, allowed: &[u16; 3], rows: u16) -> bool {
    tables
        .sets(rows)
        .iter()
        .zip(allowed)
        .all(|(set, allowed)| set & !allowed == 0)
}

/// The rows, ascending, that can be exchanged with each other: two or three, or none.
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

/// Written in plain loops over arrays, which the compiler turns into vectors of the set that it is compiled for.
struct FillTable<'a> {
    band: &'a Band<'a>,
    budget: &'a Budget<'a>,
}

impl Kernel for FillTable<'_> {
    type Output = Result<BandTable, StopReason>;

    #[inline(always)]
    fn run<L: Lanes>(self) -> Self::Output {
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
        let of_second: Vec<Vec<u16>> = columns[1]
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
        // For each row partition of box C zeros and ones over pC.
        let mut ones = vec![0_u16; PARTITIONS * stride];
        for (q, ones) in (0..).zip(ones.chunks_exact_mut(stride)) {
            for (p, one) in columns[2].iter().zip(ones) {
                *one = u16::from(tables.orthogonal(*p, q));
            }
        }
        let of_third: Vec<bool> = (0..ORDERED as u16)
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
                        if number != usize::from(u16::MAX) && of_third[usize::from(third)] {
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
            for (list, row) in of_second.iter().zip(values.chunks_exact_mut(stride)) {
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
            seconds: columns[1].len(),
            stride,
            factor,
        })
    }
}

/// The sum of the listed rows of a matrix, of `WIDTH` columns from `begin` on, kept in registers meanwhile.
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

    /// One entry by its definition.
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

    /// What clues allow: `need[box][row]` are the digits in the row.
    fn clues(need: [[u16; 3]; 3]) -> [[u16; 3]; 3] {
        need.map(|need| {
            let all = need[0] | need[1] | need[2];
            need.map(|need| ALL & !all | need)
        })
    }

    #[test]
    fn entries_are_what_they_say() {
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
    fn no_entry_is_greater_than_said() {
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
        // By renaming digits every partition is the first one.
        assert_eq!(greatest * u16::from(table.factor), MAX_ENTRY);
    }
}
