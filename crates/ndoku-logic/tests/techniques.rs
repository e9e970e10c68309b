//! Checks the registry and the handbook: every technique has a page, and every page is right.
//! `NDOKU_BLESS=1` writes the drawings and explanations.

use std::collections::BTreeSet;
use std::path::PathBuf;

use ndoku_core::{Board, Highlight, HighlightRole, Layout, Puzzle};
use ndoku_logic::handbook::{self, Case};
use ndoku_logic::logical_solver::{LogicalSolver, SolveEnd};
use ndoku_logic::position::{Geometry, Position};
use ndoku_logic::{Step, TECHNIQUES, Technique, techniques};
use ndoku_testkit::{drawing, technique_checks};

fn folder() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "handbook"].iter().collect()
}

/// Returns the steps of a technique in a case that have the deduction of the case, or all if it has
/// none.
fn found(technique: &'static Technique, case: &Case) -> Vec<Step> {
    let geometry = Geometry::for_layout(case.state.board.layout());
    let position = Position::new(&case.state.puzzle, &case.state.board, &geometry);
    let mut steps = technique.all_steps(&position, true);
    steps.retain(|step| {
        case.deduction.is_empty()
            || step.deduction.to_string() == case.deduction.to_string()
            || case.is_near_miss && overlap(step, case)
    });
    steps
}

/// Returns whether a step makes a part of the deduction of a case.
fn overlap(step: &Step, case: &Case) -> bool {
    let meets = |a: &[ndoku_core::Candidate], b: &[ndoku_core::Candidate]| {
        a.iter().any(|one| b.contains(one))
    };
    meets(&step.deduction.placements, &case.deduction.placements)
        || meets(&step.deduction.eliminations, &case.deduction.eliminations)
}

#[test]
fn the_registry_is_sorted_and_consistent() {
    let mut names = BTreeSet::new();
    for technique in TECHNIQUES {
        for name in [technique.id, technique.name]
            .iter()
            .chain(technique.aliases)
            .collect::<BTreeSet<_>>()
        {
            assert!(
                techniques::find(name) == Some(technique),
                "{name} of {technique:?} names {:?}",
                techniques::find(name)
            );
        }
        assert!(names.insert(technique.id), "{technique:?}: duplicate id");
        assert!(
            technique.summary.ends_with('.')
                && !technique.name.is_empty()
                && !technique.family.is_empty(),
            "{technique:?}"
        );
        assert!(
            technique
                .id
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-'),
            "{technique:?}"
        );
    }
    assert!(
        TECHNIQUES.is_sorted_by_key(|technique| technique.difficulty),
        "not ascending by difficulty"
    );
    assert_eq!(techniques::find("no such thing"), None);
}

#[test]
fn every_page_belongs_to_a_technique() {
    for entry in std::fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        // A folder holds a translation, which the package `ndoku-api` checks.
        if path.is_dir() {
            continue;
        }
        let id = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let known = TECHNIQUES.iter().any(|technique| technique.id == id);
        assert!(
            known || id == "README",
            "{id}.md: no technique in TECHNIQUES has this id"
        );
    }
}

#[test]
fn every_page_is_right() {
    let bless = std::env::var_os("NDOKU_BLESS").is_some();
    let mut wrong = Vec::new();
    for technique in TECHNIQUES {
        if let Err(what) = page_is_true(technique, bless) {
            wrong.push(format!("{}.md: {what}", technique.id));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn page_is_true(technique: &'static Technique, bless: bool) -> Result<(), String> {
    let path = folder().join(format!("{}.md", technique.id));
    let page = std::fs::read_to_string(&path).map_err(|error| error.to_string())?;
    if !page.starts_with(&format!("# {}\n", technique.name)) {
        return Err(format!("it does not begin with `# {}`", technique.name));
    }
    let cases = handbook::parse_cases(&page).map_err(|error| error.to_string())?;
    if !cases.iter().any(|case| case.is_near_miss) || !cases.iter().any(|case| !case.is_near_miss) {
        return Err("there is no example, or no near miss".into());
    }
    let mut new = String::new();
    let mut at = 0;
    for (number, case) in cases.iter().enumerate() {
        let number = number + 1;
        let board = &case.state.board;
        let solution = solution(&case.state.puzzle)
            .ok_or_else(|| format!("case {number} has not one solution"))?;
        if board
            .layout()
            .cells()
            .any(|cell| !board.candidates(cell).contains(solution.digit(cell)))
        {
            return Err(format!(
                "case {number}: the solution's candidates are not all there"
            ));
        }
        let steps = found(technique, case);
        new += &page[at..case.end];
        at = case.end;
        if case.is_near_miss {
            if let Some(step) = steps.first() {
                return Err(format!("near miss {number}: it finds {step}"));
            }
            continue;
        }
        let Some(step) = steps.first().filter(|_| !case.deduction.is_empty()) else {
            let geometry = Geometry::for_layout(board.layout());
            let all =
                technique.all_steps(&Position::new(&case.state.puzzle, board, &geometry), false);
            return Err(format!("example {number}: it finds only {all:?}"));
        };
        if step.deduction.find_error(&solution).is_some() || step.explanation.highlights.is_empty()
        {
            return Err(format!(
                "example {number}: the step is wrong, or has no highlights"
            ));
        }
        let is_change = |highlight: &Highlight| {
            use HighlightRole::{Eliminated, Placed};
            match highlight {
                Highlight::Cell(_, role)
                | Highlight::Candidate(_, role)
                | Highlight::House(_, role) => matches!(role, Placed | Eliminated),
                Highlight::Link { .. } => false,
            }
        };
        if step.explanation.highlights.iter().any(is_change) {
            return Err(format!(
                "example {number}: the reason highlights a change, which the deduction does"
            ));
        }
        let text = step.explanation.text.to_string();
        let sentences = text.matches(". ").count() + 1;
        if !text.ends_with('.') || sentences > 5 {
            return Err(format!(
                "example {number}: an explanation of {sentences} sentences: {text}"
            ));
        }
        let rules: String = case
            .state
            .rules()
            .iter()
            .map(|rule| format!("{rule}\n"))
            .collect();
        let drawn = format!(
            "\n\n```text\n{}{rules}```\n\n> {}\n",
            drawing::pencilmark_grid(&plain(&case.state.board)),
            step.explanation.text
        );
        let rest = &page[at..];
        if rest.starts_with("\n\n```text\n") {
            let end = rest.find("\n> ").and_then(|quote| {
                rest[quote + 1..]
                    .find('\n')
                    .map(|length| quote + 1 + length + 1)
            });
            at += end.ok_or("a drawing is not followed by an explanation")?;
        } else {
            at += usize::from(rest.starts_with('\n'));
        }
        new += &drawn;
    }
    new += &page[at..];
    if new != page {
        if !bless {
            return Err(
                "drawings or explanations are not what the technique says; NDOKU_BLESS=1 cargo \
                test -p ndoku-logic writes them"
                    .into(),
            );
        }
        std::fs::write(&path, new).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// Returns the candidates of a board as a puzzle without rules. The format of the drawing has none.
fn plain(board: &Board) -> Puzzle {
    let drawn = board.to_pencilmark_puzzle();
    let marks: Vec<_> = board
        .layout()
        .cells()
        .map(|cell| drawn.candidates(cell))
        .collect();
    let mut puzzle = Puzzle::empty(&Layout::classic());
    puzzle.set_pencilmarks(&marks).unwrap();
    puzzle
}

fn solution(puzzle: &Puzzle) -> Option<ndoku_core::Solution> {
    use ndoku_solver::Engine;
    let budget = ndoku_solver::Budget::default();
    let verdict = if puzzle.layout().is_classic() {
        ndoku_solver::Simd9::new(None).solve(puzzle, &budget)
    } else {
        ndoku_solver::Backtrack::new().solve(puzzle, &budget)
    };
    match verdict.ok()?.verdict {
        ndoku_solver::Verdict::Unique(solution) => Some(solution),
        _ => None,
    }
}

#[test]
fn steps_on_solution_paths_are_sound() {
    let (tallies, ..) = technique_checks::check_soundness(
        technique_checks::create_subjects(12, 3),
        3,
        TECHNIQUES,
        20,
    )
    .unwrap_or_else(|wrong| panic!("{wrong}"));
    assert!(tallies["hidden-single"].instances > 0);
}

#[test]
fn equivalent_positions_have_the_same_steps() {
    let compared = technique_checks::check_invariance(4, 5, TECHNIQUES, 6)
        .unwrap_or_else(|wrong| panic!("{wrong}"));
    assert!(compared > 0);
}

#[test]
fn equivalent_puzzles_have_the_same_rating() {
    let levels = technique_checks::check_rating_invariance(6, 2, 7)
        .unwrap_or_else(|wrong| panic!("{wrong}"));
    assert_eq!(levels.values().sum::<usize>(), 6);
}

#[test]
fn an_easy_puzzle_is_solved() {
    let puzzle: Puzzle =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
            .parse()
            .unwrap();
    let solution = solution(&puzzle).unwrap();
    let mut solver = LogicalSolver::new(&puzzle, Board::with_clues_placed(&puzzle), TECHNIQUES)
        .with_solution_check(&solution);
    let mut steps = 0;
    assert_eq!(solver.run(&mut |_| steps += 1), SolveEnd::Solved);
    assert_eq!((steps, solver.board().open_count()), (51, 0));
}
