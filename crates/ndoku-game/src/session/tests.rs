//! Tests of single actions. `properties` tests any sequence of actions.
#![cfg(test)]

mod properties;

use std::collections::BTreeSet;

use ndoku::hint::SolvingState;
use ndoku::{Alphabet, HighlightRole, Layout, Symbols, Verdict};

use super::*;
use crate::selection::Direction;
use crate::{GridView, PathProgress, save};

const EASY: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SMALL: &str = ".3.14......4..3.";
const HARD: &str =
    "6..37.....7..561....8..1..3.2....3....1...8....7....2.1..9..5....274..9.....63..2";

fn game(text: &str) -> Session {
    new_game(text.parse::<Puzzle>().unwrap())
}

fn new_game(puzzle: Puzzle) -> Session {
    Session::new(&puzzle.into(), &mut Solver::new(), &Budget::default())
}

fn at(row: u8, column: u8) -> Cell {
    Cell::new(row - 1, column - 1)
}

fn digit(number: u8) -> Digit {
    Digit::new(number).unwrap()
}

fn numbers(set: DigitSet) -> Vec<u8> {
    set.iter().map(Digit::get).collect()
}

fn state(game: &Session, cell: Cell) -> CellState {
    game.grid().get(game.layout().index(cell))
}

/// Selects cells and enters a digit.
fn enter(game: &mut Session, cells: &[Cell], mode: Mode, number: u8) -> Response {
    game.act(Action::Select(cells[0]));
    for cell in &cells[1..] {
        game.act(Action::AddToSelection(*cell));
    }
    game.act(Action::EnterAs(mode, digit(number)))
}

fn find_hint(game: &Session) -> HintOutcome {
    let budget = Budget::default();
    let state = SolvingState::new(&game.hint_request(), &mut Solver::new(), &budget);
    state.unwrap().find_hint(&budget).unwrap()
}

fn find_end(game: &Session) -> Option<PathEnd> {
    find_hint(game).end().cloned()
}

/// Requests a hint and applies it.
fn take_hint(game: &mut Session) -> Response {
    assert_eq!(game.act(Action::Hint), Response::HintNeeded);
    let request = game.hint_request();
    assert!(game.show_hint(&request, find_hint(game)));
    loop {
        match game.act(Action::Hint) {
            Response::ViewChanged if game.hint_progress().is_some() => {}
            response => return response,
        }
    }
}

#[test]
fn an_entry_that_all_selected_cells_have_is_removed() {
    let mut game = game(EASY);
    let (a, b, clue) = (at(1, 3), at(1, 4), at(1, 1));
    assert_eq!(enter(&mut game, &[a], Mode::Corner, 4), Response::Changed);
    // Only one of the two cells has the mark, so both get it. Clue cells do not change.
    enter(&mut game, &[a, b, clue], Mode::Corner, 4);
    assert_eq!(
        [a, b, clue].map(|cell| numbers(state(&game, cell).corner)),
        [vec![4], vec![4], vec![]]
    );
    enter(&mut game, &[a, b], Mode::Corner, 4);
    assert_eq!([a, b].map(|cell| state(&game, cell).corner.len()), [0, 0]);
    enter(&mut game, &[a, b, clue], Mode::Digit, 2);
    assert_eq!(
        [a, b, clue].map(|cell| game.digit(cell)),
        [Digit::new(2), Digit::new(2), Digit::new(5)]
    );
    // Cells with a digit accept no marks.
    assert_eq!(
        enter(&mut game, &[a, clue], Mode::Center, 1),
        Response::Nothing
    );
    enter(&mut game, &[a, b], Mode::Digit, 2);
    assert_eq!([a, b].map(|cell| game.digit(cell)), [None, None]);
    assert_eq!(enter(&mut game, &[clue], Mode::Color, 3), Response::Changed);
    assert_eq!(
        state(&game, clue)
            .colors
            .iter()
            .map(CellColor::letter)
            .collect::<String>(),
        "c"
    );
    assert_eq!(enter(&mut game, &[clue], Mode::Digit, 3), Response::Nothing);
}

#[test]
fn clear_removes_one_layer_at_a_time() {
    let mut game = game(EASY);
    let cell = at(1, 3);
    for (mode, number) in [
        (Mode::Color, 2),
        (Mode::Corner, 1),
        (Mode::Center, 2),
        (Mode::Digit, 4),
    ] {
        enter(&mut game, &[cell], mode, number);
    }
    let mut left = Vec::new();
    while game.act(Action::Clear) != Response::Nothing {
        let cell = state(&game, cell);
        left.push(
            [
                cell.digit.is_some(),
                !cell.center.is_empty(),
                !cell.corner.is_empty(),
                !cell.colors.is_empty(),
            ]
            .map(u8::from),
        );
    }
    assert_eq!(
        left,
        [[0, 1, 1, 1], [0, 0, 1, 1], [0, 0, 0, 1], [0, 0, 0, 0]]
    );
}

#[test]
fn equal_cells_are_selected_together() {
    let mut game = game(EASY);
    let picked = |game: &mut Session, cell: Cell| {
        game.act(Action::SelectEqual(cell));
        game.selection()
            .iter()
            .map(|cell| cell.to_string())
            .collect::<Vec<_>>()
    };
    assert_eq!(picked(&mut game, at(1, 1)), ["r1c1", "r2c6", "r8c9"]);
    enter(&mut game, &[at(1, 3), at(9, 1)], Mode::Center, 2);
    assert_eq!(picked(&mut game, at(9, 1)), ["r1c3", "r9c1"]);
    enter(&mut game, &[at(1, 4), at(2, 2)], Mode::Corner, 7);
    assert_eq!(picked(&mut game, at(1, 4)), ["r1c4", "r2c2"]);
    assert_eq!(picked(&mut game, at(9, 2)), ["r9c2"]);
    enter(&mut game, &[at(3, 1), at(1, 1)], Mode::Color, 7);
    assert_eq!(picked(&mut game, at(3, 1)), ["r1c1", "r3c1"]);
    assert_eq!(picked(&mut game, at(3, 4)), ["r3c4"]);
}

#[test]
fn digits_remove_marks_from_their_peers_if_the_switch_is_on() {
    let mut game = game(EASY);
    let (own, peer, other) = (at(1, 3), at(1, 4), at(9, 4));
    for cell in [peer, other] {
        enter(&mut game, &[cell], Mode::Corner, 4);
        enter(&mut game, &[cell], Mode::Center, 4);
    }
    enter(&mut game, &[own], Mode::Digit, 4);
    assert_eq!(numbers(state(&game, peer).corner), [4]);
    game.act(Action::Undo);
    game.act(Action::Switch(Switch::AutoRemoval));
    enter(&mut game, &[own], Mode::Digit, 4);
    assert_eq!(
        [peer, other].map(|cell| (
            state(&game, cell).corner.len(),
            state(&game, cell).center.len()
        )),
        [(0, 0), (1, 1)]
    );
    game.act(Action::Undo);
    assert_eq!(numbers(state(&game, peer).center), [4]);
}

#[test]
fn rules_apply_to_marks_and_candidates() {
    let layout = Layout::builder(9).rule("anti-knight").build().unwrap();
    let mut game = new_game(Puzzle::empty(&layout));
    game.act(Action::Switch(Switch::AutoRemoval));
    enter(&mut game, &[at(3, 2)], Mode::Corner, 5);
    enter(&mut game, &[at(1, 1)], Mode::Digit, 5);
    assert!(state(&game, at(3, 2)).corner.is_empty());
    let knight = game.layout().index(at(4, 4));
    enter(&mut game, &[at(6, 5)], Mode::Digit, 7);
    assert!(
        !game.candidates()[knight].contains(digit(7))
            && game.candidates()[knight].contains(digit(5))
    );
}

/// Returns the candidates by definition: the digits that no cell of a common house holds.
fn naive_candidates(game: &Session) -> Vec<BTreeSet<u8>> {
    let layout = game.layout();
    let left = |cell: Cell| {
        let seen: Vec<Digit> = layout
            .cells()
            .filter(|other| layout.sees(cell, *other))
            .filter_map(|other| game.digit(other))
            .collect();
        layout
            .digits()
            .filter(|digit| game.digit(cell).is_none() && !seen.contains(digit))
            .map(Digit::get)
            .collect()
    };
    layout.cells().map(left).collect()
}

#[test]
fn automatic_candidates_can_be_removed_and_restored() {
    let mut game = game(EASY);
    let shown = |game: &Session| -> Vec<BTreeSet<u8>> {
        game.view()
            .cells
            .iter()
            .map(|cell| cell.center.iter().map(Digit::get).collect())
            .collect()
    };
    assert!(shown(&game).iter().all(BTreeSet::is_empty));
    game.act(Action::Switch(Switch::AutoCandidates));
    assert_eq!(shown(&game), naive_candidates(&game));
    let cell = at(1, 3);
    assert_eq!(shown(&game)[2], BTreeSet::from([1, 2, 4]));
    enter(&mut game, &[cell], Mode::Center, 2);
    assert_eq!(shown(&game)[2], BTreeSet::from([1, 4]));
    // Only candidates can be removed. The same key restores one, and clearing restores all.
    assert_eq!(
        enter(&mut game, &[cell], Mode::Center, 9),
        Response::Nothing
    );
    enter(&mut game, &[cell], Mode::Center, 2);
    assert_eq!(shown(&game)[2], BTreeSet::from([1, 2, 4]));
    enter(&mut game, &[cell], Mode::Center, 1);
    enter(&mut game, &[cell], Mode::Center, 4);
    game.act(Action::Clear);
    assert_eq!(shown(&game)[2], BTreeSet::from([1, 2, 4]));
}

#[test]
fn center_marks_are_candidates_once_every_blank_cell_has_some() {
    let mut game = game(SMALL);
    let (cell, index) = (at(4, 2), 13);
    let left = numbers(game.candidates()[index]);
    enter(&mut game, &[cell], Mode::Center, left[0]);
    assert!(!game.are_marks_candidates());
    assert_eq!(numbers(game.candidates()[index]), left);
    game.act(Action::MarkCandidates);
    assert!(game.are_marks_candidates());
    assert_eq!(numbers(game.candidates()[index]), left);
    enter(&mut game, &[cell], Mode::Center, left[0]);
    assert_eq!(numbers(game.candidates()[index]), left[1..]);
    // Marking a removed candidate restores it.
    assert!(
        !game
            .hint_request()
            .puzzle
            .candidates(cell)
            .contains(digit(left[0]))
    );
    enter(&mut game, &[cell], Mode::Center, left[0]);
    assert_eq!(numbers(game.candidates()[index]), left);
}

#[test]
fn mistakes_are_shown_only_on_request() {
    let mut game = game(EASY);
    let flags = |game: &Session, cell: Cell| {
        let view = game.view();
        let cell = &view.cells[game.layout().index(cell)];
        [cell.is_repeated, cell.is_wrong]
    };
    // A 5 in r1c3 repeats the clue in r1c1. A 2 is wrong, but not repeated.
    enter(&mut game, &[at(1, 3)], Mode::Digit, 5);
    assert_eq!(
        (flags(&game, at(1, 3)), flags(&game, at(1, 1))),
        ([true, false], [true, false])
    );
    game.act(Action::Switch(Switch::ShowRepeats));
    assert_eq!(flags(&game, at(1, 3)), [false, false]);
    enter(&mut game, &[at(1, 3)], Mode::Digit, 2);
    assert_eq!(flags(&game, at(1, 3)), [false, false]);
    game.act(Action::Check);
    assert_eq!(flags(&game, at(1, 3)), [false, true]);
    let issues = |game: &Session| {
        game.issues()
            .iter()
            .map(|one| one.describe(game.layout(), game.puzzle().symbols()))
            .collect::<Vec<_>>()
    };
    assert_eq!(issues(&game), ["2 does not belong in r1c3"]);
    // A change hides the mistakes.
    enter(&mut game, &[at(1, 4)], Mode::Digit, 2);
    assert_eq!(flags(&game, at(1, 3)), [false, false]);
    game.act(Action::Switch(Switch::ShowWrong));
    assert_eq!(flags(&game, at(1, 3)), [false, true]);
    assert_eq!(game.help_counts().checks, 1);
    game.act(Action::Switch(Switch::AutoCandidates));
    // Wrong digits are listed before removed candidates.
    enter(&mut game, &[at(9, 1)], Mode::Center, 3);
    assert_eq!(
        issues(&game).last().map(String::as_str),
        Some("3 was removed from r9c1, and belongs there")
    );
}

#[test]
fn two_keys_enter_a_number() {
    let mut game = new_game(Puzzle::empty(&Layout::for_size(16).unwrap()));
    let ms = Duration::from_millis;
    assert_eq!(game.type_key(None, '1', ms(0)), Some(Response::Changed));
    assert_eq!(game.digit(at(1, 1)), Digit::new(1));
    assert_eq!(game.type_key(None, '4', ms(600)), Some(Response::Changed));
    assert_eq!(
        (game.digit(at(1, 1)), game.history().done()),
        (Digit::new(14), 1)
    );
    game.type_key(None, '2', ms(900));
    assert_eq!(game.digit(at(1, 1)), Digit::new(2));
    // Any other action ends the number.
    game.type_key(Some(Mode::Corner), '1', ms(2000));
    game.act(Action::Move(Direction::Right));
    game.type_key(Some(Mode::Center), '1', ms(2100));
    game.type_key(Some(Mode::Center), '1', ms(2200));
    assert_eq!(numbers(state(&game, at(1, 2)).center), [11]);
    assert_eq!(game.type_key(None, '?', ms(2300)), None);
    assert_eq!(game.type_key(None, 'g', ms(2400)), Some(Response::Changed));
    assert_eq!(game.digit(at(1, 2)), Digit::new(16));
}

#[test]
fn a_hint_is_shown_level_by_level_and_applied() {
    let mut game = game(EASY);
    assert_eq!(game.act(Action::Hint), Response::HintNeeded);
    let (request, hint) = (game.hint_request(), find_hint(&game));
    assert!(matches!(hint, HintOutcome::Step(_)));
    assert!(game.show_hint(&request, hint));
    let mut texts = vec![game.hint().unwrap().1.to_string()];
    while game.act(Action::Hint) == Response::ViewChanged {
        texts.push(game.hint().unwrap().1.to_string());
    }
    assert_eq!(texts.len(), 4);
    assert!(
        texts[1].starts_with("Look at box 2 for Hidden Single in a Box."),
        "{texts:?}"
    );
    assert!(game.hint().is_none() && game.history().done() == 1);
    assert_eq!(
        (game.help_counts().hints, game.help_counts().applied),
        ([1, 1, 1, 1], 1)
    );
    // Each level has more highlights than the one before.
    let pointed = |level| find_hint(&game).highlights(level).len();
    assert_eq!(pointed(HintLevel::Nudge), 0);
    assert!(pointed(HintLevel::Where) > 0 && pointed(HintLevel::What) <= pointed(HintLevel::Full));
}

#[test]
fn a_hint_is_hidden_when_the_position_changes() {
    let mut game = game(EASY);
    let (request, hint) = (game.hint_request(), find_hint(&game));
    enter(&mut game, &[at(1, 3)], Mode::Digit, 4);
    assert!(!game.show_hint(&request, hint));
    let request = game.hint_request();
    let hint = find_hint(&game);
    assert!(game.show_hint(&request, hint.clone()));
    enter(&mut game, &[at(1, 4)], Mode::Corner, 4);
    enter(&mut game, &[at(1, 4)], Mode::Color, 4);
    assert!(game.hint_progress().is_some());
    enter(&mut game, &[at(1, 4)], Mode::Digit, 6);
    assert!(game.hint_progress().is_none());
    game.act(Action::Undo);
    assert!(game.show_hint(&request, hint));
    assert_eq!(
        (game.act(Action::Dismiss), game.hint_progress().is_none()),
        (Response::ViewChanged, true)
    );
}

#[test]
fn hints_lead_to_the_solution_and_can_be_undone() {
    // The hard puzzle needs eliminations, which must persist from hint to hint.
    for text in [EASY, SMALL, HARD] {
        let mut game = game(text);
        let mut taken = 0;
        while take_hint(&mut game) != Response::Solved {
            taken += 1;
            assert!(taken < 400, "{text}");
        }
        assert!(game.is_solved());
        let before = game.clock().elapsed();
        game.tick(Duration::from_secs(5));
        assert_eq!(game.clock().elapsed(), before);
        while game.act(Action::Undo) != Response::Nothing {}
        assert_eq!(game.grid(), game.start());
    }
}

#[test]
fn mistakes_come_before_hints() {
    let mut game = game(EASY);
    game.act(Action::Switch(Switch::AutoCandidates));
    enter(&mut game, &[at(1, 3)], Mode::Digit, 2);
    enter(&mut game, &[at(9, 1)], Mode::Center, 3);
    let hint = find_hint(&game);
    assert_eq!(hint.end().map(|end| end.mistakes().len()), Some(2));
    let symbols = game.puzzle().symbols();
    assert_eq!(
        *hint.text(HintLevel::Where, symbols),
        "Look at r1c3, r9c1: something is wrong there."
    );
    assert_eq!(
        *hint.text(HintLevel::Full, symbols),
        "2 does not belong in r1c3. 3 was removed from r9c1, and belongs there."
    );
    assert_eq!(take_hint(&mut game), Response::Changed);
    assert!(game.issues().is_empty());
    assert!(matches!(find_hint(&game), HintOutcome::Step(_)));
}

#[test]
fn positions_without_a_step_have_the_matching_hint() {
    let end = |text: &str| find_end(&game(text));
    assert_eq!(end(&".".repeat(81)), Some(PathEnd::StuckWithMultiple));
    assert_eq!(end("1234341221434321"), Some(PathEnd::Solved));
    assert_eq!(end("12.......3......"), None);
    let mut dead = new_game(Puzzle::empty(&Layout::with_boxes(2, 2).unwrap()));
    for (row, column, number) in [(1, 1, 1), (1, 2, 2), (2, 3, 1), (2, 4, 3), (3, 1, 2)] {
        enter(&mut dead, &[at(row, column)], Mode::Digit, number);
    }
    // No digit is repeated, but the first box cannot hold both 3 and 4.
    assert!(dead.issues().is_empty(), "{:?}", dead.issues());
    let hint = find_hint(&dead);
    assert!(
        match &hint {
            HintOutcome::Step(hint) => hint.has_multiple_solutions,
            HintOutcome::End(end) => *end == PathEnd::DeadEnd,
        },
        "{hint:?}"
    );
    let clash = Puzzle::from_array(
        &Layout::with_boxes(2, 2).unwrap(),
        &[1, 2, 3, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0],
    )
    .unwrap();
    let mut none = new_game(clash);
    assert_eq!(
        (none.solution_status(), find_end(&none)),
        (&SolutionStatus::Unsolvable, Some(PathEnd::Unsolvable))
    );
    assert_eq!(take_hint(&mut none), Response::ViewChanged);
}

#[test]
fn a_solution_path_goes_forwards_and_backwards() {
    let game = game(EASY);
    let mut path =
        PathProgress::find(&game.hint_request(), &mut Solver::new(), &Budget::default()).unwrap();
    assert_eq!(
        (
            path.path().end(),
            path.path().steps().len(),
            path.is_from_start()
        ),
        (&PathEnd::Solved, 51, false)
    );
    let digits = |view: &GridView| {
        view.cells
            .iter()
            .filter(|cell| cell.digit.is_some())
            .count()
    };
    assert_eq!(digits(&path.view()), 30);
    let first = path.view();
    assert!(path.go_to(1) && !path.go_to(1) && path.go_to(2));
    assert_eq!(digits(&path.view()), 32);
    assert!(path.go_to(usize::MAX) && path.step().is_none());
    assert_eq!(digits(&path.view()), 81);
    path.go_to(0);
    assert_eq!(path.view(), first);
    let step = path.step().unwrap();
    let deduction = path.path().format_deduction(step);
    assert!(!step.step.explanation.text.is_empty() && !deduction.is_empty());
    // The view highlights the change.
    let role = |view: &GridView, one: &Candidate| {
        let index = game.layout().index(one.cell);
        view.cells[index].role_of(one.digit)
    };
    assert_eq!(
        role(&first, &step.step.deduction.placements[0]),
        Some(HighlightRole::Placed)
    );
}

#[test]
fn a_solution_path_starts_from_the_clues_if_the_grid_is_wrong() {
    let mut game = game(EASY);
    enter(&mut game, &[at(1, 3)], Mode::Digit, 2);
    let path =
        PathProgress::find(&game.hint_request(), &mut Solver::new(), &Budget::default()).unwrap();
    assert!(path.is_from_start() && *path.path().end() == PathEnd::Solved);
}

#[test]
fn the_last_entry_reports_a_solved_or_a_wrong_grid() {
    let mut game = game("123434122143432.");
    assert_eq!(
        enter(&mut game, &[at(4, 4)], Mode::Digit, 2),
        Response::Full
    );
    assert_eq!(
        enter(&mut game, &[at(4, 4)], Mode::Digit, 1),
        Response::Solved
    );
    assert_eq!(game.remaining_counts(), [0; 4]);
}

#[test]
fn a_pause_hides_the_grid_and_ignores_entries() {
    let mut game = game(EASY);
    game.act(Action::Pause);
    game.tick(Duration::from_secs(9));
    assert!(game.view().is_hidden && game.clock().elapsed().is_zero());
    assert_eq!(
        enter(&mut game, &[at(1, 3)], Mode::Digit, 4),
        Response::Nothing
    );
    assert_eq!(
        game.type_key(None, '4', Duration::ZERO),
        Some(Response::Nothing)
    );
    assert_eq!(game.act(Action::Pause), Response::ViewChanged);
    game.tick(Duration::from_secs(9));
    assert_eq!(game.clock().to_string(), "0:09");
}

#[test]
fn the_filter_highlights_possible_cells() {
    let mut game = game(EASY);
    game.act(Action::Filter(digit(5)));
    let view = game.view();
    let naive = naive_candidates(&game);
    for (cell, left) in view.cells.iter().zip(&naive) {
        assert_eq!(cell.is_open_to_filter, left.contains(&5), "{}", cell.cell);
        assert_eq!(
            cell.has_focus_digit,
            cell.digit == Digit::new(5),
            "{}",
            cell.cell
        );
    }
    assert_eq!(view.focus, Digit::new(5));
    game.act(Action::Filter(digit(5)));
    assert_eq!(game.filter(), None);
    assert_eq!(game.act(Action::Filter(digit(10))), Response::Nothing);
}

#[test]
fn pencilmarks_belong_to_the_puzzle_only_without_a_unique_solution() {
    let mut marked = ndoku::format::Record::from(EASY.parse::<Puzzle>().unwrap());
    marked
        .puzzle
        .remove_candidate(Candidate::new(at(1, 3), digit(2)))
        .unwrap();
    let game = Session::new(&marked, &mut Solver::new(), &Budget::default());
    assert!(
        game.puzzle().pencilmarks().is_none() && !state(&game, at(1, 3)).center.contains(digit(2))
    );
    assert!(
        !game.candidates()[2].contains(digit(2))
            && matches!(game.solution_status(), SolutionStatus::Unique(_))
    );
    let layout = Layout::with_boxes(2, 2).unwrap();
    let mut puzzle = Puzzle::empty(&layout);
    let Verdict::Multiple(one, _) = Solver::new().solve(&puzzle).unwrap() else {
        unreachable!()
    };
    let sets: Vec<DigitSet> = one
        .digits()
        .iter()
        .map(|digit| DigitSet::from_digit(*digit))
        .collect();
    puzzle.set_pencilmarks(&sets).unwrap();
    let record = ndoku::format::Record::from(puzzle.clone());
    let exhausted = Budget::default().max_guesses(0);
    let unsolved = Session::new(&record, &mut Solver::new(), &exhausted);
    assert!(
        unsolved.puzzle().pencilmarks().is_some()
            && *unsolved.solution_status() == SolutionStatus::Unknown
    );
    let game = new_game(puzzle);
    assert!(
        game.puzzle().pencilmarks().is_some()
            && *game.solution_status() == SolutionStatus::Unique(one)
    );
}

#[test]
fn a_saved_game_can_be_read_as_a_puzzle() {
    let mut game = game(EASY);
    enter(&mut game, &[at(1, 3)], Mode::Digit, 4);
    enter(&mut game, &[at(2, 2)], Mode::Center, 7);
    game.act(Action::Undo);
    let text = save::write(&game).unwrap();
    assert!(
        save::is_saved(&text) && !save::is_saved("{\"givens\":\"1...\"}") && !save::is_saved(EASY)
    );
    let record = ndoku::format::read_all(&text, &Default::default())
        .remove(0)
        .unwrap();
    assert_eq!(record.entries.unwrap()[2], Digit::new(4));
    assert_eq!(record.puzzle, *game.puzzle());
}

#[test]
fn saved_games_with_british_words_are_read() {
    let mut game = game(EASY);
    let actions = [
        Action::Select(at(1, 3)),
        Action::EnterAs(Mode::Center, digit(4)),
        Action::EnterAs(Mode::Color, digit(2)),
        Action::SetMode(Mode::Color),
    ];
    for action in actions {
        game.act(action);
    }
    let text = save::write(&game).unwrap();
    let british = text
        .replace("\"center\"", "\"centre\"")
        .replace("\"colors\"", "\"colours\"")
        .replace("\"color\"", "\"colour\"");
    for word in ["\"centre\"", "\"colours\"", "\"mode\":\"colour\""] {
        assert!(british.contains(word), "{word}: {british}");
    }
    let again = save::read(&british, &mut Solver::new(), &Budget::default()).unwrap();
    assert_eq!(save::write(&again).unwrap(), text);
}

#[test]
fn damaged_saved_games_are_refused_with_the_reason() {
    let mut game = game(SMALL);
    enter(&mut game, &[at(1, 1)], Mode::Digit, 4);
    let text = save::write(&game).unwrap();
    let damage = |from: &str, to: &str| {
        let damaged = text.replace(from, to);
        assert_ne!(damaged, text, "{from}");
        save::read(&damaged, &mut Solver::new(), &Budget::default())
            .map(drop)
            .map_err(|error| error.to_string())
    };
    assert_eq!(damage("\"seconds\"", "\"other\""), Ok(()));
    for (from, to, message) in [
        (
            "\"version\":1",
            "\"version\":2",
            "another version of ndoku (2 instead of 1)",
        ),
        ("\"digit\":4", "\"digit\":5", "there is no digit 5"),
        ("\"digit\":4", "\"digits\":4", "unknown field `digits`"),
        ("\"r1c1\":", "\"r1c2\":", "r1c2 holds a clue"),
        ("\"r1c1\":", "\"r5c2\":", "`r5c2` is not a cell"),
        ("{\"r1c1\":{\"digit\":4}}", "{}", "move 1 changes nothing"),
        (
            "\"done\":1",
            "\"done\":2",
            "`done` is 2, but the number of moves is 1",
        ),
        (
            "\"mode\":\"digit\"",
            "\"mode\":\"x\"",
            "there is no mode `x`",
        ),
        (
            "\"seconds\":0.0",
            "\"seconds\":-1",
            "not a valid number of seconds",
        ),
        ("\"play\"", "\"plays\"", "not a saved game"),
        ("\"givens\": \"", "\"givens\": \"1", "17 cells"),
    ] {
        let error = damage(from, to).unwrap_err();
        assert!(error.contains(message), "{from}: {error}");
    }
    for end in 0..text.len() {
        assert!(
            save::read(&text[..end], &mut Solver::new(), &Budget::default()).is_err()
                || text[end..].trim().is_empty()
        );
    }
}
