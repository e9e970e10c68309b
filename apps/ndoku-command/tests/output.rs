//! The output: order, exit codes, limits, interruption, closed pipes, color, documents, help.

mod common;

use std::process::{Command, Stdio};

use common::{file, folder, ndoku, ndoku_with};
use ndoku::Rng;

const UNIQUE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
/// No solution, although no two clues contradict each other.
const NONE: &str =
    "12345678.........9...............................................................";
/// A puzzle that needs guesses.
const HARD: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

fn empty(cells: usize) -> String {
    ".".repeat(cells)
}

/// Returns a few hundred puzzles of many sizes from a seed: shifted rows with cells removed, some
/// with a wrong clue, and rubbish between them.
fn mixed(seed: u64) -> String {
    let mut rng = Rng::new(seed);
    let mut next = |below: usize| rng.below(below as u64) as usize;
    let mut out = String::new();
    for _ in 0..300 {
        let (width, height) = [
            (1, 1),
            (2, 2),
            (3, 2),
            (4, 2),
            (3, 3),
            (5, 2),
            (4, 3),
            (4, 4),
            (5, 1),
        ][next(9)];
        let n = width * height;
        let turn = next(n);
        let mut cells: Vec<usize> = (0..n * n)
            .map(|i| (i / n % height * width + i / n / height + i % n + turn) % n + 1)
            .collect();
        for _ in 0..n * n * next(4) / 6 {
            cells[next(n * n)] = 0;
        }
        if next(10) == 0 {
            cells[next(n * n)] = next(n) + 1;
        }
        if n >= 6 && n != 10 && n != 12 && next(2) == 0 {
            // A line can only hold the usual boxes of its size.
            let symbol = |value: &usize| {
                if *value == 0 {
                    '.'
                } else {
                    char::from_digit(*value as u32, 36).map_or('?', |c| c.to_ascii_uppercase())
                }
            };
            if n == 16 {
                out.extend(
                    cells
                        .iter()
                        .map(|value| b".123456789ABCDEFG"[*value] as char),
                );
            } else {
                out.extend(cells.iter().map(symbol));
            }
            out.push('\n');
        } else {
            for row in cells.chunks(n) {
                let tokens: Vec<String> = row
                    .iter()
                    .map(|value| {
                        if *value == 0 {
                            "_".to_owned()
                        } else {
                            value.to_string()
                        }
                    })
                    .collect();
                out.push_str(&tokens.join(" "));
                out.push('\n');
            }
        }
        out.push_str(if next(20) == 0 {
            "\n12 nothing known\n\n"
        } else {
            "\n"
        });
    }
    out
}

#[test]
fn results_come_in_input_order_with_any_number_of_threads() {
    let text = mixed(20_240_607);
    for command in [
        &["solve", "--to", "line"][..],
        &["solve", "--json"],
        &["count", "--limit", "20"],
        &["solve", "--to", "grid"],
        &["check"],
    ] {
        let run = |threads: &str| {
            let run = ndoku_with(
                &[command, &["--threads", threads, "--max-guesses", "300"]].concat(),
                text.as_bytes(),
            );
            (run.code, run.out, run.err)
        };
        let one = run("1");
        assert!(one.1.lines().count() >= 300, "{command:?}: {}", one.2);
        assert_eq!(one.0, 3, "{command:?}");
        for threads in ["2", "8"] {
            assert!(
                run(threads) == one,
                "{command:?} differs with {threads} threads"
            );
        }
    }
}

#[test]
fn the_most_severe_exit_code_is_returned() {
    let code = |arguments: &[&str]| ndoku(arguments).code;
    assert_eq!(code(&["solve", UNIQUE]), 0);
    assert_eq!(code(&["solve", UNIQUE, NONE]), 1);
    assert_eq!(code(&["solve", &empty(16)]), 1);
    assert_eq!(
        code(&["solve", "--max-guesses", "0", UNIQUE, NONE, HARD]),
        4,
        "a limit weighs more than a no"
    );
    assert_eq!(code(&["solve", UNIQUE, &UNIQUE[1..]]), 3);
    assert_eq!(
        code(&["solve", "--max-guesses", "0", HARD, &UNIQUE[1..]]),
        3,
        "what was not read weighs more than a limit"
    );
    assert_eq!(code(&["check", UNIQUE]), 0);
    assert_eq!(code(&["check", &format!("55{}", &UNIQUE[2..])]), 1);
    assert_eq!(code(&["check", "--full", UNIQUE]), 1);
    assert_eq!(code(&["check", "--unique", &empty(16)]), 1);
    assert_eq!(code(&["check", "--full", "--unique", SOLVED]), 0);
    assert_eq!(code(&["count", NONE]), 0, "the question was how many");
    assert_eq!(code(&["count", "--limit", "100", &empty(16)]), 4);
    assert_eq!(code(&["enumerate", NONE]), 1);
    for usage in [
        &["solve", "--limit", "many"][..],
        &["solve", "--to", "gird", UNIQUE],
        &["solve", "--to", "sumocue", UNIQUE],
        &["count", "--to", "grid", UNIQUE],
        &["slove"],
        &["help", "nonsense"],
        &["completions", "tcsh"],
        &["solve", "--threads", "0", UNIQUE],
        &["solve", "--json", "--to", "line", UNIQUE],
        &[],
    ] {
        let run = ndoku(usage);
        assert_eq!(
            (run.code, run.out.as_str()),
            (2, ""),
            "{usage:?}: {}",
            run.err
        );
        assert!(!run.err.is_empty(), "{usage:?}");
    }
    assert_eq!(code(&["solve", "--exit-zero", NONE]), 0);
    assert_eq!(
        code(&["solve", "--exit-zero", "--max-guesses", "0", HARD]),
        0
    );
    assert_eq!(
        code(&["solve", "--exit-zero", &UNIQUE[1..]]),
        3,
        "input that was not read is no answer"
    );
}

#[test]
fn expectations_set_the_exit_code_of_counts() {
    let code = |what: &str, puzzle: &str| {
        ndoku(&["count", "--limit", "1000", "--expect", what, puzzle]).code
    };
    let (four, nine) = (empty(16), empty(81));
    let cases = [
        ("unique", UNIQUE, 0),
        ("unique", NONE, 1),
        ("unique", &four, 1),
        ("solvable", &four, 0),
        ("solvable", &nine, 0),
        ("solvable", NONE, 1),
        ("288", &four, 0),
        ("289", &four, 1),
        ("2000", &nine, 4),
        ("10", &nine, 1),
    ];
    for (what, puzzle, expected) in cases {
        assert_eq!(code(what, puzzle), expected, "{what} {puzzle}");
    }
    assert_eq!(ndoku(&["count", "--expect", "lots", UNIQUE]).code, 2);
}

#[test]
fn limits_stop_single_puzzles_only() {
    let run = ndoku(&["solve", "--max-guesses", "1", UNIQUE, HARD, UNIQUE]);
    assert_eq!(
        (run.code, run.lines()),
        (4, vec![SOLVED, "Given up", SOLVED])
    );
    assert!(
        run.err
            .contains("argument 2:1: given up: the limit of guesses was reached, after 1 guess\n"),
        "{}",
        run.err
    );
    assert!(
        run.err
            .contains("3 puzzles: 2 unique, 0 multiple, 0 none, 1 stopped\n"),
        "{}",
        run.err
    );
    let run = ndoku(&["solve", "--json", "--max-nodes", "1", HARD]);
    let record: serde_json::Value = serde_json::from_str(&run.out).expect("it is JSON");
    assert_eq!(
        (&record["status"], &record["solution"], &record["line"]),
        (&"stopped".into(), &serde_json::Value::Null, &1.into())
    );
    let run = ndoku(&[
        "count",
        "--limit",
        "0",
        "--timeout",
        "50ms",
        &empty(256),
        UNIQUE,
    ]);
    assert_eq!((run.code, run.lines()[1]), (4, "1"));
    assert!(
        run.lines()[0].parse::<u64>().is_ok() && run.err.contains("the time ran out"),
        "{}",
        run.err
    );
    let run = ndoku(&[
        "solve",
        "--all",
        "--limit",
        "0",
        "--timeout",
        "0.05",
        "--json",
        &empty(81),
    ]);
    assert!(
        run.code == 4 && run.out.contains("\"status\":\"stopped\""),
        "{}",
        run.err
    );
    let run = ndoku(&["solve", "--limit", "1", "--json", UNIQUE, NONE]);
    let statuses: Vec<bool> = [
        "\"status\":\"solved\",\"solutions\":\"1\"",
        "\"status\":\"none\",\"solutions\":\"0\"",
    ]
    .iter()
    .zip(run.lines())
    .map(|(part, line)| line.contains(part))
    .collect();
    assert_eq!((statuses, run.code), (vec![true, true], 1));
}

#[test]
fn records_agree_with_lines() {
    let rows: String = (0..16)
        .map(|r| {
            (0..16)
                .map(|c| {
                    if r == 3 {
                        "_".into()
                    } else {
                        ((r * 4 + r / 4 + c) % 16 + 1).to_string()
                    }
                })
                .collect::<Vec<_>>()
                .join(" ")
                + "\n"
        })
        .collect();
    for input in [
        UNIQUE,
        &rows,
        "2 1 A B\nA B _ _\n1 2 B A\nB A 2 1\n",
        "A B C D\nC D A B\nB A D C\n_ _ _ _\n",
        "1\n",
        "_ 1\n1 _\n",
    ] {
        let line = ndoku_with(&["solve", "--to", "line"], input.as_bytes());
        let record = ndoku_with(&["solve", "--json"], input.as_bytes());
        let record: serde_json::Value = serde_json::from_str(&record.out).expect("it is JSON");
        assert_eq!(record["solution"], line.out.trim_end(), "{}", line.err);
        assert_eq!((&record["status"], line.code), (&"unique".into(), 0));
    }
    let line = ndoku_with(&["solve"], rows.as_bytes());
    assert!(
        line.out.starts_with("1 2 3 4 5 6 7 8 9 10 11 ") && line.lines().len() == 1,
        "symbols of two characters stand apart: {}",
        line.out
    );
    // Such a line can be read again, in a batch, too.
    let lines = format!("{UNIQUE}\n{}{UNIQUE}\n", line.out);
    let checked = ndoku_with(&["check", "--full", "--unique"], line.out.as_bytes());
    assert_eq!(
        (checked.out.as_str(), checked.code),
        (
            "ok: 256 of 256 cells are filled, no conflict, exactly one solution\n",
            0
        )
    );
    assert_eq!(
        ndoku_with(&["solve"], lines.as_bytes()).out,
        format!("{SOLVED}\n{}{SOLVED}\n", line.out)
    );
    let pair = ndoku(&["solve", "--to", "pair", UNIQUE]).out;
    assert_eq!(pair, format!("{UNIQUE},{SOLVED}\n"));
    let compact = ndoku_with(
        &["solve", "--limit", "1", "--symbols", "alnum"],
        format!("{}\n", ["_"; 16].join(" ")).repeat(16).as_bytes(),
    );
    assert!(
        compact.out.trim().len() == 256 && compact.out.contains('G'),
        "{compact:?}"
    );
}

#[test]
fn color_is_used_on_terminals_or_on_request() {
    let piped = ndoku(&["solve", "--to", "grid", UNIQUE]);
    assert!(!piped.out.contains('\u{1b}') && !piped.err.contains('\u{1b}'));
    let always = ndoku(&["solve", "--color", "always", "--to", "grid", UNIQUE]).out;
    assert_eq!(always.matches("\u{1b}[1m").count(), 30, "each clue is bold");
    assert_eq!(
        always.matches("\u{1b}[36m").count(),
        51,
        "each digit that was found is coloured and not bold"
    );
    let plain: String = always
        .split('\u{1b}')
        .enumerate()
        .map(|(i, part)| {
            if i == 0 {
                part
            } else {
                part.split_once('m').map_or("", |(_, rest)| rest)
            }
        })
        .collect();
    assert_eq!(plain, piped.out);
    let with = |name: &str, value: &str, arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ndoku"));
        command
            .args(arguments)
            .env("NDOKU_CONFIG", "")
            .env_remove("NO_COLOR")
            .env_remove("CLICOLOR_FORCE")
            .env(name, value)
            .stdin(Stdio::null());
        String::from_utf8(command.output().expect("it ends").stdout).expect("it is text")
    };
    let grid = ["solve", "--to", "grid", UNIQUE];
    assert_eq!(with("CLICOLOR_FORCE", "1", &grid), always);
    assert_eq!(with("NO_COLOR", "1", &grid), piped.out);
    assert_eq!(
        with(
            "NO_COLOR",
            "1",
            &["solve", "--to", "grid", "--color", "always", UNIQUE]
        ),
        always,
        "what is asked for wins"
    );
    assert_eq!(with("NDOKU_COLOR", "always", &grid), always);
    let ascii = ndoku(&["solve", "--to", "grid", "--ascii", UNIQUE]).out;
    assert!(
        ascii.is_ascii() && ascii.starts_with("+-------+"),
        "{ascii}"
    );
    let error = ndoku(&["solve", "--color", "always", &UNIQUE[1..]]);
    assert!(
        error.err.contains("\u{1b}[1m") && !error.out.contains('\u{1b}'),
        "{error:?}"
    );
}

#[test]
fn the_configuration_file_has_the_lowest_priority() {
    let folder = folder();
    let with = |text: &str, arguments: &[&str]| {
        let path = file(&folder, "config.toml", text);
        let mut command = Command::new(env!("CARGO_BIN_EXE_ndoku"));
        let output = command
            .args(arguments)
            .env("NDOKU_CONFIG", path)
            .stdin(Stdio::null())
            .output()
            .expect("it ends");
        let text = |bytes| String::from_utf8(bytes).expect("it is text");
        (
            output.status.code(),
            text(output.stdout),
            text(output.stderr),
        )
    };
    let grid = ndoku(&["solve", "--to", "grid", "--ascii", UNIQUE]).out;
    let all = "to = \"grid\"\nascii = true\nthreads = 2\ncolor = \"never\"\nprogress = \"never\"\n";
    assert_eq!(
        with(all, &["solve", UNIQUE]),
        (Some(0), grid, String::new())
    );
    assert_eq!(
        with(all, &["solve", "--to", "line", UNIQUE]).1,
        format!("{SOLVED}\n")
    );
    assert!(with(all, &["solve", "--json", UNIQUE]).1.starts_with('{'));
    assert_eq!(
        with(all, &["count", UNIQUE]).1,
        "1\n",
        "numbers have no other format"
    );
    let (code, out, err) = with("threads = 2\ncolour = \"never\"\n", &["solve", UNIQUE]);
    assert_eq!((code, out.as_str()), (Some(2), ""));
    assert!(
        err.contains("config.toml:2:1")
            && err.contains("colour = ")
            && err.contains("ndoku help config"),
        "{err}"
    );
    assert_eq!(with("colour", &["help", "config"]).0, Some(0));
}

#[test]
fn quiet_hides_and_verbose_adds_messages() {
    let four = empty(16);
    let usual = ndoku(&["solve", UNIQUE, &four, NONE]);
    assert_eq!(usual.lines()[2], "No solution found");
    assert_eq!(
        usual.err,
        "argument 2:1: not unique: the first of several solutions is shown\n3 puzzles: 1 unique, \
        1 multiple, 1 none\n"
    );
    let quiet = ndoku(&["-q", "solve", UNIQUE, &four, NONE]);
    assert_eq!((quiet.err.as_str(), &quiet.out), ("", &usual.out));
    assert!(
        ndoku(&["-q", "solve", &UNIQUE[1..]])
            .err
            .contains("80 characters"),
        "errors are told all the same"
    );
    let verbose = ndoku(&["solve", "-v", UNIQUE, &four, NONE]);
    assert!(
        verbose.err.contains("9×9, boxes 3×3; 30 clues; engine ")
            && verbose.err.contains("argument 3:1: no solution\n"),
        "{}",
        verbose.err
    );
    assert!(
        verbose.err.contains("; engine simd: ") && verbose.err.contains("; engine backtrack: "),
        "4×4 is not 9×9: {}",
        verbose.err
    );
    assert_eq!(verbose.out, usual.out);
    for isa in ["portable", "avx2", "avx512"] {
        let run = ndoku(&["solve", "--isa", isa, UNIQUE, &four, NONE]);
        let missing = run.code == 2
            && run
                .err
                .contains(&format!("this machine does not have {isa}"));
        assert!(missing || run.out == usual.out, "{isa}: {}", run.err);
    }
    assert!(
        ndoku(&["solve", "--isa", "mmx", UNIQUE])
            .err
            .contains("there are portable, sse2, avx2")
    );
    let told = ndoku(&["solve", "--progress", "json", UNIQUE, &four]);
    let last: serde_json::Value = told
        .err
        .lines()
        .find(|line| line.starts_with('{'))
        .and_then(|line| serde_json::from_str(line).ok())
        .expect("a line of JSON");
    assert_eq!(
        (&last["done"], &last["finished"]),
        (&2.into(), &true.into())
    );
}

#[test]
fn documents_are_complete_with_any_number_of_records() {
    let parsed = |text: &str| {
        serde_json::from_str::<Vec<serde_json::Value>>(text)
            .unwrap_or_else(|error| panic!("{error}: {text}"))
    };
    for (command, status) in [("convert", ""), ("solve", "solution")] {
        for count in [0, 1, 3] {
            // The second of three has no solution.
            let puzzles = &[UNIQUE, NONE, UNIQUE][..count];
            let input = if count == 0 {
                "nothing\n".to_owned()
            } else {
                puzzles.iter().map(|puzzle| format!("{puzzle}\n")).collect()
            };
            let run = |format: &str| ndoku_with(&[command, "--to", format], input.as_bytes());
            let json = parsed(&run("json").out);
            assert_eq!(json.len(), count);
            let csv = run("csv");
            // `solve` writes a row for the line that holds no puzzle.
            let rows = if command == "solve" {
                count.max(1)
            } else {
                count
            };
            assert_eq!(csv.lines().len(), 1 + rows, "{}", csv.out);
            assert!(csv.out.starts_with("id,puzzle,solution,"));
            if status == "solution" && count == 3 {
                assert_eq!(
                    (
                        json[0][status].as_str(),
                        json[1].get(status),
                        json[2][status].as_str()
                    ),
                    (Some(SOLVED), None, Some(SOLVED))
                );
                assert!(
                    csv.lines()[2].starts_with(&format!(",{NONE},,")),
                    "{}",
                    csv.out
                );
            }
            let xml = run("opensudoku");
            let games = if command == "solve" && count == 3 {
                2
            } else {
                count
            };
            assert_eq!(xml.out.matches("<game ").count(), games);
            assert!(
                xml.out.starts_with("<?xml ") && xml.out.ends_with("</opensudoku>\n"),
                "{}",
                xml.out
            );
            if games < count {
                assert!(xml.err.contains("no solution; skipped"), "{}", xml.err);
            }
        }
    }
    assert_eq!(
        parsed(&ndoku(&["enumerate", "--limit", "3", "--to", "json", &empty(16)]).out).len(),
        3
    );
    assert_eq!(
        parsed(&ndoku(&["enumerate", "--to", "json", NONE]).out).len(),
        0
    );
}

#[test]
fn selected_engines_are_used_and_agree() {
    let four = empty(16);
    let usual = ndoku(&["solve", "--limit", "500", UNIQUE, &four, NONE]);
    let sorted = |out: &str| {
        let mut lines: Vec<_> = out.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    let with_cadical = if cfg!(feature = "cadical") {
        &["backtrack", "cdcl", "cadical"][..]
    } else {
        &["backtrack", "cdcl"]
    };
    for engine in with_cadical {
        let told = ndoku(&[
            "solve", "--limit", "500", "--engine", engine, "-v", UNIQUE, &four, NONE,
        ]);
        assert_eq!(sorted(&told.out), sorted(&usual.out), "{engine}");
        assert_eq!(
            told.err.matches(&format!("; engine {engine}: ")).count(),
            3,
            "{}",
            told.err
        );
    }
    let simd = ndoku(&["solve", "--engine", "simd", UNIQUE, &four]);
    assert!(
        simd.err
            .contains("given up: the engine simd solves only classic 9×9 puzzles")
            && !simd.err.contains("guess")
            && simd.code == 4,
        "{} {}",
        simd.code,
        simd.err
    );
    assert_eq!(
        simd.lines()[0],
        ndoku(&["solve", UNIQUE]).lines()[0],
        "the others are solved"
    );
    let unknown = ndoku(&["solve", "--engine", "fast", UNIQUE]);
    assert!(
        unknown.code == 2
            && unknown
                .err
                .contains("there is no engine `fast`; there are auto, simd, backtrack"),
        "{}",
        unknown.err
    );
    if !cfg!(feature = "cadical") {
        let lacking = ndoku(&["solve", "--engine", "cadical", UNIQUE]);
        assert!(
            lacking.code == 2
                && lacking
                    .err
                    .contains("this build does not include CaDiCaL: `cargo install"),
            "{}",
            lacking.err
        );
        assert!(
            lacking
                .err
                .contains("`cargo install --path apps/ndoku-command --features cadical`"),
            "{}",
            lacking.err
        );
        assert!(
            !lacking.err.contains("there is no engine"),
            "{}",
            lacking.err
        );
    }
}

#[test]
fn help_manual_and_completions_are_printed() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let run = ndoku(&["completions", shell]);
        assert!(
            run.code == 0
                && run.out.contains("ndoku")
                && run.out.contains("enumerate")
                && run.err.is_empty(),
            "{shell}"
        );
    }
    let man = ndoku(&["man"]);
    assert!(
        man.code == 0 && man.out.contains(".TH") && man.out.contains("max\\-guesses"),
        "{}",
        man.out
    );
    for topic in [
        "formats",
        "rules",
        "exit-codes",
        "symbols",
        "order",
        "solve",
        "count",
        "check",
        "enumerate",
        "convert",
        "stats",
    ] {
        let run = ndoku(&["help", topic]);
        assert!(
            run.code == 0 && run.out.lines().count() > 3 && run.err.is_empty(),
            "{topic}"
        );
    }
    assert!(ndoku(&["help"]).out.contains("Usage: ndoku"));
    assert!(
        ndoku(&["--help"]).out.contains("Usage: ndoku")
            && ndoku(&["--version"]).out.starts_with("ndoku ")
    );
    let wrong = ndoku(&["help", "exit-code"]);
    assert!(
        wrong.err.contains("did you mean `ndoku help exit-codes`?"),
        "{}",
        wrong.err
    );
    assert!(
        ndoku(&["help", "zzz"])
            .err
            .contains("the topics are formats, rules")
    );
    let nothing = ndoku(&[]);
    assert!(
        nothing.code == 2 && nothing.err.contains("Usage: ndoku") && nothing.err.contains("solve"),
        "{}",
        nothing.err
    );
    assert!(ndoku(&["slove"]).err.contains("`solve`"));
    assert!(
        ndoku(&["solve", "--to", "gird", UNIQUE])
            .err
            .contains("did you mean `grid`?")
    );
    assert!(
        ndoku(&["solve", "--timeout", "soon", UNIQUE])
            .err
            .contains("write a time like 10s")
    );
}

#[test]
fn bench_measures_its_input() {
    let json = |arguments: &[&str]| -> serde_json::Value {
        let run = ndoku(&[&["bench", "--seconds", "0.05", "--json"], arguments].concat());
        assert_eq!((run.code, run.lines().len()), (0, 1), "{run:?}");
        serde_json::from_str(&run.out).expect("it is JSON")
    };
    let both = [UNIQUE, HARD];
    let report = json(&both);
    assert_eq!(
        (&report["puzzles"], &report["threads"], &report["limit"]),
        (&2.into(), &1.into(), &2.into())
    );
    assert!(
        report["puzzles_per_second"]
            .as_f64()
            .is_some_and(|rate| rate > 10.0),
        "{report}"
    );
    assert!(
        report["guesses_per_puzzle"]
            .as_f64()
            .is_some_and(|guesses| guesses > 0.0),
        "{report}"
    );
    assert!(
        report["sweeps_per_puzzle"]
            .as_f64()
            .is_some_and(|sweeps| sweeps > 2.0),
        "{report}"
    );
    assert_eq!(
        (&report["unique"], &report["multiple"], &report["none"]),
        (&2.into(), &0.into(), &0.into())
    );
    assert_eq!(report["share_without_guess"], 0.5);
    assert_eq!(json(&[UNIQUE, "--isa", "portable"])["isa"], "portable");
    assert_eq!(
        json(&[UNIQUE, "--limit", "1", "--threads", "2"])["threads"],
        2
    );
    let alone = json(&[&both[..], &["--latency"]].concat());
    assert!(
        alone["median_ns"].as_u64() <= alone["longest_ns"].as_u64()
            && alone["median_ns"].as_u64() > Some(0),
        "{alone}"
    );
    assert_eq!(
        json(&[&empty(16), UNIQUE])["multiple"],
        1,
        "other layouts are measured too"
    );
    assert_eq!(
        json(&[&format!("55{}", &UNIQUE[2..])])["none"],
        1,
        "contradicting clues have to be answered as well"
    );
    let text = ndoku(&["bench", "--seconds", "0.05", UNIQUE]);
    assert!(
        text.out.contains("puzzles/s") && text.out.contains("1 unique, 0 several, 0 none"),
        "{text:?}"
    );
    for usage in [
        &["bench", "--seconds", "0", UNIQUE][..],
        &["bench", "--limit", "0", UNIQUE],
        &["bench", "--latency", "-j", "2", UNIQUE],
    ] {
        assert_eq!(ndoku(usage).code, 2, "{usage:?}");
    }
    let none = ndoku(&["bench", "--seconds", "0.05", &UNIQUE[1..]]);
    assert_eq!((none.code, none.out.as_str()), (3, ""), "{none:?}");
}
