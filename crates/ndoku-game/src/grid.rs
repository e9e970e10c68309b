//! `Grid`: what the player has put into every cell: a digit, corner marks, centre marks, colours, and candidates that are ruled out.
//!
//! ```text
//! ┌─────┐   1 2: corner marks, which say of a house where a digit can go
//! │1 2 a│   a: a colour, which every screen shows with its letter too
//! │ 457 │   4 5 7: centre marks, which say what the cell can be
//! └─────┘
//! ```

use ndoku::{Digit, DigitSet};

/// One of nine colours, 1 to 9.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Colour(u8);

impl Colour {
    /// How many there are.
    pub const COUNT: u8 = 9;

    /// The colour with this number, 1 to 9; there are no others.
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

    /// The letter that stands beside it, `a` to `i`: nothing is told by colour alone.
    #[must_use]
    pub const fn letter(self) -> char {
        (b'a' + self.0 - 1) as char
    }

    /// All of them.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..Self::COUNT).map(|index| Self(index + 1))
    }
}

/// The colours of a cell: none, one or several.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Colours(u16);

impl Colours {
    /// Adds a colour.
    pub fn insert(&mut self, colour: Colour) {
        self.0 |= 1 << colour.0;
    }

    /// Takes a colour away.
    pub fn remove(&mut self, colour: Colour) {
        self.0 &= !(1 << colour.0);
    }

    /// Whether the colour is among them.
    #[must_use]
    pub const fn contains(self, colour: Colour) -> bool {
        self.0 >> colour.0 & 1 != 0
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The colours in order.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Colour> + Clone {
        Colour::all().filter(move |colour| self.contains(*colour))
    }
}

impl FromIterator<Colour> for Colours {
    fn from_iter<I: IntoIterator<Item = Colour>>(colours: I) -> Self {
        let mut all = Self::default();
        colours.into_iter().for_each(|colour| all.insert(colour));
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
    /// Marks in the centre.
    pub centre: DigitSet,
    /// Candidates that are ruled out by reasoning, or by a hint that was applied: what follows from digits is not among them.
    pub removed: DigitSet,
    /// Colours.
    pub colours: Colours,
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
    pub(crate) fn put(&mut self, index: usize, state: CellState) {
        if let Some(cell) = self.0.get_mut(index) {
            *cell = state;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_a_set() {
        let pick = |numbers: &[u8]| -> Colours {
            numbers
                .iter()
                .filter_map(|number| Colour::new(*number))
                .collect()
        };
        let mut colours = pick(&[9, 1, 4, 0, 10]);
        assert_eq!(
            colours.iter().map(Colour::letter).collect::<String>(),
            "adi"
        );
        colours.remove(Colour::new(4).unwrap());
        assert_eq!(colours, pick(&[1, 9]));
        assert!(!colours.is_empty() && Colours::default().is_empty());
    }
}
