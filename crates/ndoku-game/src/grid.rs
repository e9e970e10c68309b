//! `Grid`: what the player has put into every cell: a digit, corner marks, center marks, colors, and candidates that are ruled out.
//!
//! ```text
//! ┌─────┐   1 2: corner marks, which say of a house where a digit can go
//! │1 2 a│   a: a color, which every screen shows with its letter too
//! │ 457 │   4 5 7: center marks, which say what the cell can be
//! └─────┘
//! ```

use ndoku::{Digit, DigitSet};

/// One of nine colors, 1 to 9.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellColor(u8);

impl CellColor {
    /// How many there are.
    pub const COUNT: u8 = 9;

    /// The color with this number, 1 to 9; there are no others.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number >= 1 && number <= Self::COUNT {
            Some(Self(number))
        } else {
            None
        }
    }

    /// Its number, 1 to 9.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The letter that stands beside it, `a` to `i`: nothing is told by color alone.
    #[must_use]
    pub const fn letter(self) -> char {
        (b'a' + self.0 - 1) as char
    }

    /// All of them.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..Self::COUNT).map(|index| Self(index + 1))
    }
}

/// The colors of a cell: none, one or several.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ColorSet(u16);

impl ColorSet {
    /// Adds a color.
    pub fn insert(&mut self, color: CellColor) {
        self.0 |= 1 << color.0;
    }

    /// Takes a color away.
    pub fn remove(&mut self, color: CellColor) {
        self.0 &= !(1 << color.0);
    }

    /// Whether the color is among them.
    #[must_use]
    pub const fn contains(self, color: CellColor) -> bool {
        self.0 >> color.0 & 1 != 0
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The colors in order.
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

/// What the player has put into a cell. Marks stay where they are under a digit, and are seen again when it goes.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct CellState {
    /// The digit; none in the cells of clues.
    pub digit: Option<Digit>,
    /// Marks in the corners.
    pub corner: DigitSet,
    /// Marks in the center.
    pub center: DigitSet,
    /// Candidates that are ruled out by reasoning, or by a hint that was applied: what follows from digits is not among them.
    pub removed: DigitSet,
    /// ColorSet.
    pub colors: ColorSet,
}

/// Every cell, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid(Box<[CellState]>);

impl Grid {
    /// So many empty cells.
    #[must_use]
    pub fn empty(cells: usize) -> Self {
        Self(vec![CellState::default(); cells].into())
    }

    /// The cells, row by row.
    #[must_use]
    pub fn cells(&self) -> &[CellState] {
        &self.0
    }

    /// A cell by its number; an empty one beyond the grid.
    #[must_use]
    pub fn get(&self, index: usize) -> CellState {
        self.0.get(index).copied().unwrap_or_default()
    }

    /// Puts something into a cell; nothing happens beyond the grid.
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
