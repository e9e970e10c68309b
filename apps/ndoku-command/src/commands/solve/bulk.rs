//! Plain lines of a block, all at once: bytes in, bytes out, with the same answers as one by one.
//!
//! ```text
//! block ─┬─ plain lines ─▶ clues ─▶ Classic ─▶ solutions, outcomes ─┬─▶ text of the results
//!        └─ others ─▶ answered one by one ──────────────────────────┘   in the order of the block
//! ```
//!
//! The buffers belong to the worker and are used again for each block; the text of the results takes the place of the block, which is never shorter.

use std::sync::Arc;

use ndoku::{Classic, Outcome, Solver};

use super::{Answered, NONE, Question};
use crate::batch::{Job, Lines, Lump, Part, Worker};
use crate::context::Context;
use crate::lines::PlainLines;
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
    lines: PlainLines,
    solutions: Vec<[u8; 81]>,
    outcomes: Vec<Outcome>,
}

impl Buffers {
    /// Solves them; `None` if Ctrl-C came between.
    fn solve(&mut self, engine: &mut Classic, question: Question, context: &Context) -> Option<()> {
        let count = self.lines.clues.len();
        // They only ever grow: what stands in them from the last block is written over.
        if self.outcomes.len() < count {
            self.solutions.resize(count, [0; 81]);
            self.outcomes.resize(count, Outcome::default());
        }
        let results = self.solutions.chunks_mut(AT_ONCE).zip(self.outcomes.chunks_mut(AT_ONCE));
        for (clues, (solutions, outcomes)) in self.lines.clues.chunks(AT_ONCE).zip(results) {
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
                Outcome::Multiple => bulk.multiple.push(self.lines.line(index)),
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

impl<F: FnMut(&mut Solver, &Job) -> Answered> Worker for Solving<'_, F> {
    type Answer = Answered;
    type Answers = Bulk;

    fn one(&mut self, job: &Job) -> Answered {
        (self.one)(&mut self.solver, job)
    }

    fn many(&mut self, block: &mut Block, read: Lines<'_>) -> Option<Vec<Part<Answered, Bulk>>> {
        let question = self.question?;
        let mut others = self.buffers.lines.gather(block, read);
        if self.buffers.solve(self.solver.batches(), question, self.context).is_none() {
            return Some(Vec::new());
        }
        let buffers = &self.buffers;
        buffers.lines.refuse_contradictions(&mut others, block, read, |index| buffers.outcomes[index] == Outcome::Unsolvable);
        let mut spare = std::mem::take(&mut block.bytes);
        let write = |from, to| buffers.write(from, to, std::mem::take(&mut spare), &block.origin);
        let interrupted = || self.context.is_interrupted();
        let one = |job: &Job| (!interrupted()).then(|| (self.one)(&mut self.solver, job)).filter(|_| !interrupted());
        Some(others.parts(buffers.lines.clues.len(), write, one))
    }
}
