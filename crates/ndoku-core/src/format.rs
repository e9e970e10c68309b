//! Files and clipboards: [`FORMATS`], the registry of all ways to write a puzzle down, and [`read`], which finds out which one a text is in.
//!
//! ```text
//! bytes ─ decode ─▶ text ─ detect ─▶ Block ─ Format::read ─▶ Record, Record, ReadError, Record …
//!                                     │
//!                                     ├─ a document (JSON, XML, CSV, an .sdk file): the whole text is one block
//!                                     └─ anything else: cut into units (a line, a grid of rows), each with a format of its own,
//!                                        so that one file may hold puzzles of many sizes and forms
//! ```
//!
//! A reader reports what it cannot read as a [`ReadError`] with its place, and goes on with the next record.
//! To add a format: one new file in `format/`, and one line in [`FORMATS`].

// What all formats share.
mod bytes;
mod cells;
mod error;
mod explain;
mod list;
mod lz_string;
mod notes;
mod random;
mod reader;
mod record;
mod robustness;
mod rows;
mod spanned_json;
mod splitter;
mod symbols_line;
mod write;

// Formats of text: lines and grids.
mod cpan;
mod grid;
mod hodoku;
mod jigsaw;
mod line;
pub mod line81;
mod pm;
mod s0;
mod sdk;
mod sdx;
mod spaced;
mod ss;
mod sukaku;

// Formats of documents.
mod csv;
mod dimacs;
mod fpuzzles;
mod json;
mod opensudoku;

// Formats of links and codes.
mod iss;
mod sudokupad;
mod sumocue;
mod tatham;

use std::borrow::Cow;
use std::ops::ControlFlow;

pub use bytes::{binary, check_head, decode, decode_owned, decode_part, has_many_nuls};
pub use error::{ReadError, Span};
pub use explain::{Explanation, explain};
pub use list::{GIVEN_UP, INVALID, MAX_LINE_BYTES, NO_SOLUTION, NOT_WRITABLE, PLACEHOLDERS};
pub use reader::{BoxChoice, DetectedLayout, ParseBoxesError, ReadOptions, Reader};
pub use record::{Metadata, Record, SourceMap};
pub use write::{ONE_RECORD_ONLY, WriteError, WriteOptions, Writer};

/// A piece of a source: a whole text, or one unit of it, with the number of its first line.
#[derive(Copy, Clone, Debug)]
pub struct Block<'a> {
    /// The text; its lines end in `\n` (or the text ends).
    pub text: &'a str,
    /// The number of its first line in the source, from 1.
    pub line: usize,
}

impl<'a> Block<'a> {
    /// A whole source.
    #[must_use]
    pub const fn whole(text: &'a str) -> Self {
        Self { text, line: 1 }
    }

    /// The lines with their numbers in the source, without line ends.
    pub fn lines(self) -> impl Iterator<Item = (usize, &'a str)> + Clone {
        (self.line..).zip(self.text.lines())
    }
}

/// What a format's reader takes: see [`Format::scope`].
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The whole text is in this format.
    Document,
    /// A unit of a text (a line, or the rows of a grid); units of different formats may follow each other.
    Unit,
}

/// Something that a format can keep of a record, besides the size and the clues of a classic puzzle.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Feature {
    /// Sizes other than 9.
    AnySize,
    /// The shape of rectangular boxes, where it is not the usual one for the size.
    BoxShape,
    /// Jigsaw regions.
    Regions,
    /// That there are no boxes.
    NoBoxes,
    /// The long diagonals.
    Diagonals,
    /// Named rules.
    Rules,
    /// Which digits a cell may hold.
    Pencilmarks,
    /// The player's digits.
    Entries,
    /// The solution beside the clues.
    Solution,
    /// Title, author and the like.
    Metadata,
    /// Symbols other than numbers.
    Symbols,
}

impl Feature {
    /// The word for it in messages.
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

/// Why a text is, or is not, in a format: shown by `--explain-format`.
pub type Detection = Result<Cow<'static, str>, Cow<'static, str>>;

/// One way to write puzzles down: an entry of [`FORMATS`].
#[derive(Debug)]
pub struct Format {
    /// The name to write after `--format` and `--to`.
    pub id: &'static str,
    /// Other names for it.
    pub aliases: &'static [&'static str],
    /// The file name extensions that suggest it, without the dot.
    pub extensions: &'static [&'static str],
    /// What it is and who uses it, in one sentence.
    pub summary: &'static str,
    /// A text that is in this format; tests and fuzzers begin with it.
    pub example: &'static str,
    /// Whether it describes a whole text or a unit of one.
    pub scope: Scope,
    /// What it supports of a record besides size 9 and clues.
    pub supports: &'static [Feature],
    /// Whether a block looks like this format, and why. Must be quick: it is asked for every unit.
    pub detect: fn(block: &Block<'_>) -> Detection,
    /// Reads every record of a block, in order, and emits it, or the error that stands in its place.
    pub read: Option<fn(block: &Block<'_>, reader: &mut Reader<'_>) -> ControlFlow<()>>,
    /// Writes records.
    pub write: Option<Writer>,
}

impl Format {
    /// What this record has that the format cannot keep.
    #[must_use]
    pub fn unsupported(&self, record: &Record) -> Vec<Feature> {
        record
            .features()
            .into_iter()
            .filter(|feature| !self.supports.contains(feature))
            .collect()
    }
}

/// All formats, in the order in which a text is tried for them.
pub const FORMATS: &[&Format] = &[
    // Documents, the surest first.
    &json::NDJSON,
    &fpuzzles::FPUZZLES,
    &json::JSON,
    &opensudoku::OPENSUDOKU,
    &sdk::SDK,
    &ss::SS,
    &csv::CSV,
    &csv::TSV,
    &dimacs::DIMACS,
    // Units of one line that cannot be mistaken for another.
    &hodoku::HODOKU,
    &tatham::TATHAM,
    &fpuzzles::FPUZZLES_URL,
    &sudokupad::SUDOKUPAD,
    &sumocue::SUMOCUE,
    &iss::ISS,
    // Units of N³, 2·N² and N² characters.
    &sukaku::SUKAKU,
    &jigsaw::JIGSAW,
    &line::PAIR,
    &line::LINE,
    // Grids of rows, the most particular first.
    &sdx::SDX,
    &pm::PM,
    &spaced::SPACED,
    &cpan::CPAN,
    &s0::S0,
    &grid::ROWS,
    &grid::GRID,
];

/// The format of this name or alias, in any case.
#[must_use]
pub fn find(name: &str) -> Option<&'static Format> {
    let name = name.to_lowercase();
    FORMATS
        .iter()
        .find(|format| format.id == name || format.aliases.contains(&name.as_str()))
        .copied()
}

/// Returns the format that files with this extension have, in any case and without the dot.
///
/// ```
/// # use ndoku_core::format;
/// assert_eq!(format::find_extension("SDK").unwrap().id, "sdk");
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

/// The format whose name comes nearest to a mistyped one.
#[must_use]
pub fn suggest(name: &str) -> Option<&'static str> {
    let names = FORMATS
        .iter()
        .flat_map(|format| std::iter::once(format.id).chain(format.aliases.iter().copied()));
    crate::suggest::suggest(&name.to_lowercase(), names)
}

/// Reads every puzzle of a text: in the format of the options, or in the one that it turns out to be in.
///
/// Whatever cannot be read is handed over as a [`ReadError`] in its place, and reading goes on. `Break` from the sink ends it.
/// A text without any puzzle gives one error that says so.
pub fn read(
    text: &str,
    options: &ReadOptions,
    sink: &mut dyn FnMut(Result<Record, ReadError>) -> ControlFlow<()>,
) {
    let mut any = false;
    let mut counting = |record| {
        any = true;
        sink(record)
    };
    let mut reader = Reader::new(options, &mut counting);
    let block = Block::whole(text);
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

/// Reads a part of a long list: lines and grids, but no document. The block's line says where the
/// part begins; one further down has neither a head of comments nor a number of puzzles before
/// them. Where a text may be parted, [`line81`] says.
///
/// A part without any puzzle gives nothing. Otherwise as [`read`].
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

/// The format of a text that is a document as a whole. The extension of the file's name decides only where the text itself does not.
fn document(block: &Block<'_>, options: &ReadOptions) -> Option<&'static Format> {
    // One line of candidates in brackets begins like a JSON array.
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
    // A bracket above lines of cells begins no document.
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
    // Rows without any tag, or with a single one, are an .sdk file if its name says so.
    let named = || {
        options
            .extension
            .as_deref()
            .is_some_and(|extension| extension.eq_ignore_ascii_case("sdk"))
    };
    found.or_else(|| named().then_some(&sdk::SDK))
}

/// All records of a text, and the errors in their places; see [`read`].
#[must_use]
pub fn read_all(text: &str, options: &ReadOptions) -> Vec<Result<Record, ReadError>> {
    let mut all = Vec::new();
    read(text, options, &mut |record| {
        all.push(record);
        ControlFlow::Continue(())
    });
    all
}

/// Reads the one puzzle of a text in whatever format it is.
impl std::str::FromStr for crate::Puzzle {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        let mut first = None;
        let mut more = false;
        read(text, &ReadOptions::default(), &mut |record| {
            more = first.is_some();
            first.get_or_insert(record);
            if more {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        match first {
            Some(Ok(_)) if more => Err(ReadError::new("the text holds more than one puzzle")),
            Some(record) => record.map(|record| record.puzzle),
            None => Err(ReadError::new("no puzzle found")),
        }
    }
}
