//! Programs that the checks run, and the folders in which they work.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// Environment variables of a process: names and values.
pub(crate) type Environment<'a> = &'a [(&'a str, &'a str)];

/// Returns the folder of the workspace.
pub(crate) fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_path_buf()
}

/// Returns the folder of Cargo's output.
pub(crate) fn target() -> PathBuf {
    let is_set = std::env::var_os("CARGO_TARGET_DIR");
    is_set.map_or_else(|| root().join("target"), PathBuf::from)
}

/// Runs Cargo with the words of a line as arguments. Returns whether it succeeded.
pub(crate) fn cargo(line: &str) -> bool {
    cargo_with(line, &[])
}

/// Runs Cargo with the words of a line as arguments, and with these environment variables. Returns
/// whether it succeeded.
pub(crate) fn cargo_with(line: &str, environment: Environment<'_>) -> bool {
    run(
        "cargo",
        &line.split_whitespace().collect::<Vec<_>>(),
        environment,
    )
}

/// Runs a program in the folder of the workspace and prints its time. Returns whether it succeeded.
pub(crate) fn run(program: &str, arguments: &[&str], environment: Environment<'_>) -> bool {
    let line = format!("{program} {}", arguments.join(" "));
    println!("$ {line}");
    let start = Instant::now();
    let mut command = Command::new(program);
    command
        .args(arguments)
        .envs(environment.iter().copied())
        .current_dir(root());
    match command.status() {
        Ok(status) if status.success() => {
            println!("  {} s for {line}", start.elapsed().as_secs());
            true
        }
        Ok(status) => {
            eprintln!("{line}: {status}");
            false
        }
        Err(error) => {
            eprintln!("{program} cannot be run: {error}");
            false
        }
    }
}

/// Returns whether a program is installed and prints its version.
pub(crate) fn is_installed(program: &str) -> bool {
    Command::new(program)
        .arg("--version")
        .output()
        .is_ok_and(|output| output.status.success())
}

/// Installs a Python package below the target folder, unless it is there. Returns the path of its
/// program.
pub(crate) fn python_program(program: &str, package: &str) -> Option<PathBuf> {
    let folder = target().join(program);
    let path = folder.join("bin").join(program);
    let pip = folder.join("bin/pip").display().to_string();
    let is_there = path.exists()
        || run(
            "python3",
            &["-m", "venv", &folder.display().to_string()],
            &[],
        ) && run(&pip, &["install", "--quiet", package], &[]);
    if !is_there {
        println!("{program}: skipped, because it cannot be installed");
    }
    is_there.then_some(path)
}

/// Builds the command `ndoku` with all features, in debug mode. Returns the path of a copy, so that
/// other builds of the command do not replace it while a check runs.
///
/// `cargo test` builds it with the features of the whole workspace. `cargo build` of one package
/// would compile much of it a second time.
pub(crate) fn debug_command() -> Option<PathBuf> {
    if !cargo("test --quiet --features full --test batch --no-run") {
        return None;
    }
    let built = target().join("debug/ndoku");
    let copy = target().join("full/ndoku");
    // A program that runs cannot be overwritten, but its name can be given to another file.
    let new = target().join(format!("full/ndoku-{}", std::process::id()));
    let copied = std::fs::create_dir_all(target().join("full"))
        .and_then(|()| std::fs::copy(&built, &new))
        .and_then(|_| std::fs::rename(&new, &copy));
    match copied {
        Ok(()) => Some(copy),
        Err(error) => {
            eprintln!("{}: {error}", copy.display());
            None
        }
    }
}
