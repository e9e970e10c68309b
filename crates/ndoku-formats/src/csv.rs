//! Tables: CSV with named columns, as in data sets and spreadsheets, and a grid of N×N fields
//! copied from a spreadsheet.
//!
//! ```text
//! id,puzzle,solution,clues,difficulty
//! 1,1..4..2..3..4..1,1234342121434321,6,0.5
//! ```
//!
//! Columns are identified by their names, ignoring case: see [`PUZZLE`] and the other lists, of
//! which the first match wins. Other columns are kept as notes. The separator is the comma,
//! semicolon or tab that yields a known name. `csv` and `tsv` read the same tables and write
//! different separators.
//!
//! Known variants are data sets (`quizzes,solutions`; `question,answer,rating,source`) and the
//! generator qqwing, whose rows end in a comma.

use std::borrow::Cow;
use std::ops::ControlFlow;

use ndoku_core::{Cell, Digit, Symbols};

use super::cells::is_cell;
use super::json::{read as json_read, write as json_write};
use super::spanned_json::Source;
use super::{
    Block, DetectedLayout, Detection, Feature, Format, Metadata, ReadError, Reader, Record, Scope,
    SourceMap, Span, WriteError, Writer, line, rows, symbols_line,
};

/// Names of the column with the clues, in the order of preference.
const PUZZLE: &[&str] = &[
    "puzzle", "puzzles", "quizzes", "quiz", "question", "sudoku", "grid", "input", "givens",
];
/// Names of the column with the solution.
const SOLUTION: &[&str] = &["solution", "solutions", "answer", "solved", "output"];
/// Names of the column with the difficulty. Words in it are levels.
const RATING: &[&str] = &["rating", "difficulty", "se", "er", "score"];
/// Names of the column with the identifier.
const ID: &[&str] = &["id", "name"];

const SUPPORTED: &[Feature] = &[Feature::AnySize, Feature::Solution, Feature::Metadata];

/// The comma-separated format.
pub(super) const CSV: Format = Format {
    id: "csv",
    aliases: &["table"],
    extensions: &["csv"],
    summary: "A table with a header; columns such as puzzle, solution, id and difficulty are \
        recognized by their names",
    example: "id,puzzle,solution,clues,difficulty\n\
        1,1..4..2..3..4..1,1234342121434321,6,0.5\n\
        2,.2.4..2..3..4..1,,5,1.5\n",
    scope: Scope::Document,
    supports: SUPPORTED,
    conditional: line::KEPT_SYMBOLS,
    detect: |block| detect(block, &[',', ';']),
    read: Some(read),
    write: Some(Writer {
        header: "id,puzzle,solution,rating,level,title,author,more\n",
        separator: "",
        footer: "",
        single: false,
        write_record: |record, options, out| write(record, options.blank, ',', out),
    }),
};

/// The tab-separated format.
pub(super) const TSV: Format = Format {
    id: "tsv",
    aliases: &["tab", "excel"],
    extensions: &["tsv", "tab"],
    summary: "A table separated by tabs; also a grid of fields copied from a spreadsheet",
    example: "1\t\t\t4\n\t\t2\t\n\t3\t\t\n4\t\t\t1\n",
    scope: Scope::Document,
    supports: SUPPORTED,
    conditional: line::KEPT_SYMBOLS,
    detect: |block| detect(block, &['\t']),
    read: Some(read),
    write: Some(Writer {
        header: "id\tpuzzle\tsolution\trating\tlevel\ttitle\tauthor\tmore\n",
        separator: "",
        footer: "",
        single: false,
        write_record: |record, options, out| write(record, options.blank, '\t', out),
    }),
};

fn detect(block: &Block<'_>, delimiters: &[char]) -> Detection {
    let Some(first) = first_line(block.text) else {
        return Err("is empty".into());
    };
    for delimiter in delimiters {
        let names: Vec<String> = first.split(*delimiter).map(plain_name).collect();
        let known = names.iter().find(|name| PUZZLE.contains(&name.as_str()));
        let is_column = *delimiter == delimiters[0] && *delimiter == ',' && has_one_column(block);
        if let Some(name) = known.filter(|_| names.len() > 1 || is_column) {
            return Ok(format!("the header has a column `{name}`").into());
        }
    }
    match delimiters
        .iter()
        .find_map(|delimiter| grid_of_fields(block.text, *delimiter))
    {
        Some(size) => Ok(format!("{size} lines have {size} fields each").into()),
        None => Err(
            "the first line is not a header with a column for the puzzle, and there are \
            not N lines of N fields"
                .into(),
        ),
    }
}

/// Returns `true` if puzzles are below a header of one column. A word such as `Sudoku` above the
/// rows of a grid is a title.
fn has_one_column(block: &Block<'_>) -> bool {
    let text = block.text.trim_start();
    let below = text.split_once('\n').map_or("", |(_, below)| below);
    let longest = first_line(below)
        .into_iter()
        .flat_map(|line| line.split(|c| !is_cell(c)))
        .map(|cells| cells.chars().count())
        .max();
    // Lines of 16 cells and more are puzzles, although as many of them could be a grid.
    longest.is_some_and(|cells| cells >= 16)
        || rows::parse_grid(
            Block::whole(below.trim_start_matches(['\r', '\n'])),
            &|_| false,
        )
        .is_none_or(|found| found.grid.is_err())
}

fn first_line(text: &str) -> Option<&str> {
    text.lines().find(|line| !line.trim().is_empty())
}

fn plain_name(name: &str) -> String {
    name.trim().trim_matches('"').trim().to_ascii_lowercase()
}

/// Returns N if the text is exactly N lines of N short fields.
fn grid_of_fields(text: &str, delimiter: char) -> Option<u8> {
    let fields = |line: &str| {
        line.split(delimiter)
            .all(|field| field.len() <= 3)
            .then(|| line.matches(delimiter).count() + 1)
    };
    let rows = || text.lines().filter(|line| !line.is_empty());
    let size = fields(rows().next()?).filter(|size| *size >= 2)?;
    let lines = rows()
        .take(256)
        .take_while(|line| fields(line) == Some(size))
        .count();
    (lines == size && rows().nth(size).is_none()).then(|| u8::try_from(size).ok())?
}

/// The columns of a table, and the indices of the known ones.
struct Columns {
    names: Vec<String>,
    puzzle: usize,
    solution: Option<usize>,
}

fn columns(header: &str, delimiter: char) -> Option<Columns> {
    let names: Vec<String> = header
        .split(delimiter)
        .map(|name| name.trim().trim_matches('"').trim().to_owned())
        .collect();
    let find = |wanted: &[&str]| {
        wanted.iter().find_map(|wanted| {
            names
                .iter()
                .position(|name| name.eq_ignore_ascii_case(wanted))
        })
    };
    Some(Columns {
        puzzle: find(PUZZLE)?,
        solution: find(SOLUTION),
        names,
    })
}

fn read(block: &Block<'_>, reader: &mut Reader<'_>) -> ControlFlow<()> {
    let Some(first) = first_line(block.text) else {
        return ControlFlow::Continue(());
    };
    let found = [',', '\t', ';']
        .into_iter()
        .find_map(|delimiter| Some((delimiter, columns(first, delimiter)?)));
    if let Some((delimiter, columns)) = found {
        return table(block, delimiter, &columns, reader);
    }
    if let Some(delimiter) = ['\t', ',', ';']
        .into_iter()
        .find(|delimiter| first.contains(*delimiter))
    {
        return grids(block, delimiter, reader);
    }
    let line = block
        .lines()
        .find(|(_, line)| !line.trim().is_empty())
        .map_or(block.line, |(line, _)| line);
    let error = ReadError::at(
        Span::new(line, 1, first.chars().count()),
        "this header names no column for the puzzle",
    );
    reader.emit(Err(error.hint("name the column with the clues `puzzle`")))
}

fn table(
    block: &Block<'_>,
    delimiter: char,
    columns: &Columns,
    reader: &mut Reader<'_>,
) -> ControlFlow<()> {
    let rows_from = |start: usize| {
        ::csv::ReaderBuilder::new()
            .delimiter(delimiter as u8)
            .has_headers(false)
            .flexible(true)
            .from_reader(&block.text.as_bytes()[start..])
    };
    // The parser counts bytes from `base`.
    let (mut rows, mut base) = (rows_from(0), 0);
    let mut row = ::csv::StringRecord::new();
    // The parser skips empty lines and reports where it started. The row comes after them.
    let (mut offset, mut line) = (0, block.line);
    let mut is_header = true;
    loop {
        let read = rows.read_record(&mut row);
        let start = base + row.position().map_or(0, ::csv::Position::byte) as usize;
        let rest = block
            .text
            .get(start..)
            .unwrap_or_default()
            .trim_start_matches(['\n', '\r']);
        let begin = block.text.len() - rest.len();
        line += block
            .text
            .get(offset..begin)
            .map_or(0, |passed| passed.matches('\n').count());
        offset = begin.max(offset);
        let end = base + rows.position().byte() as usize;
        let taken = block.text.get(begin..end).unwrap_or_default();
        if let Some(quote) = unclosed_quote(taken, delimiter) {
            // The row ends with the line of the quote. The lines below are rows of their own.
            is_header = false;
            let (before, after) = taken.split_at(quote);
            let column = 1 + before.chars().rev().take_while(|c| *c != '\n').count();
            let span = Span::new(line + before.matches('\n').count(), column, 1);
            let error = ReadError::at(span, "this quote is never closed");
            reader.emit(Err(
                error.hint("close it, or remove it if it is part of the text")
            ))?;
            base = begin + quote + after.find('\n').map_or(after.len(), |end| end + 1);
            rows = rows_from(base);
            continue;
        }
        match read {
            Ok(false) => return ControlFlow::Continue(()),
            Ok(true)
                if std::mem::take(&mut is_header)
                    || row.iter().all(|field| field.trim().is_empty()) => {}
            Ok(true) => {
                let record = read_record(&row, line, rest, columns, reader);
                reader.emit(record)?;
            }
            Err(error) => reader.emit(Err(ReadError::at(
                Span::new(line, 1, 0),
                format!("this row cannot be read: {error}"),
            )))?,
        }
    }
}

/// Returns the byte offset of a quote that opens a field and is not closed in its own way. A row
/// of several lines must close it before a delimiter or the end of a line. Within a line, the
/// parser is tolerant.
fn unclosed_quote(row: &str, delimiter: char) -> Option<usize> {
    if !row.contains('"') {
        return None;
    }
    let bytes = row.as_bytes();
    let is_end = |byte: &u8| *byte == delimiter as u8 || *byte == b'\n';
    let mut index = 0;
    while index < bytes.len() {
        // Here a field begins.
        if bytes[index] == b'"' {
            let opened = index;
            index += 1;
            loop {
                match (bytes.get(index), bytes.get(index + 1)) {
                    (None, _) => return Some(opened),
                    (Some(b'"'), Some(b'"')) => index += 2,
                    (Some(b'"'), _) => break,
                    _ => index += 1,
                }
            }
            index += 1;
            let rest = row[index..].trim_start_matches(' ').as_bytes();
            if row[opened..index].contains('\n') && !rest.first().is_none_or(is_end) {
                return Some(opened);
            }
        }
        index += bytes[index..]
            .iter()
            .position(is_end)
            .map_or(bytes.len() - index, |end| end + 1);
    }
    None
}

/// Reads the puzzle of a row. `text` begins with the row.
fn read_record(
    row: &::csv::StringRecord,
    line: usize,
    text: &str,
    columns: &Columns,
    reader: &mut Reader<'_>,
) -> Result<Record, ReadError> {
    let raw = text.lines().next().unwrap_or_default();
    // Without quotes, a field begins where the previous one ends.
    let place = |index: usize| {
        let before: usize = row
            .iter()
            .take(index)
            .map(|field| field.chars().count() + 1)
            .sum();
        (!raw.contains('"')).then_some(Span::new(line, 1 + before, 0))
    };
    let at = |index: usize, offset: usize| {
        place(index).map_or(Span::new(line, 1, 0), |span| {
            Span::new(line, span.column + offset, 1)
        })
    };
    let whole_row = Span::new(line, 1, raw.chars().count());
    if let Some(more) = row
        .iter()
        .skip(columns.names.len())
        .find(|field| !field.trim().is_empty())
    {
        let problem = format!(
            "this row has {} fields, but the header has {}; `{more}` has no name",
            row.len(),
            columns.names.len()
        );
        return Err(ReadError::at(whole_row, problem));
    }
    let text = row.get(columns.puzzle).unwrap_or_default();
    if text.trim().is_empty() {
        return Err(ReadError::at(
            whole_row,
            format!(
                "the field `{}` of this row is empty",
                columns.names[columns.puzzle]
            ),
        ));
    }
    let compact_error = |index: usize, wrong: symbols_line::CompactError| {
        let mut error = ReadError::at(at(index, wrong.index), wrong.message);
        error.hint = wrong.hint;
        error
    };
    // A quoted field may contain a grid of several lines.
    let joined: String;
    let (clues, moved) = if text.contains(char::is_whitespace) {
        joined = text.split_whitespace().collect();
        (joined.as_str(), true)
    } else {
        (text, false)
    };
    let count = clues.chars().count();
    let size = symbols_line::size_for(count).ok_or_else(|| {
        ReadError::at(
            at(columns.puzzle, 0),
            format!("this puzzle has {count} cells, which do not make a square grid"),
        )
        .hint("81 make 9×9, 256 make 16×16")
    })?;
    let (cells, symbols) = symbols_line::parse(clues, size, reader)
        .map_err(|wrong| compact_error(columns.puzzle, wrong))?;
    let layout = reader.layout(&DetectedLayout::for_size(size), whole_row)?;
    let mut record = Record::from_cells(&layout, &cells, symbols.clone(), whole_row)?;
    if let Some(span) = place(columns.puzzle).filter(|_| !moved) {
        record.source_map = SourceMap::Contiguous {
            line: span.line,
            column: span.column,
        };
    }
    for (index, (name, field)) in columns.names.iter().zip(row).enumerate() {
        if index == columns.puzzle || field.trim().is_empty() {
            continue;
        }
        if Some(index) == columns.solution {
            let solution = read_solution(field, size, &symbols)
                .map_err(|wrong| compact_error(index, wrong))?;
            record.solution = Some(solution);
            continue;
        }
        note(&mut record.metadata, name, field, at(index, 0))?;
    }
    Ok(record)
}

/// Reads a solution, which has no blank.
fn read_solution(
    field: &str,
    size: u8,
    symbols: &Symbols,
) -> Result<Box<[Digit]>, symbols_line::CompactError> {
    let text: String = field.split_whitespace().collect();
    let solution = symbols_line::with_symbols(&text, size, symbols)?;
    let blank = solution.iter().position(Option::is_none);
    let full: Option<Box<[Digit]>> = solution.into_iter().collect();
    full.ok_or_else(|| {
        let index = blank.unwrap_or_default();
        let cell = Cell::from_index(index, size);
        symbols_line::CompactError {
            index,
            message: format!("the solution has no digit in {cell}"),
            hint: None,
        }
    })
}

/// Stores a field that is not a grid.
fn note(metadata: &mut Metadata, name: &str, field: &str, span: Span) -> Result<(), ReadError> {
    let lower = name.to_ascii_lowercase();
    let known = |names: &[&str]| names.contains(&lower.as_str());
    let is_number = field.trim().parse::<f64>().is_ok();
    let place = match lower.as_str() {
        "more" if field.starts_with('{') => {
            return json_read::metadata(&Source::packed(field, span), field, metadata);
        }
        "title" => &mut metadata.title,
        "author" => &mut metadata.author,
        "source" => &mut metadata.source,
        "url" => &mut metadata.url,
        "date" => &mut metadata.date,
        "level" => &mut metadata.level,
        "comment" => &mut metadata.comment,
        // A name in addition to an identifier is a title.
        "name" if metadata.id.is_some() => &mut metadata.title,
        _ if known(ID) => &mut metadata.id,
        _ if known(RATING) && !is_number && lower == "difficulty" => &mut metadata.level,
        _ if known(RATING) => &mut metadata.rating,
        _ => {
            metadata.extra.push((name.to_owned(), field.to_owned()));
            return Ok(());
        }
    };
    if place.is_none() {
        *place = Some(field.to_owned());
    } else {
        metadata.extra.push((name.to_owned(), field.to_owned()));
    }
    Ok(())
}

/// Reads grids of N lines with N fields each. An empty field is a blank cell.
fn grids(block: &Block<'_>, delimiter: char, reader: &mut Reader<'_>) -> ControlFlow<()> {
    let mut rows: Vec<(usize, &str)> = Vec::new();
    for (number, line) in block.lines() {
        if line.is_empty() && rows.is_empty() {
            continue;
        }
        rows.push((number, line));
        let size = rows[0].1.matches(delimiter).count() + 1;
        if rows.len() == size || rows.len() > 255 {
            let record = grid(&rows, delimiter, reader);
            rows.clear();
            reader.emit(record)?;
        }
    }
    if rows.is_empty() {
        return ControlFlow::Continue(());
    }
    let record = grid(&rows, delimiter, reader);
    reader.emit(record)
}

fn grid(
    rows: &[(usize, &str)],
    delimiter: char,
    reader: &mut Reader<'_>,
) -> Result<Record, ReadError> {
    let (line, first) = rows[0];
    let columns = first.matches(delimiter).count() + 1;
    let span = Span::new(line, 1, first.chars().count());
    let size = u8::try_from(columns)
        .ok()
        .filter(|size| usize::from(*size) == rows.len());
    let Some(size) = size else {
        return Err(ReadError::at(
            span,
            format!(
                "there are {} lines of {columns} fields, which do not make a square grid",
                rows.len()
            ),
        ));
    };
    let mut tokens = Vec::with_capacity(columns * columns);
    let mut places = Vec::with_capacity(columns * columns);
    for (number, line) in rows {
        let mut column = 1;
        let before = tokens.len();
        for field in line.split(delimiter) {
            let token = field.trim().trim_matches('"').to_ascii_uppercase();
            places.push((
                *number as u32,
                column as u32,
                field.chars().count().min(255) as u8,
            ));
            column += field.chars().count() + 1;
            tokens.push(token);
        }
        if tokens.len() - before != columns {
            let problem = format!(
                "this line has {} fields, but the first has {columns}",
                tokens.len() - before
            );
            return Err(ReadError::at(
                Span::new(*number, 1, line.chars().count()),
                problem,
            ));
        }
    }
    let is_blank = |token: &String| token.chars().all(symbols_line::is_blank);
    let symbols = match reader.options().symbols {
        Some(alphabet) => reader.symbols(alphabet, size),
        None => Symbols::from_clues(
            tokens
                .iter()
                .filter(|token| !is_blank(token))
                .map(String::as_str),
            size,
        ),
    };
    let symbols = symbols.map_err(|error| ReadError::at(span, error.to_string()))?;
    let source_map = SourceMap::PerCell(places.into());
    let mut cells = Vec::with_capacity(tokens.len());
    for (index, token) in tokens.iter().enumerate() {
        let digit = symbols.digit(token);
        if digit.is_none() && !is_blank(token) {
            let place = Cell::from_index(index, size);
            let error = ReadError::at(
                source_map.span(index).unwrap_or(span),
                format!("`{token}` is not a digit of a grid of size {size}"),
            );
            return Err(error.label(place.to_string()));
        }
        cells.push(digit);
    }
    let layout = reader.layout(&DetectedLayout::for_size(size), span)?;
    let mut record = Record::from_cells(&layout, &cells, symbols, span)?;
    record.source_map = source_map;
    Ok(record)
}

/// Returns a field of a row, in quotes if it needs them.
///
/// It needs them if it contains a delimiter, a quote or a line end, or begins with a space.
#[must_use]
pub fn csv_field(text: &str, delimiter: char) -> Cow<'_, str> {
    if text.contains([delimiter, '"', '\n', '\r']) || text.starts_with(char::is_whitespace) {
        Cow::Owned(format!("\"{}\"", text.replace('"', "\"\"")))
    } else {
        Cow::Borrowed(text)
    }
}

/// Returns the row of a record that cannot be written. The words stand in the column `puzzle`.
pub(super) fn placeholder(words: &str, delimiter: char) -> String {
    let others = delimiter.to_string().repeat(6);
    format!("{delimiter}{words}{others}\n")
}

fn write(
    record: &Record,
    blank: Option<char>,
    delimiter: char,
    out: &mut String,
) -> Result<(), WriteError> {
    let symbols = symbols_line::writable_symbols(record.puzzle.symbols())?;
    let mut put = |text: &str, after: char| {
        out.push_str(&csv_field(text, delimiter));
        out.push(after);
    };
    let grid = |cells: &mut dyn Iterator<Item = Option<Digit>>| {
        let mut text = String::with_capacity(record.puzzle.clues().len());
        symbols_line::write(cells, &symbols, blank.unwrap_or('.'), &mut text);
        text
    };
    let mut rest = record.metadata.clone();
    let mut take = |field: fn(&mut Metadata) -> &mut Option<String>| {
        // Readers ignore an empty field, so an empty text is written with the other data.
        let field = field(&mut rest);
        if field.as_ref().is_some_and(|text| !text.trim().is_empty()) {
            field.take().unwrap_or_default()
        } else {
            String::new()
        }
    };
    put(&take(|metadata| &mut metadata.id), delimiter);
    put(&grid(&mut record.puzzle.clues().iter().copied()), delimiter);
    put(
        &record
            .solution
            .as_ref()
            .map_or_else(String::new, |solution| {
                grid(&mut solution.iter().copied().map(Some))
            }),
        delimiter,
    );
    put(&take(|metadata| &mut metadata.rating), delimiter);
    put(&take(|metadata| &mut metadata.level), delimiter);
    put(&take(|metadata| &mut metadata.title), delimiter);
    put(&take(|metadata| &mut metadata.author), delimiter);
    put(
        &if rest.is_empty() {
            String::new()
        } else {
            json_write::metadata(&rest, json_write::Style::Line)
        },
        '\n',
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::random::{self, RecordRng};
    use super::super::{PLACEHOLDERS, ReadOptions, WriteOptions, read_all};
    use super::*;

    fn read_as(format: &'static Format, text: &str) -> Vec<Result<Record, ReadError>> {
        read_all(
            text,
            &ReadOptions {
                format: Some(format),
                ..ReadOptions::default()
            },
        )
    }

    #[test]
    fn whatever_is_written_is_read_back() {
        let mut rng = RecordRng::new(3);
        for _ in 0..300 {
            let mut record = random::record(&mut rng, SUPPORTED, &[1, 2, 4, 6, 9, 12, 16, 25, 35]);
            for format in [&CSV, &TSV] {
                let text = format
                    .write
                    .as_ref()
                    .unwrap()
                    .write_all([&record, &record], &WriteOptions::default())
                    .unwrap();
                let back = read_as(format, &text);
                assert_eq!(back.len(), 2, "{text}");
                for after in back {
                    let after = after.unwrap_or_else(|error| panic!("{error}\n{text}"));
                    record.puzzle = record
                        .puzzle
                        .clone()
                        .with_symbols(after.puzzle.symbols().clone())
                        .unwrap();
                    random::assert_same(&record, &after, &text);
                }
            }
        }
    }

    #[test]
    fn columns_of_many_kinds_are_known() {
        let (clues, full) = ("1..4..2..3..4..1", "1234342121434321");
        let tables = [
            format!("quizzes,solutions\n{},{full}\n", clues.replace('.', "0")),
            format!("question;answer;rating;source\n{clues};{full};7.1;web\n"),
            format!("id\tPuzzle\tSolution\n5\t{clues}\t{full}\n\n"),
            format!("Puzzle,Solution,Solution Count,Givens,Difficulty\n{clues},{full},1,6,Easy,\n"),
            format!("\"puzzle\",\"solution\"\r\n\"{clues}\",\"{full}\"\r\n"),
        ];
        for table in &tables {
            let format = [&CSV, &TSV]
                .into_iter()
                .find(|format| (format.detect)(&Block::whole(table)).is_ok())
                .unwrap();
            let all = read_as(format, table);
            assert_eq!(all.len(), 1, "{table}");
            let record = all[0].as_ref().unwrap();
            assert_eq!(
                (record.puzzle.clue_count(), record.solution.is_some()),
                (6, true),
                "{table}"
            );
            assert_eq!(record.line, 2);
        }
        let metadata = |index: usize| {
            read_as(&CSV, &tables[index])[0]
                .as_ref()
                .unwrap()
                .metadata
                .clone()
        };
        assert_eq!(
            (metadata(1).rating.as_deref(), metadata(1).source.as_deref()),
            (Some("7.1"), Some("web"))
        );
        assert_eq!(metadata(2).id.as_deref(), Some("5"));
        assert_eq!(
            (metadata(3).level.as_deref(), metadata(3).extra.len()),
            (Some("Easy"), 2)
        );
    }

    #[test]
    fn placeholders_are_invalid_rows() {
        for format in [&CSV, &TSV] {
            let header = format.write.as_ref().unwrap().header;
            for words in PLACEHOLDERS {
                let row = format.placeholder(words);
                let columns = |text: &str| text.matches([',', '\t']).count();
                assert_eq!(columns(&row), columns(header), "{row}");
                let rows = read_as(format, &format!("{header}{row}"));
                assert!(matches!(rows[..], [Err(_)]), "{row}");
            }
        }
    }

    #[test]
    fn a_bad_row_is_one_error_with_its_place() {
        let text = "id,puzzle\n1,1..5............\n2,1.3..\n3,\n4,1..4............\n\n\
            5,1...............,x\n";
        let all = read_as(&CSV, text);
        let words: Vec<String> = all
            .iter()
            .map(|one| {
                one.as_ref()
                    .map_or_else(ToString::to_string, |_| "read".to_owned())
            })
            .collect();
        let expected = [
            "line 2, column 6: `5` is not a digit of a grid of size 4",
            "line 3, column 3: this puzzle has 5 cells, which do not make a square grid (81 make \
            9×9, 256 make 16×16)",
            "line 4, column 1: the field `puzzle` of this row is empty",
            "read",
            "line 7, column 1: this row has 3 fields, but the header has 2; `x` has no name",
        ];
        assert_eq!(words, expected);
    }

    #[test]
    fn fields_of_a_spreadsheet_are_a_grid() {
        let record = read_as(&TSV, TSV.example).remove(0).unwrap();
        assert_eq!(record.puzzle.clue_count(), 6);
        assert_eq!(record.source_map.span(6), Some(Span::new(2, 3, 1)));
        let big = (0..12).map(|row| {
            (0..12)
                .map(|column| if row == column { "12" } else { "" })
                .collect::<Vec<_>>()
                .join("\t")
                + "\n"
        });
        let big: String = big.collect();
        assert!((TSV.detect)(&Block::whole(&big)).is_ok());
        assert_eq!(
            read_as(&TSV, &big)[0].as_ref().unwrap().puzzle.clue_count(),
            12
        );
        assert!(
            read_as(&TSV, "1\t2\n3\n")[0]
                .as_ref()
                .unwrap_err()
                .message
                .contains("fields")
        );
    }

    #[test]
    fn only_this_format_is_detected() {
        let is = |format: &Format, text: &str| (format.detect)(&Block::whole(text)).is_ok();
        assert!(is(&CSV, CSV.example) && !is(&TSV, CSV.example));
        assert!(is(&TSV, TSV.example) && !is(&CSV, TSV.example));
        assert!(is(&CSV, "puzzle\n1...\n"));
        for other in [
            "",
            "53..7....",
            "1,2,3\n",
            "530070000,123456789",
            "Hello, puzzle lovers",
        ] {
            assert!(!is(&CSV, other) && !is(&TSV, other), "{other}");
        }
    }
}
