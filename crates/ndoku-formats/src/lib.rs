//! Reading and writing puzzles: [`FORMATS`], the registry of all file formats, and [`read`], which
//! detects the format of a text.
//!
//! ```text
//! bytes ─ decode ─▶ text ─ detect ─▶ Block ─ Format::read ─▶ Record, Record, ReadError, Record …
//!                           │
//!                           ├─ a document (JSON, XML, CSV, an .sdk file) is one block
//!                           └─ any other text is split into units: a line, or a grid of rows;
//!                              each has its own format, so a file may mix sizes and formats
//! ```
//!
//! A reader reports a faulty record as a [`ReadError`] with its position, and continues with the
//! next record.
//!
//! To add a format, create one file in `src/` and add one line to [`FORMATS`].
//!
//! This crate reads no file and prints nothing. It does not panic on any input.
#![forbid(unsafe_code)]

// Shared by all formats.
#[macro_use]
mod compact;
mod bytes;
mod cells;
mod error;
mod explain;
mod lines;
mod list;
mod lz_string;
mod notes;
mod random;
mod reader;
mod record;
mod robustness;
mod rows;
mod rule_text;
mod spaces;
mod spanned_json;
mod splitter;
mod symbols_line;
mod transcript;
mod write;

// Text formats: lines and grids.
mod cpan;
mod grid;
mod hodoku;
mod jigsaw;
mod line;
pub mod line81;
mod pm;
mod rules;
mod s0;
mod sdk;
mod sdx;
mod spaced;
mod ss;
mod sukaku;

// Document formats.
mod csv;
mod dimacs;
mod fpuzzles;
mod json;
mod opensudoku;

// Link formats.
mod iss;
mod sudokupad;
mod sumocue;
mod tatham;

use std::borrow::Cow;
use std::ops::ControlFlow;

pub use bytes::{binary, check_head, decode, decode_owned, decode_part, has_many_nuls};
pub use compact::LEFT_OUT;
pub use csv::csv_field;
pub use error::{ReadError, Span};
pub use explain::{DetectionReport, explain_detection};
pub use list::{GIVEN_UP, INVALID, MAX_LINE_BYTES, NO_SOLUTION, NOT_WRITABLE, PLACEHOLDERS};
pub use reader::{BoxChoice, DetectedLayout, ParseBoxesError, ReadOptions, Reader};
pub use record::{Metadata, Record, SourceMap};
pub use write::{ONE_RECORD_ONLY, WriteError, WriteOptions, Writer};

/// A part of a source with the number of its first line: the whole text, or one unit.
#[derive(Copy, Clone, Debug)]
pub struct Block<'a> {
    /// The text. Its lines end in `\n`.
    pub text: &'a str,
    /// The number of the first line in the source, from 1.
    pub line: usize,
}

impl<'a> Block<'a> {
    /// Creates the block of a whole source.
    #[must_use]
    pub const fn whole(text: &'a str) -> Self {
        Self { text, line: 1 }
    }

    /// Returns the lines without line ends, each with its number in the source.
    pub fn lines(self) -> impl Iterator<Item = (usize, &'a str)> + Clone {
        (self.line..).zip(self.text.lines())
    }
}

/// The part of a text that a reader takes: see [`Format::scope`].
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The whole text is in this format.
    Document,
    /// One unit of a text has this format: a line, or the rows of a grid. Units of different
    /// formats may follow each other.
    Unit,
}

/// A part of a record that a format may support, beyond size and clues of a classic puzzle.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Feature {
    /// Sizes other than 9.
    AnySize,
    /// The shape of rectangular boxes, if it is not the usual one for the size.
    BoxShape,
    /// Jigsaw regions.
    Regions,
    /// The absence of boxes.
    NoBoxes,
    /// The long diagonals.
    Diagonals,
    /// Named rules.
    Rules,
    /// The digits that a cell may hold.
    Pencilmarks,
    /// The digits that the player has entered.
    Entries,
    /// The solution.
    Solution,
    /// Title, author and similar data.
    Metadata,
    /// Symbols other than numbers.
    Symbols,
}

impl Feature {
    /// Returns the phrase used in messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::AnySize => "sizes other than 9",
            Self::BoxShape => "the shape of the boxes",
            Self::Regions => "jigsaw regions",
            Self::NoBoxes => "the lack of boxes",
            Self::Diagonals => "the diagonals",
            Self::Rules => "the extra rules",
            Self::Pencilmarks => "the pencilmarks",
            Self::Entries => "the player's digits",
            Self::Solution => "the solution",
            Self::Metadata => "title, author and other notes",
            Self::Symbols => "the symbols",
        }
    }
}

/// The reason why a text is (`Ok`) or is not (`Err`) in a format. `--explain-format` prints it.
pub type Detection = Result<Cow<'static, str>, Cow<'static, str>>;

/// A feature, and a function that returns `true` if the format keeps it for the record.
pub type ConditionalFeature = (Feature, fn(&Record) -> bool);

/// A file format: an entry of [`FORMATS`].
#[derive(Debug)]
pub struct Format {
    /// The name to write after `--format` and `--to`.
    pub id: &'static str,
    /// Other names.
    pub aliases: &'static [&'static str],
    /// The file name extensions that suggest the format, without the dot.
    pub extensions: &'static [&'static str],
    /// A description of the format and its users, in one sentence.
    pub summary: &'static str,
    /// A text in this format. Tests and fuzzers start from it.
    pub example: &'static str,
    /// The part of a text that the format describes.
    pub scope: Scope,
    /// The supported features of a record.
    pub supports: &'static [Feature],
    /// The features that the format supports only for some records, each with the test of a record.
    /// They overrule `supports`.
    pub conditional: &'static [ConditionalFeature],
    /// Detects the format of a block, with a reason. Runs for every unit, so it must be fast.
    pub detect: fn(block: &Block<'_>) -> Detection,
    /// Reads every record of a block in order. Emits each record, or an error in its place.
    pub read: Option<fn(block: &Block<'_>, reader: &mut Reader<'_>) -> ControlFlow<()>>,
    /// Writes records, if the format can be written.
    pub write: Option<Writer>,
}

impl Format {
    /// Returns the features of a record that the format does not support.
    #[must_use]
    pub fn unsupported(&self, record: &Record) -> Vec<Feature> {
        record
            .features()
            .into_iter()
            .filter(|feature| !self.keeps(record, *feature))
            .collect()
    }

    /// Returns `true` if the format keeps a feature of a record.
    fn keeps(&self, record: &Record, feature: Feature) -> bool {
        self.conditional
            .iter()
            .find(|(conditional, _)| *conditional == feature)
            .map_or_else(
                || self.supports.contains(&feature),
                |(_, keeps)| keeps(record),
            )
    }
}

/// All formats, in the order of detection.
///
/// In builds with the feature `compact`, all formats are detected, but those in `large!` can be
/// neither read nor written: see [`LEFT_OUT`].
pub const FORMATS: &[&Format] = &[
    // Documents, the most specific first.
    large!(json::NDJSON),
    large!(fpuzzles::FPUZZLES),
    large!(json::JSON),
    large!(opensudoku::OPENSUDOKU),
    &sdk::SDK,
    large!(ss::SS),
    large!(csv::CSV),
    large!(csv::TSV),
    large!(dimacs::DIMACS),
    &rules::RULES,
    // Units of one line with an unmistakable form.
    large!(hodoku::HODOKU),
    large!(tatham::TATHAM),
    large!(fpuzzles::FPUZZLES_URL),
    large!(sudokupad::SUDOKUPAD),
    large!(sumocue::SUMOCUE),
    large!(iss::ISS),
    // Units of N³, 2·N² and N² characters.
    large!(sukaku::SUKAKU),
    &jigsaw::JIGSAW,
    &line::PAIR,
    &line::LINE,
    // Grids of rows, the most specific first.
    large!(sdx::SDX),
    &pm::PM,
    &spaced::SPACED,
    large!(cpan::CPAN),
    large!(s0::S0),
    &grid::ROWS,
    &grid::GRID,
];

/// Returns the format with this name or alias, ignoring case.
#[must_use]
pub fn find(name: &str) -> Option<&'static Format> {
    let name = name.to_ascii_lowercase();
    FORMATS
        .iter()
        .find(|format| format.id == name || format.aliases.contains(&name.as_str()))
        .copied()
}

/// Returns the format of files with this extension, ignoring case and without the dot.
///
/// ```
/// # use ndoku_formats::find_extension;
/// assert_eq!(find_extension("SDK").unwrap().id, "sdk");
/// ```
#[must_use]
pub fn find_extension(extension: &str) -> Option<&'static Format> {
    let is_meant = |format: &&&Format| {
        format
            .extensions
            .iter()
            .any(|known| known.eq_ignore_ascii_case(extension))
    };
    FORMATS.iter().find(is_meant).copied()
}

/// Returns the format name closest to a mistyped one.
#[must_use]
pub fn suggest(name: &str) -> Option<&'static str> {
    let names = FORMATS
        .iter()
        .flat_map(|format| std::iter::once(format.id).chain(format.aliases.iter().copied()));
    ndoku_core::suggest(&name.to_ascii_lowercase(), names)
}

/// Reads every puzzle of a text, in the format of the options or in the detected format.
///
/// An error is passed to the sink as a [`ReadError`] in its place, and reading continues. If the
/// sink returns `Break`, reading ends. A text without any puzzle gives one error.
pub fn read(
    text: &str,
    options: &ReadOptions,
    sink: &mut dyn FnMut(Result<Record, ReadError>) -> ControlFlow<()>,
) {
    read_whole(Block::whole(text), options, sink);
}

/// Reads every puzzle of a text; see [`read`]. The line of the block is the number of its first
/// line in messages.
fn read_whole(
    whole: Block<'_>,
    options: &ReadOptions,
    sink: &mut dyn FnMut(Result<Record, ReadError>) -> ControlFlow<()>,
) {
    let mut any = false;
    let mut counting = |record| {
        any = true;
        sink(record)
    };
    let mut reader = Reader::new(options, &mut counting);
    let pointed = spaces::with_dots(whole.text).filter(|_| options.format.is_none());
    let block = Block {
        text: pointed.as_deref().unwrap_or(whole.text),
        ..whole
    };
    let format = options.format.or_else(|| document(&block, options));
    let ended = match format.map(|format| (format, format.read)) {
        Some((_, Some(read))) => read(&block, &mut reader),
        Some((format, None)) => reader.emit(Err(ReadError::new(format!(
            "the format {} can only be written",
            format.id
        )))),
        None => splitter::read(&block, None, &mut reader),
    };
    if !any && ended.is_continue() {
        let _ =
            sink(Err(ReadError::new("no puzzle found")
                .hint("`ndoku help formats` shows what can be read")));
    }
}

/// Reads a part of a long list of lines and grids. Documents are not detected.
///
/// The line of the block tells where the part begins. A part below the first line has no comment
/// header and no puzzle count. [`line81`] finds the positions where a text may be split.
///
/// A part without puzzles gives nothing. Otherwise the function behaves like [`read`].
pub fn read_part(
    block: &Block<'_>,
    options: &ReadOptions,
    sink: &mut dyn FnMut(Result<Record, ReadError>) -> ControlFlow<()>,
) {
    let mut reader = Reader::new(options, sink);
    let _ = match options.format.and_then(|format| format.read) {
        Some(read) => read(block, &mut reader),
        None => splitter::read(block, Some(true), &mut reader),
    };
}

/// Detects the format of a document. The extension of the file name decides only if the text itself
/// does not.
fn document(block: &Block<'_>, options: &ReadOptions) -> Option<&'static Format> {
    // A line of candidates in brackets begins like a JSON array.
    if block.text.starts_with('[')
        && pm::is_bracketed(block.text.lines().next().unwrap_or_default())
    {
        return None;
    }
    let mut documents = FORMATS
        .iter()
        .filter(|format| format.scope == Scope::Document && format.read.is_some());
    let found = documents
        .find(|format| (format.detect)(block).is_ok())
        .copied();
    // A bracket above lines of cells does not begin a document.
    let open = || {
        !block
            .text
            .lines()
            .find(|line| !line.trim().is_empty())
            .is_some_and(|line| line.trim_end().ends_with('}'))
    };
    let doubtful =
        |format: &Format| matches!(format.id, "json" | "sdk") || (format.id == "ndjson" && open());
    if found.is_some_and(doubtful) && list::has_bare_lines(block.text) {
        return None;
    }
    // Rows with at most one tag are an .sdk file if the file name says so, and faulty rows above
    // rules a .rules file.
    let named = |name: &str| {
        options
            .extension
            .as_deref()
            .is_some_and(|extension| extension.eq_ignore_ascii_case(name))
    };
    found
        .or_else(|| named("sdk").then_some(&sdk::SDK))
        .or_else(|| (named("rules") && rules::has_rules(block.text)).then_some(&rules::RULES))
}

/// Returns all records and errors of a text in order, see [`read`].
#[must_use]
pub fn read_all(text: &str, options: &ReadOptions) -> Vec<Result<Record, ReadError>> {
    let mut all = Vec::new();
    read(text, options, &mut |record| {
        all.push(record);
        ControlFlow::Continue(())
    });
    all
}

/// Reads the only puzzle of a text, in the format of the options or in the detected format.
///
/// # Errors
/// Returns the error of the puzzle, or an error if the text has no puzzle or more than one.
pub fn read_one(text: &str, options: &ReadOptions) -> Result<Record, ReadError> {
    read_one_at(Block::whole(text), options)
}

/// Reads the only puzzle of a text that is a part of something larger, such as a cell of a table.
/// Lines in the record and in errors count from the line of the block.
///
/// # Errors
/// See [`read_one`].
pub fn read_one_at(block: Block<'_>, options: &ReadOptions) -> Result<Record, ReadError> {
    let mut first = None;
    let mut has_more = false;
    read_whole(block, options, &mut |record| {
        has_more = first.is_some();
        first.get_or_insert(record);
        if has_more {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    match first {
        Some(Ok(_)) if has_more => Err(ReadError::new("the text holds more than one puzzle")),
        Some(record) => record,
        None => Err(ReadError::new("no puzzle found")),
    }
}
