//! Lists of explanations: items with commas, and *and* or *or* before the last one.

use crate::languages::Conjunction;
use crate::phrase::Phrase;

/// Joins items for a sentence: `a`, `a and b`, `a, b and c`.
pub fn join_and(items: impl IntoIterator<Item = impl Into<Phrase>>) -> Phrase {
    Phrase::list(items, Conjunction::And)
}

/// Joins clauses for a sentence: `r1c1 must be 5 and 3 can be removed from r2c2`.
pub fn join_clauses(items: impl IntoIterator<Item = impl Into<Phrase>>) -> Phrase {
    Phrase::list(items, Conjunction::AndClause)
}

/// Joins items for a sentence: `a`, `a or b`, `a, b or c`.
pub fn join_or(items: impl IntoIterator<Item = impl Into<Phrase>>) -> Phrase {
    Phrase::list(items, Conjunction::Or)
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
            [2, 40].map(|number| Phrase::number(number).to_string()),
            ["two", "40"]
        );
    }

    #[test]
    fn names_of_cells_are_not_capitalized() {
        let texts = ["", "the cells", "r1c1 and r2c2", "×", "a"];
        let capitalized = ["", "The cells", "r1c1 and r2c2", "×", "A"];
        assert_eq!(
            texts.map(|text| Phrase::plain(text).capitalized().to_string()),
            capitalized
        );
    }
}
