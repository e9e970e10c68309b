//! `ndoku play`: the player in the terminal.
//!
//! ```text
//! terminal ─▶ keyboard, keys ─▶ app ─▶ Session (ndoku-game: the rules of playing)
//!    ▲                           │ ▲
//!    └── screen, board ◀─────────┘ └── desk: hints, ways and new puzzles, on a thread of their own
//!        theme, text                 store: saved games
//! ```

mod app;
mod board;
mod chain;
mod keyboard;
mod keys;
mod order;
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

use self::app::{App, Ending};
use self::keyboard::Keyboard;
use self::order::Order;
use self::store::Store;
use self::terminal::Screen;
use self::theme::Theme;
use self::worker::{Task, within_patience};
use crate::args::{Input, LayoutArgs, MAX_UNPACKED_MIB, Play, ThemeArg};
use crate::batch::{self, Item};
use crate::context::{Code, Context};
use crate::messages::colours;
use crate::source::reason;

/// The screen is drawn at least so often while something may change by itself.
const BEAT: Duration = Duration::from_millis(100);
/// A game that has changed is saved after so long.
const AUTOSAVE: Duration = Duration::from_secs(3);
/// One that has not is saved after so long, for the sake of its clock.
const CLOCKSAVE: Duration = Duration::from_secs(60);
/// A signal after the first ends the game only after so long. A terminal that is closed often sends two at once.
const SIGNAL_PATIENCE: Duration = Duration::from_secs(3);

/// Whether a game is played in this process.
static IS_PLAYING: AtomicBool = AtomicBool::new(false);

pub(crate) fn run(context: &Context, args: &Play) -> Code {
    let mut store = args.save.as_deref().map_or_else(Store::usual, Store::named);
    let begun = match begin(context, args, &mut store) {
        Ok(begun) => begun,
        Err(code) => return code,
    };
    let order = match order(args, begun.as_ref()) {
        Ok(order) => order,
        Err(message) => {
            context.messages.error(&message, None);
            return Code::Usage;
        }
    };
    if let Err(what) = check_terminal() {
        context.messages.error(
            &format!("`ndoku play` needs a terminal, but {what}"),
            Some("`ndoku hint` and `ndoku solve` work anywhere"),
        );
        return Code::Usage;
    }
    let theme = Theme {
        color: colours(context.colour, true),
        dark: is_dark(args.theme),
        ascii: args.ascii,
    };
    let mut app = App::new(order, theme, args.shifted.chars().collect());
    match begun {
        Some(session) => {
            app.begin(session);
            keep(&mut app, &mut store);
        }
        None => app.desk.begin(Task::Make(Box::new(app.order.clone()))),
    }
    let mut screen = match Screen::take() {
        Ok(screen) => screen,
        Err(error) => {
            context.messages.error(
                &format!("the terminal cannot be used: {}", reason(&error)),
                None,
            );
            return Code::Output;
        }
    };
    IS_PLAYING.store(true, Ordering::Relaxed);
    let played = play(context, &mut app, &mut screen, &mut store);
    // First of all: what follows may fail where there is no terminal any more.
    let saved = app
        .session
        .as_ref()
        .map_or(Ok(false), |session| store.save(session));
    screen.leave();
    finish(context, &app, &store, saved, played)
}

/// Gives the terminal back before the process is ended by a second signal, and gives the game some time to be saved.
pub(crate) fn end_by_signal() {
    if IS_PLAYING.load(Ordering::Relaxed) {
        std::thread::sleep(SIGNAL_PATIENCE);
    }
    terminal::give_back();
}

/// Whether there is a terminal to play in.
fn check_terminal() -> Result<(), &'static str> {
    if !io::stdout().is_terminal() {
        return Err("standard output is not one");
    }
    if std::env::var_os("TERM").is_some_and(|term| term == "dumb") {
        return Err("this one cannot move its cursor (TERM=dumb)");
    }
    Ok(())
}

/// The game to begin with, if one is named.
fn begin(context: &Context, args: &Play, store: &mut Store) -> Result<Option<Session>, Code> {
    let refuse = |message: &str, hint: &str| {
        context.messages.error(message, Some(hint));
        Code::Input
    };
    if args.save.as_deref() == Some(Path::new("-")) {
        context.messages.error(
            "a game cannot be saved on standard output",
            Some("name a file with --save"),
        );
        return Err(Code::Usage);
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
                return Err(Code::NoInput);
            }
            Err(error) => {
                refuse(
                    &format!("`{name}` cannot be read: {}", reason(&error)),
                    hint,
                );
                return Err(Code::NoInput);
            }
        };
        let session = resume(&text).map_err(|error| {
            context.messages.error_in(Some(&name), &error, Some(hint));
            Code::Input
        })?;
        store.holds(&session);
        return Ok(Some(session));
    }
    if let Some(path) = args.save.as_ref().filter(|path| path.exists())
        && !std::fs::read_to_string(path).is_ok_and(|text| save::is_saved(&text))
    {
        let message = format!("`{}` exists, but is not a saved game", path.display());
        context
            .messages
            .error(&message, Some("name another file, or remove this one"));
        return Err(Code::Usage);
    }
    let Some(input) = &args.input else {
        return Ok(None);
    };
    // A saved game is a puzzle too, but says more.
    let path = Path::new(input);
    if path.is_file()
        && let Ok(text) = std::fs::read_to_string(path)
        && save::is_saved(&text)
    {
        let session = resume(&text).map_err(|error| {
            context
                .messages
                .error_in(Some(&input.to_string_lossy()), &error, None);
            Code::Input
        })?;
        if store.path() == Some(path) {
            store.holds(&session);
        }
        return Ok(Some(session));
    }
    let record = puzzle(context, args, input)?;
    let session = within_patience(|solver, budget| Session::new(&record, solver, budget));
    Ok(Some(session))
}

fn resume(text: &str) -> Result<Session, String> {
    within_patience(|solver, budget| save::read(text, solver, budget))
        .map_err(|error| error.to_string())
}

/// The puzzle of the input.
fn puzzle(context: &Context, args: &Play, input: &OsStr) -> Result<Record, Code> {
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
    let options = batch::options(context, &input)?;
    let (mut found, mut seen, mut code) = (None, 0, Code::Done);
    batch::each_job(context, &input, &options, &mut |mut job| {
        job.refuse_conflicts();
        seen += 1;
        code = code.and(batch::tell(context, &job));
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
        if code == Code::Done {
            context.messages.error(
                &format!("there is no puzzle {}: the input has {seen}", args.number),
                None,
            );
        }
        code.and(Code::Input)
    })
}

/// What new puzzles shall be like: as the options say, or of the layout that is being played.
fn order(args: &Play, session: Option<&Session>) -> Result<Order, String> {
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
        .map(|alphabet| Symbols::of(alphabet, layout.size()).map_err(|error| error.to_string()))
        .transpose()?;
    let seed = args.seed.unwrap_or_else(|| fastrand::u64(..1_000_000_000));
    Ok(Order {
        layout,
        random_regions,
        level: args.level,
        symmetries: args.symmetry.0.clone(),
        symbols,
        seed,
    })
}

/// Whether the background is dark, by the option, or by the variable that some terminals set.
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

/// How a game ended.
enum Played {
    Quit,
    Fault,
    /// A signal.
    Interrupted,
    /// The terminal failed.
    Lost(io::Error),
}

/// Plays until the player has enough.
fn play(context: &Context, app: &mut App, screen: &mut Screen, store: &mut Store) -> Played {
    #[cfg(unix)]
    let stopped = {
        let flag = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
        // Without it, a stop from outside leaves the terminal as it is.
        let _ =
            signal_hook::flag::register(signal_hook::consts::SIGTSTP, std::sync::Arc::clone(&flag));
        flag
    };
    let mut keyboard = match Keyboard::new() {
        Ok(keyboard) => keyboard,
        Err(error) => return Played::Lost(error),
    };
    let (mut last, mut saved) = (Instant::now(), Instant::now());
    loop {
        let passed = last.elapsed();
        last += passed;
        app.tick(passed);
        let wishes = std::mem::take(&mut app.wishes);
        if wishes.begin {
            save_game(app.retired.take().as_ref(), &mut app.message, store);
            store.forget();
            keep(app, store);
        }
        let is_late = saved.elapsed() >= if app.is_changed { AUTOSAVE } else { CLOCKSAVE };
        if wishes.save || wishes.begin || is_late {
            saved = Instant::now();
            app.is_changed = false;
            if save_game(app.session.as_ref(), &mut app.message, store) && wishes.tell {
                app.message = match store.path() {
                    Some(path) => format!("Saved as {}.", path.display()),
                    None => "No folder for saved games is known: use --save FILE.".to_owned(),
                };
            }
        }
        match wishes.end {
            Some(Ending::Quit) => return Played::Quit,
            Some(Ending::Fault) => return Played::Fault,
            None => {}
        }
        if context.is_interrupted() {
            return Played::Interrupted;
        }
        #[cfg(unix)]
        let suspend = wishes.suspend || stopped.swap(false, std::sync::atomic::Ordering::SeqCst);
        #[cfg(not(unix))]
        let suspend = wishes.suspend;
        if suspend {
            if let Err(error) = screen.suspend() {
                return Played::Lost(error);
            }
            // Nobody has played meanwhile.
            last = Instant::now();
        }
        if wishes.redraw
            && let Err(error) = screen.clear()
        {
            return Played::Lost(error);
        }
        let drawn = screen
            .terminal
            .draw(|frame| screen::draw(frame, app))
            .map(drop);
        if let Err(error) = drawn {
            return Played::Lost(error);
        }
        if let Err(error) = wait(app, &mut keyboard) {
            return Played::Lost(error);
        }
    }
}

/// Waits for something to happen, and takes all of it that has.
fn wait(app: &mut App, keyboard: &mut Keyboard) -> io::Result<()> {
    keyboard.wait(BEAT)?;
    while let Some(event) = keyboard.next() {
        let before = Instant::now();
        app.handle(&event);
        // What is read at once is drawn at once; a key that ends the game ends it now.
        if app.wishes.end.is_some() || before.elapsed() > BEAT {
            break;
        }
    }
    Ok(())
}

/// Keeps what the file holds of another game, and says so.
fn keep(app: &mut App, store: &mut Store) {
    if let Some(name) = store.make_room() {
        app.message
            .push_str(&format!(" The last game is kept as {name}."));
    }
}

/// Saves a game, and says if that cannot be done; whether it could.
fn save_game(session: Option<&Session>, message: &mut String, store: &mut Store) -> bool {
    let Some(session) = session else { return false };
    let saved = store.save(session);
    if let Err(error) = &saved {
        *message = format!("The game cannot be saved: {}.", reason(error));
    }
    saved.is_ok()
}

/// What is said when the terminal is the shell's again.
fn finish(
    context: &Context,
    app: &App,
    store: &Store,
    saved: io::Result<bool>,
    played: Played,
) -> Code {
    if let (Some(session), Some(path)) = (&app.session, store.path().map(Path::to_owned)) {
        match saved {
            Ok(_) if session.is_solved() => context.say(&format!("solved in {}", session.clock())),
            Ok(_) => {
                let option = if store.is_named() {
                    format!(" --save {}", path.display())
                } else {
                    String::new()
                };
                context.say(&format!(
                    "the game is saved: `ndoku play --resume{option}` continues it"
                ));
            }
            Err(error) => {
                context.messages.error(
                    &format!(
                        "the game cannot be saved in `{}`: {}",
                        path.display(),
                        reason(&error)
                    ),
                    None,
                );
                return Code::Output;
            }
        }
    }
    match played {
        Played::Quit
            if app.session.is_none() && !app.message.is_empty() && app.message != "Canceled." =>
        {
            context
                .messages
                .error(app.message.trim_end_matches('.'), None);
            Code::Negative
        }
        Played::Quit => Code::Done,
        Played::Fault => Code::Fault,
        Played::Interrupted => Code::Interrupted,
        Played::Lost(error) => {
            context
                .messages
                .error(&format!("the terminal failed: {}", reason(&error)), None);
            Code::Output
        }
    }
}
