//! The least digits of a puzzle, named in the order of their first appearance. The search runs for
//! a given pattern (form `Pattern`) or together with the pattern (form `String`).
//!
//! ```text
//!   state: a view, an order of stacks, open orders of columns, rows used, names given
//!   row by row: for each state and possible next row, the least digits that the open orders allow,
//!   cell by cell ─▶ only the least ones continue
//! ```
//!
//! New digits of a row need no decision. The name of a digit follows from its place in its first
//! row, its *home*, and the open orders determine the possible places. A later row takes for each
//! digit the least name that is still open, and narrows the orders to those that give it, possibly
//! in another stack. A state splits only if two digits with a home could both be the least. The
//! states that remain at the end differ by automorphisms.
//!
//! If no lines are interchangeable, the time is that of the pattern search, because few frames
//! remain. The most symmetric patterns take about ten microseconds.

use super::orders::{ANY, BLANK_AT, FIRST_PLACE, LEAST_ROW, LINE_AT, NARROWED, ORDERS, orders_in};
use super::pattern::{PatternFrame, PatternSearch};
use super::view::PatternView;
use crate::transformation::{ClassicTransformation, Grid81};

/// The home of a digit that has not appeared.
const NO_HOME: usize = 9;

/// A partial form.
#[derive(Copy, Clone, Debug)]
pub(super) struct DigitState {
    /// For each row of the result, its row in the view, four bits each.
    rows: u64,
    taken: u16,
    view: u8,
    stacks: u8,
    open: [u8; 3],
    /// Number of digits with a name.
    named: u8,
    /// For each digit, its column in the row of its first appearance, four bits each.
    homes: u64,
    /// For each digit, the index of that row in the result, four bits each.
    home_rows: u64,
    /// The frame of the least pattern that the state follows.
    frame: u16,
}

impl DigitState {
    fn new(view: u8, stacks: u8, open: [u8; 3], frame: usize) -> Self {
        Self {
            rows: 0,
            taken: 0,
            view,
            stacks,
            open,
            named: 0,
            homes: 0x99_9999_9999,
            home_rows: 0,
            frame: frame as u16,
        }
    }

    /// Returns the row of the view that becomes a row of the result.
    fn row(&self, place: usize) -> usize {
        (self.rows >> (4 * place)) as usize & 15
    }

    /// Returns the column of the first appearance of a digit, or [`NO_HOME`].
    #[inline]
    fn home(&self, digit: u8) -> usize {
        (self.homes >> (4 * (digit & 15))) as usize & 15
    }
}

/// A clue of a possible next row, seen from the result.
#[derive(Copy, Clone, Default)]
struct Clue {
    /// The bit shift in [`OpenOrders`] of the stack that contains the home of the digit, or
    /// [`NEW_DIGIT`].
    shift: u32,
    /// The column of the home within its stack.
    column: u8,
    /// The possible names by the place of that column. The last entry is unused.
    names: [u8; 4],
}

/// The shift of a digit that has not appeared.
const NEW_DIGIT: u32 = 24;

/// The shift of a clue that has not been examined.
const NOT_EXAMINED: u32 = 25;

impl Clue {
    #[inline]
    fn new(
        puzzle: &Grid81,
        view: &PatternView,
        state: &DigitState,
        best: &[[u8; 9]; 16],
        row: usize,
        column: usize,
    ) -> Self {
        let digit = view.digit(puzzle, row, column);
        let home = state.home(digit);
        if home >= NO_HOME {
            return Self {
                shift: NEW_DIGIT,
                ..Self::default()
            };
        }
        let stacks = ORDERS[usize::from(state.stacks)].map(usize::from);
        let stack = if stacks[0] == home / 3 {
            0
        } else {
            1 + usize::from(stacks[1] != home / 3)
        };
        let [a, b, c] = best[(state.home_rows >> (4 * (digit & 15))) as usize & 15]
            .as_chunks::<3>()
            .0[stack];
        Self {
            shift: 8 * stack as u32,
            column: (home % 3) as u8,
            names: [a, b, c, 0],
        }
    }
}

/// Sets of open orders of the stacks of the result within a row, one byte each. They partition the
/// orders that were open before the row, so that there are at most 6³.
type OpenOrders = Box<[u32; 256]>;

/// New homes: the bits of [`DigitState::homes`] and [`DigitState::home_rows`] that change, and
/// their values.
#[derive(Default)]
struct Homes {
    mask: u64,
    columns: u64,
    rows: u64,
}

impl Homes {
    /// Returns the homes of the digits that are new in the next row of the result.
    #[inline]
    fn for_new_digits(
        puzzle: &Grid81,
        view: &PatternView,
        state: &DigitState,
        row: usize,
        place: usize,
    ) -> Self {
        let mut homes = Self::default();
        let mut bits = view.rows.bits[row] & 0x1ff;
        while bits != 0 {
            let column = (bits.leading_zeros() as usize).wrapping_sub(7);
            bits &= !(0x100 >> (column & 15));
            let digit = view.digit(puzzle, row, column);
            if state.home(digit) == NO_HOME {
                let shift = 4 * (digit & 15);
                homes.mask |= 15 << shift;
                homes.columns |= (column as u64) << shift;
                homes.rows |= (place as u64) << shift;
            }
        }
        homes
    }

    #[inline]
    fn apply(&self, state: &mut DigitState) {
        state.homes = state.homes & !self.mask | self.columns;
        state.home_rows = state.home_rows & !self.mask | self.rows;
    }
}

/// A search for the least digits.
#[derive(Debug)]
pub(super) struct DigitSearch {
    pub states: Vec<DigitState>,
    next: Vec<DigitState>,
    now: OpenOrders,
    then: OpenOrders,
    /// The least rows so far. Rows after the ninth are unused, so that four bits are always a valid
    /// index.
    best: [[u8; 9]; 16],
    /// Number of leading blank bits, of 16, in the least version of the current row.
    blanks: u32,
    /// The pattern of the least version of the current row, while no row before has clues.
    begun: u16,
}

impl Default for DigitSearch {
    fn default() -> Self {
        let within = || Box::new([0; 256]);
        Self {
            states: Vec::new(),
            next: Vec::new(),
            now: within(),
            then: within(),
            best: [[10; 9]; 16],
            blanks: 0,
            begun: 0,
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
            let stacks = ORDERS[usize::from(frame.stacks)].map(usize::from);
            let keep = columns.line_orders_by_blank();
            for order in orders_in(columns.group_orders_by_blank()) {
                let own = ORDERS[order].map(usize::from);
                if (0..3).any(|place| columns.equal_groups(stacks[place]) >> own[place] & 1 == 0) {
                    continue;
                }
                let open = std::array::from_fn(|place| {
                    let model = ORDERS[frame.open[place].trailing_zeros() as usize % 6];
                    let same = |order: &usize| {
                        (0..3).all(|at| {
                            let here =
                                columns.bits[3 * own[place] + usize::from(ORDERS[*order][at])];
                            here == columns.bits[3 * stacks[place] + usize::from(model[at])]
                        })
                    };
                    orders_in(keep[own[place]])
                        .filter(same)
                        .fold(0, |open, order| open | 1 << order)
                });
                self.states
                    .push(DigitState::new(frame.view, order as u8, open, number));
            }
        }
        self.search(puzzle, views, |state, place, row| {
            let frame: &PatternFrame =
                &patterns.frames[usize::from(state.frame) % patterns.frames.len()];
            let (rows, model) = (&views[usize::from(state.view & 1)].rows, frame.row(place));
            rows.bits[row] == rows.bits[model]
                && (!place.is_multiple_of(3) || rows.equal_groups(model / 3) >> (row / 3) & 1 == 1)
        })
    }

    /// Finds the least digits, with blank before 1, over all patterns.
    pub(super) fn search_string(&mut self, puzzle: &Grid81, views: &[PatternView; 2]) -> Grid81 {
        self.states.clear();
        for number in 0..2 {
            let columns = &views[1 - number].rows;
            let keep = columns.line_orders_by_blank();
            for order in orders_in(columns.group_orders_by_blank()) {
                let open = ORDERS[order].map(|stack| keep[usize::from(stack)]);
                self.states
                    .push(DigitState::new(number as u8, order as u8, open, 0));
            }
        }
        self.search(puzzle, views, |_, _, _| true)
    }

    /// Searches row by row. `fits` decides which rows can come next.
    fn search(
        &mut self,
        puzzle: &Grid81,
        views: &[PatternView; 2],
        fits: impl Fn(&DigitState, usize, usize) -> bool,
    ) -> Grid81 {
        self.best = [[10; 9]; 16];
        let mut has_begun = false;
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
                    if view.needs_by_blank[row] & !state.taken == 0 && fits(&state, place, row) {
                        let next = DigitState {
                            rows: state.rows | (row as u64) << (4 * place),
                            taken: state.taken | 1 << row,
                            ..state
                        };
                        if has_begun {
                            self.extend_row(puzzle, view, next, row, place);
                        } else {
                            self.extend_first_row(puzzle, view, next, row, place);
                        }
                    }
                }
            }
            has_begun |= self.best[place] != [0; 9];
            std::mem::swap(&mut self.states, &mut self.next);
        }
        std::array::from_fn(|cell| self.best[cell / 9][cell % 9])
    }

    /// Extends a state by the first row with clues. Its clues are numbered from 1.
    fn extend_first_row(
        &mut self,
        puzzle: &Grid81,
        view: &PatternView,
        mut state: DigitState,
        row: usize,
        place: usize,
    ) {
        let bits = view.rows.bits[row];
        // No order of stacks gives a smaller pattern than this.
        if LEAST_ROW[usize::from(bits & 0x1ff)].0 > self.begun {
            return;
        }
        let stacks = ORDERS[usize::from(state.stacks)].map(usize::from);
        let mut line = [0; 9];
        let mut pattern = 0;
        for stack in 0..3 {
            let narrowed = NARROWED[usize::from(bits >> (6 - 3 * stacks[stack]) & 7) << 6
                | usize::from(state.open[stack] & ANY)];
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
        Homes::for_new_digits(puzzle, view, &state, row, place).apply(&mut state);
        self.next.push(state);
    }

    /// Extends a state by a later row with the least digits, cell by cell.
    fn extend_row(
        &mut self,
        puzzle: &Grid81,
        view: &PatternView,
        state: DigitState,
        row: usize,
        place: usize,
    ) {
        let bits = view.rows.bits[row];
        let stacks = ORDERS[usize::from(state.stacks)].map(usize::from);
        // A row whose clues start earlier than those of the best row is worse, whatever its digits.
        let of = |stack: usize| {
            NARROWED[usize::from(bits >> (6 - 3 * stacks[stack]) & 7) << 6
                | usize::from(state.open[stack] & ANY)]
                >> 8
        };
        let pattern = of(0) << 6 | of(1) << 3 | of(2);
        if pattern.leading_zeros() < self.blanks {
            return;
        }
        let Self {
            now, then, best, ..
        } = self;
        let (mut count, mut named, mut is_less) = (1_u8, state.named, false);
        now[0] = u32::from_le_bytes([state.open[0], state.open[1], state.open[2], 0]);
        let mut line = [0; 9];
        for (stack, own_stack) in stacks.into_iter().enumerate() {
            let three = usize::from(bits >> (6 - 3 * own_stack) & 7);
            // Clues are examined on demand, because most rows are worse from their first cell on.
            let mut clues = [Clue {
                shift: NOT_EXAMINED,
                ..Clue::default()
            }; 3];
            let shift = 8 * stack as u32;
            for at in 0..3 {
                let (mut least, mut kept) = (u8::MAX, 0_u8);
                for open in &now[..usize::from(count)] {
                    let own = (open >> shift) as u8 & ANY;
                    let others = open & !(0xff << shift);
                    let blank = own & BLANK_AT[three][at];
                    if blank != 0 {
                        if least > 0 {
                            (least, kept) = (0, 0);
                        }
                        then[usize::from(kept)] = others | u32::from(blank) << shift;
                        kept = kept.wrapping_add(1);
                        continue;
                    }
                    // The orders that place a new digit here.
                    let mut new = 0;
                    for column in 0..3 {
                        let (clue, orders) = (&mut clues[column], own & LINE_AT[column][at]);
                        if orders == 0 {
                            continue;
                        }
                        if clue.shift == NOT_EXAMINED {
                            *clue =
                                Clue::new(puzzle, view, &state, best, row, 3 * own_stack + column);
                        }
                        if clue.shift == NEW_DIGIT {
                            new |= orders;
                            continue;
                        }
                        let next = others | u32::from(orders) << shift;
                        let (place, orders) = FIRST_PLACE[usize::from(clue.column & 3)]
                            [(next >> clue.shift) as usize & 63];
                        let name = clue.names[usize::from(place & 3)];
                        if name > least {
                            continue;
                        }
                        if name < least {
                            (least, kept) = (name, 0);
                        }
                        then[usize::from(kept)] =
                            next & !(0xff << clue.shift) | u32::from(orders) << clue.shift;
                        kept = kept.wrapping_add(1);
                    }
                    // A new digit gets the next free name.
                    let name = named + 1;
                    if new != 0 && name <= least {
                        if name < least {
                            (least, kept) = (name, 0);
                        }
                        then[usize::from(kept)] = others | u32::from(new) << shift;
                        kept = kept.wrapping_add(1);
                    }
                }
                let cell = 3 * stack + at;
                if !is_less {
                    match least.cmp(&best[place][cell]) {
                        std::cmp::Ordering::Greater => return,
                        std::cmp::Ordering::Less => is_less = true,
                        std::cmp::Ordering::Equal => {}
                    }
                }
                line[cell] = least;
                named = named.max(least);
                count = kept;
                std::mem::swap(now, then);
            }
        }
        if is_less {
            best[place] = line;
            self.blanks = pattern.leading_zeros();
            self.next.clear();
        }
        let mut next = DigitState { named, ..state };
        if named > state.named {
            Homes::for_new_digits(puzzle, view, &state, row, place).apply(&mut next);
        }
        self.next
            .extend(self.now[..usize::from(count)].iter().map(|open| {
                let [a, b, c, _] = open.to_le_bytes();
                DigitState {
                    open: [a, b, c],
                    ..next
                }
            }));
    }

    /// Returns all transformations that lead to the least digits of a puzzle.
    pub(super) fn transformations(&self) -> impl Iterator<Item = ClassicTransformation> {
        self.states.iter().flat_map(move |state| {
            let [a, b, c] = state.open;
            let orders = orders_in(a).flat_map(move |a| {
                orders_in(b).flat_map(move |b| orders_in(c).map(move |c| [a, b, c]))
            });
            orders.map(move |orders| {
                let stacks = ORDERS[usize::from(state.stacks)];
                let columns: [u8; 9] = std::array::from_fn(|place| {
                    3 * stacks[place / 3] + ORDERS[orders[place / 3]][place % 3]
                });
                let mut digits = [0; 10];
                for (place, column) in columns.iter().enumerate() {
                    for digit in (1..10).filter(|digit| state.home(*digit) == usize::from(*column))
                    {
                        let row = (state.home_rows >> (4 * digit)) as usize & 15;
                        digits[usize::from(digit)] = self.best[row][place];
                    }
                }
                name_unused_digits(&mut digits, state.named);
                let rows = std::array::from_fn(|place| state.row(place) as u8);
                ClassicTransformation {
                    transpose: state.view == 1,
                    rows,
                    columns,
                    digits,
                }
            })
        })
    }
}

/// Gives the remaining names to unused digits, in ascending order.
pub(super) fn name_unused_digits(digits: &mut [u8; 10], mut named: u8) {
    for name in &mut digits[1..] {
        if *name == 0 {
            named += 1;
            *name = named;
        }
    }
}

/// A search for the least digits of a puzzle without interchangeable lines. Each frame gives one
/// string of digits, and the least string wins.
#[derive(Debug, Default)]
pub(super) struct FrameDigitSearch {
    /// The frames that give the least digits.
    pub winners: Vec<u16>,
}

impl FrameDigitSearch {
    pub(super) fn search_pattern(
        &mut self,
        puzzle: &Grid81,
        views: &[PatternView; 2],
        patterns: &PatternSearch,
    ) -> Grid81 {
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
                    let name =
                        &mut names[usize::from(puzzle[(row + columns[column % 9]) % 81] & 15)];
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

    /// Returns all transformations that lead to the least digits of a puzzle.
    pub(super) fn transformations(
        &self,
        puzzle: &Grid81,
        views: &[PatternView; 2],
        patterns: &PatternSearch,
    ) -> impl Iterator<Item = ClassicTransformation> {
        self.winners.iter().map(|number| {
            let frame = &patterns.frames[usize::from(*number)];
            let view = &views[usize::from(frame.view & 1)];
            let (mut digits, mut named) = ([0; 10], 0);
            let columns = columns_of(frame);
            let rows: [u8; 9] = std::array::from_fn(|place| frame.row(place) as u8);
            for row in rows {
                for column in columns {
                    let digit =
                        usize::from(view.digit(puzzle, usize::from(row), usize::from(column))) % 10;
                    if digit != 0 && digits[digit] == 0 {
                        named += 1;
                        digits[digit] = named;
                    }
                }
            }
            name_unused_digits(&mut digits, named);
            ClassicTransformation {
                transpose: frame.view == 1,
                rows,
                columns,
                digits,
            }
        })
    }
}

/// Returns for each column of the result its column in the view. Takes the first of several open
/// orders.
fn columns_of(frame: &PatternFrame) -> [u8; 9] {
    let stacks = ORDERS[usize::from(frame.stacks)];
    let orders = frame
        .open
        .map(|open| ORDERS[open.trailing_zeros() as usize % 6]);
    std::array::from_fn(|place| 3 * stacks[place / 3] + orders[place / 3][place % 3])
}
