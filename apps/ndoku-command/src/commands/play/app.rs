//! The player's program: what keys, clicks and answers do to the game and to what stands around it. Draws nothing, and knows the time only by what it is told.

use std::time::Duration;

use ndoku::rating::Level;
use ndoku::{Cell, Digit, StopReason};
use ndoku_game::{
    Action, HintKind, HintRequest, Issue, Mode, PathEnd, Response, Session, SolutionPath,
    SolutionStatus, Switch,
};
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

use super::board::Geometry;
use super::keys::{self, Command};
use super::order::Order;
use super::theme::Theme;
use super::worker::{Desk, Done, Task};

/// Two clicks on a cell within this time are a double click.
const DOUBLE: Duration = Duration::from_millis(400);

/// What lies above the game.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Overlay {
    None,
    Help,
    /// The switches, and which is chosen.
    Options(usize),
    /// The levels of a new puzzle, and which is chosen; the last stands for any.
    Levels(usize),
}

/// Why the program ends.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    Quit,
    /// A bug: a task ended without an answer.
    Fault,
}

/// What is asked of whoever holds the terminal and the files.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Wishes {
    pub save: bool,
    /// And say where.
    pub tell: bool,
    /// Another game begins: that which was retired is to be kept.
    pub begin: bool,
    pub suspend: bool,
    pub redraw: bool,
    pub end: Option<Ending>,
}

/// Everything but the terminal.
pub(super) struct App {
    pub session: Option<Session>,
    pub path: Option<SolutionPath>,
    pub overlay: Overlay,
    /// What was said last.
    pub message: String,
    pub desk: Desk,
    pub order: Order,
    pub theme: Theme,
    /// The characters of Shift+1 to Shift+9.
    pub shifted: Vec<char>,
    /// How far the long text is scrolled, in lines; drawing limits it to what there is.
    pub scroll: u16,
    /// Where the grid was drawn last.
    pub geometry: Option<Geometry>,
    pub wishes: Wishes,
    /// Cells have changed since this was last set to false.
    pub is_changed: bool,
    /// The game that another one took the place of.
    pub retired: Option<Session>,
    /// What a hint was asked for last.
    asked: Option<HintRequest>,
    /// The cell of the last click, and when it was.
    click: Option<(Cell, Duration)>,
    now: Duration,
}

impl App {
    pub(super) fn new(order: Order, theme: Theme, shifted: Vec<char>) -> Self {
        Self {
            session: None,
            path: None,
            overlay: Overlay::None,
            message: String::new(),
            desk: Desk::default(),
            order,
            theme,
            shifted,
            scroll: 0,
            geometry: None,
            wishes: Wishes::default(),
            is_changed: false,
            retired: None,
            asked: None,
            click: None,
            now: Duration::ZERO,
        }
    }

    /// Begins to play.
    pub(super) fn begin(&mut self, session: Session) {
        let mut said = match session.solution_status() {
            SolutionStatus::Unsolvable => "This puzzle has no solution.".to_owned(),
            SolutionStatus::Multiple => "This puzzle has more than one solution.".to_owned(),
            SolutionStatus::Unknown => "The search for a second solution took too long.".to_owned(),
            SolutionStatus::Unique(_) => String::new(),
        };
        if session.is_solved() {
            said = "This puzzle is solved.".to_owned();
        }
        self.message = if said.is_empty() {
            "Good luck! ? shows the keys.".to_owned()
        } else {
            said
        };
        self.order.layout = session.layout().clone();
        self.session = Some(session);
        self.path = None;
        self.overlay = Overlay::None;
        self.scroll = 0;
        self.wishes.redraw = true;
    }

    /// Time that has gone by.
    pub(super) fn tick(&mut self, time: Duration) {
        self.now += time;
        // Whoever looks at the solution is not playing.
        if let (Some(session), None) = (&mut self.session, &self.path) {
            session.tick(time);
        }
        match self.desk.poll() {
            Some(Ok(done)) => self.take(done),
            Some(Err(())) => self.wishes.end = Some(Ending::Fault),
            None => {}
        }
    }

    /// Takes the answer to a task.
    pub(super) fn take(&mut self, done: Done) {
        match done {
            Done::Made(order, made) => match made {
                Ok(session) => {
                    self.wishes.begin = true;
                    self.retired = self.session.take();
                    self.order = *order;
                    self.begin(*session);
                }
                Err(Some(reason)) => {
                    self.message = format!("No {} puzzle: {reason}.", order.name())
                }
                Err(None) => {}
            },
            Done::Opened(opened) => match opened {
                Ok((session, several)) => {
                    self.wishes.begin = true;
                    self.retired = self.session.take();
                    self.begin(*session);
                    if several {
                        self.message
                            .insert_str(0, "This is the first puzzle of several. ");
                    }
                }
                Err(reason) => {
                    self.message = format!("The pasted text cannot be played: {reason}.")
                }
            },
            Done::Hint(request, hint) => {
                let Some(session) = &mut self.session else {
                    return;
                };
                match hint {
                    Ok(hint) => {
                        let has_multiple_solutions =
                            hint.has_multiple_solutions && hint.kind == HintKind::Step;
                        self.message = match () {
                            () if !session.show_hint(&request, *hint) => {
                                "The grid has changed: h looks again.".to_owned()
                            }
                            () if has_multiple_solutions => {
                                "The puzzle has more than one solution.".to_owned()
                            }
                            () => String::new(),
                        };
                        self.scroll = 0;
                    }
                    Err(reason) => self.message = stopped("No hint", reason),
                }
            }
            Done::SolutionPath(path) => match path {
                Ok(path) if path.steps().is_empty() => {
                    self.message = match path.end() {
                        PathEnd::Solved => "The puzzle is solved.",
                        PathEnd::Stuck => "No technique applies.",
                        PathEnd::Contradiction => "The puzzle has no solution.",
                    }
                    .to_owned();
                }
                Ok(path) => {
                    self.message = if path.is_from_start() {
                        "A digit is wrong: this path starts from the clues.".to_owned()
                    } else {
                        String::new()
                    };
                    (self.path, self.scroll) = (Some(*path), 0);
                }
                Err(reason) => self.message = stopped("No solution path", reason),
            },
        }
    }

    /// Something that the terminal tells.
    pub(super) fn handle(&mut self, event: &Event) {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(*key),
            Event::Mouse(mouse) => self.mouse(*mouse),
            Event::Resize(..) => self.wishes.redraw = true,
            Event::Paste(text) => self.paste(text),
            _ => {}
        }
    }

    /// Plays what was pasted. The game before it is kept as it is when a new puzzle is made.
    fn paste(&mut self, text: &str) {
        self.asked = None;
        // Terminals send what Enter does for the end of a line.
        self.desk
            .begin(Task::Open(text.replace("\r\n", "\n").replace('\r', "\n")));
    }

    fn key(&mut self, key: KeyEvent) {
        let ctrl = key.modifiers.contains(KeyModifiers::CONTROL);
        if ctrl && matches!(key.code, KeyCode::Char('c' | 'C')) {
            return self.quit();
        }
        match self.overlay {
            Overlay::None => {}
            overlay => return self.overlay_key(overlay, key),
        }
        if self.desk.what().is_some() && key.code == KeyCode::Esc {
            self.desk.stop();
            self.message = "Canceled.".to_owned();
            if self.session.is_none() {
                self.quit();
            }
            return;
        }
        if self.path.is_some() && self.path_key(key) {
            return;
        }
        let Some(session) = &mut self.session else {
            if matches!(keys::command(key), Some(Command::Quit)) {
                self.quit();
            }
            return;
        };
        let big = session.layout().size() > 9;
        if let Some((direction, more)) =
            keys::direction(key, !big && session.puzzle().symbols().digit("a").is_none())
        {
            session.act(if more {
                Action::Extend(direction)
            } else {
                Action::Move(direction)
            });
            return;
        }
        if let KeyCode::F(number @ 1..=12) = key.code
            && let Some(digit) = Digit::new(number)
        {
            session.act(Action::Filter(digit));
            return;
        }
        if let Some((mode, letter)) = keys::digit_key(key, &self.shifted) {
            let response = session.type_key(mode, letter, self.now);
            if let Some(response) = response {
                return self.respond(response);
            }
        }
        // Where letters are digits, Alt with a letter is its command.
        let plain = KeyEvent {
            modifiers: key.modifiers - KeyModifiers::ALT,
            ..key
        };
        let is_letter = matches!(key.code, KeyCode::Char(letter) if letter.is_alphabetic());
        let key = if is_letter { plain } else { key };
        if let Some(command) = keys::command(key) {
            self.command(command);
        }
    }

    fn command(&mut self, command: Command) {
        let Some(session) = &self.session else { return };
        match command {
            Command::Act(action) => self.act(action),
            Command::PickEqual => {
                let cursor = session.selection().cursor();
                self.act(Action::PickEqual(cursor));
            }
            Command::SolutionPath => {
                let request = Box::new(session.hint_request());
                self.asked = None;
                self.desk.begin(Task::SolutionPath(request));
            }
            Command::Options => self.overlay = Overlay::Options(0),
            Command::New => {
                self.overlay = Overlay::Levels(
                    self.order
                        .level
                        .map_or(Level::ALL.len(), |level| level as usize),
                )
            }
            Command::Help => (self.overlay, self.scroll) = (Overlay::Help, 0),
            Command::Scroll(lines) => self.scroll = self.scroll.saturating_add_signed(lines),
            Command::Save => (self.wishes.save, self.wishes.tell) = (true, true),
            Command::Suspend => (self.wishes.save, self.wishes.suspend) = (true, true),
            Command::Redraw => self.wishes.redraw = true,
            Command::Quit => self.quit(),
        }
    }

    fn act(&mut self, action: Action) {
        let Some(session) = &mut self.session else {
            return;
        };
        let response = session.act(action);
        let is_checked = session.is_checked();
        self.respond(response);
        let Some(session) = &self.session else { return };
        match action {
            Action::Check if is_checked => self.message = report(session),
            Action::Pause if session.clock().is_paused() => {
                self.wishes.save = true;
                self.message.clear();
            }
            Action::Switch(switch) => {
                let state = if session.options().is_on(switch) {
                    "on"
                } else {
                    "off"
                };
                self.message = format!("{}: {state}.", switch.what());
            }
            Action::Undo | Action::Redo if response == Response::Nothing => {
                self.message = format!(
                    "There is nothing to {}.",
                    if action == Action::Undo {
                        "undo"
                    } else {
                        "redo"
                    }
                );
            }
            _ => {}
        }
    }

    fn respond(&mut self, response: Response) {
        self.is_changed |= matches!(
            response,
            Response::Changed | Response::Full | Response::Solved
        );
        match response {
            Response::Nothing => return,
            Response::ViewChanged => {}
            Response::HintNeeded => {
                let request = self.session.as_ref().map(Session::hint_request);
                // Whoever asks again for what is being looked for has to wait.
                if self.desk.what().is_none() || self.asked != request {
                    self.asked.clone_from(&request);
                    if let Some(request) = request {
                        self.desk.begin(Task::Hint(Box::new(request)));
                    }
                }
            }
            Response::Changed => self.message.clear(),
            Response::Full => {
                self.message =
                    "Every cell is filled, but something is wrong: k shows what.".to_owned()
            }
            Response::Solved => {
                self.message = self.session.as_ref().map(summary).unwrap_or_default()
            }
        }
        self.scroll = 0;
    }

    fn quit(&mut self) {
        self.desk.stop();
        self.wishes.save = true;
        self.wishes.end = Some(Ending::Quit);
    }

    /// Keys while the path is shown; whether it was one of these. All keys that change the game wait until it is closed.
    fn path_key(&mut self, key: KeyEvent) -> bool {
        let Some(path) = &mut self.path else {
            return false;
        };
        let at = path.position();
        let to = match key.code {
            KeyCode::Right | KeyCode::Down | KeyCode::Char(' ' | 'd' | 's') => at + 1,
            KeyCode::Left | KeyCode::Up | KeyCode::Backspace | KeyCode::Char('a' | 'w') => {
                at.saturating_sub(1)
            }
            KeyCode::Home => 0,
            KeyCode::End => usize::MAX,
            KeyCode::Esc | KeyCode::Enter | KeyCode::Char('l') => {
                self.path = None;
                self.message.clear();
                self.scroll = 0;
                return true;
            }
            _ => {
                let known = keys::command(key);
                return !matches!(
                    known,
                    Some(
                        Command::Quit
                            | Command::Help
                            | Command::Scroll(_)
                            | Command::Suspend
                            | Command::Redraw
                            | Command::Save
                    )
                );
            }
        };
        if path.go_to(to) {
            self.scroll = 0;
        }
        true
    }

    fn overlay_key(&mut self, overlay: Overlay, key: KeyEvent) {
        let count = match overlay {
            Overlay::Options(_) => Switch::ALL.len(),
            _ => Level::ALL.len() + 1,
        };
        let moved = |at: usize| match key.code {
            KeyCode::Up | KeyCode::Char('w' | 'k') => Some((at + count - 1) % count),
            KeyCode::Down | KeyCode::Tab | KeyCode::Char('s' | 'j') => Some((at + 1) % count),
            KeyCode::Char(number @ '1'..='9') => {
                Some(number as usize - '1' as usize).filter(|at| *at < count)
            }
            _ => None,
        };
        let closes = matches!(key.code, KeyCode::Esc | KeyCode::Char('q'));
        let chooses = matches!(key.code, KeyCode::Enter | KeyCode::Char(' ' | '1'..='9'));
        match overlay {
            Overlay::Help => match key.code {
                KeyCode::Up | KeyCode::PageUp => self.scroll = self.scroll.saturating_sub(5),
                KeyCode::Down | KeyCode::PageDown => self.scroll = self.scroll.saturating_add(5),
                _ => (self.overlay, self.scroll) = (Overlay::None, 0),
            },
            _ if closes => self.overlay = Overlay::None,
            Overlay::Options(at) => {
                let at = moved(at).unwrap_or(at);
                self.overlay = Overlay::Options(at);
                if chooses {
                    self.act(Action::Switch(Switch::ALL[at]));
                } else if matches!(key.code, KeyCode::Char('o')) {
                    self.overlay = Overlay::None;
                }
            }
            Overlay::Levels(at) => {
                let at = moved(at).unwrap_or(at);
                self.overlay = Overlay::Levels(at);
                if chooses {
                    self.overlay = Overlay::None;
                    self.make(Level::ALL.get(at).copied());
                }
            }
            Overlay::None => {}
        }
    }

    /// Begins to make another puzzle like the last, of this level.
    fn make(&mut self, level: Option<Level>) {
        let seed = fastrand::u64(..1_000_000_000);
        self.asked = None;
        self.desk.begin(Task::Make(Box::new(Order {
            level,
            seed,
            ..self.order.clone()
        })));
    }

    fn mouse(&mut self, mouse: MouseEvent) {
        if self.overlay != Overlay::None || self.path.is_some() {
            if matches!(
                mouse.kind,
                MouseEventKind::ScrollUp | MouseEventKind::ScrollDown
            ) {
                let lines = if mouse.kind == MouseEventKind::ScrollUp {
                    -3
                } else {
                    3
                };
                self.scroll = self.scroll.saturating_add_signed(lines);
            }
            return;
        }
        let cell = self
            .geometry
            .as_ref()
            .and_then(|geometry| geometry.cell_at(mouse.column, mouse.row));
        let (Some(session), Some(cell)) = (&mut self.session, cell) else {
            return;
        };
        let ctrl = mouse.modifiers.contains(KeyModifiers::CONTROL);
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) if !ctrl => {
                let again = self.click.is_some_and(|(last, at)| {
                    last == cell && self.now.saturating_sub(at) <= DOUBLE
                });
                self.click = if again { None } else { Some((cell, self.now)) };
                session.act(if again {
                    Action::PickEqual(cell)
                } else {
                    Action::Pick(cell)
                });
            }
            MouseEventKind::Down(MouseButton::Left | MouseButton::Right) => {
                session.act(Action::Toggle(cell));
            }
            MouseEventKind::Drag(_) if session.selection().cursor() != cell => {
                self.click = None;
                session.act(Action::Drag(cell));
            }
            _ => {}
        }
    }

    /// Whether letters are digits here, so that commands need Alt.
    pub(super) fn has_letter_digits(&self) -> bool {
        self.session.as_ref().is_some_and(|session| {
            session.layout().size() > 9 || session.puzzle().symbols().digit("A").is_some()
        })
    }

    /// What entries are now.
    pub(super) fn mode(&self) -> Mode {
        self.session.as_ref().map(Session::mode).unwrap_or_default()
    }
}

/// What a check finds, in words.
fn report(session: &Session) -> String {
    let issues = session.issues();
    let said: Vec<String> = issues
        .iter()
        .map(|one| one.describe(session.layout(), session.puzzle().symbols()))
        .collect();
    match (said.is_empty(), session.solution_status()) {
        (true, SolutionStatus::Unique(_)) => "No mistakes so far.".to_owned(),
        (true, _) => "No digit is repeated. Other mistakes cannot be found, because the solution is not unique.".to_owned(),
        (false, _) => {
            let wrong = issues.iter().filter(|one| !matches!(one, Issue::Conflict(_))).count();
            let head = if wrong > 0 { "Wrong" } else { "Repeated" };
            format!("{head}: {}.", said.join("; "))
        }
    }
}

/// What is said when the puzzle is solved.
fn summary(session: &Session) -> String {
    let help_counts = session.help_counts();
    let count =
        |number: u32, what: &str| format!("{number} {what}{}", if number == 1 { "" } else { "s" });
    let help = match (help_counts.hints[0], help_counts.checks) {
        (0, 0) => "Without any help!".to_owned(),
        (hints, checks) => {
            format!(
                "{} ({} fully shown, {} applied), {}.",
                count(hints, "hint"),
                help_counts.hints[3],
                help_counts.applied,
                count(checks, "check")
            )
        }
    };
    format!("Solved in {}! {help}", session.clock())
}

fn stopped(what: &str, reason: StopReason) -> String {
    if reason == StopReason::Flag {
        "Canceled.".to_owned()
    } else {
        format!("{what}: {reason}.")
    }
}
