//! The rules that only add houses: diagonals, windows, disjoint groups, well-known sets of nine
//! cells, color regions and any set of cells.
//!
//! ```text
//! windoku            disjoint groups    center dot         asterisk           girandola
//! . . . . . . . . .  a b c a b c a b c  . . . . . . . . .  . . . . . . . . .  x . . . . . . . x
//! . x x x . y y y .  d e f d e f d e f  . x . . x . . x .  . . . . x . . . .  . . . . x . . . .
//! . x x x . y y y .  g h i g h i g h i  . . . . . . . . .  . . x . . . x . .  . . . . . . . . .
//! . x x x . y y y .  a b c a b c a b c  . . . . . . . . .  . . . . . . . . .  . . . . . . . . .
//! . . . . . . . . .  d e f …            . x . . x . . x .  . x . . x . . x .  . x . . x . . x .
//! . z z z . w w w .                     …                  …                  …
//! ```

use std::collections::BTreeMap;

use super::{Rule, RuleEffect};
use crate::layout::{Boxes, LayoutError};
use crate::{Cell, Diagonal};

pub(super) const X: Rule = Rule {
    id: "x",
    aliases: &["diagonals", "x-sudoku", "diagonal"],
    summary: "Both long diagonals hold every digit (X-Sudoku).",
    argument: None,
    apply: |_, _| {
        Ok(vec![
            RuleEffect::Diagonal(Diagonal::Main),
            RuleEffect::Diagonal(Diagonal::Anti),
        ])
    },
};

pub(super) const DIAGONAL_MAIN: Rule = Rule {
    id: "diagonal-main",
    aliases: &["main-diagonal", "diagonal-ul-lr"],
    summary: "The diagonal from the upper left to the lower right holds every digit.",
    argument: None,
    apply: |_, _| Ok(vec![RuleEffect::Diagonal(Diagonal::Main)]),
};

pub(super) const DIAGONAL_ANTI: Rule = Rule {
    id: "diagonal-anti",
    aliases: &["anti-diagonal", "diagonal-ll-ur"],
    summary: "The diagonal from the upper right to the lower left holds every digit.",
    argument: None,
    apply: |_, _| Ok(vec![RuleEffect::Diagonal(Diagonal::Anti)]),
};

pub(super) const WINDOKU: Rule = Rule {
    id: "windoku",
    aliases: &["windows", "hyper", "hyper-sudoku", "nrc"],
    summary: "Extra boxes, one cell from the edge and one cell apart, hold every digit.",
    argument: None,
    apply: |context, _| windoku(context.size, context.boxes),
};

pub(super) const DISJOINT_GROUPS: Rule = Rule {
    id: "disjoint-groups",
    aliases: &["disjoint-sets", "disjointgroups", "disjoint"],
    summary: "The cells at the same place in each box hold every digit.",
    argument: None,
    apply: |context, _| disjoint_groups(context.size, context.boxes),
};

pub(super) const CENTER_DOT: Rule = Rule {
    id: "center-dot",
    aliases: &["centre-dot"],
    summary: "The middle cells of the boxes hold every digit.",
    argument: None,
    apply: |context, _| center_dot(context.size, context.boxes),
};

pub(super) const ASTERISK: Rule = Rule {
    id: "asterisk",
    aliases: &[],
    summary: "Nine cells in the shape of an asterisk hold every digit (9×9).",
    argument: None,
    apply: |context, _| {
        nine_cell_house(
            "asterisk",
            context.size,
            &[
                (1, 4),
                (2, 2),
                (2, 6),
                (4, 1),
                (4, 4),
                (4, 7),
                (6, 2),
                (6, 6),
                (7, 4),
            ],
        )
    },
};

pub(super) const GIRANDOLA: Rule = Rule {
    id: "girandola",
    aliases: &[],
    summary: "The corners, the center and, on each side, the cell one step in from the middle hold \
        every digit (9×9).",
    argument: None,
    apply: |context, _| {
        nine_cell_house(
            "girandola",
            context.size,
            &[
                (0, 0),
                (0, 8),
                (1, 4),
                (4, 1),
                (4, 4),
                (4, 7),
                (7, 4),
                (8, 0),
                (8, 8),
            ],
        )
    },
};

pub(super) const COLORS: Rule = Rule {
    id: "colors",
    aliases: &["colours"],
    summary: "Cells of one color hold no digit twice; N cells of one color hold every digit.",
    argument: Some("MAP (one character for each cell row by row; `.` is no color)"),
    apply: |context, argument| colors(context.size, argument),
};

pub(super) const HOUSE: Rule = Rule {
    id: "house",
    aliases: &["extra-house", "extra-region"],
    summary: "These cells hold no digit twice; N cells hold every digit.",
    argument: Some("CELLS (such as r1c1,r2c2,r3c3, or NAME:r1c1,…)"),
    apply: |_, argument| house(argument),
};

fn windoku(size: u8, boxes: &Boxes) -> Result<Vec<RuleEffect>, LayoutError> {
    let misfit = || LayoutError::RuleDoesNotFit {
        rule: WINDOKU.id,
        reason: "it needs square boxes, such as 3×3".to_owned(),
    };
    let Boxes::Rectangles {
        width: side,
        height,
    } = *boxes
    else {
        return Err(misfit());
    };
    if side != height || side < 2 {
        return Err(misfit());
    }
    let starts = || (0..side - 1).map(move |k| 1 + k * (side + 1));
    let windows = starts().flat_map(|top| starts().map(move |left| (top, left)));
    Ok(windows
        .enumerate()
        .map(|(number, (top, left))| RuleEffect::House {
            name: format!("window {}", number + 1),
            cells: (0..size)
                .map(|k| Cell::new(top + k / side, left + k % side))
                .collect(),
        })
        .collect())
}

fn disjoint_groups(size: u8, boxes: &Boxes) -> Result<Vec<RuleEffect>, LayoutError> {
    let Boxes::Rectangles { width, height } = *boxes else {
        return Err(LayoutError::RuleDoesNotFit {
            rule: DISJOINT_GROUPS.id,
            reason: "it needs rectangular boxes".to_owned(),
        });
    };
    let corners = || {
        (0..size / height).flat_map(move |down| {
            (0..size / width).map(move |across| (down * height, across * width))
        })
    };
    Ok((0..size)
        .map(|place| RuleEffect::House {
            name: format!("disjoint group {}", u16::from(place) + 1),
            cells: corners()
                .map(|(top, left)| Cell::new(top + place / width, left + place % width))
                .collect(),
        })
        .collect())
}

fn center_dot(size: u8, boxes: &Boxes) -> Result<Vec<RuleEffect>, LayoutError> {
    match *boxes {
        Boxes::Rectangles { width, height } if width % 2 == 1 && height % 2 == 1 => {
            let rows = (0..size / height).map(|down| down * height + height / 2);
            let cells = rows.flat_map(|row| {
                (0..size / width).map(move |across| Cell::new(row, across * width + width / 2))
            });
            Ok(vec![RuleEffect::House {
                name: CENTER_DOT.id.to_owned(),
                cells: cells.collect(),
            }])
        }
        _ => Err(LayoutError::RuleDoesNotFit {
            rule: CENTER_DOT.id,
            reason: "its boxes need an odd width and height".to_owned(),
        }),
    }
}

fn nine_cell_house(
    rule: &'static str,
    size: u8,
    cells: &[(u8, u8); 9],
) -> Result<Vec<RuleEffect>, LayoutError> {
    if size != 9 {
        return Err(LayoutError::RuleDoesNotFit {
            rule,
            reason: "it is for 9×9 only".to_owned(),
        });
    }
    let cells = cells
        .iter()
        .map(|(row, column)| Cell::new(*row, *column))
        .collect();
    Ok(vec![RuleEffect::House {
        name: rule.to_owned(),
        cells,
    }])
}

fn colors(size: u8, argument: Option<&str>) -> Result<Vec<RuleEffect>, LayoutError> {
    let wrong = |problem| LayoutError::RuleArgument {
        rule: COLORS.id,
        problem,
    };
    let map: Vec<char> = argument
        .unwrap_or_default()
        .chars()
        .filter(|mark| !mark.is_whitespace())
        .collect();
    let wanted = usize::from(size) * usize::from(size);
    if map.len() != wanted {
        return Err(wrong(format!(
            "the map has {} marks, but a grid of size {size} has {wanted} cells",
            map.len()
        )));
    }
    // Cells by mark. One pass suffices, since a map of a large grid may have thousands of marks.
    let mut cells: BTreeMap<char, Vec<Cell>> = BTreeMap::new();
    for (index, mark) in map.into_iter().enumerate().filter(|(_, mark)| *mark != '.') {
        cells
            .entry(mark)
            .or_default()
            .push(Cell::from_index(index, size));
    }
    Ok(cells
        .into_iter()
        .map(|(mark, cells)| RuleEffect::House {
            name: format!("color {mark}"),
            cells,
        })
        .collect())
}

fn house(argument: Option<&str>) -> Result<Vec<RuleEffect>, LayoutError> {
    let text = argument.unwrap_or_default();
    let (name, list) = text.rsplit_once(':').unwrap_or(("", text));
    let cells = list
        .split([',', ' '])
        .filter(|cell| !cell.is_empty())
        .map(str::parse);
    let cells: Vec<Cell> = cells
        .collect::<Result<_, crate::ParseCellError>>()
        .map_err(|error| LayoutError::RuleArgument {
            rule: HOUSE.id,
            problem: error.to_string(),
        })?;
    if cells.is_empty() {
        return Err(LayoutError::RuleArgument {
            rule: HOUSE.id,
            problem: "it names no cell".to_owned(),
        });
    }
    Ok(vec![RuleEffect::House {
        name: name.trim().to_owned(),
        cells,
    }])
}
