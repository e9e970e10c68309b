//! `Clock`: the duration of a game. The caller reports the elapsed time, so the clock reads no
//! system time.

use core::time::Duration;

/// The clock of a game.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    elapsed: Duration,
    paused: bool,
}

impl Clock {
    /// Creates a running clock that shows this duration.
    #[must_use]
    pub const fn from(elapsed: Duration) -> Self {
        Self {
            elapsed,
            paused: false,
        }
    }

    /// Adds elapsed time, unless the clock is paused.
    pub fn advance(&mut self, time: Duration) {
        if !self.paused {
            self.elapsed = self.elapsed.saturating_add(time);
        }
    }

    /// Returns the duration of the game.
    #[must_use]
    pub const fn elapsed(&self) -> Duration {
        self.elapsed
    }

    /// Returns `true` if the clock is paused.
    #[must_use]
    pub const fn is_paused(&self) -> bool {
        self.paused
    }

    /// Pauses or resumes the clock.
    pub(crate) fn set_paused(&mut self, paused: bool) {
        self.paused = paused;
    }
}

/// Formats the duration as `7:05` or `1:02:03`.
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
    fn the_clock_shows_the_added_time() {
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
