//! Opens the inputs of a command: files, standard input and arguments.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{BufReader, ErrorKind, IsTerminal, Read};
use std::path::Path;
use std::rc::Rc;

use ndoku::decompress::{self, DecompressError};
use ndoku::format::{self, ReadError, ReadOptions, line81};

use crate::bounded_read::{self, ReadEnd, TOO_LARGE_HINT};
use crate::context::Context;
use crate::error::CliError;
use crate::exit_code::ExitCode;
use crate::features;
use crate::io_error::io_error_text;
use crate::photo_input::{self, PictureInput};
use crate::source::{Source, SourceName};
use crate::stream::{self, CountingReader, Origin, Stream};
use crate::table_input;
#[cfg(feature = "arrow")]
use crate::table_rows::TableRows;

/// Number of bytes that are read before the way of reading is chosen. Shorter inputs are read as a
/// whole.
const HEAD_BYTES: u64 = 1 << 16;

/// An argument that was opened.
pub(crate) enum OpenedInput {
    /// A text that was read as a whole.
    Whole(Source),
    /// A text that is read block by block.
    Stream(Stream),
    /// A column of a table.
    #[cfg(feature = "arrow")]
    Table(Box<TableRows>),
}

/// The settings for opening inputs.
pub(crate) struct OpenOptions<'a> {
    /// The limit of time for photographs, and the flag of Ctrl-C.
    pub context: &'a Context,
    pub options: &'a ReadOptions,
    /// Maximum size in bytes, decompressed, of an input that is read as a whole.
    pub max_decompressed: u64,
    /// The column of puzzles in a table.
    #[cfg_attr(not(feature = "arrow"), allow(dead_code))]
    pub column: Option<&'a str>,
    /// The inputs that are read as streams.
    pub streams: StreamPolicy,
}

/// The inputs that are read block by block, if they begin with 9×9 lines.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum StreamPolicy {
    None,
    /// Inputs of at least [`HEAD_BYTES`].
    Long,
    All,
}

/// Creates an error in the content of an input.
fn unreadable(name: &str, message: impl Into<String>) -> CliError {
    CliError::new(ExitCode::Input, message).at(name)
}

/// Creates an error for an input that is missing or not accessible.
fn no_input(name: &str, message: impl Into<String>) -> CliError {
    CliError::new(ExitCode::NoInput, message).at(name)
}

/// Creates the error for a file that cannot be opened.
fn cannot_open(name: &str, error: &std::io::Error) -> CliError {
    let message = format!("the file cannot be opened: {}", io_error_text(error));
    no_input(name, message)
}

/// Opens an argument: `-`, a file, or a puzzle. `literal` is the name of a puzzle.
///
/// # Errors
/// Returns a sentence, with a hint where one helps.
pub(crate) fn open(
    argument: &OsStr,
    literal: &SourceName,
    opening: &OpenOptions<'_>,
) -> Result<OpenedInput, CliError> {
    if argument == "-" {
        let origin = Origin::new("standard input", None, None);
        return opening.read(origin, std::io::stdin().lock());
    }
    if argument.is_empty() {
        return Err(no_input(literal.as_str(), "the argument is empty").hint(ARGUMENT_HINT));
    }
    let path = Path::new(argument);
    let name = path.to_string_lossy();
    // A file takes precedence over a puzzle of the same name. A named pipe is a file, too.
    match path.metadata() {
        Ok(metadata) if metadata.is_dir() => {
            Err(no_input(&name, "this is a folder, not a file")
                .hint("name its files, as in FOLDER/*"))
        }
        Ok(metadata) => {
            let length = metadata.is_file().then_some(metadata.len());
            let mut file = File::open(path).map_err(|error| cannot_open(&name, &error))?;
            if length.is_some()
                && let Some(kind) = table_input::detect(&mut file)
            {
                return opening.open_table(&name, file, kind);
            }
            opening.read(Origin::new(&*name, extension(path), length), file)
        }
        Err(error) if path.is_symlink() => {
            let reason = if error.kind() == ErrorKind::NotFound {
                "it points to a file that does not exist".to_owned()
            } else {
                io_error_text(&error)
            };
            let message = format!("the link cannot be followed: {reason}");
            Err(no_input(&name, message).hint("`ls -l` shows where it points"))
        }
        Err(error) if error.kind() == ErrorKind::PermissionDenied => {
            Err(cannot_open(&name, &error))
        }
        Err(_) => open_literal(argument, literal, opening.options),
    }
}

/// Opens an argument that names no file as a puzzle.
fn open_literal(
    argument: &OsStr,
    literal: &SourceName,
    options: &ReadOptions,
) -> Result<OpenedInput, CliError> {
    let like_a_cell = |c: char| c.is_ascii_digit() || "._*".contains(c);
    let no_file = || {
        let message = "there is no such file, and it is not a puzzle";
        let name = argument.to_string_lossy();
        let is_output = Path::new(argument)
            .extension()
            .is_some_and(|extension| OUTPUT_EXTENSIONS.iter().any(|known| extension == *known));
        let hint = if is_output {
            format!("if this is the file to write, put -o before it: -o {name}")
        } else if (4..=16).contains(&name.len()) && name.chars().all(like_a_cell) {
            format!(
                "{} cells are no grid; write all rows as one argument: 53..7....6..195….98…",
                name.len()
            )
        } else {
            ARGUMENT_HINT.to_owned()
        };
        no_input(&name, message).hint(hint)
    };
    let text = argument.to_str().ok_or_else(no_file)?;
    if text.trim().is_empty() {
        return Err(no_input(literal.as_str(), "the argument is empty").hint(ARGUMENT_HINT));
    }
    // A puzzle that does not fit the options is still a puzzle. Its reader reports the error.
    let plain = ReadOptions {
        format: options.format,
        ..ReadOptions::default()
    };
    let is_puzzle = || format::read_all(text, &plain).iter().any(Result::is_ok);
    let like_a_puzzle = || {
        let cells = text.chars().filter(|c| like_a_cell(*c)).count();
        cells >= 16 && cells * 2 > text.chars().count()
    };
    // A damaged link is still a link. Its reader reports the damage.
    let is_link = || {
        let begins = ["https://", "http://"]
            .iter()
            .any(|begin| text.starts_with(begin));
        begins && format::explain_detection(text, &plain).chosen.is_some()
    };
    if is_puzzle() || like_a_puzzle() || is_link() {
        let source = Source::with_name(literal.clone(), text.to_owned());
        return Ok(OpenedInput::Whole(source));
    }
    Err(no_file())
}

/// Extensions of files that are more often written than read.
const OUTPUT_EXTENSIONS: &[&str] = &[
    "csv", "html", "json", "md", "pdf", "png", "svg", "tex", "tsv",
];

const ARGUMENT_HINT: &str =
    "an argument is a file, `-` for standard input, or a puzzle such as 53..7.…";

/// Returns `true` if standard input is a terminal. Waiting for puzzles there would look like a
/// hang.
pub(crate) fn stdin_is_terminal() -> bool {
    std::io::stdin().is_terminal()
}

impl OpenOptions<'_> {
    /// Opens a column of a Parquet or Arrow file.
    #[cfg(feature = "arrow")]
    fn open_table(
        &self,
        name: &str,
        file: File,
        _kind: &'static str,
    ) -> Result<OpenedInput, CliError> {
        let has_blocks = self.streams != StreamPolicy::None && self.is_line_format(None);
        TableRows::open(name, file, self.column, has_blocks)
            .map(|rows| OpenedInput::Table(Box::new(rows)))
    }

    /// Returns the error of a build that does not read tables.
    #[cfg(not(feature = "arrow"))]
    #[allow(clippy::unused_self)] // The other build needs it.
    fn open_table(
        &self,
        name: &str,
        _file: File,
        kind: &'static str,
    ) -> Result<OpenedInput, CliError> {
        // The other inputs are answered, so that this is no error of the command line.
        let sentence = features::missing_sentence(&format!("{kind} files"));
        Err(no_input(name, sentence).hint(features::hint("arrow")))
    }

    /// Reads the rest of a photograph, and the puzzle in it.
    fn open_photo(
        &self,
        origin: &Origin,
        mut bytes: Vec<u8>,
        ended: std::io::Result<usize>,
        reader: &mut dyn Read,
        kind: &'static str,
    ) -> Result<OpenedInput, CliError> {
        let name = origin.name.as_str();
        let most = self.max_decompressed.saturating_add(1);
        ended
            .and_then(|_| reader.take(most).read_to_end(&mut bytes))
            .map_err(|error| cannot_read(name, &error))?;
        if bytes.len() as u64 > self.max_decompressed {
            let message = format!("this has more than {} MiB", self.max_decompressed >> 20);
            return Err(unreadable(name, message).hint(TOO_LARGE_HINT));
        }
        let picture = PictureInput {
            name,
            bytes: &bytes,
            kind,
            is_pipe: origin.length.is_none(),
        };
        photo_input::open(self.context, &picture).map(OpenedInput::Whole)
    }

    /// Reads the head of an input. Reads the rest, too, unless the input is a stream.
    fn read(&self, origin: Origin, source: impl Read + 'static) -> Result<OpenedInput, CliError> {
        let position = Rc::default();
        let counting = CountingReader {
            inner: source,
            position: Rc::clone(&position),
        };
        let mut reader = decompress::reader(BufReader::with_capacity(1 << 16, counting))
            .map_err(|error| cannot_read(&origin.name, &error))?;
        let mut bytes = Vec::new();
        let ended = reader.by_ref().take(HEAD_BYTES).read_to_end(&mut bytes);
        if let Some(kind) = table_input::detect_bytes(&bytes) {
            let message = format!("a {kind} file cannot be read from here");
            return Err(unreadable(&origin.name, message)
                .hint("name the file as an argument; it must be a regular file, not compressed"));
        }
        if let Some(kind) = photo_input::detect(&bytes) {
            return self.open_photo(&origin, bytes, ended, &mut reader, kind);
        }
        if let Some(kind) = photo_input::detect_unsupported(&bytes) {
            return Err(photo_input::unsupported(&origin.name, kind));
        }
        // A text is read, whatever its name.
        if (bytes.is_empty() || format::check_head(&bytes).is_err())
            && let Some(error) = photo_input::misnamed(&origin.name, origin.extension.as_deref())
        {
            return Err(error);
        }
        let is_long = bytes.len() as u64 == HEAD_BYTES && ended.is_ok();
        let is_streamed = match self.streams {
            StreamPolicy::None => false,
            StreamPolicy::Long => is_long,
            StreamPolicy::All => ended.is_ok(),
        };
        if is_streamed
            && self.is_line_format(origin.extension.as_deref())
            && line81::begins_with_lines81(&bytes)
        {
            return Ok(OpenedInput::Stream(Stream::new(
                origin,
                reader,
                position,
                bytes,
                self.max_decompressed,
            )));
        }
        let end = match ended {
            Ok(_) if is_long => {
                // Binary data are recognized early, because they may not end.
                format::check_head(&bytes).map_err(|error| refused(&origin.name, error))?;
                let wide = bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff");
                bounded_read::read_to_end(&mut reader, &mut bytes, self.max_decompressed, wide)
            }
            Ok(_) => ReadEnd::Complete,
            Err(error) => ReadEnd::Failed(error),
        };
        let damage = self.damage(&origin.name, end, reader.kind(), &bytes)?;
        read_whole(origin, bytes, damage).map(OpenedInput::Whole)
    }

    /// Returns the error after the end of an input that ends too early. `kind` is the kind of
    /// compression.
    ///
    /// # Errors
    /// Returns an error if nothing of the input can be used.
    fn damage(
        &self,
        name: &str,
        end: ReadEnd,
        kind: Option<&str>,
        bytes: &[u8],
    ) -> Result<Option<ReadError>, CliError> {
        match (end, kind) {
            (ReadEnd::Complete, _) if bytes.len() as u64 <= self.max_decompressed => Ok(None),
            (ReadEnd::Complete | ReadEnd::TooLarge, _) => {
                let unpacked = if kind.is_some() {
                    " when decompressed"
                } else {
                    ""
                };
                let most = self.max_decompressed >> 20;
                let message = format!("this has more than {most} MiB{unpacked}");
                Err(unreadable(name, message).hint(TOO_LARGE_HINT))
            }
            (ReadEnd::NoMemory, _) => {
                let message = format!(
                    "there is not enough memory to read more than {} MiB of this",
                    bytes.len() >> 20
                );
                Err(unreadable(name, message).hint("split it into smaller files"))
            }
            (ReadEnd::Binary, _) => Err(refused(name, format::binary())),
            (ReadEnd::LongLine, _) => Ok(Some(stream::long_line_error(bytes, 1))),
            (ReadEnd::Failed(error), None) => Err(cannot_read(name, &error)),
            (ReadEnd::Failed(error), kind) => Ok(Some(stream::damage_error(kind, &error))),
        }
    }

    /// Returns `true` if lines are read as classic 9×9 puzzles, and neither options nor extension
    /// select another format.
    fn is_line_format(&self, extension: Option<&str>) -> bool {
        let ReadOptions {
            format,
            boxes,
            rules,
            symbols,
            ..
        } = self.options;
        let known = |format: &&&format::Format| {
            extension.is_some_and(|extension| format.extensions.contains(&extension))
        };
        let other_name = format::FORMATS
            .iter()
            .find(known)
            .is_some_and(|format| format.id != "line");
        format.is_none_or(|format| format.id == "line")
            && boxes.is_none()
            && rules.is_empty()
            && symbols.is_none()
            && !other_name
    }
}

/// Returns the error for an input that cannot be read.
fn cannot_read(name: &str, error: &std::io::Error) -> CliError {
    if let Some(feature) = DecompressError::missing_feature(error) {
        return no_input(name, io_error_text(error)).hint(features::hint(feature));
    }
    let message = format!("this cannot be read: {}", io_error_text(error));
    // Data that a decompressor rejects were read, and are damaged.
    match error.kind() {
        ErrorKind::InvalidData
        | ErrorKind::InvalidInput
        | ErrorKind::UnexpectedEof
        | ErrorKind::Other => unreadable(name, message),
        _ => no_input(name, message),
    }
}

/// Returns the error for an input that is not text.
fn refused(name: &str, ReadError { message, hint, .. }: ReadError) -> CliError {
    let error = unreadable(name, message);
    match hint {
        Some(hint) => error.hint(hint),
        None => error,
    }
}

/// Decodes an input that was read as a whole. With `damage`, uses the text up to the last complete
/// line.
fn read_whole(
    origin: Origin,
    mut bytes: Vec<u8>,
    damage: Option<ReadError>,
) -> Result<Source, CliError> {
    if let Some(damage) = &damage {
        bytes.truncate(bytes.len() - bounded_read::unfinished_line_len(&bytes));
        if bytes.is_empty() {
            let error = unreadable(&origin.name, damage.message.as_str());
            return Err(match (damage.span, &damage.hint) {
                (Some(_), Some(hint)) => error.hint(hint.as_str()),
                (Some(_), None) => error,
                (None, _) => error.hint("the copy or download may be incomplete"),
            });
        }
    }
    if bytes.is_empty() {
        return Err(unreadable(&origin.name, "the input is empty")
            .hint("`ndoku help formats` shows what can be read"));
    }
    let text = format::decode_owned(bytes).map_err(|error| refused(&origin.name, error))?;
    let mut source = Source::new(origin.name, text);
    source.damage = damage;
    source.extension = origin.extension;
    Ok(source)
}

fn extension(path: &Path) -> Option<String> {
    let of = |path: &Path| {
        path.extension()
            .map(|extension| extension.to_string_lossy().to_lowercase())
    };
    match of(path)?.as_str() {
        "gz" | "zst" | "xz" | "bz2" => of(Path::new(path.file_stem()?)),
        other => Some(other.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_extension_ignores_compression() {
        assert_eq!(extension(Path::new("a/b.sdk.gz")).as_deref(), Some("sdk"));
        assert_eq!(extension(Path::new("b.SDM")).as_deref(), Some("sdm"));
        assert_eq!(extension(Path::new("b.gz")), None);
        assert_eq!(extension(Path::new("b")), None);
    }
}
