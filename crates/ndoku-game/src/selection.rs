//! `Selection`: the cells that the next entry goes to, and the cursor, which is the cell that was touched last.

use ndoku::Cell;

/// Where to.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// One row up.
    Up,
    /// One row down.
    Down,
    /// One column to the left.
    Left,
    /// One column to the right.
    Right,
}

impl Direction {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Up, Self::Down, Self::Left, Self::Right];
}

/// Cells of a grid, and the cursor, which need not be among them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    size: u8,
    cursor: Cell,
    cells: Box<[bool]>,
}

impl Selection {
    /// The first cell of a grid of this size.
    #[must_use]
    pub fn new(size: u8) -> Self {
        let mut cells = vec![false; usize::from(size) * usize::from(size)];
        cells.iter_mut().take(1).for_each(|first| *first = true);
        Self {
            size,
            cursor: Cell::new(0, 0),
            cells: cells.into(),
        }
    }

    /// The cell that was touched last.
    #[must_use]
    pub fn cursor(&self) -> Cell {
        self.cursor
    }

    /// Whether a cell is selected.
    #[must_use]
    pub fn contains(&self, cell: Cell) -> bool {
        self.is_inside(cell) && self.cells[cell.index(self.size)]
    }

    /// The numbers of the selected cells, ascending.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        self.cells
            .iter()
            .enumerate()
            .filter(|(_, selected)| **selected)
            .map(|(index, _)| index)
    }

    /// How many are selected.
    #[must_use]
    pub fn len(&self) -> usize {
        self.cells.iter().filter(|selected| **selected).count()
    }

    /// Whether none is.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The cell beside the cursor; beyond the edge it goes on at the other side.
    #[must_use]
    pub fn neighbor(&self, direction: Direction) -> Cell {
        let Self { size, cursor, .. } = self;
        let on = |place: u8| if place + 1 < *size { place + 1 } else { 0 };
        let back = |place: u8| place.checked_sub(1).unwrap_or(size.saturating_sub(1));
        match direction {
            Direction::Up => Cell::new(back(cursor.row()), cursor.column()),
            Direction::Down => Cell::new(on(cursor.row()), cursor.column()),
            Direction::Left => Cell::new(cursor.row(), back(cursor.column())),
            Direction::Right => Cell::new(cursor.row(), on(cursor.column())),
        }
    }

    fn is_inside(&self, cell: Cell) -> bool {
        cell.row() < self.size && cell.column() < self.size
    }

    /// This cell and no other. As all below, nothing happens beyond the grid.
    pub(crate) fn select_only(&mut self, cell: Cell) {
        if self.is_inside(cell) {
            self.cells.fill(false);
            self.add(cell);
        }
    }

    /// This cell too.
    pub(crate) fn add(&mut self, cell: Cell) {
        if self.is_inside(cell) {
            self.cells[cell.index(self.size)] = true;
            self.cursor = cell;
        }
    }

    /// This cell too, or no longer.
    pub(crate) fn toggle(&mut self, cell: Cell) {
        if self.is_inside(cell) {
            let selected = &mut self.cells[cell.index(self.size)];
            *selected = !*selected;
            self.cursor = cell;
        }
    }

    /// These cells and no others; the cursor stays.
    pub(crate) fn set_all(&mut self, selected: impl Fn(usize) -> bool) {
        self.cells
            .iter_mut()
            .enumerate()
            .for_each(|(index, cell)| *cell = selected(index));
    }

    /// All that are not, instead of those that are.
    pub(crate) fn invert(&mut self) {
        self.cells.iter_mut().for_each(|cell| *cell = !*cell);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_edges_are_joined() {
        let mut selection = Selection::new(3);
        let path = [
            Direction::Up,
            Direction::Left,
            Direction::Down,
            Direction::Right,
        ]
        .map(|direction| {
            let next = selection.neighbor(direction);
            selection.select_only(next);
            next.to_string()
        });
        assert_eq!(path, ["r3c1", "r3c3", "r1c3", "r1c1"]);
        assert_eq!(
            Direction::ALL.map(|direction| Selection::new(1).neighbor(direction)),
            [Cell::new(0, 0); 4]
        );
        let mut widest = Selection::new(255);
        widest.select_only(Cell::new(254, 254));
        assert_eq!(widest.neighbor(Direction::Down), Cell::new(0, 254));
    }

    #[test]
    fn cells_come_and_go() {
        let mut selection = Selection::new(2);
        selection.add(Cell::new(1, 1));
        selection.add(Cell::new(2, 0));
        assert_eq!(
            (selection.iter().collect::<Vec<_>>(), selection.cursor()),
            (vec![0, 3], Cell::new(1, 1))
        );
        selection.toggle(Cell::new(0, 0));
        assert!(!selection.contains(Cell::new(0, 0)) && selection.cursor() == Cell::new(0, 0));
        selection.invert();
        assert_eq!(selection.iter().collect::<Vec<_>>(), [0, 1, 2]);
        selection.select_only(Cell::new(7, 7));
        assert_eq!(selection.len(), 3);
        selection.set_all(|_| false);
        assert!(selection.is_empty());
    }
}
