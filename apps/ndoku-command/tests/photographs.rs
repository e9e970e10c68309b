//! Photographs as inputs: the puzzle, the record in JSON, the painted solution, and errors.
#![cfg(feature = "photo")]

mod common;
#[path = "common/schema.rs"]
mod schema;

use std::fs;

use common::{folder, ndoku};
use ndoku_photo::{
    ColorPhoto, DecodeLimits, DigitNet, MAX_GRIDS, Point, decode, encode_png, read_photo,
};
use schema::Schema;
use serde_json::Value;

const PHOTO: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/photos/newspaper.jpg");

const PUZZLE: &str =
    "...7...8..9...31....68.5.7..2.6...49...2...5...8.4...7...9...3.37......61.5..4...";

#[test]
fn the_digits_of_a_photograph_are_converted() {
    let run = ndoku(&["convert", PHOTO]);
    assert_eq!(
        (run.code, run.out.as_str()),
        (0, &*format!("{PUZZLE}\n")),
        "{}",
        run.err
    );
}

#[test]
fn a_photograph_is_solved_like_its_puzzle() {
    let solved = ndoku(&["solve", PHOTO]);
    assert_eq!(
        (solved.code, &solved.out),
        (0, &ndoku(&["solve", PUZZLE]).out)
    );
    let run = ndoku(&["solve", "--json", PHOTO]);
    let record: Value = serde_json::from_str(&run.out).unwrap();
    let schema = Schema::new(&ndoku(&["help", "json", "solve"]).out);
    assert_eq!(schema.problem(&record), None);
    let photo = &record["photo"];
    assert_eq!(photo["puzzle"], PUZZLE);
    assert_eq!(photo["is_certain"], true);
    let cells = photo["cells"].as_array().unwrap();
    for (cell, clue) in cells.iter().zip(PUZZLE.chars()) {
        assert_eq!(cell["digit"].as_u64(), clue.to_digit(10).map(u64::from));
        assert!(cell["probability"].as_f64().unwrap() > 0.5);
    }
    let corner = |at: usize, axis: usize| photo["corners"][at][axis].as_f64().unwrap();
    assert!(corner(0, 0) < corner(1, 0) && corner(0, 1) < corner(3, 1));
}

#[test]
fn the_solution_is_painted_into_the_photograph() {
    let folder = folder();
    let path = folder.path().join("solved.png");
    let target = path.to_string_lossy();
    let run = ndoku(&["draw", "--overlay", PHOTO, "-o", &target]);
    assert_eq!((run.code, run.out.as_str()), (0, ""), "{}", run.err);
    let limits = DecodeLimits::default();
    let before = decode(&fs::read(PHOTO).unwrap(), &limits).unwrap();
    let after = decode(&fs::read(&path).unwrap(), &limits).unwrap();
    let reading = read_photo(&before.to_gray(), DigitNet::shared()).unwrap();
    // The empty cells are those in which something turns blue.
    let mut painted = vec![false; 81];
    for at in 0..before.width() * before.height() {
        let [old, new] = [&before, &after].map(|picture| &picture.pixels()[at * 3..at * 3 + 3]);
        if old == new {
            continue;
        }
        let place = Point::new((at % before.width()) as f32, (at / before.width()) as f32);
        let point = reading.grid_point(place).unwrap();
        let cell = point.y.floor() as usize * 9 + point.x.floor() as usize;
        painted[cell] |= i32::from(new[2]) - i32::from(new[0]) > 100;
    }
    let expected: Vec<bool> = PUZZLE.chars().map(|clue| clue == '.').collect();
    assert_eq!(painted, expected);
    let run = ndoku(&["draw", "--overlay", PUZZLE, "-o", &target]);
    assert_eq!(run.code, 2, "{}", run.err);
    assert!(
        run.err.contains("--overlay needs a photograph"),
        "{}",
        run.err
    );
    for output in ["never-written.svg", "never-written.jpg", "never-written"] {
        let run = ndoku(&["draw", "--overlay", PHOTO, "-o", output]);
        assert_eq!(run.code, 2, "{}", run.err);
        assert!(run.err.contains("--overlay writes PNG only"), "{}", run.err);
    }
}

#[test]
fn several_painted_pictures_are_named_with_their_photographs() {
    let folder = folder();
    let [copy, target] = ["copy.jpg", "solved.png"].map(|name| folder.path().join(name));
    fs::copy(PHOTO, &copy).unwrap();
    let [copy, target] = [copy, target].map(|path| path.to_string_lossy().into_owned());
    let run = ndoku(&["draw", "--overlay", PHOTO, &copy, "-o", &target]);
    assert_eq!(run.code, 0, "{}", run.err);
    for (photo, number) in [(PHOTO, 1), (copy.as_str(), 2)] {
        let painted = target.replace("solved", &format!("solved-{number}"));
        assert!(fs::exists(&painted).unwrap());
        let line = format!("{photo}: painted into {painted}\n");
        assert!(run.err.contains(&line), "{line}{}", run.err);
    }
}

#[test]
fn more_grids_than_are_read_are_reported() {
    let folder = folder();
    let path = folder.path().join("sheet.png");
    let target = path.to_string_lossy();
    ndoku(&["draw", PUZZLE, "-o", &target]);
    let one = decode(&fs::read(&path).unwrap(), &DecodeLimits::default()).unwrap();
    // The same grid in three columns and in one row more than is read.
    let columns = 3;
    let rows = MAX_GRIDS / columns + 1;
    let row = one.width() * 3;
    let sheet = |rows: usize| {
        let lines = one.pixels().chunks_exact(row);
        let pixels = lines
            .flat_map(|line| line.repeat(columns))
            .collect::<Vec<u8>>();
        let (width, height) = (one.width() * columns, one.height() * rows);
        encode_png(&ColorPhoto::new(width, height, pixels.repeat(rows)).unwrap()).unwrap()
    };
    let warning = "there may be more";
    fs::write(&path, sheet(rows)).unwrap();
    let run = ndoku(&["convert", &target]);
    assert_eq!(
        run.out,
        format!("{PUZZLE}\n").repeat(MAX_GRIDS),
        "{}",
        run.err
    );
    assert!(run.err.contains(warning), "{}", run.err);
    fs::write(&path, sheet(1)).unwrap();
    let run = ndoku(&["convert", &target]);
    assert_eq!(
        run.out,
        format!("{PUZZLE}\n").repeat(columns),
        "{}",
        run.err
    );
    assert!(!run.err.contains(warning), "{}", run.err);
}

#[test]
fn a_picture_that_is_cut_off_is_read_with_a_warning() {
    let folder = folder();
    let path = folder.path().join("cut.jpg");
    let target = path.to_string_lossy();
    let whole = fs::read(PHOTO).unwrap();
    let warning = "the file ends before the picture does";
    // The grid ends above the lower edge of the picture.
    fs::write(&path, &whole[..whole.len() * 99 / 100]).unwrap();
    let run = ndoku(&["convert", &target]);
    assert_eq!(run.out, format!("{PUZZLE}\n"), "{}", run.err);
    assert!(run.err.contains(warning), "{}", run.err);
    let run = ndoku(&["convert", "-v", PHOTO]);
    assert!(!run.err.contains(warning), "{}", run.err);
    assert!(run.err.contains("a photograph, 1 puzzle"), "{}", run.err);
}

#[test]
fn pictures_of_other_kinds_are_named() {
    let folder = folder();
    let path = folder.path().join("photo.heic");
    fs::write(&path, b"\0\0\0\x18ftypheic\0\0\0\0mif1heic\x9a\0\n\xff").unwrap();
    let run = ndoku(&["solve", &path.to_string_lossy(), PUZZLE]);
    assert_eq!(run.code, 3, "{}", run.err);
    assert_eq!(run.err.matches("error: ").count(), 1, "{}", run.err);
    assert!(
        run.err.contains("the input is a HEIC picture"),
        "{}",
        run.err
    );
    assert_eq!(run.out.lines().count(), 1, "{}", run.out);
}

#[test]
fn pictures_without_a_puzzle_are_reported() {
    let folder = folder();
    let path = folder.path().join("drawing.png");
    let target = path.to_string_lossy();
    ndoku(&["draw", "1.......4......2", "-o", &target]);
    let run = ndoku(&["solve", &target]);
    assert_eq!((run.code, run.out.as_str()), (3, ""), "{}", run.err);
    assert!(
        run.err.contains("there is no Sudoku grid in the picture"),
        "{}",
        run.err
    );
    let whole = fs::read(PHOTO).unwrap();
    fs::write(&path, &whole[..200]).unwrap();
    let run = ndoku(&["solve", &target]);
    assert_eq!((run.code, run.out.as_str()), (3, ""), "{}", run.err);
    assert!(run.err.contains("the picture is damaged"), "{}", run.err);
}
