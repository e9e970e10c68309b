//! Game IDs of “Solo” in Simon Tatham's Portable Puzzle Collection, one a line. The programs accept
//! them, so they can play ndoku's puzzles.
//!
//! ```text
//! 2x2:1b4b2b3b4b1        boxes 2 wide and 2 high: 1..4..2..3..4..1
//! 2x3x:…                 boxes **3 wide and 2 high**, with both diagonals
//! 9j:GRID,BLOCKS         jigsaw
//! 3x3k:GRID,CAGES,SUMS   Killer: not read here
//! 3x3db#837465           a seed, which only the program can expand to a puzzle
//! ```
//!
//! The first number counts the columns *of boxes*. Letters behind the sizes control the generator
//! and are ignored here.
//!
//! - GRID: `a`–`z` are 1–26 blanks, a number is a clue, `_` separates two clues.
//! - BLOCKS: a list of the borders between adjacent cells. Pairs within a row come first, row by
//!   row, then pairs within a column, column by column. `_` is a border. `a`–`y` are 1–25 positions
//!   without a border and then a border. `z` is 25 positions without a border. A border behind the
//!   last position ends the list.
//!
//! Source: the encoder in `solo.c`. Its decoder interprets `y` and `z` in another way. This affects
//! only jigsaws with 25 consecutive positions without a border, which the program cannot open.

use std::fmt::Write as _;
use std::ops::ControlFlow;

use ndoku_core::{Boxes, Cell, Diagonal, Digit, Puzzle};

use super::{
    Block, DetectedLayout, Detection, Feature, Format, ReadError, Reader, Record, Scope, SourceMap,
    Span, WriteError, WriteOptions, Writer, lines,
};

/// The maximum size of the programs.
const MAX_SIZE: u8 = 31;

/// The format of game IDs.
pub(super) const TATHAM: Format = Format {
    id: "tatham",
    aliases: &["solo", "sgt"],
    extensions: &[],
    summary: "Game IDs of Simon Tatham's puzzle collection, also X and jigsaw",
    example: "3x3:a8_2b5_4b6a7e3f9f4_7_5a8a2a6a3a4a4a3_1_9f5f3e8a1b1_4b7_6a\n",
    scope: Scope::Unit,
    supports: &[
        Feature::AnySize,
        Feature::BoxShape,
        Feature::Regions,
        Feature::Diagonals,
    ],
    conditional: &[],
    detect,
    read: Some(read),
    write: Some(Writer::sequence(write)),
};

fn detect(block: &Block<'_>) -> Detection {
    let line = block.text.trim();
    if line.contains('\n') {
        return Err("has more than one line".into());
    }
    let Some(end) = line.find([':', '#']) else {
        return Err("has no `:` after sizes such as 3x3".into());
    };
    let (sizes, rest) = (&line[..end], &line[end + 1..]);
    let after = sizes.trim_start_matches(|mark: char| mark.is_ascii_digit());
    let is_sizes = after.len() < sizes.len()
        && (after.starts_with('j')
            || after
                .strip_prefix('x')
                .is_some_and(|r| r.starts_with(|d: char| d.is_ascii_digit())));
    if !is_sizes
        || !after
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    {
        return Err("does not begin with sizes such as 3x3 or 9j".into());
    }
    let plain = |byte: u8| {
        byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'_' | b',')
    };
    if line.as_bytes()[end] == b'#' && !rest.contains(char::is_whitespace) {
        return Ok("sizes and a seed after `#`".into());
    }
    if rest.is_empty() || !rest.bytes().all(plain) {
        return Err("has more after the sizes than letters, numbers, `_` and `,`".into());
    }
    Ok("sizes, and runs of blanks and clues after `:`".into())
}

fn read(block: &Block<'_>, reader: &mut Reader<'_>) -> ControlFlow<()> {
    lines::for_each_line(block, reader, |text, line, reader| {
        let record = read_record(line, text, reader);
        reader.emit(record)
    })
}

/// The part before the `:`.
struct Sizes {
    found: DetectedLayout,
    is_jigsaw: bool,
    is_killer: bool,
}

/// A position in an ID. Every character is one byte, or an error.
struct Cursor<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    /// The number of characters before the ID.
    indent: usize,
}

impl Cursor<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn next(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.at += 1;
        Some(byte)
    }

    fn eat(&mut self, wanted: u8) -> bool {
        let found = self.peek() == Some(wanted);
        self.at += usize::from(found);
        found
    }

    /// Reads a number. A number that is too large becomes [`usize::MAX`].
    fn number(&mut self) -> Option<usize> {
        let start = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        (self.at > start).then(|| self.text[start..self.at].parse().unwrap_or(usize::MAX))
    }

    fn place(&self, from: usize) -> Span {
        let column = 1
            + self.indent
            + self
                .text
                .get(..from)
                .map_or(from, |before| before.chars().count());
        Span::new(self.line, column, self.at.saturating_sub(from).max(1))
    }

    fn wrong(&self, from: usize, message: impl Into<String>) -> ReadError {
        ReadError::at(self.place(from), message)
    }
}

fn read_record(line: usize, text: &str, reader: &mut Reader<'_>) -> Result<Record, ReadError> {
    let trimmed = text.trim();
    let indent = text.len() - text.trim_start().len();
    let mut cursor = Cursor {
        text: trimmed,
        at: 0,
        line,
        indent,
    };
    let mut sizes = sizes(&mut cursor)?;
    match cursor.next() {
        Some(b'#') => {
            let error = ReadError::at(
                Span::new(line, 1 + indent, trimmed.chars().count()),
                "this ID contains a seed, not a puzzle: only the original program can expand it",
            );
            return Err(error.hint("open it there, and copy the specific game ID, which has a `:`"));
        }
        Some(b':') => {}
        _ => {
            return Err(cursor
                .wrong(
                    cursor.at.saturating_sub(1),
                    "there must be a `:` after the sizes",
                )
                .hint("an ID looks like 3x3:a8_2b5_4…"));
        }
    }
    if sizes.is_killer && !reader.options().ignore_unsupported {
        let error = cursor.wrong(
            0,
            "this puzzle uses killer cages, which ndoku does not know yet",
        );
        return Err(error.hint("--ignore-unsupported reads its clues alone"));
    }
    let size = sizes.found.size;
    let (clues, places) = grid(&mut cursor, size)?;
    if sizes.is_jigsaw {
        let start = cursor.at;
        if !cursor.eat(b',') {
            return Err(cursor.wrong(
                start,
                "the regions are missing: a jigsaw has them after a comma",
            ));
        }
        sizes.found.boxes = Some(blocks(&mut cursor, size)?);
    }
    if let Some(byte) = cursor.peek().filter(|_| !sizes.is_killer) {
        return Err(cursor.wrong(
            cursor.at,
            format!("the puzzle is complete before this `{}`", char::from(byte)),
        ));
    }
    let layout = reader.layout(&sizes.found, cursor.place(0))?;
    let puzzle =
        Puzzle::from_array(&layout, &clues).map_err(|error| cursor.wrong(0, error.to_string()))?;
    let mut record = Record::from(puzzle);
    record.line = line;
    record.source_map = SourceMap::PerCell(places.into());
    Ok(record)
}

fn sizes(cursor: &mut Cursor<'_>) -> Result<Sizes, ReadError> {
    let Some(columns) = cursor.number() else {
        return Err(cursor.wrong(0, "an ID begins with the sizes, such as 3x3 or 9j"));
    };
    let mut rows = None;
    if cursor.peek() == Some(b'x')
        && cursor.text[cursor.at + 1..].starts_with(|mark: char| mark.is_ascii_digit())
    {
        cursor.at += 1;
        rows = cursor.number();
    }
    let (mut is_jigsaw, mut is_x, mut is_killer) = (false, false, false);
    while let Some(byte) = cursor.peek().filter(u8::is_ascii_alphanumeric) {
        cursor.at += 1;
        match byte {
            b'j' => is_jigsaw = true,
            b'x' => is_x = true,
            b'k' => is_killer = true,
            // A level is followed by a letter, which may be one of the above.
            b'd' => drop(cursor.next().filter(u8::is_ascii_alphanumeric)),
            _ => {}
        }
    }
    let rows = rows.unwrap_or(if is_jigsaw { 1 } else { columns });
    let size = columns.saturating_mul(rows);
    let size = u8::try_from(size)
        .ok()
        .filter(|size| (1..=MAX_SIZE).contains(size));
    let size = size.ok_or_else(|| {
        cursor.wrong(
            0,
            format!("this grid is too large: such puzzles go up to {MAX_SIZE}×{MAX_SIZE}"),
        )
    })?;
    let mut found = DetectedLayout {
        main: is_x,
        anti: is_x,
        ..DetectedLayout::for_size(size)
    };
    if !is_jigsaw {
        found.boxes = Some(Boxes::Rectangles {
            width: rows as u8,
            height: columns as u8,
        });
    }
    Ok(Sizes {
        found,
        is_jigsaw,
        is_killer,
    })
}

type CellPlaces = Vec<(u32, u32, u8)>;

fn grid(cursor: &mut Cursor<'_>, size: u8) -> Result<(Vec<u8>, CellPlaces), ReadError> {
    let wanted = usize::from(size).pow(2);
    let mut clues = Vec::with_capacity(wanted);
    let mut places = Vec::with_capacity(wanted);
    let mut put = |cursor: &Cursor<'_>, from: usize, digit: u8, count: usize| {
        if clues.len() + count > wanted {
            return Err(cursor.wrong(
                from,
                format!("there are more than the {wanted} cells of a grid of size {size}"),
            ));
        }
        let Span {
            line,
            column,
            length,
        } = cursor.place(from);
        clues.extend(std::iter::repeat_n(digit, count));
        places.extend(std::iter::repeat_n(
            (line as u32, column as u32, length.min(255) as u8),
            count,
        ));
        Ok(())
    };
    while let Some(byte) = cursor.peek().filter(|byte| *byte != b',') {
        let from = cursor.at;
        match byte {
            b'a'..=b'z' => {
                cursor.at += 1;
                put(cursor, from, 0, usize::from(byte - b'a') + 1)?;
            }
            b'_' => cursor.at += 1,
            b'0'..=b'9' => {
                let number = cursor.number().unwrap_or(0);
                let digit = u8::try_from(number)
                    .ok()
                    .filter(|digit| (1..=size).contains(digit));
                let digit = digit.ok_or_else(|| {
                    let what = &cursor.text[from..cursor.at.min(from + 12)];
                    cursor.wrong(
                        from,
                        format!("`{what}` is not a digit of a grid of size {size}"),
                    )
                })?;
                put(cursor, from, digit, 1)?;
            }
            _ => {
                let mark = cursor.text[from..].chars().next().unwrap_or('?');
                return Err(cursor.wrong(from, format!("`{mark}` has no meaning here")));
            }
        }
    }
    let found = clues.len();
    if found < wanted {
        return Err(cursor.wrong(
            cursor.at,
            format!("there are {found} cells, but a grid of size {size} has {wanted}"),
        ));
    }
    Ok((clues, places))
}

/// Returns the two cells at a border, given by its index.
fn border(number: usize, size: usize) -> (usize, usize) {
    let (line, step) = (number / (size - 1), number % (size - 1));
    if line < size {
        (line * size + step, line * size + step + 1)
    } else {
        (step * size + line - size, (step + 1) * size + line - size)
    }
}

fn blocks(cursor: &mut Cursor<'_>, size: u8) -> Result<Boxes, ReadError> {
    let side = usize::from(size);
    let borders = 2 * side * (side - 1);
    // Connected cells point to the first of them, directly or indirectly.
    let mut first: Vec<usize> = (0..side * side).collect();
    let root = |first: &[usize], mut cell: usize| {
        while first[cell] != cell {
            cell = first[cell];
        }
        cell
    };
    let start = cursor.at;
    let mut number = 0;
    while let Some(byte) = cursor.peek().filter(|byte| *byte != b',') {
        let (open, ends) = match byte {
            b'_' => (0, true),
            b'z' => (25, false),
            b'a'..=b'y' => (usize::from(byte - b'a') + 1, true),
            _ => {
                let mark = cursor.text[cursor.at..].chars().next().unwrap_or('?');
                return Err(cursor.wrong(cursor.at, format!("`{mark}` has no meaning here")));
            }
        };
        if number + open > borders || ends && number + open + 1 > borders + 1 {
            return Err(cursor.wrong(
                cursor.at,
                format!("the regions name more than the {borders} places between cells"),
            ));
        }
        for place in number..number + open {
            let (a, b) = border(place, side);
            let (a, b) = (root(&first, a), root(&first, b));
            first[a.max(b)] = a.min(b);
        }
        number += open + usize::from(ends);
        cursor.at += 1;
    }
    if number != borders + 1 {
        return Err(cursor.wrong(
            start,
            format!(
                "the regions name {number} of the {} places between cells",
                borders + 1
            ),
        ));
    }
    let map: Vec<Cell> = (0..first.len())
        .map(|cell| Cell::from_index(root(&first, cell), size))
        .collect();
    Boxes::from_map(size, &map).map_err(|error| {
        let mut wrong = cursor.wrong(
            start,
            error.to_string().replacen("region ", "the region of ", 1),
        );
        wrong.hint = error.hint();
        wrong
    })
}

fn write(record: &Record, _: &WriteOptions, out: &mut String) -> Result<(), WriteError> {
    let layout = record.puzzle.layout();
    let size = layout.size();
    let refuse = |why: &str| {
        Err(WriteError(format!(
            "Simon Tatham's programs cannot hold this puzzle: {why}"
        )))
    };
    if size > MAX_SIZE {
        return refuse(&format!("the grid is larger than {MAX_SIZE}×{MAX_SIZE}"));
    }
    let mut regions = None;
    let mut id = match layout.boxes() {
        Boxes::Rectangles { width, height } if *width > 1 && *height > 1 => {
            format!("{height}x{width}")
        }
        Boxes::Regions(map) => {
            regions = Some(map);
            format!("{size}j")
        }
        _ => return refuse("it has no boxes"),
    };
    match (
        layout.has_diagonal(Diagonal::Main),
        layout.has_diagonal(Diagonal::Anti),
    ) {
        (false, false) => {}
        (true, true) => id.push('x'),
        _ => return refuse("it has only one of the diagonals"),
    }
    id.push(':');
    let (mut blanks, mut after_clue) = (0_u32, false);
    let put_blanks = |id: &mut String, blanks: u32| {
        (0..blanks / 26).for_each(|_| id.push('z'));
        if !blanks.is_multiple_of(26) {
            id.push(char::from(b'a' - 1 + (blanks % 26) as u8));
        }
    };
    for clue in record.puzzle.clues() {
        let Some(clue) = clue.map(Digit::get) else {
            blanks += 1;
            continue;
        };
        put_blanks(&mut id, blanks);
        if after_clue && blanks == 0 {
            id.push('_');
        }
        let _ = write!(id, "{clue}");
        (blanks, after_clue) = (0, true);
    }
    put_blanks(&mut id, blanks);
    if let Some(map) = regions {
        id.push(',');
        let Some(text) = borders_text(map, size) else {
            return refuse("a region is not connected");
        };
        id.push_str(&text);
    }
    out.push_str(&id);
    out.push('\n');
    Ok(())
}

/// Returns the regions as borders. Returns `None` if the cells of a region are not connected.
fn borders_text(map: &[u8], size: u8) -> Option<String> {
    let side = usize::from(size);
    let borders = 2 * side * side.saturating_sub(1);
    let mut text = String::new();
    let mut open = 0;
    for number in 0..=borders {
        if number < borders {
            let (a, b) = border(number, side);
            if map[a] == map[b] {
                open += 1;
                continue;
            }
        }
        while open > 25 {
            text.push('z');
            open -= 25;
        }
        text.push(if open == 0 {
            '_'
        } else {
            char::from(b'a' - 1 + open as u8)
        });
        open = 0;
    }
    let mut cursor = Cursor {
        text: &text,
        at: 0,
        line: 1,
        indent: 0,
    };
    let read = blocks(&mut cursor, size);
    read.is_ok_and(|boxes| matches!(boxes, Boxes::Regions(read) if *read == *map))
        .then_some(text)
}

#[cfg(test)]
mod tests {
    use ndoku_core::Layout;

    use super::super::random::{self, RecordRng};
    use super::super::{ReadOptions, read_all};
    use super::*;

    fn read_as(text: &str) -> Result<Record, ReadError> {
        let mut all = read_all(
            text,
            &ReadOptions {
                format: Some(&TATHAM),
                ..ReadOptions::default()
            },
        );
        assert_eq!(all.len(), 1, "{text}");
        all.pop().unwrap()
    }

    fn written(record: &Record) -> Result<String, WriteError> {
        TATHAM
            .write
            .as_ref()
            .unwrap()
            .write_all([record], &WriteOptions::default())
    }

    #[test]
    fn whatever_is_written_is_read_back() {
        let mut rng = RecordRng::new(2);
        let mut written_any = 0;
        for _ in 0..500 {
            let record = random::record(
                &mut rng,
                TATHAM.supports,
                &[4, 5, 6, 7, 8, 9, 10, 12, 16, 25, 31],
            );
            if let Ok(text) = written(&record) {
                written_any += 1;
                random::assert_same(&record, &read_as(&text).unwrap(), &text);
            }
        }
        assert!(written_any > 200);
    }

    #[test]
    fn known_ids_are_read() {
        let clues = |record: &Record| {
            record
                .puzzle
                .clues()
                .iter()
                .map(|clue| clue.map_or(0, Digit::get))
                .collect::<Vec<_>>()
        };
        let record = read_as("2x2:1b4b2b3b4b1").unwrap();
        assert_eq!(
            clues(&record),
            [1, 0, 0, 4, 0, 0, 2, 0, 0, 3, 0, 0, 4, 0, 0, 1]
        );
        assert_eq!(record.source_map.span(3), Some(Span::new(1, 7, 1)));
        let record = read_as("2x3:e1a1_5e2_6d3_1e3_6a2e").unwrap();
        assert_eq!(
            *record.puzzle.layout().boxes(),
            Boxes::Rectangles {
                width: 3,
                height: 2
            }
        );
        assert_eq!(written(&record).unwrap(), "2x3:e1a1_5e2_6d3_1e3_6a2e\n");
        assert_eq!(
            written(&read_as(TATHAM.example).unwrap()).unwrap(),
            TATHAM.example
        );
        let record = read_as("3x3xdbm4:zzzc").unwrap();
        assert!(
            record.puzzle.layout().has_diagonal(Diagonal::Main)
                && record.puzzle.layout().has_diagonal(Diagonal::Anti)
        );
        assert!(
            !read_as("3x3dx:zzzc")
                .unwrap()
                .puzzle
                .layout()
                .has_diagonal(Diagonal::Main),
            "the level x is not a diagonal"
        );
    }

    #[test]
    fn a_jigsaw_is_read() {
        // Two rows of two, with a left and a right region. The borders are between the columns of
        // both rows.
        let record = read_as("2j:d,__b").unwrap();
        assert!(
            matches!(record.puzzle.layout().boxes(), Boxes::Regions(map) if **map == [0, 1, 0, 1])
        );
        assert_eq!(written(&record).unwrap(), "2j:d,__b\n");
    }

    #[test]
    fn errors_say_what_and_where() {
        for (text, expected) in [
            ("3x3db#837465", "only the original program can expand it"),
            (
                "3x3k:zzzc,a,b",
                "killer cages, which ndoku does not know yet (--ignore-unsupported",
            ),
            ("9jk:zzzc,a,b", "killer cages"),
            (
                "2x2:1b4b2b3b4b1a",
                "line 1, column 16: there are more than the 16 cells",
            ),
            ("2x2:1b4", "there are 4 cells, but a grid of size 4 has 16"),
            (
                "2x2:5o",
                "line 1, column 5: `5` is not a digit of a grid of size 4",
            ),
            ("2x2:0o", "`0` is not a digit"),
            (
                "2x2:99999999999999999999999999o",
                "`999999999999` is not a digit",
            ),
            ("2x2:p,a", "the puzzle is complete before this `,`"),
            ("2x2:É", "`É` has no meaning here"),
            ("6x6:z", "too large: such puzzles go up to 31×31"),
            ("99999999999x99999999999:z", "too large"),
            ("0x0:", "too large"),
            ("2j:d", "the regions are missing"),
            ("2j:d,_", "the regions name 1 of the 5 places"),
            ("2j:d,____a", "the regions name more than the 4 places"),
            (
                "2j:d,d",
                "the region of r1c1 has 4 cells, but each region of this grid needs 2",
            ),
            ("2j:d,_____", "the region of r1c1 has 1 cell,"),
            ("2j:d,A", "`A` has no meaning"),
            ("3x3", "there must be a `:`"),
            ("x", "begins with the sizes"),
        ] {
            let found = read_as(text).unwrap_err().to_string();
            assert!(found.contains(expected), "{text}: {found}");
        }
        let options = ReadOptions {
            format: Some(&TATHAM),
            ignore_unsupported: true,
            ..ReadOptions::default()
        };
        assert!(read_all("3x3k:zzzc,a,b", &options)[0].is_ok());
    }

    #[test]
    fn unsupported_puzzles_are_not_written() {
        let refused = |layout: Layout| {
            written(&Record::from(Puzzle::empty(&layout)))
                .unwrap_err()
                .0
        };
        assert!(refused(Layout::builder(9).no_boxes().build().unwrap()).contains("no boxes"));
        assert!(
            refused(Layout::builder(9).diagonal(Diagonal::Main).build().unwrap())
                .contains("only one of the diagonals")
        );
        assert!(refused(Layout::for_size(36).unwrap()).contains("larger than 31"));
        assert!(
            refused(
                Layout::builder(4)
                    .regions(&[0, 1, 0, 1, 2, 2, 3, 3, 0, 1, 0, 1, 2, 2, 3, 3])
                    .build()
                    .unwrap()
            )
            .contains("not connected")
        );
    }

    #[test]
    fn only_this_format_is_detected() {
        let is = |text: &str| detect(&Block::whole(text)).is_ok();
        assert!(is(TATHAM.example) && is("9j:zzzc,aa") && is("3x3db#12") && is("2x3x:a_1"));
        for other in [
            "",
            "53..7",
            "3x3:d:k:1:2",
            ":0000:x:8..:::",
            "3:a",
            "x3:a",
            "3x3: a",
            "1x1",
            "a:b",
            "3x3:A",
        ] {
            assert!(!is(other), "{other}");
        }
    }
}
