//! Tests of phrases: forms, agreement, lists, houses.

use super::*;
use crate::text::{join_and, join_or};

fn plain(texts: &[&str]) -> Vec<Phrase> {
    texts.iter().map(|text| Phrase::plain(*text)).collect()
}

fn conclusion(digits: &[&str]) -> Phrase {
    let (digits, cells) = (join_and(plain(digits)), join_and(plain(&["r1c2", "r1c9"])));
    let part = phrase!("{digits} can be removed from {cells}", digits, cells);
    phrase!("So {parts}.", parts = part)
}

#[test]
fn verbs_and_articles_agree_with_lists() {
    let texts = |digits: &[&str]| Language::ALL.map(|one| conclusion(digits).in_language(one));
    assert_eq!(
        texts(&["3"]),
        [
            "So 3 can be removed from r1c2 and r1c9.",
            "Also entfällt die 3 in r1c2 und r1c9.",
            "Por tanto, el 3 se puede eliminar de r1c2 y r1c9.",
        ]
    );
    assert_eq!(
        texts(&["3", "5"]),
        [
            "So 3 and 5 can be removed from r1c2 and r1c9.",
            "Also entfallen 3 und 5 in r1c2 und r1c9.",
            "Por tanto, las cifras 3 y 5 se pueden eliminar de r1c2 y r1c9.",
        ]
    );
}

#[test]
fn german_verbs_move_with_the_clause() {
    let clause = |cells: &str, digit: &str| {
        let (cells, digit) = (Phrase::plain(cells), Phrase::plain(digit));
        phrase!("{cells} is {digit}", cells, digit)
    };
    let (supposed, consequences) = (clause("r1c1", "5"), clause("r2c2", "6"));
    let text = phrase!("if {supposed}, then {consequences}", supposed, consequences);
    assert_eq!(
        text.capitalized().in_language(Language::German),
        "Wenn r1c1 5 ist, dann ist r2c2 6"
    );
}

#[test]
fn spanish_words_follow_the_sound_of_the_next() {
    let spanish = |phrase: Phrase| phrase.in_language(Language::Spanish);
    assert_eq!(spanish(join_or(plain(&["7", "8"]))), "7 u 8");
    assert_eq!(spanish(join_or(plain(&["8", "7"]))), "8 o 7");
    let rule = Phrase::from_template("thermometer", []);
    let rule = phrase!("the {noun}", noun = rule);
    let from = phrase!(
        "Where {one} and {other} cross, look at {middle}; add {a} from {one} and {b} from {other}.",
        one = &rule,
        other = Phrase::house("row 3"),
        middle = Phrase::plain("r1c1"),
        a = Phrase::plain("r1c2"),
        b = Phrase::plain("r1c3")
    );
    assert_eq!(
        spanish(from),
        "Donde se cruzan el termómetro y la fila 3, mira r1c1; añade r1c2 del termómetro y r1c3 de \
        la fila 3."
    );
}

#[test]
fn houses_are_named_with_their_number() {
    let german = |phrase: Phrase| phrase.in_language(Language::German);
    assert_eq!(german(Phrase::house("row 3")), "Zeile 3");
    assert_eq!(
        german(Phrase::house("row 3 from right")),
        "Zeile 3 von rechts"
    );
    assert_eq!(german(Phrase::house("color a")), "Farbe a");
    assert_eq!(german(Phrase::house("my own house")), "my own house");
    assert_eq!(Phrase::house("a {b} 3").to_string(), "a {b} 3");
    let two = || join_and(plain(&["3", "7"]));
    assert_eq!(Phrase::houses("box", two()), "boxes 3 and 7");
    assert_eq!(german(Phrase::houses("box", two())), "die Boxen 3 und 7");
}

#[test]
fn a_template_without_translation_stays_english() {
    let digit = Phrase::plain("5");
    let phrase = Phrase::from_template("no such template of {digit}", [("digit", digit)]);
    for language in Language::ALL {
        assert_eq!(phrase.in_language(language), "no such template of 5");
    }
}

#[test]
fn sentences_skip_empty_ones() {
    let phrase = Phrase::sentences([Phrase::plain("A."), Phrase::default(), Phrase::plain("B.")]);
    assert_eq!(phrase, "A. B.");
    assert!(Phrase::default().is_empty() && !phrase.is_empty());
}
