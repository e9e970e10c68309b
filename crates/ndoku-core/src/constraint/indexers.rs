//! Rules in which a digit says where another one is: indexers and numbered rooms.
//!
//! ```text
//!   column indexer     r4c2 = 7   if and only if   r4c7 = 2
//!   numbered room 5    the first digit X of the line says that the X-th digit is 5
//! ```

use std::sync::Arc;

use super::argument::Argument;
use super::pairwise::Pairwise;
use super::{Rule, RuleContext, RuleEffect};
use crate::layout::{Boxes, LayoutError};
use crate::{Cell, CellShape, Decoration, OutsideClue};

type Effects = Result<Vec<RuleEffect>, LayoutError>;

pub(super) const COLUMN_INDEXER: Rule = Rule {
    id: "column-indexer",
    aliases: &["column-index"],
    summary: "A cell in column C holds V if and only if column V of its row holds C.",
    argument: Some("CELLS"),
    apply: |context, argument| {
        indexer(
            context,
            CellShape::ColumnIndexer,
            argument,
            |cell, digit| Some((Cell::new(cell.row(), digit - 1), cell.column() + 1)),
        )
    },
};

pub(super) const ROW_INDEXER: Rule = Rule {
    id: "row-indexer",
    aliases: &["row-index"],
    summary: "A cell in row R holds V if and only if row V of its column holds R.",
    argument: Some("CELLS"),
    apply: |context, argument| {
        indexer(context, CellShape::RowIndexer, argument, |cell, digit| {
            Some((Cell::new(digit - 1, cell.column()), cell.row() + 1))
        })
    },
};

pub(super) const BOX_INDEXER: Rule = Rule {
    id: "box-indexer",
    aliases: &["box-index"],
    summary: "A cell at place P of its box holds V if and only if place V of the box holds P.",
    argument: Some("CELLS"),
    apply: |context, argument| {
        let Boxes::Rectangles { width, height } = *context.boxes else {
            return Err(LayoutError::RuleDoesNotFit {
                rule: "box-indexer",
                reason: "it needs rectangular boxes".to_owned(),
            });
        };
        indexer(context, CellShape::BoxIndexer, argument, |cell, digit| {
            let (top, left) = (cell.row() / height * height, cell.column() / width * width);
            let place = (cell.row() - top) * width + cell.column() - left;
            let to = Cell::new(top + (digit - 1) / width, left + (digit - 1) % width);
            Some((to, place + 1))
        })
    },
};

pub(super) const NUMBERED_ROOM: Rule = Rule {
    id: "numbered-room",
    aliases: &["numbered-rooms"],
    summary: "The clue is the digit at the place that the first digit of the line names.",
    argument: Some("DIGIT: LINE (such as 5: row 3 from right)"),
    apply: |context, argument| {
        let parsed = Argument::new("numbered-room", context.size, argument);
        let clue = parsed.number()?;
        if clue == 0 || clue > u32::from(context.size) {
            return Err(parsed.wrong(format!(
                "the clue {clue} is not a digit from 1 to {}",
                context.size
            )));
        }
        let line = parsed.line()?;
        let cells = line.cells(context.size);
        let mut pairwise = Pairwise::new("numbered-room", context.size, argument);
        pairwise.restrict(cells[0], |digit| digit != 1 || clue == 1);
        for (place, cell) in (1..).zip(&cells).skip(1) {
            let relation = pairwise.relation(|first, other| first != place || other == clue);
            pairwise.pair(cells[0], *cell, relation);
        }
        pairwise.decorate(Decoration::Outside {
            clue: OutsideClue::NumberedRoom,
            cell: cells[0],
            direction: line.direction(),
            value: clue,
        });
        Ok(vec![RuleEffect::Constraint(Arc::new(pairwise))])
    },
};

/// For each cell, digit v in it and the digit that `target` names in another cell imply each other.
fn indexer(
    context: &RuleContext<'_>,
    shape: CellShape,
    argument: Option<&str>,
    target: impl Fn(Cell, u8) -> Option<(Cell, u8)>,
) -> Effects {
    let id = shape.name();
    let parsed = Argument::new(id, context.size, argument);
    parsed.without_value()?;
    let mut pairwise = Pairwise::new(id, context.size, argument);
    let cells = parsed.cells()?;
    pairwise.decorate_cells(shape, &cells);
    for cell in cells {
        pairwise.add_cell(cell);
        for digit in 1..=context.size {
            let Some((to, wanted)) = target(cell, digit) else {
                continue;
            };
            let (digit, wanted) = (u32::from(digit), u32::from(wanted));
            if to == cell {
                pairwise.restrict(cell, |own| (own == digit) == (own == wanted));
            } else {
                let relation = pairwise.relation(|own, other| (own == digit) == (other == wanted));
                pairwise.pair(cell, to, relation);
            }
        }
    }
    Ok(vec![RuleEffect::Constraint(Arc::new(pairwise))])
}
