//! Tests of the catalogs: they have every template, and steps have no English in them.

use std::collections::BTreeSet;
use std::path::Path;

use ndoku_core::{Candidate, Digit};

use super::*;
use crate::handbook::{self, PuzzleState};
use crate::hint::Hint;
use crate::hint_level::HintLevel;
use crate::level::Level;
use crate::logical_solver::LogicalSolver;
use crate::path_end::PathEnd;
use crate::path_text::STOP_REASONS;
use crate::phrase::{self, HOUSES, Phrase, phrase};
use crate::position::{Geometry, Position};
use crate::rules;
use crate::solution_status::Mistake;
use crate::step::Step;
use crate::techniques::TECHNIQUES;

const TRANSLATED: [Language; 2] = [Language::German, Language::Spanish];

/// The kinds of houses that can be named together.
const KINDS: &[&str] = &[
    "row",
    "column",
    "box",
    "region",
    "window",
    "disjoint group",
    "color",
    "extra house",
    "cage",
];

/// Returns the string literal at the beginning of this code, as the compiler reads it.
fn read_literal(code: &str) -> Option<String> {
    let mut text = String::new();
    let mut letters = code.trim_start().strip_prefix('"')?.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '"' => return Some(text),
            '\\' => match letters.next()? {
                '\n' => letters = letters.as_str().trim_start().chars(),
                other => text.push(other),
            },
            _ => text.push(letter),
        }
    }
    None
}

/// Adds the templates of `phrase!` in all sources of a folder.
fn collect_templates(folder: &Path, templates: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            collect_templates(&path, templates);
        } else if name.ends_with(".rs") && name != "tests.rs" && name != "phrase.rs" {
            let code = std::fs::read_to_string(&path).unwrap();
            for (at, found) in code.match_indices("phrase!(") {
                let literal = read_literal(&code[at + found.len()..]);
                templates.insert(literal.unwrap_or_else(|| panic!("no template in {name}")));
            }
        }
    }
}

/// Returns all templates: those of the sources, of houses, of rules and of techniques.
fn all_templates() -> BTreeSet<String> {
    let mut templates = BTreeSet::new();
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    collect_templates(&sources, &mut templates);
    let mut add = |phrase: &Phrase| {
        phrase.for_each_template(&mut |template| {
            templates.insert(template.to_owned());
        });
    };
    KINDS
        .iter()
        .for_each(|kind| add(&Phrase::houses(kind, Phrase::default())));
    templates.extend(HOUSES.iter().map(|template| (*template).to_owned()));
    templates.extend(rules::all_words().map(str::to_owned));
    templates.extend(STOP_REASONS.map(str::to_owned));
    templates.extend(Level::ALL.map(|level| level.name().to_owned()));
    for technique in TECHNIQUES {
        templates.extend([technique.name, technique.summary, technique.family].map(str::to_owned));
    }
    templates
}

/// Returns the names of the places of a template.
fn places(template: &str) -> BTreeSet<&str> {
    phrase::places(template).collect()
}

/// Returns the marks of the places of a template: `:1`, `?one:many`, or nothing.
fn marks(template: &str) -> impl Iterator<Item = &str> {
    template.split('{').skip(1).map(|place| {
        let place = place.split_once('}').expect("a place ends").0;
        place.find([':', '?']).map_or("", |at| &place[at..])
    })
}

#[test]
fn marks_are_a_form_or_two_ways() {
    for language in TRANSLATED {
        for (_, to) in language.catalog() {
            for mark in marks(to) {
                let is_form = matches!(mark, "" | ":*" | ":1" | ":2" | ":3");
                let is_choice = mark.starts_with('?') && mark.matches(':').count() == 1;
                assert!(is_form || is_choice, "{language}: {mark} in {to}");
            }
        }
    }
}

#[test]
fn every_house_of_the_layouts_is_translated() {
    let letters: String = ('a'..='z').cycle().take(81).collect();
    let colors = format!("colors={letters}");
    let rules = [
        "x",
        "windoku",
        "disjoint-groups",
        "center-dot",
        "asterisk",
        "girandola",
    ];
    let mut names: BTreeSet<String> = ["region 1", "cage r1c1", "row 2 from right"]
        .map(str::to_owned)
        .into();
    for rule in rules.into_iter().chain([&*colors, "house=r1c1,r2c2,r3c3"]) {
        let layout = ndoku_core::Layout::builder(9).rule(rule).build().unwrap();
        names.extend(layout.houses().iter().map(|house| house.name().to_owned()));
    }
    assert!(names.len() > 60, "{names:?}");
    for name in names {
        let phrase = Phrase::house(&name);
        assert_eq!(phrase, *name);
        for language in TRANSLATED {
            assert_ne!(phrase.in_language(language), name, "{language}");
        }
    }
    // Names of a layout's own houses are no templates.
    for name in [
        "zone a | b",
        "sum",
        "{x} 1",
        "a {b} 3",
        "row",
        "rows 1",
        "box",
    ] {
        for language in Language::ALL {
            assert_eq!(Phrase::house(name).in_language(language), name);
        }
    }
    let numbers = || crate::text::join_and(["1", "2"]);
    assert_eq!(Phrase::houses("zone", numbers()), "zones 1 and 2");
}

#[test]
fn catalogs_have_exactly_the_templates_of_the_sources() {
    let templates = all_templates();
    assert!(templates.len() > 500, "{}", templates.len());
    for language in TRANSLATED {
        let keys: Vec<&str> = language.catalog().iter().map(|(from, _)| *from).collect();
        let known: BTreeSet<&str> = keys.iter().copied().collect();
        assert_eq!(
            known.len(),
            keys.len(),
            "{language}: a template occurs twice"
        );
        let wanted: BTreeSet<&str> = templates.iter().map(String::as_str).collect();
        let missing: Vec<_> = wanted.difference(&known).collect();
        let unused: Vec<_> = known.difference(&wanted).collect();
        assert!(missing.is_empty(), "{language} lacks {missing:#?}");
        assert!(unused.is_empty(), "{language} has unused {unused:#?}");
    }
}

#[test]
fn translations_have_the_places_of_their_template() {
    for language in TRANSLATED {
        for (from, to) in language.catalog() {
            for form in to.split(" | ") {
                assert_eq!(places(form), places(from), "{language}: {form}");
                assert!(!form.trim().is_empty() && !form.contains("  "), "{to}");
            }
            let ends = |text: &str| text.ends_with('.');
            assert_eq!(ends(from), ends(to), "{language}: {from}");
        }
    }
}

#[test]
fn names_of_techniques_differ() {
    for language in TRANSLATED {
        let names: BTreeSet<&str> = TECHNIQUES.iter().map(|one| one.name_in(language)).collect();
        assert_eq!(names.len(), TECHNIQUES.len());
    }
}

/// Words of English that are no words of the other languages.
const ENGLISH: &[&str] = &[
    " the ",
    " and ",
    " or ",
    " is ",
    " are ",
    " of ",
    " cell ",
    " row ",
    " column ",
    " must ",
    " with ",
    " that ",
    " sees ",
    " candidate ",
    " digit ",
    " house ",
    "box ",
    "window ",
    "group ",
    "cage ",
    " wrong",
];

fn check_step(position: &Position<'_>, step: &Step) {
    let hint = Hint::new(position, step.clone(), false);
    for level in HintLevel::ALL {
        let phrase = hint.text(level);
        for language in TRANSLATED {
            phrase.for_each_template(&mut |template| {
                let known = language.catalog().iter().any(|(from, _)| *from == template);
                assert!(known, "{language} lacks {template:?}");
            });
            let text = phrase.in_language(language);
            let english = ENGLISH.iter().find(|word| text.contains(**word));
            assert_eq!(english, None, "{text}");
            assert!(text.ends_with('.') && !text.contains(['{', '|']), "{text}");
            assert!(!text.contains("  ") && !text.contains(" ,"), "{text}");
        }
    }
}

#[test]
fn ends_and_mistakes_are_translated() {
    let symbols = ndoku_core::Symbols::numbers(9);
    let candidate =
        |cell: &str, digit| Candidate::new(cell.parse().unwrap(), Digit::new(digit).unwrap());
    let mistakes = vec![
        Mistake::Digit(candidate("r1c1", 5)),
        Mistake::Candidate(candidate("r2c3", 7)),
    ];
    let ends = [
        PathEnd::Solved,
        PathEnd::Stuck,
        PathEnd::StuckWithMultiple,
        PathEnd::Unsolvable,
        PathEnd::Wrong(mistakes[..1].to_vec()),
        PathEnd::Wrong(mistakes),
        PathEnd::DeadEnd,
        PathEnd::Unsound,
        PathEnd::Stopped,
    ];
    for end in &ends {
        let texts = HintLevel::ALL.map(|level| end.text(level, &symbols));
        for phrase in texts.into_iter().chain(end.wrong_sentences(&symbols)) {
            for language in TRANSLATED {
                let text = phrase.in_language(language);
                assert_ne!(text, phrase.to_string(), "{language}");
                let english = ENGLISH.iter().find(|word| text.contains(**word));
                assert_eq!(english, None, "{text}");
            }
        }
    }
    let [german, spanish] = TRANSLATED.map(|language| {
        let sentences = ends[5].wrong_sentences(&symbols);
        sentences
            .iter()
            .map(|one| one.in_language(language))
            .collect::<Vec<_>>()
    });
    assert_eq!(
        german,
        [
            "Falsch: 5 gehört nicht in r1c1.",
            "Falsch: 7 wurde in r2c3 gestrichen, gehört aber dorthin."
        ]
    );
    assert_eq!(
        spanish,
        [
            "Error: 5 no va en r1c1.",
            "Error: 7 se eliminó de r2c3, pero va ahí."
        ]
    );
}

#[test]
fn clauses_have_a_comma_and_one_inverted_verb() {
    let part = |digit: &str, cell: &str| {
        phrase!(
            "{digits} can be removed from {cells}",
            digits = digit,
            cells = cell
        )
    };
    let parts = crate::text::join_clauses([part("3", "r1c2"), part("8", "r5c9")]);
    let text = phrase!("So {parts}.", parts);
    assert_eq!(
        Language::ALL.map(|language| text.in_language(language)),
        [
            "So 3 can be removed from r1c2 and 8 can be removed from r5c9.",
            "Also entfällt die 3 in r1c2, und die 8 entfällt in r5c9.",
            "Por tanto, el 3 se puede eliminar de r1c2, y el 8 se puede eliminar de r5c9.",
        ]
    );
}

#[test]
fn german_contracts_articles_only() {
    for (text, wanted) in [
        ("In dem Stern steht die 3.", "Im Stern steht die 3."),
        ("Die Summe von dem Käfig", "Die Summe vom Käfig"),
        (
            "ein Zwilling, in dem jede Zelle",
            "ein Zwilling, in dem jede Zelle",
        ),
        ("von demselben", "von demselben"),
    ] {
        assert_eq!(Language::German.finish(text.to_owned()), wanted);
    }
}

#[test]
fn steps_of_the_handbook_are_translated() {
    for technique in TECHNIQUES {
        for case in handbook::parse_cases(technique.handbook).unwrap() {
            if case.is_near_miss {
                continue;
            }
            let board = &case.state.board;
            let geometry = Geometry::for_layout(board.layout());
            let position = Position::new(&case.state.puzzle, board, &geometry);
            for step in technique.all_steps(&position, true).iter().take(20) {
                check_step(&position, step);
            }
        }
    }
}

#[test]
fn steps_of_paths_are_translated() {
    let subjects: [(&str, &[&str]); 3] = [
        (
            "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
            &[],
        ),
        (
            ".5.....2...2.4...86.3....9..............58......4...3...7...2......89..7.....4..3",
            &["windoku"],
        ),
        (
            ".................................................................................",
            &[
                "killer=3: r1c1 r1c2",
                "killer=17: r1c3 r1c4",
                "thermo: r2c1 r2c2 r2c3 r2c4 r2c5",
            ],
        ),
    ];
    for (grid, rules) in subjects {
        let state = PuzzleState::read_with_rules(grid, "", rules).unwrap();
        let mut solver =
            LogicalSolver::new(&state.puzzle, state.board, TECHNIQUES).with_explanations();
        let mut count = 0;
        while count < 60
            && let Ok(step) = solver.find_step()
        {
            check_step(&solver.position(), &step);
            solver.apply(&step.deduction).unwrap();
            count += 1;
        }
        assert!(count > 5, "{count} steps of {rules:?}");
    }
}

#[test]
fn codes_are_read() {
    assert_eq!(
        Language::ALL.map(|one| one.code().parse()),
        Language::ALL.map(Ok)
    );
    let error = "fr".parse::<Language>().unwrap_err().to_string();
    assert!(error.contains("fr") && error.contains("es"), "{error}");
}
