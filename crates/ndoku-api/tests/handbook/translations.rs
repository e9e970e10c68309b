//! The handbook in other languages, for the page: `testdata/handbook.LANGUAGE.json`.
//!
//! A translated page has a title, a summary, paragraphs and the reasons of near misses. Positions
//! and drawings come from the English page, and the explanations of examples from the engine.
//!
//! ```text
//! # X-Wing                       the name
//! > …                            the summary of the technique
//! …                              one paragraph for each English one
//! <!-- near miss: … -->          one reason for each English one
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use ndoku::hint::Language;
use ndoku::logic::handbook::parse_cases;
use ndoku::logic::technique::Technique;
use ndoku::logic::techniques::TECHNIQUES;
use serde_json::{Value, json};

use super::{check_file, paragraphs, reasons, step};

/// Returns the languages of the handbook beside English. Each has a folder there.
fn languages() -> impl Iterator<Item = Language> {
    let all = Language::ALL.into_iter();
    all.filter(|language| *language != Language::English)
}

/// Returns the words of one letter in a language. They are no names of digits or sets.
fn words_of_one_letter(language: &str) -> &'static str {
    match language {
        "en" => "ai",
        "es" => "aeouy",
        _ => "",
    }
}

/// Returns the folder of the English pages.
fn handbook() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "../ndoku-logic/handbook"]
        .iter()
        .collect()
}

/// A page without its positions.
#[derive(Clone, Debug, PartialEq)]
struct Page {
    name: String,
    summary: String,
    paragraphs: Vec<String>,
    near_misses: Vec<String>,
}

impl Page {
    /// Returns the English page of a technique.
    fn english(technique: &Technique) -> Self {
        Self {
            name: technique.name.to_owned(),
            summary: technique.summary.to_owned(),
            paragraphs: paragraphs(technique.handbook),
            near_misses: reasons(technique.handbook),
        }
    }

    /// Reads a translated page.
    fn read(page: &str) -> Result<Self, String> {
        let mut blocks = page.split("\n\n").map(str::trim).filter(|b| !b.is_empty());
        let title = blocks.next().and_then(|block| block.strip_prefix("# "));
        let name = title.ok_or("it does not begin with `# `")?.to_owned();
        let quote: Vec<&str> = blocks.next().unwrap_or_default().lines().collect();
        let lines: Option<Vec<&str>> = quote.iter().map(|line| line.strip_prefix("> ")).collect();
        let summary = lines
            .filter(|lines| !lines.is_empty())
            .ok_or("no summary with `> ` follows the title")?
            .join(" ");
        let (mut paragraphs, mut near_misses) = (Vec::new(), Vec::new());
        for block in blocks {
            let text = block.lines().map(str::trim).collect::<Vec<_>>().join(" ");
            if text.starts_with("<!--") {
                let reason = text
                    .strip_prefix("<!-- near miss: ")
                    .and_then(|text| text.strip_suffix(" -->"))
                    .filter(|reason| !reason.contains("-->"));
                let reason = reason.ok_or_else(|| format!("no near miss: {text}"))?;
                near_misses.push(reason.to_owned());
            } else if text.starts_with(['#', '>']) {
                return Err(format!("no paragraph: {text}"));
            } else {
                paragraphs.push(text);
            }
        }
        Ok(Self {
            name,
            summary,
            paragraphs,
            near_misses,
        })
    }

    fn to_json(&self, explanations: &[String]) -> Value {
        json!({
            "name": self.name,
            "summary": self.summary,
            "text": self.paragraphs,
            "examples": explanations,
            "nearMisses": self.near_misses,
        })
    }
}

/// The parts of a text that are the same in every language.
#[derive(Debug, PartialEq)]
struct Facts {
    cells: Vec<String>,
    numbers: Vec<String>,
    /// The letters that stand for digits, cells and sets, such as `x` and `A`.
    letters: BTreeSet<char>,
}

/// Returns whether a word is the name of a cell, such as `r1c2`.
fn is_cell(word: &str) -> bool {
    let numbers = word.strip_prefix('r').and_then(|rest| rest.split_once('c'));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    numbers.is_some_and(|(row, column)| is_number(row) && is_number(column))
}

/// Returns the facts of a text in this language. Words of one letter are no facts, in this language
/// or in the other one.
fn facts(text: &str, language: &str, other: &str) -> Facts {
    let (mut cells, mut numbers, mut letters) = (Vec::new(), Vec::new(), BTreeSet::new());
    let mut is_start = true;
    for part in text.split_whitespace() {
        let word = part.trim_matches(|letter: char| !letter.is_alphanumeric());
        let mut chars = word.chars();
        if is_cell(word) {
            cells.push(word.to_owned());
        } else if !word.is_empty() && word.chars().all(|c| c.is_ascii_digit() || c == '×') {
            numbers.push(word.to_owned());
        } else if let (Some(letter), None) = (chars.next(), chars.next()) {
            let is_in = |language: &str| {
                words_of_one_letter(language).contains(letter.to_ascii_lowercase())
            };
            let is_word = if letter.is_ascii_lowercase() {
                is_in(language) || is_in(other)
            } else {
                is_start && is_in(language)
            };
            if letter.is_ascii_alphabetic() && !is_word {
                letters.insert(letter);
            }
        }
        is_start = part.ends_with(['.', ':', '!', '?', ')']);
    }
    cells.sort();
    numbers.sort();
    Facts {
        cells,
        numbers,
        letters,
    }
}

/// Returns the differences of a translated page from the English one.
fn problems(language: &str, english: &Page, translated: &Page) -> Vec<String> {
    let mut problems = Vec::new();
    let mut compare = |what: &str, english: &[String], translated: &[String]| {
        if english.len() != translated.len() {
            let (wanted, found) = (english.len(), translated.len());
            problems.push(format!("{found} {what} instead of {wanted}"));
        }
        for (number, (english, translated)) in (1..).zip(english.iter().zip(translated)) {
            let wanted = facts(english, "en", language);
            let found = facts(translated, language, "en");
            if wanted != found {
                problems.push(format!("{what} {number}: {found:?} instead of {wanted:?}"));
            }
        }
    };
    let head = |page: &Page| [page.name.clone(), page.summary.clone()];
    compare("name and summary", &head(english), &head(translated));
    compare("paragraphs", &english.paragraphs, &translated.paragraphs);
    compare("near misses", &english.near_misses, &translated.near_misses);
    problems
}

/// Returns the pages of a language by the ids of their techniques.
fn read_all(language: &str) -> Result<BTreeMap<String, Page>, String> {
    let mut pages = BTreeMap::new();
    let folder = handbook().join(language);
    for entry in fs::read_dir(&folder).map_err(|error| format!("{language}: {error}"))? {
        let path = entry.map_err(|error| error.to_string())?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let id = name.strip_suffix(".md").unwrap_or(&name);
        let text = fs::read_to_string(&path).map_err(|error| format!("{name}: {error}"))?;
        let page = Page::read(&text).map_err(|error| format!("{language}/{name}: {error}"))?;
        pages.insert(id.to_owned(), page);
    }
    Ok(pages)
}

/// Returns the problems of all pages of a language.
fn problems_of_language(language: &str, pages: &BTreeMap<String, Page>) -> Vec<String> {
    let mut problems_found = Vec::new();
    let mut names = BTreeSet::new();
    for technique in TECHNIQUES {
        let id = technique.id;
        let Some(page) = pages.get(id) else {
            problems_found.push(format!("{language}/{id}.md is missing"));
            continue;
        };
        for problem in problems(language, &Page::english(technique), page) {
            problems_found.push(format!("{language}/{id}.md: {problem}"));
        }
        if !names.insert(&page.name) {
            problems_found.push(format!("{language}/{id}.md: another page has its name"));
        }
    }
    let is_known = |id: &str| TECHNIQUES.iter().any(|technique| technique.id == id);
    for id in pages.keys().filter(|id| !is_known(id)) {
        problems_found.push(format!("{language}/{id}: no technique has this id"));
    }
    problems_found
}

/// Returns the explanations of the examples of a page.
fn explanations(technique: &'static Technique, language: Language) -> Vec<String> {
    let cases = parse_cases(technique.handbook).unwrap();
    let examples = cases.iter().filter(|case| !case.is_near_miss);
    let steps = examples.map(|case| step(technique, case, language).unwrap());
    steps.map(|step| step.text).collect()
}

#[test]
fn the_engine_has_the_names_and_summaries_of_the_pages() {
    for language in languages() {
        let pages = read_all(language.code()).unwrap();
        let different: Vec<&str> = TECHNIQUES
            .iter()
            .filter(|technique| {
                let page = &pages[technique.id];
                page.name != technique.name_in(language)
                    || page.summary != technique.summary_in(language)
            })
            .map(|technique| technique.id)
            .collect();
        assert!(different.is_empty(), "{language}: {different:?}");
    }
}

#[test]
fn the_translations_match_their_files() {
    for language in languages() {
        let pages = read_all(language.code()).unwrap();
        let found = problems_of_language(language.code(), &pages);
        assert!(found.is_empty(), "{}", found.join("\n"));
        let line = |technique: &&'static Technique| {
            let explanations = explanations(technique, language);
            let page = pages[technique.id].to_json(&explanations);
            format!("{}: {page}", json!(technique.id))
        };
        let lines: Vec<String> = TECHNIQUES.iter().map(line).collect();
        check_file(
            &format!("handbook.{language}.json"),
            &format!("{{\n{}\n}}\n", lines.join(",\n")),
        );
    }
}

#[test]
fn every_folder_of_the_handbook_is_a_language() {
    let folders: BTreeSet<String> = fs::read_dir(handbook())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir())
        .map(|path| path.file_name().unwrap().to_string_lossy().into_owned())
        .collect();
    let codes: BTreeSet<String> = languages().map(|language| language.to_string()).collect();
    assert_eq!(folders, codes);
}

#[test]
fn missing_and_unknown_pages_are_found() {
    let english = TECHNIQUES
        .iter()
        .map(|technique| (technique.id.to_owned(), Page::english(technique)));
    let mut pages: BTreeMap<String, Page> = english.collect();
    assert_eq!(problems_of_language("en", &pages), [""; 0]);
    let page = pages.remove("x-wing").unwrap();
    pages.insert("y-wing".to_owned(), page.clone());
    assert_eq!(
        problems_of_language("en", &pages),
        [
            "en/x-wing.md is missing",
            "en/y-wing: no technique has this id"
        ]
    );
    pages.remove("y-wing");
    let name = pages["swordfish"].name.clone();
    pages.insert("x-wing".to_owned(), Page { name, ..page });
    assert_eq!(
        problems_of_language("en", &pages),
        ["en/swordfish.md: another page has its name"]
    );
}

#[test]
fn broken_pages_are_refused() {
    let page = "# Name\n\n> Two\n> lines.\n\nOne\ntext.\n\n<!-- near miss: a\n  reason -->\n";
    assert_eq!(
        Page::read(page),
        Ok(Page {
            name: "Name".to_owned(),
            summary: "Two lines.".to_owned(),
            paragraphs: vec!["One text.".to_owned()],
            near_misses: vec!["a reason".to_owned()],
        })
    );
    for (from, into) in [
        ("# Name", "Name"),
        ("> Two", "Two"),
        ("> lines", "lines"),
        ("One", "## Example"),
        ("One", "> Quote"),
        ("near miss:", "example"),
        (" -->", " --"),
        (" -->", " --> <!-- near miss: b -->"),
    ] {
        let broken = page.replace(from, into);
        assert_ne!(broken, page);
        assert!(Page::read(&broken).is_err(), "{broken}");
    }
    assert!(Page::read("").is_err());
    assert!(Page::read("# Name\n").is_err());
}

#[test]
fn differences_of_facts_are_found() {
    let page = |paragraph: &str, near_miss: &str| Page {
        name: "Name 1".to_owned(),
        summary: "A set A has x, y.".to_owned(),
        paragraphs: vec![paragraph.to_owned()],
        near_misses: vec![near_miss.to_owned()],
    };
    let german = |paragraph: &str, near_miss: &str| Page {
        summary: "Menge A hat x, y.".to_owned(),
        ..page(paragraph, near_miss)
    };
    let english = page("A 9×9 grid. A cell (x), 1 or 2. See B.", "r1c2 has 3");
    let found = |translated: &Page| problems("de", &english, translated).len();
    let right = german("Gitter 9×9: B. Zelle x mit 2 oder 1.", "3 in r1c2");
    assert_eq!(found(&right), 0);
    for (from, into) in [("9×9", "9"), ("B", "C"), ("x", "y"), ("2", "3"), (" x", "")] {
        let wrong = right.paragraphs[0].replace(from, into);
        assert_eq!(found(&german(&wrong, "3 in r1c2")), 1, "{wrong}");
    }
    let text = &right.paragraphs[0];
    assert_eq!(found(&german(text, "3 in r1c3")), 1);
    assert_eq!(found(&german(text, "4 in r1c2")), 1);
    let without = |change: fn(&mut Page)| {
        let mut page = right.clone();
        change(&mut page);
        found(&page)
    };
    assert_eq!(without(|page| page.paragraphs.clear()), 1);
    assert_eq!(without(|page| page.near_misses.clear()), 1);
    assert_eq!(without(|page| page.name = "Name 2".to_owned()), 1);
    assert_eq!(without(|page| page.summary.clear()), 1);
}

#[test]
fn words_of_one_letter_are_no_facts() {
    let letters = |text: &str, language: &str, other: &str| -> String {
        facts(text, language, other).letters.into_iter().collect()
    };
    assert_eq!(letters("A cell of a set A has x and y.", "en", "de"), "Axy");
    assert_eq!(
        letters("Eine Zelle der Menge A hat x und y.", "de", "en"),
        "Axy"
    );
    assert_eq!(letters("A cell of a set A has x and y.", "en", "es"), "Ax");
    assert_eq!(letters("A veces: x e y, o A.", "es", "en"), "Ax");
}
