//! The format `sdk`: a puzzle with its author, source and level, and perhaps the player's digits.
//!
//! ```text
//! #ARuud                              A author, D description (the title), C comment, B date,
//! #DA random puzzle                   S source, L level, U URL
//! [Puzzle]                            optional
//! 2..1.5..3
//! …
//! [State]                             the clues and the player's digits
//! 2..165..3
//! …
//! ```
//!
//! Source: the descriptions of the files of SadMan Sudoku and SudoCue. Other sections are kept as
//! notes. Custom tags, which other programs ignore, keep data without a tag of its own: `#Xid=…`,
//! `#Xrating=…`.

use std::fmt::Write as _;
use std::ops::ControlFlow;

use ndoku_core::{Alphabet, Digit, Symbols};

use super::rows::{self, GridResult, Kind};
use super::{
    Block, Detection, Feature, Format, Metadata, ReadError, Reader, Record, Scope, Span,
    WriteError, WriteOptions, Writer, cells, grid, line,
};

pub(super) const SDK: Format = Format {
    id: "sdk",
    aliases: &["sadman"],
    extensions: &["sdk"],
    summary: "A puzzle with author, source, level and the player's digits; SadMan Sudoku, SudoCue",
    example: "#AA. Setter\n#LEasy\n[Puzzle]\n1.3.\n34.2\n2.4.\n4.21\n[State]\n123.\n34.2\n2.4.\n4.21\n",
    scope: Scope::Document,
    supports: &[Feature::AnySize, Feature::Entries, Feature::Metadata],
    conditional: line::KEPT_SYMBOLS,
    detect,
    read: Some(read),
    write: Some(Writer {
        header: "",
        separator: "\n",
        footer: "",
        single: false,
        write_record: write,
    }),
};

/// Returns the letter and text of a tag line. `# text`, with a blank, is a plain comment.
fn tag(text: &str) -> Option<(char, &str)> {
    let rest = text.strip_prefix('#')?;
    let letter = rest
        .chars()
        .next()
        .filter(|letter| matches!(letter, 'A' | 'B' | 'C' | 'D' | 'S' | 'L' | 'U' | 'X'))?;
    let value = &rest[1..];
    (!value.starts_with(char::is_whitespace) && !value.is_empty()).then_some((letter, value))
}

/// Returns the name of a section line.
fn section(text: &str) -> Option<&str> {
    let name = text.trim().strip_prefix('[')?.strip_suffix(']')?;
    (!name.is_empty() && name.chars().all(|c| c.is_alphabetic() || c == ' ')).then_some(name)
}

fn detect(block: &Block<'_>) -> Detection {
    let mut tags = 0;
    // The distinctive lines precede the first row.
    for text in block.text.lines().take(100) {
        if section(text).is_some_and(|name| name.eq_ignore_ascii_case("puzzle")) {
            return Ok("a section [Puzzle]".into());
        }
        tags += usize::from(tag(text).is_some());
        if !text.trim().is_empty() && !text.starts_with('#') {
            break;
        }
    }
    if tags >= 2 {
        Ok(format!("{tags} lines with tags such as #A for the author").into())
    } else {
        Err("has neither two tag lines nor a section [Puzzle]".into())
    }
}

/// An unfinished record.
#[derive(Default)]
struct Draft {
    metadata: Metadata,
    record: Option<Result<Record, ReadError>>,
}

impl Draft {
    fn finish(&mut self, reader: &mut Reader<'_>) -> ControlFlow<()> {
        let Self { metadata, record } = std::mem::take(self);
        match record {
            Some(record) => reader.emit(record.map(|record| Record { metadata, ..record })),
            None => ControlFlow::Continue(()),
        }
    }

    fn tag(&mut self, letter: char, value: &str) {
        let metadata = &mut self.metadata;
        let field = match letter {
            'A' => &mut metadata.author,
            'B' => &mut metadata.date,
            'C' => &mut metadata.comment,
            'D' => &mut metadata.title,
            'S' => &mut metadata.source,
            'L' => &mut metadata.level,
            'U' => &mut metadata.url,
            _ => match value.split_once('=') {
                Some(("id", id)) => return metadata.id = Some(id.to_owned()),
                Some(("rating", rating)) => return metadata.rating = Some(rating.to_owned()),
                Some((name, text)) => {
                    return metadata.extra.push((name.to_owned(), text.to_owned()));
                }
                None => return,
            },
        };
        match field {
            Some(before) => {
                before.push('\n');
                before.push_str(value);
            }
            None => *field = Some(value.to_owned()),
        }
    }
}

fn read(block: &Block<'_>, reader: &mut Reader<'_>) -> ControlFlow<()> {
    let mut draft = Draft::default();
    let mut part = String::from("puzzle");
    let (mut position, mut number) = (0, block.line);
    while position < block.text.len() {
        let rest = &block.text[position..];
        let end = rest.find('\n').unwrap_or(rest.len());
        let text = &rest[..end];
        let row = matches!(
            Kind::classify(text, number, None),
            Kind::Row(_) | Kind::Rule(_) | Kind::Other
        ) && section(text).is_none();
        if row && (part == "puzzle" || part == "state") {
            if part == "puzzle" && draft.record.is_some() {
                draft.finish(reader)?;
            }
            let lines = Block {
                text: rest,
                line: number,
            };
            if let Some(GridResult { grid, bytes, lines }) =
                rows::parse_grid(lines, &|text| section(text).is_some())
            {
                position += bytes;
                number += lines;
                let found = grid.and_then(|grid| {
                    if part == "puzzle" {
                        grid::record(&grid, reader).map(|record| Found::Puzzle(Box::new(record)))
                    } else {
                        Ok(Found::State(grid.chars(), grid.rows[0].span()))
                    }
                });
                match (found, &mut draft.record) {
                    (Ok(Found::Puzzle(record)), slot) => *slot = Some(Ok(*record)),
                    (Ok(Found::State(cells, span)), Some(Ok(record))) => {
                        if let Err(error) = state(record, &cells, span) {
                            draft.record = Some(Err(error));
                        }
                    }
                    (Ok(Found::State(..)), _) => {}
                    (Err(error), slot) => *slot = Some(Err(error)),
                }
                continue;
            }
            let error = ReadError::at(
                Span::new(number, 1, text.chars().count()),
                "this line is neither a tag, a section nor a row",
            );
            reader.emit(Err(
                error.hint("tags look like #AName, sections like [Puzzle]")
            ))?;
        } else if let Some(name) = section(text) {
            part = name.to_ascii_lowercase();
            if part == "puzzle" && draft.record.is_some() {
                draft.finish(reader)?;
            }
        } else if let Some((letter, value)) = tag(text) {
            if draft.record.is_some() {
                draft.finish(reader)?;
                part = "puzzle".to_owned();
            }
            draft.tag(letter, value);
        } else if row {
            draft.metadata.extra.push((part.clone(), text.to_owned()));
        }
        position += (end + 1).min(rest.len());
        number += 1;
    }
    draft.finish(reader)
}

enum Found {
    Puzzle(Box<Record>),
    State(Vec<char>, Span),
}

/// Sets the player's digits: those of the state that are not clues.
fn state(record: &mut Record, characters: &[char], span: Span) -> Result<(), ReadError> {
    let size = record.puzzle.size();
    let alphabet = [Alphabet::Alnum, Alphabet::Letters, Alphabet::Hex0];
    let written = alphabet.into_iter().find(|alphabet| {
        Symbols::from_alphabet(*alphabet, size)
            .is_ok_and(|symbols| symbols == *record.puzzle.symbols())
    });
    let same = characters.len() == record.puzzle.clues().len()
        && characters.iter().all(|c| cells::is_cell(*c));
    let digits = same
        .then(|| cells::parse_compact(characters, size, written).ok())
        .flatten();
    let Some(clues) = digits else {
        let error = ReadError::at(
            span,
            format!("the state is not a {size}×{size} grid like the puzzle"),
        );
        return Err(error.hint("the section [State] has as many rows and columns as [Puzzle]"));
    };
    let entries: Box<[Option<Digit>]> = record
        .puzzle
        .clues()
        .iter()
        .zip(&clues.digits)
        .map(|(clue, now)| now.filter(|_| clue.is_none()))
        .collect();
    record.entries = Some(entries).filter(|entries| entries.iter().any(Option::is_some));
    Ok(())
}

fn write(record: &Record, options: &WriteOptions, out: &mut String) -> Result<(), WriteError> {
    let symbols = line::compact_symbols(&record.puzzle)?;
    let Metadata {
        title,
        author,
        source,
        url,
        date,
        level,
        comment,
        rating,
        id,
        extra,
    } = &record.metadata;
    let mut push = |letter: &str, text: &Option<String>| {
        for part in text
            .iter()
            .flat_map(|text| text.split('\n'))
            .filter(|part| !part.trim().is_empty())
        {
            let _ = writeln!(out, "#{letter}{}", part.trim());
        }
    };
    for (letter, text) in [
        ("A", author),
        ("D", title),
        ("C", comment),
        ("B", date),
        ("S", source),
        ("L", level),
        ("U", url),
        ("Xid=", id),
        ("Xrating=", rating),
    ] {
        push(letter, text);
    }
    for (name, text) in extra
        .iter()
        .filter(|(name, _)| !name.contains(['=', '\n']) && !name.is_empty())
    {
        let _ = writeln!(out, "#X{name}={}", text.replace('\n', " "));
    }
    let size = usize::from(record.puzzle.size());
    let blank = options.blank.unwrap_or('.');
    let rows = |title: &str, clues: &[Option<Digit>], out: &mut String| {
        let _ = writeln!(out, "[{title}]");
        for row in clues.chunks(size) {
            line::push_compact(row.iter().copied(), &symbols, blank, out);
            out.push('\n');
        }
    };
    rows("Puzzle", record.puzzle.clues(), out);
    if let Some(entries) = &record.entries {
        let now: Vec<Option<Digit>> = record
            .puzzle
            .clues()
            .iter()
            .zip(entries)
            .map(|(clue, entry)| clue.or(*entry))
            .collect();
        rows("State", &now, out);
    }
    Ok(())
}
