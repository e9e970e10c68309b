//! Compares drawings with reviewed files, byte for byte. This command updates the files after an
//! intended change:
//!
//! ```text
//! NDOKU_RENEW=1 cargo test -p ndoku-render --all-features --test golden
//! ```
//!
//! Review every changed file. A browser shows SVG, and the command also writes a PNG of each
//! picture to `target/render`.

mod scenes;

use std::path::PathBuf;

use ndoku_core::{Layout, Puzzle};
use ndoku_render::canvas::Canvas;
use ndoku_render::{
    Booklet, Document, Entry, Scene, draw_scene, html, latex, markdown, svg, terminal, theme,
};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Compares a text with its file, or updates the file.
fn compare(name: &str, text: &str, problems: &mut Vec<String>) {
    let path = root().join("testdata/render").join(name);
    if std::env::var_os("NDOKU_RENEW").is_some() {
        std::fs::write(&path, text).unwrap();
    }
    let known = std::fs::read_to_string(&path).unwrap_or_default();
    if known != text {
        let line = known
            .lines()
            .zip(text.lines())
            .position(|(a, b)| a != b)
            .map_or(1, |line| line + 1);
        problems.push(format!("testdata/render/{name} differs from line {line}"));
    }
}

/// Compares a picture with its file. Also writes a PNG for review if files are updated.
fn compare_picture(name: &str, canvas: &Canvas, problems: &mut Vec<String>) {
    let text = svg::write_canvas(canvas, svg::Options::default());
    roxmltree::Document::parse(&text).unwrap_or_else(|error| panic!("{name} is not XML: {error}"));
    compare(&format!("{name}.svg"), &text, problems);
    #[cfg(feature = "png")]
    if std::env::var_os("NDOKU_RENEW").is_some() {
        let folder = std::env::var_os("CARGO_TARGET_DIR")
            .map_or_else(|| root().join("../../target"), PathBuf::from)
            .join("render");
        std::fs::create_dir_all(&folder).unwrap();
        let png = ndoku_render::png::write(canvas, ndoku_render::style::Size::Scale(1.0)).unwrap();
        std::fs::write(folder.join(format!("{name}.png")), png).unwrap();
    }
}

#[test]
fn pictures_match_the_reviewed_files() {
    let mut problems = Vec::new();
    let scenes = scenes::all()
        .into_iter()
        .map(|(name, scene)| (name.to_owned(), scene));
    for (name, scene) in scenes.chain(scenes::rules::all()) {
        let theme = match &*name {
            name if name.ends_with("dark") => &theme::DARK,
            name if name.ends_with("print") => &theme::PRINT,
            _ => &theme::LIGHT,
        };
        compare_picture(&name, &draw_scene(&scene, theme), &mut problems);
    }
    assert_eq!(problems, Vec::<String>::new(), "see the head of this file");
}

#[test]
fn pages_match_the_reviewed_files() {
    let small: Puzzle = "1.......4......2".parse().unwrap();
    let scenes = [
        scenes::jigsaw(),
        Scene::from_puzzle(&small),
        Scene::from_puzzle(&Puzzle::empty(&Layout::for_size(6).unwrap())),
    ];
    let entry = |(number, scene): (usize, Scene)| Entry {
        solution: Some(scene.clone()),
        puzzle: scene,
        title: format!("{}  A name", number + 1),
        remark: "hard · 4.2".to_owned(),
    };
    let entries: Vec<Entry> = scenes.into_iter().enumerate().map(entry).collect();
    let booklet = Booklet {
        per_page: 4,
        title: Some("Three of a kind".to_owned()),
        ..Booklet::default()
    };
    let pages = booklet.pages(&entries, &theme::PRINT).unwrap();
    assert_eq!(pages.len(), 2);
    let mut problems = Vec::new();
    for (number, page) in pages.iter().enumerate() {
        compare_picture(&format!("booklet-{}", number + 1), page, &mut problems);
    }
    assert_eq!(problems, Vec::<String>::new(), "see the head of this file");
}

#[test]
fn documents_match_the_reviewed_files() {
    let small: Puzzle = "1.......4......2".parse().unwrap();
    let mut document = Document::new("A document");
    document.add_heading(1, "First & <last>");
    document.add_text("Words with 100 % of {signs}.");
    document.add_picture(Scene::from_puzzle(&small));
    document.add_heading(2, "1. Naked Single: r1c2=3");
    document.add_picture(scenes::marked());
    let mut problems = Vec::new();
    compare(
        "document.html",
        &html::write(&document, &theme::LIGHT),
        &mut problems,
    );
    compare("document.md", &markdown::write(&document), &mut problems);
    compare(
        "document.tex",
        &latex::write(&document, &theme::LIGHT),
        &mut problems,
    );
    let options = terminal::Options {
        styled: true,
        ..terminal::Options::default()
    };
    compare(
        "document.txt",
        &terminal::write_document(&document, &options),
        &mut problems,
    );
    assert_eq!(problems, Vec::<String>::new(), "see the head of this file");
}
