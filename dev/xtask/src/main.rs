//! `cargo xtask`: the checks that every change has to pass, and other chores. Run it without arguments to see them.
#![forbid(unsafe_code)]

mod invariants;
mod mutate;
mod release;
mod web;

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

const BENCH: &str = "dev/bench/Cargo.toml";
const FUZZ: &str = "fuzz/Cargo.toml";

const USAGE: &str = "\
cargo xtask invariants      the rules of docs/ARCHITECTURE.md, as far as a program can check them
cargo xtask check           invariants, format, lints, documentation
cargo xtask long            what takes longer than unit tests may: every engine against the oracle for half a minute, exact counts against
                            enumeration and published ones, ratings step by step, proofs by a checker of other people; the benchmark's own tests
cargo xtask cross           the tests of the engines for other processors: WebAssembly in Node, 64-bit ARM in QEMU; says what is missing for it
cargo xtask web [--test]    the page of the browser, in web/dist; with --test also its tests, in Node and Chromium, and its figures
cargo xtask api             the server under requests of every kind that its own OpenAPI document allows and forbids (schemathesis, which it installs), and
                            under two hundred connections at once for half a minute
cargo xtask fuzz [SECONDS]  every fuzz target for this time [default: 20]; installs cargo-fuzz if it is missing
cargo xtask mutate [SECONDS [SEED]]
                            twelve commands on damaged samples of every format, under limits of time and memory [default: 60 1]
cargo xtask rebuild         builds the release twice; the second build must compile nothing
cargo xtask package         packs every published crate and builds it from its package
cargo xtask deny            licenses and sources of all dependencies; installs cargo-deny if it is missing
cargo xtask features        builds and tests the combinations of features that people use
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["invariants"] => check_invariants(),
        ["check"] => check(),
        ["long"] => long(),
        ["cross"] => cross(),
        ["web"] => web::build(),
        ["web", "--test"] => web::test(),
        ["api"] => api(),
        ["mutate"] => mutate("60", "1"),
        ["mutate", seconds] => mutate(seconds, "1"),
        ["mutate", seconds, seed] => mutate(seconds, seed),
        ["rebuild"] => release::rebuild(),
        ["package"] => release::package(),
        ["deny"] => release::deny(),
        ["features"] => features(),
        ["fuzz"] => fuzz("20"),
        ["fuzz", seconds] => fuzz(seconds),
        _ => {
            eprint!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    if done {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// The folder of the workspace.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_path_buf()
}

/// The folder of what cargo builds.
fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// The command `ndoku` in a debug build, as `cargo test` has it: with `cargo build` single packages have other features, and much would be compiled twice.
fn command() -> Option<PathBuf> {
    run(
        "cargo",
        &[
            "test",
            "--quiet",
            "--features",
            "full",
            "--test",
            "bulk",
            "--no-run",
        ],
        &[],
    )
    .then(|| target().join("debug/ndoku"))
}

/// Cargo for the benchmark, a workspace of its own, whose dependencies are much the same.
fn in_bench(command: &str, arguments: &[&str]) -> bool {
    let folder = target().display().to_string();
    run(
        "cargo",
        &[
            &[
                command,
                "--quiet",
                "--manifest-path",
                BENCH,
                "--target-dir",
                &folder,
            ],
            arguments,
        ]
        .concat(),
        &[],
    )
}

fn check_invariants() -> bool {
    let found = invariants::check(&root());
    for problem in &found {
        eprintln!("{problem}");
    }
    println!(
        "invariants: {}",
        if found.is_empty() {
            "hold".to_owned()
        } else {
            format!("{} broken", found.len())
        }
    );
    found.is_empty()
}

fn check() -> bool {
    // All of them are run, so that one look shows everything that is to be done.
    [
        check_invariants(),
        run("cargo", &["fmt", "--all", "--", "--check"], &[]),
        run(
            "cargo",
            &[
                "clippy",
                "--workspace",
                "--all-targets",
                "--quiet",
                "--",
                "-D",
                "warnings",
            ],
            &[],
        ),
        // Without any optional feature.
        run(
            "cargo",
            &[
                "clippy",
                "--package",
                "ndoku-command",
                "--no-default-features",
                "--quiet",
                "--",
                "-D",
                "warnings",
            ],
            &[],
        ),
        // Workspaces of their own. The fuzz targets need a fuzzer to be compiled, and are by `fuzz`.
        run(
            "cargo",
            &["fmt", "--manifest-path", BENCH, "--", "--check"],
            &[],
        ),
        run(
            "cargo",
            &["fmt", "--manifest-path", FUZZ, "--", "--check"],
            &[],
        ),
        in_bench("clippy", &["--all-targets", "--", "-D", "warnings"]),
        run(
            "cargo",
            &["doc", "--workspace", "--no-deps", "--quiet"],
            &[("RUSTDOCFLAGS", "-D warnings")],
        ),
    ]
    .iter()
    .all(|passed| *passed)
}

/// A target, the tools that its tests need, and the environment in which they run.
type Target<'a> = (&'a str, &'a [&'a str], &'a [(&'a str, &'a str)]);

/// The engines have code for processors that a machine seldom has all of. What cannot be run here is named, and is no failure.
fn cross() -> bool {
    let runner = root().join("dev/xtask/wasi.mjs");
    let node = format!("node --no-warnings {}", runner.display());
    let targets: [Target<'_>; 2] = [
        (
            "wasm32-wasip1",
            &["node"],
            &[
                ("RUSTFLAGS", "-C target-feature=+simd128"),
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
    let mut passed = true;
    for (target, tools, environment) in targets {
        if let Some(missing) = tools.iter().find(|tool| !has(tool)) {
            println!("{target}: not tested here, since there is no {missing}");
        } else if !run("rustup", &["target", "add", target], &[]) {
            println!("{target}: not tested here, since its standard library cannot be had");
        } else {
            // Counting has no code of its own for these processors but the sums in `simd`, and takes minutes in an emulator.
            let engine = [
                "test",
                "--quiet",
                "--package",
                "ndoku-solver",
                "--target",
                target,
                "--lib",
                "--test",
                "lanes",
                "--test",
                "signature",
            ];
            let tests = [&engine[..], &["--", "--skip", "count::"]].concat();
            passed &= run("cargo", &tests, environment);
        }
    }
    passed
}

/// Whether there is such a program, which says its version.
fn has(tool: &str) -> bool {
    Command::new(tool)
        .arg("--version")
        .output()
        .is_ok_and(|output| output.status.success())
}

/// The server is held against its own description, and under load.
fn api() -> bool {
    let load = [
        "test",
        "--quiet",
        "--test",
        "load",
        "--",
        "--ignored",
        "--nocapture",
    ];
    command().is_some_and(|command| schemathesis(&command)) & run("cargo", &load, &[])
}

/// Returns a program from a Python package, which is installed below the target folder if it is not there yet.
fn python_tool(program: &str, package: &str) -> Option<PathBuf> {
    let folder = target().join(program);
    let tool = folder.join("bin").join(program);
    let installed = tool.exists()
        || run(
            "python3",
            &["-m", "venv", &folder.display().to_string()],
            &[],
        ) && run(
            &folder.join("bin/pip").display().to_string(),
            &["install", "--quiet", package],
            &[],
        );
    if !installed {
        println!("{program}: not run here, since it cannot be installed");
    }
    installed.then_some(tool)
}

/// Requests made from the OpenAPI document, right ones and wrong ones: every answer must be as it says.
fn schemathesis(command: &Path) -> bool {
    let Some(tool) = python_tool("schemathesis", "schemathesis==4.32.5") else {
        return true;
    };
    let started = Command::new(command)
        .args(["serve", "--port", "0"])
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut server) = started else {
        eprintln!("the server cannot be started");
        return false;
    };
    let mut address = String::new();
    let told = server
        .stdout
        .take()
        .is_some_and(|out| BufReader::new(out).read_line(&mut address).is_ok());
    // That a text is a puzzle is beyond what a schema can say.
    let document = format!("{}openapi.json", address.trim());
    let arguments = [
        "run",
        &document,
        "--max-examples",
        "40",
        "--seed",
        "1",
        "--request-timeout",
        "60",
        "--exclude-checks",
        "positive_data_acceptance",
    ];
    let passed = told && run(&tool.display().to_string(), &arguments, &[]);
    let ended = server.kill().and_then(|()| server.wait());
    passed && ended.is_ok()
}

/// What takes longer than unit tests may. The programs of the testkit use one core most of the time, so two run at once.
fn long() -> bool {
    let built = run(
        "cargo",
        &[
            "build",
            "--quiet",
            "--profile",
            LONG,
            "--package",
            "ndoku-testkit",
            "--bins",
        ],
        &[],
    );
    let (agree, follow) = std::thread::scope(|scope| {
        let other = scope.spawn(|| ratings("3000") & techniques());
        (
            conformance("30") & counting("8"),
            other.join().unwrap_or(false),
        )
    });
    built & agree & follow & long_counts() & proofs() & forms() & in_bench("test", &[])
}

/// The profile of these. It is that of the README's first command, so that nothing is compiled a second time.
const LONG: &str = "release";

/// Runs a program of the testkit.
fn testkit(program: &str, arguments: &[&str]) -> bool {
    let command = [
        "run",
        "--quiet",
        "--profile",
        LONG,
        "--package",
        "ndoku-testkit",
        "--bin",
        program,
        "--",
    ];
    run("cargo", &[&command, arguments].concat(), &[])
}

fn conformance(seconds: &str) -> bool {
    testkit("conformance", &["--seconds", seconds])
}

/// Exact counts against enumeration, some 40 puzzles a round. One layout besides the classic one has its turn in each, which makes eight.
fn counting(rounds: &str) -> bool {
    testkit("counting", &["check", rounds])
}

/// Published counts that take seconds, also by the command; and hundreds of counts of up to three million against enumeration.
fn long_counts() -> bool {
    run(
        "cargo",
        &[
            "test",
            "--quiet",
            "--profile",
            LONG,
            "--package",
            "ndoku-solver",
            "--lib",
            "--",
            "--ignored",
        ],
        &[],
    ) & run(
        "cargo",
        &["test", "--quiet", "--test", "count", "--", "--ignored"],
        &[],
    )
}

/// Proofs that there is no solution, of several layouts, by a checker of other people.
fn proofs() -> bool {
    let folder = target().join("rate");
    let tool = folder.join("bin/rate").display().to_string();
    let folder = folder.display().to_string();
    if !has(&tool)
        && !run(
            "cargo",
            &[
                "install",
                "--quiet",
                "--debug",
                "rate@0.3.0",
                "--root",
                &folder,
            ],
            &[],
        )
    {
        println!("proofs: not checked by rate here, since it cannot be installed");
        return true;
    }
    run(
        "cargo",
        &["test", "--quiet", "--test", "proof", "--", "--ignored"],
        &[("NDOKU_RATE", &tool)],
    )
}

/// Every step of the way through random puzzles against the solution; and files of rated puzzles against their ratings, if `NDOKU_RATED` names a
/// folder that holds `se-dev.txt` and `se-dev-sukaku.txt`, or such a folder lies beside the project's.
fn ratings(puzzles: &str) -> bool {
    let folder = std::env::var_os("NDOKU_RATED")
        .map_or_else(|| root().join("../shared/data/rated"), Into::into);
    let compare = |profile: &str, file: &str| {
        let path = folder.join(file);
        !path.exists() || testkit("rating", &["compare", profile, &path.display().to_string()])
    };
    testkit("rating", &["sound", puzzles])
        & compare("se121", "se-dev.txt")
        & compare("sukaku", "se-dev-sukaku.txt")
}

/// Every instance of every technique on the way through random puzzles against the solutions, and against other forms of the position; ratings of puzzles in a
/// thousand other forms.
fn techniques() -> bool {
    let parts = [
        &["sound", "200", "1", "--each", "20"][..],
        &["invariant", "100", "1", "--each", "20"],
        &["rating", "100", "10"],
    ];
    parts
        .iter()
        .all(|arguments| testkit("techniques", arguments))
}

/// Canonical forms against a naive search over all that transformations make of a grid, unavoidable sets against plain solving and trying, and minimal puzzles by clues against what
/// is known of them: the test files that have ignored tests.
fn forms() -> bool {
    let tests = [
        "--lib",
        "--test",
        "bands",
        "--test",
        "canonical",
        "--test",
        "unavoidable",
    ];
    run(
        "cargo",
        &[
            &[
                "test",
                "--quiet",
                "--profile",
                LONG,
                "--package",
                "ndoku-generate",
            ],
            &tests[..],
            &["--", "--ignored"],
        ]
        .concat(),
        &[],
    )
}

/// The command on damaged input for some seconds.
fn mutate(seconds: &str, seed: &str) -> bool {
    match (seconds.parse(), seed.parse()) {
        (Ok(seconds), Ok(seed)) => {
            command().is_some_and(|command| mutate::run(&command, &root(), seconds, seed))
        }
        _ => {
            eprint!("{USAGE}");
            false
        }
    }
}

/// `cargo test` covers the default features. The others: none, and all of them, with the tests that depend on features.
fn features() -> bool {
    let command = ["test", "--quiet", "--package", "ndoku-command"];
    let none = [
        "--no-default-features",
        "--test",
        "documents",
        "--test",
        "features",
        "--test",
        "seeds",
    ];
    let full = [
        "--features",
        "full",
        "--test",
        "documents",
        "--test",
        "draw",
        "--test",
        "features",
        "--test",
        "hint",
        "--test",
        "output",
    ];
    let others = [
        "test",
        "--quiet",
        "--package",
        "ndoku-server",
        "--package",
        "ndoku-render",
        "--features",
        "pdf,png",
    ];
    run("cargo", &[&command[..], &none].concat(), &[])
        & run("cargo", &[&command[..], &full].concat(), &[])
        & run("cargo", &others, &[])
}

/// The fuzzer needs instrumentation that the stable compiler only gives when asked in this way.
const FUZZ_ENVIRONMENT: &[(&str, &str)] = &[("RUSTC_BOOTSTRAP", "1")];

fn fuzz(seconds: &str) -> bool {
    let folder = root().join("fuzz");
    let installed = Command::new("cargo")
        .args(["fuzz", "--version"])
        .output()
        .is_ok_and(|output| output.status.success());
    if !installed
        && !run(
            "cargo",
            &["install", "cargo-fuzz", "--locked", "--quiet"],
            &[],
        )
    {
        return false;
    }
    let targets: Vec<String> = match std::fs::read_dir(folder.join("fuzz_targets")) {
        Ok(entries) => entries
            .flatten()
            .filter_map(|entry| Some(entry.path().file_stem()?.to_str()?.to_owned()))
            .collect(),
        Err(error) => {
            eprintln!("fuzz/fuzz_targets: {error}");
            return false;
        }
    };
    let mut targets = targets;
    targets.sort();
    let seed = [
        "run",
        "--quiet",
        "--manifest-path",
        "fuzz/Cargo.toml",
        "--no-default-features",
        "--features",
        "seed",
        "--bin",
        "seed",
    ];
    let seeded = run("cargo", &seed, &[]);
    let limit = format!("-max_total_time={seconds}");
    seeded
        && targets.iter().all(|target| {
            println!("fuzzing {target} for {seconds} s");
            let arguments = [
                "fuzz",
                "run",
                "--sanitizer",
                "none",
                target,
                "--",
                &limit,
                "-max_len=4096",
                "-timeout=10",
                // Whoever reads a file of 4 KiB needs far less.
                "-rss_limit_mb=1024",
                "-verbosity=0",
                "-print_final_stats=1",
            ];
            run("cargo", &arguments, FUZZ_ENVIRONMENT)
        })
}

/// Runs a command in the folder of the workspace, and says how long it took; whether it succeeded.
fn run(program: &str, arguments: &[&str], environment: &[(&str, &str)]) -> bool {
    println!("$ {program} {}", arguments.join(" "));
    let begun = Instant::now();
    let status = Command::new(program)
        .args(arguments)
        .envs(environment.iter().copied())
        .current_dir(root())
        .status();
    match status {
        Ok(status) if status.success() => {
            println!(
                "  {} s for {program} {}",
                begun.elapsed().as_secs(),
                arguments.join(" ")
            );
            true
        }
        Ok(status) => {
            eprintln!("{program} {}: {status}", arguments.join(" "));
            false
        }
        Err(error) => {
            eprintln!("{program} cannot be run: {error}");
            false
        }
    }
}
