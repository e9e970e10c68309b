//! Rules for every document: links have targets, lines and sentences are short, Rust samples are
//! tested.

use ndoku_documents::{Document, documents, root, samples, sentences};

/// Maximum width of a line of prose, in columns.
const COLUMNS: usize = 100;

/// Maximum length of a sentence, in words.
const WORDS: usize = 25;

#[test]
fn the_documents_are_found() {
    let names: Vec<String> = documents()
        .into_iter()
        .map(|document| document.name)
        .collect();
    for name in [
        "README.md",
        "CHANGELOG.md",
        "docs/architecture.md",
        "docs/guide/README.md",
        "crates/ndoku/README.md",
    ] {
        assert!(
            names.iter().any(|found| found == name),
            "{name} is missing in {names:?}"
        );
    }
}

#[test]
fn relative_links_lead_to_files_and_headings() {
    let root = root();
    let mut broken = Vec::new();
    let mut checked = 0;
    for document in documents() {
        let folder = root
            .join(&document.name)
            .parent()
            .expect("a file lies in a folder")
            .to_path_buf();
        for (line, target) in document.links() {
            if ["http:", "https:", "mailto:"]
                .iter()
                .any(|scheme| target.starts_with(scheme))
            {
                continue;
            }
            checked += 1;
            let (file, anchor) = target.split_once('#').unwrap_or((&target, ""));
            let path = if file.is_empty() {
                root.join(&document.name)
            } else {
                folder.join(file)
            };
            if !path.exists() {
                broken.push(format!("{}:{line}: no file {target}", document.name));
            } else if !anchor.is_empty() {
                let text = std::fs::read_to_string(&path).expect("the target can be read");
                let headings = Document {
                    name: target.clone(),
                    text,
                }
                .headings();
                if !headings.iter().any(|heading| heading == anchor) {
                    broken.push(format!(
                        "{}:{line}: no heading {target} among {headings:?}",
                        document.name
                    ));
                }
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
    assert!(checked > 50, "only {checked} links were found");
}

#[test]
fn no_line_of_prose_is_wider_than_100_columns() {
    let wide = |document: &Document| {
        document
            .wide_lines(COLUMNS)
            .into_iter()
            .map(|line| format!("{}:{line}", document.name))
            .collect::<Vec<_>>()
    };
    let wide: Vec<String> = documents().iter().flat_map(wide).collect();
    assert!(wide.is_empty(), "{}", wide.join("\n"));
}

#[test]
fn no_sentence_is_longer_than_25_words() {
    let mut long = Vec::new();
    let mut checked = 0;
    for document in documents() {
        for (line, text) in document.paragraphs() {
            for sentence in sentences(&text) {
                let words = sentence
                    .split_whitespace()
                    .filter(|word| word.chars().any(char::is_alphanumeric))
                    .count();
                if words > WORDS {
                    long.push(format!(
                        "{}:{line}: {words} words: {sentence}",
                        document.name
                    ));
                }
                checked += 1;
            }
        }
    }
    assert!(long.is_empty(), "{}", long.join("\n"));
    assert!(checked > 300, "only {checked} sentences were found");
}

#[test]
fn the_readme_is_at_most_150_lines_long() {
    let readme = documents()
        .into_iter()
        .find(|document| document.name == "README.md")
        .expect("it was found");
    let lines = readme.text.lines().count();
    assert!(
        lines <= 150,
        "{lines} lines: the long text belongs into docs/guide"
    );
}

#[test]
fn every_document_with_rust_is_a_doctest() {
    let with_rust = documents().into_iter().filter(|document| {
        document
            .blocks()
            .iter()
            .any(|block| block.language.starts_with("rust"))
    });
    let mut names: Vec<String> = with_rust.map(|document| document.name).collect();
    let mut tested: Vec<String> = samples::TESTED
        .iter()
        .map(|name| (*name).to_owned())
        .collect();
    names.sort();
    tested.sort();
    assert_eq!(
        names, tested,
        "dev/documents/src/samples.rs names the documents with `rust` blocks"
    );
}
