//! The statistics of solved games, kept in `play-statistics.json` in the folder for program state.
//!
//! Days count from 1970, in local time. A game counts once, when its last digit is right.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::bounded_read::read_text;
use crate::output_file::OutputFile;

/// A solved game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct SolvedGame {
    /// The day.
    pub day: u64,
    /// The level, if the puzzle has one.
    pub level: Option<String>,
    /// Number of rows.
    pub size: u8,
    /// The playing time in seconds.
    pub seconds: u64,
    /// Number of hints.
    pub hints: u32,
    /// Number of checks.
    pub checks: u32,
}

/// All solved games, the oldest first.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Statistics {
    games: Vec<SolvedGame>,
}

impl Statistics {
    /// Reads the file. A missing or damaged file has no games.
    pub(super) fn read(path: &Path) -> Self {
        read_text(path)
            .ok()
            .and_then(|text| serde_json::from_str(&text).ok())
            .unwrap_or_default()
    }

    /// Adds a game to the file, and returns all games. Reads the file again, because another game
    /// may have been solved in the meantime. Keeps a damaged file under another name.
    ///
    /// # Errors
    /// Returns the error of the system. Then the file is as before.
    pub(super) fn append(path: &Path, game: SolvedGame) -> io::Result<Self> {
        let mut all = match read_text(path) {
            Ok(text) => serde_json::from_str(&text).or_else(|_| {
                fs::rename(path, path.with_extension("damaged.json")).map(|()| Self::default())
            })?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Self::default(),
            Err(error) => return Err(error),
        };
        all.add(game);
        all.write(path)?;
        Ok(all)
    }

    /// Writes the file atomically.
    fn write(&self, path: &Path) -> io::Result<()> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let text = serde_json::to_string(self).map_err(io::Error::other)?;
        let mut file = OutputFile::create(path)?;
        file.write_all(text.as_bytes())?;
        file.write_all(b"\n")?;
        file.finish()
    }

    pub(super) fn add(&mut self, game: SolvedGame) {
        self.games.push(game);
    }

    /// Returns the rows of the last game: names with values.
    pub(super) fn rows(&self) -> Vec<(&'static str, String)> {
        let Some(last) = self.games.last() else {
            return Vec::new();
        };
        let alike = || {
            self.games
                .iter()
                .filter(|game| (&game.level, game.size) == (&last.level, last.size))
        };
        let count = alike().count() as u64;
        let best = alike().map(|game| game.seconds).min().unwrap_or(0);
        let average = alike().map(|game| game.seconds).sum::<u64>() / count.max(1);
        let help = match (last.hints, last.checks) {
            (0, 0) => "none".to_owned(),
            (hints, checks) => {
                format!("{}, {}", plural(hints, "hint"), plural(checks, "check"))
            }
        };
        let level = last.level.as_deref().unwrap_or("alike");
        let best = if best == last.seconds && count > 1 {
            format!("{} (new)", format_time(best))
        } else {
            format_time(best)
        };
        vec![
            ("Time", format_time(last.seconds)),
            ("Help", help),
            ("Best", best),
            ("Average", format_time(average)),
            ("Solved", format!("{} ({count} {level})", self.games.len())),
            ("Days in a row", self.streak().to_string()),
        ]
    }

    /// Returns the number of days in a row, up to the last game, with a solved game each.
    fn streak(&self) -> u64 {
        let Some(last) = self.games.iter().map(|game| game.day).max() else {
            return 0;
        };
        let is_played = |day: u64| self.games.iter().any(|game| game.day == day);
        (0..=last).take_while(|back| is_played(last - back)).count() as u64
    }
}

fn plural(number: u32, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

fn format_time(seconds: u64) -> String {
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes}:{seconds:02}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(day: u64, seconds: u64, level: &str) -> SolvedGame {
        SolvedGame {
            day,
            level: Some(level.to_owned()),
            size: 9,
            seconds,
            hints: 2,
            checks: 1,
        }
    }

    #[test]
    fn rows_compare_with_games_of_the_same_level() {
        let mut statistics = Statistics::default();
        assert!(statistics.rows().is_empty());
        for one in [
            game(10, 100, "easy"),
            game(12, 700, "hard"),
            game(13, 3_700, "hard"),
            game(14, 600, "hard"),
        ] {
            statistics.add(one);
        }
        let rows: Vec<String> = statistics
            .rows()
            .into_iter()
            .map(|(name, value)| format!("{name}: {value}"))
            .collect();
        assert_eq!(
            rows,
            [
                "Time: 10:00",
                "Help: 2 hints, 1 check",
                "Best: 10:00 (new)",
                "Average: 27:46",
                "Solved: 4 (3 hard)",
                "Days in a row: 3"
            ]
        );
        assert_eq!(format_time(3_700), "1:01:40");
    }

    #[test]
    fn no_game_is_lost() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep").join("play-statistics.json");
        assert_eq!(Statistics::read(&path), Statistics::default());
        Statistics::append(&path, game(1, 2, "easy")).unwrap();
        // Another program has added a game.
        let both = Statistics::append(&path, game(2, 3, "hard")).unwrap();
        assert_eq!(both.games.len(), 2);
        assert_eq!(Statistics::read(&path), both);
        fs::write(&path, "{").unwrap();
        assert_eq!(Statistics::read(&path), Statistics::default());
        let after = Statistics::append(&path, game(3, 4, "easy")).unwrap();
        assert_eq!(after.games, [game(3, 4, "easy")]);
        let kept = path.with_file_name("play-statistics.damaged.json");
        assert_eq!(fs::read_to_string(kept).unwrap(), "{");
    }
}
