//! Links of a hint on the screen: along the lines between cells, double if strong, dotted if weak.
//!
//! ```text
//!   ┃  =4 ╵     ┃          the line above the row joins two cells of a row,
//!   ┃═════════┓ ┃          the line before the column joins two of a column
//! ```
//!
//! Links between cells of a box that share no line, and those without a line beside them, are only
//! in the text.

use ndoku::{Candidate, Cell, Highlight};
use ratatui::buffer::Buffer;

use super::board::Geometry;
use super::theme::Theme;

/// Draws the links that have a place.
pub(super) fn draw(
    geometry: &Geometry,
    theme: Theme,
    highlights: &[Highlight],
    buffer: &mut Buffer,
) {
    for highlight in highlights {
        let Highlight::Link { from, to, strong } = highlight else {
            continue;
        };
        if let Some((a, b)) = ends(from, to) {
            for (x, y, is_level) in places(geometry, a, b).unwrap_or_default() {
                if let Some(at) = buffer.cell_mut((x, y)) {
                    at.set_char(sign(*strong, is_level, theme.ascii));
                    at.set_style(theme.link());
                }
            }
        }
    }
}

/// Returns the two cells of a link that lie nearest to each other in a row or a column.
fn ends(from: &[Candidate], to: &[Candidate]) -> Option<(Cell, Cell)> {
    let pairs = from
        .iter()
        .flat_map(|a| to.iter().map(move |b| (a.cell, b.cell)));
    pairs
        .filter(|(a, b)| a != b && (a.row() == b.row() || a.column() == b.column()))
        .min_by_key(|(a, b)| {
            u16::from(a.row().abs_diff(b.row())) + u16::from(a.column().abs_diff(b.column()))
        })
}

/// Returns the places of a link, each with `true` in a horizontal line. Nothing if there is no line
/// beside the cells.
fn places(geometry: &Geometry, a: Cell, b: Cell) -> Option<Vec<(u16, u16, bool)>> {
    let ((x1, y1), (x2, y2)) = (geometry.middle(a), geometry.middle(b));
    if a.row() == b.row() {
        let above = geometry.gap_above_row(a.row());
        let y = above.or_else(|| geometry.gap_above_row(a.row() + 1))?;
        Some((x1.min(x2)..=x1.max(x2)).map(|x| (x, y, true)).collect())
    } else {
        let before = geometry.gap_before_column(a.column());
        let x = before.or_else(|| geometry.gap_before_column(a.column() + 1))?;
        Some((y1.min(y2)..=y1.max(y2)).map(|y| (x, y, false)).collect())
    }
}

fn sign(strong: bool, is_level: bool, ascii: bool) -> char {
    match (strong, is_level, ascii) {
        (true, true, true) => '=',
        (true, false, true) => '#',
        (false, true, true) => '~',
        (false, false, true) => '!',
        (true, true, false) => '═',
        (true, false, false) => '║',
        (false, true, false) => '┈',
        (false, false, false) => '┊',
    }
}

#[cfg(test)]
mod tests {
    use ndoku::{Digit, Layout, Symbols};
    use ratatui::layout::Rect;

    use super::super::rules::Margins;
    use super::super::theme::ColorDepth;
    use super::*;

    fn candidate(row: u8, column: u8) -> Candidate {
        Candidate::new(Cell::new(row - 1, column - 1), Digit::new(5).unwrap())
    }

    /// Returns the drawn characters of links between these cells.
    fn drawn(scale: usize, links: &[(Candidate, Candidate, bool)]) -> String {
        let (layout, symbols) = (Layout::classic(), Symbols::numbers(9));
        let all = Geometry::for_layout(&layout, &symbols, Margins::default());
        let theme = Theme {
            depth: ColorDepth::True,
            dark: true,
            ascii: false,
        };
        let highlights: Vec<Highlight> = links
            .iter()
            .map(|(from, to, strong)| Highlight::Link {
                from: [*from].into(),
                to: [*to].into(),
                strong: *strong,
            })
            .collect();
        let mut buffer = Buffer::empty(Rect::new(0, 0, 80, 40));
        draw(&all[scale], theme, &highlights, &mut buffer);
        buffer
            .content
            .iter()
            .map(ratatui::buffer::Cell::symbol)
            .filter(|symbol| *symbol != " ")
            .collect()
    }

    #[test]
    fn links_run_along_rows_and_columns() {
        let row = drawn(0, &[(candidate(2, 2), candidate(2, 3), true)]);
        assert!(
            row.len() > 8 && row.chars().all(|sign| sign == '═'),
            "{row}"
        );
        let column = drawn(0, &[(candidate(2, 2), candidate(5, 2), false)]);
        assert!(column.chars().count() > 8 && column.chars().all(|sign| sign == '┊'));
        // Cells of a box without a common line, and one cell, have no place.
        assert_eq!(drawn(0, &[(candidate(1, 1), candidate(2, 2), true)]), "");
        assert_eq!(drawn(0, &[(candidate(1, 1), candidate(1, 1), true)]), "");
    }

    #[test]
    fn without_lines_between_rows_only_columns_have_links() {
        // The third scale fits 80×24, and has lines between rows of boxes only.
        assert_eq!(drawn(2, &[(candidate(2, 2), candidate(2, 3), true)]), "");
        assert!(drawn(2, &[(candidate(3, 2), candidate(3, 3), true)]).len() > 3);
        assert!(drawn(2, &[(candidate(2, 2), candidate(5, 2), true)]).len() > 3);
    }
}
