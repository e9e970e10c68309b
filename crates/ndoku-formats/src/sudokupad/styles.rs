//! Drawings of SudokuPad that are rules.
//!
//! ```text
//!   line #F067F0                     renban        round overlay 0.3 on a border    dot
//!   line #CFCFCF, round underlay     thermo        text X or V on a border          xv
//!   arrow from a round overlay       arrow         text beside the grid             sandwich, …
//! ```
//!
//! The JSON has drawings without meaning. A drawing counts as a rule if it has the style that
//! SudokuPad uses for f-puzzles links, and the rules text names the rule. The style alone is
//! ambiguous. Everything else is left over.

use ndoku_core::Cell;
use ndoku_core::constraint::RuleRef;

use super::super::rule_text::{self, Direction, Line};
use super::super::spanned_json::{Members, Source};
use super::super::{ReadError, Span};
use super::document::either;

/// The lists of drawings: long and short name, and those of their points.
const LISTS: [[&str; 4]; 4] = [
    ["lines", "l", "wayPoints", "wp"],
    ["arrows", "a", "wayPoints", "wp"],
    ["overlays", "o", "center", "ct"],
    ["underlays", "u", "center", "ct"],
];
const LINES: usize = 0;
const ARROWS: usize = 1;
const OVERLAYS: usize = 2;
const UNDERLAYS: usize = 3;

/// The colors of lines, the rules, and the keywords that name them.
const LINE_COLORS: &[(&str, &str, &[&str])] = &[
    ("F067F0", "renban", &["renban"]),
    ("67F067", "whisper", &["whisper"]),
    ("FF9A00", DUTCH, &["dutch"]),
    ("FFCCAA", "entropic", &["entropic"]),
    ("33BBBB", "modular", &["modular"]),
    (
        "2ECBFF",
        "region-sum",
        &["region sum", "equal sum", "box border"],
    ),
    ("C9C883", "nabner", &["nabner"]),
    ("C54B8B", "double-arrow", &["double arrow"]),
    ("CDB1EC", "zipper", &["zipper"]),
    ("6495ED", "slow-thermo", &["slow"]),
];
/// A whisper with a smaller difference.
const DUTCH: &str = "dutch";
const GRAY: &str = "CFCFCF";
const BLUE: &str = "34BBE6";

/// Rules with clues beside a line, and the keywords that name them.
const OUTSIDE_KEYWORDS: &[(&str, &[&str])] = &[
    ("sandwich", &["sandwich"]),
    ("x-sum", &["x-sum", "x sum", "xsum"]),
    ("skyscraper", &["skyscraper"]),
    ("numbered-room", &["numbered room"]),
];

/// A drawing. Lengths are hundredths of a cell.
struct Drawing {
    list: usize,
    points: Vec<[i32; 2]>,
    /// The color of a line, or the background of another drawing.
    color: String,
    size: [i32; 2],
    is_round: bool,
    text: String,
    span: Span,
    is_used: bool,
}

/// The rules among the drawings, and the lists with other drawings.
pub(super) struct InterpretedDrawings {
    pub(super) rules: Vec<(RuleRef, Span)>,
    /// Their names and numbers of drawings, such as `lines (2)`.
    pub(super) unused: Vec<String>,
}

/// Reads and interprets the drawings.
///
/// # Errors
/// Returns an error if the JSON does not describe drawings.
pub(super) fn read<'a>(
    source: &Source<'a>,
    members: &Members<'a>,
    size: u8,
    rules_text: &str,
) -> Result<InterpretedDrawings, ReadError> {
    let mut reader = StyleReader {
        size,
        rules_text: rules_text.to_lowercase(),
        drawings: read_drawings(source, members)?,
        rules: Vec::new(),
    };
    for number in 0..reader.drawings.len() {
        reader.interpret(number);
    }
    let unused = LISTS.iter().enumerate().filter_map(|(list, [name, ..])| {
        let of_list = |drawing: &&Drawing| drawing.list == list && !drawing.is_used;
        let count = reader.drawings.iter().filter(of_list).count();
        (count > 0).then(|| format!("{name} ({count})"))
    });
    Ok(InterpretedDrawings {
        unused: unused.collect(),
        rules: reader.rules,
    })
}

fn read_drawings<'a>(
    source: &Source<'a>,
    members: &Members<'a>,
) -> Result<Vec<Drawing>, ReadError> {
    let mut all = Vec::new();
    for (list, [long, short, points, short_points]) in LISTS.into_iter().enumerate() {
        let parts = match either(members, long, short) {
            Some(part) => source.list(part, long)?,
            None => continue,
        };
        // An empty list is minified like a list with an empty object.
        for part in parts.iter().copied().filter(|_| parts != ["{}"]) {
            let drawing = source.object(part, "a drawing")?;
            let text = |long, short| {
                either(&drawing, long, short)
                    .map(|part| source.loose(part))
                    .unwrap_or_default()
            };
            let length = |long, short| read_hundredths(&text(long, short)).unwrap_or(0);
            let points = either(&drawing, points, short_points)
                .filter(|part| part.starts_with('['))
                .map(|part| source.list(part, "points"))
                .transpose()?
                .unwrap_or_default();
            let pair = |parts: &[&'a str]| {
                let [row, column] = parts else {
                    return None;
                };
                Some([read_hundredths(row)?, read_hundredths(column)?])
            };
            let points = if list == LINES || list == ARROWS {
                let mut pairs = Vec::new();
                for point in points {
                    pairs.extend(pair(&source.list(point, "a point")?));
                }
                pairs
            } else {
                pair(&points).into_iter().collect()
            };
            let color = if list == LINES || list == ARROWS {
                text("color", "c")
            } else {
                text("backgroundColor", "c2")
            };
            all.push(Drawing {
                list,
                points,
                color: full_color(&color),
                size: [length("height", "h"), length("width", "w")],
                is_round: either(&drawing, "rounded", "r") == Some("true"),
                text: text("text", "te").replace('\u{a0}', " ").trim().to_owned(),
                span: source.span(part),
                is_used: false,
            });
        }
    }
    Ok(all)
}

/// Reads a number such as `-1.5`, and returns it in hundredths.
fn read_hundredths(text: &str) -> Option<i32> {
    let number: f64 = text.trim().parse().ok()?;
    (number.abs() < 1000.0).then(|| (number * 100.0).round() as i32)
}

/// Returns the color as six upper-case hex digits. Minified colors lack the `#`, and `#0` is black.
fn full_color(color: &str) -> String {
    let plain = color.trim_start_matches('#').to_ascii_uppercase();
    let times = match plain.len() {
        1 => 6,
        3 => 2,
        _ => 1,
    };
    plain
        .chars()
        .flat_map(|mark| std::iter::repeat_n(mark, times))
        .take(6)
        .collect()
}

struct StyleReader {
    size: u8,
    /// The text of the rules, in lower case.
    rules_text: String,
    drawings: Vec<Drawing>,
    rules: Vec<(RuleRef, Span)>,
}

impl StyleReader {
    /// Returns `true` if the rules text contains one of these keywords.
    fn rules_mention(&self, keywords: &[&str]) -> bool {
        let mut keywords = keywords.iter();
        keywords.any(|keyword| self.rules_text.contains(keyword))
    }

    /// Returns `true` if the rules text has one of these as a whole word.
    fn has_word(&self, words: &[&str]) -> bool {
        let mut all = self.rules_text.split(|mark: char| !mark.is_alphanumeric());
        all.any(|word| words.contains(&word))
    }

    fn cell(&self, point: [i32; 2]) -> Option<Cell> {
        let number = |at: i32| {
            let index = at.div_euclid(100);
            u8::try_from(index).ok().filter(|index| *index < self.size)
        };
        Some(Cell::new(number(point[0])?, number(point[1])?))
    }

    /// Returns the cells of a line, also those between its points.
    fn path(&self, points: &[[i32; 2]]) -> Option<Vec<Cell>> {
        let names: Option<Vec<String>> = points
            .iter()
            .map(|point| Some(self.cell(*point)?.to_string()))
            .collect();
        let mut cells = rule_text::cells(&names?.join("-"), self.size)?;
        cells.dedup();
        Some(cells)
    }

    fn push(&mut self, number: usize, rule: RuleRef) {
        self.drawings[number].is_used = true;
        let span = self.drawings[number].span;
        self.rules.push((rule, span));
    }

    /// Finds a round drawing of a list, of at least this height and width, around a cell.
    fn find_circle(&self, list: usize, cell: Cell, least: i32) -> Option<usize> {
        self.drawings.iter().position(|drawing| {
            drawing.list == list
                && drawing.is_round
                && drawing.size.iter().all(|length| *length >= least)
                && drawing.text.is_empty()
                && self.cells_of(drawing).contains(&cell)
        })
    }

    /// Returns the cells that a drawing around whole cells covers.
    fn cells_of(&self, drawing: &Drawing) -> Vec<Cell> {
        let [Some(rows), Some(columns)] = [0, 1].map(|axis| {
            let center = drawing.points.first()?[axis];
            // The sizes are 75 and 100 for each further cell.
            let reach = (drawing.size[axis].max(100) - 100).div_euclid(2) + 12;
            Some((center - reach)..=(center + reach))
        }) else {
            return Vec::new();
        };
        let mut cells = Vec::new();
        for row in rows.step_by(12) {
            for column in columns.clone().step_by(12) {
                cells.extend(
                    self.cell([row, column])
                        .filter(|cell| !cells.contains(cell)),
                );
            }
        }
        cells
    }

    fn interpret(&mut self, number: usize) {
        let drawing = &self.drawings[number];
        match drawing.list {
            _ if drawing.is_used || drawing.points.is_empty() => {}
            LINES => self.interpret_line(number),
            ARROWS => self.interpret_arrow(number),
            OVERLAYS => self.interpret_overlay(number),
            UNDERLAYS if drawing.color == GRAY && drawing.size == [70, 70] => {
                let id = if drawing.is_round { "odd" } else { "even" };
                if let Some(cell) = self
                    .cell(drawing.points[0])
                    .filter(|_| self.has_word(&[id]))
                {
                    self.push(number, rule_text::rule(id, None, &cell.to_string()));
                }
            }
            _ => {}
        }
    }

    fn interpret_line(&mut self, number: usize) {
        let Drawing { points, color, .. } = &self.drawings[number];
        let far = 100 * i32::from(self.size);
        if color == BLUE && self.rules_mention(&["diagonal"]) {
            let id = match points[..] {
                [[0, 0], [a, b]] | [[a, b], [0, 0]] if a == far && b == far => "diagonal-main",
                [[0, a], [b, 0]] | [[a, 0], [0, b]] if a == far && b == far => "diagonal-anti",
                _ => return,
            };
            self.push(number, rule_text::bare(id));
            return;
        }
        let Some(mut cells) = self.path(points).filter(|cells| cells.len() > 1) else {
            return;
        };
        let ends = [cells[0], cells[cells.len() - 1]];
        if color == GRAY {
            let bulbs = ends.map(|cell| self.find_circle(UNDERLAYS, cell, 80));
            let circles = ends.map(|cell| self.find_circle(OVERLAYS, cell, 75));
            let id = match (bulbs, circles) {
                ([None, None], [Some(one), Some(other)]) if self.rules_mention(&["between"]) => {
                    self.drawings[one].is_used = true;
                    self.drawings[other].is_used = true;
                    "between"
                }
                ([one, other], _) if one.or(other).is_some() && self.rules_mention(&["thermo"]) => {
                    if one.is_none() {
                        cells.reverse();
                    }
                    if let Some(bulb) = one.or(other) {
                        self.drawings[bulb].is_used = true;
                    }
                    "thermo"
                }
                ([None, None], _) if self.rules_mention(&["palindrome"]) => "palindrome",
                _ => return,
            };
            self.push(number, rule_text::rule(id, None, &rule_text::join(&cells)));
            return;
        }
        let known = LINE_COLORS.iter().find(|(known, _, _)| known == color);
        let Some((_, id, _)) = known.filter(|(_, _, keywords)| self.rules_mention(keywords)) else {
            return;
        };
        let dutch = self.size.div_ceil(2).saturating_sub(1).to_string();
        let (id, value) = match *id {
            DUTCH => ("whisper", Some(dutch.as_str())),
            id => (id, None),
        };
        self.push(number, rule_text::rule(id, value, &rule_text::join(&cells)));
    }

    /// Interprets an arrow, which begins in a circle or stands beside the grid next to a sum.
    fn interpret_arrow(&mut self, number: usize) {
        let points = &self.drawings[number].points;
        if let Some(cells) = self.path(points) {
            let circle = self.find_circle(OVERLAYS, cells[0], 70);
            let Some(circle) = circle.filter(|_| cells.len() > 1 && self.rules_mention(&["arrow"]))
            else {
                return;
            };
            let pill = self.cells_of(&self.drawings[circle]);
            let shaft: Vec<Cell> = cells
                .into_iter()
                .filter(|cell| !pill.contains(cell))
                .collect();
            if !shaft.is_empty() {
                self.drawings[circle].is_used = true;
                let parts = format!("{}; {}", rule_text::join(&pill), rule_text::join(&shaft));
                self.push(number, rule_text::rule("arrow", None, &parts));
            }
            return;
        }
        let [from, to] = points[..] else {
            return;
        };
        let direction = Direction {
            is_down: to[0] > from[0],
            is_right: to[1] > from[1],
        };
        let place = from.map(|at| at.div_euclid(100));
        let (down, right) = direction.steps();
        let first = self.cell([
            100 * (place[0] + i32::from(down)),
            100 * (place[1] + i32::from(right)),
        ]);
        let sum = self.drawings.iter().position(|drawing| {
            drawing.list == OVERLAYS
                && drawing
                    .points
                    .first()
                    .map(|point| point.map(|at| at.div_euclid(100)))
                    == Some(place)
                && drawing.text.parse::<u32>().is_ok()
        });
        if let (Some(first), Some(sum), true) = (
            first,
            sum,
            self.rules_mention(&["little killer", "diagonal"]),
        ) {
            let text = std::mem::take(&mut self.drawings[sum].text);
            self.drawings[sum].is_used = true;
            let parts = format!("{first} {}", direction.name());
            self.push(
                number,
                rule_text::rule("little-killer", Some(&text), &parts),
            );
        }
    }

    fn interpret_overlay(&mut self, number: usize) {
        let Drawing {
            points,
            color,
            size,
            is_round,
            text,
            ..
        } = &self.drawings[number];
        let [row, column] = points[0];
        let on_border = [row, column].map(|at| at.rem_euclid(100) == 0);
        let before = self.cell([row - 1, column - 1]);
        let after = self.cell([row, column]);
        let (Some(before), Some(after)) = (before, after) else {
            self.interpret_outside_clue(number);
            return;
        };
        let is_small = size.iter().all(|length| *length <= 40);
        let is_number = text.is_empty() || text.parse::<u32>().is_ok();
        let value = Some(text.clone()).filter(|text| !text.is_empty());
        let pair = format!("{before} {after}");
        let rule = match (on_border, is_round) {
            ([true, true], true) if self.rules_mention(&["quad", "circle"]) => {
                let digits: Vec<&str> = text.split_whitespace().collect();
                let is_list = digits.iter().all(|digit| digit.parse::<u8>().is_ok());
                if digits.is_empty() || !is_list {
                    return;
                }
                rule_text::rule("quadruple", Some(&digits.join(" ")), &before.to_string())
            }
            ([true, false] | [false, true], true) if is_small && is_number => {
                let (id, keywords): (_, &[&str]) = match color.as_str() {
                    "FFFFFF" => ("difference", &["white", "kropki", "consecutive"]),
                    "000000" => ("ratio", &["black", "kropki", "ratio", "double"]),
                    _ => return,
                };
                if !self.rules_mention(keywords) {
                    return;
                }
                rule_text::rule(id, value.as_deref(), &pair)
            }
            ([true, false] | [false, true], false)
                if is_small
                    && !text.is_empty()
                    && text.chars().all(|mark| matches!(mark, 'X' | 'V' | 'I'))
                    && self.has_word(&["x", "v", "xv", "xs", "vs"]) =>
            {
                rule_text::rule("xv", value.as_deref(), &pair)
            }
            _ => return,
        };
        self.push(number, rule);
    }

    /// Interprets a number beside the grid: a clue of the only rule with such clues that the text
    /// names.
    fn interpret_outside_clue(&mut self, number: usize) {
        let Drawing { points, text, .. } = &self.drawings[number];
        let mut named = OUTSIDE_KEYWORDS
            .iter()
            .filter(|(_, keywords)| self.rules_mention(keywords));
        let (Some((id, _)), None) = (named.next(), named.next()) else {
            return;
        };
        let [row, column] = points[0].map(|at| at.div_euclid(100));
        let inside = |at: i32| u8::try_from(at).ok().filter(|at| *at < self.size);
        let is_far = |at: i32| at >= i32::from(self.size);
        let (is_row, index, is_reversed) = match (inside(row), inside(column)) {
            (Some(row), None) => (true, row, is_far(column)),
            (None, Some(column)) => (false, column, is_far(row)),
            _ => return,
        };
        if text.parse::<u32>().is_err() {
            return;
        }
        let line = Line {
            is_row,
            number: index,
            is_reversed: is_reversed && *id != "sandwich",
        };
        let rule = rule_text::rule(id, Some(&text.clone()), &line.to_string());
        self.push(number, rule);
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::{ReadOptions, Record, lz_string, read_all};
    use super::*;

    /// Reads a 9×9 puzzle with these drawings and this text of rules.
    fn read_with(drawings: &str, words: &str) -> Result<Record, ReadError> {
        let row = format!("[{}]", ["{}"; 9].join(","));
        let cells = [row.as_str(); 9].join(",");
        let json = format!(
            "{{\"cells\":[{cells}],\"cages\":[{{\"value\":\"rules: {words}\"}}],{drawings}}}"
        );
        let link = format!("https://sudokupad.app/scl{}", lz_string::compress(&json));
        let mut all = read_all(&link, &ReadOptions::default());
        assert_eq!(all.len(), 1);
        all.remove(0)
    }

    fn rules(drawings: &str, words: &str) -> Vec<String> {
        let record = read_with(drawings, words).unwrap_or_else(|error| panic!("{error:?}"));
        let layout = record.puzzle.layout();
        layout.rules().iter().map(ToString::to_string).collect()
    }

    const THERMO: &str = r##""lines":[{"color":"#CFCFCF","thickness":21,
        "wayPoints":[[0.5,0.5],[0.5,3.5],[1.5,4.5]]}],
        "underlays":[{"center":[0.5,0.5],"rounded":true,"width":0.85,"height":0.85,
        "backgroundColor":"#CFCFCF"}]"##;

    #[test]
    fn drawings_are_rules_that_the_text_names() {
        let overlay = |more: &str| format!("\"overlays\":[{{{more}}}]");
        let dot = |color: &str| {
            overlay(&format!(
                "\"center\":[1,0.5],\"rounded\":true,\"width\":0.3,\"height\":0.3,\
                \"backgroundColor\":\"{color}\""
            ))
        };
        let text = |center: &str, text: &str| {
            overlay(&format!(
                "\"center\":{center},\"width\":0.25,\"height\":0.25,\"text\":\"{text}\""
            ))
        };
        let line = |color: &str| {
            format!("\"lines\":[{{\"color\":\"{color}\",\"wayPoints\":[[0.5,0.5],[0.5,2.5]]}}]")
        };
        for (drawings, words, expected) in [
            (
                THERMO.to_owned(),
                "Thermometers rise",
                "thermo=r1c1 r1c2 r1c3 r1c4 r2c5",
            ),
            (line("#F067F0"), "Renban lines", "renban=r1c1 r1c2 r1c3"),
            (line("#67f067"), "German whispers", "whisper=r1c1 r1c2 r1c3"),
            (
                line("#FF9A00"),
                "Dutch whispers",
                "whisper=4: r1c1 r1c2 r1c3",
            ),
            (line("#CFCFCF"), "Palindromes", "palindrome=r1c1 r1c2 r1c3"),
            (line("#cdb1ec"), "Zipper", "zipper=r1c1 r1c2 r1c3"),
            (
                dot("#FFFFFF"),
                "A white dot: consecutive",
                "difference=r1c1 r2c1",
            ),
            (dot("#000"), "Kropki dots", "ratio=r1c1 r2c1"),
            (text("[0.5,1]", "X"), "X and V", "xv=X: r1c1 r1c2"),
            (
                text("[-0.5,2.5]", "12"),
                "Sandwich sums",
                "sandwich=12: column 3",
            ),
            (
                text("[9.5,2.5]", "12"),
                "X-sums",
                "x-sum=12: column 3 from below",
            ),
            (
                text("[2.5,9.5]", "3"),
                "Skyscrapers",
                "skyscraper=3: row 3 from right",
            ),
            (
                overlay(r##""center":[1,1],"rounded":true,"width":0.7,"height":0.7,"text":"1 2""##),
                "Quadruples",
                "quadruple=1 2: r1c1",
            ),
            (
                r##""underlays":[{"center":[0.5,0.5],"rounded":true,"width":0.7,"height":0.7,
                "backgroundColor":"#CFCFCF"}]"##
                    .to_owned(),
                "Gray circles are odd",
                "odd=r1c1",
            ),
            (
                r##""arrows":[{"color":"#a1a1a1","wayPoints":[[0.5,0.8],[0.5,1.5],[1.5,2.5]]}],
                "overlays":[{"center":[0.5,0.5],"rounded":true,"width":0.75,"height":0.75,
                "backgroundColor":"#ffffff"}]"##
                    .to_owned(),
                "Arrows",
                "arrow=r1c1; r1c2 r2c3",
            ),
            (
                r##""arrows":[{"wayPoints":[[0.5,1.8],[0.5,2.5],[0.5,3.5]]}],
                "overlays":[{"center":[0.5,1],"rounded":true,"width":1.75,"height":0.75}]"##
                    .to_owned(),
                "Pill arrows",
                "arrow=r1c1 r1c2; r1c3 r1c4",
            ),
            (
                r##""arrows":[{"wayPoints":[[-0.2,2.2],[-0.02,2.02]]}],"overlays":[
                {"center":[-0.5,2.5],"width":0.25,"height":0.25,"text":"12"}]"##
                    .to_owned(),
                "Little killer clues",
                "little-killer=12: r1c2 down-left",
            ),
            (
                r##""lines":[{"color":"#CFCFCF","thickness":2,"wayPoints":[[0.5,0.9],[0.5,3.1]]}],
                "overlays":[{"center":[0.5,0.5],"rounded":true,"width":0.8,"height":0.8},
                {"center":[0.5,3.5],"rounded":true,"width":0.8,"height":0.8}]"##
                    .to_owned(),
                "Between lines",
                "between=r1c1 r1c2 r1c3 r1c4",
            ),
        ] {
            assert_eq!(rules(&drawings, words), [expected], "{words}");
            // Another text names nothing.
            let error = read_with(&drawings, "Normal rules apply").unwrap_err();
            assert!(
                error.message.contains("which ndoku does not know"),
                "{error:?}"
            );
        }
    }

    #[test]
    fn diagonals_are_houses() {
        let line = r##""lines":[{"color":"#34BBE6","wayPoints":[[0,9],[9,0]]}]"##;
        let record = read_with(line, "The diagonal has no repeats").unwrap();
        let layout = record.puzzle.layout();
        assert!(layout.has_diagonal(ndoku_core::Diagonal::Anti));
        assert!(!layout.has_diagonal(ndoku_core::Diagonal::Main));
    }

    #[test]
    fn what_is_left_over_is_named() {
        let message = |drawings: &str, words: &str| read_with(drawings, words).unwrap_err().message;
        // A line of another color beside a known one.
        let two = THERMO.replace(
            "\"lines\":[",
            "\"lines\":[{\"color\":\"#123456\",\"wayPoints\":[]},",
        );
        assert!(message(&two, "thermo").contains("lines (1)"));
        // Two rules with clues beside the grid.
        let clue = r#""overlays":[{"center":[-0.5,2.5],"text":"12"}]"#;
        assert!(message(clue, "Sandwich and skyscraper").contains("overlays (1)"));
        // A line that leaves the grid.
        let far = THERMO.replace("[1.5,4.5]", "[1.5,40.5]");
        assert!(message(&far, "thermo").contains("lines (1)"));
    }

    #[test]
    fn minified_colors_are_known() {
        for (short, long) in [
            ("F067F0", "F067F0"),
            ("#0", "000000"),
            ("#F", "FFFFFF"),
            ("#fff", "FFFFFF"),
            ("#cfcfcfff", "CFCFCF"),
        ] {
            assert_eq!(full_color(short), long);
        }
        assert_eq!(read_hundredths("-0.5"), Some(-50));
        assert_eq!(read_hundredths("1e9"), None);
    }
}
