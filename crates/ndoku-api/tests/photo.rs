//! Puzzles in photographs.
#![cfg(feature = "photo")]

use std::sync::atomic::{AtomicU32, Ordering};

use ndoku::Budget;
use ndoku_api::Api;
use serde_json::Value;

/// The photograph that the tests of the command read.
const NEWSPAPER: &[u8] = include_bytes!("../../../apps/ndoku-command/tests/photos/newspaper.jpg");

#[test]
fn the_puzzle_of_a_photograph_is_returned() {
    let response = Api::new()
        .photo(NEWSPAPER, &Budget::default())
        .expect("the puzzle is read");
    let response: Value = serde_json::from_str(&response).expect("it is JSON");
    let puzzle =
        "...7...8..9...31....68.5.7..2.6...49...2...5...8.4...7...9...3.37......61.5..4...";
    assert_eq!(response["puzzle"], puzzle);
    assert_eq!(response["status"], "unique");
    assert_eq!(response["cells"].as_array().map(Vec::len), Some(81));
    assert_eq!(response["cells"][3]["digit"], 7);
    assert_eq!(response["is_certain"], true);
    assert_eq!(response["doubtful"], serde_json::json!([]));
    assert_eq!(response["is_cut_off"], false);
}

#[test]
fn a_file_that_is_cut_off_is_marked() {
    // The grid ends above the lower edge of the picture.
    let cut = &NEWSPAPER[..NEWSPAPER.len() * 99 / 100];
    let response = Api::new()
        .photo(cut, &Budget::default())
        .expect("the puzzle is read");
    let response: Value = serde_json::from_str(&response).expect("it is JSON");
    assert_eq!(response["is_cut_off"], true);
}

#[test]
fn pictures_without_a_puzzle_are_problems() {
    let photo = |bytes: &[u8]| Api::new().photo(bytes, &Budget::default());
    let status = |bytes: &[u8]| photo(bytes).expect_err("no puzzle").status();
    assert_eq!(status(b"1.....2..3.....4"), 415);
    assert_eq!(status(&NEWSPAPER[..300]), 422);
}

#[test]
fn the_time_for_reading_is_limited() {
    let checks = AtomicU32::new(0);
    for last in [0, 4, 8] {
        checks.store(0, Ordering::Relaxed);
        let over = || checks.fetch_add(1, Ordering::Relaxed) >= last;
        let budget = Budget::default().stop_when(&over);
        let problem = Api::new().photo(NEWSPAPER, &budget).expect_err("it stops");
        assert_eq!(problem.status(), 422);
        let text = serde_json::to_string(&problem).expect("it is JSON");
        assert!(text.contains("the time ran out"), "{text}");
    }
}
