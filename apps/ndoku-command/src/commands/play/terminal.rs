//! Takes control of the terminal, and restores it in any case: at the end, on an error, in a panic,
//! on signals, and during a suspension.

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

/// `TAKEN` is set while the game controls the terminal, and `ENHANCED` while the terminal reports
/// more about keys.
static TAKEN: AtomicBool = AtomicBool::new(false);
static ENHANCED: AtomicBool = AtomicBool::new(false);

/// The terminal under the control of the game, restored on drop.
pub(super) struct Screen {
    pub terminal: Terminal<CrosstermBackend<io::Stdout>>,
}

impl Screen {
    /// Takes control of the terminal. A panic restores it before printing its message.
    ///
    /// # Errors
    /// Fails if there is no usable terminal. Nothing is changed then.
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

    /// Clears the screen for a complete redraw. Unlike [`Terminal::clear`], this does not query the
    /// cursor position, which a closed terminal never answers.
    ///
    /// # Errors
    /// Fails if the terminal is gone.
    pub(super) fn clear(&mut self) -> io::Result<()> {
        let size = self.terminal.size()?;
        self.terminal.resize(size.into())
    }

    /// Returns the terminal to the shell until the player resumes the game.
    ///
    /// # Errors
    /// Fails if the game cannot take control again.
    #[cfg(unix)]
    pub(super) fn suspend(&mut self) -> io::Result<()> {
        give_back();
        signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)?;
        enter()?;
        self.clear()
    }

    /// Does nothing: other systems have no suspension.
    #[cfg(not(unix))]
    pub(super) fn suspend(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Screen {
    /// Restores the terminal at the end of the game.
    pub(super) fn leave(self) {
        give_back();
        // Dropping the terminal would panic if it cannot be written to.
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
    // Enhanced terminals distinguish Ctrl with a digit from the digit.
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

/// Restores the terminal if the game controls it. Can be called from anywhere, repeatedly.
pub(crate) fn give_back() {
    if !TAKEN.swap(false, Ordering::SeqCst) {
        return;
    }
    let mut out = io::stdout();
    // Each step is attempted even if another one fails.
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
