//! Text helpers for explanations: lists with commas and *and*, numbers as words.

/// Joins items for a sentence: `a`, `a and b`, `a, b and c`.
pub fn join_and(items: impl IntoIterator<Item = String>) -> String {
    join(items, "and")
}

/// Joins items for a sentence: `a`, `a or b`, `a, b or c`.
pub fn join_or(items: impl IntoIterator<Item = String>) -> String {
    join(items, "or")
}

fn join(items: impl IntoIterator<Item = String>, last: &str) -> String {
    let items: Vec<String> = items.into_iter().collect();
    match items.split_last() {
        None => String::new(),
        Some((only, [])) => only.clone(),
        Some((end, begin)) => format!("{} {last} {end}", begin.join(", ")),
    }
}

/// Returns a number up to twelve as a word, and a larger one in digits.
#[must_use]
pub fn number_word(number: usize) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    WORDS
        .get(number)
        .map_or_else(|| number.to_string(), |word| (*word).to_owned())
}

/// Capitalizes the first letter, unless the text begins with the name of a cell such as `r1c1`.
#[must_use]
pub fn capitalize(text: &str) -> String {
    match text.as_bytes() {
        [first, rest @ ..] if !rest.first().is_some_and(u8::is_ascii_digit) => {
            let first = char::from(*first).to_ascii_uppercase();
            text.get(1..)
                .map_or_else(|| text.to_owned(), |rest| format!("{first}{rest}"))
        }
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn lists_have_commas_and_a_conjunction() {
        let words = |count: usize| ["a", "b", "c"][..count].iter().map(ToString::to_string);
        assert_eq!(
            [0, 1, 2, 3].map(|count| super::join_and(words(count))),
            ["", "a", "a and b", "a, b and c"]
        );
        assert_eq!(super::join_or(words(2)), "a or b");
        assert_eq!(
            [super::number_word(2), super::number_word(40)],
            ["two", "40"]
        );
    }
    #[test]
    fn names_of_cells_are_not_capitalized() {
        let texts = ["", "the cells", "r1c1 and r2c2", "×", "a"];
        let capitalized = ["", "The cells", "r1c1 and r2c2", "×", "A"];
        assert_eq!(texts.map(super::capitalize), capitalized);
    }
}
