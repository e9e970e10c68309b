//! Worked solutions: a document with the puzzle, every step, and the solution.
//!
//! ```text
//! steps ─┬─ placements ─▶ rows of a table
//!        ├─ the hardest eliminations ─▶ heading, picture, reason
//!        ├─ others ─▶ heading, reason
//!        └─ the easiest ones, if there are very many ─▶ rows of a table
//! ```
//!
//! On paper, the hardest puzzles take at most `MAX_PAGES`: pictures of easy steps are dropped
//! first, and then their reasons.

use ndoku::hint::Language;
use ndoku::rating::Difficulty;
use ndoku::solution_path::{PathStep, WorkedWord};
use ndoku_render::{Document, DocumentPart, Paper, RenderError, Scene, Style, Table, page};

use super::WorkedPath;

/// Maximum number of pages of a worked solution.
const MAX_PAGES: usize = 8;

/// The number of eliminations with a picture, and the number of those with a reason. The hardest
/// ones come first.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Detail {
    pictured: usize,
    explained: usize,
}

impl Detail {
    /// Everything has a picture and a reason.
    pub(super) const FULL: Self = Self {
        pictured: usize::MAX,
        explained: usize::MAX,
    };
}

/// Returns the parts of a worked solution.
pub(super) fn parts(
    worked_path: &WorkedPath,
    title: Option<&str>,
    detail: Detail,
) -> Vec<DocumentPart> {
    let path = &worked_path.path;
    let puzzle = path.puzzle();
    let language = worked_path.language;
    let word = |word: WorkedWord| word.text().in_language(language);
    let in_language = |scene: Scene| scene.with_language(language.code());
    let mut document = Document::default();
    document.add_heading(
        1,
        title.map_or_else(|| word(WorkedWord::Title), str::to_owned),
    );
    document.add_text(worked_path.summary());
    document.add_picture(in_language(Scene::from_puzzle(puzzle)));
    let ranks = ranks(path.steps());
    let mut table = new_table(language);
    for (number, (one, rank)) in path.steps().iter().zip(ranks).enumerate() {
        let step = &one.step;
        let deduction = path.format_deduction(one);
        let is_explained = rank.is_some_and(|rank| rank < detail.explained);
        if !is_explained {
            table.rows.push(vec![
                (number + 1).to_string(),
                step.difficulty.to_string(),
                step.technique.name_in(language).to_owned(),
                deduction,
            ]);
            continue;
        }
        document.add_table(std::mem::replace(&mut table, new_table(language)));
        document.add_heading(
            2,
            format!(
                "{}. {} ({}): {deduction}",
                number + 1,
                step.technique.name_in(language),
                step.difficulty,
            ),
        );
        if rank.is_some_and(|rank| rank < detail.pictured) {
            let scene = Scene::from_board(puzzle, &one.before).with_step(&step.highlights());
            document.add_picture(in_language(scene));
        }
        document.add_text(step.explanation.text.in_language(language));
    }
    document.add_table(table);
    document.add_heading(
        2,
        word(if path.board().open_count() == 0 {
            WorkedWord::Solution
        } else {
            WorkedWord::FinalState
        }),
    );
    document.add_picture(in_language(Scene::from_board(puzzle, path.board())));
    document.parts
}

/// Returns the parts of a worked solution that takes at most `MAX_PAGES` of a paper, if possible.
///
/// # Errors
/// Returns an error if the paper has no room.
pub(super) fn parts_for_paper(
    worked_path: &WorkedPath,
    title: Option<&str>,
    paper: &Paper,
) -> Result<Vec<DocumentPart>, RenderError> {
    let theme = Style::default().theme;
    let fits = |detail: Detail| -> Result<bool, RenderError> {
        let document = Document {
            parts: parts(worked_path, title, detail),
            ..Document::default()
        };
        Ok(page::paginate(&document, paper, theme)?.len() <= MAX_PAGES)
    };
    let steps = worked_path.path.steps();
    let all = ranks(steps).iter().flatten().count();
    let mut detail = Detail {
        pictured: all,
        explained: all,
    };
    if fits(detail)? {
        return Ok(parts(worked_path, title, detail));
    }
    if let Some(pictured) = largest(all, |pictured| fits(Detail { pictured, ..detail }))? {
        detail.pictured = pictured;
    } else {
        detail.pictured = 0;
        let explained = |explained| {
            fits(Detail {
                explained,
                ..detail
            })
        };
        detail.explained = largest(all, explained)?.unwrap_or(0);
    }
    Ok(parts(worked_path, title, detail))
}

/// Returns the largest number below `end` that fits, if all smaller ones fit too.
fn largest<E>(
    end: usize,
    mut fits: impl FnMut(usize) -> Result<bool, E>,
) -> Result<Option<usize>, E> {
    let (mut low, mut high) = (0, end);
    while low < high {
        let middle = usize::midpoint(low, high);
        if fits(middle)? {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    Ok(low.checked_sub(1))
}

/// Returns the rank of each elimination, the hardest first. Placements have none.
fn ranks(steps: &[PathStep]) -> Vec<Option<usize>> {
    let mut order: Vec<(Difficulty, usize)> = steps
        .iter()
        .enumerate()
        .filter(|(_, one)| one.step.deduction.placements.is_empty())
        .map(|(number, one)| (one.step.difficulty, number))
        .collect();
    order.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut ranks = vec![None; steps.len()];
    for (rank, (_, number)) in order.into_iter().enumerate() {
        ranks[number] = Some(rank);
    }
    ranks
}

fn new_table(language: Language) -> Table {
    let header = [
        WorkedWord::Step,
        WorkedWord::Rating,
        WorkedWord::Technique,
        WorkedWord::Result,
    ];
    Table {
        header: header
            .map(|word| word.text().in_language(language))
            .to_vec(),
        rows: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_number_is_found() {
        for wanted in 0..10_usize {
            let found = largest(10, |number| Ok::<bool, ()>(number <= wanted));
            assert_eq!(found, Ok(Some(wanted.min(9))));
        }
        assert_eq!(largest(10, |_| Ok::<bool, ()>(false)), Ok(None));
    }
}
