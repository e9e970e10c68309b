//! The command `ndoku` for work in this repository, with the features that compile quickly.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    ndoku_command::main()
}
