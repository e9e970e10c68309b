//! Where games are kept: in the file that the player names, or in the folder that the system has for such things.

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
    /// None if the system names no folder and the player no file.
    path: Option<PathBuf>,
    /// What stands in it, so that nothing is written twice.
    written: Option<String>,
    /// The player named it.
    is_named: bool,
}

impl Store {
    /// The file that the player names.
    pub(super) fn for_file(path: &Path) -> Self {
        Self {
            path: Some(path.to_owned()),
            written: None,
            is_named: true,
        }
    }

    /// The file for a game of which nothing else is said: `ndoku/play.json` in the folder for the state of programs.
    pub(super) fn for_default_path() -> Self {
        Self {
            path: default_path(|name| std::env::var_os(name)),
            written: None,
            is_named: false,
        }
    }

    pub(super) fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Takes it that the file holds this game already: the one that was read from it.
    pub(super) fn mark_saved(&mut self, session: &Session) {
        self.written = save::write(session).ok();
    }

    /// Whether the player named the file.
    pub(super) fn is_named(&self) -> bool {
        self.is_named
    }

    /// Another game begins: what the file holds is not its own.
    pub(super) fn forget_contents(&mut self) {
        self.written = None;
    }

    /// Keeps what another game left in the file under another name, `play.previous.json`; the name, if there was anything.
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
        fs::rename(path, path.with_file_name(&name))
            .is_ok()
            .then_some(name)
    }

    /// Writes the game, as a whole or not at all; whether that was needed.
    ///
    /// # Errors
    /// When it cannot be written.
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
        // Whatever happens on the way, the file holds one game or the other.
        let mut file = OutputFile::create(path)?;
        file.write_all(text.as_bytes())?;
        file.finish()?;
        self.written = Some(text);
        Ok(true)
    }
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
    fn the_file_is_where_the_environment_says() {
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
    fn a_game_is_written_when_it_changed_and_an_older_one_is_kept() {
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
        // What cannot be written leaves nothing behind.
        let mut nowhere = Store::for_file(&path.join("below"));
        assert!(nowhere.save(&session).is_err());
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 2);
    }
}
