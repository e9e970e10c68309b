//! [`PhotoError`]: the reason why no puzzle is found in a picture.

use ndoku_solver::{Budget, StopReason};
use thiserror::Error;

/// The reason why no puzzle is found in a picture.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum PhotoError {
    /// The picture has too few pixels for a grid.
    #[error("the picture is too small ({width}x{height} pixels)")]
    TooSmall {
        /// The number of pixels in a row.
        width: usize,
        /// The number of rows.
        height: usize,
    },
    /// The picture has no light.
    #[error("the picture is too dark")]
    TooDark,
    /// No lattice of lines with 9×9, 8×8, 6×6 or 4×4 cells is found.
    #[error("there is no Sudoku grid in the picture")]
    NoGrid,
    /// A lattice reaches outside the picture or ends at its border, as a part of a grid does.
    #[error("no complete grid was found in the picture")]
    CutOff,
    /// A grid is found, but no printed digits.
    #[error("the grid in the picture has no printed digits that can be read")]
    NoDigits,
    /// A grid is found, but too few printed digits.
    #[error("a {size}x{size} grid was found, but only {} in it can be read", digits(*count))]
    FewDigits {
        /// The number of cells in a row.
        size: usize,
        /// The number of clear digits, at least 1.
        count: usize,
    },
    /// A grid that is smaller than 9×9 is found, but its puzzle has not exactly one solution.
    #[error("a {size}x{size} grid was found, but its digits do not give exactly one solution")]
    NotUnique {
        /// The number of cells in a row: 4, 6 or 8.
        size: usize,
    },
    /// A grid with more cells in a row than are read.
    #[error("the grid in the picture has {}, too many to be read", cells(*size))]
    TooManyCells {
        /// The number of cells in a row, if it is known.
        size: Option<usize>,
    },
    /// Several grids are found, but their cells have too few pixels.
    #[error("the picture has at least {count} grids that are too small to be read")]
    GridsTooSmall {
        /// The number of grids that were found, at least 3.
        count: usize,
    },
    /// The lines of a grid are found, but its cells hold no puzzle.
    #[error("a grid of {size}x{size} cells was found, but no puzzle can be read in it")]
    NoPuzzle {
        /// The number of cells in a row.
        size: usize,
    },
    /// The budget was used up.
    #[error("the picture was not read: {0}")]
    Stopped(StopReason),
}

/// Returns an error once the budget is used up.
pub(crate) fn check(budget: &Budget<'_>) -> Result<(), PhotoError> {
    budget
        .poll()
        .map_or(Ok(()), |reason| Err(PhotoError::Stopped(reason)))
}

impl PhotoError {
    /// Returns a name of the error for programs. It does not change between versions.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::TooSmall { .. } => "too_small",
            Self::TooDark => "too_dark",
            Self::NoGrid => "no_grid",
            Self::CutOff => "cut_off",
            Self::NoDigits => "no_digits",
            Self::FewDigits { .. } => "few_digits",
            Self::NotUnique { .. } => "not_unique",
            Self::TooManyCells { .. } => "too_many_cells",
            Self::GridsTooSmall { .. } => "grids_too_small",
            Self::NoPuzzle { .. } => "no_puzzle",
            Self::Stopped(_) => "stopped",
        }
    }

    /// Returns how to take a better photograph.
    #[must_use]
    pub const fn hint(&self) -> &'static str {
        match self {
            Self::TooSmall { .. } => "use a picture with more pixels",
            Self::TooDark => "take it again with more light",
            Self::CutOff => {
                "take it again with the whole grid in the picture, and a little paper around it"
            }
            Self::NoGrid | Self::NoDigits => {
                "photograph a printed grid from above, so that it fills most of the picture; \
                 the sizes 4, 6, 8 and 9 are read"
            }
            Self::FewDigits { .. } => {
                "if there are more, take it again with sharper digits; a puzzle without exactly \
                 one solution needs at least 12 digits"
            }
            Self::NotUnique { .. } => {
                "grids smaller than 9x9 are read only with exactly one solution; if all clues are \
                 there, take it again with sharper digits"
            }
            Self::TooManyCells { .. } => {
                "the sizes 4, 6, 8 and 9 are read; type a larger puzzle as text"
            }
            Self::GridsTooSmall { .. } => {
                "photograph one of them, or cut it out of a larger picture"
            }
            Self::NoPuzzle { .. } => {
                "each cell may hold one printed digit; the sizes 4, 6, 8 and 9 are read, and those \
                 below 9 only with exactly one solution"
            }
            Self::Stopped(_) => "allow more time, or make the picture smaller",
        }
    }
}

/// Returns a number of digits in words, such as `5 digits`.
fn digits(count: usize) -> String {
    format!("{count} digit{}", if count == 1 { "" } else { "s" })
}

/// Returns the number of cells of a grid that is larger than 9×9 in words.
fn cells(size: Option<usize>) -> String {
    size.map_or_else(
        || "more than 9x9 cells".to_owned(),
        |size| format!("{size}x{size} cells"),
    )
}
