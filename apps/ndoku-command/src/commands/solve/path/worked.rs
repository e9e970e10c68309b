//! A worked solution: the puzzle, every step with its reason, and the solution, as a document for the renderer.

use ndoku_render::{Document, Scene};

use super::Walk;

/// Adds the way to a document. Before a step that is no single the candidates are drawn, with its marks.
pub(super) fn add(walk: &Walk, title: Option<&str>, document: &mut Document) {
    let way = &walk.way;
    let puzzle = way.puzzle();
    document.add_heading(1, title.unwrap_or("A worked solution"));
    document.add_text(walk.summary());
    document.add_picture(Scene::from_puzzle(puzzle));
    for (number, one) in way.steps().iter().enumerate() {
        let step = &one.step;
        document.add_heading(
            2,
            format!(
                "{}. {} ({}): {}",
                number + 1,
                step.technique.name,
                step.difficulty,
                way.effect(one)
            ),
        );
        if step.effect.placements.is_empty() {
            document.add_picture(Scene::from_board(puzzle, &one.before).with_step(
                &step.why.marks,
                &[],
                &step.effect.eliminations,
            ));
        }
        document.add_text(step.why.text.clone());
    }
    document.add_heading(
        2,
        if way.board().open_count() == 0 {
            "Solution"
        } else {
            "What stands at the end"
        },
    );
    document.add_picture(Scene::from_board(puzzle, way.board()));
}
