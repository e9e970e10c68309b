//! The storage of games: in a file that the player names, or in the state folder of the system.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use ndoku_game::{Session, save};

use crate::config;
use crate::output_file::OutputFile;

/// The file of a game.
#[derive(Clone, Debug)]
pub(super) struct Store {
    /// `None` if the player names no file and the system has no state folder.
    path: Option<PathBuf>,
    /// The content of the file, to avoid writing it twice.
    written: Option<String>,
    /// `true` if the player named the file.
    is_named: bool,
    /// The name under which the previous game is kept.
    previous: Option<String>,
}

impl Store {
    /// Creates a store for a file that the player names.
    pub(super) fn for_file(path: &Path) -> Self {
        Self {
            path: Some(path.to_owned()),
            written: None,
            is_named: true,
            previous: None,
        }
    }

    /// Creates a store for the default file: `ndoku/play.json` in the folder for program state.
    pub(super) fn for_default_path() -> Self {
        Self {
            path: default_path(|name| std::env::var_os(name)),
            written: None,
            is_named: false,
            previous: None,
        }
    }

    pub(super) fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Records that the file already contains this game, which was read from it.
    pub(super) fn mark_saved(&mut self, session: &Session) {
        self.written = save::write(session).ok();
    }

    /// Returns `true` if the player named the file.
    pub(super) fn is_named(&self) -> bool {
        self.is_named
    }

    /// Forgets the contents of the file when a new game starts.
    pub(super) fn forget_contents(&mut self) {
        self.written = None;
    }

    /// Renames the file of another game to `play.previous.json`. Returns the name if there was such
    /// a file.
    pub(super) fn back_up_previous(&mut self) -> Option<String> {
        let path = self.path.as_ref().filter(|_| self.written.is_none())?;
        let part = |part: Option<&std::ffi::OsStr>| {
            part.unwrap_or_default().to_string_lossy().into_owned()
        };
        let name = format!(
            "{}.previous.{}",
            part(path.file_stem()),
            part(path.extension())
        );
        let name = name.trim_end_matches('.').to_owned();
        let is_kept = fs::rename(path, path.with_file_name(&name)).is_ok();
        self.previous = is_kept.then_some(name);
        self.previous.clone()
    }

    /// Returns the name of the file with the previous game, if this run has renamed it.
    pub(super) fn previous_name(&self) -> Option<&str> {
        self.previous.as_deref()
    }

    /// Writes the game atomically. Returns `true` if writing was necessary.
    ///
    /// # Errors
    /// Returns the error of the system.
    pub(super) fn save(&mut self, session: &Session) -> io::Result<bool> {
        let Some(path) = &self.path else {
            return Ok(false);
        };
        let text = save::write(session).map_err(io::Error::other)?;
        if self.written.as_deref() == Some(&text) {
            return Ok(false);
        }
        if let Some(folder) = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty())
        {
            fs::create_dir_all(folder)?;
        }
        // After any failure, the file contains either the old game or the new one.
        let mut file = OutputFile::create(path)?;
        file.write_all(text.as_bytes())?;
        file.finish()?;
        self.written = Some(text);
        Ok(true)
    }
}

/// Returns the file of the statistics, unless the system has no folder for program state.
pub(super) fn statistics_path() -> Option<PathBuf> {
    default_path(|name| std::env::var_os(name))
        .map(|path| path.with_file_name("play-statistics.json"))
}

fn default_path(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    config::folder(
        &variable,
        ["XDG_STATE_HOME", "LOCALAPPDATA", ".local/state"],
    )
    .map(|folder| folder.join("play.json"))
}

#[cfg(test)]
mod tests {
    use ndoku::{Budget, Cell, Digit, Puzzle, Solver};
    use ndoku_game::{Action, Mode};

    use super::*;

    #[test]
    fn the_environment_selects_the_folder() {
        let at = |variables: &[(&str, &str)]| {
            default_path(|name| {
                variables
                    .iter()
                    .find(|(known, _)| *known == name)
                    .map(|(_, value)| value.into())
            })
            .map(|path| path.display().to_string().replace('\\', "/"))
        };
        let root = if cfg!(windows) { "C:/" } else { "/" };
        let (home, own) = (format!("{root}home"), format!("{root}own"));
        assert_eq!(at(&[]), None);
        assert_eq!(
            at(&[("HOME", &home)]),
            Some(format!("{home}/.local/state/ndoku/play.json"))
        );
        assert_eq!(
            at(&[("HOME", &home), ("XDG_STATE_HOME", &own)]),
            Some(format!("{own}/ndoku/play.json"))
        );
        assert_eq!(
            at(&[("HOME", &home), ("XDG_STATE_HOME", "relative")]),
            Some(format!("{home}/.local/state/ndoku/play.json"))
        );
    }

    #[test]
    fn changed_games_are_written_and_an_older_game_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep").join("play.json");
        let game = |text: &str| {
            let puzzle: Puzzle = text.parse().unwrap();
            Session::new(&puzzle.into(), &mut Solver::new(), &Budget::default())
        };
        let mut session = game("1.......4......2");
        let store = || Store {
            path: Some(path.clone()),
            written: None,
            is_named: false,
            previous: None,
        };
        let mut first = store();
        assert_eq!(first.back_up_previous(), None);
        assert!(first.save(&session).unwrap() && !first.save(&session).unwrap());
        session.act(Action::Select(Cell::new(0, 1)));
        session.act(Action::EnterAs(Mode::Digit, Digit::new(4).unwrap()));
        assert!(first.save(&session).unwrap() && first.back_up_previous().is_none());
        let mut second = store();
        assert_eq!(
            second.back_up_previous().as_deref(),
            Some("play.previous.json")
        );
        assert!(second.save(&game("1...............")).unwrap());
        let text = fs::read_to_string(path.with_file_name("play.previous.json")).unwrap();
        let kept = save::read(&text, &mut Solver::new(), &Budget::default()).unwrap();
        assert_eq!(kept.grid(), session.grid());
        // A failed save leaves no files behind.
        let mut nowhere = Store::for_file(&path.join("below"));
        assert!(nowhere.save(&session).is_err());
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 2);
    }
}
