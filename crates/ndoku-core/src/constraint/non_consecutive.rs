//! Non-consecutive: cells side by side hold no consecutive digits. A neighbor of 4 is neither 3 nor
//! 5.

use std::sync::Arc;

use super::{Constraint, Rule, RuleEffect};
use crate::{Candidate, Cell, Digit};

pub(super) const NON_CONSECUTIVE: Rule = Rule {
    id: "non-consecutive",
    aliases: &["nonconsecutive", "anti-consecutive"],
    summary: "Cells side by side never hold consecutive digits.",
    argument: None,
    apply: |context, _| {
        let size = context.size;
        let cells = (0..usize::from(size) * usize::from(size))
            .map(|index| Cell::from_index(index, size))
            .collect();
        Ok(vec![RuleEffect::Constraint(Arc::new(NonConsecutive {
            size,
            cells,
        }))])
    },
};

struct NonConsecutive {
    size: u8,
    cells: Box<[Cell]>,
}

impl std::fmt::Debug for NonConsecutive {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.id())
    }
}

impl NonConsecutive {
    fn neighbors(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        [(-1, 0), (0, -1), (0, 1), (1, 0)]
            .into_iter()
            .filter_map(move |(rows, columns)| cell.offset(rows, columns, self.size))
    }
}

impl Constraint for NonConsecutive {
    fn id(&self) -> &'static str {
        "non-consecutive"
    }

    fn cells(&self) -> &[Cell] {
        &self.cells
    }

    fn allows(&self, digits: &[Option<Digit>]) -> bool {
        let clash = |a: Digit, other: Cell| {
            digits[other.index(self.size)].is_some_and(|b| a.get().abs_diff(b.get()) == 1)
        };
        self.cells.iter().zip(digits).all(|(cell, digit)| {
            digit.is_none_or(|digit| !self.neighbors(*cell).any(|other| clash(digit, other)))
        })
    }

    fn weak_links(&self, from: Candidate, size: u8, link: &mut dyn FnMut(Candidate)) {
        let below = Digit::new(from.digit.get() - 1);
        let above = from
            .digit
            .get()
            .checked_add(1)
            .filter(|number| *number <= size)
            .and_then(Digit::new);
        for cell in self.neighbors(from.cell) {
            below
                .into_iter()
                .chain(above)
                .for_each(|digit| link(Candidate::new(cell, digit)));
        }
    }

    fn is_pairwise(&self) -> bool {
        true
    }

    fn breaches(&self, digits: &[Option<Digit>]) -> Vec<Vec<Cell>> {
        super::linked_pairs(self, self.size, digits)
    }
}
