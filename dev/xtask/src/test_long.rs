//! `cargo xtask test-long`: tests that take longer than unit tests may.
//!
//! They select no single package. Cargo would compile all libraries again for one, because its
//! features and those of its dependencies differ. So they use what `cargo build --release` and
//! `cargo test` have built.

use std::path::PathBuf;

use crate::process::{self, cargo, cargo_with, is_installed, root, target};

/// Runs all of them. Most of them use one core, so that two run at a time.
pub(crate) fn run() -> bool {
    let is_built = cargo("build --quiet --release");
    let (counts, others) = std::thread::scope(|scope| {
        let others = scope.spawn(|| {
            let checker = install_checker();
            slow_tests(OTHERS) & conformance("10") & ratings("3000") & proofs(checker)
        });
        (
            slow_tests(EXACT_COUNTS) & counting("12") & techniques() & variants("24"),
            others.join().unwrap_or(false),
        )
    });
    is_built & counts & others
}

/// Runs those that are quick: random puzzles with every engine, few counts, and techniques. Leaves
/// out the ignored tests, and what an independent checker verifies.
pub(crate) fn run_quickly() -> bool {
    let is_built = cargo("build --quiet --release");
    let (steps, others) = std::thread::scope(|scope| {
        let others = scope.spawn(|| conformance("10") & ratings("3000") & counting("3"));
        (
            techniques() & variants("72"),
            others.join().unwrap_or(false),
        )
    });
    is_built & steps & others
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
/// each round takes one of seven others. This is a release build: debug builds check every
/// enumerated solution, which takes nine tenths of their time.
fn counting(rounds: &str) -> bool {
    testkit("counting", &format!("check {rounds}"))
}

/// Selects the ignored tests of exact counts, which take minutes: published counts, and shares of
/// them by symmetry.
const EXACT_COUNTS: &str = "--lib -- --ignored exact::";

/// Selects the other ignored tests: canonical forms, unavoidable sets, bands and minimal puzzles.
const OTHERS: &str = "--lib --test count --test bands --test canonical --test unavoidable \
                      -- --ignored --skip exact::";

/// Runs the ignored tests of a selection.
fn slow_tests(selection: &str) -> bool {
    cargo(&format!("test --quiet {selection}"))
}

/// Installs the independent checker of proofs, `rate`, unless it is there. Returns its path.
fn install_checker() -> Option<String> {
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
    (is_installed(&tool) || process::run("cargo", &install, &[])).then_some(tool)
}

/// Verifies proofs that there is no solution with an independent checker.
fn proofs(checker: Option<String>) -> bool {
    let Some(tool) = checker else {
        println!("proofs: skipped, because the checker rate cannot be installed");
        return true;
    };
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

/// Solves puzzles with rules by steps, and checks each step against the recorded solution. In one
/// position of `each` it checks all instances of the techniques of rules. The file
/// `NDOKU_VARIANTS` holds the puzzles, or one beside the project.
fn variants(each: &str) -> bool {
    let beside = || root().join("../shared/data/variants/dev.ndjson");
    let file: PathBuf = std::env::var_os("NDOKU_VARIANTS").map_or_else(beside, Into::into);
    !file.exists()
        || testkit(
            "variants",
            &format!("{} --limit 2 --each {each}", file.display()),
        )
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
