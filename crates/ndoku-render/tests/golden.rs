//! Pictures against files that were looked at by eye, byte for byte. To renew them after a change that is meant to be seen:
//!
//! ```text
//! NDOKU_RENEW=1 cargo test -p ndoku-render --all-features --test golden
//! ```
//!
//! and look at every file that git shows as changed: a browser shows SVG, and the same command writes a PNG of each picture to `target/render`.

mod scenes;

use std::path::{Path, PathBuf};

use ndoku_render::{svg, theme};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Holds a text against its file, or writes the file.
fn hold(name: &str, text: &str, problems: &mut Vec<String>) {
    let path = root().join("testdata/render").join(name);
    if std::env::var_os("NDOKU_RENEW").is_some() {
        std::fs::write(&path, text).unwrap();
    }
    let known = std::fs::read_to_string(&path).unwrap_or_default();
    if known != text {
        let line = known.lines().zip(text.lines()).position(|(a, b)| a != b).map_or(1, |line| line + 1);
        problems.push(format!("testdata/render/{name} differs from line {line} on"));
    }
}

#[test]
fn pictures_are_those_that_were_looked_at() {
    let mut problems = Vec::new();
    for (name, scene) in scenes::all() {
        let theme = match name {
            "dark" => &theme::DARK,
            "print" => &theme::PRINT,
            _ => &theme::LIGHT,
        };
        let text = svg::write(&scene, theme);
        roxmltree::Document::parse(&text).unwrap_or_else(|error| panic!("{name} is no XML: {error}"));
        hold(&format!("{name}.svg"), &text, &mut problems);
        #[cfg(feature = "png")]
        if std::env::var_os("NDOKU_RENEW").is_some() {
            let folder = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from).join("render");
            std::fs::create_dir_all(&folder).unwrap();
            let png = ndoku_render::png::write(&ndoku_render::picture(&scene, theme), ndoku_render::output::Size::Scale(1.0)).unwrap();
            std::fs::write(folder.join(format!("{name}.png")), png).unwrap();
        }
    }
    assert_eq!(problems, Vec::<String>::new(), "see the head of this file");
}
