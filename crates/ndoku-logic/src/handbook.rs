//! The pages of the handbook: text for players, and in comments the positions for the tests.
//!
//! ```text
//! # X-Wing                    the name
//! …                           the description
//! <!-- example                a position in which the technique makes this step
//! grid: 1..+2…                81 characters; `+` before a placed digit that is no clue
//! gone: r1c4-27 r2c2-3        removed candidates, without those that placed digits remove
//! rule: killer=9: r1c1 r1c2   a rule beside rows, columns and boxes; one line for each
//! step: r1c2-3 r1c9-3         the deduction of the step: `r4c4=7`, `r1c2-3`
//! -->
//! (drawing and explanation, written and checked by the tests)
//! <!-- near miss              a position in which it finds nothing, or not this deduction
//! grid: …
//! gone: …
//! never: r1c2-3
//! -->
//! ```

use ndoku_core::{Board, Candidate, Cell, Digit, Layout, Puzzle};

use crate::step::Deduction;

/// The state of a puzzle: clues, placed digits and candidates.
#[derive(Clone, Debug)]
pub struct PuzzleState {
    /// The clues.
    pub puzzle: Puzzle,
    /// The placed digits, clues included, and the candidates that are left.
    pub board: Board,
}

/// A test case of a page.
#[derive(Clone, Debug)]
pub struct Case {
    /// The position.
    pub state: PuzzleState,
    /// The expected deduction, or in a near miss the deduction that must not appear. A near miss
    /// with an empty deduction allows no step at all.
    pub deduction: Deduction,
    /// `true` if it is a near miss.
    pub is_near_miss: bool,
    /// The byte offset of the end of its comment in the page.
    pub end: usize,
}

/// An error in a page.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct HandbookError(String);

impl PuzzleState {
    /// Reads a grid of 81 characters with `+` before digits that are no clues, and a list of
    /// removed candidates.
    ///
    /// # Errors
    /// [`HandbookError`] with the reason.
    pub fn read(grid: &str, gone: &str) -> Result<Self, HandbookError> {
        Self::read_with_rules(grid, gone, &[])
    }

    /// Reads a state of a puzzle with these rules beside rows, columns and boxes, such as
    /// `killer=9: r1c1 r1c2`.
    ///
    /// # Errors
    /// [`HandbookError`] with the reason.
    pub fn read_with_rules(grid: &str, gone: &str, rules: &[&str]) -> Result<Self, HandbookError> {
        let layout = if rules.is_empty() {
            Layout::classic()
        } else {
            let builder = Layout::builder(9);
            let builder = rules
                .iter()
                .fold(builder, |builder, rule| builder.rule(rule));
            builder
                .build()
                .map_err(|error| HandbookError(error.to_string()))?
        };
        let mut puzzle = Puzzle::empty(&layout);
        let mut placed = Vec::new();
        let (mut cell, mut plus) = (0, false);
        for letter in grid.chars() {
            if letter == '+' {
                plus = true;
                continue;
            }
            if cell == 81 {
                return Err(HandbookError("the grid has more than 81 cells".into()));
            }
            match letter
                .to_digit(10)
                .and_then(|digit| Digit::new(digit as u8))
            {
                Some(digit) if plus => placed.push(Candidate::new(layout.cell(cell), digit)),
                Some(digit) => puzzle
                    .set_clue(layout.cell(cell), Some(digit))
                    .map_err(|error| HandbookError(error.to_string()))?,
                None if letter == '.' => {}
                None => return Err(HandbookError(format!("`{letter}` is not a cell"))),
            }
            plus = false;
            cell += 1;
        }
        if cell < 81 {
            return Err(HandbookError(format!("the grid has {cell} cells, not 81")));
        }
        let mut board = Board::with_clues_placed(&puzzle);
        for candidate in placed {
            board.place(candidate);
        }
        for candidate in parse_deduction(gone)?.eliminations {
            board.remove(candidate);
        }
        Ok(Self { puzzle, board })
    }

    /// Returns the rules beside rows, columns and boxes, one text for each.
    #[must_use]
    pub fn rules(&self) -> Vec<String> {
        let rules = self.board.layout().rules();
        rules.iter().map(ToString::to_string).collect()
    }

    /// Returns the fields `grid` and `gone`.
    #[must_use]
    pub fn write(&self) -> (String, String) {
        let layout = self.board.layout();
        let mut grid = String::new();
        let mut plain = Board::with_clues_placed(&self.puzzle);
        for cell in layout.cells() {
            match (self.puzzle.clue(cell), self.board.digit(cell)) {
                (Some(clue), _) => grid += &clue.to_string(),
                (None, Some(digit)) => {
                    grid += &format!("+{digit}");
                    plain.place(Candidate::new(cell, digit));
                }
                (None, None) => grid.push('.'),
            }
        }
        let gone = layout
            .cells()
            .filter(|cell| self.board.digit(*cell).is_none())
            .filter_map(|cell| {
                let lost = plain.candidates(cell) - self.board.candidates(cell);
                (!lost.is_empty()).then(|| {
                    format!(
                        "{cell}-{}",
                        lost.iter()
                            .map(|digit| digit.to_string())
                            .collect::<String>()
                    )
                })
            });
        (grid, gone.collect::<Vec<_>>().join(" "))
    }
}

/// Parses a text like `r4c4=7 r1c2-3 r1c9-35`.
fn parse_deduction(text: &str) -> Result<Deduction, HandbookError> {
    let mut deduction = Deduction::default();
    for word in text.split_whitespace() {
        let wrong = || {
            HandbookError(format!(
                "`{word}` is not a placement or elimination; write r4c4=7 or r1c2-35"
            ))
        };
        let at = word.find(['=', '-']).ok_or_else(wrong)?;
        let cell: Cell = word[..at].parse().map_err(|_| wrong())?;
        if !Layout::classic().contains(cell) {
            return Err(wrong());
        }
        let into = if word.as_bytes()[at] == b'=' {
            &mut deduction.placements
        } else {
            &mut deduction.eliminations
        };
        for letter in word[at + 1..].chars() {
            let digit = letter
                .to_digit(10)
                .and_then(|digit| Digit::new(digit as u8))
                .ok_or_else(wrong)?;
            into.push(Candidate::new(cell, digit));
        }
    }
    deduction.eliminations.sort_unstable();
    Ok(deduction)
}

/// Returns the cases of a page in order.
///
/// # Errors
/// [`HandbookError`] with the number of the case and the reason.
pub fn parse_cases(page: &str) -> Result<Vec<Case>, HandbookError> {
    let mut cases = Vec::new();
    let mut at = 0;
    while let Some(begin) = page[at..].find("<!-- ").map(|found| at + found) {
        let length = page[begin..]
            .find("-->")
            .ok_or_else(|| HandbookError("a comment is not closed".into()))?;
        let end = begin + length + 3;
        let comment = &page[begin + 5..begin + length];
        at = end;
        let is_near_miss = comment.starts_with("near miss");
        if !is_near_miss && !comment.starts_with("example") {
            continue;
        }
        let field = |name: &str| {
            comment
                .lines()
                .find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))
                .unwrap_or("")
                .trim()
        };
        let in_case = |HandbookError(what): HandbookError| {
            HandbookError(format!("case {}: {what}", cases.len() + 1))
        };
        let rules: Vec<&str> = comment
            .lines()
            .filter_map(|line| Some(line.strip_prefix("rule:")?.trim()))
            .collect();
        let state =
            PuzzleState::read_with_rules(field("grid"), field("gone"), &rules).map_err(in_case)?;
        let deduction =
            parse_deduction(field(if is_near_miss { "never" } else { "step" })).map_err(in_case)?;
        cases.push(Case {
            state,
            deduction,
            is_near_miss,
            end,
        });
    }
    Ok(cases)
}

/// Returns the page without its comments.
#[must_use]
pub fn strip_comments(page: &str) -> String {
    let mut text = String::new();
    let mut rest = page;
    while let Some((before, after)) = rest.split_once("<!--") {
        text += before.trim_end();
        rest = after.split_once("-->").map_or("", |(_, rest)| rest);
        if !text.is_empty() && !rest.trim().is_empty() {
            text += "\n\n";
        }
        rest = rest.trim_start();
    }
    text + rest
}
