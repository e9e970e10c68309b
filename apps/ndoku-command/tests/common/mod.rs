//! Runs the command as a user does, and returns its output.

// Each test program uses a part of this module.
#![allow(dead_code)]

use std::io::Write;
#[cfg(unix)]
use std::process::Child;
use std::process::{Command, Stdio};
#[cfg(unix)]
use std::time::{Duration, Instant};

/// The result of a run of `ndoku`.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Run {
    pub(crate) fn lines(&self) -> Vec<&str> {
        self.out.lines().collect()
    }
}

/// Runs `ndoku` with these arguments and this standard input.
pub(crate) fn ndoku_with(arguments: &[&str], input: &[u8]) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ndoku"))
        .args(arguments)
        .env("NDOKU_CONFIG", "")
        .env_remove("NO_COLOR")
        .env_remove("CLICOLOR_FORCE")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut stdin = child.stdin.take().expect("standard input is piped");
    let input = input.to_vec();
    // A command that does not read its input closes the pipe. That is not a failure of the test.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the command ends");
    writer.join().expect("the input is written");
    Run {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// Runs `ndoku` with these arguments and an empty standard input.
pub(crate) fn ndoku(arguments: &[&str]) -> Run {
    ndoku_with(arguments, b"")
}

/// Lets a process run for a time, and sends it Ctrl-C. On Linux, the time begins when the process
/// handles signals, because a busy machine may start it late.
#[cfg(unix)]
pub(crate) fn interrupt_after(child: &Child, time: Duration) {
    wait_until_started(child);
    std::thread::sleep(time);
    let sent = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .expect("kill is there");
    assert!(sent.success());
}

/// Waits until a process handles signals, as far as the system tells.
#[cfg(unix)]
pub(crate) fn wait_until_started(child: &Child) {
    let limit = Instant::now() + Duration::from_secs(60);
    while Instant::now() < limit && is_starting(child) {
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Returns `true` if a process runs and does not yet handle SIGTERM.
#[cfg(unix)]
fn is_starting(child: &Child) -> bool {
    let Ok(status) = std::fs::read_to_string(format!("/proc/{}/status", child.id())) else {
        return false;
    };
    let value = |name: &str| status.lines().find_map(|line| line.strip_prefix(name));
    let has_ended = value("State:").is_some_and(|state| state.trim().starts_with('Z'));
    let handled = value("SigCgt:").and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    // SIGTERM has the number 15.
    !has_ended && handled.is_some_and(|mask| mask & 1 << 14 == 0)
}

/// Creates a folder for the files of a test, which is removed when it is dropped.
pub(crate) fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary folder can be made")
}

/// Writes a file into a folder and returns its path.
pub(crate) fn file(folder: &tempfile::TempDir, name: &str, content: impl AsRef<[u8]>) -> String {
    let path = folder.path().join(name);
    std::fs::write(&path, content).expect("a temporary file can be written");
    path.to_string_lossy().into_owned()
}

/// Returns the digits of a text, in order.
pub(crate) fn digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}
