//! Continues a stopped run: finds how far its output came, and verifies that it is the output of
//! this run. Each item of the input is one line of the output, in the same order.
//!
//! ```text
//! output   534678912…\n  No solution found\n  1986…          3 items were begun, 2 are complete
//!                                           ▲ cut here, continue with the third item
//! ```
//!
//! Nothing is cut before every complete line was compared with its item: a solution must solve the
//! puzzle. A line without a solution is searched again only if it is the last line. Text after the
//! last line must be the beginning of the next answer.
//!
//! Cost: 0.2 µs per 9×9 line, 2 µs per JSON record.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use ndoku::format::{GIVEN_UP, INVALID, NO_SOLUTION, NOT_WRITABLE, Record, WriteOptions};
use ndoku::{Digit, Solution};
use serde::Deserialize;

use crate::error::CliError;
use crate::exit_code::ExitCode;
use crate::line_conflict::has_conflict;
use crate::output_format;
use crate::progress::{format_count, group_thousands};
use crate::work_item::WorkItem;

/// Maximum length of an answer in bytes. Two grids of size 255, with three digits and a blank per
/// cell, fit in.
const MAX_ANSWER_BYTES: u64 = 1 << 20;

/// The content of an output line.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum LineFormat {
    /// The solution.
    Solution,
    /// The puzzle and the solution.
    Pair,
    /// A JSON record.
    Json,
}

/// The output of an earlier run.
#[derive(Debug)]
pub(crate) struct EarlierOutput {
    /// The path of the file; empty if there is none.
    pub path: PathBuf,
    /// The file, open for reading.
    file: Option<File>,
    form: LineFormat,
    /// Number of complete lines.
    pub lines: usize,
    /// Offset of the end of the last complete line.
    pub bytes: u64,
    /// The last complete line, without its line end.
    pub last: Vec<u8>,
    /// The text after the last complete line.
    pub rest: Vec<u8>,
    /// JSON records name their file.
    has_files: bool,
    /// Several solutions of a puzzle are a positive answer.
    is_listing: bool,
    /// The exit code of the compared lines.
    exit_code: Arc<Mutex<ExitCode>>,
}

impl EarlierOutput {
    /// Creates the output of a run that wrote nothing.
    pub(crate) fn empty(form: LineFormat) -> Self {
        Self {
            path: PathBuf::new(),
            file: None,
            form,
            lines: 0,
            bytes: 0,
            last: Vec::new(),
            rest: Vec::new(),
            has_files: false,
            is_listing: false,
            exit_code: Arc::new(Mutex::new(ExitCode::Done)),
        }
    }

    /// Sets which fields the records have, and how several solutions are judged.
    pub(crate) fn with_options(self, has_files: bool, is_listing: bool) -> Self {
        Self {
            has_files,
            is_listing,
            ..self
        }
    }

    /// Returns the exit code of the compared lines, as far as they tell it: a solution alone does
    /// not tell whether it is unique.
    pub(crate) fn exit_code(&self) -> ExitCode {
        self.exit_code.lock().map_or(ExitCode::Done, |code| *code)
    }

    /// Reads a file to its end. The handle may be that of a locked file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    pub(crate) fn read(path: PathBuf, mut file: File, form: LineFormat) -> io::Result<Self> {
        file.rewind()?;
        let mut reader = BufReader::with_capacity(1 << 18, file.try_clone()?);
        let mut earlier = Self {
            path,
            file: Some(file),
            ..Self::empty(form)
        };
        // The beginning of the last complete line.
        let (mut start, mut position) = (0, 0_u64);
        loop {
            let part = reader.fill_buf()?;
            if part.is_empty() {
                break;
            }
            for (at, _) in part.iter().enumerate().filter(|(_, byte)| **byte == b'\n') {
                start = earlier.bytes;
                earlier.bytes = position + at as u64 + 1;
                earlier.lines += 1;
            }
            let length = part.len();
            position += length as u64;
            reader.consume(length);
        }
        reader.seek(SeekFrom::Start(start))?;
        if earlier.lines > 0 {
            reader
                .by_ref()
                .take((earlier.bytes - start - 1).min(MAX_ANSWER_BYTES))
                .read_to_end(&mut earlier.last)?;
            reader.seek(SeekFrom::Start(earlier.bytes))?;
        }
        reader
            .take(MAX_ANSWER_BYTES)
            .read_to_end(&mut earlier.rest)?;
        Ok(earlier)
    }

    /// Returns the lines from the first one, to compare them with the items; `None` if there are no
    /// lines. Nothing else may read or write the file before the answers are read.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    pub(crate) fn answers(&self) -> io::Result<Option<EarlierAnswers>> {
        if self.lines == 0 {
            return Ok(None);
        }
        let mut file = self
            .file
            .as_ref()
            .ok_or(io::ErrorKind::NotFound)?
            .try_clone()?;
        file.rewind()?;
        let reader = BufReader::with_capacity(1 << 18, file);
        Ok(Some(EarlierAnswers {
            reader,
            line: Vec::new(),
            number: 0,
            form: self.form,
            has_files: self.has_files,
            is_listing: self.is_listing,
            exit_code: Arc::clone(&self.exit_code),
        }))
    }

    /// Returns the error for a line that does not answer its item. `location` is that of the item.
    pub(crate) fn mismatch(&self, number: usize, location: Option<String>) -> CliError {
        let number = group_thousands(number as u64);
        let error = self.other_input(format!(
            "line {number} of {} is not the answer to puzzle {number}",
            self.path.display()
        ));
        match location {
            Some(location) => error.at(location),
            None => error,
        }
    }

    /// Returns the error for an input that lacks items which the earlier run has answered.
    pub(crate) fn too_few_items(&self, missing: usize) -> CliError {
        self.other_input(format!(
            "{} has {}, but the input has only {}",
            self.path.display(),
            format_count(self.lines as u64, "line"),
            format_count((self.lines - missing) as u64, "puzzle")
        ))
    }

    /// Returns the error for text after the last line that does not begin the next answer.
    /// `has_next` is `true` if there is a next answer.
    pub(crate) fn other_rest(&self, has_next: bool) -> CliError {
        let expected = if has_next {
            format!(
                "the answer to puzzle {}",
                group_thousands(self.lines as u64 + 1)
            )
        } else {
            "an answer".to_owned()
        };
        self.other_input(format!(
            "{} ends with text that is not {expected}",
            self.path.display()
        ))
    }

    fn other_input(&self, message: String) -> CliError {
        CliError::usage(message).hint(
            "--resume needs the same input and options as before; to start over, name another file",
        )
    }

    /// Returns `true` if the text after the last line may be the beginning of the next answer,
    /// `text`.
    pub(crate) fn may_continue_with(&self, text: &[u8]) -> bool {
        let rest = self.rest.as_slice();
        if text.starts_with(rest)
            || [GIVEN_UP, NO_SOLUTION, INVALID]
                .iter()
                .any(|words| words.as_bytes().starts_with(rest))
        {
            return true;
        }
        match self.form {
            // The guesses and the first of several solutions can differ between runs.
            LineFormat::Json => {
                let head = text
                    .windows(STATUS_FIELD.len())
                    .position(|part| part == STATUS_FIELD)
                    .unwrap_or(text.len());
                let compared = head.min(rest.len());
                compared > 0 && rest.starts_with(b"{") && text.starts_with(&rest[..compared])
            }
            _ if self.lines == 0 => false,
            _ if text.starts_with(GIVEN_UP.as_bytes()) => rest.iter().all(is_symbol),
            _ => {
                let line = text.split(|byte| *byte == b'\n').next().unwrap_or_default();
                let is_alike = |byte: &u8| {
                    if line.iter().any(u8::is_ascii_alphabetic) {
                        is_symbol(byte)
                    } else {
                        !byte.is_ascii_alphabetic()
                    }
                };
                rest.len() < line.len() && rest.iter().all(|byte| is_symbol(byte) && is_alike(byte))
            }
        }
    }
}

/// The field from which records can differ between runs.
const STATUS_FIELD: &[u8] = b"\"status\":\"";

/// The lines of an earlier run, in order.
pub(crate) struct EarlierAnswers {
    reader: BufReader<File>,
    line: Vec<u8>,
    number: usize,
    form: LineFormat,
    has_files: bool,
    is_listing: bool,
    exit_code: Arc<Mutex<ExitCode>>,
}

/// The fields of a JSON record that are compared.
#[derive(Deserialize)]
struct ComparedFields<'a> {
    n: usize,
    #[serde(borrow, default)]
    file: Option<Cow<'a, str>>,
    #[serde(borrow)]
    status: Cow<'a, str>,
    #[serde(borrow, default)]
    solution: Option<Cow<'a, str>>,
}

impl EarlierAnswers {
    /// Returns the number of the last line that was compared.
    pub(crate) fn number(&self) -> usize {
        self.number
    }

    /// Reads the next line. Returns `true` if it may be the answer to the item.
    pub(crate) fn matches_item(&mut self, item: &WorkItem) -> bool {
        self.read_line();
        let Ok(line) = std::str::from_utf8(&self.line) else {
            return false;
        };
        let file = item.source.as_ref().map(|source| source.name.as_str());
        let record = match &item.record {
            Ok(record) if record.conflicts().is_empty() => Some(&**record),
            _ => None,
        };
        if self.form != LineFormat::Json
            && record.is_some()
            && let Some(code) = code_of_words(line)
        {
            return self.note(code);
        }
        match (self.form, record) {
            (LineFormat::Json, _) => self.is_record(line, file, |solution| {
                record.is_some_and(|record| is_solution(record, solution))
            }),
            (_, None) => line == INVALID && self.note(ExitCode::Input),
            (LineFormat::Solution, Some(record)) => is_solution(record, line),
            (LineFormat::Pair, Some(record)) => is_pair(record, line),
        }
    }

    /// Reads the next line. Returns `true` if it may be the answer to a 9×9 line of the file.
    pub(crate) fn matches_line(&mut self, cells: &[u8; 81], file: &str) -> bool {
        self.read_line();
        let Ok(line) = std::str::from_utf8(&self.line) else {
            return false;
        };
        if self.form != LineFormat::Json
            && let Some(code) = code_of_words(line)
        {
            return self.note(code);
        }
        match self.form {
            LineFormat::Json => self.is_record(line, Some(file), |solution| {
                is_line_solution(cells, solution.as_bytes())
            }),
            LineFormat::Solution | LineFormat::Pair if line == INVALID => {
                has_conflict(cells) && self.note(ExitCode::Input)
            }
            LineFormat::Solution => is_line_solution(cells, line.as_bytes()),
            LineFormat::Pair => line.split_once(',').is_some_and(|(puzzle, solution)| {
                let is_same = |(cell, written): (&u8, u8)| {
                    if is_clue(*cell) {
                        *cell == written
                    } else {
                        written == b'.'
                    }
                };
                puzzle.len() == cells.len()
                    && cells.iter().zip(puzzle.bytes()).all(is_same)
                    && is_line_solution(cells, solution.as_bytes())
            }),
        }
    }

    /// Notes the exit code of a line. Returns `true`.
    fn note(&self, code: ExitCode) -> bool {
        if let Ok(mut worst) = self.exit_code.lock() {
            *worst = worst.or_worse(code);
        }
        true
    }

    /// Returns `true` if the line is the record of the current item, which is in this file.
    fn is_record(&self, line: &str, file: Option<&str>, solves: impl Fn(&str) -> bool) -> bool {
        let Ok(known) = serde_json::from_str::<ComparedFields<'_>>(line) else {
            return false;
        };
        let solved = || known.solution.as_deref().is_some_and(solves);
        let (matches, code) = match &*known.status {
            "unique" | "solved" => (solved(), ExitCode::Done),
            "multiple" if self.is_listing => (solved(), ExitCode::Done),
            "multiple" => (solved(), ExitCode::Negative),
            "none" => (true, ExitCode::Negative),
            "invalid" => (true, ExitCode::Input),
            "stopped" => (true, ExitCode::Limit),
            _ => (false, ExitCode::Done),
        };
        let file = file.filter(|_| self.has_files);
        let matches = matches && known.n == self.number && known.file.as_deref() == file;
        matches && self.note(code)
    }

    /// Reads the next line. A line that is too long is cut, and then matches nothing.
    fn read_line(&mut self) {
        self.line.clear();
        self.number += 1;
        let mut rest = self.reader.by_ref().take(MAX_ANSWER_BYTES);
        // A line that cannot be read matches nothing.
        if rest.read_until(b'\n', &mut self.line).is_err() {
            self.line.clear();
        }
        if self.line.last() == Some(&b'\n') {
            self.line.pop();
        }
    }
}

/// Returns the exit code of a line that says why there is no solution.
fn code_of_words(line: &str) -> Option<ExitCode> {
    match line {
        NO_SOLUTION | NOT_WRITABLE => Some(ExitCode::Negative),
        GIVEN_UP => Some(ExitCode::Limit),
        _ => None,
    }
}

/// Returns `true` if the line is the puzzle and a solution of it.
fn is_pair(record: &Record, line: &str) -> bool {
    let without = Record {
        solution: None,
        ..record.clone()
    };
    let Some(pair) = ndoku::format::find("pair") else {
        return false;
    };
    let Ok(puzzle) = output_format::format_record(&without, pair, &WriteOptions::default()) else {
        return false;
    };
    let solution = line
        .strip_prefix(puzzle.trim_end())
        .and_then(|rest| rest.strip_prefix(','));
    // The format replaces symbols of several characters by others, which are not known here.
    solution.is_some_and(|solution| {
        if record.puzzle.symbols().is_compact() {
            is_solution(record, solution)
        } else {
            solution.chars().count() == record.puzzle.layout().cell_count()
        }
    })
}

/// Returns `true` if the text is a solution of the puzzle.
pub(crate) fn is_solution(record: &Record, text: &str) -> bool {
    let (layout, symbols) = (record.puzzle.layout(), record.puzzle.symbols());
    let digits: Option<Vec<Digit>> = if symbols.is_compact() {
        text.chars()
            .map(|symbol| symbols.digit(symbol.encode_utf8(&mut [0; 4])))
            .collect()
    } else {
        text.split(' ')
            .map(|symbol| symbols.digit(symbol))
            .collect()
    };
    let solution = digits
        .filter(|digits| digits.len() == layout.cell_count())
        .and_then(|digits| Solution::new(layout, &digits).ok());
    let has_clues = |solution: &Solution| {
        layout.cells().all(|cell| {
            record
                .puzzle
                .candidates(cell)
                .contains(solution.digit(cell))
        })
    };
    solution.is_some_and(|solution| has_clues(&solution))
}

/// Returns `true` if the text is a solution of a 9×9 line.
fn is_line_solution(cells: &[u8; 81], text: &[u8]) -> bool {
    let Ok(digits) = <&[u8; 81]>::try_from(text) else {
        return false;
    };
    let fits = |(cell, digit): (&u8, &u8)| is_clue(*digit) && (!is_clue(*cell) || cell == digit);
    cells.iter().zip(digits).all(fits) && !has_conflict(digits)
}

/// Returns `true` if the byte may occur in a solution or a pair.
fn is_symbol(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b' ' | b',' | b'.')
}

fn is_clue(byte: u8) -> bool {
    matches!(byte, b'1'..=b'9')
}

#[cfg(test)]
mod tests {
    use super::*;

    const CELLS: &[u8; 81] =
        b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const FULL: &str =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    fn read(path: &std::path::Path, form: LineFormat) -> EarlierOutput {
        EarlierOutput::read(path.to_owned(), File::open(path).unwrap(), form).unwrap()
    }

    #[test]
    fn only_a_file_without_lines_has_no_answers() {
        let earlier = EarlierOutput::empty(LineFormat::Solution);
        assert!(earlier.answers().unwrap().is_none());
        assert!(
            EarlierOutput {
                lines: 1,
                ..earlier
            }
            .answers()
            .is_err(),
            "its lines are not accepted unseen"
        );
    }

    #[test]
    fn complete_lines_are_counted() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        let long = "x".repeat(300_000);
        for (text, lines, bytes, last, rest) in [
            (String::new(), 0, 0, "", ""),
            ("ab".to_owned(), 0, 0, "", "ab"),
            ("ab\n".to_owned(), 1, 3, "ab", ""),
            ("ab\n\ncd\nef".to_owned(), 3, 7, "cd", "ef"),
            (format!("a\n{long}\n{long}"), 2, 300_003, &long, &long),
        ] {
            std::fs::write(&path, &text).unwrap();
            let earlier = read(&path, LineFormat::Solution);
            assert_eq!((earlier.lines, earlier.bytes), (lines, bytes));
            assert!(earlier.last == last.as_bytes() && earlier.rest == rest.as_bytes());
        }
    }

    fn item(record: Result<Box<Record>, CliError>) -> WorkItem {
        WorkItem {
            number: None,
            source: None,
            line: 1,
            record,
            wrong_solution: None,
        }
    }

    /// Returns `true` if the line answers the puzzle, as a line and as a record.
    fn agrees(form: LineFormat, line: &str) -> bool {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        std::fs::write(&path, format!("{line}\n")).unwrap();
        let earlier = read(&path, form);
        let answers = || earlier.answers().unwrap().unwrap();
        let puzzle: ndoku::Puzzle = std::str::from_utf8(CELLS).unwrap().parse().unwrap();
        let of_line = answers().matches_line(CELLS, "x");
        let of_record = answers().matches_item(&item(Ok(Box::new(puzzle.into()))));
        assert_eq!(of_line, of_record, "{line}");
        of_line
    }

    /// Returns a full grid that does not solve the puzzle.
    fn other_grid() -> String {
        FULL.replace('5', "x").replace('3', "5").replace('x', "3")
    }

    #[test]
    fn a_line_is_compared_with_its_puzzle() {
        let (dots, other) = (std::str::from_utf8(CELLS).unwrap(), other_grid());
        for good in [FULL, NO_SOLUTION, GIVEN_UP] {
            assert!(agrees(LineFormat::Solution, good), "{good}");
        }
        for bad in [
            &other,
            dots,
            INVALID,
            "",
            "1",
            &FULL[1..],
            &format!("{FULL}1"),
            &format!("{dots},{FULL}"),
        ] {
            assert!(!agrees(LineFormat::Solution, bad), "{bad}");
        }
        assert!(
            agrees(LineFormat::Pair, &format!("{dots},{FULL}"))
                && agrees(LineFormat::Pair, NO_SOLUTION)
        );
        for bad in [
            FULL,
            &format!("{dots},{other}"),
            &format!("{other},{FULL}"),
            &format!("{dots};{FULL}"),
            dots,
        ] {
            assert!(!agrees(LineFormat::Pair, bad), "{bad}");
        }
    }

    #[test]
    fn a_record_is_compared_with_its_puzzle() {
        let report = |n: u32, status: &str, solution: &str| {
            format!("{{\"n\":{n},\"line\":9,\"status\":\"{status}\",\"solution\":{solution}}}")
        };
        let quoted = |text: &str| format!("\"{text}\"");
        assert!(
            agrees(LineFormat::Json, &report(1, "unique", &quoted(FULL)))
                && agrees(LineFormat::Json, &report(1, "none", "null"))
        );
        for bad in [
            report(2, "unique", &quoted(FULL)),
            report(1, "unique", &quoted(&other_grid())),
            report(1, "unique", "null"),
            report(1, "fine", "null"),
            "{}".to_owned(),
            FULL.to_owned(),
        ] {
            assert!(!agrees(LineFormat::Json, &bad), "{bad}");
        }
    }

    #[test]
    fn an_unreadable_item_has_its_own_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        std::fs::write(&path, format!("{INVALID}\n{FULL}\n")).unwrap();
        let mut answers = read(&path, LineFormat::Solution)
            .answers()
            .unwrap()
            .unwrap();
        let mut agrees =
            || answers.matches_item(&item(Err(CliError::new(ExitCode::Input, "not a puzzle"))));
        assert_eq!([agrees(), agrees(), agrees()], [true, false, false]);
    }

    #[test]
    fn truncated_text_must_begin_the_next_answer() {
        let begun = |form, lines, rest: &str, text: &str| {
            EarlierOutput {
                lines,
                rest: rest.into(),
                ..EarlierOutput::empty(form)
            }
            .may_continue_with(text.as_bytes())
        };
        for (lines, rest, expected) in [
            (0, "", true),
            (0, "5346", true),
            (0, "5347", false),
            (1, "5347", true),
            (1, "No sol", true),
            (0, "Giv", true),
            (0, "precious", false),
            (1, "precious", false),
            (1, FULL, true),
            (
                1,
                "5346789126721953481983425678597614234268537917139248569615372842874196353452861791",
                false,
            ),
        ] {
            assert_eq!(
                begun(LineFormat::Solution, lines, rest, FULL),
                expected,
                "{rest}"
            );
        }
        let text = "{\"n\":7,\"line\":7,\"status\":\"unique\",\"solutions\":1}";
        for (rest, expected) in [
            ("{", true),
            ("{\"n\":7,\"line\":7,\"status\":\"mul", true),
            ("{\"n\":8", false),
            ("x", false),
        ] {
            assert_eq!(begun(LineFormat::Json, 6, rest, text), expected, "{rest}");
        }
    }
}
