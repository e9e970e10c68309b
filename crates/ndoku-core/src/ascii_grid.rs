//! Grids drawn with characters: light or heavy lines around and between cells, in Unicode or ASCII.
//!
//! ```text
//! ┌───────┬───┐     ┏━━━━━┯━━━━━┳━━━━━┓     #=====+=====#=====#
//! │ 1 . . │ 4 │     ┃ 1   │  2  ┃ 1   ┃     # 1   |  2  # 1   #
//! │   ┌───┘   │     ┃   4 │     ┃ 3   ┃     #   4 |     # 3   #
//! │ . │ . 2 . │     ┠─────╆━━━━━╃─────┨     #-----#=====#-----#
//! …                 …                       …
//! ```

/// The line between two cells.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Line {
    /// No line.
    #[default]
    None,
    /// A light line.
    Light,
    /// A heavy line.
    Heavy,
}

/// The geometry and the lines of a drawn grid.
pub struct Frame<'a> {
    /// The size N.
    pub size: u8,
    /// The columns of a cell, without the padding.
    pub width: usize,
    /// The lines of a cell.
    pub height: usize,
    /// Returns the line between two cells that share an edge, given by their indices.
    pub between: &'a dyn Fn(usize, usize) -> Line,
    /// The line around the grid.
    pub around: Line,
    /// `true` if each cell has one blank on both sides.
    pub padded: bool,
    /// `true` to use only ASCII characters.
    pub ascii: bool,
}

/// One line of the drawn grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawnLine {
    /// The grid row and the line within that row, both from 0. `None` for a line between rows.
    pub row: Option<(usize, usize)>,
    /// The characters of the line.
    pub text: String,
}

/// The junction characters, indexed by the lines above (×1), below (×3), left (×9) and right (×27).
const UNICODE: &str =
    " ╵╹╷│╿╻╽┃╴┘┚┐┤┦┒┧┨╸┙┛┑┥┩┓┪┫╶└┖┌├┞┎┟┠─┴┸┬┼╀┰╁╂╾┵┹┭┽╃┱╅╉╺┕┗┍┝┡┏┢┣╼┶┺┮┾╄┲╆╊━┷┻┯┿╇┳╈╋";

impl Frame<'_> {
    /// Returns the lines of the grid.
    ///
    /// `cell` receives the index of a cell and the index of a line in it. It appends that line,
    /// `width` columns wide.
    ///
    /// Columns without any line between them are drawn closer together. So are rows.
    pub fn draw(&self, cell: &mut dyn FnMut(usize, usize, &mut String)) -> Vec<DrawnLine> {
        let size = usize::from(self.size);
        let mut lines = Vec::new();
        let characters: Vec<char> = UNICODE.chars().collect();
        let (passed, blank) = (self.passed(), usize::from(self.padded));
        for row in 0..=size {
            if (0..size).any(|column| self.above(row, column) != Line::None) {
                let mut text = String::new();
                for (column, passed) in passed.iter().enumerate() {
                    let before = if column > 0 {
                        self.above(row, column - 1)
                    } else {
                        Line::None
                    };
                    if *passed {
                        let up = if row > 0 {
                            self.left(row - 1, column)
                        } else {
                            Line::None
                        };
                        text.push(self.junction(
                            &characters,
                            [up, self.left(row, column), before, self.above(row, column)],
                        ));
                    }
                    if column < size {
                        let line = self.above(row, column);
                        text.extend(std::iter::repeat_n(
                            self.junction(&characters, [Line::None, Line::None, line, line]),
                            self.width + blank + blank * usize::from(*passed),
                        ));
                    }
                }
                lines.push(DrawnLine { row: None, text });
            }
            for line in (0..self.height).filter(|_| row < size) {
                let mut text = String::new();
                for (column, passed) in passed.iter().enumerate() {
                    if *passed {
                        let side = self.left(row, column);
                        text.push(self.junction(&characters, [side, side, Line::None, Line::None]));
                        text.push_str(if column < size && self.padded {
                            " "
                        } else {
                            ""
                        });
                    }
                    if column < size {
                        cell(row * size + column, line, &mut text);
                        text.push_str(if self.padded { " " } else { "" });
                    }
                }
                lines.push(DrawnLine {
                    row: Some((row, line)),
                    text,
                });
            }
        }
        lines
    }

    /// Returns the column of the first character of each cell, from 0.
    #[must_use]
    pub fn columns(&self) -> Vec<usize> {
        let (mut at, blank) = (0, usize::from(self.padded));
        let mut columns = Vec::new();
        for passed in self.passed().iter().take(usize::from(self.size)) {
            at += (1 + blank) * usize::from(*passed);
            columns.push(at);
            at += self.width + blank;
        }
        columns
    }

    /// Returns for each column whether a line passes left of any of its cells. The last entry is
    /// the right border.
    fn passed(&self) -> Vec<bool> {
        let size = usize::from(self.size);
        (0..=size)
            .map(|column| (0..size).any(|row| self.left(row, column) != Line::None))
            .collect()
    }

    /// Returns the line above a cell. Positions just outside the grid are allowed.
    fn above(&self, row: usize, column: usize) -> Line {
        let size = usize::from(self.size);
        match row {
            _ if column >= size => Line::None,
            0 => self.around,
            _ if row == size => self.around,
            _ => (self.between)((row - 1) * size + column, row * size + column),
        }
    }

    /// Returns the line left of a cell. Positions just outside the grid are allowed.
    fn left(&self, row: usize, column: usize) -> Line {
        let size = usize::from(self.size);
        match column {
            _ if row >= size => Line::None,
            0 => self.around,
            _ if column == size => self.around,
            _ => (self.between)(row * size + column - 1, row * size + column),
        }
    }

    /// Returns the character for the lines above, below, left and right of a junction.
    fn junction(&self, characters: &[char], sides: [Line; 4]) -> char {
        if !self.ascii {
            let index = sides
                .iter()
                .rev()
                .fold(0, |sum, side| 3 * sum + *side as usize);
            return characters.get(index).copied().unwrap_or(' ');
        }
        let upright = sides[0].max(sides[1]);
        let level = sides[2].max(sides[3]);
        match (upright, level) {
            (Line::None, Line::None) => ' ',
            (Line::None, Line::Light) => '-',
            (Line::None, Line::Heavy) => '=',
            (Line::Light, Line::None) => '|',
            (Line::Light, _) => '+',
            (Line::Heavy, _) => '#',
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Draws a 2×2 grid with a heavy line between the columns and a light one between the rows on
    /// the left.
    fn drawn(ascii: bool) -> String {
        let between = |a: usize, b: usize| match (a, b) {
            (0, 1) | (2, 3) => Line::Heavy,
            (0, 2) => Line::Light,
            _ => Line::None,
        };
        let frame = Frame {
            size: 2,
            width: 1,
            height: 1,
            between: &between,
            around: Line::Heavy,
            padded: true,
            ascii,
        };
        assert_eq!(frame.columns(), [2, 6]);
        let lines = frame.draw(&mut |cell, _, out| out.push(char::from(b'a' + cell as u8)));
        assert_eq!(
            lines.iter().filter_map(|line| line.row).collect::<Vec<_>>(),
            [(0, 0), (1, 0)]
        );
        lines.into_iter().map(|line| line.text + "\n").collect()
    }

    #[test]
    fn junctions_match_the_lines_around_them() {
        assert_eq!(
            drawn(false),
            "┏━━━┳━━━┓\n┃ a ┃ b ┃\n┠───┨   ┃\n┃ c ┃ d ┃\n┗━━━┻━━━┛\n"
        );
        assert_eq!(
            drawn(true),
            "#===#===#\n# a # b #\n#---#   #\n# c # d #\n#===#===#\n"
        );
        let marks: std::collections::BTreeSet<char> = UNICODE.chars().collect();
        assert_eq!((UNICODE.chars().count(), marks.len()), (81, 81));
    }
}
