//! Words that the project has replaced by the terms of the field. `dev/xtask/tidy/retired.txt`
//! lists them in four kinds:
//!
//! ```text
//! [identifiers]                  whole names in code, and between backticks in documents
//! Learning -> Cdcl
//! Context -> Position (crates/ndoku-logic)      below this folder only
//! [files]                        names of files and folders of code
//! [options]                      command-line options, everywhere
//! [phrases]                      words of comments, messages and documents, in any case
//! ```
//!
//! Options accept British spellings as aliases. So phrases are not looked for in lines with
//! `alias`, nor in tests, which use them.

/// Names that no file uses any more.
#[derive(Debug, Default)]
pub(super) struct Retired {
    identifiers: Vec<Word>,
    files: Vec<Word>,
    options: Vec<Word>,
    phrases: Vec<Word>,
}

/// A word, what to write instead, and the folder below which that holds.
#[derive(Debug)]
struct Word {
    old: String,
    new: String,
    below: String,
}

impl Word {
    fn problem(&self, place: &str) -> String {
        format!("{place}: write `{}` instead of `{}`", self.new, self.old)
    }
}

/// Reads the list.
///
/// # Errors
/// The first line that is not of the list's form.
pub(super) fn parse(list: &str) -> Result<Retired, String> {
    let mut retired = Retired::default();
    let mut section = None;
    for (number, line) in (1..).zip(list.lines()) {
        let wrong = |what: &str| format!("{}:{number}: {what}", super::RETIRED);
        section = match line {
            "" => continue,
            _ if line.starts_with('#') => continue,
            "[identifiers]" => Some(&mut retired.identifiers),
            "[files]" => Some(&mut retired.files),
            "[options]" => Some(&mut retired.options),
            "[phrases]" => Some(&mut retired.phrases),
            _ => {
                let words = section.ok_or_else(|| wrong("a word before the first section"))?;
                let (old, new) = line
                    .split_once(" -> ")
                    .ok_or_else(|| wrong("write `old -> new`"))?;
                let (new, below) = match new.strip_suffix(')').and_then(|new| new.rsplit_once(" ("))
                {
                    Some((new, below)) if below.contains('/') => (new, below),
                    _ => (new, ""),
                };
                words.push(Word {
                    old: old.to_owned(),
                    new: new.to_owned(),
                    below: below.to_owned(),
                });
                Some(words)
            }
        };
    }
    Ok(retired)
}

/// Returns the retired words of a source file.
pub(super) fn problems_of_code(retired: &Retired, name: &str, text: &str) -> Vec<String> {
    // The list and the tests of these rules name the words.
    if name.starts_with("dev/xtask/src/tidy") {
        return Vec::new();
    }
    let mut problems = Vec::new();
    let stems: Vec<&str> = name
        .split('/')
        .map(|part| part.trim_end_matches(".rs"))
        .collect();
    for word in retired
        .files
        .iter()
        .filter(|word| name.starts_with(&word.below))
    {
        if stems.contains(&word.old.as_str()) {
            problems.push(word.problem(name));
        }
    }
    for (number, line) in (1..).zip(text.lines()) {
        let place = format!("{name}:{number}");
        let (code, comment) = split_comment(line);
        let code = without_strings(code);
        let named: Vec<&str> = identifiers(&code)
            .chain(spans(comment).flat_map(identifiers))
            .collect();
        for word in retired
            .identifiers
            .iter()
            .filter(|word| name.starts_with(&word.below))
        {
            if named.contains(&word.old.as_str()) {
                problems.push(word.problem(&place));
            }
        }
        problems.extend(problems_of_text(retired, name, &place, line));
    }
    problems
}

/// Returns the retired words of a document.
pub(super) fn problems_of_document(retired: &Retired, name: &str, text: &str) -> Vec<String> {
    let mut problems = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let place = format!("{name}:{number}");
        let named: Vec<&str> = spans(line).flat_map(identifiers).collect();
        for word in retired
            .identifiers
            .iter()
            .filter(|word| word.below.is_empty())
        {
            if named.contains(&word.old.as_str()) {
                problems.push(word.problem(&place));
            }
        }
        problems.extend(problems_of_text(retired, name, &place, line));
    }
    problems
}

/// Returns the retired options and phrases of a line.
fn problems_of_text(retired: &Retired, name: &str, place: &str, line: &str) -> Vec<String> {
    let is_test = name.contains("/tests/") || name.ends_with("/tests.rs");
    let has_phrases = !line.contains("alias") && !is_test;
    let lower = if has_phrases {
        line.to_lowercase()
    } else {
        String::new()
    };
    let options = retired
        .options
        .iter()
        .filter(|word| has_word(line, &word.old));
    let phrases = retired
        .phrases
        .iter()
        .filter(|word| has_word(&lower, &word.old));
    let here = options
        .chain(phrases)
        .filter(|word| name.starts_with(&word.below));
    here.map(|word| word.problem(place)).collect()
}

/// Tells whether a text has a word that is not part of a longer one. A phrase that ends in `*`
/// stands for all words that begin so.
fn has_word(text: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    let (word, is_beginning) = word
        .strip_suffix('*')
        .map_or((word, false), |word| (word, true));
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        !before.is_some_and(is_part) && (is_beginning || !after.is_some_and(is_part))
    })
}

fn identifiers(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| !word.is_empty())
}

/// Returns the texts between pairs of backticks.
fn spans(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// Splits a line into code and comment. An address in a string is no comment.
fn split_comment(line: &str) -> (&str, &str) {
    let comments = line.match_indices("//").map(|(at, _)| at);
    let mut real = comments.filter(|at| !line[..*at].ends_with(':'));
    real.next().map_or((line, ""), |at| line.split_at(at))
}

/// Returns the code of a line with empty strings.
fn without_strings(code: &str) -> String {
    let mut in_string = false;
    let mut is_escaped = false;
    let mut out = String::new();
    for c in code.chars() {
        if c == '"' && !is_escaped {
            in_string = !in_string;
        }
        if !in_string {
            out.push(c);
        }
        is_escaped = in_string && c == '\\' && !is_escaped;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = "# Words\n[identifiers]\nLearning -> Cdcl\nContext -> Position (crates/a)\n\
        [files]\nlanes -> simd9\n[options]\n--goal -> --optimize\n[phrases]\nso many -> a number\n\
        minimis* -> minimiz*\n";

    fn code(name: &str, text: &str) -> usize {
        problems_of_code(&parse(LIST).expect("the list is right"), name, text).len()
    }

    #[test]
    fn identifiers_are_found_in_code_and_in_backticks() {
        assert_eq!(code("crates/b/src/x.rs", "let x = Learning::new();"), 1);
        assert_eq!(code("crates/b/src/x.rs", "/// Uses [`Learning`]."), 1);
        assert_eq!(
            code(
                "crates/b/src/x.rs",
                "// Learning costs time.\nlet y = \"Learning\";"
            ),
            0
        );
        assert_eq!(
            code("crates/b/src/x.rs", "let x = LearningRate;"),
            0,
            "a longer name"
        );
        assert_eq!(code("crates/b/src/x.rs", "Context"), 0, "another folder");
        assert_eq!(code("crates/a/src/x.rs", "Context"), 1);
    }

    #[test]
    fn files_options_and_phrases_are_found() {
        assert_eq!(code("crates/b/src/lanes.rs", ""), 1);
        assert_eq!(code("crates/b/src/lanes/x.rs", ""), 1);
        assert_eq!(code("crates/b/src/planes.rs", ""), 0);
        assert_eq!(code("crates/b/src/x.rs", "[\"--goal\", \"--goals\"]"), 1);
        assert_eq!(code("crates/b/src/x.rs", "// So many are left."), 1);
        assert_eq!(code("crates/b/src/x.rs", "\"it is minimised\""), 1);
        let retired = parse(LIST).expect("the list is right");
        assert_eq!(
            problems_of_document(&retired, "a.md", "`Learning` has --goal").len(),
            2
        );
        assert_eq!(
            problems_of_document(&retired, "a.md", "Learning has goals").len(),
            0
        );
    }

    #[test]
    fn the_list_is_read_with_care() {
        assert!(
            parse("Learning -> Cdcl")
                .is_err_and(|error| error.contains("before the first section"))
        );
        assert!(
            parse("[files]\nlanes").is_err_and(|error| error.ends_with(":2: write `old -> new`"))
        );
    }
}
