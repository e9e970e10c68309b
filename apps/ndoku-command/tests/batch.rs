//! Long inputs give the same output in every way: in blocks or as a whole, in batches or one by
//! one, uninterrupted or resumed.

mod common;

use std::io::Write;
use std::process::{Command, Stdio};
#[cfg(unix)]
use std::time::Duration;

#[cfg(unix)]
use common::interrupt_after;
use common::{Run, file, folder, ndoku, ndoku_with};

const DOTS: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const FULL: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
const NONE: &str =
    "12345678.........9...............................................................";
const MAP: &str =
    "111222333111222333111222333444555666444555666444555666777888999777888999777888999";
const ROW: &str =
    "123......1.3456789.2.......1.3.5.7.9123456789..........2.......1.34......2.4.6.8.";

/// A xorshift generator after Marsaglia.
struct XorShift(u64);

impl XorShift {
    fn next_below(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % below as u64) as usize
    }
}

/// Returns a puzzle with one, several or no solutions, from a full grid with permuted digits and
/// removed cells.
fn puzzle(rng: &mut XorShift) -> String {
    let shift = rng.next_below(9) as u8;
    let blanks = [0, 20, 40, 45, 50, 60][rng.next_below(6)];
    let mut cells: Vec<u8> = FULL
        .bytes()
        .map(|byte| b'1' + (byte - b'1' + shift) % 9)
        .collect();
    let blank = b".0_*?"[if rng.next_below(4) == 0 {
        rng.next_below(5)
    } else {
        0
    }];
    (0..blanks).for_each(|_| cells[rng.next_below(81)] = blank);
    if rng.next_below(20) == 0 {
        cells[rng.next_below(81)] = b'1' + rng.next_below(9) as u8;
    }
    String::from_utf8(cells).expect("digits")
}

/// Returns lines of puzzles, with everything that may stand between them.
fn mixed_lines(seed: u64, lines: usize, odd: usize) -> Vec<u8> {
    let mut rng = XorShift(seed);
    let end = ["\n", "\r\n"][rng.next_below(2)];
    let mut out = ["", "# head\n# more\n\n", "\u{feff}", "100\n"][rng.next_below(4)].to_owned();
    for number in 0..lines {
        let line = if number < 9 || rng.next_below(odd) > 0 {
            puzzle(&mut rng)
        } else {
            String::new()
        };
        let line = if !line.is_empty() {
            line
        } else {
            match rng.next_below(24) {
                0 => String::new(),
                1 => " \t".to_owned(),
                2 => "# a comment".to_owned(),
                3 => format!("{DOTS} a note"),
                4 => format!("{DOTS},9.1"),
                5 => DOTS[1..].to_owned(),
                6 => format!("{DOTS}7"),
                7 => DOTS.replacen('.', "!", 1),
                8 => DOTS.replacen('.', "é", 1),
                9 => "1.3.34.22.4.4.21".to_owned(),
                10 => format!("{DOTS}{MAP}"),
                11 => format!("{DOTS}\n{MAP}"),
                12 => format!("{DOTS}\n{}8", &MAP[..80]),
                13 => "1 2 . .\n. . 1 2\n2 . . 1\n. 3 2 .".to_owned(),
                14 => format!("{ROW}\n").repeat(9).trim_end().to_owned(),
                15 => DOTS.replacen("53", "55", 1),
                16 => NONE.to_owned(),
                17 => ".".repeat(81),
                18 => "0".repeat(81),
                19 => FULL.to_owned(),
                20 => format!("{DOTS},{FULL}"),
                21 => "Puzzle seven".to_owned(),
                22 => "12 nothing known".to_owned(),
                _ => format!("{DOTS} ED=1.2/1.2/1.2"),
            }
        };
        out.push_str(&line.replace('\n', end));
        out.push_str(end);
    }
    let mut out = out.into_bytes();
    if rng.next_below(2) == 0 {
        out.truncate(out.len() - end.len());
    }
    if rng.next_below(2) == 0 {
        let place = 1000 + rng.next_below(out.len() - 1000);
        out[place] = b'\xe9';
    }
    out
}

fn code_and_output(run: &Run) -> (i32, &str, &str) {
    (run.code, &run.out, &run.err)
}

#[track_caller]
fn assert_same_run(a: &Run, b: &Run, what: &str) {
    let differing = |a: &str, b: &str| {
        let first = a.lines().zip(b.lines()).position(|(a, b)| a != b);
        first.map(|line| {
            format!(
                "line {}:\n{}\n{}",
                line + 1,
                a.lines().nth(line).unwrap_or(""),
                b.lines().nth(line).unwrap_or("")
            )
        })
    };
    assert!(
        code_and_output(a) == code_and_output(b),
        "{what}: {} {} {:?} {:?}",
        a.code,
        b.code,
        differing(&a.out, &b.out),
        differing(&a.err, &b.err)
    );
}

#[test]
fn blocks_give_the_same_output_as_whole_inputs() {
    let folder = folder();
    for seed in 1..=6 {
        let text = mixed_lines(seed * 7919, 200, [2, 6, 30][seed as usize % 3]);
        let path = file(&folder, "mixed.txt", &text);
        for command in [
            &["solve"][..],
            &["solve", "--limit", "1"],
            &["solve", "--format", "line"],
            &["solve", "--json"],
            &["solve", "--json", "--limit", "1"],
            &["solve", "--to", "pair"],
            &["solve", "--limit", "3"],
            &["solve", "--order", "sorted"],
            &["solve", "--verbose"],
            &["solve", "--fail-fast"],
            &["solve", "--passes", "--json"],
            &["count", "--limit", "3", "--json"],
            &["count", "--json"],
            &["check", "--json"],
            &["check"],
            &["convert", "--to", "ndjson"],
            &["enumerate", "--limit", "2", "--to", "ndjson"],
            &["stats"],
        ] {
            let enough = seed <= 3 || command.len() == 1;
            if !enough {
                continue;
            }
            let run = |block: &str, threads: &str| {
                let threads = if ["convert", "stats"].contains(&command[0]) {
                    &[][..]
                } else {
                    &["-j", threads]
                };
                let mut run = ndoku(&[command, &["--block", block], threads, &[&path]].concat());
                // Messages about the whole input report the way of reading and the time, which
                // differ.
                let about_all = [
                    ": read as line",
                    " of the layout ",
                    " that cannot be read",
                    "took ",
                    "instruction set",
                ];
                let is_about_all = |line: &str| {
                    command.contains(&"--verbose")
                        && about_all.iter().any(|words| line.contains(words))
                };
                run.err = run
                    .err
                    .split_inclusive('\n')
                    .filter(|line| !is_about_all(line))
                    .collect();
                run
            };
            let whole = run("0", "1");
            assert!(
                whole.out.len() > 100 || command[1..] == ["--fail-fast"],
                "{command:?}: {}",
                whole.err
            );
            for (block, threads) in [("1", "2"), ("300", "1"), ("5000", "3"), ("100000", "2")] {
                assert_same_run(
                    &whole,
                    &run(block, threads),
                    &format!("seed {seed}, {command:?}, blocks of {block}, {threads} threads"),
                );
            }
        }
    }
}

#[test]
fn batch_counts_equal_single_counts() {
    let folder = folder();
    let path = file(&folder, "mixed.txt", mixed_lines(3, 600, 40));
    let records = ndoku(&["count", "--json", "--block", "0", &path]);
    let wanted: Vec<String> = records
        .lines()
        .into_iter()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("it is JSON"))
        .map(|record| record["count"].as_str().unwrap_or("invalid").to_owned())
        .collect();
    for wrong in ["invalid", "0", "6670903752021072936960"] {
        assert!(wanted.iter().any(|count| count == wrong), "{wrong}");
    }
    for (block, threads) in [("0", "1"), ("1", "2"), ("5000", "2"), ("40000", "1")] {
        let run = ndoku(&["count", "--block", block, "-j", threads, &path]);
        assert!(run.lines() == wanted, "blocks of {block}");
        assert_eq!(
            (run.code, &run.err),
            (records.code, &records.err),
            "blocks of {block}"
        );
    }
    // `--expect` works in batches, too.
    let path = file(
        &folder,
        "unique.txt",
        format!("{DOTS}\n{FULL}\n").repeat(200),
    );
    for (expected, code) in [("unique", 0), ("solvable", 0), ("2", 1)] {
        assert_eq!(
            ndoku(&["count", "--expect", expected, "--block", "5000", &path]).code,
            code,
            "{expected}"
        );
    }
}

#[test]
fn batch_answers_equal_single_answers() {
    let folder = folder();
    let path = file(&folder, "mixed.txt", mixed_lines(5, 3_000, 40));
    // With a limit, puzzles are answered one by one. The limit is never reached, and the output is
    // equal byte for byte.
    let limit = ["--max-guesses", "1000000"];
    for options in [
        &[][..],
        &["--to", "pair"],
        &["--json"],
        &["--limit", "1", "--json"],
        &["--json", &path],
    ] {
        let one_by_one = ndoku(&[&["-q", "solve", &path], options, &limit].concat());
        let batches = ndoku(&[&["-q", "solve", &path], options].concat());
        assert!(batches.lines().len() > 2_900, "{}", batches.err);
        assert_same_run(&one_by_one, &batches, &format!("{options:?}"));
    }
    let lines = ndoku(&["-q", "solve", &path]);
    let first = ndoku(&["-q", "solve", "--limit", "1", &path]);
    assert_eq!(
        first.out, lines.out,
        "the first solution is the same whether or not a second is looked for"
    );
}

#[test]
fn messages_about_several_solutions_are_limited() {
    let text = format!("{}\n", ".".repeat(81)).repeat(30);
    for block in ["0", "1", "500", "100000"] {
        let run = ndoku_with(&["solve", "--block", block], text.as_bytes());
        assert_eq!(run.err.matches(": not unique: ").count(), 20, "{}", run.err);
        assert!(
            run.err.contains("standard input:20: not unique"),
            "{}",
            run.err
        );
        assert!(run.err.ends_with(
            "(further puzzles with several solutions are only counted)\n30 \
                puzzles: 0 unique, 30 multiple, 0 none\n"
        ));
    }
}

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    out.write_all(text).expect("memory can be written");
    out.finish().expect("memory can be written")
}

#[test]
fn the_record_of_the_damage_has_the_next_line() {
    let folder = folder();
    let packed = gzip(format!("{DOTS}\n").repeat(4_000).as_bytes());
    let cut = file(&folder, "x.txt.gz", &packed[..packed.len() / 2]);
    for block in ["0", "1000"] {
        let run = ndoku(&["solve", "--json", "--block", block, &cut]);
        let number = run.lines().len();
        let damage = format!("{{\"n\":{number},\"line\":{number},\"status\":\"invalid\"");
        let last = run.out.lines().last().unwrap_or_default();
        assert!(last.starts_with(&damage) && number > 100, "{last}");
    }
}

#[test]
fn compressed_streams_are_read_up_to_the_damage() {
    let folder = folder();
    let text = mixed_lines(11, 4_000, 300);
    let plain = ndoku(&["solve", &file(&folder, "x.txt", &text)]);
    let packed = gzip(&text);
    let from_stdin = ndoku_with(&["solve"], &packed);
    assert_eq!((from_stdin.code, &from_stdin.out), (plain.code, &plain.out));
    let cut = file(&folder, "x.txt.gz", &packed[..packed.len() * 2 / 3]);
    let whole = ndoku(&["solve", "--block", "0", &cut]);
    assert!(
        whole.err.contains("the gzip data are damaged or cut off"),
        "{}",
        whole.err
    );
    assert!(whole.lines().len() > 2_000 && whole.lines().last() == Some(&"Invalid puzzle"));
    for block in [
        &[][..],
        &["--block", "1000"],
        &["--block", "1000", "-j", "1"],
    ] {
        assert_same_run(
            &whole,
            &ndoku(&[&["solve", cut.as_str()], block].concat()),
            "cut off",
        );
    }
    // Lines that are never held as a whole cannot be a decompression bomb.
    let long = file(
        &folder,
        "long.gz",
        gzip(format!("{FULL}\n").repeat(30_000).as_bytes()),
    );
    assert_eq!(
        ndoku(&["solve", "--max-decompressed", "1", &long])
            .lines()
            .len(),
        30_000
    );
    assert!(
        ndoku(&["solve", "--max-unpacked", "1", "--block", "0", &long])
            .err
            .contains("this has more than 1 MiB when decompressed")
    );
}

#[test]
fn long_and_short_sources_are_read_in_order() {
    let folder = folder();
    let long = file(&folder, "long.txt", mixed_lines(3, 2_000, 50));
    let short = file(&folder, "short.txt", format!("{DOTS}\n{}\n", &DOTS[1..]));
    for more in [&[][..], &["--json"]] {
        let run = |block: &[&str]| {
            ndoku(
                &[
                    &["solve", &long, &short, DOTS, "no such file", &long],
                    more,
                    block,
                ]
                .concat(),
            )
        };
        let whole = run(&["--block", "0"]);
        assert!(whole.lines().len() > 3_900);
        assert_same_run(&whole, &run(&[]), "several");
        assert_same_run(&whole, &run(&["--block", "777"]), "several");
    }
}

#[test]
fn progress_counts_bytes_of_a_stream() {
    let folder = folder();
    let text = format!("{DOTS}\n").repeat(5_000);
    let path = file(&folder, "x.gz", gzip(text.as_bytes()));
    let run = ndoku(&["solve", "--progress", "json", &path]);
    let last: serde_json::Value = run
        .err
        .lines()
        .rfind(|line| line.starts_with('{'))
        .and_then(|line| serde_json::from_str(line).ok())
        .expect("a line of JSON");
    let length = std::fs::metadata(&path).expect("it is there").len();
    assert_eq!(
        (&last["done"], &last["byte"], &last["bytes"]),
        (&5_000.into(), &length.into(), &length.into())
    );
}

#[test]
fn a_run_is_resumed_after_any_number_of_bytes() {
    let folder = folder();
    let input = file(&folder, "in.txt", mixed_lines(21, 2_500, 60));
    let out = folder.path().join("out.txt");
    let out_name = out.to_string_lossy().into_owned();
    let partial = folder.path().join("out.txt.partial");
    for options in [
        &[][..],
        &["--json"],
        &["--to", "pair"],
        &["--limit", "1", "--block", "900"],
        &["--block", "0"],
    ] {
        let run = |more: &[&str]| {
            ndoku(&[&["-q", "solve", &input, "-o", &out_name], options, more].concat())
        };
        let whole = run(&[]);
        let expected = std::fs::read(&out).expect("it was written");
        let mut rng = XorShift(99);
        for number in 0..12 {
            let kept = match number {
                0 => 0,
                1 => 1,
                2 => expected.len(),
                3 => expected.len() - 1,
                _ => rng.next_below(expected.len()),
            };
            // Either the run was stopped, or the complete file was truncated.
            let begun = if rng.next_below(2) == 0 {
                &out
            } else {
                &partial
            };
            let _ = std::fs::remove_file(&out);
            std::fs::write(begun, &expected[..kept]).expect("it can be written");
            let rest = run(&["--resume"]);
            assert!(rest.code <= whole.code, "{}", rest.err);
            assert!(
                std::fs::read(&out).expect("it was written") == expected,
                "{options:?}, {kept} bytes kept: {}",
                rest.err
            );
            assert!(!partial.exists());
        }
        std::fs::remove_file(&out).expect("it is there");
        run(&["--resume"]);
        assert!(
            std::fs::read(&out).expect("it was written") == expected,
            "no file yet"
        );
    }
}

#[test]
fn a_run_stopped_within_its_first_record_writes_each_record_once() {
    let folder = folder();
    let input = file(&folder, "in.txt", format!("{DOTS}\n").repeat(4_000));
    let out = folder.path().join("out.txt").display().to_string();
    let run =
        |more: &[&str]| ndoku(&[&["-q", "solve", &input, "--json", "-o", &out], more].concat());
    run(&[]);
    let expected = std::fs::read(&out).expect("it was written");
    let lines = expected.iter().filter(|byte| **byte == b'\n').count();
    assert_eq!(lines, 4_000);
    for kept in [1, 20] {
        std::fs::write(&out, &expected[..kept]).expect("it can be written");
        run(&["--resume"]);
        let resumed = std::fs::read(&out).expect("it was written");
        assert!(resumed == expected, "{kept} bytes kept");
    }
}

#[test]
fn other_output_is_not_resumed() {
    let folder = folder();
    let input = file(&folder, "in.txt", format!("{DOTS}\n{NONE}\n{DOTS}\n"));
    let out = |text: &str| file(&folder, "out.txt", text);
    let run = |out: &str, more: &[&str]| {
        ndoku(&[&["solve", &input, "--resume", "-o", out], more].concat())
    };
    let good = run(&out(&format!("{FULL}\nNo solution found\n5346")), &[]);
    assert_eq!(
        (good.code, good.err.as_str()),
        (1, "resumed after 2 puzzles\n")
    );
    let path = out(&format!("{FULL}\n{FULL}\n53"));
    let other = run(&path, &[]);
    assert_eq!(other.code, 2);
    assert!(
        other.err.contains("line 2 of ") && other.err.contains("is not the answer to puzzle 2"),
        "{}",
        other.err
    );
    assert_eq!(
        std::fs::read_to_string(&path).expect("it is there"),
        format!("{FULL}\n{FULL}\n53"),
        "it is left as it was"
    );
    let longer = run(
        &out(&format!("{FULL}\nNo solution found\n{FULL}\n{FULL}\n")),
        &[],
    );
    assert_eq!(longer.code, 2);
    assert!(
        longer
            .err
            .contains("has 4 lines, but the input has only 3 puzzles"),
        "{}",
        longer.err
    );
    for more in [
        &["--all"][..],
        &["--limit", "2"],
        &["--to", "grid"],
        &["--to", "csv"],
        &["--to", "pair", "--all"],
    ] {
        let refused = run(&path, more);
        assert!(
            refused.code == 2 && refused.err.contains("one line for each puzzle"),
            "{more:?}: {}",
            refused.err
        );
    }
    assert_eq!(
        ndoku(&["solve", "--resume", &input]).code,
        2,
        "there is no output to go on with"
    );
    let nowhere = ndoku(&["solve", "--resume", "-o", "/no/such/folder/out.txt", &input]);
    assert_eq!(nowhere.code, 5, "{}", nowhere.err);
}

/// If two engines search in parallel, another solution may come first, after other guesses.
#[test]
fn a_record_with_another_first_solution_is_resumed() {
    let folder = folder();
    let input = file(&folder, "in.txt", format!("................\n{DOTS}\n"));
    let record = |solution: &str, status: &str| {
        format!(
            "{{\"n\":1,\"line\":1,\"status\":\"{status}\",\"solutions\":2,\"solution\":\"{solution}\",\"guesses\":77}}\n"
        )
    };
    let resumed = |earlier: &str| {
        let out = file(&folder, "out.ndjson", earlier);
        ndoku(&["solve", &input, "--json", "--resume", "-o", &out]).err
    };
    for solution in ["1234341243212143", "4321214334121234"] {
        assert!(
            resumed(&record(solution, "multiple")).contains("resumed after 1 puzzle"),
            "{solution}"
        );
    }
    for wrong in [
        record("1234341243212134", "multiple"),
        record("1234341243212143", "unique"),
        "{\"n\":1}\n".to_owned(),
        "x\n".to_owned(),
    ] {
        assert!(
            resumed(&wrong).contains("is not the answer to puzzle 1"),
            "{wrong}"
        );
    }
}

#[test]
fn a_closed_pipe_ends_a_stream_quietly() {
    let folder = folder();
    let input = file(&folder, "in.txt", format!("{DOTS}\n").repeat(100_000));
    for options in [&[][..], &["--json"]] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_ndoku"))
            .args(["solve", &input])
            .args(options)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut start = [0; 10];
        std::io::Read::read_exact(&mut child.stdout.take().expect("it is piped"), &mut start)
            .expect("it begins");
        let ended = child.wait_with_output().expect("it ends");
        let err = String::from_utf8_lossy(&ended.stderr);
        assert!(
            ended.status.code() == Some(0) && !err.contains("error"),
            "{options:?}: {err}"
        );
    }
}

#[cfg(unix)]
#[test]
fn a_killed_run_is_resumed_until_it_is_complete() {
    let folder = folder();
    let input = file(&folder, "in.txt", mixed_lines(77, 40_000, 500));
    let (out, expected) = (
        folder.path().join("out.txt"),
        folder.path().join("expected.txt"),
    );
    assert!(ndoku(&["-q", "solve", &input, "-o", &expected.to_string_lossy()]).code > 0);
    let expected = std::fs::read(expected).expect("it was written");
    let partial = folder.path().join("out.txt.partial");
    let written = || std::fs::metadata(&partial).map_or(0, |metadata| metadata.len());
    let mut rng = XorShift(4);
    let mut kills = 0;
    loop {
        let arguments = [
            "-q",
            "solve",
            &input,
            "--resume",
            "--max-guesses",
            "100000",
            "-o",
            &out.to_string_lossy(),
        ]
        .map(str::to_owned);
        let mut child = Command::new(env!("CARGO_BIN_EXE_ndoku"))
            .args(arguments)
            .env("NDOKU_CONFIG", "")
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        // Some runs are killed at any moment, others after a random amount of progress. Thus the
        // test ends even on a slow machine.
        let enough = written() + 1 + rng.next_below(300_000) as u64;
        let at_any_moment = rng.next_below(4) == 0;
        if at_any_moment {
            std::thread::sleep(Duration::from_millis(rng.next_below(60) as u64));
        }
        let ended = loop {
            let ended = child.try_wait().expect("it can be waited for").is_some();
            if ended || at_any_moment || written() >= enough {
                break ended;
            }
            std::thread::sleep(Duration::from_millis(1));
        };
        if ended {
            break;
        }
        kills += 1;
        child.kill().expect("it can be killed");
        child.wait().expect("it has ended");
        if out.exists() {
            break;
        }
        let so_far = std::fs::read(&partial).unwrap_or_default();
        assert!(
            expected.starts_with(&so_far),
            "what is there is the beginning"
        );
    }
    assert!(
        std::fs::read(&out).expect("it was written") == expected,
        "after {kills} kills"
    );
    assert!(kills >= 5, "{kills}");
}

#[cfg(unix)]
#[test]
fn an_interruption_leaves_complete_lines() {
    let folder = folder();
    let input = file(&folder, "in.txt", format!("{DOTS}\n").repeat(400_000));
    let out = folder.path().join("out.txt");
    let child = Command::new(env!("CARGO_BIN_EXE_ndoku"))
        .args(["solve", &input, "-o", &out.to_string_lossy()])
        .stdin(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let partial = folder.path().join("out.txt.partial");
    while std::fs::metadata(&partial).map_or(0, |metadata| metadata.len()) == 0 && !out.exists() {
        std::thread::sleep(Duration::from_millis(1));
    }
    interrupt_after(&child, Duration::ZERO);
    let ended = child.wait_with_output().expect("it ends");
    let (code, err) = (ended.status.code(), String::from_utf8_lossy(&ended.stderr));
    // A fast machine may have solved all puzzles.
    let (kept, gone) = if code == Some(130) {
        (&partial, &out)
    } else {
        (&out, &partial)
    };
    assert_eq!(
        err.contains("out.txt.partial; --resume continues from there"),
        code == Some(130),
        "{err}"
    );
    assert!(!gone.exists());
    let text = std::fs::read_to_string(kept).expect("it was written");
    assert!(text.lines().all(|line| line == FULL) && text.ends_with('\n'));
    assert!(
        code == Some(130) || text.lines().count() == 400_000,
        "{code:?}"
    );
}

#[cfg(unix)]
#[test]
fn an_interrupted_count_keeps_the_finished_part_of_its_block() {
    let folder = folder();
    // The pattern that is known to take longest.
    let worst = ".......8.....1...................6.....9..............4..................3.......";
    let input = file(
        &folder,
        "in.txt",
        format!("{FULL}\n{FULL}\n{worst}\n{FULL}\n"),
    );
    let child = Command::new(env!("CARGO_BIN_EXE_ndoku"))
        .args(["count", "-j", "1", "--block", "1000", &input])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    interrupt_after(&child, Duration::from_millis(1000));
    let ended = child.wait_with_output().expect("it ends");
    let (out, err) = (
        String::from_utf8_lossy(&ended.stdout),
        String::from_utf8_lossy(&ended.stderr),
    );
    // A fast machine may have counted everything.
    if ended.status.code() != Some(0) {
        assert_eq!((ended.status.code(), &*out), (Some(130), "1\n1\n"), "{err}");
        assert!(
            err.contains("in.txt:3: at least ")
                && err.contains(": interrupted\ninterrupted after 2 puzzles"),
            "{err}"
        );
    }
}
