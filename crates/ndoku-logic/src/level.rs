//! `Level`: the difficulty in one word.

use std::fmt;

use crate::Difficulty;

/// A level of difficulty, by the hardest step of a puzzle.
///
/// | level | up to | techniques |
/// |---|---|---|
/// | beginner | 1.2 | full houses and hidden singles in boxes |
/// | easy | 2.5 | all singles, and those that a locked digit reveals directly |
/// | medium | 4.0 | locked candidates, pairs and triples, X-Wing, Swordfish |
/// | hard | 5.6 | short chains of one digit, wings, rectangles, finned fish, large subsets |
/// | expert | 7.5 | chains of any length, almost locked sets, exclusion |
/// | extreme | above | forcing chains and nets, or more than all techniques |
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the names are the meaning")]
pub enum Level {
    Beginner,
    Easy,
    Medium,
    Hard,
    Expert,
    Extreme,
}

impl Level {
    /// All, easiest first.
    pub const ALL: [Self; 6] = [
        Self::Beginner,
        Self::Easy,
        Self::Medium,
        Self::Hard,
        Self::Expert,
        Self::Extreme,
    ];

    /// Returns the level of a difficulty on ndoku's scale or the community's. Both use the same
    /// limits.
    #[must_use]
    pub const fn for_difficulty(difficulty: Difficulty) -> Self {
        match difficulty.0 {
            0..=12 => Self::Beginner,
            13..=25 => Self::Easy,
            26..=40 => Self::Medium,
            41..=56 => Self::Hard,
            57..=75 => Self::Expert,
            _ => Self::Extreme,
        }
    }

    /// Returns the name, in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Beginner => "beginner",
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
            Self::Expert => "expert",
            Self::Extreme => "extreme",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_ascend_with_difficulty() {
        let levels: Vec<Level> = (0..=200)
            .map(|tenths| Level::for_difficulty(Difficulty(tenths)))
            .collect();
        assert!(levels.is_sorted());
        assert_eq!(
            levels
                .chunk_by(|a, b| a == b)
                .map(|part| part[0])
                .collect::<Vec<_>>(),
            Level::ALL
        );
    }
}
