//! Plain lines of a block, all at once: bytes in, bytes out, with the same answers as one by one.
//!
//! ```text
//! block ─ pieces ─┬─ lines ─▶ clues ─▶ Classic ─▶ solutions, outcomes ─┬─▶ text of the results
//!                 └─ others ─▶ read and answered one by one ───────────┘   in the order of the block
//! ```
//!
//! The buffers belong to the worker and are used again for each block; the text of the results takes the place of the block, which is never shorter.

use std::sync::Arc;

use ndoku::format::plain::{self, Piece};
use ndoku::{Classic, Outcome, Solver};

use super::{Answered, NONE, Question};
use crate::batch::{Job, Lines, Lump, Part, Worker};
use crate::context::Context;
use crate::stream::{Block, Origin};

/// The bytes of a solution and its line end.
const LINE: usize = 82;

/// So many puzzles are given to the engine together: all of a usual block, since at the end of each lot lanes are idle. Ctrl-C is heard between two.
/// tried: 1024: 6 % slower with 17 clues, 8 % on the hardest.
const AT_ONCE: usize = 8192;

/// The answers about some plain lines that follow each other.
pub(super) struct Bulk {
    /// What is to be written.
    pub(super) text: Vec<u8>,
    /// The numbers of puzzles by what came of them.
    pub(super) unique: u64,
    pub(super) solved: u64,
    pub(super) none: u64,
    /// The lines of the puzzles with several solutions.
    pub(super) multiple: Vec<usize>,
    /// Where they stand.
    pub(super) origin: Arc<Origin>,
}

impl Lump for Bulk {
    fn count(&self) -> usize {
        (self.unique + self.solved + self.none) as usize + self.multiple.len()
    }
}

/// A worker that answers one by one as `one` does, and about plain lines in lumps if `question` says which answer is wanted.
pub(super) struct Solving<'a, F> {
    pub(super) context: &'a Context,
    pub(super) solver: Solver,
    pub(super) one: F,
    pub(super) question: Option<Question>,
    pub(super) buffers: Buffers,
}

/// The plain lines of a block and what came of them.
#[derive(Default)]
pub(super) struct Buffers {
    clues: Vec<[u8; 81]>,
    /// The byte where each begins, and its line.
    places: Vec<(usize, usize)>,
    solutions: Vec<[u8; 81]>,
    outcomes: Vec<Outcome>,
}

impl Buffers {
    /// Solves them; `None` if Ctrl-C came between.
    fn solve(&mut self, engine: &mut Classic, question: Question, context: &Context) -> Option<()> {
        let count = self.clues.len();
        // They only ever grow: what stands in them from the last block is written over.
        if self.outcomes.len() < count {
            self.solutions.resize(count, [0; 81]);
            self.outcomes.resize(count, Outcome::default());
        }
        let results = self.solutions.chunks_mut(AT_ONCE).zip(self.outcomes.chunks_mut(AT_ONCE));
        for (clues, (solutions, outcomes)) in self.clues.chunks(AT_ONCE).zip(results) {
            if context.is_interrupted() {
                return None;
            }
            match question {
                Question::First => engine.first_of_all(clues, solutions, outcomes),
                _ => engine.solve_all(clues, solutions, outcomes),
            }
        }
        Some(())
    }

    /// The answers about the lines from one to another, written into this memory.
    fn write(&self, from: usize, to: usize, mut text: Vec<u8>, origin: &Arc<Origin>) -> Bulk {
        let most = LINE * (to - from);
        if text.len() < most {
            text.resize(most, 0);
        }
        let mut bulk = Bulk { text, unique: 0, solved: 0, none: 0, multiple: Vec::new(), origin: Arc::clone(origin) };
        let mut end = 0;
        for index in from..to {
            let Some(line) = bulk.text[end..].first_chunk_mut::<LINE>() else { break };
            match self.outcomes[index] {
                Outcome::Unsolvable => {
                    bulk.none += 1;
                    line[..NONE.len()].copy_from_slice(NONE.as_bytes());
                    line[NONE.len()] = b'\n';
                    end += NONE.len() + 1;
                    continue;
                }
                Outcome::Unique => bulk.unique += 1,
                Outcome::Solvable => bulk.solved += 1,
                Outcome::Multiple => bulk.multiple.push(self.places[index].1),
            }
            for (byte, digit) in line.iter_mut().zip(&self.solutions[index]) {
                *byte = b'0' + digit;
            }
            line[LINE - 1] = b'\n';
            end += LINE;
        }
        bulk.text.truncate(end);
        bulk
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
fn contradict(clues: &[u8; 81]) -> bool {
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
    columns.iter().fold(wrong, |wrong, column| wrong | (column + SIX)) & TWICE != 0
}

impl<F: FnMut(&mut Solver, &Job) -> Answered> Worker for Solving<'_, F> {
    type Answer = Answered;
    type Answers = Bulk;

    fn one(&mut self, job: &Job) -> Answered {
        (self.one)(&mut self.solver, job)
    }

    fn many(&mut self, block: &mut Block, read: Lines<'_>) -> Option<Vec<Part<Answered, Bulk>>> {
        let question = self.question?;
        // What is answered one by one: before which line, instead of how many lines, and what it is.
        let mut others: Vec<(usize, usize, Vec<Job>)> = Vec::new();
        let Buffers { clues, places, .. } = &mut self.buffers;
        clues.clear();
        places.clear();
        for piece in plain::pieces(&block.bytes, block.line) {
            match piece {
                Piece::Line { cells, start, line } => {
                    clues.push(*cells);
                    places.push((start, line));
                }
                Piece::Other { text, line } => others.push((clues.len(), 0, read(block.part(text, line)))),
            }
        }
        if self.buffers.solve(self.solver.batches(), question, self.context).is_none() {
            return Some(Vec::new());
        }
        let Buffers { clues, places, outcomes, .. } = &self.buffers;
        // Clues that contradict each other are an error with a place, and no answer.
        for (index, (clues, (start, line))) in clues.iter().zip(places).enumerate() {
            if outcomes[index] == Outcome::Unsolvable && contradict(clues) {
                let text = block.bytes[*start..].split(|byte| *byte == b'\n').next().unwrap_or_default();
                others.push((index, 1, read(block.part(text, *line))));
            }
        }
        // What stands before a line comes before what stands in its place.
        others.sort_by_key(|(before, instead, _)| (*before, *instead));
        let mut spare = std::mem::take(&mut block.bytes);
        let mut parts = Vec::new();
        let mut next = 0;
        let count = clues.len();
        for (before, instead, jobs) in others {
            if before > next {
                parts.push(Part::Many(self.buffers.write(next, before, std::mem::take(&mut spare), &block.origin)));
            }
            next = before + instead;
            for job in jobs {
                let answer = self.one(&job);
                parts.push(Part::One(job, answer));
            }
        }
        if count > next {
            parts.push(Part::Many(self.buffers.write(next, count, spare, &block.origin)));
        }
        Some(parts)
    }
}

#[cfg(test)]
mod tests {
    use super::contradict;

    #[test]
    fn a_digit_twice_in_a_house_is_a_contradiction() {
        let full = b"534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        assert!(!contradict(full) && !contradict(&[b'.'; 81]) && !contradict(&[b'0'; 81]));
        // Two equal digits alone contradict each other if a house has both, and so does any wrong digit in a full grid.
        for one in 0..81 {
            for other in 0..81 {
                let mut clues = [b'.'; 81];
                (clues[one], clues[other]) = (b'9', b'9');
                let houses = |cell: usize| [cell / 9, cell % 9, cell / 27 * 3 + cell % 9 / 3];
                let shared = one != other && houses(one).iter().zip(houses(other)).any(|(a, b)| *a == b);
                assert_eq!(contradict(&clues), shared, "{one} {other}");
            }
            let mut clues = *full;
            clues[one] = if clues[one] == b'9' { b'1' } else { clues[one] + 1 };
            assert!(contradict(&clues), "{one}");
        }
    }
}
