//! `cargo xtask api`: the server under requests made from its own OpenAPI document, and under load.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::process::{cargo, debug_command, python_program, run};

/// Tests the server. Returns whether every answer was right.
pub(crate) fn test() -> bool {
    debug_command().is_some_and(|command| schemathesis(&command))
        & cargo("test --quiet --test load -- --ignored --nocapture")
}

/// Sends valid and invalid requests made from the OpenAPI document. Returns whether every answer is
/// as the document says.
fn schemathesis(command: &Path) -> bool {
    let Some(tool) = python_program("schemathesis", "schemathesis==4.32.5") else {
        return true;
    };
    let mut serve = Command::new(command);
    serve.args(["serve", "--port", "0"]).stdout(Stdio::piped());
    let Ok(mut server) = serve.spawn() else {
        eprintln!("the server cannot be started");
        return false;
    };
    let mut address = String::new();
    let output = server.stdout.take();
    let is_ready =
        output.is_some_and(|output| BufReader::new(output).read_line(&mut address).is_ok());
    let document = format!("{}openapi.json", address.trim());
    // A schema cannot express that a text is a puzzle.
    let options = "--max-examples 40 --seed 1 --request-timeout 60 \
                   --exclude-checks positive_data_acceptance";
    let arguments: Vec<&str> = ["run", &document]
        .into_iter()
        .chain(options.split_whitespace())
        .collect();
    let has_passed = is_ready && run(&tool.display().to_string(), &arguments, &[]);
    let has_ended = server.kill().and_then(|()| server.wait()).is_ok();
    has_passed && has_ended
}
