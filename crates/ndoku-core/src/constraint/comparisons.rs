//! Cells that are compared with their neighbors, or restricted alone: minimum and maximum cells,
//! odd and even cells, and relations given as a table.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::argument::Argument;
use super::pairwise::Pairwise;
use super::{Rule, RuleContext, RuleEffect, notation};
use crate::layout::LayoutError;
use crate::{Cell, CellShape, Decoration, LineStyle};

type Effects = Result<Vec<RuleEffect>, LayoutError>;

pub(super) const MINIMUM: Rule = Rule {
    id: "minimum",
    aliases: &["min", "minima"],
    summary: "Each of the cells holds a smaller digit than its neighbors that are not among them.",
    argument: Some("CELLS"),
    apply: |context, argument| extremes(context, CellShape::Minimum, argument, |a, b| a < b),
};

pub(super) const MAXIMUM: Rule = Rule {
    id: "maximum",
    aliases: &["max", "maxima"],
    summary: "Each of the cells is greater than its neighbors that are not among them.",
    argument: Some("CELLS"),
    apply: |context, argument| extremes(context, CellShape::Maximum, argument, |a, b| a > b),
};

pub(super) const ODD: Rule = Rule {
    id: "odd",
    aliases: &[],
    summary: "The cells hold odd digits.",
    argument: Some("CELLS"),
    apply: |context, argument| {
        restricted(context, CellShape::Odd, argument, |digit| digit % 2 == 1)
    },
};

pub(super) const EVEN: Rule = Rule {
    id: "even",
    aliases: &[],
    summary: "The cells hold even digits.",
    argument: Some("CELLS"),
    apply: |context, argument| {
        restricted(context, CellShape::Even, argument, |digit| digit % 2 == 0)
    },
};

pub(super) const PAIRS: Rule = Rule {
    id: "pairs",
    aliases: &["pair-table"],
    summary: "Successive cells satisfy a relation, given as a table.",
    argument: Some("TABLE: CELLS (N times N marks 0 or 1, a row for each digit of the first cell)"),
    apply: |context, argument| {
        let parsed = Argument::new("pairs", context.size, argument);
        let cells = parsed.cells()?;
        let table = parsed.value().unwrap_or_default().as_bytes();
        let size = u32::from(context.size);
        if table.iter().any(|mark| !b"01".contains(mark)) {
            return Err(parsed.wrong("its table may only contain 0 and 1"));
        }
        if table.len() != (size * size) as usize {
            return Err(parsed.wrong(format!(
                "its table has {} marks, but needs {}: {size} for each digit of the first cell",
                table.len(),
                size * size
            )));
        }
        let mut pairwise = Pairwise::new("pairs", context.size, argument);
        let relation = pairwise.relation(|a, b| table[((a - 1) * size + b - 1) as usize] == b'1');
        for pair in cells.windows(2) {
            pairwise.pair(pair[0], pair[1], relation);
        }
        cells.iter().for_each(|cell| pairwise.add_cell(*cell));
        // The table has no picture, so the rule is written below the grid, too.
        if cells.len() > 1 {
            pairwise.decorate(Decoration::Line {
                style: LineStyle::Plain,
                cells: cells.into(),
                label: "".into(),
            });
        }
        pairwise.decorate(Decoration::Note(notation("pairs", argument).into()));
        Ok(vec![RuleEffect::Constraint(Arc::new(pairwise))])
    },
};

fn extremes(
    context: &RuleContext<'_>,
    shape: CellShape,
    argument: Option<&str>,
    holds: impl Fn(u32, u32) -> bool,
) -> Effects {
    let id = shape.name();
    let parsed = Argument::new(id, context.size, argument);
    parsed.without_value()?;
    let cells: BTreeSet<Cell> = parsed.cells()?.into_iter().collect();
    let mut pairwise = Pairwise::new(id, context.size, argument);
    pairwise.decorate_cells(shape, &cells.iter().copied().collect::<Vec<_>>());
    let relation = pairwise.relation(holds);
    for cell in &cells {
        pairwise.add_cell(*cell);
        for (rows, columns) in [(-1, 0), (0, -1), (0, 1), (1, 0)] {
            if let Some(next) = cell.offset(rows, columns, context.size)
                && !cells.contains(&next)
            {
                pairwise.pair(*cell, next, relation);
            }
        }
    }
    Ok(vec![RuleEffect::Constraint(Arc::new(pairwise))])
}

fn restricted(
    context: &RuleContext<'_>,
    shape: CellShape,
    argument: Option<&str>,
    allows: impl Fn(u32) -> bool,
) -> Effects {
    let id = shape.name();
    let parsed = Argument::new(id, context.size, argument);
    parsed.without_value()?;
    let mut pairwise = Pairwise::new(id, context.size, argument);
    let cells = parsed.cells()?;
    pairwise.decorate_cells(shape, &cells);
    for cell in cells {
        pairwise.restrict(cell, &allows);
    }
    Ok(vec![RuleEffect::Constraint(Arc::new(pairwise))])
}
