//! Uniform classic grids: each of the 6,670,903,752,021,072,936,960 full grids has exactly the same
//! probability, and samples are independent.
//!
//! ```text
//!   box     columns  {5,6,1} {3,7,9} {4,2,8}  the columns of the boxes of a stack must fit, and so
//!   5 3 4                                     must the rows of the boxes of a band: 56 pairs for
//!   6 7 2   rows     {5,3,4} {6,7,2} {1,9,8}  every first box; a column of a box shares one digit
//!   1 9 8                                     with each of its rows
//!
//!   g(p, q, r): number of row assignments of three boxes side by side whose columns hold p, q, r;
//!               1728 at most, 200 on average
//!
//!   1. columns of the boxes of the first band      ∝ g, from a table
//!   2. columns of the others: one of 56³           accepted with g · g / 1728²
//!   3. rows of each band: one of 6³ · 56           accepted if rows and columns are compatible
//!   4. columns of two stacks and all digits in random order
//! ```
//!
//! **Correctness.** If the columns of all boxes are given, the bands are independent, and the
//! number of grids is the product of three g. So columns need a probability ∝ g · g · g. A table
//! gives the first factor. The other two are a rejection, after which everything starts again. Then
//! every row assignment is equally likely. All probabilities are rational. By step 4, the columns
//! of the first box can be fixed as 123, 456 and 789, and the columns of two other boxes can be
//! sorted. Only tables of this file are used, so that a seed gives the same grids forever.
//!
//! **Cost.** A grid takes about 7 µs (75 trials in step 2, 50 for each band in step 3). The tables
//! have 0.8 MB, and the first call creates them in 20 ms.
//!
//! The method is our own. Felgenhauer and Jarvis ("Mathematics of Sudoku I", 2006) treated columns
//! and rows of boxes one after the other to count grids.

use std::sync::OnceLock;

use ndoku_analysis::transformation::Grid81;
use ndoku_core::Rng;

/// Number of partitions of nine digits into three sets of three.
const PARTITIONS: usize = 280;
/// Number of pairs of second and third boxes for a first box.
const PAIRS: u64 = 56;
/// Number of row assignments of a box with given columns.
const ROWS: u64 = 216;
/// The largest number of row assignments of three boxes: all three have the same columns.
const MAX_ROW_COUNT: u64 = 1728;
/// The sum of the table of the first band.
const TOTAL: u64 = 15_676_416;
/// The guide has one entry for each block of this power of two numbers below `TOTAL`.
const GUIDE_BITS: u32 = 10;

/// Three sets of digits, as bits 0 to 8: the columns or the rows of a box.
type SetTriple = [u16; 3];

/// The orders of three items.
const ORDERS: [[u8; 3]; 6] = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
];

/// Returns a uniformly distributed number below a constant bound. It uses random bits as
/// [`Rng::below`] does, without a division.
fn below_const<const BOUND: u64>(rng: &mut Rng) -> u64 {
    loop {
        let bits = rng.next_u64();
        // Bits above the largest multiple of the bound are rejected.
        if bits < u64::MAX - u64::MAX % BOUND {
            return bits % BOUND;
        }
    }
}

/// The constant tables.
struct GridTables {
    /// The partitions, each ascending by its least digits. The first one is 123, 456, 789.
    sets: Vec<SetTriple>,
    /// For each partition, the numbers of the partitions of its pairs.
    pairs: Vec<[(u16, u16); PAIRS as usize]>,
    /// For two partitions, the second one after the relabeling that makes the first one 123, 456,
    /// 789.
    renamed: Vec<u16>,
    /// For two partitions, the number of row assignments together with 123, 456, 789.
    row_counts: Vec<u16>,
    /// The prefix sums of `row_counts`, including each pair of partitions.
    sums: Vec<u32>,
    /// For every 1024th number below the total, the index of the first sum above it.
    guide: Vec<u32>,
    /// The subsets that generate pairs; see [`box_pair`].
    parts: [SubsetTriple; PAIRS as usize],
    /// For each row assignment of a band whose first columns hold 123, 456, 789, the rows of its
    /// second and its third box.
    rows: Vec<(u16, u16)>,
    /// For each partition, the set of compatible partitions: each set shares one digit with each
    /// set of the other.
    compatible: Vec<[u64; 5]>,
}

/// The columns of three boxes side by side: as partitions, and column by column.
#[derive(Copy, Clone)]
struct BandColumns {
    partitions: [u16; 3],
    sets: [SetTriple; 3],
}

/// For each of three sets, a mask for each of its digits, the least first. A mask has all bits or
/// none.
type SubsetTriple = [[u16; 3]; 3];

/// Returns all ways to take subsets of equal size from three sets.
fn equal_size_subsets() -> [SubsetTriple; PAIRS as usize] {
    let mut parts = [[[0; 3]; 3]; PAIRS as usize];
    let all = (0..512_u16).map(|bits| [bits & 7, bits >> 3 & 7, bits >> 6]);
    let equal = all.filter(|part| {
        part.iter()
            .all(|one| one.count_ones() == part[0].count_ones())
    });
    for (place, part) in parts.iter_mut().zip(equal) {
        *place = part.map(|bits| {
            std::array::from_fn(|digit| if bits >> digit & 1 == 1 { u16::MAX } else { 0 })
        });
    }
    parts
}

/// Returns line i of the second box: the subset of line i + 1 of the first box, and the complement
/// of the subset in line i + 2.
fn second_line(digits: &[[u16; 3]; 3], part: &SubsetTriple, line: usize) -> u16 {
    let (next, last) = ((line + 1) % 3, (line + 2) % 3);
    (0..3).fold(0, |set, place| {
        set | digits[next][place] & part[next][place] | digits[last][place] & !part[last][place]
    })
}

/// Returns the lines of the second and the third box for the lines of the first box.
fn box_pair(digits: &[[u16; 3]; 3], part: &SubsetTriple) -> (SetTriple, SetTriple) {
    let second: SetTriple = std::array::from_fn(|line| second_line(digits, part, line));
    let third = std::array::from_fn(|line| {
        digits[line]
            .iter()
            .fold(0x1ff & !second[line], |set, digit| set & !digit)
    });
    (second, third)
}

/// Returns the digits of each set, as bits, the least first.
fn digits_of(sets: &SetTriple) -> [[u16; 3]; 3] {
    sets.map(|set| {
        let least = set & set.wrapping_neg();
        let greatest = 1 << (15 - set.leading_zeros().min(15));
        [least, set & !least & !greatest, greatest]
    })
}

/// Sorts the sets by their least digits.
fn sort_by_least(mut sets: SetTriple) -> SetTriple {
    sets.sort_unstable_by_key(|set| set.trailing_zeros());
    sets
}

impl GridTables {
    fn get() -> &'static Self {
        static TABLES: OnceLock<GridTables> = OnceLock::new();
        TABLES.get_or_init(Self::new)
    }

    fn new() -> Self {
        let triples: Vec<u16> = (0..0x200_u16).filter(|set| set.count_ones() == 3).collect();
        let mut sets: Vec<SetTriple> = Vec::with_capacity(PARTITIONS);
        for first in triples.iter().filter(|set| **set & 1 == 1) {
            let rest = 0x1ff & !first;
            let seconds = triples
                .iter()
                .filter(|set| **set & first == 0 && **set >> rest.trailing_zeros() & 1 == 1);
            sets.extend(seconds.map(|second| [*first, *second, rest & !second]));
        }
        // Two sets of a partition determine its number.
        let mut numbers = vec![0_u16; 1 << 18];
        for (number, [first, second, _]) in (0..).zip(&sets) {
            numbers[usize::from(*first) << 9 | usize::from(*second)] = number;
        }
        let number = |sets: SetTriple| {
            let [first, second, _] = sort_by_least(sets);
            numbers[usize::from(first) << 9 | usize::from(second)]
        };
        let parts = equal_size_subsets();
        let pairs = sets
            .iter()
            .map(|own| parts.map(|part| box_pair(&digits_of(own), &part)))
            .map(|pairs| pairs.map(|(y, z)| (number(y), number(z))));
        let pairs = pairs.collect();
        let mut renamed = Vec::with_capacity(PARTITIONS * PARTITIONS);
        for own in &sets {
            let names = digits_of(own);
            let rename = |set: u16| {
                (0..9)
                    .filter(|place| set & names[place / 3][place % 3] != 0)
                    .fold(0, |new, place| new | 1 << place)
            };
            renamed.extend(sets.iter().map(|other| number(other.map(rename))));
        }
        let meets = |a: &SetTriple, b: &SetTriple| {
            a.iter()
                .all(|a| b.iter().all(|b| (a & b).count_ones() == 1))
        };
        let mut compatible = vec![[0_u64; 5]; PARTITIONS];
        for (bits, own) in compatible.iter_mut().zip(&sets) {
            sets.iter()
                .enumerate()
                .filter(|(_, other)| meets(own, other))
                .for_each(|(place, _)| bits[place / 64] |= 1 << (place % 64));
        }
        let rows: Vec<(u16, u16)> = (0..ROWS)
            .flat_map(|rows| {
                let digits = rows_of(&digits_of(&sets[0]), rows);
                parts.map(|part| box_pair(&digits, &part))
            })
            .map(|(second, third)| (number(second), number(third)))
            .collect();
        let met = |rows: u16| {
            (0..PARTITIONS)
                .filter(|place| are_compatible(&compatible, rows, *place as u16))
                .collect()
        };
        let all: Vec<Vec<usize>> = (0..PARTITIONS as u16).map(met).collect();
        let mut row_counts = vec![0_u16; PARTITIONS * PARTITIONS];
        for (second, third) in &rows {
            for y in &all[usize::from(*second)] {
                let line = &mut row_counts[y * PARTITIONS..(y + 1) * PARTITIONS];
                all[usize::from(*third)].iter().for_each(|z| line[*z] += 1);
            }
        }
        let sums: Vec<u32> = row_counts
            .iter()
            .scan(0, |sum, count| {
                *sum += u32::from(*count);
                Some(*sum)
            })
            .collect();
        let guide = (0..=TOTAL >> GUIDE_BITS)
            .map(|step| sums.partition_point(|sum| u64::from(*sum) <= step << GUIDE_BITS) as u32)
            .collect();
        Self {
            sets,
            pairs,
            renamed,
            row_counts,
            sums,
            guide,
            parts,
            rows,
            compatible,
        }
    }

    /// Returns the second and the third partition after the relabeling that makes the first one
    /// 123, 456, 789.
    fn renamed(&self, [first, second, third]: [u16; 3]) -> [u16; 2] {
        [second, third]
            .map(|other| self.renamed[usize::from(first) * PARTITIONS + usize::from(other)])
    }

    /// Returns the number of row assignments of three boxes with these columns.
    fn row_count(&self, columns: [u16; 3]) -> u64 {
        let [second, third] = self.renamed(columns).map(usize::from);
        self.row_counts[second * PARTITIONS + third].into()
    }

    /// Samples the columns of all boxes, band by band.
    fn sample_columns(&self, rng: &mut Rng) -> [BandColumns; 3] {
        loop {
            // One number determines the columns of the first band, the pairs, and the acceptance.
            let mut number = below_const::<
                { TOTAL * PAIRS * PAIRS * PAIRS * MAX_ROW_COUNT * MAX_ROW_COUNT },
            >(rng);
            let mut next = |bound: u64| {
                let part = number % bound;
                number /= bound;
                part
            };
            let sum = next(TOTAL);
            let pairs = [next(PAIRS), next(PAIRS), next(PAIRS)].map(|pair| pair as usize);
            let mut place = self.guide[(sum >> GUIDE_BITS) as usize] as usize;
            while u64::from(self.sums[place]) <= sum {
                place += 1;
            }
            let firsts = [0, place / PARTITIONS, place % PARTITIONS];
            let others: [(u16, u16); 3] =
                std::array::from_fn(|stack| self.pairs[firsts[stack]][pairs[stack]]);
            let middle = self.row_count(others.map(|(middle, _)| middle));
            if number < middle * MAX_ROW_COUNT
                && number < middle * self.row_count(others.map(|(_, low)| low))
            {
                let sets: [[SetTriple; 3]; 3] = std::array::from_fn(|stack| {
                    let own = self.sets[firsts[stack]];
                    let (middle, low) = box_pair(&digits_of(&own), &self.parts[pairs[stack]]);
                    [own, middle, low]
                });
                let partitions = [
                    firsts.map(|first| first as u16),
                    others.map(|(middle, _)| middle),
                    others.map(|(_, low)| low),
                ];
                return std::array::from_fn(|band| BandColumns {
                    partitions: partitions[band],
                    sets: sets.map(|stack| stack[band]),
                });
            }
        }
    }

    /// Samples the rows of a band with these columns. Returns its digits as bits, row by row.
    fn sample_band(&self, columns: &BandColumns, rng: &mut Rng) -> [[u16; 9]; 3] {
        let [y, z] = self.renamed(columns.partitions);
        let number = loop {
            let number = below_const::<{ ROWS * PAIRS }>(rng);
            let (second, third) = self.rows[number as usize];
            if are_compatible(&self.compatible, second, y)
                && are_compatible(&self.compatible, third, z)
            {
                break number;
            }
        };
        // Restores the digits: 1 to 9 become the digits of the first columns, in their order as a
        // partition.
        let first = rows_of(
            &digits_of(&self.sets[usize::from(columns.partitions[0])]),
            number / PAIRS,
        );
        let (second, third) = box_pair(&first, &self.parts[(number % PAIRS) as usize]);
        let rows = [
            first.map(|digits| digits.iter().fold(0, |set, digit| set | digit)),
            second,
            third,
        ];
        std::array::from_fn(|row| {
            std::array::from_fn(|place| rows[place / 3][row] & columns.sets[place / 3][place % 3])
        })
    }
}

/// Returns `true` if a box can have these rows and these columns.
fn are_compatible(compatible: &[[u64; 5]], rows: u16, columns: u16) -> bool {
    compatible[usize::from(rows)][usize::from(columns / 64)] >> (columns % 64) & 1 == 1
}

/// Returns the digits of a box row by row, as bits, for its columns and one of the 216 orders
/// within them.
fn rows_of(digits: &[[u16; 3]; 3], number: u64) -> [[u16; 3]; 3] {
    let orders = [number % 6, number / 6 % 6, number / 36].map(|order| ORDERS[order as usize]);
    std::array::from_fn(|row| {
        std::array::from_fn(|column| digits[column][usize::from(orders[column][row])])
    })
}

/// Samples a full grid uniformly and independently, with digits 1 to 9 row by row.
///
/// Equal random bits give equal grids in every version. The number of used bits varies. Give
/// each grid its own stream ([`Rng::stream`]) if grids are sampled in parallel.
///
/// ```
/// use ndoku_core::Rng;
/// use ndoku_generate::uniform::grids;
///
/// let grid = grids::sample(&mut Rng::new(1));
/// assert_eq!(grid[..9].iter().copied().sum::<u8>(), 45);
/// ```
#[must_use]
pub fn sample(rng: &mut Rng) -> Grid81 {
    let tables = GridTables::get();
    let columns = tables.sample_columns(rng);
    let bands = columns.map(|columns| tables.sample_band(&columns, rng));
    let mut names = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    for last in (1..9).rev() {
        names.swap(last, rng.below(last as u64 + 1) as usize);
    }
    // The columns of the first box are in random order already, because its digits are relabeled.
    let orders = [0, rng.below(6), rng.below(6)].map(|order| ORDERS[order as usize]);
    std::array::from_fn(|cell| {
        let (row, stack, column) = (cell / 9, cell % 9 / 3, cell % 3);
        let bit = bands[row / 3][row % 3][3 * stack + usize::from(orders[stack][column])];
        names[bit.trailing_zeros() as usize % 9]
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn is_full(grid: &Grid81) -> bool {
        let houses = (0..9).flat_map(|n| {
            let cells = [0, 1, 2].map(|kind| {
                (0..9).map(move |place| match kind {
                    0 => 9 * n + place,
                    1 => 9 * place + n,
                    _ => (n / 3 * 3 + place / 3) * 9 + n % 3 * 3 + place % 3,
                })
            });
            cells.map(|cells| cells.fold(0, |seen, cell: usize| seen | 1_u16 << grid[cell]))
        });
        houses.into_iter().all(|seen| seen == 0x3fe)
    }

    #[test]
    fn tables_have_known_totals() {
        let tables = GridTables::get();
        assert_eq!(
            (tables.sets.len(), tables.sets[0]),
            (PARTITIONS, [0o7, 0o70, 0o700])
        );
        assert_eq!(
            tables.row_counts.iter().copied().map(u64::from).max(),
            Some(MAX_ROW_COUNT)
        );
        assert_eq!(tables.sums.last().copied().map(u64::from), Some(TOTAL));
        // 948,109,639,680 bands: 1680 first boxes, and columns of the other two in 36 orders.
        assert_eq!(1680 * 36 * TOTAL, 948_109_639_680);
        // A partition leads to itself in two ways, and to each of 54 others in one way.
        let mut pairs = tables.pairs[17].map(|(second, _)| second).to_vec();
        pairs.sort_unstable();
        pairs.dedup();
        assert_eq!((pairs.len(), tables.renamed([17, 17, 17])), (55, [0, 0]));
    }

    #[test]
    fn seeds_keep_their_grids() {
        let line = |seed: u64, number: u64| {
            sample(&mut Rng::stream(seed, number))
                .map(|digit| char::from(b'0' + digit))
                .iter()
                .collect::<String>()
        };
        assert_eq!(
            line(1, 0),
            "593172846614985372827346591135728964276459138948631725769814253451293687382567419"
        );
        assert_eq!(
            line(1, 1),
            "269413857831725496754986213185674932376892541492531678623159784917248365548367129"
        );
        assert_eq!(
            line(2026, 1_000_000),
            "162983457598741362374526198716392584283475916459168723835614279921837645647259831"
        );
    }

    #[test]
    fn grids_are_full_and_symmetric_in_distribution() {
        let mut rng = Rng::new(3);
        // Counts how often a line of a box has the digits of a line of the next box. Rows and
        // columns must agree, although the method treats them differently.
        let mut equal = [0_i32; 2];
        let mut digits = [[0_u32; 10]; 81];
        for _ in 0..20_000 {
            let grid = sample(&mut rng);
            assert!(is_full(&grid), "{grid:?}");
            grid.iter()
                .zip(&mut digits)
                .for_each(|(digit, times)| times[usize::from(*digit)] += 1);
            for (turned, equal) in equal.iter_mut().enumerate() {
                let at = |row: usize, column: usize| {
                    grid[if turned == 0 {
                        9 * row + column
                    } else {
                        9 * column + row
                    }]
                };
                let set = |row: usize, stack: usize| {
                    (0..3).fold(0_u16, |set, column| set | 1 << at(row, 3 * stack + column))
                };
                for (row, other) in (0..9)
                    .flat_map(|row| (row / 3 * 3..row / 3 * 3 + 3).map(move |other| (row, other)))
                {
                    *equal += i32::from(set(row, 0) == set(other, 1))
                        + i32::from(set(row, 1) == set(other, 2));
                }
            }
        }
        // Equal lines come in threes and more. The standard error of the difference is 390.
        assert!(
            equal[0] > 11_000 && (equal[0] - equal[1]).abs() < 1_600,
            "{equal:?}"
        );
        // Chi-square with 8 degrees of freedom for each of 81 cells, which are slightly dependent.
        let chi = |times: &[u32; 10]| -> f64 {
            times[1..]
                .iter()
                .map(|times| (f64::from(*times) - 20_000.0 / 9.0).powi(2) * 9.0 / 20_000.0)
                .sum()
        };
        let mean = digits.iter().map(chi).sum::<f64>() / 81.0;
        assert!((6.5..9.5).contains(&mean), "{mean}");
    }

    #[test]
    fn acceptance_rate_matches_the_number_of_grids() {
        // The acceptance rate is the number of grids over the number of trials: an estimate of 6.67
        // · 10²¹.
        let tables = GridTables::get();
        let mut rng = Rng::new(8);
        let (mut kept, trials) = (0.0, 400_000);
        for _ in 0..trials {
            let number = rng.below(TOTAL);
            let place = tables.sums.partition_point(|sum| u64::from(*sum) <= number);
            let firsts = [0, place / PARTITIONS, place % PARTITIONS];
            let others = firsts.map(|first| tables.pairs[first][rng.below(PAIRS) as usize]);
            kept += (tables.row_count(others.map(|other| other.0))
                * tables.row_count(others.map(|other| other.1))) as f64;
        }
        let all = kept / f64::from(trials) * 948_109_639_680.0 * (PAIRS * PAIRS * PAIRS) as f64;
        assert!(
            (all / 6_670_903_752_021_072_936_960.0 - 1.0).abs() < 0.01,
            "{all:e}"
        );
    }

    /// Checks the method on 4×4, where all grids can be listed: two bands, two stacks, sets of two
    /// digits.
    #[test]
    fn method_is_uniform_on_four_by_four() {
        // Columns of the boxes of band 0: three ways to pair the digits, in two orders. Band 1
        // exchanges them.
        let sets = [[0b0011, 0b1100], [0b0101, 0b1010], [0b1001, 0b0110]].map(|own: [u16; 2]| own);
        let ordered = |number: u64| {
            let own = sets[(number / 2) as usize];
            if number.is_multiple_of(2) {
                own
            } else {
                [own[1], own[0]]
            }
        };
        let meets = |rows: &[u16; 2], columns: &[u16; 2]| {
            rows.iter().all(|row| {
                columns
                    .iter()
                    .all(|column| (row & column).count_ones() == 1)
            })
        };
        let exchanged = |own: [u16; 2]| [own[1], own[0]];
        let rows_for = |columns: [[u16; 2]; 2]| -> Vec<[u16; 2]> {
            (0..6)
                .map(ordered)
                .filter(|rows| meets(rows, &columns[0]) && meets(&exchanged(*rows), &columns[1]))
                .collect()
        };
        let most = (0..36)
            .map(|n| rows_for([ordered(n / 6), ordered(n % 6)]).len())
            .max()
            .unwrap();
        let mut rng = Rng::new(4);
        let mut times = BTreeMap::new();
        for _ in 0..28_800 {
            let bands = loop {
                let columns = [ordered(rng.below(6)), ordered(rng.below(6))];
                let both = [rows_for(columns), rows_for(columns.map(exchanged))];
                if rng.below((most * most) as u64) < (both[0].len() * both[1].len()) as u64 {
                    break [(columns, &both[0]), (columns.map(exchanged), &both[1])].map(
                        |(columns, row_counts)| {
                            let rows = row_counts[rng.below(row_counts.len() as u64) as usize];
                            let digit = |row: usize, place: usize| {
                                [rows, exchanged(rows)][place / 2][row]
                                    & columns[place / 2][place % 2]
                            };
                            [0, 1].map(|row| {
                                [0, 1, 2, 3].map(|place| digit(row, place).trailing_zeros())
                            })
                        },
                    );
                }
            };
            *times.entry(bands).or_insert(0_u32) += 1;
        }
        assert_eq!(times.len(), 288);
        let chi: f64 = times
            .values()
            .map(|times| (f64::from(*times) - 100.0).powi(2) / 100.0)
            .sum();
        assert!((200.0..380.0).contains(&chi), "{chi}");
    }
}
