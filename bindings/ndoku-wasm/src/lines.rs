//! Batches: many lines of 81 characters, solved side by side in the lanes of the engine.
//!
//! A request with JSON for each puzzle would take far longer than its solution.

use ndoku::{BatchOutcome, Simd9};

/// The number of cells, and of characters in a line.
const CELLS: usize = 81;

/// Solves classic puzzles, one a line. Answers a line for each line of the request:
///
/// | line | meaning |
/// |---|---|
/// | `=` and 81 digits | exactly one solution |
/// | `+` | several solutions |
/// | `-` | no solution |
/// | `?` | not 81 characters, or not only digits, `.`, `0`, `_` and `*` |
pub(crate) fn solve(engine: &mut Simd9, request: &[u8]) -> Vec<u8> {
    let text = request.strip_suffix(b"\n").unwrap_or(request);
    let count = text.len() / CELLS + 1;
    let (mut puzzles, mut is_read) = (Vec::with_capacity(count), Vec::with_capacity(count));
    let mut rest = Some(text);
    while let Some(lines) = rest {
        let (read, others) = first_line(lines);
        puzzles.extend(read);
        is_read.push(read.is_some());
        rest = others;
    }
    let mut solutions = vec![[b'.'; CELLS]; puzzles.len()];
    let mut outcomes = vec![BatchOutcome::default(); puzzles.len()];
    engine.solve_all_as_text(&puzzles, &mut solutions, &mut outcomes);
    let mut answers = outcomes.iter().zip(&solutions);
    let mut answer = Vec::with_capacity(is_read.len() * (CELLS + 2));
    for is_read in is_read {
        match is_read.then(|| answers.next()).flatten() {
            Some((BatchOutcome::Unique, solution)) => {
                answer.push(b'=');
                answer.extend_from_slice(solution);
            }
            Some((BatchOutcome::Multiple, _)) => answer.push(b'+'),
            Some(_) => answer.push(b'-'),
            None => answer.push(b'?'),
        }
        answer.push(b'\n');
    }
    answer
}

/// Returns the puzzle of the first line, if it is one, and the other lines, if there are any.
fn first_line(text: &[u8]) -> (Option<[u8; CELLS]>, Option<&[u8]>) {
    // Most lines are puzzles. No cell ends a line, so that its end need not be searched for.
    if let Some((cells, [b'\n', others @ ..])) = text.split_at_checked(CELLS)
        && let Some(cells) = puzzle(cells)
    {
        return (Some(cells), Some(others));
    }
    let (line, others) = match text.iter().position(|&byte| byte == b'\n') {
        Some(end) => (&text[..end], Some(&text[end + 1..])),
        None => (text, None),
    };
    (puzzle(line.strip_suffix(b"\r").unwrap_or(line)), others)
}

/// Returns the cells of a line, if it is a classic puzzle with one character a cell.
fn puzzle(line: &[u8]) -> Option<[u8; CELLS]> {
    let cells: [u8; CELLS] = line.try_into().ok()?;
    let is_other =
        |byte: u8| !(byte.is_ascii_digit() | (byte == b'.') | (byte == b'_') | (byte == b'*'));
    // Without a branch for each cell, the compiler makes vector code of it.
    let others = cells.iter().fold(false, |any, &byte| any | is_other(byte));
    (!others).then_some(cells)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str =
        "......2.4.7..28.5.5..7...89....93.1.9.......5.5.18....46...9..8.1.86..4.7.9......";
    const SOLUTION: &str =
        "198356274374928651526714389842593716931647825657182493465279138213865947789431562";

    fn answers(request: &str) -> Vec<String> {
        let answer = solve(&mut Simd9::new(None), request.as_bytes());
        let text = String::from_utf8(answer).expect("an answer is ASCII");
        text.lines().map(str::to_owned).collect()
    }

    #[test]
    fn each_line_has_its_answer_in_the_same_place() {
        let open = ".".repeat(CELLS);
        let repeated = format!("11{}", "0".repeat(CELLS - 2));
        let unknown = PUZZLE.replace('7', "x");
        let request = format!("{PUZZLE}\n{open}\r\nhello\n{repeated}\n\n{unknown}\n{PUZZLE}");
        let unique = format!("={SOLUTION}");
        let expected = [unique.as_str(), "+", "?", "-", "?", "?", &unique];
        assert_eq!(answers(&request), expected);
        assert_eq!(answers(&format!("{request}\n")), expected);
    }

    #[test]
    fn an_empty_request_is_an_empty_line() {
        assert_eq!(answers(""), ["?"]);
    }

    #[test]
    fn many_lines_are_answered_like_one() {
        let request = format!("{PUZZLE}\n").repeat(1000);
        let answers = answers(&request);
        assert_eq!(answers.len(), 1000);
        assert!(answers.iter().all(|answer| answer[1..] == *SOLUTION));
    }
}
