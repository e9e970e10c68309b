//! `PlayerGrid`: the entries of the player in every cell: a digit, corner marks, center marks,
//! colors and removed candidates.
//!
//! ```text
//! ┌─────┐   1 2: corner marks: cells of a house where a digit is possible
//! │1 2 a│   a: a color, which every interface also shows as a letter
//! │ 457 │   4 5 7: center marks: digits that are possible in the cell
//! └─────┘
//! ```

use ndoku::{Digit, DigitSet};

/// One of nine colors.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellColor(u8);

impl CellColor {
    /// Number of colors.
    pub const COUNT: u8 = 9;

    /// Creates the color with a number from 1 to 9.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number >= 1 && number <= Self::COUNT {
            Some(Self(number))
        } else {
            None
        }
    }

    /// Returns the number, 1 to 9.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns the letter for the color, `a` to `i`. Interfaces show it so that no information
    /// depends on color.
    #[must_use]
    pub const fn letter(self) -> char {
        (b'a' + self.0 - 1) as char
    }

    /// Returns all colors.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..Self::COUNT).map(|index| Self(index + 1))
    }
}

/// A set of colors.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ColorSet(u16);

impl ColorSet {
    /// Adds a color.
    pub fn insert(&mut self, color: CellColor) {
        self.0 |= 1 << color.0;
    }

    /// Removes a color.
    pub fn remove(&mut self, color: CellColor) {
        self.0 &= !(1 << color.0);
    }

    /// Returns `true` if the set contains a color.
    #[must_use]
    pub const fn contains(self, color: CellColor) -> bool {
        self.0 >> color.0 & 1 != 0
    }

    /// Returns `true` if the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the colors in order.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = CellColor> + Clone {
        CellColor::all().filter(move |color| self.contains(*color))
    }
}

impl FromIterator<CellColor> for ColorSet {
    fn from_iter<I: IntoIterator<Item = CellColor>>(colors: I) -> Self {
        let mut all = Self::default();
        colors.into_iter().for_each(|color| all.insert(color));
        all
    }
}

/// The entries of the player in a cell. A digit hides the marks, but does not remove them.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct CellState {
    /// The digit. `None` in clue cells.
    pub digit: Option<Digit>,
    /// Marks in the corners.
    pub corner: DigitSet,
    /// Marks in the center.
    pub center: DigitSet,
    /// Candidates that the player or an applied hint has ruled out. Candidates that digits rule out
    /// are not included.
    pub removed: DigitSet,
    /// Colors.
    pub colors: ColorSet,
}

/// The states of all cells, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerGrid(Box<[CellState]>);

impl PlayerGrid {
    /// Creates a grid of open cells.
    #[must_use]
    pub fn empty(cells: usize) -> Self {
        Self(vec![CellState::default(); cells].into())
    }

    /// Returns the cells, row by row.
    #[must_use]
    pub fn cells(&self) -> &[CellState] {
        &self.0
    }

    /// Returns the cell at an index, or an empty one outside the grid.
    #[must_use]
    pub fn get(&self, index: usize) -> CellState {
        self.0.get(index).copied().unwrap_or_default()
    }

    /// Sets the state of a cell. Has no effect outside the grid.
    pub(crate) fn set(&mut self, index: usize, state: CellState) {
        if let Some(cell) = self.0.get_mut(index) {
            *cell = state;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_are_a_set() {
        let pick = |numbers: &[u8]| -> ColorSet {
            numbers
                .iter()
                .filter_map(|number| CellColor::new(*number))
                .collect()
        };
        let mut colors = pick(&[9, 1, 4, 0, 10]);
        assert_eq!(
            colors.iter().map(CellColor::letter).collect::<String>(),
            "adi"
        );
        colors.remove(CellColor::new(4).unwrap());
        assert_eq!(colors, pick(&[1, 9]));
        assert!(!colors.is_empty() && ColorSet::default().is_empty());
    }
}
