//! The plain lines of a block, which are answered together, and what stands between them, which is answered one by one.
//!
//! ```text
//! block ─ pieces ─┬─ lines ─▶ clues, places ─▶ the engine for many ───────┬─▶ parts, in the order of the block
//!                 └─ others ─▶ read, and answered as single puzzles are ──┘
//! ```

use ndoku::format::plain::{self, Piece};

use crate::batch::{self, BatchResult, ItemResult, Job};
use crate::stream::Block;

/// The plain lines of a block. Its memory is used again for the next block.
#[derive(Default)]
pub(crate) struct LineBatch {
    /// Their 81 characters.
    pub clues: Vec<[u8; 81]>,
    /// The byte where each begins, and its line.
    places: Vec<(usize, usize)>,
}

/// What is answered one by one: before which line, instead of how many lines, and what it is.
pub(crate) struct OtherItems(Vec<(usize, usize, Vec<Job>)>);

impl LineBatch {
    /// Takes the lines out of a block, and reads what stands between them.
    pub(crate) fn gather(&mut self, block: &Block, read: batch::ReadLines<'_>) -> OtherItems {
        let Self { clues, places } = self;
        clues.clear();
        places.clear();
        let mut others = Vec::new();
        for piece in plain::pieces(&block.bytes, block.line) {
            match piece {
                Piece::Line { cells, start, line } => {
                    clues.push(*cells);
                    places.push((start, line));
                }
                Piece::Other { text, line } => {
                    others.push((clues.len(), 0, read(block.source_of_lines(text, line))))
                }
            }
        }
        OtherItems(others)
    }

    /// The line of the input where one stands.
    pub(crate) fn line(&self, index: usize) -> usize {
        self.places[index].1
    }

    /// Clues that has_contradiction each other are an error with a place, and no answer: those lines go to the others. Only lines without a solution can be among
    /// them; `suspect` says which have none.
    pub(crate) fn reject_contradictions(
        &self,
        others: &mut OtherItems,
        block: &Block,
        read: batch::ReadLines<'_>,
        suspect: impl Fn(usize) -> bool,
    ) {
        for (index, (clues, (start, line))) in self.clues.iter().zip(&self.places).enumerate() {
            if suspect(index) && has_contradiction(clues) {
                let text = block.bytes[*start..]
                    .split(|byte| *byte == b'\n')
                    .next()
                    .unwrap_or_default();
                others
                    .0
                    .push((index, 1, read(block.source_of_lines(text, *line))));
            }
        }
        // What stands before a line comes before what stands in its place.
        others
            .0
            .sort_by_key(|(before, instead, _)| (*before, *instead));
    }
}

impl OtherItems {
    /// Everything in the order of the block, of which so many lines are answered: `many` gives the answers about the lines from one to another, `one` that about
    /// another item, or none if it was cut short. Ends before the first that has no answer.
    pub(crate) fn interleave<A, B: BatchResult>(
        self,
        lines: usize,
        mut answer_lines: impl FnMut(usize, usize) -> B,
        mut answer_one: impl FnMut(&Job) -> Option<A>,
    ) -> Vec<ItemResult<A, B>> {
        let mut parts = Vec::new();
        let mut next = 0;
        for (before, instead, jobs) in self.0 {
            if before > lines {
                break;
            }
            if before > next {
                parts.push(ItemResult::Batch(answer_lines(next, before)));
            }
            next = before + instead;
            for job in jobs {
                let Some(answer) = answer_one(&job) else {
                    return parts;
                };
                parts.push(ItemResult::Single(job, answer));
            }
        }
        if lines > next {
            parts.push(ItemResult::Batch(answer_lines(next, lines)));
        }
        parts
    }
}

/// Four bits for each digit, which count it; none for a blank.
const COUNT: [u64; 256] = {
    let mut counts = [0; 256];
    let mut digit = 0;
    while digit < 9 {
        counts[b'1' as usize + digit] = 1 << (4 * digit);
        digit += 1;
    }
    counts
};

/// Whether a digit stands twice in a house: nine of four bits never overflow, and with 6 more the highest of them says so.
pub(crate) fn has_contradiction(clues: &[u8; 81]) -> bool {
    const SIX: u64 = 0x6_6666_6666;
    const TWICE: u64 = 0x8_8888_8888;
    let mut wrong = 0;
    let mut columns = [0; 9];
    for band in clues.as_chunks::<27>().0 {
        let mut in_band = [0; 9];
        for row in band.as_chunks::<9>().0 {
            let mut in_row = 0;
            for (column, clue) in row.iter().enumerate() {
                let count = COUNT[usize::from(*clue)];
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
        & TWICE
        != 0
}

#[cfg(test)]
mod tests {
    use super::has_contradiction;

    #[test]
    fn a_digit_twice_in_a_house_is_a_contradiction() {
        let full =
            b"534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        assert!(
            !has_contradiction(full)
                && !has_contradiction(&[b'.'; 81])
                && !has_contradiction(&[b'0'; 81])
        );
        // Two equal digits alone has_contradiction each other if a house has both, and so does any wrong digit in a full grid.
        for one in 0..81 {
            for other in 0..81 {
                let mut clues = [b'.'; 81];
                (clues[one], clues[other]) = (b'9', b'9');
                let houses = |cell: usize| [cell / 9, cell % 9, cell / 27 * 3 + cell % 9 / 3];
                let shared =
                    one != other && houses(one).iter().zip(houses(other)).any(|(a, b)| *a == b);
                assert_eq!(has_contradiction(&clues), shared, "{one} {other}");
            }
            let mut clues = *full;
            clues[one] = if clues[one] == b'9' {
                b'1'
            } else {
                clues[one] + 1
            };
            assert!(has_contradiction(&clues), "{one}");
        }
    }
}
