//! The summary of an input for `--verbose`: its format, its layouts and the number of puzzles.
//!
//! ```text
//! puzzles.txt: read as line, 3 lines
//! 3 puzzles of the layout 9×9, boxes 3×3
//! ```

use std::collections::BTreeMap;

use ndoku::format::{ReadOptions, explain_detection};

use crate::context::Context;
use crate::progress::format_count;
use crate::source::Source;
use crate::work_item::WorkItem;

/// Numbers of puzzles by layout.
#[derive(Default)]
pub(crate) struct InputSummary {
    layouts: BTreeMap<String, u64>,
    unread: u64,
    blocks: bool,
}

impl InputSummary {
    /// Prints the format of a source that is read as a whole.
    pub(crate) fn print_source(context: &Context, source: &Source, options: &ReadOptions) {
        if !context.verbose {
            return;
        }
        if let Some(photo) = &source.photo {
            let puzzles = format_count(photo.puzzle_count() as u64, "puzzle");
            context.debug(&format!("{}: a photograph, {puzzles}", source.name));
            return;
        }
        let options = ReadOptions {
            extension: source.extension.clone(),
            ..options.clone()
        };
        let format = match options.format {
            Some(format) => format.id,
            None => explain_detection(&source.text, &options)
                .chosen
                .map_or("no known format", |format| format.id),
        };
        context.debug(&format!(
            "{}: read as {format}, {}",
            source.name,
            format_count(source.line_count() as u64, "line")
        ));
    }

    /// Prints that a source is read in blocks.
    pub(crate) fn note_stream(&mut self, context: &Context, name: &str) {
        self.blocks = true;
        context.debug(&format!(
            "{name}: read as line in blocks, layout 9×9, boxes 3×3"
        ));
    }

    /// Prints that a column of a table is read.
    #[cfg(feature = "arrow")]
    pub(crate) fn note_table(&mut self, context: &Context, name: &str) {
        self.blocks = true;
        context.debug(&format!("{name}: read as a table, each row a puzzle"));
    }

    /// Counts an item of a source that is read as a whole.
    pub(crate) fn count_item(&mut self, item: &WorkItem) {
        match &item.record {
            Ok(record) => {
                *self
                    .layouts
                    .entry(record.puzzle.layout().to_string())
                    .or_default() += 1;
            }
            Err(_) => self.unread += 1,
        }
    }

    /// Prints the numbers of puzzles after the command has ended.
    pub(crate) fn finish(&self, context: &Context) {
        for (layout, count) in &self.layouts {
            context.debug_at_end(format!(
                "{} of the layout {layout}",
                format_count(*count, "puzzle")
            ));
        }
        if self.unread > 0 {
            context.debug_at_end(format!(
                "{} that cannot be read",
                format_count(self.unread, "place")
            ));
        }
        if self.layouts.is_empty() && self.unread == 0 && !self.blocks {
            context.debug_at_end("no puzzle in the input".to_owned());
        }
    }
}
