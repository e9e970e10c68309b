//! `canon` and `compare`: forms, columns, order, puzzles without a form, and other layouts.

mod common;

use common::{file, folder, ndoku, ndoku_with};

const ONE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const OTHER: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
const NONE: &str =
    "12345678.........9...............................................................";
const BLANK: &str =
    ".................................................................................";

/// Returns the puzzle rotated by 180°, with digits 1 to 9 relabeled to 9 to 1.
fn rotated() -> String {
    ONE.chars()
        .rev()
        .map(|c| {
            c.to_digit(10)
                .map_or(c, |digit| char::from(b'0' + 10 - digit as u8))
        })
        .collect()
}

#[test]
fn output_has_one_line_per_puzzle_in_order() {
    let turned = rotated();
    for form in ["pattern", "minlex", "solution"] {
        let text = format!("{ONE}\n{OTHER}\n{turned}\n{OTHER}\n");
        for threads in ["1", "3"] {
            let run = ndoku_with(
                &["canon", "--form", form, "--to", "line", "-j", threads],
                text.as_bytes(),
            );
            let lines = run.lines();
            assert_eq!((run.code, lines.len()), (0, 4), "{}", run.err);
            assert!(
                lines[0] == lines[2]
                    && lines[1] == lines[3]
                    && lines[0] != lines[1]
                    && lines[0].len() == 81
            );
        }
        let run = ndoku_with(
            &["canonicalise", "--form", form, "--dedupe"],
            text.as_bytes(),
        );
        assert_eq!((run.code, run.lines().len()), (0, 2));
        assert!(
            run.err.contains("4 puzzles: 2 kept, 2 dropped"),
            "{}",
            run.err
        );
    }
}

#[test]
fn puzzles_without_a_form_keep_their_line() {
    let run = ndoku(&["canon", "--form", "solution", ONE, NONE, BLANK, ONE]);
    let lines = run.lines();
    assert_eq!((run.code, lines.len()), (1, 4), "{}", run.err);
    assert!(lines[1].is_empty() && lines[2].is_empty() && lines[0] == lines[3]);
    assert!(
        run.err.contains("no solution") && run.err.contains("more than one solution"),
        "{}",
        run.err
    );
    // The forms `pattern` and `string` need no solution.
    for form in ["pattern", "minlex"] {
        let run = ndoku(&["canon", "--form", form, NONE, BLANK]);
        assert_eq!((run.code, run.lines()[1]), (0, BLANK), "{}", run.err);
    }
    assert_eq!(ndoku(&["canon", &format!("11{}", &BLANK[2..])]).code, 3);
    assert_eq!(ndoku(&["canon", "--form", "least", ONE]).code, 2);
}

#[test]
fn columns_and_records_hold_the_options() {
    let turned = rotated();
    let run = ndoku(&[
        "canon",
        "--show-transformation",
        "--automorphisms",
        "--group",
        ONE,
        OTHER,
        &turned,
        BLANK,
    ]);
    let rows: Vec<Vec<&str>> = run
        .lines()
        .into_iter()
        .map(|line| line.split('\t').collect())
        .collect();
    assert!(rows.iter().all(|row| row.len() == 5), "{rows:?}");
    assert_eq!(
        [rows[0][4], rows[1][4], rows[2][4], rows[3][4]],
        ["1", "2", "1", "-"]
    );
    assert_eq!((rows[0][3], rows[3][3]), ("1", "1218998108160"));
    assert!(
        rows[0][1].contains("rows ")
            && rows[0][1].contains(" columns ")
            && rows[0][2].contains(" digits ")
    );
    let run = ndoku(&[
        "canon",
        "--json",
        "--show-transformation",
        "--automorphisms",
        "--group",
        ONE,
    ]);
    let record: serde_json::Value = serde_json::from_str(run.out.trim()).unwrap();
    assert_eq!(
        (
            &record["canonical"],
            &record["automorphisms"],
            &record["group"]
        ),
        (&rows[0][0].into(), &"1".into(), &1.into())
    );
    assert_eq!(record["transformation"], rows[0][1]);
}

#[test]
fn bulk_output_equals_single_results() {
    let turned = rotated();
    let bad = format!("11{}", &BLANK[2..]);
    let some = [
        ONE,
        OTHER,
        &turned,
        BLANK,
        "# a comment",
        NONE,
        "rubbish",
        &bad,
        ONE,
        "",
        &format!("{OTHER} a note"),
        &turned[..80],
        OTHER,
    ];
    let mut text = String::new();
    // Each part starts elsewhere, so that blocks are cut at all places.
    for round in 0..16 {
        some.iter()
            .cycle()
            .skip(round)
            .take(some.len())
            .for_each(|line| text += &format!("{line}\n"));
    }
    for form in ["pattern", "minlex", "solution"] {
        for more in [&["--to", "line"][..], &["--dedupe"], &["--dedupe", "-j1"]] {
            let run = |block: &str| {
                ndoku_with(
                    &[&["canon", "--form", form, "--block", block][..], more].concat(),
                    text.as_bytes(),
                )
            };
            let whole = run("0");
            assert_eq!(whole.code, 3, "{}", whole.err);
            assert!(
                whole.lines().len() >= 2
                    && (form == "solution") == whole.err.contains("more than one solution"),
                "{}",
                whole.err
            );
            for block in ["1", "300", "5000", "1000000"] {
                let blocks = run(block);
                assert_eq!(
                    (blocks.code, &blocks.out),
                    (whole.code, &whole.out),
                    "{form} {block} {more:?}"
                );
                assert_eq!(blocks.err, whole.err, "{form} {block} {more:?}");
            }
        }
    }
}

#[test]
fn many_puzzles_without_a_form_are_counted() {
    let run = ndoku_with(
        &["canon", "--form", "solution", "--block", "500"],
        format!("{BLANK}\n").repeat(100).as_bytes(),
    );
    assert_eq!((run.code, run.out.as_str()), (1, "\n".repeat(100).as_str()));
    assert_eq!(run.err.matches("no form: ").count(), 20, "{}", run.err);
    assert!(
        run.err
            .contains("100 puzzles; 100 without the form solution"),
        "{}",
        run.err
    );
}

#[test]
fn groups_are_sorted() {
    let turned = rotated();
    // The same grid with other clues: ONE without its first clue, which still has one solution.
    let part = format!(".{}", &ONE[1..]);
    let text = format!("{OTHER}\n{ONE}\n{BLANK}\n{turned}\n{NONE}\n{OTHER}\n{part}\n");
    let rows = |args: &[&str]| {
        let run = ndoku_with(&[&["canon"][..], args].concat(), text.as_bytes());
        let rows: Vec<String> = run
            .lines()
            .iter()
            .map(|line| {
                line.split_once('\t')
                    .unwrap_or_default()
                    .1
                    .replace('\t', " ")
            })
            .collect();
        (rows, run)
    };
    let (found, run) = rows(&["--group"]);
    assert_eq!(found, ["1", "2", "-", "2", "-", "1", "2"], "{}", run.err);
    assert!(
        run.err.contains("7 puzzles; 2 groups by solution"),
        "{}",
        run.err
    );
    // Group, members, first line, own line: by first members, and the largest first.
    let (found, run) = rows(&["--group", "--sort-groups"]);
    assert_eq!(
        found,
        [
            "1 2 1 1", "1 2 1 6", "2 3 2 2", "2 3 2 4", "2 3 2 7", "- - - 3", "- - - 5"
        ],
        "{}",
        run.err
    );
    let (found, _) = rows(&["--group=solution", "--sort-groups=largest"]);
    assert_eq!(
        found,
        [
            "2 3 2 2", "2 3 2 4", "2 3 2 7", "1 2 1 1", "1 2 1 6", "- - - 3", "- - - 5"
        ]
    );
    // By form, the part is a puzzle of its own. Puzzles without a single solution have forms too.
    let (found, run) = rows(&["--group=form", "--sort-groups"]);
    assert_eq!(
        found,
        [
            "1 2 1 1", "1 2 1 6", "2 2 2 2", "2 2 2 4", "3 1 3 3", "4 1 5 5", "5 1 7 7"
        ]
    );
    assert!(
        run.lines()[0].split('\t').next() == run.lines()[1].split('\t').next(),
        "{}",
        run.err
    );
    // Puzzles without a form are left out of lines and kept in records.
    let (found, run) = rows(&["--form", "solution", "--group", "--sort-groups"]);
    assert_eq!((found.len(), run.code), (5, 1));
    let run = ndoku_with(
        &[
            "canon",
            "--json",
            "--form",
            "solution",
            "--group",
            "--sort-groups",
        ],
        text.as_bytes(),
    );
    let records: Vec<serde_json::Value> = run
        .lines()
        .iter()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(
        records
            .iter()
            .map(|record| record["n"].as_u64().unwrap())
            .collect::<Vec<_>>(),
        [1, 6, 2, 4, 7, 3, 5]
    );
    assert_eq!(
        (
            &records[4]["group_size"],
            &records[4]["group_first"],
            &records[5]["group"]
        ),
        (&3.into(), &2.into(), &serde_json::Value::Null)
    );
    // With several inputs, lines have the name of the input.
    let folder = folder();
    let (a, b) = (
        file(&folder, "a.txt", format!("{ONE}\n")),
        file(&folder, "b.txt", format!("\n{turned}\n")),
    );
    let run = ndoku(&["canon", "--group", "--sort-groups", &a, &b]);
    assert!(
        run.lines()[1].ends_with(&format!("\t1\t2\t{a}:1\t{b}:2")),
        "{}",
        run.out
    );
    assert_eq!(ndoku(&["canon", "--sort-groups", ONE]).code, 2);
    assert_eq!(ndoku(&["canon", "--group", "--to", "csv", ONE]).code, 2);
}

#[test]
fn formats_with_a_header_have_it() {
    for form in ["csv", "opensudoku", "json"] {
        let run = ndoku(&["canon", "--to", form, ONE, OTHER]);
        let again = ndoku_with(&["canon", "--to", form], run.out.as_bytes());
        assert_eq!(
            (run.code, again.code, &again.out),
            (0, 0, &run.out),
            "{}",
            again.err
        );
        assert_eq!(
            ndoku_with(&["canon"], run.out.as_bytes()).out,
            ndoku(&["canon", ONE, OTHER]).out
        );
    }
}

#[test]
fn timeout_stops_the_search_for_a_form() {
    let folder = folder();
    let blank = file(
        &folder,
        "blank.txt",
        vec![". ".repeat(49).trim_end().to_owned(); 49].join("\n"),
    );
    let run = ndoku(&["canon", "--timeout", "10ms", &blank]);
    assert!(
        run.code == 4 && run.err.contains("no form: given up"),
        "{} {}",
        run.code,
        run.err
    );
    assert_eq!(
        ndoku(&["compare", "--timeout", "10ms", &blank, &blank]).code,
        4
    );
}

#[test]
fn puzzles_are_compared_one_by_one() {
    let turned = rotated();
    let run = ndoku(&["compare", ONE, &turned]);
    assert_eq!(
        (run.code, run.lines()),
        (
            0,
            vec!["same\trows 987654321 columns 987654321 digits 987654321"]
        ),
        "{}",
        run.err
    );
    let run = ndoku(&["compare", ONE, OTHER]);
    assert_eq!((run.code, run.lines()), (1, vec!["different"]));
    let folder = folder();
    let a = file(&folder, "a.txt", format!("{ONE}\n{OTHER}\n"));
    let b = file(&folder, "b.txt", format!("{turned}\n{ONE}\n{ONE}\n"));
    let run = ndoku(&["compare", "--json", &a, &b]);
    assert_eq!((run.code, run.lines().len()), (1, 2));
    let first: serde_json::Value = serde_json::from_str(run.lines()[0]).unwrap();
    assert_eq!((&first["status"], &first["n"]), (&"same".into(), &1.into()));
    assert!(run.err.contains("has 1 more puzzle"), "{}", run.err);
    assert_eq!(ndoku(&["compare", &a, &a]).code, 0);
    assert_eq!(ndoku(&["compare", &a]).code, 2);
    assert_eq!(ndoku(&["compare", ONE, "rubbish"]).code, 66);
    assert_eq!(ndoku_with(&["compare", "-", "-"], ONE.as_bytes()).code, 2);
    assert_eq!(
        ndoku_with(&["compare", ONE, "-"], turned.as_bytes()).code,
        0
    );
}

#[test]
fn other_layouts_use_their_own_symmetries() {
    let six = "1.3......4.......2..6....5......1..4";
    // Exchanges rows 1 and 2 of the band, and relabels 1 and 2.
    let moved: String = format!("{}{}{}", &six[6..12], &six[..6], &six[12..])
        .chars()
        .map(|c| {
            if c == '1' {
                '2'
            } else if c == '2' {
                '1'
            } else {
                c
            }
        })
        .collect();
    let run = ndoku(&["canon", six, &moved]);
    assert!(
        run.code == 0 && run.lines()[0] == run.lines()[1] && run.lines()[0].len() == 36,
        "{} {}",
        run.out,
        run.err
    );
    let run = ndoku(&["compare", six, &moved]);
    assert!(
        run.code == 0 && run.out.starts_with("same\tcells r2c1 "),
        "{} {}",
        run.out,
        run.err
    );
    // With a diagonal, this is no longer a symmetry.
    assert_eq!(
        ndoku(&[
            "compare",
            "--x",
            &BLANK[..36].replacen('.', "1", 1),
            &format!("......1{}", &BLANK[..29])
        ])
        .code,
        1
    );
    assert_eq!(
        ndoku(&["canon", "--rule", "non-consecutive", BLANK]).code,
        1
    );
}

/// A rule with cells leaves no known symmetry, but equal puzzles are the same.
#[test]
fn equal_puzzles_without_symmetries_are_the_same() {
    let killer = "1...\n....\n....\n...2\n\nkiller 5: r1c3 r1c4\n";
    let other = "1...\n....\n....\n...3\n\nkiller 5: r1c3 r1c4\n";
    let same = ndoku(&["compare", killer, killer]);
    assert_eq!(same.code, 0, "{}", same.err);
    assert!(same.out.starts_with("same\t"), "{}", same.out);
    let unknown = ndoku(&["compare", killer, other]);
    assert_eq!((unknown.code, unknown.out.as_str()), (1, "not compared\n"));
}

#[test]
fn equivalent_puzzles_with_other_symbols_have_one_text() {
    let rest = ".".repeat(98);
    let run = ndoku_with(&["canon"], format!(".A{rest}\n.3{rest}\n").as_bytes());
    let lines = run.lines();
    assert!(lines.len() == 2 && lines[0] == lines[1], "{}", run.out);
}
