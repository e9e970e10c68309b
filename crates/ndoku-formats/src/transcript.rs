//! Transcripts: a puzzle below the word `BEFORE`, and its solution or a message below `SOLVED`.

use super::rows::{self, Grid};
use super::{Block, list};

/// The word above the puzzle of a transcript.
const BEFORE: &str = "BEFORE";
/// The word above the solution of a transcript.
const SOLVED: &str = "SOLVED";

/// A transcript and the position behind it.
pub(super) struct Transcript<'a> {
    pub(super) puzzle: Grid<'a>,
    pub(super) solution: Option<Grid<'a>>,
    pub(super) bytes: usize,
    pub(super) lines: usize,
}

/// A parser that consumes lines and grids.
struct TranscriptParser<'a> {
    block: Block<'a>,
    bytes: usize,
    lines: usize,
}

impl<'a> TranscriptParser<'a> {
    fn rest(&self) -> Block<'a> {
        Block {
            text: &self.block.text[self.bytes..],
            line: self.block.line + self.lines,
        }
    }

    /// Consumes the first line that is not blank if it passes the test.
    fn line(&mut self, test: impl Fn(&str) -> bool) -> Option<()> {
        let (mut bytes, mut lines) = (0, 0);
        for line in self.rest().text.split_inclusive('\n') {
            (bytes, lines) = (bytes + line.len(), lines + 1);
            if !line.trim().is_empty() {
                let passed = test(line.trim());
                (self.bytes, self.lines) = if passed {
                    (self.bytes + bytes, self.lines + lines)
                } else {
                    (self.bytes, self.lines)
                };
                return passed.then_some(());
            }
        }
        None
    }

    fn grid(&mut self) -> Option<Grid<'a>> {
        let gathered = rows::parse_grid(self.rest(), &|_| false)?;
        let grid = gathered.grid.ok()?;
        (self.bytes, self.lines) = (self.bytes + gathered.bytes, self.lines + gathered.lines);
        Some(grid)
    }
}

/// Finds the transcript at the beginning of a block.
pub(super) fn parse_transcript<'a>(block: &Block<'a>) -> Option<Transcript<'a>> {
    if !block.text.trim_start_matches(' ').starts_with(BEFORE) {
        return None;
    }
    let mut taker = TranscriptParser {
        block: *block,
        bytes: 0,
        lines: 0,
    };
    taker.line(|line| line == BEFORE)?;
    let puzzle = taker.grid()?;
    taker.line(|line| line == SOLVED)?;
    let solution = match taker.line(list::is_placeholder) {
        Some(()) => None,
        None => Some(
            taker
                .grid()
                .filter(|solution| solution.size == puzzle.size)?,
        ),
    };
    Some(Transcript {
        puzzle,
        solution,
        bytes: taker.bytes,
        lines: taker.lines,
    })
}

/// Returns the bytes and lines of the transcript at the beginning of a text.
pub(super) fn measure(text: &str) -> Option<(usize, usize)> {
    parse_transcript(&Block { text, line: 1 })
        .map(|transcript| (transcript.bytes, transcript.lines))
}
