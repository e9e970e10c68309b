//! A worked solution: the puzzle, every step with its reason, and the solution, as a document for the renderer.

use ndoku::logic::step::written as effect;
use ndoku_render::{Document, Scene};

use super::Way;
use crate::commands::draw::marked;

/// Adds the way to a document. Before a step that is no single the candidates are drawn, with its marks.
pub(super) fn add(way: &Way, title: Option<&str>, document: &mut Document) {
    let puzzle = way.game.puzzle();
    document.heading(1, title.unwrap_or("A worked solution"));
    document.text(way.summary());
    document.picture(Scene::of_puzzle(puzzle));
    for (number, (board, step)) in way.steps.iter().enumerate() {
        let change = way.at(board, |position| effect(position, &step.effect));
        document.heading(2, format!("{}. {} ({}): {change}", number + 1, step.technique.name, step.difficulty));
        if step.effect.placements.is_empty() {
            document.picture(marked(Scene::of_board(puzzle, board), step, true));
        }
        document.text(step.why.text.clone());
    }
    document.heading(2, if way.board.open_count() == 0 { "Solution" } else { "What stands at the end" });
    document.picture(Scene::of_board(puzzle, &way.board));
}
