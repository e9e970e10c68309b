//! `Clock`: how long a game has taken. It knows no time of its own: the caller says how much has gone by.

use core::time::Duration;

/// The time of a game.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    elapsed: Duration,
    paused: bool,
}

impl Clock {
    /// A clock that runs, and shows this much already.
    #[must_use]
    pub const fn from(elapsed: Duration) -> Self {
        Self {
            elapsed,
            paused: false,
        }
    }

    /// Lets so much time go by, unless the clock stands still.
    pub fn advance(&mut self, time: Duration) {
        if !self.paused {
            self.elapsed = self.elapsed.saturating_add(time);
        }
    }

    /// How long it has run.
    #[must_use]
    pub const fn elapsed(&self) -> Duration {
        self.elapsed
    }

    /// Whether it stands still.
    #[must_use]
    pub const fn is_paused(&self) -> bool {
        self.paused
    }

    /// Stops it or lets it run.
    pub(crate) fn set_paused(&mut self, paused: bool) {
        self.paused = paused;
    }
}

/// `7:05`, `1:02:03`.
impl std::fmt::Display for Clock {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let seconds = self.elapsed.as_secs();
        let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        let text = if hours > 0 {
            format!("{hours}:{minutes:02}:{seconds:02}")
        } else {
            format!("{minutes}:{seconds:02}")
        };
        f.pad(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_shows_what_it_was_fed() {
        let mut clock = Clock::default();
        clock.advance(Duration::from_millis(425_900));
        assert_eq!(clock.to_string(), "7:05");
        clock.set_paused(true);
        clock.advance(Duration::from_secs(1000));
        assert_eq!(clock.to_string(), "7:05");
        assert_eq!(
            Clock::from(Duration::from_secs(3723)).to_string(),
            "1:02:03"
        );
        assert_eq!(format!("{:>7}", Clock::default()), "   0:00");
    }
}
