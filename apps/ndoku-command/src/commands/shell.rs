//! `ndoku completions`: prints completion scripts, generated from the definition of the command
//! line.

use crate::args;
use crate::context::Context;
use crate::exit_code::ExitCode;
use crate::sink::Sink;

pub(crate) fn completions(context: &Context, shell: clap_complete::Shell) -> ExitCode {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut args::command(), "ndoku", &mut text);
    print(context, &text)
}

fn print(context: &Context, text: &[u8]) -> ExitCode {
    match Sink::open(context, None) {
        Ok(mut sink) => {
            let _ = sink.write(&String::from_utf8_lossy(text));
            sink.close(context)
        }
        Err(code) => code,
    }
}
