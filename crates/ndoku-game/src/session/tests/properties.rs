//! Properties of any sequence of actions: they can be undone, redone and saved.

use proptest::prelude::*;

use super::*;

fn any_cell() -> impl Strategy<Value = Cell> {
    (0..10_u8, 0..10_u8).prop_map(|(row, column)| Cell::new(row, column))
}

fn any_action() -> impl Strategy<Value = Action> {
    let direction = prop::sample::select(Direction::ALL.to_vec());
    let mode = prop::sample::select(Mode::ALL.to_vec());
    let number = (1..=12_u8).prop_map(digit);
    prop_oneof![
        2 => direction.clone().prop_map(Action::Move),
        2 => direction.prop_map(Action::Extend),
        3 => any_cell().prop_map(Action::Select),
        2 => any_cell().prop_map(Action::AddToSelection),
        1 => any_cell().prop_map(Action::ToggleSelection),
        1 => any_cell().prop_map(Action::SelectEqual),
        8 => (mode.clone(), number.clone())
            .prop_map(|(mode, number)| Action::EnterAs(mode, number)),
        2 => number.clone().prop_map(Action::Enter),
        1 => mode.prop_map(Action::SetMode),
        1 => number.prop_map(Action::Filter),
        2 => prop::sample::select(Switch::ALL.to_vec()).prop_map(Action::Switch),
        3 => prop::sample::select(vec![
            Action::SelectAll,
            Action::InvertSelection,
            Action::Dismiss,
            Action::NextMode,
            Action::Restart,
            Action::MarkCandidates,
            Action::Check,
        ]),
        2 => Just(Action::Clear),
        2 => Just(Action::Undo),
        2 => Just(Action::Redo),
        2 => Just(Action::Hint),
        1 => Just(Action::Pause),
    ]
}

fn any_game() -> impl Strategy<Value = Session> {
    let jigsaw = || {
        let layout = Layout::builder(4)
            .regions("AABBABBACCDDCDDC".as_bytes())
            .build();
        layout.map_or_else(
            |_| Puzzle::empty(&Layout::for_size(4).unwrap()),
            |layout| Puzzle::empty(&layout),
        )
    };
    let ten = || {
        let layout = Layout::builder(10).boxes(5, 2).x().build().unwrap();
        Puzzle::empty(&layout)
            .with_symbols(Symbols::from_alphabet(Alphabet::Alnum, 10).unwrap())
            .unwrap()
    };
    prop_oneof![
        Just(EASY.parse::<Puzzle>().unwrap()),
        Just(SMALL.parse::<Puzzle>().unwrap()),
        Just(jigsaw()),
        Just(ten())
    ]
    .prop_map(new_game)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn any_actions_can_be_undone_redone_and_saved(
        mut game in any_game(),
        actions in prop::collection::vec(any_action(), 0..60),
    ) {
        let mut grids = vec![game.grid().clone()];
        for action in actions {
            let before = (game.grid().clone(), game.history().done());
            match game.act(action) {
                Response::Nothing | Response::ViewChanged => {
                    prop_assert_eq!(&before.0, game.grid());
                }
                Response::HintNeeded if game.layout().size() == 10 => {}
                Response::HintNeeded => {
                    let request = game.hint_request();
                    let hint = find_hint(&game);
                    prop_assert!(game.show_hint(&request, hint));
                }
                Response::Changed | Response::Solved | Response::Full => {
                    prop_assert_ne!(&before.0, game.grid());
                    let done = game.history().done();
                    prop_assert_eq!(done.abs_diff(before.1), 1);
                    if !matches!(action, Action::Undo | Action::Redo) {
                        grids.truncate(done);
                        grids.push(game.grid().clone());
                    }
                }
            }
            // No action changes a clue.
            for (clue, cell) in game.puzzle().clues().iter().zip(game.grid().cells()) {
                let has_marks = !cell.corner.is_empty() || !cell.center.is_empty();
                prop_assert!(clue.is_none() || (cell.digit.is_none() && !has_marks));
            }
            let shown: Vec<_> = game.view().cells.iter().map(|cell| cell.digit).collect();
            prop_assert_eq!(shown, game.digits());
            let is_right = ndoku::verify(game.layout(), &game.digits()).is_ok();
            prop_assert_eq!(game.is_solved(), game.blank_count() == 0 && is_right);
        }
        let text = save::write(&game).unwrap();
        let mut again = save::read(&text, &mut Solver::new(), &Budget::default()).unwrap();
        prop_assert_eq!(save::write(&again).unwrap(), text);
        if game.clock().is_paused() {
            game.act(Action::Pause);
        }
        prop_assert_eq!(again.grid(), game.grid());
        prop_assert_eq!(again.history(), game.history());
        let done = game.history().done();
        while game.act(Action::Undo) != Response::Nothing {
            prop_assert_eq!(game.grid(), &grids[game.history().done()]);
            again.act(Action::Undo);
        }
        prop_assert_eq!((game.grid(), again.grid()), (game.start(), game.start()));
        for _ in 0..done {
            game.act(Action::Redo);
        }
        prop_assert_eq!(game.grid(), &grids[done]);
    }

    #[test]
    fn any_keys_can_be_undone(
        mut game in any_game(),
        keys in prop::collection::vec(
            (any::<char>(), 0..900_u64, prop::option::of(0..4_usize)),
            0..80,
        ),
    ) {
        let mut now = Duration::ZERO;
        for (key, gap, mode) in keys {
            now += Duration::from_millis(gap);
            let key = if gap % 3 == 0 { key } else { char::from(b'0' + (gap % 10) as u8) };
            let before = game.history().done();
            game.type_key(mode.map(|mode| Mode::ALL[mode]), key, now);
            prop_assert!(game.history().done().abs_diff(before) <= 1);
        }
        while game.act(Action::Undo) != Response::Nothing {}
        prop_assert_eq!(game.grid(), game.start());
    }
}
