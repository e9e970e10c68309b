//! `ndoku play`: the game in the terminal.
//!
//! ```text
//! terminal ─▶ keyboard, keys ─▶ app ─▶ Session (ndoku-game: the rules of playing)
//!    ▲                           │ ▲
//!    └── screen, board ◀─────────┘ └── worker: hints, solution paths and new puzzles, on a thread
//!        theme, text, rules, links   store: saved games; statistics: solved games
//! ```

mod app;
mod board;
mod chain;
mod keyboard;
mod keys;
mod links;
mod puzzle_options;
mod rules;
mod screen;
mod statistics;
mod store;
pub(crate) mod terminal;
#[cfg(test)]
mod tests;
mod text;
mod theme;
mod worker;

use std::ffi::OsStr;
use std::io::{self, IsTerminal};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ndoku::Symbols;
use ndoku::format::Record;
use ndoku_game::{Session, save};

use self::app::{App, ExitReason, Requests};
use self::keyboard::Keyboard;
use self::puzzle_options::PuzzleOptions;
use self::statistics::Statistics;
use self::store::Store;
use self::terminal::Screen;
use self::theme::{ColorDepth, Theme};
use self::worker::{Task, with_time_limit};
use crate::args::{Input, LayoutArgs, MAX_DECOMPRESSED_MIB, Play, ThemeArg};
use crate::batch;
use crate::bounded_read::read_text;
use crate::context::Context;
use crate::error::CliError;
use crate::exit_code::ExitCode;
use crate::io_error::io_error_text;
use crate::messages::use_color;
use crate::random_seed::random_seed;

/// Maximum interval between two frames.
const FRAME_INTERVAL: Duration = Duration::from_millis(100);
/// Interval between saves of a changed game.
const AUTOSAVE_INTERVAL: Duration = Duration::from_secs(3);
/// Interval between saves of an unchanged game, to keep its clock.
const CLOCK_SAVE_INTERVAL: Duration = Duration::from_secs(60);
/// Minimum time between the first signal and the end of the process. Closing a terminal often sends
/// two signals at once.
const SIGNAL_GRACE: Duration = Duration::from_secs(3);

/// `true` while this process runs a game.
static IS_PLAYING: AtomicBool = AtomicBool::new(false);

pub(crate) fn run(context: &Context, args: &Play) -> Result<ExitCode, CliError> {
    let mut store = args
        .save
        .as_deref()
        .map_or_else(Store::for_default_path, Store::for_file);
    let loaded = load_game(context, args, &mut store)?;
    let options = puzzle_options(args, loaded.as_ref())?;
    check_terminal().map_err(|reason| {
        CliError::usage(format!("`ndoku play` needs a terminal, but {reason}"))
            .hint("`ndoku hint` and `ndoku solve` work anywhere")
    })?;
    let variable = |name: &str| std::env::var(name).ok();
    let depth = if use_color(context.color, true) {
        ColorDepth::detect(
            variable("COLORTERM").as_deref(),
            variable("TERM").as_deref(),
        )
    } else {
        ColorDepth::None
    };
    let theme = Theme {
        depth,
        dark: is_dark(args.theme),
        ascii: args.ascii,
    };
    let mut app = App::new(options, theme, args.shifted.chars().collect());
    if let Some(path) = store::statistics_path() {
        app.statistics = Statistics::read(&path);
    }
    match loaded {
        Some(session) => {
            app.start_game(session);
            store.back_up_previous();
        }
        None => app
            .worker
            .start(Task::Generate(Box::new(app.puzzle_options.clone()))),
    }
    let mut screen = Screen::take().map_err(|error| {
        let reason = io_error_text(&error);
        CliError::output(format!("the terminal cannot be used: {reason}"))
    })?;
    IS_PLAYING.store(true, Ordering::Relaxed);
    let end = GameLoop {
        context,
        app: &mut app,
        screen: &mut screen,
        store: &mut store,
    }
    .run();
    // Saves first, because later steps may fail when the terminal is gone.
    let saved = app
        .session
        .as_ref()
        .map_or(Ok(false), |session| store.save(session));
    screen.leave();
    finish(context, &app, &store, saved, end)
}

/// Restores the terminal before a second signal ends the process, and leaves time to save the game.
pub(crate) fn end_by_signal() {
    if IS_PLAYING.load(Ordering::Relaxed) {
        std::thread::sleep(SIGNAL_GRACE);
    }
    terminal::give_back();
}

/// Checks that there is a terminal to play in.
fn check_terminal() -> Result<(), &'static str> {
    if !io::stdout().is_terminal() {
        return Err("standard output is not one");
    }
    if std::env::var_os("TERM").is_some_and(|term| term == "dumb") {
        return Err("this one cannot move its cursor (TERM=dumb)");
    }
    Ok(())
}

/// Loads the game that the options name, if any.
fn load_game(
    context: &Context,
    args: &Play,
    store: &mut Store,
) -> Result<Option<Session>, CliError> {
    if args.save.as_deref() == Some(Path::new("-")) {
        return Err(CliError::usage("a game cannot be saved on standard output")
            .hint("name a file with --save"));
    }
    if args.resume {
        return resume_game(store).map(Some);
    }
    if let Some(path) = args.save.as_ref().filter(|path| path.exists())
        && !(path.is_file() && read_text(path).is_ok_and(|text| save::is_saved(&text)))
    {
        let message = format!("`{}` exists, but is not a saved game", path.display());
        return Err(CliError::usage(message).hint("name another file, or remove this one"));
    }
    let Some(input) = &args.input else {
        return Ok(None);
    };
    // A saved game is also a puzzle, but contains more.
    let path = Path::new(input);
    if path.is_file()
        && let Ok(text) = read_text(path)
        && save::is_saved(&text)
    {
        let session = read_saved_game(&text, &input.to_string_lossy())?;
        if store.path() == Some(path) {
            store.mark_saved(&session);
        }
        return Ok(Some(session));
    }
    let record = read_puzzle(context, args, input)?;
    let session = with_time_limit(|solver, budget| Session::new(&record, solver, budget));
    Ok(Some(session))
}

/// Loads the game that was saved last.
fn resume_game(store: &mut Store) -> Result<Session, CliError> {
    let hint = "`ndoku play` starts a new game";
    let path = store.path().ok_or_else(|| {
        CliError::new(ExitCode::Input, "no folder for saved games is known")
            .hint("name a file with --save")
    })?;
    let name = path.display().to_string();
    let text = read_text(path).map_err(|error| {
        let message = if error.kind() == io::ErrorKind::NotFound {
            format!("there is no saved game: `{name}`")
        } else {
            format!("`{name}` cannot be read: {}", io_error_text(&error))
        };
        CliError::new(ExitCode::NoInput, message).hint(hint)
    })?;
    let session = read_saved_game(&text, &name).map_err(|error| error.hint(hint))?;
    store.mark_saved(&session);
    Ok(session)
}

/// Reads the text of the saved game `name`.
fn read_saved_game(text: &str, name: &str) -> Result<Session, CliError> {
    with_time_limit(|solver, budget| save::read(text, solver, budget))
        .map_err(|error| CliError::new(ExitCode::Input, error.to_string()).at(name))
}

/// Reads the puzzle of the input.
fn read_puzzle(context: &Context, args: &Play, input: &OsStr) -> Result<Record, CliError> {
    let input = Input {
        inputs: vec![input.to_owned()],
        format: args.format,
        layout: args.layout.clone(),
        symbols: args.symbols,
        column: None,
        ignore_unsupported: false,
        fail_fast: true,
        max_decompressed: MAX_DECOMPRESSED_MIB,
        block: None,
    };
    let options = batch::read_options(context, &input)?;
    let (mut found, mut seen) = (None, 0);
    batch::for_each_item(context, &input, &options, &mut |mut item| {
        item.reject_conflicts();
        seen += 1;
        if item.record.is_ok() && seen != args.number.get() {
            return ControlFlow::Continue(());
        }
        found = Some(item.record);
        ControlFlow::Break(())
    });
    let missing = || {
        let message = format!("there is no puzzle {}: the input has {seen}", args.number);
        Err(CliError::new(ExitCode::Input, message))
    };
    found.unwrap_or_else(missing).map(|record| *record)
}

/// Returns the options of new puzzles, from the command line or from the layout of the current
/// game.
fn puzzle_options(args: &Play, session: Option<&Session>) -> Result<PuzzleOptions, CliError> {
    let random_regions = args.layout.regions.as_deref() == Some("random");
    let layout = match session {
        Some(session) => session.layout().clone(),
        None => LayoutArgs {
            regions: args.layout.regions.clone().filter(|_| !random_regions),
            ..args.layout.clone()
        }
        .build(args.size)?,
    };
    let symbols = args
        .symbols
        .map(|alphabet| {
            Symbols::from_alphabet(alphabet, layout.size())
                .map_err(|error| CliError::usage(error.to_string()))
        })
        .transpose()?;
    let seed = args.seed.unwrap_or_else(random_seed);
    Ok(PuzzleOptions {
        layout,
        random_regions,
        level: args.level,
        symmetries: args.symmetry.0.clone(),
        symbols,
        seed,
    })
}

/// Returns `true` for a dark background, according to the option or to a variable that some
/// terminals set.
fn is_dark(asked: Option<ThemeArg>) -> bool {
    let background = || {
        std::env::var("COLORFGBG").ok().and_then(|value| {
            value
                .rsplit(';')
                .next()
                .and_then(|back| back.parse::<u8>().ok())
        })
    };
    match asked {
        Some(theme) => theme == ThemeArg::Dark,
        None => background().is_none_or(|back| back < 7 || back == 8),
    }
}

/// The end of a game.
enum GameEnd {
    Quit,
    InternalError,
    /// A signal ended the game.
    Interrupted,
    /// The terminal failed.
    TerminalError(io::Error),
}

/// The parts of a running game.
struct GameLoop<'a> {
    context: &'a Context,
    app: &'a mut App,
    screen: &'a mut Screen,
    store: &'a mut Store,
}

impl GameLoop<'_> {
    /// Plays until the player quits or the game is interrupted.
    fn run(&mut self) -> GameEnd {
        match self.try_run() {
            Ok(end) => end,
            Err(error) => GameEnd::TerminalError(error),
        }
    }

    fn try_run(&mut self) -> io::Result<GameEnd> {
        let is_stopped = SuspendSignal::new();
        let mut keyboard = Keyboard::new()?;
        let (mut last, mut saved) = (Instant::now(), Instant::now());
        loop {
            let passed = last.elapsed();
            last += passed;
            self.app.today = current_day();
            self.app.tick(passed);
            let requests = std::mem::take(&mut self.app.requests);
            self.save(&requests, &mut saved);
            match requests.exit {
                Some(ExitReason::Quit) => return Ok(GameEnd::Quit),
                Some(ExitReason::InternalError) => return Ok(GameEnd::InternalError),
                None => {}
            }
            if self.context.is_interrupted() {
                return Ok(GameEnd::Interrupted);
            }
            if requests.suspend || is_stopped.take() {
                self.screen.suspend()?;
                // The pause does not count as playing time.
                last = Instant::now();
            }
            if requests.redraw {
                self.screen.clear()?;
            }
            self.screen
                .terminal
                .draw(|frame| screen::draw(frame, self.app))?;
            handle_events(self.app, &mut keyboard)?;
        }
    }

    /// Saves the game if that is requested or due. `saved` is the time of the last save.
    fn save(&mut self, requests: &Requests, saved: &mut Instant) {
        let Self { app, store, .. } = self;
        if requests.new_game {
            save_game(app.previous_game.take().as_ref(), &mut app.message, store);
            store.forget_contents();
            store.back_up_previous();
        }
        if let (Some(game), Some(path)) = (&requests.save_statistics, store::statistics_path()) {
            match Statistics::append(&path, game.clone()) {
                Ok(all) => app.statistics = all,
                Err(error) => {
                    let reason = io_error_text(&error);
                    app.message = format!("The statistics cannot be saved: {reason}.");
                }
            }
        }
        let interval = if app.is_changed {
            AUTOSAVE_INTERVAL
        } else {
            CLOCK_SAVE_INTERVAL
        };
        if !(requests.save || requests.new_game || saved.elapsed() >= interval) {
            return;
        }
        *saved = Instant::now();
        app.is_changed = false;
        if save_game(app.session.as_ref(), &mut app.message, store) && requests.confirm_save {
            app.message = match store.path() {
                Some(path) => {
                    let previous = store.previous_name();
                    let previous = previous.map(|name| format!(" The game before is {name}."));
                    let previous = previous.unwrap_or_default();
                    format!("Saved as {}.{previous}", path.display())
                }
                None => "No folder for saved games is known: use --save FILE.".to_owned(),
            };
        }
    }
}

/// Notices the signal that suspends a program. Without its handler, the signal would leave the
/// terminal in its current state.
struct SuspendSignal {
    #[cfg(unix)]
    is_sent: std::sync::Arc<AtomicBool>,
}

impl SuspendSignal {
    fn new() -> Self {
        #[cfg(unix)]
        {
            let is_sent = std::sync::Arc::new(AtomicBool::new(false));
            let flag = std::sync::Arc::clone(&is_sent);
            let _ = signal_hook::flag::register(signal_hook::consts::SIGTSTP, flag);
            Self { is_sent }
        }
        #[cfg(not(unix))]
        Self {}
    }

    /// Returns `true` once after each signal.
    fn take(&self) -> bool {
        #[cfg(unix)]
        return self.is_sent.swap(false, Ordering::SeqCst);
        #[cfg(not(unix))]
        false
    }
}

/// Waits for events, and handles all that have arrived.
fn handle_events(app: &mut App, keyboard: &mut Keyboard) -> io::Result<()> {
    keyboard.wait(FRAME_INTERVAL)?;
    while let Some(event) = keyboard.next() {
        let before = Instant::now();
        app.handle(&event);
        // Events that arrive together are drawn together. A key that quits takes effect
        // immediately.
        if app.requests.exit.is_some() || before.elapsed() > FRAME_INTERVAL {
            break;
        }
    }
    Ok(())
}

/// Returns the current day in local time, counted from 1970.
fn current_day() -> u64 {
    let today = chrono::Local::now().date_naive();
    let days = today.to_epoch_days();
    u64::try_from(days).unwrap_or(0)
}

/// Saves a game, and shows a message if that fails. Returns `true` if it succeeded.
fn save_game(session: Option<&Session>, message: &mut String, store: &mut Store) -> bool {
    let Some(session) = session else { return false };
    let saved = store.save(session);
    if let Err(error) = &saved {
        *message = format!("The game cannot be saved: {}.", io_error_text(error));
    }
    saved.is_ok()
}

/// Prints the final message after the terminal is restored.
fn finish(
    context: &Context,
    app: &App,
    store: &Store,
    saved: io::Result<bool>,
    end: GameEnd,
) -> Result<ExitCode, CliError> {
    if let (Some(session), Some(path)) = (&app.session, store.path().map(Path::to_owned)) {
        saved.map_err(|error| {
            let (path, reason) = (path.display(), io_error_text(&error));
            CliError::output(format!("the game cannot be saved in `{path}`: {reason}"))
        })?;
        if session.is_solved() {
            context.info(&format!("solved in {}", session.clock()));
        } else {
            let option = if store.is_named() {
                format!(" --save {}", path.display())
            } else {
                String::new()
            };
            context.info(&format!(
                "the game is saved: `ndoku play --resume{option}` continues it"
            ));
        }
    }
    match end {
        GameEnd::Quit
            if app.session.is_none() && !app.message.is_empty() && app.message != "Canceled." =>
        {
            let message = app.message.trim_end_matches('.');
            Err(CliError::new(ExitCode::Negative, message))
        }
        GameEnd::Quit => Ok(ExitCode::Done),
        GameEnd::InternalError => Ok(ExitCode::Internal),
        GameEnd::Interrupted => Ok(ExitCode::Interrupted),
        GameEnd::TerminalError(error) => {
            let reason = io_error_text(&error);
            Err(CliError::output(format!("the terminal failed: {reason}")))
        }
    }
}
