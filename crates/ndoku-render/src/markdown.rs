//! Markdown: writes a document with ASCII pictures, in which each marked candidate has a sign.

use crate::document::{Document, DocumentPart, Table};
use crate::terminal;

/// Writes the text.
#[must_use]
pub fn write(document: &Document) -> String {
    let options = terminal::Options {
        ascii: true,
        styled: false,
        palette: terminal::Palette::Sixteen,
        columns: Some(0),
    };
    let parts: Vec<String> = document
        .parts
        .iter()
        .map(|part| match part {
            DocumentPart::Heading(level, text) => {
                format!("{} {}\n", "#".repeat(usize::from(*level)), escape(text))
            }
            DocumentPart::Text(text) => format!("{}\n", escape(text)),
            DocumentPart::Table(table) => format_table(table),
            DocumentPart::Picture(scene) => {
                format!("```text\n{}```\n", terminal::write(scene, &options))
            }
        })
        .collect();
    parts.join("\n")
}

fn format_table(table: &Table) -> String {
    let line = |cells: &Vec<String>| {
        let cells: Vec<String> = cells
            .iter()
            .map(|cell| escape(cell).replace('|', "\\|"))
            .collect();
        format!("| {} |\n", cells.join(" | "))
    };
    let rule = format!("|{}\n", "---|".repeat(table.header.len()));
    let rows: String = table.rows.iter().map(line).collect();
    line(&table.header) + &rule + &rows
}

/// Escapes the characters with a meaning in Markdown.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        if matches!(character, '\\' | '`' | '*' | '_' | '<' | '[' | '&') {
            out.push('\\');
        }
        out.push(if character.is_control() {
            ' '
        } else {
            character
        });
    }
    out
}
