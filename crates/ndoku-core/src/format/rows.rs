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

use std::collections::HashMap;

use super::cells::{is_blank, is_cell, is_token};
use super::{Block, MAX_LINE_BYTES, ReadError, Span};
use crate::Boxes;

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

/// The lines before a row.
#[derive(Copy, Clone, Default)]
struct Before {
    blank: bool,
    comment: bool,
}

/// A grid or its error, and the position behind it.
pub(super) struct GridResult<'a> {
    pub(super) grid: Result<Grid<'a>, ReadError>,
    /// The number of consumed bytes of the block.
    pub(super) bytes: usize,
    /// The number of consumed lines.
    pub(super) lines: usize,
}

/// The maximum number of rows examined to find an error.
pub(super) const MAX_ROWS: usize = 300;

/// The maximum number of cells in all examined rows. Two grids of the largest size have fewer.
pub(super) const MAX_TOKENS: usize = 1 << 17;

/// The minimum number of rows to examine, even after many errors.
const MIN_ROWS: usize = 32;

struct Scan<'a, 's> {
    block: Block<'a>,
    position: usize,
    line: usize,
    rows: Vec<Row<'a>>,
    before: Vec<Before>,
    /// The bytes and lines up to the end of each row.
    ends: Vec<(usize, usize)>,
    rules: Vec<DrawnRule<'a>>,
    over: bool,
    dashes: Option<usize>,
    /// The maximum number of examined rows of a paragraph.
    most: usize,
    /// The number of cells in all rows.
    tokens: usize,
    /// Returns `true` if a line is a puzzle of its own.
    alone: &'s dyn Fn(&str) -> bool,
}

impl<'a, 's> Scan<'a, 's> {
    fn new(block: Block<'a>, dashes: Option<usize>, alone: &'s dyn Fn(&str) -> bool) -> Self {
        let line = block.line;
        Self {
            block,
            position: 0,
            line,
            rows: Vec::new(),
            before: Vec::new(),
            ends: Vec::new(),
            rules: Vec::new(),
            over: false,
            dashes,
            most: MAX_ROWS,
            tokens: 0,
            alone,
        }
    }

    /// Reads lines until there are `count` rows. Returns `false` if there are fewer.
    fn fetch(&mut self, count: usize) -> bool {
        let mut before = Before::default();
        while self.rows.len() < count && !self.over {
            let rest = &self.block.text[self.position..];
            if rest.is_empty() {
                self.over = true;
                break;
            }
            let length = rest.find('\n').unwrap_or(rest.len());
            let text = &rest[..length];
            if self.tokens > MAX_TOKENS || text.len() > MAX_LINE_BYTES {
                self.over = true;
                break;
            }
            let kind = Kind::classify(text, self.line, self.dashes);
            if matches!(kind, Kind::Other) || (matches!(kind, Kind::Row(_)) && (self.alone)(text)) {
                self.over = true;
                break;
            }
            self.position += (length + 1).min(rest.len());
            self.line += 1;
            match kind {
                Kind::Blank => before.blank = true,
                Kind::Comment(_) => before.comment = true,
                Kind::Rule(heavy) => self.rules.push(DrawnRule {
                    rows: self.rows.len(),
                    heavy,
                    text,
                    end: (self.position, self.line),
                }),
                Kind::Row(row) => {
                    self.tokens += row.tokens.len();
                    self.rows.push(row);
                    self.before.push(std::mem::take(&mut before));
                    self.ends.push((self.position, self.line));
                }
                Kind::Other => {}
            }
        }
        self.rows.len() >= count
    }

    /// Returns `true` if the first `size` rows are a grid of this size.
    fn fits(&mut self, size: usize, apart: bool, cell: &dyn Fn(&str) -> bool) -> bool {
        if !(1..=255).contains(&size) || (!apart && size > 35) || !self.fetch(size) {
            return false;
        }
        let rows = &self.rows[..size];
        let even = rows.iter().all(|row| {
            row.width(apart) == size && (!apart || row.tokens.iter().all(|token| cell(token.text)))
        });
        even && self.regular(size)
    }

    /// Returns `true` if blank lines separate all bands of equal height, or if there are none.
    fn regular(&self, size: usize) -> bool {
        let cuts: Vec<(usize, bool)> = (1..size)
            .filter(|row| self.before[*row].blank)
            .map(|row| (row, false))
            .collect();
        u8::try_from(size).is_ok_and(|size| period(&cuts, size).is_some())
    }

    /// Returns the number of rows from `from` on without a blank line in between, and without a
    /// comment if `comments`.
    fn paragraph(&mut self, from: usize, comments: bool) -> usize {
        let mut count = 1;
        while count < self.most && self.fetch(from + count + 1) {
            let before = self.before[from + count];
            if before.blank || (comments && before.comment) {
                break;
            }
            count += 1;
        }
        count
    }

    fn finish(mut self, count: usize, grid: Result<(bool, usize), ReadError>) -> GridResult<'a> {
        // The rule below the last row belongs to the grid if there is a rule above the first.
        self.fetch(count + 1);
        let (mut bytes, mut line) = self.ends[count - 1];
        let closed = self.rules.iter().any(|rule| rule.rows == 0);
        if let Some(below) = self.rules.iter().find(|rule| closed && rule.rows == count) {
            (bytes, line) = below.end;
        }
        let grid = grid.map(|(apart, size)| {
            self.rows.truncate(count);
            Grid {
                apart,
                size: u8::try_from(size).unwrap_or(u8::MAX),
                rules: self
                    .rules
                    .into_iter()
                    .filter(|rule| rule.rows <= count)
                    .collect(),
                blanks: (1..count).filter(|row| self.before[*row].blank).collect(),
                rows: self.rows,
            }
        });
        GridResult {
            grid,
            bytes,
            lines: line - self.block.line,
        }
    }
}

/// Collects the grid at the beginning of a block. Returns `None` if there is no row. `alone`
/// identifies lines that are puzzles of their own.
pub(super) fn parse_grid<'a>(
    block: Block<'a>,
    alone: &dyn Fn(&str) -> bool,
) -> Option<GridResult<'a>> {
    parse_grid_within(block, MAX_ROWS, alone)
}

/// Collects a grid like [`parse_grid`] and examines at most `most` rows to find an error. A grid as
/// wide as the first row is always examined.
pub(super) fn parse_grid_within<'a>(
    block: Block<'a>,
    most: usize,
    alone: &dyn Fn(&str) -> bool,
) -> Option<GridResult<'a>> {
    let mut scan = Scan::new(block, None, alone);
    if !scan.fetch(1) {
        return None;
    }
    let found = detect_shape(&mut scan);
    if let Some((apart, size)) = found {
        return Some(scan.finish(size, Ok((apart, size))));
    }
    // Dashes may be blanks. Then a line of dashes is a row.
    let dashed = scan
        .rows
        .iter()
        .find(|row| row.tokens.len() == 1 && row.tokens[0].text.contains('-'))
        .map(|row| row.chars);
    if dashed.is_some() {
        let mut with_dashes = Scan::new(block, dashed, alone);
        if with_dashes.fetch(1)
            && let Some((apart, size)) = detect_shape(&mut with_dashes)
        {
            return Some(with_dashes.finish(size, Ok((apart, size))));
        }
    }
    let width = if scan.rows[0].chars <= 35 {
        scan.rows[0].chars
    } else {
        scan.rows[0].tokens.len()
    };
    scan.most = most.max(2 * width + 2).clamp(MIN_ROWS, MAX_ROWS);
    let (count, result) = diagnose(&mut scan);
    Some(scan.finish(count, result))
}

/// Returns the way to read the rows as a grid, if there is one: whether cells are separated, and
/// the size.
fn detect_shape(scan: &mut Scan<'_, '_>) -> Option<(bool, usize)> {
    let (tokens, chars) = (scan.rows[0].tokens.len(), scan.rows[0].chars);
    let sure = |text: &str| {
        let number = || {
            text.parse::<usize>()
                .is_ok_and(|number| (1..=tokens).contains(&number))
        };
        text.chars().nth(1).is_none() || number()
    };
    // A set of pencilmarks contains each digit once. `534` in a row of three tokens is three cells.
    let likely = |text: &str| is_token(text) || is_set(text);
    if tokens > 1 && scan.fits(tokens, true, &sure) {
        return Some((true, tokens));
    }
    if scan.fits(chars, false, &|_| true) {
        // Rows of both forms may be mixed. Then all cells are one character each.
        return Some((
            scan.rows[..chars]
                .iter()
                .all(|row| row.tokens.len() == chars),
            chars,
        ));
    }
    // A single run of characters is not a row of one cell, unless it is a set in braces.
    let cells = tokens > 1 || scan.rows[0].tokens[0].text.starts_with('{');
    (cells && scan.fits(tokens, true, &likely)).then_some((true, tokens))
}

/// Returns `true` if a token may be the pencilmarks of a cell, with or without the marks that some
/// programs add.
pub(super) fn is_set(text: &str) -> bool {
    let inner = text
        .strip_prefix('{')
        .and_then(|text| text.strip_suffix('}'));
    inner.is_some()
        || text.chars().all(|c| {
            c.is_ascii_alphanumeric() || matches!(c, '*' | '#' | '@' | '-' | '^' | '%' | '&' | '$')
        })
}

/// Returns the number of rows to skip and their error, or the grid that they form after all.
fn diagnose(scan: &mut Scan<'_, '_>) -> (usize, Result<(bool, usize), ReadError>) {
    let whole = scan.paragraph(0, false);
    let (mut apart, mut size) = likely_size(&scan.rows[..whole]);
    let mut first = whole;
    if whole != size {
        // A comment may be the header of the next grid.
        first = scan.paragraph(0, true);
        (apart, size) = likely_size(&scan.rows[..first]);
    }
    let mut count = first;
    if first < size {
        // Bands are as many paragraphs of similar height as a grid of this size has.
        let bands = size.div_ceil(first);
        let most = first.max(size / 2);
        for _ in 1..bands {
            if count >= size || !scan.fetch(count + 1) || scan.rows[count].tokens.is_empty() {
                break;
            }
            let more = scan.paragraph(count, false);
            let like = scan.rows[count..count + more]
                .iter()
                .filter(|row| row.width(apart) == size)
                .count();
            let words = apart
                && scan.rows[count]
                    .tokens
                    .iter()
                    .any(|token| token.text.chars().filter(|c| c.is_alphabetic()).count() > 1);
            if more > most || more >= size || 2 * like < more || words {
                break;
            }
            count += more;
        }
    } else if first >= 2 * size && size > 0 {
        count = size + first % size;
    } else if first == size {
        count = size;
    }
    let rows = &scan.rows[..count];
    if size > 255 {
        let message =
            format!("a grid with {size} columns is not supported: sizes go from 1 to 255");
        return (
            count,
            Err(ReadError::at(rows[0].span(), message).hint(super::line::TOO_LARGE)),
        );
    }
    let odd = rows.iter().position(|row| row.width(apart) != size);
    if let Some(odd) = odd {
        let found = rows[odd].width(apart);
        let plural = if found == 1 { "" } else { "s" };
        let message = format!(
            "row {} has {found} cell{plural}, the other rows have {size}",
            odd + 1
        );
        let hint = if found < size {
            "a cell is missing, or two cells have no separator"
        } else {
            "there is a cell too many, or one was split in two"
        };
        return (
            count,
            Err(ReadError::at(rows[odd].span(), message)
                .label(format!("{found} cell{plural}"))
                .hint(hint)),
        );
    }
    if count == size {
        return (count, Ok((apart, size)));
    }
    let plural = if count == 1 { "" } else { "s" };
    let message = format!(
        "the grid has {count} row{plural} of {size} cells, but {size}×{size} needs {size} rows"
    );
    let hint = if count < size {
        "a row is missing, or the grid was cut off"
    } else {
        "there is a row too many, or a blank line is missing between two grids"
    };
    (
        count,
        Err(ReadError::at(rows[count - 1].span(), message).hint(hint)),
    )
}

/// Returns `true` if the cells of these rows are separated, and the most frequent number of cells.
fn likely_size(rows: &[Row<'_>]) -> (bool, usize) {
    let most = |apart: bool| {
        let mut votes: HashMap<usize, usize> = HashMap::new();
        rows.iter()
            .for_each(|row| *votes.entry(row.width(apart)).or_default() += 1);
        let best = votes.values().max().copied().unwrap_or(0);
        // Among equally frequent widths the first one wins.
        let width = rows
            .iter()
            .map(|row| row.width(apart))
            .find(|width| votes[width] == best);
        (best, width.unwrap_or(0))
    };
    let ((apart_votes, tokens), (compact_votes, chars)) = (most(true), most(false));
    let near = |size: usize| size.abs_diff(rows.len());
    let one_each = rows
        .iter()
        .all(|row| row.tokens.iter().all(|token| token.chars == 1));
    let apart = one_each
        || tokens > 1 && (chars > 35 || (apart_votes, near(chars)) > (compact_votes, near(tokens)));
    (apart, if apart { tokens } else { chars })
}

/// Returns `true` if a line contains a word, which is meant for people.
pub(super) fn is_caption(text: &str) -> bool {
    let word = |word: &str| {
        word.len() >= 3
            && word.chars().all(char::is_alphabetic)
            && word.chars().any(char::is_lowercase)
    };
    text.split(|c: char| c.is_whitespace() || matches!(c, ':' | ',' | '#' | '-'))
        .any(word)
        && !text.chars().any(|c| is_blank(c) && c != '.')
}
