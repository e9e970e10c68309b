//! Reads keys and the mouse on a separate thread, so that a closed terminal cannot block the game.
//!
//! ```text
//! play ── request ──▶ thread: waits for events in crossterm ── events ──▶ play
//!   └── no answer in time: is the terminal still there?
//! ```
//!
//! After a terminal is closed, crossterm reads from it forever and never returns. The game then
//! abandons the thread, which ends with the process.
//!
//! The thread reads only on request. So it takes no input from the shell after the game or during a
//! pause.

use std::collections::VecDeque;
use std::io::{self, IsTerminal};
use std::sync::OnceLock;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::Duration;

use ratatui::crossterm::event::{self, Event};

/// Interval between checks that the terminal is still there.
const GLANCE: Duration = Duration::from_millis(100);

/// A reader of events.
pub(super) struct Keyboard {
    ask: Sender<Duration>,
    answers: Receiver<io::Result<Vec<Event>>>,
    /// `true` if the thread has a request without an answer.
    is_asked: bool,
    /// Events that were read but not yet returned.
    events: VecDeque<Event>,
}

impl Keyboard {
    /// Starts the thread.
    ///
    /// # Errors
    /// Fails if the system cannot start a thread.
    pub(super) fn new() -> io::Result<Self> {
        is_input_terminal();
        let (ask, asked) = mpsc::channel();
        let (answer, answers) = mpsc::channel();
        std::thread::Builder::new()
            .name("keyboard".to_owned())
            .spawn(move || {
                for patience in asked {
                    if answer.send(read(patience)).is_err() {
                        break;
                    }
                }
            })?;
        Ok(Self {
            ask,
            answers,
            is_asked: false,
            events: VecDeque::new(),
        })
    }

    /// Waits about this long for events. Returns after at most twice the time.
    ///
    /// # Errors
    /// Fails if the terminal cannot be read, or is gone.
    pub(super) fn wait(&mut self, patience: Duration) -> io::Result<()> {
        if !self.events.is_empty() {
            return Ok(());
        }
        if !self.is_asked {
            self.ask
                .send(patience)
                .map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe))?;
            self.is_asked = true;
        }
        match self.answers.recv_timeout(patience * 2) {
            Ok(events) => {
                self.is_asked = false;
                self.events.extend(events?);
                Ok(())
            }
            Err(RecvTimeoutError::Timeout) if is_hung_up() => {
                Err(io::ErrorKind::UnexpectedEof.into())
            }
            Err(RecvTimeoutError::Timeout) => Ok(()),
            Err(RecvTimeoutError::Disconnected) => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    /// Returns the next event that was read.
    pub(super) fn next(&mut self) -> Option<Event> {
        self.events.pop_front()
    }
}

/// Waits for an event, and reads all available events.
fn read(patience: Duration) -> io::Result<Vec<Event>> {
    let mut events = Vec::new();
    let mut patience = patience;
    while event::poll(patience)? {
        events.push(event::read()?);
        patience = Duration::ZERO;
    }
    Ok(events)
}

/// Runs a query of the terminal that may never return once the terminal is gone.
///
/// # Errors
/// Fails if the terminal is gone, or if the query fails.
pub(super) fn ask_terminal<T: Send + 'static>(question: fn() -> io::Result<T>) -> io::Result<T> {
    let (answer, answers) = mpsc::channel();
    std::thread::Builder::new()
        .name("terminal".to_owned())
        .spawn(move || answer.send(question()))?;
    loop {
        match answers.recv_timeout(GLANCE) {
            Ok(answer) => return answer,
            Err(RecvTimeoutError::Timeout) if !is_hung_up() => {}
            Err(_) => return Err(io::ErrorKind::UnexpectedEof.into()),
        }
    }
}

/// Returns `true` if keys come from standard input. A closed terminal is no terminal any more, so
/// the result is determined early.
fn is_input_terminal() -> bool {
    static IS_TERMINAL: OnceLock<bool> = OnceLock::new();
    *IS_TERMINAL.get_or_init(|| io::stdin().is_terminal())
}

/// Returns `true` if the terminal of the keyboard is gone.
#[cfg(unix)]
fn is_hung_up() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};

    if !is_input_terminal() {
        return !has_terminal();
    }
    let input = io::stdin();
    let mut fds = [PollFd::new(&input, PollFlags::IN)];
    let polled = poll(
        &mut fds,
        Some(&Timespec {
            tv_sec: 0,
            tv_nsec: 0,
        }),
    );
    polled.is_ok()
        && fds[0]
            .revents()
            .intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL)
}

/// Returns `true` if there is a controlling terminal.
#[cfg(unix)]
fn has_terminal() -> bool {
    std::fs::File::open("/dev/tty").is_ok()
}

/// Returns `true` if the terminal of the keyboard is gone. Other systems end the process together
/// with its window.
#[cfg(not(unix))]
fn is_hung_up() -> bool {
    false
}
