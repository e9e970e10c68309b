//! The least digits of a puzzle, relabeled in the order of their first appearance. The search runs
//! for a given pattern (form `Pattern`) or together with the pattern (form `String`).
//!
//! ```text
//!   state: a view, an order of stacks, open orders of columns, rows used, labels given
//!   row by row: for each state and possible next row, the least digits that the open orders allow,
//!   cell by cell ─▶ only the least ones continue
//! ```
//!
//! New digits of a row need no decision. The label of a digit follows from its place in its first
//! row, its *home*, and the open orders determine the possible places. A later row takes for each
//! digit the least label that is still open, and narrows the orders to those that give it, possibly
//! in another stack:
//!
//! ```text
//!                     view              result: stacks 1, 2, 0
//!   first row         . 5 8 . . . . . 2   ─▶   . . . | . . 1 | . 2 3
//!   open orders                                any   | 123   | 123     5 becomes 2 or 3,
//!                                                    | 213   | 132     and 8 the other one
//!   later row         8 . . . . . . . .   ─▶   . . . | . . . | 2 . .
//!   open orders                                any   | 123   | 132     8 is 2, so that 5 is 3
//!                                                    | 213   |
//! ```
//!
//! A state splits only if two digits with a home could both be the least. The states that remain at
//! the end differ by automorphisms.
//!
//! If no lines are interchangeable, few frames remain, and [`FrameDigitSearch`] compares them
//! faster. The most symmetric patterns take about ten microseconds.
//!
//! [`FrameDigitSearch`]: super::frame_digits::FrameDigitSearch

use std::cmp::Ordering;

use super::orders::{ANY, BLANK_AT, FIRST_PLACE, LEAST_ROW, LINE_AT, ORDERS, narrow, orders_in};
use super::pattern::{PatternFrame, PatternSearch};
use super::view::{PatternLines, PatternView};
use crate::transformation::{ClassicTransformation, Grid81};

/// The column of the home of a digit that has not appeared.
const NO_HOME: usize = 9;

/// A partial form.
#[derive(Copy, Clone, Debug)]
pub(super) struct DigitState {
    /// For each row of the result, its row in the view, four bits each.
    rows: u64,
    /// The used rows of the view, as bits.
    taken: u16,
    /// The index of the view.
    view: u8,
    /// The order of the stacks.
    stacks: u8,
    /// For each stack of the result, the open orders of its columns.
    open: [u8; 3],
    /// Number of digits with a label.
    labeled: u8,
    /// For each digit, its column in the row of its first appearance, four bits each.
    homes: u64,
    /// For each digit, the index of that row in the result, four bits each.
    home_rows: u64,
    /// The frame of the least pattern that the state follows.
    frame: u16,
}

impl DigitState {
    fn new(view: u8, stacks: usize, open: [u8; 3], frame: usize) -> Self {
        Self {
            rows: 0,
            taken: 0,
            view,
            stacks: stacks as u8,
            open,
            labeled: 0,
            homes: 0x99_9999_9999,
            home_rows: 0,
            frame: frame as u16,
        }
    }

    /// Returns the row of the view that becomes a row of the result.
    fn row(&self, place: usize) -> usize {
        (self.rows >> (4 * place)) as usize & 15
    }

    /// Returns for each stack of the result its stack in the view.
    #[inline(always)]
    fn stacks(&self) -> [usize; 3] {
        ORDERS[usize::from(self.stacks)].map(usize::from)
    }

    /// Returns the column of the first appearance of a digit, or [`NO_HOME`].
    #[inline]
    fn home(&self, digit: u8) -> usize {
        (self.homes >> (4 * (digit & 15))) as usize & 15
    }

    /// Returns the row of the result in which a digit first appears.
    #[inline]
    fn home_row(&self, digit: u8) -> usize {
        (self.home_rows >> (4 * (digit & 15))) as usize & 15
    }

    /// Returns the unused rows of the view that could become this row of the result, as bits. A
    /// band that has begun goes on, and interchangeable blank rows keep their order.
    #[inline]
    fn possible_rows(&self, view: &PatternView, place: usize) -> impl Iterator<Item = usize> {
        let mut rows = 0x1ff & !self.taken;
        if !place.is_multiple_of(3) {
            let band = self.row(place - 1) / 3;
            rows &= 7 << (3 * band);
        }
        let taken = self.taken;
        std::iter::from_fn(move || {
            let row = (rows != 0).then(|| rows.trailing_zeros() as usize)?;
            rows &= rows - 1;
            Some(row)
        })
        .filter(move |row| view.needs_by_blank[*row] & !taken == 0)
    }

    /// Uses a row of the view as the next row of the result.
    #[inline]
    fn take_row(&mut self, row: &NextRow<'_>) {
        self.rows |= (row.row as u64) << (4 * row.place);
        self.taken |= 1 << row.row;
    }

    /// Returns the least pattern of a row under the open orders, and the orders that give it.
    #[inline]
    fn least_pattern(&self, row: &NextRow<'_>) -> (u16, [u8; 3]) {
        let stacks = self.stacks();
        let least = |stack: usize| narrow(row.stack_bits(stacks[stack]), self.open[stack]);
        let [(a, open_a), (b, open_b), (c, open_c)] = [least(0), least(1), least(2)];
        (a << 6 | b << 3 | c, [open_a, open_b, open_c])
    }

    /// Records the homes of the digits that first appear in a row.
    #[inline]
    fn record_homes(&mut self, row: &NextRow<'_>) {
        // The bits of `homes` and `home_rows` that change.
        let mut changed = 0;
        let (mut homes, mut home_rows) = (0, 0);
        let mut clues = row.bits;
        while clues != 0 {
            let column = (clues.leading_zeros() as usize).wrapping_sub(7);
            clues &= !(0x100 >> (column & 15));
            let digit = row.digit(column);
            if self.home(digit) == NO_HOME {
                let shift = 4 * (digit & 15);
                changed |= 15 << shift;
                homes |= (column as u64) << shift;
                home_rows |= (row.place as u64) << shift;
            }
        }
        self.homes = self.homes & !changed | homes;
        self.home_rows = self.home_rows & !changed | home_rows;
    }
}

/// A row of the view that could become the next row of the result.
struct NextRow<'a> {
    puzzle: &'a Grid81,
    view: &'a PatternView,
    /// The index of the row in the view.
    row: usize,
    /// The clues of the row, nine bits. Column 0 is the highest bit.
    bits: u16,
    /// The index of the row in the result.
    place: usize,
}

impl NextRow<'_> {
    /// Returns the clues of the row in a stack of the view, three bits.
    #[inline(always)]
    fn stack_bits(&self, stack: usize) -> usize {
        usize::from(self.bits >> (6 - 3 * stack) & 7)
    }

    /// Returns the digit in a column of the view.
    #[inline]
    fn digit(&self, column: usize) -> u8 {
        self.view.digit(self.puzzle, self.row, column)
    }
}

/// The open orders of the three stacks of the result, one byte each.
#[derive(Copy, Clone, Debug, Default)]
struct OpenOrders(u32);

impl OpenOrders {
    #[inline]
    fn new([a, b, c]: [u8; 3]) -> Self {
        Self(u32::from_le_bytes([a, b, c, 0]))
    }

    #[inline]
    fn to_array(self) -> [u8; 3] {
        let [a, b, c, _] = self.0.to_le_bytes();
        [a, b, c]
    }

    /// Returns the open orders of the stack at this bit shift.
    #[inline(always)]
    fn get(self, shift: u32) -> u8 {
        (self.0 >> shift) as u8 & ANY
    }

    /// Replaces the open orders of the stack at this bit shift.
    #[inline(always)]
    fn with(self, shift: u32, orders: u8) -> Self {
        Self(self.0 & !(0xff << shift) | u32::from(orders) << shift)
    }
}

/// Open orders that a state could have within a row. They partition the orders that were open
/// before the row, so that there are at most 6³.
type OrderSets = [OpenOrders; 256];

/// A clue of a possible next row.
#[derive(Copy, Clone)]
enum Clue {
    /// The digit has not appeared in the rows before.
    New,
    /// The digit has a home.
    Known(Home),
}

/// The home of a digit, seen from the result.
#[derive(Copy, Clone)]
struct Home {
    /// The bit shift of its stack in [`OpenOrders`].
    shift: u32,
    /// Its column within the stack.
    column: u8,
    /// The possible labels of the digit, by the place of that column. The last entry is unused.
    labels: [u8; 4],
}

impl Clue {
    #[inline]
    fn new(row: &NextRow<'_>, state: &DigitState, best: &[[u8; 9]; 16], column: usize) -> Self {
        let digit = row.digit(column);
        let home = state.home(digit);
        if home >= NO_HOME {
            return Self::New;
        }
        let stacks = state.stacks();
        let stack = if stacks[0] == home / 3 {
            0
        } else {
            1 + usize::from(stacks[1] != home / 3)
        };
        let [a, b, c] = best[state.home_row(digit)].as_chunks::<3>().0[stack];
        Self::Known(Home {
            shift: 8 * stack as u32,
            column: (home % 3) as u8,
            labels: [a, b, c, 0],
        })
    }
}

impl Home {
    /// Returns the least label that the open orders allow, and the orders that give it. Labels
    /// ascend within a row, so that the first place of the column gives the least label.
    #[inline(always)]
    fn least_label(&self, open: OpenOrders) -> (u8, OpenOrders) {
        let own = usize::from(open.get(self.shift));
        let (place, orders) = FIRST_PLACE[usize::from(self.column & 3)][own];
        let label = self.labels[usize::from(place & 3)];
        (label, open.with(self.shift, orders))
    }
}

/// A stack of a possible next row. Its clues are examined on demand, because most rows are worse
/// from their first cell on.
struct StackOfRow<'a> {
    row: &'a NextRow<'a>,
    state: &'a DigitState,
    best: &'a [[u8; 9]; 16],
    /// The index of the stack in the view.
    stack: usize,
    /// The clues of the row in the stack, three bits.
    bits: usize,
    /// The bit shift of the stack in [`OpenOrders`].
    shift: u32,
    clues: [Option<Clue>; 3],
}

impl StackOfRow<'_> {
    #[inline(always)]
    fn clue(&mut self, column: usize) -> &Clue {
        self.clues[column].get_or_insert_with(|| {
            Clue::new(self.row, self.state, self.best, 3 * self.stack + column)
        })
    }

    /// Adds to `least` each digit that open orders put in a place of the stack.
    #[inline(always)]
    fn add_digits(
        &mut self,
        open: OpenOrders,
        place: usize,
        new_label: u8,
        least: &mut LeastDigit<'_>,
    ) {
        let shift = self.shift;
        let own = open.get(shift);
        let blank = own & BLANK_AT[self.bits][place];
        if blank != 0 {
            least.add(0, open.with(shift, blank));
            return;
        }
        // The orders that put a new digit in the place.
        let mut new = 0;
        for (column, line_at) in LINE_AT.iter().enumerate() {
            let orders = own & line_at[place];
            if orders == 0 {
                continue;
            }
            match self.clue(column) {
                Clue::New => new |= orders,
                Clue::Known(home) => {
                    let (label, narrowed) = home.least_label(open.with(shift, orders));
                    least.add(label, narrowed);
                }
            }
        }
        if new != 0 {
            least.add(new_label, open.with(shift, new));
        }
    }
}

/// The least digit of a cell so far, and the open orders that give it.
struct LeastDigit<'a> {
    digit: u8,
    count: u8,
    orders: &'a mut OrderSets,
}

impl<'a> LeastDigit<'a> {
    #[inline]
    fn new(orders: &'a mut OrderSets) -> Self {
        Self {
            digit: u8::MAX,
            count: 0,
            orders,
        }
    }

    #[inline(always)]
    fn add(&mut self, digit: u8, open: OpenOrders) {
        if digit > self.digit {
            return;
        }
        if digit < self.digit {
            (self.digit, self.count) = (digit, 0);
        }
        self.orders[usize::from(self.count)] = open;
        self.count = self.count.wrapping_add(1);
    }
}

/// The least digits of a possible next row, if no row before is less.
struct LeastDigits {
    digits: [u8; 9],
    /// Number of digits with a label after this row.
    labeled: u8,
    /// The row is less than the best one so far.
    is_less: bool,
    /// Number of sets of open orders that give these digits.
    count: u8,
}

/// A search for the least digits.
#[derive(Debug)]
pub(super) struct DigitSearch {
    pub states: Vec<DigitState>,
    next: Vec<DigitState>,
    /// The open orders of one state within a row, narrowed by the cells so far, and a buffer for
    /// the next cell.
    orders: Box<OrderSets>,
    narrowed: Box<OrderSets>,
    /// The least rows so far. Rows after the ninth are unused, so that four bits are always a valid
    /// index.
    best: [[u8; 9]; 16],
    /// Number of leading blank bits, of 16, in the least version of the current row.
    leading_blanks: u32,
    /// The pattern of the least version of the current row, while no row before has clues.
    first_pattern: u16,
}

impl Default for DigitSearch {
    fn default() -> Self {
        let order_sets = || Box::new([OpenOrders::default(); 256]);
        Self {
            states: Vec::new(),
            next: Vec::new(),
            orders: order_sets(),
            narrowed: order_sets(),
            best: [[10; 9]; 16],
            leading_blanks: 0,
            first_pattern: 0,
        }
    }
}

impl DigitSearch {
    /// Finds the least digits for the pattern that `patterns` has found, if the puzzle has
    /// interchangeable lines.
    pub(super) fn search_pattern(
        &mut self,
        puzzle: &Grid81,
        views: &[PatternView; 2],
        patterns: &PatternSearch,
    ) -> Grid81 {
        self.states.clear();
        for (number, frame) in patterns.frames.iter().enumerate() {
            let columns = &views[usize::from((frame.view ^ 1) & 1)].rows;
            self.states.extend(states_of_frame(frame, number, columns));
        }
        self.search(puzzle, views, |state, place, row| {
            let frame = &patterns.frames[usize::from(state.frame) % patterns.frames.len()];
            let rows = &views[usize::from(state.view & 1)].rows;
            let model = frame.row(place);
            let begins_band = place.is_multiple_of(3);
            rows.bits[row] == rows.bits[model]
                && (!begins_band || rows.equal_groups(model / 3) >> (row / 3) & 1 == 1)
        })
    }

    /// Finds the least digits, with blank before 1, over all patterns.
    pub(super) fn search_string(&mut self, puzzle: &Grid81, views: &[PatternView; 2]) -> Grid81 {
        self.states.clear();
        for view in 0..2 {
            let columns = &views[1 - view].rows;
            let line_orders = columns.line_orders_by_blank();
            for order in orders_in(columns.group_orders_by_blank()) {
                let open = ORDERS[order].map(|stack| line_orders[usize::from(stack)]);
                self.states
                    .push(DigitState::new(view as u8, order, open, 0));
            }
        }
        self.search(puzzle, views, |_, _, _| true)
    }

    /// Searches row by row. `fits` decides whether a row of the view can come next.
    fn search(
        &mut self,
        puzzle: &Grid81,
        views: &[PatternView; 2],
        fits: impl Fn(&DigitState, usize, usize) -> bool,
    ) -> Grid81 {
        self.best = [[10; 9]; 16];
        let mut has_clues = false;
        for place in 0..9_usize {
            self.next.clear();
            self.leading_blanks = 0;
            self.first_pattern = u16::MAX;
            for number in 0..self.states.len() {
                let state = self.states[number];
                let view = &views[usize::from(state.view & 1)];
                for row in state.possible_rows(view, place) {
                    if !fits(&state, place, row) {
                        continue;
                    }
                    let next_row = NextRow {
                        puzzle,
                        view,
                        row,
                        bits: view.rows.bits[row] & 0x1ff,
                        place,
                    };
                    if has_clues {
                        self.extend_row(&state, &next_row);
                    } else {
                        self.extend_first_row(&state, &next_row);
                    }
                }
            }
            has_clues |= self.best[place] != [0; 9];
            std::mem::swap(&mut self.states, &mut self.next);
        }
        std::array::from_fn(|cell| self.best[cell / 9][cell % 9])
    }

    /// Extends a state by a row while all rows before are blank. The clues of the row get the
    /// labels 1, 2 and so on, so that the least pattern has the least digits.
    fn extend_first_row(&mut self, state: &DigitState, row: &NextRow<'_>) {
        // No order of stacks gives a smaller pattern than this.
        let (bound, _) = LEAST_ROW[usize::from(row.bits)];
        if bound > self.first_pattern {
            return;
        }
        let (pattern, open) = state.least_pattern(row);
        match pattern.cmp(&self.first_pattern) {
            Ordering::Greater => return,
            Ordering::Less => {
                self.next.clear();
                self.first_pattern = pattern;
                self.best[row.place] = number_clues(pattern);
            }
            Ordering::Equal => {}
        }
        let mut extended = DigitState {
            open,
            labeled: pattern.count_ones() as u8,
            ..*state
        };
        extended.take_row(row);
        extended.record_homes(row);
        self.next.push(extended);
    }

    /// Extends a state by a later row with the least digits.
    fn extend_row(&mut self, state: &DigitState, row: &NextRow<'_>) {
        // A row whose clues start earlier than those of the best row is worse, whatever its digits.
        let leading_blanks = state.least_pattern(row).0.leading_zeros();
        if leading_blanks < self.leading_blanks {
            return;
        }
        let Some(least) = self.least_digits(state, row) else {
            return;
        };
        if least.is_less {
            self.best[row.place] = least.digits;
            self.leading_blanks = leading_blanks;
            self.next.clear();
        }
        let mut extended = *state;
        extended.take_row(row);
        extended.labeled = least.labeled;
        if least.labeled > state.labeled {
            extended.record_homes(row);
        }
        let order_sets = &self.orders[..usize::from(least.count)];
        self.next.extend(order_sets.iter().map(|orders| DigitState {
            open: orders.to_array(),
            ..extended
        }));
    }

    /// Finds the least digits of a row, cell by cell, and leaves in `orders` the open orders that
    /// give them. Returns `None` as soon as a cell is greater than that of the best row.
    #[inline(always)]
    fn least_digits(&mut self, state: &DigitState, row: &NextRow<'_>) -> Option<LeastDigits> {
        let best_row = &self.best[row.place];
        let mut found = LeastDigits {
            digits: [0; 9],
            labeled: state.labeled,
            is_less: false,
            count: 1,
        };
        self.orders[0] = OpenOrders::new(state.open);
        for (result_stack, stack) in state.stacks().into_iter().enumerate() {
            let mut stack_of_row = StackOfRow {
                row,
                state,
                best: &self.best,
                stack,
                bits: row.stack_bits(stack),
                shift: 8 * result_stack as u32,
                clues: [None; 3],
            };
            for place in 0..3 {
                let mut least = LeastDigit::new(&mut self.narrowed);
                for open in &self.orders[..usize::from(found.count)] {
                    stack_of_row.add_digits(*open, place, found.labeled + 1, &mut least);
                }
                let LeastDigit { digit, count, .. } = least;
                let column = 3 * result_stack + place;
                if !found.is_less {
                    match digit.cmp(&best_row[column]) {
                        Ordering::Greater => return None,
                        Ordering::Less => found.is_less = true,
                        Ordering::Equal => {}
                    }
                }
                found.digits[column] = digit;
                found.labeled = found.labeled.max(digit);
                found.count = count;
                std::mem::swap(&mut self.orders, &mut self.narrowed);
            }
        }
        Some(found)
    }

    /// Returns all transformations that lead to the least digits of a puzzle.
    pub(super) fn transformations(&self) -> impl Iterator<Item = ClassicTransformation> {
        self.states.iter().flat_map(move |state| {
            let [a, b, c] = state.open;
            let orders = orders_in(a).flat_map(move |a| {
                orders_in(b).flat_map(move |b| orders_in(c).map(move |c| [a, b, c]))
            });
            orders.map(move |orders| self.transformation(state, orders))
        })
    }

    /// Returns the transformation of a final state, with one order of columns for each stack.
    fn transformation(&self, state: &DigitState, orders: [usize; 3]) -> ClassicTransformation {
        let stacks = ORDERS[usize::from(state.stacks)];
        let columns: [u8; 9] = std::array::from_fn(|place| {
            3 * stacks[place / 3] + ORDERS[orders[place / 3]][place % 3]
        });
        let mut digits = [0; 10];
        for (place, column) in columns.iter().enumerate() {
            for digit in (1..10).filter(|digit| state.home(*digit) == usize::from(*column)) {
                digits[usize::from(digit)] = self.best[state.home_row(digit)][place];
            }
        }
        label_unused_digits(&mut digits, state.labeled);
        ClassicTransformation {
            transpose: state.view == 1,
            rows: std::array::from_fn(|place| state.row(place) as u8),
            columns,
            digits,
        }
    }
}

/// Returns the digits of a row whose clues are numbered from 1.
fn number_clues(pattern: u16) -> [u8; 9] {
    let mut digits = [0; 9];
    let columns = (0..9).filter(|column| pattern >> (8 - column) & 1 == 1);
    for (column, label) in columns.zip(1..) {
        digits[column] = label;
    }
    digits
}

/// Returns a state for each order of stacks that gives the pattern of a frame. `columns` are the
/// columns of the frame's view.
fn states_of_frame(
    frame: &PatternFrame,
    number: usize,
    columns: &PatternLines,
) -> impl Iterator<Item = DigitState> {
    let frame_stacks = ORDERS[usize::from(frame.stacks)].map(usize::from);
    // The columns of each stack of the result.
    let patterns: [[u16; 3]; 3] = std::array::from_fn(|place| {
        let order = ORDERS[frame.open[place].trailing_zeros() as usize % 6];
        order.map(|column| columns.bits[3 * frame_stacks[place] + usize::from(column)])
    });
    let has_equal_stacks = move |order: &usize| {
        let stacks = ORDERS[*order];
        (0..3).all(|place| columns.equal_groups(frame_stacks[place]) >> stacks[place] & 1 == 1)
    };
    orders_in(columns.group_orders_by_blank())
        .filter(has_equal_stacks)
        .map(move |order| {
            let stacks = ORDERS[order].map(usize::from);
            let open = std::array::from_fn(|place| {
                orders_with_pattern(columns, stacks[place], patterns[place])
            });
            DigitState::new(frame.view, order, open, number)
        })
}

/// Returns the orders of a stack's columns that give this pattern. Blank columns keep their order.
fn orders_with_pattern(columns: &PatternLines, stack: usize, pattern: [u16; 3]) -> u8 {
    orders_in(columns.line_orders_by_blank()[stack])
        .filter(|order| {
            ORDERS[*order].map(|column| columns.bits[3 * stack + usize::from(column)]) == pattern
        })
        .fold(0, |open, order| open | 1 << order)
}

/// Gives the remaining labels to unused digits, in ascending order.
pub(super) fn label_unused_digits(digits: &mut [u8; 10], mut labeled: u8) {
    for label in &mut digits[1..] {
        if *label == 0 {
            labeled += 1;
            *label = labeled;
        }
    }
}
