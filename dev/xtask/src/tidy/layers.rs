//! Dependencies between our crates: the manifests and the table of `docs/architecture.md` agree.
//!
//! ```text
//! | folder               | depends on         | purpose |
//! | `crates/ndoku-logic` | `ndoku-core`       | …       |
//! | `crates/ndoku`       | `ndoku-core`, …    | …       |
//! ```
//!
//! Only the table lets a dependency in. So a new one is a decision that a reader of the document
//! sees.

use std::collections::{BTreeMap, BTreeSet};

use super::File;

/// The document with the table.
pub(super) const ARCHITECTURE: &str = "docs/architecture.md";

/// Returns what differs between the table and the manifests.
pub(super) fn problems(document: &str, manifests: &[File]) -> Vec<String> {
    let table = read_table(document);
    let mut problems = Vec::new();
    let mut packages = BTreeMap::new();
    for manifest in manifests {
        match manifest.text.parse::<toml::Table>() {
            Ok(parsed) => drop(packages.insert(folder(&manifest.name), parsed)),
            Err(error) => problems.push(format!("{}: {error}", manifest.name)),
        }
    }
    let ours: BTreeSet<&str> = packages.values().map(name).collect();
    for (folder, manifest) in &packages {
        let Some(allowed) = table.get(*folder) else {
            problems.push(format!("{ARCHITECTURE}: the table has no row for {folder}"));
            continue;
        };
        let used: BTreeSet<&str> = dependencies(manifest)
            .filter(|used| ours.contains(used))
            .collect();
        for used in used.difference(allowed) {
            problems.push(format!(
                "{folder}/Cargo.toml: {ARCHITECTURE} does not let it depend on {used}"
            ));
        }
        for unused in allowed.difference(&used) {
            problems.push(format!(
                "{ARCHITECTURE}: {folder} does not depend on {unused}"
            ));
        }
    }
    let is_package = |folder: &&&str| {
        ["crates/", "apps/", "bindings/"]
            .iter()
            .any(|group| folder.starts_with(group))
    };
    for folder in table
        .keys()
        .filter(is_package)
        .filter(|folder| !packages.contains_key(*folder))
    {
        problems.push(format!("{ARCHITECTURE}: there is no package in {folder}"));
    }
    problems
}

/// Reads the rows whose first cell is a folder in backticks: the folder, and the names in backticks
/// of the second cell.
fn read_table(document: &str) -> BTreeMap<&str, BTreeSet<&str>> {
    let rows = document.lines().filter(|line| line.starts_with("| `"));
    rows.filter_map(|line| {
        let mut cells = line.trim_matches('|').split('|');
        let folder = spans(cells.next()?).next()?;
        Some((folder, spans(cells.next()?).collect()))
    })
    .collect()
}

/// Returns the texts between pairs of backticks.
fn spans(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

fn folder(manifest: &str) -> &str {
    manifest.trim_end_matches("/Cargo.toml")
}

fn name(manifest: &toml::Table) -> &str {
    let package = manifest
        .get("package")
        .and_then(|package| package.get("name"));
    package.and_then(toml::Value::as_str).unwrap_or_default()
}

/// Returns the names of the dependencies of a package, except those of its tests and build script.
fn dependencies(manifest: &toml::Table) -> impl Iterator<Item = &str> {
    let tables = manifest.get("dependencies").and_then(toml::Value::as_table);
    tables
        .into_iter()
        .flat_map(toml::Table::keys)
        .map(String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "| folder | depends on | purpose |\n|---|---|---|\n\
        | `crates/a` | | first |\n| `crates/b` | `a` | second, after `a` |\n";

    fn manifest(name: &str, used: &[&str]) -> File {
        let used: String = used
            .iter()
            .map(|used| format!("{used}.workspace = true\n"))
            .collect();
        let text = format!(
            "[package]\nname = \"{name}\"\n[dependencies]\n{used}serde \
            = \"1\"\n[dev-dependencies]\nb = \"1\"\n"
        );
        File {
            name: format!("crates/{name}/Cargo.toml"),
            text,
        }
    }

    #[test]
    fn manifests_and_table_agree_in_both_directions() {
        let ok = [manifest("a", &[]), manifest("b", &["a"])];
        assert!(problems(TABLE, &ok).is_empty());
        let back = problems(TABLE, &[manifest("a", &["b"]), manifest("b", &["a"])]);
        assert_eq!(
            back,
            [format!(
                "crates/a/Cargo.toml: {ARCHITECTURE} does not let it depend on b"
            )]
        );
        let less = problems(TABLE, &[manifest("a", &[]), manifest("b", &[])]);
        assert_eq!(
            less,
            [format!("{ARCHITECTURE}: crates/b does not depend on a")]
        );
        let more = problems(
            TABLE,
            &[
                manifest("a", &[]),
                manifest("b", &["a"]),
                manifest("c", &[]),
            ],
        );
        assert_eq!(
            more,
            [format!("{ARCHITECTURE}: the table has no row for crates/c")]
        );
        let gone = problems(TABLE, &[manifest("a", &[])]);
        assert!(
            gone.contains(&format!("{ARCHITECTURE}: there is no package in crates/b")),
            "{gone:?}"
        );
        let broken = File {
            name: "crates/a/Cargo.toml".to_owned(),
            text: "no manifest".to_owned(),
        };
        assert!(problems(TABLE, &[broken])[0].starts_with("crates/a/Cargo.toml: "));
    }
}
