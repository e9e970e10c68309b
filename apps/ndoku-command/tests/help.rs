//! Every help page: width, length, words, and examples, which are run.

mod common;

use std::path::Path;
use std::process::Command;

use common::{ndoku, ndoku_with};
use ndoku_documents::sentences;

const WIDTH: usize = 80;

/// Maximum number of lines of a short page: one screen.
const SCREEN: usize = 40;

/// Minimum number of examples on a long page.
const EXAMPLES: usize = 3;

const COMMANDS: &[&str] = &[
    "solve",
    "check",
    "count",
    "enumerate",
    "sample",
    "sample grids",
    "sample minimal",
    "generate",
    "convert",
    "formats",
    "rules",
    "stats",
    "minimize",
    "vicinity",
    "rate",
    "analyze",
    "hint",
    "draw",
    "play",
    "explain",
    "techniques",
    "canon",
    "compare",
    "bench",
    "serve",
    "completions",
    "man",
    "help",
];

const TOPICS: &[&str] = &[
    "formats",
    "rules",
    "techniques",
    "ratings",
    "notation",
    "exit-codes",
    "json",
    "photographs",
    "symbols",
    "order",
    "config",
    "features",
];

/// Words and phrases that help pages must not use, in lower case.
const BANNED: &[&str] = &[
    "so many",
    "so long",
    "so often",
    "anew",
    "whoever",
    "shall",
    "besides",
    "at once",
    "as far as",
    "is told",
    "is said",
    "are said",
    "comes out",
    "leave out",
    "left out",
    "by turns",
    "whatever",
    "whichever",
    "save that",
    "but for",
    "what follows",
    "in essence",
    "says what",
    "if you like",
    "colour",
    "centre",
    "millimetre",
    "minimis",
    "analyse",
    "recognis",
    "relabell",
    "neighbour",
    "canonicalise",
];

/// Returns the help of a command, as `-h` or `--help` prints it.
fn page(command: &str, option: &str) -> String {
    let arguments: Vec<&str> = command.split_whitespace().chain([option]).collect();
    let run = ndoku(&arguments);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{command} {option}");
    run.out
}

fn pages() -> impl Iterator<Item = (String, String)> {
    let commands = COMMANDS.iter().copied().chain([""]);
    commands.flat_map(|command| {
        ["-h", "--help"].map(|option| (format!("{command} {option}"), page(command, option)))
    })
}

/// Returns the commands below `Examples:`.
fn examples(page: &str) -> Vec<&str> {
    let (_, examples) = page.split_once("Examples:\n").unwrap_or_default();
    examples
        .lines()
        .map(str::trim)
        .filter(|line| line.starts_with("ndoku "))
        .collect()
}

/// Splits a command line as a shell does.
fn words(command: &str) -> Vec<String> {
    let parts = command.split('\'').enumerate();
    let split = parts.flat_map(|(number, part)| match number % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect(),
        _ => vec![part.to_owned()],
    });
    split.collect()
}

#[test]
fn every_page_fits_the_screen() {
    for (name, text) in pages() {
        let first = text.lines().next().unwrap_or_default();
        assert!(!first.trim().is_empty(), "{name} begins with an empty line");
        for line in text.lines() {
            assert!(line.chars().count() <= WIDTH, "{name}: {line}");
        }
        if !name.ends_with("--help") {
            assert!(
                text.lines().count() <= SCREEN,
                "{name} has {} lines:\n{text}",
                text.lines().count()
            );
        }
    }
}

#[test]
fn topics_are_narrow_and_in_plain_english() {
    for topic in TOPICS {
        let run = ndoku(&["help", topic]);
        assert_eq!(run.code, 0, "{topic}");
        for line in run.lines() {
            assert!(line.chars().count() <= WIDTH, "{topic}: {line}");
        }
        // These topics quote the registries of other crates.
        if !["formats", "rules", "techniques"].contains(topic) {
            assert_eq!(banned(&run.out), None, "{topic}");
        }
    }
}

/// Returns a banned word of a text.
fn banned(text: &str) -> Option<&'static str> {
    // British spellings occur only as aliases of commands.
    let text: Vec<&str> = text
        .lines()
        .filter(|line| !line.contains("[aliases:"))
        .collect();
    let text = text
        .join(" ")
        .to_lowercase()
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    BANNED.iter().find(|word| text.contains(**word)).copied()
}

#[test]
fn help_is_plain_english() {
    for (name, text) in pages() {
        assert_eq!(banned(&text), None, "{name}");
    }
}

/// Returns the paragraphs of a page, without lists of options. Lines with the same indentation
/// belong together.
fn paragraphs(page: &str) -> Vec<String> {
    let text = page.split("\nExamples:\n").next().unwrap_or_default();
    let mut paragraphs = vec![String::new()];
    let mut last = 0;
    for line in text.lines() {
        let indent = line.len() - line.trim_start().len();
        let is_prose = !line.trim_start().starts_with('-') && !line.trim().contains("  ");
        if line.trim().is_empty() || indent != last || !is_prose {
            paragraphs.push(String::new());
        }
        last = indent;
        if let Some(paragraph) = paragraphs.last_mut().filter(|_| is_prose) {
            *paragraph += line.trim();
            paragraph.push(' ');
        }
    }
    paragraphs
}

#[test]
fn no_sentence_of_the_help_is_longer_than_25_words() {
    let mut long = Vec::new();
    let mut checked = 0;
    for (name, page) in pages().filter(|(name, _)| name.ends_with("--help")) {
        for paragraph in paragraphs(&page) {
            for sentence in sentences(&paragraph) {
                checked += 1;
                if sentence.split_whitespace().count() > 25 {
                    long.push(format!("{name}: {sentence}"));
                }
            }
        }
    }
    assert!(long.is_empty(), "{}", long.join("\n"));
    assert!(checked > 500, "only {checked} sentences were found");
}

#[test]
fn the_first_line_of_an_option_has_no_full_stop() {
    for (name, text) in pages().filter(|(name, _)| name.ends_with("--help") && name.len() > 8) {
        let lines: Vec<&str> = text
            .split("Examples:\n")
            .next()
            .unwrap_or_default()
            .lines()
            .collect();
        for (place, line) in lines
            .iter()
            .enumerate()
            .filter(|(_, line)| line.starts_with("  -") || line.starts_with("      --"))
        {
            // The lines of an option, up to the first empty line.
            let help: Vec<&str> = lines[place + 1..]
                .iter()
                .map(|line| line.trim())
                .take_while(|line| !line.is_empty())
                .collect();
            let help = if help.is_empty() {
                line.trim().to_owned()
            } else {
                help.join(" ")
            };
            assert!(
                (!help.ends_with('.') || help.ends_with("..")) && !help.ends_with(".]"),
                "{name}: {line}: {help}"
            );
            let begins = help.chars().next().is_some_and(|c| !c.is_lowercase());
            assert!(begins, "{name}: {line}: {help}");
        }
    }
}

#[test]
fn short_pages_name_the_long_ones() {
    for command in COMMANDS {
        assert!(page(command, "-h").contains("--help"), "{command}");
        assert!(!page(command, "-h").contains("Examples:"), "{command}");
    }
}

#[test]
fn every_command_has_examples_that_work() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = common::folder();
    let puzzles = folder.path().join("puzzles");
    std::fs::create_dir(&puzzles).unwrap();
    for file in std::fs::read_dir(root.join("puzzles"))
        .unwrap()
        .map(Result::unwrap)
    {
        std::fs::copy(file.path(), puzzles.join(file.file_name())).unwrap();
    }
    let photo = root.join("apps/ndoku-command/tests/photos/newspaper.jpg");
    std::fs::copy(photo, folder.path().join("photo.jpg")).unwrap();
    let mut shown: Vec<String> = Vec::new();
    for command in COMMANDS {
        let text = page(command, "--help");
        let found = examples(&text);
        assert!(
            found.len() >= EXAMPLES,
            "{command} has {} examples",
            found.len()
        );
        let own = |example: &&&str| example.starts_with(&format!("ndoku {command}"));
        assert!(
            found.iter().filter(own).count() > 0,
            "{command} has no example of its own"
        );
        shown.extend(found.iter().map(|example| (*example).to_owned()));
    }
    let overview = page("", "--help");
    let own = overview
        .lines()
        .map(|line| line.trim_start_matches("Examples").trim())
        .filter(|line| line.starts_with("ndoku "));
    let own: Vec<String> = own
        .filter(|line| line.contains(".txt") || line.contains("--level"))
        .map(str::to_owned)
        .collect();
    assert_eq!(own.len(), EXAMPLES, "{overview}");
    shown.extend(own);
    shown.sort_unstable();
    shown.dedup();
    // Two at a time, because this takes longer than all other tests of the file.
    let (ones, others) = shown.split_at(shown.len() / 2);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            ones.iter()
                .for_each(|example| run_example(example, folder.path()));
        });
        others
            .iter()
            .for_each(|example| run_example(example, folder.path()));
    });
}

/// Runs an example in a folder, and checks that it succeeds and prints something.
fn run_example(example: &str, folder: &Path) {
    let words = words(example);
    // These commands do not end by themselves, or need a terminal. Parsing them is enough.
    let waits = ["play", "serve"].contains(&words[1].as_str());
    let program = Path::new(env!("CARGO_BIN_EXE_ndoku"));
    let mut run = Command::new(program);
    run.args(&words[1..])
        .args(waits.then_some("--help"))
        .env("NDOKU_CONFIG", "")
        .current_dir(folder);
    let output = run.stdin(std::process::Stdio::null()).output().unwrap();
    let err = String::from_utf8_lossy(&output.stderr);
    // Examples may need a feature that this build lacks.
    if err.contains("this build of ndoku does not include") {
        return;
    }
    // 1 is an answer, too: not every puzzle has exactly one solution.
    let code = output.status.code();
    assert!(
        code == Some(0) || code == Some(1) && !err.contains("error"),
        "{example}: {code:?}: {err}"
    );
    assert!(
        !output.stdout.is_empty()
            || ["-o", "--output"]
                .iter()
                .any(|option| words.iter().any(|word| word == option)),
        "{example} prints nothing"
    );
}

#[test]
fn all_ways_to_the_overview_give_the_same_text() {
    let overview = page("", "--help");
    assert_eq!(page("", "-h"), overview);
    assert_eq!(ndoku(&["help"]).out, overview);
    let alone = ndoku(&[]);
    assert_eq!(
        (alone.code, alone.out.as_str(), alone.err.trim_end()),
        (2, "", overview.trim_end())
    );
    for topic in TOPICS {
        assert!(overview.contains(topic), "{topic}");
    }
}

#[test]
fn unknown_topics_get_a_suggestion() {
    for (asked, hint) in [
        ("format", "did you mean `ndoku help formats`?"),
        ("exit-code", "did you mean `ndoku help exit-codes`?"),
        ("slove", "did you mean `ndoku help solve`?"),
        ("x-wing", "`ndoku explain x-wing` explains this technique"),
        (
            "nonsense",
            "the topics are formats, rules, techniques, ratings, notation",
        ),
    ] {
        let run = ndoku(&["help", asked]);
        assert_eq!(run.code, 2, "{asked}");
        assert!(
            run.err.contains(&format!("there is no help on `{asked}`")) && run.err.contains(hint),
            "{asked}: {}",
            run.err
        );
    }
}

#[test]
fn options_without_effect_are_hidden() {
    for (command, option) in [
        ("check", "--to"),
        ("check", "--order"),
        ("check", "--ascii"),
        ("count", "--to"),
        ("count", "--order"),
        ("count", "--ascii"),
        ("minimize", "--order"),
        ("vicinity", "--order"),
        ("formats", "--progress"),
        ("formats", "--exit-zero"),
        ("play", "--progress"),
        ("explain", "--exit-zero"),
        ("man", "--progress"),
    ] {
        assert!(
            !page(command, "--help").contains(&format!("{option} ")),
            "{command} {option}"
        );
    }
    // Hidden global options are accepted everywhere.
    for arguments in [
        &["formats", "--progress", "never"][..],
        &["--exit-zero", "rules"],
        &["--progress", "json", "techniques", "-q"],
    ] {
        assert_eq!(ndoku(arguments).code, 0, "{arguments:?}");
    }
    // They take effect where they apply, before and after the command.
    for arguments in [
        ["--exit-zero", "check", "11.............."],
        ["check", "--exit-zero", "11.............."],
    ] {
        assert_eq!(ndoku(&arguments).code, 0, "{arguments:?}");
    }
}

#[test]
fn earlier_spellings_are_aliases() {
    const GRID: &str = "1234341221434321";
    for (earlier, current) in [
        (
            &["minimise", "--seed", "1", GRID][..],
            &["minimize", "--seed", "1", GRID][..],
        ),
        (
            &["analyse", "--only", "minimal", GRID],
            &["analyze", "--only", "minimal", GRID],
        ),
        (&["canonicalise", GRID], &["canon", GRID]),
        (
            &["canon", "--form", "string", GRID],
            &["canon", "--form", "minlex", GRID],
        ),
        (
            &["analyze", "--orders", "2", "--seed", "1", GRID],
            &["analyze", "--samples", "2", "--seed", "1", GRID],
        ),
        (
            &["explain", "nested-net"],
            &["explain", "nested-forcing-net"],
        ),
        (
            &["solve", "--before", "--to", "grid", GRID],
            &["solve", "--show-puzzle", "--to", "grid", GRID],
        ),
        (
            &["canon", "--group", "--together", GRID],
            &["canon", "--group", "--sort-groups", GRID],
        ),
        (
            &[
                "generate",
                "--seed",
                "1",
                "--goal",
                "few-clues",
                "--pool",
                "3",
                "--rounds",
                "9",
                "--tries",
                "8",
            ],
            &[
                "generate",
                "--seed",
                "1",
                "--optimize",
                "few-clues",
                "--population",
                "3",
                "--generations",
                "9",
                "--max-attempts",
                "8",
            ],
        ),
        (
            &[
                "generate",
                "--seed",
                "7",
                "--requires",
                "naked-pair",
                "--at-most",
                "naked-triple",
            ],
            &[
                "generate",
                "--seed",
                "7",
                "--require-technique",
                "naked-pair",
                "--max-technique",
                "naked-triple",
            ],
        ),
    ] {
        let (earlier, current) = (ndoku(earlier), ndoku(current));
        assert_eq!(
            (earlier.code, &earlier.out),
            (current.code, &current.out),
            "{earlier:?}"
        );
        assert!(current.code < 2 && !current.out.is_empty(), "{current:?}");
    }
}

#[test]
fn features_of_the_build_are_listed() {
    let run = ndoku(&["help", "features"]);
    for feature in ["cadical", "pdf", "play", "png", "serve", "zstd"] {
        let line = run
            .lines()
            .into_iter()
            .find(|line| line.trim_start().starts_with(feature))
            .unwrap_or_default()
            .to_owned();
        assert!(
            line.contains("included") || line.contains("missing"),
            "{feature}: {}",
            run.out
        );
        let overview = page("", "-h");
        let lacks = overview
            .lines()
            .find(|line| line.contains("Not built"))
            .unwrap_or_default();
        assert_eq!(
            line.contains("missing"),
            lacks.contains(feature),
            "{feature}: {overview}"
        );
    }
    assert!(run.out.contains("cargo install --path apps/ndoku-cli"));
}

#[test]
fn completions_and_manual_page_have_every_command() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let run = ndoku(&["completions", shell]);
        assert_eq!(run.code, 0, "{shell}");
        for word in ["minimize", "analyze", "--sort-groups", "--max-attempts"] {
            let word = if shell == "fish" {
                word.trim_start_matches("--")
            } else {
                word
            };
            assert!(run.out.contains(word), "{shell}: {word}");
        }
    }
    let run = ndoku_with(&["man"], b"");
    assert!(
        run.out.contains("ndoku\\-minimize") || run.out.contains("ndoku-minimize"),
        "{}",
        &run.out[..200]
    );
    assert!(
        !run.out.contains('\u{1b}'),
        "the manual page has colors of the terminal"
    );
}
