//! Keys: one table defines the command of each key, and the help is generated from it.
//!
//! The table does not contain the keys of digits and directions. `digit_key` and `direction` handle
//! them.

use ndoku_game::{Action, Direction, Mode, Switch};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// The command of a key.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum KeyCommand {
    /// Perform an action of the game.
    Act(Action),
    /// Select all cells with the same content as the cell under the cursor.
    SelectEqual,
    /// Show the solution path.
    SolutionPath,
    /// Show the switches.
    Options,
    /// Generate a new puzzle.
    New,
    /// Show the keys.
    Help,
    /// Scroll a long text.
    Scroll(i16),
    Save,
    /// Return to the shell until the game is resumed.
    Suspend,
    Redraw,
    Quit,
}

/// A group of keys in the help.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Group {
    Select,
    Enter,
    Hints,
    View,
    Game,
    Signs,
}

impl Group {
    /// All groups, in the order of the help.
    pub(super) const ALL: [Self; 6] = [
        Self::Select,
        Self::Enter,
        Self::Hints,
        Self::View,
        Self::Game,
        Self::Signs,
    ];

    /// Returns the heading in the help.
    pub(super) const fn title(self) -> &'static str {
        match self {
            Self::Select => "Select",
            Self::Enter => "Enter",
            Self::Hints => "Hints",
            Self::View => "View",
            Self::Game => "Game",
            Self::Signs => "Signs",
        }
    }
}

/// An entry of the table: the names of the keys, separated by spaces, a description and the
/// command. An empty description means that a line of [`FAMILIES`] describes the key.
pub(super) struct Binding {
    pub keys: &'static str,
    pub group: Group,
    pub description: &'static str,
    pub command: KeyCommand,
}

const fn bind(
    keys: &'static str,
    group: Group,
    description: &'static str,
    command: KeyCommand,
) -> Binding {
    Binding {
        keys,
        group,
        description,
        command,
    }
}

const fn act(
    keys: &'static str,
    group: Group,
    description: &'static str,
    action: Action,
) -> Binding {
    bind(keys, group, description, KeyCommand::Act(action))
}

/// All keys with a single meaning.
pub(super) const BINDINGS: &[Binding] = &[
    act("Ctrl+a", Group::Select, "select all", Action::SelectAll),
    act(
        "Tab Ctrl+i",
        Group::Select,
        "invert selection",
        Action::InvertSelection,
    ),
    bind("e", Group::Select, "", KeyCommand::SelectEqual),
    act("Esc", Group::Select, "deselect; hide hint", Action::Dismiss),
    act("z", Group::Enter, "", Action::SetMode(Mode::Digit)),
    act("x", Group::Enter, "", Action::SetMode(Mode::Corner)),
    act("c", Group::Enter, "", Action::SetMode(Mode::Center)),
    act("v", Group::Enter, "", Action::SetMode(Mode::Color)),
    act("Space", Group::Enter, "next of these", Action::NextMode),
    act("Backspace Delete 0", Group::Enter, "", Action::Clear),
    act("u Ctrl+z", Group::Enter, "", Action::Undo),
    act("y Ctrl+y Ctrl+Shift+z", Group::Enter, "", Action::Redo),
    act("h Enter", Group::Hints, "hint; again: more", Action::Hint),
    act("k", Group::Hints, "what is wrong?", Action::Check),
    bind("l", Group::Hints, "solution path", KeyCommand::SolutionPath),
    act(
        "m",
        Group::Hints,
        "mark all candidates",
        Action::MarkCandidates,
    ),
    act(
        "j",
        Group::Hints,
        "auto candidates",
        Action::Switch(Switch::AutoCandidates),
    ),
    bind("o", Group::View, "options", KeyCommand::Options),
    act("p", Group::View, "pause", Action::Pause),
    act(
        "t",
        Group::View,
        "clock on or off",
        Action::Switch(Switch::ShowClock),
    ),
    bind("PageUp", Group::View, "", KeyCommand::Scroll(-5)),
    bind("PageDown", Group::View, "", KeyCommand::Scroll(5)),
    bind("Ctrl+l", Group::View, "", KeyCommand::Redraw),
    bind("n", Group::Game, "new puzzle", KeyCommand::New),
    act("R", Group::Game, "start again", Action::Restart),
    bind("Ctrl+s", Group::Game, "save now", KeyCommand::Save),
    bind(
        "Ctrl+b",
        Group::Game,
        "to the shell (fg)",
        KeyCommand::Suspend,
    ),
    bind("?", Group::Game, "this help", KeyCommand::Help),
    bind("q Ctrl+c", Group::Game, "save and quit", KeyCommand::Quit),
];

/// The help for keys outside the table, for several keys together, for the mouse and for signs.
pub(super) const FAMILIES: &[(Group, &str, &str)] = &[
    (Group::Select, "arrows, w a s d", "move"),
    (Group::Select, "Ctrl/Shift+arrow", "select more"),
    (Group::Select, "click, drag", "select"),
    (Group::Select, "Ctrl+click", "one more, one less"),
    (Group::Select, "e, double click", "select equal cells"),
    (Group::Enter, "1-9", "enter in this mode"),
    (Group::Enter, "z  x c  v", "digit, marks, color"),
    (Group::Enter, "Shift Ctrl Alt+1-9", "marks, color"),
    (Group::Enter, "Backspace, 0", "clear"),
    (Group::Enter, "u  y", "undo, redo"),
    (Group::Enter, "paste", "play what is pasted"),
    (Group::Hints, "F1-F12", "where can it go?"),
    (Group::View, "PageUp, PageDown", "scroll a long text"),
    (Group::Signs, "[ ]", "the cursor"),
    (Group::Signs, "·7·", "one center mark"),
    (Group::Signs, "7!  7✗", "repeated; wrong"),
    (Group::Signs, "+7  −7", "goes here; ruled out"),
    (Group::Signs, "=7  □7", "true; false"),
    (Group::Signs, "?", "it can go here"),
];

/// The additional help for grids above 9×9.
pub(super) const LETTERS: &[(Group, &str, &str)] = &[
    (Group::Enter, "a b c …", "10, 11, 12 …; or two keys: 1 2"),
    (Group::Enter, "Alt+letter", "its command"),
];

/// Returns the command of a key. Letters match in both cases, unless the table has a separate
/// entry.
pub(super) fn command_for(key: KeyEvent) -> Option<KeyCommand> {
    let wanted = normalize(key);
    let exact = |binding: &&Binding| {
        binding
            .keys
            .split(' ')
            .any(|name| parse_key(name) == Some(wanted))
    };
    let lower = |binding: &&Binding| {
        let (KeyCode::Char(letter), modifiers) = wanted else {
            return false;
        };
        binding.keys.split(' ').any(|name| {
            parse_key(name) == Some((KeyCode::Char(letter.to_ascii_lowercase()), modifiers))
        })
    };
    BINDINGS
        .iter()
        .find(exact)
        .or_else(|| BINDINGS.iter().find(lower))
        .map(|binding| binding.command)
}

/// Normalizes a key across terminals. A letter implies Shift by its case, unless Ctrl is held.
fn normalize(key: KeyEvent) -> (KeyCode, KeyModifiers) {
    let mut modifiers =
        key.modifiers & (KeyModifiers::CONTROL | KeyModifiers::ALT | KeyModifiers::SHIFT);
    let mut code = key.code;
    if let KeyCode::Char(letter) = code {
        if modifiers.contains(KeyModifiers::CONTROL) {
            if letter.is_ascii_uppercase() {
                modifiers |= KeyModifiers::SHIFT;
            }
            code = KeyCode::Char(letter.to_ascii_lowercase());
        } else {
            modifiers -= KeyModifiers::SHIFT;
        }
    }
    if code == KeyCode::BackTab {
        (code, modifiers) = (KeyCode::Tab, modifiers - KeyModifiers::SHIFT);
    }
    (code, modifiers)
}

/// Parses the name of a key in the table.
pub(super) fn parse_key(name: &str) -> Option<(KeyCode, KeyModifiers)> {
    let mut modifiers = KeyModifiers::NONE;
    let mut rest = name;
    while let Some((held, after)) = rest.split_once('+').filter(|(held, _)| !held.is_empty()) {
        modifiers |= match held {
            "Ctrl" => KeyModifiers::CONTROL,
            "Shift" => KeyModifiers::SHIFT,
            "Alt" => KeyModifiers::ALT,
            _ => return None,
        };
        rest = after;
    }
    let code = match rest {
        "Space" => KeyCode::Char(' '),
        "Backspace" => KeyCode::Backspace,
        "Delete" => KeyCode::Delete,
        "Tab" => KeyCode::Tab,
        "Esc" => KeyCode::Esc,
        "Enter" => KeyCode::Enter,
        "PageUp" => KeyCode::PageUp,
        "PageDown" => KeyCode::PageDown,
        _ => KeyCode::Char(rest.chars().next().filter(|_| rest.chars().count() == 1)?),
    };
    Some((code, modifiers))
}

/// Returns the digit character of a key, and the mode if held keys select one. `shifted` contains
/// the characters of Shift+1 to Shift+9.
pub(super) fn digit_key(key: KeyEvent, shifted: &[char]) -> Option<(Option<Mode>, char)> {
    let KeyCode::Char(letter) = key.code else {
        return None;
    };
    let (ctrl, alt) = (
        key.modifiers.contains(KeyModifiers::CONTROL),
        key.modifiers.contains(KeyModifiers::ALT),
    );
    let plain = match shifted.iter().position(|shifted| *shifted == letter) {
        Some(index) if !letter.is_alphanumeric() => char::from_digit(index as u32 + 1, 10),
        _ => None,
    };
    let shift = plain.is_some() || key.modifiers.contains(KeyModifiers::SHIFT);
    let number = plain.unwrap_or(letter);
    match (ctrl, alt) {
        (false, false) if number.is_ascii_digit() => Some((shift.then_some(Mode::Corner), number)),
        (false, false) => Some((None, letter)),
        _ if !number.is_ascii_digit() => None,
        (true, false) if !shift => Some((Some(Mode::Center), number)),
        _ => Some((Some(Mode::Color), number)),
    }
}

/// Returns the direction of a key, and `true` if it extends the selection. Letters move only if
/// they are not digits.
pub(super) fn direction(key: KeyEvent, letters: bool) -> Option<(Direction, bool)> {
    let direction = match key.code {
        KeyCode::Up => Direction::Up,
        KeyCode::Down => Direction::Down,
        KeyCode::Left => Direction::Left,
        KeyCode::Right => Direction::Right,
        KeyCode::Char(letter)
            if letters
                && !key
                    .modifiers
                    .intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) =>
        {
            match letter.to_ascii_lowercase() {
                'w' => Direction::Up,
                's' => Direction::Down,
                'a' => Direction::Left,
                'd' => Direction::Right,
                _ => return None,
            }
        }
        _ => return None,
    };
    let more = key
        .modifiers
        .intersects(KeyModifiers::CONTROL | KeyModifiers::SHIFT)
        || matches!(key.code, KeyCode::Char('W' | 'A' | 'S' | 'D'));
    Some((direction, more))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn press(name: &str) -> KeyEvent {
        let (code, modifiers) = parse_key(name).unwrap();
        KeyEvent::new(code, modifiers)
    }

    #[test]
    fn each_key_of_the_help_runs_its_command() {
        let mut seen = BTreeSet::new();
        for binding in BINDINGS {
            for name in binding.keys.split(' ') {
                assert!(seen.insert(name), "{name} is listed twice");
                assert_eq!(command_for(press(name)), Some(binding.command), "{name}");
            }
        }
        assert_eq!(command_for(press("g")), None);
        assert_eq!(
            command_for(KeyEvent::new(KeyCode::Char('H'), KeyModifiers::SHIFT)),
            Some(KeyCommand::Act(Action::Hint))
        );
        assert_eq!(
            command_for(KeyEvent::new(KeyCode::Char('Z'), KeyModifiers::CONTROL)),
            Some(KeyCommand::Act(Action::Redo))
        );
        assert_eq!(
            command_for(KeyEvent::new(KeyCode::BackTab, KeyModifiers::SHIFT)),
            Some(KeyCommand::Act(Action::InvertSelection))
        );
    }

    #[test]
    fn held_keys_select_the_mode_of_a_digit() {
        let shifted: Vec<char> = "!@#$%^&*(".chars().collect();
        let means = |code: char, modifiers| {
            digit_key(KeyEvent::new(KeyCode::Char(code), modifiers), &shifted)
        };
        let (none, ctrl, alt, shift) = (
            KeyModifiers::NONE,
            KeyModifiers::CONTROL,
            KeyModifiers::ALT,
            KeyModifiers::SHIFT,
        );
        assert_eq!(means('5', none), Some((None, '5')));
        assert_eq!(means('%', none), Some((Some(Mode::Corner), '5')));
        assert_eq!(means('5', shift), Some((Some(Mode::Corner), '5')));
        assert_eq!(means('5', ctrl), Some((Some(Mode::Center), '5')));
        assert_eq!(means('5', alt), Some((Some(Mode::Color), '5')));
        assert_eq!(means('5', ctrl | shift), Some((Some(Mode::Color), '5')));
        assert_eq!(means('b', none), Some((None, 'b')));
        assert_eq!(means('b', alt), None);
    }

    #[test]
    fn arrows_and_letters_move() {
        let key = |code, modifiers| direction(KeyEvent::new(code, modifiers), true);
        assert_eq!(
            key(KeyCode::Left, KeyModifiers::NONE),
            Some((Direction::Left, false))
        );
        assert_eq!(
            key(KeyCode::Up, KeyModifiers::CONTROL),
            Some((Direction::Up, true))
        );
        assert_eq!(
            key(KeyCode::Char('s'), KeyModifiers::NONE),
            Some((Direction::Down, false))
        );
        assert_eq!(
            key(KeyCode::Char('D'), KeyModifiers::SHIFT),
            Some((Direction::Right, true))
        );
        assert_eq!(key(KeyCode::Char('a'), KeyModifiers::CONTROL), None);
        assert_eq!(
            direction(KeyEvent::new(KeyCode::Char('a'), KeyModifiers::NONE), false),
            None
        );
    }
}
