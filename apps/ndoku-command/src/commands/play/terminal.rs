//! Taking the terminal over, and giving it back whatever happens: at the end, on an error, in a panic, on Ctrl-C and signals, and while the shell has its turn.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use super::keyboard;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
    KeyboardEnhancementFlags, PopKeyboardEnhancementFlags, PushKeyboardEnhancementFlags,
};
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
    supports_keyboard_enhancement,
};
use ratatui::crossterm::{execute, queue};

/// Whether the terminal is ours at present, and whether it tells more about keys.
static TAKEN: AtomicBool = AtomicBool::new(false);
static ENHANCED: AtomicBool = AtomicBool::new(false);

/// The terminal while it is ours; given back when this is dropped.
pub(super) struct Screen {
    pub terminal: Terminal<CrosstermBackend<io::Stdout>>,
}

impl Screen {
    /// Takes the terminal over. A panic gives it back before it says anything.
    ///
    /// # Errors
    /// It is none, or does not do what it is asked for; nothing is changed then.
    pub(super) fn take() -> io::Result<Self> {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            give_back();
            before(panic);
        }));
        enter()?;
        match Terminal::new(CrosstermBackend::new(io::stdout())) {
            Ok(terminal) => Ok(Self { terminal }),
            Err(error) => {
                give_back();
                Err(error)
            }
        }
    }

    /// Clears the screen, so that all of it is drawn anew. Unlike [`Terminal::clear`] it does not wait for the terminal to say
    /// where its cursor is: one that is gone never says.
    ///
    /// # Errors
    /// The terminal is gone.
    pub(super) fn clear(&mut self) -> io::Result<()> {
        let size = self.terminal.size()?;
        self.terminal.resize(size.into())
    }

    /// Gives the terminal to the shell until the player comes back.
    ///
    /// # Errors
    /// It cannot be taken over again.
    #[cfg(unix)]
    pub(super) fn suspend(&mut self) -> io::Result<()> {
        give_back();
        signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)?;
        enter()?;
        self.clear()
    }

    /// Other systems have nothing of the kind.
    #[cfg(not(unix))]
    pub(super) fn suspend(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Screen {
    /// Gives the terminal back at the end of the game.
    pub(super) fn leave(self) {
        give_back();
        // It would panic where it cannot write to the terminal.
        std::mem::forget(self);
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

fn enter() -> io::Result<()> {
    enable_raw_mode()?;
    TAKEN.store(true, Ordering::SeqCst);
    let mut out = io::stdout();
    let entered = execute!(
        out,
        EnterAlternateScreen,
        EnableMouseCapture,
        EnableBracketedPaste
    );
    if entered.is_err() {
        give_back();
        return entered;
    }
    // Such terminals tell Ctrl with a digit from the digit.
    let is_enhanced = keyboard::ask_terminal(supports_keyboard_enhancement);
    if is_enhanced
        .as_ref()
        .is_err_and(|error| error.kind() == io::ErrorKind::UnexpectedEof)
    {
        give_back();
        return is_enhanced.map(drop);
    }
    if matches!(is_enhanced, Ok(true)) {
        let flags = KeyboardEnhancementFlags::DISAMBIGUATE_ESCAPE_CODES;
        ENHANCED.store(
            execute!(out, PushKeyboardEnhancementFlags(flags)).is_ok(),
            Ordering::SeqCst,
        );
    }
    Ok(())
}

/// Gives the terminal back as it was, if it is ours. May be called from anywhere, any number of times.
pub(crate) fn give_back() {
    if !TAKEN.swap(false, Ordering::SeqCst) {
        return;
    }
    let mut out = io::stdout();
    // Whatever of it fails, the rest is still to be done.
    if ENHANCED.swap(false, Ordering::SeqCst) {
        let _ = queue!(out, PopKeyboardEnhancementFlags);
    }
    let _ = queue!(out, DisableBracketedPaste);
    let _ = queue!(out, DisableMouseCapture);
    let _ = queue!(out, LeaveAlternateScreen);
    let _ = queue!(out, Show);
    let _ = out.flush();
    let _ = disable_raw_mode();
}
