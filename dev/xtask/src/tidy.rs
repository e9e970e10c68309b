//! `cargo xtask tidy`: the rules of the project that a program can check. Each file below this
//! module holds one kind of rule, as functions from texts to problems, and tests them on texts that
//! break it.
//!
//! ```text
//! source     heads, lengths, `unsafe`, what a library may not name      every .rs file
//!            functions of at most 60 lines                              the command line
//! layers     dependencies as in the table of docs/architecture.md       every manifest
//! cycles     files that use each other in a circle                      every crate
//! prose      width and first words of comments                          every .rs file, see below
//! names      words that the project has replaced                        code, help and documents
//! ```
//!
//! Files in `dev/xtask/tidy/unreviewed.txt` were written before the rules of prose. Nobody has
//! rewritten them yet, so that `prose` passes over them. The list only becomes shorter: a file that
//! keeps the rules may not stand in it.

mod cycles;
mod layers;
mod names;
mod prose;
mod source;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Folders with Rust code.
const CODE: [&str; 5] = ["crates", "apps", "bindings", "dev", "fuzz"];

/// Files whose comments nobody has rewritten yet.
const UNREVIEWED: &str = "dev/xtask/tidy/unreviewed.txt";

/// Words that the project has replaced.
const RETIRED: &str = "dev/xtask/tidy/retired.txt";

/// Documents that a reader expects.
const DOCUMENTS: [&str; 7] = [
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE-MIT",
    "LICENSE-APACHE",
    layers::ARCHITECTURE,
    "docs/glossary.md",
];

/// A text file of the workspace.
struct File {
    /// The path below the root, with `/` between folders.
    name: String,
    text: String,
}

/// Returns all problems of the workspace in this folder, one line each.
pub(crate) fn check(root: &Path) -> Vec<String> {
    match try_check(root) {
        Ok(problems) => problems,
        Err(problem) => vec![problem],
    }
}

fn try_check(root: &Path) -> Result<Vec<String>, String> {
    let code = read_all(root, &CODE, "rs")?;
    let documents = read_all(root, &["", "docs"], "md")?;
    let manifests = read_manifests(root)?;
    let mut problems: Vec<String> = DOCUMENTS
        .iter()
        .filter(|name| !root.join(name).is_file())
        .map(|name| format!("{name} is missing"))
        .collect();
    for file in &code {
        problems.extend(source::problems(&file.name, &file.text));
    }
    let table = read(root, layers::ARCHITECTURE)?;
    problems.extend(layers::problems(&table, &manifests));
    problems.extend(cycles::problems(&code));
    problems.extend(check_prose(&read(root, UNREVIEWED)?, &code));
    let retired = names::parse(&read(root, RETIRED)?)?;
    for file in &code {
        problems.extend(names::problems_of_code(&retired, &file.name, &file.text));
    }
    for file in &documents {
        problems.extend(names::problems_of_document(
            &retired, &file.name, &file.text,
        ));
    }
    Ok(problems)
}

/// Returns the problems of comments, except in the files of the list, and the needless lines of the
/// list.
fn check_prose(list: &str, code: &[File]) -> Vec<String> {
    let mut unreviewed: BTreeSet<&str> = list
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .collect();
    let mut problems = Vec::new();
    for file in code {
        let found = prose::problems(&file.name, &file.text);
        if !unreviewed.remove(file.name.as_str()) {
            problems.extend(found);
        } else if found.is_empty() {
            problems.push(format!(
                "{UNREVIEWED}: {} keeps the rules; remove the line",
                file.name
            ));
        }
    }
    problems.extend(
        unreviewed
            .iter()
            .map(|name| format!("{UNREVIEWED}: there is no file {name}")),
    );
    problems
}

fn read(root: &Path, name: &str) -> Result<String, String> {
    fs::read_to_string(root.join(name)).map_err(|error| format!("{name}: {error}"))
}

/// Reads all files with this extension below these folders. The root itself, `""`, is not searched
/// below.
fn read_all(root: &Path, folders: &[&str], extension: &str) -> Result<Vec<File>, String> {
    let mut paths = Vec::new();
    for folder in folders {
        find(
            &root.join(folder),
            extension,
            !folder.is_empty(),
            &mut paths,
        );
    }
    let name = |path: &Path| {
        path.strip_prefix(root)
            .unwrap_or(path)
            .display()
            .to_string()
    };
    let names = paths.iter().map(|path| name(path));
    names
        .map(|name| read(root, &name).map(|text| File { name, text }))
        .collect()
}

/// Reads the manifests of all packages.
fn read_manifests(root: &Path) -> Result<Vec<File>, String> {
    let folders = CODE
        .iter()
        .filter_map(|folder| fs::read_dir(root.join(folder)).ok());
    let packages = folders
        .flatten()
        .flatten()
        .map(|entry| entry.path().join("Cargo.toml"));
    let mut paths: Vec<PathBuf> = packages.filter(|path| path.is_file()).collect();
    paths.push(root.join("fuzz/Cargo.toml"));
    paths.sort();
    let name = |path: &PathBuf| {
        path.strip_prefix(root)
            .unwrap_or(path)
            .display()
            .to_string()
    };
    let names = paths.iter().map(name);
    names
        .map(|name| read(root, &name).map(|text| File { name, text }))
        .collect()
}

/// Collects the files with an extension, except those that tools have made.
fn find(folder: &Path, extension: &str, is_deep: bool, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            if is_deep && !path.ends_with("target") && !path.ends_with("node_modules") {
                find(&path, extension, is_deep, found);
            }
        } else if path.extension().is_some_and(|found| found == extension) {
            found.push(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_of_unreviewed_files_only_shrinks() {
        let file = |name: &str, text: &str| File {
            name: name.to_owned(),
            text: text.to_owned(),
        };
        let code = [
            file("a.rs", "//! A file.\n/// Whether it holds.\nfn a() {}\n"),
            file("b.rs", "//! A file.\n/// Returns one.\nfn b() {}\n"),
        ];
        assert_eq!(check_prose("", &code).len(), 1);
        assert!(check_prose("# Files\n\na.rs\n", &code).is_empty());
        assert_eq!(
            check_prose("a.rs\nb.rs\n", &code),
            [format!(
                "{UNREVIEWED}: b.rs keeps the rules; remove the line"
            )]
        );
        assert_eq!(
            check_prose("a.rs\nc.rs\n", &code),
            [format!("{UNREVIEWED}: there is no file c.rs")]
        );
    }
}
