//! `ndoku-bench sets [--seed 1] [--count 5000] [--set NAME]… FOLDER`: generates sets of classic
//! puzzles, one file each.
//!
//! ```text
//! # set=minimal seed=1 count=5000
//! # Full grids without clues, in random order, wherever the solution stays unique. Each …
//! .5.....3..8.1…
//! ```
//!
//! A set depends only on seed and count. The generators use only facts from the engine: no
//! solution, one, or more, and the solution if it is unique. The random numbers are the same on
//! every machine. Another count gives other puzzles, not a longer list.
//!
//! | file | |
//! |---|---|
//! | `grid` | random full grids |
//! | `reduce` | `minimal`, `low-clue`: removes clues while the solution stays unique |
//! | `change` | `invalid`, `several`: changes minimal puzzles |
//! | `grade` | `easy`, `hard`: grades by the reference solver |

mod change;
mod grade;
mod grid;
mod reduce;

use std::path::Path;

use clap::ValueEnum;
use ndoku::Rng;
use ndoku_solver::{BatchOutcome, Simd9};

use crate::board::Clues;

/// A set of puzzles.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Set {
    /// Redundant clues
    Easy,
    /// Minimal, of random grids
    Minimal,
    /// Minimal, with few clues
    LowClue,
    /// No solution, although no two clues contradict each other
    Invalid,
    /// Two or more solutions
    Several,
    /// Minimal, with many guesses
    Hard,
}

impl Set {
    /// All sets, in the order of the tables.
    pub(crate) const ALL: &'static [Self] = &[
        Self::Easy,
        Self::Minimal,
        Self::LowClue,
        Self::Hard,
        Self::Several,
        Self::Invalid,
    ];

    /// Returns the named sets, or all if none is named.
    pub(crate) const fn or_all(named: &[Self]) -> &[Self] {
        if named.is_empty() { Self::ALL } else { named }
    }

    /// Returns the name of the set.
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

    /// Describes in a sentence or two how the set is generated.
    pub(crate) const fn description(self) -> &'static str {
        match self {
            Self::Easy => {
                "Full grids without clues, in random order, wherever naked singles alone still \
                fill the grid, until 32 to 36 are left."
            }
            Self::Minimal => {
                "Full grids without clues, in random order, wherever the solution stays unique. \
                Each is minimal: it needs all its clues."
            }
            Self::LowClue => {
                "Minimal puzzles after a walk among the minimal puzzles of the same grid that \
                never goes up in clues. Few clues, not the fewest possible."
            }
            Self::Invalid => {
                "Minimal puzzles with one clue changed: no two clues contradict each other, but \
                there is no solution."
            }
            Self::Several => {
                "Minimal puzzles without one, two or three of their clues: two or more solutions, \
                often hundreds."
            }
            Self::Hard => {
                "One of fifty minimal puzzles: those where a plain solver with naked and hidden \
                singles had to guess most."
            }
        }
    }

    /// Returns the outcome of a search to the second solution.
    pub(crate) const fn outcome(self) -> BatchOutcome {
        match self {
            Self::Invalid => BatchOutcome::Unsolvable,
            Self::Several => BatchOutcome::Multiple,
            Self::Easy | Self::Minimal | Self::LowClue | Self::Hard => BatchOutcome::Unique,
        }
    }

    /// Generates `count` puzzles. A thousand take 0.1 s; of `easy` 0.4 s; of `hard` and `low-clue`
    /// 5 s, on one core with AVX-512.
    pub(crate) fn generate(self, count: usize, seed: u64) -> Vec<Clues> {
        // The seed itself is not used: adjacent seeds, and the sets of one seed, must be
        // independent.
        let mut seeds = Rng::new(seed);
        let own = Self::ALL
            .iter()
            .map(|set| (set, seeds.next_u64()))
            .find(|(set, _)| **set == self)
            .map_or(0, |(_, own)| own);
        let mut generator = SetGenerator {
            rng: Rng::new(own),
            engine: Simd9::default(),
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

/// Number of puzzles that are generated together. The engine's lanes are busy, and the cache
/// suffices.
const BATCH_SIZE: usize = 1000;

/// A random number generator and an engine.
struct SetGenerator {
    rng: Rng,
    engine: Simd9,
}

impl SetGenerator {
    /// Returns the outcome of each puzzle, and the solution if it is unique; otherwise an arbitrary
    /// grid.
    fn solve_all(&mut self, puzzles: &[Clues]) -> Vec<(BatchOutcome, Clues)> {
        let (mut solutions, mut outcomes) = (
            vec![[0; 81]; puzzles.len()],
            vec![BatchOutcome::default(); puzzles.len()],
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

/// Writes a file for each set into the folder, which is created if it is missing.
///
/// # Errors
/// Returns the error of the system if a file cannot be written.
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

/// Returns the text of a set's file.
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
