//! `cargo xtask fuzz`: every fuzz target, with seeds from the examples of all formats.

use crate::process::{cargo, cargo_with, is_installed, root};

/// Runs every fuzz target for this number of seconds. Returns whether none found a failure.
pub(crate) fn run(seconds: &str) -> bool {
    if !is_installed("cargo-fuzz") && !cargo("install cargo-fuzz --locked --quiet") {
        return false;
    }
    let mut targets: Vec<String> = match std::fs::read_dir(root().join("fuzz/fuzz_targets")) {
        Ok(entries) => entries
            .flatten()
            .filter_map(|entry| Some(entry.path().file_stem()?.to_str()?.to_owned()))
            .collect(),
        Err(error) => {
            eprintln!("fuzz/fuzz_targets: {error}");
            return false;
        }
    };
    targets.sort();
    let has_seeds = cargo(
        "run --quiet --manifest-path fuzz/Cargo.toml --no-default-features --features seed \
         --bin seed",
    );
    has_seeds && targets.iter().all(|target| run_target(target, seconds))
}

fn run_target(target: &str, seconds: &str) -> bool {
    println!("fuzzing {target} for {seconds} s");
    // A reader of a file of 4 KiB needs far less memory than this limit.
    let line = format!(
        "fuzz run --sanitizer none {target} -- -max_total_time={seconds} -max_len=4096 \
         -timeout=10 -rss_limit_mb=1024 -verbosity=0 -print_final_stats=1"
    );
    // The stable compiler gives instrumentation only with this variable.
    cargo_with(&line, &[("RUSTC_BOOTSTRAP", "1")])
}
