//! Whole readings, on pictures that the test makes.

mod synthetic;

use ndoku_photo::{CellClassifier, DigitNet, PATCH_AREA, PhotoReading, ReadingVerdict, read_photo};
use synthetic::{CAMERA, Camera, Page, STYLE};

const PUZZLES: [&str; 3] = [
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
];

fn text(reading: &PhotoReading) -> String {
    let clue = |clue: &u8| match clue {
        0 => '.',
        clue => char::from(b'0' + clue),
    };
    reading.clues().iter().map(clue).collect()
}

fn read(page: &Page, camera: &Camera) -> PhotoReading {
    read_photo(&camera.shoot(page), DigitNet::shared()).expect("a grid is found")
}

#[test]
fn places_and_points_of_the_grid_are_inverse() {
    let page = Page::with_grid(PUZZLES[0], &STYLE);
    for turn in [10.0, 100.0, 190.0] {
        let reading = read(&page, &Camera { turn, ..CAMERA });
        for (x, y) in [(0.0, 0.0), (9.0, 0.0), (4.5, 2.5), (1.0, 8.0)] {
            let point = ndoku_photo::Point::new(x, y);
            let back = reading
                .grid_point(reading.place(point))
                .expect("the map is invertible");
            assert!(back.distance(point) < 0.01, "{point:?} {back:?}");
        }
    }
}

/// A classifier that takes one digit of the first row for another, with a given probability.
struct Misreader {
    wrong: f32,
}

impl CellClassifier for Misreader {
    fn classify(&self, patch: &[f32; PATCH_AREA]) -> [f32; ndoku_photo::CLASSES] {
        let mut shares = DigitNet::shared().classify(patch);
        if shares[5] > 0.5 {
            shares[5] = 1.0 - self.wrong;
            shares[6] = self.wrong;
        }
        shares
    }
}

#[test]
fn the_solver_corrects_a_digit_that_is_misread() {
    let page = Page::with_grid(PUZZLES[0], &STYLE);
    let photo = CAMERA.shoot(&page);
    let reading = read_photo(&photo, &Misreader { wrong: 0.6 }).expect("a grid is found");
    assert_eq!(text(&reading), PUZZLES[0]);
    assert_eq!(reading.verdict, ReadingVerdict::Unique);
    assert!(!reading.cells[0].alternatives.is_empty());
    assert_eq!(reading.cells[0].alternatives[0].0, 6);
}

#[test]
fn a_grid_without_digits_is_no_puzzle() {
    let page = Page::with_grid(&".".repeat(81), &STYLE);
    let error = read_photo(&CAMERA.shoot(&page), DigitNet::shared()).err();
    assert_eq!(error, Some(ndoku_photo::PhotoError::NoDigits));
}
