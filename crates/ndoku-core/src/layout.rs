//! `Layout`: size, houses and constraints of a puzzle, without its clues. Cheap to clone, never changes.
//!
//! ```text
//!   size 6, boxes 3 wide and 2 high      size 4, jigsaw regions       size 5, no boxes (Latin square)
//!   . . . | . . .                        0 0 0 1                      . . . . .
//!   . . . | . . .                        0 2 1 1                      . . . . .
//!   ------+------                        2 2 3 1                      . . . . .
//!   . . . | . . .                        2 3 3 3                      . . . . .
//!   …                                                                 . . . . .
//! ```
//!
//! The houses stand in a fixed order: rows, columns, boxes, main diagonal, anti-diagonal, extra houses as they were added.

mod builder;
mod error;

use std::fmt;
use std::sync::{Arc, OnceLock};

pub use builder::LayoutBuilder;
pub use error::LayoutError;

use crate::constraint::{Constraint, RuleRef};
use crate::{Cell, Diagonal, Digit, House, HouseKind};

/// How the grid is cut into boxes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Boxes {
    /// No boxes: rows and columns only, a Latin square.
    None,
    /// Equal rectangles in rows and columns of boxes; `width` × `height` is the size of the layout.
    Rectangles {
        /// Columns of a box.
        width: u8,
        /// Rows of a box.
        height: u8,
    },
    /// Jigsaw regions: the number of its region, from 0, for every cell row by row. Each region has as many cells as the layout has digits.
    Regions(Arc<[u8]>),
}

impl Boxes {
    /// The boxes of a size by the rule of the field: for N = p·q with p ≥ q as near to each other as can be, boxes are p wide and q high.
    /// N = m² has square boxes; a prime N has boxes N×1, which repeat the rows.
    #[must_use]
    pub fn for_size(size: u8) -> Self {
        let height = (1..=size)
            .take_while(|q| u16::from(*q) * u16::from(*q) <= u16::from(size))
            .filter(|q| size.is_multiple_of(*q))
            .last();
        let height = height.unwrap_or(1);
        Self::Rectangles {
            width: size / height,
            height,
        }
    }

    /// Jigsaw regions from a map: for every cell, row by row, any mark that is the same within a region. Regions are numbered in reading order.
    /// Each must have N cells; they need not hang together.
    ///
    /// # Errors
    /// [`LayoutError::RegionMap`] if there are not N² marks, [`LayoutError::RegionSize`] for the first region without N cells.
    pub fn from_map<T: PartialEq + ToString>(size: u8, map: &[T]) -> Result<Self, LayoutError> {
        if map.len() != usize::from(size) * usize::from(size) {
            return Err(LayoutError::RegionMap {
                found: map.len(),
                size,
            });
        }
        let mut seen: Vec<&T> = Vec::new();
        let mut numbers = Vec::with_capacity(map.len());
        for mark in map {
            let known = seen.iter().position(|other| *other == mark);
            let number = known.unwrap_or_else(|| {
                seen.push(mark);
                seen.len() - 1
            });
            // N + 1 regions cannot all have N cells: one of those seen is named below.
            if seen.len() > usize::from(size) {
                break;
            }
            numbers.push(number as u8);
        }
        for mark in seen {
            let found = map.iter().filter(|other| *other == mark).count();
            if found != usize::from(size) {
                return Err(LayoutError::RegionSize {
                    region: mark.to_string(),
                    found,
                    size,
                });
            }
        }
        Ok(Self::Regions(numbers.into()))
    }

    /// Jigsaw regions as [`from_map`](Self::from_map) reads them: a mark for each cell, row by row; digits and letters as far as they suffice. Nothing for other boxes.
    #[must_use]
    pub fn to_map(&self) -> Option<String> {
        let Self::Regions(map) = self else {
            return None;
        };
        let letters: Option<String> = map
            .iter()
            .map(|region| char::from_digit(u32::from(*region) + 1, 36))
            .collect();
        let beyond = |region: &u8| char::from_u32(0x100 + u32::from(*region)).unwrap_or('?');
        Some(letters.unwrap_or_else(|| map.iter().map(beyond).collect()))
    }

    /// The number of the box of a cell, from 0 (boxes count row by row); `None` in a Latin square.
    #[must_use]
    pub fn number(&self, cell: Cell, size: u8) -> Option<usize> {
        match self {
            Self::None => None,
            Self::Rectangles { width, height } => {
                let across = usize::from(size / width);
                Some(usize::from(cell.row() / height) * across + usize::from(cell.column() / width))
            }
            Self::Regions(regions) => Some(usize::from(regions[cell.index(size)])),
        }
    }
}

/// Size, houses and constraints, without clues. A clone shares the same data.
#[derive(Clone)]
pub struct Layout(Arc<Inner>);

struct Inner {
    size: u8,
    boxes: Boxes,
    houses: Box<[House]>,
    /// For each cell the numbers of its houses, as ranges into one list.
    houses_of: (Box<[u32]>, Box<[u16]>),
    /// Those given as they are, then those that the rules made.
    constraints: Box<[Arc<dyn Constraint>]>,
    /// How many of the constraints were given as they are.
    custom_count: usize,
    rules: Box<[RuleRef]>,
}

impl Layout {
    /// The 9×9 layout with 3×3 boxes; the same object every time.
    #[must_use]
    pub fn classic() -> Self {
        static CLASSIC: OnceLock<Layout> = OnceLock::new();
        CLASSIC
            .get_or_init(|| Self::for_size(9).expect("9 is a size"))
            .clone()
    }

    /// The layout of this size with the boxes of [`Boxes::for_size`].
    ///
    /// # Errors
    /// [`LayoutError::Size`] for 0.
    pub fn for_size(size: u8) -> Result<Self, LayoutError> {
        Self::builder(size).build()
    }

    /// The layout with boxes of this width and height; its size is their product.
    ///
    /// # Errors
    /// [`LayoutError::Size`] if the product is 0 or more than 255.
    pub fn with_boxes(width: u8, height: u8) -> Result<Self, LayoutError> {
        let size = usize::from(width) * usize::from(height);
        let small = u8::try_from(size).map_err(|_| LayoutError::Size { size })?;
        Self::builder(small).boxes(width, height).build()
    }

    /// Begins a layout of this size (1..=255) with the boxes of [`Boxes::for_size`], to be changed from there.
    pub fn builder(size: u8) -> LayoutBuilder {
        LayoutBuilder::new(size)
    }

    /// Begins a layout that has all that this one has.
    pub fn to_builder(&self) -> LayoutBuilder {
        LayoutBuilder::from_layout(self)
    }

    /// N: the number of rows, columns and digits, 1..=255.
    #[must_use]
    pub fn size(&self) -> u8 {
        self.0.size
    }

    /// N².
    #[must_use]
    pub fn cell_count(&self) -> usize {
        usize::from(self.0.size) * usize::from(self.0.size)
    }

    /// How the grid is cut into boxes.
    #[must_use]
    pub fn boxes(&self) -> &Boxes {
        &self.0.boxes
    }

    /// Whether this long diagonal is a house.
    #[must_use]
    pub fn has_diagonal(&self, diagonal: Diagonal) -> bool {
        self.0
            .houses
            .iter()
            .any(|house| house.kind() == HouseKind::Diagonal(diagonal))
    }

    /// All houses: rows, columns, boxes, diagonals, extra houses. Boxes that are one row or column are left out.
    #[must_use]
    pub fn houses(&self) -> &[House] {
        &self.0.houses
    }

    /// The numbers of the houses of a cell, ascending, as indices into [`houses`](Self::houses).
    ///
    /// # Panics
    /// If the cell is not in the grid.
    #[must_use]
    pub fn houses_of(&self, cell: Cell) -> &[u16] {
        let (starts, list) = &self.0.houses_of;
        let index = self.index(cell);
        &list[starts[index] as usize..starts[index + 1] as usize]
    }

    /// What cannot be said by houses.
    #[must_use]
    pub fn constraints(&self) -> &[Arc<dyn Constraint>] {
        &self.0.constraints
    }

    /// The constraints that no rule of [`rules`](Self::rules) made; a file cannot keep them.
    #[must_use]
    pub fn custom_constraints(&self) -> &[Arc<dyn Constraint>] {
        &self.0.constraints[..self.0.custom_count]
    }

    /// The named rules that gave this layout its extra houses and constraints, as they can be written down and applied again.
    /// The diagonals are not among them: see [`has_diagonal`](Self::has_diagonal).
    #[must_use]
    pub fn rules(&self) -> &[RuleRef] {
        &self.0.rules
    }

    /// Whether rows, columns and boxes (of whatever shape) are all there is: no diagonal, extra house or constraint.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        let more =
            |house: &House| matches!(house.kind(), HouseKind::Diagonal(_) | HouseKind::Extra);
        self.0.constraints.is_empty() && !self.0.houses.iter().any(more)
    }

    /// Whether this is the 9×9 layout with 3×3 boxes and nothing else.
    #[must_use]
    pub fn is_classic(&self) -> bool {
        self.0.size == 9
            && self.is_plain()
            && self.0.boxes
                == Boxes::Rectangles {
                    width: 3,
                    height: 3,
                }
    }

    /// Whether this is the 9×9 layout with 3×3 boxes and nothing else but diagonals, none, one or both: see [`has_diagonal`](Self::has_diagonal).
    #[must_use]
    pub fn is_classic_or_x(&self) -> bool {
        let extra = self
            .0
            .houses
            .iter()
            .any(|house| house.kind() == HouseKind::Extra);
        self.0.size == 9
            && self.0.boxes
                == Boxes::Rectangles {
                    width: 3,
                    height: 3,
                }
            && self.0.constraints.is_empty()
            && !extra
    }

    /// All cells, row by row.
    pub fn cells(
        &self,
    ) -> impl DoubleEndedIterator<Item = Cell> + ExactSizeIterator + Clone + use<> {
        let size = self.0.size;
        (0..self.cell_count()).map(move |index| Cell::from_index(index, size))
    }

    /// All digits, 1 to N.
    pub fn digits(
        &self,
    ) -> impl DoubleEndedIterator<Item = Digit> + ExactSizeIterator + Clone + use<> {
        Digit::all(self.0.size)
    }

    /// Whether the cell is in the grid.
    #[must_use]
    pub fn contains(&self, cell: Cell) -> bool {
        cell.row() < self.0.size && cell.column() < self.0.size
    }

    /// The number of a cell, from 0 row by row.
    #[must_use]
    pub fn index(&self, cell: Cell) -> usize {
        cell.index(self.0.size)
    }

    /// The cell with this number, from 0 row by row.
    #[must_use]
    pub fn cell(&self, index: usize) -> Cell {
        Cell::from_index(index, self.0.size)
    }

    /// The number of the box (or region) of a cell, from 0; `None` in a Latin square.
    #[must_use]
    pub fn box_number(&self, cell: Cell) -> Option<usize> {
        self.0.boxes.number(cell, self.0.size)
    }

    /// Whether two different cells share a house.
    #[must_use]
    pub fn sees(&self, a: Cell, b: Cell) -> bool {
        let others = self.houses_of(b);
        a != b && self.houses_of(a).iter().any(|house| others.contains(house))
    }

    /// The cells that share a house with this one, in reading order.
    ///
    /// Made anew at each call, in time proportional to their number.
    #[must_use]
    pub fn peers(&self, cell: Cell) -> Vec<Cell> {
        let houses = self
            .houses_of(cell)
            .iter()
            .map(|house| &self.0.houses[usize::from(*house)]);
        let mut peers: Vec<Cell> = houses
            .flat_map(House::cells)
            .copied()
            .filter(|peer| *peer != cell)
            .collect();
        peers.sort_unstable();
        peers.dedup();
        peers
    }
}

/// Equal in what they demand: size, boxes, houses, rules and constraints. Constraints are compared by what their `Debug` says.
impl PartialEq for Layout {
    fn eq(&self, other: &Self) -> bool {
        let (a, b) = (&*self.0, &*other.0);
        let constraints = || format!("{:?}", a.constraints) == format!("{:?}", b.constraints);
        Arc::ptr_eq(&self.0, &other.0)
            || (a.size == b.size
                && a.boxes == b.boxes
                && a.houses == b.houses
                && a.rules == b.rules
                && constraints())
    }
}

impl Eq for Layout {}

/// A short description: `9×9, boxes 3×3, main diagonal, anti-knight`.
impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Inner {
            size, boxes, rules, ..
        } = &*self.0;
        write!(f, "{size}×{size}, ")?;
        match boxes {
            Boxes::None => f.write_str("no boxes")?,
            Boxes::Rectangles { width, height } => write!(f, "boxes {width}×{height}")?,
            Boxes::Regions(_) => f.write_str("jigsaw regions")?,
        }
        for house in self
            .houses()
            .iter()
            .filter(|house| matches!(house.kind(), HouseKind::Diagonal(_)))
        {
            write!(f, ", {house}")?;
        }
        for rule in rules {
            write!(f, ", {}", rule.id)?;
        }
        for constraint in self.custom_constraints() {
            write!(f, ", {}", constraint.id())?;
        }
        Ok(())
    }
}

impl fmt::Debug for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Layout({self})")
    }
}

#[cfg(test)]
mod tests;
