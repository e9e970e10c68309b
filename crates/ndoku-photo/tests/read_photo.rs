//! Whole readings, on pictures that the test makes.

mod synthetic;

use std::cell::Cell;
use std::sync::atomic::{AtomicU32, Ordering};

use ndoku_core::Layout;
use ndoku_photo::{
    CLASSES, CellClassifier, ColorPhoto, DigitNet, GrayPhoto, OTHER, PATCH_AREA, PhotoError,
    PhotoReading, Point, ReadingVerdict, paint_overlay, paint_overlay_within, read_photo,
    read_photo_within, read_photos, read_photos_within,
};
use ndoku_render::canvas::Weight;
use ndoku_solver::{Budget, StopReason};
use synthetic::{CAMERA, CELL, Camera, MARGIN, Page, STYLE, Style};

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

/// A camera close enough for readings.
const CLOSE: Camera = Camera {
    width: 800,
    height: 600,
    zoom: 1.1,
    ..CAMERA
};

/// A camera that is turned and tilted by these angles in degrees.
fn turned(turn: f32, tilt: f32) -> Camera {
    Camera {
        turn,
        tilt,
        zoom: 1.0,
        ..CLOSE
    }
}

#[test]
fn puzzles_are_read_at_all_angles() {
    for (puzzle, turn) in PUZZLES.iter().cycle().zip([
        -45.0, -20.0, -5.0, 0.0, 12.0, 44.0, 90.0, 100.0, 180.0, 186.0, 270.0,
    ]) {
        for tilt in [0.0, 30.0] {
            let camera = turned(turn, tilt);
            let page = Page::with_grid(puzzle, &STYLE);
            let reading = read(&page, &camera);
            assert_eq!(text(&reading), *puzzle, "turn {turn} tilt {tilt}");
            assert_eq!(reading.verdict, ReadingVerdict::Unique);
            let expected = camera.corners(&page);
            let cell = expected[0].distance(expected[1]) / 9.0;
            for (corner, expected) in reading.corners().iter().zip(expected) {
                let error = corner.distance(expected) / cell;
                assert!(error < 0.15, "turn {turn} tilt {tilt}: {error}");
            }
        }
    }
}

#[test]
fn puzzles_are_read_in_all_styles_and_kinds_of_light() {
    let styles = [
        Style {
            thin: 2.0,
            thick: 2.0,
            border: 2.0,
            ..STYLE
        },
        Style {
            box_light: 0.8,
            weight: Weight::Bold,
            ..STYLE
        },
        Style {
            thin_light: 0.6,
            height: 0.45,
            ..STYLE
        },
        Style {
            thick: 4.5,
            border: 5.0,
            height: 0.7,
            ..STYLE
        },
    ];
    let cameras = [
        Camera {
            light: (230.0, 60.0),
            ..CLOSE
        },
        Camera {
            noise: 10.0,
            turn: 4.0,
            ..CLOSE
        },
        Camera {
            haze: 0.6,
            blur: 1,
            ..CLOSE
        },
        Camera {
            light: (70.0, 50.0),
            tilt: 20.0,
            ..CLOSE
        },
    ];
    for (look, (style, puzzle)) in styles.iter().zip(PUZZLES.iter().cycle()).enumerate() {
        let page = Page::with_grid(puzzle, style);
        for (number, camera) in cameras.iter().enumerate() {
            let reading = read_photo(&camera.shoot(&page), DigitNet::shared())
                .unwrap_or_else(|error| panic!("style {look} camera {number}: {error}"));
            assert_eq!(text(&reading), *puzzle, "style {look} camera {number}");
        }
    }
}

/// Puzzles with exactly one solution, and the boxes in which they were printed: width and height.
const SMALL: [(&str, u8, u8); 5] = [
    ("..3.3.1......4..", 2, 2),
    ("......3...51..4.12.2.5....6...1....4", 3, 2),
    ("..52...4..2..1.....63.....6.4.3.....", 2, 3),
    (
        "5.61..4.....2...8..2...1.71.3....3...2..7..8.6....86...2.....5..",
        4,
        2,
    ),
    (
        "1.25............7......6581....3.4...16.8..7.2....6....8..4..5.7",
        2,
        4,
    ),
];

#[test]
fn smaller_grids_are_read_with_their_boxes() {
    for (clues, width, height) in SMALL {
        let layout = Layout::with_boxes(width, height).unwrap();
        let page = Page::with_layout(&layout, clues, &STYLE);
        for (turn, tilt) in [
            (0.0, 0.0),
            (8.0, 25.0),
            (-40.0, 0.0),
            (90.0, 10.0),
            (180.0, 0.0),
        ] {
            let camera = turned(turn, tilt);
            let reading = read(&page, &camera);
            let look = format!("{width}x{height} turn {turn} tilt {tilt}");
            assert_eq!(text(&reading), clues, "{look}");
            assert_eq!(reading.layout().boxes(), layout.boxes(), "{look}");
            assert_eq!(reading.verdict, ReadingVerdict::Unique, "{look}");
        }
    }
}

#[test]
fn small_grids_without_one_solution_are_named() {
    for (clues, size) in [
        ("12..34..........", 4),
        // This puzzle has no solution.
        ("1...4....2..3...", 4),
        ("1.....23....4.......5.......6.......", 6),
        (
            "12.......34..5.......6....7.....8.......1.......2...............",
            8,
        ),
    ] {
        let layout = Layout::for_size(size).unwrap();
        let page = Page::with_layout(&layout, clues, &STYLE);
        let size = usize::from(size);
        let expected = PhotoError::NotUnique { size };
        for camera in [turned(0.0, 0.0), turned(8.0, 25.0)] {
            let photo = camera.shoot(&page);
            let error = read_photo(&photo, DigitNet::shared()).err();
            assert_eq!(error.as_ref(), Some(&expected), "{clues}");
            let error = read_photos(&photo, DigitNet::shared()).err();
            assert_eq!(error.as_ref(), Some(&expected), "{clues}");
        }
    }
}

#[test]
fn small_grids_with_pale_lines_are_read() {
    // As `ndoku draw` draws them: most lines of a small grid are thick.
    let style = Style {
        thin: 1.0,
        thin_light: 0.8,
        ..STYLE
    };
    for (clues, width, height) in SMALL {
        let layout = Layout::with_boxes(width, height).unwrap();
        let page = Page::with_layout(&layout, clues, &style);
        let reading = read(&page, &turned(0.0, 0.0));
        assert_eq!(text(&reading), clues, "{width}x{height}");
        assert_eq!(reading.layout().boxes(), layout.boxes(), "{width}x{height}");
    }
}

/// Jigsaws with exactly one solution, and the regions of their cells.
const JIGSAWS: [(&str, &str); 3] = [
    (
        ".6...2........1.4..34......5......2.",
        "AAABBBAAABBBCCCDDDCECDDDCEEEFFEEFFFF",
    ),
    (
        "6.5.34.....2...3..1.6.2...6...4..7.....6...........8....1.7.....",
        "AAAAABBBCAABBBBBCACDDDDDCCCCCDDDEFFFGGGHEFFFGGHHEFFEGHHHEEEEGGHH",
    ),
    (
        ".....2..9..5.....38.............9.47...3........62.5.......5...3.......8.2...4..6",
        "AAABBBCCCAAADDBCECAFADBBCECFFADBBEECFFGDBDEHCFFGDDDEHHFFGIIIEHHGGGIIIEEHGGGIIIHHH",
    ),
];

#[test]
fn jigsaw_regions_are_read_by_the_thickness_of_their_borders() {
    for (clues, map) in JIGSAWS {
        let size = map.len().isqrt();
        let marks: Vec<char> = map.chars().collect();
        let layout = Layout::builder(size as u8).regions(&marks).build().unwrap();
        let page = Page::with_layout(&layout, clues, &STYLE);
        for (turn, tilt) in [(0.0, 0.0), (-8.0, 25.0), (40.0, 0.0), (270.0, 0.0)] {
            let camera = turned(turn, tilt);
            let reading = read(&page, &camera);
            assert_eq!(
                reading.to_string(),
                format!("{clues}{map}"),
                "turn {turn} tilt {tilt}"
            );
            assert_eq!(
                reading.verdict,
                ReadingVerdict::Unique,
                "turn {turn} tilt {tilt}"
            );
        }
    }
}

#[test]
fn light_digits_on_a_dark_ground_are_read() {
    let photo = CLOSE.shoot(&Page::with_grid(PUZZLES[0], &STYLE)).inverted();
    let reading = read_photo(&photo, DigitNet::shared()).map(|reading| text(&reading));
    assert_eq!(reading.as_deref(), Ok(PUZZLES[0]));
    assert!(read_photos(&photo, DigitNet::shared()).is_ok_and(|all| all.len() == 1));
}

#[test]
fn larger_grids_are_not_read_as_smaller_ones() {
    for (width, height) in [(4, 3), (4, 4)] {
        let layout = Layout::with_boxes(width, height).unwrap();
        let size = usize::from(width * height);
        let clues: String = (0..size * size)
            .map(|cell| {
                if cell % 5 == 0 {
                    char::from(b'1' + (cell % 7) as u8)
                } else {
                    '.'
                }
            })
            .collect();
        let page = Page::with_layout(&layout, &clues, &STYLE);
        let reading = read_photo(&CLOSE.shoot(&page), DigitNet::shared());
        assert_eq!(
            reading.map(|reading| reading.to_string()),
            Err(PhotoError::TooManyCells { size: Some(size) })
        );
    }
}

#[test]
fn bent_paper_is_followed() {
    let page = Page::with_grid(PUZZLES[0], &STYLE);
    for curl in [-0.5, 0.3, 0.6] {
        let reading = read(&page, &Camera { curl, ..CLOSE });
        assert_eq!(text(&reading), PUZZLES[0], "{curl}");
        // A flat grid through these corners would miss the middle of the upper border.
        let corners = reading.corners();
        let cell = corners[0].distance(corners[1]) / 9.0;
        let straight = (corners[0].y + corners[1].y) / 2.0;
        let middle = reading.place(Point::new(4.5, 0.0)).y;
        // The wave is lower at the corners of the grid than in the middle of the page.
        let share = 1.0 - (MARGIN / (9.0 + 2.0 * MARGIN) * std::f32::consts::PI).sin();
        let error = (straight - middle) / cell - curl * share;
        assert!(error.abs() < 0.1, "{curl}: {error}");
    }
}

#[test]
fn handwriting_beside_the_clues_is_no_clue() {
    let mut page = Page::with_grid(PUZZLES[0], &STYLE);
    let cells: Vec<usize> = (0..81)
        .filter(|cell| PUZZLES[0].as_bytes()[*cell] == b'.')
        .step_by(3)
        .collect();
    for (number, cell) in cells.iter().enumerate() {
        let corner = |at: usize| (MARGIN + at as f32) * CELL;
        page.write_by_hand(number, corner(cell % 9), corner(cell / 9));
    }
    let reading = read(&page, &CLOSE);
    assert_eq!(text(&reading), PUZZLES[0]);
}

/// Returns the puzzles of a page of 1000×1000 pixels.
fn texts_of_all(page: &Page) -> Vec<String> {
    let camera = Camera {
        width: 1000,
        height: 1000,
        ..CAMERA
    };
    let readings = read_photos(&camera.shoot(page), DigitNet::shared()).expect("grids are found");
    readings.iter().map(text).collect()
}

#[test]
fn all_grids_of_a_picture_are_read() {
    let mut page = Page::blank(1000);
    page.print_grid(PUZZLES[1], &STYLE, 40.0, 40.0, 42.0);
    page.print_grid(PUZZLES[0], &STYLE, 560.0, 560.0, 40.0);
    assert_eq!(texts_of_all(&page), [PUZZLES[1], PUZZLES[0]]);
}

#[test]
fn grids_of_a_picture_come_in_the_order_of_reading() {
    let mut page = Page::blank(1000);
    // The lower grid is the largest, and the right one a little higher than the left one.
    page.print_grid(PUZZLES[2], &STYLE, 540.0, 20.0, 40.0);
    page.print_grid(PUZZLES[0], &STYLE, 40.0, 60.0, 40.0);
    page.print_grid(PUZZLES[1], &STYLE, 40.0, 500.0, 50.0);
    assert_eq!(texts_of_all(&page), [PUZZLES[0], PUZZLES[2], PUZZLES[1]]);
}

#[test]
fn places_and_points_of_the_grid_are_inverse() {
    let page = Page::with_grid(PUZZLES[0], &STYLE);
    for turn in [10.0, 100.0, 190.0] {
        let reading = read(&page, &Camera { turn, ..CAMERA });
        for (x, y) in [(0.0, 0.0), (9.0, 0.0), (4.5, 2.5), (1.0, 8.0)] {
            let point = Point::new(x, y);
            let back = reading
                .grid_point(reading.place(point))
                .expect("the map is invertible");
            assert!(back.distance(point) < 0.01, "{point:?} {back:?}");
        }
    }
}

/// A classifier that takes every 5 for a 6, with a given probability.
struct Misreader {
    wrong: f32,
}

impl CellClassifier for Misreader {
    fn classify(&self, patch: &[f32; PATCH_AREA]) -> [f32; CLASSES] {
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
    assert!(!reading.is_certain(), "{}", reading.certainty);
    assert!(read_photo(&photo, DigitNet::shared()).is_ok_and(|reading| reading.is_certain()));
    assert!(!reading.cells[0].alternatives.is_empty());
    assert_eq!(reading.cells[0].alternatives[0].0, 6);
}

/// A classifier to which the digits 1, 4 and 7 look written by hand.
struct WrittenLook;

impl CellClassifier for WrittenLook {
    fn classify(&self, patch: &[f32; PATCH_AREA]) -> [f32; CLASSES] {
        let mut shares = DigitNet::shared().classify(patch);
        for digit in [1, 4, 7] {
            let moved = shares[digit] * 0.97;
            shares[digit] -= moved;
            shares[OTHER] += moved;
        }
        shares
    }
}

#[test]
fn a_face_that_looks_written_is_read_and_is_not_certain() {
    for puzzle in PUZZLES {
        let photo = CAMERA.shoot(&Page::with_grid(puzzle, &STYLE));
        let reading = read_photo(&photo, &WrittenLook).expect("a grid is found");
        assert_eq!(text(&reading), puzzle);
        assert!(!reading.is_certain(), "{}", reading.certainty);
    }
}

/// A classifier that is sure of a 1 in all filled cells of the first rotation.
#[derive(Default)]
struct SureAtFirst {
    calls: Cell<usize>,
}

impl CellClassifier for SureAtFirst {
    fn classify(&self, patch: &[f32; PATCH_AREA]) -> [f32; CLASSES] {
        let shares = DigitNet::shared().classify(patch);
        let call = self.calls.replace(self.calls.get() + 1);
        if call < 81 && shares[0] < 0.5 {
            let mut sure = [0.0; CLASSES];
            sure[1] = 1.0;
            return sure;
        }
        shares
    }
}

#[test]
fn a_clear_rotation_without_a_solution_is_not_the_last_one_tried() {
    let camera = Camera {
        turn: 90.0,
        ..CLOSE
    };
    let photo = camera.shoot(&Page::with_grid(PUZZLES[0], &STYLE));
    let reading = read_photo(&photo, &SureAtFirst::default()).expect("a grid is found");
    assert_eq!(text(&reading), PUZZLES[0]);
}

#[test]
fn a_few_digits_without_one_solution_are_no_puzzle() {
    let digits = |count: usize| {
        let mut left = count;
        let keep = |clue: char| match clue {
            '.' => '.',
            _ if left == 0 => '.',
            _ => {
                left -= 1;
                clue
            }
        };
        PUZZLES[0].chars().map(keep).collect::<String>()
    };
    let read = |clues: &str| {
        let page = Page::with_grid(clues, &STYLE);
        read_photo(&CLOSE.shoot(&page), DigitNet::shared())
    };
    for count in [1, 3, 4, 8, 11] {
        let expected = PhotoError::FewDigits { size: 9, count };
        assert_eq!(read(&digits(count)).err(), Some(expected));
    }
    // This may be a variant, or a puzzle that somebody corrects.
    let reading = read(&digits(14)).expect("the digits are clear");
    assert_eq!(text(&reading), digits(14));
    assert_eq!(reading.verdict, ReadingVerdict::Multiple);
}

/// A classifier to which every cell looks like any digit.
struct Blind;

impl CellClassifier for Blind {
    fn classify(&self, _: &[f32; PATCH_AREA]) -> [f32; CLASSES] {
        [1.0 / CLASSES as f32; CLASSES]
    }
}

#[test]
fn a_picture_without_any_evidence_is_no_puzzle() {
    let photo = CAMERA.shoot(&Page::with_grid(PUZZLES[0], &STYLE));
    let error = read_photo(&photo, &Blind).err();
    assert!(
        matches!(error, Some(PhotoError::NoDigits | PhotoError::NoGrid)),
        "{error:?}"
    );
}

#[test]
fn the_solution_is_painted_where_the_grid_is() {
    let page = Page::with_grid(PUZZLES[0], &STYLE);
    // A spot in the middle of the cell in the second row and the third column.
    let mut sheet = vec![255; 90 * 90];
    for (row, column) in (13..17).flat_map(|row| (23..27).map(move |column| (row, column))) {
        sheet[row * 90 + column] = 0;
    }
    let sheet = GrayPhoto::new(90, 90, sheet).expect("the size is right");
    for turn in [0.0, 90.0, 200.0] {
        let photo = Camera { turn, ..CLOSE }.shoot(&page);
        let reading = read_photo(&photo, DigitNet::shared()).expect("a grid is found");
        let colors = photo.pixels().iter().flat_map(|gray| [*gray; 3]).collect();
        let plain = ColorPhoto::new(photo.width(), photo.height(), colors).expect("three bytes");
        let mut painted = plain.clone();
        paint_overlay(&mut painted, &reading, &sheet, [0, 0, 250]);
        let changed: Vec<Point> = (0..photo.width() * photo.height())
            .filter(|at| plain.pixels()[at * 3..at * 3 + 3] != painted.pixels()[at * 3..at * 3 + 3])
            .map(|at| Point::new((at % photo.width()) as f32, (at / photo.width()) as f32))
            .collect();
        assert!(changed.len() > 100, "turn {turn}: {}", changed.len());
        let center = reading.place(Point::new(2.5, 1.5));
        let cell = reading.place(Point::new(3.5, 1.5)).distance(center);
        for place in &changed {
            assert!(
                place.distance(center) < 0.4 * cell,
                "turn {turn}: {place:?}"
            );
        }
        let mean = |value: fn(&Point) -> f32| {
            changed.iter().map(value).sum::<f32>() / changed.len() as f32
        };
        let off = Point::new(mean(|place| place.x), mean(|place| place.y)).distance(center);
        assert!(off < 0.02 * cell, "turn {turn}: {off} of {cell}");
    }
}

/// Returns a picture of a part of a page: left, top, width and height in its pixels.
fn part(page: &Page, [left, top, width, height]: [usize; 4]) -> GrayPhoto {
    let rows = page.light.chunks_exact(page.side).skip(top).take(height);
    let pixels = rows.flat_map(|row| &row[left..left + width]);
    let pixels = pixels.map(|light| (light * 255.0) as u8).collect();
    GrayPhoto::new(width, height, pixels).expect("the size is right")
}

#[test]
fn a_picture_that_ends_within_the_grid_is_cut_off() {
    let page = Page::with_grid(PUZZLES[0], &STYLE);
    // From the margin to the end of the eighth column or row.
    let (long, short) = (page.side - 80, page.side - 160);
    for area in [
        [40, 40, short, long],
        [120, 40, short, long],
        [40, 120, long, short],
    ] {
        let error = read_photo(&part(&page, area), DigitNet::shared()).err();
        assert_eq!(error, Some(PhotoError::CutOff), "{area:?}");
    }
}

#[test]
fn small_grids_of_a_page_are_read_or_named() {
    let read = |thin: f32| {
        let style = Style { thin, ..STYLE };
        let mut page = Page::blank(842);
        for (at, puzzle) in PUZZLES.iter().cycle().take(6).enumerate() {
            let (left, top) = ((42 + at % 3 * 175) as f32, (58 + at / 3 * 250) as f32);
            page.print_grid(puzzle, &style, left, top, 17.5);
        }
        let all = read_photos(&part(&page, [0, 0, 595, 842]), DigitNet::shared());
        all.map(|all| all.iter().map(text).collect::<Vec<_>>())
    };
    let texts = PUZZLES.repeat(2).into_iter().map(str::to_owned).collect();
    assert_eq!(read(2.5), Ok(texts));
    // Lines of half a pixel are hardly visible.
    assert_eq!(read(1.5), Err(PhotoError::GridsTooSmall { count: 6 }));
}

#[test]
fn a_grid_beside_a_puzzle_that_is_not_read_is_counted() {
    let mut page = Page::blank(900);
    page.print_grid(PUZZLES[0], &STYLE, 30.0, 30.0, 40.0);
    page.print_grid(&".".repeat(81), &STYLE, 500.0, 480.0, 40.0);
    let count = |area| {
        let photo = part(&page, area);
        let all = read_photos_within(&photo, DigitNet::shared(), &Budget::default());
        all.map(|all| (all.readings.len(), all.unread))
    };
    assert_eq!(count([0, 0, 900, 900]), Ok((1, 1)));
    assert_eq!(count([0, 0, 450, 450]), Ok((1, 0)));
}

#[test]
fn painting_stops_with_its_budget() {
    let photo = CLOSE.shoot(&Page::with_grid(PUZZLES[0], &STYLE));
    let reading = read_photo(&photo, DigitNet::shared()).expect("a grid is found");
    let sheet = GrayPhoto::new(9, 9, vec![0; 81]).expect("the size is right");
    let mut picture = ColorPhoto::new(800, 600, vec![255; 800 * 600 * 3]).expect("three bytes");
    let checks = AtomicU32::new(0);
    let is_over = || checks.fetch_add(1, Ordering::Relaxed) >= 20;
    let budget = Budget::default().stop_when(&is_over);
    let result = paint_overlay_within(&mut picture, &reading, &sheet, [0; 3], &budget);
    assert_eq!(result, Err(StopReason::Timeout));
    // The upper part is painted, and the lower one is not.
    let is_painted = |row: usize| picture.pixels()[row * 2400..][..2400].contains(&0);
    assert!((0..600).any(is_painted));
    assert!(!(400..600).any(is_painted));
}

#[test]
fn a_table_of_repeated_digits_is_no_puzzle() {
    // A times table, of which each cell shows the last digit.
    let digit = |at: usize| b'0' + ((at / 9 + 1) * (at % 9 + 1) % 10) as u8;
    let table: String = (0..81).map(|at| char::from(digit(at).max(b'1'))).collect();
    let page = Page::with_grid(&table, &STYLE);
    let reading = read_photo(&CLOSE.shoot(&page), DigitNet::shared());
    assert_eq!(reading.err(), Some(PhotoError::NoPuzzle { size: 9 }));
}

#[test]
fn a_grid_without_digits_is_no_puzzle() {
    let page = Page::with_grid(&".".repeat(81), &STYLE);
    let error = read_photo(&CAMERA.shoot(&page), DigitNet::shared()).err();
    assert_eq!(error, Some(ndoku_photo::PhotoError::NoDigits));
}

#[test]
fn readings_stop_with_their_budget() {
    let photo = turned(0.0, 0.0).shoot(&Page::with_grid(PUZZLES[0], &STYLE));
    let checks = AtomicU32::new(0);
    let count = || {
        checks.fetch_add(1, Ordering::Relaxed);
        false
    };
    let budget = Budget::default().stop_when(&count);
    let reading = read_photo_within(&photo, DigitNet::shared(), &budget).expect("a grid is found");
    assert_eq!(text(&reading), PUZZLES[0]);
    let all = checks.load(Ordering::Relaxed);
    assert!(all > 5, "{all}");
    // The time may run out at each check. The reader does not go on then.
    for last in 0..all {
        let checks = AtomicU32::new(0);
        let over = || checks.fetch_add(1, Ordering::Relaxed) >= last;
        let budget = Budget::default().stop_when(&over);
        let error = read_photos_within(&photo, DigitNet::shared(), &budget).err();
        assert_eq!(error, Some(PhotoError::Stopped(StopReason::Timeout)));
        assert_eq!(checks.load(Ordering::Relaxed), last + 1);
    }
}

/// A classifier that takes the 5 of the first cell for a 6, with a given probability.
struct OneMisread {
    wrong: f32,
    calls: Cell<usize>,
}

impl CellClassifier for OneMisread {
    fn classify(&self, patch: &[f32; PATCH_AREA]) -> [f32; CLASSES] {
        let call = self.calls.replace(self.calls.get() + 1);
        let wrong = if call.is_multiple_of(81) {
            self.wrong
        } else {
            0.0
        };
        Misreader { wrong }.classify(patch)
    }
}

#[test]
fn a_certain_reading_has_no_doubtful_cell() {
    let photo = CAMERA.shoot(&Page::with_grid(PUZZLES[0], &STYLE));
    let mut certain = 0;
    for percent in (0..60).step_by(4) {
        let first = OneMisread {
            wrong: percent as f32 / 100.0,
            calls: Cell::default(),
        };
        let reading = read_photo(&photo, &first).expect("a grid is found");
        if reading.is_certain() {
            certain += 1;
            assert_eq!(reading.doubtful_cells().next(), None, "{percent} %");
        }
        let doubtful: Vec<usize> = reading.doubtful_cells().collect();
        let has_doubt = |at: &usize| !reading.cells[*at].alternatives.is_empty();
        let expected: Vec<usize> = (0..81).filter(has_doubt).collect();
        assert_eq!(doubtful, expected);
    }
    assert!((5..15).contains(&certain), "{certain}");
}

#[test]
fn the_lines_of_an_x_sudoku_are_no_clues() {
    for puzzle in [
        ".....7....5...8..31....6......2...8..263...9.....7....5......48..............2.3.",
        "5.27....9.....47......3...1.........123........4.............3....98.16...9....5.",
    ] {
        let mut page = Page::with_grid(puzzle, &STYLE);
        let [first, length] = [MARGIN * CELL, 9.0 * CELL];
        for step in 0..2000 {
            let at = step as f32 / 2000.0 * length;
            for x in [first + at, first + length - at] {
                page.fill(x - 0.7, first + at - 0.7, 1.4, 1.4, 0.45);
            }
        }
        let reading = read(&page, &CLOSE);
        assert_eq!(
            text(&reading),
            puzzle,
            "{:?} {:?}",
            reading.verdict,
            reading.cells
        );
        assert_eq!(reading.verdict, ReadingVerdict::Multiple);
        assert!(!reading.is_certain());
    }
}

#[test]
fn a_picture_that_ends_at_the_grid_is_read() {
    for (puzzle, paper) in PUZZLES.into_iter().zip([255.0, 200.0, 150.0]) {
        let page = Page::with_grid(puzzle, &STYLE);
        // Two pixels outside the middle of the outer line, in its middle, and inside it.
        for beyond in [2_i32, 0, -1] {
            let first = ((MARGIN * CELL) as i32 - beyond) as usize;
            let side = ((9.0 * CELL) as i32 + 2 * beyond) as usize;
            let rows = page.light.chunks_exact(page.side).skip(first).take(side);
            let pixels = rows.flat_map(|row| &row[first..first + side]);
            let pixels = pixels.map(|light| (light * paper) as u8).collect();
            let photo = GrayPhoto::new(side, side, pixels).expect("the size is right");
            let reading = read_photo(&photo, DigitNet::shared());
            let reading = reading.unwrap_or_else(|error| panic!("{beyond} {paper}: {error}"));
            assert_eq!(text(&reading), puzzle);
            let corner = reading.corners()[0];
            assert!(corner.distance(Point::new(beyond as f32, beyond as f32)) < 4.0);
        }
    }
}
