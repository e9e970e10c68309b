//! The 9×9 lines of a block, which are answered together, and the items between them, which are
//! answered one by one.
//!
//! ```text
//! block ─▶ groups ───┬─ lines ──▶ clues, places ─▶ batch engine ────┬─▶ results, in block order
//!                    └─ others ─▶ read, answered like one puzzle ───┘
//! ```

use ndoku::format::line81::{self, LineGroup};

use crate::batch::{self, BatchAnswers, WorkResult};
use crate::line_conflict::has_conflict;
use crate::stream::Block;
use crate::work_item::{ItemResult, WorkItem};

/// The 9×9 lines of a block. The next block uses its memory again.
#[derive(Default)]
pub(crate) struct LineBatch {
    /// The 81 characters of each line.
    pub clues: Vec<[u8; 81]>,
    /// The byte offset in the block and the line number of each line.
    places: Vec<(usize, usize)>,
}

/// The items that are answered one by one: the index of the line before which they stand, the
/// number of lines that they replace, and the items.
pub(crate) struct OtherItems(Vec<(usize, usize, Vec<WorkItem>)>);

impl LineBatch {
    /// Collects the lines of a block, and reads the items between them.
    pub(crate) fn gather(&mut self, block: &Block, read: batch::ReadLines<'_>) -> OtherItems {
        let Self { clues, places } = self;
        clues.clear();
        places.clear();
        let mut others = Vec::new();
        for group in line81::line_groups(&block.bytes, block.line) {
            match group {
                LineGroup::Line { cells, start, line } => {
                    clues.push(*cells);
                    places.push((start, line));
                }
                LineGroup::Other { text, line } => {
                    others.push((clues.len(), 0, read(block.source_of_lines(text, line))));
                }
            }
        }
        OtherItems(others)
    }

    /// Returns the line number in the input.
    pub(crate) fn line(&self, index: usize) -> usize {
        self.places[index].1
    }

    /// Moves lines with contradicting clues to the other items, where they become errors with a
    /// location. Only lines without a solution can contradict themselves; `suspect` returns `true`
    /// for these.
    pub(crate) fn reject_conflicts(
        &self,
        others: &mut OtherItems,
        block: &Block,
        read: batch::ReadLines<'_>,
        suspect: impl Fn(usize) -> bool,
    ) {
        for (index, (clues, (start, line))) in self.clues.iter().zip(&self.places).enumerate() {
            if suspect(index) && has_conflict(clues) {
                let text = block.bytes[*start..]
                    .split(|byte| *byte == b'\n')
                    .next()
                    .unwrap_or_default();
                others
                    .0
                    .push((index, 1, read(block.source_of_lines(text, *line))));
            }
        }
        // Items between lines come before an item that replaces the next line.
        others
            .0
            .sort_by_key(|(before, instead, _)| (*before, *instead));
    }
}

impl OtherItems {
    /// Returns all results in the order of the block. `lines` is the number of lines with an
    /// answer, and `answer_lines` returns the answers of a range of them. `answer_one` answers
    /// another item, or returns `None` if it was interrupted. The results end before that item.
    pub(crate) fn interleave<A, B: BatchAnswers>(
        self,
        lines: usize,
        mut answer_lines: impl FnMut(usize, usize) -> B,
        mut answer_one: impl FnMut(WorkItem) -> Option<ItemResult<A>>,
    ) -> Vec<WorkResult<A, B>> {
        let mut results = Vec::new();
        let mut next = 0;
        for (before, instead, items) in self.0 {
            if before > lines {
                break;
            }
            if before > next {
                results.push(WorkResult::Batch(answer_lines(next, before)));
            }
            next = before + instead;
            for item in items {
                let Some(result) = answer_one(item) else {
                    return results;
                };
                results.push(WorkResult::Item(result));
            }
        }
        if lines > next {
            results.push(WorkResult::Batch(answer_lines(next, lines)));
        }
        results
    }
}
