//! Grids of rows: splits lines into cells, bars and rules, and collects the N rows of a grid.
//!
//! ```text
//! # a comment              comment, also within a grid
//! +-------+-------+        rule: contains no cell
//! | 5 3 . | . 7 . |        row: 6 tokens, 6 characters; bars before cell 3, outer bars ignored
//! 53. .7. 12.              row: 3 tokens, 9 characters: a compact row
//! 10  _   3  12            row: 4 tokens, 6 characters: separated cells
//! ```
//!
//! Cells are either separated or one character each. The whole grid decides, since N rows must
//! agree.

mod scan;

use ndoku_core::Boxes;

use super::Span;
use super::cells::is_cell;

pub(super) use scan::{
    GridResult, MAX_ROWS, MAX_TOKENS, is_caption, parse_grid, parse_grid_within, parse_single_grid,
};

/// A cell, or a run of cells without separators.
#[derive(Copy, Clone, Debug)]
pub(super) struct Token<'a> {
    pub(super) text: &'a str,
    /// The column of the first character, from 1.
    pub(super) column: usize,
    /// The length in characters.
    pub(super) chars: usize,
}

/// A bar between cells.
#[derive(Copy, Clone, Debug)]
struct Bar {
    /// The number of tokens before it.
    tokens: usize,
    /// The number of token characters before it.
    chars: usize,
    /// `true` if it is drawn double or bold.
    heavy: bool,
}

/// A line with cells.
#[derive(Clone, Debug)]
pub(super) struct Row<'a> {
    pub(super) line: usize,
    pub(super) tokens: Vec<Token<'a>>,
    /// The number of characters of all tokens.
    pub(super) chars: usize,
    bars: Vec<Bar>,
}

/// A line drawn between rows.
#[derive(Copy, Clone, Debug)]
struct DrawnRule<'a> {
    /// The number of rows before it.
    rows: usize,
    /// `true` if it is drawn double or bold.
    heavy: bool,
    text: &'a str,
    /// The bytes and lines up to its end.
    end: (usize, usize),
}

/// The kind of a line.
#[derive(Clone, Debug)]
pub(super) enum Kind<'a> {
    Blank,
    Comment(&'a str),
    /// A drawn line. `true` if it is double or bold.
    Rule(bool),
    Row(Row<'a>),
    /// Any other line.
    Other,
}

/// Returns the text of a comment line without its comment mark.
pub(super) fn comment(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let text = match line.as_bytes().first()? {
        b'#' => line.trim_start_matches('#'),
        b'%' | b';' => &line[1..],
        b'/' => line.strip_prefix("//")?,
        _ => return None,
    };
    Some(text.trim())
}

/// Returns `true` if a character separates cells without being a cell.
fn separates(c: char) -> bool {
    c.is_whitespace()
        || matches!(
            c,
            '+' | ':' | '\'' | ',' | ';' | '"' | '[' | ']' | '(' | ')'
        )
        || is_bar(c)
}

fn is_bar(c: char) -> bool {
    matches!(c, '|' | '¦' | '‖' | '\u{2500}'..='\u{257f}')
}

fn is_heavy(c: char) -> bool {
    matches!(
        c,
        '‖' | '┃' | '║' | '━' | '═' | '╋' | '╬' | '╪' | '┿' | '╠' | '┣' | '╞' | '┝'
    )
}

impl<'a> Kind<'a> {
    /// Classifies a line. A line of exactly `dashes` dashes is a row of blanks.
    pub(super) fn classify(text: &'a str, line: usize, dashes: Option<usize>) -> Self {
        if text.trim().is_empty() {
            return Self::Blank;
        }
        if let Some(text) = comment(text) {
            return Self::Comment(text);
        }
        let drawn = |c: char| {
            matches!(
                c,
                '-' | '='
                    | '─'
                    | '━'
                    | '═'
                    | '┄'
                    | '┈'
                    | '╌'
                    | '―'
                    | '—'
                    | '–'
                    | '╪'
                    | '┼'
            )
        };
        let dash_row =
            dashes == Some(text.trim().len()) && text.trim().bytes().all(|byte| byte == b'-');
        if !dash_row
            && !text
                .chars()
                .any(|c| c.is_alphanumeric() || matches!(c, '_' | '·' | '•' | '□' | '◦' | '?'))
        {
            let double = ["--", "==", "-+", "+-"]
                .iter()
                .any(|pair| text.contains(pair));
            let boxed = text.chars().any(|c| !matches!(c, '-' | '=') && drawn(c));
            let rule = |c: char| {
                drawn(c)
                    || is_bar(c)
                    || c.is_whitespace()
                    || matches!(c, '+' | '*' | '.' | ':' | '\'' | '`' | ',')
            };
            if (double || boxed) && text.chars().all(rule) {
                return Self::Rule(
                    text.contains('=') || text.chars().any(|c| matches!(c, '━' | '═')),
                );
            }
            if text.chars().all(separates) {
                // A line of bars alone contains no cell.
                return Self::Rule(false);
            }
        }
        Row::parse(text, line).map_or(Self::Other, Self::Row)
    }
}

impl<'a> Row<'a> {
    /// Splits a line at blanks and bars. Returns `None` if the line has no cells or contains
    /// anything else.
    fn parse(text: &'a str, line: usize) -> Option<Self> {
        let mut row = Row {
            line,
            tokens: Vec::new(),
            chars: 0,
            bars: Vec::new(),
        };
        let mut start: Option<(usize, usize)> = None;
        let mut braces = false;
        let mut column = 0;
        let mut was_space = true;
        for (index, c) in text.char_indices() {
            column += 1;
            if c == '#'
                && was_space
                && text[index + 1..]
                    .chars()
                    .next()
                    .is_none_or(char::is_whitespace)
            {
                row.close(text, &mut start, index, column);
                break;
            }
            was_space = c.is_whitespace();
            let in_set = braces && c != '}' && (c.is_ascii_digit() || c == ',' || c == ' ');
            if in_set {
                continue;
            }
            match c {
                '{' if !braces => {
                    row.close(text, &mut start, index, column);
                    start = Some((index, column));
                    braces = true;
                }
                '}' if braces => {
                    row.close(text, &mut start, index + 1, column + 1);
                    braces = false;
                }
                _ if braces => return None,
                _ if separates(c) => {
                    row.close(text, &mut start, index, column);
                    if is_bar(c) {
                        row.bar(is_heavy(c));
                    }
                }
                _ if row.tokens.len() > MAX_TOKENS => return None,
                _ if is_cell(c) || matches!(c, '#' | '@' | '^' | '%' | '&' | '$') => {
                    start.get_or_insert((index, column));
                }
                _ => return None,
            }
        }
        row.close(text, &mut start, text.len(), column + 1);
        (!row.tokens.is_empty() && !braces).then_some(row)
    }

    fn close(
        &mut self,
        text: &'a str,
        start: &mut Option<(usize, usize)>,
        end: usize,
        column: usize,
    ) {
        if let Some((from, first)) = start.take() {
            let token = &text[from..end];
            let chars = column.saturating_sub(first).min(token.len()).max(1);
            self.chars += chars;
            self.tokens.push(Token {
                text: token,
                column: first,
                chars,
            });
        }
    }

    fn bar(&mut self, heavy: bool) {
        let bar = Bar {
            tokens: self.tokens.len(),
            chars: self.chars,
            heavy,
        };
        match self.bars.last_mut() {
            // Two adjacent bars form a double bar.
            Some(last) if last.chars == bar.chars => last.heavy = true,
            _ => self.bars.push(bar),
        }
    }

    /// Returns the number of cells in the row: tokens, or characters.
    pub(super) fn width(&self, apart: bool) -> usize {
        if apart { self.tokens.len() } else { self.chars }
    }

    /// Returns the span from the first to the last character.
    pub(super) fn span(&self) -> Span {
        let (first, last) = (self.tokens.first(), self.tokens.last());
        let column = first.map_or(1, |token| token.column);
        Span::new(
            self.line,
            column,
            last.map_or(0, |token| token.column + token.chars - column),
        )
    }

    /// Returns `true` if the cells form k groups of k characters: the rows of a small grid side by
    /// side.
    pub(super) fn is_square_of_groups(&self) -> bool {
        let k = self.tokens.len();
        k >= 4 && self.tokens.iter().all(|token| token.chars == k)
    }

    /// Returns the cells that follow a wider gap than usual. Right ends are compared, since numbers
    /// are right-aligned.
    fn gaps(&self) -> Vec<usize> {
        let ends: Vec<usize> = self
            .tokens
            .iter()
            .map(|token| token.column + token.chars)
            .collect();
        let steps: Vec<usize> = ends.windows(2).map(|pair| pair[1] - pair[0]).collect();
        let least = steps.iter().min().copied().unwrap_or(0);
        steps
            .iter()
            .zip(1..)
            .filter(|(step, _)| **step > least)
            .map(|(_, cell)| cell)
            .collect()
    }
}

/// N rows of N cells.
#[derive(Debug)]
pub(super) struct Grid<'a> {
    pub(super) rows: Vec<Row<'a>>,
    /// `true` if the cells are separated. Otherwise they are one character each.
    pub(super) apart: bool,
    pub(super) size: u8,
    /// The lines drawn between the rows.
    rules: Vec<DrawnRule<'a>>,
    /// The number of rows before each blank line.
    pub(super) blanks: Vec<usize>,
}

impl<'a> Grid<'a> {
    /// Returns all cells as tokens, row by row.
    pub(super) fn tokens(&self) -> impl Iterator<Item = &Token<'a>> + Clone {
        self.rows.iter().flat_map(|row| &row.tokens)
    }

    /// Returns all cells as characters, row by row.
    pub(super) fn chars(&self) -> Vec<char> {
        self.tokens().flat_map(|token| token.text.chars()).collect()
    }

    /// Returns `true` if lines are drawn between the cells.
    pub(super) fn is_drawn(&self) -> bool {
        !self.rules.is_empty() || self.rows.iter().any(|row| !row.bars.is_empty())
    }

    /// Returns the position of every cell.
    pub(super) fn places(&self) -> Box<[(u32, u32, u8)]> {
        let mut places = Vec::with_capacity(usize::from(self.size) * usize::from(self.size));
        let small = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        for row in &self.rows {
            for token in &row.tokens {
                if self.apart {
                    places.push((
                        small(row.line),
                        small(token.column),
                        u8::try_from(token.chars).unwrap_or(u8::MAX),
                    ));
                } else {
                    places.extend(
                        (token.column..token.column + token.chars)
                            .map(|column| (small(row.line), small(column), 1)),
                    );
                }
            }
        }
        places.into()
    }

    /// Returns the shape of the boxes, if bars and rules show a suitable one.
    pub(super) fn drawn_boxes(&self) -> Option<Boxes> {
        let inner = |cut: &usize| *cut > 0 && *cut < usize::from(self.size);
        let bars = |row: &Row<'_>| -> Vec<(usize, bool)> {
            let cuts = row
                .bars
                .iter()
                .map(|bar| (if self.apart { bar.tokens } else { bar.chars }, bar.heavy));
            cuts.filter(|(cut, _)| inner(cut)).collect()
        };
        let first = bars(self.rows.first()?);
        let rules: Vec<(usize, bool)> = self
            .rules
            .iter()
            .map(|rule| (rule.rows, rule.heavy))
            .filter(|(cut, _)| inner(cut))
            .collect();
        let agreed = self.rows.iter().all(|row| bars(row) == first);
        self.shape(
            if agreed {
                period(&first, self.size)?
            } else {
                None
            },
            period(&rules, self.size)?,
        )
    }

    /// Returns the jigsaw regions, if lines divide the grid into N regions of N cells other than
    /// the rows or columns.
    pub(super) fn drawn_regions(&self) -> Option<Vec<u8>> {
        if !self.is_drawn() {
            return None;
        }
        let size = usize::from(self.size);
        let (mut right, mut below) = (vec![false; size * size], vec![false; size * size]);
        for (number, row) in self.rows.iter().enumerate() {
            for bar in &row.bars {
                let cells = if self.apart { bar.tokens } else { bar.chars };
                if (1..size).contains(&cells) {
                    right[number * size + cells - 1] = true;
                }
            }
        }
        let places = self.places();
        for rule in self
            .rules
            .iter()
            .filter(|rule| (1..size).contains(&rule.rows))
        {
            let drawn: Vec<char> = rule.text.chars().collect();
            for cell in (rule.rows - 1) * size..rule.rows * size {
                // Numbers are right-aligned, so the rule is checked at the right end of the cell.
                let (_, column, length) = places[cell];
                let stroke = (column as usize + usize::from(length))
                    .checked_sub(2)
                    .and_then(|place| drawn.get(place));
                below[cell] |= stroke.is_some_and(|c| is_horizontal(*c));
            }
        }
        regions_between(size, &right, &below)
    }

    /// Returns the shape of the boxes, if wide gaps and blank lines show a suitable one.
    pub(super) fn spaced_boxes(&self) -> Option<Boxes> {
        let light = |cuts: Vec<usize>| -> Vec<(usize, bool)> {
            cuts.into_iter().map(|cut| (cut, false)).collect()
        };
        let first = self.rows.first()?.gaps();
        if !self.apart || self.rows.iter().any(|row| row.gaps() != first) {
            return None;
        }
        let (width, height) = (
            period(&light(first), self.size)?,
            period(&light(self.blanks.clone()), self.size)?,
        );
        width.and(height)?;
        self.shape(width, height)
    }

    fn shape(&self, width: Option<u8>, height: Option<u8>) -> Option<Boxes> {
        let (width, height) = match (width, height) {
            (Some(width), Some(height)) => (width, height),
            (Some(width), None) => (width, self.size / width),
            (None, Some(height)) => (self.size / height, height),
            (None, None) => return None,
        };
        // Lines between all rows or all columns only separate the cells.
        let fits =
            u16::from(width) * u16::from(height) == u16::from(self.size) && width > 1 && height > 1;
        fits.then_some(Boxes::Rectangles { width, height })
    }
}

/// Returns `true` if a character of a rule has a horizontal stroke.
fn is_horizontal(c: char) -> bool {
    let box_drawing = matches!(c, '\u{2500}'..='\u{257f}')
        && !matches!(c, '│' | '┃' | '║' | '┆' | '┇' | '┊' | '┋' | '╎' | '╏');
    box_drawing || matches!(c, '-' | '=' | '+' | '―' | '—' | '–')
}

/// Returns the regions between the walls of a grid, numbered in reading order. `right` and `below`
/// tell for each cell where a wall is.
///
/// Returns `None` if they are not N regions of N cells. Rows and columns are rejected too, since
/// their lines only separate the cells.
pub(super) fn regions_between(size: usize, right: &[bool], below: &[bool]) -> Option<Vec<u8>> {
    let mut numbers: Vec<Option<u8>> = vec![None; size * size];
    let mut regions = 0_u8..=u8::MAX;
    for first in 0..size * size {
        if numbers[first].is_some() {
            continue;
        }
        let region = regions.next()?;
        numbers[first] = Some(region);
        let (mut open, mut cells) = (vec![first], 0);
        while let Some(cell) = open.pop() {
            cells += 1;
            let (row, column) = (cell / size, cell % size);
            let ways = [
                (column + 1 < size && !right[cell], cell + 1),
                (
                    column > 0 && !right[cell.wrapping_sub(1)],
                    cell.wrapping_sub(1),
                ),
                (row + 1 < size && !below[cell], cell + size),
                (
                    row > 0 && !below[cell.wrapping_sub(size)],
                    cell.wrapping_sub(size),
                ),
            ];
            for (_, next) in ways.into_iter().filter(|(way, _)| *way) {
                if numbers[next].is_none() {
                    numbers[next] = Some(region);
                    open.push(next);
                }
            }
        }
        if cells != size {
            return None;
        }
    }
    let map: Vec<u8> = numbers.into_iter().collect::<Option<_>>()?;
    let lines = |line: fn(usize, usize) -> usize| {
        map.iter()
            .enumerate()
            .all(|(cell, region)| usize::from(*region) == line(cell, size))
    };
    (!lines(|cell, size| cell / size) && !lines(|cell, size| cell % size)).then_some(map)
}

/// Returns the distance between equidistant cuts. If some cuts are heavy, only those count. Returns
/// `None` if they are irregular, and `Some(None)` if there is no cut.
fn period(cuts: &[(usize, bool)], size: u8) -> Option<Option<u8>> {
    let both = cuts.iter().any(|(_, heavy)| *heavy) && cuts.iter().any(|(_, heavy)| !heavy);
    let mut places: Vec<usize> = cuts
        .iter()
        .filter(|(_, heavy)| *heavy || !both)
        .map(|(cut, _)| *cut)
        .collect();
    places.dedup();
    let Some(step) = places.first().copied() else {
        return Some(None);
    };
    let regular =
        usize::from(size).is_multiple_of(step) && places.len() + 1 == usize::from(size) / step;
    let regular = regular
        && places
            .iter()
            .zip(1..)
            .all(|(place, number)| *place == step * number);
    regular.then(|| u8::try_from(step).ok())
}
