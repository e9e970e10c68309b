//! The format `rules`: a grid, and below it one line for each rule.
//!
//! ```text
//! 1...
//! ....
//! ....
//! ...2
//!
//! killer 5: r1c1 r1c2
//! thermo: r2c1-r2c3
//! boxes: 2x2
//! x
//! ```
//!
//! | line | meaning |
//! |---|---|
//! | `NAME [VALUE]: CELLS` | a rule with its argument |
//! | `NAME: CELLS = VALUE` | the same rule, with its value at the end |
//! | `NAME=ARGUMENT` | the same rule as in `--rule` |
//! | `NAME` | a rule without an argument |
//! | `boxes: 3x2`, `boxes: none` | the shape of the boxes, or their absence |
//! | `regions: MAP` | jigsaw regions: one sign for each cell, row by row |
//!
//! Blank lines and comments (`#`) may stand anywhere below the grid. A further grid begins the next
//! puzzle. Cells are names (`r1c1 r1c2`) and paths (`r1c1-r1c5`).
//!
//! The format is our own.

mod parse;
#[cfg(test)]
mod tests;

use std::fmt::Write as _;
use std::ops::ControlFlow;

use ndoku_core::constraint::RuleRef;
use ndoku_core::{Boxes, Diagonal};

use self::parse::is_rule_line;
use super::{
    Block, Detection, Feature, Format, Reader, Record, Scope, WriteError, WriteOptions, Writer,
    grid, line, rows,
};

/// The format of a grid with rules below it.
pub(super) const RULES: Format = Format {
    id: "rules",
    aliases: &["rule-lines"],
    extensions: &["rules"],
    summary: "A grid, and below it one line for each rule, such as `killer 9: r1c1 r1c2`",
    example: "1...\n....\n....\n...2\n\nkiller 5: r1c3 r1c4\nthermo: r2c1-r2c3\nx\n",
    scope: Scope::Document,
    supports: &[
        Feature::AnySize,
        Feature::BoxShape,
        Feature::Regions,
        Feature::NoBoxes,
        Feature::Diagonals,
        Feature::Rules,
    ],
    conditional: line::KEPT_SYMBOLS,
    detect,
    read: Some(read),
    write: Some(Writer {
        header: "",
        separator: "\n",
        footer: "",
        single: false,
        write_record,
    }),
};

/// The number of bytes in which the first rule is searched. That is enough for a 255×255 grid.
const MAX_GRID_BYTES: usize = 1 << 20;

fn detect(block: &Block<'_>) -> Detection {
    let mut end = MAX_GRID_BYTES.min(block.text.len());
    while !block.text.is_char_boundary(end) {
        end -= 1;
    }
    let mut place = 0;
    let mut first = None;
    for line in block.text[..end].split_inclusive('\n') {
        if is_rule_line(line) {
            first = Some(line);
            break;
        }
        place += line.len();
    }
    let first = first.ok_or("no line is a rule")?;
    let above = Block {
        text: &block.text[..place],
        line: block.line,
    };
    rows::parse_single_grid(&above).map_err(|reason| format!("above the rules: {reason}"))?;
    let name: String = first.trim().chars().take(40).collect();
    Ok(format!("a grid, and below it the rule `{name}`").into())
}

/// Returns `true` if a line of the text is a rule.
pub(super) fn has_rules(text: &str) -> bool {
    text.lines().any(is_rule_line)
}

fn read(block: &Block<'_>, reader: &mut Reader<'_>) -> ControlFlow<()> {
    parse::records(block, reader)
}

fn write_record(
    record: &Record,
    options: &WriteOptions,
    out: &mut String,
) -> Result<(), WriteError> {
    let layout = record.puzzle.layout();
    let mut text = String::new();
    let writer = grid::ROWS.write.as_ref();
    let write_rows = writer.map(|writer| writer.write_record);
    write_rows.map_or(Ok(()), |write| write(record, options, &mut text))?;
    let mut rules = String::new();
    if *layout.boxes() != Boxes::for_size(layout.size()) {
        let _ = match layout.boxes() {
            Boxes::None => writeln!(rules, "boxes: none"),
            Boxes::Rectangles { width, height } => writeln!(rules, "boxes: {width}x{height}"),
            Boxes::Regions(_) => {
                writeln!(
                    rules,
                    "regions: {}",
                    layout.boxes().to_map().unwrap_or_default()
                )
            }
        };
    }
    for (diagonal, id) in [
        (Diagonal::Main, "diagonal-main"),
        (Diagonal::Anti, "diagonal-anti"),
    ] {
        if layout.has_diagonal(diagonal) {
            let _ = writeln!(rules, "{id}");
        }
    }
    for rule in layout.rules() {
        let line = RuleRef::notation(rule);
        if line.contains(['\n', '\r']) {
            return Err(WriteError(format!(
                "the rule {} has more than one line",
                rule.id
            )));
        }
        rules.push_str(&line);
        rules.push('\n');
    }
    if let Some(nameless) = layout.custom_constraints().first() {
        return Err(WriteError(format!(
            "the constraint {} was made by a program and has no name to be written by",
            nameless.id()
        )));
    }
    out.push_str(&text);
    if !rules.is_empty() {
        out.push('\n');
        out.push_str(&rules);
    }
    Ok(())
}
