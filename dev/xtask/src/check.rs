//! `cargo xtask tidy`, `check`, `features` and `cross`: checks of the source code, and tests for
//! other features and processors.

use crate::process::{Environment, cargo, cargo_with, is_installed, root, run, target};
use crate::tidy;

/// The benchmarks, a workspace of its own.
const BENCH: &str = "dev/bench/Cargo.toml";

/// The fuzz targets, a workspace of its own.
const FUZZ: &str = "fuzz/Cargo.toml";

/// Prints every broken rule. Returns whether there is none.
pub(crate) fn tidy() -> bool {
    let problems = tidy::check(&root());
    for problem in &problems {
        eprintln!("{problem}");
    }
    match problems.len() {
        0 => println!("tidy: all rules hold"),
        count => println!("tidy: {count} problems"),
    }
    problems.is_empty()
}

/// Checks rules, format, lints and documentation. Runs all of them, so that one run shows every
/// problem.
pub(crate) fn all() -> bool {
    let checks = [
        tidy(),
        cargo("fmt --all -- --check"),
        cargo("clippy --workspace --all-targets --quiet -- -D warnings"),
        cargo("clippy --package ndoku-command --no-default-features --quiet -- -D warnings"),
        // The fuzz targets need a fuzzer to be compiled. `cargo xtask fuzz` does that.
        cargo(&format!("fmt --manifest-path {BENCH} -- --check")),
        cargo(&format!("fmt --manifest-path {FUZZ} -- --check")),
        cargo_bench("clippy", "--all-targets -- -D warnings"),
        cargo_with(
            "doc --workspace --no-deps --quiet",
            &[("RUSTDOCFLAGS", "-D warnings")],
        ),
    ];
    checks.iter().all(|passed| *passed)
}

/// Runs Cargo for the benchmarks, in the shared target folder, because they have much the same
/// dependencies.
fn cargo_bench(command: &str, options: &str) -> bool {
    let folder = target().display().to_string();
    let fixed = [
        command,
        "--quiet",
        "--manifest-path",
        BENCH,
        "--target-dir",
        &folder,
    ];
    let options: Vec<&str> = options.split_whitespace().collect();
    run("cargo", &[&fixed, &options[..]].concat(), &[])
}

/// Tests the command without features and with all of them. `cargo test` covers the default, and
/// the feature `serde` of the core, on which other packages depend.
pub(crate) fn features() -> bool {
    // Lints check the command without features as the only package. Here, the libraries keep the
    // features that other packages ask for, so that they need not be compiled again.
    cargo(
        "test --quiet --no-default-features --test documents --test features \
         --test original_programs",
    ) & cargo(
        // All packages but those that only other tools build, so that one build serves this and
        // every check that runs the whole command.
        "test --quiet --workspace --exclude ndoku-cli --exclude ndoku-py --features full \
         --test answers --test documents --test draw --test features --test files --test golden \
         --test hint --test http --test load --test output --test photographs --test pictures \
         --test tables",
    ) & facade_features()
}

/// Compiles the library with each of its features alone. `full` of the command has the others.
fn facade_features() -> bool {
    let topics = [
        "analysis",
        "count",
        "decompress",
        "generate",
        "logic",
        "parallel",
        "render",
        "serde",
    ];
    let alone = topics.map(|feature| format!("--features {feature}"));
    let check = "check --quiet --package ndoku --no-default-features";
    std::iter::once(String::new())
        .chain(alone)
        .all(|features| cargo(format!("{check} {features}").trim()))
}

/// A target, the programs that its tests need, and the environment in which they run.
type Target<'a> = (&'a str, &'a [&'a str], Environment<'a>);

/// Tests the vector code of other processors. A target whose programs are missing is named and
/// skipped.
pub(crate) fn cross() -> bool {
    let runner = root().join("dev/xtask/wasi.mjs");
    let node = format!("node --no-warnings {}", runner.display());
    let targets: [Target<'_>; 2] = [
        (
            "wasm32-wasip1",
            &["node"],
            &[
                ("RUSTFLAGS", "-D warnings -C target-feature=+simd128"),
                ("CARGO_TARGET_WASM32_WASIP1_RUNNER", &node),
            ],
        ),
        (
            "aarch64-unknown-linux-gnu",
            &["qemu-aarch64", "aarch64-linux-gnu-gcc"],
            &[
                (
                    "CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER",
                    "aarch64-linux-gnu-gcc",
                ),
                (
                    "CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER",
                    "qemu-aarch64 -L /usr/aarch64-linux-gnu",
                ),
            ],
        ),
    ];
    let mut has_passed = true;
    for (target, programs, environment) in targets {
        if let Some(missing) = programs.iter().find(|program| !is_installed(program)) {
            println!("{target}: skipped, because {missing} is not installed");
        } else if !run("rustup", &["target", "add", target], &[]) {
            println!("{target}: skipped, because its standard library cannot be installed");
        } else {
            has_passed &= cargo_with(
                &format!(
                    "test --quiet --package ndoku-solver --target {target} --lib --test simd9 \
                     --test signature"
                ),
                environment,
            );
        }
    }
    has_passed
}
