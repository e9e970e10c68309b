//! `cargo xtask mutate`: runs the command on damaged input and reports every run that breaks the
//! contract.
//!
//! ```text
//! sample of a format ─▶ damage (seeded) ─▶ standard input of a command, under limits ─▶ judge
//!   example of each        cut, flip, repeat,    30 s of time,              exit code, no panic,
//!   format, puzzles/       insert, NUL, BOM …    1 GiB of address space     no abort
//! ```
//!
//! The same seed gives the same runs. A run breaks the contract in any of these cases:
//!
//! - a signal kills the process, or it panics;
//! - it runs out of time or memory;
//! - it ends with a code that input cannot cause;
//! - it reports an error and ends with 0.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use crate::process::{debug_command, root};

/// Commands for each damaged text. `-j 1`, because many threads reserve address space that they do
/// not use.
const COMMANDS: &[&[&str]] = &[
    &["solve", "--limit", "2", "--timeout", "1s", "-j", "1"],
    &["solve", "--json", "--timeout", "1s", "-j", "1"],
    &["check", "-j", "1"],
    &["count", "--limit", "100", "--timeout", "1s", "-j", "1"],
    &["convert", "--to", "line"],
    &["convert", EXPLAIN],
    &["rate", "--timeout", "1s", "-j", "1"],
    &["hint", "--level", "full", "--timeout", "1s", "-j", "1"],
    // SVG would be refused for several puzzles.
    &["draw", "--to", "html", "-j", "1"],
    &["stats"],
    &["canon", "--timeout", "1s", "-j", "1"],
    &["analyse", "--json", "--timeout", "1s", "-j", "1"],
];

/// With this option, standard output explains why the input cannot be read.
const EXPLAIN: &str = "--explain-format";

/// A run may take this long. Its own limits are a second for each puzzle.
const TIME_LIMIT: Duration = Duration::from_secs(30);

/// Kibibytes of address space that a run may use.
const MEMORY_LIMIT_KIB: u64 = 1 << 20;

/// Exit codes that damaged input may cause: done, negative answer, unreadable input, limit reached.
const ALLOWED_CODES: &[i32] = &[0, 1, 3, 4];

/// Runs the command on damaged texts for this number of seconds, with a seed. Returns whether every
/// run kept the contract.
pub(crate) fn run_parsed(seconds: &str, seed: &str) -> bool {
    let (Ok(seconds), Ok(seed)) = (seconds.parse(), seed.parse()) else {
        eprintln!("mutate: write the seconds and the seed as whole numbers");
        return false;
    };
    debug_command().is_some_and(|command| run(&command, &root(), seconds, seed))
}

/// Runs on damaged texts until the time is over. Returns whether every run kept the contract.
fn run(command: &Path, root: &Path, seconds: u64, seed: u64) -> bool {
    let samples = match samples(command, root) {
        Ok(samples) => samples,
        Err(error) => {
            eprintln!("mutate: {error}");
            return false;
        }
    };
    let deadline = Instant::now() + Duration::from_secs(seconds);
    let (next, failures) = (AtomicU64::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, std::num::NonZero::get) {
            scope.spawn(|| {
                while Instant::now() < deadline {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if let Some(failure) = one(command, &samples, seed, number)
                        && let Ok(mut failures) = failures.lock()
                    {
                        eprintln!("{failure}");
                        failures.push(failure);
                    }
                }
            });
        }
    });
    let failures = failures.into_inner().unwrap_or_default();
    println!(
        "mutate: {} runs on {} samples, {} broke the contract (seed {seed})",
        next.into_inner(),
        samples.len(),
        failures.len()
    );
    failures.is_empty()
}

/// The example of every format, and the puzzles of the repository, each with a name.
fn samples(command: &Path, root: &Path) -> Result<Vec<(String, Vec<u8>)>, String> {
    let listed = Command::new(command)
        .args(["formats", "--json"])
        .output()
        .map_err(|error| error.to_string())?;
    let mut samples = Vec::new();
    for line in String::from_utf8_lossy(&listed.stdout).lines() {
        let format: serde_json::Value =
            serde_json::from_str(line).map_err(|error| error.to_string())?;
        if let (Some(id), Some(example)) = (format["id"].as_str(), format["example"].as_str()) {
            samples.push((id.to_owned(), example.as_bytes().to_vec()));
        }
    }
    let mut files: Vec<PathBuf> = fs::read_dir(root.join("puzzles"))
        .map_err(|error| error.to_string())?
        .flatten()
        .map(|entry| entry.path())
        .collect();
    files.sort();
    for file in files {
        let text = fs::read(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        samples.push((
            file.file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned(),
            text,
        ));
    }
    if samples.len() < 20 {
        Err("the command lists too few formats".to_owned())
    } else {
        Ok(samples)
    }
}

/// Runs one case. Returns the broken rule, if there is one.
fn one(command: &Path, samples: &[(String, Vec<u8>)], seed: u64, number: u64) -> Option<String> {
    let mut random = Random(SplitMix64::seed_from_u64(
        seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number.wrapping_mul(0xd134_2543_de82_ef95),
    ));
    let (name, text) = &samples[random.below(samples.len())];
    let arguments = COMMANDS[random.below(COMMANDS.len())];
    let damaged = damage(text, &mut random);
    let fault = judge(
        &execute(command, arguments, &damaged),
        arguments.contains(&EXPLAIN),
    )?;
    let kept = std::env::temp_dir().join(format!("ndoku-mutate-{seed}-{number}"));
    let place = fs::write(&kept, &damaged)
        .map_or_else(|error| error.to_string(), |()| kept.display().to_string());
    Some(format!(
        "run {number}: ndoku {} < {place} (from {name}): {fault}",
        arguments.join(" ")
    ))
}

/// The result of a run.
struct Outcome {
    /// `None` if it had to be killed, or could not be started.
    status: Option<ExitStatus>,
    stderr: String,
}

/// Runs the command under the limits.
fn execute(command: &Path, arguments: &[&str], input: &[u8]) -> Outcome {
    let failed = |error: std::io::Error| Outcome {
        status: None,
        stderr: format!("cannot be run: {error}"),
    };
    let limited = format!("ulimit -v {MEMORY_LIMIT_KIB}; exec \"$0\" \"$@\"");
    let started = Command::new("sh")
        .args(["-c", &limited])
        .arg(command)
        .args(arguments)
        .env("NDOKU_CONFIG", "")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = match started {
        Ok(child) => child,
        Err(error) => return failed(error),
    };
    let (stdin, stderr) = (child.stdin.take(), child.stderr.take());
    let input = input.to_vec();
    // A command may end before it has read everything.
    let writer = std::thread::spawn(move || stdin.map(|mut pipe| pipe.write_all(&input)));
    let reader = std::thread::spawn(move || {
        let mut text = Vec::new();
        let _ = stderr.map(|mut pipe| pipe.read_to_end(&mut text));
        String::from_utf8_lossy(&text).into_owned()
    });
    let start = Instant::now();
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break Some(status),
            Ok(None) if start.elapsed() < TIME_LIMIT => {
                std::thread::sleep(Duration::from_millis(2));
            }
            _ => {
                let _ = child.kill().and_then(|()| child.wait().map(drop));
                break None;
            }
        }
    };
    let _ = writer.join();
    Outcome {
        status,
        stderr: reader.join().unwrap_or_default(),
    }
}

/// Returns the mistake of a run, if there is one. An error needs no message if the answer itself
/// `explains` it.
fn judge(outcome: &Outcome, explains: bool) -> Option<String> {
    let message = outcome.stderr.lines().next().unwrap_or_default();
    let Some(status) = outcome.status else {
        return Some(format!(
            "it did not start, or did not end within {TIME_LIMIT:?}: {message}"
        ));
    };
    let Some(code) = status.code() else {
        return Some(format!("{status}: {message}"));
    };
    if outcome.stderr.contains("internal fault") || outcome.stderr.contains("panicked") {
        return Some(format!("panic: {message}"));
    }
    if !ALLOWED_CODES.contains(&code) {
        return Some(format!("exit code {code}: {message}"));
    }
    let reports_error = outcome.stderr.lines().any(|line| line.starts_with("error"));
    match code {
        0 if reports_error => Some(format!("exit code 0 with an error: {message}")),
        3 if !reports_error && !explains => Some("exit code 3 without an error message".to_owned()),
        _ => None,
    }
}

/// Damages a text in one to three ways.
fn damage(text: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = text.to_vec();
    for _ in 0..=random.below(3) {
        damage_once(&mut bytes, random);
    }
    bytes
}

fn damage_once(bytes: &mut Vec<u8>, random: &mut Random) {
    const WORDS: &[&str] = &[
        "garbage",
        "NaN",
        "null",
        "--",
        "No solution found",
        "Invalid puzzle",
        "99999999999999999999",
        "-1",
        "1e400",
        "[[[[",
        "{",
        "}",
        "<a>",
        "\u{feff}",
        "☃",
        "\u{200d}",
        "#",
        ":::::",
        "\"",
        "\\u0000",
        "0x",
        "%s%n",
        "\t",
        " ",
        "\r",
        "\r\n",
        "\n\n",
    ];
    let at = random.below(bytes.len() + 1);
    let end = (at + 1 + random.below(20)).min(bytes.len());
    match random.below(14) {
        0 => bytes.truncate(at),
        1 => drop(bytes.drain(..at)),
        2 => drop(bytes.drain(at..end)),
        3 => (at..end).for_each(|place| bytes[place] ^= 1 << random.below(8)),
        4 => (at..end)
            .for_each(|place| bytes[place] = b"0123456789.:,;[]{}<>\"' \n"[random.below(24)]),
        5 => insert(bytes, at, WORDS[random.below(WORDS.len())].as_bytes()),
        6 => insert(bytes, at, &[0, 0xff, 0xfe, 0x80, 0xc3][..=random.below(5)]),
        7 => {
            let piece = bytes[at..end].to_vec();
            insert(bytes, at, &piece.repeat(1 + random.below(500)));
        }
        8 => {
            let mut lines: Vec<&[u8]> = bytes.split(|byte| *byte == b'\n').collect();
            let (one, other) = (random.below(lines.len()), random.below(lines.len()));
            lines.swap(one, other);
            *bytes = lines.join(&b'\n');
        }
        9 => {
            let lines: Vec<&[u8]> = bytes.split(|byte| *byte == b'\n').collect();
            let word = WORDS[random.below(WORDS.len())].as_bytes();
            let place = random.below(lines.len() + 1);
            *bytes = [&lines[..place], &[word], &lines[place..]]
                .concat()
                .join(&b'\n');
        }
        10 => *bytes = bytes.repeat(2 + random.below(3)),
        11 => *bytes = bytes.iter().flat_map(|byte| [*byte, 0]).collect(),
        12 => {
            *bytes = String::from_utf8_lossy(bytes)
                .replace('\n', "\r\n")
                .into_bytes();
        }
        _ => *bytes = replace_number(bytes, random),
    }
}

fn insert(bytes: &mut Vec<u8>, at: usize, piece: &[u8]) {
    bytes.splice(at..at, piece.iter().copied());
}

/// Replaces one run of digits by another number.
fn replace_number(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    const NUMBERS: &[&str] = &[
        "0",
        "1",
        "-1",
        "255",
        "256",
        "65536",
        "4294967296",
        "18446744073709551616",
        "1e308",
        "0.5",
    ];
    let starts: Vec<usize> = (0..bytes.len())
        .filter(|at| bytes[*at].is_ascii_digit() && (*at == 0 || !bytes[at - 1].is_ascii_digit()))
        .collect();
    if starts.is_empty() {
        return bytes.to_vec();
    }
    let start = starts[random.below(starts.len())];
    let length = bytes[start..]
        .iter()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    [
        &bytes[..start],
        NUMBERS[random.below(NUMBERS.len())].as_bytes(),
        &bytes[start + length..],
    ]
    .concat()
}

/// The choice of damage.
struct Random(SplitMix64);

impl Random {
    /// A number below `limit`, or 0 if the limit is 0.
    fn below(&mut self, limit: usize) -> usize {
        if limit == 0 {
            0
        } else {
            (self.0.next_u64() % limit as u64) as usize
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::process::ExitStatusExt;

    use super::*;

    fn outcome(raw: i32, stderr: &str) -> Outcome {
        Outcome {
            status: Some(ExitStatus::from_raw(raw)),
            stderr: stderr.to_owned(),
        }
    }

    #[test]
    fn breaches_are_found_and_honest_ends_are_not() {
        for (raw, stderr) in [
            (0, ""),
            (1 << 8, ""),
            (3 << 8, "error: no"),
            (4 << 8, "warning: late"),
            (1 << 8, "error: x"),
        ] {
            assert_eq!(judge(&outcome(raw, stderr), false), None, "{raw} {stderr}");
        }
        for (raw, stderr) in [
            (0, "error: no"),
            (3 << 8, ""),
            (2 << 8, "error: usage"),
            (70 << 8, "internal fault at x"),
            (101 << 8, "thread panicked"),
            (6, "memory allocation failed"),
            (9, ""),
        ] {
            assert!(
                judge(&outcome(raw, stderr), false).is_some(),
                "{raw} {stderr}"
            );
        }
        assert_eq!(judge(&outcome(3 << 8, ""), true), None);
        assert!(
            judge(
                &Outcome {
                    status: None,
                    stderr: String::new()
                },
                false
            )
            .is_some()
        );
    }

    #[test]
    fn damage_depends_on_the_seed_alone_and_changes_most_texts() {
        let text = b"1..4\n..2.\n3...\n...1\n";
        let all = |seed: u64| {
            (0..200_u64)
                .map(|number| damage(text, &mut Random(SplitMix64::seed_from_u64(seed + number))))
                .collect::<Vec<_>>()
        };
        assert_eq!(all(1), all(1));
        assert!(
            all(1)
                .iter()
                .filter(|damaged| damaged.as_slice() != text)
                .count()
                > 150
        );
    }
}
