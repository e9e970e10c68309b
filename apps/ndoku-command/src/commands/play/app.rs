//! The application: the effects of keys, clicks and task results on the game and its surroundings.
//! It draws nothing, and the caller advances its time.

use std::time::Duration;

use ndoku::format::Record;
use ndoku::hint::{HintLevel, HintOutcome, SolutionStatus};
use ndoku::rating::{Difficulty, Level};
use ndoku::{Cell, Digit, StopReason};
use ndoku_game::{Action, HintRequest, Issue, Mode, PathProgress, Response, Session, Switch};
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

use super::board::Geometry;
use super::keys::{self, KeyCommand};
use super::puzzle_options::PuzzleOptions;
use super::statistics::{SolvedGame, Statistics};
use super::theme::Theme;
use super::worker::{Task, TaskResult, TaskRunner};
use crate::random_seed::random_seed;

/// Maximum time between the two clicks of a double click.
const DOUBLE_CLICK_TIME: Duration = Duration::from_millis(400);

/// The overlay above the game.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Overlay {
    None,
    Help,
    /// The switches, with the index of the selected one.
    Options(usize),
    /// The levels of a new puzzle, with the index of the selected one. The last entry is any level.
    Levels(usize),
}

/// The reason why the application ends.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum ExitReason {
    Quit,
    /// A bug: a task ended without a result.
    InternalError,
}

/// Requests to the owner of the terminal and the files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Requests {
    pub save: bool,
    /// Show a message after saving.
    pub confirm_save: bool,
    /// A new game has started. The previous game must be saved.
    pub new_game: bool,
    /// The game to add to the file of statistics.
    pub save_statistics: Option<SolvedGame>,
    pub suspend: bool,
    pub redraw: bool,
    pub exit: Option<ExitReason>,
}

/// The state of the application, without the terminal.
pub(super) struct App {
    pub session: Option<Session>,
    pub path: Option<PathProgress>,
    pub overlay: Overlay,
    /// The last message.
    pub message: String,
    pub worker: TaskRunner,
    /// Rates the puzzle while the player plays.
    pub rater: TaskRunner,
    /// The level and the rating of the puzzle on the scale of the solution path.
    pub rating: Option<(Level, Difficulty)>,
    pub statistics: Statistics,
    /// The current day, counted from 1970.
    pub today: u64,
    pub puzzle_options: PuzzleOptions,
    pub theme: Theme,
    /// The characters that Shift+1 to Shift+9 type.
    pub shifted: Vec<char>,
    /// The scroll position of a long text in lines. Drawing limits it to the text.
    pub scroll: u16,
    /// The last position of the grid on the screen.
    pub geometry: Option<Geometry>,
    pub requests: Requests,
    /// `true` if a cell has changed since the last save.
    pub is_changed: bool,
    /// The game that a new one replaced.
    pub previous_game: Option<Session>,
    /// `true` if the game is in the statistics already, or was solved when it was opened.
    is_counted: bool,
    /// `true` if the last game of the statistics is this one.
    has_statistics: bool,
    /// The request of the running search for a hint.
    pending_request: Option<HintRequest>,
    /// The cell and the time of the last click.
    click: Option<(Cell, Duration)>,
    now: Duration,
}

impl App {
    pub(super) fn new(puzzle_options: PuzzleOptions, theme: Theme, shifted: Vec<char>) -> Self {
        Self {
            session: None,
            path: None,
            overlay: Overlay::None,
            message: String::new(),
            worker: TaskRunner::default(),
            rater: TaskRunner::default(),
            rating: None,
            statistics: Statistics::default(),
            today: 0,
            puzzle_options,
            theme,
            shifted,
            scroll: 0,
            geometry: None,
            requests: Requests::default(),
            is_changed: false,
            previous_game: None,
            is_counted: false,
            has_statistics: false,
            pending_request: None,
            click: None,
            now: Duration::ZERO,
        }
    }

    /// Starts a game.
    pub(super) fn start_game(&mut self, session: Session) {
        let mut message = match session.solution_status() {
            SolutionStatus::Unsolvable => "This puzzle has no solution.".to_owned(),
            SolutionStatus::Multiple | SolutionStatus::DeadEnd => {
                "This puzzle has more than one solution.".to_owned()
            }
            SolutionStatus::Unknown => "The search for a second solution took too long.".to_owned(),
            SolutionStatus::Unique(_) => String::new(),
        };
        if session.is_solved() {
            message = "This puzzle is solved.".to_owned();
        }
        self.message = if message.is_empty() {
            "Good luck! ? shows the keys.".to_owned()
        } else {
            message
        };
        self.puzzle_options.layout = session.layout().clone();
        self.rating = None;
        self.is_counted = session.is_solved();
        self.has_statistics = false;
        let puzzle = Record::from(session.puzzle().clone());
        self.rater.start(Task::Rate(Box::new(puzzle)));
        self.session = Some(session);
        self.path = None;
        self.overlay = Overlay::None;
        self.scroll = 0;
        self.requests.redraw = true;
    }

    /// Advances the time, and handles the result of a finished task.
    pub(super) fn tick(&mut self, time: Duration) {
        self.now += time;
        // Looking at the solution path does not count as playing time.
        if let (Some(session), None) = (&mut self.session, &self.path) {
            session.tick(time);
        }
        for polled in [self.worker.poll(), self.rater.poll()] {
            match polled {
                Some(Ok(result)) => self.handle_result(result),
                Some(Err(())) => self.requests.exit = Some(ExitReason::InternalError),
                None => {}
            }
        }
    }

    /// Handles the result of a task.
    pub(super) fn handle_result(&mut self, result: TaskResult) {
        match result {
            TaskResult::Generated(options, Ok(session)) => {
                self.puzzle_options = *options;
                self.replace_game(*session);
            }
            TaskResult::Generated(options, Err(Some(reason))) => {
                self.message = format!("No {} puzzle: {reason}.", options.description());
            }
            TaskResult::Generated(_, Err(None)) => {}
            TaskResult::Opened(Ok((session, several))) => {
                self.replace_game(*session);
                if several {
                    self.message
                        .insert_str(0, "This is the first puzzle of several. ");
                }
            }
            TaskResult::Opened(Err(reason)) => {
                self.message = format!("The pasted text cannot be played: {reason}.");
            }
            TaskResult::Rated(rating) => self.rating = rating,
            TaskResult::Hint(request, outcome) => self.show_hint(&request, outcome),
            TaskResult::SolutionPath(Ok(progress)) => self.show_path(*progress),
            TaskResult::SolutionPath(Err(reason)) => {
                self.message = format_stop("No solution path", reason);
            }
        }
    }

    /// Starts a game, and keeps the previous one until it is saved.
    fn replace_game(&mut self, session: Session) {
        self.requests.new_game = true;
        self.previous_game = self.session.take();
        self.start_game(session);
    }

    /// Shows a hint, if the game has not changed since it was requested.
    fn show_hint(&mut self, request: &HintRequest, outcome: Result<Box<HintOutcome>, StopReason>) {
        let Some(session) = &mut self.session else {
            return;
        };
        match outcome {
            Ok(outcome) => {
                let hint = outcome.hint();
                let has_multiple_solutions = hint.is_some_and(|hint| hint.has_multiple_solutions);
                self.message = match () {
                    () if !session.show_hint(request, *outcome) => {
                        "The grid has changed: h looks again.".to_owned()
                    }
                    () if has_multiple_solutions => {
                        "The puzzle has more than one solution.".to_owned()
                    }
                    () => String::new(),
                };
                self.scroll = 0;
            }
            Err(reason) => self.message = format_stop("No hint", reason),
        }
    }

    /// Shows a solution path, or says why it has no step.
    fn show_path(&mut self, progress: PathProgress) {
        let path = progress.path();
        if path.steps().is_empty() {
            let end = path.end().text(HintLevel::Full, path.puzzle().symbols());
            self.message = end.to_string();
            return;
        }
        self.message = if progress.is_from_start() {
            "A digit is wrong: this path starts from the clues.".to_owned()
        } else {
            String::new()
        };
        (self.path, self.scroll) = (Some(progress), 0);
    }

    /// Handles an event of the terminal.
    pub(super) fn handle(&mut self, event: &Event) {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(*key),
            Event::Mouse(mouse) => self.mouse(*mouse),
            Event::Resize(..) => self.requests.redraw = true,
            Event::Paste(text) => self.paste(text),
            _ => {}
        }
    }

    /// Opens the pasted text. The previous game is saved, as for a new puzzle.
    fn paste(&mut self, text: &str) {
        self.pending_request = None;
        // Terminals send a carriage return at the end of a pasted line.
        self.worker
            .start(Task::Open(text.replace("\r\n", "\n").replace('\r', "\n")));
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
        if self.worker.task_description().is_some() && key.code == KeyCode::Esc {
            self.worker.stop();
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
            if matches!(keys::command_for(key), Some(KeyCommand::Quit)) {
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
                return self.handle_response(response);
            }
        }
        // If letters are digits, Alt with a letter is its command.
        let plain = KeyEvent {
            modifiers: key.modifiers - KeyModifiers::ALT,
            ..key
        };
        let is_letter = matches!(key.code, KeyCode::Char(letter) if letter.is_alphabetic());
        let key = if is_letter { plain } else { key };
        if let Some(command) = keys::command_for(key) {
            self.command(command);
        }
    }

    fn command(&mut self, command: KeyCommand) {
        let Some(session) = &self.session else { return };
        match command {
            KeyCommand::Act(action) => self.act(action),
            KeyCommand::SelectEqual => {
                let cursor = session.selection().cursor();
                self.act(Action::SelectEqual(cursor));
            }
            KeyCommand::SolutionPath => {
                let request = Box::new(session.hint_request());
                self.pending_request = None;
                self.worker.start(Task::SolutionPath(request));
            }
            KeyCommand::Options => self.overlay = Overlay::Options(0),
            KeyCommand::New => {
                self.overlay = Overlay::Levels(
                    self.puzzle_options
                        .level
                        .map_or(Level::ALL.len(), |level| level as usize),
                );
            }
            KeyCommand::Help => (self.overlay, self.scroll) = (Overlay::Help, 0),
            KeyCommand::Scroll(lines) => self.scroll = self.scroll.saturating_add_signed(lines),
            KeyCommand::Save => (self.requests.save, self.requests.confirm_save) = (true, true),
            KeyCommand::Suspend => (self.requests.save, self.requests.suspend) = (true, true),
            KeyCommand::Redraw => self.requests.redraw = true,
            KeyCommand::Quit => self.quit(),
        }
    }

    fn act(&mut self, action: Action) {
        let Some(session) = &mut self.session else {
            return;
        };
        let response = session.act(action);
        let is_checked = session.is_checked();
        self.handle_response(response);
        let Some(session) = &self.session else { return };
        match action {
            Action::Check if is_checked => self.message = format_issues(session),
            Action::Pause if session.clock().is_paused() => {
                self.requests.save = true;
                self.message.clear();
            }
            Action::Switch(switch) => {
                let state = if session.options().is_on(switch) {
                    "on"
                } else {
                    "off"
                };
                self.message = format!("{}: {state}.", switch.description());
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

    fn handle_response(&mut self, response: Response) {
        self.is_changed |= matches!(
            response,
            Response::Changed | Response::Full | Response::Solved
        );
        match response {
            Response::Nothing => return,
            Response::ViewChanged => {}
            Response::HintNeeded => {
                let request = self.session.as_ref().map(Session::hint_request);
                // A running search for the same position continues.
                if self.worker.task_description().is_none() || self.pending_request != request {
                    self.pending_request.clone_from(&request);
                    if let Some(request) = request {
                        self.worker.start(Task::Hint(Box::new(request)));
                    }
                }
            }
            Response::Changed => self.message.clear(),
            Response::Full => {
                self.message =
                    "Every cell is filled, but something is wrong: k shows what.".to_owned();
            }
            Response::Solved => {
                self.count_game();
                self.message = self
                    .session
                    .as_ref()
                    .map(format_summary)
                    .unwrap_or_default();
            }
        }
        self.scroll = 0;
    }

    /// Adds the solved game to the statistics, once.
    fn count_game(&mut self) {
        let Some(session) = self.session.as_ref().filter(|_| !self.is_counted) else {
            return;
        };
        let help = session.help_counts();
        let level = self.rating.map(|(level, _)| level.name().to_owned());
        let game = SolvedGame {
            day: self.today,
            level: level.or_else(|| session.metadata().level.clone()),
            size: session.layout().size(),
            seconds: session.clock().elapsed().as_secs(),
            hints: help.hints[0],
            checks: help.checks,
        };
        self.statistics.add(game.clone());
        self.is_counted = true;
        self.has_statistics = true;
        self.requests.save_statistics = Some(game);
    }

    /// Returns the rows of the statistics for the end of a game: names with values.
    pub(super) fn statistics_rows(&self) -> Vec<(&'static str, String)> {
        if self.has_statistics {
            self.statistics.rows()
        } else {
            Vec::new()
        }
    }

    /// Returns the level and the rating of the puzzle, such as `Hard 4.2`.
    pub(super) fn rating_text(&self) -> Option<String> {
        let (level, rating) = self.rating?;
        let mut name: Vec<char> = level.name().chars().collect();
        if let Some(first) = name.first_mut() {
            first.make_ascii_uppercase();
        }
        Some(format!("{} {rating}", name.into_iter().collect::<String>()))
    }

    fn quit(&mut self) {
        self.worker.stop();
        self.rater.stop();
        self.requests.save = true;
        self.requests.exit = Some(ExitReason::Quit);
    }

    /// Handles keys while the solution path is shown. Returns `true` if the key is used up. Keys
    /// that change the game are ignored until the path is closed.
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
                let known = keys::command_for(key);
                return !matches!(
                    known,
                    Some(
                        KeyCommand::Quit
                            | KeyCommand::Help
                            | KeyCommand::Scroll(_)
                            | KeyCommand::Suspend
                            | KeyCommand::Redraw
                            | KeyCommand::Save
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
                    self.generate(Level::ALL.get(at).copied());
                }
            }
            Overlay::None => {}
        }
    }

    /// Starts to generate a puzzle of this level, otherwise like the last one.
    fn generate(&mut self, level: Option<Level>) {
        let seed = random_seed();
        self.pending_request = None;
        self.worker.start(Task::Generate(Box::new(PuzzleOptions {
            level,
            seed,
            ..self.puzzle_options.clone()
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
                    last == cell && self.now.saturating_sub(at) <= DOUBLE_CLICK_TIME
                });
                self.click = if again { None } else { Some((cell, self.now)) };
                session.act(if again {
                    Action::SelectEqual(cell)
                } else {
                    Action::Select(cell)
                });
            }
            MouseEventKind::Down(MouseButton::Left | MouseButton::Right) => {
                session.act(Action::ToggleSelection(cell));
            }
            MouseEventKind::Drag(_) if session.selection().cursor() != cell => {
                self.click = None;
                session.act(Action::AddToSelection(cell));
            }
            _ => {}
        }
    }

    /// Returns `true` if letters are digits, so that commands need Alt.
    pub(super) fn has_letter_digits(&self) -> bool {
        self.session.as_ref().is_some_and(|session| {
            session.layout().size() > 9 || session.puzzle().symbols().digit("A").is_some()
        })
    }

    /// Returns the mode of entries.
    pub(super) fn mode(&self) -> Mode {
        self.session.as_ref().map(Session::mode).unwrap_or_default()
    }
}

/// Formats the result of a check.
fn format_issues(session: &Session) -> String {
    let issues = session.issues();
    let descriptions: Vec<String> = issues
        .iter()
        .map(|one| one.describe(session.layout(), session.puzzle().symbols()))
        .collect();
    match (descriptions.is_empty(), session.solution_status()) {
        (true, SolutionStatus::Unique(_)) => "No mistakes so far.".to_owned(),
        (true, _) => "No digit is repeated. Other mistakes cannot be found, because the solution \
            is not unique."
            .to_owned(),
        (false, _) => {
            let wrong = issues
                .iter()
                .filter(|one| !matches!(one, Issue::Conflict(_)))
                .count();
            let head = if wrong > 0 { "Wrong" } else { "Repeated" };
            format!("{head}: {}.", descriptions.join("; "))
        }
    }
}

/// Formats the message for a solved puzzle.
fn format_summary(session: &Session) -> String {
    let help_counts = session.help_counts();
    let count =
        |number: u32, noun: &str| format!("{number} {noun}{}", if number == 1 { "" } else { "s" });
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

fn format_stop(subject: &str, reason: StopReason) -> String {
    if reason == StopReason::Canceled {
        "Canceled.".to_owned()
    } else {
        format!("{subject}: {reason}.")
    }
}
