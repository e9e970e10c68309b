//! The command `ndoku` with every feature. The commands themselves are in `apps/ndoku-command`.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    ndoku_command::main()
}
