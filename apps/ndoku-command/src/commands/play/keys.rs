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

/// An entry of the table: the names of the keys, separated by spaces, a description and the
/// command.
pub(super) struct Binding {
    pub keys: &'static str,
    pub description: &'static str,
    pub command: KeyCommand,
}

const fn bind(keys: &'static str, description: &'static str, command: KeyCommand) -> Binding {
    Binding {
        keys,
        description,
        command,
    }
}

/// All keys with a single meaning.
pub(super) const BINDINGS: &[Binding] = &[
    bind("z", "digits", KeyCommand::Act(Action::SetMode(Mode::Digit))),
    bind(
        "x",
        "corner marks",
        KeyCommand::Act(Action::SetMode(Mode::Corner)),
    ),
    bind(
        "c",
        "center marks",
        KeyCommand::Act(Action::SetMode(Mode::Center)),
    ),
    bind("v", "colors", KeyCommand::Act(Action::SetMode(Mode::Color))),
    bind(
        "Space",
        "next of these four",
        KeyCommand::Act(Action::NextMode),
    ),
    bind(
        "Backspace Delete 0",
        "clear",
        KeyCommand::Act(Action::Clear),
    ),
    bind("u Ctrl+z", "undo", KeyCommand::Act(Action::Undo)),
    bind(
        "y Ctrl+y Ctrl+Shift+z",
        "redo",
        KeyCommand::Act(Action::Redo),
    ),
    bind("Ctrl+a", "select all", KeyCommand::Act(Action::SelectAll)),
    bind(
        "Tab Ctrl+i",
        "invert the selection",
        KeyCommand::Act(Action::InvertSelection),
    ),
    bind("e", "select equal cells", KeyCommand::SelectEqual),
    bind(
        "Esc",
        "hide hint; deselect",
        KeyCommand::Act(Action::Dismiss),
    ),
    bind(
        "h Enter",
        "hint; again: more",
        KeyCommand::Act(Action::Hint),
    ),
    bind("l", "solution path", KeyCommand::SolutionPath),
    bind("k", "check: what is wrong?", KeyCommand::Act(Action::Check)),
    bind(
        "m",
        "mark all candidates",
        KeyCommand::Act(Action::MarkCandidates),
    ),
    bind(
        "j",
        "automatic candidates",
        KeyCommand::Act(Action::Switch(Switch::AutoCandidates)),
    ),
    bind("o", "options", KeyCommand::Options),
    bind("p", "pause", KeyCommand::Act(Action::Pause)),
    bind(
        "t",
        "clock on or off",
        KeyCommand::Act(Action::Switch(Switch::ShowClock)),
    ),
    bind("n", "new puzzle", KeyCommand::New),
    bind("R", "start again", KeyCommand::Act(Action::Restart)),
    bind("PageUp", "scroll a long text", KeyCommand::Scroll(-5)),
    bind("PageDown", "scroll a long text", KeyCommand::Scroll(5)),
    bind("Ctrl+s", "save now", KeyCommand::Save),
    bind("Ctrl+b", "to the shell (fg)", KeyCommand::Suspend),
    bind("Ctrl+l", "draw again", KeyCommand::Redraw),
    bind("?", "this help", KeyCommand::Help),
    bind("q Ctrl+c", "save and quit", KeyCommand::Quit),
];

/// The help for keys outside the table, and for the mouse.
pub(super) const FAMILIES: &[(&str, &str)] = &[
    ("arrows, w a s d", "move"),
    ("Ctrl/Shift+arrow", "select more"),
    ("1-9", "enter in this mode"),
    ("Shift+1-9", "corner mark"),
    ("Ctrl+1-9", "center mark"),
    ("Alt+1-9", "color"),
    ("F1-F12", "where can it go?"),
    ("click, drag", "select"),
    ("Ctrl+click, right", "one more, one less"),
    ("double click", "select equal cells"),
    ("paste", "play what is pasted"),
];

/// The additional help for grids above 9×9.
pub(super) const LETTERS: &[(&str, &str)] = &[
    ("a b c …", "10, 11, 12 …; or two keys: 1 2"),
    ("Alt+letter", "its command"),
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
