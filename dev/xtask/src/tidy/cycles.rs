//! Files of a crate that use each other in a circle. None of them can be read or tested alone.
//!
//! ```text
//! crates/x/src/a.rs   use crate::b::…    a ─▶ b
//! crates/x/src/b.rs   use super::a::…    b ─▶ a    a circle
//! ```
//!
//! A file counts together with the folder of its submodules. `lib.rs` and `main.rs` are left out,
//! because registries and re-exports name every file.

use std::collections::{BTreeMap, BTreeSet};

use super::File;

/// Circles that have a reason: the folder of the crate, and a file of the circle.
///
/// - A layout has constraints, and a constraint is built for a layout.
/// - A position keeps the links, implications and sets that are found in it.
const ALLOWED: [(&str, &str); 2] = [
    ("crates/ndoku-core", "layout"),
    ("crates/ndoku-logic", "position"),
];

/// For each file, without `.rs`, those that it uses.
type Uses = BTreeMap<String, BTreeSet<String>>;

/// Returns the circles of all crates.
pub(super) fn problems(code: &[File]) -> Vec<String> {
    let mut problems = Vec::new();
    for (krate, files) in files_by_crate(code) {
        let names: BTreeSet<&str> = files.iter().map(|(module, _, _)| *module).collect();
        let mut uses = Uses::new();
        for (module, depth, text) in &files {
            let found = used_modules(text, *depth)
                .into_iter()
                .filter(|used| used != module && names.contains(used))
                .map(str::to_owned);
            uses.entry((*module).to_owned()).or_default().extend(found);
        }
        for circle in circles(&uses) {
            let is_allowed = ALLOWED
                .iter()
                .any(|(of, file)| *of == krate && circle.contains(*file));
            if !is_allowed {
                let list = circle.into_iter().collect::<Vec<_>>().join(", ");
                problems.push(format!("{krate}/src: files use each other: {list}"));
            }
        }
    }
    problems
}

/// Returns the files of each crate: the module, the number of folders around it, and its text.
fn files_by_crate(code: &[File]) -> BTreeMap<&str, Vec<(&str, usize, &str)>> {
    let mut crates: BTreeMap<&str, Vec<_>> = BTreeMap::new();
    for file in code {
        let Some((krate, path)) = file.name.split_once("/src/") else {
            continue;
        };
        let module = path
            .split('/')
            .next()
            .unwrap_or(path)
            .trim_end_matches(".rs");
        if !matches!(module, "lib" | "main") && !path.ends_with("tests.rs") {
            let entry = (module, path.matches('/').count(), file.text.as_str());
            crates.entry(krate).or_default().push(entry);
        }
    }
    crates
}

/// Returns the modules after `crate::`, and after `super::` as often as leads to the crate from a
/// file in `depth` folders. Ignores comments and tests.
fn used_modules(text: &str, depth: usize) -> Vec<&str> {
    let mut used = Vec::new();
    let text = text.split("#[cfg(test)]\nmod tests").next().unwrap_or(text);
    for root in ["crate::", &"super::".repeat(depth + 1)] {
        for (at, _) in text.match_indices(root) {
            let line = &text[text[..at].rfind('\n').map_or(0, |end| end + 1)..at];
            if !line.contains("//") {
                used.extend(first_names(&text[at + root.len()..]));
            }
        }
    }
    used
}

/// Returns the first names of a path: one, or those of a list in braces.
fn first_names(path: &str) -> Vec<&str> {
    let name = |text| {
        let text: &str = text;
        let end = text.find(|c: char| !c.is_alphanumeric() && c != '_');
        &text[..end.unwrap_or(text.len())]
    };
    let Some(list) = path.strip_prefix('{') else {
        return vec![name(path)];
    };
    let (mut names, mut depth, mut start) = (Vec::new(), 0, 0);
    for (at, mark) in list.char_indices() {
        match mark {
            '{' => depth += 1,
            '}' if depth == 0 => {
                names.push(name(list[start..at].trim_start()));
                break;
            }
            '}' => depth -= 1,
            ',' if depth == 0 => {
                names.push(name(list[start..at].trim_start()));
                start = at + 1;
            }
            _ => {}
        }
    }
    names
}

/// Returns the largest sets of files in which each reaches every other.
fn circles(uses: &Uses) -> Vec<BTreeSet<&str>> {
    let reached: BTreeMap<&str, BTreeSet<&str>> = uses
        .keys()
        .map(|module| (module.as_str(), reachable(uses, module)))
        .collect();
    let mut circles: Vec<BTreeSet<&str>> = Vec::new();
    for (module, from_here) in &reached {
        if !from_here.contains(module) || circles.iter().any(|circle| circle.contains(module)) {
            continue;
        }
        let circle = from_here.iter().filter(|other| {
            reached
                .get(**other)
                .is_some_and(|back| back.contains(module))
        });
        circles.push(circle.copied().collect());
    }
    circles
}

/// Returns the files that a file uses, directly or by others.
fn reachable<'a>(uses: &'a Uses, from: &str) -> BTreeSet<&'a str> {
    let (mut reached, mut open) = (BTreeSet::new(), vec![from]);
    while let Some(module) = open.pop() {
        for used in uses.get(module).into_iter().flatten() {
            if reached.insert(used.as_str()) {
                open.push(used);
            }
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(files: &[(&str, &str)]) -> Vec<String> {
        let code: Vec<File> = files
            .iter()
            .map(|(name, text)| File {
                name: (*name).to_owned(),
                text: (*text).to_owned(),
            })
            .collect();
        problems(&code)
    }

    #[test]
    fn circles_are_named_once() {
        let names = |a: &str, b: &str| {
            found(&[
                ("crates/x/src/a.rs", a),
                ("crates/x/src/b.rs", b),
                ("crates/x/src/lib.rs", "use crate::a;"),
            ])
        };
        let circle = ["crates/x/src: files use each other: a, b"];
        assert_eq!(names("use crate::b::B;", "use super::{Y, a::A};"), circle);
        assert_eq!(names("use super::{b, z};", "x(crate::a::f())"), circle);
        assert!(names("use crate::b::B;", "// crate::a\nuse crate::c;").is_empty());
        assert!(
            names(
                "use crate::b::B;",
                "#[cfg(test)]\nmod tests { use crate::a; }"
            )
            .is_empty()
        );
    }

    #[test]
    fn applications_are_checked_too() {
        let files = [
            ("apps/x/src/a.rs", "use crate::b;"),
            ("apps/x/src/b.rs", "use crate::a;"),
            ("apps/y/src/main.rs", "use crate::a;"),
            ("apps/y/src/a.rs", "use crate::main;"),
        ];
        assert_eq!(found(&files), ["apps/x/src: files use each other: a, b"]);
    }

    #[test]
    fn submodules_count_as_their_file() {
        let through = [
            (
                "crates/x/src/a/deep.rs",
                "use super::super::b;\nuse super::d;",
            ),
            ("crates/x/src/b.rs", "use crate::c;"),
            ("crates/x/src/c.rs", "use crate::a;"),
        ];
        assert_eq!(
            found(&through),
            ["crates/x/src: files use each other: a, b, c"]
        );
        assert!(found(&through[..2]).is_empty());
    }
}
