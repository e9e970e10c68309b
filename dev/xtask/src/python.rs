//! `cargo xtask python`: builds the wheel of the Python package, and tests it installed.
//!
//! ```text
//! bindings/ndoku-py ─▶ maturin ─▶ wheel, sdist ─┬─▶ clean environment: its README
//!                                               └─▶ test environment: pytest, types, stubs
//! ```
//!
//! `cargo xtask python --quick` leaves out what takes longest: checks of types, the notebook, large
//! libraries, and the source package.
//!
//! `cargo xtask cluster` installs the wheel beside engines for tables. It compares their rows with
//! those of the package, and kills workers of clusters on this machine.
//!
//! Both build the wheel as it is released, with the profile `wheel`. The quick test takes the
//! profile `release`, as the command in README's first step. So a check that has built the command
//! compiles only Arrow and the binding here. All environments are in `target/python`. Without
//! Python 3.11 or its package index, nothing is tested.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, io};

use crate::process::{cargo, root, run, target};

/// The folder of the package, below the root.
const PACKAGE: &str = "bindings/ndoku-py";

/// The oldest version of Python that the package supports.
const OLDEST: (u32, u32) = (3, 11);

/// Maximum size of a released wheel in bytes.
const MAX_WHEEL_BYTES: u64 = 3_500_000;

/// The options of `maturin build` for a release, as in the workflow `wheels.yml`.
const RELEASED: [&str; 4] = ["--profile", "wheel", "--compression-level", "9"];

/// Packages of `tests/requirements.txt` that the quick test installs.
const QUICK: [&str; 4] = ["hypothesis", "numpy", "pyarrow", "pytest"];

/// Builds the wheel, and tests it with few other packages. A missing Python or package index is
/// named, and is no failure.
pub(crate) fn test_quickly() -> bool {
    if !has_python() {
        println!("{}", no_python("python"));
        return true;
    }
    let Some(list) = read_package_file("tests/requirements.txt") else {
        return false;
    };
    let packages: Vec<&str> = list
        .lines()
        .filter(|line| QUICK.contains(&line.split("==").next().unwrap_or_default()))
        .collect();
    let environments = (|| {
        Some((
            environment("build", &["-r", "requirements-build.txt"])?,
            environment("quick", &packages)?,
        ))
    })();
    let Some((build, quick)) = environments else {
        println!("python: skipped, because packages cannot be installed from PyPI");
        return true;
    };
    let wheels = folder().join("wheels");
    build_wheel(&build, &wheels, &["--release"])
        && find_wheel(&wheels).is_some_and(|wheel| {
            test_readme(&wheel)
                && install(&quick, &wheel)
                && python(
                    &quick,
                    &["-m", "pytest", "-q", "-rs", "--ignore=tests/engines"],
                )
        })
}

/// Builds and tests the package. A missing Python or package index is named, and is no failure.
pub(crate) fn test() -> bool {
    if !has_python() {
        println!("{}", no_python("python"));
        return true;
    }
    let environments = (|| {
        Some((
            environment("build", &["-r", "requirements-build.txt"])?,
            environment("test", &["-r", "tests/requirements.txt"])?,
        ))
    })();
    let Some((build, test)) = environments else {
        println!("python: skipped, because packages cannot be installed from PyPI");
        return true;
    };
    let wheels = folder().join("wheels");
    // With the features of all packages, so that nothing is built that `cargo test` has built.
    cargo(
        "test --quiet --workspace --exclude ndoku-cli --exclude ndoku-py --test answers --test columns",
    ) && build_packages(&build, &wheels)
        && find_wheel(&wheels).is_some_and(|wheel| {
            test_readme(&wheel) && install(&test, &wheel) && test_package(&test)
        })
}

/// Compares the rows of all engines, and kills a worker of each cluster while it works. What cannot
/// be installed is named, and is no failure.
pub(crate) fn cluster() -> bool {
    if !has_python() {
        println!("{}", no_python("cluster"));
        return true;
    }
    let environments = (|| {
        Some((
            environment("build", &["-r", "requirements-build.txt"])?,
            environment("engines", &["-r", "tests/requirements.txt"])?,
        ))
    })();
    let Some((build, engines)) = environments else {
        println!("cluster: skipped, because packages cannot be installed from PyPI");
        return true;
    };
    let Some(list) = read_package_file("tests/engines/requirements.txt") else {
        return false;
    };
    for package in list.lines().filter(|line| !line.starts_with('#')) {
        if environment("engines", &[package]).is_none() {
            println!("cluster: {package} cannot be installed, so it is not tested");
        }
    }
    let wheels = folder().join("wheels");
    // `-rs` prints why tests are skipped.
    let tests = ["-m", "pytest", "-q", "-rs", "tests/engines"];
    build_packages(&build, &wheels)
        && find_wheel(&wheels).is_some_and(|wheel| install(&engines, &wheel))
        && python(&engines, &tests)
        && python(&engines, &["bench/cluster.py", "--quiet"])
}

/// Returns the sentence for a machine without Python.
fn no_python(command: &str) -> String {
    format!(
        "{command}: skipped, because Python {}.{} or newer is missing",
        OLDEST.0, OLDEST.1
    )
}

/// Reads a file of the package, or prints why it cannot be read.
fn read_package_file(name: &str) -> Option<String> {
    let path = root().join(PACKAGE).join(name);
    fs::read_to_string(&path)
        .inspect_err(|error| eprintln!("{}: {error}", path.display()))
        .ok()
}

fn folder() -> PathBuf {
    target().join("python")
}

/// Returns whether `python3` is new enough and can create environments.
fn has_python() -> bool {
    let check = format!(
        "import sys, venv, ensurepip; sys.exit(sys.version_info < ({}, {}))",
        OLDEST.0, OLDEST.1
    );
    Command::new("python3")
        .args(["-c", &check])
        .stderr(std::process::Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// Returns the folder of an environment with these packages. Creates it if it is missing.
fn environment(name: &str, packages: &[&str]) -> Option<PathBuf> {
    let path = folder().join(name);
    let pip = [
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
    ];
    let is_there = (program(&path, "python").exists() || create(&path))
        && python(&path, &[&pip, packages].concat());
    is_there.then_some(path)
}

fn create(path: &Path) -> bool {
    run("python3", &["-m", "venv", &path.display().to_string()], &[])
}

/// Returns the path of a program of an environment.
fn program(environment: &Path, name: &str) -> PathBuf {
    if cfg!(windows) {
        environment.join("Scripts").join(name).with_extension("exe")
    } else {
        environment.join("bin").join(name)
    }
}

/// Runs the Python of an environment in the folder of the package.
fn python(environment: &Path, arguments: &[&str]) -> bool {
    run_in_package(environment, "python", arguments)
}

/// Runs a program of an environment in the folder of the package. The program finds the others of
/// its environment first.
fn run_in_package(environment: &Path, name: &str, arguments: &[&str]) -> bool {
    let path = program(environment, name);
    println!("$ {name} {}", arguments.join(" "));
    let bin = path.parent().unwrap_or(environment).to_path_buf();
    let others = std::env::var_os("PATH").unwrap_or_default();
    let search = std::iter::once(bin).chain(std::env::split_paths(&others));
    let Ok(search) = std::env::join_paths(search) else {
        eprintln!("PATH has a folder that cannot stand in it");
        return false;
    };
    let status = Command::new(&path)
        .args(arguments)
        .current_dir(root().join(PACKAGE))
        .env("PATH", search)
        .env("CARGO_TARGET_DIR", target())
        .env("MYPY_CACHE_DIR", folder().join("mypy"))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .status();
    match status {
        Ok(status) if status.success() => true,
        Ok(status) => {
            eprintln!("{name} {}: {status}", arguments.join(" "));
            false
        }
        Err(error) => {
            eprintln!("{} cannot be run: {error}", path.display());
            false
        }
    }
}

/// Builds the wheel and the source package into an empty folder, as for a release.
fn build_packages(build: &Path, wheels: &Path) -> bool {
    let out = wheels.display().to_string();
    build_wheel(build, wheels, &RELEASED)
        && find_wheel(wheels)
            .is_some_and(|wheel| python(build, &["repack.py", &wheel.display().to_string()]))
        && is_small(wheels)
        && run_in_package(build, "maturin", &["sdist", "--out", &out])
}

/// Builds the wheel into an empty folder, with the profile that the options name.
fn build_wheel(build: &Path, wheels: &Path, options: &[&str]) -> bool {
    if let Err(error) = fs::remove_dir_all(wheels)
        && error.kind() != io::ErrorKind::NotFound
    {
        eprintln!("{}: {error}", wheels.display());
        return false;
    }
    let out = wheels.display().to_string();
    let always = ["build", "--quiet", "--out", &out];
    run_in_package(build, "maturin", &[&always, options].concat())
}

/// Returns the wheel of a folder.
fn find_wheel(wheels: &Path) -> Option<PathBuf> {
    let entries = fs::read_dir(wheels).ok()?.flatten();
    let mut paths = entries.map(|entry| entry.path());
    paths.find(|path| path.extension().is_some_and(|extension| extension == "whl"))
}

/// Returns whether a wheel of this folder has at most [`MAX_WHEEL_BYTES`], and prints its size.
fn is_small(wheels: &Path) -> bool {
    let size = find_wheel(wheels).and_then(|wheel| Some(fs::metadata(wheel).ok()?.len()));
    size.is_some_and(|size| {
        println!("python: the wheel has {:.2} MB", size as f64 / 1e6);
        let is_small = size <= MAX_WHEEL_BYTES;
        if !is_small {
            let most = MAX_WHEEL_BYTES as f64 / 1e6;
            eprintln!("python: the wheel may have {most:.2} MB");
        }
        is_small
    })
}

/// Runs the examples of the README in an environment that has nothing but the wheel.
fn test_readme(wheel: &Path) -> bool {
    let clean = folder().join("clean");
    // It may be missing.
    let _ = fs::remove_dir_all(&clean);
    create(&clean) && install(&clean, wheel) && python(&clean, &["-m", "doctest", "README.md"])
}

/// Installs the wheel in place of an older one.
fn install(environment: &Path, wheel: &Path) -> bool {
    let wheel = wheel.display().to_string();
    let pip = [
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
    ];
    python(
        environment,
        &[&pip[..], &["--force-reinstall", "--no-deps", &wheel]].concat(),
    )
}

/// Runs the tests, and compares the stubs with the module.
fn test_package(test: &Path) -> bool {
    // `pyright` and `stubtest` would find the sources of the package in its own folder.
    let types = ["--verifytypes", "ndoku", "--ignoreexternal"];
    let checks = [
        python(test, &["-m", "pytest", "-q"]),
        python(test, &["-m", "mypy.stubtest", "ndoku._ndoku"]),
        python(test, &["-m", "mypy", "python/ndoku", "tests", "bench"]),
        run_in_package(test, "pyright", &types),
    ];
    checks.iter().all(|passed| *passed)
}
