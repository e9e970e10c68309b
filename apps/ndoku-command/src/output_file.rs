//! Files that the command writes. A file has its old content or all of the new content, and nothing
//! between.
//!
//! ```text
//! create ─▶ FILE.partial ─┬─ finish ──▶ renamed to FILE
//!                         ├─ keep ────▶ stays: Ctrl-C was pressed
//!                         └─ dropped ─▶ removed: an error
//! ```
//!
//! - FILE is a symbolic link: the link stays, and the file that it names is replaced. Other hard
//!   links keep the old content.
//! - FILE exists: the new file has its permissions, and its owner and group where the system allows
//!   that. A FILE that may not be written is an error.
//! - FILE is not a regular file (`/dev/null`, a pipe, a terminal), or is a name of an open file
//!   (`/dev/stdout`, `/dev/fd/3`), or stands below `/proc`: it is written directly.
//! - The folder may not be written, but FILE may: the partial file stands in the folder for
//!   temporary files. At the end, it is copied into FILE. The same happens where FILE can be
//!   written but not replaced, such as a mounted file. Such a run cannot be resumed.
//! - `kill -9`, a second Ctrl-C or a loss of power: the partial file stays, and FILE is as it was.
//! - There is a partial file already: it is never written over. The next one is `FILE.partial-2`. A
//!   run that can be resumed has only one name for it, and refuses to begin.
//! - A file of a run that can be resumed is locked, so that a second run does not write into it.
//!   Where the lines are precious, [`OutputFile::keep`] keeps them after an error too.

use std::ffi::OsString;
use std::fs::{self, File, Metadata, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::source::io_error_text;

/// How many links are followed from one name to the file.
const MAX_LINKS: usize = 40;

/// How many partial files of one output may stand side by side.
const MAX_PARTIAL_FILES: usize = 1000;

/// The longest name, in bytes, to which an ending is appended; names of files have at most 255.
const MAX_NAME_BYTES: usize = 230;

/// Why a file cannot be opened for writing.
#[derive(Debug)]
pub(crate) enum OutputError {
    /// The system refuses.
    Io(io::Error),
    /// There is a partial file of an earlier run that can be resumed.
    HasPartial(PathBuf),
    /// Another process writes the partial file.
    IsBusy(PathBuf),
    /// It is not a regular file, so that nothing of it can be resumed.
    IsSpecial,
}

impl From<io::Error> for OutputError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// A file that is being written.
#[derive(Debug)]
pub(crate) struct OutputFile {
    file: File,
    /// None if the file is written directly.
    partial: Option<Partial>,
}

/// The file that holds the content until it is complete.
#[derive(Debug)]
struct Partial {
    path: PathBuf,
    /// The file that it becomes.
    target: PathBuf,
    /// The permissions and the owner to give to it.
    replaced: Option<Metadata>,
    /// It is copied into the target, which cannot be replaced.
    is_copied: bool,
    leftover: Leftover,
}

/// What becomes of a partial file that is dropped.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Leftover {
    Removed,
    /// It stays unless it is empty.
    Resumable,
    Kept,
}

impl OutputFile {
    /// Opens a file for new content. The content appears under its name with
    /// [`finish`](Self::finish).
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        let Some(target) = replaceable(path)? else {
            return Self::open_directly(path);
        };
        let mut last = io::Error::from(io::ErrorKind::AlreadyExists);
        for number in 1..=MAX_PARTIAL_FILES {
            match Self::begin(partial_path(&target, number), &target) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => last = error,
                // The folder cannot be written, but the file that is there can.
                Err(error) if is_refusal(&error) && target.exists() => {
                    return Self::begin_elsewhere(&target);
                }
                begun => return begun,
            }
        }
        Err(last)
    }

    /// The same for a run that can be resumed: there is one partial file, and it must be empty or
    /// missing.
    ///
    /// # Errors
    /// If the file cannot be written, or there is a partial file of another run.
    pub(crate) fn create_resumable(path: &Path) -> Result<Self, OutputError> {
        let Some(target) = replaceable(path)? else {
            return Ok(Self::open_directly(path)?);
        };
        let partial = partial_path(&target, 1);
        match Self::open_partial(&partial, &target)? {
            Some(output) if output.file.metadata()?.len() == 0 => Ok(output),
            Some(_) => Err(OutputError::HasPartial(partial)),
            None => match Self::begin(partial, &target) {
                Err(error) if is_refusal(&error) && target.exists() => {
                    Ok(Self::begin_elsewhere(&target)?)
                }
                begun => Ok(begun?.locked()?),
            },
        }
    }

    /// Opens the partial file of a run that was stopped, or a new one. Also gives the file that holds
    /// the results of that run, open for reading: the partial file, the complete file, or none.
    /// Nothing is changed before [`continue_after`](Self::continue_after).
    ///
    /// The partial file is read through the handle that has the lock: Windows refuses any other.
    ///
    /// # Errors
    /// If the file cannot be written, or another process writes it.
    pub(crate) fn resume(path: &Path) -> Result<(Self, Option<(PathBuf, File)>), OutputError> {
        let Some(target) = replaceable(path)? else {
            return Err(OutputError::IsSpecial);
        };
        let partial = partial_path(&target, 1);
        if let Some(output) = Self::open_partial(&partial, &target)? {
            let file = if output.file.metadata()?.len() > 0 {
                Some(output.file.try_clone()?)
            } else {
                None
            };
            let earlier = match file {
                Some(file) => Some((partial, file)),
                None => complete(target)?,
            };
            return Ok((output, earlier));
        }
        let output = Self::begin(partial, &target)?.locked()?;
        Ok((output, complete(target)?))
    }

    /// Makes the first bytes of a file the beginning of this one, and writes on behind them.
    ///
    /// # Errors
    /// If that cannot be read or written.
    pub(crate) fn continue_after(&mut self, earlier: &Path, bytes: u64) -> io::Result<()> {
        let is_own = self.path() == Some(earlier);
        self.file.set_len(if is_own { bytes } else { 0 })?;
        if !is_own && bytes > 0 {
            self.file.rewind()?;
            io::copy(&mut File::open(earlier)?.take(bytes), &mut self.file)?;
        }
        self.file.seek(SeekFrom::Start(bytes))?;
        Ok(())
    }

    /// The partial file; none if the file is written directly.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.partial.as_ref().map(|partial| partial.path.as_path())
    }

    /// Whether another run can continue what stands in the partial file.
    pub(crate) fn is_resumable(&self) -> bool {
        self.partial
            .as_ref()
            .is_some_and(|partial| partial.leftover == Leftover::Resumable)
    }

    /// Ends the file: its content appears under its name.
    ///
    /// # Errors
    /// If that is not possible. The old content is there, unless the error came while it was copied
    /// over; then the partial file stays.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.file.flush()?;
        let Some(mut partial) = self.partial.take() else {
            return Ok(());
        };
        if let Some(replaced) = &partial.replaced {
            self.file.set_permissions(replaced.permissions())?;
            keep_owner(&self.file, replaced);
            // Without it, a loss of power may leave an empty file where the old one was.
            self.file.sync_all()?;
        }
        if !partial.is_copied {
            match fs::rename(&partial.path, &partial.target) {
                Ok(()) => {
                    partial.leftover = Leftover::Kept;
                    return Ok(());
                }
                Err(error) if partial.replaced.is_none() || !is_refusal(&error) => {
                    return Err(error);
                }
                Err(_) => {}
            }
        }
        partial.copy_over(&mut self.file)
    }

    /// Lets the partial file stay, and gives its name; none if there is nothing in it.
    pub(crate) fn keep(mut self) -> Option<PathBuf> {
        let mut partial = self.partial.take()?;
        let is_empty = self
            .file
            .metadata()
            .is_ok_and(|metadata| metadata.len() == 0);
        partial.leftover = if is_empty {
            Leftover::Removed
        } else {
            Leftover::Kept
        };
        (!is_empty).then(|| partial.path.clone())
    }

    fn open_directly(path: &Path) -> io::Result<Self> {
        Ok(Self {
            file: File::options().append(true).open(path)?,
            partial: None,
        })
    }

    fn begin(path: PathBuf, target: &Path) -> io::Result<Self> {
        let replaced = writable(target)?;
        let file = File::options()
            .read(true)
            .write(true)
            .create_new(true)
            .open(&path)?;
        let partial = Partial {
            path,
            target: target.to_owned(),
            replaced,
            is_copied: false,
            leftover: Leftover::Removed,
        };
        if let Some(replaced) = &partial.replaced {
            // Nobody shall read the new content who could not read the old.
            file.set_permissions(replaced.permissions())?;
        }
        Ok(Self {
            file,
            partial: Some(partial),
        })
    }

    /// Begins a file that is copied into the target at the end.
    fn begin_elsewhere(target: &Path) -> io::Result<Self> {
        let mut name = OsString::from(format!("ndoku-{}-", std::process::id()));
        name.push(target.file_name().unwrap_or_default());
        let folder = std::env::temp_dir();
        for number in 1..=MAX_PARTIAL_FILES {
            match Self::begin(partial_path(&folder.join(&name), number), target) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
                Ok(mut output) => {
                    if let Some(partial) = &mut output.partial {
                        partial.is_copied = true;
                    }
                    return Ok(output);
                }
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    /// Opens and locks a partial file; none if there is none.
    fn open_partial(path: &Path, target: &Path) -> Result<Option<Self>, OutputError> {
        match fs::symlink_metadata(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error.into()),
            Ok(metadata) if !metadata.is_file() => {
                let message = format!(
                    "{} is not a regular file; remove it or use another name",
                    path.display()
                );
                return Err(io::Error::other(message).into());
            }
            Ok(_) => {}
        }
        let file = File::options().read(true).write(true).open(path)?;
        let (own, becomes) = (path.to_owned(), target.to_owned());
        let replaced = writable(target)?;
        let partial = Partial {
            path: own,
            target: becomes,
            replaced,
            is_copied: false,
            leftover: Leftover::Kept,
        };
        let output = Self {
            file,
            partial: Some(partial),
        }
        .locked()?;
        // The run that had it may have renamed it just before.
        if is_still_at(&output.file, path)? {
            Ok(Some(output))
        } else {
            Err(OutputError::IsBusy(path.to_owned()))
        }
    }

    /// Locks the file, where the file system has locks, and keeps what is in it whatever happens.
    fn locked(mut self) -> Result<Self, OutputError> {
        let is_busy = matches!(self.file.try_lock(), Err(TryLockError::WouldBlock));
        let Some(partial) = &mut self.partial else {
            return Ok(self);
        };
        if is_busy {
            partial.leftover = Leftover::Kept;
            return Err(OutputError::IsBusy(partial.path.clone()));
        }
        partial.leftover = Leftover::Resumable;
        Ok(self)
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Partial {
    /// Writes the content over that of the target.
    fn copy_over(mut self, content: &mut File) -> io::Result<()> {
        // From here on, the partial file may be the only whole one.
        self.leftover = Leftover::Kept;
        let copied = (|| {
            let mut target = File::options()
                .write(true)
                .truncate(true)
                .open(&self.target)?;
            content.rewind()?;
            io::copy(content, &mut target)?;
            target.sync_all()
        })();
        if copied.is_ok() {
            self.leftover = Leftover::Removed;
        }
        copied.map_err(|error| {
            io::Error::new(
                error.kind(),
                format!(
                    "{}; the content is in {}",
                    io_error_text(&error),
                    self.path.display()
                ),
            )
        })
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        let is_removed = match self.leftover {
            Leftover::Removed => true,
            Leftover::Resumable => {
                fs::metadata(&self.path).is_ok_and(|metadata| metadata.len() == 0)
            }
            Leftover::Kept => false,
        };
        if is_removed {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Whether two paths name the same file, also through links.
pub(crate) fn is_same_file(one: &Path, other: &Path) -> bool {
    let has_same_path = matches!(
        (fs::canonicalize(one), fs::canonicalize(other)),
        (Ok(one), Ok(other)) if one == other
    );
    has_same_path || is_hard_link(one, other)
}

/// Whether standard input is this file.
#[cfg(unix)]
pub(crate) fn is_standard_input(path: &Path) -> bool {
    use std::os::fd::AsFd;
    let input = io::stdin()
        .as_fd()
        .try_clone_to_owned()
        .map(File::from)
        .and_then(|file| file.metadata());
    input.is_ok_and(|metadata| is_same(&metadata, path))
}

/// Whether standard input is this file. The system does not say.
#[cfg(not(unix))]
pub(crate) fn is_standard_input(_path: &Path) -> bool {
    false
}

/// The partial file that a run of this output that was stopped has left.
pub(crate) fn partial_of(path: &Path) -> Option<PathBuf> {
    resolve(path)
        .ok()
        .map(|target| partial_path(&target, 1))
        .filter(|partial| partial.exists())
}

#[cfg(unix)]
fn is_same(metadata: &Metadata, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(path)
        .is_ok_and(|other| (other.dev(), other.ino()) == (metadata.dev(), metadata.ino()))
}

/// Whether two paths are two names of one file.
#[cfg(unix)]
fn is_hard_link(one: &Path, other: &Path) -> bool {
    fs::metadata(one).is_ok_and(|metadata| is_same(&metadata, other))
}

/// Whether two paths are two names of one file. The system does not say.
#[cfg(not(unix))]
fn is_hard_link(_one: &Path, _other: &Path) -> bool {
    false
}

/// Whether an open file still has this name.
#[cfg(unix)]
fn is_still_at(file: &File, path: &Path) -> io::Result<bool> {
    Ok(is_same(&file.metadata()?, path))
}

/// Whether an open file still has this name: a file that was renamed leaves none.
#[cfg(not(unix))]
fn is_still_at(_file: &File, path: &Path) -> io::Result<bool> {
    path.try_exists()
}

#[cfg(unix)]
fn keep_owner(file: &File, replaced: &Metadata) {
    use std::os::unix::fs::{MetadataExt, fchown};
    // Only the administrator can give files away; for anybody else the new file is their own.
    if file
        .metadata()
        .is_ok_and(|new| (new.uid(), new.gid()) != (replaced.uid(), replaced.gid()))
    {
        let _ = fchown(file, None, Some(replaced.gid()));
        let _ = fchown(file, Some(replaced.uid()), None);
    }
}

#[cfg(not(unix))]
fn keep_owner(_file: &File, _replaced: &Metadata) {}

/// The path of the file to replace, behind all links; none if it is to be written directly.
fn replaceable(path: &Path) -> io::Result<Option<PathBuf>> {
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
    if path.as_os_str().as_encoded_bytes().ends_with(b"/") {
        return Err(io::Error::new(
            io::ErrorKind::IsADirectory,
            "this is a folder",
        ));
    }
    if path.file_name().is_none() {
        return Err(io::Error::new(
            io::ErrorKind::InvalidFilename,
            "this is no name of a file",
        ));
    }
    let target = resolve(path)?;
    Ok((!is_opened(&target)).then_some(target))
}

/// Whether a path names a file that a process has opened, such as `/dev/stderr` and `/dev/fd/3`.
/// Nothing below `/proc` can be replaced.
fn is_opened(path: &Path) -> bool {
    let is_stream = || {
        ["/dev/stdin", "/dev/stdout", "/dev/stderr"]
            .iter()
            .any(|stream| path == Path::new(stream))
    };
    cfg!(unix)
        && (is_stream()
            || ["/dev/fd", "/proc"]
                .iter()
                .any(|folder| path.starts_with(folder)))
}

/// Opens a complete file for reading; none if there is none.
fn complete(path: PathBuf) -> io::Result<Option<(PathBuf, File)>> {
    if path.exists() {
        File::open(&path).map(|file| Some((path, file)))
    } else {
        Ok(None)
    }
}

/// What is known of a file that is going to be replaced; none if there is none. It must be writable
/// all the same.
fn writable(target: &Path) -> io::Result<Option<Metadata>> {
    match File::options().write(true).open(target) {
        Ok(file) => file.metadata().map(Some),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Follows links, also to a file that does not exist.
fn resolve(path: &Path) -> io::Result<PathBuf> {
    let mut target = path.to_owned();
    for _ in 0..MAX_LINKS {
        // What such a link names belongs to the process that has opened it.
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

/// `solved.txt` becomes `solved.txt.partial`, `solved.txt.partial-2` …
fn partial_path(target: &Path, number: usize) -> PathBuf {
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

/// Whether a folder or a file system does not allow to make or rename a file.
fn is_refusal(error: &io::Error) -> bool {
    use io::ErrorKind::{CrossesDevices, PermissionDenied, ReadOnlyFilesystem, ResourceBusy};
    matches!(
        error.kind(),
        PermissionDenied | ReadOnlyFilesystem | ResourceBusy | CrossesDevices
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_old_until_it_is_new() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.txt");
        for (content, before) in [("first", None), ("second", Some("first"))] {
            let mut output = OutputFile::create(&path).unwrap();
            output.write_all(content.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&path).ok().as_deref(), before);
            output.finish().unwrap();
            assert_eq!(
                (
                    fs::read_to_string(&path).unwrap().as_str(),
                    names(folder.path())
                ),
                (content, vec!["x.txt".to_owned()])
            );
        }
        // What is dropped leaves nothing, and what is kept is never written over.
        OutputFile::create(&path)
            .unwrap()
            .write_all(b"lost")
            .unwrap();
        assert_eq!(names(folder.path()), ["x.txt"]);
        for name in ["x.txt.partial", "x.txt.partial-2"] {
            let mut output = OutputFile::create(&path).unwrap();
            output.write_all(name.as_bytes()).unwrap();
            assert_eq!(output.keep(), Some(folder.path().join(name)));
        }
        assert_eq!(
            OutputFile::create(&path).unwrap().keep(),
            None,
            "nothing is in it"
        );
        assert_eq!(
            names(folder.path()),
            ["x.txt", "x.txt.partial", "x.txt.partial-2"]
        );
        assert_eq!(fs::read_to_string(path).unwrap(), "second");
    }

    #[test]
    fn long_names_have_partial_files_too() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["x".repeat(255), "é".repeat(127)] {
            let path = folder.path().join(&name);
            let mut output = OutputFile::create(&path).unwrap();
            output.write_all(b"x").unwrap();
            output.finish().unwrap();
            assert!(path.exists());
        }
        assert_eq!(names(folder.path()).len(), 2);
    }

    #[test]
    fn two_files_are_not_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let [one, other] = ["one", "other"].map(|name| folder.path().join(name));
        fs::write(&one, "1").unwrap();
        fs::write(&other, "1").unwrap();
        assert!(
            is_same_file(&one, &folder.path().join(".").join("one")) && !is_same_file(&one, &other)
        );
        assert!(!is_same_file(&one, &folder.path().join("none")));
    }

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
    fn what_is_copied_at_the_end_cannot_be_resumed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.txt");
        fs::write(&path, "old and long").unwrap();
        let mut output = OutputFile::begin_elsewhere(&path).unwrap();
        output.write_all(b"new").unwrap();
        assert!(!output.is_resumable() && fs::read(&path).unwrap() == b"old and long");
        output.finish().unwrap();
        assert_eq!(
            (
                fs::read_to_string(&path).unwrap().as_str(),
                names(folder.path()).len()
            ),
            ("new", 1)
        );
    }

    #[test]
    fn one_run_at_a_time_can_be_resumed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.txt");
        let mut output = OutputFile::create_resumable(&path).unwrap();
        let refused = |opened: Result<OutputFile, OutputError>| match opened {
            Err(OutputError::IsBusy(_)) => "busy",
            Err(OutputError::HasPartial(_)) => "partial",
            _ => "",
        };
        assert_eq!(refused(OutputFile::create_resumable(&path)), "busy");
        output.write_all(b"one\ntw").unwrap();
        assert_eq!(
            refused(OutputFile::resume(&path).map(|(output, _)| output)),
            "busy"
        );
        let partial = output.keep().unwrap();
        assert_eq!(refused(OutputFile::create_resumable(&path)), "partial");
        let (mut output, earlier) = OutputFile::resume(&path).unwrap();
        assert_eq!(earlier.map(|(path, _)| path).as_ref(), Some(&partial));
        assert!(output.is_resumable());
        output.continue_after(&partial, 4).unwrap();
        output.write_all(b"three\n").unwrap();
        output.finish().unwrap();
        assert_eq!(
            (
                fs::read_to_string(&path).unwrap().as_str(),
                names(folder.path()).len()
            ),
            ("one\nthree\n", 1)
        );
        // A complete file is continued in a partial one.
        let (mut output, earlier) = OutputFile::resume(&path).unwrap();
        output.continue_after(&earlier.unwrap().0, 10).unwrap();
        output.write_all(b"four\n").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "one\nthree\n");
        output.finish().unwrap();
        assert_eq!(
            (
                fs::read_to_string(&path).unwrap().as_str(),
                names(folder.path()).len()
            ),
            ("one\nthree\nfour\n", 1)
        );
    }
}
