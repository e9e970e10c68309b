//! Anti-knight and anti-king: cells a chess move apart hold different digits.
//!
//! ```text
//!   knight      king
//!   . x . x .   x x x
//!   x . . . x   x K x
//!   . . N . .   x x x
//!   x . . . x
//!   . x . x .
//! ```
//!
//! Rows and columns already cover the orthogonal steps of the king. All eight steps are listed, so
//! that the rule stands on its own.

use std::sync::Arc;

use super::{Constraint, Rule, RuleEffect};
use crate::layout::LayoutError;
use crate::{Candidate, Cell, Digit};

const KNIGHT: [(i16, i16); 8] = [
    (-2, -1),
    (-2, 1),
    (-1, -2),
    (-1, 2),
    (1, -2),
    (1, 2),
    (2, -1),
    (2, 1),
];
const KING: [(i16, i16); 8] = [
    (-1, -1),
    (-1, 0),
    (-1, 1),
    (0, -1),
    (0, 1),
    (1, -1),
    (1, 0),
    (1, 1),
];

pub(super) const ANTI_KNIGHT: Rule = Rule {
    id: "anti-knight",
    aliases: &["antiknight", "knight"],
    summary: "Cells a chess knight's move apart hold different digits.",
    argument: None,
    apply: |context, _| anti_chess_rule("anti-knight", &KNIGHT, context.size),
};

pub(super) const ANTI_KING: Rule = Rule {
    id: "anti-king",
    aliases: &["antiking", "king", "no-touch"],
    summary: "Cells a chess king's move apart hold different digits.",
    argument: None,
    apply: |context, _| anti_chess_rule("anti-king", &KING, context.size),
};

fn anti_chess_rule(
    id: &'static str,
    moves: &'static [(i16, i16); 8],
    size: u8,
) -> Result<Vec<RuleEffect>, LayoutError> {
    let cells = (0..usize::from(size) * usize::from(size))
        .map(|index| Cell::from_index(index, size))
        .collect();
    Ok(vec![RuleEffect::Constraint(Arc::new(AntiChess {
        id,
        moves,
        size,
        cells,
    }))])
}

/// A constraint: cells one of `moves` apart hold different digits, anywhere in the grid.
struct AntiChess {
    id: &'static str,
    moves: &'static [(i16, i16); 8],
    size: u8,
    cells: Box<[Cell]>,
}

impl std::fmt::Debug for AntiChess {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.id)
    }
}

impl AntiChess {
    fn neighbors(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        self.moves
            .iter()
            .filter_map(move |(rows, columns)| cell.offset(*rows, *columns, self.size))
    }
}

impl Constraint for AntiChess {
    fn id(&self) -> &'static str {
        self.id
    }

    fn cells(&self) -> &[Cell] {
        &self.cells
    }

    fn allows(&self, digits: &[Option<Digit>]) -> bool {
        self.cells.iter().zip(digits).all(|(cell, digit)| {
            digit.is_none()
                || self
                    .neighbors(*cell)
                    .all(|other| digits[other.index(self.size)] != *digit)
        })
    }

    fn weak_links(&self, from: Candidate, _size: u8, link: &mut dyn FnMut(Candidate)) {
        self.neighbors(from.cell)
            .for_each(|cell| link(Candidate::new(cell, from.digit)));
    }

    fn is_pairwise(&self) -> bool {
        true
    }

    fn breaches(&self, digits: &[Option<Digit>]) -> Vec<Vec<Cell>> {
        super::linked_pairs(self, self.size, digits)
    }
}
