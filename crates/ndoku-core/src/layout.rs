//! The type [`Layout`]: size, houses and constraints of a puzzle, without its clues. It is
//! immutable and cheap to clone.
//!
//! ```text
//!   size 6, boxes 3 wide and 2 high      size 4, jigsaw regions       size 5, no boxes
//!   . . . | . . .                        0 0 0 1                      . . . . .
//!   . . . | . . .                        0 2 1 1                      . . . . .
//!   ------+------                        2 2 3 1                      . . . . .
//!   . . . | . . .                        2 3 3 3                      . . . . .
//!   …                                                                 . . . . .
//! ```
//!
//! The houses have a fixed order: rows, columns, boxes, main diagonal, anti-diagonal, then extra
//! houses in the order in which they were added.

mod builder;
mod error;

use std::fmt;
use std::sync::{Arc, OnceLock};

pub use builder::LayoutBuilder;
pub use error::LayoutError;

use crate::constraint::{Constraint, RuleRef};
use crate::propagator::LayoutPropagators;
use crate::{Cell, Diagonal, Digit, House, HouseKind};

/// The division of the grid into boxes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Boxes {
    /// No boxes: rows and columns only, a Latin square.
    None,
    /// Equal rectangles. `width` × `height` is the size of the layout.
    Rectangles {
        /// Columns of a box.
        width: u8,
        /// Rows of a box.
        height: u8,
    },
    /// Jigsaw regions: the index of the region, from 0, for every cell row by row. Each region has
    /// N cells.
    Regions(Arc<[u8]>),
}

impl Boxes {
    /// Returns the usual boxes of a size.
    ///
    /// For N = p·q with p ≥ q as close to each other as possible, boxes are p wide and q high. N =
    /// m² has square boxes. A prime N has boxes N×1, which repeat the rows.
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

    /// Returns rectangles if these are regions that form equal rectangles in reading order.
    #[must_use]
    pub fn simplified(self, size: u8) -> Self {
        let Self::Regions(map) = &self else {
            return self;
        };
        let width = map.iter().take_while(|number| **number == 0).count();
        let Some(width) = u8::try_from(width)
            .ok()
            .filter(|width| *width > 0 && size.is_multiple_of(*width))
        else {
            return self;
        };
        let rectangles = Self::Rectangles {
            width,
            height: size / width,
        };
        let is_same = map.iter().enumerate().all(|(index, number)| {
            rectangles.number(Cell::from_index(index, size), size) == Some(usize::from(*number))
        });
        if is_same { rectangles } else { self }
    }

    /// Reads jigsaw regions from a map with one mark for every cell, row by row. Equal marks form a
    /// region.
    ///
    /// Regions are numbered in reading order. Each must have N cells. They need not be connected.
    ///
    /// # Errors
    /// Returns [`LayoutError::RegionMap`] if there are not N² marks, or [`LayoutError::RegionSize`]
    /// for the first region without N cells.
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
            // N + 1 regions cannot all have N cells. One of the regions seen is reported below.
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

    /// Returns the jigsaw regions as a map that [`from_map`](Self::from_map) reads: one mark for
    /// each cell, row by row.
    ///
    /// Marks are digits and letters while they suffice. Returns `None` for other boxes.
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

    /// Returns the index of the box of a cell, from 0 row by row. Returns `None` in a Latin square.
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

/// The size, houses and constraints of a puzzle, without clues. A clone shares the same data.
#[derive(Clone)]
pub struct Layout(Arc<Inner>);

struct Inner {
    size: u8,
    boxes: Boxes,
    houses: Box<[House]>,
    /// The indices of the houses of each cell, as ranges into one list.
    houses_of: (Box<[u32]>, Box<[u16]>),
    /// The custom constraints, then the constraints of the rules.
    constraints: Box<[Arc<dyn Constraint>]>,
    /// The number of custom constraints.
    custom_count: usize,
    rules: Box<[RuleRef]>,
    /// The propagators of the constraints, made when they are first needed.
    propagators: OnceLock<LayoutPropagators>,
}

impl Layout {
    /// Returns the 9×9 layout with 3×3 boxes. All calls share one object.
    #[must_use]
    pub fn classic() -> Self {
        static CLASSIC: OnceLock<Layout> = OnceLock::new();
        CLASSIC
            .get_or_init(|| Self::for_size(9).expect("9 is a size"))
            .clone()
    }

    /// Returns the layout of this size with the boxes of [`Boxes::for_size`].
    ///
    /// # Errors
    /// Returns [`LayoutError::Size`] for 0.
    pub fn for_size(size: u8) -> Result<Self, LayoutError> {
        Self::builder(size).build()
    }

    /// Returns the layout with boxes of this width and height. The size is their product.
    ///
    /// # Errors
    /// Returns [`LayoutError::Size`] if the product is 0 or more than 255.
    pub fn with_boxes(width: u8, height: u8) -> Result<Self, LayoutError> {
        let size = usize::from(width) * usize::from(height);
        let small = u8::try_from(size).map_err(|_| LayoutError::Size { size })?;
        Self::builder(small).boxes(width, height).build()
    }

    /// Returns a builder for a layout of this size (1..=255). It starts with the boxes of
    /// [`Boxes::for_size`].
    pub fn builder(size: u8) -> LayoutBuilder {
        LayoutBuilder::new(size)
    }

    /// Returns a builder that starts with everything in this layout.
    pub fn to_builder(&self) -> LayoutBuilder {
        LayoutBuilder::from_layout(self)
    }

    /// Returns N, the number of rows, columns and digits, 1..=255.
    #[must_use]
    pub fn size(&self) -> u8 {
        self.0.size
    }

    /// Returns the number of cells, N².
    #[must_use]
    pub fn cell_count(&self) -> usize {
        usize::from(self.0.size) * usize::from(self.0.size)
    }

    /// Returns the division of the grid into boxes.
    #[must_use]
    pub fn boxes(&self) -> &Boxes {
        &self.0.boxes
    }

    /// Returns `true` if this long diagonal is a house.
    #[must_use]
    pub fn has_diagonal(&self, diagonal: Diagonal) -> bool {
        self.0
            .houses
            .iter()
            .any(|house| house.kind() == HouseKind::Diagonal(diagonal))
    }

    /// Returns all houses: rows, columns, boxes, diagonals, extra houses. Boxes that equal a row or
    /// column are left out.
    #[must_use]
    pub fn houses(&self) -> &[House] {
        &self.0.houses
    }

    /// Returns the houses of a cell as ascending indices into [`houses`](Self::houses).
    ///
    /// # Panics
    /// Panics if the cell is not in the grid.
    #[must_use]
    pub fn houses_of(&self, cell: Cell) -> &[u16] {
        let (starts, list) = &self.0.houses_of;
        let index = self.index(cell);
        &list[starts[index] as usize..starts[index + 1] as usize]
    }

    /// Returns the demands that houses cannot express.
    #[must_use]
    pub fn constraints(&self) -> &[Arc<dyn Constraint>] {
        &self.0.constraints
    }

    /// Returns the propagators of the constraints. They are made at the first call.
    #[must_use]
    pub fn propagators(&self) -> &LayoutPropagators {
        self.0
            .propagators
            .get_or_init(|| LayoutPropagators::new(self))
    }

    /// Returns the constraints that do not come from [`rules`](Self::rules). File formats cannot
    /// write them.
    #[must_use]
    pub fn custom_constraints(&self) -> &[Arc<dyn Constraint>] {
        &self.0.constraints[..self.0.custom_count]
    }

    /// Returns the size, the boxes, the diagonals, and the ids of rules and custom constraints, as
    /// `Display` joins them. A rule that was added several times is named once.
    ///
    /// ```
    /// let layout = ndoku_core::Layout::builder(6).x().rule("anti-king").build()?;
    /// assert_eq!(
    ///     layout.feature_names(),
    ///     ["6×6", "boxes 3×2", "main diagonal", "anti-diagonal", "anti-king"],
    /// );
    /// # Ok::<(), ndoku_core::LayoutError>(())
    /// ```
    #[must_use]
    pub fn feature_names(&self) -> Vec<String> {
        let boxes = match self.boxes() {
            Boxes::None => "no boxes".to_owned(),
            Boxes::Rectangles { width, height } => format!("boxes {width}×{height}"),
            Boxes::Regions(_) => "jigsaw regions".to_owned(),
        };
        let mut names = vec![format!("{0}×{0}", self.size()), boxes];
        let diagonals = self
            .houses()
            .iter()
            .filter(|house| matches!(house.kind(), HouseKind::Diagonal(_)));
        names.extend(diagonals.map(ToString::to_string));
        names.extend(self.rules().iter().map(|rule| rule.id.to_owned()));
        let custom = self.custom_constraints().iter();
        names.extend(custom.map(|constraint| constraint.id().to_owned()));
        let mut seen = std::collections::HashSet::new();
        names.retain(|name| seen.insert(name.clone()));
        names
    }

    /// Returns the named rules that added extra houses and constraints to this layout. They can be
    /// written to a file.
    ///
    /// The list does not contain the diagonals: see [`has_diagonal`](Self::has_diagonal).
    #[must_use]
    pub fn rules(&self) -> &[RuleRef] {
        &self.0.rules
    }

    /// Returns `true` if the layout has only rows, columns and boxes of any shape: no diagonal,
    /// extra house or constraint.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        let more = |house: &House| {
            !matches!(
                house.kind(),
                HouseKind::Row | HouseKind::Column | HouseKind::Box
            )
        };
        self.0.constraints.is_empty() && !self.0.houses.iter().any(more)
    }

    /// Returns `true` if this is the 9×9 layout with 3×3 boxes and no other house or constraint.
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

    /// Returns `true` if this is the 9×9 layout with 3×3 boxes, with or without diagonals, and no
    /// other house or constraint.
    #[must_use]
    pub fn is_classic_or_x(&self) -> bool {
        let extra = self
            .0
            .houses
            .iter()
            .any(|house| matches!(house.kind(), HouseKind::Extra | HouseKind::Cage));
        self.0.size == 9
            && self.0.boxes
                == Boxes::Rectangles {
                    width: 3,
                    height: 3,
                }
            && self.0.constraints.is_empty()
            && !extra
    }

    /// Returns all cells, row by row.
    pub fn cells(
        &self,
    ) -> impl DoubleEndedIterator<Item = Cell> + ExactSizeIterator + Clone + use<> {
        let size = self.0.size;
        (0..self.cell_count()).map(move |index| Cell::from_index(index, size))
    }

    /// Returns all digits, 1 to N.
    pub fn digits(
        &self,
    ) -> impl DoubleEndedIterator<Item = Digit> + ExactSizeIterator + Clone + use<> {
        Digit::all(self.0.size)
    }

    /// Returns `true` if the cell is in the grid.
    #[must_use]
    pub fn contains(&self, cell: Cell) -> bool {
        cell.row() < self.0.size && cell.column() < self.0.size
    }

    /// Returns the index of a cell, from 0 row by row.
    #[must_use]
    pub fn index(&self, cell: Cell) -> usize {
        cell.index(self.0.size)
    }

    /// Returns the cell with this index, from 0 row by row.
    #[must_use]
    pub fn cell(&self, index: usize) -> Cell {
        Cell::from_index(index, self.0.size)
    }

    /// Returns the index of the box or region of a cell, from 0. Returns `None` in a Latin square.
    #[must_use]
    pub fn box_number(&self, cell: Cell) -> Option<usize> {
        self.0.boxes.number(cell, self.0.size)
    }

    /// Returns `true` if the cells differ and share a house.
    #[must_use]
    pub fn sees(&self, a: Cell, b: Cell) -> bool {
        let others = self.houses_of(b);
        a != b && self.houses_of(a).iter().any(|house| others.contains(house))
    }

    /// Returns the cells that share a house with this cell, in reading order.
    ///
    /// The list is built at each call, in time proportional to its length.
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

/// Hashes size, boxes, rules, and constraints by their `Debug` output.
impl std::hash::Hash for Layout {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        let Inner {
            size,
            boxes,
            rules,
            constraints,
            ..
        } = &*self.0;
        (size, boxes, rules).hash(state);
        for constraint in constraints {
            format!("{constraint:?}").hash(state);
        }
    }
}

/// Layouts are equal if size, boxes, houses, rules and constraints are. Constraints are compared by
/// their `Debug` output.
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

/// Writes a short description: `9×9, boxes 3×3, main diagonal, anti-knight`.
impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.feature_names().join(", "))
    }
}

impl fmt::Debug for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Layout({self})")
    }
}

#[cfg(test)]
mod tests;
