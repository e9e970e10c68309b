//! Tests of `ndoku draw`: text, pictures, pages and documents of puzzles, solutions and steps.

mod common;

use std::path::Path;

use common::{file, folder, ndoku, ndoku_with};

const EASY: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const NONE: &str =
    "12345678.........9...............................................................";

#[test]
fn the_default_output_is_text() {
    let run = ndoku(&["draw", "1.......4......2"]);
    assert_eq!(
        (run.code, run.out.as_str()),
        (
            0,
            "┌─────┬─────┐\n│ 1 . │ . . │\n│ . . │ . . │\n├─────┼─────┤\n│ 4 . │ . . │\n│ . . │ . \
            2 │\n└─────┴─────┘\n"
        ),
        "{}",
        run.err
    );
    // The format `grid` draws the same grid.
    for layout in [
        &["--box", "none"][..],
        &["--regions", "AAABACBBCCBDCDDD"],
        &["--x"],
    ] {
        let all = |command: &[&str]| ndoku(&[command, layout, &["1.......4......2"]].concat());
        let (drawn, format) = (
            all(&["draw", "--ascii"]),
            all(&["convert", "--to", "grid", "--ascii"]),
        );
        assert_eq!(
            (drawn.code, drawn.lines()[..5].to_vec()),
            (0, format.lines()[..5].to_vec()),
            "{layout:?}: {}{}",
            drawn.err,
            format.err
        );
    }
    // Rules that the lines of the grid cannot show are listed below it.
    let last_line = |layout: &[&str]| {
        ndoku(&[&["draw"], layout, &["1.......4......2"]].concat())
            .lines()
            .last()
            .map(|line| (*line).to_owned())
    };
    assert_eq!(
        last_line(&["--x", "--rule", "anti-king"]).as_deref(),
        Some("main diagonal · anti-diagonal · anti-king")
    );
    assert!(
        last_line(&["--regions", "AABBACBBACCDDDDC"])
            .is_some_and(|line| line.ends_with("region 4: r3c4 r4c1 r4c2 r4c3"))
    );
    let two = ndoku(&[
        "draw",
        "1.......4......2",
        "1.......4......2",
        "--title",
        "Two",
    ]);
    assert!(
        two.out.starts_with("Two\n\n┌") && two.out.matches("\n\n┌").count() == 2,
        "{}",
        two.out
    );
}

#[test]
fn steps_are_drawn_with_their_marks_and_reasons() {
    let hint = ndoku(&["draw", "--hint", "--ascii", EASY]);
    assert!(
        hint.code == 0
            && hint.out.starts_with("Hidden Single in a Box: r1c6=8\n")
            && hint.out.contains("Placed (=): 8 in r1c6"),
        "{}",
        hint.out
    );
    let last = ndoku(&["draw", "--step", "51", EASY]);
    assert!(
        last.code == 0 && last.out.contains("Full House"),
        "{}{}",
        last.out,
        last.err
    );
    let beyond = ndoku(&["draw", "--step", "52", EASY]);
    assert!(
        beyond.code == 1 && beyond.err.contains("the puzzle is solved"),
        "{}",
        beyond.err
    );
    let far = ndoku(&["draw", "--step", "99", EASY]);
    assert!(
        far.code == 1 && far.err.contains("the solution path has only 51 steps"),
        "{}",
        far.err
    );
    let none = ndoku(&["draw", "--hint", NONE]);
    assert!(
        none.code == 1 && none.err.contains("no solution") && none.out.contains("1 2 3"),
        "{}",
        none.err
    );
    let candidates = ndoku(&["draw", "--candidates", "--coordinates", "1.......4......2"]);
    assert!(
        candidates.out.contains("┏") && candidates.out.contains("2 │"),
        "{}",
        candidates.out
    );
}

/// Returns whether this build can write a file of this name.
fn is_built(name: &str) -> bool {
    let lacks = |ending: &str, built: bool| name.ends_with(ending) && !built;
    !lacks(".png", cfg!(feature = "png")) && !lacks(".pdf", cfg!(feature = "pdf"))
}

#[test]
fn pictures_are_written_to_files_of_their_format() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let svg = ndoku(&[
        "draw",
        EASY,
        "-o",
        &path("a.svg"),
        "--solution",
        "--ratings",
    ]);
    assert_eq!((svg.code, svg.out.as_str()), (0, ""), "{}", svg.err);
    let text = std::fs::read_to_string(path("a.svg")).unwrap();
    assert!(
        text.contains("Row 1: 5 3 4 6 7 8 9 1 2.") && text.contains("beginner · 1.2"),
        "{text}"
    );
    assert_eq!(
        ndoku(&["draw", EASY, "--to", "svg", "--solution", "--ratings"]).out,
        text
    );
    for (name, options, head) in [
        ("b.png", &["--width", "200"][..], &b"\x89PNG"[..]),
        ("b.pdf", &["--paper", "a5"], b"%PDF-"),
        ("b.tex", &[], b"% Any LaTeX"),
    ] {
        if !is_built(name) {
            continue;
        }
        let run = ndoku(&[&["draw", EASY, "-o", &path(name)][..], options].concat());
        let bytes = std::fs::read(path(name)).unwrap_or_default();
        assert!(
            run.code == 0 && bytes.starts_with(head),
            "{name}: {}",
            run.err
        );
    }
    let several = ndoku(&[
        "draw",
        EASY,
        EASY,
        "--solutions",
        "back",
        "-o",
        &path("c.svg"),
    ]);
    assert!(
        several.code == 0
            && several.err.contains("4 files: ")
            && folder.path().join("c-4.svg").is_file(),
        "{}",
        several.err
    );
    assert!(!folder.path().join("c.svg").exists());
}

#[test]
fn characters_missing_in_the_font_are_reported_for_png_and_pdf() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    for (name, lacks) in [
        ("a.png", true),
        ("a.pdf", true),
        ("a.svg", false),
        ("a.html", false),
    ] {
        if !is_built(name) {
            continue;
        }
        let pages: &[&str] = if name == "a.html" {
            &[]
        } else {
            &["--per-page", "2"]
        };
        let run = ndoku(
            &[
                &[
                    "draw",
                    EASY,
                    "--title",
                    "\u{6570}\u{72ec} \u{141}",
                    "-o",
                    &path(name),
                ][..],
                pages,
            ]
            .concat(),
        );
        assert_eq!(
            (
                run.code,
                run.err
                    .contains("the built-in font lacks \u{6570} \u{72ec}: ")
            ),
            (0, lacks),
            "{name}: {}",
            run.err
        );
    }
    if is_built("c.pdf") {
        let fine = ndoku(&["draw", EASY, "-o", &path("c.pdf")]);
        assert!(fine.code == 0 && !fine.err.contains("font"), "{}", fine.err);
    }
}

#[test]
fn booklets_have_pages() {
    let folder = folder();
    let puzzles = file(&folder, "p.txt", format!("{EASY}\n").repeat(13));
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    if is_built("book.pdf") {
        let run = ndoku(&[
            "draw",
            &puzzles,
            "--per-page",
            "6",
            "--solutions",
            "back",
            "--title",
            "Book",
            "-o",
            &path("book.pdf"),
        ]);
        assert_eq!(run.code, 0, "{}", run.err);
        let pdf = std::fs::read(path("book.pdf")).unwrap();
        assert_eq!(
            String::from_utf8_lossy(&pdf).matches("/MediaBox").count(),
            4
        );
    }
    let pages = ndoku(&["draw", &puzzles, "--per-page", "4", "-o", &path("page.svg")]);
    assert!(
        pages.code == 0 && pages.err.contains("4 files"),
        "{}",
        pages.err
    );
    let html = ndoku(&["draw", &puzzles, "--solutions", "back", "--to", "html"]);
    assert_eq!(
        (
            html.code,
            html.out.matches("<figure").count(),
            html.out.matches("<h1>").count()
        ),
        (0, 26, 1),
        "{}",
        html.err
    );
}

#[test]
fn booklets_have_a_cover_ratings_and_solutions() {
    let folder = folder();
    let puzzles = file(&folder, "p.txt", format!("{EASY}\n").repeat(13));
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let book = path("book.html");
    let run = ndoku(&[
        "draw",
        &puzzles,
        "--booklet",
        "--title",
        "Evenings",
        "-o",
        &book,
    ]);
    assert_eq!(run.code, 0, "{}", run.err);
    let html = std::fs::read_to_string(&book).unwrap();
    // A cover, three pages of puzzles and one of solutions.
    assert_eq!(html.matches("<section").count(), 5);
    assert!(
        html.contains("@page { size: 595.28pt 841.89pt"),
        "{}",
        &html[..900]
    );
    let bare = path("bare.html");
    let plain = ndoku(&["draw", &puzzles, "--booklet", "--no-cover", "-o", &bare]);
    assert_eq!(plain.code, 0, "{}", plain.err);
    // Every option of pages has an effect on a booklet.
    let run = ndoku(&[
        "draw",
        &puzzles,
        "--booklet",
        "--paper",
        "a5",
        "--margin",
        "12",
        "--binding",
        "4",
        "-o",
        &book,
    ]);
    assert!(!run.err.contains("no effect"), "{}", run.err);
    let html = std::fs::read_to_string(&bare).unwrap();
    assert_eq!(html.matches("<section").count(), 4);
    let run = ndoku(&[
        "draw",
        EASY,
        "--font",
        "figtree",
        "--binding",
        "9",
        "-o",
        &bare,
    ]);
    for option in ["--font", "--binding"] {
        let warning = format!("{option} has no effect");
        assert!(run.err.contains(&warning), "{}", run.err);
    }
    if is_built("book.pdf") {
        let pdf = path("book.pdf");
        let options = [
            "--booklet",
            "--theme",
            "black",
            "--font",
            "figtree",
            "--title",
            "Black",
        ];
        let run = ndoku(&[&["draw", &puzzles, "-o", &pdf], &options[..]].concat());
        assert_eq!(run.code, 0, "{}", run.err);
        let bytes = std::fs::read(&pdf).unwrap();
        let text = String::from_utf8_lossy(&bytes);
        assert!(
            text.contains("/StructTreeRoot") && text.contains("/MarkInfo"),
            "tagged"
        );
        assert!(text.contains("pdfuaid:part"), "PDF/UA");
    }
}

#[test]
fn each_puzzle_can_have_a_file() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let run = ndoku(&[
        "draw",
        EASY,
        EASY,
        EASY,
        "--separate",
        "-o",
        &path("one.html"),
    ]);
    assert!(run.code == 0 && run.err.contains("3 files"), "{}", run.err);
    for number in 1..=3 {
        let html = std::fs::read_to_string(path(&format!("one-{number}.html"))).unwrap();
        assert_eq!(html.matches("<figure").count(), 1);
    }
    let run = ndoku(&["draw", EASY, "--separate", "-o", &path("single.svg")]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(Path::new(&path("single-1.svg")).exists() && !Path::new(&path("single.svg")).exists());
    // A number does not lead to an input either.
    let input = file(&folder, "own-1.tex", EASY);
    let run = ndoku(&["draw", &input, "--separate", "-o", &path("own.tex")]);
    assert!(
        run.code == 5 && run.err.contains("would replace the input"),
        "{}",
        run.err
    );
    if is_built("one.pdf") {
        let run = ndoku(&["draw", EASY, EASY, "--separate", "-o", &path("one.pdf")]);
        assert_eq!(run.code, 0, "{}", run.err);
        assert!(std::fs::metadata(path("one-2.pdf")).is_ok());
    }
}

#[test]
fn impossible_drawings_are_refused_with_a_message() {
    let refused = |arguments: &[&str], message: &str| {
        let run = ndoku(&[&["draw"], arguments].concat());
        assert!(
            run.code == 2 && run.err.contains(message) && run.out.is_empty(),
            "{arguments:?}: {} {}",
            run.code,
            run.err
        );
    };
    refused(&[EASY, "--to", "svgz"], "did you mean `svg`?");
    refused(&[EASY, "-o", "book.docx"], "selects no kind of picture");
    refused(&[EASY, "--per-page", "6"], "has no pages for --per-page");
    refused(&[EASY, "--booklet"], "has no pages for --booklet");
    refused(
        &[EASY, "--booklet", "--to", "latex"],
        "use pdf, html, svg or png",
    );
    refused(&[EASY, "--separate"], "need a name");
    refused(&[EASY, "--separate", "--to", "html"], "need a name");
    refused(&[EASY, "--separate", "-o", "x.txt"], "writes no text");
    refused(
        &[
            EASY,
            EASY,
            "--separate",
            "--solutions",
            "back",
            "-o",
            "x.svg",
        ],
        "no --solutions",
    );
    refused(&[EASY, "--no-cover"], "--booklet");
    refused(&[EASY, "--font", "noot"], "noto");
    refused(&[EASY, "--line-weight", "9"], "from 0.25 to 4");
    refused(
        &[EASY, EASY, "--to", "svg"],
        "cannot write several pictures to standard output",
    );
    refused(&[EASY, "--theme", "grey"], "there is no theme `grey`");
    refused(&[EASY, "--paper", "b9"], "write a4");
    let margins = ndoku(&[
        "draw",
        EASY,
        "--to",
        "svg",
        "--per-page",
        "1",
        "--margin",
        "200",
    ]);
    assert!(
        margins.code == 2 && margins.err.contains("no room"),
        "{}",
        margins.err
    );
    let clash = EASY.replacen("53", "55", 1);
    let wrong = ndoku(&["draw", &clash, "--to", "svg"]);
    assert!(
        wrong.code == 0 && wrong.out.contains("#bd1036"),
        "{}",
        wrong.err
    );
    assert_eq!(ndoku(&["draw", &clash, "--hint"]).code, 1);
    let bad = ndoku_with(&["draw"], format!("{EASY}\n5x\n").as_bytes());
    assert!(
        bad.code == 3 && bad.out.contains("5 3"),
        "{}{}",
        bad.out,
        bad.err
    );
}
