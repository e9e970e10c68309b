//! `ndoku-bench sets [--seed 1] [--count 5000] [--set NAME]… FOLDER`: makes sets of classic puzzles, one file each.
//!
//! ```text
//! # set=minimal seed=1 count=5000
//! # Full grids without clues, in random order, wherever the solution stays unique. Each is minimal: it needs all its clues.
//! .5.....3..8.1…
//! ```
//!
//! A set depends on the seed and the count alone: whatever asks an engine takes from it only facts (no solution, one, or more; and which, if it is one), and
//! the random numbers are the same on every machine. Another count gives other puzzles, not more of the same.
//!
//! | file | |
//! |---|---|
//! | `grid` | random full grids |
//! | `reduce` | clues go while the solution stays unique: `minimal`, `low-clue` |
//! | `change` | from minimal puzzles: `invalid`, `several` |
//! | `grade` | by the plain solver: `easy`, `hard` |

mod change;
mod grade;
mod grid;
mod reduce;

use std::path::Path;

use clap::ValueEnum;
use fastrand::Rng;
use ndoku_solver::{Classic, Outcome};

use crate::board::Clues;

/// The sets.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Set {
    /// Redundant clues
    Easy,
    /// Minimal, otherwise as chance would have it
    Minimal,
    /// Minimal, with few clues
    LowClue,
    /// No solution, though no two clues contradict each other
    Invalid,
    /// Two or more solutions
    Several,
    /// Minimal, with many guesses
    Hard,
}

impl Set {
    /// All, in the order of the tables.
    pub(crate) const ALL: &'static [Self] = &[
        Self::Easy,
        Self::Minimal,
        Self::LowClue,
        Self::Hard,
        Self::Several,
        Self::Invalid,
    ];

    /// Those that were named, or all if none was.
    pub(crate) const fn or_all(named: &[Self]) -> &[Self] {
        if named.is_empty() { Self::ALL } else { named }
    }

    /// The name to choose it by.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Minimal => "minimal",
            Self::LowClue => "low-clue",
            Self::Invalid => "invalid",
            Self::Several => "several",
            Self::Hard => "hard",
        }
    }

    /// How it is made, in a sentence or two.
    pub(crate) const fn description(self) -> &'static str {
        match self {
            Self::Easy => {
                "Full grids without clues, in random order, wherever naked singles alone still fill the grid, until 32 to 36 are left."
            }
            Self::Minimal => {
                "Full grids without clues, in random order, wherever the solution stays unique. Each is minimal: it needs all its clues."
            }
            Self::LowClue => {
                "Minimal puzzles after a walk among the minimal puzzles of the same grid that never goes up in clues. Few clues, not the fewest possible."
            }
            Self::Invalid => {
                "Minimal puzzles with one clue changed: no two clues contradict each other, but there is no solution."
            }
            Self::Several => {
                "Minimal puzzles without one, two or three of their clues: two or more solutions, often hundreds."
            }
            Self::Hard => {
                "One of fifty minimal puzzles: those where a plain solver with naked and hidden singles had to guess most."
            }
        }
    }

    /// What a search to the second solution says of each.
    pub(crate) const fn outcome(self) -> Outcome {
        match self {
            Self::Invalid => Outcome::Unsolvable,
            Self::Several => Outcome::Multiple,
            Self::Easy | Self::Minimal | Self::LowClue | Self::Hard => Outcome::Unique,
        }
    }

    /// So many puzzles. A thousand take 0.1 s, those of `easy` 0.4 s, those of `hard` and `low-clue` 5 s, on one core with AVX-512.
    pub(crate) fn generate(self, count: usize, seed: u64) -> Vec<Clues> {
        // Not the seed itself: neighbouring seeds, and the sets of one seed, shall have nothing in common.
        let mut seeds = Rng::with_seed(seed);
        let own = Self::ALL
            .iter()
            .map(|set| (set, seeds.u64(..)))
            .find(|(set, _)| **set == self)
            .map_or(0, |(_, own)| own);
        let mut generator = SetGenerator {
            rng: Rng::with_seed(own),
            engine: Classic::default(),
        };
        let mut puzzles = Vec::with_capacity(count);
        while puzzles.len() < count {
            let wanted = (count - puzzles.len()).min(BATCH_SIZE);
            puzzles.extend(match self {
                Self::Easy => generator.easy(wanted),
                Self::Minimal => generator.minimal(wanted),
                Self::LowClue => generator.low_clue(wanted),
                Self::Invalid => generator.invalid(wanted),
                Self::Several => generator.several(wanted),
                Self::Hard => generator.hard(wanted),
            });
        }
        puzzles
    }
}

/// Puzzles made at once: enough for the engine's lanes, and few enough for the cache.
const BATCH_SIZE: usize = 1000;

/// Chance, and an engine to ask.
struct SetGenerator {
    rng: Rng,
    engine: Classic,
}

impl SetGenerator {
    /// How many solutions each has, and that which was found first (with no meaning but if it is the only one).
    fn solve_all(&mut self, puzzles: &[Clues]) -> Vec<(Outcome, Clues)> {
        let (mut solutions, mut outcomes) = (
            vec![[0; 81]; puzzles.len()],
            vec![Outcome::default(); puzzles.len()],
        );
        self.engine
            .solve_all(puzzles, &mut solutions, &mut outcomes);
        outcomes
            .into_iter()
            .zip(
                solutions
                    .into_iter()
                    .map(|solution| solution.map(|digit| digit + b'0')),
            )
            .collect()
    }
}

/// Writes a file for each set into the folder, which is made if it is missing.
///
/// # Errors
/// What the system says when a file cannot be written.
pub(crate) fn write(sets: &[Set], count: usize, seed: u64, folder: &Path) -> Result<(), String> {
    std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for set in sets {
        let path = folder.join(set.name());
        std::fs::write(&path, text(*set, count, seed))
            .map_err(|error| format!("{}: {error}", path.display()))?;
        println!("{}", path.display());
    }
    Ok(())
}

/// A set as a file.
fn text(set: Set, count: usize, seed: u64) -> Vec<u8> {
    let mut text = format!(
        "# set={} seed={seed} count={count}\n# {}\n",
        set.name(),
        set.description()
    )
    .into_bytes();
    for puzzle in set.generate(count, seed) {
        text.extend(puzzle);
        text.push(b'\n');
    }
    text
}

#[cfg(test)]
mod tests;
