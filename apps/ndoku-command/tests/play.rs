//! Tests of `ndoku play` without a terminal or with bad input: a clear message, the right exit
//! code, and no standard output.

mod common;

use common::{Run, file, folder, ndoku, ndoku_with};

const EASY: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn assert_refused(run: &Run, code: i32, message: &str) {
    assert_eq!((run.code, run.out.as_str()), (code, ""), "{}", run.err);
    assert!(
        run.err.contains(message),
        "`{message}` is not in\n{}",
        run.err
    );
}

#[test]
fn play_needs_a_terminal() {
    for arguments in [
        &["play"][..],
        &["play", EASY],
        &["play", "--level", "easy", "--size", "6"],
    ] {
        assert_refused(
            &ndoku(arguments),
            2,
            "error: `ndoku play` needs a terminal, but standard output is not one",
        );
    }
    assert_refused(
        &ndoku_with(&["play", "-"], EASY.as_bytes()),
        2,
        "needs a terminal",
    );
}

#[test]
fn bad_input_is_reported() {
    assert_refused(
        &ndoku(&["play", "no-such-file.txt"]),
        66,
        "no-such-file.txt",
    );
    assert_refused(
        &ndoku(&["play", &EASY.replacen("53", "55", 1)]),
        3,
        "value 5 repeated in row 1",
    );
    let folder = folder();
    let two = file(&folder, "two.txt", format!("{EASY}\n{EASY}\n"));
    assert_refused(
        &ndoku(&["play", &two, "--number", "3"]),
        3,
        "there is no puzzle 3: the input has 2",
    );
    assert_refused(
        &ndoku(&["play", &two, "--number", "2"]),
        2,
        "needs a terminal",
    );
    assert_refused(
        &ndoku(&["play", &two, "--level", "easy"]),
        2,
        "cannot be used with",
    );
    assert_refused(
        &ndoku(&["play", "--level", "esay"]),
        2,
        "did you mean `easy`?",
    );
    assert_refused(
        &ndoku(&["play", "--box", "3x2", "--size", "9"]),
        2,
        "boxes 3 wide and 2 high have 6 cells",
    );
    assert_refused(
        &ndoku(&["play", "--size", "40", "--symbols", "hex0"]),
        2,
        "too few for a grid of size 40",
    );
    assert_refused(
        &ndoku(&["play", "--shifted", "!@#"]),
        2,
        "write nine characters",
    );
}

#[test]
fn invalid_saved_games_are_refused() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    assert_refused(
        &ndoku(&["play", "--resume", "--save", &path("none.json")]),
        66,
        "there is no saved game",
    );
    for arguments in [
        &["play", EASY, "--save", "-"][..],
        &["play", "--resume", "--save", "-"],
    ] {
        assert_refused(
            &ndoku(arguments),
            2,
            "a game cannot be saved on standard output",
        );
    }
    let puzzle = file(&folder, "puzzle.txt", EASY);
    assert_refused(
        &ndoku(&["play", "--resume", "--save", &puzzle]),
        3,
        "the saved game is damaged",
    );
    assert_refused(
        &ndoku(&["play", EASY, "--save", &puzzle]),
        2,
        "exists, but is not a saved game",
    );
    let save = |play: &str| {
        format!("{{\"schema\":\"ndoku/1\",\"size\":9,\"givens\":\"{EASY}\",\"play\":{play}}}\n")
    };
    let good = "{\"version\":1,\"mode\":\"digit\",\"cursor\":\"r1c3\",\"seconds\":5,\"done\":1,\"moves\":[{\"r1c3\":{\"digit\":4}}]}";
    let saved = file(&folder, "game.json", save(good));
    // These games need only a terminal.
    for arguments in [
        &["play", "--resume", "--save", &saved][..],
        &["play", &saved],
        &["play", &saved, "--save", &saved],
    ] {
        assert_refused(&ndoku(arguments), 2, "needs a terminal");
    }
    assert_eq!(std::fs::read_to_string(&saved).unwrap(), save(good));
    let later = file(&folder, "later.json", save(&good.replacen(":1", ":2", 1)));
    assert_refused(
        &ndoku(&["play", &later]),
        3,
        "saved by another version of ndoku (2 instead of 1)",
    );
    let damaged = file(
        &folder,
        "damaged.json",
        save(&good.replace("r1c3\":{", "r1c1\":{")),
    );
    assert_refused(
        &ndoku(&["play", "--resume", "--save", &damaged]),
        3,
        "r1c1 holds a clue",
    );
    // Other commands read a saved game as a puzzle.
    assert_eq!(ndoku(&["solve", "--to", "line", &saved]).code, 0);
}
