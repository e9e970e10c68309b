//! What may be written after `ndoku generate`.

use std::ffi::OsString;
use std::ops::RangeInclusive;

use clap::{Args, ValueEnum};
use ndoku::Alphabet;
use ndoku::generate::Symmetry;
use ndoku::generate::generate::TRIES;
use ndoku::logic::Technique;
use ndoku::rating::{Level, Profile};

use super::layout::LayoutArgs;
use super::{Output, Pace, alphabet, profile, technique, whole};

/// Make puzzles, each with exactly one solution.
///
/// Without further options: 9x9 puzzles of which every clue is needed. The same --seed gives the same puzzles for any number of threads, and the n-th is the same
/// however many are asked for.
///
/// Levels and ratings are those of `ndoku rate`: for classic 9x9 puzzles by the profile se121, for all others by ndoku, unless --profile says otherwise. Puzzles of a level
/// may have clues that only make them easier; --minimal asks for those of which every clue is needed. A rating of the profile hodoku is a score.
///
/// Exit code 0: all were found. 1: some were not found in --tries. 4: some took longer than --timeout. What was found is written in any case.
#[derive(Debug, Args)]
#[command(mut_arg("regions", |map| map.help("Jigsaw regions: one mark for each cell, row by row, or a file that holds them; `random` for other ones in each puzzle")))]
pub(crate) struct Generate {
    /// How many puzzles
    #[arg(value_name = "N", default_value = "1", value_parser = whole::<u64>)]
    pub number: u64,
    /// The puzzles depend on this number; without it another is taken each time, and said
    #[arg(long, value_name = "N", value_parser = whole::<u64>)]
    pub seed: Option<u64>,
    /// So many clues: 24, 24..26 (both included), ..26 or 28..
    #[arg(long, value_name = "RANGE", value_parser = range, help_heading = "Clues")]
    pub clues: Option<Range>,
    /// The pattern of the clues: none, rotational, quarter, horizontal, vertical, mirrors, diagonal, anti-diagonal, diagonals, full, or random for one of these
    #[arg(long, value_name = "NAME", default_value = "none", value_parser = symmetry, help_heading = "Clues")]
    pub symmetry: SymmetryArg,
    /// Clues in exactly these cells: one mark for each cell, row by row, or a file that holds them; `.`, `0` and `-` are blank
    #[arg(long, value_name = "MASK", conflicts_with_all = ["clues", "symmetry"], help_heading = "Clues")]
    pub pattern: Option<String>,
    /// Every single clue is needed, whatever the symmetry and the difficulty
    #[arg(long, help_heading = "Clues")]
    pub minimal: bool,
    /// Begin with the solution of this puzzle or full grid, and near to the puzzle: a file, or the puzzle itself
    #[arg(long, value_name = "INPUT", help_heading = "Clues")]
    pub from: Option<OsString>,
    /// Puzzles without clues, of candidates of which none may come back (Sukaku)
    #[arg(long, conflicts_with_all = ["clues", "symmetry", "pattern", "minimal", "level", "rating", "requires", "at_most", "goal"], help_heading = "Clues")]
    pub pencilmarks: bool,
    /// A level: beginner, easy, medium, hard, expert, extreme
    #[arg(long, visible_alias = "difficulty", value_name = "LEVEL", value_parser = level, conflicts_with = "rating", help_heading = "Difficulty")]
    pub level: Option<Level>,
    /// A rating: 7.2, 7.0..8.0 (both included), ..2.5 or 9.0.., if you like with a profile before it, as in se121:7.0..8.0
    #[arg(long, value_name = "RANGE", value_parser = rating, help_heading = "Difficulty")]
    pub rating: Option<RatingRange>,
    /// By what --level, --rating and --goal hard are meant: se121, sukaku, ndoku, hodoku
    #[arg(long, value_name = "NAME", value_parser = profile, help_heading = "Difficulty")]
    pub profile: Option<Profile>,
    /// It cannot be solved without this technique, by those that are no harder, or no harder than --at-most
    #[arg(long, value_name = "TECHNIQUE", value_parser = technique, help_heading = "Difficulty")]
    pub requires: Option<&'static Technique>,
    /// It can be solved by techniques that are no harder than this one
    #[arg(long, value_name = "TECHNIQUE", value_parser = technique, help_heading = "Difficulty")]
    pub at_most: Option<&'static Technique>,
    /// Each puzzle is the best of a pool that evolves: `hard` by rating, `few-clues`
    #[arg(long, value_name = "GOAL", conflicts_with_all = ["level", "rating", "requires", "at_most", "pattern"], help_heading = "Difficulty")]
    pub goal: Option<GoalArg>,
    /// How many puzzles a pool holds
    #[arg(long, value_name = "N", default_value = "20", value_parser = whole::<usize>, requires = "goal", help_heading = "Difficulty")]
    pub pool: usize,
    /// How many puzzles are born in a pool
    #[arg(long, value_name = "N", default_value = "500", value_parser = whole::<u64>, requires = "goal", help_heading = "Difficulty")]
    pub rounds: u64,
    /// Rows, columns and digits
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..), help_heading = "Layout")]
    pub size: Option<u8>,
    #[command(flatten)]
    pub layout: LayoutArgs,
    /// How digits are written: dec, alnum, alpha, hex0
    #[arg(long, value_name = "ALPHABET", value_parser = alphabet, help_heading = "Output")]
    pub symbols: Option<Alphabet>,
    /// Write the solution too: beside the puzzle in a format that has a place for it, otherwise behind it
    #[arg(long, help_heading = "Output")]
    pub with_solution: bool,
    #[command(flatten)]
    pub output: Output,
    #[command(flatten)]
    pub pace: Pace,
    /// Give up a puzzle after so many tries
    #[arg(long, value_name = "N", default_value_t = TRIES, value_parser = whole::<u64>, help_heading = "Work")]
    pub tries: u64,
}

/// A number of clues.
pub(crate) type Range = RangeInclusive<usize>;

/// Symmetries to draw from.
#[derive(Clone, Debug)]
pub(crate) struct SymmetryArg(pub Vec<Symmetry>);

/// From one rating to another, and by what, if that is said.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) struct RatingRange {
    pub profile: Option<Profile>,
    pub least: f64,
    pub most: f64,
}

/// Where a pool evolves to.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum GoalArg {
    /// A high rating
    Hard,
    /// Few clues
    FewClues,
}

/// The two ends of `a..b`, either of which may be missing, or twice the only one.
fn ends(text: &str) -> (Option<&str>, Option<&str>) {
    let part = |text| if str::is_empty(text) { None } else { Some(text) };
    match text.split_once("..") {
        Some((least, most)) => (part(least.trim()), part(most.trim().trim_start_matches('='))),
        None => (part(text.trim()), part(text.trim())),
    }
}

pub(super) fn range(text: &str) -> Result<Range, String> {
    let parse = || {
        let (least, most) = ends(text);
        let least = least.map_or(Ok(0), str::parse);
        let most = most.map_or(Ok(usize::MAX), str::parse);
        least.ok().zip(most.ok()).filter(|(least, most)| least <= most).map(|(least, most)| least..=most)
    };
    parse().ok_or_else(|| "write a number of clues, such as 24, 24..26, ..26 or 28..".to_owned())
}

fn rating(text: &str) -> Result<RatingRange, String> {
    let (by, text) = match text.split_once(':') {
        Some((by, text)) => (Some(profile(by)?), text),
        None => (None, text),
    };
    let parse = || {
        let (least, most) = ends(text);
        let least: Result<f64, _> = least.map_or(Ok(0.0), str::parse);
        let most: Result<f64, _> = most.map_or(Ok(1e6), str::parse);
        let (least, most) = least.ok().zip(most.ok())?;
        (0.0 <= least && least <= most && most <= 1e6).then_some(RatingRange { profile: by, least, most })
    };
    parse().ok_or_else(|| "write a rating, such as 7.2, 7.0..8.0, ..2.5 or se121:9.0..".to_owned())
}

pub(super) fn level(text: &str) -> Result<Level, String> {
    let names = || Level::ALL.iter().map(|level| level.name());
    Level::ALL.into_iter().find(|level| level.name().eq_ignore_ascii_case(text)).ok_or_else(|| match ndoku::nearest(text, names()) {
        Some(nearest) => format!("no level is called `{text}`; did you mean `{nearest}`?"),
        None => format!("no level is called `{text}`; there are {}", names().collect::<Vec<_>>().join(", ")),
    })
}

pub(super) fn symmetry(text: &str) -> Result<SymmetryArg, String> {
    let name = match text {
        "random" => {
            return Ok(SymmetryArg(Symmetry::ALL.iter().copied().filter(|symmetry| *symmetry != Symmetry::None).collect()));
        }
        "rot180" | "rotate180" => "rotational",
        "rot90" | "rotate90" => "quarter",
        "mirrors" => "both-mirrors",
        "antidiagonal" => "anti-diagonal",
        "diagonals" => "both-diagonals",
        name => name,
    };
    name.parse().map(|symmetry| SymmetryArg(vec![symmetry])).map_err(|error: ndoku::generate::symmetry::UnknownSymmetry| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_have_two_ends_or_one() {
        assert_eq!(range("24"), Ok(24..=24));
        assert_eq!(range("24..26"), Ok(24..=26));
        assert_eq!(range("..=26"), Ok(0..=26));
        assert_eq!(range("28.."), Ok(28..=usize::MAX));
        assert!(range("26..24").is_err() && range("many").is_err());
        let of = |text| rating(text).map(|range| (range.profile, range.least, range.most));
        assert_eq!(of("se121:7.0..8.0"), Ok((Some(Profile::Se121), 7.0, 8.0)));
        assert_eq!(of("7.2"), Ok((None, 7.2, 7.2)));
        assert!(of("se:7").is_err() && of("8..7").is_err() && of("nan").is_err());
    }

    #[test]
    fn symmetries_have_several_names() {
        for (name, symmetry) in [("rot180", Symmetry::Rotational), ("mirrors", Symmetry::BothMirrors), ("rotate90", Symmetry::Quarter)] {
            assert_eq!(super::symmetry(name).unwrap().0, [symmetry]);
        }
        assert_eq!(super::symmetry("random").unwrap().0.len(), Symmetry::ALL.len() - 1);
        assert!(super::symmetry("round").is_err());
    }
}
