//! `Options`: the switches of the player. They do not change the puzzle. Mistakes are shown only if
//! a switch or the player asks for it.

/// A switch.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Switch {
    /// Show all remaining candidates automatically.
    AutoCandidates,
    /// An entered digit removes its marks from the peers of its cell.
    AutoRemoval,
    /// Show repeated digits in a house immediately.
    ShowRepeats,
    /// Show digits that contradict the solution immediately.
    ShowWrong,
    /// Highlight all cells with the digit under the cursor.
    SameDigit,
    /// Highlight the peers of the cursor.
    Peers,
    /// Show the clock.
    ShowClock,
}

impl Switch {
    /// All switches, in the order of a menu.
    pub const ALL: [Self; 7] = [
        Self::AutoCandidates,
        Self::AutoRemoval,
        Self::ShowRepeats,
        Self::ShowWrong,
        Self::SameDigit,
        Self::Peers,
        Self::ShowClock,
    ];

    /// Returns the name in saved games, such as `auto-candidates`.
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

    /// Returns a description for a menu.
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

    /// Finds the switch with a name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|switch| switch.name() == name)
    }
}

/// The states of the switches.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Options(u8);

impl Default for Options {
    /// Returns the default: repeated digits, the digit under the cursor, peers and the clock are
    /// shown.
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
    /// Creates options with these switches on, and all others off.
    #[must_use]
    pub fn with(on: impl IntoIterator<Item = Switch>) -> Self {
        let mut options = Self(0);
        on.into_iter().for_each(|switch| options.set(switch, true));
        options
    }

    /// Returns `true` if a switch is on.
    #[must_use]
    pub const fn is_on(self, switch: Switch) -> bool {
        self.0 >> switch as u8 & 1 != 0
    }

    /// Turns a switch on or off.
    pub fn set(&mut self, switch: Switch, on: bool) {
        self.0 = self.0 & !(1 << switch as u8) | u8::from(on) << switch as u8;
    }

    /// Returns the switches that are on.
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
