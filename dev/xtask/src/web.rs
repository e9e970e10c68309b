//! `cargo xtask web`: the page of the browser, as static files in `web/dist`, and as a copy that `ndoku serve` embeds.
//!
//! ```text
//!   ndoku-wasm, small ─▶ wasm-opt ─▶ web/src/wasm/core.wasm ─┐
//!   ndoku-wasm, full  ─▶ wasm-opt ─▶ web/src/wasm/full.wasm ─┴─▶ npm run build ─▶ web/dist ─▶ apps/ndoku-server/page
//! ```
//!
//! Needs Node and its `npm`, and from rustup the target `wasm32-unknown-unknown` and the source of the standard library (`rust-src`), which are added if they are missing;
//! the tests need Chromium besides.
//!
//! The standard library is compiled as well, for size, and a panic stops at once instead of saying why: a fifth less to load. The stable compiler does that only if
//! `RUSTC_BOOTSTRAP` asks for it; nothing else here is unstable, and without `rust-src` the modules are built as usual, and are larger.

use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::{command, root, run, target};

const TARGET: &str = "wasm32-unknown-unknown";

/// Vectors of WebAssembly are in every browser since 2023; the rest is what the compiler uses by itself.
const PLAIN: (&[&str], &[(&str, &str)]) = (&[], &[("RUSTFLAGS", "-Ctarget-feature=+simd128")]);

/// The same with a standard library of our own.
const SMALL: (&[&str], &[(&str, &str)]) = (
    &[
        "-Zbuild-std=std,panic_abort",
        "-Zbuild-std-features=optimize_for_size",
    ],
    &[
        (
            "RUSTFLAGS",
            "-Ctarget-feature=+simd128 -Zunstable-options -Cpanic=immediate-abort -Zlocation-detail=none",
        ),
        ("RUSTC_BOOTSTRAP", "1"),
    ],
);

/// What the optimiser may use: what the compiler uses.
const FEATURES: &[&str] = &[
    "--enable-simd",
    "--enable-bulk-memory",
    "--enable-nontrapping-float-to-int",
    "--enable-sign-ext",
    "--enable-mutable-globals",
    "--enable-reference-types",
    "--enable-multivalue",
];

/// Builds the modules and the page.
pub(crate) fn build() -> bool {
    let has_source = run("rustup", &["component", "add", "rust-src"], &[]);
    if !has_source {
        println!("rust-src cannot be had: the modules will be larger");
    }
    let way = if has_source { SMALL } else { PLAIN };
    run("rustup", &["target", "add", TARGET], &[])
        && npm(&["ci", "--no-audit", "--no-fund"])
        && module("core", &["--no-default-features"], way)
        && module("full", &[], way)
        && npm(&["run", "build"])
        && embed()
}

/// Copies the built page to the folder that the server embeds. The file that keeps this folder in the repository stays.
fn embed() -> bool {
    let (from, to) = (
        root().join("web/dist"),
        root().join("apps/ndoku-server/page"),
    );
    let embedded = clear(&to).and_then(|()| copy(&from, &to));
    if let Err(error) = &embedded {
        eprintln!("{}: {error}", to.display());
    }
    embedded.is_ok()
}

/// Removes everything that git ignores in the folder of the embedded page.
fn clear(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            fs::remove_dir_all(&path)?;
        } else if path.file_name().is_none_or(|name| name != ".gitignore") {
            fs::remove_file(&path)?;
        }
    }
    Ok(())
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let path = entry?.path();
        let target = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            copy(&path, &target)?;
        } else {
            fs::copy(&path, &target)?;
        }
    }
    Ok(())
}

/// Builds the page, then tests its logic in Node and the page itself in Chromium, also as the server has it, and says how large and how fast it is.
pub(crate) fn test() -> bool {
    let tested = |binary: PathBuf| {
        run(
            "npm",
            &["--prefix", "web", "test"],
            &[("NDOKU_BINARY", &binary.display().to_string())],
        )
    };
    build() && command().is_some_and(tested) && npm(&["run", "figures"])
}

/// Builds a module and makes it smaller.
fn module(
    name: &str,
    features: &[&str],
    (options, environment): (&[&str], &[(&str, &str)]),
) -> bool {
    let command = [
        "build",
        "--quiet",
        "--profile",
        "wasm",
        "--target",
        TARGET,
        "--package",
        "ndoku-wasm",
    ];
    let built = run(
        "cargo",
        &[&command, features, options].concat(),
        environment,
    );
    let from = target()
        .join(TARGET)
        .join("wasm/ndoku_wasm.wasm")
        .display()
        .to_string();
    let folder = root().join("web/src/wasm");
    if let Err(error) = std::fs::create_dir_all(&folder) {
        eprintln!("{}: {error}", folder.display());
        return false;
    }
    let to = folder.join(format!("{name}.wasm")).display().to_string();
    let optimiser = root()
        .join("web/node_modules/binaryen/bin/wasm-opt")
        .display()
        .to_string();
    let paths = [
        optimiser.as_str(),
        "-Oz",
        "--strip-producers",
        &from,
        "-o",
        &to,
    ];
    built && run("node", &[&paths, FEATURES].concat(), &[])
}

/// Runs npm in the folder of the page.
fn npm(arguments: &[&str]) -> bool {
    run("npm", &[&["--prefix", "web"], arguments].concat(), &[])
}
