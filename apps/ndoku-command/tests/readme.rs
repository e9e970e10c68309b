//! Every session that a document shows is run, and must print what the document says.

use std::path::Path;
use std::process::Command;

/// The commands of the `console` blocks of a text, with what stands below each.
fn sessions(text: &str) -> Vec<(String, String)> {
    let mut all: Vec<(String, String)> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        match line {
            "```console" => inside = true,
            "```" => inside = false,
            _ if !inside => {}
            _ => match line.strip_prefix("$ ") {
                Some(command) => all.push((command.to_owned(), String::new())),
                None => {
                    if let Some((_, expected)) = all.last_mut() {
                        expected.push_str(line);
                        expected.push('\n');
                    }
                }
            },
        }
    }
    all
}

#[test]
fn the_sessions_of_the_documents_are_true() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let program = Path::new(env!("CARGO_BIN_EXE_ndoku"));
    let mut run = 0;
    for document in ["README.md", "CONTRIBUTING.md"] {
        let text = std::fs::read_to_string(root.join(document)).expect("the document can be read");
        for (command, expected) in sessions(&text) {
            let mut words = command.split_whitespace();
            assert_eq!(words.next(), Some("ndoku"), "{document}: {command}");
            let output = Command::new(program).args(words).env("NDOKU_CONFIG", "").current_dir(&root).output().expect("the command starts");
            assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{document}: {command}");
            run += 1;
        }
    }
    assert!(run >= 8, "only {run} sessions were found");
}
