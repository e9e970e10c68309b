//! Runs the command as a user does, and returns its output.

// Each test program uses a part of this module.
#![allow(dead_code)]

use std::io::Write;
use std::process::{Command, Stdio};

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
