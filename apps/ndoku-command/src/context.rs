//! What the commands share: messages on standard error, limits, and whether Ctrl-C was pressed.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use ndoku::{Budget, Deadline};

use crate::args::{Global, SearchLimits};
use crate::exit_code::ExitCode;
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
    pub color: crate::args::When,
    /// The name of the command.
    command: &'static str,
    interrupted: Arc<AtomicBool>,
    /// Remarks that come after all others.
    at_end: Mutex<Vec<String>>,
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
                std::process::exit(i32::from(ExitCode::Interrupted as u8));
            }
        });
        // A file that reaches the limit of the shell is an error of the output like a full disk; without this it ends the process.
        #[cfg(all(unix, not(any(target_arch = "mips", target_arch = "mips64"))))]
        let _ = signal_hook::flag::register(SIGXFSZ, Arc::default());
        let color = global.color.unwrap_or_default();
        Self {
            messages: Messages::new(color),
            progress: global.progress.unwrap_or_default(),
            quiet: global.quiet,
            verbose: global.verbose,
            color,
            command,
            interrupted,
            at_end: Mutex::default(),
        }
    }

    /// The short help of the command that runs.
    pub(crate) fn short_help(&self) -> String {
        let mut all = crate::args::command();
        all.build();
        all.find_subcommand_mut(self.command)
            .map(|command| command.render_help().to_string())
            .unwrap_or_default()
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
    pub(crate) fn info(&self, text: &str) {
        if !self.quiet {
            self.messages.print_line(text);
        }
    }

    /// A remark for those who want to know more.
    pub(crate) fn debug(&self, text: &str) {
        if self.verbose {
            self.messages.print_line(text);
        }
    }

    /// Keeps a remark for those who want to know more until the command has ended.
    pub(crate) fn debug_at_end(&self, text: String) {
        if let (true, Ok(mut remarks)) = (self.verbose, self.at_end.lock()) {
            remarks.push(text);
        }
    }

    /// Makes the remarks that were kept.
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

    /// Runs something, and makes a remark if it has not ended after so long.
    pub(crate) fn with_delayed_info<T>(
        &self,
        time: Duration,
        text: impl FnOnce() -> String + Send,
        work: impl FnOnce() -> T,
    ) -> T {
        let (done, waiting) = std::sync::mpsc::channel::<()>();
        std::thread::scope(|scope| {
            scope.spawn(move || {
                if waiting.recv_timeout(time) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
                    self.info(&text());
                }
            });
            let result = work();
            drop(done);
            result
        })
    }

    /// Runs something that ends after so long, and on Ctrl-C.
    pub(crate) fn with_timeout<T>(
        &self,
        timeout: Option<Duration>,
        search: impl FnOnce(&Budget<'_>) -> T,
    ) -> T {
        let deadline = Deadline::after(timeout.unwrap_or(Duration::MAX));
        let expired = || deadline.has_passed();
        let budget = Budget::default().stop_flag(&self.interrupted);
        search(&if timeout.is_some() {
            budget.expired(&expired)
        } else {
            budget
        })
    }
}
