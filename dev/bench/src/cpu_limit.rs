//! Other programs with a limit of CPU time, and the time that they took.

use std::process::Command;

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike as _;

/// Returns the beginning of a command, which the program and its arguments complete. The shell
/// limits its CPU time to whole seconds, and to one more for reading a file. The measured time
/// decides.
pub(crate) fn limited_command(limit: f64) -> Command {
    let script = format!(
        "ulimit -t {} && exec \"$0\" \"$@\"",
        limit.ceil() as u64 + 1
    );
    let mut command = Command::new("sh");
    command.args(["-c", &script]);
    command
}

/// Returns the user and system time of all processes that this one has started and waited for.
///
/// # Errors
/// Returns the error of the system.
pub(crate) fn seconds_of_children() -> Result<f64, String> {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).map_err(|error| error.to_string())?;
    let microseconds = (usage.user_time() + usage.system_time()).num_microseconds();
    Ok(microseconds as f64 / 1e6)
}
