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
//! before. A digit leaves the cells where its template is not its own, and which sets of fewer digits would lie within what comes out is known for each digit and template as bits,
//! so that each of the orders costs a few instructions.
//!
//! Within a subset of k digits all is 9 k bits, a cell being named by its digit and row, so that sets and templates are single words for up to 7 digits.
//!
//! What differs from the grid is unavoidable. It is minimal if it holds no other such set; and a set that lies within it is one of the same digits, since in each
//! house the digits that leave are those that come. So it is enough to compare within a subset.

use super::Sets;
use crate::transformation::Grid;

/// The most digits whose cells fit into a word.
pub(super) const MAX_DIGITS: usize = 7;

/// All cells of a digit: one in each row.
const ROWS: u64 = 0x1ff;

/// The minimal unavoidable sets of a grid in which up to so many digits move.
pub(super) fn sets(grid: &Grid, most: usize) -> Sets {
    let most = most.min(MAX_DIGITS);
    let mut templates: Vec<Vec<u128>> = vec![Vec::new(); 512];
    TemplateLister {
        columns: columns(grid),
        grid,
        most: most as u32,
        found: &mut templates,
    }
    .extend((0, 0), 0, 0, (0, 0));
    // Fewer digits first, since their sets are what the others are compared with.
    let mut sets: Vec<Vec<u128>> = vec![Vec::new(); 512];
    let mut search = Search::default();
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
struct TemplateLister<'a> {
    grid: &'a Grid,
    columns: Vec<[u16; 512]>,
    most: u32,
    /// Under the mask of the digits that they touch.
    found: &'a mut [Vec<u128>],
}

impl TemplateLister<'_> {
    /// Completes a template from this row on; it touches so many digits; columns are taken, and those of boxes for the rest of the band.
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

/// Where the cells are that are named by digit and row.
struct CellTables(Vec<[u128; 512]>);

impl CellTables {
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

    fn to_grid_cells(&self, set: u128) -> u128 {
        self.0.iter().enumerate().fold(0, |cells, (digit, table)| {
            cells | table[(set >> (9 * digit)) as usize & 0x1ff]
        })
    }
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
    /// For each step of the search a set of templates that holds all that are still free.
    free: [Vec<u64>; MAX_DIGITS],
    /// The numbers of the templates that were taken.
    taken: [usize; MAX_DIGITS],
    /// For each digit what it would do with each template that was taken.
    effects: [[Effect; MAX_DIGITS]; MAX_DIGITS],
    /// Up to 64 sets of smaller subsets, and those that are more.
    known: Vec<u64>,
    more: Vec<u64>,
    /// For each template, digit by digit, the known sets that have no cell where the digit stays when it takes it.
    leaving: Vec<[u64; MAX_DIGITS]>,
    /// For each digit the known sets that have no digits behind it.
    within: [u64; MAX_DIGITS],
    found: Vec<u64>,
    /// The same by numbers of cells.
    by_size: Vec<Vec<u64>>,
}

impl Search {
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
            for cell in bit_positions(*template) {
                self.covering[cell * self.words + number / 64] |= 1 << (number % 64);
            }
        }
        // Small sets lie in more of what comes.
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

    /// Covers the cells that are free by templates, in every way; `step` templates are taken.
    fn cover(&mut self, step: usize, cells: u64) {
        let first = cells.trailing_zeros() as usize * self.words;
        let last = step + 2 == self.digits.len();
        // Before the last two it is quicker to look at templates that are not free than to sort them out.
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

    /// The number of the template that is all that is left; there is one where two were left and one of them is taken, unless it is one that none takes.
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

    /// Deals the templates that were taken to the digits.
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

    /// What was found and holds no smaller set, as wide words.
    fn take_minimal(&mut self) -> Vec<u128> {
        self.by_size.resize(9 * MAX_DIGITS + 1, Vec::new());
        self.found
            .iter()
            .for_each(|set| self.by_size[set.count_ones() as usize].push(*set));
        // Those that lie in others come before them.
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

/// What a digit does with a template, or several with as many.
#[derive(Copy, Clone, Default)]
struct Effect {
    /// The cells that they leave.
    left: u64,
    /// The known sets that have no cell where one of them stays.
    inside: u64,
}

impl Effect {
    /// Both together.
    const fn and(self, other: Self) -> Self {
        Self {
            left: self.left | other.left,
            inside: self.inside & other.inside,
        }
    }
}

/// Deals the templates of some steps to the digits from a place on.
struct TemplateAssignment<'a> {
    effects: &'a [[Effect; MAX_DIGITS]; MAX_DIGITS],
    within: &'a [u64; MAX_DIGITS],
    found: &'a mut Vec<u64>,
}

impl TemplateAssignment<'_> {
    /// To the last two digits: no known set may be left whole.
    #[inline(always)]
    fn assign_two(&mut self, place: usize, [a, b]: [usize; 2], start: Effect) {
        let [one, other] = [&self.effects[place], &self.effects[place + 1]];
        for all in [
            start.and(one[a].and(other[b])),
            start.and(one[b].and(other[a])),
        ] {
            // Nothing is left where two digits keep their own templates.
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

    /// To the last four: each way to share them out to the first two and the last two.
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

/// The places of the bits of a word.
fn bit_positions(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = word.trailing_zeros() as usize;
        let some = word > 0;
        word &= word.wrapping_sub(1);
        some.then_some(place)
    })
}
