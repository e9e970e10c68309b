//! `cargo xtask web`: the page for the browser, as static files in `web/dist`, and as a copy that
//! `ndoku serve` embeds.
//!
//! ```text
//! ndoku-wasm, small ─▶ wasm-opt ─▶ web/src/wasm/core.wasm  ─┐
//! ndoku-wasm, full  ─▶ wasm-opt ─▶ web/src/wasm/full.wasm  ─┼─▶ npm run build ─▶ web/dist
//! ndoku-photo-wasm  ─▶ wasm-opt ─▶ web/src/wasm/photo.wasm ─┘                 ─▶ ndoku-server/page
//! ```
//!
//! Needs Node with `npm`. From rustup, the target `wasm32-unknown-unknown` and the source of the
//! standard library (`rust-src`) are added if they are missing. The tests also need Chromium.
//!
//! The standard library is compiled too, for size, and a panic aborts without a message. That saves
//! a fifth of the download. The stable compiler does it only with `RUSTC_BOOTSTRAP`; nothing else
//! here is unstable. Without `rust-src`, the modules are built as usual and become larger.

use std::path::Path;
use std::{fs, io};

use crate::process::{Environment, debug_command, root, run, target};

const TARGET: &str = "wasm32-unknown-unknown";

/// Options and environment of a usual build. Every browser since 2023 has vectors.
const PLAIN: (&[&str], Environment<'_>) = (&[], &[("RUSTFLAGS", "-Ctarget-feature=+simd128")]);

/// Options and environment of a build with its own standard library.
const SMALL: (&[&str], Environment<'_>) = (
    &[
        "-Zbuild-std=std,panic_abort",
        "-Zbuild-std-features=optimize_for_size",
    ],
    &[
        (
            "RUSTFLAGS",
            "-Ctarget-feature=+simd128 -Zunstable-options -Cpanic=immediate-abort \
            -Zlocation-detail=none",
        ),
        ("RUSTC_BOOTSTRAP", "1"),
    ],
);

/// Features that the optimizer may use: those that the compiler uses.
const FEATURES: &[&str] = &[
    "--enable-simd",
    "--enable-bulk-memory",
    "--enable-nontrapping-float-to-int",
    "--enable-sign-ext",
    "--enable-mutable-globals",
    "--enable-reference-types",
    "--enable-multivalue",
];

/// The first load has no batches, so its interface is compiled for size.
const FOR_SIZE: &str = r#"profile.wasm.package.ndoku-wasm.opt-level="z""#;

/// Builds the modules and the page.
pub(crate) fn build() -> bool {
    let has_source = run("rustup", &["component", "add", "rust-src"], &[]);
    if !has_source {
        println!("rust-src cannot be installed; the modules will be larger");
    }
    let settings = if has_source { SMALL } else { PLAIN };
    run("rustup", &["target", "add", TARGET], &[])
        && npm(&["ci", "--no-audit", "--no-fund"])
        && module(
            "core",
            "ndoku-wasm",
            &[
                "--no-default-features",
                "--features",
                "core",
                "--config",
                FOR_SIZE,
            ],
            settings,
        )
        && module("full", "ndoku-wasm", &[], settings)
        && module("photo", "ndoku-photo-wasm", &[], settings)
        && npm(&["run", "build"])
        && embed()
}

/// Copies the built page to the folder that the server embeds. The file that keeps this folder in
/// the repository stays.
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
    let mut entries: Vec<_> = fs::read_dir(from)?.collect::<io::Result<_>>()?;
    // The server embeds the page if there is its first file, so that one comes last.
    entries.sort_by_key(|entry| entry.file_name() == "index.html");
    for entry in entries {
        let path = entry.path();
        let target = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            copy(&path, &target)?;
        } else {
            fs::copy(&path, &target)?;
        }
    }
    Ok(())
}

/// Builds the page and tests it, also as the server sends it.
pub(crate) fn test() -> bool {
    build() && test_page() && test_served()
}

/// Lints the page that was built, and checks that its types match the OpenAPI document. Then tests
/// its logic in Node and the page in Chromium, and prints its size. `npm run figures` prints its
/// speed, which depends on the machine.
pub(crate) fn test_page() -> bool {
    npm(&["run", "lint"]) && are_types_current() && npm(&["test"]) && npm(&["run", "sizes"])
}

/// Tests the built page in Chromium, as `ndoku serve` sends it.
pub(crate) fn test_served() -> bool {
    debug_command().is_some_and(|command| {
        run(
            "npm",
            &["--prefix", "web", "run", "served"],
            &[("NDOKU_BINARY", &command.display().to_string())],
        )
    })
}

/// Returns whether `openapi.d.ts` is what the OpenAPI document generates.
fn are_types_current() -> bool {
    let is_current = npm(&["run", "types", "--", "--check"]);
    if !is_current {
        eprintln!("the types of the page are not current; renew them: npm --prefix web run types");
    }
    is_current
}

/// Builds a module from a package and makes it smaller.
fn module(
    name: &str,
    package: &str,
    features: &[&str],
    (options, environment): (&[&str], Environment<'_>),
) -> bool {
    let command = [
        "build",
        "--quiet",
        "--profile",
        "wasm",
        "--target",
        TARGET,
        "--package",
        package,
    ];
    let built = run(
        "cargo",
        &[&command, features, options].concat(),
        environment,
    );
    let from = target()
        .join(TARGET)
        .join(format!("wasm/{}.wasm", package.replace('-', "_")))
        .display()
        .to_string();
    let folder = root().join("web/src/wasm");
    if let Err(error) = std::fs::create_dir_all(&folder) {
        eprintln!("{}: {error}", folder.display());
        return false;
    }
    let to = folder.join(format!("{name}.wasm")).display().to_string();
    let optimizer = root()
        .join("web/node_modules/binaryen/bin/wasm-opt")
        .display()
        .to_string();
    // A second run saves another 0.3 KiB of the first load, to which only `core` belongs.
    let runs: &[&str] = if name == "core" {
        &["-Oz", "-Oz"]
    } else {
        &["-Oz"]
    };
    let paths = ["--strip-producers", &from, "-o", &to];
    let arguments = [&[optimizer.as_str()], runs, &paths, FEATURES].concat();
    built && run("node", &arguments, &[])
}

/// Runs npm in the folder of the page.
fn npm(arguments: &[&str]) -> bool {
    run("npm", &[&["--prefix", "web"], arguments].concat(), &[])
}
