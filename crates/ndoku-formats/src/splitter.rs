//! Splits a text into units and passes each to the format that detects it. A unit is a line or the
//! rows of a grid.
//!
//! ```text
//! # name=first                                  comment: stands with the record below it
//! 1.3.34.22.4.4.21                              unit 1: a line
//! +-----+-----+
//! | 1 . | 3 . |                                 unit 2: the rows of a grid and the lines
//! | 3 4 | . 2 |                                         drawn around them
//! …
//! :0000:x:8..........36……:::                    unit 3: a line in another format
//! ```
//!
//! A unit that cannot be read gives one error in its place. The search for the next unit continues
//! below it.
//!
//! The cost is linear in the text. To find the error of a unit, the splitter examines up to 300
//! rows below it. Each error lowers that number, since a longer search in a faulty text finds
//! nothing better.

mod list_detection;

use std::cell::Cell as Count;
use std::ops::ControlFlow;

use self::list_detection::{is_list, not_a_puzzle};
use super::cells::{self, side};
use super::lines::{self, Comments, check_encoding};
use super::rows::{self, Grid, GridResult, Kind, Row};
use super::{
    Block, FORMATS, Format, ReadError, ReadOptions, Reader, Scope, Span, iss, jigsaw, line, list,
    sukaku, transcript,
};

/// Returns the unit formats in the order of the registry.
fn unit_formats() -> impl Iterator<Item = &'static Format> {
    FORMATS
        .iter()
        .filter(|format| format.scope == Scope::Unit)
        .copied()
}

/// Returns the format of a unit.
pub(super) fn detect(block: &Block<'_>) -> Option<&'static Format> {
    unit_formats().find(|format| format.read.is_some() && (format.detect)(block).is_ok())
}

/// A part of a text that gives one record, one error or nothing.
pub(super) enum Unit<'a> {
    /// A record, to be read by the format that detects it.
    Block(Block<'a>),
    /// A faulty unit.
    Error(ReadError),
    /// A comment or a caption, perhaps with the name of the next record.
    Comment(&'a str),
    /// A blank line, or a drawn line without rows.
    Empty,
}

/// A parser that splits a text into units.
pub(super) struct Splitter<'a> {
    options: &'a ReadOptions,
    text: &'a str,
    position: usize,
    line: usize,
    /// `true` if lines that may be rows or small grids are small grids.
    prefer_lines: bool,
    /// `true` to search for grids only.
    only_grids: bool,
    begun: bool,
    /// The number of characters of lines known to be small grids, and the position up to which this
    /// is known.
    known_lines: (usize, usize),
    /// `true` if the text is a list. `None` until it is needed.
    list: Option<bool>,
    /// `true` if a record is directly above, without a blank line in between.
    touches: bool,
    /// A measure of recent errors. It grows with each faulty grid and shrinks with each good one.
    error_pressure: u32,
    /// The number of checks whether a line belongs to a grid. Tests use it as a measure of work.
    line_checks: Count<usize>,
}

impl<'a> Splitter<'a> {
    pub(super) fn new(block: Block<'a>, options: &'a ReadOptions) -> Self {
        let prefer_lines = options
            .extension
            .as_deref()
            .is_some_and(|extension| extension.eq_ignore_ascii_case("sdm"));
        Self {
            options,
            text: block.text,
            position: 0,
            line: block.line,
            prefer_lines,
            only_grids: false,
            // A block below the first line continues a text.
            begun: block.line > 1,
            known_lines: (0, 0),
            list: None,
            touches: false,
            error_pressure: 0,
            line_checks: Count::new(0),
        }
    }

    /// Returns the current byte offset and line number.
    pub(super) const fn position(&self) -> (usize, usize) {
        (self.position, self.line)
    }

    fn rest(&self) -> &'a str {
        &self.text[self.position..]
    }

    fn take(&mut self, bytes: usize, lines: usize) -> Block<'a> {
        let block = Block {
            text: &self.rest()[..bytes],
            line: self.line,
        };
        self.position += bytes;
        self.line += lines;
        block
    }

    /// Consumes the next line.
    fn take_line(&mut self) -> &'a str {
        let rest = self.rest();
        let length = rest.find('\n').unwrap_or(rest.len());
        self.take((length + 1).min(rest.len()), 1);
        &rest[..length]
    }

    /// Returns the next unit, or `None` at the end.
    pub(super) fn next(&mut self) -> Option<Unit<'a>> {
        let unit = self.next_unit()?;
        match unit {
            Unit::Empty => self.touches = false,
            Unit::Comment(_) => {}
            Unit::Error(_) | Unit::Block(_) => self.touches = true,
        }
        Some(unit)
    }

    /// Returns `true` if the text is a list of puzzles, see [`list`].
    fn is_list(&mut self) -> bool {
        let (only_grids, text, options) = (self.only_grids, self.text, self.options);
        *self
            .list
            .get_or_insert_with(|| !only_grids && is_list(text, options))
    }

    fn next_unit(&mut self) -> Option<Unit<'a>> {
        let rest = self.rest();
        if rest.is_empty() {
            return None;
        }
        let (text, next) = rest.split_once('\n').unwrap_or((rest, ""));
        let line = self.line;
        if text.len() > list::MAX_LINE_BYTES {
            self.take_line();
            return Some(Unit::Error(list::too_long(line)));
        }
        if let Some((bytes, lines)) = transcript::measure(rest) {
            return Some(Unit::Block(self.take(bytes, lines)));
        }
        if list::is_placeholder(text) {
            self.take_line();
            return Some(Unit::Error(list::placeholder(text, line)));
        }
        if let Some((bytes, lines)) = iss::measure(rest).filter(|_| !self.only_grids) {
            self.begun = true;
            return Some(Unit::Block(self.take(bytes, lines)));
        }
        let kind = Kind::classify(text, self.line, None);
        let first = !self.begun;
        self.begun |= matches!(kind, Kind::Row(_) | Kind::Other);
        match kind {
            Kind::Blank => {
                self.take_line();
                Some(Unit::Empty)
            }
            Kind::Comment(comment) => {
                self.take_line();
                Some(Unit::Comment(comment))
            }
            Kind::Row(_)
                if first
                    && !self.only_grids
                    && lines::is_count(text, next.split('\n').next().unwrap_or_default()) =>
            {
                self.take_line();
                Some(Unit::Empty)
            }
            Kind::Row(row) => Some(self.take_row_unit(text, &row)),
            Kind::Rule(_) => {
                // Only a drawn line directly above a row belongs to a grid.
                let above_row = matches!(
                    Kind::classify(next.lines().next().unwrap_or_default(), 0, None),
                    Kind::Row(_)
                );
                let grid = if above_row { self.take_grid() } else { None };
                Some(grid.unwrap_or_else(|| {
                    if self.is_list() {
                        return self.take_invalid_line();
                    }
                    self.take_line();
                    Unit::Empty
                }))
            }
            Kind::Other if !self.only_grids && is_single_line_record(text) => {
                Some(self.take_single_line())
            }
            Kind::Other => Some(self.take_other(text)),
        }
    }

    fn take_single_line(&mut self) -> Unit<'a> {
        let line = self.line;
        Unit::Block(Block {
            text: self.take_line(),
            line,
        })
    }

    /// Consumes a unit that begins with a line of cells.
    fn take_row_unit(&mut self, text: &'a str, row: &Row<'_>) -> Unit<'a> {
        if !self.only_grids {
            if let Some((bytes, lines)) =
                sukaku::measure(self.rest()).or_else(|| jigsaw::measure(self.rest()))
            {
                return Unit::Block(self.take(bytes, lines));
            }
            let alone = match side(row.chars)
                .filter(|_| row.chars <= 25 && (row.tokens.len() == 1 || row.is_square_of_groups()))
            {
                Some(small) => self.are_small_grids(row.chars, small),
                None => is_single_line_record(text),
            };
            if alone {
                return self.take_single_line();
            }
        }
        // A line of separated cells may be a whole grid, unless it is the first row of one.
        let place = (self.position, self.line);
        let could_be_line = !self.only_grids && line::side_for_tokens(row.tokens.len()).is_some();
        match self.take_grid() {
            Some(Unit::Error(_))
                if could_be_line && !is_oversized_grid(&self.text[place.0..], row.tokens.len()) =>
            {
                (self.position, self.line) = place;
                self.take_single_line()
            }
            Some(unit) => unit,
            None => self.take_other(text),
        }
    }

    /// Returns `true` if lines of N = n² cells are grids of size n rather than rows of one grid of
    /// size N. That is so if nearly all of them contain only clues of the small size.
    fn are_small_grids(&mut self, chars: usize, small: u8) -> bool {
        if self.known_lines.0 == chars && self.position < self.known_lines.1 {
            return true;
        }
        if has_rows_of_dashes(self.rest(), chars) {
            return false;
        }
        let (mut found, mut fit, mut possible) = (0, 0, 0);
        let mut end = self.position;
        for (text, line) in self.rest().split_inclusive('\n').zip(self.line..) {
            end += text.len();
            match Kind::classify(text, line, None) {
                Kind::Row(row)
                    if row.chars == chars
                        && (row.tokens.len() == 1 || row.is_square_of_groups()) =>
                {
                    // `x` is a blank of a small grid.
                    let number = |c: char| c.to_digit(36).filter(|_| !matches!(c, 'x' | 'X'));
                    let fits = |c: char| number(c).is_none_or(|value| value <= u32::from(small));
                    let clue = |c: char| number(c).is_some_and(|value| value > 0);
                    let characters = || row.tokens.iter().flat_map(|token| token.text.chars());
                    found += 1;
                    let fitting = characters().all(fits);
                    possible += usize::from(fitting);
                    fit += usize::from(fitting && characters().any(clue));
                }
                Kind::Comment(_) => {}
                _ => break,
            }
            if found == chars {
                break;
            }
        }
        // The lines are too few for a grid of that many rows. Each is a small grid, perhaps an
        // empty one.
        let too_few = possible == found && found != chars;
        let lines = self.prefer_lines
            || if small >= 4 {
                4 * fit >= 3 * found || too_few
            } else {
                fit == found && found != chars
            };
        if lines && (fit == found || (small >= 4 && too_few)) {
            self.known_lines = (chars, end);
        }
        lines
    }

    /// Consumes the grid at the current position, if there is one.
    fn take_grid(&mut self) -> Option<Unit<'a>> {
        let block = Block {
            text: self.rest(),
            line: self.line,
        };
        let only = self.only_grids;
        let alone = |text: &str| {
            self.line_checks.set(self.line_checks.get() + 1);
            !only && is_single_line_record(text)
        };
        let most = rows::MAX_ROWS
            .checked_shr(self.error_pressure / 2)
            .unwrap_or(0);
        let GridResult { grid, bytes, lines } = rows::parse_grid_within(block, most, &alone)?;
        let touches = self.touches || !ends_paragraph(&self.rest()[bytes..]);
        match grid {
            Ok(grid) if !list::is_grid(&grid, touches) && self.is_list() => {
                Some(self.take_invalid_line())
            }
            Ok(grid) if self.begins_with_title(&grid, bytes) => {
                Some(Unit::Comment(self.take_line().trim()))
            }
            Ok(_) => {
                self.error_pressure = self.error_pressure.saturating_sub(1);
                let more = if only {
                    None
                } else {
                    jigsaw::layout_below(self.rest(), bytes)
                };
                let (bytes, lines) = more.map_or((bytes, lines), |(more, extra)| {
                    (bytes + more, lines + extra)
                });
                Some(Unit::Block(self.take(bytes, lines)))
            }
            Err(error) => {
                self.error_pressure = self.error_pressure.saturating_add(2).min(100);
                // A caption above the rows was mistaken for one of them.
                let first = self.rest().lines().next().unwrap_or_default();
                let second = self.rest().lines().nth(1).unwrap_or_default();
                if (touches || list::is_words(first) || rows::is_caption(first)) && self.is_list() {
                    return Some(self.take_title_or_invalid_line(first));
                }
                let row_below = matches!(
                    Kind::classify(second, 0, None),
                    Kind::Row(_) | Kind::Rule(_)
                ) && !rows::is_caption(second);
                if rows::is_caption(first) && row_below {
                    return Some(Unit::Comment(self.take_line().trim()));
                }
                if lines == 1 && rows::is_caption(first) {
                    return Some(self.take_other(first));
                }
                self.take(bytes, lines);
                Some(Unit::Error(error))
            }
        }
    }

    /// Consumes an unknown line. It is a caption if cells follow, otherwise an error together with
    /// similar lines below.
    fn take_other(&mut self, text: &'a str) -> Unit<'a> {
        if self.is_list() {
            return self.take_title_or_invalid_line(text);
        }
        let line = self.line;
        self.take_line();
        // A blank line may stand below a title.
        let mut lines_below = self.rest().lines();
        let below = lines_below.find(|line| !line.trim().is_empty());
        let below = below.unwrap_or_default();
        if let Err(error) = check_encoding(text, line) {
            return Unit::Error(error);
        }
        let cells_below = matches!(Kind::classify(below, 0, None), Kind::Row(_) | Kind::Rule(_));
        if rows::is_caption(text) && cells_below && !rows::is_caption(below) {
            return Unit::Comment(text.trim());
        }
        let error = closest_error(&Block { text, line });
        while matches!(
            Kind::classify(self.rest().lines().next().unwrap_or_default(), 0, None),
            Kind::Other
        ) && !is_single_line_record(self.rest().lines().next().unwrap_or_default())
        {
            self.take_line();
        }
        Unit::Error(error)
    }
}

impl<'a> Splitter<'a> {
    /// Returns `true` if the first row of a grid is a word of as many letters, and one more row
    /// follows the grid: `Wednesday` above nine rows. `bytes` is the length of the grid.
    fn begins_with_title(&self, grid: &Grid<'_>, bytes: usize) -> bool {
        let first = self.rest().lines().next().unwrap_or_default();
        if !rows::is_caption(first) || !list::is_words(first) {
            return false;
        }
        let mut below = self.rest()[bytes..].lines();
        let next = below.find(|line| !matches!(Kind::classify(line, 0, None), Kind::Rule(_)));
        let size = usize::from(grid.size);
        matches!(
            Kind::classify(next.unwrap_or_default(), 0, None),
            Kind::Row(row) if row.chars == size || row.tokens.len() == size
        )
    }

    /// Consumes a line of a list that holds no puzzle.
    fn take_invalid_line(&mut self) -> Unit<'a> {
        let line = self.line;
        Unit::Error(not_a_puzzle(self.take_line(), line))
    }

    /// Consumes the title of a grid on the next line, or a line of a list that holds no puzzle.
    fn take_title_or_invalid_line(&mut self, text: &'a str) -> Unit<'a> {
        let below = self.rest().split_once('\n').map_or("", |(_, below)| below);
        let block = Block {
            text: below,
            line: self.line + 1,
        };
        let titled = rows::is_caption(text) && {
            let next = below.lines().next().unwrap_or_default();
            let of_rows = matches!(Kind::classify(next, 0, None), Kind::Row(_) | Kind::Rule(_))
                && !begins_with_small_line(below, self.options);
            let gathered = if of_rows && !is_single_line_record(next) {
                rows::parse_grid(block, &is_single_line_record)
            } else {
                None
            };
            gathered
                .is_some_and(|gathered| gathered.grid.is_ok_and(|grid| list::is_grid(&grid, true)))
        };
        if titled {
            // The rows below touch only their title.
            self.touches = false;
            return Unit::Comment(self.take_line().trim());
        }
        self.take_invalid_line()
    }
}

/// Returns `true` if a text begins with `size` rows of as many cells, of which some contain only
/// dashes as blanks. In a list of puzzles from 4×4 on, such lines are rare.
fn has_rows_of_dashes(text: &str, size: usize) -> bool {
    let (mut rows, mut dashes) = (0, 0);
    for line in text.lines().take(size).map(str::trim) {
        if line.len() != size || !line.chars().all(cells::is_cell) {
            return false;
        }
        rows += 1;
        dashes += usize::from(line.bytes().all(|byte| byte == b'-'));
    }
    rows == size && dashes > if size < 16 { 0 } else { size / 4 }
}

/// Returns `true` if a blank line or the end of the text comes next, ignoring comments.
fn ends_paragraph(text: &str) -> bool {
    text.lines()
        .find(|line| rows::comment(line).is_none())
        .is_none_or(|line| line.trim().is_empty())
}

/// Returns `true` if a text begins with a 4×4 or 5×5 puzzle in one line rather than with a row of a
/// larger grid.
pub(super) fn begins_with_small_line(text: &str, options: &ReadOptions) -> bool {
    let line = text.lines().next().unwrap_or_default();
    if !(16..=60).contains(&line.len()) {
        return false;
    }
    let Kind::Row(row) = Kind::classify(line, 0, None) else {
        return false;
    };
    let small = side(row.chars).filter(|side| {
        matches!(side, 4 | 5) && (row.tokens.len() == 1 || row.is_square_of_groups())
    });
    small.is_some_and(|small| {
        Splitter::new(Block { text, line: 1 }, options).are_small_grids(row.chars, small)
    })
}

/// Returns `true` if the next `cells` lines have that many cells each: a grid of more than 255
/// rows.
fn is_oversized_grid(text: &str, cells: usize) -> bool {
    // Larger grids do not occur, and counting their cells for every line would be slow.
    let counted = (256..=1024).contains(&cells);
    counted
        && text
            .lines()
            .take(cells)
            .take_while(|line| line.split_whitespace().count() == cells)
            .count()
            == cells
}

/// Returns `true` if a line is a record of its own, regardless of its neighbors.
pub(super) fn is_single_line_record(text: &str) -> bool {
    if text.len() > list::MAX_LINE_BYTES || list::is_placeholder(text) {
        return true;
    }
    let special = text.contains([':', '[', '=', '/', '~', '?', '&']);
    let others =
        || unit_formats().filter(|format| !matches!(format.id, "line" | "pair" | "rows" | "grid"));
    line::is_single_line_record(text)
        || (special && others().any(|format| (format.detect)(&Block { text, line: 0 }).is_ok()))
}

/// Passes each unit of a text to its format. `list` tells whether the text is a list, if that is
/// known.
pub(super) fn read(
    block: &Block<'_>,
    list: Option<bool>,
    reader: &mut Reader<'_>,
) -> ControlFlow<()> {
    let mut splitter = Splitter {
        list,
        ..Splitter::new(*block, reader.options())
    };
    let mut comments = Comments::for_block(block);
    let plain = reader.options().symbols.is_none();
    loop {
        if plain {
            splitter.read_simple_lines(reader, &mut comments)?;
        }
        let Some(unit) = splitter.next() else {
            return ControlFlow::Continue(());
        };
        match unit {
            Unit::Empty => comments.clear(),
            Unit::Comment(text) => comments.push(text),
            Unit::Error(error) => {
                comments.clear();
                reader.emit(Err(error))?;
            }
            Unit::Block(unit) => {
                reader.set_comment(comments.take());
                match detect(&unit).and_then(|format| format.read) {
                    Some(read) => read(&unit, reader)?,
                    None => reader.emit(Err(closest_error(&unit)))?,
                }
                reader.set_comment(None);
            }
        }
    }
}

impl Splitter<'_> {
    /// Reads consecutive lines of one digit or blank a cell. This is the fast path for files with
    /// millions of them.
    fn read_simple_lines(
        &mut self,
        reader: &mut Reader<'_>,
        comments: &mut Comments,
    ) -> ControlFlow<()> {
        loop {
            let text = self.rest();
            let rest = text.as_bytes();
            if let Some(line) = line_with_note(text) {
                reader.set_comment(comments.take());
                line::emit_line(line, self.line, reader)?;
                reader.set_comment(None);
                self.take_line();
                (self.begun, self.touches) = (true, true);
                continue;
            }
            // Nearly all such lines have 81 characters. A line end among the cells is not a cell,
            // and is detected below.
            let guess = (rest.get(81) == Some(&b'\n')).then_some(81);
            let end = || {
                rest.iter()
                    .take(82)
                    .position(|byte| *byte == b'\n')
                    .or(Some(rest.len()))
            };
            let Some(length @ (36 | 49 | 64 | 81)) = guess.or_else(end) else {
                break;
            };
            let side = length.isqrt();
            let doubtful = |row: Option<&[u8]>| row.is_some_and(is_ambiguous);
            // 64 is also the cube of 4, so the line may hold candidates.
            let cube = length == 64 && doubtful(rest.get(..4));
            if cube
                || doubtful(rest.get(..side))
                || doubtful(rest.get(length + 1..length + 1 + side))
            {
                break;
            }
            let Some((size, clues)) = line::parse_simple(&rest[..length]) else {
                break;
            };
            reader.set_comment(comments.take());
            line::emit_simple(reader, size, clues, self.line)?;
            self.take((length + 1).min(rest.len()), 1);
            (self.begun, self.touches) = (true, true);
        }
        ControlFlow::Continue(())
    }
}

/// Returns the first line of a text if it is a 9×9 puzzle followed by a note that is too short for
/// a second grid.
fn line_with_note(text: &str) -> Option<&str> {
    let bytes = text.as_bytes();
    let noted = bytes
        .get(81)
        .is_some_and(|byte| matches!(byte, b' ' | b'\t' | b',' | b';' | b'#'));
    if !noted || is_ambiguous(&bytes[..9]) || line::parse_simple(&bytes[..81]).is_none() {
        return None;
    }
    let end = bytes[81..]
        .iter()
        .take(81)
        .position(|byte| *byte == b'\n')
        .map(|end| 81 + end);
    let end = end.or_else(|| (bytes.len() < 162).then_some(bytes.len()))?;
    text.get(..end)
}

/// Returns `true` if the first cells of a line may belong to a region map or to candidates.
pub(super) fn is_ambiguous(row: &[u8]) -> bool {
    let positional = row
        .iter()
        .zip(b'1'..)
        .all(|(byte, digit)| *byte == digit || !byte.is_ascii_digit() || *byte == b'0');
    let full = row.iter().all(u8::is_ascii_alphanumeric);
    (positional && row.iter().any(|byte| (b'1'..=b'9').contains(byte)))
        || (full
            && row
                .iter()
                .enumerate()
                .any(|(index, byte)| row[..index].contains(byte)))
}

/// Emits the record that `read_one` returns for every grid of a block, for formats of rows.
pub(super) fn for_each_grid(
    block: &Block<'_>,
    reader: &mut Reader<'_>,
    mut read_one: impl FnMut(Grid<'_>, &mut Reader<'_>) -> Result<super::Record, ReadError>,
) -> ControlFlow<()> {
    let mut splitter = Splitter {
        only_grids: true,
        list: Some(false),
        ..Splitter::new(*block, reader.options())
    };
    let mut comments = Comments::default();
    while let Some(unit) = splitter.next() {
        match unit {
            Unit::Empty => comments.clear(),
            Unit::Comment(text) => comments.push(text),
            Unit::Error(error) => {
                comments.clear();
                reader.emit(Err(error))?;
            }
            Unit::Block(unit) => {
                let Some(GridResult { grid: Ok(grid), .. }) = rows::parse_grid(unit, &|_| false)
                else {
                    continue;
                };
                if let Some(comment) = comments.take() {
                    reader.set_comment(Some(comment));
                }
                let record = read_one(grid, reader);
                reader.emit(record)?;
                reader.set_comment(None);
            }
        }
    }
    ControlFlow::Continue(())
}

/// Returns the error of a unit that no format detects: the error of `line` for a single line, and
/// otherwise that of the rows of a grid.
pub(super) fn closest_error(block: &Block<'_>) -> ReadError {
    if let Err(error) = check_encoding(block.text.lines().next().unwrap_or_default(), block.line) {
        return error;
    }
    if block.text.trim().lines().count() == 1 {
        return match line::parse(block.text.trim_end(), block.line) {
            Err(error) => error,
            Ok(_) => ReadError::at(
                Span::new(block.line, 1, 0),
                "this line is in no known format",
            ),
        };
    }
    match rows::parse_grid(*block, &|_| false) {
        Some(GridResult {
            grid: Err(error), ..
        }) => error,
        Some(GridResult { grid: Ok(grid), .. }) if grid.apart => {
            let strange = grid
                .rows
                .iter()
                .flat_map(|row| row.tokens.iter().map(move |token| (row.line, token)));
            let strange = strange
                .into_iter()
                .find(|(_, token)| !cells::is_token(token.text));
            let (line, text, column, chars) = strange
                .map_or((block.line, "", 1, 0), |(line, token)| {
                    (line, token.text, token.column, token.chars)
                });
            let error = ReadError::at(
                Span::new(line, column, chars),
                format!("`{text}` is neither a blank, a number, a letter nor a set of candidates"),
            );
            error.hint("`ndoku convert --explain-format` shows which formats were tried")
        }
        _ => ReadError::at(
            Span::new(block.line, 1, 0),
            "these lines are in no known format",
        ),
    }
}

#[cfg(test)]
mod tests;
