//! Writes a record as an object of schema `ndoku/1`.

use std::fmt::Write as _;

use ndoku_core::constraint::RuleRef;
use ndoku_core::{Boxes, Diagonal, Digit, Layout, Symbols};

use super::super::{Metadata, Record, WriteError, symbols_line};

/// The layout of an object.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(in super::super) enum Style {
    /// One line.
    Line,
    /// One line for each field, and for each row of numbers.
    Spread,
}

/// Appends the record and a line end.
///
/// # Errors
/// Returns an error if the layout has constraints that do not come from a rule.
pub(super) fn object(record: &Record, style: Style, out: &mut String) -> Result<(), WriteError> {
    let layout = record.puzzle.layout();
    if let Some(nameless) = layout.custom_constraints().first() {
        return Err(WriteError(format!(
            "the constraint {} was made by a program and has no name to be written by",
            nameless.id()
        )));
    }
    let mut fields = Fields {
        out,
        style,
        any: false,
    };
    fields.put("schema", "\"ndoku/1\"");
    fields.put("size", &layout.size().to_string());
    let symbols = record.puzzle.symbols();
    let writable = symbols_line::is_writable(symbols);
    match layout.boxes() {
        Boxes::None => fields.put("box", "\"none\""),
        Boxes::Rectangles { width, height } => fields.put("box", &list([width, height], style)),
        Boxes::Regions(map) => fields.put("regions", &regions(map, layout.size(), style)),
    }
    if *symbols != Symbols::numbers(layout.size()) {
        let tokens: Vec<&str> = symbols.iter().collect();
        let text = if writable {
            quote(&tokens.concat())
        } else {
            list(tokens.into_iter().map(quote), style)
        };
        fields.put("symbols", &text);
    }
    let grid = |cells: &mut dyn Iterator<Item = Option<Digit>>| {
        if writable {
            let mut text = String::with_capacity(layout.cell_count());
            symbols_line::write(cells, symbols, '.', &mut text);
            return quote(&text);
        }
        numbers(
            &cells
                .map(|cell| cell.map_or(0, Digit::get))
                .collect::<Vec<_>>(),
            layout.size(),
            style,
        )
    };
    fields.put("givens", &grid(&mut record.puzzle.clues().iter().copied()));
    if let Some(entries) = &record.entries {
        fields.put("placed", &grid(&mut entries.iter().copied()));
    }
    if let Some(marks) = record.puzzle.pencilmarks() {
        let sets = marks.iter().map(|set| {
            let digits = set.iter();
            if writable {
                quote(
                    &digits
                        .map(|digit| symbols.symbol(digit))
                        .collect::<String>(),
                )
            } else {
                list(digits, Style::Line)
            }
        });
        fields.put("candidates", &list(sets, style));
    }
    if let Some(rules) = rules(layout, style) {
        fields.put("rules", &rules);
    }
    if let Some(solution) = &record.solution {
        fields.put("solution", &grid(&mut solution.iter().copied().map(Some)));
    }
    if !record.metadata.is_empty() {
        fields.put("meta", &metadata(&record.metadata, style));
    }
    out.push_str(if style == Style::Spread {
        "\n}\n"
    } else {
        "}\n"
    });
    Ok(())
}

struct Fields<'o> {
    out: &'o mut String,
    style: Style,
    any: bool,
}

impl Fields<'_> {
    fn put(&mut self, name: &str, value: &str) {
        self.out.push(if self.any { ',' } else { '{' });
        self.any = true;
        let (before, after) = if self.style == Style::Spread {
            ("\n  ", " ")
        } else {
            ("", "")
        };
        let _ = write!(self.out, "{before}\"{name}\":{after}{value}");
    }
}

fn quote(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn list<T: ToString>(items: impl IntoIterator<Item = T>, style: Style) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    format!(
        "[{}]",
        items.join(if style == Style::Spread { ", " } else { "," })
    )
}

/// Returns the JSON of an object from names and JSON values.
fn map(members: &[(&str, String)], style: Style) -> String {
    let (colon, comma) = if style == Style::Spread {
        (": ", ", ")
    } else {
        (":", ",")
    };
    let members: Vec<String> = members
        .iter()
        .map(|(name, value)| format!("{}{colon}{value}", quote(name)))
        .collect();
    format!("{{{}}}", members.join(comma))
}

/// Returns the JSON of numbers: one array, or one line for each row.
fn numbers(values: &[u8], size: u8, style: Style) -> String {
    if style == Style::Line {
        return list(values, style);
    }
    let rows: Vec<String> = values
        .chunks(usize::from(size))
        .map(|row| format!("    {}", list(row, style)))
        .collect();
    format!("[\n{}\n  ]", rows.join(",\n"))
}

/// Returns the JSON of regions: a string with one character for each cell while characters suffice,
/// else numbers.
fn regions(map: &[u8], size: u8, style: Style) -> String {
    if size <= 36 {
        return quote(
            &map.iter()
                .filter_map(|number| char::from_digit(u32::from(*number), 36))
                .collect::<String>(),
        );
    }
    numbers(map, size, style)
}

/// Returns the JSON of the diagonals and rules: an object, or an array of `NAME=ARGUMENT` if only
/// that keeps their order.
fn rules(layout: &Layout, style: Style) -> Option<String> {
    let diagonals = [
        ("diagonal_ul_lr", Diagonal::Main),
        ("diagonal_ll_ur", Diagonal::Anti),
    ];
    let diagonals = diagonals
        .into_iter()
        .filter(|(_, diagonal)| layout.has_diagonal(*diagonal))
        .map(|(name, _)| name);
    let groups: Vec<&[RuleRef]> = layout.rules().chunk_by(|a, b| a.id == b.id).collect();
    let scattered = groups.iter().enumerate().any(|(index, group)| {
        groups[..index]
            .iter()
            .any(|other| other[0].id == group[0].id)
    });
    if scattered {
        let rules = layout.rules().iter().map(ToString::to_string);
        return Some(list(
            diagonals
                .map(str::to_owned)
                .chain(rules)
                .map(|rule| quote(&rule)),
            style,
        ));
    }
    let mut members: Vec<(&str, String)> =
        diagonals.map(|name| (name, "true".to_owned())).collect();
    for group in groups {
        let arguments: Vec<String> = group
            .iter()
            .filter_map(|rule| rule.argument.as_deref())
            .map(quote)
            .collect();
        let value = match &arguments[..] {
            [] => "true".to_owned(),
            [one] => one.clone(),
            _ => list(&arguments, style),
        };
        members.push((group[0].id, value));
    }
    (!members.is_empty()).then(|| map(&members, style))
}

/// Returns the JSON of a `meta` object.
pub(in super::super) fn metadata(metadata: &Metadata, style: Style) -> String {
    let fields = [
        ("title", &metadata.title),
        ("author", &metadata.author),
        ("source", &metadata.source),
        ("url", &metadata.url),
        ("date", &metadata.date),
        ("level", &metadata.level),
        ("comment", &metadata.comment),
        ("rating", &metadata.rating),
        ("id", &metadata.id),
    ];
    let mut members: Vec<(&str, String)> = fields
        .into_iter()
        .filter_map(|(name, text)| Some((name, quote(text.as_deref()?))))
        .collect();
    if !metadata.extra.is_empty() {
        let mut names: Vec<&str> = metadata
            .extra
            .iter()
            .map(|(name, _)| name.as_str())
            .collect();
        names.sort_unstable();
        let extra = if names.windows(2).any(|pair| pair[0] == pair[1]) {
            list(
                metadata
                    .extra
                    .iter()
                    .map(|(name, text)| list([quote(name), quote(text)], style)),
                style,
            )
        } else {
            let pairs: Vec<(&str, String)> = metadata
                .extra
                .iter()
                .map(|(name, text)| (name.as_str(), quote(text)))
                .collect();
            map(&pairs, style)
        };
        members.push(("extra", extra));
    }
    map(&members, style)
}
