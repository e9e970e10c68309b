//! Tests of hints: the levels of a step, and every outcome.

use ndoku_core::{Board, Digit, HighlightRole, Layout, Puzzle, Solution};

use super::*;
use crate::position::Geometry;
use crate::solution_status::Mistake;
use crate::{handbook, techniques};

const EASY: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

fn puzzle() -> Puzzle {
    EASY.parse().unwrap()
}

/// Returns the solution with its digits renamed.
fn solution(rename: impl Fn(u8) -> u8) -> Solution {
    let digits: Vec<Digit> = SOLVED
        .bytes()
        .map(|byte| Digit::new(rename(byte - b'0')).unwrap())
        .collect();
    Solution::new(&Layout::classic(), &digits).unwrap()
}

fn candidate(row: u8, column: u8, digit: u8) -> Candidate {
    Candidate::new(Cell::new(row - 1, column - 1), Digit::new(digit).unwrap())
}

fn find(board: &Board, status: &SolutionStatus) -> HintOutcome {
    HintOutcome::find(
        &LogicalSolver::for_state(&puzzle(), board.clone(), status),
        status,
    )
}

/// Returns the end of a state and its full text.
fn end(board: &Board, status: &SolutionStatus) -> (PathEnd, String) {
    let outcome = find(board, status);
    let text = outcome
        .text(HintLevel::Full, puzzle().symbols())
        .to_string();
    (outcome.end().unwrap().clone(), text)
}

#[test]
fn each_level_adds_information() {
    let technique = techniques::find("pointing").unwrap();
    let cases = handbook::parse_cases(technique.handbook).unwrap();
    let state = &cases[0].state;
    let geometry = Geometry::for_layout(state.board.layout());
    let position = Position::new(&state.puzzle, &state.board, &geometry);
    let step = technique
        .all_steps(&position, true)
        .into_iter()
        .find(|step| step.deduction.to_string() == cases[0].deduction.to_string())
        .unwrap();
    let hint = Hint::new(&position, step, false);
    let [nudge, where_, what, full] = HintLevel::ALL.map(|level| hint.text(level).to_string());
    assert_eq!(
        nudge,
        "Try Pointing: all places of a digit in a box lie in one line, so it is removed \
        from the rest of the line."
    );
    assert_eq!(where_, "Look at box 4 and row 5 for Pointing.");
    assert_eq!(
        what,
        "Look at box 4 and row 5 for Pointing. The pattern is 5 in r5c1 and r5c3."
    );
    assert!(
        full.starts_with("Pointing: In box 4, 5 can only go")
            && full.ends_with("So 5 can be removed from r5c4 and r5c5."),
        "{full}"
    );
    let [nudge, where_, what, full] = HintLevel::ALL.map(|level| hint.highlights(level));
    assert!(nudge.is_empty());
    assert!(
        where_.len() == 2 && where_.iter().all(|one| matches!(one, Highlight::House(..))),
        "{where_:?}"
    );
    let gone = |column| Highlight::Candidate(candidate(5, column, 5), HighlightRole::Eliminated);
    assert!(what.len() == 4 && what.starts_with(&where_), "{what:?}");
    assert_eq!(full, [what, vec![gone(4), gone(5)]].concat());
    assert_eq!(
        HintLevel::ALL.map(|level| level.name().parse()),
        HintLevel::ALL.map(Ok)
    );
}

#[test]
fn a_place_without_a_house_is_its_cells() {
    let geometry = Geometry::for_layout(&Layout::classic());
    let (puzzle, board) = (puzzle(), Board::with_clues_placed(&puzzle()));
    let position = Position::new(&puzzle, &board, &geometry);
    // r5c5 has one candidate.
    let step = techniques::find("naked-single")
        .unwrap()
        .first_step(&position)
        .unwrap();
    let place = |step: Step| Hint::new(&position, step, false).highlights(HintLevel::Where);
    let pattern = [Highlight::Cell(Cell::new(4, 4), HighlightRole::Pattern)];
    assert_eq!(place(step.clone()), pattern);
    let mut bare = step;
    bare.explanation.highlights.clear();
    assert_eq!(place(bare), pattern);
}

#[test]
fn a_state_with_a_step_has_a_hint() {
    let board = Board::with_clues_placed(&puzzle());
    let status = SolutionStatus::Unique(solution(|digit| digit));
    let outcome = find(&board, &status);
    let hint = outcome.hint().unwrap();
    assert!(!hint.has_multiple_solutions && outcome.proposes_change() && outcome.end().is_none());
    assert_eq!(
        hint.deduction().find_error(status.solution().unwrap()),
        None
    );
    assert_eq!(
        *outcome.text(HintLevel::Where, puzzle().symbols()),
        "Look at box 2 for Hidden Single in a Box."
    );
    assert_eq!(outcome.highlights(HintLevel::Full), hint.step.highlights());
    let several = find(&board, &SolutionStatus::Multiple);
    assert!(several.hint().unwrap().has_multiple_solutions);
    // Techniques may run although the search for the solution did not finish.
    let unknown = find(&board, &SolutionStatus::Unknown);
    assert!(!unknown.hint().unwrap().has_multiple_solutions);
}

#[test]
fn mistakes_are_revealed_level_by_level() {
    let mut board = Board::with_clues_placed(&puzzle());
    // r1c4 is 6 and r1c3 is 4 in the solution.
    board.place(candidate(1, 4, 2));
    board.remove(candidate(1, 3, 4));
    let status = SolutionStatus::Unique(solution(|digit| digit));
    let outcome = find(&board, &status);
    let mistakes = vec![
        Mistake::Candidate(candidate(1, 3, 4)),
        Mistake::Digit(candidate(1, 4, 2)),
    ];
    assert_eq!(outcome.end(), Some(&PathEnd::Wrong(mistakes)));
    assert!(outcome.proposes_change() && outcome.hint().is_none());
    assert_eq!(
        HintLevel::ALL.map(|level| outcome.text(level, puzzle().symbols()).to_string()),
        [
            "Something is wrong in 2 cells.",
            "Look at r1c3, r1c4: something is wrong there.",
            "4 was removed from r1c3, and belongs there. 2 does not belong in r1c4.",
            "4 was removed from r1c3, and belongs there. 2 does not belong in r1c4.",
        ]
    );
    let cells = |role| {
        vec![2, 3]
            .into_iter()
            .map(move |column| Highlight::Cell(Cell::new(0, column), role))
    };
    assert_eq!(
        HintLevel::ALL.map(|level| outcome.highlights(level)),
        [
            Vec::new(),
            cells(HighlightRole::Pattern).collect(),
            Vec::new(),
            cells(HighlightRole::Eliminated).collect(),
        ]
    );
    // A consequence of a wrong digit is no mistake of its own.
    let mut board = Board::with_clues_placed(&puzzle());
    board.place(candidate(1, 3, 2));
    let wrong = Mistake::Digit(candidate(1, 3, 2));
    assert_eq!(
        end(&board, &status),
        (
            PathEnd::Wrong(vec![wrong]),
            "2 does not belong in r1c3.".to_owned()
        )
    );
}

#[test]
fn every_other_state_has_the_reason_why_it_has_no_hint() {
    let board = Board::with_clues_placed(&puzzle());
    let unique = SolutionStatus::Unique(solution(|digit| digit));
    let full = Board::with_clues_placed(&SOLVED.parse().unwrap());
    let mut contradicted = board.clone();
    // r5c5 has one candidate.
    contradicted.remove(candidate(5, 5, 5));
    for (board, status, expected, text) in [
        (
            &board,
            &SolutionStatus::Unsolvable,
            PathEnd::Unsolvable,
            "The puzzle has no solution.",
        ),
        (
            &board,
            &SolutionStatus::DeadEnd,
            PathEnd::DeadEnd,
            "No solution contains all these digits and candidates. Undo some of them.",
        ),
        (
            &contradicted,
            &SolutionStatus::Unknown,
            PathEnd::DeadEnd,
            "No solution contains all these digits and candidates. Undo some of them.",
        ),
        (&full, &unique, PathEnd::Solved, "The puzzle is solved."),
    ] {
        assert_eq!(end(board, status), (expected, text.to_owned()));
        let outcome = find(board, status);
        assert!(!outcome.proposes_change() && outcome.highlights(HintLevel::Full).is_empty());
    }
}

#[test]
fn a_search_without_a_step_says_why() {
    let (puzzle, board) = (puzzle(), Board::with_clues_placed(&puzzle()));
    let unique = SolutionStatus::Unique(solution(|digit| digit));
    let without = |status: &SolutionStatus| {
        let solver = LogicalSolver::new(&puzzle, board.clone(), &[]);
        HintOutcome::find(&solver, status).end().cloned()
    };
    assert_eq!(without(&unique), Some(PathEnd::Stuck));
    assert_eq!(without(&SolutionStatus::Unknown), Some(PathEnd::Stuck));
    assert_eq!(
        without(&SolutionStatus::Multiple),
        Some(PathEnd::StuckWithMultiple)
    );
    let solver = LogicalSolver::for_state(&puzzle, board.clone(), &unique).with_stop(&|| true);
    assert_eq!(
        HintOutcome::find(&solver, &unique).end(),
        Some(&PathEnd::Stopped)
    );
    let other = solution(|digit| digit % 9 + 1);
    let solver =
        LogicalSolver::for_state(&puzzle, board.clone(), &unique).with_solution_check(&other);
    assert_eq!(
        HintOutcome::find(&solver, &unique).end(),
        Some(&PathEnd::Unsound)
    );
}
