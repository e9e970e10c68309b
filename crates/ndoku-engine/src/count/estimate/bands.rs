//! Band by band, for grids with boxes of two rows and more, whatever the clues and pencilmarks: first the column of each digit in each box of a band, then the rows.
//!
//! ```text
//!   4×4, first band      columns of the digits         what remains of a band is a graph:       two rows are two perfect matchings of it
//!                        box 1   {1 3} {2 4}           digit 1 ─ column 1, column 3             row 1: 1-c1, 4-c2, 3-c3, 2-c4    │ 1 4 │ 3 2 │
//!                        box 2   {1 2}... by chance    digit 2 ─ column 2, column 3 …           row 2: 3-c1, 2-c2, 1-c3, 4-c4    │ 3 2 │ 1 4 │
//! ```
//!
//! That column sets and row sets can be told apart is what the exact counts rest on, see `contract`. It makes a better sampler than cells, since hardly any choice is a dead end: after any
//! number of bands the columns of a stack, without clues, can always be completed, and so can the rows of a band after any number of rows (a regular bipartite
//! graph has a perfect matching: Kőnig, 1916). Only the numbers of ways differ, and those differ little; what the formula of independence for all grids says.
//!
//! | stage | chosen | weight |
//! |---|---|---|
//! | one for each box of the band | for each digit a column of the box that it has not had in the stack, as many digits to a column as there are rows | one over the probability |
//! | one for each row but two | a perfect matching of digits and columns among the edges that are left | one over the probability |
//! | the last two rows together | | the number of ways: each cycle has two, or fewer by clues |
//!
//! *Columns.* The digit with the fewest open columns comes first, forced ones before; a column has the odds of its free places over the digits that want it, and
//! (1 + δ) for each digit in it with which this digit has shared a column of the band already: such pairs make cycles of four edges, with which a graph has more matchings.
//!
//! *Rows.* The digit or column with the fewest edges left is matched first; odds as for cells.

use super::cells::Cells;
use super::magnitude::Magnitude;
use super::population::{Chance, Model};

/// The most rows of a box, and the most columns.
const LIMIT: usize = 32;
/// δ: by how much a pair that shares two columns of a band raises the number of ways.
const PAIR: f64 = 0.15;
fn tune(name: &str, or: f64) -> f64 { std::env::var(name).ok().and_then(|t| t.parse().ok()).unwrap_or(or) }

/// A puzzle as columns of boxes, and cells.
#[derive(Debug)]
pub(super) struct Bands {
    size: usize,
    /// Rows of a box, which is also the number of stacks.
    height: usize,
    /// Columns of a box, which is also the number of bands.
    width: usize,
    /// For each band, stack and digit the columns of the box in which the digit has a place.
    columns: Vec<u32>,
    /// For each cell its candidates; rows of a band in the order in which they are filled.
    cells: Vec<u64>,
    /// Whether there is a solution as far as singles tell.
    possible: bool,
    /// 1 + δ, and its logarithm.
    pair: f64,
}

/// A grid that is filled in part.
#[derive(Debug)]
pub(super) struct Grid {
    /// For each stack and digit the columns that it has had.
    used: Vec<u32>,
    /// For each stack and digit its column in this band.
    column: Vec<u8>,
    /// For each digit the stacks in which it has no row yet.
    open: Vec<u32>,
    /// The logarithm of the odds for pairs so far in this band.
    pairs: u32,
}

impl Clone for Grid {
    fn clone(&self) -> Self {
        Self { used: self.used.clone(), column: self.column.clone(), open: self.open.clone(), pairs: self.pairs }
    }

    fn clone_from(&mut self, other: &Self) {
        self.used.clone_from(&other.used);
        self.column.clone_from(&other.column);
        self.open.clone_from(&other.open);
        self.pairs = other.pairs;
    }
}

impl Bands {
    /// With what follows from the clues. Boxes are `width` × `height`, and cover the grid; `None` if they have one row or column only.
    pub(super) fn new(from: &Cells, width: u8, height: u8) -> Option<Self> {
        let (size, mut width, mut height) = (from.size, usize::from(width), usize::from(height));
        if width < 2 || height < 2 || width.max(height) > LIMIT || width * height != size {
            return None;
        }
        let mut cells = from.start.as_ref().map_or_else(|| vec![0; size * size], |grid| grid.candidates.clone());
        // Fewer rows in a box leave less to the matchings: the grid may lie on its side.
        if height > width {
            cells = (0..size * size).map(|cell| cells[cell % size * size + cell / size]).collect();
            (width, height) = (height, width);
        }
        // The rows with the most known first: those that come last have to take what is left.
        for band in cells.chunks_mut(height * size) {
            let mut rows: Vec<Vec<u64>> = band.chunks(size).map(<[u64]>::to_vec).collect();
            rows.sort_by_key(|row| row.iter().map(|set| set.count_ones()).sum::<u32>());
            band.copy_from_slice(&rows.concat());
        }
        let mut columns = vec![0; width * height * size];
        for (index, set) in cells.iter().enumerate() {
            let (band, stack, column) = (index / size / height, index % size / width, index % width);
            for digit in (0..size).filter(|digit| set >> digit & 1 == 1) {
                columns[(band * height + stack) * size + digit] |= 1 << column;
            }
        }
        Some(Self { size, height, width, columns, cells, possible: from.start.is_some(), pair: 1.0 + tune("PAIR", PAIR) })
    }

    /// Chooses a column of this box for every digit: one over the probability.
    fn assign(&self, grid: &mut Grid, band: usize, stack: usize, chance: &mut Chance<'_>) -> Option<Magnitude> {
        let (size, width) = (self.size, self.width);
        let allowed = &self.columns[(band * self.height + stack) * size..][..size];
        let mut open = [0_u32; 64];
        // For each column its free places, the digits that may go there, and what they want of it.
        let mut free = [self.height; LIMIT];
        let mut able = [0_usize; LIMIT];
        let mut wanted = [0.0_f64; LIMIT];
        let mut holds = [0_u64; LIMIT];
        let share = |set: u32| 1.0 / f64::from(set.count_ones());
        for digit in 0..size {
            open[digit] = allowed[digit] & !grid.used[stack * size + digit];
            let each = share(open[digit]);
            for column in ones(open[digit]) {
                able[column] += 1;
                wanted[column] += each;
            }
        }
        // For each digit those with which it has shared a column of this band, once and more often.
        let mut left = if size == 64 { u64::MAX } else { (1 << size) - 1 };
        let mut weight = Magnitude::ONE;
        let mut odds = [0.0; LIMIT];
        while left != 0 {
            // A column that needs all who are able takes one of them; else the digit with the fewest columns is next.
            let mut next = (u32::MAX, 0, 0);
            for digit in ones_of(left) {
                let count = open[digit].count_ones();
                if count < next.0 {
                    next = (count, digit, open[digit]);
                }
            }
            if next.0 == 0 {
                return None;
            }
            if next.0 > 1 {
                for column in 0..width {
                    if able[column] < free[column] {
                        return None;
                    }
                    if able[column] == free[column]
                        && free[column] > 0
                        && let Some(digit) = ones_of(left).find(|digit| open[*digit] >> column & 1 == 1)
                    {
                        next = (1, digit, 1 << column);
                        break;
                    }
                }
            }
            let (count, digit, choices) = next;
            let column = if count == 1 {
                choices.trailing_zeros() as usize
            } else {
                for column in ones(choices) {
                    let mut odd = free[column] as f64 / (wanted[column] + 1e-9);
                    for other in 0..stack {
                        let theirs = grid.column[other * size + digit];
                        odd *= self.raise(ones_of(holds[column]).filter(|with| grid.column[other * size + with] == theirs).count());
                    }
                    odds[column] = odd;
                }
                for (column, odd) in odds[..width].iter_mut().enumerate() {
                    if choices >> column & 1 == 0 {
                        *odd = 0.0;
                    }
                }
                let (column, probability) = chance.pick(&odds[..width])?;
                weight = weight.times(1.0 / probability);
                column
            };
            for other in 0..stack {
                let theirs = grid.column[other * size + digit];
                grid.pairs += ones_of(holds[column]).filter(|with| grid.column[other * size + with] == theirs).count() as u32;
            }
            left ^= 1 << digit;
            holds[column] |= 1 << digit;
            let each = share(open[digit]);
            for other in ones(open[digit]) {
                able[other] -= 1;
                wanted[other] -= each;
            }
            free[column] -= 1;
            grid.used[stack * size + digit] |= 1 << column;
            grid.column[stack * size + digit] = column as u8;
            if free[column] == 0 {
                for digit in ones_of(left) {
                    if open[digit] >> column & 1 == 0 {
                        continue;
                    }
                    let before = share(open[digit]);
                    open[digit] ^= 1 << column;
                    let after = share(open[digit]);
                    for other in ones(open[digit]) {
                        wanted[other] += after - before;
                    }
                }
                able[column] = 0;
            }
        }
        Some(weight)
    }

    /// (1 + δ)^pairs.
    fn raise(&self, pairs: usize) -> f64 {
        (0..pairs).fold(1.0, |product, _| product * self.pair)
    }

    /// Chooses a row: a perfect matching of digits and columns. One over the probability.
    fn matching(&self, grid: &mut Grid, row: usize, chance: &mut Chance<'_>) -> Option<Magnitude> {
        let (size, width) = (self.size, self.width);
        let cells = &self.cells[row * size..][..size];
        // For each column the digits that may stand there, for each digit the stacks.
        let mut digits = [0_u64; 64];
        let mut stacks = [0_u32; 64];
        for digit in 0..size {
            for stack in ones(grid.open[digit]) {
                let column = stack * width + usize::from(grid.column[stack * size + digit]);
                if cells[column] >> digit & 1 == 1 {
                    digits[column] |= 1 << digit;
                    stacks[digit] |= 1 << stack;
                }
            }
        }
        let all = if size == 64 { u64::MAX } else { (1 << size) - 1 };
        let (mut free_digits, mut free_columns) = (all, all);
        let mut weight = Magnitude::ONE;
        let shrink = |count: u32| f64::from(count - 1) / f64::from(count);
        while free_digits != 0 {
            let mut best = u32::MAX;
            let (mut from_digit, mut vertex) = (true, 0);
            for digit in ones_of(free_digits) {
                let count = stacks[digit].count_ones();
                if count < best {
                    (best, vertex) = (count, digit);
                }
            }
            for column in ones_of(free_columns) {
                let count = digits[column].count_ones();
                if count < best {
                    (best, from_digit, vertex) = (count, false, column);
                }
            }
            if best == 0 {
                return None;
            }
            let column_of = |digit: usize, stack: usize| stack * width + usize::from(grid.column[stack * size + digit]);
            let mut edges = [(0_usize, 0_usize); 64];
            let mut count = 0;
            if from_digit {
                for stack in ones(stacks[vertex]) {
                    edges[count] = (vertex, stack);
                    count += 1;
                }
            } else {
                for digit in ones_of(digits[vertex]) {
                    edges[count] = (digit, vertex / width);
                    count += 1;
                }
            }
            let mut chosen = 0;
            if count > 1 {
                let mut odds = [0.0; 64];
                for (odd, (digit, stack)) in odds.iter_mut().zip(&edges[..count]) {
                    let column = column_of(*digit, *stack);
                    *odd = 1.0;
                    for other in ones_of(digits[column] & !(1 << digit)) {
                        *odd *= shrink(stacks[other].count_ones());
                    }
                    for other in ones(stacks[*digit] & !(1 << stack)) {
                        *odd *= shrink(digits[column_of(*digit, other)].count_ones());
                    }
                }
                let (place, probability) = chance.pick(&odds[..count])?;
                weight = weight.times(1.0 / probability);
                chosen = place;
            }
            let (digit, stack) = edges[chosen];
            let column = column_of(digit, stack);
            for other in ones(stacks[digit] & !(1 << stack)) {
                digits[column_of(digit, other)] &= !(1 << digit);
            }
            for other in ones_of(digits[column] & !(1 << digit)) {
                stacks[other] &= !(1 << stack);
            }
            free_digits ^= 1 << digit;
            free_columns ^= 1 << column;
            grid.open[digit] ^= 1 << stack;
        }
        Some(weight)
    }

    /// In how many ways the edges that are left, two for each digit and column, make these two rows: a product over cycles.
    fn last_two(&self, grid: &Grid, rows: [usize; 2]) -> Magnitude {
        let (size, width) = (self.size, self.width);
        let cells = rows.map(|row| &self.cells[row * size..][..size]);
        let mut digits = [0_u64; 64];
        let column_of = |digit: usize, stack: usize| stack * width + usize::from(grid.column[stack * size + digit]);
        for digit in 0..size {
            for stack in ones(grid.open[digit]) {
                digits[column_of(digit, stack)] |= 1 << digit;
            }
        }
        let mut weight = Magnitude::ONE;
        let mut left = if size == 64 { u64::MAX } else { (1 << size) - 1 };
        while left != 0 {
            let first = left.trailing_zeros() as usize;
            let (mut digit, mut stack) = (first, grid.open[first].trailing_zeros() as usize);
            // Whether this edge can be in the first row and the next one in the second, and so on; and the other way round.
            let mut ways = [true; 2];
            loop {
                left &= !(1 << digit);
                let column = column_of(digit, stack);
                let fits = |row: usize, digit: usize, column: usize| cells[row][column] >> digit & 1 == 1;
                let other = (digits[column] & !(1 << digit)).trailing_zeros() as usize;
                if other >= size {
                    return Magnitude::ZERO;
                }
                for (way, first) in ways.iter_mut().zip([0, 1]) {
                    *way &= fits(first, digit, column) && fits(1 - first, other, column);
                }
                digit = other;
                stack = (grid.open[digit] & !(1 << stack)).trailing_zeros() as usize;
                if digit == first {
                    break;
                }
            }
            weight = weight.times(f64::from(u8::from(ways[0]) + u8::from(ways[1])));
        }
        weight
    }

    /// Stages of a band: its boxes, its rows but two, and those two.
    fn stages_of_band(&self) -> usize {
        2 * self.height - 1
    }
}

/// The places of the ones, ascending.
fn ones(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            place
        })
    })
}

/// The places of the ones, ascending.
fn ones_of(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            place
        })
    })
}

impl Model for Bands {
    type State = Grid;

    fn start(&self) -> Option<Grid> {
        self.possible.then(|| Grid { used: vec![0; self.height * self.size], column: vec![0; self.height * self.size], open: vec![0; self.size], pairs: 0 })
    }

    fn stages(&self) -> usize {
        self.width * self.stages_of_band()
    }

    fn advance(&self, grid: &mut Grid, stage: usize, chance: &mut Chance<'_>) -> Option<Magnitude> {
        let (band, stage) = (stage / self.stages_of_band(), stage % self.stages_of_band());
        if stage < self.height {
            if stage == 0 {
                grid.pairs = 0;
                grid.open.fill(u32::MAX >> (32 - self.height));
            }
            return self.assign(grid, band, stage, chance);
        }
        let row = band * self.height + stage - self.height;
        if stage + 1 < self.stages_of_band() {
            return self.matching(grid, row, chance);
        }
        Some(self.last_two(grid, [row, row + 1])).filter(|weight| !weight.is_zero())
    }

    fn promise(&self, grid: &Grid, stage: usize) -> f64 {
        let stage = stage % self.stages_of_band();
        if stage < self.height { f64::from(grid.pairs) * self.pair.ln() } else { 0.0 }
    }
}
