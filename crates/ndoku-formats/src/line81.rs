//! Lines of 81 characters: 9×9 puzzles of one digit or blank a cell, found in bytes without parsing
//! them. This is the fast path for files with millions of puzzles.
//!
//! ```text
//! 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79    puzzle
//! 000000010400000000020000000000050407008000300001090000300400200050100000000806000 x  with a note
//!                                                                                      neutral
//! # a comment                                                                          neutral
//! 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..7     80 cells
//! ```
//!
//! [`line_groups`] returns puzzle lines one by one. It returns everything else together with the
//! puzzle lines directly around it. So related lines stay together, such as the rows of a grid, a
//! puzzle and its region map, or an error and the place where reading continues.
//! [`read_part`](super::read_part) reads them as it would in the whole text. [`split_point`] finds
//! the positions where a long text may be split into blocks.
//!
//! A line counts as a puzzle only if every reader takes it for one, whatever puzzle lines are
//! around it. These lines do not count:
//!
//! - A line that may be a row of an N³ grid of candidates: each digit is in its place.
//! - A line that may be a region map: it has no blank but `0`, few of these, and a repeated
//!   character in a row.
//!
//! The cost is about 10 ns a line, without allocation.

/// The number of consecutive puzzle lines that identify a file.
const SUFFICIENT_LINES: usize = 8;

/// The maximum number of zeros in a faulty region map. A puzzle written with zeros has many more.
const MAX_MAP_ZEROS: u8 = 13;

/// The length from which a second grid may follow on the line. Lines with a note are shorter.
const TWO_GRIDS_LENGTH: usize = 162;

/// A puzzle line, or other lines that belong together: see [`line_groups`].
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum LineGroup<'a> {
    /// A puzzle line.
    Line {
        /// The cells: `1` to `9` for a clue, one of `0 . _ * ?` for a blank.
        cells: &'a [u8; 81],
        /// The byte offset of the line.
        start: usize,
        /// The line number.
        line: usize,
    },
    /// Lines that need a reader, with the puzzle lines directly before and after them.
    Other {
        /// The text of the lines.
        text: &'a [u8],
        /// The number of the first line.
        line: usize,
    },
}

/// The kind of a line.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Kind {
    Puzzle,
    /// A line that does not affect how its neighbors are read.
    Neutral,
    Other,
}

/// A line of a text.
#[derive(Copy, Clone, Debug)]
struct Line {
    kind: Kind,
    /// The number of bytes, including the line end.
    length: usize,
    /// The number of lines: one, plus one for each carriage return inside.
    lines: usize,
}

/// The digits `123456789` nine times.
const POSITIONAL_DIGITS: [u8; 81] = {
    let mut places = [0; 81];
    let mut cell = 0;
    while cell < 81 {
        places[cell] = b'1' + (cell % 9) as u8;
        cell += 1;
    }
    places
};

/// Returns `true` if these bytes are the cells of a puzzle and have no other meaning next to other
/// lines.
#[inline]
fn is_puzzle(cells: &[u8; 81]) -> bool {
    // Nearly all lines have no blank but `.`, and their first cells contain a blank and a clue out
    // of its place. Comparing sixteen cells at a time, without branches, compiles to vector
    // instructions. Sums would take twice as long.
    let (mut highest, mut misplaced, mut dots) = ([0_u8; 16], [0_u8; 16], [0_u8; 16]);
    let flag = |is_so: bool| u8::from(is_so).wrapping_neg();
    let ((runs, last), (places, _)) =
        (cells.as_chunks::<16>(), POSITIONAL_DIGITS.as_chunks::<16>());
    for (number, (run, places)) in runs.iter().zip(places).enumerate() {
        for cell in 0..16 {
            let dot = flag(run[cell] == b'.');
            // The number of a digit, 0 for a blank, or more than 9 for any other character.
            let digit = (run[cell] ^ b'0') & !dot;
            highest[cell] = highest[cell].max(digit);
            if number < 2 {
                misplaced[cell] |= !(flag(digit == 0) | flag(digit == places[cell] - b'0'));
                dots[cell] |= dot;
            }
        }
    }
    let any = |flags: [u8; 16]| u128::from_ne_bytes(flags) != 0;
    let usual = highest.iter().fold(0, |all, digit| all | flag(*digit > 9)) == 0;
    let last_is_usual = last.iter().all(|byte| matches!(byte, b'.' | b'0'..=b'9'));
    (usual && any(misplaced) && any(dots) && last_is_usual) || is_rare_puzzle(cells)
}

/// Returns `true` if these bytes are the cells of a puzzle. Works for any line.
#[inline(never)]
fn is_rare_puzzle(cells: &[u8; 81]) -> bool {
    let (mut strange, mut marks, mut clues, mut misplaced, mut zeros) =
        (false, false, false, false, 0_u8);
    for (byte, place) in cells.iter().zip(&POSITIONAL_DIGITS) {
        let clue = byte.wrapping_sub(b'1') < 9;
        let zero = *byte == b'0';
        let mark = (*byte == b'.') | (*byte == b'_') | (*byte == b'*') | (*byte == b'?');
        strange |= !(clue | zero | mark);
        marks |= mark;
        clues |= clue;
        misplaced |= clue & (byte != place);
        zeros += u8::from(zero);
    }
    let candidates = clues && !misplaced;
    !strange && !candidates && (marks || zeros > MAX_MAP_ZEROS || !has_repeat(cells))
}

/// Returns `true` if a row contains a character twice.
fn has_repeat(cells: &[u8; 81]) -> bool {
    cells.chunks_exact(9).any(|row| {
        let seen = row.iter().fold(0_u16, |seen, byte| seen | 1 << (byte & 15));
        seen.count_ones() < 9
    })
}

/// Returns `true` if the readers examine the first row of a line more than once.
fn is_ambiguous(cells: &[u8; 81]) -> bool {
    let row = &cells[..9];
    super::splitter::is_ambiguous(row)
}

/// Returns `true` if the text behind the cells has no effect on detection. If the first row makes
/// the readers try all formats, the note must consist of characters that no format uses.
fn is_note(cells: &[u8; 81], note: &[u8]) -> bool {
    let simple = |byte: &u8| {
        byte.is_ascii_alphanumeric()
            || matches!(byte, b' ' | b'\t' | b'.' | b',' | b';' | b'#' | b'-' | b'_')
    };
    let printed = |byte: &u8| matches!(byte, b' '..=b'~' | b'\t');
    matches!(note.first(), Some(b' ' | b'\t' | b',' | b';' | b'#'))
        && note
            .iter()
            .all(if is_ambiguous(cells) { simple } else { printed })
}

/// Classifies a line without its line end.
fn classify(text: &[u8]) -> Kind {
    let text = text.strip_suffix(b"\r").unwrap_or(text);
    if text.contains(&b'\r') {
        return Kind::Other;
    }
    if text.first() == Some(&b'#') || text.iter().all(|byte| matches!(byte, b' ' | b'\t')) {
        return Kind::Neutral;
    }
    match text.split_first_chunk::<81>() {
        Some((cells, [])) if is_puzzle(cells) => Kind::Puzzle,
        Some((cells, note))
            if text.len() < TWO_GRIDS_LENGTH && is_note(cells, note) && is_puzzle(cells) =>
        {
            Kind::Puzzle
        }
        _ => Kind::Other,
    }
}

/// Returns the first line of a text that is not empty.
#[inline]
fn first_line(text: &[u8]) -> Line {
    if let Some((cells, [b'\n', ..] | [b'\r', b'\n', ..])) = text.split_first_chunk::<81>()
        && is_puzzle(cells)
    {
        return Line {
            kind: Kind::Puzzle,
            length: if text[81] == b'\n' { 82 } else { 83 },
            lines: 1,
        };
    }
    let end = text
        .iter()
        .position(|byte| *byte == b'\n')
        .unwrap_or(text.len());
    let line = &text[..end];
    let kind = classify(line);
    let returns = if kind == Kind::Other {
        count_line_ends(line.strip_suffix(b"\r").unwrap_or(line))
    } else {
        0
    };
    Line {
        kind,
        length: (end + 1).min(text.len()),
        lines: 1 + returns,
    }
}

/// Counts the line ends of a text: `\n`, `\r\n` or `\r`.
#[must_use]
pub fn count_line_ends(text: &[u8]) -> usize {
    let (mut feeds, mut returns) = (0_usize, 0_usize);
    let mut before = 0;
    // Short runs, so that the sums fit into the byte lanes of a vector.
    for run in text.chunks(192) {
        let (mut feed, mut back) = (0_u8, 0_u8);
        for byte in run {
            feed += u8::from(*byte == b'\n');
            back += u8::from(*byte == b'\r');
        }
        feeds += usize::from(feed);
        if back > 0 {
            // A pair `\r\n` counts once.
            let inner = run.iter().zip(&run[1..]).fold(0_u8, |pairs, (one, next)| {
                pairs + u8::from((*one == b'\r') & (*next == b'\n'))
            });
            returns += usize::from(back - inner);
        }
        // The end of a run may separate a pair.
        returns -= usize::from(before == b'\r' && run[0] == b'\n');
        before = run[run.len() - 1];
    }
    feeds + returns
}

/// Returns `true` if a text begins with several puzzle lines, or consists of them. A byte order
/// mark, neutral lines and a puzzle count may precede them.
#[must_use]
pub fn begins_with_lines81(head: &[u8]) -> bool {
    let mut rest = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    let mut plain = 0;
    let mut counted = false;
    while plain < SUFFICIENT_LINES && !rest.is_empty() {
        let line = first_line(rest);
        let digits = rest[..line.length].trim_ascii();
        match line.kind {
            Kind::Puzzle => plain += 1,
            Kind::Neutral => {}
            Kind::Other
                if plain == 0
                    && !counted
                    && (1..=9).contains(&digits.len())
                    && digits.iter().all(u8::is_ascii_digit) =>
            {
                counted = true;
            }
            Kind::Other => return false,
        }
        rest = &rest[line.length..];
    }
    plain > 0
}

/// Returns the last position where a text may be split so that both parts can be read separately.
/// Returns `None` if there is none.
///
/// The position is behind a puzzle line whose next line, ignoring neutral ones, is a puzzle line
/// too. A last line without a line end is ignored, since it may be incomplete.
///
/// The cost is proportional to the text behind the position.
#[must_use]
pub fn split_point(text: &[u8]) -> Option<usize> {
    let end_of_line = |text: &[u8]| text.iter().rposition(|byte| *byte == b'\n');
    let mut next_is_plain = false;
    let mut end = end_of_line(text)?;
    loop {
        let start = end_of_line(&text[..end]).map_or(0, |before| before + 1);
        match classify(&text[start..end]) {
            Kind::Puzzle if next_is_plain => return Some(end + 1),
            Kind::Puzzle => next_is_plain = true,
            Kind::Neutral => {}
            Kind::Other => next_is_plain = false,
        }
        end = start.checked_sub(1)?;
    }
}

/// Returns the groups of a text whose first line has this number. Neutral lines between puzzle
/// lines are skipped.
///
/// The text is a whole text, or a block that begins and ends at positions of [`split_point`].
#[must_use]
pub const fn line_groups(text: &[u8], line: usize) -> LineGroups<'_> {
    LineGroups {
        text,
        position: 0,
        line,
        held: None,
        other: None,
        begun: false,
        first: line,
    }
}

/// A puzzle line that waits for its successor.
#[derive(Copy, Clone, Debug)]
struct Held<'a> {
    cells: &'a [u8; 81],
    start: usize,
    line: usize,
    /// The byte offset of its end.
    end: usize,
}

/// The iterator of [`line_groups`].
#[derive(Clone, Debug)]
pub struct LineGroups<'a> {
    text: &'a [u8],
    position: usize,
    line: usize,
    held: Option<Held<'a>>,
    /// The start of the current [`LineGroup::Other`], as byte offset and line. The held line
    /// belongs to it.
    other: Option<(usize, usize)>,
    /// `true` after the first line that is not neutral.
    begun: bool,
    /// The number of the first line.
    first: usize,
}

impl<'a> LineGroups<'a> {
    /// Returns the number of the current line.
    #[must_use]
    pub const fn line(&self) -> usize {
        self.line
    }
}

impl<'a> Iterator for LineGroups<'a> {
    type Item = LineGroup<'a>;

    #[inline]
    fn next(&mut self) -> Option<LineGroup<'a>> {
        loop {
            let rest = &self.text[self.position..];
            if rest.is_empty() {
                return match (self.other.take(), self.held.take()) {
                    (Some((start, line)), _) => Some(LineGroup::Other {
                        text: &self.text[start..],
                        line,
                    }),
                    (
                        None,
                        Some(Held {
                            cells, start, line, ..
                        }),
                    ) => Some(LineGroup::Line { cells, start, line }),
                    (None, None) => None,
                };
            }
            let Line {
                kind,
                length,
                lines,
            } = first_line(rest);
            let (start, line) = (self.position, self.line);
            self.position += length;
            self.line += lines;
            match kind {
                Kind::Neutral => {}
                Kind::Puzzle => {
                    self.begun = true;
                    let Some(cells) = rest.first_chunk::<81>() else {
                        continue;
                    };
                    let before = self.held.replace(Held {
                        cells,
                        start,
                        line,
                        end: self.position,
                    });
                    let Some(before) = before else { continue };
                    return Some(match self.other.take() {
                        Some((start, line)) => LineGroup::Other {
                            text: &self.text[start..before.end],
                            line,
                        },
                        None => LineGroup::Line {
                            cells: before.cells,
                            start: before.start,
                            line: before.line,
                        },
                    });
                }
                Kind::Other => {
                    let alone = if self.begun {
                        (start, line)
                    } else {
                        (0, self.first)
                    };
                    self.begun = true;
                    let held = self.held.take();
                    self.other
                        .get_or_insert(held.map_or(alone, |held| (held.start, held.line)));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::super::random::RecordRng;
    use super::super::{Block, ReadError, ReadOptions, Record, decode_part, read_all, read_part};
    use super::*;

    const DOTS: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const FULL: &str =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    const MAP: &str =
        "111222333111222333111222333444555666444555666444555666777888999777888999777888999";
    const FAULTY: &str =
        "111222333111222333111222333444555666444555666444555666777888999777888999777888998";
    const ZERO_MAP: &str =
        "000111222000111222000111222333444555333444555333444555666777888666777888666777888";
    const ROW: &str =
        "123......1.3456789.2.......1.3.5.7.9123456789..........2.......1.34......2.4.6.8.";

    #[test]
    fn only_unambiguous_puzzles_are_lines81() {
        let plain = |text: &str| classify(text.as_bytes()) == Kind::Puzzle;
        let zeros = DOTS.replace('.', "0");
        for line in [
            DOTS,
            FULL,
            &zeros,
            &DOTS.replace('.', "_"),
            &".".repeat(81),
            &"0".repeat(81),
            &DOTS.replacen('.', "?", 9),
        ] {
            assert!(plain(line), "{line}");
            for note in [" ", ",", "\t7", ";x y z", "# 12", " ED=1.2/1.2/1.2"] {
                assert!(
                    plain(&format!("{line}{note}")) || note.contains('/'),
                    "{line}{note}"
                );
            }
        }
        let long = format!("{DOTS},{DOTS}");
        for line in [
            &DOTS[1..],
            &format!("{DOTS}."),
            &long,
            MAP,
            FAULTY,
            ZERO_MAP,
            ROW,
            &DOTS.replacen('5', "a", 1),
            "1",
            "+---+",
        ] {
            assert!(!plain(line), "{line}");
        }
        assert!(plain(&long[..161]) && !plain(&long[..162]));
        assert!(plain(&format!("{DOTS} ED=1.2/1.2")) && !plain(&format!("{zeros}:x")));
    }

    #[test]
    fn line_ends_of_all_kinds_are_counted() {
        for (text, ends) in [
            ("", 0),
            ("a", 0),
            ("a\nb", 1),
            ("a\r\nb\r\n", 2),
            ("a\rb\r", 2),
            ("\r\r\n\n", 3),
        ] {
            assert_eq!(count_line_ends(text.as_bytes()), ends, "{text:?}");
        }
        assert_eq!(count_line_ends(&b"\n".repeat(1000)), 1000);
        for start in 0..3 {
            let text = ["a".repeat(start), "\r\nab\r\r\n".repeat(300)].concat();
            assert_eq!(count_line_ends(text.as_bytes()), 900);
        }
    }

    #[test]
    fn texts_that_begin_with_lines81_are_detected() {
        let yes = [
            format!("{DOTS}\n"),
            format!("\u{feff}# x\n\n2\n{DOTS}\n{FULL}"),
            format!("{DOTS}\n").repeat(9) + "rest\n",
        ];
        for text in yes {
            assert!(begins_with_lines81(text.as_bytes()), "{text}");
        }
        let no = [
            String::new(),
            "# x\n".to_owned(),
            format!("1\n2\n{DOTS}\n"),
            format!("{DOTS}\n{MAP}\n"),
            format!("{{}}\n{DOTS}\n"),
        ];
        for text in no {
            assert!(!begins_with_lines81(text.as_bytes()), "{text}");
        }
    }

    /// Returns lines of many kinds. Most of them are puzzles.
    fn mixed(rng: &mut RecordRng) -> Vec<u8> {
        let small = [
            "1.3.34.22.4.4.21",
            "1 2 . .\n. . 1 2\n2 . . 1\n. 3 2 .",
            "+---+---+\n|1 .|. .|\n|. .|1 .|\n+---+---+\n|. 1|. .|\n|. .|. 1|\n+---+---+",
        ];
        let caption = [
            "Puzzle seven",
            "12 nothing known",
            "x",
            "3",
            "% note",
            "// note",
            ":0000:x:1...:",
            "caf\u{e9}",
            "53..7 \u{ff15}",
        ];
        let end = rng.pick(&["\n", "\r\n"]);
        let mut out = if rng.below(4) == 0 {
            "# head\n# more\n".to_owned()
        } else {
            String::new()
        };
        if rng.below(4) == 0 {
            out.push_str("12\n");
        }
        let zeros = DOTS.replace('.', "0");
        out.push_str(&format!("{DOTS}{end}").repeat(rng.pick(&[
            0,
            1,
            SUFFICIENT_LINES,
            SUFFICIENT_LINES + 1,
        ])));
        for _ in 0..rng.below(60) {
            let line = match rng.below(40) {
                0 => String::new(),
                1 => " \t ".to_owned(),
                2 => format!("# name={}", rng.below(9)),
                3 => DOTS[1..].to_owned(),
                4 => format!("{DOTS}7"),
                5 => DOTS.replacen('.', "!", 1),
                6 => format!("{DOTS}{MAP}"),
                7 => format!("{DOTS}\n{}", rng.pick(&[MAP, FAULTY, ZERO_MAP])),
                8 => format!("{ROW}\n").repeat(9).trim_end().to_owned(),
                9 => ROW.to_owned(),
                10 => rng.pick(&small).to_owned(),
                11 => rng.pick(&caption).to_owned(),
                12 => format!("{DOTS},{FULL}"),
                13 => format!(" {DOTS}"),
                14 => MAP.to_owned(),
                15 => format!("{FULL} 1.5 x"),
                16 => format!("{zeros},7,easy"),
                17 => format!("{DOTS} a\rb"),
                18 => ".".repeat(81),
                19..22 => zeros.clone(),
                22 => FULL.to_owned(),
                23 => DOTS.replacen("53", "55", 1),
                _ => {
                    let mut line = DOTS.to_owned().into_bytes();
                    line[2 + rng.below(2)] = rng.pick(b"0_*?.");
                    String::from_utf8(line).unwrap()
                }
            };
            out.push_str(&line.replace('\n', end));
            out.push_str(end);
        }
        let mut out = out.into_bytes();
        if rng.below(3) == 0 {
            out.truncate(out.len().saturating_sub(2));
        }
        if rng.below(3) == 0 && !out.is_empty() {
            let place = rng.below(out.len());
            out[place] = b"\xe9 \n"[rng.below(3)];
        }
        out
    }

    type Read = Vec<Result<Record, ReadError>>;

    fn read(text: &[u8], line: usize, into: &mut Read) {
        read_part(
            &Block {
                text: &decode_part(text),
                line,
            },
            &ReadOptions::default(),
            &mut |record| {
                into.push(record);
                ControlFlow::Continue(())
            },
        );
    }

    fn assert_same(whole: &Read, parts: &Read, comments: bool, text: &[u8]) {
        let describe = |read: &Read| -> Vec<String> {
            let one = |record: &Result<Record, ReadError>| match record {
                Ok(record) => {
                    let mut record = record.clone();
                    if !comments {
                        record.metadata.comment = None;
                    }
                    format!(
                        "{}: {:?} {:?} {:?} {:?}",
                        record.line,
                        record.source_map,
                        record.puzzle,
                        record.metadata,
                        record.solution
                    )
                }
                Err(error) => format!("{error:?}"),
            };
            read.iter().map(one).collect()
        };
        let (whole, parts) = (describe(whole), describe(parts));
        let first = whole.iter().zip(&parts).find(|(a, b)| a != b);
        assert!(
            first.is_none() && whole.len() == parts.len(),
            "{first:#?}\n{}",
            String::from_utf8_lossy(text)
        );
    }

    #[test]
    fn pieces_and_blocks_are_read_as_the_whole_is() {
        let mut rng = RecordRng::new(17);
        let mut splits = 0;
        for _ in 0..1_200 {
            let text = mixed(&mut rng);
            let mut whole = Vec::new();
            read(&text, 1, &mut whole);
            if !begins_with_lines81(&text) {
                continue;
            }
            let documented = read_all(&decode_part(&text), &ReadOptions::default());
            assert_same(&documented, &whole, true, &text);
            let mut parts = Vec::new();
            for group in line_groups(&text, 1) {
                match group {
                    LineGroup::Line { start, line, cells } => {
                        assert!(text[start..].starts_with(cells));
                        let end = text[start..]
                            .iter()
                            .position(|byte| *byte == b'\n')
                            .map_or(text.len(), |end| start + end);
                        read(&text[start..end], line, &mut parts);
                    }
                    LineGroup::Other { text, line } => read(text, line, &mut parts),
                }
            }
            assert_same(&whole, &parts, false, &text);
            let mut blocks = Vec::new();
            let (mut start, mut line) = (0, 1);
            while start < text.len() {
                let wanted = (start + 100 + rng.below(400)).min(text.len());
                // A block that cannot be split grows.
                let end = (wanted..text.len())
                    .find_map(|end| split_point(&text[start..end]))
                    .map_or(text.len(), |length| start + length);
                splits += usize::from(end < text.len());
                read(&text[start..end], line, &mut blocks);
                line += count_line_ends(&text[start..end]);
                start = end;
            }
            assert_same(&whole, &blocks, true, &text);
        }
        assert!(splits > 400, "{splits}");
    }
}
