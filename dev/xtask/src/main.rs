//! `cargo xtask`: the checks that every change has to pass, and other chores. Without arguments, it
//! lists them.
#![forbid(unsafe_code)]

mod check;
mod fuzz;
mod mutate;
mod process;
mod python;
mod release;
mod server;
mod test_long;
mod tidy;
mod web;

use std::process::ExitCode;

const USAGE: &str = "\
cargo xtask tidy            check the rules of the project that a program can check
cargo xtask check           tidy, format, lints, documentation
cargo xtask test-long [--quick]
                            tests that take longer than unit tests may: engines against the
                            oracle, counts, ratings, canonical forms, proofs; with --quick, fewer
                            puzzles, and none of the tests that take half a minute and more
cargo xtask cross           tests of the solvers for WebAssembly in Node and for 64-bit ARM in
                            QEMU, where these are installed
cargo xtask features        build and test the combinations of features that people use
cargo xtask web [--test | --test-page | --test-served]
                            build the page in web/dist; with --test, test it in Node and Chromium;
                            with --test-page, test the one that was built; with --test-served, test
                            it in Chromium as `ndoku serve` sends it
cargo xtask api             test the server with requests made from its OpenAPI document, and
                            under load
cargo xtask fuzz [SECONDS]  run every fuzz target for this time [default: 20]
cargo xtask mutate [SECONDS [SEED]]
                            run the command on damaged files under limits [default: 60 1]
cargo xtask rebuild         build the release twice; the second build must compile nothing
cargo xtask python [--quick]
                            build the Python package, and test it in clean environments, where
                            Python and PyPI are available; with --quick, without the tests of
                            types, the notebook, other libraries than PyArrow, and the source package
cargo xtask cluster         compare the rows of DuckDB, Polars, DataFusion, Spark, Ray and Dask with
                            those of the Python package, and kill a worker of each cluster
cargo xtask package         pack every published crate and build it from its package
cargo xtask deny            check licenses and sources of all dependencies
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let has_passed = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["tidy"] => check::tidy(),
        ["check"] => check::all(),
        ["test-long"] => test_long::run(),
        ["test-long", "--quick"] => test_long::run_quickly(),
        ["cross"] => check::cross(),
        ["features"] => check::features(),
        ["web"] => web::build(),
        ["web", "--test"] => web::test(),
        ["web", "--test-page"] => web::test_page(),
        ["web", "--test-served"] => web::test_served(),
        ["api"] => server::test(),
        ["fuzz"] => fuzz::run("20"),
        ["fuzz", seconds] => fuzz::run(seconds),
        ["mutate"] => mutate::run_parsed("60", "1"),
        ["mutate", seconds] => mutate::run_parsed(seconds, "1"),
        ["mutate", seconds, seed] => mutate::run_parsed(seconds, seed),
        ["rebuild"] => release::rebuild(),
        ["python"] => python::test(),
        ["python", "--quick"] => python::test_quickly(),
        ["cluster"] => python::cluster(),
        ["package"] => release::package(),
        ["deny"] => release::deny(),
        _ => {
            eprint!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    if has_passed {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
