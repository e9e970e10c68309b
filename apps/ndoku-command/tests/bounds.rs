//! Bounded memory: no input ends in an abort, and every refusal gives a reason.
//!
//! The command runs under `ulimit -v`. A good puzzle needs 100 MB of address space with two
//! threads, plus the text of the input.
#![cfg(unix)]

mod common;

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use common::{Run, file, folder};

/// Address space of the command, in KiB.
const ADDRESS_SPACE_KIB: u32 = 700_000;

/// Time limit of a run, also for a slow and busy machine.
const PATIENCE: Duration = Duration::from_secs(100);

const GOOD: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const EMPTY: &str =
    ".................................................................................";

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new("sh");
    command
        .arg("-c")
        .arg(format!(
            "ulimit -v {ADDRESS_SPACE_KIB} && exec \"$0\" \"$@\""
        ))
        .arg(env!("CARGO_BIN_EXE_ndoku"))
        .args(arguments)
        .env("NDOKU_CONFIG", "")
        .stdin(Stdio::null());
    command
}

/// Runs the command in its limited address space to its end.
fn run_bounded(arguments: &[&str]) -> Run {
    let begun = Instant::now();
    let output = command(arguments).output().expect("the command starts");
    assert!(begun.elapsed() < PATIENCE, "{arguments:?}");
    Run {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// Solves a file that is refused with `sentence`, followed by a good puzzle.
fn assert_refused(path: &str, sentence: &str) {
    let run = run_bounded(&["solve", "-j", "2", path, GOOD]);
    assert_eq!(run.code, 3, "{path}: {}", run.err);
    assert!(run.err.contains(sentence), "`{sentence}` in: {}", run.err);
    assert!(run.out.ends_with("345286179\n"), "{}", run.out);
}

/// Compresses a text that repeats `piece`.
fn write_bomb(folder: &tempfile::TempDir, name: &str, piece: &[u8], times: usize) -> String {
    let path = file(folder, name, b"");
    let out = std::fs::File::create(&path).expect("a temporary file can be written");
    let mut out =
        flate2::write::GzEncoder::new(std::io::BufWriter::new(out), flate2::Compression::fast());
    (0..times).for_each(|_| {
        out.write_all(piece)
            .expect("a temporary file can be written");
    });
    out.finish().expect("a temporary file can be written");
    path
}

#[test]
fn long_lines_are_refused_or_skipped() {
    let folder = folder();
    // 100 MB without a line end: only the length of the line is reported.
    let path = file(&folder, "endless.txt", vec![b'.'; 100_000_000]);
    assert_refused(&path, "line 1 has more than 64 MiB");
    // The lines before are read, and the long line keeps its location.
    let text = [
        format!("{GOOD}\n{GOOD}\n").as_bytes(),
        &vec![b'.'; 70_000_000],
        b"\n",
    ]
    .concat();
    let run = run_bounded(&["solve", "-j", "2", &file(&folder, "third.txt", text)]);
    assert_eq!((run.code, run.lines().len()), (3, 3), "{}", run.err);
    assert!(
        run.err.contains("line 3 has more than 64 MiB") && run.lines()[2] == "Invalid puzzle",
        "{}",
        run.err
    );
    let run = run_bounded(&[
        "solve",
        "-j",
        "2",
        &file(
            &folder,
            "many.txt",
            [
                format!("{GOOD}\n").repeat(2_000).as_bytes(),
                &[b'.'; 70_000_000],
            ]
            .concat(),
        ),
    ]);
    assert_eq!((run.code, run.lines().len()), (3, 2_001), "{}", run.err);
    assert!(
        run.err.contains("has more than") && run.err.contains(":2001:1"),
        "{}",
        run.err
    );
    // A shorter line is one bad record, and the lines after it are read.
    for line in [
        ".".repeat(5_000_000),
        "1 ".repeat(2_500_000),
        "ab,".repeat(2_000_000),
    ] {
        let run = run_bounded(&[
            "solve",
            "-j",
            "2",
            &file(&folder, "five.txt", format!("{GOOD}\n{line}\n{GOOD}\n")),
        ]);
        assert_eq!(
            (run.code, run.lines().len(), run.lines()[1]),
            (3, 3, "Invalid puzzle"),
            "{}",
            run.err
        );
        assert!(
            run.err.contains("this line has more than 4 MiB"),
            "{}",
            run.err
        );
    }
    for line in [
        "1 ".repeat(1_900_000),
        "{".repeat(3_000_000),
        "a,".repeat(1_000_000),
    ] {
        let run = run_bounded(&[
            "solve",
            "-j",
            "2",
            &file(&folder, "three.txt", format!("{GOOD}\n{line}\n{GOOD}\n")),
        ]);
        assert_eq!(
            (run.code, run.lines().len(), run.lines()[1]),
            (3, 3, "Invalid puzzle"),
            "{}",
            run.err
        );
    }
}

#[test]
fn decompression_bombs_are_refused() {
    let folder = folder();
    assert_refused(
        &write_bomb(&folder, "dots.gz", &vec![b'.'; 1 << 20], 100),
        "line 1 has more than 64 MiB",
    );
    assert_refused(
        &write_bomb(&folder, "zeros.gz", &vec![0; 1 << 20], 100),
        "the input is binary data, not text",
    );
    let words = write_bomb(&folder, "words.gz", &b"1 2 garbage\n".repeat(1 << 15), 30);
    let run = run_bounded(&["solve", "-j", "2", "--max-decompressed", "8", &words]);
    assert!(
        run.err
            .contains("this has more than 8 MiB when decompressed")
            && run.err.contains("--max-decompressed"),
        "{}",
        run.err
    );
    assert_eq!((run.code, run.out.as_str()), (3, ""));
    // Lines of 9×9 puzzles have no limit, but text after them has.
    let lines = write_bomb(
        &folder,
        "lines.gz",
        format!("{GOOD}\n").repeat(5_000).as_bytes(),
        5,
    );
    let run = run_bounded(&[
        "solve",
        "-j",
        "2",
        "--limit",
        "1",
        "--max-decompressed",
        "1",
        &lines,
    ]);
    assert_eq!((run.code, run.lines().len()), (0, 25_000), "{}", run.err);
    let mixed = [
        format!("{GOOD}\n").repeat(5_000).as_bytes(),
        &b"garbage\n".repeat(1 << 18),
    ]
    .concat();
    let run = run_bounded(&[
        "count",
        "-j",
        "2",
        "--max-decompressed",
        "1",
        &write_bomb(&folder, "mixed.gz", &mixed, 1),
    ]);
    assert!(
        run.err
            .contains("no two consecutive 9×9 lines within 1 MiB")
            && run.err.contains("--max-decompressed"),
        "{}",
        run.err
    );
    assert_eq!(
        run.lines().iter().filter(|line| **line == "1").count(),
        5_000
    );
}

#[test]
fn endless_devices_are_refused() {
    for device in ["/dev/zero", "/dev/urandom"]
        .into_iter()
        .filter(|device| Path::new(device).exists())
    {
        let run = run_bounded(&["solve", "-j", "2", device, GOOD]);
        assert_eq!(
            (run.code, run.lines().len()),
            (3, 1),
            "{device}: {}",
            run.err
        );
        assert!(run.err.contains("the input is"), "{device}: {}", run.err);
    }
    // A pipe without an end.
    let mut endless = Command::new("yes")
        .arg("1 2 garbage")
        .stdout(Stdio::piped())
        .spawn()
        .expect("yes starts");
    let pipe = endless.stdout.take().expect("its output is piped");
    let output = command(&["solve", "--max-decompressed", "4"])
        .stdin(pipe)
        .output()
        .expect("the command starts");
    endless.kill().expect("yes runs until it is ended");
    endless.wait().expect("yes has ended");
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        output.status.code() == Some(3) && err.contains("this has more than 4 MiB"),
        "{err}"
    );
}

#[test]
fn deep_and_long_json_is_refused() {
    let folder = folder();
    for (name, text, sentence) in [
        ("deep.json", "[".repeat(5_000_000), "this is not valid JSON"),
        (
            "objects.json",
            format!("{{\"a\":{}", "{\"a\":".repeat(800_000)),
            "this line is not a puzzle",
        ),
        (
            "numbers.json",
            format!("[{}1]", "1,".repeat(4_000_000)),
            "has more than 1048576 elements",
        ),
        (
            "givens.json",
            format!("{{\"size\":9,\"givens\":[{}1]}}", "1,".repeat(4_000_000)),
            "`givens` has more than 1048576 elements",
        ),
        (
            "fields.json",
            format!("{{{}\"size\":9}}", "\"a\":1,".repeat(700_000)),
            "this line has more than 4 MiB",
        ),
    ] {
        assert_refused(&file(&folder, name, text), sentence);
    }
}

#[test]
fn huge_numbers_are_refused() {
    let folder = folder();
    for text in [
        "99999999999x99999999999:a",
        "255x255:a",
        "3x3:99999999999999999999a",
        ".Shape~99999999x99999999.~R1C1_1",
        "{\"size\":99999999999,\"givens\":\"1\"}",
        "{\"size\":-1,\"givens\":\"1\"}",
        "{\"size\":255,\"box\":[99999999999,2],\"givens\":\"1\"}",
        ":0000:99999999999999999999:1:::",
        "99999999999999999999 1\n1 2",
        "s99999999999999999",
    ] {
        let run = run_bounded(&[
            "solve",
            "-j",
            "2",
            &file(&folder, "huge.txt", format!("{text}\n")),
        ]);
        assert_eq!(run.code, 3, "{text}: {}", run.err);
    }
    for option in ["99999999999999999999x3", "255x255", "0x0"] {
        let run = run_bounded(&["solve", "-j", "2", "--box", option, GOOD]);
        assert!(
            matches!(run.code, 2 | 3),
            "{option}: {} {}",
            run.code,
            run.err
        );
    }
}

/// Lets a run write for a moment, closes its output, and returns the beginning.
fn first_output(arguments: &[&str]) -> String {
    use std::io::Read;
    let mut child = command(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the command starts");
    let mut text = Vec::new();
    let pipe = child.stdout.take().expect("its output is piped");
    pipe.take(3_000_000)
        .read_to_end(&mut text)
        .expect("the output can be read");
    let begun = Instant::now();
    let status = child.wait().expect("the command ends");
    assert_eq!(
        status.code(),
        Some(0),
        "a closed pipe ends it quietly: {arguments:?}"
    );
    assert!(begun.elapsed() < PATIENCE);
    assert_eq!(text.len(), 3_000_000, "{arguments:?}");
    String::from_utf8_lossy(&text).into_owned()
}

#[test]
fn lists_of_solutions_are_streamed() {
    let list = first_output(&["solve", "--limit", "0", "--json", EMPTY]);
    assert!(
        list.starts_with("{\"n\":1,\"line\":1,\"list\":[\"147258369"),
        "{}",
        &list[..100]
    );
    let lines = first_output(&["solve", "--limit", "0", "--all", EMPTY]);
    assert!(lines.lines().take(1000).all(|line| line.len() == 81));
    let grids = first_output(&[
        "solve",
        "--limit",
        "0",
        "--show-puzzle",
        "--to",
        "grid",
        EMPTY,
    ]);
    assert!(
        grids.starts_with("BEFORE\n┌───────┬") && grids.contains("\nSOLVED\n┌───────┬"),
        "{}",
        &grids[..200]
    );
}

#[test]
fn streamed_records_have_the_fields_of_short_ones() {
    let puzzles = [
        "................",
        "1.3.34.22.4.4.21",
        "1234............",
        "12341234........",
    ];
    let records = |limit: &str| -> Vec<serde_json::Value> {
        let run = run_bounded(&[&["solve", "--json", "--limit", limit][..], &puzzles].concat());
        run.lines()
            .iter()
            .map(|line| serde_json::from_str(line).expect("each line is JSON"))
            .collect()
    };
    let (short, streamed) = (records("1000"), records("0"));
    assert_eq!(short.len(), 4);
    for (short, streamed) in short.iter().zip(&streamed) {
        let without_effort = |record: &serde_json::Value| {
            let mut record = record.clone();
            record.as_object_mut().expect("an object").remove("guesses");
            record
        };
        let (mut short, mut streamed) = (without_effort(short), without_effort(streamed));
        // The order of solutions is that of the engine.
        for record in [&mut short, &mut streamed] {
            if let Some(list) = record["list"].as_array_mut() {
                list.sort_by_key(|line| line.as_str().map(str::to_owned));
                record["solution"] = serde_json::Value::Null;
            }
        }
        assert_eq!(short, streamed);
    }
    let run = run_bounded(&["solve", "--json", "--limit", "1001", EMPTY]);
    let record: serde_json::Value = serde_json::from_str(run.lines()[0]).expect("JSON");
    assert_eq!(
        (&record["solutions"], &record["more"], &record["status"]),
        (&"1001".into(), &true.into(), &"multiple".into())
    );
    assert_eq!(record["list"].as_array().map(Vec::len), Some(1001));
    assert_eq!(record["list"][0], record["solution"]);
    let run = run_bounded(&[
        "solve",
        "--json",
        "--limit",
        "0",
        "--resume",
        "-o",
        "/dev/null",
        EMPTY,
    ]);
    assert!(
        run.code == 2 && run.err.contains("--limit up to 1000"),
        "{}",
        run.err
    );
}
