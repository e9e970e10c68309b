//! Embeds the built page from the folder `page`, if it exists, as a list of paths and contents for
//! `page.rs`.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("page");
    // The folder exists even without a page. Otherwise Cargo would run this script in every build.
    println!("cargo::rerun-if-changed={}", root.display());
    let mut files = Vec::new();
    if root.join("index.html").is_file() {
        collect(&root, &mut files)?;
        files.sort();
    }
    let mut list = String::from("&[\n");
    for file in files {
        let name = file
            .strip_prefix(&root)
            .unwrap_or(&file)
            .components()
            .map(|part| part.as_os_str().to_string_lossy())
            .collect::<Vec<_>>();
        let _ = writeln!(
            list,
            "    ({:?}, include_bytes!({:?})),",
            name.join("/"),
            file.canonicalize()?
        );
    }
    list.push(']');
    fs::write(
        PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("page_files.rs"),
        list,
    )
}

/// Collects the files of a folder and its subfolders, without `.gitignore`.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.file_name().is_none_or(|name| name != ".gitignore") {
            files.push(path);
        }
    }
    Ok(())
}
