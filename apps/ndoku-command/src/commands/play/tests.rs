//! Tests of the whole application with a test terminal: keys and clicks, and screens compared with
//! golden files.
//!
//! `NDOKU_BLESS=1 cargo test -p ndoku-command play` updates the files in `tests/golden/play`.
//! Review the changes.

use std::path::Path;
use std::time::Duration;

use ndoku::{Budget, Cell, Digit, Layout, Puzzle, Solver};
use ndoku_game::{HintProgress, Session, Switch, save};
use proptest::prelude::*;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::style::Modifier;

use super::app::{App, ExitReason, Overlay};
use super::keys;
use super::puzzle_options::PuzzleOptions;
use super::screen;
use super::theme::{ColorDepth, Theme};
use super::worker::{Task, TaskResult};

const EASY: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const HARD: &str =
    "6..37.....7..561....8..1..3.2....3....1...8....7....2.1..9..5....274..9.....63..2";
const SIXTEEN: &str = ".AD..B...4..1.975.3.C.4...A...8.....8.2EB63...A..14.3...9..2EB...8.5...........2A.F.1...D...5E..C....FG7.E..8......G9A..C.....7DB9....5..C24.........78..15........F.6.D.G7...C.EG....3.....4..5..8.G.6..D..A.21.C67E2.1A.B...DG.D9.4..F6.C..8.3.BA......2.1...9";
const JIGSAW: &str = r#"{"size":9,"regions":"000111222000111222000113222444313555444333565444377665883377665888887665887777665",
    "givens":"1.......5.7.64.32.5.2.1.7....62...5443.5.............93....89........2..98......."}"#;
const THEME: Theme = Theme {
    depth: ColorDepth::True,
    dark: true,
    ascii: false,
};

/// A player at a terminal.
struct Player {
    app: App,
    terminal: Terminal<TestBackend>,
}

impl Player {
    fn new(text: &str, (width, height): (u16, u16)) -> Self {
        Self::from_puzzle(text.parse().unwrap(), (width, height))
    }

    fn from_puzzle(puzzle: Puzzle, (width, height): (u16, u16)) -> Self {
        let session = Session::new(&puzzle.into(), &mut Solver::new(), &Budget::default());
        let mut player = Self::without_game((width, height));
        player.app.start_game(session);
        player.rate();
        player
    }

    /// Waits for the rating of the puzzle.
    fn rate(&mut self) {
        if let Some(result) = self.app.rater.wait() {
            self.app.handle_result(result);
        }
    }

    fn without_game((width, height): (u16, u16)) -> Self {
        let symmetries = vec!["rotational".parse().unwrap()];
        let options = PuzzleOptions {
            layout: Layout::classic(),
            random_regions: false,
            level: None,
            symmetries,
            symbols: None,
            seed: 1,
        };
        let app = App::new(options, THEME, "!@#$%^&*(".chars().collect());
        Self {
            app,
            terminal: Terminal::new(TestBackend::new(width, height)).unwrap(),
        }
    }

    /// Presses keys one after the other, and waits for the tasks that they start.
    fn press(&mut self, names: &str) -> &mut Self {
        for name in names.split_whitespace() {
            let (code, modifiers) = match name {
                "Up" => (KeyCode::Up, KeyModifiers::NONE),
                "Down" => (KeyCode::Down, KeyModifiers::NONE),
                "Left" => (KeyCode::Left, KeyModifiers::NONE),
                "Right" => (KeyCode::Right, KeyModifiers::NONE),
                "End" => (KeyCode::End, KeyModifiers::NONE),
                "C-Right" => (KeyCode::Right, KeyModifiers::CONTROL),
                "C-Down" => (KeyCode::Down, KeyModifiers::CONTROL),
                "F5" => (KeyCode::F(5), KeyModifiers::NONE),
                name => keys::parse_key(name).unwrap_or_else(|| panic!("{name}")),
            };
            self.event(&Event::Key(KeyEvent::new(code, modifiers)));
        }
        self
    }

    fn event(&mut self, event: &Event) {
        self.app.handle(event);
        if let Some(result) = self.app.worker.wait() {
            self.app.handle_result(result);
        }
        self.rate();
    }

    fn click(&mut self, kind: MouseEventKind, (column, row): (u16, u16), modifiers: KeyModifiers) {
        self.screen();
        self.event(&Event::Mouse(MouseEvent {
            kind,
            column,
            row,
            modifiers,
        }));
    }

    /// Returns the screen line by line, without trailing spaces.
    fn screen(&mut self) -> String {
        let Self { app, terminal } = self;
        terminal.draw(|frame| screen::draw(frame, app)).unwrap();
        let buffer = terminal.backend().buffer();
        let line = |row: u16| {
            let text: String = (0..buffer.area.width)
                .map(|column| buffer[(column, row)].symbol())
                .collect();
            text.trim_end().to_owned() + "\n"
        };
        (0..buffer.area.height).map(line).collect()
    }

    /// Returns the text of all cells of the screen with a modifier.
    fn with(&mut self, modifier: Modifier) -> String {
        self.screen();
        let all = self.terminal.backend().buffer().content.iter();
        all.filter(|cell| cell.modifier.contains(modifier))
            .map(ratatui::buffer::Cell::symbol)
            .collect()
    }

    fn session(&self) -> &Session {
        self.app.session.as_ref().unwrap()
    }

    fn selected(&self) -> String {
        self.session()
            .selection()
            .iter()
            .map(|cell| cell.to_string())
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// Compares the screen with a golden file.
    fn assert_matches_golden(&mut self, name: &str) {
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("tests/golden/play")
            .join(name)
            .with_extension("txt");
        let screen = self.screen();
        if std::env::var_os("NDOKU_BLESS").is_some() {
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(&path, &screen).unwrap();
        }
        let golden = std::fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(
            screen,
            golden,
            "the screen {name} is\n{screen}\nand differs from {}",
            path.display()
        );
    }
}

#[test]
fn a_game_shows_all_kinds_of_entries() {
    let mut player = Player::new(EASY, (80, 24));
    player.press(
        "Right Right x 1 2 4 c 1 2 4 Right z 5 Right Right c 2 4 6 8 Right v 3 5 Right \
        Right Down Down C-Down",
    );
    player.app.tick(Duration::from_secs(65));
    player.assert_matches_golden("classic-80x24");
    player.app.theme.ascii = true;
    player.assert_matches_golden("classic-ascii");
}

#[test]
fn repeated_digits_are_underlined_and_marked() {
    let mut player = Player::new(EASY, (80, 24));
    player.press("Right Right 5");
    let screen = player.screen();
    assert!(screen.contains("5!"), "{screen}");
    player.press("Down Down Down");
    // The digit and the two repeated clues, each with its sign.
    assert_eq!(player.with(Modifier::UNDERLINED), "5!5!");
    player.press("o 3 Esc");
    assert!(!player.screen().contains("5!"));
    player.press("k");
    assert!(
        player.screen().contains("5!") && player.app.message.contains("value 5 repeated in row 1"),
        "{}",
        player.app.message
    );
}

#[test]
fn clues_are_bold_and_entries_are_not() {
    let mut player = Player::new(".3.14......4..3.", (80, 24));
    player.app.theme.depth = ColorDepth::None;
    player.press("2");
    player.screen();
    let buffer = player.terminal.backend().buffer().clone();
    let digits = |bold: bool| {
        let all = (0..17_u16).flat_map(|row| (0..33_u16).map(move |column| (column, row)));
        all.filter(|at| {
            buffer[*at].symbol().parse::<u8>().is_ok()
                && buffer[*at].modifier.contains(Modifier::BOLD) == bold
        })
        .count()
    };
    assert_eq!((digits(true), digits(false)), (5, 1));
    assert!(
        buffer
            .content
            .iter()
            .all(|cell| cell.fg == ratatui::style::Color::Reset
                && cell.bg == ratatui::style::Color::Reset)
    );
}

#[test]
fn a_large_terminal_shows_every_candidate() {
    let mut player = Player::new(HARD, (100, 38));
    player.press("j");
    player.assert_matches_golden("candidates-100x38");
}

#[test]
fn a_hint_is_shown_with_signs() {
    let mut player = Player::new(HARD, (80, 24));
    let deduction = |progress: &HintProgress| progress.outcome.hint().unwrap().deduction().clone();
    player.press("j");
    // Applies hints up to the first step with an elimination.
    for _ in 0..200 {
        player.press("h h h h");
        let progress = player.session().hint_progress().unwrap();
        if !deduction(progress).eliminations.is_empty() {
            break;
        }
        player.press("h");
    }
    player.assert_matches_golden("hint-80x24");
    let gone = deduction(player.session().hint_progress().unwrap()).eliminations[0];
    player.press("h");
    let index = player.session().layout().index(gone.cell);
    assert!(!player.session().candidates()[index].contains(gone.digit));
    player.press("u");
    assert!(player.session().candidates()[index].contains(gone.digit));
}

#[test]
fn a_solution_path_is_shown_forwards_and_backwards() {
    let mut player = Player::new(HARD, (80, 24));
    player.press("l Right Right Right Left");
    player.assert_matches_golden("path-80x24");
    let before = player.session().grid().clone();
    player.press("5 Backspace End");
    assert!(player.screen().contains("Solved, after"));
    assert_eq!(*player.session().grid(), before);
    player.press("Esc");
    assert!(player.app.path.is_none());
}

#[test]
fn other_sizes_and_layouts_are_drawn() {
    let mut sixteen = Player::new(SIXTEEN, (80, 24));
    sixteen
        .press("1 x Right Right Right 2 3")
        .assert_matches_golden("sixteen-80x24");
    Player::new(SIXTEEN, (130, 40))
        .press("Alt+c 2 3 5 6 7 8 9")
        .assert_matches_golden("sixteen-130x40");
    let record = ndoku::format::read_all(JIGSAW, &Default::default())
        .remove(0)
        .unwrap();
    Player::from_puzzle(record.puzzle, (80, 24))
        .press("Right x 2 3 c 2 3 4 9")
        .assert_matches_golden("jigsaw-80x24");
    let layout = Layout::builder(6).boxes(3, 2).x().build().unwrap();
    Player::from_puzzle(Puzzle::empty(&layout), (80, 24))
        .press("F5")
        .assert_matches_golden("x-6x6");
    let numbers = Puzzle::empty(&Layout::for_size(16).unwrap());
    Player::from_puzzle(numbers, (150, 60))
        .press("1 2 Right Alt+c 1 1 1 4 5 6")
        .assert_matches_golden("numbers-150x60");
    Player::new(EASY, (40, 19)).assert_matches_golden("narrow-40x19");
    Player::new(EASY, (30, 10)).assert_matches_golden("too-small");
}

#[test]
fn the_rules_of_the_selected_cell_are_listed() {
    let layout = Layout::builder(6)
        .boxes(3, 2)
        .rule("killer=7: r1c1 r1c2")
        .rule("thermo=r1c2 r2c2")
        .rule("anti-knight")
        .build()
        .unwrap();
    let mut player = Player::from_puzzle(Puzzle::empty(&layout), (100, 40));
    let screen = player.screen();
    assert!(
        screen.contains("killer 7: r1c1 r1c2") && screen.contains("anti-knight"),
        "{screen}"
    );
    assert!(!screen.contains("thermo"), "{screen}");
    let screen = player.press("Right").screen();
    assert!(screen.contains("thermo: r1c2 r2c2"), "{screen}");
}

#[test]
fn overlays_are_drawn_above_the_game() {
    let mut player = Player::new(EASY, (80, 24));
    player.press("?").assert_matches_golden("help-80x24");
    player.press("Esc o").assert_matches_golden("options-80x24");
    player.press("Down 1 Esc");
    assert!(
        player.session().options().is_on(Switch::AutoCandidates)
            && !player.session().options().is_on(Switch::AutoRemoval)
    );
    player.press("Esc n").assert_matches_golden("levels-80x24");
    player.press("Esc p").assert_matches_golden("paused-80x24");
    player.press("5");
    assert_eq!(player.session().history().done(), 0);
    player.press("p");
    assert!(!player.session().clock().is_paused());
}

#[test]
fn a_puzzle_is_generated_without_an_input() {
    let mut player = Player::without_game((80, 24));
    player
        .app
        .worker
        .start(Task::Generate(Box::new(player.app.puzzle_options.clone())));
    let screen = player.screen();
    assert!(screen.contains("Making a puzzle (9×9) …"), "{screen}");
    assert!(screen.contains("Esc stops"), "{screen}");
    let Some(TaskResult::Generated(options, generated)) = player.app.worker.wait() else {
        panic!("no puzzle was generated")
    };
    player
        .app
        .handle_result(TaskResult::Generated(options, generated));
    assert!(player.app.requests.new_game && player.session().puzzle().clue_count() >= 17);
    // Generates another puzzle, of the first level.
    let first = player.session().puzzle().clone();
    player.press("n 1");
    assert_eq!(
        player.session().metadata().level.as_deref(),
        Some("beginner")
    );
    assert_ne!(*player.session().puzzle(), first);
    assert_eq!(
        player.app.previous_game.as_ref().map(Session::puzzle),
        Some(&first)
    );
}

#[test]
fn esc_cancels_a_task() {
    let mut player = Player::without_game((80, 24));
    player
        .app
        .worker
        .start(Task::Generate(Box::new(player.app.puzzle_options.clone())));
    player
        .app
        .handle(&Event::Key(KeyEvent::new(KeyCode::Esc, KeyModifiers::NONE)));
    assert_eq!(
        (
            player.app.worker.task_description(),
            player.app.requests.exit
        ),
        (None, Some(ExitReason::Quit))
    );
}

#[test]
fn pasted_text_starts_a_game_and_keeps_the_previous_one() {
    let mut player = Player::new(EASY, (80, 24));
    let before = player.session().puzzle().clone();
    player.press("Right Right 4");
    player.event(&Event::Paste("nothing of the kind".to_owned()));
    assert!(
        player
            .app
            .message
            .starts_with("The pasted text cannot be played: "),
        "{}",
        player.app.message
    );
    player.event(&Event::Paste("11..............".to_owned()));
    assert!(
        player.app.message.contains("cannot be played") && player.app.message.contains('1'),
        "{}",
        player.app.message
    );
    assert!(
        *player.session().puzzle() == before
            && player.session().history().done() == 1
            && !player.app.requests.new_game
    );
    let rows: Vec<String> = HARD
        .as_bytes()
        .chunks(9)
        .map(|row| String::from_utf8_lossy(row).into_owned())
        .collect();
    player.event(&Event::Paste(rows.join("\r")));
    assert_eq!(player.session().puzzle(), &HARD.parse().unwrap());
    let previous_game = player.app.previous_game.take().unwrap();
    assert_eq!(
        (player.app.requests.new_game, previous_game.history().done()),
        (true, 1)
    );
    // A saved game continues, even while the solution path is shown.
    player.press("l");
    player.event(&Event::Paste(save::write(&previous_game).unwrap()));
    assert!(player.app.path.is_none() && player.session().history().done() == 1);
    assert_eq!(player.session().digit(Cell::new(0, 2)), Digit::new(4));
    player.event(&Event::Paste(format!("{JIGSAW}\n{JIGSAW}")));
    assert!(
        player
            .app
            .message
            .starts_with("This is the first puzzle of several."),
        "{}",
        player.app.message
    );
    player.event(&Event::Paste(SIXTEEN.to_owned()));
    assert_eq!(player.session().layout().size(), 16);
}

#[test]
fn the_links_of_a_chain_are_listed_below_its_text() {
    let chain = "..17..5......49.8.24...1.3.75..1...6....8...3.....24...26....4.4.......8.83.....1";
    let mut player = Player::new(chain, (100, 60));
    player.press("l");
    let steps = player.app.path.as_ref().unwrap().path().steps();
    let at = steps
        .iter()
        .position(|one| one.step.technique.name == "Alternating Inference Chain")
        .unwrap();
    player.app.path.as_mut().unwrap().go_to(at);
    player.assert_matches_golden("chain-100x60");
    player.app.theme.ascii = true;
    let screen = player.screen();
    assert!(
        screen.is_ascii() && screen.contains(" = ") && screen.contains("= one is true"),
        "{screen}"
    );
}

#[test]
fn the_mouse_selects() {
    let mut player = Player::new(EASY, (80, 24));
    let (down, none) = (MouseEventKind::Down(MouseButton::Left), KeyModifiers::NONE);
    // Cells are five columns wide and two lines high, with a line before each.
    player.click(down, (3, 2), none);
    assert_eq!(player.selected(), "r1c1");
    player.app.tick(Duration::from_millis(100));
    player.click(down, (3, 2), none);
    assert_eq!(player.selected(), "r1c1 r2c6 r8c9");
    player.app.tick(Duration::from_secs(2));
    player.click(down, (8, 1), none);
    player.click(MouseEventKind::Drag(MouseButton::Left), (14, 1), none);
    player.click(MouseEventKind::Drag(MouseButton::Left), (14, 4), none);
    assert_eq!(player.selected(), "r1c2 r1c3 r2c3");
    player.click(down, (8, 1), KeyModifiers::CONTROL);
    player.click(MouseEventKind::Down(MouseButton::Right), (8, 20), none);
    player.click(down, (78, 1), none);
    assert_eq!(player.selected(), "r1c3 r2c3 r9c2");
}

#[test]
fn letters_are_digits_above_nine_and_commands_with_alt() {
    let mut player = Player::from_puzzle(Puzzle::empty(&Layout::for_size(16).unwrap()), (80, 24));
    player.press("c");
    assert_eq!(player.session().digit(Cell::new(0, 0)), Digit::new(12));
    player.press("Alt+c 3");
    assert_eq!(player.session().digit(Cell::new(0, 0)), Digit::new(12));
    player.press("Backspace 1 4");
    assert!(player.screen().contains("center 14"), "{}", player.screen());
    // Letters do not move the cursor here.
    player.press("Alt+z d");
    assert_eq!(player.selected(), "r1c1");
}

#[test]
fn a_solved_game_reports_the_help_used() {
    let mut player = Player::new("123434122143432.", (80, 24));
    player.press("Up Left 2");
    assert!(
        player.app.message.contains("but something is wrong"),
        "{}",
        player.app.message
    );
    player.press("k 1");
    player.app.tick(Duration::from_secs(9));
    assert!(
        player.app.message.starts_with("Solved in 0:00! 0 hints"),
        "{}",
        player.app.message
    );
    assert_eq!(player.session().clock().to_string(), "0:00");
}

#[test]
fn quitting_saves_the_game() {
    let mut player = Player::new(EASY, (80, 24));
    player.press("Right Right 4 q");
    assert!(
        player.app.requests.save
            && player.app.requests.exit == Some(ExitReason::Quit)
            && player.app.is_changed
    );
    assert!(
        save::write(player.session())
            .unwrap()
            .contains("\"r1c3\":{\"digit\":4}")
    );
    let mut player = Player::new(EASY, (80, 24));
    player.press("o Ctrl+c");
    assert_eq!(
        (player.app.requests.exit, player.app.overlay),
        (Some(ExitReason::Quit), Overlay::Options(0))
    );
}

fn any_event() -> impl Strategy<Value = Event> {
    let letters = "123456789012345zxcvukjmoptnRlehq?!%(wasd \u{e9}abG"
        .chars()
        .collect::<Vec<_>>();
    let codes = [
        KeyCode::Up,
        KeyCode::Down,
        KeyCode::Left,
        KeyCode::Right,
        KeyCode::Esc,
        KeyCode::Enter,
        KeyCode::Tab,
        KeyCode::Backspace,
    ];
    let codes = codes.into_iter().chain([
        KeyCode::F(3),
        KeyCode::F(12),
        KeyCode::PageDown,
        KeyCode::PageUp,
        KeyCode::Home,
        KeyCode::End,
    ]);
    let code = prop_oneof![
        3 => prop::sample::select(letters).prop_map(KeyCode::Char),
        2 => prop::sample::select(codes.collect::<Vec<_>>()),
    ];
    let modifiers = prop::sample::select(vec![
        KeyModifiers::NONE,
        KeyModifiers::NONE,
        KeyModifiers::CONTROL,
        KeyModifiers::ALT,
        KeyModifiers::SHIFT,
    ]);
    let key = (code, modifiers.clone())
        .prop_map(|(code, modifiers)| Event::Key(KeyEvent::new(code, modifiers)));
    let kinds = vec![
        MouseEventKind::Down(MouseButton::Left),
        MouseEventKind::Down(MouseButton::Right),
        MouseEventKind::Drag(MouseButton::Left),
        MouseEventKind::ScrollDown,
    ];
    let mouse = (
        prop::sample::select(kinds),
        0..100_u16,
        0..40_u16,
        modifiers,
    );
    let mouse = mouse.prop_map(|(kind, column, row, modifiers)| {
        Event::Mouse(MouseEvent {
            kind,
            column,
            row,
            modifiers,
        })
    });
    prop_oneof![6 => key, 1 => mouse, 1 => Just(Event::Resize(40, 20))]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn any_keys_and_any_size_are_handled(
        which in 0..3_usize,
        size in (1..130_u16, 1..50_u16),
        ascii in any::<bool>(),
        events in prop::collection::vec(any_event(), 0..60),
    ) {
        let mut player = Player::new([EASY, SIXTEEN, "1..............."][which], size);
        player.app.theme.ascii = ascii;
        for event in events {
            // Tasks are canceled, because other tests cover their results.
            player.app.handle(&event);
            player.app.worker.stop();
            player.app.tick(Duration::from_millis(90));
            let screen = player.screen();
            let may_have_symbols = !ascii || which == 1 || player.app.overlay == Overlay::Help;
            prop_assert!(may_have_symbols || screen.is_ascii(), "{}", screen);
        }
    }
}

/// A puzzle with rules of several kinds.
fn variant(rules: &[&str]) -> Puzzle {
    let mut builder = Layout::builder(9).boxes(3, 3);
    for rule in rules {
        builder = builder.rule(rule);
    }
    Puzzle::empty(&builder.build().unwrap())
}

#[test]
fn rules_of_variants_are_drawn_or_listed() {
    let rules = [
        "killer=13: r1c1 r1c2",
        "thermo=r3c4 r3c5 r4c5",
        "ratio=2: r6c1 r6c2",
        "sandwich=17: row 5",
        "anti-knight",
    ];
    let mut player = Player::from_puzzle(variant(&rules), (120, 40));
    player.press("Down Down Down Down Down Down Down Down");
    let screen = player.screen();
    let lines: Vec<&str> = screen.lines().collect();
    assert!(lines.iter().any(|line| line.contains("13")), "{screen}");
    assert!(screen.contains('◉') && screen.contains('•'), "{screen}");
    assert!(screen.contains('●'), "the dot of a ratio\n{screen}");
    assert!(lines.iter().any(|line| line.starts_with("17")), "{screen}");
    assert!(screen.contains("anti-knight"), "{screen}");
    assert!(
        !screen.contains("thermo:"),
        "what is drawn is not listed\n{screen}"
    );
    // At 80×24 the lines of the thermometer have no place between rows.
    let mut small = Player::from_puzzle(variant(&rules[..3]), (80, 24));
    let screen = small.screen();
    assert!(screen.contains("thermo"), "{screen}");
    assert!(screen.contains("13") && screen.contains('◉'), "{screen}");
    // With a clue beside the grid, the panel is below, and all lines have a place.
    let mut beside = Player::from_puzzle(variant(&rules), (80, 24));
    let screen = beside.screen();
    assert!(
        screen.lines().any(|line| line.starts_with("17")),
        "{screen}"
    );
    assert!(screen.contains('║') && screen.contains('═'), "{screen}");
}

#[test]
fn clicks_hit_cells_beside_outside_clues() {
    let mut player = Player::from_puzzle(variant(&["sandwich=17: row 1"]), (80, 24));
    let left = MouseEventKind::Down(MouseButton::Left);
    player.screen();
    let origin = player.app.geometry.as_ref().unwrap().origin;
    assert!(origin.0 > 0, "the clue has room");
    player.click(left, (origin.0 + 2, origin.1 + 1), KeyModifiers::NONE);
    assert_eq!(player.selected(), "r1c1");
}

#[test]
fn the_path_list_cuts_off_no_result() {
    let mut player = Player::new(HARD, (80, 24));
    player.press("l");
    for _ in 0..12 {
        let screen = player.screen();
        let progress = player.app.path.as_ref().unwrap();
        let path = progress.path();
        let next = &path.steps()[progress.position() + 1];
        let wanted = path.format_deduction(next);
        // A long result continues on the next line, or after scrolling.
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let panel = |screen: &str| {
            let right = screen.lines().map(|line| line.chars().skip(56).collect());
            words(&right.collect::<Vec<String>>().join(" "))
        };
        let is_shown = (0..6).any(|_| {
            let is_shown = panel(&player.screen()).contains(&words(&wanted));
            player.press("PageDown");
            is_shown
        });
        assert!(is_shown, "{wanted}\n{screen}");
        player.press("Right");
    }
}

#[test]
fn help_has_groups_side_by_side() {
    let mut player = Player::new(EASY, (80, 24));
    player.press("?");
    let screen = player.screen();
    for group in keys::Group::ALL {
        assert!(
            screen.contains(group.title()),
            "{}\n{screen}",
            group.title()
        );
    }
    let has_two_columns = screen
        .lines()
        .any(|line| line.contains("move") && line.chars().count() > 60);
    assert!(has_two_columns, "{screen}");
    assert!(
        screen.contains("·7·"),
        "the sign of a single mark is explained\n{screen}"
    );
}

#[test]
fn a_new_game_begins_with_a_welcome_and_shows_its_rating() {
    let mut player = Player::new(EASY, (80, 24));
    player.app.requests = Default::default();
    player.event(&Event::Paste(HARD.to_owned()));
    let screen = player.screen();
    assert!(screen.contains("Good luck!"), "{screen}");
    assert!(
        !screen.contains("previous") && !screen.contains(".json"),
        "{screen}"
    );
    let (level, rating) = player.app.rating.unwrap();
    let title = player.app.rating_text().unwrap();
    assert!(screen.contains(&title), "{title}\n{screen}");
    assert!(title.to_lowercase().starts_with(level.name()) && title.ends_with(&rating.to_string()));
}

#[test]
fn the_end_shows_statistics_and_counts_a_game_once() {
    let mut player = Player::new(
        "534678912672195348198342567859761423426853791713924856961537284287419635345286.79",
        (80, 24),
    );
    player.app.today = 20_000;
    player.press("Down Down Down Down Down Down Down Down Right Right Right Right Right Right 1");
    assert!(player.session().is_solved());
    let screen = player.screen();
    for row in [
        "Time",
        "Help          none",
        "Solved        1",
        "Days in a row 1",
        "n new puzzle",
    ] {
        assert!(screen.contains(row), "{row}\n{screen}");
    }
    assert!(player.app.requests.save_statistics.is_some());
    player.press("u 1");
    assert!(player.screen().contains("Solved        1"));
}

#[test]
fn the_start_box_and_the_menus_show_their_keys() {
    let mut player = Player::without_game((80, 24));
    player.app.worker.start(Task::Open("x".repeat(9)));
    let screen = player.screen();
    player.app.worker.stop();
    assert!(
        screen.contains("Esc stops") && screen.contains("? shows the keys"),
        "{screen}"
    );
    let mut player = Player::new(EASY, (80, 24));
    player.press("n");
    assert!(player.screen().contains("1-7, Enter starts, Esc closes"));
    player.press("Esc o");
    assert!(player.screen().contains("Space switches, Esc closes"));
}

#[test]
fn a_cell_that_gets_a_digit_shows_no_other_marks() {
    let mut player = Player::new(EASY, (80, 24));
    player.press("l");
    let screen = player.screen();
    let step = player.app.path.as_ref().unwrap().step().unwrap();
    assert!(!step.step.deduction.placements.is_empty());
    let line = screen
        .lines()
        .find(|line| line.chars().take(55).any(|c| c == '+'))
        .unwrap();
    assert!(!line.chars().take(55).any(|c| c == '·'), "{screen}");
}
