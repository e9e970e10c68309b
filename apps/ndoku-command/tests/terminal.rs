//! Tests of `ndoku play` in a pseudo-terminal that is closed: the game is saved, and the process
//! ends.

#![cfg(all(unix, feature = "play"))]

mod common;

use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use common::folder;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

const EASY: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Maximum time of each wait, also on slow machines.
const LIMIT: Duration = Duration::from_secs(60);

/// A game in its own terminal.
struct Game {
    child: Child,
    /// The controller side of the terminal. The terminal is closed with its last handle.
    keys: Option<File>,
    screen: Receiver<Vec<u8>>,
    seen: String,
    is_closed: Arc<AtomicBool>,
    reader: Option<JoinHandle<()>>,
}

/// Forwards the output, and answers terminal queries, until the terminal is closed.
fn watch(mut terminal: File, send: &Sender<Vec<u8>>, is_closed: &AtomicBool) {
    let mut buffer = [0; 4096];
    while !is_closed.load(Ordering::Relaxed) {
        let mut fds = [PollFd::new(&terminal, PollFlags::IN)];
        let polled = poll(
            &mut fds,
            Some(&Timespec {
                tv_sec: 0,
                tv_nsec: 20_000_000,
            }),
        );
        if !matches!(polled, Ok(1..)) {
            continue;
        }
        // There is no more output after the other side is closed.
        let Ok(read @ 1..) = terminal.read(&mut buffer) else {
            break;
        };
        let shown = buffer[..read].to_vec();
        if shown.windows(3).any(|part| part == b"\x1b[c") {
            let _ = terminal.write_all(b"\x1b[?62c");
        }
        if send.send(shown).is_err() {
            break;
        }
    }
}

impl Game {
    fn start(save: &Path) -> Self {
        let controller = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC)
            .expect("the system has pseudo-terminals");
        grantpt(&controller).expect("it can be used");
        unlockpt(&controller).expect("it can be used");
        let name = ptsname(&controller, Vec::new())
            .expect("it has a name")
            .into_string()
            .expect("the name is UTF-8");
        tcsetwinsize(
            &controller,
            Winsize {
                ws_row: 40,
                ws_col: 120,
                ws_xpixel: 0,
                ws_ypixel: 0,
            },
        )
        .expect("it has a size");
        let side = || {
            let flags = rustix::fs::OFlags::RDWR | rustix::fs::OFlags::NOCTTY;
            rustix::fs::open(&name, flags, rustix::fs::Mode::empty()).expect("the terminal opens")
        };
        let child = Command::new(env!("CARGO_BIN_EXE_ndoku"))
            .args(["play", EASY, "--save"])
            .arg(save)
            .env("NDOKU_CONFIG", "")
            .env("TERM", "xterm-256color")
            .stdin(Stdio::from(side()))
            .stdout(Stdio::from(side()))
            .stderr(Stdio::from(side()))
            .spawn()
            .expect("the command starts");
        let keys = File::from(controller);
        let (send, screen) = mpsc::channel();
        let is_closed = Arc::new(AtomicBool::new(false));
        let (own, flag) = (
            keys.try_clone().expect("the handle can be cloned"),
            Arc::clone(&is_closed),
        );
        let reader = std::thread::spawn(move || watch(own, &send, &flag));
        Self {
            child,
            keys: Some(keys),
            screen,
            seen: String::new(),
            is_closed,
            reader: Some(reader),
        }
    }

    /// Waits until the screen shows a text.
    fn wait_for(&mut self, text: &str) {
        let end = Instant::now() + LIMIT;
        while !self.seen.contains(text) {
            let left = end.saturating_duration_since(Instant::now());
            match self.screen.recv_timeout(left) {
                Ok(bytes) => self.seen.push_str(&String::from_utf8_lossy(&bytes)),
                Err(_) => panic!("`{text}` is not shown"),
            }
        }
    }

    fn press(&mut self, keys: &str) {
        self.keys
            .as_mut()
            .expect("the terminal is there")
            .write_all(keys.as_bytes())
            .expect("keys can be pressed");
    }

    /// Closes the terminal.
    fn hang_up(&mut self) {
        self.keys = None;
        self.is_closed.store(true, Ordering::Relaxed);
        self.reader
            .take()
            .expect("it is open")
            .join()
            .expect("it is read");
    }

    fn signal(&self, name: &str) {
        let sent = Command::new("kill")
            .args([name, &self.child.id().to_string()])
            .status()
            .expect("kill is there");
        assert!(sent.success());
    }

    /// Waits for the end of the process.
    fn wait_for_exit(&mut self) -> ExitStatus {
        let end = Instant::now() + LIMIT;
        loop {
            if let Some(status) = self.child.try_wait().expect("it can be waited for") {
                return status;
            }
            assert!(Instant::now() < end, "the process does not end");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Game {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        self.is_closed.store(true, Ordering::Relaxed);
    }
}

/// Starts a game, enters a digit and waits until the game has handled it.
fn start_and_enter_digit(save: &Path) -> Game {
    let mut game = Game::start(save);
    game.wait_for("luck!");
    // The third cell of the first row is empty, and the help contains the word shell.
    game.press("\u{1b}[C\u{1b}[C4?");
    game.wait_for("shell");
    game
}

fn count_moves(save: &Path) -> usize {
    let text = std::fs::read_to_string(save).expect("the game is saved");
    let game: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    game["play"]["moves"]
        .as_array()
        .expect("it has moves")
        .len()
}

#[test]
fn closing_the_terminal_ends_the_game() {
    let folder = folder();
    let save = folder.path().join("game.json");
    let mut game = start_and_enter_digit(&save);
    game.hang_up();
    let status = game.wait_for_exit();
    assert_eq!((status.code(), count_moves(&save)), (Some(5), 1));
}

#[test]
fn closing_the_terminal_within_a_key_sequence_ends_the_game() {
    let folder = folder();
    let save = folder.path().join("game.json");
    let mut game = start_and_enter_digit(&save);
    game.press("\u{1b}[");
    std::thread::sleep(Duration::from_millis(300));
    game.hang_up();
    let status = game.wait_for_exit();
    assert_eq!((status.code(), count_moves(&save)), (Some(5), 1));
}

#[test]
fn closing_the_terminal_at_the_start_ends_the_game() {
    let folder = folder();
    let mut game = Game::start(&folder.path().join("game.json"));
    game.wait_for("\u{1b}[");
    game.hang_up();
    assert_eq!(game.wait_for_exit().code(), Some(5));
}

#[test]
fn signals_end_the_game_and_save_it() {
    let folder = folder();
    let save = folder.path().join("game.json");
    for signals in [&["-HUP"][..], &["-HUP", "-HUP"], &["-TERM"]] {
        let _ = std::fs::remove_file(&save);
        let mut game = start_and_enter_digit(&save);
        signals.iter().for_each(|signal| game.signal(signal));
        assert_eq!(
            (game.wait_for_exit().code(), count_moves(&save)),
            (Some(130), 1),
            "{signals:?}"
        );
    }
    let _ = std::fs::remove_file(&save);
    let mut game = start_and_enter_digit(&save);
    // The first key may only close the help.
    game.press("qq");
    assert_eq!(
        (game.wait_for_exit().code(), count_moves(&save)),
        (Some(0), 1)
    );
}
