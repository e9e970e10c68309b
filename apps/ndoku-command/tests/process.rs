//! Signals, pipes and devices: interruption, closed pipes, output that cannot be written, and
//! compressed input.

mod common;

#[cfg(unix)]
use std::io::Read;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
#[cfg(unix)]
use std::time::{Duration, Instant};

use common::{file, folder, ndoku, ndoku_with};
#[cfg(unix)]
use common::{interrupt_after, wait_until_started};

const UNIQUE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
/// No solution, although no two clues contradict each other.
const NONE: &str =
    "12345678.........9...............................................................";

fn empty(cells: usize) -> String {
    ".".repeat(cells)
}

/// Starts a command that does not end by itself, and interrupts it once it is running.
#[cfg(unix)]
fn run_interrupted(arguments: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ndoku"));
    let mut child = command
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    interrupt_after(&child, Duration::from_millis(400));
    let began = Instant::now();
    let (mut out, mut err) = (String::new(), String::new());
    let mut stdout = child.stdout.take().expect("it is piped");
    let reader = std::thread::spawn(move || {
        let _ = stdout.read_to_string(&mut out);
        out
    });
    while child.try_wait().expect("it can be waited for").is_none() {
        if began.elapsed() > Duration::from_secs(10) {
            let _ = child.kill();
            panic!("{arguments:?} did not hear the signal");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    let code = child.wait().expect("it has ended").code().unwrap_or(-1);
    child
        .stderr
        .take()
        .expect("it is piped")
        .read_to_string(&mut err)
        .expect("it is text");
    (code, reader.join().expect("it is read"), err)
}

#[cfg(unix)]
#[test]
fn an_interruption_keeps_finished_results() {
    let (nine, sixteen) = (empty(81), empty(256));
    for threads in ["1", "2"] {
        let arguments = [
            "count",
            "--limit",
            "0",
            "--threads",
            threads,
            UNIQUE,
            NONE,
            &sixteen,
            UNIQUE,
        ];
        let (code, out, err) = run_interrupted(&arguments);
        assert_eq!((code, out.as_str()), (130, "1\n0\n"));
        let partial = err
            .strip_prefix("argument 3:1: at least ")
            .and_then(|rest| rest.strip_suffix(": interrupted\ninterrupted after 2 puzzles\n"));
        assert!(
            partial.is_some_and(|number| number
                .replace(',', "")
                .parse::<u64>()
                .is_ok_and(|number| number > 0)),
            "{err}"
        );
    }
    // The pattern that takes longest. An interrupted count reports what its tasks have found.
    let worst = ".......8.....1...................6.....9..............4..................3.......";
    let (code, out, err) = run_interrupted(&["count", "--threads", "1", worst]);
    assert_eq!((code, out.as_str()), (130, ""));
    assert!(
        err.starts_with("at least ")
            && err.ends_with(": interrupted\ninterrupted after 0 puzzles\n"),
        "{err}"
    );
    let (code, out, err) = run_interrupted(&["enumerate", &nine]);
    assert_eq!(code, 130);
    assert!(
        out.lines().count() > 1 && out.ends_with('\n') && out.lines().all(|line| line.len() == 81),
        "whole lines only"
    );
    let told = err
        .strip_prefix("interrupted after ")
        .and_then(|rest| rest.strip_suffix(" solutions, in puzzle 1\n"));
    assert_eq!(
        told.map(|number| number.replace(',', "")),
        Some(out.lines().count().to_string()),
        "{err}"
    );
}

/// `nohup` ignores the end of the terminal, and shells ignore Ctrl-C for jobs in the background.
#[cfg(target_os = "linux")]
#[test]
fn an_ignored_signal_stays_ignored() {
    for signal in ["HUP", "INT"] {
        let mut child = Command::new("sh")
            .args(["-c", "trap '' \"$0\"; exec \"$1\" solve", signal])
            .arg(env!("CARGO_BIN_EXE_ndoku"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        wait_until_started(&child);
        let sent = Command::new("kill")
            .args([&format!("-{signal}"), &child.id().to_string()])
            .status()
            .expect("kill is there");
        assert!(sent.success());
        std::thread::sleep(Duration::from_millis(100));
        let mut input = child.stdin.take().expect("it is piped");
        writeln!(input, "{UNIQUE}").expect("it reads");
        drop(input);
        let ended = child.wait_with_output().expect("it ends");
        let out = String::from_utf8_lossy(&ended.stdout);
        assert_eq!((ended.status.code(), out.trim()), (Some(0), SOLVED));
    }
}

/// Ctrl-C while pictures are rendered ends the command and writes nothing.
#[cfg(unix)]
#[test]
fn rendering_can_be_interrupted() {
    let folder = folder();
    let puzzles = file(&folder, "many.txt", format!("{UNIQUE}\n").repeat(60_000));
    let page = folder.path().join("page.html");
    let mut child = Command::new(env!("CARGO_BIN_EXE_ndoku"))
        .args(["draw", &puzzles, "-o"])
        .arg(&page)
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut messages = BufReader::new(child.stderr.take().expect("it is piped"));
    let mut told = String::new();
    messages.read_line(&mut told).expect("it is text");
    if told.is_empty() {
        // A fast machine has written everything before it says so.
        assert!(child.wait().expect("it ends").success() && page.exists());
        return;
    }
    assert_eq!(
        told,
        "writing 60,000 puzzles; Ctrl-C ends without writing them\n"
    );
    let began = Instant::now();
    interrupt_after(&child, Duration::ZERO);
    let code = child.wait().expect("it ends").code();
    told.clear();
    messages.read_to_string(&mut told).expect("it is text");
    assert_eq!(
        (code, told.as_str()),
        (
            Some(130),
            "interrupted before the first picture was written\n"
        )
    );
    assert!(began.elapsed() < Duration::from_secs(10) && !page.exists());
    let left = std::fs::read_dir(folder.path())
        .expect("it is a folder")
        .count();
    assert_eq!(left, 1, "only the puzzles are left");
}

#[cfg(unix)]
#[test]
fn help_that_cannot_be_written_is_code_5() {
    for argument in ["--help", "--version", "-h"] {
        let full = std::fs::File::options()
            .write(true)
            .open("/dev/full")
            .expect("the device is there");
        let run = Command::new(env!("CARGO_BIN_EXE_ndoku"))
            .arg(argument)
            .stdout(full)
            .output()
            .expect("it ends");
        let told = String::from_utf8_lossy(&run.stderr);
        assert_eq!(run.status.code(), Some(5), "{argument}");
        assert!(
            told.contains("standard output cannot be written"),
            "{argument}: {told}"
        );
    }
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let nine = empty(81);
    for arguments in [
        &["enumerate", &nine][..],
        &["formats"],
        &["help", "formats"],
        &["solve", "--all", "--limit", "5000", &nine],
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ndoku"));
        let mut child = command
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut first = String::new();
        let mut stdout = BufReader::new(child.stdout.take().expect("it is piped"));
        stdout.read_line(&mut first).expect("it is text");
        assert!(!first.is_empty());
        drop(stdout);
        let ended = child.wait_with_output().expect("it ends");
        let err = String::from_utf8_lossy(&ended.stderr);
        assert_eq!(ended.status.code(), Some(0), "{arguments:?}: {err}");
        assert!(!err.contains("error") && !err.contains("pipe"), "{err}");
    }
}

#[test]
fn output_that_cannot_be_written_is_code_5() {
    let run = ndoku(&["solve", "-o", "/no/such/folder/out.txt", UNIQUE]);
    assert_eq!((run.code, run.out.as_str()), (5, ""));
    assert!(
        run.err
            .starts_with("error: /no/such/folder/out.txt cannot be written: "),
        "{}",
        run.err
    );
    let folder = folder();
    let out = folder.path().join("out.txt");
    let run = ndoku(&["solve", "--output", &out.to_string_lossy(), UNIQUE]);
    assert_eq!((run.code, run.out.as_str()), (0, ""));
    assert_eq!(
        std::fs::read_to_string(&out).expect("it was written"),
        format!("{SOLVED}\n")
    );
    for arguments in [
        &["solve", UNIQUE][..],
        &["count", UNIQUE],
        &["formats"],
        &["man"],
        &["--help"],
        &["convert", "--to", "csv", UNIQUE],
    ] {
        let Ok(full) = std::fs::File::options().write(true).open("/dev/full") else {
            return;
        };
        let run = Command::new(env!("CARGO_BIN_EXE_ndoku"))
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(full)
            .output()
            .expect("it ends");
        assert_eq!(run.status.code(), Some(5), "{arguments:?}");
    }
}

#[test]
fn compressed_files_and_pipes_are_read() {
    let folder = folder();
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gzip.write_all(format!("{UNIQUE}\n").as_bytes())
        .expect("memory can be written");
    let packed = gzip.finish().expect("memory can be written");
    let path = file(&folder, "p.sdm.gz", &packed);
    for run in [
        ndoku(&["solve", &path]),
        ndoku_with(&["solve", "-"], &packed),
        ndoku_with(&["solve"], &packed),
    ] {
        assert_eq!((run.code, run.out.trim_end()), (0, SOLVED), "{}", run.err);
    }
    let both = ndoku_with(
        &["solve", &path, "-", NONE],
        format!("{UNIQUE}\n").as_bytes(),
    );
    assert_eq!(both.lines(), [SOLVED, SOLVED, "No solution found"]);
}
