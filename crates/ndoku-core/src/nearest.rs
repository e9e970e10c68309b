//! The known name that comes nearest to a mistyped one: "did you mean …?".

/// The name with the fewest single-character edits from `word`, if there are at most two, or a third of the word's length.
#[must_use]
pub fn nearest<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (word.chars().count() / 3).max(2);
    let scored = names.map(|name| (edits(word, name), name));
    scored.filter(|(edits, _)| *edits <= limit).min_by_key(|(edits, _)| *edits).map(|(_, name)| name)
}

/// Levenshtein's distance by the usual one-row table.
fn edits(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let changed = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_found_and_strangers_are_not() {
        let names = ["windoku", "anti-knight", "anti-king"];
        assert_eq!(nearest("windoko", names.into_iter()), Some("windoku"));
        assert_eq!(nearest("antiking", names.into_iter()), Some("anti-king"));
        assert_eq!(nearest("thermometer", names.into_iter()), None);
        assert_eq!(edits("kitten", "sitting"), 3);
    }
}
