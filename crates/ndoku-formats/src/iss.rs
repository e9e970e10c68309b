//! Constraint strings of the Interactive Sudoku Solver, and links that contain one. The format is
//! read only, and limited to the rules that ndoku has.
//!
//! ```text
//! .Shape~4x4.Diagonal~1.AntiKnight.~R1C1_1~R2C3_2_3
//! ```
//!
//! The string repeats `.TYPE~argument~argument…`. White space is ignored. A type without a name
//! gives digits: one is a clue, several are all candidates of the cell. Rows and columns from 10 on
//! are letters (`a` is 10). `Diagonal~1` rises to the right, `Diagonal~-1` falls. A `Jigsaw` is
//! added to the boxes unless there is a `NoBoxes`.
//!
//! Source: the parser and the help of that solver.

use std::ops::ControlFlow;

use ndoku_core::constraint::RuleRef;
use ndoku_core::{Boxes, Cell, Digit, DigitSet, Symbols};

use super::fpuzzles::percent_decode;
use super::fpuzzles::read::unsupported;
use super::rule_text::house;
use super::spanned_json::Source;
use super::{Block, DetectedLayout, Detection, Feature, Format, ReadError, Reader, Record, Scope};

/// The format of constraint strings.
pub(super) const ISS: Format = Format {
    id: "iss",
    aliases: &["interactive-sudoku-solver"],
    extensions: &["iss"],
    summary: "Constraint strings of the Interactive Sudoku Solver (read only)",
    example: ".Shape~4x4.Diagonal~1.AntiKnight.~R1C1_1~R2C3_2_3\n",
    scope: Scope::Unit,
    supports: &[
        Feature::AnySize,
        Feature::Regions,
        Feature::NoBoxes,
        Feature::Diagonals,
        Feature::Rules,
        Feature::Pencilmarks,
    ],
    conditional: &[],
    detect,
    read: Some(read),
    write: None,
};

/// The types without arguments, and their rules.
const RULES: &[(&str, &str)] = &[
    ("AntiKnight", "anti-knight"),
    ("AntiKing", "anti-king"),
    ("AntiConsecutive", "non-consecutive"),
    ("Windoku", "windoku"),
    ("DisjointSets", "disjoint-groups"),
];

fn detect(block: &Block<'_>) -> Detection {
    let text = block.text.trim();
    if text.starts_with("http") && text.contains("Interactive-Sudoku-Solver") {
        return Ok("is a link to the Interactive Sudoku Solver".into());
    }
    let begins = text.strip_prefix('.').is_some_and(|rest| {
        rest.trim_start_matches('.')
            .starts_with(|mark: char| mark == '~' || mark.is_ascii_uppercase())
    });
    if begins && text.contains('~') {
        Ok("begins with `.` and a type, and has `~`".into())
    } else {
        Err("does not begin with `.` and a type, followed by `~`".into())
    }
}

fn read(block: &Block<'_>, reader: &mut Reader<'_>) -> ControlFlow<()> {
    let text = block.text.trim();
    let record = if text.starts_with("http") {
        let place = Source::new(*block).span(text);
        match text
            .split_once("q=")
            .map(|(_, query)| percent_decode(query.split(['&', '#']).next().unwrap_or_default()))
        {
            Some(query) => read_record(&Source::packed(&query, place), &query, reader),
            None => Err(ReadError::at(place, "this link contains no puzzle")
                .hint("such a link contains `?q=` followed by the puzzle")),
        }
    } else {
        read_record(&Source::new(*block), text, reader)
    };
    reader.emit(record)
}

/// The contents of the string up to the current segment.
struct ParsedConstraints {
    layout: DetectedLayout,
    /// Cells with several digits, and their candidates.
    givens: Vec<(Cell, DigitSet)>,
    jigsaw: Option<Vec<char>>,
    no_boxes: bool,
    unknown: Vec<(String, usize)>,
}

fn read_record(
    source: &Source<'_>,
    text: &str,
    reader: &mut Reader<'_>,
) -> Result<Record, ReadError> {
    let whole = source.span(text);
    let mut found = ParsedConstraints {
        layout: DetectedLayout::for_size(9),
        givens: Vec::new(),
        jigsaw: None,
        no_boxes: false,
        unknown: Vec::new(),
    };
    let parts = || text.split('.').filter(|part| !part.trim().is_empty());
    // The size must be known before any other segment.
    for part in parts().filter(|part| part.trim_start().starts_with("Shape~")) {
        found.layout.size = shape(source, part)?;
    }
    for part in parts() {
        segment(source, part, &mut found)?;
    }
    if !found.unknown.is_empty() && !reader.options().ignore_unsupported {
        let names: Vec<String> = found
            .unknown
            .iter()
            .map(|(name, count)| format!("{name} ({count})"))
            .collect();
        return Err(unsupported(whole, &names));
    }
    let size = found.layout.size;
    boxes(&mut found).map_err(|error| {
        let mut wrong = ReadError::at(whole, error.to_string());
        wrong.hint = error.hint();
        wrong
    })?;
    let layout = reader.layout(&found.layout, whole)?;
    let mut clues = vec![None; layout.cell_count()];
    let mut marks = vec![DigitSet::full(size); layout.cell_count()];
    for (cell, digits) in &found.givens {
        let index = layout.index(*cell);
        match digits.single() {
            Some(digit) => clues[index] = Some(digit),
            None => marks[index] &= *digits,
        }
    }
    let mut record = Record::from_cells(&layout, &clues, Symbols::numbers(size), whole)?;
    record
        .puzzle
        .set_pencilmarks(&marks)
        .map_err(|error| ReadError::at(whole, error.to_string()))?;
    Ok(record)
}

fn shape(source: &Source<'_>, part: &str) -> Result<u8, ReadError> {
    let sizes: String = part
        .split('~')
        .nth(1)
        .unwrap_or_default()
        .split_whitespace()
        .collect();
    let has_more = part.split('~').count() > 2;
    let number = sizes
        .split_once('x')
        .filter(|(rows, columns)| rows == columns && !has_more)
        .and_then(|(rows, _)| rows.parse().ok());
    number.filter(|size| *size > 0).ok_or_else(|| {
        let shape = part.trim();
        source
            .error(
                part.trim_start(),
                format!("`{shape}` is not a square grid of size 1 to 255 with the digits from 1"),
            )
            .hint("a shape is written 16x16")
    })
}

fn segment(
    source: &Source<'_>,
    part: &str,
    found: &mut ParsedConstraints,
) -> Result<(), ReadError> {
    let size = found.layout.size;
    let (kind, arguments) = part.split_once('~').unwrap_or((part, ""));
    let kind: String = kind.split_whitespace().collect();
    let arguments: Vec<String> = arguments
        .split('~')
        .map(|argument| argument.split_whitespace().collect())
        .collect();
    let wrong = |what: &str| {
        source.error(
            part.trim(),
            format!("`{what}` has no meaning in a grid of size {size}"),
        )
    };
    let cell = |name: &str| cell(name, size).ok_or_else(|| wrong(name));
    match kind.as_str() {
        "Shape" => {}
        "" | "Givens" => {
            for given in arguments.iter().filter(|given| !given.is_empty()) {
                let mut words = given.split('_');
                let place = cell(words.next().unwrap_or_default())?;
                let digit = |word: &str| {
                    word.parse()
                        .ok()
                        .filter(|number| *number <= size)
                        .and_then(Digit::new)
                        .ok_or_else(|| wrong(given))
                };
                let digits = words.map(digit).collect::<Result<DigitSet, _>>()?;
                if digits.is_empty() {
                    return Err(wrong(given));
                }
                found.givens.push((place, digits));
            }
        }
        "NoBoxes" => found.no_boxes = true,
        "Jigsaw" => found.jigsaw = arguments.last().map(|map| map.chars().collect()),
        "Diagonal" => match arguments[0].as_str() {
            "1" => found.layout.anti = true,
            "-1" => found.layout.main = true,
            other => return Err(wrong(&format!("Diagonal~{other}"))),
        },
        "AllDifferent" => {
            let cells = arguments
                .iter()
                .filter(|name| !name.is_empty())
                .map(|name| cell(name));
            found
                .layout
                .rules
                .push(house("", &cells.collect::<Result<Vec<_>, _>>()?));
        }
        name => match RULES.iter().find(|(known, _)| *known == name) {
            Some((_, id)) => found.layout.rules.push(RuleRef { id, argument: None }),
            None if !name.starts_with(|mark: char| mark.is_ascii_uppercase()) => {
                let message = format!("`{name}` is not a type of constraint");
                return Err(source
                    .error(part.trim(), message)
                    .hint("a string repeats `.` and a type, as in `.Diagonal~1.~R1C1_5`"));
            }
            None => match found.unknown.iter_mut().find(|(known, _)| known == name) {
                Some((_, count)) => *count += 1,
                None => found.unknown.push((name.to_owned(), 1)),
            },
        },
    }
    Ok(())
}

/// Reads a cell name. `R1Ca` is the first row, tenth column. Numbers of two digits are accepted
/// too.
fn cell(name: &str, size: u8) -> Option<Cell> {
    let (row, column) = name.strip_prefix(['R', 'r'])?.split_once('C')?;
    let number = |text: &str| {
        let base = if text.len() == 1 { 36 } else { 10 };
        let plain = text.bytes().all(|byte| byte.is_ascii_alphanumeric());
        u8::from_str_radix(text, base)
            .ok()
            .filter(|number| plain && (1..=size).contains(number))
            .map(|number| number - 1)
    };
    Some(Cell::new(number(row)?, number(column)?))
}

fn boxes(found: &mut ParsedConstraints) -> Result<(), ndoku_core::LayoutError> {
    let size = found.layout.size;
    let regions = found
        .jigsaw
        .as_ref()
        .map(|map| Boxes::from_map(size, map))
        .transpose()?;
    match (regions, found.no_boxes) {
        (None, true) => found.layout.boxes = Some(Boxes::None),
        (None, false) => {}
        (Some(regions), true) => found.layout.boxes = Some(regions),
        (Some(regions), false) => {
            let cells = || (0..usize::from(size).pow(2)).map(|index| Cell::from_index(index, size));
            for number in 0..usize::from(size) {
                let members = cells().filter(|cell| regions.number(*cell, size) == Some(number));
                found.layout.rules.push(house(
                    &format!("region {}:", number + 1),
                    &members.collect::<Vec<_>>(),
                ));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use ndoku_core::Diagonal;

    use super::super::{ReadOptions, read_all};
    use super::*;

    fn read_as(text: &str) -> Result<Record, ReadError> {
        read_all(
            text,
            &ReadOptions {
                format: Some(&ISS),
                ..ReadOptions::default()
            },
        )
        .remove(0)
    }

    #[test]
    fn the_example_is_read() {
        let record = read_as(ISS.example).unwrap();
        assert_eq!((record.puzzle.size(), record.puzzle.clue_count()), (4, 1));
        assert_eq!(record.puzzle.pencilmarks().unwrap()[6].len(), 2);
        assert!(
            record.puzzle.layout().has_diagonal(Diagonal::Anti)
                && !record.puzzle.layout().has_diagonal(Diagonal::Main)
        );
        let link = "https://sigh.github.io/Interactive-Sudoku-Solver/?q=.Shape%7E4x4.Diagonal~1.AntiKnight.~R1C1_1~R2C3_2_3&x";
        assert_eq!(read_as(link).unwrap(), record);
        assert_eq!(
            read_as(" .Shape~4x4 .Diagonal~1\n.AntiKnight.~R1C1_1 ~R2C3_2_3").unwrap(),
            record
        );
        assert_eq!(
            read_as(".~RaCa_10.Shape~16x16").unwrap().puzzle.clues()[9 * 17].map(Digit::get),
            Some(10)
        );
    }

    #[test]
    fn a_jigsaw_replaces_the_boxes_or_comes_on_top() {
        let alone = read_as(".Shape~4x4.NoBoxes.Jigsaw~0001001122312333").unwrap_err();
        assert!(alone.message.contains("region 0 has 5 cells"), "{alone}");
        let alone = read_as(".Shape~4x4.NoBoxes.Jigsaw~0001021122313233").unwrap();
        assert!(matches!(alone.puzzle.layout().boxes(), Boxes::Regions(_)));
        let both = read_as(".Shape~4x4.Jigsaw~0000111122223333").unwrap();
        assert_eq!(
            (
                both.puzzle.layout().houses().len(),
                both.puzzle.layout().rules().len()
            ),
            (16, 4)
        );
        assert_eq!(
            *read_as(".NoBoxes.~R1C1_1").unwrap().puzzle.layout().boxes(),
            Boxes::None
        );
    }

    #[test]
    fn errors_say_what_and_where() {
        for (text, expected) in [
            (
                ".Thermo~R1C1~R1C2.Thermo~R3C3.Or.End",
                "this puzzle uses Thermo (2), Or (1) and End (1), which ndoku does not know yet",
            ),
            (
                ".~R1C1_10",
                "line 1, column 2: `R1C1_10` has no meaning in a grid of size 9",
            ),
            (".~R1C1", "`R1C1` has no meaning"),
            (".~R0C1_1", "`R0C1` has no meaning"),
            (".~RxC1_1", "`RxC1` has no meaning"),
            (".Shape~9x8.~R1C1_1", "is not a square grid"),
            (".Shape~9x9~0-8", "with the digits from 1"),
            (".Shape~999x999", "is not a square grid"),
            (".Diagonal~2", "`Diagonal~2` has no meaning"),
            (
                "53..7....6..195",
                "line 1, column 1: `53` is not a type of constraint",
            ),
            (".Jigsaw~012", "the map of regions has 3 cells"),
            (
                "https://sigh.github.io/Interactive-Sudoku-Solver/",
                "this link contains no puzzle",
            ),
        ] {
            let found = read_as(text).unwrap_err().to_string();
            assert!(found.contains(expected), "{text}: {found}");
        }
    }

    #[test]
    fn only_this_format_is_detected() {
        let is = |text: &str| detect(&Block::whole(text)).is_ok();
        assert!(is(ISS.example) && is(".~R1C1_5") && is("..Cage~14~R5C3"));
        for other in [
            "",
            ".A..B..C..D.....",
            "1.~",
            "..5..",
            "https://example.com",
        ] {
            assert!(!is(other), "{other}");
        }
    }
}
