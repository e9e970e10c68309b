//! The options of `ndoku generate`.

use std::ffi::OsString;
use std::ops::RangeInclusive;

use clap::{Arg, Args, ValueEnum};
use ndoku::Alphabet;
use ndoku::analysis::Symmetry;
use ndoku::generate::{DEFAULT_MAX_ATTEMPTS, RULE_KINDS, RuleKind};
use ndoku::logic::Technique;
use ndoku::rating::{Level, Profile};

use super::layout::LayoutArgs;
use super::values::{
    alphabet, level, profile, rule_kind, size, symmetries, technique, whole_number,
    whole_number_from,
};
use super::{Output, RunOptions};

/// Generate puzzles by level, rating, clues or symmetry
///
/// Each puzzle has exactly one solution. By default, makes 9x9 puzzles in which every clue is
/// needed. The same --seed gives the same puzzles for any number of threads. Puzzle n does not
/// depend on how many puzzles are made.
///
/// Levels and ratings are those of `ndoku rate`: profile se121 for classic 9x9 puzzles, ndoku for
/// all others, unless --profile is given. A rating of the profile hodoku is a score. Puzzles of a
/// level can have redundant clues, unless --minimal is given.
///
/// Exit code 0: all puzzles were found. 1: some were not found within --max-attempts. 4: some took
/// longer than --timeout. Writes the puzzles that were found in any case.
#[derive(Debug, Args)]
#[command(mut_arg("regions", regions_help), mut_arg("symmetry", symmetry_help))]
#[command(mut_arg("rule_kind", rule_kind_help))]
#[command(after_long_help = examples!(
    "Make a puzzle" => "ndoku generate",
    "Make three puzzles of the level medium with rotational symmetry"
        => "ndoku generate 3 --level medium --symmetry rotational --seed 1",
    "Make a 6x6 puzzle with two long diagonals" => "ndoku generate --size 6 --x --seed 1",
    "Make a puzzle with at most 25 clues and its solution"
        => "ndoku generate --clues ..25 --with-solution --seed 1",
    "Make a killer Sudoku without clues" => "ndoku generate --rule-kind killer --clues 0 --seed 1",
))]
pub(crate) struct Generate {
    /// Number of puzzles
    #[arg(value_name = "N", default_value = "1", value_parser = puzzle_number)]
    pub number: u64,
    /// Random seed [default: random, printed to stderr]
    #[arg(long, value_name = "N", value_parser = whole_number::<u64>)]
    pub seed: Option<u64>,
    /// Number of clues: 24, 24..26 (inclusive), ..26 or 28..
    #[arg(long, value_name = "RANGE", value_parser = range, help_heading = "Clues")]
    pub clues: Option<Range>,
    /// Symmetry, such as rotational
    #[arg(
        long,
        value_name = "NAME",
        hide_possible_values = true,
        default_value = "none",
        value_parser = symmetries(),
        help_heading = "Clues"
    )]
    pub symmetry: SymmetryArg,
    /// Cells of the clues: a character for each cell, or a file
    ///
    /// The characters go row by row; `.`, `0`, `_` and `-` are blank cells. Lines drawn between
    /// boxes do not count.
    #[arg(
        long,
        hide_short_help = true,
        value_name = "MASK",
        conflicts_with_all = ["clues", "symmetry"],
        help_heading = "Clues"
    )]
    pub pattern: Option<String>,
    /// Make puzzles in which every clue is needed
    ///
    /// Without it, puzzles with a symmetry or a difficulty can have redundant clues.
    #[arg(long, help_heading = "Clues")]
    pub minimal: bool,
    /// Start with this puzzle or full grid, and keep its solution
    #[arg(
        long,
        hide_short_help = true,
        value_name = "INPUT",
        help_heading = "Clues"
    )]
    pub from: Option<OsString>,
    /// Make pencilmark puzzles without clues (Sukaku)
    #[arg(
        long,
        hide_short_help = true,
        conflicts_with_all = [
            "clues",
            "symmetry",
            "pattern",
            "minimal",
            "level",
            "rating",
            "require_technique",
            "max_technique",
            "optimize"
        ],
        help_heading = "Clues"
    )]
    pub pencilmarks: bool,
    /// Level: beginner, easy, medium, hard, expert or extreme
    #[arg(
        long,
        alias = "difficulty",
        value_name = "LEVEL",
        value_parser = level,
        conflicts_with = "rating",
        help_heading = "Difficulty"
    )]
    pub level: Option<Level>,
    /// Rating: 7.2, 7.0..8.0 (inclusive), ..2.5 or 9.0..
    ///
    /// A profile can precede it, as in se121:7.0..8.0.
    #[arg(long, value_name = "RANGE", value_parser = rating, help_heading = "Difficulty")]
    pub rating: Option<RatingRange>,
    /// Rating profile: se121, sukaku, ndoku or hodoku
    #[arg(
        long,
        hide_short_help = true,
        value_name = "NAME",
        value_parser = profile,
        help_heading = "Difficulty"
    )]
    pub profile: Option<Profile>,
    /// Technique that the puzzle cannot be solved without
    ///
    /// All other steps are at most as hard as this technique, or as --max-technique.
    #[arg(
        long,
        alias = "requires",
        hide_short_help = true,
        value_name = "TECHNIQUE",
        value_parser = technique,
        help_heading = "Difficulty"
    )]
    pub require_technique: Option<&'static Technique>,
    /// Hardest technique that the puzzle can require
    #[arg(
        long,
        alias = "at-most",
        hide_short_help = true,
        value_name = "TECHNIQUE",
        value_parser = technique,
        help_heading = "Difficulty"
    )]
    pub max_technique: Option<&'static Technique>,
    /// Optimize puzzles by an evolutionary search
    #[arg(
        long,
        alias = "goal",
        hide_short_help = true,
        value_name = "GOAL",
        conflicts_with_all = ["level", "rating", "require_technique", "max_technique", "pattern"],
        help_heading = "Difficulty"
    )]
    pub optimize: Option<ObjectiveArg>,
    /// Number of puzzles in the population for --optimize
    #[arg(
        long,
        alias = "pool",
        hide_short_help = true,
        value_name = "N",
        default_value = "20",
        value_parser = whole_number_from(1_usize),
        requires = "optimize",
        help_heading = "Difficulty"
    )]
    pub population: usize,
    /// Number of generations for --optimize
    #[arg(
        long,
        alias = "rounds",
        hide_short_help = true,
        value_name = "N",
        default_value = "500",
        value_parser = whole_number_from(1_u64),
        requires = "optimize",
        help_heading = "Difficulty"
    )]
    pub generations: u64,
    /// Number of rows, columns and digits
    #[arg(
        long,
        value_name = "N",
        value_parser = size,
        conflicts_with = "from",
        help_heading = "Layout"
    )]
    pub size: Option<u8>,
    #[command(flatten)]
    pub layout: LayoutArgs,
    /// Add random constraints of a kind, such as killer cages
    #[arg(
        long,
        alias = "make",
        value_name = "KIND",
        value_delimiter = ',',
        value_parser = rule_kind,
        conflicts_with_all = ["pencilmarks", "optimize"],
        help_heading = "Layout"
    )]
    pub rule_kind: Vec<&'static RuleKind>,
    /// Digit symbols: dec, alnum, alpha or hex0
    #[arg(
        long,
        hide_short_help = true,
        value_name = "NAME",
        value_parser = alphabet,
        help_heading = "Output"
    )]
    pub symbols: Option<Alphabet>,
    /// Also write the solution of each puzzle
    #[arg(long, help_heading = "Output")]
    pub with_solution: bool,
    #[command(flatten)]
    pub output: Output,
    #[command(flatten)]
    pub run: RunOptions,
    /// Maximum number of attempts per puzzle
    #[arg(
        long,
        alias = "tries",
        value_name = "N",
        default_value_t = DEFAULT_MAX_ATTEMPTS,
        value_parser = whole_number_from(1_u64),
        help_heading = "Threads and limits",
        hide_short_help = true
    )]
    pub max_attempts: u64,
}

/// Lists the symmetries in the long help: the short help has no room for them.
fn symmetry_help(symmetry: Arg) -> Arg {
    let names: Vec<String> = symmetry
        .get_possible_values()
        .iter()
        .map(|value| value.get_name().to_owned())
        .collect();
    let help = "Symmetry, such as rotational";
    symmetry.help(help).long_help(format!(
        "{help}\n\nOne of {}. `rotational` turns by 180°, and `quarter` by 90°. `horizontal` \
        mirrors the upper half, and `vertical` the left half. `random` chooses one of the others, \
        except `none`.",
        names.join(", ")
    ))
}

/// Adds the regions that only `generate` supports.
fn regions_help(regions: Arg) -> Arg {
    let help = "Jigsaw regions: a map, a file, or `random`";
    let more = "A map has a character for each cell, row by row. Cells with the same character \
        form a region. `random` makes other regions for each puzzle.";
    regions.help(help).long_help(format!("{help}\n\n{more}"))
}

/// Lists the kinds of rules in the long help.
fn rule_kind_help(rule_kind: Arg) -> Arg {
    let help = "Add random constraints of a kind, such as killer cages";
    let kinds: Vec<String> = RULE_KINDS
        .iter()
        .map(|kind| format!("  {:<14} {}", kind.id, kind.summary))
        .collect();
    rule_kind.help(help).long_help(format!(
        "{help}\n\nAdds constraints that a full grid satisfies. Then removes clues and constraints \
        while the solution stays unique. Killer cages cover the grid, unless --minimal or another \
        kind is given. Several kinds are separated by commas.\n\n{}",
        kinds.join("\n")
    ))
}

/// A range of numbers of clues.
pub(crate) type Range = RangeInclusive<usize>;

/// The symmetries to draw from.
#[derive(Clone, Debug)]
pub(crate) struct SymmetryArg(pub Vec<Symmetry>);

/// A range of ratings, with its profile if given.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) struct RatingRange {
    pub profile: Option<Profile>,
    pub least: f64,
    pub most: f64,
}

/// The objective of an evolutionary search.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ObjectiveArg {
    /// Maximum rating
    Hard,
    /// Minimum number of clues
    FewClues,
}

/// Splits `a..b` into its two ends, each of which can be missing. A single number is both ends.
fn ends(text: &str) -> (Option<&str>, Option<&str>) {
    let part = |text| {
        if str::is_empty(text) {
            None
        } else {
            Some(text)
        }
    };
    match text.split_once("..") {
        Some((least, most)) => (
            part(least.trim()),
            part(most.trim().trim_start_matches('=')),
        ),
        None => (part(text.trim()), part(text.trim())),
    }
}

pub(super) fn range(text: &str) -> Result<Range, String> {
    let parse = || {
        let (least, most) = ends(text);
        let least = least.map_or(Ok(0), str::parse);
        let most = most.map_or(Ok(usize::MAX), str::parse);
        least.ok().zip(most.ok())
    };
    let (least, most) = parse()
        .ok_or_else(|| "write a number of clues, such as 24, 24..26, ..26 or 28..".to_owned())?;
    if least <= most {
        Ok(least..=most)
    } else {
        Err(format!("the range is empty; write {most}..{least}"))
    }
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
        [least, most]
            .iter()
            .all(|end| (0.0..=1e6).contains(end))
            .then_some((least, most))
    };
    let (least, most) = parse().ok_or_else(|| {
        "write a rating of at most 1,000,000, such as 7.2, 7.0..8.0, ..2.5 or se121:9.0.."
            .to_owned()
    })?;
    if least <= most {
        Ok(RatingRange {
            profile: by,
            least,
            most,
        })
    } else {
        Err(format!("the range is empty; write {most}..{least}"))
    }
}

/// Reads the number of puzzles. The name of a level is a common mistake here.
fn puzzle_number(text: &str) -> Result<u64, String> {
    match level(text) {
        Ok(level) => Err(format!("write `--level {}` for this level", level.name())),
        Err(_) => whole_number_from(1)(text),
    }
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
        assert_eq!(
            range("26..24"),
            Err("the range is empty; write 24..26".to_owned())
        );
        assert!(range("many").is_err());
        let of = |text| rating(text).map(|range| (range.profile, range.least, range.most));
        assert_eq!(of("se121:7.0..8.0"), Ok((Some(Profile::Se121), 7.0, 8.0)));
        assert_eq!(of("7.2"), Ok((None, 7.2, 7.2)));
        assert!(of("se:7").is_err() && of("8..7").is_err() && of("nan").is_err());
    }
}
