//! The state that all commands share: messages on standard error, limits, and the flag for Ctrl-C.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use ndoku::logic::Refutation;
use ndoku::{Budget, Deadline, Puzzle};

use crate::args::{Global, SearchLimits};
use crate::error::CliError;
use crate::exit_code::ExitCode;
use crate::messages::Messages;
use crate::output_file::is_standard_input;
use crate::random_seed::random_seed;
use crate::signals;

/// Maximum size of a puzzle whose reason to have no solution is searched for.
const MAX_REFUTED_SIZE: u8 = 25;

/// Maximum time of that search. It takes milliseconds, so that the clock hardly decides.
const REFUTATION_TIME: Duration = Duration::from_secs(1);

/// The state that all commands share.
pub(crate) struct Context {
    pub messages: Messages,
    pub progress: crate::args::ProgressArg,
    pub quiet: bool,
    pub verbose: bool,
    pub color: crate::args::When,
    /// Time limit for reading a photograph. Each puzzle in it has the same limit after that.
    pub picture_timeout: Option<Duration>,
    /// The name of the running command.
    command: &'static str,
    interrupted: Arc<AtomicBool>,
    /// Messages that are printed after all others.
    at_end: Mutex<Vec<String>>,
    /// The files that were opened as inputs, without links in their paths.
    input_files: Mutex<Vec<PathBuf>>,
}

impl Context {
    /// Creates the state of a command, and handles the signals. `restore` runs before the second
    /// Ctrl-C ends the process.
    pub(crate) fn new(global: &Global, command: &'static str, restore: fn()) -> Self {
        let interrupted = Arc::new(AtomicBool::new(false));
        signals::handle(&interrupted, restore);
        let color = global.color.unwrap_or_default();
        Self {
            messages: Messages::new(color, global.verbose),
            progress: global.progress.unwrap_or_default(),
            quiet: global.quiet,
            verbose: global.verbose,
            color,
            picture_timeout: None,
            command,
            interrupted,
            at_end: Mutex::default(),
            input_files: Mutex::default(),
        }
    }

    /// Returns the short help of the running command.
    pub(crate) fn short_help(&self) -> String {
        let mut all = crate::args::command();
        all.build();
        all.find_subcommand_mut(self.command)
            .map(|command| command.render_help().to_string())
            .unwrap_or_default()
    }

    /// Prints an error on standard error. Returns its exit code.
    pub(crate) fn report_error(&self, error: &CliError) -> ExitCode {
        self.messages.print_error(error);
        error.code()
    }

    /// Records an argument that may name an input file.
    pub(crate) fn note_input(&self, argument: &OsStr) {
        if let (Ok(path), Ok(mut files)) = (fs::canonicalize(argument), self.input_files.lock()) {
            files.push(path);
        }
    }

    /// Returns `true` if the path names an input file, also through links, or the file of standard
    /// input. A hard link to an argument is a file of its own, because a new file does not replace
    /// its content.
    pub(crate) fn is_input(&self, path: &Path) -> bool {
        let Ok(path) = fs::canonicalize(path) else {
            return false;
        };
        if is_standard_input(&path) {
            return true;
        }
        self.input_files
            .lock()
            .is_ok_and(|files| files.contains(&path))
    }

    /// Returns `true` after Ctrl-C.
    pub(crate) fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// Returns the flag that Ctrl-C sets.
    #[cfg(feature = "serve")]
    pub(crate) fn interrupted(&self) -> &AtomicBool {
        &self.interrupted
    }

    /// Prints a message on standard error, unless `--quiet` is given.
    pub(crate) fn info(&self, text: &str) {
        if !self.quiet {
            self.messages.print_line(text);
        }
    }

    /// Prints a message on standard error if `--verbose` is given.
    pub(crate) fn debug(&self, text: &str) {
        if self.verbose {
            self.messages.print_line(text);
        }
    }

    /// Returns the requested seed, or a random one, which is printed.
    pub(crate) fn seed(&self, requested: Option<u64>) -> u64 {
        requested.unwrap_or_else(|| {
            let seed = random_seed();
            self.info(&format!("made with --seed {seed}"));
            seed
        })
    }

    /// Keeps a message for `--verbose` until the command has ended.
    pub(crate) fn debug_at_end(&self, text: String) {
        if let (true, Ok(mut remarks)) = (self.verbose, self.at_end.lock()) {
            remarks.push(text);
        }
    }

    /// Prints the messages of [`debug_at_end`](Self::debug_at_end).
    pub(crate) fn flush_debug(&self) {
        let remarks = self
            .at_end
            .lock()
            .map(|mut remarks| std::mem::take(&mut *remarks))
            .unwrap_or_default();
        remarks.iter().for_each(|remark| self.debug(remark));
    }

    /// Runs a search for one puzzle with the limits of the command line.
    pub(crate) fn with_budget<T>(
        &self,
        options: &impl SearchLimits,
        search: impl FnOnce(&Budget<'_>) -> T,
    ) -> T {
        let limits = options.search_options();
        self.with_timeout(limits.run.timeout, |budget| {
            let budget = budget.order(options.order());
            search(
                &limits
                    .max_guesses
                    .map_or(budget, |guesses| budget.max_guesses(guesses)),
            )
        })
    }

    /// Runs `work`, and prints a message if it takes longer than `time`.
    pub(crate) fn with_delayed_info<T>(
        &self,
        time: Duration,
        text: impl FnOnce() -> String + Send,
        work: impl FnOnce() -> T,
    ) -> T {
        let (done, waiting) = std::sync::mpsc::channel::<()>();
        std::thread::scope(|scope| {
            let inform = move || {
                if waiting.recv_timeout(time) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
                    self.info(&text());
                }
            };
            // Without a thread, only the message is missing.
            let _ = std::thread::Builder::new().spawn_scoped(scope, inform);
            let result = work();
            drop(done);
            result
        })
    }

    /// Returns the reason why a puzzle has no solution, if easy steps show it and the puzzle is not
    /// too large.
    pub(crate) fn refute(&self, puzzle: &Puzzle) -> Option<Refutation> {
        if puzzle.layout().size() > MAX_REFUTED_SIZE {
            return None;
        }
        let deadline = Deadline::after(REFUTATION_TIME);
        Refutation::find(puzzle, &|| deadline.has_passed() || self.is_interrupted())
    }

    /// Runs a search that stops after `timeout` and on Ctrl-C.
    pub(crate) fn with_timeout<T>(
        &self,
        timeout: Option<Duration>,
        search: impl FnOnce(&Budget<'_>) -> T,
    ) -> T {
        let deadline = Deadline::after(timeout.unwrap_or(Duration::MAX));
        let expired = || deadline.has_passed();
        let budget = Budget::default().stop_flag(&self.interrupted);
        search(&if timeout.is_some() {
            budget.stop_when(&expired)
        } else {
            budget
        })
    }
}
