//! The command `ndoku`, as it is built for work in this repository: with the features that compile quickly.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    ndoku_command::main()
}
