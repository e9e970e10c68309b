//! `hint`, `explain`, `techniques` and `solve --path`: states of puzzles, levels of hints, and
//! solution paths as text, JSON, Markdown and HTML.

mod common;

use common::{ndoku, ndoku_with};

const EASY: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const FULL: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
const NONE: &str =
    "12345678.........9...............................................................";

fn record(text: &str) -> serde_json::Value {
    serde_json::from_str(text).expect("it is JSON")
}

/// Returns a state in the format that has placed digits (after `+`) and removed candidates (digit,
/// row, column).
fn state(grid: &str, gone: &str) -> String {
    format!(":0000:x:{grid}:{gone}::\n")
}

#[test]
fn higher_levels_give_more_detail() {
    let said = |level: &str| ndoku(&["hint", "--level", level, EASY]);
    for (level, wanted) in [
        (
            "nudge",
            "Try Hidden Single in a Box: a digit has one place left in a box.\n",
        ),
        ("where", "Look at box 2 for Hidden Single in a Box.\n"),
        (
            "what",
            "Look at box 2 for Hidden Single in a Box. The digit is 8.\n",
        ),
    ] {
        let run = said(level);
        assert_eq!((run.code, run.out.as_str()), (0, wanted), "{}", run.err);
    }
    let full = said("full");
    assert!(
        full.out
            .starts_with("Hidden Single in a Box: In box 2, 8 can only go into ")
            && full.out.contains(". So r"),
        "{}",
        full.out
    );
    assert_eq!(ndoku(&["hint", EASY]).out, said("nudge").out);
}

#[test]
fn hints_of_several_puzzles_name_their_lines() {
    let nudge = "Try Hidden Single in a Box: a digit has one place left in a box.\n";
    let input = format!("{EASY}\n# a comment\ngarbage\n{EASY}\n");
    let run = ndoku_with(&["hint"], input.as_bytes());
    assert_eq!(
        run.out,
        format!("line 1: {nudge}line 4: {nudge}"),
        "{}",
        run.err
    );
    let run = ndoku_with(&["hint"], format!("garbage\n{EASY}\n{NONE}\n").as_bytes());
    let lines: Vec<&str> = run.out.lines().collect();
    assert!(lines[0].starts_with("line 2: Try "), "{}", run.out);
    assert!(lines[1].starts_with("line 3: "), "{}", run.out);
}

#[test]
fn placed_digits_and_removed_candidates_count() {
    // 4 in r1c3 is correct, 2 in r1c4 is not.
    let right = ndoku_with(
        &["hint"],
        state(&EASY.replacen("..7", "+4.7", 1), "").as_bytes(),
    );
    assert_eq!(right.code, 0, "{}{}", right.out, right.err);
    let wrong = ndoku_with(
        &["hint"],
        state(&EASY.replacen("..7", ".+27", 1), "").as_bytes(),
    );
    assert_eq!(
        (wrong.code, wrong.out.as_str()),
        (1, "Wrong: 2 does not belong in r1c4.\n"),
        "{}",
        wrong.err
    );
    let gone = ndoku_with(&["hint", "--json"], state(EASY, "413").as_bytes());
    let record = record(&gone.out);
    assert_eq!(
        (gone.code, &record["status"], &record["mistakes"][0]),
        (
            1,
            &"wrong".into(),
            &"4 was removed from r1c3, and belongs there".into()
        )
    );
    assert_eq!(record["steps"], serde_json::json!([]));
}

#[test]
fn a_dead_end_is_reported_despite_several_solutions() {
    // Box 3 has two 9s.
    let dead = ndoku_with(
        &["hint"],
        state(&format!("12345678+9........+9{}", ".".repeat(63)), "").as_bytes(),
    );
    assert_eq!(
        (dead.code, dead.out.as_str()),
        (
            1,
            "Wrong: no solution of the puzzle has all these digits and candidates.\n"
        ),
        "{}",
        dead.err
    );
}

#[test]
fn a_missing_hint_has_a_reason() {
    for (puzzle, code, told) in [
        (NONE, 1, "The puzzle has no solution."),
        (FULL, 0, "The puzzle is solved."),
        (&*".".repeat(81), 1, "No technique finds anything here."),
    ] {
        let run = ndoku(&["hint", puzzle]);
        assert_eq!((run.code, run.out.trim_end()), (code, told), "{}", run.err);
    }
    assert!(
        ndoku(&["hint", &".".repeat(81)])
            .err
            .contains("more than one solution")
    );
    let run = ndoku(&[
        "hint",
        "--technique",
        "Naked Single,claiming",
        &".".repeat(81),
    ]);
    assert_eq!(
        (run.code, run.out.trim_end()),
        (1, "None of the selected techniques finds anything here.")
    );
    let clash = ndoku(&["hint", &EASY.replacen("53", "55", 1), EASY]);
    assert_eq!((clash.code, clash.lines().len()), (3, 1), "{}", clash.err);
}

#[test]
fn all_steps_and_selected_techniques_are_listed() {
    let all = ndoku(&["hint", "--all-steps", EASY]);
    assert!(
        all.lines().len() > 5 && all.lines()[0] == " 1.2  Hidden Single in a Box: r2c7=3"
            || all.code == 0,
        "{}",
        all.out
    );
    assert!(
        all.lines().is_sorted_by_key(|line| line[..4]
            .trim()
            .parse::<f64>()
            .map(|rating| (rating * 10.0) as u32)
            .unwrap()),
        "{}",
        all.out
    );
    let naked = ndoku(&["hint", "--technique", "naked single", "--json", EASY]);
    let step = record(&naked.out)["steps"][0].clone();
    assert_eq!(
        (&step["technique"], &step["placements"][0]),
        (&"naked-single".into(), &"r5c5=5".into())
    );
    assert_eq!(
        step["marks"],
        serde_json::json!([{ "cell": "r5c5", "role": "pattern" }])
    );
    let unknown = ndoku(&["hint", "--technique", "naked-singel", EASY]);
    assert!(
        unknown.code == 2 && unknown.err.contains("did you mean `naked-single`?"),
        "{}",
        unknown.err
    );
}

#[test]
fn other_layouts_and_symbols_have_hints_too() {
    let six = "A.CDEFDE.ABCBCAEFDEFD.CACABFDEFDEC.B";
    let run = ndoku(&["hint", "--level", "full", six]);
    assert_eq!(
        (run.code, run.out.as_str()),
        (
            0,
            "Full House: r1c2 is the last open cell of row 1, and B is missing there. So r1c2 \
            must be B.\n"
        ),
        "{}",
        run.err
    );
    let windoku = ndoku(&["solve", "--path", "../../puzzles/windoku.txt"]);
    assert!(
        windoku
            .lines()
            .last()
            .is_some_and(|line| line.starts_with("Solved in ")
                || line.contains("No further technique applies")),
        "{}",
        windoku.err
    );
}

#[test]
fn solution_paths_list_every_step() {
    let run = ndoku(&["solve", "--path", EASY]);
    assert_eq!((run.code, run.lines().len()), (0, 52), "{}", run.err);
    assert!(
        run.lines()[51].starts_with("Solved in 51 steps; the hardest is "),
        "{}",
        run.out
    );
    let verbose = ndoku(&["solve", "--path", "--verbose", EASY]);
    assert_eq!(verbose.lines().len(), 103);
    let record = record(&ndoku(&["solve", "--path", "--json", EASY]).out);
    assert_eq!(
        (
            &record["status"],
            &record["solution"],
            record["steps"].as_array().map(Vec::len)
        ),
        (&"solved".into(), &FULL.into(), Some(51))
    );
    let stuck = ndoku(&["solve", "--path", &".".repeat(81)]);
    assert!(
        stuck.code == 1
            && stuck.out.contains(
                "more than one solution. No further technique \
            applies: 0 steps made, 81 open cells left"
            ),
        "{}",
        stuck.out
    );
    let wrong = ndoku(&["solve", "--path", "--to", "grid", EASY]);
    assert!(
        wrong.code == 2 && wrong.err.contains("text, markdown"),
        "{}",
        wrong.err
    );
}

#[test]
fn worked_solutions_can_be_printed() {
    let markdown = ndoku(&["solve", "--path", "--to", "md", EASY]);
    assert!(
        markdown
            .out
            .starts_with("# A worked solution\n\nSolved in 51 steps; "),
        "{}",
        markdown.out
    );
    assert_eq!(
        (
            markdown.out.matches("\n## ").count(),
            markdown.out.matches("```").count() % 2
        ),
        (1, 0)
    );
    // Placements are rows of a table.
    let is_row = |line: &&str| line.starts_with("| ") && line.matches('|').count() == 5;
    let rows = markdown.out.lines().filter(is_row);
    assert_eq!(rows.count(), 52);
    let html = ndoku(&["solve", "--path", "--to", "html", EASY, EASY]);
    assert_eq!(
        (
            html.out.matches("<article>").count(),
            html.out.matches("</html>").count(),
            html.out.matches("<h2>").count()
        ),
        (2, 1, 2)
    );
    assert_eq!(
        (
            html.out.matches("<figure").count(),
            html.out.matches("</figure>").count()
        ),
        (4, 4)
    );
    // A solved grid has no open cell.
    let last = html.out.rsplit("<figure").next().unwrap();
    assert!(
        last.contains("Row 9: 3 4 5 2 8 6 1 7 9.") && last.matches("<use ").count() == 81,
        "{last}"
    );
    let latex = ndoku(&["solve", "--path", "--to", "latex", EASY]);
    assert!(
        latex.out.ends_with("\\end{document}\n")
            && latex.out.matches("\\subsection*").count() == 1
            && latex.out.contains("\\begin{longtable}"),
        "{}",
        latex.out
    );
    if cfg!(feature = "pdf") {
        let pdf = ndoku(&["solve", "--path", "--to", "pdf", EASY]);
        assert!(pdf.code == 0 && pdf.out.starts_with("%PDF-"), "{}", pdf.err);
    }
    let picture = ndoku(&["solve", "--path", "--to", "svg", EASY]);
    assert!(
        picture.code == 2 && picture.err.contains("a solution path has several pictures"),
        "{}",
        picture.err
    );
}

#[test]
fn techniques_are_listed_and_explained() {
    let list = ndoku(&["techniques"]);
    assert!(
        list.lines().len() > 5 && list.lines()[1].starts_with("full-house "),
        "{}",
        list.out
    );
    let one = ndoku(&["techniques", "X Wing"]);
    assert_eq!(one.lines().len(), 2, "{}", one.out);
    assert!(one.lines()[1].starts_with("x-wing "), "{}", one.out);
    let json = ndoku(&["techniques", "--json"]);
    assert_eq!(json.lines().len() + 1, list.lines().len());
    for line in json.lines() {
        let id = record(line)["id"].as_str().expect("an id").to_owned();
        let page = ndoku(&["explain", &id]);
        assert!(
            page.code == 0
                && page.out.contains("\n===")
                && page.out.contains("\n    +--")
                && ["<!--", "```", "\n#", "\n>", "*"]
                    .iter()
                    .all(|mark| !page.out.contains(mark))
                && page.out.lines().all(|line| line.chars().count() <= 80),
            "{id}: {}",
            page.out
        );
    }
    assert!(
        ndoku(&["explain", "Locked Candidates Type 1"])
            .out
            .starts_with("Pointing\n========\n")
    );
    assert_eq!(ndoku(&["explain", "magic"]).code, 2);
}

#[test]
fn a_part_of_a_name_finds_several_techniques() {
    for (part, one) in [
        ("locked candidates", "pointing"),
        ("wings", "xy-wing"),
        ("Unique Rectangle", "unique-rectangle-1"),
    ] {
        let run = ndoku(&["explain", part]);
        assert_eq!(run.code, 2, "{}", run.err);
        assert!(run.err.contains(one), "{}", run.err);
    }
    // The name of Sudoku Explainer, which `ndoku rate` prints.
    assert_eq!(ndoku(&["explain", "Forcing Chain"]).code, 0);
}

/// Words of English that stand in no German or Spanish text.
fn english_words(text: &str) -> Vec<&str> {
    let is_english =
        |word: &&str| ["the", "and", "step", "steps", "solution", "with", "wrong"].contains(word);
    let words = text.split(|letter: char| !letter.is_alphabetic());
    words.filter(is_english).collect()
}

/// Returns how a page in a language begins.
fn page_tag(language: &str) -> String {
    format!("<html lang=\"{language}\">")
}

#[test]
fn hints_paths_and_worked_solutions_speak_german_and_spanish() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    for (language, title, solved, legend) in [
        (
            "de",
            "Ein erklärter Lösungsweg",
            "Gelöst in ",
            "\nGesetzt (=): 8 in r1c6\n",
        ),
        (
            "es",
            "Una solución explicada",
            "Resuelto en ",
            "\nColocado (=): 8 en r1c6\n",
        ),
    ] {
        let speak = |arguments: &[&str]| {
            let run = ndoku(&[arguments, &["--language", language]].concat());
            assert!(run.code < 2, "{arguments:?}: {}", run.err);
            let found = english_words(&run.out);
            assert!(found.is_empty(), "{arguments:?}: {found:?} in {}", run.out);
            run.out
        };
        for level in ["nudge", "where", "what", "full"] {
            speak(&["hint", "--level", level, EASY]);
        }
        speak(&["hint", FULL]);
        speak(&["hint", NONE]);
        speak(&["hint", "--technique", "x-wing", EASY]);
        // A wrong digit, and a state without a step.
        let wrong = state(&EASY.replacen("53.", "53+1", 1), "");
        let file = path("wrong.txt");
        std::fs::write(&file, wrong).unwrap();
        speak(&["hint", &file]);
        speak(&["solve", "--path", &file]);
        let steps = speak(&["solve", "--path", "--verbose", EASY]);
        assert!(steps.contains(solved), "{steps}");
        let drawn = speak(&["draw", "--hint", EASY]);
        let explained = speak(&["hint", "--level", "full", EASY]);
        let (_, reason) = explained.split_once(": ").unwrap();
        assert!(drawn.ends_with(reason), "{drawn} without {reason}");
        assert!(drawn.contains(legend), "{drawn} without {legend}");
        assert!(
            speak(&["draw", "--step", "2", "--to", "html", EASY]).contains(&page_tag(language))
        );
        for name in ["worked.md", "worked.html"] {
            let file = path(name);
            let run = ndoku(&["solve", "--path", EASY, "--language", language, "-o", &file]);
            assert_eq!(run.code, 0, "{}", run.err);
            let text = std::fs::read_to_string(&file).unwrap();
            assert!(text.contains(title) && text.contains(solved), "{text}");
            let is_page = name.ends_with("html");
            assert_eq!(text.contains(&page_tag(language)), is_page);
        }
    }
    let run = ndoku(&["hint", "--language", "fr", EASY]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("there is no language `fr`"), "{}", run.err);
    assert_eq!(ndoku(&["solve", "--language", "de", EASY]).code, 2);
    assert_eq!(ndoku(&["draw", "--language", "de", EASY]).code, 2);
}
