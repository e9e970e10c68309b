//! A worked solution in Markdown.

use ndoku::format::{self, Record, WriteOptions};
use ndoku::logic::handbook::Position;
use ndoku::logic::step::written as effect;

use super::Way;
use crate::render;

/// The puzzle, every step with its reason, and the solution. Before a step that is no single the candidates are drawn.
pub(super) fn written(way: &Way, title: Option<&str>) -> String {
    let mut out = format!("# {}\n\n{}\n\n", title.unwrap_or("A worked solution"), way.summary());
    let puzzle = way.game.puzzle();
    if let Some(drawn) = drawn(&Record::from(puzzle.clone())) {
        out += &fenced(&drawn);
    }
    for (number, (board, step)) in way.steps.iter().enumerate() {
        let change = way.at(board, |position| effect(position, &step.effect));
        out += &format!("## {}. {} ({}): {change}\n\n", number + 1, step.technique.name, step.difficulty);
        if step.effect.placements.is_empty() {
            out += &fenced(&Position { puzzle: puzzle.clone(), board: board.clone() }.draw());
        }
        out += &format!("{}\n\n", step.why.text);
    }
    let full = render::with_clues(puzzle, way.board.layout().cells().zip(way.board.digits().iter().copied()));
    if let Some(drawn) = drawn(&Record::from(full)) {
        out += &format!("## {}\n\n", if way.board.open_count() == 0 { "Solution" } else { "What stands at the end" });
        out += &fenced(&drawn);
    }
    out.truncate(out.trim_end().len());
    out + "\n"
}

fn drawn(record: &Record) -> Option<String> {
    let options = WriteOptions { ascii: true, ..WriteOptions::default() };
    ["grid", "rows"].iter().find_map(|id| render::write(record, format::find(id)?, &options).ok())
}

fn fenced(text: &str) -> String {
    format!("```text\n{}\n```\n\n", text.trim_end())
}
