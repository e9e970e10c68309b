//! `Options`: switches that a player sets. None of them changes the puzzle; what is wrong is shown only as far as it is asked for.

/// One of the switches.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Switch {
    /// Show all candidates that are left, without being marked.
    AutoCandidates,
    /// A digit that is put in takes its marks from the cells that see it.
    AutoRemoval,
    /// Show at once when a digit stands twice in a house.
    ShowRepeats,
    /// Show at once when a digit is not that of the solution.
    ShowWrong,
    /// Point out the digit under the cursor wherever it stands.
    SameDigit,
    /// Point out the cells that the cursor sees.
    Peers,
    /// Show the clock.
    ShowClock,
}

impl Switch {
    /// All, in the order of a menu.
    pub const ALL: [Self; 7] = [
        Self::AutoCandidates,
        Self::AutoRemoval,
        Self::ShowRepeats,
        Self::ShowWrong,
        Self::SameDigit,
        Self::Peers,
        Self::ShowClock,
    ];

    /// Its name in saved games: `auto-candidates`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::AutoCandidates => "auto-candidates",
            Self::AutoRemoval => "auto-removal",
            Self::ShowRepeats => "show-repeats",
            Self::ShowWrong => "show-wrong",
            Self::SameDigit => "same-digit",
            Self::Peers => "peers",
            Self::ShowClock => "show-clock",
        }
    }

    /// What it does, for a menu.
    #[must_use]
    pub const fn description(self) -> &'static str {
        match self {
            Self::AutoCandidates => "Show all candidates by themselves",
            Self::AutoRemoval => "A digit removes its marks from its peers",
            Self::ShowRepeats => "Show repeated digits at once",
            Self::ShowWrong => "Show digits against the solution at once",
            Self::SameDigit => "Highlight the digit under the cursor",
            Self::Peers => "Highlight the peers of the cursor",
            Self::ShowClock => "Show the clock",
        }
    }

    /// The switch of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|switch| switch.name() == name)
    }
}

/// How the switches stand.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Options(u8);

impl Default for Options {
    /// Candidates are the player's own business, repeated digits are shown, digits and peers are pointed out, the clock is seen.
    fn default() -> Self {
        Self::with([
            Switch::ShowRepeats,
            Switch::SameDigit,
            Switch::Peers,
            Switch::ShowClock,
        ])
    }
}

impl Options {
    /// These on, and all others off.
    #[must_use]
    pub fn with(on: impl IntoIterator<Item = Switch>) -> Self {
        let mut options = Self(0);
        on.into_iter().for_each(|switch| options.set(switch, true));
        options
    }

    /// Whether a switch is on.
    #[must_use]
    pub const fn is_on(self, switch: Switch) -> bool {
        self.0 >> switch as u8 & 1 != 0
    }

    /// Turns a switch on or off.
    pub fn set(&mut self, switch: Switch, on: bool) {
        self.0 = self.0 & !(1 << switch as u8) | u8::from(on) << switch as u8;
    }

    /// The switches that are on.
    pub fn iter(self) -> impl Iterator<Item = Switch> {
        Switch::ALL
            .into_iter()
            .filter(move |switch| self.is_on(*switch))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn switches_are_independent() {
        for switch in Switch::ALL {
            assert_eq!(Switch::from_name(switch.name()), Some(switch));
            let mut options = Options::default();
            let others = || Switch::ALL.into_iter().filter(|other| *other != switch);
            options.set(switch, !options.is_on(switch));
            assert!(others().all(|other| options.is_on(other) == Options::default().is_on(other)));
            assert_ne!(options, Options::default());
            assert_eq!(Options::with(options.iter()), options);
        }
        assert_eq!(Switch::from_name("autocandidates"), None);
    }
}
