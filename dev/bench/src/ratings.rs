//! `ndoku-bench ratings [--profile se121] [--runs 5] FILE…`: measures how many puzzles per second
//! are rated on one thread, by parts of the scale.
//!
//! ```text
//! rating    puzzles   puzzles/s   median ms  longest ms  which
//! 1.x             2     37012.4       0.027       0.028  easy.txt:2
//! all             2     37012.4       0.027       0.028  easy.txt:2
//! ```
//!
//! A part has the ratings between two whole numbers. The time of a puzzle is the median of its
//! runs.

use std::collections::BTreeMap;
use std::time::Instant;

use clap::Args;
use ndoku::rating::{Profile, Rater, RatingOutcome};
use ndoku_solver::Budget;

use crate::figures::{PlacedPuzzle, median, read_files};

/// The options of the measurement.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Rating profile: se121, sukaku, ndoku or hodoku
    #[arg(long, value_name = "NAME", default_value = "se121")]
    profile: Profile,
    /// Number of runs per puzzle
    #[arg(
        long,
        value_name = "N",
        default_value_t = 5,
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    runs: u32,
    /// Files of puzzles, in any format, plain or compressed
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
}

/// A rated puzzle: its time and its place.
type TimedRating<'a> = (f64, &'a str);

/// The figures of the puzzles of one part of the scale.
#[derive(Debug)]
struct RatingFigures<'a> {
    /// The part, such as `7.x`, or `all`.
    part: String,
    puzzles: usize,
    puzzles_per_second: f64,
    median_ms: f64,
    longest_ms: f64,
    /// The place of the puzzle that took longest.
    longest: &'a str,
}

/// Rates the puzzles of all files, and prints the table.
///
/// # Errors
/// Returns the file that cannot be read.
pub(crate) fn measure(options: &Options) -> Result<(), String> {
    let puzzles = read_files(&options.files)?;
    let (rows, not_rated) = time_ratings(options, &puzzles);
    println!(
        "{:<8} {:>8} {:>11} {:>11} {:>11}  which",
        "rating", "puzzles", "puzzles/s", "median ms", "longest ms"
    );
    for row in rows {
        println!(
            "{:<8} {:>8} {:>11.1} {:>11.3} {:>11.3}  {}",
            row.part,
            row.puzzles,
            row.puzzles_per_second,
            row.median_ms,
            row.longest_ms,
            row.longest
        );
    }
    if not_rated > 0 {
        println!("without a rating: {not_rated}");
    }
    Ok(())
}

/// Rates each puzzle several times. Returns the figures of each part and of all puzzles, and the
/// number of puzzles without a rating.
fn time_ratings<'a>(
    options: &Options,
    puzzles: &'a [PlacedPuzzle],
) -> (Vec<RatingFigures<'a>>, usize) {
    let mut rater = Rater::new(options.profile);
    let mut parts: BTreeMap<u16, Vec<TimedRating<'a>>> = BTreeMap::new();
    let mut not_rated = 0;
    for PlacedPuzzle { place, puzzle } in puzzles {
        let (mut times, mut part) = (Vec::new(), None);
        for _ in 0..options.runs {
            let begin = Instant::now();
            let outcome = rater.rate(puzzle, &Budget::default());
            times.push(1e3 * begin.elapsed().as_secs_f64());
            let Ok(RatingOutcome::Unique(rating)) = outcome else {
                break;
            };
            part = Some(rating.puzzle.rating.0 / 10);
        }
        times.sort_by(f64::total_cmp);
        match part {
            Some(part) => parts.entry(part).or_default().push((median(&times), place)),
            None => not_rated += 1,
        }
    }
    let all: Vec<TimedRating<'a>> = parts.values().flatten().copied().collect();
    let rows = parts
        .into_iter()
        .map(|(part, timed)| (format!("{part}.x"), timed))
        .chain([("all".to_owned(), all)])
        .filter_map(|(part, timed)| RatingFigures::from_times(part, timed))
        .collect();
    (rows, not_rated)
}

impl<'a> RatingFigures<'a> {
    /// Returns the figures of some puzzles; `None` if there are none.
    fn from_times(part: String, mut timed: Vec<TimedRating<'a>>) -> Option<Self> {
        timed.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (longest_ms, longest) = *timed.last()?;
        let times: Vec<f64> = timed.iter().map(|(ms, _)| *ms).collect();
        Some(Self {
            part,
            puzzles: times.len(),
            puzzles_per_second: 1e3 * times.len() as f64 / times.iter().sum::<f64>().max(1e-6),
            median_ms: median(&times),
            longest_ms,
            longest,
        })
    }
}

#[cfg(test)]
mod tests {
    use ndoku::Puzzle;

    use super::*;

    #[test]
    fn figures_are_grouped_by_part_of_the_scale() {
        // The first is full of singles, the second needs chains, the third has two solutions.
        let texts = [
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
            "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
            ".................................................................................",
        ];
        let puzzles = texts.map(|text| PlacedPuzzle {
            place: text[..3].to_owned(),
            puzzle: text.parse::<Puzzle>().unwrap(),
        });
        let (rows, not_rated) = time_ratings(
            &Options {
                profile: Profile::Se121,
                runs: 2,
                files: Vec::new(),
            },
            &puzzles,
        );
        let parts: Vec<_> = rows
            .iter()
            .map(|row| (row.part.as_str(), row.puzzles, row.longest))
            .collect();
        assert_eq!(not_rated, 1);
        assert_eq!(parts[0], ("1.x", 1, "53."));
        assert_eq!(parts.last(), Some(&("all", 2, "4..")));
        assert!(rows.iter().all(|row| row.puzzles_per_second > 0.0));
        assert!(RatingFigures::from_times("all".to_owned(), Vec::new()).is_none());
    }
}
