//! The exact number of solutions for boxes two lines wide or high: 4×4, 6×6 and 8×8, with any
//! clues.
//!
//! Like the 9×9 method, it sums over the contents of columns and rows of boxes. There are only two
//! bands, and each band is split into a left and a right half.
//!
//! ```text
//!   8×8, boxes 2 wide and 4 high     stack 0   stack 1 │ stack 2   stack 3
//!   (others are transposed first)     A   A'    B   B' │  C   C'    D   D'     band 0
//!                                    ──────────────────┼──────────────────
//!                                     A'  A     B'  B  │  D'  D   …            band 1
//!
//!   A and A', the sets of a stack's two columns, are complements. In band 1 they change places.
//!   row r of a band: the left half holds U_r, the right half the other digits
//! ```
//!
//! A stack is given by {A, A'} and by which of the two is on the left. There are C(n, n/2)/2 such
//! pairs, 35 for n = 8. The weight of a pair is the number of its two orders that the clues allow.
//! For a half of a band and the partitions of its stacks, `M[U]` is the number of its fillings
//! whose rows hold U = (U_0, …). The number of fillings of a band is the sum over U of M_left[U] ·
//! M_right[complement of U], and
//!
//! ```text
//!   N = Σ over partitions of all stacks of the weights · band 0 · band 1
//! ```
//!
//! **Rows without clues** in one half of a band are interchangeable there. Only those fillings of
//! the half are counted whose first stack has these rows in ascending order, and U is sorted; the
//! other orders of U occur equally often. Where the halves are joined, the f rows without clues in
//! either half stay sorted. A sorted U then stands for f! / e orders of rows, where e is the size
//! of its stabilizer.
//!
//! **Cost:** 8×8 takes a few tenths of a second with few clues, 6×6 about a millisecond; see
//! `docs/benchmarks/counting.md`. **Memory:** up to 140 MB for the lists of U of 8×8. Source:
//! Pettersen's column sets for boxes of two rows, extended to clues.

use std::ops::Range;

use ndoku_solver::simd::{Isa, Kernel, SimdVector};
use ndoku_solver::{Budget, StopReason};

use super::column_classes::permutations;
use super::sum_map::SumMap;

/// The rows of a box, or of several boxes side by side, as sets of digits: row r in byte r.
type RowSets = u32;

/// A prepared count: independent tasks whose sum is the number of solutions.
#[derive(Debug)]
pub(crate) struct TwoBandSum {
    isa: Isa,
    /// The weights of the left and of the right combinations.
    weights: [Vec<u64>; 2],
    bands: [HalfProduct; 2],
    /// The number of orders of rows without clues, by which the sum is multiplied.
    factor: u128,
}

impl TwoBandSum {
    /// Prepares the count of a puzzle with boxes `width` wide and `height` high.
    ///
    /// One of them must be 2, the other 2, 3 or 4. `clues` holds the cells row by row: 1 to n for a
    /// clue and 0 for an open cell. Returns `None` for other sizes, and if the clues do not fit
    /// such a grid.
    ///
    /// # Errors
    /// Returns a [`StopReason`] if the stop flag or the clock of the budget ends the work.
    pub(crate) fn new(
        width: u8,
        height: u8,
        clues: &[u8],
        isa: Isa,
        budget: &Budget<'_>,
    ) -> Result<Option<Self>, StopReason> {
        let (transposed, height) = match (width, height) {
            (2, 2..=4) => (false, usize::from(height)),
            (3 | 4, 2) => (true, usize::from(width)),
            _ => return Ok(None),
        };
        let size = 2 * height;
        if clues.len() != size * size || clues.iter().any(|clue| usize::from(*clue) > size) {
            return Ok(None);
        }
        let needs = ClueDigits::new(height, transposed, clues);
        let stacks: Vec<Vec<(u8, u8)>> = needs
            .columns
            .iter()
            .map(|columns| column_splits(size, columns))
            .collect();
        let middle = height.div_ceil(2);
        let halves = [0..middle, middle..height].map(|stacks_of| HalfBand {
            combinations: combine_stacks(&stacks[stacks_of.clone()]),
            stacks: stacks_of,
        });
        // Often a half has no clues in either band.
        let mut filled = [Vec::new(), Vec::new()];
        for (number, half) in halves.iter().enumerate() {
            let needs = needs.rows.each_ref().map(|rows| &rows[half.stacks.clone()]);
            for band in 0..2 {
                if band == 0 || needs[0] != needs[1] {
                    filled[number].push(HalfFillings::new(
                        height,
                        half,
                        needs[band],
                        number == 1,
                        budget,
                    )?);
                }
            }
        }
        let orders = needs
            .rows
            .each_ref()
            .map(|rows| RowOrder::new(height, rows));
        let factor = orders
            .iter()
            .map(|order| (1..=order.free as u128).product::<u128>())
            .product();
        let band = |band: usize| {
            HalfProduct::new(
                &orders[band],
                filled
                    .each_ref()
                    .map(|filled| &filled[band.min(filled.len() - 1)]),
                budget,
            )
        };
        let bands = [band(0)?, band(1)?];
        let weights = halves.map(|half| {
            half.combinations
                .iter()
                .map(|combination| combination.weight)
                .collect()
        });
        Ok(Some(Self {
            isa,
            weights,
            bands,
            factor,
        }))
    }

    /// Returns the number of tasks, one for each tile of right combinations: 20 for 8×8 without
    /// clues.
    ///
    /// A task takes at most a few hundredths of a second. There are none if preparation shows that
    /// there is no solution.
    pub(crate) fn task_count(&self) -> usize {
        self.weights[1].len().div_ceil(TILE_COLUMNS)
    }

    /// Returns the part of the number of solutions that a task adds; 0 for a task that does not
    /// exist.
    ///
    /// # Errors
    /// Returns a [`StopReason`] if the stop flag or the clock of the budget ends the work.
    pub(crate) fn run(
        &self,
        task: usize,
        scratch: &mut Scratch,
        budget: &Budget<'_>,
    ) -> Result<u128, StopReason> {
        let [lefts, rights] = &self.weights;
        let Some(rights) = rights.chunks(TILE_COLUMNS).nth(task) else {
            return Ok(0);
        };
        for (band, sums) in self.bands.iter().zip(&mut scratch.sums) {
            sums.clear();
            sums.resize(lefts.len(), [0; TILE_COLUMNS]);
            for batch in &band.batches {
                if let Some(reason) = budget.poll() {
                    return Err(reason);
                }
                self.isa.run(MultiplyTile {
                    batch,
                    rights: &batch.rights[task],
                    tile: &mut scratch.tile,
                    sums,
                });
            }
        }
        let [one, other] = &scratch.sums;
        let mut sum = 0;
        for ((left, one), other) in lefts.iter().zip(one).zip(other) {
            // At most 64 products below 2⁴¹ and weights of 4.
            let ways: u64 = rights
                .iter()
                .zip(one)
                .zip(other)
                .map(|((right, one), other)| right * u64::from(*one) * u64::from(*other))
                .sum();
            sum += u128::from(ways) * u128::from(*left);
        }
        Ok(sum * self.factor)
    }
}

/// The working memory of one thread: a megabyte after its first task.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    /// The fillings of the right combinations of a tile, for each U of a batch.
    tile: Vec<[u32; TILE_COLUMNS]>,
    /// The fillings of each band for each left combination and each right combination of the tile,
    /// divided by f!.
    ///
    /// No number exceeds 576 · 119 · 16. These are Brègman's bounds on the perfect matchings of a
    /// k-regular bipartite graph with eight vertices on each side, for k = 4, 3 and 2. The graph is
    /// that of columns and digits; each row of the band removes a perfect matching.
    sums: [Vec<[u32; TILE_COLUMNS]>; 2],
}

/// The digits that clues place in columns and rows of a grid with boxes two columns wide.
#[derive(Debug)]
struct ClueDigits {
    /// `columns[stack][band][column]`: digits that must be in the column.
    columns: Vec<[[u8; 2]; 2]>,
    /// `rows[band][stack]`: digits that must be in the rows.
    rows: [Vec<RowSets>; 2],
}

impl ClueDigits {
    fn new(height: usize, transposed: bool, clues: &[u8]) -> Self {
        let size = 2 * height;
        let mut needs = Self {
            columns: vec![[[0; 2]; 2]; height],
            rows: [vec![0; height], vec![0; height]],
        };
        for (cell, digit) in clues.iter().enumerate().filter(|(_, digit)| **digit != 0) {
            let (row, column) = if transposed {
                (cell % size, cell / size)
            } else {
                (cell / size, cell % size)
            };
            let (band, stack, digit) = (row / height, column / 2, 1_u8 << (digit - 1));
            needs.columns[stack][band][column % 2] |= digit;
            needs.rows[band][stack] |= RowSets::from(digit) << (8 * (row % height));
        }
        needs
    }
}

/// Returns the splits of the digits into the columns of a stack: the set with the digit 0, and the
/// weight.
fn column_splits(size: usize, need: &[[u8; 2]; 2]) -> Vec<(u8, u8)> {
    let all = all_digits(size);
    let fits = |left: u8| {
        let columns = [[left, all & !left], [all & !left, left]];
        (0..2).all(|band| (0..2).all(|column| need[band][column] & !columns[band][column] == 0))
    };
    let sets = (0..=all).filter(|set| set & 1 != 0 && set.count_ones() as usize == size / 2);
    sets.map(|set| (set, u8::from(fits(set)) + u8::from(fits(all & !set))))
        .filter(|(_, weight)| *weight != 0)
        .collect()
}

/// Returns the set of all digits.
const fn all_digits(size: usize) -> u8 {
    (u8::MAX as usize >> (8 - size)) as u8
}

/// The stacks of half a band, and the possible contents of their columns.
struct HalfBand {
    stacks: Range<usize>,
    combinations: Vec<StackCombination>,
}

/// A partition for each stack of a half, and the product of their weights.
#[derive(Clone, Debug)]
struct StackCombination {
    sets: Vec<u8>,
    weight: u64,
}

impl HalfBand {
    /// Returns the fillings of the box for each stack and each partition that occurs in it.
    ///
    /// A partition is numbered by its set with digit 0. The rows are in this order; the fillings of
    /// the first stack have their free rows in ascending order.
    fn boxes(&self, order: &RowOrder, needs: &[RowSets]) -> Vec<Vec<Vec<RowSets>>> {
        let height = order.rows.len();
        let size = 2 * height;
        let of_stack = |(place, need): (usize, &RowSets)| {
            let mut lists = vec![Vec::new(); 1 << size];
            for combination in &self.combinations {
                let set = combination.sets[place];
                let list = &mut lists[usize::from(set)];
                if list.is_empty() {
                    fill_rows(
                        height,
                        0,
                        set,
                        all_digits(size) & !set,
                        order.arrange(*need),
                        0,
                        list,
                    );
                    if place == 0 {
                        list.retain(|rows| rows.to_le_bytes()[..order.free].is_sorted());
                    }
                }
            }
            lists
        };
        needs.iter().enumerate().map(of_stack).collect()
    }
}

fn combine_stacks(stacks: &[Vec<(u8, u8)>]) -> Vec<StackCombination> {
    let none = vec![StackCombination {
        sets: Vec::new(),
        weight: 1,
    }];
    stacks.iter().fold(none, |combinations, stack| {
        let with = |before: &StackCombination| {
            let before = before.clone();
            stack.iter().map(move |(set, weight)| {
                let mut sets = before.sets.clone();
                sets.push(*set);
                StackCombination {
                    sets,
                    weight: before.weight * u64::from(*weight),
                }
            })
        };
        combinations.iter().flat_map(with).collect()
    })
}

/// The fillings of one half of a band.
struct HalfFillings {
    order: RowOrder,
    /// The number of each U, from 1. The rows of U are in this order, and its free rows are sorted.
    numbers: SumMap,
    /// For each combination: the numbers of U, from 0, and their fillings with the free rows of the
    /// first stack in ascending order.
    lists: Vec<Vec<(u32, u32)>>,
}

impl HalfFillings {
    /// Counts the fillings of a half.
    ///
    /// `needs` holds the clue digits of the rows of its stacks. With `flip`, for the right half, U
    /// is replaced by the rows that are left to the other half.
    ///
    /// # Errors
    /// Returns a [`StopReason`] if the stop flag or the clock of the budget ends the work.
    fn new(
        height: usize,
        half: &HalfBand,
        needs: &[RowSets],
        flip: bool,
        budget: &Budget<'_>,
    ) -> Result<Self, StopReason> {
        let order = RowOrder::new(height, needs);
        let boxes = half.boxes(&order, needs);
        let flip = if flip { order.all_rows(2 * height) } else { 0 };
        let (mut numbers, mut lists) = (SumMap::default(), Vec::new());
        // The fillings found for each number, and the numbers with at least one.
        let (mut ways, mut found) = (Vec::new(), Vec::new());
        let mut fitting = Vec::new();
        for combination in &half.combinations {
            if let Some(reason) = budget.poll() {
                return Err(reason);
            }
            let mut keep = |rows: RowSets| {
                let next = numbers.len() as u64 + 1;
                let number = numbers.get_mut(u64::from(sort_free_rows(order.free, rows ^ flip)));
                if *number == 0 {
                    *number = next;
                    ways.push(0);
                }
                let ways = &mut ways[*number as usize - 1];
                if *ways == 0 {
                    found.push(*number as u32 - 1);
                }
                *ways += 1;
            };
            match (&boxes[..], &combination.sets[..]) {
                ([only], [set]) => only[usize::from(*set)].iter().for_each(|rows| keep(*rows)),
                ([first, second], [a, b]) => {
                    let seconds = &second[usize::from(*b)];
                    fitting.resize(seconds.len() + 1, 0);
                    for one in &first[usize::from(*a)] {
                        // Most do not fit: each is written unconditionally, and overwritten by the
                        // next.
                        let mut count = 0;
                        for other in seconds {
                            fitting[count] = one | other;
                            count += usize::from(one & other == 0);
                        }
                        fitting[..count].iter().for_each(|rows| keep(*rows));
                    }
                }
                _ => {}
            }
            lists.push(
                found
                    .drain(..)
                    .map(|number| (number, std::mem::take(&mut ways[number as usize])))
                    .collect(),
            );
        }
        Ok(Self {
            order,
            numbers,
            lists,
        })
    }
}

/// An order of the rows of a band: rows without clues come first.
struct RowOrder {
    /// The original index of each row, from the top.
    rows: Vec<usize>,
    /// Number of rows without clues.
    free: usize,
}

impl RowOrder {
    fn new(height: usize, needs: &[RowSets]) -> Self {
        let needs = needs.iter().fold(0, |all, need| all | need).to_le_bytes();
        let mut rows: Vec<usize> = (0..height).collect();
        rows.sort_by_key(|row| needs[*row] != 0);
        let free = rows.iter().filter(|row| needs[**row] == 0).count();
        Self { rows, free }
    }

    /// Returns the set of all digits for every row.
    fn all_rows(&self, size: usize) -> RowSets {
        (0..self.rows.len()).fold(0, |mask, row| {
            mask | RowSets::from(all_digits(size)) << (8 * row)
        })
    }

    /// Permutes rows into this order.
    fn arrange(&self, rows: RowSets) -> RowSets {
        let rows = rows.to_le_bytes();
        (0..)
            .zip(&self.rows)
            .map(|(place, row)| RowSets::from(rows[*row]) << (8 * place))
            .sum()
    }

    /// Permutes rows from this order back into the original one.
    fn restore(&self, arranged: RowSets) -> RowSets {
        let arranged = arranged.to_le_bytes();
        self.rows
            .iter()
            .zip(arranged)
            .map(|(row, set)| RowSets::from(set) << (8 * row))
            .sum()
    }

    /// Returns the number of permutations of free rows that leave sorted rows unchanged.
    fn stabilizer_size(&self, rows: RowSets) -> u32 {
        rows.to_le_bytes()[..self.free]
            .chunk_by(|a, b| a == b)
            .map(|same| (1..=same.len() as u32).product::<u32>())
            .product()
    }
}

/// Sorts the first `free` rows in ascending order.
#[inline(always)]
fn sort_free_rows(free: usize, rows: RowSets) -> RowSets {
    let [a, b, c, d] = rows.to_le_bytes();
    let pair = |a: u8, b: u8| (a.min(b), a.max(b));
    let rows = match free {
        0 | 1 => return rows,
        2 => {
            let (a, b) = pair(a, b);
            [a, b, c, d]
        }
        3 => {
            let (a, c) = pair(a, c);
            let (a, b) = pair(a, b);
            let (b, c) = pair(b, c);
            [a, b, c, d]
        }
        _ => {
            let ((a, b), (c, d)) = (pair(a, b), pair(c, d));
            let ((a, c), (b, d)) = (pair(a, c), pair(b, d));
            let (b, c) = pair(b, c);
            [a, b, c, d]
        }
    };
    RowSets::from_le_bytes(rows)
}

/// Number of right combinations in a tile. Each task takes one tile.
const TILE_COLUMNS: usize = 64;

/// Number of rows U in a batch: their part of a tile, 32 KB, fits into the level-1 cache.
const BATCH_ROWS: u32 = 128;

/// The fillings of a band as a product of two matrices: left combinations by U, and U by right
/// combinations. Only nonzero entries are stored.
#[derive(Debug)]
struct HalfProduct {
    batches: Vec<ProductBatch>,
}

/// The parts of both matrices for some U.
#[derive(Debug)]
struct ProductBatch {
    /// Number of U.
    rows: usize,
    /// The end of the part of `lefts` of each left combination.
    ends: Vec<u32>,
    /// The index of a U, and the fillings of the left combination times the permutations.
    lefts: Vec<(u32, u32)>,
    /// The nonzero entries of each tile of right combinations.
    rights: Vec<Vec<RightEntry>>,
}

/// The fillings of a right combination.
#[derive(Copy, Clone, Debug)]
struct RightEntry {
    /// The index of a U.
    row: u16,
    /// The index of the combination in its tile.
    place: u16,
    ways: u32,
}

impl HalfProduct {
    /// Joins both halves of a band; the free rows of `order` have no clues in either half.
    ///
    /// # Errors
    /// Returns a [`StopReason`] if the stop flag or the clock of the budget ends the work.
    fn new(
        order: &RowOrder,
        halves: [&HalfFillings; 2],
        budget: &Budget<'_>,
    ) -> Result<Self, StopReason> {
        let [left, right] = halves;
        // The U of a half, refined by distinguishing rows that have clues in the other half: the
        // indices of the refined U, and the factors of their fillings.
        let mut refinements = halves.map(|half| vec![Vec::new(); half.numbers.len()]);
        let mut common_rows = 0_u32;
        let exchanges = permutations(left.order.free);
        let mut rows_of_all = Vec::new();
        for (rows, number) in left.numbers.iter() {
            rows_of_all.clear();
            rows_of_all.extend(exchanges.iter().map(|exchange| {
                let from = (rows as RowSets).to_le_bytes();
                let mut rows = from;
                exchange
                    .iter()
                    .zip(from)
                    .for_each(|(place, set)| rows[*place] = set);
                sort_free_rows(
                    order.free,
                    order.arrange(left.order.restore(RowSets::from_le_bytes(rows))),
                )
            }));
            rows_of_all.sort_unstable();
            rows_of_all.dedup();
            for in_order in &rows_of_all {
                let in_right = sort_free_rows(
                    right.order.free,
                    right.order.arrange(order.restore(*in_order)),
                );
                let Some(place) = right.numbers.get(in_right.into()).checked_sub(1) else {
                    continue;
                };
                // The number of all orders of the free rows of a half is the stabilizer size times
                // the number of those that ascend in the first stack.
                refinements[0][number as usize - 1]
                    .push((common_rows, left.order.stabilizer_size(rows as RowSets)));
                refinements[1][place as usize].push((
                    common_rows,
                    right.order.stabilizer_size(in_right) / order.stabilizer_size(*in_order),
                ));
                common_rows += 1;
            }
        }
        let tiles = right.lists.len().div_ceil(TILE_COLUMNS);
        let batch = |begin: u32| ProductBatch {
            rows: (common_rows - begin).min(BATCH_ROWS) as usize,
            ends: Vec::with_capacity(left.lists.len()),
            lefts: Vec::new(),
            rights: vec![Vec::new(); tiles],
        };
        let mut batches: Vec<ProductBatch> = (0..common_rows)
            .step_by(BATCH_ROWS as usize)
            .map(batch)
            .collect();
        for list in &left.lists {
            if let Some(reason) = budget.poll() {
                return Err(reason);
            }
            for (number, ways) in list {
                for (row, times) in &refinements[0][*number as usize] {
                    batches[(row / BATCH_ROWS) as usize]
                        .lefts
                        .push((row % BATCH_ROWS, times * ways));
                }
            }
            for batch in &mut batches {
                batch.ends.push(batch.lefts.len() as u32);
            }
        }
        for (combination, list) in right.lists.iter().enumerate() {
            if let Some(reason) = budget.poll() {
                return Err(reason);
            }
            for (number, ways) in list {
                for (row, times) in &refinements[1][*number as usize] {
                    let right = RightEntry {
                        row: (row % BATCH_ROWS) as u16,
                        place: (combination % TILE_COLUMNS) as u16,
                        ways: times * ways,
                    };
                    batches[(row / BATCH_ROWS) as usize].rights[combination / TILE_COLUMNS]
                        .push(right);
                }
            }
        }
        Ok(Self { batches })
    }
}

/// The multiplication of a batch and a tile.
struct MultiplyTile<'a> {
    batch: &'a ProductBatch,
    rights: &'a [RightEntry],
    tile: &'a mut Vec<[u32; TILE_COLUMNS]>,
    sums: &'a mut [[u32; TILE_COLUMNS]],
}

impl Kernel for MultiplyTile<'_> {
    type Output = ();

    /// Adds the products in plain loops over arrays that the compiler vectorizes.
    #[inline(always)]
    fn run<V: SimdVector>(self) {
        let Self {
            batch,
            rights,
            tile,
            sums,
        } = self;
        tile.clear();
        tile.resize(batch.rows, [0; TILE_COLUMNS]);
        for right in rights {
            tile[usize::from(right.row)][usize::from(right.place)] = right.ways;
        }
        let mut begin = 0;
        for (end, sum) in batch.ends.iter().zip(sums) {
            let mut kept = *sum;
            for (row, times) in &batch.lefts[begin..*end as usize] {
                for (sum, ways) in kept.iter_mut().zip(&tile[*row as usize]) {
                    *sum += times * ways;
                }
            }
            *sum = kept;
            begin = *end as usize;
        }
    }
}

/// Puts a digit of each set into each row from `row` on, in all ways that contain the needed
/// digits.
fn fill_rows(
    height: usize,
    row: usize,
    a: u8,
    b: u8,
    need: RowSets,
    rows: RowSets,
    out: &mut Vec<RowSets>,
) {
    if row == height {
        out.push(rows);
        return;
    }
    let bits = |set: u8| (0..8).map(|bit| 1 << bit).filter(move |bit| set & bit != 0);
    for first in bits(a) {
        for second in bits(b) {
            let pair: u8 = first | second;
            if need.to_le_bytes()[row] & !pair == 0 {
                fill_rows(
                    height,
                    row + 1,
                    a & !first,
                    b & !second,
                    need,
                    rows | RowSets::from(pair) << (8 * row),
                    out,
                );
            }
        }
    }
}

#[cfg(test)]
mod tests;
