//! The output: standard output or a file. A closed pipe ends the run quietly; any other failure is
//! an error.
//!
//! A file keeps its old content until all results are written; see `output_file.rs`. A run that
//! fails before its first result does not change the file. An interrupted run keeps its results
//! beside the file, and so does a run that can write no more, such as on a full disk. So does a run
//! whose output is one of its inputs, if it reported an error: the input is the only place of what
//! could not be read or written.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::context::Context;
use crate::error::CliError;
use crate::exit_code::ExitCode;
use crate::output_file::OutputFile;

/// Maximum time that results stay in the buffer while further results arrive.
const FLUSH_INTERVAL: Duration = Duration::from_millis(100);

/// Standard output or a file, with a buffer.
pub(crate) struct Sink {
    writer: BufWriter<Destination>,
    name: String,
    /// Every result is flushed.
    is_terminal: bool,
    /// Something other than a frame was written; see [`write_frame`](Self::write_frame).
    has_results: bool,
    failure: Option<io::Error>,
    flushed: Option<Instant>,
}

enum Destination {
    Standard(io::Stdout),
    File(Box<OutputFile>),
}

impl Write for Destination {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Standard(stdout) => stdout.write(bytes),
            Self::File(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Standard(stdout) => stdout.flush(),
            Self::File(file) => file.flush(),
        }
    }
}

impl Sink {
    /// Opens standard output, or a file that is replaced when the sink is closed.
    ///
    /// # Errors
    /// Returns an error if the file cannot be created.
    pub(crate) fn open(path: Option<&Path>) -> Result<Self, CliError> {
        match path.filter(|path| !is_standard_output(path)) {
            None => Ok(Self::new(
                Destination::Standard(io::stdout()),
                "standard output".to_owned(),
            )),
            Some(path) => match OutputFile::create_locked(path) {
                Ok(file) => Ok(Self::new(
                    Destination::File(Box::new(file)),
                    path.display().to_string(),
                )),
                Err(error) => Err(CliError::cannot_open(path, &error)),
            },
        }
    }

    /// Opens a file that another run can continue; see [`OutputFile::create_resumable`].
    ///
    /// # Errors
    /// Returns an error if the file cannot be created or continued.
    pub(crate) fn open_resumable(path: Option<&Path>) -> Result<Self, CliError> {
        let Some(path) = path.filter(|path| !is_standard_output(path)) else {
            return Self::open(None);
        };
        match OutputFile::create_resumable(path) {
            Ok(file) => Ok(Self::from_resumed(path, file)),
            Err(error) => Err(CliError::cannot_open(path, &error)),
        }
    }

    /// Creates a sink for a file that an earlier run has begun.
    pub(crate) fn from_resumed(path: &Path, file: OutputFile) -> Self {
        Self::new(
            Destination::File(Box::new(file)),
            path.display().to_string(),
        )
    }

    fn new(destination: Destination, name: String) -> Self {
        let is_terminal =
            matches!(destination, Destination::Standard(_)) && io::stdout().is_terminal();
        Self {
            writer: BufWriter::with_capacity(1 << 16, destination),
            name,
            is_terminal,
            has_results: false,
            failure: None,
            flushed: None,
        }
    }

    /// Continues after the first `bytes` bytes of the earlier output. Must be called before the
    /// first write.
    pub(crate) fn continue_after(&mut self, earlier: &Path, bytes: u64) -> ControlFlow<()> {
        if let Destination::File(file) = self.writer.get_mut()
            && let Err(error) = file.continue_after(earlier, bytes)
        {
            self.failure = Some(error);
            return ControlFlow::Break(());
        }
        self.has_results |= bytes > 0;
        ControlFlow::Continue(())
    }

    /// Returns `true` if the output is a terminal.
    pub(crate) fn is_terminal(&self) -> bool {
        self.is_terminal
    }

    /// Writes a text. Returns `Break` when nothing more can be written.
    pub(crate) fn write(&mut self, text: &str) -> ControlFlow<()> {
        self.write_bytes(text.as_bytes())
    }

    /// Writes a text if there is one. Returns `Break` when nothing more can be written.
    pub(crate) fn write_any(&mut self, text: Option<String>) -> ControlFlow<()> {
        text.map_or(ControlFlow::Continue(()), |text| self.write(&text))
    }

    /// Writes text around the results, such as the header of a table. A file is not replaced if it
    /// would hold only that.
    pub(crate) fn write_frame(&mut self, text: &str) -> ControlFlow<()> {
        let has_results = self.has_results;
        let flow = self.write(text);
        self.has_results = has_results;
        flow
    }

    /// Writes bytes of text. Returns `Break` when nothing more can be written.
    pub(crate) fn write_bytes(&mut self, text: &[u8]) -> ControlFlow<()> {
        if self.failure.is_some() {
            return ControlFlow::Break(());
        }
        self.has_results |= !text.is_empty();
        let mut result = self.writer.write_all(text);
        if result.is_ok()
            && (self.is_terminal
                || self
                    .flushed
                    .is_none_or(|moment| moment.elapsed() > FLUSH_INTERVAL))
        {
            self.flushed = Some(Instant::now());
            result = self.writer.flush();
        }
        match result {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.failure = Some(error);
                ControlFlow::Break(())
            }
        }
    }

    /// Closes the sink and leaves the file as it was before.
    pub(crate) fn discard(self) {
        drop(self.writer.into_parts());
    }

    /// Writes the rest of the buffer and completes the file. Does not report a closed pipe.
    /// Returns the exit code.
    pub(crate) fn close(mut self, context: &Context) -> ExitCode {
        let failure = self.failure.take().or_else(|| self.writer.flush().err());
        // Dropping the writer would try to write the buffer again.
        let (destination, _) = self.writer.into_parts();
        let cannot_write =
            |error: io::Error| context.report_error(&CliError::cannot_write(&self.name, &error));
        match (destination, failure) {
            (_, Some(failure)) if failure.kind() == io::ErrorKind::BrokenPipe => ExitCode::Done,
            (Destination::File(file), Some(failure)) => {
                let code = cannot_write(failure);
                keep_partial(context, *file);
                code
            }
            (Destination::Standard(_), Some(failure)) => cannot_write(failure),
            (Destination::Standard(_), None) => ExitCode::Done,
            (Destination::File(file), None)
                if context.is_interrupted() && file.path().is_some() =>
            {
                keep_partial(context, *file);
                ExitCode::Interrupted
            }
            (Destination::File(_), None) if !self.has_results && context.messages.has_errors() => {
                ExitCode::Done
            }
            // The input is the only place of what could not be read or written.
            (Destination::File(file), None)
                if context.messages.has_errors()
                    && file.target().is_some_and(|target| context.is_input(target)) =>
            {
                keep_input(context, &self.name, *file);
                ExitCode::Done
            }
            (Destination::File(mut file), None) => match file.finish() {
                Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                    let code = cannot_write(error);
                    keep_partial(context, *file);
                    code
                }
                _ => ExitCode::Done,
            },
        }
    }
}

/// Returns `true` if the path is another name of standard output.
fn is_standard_output(path: &Path) -> bool {
    ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"]
        .iter()
        .any(|name| path == Path::new(name))
}

/// Keeps the partial file, and prints its name.
pub(crate) fn keep_partial(context: &Context, file: OutputFile) {
    let hint = if file.is_resumable() {
        "; --resume continues from there"
    } else {
        ""
    };
    if let Some(kept) = file.keep() {
        context.messages.print_line(&format!(
            "the results so far are in {}{hint}",
            kept.display()
        ));
    }
}

/// Keeps an input unchanged that the results would replace, and prints the name of the file with
/// the results.
fn keep_input(context: &Context, name: &str, file: OutputFile) {
    let results = file.keep().map_or_else(String::new, |kept| {
        format!("; the results are in {}", kept.display())
    });
    context.messages.print_line(&format!(
        "{name} is an input with errors, so it stays unchanged{results}"
    ));
}
