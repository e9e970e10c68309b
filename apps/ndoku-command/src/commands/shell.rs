//! `ndoku completions` and `ndoku man`, made from the definition of the command line.

use crate::args;
use crate::context::{Code, Context};
use crate::sink::Sink;

pub(crate) fn completions(context: &Context, shell: clap_complete::Shell) -> Code {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut args::command(), "ndoku", &mut text);
    print(context, &text)
}

/// One page: the command itself, then each of its commands.
pub(crate) fn man(context: &Context) -> Code {
    let mut command = args::command();
    command.build();
    let mut text = Vec::new();
    // Writing to memory does not fail.
    let _ = clap_mangen::Man::new(command.clone()).render(&mut text);
    for sub in command.get_subcommands().filter(|sub| !sub.is_hide_set()) {
        let name = format!("ndoku-{}", sub.get_name());
        let _ = clap_mangen::Man::new(sub.clone()).title(name).render(&mut text);
    }
    print(context, &text)
}

fn print(context: &Context, text: &[u8]) -> Code {
    match Sink::open(context, None) {
        Ok(mut sink) => {
            let _ = sink.write(&String::from_utf8_lossy(text));
            sink.close(context)
        }
        Err(code) => code,
    }
}
