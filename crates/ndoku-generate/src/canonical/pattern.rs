//! The least pattern of a puzzle's clues: blank before clue, read row by row; and the ways to it.
//!
//! ```text
//!   frames: rows or columns first, an order of stacks        a frame holds, for each stack, which of its 6 orders of columns are still open: a set of bits
//!   row by row: for each frame and row that may come next the least pattern that an open order gives ─▶ only the least go on, with the orders that give it
//! ```
//!
//! Three bits of a row in a stack and a set of open orders give the least three bits, and the orders that make them, by a table. Lines that are alike are tried in their
//! own order only: so a pattern with many symmetries has no more frames than others. A puzzle of 17 clues keeps two or three frames on its way.
//!
//! The idea of narrowing orders row by row is that of the forum's *patminlex*; the code is our own.

use super::orders::{LEAST_ROW, NARROWED, ORDERS, in_set};
use super::view::View;

/// A beginning of a form.
#[derive(Copy, Clone, Debug)]
pub(super) struct Frame {
    /// For each row of the result where it comes from, four bits each.
    rows: u64,
    /// Rows taken, as bits.
    taken: u16,
    /// Which view.
    pub view: u8,
    /// Which order the stacks have.
    pub stacks: u8,
    /// For each stack of the result the orders of columns that are open: in the end, one.
    pub open: [u8; 3],
}

impl Frame {
    /// Where a row of the result comes from.
    pub(super) fn row(&self, place: usize) -> usize {
        (self.rows >> (4 * place)) as usize & 15
    }
}

/// Finds least patterns.
#[derive(Debug, Default)]
pub(super) struct Patterns {
    /// Ways to the least pattern, but for those that differ only in the order of what is alike.
    pub frames: Vec<Frame>,
    next: Vec<Frame>,
    /// The least pattern.
    pub pattern: [u16; 9],
}

impl Patterns {
    pub(super) fn search(&mut self, views: &[View; 2]) {
        self.first_row(views);
        for place in 1..9 {
            self.narrow(views, place);
        }
    }

    /// Frames of one row. Which rows can be least is known from the number of clues in each stack.
    fn first_row(&mut self, views: &[View; 2]) {
        let mut least = u16::MAX;
        for view in views {
            for bits in view.rows.bits {
                least = least.min(LEAST_ROW[usize::from(bits & 0x1ff)].0);
            }
        }
        self.frames.clear();
        self.pattern[0] = least;
        for (number, view) in views.iter().enumerate() {
            let columns = &views[1 - number].rows;
            let open = columns.open();
            for (row, (bits, needs)) in view.rows.bits.iter().zip(&view.needs).enumerate() {
                let (own, stacks) = LEAST_ROW[usize::from(bits & 0x1ff)];
                if own != least || *needs != 0 {
                    continue;
                }
                for order in in_set(stacks & columns.groups()) {
                    let open = ORDERS[order].map(|stack| open[usize::from(stack)]);
                    let frame = Frame { rows: 0, taken: 0, view: number as u8, stacks: order as u8, open };
                    let (_, next) = frame.with(*bits, row, 0);
                    self.frames.push(next);
                }
            }
        }
    }

    /// One row more for every frame, only the least.
    fn narrow(&mut self, views: &[View; 2], place: usize) {
        self.next.clear();
        let mut least = u16::MAX;
        for frame in &self.frames {
            let view = &views[usize::from(frame.view & 1)];
            let mut rows = 0x1ff & !frame.taken;
            if !place.is_multiple_of(3) {
                rows &= 7 << (frame.row(place - 1) / 3 * 3);
            }
            while rows != 0 {
                let row = rows.trailing_zeros() as usize;
                rows &= rows - 1;
                if view.needs[row] & !frame.taken != 0 {
                    continue;
                }
                let (pattern, next) = frame.with(view.rows.bits[row], row, place);
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
}

impl Frame {
    /// The least pattern of a row as the next, and the frame with it.
    #[inline]
    fn with(&self, bits: u16, row: usize, place: usize) -> (u16, Self) {
        let stacks = ORDERS[usize::from(self.stacks)];
        let of = |stack: usize| NARROWED[usize::from(bits >> (6 - 3 * stacks[stack]) & 7) << 6 | usize::from(self.open[stack] & 63)];
        let [a, b, c] = [of(0), of(1), of(2)];
        let pattern = (a >> 8) << 6 | (b >> 8) << 3 | c >> 8;
        let open = [a as u8, b as u8, c as u8];
        (pattern, Self { rows: self.rows | (row as u64) << (4 * place), taken: self.taken | 1 << row, open, ..*self })
    }
}
