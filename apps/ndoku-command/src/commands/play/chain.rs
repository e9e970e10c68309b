//! Formats the links of a step as chains of text, in the order of the highlights. Pictures show
//! them as arrows.
//!
//! ```text
//! 7r2c2 ║ 7r8c2 │ 1r8c2 ═ 1r8c4
//!       │       │       └ same row, strong: at least one of the two is true
//!       │       └ same cell or column, weak: at most one of the two is true
//!       └ same column, strong
//! ```

use ndoku::{Candidate, Highlight, Symbols};

/// Returns one line per chain. A link continues a chain if it starts at the end of the previous
/// link.
pub(super) fn format_chains(
    highlights: &[Highlight],
    symbols: &Symbols,
    ascii: bool,
) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut last: Option<&[Candidate]> = None;
    for highlight in highlights {
        let Highlight::Link { from, to, strong } = highlight else {
            continue;
        };
        let continues = last == Some(from);
        let step = format!(
            " {} {}",
            link_sign(from, to, *strong, ascii),
            format_node(to, symbols)
        );
        match lines.last_mut().filter(|_| continues) {
            Some(line) => line.push_str(&step),
            None => lines.push(format_node(from, symbols) + &step),
        }
        last = Some(to);
    }
    lines
}

/// Returns the explanation of the signs.
pub(super) fn legend(ascii: bool) -> &'static str {
    if ascii {
        "= one is true  - not both"
    } else {
        "═ ║ one is true  ─ │ not both"
    }
}

/// Formats an end of a link: `7r2c2`, or `7r2c2+r2c3` for several cells.
fn format_node(end: &[Candidate], symbols: &Symbols) -> String {
    let digit = end
        .first()
        .map_or("", |candidate| symbols.symbol(candidate.digit));
    let cells: Vec<String> = end
        .iter()
        .map(|candidate| candidate.cell.to_string())
        .collect();
    format!("{digit}{}", cells.join("+"))
}

/// Returns the sign of a link: along a row, along a column or within a cell, otherwise within a
/// box.
fn link_sign(from: &[Candidate], to: &[Candidate], strong: bool, ascii: bool) -> &'static str {
    let all = || from.iter().chain(to);
    let one = |of: &dyn Fn(&Candidate) -> u8| {
        all().all(|candidate| from.first().is_some_and(|first| of(first) == of(candidate)))
    };
    let (row, column) = (
        one(&|candidate| candidate.cell.row()),
        one(&|candidate| candidate.cell.column()),
    );
    match (strong, ascii, column, row) {
        (true, true, ..) => "=",
        (false, true, ..) => "-",
        (true, _, true, _) => "║",
        (false, _, true, _) => "│",
        (true, _, _, true) => "═",
        (false, _, _, true) => "─",
        (true, ..) => "╬",
        (false, ..) => "┼",
    }
}

#[cfg(test)]
mod tests {
    use ndoku::{Cell, Digit, HighlightRole};

    use super::*;

    #[test]
    fn consecutive_links_share_a_line() {
        let at = |row: u8, column: u8, digit: u8| {
            Candidate::new(Cell::new(row - 1, column - 1), Digit::new(digit).unwrap())
        };
        let link = |from: &[Candidate], to: &[Candidate], strong| Highlight::Link {
            from: from.into(),
            to: to.into(),
            strong,
        };
        let (a, b, c, d) = (at(2, 2, 7), at(8, 2, 7), at(8, 2, 1), at(8, 4, 1));
        let pair = [at(9, 5, 1), at(9, 6, 1)];
        let marks = [
            Highlight::Candidate(a, HighlightRole::Off),
            link(&[a], &[b], true),
            link(&[b], &[c], false),
            link(&[c], &[d], true),
            link(&[d], &pair, false),
            link(&[a], &[d], true),
        ];
        let symbols = Symbols::numbers(9);
        assert_eq!(
            format_chains(&marks, &symbols, false),
            [
                "7r2c2 ║ 7r8c2 │ 1r8c2 ═ 1r8c4 ┼ 1r9c5+r9c6",
                "7r2c2 ╬ 1r8c4"
            ]
        );
        assert_eq!(format_chains(&marks, &symbols, true)[1], "7r2c2 = 1r8c4");
        assert!(format_chains(&marks[..1], &symbols, false).is_empty());
    }
}
