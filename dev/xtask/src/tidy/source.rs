//! Rules for source files: a head, a length, no `unsafe` outside its files, libraries without side
//! effects, no absolute paths.

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

/// Names that these libraries may not use outside their tests, and why.
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

/// Names that no library may use outside its tests, and why.
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

/// The longest file, in lines, that gives no reason.
const LONG: usize = 800;

/// Words in the head of a longer file that give the reason.
const REASON: &str = "lines because";

/// Returns the problems of one source file.
pub(super) fn problems(name: &str, text: &str) -> Vec<String> {
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
            problems.push(format!(
                "{at}: `unsafe` outside crates/ndoku-solver/src/simd and the \
                interface of ndoku-wasm"
            ));
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

/// Tells whether a line names a word: `eprintln!` does not name `println!`.
fn names(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        !word.starts_with(char::is_alphabetic)
            || !before.is_some_and(|c| c.is_alphanumeric() || c == '_')
    })
}

/// Returns the lines of code with their numbers, without comments and tests. Tests come last in a
/// file, or fill one with `#![cfg(test)]`.
fn code_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let tests = text
        .find("\n#![cfg(test)]")
        .or_else(|| text.find("#[cfg(test)]\nmod tests"));
    let code = &text[..tests.unwrap_or(text.len())];
    (1..)
        .zip(code.lines())
        .map(|(number, line)| (number, line.split("//").next().unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "//! Something.\n";

    fn found(name: &str, body: &str) -> Vec<String> {
        problems(name, &format!("{HEAD}{body}"))
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
            assert_eq!(found(core, line).len(), 1, "{line}");
            assert_eq!(
                found(core, &format!("// {line}")).len(),
                0,
                "a comment: {line}"
            );
        }
        assert_eq!(found(core, "eprintln!(\"x\")").len(), 1, "told once");
        assert!(
            found(
                "apps/ndoku-command/src/sink.rs",
                "println!(\"x\"); std::env::args(); y.unwrap();"
            )
            .is_empty()
        );
        assert!(found("crates/ndoku-solver/src/simd/avx2.rs", "unsafe { x() }").is_empty());
        assert_eq!(
            found("crates/ndoku-solver/src/backtrack.rs", "unsafe { x() }").len(),
            1
        );
        assert!(found("bindings/ndoku-wasm/src/abi.rs", "#[unsafe(no_mangle)]").is_empty());
        assert_eq!(
            found("bindings/ndoku-wasm/src/module.rs", "#[unsafe(no_mangle)]").len(),
            1
        );
        assert!(found(core, "#[cfg(test)]\nmod tests {\n    x.unwrap();\n}").is_empty());
    }

    #[test]
    fn heads_and_lengths_are_checked() {
        assert_eq!(problems("crates/a/src/b.rs", "fn x() {}\n").len(), 1);
        assert_eq!(
            problems("crates/a/src/lib.rs", "//! A crate.\n").len(),
            1,
            "no forbid"
        );
        assert!(
            problems(
                "crates/a/src/lib.rs",
                "//! A crate.\n#![forbid(unsafe_code)]\n"
            )
            .is_empty()
        );
        let long = "fn x() {}\n".repeat(LONG);
        assert_eq!(found("crates/a/src/b.rs", &long).len(), 1);
        assert!(
            problems(
                "crates/a/src/b.rs",
                &format!("//! Over 800 lines because it is a table.\n{long}")
            )
            .is_empty()
        );
    }
}
