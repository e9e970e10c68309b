//! A command that needs a missing Cargo feature explains in one sentence how to get it.

mod common;

use common::ndoku;

const PUZZLE: &str = "1.......4......2";

/// A feature, `true` if this build has it, and a command that needs it.
const CASES: &[(&str, bool, &[&str])] = &[
    ("play", cfg!(feature = "play"), &["play"]),
    ("serve", cfg!(feature = "serve"), &["serve"]),
    (
        "arrow",
        cfg!(feature = "arrow"),
        &["solve", PUZZLE, "-o", "never-written.parquet"],
    ),
    (
        "png",
        cfg!(feature = "png"),
        &["draw", PUZZLE, "--to", "png"],
    ),
    (
        "photo",
        cfg!(feature = "photo"),
        &["draw", "--overlay", "photo.jpg", "-o", "never-written.png"],
    ),
    (
        "pdf",
        cfg!(feature = "pdf"),
        &["draw", PUZZLE, "-o", "never-written.pdf"],
    ),
    (
        "pdf",
        cfg!(feature = "pdf"),
        &["solve", "--path", PUZZLE, "-o", "never-written.pdf"],
    ),
];

#[test]
fn a_missing_feature_is_reported_with_the_install_command() {
    for (feature, built, command) in CASES.iter().filter(|(_, built, _)| !built) {
        let run = ndoku(command);
        assert!(
            !built && run.code == 2 && run.out.is_empty(),
            "{command:?}: {run:?}"
        );
        assert!(
            run.err.contains("this build of ndoku does not include"),
            "{}",
            run.err
        );
        assert!(
            run.err.contains("cargo install --path apps/ndoku-cli"),
            "{}",
            run.err
        );
        assert!(
            run.err.contains(&format!("--features {feature}")),
            "{}",
            run.err
        );
    }
    assert!(!std::path::Path::new("never-written.pdf").exists());
}

#[test]
fn an_optional_output_is_written_by_a_build_that_has_it() {
    for (name, built, start) in [
        ("png", cfg!(feature = "png"), &b"\x89PNG"[..]),
        ("pdf", cfg!(feature = "pdf"), b"%PDF"),
    ] {
        let folder = common::folder();
        let path = folder.path().join(format!("picture.{name}"));
        let run = ndoku(&["draw", PUZZLE, "-o", &path.to_string_lossy()]);
        assert_eq!(run.code, if built { 0 } else { 2 }, "{run:?}");
        assert_eq!(
            std::fs::read(&path).is_ok_and(|bytes| bytes.starts_with(start)),
            built,
            "{name}"
        );
    }
}

#[test]
fn compressed_input_of_a_missing_feature_is_reported_with_the_install_command() {
    if cfg!(feature = "zstd") {
        return;
    }
    let run = common::ndoku_with(&["solve"], b"\x28\xb5\x2f\xfd\x04\x58\x01\0");
    assert_eq!((run.code, run.out.as_str()), (66, ""), "{}", run.err);
    assert!(
        run.err.contains("compressed with zstd") && run.err.contains("--features zstd"),
        "{}",
        run.err
    );
}

#[test]
fn a_picture_in_a_build_without_the_feature_is_no_puzzle() {
    if cfg!(feature = "photo") {
        return;
    }
    let run = common::ndoku_with(&["solve"], b"\xff\xd8\xff\xe0\0\x10JFIF");
    assert_eq!((run.code, run.out.as_str()), (3, ""), "{}", run.err);
    assert!(
        run.err.contains("the reading of JPEG pictures") && run.err.contains("--features photo"),
        "{}",
        run.err
    );
}
