//! Ctrl-C, and the other signals that ask a process to end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::exit_code::ExitCode;

/// The signal for a file that exceeds the size limit. MIPS uses another number.
#[cfg(all(unix, not(any(target_arch = "mips", target_arch = "mips64"))))]
const SIGXFSZ: i32 = 25;

/// Time after the first signal in which others do not count as a second one. Programs such as
/// `timeout` send a signal to the process and to its group, and both arrive.
const SIGNAL_PAIR: Duration = Duration::from_millis(500);

/// Sets `interrupted` at the first signal. At the second one, calls `restore` and ends the process,
/// in case the first one is not noticed.
///
/// If no handler can be installed, the first signal ends the process; only the orderly end is lost.
pub(crate) fn handle(interrupted: &Arc<AtomicBool>, restore: fn()) {
    let flag = Arc::clone(interrupted);
    let mut first = None;
    let on_signal = move || {
        flag.store(true, Ordering::Relaxed);
        let first = *first.get_or_insert_with(Instant::now);
        if first.elapsed() > SIGNAL_PAIR {
            restore();
            std::process::exit(i32::from(ExitCode::Interrupted as u8));
        }
    };
    #[cfg(unix)]
    handle_on_unix(interrupted, on_signal);
    #[cfg(not(unix))]
    drop(ctrlc::set_handler(on_signal));
}

/// Calls `on_signal` on a thread at each signal. A signal that the parent process ignores stays
/// ignored: `nohup` ignores the end of the terminal, and shells ignore Ctrl-C for jobs in the
/// background.
#[cfg(unix)]
fn handle_on_unix(interrupted: &Arc<AtomicBool>, mut on_signal: impl FnMut() + Send + 'static) {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::flag;
    use signal_hook::iterator::Signals;

    // Without a handler, a file that exceeds the limit of the shell would end the process. With
    // it, the write fails, as on a full disk.
    #[cfg(not(any(target_arch = "mips", target_arch = "mips64")))]
    let _ = flag::register(SIGXFSZ, Arc::default());

    let mut handled = vec![SIGINT, SIGTERM, SIGHUP];
    handled.retain(|signal| !is_ignored(*signal));
    let Ok(mut signals) = Signals::new(&handled) else {
        return;
    };
    let run = move || signals.forever().for_each(|_| on_signal());
    if std::thread::Builder::new().spawn(run).is_err() {
        // The handlers are installed already, and would do nothing.
        let code = i32::from(ExitCode::Interrupted as u8);
        for signal in handled {
            // In this order, the first signal does not end the process.
            let _ = flag::register_conditional_shutdown(signal, code, Arc::clone(interrupted));
            let _ = flag::register(signal, Arc::clone(interrupted));
        }
    }
}

/// Returns `true` if the process ignores a signal. Only Linux tells.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status
        .lines()
        .find_map(|line| line.strip_prefix("SigIgn:"))
        .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}
