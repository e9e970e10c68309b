//! `cargo xtask test-long`: tests that take longer than unit tests may.
//!
//! They select no single package. Cargo would compile all libraries again for one, because its
//! features and those of its dependencies differ. So they use what `cargo build --release` and
//! `cargo test` have built.

use std::path::PathBuf;

use crate::process::{self, cargo, cargo_with, is_installed, root, target};

/// Runs all of them. The programs of the testkit use one core most of the time, so that two run at
/// a time.
pub(crate) fn run() -> bool {
    let is_built = cargo("build --quiet --release");
    let (agree, follow) = std::thread::scope(|scope| {
        let other = scope.spawn(|| ratings("3000") & techniques());
        (
            conformance("20") & counting("7"),
            other.join().unwrap_or(false),
        )
    });
    is_built & agree & follow & slow_tests() & proofs()
}

/// Runs a program of the testkit with the words of a line as arguments.
fn testkit(program: &str, arguments: &str) -> bool {
    cargo(&format!(
        "run --quiet --release --bin {program} -- {arguments}"
    ))
}

/// Compares every engine with the oracle on random puzzles.
fn conformance(seconds: &str) -> bool {
    testkit("conformance", &format!("--seconds {seconds}"))
}

/// Compares exact counts with enumeration, about 40 puzzles per round. Besides the classic layout,
/// each round takes one of seven others.
fn counting(rounds: &str) -> bool {
    testkit("counting", &format!("check {rounds}"))
}

/// Runs the ignored tests: published counts, counts against enumeration, canonical forms,
/// unavoidable sets and minimal puzzles.
fn slow_tests() -> bool {
    cargo(
        "test --quiet --lib --test count --test bands --test canonical --test unavoidable \
         -- --ignored",
    )
}

/// Verifies proofs that there is no solution with the independent checker `rate`.
fn proofs() -> bool {
    let folder = target().join("rate");
    let tool = folder.join("bin/rate").display().to_string();
    let folder = folder.display().to_string();
    let install = [
        "install",
        "--quiet",
        "--debug",
        "rate@0.3.0",
        "--root",
        &folder,
    ];
    if !is_installed(&tool) && !process::run("cargo", &install, &[]) {
        println!("proofs: skipped, because the checker rate cannot be installed");
        return true;
    }
    cargo_with(
        "test --quiet --test proof -- --ignored",
        &[("NDOKU_RATE", &tool)],
    )
}

/// Checks every step of the solution paths of random puzzles, and compares ratings with files of
/// rated puzzles. The folder `NDOKU_RATED` holds them, or a folder beside the project.
fn ratings(puzzles: &str) -> bool {
    let beside = || root().join("../shared/data/rated");
    let folder: PathBuf = std::env::var_os("NDOKU_RATED").map_or_else(beside, Into::into);
    let compare = |profile: &str, file: &str| {
        let path = folder.join(file);
        !path.exists() || testkit("rating", &format!("compare {profile} {}", path.display()))
    };
    testkit("rating", &format!("sound {puzzles}"))
        & compare("se121", "se-dev.txt")
        & compare("sukaku", "se-dev-sukaku.txt")
}

/// Checks every instance of every technique against the solution and in transformed positions, and
/// the ratings of puzzles in a thousand transformed forms.
fn techniques() -> bool {
    [
        "sound 200 1 --each 20",
        "invariant 100 1 --each 20",
        "rating 100 10",
    ]
    .iter()
    .all(|arguments| testkit("techniques", arguments))
}
