//! Recorded games: actions, and the state after each. The page has the same rules in TypeScript,
//! and its unit test `web/test/unit/recorded-games.test.ts` plays the same games.
//!
//! `testdata/README.md` describes the files. `NDOKU_BLESS=1 cargo test -p ndoku-game --test
//! recorded_games` writes the states of all games. Read them before you commit them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{env, fs};

use core::time::Duration;
use ndoku::constraint::RuleRef;
use ndoku::format::{BoxChoice, ReadOptions, Record};
use ndoku::{Budget, Cell, Digit, DigitSet, Puzzle, Solver, Symbols};
use ndoku_game::{Action, CellColor, CellState, Direction, Mode, Session, Switch};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Game {
    about: String,
    #[serde(rename = "box", skip_serializing_if = "Option::is_none")]
    boxes: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    regions: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    diagonals: Vec<String>,
    clues: Vec<String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    start: BTreeMap<String, u8>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    candidates: bool,
    steps: Vec<Step>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Step {
    action: String,
    #[serde(default)]
    state: State,
}

/// The state of a game. Open cells and lists are left out.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct State {
    cells: BTreeMap<String, CellEntries>,
    /// Number of moves to undo and to redo.
    moves: [usize; 2],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    repeated: Vec<String>,
    /// `None` after an undone or redone move, because interfaces differ there.
    #[serde(skip_serializing_if = "Option::is_none")]
    selected: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cursor: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    candidates: Option<BTreeMap<String, Vec<u8>>>,
}

#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct CellEntries {
    #[serde(skip_serializing_if = "Option::is_none")]
    digit: Option<u8>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    corner: Vec<u8>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    center: Vec<u8>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    removed: Vec<u8>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    colors: Vec<u8>,
}

fn numbers(set: DigitSet) -> Vec<u8> {
    set.iter().map(Digit::get).collect()
}

impl Game {
    fn start(&self) -> Session {
        let clues: Vec<u8> = self
            .clues
            .iter()
            .flat_map(|row| row.split(' '))
            .map(|text| text.parse().unwrap_or(0))
            .collect();
        let size = u8::try_from(self.clues.len()).unwrap();
        let boxes = self.boxes.as_ref().map(|text| text.parse().unwrap());
        let rule = |name: &String| match name.as_str() {
            "main" => "diagonal-main",
            _ => "diagonal-anti",
        };
        let options = ReadOptions {
            boxes: boxes.or(self.regions.clone().map(BoxChoice::Regions)),
            rules: (self.diagonals.iter().map(rule))
                .map(|id| RuleRef { id, argument: None })
                .collect(),
            ..ReadOptions::default()
        };
        let layout = options.layout(Some(size)).unwrap();
        let puzzle = Puzzle::from_array(&layout, &clues)
            .unwrap()
            .with_symbols(Symbols::numbers(size))
            .unwrap();
        let entry = |cell: Cell| self.start.get(&cell.to_string()).copied();
        let record = Record {
            entries: Some(
                layout
                    .cells()
                    .map(|cell| Digit::new(entry(cell)?))
                    .collect(),
            ),
            ..Record::from(puzzle)
        };
        Session::new(&record, &mut Solver::new(), &Budget::default())
    }

    /// Plays the game, and returns the states after all actions.
    fn play(&self) -> Vec<State> {
        let mut session = self.start();
        let mut has_selection = false;
        let mut states = Vec::new();
        for step in &self.steps {
            act(&mut session, &step.action);
            has_selection = match step.action.split(' ').next().unwrap() {
                "select" | "select-equal" => true,
                "undo" | "redo" => false,
                _ => has_selection,
            };
            states.push(self.state(&session, has_selection));
        }
        states
    }

    fn state(&self, session: &Session, has_selection: bool) -> State {
        let layout = session.layout();
        let entries = |state: &CellState| CellEntries {
            digit: state.digit.map(Digit::get),
            corner: numbers(state.corner),
            center: numbers(state.center),
            removed: numbers(state.removed),
            colors: state.colors.iter().map(CellColor::number).collect(),
        };
        let cells = layout.cells().zip(session.grid().cells());
        let view = session.view();
        let candidates = || {
            let sets = layout.cells().zip(session.candidates());
            sets.filter(|(cell, _)| session.digit(*cell).is_none())
                .map(|(cell, set)| (cell.to_string(), numbers(set)))
                .collect()
        };
        let selection = session.selection();
        let selected = || selection.iter().map(|cell| cell.to_string()).collect();
        State {
            cells: cells
                .filter(|(_, state)| **state != CellState::default())
                .map(|(cell, state)| (cell.to_string(), entries(state)))
                .collect(),
            moves: [session.history().done(), session.history().undone()],
            repeated: (view.cells.iter())
                .filter(|cell| cell.is_repeated)
                .map(|cell| cell.cell.to_string())
                .collect(),
            selected: has_selection.then(selected),
            cursor: has_selection.then(|| selection.cursor().to_string()),
            candidates: self.candidates.then(candidates),
        }
    }

    /// Formats the game as JSON with one step per line.
    fn into_json(mut self) -> String {
        let lines: Vec<String> = std::mem::take(&mut self.steps)
            .iter()
            .map(|step| format!("    {}", serde_json::to_string(step).unwrap()))
            .collect();
        let steps = format!("\"steps\": [\n{}\n  ]", lines.join(",\n"));
        let text = serde_json::to_string_pretty(&self).unwrap();
        text.replace("\"steps\": []", &steps) + "\n"
    }
}

/// Performs an action in its text form.
fn act(session: &mut Session, action: &str) {
    let words: Vec<&str> = action.split(' ').collect();
    let cell = |text: &str| text.parse::<Cell>().unwrap();
    let digit = |text: &str| Digit::new(text.parse().unwrap()).unwrap();
    let direction = |text: &str| match text {
        "up" => Direction::Up,
        "down" => Direction::Down,
        "left" => Direction::Left,
        _ => Direction::Right,
    };
    let mode = |text: &str| *(Mode::ALL.iter().find(|mode| mode.name() == text)).unwrap();
    let actions = match words[..] {
        ["select", first, ref more @ ..] => [Action::Select(cell(first))]
            .into_iter()
            .chain(more.iter().map(|one| Action::AddToSelection(cell(one))))
            .collect(),
        ["toggle", one] => vec![Action::ToggleSelection(cell(one))],
        ["select-equal", one] => vec![Action::SelectEqual(cell(one))],
        ["select-all"] => vec![Action::SelectAll],
        ["invert-selection"] => vec![Action::InvertSelection],
        ["dismiss"] => vec![Action::Dismiss],
        ["move", to] => vec![Action::Move(direction(to))],
        ["extend", to] => vec![Action::Extend(direction(to))],
        ["mode", name] => vec![Action::SetMode(mode(name))],
        ["next-mode"] => vec![Action::NextMode],
        ["enter", number] => vec![Action::Enter(digit(number))],
        ["type", key, "at", time] => {
            let now = Duration::from_millis(time.parse().unwrap());
            session.type_key(None, key.parse().unwrap(), now).unwrap();
            vec![]
        }
        ["clear"] => vec![Action::Clear],
        ["undo"] => vec![Action::Undo],
        ["redo"] => vec![Action::Redo],
        ["restart"] => vec![Action::Restart],
        ["mark-candidates"] => vec![Action::MarkCandidates],
        ["switch", name] => vec![Action::Switch(Switch::from_name(name).unwrap())],
        [name, number] => vec![Action::EnterAs(mode(name), digit(number))],
        _ => panic!("there is no action `{action}`"),
    };
    for action in actions {
        session.act(action);
    }
}

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/games");
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    files
}

#[test]
fn games_have_the_recorded_states() {
    let is_blessing = env::var_os("NDOKU_BLESS").is_some();
    for file in files() {
        let text = fs::read_to_string(&file).unwrap();
        let name = file.file_name().unwrap().display();
        let mut game: Game =
            serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        for (index, state) in game.play().into_iter().enumerate() {
            let step = &mut game.steps[index];
            if is_blessing {
                step.state = state;
            } else {
                assert_eq!(
                    state,
                    step.state,
                    "{name}, step {}: {}",
                    index + 1,
                    step.action
                );
            }
        }
        if is_blessing {
            fs::write(&file, game.into_json()).unwrap();
        }
    }
}

#[test]
fn there_are_games() {
    assert!(files().len() >= 12);
}
