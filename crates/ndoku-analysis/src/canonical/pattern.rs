//! The least pattern of a puzzle's clues, where blank is less than a clue, and the frames that give
//! it.
//!
//! ```text
//!   frame: rows or columns first, an order of stacks, and for each stack the set of column orders
//!          that are still open
//!   row by row: for each frame and possible next row, the least pattern that an open order gives
//!          ─▶ only the least ones continue, with the orders that give them
//! ```
//!
//! A table gives the least three bits for three bits of a row in a stack and a set of open orders,
//! and the orders that make them. Interchangeable lines are tried only in their own order, so that
//! a symmetric pattern has no more frames than others. A puzzle of 17 clues keeps two or three
//! frames.
//!
//! Narrowing orders row by row is the idea of *patminlex* from the forum. The code is our own.

use super::orders::{LEAST_ROW, ORDERS, SHIFTS, narrow, orders_in};
use super::view::PatternView;

/// The order of stacks while no row has clues.
const UNDECIDED: u8 = 0;

/// For each row, the rows of its band as bits. The other entries of the four-bit index are unused.
const BAND: [u16; 16] = [
    0o7, 0o7, 0o7, 0o70, 0o70, 0o70, 0o700, 0o700, 0o700, 0, 0, 0, 0, 0, 0, 0,
];

/// A partial form.
#[derive(Copy, Clone, Debug)]
pub(super) struct PatternFrame {
    /// For each row of the result, its row in the view, four bits each.
    rows: u64,
    /// The used rows, as bits.
    taken: u16,
    /// The index of the view.
    pub view: u8,
    /// The order of the stacks. All orders are open until the first row with clues.
    pub stacks: u8,
    /// For each stack of the result, the open orders of columns. One remains at the end.
    pub open: [u8; 3],
}

impl PatternFrame {
    /// Returns the row of the view that becomes a row of the result.
    pub(super) fn row(&self, place: usize) -> usize {
        (self.rows >> (4 * place)) as usize & 15
    }

    /// Returns for each column of the result its column in the view. Takes the first of several
    /// open orders.
    pub(super) fn columns(&self) -> [u8; 9] {
        let stacks = ORDERS[usize::from(self.stacks)];
        let orders = self
            .open
            .map(|open| ORDERS[open.trailing_zeros() as usize % 6]);
        std::array::from_fn(|place| 3 * stacks[place / 3] + orders[place / 3][place % 3])
    }
}

/// A search for least patterns.
#[derive(Debug, Default)]
pub(super) struct PatternSearch {
    /// The frames of the least pattern, without those that differ only in the order of
    /// interchangeable lines.
    pub frames: Vec<PatternFrame>,
    next: Vec<PatternFrame>,
    /// The least pattern.
    pub pattern: [u16; 9],
}

impl PatternSearch {
    pub(super) fn search(&mut self, views: &[PatternView; 2]) {
        self.frames.clear();
        for view in 0..2 {
            let open = views[usize::from(1 - view)].rows.line_orders();
            self.frames.push(PatternFrame {
                rows: 0,
                taken: 0,
                view,
                stacks: UNDECIDED,
                open,
            });
        }
        let mut decided = false;
        for place in 0..9 {
            if decided {
                self.narrow(views, place, PatternFrame::extend);
            } else {
                self.narrow(views, place, PatternFrame::extend_undecided);
                if self.pattern[place] != 0 {
                    decided = true;
                    self.decide_stacks(views, place);
                }
            }
        }
        if !decided {
            // All cells are blank.
            self.decide_stacks(views, 8);
        }
    }

    /// Extends every frame by one row and keeps the least ones.
    #[inline]
    fn narrow(
        &mut self,
        views: &[PatternView; 2],
        place: usize,
        with: impl Fn(&PatternFrame, u16, usize, usize) -> (u16, PatternFrame),
    ) {
        self.next.clear();
        let mut least = u16::MAX;
        for frame in &self.frames {
            let view = &views[usize::from(frame.view & 1)];
            let mut rows = 0x1ff & !frame.taken;
            if !place.is_multiple_of(3) {
                rows &= BAND[frame.row(place - 1)];
            }
            while rows != 0 {
                let row = rows.trailing_zeros() as usize % 9;
                rows &= rows - 1;
                if view.needs[row] & !frame.taken != 0 {
                    continue;
                }
                let (pattern, next) = with(frame, view.rows.bits[row], row, place);
                if pattern > least {
                    continue;
                }
                if pattern < least {
                    least = pattern;
                    self.next.clear();
                }
                self.next.push(next);
            }
        }
        self.pattern[place] = least;
        std::mem::swap(&mut self.frames, &mut self.next);
    }

    /// Decides the orders of stacks by the first row with clues.
    fn decide_stacks(&mut self, views: &[PatternView; 2], place: usize) {
        self.next.clear();
        for frame in &self.frames {
            let (rows, columns) = (
                &views[usize::from(frame.view & 1)].rows,
                &views[usize::from((frame.view ^ 1) & 1)].rows,
            );
            let bits = rows.bits[frame.row(place) % 9];
            let stacks = LEAST_ROW[usize::from(bits & 0x1ff)].1;
            for order in orders_in(stacks & columns.group_orders()) {
                let open = ORDERS[order].map(|stack| frame.open[usize::from(stack)]);
                let decided = PatternFrame {
                    stacks: order as u8,
                    open,
                    ..*frame
                };
                self.next
                    .push(decided.extend(bits, frame.row(place), place).1);
            }
        }
        std::mem::swap(&mut self.frames, &mut self.next);
    }
}

impl PatternFrame {
    /// Extends the frame by a row while all orders of stacks are open.
    #[inline]
    fn extend_undecided(&self, bits: u16, row: usize, place: usize) -> (u16, Self) {
        (
            LEAST_ROW[usize::from(bits & 0x1ff)].0,
            Self {
                rows: self.rows | (row as u64) << (4 * place),
                taken: self.taken | 1 << row,
                ..*self
            },
        )
    }

    /// Extends the frame by a row. Returns the least pattern of the row, and the new frame.
    #[inline]
    fn extend(&self, bits: u16, row: usize, place: usize) -> (u16, Self) {
        let shifts = SHIFTS[usize::from(self.stacks & 7)];
        let narrowed =
            |stack: usize| narrow(usize::from(bits >> (shifts[stack] & 7)), self.open[stack]);
        let [(a, open_a), (b, open_b), (c, open_c)] = [narrowed(0), narrowed(1), narrowed(2)];
        let pattern = a << 6 | b << 3 | c;
        (
            pattern,
            Self {
                rows: self.rows | (row as u64) << (4 * place),
                taken: self.taken | 1 << row,
                open: [open_a, open_b, open_c],
                ..*self
            },
        )
    }
}
