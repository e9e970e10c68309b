//! The abilities of the five programs that ndoku began with, each with known facts.

mod common;

use common::{digits, file, folder, ndoku, ndoku_with};

// S0: any N×N Sudoku, and X-Sudoku.

#[test]
fn s0_boxes_follow_the_rule_for_every_size() {
    // An empty grid of each size has a solution line. The boxes follow the rule, as `check` shows
    // on a counterexample.
    for size in [1, 2, 4, 5, 6, 7, 8, 10, 12, 15, 16, 20] {
        let rows = format!("{}\n", vec!["_"; size].join(" ")).repeat(size);
        let run = ndoku_with(&["solve", "--to", "s0", "--limit", "1"], rows.as_bytes());
        assert_eq!(run.code, 0, "size {size}: {}", run.err);
        assert_eq!(run.lines().len(), size);
    }
    // 6×6: boxes 3 wide and 2 high, so r1c1 and r2c3 share one, r1c1 and r3c2 do not.
    let with = |row: usize, column: usize| {
        let mut cells = vec![vec!["_"; 6]; 6];
        cells[0][0] = "1";
        cells[row][column] = "1";
        cells
            .iter()
            .map(|row| row.join(" ") + "\n")
            .collect::<String>()
    };
    let together = ndoku_with(&["check"], with(1, 2).as_bytes());
    assert_eq!(together.out, "value 1 repeated in box 1 (r1c1, r2c3)\n");
    assert_eq!(together.code, 1);
    assert_eq!(ndoku_with(&["check"], with(2, 1).as_bytes()).code, 0);
}

#[test]
fn s0_symbols_are_kept_and_the_missing_one_is_inferred() {
    // Of 2, A and B one symbol is missing. 1 is not used, so 1 is the missing one.
    let run = ndoku_with(
        &["solve", "--to", "s0", "--limit", "1"],
        b"2 _ A B\n_ _ _ _\n_ _ _ _\nB _ _ _\n",
    );
    assert_eq!(run.lines()[0], "2 1 A B", "{}", run.err);
    // Characters between and around tokens are ignored.
    let junk = b"+-----+-----+\n| A ; _ | _ , D |\n| _ _ | _ _ |\n\n+-----+-----+\n| _ A | _ _ |\n| D _ | _ B |\n+-----+-----+\n";
    let run = ndoku_with(
        &["solve", "--to", "s0", "--format", "s0", "--limit", "1"],
        junk,
    );
    assert_eq!(run.code, 0, "{}", run.err);
    let mut seen: Vec<char> = run.out.chars().filter(|c| c.is_alphabetic()).collect();
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen, ['A', 'B', 'C', 'D']);
    // Numbers of two digits: the output is aligned to the widest symbol.
    let rows = format!("{}\n", ["__"; 10].join(" ")).repeat(10);
    let run = ndoku_with(&["solve", "--to", "s0", "--limit", "1"], rows.as_bytes());
    assert!(
        run.lines().iter().all(|line| line.len() == 10 * 2 + 9),
        "{}",
        run.out
    );
}

#[test]
fn s0_checks_are_clear_errors() {
    let cases: &[(&[u8], &str)] = &[
        (b"1 2 _ _\n_ _ _ _\n_ _ _ _\n", "rows"),
        (
            b"1 2 3 4 _\n5 6 _ _ _\n_ _ _ _ _\n_ _ _ _ _\n_ _ _ _ A\n",
            "different symbols",
        ),
        (
            b"1 A _ _ _\n_ _ _ _ _\n_ _ _ _ _\n_ _ _ _ _\n_ _ _ _ _\n",
            "different symbols",
        ),
    ];
    for (input, word) in cases {
        let run = ndoku_with(&["solve", "--format", "s0"], input);
        assert_eq!(run.code, 3, "{run:?}");
        assert!(run.err.contains(word), "{word}: {}", run.err);
    }
    let wide = format!("{}\n", ["_"; 256].join(" ")).repeat(256);
    let run = ndoku_with(&["solve"], wide.as_bytes());
    assert_eq!(run.code, 3);
    assert!(run.err.contains("255"), "{}", run.err);
}

#[test]
fn s0_x_in_every_spelling() {
    let grid = b"1 _ _ _\n_ _ _ _\n_ _ _ _\n_ _ _ 2\n";
    for spelling in ["--x", "--X", "-X", "--rule=x"] {
        let run = ndoku_with(&["solve", spelling, "--to", "line"], grid);
        assert_eq!(run.lines().len(), 1);
        let s: Vec<char> = run.out.trim().chars().collect();
        for cells in [[0, 5, 10, 15], [3, 6, 9, 12]] {
            let mut diagonal: Vec<char> = cells.iter().map(|cell| s[*cell]).collect();
            diagonal.sort_unstable();
            assert_eq!(diagonal, ['1', '2', '3', '4'], "{spelling}: {}", run.out);
        }
    }
    let none = ndoku_with(
        &["solve", "--x", "--to", "grid"],
        b"_ _ 6 _ _ 2\n_ _ _ _ _ _\n_ 6 _ _ _ _\n_ _ 4 _ _ _\n_ _ _ _ _ _\n_ _ _ 3 _ 1\n",
    );
    assert_eq!((none.out.as_str(), none.code), ("No solution found\n", 1));
}

// S1: flat arrays and 81 characters; all solutions. The arrays are tested in the library.

#[test]
fn s1_lines_of_81_characters() {
    let cases = [
        (
            "000000005000075060715000002074031006100706003600520970300000859020980000400000000",
            "836219745249375168715468392974831526152796483683524971367142859521987634498653217",
        ),
        (
            "645900000073100050200050000590037600000000000004580039000070003030004190000001827",
            "645928371973146258281753946598437612327619584164582739819275463732864195456391827",
        ),
    ];
    for (puzzle, solution) in cases {
        let run = ndoku(&["solve", "--to", "line", puzzle]);
        assert_eq!((run.out.trim(), run.code), (solution, 0));
        assert_eq!(ndoku(&["count", puzzle]).out, "1\n");
    }
    let broken = ndoku(&[
        "check",
        "645900000073100050200050000590037600000000000004580039000070003030004190000001826",
    ]);
    assert_eq!(
        broken.code, 0,
        "no house has a digit twice yet: {}",
        broken.out
    );
    let broken = ndoku(&[
        "check",
        "645900000073100050200050000590037600000000000004580039000070003030004190000001888",
    ]);
    assert_eq!(broken.lines().len(), 2, "{}", broken.out);
    assert!(
        broken
            .out
            .contains("value 8 repeated in row 9 (r9c7, r9c8, r9c9)")
    );
}

// S2: the spaced display.

#[test]
fn s2_before_and_solved() {
    let rows = [
        "___26_7_1",
        "68__7__9_",
        "19___45__",
        "82_1___4_",
        "__46_29__",
        "_5___3_28",
        "__93___74",
        "_4__5__36",
        "7_3_18___",
    ];
    let solved =
        "435269781682571493197834562826195347374682915951743628519326874248957136763418259";
    let literal = ndoku(&["solve", "--to", "line", &rows.join(" ")]);
    assert_eq!(literal.out.trim(), solved);
    let spaced = |row: &str| {
        let cells: Vec<String> = row.chars().map(String::from).collect();
        cells
            .chunks(3)
            .map(|chunk| chunk.join(" "))
            .collect::<Vec<_>>()
            .join("   ")
    };
    let mut input = String::new();
    for (number, row) in rows.iter().enumerate() {
        input.push_str(&spaced(row));
        input.push_str(if number % 3 == 2 { "\n\n" } else { "\n" });
    }
    let run = ndoku_with(&["solve", "--to", "spaced"], input.as_bytes());
    let (before, after) = run.out.split_once("\nSOLVED\n").expect("both are shown");
    assert!(
        before.starts_with("BEFORE\n_ _ _  2 6 _  7 _ 1\n"),
        "{before}"
    );
    assert_eq!(
        before.lines().filter(|line| line.is_empty()).count(),
        2,
        "a blank line between bands"
    );
    assert_eq!(digits(after), solved);
    assert_eq!(after.lines().count(), 11);
}

// S3: elimination in passes.

#[test]
fn s3_passes_are_counted_and_shown() {
    let run = ndoku(&[
        "solve",
        "--passes",
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    ]);
    assert_eq!(run.code, 0);
    assert!(
        run.out.contains("solved by elimination in 10 passes"),
        "{}",
        run.out
    );
    let first: Vec<&str> = run.lines()[1].split_whitespace().take(5).collect();
    assert_eq!(
        first,
        ["1", "30", "459", "306", "149"],
        "pass, known, candidates, removed, left"
    );
    assert!(
        run.lines()[1].contains(&(459 - 306 - 4).to_string()),
        "what is left is what was there, less what was removed and what was found"
    );
    let run = ndoku(&[
        "solve",
        "--passes",
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    ]);
    assert_eq!(run.code, 1);
    assert!(run.out.contains("stuck after 1 pass"), "{}", run.out);
    // A 16×16 puzzle, also as a record.
    let full: String = (0..16)
        .map(|r| {
            (0..16)
                .map(|c| {
                    if r == 3 {
                        "_".into()
                    } else {
                        ((r * 4 + r / 4 + c) % 16 + 1).to_string()
                    }
                })
                .collect::<Vec<String>>()
                .join(" ")
                + "\n"
        })
        .collect();
    let run = ndoku_with(&["solve", "--passes", "--json"], full.as_bytes());
    assert!(
        run.out.contains("\"status\":\"solved\""),
        "{}{}",
        run.out,
        run.err
    );
}

// S4: several solutions up to a limit, each diagonal alone, checks, both file forms.

const MANY: &str = "0 4 0 0 2 0 9 0 0\n0 0 0 0 0 0 0 1 0\n0 0 0 0 0 6 8 5 0\n5 8 2 3 0 0 7 0 0\n0 \
    0 0 8 0 7 0 0 0\n0 0 9 0 0 5 1 3 8\n0 9 7 1 0 0 0 0 0\n0 2 0 0 0 0 0 0 0\n0 0 4 0 3 0 0 0 0\n";

#[test]
fn s4_ten_solutions_and_there_are_more() {
    let run = ndoku_with(&["solve", "--all", "--to", "line"], MANY.as_bytes());
    assert_eq!(run.lines().len(), 10);
    assert!(run.err.contains("10, and there are more"), "{}", run.err);
    let all = ndoku_with(
        &["solve", "--all", "--limit", "0", "--to", "line"],
        MANY.as_bytes(),
    );
    let mut lines = all.lines();
    assert_eq!(lines.len(), 144);
    assert!(
        all.err.contains("solutions: 144") && !all.err.contains("more"),
        "{}",
        all.err
    );
    lines.sort_unstable();
    lines.dedup();
    assert_eq!(lines.len(), 144, "no solution twice");
    assert_eq!(ndoku_with(&["count"], MANY.as_bytes()).out, "144\n");
    assert_eq!(
        ndoku_with(&["solve", "--limit", "3", "--to", "line"], MANY.as_bytes())
            .lines()
            .len(),
        3
    );
    let sorted = ndoku_with(&["enumerate", "--order", "sorted"], MANY.as_bytes());
    assert_eq!(
        sorted.lines(),
        lines,
        "the same solutions in ascending order"
    );
}

#[test]
fn s4_both_file_forms_with_comments() {
    let compact = "# a comment\n3.4...6.2\n9..627..4\n6..1.4..7\n249...731\n16.....85\n.83...46.\n# in between\n7..8.5..3\n...263...\n8.5...9.6\n";
    let run = ndoku_with(&["solve", "--to", "line"], compact.as_bytes());
    assert!(run.out.starts_with("374958612"), "{run:?}");
    assert_eq!(run.code, 0);
    let mixed = "0 3 0 2 6 7 0 4 0\n1 0 0 0 0 0 0 0 5\n740501092\n9.5...1.3\n6 0 0 0 5 0 0 0 8\n8 \
        0 4 0 0 0 7 0 9\n2 9 0 7 0 4 0 8 6\n3 0 0 0 0 0 0 0 4\n0 5 0 6 1 2 0 3 0\n";
    for arguments in [
        &["solve", "--to", "line"][..],
        &["solve", "--format", "cpan", "--to", "line"],
    ] {
        let run = ndoku_with(arguments, mixed.as_bytes());
        assert_eq!((run.code, run.lines().len()), (0, 1), "{run:?}");
    }
    let folder = folder();
    let bad = file(
        &folder,
        "bad.txt",
        "# nine rows\n3.4...6.2\n9..627..4\n6..1.4..7\n249...731\n16..x!..85\n.83...46.\n7..8.5..3\n...263...\n8.5...9.6\n",
    );
    let run = ndoku(&["solve", "--format", "cpan", &bad]);
    assert_eq!(run.code, 3);
    assert!(
        run.err.contains("bad.txt:6"),
        "names the file and the line: {}",
        run.err
    );
    let missing = ndoku(&["solve", "no-such-file.txt"]);
    assert_eq!(missing.code, 66);
    assert!(
        missing.err.contains("no-such-file.txt") && missing.err.contains("no such file"),
        "{}",
        missing.err
    );
}

#[test]
fn s4_each_diagonal_on_its_own() {
    // A 1 in two corners of one diagonal contradicts that diagonal only.
    let main = "1..............1";
    let count = |arguments: &[&str]| ndoku(&[arguments, &[main]].concat()).out.trim().to_owned();
    assert_ne!(count(&["count", "--diagonal", "anti"]), "invalid");
    assert_eq!(count(&["count", "--diagonal", "main"]), "invalid");
    let run = ndoku(&["check", "--diagonal", "main", main]);
    assert_eq!(run.out, "value 1 repeated in main diagonal (r1c1, r4c4)\n");
    // Counts for 4×4: 288 grids. 96 have a correct main diagonal, 96 a correct anti-diagonal, and
    // 48 both.
    let empty = "................";
    assert_eq!(ndoku(&["count", empty]).out, "288\n");
    let main = ndoku(&["count", "--diagonal", "main", empty]).out;
    assert_eq!(main, ndoku(&["count", "--diagonal", "anti", empty]).out);
    assert_eq!(ndoku(&["count", "--x", empty]).out, "48\n");
    assert_eq!(
        ndoku(&["count", "--diagonal", "main,anti", empty]).out,
        "48\n"
    );
}

#[test]
fn s4_checks_name_rows_columns_and_boxes() {
    let run = ndoku(&[
        "check",
        "5...5....5.........5.............................................................",
        "1........1..............................................................1........",
    ]);
    let text = &run.out;
    for expected in [
        "value 5 repeated in row 1 (r1c1, r1c5)",
        "value 5 repeated in column 1 (r1c1, r2c1)",
        "value 5 repeated in box 1",
    ] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
    assert!(
        text.contains("value 1 repeated in column 1 (r1c1, r2c1, r9c1)"),
        "{text}"
    );
    let counted = ndoku(&[
        "check",
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    ]);
    assert_eq!(counted.out, "ok: 30 of 81 cells are filled, no conflict\n");
    // The top middle box is number 2, the left middle box number 4.
    let top = ndoku(&["check", &format!("...7.........7{}", ".".repeat(67))]);
    assert_eq!(top.out, "value 7 repeated in box 2 (r1c4, r2c5)\n");
    let left = ndoku(&[
        "check",
        &format!("{}7........7{}", ".".repeat(27), ".".repeat(44)),
    ]);
    assert!(
        left.out.contains("value 7 repeated in box 4 (r4c1, r5c1)"),
        "{}",
        left.out
    );
}

#[test]
fn s4_the_restricted_diagonal_is_checked_among_the_clues() {
    // r1c1 and r5c5 see each other on the main diagonal only.
    let x = &format!("7{}7{}", ".".repeat(39), ".".repeat(40));
    let run = ndoku(&["solve", "--x", x]);
    assert_eq!(run.code, 3);
    assert!(
        run.err.contains("value 7 repeated in main diagonal"),
        "{}",
        run.err
    );
    assert_eq!(ndoku(&["solve", "--limit", "1", x]).code, 0);
}
