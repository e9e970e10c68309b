//! The exact number of solutions where boxes are two lines wide or high: 4×4, 6×6 and 8×8, with any clues. As for 9×9 a sum over what columns
//! and rows of boxes hold, but with two bands only, each band is cut into a left and a right half.
//!
//! ```text
//!   8×8, boxes 2 wide and 4 high      stack 0   stack 1 │ stack 2   stack 3
//!   (others are turned first)          A   A'    B   B' │  C   C'    D   D'     band 0: A and A' are the sets of a stack's two columns, each the
//!                                     ──────────────────┼──────────────────     complement of the other
//!                                      A'  A     B'  B  │  D'  D   …            band 1: the same sets change places
//!
//!   row r of a band:  left half holds U_r, right half the rest of the digits
//! ```
//!
//! A stack is given by {A, A'}, one of C(n, n/2)/2 (35 for n = 8), and by which of both stands left: its weight is in how many of the two ways clues allow it. For
//! a half of a band and the partitions of its stacks, `M[U]` is the number of ways to fill it so that its rows hold U = (U_0, …); the number of ways to fill a
//! band is the sum over U of M_left[U] · M_right[complement of U], and
//!
//! ```text
//!   N = Σ over partitions of all stacks of the weights · band 0 · band 1
//! ```
//!
//! **Rows without clues** in a band can be exchanged: f of them. In each half only those fillings are counted whose first stack has these rows in ascending
//! order, U is sorted, and a sorted U counts for f! times the number of exchanges that leave it as it is.
//!
//! **Cost:** see `docs/COUNTING.md`: 8×8 one or two seconds with few clues, 6×6 about a millisecond. Memory: 20 MB for the tables of 8×8, and more for the lists of U.
//! Source: the column sets of Pettersen for boxes of two rows, with clues.

use std::ops::Range;

use crate::engine::{Budget, StopReason};
use crate::simd::{Isa, Kernel, Lanes};

/// The rows of a box as sets of digits, row r in byte r; or of several boxes side by side.
type Rows = u32;

/// A count that is prepared: independent tasks, whose sum is the number of solutions.
#[derive(Debug)]
pub(crate) struct Halves {
    isa: Isa,
    /// The weights of the left and of the right combinations.
    weights: [Vec<u64>; 2],
    bands: [Product; 2],
    /// The orders of rows without clues, by which the sum of all is multiplied.
    times: u128,
}

impl Halves {
    /// Prepares the count of a puzzle with boxes `width` wide and `height` high, one of them 2 and the other 2, 3 or 4. `clues` are its cells row by row,
    /// 1 to n for a clue and 0 for an open cell. `None` if it is another size, or the clues are not those of such a grid.
    ///
    /// # Errors
    /// If the flag or the clock of the budget says so.
    pub(crate) fn new(width: u8, height: u8, clues: &[u8], isa: Isa, budget: &Budget<'_>) -> Result<Option<Self>, StopReason> {
        let (turned, height) = match (width, height) {
            (2, 2..=4) => (false, usize::from(height)),
            (3 | 4, 2) => (true, usize::from(width)),
            _ => return Ok(None),
        };
        let size = 2 * height;
        if clues.len() != size * size || clues.iter().any(|clue| usize::from(*clue) > size) {
            return Ok(None);
        }
        let needs = Needs::new(height, turned, clues);
        let stacks: Vec<Vec<(u8, u8)>> = needs.columns.iter().map(|columns| splits(size, columns)).collect();
        let middle = height.div_ceil(2);
        let halves =
            [0..middle, middle..height].map(|stacks_of| Half { combinations: combinations(&stacks[stacks_of.clone()]), stacks: stacks_of });
        let mut times = 1;
        let mut product = |band: usize| {
            let free: Vec<usize> = (0..height).filter(|row| needs.rows[band].iter().all(|need| need.to_le_bytes()[*row] == 0)).collect();
            times *= (1..=free.len() as u128).product::<u128>();
            Band { needs: &needs, band, free, halves: &halves }.product(budget)
        };
        let bands = [product(0)?, product(1)?];
        let weights = halves.map(|half| half.combinations.iter().map(|combination| combination.weight).collect());
        Ok(Some(Self { isa, weights, bands, times }))
    }

    /// How many tasks there are, of a few hundredths of a second at most: one for each tile of right combinations, 20 for 8×8 without clues. None if it is
    /// plain already that there is no solution.
    pub(crate) fn tasks(&self) -> usize {
        self.weights[1].len().div_ceil(TILE)
    }

    /// What a task adds to the number of solutions; 0 for a task that there is not.
    ///
    /// # Errors
    /// If the flag or the clock of the budget says so.
    pub(crate) fn run(&self, task: usize, memory: &mut Memory, budget: &Budget<'_>) -> Result<u128, StopReason> {
        let [lefts, rights] = &self.weights;
        let Some(rights) = rights.chunks(TILE).nth(task) else { return Ok(0) };
        for (band, sums) in self.bands.iter().zip(&mut memory.sums) {
            sums.clear();
            sums.resize(lefts.len(), [0; TILE]);
            for batch in &band.batches {
                if let Some(reason) = budget.poll() {
                    return Err(reason);
                }
                self.isa.run(Multiply { batch, rights: &batch.rights[task], tile: &mut memory.tile, sums });
            }
        }
        let [one, other] = &memory.sums;
        let mut sum = 0;
        for ((left, one), other) in lefts.iter().zip(one).zip(other) {
            // At most 64 products below 2⁴¹ and weights of 4.
            let ways: u64 = rights.iter().zip(one).zip(other).map(|((right, one), other)| right * u64::from(*one) * u64::from(*other)).sum();
            sum += u128::from(ways) * u128::from(*left);
        }
        Ok(sum * self.times)
    }
}

/// What a thread works on tasks with: a megabyte once it has run one.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    /// For each U of a batch the ways of the right combinations of a tile.
    tile: Vec<[u32; TILE]>,
    /// For each band, and each left combination, the ways to fill the band with each right combination of the tile, divided by f!. No number is above
    /// 576 · 119 · 16, the bounds on the perfect matchings of a bipartite graph of eight and eight, taken away one after the other (Brègman).
    sums: [Vec<[u32; TILE]>; 2],
}

/// What clues demand, of a grid with boxes two columns wide.
#[derive(Debug)]
struct Needs {
    /// n / 2: rows of a box, and stacks.
    height: usize,
    /// `columns[stack][band][column]`: digits that must be in the column.
    columns: Vec<[[u8; 2]; 2]>,
    /// `rows[band][stack]`: digits that must be in the rows.
    rows: [Vec<Rows>; 2],
}

impl Needs {
    fn new(height: usize, turned: bool, clues: &[u8]) -> Self {
        let size = 2 * height;
        let mut needs = Self { height, columns: vec![[[0; 2]; 2]; height], rows: [vec![0; height], vec![0; height]] };
        for (cell, digit) in clues.iter().enumerate().filter(|(_, digit)| **digit != 0) {
            let (row, column) = if turned { (cell % size, cell / size) } else { (cell / size, cell % size) };
            let (band, stack, digit) = (row / height, column / 2, 1_u8 << (digit - 1));
            needs.columns[stack][band][column % 2] |= digit;
            needs.rows[band][stack] |= Rows::from(digit) << (8 * (row % height));
        }
        needs
    }
}

/// The ways to cut the digits for the columns of a stack: the set with the digit 0, and the weight.
fn splits(size: usize, need: &[[u8; 2]; 2]) -> Vec<(u8, u8)> {
    let all = all(size);
    let fits = |left: u8| {
        let columns = [[left, all & !left], [all & !left, left]];
        (0..2).all(|band| (0..2).all(|column| need[band][column] & !columns[band][column] == 0))
    };
    let sets = (0..=all).filter(|set| set & 1 != 0 && set.count_ones() as usize == size / 2);
    sets.map(|set| (set, u8::from(fits(set)) + u8::from(fits(all & !set)))).filter(|(_, weight)| *weight != 0).collect()
}

/// All digits.
const fn all(size: usize) -> u8 {
    (u8::MAX as usize >> (8 - size)) as u8
}

/// The stacks of half a band, and what their columns can be.
struct Half {
    stacks: Range<usize>,
    combinations: Vec<Combination>,
}

/// A partition for each stack of a half, and the product of their weights.
#[derive(Clone, Debug)]
struct Combination {
    sets: Vec<u8>,
    weight: u64,
}

fn combinations(stacks: &[Vec<(u8, u8)>]) -> Vec<Combination> {
    let none = vec![Combination { sets: Vec::new(), weight: 1 }];
    stacks.iter().fold(none, |combinations, stack| {
        let with = |before: &Combination| {
            let before = before.clone();
            stack.iter().map(move |(set, weight)| {
                let mut sets = before.sets.clone();
                sets.push(*set);
                Combination { sets, weight: before.weight * u64::from(*weight) }
            })
        };
        combinations.iter().flat_map(with).collect()
    })
}

/// One way, or some ways, to fill a half: sorted U, the combination, how many.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    rows: Rows,
    combination: u16,
    ways: u32,
}

/// A band whose rows are to be filled.
struct Band<'a> {
    needs: &'a Needs,
    band: usize,
    /// Rows without clues.
    free: Vec<usize>,
    halves: &'a [Half; 2],
}

impl Band<'_> {
    /// The two matrices whose product is, for each combination of the left half and each of the right, the number of ways to fill the band, divided by f!.
    fn product(&self, budget: &Budget<'_>) -> Result<Product, StopReason> {
        let boxes: [Vec<Vec<Vec<Rows>>>; 2] = [0, 1].map(|half| self.boxes(&self.halves[half]));
        // The half with less to do first: the other then keeps only what fits to it.
        let work = boxes.each_ref().map(|boxes| boxes.iter().map(|stack| stack.iter().map(Vec::len).sum::<usize>()).product::<usize>());
        let first = usize::from(work[1] < work[0]);
        let mut fits = Filter::all();
        let mut entries = [Vec::new(), Vec::new()];
        for half in [first, 1 - first] {
            entries[half] = self.entries(half, &boxes[half], &fits, budget)?;
            fits = Filter::of(&entries[half]);
        }
        let [left, right] = &entries;
        let mut rights = right.chunk_by(|a, b| a.rows == b.rows).peekable();
        let mut common = Vec::new();
        for left in left.chunk_by(|a, b| a.rows == b.rows) {
            while rights.next_if(|right| right[0].rows < left[0].rows).is_some() {}
            if let Some(right) = rights.next_if(|right| right[0].rows == left[0].rows) {
                common.push(Common { left, right, times: self.exchanges(left[0].rows) });
            }
        }
        let size = self.halves.each_ref().map(|half| half.combinations.len());
        Ok(Product { batches: common.chunks(BATCH).map(|common| Batch::new(size, common)).collect() })
    }

    /// For each stack of a half and each partition that occurs in it, numbered by the set with digit 0, the ways to fill the box; those of the first stack have their
    /// free rows in ascending order.
    fn boxes(&self, half: &Half) -> Vec<Vec<Vec<Rows>>> {
        let size = 2 * self.needs.height;
        let of_stack = |(place, stack): (usize, usize)| {
            let mut lists = vec![Vec::new(); 1 << size];
            for combination in &half.combinations {
                let set = combination.sets[place];
                let list = &mut lists[usize::from(set)];
                if list.is_empty() {
                    fill(self.needs.height, 0, set, all(size) & !set, self.needs.rows[self.band][stack], 0, list);
                    if place == 0 {
                        list.retain(|rows| self.free.windows(2).all(|pair| rows.to_le_bytes()[pair[0]] < rows.to_le_bytes()[pair[1]]));
                    }
                }
            }
            lists
        };
        half.stacks.clone().enumerate().map(of_stack).collect()
    }

    /// All ways to fill a half, sorted; the right half by the rows that it leaves to the left.
    fn entries(&self, half: usize, boxes: &[Vec<Vec<Rows>>], fits: &Filter, budget: &Budget<'_>) -> Result<Vec<Entry>, StopReason> {
        let mask = (0..self.needs.height).fold(0, |mask, row| mask | Rows::from(all(2 * self.needs.height)) << (8 * row));
        let mut entries = Vec::new();
        let mut found = Vec::new();
        for (number, combination) in (0..).zip(&self.halves[half].combinations) {
            if let Some(reason) = budget.poll() {
                return Err(reason);
            }
            found.clear();
            let mut keep = |rows: Rows| {
                let key = self.sorted(if half == 0 { rows } else { mask & !rows });
                if fits.may_have(key) {
                    found.push(key);
                }
            };
            match (boxes, &combination.sets[..]) {
                ([only], [set]) => only[usize::from(*set)].iter().for_each(|rows| keep(*rows)),
                ([first, second], [a, b]) => {
                    for one in &first[usize::from(*a)] {
                        for other in &second[usize::from(*b)] {
                            if one & other == 0 {
                                keep(one | other);
                            }
                        }
                    }
                }
                _ => {}
            }
            found.sort_unstable();
            let groups = found.chunk_by(|a, b| a == b);
            entries.extend(groups.map(|group| Entry { rows: group[0], combination: number, ways: group.len() as u32 }));
        }
        entries.sort_unstable();
        Ok(entries)
    }

    /// The same with the sets of free rows ascending.
    fn sorted(&self, rows: Rows) -> Rows {
        if self.free.len() < 2 {
            return rows;
        }
        let mut bytes = rows.to_le_bytes();
        // At most four: exchanges of neighbours.
        for end in (1..self.free.len()).rev() {
            for pair in self.free[..=end].windows(2) {
                if bytes[pair[0]] > bytes[pair[1]] {
                    bytes.swap(pair[0], pair[1]);
                }
            }
        }
        Rows::from_le_bytes(bytes)
    }

    /// How many exchanges of free rows leave sorted rows as they are.
    fn exchanges(&self, rows: Rows) -> u32 {
        let bytes = rows.to_le_bytes();
        let sets: Vec<u8> = self.free.iter().map(|row| bytes[*row]).collect();
        sets.chunk_by(|a, b| a == b).map(|same| (1..=same.len() as u32).product::<u32>()).product()
    }
}

/// Rows that both halves have.
struct Common<'a> {
    left: &'a [Entry],
    right: &'a [Entry],
    times: u32,
}

/// Right combinations that are added to at once.
const TILE: usize = 64;

/// Rows U that are worked on at once: their tiles fit into the second cache.
const BATCH: usize = 1024;

/// The ways to fill a band as a product of two matrices that are half full: left combinations by U, and U by right combinations.
#[derive(Debug)]
struct Product {
    batches: Vec<Batch>,
}

/// The parts of both matrices for some U.
#[derive(Debug)]
struct Batch {
    /// How many U there are.
    rows: usize,
    /// For each left combination where its part of `lefts` ends.
    ends: Vec<u32>,
    /// The number of a U, and the ways of the left combination times the exchanges.
    lefts: Vec<(u32, u32)>,
    /// For each tile of right combinations what is not 0.
    rights: Vec<Vec<Right>>,
}

/// The ways of a right combination.
#[derive(Copy, Clone, Debug)]
struct Right {
    /// The number of a U.
    row: u16,
    /// The place of the combination in its tile.
    place: u16,
    ways: u32,
}

impl Batch {
    /// For so many left and right combinations.
    fn new(size: [usize; 2], common: &[Common<'_>]) -> Self {
        let mut begins = vec![0_u32; size[0] + 1];
        for entry in common.iter().flat_map(|both| both.left) {
            begins[usize::from(entry.combination) + 1] += 1;
        }
        for place in 1..begins.len() {
            begins[place] += begins[place - 1];
        }
        let mut ends = begins[..size[0]].to_vec();
        let mut lefts = vec![(0, 0); begins[size[0]] as usize];
        let mut rights = vec![Vec::new(); size[1].div_ceil(TILE)];
        for (row, both) in common.iter().enumerate() {
            for entry in both.left {
                let end = &mut ends[usize::from(entry.combination)];
                lefts[*end as usize] = (row as u32, both.times * entry.ways);
                *end += 1;
            }
            for entry in both.right {
                let combination = usize::from(entry.combination);
                rights[combination / TILE].push(Right { row: row as u16, place: (combination % TILE) as u16, ways: entry.ways });
            }
        }
        Self { rows: common.len(), ends, lefts, rights }
    }
}

/// Adds the products of a batch and a tile.
struct Multiply<'a> {
    batch: &'a Batch,
    rights: &'a [Right],
    tile: &'a mut Vec<[u32; TILE]>,
    sums: &'a mut [[u32; TILE]],
}

impl Kernel for Multiply<'_> {
    type Output = ();

    /// Plain loops over arrays, which the compiler makes vectors of.
    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Self { batch, rights, tile, sums } = self;
        tile.clear();
        tile.resize(batch.rows, [0; TILE]);
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

/// Puts a digit of each set into each row from `row` on, in all ways that hold what the rows need.
fn fill(height: usize, row: usize, a: u8, b: u8, need: Rows, rows: Rows, out: &mut Vec<Rows>) {
    if row == height {
        out.push(rows);
        return;
    }
    let bits = |set: u8| (0..8).map(|bit| 1 << bit).filter(move |bit| set & bit != 0);
    for first in bits(a) {
        for second in bits(b) {
            let pair: u8 = first | second;
            if need.to_le_bytes()[row] & !pair == 0 {
                fill(height, row + 1, a & !first, b & !second, need, rows | Rows::from(pair) << (8 * row), out);
            }
        }
    }
}

/// Which rows may be in a list: never wrong about those that are, seldom about those that are not.
struct Filter(Option<Vec<u64>>);

impl Filter {
    /// Everything may be.
    const fn all() -> Self {
        Self(None)
    }

    fn of(entries: &[Entry]) -> Self {
        let mut bits = vec![0; 1 << 15];
        for entry in entries {
            let (word, bit) = Self::place(entry.rows);
            bits[word] |= bit;
        }
        Self(Some(bits))
    }

    fn may_have(&self, rows: Rows) -> bool {
        let (word, bit) = Self::place(rows);
        self.0.as_ref().is_none_or(|bits| bits[word] & bit != 0)
    }

    /// 2²¹ bits.
    const fn place(rows: Rows) -> (usize, u64) {
        let mixed = rows.wrapping_mul(0x9e37_79b1) >> 11;
        ((mixed >> 6) as usize, 1 << (mixed & 63))
    }
}

#[cfg(test)]
mod tests {
    use ndoku_core::{Layout, Puzzle};
    use ndoku_testkit::random::SplitMix64;

    use super::*;
    use crate::{Engine, General};

    const SHAPES: [(u8, u8); 5] = [(2, 2), (3, 2), (2, 3), (4, 2), (2, 4)];

    fn prepared(width: u8, height: u8, clues: &[u8]) -> Option<Halves> {
        Halves::new(width, height, clues, Isa::best(), &Budget::default()).unwrap()
    }

    fn counted(width: u8, height: u8, clues: &[u8]) -> u128 {
        let (halves, mut memory) = (prepared(width, height, clues).unwrap(), Memory::default());
        (0..halves.tasks()).map(|task| halves.run(task, &mut memory, &Budget::default()).unwrap()).sum()
    }

    #[test]
    fn empty_grids_have_the_numbers_that_are_known() {
        let empty = |width: u8, height: u8| counted(width, height, &vec![0; usize::from(width * height).pow(2)]);
        assert_eq!(empty(2, 2), 288);
        assert_eq!([empty(3, 2), empty(2, 3)], [28_200_960; 2]);
        assert_eq!(empty(2, 4), 29_136_487_207_403_520);
    }

    #[test]
    fn other_sizes_are_left_alone() {
        for (width, height, cells) in [(3, 3, 81), (2, 5, 100), (1, 4, 16), (2, 2, 15)] {
            assert!(prepared(width, height, &vec![0; cells]).is_none());
        }
        assert!(prepared(2, 2, &[5; 16]).is_none());
    }

    /// Clues of random grids, few enough solutions to list: sometimes with one that is wrong.
    #[test]
    fn enumeration_finds_as_many() {
        let mut rng = SplitMix64::new(11);
        let mut engine = General::new();
        let mut checked = 0;
        for (width, height) in SHAPES {
            let layout = Layout::with_boxes(width, height).unwrap();
            let cells = layout.cell_count();
            // Clues that leave some thousand solutions.
            let fewest = [0, 7, 21][usize::from(layout.size() / 2 - 2)];
            for round in 0..60 {
                let Some(grid) = ndoku_testkit::random::grid(&mut rng, &layout) else { continue };
                let kept = fewest + rng.below(cells - fewest + 1);
                let mut clues = vec![0; cells];
                for cell in rng.permutation(cells).into_iter().take(kept) {
                    clues[cell] = grid[cell].get();
                }
                if round % 8 == 7 {
                    clues[rng.below(cells)] = 1 + rng.below(usize::from(layout.size())) as u8;
                }
                let puzzle = Puzzle::from_array(&layout, &clues).unwrap();
                let tally = engine.count(&puzzle, 50_000, &Budget::default()).unwrap();
                if !tally.more {
                    assert_eq!(counted(width, height, &clues), u128::from(tally.count), "{layout} {clues:?}");
                    checked += 1;
                }
            }
        }
        assert!(checked > 150, "{checked}");
    }

    /// The digits of an open cell share out the solutions; rows for columns change nothing.
    #[test]
    fn sums_and_turns_agree() {
        let mut rng = SplitMix64::new(12);
        for (width, height, kept) in [(3, 2, 2), (2, 3, 4), (2, 3, 1), (2, 4, 14), (4, 2, 18)] {
            let layout = Layout::with_boxes(width, height).unwrap();
            let (size, cells) = (usize::from(layout.size()), layout.cell_count());
            let grid = ndoku_testkit::random::grid(&mut rng, &layout).unwrap();
            let mut clues = vec![0; cells];
            for cell in rng.permutation(cells).into_iter().take(kept) {
                clues[cell] = grid[cell].get();
            }
            let whole = counted(width, height, &clues);
            let open = clues.iter().position(|clue| *clue == 0).unwrap();
            let sum: u128 = (1..=layout.size())
                .map(|digit| {
                    let mut with = clues.clone();
                    with[open] = digit;
                    counted(width, height, &with)
                })
                .sum();
            assert_eq!(sum, whole);
            let turned: Vec<u8> = (0..cells).map(|cell| clues[cell % size * size + cell / size]).collect();
            assert_eq!(counted(height, width, &turned), whole);
        }
    }

    #[test]
    fn it_can_be_stopped() {
        let expired = || true;
        let budget = Budget::default().expired(&expired);
        assert_eq!(Halves::new(2, 4, &[0; 64], Isa::Portable, &budget).err(), Some(StopReason::Time));
        let halves = prepared(2, 3, &[0; 36]).unwrap();
        assert_eq!(halves.run(0, &mut Memory::default(), &budget), Err(StopReason::Time));
        assert_eq!(halves.run(halves.tasks(), &mut Memory::default(), &budget), Ok(0));
    }
}
