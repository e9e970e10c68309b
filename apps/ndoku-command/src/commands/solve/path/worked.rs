//! Worked solutions: a document with the puzzle, every step with its reason, and the solution.

use ndoku_render::{Document, Scene};

use super::WorkedPath;

/// Adds a worked solution to a document. Steps that eliminate candidates get a picture of the
/// candidates and highlights.
pub(super) fn add(worked_path: &WorkedPath, title: Option<&str>, document: &mut Document) {
    let path = &worked_path.path;
    let puzzle = path.puzzle();
    document.add_heading(1, title.unwrap_or("A worked solution"));
    document.add_text(worked_path.summary());
    document.add_picture(Scene::from_puzzle(puzzle));
    for (number, one) in path.steps().iter().enumerate() {
        let step = &one.step;
        document.add_heading(
            2,
            format!(
                "{}. {} ({}): {}",
                number + 1,
                step.technique.name,
                step.difficulty,
                path.format_deduction(one)
            ),
        );
        if step.deduction.placements.is_empty() {
            document
                .add_picture(Scene::from_board(puzzle, &one.before).with_step(&step.highlights()));
        }
        document.add_text(step.explanation.text.clone());
    }
    document.add_heading(
        2,
        if path.board().open_count() == 0 {
            "Solution"
        } else {
            "Final state"
        },
    );
    document.add_picture(Scene::from_board(puzzle, path.board()));
}
