//! The minimal unavoidable sets of few digits, with any number of cells.
//!
//! ```text
//!   1 · 2 | · · · | · · ·     the 1s and 2s of a grid, all other cells blank: what else can
//!   · · · | 1 · 2 | · · ·     stand there? Each digit takes a *template*: nine cells that hit
//!   …                         every row, column and box once. The templates of all digits
//!                             together cover these cells exactly.
//! ```
//!
//! A template lies within the cells of some digits if and only if it touches no other digit. The
//! templates that touch few enough digits are listed once, row by row. Each subset of digits takes
//! its templates from this list and covers its cells in every way, always the first open cell next.
//! The last template of a cover is determined by the others.
//!
//! The templates of a cover are then assigned to the digits. Each digit must move, because
//! otherwise a smaller subset has found the set before. A digit leaves the cells of its old
//! template that the new one does not contain. Bits for each digit and template tell which smaller
//! sets would lie within the result, so that each assignment takes a few instructions.
//!
//! Within a subset of k digits, everything has 9 k bits, because a cell is named by its digit and
//! row. Sets and templates are therefore single words for up to 7 digits.
//!
//! The cells that differ from the grid are an unavoidable set. It is minimal if it contains no
//! other one. A subset that is unavoidable has the same digits or fewer, because in each house the
//! digits that leave equal those that arrive. So it suffices to compare sets within a subset of
//! digits.

use super::CellSets;
use crate::transformation::Grid81;

/// Maximum number of digits whose cells fit into a word.
pub(super) const MAX_DIGITS: usize = 7;

/// All cells of a digit: one per row.
const ROWS: u64 = 0x1ff;

/// Returns the minimal unavoidable sets of a grid in which at most `most` digits move.
pub(super) fn sets(grid: &Grid81, most: usize) -> CellSets {
    let most = most.min(MAX_DIGITS);
    let mut templates: Vec<Vec<u128>> = vec![Vec::new(); 512];
    TemplateLister {
        columns: columns(grid),
        grid,
        most: most as u32,
        found: &mut templates,
    }
    .extend((0, 0), 0, 0, (0, 0));
    // Fewer digits come first, because larger subsets are compared with their sets.
    let mut sets: Vec<Vec<u128>> = vec![Vec::new(); 512];
    let mut search = SubsetSearch::default();
    for count in 2..=most {
        for mask in (0_usize..512).filter(|mask| mask.count_ones() as usize == count) {
            search.prepare(mask, &templates, &sets);
            search.cover(0, (1 << (9 * count)) - 1);
            sets[mask] = search.take_minimal();
        }
    }
    let cells = CellTables::new(grid);
    sets.iter()
        .flatten()
        .map(|set| cells.to_grid_cells(*set))
        .collect()
}

/// Returns for each row and each set of digits the columns of these digits.
fn columns(grid: &Grid81) -> Vec<[u16; 512]> {
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

/// Lists templates. A cell is named by its digit in the grid and its row, as bit 9 · digit + row.
struct TemplateLister<'a> {
    grid: &'a Grid81,
    columns: Vec<[u16; 512]>,
    most: u32,
    /// The templates, indexed by the mask of the digits that they touch.
    found: &'a mut [Vec<u128>],
}

impl TemplateLister<'_> {
    /// Extends a template from this row on. `count` is the number of touched digits. `taken` are
    /// the used columns, and `boxes` the columns of used boxes for the rest of the band.
    fn extend(
        &mut self,
        (row, count): (usize, u32),
        start: u128,
        digits: usize,
        (taken, boxes): (u16, u16),
    ) {
        if row == 9 {
            self.found[digits].push(start);
            return;
        }
        let known = if count < self.most {
            0x1ff
        } else {
            self.columns[row][digits]
        };
        let mut open = known & !(taken | boxes);
        while open > 0 {
            let column = open.trailing_zeros() as usize;
            open &= open - 1;
            let digit = usize::from(self.grid[9 * row + column]) - 1;
            let boxes = if row % 3 == 2 {
                0
            } else {
                boxes | 7 << (column / 3 * 3)
            };
            let count = count + u32::from(digits >> digit & 1 == 0);
            self.extend(
                (row + 1, count),
                start | 1 << (9 * digit + row),
                digits | 1 << digit,
                (taken | 1 << column, boxes),
            );
        }
    }
}

/// Tables that convert cells named by digit and row into cells of the grid.
struct CellTables(Vec<[u128; 512]>);

impl CellTables {
    fn new(grid: &Grid81) -> Self {
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

    fn to_grid_cells(&self, set: u128) -> u128 {
        self.0.iter().enumerate().fold(0, |cells, (digit, table)| {
            cells | table[(set >> (9 * digit)) as usize & 0x1ff]
        })
    }
}

/// The search within a subset of digits.
#[derive(Default)]
struct SubsetSearch {
    /// The digits, by their places in the words.
    digits: Vec<usize>,
    /// The templates within the cells of the digits.
    templates: Vec<u64>,
    /// Number of words of a set of templates.
    words: usize,
    /// For each cell, the set of templates that contain it, one after the other.
    covering: Vec<u64>,
    /// For each step of the search, a superset of the templates that are still disjoint from the
    /// taken ones.
    free: [Vec<u64>; MAX_DIGITS],
    /// The numbers of the taken templates.
    taken: [usize; MAX_DIGITS],
    /// For each digit, the effect of each taken template on it.
    effects: [[Effect; MAX_DIGITS]; MAX_DIGITS],
    /// Up to 64 sets of smaller subsets of digits, and the remaining ones.
    known: Vec<u64>,
    more: Vec<u64>,
    /// For each template and digit, the known sets without a cell in which the digit would stay.
    leaving: Vec<[u64; MAX_DIGITS]>,
    /// For each digit, the known sets without later digits.
    within: [u64; MAX_DIGITS],
    found: Vec<u64>,
    /// The found sets by number of cells.
    by_size: Vec<Vec<u64>>,
}

impl SubsetSearch {
    fn prepare(&mut self, mask: usize, templates: &[Vec<u128>], sets: &[Vec<u128>]) {
        self.digits.clear();
        self.digits
            .extend((0..9).filter(|digit| mask >> digit & 1 == 1));
        let digits = &self.digits;
        let word = |wide: &u128| {
            digits.iter().enumerate().fold(0, |word, (place, digit)| {
                word | ((wide >> (9 * digit)) as u64 & ROWS) << (9 * place)
            })
        };
        self.templates.clear();
        self.known.clear();
        let mut part = mask;
        while part > 0 {
            // With three or more digits, no digit takes the template of another one: exchanging
            // these two digits alone gives a smaller set.
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
            for cell in bit_positions(*template) {
                self.covering[cell * self.words + number / 64] |= 1 << (number % 64);
            }
        }
        // Small sets are contained in more results.
        self.known.sort_unstable_by_key(|set| set.count_ones());
        self.more.clear();
        self.more
            .extend(self.known.drain(self.known.len().min(64)..));
        self.within = [0; MAX_DIGITS];
        let mut holding = [[0; 9]; MAX_DIGITS];
        for (number, set) in self.known.iter().enumerate() {
            for cell in bit_positions(*set) {
                holding[cell / 9][cell % 9] |= 1 << number;
            }
            for within in self
                .within
                .iter_mut()
                .take(count)
                .skip((63 - set.leading_zeros() as usize) / 9)
            {
                *within |= 1 << number;
            }
        }
        let all = self.known.iter().fold(0, |all, _| all << 1 | 1);
        self.leaving.clear();
        self.leaving.resize(self.templates.len(), [all; MAX_DIGITS]);
        for (leaving, template) in self.leaving.iter_mut().zip(&self.templates) {
            for cell in bit_positions(*template) {
                leaving[cell / 9] &= !holding[cell / 9][cell % 9];
            }
        }
        self.found.clear();
    }

    /// Covers the free cells by templates in every way. `step` templates are taken.
    fn cover(&mut self, step: usize, cells: u64) {
        let first = cells.trailing_zeros() as usize * self.words;
        let last = step + 2 == self.digits.len();
        // For the last templates, testing those that are not free is cheaper than removing them.
        let narrows = step + 3 < self.digits.len();
        let known = if last { step.saturating_sub(1) } else { step };
        for word in 0..self.words {
            let mut set = self.free[known][word] & self.covering[first + word];
            while set > 0 {
                let number = 64 * word + set.trailing_zeros() as usize;
                set &= set - 1;
                let template = self.templates[number];
                if template & !cells != 0 {
                    continue;
                }
                let rest = cells & !template;
                self.taken[step] = number;
                if last {
                    if let Some(number) = self.find_template(known, rest) {
                        self.taken[step + 1] = number;
                        self.assign_all();
                    }
                    continue;
                }
                if narrows {
                    let (before, after) = self.free.split_at_mut(step + 1);
                    after[0].copy_from_slice(&before[step]);
                    for cell in bit_positions(template) {
                        let covering = &self.covering[cell * self.words..][..self.words];
                        after[0]
                            .iter_mut()
                            .zip(covering)
                            .for_each(|(free, covering)| *free &= !covering);
                    }
                }
                self.cover(step + 1, rest);
            }
        }
    }

    /// Returns the number of the template with exactly these cells, unless no digit takes it.
    fn find_template(&self, known: usize, template: u64) -> Option<usize> {
        let first = template.trailing_zeros() as usize * self.words;
        for word in 0..self.words {
            let mut set = self.free[known][word] & self.covering[first + word];
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

    /// Assigns the taken templates to the digits in every way.
    fn assign_all(&mut self) {
        let count = self.digits.len();
        for (step, number) in self.taken.iter().enumerate().take(count) {
            let (template, leaving) = (self.templates[*number], &self.leaving[*number]);
            for (place, (effects, inside)) in
                self.effects.iter_mut().zip(leaving).enumerate().take(count)
            {
                effects[step] = Effect {
                    left: ROWS << (9 * place) & !template,
                    inside: *inside,
                };
            }
        }
        let start = Effect {
            left: 0,
            inside: !0,
        };
        let mut assignment = TemplateAssignment {
            effects: &self.effects,
            within: &self.within,
            found: &mut self.found,
        };
        match count {
            2 => assignment.assign_two(0, [0, 1], start),
            3 => assignment.assign_three(0, [0, 1, 2], start),
            4 => assignment.assign_four(0, [0, 1, 2, 3], start),
            _ => assignment.assign_more(count, (1 << count) - 1, start),
        }
    }

    /// Returns the found sets that contain no smaller set, as wide words.
    fn take_minimal(&mut self) -> Vec<u128> {
        self.by_size.resize(9 * MAX_DIGITS + 1, Vec::new());
        self.found
            .iter()
            .for_each(|set| self.by_size[set.count_ones() as usize].push(*set));
        // Subsets come before their supersets.
        let kept = &mut self.found;
        kept.clear();
        for set in self.by_size.iter_mut().flat_map(|sets| sets.drain(..)) {
            if !self
                .more
                .iter()
                .chain(&*kept)
                .any(|other| other & !set == 0)
            {
                kept.push(set);
            }
        }
        let wide = |word: &u64| {
            self.digits
                .iter()
                .enumerate()
                .fold(0, |wide, (place, digit)| {
                    wide | u128::from(word >> (9 * place) & ROWS) << (9 * digit)
                })
        };
        kept.iter().map(wide).collect()
    }
}

/// The effect of assigning templates to one or several digits.
#[derive(Copy, Clone, Default)]
struct Effect {
    /// The cells that the digits leave.
    left: u64,
    /// The known sets without a cell in which one of the digits stays.
    inside: u64,
}

impl Effect {
    /// Combines two effects.
    const fn and(self, other: Self) -> Self {
        Self {
            left: self.left | other.left,
            inside: self.inside & other.inside,
        }
    }
}

/// An assignment of templates to the digits from a place on.
struct TemplateAssignment<'a> {
    effects: &'a [[Effect; MAX_DIGITS]; MAX_DIGITS],
    within: &'a [u64; MAX_DIGITS],
    found: &'a mut Vec<u64>,
}

impl TemplateAssignment<'_> {
    /// Assigns two templates to the last two digits. The result must not contain a known set.
    #[inline(always)]
    fn assign_two(&mut self, place: usize, [a, b]: [usize; 2], start: Effect) {
        let [one, other] = [&self.effects[place], &self.effects[place + 1]];
        for all in [
            start.and(one[a].and(other[b])),
            start.and(one[b].and(other[a])),
        ] {
            // Two digits that keep their templates leave no cell.
            if all.inside == 0 && all.left != 0 {
                self.found.push(all.left);
            }
        }
    }

    #[inline(always)]
    fn assign_three(&mut self, place: usize, [a, b, c]: [usize; 3], start: Effect) {
        for (own, others) in [(a, [b, c]), (b, [a, c]), (c, [a, b])] {
            self.assign_two(place + 1, others, start.and(self.effects[place][own]));
        }
    }

    /// Assigns four templates to the last four digits, in each split into the first two and the
    /// last two.
    fn assign_four(&mut self, place: usize, [a, b, c, d]: [usize; 4], start: Effect) {
        let [first, second, third, last] = [
            &self.effects[place],
            &self.effects[place + 1],
            &self.effects[place + 2],
            &self.effects[place + 3],
        ];
        let within = self.within[place + 1];
        for [a, b, c, d] in [
            [a, b, c, d],
            [a, c, b, d],
            [a, d, b, c],
            [b, c, a, d],
            [b, d, a, c],
            [c, d, a, b],
        ] {
            let ends = [third[c].and(last[d]), third[d].and(last[c])];
            for start in [
                start.and(first[a].and(second[b])),
                start.and(first[b].and(second[a])),
            ] {
                if start.inside & within == 0 {
                    for all in [start.and(ends[0]), start.and(ends[1])] {
                        if all.inside == 0 {
                            self.found.push(all.left);
                        }
                    }
                }
            }
        }
    }

    fn assign_more(&mut self, count: usize, steps: u32, start: Effect) {
        let place = count - steps.count_ones() as usize;
        if place + 4 == count {
            let mut ones = bit_positions(steps.into());
            let four = std::array::from_fn(|_| ones.next().unwrap_or(0));
            return self.assign_four(place, four, start);
        }
        for step in bit_positions(steps.into()) {
            let start = start.and(self.effects[place][step]);
            if start.inside & self.within[place] == 0 {
                self.assign_more(count, steps & !(1 << step), start);
            }
        }
    }
}

/// Returns the positions of the bits of a word.
fn bit_positions(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = word.trailing_zeros() as usize;
        let some = word > 0;
        word &= word.wrapping_sub(1);
        some.then_some(place)
    })
}
