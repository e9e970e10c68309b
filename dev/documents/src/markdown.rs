//! The parts of a Markdown document that tests check.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

/// A Markdown document of the workspace.
#[derive(Debug, Clone)]
pub struct Document {
    /// Path below the root of the workspace, with `/` between folders.
    pub name: String,
    /// The whole text.
    pub text: String,
}

/// A fenced block of code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block<'a> {
    /// The word behind the opening fence, such as `console`.
    pub language: &'a str,
    /// The features that the block needs. A comment `<!-- needs: png pdf -->` on the line before
    /// the fence names them.
    pub needs: Vec<&'a str>,
    /// Number of the opening fence's line, counted from 1.
    pub line: usize,
    /// The lines between the fences.
    pub lines: Vec<&'a str>,
}

/// Returns the root of the workspace.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_path_buf()
}

/// Reads the documents: those in the root, in `docs`, and the READMEs of all packages.
///
/// # Panics
///
/// Panics if a file cannot be read.
pub fn documents() -> Vec<Document> {
    let root = root();
    let mut paths = Vec::new();
    markdown_files(&root, false, &mut paths);
    markdown_files(&root.join("docs"), true, &mut paths);
    for folder in ["crates", "apps", "bindings", "web"] {
        let parent = root.join(folder);
        paths.push(parent.join("README.md"));
        let packages = fs::read_dir(&parent)
            .expect("the folder can be listed")
            .flatten();
        paths.extend(packages.map(|entry| entry.path().join("README.md")));
    }
    paths.retain(|path| path.is_file());
    paths.sort();
    let name = |path: &Path| {
        let below = path.strip_prefix(&root).unwrap_or(path);
        below
            .iter()
            .map(|part| part.to_string_lossy())
            .collect::<Vec<_>>()
            .join("/")
    };
    let read = |path: &PathBuf| Document {
        name: name(path),
        text: fs::read_to_string(path).expect("the document can be read"),
    };
    paths.iter().map(read).collect()
}

/// Adds the Markdown files of a folder, and of its subfolders if `deep` is set.
fn markdown_files(folder: &Path, deep: bool, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder)
        .expect("the folder can be listed")
        .flatten()
    {
        let path = entry.path();
        if path.is_dir() {
            if deep {
                markdown_files(&path, deep, found);
            }
        } else if path.extension().is_some_and(|extension| extension == "md") {
            found.push(path);
        }
    }
}

/// The kind of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Between fences, or a fence itself.
    Code,
    /// A heading, a table, a comment, or blank.
    Structure,
    /// Text.
    Prose,
}

impl Document {
    /// Returns the fenced blocks in order.
    pub fn blocks(&self) -> Vec<Block<'_>> {
        let mut blocks = Vec::new();
        let mut open: Option<Block<'_>> = None;
        let mut before = "";
        for (number, line) in (1..).zip(self.text.lines()) {
            match (line.trim_start().strip_prefix("```"), open.take()) {
                (Some(_), Some(block)) => blocks.push(block),
                (Some(language), None) => {
                    open = Some(Block {
                        language: language.trim(),
                        needs: needs(before),
                        line: number,
                        lines: Vec::new(),
                    });
                }
                (None, Some(mut block)) => {
                    block.lines.push(line);
                    open = Some(block);
                }
                (None, None) => {}
            }
            before = line;
        }
        blocks
    }

    /// Returns the lines outside of code with their numbers, counted from 1.
    fn lines(&self) -> impl Iterator<Item = (usize, &str, Kind)> {
        let mut code = false;
        (1..).zip(self.text.lines()).map(move |(number, line)| {
            let start = line.trim_start();
            let fence = start.starts_with("```");
            let kind = if code || fence {
                Kind::Code
            } else if start.is_empty()
                || ["#", "|", "<!--"]
                    .iter()
                    .any(|mark| start.starts_with(mark))
            {
                Kind::Structure
            } else {
                Kind::Prose
            };
            code ^= fence;
            (number, line, kind)
        })
    }

    /// Returns the anchors of the headings, named as GitHub names them.
    pub fn headings(&self) -> Vec<String> {
        let mut seen: HashMap<String, usize> = HashMap::new();
        let heading = |line: &str| {
            line.starts_with('#')
                .then(|| anchor(line.trim_start_matches('#').trim()))
        };
        let all = self
            .lines()
            .filter(|(_, _, kind)| *kind == Kind::Structure)
            .filter_map(|(_, line, _)| heading(line));
        all.map(|anchor| {
            let before = seen.entry(anchor.clone()).or_default();
            *before += 1;
            if *before == 1 {
                anchor
            } else {
                format!("{anchor}-{}", *before - 1)
            }
        })
        .collect()
    }

    /// Returns the targets of links and pictures with the numbers of their lines.
    pub fn links(&self) -> Vec<(usize, String)> {
        let mut links = Vec::new();
        for (number, line, _) in self.lines().filter(|(_, _, kind)| *kind != Kind::Code) {
            let line = without_code(line);
            for (at, _) in line.match_indices("](") {
                if let Some(end) = line[at..].find(')') {
                    links.push((number, line[at + 2..at + end].to_owned()));
                }
            }
        }
        links
    }

    /// Returns the paragraphs and list items with the number of their first line. Inline code
    /// counts as one word.
    pub fn paragraphs(&self) -> Vec<(usize, String)> {
        let mut paragraphs: Vec<(usize, String)> = Vec::new();
        let mut inside = false;
        for (number, line, kind) in self.lines() {
            let item = [
                "- ", "* ", "1. ", "2. ", "3. ", "4. ", "5. ", "6. ", "7. ", "8. ", "9. ",
            ];
            let begins = item.iter().any(|mark| line.trim_start().starts_with(mark));
            match (kind, paragraphs.last_mut()) {
                (Kind::Prose, Some((_, text))) if inside && !begins => {
                    text.push(' ');
                    text.push_str(line.trim());
                }
                (Kind::Prose, _) => paragraphs.push((number, line.trim().to_owned())),
                _ => {}
            }
            inside = kind == Kind::Prose;
        }
        for (_, text) in &mut paragraphs {
            *text = without_code(text);
        }
        paragraphs
    }

    /// Returns the numbers of the lines of prose that are wider than `columns`.
    pub fn wide_lines(&self, columns: usize) -> Vec<usize> {
        let wide = self
            .lines()
            .filter(|(_, line, kind)| *kind == Kind::Prose && line.chars().count() > columns);
        wide.map(|(number, _, _)| number).collect()
    }
}

/// Returns the features of a comment such as `<!-- needs: png pdf -->`.
fn needs(line: &str) -> Vec<&str> {
    let inner = line
        .trim()
        .strip_prefix("<!-- needs:")
        .and_then(|rest| rest.strip_suffix("-->"));
    inner
        .map(|words| words.split_whitespace().collect())
        .unwrap_or_default()
}

/// Returns the text with one word, `code`, in place of each inline code.
fn without_code(text: &str) -> String {
    let parts: Vec<&str> = text.split('`').collect();
    // An unpaired backtick is text.
    let pairs = (parts.len() - 1) / 2 * 2;
    let part = |(number, part): (usize, &&str)| {
        if number % 2 == 1 && number < pairs {
            "code".to_owned()
        } else {
            (*part).to_owned()
        }
    };
    parts.iter().enumerate().map(part).collect()
}

/// Returns the sentences of a paragraph. A sentence ends at a mark before a blank, so `9.5` and
/// `Cargo.toml` end none.
pub fn sentences(paragraph: &str) -> Vec<&str> {
    let mut sentences = Vec::new();
    let mut start = 0;
    for (at, mark) in paragraph.match_indices(['.', '!', '?']) {
        let end = at + mark.len();
        if paragraph[end..]
            .chars()
            .next()
            .is_none_or(char::is_whitespace)
        {
            sentences.push(paragraph[start..end].trim());
            start = end;
        }
    }
    sentences.push(paragraph[start..].trim());
    sentences.retain(|sentence| !sentence.is_empty());
    sentences
}

/// Returns the anchor of a heading: lower case, blanks as hyphens, without punctuation.
fn anchor(heading: &str) -> String {
    let kept = heading
        .chars()
        .filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.flat_map(char::to_lowercase)
        .map(|c| if c == ' ' { '-' } else { c })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(text: &str) -> Document {
        Document {
            name: "x.md".to_owned(),
            text: text.to_owned(),
        }
    }

    #[test]
    fn blocks_have_language_needs_and_lines() {
        let text = document(
            "a\n<!-- needs: png pdf -->\n```console\n$ ndoku\nx\n```\n```\n# no heading\n```\n",
        );
        let blocks = text.blocks();
        assert_eq!(blocks.len(), 2);
        assert_eq!(
            blocks[0],
            Block {
                language: "console",
                needs: vec!["png", "pdf"],
                line: 3,
                lines: vec!["$ ndoku", "x"]
            }
        );
        assert_eq!(blocks[1].lines, ["# no heading"]);
        assert!(text.headings().is_empty());
    }

    #[test]
    fn anchors_match_github() {
        let text = document("# One, `two` & 9×9\n## Same\n### Same\n");
        assert_eq!(text.headings(), ["one-two--99", "same", "same-1"]);
    }

    #[test]
    fn links_outside_of_code_are_found() {
        let text = document("[a](b.md#c) `[x](y)` ![d](e.svg)\n```\n[f](g)\n```\n| [h](i) |\n");
        assert_eq!(
            text.links(),
            [
                (1, "b.md#c".to_owned()),
                (1, "e.svg".to_owned()),
                (5, "i".to_owned())
            ]
        );
    }

    #[test]
    fn paragraphs_join_lines_and_end_at_items() {
        let text = document("One\ntwo `a b c`.\n- item\n  goes on\n- next\n\n| a | b |\nlast\n");
        let words: Vec<String> = text
            .paragraphs()
            .into_iter()
            .map(|(_, text)| text)
            .collect();
        assert_eq!(words, ["One two code.", "- item goes on", "- next", "last"]);
    }

    #[test]
    fn sentences_end_at_marks_before_blanks() {
        assert_eq!(
            sentences("See Cargo.toml, version 1.2. Really? Yes: it is"),
            ["See Cargo.toml, version 1.2.", "Really?", "Yes: it is"]
        );
    }

    #[test]
    fn wide_lines_are_counted_in_characters() {
        assert_eq!(
            document(&format!("{}\n{}\n", "×".repeat(100), "x".repeat(101))).wide_lines(100),
            [2]
        );
        assert!(
            document(&format!("| {} |\n", "x".repeat(101)))
                .wide_lines(100)
                .is_empty()
        );
    }
}
