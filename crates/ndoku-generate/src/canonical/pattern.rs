//! The pattern-first form of a puzzle: of all its forms those whose pattern of clues is least, blank before clue, read row by row; of these the one whose digits are
//! least, when they are named in the order in which they come.
//!
//! ```text
//!   frames: rows or columns first, 6 orders of stacks        a frame holds, for each stack, which of its 6 orders of columns are still open: a set of bits
//!   row by row: for each frame and row that may come next the least pattern that an open order gives ─▶ only the least go on, with the orders that give it
//!   at last: digits named as they come, for every order that is left ─▶ the least
//! ```
//!
//! Three bits of a row in a stack and a set of open orders give the least three bits, and the orders that make them, by a table of 512. Blank rows, blank columns and
//! digits that do not occur are interchangeable: only one of equal ones is followed, and the number of automorphisms is multiplied by how many there are.
//!
//! The idea of narrowing orders row by row is that of the forum's *patminlex*; the code is our own.

use crate::transformation::{Grid, Transformation};

/// Orders of three: for each place of the result where it comes from.
const ORDERS: [[u8; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// For three bits (the first column the greatest) and a set of orders: the least bits, and the orders that make them.
const NARROWED: [[(u8, u8); 64]; 8] = {
    let mut table = [[(7, 0); 64]; 8];
    let mut bits = 0_u8;
    while bits < 8 {
        let mut open = 0;
        while open < 64 {
            let mut order = 0;
            while order < 6 {
                if open >> order & 1 == 1 {
                    let [a, b, c] = ORDERS[order];
                    let moved = (bits >> (2 - a) & 1) << 2 | (bits >> (2 - b) & 1) << 1 | (bits >> (2 - c) & 1);
                    let (least, orders) = table[bits as usize][open];
                    if moved < least || orders == 0 {
                        table[bits as usize][open] = (moved, 1 << order);
                    } else if moved == least {
                        table[bits as usize][open] = (least, orders | 1 << order);
                    }
                }
                order += 1;
            }
            open += 1;
        }
        bits += 1;
    }
    table
};

/// A beginning of a form.
#[derive(Copy, Clone, Debug)]
struct Frame {
    transpose: bool,
    /// Which of [`ORDERS`] the stacks have.
    stacks: u8,
    /// For each stack of the result the orders of columns that are open.
    open: [u8; 3],
    /// Rows taken, as bits.
    taken: u16,
    /// For each row of the result where it comes from.
    rows: [u8; 9],
}

/// A puzzle seen as rows or as columns.
#[derive(Copy, Clone, Debug, Default)]
struct View {
    digits: [[u8; 9]; 9],
    /// For each row and stack its bits, the first column the greatest.
    bits: [[u8; 3]; 9],
    /// Rows without clue, as bits.
    blank_rows: u16,
}

impl View {
    fn new(digits: [[u8; 9]; 9]) -> Self {
        let mut view = Self { digits, ..Self::default() };
        for (row, digits) in digits.iter().enumerate() {
            for (column, digit) in digits.iter().enumerate() {
                view.bits[row][column / 3] |= u8::from(*digit != 0) << (2 - column % 3);
            }
            view.blank_rows |= u16::from(view.bits[row] == [0; 3]) << row;
        }
        view
    }

    /// Whether row `row` may come next: rows and bands without clue come in their own order only.
    fn may_follow(&self, row: usize, place: usize, frame: &Frame) -> bool {
        if frame.taken >> row & 1 == 1 {
            return false;
        }
        let band = row / 3;
        if !place.is_multiple_of(3) && usize::from(frame.rows[place - 1]) / 3 != band {
            return false;
        }
        if place.is_multiple_of(3) && frame.taken >> (3 * band) & 7 != 0 {
            return false;
        }
        if self.blank_rows >> row & 1 == 0 {
            return true;
        }
        let open_blank = self.blank_rows & !frame.taken;
        let own = open_blank >> (3 * band) & 7;
        if own & ((1 << (row % 3)) - 1) != 0 {
            return false;
        }
        let is_blank = |band: usize| self.blank_rows >> (3 * band) & 7 == 7;
        !place.is_multiple_of(3) || !is_blank(band) || (0..band).all(|other| !is_blank(other) || frame.taken >> (3 * other) & 7 != 0)
    }
}

/// Finds pattern-first forms. Keep one for many: it uses its memory again.
#[derive(Debug, Default)]
pub struct PatternForm {
    frames: Vec<Frame>,
    next: Vec<Frame>,
}

/// The pattern-first form of a puzzle, one transformation that makes it, and how many there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canonical {
    /// The form.
    pub form: Grid,
    /// Transformations that make it, but for those that differ only in what has no clue: at least one.
    pub transformations: Vec<Transformation>,
    /// How many automorphisms the puzzle has: transformations that leave it as it is.
    pub automorphisms: u128,
}

impl PatternForm {
    /// With room for usual puzzles.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The form of a puzzle: digits 1 to 9, anything else is blank. A microsecond or two for puzzles of 17 to 40 clues.
    #[must_use]
    pub fn least(&mut self, puzzle: &Grid) -> Grid {
        self.search(puzzle, &mut |_, _| {})
    }

    /// The form of a puzzle with all that makes it.
    #[must_use]
    pub fn canonical(&mut self, puzzle: &Grid) -> Canonical {
        let mut transformations = Vec::new();
        let form = self.search(puzzle, &mut |transformation, is_better| {
            if is_better {
                transformations.clear();
            }
            transformations.push(*transformation);
        });
        let automorphisms = transformations.len() as u128 * idle(puzzle);
        Canonical { form, transformations, automorphisms }
    }

    fn search(&mut self, puzzle: &Grid, found: &mut dyn FnMut(&Transformation, bool)) -> Grid {
        let mut turned = [[[0_u8; 9]; 9]; 2];
        for (cell, digit) in puzzle.iter().enumerate().filter(|(_, digit)| (1..=9).contains(*digit)) {
            turned[0][cell / 9][cell % 9] = *digit;
            turned[1][cell % 9][cell / 9] = *digit;
        }
        let views = turned.map(View::new);
        self.frames.clear();
        for transpose in [false, true] {
            // What is blank in columns are the blank rows of the other view.
            let blank_columns = views[usize::from(!transpose)].blank_rows;
            let is_blank = |stack: u8| blank_columns >> (3 * stack) & 7 == 7;
            for (stacks, order) in ORDERS.iter().enumerate() {
                // Stacks without clue come in their own order only.
                let blank: Vec<u8> = order.iter().copied().filter(|stack| is_blank(*stack)).collect();
                if !blank.is_sorted() {
                    continue;
                }
                let open = order.map(|stack| open_orders(blank_columns >> (3 * stack) & 7));
                self.frames.push(Frame { transpose, stacks: stacks as u8, open, taken: 0, rows: [0; 9] });
            }
        }
        for place in 0..9 {
            self.narrow(&views, place);
        }
        let mut best = [[10_u8; 9]; 9];
        for frame in &self.frames {
            let view = &views[usize::from(frame.transpose)];
            let stacks = ORDERS[usize::from(frame.stacks)];
            for first in orders_in(frame.open[0]) {
                for second in orders_in(frame.open[1]) {
                    for third in orders_in(frame.open[2]) {
                        let orders = [first, second, third];
                        let columns: [u8; 9] = std::array::from_fn(|place| 3 * stacks[place / 3] + orders[place / 3][place % 3]);
                        name(view, frame, &columns, &mut best, found);
                    }
                }
            }
        }
        std::array::from_fn(|cell| best[cell / 9][cell % 9])
    }

    /// One row more for every frame, only the least.
    fn narrow(&mut self, views: &[View; 2], place: usize) {
        self.next.clear();
        let mut least = u16::MAX;
        for frame in &self.frames {
            let view = &views[usize::from(frame.transpose)];
            let stacks = ORDERS[usize::from(frame.stacks)];
            for row in 0..9 {
                if !view.may_follow(row, place, frame) {
                    continue;
                }
                let bits = &view.bits[row];
                let of = |stack: usize| NARROWED[usize::from(bits[usize::from(stacks[stack])])][usize::from(frame.open[stack])];
                let (a, b, c) = (of(0), of(1), of(2));
                let pattern = u16::from(a.0) << 6 | u16::from(b.0) << 3 | u16::from(c.0);
                if pattern > least {
                    continue;
                }
                if pattern < least {
                    least = pattern;
                    self.next.clear();
                }
                let mut next = Frame { open: [a.1, b.1, c.1], taken: frame.taken | 1 << row, ..*frame };
                next.rows[place] = row as u8;
                self.next.push(next);
            }
        }
        std::mem::swap(&mut self.frames, &mut self.next);
    }
}

/// The orders of three columns in which blank ones (the first column the lowest bit) keep their order.
fn open_orders(blank: u16) -> u8 {
    let keeps = |order: &[u8; 3]| order.iter().filter(|column| blank >> **column & 1 == 1).is_sorted();
    ORDERS.iter().enumerate().filter(|(_, order)| keeps(order)).fold(0, |open, (number, _)| open | 1 << number)
}

fn orders_in(open: u8) -> impl Iterator<Item = [u8; 3]> {
    (0..6).filter(move |number| open >> number & 1 == 1).map(|number| ORDERS[number])
}

/// Names the digits as they come, and keeps the form if it is the best.
fn name(view: &View, frame: &Frame, columns: &[u8; 9], best: &mut [[u8; 9]; 9], found: &mut dyn FnMut(&Transformation, bool)) {
    let mut names = [0_u8; 10];
    let mut last = 0;
    let mut form = [[0_u8; 9]; 9];
    let mut is_better = false;
    for (row, from) in frame.rows.iter().enumerate() {
        let digits = &view.digits[usize::from(*from)];
        for (place, column) in columns.iter().enumerate() {
            let digit = usize::from(digits[usize::from(*column)]);
            if digit == 0 {
                continue;
            }
            if names[digit] == 0 {
                last += 1;
                names[digit] = last;
            }
            form[row][place] = names[digit];
        }
        if !is_better {
            match form[row].cmp(&best[row]) {
                std::cmp::Ordering::Greater => return,
                std::cmp::Ordering::Less => is_better = true,
                std::cmp::Ordering::Equal => {}
            }
        }
    }
    *best = form;
    for place in &mut names[1..] {
        if *place == 0 {
            last += 1;
            *place = last;
        }
    }
    found(&Transformation { transpose: frame.transpose, rows: frame.rows, columns: *columns, digits: names }, is_better);
}

/// How many transformations there are that move only what has no clue: blank rows and columns, bands and stacks, and digits that do not occur.
fn idle(puzzle: &Grid) -> u128 {
    let is_clue = |cell: usize| (1..=9).contains(&puzzle[cell]);
    let factorial = |number: usize| (1..=number as u128).product::<u128>();
    let lines = |step: usize, along: usize| {
        let blank: Vec<bool> = (0..9).map(|line| (0..9).all(|place| !is_clue(line * step + place * along))).collect();
        let in_groups: Vec<usize> = blank.chunks(3).map(|group| group.iter().filter(|blank| **blank).count()).collect();
        let groups = in_groups.iter().filter(|count| **count == 3).count();
        in_groups.into_iter().map(factorial).product::<u128>() * factorial(groups)
    };
    let unused = (1..=9).filter(|digit| !puzzle.contains(digit)).count();
    lines(9, 1) * lines(1, 9) * factorial(unused)
}
