//! What the commands share: messages on standard error, limits, and whether Ctrl-C was pressed.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clap::CommandFactory;
use ndoku::{Budget, Deadline};

use crate::args::{Global, Work};
pub(crate) use crate::exit_code::ExitCode as Code;
use crate::messages::Messages;

/// The signal for a file that reaches its limit. MIPS has another number.
#[cfg(all(unix, not(any(target_arch = "mips", target_arch = "mips64"))))]
const SIGXFSZ: i32 = 25;

/// What the commands share.
pub(crate) struct Context {
    pub messages: Messages,
    pub progress: crate::args::Progress,
    pub quiet: bool,
    pub verbose: bool,
    pub colour: crate::args::When,
    /// The name of the command.
    command: &'static str,
    interrupted: Arc<AtomicBool>,
}

impl Context {
    pub(crate) fn new(global: &Global, command: &'static str) -> Self {
        let interrupted = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&interrupted);
        // The second Ctrl-C ends at once, should the first not be heard. Without a handler, the first one does: nothing is lost but the courtesy.
        let _ = ctrlc::set_handler(move || {
            if flag.swap(true, Ordering::Relaxed) {
                #[cfg(feature = "play")]
                crate::commands::play::end_by_signal();
                std::process::exit(i32::from(Code::Interrupted as u8));
            }
        });
        // A file that reaches the limit of the shell is an error of the output like a full disk; without this it ends the process.
        #[cfg(all(unix, not(any(target_arch = "mips", target_arch = "mips64"))))]
        let _ = signal_hook::flag::register(SIGXFSZ, Arc::default());
        let colour = global.color.unwrap_or_default();
        Self {
            messages: Messages::new(colour),
            progress: global.progress.unwrap_or_default(),
            quiet: global.quiet,
            verbose: global.verbose,
            colour,
            command,
            interrupted,
        }
    }

    /// The short help of the command that runs.
    pub(crate) fn short_help(&self) -> String {
        let mut all = crate::args::Cli::command();
        all.build();
        all.find_subcommand_mut(self.command).map(|command| command.render_help().to_string()).unwrap_or_default()
    }

    /// Whether Ctrl-C was pressed.
    pub(crate) fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// The flag that Ctrl-C sets.
    #[cfg(feature = "serve")]
    pub(crate) fn interrupted(&self) -> &AtomicBool {
        &self.interrupted
    }

    /// A remark on standard error, unless it shall be quiet.
    pub(crate) fn say(&self, text: &str) {
        if !self.quiet {
            self.messages.say(text);
        }
    }

    /// A remark for those who want to know more.
    pub(crate) fn detail(&self, text: &str) {
        if self.verbose {
            self.messages.say(text);
        }
    }

    /// Runs a search with the limits of the command line, which count anew for each puzzle.
    pub(crate) fn with_budget<T>(&self, work: &Work, search: impl FnOnce(&Budget<'_>) -> T) -> T {
        self.with_timeout(work.pace.timeout, |budget| {
            let budget = budget.order(work.order.into());
            search(&work.max_guesses.map_or(budget, |guesses| budget.max_guesses(guesses)))
        })
    }

    /// Runs something that ends after so long, and on Ctrl-C.
    pub(crate) fn with_timeout<T>(&self, timeout: Option<Duration>, search: impl FnOnce(&Budget<'_>) -> T) -> T {
        let deadline = Deadline::after(timeout.unwrap_or(Duration::MAX));
        let expired = || deadline.has_passed();
        let budget = Budget::default().stop_flag(&self.interrupted);
        search(&if timeout.is_some() { budget.expired(&expired) } else { budget })
    }
}
