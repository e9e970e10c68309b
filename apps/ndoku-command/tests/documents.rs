//! The commands in the documents work: sessions print the documented output, and pictures are equal
//! to those that their commands draw.
//!
//! ````text
//! <!-- needs: png -->            skips the block where the build lacks the feature
//! ```console                     a session: every command is run and must print exactly this
//! $ ndoku count PUZZLE
//! 1
//! ```
//! ```sh                          not run, but the commands and options must exist
//! ndoku draw puzzle.txt -o puzzle.png
//! ```
//! <!-- ndoku draw FILE -o docs/images/x.svg -->   the picture must be what this command draws
//! ````

use std::collections::HashMap;
use std::path::Path;
use std::process::{Command, Output};

use ndoku_documents::{Block, Document, documents, root};

/// Returns the documents whose samples are tested.
fn tested() -> Vec<Document> {
    documents()
        .into_iter()
        .filter(|document| {
            document.name.starts_with("docs/guide/") || !document.name.starts_with("docs/")
        })
        .collect()
}

/// Returns `true` if the build has the feature of a mark.
fn has(feature: &str) -> bool {
    match feature {
        "cadical" => cfg!(feature = "cadical"),
        "pdf" => cfg!(feature = "pdf"),
        "play" => cfg!(feature = "play"),
        "png" => cfg!(feature = "png"),
        "serve" => cfg!(feature = "serve"),
        "zstd" => cfg!(feature = "zstd"),
        _ => panic!("`<!-- needs: {feature} -->` names no feature"),
    }
}

/// Returns the blocks in a language whose features this build has.
fn blocks<'a>(document: &'a Document, language: &str) -> Vec<Block<'a>> {
    let usable = |block: &Block<'_>| {
        block.language == language && block.needs.iter().all(|feature| has(feature))
    };
    document.blocks().into_iter().filter(usable).collect()
}

/// Splits a command into words. Quotes, single or double, hold a word together.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in command.chars() {
        match (c, quote) {
            ('\'' | '"', None) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (_, Some(open)) if c == open => quote = None,
            (_, None) if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

/// Runs `ndoku` in the root of the workspace.
fn ndoku(arguments: &[String]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ndoku"));
    command
        .args(arguments)
        .env("NDOKU_CONFIG", "")
        .current_dir(root())
        .output()
        .expect("the command starts")
}

/// Returns the commands of a session, each with the output below it.
fn session(block: &Block<'_>) -> Vec<(String, String)> {
    let mut all: Vec<(String, String)> = Vec::new();
    for line in &block.lines {
        match (line.strip_prefix("$ "), all.last_mut()) {
            (Some(command), _) => all.push((command.to_owned(), String::new())),
            (None, Some((_, expected))) => {
                expected.push_str(line);
                expected.push('\n');
            }
            (None, None) => panic!("line {}: a session begins with a command", block.line),
        }
    }
    all
}

#[test]
fn sessions_print_the_documented_output() {
    let mut run = 0;
    let mut wrong = Vec::new();
    for document in tested() {
        for block in blocks(&document, "console") {
            for (command, expected) in session(&block) {
                let words = words(&command);
                assert_eq!(
                    words.first().map(String::as_str),
                    Some("ndoku"),
                    "{}: {command}",
                    document.name
                );
                let output = ndoku(&words[1..]);
                let printed = String::from_utf8_lossy(&output.stdout);
                let place = format!("{}:{}: {command}", document.name, block.line);
                // Several solutions, a conflict and a limit are answers. Any other code is an error
                // in the sample.
                if !matches!(output.status.code(), Some(0 | 1 | 4)) {
                    wrong.push(format!(
                        "{place}\n{}: {}",
                        output.status,
                        String::from_utf8_lossy(&output.stderr)
                    ));
                } else if printed != expected {
                    wrong.push(format!(
                        "{place}\nthe document:\n{expected}the command:\n{printed}"
                    ));
                }
                run += 1;
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(run >= 25, "only {run} sessions were found");
}

/// Returns the commands of a shell line: the text between pipes and semicolons, without a comment.
fn commands(line: &str) -> Vec<Vec<String>> {
    let line = line.split(" #").next().unwrap_or_default();
    let parts = line.split(['|', ';', '&']).map(words);
    parts
        .filter(|words| words.first().is_some_and(|first| first == "ndoku"))
        .collect()
}

/// Returns the help of the command that these words call, from a cache. Some commands have
/// subcommands, such as `sample`.
fn help(words: &[String], kept: &mut HashMap<Vec<String>, String>) -> String {
    let mut path: Vec<String> = words
        .iter()
        .skip(1)
        .find(|word| !word.starts_with('-'))
        .cloned()
        .into_iter()
        .collect();
    loop {
        let text = kept.entry(path.clone()).or_insert_with(|| {
            let output = ndoku(&[&path[..], &["--help".to_owned()]].concat());
            String::from_utf8_lossy(&output.stdout).into_owned()
        });
        let next = words
            .iter()
            .skip(1 + path.len())
            .find(|word| !word.starts_with('-'));
        match next {
            Some(next) if text.contains("\nCommands:\n") => path.push(next.clone()),
            _ => return text.clone(),
        }
    }
}

#[test]
fn shell_commands_exist() {
    let mut kept = HashMap::new();
    let mut wrong = Vec::new();
    let mut checked = 0;
    for document in tested() {
        for block in blocks(&document, "sh") {
            for words in block.lines.iter().flat_map(|line| commands(line)) {
                let help = help(&words, &mut kept);
                let known = |option: &str| {
                    help.split(|c: char| !c.is_alphanumeric() && c != '-')
                        .any(|word| word == option)
                };
                let options = words
                    .iter()
                    .filter(|word| word.starts_with("--") && word.len() > 2);
                let unknown: Vec<&str> = options
                    .filter_map(|word| word.split('=').next())
                    .filter(|option| !known(option))
                    .collect();
                if help.is_empty() || !unknown.is_empty() {
                    wrong.push(format!(
                        "{}:{}: `{}`: unknown: {unknown:?}",
                        document.name,
                        block.line,
                        words.join(" ")
                    ));
                }
                checked += 1;
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(checked >= 25, "only {checked} commands were found");
}

#[test]
fn pictures_equal_the_output_of_their_commands() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut drawn = 0;
    for document in tested() {
        let commands = document
            .text
            .lines()
            .filter_map(|line| line.strip_prefix("<!-- ndoku draw ")?.strip_suffix(" -->"));
        for command in commands {
            let mut words = words(&format!("draw {command}"));
            let picture = words.pop().expect("the file is the last word");
            let made = folder.path().join("picture.svg");
            words.push(made.display().to_string());
            let output = ndoku(&words);
            assert!(
                output.status.success(),
                "{}: {command}: {}",
                document.name,
                String::from_utf8_lossy(&output.stderr)
            );
            let [made, stored] = [made, root().join(Path::new(&picture))]
                .map(|path| std::fs::read_to_string(path).expect("a picture"));
            assert!(
                made == stored.replace("\r\n", "\n"),
                "{picture} is not what `ndoku draw {command}` draws: run it in the root of the \
                project"
            );
            drawn += 1;
        }
    }
    assert!(drawn >= 2, "only {drawn} pictures were found");
}

#[test]
fn quotes_keep_words_together() {
    assert_eq!(
        words(r#"ndoku draw "a b" -o 'c d'e ''"#),
        ["ndoku", "draw", "a b", "-o", "c de", ""]
    );
    assert_eq!(
        commands("ndoku generate 2 | ndoku solve; ls # ndoku").len(),
        2
    );
}
