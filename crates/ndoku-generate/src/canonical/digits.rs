//! The least digits of a puzzle, named in the order in which they come: for a pattern that is given (the pattern-first form), or together with the pattern (the least
//! string).
//!
//! ```text
//!   states: a view, an order of stacks, open orders of columns, rows taken, names given
//!   row by row: for each state and row that may come next the least digits that open orders give, cell by cell ─▶ only the least go on
//! ```
//!
//! The digits of the first row that has any need no decision: a digit's name follows from its place, and the orders that are open say which places it can have. So a
//! later row takes for each digit the least name that is open, and narrows the orders to those that give it, also in another stack. Only where two digits of a stack could
//! both be the least, a state becomes two. States that are left in the end differ by automorphisms.
//!
//! Cost: that of the pattern if nothing in it is alike, since then one way is left or a few; some microseconds for patterns with many symmetries.

use super::orders::{ANY, BLANK_AT, FIRST_PLACE, LEAST_ROW, LINE_AT, NARROWED, ORDERS, in_set};
use super::pattern::{Frame, Patterns};
use super::view::View;
use crate::transformation::{Grid, Transformation};

/// A column that is none: the digit does not stand in the first row.
const NOWHERE: usize = 9;

/// A beginning of a form.
#[derive(Copy, Clone, Debug)]
pub(super) struct State {
    /// For each row of the result where it comes from, four bits each.
    rows: u64,
    taken: u16,
    view: u8,
    stacks: u8,
    open: [u8; 3],
    /// How many digits have a name.
    named: u8,
    /// For each digit its column in the first row with clues, four bits each.
    homes: u64,
    /// The names of the others, four bits each, 0 if they have none yet.
    names: u64,
    /// Which way to the least pattern it takes.
    frame: u16,
}

impl State {
    fn new(view: u8, stacks: u8, open: [u8; 3], frame: usize) -> Self {
        Self { rows: 0, taken: 0, view, stacks, open, named: 0, homes: 0x99_9999_9999, names: 0, frame: frame as u16 }
    }

    /// Where a row of the result comes from.
    fn row(&self, place: usize) -> usize {
        (self.rows >> (4 * place)) as usize & 15
    }
}

/// Finds least digits.
#[derive(Debug, Default)]
pub(super) struct Digits {
    pub states: Vec<State>,
    next: Vec<State>,
    /// States within a row.
    now: Vec<State>,
    then: Vec<State>,
    /// The least rows so far.
    best: [[u8; 9]; 9],
    /// With how many blank bits of 16 the least row so far begins that is looked for.
    blanks: u32,
    /// The pattern of the least row so far, as long as there was no clue before it.
    begun: u16,
    /// The first row of these that has clues.
    first: Option<usize>,
}

impl Digits {
    /// The least digits of the pattern that `patterns` has found, for puzzles of which something is alike.
    pub(super) fn of_pattern(&mut self, puzzle: &Grid, views: &[View; 2], patterns: &Patterns) -> Grid {
        self.states.clear();
        for (number, frame) in patterns.frames.iter().enumerate() {
            let columns = &views[usize::from((frame.view ^ 1) & 1)].rows;
            let stacks = ORDERS[usize::from(frame.stacks)].map(usize::from);
            let keep = columns.open_but_blank();
            for order in in_set(columns.groups_but_blank()) {
                let own = ORDERS[order].map(usize::from);
                if (0..3).any(|place| columns.groups_like(stacks[place]) >> own[place] & 1 == 0) {
                    continue;
                }
                let open = std::array::from_fn(|place| {
                    let model = ORDERS[frame.open[place].trailing_zeros() as usize % 6];
                    let same = |order: &usize| {
                        (0..3).all(|at| {
                            let here = columns.bits[3 * own[place] + usize::from(ORDERS[*order][at])];
                            here == columns.bits[3 * stacks[place] + usize::from(model[at])]
                        })
                    };
                    in_set(keep[own[place]]).filter(same).fold(0, |open, order| open | 1 << order)
                });
                self.states.push(State::new(frame.view, order as u8, open, number));
            }
        }
        self.search(puzzle, views, |state, place, row| {
            let frame: &Frame = &patterns.frames[usize::from(state.frame) % patterns.frames.len()];
            let (rows, model) = (&views[usize::from(state.view & 1)].rows, frame.row(place));
            rows.bits[row] == rows.bits[model] && (!place.is_multiple_of(3) || rows.groups_like(model / 3) >> (row / 3) & 1 == 1)
        })
    }

    /// The least digits, blank before 1, of all patterns.
    pub(super) fn of_string(&mut self, puzzle: &Grid, views: &[View; 2]) -> Grid {
        self.states.clear();
        for number in 0..2 {
            let columns = &views[1 - number].rows;
            let keep = columns.open_but_blank();
            for order in in_set(columns.groups_but_blank()) {
                let open = ORDERS[order].map(|stack| keep[usize::from(stack)]);
                self.states.push(State::new(number as u8, order as u8, open, 0));
            }
        }
        self.search(puzzle, views, |_, _, _| true)
    }

    /// Row by row, with the rows that `fits` lets come next.
    fn search(&mut self, puzzle: &Grid, views: &[View; 2], fits: impl Fn(&State, usize, usize) -> bool) -> Grid {
        self.best = [[10; 9]; 9];
        self.first = None;
        for place in 0..9_usize {
            self.next.clear();
            self.blanks = 0;
            self.begun = u16::MAX;
            for number in 0..self.states.len() {
                let state = self.states[number];
                let view = &views[usize::from(state.view & 1)];
                let mut rows = 0x1ff & !state.taken;
                if !place.is_multiple_of(3) {
                    rows &= 7 << (state.row(place - 1) / 3 * 3);
                }
                while rows != 0 {
                    let row = rows.trailing_zeros() as usize;
                    rows &= rows - 1;
                    if view.needs_but_blank[row] & !state.taken == 0 && fits(&state, place, row) {
                        let next = State { rows: state.rows | (row as u64) << (4 * place), taken: state.taken | 1 << row, ..state };
                        match self.first {
                            None => self.begin(puzzle, view, next, row, place),
                            Some(first) => self.go_on(puzzle, view, next, row, (place, first)),
                        }
                    }
                }
            }
            if self.first.is_none() && self.best[place] != [0; 9] {
                self.first = Some(place);
            }
            std::mem::swap(&mut self.states, &mut self.next);
        }
        std::array::from_fn(|cell| self.best[cell / 9][cell % 9])
    }

    /// A row as long as there was no clue: its clues count from 1, whatever they are.
    fn begin(&mut self, puzzle: &Grid, view: &View, mut state: State, row: usize, place: usize) {
        let bits = view.rows.bits[row];
        // Less than this it cannot be, however the stacks are ordered.
        if LEAST_ROW[usize::from(bits & 0x1ff)].0 > self.begun {
            return;
        }
        let stacks = ORDERS[usize::from(state.stacks)].map(usize::from);
        let mut line = [0; 9];
        let mut pattern = 0;
        for stack in 0..3 {
            let narrowed = NARROWED[usize::from(bits >> (6 - 3 * stacks[stack]) & 7) << 6 | usize::from(state.open[stack] & ANY)];
            state.open[stack] = narrowed as u8;
            pattern = pattern << 3 | narrowed >> 8;
            for at in 0..3 {
                if narrowed >> (10 - at) & 1 == 1 {
                    state.named += 1;
                    line[3 * stack + at] = state.named;
                }
            }
        }
        match line.cmp(&self.best[place]) {
            std::cmp::Ordering::Greater => return,
            std::cmp::Ordering::Less => self.next.clear(),
            std::cmp::Ordering::Equal => {}
        }
        self.best[place] = line;
        self.begun = pattern;
        for column in 0..9 {
            if bits >> (8 - column) & 1 == 1 {
                let digit = 4 * (view.digit(puzzle, row, column) & 15);
                state.homes = state.homes & !(15 << digit) | (column as u64) << digit;
            }
        }
        self.next.push(state);
    }

    /// A later row: its least digits, cell by cell.
    fn go_on(&mut self, puzzle: &Grid, view: &View, state: State, row: usize, (place, first): (usize, usize)) {
        let first = self.best[first];
        let bits = view.rows.bits[row];
        let stacks = ORDERS[usize::from(state.stacks)].map(usize::from);
        // Clues that begin before those of the best row are worse, whatever their digits.
        let of = |stack: usize| NARROWED[usize::from(bits >> (6 - 3 * stacks[stack]) & 7) << 6 | usize::from(state.open[stack] & ANY)] >> 8;
        let pattern = of(0) << 6 | of(1) << 3 | of(2);
        if pattern.leading_zeros() < self.blanks {
            return;
        }
        let (mut now, mut then) = (std::mem::take(&mut self.now), std::mem::take(&mut self.then));
        now.clear();
        now.push(state);
        let mut line = [0; 9];
        let mut is_less = false;
        for (cell, value) in line.iter_mut().enumerate() {
            let (stack, at) = (cell / 3, cell % 3);
            let three = usize::from(bits >> (6 - 3 * stacks[stack]) & 7);
            let mut least = u8::MAX;
            then.clear();
            for state in &now {
                let open = state.open[stack];
                let blank = open & BLANK_AT[three][at];
                if blank != 0 {
                    if least > 0 {
                        least = 0;
                        then.clear();
                    }
                    let mut next = *state;
                    next.open[stack] = blank;
                    then.push(next);
                    continue;
                }
                for (column, orders) in LINE_AT.iter().enumerate() {
                    let orders = open & orders[at];
                    if orders == 0 {
                        continue;
                    }
                    let mut next = *state;
                    next.open[stack] = orders;
                    let digit = view.digit(puzzle, row, 3 * stacks[stack] + column);
                    let name = name_of(&mut next, digit, &stacks, &first);
                    if name > least {
                        continue;
                    }
                    if name < least {
                        least = name;
                        then.clear();
                    }
                    then.push(next);
                }
            }
            *value = least;
            if !is_less {
                match least.cmp(&self.best[place][cell]) {
                    std::cmp::Ordering::Greater => {
                        (self.now, self.then) = (now, then);
                        return;
                    }
                    std::cmp::Ordering::Less => is_less = true,
                    std::cmp::Ordering::Equal => {}
                }
            }
            std::mem::swap(&mut now, &mut then);
        }
        if is_less {
            self.best[place] = line;
            self.blanks = pattern.leading_zeros();
            self.next.clear();
        }
        self.next.extend_from_slice(&now);
        (self.now, self.then) = (now, then);
    }

    /// All transformations that make the least digits of a puzzle.
    pub(super) fn transformations(&self) -> impl Iterator<Item = Transformation> {
        let first = self.best[self.first.unwrap_or(0)];
        self.states.iter().flat_map(move |state| {
            let [a, b, c] = state.open;
            let orders = in_set(a).flat_map(move |a| in_set(b).flat_map(move |b| in_set(c).map(move |c| [a, b, c])));
            orders.map(move |orders| {
                let stacks = ORDERS[usize::from(state.stacks)];
                let columns: [u8; 9] = std::array::from_fn(|place| 3 * stacks[place / 3] + ORDERS[orders[place / 3]][place % 3]);
                let mut digits: [u8; 10] = std::array::from_fn(|digit| (state.names >> (4 * digit)) as u8 & 15);
                for (place, column) in columns.iter().enumerate() {
                    if let Some(digit) = (1..10).find(|digit| (state.homes >> (4 * digit)) as u8 & 15 == *column) {
                        digits[digit] = first[place];
                    }
                }
                complete(&mut digits, state.named);
                let rows = std::array::from_fn(|place| state.row(place) as u8);
                Transformation { transpose: state.view == 1, rows, columns, digits }
            })
        })
    }
}

/// The least name that a digit can have, with the orders that give it.
#[inline]
fn name_of(state: &mut State, digit: u8, stacks: &[usize; 3], first: &[u8; 9]) -> u8 {
    let digit = 4 * (digit & 15);
    let home = (state.homes >> digit) as usize & 15;
    if home < NOWHERE {
        let stack = if stacks[0] == home / 3 { 0 } else { 1 + usize::from(stacks[1] != home / 3) };
        let (place, orders) = FIRST_PLACE[home % 3][usize::from(state.open[stack] & ANY)];
        state.open[stack] = orders;
        return first[(3 * stack + usize::from(place)) % 9];
    }
    let name = (state.names >> digit) as u8 & 15;
    if name != 0 {
        return name;
    }
    state.named += 1;
    state.names |= u64::from(state.named) << digit;
    state.named
}

/// Gives names to the digits that have none, ascending.
pub(super) fn complete(digits: &mut [u8; 10], mut named: u8) {
    for name in &mut digits[1..] {
        if *name == 0 {
            named += 1;
            *name = named;
        }
    }
}

/// Ways to the least pattern of a puzzle of which nothing is alike: each gives one row of digits, and the least of them wins.
#[derive(Debug, Default)]
pub(super) struct Plain {
    /// The frames that give the least digits.
    pub winners: Vec<u16>,
}

impl Plain {
    pub(super) fn of_pattern(&mut self, puzzle: &Grid, views: &[View; 2], patterns: &Patterns) -> Grid {
        let mut best = [0; 81];
        for (number, frame) in patterns.frames.iter().enumerate() {
            let view = &views[usize::from(frame.view & 1)];
            let columns = columns_of(frame).map(|column| usize::from(column) * view.steps.1);
            let mut names = [0_u8; 16];
            let mut named = 0;
            let mut form = [0; 81];
            let mut is_less = number == 0;
            let mut is_more = false;
            'rows: for (place, pattern) in patterns.pattern.iter().enumerate() {
                let row = frame.row(place) * view.steps.0;
                let mut bits = *pattern;
                while bits != 0 {
                    let column = (bits.leading_zeros() as usize).wrapping_sub(7);
                    bits &= !(0x100 >> (column & 15));
                    let name = &mut names[usize::from(puzzle[(row + columns[column % 9]) % 81] & 15)];
                    if *name == 0 {
                        named += 1;
                        *name = named;
                    }
                    let cell = 9 * place + column % 9;
                    form[cell] = *name;
                    if !is_less && *name != best[cell] {
                        if *name > best[cell] {
                            is_more = true;
                            break 'rows;
                        }
                        is_less = true;
                    }
                }
            }
            if is_more {
                continue;
            }
            if is_less {
                best = form;
                self.winners.clear();
            }
            self.winners.push(number as u16);
        }
        best
    }

    /// All transformations that make the least digits of a puzzle.
    pub(super) fn transformations(&self, puzzle: &Grid, views: &[View; 2], patterns: &Patterns) -> impl Iterator<Item = Transformation> {
        self.winners.iter().map(|number| {
            let frame = &patterns.frames[usize::from(*number)];
            let view = &views[usize::from(frame.view & 1)];
            let (mut digits, mut named) = ([0; 10], 0);
            let columns = columns_of(frame);
            let rows: [u8; 9] = std::array::from_fn(|place| frame.row(place) as u8);
            for row in rows {
                for column in columns {
                    let digit = usize::from(view.digit(puzzle, usize::from(row), usize::from(column))) % 10;
                    if digit != 0 && digits[digit] == 0 {
                        named += 1;
                        digits[digit] = named;
                    }
                }
            }
            complete(&mut digits, named);
            Transformation { transpose: frame.view == 1, rows, columns, digits }
        })
    }
}

/// Where the columns of a frame's result come from; of several open orders the first.
fn columns_of(frame: &Frame) -> [u8; 9] {
    let stacks = ORDERS[usize::from(frame.stacks)];
    let orders = frame.open.map(|open| ORDERS[open.trailing_zeros() as usize % 6]);
    std::array::from_fn(|place| 3 * stacks[place / 3] + orders[place / 3][place % 3])
}
