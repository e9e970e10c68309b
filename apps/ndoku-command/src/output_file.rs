//! Files that the command writes. A file has its old content or all of the new content, never a
//! part.
//!
//! ```text
//! create ─▶ FILE.partial ─┬─ finish ──▶ renamed to FILE
//!                         ├─ keep ────▶ kept after Ctrl-C, and when nothing more can be written
//!                         └─ dropped ─▶ removed after an error
//! ```
//!
//! - FILE is a symbolic link: the link stays, and its target is replaced. Other hard links keep the
//!   old content.
//! - FILE exists: the new file gets its permissions. It gets its owner and group, too, where the
//!   system allows that. A FILE without write permission is an error.
//! - FILE is written directly if it is no regular file (`/dev/null`, a pipe, a terminal), names an
//!   open file (`/dev/stdout`, `/dev/fd/3`), or is below `/proc`.
//! - The folder is not writable, but FILE is: the partial file is in the folder for temporary
//!   files. At the end, it is copied into FILE. The same happens where FILE can be written but not
//!   replaced, such as a mounted file. Such a run cannot be resumed.
//! - After `kill -9`, a second Ctrl-C or a power failure, the partial file stays, and FILE is
//!   unchanged.
//! - An existing partial file is never overwritten. The next one is `FILE.partial-2`. A run that
//!   can be resumed uses one name only, and refuses to start.
//! - The partial file of results is locked. A second run for the same FILE is an error, and writes
//!   nothing.

mod target;

use std::ffi::OsString;
use std::fs::{self, File, Metadata, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::io_error::io_error_text;
use target::{partial_path, replaceable_path, resolve_links};

/// Maximum number of partial files of one output.
const MAX_PARTIAL_FILES: usize = 1000;

/// The reason why a file cannot be opened for writing.
#[derive(Debug)]
pub(crate) enum OutputError {
    /// The system refuses.
    Io(io::Error),
    /// An earlier run has left a partial file that can be resumed.
    HasPartial(PathBuf),
    /// Another process is writing the partial file.
    IsBusy(PathBuf),
    /// The file is not a regular file, and cannot be resumed.
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
    /// The partial file; `None` if the file is written directly.
    partial: Option<Partial>,
}

/// The file that holds the content until it is complete.
#[derive(Debug)]
struct Partial {
    path: PathBuf,
    /// The file that is replaced.
    target: PathBuf,
    /// The metadata of the replaced file, for permissions and owner.
    replaced: Option<Metadata>,
    /// The target cannot be replaced, so the content is copied into it.
    is_copied: bool,
    leftover: Leftover,
}

/// The action when a partial file is dropped.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Leftover {
    Removed,
    /// Keep it unless it is empty.
    Resumable,
    Kept,
}

impl OutputFile {
    /// Opens a file for new content. [`finish`](Self::finish) puts the content in place.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        let Some(target) = replaceable_path(path)? else {
            return Self::open_directly(path);
        };
        let mut last = io::Error::from(io::ErrorKind::AlreadyExists);
        for number in 1..=MAX_PARTIAL_FILES {
            match Self::create_partial(partial_path(&target, number), &target) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => last = error,
                // The folder is not writable, but the existing file may be.
                Err(error) if is_permission_error(&error) && target.exists() => {
                    return Self::create_in_temp_dir(&target);
                }
                begun => return begun,
            }
        }
        Err(last)
    }

    /// Opens a file like [`create`](Self::create), and lets no other run write it until this one is
    /// dropped.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written, or if another run is writing it.
    pub(crate) fn create_locked(path: &Path) -> Result<Self, OutputError> {
        refuse_other_runs(path, None)?;
        let output = Self::create(path)?;
        if let Some(partial) = &output.partial {
            // Where the file system has no locks, the last run that ends replaces the file.
            if matches!(output.file.try_lock(), Err(TryLockError::WouldBlock)) {
                return Err(OutputError::IsBusy(partial.path.clone()));
            }
            // Another run may have begun at the same time, with another partial file.
            refuse_other_runs(path, Some(&partial.path))?;
        }
        Ok(output)
    }

    /// Opens a file for a run that can be resumed. There is one partial file, and it must be empty
    /// or missing.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written, or if another run has left a partial file.
    pub(crate) fn create_resumable(path: &Path) -> Result<Self, OutputError> {
        let Some(target) = replaceable_path(path)? else {
            return Ok(Self::open_directly(path)?);
        };
        let partial = partial_path(&target, 1);
        match Self::open_partial(&partial, &target)? {
            Some(output) if output.file.metadata()?.len() == 0 => Ok(output),
            Some(_) => Err(OutputError::HasPartial(partial)),
            None => match Self::create_partial(partial, &target) {
                Err(error) if is_permission_error(&error) && target.exists() => {
                    Ok(Self::create_in_temp_dir(&target)?)
                }
                begun => Ok(begun?.locked()?),
            },
        }
    }

    /// Opens the partial file of a stopped run, or creates one. Also returns the file with the
    /// results of that run, open for reading: the partial file, the complete file, or none. Changes
    /// nothing before [`continue_after`](Self::continue_after).
    ///
    /// The partial file is read through the handle that holds the lock, because Windows refuses
    /// others.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written, or if another process is writing it.
    pub(crate) fn resume(path: &Path) -> Result<(Self, Option<(PathBuf, File)>), OutputError> {
        let Some(target) = replaceable_path(path)? else {
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
                None => open_complete(target)?,
            };
            return Ok((output, earlier));
        }
        let output = Self::create_partial(partial, &target)?.locked()?;
        Ok((output, open_complete(target)?))
    }

    /// Makes the first `bytes` bytes of `earlier` the beginning of this file, and continues after
    /// them.
    ///
    /// # Errors
    /// Returns an error if the files cannot be read or written.
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

    /// Returns the partial file; `None` if the file is written directly.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.partial.as_ref().map(|partial| partial.path.as_path())
    }

    /// Returns the file that will be replaced; `None` if the file is written directly.
    pub(crate) fn target(&self) -> Option<&Path> {
        self.partial
            .as_ref()
            .map(|partial| partial.target.as_path())
    }

    /// Returns `true` if another run can continue the partial file.
    pub(crate) fn is_resumable(&self) -> bool {
        self.partial
            .as_ref()
            .is_some_and(|partial| partial.leftover == Leftover::Resumable)
    }

    /// Removes the partial file when this is dropped, whatever it holds.
    #[cfg_attr(not(feature = "arrow"), allow(dead_code))]
    pub(crate) fn discard_on_drop(&mut self) {
        if let Some(partial) = &mut self.partial {
            partial.leftover = Leftover::Removed;
        }
    }

    /// Returns another handle to the file that is written.
    ///
    /// # Errors
    /// Returns an error if the system has no more handles.
    #[cfg_attr(not(feature = "arrow"), allow(dead_code))]
    pub(crate) fn handle(&self) -> io::Result<File> {
        self.file.try_clone()
    }

    /// Completes the file and puts it in place. Nothing can be written after that.
    ///
    /// # Errors
    /// Returns an error if that fails. The old content is unchanged, unless the error occurred
    /// while the content was copied. In that case the partial file stays. Otherwise
    /// [`keep`](Self::keep) keeps it.
    pub(crate) fn finish(&mut self) -> io::Result<()> {
        self.file.flush()?;
        let Some(partial) = &mut self.partial else {
            return Ok(());
        };
        if let Some(replaced) = &partial.replaced {
            self.file.set_permissions(replaced.permissions())?;
            keep_owner(&self.file, replaced);
            // Without this, a power failure may leave an empty file in place of the old one.
            self.file.sync_all()?;
        }
        if !partial.is_copied {
            match fs::rename(&partial.path, &partial.target) {
                Ok(()) => {
                    partial.leftover = Leftover::Kept;
                    self.partial = None;
                    return Ok(());
                }
                Err(error) if partial.replaced.is_none() || !is_permission_error(&error) => {
                    return Err(error);
                }
                Err(_) => {}
            }
        }
        let copied = partial.copy_over(&mut self.file);
        self.partial = None;
        copied
    }

    /// Keeps the partial file and returns its path; `None` if it is empty.
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

    fn create_partial(path: PathBuf, target: &Path) -> io::Result<Self> {
        let replaced = writable_metadata(target)?;
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
            // Users who could not read the old content must not read the new content.
            file.set_permissions(replaced.permissions())?;
        }
        Ok(Self {
            file,
            partial: Some(partial),
        })
    }

    /// Creates a file that is copied into the target at the end.
    fn create_in_temp_dir(target: &Path) -> io::Result<Self> {
        let mut name = OsString::from(format!("ndoku-{}-", std::process::id()));
        name.push(target.file_name().unwrap_or_default());
        let folder = std::env::temp_dir();
        for number in 1..=MAX_PARTIAL_FILES {
            match Self::create_partial(partial_path(&folder.join(&name), number), target) {
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

    /// Opens and locks a partial file; `None` if there is none.
    fn open_partial(path: &Path, target: &Path) -> Result<Option<Self>, OutputError> {
        match fs::symlink_metadata(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error.into()),
            Ok(metadata) if !metadata.is_file() => {
                let message = format!(
                    "the partial file {} is not a regular file; remove it or use another name",
                    path.display()
                );
                return Err(io::Error::other(message).into());
            }
            Ok(_) => {}
        }
        let file = File::options().read(true).write(true).open(path)?;
        let (own, becomes) = (path.to_owned(), target.to_owned());
        let replaced = writable_metadata(target)?;
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
        // The run that held the lock may have renamed the file just before.
        if is_still_at(&output.file, path)? {
            Ok(Some(output))
        } else {
            Err(OutputError::IsBusy(path.to_owned()))
        }
    }

    /// Locks the file, where the file system supports locks, and keeps its content in any case.
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

/// Refuses to write a file while another run writes it: one that holds the lock of a partial file
/// other than `own`.
fn refuse_other_runs(path: &Path, own: Option<&Path>) -> Result<(), OutputError> {
    let Some(target) = replaceable_path(path)? else {
        return Ok(());
    };
    let is_busy = |file: File| matches!(file.try_lock(), Err(TryLockError::WouldBlock));
    let busy = (1..=MAX_PARTIAL_FILES)
        .map(|number| partial_path(&target, number))
        .find(|partial| {
            own != Some(partial) && partial.is_file() && File::open(partial).is_ok_and(is_busy)
        });
    busy.map_or(Ok(()), |partial| Err(OutputError::IsBusy(partial)))
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
    /// Copies the content into the target.
    fn copy_over(&mut self, content: &mut File) -> io::Result<()> {
        // From here on, the partial file may be the only complete one.
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

/// Returns `true` if the path names a device, a pipe or the like.
pub(crate) fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir())
}

/// Returns `true` if two paths name the same file, also through links.
pub(crate) fn is_same_file(one: &Path, other: &Path) -> bool {
    let has_same_path = matches!(
        (fs::canonicalize(one), fs::canonicalize(other)),
        (Ok(one), Ok(other)) if one == other
    );
    has_same_path || is_hard_link(one, other)
}

/// Returns `true` if standard input is this file.
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

/// Returns `false`: this system does not tell which file standard input is.
#[cfg(not(unix))]
pub(crate) fn is_standard_input(_path: &Path) -> bool {
    false
}

/// Returns the partial file that a stopped run of this output has left.
pub(crate) fn existing_partial(path: &Path) -> Option<PathBuf> {
    resolve_links(path)
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

/// Returns `true` if two paths are hard links to one file.
#[cfg(unix)]
fn is_hard_link(one: &Path, other: &Path) -> bool {
    fs::metadata(one).is_ok_and(|metadata| is_same(&metadata, other))
}

/// Returns `false`: hard links cannot be recognized on this system.
#[cfg(not(unix))]
fn is_hard_link(_one: &Path, _other: &Path) -> bool {
    false
}

/// Returns `true` if an open file still has this path.
#[cfg(unix)]
fn is_still_at(file: &File, path: &Path) -> io::Result<bool> {
    Ok(is_same(&file.metadata()?, path))
}

/// Returns `true` if the path exists. A renamed file leaves none.
#[cfg(not(unix))]
fn is_still_at(_file: &File, path: &Path) -> io::Result<bool> {
    path.try_exists()
}

#[cfg(unix)]
fn keep_owner(file: &File, replaced: &Metadata) {
    use std::os::unix::fs::{MetadataExt, fchown};
    // Only the administrator can give files away. For other users, the new file is their own.
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

/// Opens a complete file for reading; `None` if there is none.
fn open_complete(path: PathBuf) -> io::Result<Option<(PathBuf, File)>> {
    if path.exists() {
        File::open(&path).map(|file| Some((path, file)))
    } else {
        Ok(None)
    }
}

/// Returns the metadata of the file to replace; `None` if there is none. Fails if the file is not
/// writable.
fn writable_metadata(target: &Path) -> io::Result<Option<Metadata>> {
    match File::options().write(true).open(target) {
        Ok(file) => file.metadata().map(Some),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Returns `true` if the folder or the file system does not allow creating or renaming a file.
fn is_permission_error(error: &io::Error) -> bool {
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
    fn a_file_keeps_its_content_until_the_new_one_is_complete() {
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
        // A dropped file leaves nothing, and a kept file is never overwritten.
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
    fn different_files_are_not_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let [one, other] = ["one", "other"].map(|name| folder.path().join(name));
        fs::write(&one, "1").unwrap();
        fs::write(&other, "1").unwrap();
        assert!(
            is_same_file(&one, &folder.path().join(".").join("one")) && !is_same_file(&one, &other)
        );
        assert!(!is_same_file(&one, &folder.path().join("none")));
    }

    #[test]
    fn missing_folders_are_named() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("file"), "").unwrap();
        for (name, message) in [
            ("none/x.txt", "none does not exist"),
            ("file/x.txt", "file is a file"),
            ("none/", "this names a folder, not a file"),
        ] {
            let path = format!("{}/{name}", folder.path().display());
            let error = OutputFile::create(Path::new(&path))
                .unwrap_err()
                .to_string();
            assert!(error.ends_with(message), "{name}: {error}");
        }
        assert_eq!(names(folder.path()), ["file"]);
    }

    #[test]
    fn copied_files_cannot_be_resumed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.txt");
        fs::write(&path, "old and long").unwrap();
        let mut output = OutputFile::create_in_temp_dir(&path).unwrap();
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
    fn only_one_run_at_a_time_writes_results() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.txt");
        let is_busy = || {
            matches!(
                OutputFile::create_locked(&path),
                Err(OutputError::IsBusy(_))
            )
        };
        let mut output = OutputFile::create_locked(&path).unwrap();
        assert!(is_busy() && is_busy());
        output.write_all(b"one").unwrap();
        output.finish().unwrap();
        assert!(!is_busy());
        // A partial file that nobody writes is no obstacle, and stays.
        fs::write(folder.path().join("x.txt.partial"), "old").unwrap();
        let mut output = OutputFile::create_locked(&path).unwrap();
        output.finish().unwrap();
        assert_eq!(names(folder.path()), ["x.txt", "x.txt.partial"]);
        // Beside it, there is still one run only.
        let running = OutputFile::create_locked(&path).unwrap();
        assert!(is_busy());
        drop(running);
        let running = OutputFile::create_resumable(&folder.path().join("y.txt")).unwrap();
        let other = OutputFile::create_locked(&folder.path().join("y.txt"));
        assert!(matches!(other, Err(OutputError::IsBusy(_))));
        drop(running);
    }

    #[test]
    fn a_file_that_cannot_be_put_in_place_can_be_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.txt");
        let mut output = OutputFile::create_locked(&path).unwrap();
        output.write_all(b"one").unwrap();
        fs::create_dir(&path).unwrap();
        assert!(output.finish().is_err());
        let kept = output.keep().unwrap();
        assert_eq!(fs::read_to_string(kept).unwrap(), "one");
    }

    #[test]
    fn only_one_run_at_a_time_can_be_resumed() {
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
