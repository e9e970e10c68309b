//! The minimal unavoidable sets that few digits make up, whatever their number of cells.
//!
//! ```text
//!   1 · 2 | · · · | · · ·        the 1s and 2s of a grid, all other cells blanked: what else can stand there?
//!   · 2 · | 1 · · | · · ·        each digit takes a *template*, nine cells that meet every row, column and box once;
//!   …                            the templates of all digits together cover the blanked cells exactly
//! ```
//!
//! A template lies within the cells of some digits if and only if it touches no other digit. So all templates that touch few enough digits are listed once, row by
//! row, and each subset of digits takes those that it holds. Its cells are covered by templates in every way, always the first open cell next; where one
//! template is left to be taken, it is known. Then the templates are dealt to the digits, each of which has to move; where one stands still, a smaller subset has found the set
//! before. A digit leaves the cells where its template is not its own, so that it is soon seen when a set of fewer digits would lie within what comes out.
//!
//! Within a subset of k digits all is 9 k bits, a cell being named by its digit and row, so that sets and templates are single words for up to 7 digits.
//!
//! What differs from the grid is unavoidable. It is minimal if it holds no other such set; and a set that lies within it is one of the same digits, since in each
//! house the digits that leave are those that come. So it is enough to compare within a subset.

use super::Sets;
use crate::transformation::Grid;

/// The most digits whose cells fit into a word.
pub(super) const MOST: usize = 7;

/// All cells of a digit: one in each row.
const ROWS: u64 = 0x1ff;

/// The minimal unavoidable sets of a grid in which up to so many digits move.
pub(super) fn sets(grid: &Grid, most: usize) -> Sets {
    let most = most.min(MOST);
    let mut templates: Vec<Vec<u128>> = vec![Vec::new(); 512];
    Templates { columns: columns(grid), grid, most: most as u32, found: &mut templates }.grow((0, 0), 0, 0, (0, 0));
    // Fewer digits first, since their sets are what the others are compared with.
    let mut sets: Vec<Vec<u128>> = vec![Vec::new(); 512];
    let mut search = Search::default();
    for count in 2..=most {
        for mask in (0_usize..512).filter(|mask| mask.count_ones() as usize == count) {
            search.begin(mask, &templates, &sets);
            search.cover(0, (1 << (9 * count)) - 1);
            sets[mask] = search.minimal();
        }
    }
    let cells = Cells::new(grid);
    sets.iter().flatten().map(|set| cells.of(*set)).collect()
}

/// For each row and set of digits the columns where they stand.
fn columns(grid: &Grid) -> Vec<[u16; 512]> {
    let row = |row: &[u8]| {
        let mut table = [0; 512];
        for (column, digit) in row.iter().enumerate() {
            let first = 1_usize << (digit - 1);
            table[first] = 1 << column;
        }
        for digits in 1..512_usize {
            table[digits] = table[digits & (digits - 1)] | table[digits & digits.wrapping_neg()];
        }
        table
    };
    grid.chunks(9).map(row).collect()
}

/// Lists templates. A cell is named by its digit in the grid and its row: bit 9 · digit + row.
struct Templates<'a> {
    grid: &'a Grid,
    columns: Vec<[u16; 512]>,
    most: u32,
    /// Under the mask of the digits that they touch.
    found: &'a mut [Vec<u128>],
}

impl Templates<'_> {
    /// Completes a template from this row on; it touches so many digits; columns are taken, and those of boxes for the rest of the band.
    fn grow(&mut self, (row, count): (usize, u32), begun: u128, digits: usize, (taken, boxes): (u16, u16)) {
        if row == 9 {
            self.found[digits].push(begun);
            return;
        }
        let known = if count < self.most { 0x1ff } else { self.columns[row][digits] };
        let mut open = known & !(taken | boxes);
        while open > 0 {
            let column = open.trailing_zeros() as usize;
            open &= open - 1;
            let digit = usize::from(self.grid[9 * row + column]) - 1;
            let boxes = if row % 3 == 2 { 0 } else { boxes | 7 << (column / 3 * 3) };
            let count = count + u32::from(digits >> digit & 1 == 0);
            self.grow((row + 1, count), begun | 1 << (9 * digit + row), digits | 1 << digit, (taken | 1 << column, boxes));
        }
    }
}

/// Where the cells are that are named by digit and row.
struct Cells(Vec<[u128; 512]>);

impl Cells {
    fn new(grid: &Grid) -> Self {
        let mut tables = vec![[0; 512]; 9];
        for (cell, digit) in grid.iter().enumerate() {
            tables[usize::from(*digit) - 1][1 << (cell / 9)] = 1 << cell;
        }
        for table in &mut tables {
            for rows in 1..512_usize {
                table[rows] = table[rows & (rows - 1)] | table[rows & rows.wrapping_neg()];
            }
        }
        Self(tables)
    }

    fn of(&self, set: u128) -> u128 {
        self.0.iter().enumerate().fold(0, |cells, (digit, table)| cells | table[(set >> (9 * digit)) as usize & 0x1ff])
    }
}

/// What a digit does with a template.
#[derive(Copy, Clone, Default)]
struct Choice {
    /// It stays where it is.
    is_own: bool,
    /// The cells that it leaves.
    left: u64,
    /// The known sets that have no cell where it stays.
    inside: u64,
}

/// Shares the cells of a subset of digits out among them.
#[derive(Default)]
struct Search {
    /// The digits, by their places in the words.
    digits: Vec<usize>,
    /// The templates within their cells.
    templates: Vec<u64>,
    /// A set of templates has so many words.
    words: usize,
    /// For each cell, one behind the other, the set of the templates that have it.
    covering: Vec<u64>,
    /// For each step of the search the set of templates that are still free.
    free: [Vec<u64>; MOST],
    /// For each digit what it would do with each template that was taken.
    choices: [[Choice; MOST]; MOST],
    /// Up to 64 sets of smaller subsets, and those that are more.
    known: Vec<u64>,
    more: Vec<u64>,
    /// For each digit and template the known sets that have no cell where this digit stays when it takes it.
    leaving: [Vec<u64>; MOST],
    /// For each digit the known sets that have no digits behind it.
    within: [u64; MOST],
    found: Vec<u64>,
}

impl Search {
    fn begin(&mut self, mask: usize, templates: &[Vec<u128>], sets: &[Vec<u128>]) {
        self.digits.clear();
        self.digits.extend((0..9).filter(|digit| mask >> digit & 1 == 1));
        let digits = &self.digits;
        let word = |wide: &u128| {
            digits.iter().enumerate().fold(0, |word, (place, digit)| word | ((wide >> (9 * digit)) as u64 & ROWS) << (9 * place))
        };
        self.templates.clear();
        self.known.clear();
        let mut part = mask;
        while part > 0 {
            // Of three digits or more none takes the template of another: all cells of both would differ, and these two alone can be exchanged.
            if digits.len() == 2 || !part.is_power_of_two() {
                self.templates.extend(templates[part].iter().map(word));
            }
            if part != mask {
                self.known.extend(sets[part].iter().map(word));
            }
            part = (part - 1) & mask;
        }
        let count = self.digits.len();
        self.words = self.templates.len().div_ceil(64);
        for free in self.free.iter_mut().take(count) {
            free.clear();
            free.resize(self.words, 0);
        }
        self.covering.clear();
        self.covering.resize(9 * count * self.words, 0);
        for (number, template) in self.templates.iter().enumerate() {
            self.free[0][number / 64] |= 1 << (number % 64);
            for cell in ones(*template) {
                self.covering[cell * self.words + number / 64] |= 1 << (number % 64);
            }
        }
        // Small sets lie in more of what comes.
        self.known.sort_unstable_by_key(|set| set.count_ones());
        self.more.clear();
        self.more.extend(self.known.drain(self.known.len().min(64)..));
        self.within = [0; MOST];
        let mut holding = [[0; 9]; MOST];
        for (number, set) in self.known.iter().enumerate() {
            for cell in ones(*set) {
                holding[cell / 9][cell % 9] |= 1 << number;
            }
            for within in self.within.iter_mut().take(count).skip((63 - set.leading_zeros() as usize) / 9) {
                *within |= 1 << number;
            }
        }
        let all = self.known.iter().fold(0, |all, _| all << 1 | 1);
        for (place, (leaving, holding)) in self.leaving.iter_mut().zip(&holding).enumerate().take(count) {
            let left = |template: &u64| all & !ones(template >> (9 * place) & ROWS).fold(0, |sets, row| sets | holding[row]);
            leaving.clear();
            leaving.extend(self.templates.iter().map(left));
        }
        self.found.clear();
    }

    /// Covers the cells that are free by templates, in every way; `step` templates are taken.
    fn cover(&mut self, step: usize, cells: u64) {
        let first = cells.trailing_zeros() as usize * self.words;
        let last = step + 2 == self.digits.len();
        for word in 0..self.words {
            let mut set = self.free[step][word] & self.covering[first + word];
            while set > 0 {
                let number = 64 * word + set.trailing_zeros() as usize;
                set &= set - 1;
                let template = self.templates[number];
                let rest = cells & !template;
                self.take(step, number);
                if last {
                    if let Some(number) = self.find(step, rest) {
                        self.take(step + 1, number);
                        self.deal(0, (1 << self.digits.len()) - 1, 0, !0);
                    }
                    continue;
                }
                let (before, after) = self.free.split_at_mut(step + 1);
                after[0].copy_from_slice(&before[step]);
                for cell in ones(template) {
                    let covering = &self.covering[cell * self.words..][..self.words];
                    after[0].iter_mut().zip(covering).for_each(|(free, covering)| *free &= !covering);
                }
                self.cover(step + 1, rest);
            }
        }
    }

    /// The number of the template that is all that is left; there always is one where two were left and one of them is taken.
    fn find(&self, step: usize, template: u64) -> Option<usize> {
        let first = template.trailing_zeros() as usize * self.words;
        for word in 0..self.words {
            let mut set = self.free[step][word] & self.covering[first + word];
            while set > 0 {
                let number = 64 * word + set.trailing_zeros() as usize;
                set &= set - 1;
                if self.templates[number] == template {
                    return Some(number);
                }
            }
        }
        None
    }

    /// Takes a template, and looks what each digit would do with it.
    fn take(&mut self, step: usize, number: usize) {
        let template = self.templates[number];
        for (place, choices) in self.choices.iter_mut().enumerate().take(self.digits.len()) {
            let own = ROWS << (9 * place);
            choices[step] = Choice { is_own: template == own, left: own & !template, inside: self.leaving[place][number] };
        }
    }

    /// Deals the templates of these steps to the digits from this one on, to none its own. The digits before left the cells of `left`, and none of them stays in a
    /// cell of the known sets of `inside`.
    fn deal(&mut self, place: usize, steps: u32, left: u64, inside: u64) {
        let mut open = steps;
        while open > 0 {
            let step = open.trailing_zeros() as usize % MOST;
            open &= open - 1;
            let choice = self.choices[place][step];
            let inside = inside & choice.inside;
            if choice.is_own || inside & self.within[place] != 0 {
                continue;
            }
            let left = left | choice.left;
            let rest = steps & !(1 << step);
            if rest & (rest - 1) > 0 {
                self.deal(place + 1, rest, left, inside);
                continue;
            }
            // One is left for the last digit.
            let choice = self.choices[place + 1][rest.trailing_zeros() as usize % MOST];
            if !choice.is_own && inside & choice.inside == 0 {
                self.found.push(left | choice.left);
            }
        }
    }

    /// What was found and holds no smaller set, as wide words.
    fn minimal(&mut self) -> Vec<u128> {
        let mut found: Vec<_> = self.found.iter().map(|set| (set.count_ones(), *set)).collect();
        found.sort_unstable();
        found.dedup();
        let mut kept: Vec<u64> = Vec::new();
        for (_, set) in &found {
            if !self.more.iter().chain(&kept).any(|other| other & !set == 0) {
                kept.push(*set);
            }
        }
        let wide = |word: &u64| {
            self.digits.iter().enumerate().fold(0, |wide, (place, digit)| wide | u128::from(word >> (9 * place) & ROWS) << (9 * digit))
        };
        kept.iter().map(wide).collect()
    }
}

/// The places of the bits of a word.
fn ones(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = word.trailing_zeros() as usize;
        let some = word > 0;
        word &= word.wrapping_sub(1);
        some.then_some(place)
    })
}
