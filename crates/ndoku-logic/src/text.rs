//! Text helpers for explanations: lists with commas and *and*, numbers as words.

use crate::languages::Conjunction;
use crate::phrase::Phrase;

/// Joins items for a sentence: `a`, `a and b`, `a, b and c`.
pub fn join_and(items: impl IntoIterator<Item = impl Into<Phrase>>) -> Phrase {
    Phrase::list(items, Conjunction::And)
}

/// Joins items for a sentence: `a`, `a or b`, `a, b or c`.
pub fn join_or(items: impl IntoIterator<Item = impl Into<Phrase>>) -> Phrase {
    Phrase::list(items, Conjunction::Or)
}

/// Returns a number up to twelve as a word, and a larger one in digits.
#[must_use]
pub fn number_word(number: usize) -> Phrase {
    Phrase::number(number)
}

/// Capitalizes the first letter, unless the text begins with the name of a cell such as `r1c1`.
#[must_use]
pub fn capitalize(text: &Phrase) -> Phrase {
    text.clone().capitalized()
}

#[cfg(test)]
mod tests {
    use crate::phrase::Phrase;

    #[test]
    fn lists_have_commas_and_a_conjunction() {
        let words = |count: usize| {
            ["a", "b", "c"][..count]
                .iter()
                .map(|word| Phrase::plain(*word))
        };
        assert_eq!(
            [0, 1, 2, 3].map(|count| super::join_and(words(count)).to_string()),
            ["", "a", "a and b", "a, b and c"]
        );
        assert_eq!(super::join_or(words(2)).to_string(), "a or b");
        assert_eq!(
            [super::number_word(2), super::number_word(40)].map(|number| number.to_string()),
            ["two", "40"]
        );
    }
    #[test]
    fn names_of_cells_are_not_capitalized() {
        let texts = ["", "the cells", "r1c1 and r2c2", "×", "a"];
        let capitalized = ["", "The cells", "r1c1 and r2c2", "×", "A"];
        assert_eq!(
            texts.map(|text| super::capitalize(&Phrase::plain(text)).to_string()),
            capitalized
        );
    }
}
