//! The minimal unavoidable sets of few cells, whatever their number of digits.
//!
//! ```text
//!   digit 1 leaves r1c1 and r2c4 for r1c4 and r2c1, where 2 and 3 stand:       1 · · | 2 · · | · · ·
//!   so 2 has to leave r1c4, 3 has to leave r2c1, and so on, until what         3 · · | 1 · · | · · ·
//!   the digits have left is what they have come to
//! ```
//!
//! Another grid gives each digit another template, or its own. The *move* of a digit is what its two templates do not share: the cells that it leaves and
//! as many to which it comes, with the same rows, columns and boxes. An unavoidable set is a collection of moves, one for each of its digits, in which the cells left are
//! the cells come to, each once. With at most 12 cells, moves are short, and one demands the next: a cell to which a digit came and which nobody has left yet,
//! a *need*, says which digit has to move.
//!
//! The search begins with each move of each digit and takes, for a digit that is needed, each of its moves in turn. It is complete, and short, for these reasons:
//!
//! - Let the set be minimal. If nothing is needed any more, all of it has been found, since what has moved is an unavoidable set by itself.
//! - If all needs are of one digit, its move is known: it leaves the needs and comes to what was left and not come to. These have the same rows, columns and
//!   boxes, because each move before kept them. So that is an unavoidable set, and the search ends there.
//! - So of the digits besides the first one that moves most never has to be chosen: where it is needed, either nothing else is and the search ends, or another digit is
//!   needed too and is taken first. The search does not know which digit that is, and tries both: to choose a digit, and to take it for this one.
//! - Sets of up to three digits are found by templates. With four or more, the search begins with one that moves least, which is 2 or 3 cells (4 · 4 > 12); the others that
//!   are chosen move at most 4, as 2 + 2 + 5 + 5 > 12.
//! - A digit that moves leaves two cells at least, so that what is needed says how much is still to come.
//!
//! There are 18 moves of two cells, and few of three and four, the same for every digit but for names of lines: they are found once, for one template.

use std::sync::OnceLock;

use super::{Sets, digits};
use crate::transformation::Grid;

/// The most cells for which the search is complete.
pub(super) const MOST: usize = 12;

/// The longest move that has to be chosen.
const LONGEST: usize = 4;

/// A move of the base template: the digit leaves these rows, as numbers of the template's cells, and comes to these cells.
struct BaseMove {
    rows: Vec<u8>,
    cells: Vec<u8>,
}

/// The moves of the base template, and for each of its cells those that leave it, shortest first.
struct Base {
    moves: Vec<BaseMove>,
    /// The numbers of moves of 2, 3 and 4 cells begin here.
    begins: [usize; LONGEST + 2],
    leaving: [Vec<u16>; 9],
}

/// The column of the base template in a row: of the rows of a band the first is in the first stack, and so on, in the column that has the number of the band.
const fn base_column(row: usize) -> usize {
    3 * (row % 3) + row / 3
}

impl Base {
    fn get() -> &'static Self {
        static BASE: OnceLock<Base> = OnceLock::new();
        BASE.get_or_init(|| {
            let mut moves = Vec::new();
            grow(&mut BaseMove { rows: Vec::new(), cells: Vec::new() }, 0, (0, 0), &mut moves);
            moves.retain(|found| found.rows.len() >= 2);
            moves.sort_by_key(|found| found.rows.len());
            let begins = std::array::from_fn(|length| moves.partition_point(|found| found.rows.len() < length));
            let leaving = std::array::from_fn(|row| {
                let leaves = |(_, found): &(usize, &BaseMove)| found.rows.contains(&(row as u8));
                moves.iter().enumerate().filter(leaves).map(|(number, _)| number as u16).collect()
            });
            Self { moves, begins, leaving }
        })
    }
}

/// Completes another template than the base from this row on, with few cells moved; `columns` are taken, and the columns of `boxes` for the rest of the band.
fn grow(begun: &mut BaseMove, row: usize, (columns, boxes): (u16, u16), found: &mut Vec<BaseMove>) {
    if row == 9 {
        found.push(BaseMove { rows: begun.rows.clone(), cells: begun.cells.clone() });
        return;
    }
    for column in 0..9 {
        if (columns | boxes) >> column & 1 == 1 {
            continue;
        }
        let moved = column != base_column(row);
        if moved && begun.rows.len() == LONGEST {
            continue;
        }
        if moved {
            begun.rows.push(row as u8);
            begun.cells.push((9 * row + column) as u8);
        }
        let boxes = if row % 3 == 2 { 0 } else { boxes | 7 << (column / 3 * 3) };
        grow(begun, row + 1, (columns | 1 << column, boxes), found);
        if moved {
            begun.rows.pop();
            begun.cells.pop();
        }
    }
}

/// A move of a digit of a grid.
#[derive(Copy, Clone, Default)]
struct Move {
    left: u128,
    come: u128,
    length: u8,
}

/// What is looked at first of a move: how many of each digit stand where it comes to, four bits for each digit.
#[derive(Copy, Clone)]
struct Brief {
    number: u16,
    digits: u16,
    counts: u64,
}

/// How many digits are in a mask: processors that cannot count bits are meant as well.
const DIGITS: [u8; 512] = {
    let mut table = [0; 512];
    let mut mask = 1;
    while mask < 512 {
        table[mask] = table[mask >> 1] + (mask & 1) as u8;
        mask += 1;
    }
    table
};

/// How many digits are in a mask.
const fn count(digits: u16) -> u8 {
    DIGITS[digits as usize & 511]
}

/// A digit of the grid.
struct Mover {
    own: u128,
    moves: Vec<Move>,
    /// For each row the moves that leave its cell: those of 2, of 3 and of 4 cells.
    leaving: [[Vec<Brief>; LONGEST - 1]; 9],
}

impl Mover {
    fn new(grid: &Grid, digit: u8, base: &Base) -> Self {
        // The base template becomes that of the digit if its rows are put, within each band, into the order of the stacks, and its columns, within each stack,
        // into that of the bands.
        let (mut rows, mut columns, mut of_rows) = ([0; 9], [0; 9], [0; 9]);
        let (mut own, mut lefts) = (0, [0; 9]);
        for (cell, _) in grid.iter().enumerate().filter(|(_, other)| **other == digit) {
            let (row, column) = (cell / 9, cell % 9);
            let from = row / 3 * 3 + column / 3;
            rows[from] = row;
            columns[base_column(from)] = column;
            of_rows[row] = from;
            lefts[from] = 1 << cell;
            own |= 1 << cell;
        }
        let image: [u8; 81] = std::array::from_fn(|cell| (9 * rows[cell / 9] + columns[cell % 9]) as u8);
        let mut briefs = Vec::with_capacity(base.moves.len());
        let mut moves = Vec::with_capacity(base.moves.len());
        for (number, found) in base.moves.iter().enumerate() {
            let mut one = Move { left: 0, come: 0, length: found.rows.len() as u8 };
            let mut brief = Brief { number: number as u16, digits: 0, counts: 0 };
            for (row, cell) in found.rows.iter().zip(&found.cells) {
                let cell = image[usize::from(*cell)];
                let other = grid[usize::from(cell)] - 1;
                one.left |= lefts[usize::from(*row)];
                one.come |= 1 << cell;
                brief.digits |= 1 << other;
                brief.counts += 1 << (4 * other);
            }
            moves.push(one);
            briefs.push(brief);
        }
        let leaving = of_rows.map(|from| {
            let all = &base.leaving[from];
            std::array::from_fn(|group| {
                let end = |length: usize| all.partition_point(|number| usize::from(*number) < base.begins[length]);
                all[end(group + 2)..end(group + 3)].iter().map(|number| briefs[usize::from(*number)]).collect()
            })
        });
        Self { own, moves, leaving }
    }
}

/// What has moved so far.
#[derive(Copy, Clone)]
struct State {
    /// Cells that digits have left, and to which they came.
    left: u128,
    come: u128,
    /// Cells in which the digits that moved stay.
    kept: u128,
    /// The digits that moved, and those of the needs.
    moved: u16,
    needed: u16,
    /// How many needs each digit has, four bits for each; and four set bits for each digit that has not moved.
    counts: u64,
    unmoved: u64,
    /// The digit that is taken for the one that moves most, once one is.
    most: Option<u8>,
    /// How many cells were left, and the most that one digit left.
    sum: u8,
    longest: u8,
}

struct Search {
    movers: Vec<Mover>,
    /// At most so many cells.
    limit: u8,
    /// The digit with which the search began, and the length of its move: no other moves less, and none before it as little.
    root: (u8, u8),
    found: Sets,
}

/// All minimal unavoidable sets of a valid grid with up to so many cells, at most [`MOST`]; among them some that are not minimal.
pub(super) fn candidates(grid: &Grid, limit: usize) -> Sets {
    let limit = limit.min(MOST);
    let mut found = digits::sets(grid, 3);
    found.retain(|set| set.count_ones() as usize <= limit);
    let base = Base::get();
    let movers = (1..=9).map(|digit| Mover::new(grid, digit, base)).collect();
    let mut search = Search { movers, limit: limit as u8, root: (0, 0), found };
    for digit in 0..9 {
        for number in 0..base.begins[4] {
            let mover = &search.movers[usize::from(digit)];
            let (Move { left, come, length }, own) = (mover.moves[number], mover.own);
            search.root = (digit, length);
            let (mut needed, mut counts) = (0, 0);
            for (other, mover) in search.movers.iter().enumerate() {
                let needs = (mover.own & come).count_ones();
                needed |= u16::from(needs > 0) << other;
                counts |= u64::from(needs) << (4 * other);
            }
            let kept = own & !left;
            let (moved, unmoved) = (1 << digit, !(15 << (4 * digit)));
            let begin = State { left, come, kept, moved, needed, counts, unmoved, most: None, sum: length, longest: length };
            search.go_on(begin);
        }
    }
    search.found
}

impl Search {
    fn go_on(&mut self, state: State) {
        let needed = state.needed;
        if count(needed) <= 1 {
            let last = needed.trailing_zeros();
            if state.sum + (state.counts >> (4 * last)) as u8 <= self.limit {
                self.found.push(state.left | state.come);
            }
            return;
        }
        let shortest = self.root.1;
        let missing = shortest * 4_u8.saturating_sub(count(state.moved | needed));
        // What must still be left at least: by those that are needed, the one among them that moves most, and by others up to four digits.
        let mut terms = [0; 9];
        let (mut least, mut first, mut second) = (state.sum, 0, 0);
        for digit in ones(needed) {
            let mut term = ((state.counts >> (4 * digit)) as u8 & 15).max(shortest);
            if state.most == Some(digit) {
                term = term.max(state.longest);
            }
            terms[usize::from(digit)] = term;
            least += term;
            (first, second) = if term > first { (term, first) } else { (first, second.max(term)) };
        }
        if least + state.longest.saturating_sub(first).max(missing) > self.limit {
            return;
        }
        let mut state = state;
        for digit in ones(needed) {
            if state.most == Some(digit) {
                continue;
            }
            // This digit moves no more than another that is still to come.
            let term = terms[usize::from(digit)];
            let (others, other) = (least - term + missing, if term == first { second } else { first });
            let fits = |length: &u8| others + length + length.saturating_sub(other.max(missing)) <= self.limit;
            let longest = (1..=LONGEST as u8).rev().find(fits).unwrap_or(0);
            self.choose(&state, digit, longest);
            if state.most.is_some() {
                break;
            }
            // And now it is taken for the one that moves most.
            state.most = Some(digit);
        }
    }

    /// Each move of a digit that is needed, up to this length.
    fn choose(&mut self, state: &State, digit: u8, longest: u8) {
        let mover = &self.movers[usize::from(digit)];
        let own = mover.own;
        let needs = state.come & !state.left & own;
        let row = needs.trailing_zeros() as usize / 9 % 9;
        let (shortest, limit) = (self.root.1, self.limit);
        let least = if digit < self.root.0 { shortest + 1 } else { shortest };
        // What is needed besides.
        let rest = state.needed & !(1 << digit);
        let counts = state.counts & !(15 << (4 * digit));
        let unmoved = state.unmoved & !(15 << (4 * digit));
        let fresh = !state.moved & !rest;
        for length in least..=longest {
            // Each digit that is needed then leaves two cells at least, and one of all as many as this: so many digits more may be needed.
            let most = state.longest.max(length);
            let spent = state.sum + length + most + shortest * count(rest);
            if spent > limit + shortest {
                break;
            }
            let more_digits = (limit + shortest - spent) / shortest;
            let group = usize::from(length - 2);
            for place in 0..self.movers[usize::from(digit)].leaving[row][group].len() {
                let mover = &self.movers[usize::from(digit)];
                let Brief { number, digits, counts: more } = mover.leaving[row][group][place];
                if count(digits & fresh) > more_digits {
                    continue;
                }
                let Move { left, come, .. } = mover.moves[usize::from(number)];
                if needs & !left != 0 || come & (state.come | state.kept) != 0 {
                    continue;
                }
                self.go_on(State {
                    left: state.left | left,
                    come: state.come | come,
                    kept: state.kept | (own & !left),
                    moved: state.moved | 1 << digit,
                    needed: rest | (digits & !state.moved),
                    counts: counts + (more & unmoved),
                    unmoved,
                    most: state.most,
                    sum: state.sum + length,
                    longest: most,
                });
            }
        }
    }
}

/// The digits of a mask.
fn ones(mut mask: u16) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let digit = mask.trailing_zeros() as u8;
        let some = mask > 0;
        mask &= mask.wrapping_sub(1);
        some.then_some(digit)
    })
}
