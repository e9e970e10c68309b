//! Parts that the tables share: the median, thousands in groups, and the puzzles of several files.

use ndoku::Puzzle;

use crate::puzzle_file;

/// Returns the median of sorted numbers: the mean of both middle ones of an even number, and 0 of
/// none.
pub(crate) fn median(sorted: &[f64]) -> f64 {
    let middle = sorted.len() / 2;
    match sorted {
        [] => 0.0,
        _ if sorted.len().is_multiple_of(2) => (sorted[middle - 1] + sorted[middle]) / 2.0,
        _ => sorted[middle],
    }
}

/// Formats a whole number with a comma between thousands.
pub(crate) fn group_thousands(number: u128) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A puzzle and its place, such as `everest.txt:3`.
pub(crate) struct PlacedPuzzle {
    pub(crate) place: String,
    pub(crate) puzzle: Puzzle,
}

/// Reads the puzzles of all files, in order. A place has the name of the puzzle, or its line.
///
/// # Errors
/// Returns the first file that cannot be read, or that there is no puzzle.
pub(crate) fn read_files(files: &[String]) -> Result<Vec<PlacedPuzzle>, String> {
    let mut puzzles = Vec::new();
    for file in files {
        let entries =
            puzzle_file::read_puzzles(file).map_err(|error| format!("{file}: {error}"))?;
        let short = file.rsplit('/').next().unwrap_or(file);
        puzzles.extend(entries.into_iter().map(|entry| PlacedPuzzle {
            place: format!("{short}:{}", entry.name),
            puzzle: entry.puzzle,
        }));
    }
    if puzzles.is_empty() {
        return Err("there is no puzzle to measure".to_owned());
    }
    Ok(puzzles)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_the_middle_value() {
        assert_eq!(
            [&[][..], &[3.0], &[1.0, 3.0], &[1.0, 2.0, 9.0]].map(median),
            [0.0, 3.0, 2.0, 2.0]
        );
    }

    #[test]
    fn thousands_are_grouped() {
        assert_eq!(
            [0, 999, 1_000, 6_670_903_752].map(group_thousands),
            ["0", "999", "1,000", "6,670,903,752"]
        );
    }

    #[test]
    fn a_missing_file_and_no_puzzle_are_errors() {
        let missing = read_files(&["no/such/file.txt".to_owned()]);
        assert!(missing.is_err_and(|error| error.starts_with("no/such/file.txt: ")));
        assert!(read_files(&[]).is_err());
    }
}
