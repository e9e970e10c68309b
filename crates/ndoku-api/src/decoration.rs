//! `Decoration`: the picture of a rule in a response, for programs that draw the grid themselves.

use ndoku::{Cell, Digit, OutsideClue, Symbols};
use serde::Serialize;

use crate::puzzle_input::cell_indices;

/// The kind of a picture.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum DecorationKind {
    /// A background of the cells, with the text in each of them. Other areas touch or overlap it.
    Shade,
    /// A shape in each of the cells.
    Cells,
    /// A line through the cells.
    Line,
    /// The circle of an arrow, around all cells.
    Pill,
    /// A dashed outline around the cells, with the text in the first one.
    Cage,
    /// A dot on the border of two cells.
    Dot,
    /// The text on the border of two cells.
    Border,
    /// A sign that the first cell is greater than the second.
    Inequality,
    /// The text in a circle on the common corner of four cells.
    Vertex,
    /// The text beside the grid, next to the cell.
    Outside,
    /// The text below the grid.
    Note,
}

/// A picture of a rule. Diagonals, and extra houses that are apart, are only among the houses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Decoration {
    /// The kind.
    pub kind: DecorationKind,
    /// The name of the rule: `thermo`, `odd`, `sandwich`. Empty for notes and shades.
    pub rule: &'static str,
    /// The cells.
    pub cells: Vec<usize>,
    /// The text, or the number of the rule. May be empty.
    pub text: String,
    /// The change of row and column from a clue beside the grid to the cell, and on from there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub direction: Option<[i8; 2]>,
}

impl Decoration {
    /// Returns the decorations of a layout.
    pub(crate) fn of_layout(layout: &ndoku::Layout, symbols: &Symbols) -> Vec<Self> {
        let convert = |decoration| Self::new(decoration, layout, symbols);
        layout.decorations().iter().filter_map(convert).collect()
    }

    fn new(
        decoration: &ndoku::Decoration,
        layout: &ndoku::Layout,
        symbols: &Symbols,
    ) -> Option<Self> {
        use ndoku::Decoration as Picture;
        let square;
        let (kind, cells, text): (_, &[Cell], String) = match decoration {
            Picture::Diagonal(_) => return None,
            Picture::Shade { label, .. } if label.is_empty() => return None,
            Picture::Shade { cells, label, .. } => {
                (DecorationKind::Shade, cells, label.to_string())
            }
            Picture::Cells { cells, label, .. } => {
                (DecorationKind::Cells, cells, label.to_string())
            }
            Picture::Line { cells, label, .. } => (DecorationKind::Line, cells, label.to_string()),
            Picture::Pill(cells) => (DecorationKind::Pill, cells, String::new()),
            Picture::Cage { cells, label } => (DecorationKind::Cage, cells, label.to_string()),
            Picture::Dot { between, label, .. } => {
                (DecorationKind::Dot, between, label.to_string())
            }
            Picture::BorderText { between, text } => {
                (DecorationKind::Border, between, text.to_string())
            }
            Picture::Inequality { greater, less } => {
                square = vec![*greater, *less];
                (DecorationKind::Inequality, &square, String::new())
            }
            Picture::Vertex { cell, digits } => {
                square = [(0, 0), (0, 1), (1, 0), (1, 1)]
                    .into_iter()
                    .filter_map(|(rows, columns)| cell.offset(rows, columns, layout.size()))
                    .collect();
                let digits = digits.iter().map(|digit| symbols.symbol(*digit));
                let text = digits.collect::<Vec<_>>().join(" ");
                (DecorationKind::Vertex, &square, text)
            }
            Picture::Outside {
                clue, cell, value, ..
            } => {
                // The clue of a numbered room is a digit, the others are numbers.
                let digit = u8::try_from(*value).ok().and_then(Digit::new);
                let text = match (clue, digit) {
                    (OutsideClue::NumberedRoom, Some(digit)) => symbols.symbol(digit).to_owned(),
                    _ => value.to_string(),
                };
                (DecorationKind::Outside, std::slice::from_ref(cell), text)
            }
            Picture::Note(text) => (DecorationKind::Note, &[], text.to_string()),
        };
        let direction = match decoration {
            Picture::Outside { direction, .. } => Some(*direction),
            _ => None,
        };
        Some(Self {
            kind,
            rule: decoration.rule().unwrap_or_default(),
            cells: cell_indices(layout, cells),
            text,
            direction,
        })
    }
}
