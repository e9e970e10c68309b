//! The file that an output path stands for: its links, its folder, and its partial file.
//!
//! ```text
//! solved.txt ─▶ links ─┬─ regular or new ▶ solved.txt, written as solved.txt.partial
//!                      └─ device, pipe ──▶ written directly
//! ```

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Maximum number of links between a name and its file.
const MAX_LINKS: usize = 40;

/// Maximum length in bytes of a name to which an ending is appended. File names have at most 255
/// bytes.
const MAX_NAME_BYTES: usize = 230;

/// Returns the path of the file to replace, after all links; `None` if the file is written
/// directly.
pub(super) fn replaceable_path(path: &Path) -> io::Result<Option<PathBuf>> {
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => {
            return Err(io::Error::new(
                io::ErrorKind::IsADirectory,
                "this is a folder",
            ));
        }
        Ok(metadata) if !metadata.is_file() => return Ok(None),
        _ => {}
    }
    let last = path.as_os_str().as_encoded_bytes().last();
    if last.is_some_and(|byte| std::path::is_separator(char::from(*byte))) {
        return Err(io::Error::new(
            io::ErrorKind::IsADirectory,
            "this names a folder, not a file",
        ));
    }
    if path.file_name().is_none() {
        return Err(io::Error::new(
            io::ErrorKind::InvalidFilename,
            "this is no name of a file",
        ));
    }
    let target = resolve_links(path)?;
    if is_opened(&target) {
        return Ok(None);
    }
    match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => check_folder(folder)?,
        _ => {}
    }
    Ok(Some(target))
}

/// Checks that the folder of a file exists.
///
/// # Errors
/// Returns an error that names the folder.
fn check_folder(folder: &Path) -> io::Result<()> {
    let refused = |what: &str| io::Error::other(format!("the folder {} {what}", folder.display()));
    match fs::metadata(folder) {
        Ok(metadata) if metadata.is_dir() => Ok(()),
        Ok(_) => Err(refused("is a file")),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Err(refused("does not exist")),
        // The reason is better told when the file is created.
        Err(_) => Ok(()),
    }
}

/// Returns `true` if the path names an open file of a process, such as `/dev/stderr` or
/// `/dev/fd/3`. Nothing below `/proc` can be replaced.
fn is_opened(path: &Path) -> bool {
    let is_stream = || {
        ["/dev/stdin", "/dev/stdout", "/dev/stderr"]
            .iter()
            .any(|stream| path == Path::new(stream))
    };
    let is_unix_stream = cfg!(unix)
        && (is_stream()
            || ["/dev/fd", "/proc"]
                .iter()
                .any(|folder| path.starts_with(folder)));
    is_unix_stream || cfg!(windows) && is_windows_device(path)
}

/// Returns `true` for the name of a device of Windows, such as `NUL`, in any folder.
fn is_windows_device(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    name.is_some_and(|name| {
        ["NUL", "CON", "CONOUT$"]
            .iter()
            .any(|device| name.eq_ignore_ascii_case(device))
    })
}

/// Follows links, also to a file that does not exist.
pub(super) fn resolve_links(path: &Path) -> io::Result<PathBuf> {
    let mut target = path.to_owned();
    for _ in 0..MAX_LINKS {
        // The target of such a link belongs to the process that opened it.
        if is_opened(&target) {
            return Ok(target);
        }
        match fs::read_link(&target) {
            Ok(next) => target = target.parent().unwrap_or(Path::new("")).join(next),
            Err(_) => return Ok(target),
        }
    }
    Err(io::Error::other("too many levels of symbolic links"))
}

/// Returns `solved.txt.partial`, `solved.txt.partial-2` … for `solved.txt`.
pub(super) fn partial_path(target: &Path, number: usize) -> PathBuf {
    let name = target.file_name().unwrap_or_default();
    let mut name = if name.len() > MAX_NAME_BYTES {
        let text = name.to_string_lossy();
        let end = (0..=MAX_NAME_BYTES)
            .rev()
            .find(|end| text.is_char_boundary(*end))
            .unwrap_or(0);
        OsString::from(&text[..end])
    } else {
        name.to_owned()
    };
    name.push(if number == 1 {
        ".partial".to_owned()
    } else {
        format!(".partial-{number}")
    });
    target.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn open_files_are_written_directly() {
        for path in [
            "/dev/stdout",
            "/dev/stderr",
            "/dev/fd/3",
            "/proc/self/fd/3",
            "/proc/1/fd/3",
        ] {
            assert!(is_opened(Path::new(path)), "{path}");
        }
        for path in [
            "/dev/shm/x.txt",
            "/dev/x.txt",
            "/dev/fdx",
            "dev/stdout",
            "/procx/1",
        ] {
            assert!(!is_opened(Path::new(path)), "{path}");
        }
    }

    #[test]
    fn devices_of_windows_have_names() {
        for (name, is_device) in [
            ("NUL", true),
            ("folder/nul", true),
            ("con", true),
            ("null", false),
            ("NUL.txt", false),
            ("", false),
        ] {
            assert_eq!(is_windows_device(Path::new(name)), is_device, "{name}");
        }
    }
}
