//! Suggestions for mistyped names: "did you mean …?".

/// Returns the name with the fewest single-character edits from `word`, ignoring case.
///
/// The limit is the larger of two edits and a third of the length of `word`, but at most half of
/// the length.
#[must_use]
pub fn suggest<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let length = word.chars().count();
    let limit = (length / 3).max(2).min(length / 2);
    let word = word.to_ascii_lowercase();
    let scored = names.map(|name| (strsim::levenshtein(&word, &name.to_ascii_lowercase()), name));
    scored
        .filter(|(edits, _)| *edits <= limit)
        .min_by_key(|(edits, _)| *edits)
        .map(|(_, name)| name)
}

/// Returns the sentence for a name that is not among `names`. The sentence suggests the closest
/// name.
///
/// Without a close name it lists all names, or ends with `instead` if the list is long.
///
/// ```
/// let names = || ["easy", "medium", "hard"].into_iter();
/// let message = |name| ndoku_core::unknown_name("level", name, names(), None);
/// assert_eq!(message("esay"), "there is no level `esay`; did you mean `easy`?");
/// assert_eq!(message("clear"), "there is no level `clear`; there are easy, medium and hard");
/// ```
#[must_use]
pub fn unknown_name<'a>(
    kind: &str,
    name: &str,
    names: impl Iterator<Item = &'a str>,
    instead: Option<&str>,
) -> String {
    let names: Vec<&str> = names.collect();
    let rest = match (suggest(name, names.iter().copied()), instead) {
        (Some(nearest), _) => format!("did you mean `{nearest}`?"),
        (None, Some(instead)) => instead.to_owned(),
        (None, None) => format!("there are {}", join_words(&names)),
    };
    format!("there is no {kind} `{name}`; {rest}")
}

/// Joins words as in a sentence: `a, b and c`.
fn join_words(words: &[&str]) -> String {
    match words {
        [most @ .., last] if !most.is_empty() => format!("{} and {last}", most.join(", ")),
        words => words.join(", "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_similar_names_are_suggested() {
        let names = ["windoku", "anti-knight", "anti-king"];
        assert_eq!(suggest("windoko", names.into_iter()), Some("windoku"));
        assert_eq!(suggest("antiking", names.into_iter()), Some("anti-king"));
        assert_eq!(suggest("thermometer", names.into_iter()), None);
        assert_eq!(suggest("Anti_King", names.into_iter()), Some("anti-king"));
        // No character of the word would stay.
        assert_eq!(suggest("x", ["pm", "ss"].into_iter()), None);
        assert_eq!(suggest("xy", ["pm", "ss"].into_iter()), None);
        // Less than half of the word would stay.
        assert_eq!(suggest("foo", ["solo", "box"].into_iter()), None);
    }
}
