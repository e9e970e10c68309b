//! `ndoku completions`: prints completion scripts, generated from the definition of the command
//! line.

use crate::args;
use crate::context::Context;
use crate::error::CliError;
use crate::exit_code::ExitCode;
use crate::sink::Sink;

pub(crate) fn completions(
    context: &Context,
    shell: clap_complete::Shell,
) -> Result<ExitCode, CliError> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut args::command(), "ndoku", &mut text);
    let mut sink = Sink::open(None)?;
    let _ = sink.write_bytes(&text);
    Ok(sink.close(context))
}
