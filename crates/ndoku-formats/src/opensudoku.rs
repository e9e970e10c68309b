//! OpenSudoku, the Android app: XML with folders of games.
//!
//! ```xml
//! <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
//! <opensudoku version="2"><folder name="Easy">
//!   <game created="1243" state="1" time="0" last_played="0" note="" data="530070000600195000…"/>
//! </folder></opensudoku>
//! ```
//!
//! `data` has one of two forms:
//!
//! - 81 digits with 0 for blank.
//! - `version: V` and then `value|notes|editable|` for each cell. Notes are a list `1,4,9,` or `-`
//!   in version 1, and a bit mask from version 2 on. Version 4 has corner notes and center notes. A
//!   cell that is not editable is a clue, others belong to the player.
//!
//! Notes belong to the player too and forbid nothing. They are kept as text in the extra fields
//! `notes` and `corner notes`, not as pencilmarks.
//!
//! Sources: the app's export and its cell class, and files of its first version, which has texts in
//! separate elements.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::ops::ControlFlow;

use ndoku_core::{Cell, Digit, DigitSet, Puzzle};
use quick_xml::events::{BytesStart, Event};

use super::spanned_json::Source;
use super::{
    Block, DetectedLayout, Detection, Feature, Format, Metadata, ReadError, Reader, Record, Scope,
    SourceMap, Span, WriteError, Writer, notes,
};

const CELLS: usize = 81;

/// The format of the app's files.
pub(super) const OPENSUDOKU: Format = Format {
    id: "opensudoku",
    aliases: &["open-sudoku"],
    extensions: &["opensudoku"],
    summary: "Files of the Android app OpenSudoku: folders of games with the player's digits and \
        notes",
    example: r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<opensudoku version="2">
<folder name="Easy">
<game state="1" note="for the train" data="530070000600195000098000060800060003400803001700020006060000280000419005000080079"/>
</folder>
</opensudoku>
"#,
    scope: Scope::Document,
    supports: &[Feature::Entries],
    conditional: &[(Feature::Metadata, keeps_metadata)],
    detect,
    read: Some(read),
    write: Some(Writer {
        header: "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n<opensudoku \
            version=\"2\">\n",
        separator: "",
        footer: "</opensudoku>\n",
        single: false,
        write_record: |record, _, out| write(record, out),
    }),
};

fn detect(block: &Block<'_>) -> Detection {
    let text = block.text.trim_start();
    if text.starts_with('<') {
        let head: String = text.chars().take(2_000).collect();
        return if head.to_ascii_lowercase().contains("<opensudoku") {
            Ok("is XML with an element `opensudoku`".into())
        } else {
            Err("is XML, but has no element `opensudoku`".into())
        };
    }
    if is_cell_data(text) {
        Ok("is the cell data of an OpenSudoku game".into())
    } else {
        Err("does not begin with `<`".into())
    }
}

/// Returns `true` if a text is the value of the attribute `data` alone.
fn is_cell_data(text: &str) -> bool {
    let cells = text.strip_prefix("version:").map(|rest| {
        rest.trim_start()
            .trim_start_matches(|mark: char| mark.is_ascii_digit())
    });
    let cells = cells.unwrap_or(text).trim();
    let plain = |byte: u8| byte.is_ascii_digit() || matches!(byte, b'|' | b',' | b'-');
    cells
        .bytes()
        .filter(|byte| *byte == b'|')
        .take(3 * CELLS - 1)
        .count()
        >= 3 * CELLS - 1
        && cells.bytes().all(plain)
}

fn read(block: &Block<'_>, reader: &mut Reader<'_>) -> ControlFlow<()> {
    let source = Source::new(*block);
    let text = block.text.trim();
    if !text.starts_with('<') {
        let record = game(&source, text, text, Metadata::default(), reader);
        return reader.emit(record);
    }
    let mut xml = quick_xml::Reader::from_str(block.text);
    let mut folder: Option<String> = None;
    // The texts of the elements in a file of version 1, and the open element.
    let (mut about, mut open) = (Metadata::default(), String::new());
    loop {
        match xml.read_event() {
            Ok(Event::Eof) => return ControlFlow::Continue(()),
            Ok(Event::Start(element) | Event::Empty(element)) => {
                open = element.name().as_ref().to_ascii_lowercase();
                match open.as_str() {
                    "folder" => {
                        folder = attribute(&element, "name")
                            .map(|(_, name)| name)
                            .filter(|name| !name.is_empty());
                    }
                    "game" => {
                        let mut metadata = about.clone();
                        metadata.extra.extend(
                            folder
                                .as_ref()
                                .map(|name| ("folder".to_owned(), name.clone())),
                        );
                        let record = element_game(&source, &element, metadata, reader);
                        reader.emit(record)?;
                    }
                    _ => {}
                }
            }
            Ok(Event::End(element)) => {
                if element.name().as_ref().eq_ignore_ascii_case("folder") {
                    folder = None;
                }
                open.clear();
            }
            Ok(Event::Text(words)) => {
                if !words.trim().is_empty() {
                    describe(&mut about, &mut folder, &open, &words);
                }
            }
            // An entity such as `&amp;` is an event of its own.
            Ok(Event::GeneralRef(entity)) => {
                let words = quick_xml::escape::unescape(&format!("&{};", &*entity))
                    .map_or_else(|_| String::new(), Cow::into_owned);
                describe(&mut about, &mut folder, &open, &words);
            }
            Ok(_) => {}
            Err(error) => {
                let offset = usize::try_from(xml.error_position())
                    .unwrap_or(0)
                    .min(block.text.len());
                let offset = (0..=offset)
                    .rev()
                    .find(|offset| block.text.is_char_boundary(*offset))
                    .unwrap_or(0);
                let rest = block.text[offset..].lines().next().unwrap_or_default();
                let words = error.to_string();
                let words = format!(
                    "this is not valid XML: {}",
                    words.trim_start_matches("syntax error: ")
                );
                let hint = "the file seems to be cut off or changed; export it again in OpenSudoku";
                return reader.emit(Err(source.error(rest, words).hint(hint)));
            }
        }
    }
}

/// Stores a text element of a file of version 1. Such elements precede the games.
fn describe(about: &mut Metadata, folder: &mut Option<String>, element: &str, words: &str) {
    let field = match element {
        "name" => folder,
        "author" => &mut about.author,
        "source" => &mut about.source,
        "sourceurl" => &mut about.url,
        "created" => &mut about.date,
        "level" => &mut about.level,
        "comment" | "description" => &mut about.comment,
        _ => return,
    };
    // An entity splits a text.
    match field {
        Some(text) => text.push_str(words),
        None => *field = Some(words.to_owned()),
    }
}

/// Returns an attribute as written in the file, and its value.
fn attribute(element: &BytesStart<'_>, name: &str) -> Option<(String, String)> {
    let found = element.try_get_attribute(name).ok()??;
    let meaning = quick_xml::escape::unescape(&found.value)
        .map_or_else(|_| found.value.to_string(), Cow::into_owned);
    Some((found.value.into_owned(), meaning))
}

fn element_game(
    source: &Source<'_>,
    element: &BytesStart<'_>,
    mut metadata: Metadata,
    reader: &mut Reader<'_>,
) -> Result<Record, ReadError> {
    let Some(data) = element.try_get_attribute("data").ok().flatten() else {
        return Err(source.error(element, "this game has no attribute `data`"));
    };
    if let Some((_, note)) = attribute(element, "note").filter(|(_, note)| !note.is_empty()) {
        metadata.comment = Some(note);
    }
    for name in ["created", "state", "time", "last_played"] {
        if let Some((_, value)) =
            attribute(element, name).filter(|(_, value)| !value.is_empty() && value != "0")
        {
            metadata.extra.push((name.to_owned(), value));
        }
    }
    let meaning = quick_xml::escape::unescape(&data.value)
        .map_err(|error| source.error(&data.value, format!("this is not valid XML: {error}")))?;
    game(source, &data.value, &meaning, metadata, reader)
}

/// The values and notes of a game.
struct Cells {
    values: Vec<Option<Digit>>,
    is_clue: Vec<bool>,
    /// Center notes (or the only notes), and corner notes.
    notes: [Vec<DigitSet>; 2],
}

/// Reads a game. `raw` is its text in the file, `data` the same text without XML escapes.
fn game(
    source: &Source<'_>,
    raw: &str,
    data: &str,
    mut metadata: Metadata,
    reader: &mut Reader<'_>,
) -> Result<Record, ReadError> {
    let span = source.span(raw);
    let wrong = |message: String| ReadError::at(span, message);
    let plain: String = data.split_whitespace().collect();
    let is_plain = !plain.contains('|') && !plain.starts_with("version");
    let cells = if is_plain {
        plain_cells(&plain, span)?
    } else {
        versioned_cells(data).map_err(wrong)?
    };
    let layout = reader.layout(&DetectedLayout::for_size(9), span)?;
    let clues: Vec<u8> = cells
        .values
        .iter()
        .zip(&cells.is_clue)
        .map(|(value, clue)| value.filter(|_| *clue).map_or(0, Digit::get))
        .collect();
    let puzzle = Puzzle::from_array(&layout, &clues).map_err(|error| wrong(error.to_string()))?;
    let mut record = Record::from(puzzle);
    let entries: Box<[Option<Digit>]> = cells
        .values
        .iter()
        .zip(&cells.is_clue)
        .map(|(value, clue)| value.filter(|_| !clue))
        .collect();
    record.entries = entries.iter().any(Option::is_some).then_some(entries);
    for (name, set) in [notes::CENTER, notes::CORNER].into_iter().zip(&cells.notes) {
        let text = notes::to_text(set, 9);
        if !text.is_empty() {
            metadata.extra.push((name.to_owned(), text));
        }
    }
    record.metadata = metadata;
    record.line = span.line;
    if is_plain && raw.len() == CELLS {
        record.source_map = SourceMap::Contiguous {
            line: span.line,
            column: span.column,
        };
    }
    Ok(record)
}

fn plain_cells(data: &str, span: Span) -> Result<Cells, ReadError> {
    let found = data.chars().count();
    if found != CELLS {
        let hint = if found < CELLS {
            "the data were cut off, or a cell is missing"
        } else {
            "there is a cell too many"
        };
        return Err(ReadError::at(
            span,
            format!("this game has {found} cells, but OpenSudoku games have {CELLS}"),
        )
        .hint(hint));
    }
    let mut values = Vec::with_capacity(CELLS);
    for (index, mark) in data.chars().enumerate() {
        match mark {
            '0' | '.' => values.push(None),
            '1'..='9' => values.push(Digit::new(mark as u8 - b'0')),
            _ => {
                let place = Span::new(span.line, span.column + index, 1);
                return Err(ReadError::at(place, format!("`{mark}` is not a digit"))
                    .label(Cell::from_index(index, 9).to_string()));
            }
        }
    }
    let is_clue = values.iter().map(Option::is_some).collect();
    Ok(Cells {
        values,
        is_clue,
        notes: [Vec::new(), Vec::new()],
    })
}

fn versioned_cells(data: &str) -> Result<Cells, String> {
    let data = data.trim();
    let (version, cells) = match data.strip_prefix("version:") {
        Some(rest) => {
            let rest = rest.trim_start();
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            let version: u8 = rest[..digits]
                .parse()
                .map_err(|_| "no number follows `version:`".to_owned())?;
            (version, rest[digits..].trim())
        }
        None => (3, data),
    };
    let fields = match version {
        1..=3 => 3,
        4 => 4,
        _ => {
            return Err(format!(
                "the cells are of version {version}, but versions 1 to 4 are known"
            ));
        }
    };
    let tokens: Vec<&str> = cells
        .strip_suffix('|')
        .unwrap_or(cells)
        .split('|')
        .map(str::trim)
        .collect();
    if tokens.len() != fields * CELLS {
        return Err(format!(
            "this game has {} fields, but {CELLS} cells of version {version} have {}",
            tokens.len(),
            fields * CELLS
        ));
    }
    let mut read = Cells {
        values: Vec::new(),
        is_clue: Vec::new(),
        notes: [Vec::new(), Vec::new()],
    };
    for (index, cell) in tokens.chunks(fields).enumerate() {
        let wrong = |what: &str, token: &str| {
            format!("{} has the {what} `{token}`", Cell::from_index(index, 9))
        };
        let value: u8 = cell[0]
            .parse()
            .ok()
            .filter(|value| *value <= 9)
            .ok_or_else(|| wrong("value", cell[0]))?;
        read.values.push(Digit::new(value));
        let editable = cell[fields - 1];
        if !matches!(editable, "0" | "1") {
            return Err(wrong("flag", editable));
        }
        read.is_clue.push(editable == "0");
        let set = |token: &str| note_set(token, version).ok_or_else(|| wrong("notes", token));
        read.notes[0].push(set(cell[fields - 2])?);
        if fields == 4 {
            read.notes[1].push(set(cell[1])?);
        }
    }
    Ok(read)
}

/// Reads notes as a list or as a bit mask.
fn note_set(token: &str, version: u8) -> Option<DigitSet> {
    let digit = |token: &str| {
        token
            .trim()
            .parse()
            .ok()
            .filter(|number| *number <= 9)
            .and_then(Digit::new)
    };
    match token {
        "" | "-" => Some(DigitSet::EMPTY),
        _ if version == 1 || token.contains(',') => token
            .split(',')
            .filter(|token| !token.is_empty())
            .map(digit)
            .collect(),
        _ => token
            .parse()
            .ok()
            .filter(|mask| *mask < 1 << 9)
            .map(|mask| DigitSet::from_words([mask, 0, 0, 0])),
    }
}

/// Returns `true` if a game has attributes for all metadata of the record.
fn keeps_metadata(record: &Record) -> bool {
    const EXTRA: [&str; 7] = [
        "folder",
        "created",
        "state",
        "time",
        "last_played",
        notes::CENTER,
        notes::CORNER,
    ];
    let metadata = &record.metadata;
    let rest = Metadata {
        comment: None,
        extra: Vec::new(),
        ..metadata.clone()
    };
    let names = || metadata.extra.iter().map(|(name, _)| name.as_str());
    rest.is_empty() && names().all(|name| EXTRA.contains(&name))
}

fn write(record: &Record, out: &mut String) -> Result<(), WriteError> {
    let size = record.puzzle.size();
    if size != 9 {
        return Err(WriteError(format!(
            "OpenSudoku supports only 9×9, and this grid is {size}×{size}"
        )));
    }
    let extra = |name: &str| {
        record
            .metadata
            .extra
            .iter()
            .find(|(key, _)| key == name)
            .map(|(_, text)| text.as_str())
    };
    let folder = extra("folder");
    if let Some(name) = folder {
        let _ = writeln!(out, "<folder name=\"{}\">", escape(name));
    }
    out.push_str("<game");
    for name in ["created", "state", "time", "last_played"] {
        if let Some(value) = extra(name).or((name == "state").then_some("1")) {
            let _ = write!(out, " {name}=\"{}\"", escape(value));
        }
    }
    if let Some(note) = &record.metadata.comment {
        let _ = write!(out, " note=\"{}\"", escape(note));
    }
    out.push_str(" data=\"");
    let digit = |digit: Option<Digit>| digit.map_or(0, Digit::get);
    let placed = |index: usize| record.entries.as_ref().and_then(|entries| entries[index]);
    let corner = extra(notes::CORNER).map(|text| notes::from_text(text, 9));
    // Pencilmarks are written as notes, although the app does not enforce them.
    let marks = || record.puzzle.pencilmarks().map(<[_]>::to_vec);
    let center: Option<Vec<DigitSet>> = extra(notes::CENTER)
        .map(|text| notes::from_text(text, 9))
        .or_else(marks);
    let has_more = record.entries.is_some() || corner.is_some() || center.is_some();
    if has_more {
        let _ = write!(
            out,
            "version: {}&#10;",
            if corner.is_some() { 4 } else { 3 }
        );
    }
    for (index, clue) in record.puzzle.clues().iter().enumerate() {
        let value = digit(clue.or_else(|| placed(index)));
        if !has_more {
            let _ = write!(out, "{value}");
            continue;
        }
        let note = |sets: &Vec<DigitSet>| {
            if value == 0 {
                sets[index].words()[0]
            } else {
                0
            }
        };
        let _ = write!(out, "{value}|");
        if let Some(corner) = &corner {
            let _ = write!(out, "{}|", note(corner));
        }
        let _ = write!(
            out,
            "{}|{}|",
            center.as_ref().map_or(0, note),
            u8::from(clue.is_none())
        );
    }
    out.push_str("\"/>\n");
    if folder.is_some() {
        out.push_str("</folder>\n");
    }
    Ok(())
}

/// Escapes a text for an attribute. Line ends must be escaped, since readers turn them into blanks.
fn escape(text: &str) -> String {
    quick_xml::escape::escape(text)
        .replace('\n', "&#10;")
        .replace('\t', "&#9;")
}

#[cfg(test)]
mod tests {
    use super::super::random::{self, RecordRng};
    use super::super::{ReadOptions, WriteOptions, read_all};
    use super::*;

    fn read_as(text: &str) -> Vec<Result<Record, ReadError>> {
        read_all(
            text,
            &ReadOptions {
                format: Some(&OPENSUDOKU),
                ..ReadOptions::default()
            },
        )
    }

    fn data(text: &str) -> Result<Record, ReadError> {
        read_as(&format!("<opensudoku><game data=\"{text}\"/></opensudoku>")).remove(0)
    }

    fn written(record: &Record) -> String {
        OPENSUDOKU
            .write
            .as_ref()
            .unwrap()
            .write_all([record, record], &WriteOptions::default())
            .unwrap()
    }

    #[test]
    fn whatever_is_written_is_read_back() {
        let mut rng = RecordRng::new(8);
        for _ in 0..300 {
            let mut record = random::record(&mut rng, OPENSUDOKU.supports, &[9]);
            record.entries = record
                .entries
                .filter(|entries| entries.iter().any(Option::is_some));
            record.metadata.comment = rng.chance(2).then(|| "a <b> \"c\" & d\ne".to_owned());
            record.metadata.extra.extend(
                rng.chance(2)
                    .then(|| ("folder".to_owned(), "A & B".to_owned())),
            );
            record
                .metadata
                .extra
                .push(("state".to_owned(), "2".to_owned()));
            let text = written(&record);
            let back = read_as(&text);
            assert_eq!(back.len(), 2);
            for after in back {
                random::assert_same(&record, &after.unwrap(), &text);
            }
        }
    }

    #[test]
    fn cells_of_every_version_are_read() {
        let rest = |cell: &str| cell.repeat(79);
        for (cells, what) in [
            (
                format!("version: 1&#10;5|-|0|0|1,4,9,|1|{}", rest("0|-|1|")),
                "version 1",
            ),
            (
                format!("version: 2\n5||0|0|265|1|{}", rest("0|0|1|")),
                "version 2",
            ),
            (
                format!("version: 3 5|0|0|0|265|1|{}", rest("0|0|1|")),
                "version 3",
            ),
            (
                format!("version: 4&#10;5|0|0|0|0|3|265|1|{}", rest("0|0|0|1|")),
                "version 4",
            ),
            (format!("5|0|0|0|265|1|{}", rest("0|0|1|")), "no version"),
        ] {
            let record = data(&cells).unwrap_or_else(|error| panic!("{what}: {error}"));
            assert_eq!(
                (record.puzzle.clue_count(), record.entries.is_some()),
                (1, false),
                "{what}"
            );
            assert_eq!(
                record.metadata.extra[0],
                ("notes".to_owned(), "r1c2=149".to_owned()),
                "{what}"
            );
            assert!(
                record.puzzle.pencilmarks().is_none(),
                "the player's notes forbid nothing"
            );
            assert_eq!(
                record.metadata.extra.len(),
                if what == "version 4" { 2 } else { 1 }
            );
            random::assert_same(
                &record,
                read_as(&written(&record).replace(" state=\"1\"", ""))[0]
                    .as_ref()
                    .unwrap(),
                what,
            );
        }
        let record = data(&format!("version: 3&#10;5|0|0|7|0|1|{}", rest("0|0|1|"))).unwrap();
        assert_eq!(record.entries.unwrap()[1], Digit::new(7));
    }

    #[test]
    fn files_of_version_1_are_read() {
        let clues = "0".repeat(80) + "5";
        let text = format!(
            "<opensudoku>\n<name>A &amp; B</name><author>Me</author><level>easy</level>\n<game \
            data=\"{clues}\" /></opensudoku>"
        );
        let record = read_as(&text).remove(0).unwrap();
        assert_eq!(record.metadata.author.as_deref(), Some("Me"));
        assert_eq!(record.metadata.level.as_deref(), Some("easy"));
        assert_eq!(
            record.metadata.extra,
            [("folder".to_owned(), "A & B".to_owned())]
        );
        assert_eq!(record.source_map.span(80), Some(Span::new(3, 13 + 80, 1)));
    }

    #[test]
    fn errors_say_what_and_where() {
        let zeros = "0|0|1|".repeat(80);
        for (text, expected) in [
            (
                "12",
                "line 1, column 25: this game has 2 cells, but OpenSudoku games have 81",
            ),
            (&("0".repeat(80) + "x"), "column 105: `x` is not a digit"),
            (
                &format!("version: 5&#10;{zeros}"),
                "the cells are of version 5, but versions 1 to 4 are known",
            ),
            (
                &format!("version: 3&#10;{zeros}"),
                "this game has 240 fields, but 81 cells of version 3 have 243",
            ),
            (
                &format!("version: 3&#10;{zeros}10|0|1|"),
                "r9c9 has the value `10`",
            ),
            (
                &format!("version: 3&#10;{zeros}0|512|1|"),
                "r9c9 has the notes `512`",
            ),
            (
                &format!("version: 3&#10;{zeros}0|0|2|"),
                "r9c9 has the flag `2`",
            ),
            ("version: x", "no number follows `version:`"),
        ] {
            let found = data(text).unwrap_err().to_string();
            assert!(found.contains(expected), "{found}");
        }
        assert!(
            read_as("<opensudoku><game/></opensudoku>")[0]
                .as_ref()
                .unwrap_err()
                .message
                .contains("no attribute `data`")
        );
        let broken = read_as("<opensudoku>\n<game data=\"\"></oops>");
        assert_eq!(broken.len(), 2);
        assert!(
            broken[1]
                .as_ref()
                .unwrap_err()
                .to_string()
                .starts_with("line 2, column"),
            "{broken:?}"
        );
    }

    #[test]
    fn only_this_format_is_detected() {
        let is = |text: &str| detect(&Block::whole(text)).is_ok();
        assert!(
            is(OPENSUDOKU.example)
                && is(&format!("version: 3\n{}", "0|0|1|".repeat(81)))
                && is(&"0|0|1|".repeat(81))
        );
        assert!(!is("<html></html>") && !is("53..7") && !is(""));
    }
}
