//! Parquet and Arrow files as inputs and outputs.
#![cfg(feature = "arrow")]

mod common;

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use common::{file, folder, ndoku};
use ndoku_arrow::arrow_array::cast::AsArray;
use ndoku_arrow::arrow_array::{ArrayRef, Int64Array, RecordBatch, StringArray};
use ndoku_arrow::file::{FileKind, TableReader, TableWriter};

const EASY: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const HARD: &str =
    "...4..6....91.......527.1...46.1.......6...3..3.8......21....6.6..3..4.2......9..";
const SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// Writes row groups with the columns `id` and `grid`, and returns the path.
fn write(folder: &Path, name: &str, groups: &[Vec<&str>]) -> String {
    let path = folder.join(name);
    let kind = FileKind::from_extension(name.rsplit('.').next().unwrap()).unwrap();
    let batches: Vec<RecordBatch> = groups
        .iter()
        .map(|texts| {
            let ids: ArrayRef = Arc::new(Int64Array::from_iter_values(0..texts.len() as i64));
            let grids: ArrayRef = Arc::new(StringArray::from(texts.clone()));
            RecordBatch::try_from_iter([("id", ids), ("grid", grids)]).unwrap()
        })
        .collect();
    let output = File::create(&path).unwrap();
    let mut writer = TableWriter::for_schema(kind, output, &batches[0].schema()).unwrap();
    for batch in &batches {
        writer.write(batch, true).unwrap();
    }
    writer.finish().unwrap();
    path.to_string_lossy().into_owned()
}

/// Reads a table of one row group.
fn read(path: &str) -> RecordBatch {
    let mut reader = TableReader::new(File::open(path).unwrap()).unwrap();
    reader.next_batch().unwrap().unwrap().rows
}

#[test]
fn the_answers_are_columns_and_the_output_may_be_text() {
    let folder = folder();
    let texts = vec![EASY, "no puzzle", SOLVED];
    for from in ["in.parquet", "in.arrow", "in.arrows"] {
        let source = write(folder.path(), from, std::slice::from_ref(&texts));
        for to in ["out.parquet", "out.arrow", "out.arrows"] {
            let target = folder.path().join(to).to_string_lossy().into_owned();
            let run = ndoku(&["solve", &source, "-o", &target]);
            assert_eq!((run.code, run.out.as_str()), (3, ""), "{}", run.err);
            let answered = read(&target);
            let schema = answered.schema();
            let names: Vec<&str> = schema.fields().iter().map(|f| f.name().as_str()).collect();
            assert_eq!(names, ["id", "grid", "status", "solution"]);
            let status: Vec<_> = answered.column(2).as_string::<i32>().iter().collect();
            assert_eq!(status, ["unique", "invalid", "unique"].map(Some));
            let solutions: Vec<_> = answered.column(3).as_string::<i32>().iter().collect();
            assert_eq!(solutions, [Some(SOLVED), None, Some(SOLVED)]);
        }
        let run = ndoku(&["solve", &source]);
        assert_eq!(run.lines(), [SOLVED, "Invalid puzzle", SOLVED], "{run:?}");
    }
}

#[test]
fn wrong_requests_are_refused_and_write_nothing() {
    let folder = folder();
    let source = write(folder.path(), "in.parquet", &[vec![EASY]]);
    let text = file(&folder, "in.txt", EASY);
    let bytes = fs::read(&source).unwrap();
    let short = file(&folder, "short.parquet", &bytes[..bytes.len() - 9]);
    let target = folder.path().join("out.parquet");
    let target_name = target.to_string_lossy().into_owned();
    for (arguments, code, words) in [
        (&["solve", &source, "--column", "x"][..], 2, "`id`, `grid`"),
        (&["solve", &source, "--column", "id"], 2, "not text"),
        (&["solve", &source, "--json"], 2, "--json"),
        (&["solve", &text], 2, "neither a Parquet nor"),
        (&["solve", &short], 3, "damaged"),
        (&["check", &source], 2, "no column `solution`"),
        (&["generate"], 2, "does not write Parquet"),
    ] {
        let run = ndoku(&[arguments, &["-o", &target_name]].concat());
        assert_eq!(run.code, code, "{arguments:?}: {}", run.err);
        assert!(run.err.contains(words), "{arguments:?}: {}", run.err);
        assert!(!target.exists(), "{arguments:?}");
    }
    let run = ndoku(&["solve", &source, "-o", &source]);
    assert_eq!(run.code, 2, "{}", run.err);
    assert!(fs::read(&source).unwrap() == bytes);
}

/// Starts `ndoku rate` on a table, and stops it by a signal as soon as it can be resumed. Returns
/// the exit code of the stopped run.
#[cfg(unix)]
fn stop_a_run(folder: &Path, arguments: &[&str], signal: &str) -> Option<i32> {
    let record = folder.join("out.parquet.partial.footer");
    // The record is written after a second. A faster run gets a longer file.
    let mut groups = 20;
    loop {
        write(folder, "in.parquet", &vec![vec![HARD; 20]; groups]);
        let mut child = Command::new(env!("CARGO_BIN_EXE_ndoku"))
            .args(arguments)
            .env("NDOKU_CONFIG", "")
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let start = Instant::now();
        while !record.exists() && child.try_wait().unwrap().is_none() {
            assert!(start.elapsed() < Duration::from_secs(60));
            std::thread::sleep(Duration::from_millis(5));
        }
        let id = child.id().to_string();
        let _ = Command::new("kill").args([signal, &id]).status();
        let code = child.wait().unwrap().code();
        // After Ctrl-C, the partial file is a complete file and needs no record.
        if folder.join("out.parquet.partial").exists() {
            return code;
        }
        let _ = fs::remove_file(folder.join("out.parquet"));
        groups *= 3;
        assert!(groups < 10_000, "no run is long enough");
    }
}

#[cfg(unix)]
#[test]
fn a_stopped_run_is_resumed() {
    // Ctrl-C has an exit code of its own. A killed process has none.
    for (signal, code) in [("-KILL", None), ("-INT", Some(130))] {
        let folder = folder();
        let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
        let (source, quiet, target) = (
            path("in.parquet"),
            path("quiet.parquet"),
            path("out.parquet"),
        );
        let arguments = ["rate", &source, "-j", "1", "-o", &target];
        assert_eq!(stop_a_run(folder.path(), &arguments, signal), code);
        assert!(!Path::new(&target).exists(), "{signal}");
        let run = ndoku(&[&arguments[..], &["--resume"]].concat());
        assert_eq!(run.code, 0, "{signal}: {}", run.err);
        assert!(
            run.err.contains("continuing after"),
            "{signal}: {}",
            run.err
        );
        assert_eq!(ndoku(&["rate", &source, "-o", &quiet]).code, 0);
        assert!(fs::read(&target).unwrap() == fs::read(&quiet).unwrap());
        assert!(!Path::new(&path("out.parquet.partial.footer")).exists());
    }
}

#[test]
fn every_row_has_a_line() {
    let folder = folder();
    let killer = "1...\n....\n....\n...2\n\nkiller 5: r1c3 r1c4";
    let rows: Vec<String> = (0..9)
        .map(|row| EASY[row * 9..row * 9 + 9].to_owned())
        .collect();
    let grid = rows.join("\n");
    let texts = vec![
        "",
        "# a comment",
        EASY,
        "Title: words",
        " ",
        "// words",
        killer,
        &grid,
        "1\n2",
        EASY,
    ];
    let invalid = "Invalid puzzle";
    let source = write(folder.path(), "in.parquet", std::slice::from_ref(&texts));
    let run = ndoku(&["solve", "--all", "--limit", "1", &source]);
    let lines = run.lines();
    assert_eq!(lines.len(), texts.len(), "{}", run.out);
    for (number, (line, text)) in lines.iter().zip(&texts).enumerate() {
        match *text {
            EASY => assert_eq!(*line, SOLVED),
            text if text == grid => assert_eq!(*line, SOLVED),
            text if text == killer => assert!(line.starts_with('1'), "{line}"),
            _ => assert_eq!(*line, invalid, "{number}: {text}"),
        }
    }
    assert!(run.err.contains("row 1 is empty"), "{}", run.err);
    // The rows of a grid are no grid.
    let parts: Vec<&str> = rows.iter().map(String::as_str).collect();
    let run = ndoku(&["solve", &write(folder.path(), "rows.parquet", &[parts])]);
    assert_eq!(run.lines(), [invalid; 9], "{}", run.err);
    // The number of a record is that of its row.
    let json = ndoku(&["solve", "--json", &source]);
    let third: serde_json::Value = serde_json::from_str(json.lines()[2]).unwrap();
    assert_eq!((&third["n"], &third["line"]), (&3.into(), &3.into()));
    assert_eq!(third["solution"], SOLVED);
}

/// Blocks of plain rows and rows between them stay in order, with any number of threads.
#[test]
fn blocks_of_rows_stay_in_order() {
    let folder = folder();
    let other = SOLVED.replace('5', "55");
    let texts: Vec<&str> = (0..3_000)
        .map(|row| match row % 7 {
            3 => "no puzzle",
            _ if row % 500 == 499 => &other,
            _ if row % 2 == 0 => SOLVED,
            _ => EASY,
        })
        .collect();
    let source = write(
        folder.path(),
        "in.parquet",
        &[texts[..1700].to_vec(), texts[1700..].to_vec()],
    );
    let expected: Vec<&str> = texts
        .iter()
        .map(|text| {
            if [EASY, SOLVED].contains(text) {
                SOLVED
            } else {
                "Invalid puzzle"
            }
        })
        .collect();
    for options in [
        &["-j", "1"][..],
        &["-j", "3"],
        &["--block", "0"],
        &["--block", "500"],
    ] {
        let run = ndoku(&[&["solve", &source], options].concat());
        let differs = run.lines().iter().zip(&expected).position(|(a, b)| a != b);
        assert_eq!((differs, run.lines().len()), (None, 3_000), "{options:?}");
    }
}
