//! Worked solutions: a document with the puzzle, every step with its reason, and the solution.

use ndoku_render::{Document, Scene};

use super::WorkedPath;

/// Adds a worked solution to a document. Steps that eliminate candidates get a picture of the
/// candidates and marks.
pub(super) fn add(worked_path: &WorkedPath, title: Option<&str>, document: &mut Document) {
    let way = &worked_path.way;
    let puzzle = way.puzzle();
    document.heading(1, title.unwrap_or("A worked solution"));
    document.text(worked_path.summary());
    document.picture(Scene::of_puzzle(puzzle));
    for (number, one) in way.steps().iter().enumerate() {
        let step = &one.step;
        document.heading(
            2,
            format!(
                "{}. {} ({}): {}",
                number + 1,
                step.technique.name,
                step.difficulty,
                way.format_deduction(one)
            ),
        );
        if step.deduction.placements.is_empty() {
            document.picture(Scene::of_board(puzzle, &one.before).with_step(
                &step.explanation.marks,
                &[],
                &step.deduction.eliminations,
            ));
        }
        document.text(step.explanation.text.clone());
    }
    document.heading(
        2,
        if way.board().open_count() == 0 {
            "Solution"
        } else {
            "Final state"
        },
    );
    document.picture(Scene::of_board(puzzle, way.board()));
}
