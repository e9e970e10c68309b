//! `Symmetry`: symmetries of the pattern of clues of an N×N grid under rotation and reflection.
//!
//! ```text
//!   none      rotational  quarter   horizontal  vertical
//!   a . . .   a . . .     a . . a   a . . .     a . . a
//!   . . . .   . . . .     . . . .   . . . .     . . . .
//!   . . . .   . . . .     . . . .   . . . .     . . . .
//!   . . . .   . . . a     a . . a   a . . .     . . . .
//!
//!   both-mirrors  diagonal  anti-diagonal  both-diagonals  full
//!   a . . a       . a . .   . a . .        . a . .         . a a .
//!   . . . .       a . . .   . . . .        a . . .         a . . a
//!   . . . .       . . . .   . . . a        . . . a         a . . a
//!   a . . a       . . . .   . . . .        . . a .         . a a .
//! ```
//!
//! The cells that a symmetry maps to each other form an *orbit*. A puzzle has the symmetry if each
//! orbit has clues in all of its cells or in none. The kinds are the subgroups of the eight
//! symmetries of the square, up to rotation of the grid.

use std::fmt;
use std::str::FromStr;

/// A symmetry of the pattern of clues.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Symmetry {
    /// No symmetry: each cell is its own orbit.
    #[default]
    None,
    /// Rotation by 180 degrees.
    Rotational,
    /// Rotation by 90 degrees, and so by 180 and 270.
    Quarter,
    /// Reflection in the horizontal axis, which exchanges the first and the last row.
    Horizontal,
    /// Reflection in the vertical axis, which exchanges the first and the last column.
    Vertical,
    /// Both reflections in the axes, and so rotation by 180 degrees.
    BothMirrors,
    /// Reflection in the main diagonal, which goes from the upper left to the lower right.
    Diagonal,
    /// Reflection in the anti-diagonal.
    AntiDiagonal,
    /// Both reflections in the diagonals, and so rotation by 180 degrees.
    BothDiagonals,
    /// All eight symmetries of the square.
    Full,
}

/// A symmetry of the square as bits. It transposes first, then reverses the rows, then the columns.
type SquareSymmetry = u8;

const TRANSPOSE: SquareSymmetry = 1;
const REVERSE_ROWS: SquareSymmetry = 2;
const REVERSE_COLUMNS: SquareSymmetry = 4;

/// Returns the image of a cell of a grid of `size` rows and columns.
const fn map_cell(element: SquareSymmetry, cell: usize, size: usize) -> usize {
    let (mut row, mut column) = (cell / size, cell % size);
    if element & TRANSPOSE != 0 {
        (row, column) = (column, row);
    }
    if element & REVERSE_ROWS != 0 {
        row = size - 1 - row;
    }
    if element & REVERSE_COLUMNS != 0 {
        column = size - 1 - column;
    }
    row * size + column
}

impl Symmetry {
    /// All symmetries, ordered by the size of their groups.
    pub const ALL: &'static [Self] = &[
        Self::None,
        Self::Rotational,
        Self::Horizontal,
        Self::Vertical,
        Self::Diagonal,
        Self::AntiDiagonal,
        Self::Quarter,
        Self::BothMirrors,
        Self::BothDiagonals,
        Self::Full,
    ];

    /// Returns the elements of the group, the identity first.
    const fn elements(self) -> &'static [SquareSymmetry] {
        match self {
            Self::None => &[0],
            Self::Rotational => &[0, REVERSE_ROWS | REVERSE_COLUMNS],
            Self::Quarter => &[
                0,
                TRANSPOSE | REVERSE_COLUMNS,
                REVERSE_ROWS | REVERSE_COLUMNS,
                TRANSPOSE | REVERSE_ROWS,
            ],
            Self::Horizontal => &[0, REVERSE_ROWS],
            Self::Vertical => &[0, REVERSE_COLUMNS],
            Self::BothMirrors => &[
                0,
                REVERSE_ROWS,
                REVERSE_COLUMNS,
                REVERSE_ROWS | REVERSE_COLUMNS,
            ],
            Self::Diagonal => &[0, TRANSPOSE],
            Self::AntiDiagonal => &[0, TRANSPOSE | REVERSE_ROWS | REVERSE_COLUMNS],
            Self::BothDiagonals => &[
                0,
                TRANSPOSE,
                TRANSPOSE | REVERSE_ROWS | REVERSE_COLUMNS,
                REVERSE_ROWS | REVERSE_COLUMNS,
            ],
            Self::Full => &[0, 1, 2, 3, 4, 5, 6, 7],
        }
    }

    /// Returns the order of the group, from 1 to 8. An orbit has at most this many cells.
    #[must_use]
    pub const fn order(self) -> usize {
        self.elements().len()
    }

    /// Returns the orbit of a cell in a grid of `size` rows and columns.
    ///
    /// Cells are numbered row by row from 0. The orbit contains the cell itself, and is ascending
    /// and free of duplicates. It is empty if the cell is not in the grid.
    #[must_use]
    pub fn orbit(self, cell: usize, size: usize) -> Vec<usize> {
        if cell >= size * size {
            return Vec::new();
        }
        let map_cell = |element: &SquareSymmetry| map_cell(*element, cell, size);
        let mut cells: Vec<usize> = self.elements().iter().map(map_cell).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// Returns the images of a list of cells under each element of the group, the list itself
    /// first. An image keeps the order of the list. Images can be equal.
    #[must_use]
    pub fn images(self, cells: &[usize], size: usize) -> Vec<Vec<usize>> {
        let image = |element: &SquareSymmetry| {
            let map_cell = |cell: &usize| map_cell(*element, *cell, size);
            cells.iter().map(map_cell).collect()
        };
        self.elements().iter().map(image).collect()
    }

    /// Returns all orbits of a grid of `size` rows and columns, ordered by their first cells. Each
    /// cell is in exactly one orbit.
    #[must_use]
    pub fn orbits(self, size: usize) -> Vec<Vec<usize>> {
        (0..size * size)
            .map(|cell| self.orbit(cell, size))
            .enumerate()
            .filter(|(cell, orbit)| orbit.first() == Some(cell))
            .map(|(_, orbit)| orbit)
            .collect()
    }

    /// Returns `true` if a pattern has this symmetry.
    ///
    /// The pattern says for each cell, row by row, if it has a clue. A pattern whose length is not
    /// a square number only has the symmetry [`None`](Self::None).
    #[must_use]
    pub fn is_symmetry_of(self, pattern: &[bool]) -> bool {
        let size = pattern.len().isqrt();
        if size * size != pattern.len() {
            return self == Self::None;
        }
        (0..pattern.len()).all(|cell| {
            self.orbit(cell, size)
                .iter()
                .all(|other| pattern[*other] == pattern[cell])
        })
    }

    /// Returns the symmetry of a pattern with the largest group. It includes all other symmetries
    /// of the pattern.
    #[must_use]
    pub fn of_pattern(pattern: &[bool]) -> Self {
        Self::ALL
            .iter()
            .rev()
            .copied()
            .find(|symmetry| symmetry.is_symmetry_of(pattern))
            .unwrap_or_default()
    }

    /// Returns the name that commands and answers use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Rotational => "rotational",
            Self::Quarter => "quarter",
            Self::Horizontal => "horizontal",
            Self::Vertical => "vertical",
            Self::BothMirrors => "both-mirrors",
            Self::Diagonal => "diagonal",
            Self::AntiDiagonal => "anti-diagonal",
            Self::BothDiagonals => "both-diagonals",
            Self::Full => "full",
        }
    }

    /// Returns other names that the parser accepts: degrees for the rotations, and shorter
    /// spellings.
    #[must_use]
    pub const fn aliases(self) -> &'static [&'static str] {
        match self {
            Self::Rotational => &["180", "rot180", "rotate180"],
            Self::Quarter => &["90", "rot90", "rotate90"],
            Self::BothMirrors => &["mirrors"],
            Self::AntiDiagonal => &["antidiagonal"],
            Self::BothDiagonals => &["diagonals"],
            Self::None | Self::Horizontal | Self::Vertical | Self::Diagonal | Self::Full => &[],
        }
    }
}

impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// No symmetry has this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", ndoku_core::unknown_name("symmetry", .0, Symmetry::ALL.iter().map(|symmetry| symmetry.name()), None))]
pub struct UnknownSymmetryError(String);

impl FromStr for Symmetry {
    type Err = UnknownSymmetryError;

    /// Reads a [`name`](Self::name) or one of the [`aliases`](Self::aliases), in any case.
    fn from_str(name: &str) -> Result<Self, UnknownSymmetryError> {
        let is = |known: &str| known.eq_ignore_ascii_case(name);
        let known = |symmetry: &Self| {
            is(symmetry.name()) || symmetry.aliases().iter().any(|alias| is(alias))
        };
        Self::ALL
            .iter()
            .copied()
            .find(known)
            .ok_or_else(|| UnknownSymmetryError(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orbits_match_the_pictures() {
        let first = |symmetry: Symmetry, cell| symmetry.orbit(cell, 4);
        assert_eq!(first(Symmetry::None, 0), [0]);
        assert_eq!(first(Symmetry::Rotational, 0), [0, 15]);
        assert_eq!(first(Symmetry::Quarter, 0), [0, 3, 12, 15]);
        assert_eq!(first(Symmetry::Quarter, 1), [1, 7, 8, 14]);
        assert_eq!(first(Symmetry::Horizontal, 0), [0, 12]);
        assert_eq!(first(Symmetry::Vertical, 0), [0, 3]);
        assert_eq!(first(Symmetry::BothMirrors, 0), [0, 3, 12, 15]);
        assert_eq!(first(Symmetry::BothMirrors, 1), [1, 2, 13, 14]);
        assert_eq!(first(Symmetry::Diagonal, 1), [1, 4]);
        assert_eq!(first(Symmetry::AntiDiagonal, 1), [1, 11]);
        assert_eq!(first(Symmetry::BothDiagonals, 1), [1, 4, 11, 14]);
        assert_eq!(first(Symmetry::Full, 1), [1, 2, 4, 7, 8, 11, 13, 14]);
        assert_eq!(first(Symmetry::Full, 16), Vec::<usize>::new());
    }

    #[test]
    fn images_keep_the_order_and_form_orbits() {
        assert_eq!(Symmetry::Vertical.images(&[0, 1], 4), [[0, 1], [3, 2]]);
        assert_eq!(
            Symmetry::Quarter.images(&[1, 2], 4),
            [[1, 2], [7, 11], [14, 13], [8, 4]]
        );
        for symmetry in Symmetry::ALL {
            for cell in 0..25 {
                let mut cells: Vec<usize> = symmetry.images(&[cell], 5).concat();
                assert_eq!((cells.len(), cells[0]), (symmetry.order(), cell));
                cells.sort_unstable();
                cells.dedup();
                assert_eq!(cells, symmetry.orbit(cell, 5), "{symmetry}");
            }
        }
    }

    #[test]
    fn orbits_partition_the_grid() {
        for symmetry in Symmetry::ALL {
            for size in 1..=10 {
                let mut seen = vec![false; size * size];
                for orbit in symmetry.orbits(size) {
                    for cell in &orbit {
                        assert!(
                            !std::mem::replace(&mut seen[*cell], true),
                            "{symmetry}, {size}"
                        );
                        assert_eq!(symmetry.orbit(*cell, size), orbit, "{symmetry}, {size}");
                    }
                    assert_eq!(symmetry.order() % orbit.len(), 0);
                }
                assert!(seen.iter().all(|seen| *seen));
                assert!(
                    symmetry
                        .orbits(size)
                        .iter()
                        .any(|orbit| orbit.len() == symmetry.order())
                        || size < 4
                );
            }
        }
    }

    #[test]
    fn patterns_have_the_symmetry_of_their_orbits() {
        for symmetry in Symmetry::ALL {
            for size in [4, 5, 9] {
                // The orbits of two cells that only elements of the symmetry map to each other.
                let mut pattern = vec![false; size * size];
                for cell in [1, size] {
                    symmetry
                        .orbit(cell + if cell == size { size } else { 0 }, size)
                        .iter()
                        .for_each(|cell| pattern[*cell] = true);
                }
                assert!(symmetry.is_symmetry_of(&pattern), "{symmetry}, {size}");
                assert!(Symmetry::of_pattern(&pattern).order() >= symmetry.order());
                if size > 4 {
                    assert_eq!(Symmetry::of_pattern(&pattern), *symmetry, "{size}");
                }
            }
        }
        assert!(
            Symmetry::None.is_symmetry_of(&[true, false])
                && !Symmetry::Full.is_symmetry_of(&[true, true])
        );
        assert_eq!(Symmetry::of_pattern(&[true; 81]), Symmetry::Full);
    }

    #[test]
    fn names_and_aliases_parse() {
        for symmetry in Symmetry::ALL {
            for name in std::iter::once(&symmetry.name()).chain(symmetry.aliases()) {
                assert_eq!(name.to_uppercase().parse(), Ok(*symmetry), "{name}");
            }
        }
        assert_eq!("mirrors".parse(), Ok(Symmetry::BothMirrors));
        let unknown = |name: &str| name.parse::<Symmetry>().unwrap_err().to_string();
        assert_eq!(
            unknown("rotatonal"),
            "there is no symmetry `rotatonal`; did you mean `rotational`?"
        );
        assert!(
            "round"
                .parse::<Symmetry>()
                .unwrap_err()
                .to_string()
                .contains("both-diagonals")
        );
    }
}
