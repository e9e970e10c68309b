//! Rules for published packages: each has its README and licenses, and includes no file from
//! outside its folder.

use std::fs;
use std::path::{Component, Path, PathBuf};

use ndoku_documents::root;

/// Returns the folders of the published packages, with their manifests.
fn published() -> Vec<(PathBuf, String)> {
    let folders = ["crates", "apps"]
        .map(|folder| fs::read_dir(root().join(folder)).expect("the folder can be listed"));
    let folders = folders
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path());
    let packages = folders.filter_map(|folder| {
        Some((
            folder.clone(),
            fs::read_to_string(folder.join("Cargo.toml")).ok()?,
        ))
    });
    packages
        .filter(|(_, manifest)| !manifest.contains("publish = false"))
        .collect()
}

/// Adds the Rust sources of a folder.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// Returns the paths that the code of a file includes. Tests are exempt, because packages do not
/// compile them.
fn included(code: &str) -> Vec<&str> {
    let code = code.split("#[cfg(test)]").next().unwrap_or_default();
    let starts = code
        .match_indices("include_str!(\"")
        .chain(code.match_indices("include_bytes!(\""));
    starts
        .filter_map(|(at, start)| code[at + start.len()..].split('"').next())
        .collect()
}

/// Returns `true` if a path, relative to a file in this folder, leaves the package.
fn leaves(package: &Path, folder: &Path, path: &str) -> bool {
    let mut place = folder.to_path_buf();
    for component in Path::new(path).components() {
        match component {
            Component::ParentDir => drop(place.pop()),
            other => place.push(other),
        }
    }
    !place.starts_with(package)
}

#[test]
fn packages_have_readme_licenses_and_description() {
    let packages = published();
    assert!(
        packages.len() >= 12,
        "only {} packages were found",
        packages.len()
    );
    for (folder, manifest) in packages {
        for file in ["README.md", "LICENSE-MIT", "LICENSE-APACHE"] {
            assert!(
                folder.join(file).is_file(),
                "{} has no {file}",
                folder.display()
            );
        }
        for key in [
            "description",
            "license",
            "keywords",
            "categories",
            "rust-version",
        ] {
            assert!(
                manifest.lines().any(|line| line.starts_with(key)),
                "{} has no {key}",
                folder.display()
            );
        }
    }
}

#[test]
fn packages_include_no_file_from_outside() {
    let mut checked = 0;
    for (folder, _) in published() {
        let mut files = Vec::new();
        sources(&folder.join("src"), &mut files);
        for file in files {
            let code = fs::read_to_string(&file).expect("the source can be read");
            for path in included(&code) {
                let here = file.parent().expect("a file lies in a folder");
                assert!(
                    !leaves(&folder, here, path),
                    "{} includes {path} from outside of its package",
                    file.display()
                );
                checked += 1;
            }
        }
    }
    assert!(checked >= 2, "only {checked} included files were found");
}

#[test]
fn paths_that_leave_are_found() {
    let package = Path::new("crates/a");
    assert!(leaves(
        package,
        Path::new("crates/a/src"),
        "../../../README.md"
    ));
    assert!(!leaves(package, Path::new("crates/a/src"), "../README.md"));
    assert_eq!(
        included("x(include_str!(\"../a\"));\n#[cfg(test)]\nmod t { include_str!(\"../b\") }"),
        ["../a"]
    );
}
