//! Puzzles whose blank cells are spaces. Editors remove spaces at the end of a line.
//!
//! ```text
//! 53  7          53..7....
//! 6  195    ─▶   6..195...
//!  98    6       .98....6.
//! …
//! ```
//!
//! Only a text that is nothing but one 4×4 to 9×9 grid, or one line of 81 cells, is read this way.
//! Everywhere else spaces separate.

/// Returns the text with a dot for each blank cell, if its blank cells are spaces. All positions
/// stay the same.
pub(super) fn with_dots(text: &str) -> Option<String> {
    let text = text.strip_suffix('\n').unwrap_or(text);
    // The longest text is a grid with `\r\n`.
    if text.len() > 9 * 11 || !text.contains(' ') {
        return None;
    }
    let lines: Vec<&str> = text
        .split('\n')
        .map(|line| line.strip_suffix('\r').unwrap_or(line))
        .collect();
    let longest = lines.iter().map(|line| line.len()).max()?;
    let (size, width) = match lines.len() {
        // Separated cells have no two spaces in a row.
        1 if longest == 81 && text.contains("  ") => (9, 81),
        size @ 4..=9 if longest == size => (size, size),
        _ => return None,
    };
    let is_digit = |c: u8| (b'1'..=b'0' + size as u8).contains(&c);
    let is_cell = |c: u8| c == b' ' || is_digit(c);
    if !lines.iter().all(|line| line.bytes().all(is_cell)) || !text.bytes().any(is_digit) {
        return None;
    }
    let rows = lines
        .iter()
        .map(|line| format!("{line:width$}\n").replace(' ', "."));
    Some(rows.collect())
}
