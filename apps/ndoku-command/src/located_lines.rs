//! Answers as lines for people. Each line begins with the location of its puzzle, unless there is
//! only one puzzle.

use std::ops::ControlFlow;

use crate::sink::Sink;
use crate::work_item::WorkItem;

/// Writes the lines of each answer behind the location of the puzzle: `line 4: `, or
/// `puzzles.txt:4: ` if there are several files.
///
/// The lines of the first puzzle wait for the next puzzle, since the only puzzle needs no location.
pub(crate) struct LocatedLines {
    with_file: bool,
    /// The location and the lines of the first puzzle, until they are written.
    first: Option<(String, Vec<String>)>,
}

impl LocatedLines {
    /// Creates a writer for the puzzles of a number of files.
    pub(crate) fn new(files: usize) -> Self {
        Self {
            with_file: files > 1,
            first: None,
        }
    }

    /// Writes the waiting lines, because another record follows.
    pub(crate) fn write_first(&mut self, sink: &mut Sink) -> ControlFlow<()> {
        match self.first.take() {
            Some((location, lines)) => write_lines(sink, &location, &lines),
            None => ControlFlow::Continue(()),
        }
    }

    /// Writes the lines of an answer. Each ends with a line feed.
    pub(crate) fn write(
        &mut self,
        sink: &mut Sink,
        item: &WorkItem,
        lines: Vec<String>,
    ) -> ControlFlow<()> {
        self.write_first(sink)?;
        let location = match &item.source {
            Some(source) if self.with_file => format!("{}:{}: ", source.name, item.line),
            _ => format!("line {}: ", item.line),
        };
        if item.number() == 1 && !self.with_file {
            self.first = Some((location, lines));
            return ControlFlow::Continue(());
        }
        write_lines(sink, &location, &lines)
    }

    /// Writes the lines of the only puzzle, if there is only one.
    pub(crate) fn finish(self, sink: &mut Sink) -> ControlFlow<()> {
        self.first.map_or(ControlFlow::Continue(()), |(_, lines)| {
            write_lines(sink, "", &lines)
        })
    }
}

fn write_lines(sink: &mut Sink, location: &str, lines: &[String]) -> ControlFlow<()> {
    lines
        .iter()
        .try_for_each(|line| sink.write(&format!("{location}{line}")))
}
