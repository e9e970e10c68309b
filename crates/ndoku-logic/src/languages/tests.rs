//! Tests of the catalogs: they have every template, and steps have no English in them.

use std::collections::BTreeSet;
use std::path::Path;

use super::*;
use crate::handbook::{self, PuzzleState};
use crate::hint::Hint;
use crate::hint_level::HintLevel;
use crate::level::Level;
use crate::logical_solver::LogicalSolver;
use crate::path_text::STOP_REASONS;
use crate::phrase::Phrase;
use crate::position::{Geometry, Position};
use crate::rules;
use crate::step::Step;
use crate::techniques::TECHNIQUES;

const TRANSLATED: [Language; 2] = [Language::German, Language::Spanish];

/// The names of houses and lines that layouts and rules use.
const HOUSES: &[&str] = &[
    "row 1",
    "column 1",
    "box 1",
    "region 1",
    "window 1",
    "disjoint group 1",
    "color a",
    "extra house 1",
    "cage r1c1",
    "main diagonal",
    "anti-diagonal",
    "center-dot",
    "asterisk",
    "girandola",
    "row 1 from right",
    "column 1 from below",
];

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
    HOUSES.iter().for_each(|name| add(&Phrase::house(name)));
    KINDS
        .iter()
        .for_each(|kind| add(&Phrase::houses(kind, Phrase::default())));
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
    let places = template.split('{').skip(1);
    places
        .map(|place| place.split(['}', ':', '?']).next().unwrap())
        .collect()
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
