//! Where results go: standard output or a file. A closed pipe ends everything quietly; another failure is an error.

use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::context::{Code, Context};
use crate::source::reason;

/// Results wait no longer than this for others to be written with them, if others come at all.
const HOLD: Duration = Duration::from_millis(100);

pub(crate) struct Sink {
    writer: BufWriter<Box<dyn Write>>,
    name: String,
    /// Each result shall be seen at once.
    is_terminal: bool,
    failure: Option<io::Error>,
    flushed: Option<Instant>,
}

impl Sink {
    /// Standard output, or a file that is made or made empty.
    ///
    /// # Errors
    /// The code to exit with; the error has been told.
    pub(crate) fn open(context: &Context, path: Option<&Path>) -> Result<Self, Code> {
        Self::with(context, path, |path| File::create(path))
    }

    /// A file to which is added what is written; it is made if there is none.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub(crate) fn append(context: &Context, path: Option<&Path>) -> Result<Self, Code> {
        Self::with(context, path, |path| File::options().create(true).append(true).open(path))
    }

    fn with(context: &Context, path: Option<&Path>, make: impl Fn(&Path) -> io::Result<File>) -> Result<Self, Code> {
        let (writer, name, is_terminal): (Box<dyn Write>, _, _) = match path {
            None => (Box::new(io::stdout()), "standard output".to_owned(), io::stdout().is_terminal()),
            Some(path) => match make(path) {
                Ok(file) => (Box::new(file), path.display().to_string(), false),
                Err(error) => {
                    context.messages.error(&format!("{} cannot be written: {}", path.display(), reason(&error)), None);
                    return Err(Code::Output);
                }
            },
        };
        Ok(Self { writer: BufWriter::with_capacity(1 << 16, writer), name, is_terminal, failure: None, flushed: None })
    }

    /// Whether a person is looking.
    pub(crate) fn is_terminal(&self) -> bool {
        self.is_terminal
    }

    /// Writes; `Break` when nothing more can be written.
    pub(crate) fn write(&mut self, text: &str) -> ControlFlow<()> {
        self.write_bytes(text.as_bytes())
    }

    /// The same with bytes of text.
    pub(crate) fn write_bytes(&mut self, text: &[u8]) -> ControlFlow<()> {
        if self.failure.is_some() {
            return ControlFlow::Break(());
        }
        let mut result = self.writer.write_all(text);
        if result.is_ok() && (self.is_terminal || self.flushed.is_none_or(|moment| moment.elapsed() > HOLD)) {
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

    /// Writes what is still held back. Of a closed pipe nothing is said.
    pub(crate) fn close(mut self, context: &Context) -> Code {
        let failure = self.failure.take().or_else(|| self.writer.flush().err());
        // What could not be written shall not be tried again when the buffer is dropped.
        let _ = self.writer.into_parts();
        match failure {
            None => Code::Done,
            Some(error) if error.kind() == io::ErrorKind::BrokenPipe => Code::Done,
            Some(error) => {
                context.messages.error(&format!("{} cannot be written: {}", self.name, reason(&error)), None);
                Code::Output
            }
        }
    }
}
