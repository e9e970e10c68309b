//! The search for a grid: collects rows until they agree on a size, or finds the error.

use std::collections::HashMap;

use super::super::cells::{GRID_TOO_LARGE, count_cells, is_blank, is_token};
use super::super::{Block, MAX_LINE_BYTES, ReadError};
use super::{DrawnRule, Grid, Kind, Row, period};

/// The lines before a row.
#[derive(Copy, Clone, Default)]
struct Before {
    blank: bool,
    comment: bool,
}

/// A grid or its error, and the position behind it.
pub(crate) struct GridResult<'a> {
    pub(crate) grid: Result<Grid<'a>, ReadError>,
    /// The number of consumed bytes of the block.
    pub(crate) bytes: usize,
    /// The number of consumed lines.
    pub(crate) lines: usize,
}

/// The maximum number of rows examined to find an error.
pub(crate) const MAX_ROWS: usize = 300;

/// The maximum number of cells in all examined rows. Two grids of the largest size have fewer.
pub(crate) const MAX_TOKENS: usize = 1 << 17;

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
pub(crate) fn parse_grid<'a>(
    block: Block<'a>,
    alone: &dyn Fn(&str) -> bool,
) -> Option<GridResult<'a>> {
    parse_grid_within(block, MAX_ROWS, alone)
}

/// Returns the grid of a block that holds nothing else, or the reason why it does not.
pub(crate) fn parse_single_grid<'a>(block: &Block<'a>) -> Result<Grid<'a>, String> {
    let gathered = parse_grid(*block, &|_| false).ok_or("has no row of cells")?;
    if !block.text[gathered.bytes..].trim().is_empty() {
        return Err("does not end after the last row".to_owned());
    }
    gathered.grid.map_err(|error| error.message)
}

/// Collects a grid like [`parse_grid`] and examines at most `most` rows to find an error. A grid as
/// wide as the first row is always examined.
pub(crate) fn parse_grid_within<'a>(
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
    let likely = |text: &str| (is_token(text) || is_set(text)) && !is_run(text, tokens);
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
fn is_set(text: &str) -> bool {
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
            Err(ReadError::at(rows[0].span(), message).hint(GRID_TOO_LARGE)),
        );
    }
    let odd = rows.iter().position(|row| row.width(apart) != size);
    if let Some(odd) = odd {
        let found = rows[odd].width(apart);
        let message = format!(
            "row {} has {}, the other rows have {size}",
            odd + 1,
            count_cells(found)
        );
        let hint = if found < size {
            "a cell is missing, or two cells have no separator"
        } else {
            "there is a cell too many, or one was split in two"
        };
        return (
            count,
            Err(ReadError::at(rows[odd].span(), message)
                .label(count_cells(found))
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
    let hint = if rows.iter().all(may_have_spaces_as_blanks) {
        "write blank cells as `.` or 0, not as spaces"
    } else if count < size {
        "a row is missing, or the grid was cut off"
    } else {
        "there is a row too many, or a blank line is missing between two grids"
    };
    (
        count,
        Err(ReadError::at(rows[count - 1].span(), message).hint(hint)),
    )
}

/// Returns `true` if a row may be the 81 cells of a puzzle whose blank cells are spaces: there are
/// wider gaps than between separated cells.
fn may_have_spaces_as_blanks(row: &Row<'_>) -> bool {
    let length = row.span().length;
    (60..=81).contains(&length) && length >= row.chars + row.tokens.len()
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
    let all = || rows.iter().flat_map(|row| &row.tokens);
    let one_each = all().all(|token| token.chars == 1);
    let runs = all().filter(|token| is_run(token.text, tokens)).count();
    let has_runs = chars <= 35 && 3 * runs >= all().count();
    let apart = one_each
        || tokens > 1
            && !has_runs
            && (chars > 35 || (apart_votes, near(chars)) > (compact_votes, near(tokens)));
    (apart, if apart { tokens } else { chars })
}

/// Returns `true` if a token is several cells in a row, not one cell of a grid of this size: `53.`,
/// or `195` where digits go up to 3.
fn is_run(text: &str, size: usize) -> bool {
    let is_blank = |c: char| is_blank(c) && c != '*';
    if text.chars().any(is_blank) {
        return !text.chars().all(is_blank);
    }
    let exceeds = |digit: u32| usize::try_from(digit).is_ok_and(|digit| digit > size);
    text.len() > 1
        && text.parse().is_ok_and(|number: usize| number > size)
        && text.chars().filter_map(|c| c.to_digit(10)).any(exceeds)
}

/// Returns `true` if a line contains a word, which is meant for people.
pub(crate) fn is_caption(text: &str) -> bool {
    let word = |word: &str| {
        word.len() >= 3
            && word.chars().all(char::is_alphabetic)
            && word.chars().any(char::is_lowercase)
    };
    text.split(|c: char| c.is_whitespace() || matches!(c, ':' | ',' | '#' | '-'))
        .any(word)
        && !text.chars().any(|c| is_blank(c) && c != '.')
}
