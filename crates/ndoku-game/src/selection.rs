//! `Selection`: the cells for the next entry, and the cursor: the cell that was last selected or
//! toggled.

use ndoku::Cell;

/// A direction of the cursor.
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
    /// All directions.
    pub const ALL: [Self; 4] = [Self::Up, Self::Down, Self::Left, Self::Right];
}

/// The selected cells, and the cursor, which may be outside the selection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    size: u8,
    cursor: Cell,
    cells: Box<[bool]>,
}

impl Selection {
    /// Selects the first cell of a grid with this size.
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

    /// Returns the cursor: the cell that was last selected or toggled.
    #[must_use]
    pub fn cursor(&self) -> Cell {
        self.cursor
    }

    /// Returns `true` if a cell is selected.
    #[must_use]
    pub fn contains(&self, cell: Cell) -> bool {
        self.is_inside(cell) && self.cells[cell.index(self.size)]
    }

    /// Returns the selected cells in reading order.
    pub fn iter(&self) -> impl Iterator<Item = Cell> {
        self.indices()
            .map(|index| Cell::from_index(index, self.size))
    }

    /// Returns the indices of the selected cells in ascending order.
    pub(crate) fn indices(&self) -> impl Iterator<Item = usize> {
        self.cells
            .iter()
            .enumerate()
            .filter(|(_, selected)| **selected)
            .map(|(index, _)| index)
    }

    /// Returns the number of selected cells.
    #[must_use]
    pub fn len(&self) -> usize {
        self.cells.iter().filter(|selected| **selected).count()
    }

    /// Returns `true` if no cell is selected.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the cell next to the cursor. The edges of the grid wrap around.
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

    /// Selects only this cell. Does nothing for a cell outside the grid.
    pub(crate) fn select_only(&mut self, cell: Cell) {
        if self.is_inside(cell) {
            self.cells.fill(false);
            self.add(cell);
        }
    }

    /// Adds a cell. Does nothing for a cell outside the grid.
    pub(crate) fn add(&mut self, cell: Cell) {
        if self.is_inside(cell) {
            self.cells[cell.index(self.size)] = true;
            self.cursor = cell;
        }
    }

    /// Adds a cell, or removes it. Does nothing for a cell outside the grid.
    pub(crate) fn toggle(&mut self, cell: Cell) {
        if self.is_inside(cell) {
            let selected = &mut self.cells[cell.index(self.size)];
            *selected = !*selected;
            self.cursor = cell;
        }
    }

    /// Selects exactly the cells for whose index `selected` returns `true`. The cursor stays.
    pub(crate) fn select_where(&mut self, selected: impl Fn(usize) -> bool) {
        self.cells
            .iter_mut()
            .enumerate()
            .for_each(|(index, cell)| *cell = selected(index));
    }

    /// Inverts the selection.
    pub(crate) fn invert(&mut self) {
        self.cells.iter_mut().for_each(|cell| *cell = !*cell);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_edges_wrap_around() {
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
    fn cells_are_added_and_removed() {
        let mut selection = Selection::new(2);
        selection.add(Cell::new(1, 1));
        selection.add(Cell::new(2, 0));
        assert_eq!(
            (selection.iter().collect::<Vec<_>>(), selection.cursor()),
            (vec![Cell::new(0, 0), Cell::new(1, 1)], Cell::new(1, 1))
        );
        selection.toggle(Cell::new(0, 0));
        assert!(!selection.contains(Cell::new(0, 0)) && selection.cursor() == Cell::new(0, 0));
        selection.invert();
        assert_eq!(selection.indices().collect::<Vec<_>>(), [0, 1, 2]);
        selection.select_only(Cell::new(7, 7));
        assert_eq!(selection.len(), 3);
        selection.select_where(|_| false);
        assert!(selection.is_empty());
    }
}
