//! `ndoku play` where it cannot play: each time one clear sentence, the right code, and nothing on standard output.

mod common;

use common::{Run, file, folder, ndoku, ndoku_with};

const EASY: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn refused(run: &Run, code: i32, said: &str) {
    assert_eq!((run.code, run.out.as_str()), (code, ""), "{}", run.err);
    assert!(run.err.contains(said), "`{said}` is not in\n{}", run.err);
}

#[test]
fn it_needs_a_terminal() {
    for arguments in [
        &["play"][..],
        &["play", EASY],
        &["play", "--level", "easy", "--size", "6"],
    ] {
        refused(
            &ndoku(arguments),
            2,
            "error: `ndoku play` needs a terminal, but standard output is not one",
        );
    }
    refused(
        &ndoku_with(&["play", "-"], EASY.as_bytes()),
        2,
        "needs a terminal",
    );
}

#[test]
fn bad_input_is_told_as_everywhere() {
    refused(
        &ndoku(&["play", "no-such-file.txt"]),
        66,
        "no-such-file.txt",
    );
    refused(
        &ndoku(&["play", &EASY.replacen("53", "55", 1)]),
        3,
        "value 5 repeated in row 1",
    );
    let folder = folder();
    let two = file(&folder, "two.txt", format!("{EASY}\n{EASY}\n"));
    refused(
        &ndoku(&["play", &two, "--number", "3"]),
        3,
        "there is no puzzle 3: the input has 2",
    );
    refused(
        &ndoku(&["play", &two, "--number", "2"]),
        2,
        "needs a terminal",
    );
    refused(
        &ndoku(&["play", &two, "--level", "easy"]),
        2,
        "cannot be used with",
    );
    refused(
        &ndoku(&["play", "--level", "esay"]),
        2,
        "did you mean `easy`?",
    );
    refused(
        &ndoku(&["play", "--box", "3x2", "--size", "9"]),
        2,
        "boxes 3 wide and 2 high have 6 cells",
    );
    refused(
        &ndoku(&["play", "--size", "40", "--symbols", "hex0"]),
        2,
        "too few for a grid of size 40",
    );
    refused(
        &ndoku(&["play", "--shifted", "!@#"]),
        2,
        "write nine characters",
    );
}

#[test]
fn saved_games_are_read_with_care() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    refused(
        &ndoku(&["play", "--resume", "--save", &path("none.json")]),
        66,
        "there is no saved game",
    );
    for arguments in [
        &["play", EASY, "--save", "-"][..],
        &["play", "--resume", "--save", "-"],
    ] {
        refused(
            &ndoku(arguments),
            2,
            "a game cannot be saved on standard output",
        );
    }
    let puzzle = file(&folder, "puzzle.txt", EASY);
    refused(
        &ndoku(&["play", "--resume", "--save", &puzzle]),
        3,
        "the saved game is damaged",
    );
    refused(
        &ndoku(&["play", EASY, "--save", &puzzle]),
        2,
        "exists, but is not a saved game",
    );
    let save = |play: &str| {
        format!("{{\"schema\":\"ndoku/1\",\"size\":9,\"givens\":\"{EASY}\",\"play\":{play}}}\n")
    };
    let good = "{\"version\":1,\"mode\":\"digit\",\"cursor\":\"r1c3\",\"seconds\":5,\"done\":1,\"moves\":[{\"r1c3\":{\"digit\":4}}]}";
    let saved = file(&folder, "game.json", save(good));
    // It could be played, if there were a terminal.
    for arguments in [
        &["play", "--resume", "--save", &saved][..],
        &["play", &saved],
        &["play", &saved, "--save", &saved],
    ] {
        refused(&ndoku(arguments), 2, "needs a terminal");
    }
    assert_eq!(std::fs::read_to_string(&saved).unwrap(), save(good));
    let later = file(&folder, "later.json", save(&good.replacen(":1", ":2", 1)));
    refused(
        &ndoku(&["play", &later]),
        3,
        "saved by another version of ndoku (2 instead of 1)",
    );
    let damaged = file(
        &folder,
        "damaged.json",
        save(&good.replace("r1c3\":{", "r1c1\":{")),
    );
    refused(
        &ndoku(&["play", "--resume", "--save", &damaged]),
        3,
        "r1c1 holds a clue",
    );
    // Every other command reads it as a puzzle.
    assert_eq!(ndoku(&["solve", "--to", "line", &saved]).code, 0);
}
