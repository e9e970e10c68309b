//! The minimal unavoidable sets of few cells, with any number of digits.
//!
//! ```text
//!   digit 1 moves from r1c1 and r2c4 to r1c4 and r2c1, where 2 and 3 stand:  1 · · | 2 · · | · · ·
//!   so 2 has to leave r1c4, 3 has to leave r2c1, and so on, until the digits 3 · · | 1 · · | · · ·
//!   have moved exactly to the cells that they have left
//! ```
//!
//! Another grid gives each digit another template, or the same one. The *move* of a digit is the
//! difference of its two templates: the cells that it leaves, and as many cells to which it comes,
//! with the same rows, columns and boxes. An unavoidable set is a collection of moves, one for each
//! of its digits, in which the left cells equal the reached cells. With at most 12 cells, moves are
//! short, and one demands the next. A *need* is a reached cell that no digit has left yet. It
//! determines which digit has to move.
//!
//! The search starts with each move of each digit. For a needed digit it tries each of its moves.
//! It is complete and short for these reasons:
//!
//! - Let the set be minimal. Without needs, the whole set has been found, because the moves so far
//!   are an unavoidable set by themselves.
//! - If all needs are of one digit, its move is known: it leaves the needs and comes to the cells
//!   that were left but not reached. These have the same rows, columns and boxes, because each move
//!   before kept them. This gives an unavoidable set, and the search ends there.
//! - Therefore the last of the digits that move most, other than the first digit, never has to be
//!   chosen. Where it is needed, either it is the only need and the search ends, or another needed
//!   digit is chosen first. The search does not know which digit this is, and tries both: it
//!   chooses a digit, or it assumes that the digit moves most. A later digit then moves less, and
//!   an earlier one at most as much.
//! - Templates give the sets of up to three digits. With four or more digits, the search starts
//!   with one that moves least, which is 2 or 3 cells (4 · 4 > 12). The other chosen digits move at
//!   most 4 cells, as 2 + 2 + 5 + 5 > 12. The start is the first of several digits that move least,
//!   so that earlier digits move more.
//! - A digit that moves leaves at least two cells. So the needs bound the number of cells still to
//!   come.
//!
//! There are 18 moves of two cells, 48 of three and 252 of four. They are the same for every digit
//! up to a renaming of lines, and are listed once for one template. 132 of them leave a given cell.
//! Bits tell which of these come to a cell of a digit, so that moves that demand too many digits
//! are excluded together.

use std::sync::OnceLock;

use super::{CellSets, digits};
use crate::transformation::Grid81;

/// Maximum number of cells for which the search is complete.
pub(super) const MAX_CELLS: usize = 12;

/// Length of the longest move that has to be chosen.
const MAX_MOVE_LENGTH: u8 = 4;

/// A move of the base template: the digit leaves its cells in these rows and comes to these cells.
struct BaseMove {
    rows: Vec<u8>,
    cells: Vec<u8>,
}

/// The moves of the base template, shortest first. 132 of them leave a given cell: 20 of 2 or 3
/// cells, and 112 of 4.
struct BaseTemplate {
    moves: Vec<BaseMove>,
    /// The start of the moves of 4 cells.
    longest: usize,
    /// For each row, the numbers of the moves that leave its cell: short ones, and those of 4
    /// cells.
    leaving: [[Vec<u16>; 2]; 9],
    /// For two rows, the moves of the first row that also leave the cell of the second.
    both: [[MoveSet; 9]; 9],
}

/// A set of the moves that leave a cell, of 2 or 3 cells and of 4, by index in
/// [`BaseTemplate::leaving`].
#[derive(Copy, Clone, Default)]
struct MoveSet {
    short: u32,
    long: u128,
}

impl MoveSet {
    /// Adds the move with this index in its list.
    fn insert(&mut self, is_long: bool, place: usize) {
        if is_long {
            self.long |= 1 << place;
        } else {
            self.short |= 1 << place;
        }
    }
}

/// The moves of two cells that leave a cell. They come first.
const TWO_CELL_MOVES: u32 = 0b1111;

/// Returns the column of the base template in a row. The rows of a band lie in stacks 1, 2 and 3,
/// in the column with the number of the band.
const fn base_column(row: usize) -> usize {
    3 * (row % 3) + row / 3
}

impl BaseTemplate {
    fn get() -> &'static Self {
        static BASE: OnceLock<BaseTemplate> = OnceLock::new();
        BASE.get_or_init(|| {
            let mut moves = Vec::new();
            extend_template(
                &mut BaseMove {
                    rows: Vec::new(),
                    cells: Vec::new(),
                },
                0,
                (0, 0),
                &mut moves,
            );
            moves.retain(|found| found.rows.len() >= 2);
            moves.sort_by_key(|found| found.rows.len());
            let longest =
                moves.partition_point(|found| found.rows.len() < usize::from(MAX_MOVE_LENGTH));
            let leaving: [[Vec<u16>; 2]; 9] = std::array::from_fn(|row| {
                let of = |numbers: std::ops::Range<usize>| {
                    numbers
                        .filter(|number| moves[*number].rows.contains(&(row as u8)))
                        .map(|number| number as u16)
                        .collect()
                };
                [of(0..longest), of(longest..moves.len())]
            });
            let mut both = [[MoveSet::default(); 9]; 9];
            for (both, leaving) in both.iter_mut().zip(&leaving) {
                for (is_long, list) in [false, true].into_iter().zip(leaving) {
                    for (place, number) in list.iter().enumerate() {
                        moves[usize::from(*number)]
                            .rows
                            .iter()
                            .for_each(|row| both[usize::from(*row)].insert(is_long, place));
                    }
                }
            }
            Self {
                moves,
                longest,
                leaving,
                both,
            }
        })
    }
}

/// Extends a template from this row on, with few moved cells. `columns` are used, and the columns
/// of `boxes` are used for the rest of the band.
fn extend_template(
    begun: &mut BaseMove,
    row: usize,
    (columns, boxes): (u16, u16),
    found: &mut Vec<BaseMove>,
) {
    if row == 9 {
        found.push(BaseMove {
            rows: begun.rows.clone(),
            cells: begun.cells.clone(),
        });
        return;
    }
    for column in 0..9 {
        if (columns | boxes) >> column & 1 == 1 {
            continue;
        }
        let moved = column != base_column(row);
        if moved && begun.rows.len() == usize::from(MAX_MOVE_LENGTH) {
            continue;
        }
        if moved {
            begun.rows.push(row as u8);
            begun.cells.push((9 * row + column) as u8);
        }
        let boxes = if row % 3 == 2 {
            0
        } else {
            boxes | 7 << (column / 3 * 3)
        };
        extend_template(begun, row + 1, (columns | 1 << column, boxes), found);
        if moved {
            begun.rows.pop();
            begun.cells.pop();
        }
    }
}

/// A move of a digit of a grid.
#[derive(Copy, Clone, Default)]
struct TemplateMove {
    left: u128,
    come: u128,
    /// The digits in the reached cells, and the number of each, four bits per digit.
    digits: u16,
    counts: u64,
}

/// The number of digits in each mask. A table, because some processors have no instruction for it.
const DIGIT_COUNTS: [u8; 512] = {
    let mut table = [0; 512];
    let mut mask = 1;
    while mask < 512 {
        table[mask] = table[mask >> 1] + (mask & 1) as u8;
        mask += 1;
    }
    table
};

/// Returns the number of digits in a mask.
const fn digit_count(digits: u16) -> u8 {
    DIGIT_COUNTS[digits as usize & 511]
}

/// The moves of a digit of the grid.
struct DigitMoves {
    own: u128,
    /// The moves, by number in the base template.
    moves: Vec<TemplateMove>,
    /// For each row, the row of the base template.
    from: [usize; 9],
    /// For each row of the base template and each digit, the moves that leave the cell of the row
    /// and come to a cell of the digit.
    towards: [[MoveSet; 9]; 9],
}

impl DigitMoves {
    fn new(grid: &Grid81, digit: u8, base: &BaseTemplate) -> Self {
        // The base template becomes the template of the digit if rows are ordered by stack within
        // each band, and columns by band within each stack.
        let (mut rows, mut columns, mut from) = ([0; 9], [0; 9], [0; 9]);
        let (mut own, mut lefts) = (0, [0; 9]);
        for (cell, _) in grid
            .iter()
            .enumerate()
            .filter(|(_, other)| **other == digit)
        {
            let (row, column) = (cell / 9, cell % 9);
            let of_base = row / 3 * 3 + column / 3;
            rows[of_base] = row;
            columns[base_column(of_base)] = column;
            from[row] = of_base;
            lefts[of_base] = 1 << cell;
            own |= 1 << cell;
        }
        let image: [u8; 81] =
            std::array::from_fn(|cell| (9 * rows[cell / 9] + columns[cell % 9]) as u8);
        let moved = |found: &BaseMove| {
            let mut one = TemplateMove::default();
            for (row, cell) in found.rows.iter().zip(&found.cells) {
                let cell = image[usize::from(*cell)];
                let other = grid[usize::from(cell)] - 1;
                one.left |= lefts[usize::from(*row)];
                one.come |= 1 << cell;
                one.digits |= 1 << other;
                one.counts += 1 << (4 * other);
            }
            one
        };
        let moves: Vec<TemplateMove> = base.moves.iter().map(moved).collect();
        let mut towards = [[MoveSet::default(); 9]; 9];
        for (towards, leaving) in towards.iter_mut().zip(&base.leaving) {
            for (is_long, list) in [false, true].into_iter().zip(leaving) {
                for (place, number) in list.iter().enumerate() {
                    bit_positions(moves[usize::from(*number)].digits)
                        .for_each(|digit| towards[usize::from(digit)].insert(is_long, place));
                }
            }
        }
        Self {
            own,
            moves,
            from,
            towards,
        }
    }
}

/// The state of the search.
#[derive(Copy, Clone)]
struct MoveSearchState {
    /// Cells that digits have left, and cells to which they came.
    left: u128,
    come: u128,
    /// Cells in which moved digits stay.
    kept: u128,
    /// The moved digits, and the needed digits.
    moved: u16,
    needed: u16,
    /// The number of needs of each digit, four bits each, and a mask with four bits per unmoved
    /// digit.
    counts: u64,
    unmoved: u64,
    /// The digit that is assumed to move most, once it is fixed.
    most: Option<u8>,
    /// Number of left cells, and the minimum length of the longest move.
    sum: u8,
    longest: u8,
}

impl MoveSearchState {
    /// Returns the minimum length of the longest move if this digit moves this length.
    fn max_length_with(&self, digit: u8, length: u8) -> u8 {
        self.longest
            .max(length + u8::from(self.most.is_some_and(|most| digit > most)))
    }
}

struct MoveSearch<'a> {
    base: &'a BaseTemplate,
    digit_moves: &'a [DigitMoves],
    /// Maximum number of cells.
    limit: u8,
    /// The first digit and the length of its move. No digit moves less, and no earlier one as
    /// little.
    root: (u8, u8),
    found: CellSets,
}

/// Returns all minimal unavoidable sets of a valid grid with up to `limit` cells, at most
/// [`MAX_CELLS`]. The result also contains some sets that are not minimal.
pub(super) fn candidates(grid: &Grid81, limit: usize) -> CellSets {
    let limit = limit.min(MAX_CELLS);
    let mut found = digits::sets(grid, 3);
    found.retain(|set| set.count_ones() as usize <= limit);
    let base = BaseTemplate::get();
    let digit_moves: Vec<DigitMoves> = (1..=9)
        .map(|digit| DigitMoves::new(grid, digit, base))
        .collect();
    let mut search = MoveSearch {
        base,
        digit_moves: &digit_moves,
        limit: limit as u8,
        root: (0, 0),
        found,
    };
    for (digit, digit_moves) in (0..).zip(&digit_moves) {
        for (
            found,
            TemplateMove {
                left,
                come,
                digits,
                counts,
            },
        ) in base.moves.iter().zip(&digit_moves.moves).take(base.longest)
        {
            let (left, come, length) = (*left, *come, found.rows.len() as u8);
            search.root = (digit, length);
            let kept = digit_moves.own & !left;
            let (moved, unmoved) = (1 << digit, !(15 << (4 * digit)));
            let begin = MoveSearchState {
                left,
                come,
                kept,
                moved,
                needed: *digits,
                counts: *counts,
                unmoved,
                most: None,
                sum: length,
                longest: length,
            };
            search.extend(begin);
        }
    }
    search.found
}

impl MoveSearch<'_> {
    fn extend(&mut self, state: MoveSearchState) {
        let needed = state.needed;
        if digit_count(needed) <= 1 {
            let last = needed.trailing_zeros();
            if state.sum + (state.counts >> (4 * last)) as u8 <= self.limit {
                self.found.push(state.left | state.come);
            }
            return;
        }
        let shortest = self.root.1;
        let missing = shortest * 4_u8.saturating_sub(digit_count(state.moved | needed));
        // Lower bound for the cells still to be left: by the needed digits, by the digit that moves
        // most, and by further digits up to four.
        let mut terms = [0; 9];
        let (mut least, mut first, mut second) = (state.sum, 0, 0);
        for digit in bit_positions(needed) {
            let mut term = ((state.counts >> (4 * digit)) as u8 & 15).max(self.shortest(digit));
            if state.most == Some(digit) {
                term = term.max(state.longest);
            }
            terms[usize::from(digit)] = term;
            least += term;
            (first, second) = if term > first {
                (term, first)
            } else {
                (first, second.max(term))
            };
        }
        if least + state.longest.saturating_sub(first).max(missing) > self.limit {
            return;
        }
        let mut state = state;
        for digit in bit_positions(needed) {
            if state.most == Some(digit) {
                continue;
            }
            // This digit moves at most as much as another one that is still to come.
            let term = terms[usize::from(digit)];
            let (others, other) = (
                least - term + missing,
                if term == first { second } else { first },
            );
            let fits = |length: &u8| {
                others
                    + length
                    + state
                        .max_length_with(digit, *length)
                        .saturating_sub(other.max(missing))
                    <= self.limit
            };
            let longest = (1..=MAX_MOVE_LENGTH).rev().find(fits).unwrap_or(0);
            self.try_moves(&state, digit, longest);
            if state.most.is_some() {
                break;
            }
            // Now assumes that this digit moves most.
            state.most = Some(digit);
        }
    }

    /// Returns the minimum length of the move of a digit: at least that of the first digit.
    const fn shortest(&self, digit: u8) -> u8 {
        self.root.1 + (digit < self.root.0) as u8
    }

    /// Tries each move of a needed digit, up to this length.
    fn try_moves(&mut self, state: &MoveSearchState, digit: u8, longest: u8) {
        let digit_moves = &self.digit_moves[usize::from(digit)];
        let needs = state.come & !state.left & digit_moves.own;
        let base_row = |needs: u128| digit_moves.from[needs.trailing_zeros() as usize / 9 % 9];
        let first = base_row(needs);
        let both = &self.base.both[first];
        let mut all = both[first];
        let mut others = needs & needs.wrapping_sub(1);
        while others > 0 {
            let MoveSet { short, long } = both[base_row(others)];
            all = MoveSet {
                short: all.short & short,
                long: all.long & long,
            };
            others &= others - 1;
        }
        let (shortest, limit) = (self.root.1, self.limit);
        // The other needed digits.
        let rest = state.needed & !(1 << digit);
        // The moves that come to at least one digit that is not needed yet, and to at least two.
        // More than two are rarely too many, and are excluded later.
        let (mut short, mut long) = ([0; 2], [0; 2]);
        let towards = &digit_moves.towards[first];
        for other in bit_positions(!state.moved & !rest & 0x1ff) {
            let to = towards[usize::from(other)];
            short[1] |= short[0] & to.short;
            short[0] |= to.short;
            if longest == MAX_MOVE_LENGTH {
                long[1] |= long[0] & to.long;
                long[0] |= to.long;
            }
        }
        for length in self.shortest(digit)..=longest {
            // Each needed digit then leaves at least two cells, and one digit as many as this one.
            // The rest bounds the number of additional needed digits.
            let spent = state.sum
                + length
                + state.max_length_with(digit, length)
                + shortest * digit_count(rest);
            if spent > limit + shortest {
                break;
            }
            let more_digits = usize::from((limit + shortest - spent) / shortest);
            if length == MAX_MOVE_LENGTH {
                let mut fit = all.long & !long.get(more_digits).copied().unwrap_or(0);
                while fit > 0 {
                    self.apply_move(
                        state,
                        digit,
                        length,
                        self.base.leaving[first][1][fit.trailing_zeros() as usize],
                    );
                    fit &= fit - 1;
                }
            } else {
                let of_length = if length == 2 {
                    TWO_CELL_MOVES
                } else {
                    !TWO_CELL_MOVES
                };
                let mut fit = all.short & of_length & !short.get(more_digits).copied().unwrap_or(0);
                while fit > 0 {
                    self.apply_move(
                        state,
                        digit,
                        length,
                        self.base.leaving[first][0][fit.trailing_zeros() as usize],
                    );
                    fit &= fit - 1;
                }
            }
        }
    }

    /// Applies a move of a digit, unless it comes to a cell that a moved digit occupies.
    fn apply_move(&mut self, state: &MoveSearchState, digit: u8, length: u8, number: u16) {
        let digit_moves = &self.digit_moves[usize::from(digit)];
        let TemplateMove {
            left,
            come,
            digits,
            counts,
        } = digit_moves.moves[usize::from(number)];
        if come & (state.come | state.kept) != 0 {
            return;
        }
        let others = !(15 << (4 * digit));
        let unmoved = state.unmoved & others;
        self.extend(MoveSearchState {
            left: state.left | left,
            come: state.come | come,
            kept: state.kept | (digit_moves.own & !left),
            moved: state.moved | 1 << digit,
            needed: (state.needed | digits & !state.moved) & !(1 << digit),
            counts: (state.counts & others) + (counts & unmoved),
            unmoved,
            most: state.most,
            sum: state.sum + length,
            longest: state.max_length_with(digit, length),
        });
    }
}

/// Returns the digits of a mask.
fn bit_positions(mut mask: u16) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let digit = mask.trailing_zeros() as u8;
        let some = mask > 0;
        mask &= mask.wrapping_sub(1);
        some.then_some(digit)
    })
}
