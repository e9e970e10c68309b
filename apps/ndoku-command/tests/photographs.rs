//! Photographs as inputs: the puzzle, the record in JSON, the painted solution, and errors.
#![cfg(feature = "photo")]

mod common;
#[path = "common/schema.rs"]
mod schema;

use std::fs;

use common::{folder, ndoku, ndoku_with};
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
    assert_eq!(photo["is_cut_off"], false);
    assert_eq!(photo["doubtful"], serde_json::json!([]));
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
fn a_photograph_is_not_painted_over() {
    let folder = folder();
    let copy = folder.path().join("copy.png").display().to_string();
    fs::copy(PHOTO, &copy).unwrap();
    let before = fs::read(&copy).unwrap();
    let run = ndoku(&["draw", "--overlay", &copy, "-o", &copy]);
    assert!(run.err.contains("is the photograph itself"), "{}", run.err);
    assert_eq!((run.code, fs::read(&copy).unwrap()), (2, before));
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
    let run = ndoku(&["solve", "--json", &target]);
    let record: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(record["photo"]["is_cut_off"], true);
    // Half of it shows no whole grid.
    fs::write(&path, &whole[..whole.len() / 2]).unwrap();
    let run = ndoku(&["solve", path.to_str().unwrap()]);
    assert_eq!(run.code, 3, "{}", run.err);
    let hint = "the file ends before the picture does; the copy or download may be incomplete";
    assert!(run.err.contains(hint), "{}", run.err);
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
        run.err.contains("a grid of 4x4 cells was found"),
        "{}",
        run.err
    );
    let whole = fs::read(PHOTO).unwrap();
    fs::write(&path, &whole[..200]).unwrap();
    let run = ndoku(&["solve", &target]);
    assert_eq!((run.code, run.out.as_str()), (3, ""), "{}", run.err);
    assert!(run.err.contains("the picture is damaged"), "{}", run.err);
}

#[test]
fn the_timeout_includes_the_reading_of_the_picture() {
    for command in ["solve", "count", "convert"] {
        let arguments = [command, "--timeout", "1ms"];
        let run = ndoku(&[&arguments[..], &[PHOTO]].concat());
        assert_eq!((run.code, run.out.as_str()), (4, ""), "{}", run.err);
        assert!(run.err.contains("the time ran out"), "{}", run.err);
        assert!(run.err.contains("help: "), "{}", run.err);
    }
    let run = ndoku(&["solve", "--timeout", "10min", PHOTO]);
    assert_eq!(run.code, 0, "{}", run.err);
}

const X_SUDOKU: &str =
    "..5.....9........1...6.........9..2....4..9.....5.......89.267..3..4..9...6......";

/// Draws an X-Sudoku. Its diagonal lines make cells doubtful.
fn draw_x_sudoku(target: &str) {
    let run = ndoku(&["draw", "--x", X_SUDOKU, "-o", target]);
    assert_eq!(run.code, 0, "{}", run.err);
}

#[test]
fn a_reading_with_doubtful_cells_is_not_certain() {
    let folder = folder();
    let target = folder.path().join("x.png").to_string_lossy().into_owned();
    draw_x_sudoku(&target);
    let run = ndoku(&["solve", "--x", "--json", &target]);
    assert!(run.err.contains("these cells are doubtful"), "{}", run.err);
    let record: Value = serde_json::from_str(&run.out).unwrap();
    let schema = Schema::new(&ndoku(&["help", "json", "solve"]).out);
    assert_eq!(schema.problem(&record), None);
    assert_eq!((run.code, &record["status"]), (0, &"unique".into()));
    let photo = &record["photo"];
    assert_eq!(photo["puzzle"], X_SUDOKU);
    assert_eq!(photo["is_certain"], false);
    let cells = photo["cells"].as_array().unwrap().iter().enumerate();
    let doubtful = cells.filter(|(_, cell)| cell["alternatives"].is_array());
    let names = doubtful.map(|(at, _)| format!("r{}c{}", at / 9 + 1, at % 9 + 1));
    let names: Vec<Value> = names.map(Value::from).collect();
    assert!(!names.is_empty());
    assert_eq!(photo["doubtful"].as_array(), Some(&names));
}

#[test]
fn a_solution_that_is_not_certain_is_painted_in_red() {
    let folder = folder();
    let [source, target] =
        ["x.png", "solved.png"].map(|name| folder.path().join(name).to_string_lossy().into_owned());
    draw_x_sudoku(&source);
    let run = ndoku(&["draw", "--overlay", "--x", &source, "-o", &target]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.err.contains("painted in red"), "{}", run.err);
    let picture = decode(&fs::read(&target).unwrap(), &DecodeLimits::default()).unwrap();
    let (pixels, _) = picture.pixels().as_chunks::<3>();
    let count = |from: usize, to: usize| {
        let is_colored = |pixel: &&[u8; 3]| pixel[from].saturating_sub(pixel[to]) > 100;
        pixels.iter().filter(is_colored).count()
    };
    assert!(count(0, 2) > 2000, "{}", count(0, 2));
    assert_eq!(count(2, 0), 0);
}

#[test]
fn the_regions_of_a_jigsaw_are_converted() {
    let folder = folder();
    let target = folder
        .path()
        .join("jigsaw.png")
        .to_string_lossy()
        .into_owned();
    let jigsaw = ".6...2........1.4..34......5......2.AAABBBAAABBBCCCDDDCECDDDCEEEFFEEFFFF";
    ndoku(&["draw", jigsaw, "-o", &target]);
    let run = ndoku(&["convert", &target]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    let expected = ndoku(&["convert", "--to", "jigsaw", jigsaw]).out;
    assert_eq!(run.out, expected);
    // A format that was selected is kept.
    let run = ndoku(&["convert", "--to", "line", &target]);
    assert_eq!(run.out, format!("{}\n", &jigsaw[..36]));
    assert!(
        run.err.contains("cannot keep jigsaw regions"),
        "{}",
        run.err
    );
}

#[test]
fn joined_pictures_are_refused_in_a_pipe_and_reported_in_a_file() {
    let one = fs::read(PHOTO).unwrap();
    let two = [&one[..], &one].concat();
    let run = ndoku_with(&["convert"], &two);
    assert_eq!((run.code, run.out.as_str()), (3, ""), "{}", run.err);
    assert!(run.err.contains("more than one picture"), "{}", run.err);
    assert!(run.err.contains("help: "), "{}", run.err);
    let run = ndoku_with(&["convert"], &one);
    assert_eq!(run.out, format!("{PUZZLE}\n"), "{}", run.err);
    let folder = folder();
    let path = folder.path().join("two.jpg");
    fs::write(&path, two).unwrap();
    let run = ndoku(&["convert", &path.to_string_lossy()]);
    assert_eq!(run.out, format!("{PUZZLE}\n"), "{}", run.err);
    assert!(run.err.contains("the second picture"), "{}", run.err);
}

#[test]
fn pictures_are_listed_as_inputs() {
    let run = ndoku(&["formats"]);
    assert!(run.out.contains("JPEG, PNG and WebP"), "{}", run.out);
    let run = ndoku(&["convert", "--explain-format", PHOTO]);
    let expected = format!("{PHOTO}: a photograph with 1 puzzle\n");
    assert_eq!((run.code, run.out), (0, expected), "{}", run.err);
}

#[test]
fn digits_that_contradict_each_other_are_about_the_picture() {
    let folder = folder();
    let path = folder.path().join("mirrored.png");
    let target = path.to_string_lossy();
    // The third row has the digit 8 twice.
    let clues = PUZZLE.chars().enumerate().map(|(at, clue)| match at {
        18 | 20 => '8',
        _ => clue,
    });
    ndoku(&["draw", &clues.collect::<String>(), "-o", &target]);
    let run = ndoku(&["convert", &target]);
    let contradicts = "contradict each other";
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.err.contains(contradicts), "{}", run.err);
    let run = ndoku(&["solve", &target]);
    assert_eq!(run.code, 3, "{}", run.err);
    assert!(
        run.err
            .contains("error: the digits that were read contradict")
    );
    assert!(run.err.contains("mirrored"), "{}", run.err);
    assert!(!run.err.contains("typo"), "{}", run.err);
    let run = ndoku(&["solve", "--json", &target]);
    assert!(
        run.out.starts_with("{\"n\":1,") && run.out.contains("\"status\":\"invalid\""),
        "{}",
        run.out
    );
}

#[test]
fn a_file_that_is_only_named_like_a_picture_is_refused() {
    let folder = folder();
    let path = folder.path().join("photo.jpg");
    let target = path.to_string_lossy();
    for bytes in [&[0x9c, 0, 1, 2, 0xff, 0, 3, 200].repeat(50)[..], b""] {
        fs::write(&path, bytes).unwrap();
        let run = ndoku(&["solve", &target]);
        assert_eq!(run.code, 3, "{}", run.err);
        assert!(run.err.contains("is not a JPEG picture"), "{}", run.err);
    }
    fs::write(&path, PUZZLE).unwrap();
    assert_eq!(ndoku(&["solve", &target]).code, 0);
}

#[test]
fn a_grid_that_is_not_read_is_named() {
    let folder = folder();
    let path = folder.path().join("large.png");
    let target = path.to_string_lossy();
    let larger = "1...........".repeat(12);
    ndoku(&["draw", &larger, "-o", &target]);
    let run = ndoku(&["solve", &target]);
    assert_eq!(run.code, 3, "{}", run.err);
    assert!(run.err.contains("12x12 cells"), "{}", run.err);
}
