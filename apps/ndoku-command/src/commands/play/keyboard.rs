//! Keys and the mouse, read on a thread of their own, so that a terminal that goes away cannot hold
//! the game up.
//!
//! ```text
//! play ── ask ──▶ thread: waits for events in crossterm ── events ──▶ play
//!   └── no answer in time: is the terminal still there?
//! ```
//!
//! crossterm reads again and again from a terminal that was closed, and never comes back. The
//! thread is then left alone; it ends with the process. It reads only when it is asked, so that
//! nothing is taken from the shell after the end or during a pause.

use std::collections::VecDeque;
use std::io::{self, IsTerminal};
use std::sync::OnceLock;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::Duration;

use ratatui::crossterm::event::{self, Event};

/// How often it is looked whether the terminal is still there.
const GLANCE: Duration = Duration::from_millis(100);

/// Reads events.
pub(super) struct Keyboard {
    ask: Sender<Duration>,
    answers: Receiver<io::Result<Vec<Event>>>,
    /// The thread was asked and has not answered.
    is_asked: bool,
    /// What was read and not yet taken.
    events: VecDeque<Event>,
}

impl Keyboard {
    /// Starts the thread.
    ///
    /// # Errors
    /// If the system gives no thread.
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

    /// Waits about so long for something to happen. Returns after twice that time in any case.
    ///
    /// # Errors
    /// If the terminal cannot be read, or is gone.
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

    /// Takes the next event that was read.
    pub(super) fn next(&mut self) -> Option<Event> {
        self.events.pop_front()
    }
}

/// Waits for an event, and reads all that are there then.
fn read(patience: Duration) -> io::Result<Vec<Event>> {
    let mut events = Vec::new();
    let mut patience = patience;
    while event::poll(patience)? {
        events.push(event::read()?);
        patience = Duration::ZERO;
    }
    Ok(events)
}

/// Asks the terminal something by a function that may never return once the terminal is gone.
///
/// # Errors
/// If the terminal is gone, or the function fails.
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

/// Whether keys come from standard input. A terminal that is gone is none, so that this is found
/// out before.
fn is_input_terminal() -> bool {
    static IS_TERMINAL: OnceLock<bool> = OnceLock::new();
    *IS_TERMINAL.get_or_init(|| io::stdin().is_terminal())
}

/// Whether the terminal that keys come from has gone away.
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

/// Whether there is a controlling terminal.
#[cfg(unix)]
fn has_terminal() -> bool {
    std::fs::File::open("/dev/tty").is_ok()
}

/// Whether the terminal that keys come from has gone away. Other systems end the process with its
/// window.
#[cfg(not(unix))]
fn is_hung_up() -> bool {
    false
}
