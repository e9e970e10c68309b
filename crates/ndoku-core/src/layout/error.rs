//! The error of an invalid layout: one sentence each, and a hint where one helps.

use crate::{Cell, constraint};

/// The reason why a layout cannot be built.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LayoutError {
    /// The size is 0 or above 255.
    #[error("a grid of size {size} is not supported: sizes go from 1 to 255")]
    Size {
        /// The requested size.
        size: usize,
    },
    /// Boxes of this shape do not hold N cells.
    #[error("boxes {width} wide and {height} high have {} cells, but this grid needs {size}", u32::from(*width) * u32::from(*height))]
    BoxShape {
        /// Columns of a box.
        width: u8,
        /// Rows of a box.
        height: u8,
        /// Size of the layout.
        size: u8,
    },
    /// The map of regions does not have N² cells.
    #[error("the map of regions has {found} cells, but a grid of size {size} has {}", usize::from(*size) * usize::from(*size))]
    RegionMap {
        /// Cells of the map.
        found: usize,
        /// Size of the layout.
        size: u8,
    },
    /// A region does not have N cells.
    #[error("region {region} has {found} cell{}, but each region of this grid needs {size}", if *found == 1 { "" } else { "s" })]
    RegionSize {
        /// The region's name in the map, or its number from 1.
        region: String,
        /// The number of its cells.
        found: usize,
        /// Size of the layout.
        size: u8,
    },
    /// An extra house names a cell that is not in the grid.
    #[error("{house} names {cell}, which is not in a grid of size {size}")]
    HouseCell {
        /// Name of the house.
        house: String,
        /// The cell.
        cell: Cell,
        /// Size of the layout.
        size: u8,
    },
    /// An extra house names a cell twice.
    #[error("{house} names {cell} twice")]
    HouseRepeats {
        /// Name of the house.
        house: String,
        /// The cell.
        cell: Cell,
    },
    /// An extra house has no cell, or more cells than there are digits.
    #[error("{house} has {found} cells; a house of this grid has 1 to {size}")]
    HouseSize {
        /// Name of the house.
        house: String,
        /// The number of its cells.
        found: usize,
        /// Size of the layout.
        size: u8,
    },
    /// A constraint names a cell that is not in the grid.
    #[error("the constraint {constraint} names {cell}, which is not in a grid of size {size}")]
    ConstraintCell {
        /// Identifier of the constraint.
        constraint: &'static str,
        /// The cell.
        cell: Cell,
        /// Size of the layout.
        size: u8,
    },
    /// The layout has more houses than the limit.
    #[error("the layout has too many houses ({found}); at most 65,535 are supported")]
    TooManyHouses {
        /// The requested number of houses.
        found: usize,
    },
    /// No rule has this name.
    #[error("unknown rule `{name}`")]
    UnknownRule {
        /// The given name.
        name: String,
        /// The closest known name, if one is close.
        suggestion: Option<&'static str>,
    },
    /// A rule's argument is missing, superfluous or unreadable.
    #[error("rule `{rule}`: {problem}")]
    RuleArgument {
        /// The rule.
        rule: &'static str,
        /// The problem with the argument.
        problem: String,
    },
    /// The rule is not defined for this size or these boxes.
    #[error("rule `{rule}` does not fit this grid: {reason}")]
    RuleDoesNotFit {
        /// The rule.
        rule: &'static str,
        /// The requirement of the rule.
        reason: String,
    },
}

impl LayoutError {
    /// Returns a sentence that tells the user how to fix the error.
    #[must_use]
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::BoxShape { size, .. } => {
                let pairs = (1..=*size)
                    .filter(|width| size % width == 0)
                    .map(|width| format!("{width}x{}", size / width));
                Some(format!(
                    "boxes are given as WIDTHxHEIGHT; those that fit are {}",
                    pairs.collect::<Vec<_>>().join(", ")
                ))
            }
            Self::RegionSize { size, .. } => Some(format!(
                "a jigsaw of size {size} has {size} regions of {size} cells each"
            )),
            Self::UnknownRule {
                suggestion: Some(suggestion),
                ..
            } => Some(format!("did you mean `{suggestion}`?")),
            Self::UnknownRule {
                suggestion: None, ..
            } => Some("`ndoku help rules` lists them all".to_owned()),
            Self::RuleArgument { rule, .. } => {
                let argument = constraint::find(rule).ok()?.argument?;
                Some(format!("the rule {rule} takes {argument}"))
            }
            _ => None,
        }
    }
}
