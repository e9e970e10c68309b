//! `Level`: what a player makes of a difficulty.

use std::fmt;

use super::Difficulty;

/// How hard a puzzle is for a player, by the hardest step of the way.
///
/// | level | up to | what it takes |
/// |---|---|---|
/// | beginner | 1.2 | full houses and hidden singles in boxes |
/// | easy | 2.5 | all singles, and what a locked digit shows at once |
/// | medium | 4.0 | candidates: locked ones, pairs and triples, X-Wing, Swordfish |
/// | hard | 5.6 | patterns: short chains of one digit, wings, rectangles, fish with fins, large subsets |
/// | expert | 7.5 | chains of any length, almost locked sets, exclusion |
/// | extreme | beyond | forcing chains and nets, or more than all techniques |
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

    /// The level of a difficulty, on our scale or on the community's, which run side by side.
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

    /// The name, in lower case.
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
