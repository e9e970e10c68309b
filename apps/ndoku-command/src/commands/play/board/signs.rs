//! Draws the signs of rules: clues beside the grid, signs between cells, and those in cells.

use ndoku::Cell;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::super::rules::{Side, Sign, SignKind};
use super::{Geometry, GridDrawing};

impl GridDrawing<'_> {
    /// Draws the clues beside the grid.
    pub(super) fn draw_outside(&self, buffer: &mut Buffer) {
        let Geometry {
            columns,
            rows,
            origin,
            scale,
            ..
        } = self.geometry;
        let (width, height) = self.geometry.grid_extent();
        // The middle of a row or column. Before the first and after the last one, a place outside.
        let middle = |starts: &[u16], extent: u16, line: i16, end: u16| -> i32 {
            match usize::try_from(line) {
                Err(_) => -1,
                Ok(line) if line + 1 >= starts.len() => i32::from(end),
                Ok(line) => i32::from(starts[line] + extent / 2),
            }
        };
        for clue in &self.rules.outside {
            let length = clue.text.chars().count() as u16;
            let behind = clue.behind;
            let across = |x: i32| (i32::from(origin.0) + x).max(0) as u16;
            let down = |y: i32| (i32::from(origin.1) + y).max(0) as u16;
            let (x, y) = match clue.side {
                Side::Left => (
                    across(-i32::from((length + 1) * (behind + 1))),
                    down(middle(rows, scale.height, clue.line, height)),
                ),
                Side::Right => (
                    across(i32::from(width + 1 + (length + 1) * behind)),
                    down(middle(rows, scale.height, clue.line, height)),
                ),
                Side::Top | Side::Bottom => {
                    let center = middle(columns, scale.width, clue.line, width);
                    let y = if clue.side == Side::Top {
                        -1 - i32::from(behind)
                    } else {
                        i32::from(height + behind)
                    };
                    (
                        across(center - i32::from(length.saturating_sub(1)) / 2),
                        down(y),
                    )
                }
            };
            buffer.set_stringn(x, y, &clue.text, usize::from(length), self.theme.rule());
        }
    }

    /// Draws the signs of rules between cells.
    pub(super) fn draw_between(&self, buffer: &mut Buffer) {
        let is_free = |x: u16, y: u16, buffer: &Buffer| {
            buffer.cell((x, y)).is_some_and(|at| at.symbol() == " ")
        };
        for cell in self.layout.cells() {
            let (x, y) = self.geometry.middle(cell);
            let gap_right = self.geometry.gap_before_column(cell.column() + 1);
            let gap_below = self.geometry.gap_above_row(cell.row() + 1);
            if let (Some(sign), Some(x)) = (self.rules.right(cell), gap_right) {
                self.set_sign(x, y, sign, buffer);
            }
            if let Some(sign) = self.rules.below(cell) {
                // Without a gap, the first line of the cell below serves if it is free.
                let next = self.geometry.rect(Cell::new(cell.row() + 1, cell.column()));
                match gap_below {
                    Some(y) => self.set_sign(x, y, sign, buffer),
                    None if next.height > 1 && is_free(x, next.y, buffer) => {
                        self.set_sign(x, next.y, sign, buffer);
                    }
                    None => {}
                }
            }
            if let (Some(sign), Some(x), Some(y)) = (self.rules.corner(cell), gap_right, gap_below)
            {
                self.set_sign(x, y, sign, buffer);
            }
        }
    }

    fn set_sign(&self, x: u16, y: u16, sign: Sign, buffer: &mut Buffer) {
        let style = match sign.kind {
            SignKind::Line(style) => self.theme.rule_line(style),
            SignKind::Rule => self.theme.rule(),
        };
        self.set_char(x, y, sign.character, style, buffer);
    }

    /// Draws the sum of a cage in the upper left corner, and other signs of rules in the lower left
    /// one. Draws only in free space.
    pub(super) fn draw_rule_signs(&self, cell: Cell, rect: Rect, buffer: &mut Buffer) {
        let is_free = |x: u16, y: u16, buffer: &Buffer| {
            buffer.cell((x, y)).is_some_and(|at| at.symbol() == " ")
        };
        let label = self.rules.label(cell);
        let length = label.chars().count() as u16;
        if length > 0
            && length < rect.width
            && (0..length).all(|place| is_free(rect.x + place, rect.y, buffer))
        {
            let style = self.theme.rule();
            buffer.set_stringn(rect.x, rect.y, label, usize::from(length), style);
        }
        let y = rect.bottom() - 1;
        let free = (rect.x..rect.right()).take_while(|x| is_free(*x, y, buffer));
        let free: Vec<u16> = free.collect();
        for (x, sign) in free.into_iter().zip(self.rules.signs(cell)) {
            self.set_sign(x, y, *sign, buffer);
        }
    }
}
