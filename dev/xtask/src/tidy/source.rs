//! Rules for source files: a head, a length, short functions in the command line, no `unsafe`
//! outside its files, libraries without side effects, no absolute paths.

/// The libraries that take everything from their caller.
const PURE: &[&str] = &[
    "ndoku-core",
    "ndoku-formats",
    "ndoku-solver",
    "ndoku-count",
    "ndoku-logic",
    "ndoku-rating",
    "ndoku-analysis",
    "ndoku-render",
    "ndoku-generate",
    "ndoku-api",
    "ndoku-game",
    "ndoku-photo",
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
    ("std::thread", "a library starts no thread unasked"),
    ("process::exit", "a library does not end the process"),
    ("println!", "a library prints nothing"),
    ("eprintln!", "a library prints nothing"),
    ("dbg!", "a library prints nothing"),
];

/// The files that may start threads and measure time: the portfolio, if the caller shares a thread
/// budget, and the watch over CaDiCaL.
const MAY_START_THREADS: &[&str] = &[
    "crates/ndoku-solver/src/cadical/terminate.rs",
    "crates/ndoku-solver/src/engine_selection.rs",
    "crates/ndoku-solver/src/portfolio.rs",
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

/// The folders whose functions have at most [`LONG_FUNCTION`] lines.
const SHORT_FUNCTIONS: &[&str] = &["apps/ndoku-command/src/"];

/// The longest function, in lines from `fn` to its closing brace.
const LONG_FUNCTION: usize = 60;

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
    if SHORT_FUNCTIONS
        .iter()
        .any(|folder| name.starts_with(folder))
    {
        problems.extend(
            function_lengths(text)
                .filter(|(.., length)| *length > LONG_FUNCTION)
                .map(|(number, function, length)| {
                    format!(
                        "{name}:{number}: `{function}` has {length} lines; split it into functions \
                        of at most {LONG_FUNCTION}"
                    )
                }),
        );
    }
    let is_root = name.ends_with("/src/lib.rs") || name.ends_with("/src/main.rs");
    let forbids = text.contains("#![forbid(unsafe_code)]")
        || (["ndoku-solver", "ndoku-photo-wasm", "ndoku-wasm", "ndoku-py"].contains(&krate)
            && text.contains("#![deny(unsafe_code)]"));
    if is_root && !name.starts_with("fuzz/") && !forbids {
        problems.push(format!(
            "{name}: a crate begins with #![forbid(unsafe_code)]"
        ));
    }
    let room = [
        "ndoku-solver/src/simd.rs",
        "ndoku-solver/src/simd/",
        "ndoku-solver/src/simd9/vectorized",
    ]
    .iter()
    .any(|place| name.contains(place))
        || name == "bindings/ndoku-photo-wasm/src/abi.rs"
        || name == "bindings/ndoku-wasm/src/abi.rs"
        || name == "bindings/ndoku-py/src/capsule.rs"
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
                "{at}: `unsafe` outside `simd` and `simd9/vectorized` of ndoku-solver and \
                the interfaces of ndoku-photo-wasm, ndoku-wasm and ndoku-py"
            ));
        }
        let pure = is_library && PURE.contains(&krate);
        let may_thread = MAY_START_THREADS.contains(&name);
        let banned = NOT_IN_PURE
            .iter()
            .filter(|_| pure)
            .filter(|(word, _)| !(may_thread && ["std::thread", "std::time"].contains(word)))
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

/// Returns the functions of a text that rustfmt has formatted, with their first lines, their names
/// and their lengths. A body ends at the first brace that is indented like `fn`.
fn function_lengths(text: &str) -> impl Iterator<Item = (usize, &str, usize)> {
    let lines = || (1..).zip(text.lines());
    lines().filter_map(move |(number, line)| {
        let code = line.trim_start();
        let (before, after) = code.split_once("fn ")?;
        let is_function = before.split_whitespace().all(|word| {
            ["async", "const", "unsafe", "extern", "\"C\""].contains(&word)
                || word.starts_with("pub")
        });
        let name = after.split(['(', '<']).next()?;
        let indent = &line[..line.len() - code.len()];
        let is_end = |other: &str| {
            other
                .strip_prefix(indent)
                .is_some_and(|rest| rest.starts_with('}'))
        };
        if !is_function || line.ends_with(['}', ';']) {
            return None;
        }
        let (end, _) = lines().skip(number).find(|(_, other)| is_end(other))?;
        Some((number, name, end - number + 1))
    })
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
        let portfolio = "crates/ndoku-solver/src/portfolio.rs";
        assert!(found(portfolio, "use std::thread;").is_empty());
        assert_eq!(found(portfolio, "use std::fs;").len(), 1);
        assert!(found("bindings/ndoku-wasm/src/abi.rs", "#[unsafe(no_mangle)]").is_empty());
        assert_eq!(
            found("bindings/ndoku-wasm/src/module.rs", "#[unsafe(no_mangle)]").len(),
            1
        );
        assert!(found("bindings/ndoku-py/src/capsule.rs", "unsafe { x() }").is_empty());
        assert_eq!(
            found("bindings/ndoku-py/src/column.rs", "unsafe { x() }").len(),
            1
        );
        assert!(found(core, "#[cfg(test)]\nmod tests {\n    x.unwrap();\n}").is_empty());
    }

    #[test]
    fn functions_of_the_command_line_are_short() {
        let function = |head: &str, lines: usize| {
            let body = "        work();\n".repeat(lines - 2);
            format!("impl Command {{\n    {head} {{\n{body}    }}\n}}\n")
        };
        let found = |text: &str| found("apps/ndoku-command/src/commands/solve.rs", text);
        let most = LONG_FUNCTION;
        for head in ["fn run()", "pub(crate) const fn run<T>(&self) -> T"] {
            assert!(found(&function(head, most)).is_empty(), "{head}");
            let problems = found(&function(head, most + 1));
            assert_eq!(problems.len(), 1, "{head}");
            assert!(
                problems[0].contains(":3: `run` has 61 lines"),
                "{problems:?}"
            );
        }
        // Each function counts for itself, and a declaration has no body.
        let two = function("fn first()", 40) + &function("fn second()", 40);
        assert!(found(&format!("trait A {{\n    fn x();\n}}\n{two}")).is_empty());
        let long = function("fn run()", most + 1);
        assert!(problems("apps/ndoku-server/src/a.rs", &format!("{HEAD}{long}")).is_empty());
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
