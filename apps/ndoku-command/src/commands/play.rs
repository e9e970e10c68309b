//! `ndoku play`: the game in the terminal.
//!
//! ```text
//! terminal ─▶ keyboard, keys ─▶ app ─▶ Session (ndoku-game: the rules of playing)
//!    ▲                           │ ▲
//!    └── screen, board ◀─────────┘ └── worker: hints, solution paths and new puzzles, on a thread
//!        theme, text                 store: saved games
//! ```

mod app;
mod board;
mod chain;
mod keyboard;
mod keys;
mod puzzle_options;
mod screen;
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

use self::app::{App, ExitReason};
use self::keyboard::Keyboard;
use self::puzzle_options::PuzzleOptions;
use self::store::Store;
use self::terminal::Screen;
use self::theme::Theme;
use self::worker::{Task, with_time_limit};
use crate::args::{Input, LayoutArgs, MAX_UNPACKED_MIB, Play, ThemeArg};
use crate::batch::{self, Item};
use crate::context::Context;
use crate::exit_code::ExitCode;
use crate::messages::use_color;
use crate::source::io_error_text;

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

pub(crate) fn run(context: &Context, args: &Play) -> ExitCode {
    let mut store = args
        .save
        .as_deref()
        .map_or_else(Store::for_default_path, Store::for_file);
    let loaded = match load_game(context, args, &mut store) {
        Ok(loaded) => loaded,
        Err(code) => return code,
    };
    let options = match puzzle_options(args, loaded.as_ref()) {
        Ok(options) => options,
        Err(message) => {
            context.messages.error(&message, None);
            return ExitCode::Usage;
        }
    };
    if let Err(what) = check_terminal() {
        context.messages.error(
            &format!("`ndoku play` needs a terminal, but {what}"),
            Some("`ndoku hint` and `ndoku solve` work anywhere"),
        );
        return ExitCode::Usage;
    }
    let theme = Theme {
        color: use_color(context.color, true),
        dark: is_dark(args.theme),
        ascii: args.ascii,
    };
    let mut app = App::new(options, theme, args.shifted.chars().collect());
    match loaded {
        Some(session) => {
            app.start_game(session);
            keep_previous_file(&mut app, &mut store);
        }
        None => app
            .worker
            .start(Task::Generate(Box::new(app.puzzle_options.clone()))),
    }
    let mut screen = match Screen::take() {
        Ok(screen) => screen,
        Err(error) => {
            context.messages.error(
                &format!("the terminal cannot be used: {}", io_error_text(&error)),
                None,
            );
            return ExitCode::Output;
        }
    };
    IS_PLAYING.store(true, Ordering::Relaxed);
    let outcome = play(context, &mut app, &mut screen, &mut store);
    // Saves first, because later steps may fail when the terminal is gone.
    let saved = app
        .session
        .as_ref()
        .map_or(Ok(false), |session| store.save(session));
    screen.leave();
    finish(context, &app, &store, saved, outcome)
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
) -> Result<Option<Session>, ExitCode> {
    let refuse = |message: &str, hint: &str| {
        context.messages.error(message, Some(hint));
        ExitCode::Input
    };
    if args.save.as_deref() == Some(Path::new("-")) {
        context.messages.error(
            "a game cannot be saved on standard output",
            Some("name a file with --save"),
        );
        return Err(ExitCode::Usage);
    }
    if args.resume {
        let hint = "`ndoku play` starts a new game";
        let path = store
            .path()
            .ok_or_else(|| {
                refuse(
                    "no folder for saved games is known",
                    "name a file with --save",
                )
            })?
            .to_owned();
        let name = path.display().to_string();
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                refuse(&format!("there is no saved game: `{name}`"), hint);
                return Err(ExitCode::NoInput);
            }
            Err(error) => {
                refuse(
                    &format!("`{name}` cannot be read: {}", io_error_text(&error)),
                    hint,
                );
                return Err(ExitCode::NoInput);
            }
        };
        let session = read_saved_game(&text).map_err(|error| {
            context
                .messages
                .error_in_file(Some(&name), &error, Some(hint));
            ExitCode::Input
        })?;
        store.mark_saved(&session);
        return Ok(Some(session));
    }
    if let Some(path) = args.save.as_ref().filter(|path| path.exists())
        && !std::fs::read_to_string(path).is_ok_and(|text| save::is_saved(&text))
    {
        let message = format!("`{}` exists, but is not a saved game", path.display());
        context
            .messages
            .error(&message, Some("name another file, or remove this one"));
        return Err(ExitCode::Usage);
    }
    let Some(input) = &args.input else {
        return Ok(None);
    };
    // A saved game is also a puzzle, but contains more.
    let path = Path::new(input);
    if path.is_file()
        && let Ok(text) = std::fs::read_to_string(path)
        && save::is_saved(&text)
    {
        let session = read_saved_game(&text).map_err(|error| {
            context
                .messages
                .error_in_file(Some(&input.to_string_lossy()), &error, None);
            ExitCode::Input
        })?;
        if store.path() == Some(path) {
            store.mark_saved(&session);
        }
        return Ok(Some(session));
    }
    let record = read_puzzle(context, args, input)?;
    let session = with_time_limit(|solver, budget| Session::new(&record, solver, budget));
    Ok(Some(session))
}

fn read_saved_game(text: &str) -> Result<Session, String> {
    with_time_limit(|solver, budget| save::read(text, solver, budget))
        .map_err(|error| error.to_string())
}

/// Reads the puzzle of the input.
fn read_puzzle(context: &Context, args: &Play, input: &OsStr) -> Result<Record, ExitCode> {
    let input = Input {
        inputs: vec![input.to_owned()],
        format: args.format,
        layout: args.layout.clone(),
        symbols: args.symbols,
        ignore_unsupported: false,
        fail_fast: true,
        max_unpacked: MAX_UNPACKED_MIB,
        block: None,
    };
    let options = batch::read_options(context, &input)?;
    let (mut found, mut seen, mut code) = (None, 0, ExitCode::Done);
    batch::for_each_job(context, &input, &options, &mut |mut job| {
        job.refuse_conflicts();
        seen += 1;
        code = code.or_worse(batch::report_errors(context, &job));
        match job.item {
            Item::Puzzle(record) if seen == args.number.get() => {
                found = Some(*record);
                ControlFlow::Break(())
            }
            Item::Puzzle(_) => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        }
    });
    found.ok_or_else(|| {
        if code == ExitCode::Done {
            context.messages.error(
                &format!("there is no puzzle {}: the input has {seen}", args.number),
                None,
            );
        }
        code.or_worse(ExitCode::Input)
    })
}

/// Returns the options of new puzzles, from the command line or from the layout of the current
/// game.
fn puzzle_options(args: &Play, session: Option<&Session>) -> Result<PuzzleOptions, String> {
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
            Symbols::from_alphabet(alphabet, layout.size()).map_err(|error| error.to_string())
        })
        .transpose()?;
    let seed = args.seed.unwrap_or_else(|| fastrand::u64(..1_000_000_000));
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
enum Outcome {
    Quit,
    InternalError,
    /// A signal ended the game.
    Interrupted,
    /// The terminal failed.
    TerminalError(io::Error),
}

/// Plays until the player quits or the game is interrupted.
fn play(context: &Context, app: &mut App, screen: &mut Screen, store: &mut Store) -> Outcome {
    #[cfg(unix)]
    let stopped = {
        let flag = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
        // Without this handler, SIGTSTP would leave the terminal in its current state.
        let _ =
            signal_hook::flag::register(signal_hook::consts::SIGTSTP, std::sync::Arc::clone(&flag));
        flag
    };
    let mut keyboard = match Keyboard::new() {
        Ok(keyboard) => keyboard,
        Err(error) => return Outcome::TerminalError(error),
    };
    let (mut last, mut saved) = (Instant::now(), Instant::now());
    loop {
        let passed = last.elapsed();
        last += passed;
        app.tick(passed);
        let requests = std::mem::take(&mut app.requests);
        if requests.new_game {
            save_game(app.previous_game.take().as_ref(), &mut app.message, store);
            store.forget_contents();
            keep_previous_file(app, store);
        }
        let is_save_due = saved.elapsed()
            >= if app.is_changed {
                AUTOSAVE_INTERVAL
            } else {
                CLOCK_SAVE_INTERVAL
            };
        if requests.save || requests.new_game || is_save_due {
            saved = Instant::now();
            app.is_changed = false;
            if save_game(app.session.as_ref(), &mut app.message, store) && requests.confirm_save {
                app.message = match store.path() {
                    Some(path) => format!("Saved as {}.", path.display()),
                    None => "No folder for saved games is known: use --save FILE.".to_owned(),
                };
            }
        }
        match requests.exit {
            Some(ExitReason::Quit) => return Outcome::Quit,
            Some(ExitReason::InternalError) => return Outcome::InternalError,
            None => {}
        }
        if context.is_interrupted() {
            return Outcome::Interrupted;
        }
        #[cfg(unix)]
        let suspend = requests.suspend || stopped.swap(false, std::sync::atomic::Ordering::SeqCst);
        #[cfg(not(unix))]
        let suspend = requests.suspend;
        if suspend {
            if let Err(error) = screen.suspend() {
                return Outcome::TerminalError(error);
            }
            // The pause does not count as playing time.
            last = Instant::now();
        }
        if requests.redraw
            && let Err(error) = screen.clear()
        {
            return Outcome::TerminalError(error);
        }
        let drawn = screen
            .terminal
            .draw(|frame| screen::draw(frame, app))
            .map(drop);
        if let Err(error) = drawn {
            return Outcome::TerminalError(error);
        }
        if let Err(error) = handle_events(app, &mut keyboard) {
            return Outcome::TerminalError(error);
        }
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

/// Keeps the file of the previous game under another name, and adds a message.
fn keep_previous_file(app: &mut App, store: &mut Store) {
    if let Some(name) = store.back_up_previous() {
        app.message
            .push_str(&format!(" The last game is kept as {name}."));
    }
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
    outcome: Outcome,
) -> ExitCode {
    if let (Some(session), Some(path)) = (&app.session, store.path().map(Path::to_owned)) {
        match saved {
            Ok(_) if session.is_solved() => context.info(&format!("solved in {}", session.clock())),
            Ok(_) => {
                let option = if store.is_named() {
                    format!(" --save {}", path.display())
                } else {
                    String::new()
                };
                context.info(&format!(
                    "the game is saved: `ndoku play --resume{option}` continues it"
                ));
            }
            Err(error) => {
                context.messages.error(
                    &format!(
                        "the game cannot be saved in `{}`: {}",
                        path.display(),
                        io_error_text(&error)
                    ),
                    None,
                );
                return ExitCode::Output;
            }
        }
    }
    match outcome {
        Outcome::Quit
            if app.session.is_none() && !app.message.is_empty() && app.message != "Canceled." =>
        {
            context
                .messages
                .error(app.message.trim_end_matches('.'), None);
            ExitCode::Negative
        }
        Outcome::Quit => ExitCode::Done,
        Outcome::InternalError => ExitCode::Fault,
        Outcome::Interrupted => ExitCode::Interrupted,
        Outcome::TerminalError(error) => {
            context.messages.error(
                &format!("the terminal failed: {}", io_error_text(&error)),
                None,
            );
            ExitCode::Output
        }
    }
}
