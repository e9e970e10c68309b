//! The 9×9 lines of a block, which are answered together, and the items between them, which are
//! answered one by one.
//!
//! ```text
//! block ─▶ segments ─┬─ lines ──▶ clues, places ─▶ batch engine ────┬─▶ results, in block order
//!                    └─ others ─▶ read, answered like one puzzle ───┘
//! ```

use ndoku::format::line81::{self, Segment};

use crate::batch::{self, BatchResult, WorkResult};
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
        for segment in line81::segments(&block.bytes, block.line) {
            match segment {
                Segment::Line { cells, start, line } => {
                    clues.push(*cells);
                    places.push((start, line));
                }
                Segment::Other { text, line } => {
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
    pub(crate) fn interleave<A, B: BatchResult>(
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

/// A counter of four bits per digit; 0 for a blank.
const DIGIT_COUNTERS: [u64; 256] = {
    let mut counts = [0; 256];
    let mut digit = 0;
    while digit < 9 {
        counts[b'1' as usize + digit] = 1 << (4 * digit);
        digit += 1;
    }
    counts
};

/// Returns `true` if a house has a digit twice. The counters of nine cells do not overflow four
/// bits, and a counter plus 6 has its highest bit set from 2 on.
pub(crate) fn has_conflict(clues: &[u8; 81]) -> bool {
    const SIX: u64 = 0x6_6666_6666;
    const HIGH_BITS: u64 = 0x8_8888_8888;
    let mut wrong = 0;
    let mut columns = [0; 9];
    for band in clues.as_chunks::<27>().0 {
        let mut in_band = [0; 9];
        for row in band.as_chunks::<9>().0 {
            let mut in_row = 0;
            for (column, clue) in row.iter().enumerate() {
                let count = DIGIT_COUNTERS[usize::from(*clue)];
                in_row += count;
                in_band[column] += count;
            }
            wrong |= in_row + SIX;
        }
        for first in [0, 3, 6] {
            wrong |= in_band[first] + in_band[first + 1] + in_band[first + 2] + SIX;
        }
        for (column, in_band) in columns.iter_mut().zip(in_band) {
            *column += in_band;
        }
    }
    columns
        .iter()
        .fold(wrong, |wrong, column| wrong | (column + SIX))
        & HIGH_BITS
        != 0
}

#[cfg(test)]
mod tests {
    use super::has_conflict;

    #[test]
    fn a_digit_twice_in_a_house_is_a_contradiction() {
        let full =
            b"534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        assert!(!has_conflict(full) && !has_conflict(&[b'.'; 81]) && !has_conflict(&[b'0'; 81]));
        // Two equal digits are a contradiction if they share a house. A full grid has a
        // contradiction for any wrong digit.
        for one in 0..81 {
            for other in 0..81 {
                let mut clues = [b'.'; 81];
                (clues[one], clues[other]) = (b'9', b'9');
                let houses = |cell: usize| [cell / 9, cell % 9, cell / 27 * 3 + cell % 9 / 3];
                let shared =
                    one != other && houses(one).iter().zip(houses(other)).any(|(a, b)| *a == b);
                assert_eq!(has_conflict(&clues), shared, "{one} {other}");
            }
            let mut clues = *full;
            clues[one] = if clues[one] == b'9' {
                b'1'
            } else {
                clues[one] + 1
            };
            assert!(has_conflict(&clues), "{one}");
        }
    }
}
