//! The formats `line` and `pair`. `line` has one puzzle a line and one character a cell, and nearly
//! every solver and collection uses it. `pair` adds the solution.
//!
//! ```text
//! 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
//! 530070000600195000098000060800060003400803001700020006060000280000419005000080079 # a comment
//! 53..7… ED=1.2/1.2/1.2                        a rating as `serate` writes it
//! 53..7…,534678912…                            puzzle and solution
//! 53..7…:1:534678912…                          puzzle, number of solutions, solution
//! 00000a1b2c3d 53..7…  2.3                     an identifier before the puzzle, a rating after it
//! ___26_7_1 68__7__9_ 19___45__ …              separated rows, also by ` / `
//! . 12 3 . 16 . 7 10 …                         N² separated numbers, from 10×10
//! ```
//!
//! Source: the files of the Sudoku forums and of the solvers tdoku, gridchecker, HoDoKu and
//! SudokuExplainer. The format `.sdm` is the same.
//!
//! N follows from the length: 16 → 4, 81 → 9, 256 → 16, 625 → 25 …. Up to N = 35 one character a
//! cell suffices. Larger grids have separated numbers.

use std::ops::ControlFlow;

use ndoku_core::{Alphabet, Digit, Puzzle, Symbols};

use super::cells::{self, CellError, Notation, is_blank, is_cell, side};
use super::{
    Block, ConditionalFeature, DetectedLayout, Detection, Feature, Format, Metadata, ReadError,
    Reader, Record, Scope, SourceMap, Span, WriteError, WriteOptions, Writer, lines, rows,
};

pub(super) const LINE: Format = Format {
    id: "line",
    aliases: &["sdm", "line81", "lines"],
    extensions: &["sdm", "txt", "lst"],
    summary: "One puzzle a line, one character a cell; most solvers and collections",
    example: "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n",
    scope: Scope::Unit,
    supports: &[Feature::AnySize],
    conditional: KEPT_SYMBOLS,
    detect: |block| detect(block, false),
    read: Some(read),
    write: Some(Writer::sequence(|record, options, out| {
        write(record, options, out, false)
    })),
};

pub(super) const PAIR: Format = Format {
    id: "pair",
    aliases: &["puzzle,solution"],
    extensions: &[],
    summary: "One puzzle a line with its solution after a comma; training sets",
    example: "1.3.34.22.4.4.21,1234341221434321\n",
    scope: Scope::Unit,
    supports: &[Feature::AnySize, Feature::Solution],
    conditional: KEPT_SYMBOLS,
    detect: |block| detect(block, true),
    read: Some(read),
    write: Some(Writer::sequence(|record, options, out| {
        write(record, options, out, true)
    })),
};

/// The number of cells from which a second grid with blanks on a line is another puzzle. Shorter
/// words can be notes.
const TWO_PUZZLES: usize = 16;

/// A parsed line.
pub(super) struct Parts<'a> {
    pub(super) size: u8,
    pub(super) cells: Vec<char>,
    pub(super) source_map: SourceMap,
    /// The separated cells as they are written. Then `cells` is empty.
    pub(super) tokens: Vec<&'a str>,
    /// A second grid of equal size behind the first.
    pub(super) second: Option<&'a str>,
    /// The text before the cells.
    before: &'a str,
    /// The text behind the cells, without the second grid.
    after: Vec<&'a str>,
    comment: Option<&'a str>,
}

/// A run of characters between separators.
#[derive(Copy, Clone)]
struct Field<'a> {
    text: &'a str,
    start: usize,
    column: usize,
    chars: usize,
}

impl Field<'_> {
    fn side(&self) -> Option<u8> {
        side(self.chars).filter(|_| self.text.chars().all(is_cell))
    }
}

/// Returns `true` if these are the N² cells of a grid in one line rather than a row of a larger
/// grid: a number is repeated.
fn is_line_of_tokens(fields: &[Field<'_>]) -> bool {
    let Some(size) = side_for_tokens(fields.len()) else {
        return false;
    };
    let mut seen = [false; 256];
    let mut repeated = false;
    for field in fields {
        match field.text.parse::<u8>() {
            Ok(number) if number > size => return false,
            Ok(number) => {
                repeated |= number > 0 && std::mem::replace(&mut seen[usize::from(number)], true);
            }
            Err(_) if !cells::is_token(field.text) => return false,
            Err(_) => {}
        }
    }
    repeated
}

/// Returns the runs of a line, at most as many as two grids of the largest size have.
fn fields(text: &str) -> Vec<Field<'_>> {
    let mut all = Vec::new();
    let mut open: Option<(usize, usize)> = None;
    let mut column = 0;
    for (index, c) in text.char_indices().chain([(text.len(), ' ')]) {
        column += 1;
        if c.is_whitespace() || matches!(c, ',' | ';' | ':' | '|' | '"') {
            if let Some((start, first)) = open.take() {
                all.push(Field {
                    text: &text[start..index],
                    start,
                    column: first,
                    chars: column - first,
                });
                if all.len() > rows::MAX_TOKENS {
                    break;
                }
            }
        } else {
            open.get_or_insert((index, column));
        }
    }
    all
}

/// Finds the cells of a line.
pub(super) fn parse<'a>(text: &'a str, line: usize) -> Result<Parts<'a>, ReadError> {
    let hash = text.find('#').unwrap_or(text.len());
    let (text, comment) = (
        &text[..hash],
        text.get(hash + 1..)
            .map(str::trim)
            .filter(|comment| !comment.is_empty()),
    );
    if let Some(parts) = parse_slashed(text, line, comment) {
        return Ok(parts);
    }
    let fields = fields(text);
    if fields.len() >= 4
        && fields
            .iter()
            .all(|field| field.chars == fields.len() && field.text.chars().all(is_cell))
    {
        let characters = || {
            fields
                .iter()
                .flat_map(|field| field.text.chars().zip(field.column..))
        };
        let size = u8::try_from(fields.len()).map_err(|_| too_large(line, fields.len()))?;
        return Ok(Parts {
            size,
            cells: characters().map(|(c, _)| c).collect(),
            source_map: per_cell_map(line, characters().map(|(_, column)| (column, 1))),
            tokens: Vec::new(),
            second: None,
            before: "",
            after: Vec::new(),
            comment,
        });
    }
    if let Some(size) = side_for_tokens(fields.len())
        .filter(|_| fields.iter().all(|field| cells::is_token(field.text)))
    {
        return Ok(Parts {
            size,
            cells: Vec::new(),
            source_map: per_cell_map(line, fields.iter().map(|field| (field.column, field.chars))),
            tokens: fields.iter().map(|field| field.text).collect(),
            second: None,
            before: "",
            after: Vec::new(),
            comment,
        });
    }
    if let Some(error) = split_cells(text, &fields, line) {
        return Err(error);
    }
    // A label may precede the cells if these are numerous enough.
    let place = fields
        .iter()
        .enumerate()
        .position(|(index, field)| (index == 0 || field.chars >= 36) && field.side().is_some());
    let Some(place) = place else {
        return Err(no_grid(&fields, line));
    };
    let (field, size) = (fields[place], fields[place].side().unwrap_or(1));
    let second = fields[place + 1..].iter().find(|other| {
        other.chars == field.chars
            && other.side().is_some()
            && (other.chars > 1 || fields.len() == 2)
    });
    let skipped = second.map_or(usize::MAX, |second| second.start);
    Ok(Parts {
        size,
        cells: field.text.chars().collect(),
        source_map: SourceMap::Contiguous {
            line,
            column: field.column,
        },
        tokens: Vec::new(),
        second: second.map(|second| second.text),
        before: text[..field.start]
            .trim_matches(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | ':' | '|' | '"')),
        after: fields[place + 1..]
            .iter()
            .filter(|other| other.start != skipped)
            .map(|other| other.text)
            .collect(),
        comment,
    })
}

/// Returns the size of a grid with this many separated cells in one line. Smaller grids are written
/// without separators.
pub(super) fn side_for_tokens(tokens: usize) -> Option<u8> {
    side(tokens).filter(|size| *size >= 10)
}

/// Creates the source map of cells in one line from their columns and lengths.
fn per_cell_map(line: usize, columns: impl Iterator<Item = (usize, usize)>) -> SourceMap {
    let small = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    let short = |number: usize| u8::try_from(number).unwrap_or(u8::MAX);
    SourceMap::PerCell(
        columns
            .map(|(column, length)| (small(line), small(column), short(length)))
            .collect(),
    )
}

/// Parses `k` rows of `k` cells with slashes between them.
fn parse_slashed<'a>(text: &'a str, line: usize, comment: Option<&'a str>) -> Option<Parts<'a>> {
    let count = text.split('/').count();
    let size = u8::try_from(count).ok().filter(|count| *count > 1)?;
    let mut characters = Vec::with_capacity(count * count);
    let mut column = 0;
    for row in text.split('/') {
        let before = characters.len();
        for c in row.chars() {
            column += 1;
            if is_cell(c) {
                characters.push((c, column));
            } else if !c.is_whitespace() {
                return None;
            }
        }
        column += 1;
        if characters.len() - before != count {
            return None;
        }
    }
    let source_map = per_cell_map(line, characters.iter().map(|(_, column)| (*column, 1)));
    let cells = characters.into_iter().map(|(c, _)| c).collect();
    Some(Parts {
        size,
        cells,
        source_map,
        tokens: Vec::new(),
        second: None,
        before: "",
        after: Vec::new(),
        comment,
    })
}

fn too_large(line: usize, size: usize) -> ReadError {
    ReadError::at(
        Span::new(line, 1, 0),
        format!("a grid of size {size} is not supported: sizes go from 1 to 255"),
    )
    .hint(cells::GRID_TOO_LARGE)
}

/// Returns `true` if a line cannot be a row of a grid, because of its length or the arrangement of
/// its cells.
pub(super) fn is_single_line_record(text: &str) -> bool {
    let text = &text[..text.find('#').unwrap_or(text.len())];
    if text.contains('{') {
        return false;
    }
    if text.contains('/') && parse_slashed(text, 0, None).is_some() {
        return true;
    }
    let fields = fields(text);
    let groups = fields
        .iter()
        .all(|field| field.chars == fields.len() && field.text.chars().all(is_cell));
    if is_line_of_tokens(&fields) {
        return true;
    }
    let (Some(first), count) = (fields.first(), fields.len()) else {
        return false;
    };
    if groups && count >= 6 {
        // Sets of candidates have ascending digits and no blank.
        return !fields.iter().all(|field| is_increasing(field.text));
    }
    fields.iter().any(|field| field.chars > 35)
        || (first.chars >= 16 && first.side().is_some() && count > 1 && !groups)
}

/// Returns `true` if the digits of a run are strictly ascending, like those of a set of candidates.
pub(super) fn is_increasing(run: &str) -> bool {
    run.bytes()
        .all(|byte| byte.is_ascii_alphanumeric() && byte != b'0')
        && run.as_bytes().windows(2).all(|pair| pair[0] < pair[1])
}

/// Returns the error for a line whose cells are a grid together, but have one separator inside.
fn split_cells(text: &str, fields: &[Field<'_>], line: usize) -> Option<ReadError> {
    let [first, second] = fields else { return None };
    let total = first.chars + second.chars;
    let longer = if first.chars < second.chars {
        second
    } else {
        first
    };
    let is_split = longer.chars >= 36
        && longer.side().is_none()
        && side(total).is_some()
        && fields.iter().all(|field| field.text.chars().all(is_cell));
    let end = first.start + first.text.len();
    let separator = text[end..].chars().next().filter(|_| is_split)?;
    let name = if separator.is_whitespace() {
        "a space".to_owned()
    } else {
        format!("`{separator}`")
    };
    let span = Span::new(line, first.column + first.chars, 1);
    let message = format!(
        "{name} splits the {total} cells of this line into {} and {}",
        first.chars, second.chars
    );
    Some(ReadError::at(span, message).hint("remove it"))
}

/// Returns the error for a line without a grid.
fn no_grid(fields: &[Field<'_>], line: usize) -> ReadError {
    let Some(longest) = fields.iter().max_by_key(|field| field.chars) else {
        return ReadError::at(Span::new(line, 1, 0), "this line holds no cells");
    };
    let is_run = longest.chars > 9 || fields.len() == 1;
    if let Some((index, c)) = longest
        .text
        .chars()
        .enumerate()
        .find(|(_, c)| !is_cell(*c))
        .filter(|_| is_run)
    {
        let error = ReadError::at(
            Span::new(line, longest.column + index, 1),
            format!("`{c}` is not a cell"),
        );
        return error.hint(format!(
            "cells are digits, letters and the blanks {}",
            cells::BLANKS
        ));
    }
    if longest.chars < 16 && fields.len() > 1 {
        let (first, last) = (fields[0], fields[fields.len() - 1]);
        let span = Span::new(line, first.column, last.column + last.chars - first.column);
        return ReadError::at(span, "this line is not a puzzle, nor a row of one")
            .hint("a comment begins with `#`");
    }
    let found = longest.chars;
    let root = found.isqrt();
    let near = if root >= 4 && found - root * root > (root + 1) * (root + 1) - found {
        root + 1
    } else {
        root.max(4)
    };
    let (column, length) = if found > near * near {
        (longest.column + near * near, found - near * near)
    } else {
        (longest.column, found)
    };
    if root > usize::from(u8::MAX) {
        return too_large(line, root);
    }
    let verb = if found == 1 { " does" } else { "s do" };
    let error = ReadError::at(
        Span::new(line, column, length),
        format!(
            "{found} character{verb} not make a grid; {} make {near}×{near}",
            near * near
        ),
    );
    let (missing, over) = (
        (near * near).saturating_sub(found),
        found.saturating_sub(near * near),
    );
    let count = |number: usize, word: &str| {
        format!(
            "{number} cell{} {word}",
            if number == 1 { " is" } else { "s are" }
        )
    };
    error.hint(if missing > 0 {
        count(missing, "missing")
    } else {
        count(over, "too many")
    })
}

fn detect(block: &Block<'_>, pair: bool) -> Detection {
    let mut lines = block.text.lines().filter(|line| !line.trim().is_empty());
    let (Some(line), None) = (lines.next(), lines.next()) else {
        return Err("has several lines".into());
    };
    let parts = parse(line, block.line).map_err(|error| error.message)?;
    let size = parts.size;
    match (pair, parts.second) {
        (true, None) => Err("has no second grid of the same length".into()),
        (true, Some(second)) if !is_full(second, size) => {
            Err("the second grid has blanks, so it is no solution".into())
        }
        (false, _) if !parts.tokens.is_empty() => Ok(format!(
            "one line of {} separated cells: {size}×{size}",
            parts.tokens.len()
        )
        .into()),
        (true, Some(_)) => Ok(format!(
            "two grids of {} cells: a {size}×{size} puzzle and its solution",
            parts.cells.len()
        )
        .into()),
        (false, _) => Ok(format!("one line of {} cells: {size}×{size}", parts.cells.len()).into()),
    }
}

fn is_full(grid: &str, size: u8) -> bool {
    grid.chars()
        .all(|c| c.is_ascii_alphanumeric() && (size == 16 || c != '0'))
}

/// Parses a line of digits and blanks only, up to 9×9. This is the fast path for nearly all lines.
pub(super) fn parse_simple(line: &[u8]) -> Option<(u8, Box<[Option<Digit>]>)> {
    let size = match line.len() {
        81 => 9,
        36 => 6,
        49 => 7,
        64 => 8,
        _ => return None,
    };
    // 0 stands for a blank, 255 for a character that needs the full parser.
    const VALUES: [u8; 256] = {
        let mut values = [255; 256];
        let mut digit = 0;
        while digit <= 9 {
            values[b'0' as usize + digit] = digit as u8;
            digit += 1;
        }
        values[b'.' as usize] = 0;
        values[b'_' as usize] = 0;
        values[b'*' as usize] = 0;
        values[b'?' as usize] = 0;
        values
    };
    let mut greatest = 0;
    let clues: Box<[Option<Digit>]> = line
        .iter()
        .map(|byte| {
            let value = VALUES[usize::from(*byte)];
            greatest = greatest.max(value);
            Digit::new(value)
        })
        .collect();
    (greatest <= size).then_some((size, clues))
}

/// Emits the puzzle that [`parse_simple`] returned.
pub(super) fn emit_simple(
    reader: &mut Reader<'_>,
    size: u8,
    clues: Box<[Option<Digit>]>,
    line: usize,
) -> ControlFlow<()> {
    let span = Span::new(line, 1, clues.len());
    let record = reader.layout_and_symbols(size, Alphabet::Numbers, span);
    let record = record.and_then(|(layout, symbols)| {
        let puzzle = cells::puzzle(layout, symbols, clues, span)?;
        Ok(Record {
            line,
            source_map: SourceMap::Contiguous { line, column: 1 },
            ..Record::from(puzzle)
        })
    });
    reader.emit(record)
}

fn read(block: &Block<'_>, reader: &mut Reader<'_>) -> ControlFlow<()> {
    lines::for_each_line(block, reader, |text, line, reader| {
        if reader.options().symbols.is_none()
            && let Some((size, clues)) = parse_simple(text.as_bytes())
        {
            return emit_simple(reader, size, clues, line);
        }
        emit_line(text, line, reader)
    })
}

/// Reads a line and emits the result.
pub(super) fn emit_line(text: &str, line: usize, reader: &mut Reader<'_>) -> ControlFlow<()> {
    let record = read_line(text, line, reader);
    reader.emit(record)
}

fn read_line(text: &str, line: usize, reader: &mut Reader<'_>) -> Result<Record, ReadError> {
    lines::check_encoding(text, line)?;
    let parts = parse(text, line)?;
    let span = parts
        .source_map
        .span(0)
        .map_or(Span::new(line, 1, 0), |first| Span {
            length: parts.cells.len(),
            ..first
        });
    let wanted = reader.options().symbols;
    let clues = match &parts.tokens[..] {
        [] => cells::parse_compact(&parts.cells, parts.size, wanted),
        tokens => cells::parse_tokens(tokens, parts.size, wanted),
    };
    let clues = clues.map_err(|wrong: CellError| wrong.at(&parts.source_map, span))?;
    let mut metadata = Metadata {
        comment: parts.comment.map(str::to_owned),
        ..Metadata::default()
    };
    let mut solution = None;
    if let Some(second) = parts.second {
        let full = solution_of(second, parts.size, &clues.symbols);
        if full.is_none() && second.len() >= TWO_PUZZLES && second.contains(is_blank) {
            let start = text.rfind(second).unwrap_or(0);
            let column = 1 + text[..start].chars().count();
            let error = ReadError::at(
                Span::new(line, column, second.chars().count()),
                "there are two puzzles on this line",
            );
            return Err(error.hint("write each puzzle on a line of its own"));
        }
        if full.is_none() {
            metadata
                .extra
                .push(("second".to_owned(), second.to_owned()));
        }
        solution = full;
    }
    let is_pair = reader
        .options()
        .format
        .is_some_and(|format| format.id == "pair");
    if let Some(other) = parts.second.or(parts.after.first().copied())
        && solution.is_none()
        && is_damaged_solution(other, &parts, is_pair)
    {
        let start = text.rfind(other).unwrap_or(0);
        let column = 1 + text[..start].chars().count();
        let (found, wanted) = (other.chars().count(), parts.cells.len());
        let message = if found == wanted {
            "the second grid is not a solution: it has other symbols or blanks".to_owned()
        } else {
            format!("the second grid has {found} cells, but the puzzle has {wanted}")
        };
        let error = ReadError::at(Span::new(line, column, found), message);
        return Err(error.hint("correct the solution, or remove it"));
    }
    if !parts.before.is_empty() {
        metadata.id = Some(parts.before.to_owned());
    }
    notes(&parts.after, &mut metadata);
    let record = cells::record(
        reader,
        &DetectedLayout::for_size(parts.size),
        clues,
        parts.source_map,
        span,
    )?;
    Ok(Record {
        solution,
        metadata,
        ..record
    })
}

/// Returns `true` if a text behind the cells is a solution in which something is wrong: nearly all
/// characters are digits of the puzzle, and their number is nearly right. In the format `pair`, any
/// cells are meant as a solution.
fn is_damaged_solution(text: &str, parts: &Parts<'_>, is_pair: bool) -> bool {
    let (found, wanted) = (text.chars().count(), parts.cells.len());
    let size = usize::from(parts.size);
    let digit = |c: &char| cells::value(*c).is_some_and(|value| (1..=parts.size).contains(&value));
    let digits = text.chars().filter(digit).count();
    let likely = found.abs_diff(wanted) <= size && 10 * digits >= 9 * found;
    wanted >= TWO_PUZZLES && (likely || (is_pair && text.chars().all(is_cell)))
}

fn solution_of(text: &str, size: u8, written: &Notation) -> Option<Box<[Digit]>> {
    let characters: Vec<char> = text.chars().collect();
    cells::parse_like(&characters, size, written)?
        .iter()
        .copied()
        .collect()
}

/// Reads the text behind the cells: a rating, a number of solutions or any other note.
fn notes(fields: &[&str], metadata: &mut Metadata) {
    let decimal = |text: &&str| text.contains('.') && text.parse::<f64>().is_ok_and(f64::is_finite);
    if let Some(rating) = fields.iter().find_map(|field| field.strip_prefix("ED=")) {
        metadata.rating = rating
            .split('/')
            .next()
            .filter(|rating| decimal(rating))
            .map(str::to_owned);
    } else if let [rating] | [rating, _, _] = fields
        && fields.iter().all(decimal)
    {
        metadata.rating = Some((*rating).to_owned());
    }
    let only_rating = matches!(fields, [rating] if metadata.rating.as_deref() == Some(*rating));
    if !fields.is_empty() && !only_rating {
        metadata.extra.push(("rest".to_owned(), fields.join(" ")));
    }
}

/// Returns the symbols in which the one-character form can be read back.
pub(super) fn compact_symbols(puzzle: &Puzzle) -> Result<Symbols, WriteError> {
    let size = puzzle.layout().size();
    let kept = || {
        let letters = Symbols::from_alphabet(Alphabet::Letters, size)
            .is_ok_and(|letters| letters == *puzzle.symbols());
        letters && puzzle.clue_count() > 0 && size > 1
    };
    let alphabet = if kept() {
        Alphabet::Letters
    } else {
        Alphabet::Alnum
    };
    Symbols::from_alphabet(alphabet, size).map_err(|_| {
        WriteError(format!(
            "a {size}×{size} grid cannot be written with one character a cell; formats such as \
            grid or rows keep numbers apart"
        ))
    })
}

/// The symbols of puzzles whose one-character form is read back with its own symbols.
pub(super) const KEPT_SYMBOLS: &[ConditionalFeature] = &[(Feature::Symbols, |record| {
    let puzzle = &record.puzzle;
    compact_symbols(puzzle).is_ok_and(|symbols| symbols == *puzzle.symbols())
})];

/// Appends the clues, one character each.
pub(super) fn push_compact(
    clues: impl Iterator<Item = Option<Digit>>,
    symbols: &Symbols,
    blank: char,
    out: &mut String,
) {
    for clue in clues {
        match clue {
            Some(digit) => out.push_str(symbols.symbol(digit)),
            None => out.push(blank),
        }
    }
}

fn write(
    record: &Record,
    options: &WriteOptions,
    out: &mut String,
    pair: bool,
) -> Result<(), WriteError> {
    let puzzle = &record.puzzle;
    let blank = options.blank.unwrap_or('.');
    let Ok(symbols) = compact_symbols(puzzle) else {
        if pair {
            return Err(WriteError(
                "a grid beyond 35×35 cannot be written with one character a cell".to_owned(),
            ));
        }
        push_tokens(puzzle, blank, out);
        return Ok(());
    };
    push_compact(puzzle.clues().iter().copied(), &symbols, blank, out);
    if let (true, Some(solution)) = (pair, &record.solution) {
        out.push(',');
        push_compact(
            solution.iter().map(|digit| Some(*digit)),
            &symbols,
            '.',
            out,
        );
    }
    out.push('\n');
    Ok(())
}

/// Appends the clues as numbers, separated by one blank.
fn push_tokens(puzzle: &Puzzle, blank: char, out: &mut String) {
    for (index, clue) in puzzle.clues().iter().enumerate() {
        if index > 0 {
            out.push(' ');
        }
        match clue {
            Some(digit) => out.push_str(&digit.to_string()),
            None => out.push(blank),
        }
    }
    out.push('\n');
}
