//! Parquet and Arrow files as inputs: how they are recognized, and their errors.
//! `table_rows.rs` reads them.
//!
//! The files are recognized by their first bytes in every build. Reading them needs the feature
//! `arrow`.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{Read, Seek};
use std::path::Path;

use crate::error::CliError;

/// The first bytes of a file, and its kind.
const KINDS: [(&[u8], &str); 3] = [
    (b"PAR1", "Parquet"),
    (b"ARROW1\0\0", "Arrow"),
    (b"\xff\xff\xff\xff", "Arrow"),
];

/// Extensions of tables that commands write, and their kinds.
const EXTENSIONS: [(&str, &str); 5] = [
    ("parquet", "Parquet"),
    ("arrow", "Arrow"),
    ("arrows", "Arrow"),
    ("feather", "Arrow"),
    ("ipc", "Arrow"),
];

/// Returns the kind of a table by its first bytes; `None` if the file is something else. The file
/// is read from its beginning afterwards.
pub(crate) fn detect(file: &mut File) -> Option<&'static str> {
    let mut head = Vec::new();
    let read = Read::by_ref(file).take(8).read_to_end(&mut head);
    // A file that cannot be read is reported by its reader.
    file.rewind().ok()?;
    read.ok()?;
    detect_bytes(&head)
}

/// Returns `true` if an argument names a table.
pub(crate) fn is_table(argument: &OsStr) -> bool {
    let path = Path::new(argument);
    path.is_file() && File::open(path).is_ok_and(|mut file| detect(&mut file).is_some())
}

/// Returns the kind of a table that begins with these bytes.
pub(crate) fn detect_bytes(head: &[u8]) -> Option<&'static str> {
    let mut kinds = KINDS.iter();
    let found = kinds.find(|(magic, _)| head.starts_with(magic))?;
    Some(found.1)
}

/// Returns the kind of the table that a file with this extension holds.
pub(crate) fn kind_of_extension(extension: &str) -> Option<&'static str> {
    let mut known = EXTENSIONS.iter();
    let found = known.find(|(known, _)| extension.eq_ignore_ascii_case(known))?;
    Some(found.1)
}

/// Returns the error of a build that neither reads nor writes tables.
#[cfg(not(feature = "arrow"))]
pub(crate) fn missing_feature(kind: &str) -> CliError {
    crate::features::missing_error(&format!("{kind} files"), "arrow")
}

/// Returns the error of the command line for an error of a file.
#[cfg(feature = "arrow")]
pub(crate) fn file_error(name: &str, error: &ndoku_arrow::file::FileError) -> CliError {
    use ndoku_arrow::CallError;
    use ndoku_arrow::file::FileError;

    use crate::exit_code::ExitCode;
    use crate::io_error::io_error_text;

    match error {
        FileError::Read(error) => {
            let message = format!("this cannot be read: {}", io_error_text(error));
            CliError::new(ExitCode::NoInput, message).at(name)
        }
        FileError::Kind | FileError::Damaged { .. } => {
            CliError::new(ExitCode::Input, error.to_string())
                .at(name)
                .hint("the copy or download may be incomplete")
        }
        FileError::NoColumn { .. }
        | FileError::NoDefaultColumn { .. }
        | FileError::NoTexts { .. } => CliError::usage(error.to_string())
            .at(name)
            .hint("--column names the column of puzzles"),
        FileError::Taken(..) => CliError::usage(error.to_string())
            .at(name)
            .hint("rename or drop one of them; the answers are columns of these names"),
        FileError::Call(CallError::Internal(_)) => {
            CliError::new(ExitCode::Internal, error.to_string()).at(name)
        }
        FileError::Call(_) | FileError::Resume(_) => CliError::usage(error.to_string()).at(name),
        _ => CliError::new(ExitCode::Input, error.to_string()).at(name),
    }
}
