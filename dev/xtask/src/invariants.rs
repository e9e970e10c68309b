//! The rules of the house that a program can check. Each check is a function from texts to problems, tried out below on texts that break it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Which crates of ours a crate may depend on. Crates that are not named here may depend on none.
const MAY_USE: &[(&str, &[&str])] = &[
    ("ndoku-core", &[]),
    ("ndoku-solver", &["ndoku-core"]),
    ("ndoku-logic", &["ndoku-core"]),
    ("ndoku-render", &["ndoku-core"]),
    ("ndoku-sat", &["ndoku-core", "ndoku-solver"]),
    (
        "ndoku-generate",
        &["ndoku-core", "ndoku-solver", "ndoku-logic"],
    ),
    (
        "ndoku",
        &[
            "ndoku-core",
            "ndoku-solver",
            "ndoku-logic",
            "ndoku-render",
            "ndoku-sat",
            "ndoku-generate",
        ],
    ),
    ("ndoku-api", &["ndoku"]),
    ("ndoku-game", &["ndoku"]),
    (
        "ndoku-command",
        &[
            "ndoku",
            "ndoku-api",
            "ndoku-game",
            "ndoku-render",
            "ndoku-server",
        ],
    ),
    ("ndoku-cli", &["ndoku-command"]),
    ("ndoku-server", &["ndoku", "ndoku-api", "ndoku-render"]),
    ("ndoku-wasm", &["ndoku", "ndoku-api", "ndoku-render"]),
    ("ndoku-py", &["ndoku"]),
    (
        "ndoku-testkit",
        &[
            "ndoku-core",
            "ndoku-solver",
            "ndoku-logic",
            "ndoku-generate",
        ],
    ),
    (
        "ndoku-bench",
        &["ndoku", "ndoku-core", "ndoku-solver", "ndoku-sat"],
    ),
    ("xtask", &[]),
];

/// The libraries that take everything from their caller.
const PURE: &[&str] = &[
    "ndoku-core",
    "ndoku-solver",
    "ndoku-logic",
    "ndoku-render",
    "ndoku-generate",
    "ndoku-api",
    "ndoku-game",
];

/// What these libraries may not name outside their tests, and why.
const NOT_IN_PURE: &[(&str, &str)] = &[
    (
        "std::time",
        "a library reads no clock: the caller passes time in",
    ),
    (
        "SystemTime",
        "a library reads no clock: the caller passes time in",
    ),
    ("std::env", "a library reads no environment"),
    ("std::fs", "a library opens no file"),
    ("std::net", "a library opens no connection"),
    ("std::thread", "threads are the facade's"),
    ("process::exit", "a library does not end the process"),
    ("println!", "a library prints nothing"),
    ("eprintln!", "a library prints nothing"),
    ("dbg!", "a library prints nothing"),
];

/// What no library may name outside its tests, and why.
const NOT_IN_LIBRARIES: &[(&str, &str)] = &[
    (
        ".unwrap()",
        "a library does not panic: return an error, or say with `expect` why it cannot happen",
    ),
    ("panic!(", "a library does not panic"),
    ("todo!(", "nothing is left to do in what is called done"),
    (
        "unimplemented!(",
        "nothing is left to do in what is called done",
    ),
];

/// How long a file may be without giving a reason.
const LONG: usize = 1000;

/// Words in the head of a longer file that give the reason.
const REASON: &str = "lines because";

/// All problems of the workspace in this folder.
pub(crate) fn check(root: &Path) -> Vec<String> {
    let mut problems = Vec::new();
    let mut files = Vec::new();
    for folder in ["crates", "apps", "bindings", "dev", "fuzz"] {
        rust_files(&root.join(folder), &mut files);
    }
    let relative = |path: &Path| {
        path.strip_prefix(root)
            .unwrap_or(path)
            .display()
            .to_string()
    };
    for path in &files {
        match fs::read_to_string(path) {
            Ok(text) => problems.extend(file(&relative(path), &text)),
            Err(error) => problems.push(format!("{}: {error}", relative(path))),
        }
    }
    for manifest in manifests(root) {
        match fs::read_to_string(&manifest) {
            Ok(text) => problems.extend(dependencies(&relative(&manifest), &text)),
            Err(error) => problems.push(format!("{}: {error}", relative(&manifest))),
        }
    }
    problems.extend(documents(root));
    problems
}

/// The problems of one source file.
fn file(name: &str, text: &str) -> Vec<String> {
    let mut problems = Vec::new();
    let krate = name.split('/').nth(1).unwrap_or_default();
    let is_library = name.starts_with("crates/") && name.contains("/src/");
    if !text.trim_start().starts_with("//!") && !text.starts_with("#!") {
        problems.push(format!(
            "{name}: begins without a word on what it is (`//!`)"
        ));
    }
    let lines = text.lines().count();
    let head = || {
        text.lines()
            .take_while(|line| line.starts_with("//!"))
            .any(|line| line.contains(REASON))
    };
    if lines > LONG && !head() {
        problems.push(format!(
            "{name}: {lines} lines; split it, or write in its head `over {LONG} {REASON} …`"
        ));
    }
    let is_root = name.ends_with("/src/lib.rs") || name.ends_with("/src/main.rs");
    let forbids = text.contains("#![forbid(unsafe_code)]")
        || (["ndoku-solver", "ndoku-wasm"].contains(&krate)
            && text.contains("#![deny(unsafe_code)]"));
    if is_root && !name.starts_with("fuzz/") && !forbids {
        problems.push(format!(
            "{name}: a crate begins with #![forbid(unsafe_code)]"
        ));
    }
    let room = name.contains("ndoku-solver/src/simd")
        || name == "bindings/ndoku-wasm/src/abi.rs"
        || name.starts_with("dev/xtask/");
    if name.ends_with("/tests.rs") || name.contains("/tests/") {
        return problems;
    }
    for (number, line) in code_lines(text) {
        let at = format!("{name}:{number}");
        // A word of the browsers' security policies.
        let line = &line.replace("wasm-unsafe-eval", "");
        if !room
            && line
                .split(|c: char| !c.is_alphanumeric() && c != '_')
                .any(|word| word == "unsafe")
        {
            problems.push(format!("{at}: `unsafe` outside crates/ndoku-solver/src/simd and the interface of ndoku-wasm"));
        }
        let pure = is_library && PURE.contains(&krate);
        let banned = NOT_IN_PURE
            .iter()
            .filter(|_| pure)
            .chain(NOT_IN_LIBRARIES.iter().filter(|_| is_library));
        problems.extend(
            banned
                .filter(|(word, _)| names(line, word))
                .map(|(word, why)| format!("{at}: `{word}`: {why}")),
        );
        if ["/work/", "/home/", "/root/"]
            .iter()
            .any(|path| line.contains(path))
            && !name.starts_with("dev/xtask")
        {
            problems.push(format!("{at}: an absolute path"));
        }
    }
    problems
}

/// Whether a line names a word: `eprintln!` does not name `println!`.
fn names(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        !word.starts_with(char::is_alphabetic)
            || !before.is_some_and(|c| c.is_alphanumeric() || c == '_')
    })
}

/// The lines of code with their numbers: without comments, and without tests. These come last in a file, or fill one that says `#![cfg(test)]`.
fn code_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let tests = text
        .find("\n#![cfg(test)]")
        .or_else(|| text.find("#[cfg(test)]\nmod tests"));
    let code = &text[..tests.unwrap_or(text.len())];
    (1..)
        .zip(code.lines())
        .map(|(number, line)| (number, line.split("//").next().unwrap_or_default()))
}

/// The problems of one manifest: the order of dependency goes one way.
fn dependencies(name: &str, text: &str) -> Vec<String> {
    let manifest: toml::Table = match text.parse() {
        Ok(manifest) => manifest,
        Err(error) => return vec![format!("{name}: {error}")],
    };
    let krate = manifest
        .get("package")
        .and_then(|package| package.get("name"))
        .and_then(toml::Value::as_str)
        .unwrap_or_default();
    let rules: BTreeMap<&str, &[&str]> = MAY_USE.iter().copied().collect();
    let allowed = rules.get(krate).copied().unwrap_or_default();
    let used = manifest
        .get("dependencies")
        .and_then(toml::Value::as_table)
        .into_iter()
        .flat_map(toml::Table::keys);
    used.filter(|used| rules.contains_key(used.as_str()) && !allowed.contains(&used.as_str()))
        .map(|used| format!("{name}: {krate} may not depend on {used}"))
        .collect()
}

/// The documents that a reader expects.
fn documents(root: &Path) -> Vec<String> {
    let expected = [
        "README.md",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "LICENSE-MIT",
        "LICENSE-APACHE",
        "docs/ARCHITECTURE.md",
        "docs/GLOSSARY.md",
    ];
    expected
        .iter()
        .filter(|name| !root.join(name).is_file())
        .map(|name| format!("{name} is missing"))
        .collect()
}

fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() && !path.ends_with("target") {
            rust_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

fn manifests(root: &Path) -> Vec<PathBuf> {
    let folders = ["crates", "apps", "bindings", "dev"].map(|folder| root.join(folder));
    let inside = folders
        .iter()
        .filter_map(|folder| fs::read_dir(folder).ok())
        .flatten()
        .flatten();
    let mut found: Vec<PathBuf> = inside
        .map(|entry| entry.path().join("Cargo.toml"))
        .filter(|path| path.is_file())
        .collect();
    found.sort();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "//! Something.\n";

    fn problems(name: &str, body: &str) -> Vec<String> {
        file(name, &format!("{HEAD}{body}"))
    }

    #[test]
    fn each_rule_finds_what_breaks_it() {
        let core = "crates/ndoku-core/src/cell.rs";
        let breaking = [
            "use std::time::Instant;",
            "let x = std::env::var(\"HOME\");",
            "let x = std::fs::read(\"x\");",
            "println!(\"x\");",
            "let x = y.unwrap();",
            "panic!(\"x\")",
            "unsafe { x() }",
            "let x = \"/home/me\";",
        ];
        for line in breaking {
            assert_eq!(problems(core, line).len(), 1, "{line}");
            assert_eq!(
                problems(core, &format!("// {line}")).len(),
                0,
                "a comment: {line}"
            );
        }
        assert_eq!(problems(core, "eprintln!(\"x\")").len(), 1, "told once");
        assert!(
            problems(
                "apps/ndoku-command/src/sink.rs",
                "println!(\"x\"); std::env::args(); y.unwrap();"
            )
            .is_empty()
        );
        assert!(problems("crates/ndoku-solver/src/simd/avx2.rs", "unsafe { x() }").is_empty());
        assert_eq!(
            problems("crates/ndoku-solver/src/general.rs", "unsafe { x() }").len(),
            1
        );
        assert!(problems("bindings/ndoku-wasm/src/abi.rs", "#[unsafe(no_mangle)]").is_empty());
        assert_eq!(
            problems(
                "bindings/ndoku-wasm/src/conversation.rs",
                "#[unsafe(no_mangle)]"
            )
            .len(),
            1
        );
        assert!(problems(core, "#[cfg(test)]\nmod tests {\n    x.unwrap();\n}").is_empty());
    }

    #[test]
    fn heads_and_lengths_are_checked() {
        assert_eq!(file("crates/a/src/b.rs", "fn x() {}\n").len(), 1);
        assert_eq!(
            file("crates/a/src/lib.rs", "//! A crate.\n").len(),
            1,
            "no forbid"
        );
        assert!(
            file(
                "crates/a/src/lib.rs",
                "//! A crate.\n#![forbid(unsafe_code)]\n"
            )
            .is_empty()
        );
        let long = "fn x() {}\n".repeat(LONG);
        assert_eq!(problems("crates/a/src/b.rs", &long).len(), 1);
        assert!(
            file(
                "crates/a/src/b.rs",
                &format!("//! Over 1000 lines because it is a table.\n{long}")
            )
            .is_empty()
        );
    }

    #[test]
    fn dependencies_go_one_way() {
        let manifest = |name: &str, used: &str| {
            format!(
                "[package]\nname = \"{name}\"\n[dependencies]\n{used}.workspace = true\nserde = \"1\"\n"
            )
        };
        assert!(dependencies("x", &manifest("ndoku-solver", "ndoku-core")).is_empty());
        assert_eq!(
            dependencies("x", &manifest("ndoku-core", "ndoku-solver")).len(),
            1
        );
        assert_eq!(
            dependencies("x", &manifest("ndoku-logic", "ndoku-solver")).len(),
            1
        );
        assert_eq!(
            dependencies("x", &manifest("ndoku-cli", "ndoku-core")).len(),
            1
        );
        assert_eq!(
            dependencies("x", &manifest("somebody-new", "ndoku-core")).len(),
            1
        );
        assert_eq!(dependencies("x", "this is no manifest").len(), 1);
    }
}
